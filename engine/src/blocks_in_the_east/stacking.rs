//! [3.10] Stacks: how many units of a side a hex holds, and what becomes of those that are too many.

use super::BlocksInTheEast;
use super::action::Action;
use super::board::Mark;
use super::data::Stacking;
use super::frame::{Excess, Why};
use super::ids::{HexSet, Place, UnitId};
use super::terms::{UnitClass, UnitKind};
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

/// Units of a side in a hex by kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Crowd {
    /// Units on the ground.
    pub ground: usize,
    /// Combat units among them.
    pub combat: usize,
    /// Aircraft based there.
    pub air: usize,
}

impl Crowd {
    /// [3.10] Whether a hex holds them.
    pub const fn fits(self, rules: &Stacking) -> bool {
        self.ground <= rules.ground && self.combat <= rules.combat && self.air <= rules.air && self.ground + self.air <= rules.all
    }
}

impl BlocksInTheEast {
    fn crowd(&self, units: impl Iterator<Item = UnitId>) -> Crowd {
        let mut crowd = Crowd::default();
        for unit in units {
            let known = self.data.unit(unit);
            crowd.ground += usize::from(known.is_ground());
            crowd.combat += usize::from(known.is_combat());
            crowd.air += usize::from(known.class == UnitClass::Air);
        }
        crowd
    }

    /// [3.10] The units of a side in a hex, without aircraft that fly.
    pub fn crowd_of(&self, side: Side, hex: Hex) -> Crowd {
        self.crowd(self.board.of(side, hex).iter().copied().filter(|&unit| !self.board.is(unit, Mark::Flying)))
    }

    /// [26.0] Whether the Gustav of a side does not count in a hex: a bunker or fortress of the enemy that its side attacks.
    pub(super) fn spares_gustav(&self, side: Side, hex: Hex) -> bool {
        self.data.script.options.gustav
            && self.data.fortified.contains(&hex)
            && self.board.owner(self.data, hex) == Some(side.opponent())
            && self.board.holds(side.opponent(), hex)
            && self.fortification(hex).is_some()
    }

    /// [23.0.e][24.0.e][26.0] Whether a unit is the Gustav in such a hex, or in one that it has fought for in the turn; or one that was dropped in it,
    /// or has landed in the hex.
    fn exceeds(&self, unit: UnitId, hex: Hex) -> bool {
        if self.has_jumped(unit) || self.has_landed(unit) && self.board.hex(unit) == Some(hex) {
            return true;
        }
        if !self.data.script.options.gustav || self.data.unit(unit).kind != UnitKind::Gustav {
            return false;
        }
        let fought = || self.board.hex(unit) == Some(hex) && self.board.is(unit, Mark::Fought) && self.data.fortified.contains(&hex);
        self.spares_gustav(unit.side(), hex) || fought()
    }

    /// [3.10][26.0] The units of a side in a hex that the limits count.
    fn counted(&self, side: Side, hex: Hex) -> Crowd {
        self.counted_of(self.board.of(side, hex), hex)
    }

    /// The same of the units of a side in a hex.
    fn counted_of(&self, units: &[UnitId], hex: Hex) -> Crowd {
        let counts = |unit: &UnitId| !self.board.is(*unit, Mark::Flying) && !self.exceeds(*unit, hex);
        self.crowd(units.iter().copied().filter(counts))
    }

    /// [3.10][7.5.3.d] Whether a unit may stop in a hex: those that do not move any more in a phase leave room for it. Where nothing moves
    /// on, every unit counts. One in flight would land. New aircraft above the limit of a base keep no ground unit out, nor new ground units
    /// aircraft [7.3.2].
    pub(super) fn has_room(&self, unit: UnitId, hex: Hex, why: Option<Why>) -> bool {
        // [13.7] Who exploits depends on fuel, and nobody counts on it.
        let moves_on = |other: UnitId| {
            let certain = |why: &Why| *why == Why::Movement || self.command_rules().is_none();
            why.filter(certain).is_some_and(|why| self.may_move(other, why))
        };
        let leaves = |other: UnitId| self.board.is(other, Mark::Flying) || moves_on(other);
        let settled = |other: &UnitId| *other != unit && !leaves(*other) && !self.exceeds(*other, hex);
        let rules = &self.data.tables.stacking;
        let there = self.board.of(unit.side(), hex);
        let least = if self.data.is_on_ground(unit) { rules.least_on_ground() } else { rules.least() };
        if there.len() < least || self.exceeds(unit, hex) {
            return true;
        }
        let others = there.iter().copied().filter(settled);
        let mut crowd = self.crowd(others.chain([unit]));
        if self.data.unit(unit).is_ground() {
            crowd.air = crowd.air.min(rules.air);
        } else {
            crowd.combat = crowd.combat.min(rules.combat);
            crowd.ground = crowd.ground.min(rules.ground);
        }
        crowd.fits(rules)
    }

    /// The hexes of a set in which a unit may stop.
    pub(super) fn with_room(&self, unit: UnitId, hexes: &HexSet, why: Option<Why>) -> HexSet {
        // A hex of which nobody asks has none of the side, and room for one.
        let asked = if self.data.tables.stacking.least() > 0 { hexes.intersection(self.held(unit.side())) } else { *hexes };
        let full: HexSet = asked.iter().filter(|&hex| !self.has_room(unit, hex, why)).collect();
        hexes.difference(full)
    }

    /// Whether a hex holds more units of a side than it may.
    pub(super) fn is_overstacked(&self, side: Side, hex: Hex) -> bool {
        let rules = &self.data.tables.stacking;
        let there = self.board.of(side, hex);
        // Most stacks are of few units on the ground.
        let is_small = there.len() <= rules.least_on_ground() && there.iter().all(|&unit| self.data.is_on_ground(unit));
        there.len() > rules.least() && !is_small && !self.counted_of(there, hex).fits(rules)
    }

    /// The hexes that hold too many units of a side, in ascending order.
    pub(super) fn overstacked(&self, side: Side) -> impl Iterator<Item = Hex> + '_ {
        self.stacks_of(side).into_hexes().filter(move |&hex| self.is_overstacked(side, hex))
    }

    /// Slow reference of [`BlocksInTheEast::is_overstacked`]: the units of every stack are counted.
    ///
    /// # Errors
    /// Names a hex of which the two tell different things.
    pub(super) fn verify_stacking(&self) -> Result<(), String> {
        let fits = |side: Side, hex: Hex| self.counted(side, hex).fits(&self.data.tables.stacking);
        let differs = |&hex: &Hex| Side::ALL.into_iter().any(|side| self.is_overstacked(side, hex) == fits(side, hex));
        let held = self.held(Side::Axis).union(self.held(Side::Soviet));
        match held.iter().find(differs) {
            Some(hex) => Err(format!("whether {} is overstacked is not what its units say", self.data.map.name(hex))),
            None => Ok(()),
        }
    }

    /// [AMB-94] The units of an overstacked hex that go: new ones before others, and such as make room.
    fn excess_units(&self, side: Side, hex: Hex) -> impl Iterator<Item = UnitId> + '_ {
        let rules = &self.data.tables.stacking;
        let crowd = self.counted(side, hex);
        let makes_room = move |unit: &UnitId| {
            let known = self.data.unit(*unit);
            match (crowd.combat > rules.combat, crowd.air > rules.air) {
                (true, _) => known.is_combat(),
                (false, true) => known.class == UnitClass::Air,
                (false, false) => known.is_ground(),
            }
        };
        let units = move || self.board.of(side, hex).iter().copied().filter(makes_room);
        let fresh = units().any(|unit| self.board.is(unit, Mark::New));
        units().filter(move |&unit| !fresh || self.board.is(unit, Mark::New))
    }
}

impl Procedure<BlocksInTheEast> for Excess {
    const QUESTION: &'static str = "which unit above the stacking limit goes?";
    const QUIET: bool = false;

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.side)
    }

    /// The units of the hex are shown, because the limit is counted in the open.
    fn carry_on(self, game: &mut BlocksInTheEast) -> Progress {
        let Some(hex) = game.overstacked(self.side).next() else { return game.pop() };
        game.board.show_stack(self.side, hex);
        Progress::Waits
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        let Some(hex) = game.overstacked(self.side).next() else { return };
        let goes = |unit: UnitId| if game.board.is(unit, Mark::New) { Action::Delay(unit) } else { Action::Remove(unit) };
        out.extend(game.excess_units(self.side, hex).map(goes));
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        match action {
            Action::Delay(unit) => game.board.put(unit, Place::RESERVE),
            Action::Remove(unit) => game.board.put(unit, Place::ELIMINATED),
            other => crate::kit::procedures::Sequence::end(game, other),
        }
    }
}
