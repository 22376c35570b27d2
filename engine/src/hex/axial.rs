//! Axial coordinates: the frame in which hex geometry is plain integer arithmetic.

use super::layout::{Direction, Layout};

/// A position on the endless hex plane. The third cube coordinate is `-q - r`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Axial {
    pub(super) q: i16,
    pub(super) r: i16,
}

impl Axial {
    /// From a column and row counted from 0.
    pub(super) const fn from_offset(layout: Layout, column: i16, row: i16) -> Self {
        if layout.is_pointy() {
            Self { q: column - half_shift(layout, row), r: row }
        } else {
            Self { q: column, r: row - half_shift(layout, column) }
        }
    }

    /// Column and row counted from 0; both may lie beyond any map.
    pub(super) const fn to_offset(self, layout: Layout) -> (i16, i16) {
        if layout.is_pointy() { (self.q + half_shift(layout, self.r), self.r) } else { (self.q, self.r + half_shift(layout, self.q)) }
    }

    pub(super) const fn step(self, layout: Layout, direction: Direction) -> Self {
        // Clockwise from north-east on a pointy-top map. A flat-top map starts from north, one
        // place earlier in the same circle.
        const CIRCLE: [(i16, i16); 6] = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)];
        let turn = if layout.is_pointy() { 0 } else { 5 };
        let (q, r) = CIRCLE[(direction.index() + turn) % 6];
        Self { q: self.q + q, r: self.r + r }
    }

    /// Number of steps between two positions.
    #[inline]
    pub(super) const fn distance(self, other: Self) -> u16 {
        let q = self.q as i32 - other.q as i32;
        let r = self.r as i32 - other.r as i32;
        // The largest of the three cube differences is half their sum.
        ((q.abs() + r.abs() + (q + r).abs()) / 2) as u16
    }
}

/// Whole hexes that the half-hex shifts add up to between line 0 and `line` (a row when pointy-top,
/// a column when flat-top).
const fn half_shift(layout: Layout, line: i16) -> i16 {
    // Printed lines count from 1, so the printed even ones are the odd ones here.
    let odd = line & 1;
    let whole = if layout.shifts_even() { line - odd } else { line + odd };
    whole / 2
}
