//! The Engineer Phases: fortifications fall, Overrun markers go, super-heavy artillery changes its mode [18.13][23.43.b].

use super::EastFront;
use super::action::Action;
use super::data::Size;
use super::frame::{Frame, Modes};
use super::ids::{STRONGPOINTS, UnitId, from_slot, units};
use crate::game::{Side, Turn};
use crate::hex::HexList;
use crate::kit::procedures::{Procedure, Sequence};

/// Fortifications on the map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Forts {
    /// Complete strongpoints by owner.
    pub(super) strongpoints: [HexList<STRONGPOINTS>; 2],
    /// Fortified lines that are destroyed [18.24] (reading A52), as bits by [`super::ground::GroundTables::line_bit`].
    pub(super) breached: u128,
}

impl Procedure<EastFront> for Modes {
    const DECIDER: Turn = Turn::Player(Side::Axis);
    const QUESTION: &'static str = "change modes of super-heavy artillery, or done";

    fn is_due(self, game: &EastFront) -> bool {
        game.convertible(self.from) != 0
    }

    fn list(self, game: &EastFront, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(units(Side::Axis, game.convertible(self.from)).map(Action::Flip));
    }

    fn carry_out(self, game: &mut EastFront, action: Action) {
        let Action::Flip(unit) = action else { return game.end(action) };
        let mobile = game.board.is_back_up(unit);
        game.board.turn_over(game.data, unit, !mobile);
        game.frames.replace_top(Frame::Modes(EastFront::slot_after(unit)));
    }
}

impl EastFront {
    pub(super) fn open_axis_engineers(&mut self) {
        self.work_of_engineers(Side::Axis);
        self.frames.push(Frame::Modes(0));
    }

    /// [18.13][11.44] A division or engineer unit in its hex destroys a fortification of the enemy; the enemy's Overrun
    /// markers go.
    pub(super) fn work_of_engineers(&mut self, side: Side) {
        let enemy = side.opponent();
        let roster = &self.data.roster;
        for unit in units(side, self.board.on_map(side)) {
            let works = roster.engineers.contains(unit) || roster.stats(unit).size == Size::Division;
            let Some(hex) = self.board.hex(unit).filter(|_| works) else { continue };
            self.forts.strongpoints[enemy.index()].remove(hex);
            if side == Side::Axis {
                self.forts.breached |= self.data.ground.line_bit(hex);
            }
        }
        for unit in units(enemy, self.board.overrun_markers(enemy)) {
            self.board.mark_overrun(self.data, unit, false);
        }
    }

    /// [23.43.b] Super-heavy artillery from a slot on that may change its mode: to fire only if it has not moved, and to either
    /// only where the stacking limit leaves room for that side (reading A55).
    fn convertible(&self, from: u8) -> u128 {
        let bits = self.data.roster.super_heavy.of(Side::Axis) & self.board.on_map(Side::Axis) & from_slot(from);
        let rested = |unit: &UnitId| !self.board.is_back_up(*unit) || self.hauled & unit.bit() == 0;
        let may = |unit: &UnitId| rested(unit) && self.has_room_turned_over(*unit);
        units(Side::Axis, bits).filter(may).fold(0, |bits, unit| bits | unit.bit())
    }

    /// Remembers the super-heavy artillery that moved in the Axis Movement Phase.
    pub(super) fn note_hauled(&mut self) {
        self.hauled = self.moved.of(Side::Axis) & self.data.roster.super_heavy.of(Side::Axis);
    }
}
