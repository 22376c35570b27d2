//! Which cells one kind of move may enter.

use super::facing::Facing;
use super::lattice::{Cell, HEIGHT, Lattice, WIDTH};
use super::set::CellSet;

/// Squares of the largest lattice with a rim of one around it, so that no step leads over the edge.
pub(super) const RIMMED: usize = (WIDTH + 2) * (HEIGHT + 2);

/// The cells of a lattice that one kind of move may enter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Floor {
    lattice: Lattice,
    open: CellSet,
    /// By square of the rimmed lattice: [`super::flood::UNKNOWN`] or [`super::flood::BLOCKED`].
    pub(super) prices: Box<[u8; RIMMED]>,
}

impl Floor {
    /// The floor of the cells that are `open`.
    pub fn new(lattice: Lattice, open: impl Fn(Cell) -> bool) -> Self {
        let open: CellSet = lattice.cells().filter(|&cell| open(cell)).collect();
        let mut floor = Floor { lattice, open, prices: Box::new([super::flood::BLOCKED; RIMMED]) };
        for cell in open.iter() {
            let square = floor.square(cell);
            floor.prices[square] = super::flood::UNKNOWN;
        }
        floor
    }

    /// The lattice.
    #[inline]
    pub const fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// Whether the cell may be entered.
    #[inline]
    pub const fn is_open(&self, cell: Cell) -> bool {
        self.open.contains(cell)
    }

    /// Place of a cell in the rimmed lattice.
    #[inline]
    pub(super) const fn square(&self, cell: Cell) -> usize {
        let (column, row) = self.lattice.place(cell);
        (row as usize + 1) * self.stride() + column as usize + 1
    }

    /// The cell of a square that is not of the rim.
    #[inline]
    pub(super) const fn cell(&self, square: usize) -> Cell {
        let (row, column) = (square / self.stride() - 1, square % self.stride() - 1);
        Cell((row * self.lattice.width() + column) as u16)
    }

    /// Squares of a row of the rimmed lattice.
    #[inline]
    pub(super) const fn stride(&self) -> usize {
        self.lattice.width() + 2
    }

    /// The cells straight ahead that a move can come to, from the next one on. It ends before a cell that is not open or is
    /// `closed`; a diagonal step passes between two such cells no more than into one.
    pub fn ahead<'a>(&'a self, from: Cell, facing: Facing, closed: &'a CellSet) -> impl Iterator<Item = Cell> + 'a {
        let free = move |cell: Option<Cell>| cell.filter(|&cell| self.open.contains(cell) && !closed.contains(cell));
        std::iter::successors(Some(from), move |&at| {
            let beside = [facing.turned(-1), facing.turned(1)];
            let passes = !facing.is_diagonal() || beside.into_iter().all(|way| free(self.lattice.step(at, way)).is_some());
            free(self.lattice.step(at, facing)).filter(|_| passes)
        })
        .skip(1)
    }
}
