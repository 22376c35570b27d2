//! The set-up: the sides place their units in their zones (decision D12).

use std::ops::Range;

use super::BoltAction;
use super::action::Action;
use super::frame::{FirstFacing, Frame, Placing, SetUp};
use super::ids::{UnitId, units};
use super::terms::Class;
use crate::game::{Side, Turn};
use crate::kit::procedures::{Procedure, Progress, Sequence};
use crate::square::{Cell, CellSet, Facing, Lattice};

/// Columns and rows of a block of cells.
const BLOCK: usize = 8;

impl Procedure<BoltAction> for SetUp {
    const QUESTION: &'static str = "where is the next unit placed, roughly?";

    fn decider(self, game: &BoltAction) -> Turn {
        game.next_to_place().map_or(Turn::Over, |unit| Turn::Player(unit.side()))
    }

    /// [TERK.5] When all stand, the defenders who are dug in are so (decision D13).
    fn carry_on(self, game: &mut BoltAction) -> Progress {
        if game.next_to_place().is_some() {
            return Progress::Waits;
        }
        game.dig_in();
        game.pop()
    }

    fn list(self, game: &BoltAction, out: &mut Vec<Action>) {
        let Some(unit) = game.next_to_place() else { return };
        let places = game.places(unit);
        let lattice = game.data.lattice();
        let has_room = |&block: &u8| rows_of(lattice, block).any(|row| places.within(row).next().is_some());
        out.extend((0..blocks(lattice)).filter(has_room).map(|block| Action::Block { unit, block }));
    }

    fn carry_out(self, game: &mut BoltAction, action: Action) {
        let Action::Block { unit, block } = action else { unreachable!("{action:?} is not a block") };
        game.frames.push(Frame::Placing(unit, block));
    }
}

impl Procedure<BoltAction> for Placing {
    const QUESTION: &'static str = "in which cell is the unit placed?";
    const QUIET: bool = false;

    fn decider(self, _: &BoltAction) -> Turn {
        Turn::Player(self.unit.side())
    }

    fn list(self, game: &BoltAction, out: &mut Vec<Action>) {
        let places = game.places(self.unit);
        let free = rows_of(game.data.lattice(), self.block).flat_map(|row| places.within(row));
        out.extend(free.map(|cell| Action::Place { unit: self.unit, cell }));
    }

    fn carry_out(self, game: &mut BoltAction, action: Action) {
        let Action::Place { unit, cell } = action else { unreachable!("{action:?} is not a place") };
        game.board.piece_mut(unit).cell = Some(cell);
        game.pop();
        if game.data.unit(unit).has_facing(game.data) {
            game.frames.push(Frame::FirstFacing(unit));
        }
    }
}

impl Procedure<BoltAction> for FirstFacing {
    const QUESTION: &'static str = "where does the unit look?";
    const QUIET: bool = false;

    fn decider(self, _: &BoltAction) -> Turn {
        Turn::Player(self.unit.side())
    }

    fn list(self, _: &BoltAction, out: &mut Vec<Action>) {
        out.extend(Facing::ALL.map(|facing| Action::Face { unit: self.unit, facing }));
    }

    fn carry_out(self, game: &mut BoltAction, action: Action) {
        let Action::Face { unit, facing } = action else { unreachable!("{action:?} is not a facing") };
        game.board.piece_mut(unit).facing = facing;
        game.pop();
    }
}

/// Number of blocks.
fn blocks(lattice: Lattice) -> u8 {
    (lattice.width().div_ceil(BLOCK) * lattice.height().div_ceil(BLOCK)) as u8
}

/// The rows of a block, each as the indices of its cells; blocks are counted row by row.
fn rows_of(lattice: Lattice, block: u8) -> impl Iterator<Item = Range<usize>> {
    let across = lattice.width().div_ceil(BLOCK);
    let [left, top] = [usize::from(block) % across * BLOCK, usize::from(block) / across * BLOCK];
    let [right, bottom] = [(left + BLOCK).min(lattice.width()), (top + BLOCK).min(lattice.height())];
    (top..bottom).map(move |row| row * lattice.width() + left..row * lattice.width() + right)
}

impl BoltAction {
    /// The cells of a block of the set-up, in order.
    pub fn block_cells(&self, block: u8) -> Vec<Cell> {
        rows_of(self.data.lattice(), block).flatten().map(|cell| Cell(cell as u16)).collect()
    }

    /// The next unit to place: where a side attacks, all of the side that begins, then all of the other; else one of each in turn.
    pub fn next_to_place(&self) -> Option<UnitId> {
        let first = self.data.mission.first_set_up;
        let order = [first, first.opponent()];
        let placed = order.map(|side| self.board.alive(side).count_ones());
        let next = |side: Side| {
            let waiting = self.board.those(side, |piece| piece.men > 0 && piece.cell.is_none());
            units(side, waiting).next()
        };
        let [begins, follows] = order.map(next);
        let in_turn = self.data.mission.attacker.is_none() && placed[0] > placed[1];
        if in_turn { follows.or(begins) } else { begins.or(follows) }
    }

    /// Cells of its zone in which a unit may be placed: with room to others, on ground that it may enter, or be set up on [TERK.5].
    pub(super) fn places(&self, unit: UnitId) -> CellSet {
        let may_stand = *self.data.set_up_cells(unit.side(), self.data.unit(unit).mobility);
        may_stand.difference(self.board.crowded(self.data, unit))
    }

    /// Men and guns of the side that is dug in have hard cover until they move (decision D13).
    pub(super) fn dig_in(&mut self) {
        let Some(side) = self.data.mission.dug_in else { return };
        for unit in units(side, self.board.alive(side)) {
            self.board.piece_mut(unit).dug_in = self.data.unit(unit).class != Class::Vehicle;
        }
    }
}
