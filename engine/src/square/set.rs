//! A set of cells.

use std::ops::Range;

use super::lattice::{Cell, HEIGHT, WIDTH};
use crate::hex::{Hex, HexSet};

/// Words of 64 bits for the cells of the largest lattice.
const WORDS: usize = (WIDTH * HEIGHT).div_ceil(64);

/// A set of cells as a plain bitset.
///
/// ```
/// use stavka_engine::square::{Cell, CellSet};
///
/// let near: CellSet = [Cell(3), Cell(2988)].into_iter().collect();
/// assert!(near.contains(Cell(3)) && !near.contains(Cell(4)));
/// assert_eq!(near.iter().collect::<Vec<_>>(), [Cell(3), Cell(2988)]);
/// assert_eq!(near.within(3..4).chain(near.within(4..2988)).collect::<Vec<_>>(), [Cell(3)]);
/// assert_eq!(near.difference([Cell(3)].into_iter().collect()).iter().collect::<Vec<_>>(), [Cell(2988)]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CellSet(HexSet<WORDS>);

impl CellSet {
    /// No cell.
    pub const EMPTY: Self = CellSet(HexSet::EMPTY);

    /// Puts a cell in.
    #[inline]
    pub const fn insert(&mut self, cell: Cell) {
        self.0.insert(Hex(cell.0));
    }

    /// Takes a cell out.
    #[inline]
    pub const fn remove(&mut self, cell: Cell) {
        self.0.remove(Hex(cell.0));
    }

    /// Whether the cell is in the set.
    #[inline]
    pub const fn contains(&self, cell: Cell) -> bool {
        self.0.contains(Hex(cell.0))
    }

    /// Whether no cell is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Number of cells in the set.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The cells that are in this set and not in the other.
    #[inline]
    #[must_use]
    pub fn difference(self, other: Self) -> Self {
        CellSet(self.0.difference(other.0))
    }

    /// The cells whose indices lie in a range that is not empty, in ascending order.
    #[inline]
    pub fn within(&self, range: Range<usize>) -> impl Iterator<Item = Cell> + use<'_> {
        self.0.between(Hex(range.start as u16), Hex(range.end as u16 - 1)).map(|hex| Cell(hex.0))
    }

    /// The cells in ascending order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        self.0.iter().map(|hex| Cell(hex.0))
    }
}

impl Extend<Cell> for CellSet {
    fn extend<I: IntoIterator<Item = Cell>>(&mut self, cells: I) {
        cells.into_iter().for_each(|cell| self.insert(cell));
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = CellSet::EMPTY;
        set.extend(cells);
        set
    }
}

impl std::fmt::Debug for CellSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter().map(|cell| cell.0)).finish()
    }
}
