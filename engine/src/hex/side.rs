//! Hexsides: one id for each edge between two hexes, and for each edge on the border of the map.

use super::grid::Grid;
use super::layout::{Direction, Hex, OFF_MAP};

/// Index of a hexside of a [`Grid`]. Each hexside has one id, whichever of its two hexes it is seen
/// from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hexside(pub u16);

impl Hexside {
    /// The index, for tables per hexside.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Hexside ids of a grid, both ways.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct SideTable {
    of_hex: Vec<[Hexside; 6]>,
    owner: Vec<(Hex, Direction)>,
}

impl SideTable {
    /// Numbers the sides in the order of the lower of their hexes, then of its directions.
    pub(super) fn new(neighbours: &[[u16; 6]]) -> Self {
        let mut table = Self::default();
        for (hex, row) in (0..).map(Hex).zip(neighbours) {
            let sides = Direction::ALL.map(|direction| {
                let other = row[direction.index()];
                if other != OFF_MAP && other < hex.0 {
                    table.of_hex[usize::from(other)][direction.opposite().index()]
                } else {
                    table.add(hex, direction)
                }
            });
            table.of_hex.push(sides);
        }
        table
    }

    fn add(&mut self, hex: Hex, direction: Direction) -> Hexside {
        let count = u16::try_from(self.owner.len()).expect("99 by 99 hexes have fewer than 30,000 sides");
        self.owner.push((hex, direction));
        Hexside(count)
    }
}

impl Grid {
    /// The side of `hex` that faces `direction`; sides on the border of the map have ids too.
    #[inline]
    pub fn side(&self, hex: Hex, direction: Direction) -> Hexside {
        self.sides.of_hex[hex.index()][direction.index()]
    }

    /// The side that two hexes share; `None` when they are not adjacent.
    pub fn side_between(&self, a: Hex, b: Hex) -> Option<Hexside> {
        self.direction(a, b).map(|direction| self.side(a, direction))
    }

    /// Number of hexsides; ids run from 0 to one below it.
    pub fn side_count(&self) -> usize {
        self.sides.owner.len()
    }

    /// The lower of the two hexes of a side, the direction the side faces from it, and the other
    /// hex (`None` on the border).
    pub fn side_hexes(&self, side: Hexside) -> (Hex, Direction, Option<Hex>) {
        let (hex, direction) = self.sides.owner[side.index()];
        (hex, direction, self.neighbour(hex, direction))
    }
}
