//! Hexes, directions and the way hexes stand.

use std::hash::{Hash, Hasher};

use super::axial::Axial;

/// What a neighbour table holds beyond the edge of the map.
pub const OFF_MAP: u16 = u16::MAX;

/// Index of a hex of a [`Grid`], row-major from its north-west corner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Hex(pub u16);

/// Of many hexes four at a time: the hash of a state is the same as of one after the other.
impl Hash for Hex {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u16(self.0);
    }

    #[inline]
    fn hash_slice<H: Hasher>(hexes: &[Self], state: &mut H) {
        let (fours, rest) = hexes.as_chunks::<4>();
        for four in fours {
            state.write_u64(four.iter().rev().fold(0, |word, hex| word << 16 | u64::from(hex.0)));
        }
        for hex in rest {
            hex.hash(state);
        }
    }
}

impl Hex {
    /// The index, for tables per hex.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One of the six neighbours of a hex, 0 to 5 clockwise.
///
/// Pointy-top: 0 NE, 1 E, 2 SE, 3 SW, 4 W, 5 NW. Flat-top: 0 N, 1 NE, 2 SE, 3 S, 4 SW, 5 NW.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Direction(u8);

impl Direction {
    /// All six, in order.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// The direction numbered `i`; `None` from 6 up.
    pub const fn new(i: u8) -> Option<Self> {
        if i < 6 { Some(Self(i)) } else { None }
    }

    /// The number, for tables per direction: below 6.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The direction that leads back.
    #[inline]
    pub const fn opposite(self) -> Self {
        Self(if self.0 < 3 { self.0 + 3 } else { self.0 - 3 })
    }
}

/// Which way the hexes stand and which printed rows or columns (counted from 1) are shifted by half
/// a hex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// Points up; rows 2, 4, 6 ... lie half a hex to the right.
    PointyEvenRight,
    /// Points up; rows 1, 3, 5 ... lie half a hex to the right.
    PointyOddRight,
    /// Flat sides up; columns 2, 4, 6 ... lie half a hex lower.
    FlatEvenDown,
    /// Flat sides up; columns 1, 3, 5 ... lie half a hex lower.
    FlatOddDown,
}

impl Layout {
    /// Points up, so that rows are straight; otherwise columns are.
    pub const fn is_pointy(self) -> bool {
        matches!(self, Self::PointyEvenRight | Self::PointyOddRight)
    }

    /// The printed even rows or columns are the shifted ones; otherwise the odd ones are.
    pub const fn shifts_even(self) -> bool {
        matches!(self, Self::PointyEvenRight | Self::FlatEvenDown)
    }

    /// Column and row of the next hex that way, counted from 0 and perhaps beyond the map. The first of each counts as 1 for the
    /// layout.
    pub const fn step(self, (column, row): (i16, i16), direction: Direction) -> (i16, i16) {
        Axial::from_offset(self, column, row).step(self, direction).to_offset(self)
    }

    /// The same hexes when the printed line `first`, a row or a column, is counted as 1.
    pub(super) const fn counted_from(self, first: u8) -> Self {
        match self {
            _ if first % 2 == 1 => self,
            Self::PointyEvenRight => Self::PointyOddRight,
            Self::PointyOddRight => Self::PointyEvenRight,
            Self::FlatEvenDown => Self::FlatOddDown,
            Self::FlatOddDown => Self::FlatEvenDown,
        }
    }
}
