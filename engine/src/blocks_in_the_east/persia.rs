//! [37.0] Persia: from August 1941 on it is of the Axis, without a unit, and the Soviets may take it.

use super::BlocksInTheEast;
use super::data::PERSIA_JOINS;
use super::ids::{HexSet, UnitId};
use crate::game::Side;
use crate::hex::Hex;

/// [37.0.a] Turns from the fall of Persia to the opening of the corridor.
const CORRIDOR: u8 = 9;

impl BlocksInTheEast {
    /// [37.0] Whether nobody enters Persia yet: before it joins the Axis.
    pub(super) fn is_persia_neutral(&self) -> bool {
        self.turn < PERSIA_JOINS && self.data.script.options.persia
    }

    /// [37.0] The turn in which Persia fell, if it has.
    pub fn fall_of_persia(&self) -> Option<u8> {
        self.persia.0
    }

    /// [37.0] A hex becomes a side's: with its capital Persia surrenders, and all of it that is not held by units of the Axis is Soviet.
    pub(super) fn take_persia(&mut self, side: Side, hex: Hex) {
        if side != Side::Soviet || self.persia.is_some() || self.data.persian_capital != Some(hex) {
            return;
        }
        self.persia.0 = Some(self.turn);
        for hex in self.data.persia.iter().filter(|&hex| !self.board.holds(Side::Axis, hex)).collect::<HexSet>().iter() {
            self.board.give(self.data, side, hex);
        }
    }

    /// [37.0.a] Whether a unit has to stay where it is: the last Soviet one on the ground of the Persian capital, after the fall of Persia.
    #[inline]
    pub(super) fn keeps_persia(&self, unit: UnitId) -> bool {
        self.persia.is_some() && self.is_last_in_persia(unit)
    }

    /// The same after its fall.
    fn is_last_in_persia(&self, unit: UnitId) -> bool {
        let Some(capital) = self.data.persian_capital else { return false };
        let is_guard = |unit: UnitId| self.data.unit(unit).is_ground() && self.board.hex(unit) == Some(capital);
        let others = || self.board.of(Side::Soviet, capital).iter().any(|&other| other != unit && is_guard(other));
        unit.side() == Side::Soviet && is_guard(unit) && !others()
    }

    /// [37.0.a] Whether a Soviet unit is supplied by the Allies: in the capital of Persia after its fall.
    pub(super) fn is_fed_in_persia(&self, unit: UnitId, hex: Hex) -> bool {
        unit.side() == Side::Soviet && self.persia.is_some() && self.data.persian_capital == Some(hex)
    }

    /// [37.0.a] Whether the corridor through Persia is open: nine months after its fall, with a Soviet unit in the capital; always where
    /// the chapter is not played.
    pub fn is_corridor_open(&self) -> bool {
        let Some(capital) = self.data.persian_capital else { return true };
        let is_due = self.persia.is_some_and(|turn| self.turn >= turn + CORRIDOR);
        is_due && self.board.controls(self.data, Side::Soviet, capital) && self.holds_ground(Side::Soviet, capital)
    }
}
