//! Convolutions over neighbours as those of torch. On squares the nine taps are a square of nine. On hexes in offset coordinates
//! the six neighbours lie differently for shifted rows (or columns) and for the others, each time within a square of nine. So a hex
//! convolution is two convolutions over every second row, each with its own arrangement of the seven taps, interleaved again: no
//! work is wasted but the two empty corners, and, so that both begin at the same edge, one empty line before the kernel of the
//! second.

use std::iter;

use stavka_engine::hex::Layout;
use stavka_engine::observation::Cells;
use tch::{Device, Tensor};

/// Lines of hexes of which every second one is shifted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lines {
    Rows,
    Columns,
}

impl Lines {
    fn of(layout: Layout) -> Self {
        if layout.is_pointy() { Lines::Rows } else { Lines::Columns }
    }
}

/// How many rows and columns a grid of hexes lacks to have an even number of lines.
pub(super) fn missing(cells: Cells, height: i64, width: i64) -> (i64, i64) {
    match cells {
        Cells::Square => (0, 0),
        Cells::Hex(layout) => match Lines::of(layout) {
            Lines::Rows => (height % 2, 0),
            Lines::Columns => (0, width % 2),
        },
    }
}

/// Where the taps of a convolution lie within its kernels, on one kind of cells and one device. A kernel has the tap of each of its
/// places, row-major; beyond the last tap there is none.
#[derive(Debug)]
pub(super) enum Arrangement {
    /// Of 3 x 3.
    Squares(Tensor),
    /// Of 3 x 3 for lines 0, 2, 4 ...; with an empty line before those for lines 1, 3, 5 ...
    Hexes(Lines, [Tensor; 2]),
}

impl Arrangement {
    pub(super) fn new(cells: Cells, device: Device) -> Self {
        let tensor = |places: &[i64]| Tensor::from_slice(places).to_device(device);
        let Cells::Hex(layout) = cells else { return Arrangement::Squares(tensor(&places(cells, [1, 1]))) };
        let lines = Lines::of(layout);
        // A cell two or three lines from the edge, on a line of either parity.
        let [even, odd] = [2, 3].map(|line| places(cells, if lines == Lines::Rows { [line, 2] } else { [2, line] }));
        let none = 1 + cells.directions() as i64;
        let odd: Vec<i64> = match lines {
            Lines::Rows => [none; 3].into_iter().chain(odd).collect(),
            Lines::Columns => odd.chunks(3).flat_map(|row| iter::once(none).chain(row.iter().copied())).collect(),
        };
        Arrangement::Hexes(lines, [tensor(&even), tensor(&odd)])
    }

    /// Kernels with one weight per channel and tap: `weights` is taps x channels.
    pub(super) fn depthwise(&self, weights: &Tensor) -> Vec<Tensor> {
        self.kernels(&weights.transpose(0, 1).unsqueeze(1))
    }

    /// Kernels with a matrix per tap: `weights` is taps x inputs x outputs.
    pub(super) fn full(&self, weights: &Tensor) -> Vec<Tensor> {
        self.kernels(&weights.permute([2, 1, 0]))
    }

    /// `weights`: outputs x inputs per group x taps.
    fn kernels(&self, weights: &Tensor) -> Vec<Tensor> {
        let none = weights.slice(2, 0, 1, 1).zeros_like();
        let taps = Tensor::cat(&[weights, &none], 2);
        let kernel = |places: &Tensor, [height, width]: [i64; 2]| {
            let shape = [weights.size()[0], weights.size()[1], height, width];
            taps.index_select(2, places).view(shape)
        };
        match self {
            Arrangement::Squares(places) => vec![kernel(places, [3, 3])],
            Arrangement::Hexes(Lines::Rows, [even, odd]) => vec![kernel(even, [3, 3]), kernel(odd, [4, 3])],
            Arrangement::Hexes(Lines::Columns, [even, odd]) => vec![kernel(even, [3, 3]), kernel(odd, [3, 4])],
        }
    }

    /// A convolution with kernels of this arrangement: `input` is positions x channels x height x width, of hexes with an even number
    /// of lines.
    pub(super) fn convolve(&self, input: &Tensor, kernels: &[Tensor], groups: i64) -> Tensor {
        let convolved = |kernel: &Tensor, along: [i64; 2]| input.conv2d(kernel, None::<Tensor>, along, [1, 1], [1, 1], groups);
        // Along which dimension lines follow each other.
        let (across, along) = match self {
            Arrangement::Squares(_) => return convolved(&kernels[0], [1, 1]),
            Arrangement::Hexes(Lines::Rows, _) => (2, [2, 1]),
            Arrangement::Hexes(Lines::Columns, _) => (3, [1, 2]),
        };
        let halves: Vec<Tensor> = kernels.iter().map(|kernel| convolved(kernel, along)).collect();
        let mut shape = halves[0].size();
        shape[across] *= 2;
        Tensor::stack(&halves, across as i64 + 1).reshape(shape)
    }
}

/// The tap of each place of a 3 x 3 kernel, row-major, for cells like the one at a row and column of a grid of five by five.
fn places(cells: Cells, [row, column]: [usize; 2]) -> [i64; 9] {
    let mut places = [1 + cells.directions() as i64; 9];
    places[4] = 0;
    for direction in 0..cells.directions() {
        let near = cells.neighbour([5, 5], 5 * row + column, direction).expect("a line from the edge at least");
        places[3 * (near / 5 + 1 - row) + near % 5 + 1 - column] = 1 + direction as i64;
    }
    places
}
