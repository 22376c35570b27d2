//! Fire from Ambush at those who move (supplement S7).

use super::BoltAction;
use super::action::Action;
use super::frame::Ambush;
use super::ids::{SIDE_UNITS, UnitId, units};
use super::terms::Order;
use super::volley::Mode;
use crate::game::Turn;
use crate::kit::procedures::{Procedure, Sequence};

/// Bits that tell one shot of a unit in Ambush from another.
const CLASS_BITS: usize = 8;
const _: () = assert!(CLASS_BITS * SIDE_UNITS <= u128::BITS as usize);

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
        game.shoot(unit, self.unit, game.opportunity(unit, self.unit));
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
        self.waiting(mover).filter(move |&unit| !self.pools(&self.aim(unit, mover, self.opportunity(unit, mover))).is_empty())
    }

    /// How a unit in Ambush fires at a unit: with all it has, Panzerfausts that reach a vehicle included (decision D43).
    pub(super) fn opportunity(&self, unit: UnitId, mover: UnitId) -> Mode {
        Mode::Direct { panzerfausts: self.panzerfausts(unit, mover) }
    }

    /// Whether an enemy is in Ambush, so that the way of a unit matters. Nobody reacts to panic (decision D29).
    pub(super) fn is_watched(&self, mover: UnitId) -> bool {
        !self.march.unseen && !self.march.panics && self.waiting(mover).next().is_some()
    }

    /// Whether those in Ambush are asked about a unit in the cell at hand: at its last cell, and where what they would shoot with has
    /// changed since they were asked last (decision D17).
    pub(super) fn is_offered(&mut self, mover: UnitId) -> bool {
        if !self.is_watched(mover) {
            return false;
        }
        let chances = self.ambushers(mover).fold(0, |chances, unit| chances | self.chance_class(unit, mover) << (CLASS_BITS * unit.slot()));
        let asked = chances != 0 && (chances != self.march.offer || self.march.route.is_over());
        self.march.offer = chances;
        asked
    }

    /// What tells one shot from another: cover, the band of range, the side of a vehicle that is struck, and how many kinds of weapons
    /// bear, up to three. [`CLASS_BITS`] bits, never 0.
    fn chance_class(&self, unit: UnitId, mover: UnitId) -> u128 {
        let aim = self.aim(unit, mover, self.opportunity(unit, mover));
        let cover = self.data.sight.cover(aim.from, aim.to).map_or(0, |cover| cover as u128);
        let bearing = self.groups(&aim).count().clamp(1, 3) as u128;
        let aspect = if self.data.unit(mover).armour.is_some() { self.aspect(&aim) as u128 } else { 0 };
        bearing << 6 | aspect << 4 | cover << 2 | u128::from(self.range_band(&aim))
    }
}
