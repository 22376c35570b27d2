//! Arrays of weights, padded so that vector instructions of any width fit. Padding is zero and stays zero through
//! every step of the network, so that nothing else needs to know of it.

use std::ops::{Deref, DerefMut};

use pulp::Simd;

/// Every row of channels is a multiple of this many numbers: the widest vectors there are.
const LANES: usize = 16;

/// Rows that a product works on at once: enough sums to keep the arithmetic units busy, few enough for registers.
pub(super) const TILE: usize = 6;

/// A number of channels with its padding.
pub(super) fn padded(channels: usize) -> usize {
    channels.next_multiple_of(LANES)
}

/// A vector of channels with its padding.
pub(super) fn padded_row(numbers: &[f32]) -> Vec<f32> {
    let mut row = numbers.to_vec();
    row.resize(padded(row.len()), 0.0);
    row
}

/// Numbers that begin at a cache line: a vector that straddles two is slow to load, and slower to load again what was
/// just stored. A copy may begin elsewhere, which costs time and nothing else.
#[derive(Clone, Debug, Default)]
pub(super) struct Aligned {
    numbers: Vec<f32>,
    begin: usize,
    length: usize,
}

impl Aligned {
    fn new(numbers: &[f32]) -> Self {
        let mut aligned = Aligned::default();
        aligned.resize(numbers.len());
        aligned.copy_from_slice(numbers);
        aligned
    }

    /// Makes room for as many numbers; what they are is not said unless the length stays the same.
    pub(super) fn resize(&mut self, length: usize) {
        if length != self.length {
            self.numbers.resize(length + LANES, 0.0);
            self.begin = self.numbers.as_ptr().align_offset(LANES * size_of::<f32>()).min(LANES);
            self.length = length;
        }
    }
}

impl Deref for Aligned {
    type Target = [f32];

    #[inline(always)]
    fn deref(&self) -> &[f32] {
        &self.numbers[self.begin..][..self.length]
    }
}

impl DerefMut for Aligned {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [f32] {
        &mut self.numbers[self.begin..][..self.length]
    }
}

/// A matrix, input channels first, its columns padded.
#[derive(Clone, Debug)]
pub(super) struct Matrix {
    numbers: Aligned,
    columns: usize,
}

impl Matrix {
    pub(super) fn new(numbers: &[f32], columns: usize) -> Self {
        Matrix::of_rows(numbers, columns, numbers.len() / columns)
    }

    /// The matrix with its inputs padded too: for inputs that are themselves padded.
    pub(super) fn of_padded(numbers: &[f32], columns: usize) -> Self {
        Matrix::of_rows(numbers, columns, padded(numbers.len() / columns))
    }

    fn of_rows(numbers: &[f32], columns: usize, rows: usize) -> Self {
        let mut all: Vec<f32> = numbers.chunks_exact(columns).flat_map(padded_row).collect();
        all.resize(rows * padded(columns), 0.0);
        Matrix { numbers: Aligned::new(&all), columns: padded(columns) }
    }

    /// Numbers per row, padding included.
    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    pub(super) fn row(&self, row: usize) -> &[f32] {
        &self.numbers[row * self.columns..][..self.columns]
    }

    /// All rows as vectors, one after the other.
    #[inline(always)]
    pub(super) fn vectors<S: Simd>(&self) -> &[S::f32s] {
        S::as_simd_f32s(&self.numbers).0
    }
}

/// `sums[r][c] += rows[r] * weights`, for `C` vectors of columns from `column` on; `stride` vectors per row of weights.
#[inline(always)]
pub(super) fn tile<S: Simd, const R: usize, const C: usize>(
    simd: S,
    rows: [&[f32]; R],
    weights: &[S::f32s],
    stride: usize,
    column: usize,
    sums: &mut [[S::f32s; C]; R],
) {
    let depth = rows[0].len();
    let mut rows = rows;
    for row in &mut rows {
        *row = &row[..depth];
    }
    let mut own = *sums;
    for (k, weights) in weights.chunks_exact(stride).take(depth).enumerate() {
        let weights = &weights[column..][..C];
        for (sums, row) in own.iter_mut().zip(&rows) {
            let factor = simd.splat_f32s(row[k]);
            for (sum, &weight) in sums.iter_mut().zip(weights) {
                *sum = simd.mul_add_e_f32s(factor, weight, *sum);
            }
        }
    }
    *sums = own;
}

/// `R` rows from `first` on. A loop and not [`std::array::from_fn`], whose closures are not inlined where vector
/// instructions are allowed; the same holds for [`load`] and all that works on vectors.
#[inline(always)]
pub(super) fn rows_of<const R: usize>(numbers: &[f32], columns: usize, first: usize) -> [&[f32]; R] {
    let mut rows = [numbers; R];
    for (row, numbers) in rows.iter_mut().zip(numbers[first * columns..].chunks_exact(columns)) {
        *row = numbers;
    }
    rows
}

/// `C` vectors of columns from `column` on, of `R` rows from `first` on.
#[inline(always)]
pub(super) fn load<S: Simd, const R: usize, const C: usize>(
    simd: S,
    vectors: &[S::f32s],
    stride: usize,
    first: usize,
    column: usize,
) -> [[S::f32s; C]; R] {
    let mut tile = [[simd.splat_f32s(0.0); C]; R];
    for (tile, row) in tile.iter_mut().zip(vectors[first * stride..].chunks_exact(stride)) {
        tile.copy_from_slice(&row[column..][..C]);
    }
    tile
}

/// Calls `$body` for every block of `R` rows out of `$rows`, with `$first` the first of them and the constant `$R`.
macro_rules! for_tiles {
    ($rows:expr, |$first:ident, $R:ident| $body:block) => {
        let rows: usize = $rows;
        let whole = rows - rows % crate::cpu::matrix::TILE;
        let mut $first = 0;
        while $first < whole {
            const $R: usize = crate::cpu::matrix::TILE;
            $body
            $first += $R;
        }
        while $first < rows {
            const $R: usize = 1;
            $body
            $first += $R;
        }
    };
}
/// Calls `$body` for every block of one or two vectors out of `$vectors`.
macro_rules! for_columns {
    ($vectors:expr, |$column:ident, $C:ident| $body:block) => {
        let vectors: usize = $vectors;
        let mut $column = 0;
        while $column + 2 <= vectors {
            const $C: usize = 2;
            $body
            $column += $C;
        }
        if $column < vectors {
            const $C: usize = 1;
            $body
        }
    };
}
pub(super) use {for_columns, for_tiles};

/// `out += input * matrix`, for rows of `depth` inputs.
#[inline(always)]
pub(super) fn multiply<S: Simd>(simd: S, input: &[f32], depth: usize, matrix: &Matrix, out: &mut [f32]) {
    if depth == 0 {
        return;
    }
    let weights = matrix.vectors::<S>();
    let stride = matrix.columns / S::F32_LANES;
    let out = S::as_mut_simd_f32s(out).0;
    for_tiles!(input.len() / depth, |first, R| {
        let rows: [&[f32]; R] = rows_of(input, depth, first);
        for_columns!(stride, |column, C| {
            let mut sums: [[S::f32s; C]; R] = load(simd, out, stride, first, column);
            tile(simd, rows, weights, stride, column, &mut sums);
            for (row, sums) in sums.iter().enumerate() {
                out[(first + row) * stride + column..][..C].copy_from_slice(sums);
            }
        });
    });
}

/// `out += factor * row`.
#[inline(always)]
pub(super) fn accumulate<S: Simd>(simd: S, out: &mut [f32], factor: f32, row: &[f32]) {
    let factor = simd.splat_f32s(factor);
    for (out, &row) in S::as_mut_simd_f32s(out).0.iter_mut().zip(S::as_simd_f32s(row).0) {
        *out = simd.mul_add_e_f32s(factor, row, *out);
    }
}

/// Cuts off below zero.
#[inline(always)]
pub(super) fn rectify(rows: &mut [f32]) {
    for number in rows {
        *number = number.max(0.0);
    }
}
