//! Fire from Ambush at those who move (supplement S7).

use super::BoltAction;
use super::action::Action;
use super::frame::Ambush;
use super::ids::{UnitId, units};
use super::terms::Order;
use super::volley::Mode;
use crate::game::Turn;
use crate::kit::procedures::{Procedure, Sequence};

impl Procedure<BoltAction> for Ambush {
    const QUESTION: &'static str = "which unit fires from Ambush at the one that moves?";
    const QUIET: bool = false;

    fn decider(self, _: &BoltAction) -> Turn {
        Turn::Player(self.unit.side().opponent())
    }

    /// [ORD.4] As long as it goes on, another unit may fire.
    fn is_due(self, game: &BoltAction) -> bool {
        game.goes_on(self.unit) && game.ambushers(self.unit).next().is_some()
    }

    fn list(self, game: &BoltAction, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(game.ambushers(self.unit).map(Action::Spring));
    }

    fn carry_out(self, game: &mut BoltAction, action: Action) {
        let Action::Spring(unit) = action else { return game.end(action) };
        game.board.piece_mut(unit).order = Some(Order::Fire);
        game.shoot(unit, self.unit, Mode::ALL);
    }
}

impl BoltAction {
    /// [ORD.4] Whether a unit may be ordered to wait: it has a weapon that fires directly.
    pub(super) fn may_wait(&self, unit: UnitId) -> bool {
        let arms = self.data.arms(unit, self.board.piece(unit).men);
        arms.weapons.as_slice().iter().any(|held| self.data.weapon(held.weapon).is_direct())
    }

    /// Enemies in Ambush, near or far.
    fn waiting(&self, mover: UnitId) -> impl Iterator<Item = UnitId> + use<> {
        let side = mover.side().opponent();
        units(side, self.board.those(side, |piece| piece.is_alive() && piece.order == Some(Order::Ambush)))
    }

    /// Enemies in Ambush that can fire at a unit where it is.
    pub(super) fn ambushers(&self, mover: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        self.waiting(mover).filter(move |&unit| self.can_shoot(unit, mover, Mode::ALL))
    }

    /// Whether an enemy is in Ambush, so that the way of a unit matters.
    pub(super) fn is_watched(&self, mover: UnitId) -> bool {
        !self.march.unseen && self.waiting(mover).next().is_some()
    }

    /// Whether those in Ambush are asked about a unit in the cell at hand: at its last cell, and where what they would shoot with has
    /// changed since they were asked last (decision D17).
    pub(super) fn is_offered(&mut self, mover: UnitId) -> bool {
        if !self.is_watched(mover) {
            return false;
        }
        let chances = self.ambushers(mover).fold(0u64, |chances, unit| chances | self.chance_class(unit, mover) << (4 * unit.slot()));
        let asked = chances != 0 && (chances != self.march.offer || self.march.route.is_over());
        self.march.offer = chances;
        asked
    }

    /// What tells one shot from another: cover, and the band of range. Four bits, never 0.
    fn chance_class(&self, unit: UnitId, mover: UnitId) -> u64 {
        let cover = self.data.sight.cover(self.board.cell(unit), self.board.cell(mover));
        let band = self.range_band(unit, mover);
        1 + cover.map_or(0, |cover| cover as u64) * 4 + band
    }
}
