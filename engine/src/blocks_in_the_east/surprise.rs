//! [SBE5.c][SBE5.d][SBE5.e][SBE5.f][SBE5.g][SBE5.h] The surprise of June 1941. What it does to dice stands with Bonus and Malus.

use super::BlocksInTheEast;
use super::board::Mark;
use super::combat::Firing;
use super::ids::UnitId;
use super::prepared::Prepared;
use super::terms::{Nation, UnitKind};
use crate::game::Side;

impl Prepared {
    /// [SBE5.c][SBE9.e] Whether a turn is the one in which the Soviets are surprised.
    pub fn is_surprise(&self, turn: u8) -> bool {
        self.script.long.surprise.is_some() && turn == self.script.turns[0]
    }

    /// [SBE5.h] Whether the Luftwaffe is supreme in a turn: it is that of the surprise, and the scenario says so.
    pub fn is_luftwaffe_supreme(&self, turn: u8) -> bool {
        self.is_surprise(turn) && self.script.long.surprise.is_some_and(|surprise| surprise.luftwaffe_supremacy)
    }

    /// [13.6][SBE5.h] Steps that a headquarters loses which was activated in a turn: one; those of the Luftwaffe two when it is supreme.
    pub fn steps_of_command(&self, unit: UnitId, turn: u8) -> usize {
        let known = self.unit(unit);
        let doubled = self.is_luftwaffe_supreme(turn) && (known.nation, known.kind) == (Nation::German, UnitKind::AirHq);
        if doubled { 2 } else { 1 }
    }
}

impl BlocksInTheEast {
    /// Whether it is the turn in which the Soviets are surprised.
    pub(super) fn is_surprise(&self) -> bool {
        self.data.is_surprise(self.turn)
    }

    /// [SBE5.c] Whether an air unit does not leave the ground: a Soviet fighter in the turn of the surprise.
    pub(super) fn stays_on_the_ground(&self, unit: UnitId) -> bool {
        self.is_surprise()
            && unit.side() == Side::Soviet
            && self.data.unit(unit).kind == UnitKind::Fighter
            && !self.board.is(unit, Mark::Flying)
    }

    /// [SBE5.f] Whether a side holds its fire in a step of the round at hand: the Soviets at aircraft, in the first one.
    pub(super) fn holds_fire(&self, side: Side, firing: Firing) -> bool {
        firing == Firing::AntiAircraft && side == Side::Soviet && self.fight.round == 1 && self.is_surprise()
    }
}
