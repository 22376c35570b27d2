//! The map for the CPU interpreter: one row per hex in play, and the rows of its neighbours.

use stavka_engine::hex::{Direction, Grid, Hex};

use crate::description::TAPS;
use crate::shape::InputShape;

/// Rows of the hexes in play, in ascending order of hexes, and one more that is always zero: it stands for all else.
#[derive(Clone, Debug)]
pub(super) struct Terrain {
    /// The plane that says what is in play, as it was when this was built.
    plane: Option<Vec<f32>>,
    /// Row of each hex of the grid; [`Terrain::rows`] where it is out of play.
    pub(super) row_of: Vec<u32>,
    /// Rows that a hex convolution reads, per row: itself, then its neighbours in the engine's order.
    pub(super) taps: Vec<[u32; TAPS]>,
}

impl Terrain {
    /// For one grid and what is in play of it; the whole grid without a plane.
    pub(super) fn new(shape: &InputShape, plane: Option<&[f32]>) -> Self {
        let grid = Grid::new(shape.width as u8, shape.height as u8, shape.layout).expect("the description was checked");
        let plays = |hex: Hex| plane.is_none_or(|plane| plane[hex.index()] != 0.0);
        let mut rows = 0;
        let mut row_of: Vec<u32> = grid
            .hexes()
            .map(|hex| {
                let row = if plays(hex) { rows } else { u32::MAX };
                rows += u32::from(row != u32::MAX);
                row
            })
            .collect();
        for row in &mut row_of {
            *row = (*row).min(rows);
        }
        let tap = |hex: Hex, direction| grid.neighbour(hex, direction).map_or(rows, |near| row_of[near.index()]);
        let taps = grid
            .hexes()
            .filter(|&hex| plays(hex))
            .map(|hex| {
                let mut taps = [row_of[hex.index()]; TAPS];
                for (slot, direction) in taps[1..].iter_mut().zip(Direction::ALL) {
                    *slot = tap(hex, direction);
                }
                taps
            })
            .collect();
        Terrain { plane: plane.map(<[f32]>::to_vec), row_of, taps }
    }

    /// Hexes in play.
    pub(super) fn rows(&self) -> usize {
        self.taps.len()
    }

    /// Whether the same hexes are in play.
    pub(super) fn is_of(&self, plane: Option<&[f32]>) -> bool {
        self.plane.as_deref() == plane
    }
}
