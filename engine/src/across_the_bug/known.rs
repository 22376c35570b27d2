//! What each side knows of the other's counters [5.3.4], as a named part of the state.
//!
//! It changes only where a rule shows or covers something (`fog.rs`).

use std::hash::{Hash, Hasher};

use super::ids::{HexSet, UNIT_CAPACITY, UnitId, UnitSet, units};
use crate::game::Side;
use crate::hex::Hex;

/// What the sides know of each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// Counters on the map whose identity the other side does not know.
    covered: UnitSet,
    /// Hexes whose stack has changed since it came to rest.
    stirred: HexSet,
    /// Units whose strength the other side knows only together with that of others.
    shared: UnitSet,
    /// The first counter of those with which a unit has lost strength; 0 for all that are not shared.
    first: [u8; UNIT_CAPACITY],
}

/// Of the fights only those that hide something enter the hash.
impl Hash for Known {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Known { covered, stirred, shared, first } = self;
        (covered, stirred, shared).hash(state);
        shared.iter().for_each(|unit| first[unit.index()].hash(state));
    }
}

impl Known {
    /// Everything lies open.
    pub(super) const OPEN: Known =
        Known { covered: UnitSet::EMPTY, stirred: HexSet::EMPTY, shared: UnitSet::EMPTY, first: [0; UNIT_CAPACITY] };

    /// Whether the other side does not know the identity of a counter.
    #[inline]
    pub(super) fn is_covered(&self, unit: UnitId) -> bool {
        self.covered.contains(unit)
    }

    /// The counters of a side whose identity the other does not know.
    #[inline]
    pub(super) fn covered(&self, side: Side) -> u128 {
        self.covered.of(side)
    }

    /// The units of a side whose strength the other does not know one by one.
    #[inline]
    pub(super) fn shared(&self, side: Side) -> u128 {
        self.shared.of(side)
    }

    /// The other side does not know any more which counter this is.
    pub(super) fn cover(&mut self, unit: UnitId) {
        self.covered.insert(unit);
    }

    /// Whether no stack has changed since all were at rest.
    #[inline]
    pub(super) fn is_at_rest(&self) -> bool {
        self.stirred.is_empty()
    }

    /// The other side learns which counter this is.
    #[inline]
    pub(super) fn show(&mut self, unit: UnitId) {
        self.covered.remove(unit);
    }

    /// The stack of a hex changes.
    #[inline]
    pub(super) fn stir(&mut self, hex: Hex) {
        self.stirred.insert(hex);
    }

    /// The units with which a unit has lost strength, itself among them; none for a unit whose strength is known.
    pub(super) fn together(&self, unit: UnitId) -> u128 {
        if !self.shared.contains(unit) {
            return 0;
        }
        let first = self.first[unit.index()];
        let same = units(unit.side(), self.shared.of(unit.side())).filter(|other| self.first[other.index()] == first);
        same.fold(0, |bits, other| bits | other.bit())
    }

    /// The other side learns the strength of a unit. It knows what the others have lost, too.
    #[inline]
    pub(super) fn tell(&mut self, unit: UnitId) {
        if self.shared.contains(unit) {
            let rest = self.together(unit) & !unit.bit();
            self.join(unit.side(), unit.bit());
            self.join(unit.side(), rest);
        }
    }

    /// Of these units of a side the other knows from now on only what they have lost together.
    pub(super) fn join(&mut self, side: Side, bits: u128) {
        let several = bits.count_ones() > 1;
        let first = units(side, bits).next().map_or(0, |unit| unit.0);
        for unit in units(side, bits) {
            self.shared.set(unit, several);
            self.first[unit.index()] = if several { first } else { 0 };
        }
    }

    /// The hexes whose stacks have changed, which are taken to be at rest.
    pub(super) fn settle(&mut self) -> HexSet {
        std::mem::replace(&mut self.stirred, HexSet::EMPTY)
    }

    /// Slow reference of the units that have lost strength together: several of one side, all of them among `standing`.
    pub(super) fn shares_are_sound(&self, unit: UnitId, standing: u128) -> bool {
        let together = self.together(unit);
        if self.shared.contains(unit) { together.count_ones() > 1 && together & !standing == 0 } else { self.first[unit.index()] == 0 }
    }
}
