//! Runs networks without libtorch: plain loops and matrix products over the hexes in play.

mod heads;
mod kernels;
mod terrain;

use std::sync::Arc;

use self::heads::{PolicyHead, Scratch, ValueHead};
use self::kernels::{Matrix, depthwise, gather_taps, multiply, normalise, rectify, stem};
use self::terrain::Terrain;
use crate::archive::WeightsError;
use crate::batch::{Batch, Heads};
use crate::description::{Convolution, TAPS};
use crate::neural::{Network, RunError};
use crate::shape::InputShape;
use crate::weights::Weights;

/// The interpreter for players: one core, no libraries, the same answers on every run.
#[derive(Clone, Debug)]
pub struct CpuNetwork {
    input: InputShape,
    width: usize,
    /// Shapes that have been found readable, the last one.
    accepted: Option<Arc<InputShape>>,
    stem: Stem,
    blocks: Vec<Block>,
    value: ValueHead,
    policy: PolicyHead,
    terrain: Option<Terrain>,
    buffers: Buffers,
}

#[derive(Clone, Debug)]
struct Stem {
    planes: Matrix,
    globals: Matrix,
    bias: Vec<f32>,
}

/// A residual block. `taps` is there in separable blocks only.
#[derive(Clone, Debug)]
struct Block {
    taps: Option<Matrix>,
    inner: Matrix,
    outer: Matrix,
    pool: Matrix,
    inner_bias: Vec<f32>,
    outer_bias: Vec<f32>,
}

/// Working memory. Arrays over hexes have the trunk's width per row, and where neighbours are read from them a last
/// row of zeros.
#[derive(Clone, Debug, Default)]
struct Buffers {
    trunk: Vec<f32>,
    normal: Vec<f32>,
    gathered: Vec<f32>,
    hidden: Vec<f32>,
    /// Mean and maximum per channel.
    pooled: Vec<f32>,
    bias: Vec<f32>,
    scratch: Scratch,
}

impl CpuNetwork {
    /// Prepares weights for running.
    ///
    /// # Errors
    /// When no network can have their description.
    pub fn new(weights: &Weights) -> Result<Self, WeightsError> {
        let description = weights.description();
        description.check()?;
        let width = description.architecture.width;
        let matrix = |name: &str, columns: usize| Matrix::new(weights.array(name), columns);
        let blocks = (0..description.architecture.depth)
            .map(|block| {
                let name = |part: &str| format!("block.{block}.{part}");
                let separable = description.architecture.convolution == Convolution::Separable;
                Block {
                    taps: separable.then(|| matrix(&name("taps"), width)),
                    inner: matrix(&name("inner"), width),
                    outer: matrix(&name("outer"), width),
                    pool: matrix(&name("pool"), width),
                    inner_bias: weights.array(&name("inner_bias")).to_vec(),
                    outer_bias: weights.array(&name("outer_bias")).to_vec(),
                }
            })
            .collect();
        Ok(CpuNetwork {
            input: description.input.clone(),
            width,
            accepted: None,
            stem: Stem {
                planes: matrix("stem.planes", width),
                globals: matrix("stem.globals", width),
                bias: weights.array("stem.bias").to_vec(),
            },
            blocks,
            value: ValueHead::new(weights),
            policy: PolicyHead::new(weights),
            terrain: None,
            buffers: Buffers::default(),
        })
    }

    /// Makes sure that the terrain is that of a position.
    fn survey(&mut self, batch: &Batch, position: usize) {
        let shape = batch.shape();
        let plane = shape.in_play().map(|plane| &batch.planes_of(position)[plane * shape.area()..][..shape.area()]);
        if !self.terrain.as_ref().is_some_and(|terrain| terrain.is_of(plane) && terrain.row_of.len() == shape.area()) {
            self.terrain = Some(Terrain::new(shape, plane));
        }
    }

    /// One position through the trunk. Leaves the normalised trunk in `normal` and its summary in `pooled`.
    fn run_trunk(&mut self, planes: &[f32], globals: &[f32]) {
        let CpuNetwork { width, stem: first, blocks, terrain, buffers, .. } = self;
        let (width, terrain) = (*width, terrain.as_ref().expect("the terrain was surveyed"));
        let Buffers { trunk, normal, gathered, hidden, pooled, bias, .. } = buffers;
        let rows = terrain.rows();
        for (array, length) in
            [(&mut *trunk, (rows + 1) * width), (normal, (rows + 1) * width), (hidden, (rows + 1) * width), (pooled, 2 * width)]
        {
            array.resize(length, 0.0);
        }
        bias.clone_from(&first.bias);
        multiply(globals, &first.globals, 1.0, bias);
        stem(planes, &terrain.row_of, &first.planes, bias, trunk);
        for block in blocks {
            normalise(trunk, width, normal, pooled);
            bias.clone_from(&block.inner_bias);
            multiply(pooled, &block.pool, 1.0, bias);
            if let Some(taps) = &block.taps {
                gathered.resize(rows * width, 0.0);
                depthwise(normal, &terrain.taps, taps, gathered);
            } else {
                gathered.resize(rows * TAPS * width, 0.0);
                gather_taps(normal, &terrain.taps, width, gathered);
            }
            multiply(gathered, &block.inner, 0.0, &mut hidden[..rows * width]);
            rectify(&mut hidden[..rows * width], bias);
            let inner: &[f32] = if block.taps.is_some() {
                &hidden[..rows * width]
            } else {
                hidden[rows * width..].fill(0.0);
                gather_taps(hidden, &terrain.taps, width, gathered);
                gathered
            };
            for row in trunk[..rows * width].chunks_exact_mut(width) {
                for (number, bias) in row.iter_mut().zip(&block.outer_bias) {
                    *number += bias;
                }
            }
            multiply(inner, &block.outer, 1.0, &mut trunk[..rows * width]);
        }
        normalise(trunk, width, normal, pooled);
    }
}

impl Network for CpuNetwork {
    fn run(&mut self, batch: &Batch, heads: &mut Heads) -> Result<(), RunError> {
        if !self.accepted.as_ref().is_some_and(|accepted| Arc::ptr_eq(accepted, batch.shape())) {
            self.input.accepts(batch.shape())?;
            self.accepted = Some(Arc::clone(batch.shape()));
            self.terrain = None;
        }
        heads.clear();
        for position in 0..batch.len() {
            self.survey(batch, position);
            let globals = batch.globals_of(position);
            self.run_trunk(batch.planes_of(position), globals);
            let Buffers { normal, pooled, scratch, .. } = &mut self.buffers;
            let (wdl, margin) = self.value.run(globals, pooled, scratch);
            heads.wdl.push(wdl);
            heads.margin.push(margin);
            let row_of = &self.terrain.as_ref().expect("the terrain was surveyed").row_of;
            self.policy.run(batch.tokens_of(position), normal, row_of, scratch, &mut heads.logits)?;
            if !margin.is_finite() || wdl.iter().any(|share| !share.is_finite()) {
                return Err(RunError::NotFinite);
            }
        }
        Ok(())
    }

    fn device(&self) -> String {
        "CPU, one core".into()
    }
}
