//! The map for the CPU interpreter: one row per cell in play, and the rows of its neighbours.

use stavka_engine::observation::Cells;

use crate::shape::InputShape;

/// Rows of the cells in play, in ascending order of cells, and one more that is always zero: it stands for all else.
#[derive(Clone, Debug)]
pub(super) struct Terrain {
    /// The plane that says what is in play, as it was when this was built.
    plane: Option<Vec<u8>>,
    /// What the cells are.
    pub(super) cells: Cells,
    /// Row of each cell of the grid; [`Terrain::rows`] where it is out of play.
    pub(super) row_of: Vec<u32>,
    /// Rows that a convolution reads, one row after the other: itself, then its neighbours in the engine's order.
    pub(super) taps: Vec<u32>,
}

impl Terrain {
    /// For one grid and what is in play of it; the whole grid without a plane.
    pub(super) fn new(shape: &InputShape, plane: Option<&[u8]>) -> Self {
        let cells = shape.cells;
        let plays = |&cell: &usize| plane.is_none_or(|plane| plane[cell] != 0);
        let rows = (0..shape.area()).filter(plays).count() as u32;
        let mut row_of = vec![rows; shape.area()];
        for (row, cell) in (0..).zip((0..shape.area()).filter(plays)) {
            row_of[cell] = row;
        }
        let near = |cell: usize, direction| cells.neighbour([shape.height, shape.width], cell, direction).map_or(rows, |near| row_of[near]);
        let taps = (0..shape.area())
            .filter(plays)
            .flat_map(|cell| std::iter::once(row_of[cell]).chain((0..cells.directions()).map(move |direction| near(cell, direction))))
            .collect();
        Terrain { plane: plane.map(<[u8]>::to_vec), cells, row_of, taps }
    }

    /// Cells in play.
    pub(super) fn rows(&self) -> usize {
        self.taps.len() / (1 + self.cells.directions())
    }

    /// Whether the same cells are in play.
    pub(super) fn is_of(&self, plane: Option<&[u8]>) -> bool {
        self.plane.as_deref() == plane
    }
}
