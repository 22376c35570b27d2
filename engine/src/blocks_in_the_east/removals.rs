//! [7.3.c][LONG.b][LONG.c][SBE9.f][SBE9.g] Units that leave the game in their turn, and the one that becomes another.

use super::BlocksInTheEast;
use super::board::Mark;
use super::data::Upgrade;
use super::ids::{Place, UnitId};
use crate::game::Side;

impl BlocksInTheEast {
    /// [LONG.b] Whether a unit is to leave the game: its turn has come.
    pub fn is_to_leave(&self, unit: UnitId) -> bool {
        self.data.script.long.leavers.iter().any(|&(leaver, turn)| leaver == unit && turn <= self.turn)
    }

    /// [SBE9.g] Whether a unit comes as what another one becomes, and not by itself: as long as that one is in the game.
    pub(super) fn is_upgrade(&self, unit: UnitId) -> bool {
        let upgrades = &self.data.script.long.upgrades;
        upgrades.iter().any(|upgrade| upgrade.new == unit && self.board.place(upgrade.old) != Place::REMOVED)
    }

    /// [LONG.b] Points that make a unit whole before it leaves: of an eliminated one all its steps. Only its own side may be told.
    pub fn points_to_leave(&self, unit: UnitId) -> u8 {
        let steps = &self.data.unit(unit).steps;
        let missing = if self.board.place(unit) == Place::ELIMINATED { steps.len() } else { self.board.step(unit) };
        let cost = |step: &super::data::Step| self.data.tables.production.cost(step.colour);
        steps[..missing].iter().filter_map(cost).fold(0, u8::saturating_add)
    }

    /// [7.3.c][LONG.b][SBE9.g] The units of a side leave whose turn has come, as soon as they can: supplied, and paid for.
    pub(super) fn remove_leavers(&mut self, side: Side) {
        let data = self.data;
        let long = &data.script.long;
        for &(unit, turn) in &long.leavers {
            if turn <= self.turn && unit.side() == side {
                self.try_to_remove(unit);
            }
        }
        for &upgrade in &long.upgrades {
            if self.data.unit(upgrade.new).arrives <= self.turn && upgrade.old.side() == side {
                self.try_to_upgrade(upgrade);
            }
        }
    }

    fn try_to_remove(&mut self, unit: UnitId) {
        let known = self.data.unit(unit);
        let place = self.board.place(unit);
        // Who has not come has nothing to be repaired.
        let waits = place == Place::RESERVE;
        let can = place == Place::ELIMINATED || place.hex().is_some() && !self.board.is(unit, Mark::OutOfSupply);
        if !waits && !can {
            return;
        }
        let points = if waits { 0 } else { self.points_to_leave(unit) };
        let price = self.price(unit, points);
        if points > 0 {
            if !self.treasury.affords(known.nation, price) {
                return;
            }
            self.treasury.pay_for_unit(known.nation, price);
        }
        self.board.set_step(unit, 0);
        self.board.put(unit, Place::REMOVED);
    }

    /// [SBE9.g] A unit in supply becomes another, with the steps that it has lost; one that has not come yet makes room for it.
    fn try_to_upgrade(&mut self, upgrade: Upgrade) {
        let Upgrade { old, new } = upgrade;
        match self.board.place(old) {
            Place::RESERVE => self.board.put(old, Place::REMOVED),
            place if place.hex().is_some() && !self.board.is(old, Mark::OutOfSupply) => {
                let step = self.board.step(old);
                let marks = [Mark::New, Mark::ThroughFinland].map(|mark| (mark, self.board.is(old, mark)));
                self.board.put(old, Place::REMOVED);
                self.board.set_step(new, step);
                self.board.put(new, place);
                for (mark, on) in marks {
                    self.board.set(new, mark, on);
                }
            }
            _ => {}
        }
    }
}
