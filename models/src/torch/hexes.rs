//! Hex convolutions as ordinary ones. In offset coordinates the six neighbours lie differently for shifted rows (or
//! columns) and for the others, each time within a square of nine. So a hex convolution is two convolutions over
//! every second row, each with its own arrangement of the seven weights, interleaved again: no work is wasted but
//! the two empty corners.

use stavka_engine::hex::{Direction, Grid, Layout};
use tch::{Device, Tensor};

use crate::description::TAPS;

/// Where the seven taps of a hex convolution lie within a 3 x 3 kernel, on one grid orientation and device.
#[derive(Debug)]
pub(super) struct Arrangement {
    pointy: bool,
    /// For lines (rows or columns) 0, 2, 4 ... and for 1, 3, 5 ...: the tap of each of the nine places, [`TAPS`]
    /// where there is none.
    places: [Tensor; 2],
}

impl Arrangement {
    pub(super) fn new(layout: Layout, device: Device) -> Self {
        let places = [0, 1].map(|parity| Tensor::from_slice(&places(layout, parity)).to_device(device));
        Arrangement { pointy: layout.is_pointy(), places }
    }

    /// One weight per channel and tap: `input` is positions x channels x height x width, `weights` taps x channels.
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
        let size = input.size();
        let (height, width) = (size[2], size[3]);
        let none = weights.slice(2, 0, 1, 1).zeros_like();
        let taps = Tensor::cat(&[weights, &none], 2);
        let shape = [weights.size()[0], weights.size()[1], 3, 3];
        let kernels = self.places.each_ref().map(|places| taps.index_select(2, places).view(shape));
        // A line of nothing on every side, and one more after the last if their number is odd.
        let (lines, along) = if self.pointy { (height, [2, 1]) } else { (width, [1, 2]) };
        let padding = if self.pointy { [1, 1, 1, 1 + lines % 2] } else { [1, 1 + lines % 2, 1, 1] };
        let padded = input.constant_pad_nd(padding);
        let across = if self.pointy { 2 } else { 3 };
        let halves = [0, 1].map(|parity: i64| {
            let begin = padded.narrow(across, parity, padded.size()[across as usize] - parity);
            begin.conv2d(&kernels[parity as usize], None::<Tensor>, along, [0, 0], [1, 1], groups)
        });
        let half = (lines + 1) / 2;
        let halves = halves.map(|lines| lines.narrow(across, 0, half));
        let joined = Tensor::stack(&halves, across + 1);
        let mut shape = joined.size();
        shape.remove(across as usize + 1);
        shape[across as usize] = 2 * half;
        joined.reshape(shape).narrow(across, 0, lines)
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
