//! The eight ways to face, and the arcs that they open.

/// One of eight directions, clockwise from the north.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Facing(u8);

/// A quarter around something that faces a way. The borders between quarters count to front and rear.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quarter {
    /// 90 degrees ahead.
    Front,
    /// Left or right.
    Side,
    /// 90 degrees behind.
    Rear,
}

impl Facing {
    /// North: the row above.
    pub const NORTH: Facing = Facing(0);
    /// North-east.
    pub const NORTH_EAST: Facing = Facing(1);
    /// East.
    pub const EAST: Facing = Facing(2);
    /// South-east.
    pub const SOUTH_EAST: Facing = Facing(3);
    /// South.
    pub const SOUTH: Facing = Facing(4);
    /// South-west.
    pub const SOUTH_WEST: Facing = Facing(5);
    /// West.
    pub const WEST: Facing = Facing(6);
    /// North-west.
    pub const NORTH_WEST: Facing = Facing(7);

    /// All of them, clockwise.
    pub const ALL: [Facing; 8] =
        [Self::NORTH, Self::NORTH_EAST, Self::EAST, Self::SOUTH_EAST, Self::SOUTH, Self::SOUTH_WEST, Self::WEST, Self::NORTH_WEST];

    /// Names for people and notation, in the order of [`Facing::ALL`].
    pub const NAMES: [&'static str; 8] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

    /// The facing with this number, 0 to 7.
    pub fn new(number: u8) -> Option<Self> {
        (number < 8).then_some(Facing(number))
    }

    /// Number from 0, clockwise.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Name for people and notation.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self.index()]
    }

    /// Columns to the right and rows down of one step.
    #[inline]
    pub const fn vector(self) -> (i16, i16) {
        const VECTORS: [(i16, i16); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
        VECTORS[self.index()]
    }

    /// Turned by so many eighths of a circle, clockwise if positive.
    #[inline]
    #[must_use]
    pub const fn turned(self, eighths: i8) -> Self {
        Facing((self.0 as i8 + eighths).rem_euclid(8) as u8)
    }

    /// The opposite way.
    #[inline]
    #[must_use]
    pub const fn reversed(self) -> Self {
        self.turned(4)
    }

    /// Whether a step this way is diagonal.
    #[inline]
    pub const fn is_diagonal(self) -> bool {
        self.0 % 2 == 1
    }

    /// Cost of a step this way, in fifths of a cell.
    #[inline]
    pub const fn cost(self) -> u8 {
        if self.is_diagonal() { super::DIAGONAL } else { super::STRAIGHT }
    }

    /// The quarter in which an offset of columns and rows lies. Both sides of the test grow with the length of the vector of a
    /// facing, so that it is exact for diagonals too. An offset of nothing lies at the side.
    #[inline]
    pub const fn quarter(self, (right, down): (i16, i16)) -> Quarter {
        let (x, y) = self.vector();
        let (along, across) = (x * right + y * down, (x * down - y * right).abs());
        if along > 0 && across <= along {
            Quarter::Front
        } else if along < 0 && across <= -along {
            Quarter::Rear
        } else {
            Quarter::Side
        }
    }
}
