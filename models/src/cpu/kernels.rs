//! The arithmetic of the CPU interpreter.

use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayView2, ArrayViewMut2};

use crate::description::{EPSILON, TAPS};

/// A matrix, input channels first.
#[derive(Clone, Debug)]
pub(super) struct Matrix {
    numbers: Vec<f32>,
    columns: usize,
}

impl Matrix {
    pub(super) fn new(numbers: &[f32], columns: usize) -> Self {
        Matrix { numbers: numbers.to_vec(), columns }
    }

    pub(super) fn rows(&self) -> usize {
        self.numbers.len() / self.columns
    }

    pub(super) fn row(&self, row: usize) -> &[f32] {
        &self.numbers[row * self.columns..][..self.columns]
    }
}

/// `out = input * matrix + keep * out`, for as many rows as there are.
pub(super) fn multiply(input: &[f32], matrix: &Matrix, keep: f32, out: &mut [f32]) {
    let (inner, columns) = (matrix.rows(), matrix.columns);
    if inner == 0 {
        return;
    }
    let rows = input.len() / inner;
    if rows < 4 {
        for (input, out) in input.chunks_exact(inner).zip(out.chunks_exact_mut(columns)) {
            if keep == 0.0 {
                out.fill(0.0);
            }
            for (&factor, row) in input.iter().zip(matrix.numbers.chunks_exact(columns)) {
                accumulate(out, factor, row);
            }
        }
        return;
    }
    let input = ArrayView2::from_shape((rows, inner), input).expect("whole rows");
    let matrix = ArrayView2::from_shape((inner, columns), &matrix.numbers).expect("whole rows");
    let mut out = ArrayViewMut2::from_shape((rows, columns), out).expect("whole rows");
    general_mat_mul(1.0, &input, &matrix, keep, &mut out);
}

/// `out += factor * row`.
#[inline]
pub(super) fn accumulate(out: &mut [f32], factor: f32, row: &[f32]) {
    for (out, number) in out.iter_mut().zip(row) {
        *out += factor * number;
    }
}

/// The trunk after the stem. Most numbers of an observation are zero, so the others are looked for: per plane, each
/// adds a multiple of the plane's row of weights to the row of its hex.
pub(super) fn stem(planes: &[f32], row_of: &[u32], weights: &Matrix, bias: &[f32], trunk: &mut [f32]) {
    const STRIDE: usize = 16;
    let width = weights.columns;
    let (rows, beyond) = trunk.split_at_mut(trunk.len() - width);
    for row in rows.chunks_exact_mut(width) {
        row.copy_from_slice(bias);
    }
    for (plane, weights) in planes.chunks_exact(row_of.len()).zip(weights.numbers.chunks_exact(width)) {
        for (chunk, row_of) in plane.chunks(STRIDE).zip(row_of.chunks(STRIDE)) {
            if chunk.iter().fold(0, |bits, number| bits | number.to_bits()) == 0 {
                continue;
            }
            for (&number, &row) in chunk.iter().zip(row_of) {
                if number != 0.0
                    && let Some(row) = rows.get_mut(row as usize * width..(row as usize + 1) * width)
                {
                    accumulate(row, number, weights);
                }
            }
        }
    }
    beyond.fill(0.0);
}

/// Divides each row by its root mean square, and takes mean and maximum of the results per channel. The last row,
/// which stands for what is out of play, is zero and stays out of both.
pub(super) fn normalise(trunk: &[f32], width: usize, normal: &mut [f32], pooled: &mut [f32]) {
    let rows = trunk.len() / width - 1;
    let (mean, highest) = pooled.split_at_mut(width);
    mean.fill(0.0);
    highest.fill(if rows == 0 { 0.0 } else { f32::NEG_INFINITY });
    for (row, out) in trunk.chunks_exact(width).zip(normal.chunks_exact_mut(width)).take(rows) {
        let scale = 1.0 / (sum_of_squares(row) / width as f32 + EPSILON).sqrt();
        for (((number, out), mean), highest) in row.iter().zip(out).zip(&mut *mean).zip(&mut *highest) {
            *out = number * scale;
            *mean += *out;
            *highest = highest.max(*out);
        }
    }
    normal[rows * width..].fill(0.0);
    for mean in mean {
        *mean /= rows.max(1) as f32;
    }
}

/// In eight partial sums, which a compiler can keep in one register.
fn sum_of_squares(row: &[f32]) -> f32 {
    let (chunks, rest) = row.as_chunks::<8>();
    let mut sums = [0.0_f32; 8];
    for chunk in chunks {
        for (sum, number) in sums.iter_mut().zip(chunk) {
            *sum += number * number;
        }
    }
    sums.iter().sum::<f32>() + rest.iter().map(|number| number * number).sum::<f32>()
}

/// A weight per channel and neighbour.
pub(super) fn depthwise(normal: &[f32], taps: &[[u32; TAPS]], weights: &Matrix, out: &mut [f32]) {
    let width = weights.columns;
    for (taps, out) in taps.iter().zip(out.chunks_exact_mut(width)) {
        out.fill(0.0);
        for (&row, weights) in taps.iter().zip(weights.numbers.chunks_exact(width)) {
            let near = &normal[row as usize * width..][..width];
            for ((out, near), weight) in out.iter_mut().zip(near).zip(weights) {
                *out += near * weight;
            }
        }
    }
}

/// Each row followed by its neighbours, for a matrix product.
pub(super) fn gather_taps(rows: &[f32], taps: &[[u32; TAPS]], width: usize, out: &mut [f32]) {
    for (taps, out) in taps.iter().zip(out.chunks_exact_mut(TAPS * width)) {
        for (&row, out) in taps.iter().zip(out.chunks_exact_mut(width)) {
            out.copy_from_slice(&rows[row as usize * width..][..width]);
        }
    }
}

/// Adds a bias to every row and cuts off below zero.
pub(super) fn rectify(rows: &mut [f32], bias: &[f32]) {
    for row in rows.chunks_exact_mut(bias.len()) {
        for (number, bias) in row.iter_mut().zip(bias) {
            *number = (*number + bias).max(0.0);
        }
    }
}
