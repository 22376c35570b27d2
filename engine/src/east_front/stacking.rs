//! Stacking at the end of phases [3.3], and the one engineer unit above it in an assault [PB 7.42].

use super::EastFront;
use super::action::Action;
use super::frame::{Excess, Frame, Phase};
use super::ids::{Place, UnitId, above, from_slot, units};
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Sequence};

impl Procedure<EastFront> for Excess {
    const QUESTION: &'static str = "too many stacking points in a hex: remove a unit";

    fn decider(self, _: &EastFront) -> Turn {
        Turn::Player(self.side)
    }

    fn is_due(self, game: &EastFront) -> bool {
        game.overfull_hex(self.side).is_some()
    }

    /// Units that may be removed from the first overfull hex, in ascending order and so that what is left to be removed
    /// suffices, and engineers that may stand above the limit.
    fn list(self, game: &EastFront, out: &mut Vec<Action>) {
        let Excess { side, from } = self;
        let Some(hex) = game.overfull_hex(side) else { return };
        let excess = game.excess(hex);
        let stack = game.board.stack_bits(hex) & !game.stormers.of(side);
        let later = |unit: UnitId| units(side, stack & above(unit.slot())).map(|unit| game.points_of(unit)).sum::<u8>();
        for unit in units(side, stack & from_slot(from)) {
            let points = game.points_of(unit);
            if points > 0 && points + later(unit) >= excess {
                out.push(Action::Remove(unit));
            }
        }
        if from == 0 {
            out.extend(units(side, stack).filter(|&unit| game.may_storm(unit, hex, excess)).map(Action::Storm));
        }
    }

    fn carry_out(self, game: &mut EastFront, action: Action) {
        match action {
            Action::Remove(unit) => {
                let hex = game.board.hex(unit).expect("it stands in an overfull hex");
                game.lose_unit(unit, Place::CADRE);
                let next = if game.excess(hex) > 0 { EastFront::slot_after(unit) } else { 0 };
                game.frames.replace_top(Frame::Excess(self.side, next));
            }
            Action::Storm(unit) => game.stormers.insert(unit),
            _ => game.end(action),
        }
    }
}

impl EastFront {
    /// [3.32] The first hex of the side with more stacking points than the limit. Engineers told off for an assault do
    /// not count.
    fn overfull_hex(&self, side: Side) -> Option<Hex> {
        let overfull = |hex: &Hex| self.excess(*hex) > 0;
        self.board.occupied(side).iter().find(overfull)
    }

    /// Stacking points above the limit.
    fn excess(&self, hex: Hex) -> u8 {
        let stormers: u8 = self.board.stack(hex).filter(|&unit| self.stormers.contains(unit)).map(|unit| self.points_of(unit)).sum();
        (self.board.height(self.data, hex) - stormers).saturating_sub(self.data.tables.stacking.limit)
    }

    /// Stacking points of a counter as it lies.
    pub(super) fn points_of(&self, unit: UnitId) -> u8 {
        self.board.values(self.data, unit).stacking
    }

    /// Whether a unit fits into a hex at the end of a retreat or advance.
    pub(super) fn has_room(&self, hex: Hex, unit: UnitId) -> bool {
        self.board.height(self.data, hex) + self.points_of(unit) <= self.data.tables.stacking.limit
    }

    /// Whether the hex of a unit of two modes has room for its other side.
    pub(super) fn has_room_turned_over(&self, unit: UnitId) -> bool {
        let hex = self.board.hex(unit).expect("it stands in a hex");
        let other = self.data.roster.values(unit, self.board.steps(unit), !self.board.is_back_up(unit)).stacking;
        self.board.height(self.data, hex) - self.points_of(unit) + other <= self.data.tables.stacking.limit
    }

    /// [PB 7.42] Whether the unit is the one engineer that an attack on a fortification admits above the limit.
    fn may_storm(&self, unit: UnitId, hex: Hex, excess: u8) -> bool {
        let alone = !self.board.stack(hex).any(|other| self.stormers.contains(other));
        self.data.script.rules.engineer_assault
            && unit.side() == Side::Axis
            && self.current_phase() == Phase::AxisMovement
            && alone
            && self.data.roster.engineers.contains(unit)
            && excess <= self.points_of(unit)
            && self.assault_targets(unit).next().is_some()
    }

    /// Enemy hexes with an undestroyed fortification that a unit may attack.
    pub(super) fn assault_targets(&self, unit: UnitId) -> impl Iterator<Item = Hex> + '_ {
        let hex = self.board.hex(unit).expect("it stands in the hex");
        self.data.map.grid.neighbours(hex).filter_map(move |(direction, target)| {
            let fortified = self.fortification(unit.side(), hex, direction, target) > 0;
            (fortified && self.may_attack(unit, target)).then_some(target)
        })
    }
}
