//! Small numbers with names: ground and air counters, sets of them and of hexes, places.

use crate::game::Side;
use crate::kit::counters::counters;
use crate::kit::place::places;

/// Most hexes a map of this game may have: the isthmus has 9 x 15 = 135, the whole Crimea fewer than 2,304.
pub const HEX_CAPACITY: usize = 2304;
/// Words of a bitset of hexes.
pub const HEX_WORDS: usize = HEX_CAPACITY / 64;
/// A set of hexes of this game.
pub type HexSet = crate::hex::HexSet<HEX_WORDS>;

/// Most strongpoints a side may have.
pub const STRONGPOINTS: usize = 32;
/// Most hexes with a fortified line: a bit for each.
pub const FORTIFIED_LINES: usize = 128;
/// Most missions of one phase: one for every air unit. A scenario with more air units is refused.
pub(super) const MISSIONS: usize = 15;
/// Most hexes in which parts of a stack wait at one time. A stack holds at most ten stacking points [3.32], of which each unit that can
/// overrun has one or more; a unit at least waits in each of these hexes, and another goes on.
pub(super) const HALTS: usize = 9;

counters! { UnitId(u8), UnitSet of u128, 128 a side }
counters! { AirId(u8), SIDE_AIR = 16 a side }

/// The bits of a side's counters above a slot.
#[inline]
pub(super) fn above(slot: usize) -> u128 {
    u128::MAX.checked_shl(slot as u32 + 1).unwrap_or(0)
}

/// A set of air counters of both sides, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct AirSet(pub u32);

impl AirSet {
    /// No air units.
    pub const EMPTY: AirSet = AirSet(0);

    /// Whether the air unit is in the set; one with a number that no air unit has is not.
    #[inline]
    pub fn contains(self, air: AirId) -> bool {
        self.0.checked_shr(u32::from(air.0)).is_some_and(|bits| bits & 1 != 0)
    }

    /// Adds an air unit.
    #[inline]
    pub fn insert(&mut self, air: AirId) {
        self.0 |= 1 << air.0;
    }

    /// Removes an air unit.
    #[inline]
    pub fn remove(&mut self, air: AirId) {
        self.0 &= !(1 << air.0);
    }

    /// Those of a side.
    #[inline]
    pub const fn of(self, side: Side) -> AirSet {
        let mask = (1u32 << SIDE_AIR) - 1;
        AirSet(self.0 & (mask << (side.index() * SIDE_AIR)))
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of air units.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The air units of either set.
    #[inline]
    pub const fn union(self, other: AirSet) -> AirSet {
        AirSet(self.0 | other.0)
    }

    /// The air units of both sets.
    #[inline]
    pub const fn intersection(self, other: AirSet) -> AirSet {
        AirSet(self.0 & other.0)
    }

    /// The air units of this set that are not in the other.
    #[inline]
    pub const fn difference(self, other: AirSet) -> AirSet {
        AirSet(self.0 & !other.0)
    }

    /// The last air unit.
    #[inline]
    pub const fn last(self) -> Option<AirId> {
        if self.0 == 0 { None } else { Some(AirId(31 - self.0.leading_zeros() as u8)) }
    }

    /// The air units in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = AirId> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let id = bits.trailing_zeros() as u8;
            bits &= bits - 1;
            Some(AirId(id))
        })
    }
}

/// A set of Axis ground counters, for what no Soviet counter can be in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct AxisUnits(u128);

impl AxisUnits {
    /// No counters.
    pub(super) const EMPTY: AxisUnits = AxisUnits(0);

    pub(super) fn contains(self, unit: UnitId) -> bool {
        self.of(unit.side()) & unit.bit() != 0
    }

    pub(super) fn insert(&mut self, unit: UnitId) {
        debug_assert_eq!(unit.side(), Side::Axis, "the set holds Axis counters");
        self.0 |= unit.bit();
    }

    /// Takes a counter out, of whichever side.
    pub(super) fn remove(&mut self, unit: UnitId) {
        if unit.side() == Side::Axis {
            self.0 &= !unit.bit();
        }
    }

    /// The bits of a side, none for the Soviets.
    pub(super) const fn of(self, side: Side) -> u128 {
        match side {
            Side::Axis => self.0,
            Side::Soviet => 0,
        }
    }
}

places! {
    Place;
    RESERVE = "reserve" "A reinforcement whose turn has not come, or a substitute counter not in use.",
    ARRIVED = "arrived" "A reinforcement that may enter the map now [8.1].",
    CADRE = "cadre" "The Cadre box [7.43].",
    ELIMINATED = "eliminated" "The Eliminated box [7.43].",
    CANNOT_REBUILD = "cannot-rebuild" "The Cannot Rebuild box [7.43].",
    WITHDRAWN = "withdrawn" "Withdrawn [8.7].",
}
