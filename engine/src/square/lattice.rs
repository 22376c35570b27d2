//! Cells by number and by column and row.

use std::ops::Range;

use super::facing::Facing;

/// Most columns of a lattice.
pub const WIDTH: usize = 61;
/// Most rows of a lattice.
pub const HEIGHT: usize = 49;

/// A cell: its row-major index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(pub u16);

impl Cell {
    /// Array index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A lattice that cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{width} x {height} cells; expected 1 x 1 to {WIDTH} x {HEIGHT}")]
pub struct LatticeError {
    width: usize,
    height: usize,
}

/// Columns and rows, both from 0, the first row in the north.
///
/// ```
/// use stavka_engine::square::{Facing, Lattice};
///
/// let lattice = Lattice::new(25, 25)?;
/// let centre = lattice.cell(12, 12).expect("a cell");
/// assert_eq!(lattice.step(centre, Facing::NORTH_EAST).map(|cell| lattice.place(cell)), Some((13, 11)));
/// assert_eq!(lattice.cell(25, 0), None);
/// # Ok::<(), stavka_engine::square::LatticeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lattice {
    width: u8,
    height: u8,
}

impl Lattice {
    /// A lattice of so many columns and rows.
    ///
    /// # Errors
    /// None at all, or more than [`WIDTH`] and [`HEIGHT`].
    pub fn new(width: usize, height: usize) -> Result<Self, LatticeError> {
        let fits = (1..=WIDTH).contains(&width) && (1..=HEIGHT).contains(&height);
        if fits { Ok(Lattice { width: width as u8, height: height as u8 }) } else { Err(LatticeError { width, height }) }
    }

    /// Number of columns.
    #[inline]
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Number of rows.
    #[inline]
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Number of cells.
    #[inline]
    pub const fn len(self) -> usize {
        self.width() * self.height()
    }

    /// Whether there is no cell: never.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The cells in order.
    pub fn cells(self) -> impl ExactSizeIterator<Item = Cell> {
        (0..self.len() as u16).map(Cell)
    }

    /// The cell in a column and row; `None` beyond the edge.
    #[inline]
    pub fn cell(self, column: i16, row: i16) -> Option<Cell> {
        let inside = (0..i16::from(self.width)).contains(&column) && (0..i16::from(self.height)).contains(&row);
        inside.then(|| Cell(row as u16 * u16::from(self.width) + column as u16))
    }

    /// Column and row of a cell.
    #[inline]
    pub const fn place(self, cell: Cell) -> (i16, i16) {
        ((cell.0 % self.width as u16) as i16, (cell.0 / self.width as u16) as i16)
    }

    /// The next cell that way; `None` beyond the edge.
    #[inline]
    pub fn step(self, cell: Cell, facing: Facing) -> Option<Cell> {
        let ((column, row), (right, down)) = (self.place(cell), facing.vector());
        self.cell(column + right, row + down)
    }

    /// Columns and rows from one cell to another.
    #[inline]
    pub const fn offset(self, from: Cell, to: Cell) -> (i16, i16) {
        let ((x0, y0), (x1, y1)) = (self.place(from), self.place(to));
        (x1 - x0, y1 - y0)
    }

    /// Square of the distance of two cells, in cells.
    #[inline]
    pub const fn distance2(self, a: Cell, b: Cell) -> u16 {
        let (dx, dy) = self.offset(a, b);
        (dx * dx + dy * dy) as u16
    }

    /// Whether one cell lies within so many columns and rows of another.
    #[inline]
    pub const fn is_near(self, a: Cell, b: Cell, within: u16) -> bool {
        let (dx, dy) = self.offset(a, b);
        dx.unsigned_abs() <= within && dy.unsigned_abs() <= within
    }

    /// The cells within so many columns and rows of one, itself among them, in order.
    pub fn around(self, cell: Cell, within: i16) -> impl Iterator<Item = Cell> {
        let (column, row) = self.place(cell);
        let rows = (row - within).max(0)..=(row + within).min(i16::from(self.height) - 1);
        rows.flat_map(move |y| {
            let columns = (column - within).max(0)..=(column + within).min(i16::from(self.width) - 1);
            columns.filter_map(move |x| self.cell(x, y))
        })
    }

    /// The cells whose centres lie within a distance, in cells, of that of one, row by row, each row as the indices of its cells.
    ///
    /// ```
    /// use stavka_engine::square::{Cell, Lattice};
    ///
    /// let lattice = Lattice::new(9, 5)?;
    /// let rows: Vec<_> = lattice.disc(Cell(3), 2).collect();
    /// assert_eq!(rows, [1..6, 11..14, 21..22]);
    /// # Ok::<(), stavka_engine::square::LatticeError>(())
    /// ```
    pub fn disc(self, centre: Cell, radius: u8) -> impl Iterator<Item = Range<usize>> {
        let ((column, row), reach) = (self.place(centre), i16::from(radius));
        let rows = (row - reach).max(0)..=(row + reach).min(i16::from(self.height) - 1);
        rows.map(move |y| {
            let across = i32::from(reach).pow(2) - i32::from(y - row).pow(2);
            let half = across.isqrt() as i16;
            let start = y as usize * self.width();
            let (first, last) = ((column - half).max(0), (column + half).min(i16::from(self.width) - 1));
            start + first as usize..start + last as usize + 1
        })
    }
}
