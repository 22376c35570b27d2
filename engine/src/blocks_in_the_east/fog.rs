//! What a side sees of the position [1.3]: blocks in place of the units that it does not know, and the hash of all that it knows.

use std::hash::{Hash as _, Hasher as _};

use arrayvec::ArrayVec;

use super::BlocksInTheEast;
use super::action::Action;
use super::board::{self, Mark};
use super::frame::{Frame, Phase, Why};
use super::ids::{SIDE_CAPACITY, UnitId};
use super::terms::Nation;
use crate::game::{Game as _, Side, Turn};
use crate::hex::Hex;
use crate::kit::counters::Counter as _;
use crate::kit::hashing::StateHasher;

/// A block that the other side does not know, as it sees it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Block {
    /// Number of its hex.
    hex: u16,
    /// Light green: an Italian.
    pub(super) green: bool,
    /// The procedure in progress speaks of it.
    pub(super) named: bool,
    /// Its marks, which stand or lie on it.
    pub(super) marks: u16,
}

impl Block {
    pub(super) const fn hex(self) -> Hex {
        Hex(self.hex)
    }

    pub(super) const fn is(self, mark: Mark) -> bool {
        self.marks & mark as u16 != 0
    }
}

impl Frame {
    /// The unit on the map that a procedure speaks of: the one that moves, or the last that followed a Blitz.
    fn named(self) -> Option<UnitId> {
        match self {
            Frame::RailMove(unit)
            | Frame::Voyage(unit)
            | Frame::SeaMines(unit)
            | Frame::March(unit, ..)
            | Frame::Flight(unit, _)
            | Frame::Retreat(unit)
            | Frame::Evacuation(unit)
            | Frame::BlitzMove(unit)
            | Frame::SetUpUnit(unit)
            | Frame::SetUpSector(unit, _) => Some(unit),
            Frame::BlitzJoin(_, _, _, next) => next.checked_sub(1).map(UnitId),
            _ => None,
        }
    }

    /// Whether a procedure speaks of a unit.
    pub(super) fn speaks_of(self, unit: UnitId) -> bool {
        self.named() == Some(unit)
    }

    /// The same procedure of another unit.
    pub(super) fn of(self, unit: UnitId) -> Frame {
        match self {
            Frame::RailMove(_) => Frame::RailMove(unit),
            Frame::Voyage(_) => Frame::Voyage(unit),
            Frame::SeaMines(_) => Frame::SeaMines(unit),
            Frame::March(_, left, begun, why) => Frame::March(unit, left, begun, why),
            Frame::Flight(_, reacts) => Frame::Flight(unit, reacts),
            Frame::Retreat(_) => Frame::Retreat(unit),
            Frame::Evacuation(_) => Frame::Evacuation(unit),
            Frame::BlitzMove(_) => Frame::BlitzMove(unit),
            Frame::SetUpUnit(_) => Frame::SetUpUnit(unit),
            Frame::SetUpSector(_, sector) => Frame::SetUpSector(unit, sector),
            Frame::BlitzJoin(side, from, to, _) => Frame::BlitzJoin(side, from, to, unit.0.wrapping_add(1)),
            other => other,
        }
    }
}

impl BlocksInTheEast {
    /// [1.3][3.22] Whether a unit is on the map and the other side does not know which one it is.
    pub fn is_hidden(&self, unit: UnitId) -> bool {
        self.board.known.is_hidden(unit)
    }

    /// The step of a hidden unit as of the last look of the other side; of others their step.
    pub fn last_seen_step(&self, unit: UnitId) -> usize {
        if self.is_hidden(unit) { self.board.known.seen(unit) } else { self.board.step(unit) }
    }

    /// Whether the block of a unit is light green, as those of the Italians are; all others of a side are of one colour.
    pub fn is_light_green(&self, unit: UnitId) -> bool {
        self.board.known.is_green(unit)
    }

    /// [4.3.a] Whether a side has units on the ground in a hex, which both sides are told.
    pub(super) fn holds_ground(&self, side: Side, hex: Hex) -> bool {
        self.board.of(side, hex).iter().any(|&unit| self.data.unit(unit).is_ground())
    }

    /// Whether a side would know of an enemy unit that it is an aircraft: it knows the unit, or nobody in the hex is on the ground.
    pub(super) fn knows_class(&self, side: Side, unit: UnitId) -> bool {
        debug_assert_ne!(side, unit.side(), "a side knows its own units");
        !self.is_hidden(unit) || self.board.hex(unit).is_some_and(|hex| !self.holds_ground(unit.side(), hex))
    }

    /// When the game is over everything lies open.
    pub(super) fn lay_open_at_the_end(&mut self) {
        if self.verdict.is_some() {
            self.board.show_all(self.data);
        }
    }

    /// [7.3.2][7.5.3.d] Whether the stacking limits bind a side now: not from its production to the end of its movement.
    pub(super) fn limits_bind(&self, side: Side) -> bool {
        let moves = |phase| {
            matches!(
                phase,
                Phase::Production | Phase::Disbanding | Phase::RailMoves | Phase::GroundMovement | Phase::AirMovement | Phase::Exploitation
            )
        };
        !self.phase().is_some_and(|(active, phase)| active == side && moves(phase))
    }

    /// The hidden unit of a side of which the procedures in progress speak.
    pub(super) fn named_block(&self, side: Side) -> Option<UnitId> {
        let mut named = self.frames.as_slice().iter().filter_map(|frame| frame.named());
        named.find(|&unit| unit.side() == side && self.is_hidden(unit))
    }

    /// The blocks of a side that the other does not know, in one order for all positions that look alike to it, with the units that they are.
    pub(super) fn blocks(&self, side: Side) -> ArrayVec<(Block, UnitId), SIDE_CAPACITY> {
        let named = self.named_block(side);
        let block = |unit: UnitId| {
            let hex = self.board.hex(unit)?.0;
            let green = self.board.known.is_green(unit);
            Some((Block { hex, green, named: named == Some(unit), marks: self.board.marks(unit) }, unit))
        };
        let mut blocks: ArrayVec<(Block, UnitId), SIDE_CAPACITY> = self.board.known.hidden(side).filter_map(block).collect();
        blocks.sort_unstable();
        blocks
    }

    /// [7.3] Steps that each nation of a side has rebuilt of units that are hidden, since the last looks at them.
    pub(super) fn rebuilt(&self, side: Side) -> [u16; Nation::COUNT] {
        let mut rebuilt = [0; Nation::COUNT];
        for unit in self.board.known.hidden(side) {
            let steps = self.board.known.seen(unit).saturating_sub(self.board.step(unit));
            rebuilt[self.data.unit(unit).nation.index()] += steps as u16;
        }
        rebuilt
    }

    /// Movement points that a unit on the march has spent.
    pub(super) fn spent(&self, unit: UnitId, left: u8, why: Why) -> u8 {
        self.points_with(unit, self.lacks_supply(unit), self.command.ration, why).saturating_sub(left)
    }

    /// A procedure as the other side of a side sees it: whoever is hidden has no name, and of points to move only those spent are told.
    fn as_shown(&self, frame: Frame, side: Side) -> Frame {
        let Some(unit) = frame.named().filter(|&unit| unit.side() == side && self.is_hidden(unit)) else { return frame };
        match frame {
            Frame::March(_, left, begun, why) => Frame::March(UnitId::NOBODY, self.spent(unit, left, why), begun, why),
            other => other.of(UnitId::NOBODY),
        }
    }

    /// Hash of all that a side knows.
    pub(super) fn hash_for(&self, viewer: Side) -> u64 {
        let side = viewer.opponent();
        let BlocksInTheEast {
            data,
            board,
            frames,
            treasury,
            ruins,
            rail_use,
            surrendered,
            red_army_in_finland,
            swedish_railway_used,
            fight,
            turn,
            weather,
            last_roll,
            chapters,
            built,
            soviet_fuel,
            persia,
            industry,
            research,
            scorched,
            verdict,
            command,
        } = self;
        let mut hash = StateHasher::new(1);
        (data, treasury, ruins, rail_use, surrendered, red_army_in_finland, swedish_railway_used, fight, turn, weather, verdict)
            .hash(&mut hash);
        command.hash(&mut hash);
        (last_roll, built, soviet_fuel, chapters, persia, industry, research, scorched).hash(&mut hash);
        frames.as_slice().iter().for_each(|&frame| self.as_shown(frame, side).hash(&mut hash));
        (board.owned(data, Side::Axis), &board.known).hash(&mut hash);
        for unit in board::all(data).filter(|&unit| unit.side() == viewer || !board.known.is_hidden(unit)) {
            (board.place(unit), board.marks(unit), board.step(unit) as u8).hash(&mut hash);
        }
        for (block, _) in self.blocks(side) {
            (block, self.holds_ground(side, block.hex())).hash(&mut hash);
        }
        self.rebuilt(side).iter().for_each(|steps| steps.hash(&mut hash));
        hash.finish()
    }

    /// Whether the other side of the one that decides does not read which unit an action names: which block is picked, follows a Blitz,
    /// is repaired, changes places or takes strength in the set-up.
    pub(super) fn names_hidden(&self, action: Action, viewer: Side) -> bool {
        let (unit, moves) = match action {
            Action::Select(unit) | Action::Join(unit) => (unit, true),
            Action::Repair(unit) | Action::Exchange(unit) | Action::Strengthen(unit) => (unit, false),
            _ => return false,
        };
        self.turn() == Turn::Player(viewer.opponent()) && (self.is_hidden(unit) || moves && self.board.could_be_another(unit))
    }
}
