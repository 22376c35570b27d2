//! Sets of counters, and where a counter can be.

use super::ids::{AirId, HEX_CAPACITY, SIDE_AIR, SIDE_UNITS, UnitId};
use crate::game::Side;
use crate::hex::Hex;

impl UnitId {
    /// Its bit in a set of its side's counters.
    #[inline]
    pub const fn bit(self) -> u128 {
        1 << self.slot()
    }

    /// Array index, below [`UNIT_CAPACITY`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Most ground counters of both sides.
pub(super) const UNIT_CAPACITY: usize = 2 * SIDE_UNITS;

/// A set of ground counters of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct UnitSet(pub [u128; 2]);

impl UnitSet {
    /// No counters.
    pub const EMPTY: UnitSet = UnitSet([0; 2]);

    /// Whether the counter is in the set.
    #[inline]
    pub const fn contains(&self, unit: UnitId) -> bool {
        self.0[unit.side().index()] & unit.bit() != 0
    }

    /// Adds a counter.
    #[inline]
    pub fn insert(&mut self, unit: UnitId) {
        self.0[unit.side().index()] |= unit.bit();
    }

    /// Removes a counter.
    #[inline]
    pub fn remove(&mut self, unit: UnitId) {
        self.0[unit.side().index()] &= !unit.bit();
    }

    /// Adds or removes a counter.
    #[inline]
    pub fn set(&mut self, unit: UnitId, present: bool) {
        if present {
            self.insert(unit);
        } else {
            self.remove(unit);
        }
    }

    /// The bits of one side.
    #[inline]
    pub const fn of(&self, side: Side) -> u128 {
        self.0[side.index()]
    }

    /// Whether no counter is in the set.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.0[0] | self.0[1] == 0
    }

    /// Counters in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = UnitId> + use<> {
        units(Side::Axis, self.0[0]).chain(units(Side::Soviet, self.0[1]))
    }

    /// The set as words for hashing.
    pub(super) fn words(self) -> [u64; 4] {
        let [axis, soviet] = self.0;
        [axis as u64, (axis >> 64) as u64, soviet as u64, (soviet >> 64) as u64]
    }
}

/// The counters of a side whose bits are set, in ascending order.
#[inline]
pub fn units(side: Side, mut bits: u128) -> impl Iterator<Item = UnitId> {
    std::iter::from_fn(move || {
        if bits == 0 {
            return None;
        }
        let slot = bits.trailing_zeros() as usize;
        bits &= bits - 1;
        Some(UnitId::new(side, slot))
    })
}

/// The bits of a side's counters above a slot.
#[inline]
pub(super) fn above(slot: usize) -> u128 {
    u128::MAX.checked_shl(slot as u32 + 1).unwrap_or(0)
}

/// The bits of a side's counters from a slot on.
#[inline]
pub(super) fn from_slot(slot: u8) -> u128 {
    u128::MAX.checked_shl(u32::from(slot)).unwrap_or(0)
}

/// A set of air counters of both sides, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct AirSet(pub u64);

impl AirSet {
    /// No air units.
    pub const EMPTY: AirSet = AirSet(0);

    /// Whether the air unit is in the set.
    #[inline]
    pub const fn contains(self, air: AirId) -> bool {
        self.0 & (1 << air.0) != 0
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
        let mask = (1u64 << SIDE_AIR) - 1;
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
        if self.0 == 0 { None } else { Some(AirId(63 - self.0.leading_zeros() as u8)) }
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
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

/// Where a ground counter is: a hex of the map or one of the boxes beside it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place(u16);

impl Place {
    /// A reinforcement whose turn has not come, or a substitute counter not in use.
    pub const RESERVE: Place = Place(0xff00);
    /// A reinforcement that may enter the map now [8.1].
    pub const ARRIVED: Place = Place(0xff01);
    /// The Cadre box [7.43].
    pub const CADRE: Place = Place(0xff02);
    /// The Eliminated box [7.43].
    pub const ELIMINATED: Place = Place(0xff03);
    /// The Cannot Rebuild box [7.43].
    pub const CANNOT_REBUILD: Place = Place(0xff04);
    /// Withdrawn [8.7].
    pub const WITHDRAWN: Place = Place(0xff05);

    /// The boxes with their names in notation.
    pub const BOXES: [(Place, &'static str); 6] = [
        (Place::RESERVE, "reserve"),
        (Place::ARRIVED, "arrived"),
        (Place::CADRE, "cadre"),
        (Place::ELIMINATED, "eliminated"),
        (Place::CANNOT_REBUILD, "cannot-rebuild"),
        (Place::WITHDRAWN, "withdrawn"),
    ];

    /// A hex of the map.
    #[inline]
    pub const fn on(hex: Hex) -> Self {
        Place(hex.0)
    }

    /// The hex, if it is one.
    #[inline]
    pub const fn hex(self) -> Option<Hex> {
        if self.0 < HEX_CAPACITY as u16 { Some(Hex(self.0)) } else { None }
    }

    /// The number behind it, for hashing.
    #[inline]
    pub(super) const fn code(self) -> u16 {
        self.0
    }
}
