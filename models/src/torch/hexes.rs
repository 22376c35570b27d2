//! Hex convolutions as ordinary ones. In offset coordinates the six neighbours lie differently for shifted rows (or
//! columns) and for the others, each time within a square of nine. So a hex convolution is two convolutions over
//! every second row, each with its own arrangement of the seven weights, interleaved again: no work is wasted but
//! the two empty corners, and, so that both begin at the same edge, one empty line before the kernel of the second.

use std::iter;

use stavka_engine::hex::{Direction, Grid, Layout};
use tch::{Device, Tensor};

use crate::description::TAPS;

/// Lines of hexes of which every second one is shifted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lines {
    Rows,
    Columns,
}

impl Lines {
    pub(super) fn of(layout: Layout) -> Self {
        if layout.is_pointy() { Lines::Rows } else { Lines::Columns }
    }

    /// How many rows and columns a grid lacks to have an even number of lines.
    pub(super) fn missing(self, height: i64, width: i64) -> (i64, i64) {
        match self {
            Lines::Rows => (height % 2, 0),
            Lines::Columns => (0, width % 2),
        }
    }
}

/// Where the seven taps of a hex convolution lie within its kernels, on one grid orientation and device.
#[derive(Debug)]
pub(super) struct Arrangement {
    lines: Lines,
    /// For lines 0, 2, 4 ... the tap of each place of a 3 x 3 kernel, row-major, [`TAPS`] where there is none; for
    /// lines 1, 3, 5 ... of a kernel with an empty line before those.
    places: [Tensor; 2],
}

impl Arrangement {
    pub(super) fn new(layout: Layout, device: Device) -> Self {
        let lines = Lines::of(layout);
        let none = TAPS as i64;
        let [even, odd] = [0, 1].map(|parity| places(layout, parity));
        let odd: Vec<i64> = match lines {
            Lines::Rows => [none; 3].into_iter().chain(odd).collect(),
            Lines::Columns => odd.chunks(3).flat_map(|row| iter::once(none).chain(row.iter().copied())).collect(),
        };
        let places = [even.as_slice(), &odd].map(|places| Tensor::from_slice(places).to_device(device));
        Arrangement { lines, places }
    }

    /// One weight per channel and tap: `input` is positions x channels x height x width with an even number of lines,
    /// `weights` taps x channels.
    pub(super) fn depthwise(&self, input: &Tensor, weights: &Tensor) -> Tensor {
        let channels = weights.size()[1];
        self.convolve(input, &weights.transpose(0, 1).unsqueeze(1), channels)
    }

    /// A matrix per tap: `weights` is taps x inputs x outputs.
    pub(super) fn full(&self, input: &Tensor, weights: &Tensor) -> Tensor {
        self.convolve(input, &weights.permute([2, 1, 0]), 1)
    }

    /// `weights`: outputs x inputs per group x taps.
    fn convolve(&self, input: &Tensor, weights: &Tensor, groups: i64) -> Tensor {
        let none = weights.slice(2, 0, 1, 1).zeros_like();
        let taps = Tensor::cat(&[weights, &none], 2);
        // Along which dimension lines follow each other, in an input and in a kernel.
        let (across, along, sizes) = match self.lines {
            Lines::Rows => (2, [2, 1], [[3, 3], [4, 3]]),
            Lines::Columns => (3, [1, 2], [[3, 3], [3, 4]]),
        };
        let halves = [0, 1].map(|parity| {
            let [height, width] = sizes[parity];
            let shape = [weights.size()[0], weights.size()[1], height, width];
            let kernel = taps.index_select(2, &self.places[parity]).view(shape);
            input.conv2d(&kernel, None::<Tensor>, along, [1, 1], [1, 1], groups)
        });
        let mut shape = halves[0].size();
        shape[across] *= 2;
        Tensor::stack(&halves, across as i64 + 1).reshape(shape)
    }
}

/// The tap of each place of a 3 x 3 kernel, row-major, for lines of one parity counted from 0.
fn places(layout: Layout, parity: u8) -> [i64; 9] {
    let grid = Grid::new(5, 5, layout).expect("five by five");
    let (column, row) = if layout.is_pointy() { (3, 3 - parity) } else { (3 - parity, 3) };
    let centre = grid.at(column, row).expect("inside five by five");
    let mut places = [TAPS as i64; 9];
    places[4] = 0;
    for (tap, direction) in (1..).zip(Direction::ALL) {
        let near = grid.neighbour(centre, direction).expect("three lines from the edge");
        let (down, right) = (grid.row(near) + 1 - row, grid.column(near) + 1 - column);
        places[usize::from(3 * down + right)] = tap;
    }
    places
}
