//! The trunk on vector instructions. A block goes once through the map, a few hexes at a time, and does everything
//! with them while they are at hand: neighbours, both matrices, the sum, and the normalisation for the next block.

use pulp::{Simd, WithSimd};
use stavka_engine::observation::Cells;

use super::matrix::{Aligned, Matrix, TILE, accumulate, for_columns, for_tiles, load, multiply, padded, padded_row, rows_of, tile};
use super::terrain::Terrain;
use crate::description::{Convolution, EPSILON};
use crate::weights::Weights;

/// The weights of the trunk.
#[derive(Clone, Debug)]
pub(super) struct Trunk {
    /// Channels without padding: what the mean of squares divides by.
    width: usize,
    planes: Matrix,
    globals: Matrix,
    bias: Vec<f32>,
    blocks: Vec<Block>,
}

#[derive(Clone, Debug)]
struct Block {
    near: Near,
    /// For means and for maxima.
    pool: [Matrix; 2],
    inner_bias: Vec<f32>,
    outer_bias: Vec<f32>,
}

/// How a block reads neighbours.
#[derive(Clone, Debug)]
enum Near {
    Separable { taps: Matrix, inner: Matrix, outer: Matrix },
    Full { inner: Vec<Matrix>, outer: Vec<Matrix> },
}

/// Working memory, padded channels per hex. Arrays whose neighbours are read end with a row of zeros.
#[derive(Clone, Debug, Default)]
pub(super) struct Fields {
    trunk: Aligned,
    /// The trunk, normalised; after a run, the trunk's last word.
    pub(super) normal: Aligned,
    next: Aligned,
    hidden: Aligned,
    /// Mean and maximum per channel over the hexes in play.
    pub(super) mean: Vec<f32>,
    pub(super) highest: Vec<f32>,
    bias: Vec<f32>,
    /// One tile of sums over neighbours.
    near: Aligned,
}

impl Trunk {
    pub(super) fn new(weights: &Weights) -> Self {
        let sizes = &weights.description().architecture;
        let width = sizes.width;
        let blocks = (0..sizes.depth)
            .map(|block| {
                let array = |part: &str| weights.array(&format!("block.{block}.{part}"));
                let near = match sizes.convolution {
                    Convolution::Separable => Near::Separable {
                        taps: Matrix::new(array("taps"), width),
                        inner: Matrix::of_padded(array("inner"), width),
                        outer: Matrix::of_padded(array("outer"), width),
                    },
                    Convolution::Full => {
                        let each = |part: &str| array(part).chunks_exact(width * width).map(|tap| Matrix::of_padded(tap, width)).collect();
                        Near::Full { inner: each("inner"), outer: each("outer") }
                    }
                };
                let (mean, highest) = array("pool").split_at(width * width);
                Block {
                    near,
                    pool: [mean, highest].map(|half| Matrix::of_padded(half, width)),
                    inner_bias: padded_row(array("inner_bias")),
                    outer_bias: padded_row(array("outer_bias")),
                }
            })
            .collect();
        Trunk {
            width,
            planes: Matrix::new(weights.array("stem.planes"), width),
            globals: Matrix::new(weights.array("stem.globals"), width),
            bias: padded_row(weights.array("stem.bias")),
            blocks,
        }
    }

    /// Channels per hex, padding included.
    pub(super) fn columns(&self) -> usize {
        padded(self.width)
    }
}

/// One position on its way through the trunk.
pub(super) struct Pass<'a> {
    pub(super) trunk: &'a Trunk,
    pub(super) terrain: &'a Terrain,
    pub(super) fields: &'a mut Fields,
    pub(super) planes: &'a [u8],
    /// What the bytes of each plane are divided by.
    pub(super) scales: &'a [f32],
    pub(super) globals: &'a [f32],
}

impl WithSimd for Pass<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Pass { trunk, terrain, fields, planes, scales, globals } = self;
        let columns = trunk.columns();
        let length = (terrain.rows() + 1) * columns;
        for field in [&mut fields.trunk, &mut fields.normal, &mut fields.next, &mut fields.hidden] {
            field.resize(length);
            field[length - columns..].fill(0.0);
        }
        fields.mean.resize(columns, 0.0);
        fields.highest.resize(columns, 0.0);
        fields.near.resize(TILE * columns);
        fields.bias.clone_from(&trunk.bias);
        multiply(simd, globals, globals.len(), &trunk.globals, &mut fields.bias);
        stem(simd, (planes, scales), terrain, &trunk.planes, &fields.bias, &mut fields.trunk);
        normalise(simd, trunk.width, terrain.rows(), fields);
        for block in &trunk.blocks {
            fields.bias.clone_from(&block.inner_bias);
            multiply(simd, &fields.mean, columns, &block.pool[0], &mut fields.bias);
            multiply(simd, &fields.highest, columns, &block.pool[1], &mut fields.bias);
            match &block.near {
                Near::Separable { taps, inner, outer } => {
                    let matrices = [taps, inner, outer];
                    match terrain.cells {
                        Cells::Hex(_) => separable::<S, 7>(simd, trunk.width, terrain, matrices, &block.outer_bias, fields),
                        Cells::Square => separable::<S, 9>(simd, trunk.width, terrain, matrices, &block.outer_bias, fields),
                    }
                    std::mem::swap(&mut fields.normal, &mut fields.next);
                }
                Near::Full { inner, outer } => {
                    full(simd, terrain, [inner, outer], &block.outer_bias, fields);
                    normalise(simd, trunk.width, terrain.rows(), fields);
                }
            }
        }
    }
}

/// The trunk after the stem. Most bytes of an observation are zero, so the others are looked for: each adds a
/// multiple of its plane's row of weights to the row of its hex.
#[inline(always)]
fn stem<S: Simd>(simd: S, (planes, scales): (&[u8], &[f32]), terrain: &Terrain, weights: &Matrix, bias: &[f32], trunk: &mut [f32]) {
    const STRIDE: usize = 16;
    let columns = weights.columns();
    let end = terrain.rows() * columns;
    for row in trunk[..end].chunks_exact_mut(columns) {
        row.copy_from_slice(bias);
    }
    for (index, (plane, &scale)) in planes.chunks_exact(terrain.row_of.len()).zip(scales).enumerate() {
        let weights = weights.row(index);
        for (chunk, row_of) in plane.chunks(STRIDE).zip(terrain.row_of.chunks(STRIDE)) {
            if chunk.iter().fold(0, |bits, byte| bits | byte) == 0 {
                continue;
            }
            for (&byte, &row) in chunk.iter().zip(row_of) {
                let begin = row as usize * columns;
                if byte != 0 && begin < end {
                    accumulate(simd, &mut trunk[begin..begin + columns], f32::from(byte) / scale, weights);
                }
            }
        }
    }
}

/// Divides each row by its root mean square, and takes mean and maximum of the results per channel.
#[inline(always)]
fn normalise<S: Simd>(simd: S, width: usize, rows: usize, fields: &mut Fields) {
    let Fields { trunk, normal, mean, highest, .. } = fields;
    let mut pools = Pools::begin::<S>(simd, mean, highest, rows);
    let trunk = S::as_simd_f32s(trunk).0;
    let normal = S::as_mut_simd_f32s(normal).0;
    for_tiles!(rows, |first, R| {
        normalise_rows::<S, R>(simd, width, first, trunk, normal, &mut pools);
    });
    pools.end(simd, rows);
}

/// Mean and maximum per channel in the making.
struct Pools<'a, V> {
    sum: &'a mut [V],
    highest: &'a mut [V],
}

impl<'a, V: Copy> Pools<'a, V> {
    #[inline(always)]
    fn begin<S: Simd<f32s = V>>(simd: S, mean: &'a mut [f32], highest: &'a mut [f32], rows: usize) -> Self {
        mean.fill(0.0);
        highest.fill(if rows == 0 { 0.0 } else { f32::MIN });
        let _ = simd;
        Pools { sum: S::as_mut_simd_f32s(mean).0, highest: S::as_mut_simd_f32s(highest).0 }
    }

    #[inline(always)]
    fn end<S: Simd<f32s = V>>(self, simd: S, rows: usize) {
        let share = simd.splat_f32s(1.0 / rows.max(1) as f32);
        for sum in self.sum {
            *sum = simd.mul_f32s(*sum, share);
        }
    }
}

#[inline(always)]
fn normalise_rows<S: Simd, const R: usize>(
    simd: S,
    width: usize,
    first: usize,
    trunk: &[S::f32s],
    normal: &mut [S::f32s],
    pools: &mut Pools<'_, S::f32s>,
) {
    let stride = pools.sum.len();
    let trunk = &trunk[first * stride..][..R * stride];
    let normal = &mut normal[first * stride..][..R * stride];
    let mut scales = [simd.splat_f32s(0.0); R];
    for (scale, row) in scales.iter_mut().zip(trunk.chunks_exact(stride)) {
        let mut squares = simd.splat_f32s(0.0);
        for &vector in row {
            squares = simd.mul_add_e_f32s(vector, vector, squares);
        }
        *scale = simd.splat_f32s(1.0 / (simd.reduce_sum_f32s(squares) / width as f32 + EPSILON).sqrt());
    }
    for vector in 0..stride {
        let mut sum = pools.sum[vector];
        let mut highest = pools.highest[vector];
        for (row, &scale) in scales.iter().enumerate() {
            let value = simd.mul_f32s(trunk[row * stride + vector], scale);
            normal[row * stride + vector] = value;
            sum = simd.add_f32s(sum, value);
            highest = simd.max_f32s(highest, value);
        }
        pools.sum[vector] = sum;
        pools.highest[vector] = highest;
    }
}

/// A separable block, and the normalisation after it into `next`. Each cell reads `TAPS` of them.
#[inline(always)]
fn separable<S: Simd, const TAPS: usize>(
    simd: S,
    width: usize,
    terrain: &Terrain,
    [taps, inner, outer]: [&Matrix; 3],
    outer_bias: &[f32],
    fields: &mut Fields,
) {
    let Fields { trunk, normal, next, hidden, mean, highest, bias, near } = fields;
    let rows = terrain.rows();
    let columns = taps.columns();
    let stride = columns / S::F32_LANES;
    let mut pools = Pools::begin::<S>(simd, mean, highest, rows);
    let normal = S::as_simd_f32s(normal).0;
    let next = S::as_mut_simd_f32s(next).0;
    let trunk = S::as_mut_simd_f32s(trunk).0;
    let [taps, inner, outer] = [taps.vectors::<S>(), inner.vectors::<S>(), outer.vectors::<S>()];
    let [bias, outer_bias] = [S::as_simd_f32s(bias).0, S::as_simd_f32s(outer_bias).0];
    let zero = simd.splat_f32s(0.0);
    for_tiles!(rows, |first, R| {
        let places = &terrain.taps.as_chunks::<TAPS>().0[first..][..R];
        let sums = S::as_mut_simd_f32s(near).0;
        for vector in 0..stride {
            let mut weights = [zero; TAPS];
            for (weight, row) in weights.iter_mut().zip(taps.chunks_exact(stride)) {
                *weight = row[vector];
            }
            for (row, places) in places.iter().enumerate() {
                let mut sum = zero;
                for (&place, &weight) in places.iter().zip(&weights) {
                    sum = simd.mul_add_e_f32s(normal[place as usize * stride + vector], weight, sum);
                }
                sums[row * stride + vector] = sum;
            }
        }
        let inputs: [&[f32]; R] = rows_of(near, columns, 0);
        let activations = S::as_mut_simd_f32s(&mut *hidden).0;
        for_columns!(stride, |column, C| {
            let mut sums: [[S::f32s; C]; R] = [load::<S, 1, C>(simd, bias, stride, 0, column)[0]; R];
            tile(simd, inputs, inner, stride, column, &mut sums);
            for (row, sums) in sums.iter().enumerate() {
                for (vector, &sum) in sums.iter().enumerate() {
                    activations[row * stride + column + vector] = simd.max_f32s(sum, zero);
                }
            }
        });
        let inputs: [&[f32]; R] = rows_of(hidden, columns, 0);
        for_columns!(stride, |column, C| {
            let mut sums: [[S::f32s; C]; R] = load(simd, trunk, stride, first, column);
            for sums in &mut sums {
                for (sum, &bias) in sums.iter_mut().zip(&outer_bias[column..]) {
                    *sum = simd.add_f32s(*sum, bias);
                }
            }
            tile(simd, inputs, outer, stride, column, &mut sums);
            for (row, sums) in sums.iter().enumerate() {
                trunk[(first + row) * stride + column..][..C].copy_from_slice(sums);
            }
        });
        normalise_rows::<S, R>(simd, width, first, trunk, next, &mut pools);
    });
    pools.end(simd, rows);
}

/// A full block, without the normalisation after it.
#[inline(always)]
fn full<S: Simd>(simd: S, terrain: &Terrain, [inner, outer]: [&[Matrix]; 2], outer_bias: &[f32], fields: &mut Fields) {
    let Fields { trunk, normal, hidden, bias, .. } = fields;
    let rows = terrain.rows();
    let bias = S::as_simd_f32s(bias).0;
    let zero = simd.splat_f32s(0.0);
    let stride = bias.len();
    {
        let hidden = S::as_mut_simd_f32s(hidden).0;
        for row in hidden[..rows * stride].chunks_exact_mut(stride) {
            row.copy_from_slice(bias);
        }
        convolve(simd, terrain, normal, inner, hidden);
        for vector in &mut hidden[..rows * stride] {
            *vector = simd.max_f32s(*vector, zero);
        }
    }
    let trunk = S::as_mut_simd_f32s(trunk).0;
    let outer_bias = S::as_simd_f32s(outer_bias).0;
    for row in trunk[..rows * stride].chunks_exact_mut(stride) {
        for (vector, &bias) in row.iter_mut().zip(outer_bias) {
            *vector = simd.add_f32s(*vector, bias);
        }
    }
    convolve(simd, terrain, hidden, outer, trunk);
}

/// Adds a full convolution of `input`.
#[inline(always)]
fn convolve<S: Simd>(simd: S, terrain: &Terrain, input: &[f32], weights: &[Matrix], out: &mut [S::f32s]) {
    let (columns, taps) = (weights[0].columns(), weights.len());
    let stride = columns / S::F32_LANES;
    for_tiles!(terrain.rows(), |first, R| {
        let places = &terrain.taps[first * taps..][..R * taps];
        for_columns!(stride, |column, C| {
            let mut sums: [[S::f32s; C]; R] = load(simd, out, stride, first, column);
            for (tap, weights) in weights.iter().enumerate() {
                let mut inputs: [&[f32]; R] = [input; R];
                for (row, places) in inputs.iter_mut().zip(places.chunks_exact(taps)) {
                    *row = &input[places[tap] as usize * columns..][..columns];
                }
                tile(simd, inputs, weights.vectors::<S>(), stride, column, &mut sums);
            }
            for (row, sums) in sums.iter().enumerate() {
                out[(first + row) * stride + column..][..C].copy_from_slice(sums);
            }
        });
    });
}
