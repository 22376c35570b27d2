//! Small numbers with names: ground counters, air counters, sets of hexes.

use crate::game::Side;

/// Most hexes a map of this game may have: the isthmus has 9 x 15 = 135.
pub const HEX_CAPACITY: usize = 192;
/// Words of a bitset of hexes.
pub const HEX_WORDS: usize = HEX_CAPACITY / 64;
/// A set of hexes of this game.
pub type HexSet = crate::hex::HexSet<HEX_WORDS>;

/// Most ground counters a side may have.
pub const SIDE_UNITS: usize = 128;
/// Most air counters a side may have.
pub const SIDE_AIR: usize = 32;

/// A ground counter: Axis counters are 0 to 127, Soviet counters 128 to 255, each in the order of the data file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UnitId(pub u8);

impl UnitId {
    /// Counter number `slot` of a side, below [`SIDE_UNITS`].
    #[inline]
    pub const fn new(side: Side, slot: usize) -> Self {
        UnitId((side.index() * SIDE_UNITS + slot) as u8)
    }

    /// The side it belongs to.
    #[inline]
    pub const fn side(self) -> Side {
        if (self.0 as usize) < SIDE_UNITS { Side::Axis } else { Side::Soviet }
    }

    /// Place among the counters of its side.
    #[inline]
    pub const fn slot(self) -> usize {
        self.0 as usize % SIDE_UNITS
    }
}

/// An air counter: Axis counters are 0 to 31, Soviet counters 32 to 63, each in the order of the data file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AirId(pub u8);

impl AirId {
    /// Counter number `slot` of a side, below [`SIDE_AIR`].
    #[inline]
    pub const fn new(side: Side, slot: usize) -> Self {
        AirId((side.index() * SIDE_AIR + slot) as u8)
    }

    /// The side it belongs to.
    #[inline]
    pub const fn side(self) -> Side {
        if (self.0 as usize) < SIDE_AIR { Side::Axis } else { Side::Soviet }
    }

    /// Place among the counters of its side.
    #[inline]
    pub const fn slot(self) -> usize {
        self.0 as usize % SIDE_AIR
    }
}
