//! A batch as tensors on a device.

use std::ops::Range;

use tch::{Device, Kind, Tensor};

use super::kernels::missing;
use crate::batch::Batch;
use crate::neural::RunError;
use crate::tokens::{AMOUNT_SCALE, TokenReader};

/// What stands for minus infinity where a position has fewer actions than the longest list, and on hexes out of play:
/// its exponential is zero, and its products with zero are zero.
const NOTHING: f64 = -1e9;

/// Positions of a [`Batch`] on a device, copied there in a few bulk transfers.
#[derive(Debug)]
pub struct TensorBatch {
    /// positions x planes x height x width. Grids are given an even number of lines, the one added out of play.
    pub(super) planes: Tensor,
    /// positions x 1 x height x width: 1 on hexes in play.
    pub(super) mask: Tensor,
    /// positions x 1 x hexes: zero on hexes in play, on others far below what can be there.
    pub(super) sunk: Tensor,
    /// positions x 1: hexes in play, at least 1; and whether there are any, 1 or 0.
    pub(super) hexes: [Tensor; 2],
    /// positions x facts: globals, then terms of advice.
    pub(super) globals: Tensor,
    /// Advised odds: positions.
    pub(super) odds: Option<Tensor>,
    /// Advised scores: actions.
    pub(super) scores: Option<Tensor>,
    /// Index into all hexes of all positions per action, for `from` and `to`: 2 x actions; 0 where there is none.
    pub(super) places: Tensor,
    /// Whether there is such a hex, 1 or 0: 2 x actions x 1.
    pub(super) present: Tensor,
    /// Rows of the embeddings of counters, verbs and amounts: 3 x actions.
    pub(super) embedded: Tensor,
    /// Scaled amounts: actions x 1.
    pub(super) numbers: Tensor,
    /// Position of each action.
    pub(super) owners: Tensor,
    /// Place of each action in a table of positions x longest list.
    slots: Tensor,
    positions: i64,
    longest: i64,
    /// Of the grid.
    height: i64,
    width: i64,
}

impl TensorBatch {
    /// `divisors` are the scales of the planes, on the device: planes x 1 x 1.
    pub(super) fn new(batch: &Batch, part: Range<usize>, reader: &TokenReader, divisors: &Tensor) -> Result<Self, RunError> {
        let (shape, device) = (batch.shape(), divisors.device());
        let (positions, area) = (part.len() as i64, shape.area());
        let (height, width) = (shape.height as i64, shape.width as i64);
        let more = missing(shape.cells, height, width);
        let (rows, columns) = (height + more.0, width + more.1);
        let starts = &batch.starts()[part.start..=part.end];
        let listed = starts[0]..starts[part.len()];
        let tokens = &batch.tokens()[listed.clone()];
        let actions = tokens.len();
        let longest = starts.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(0);
        // Seven rows of indices: from, to, counter, verb, amount, position, slot.
        let mut indices = vec![0_i64; 7 * actions];
        // Three rows of numbers: whether there is a `from` and a `to`, and the amount.
        let mut numbers = vec![0_f32; 3 * actions];
        for (position, ends) in starts.windows(2).enumerate() {
            for (slot, action) in (ends[0] - listed.start..ends[1] - listed.start).enumerate() {
                let token = reader.read(&tokens[action], area)?;
                let within = |hex: usize| hex / shape.width * columns as usize + hex % shape.width;
                let place = |hex: Option<usize>| hex.map_or(0, |hex| position * (rows * columns) as usize + within(hex));
                let row = [place(token.from), place(token.to), token.unit, token.verb, token.amount, position, position * longest + slot];
                for (column, index) in row.into_iter().enumerate() {
                    indices[column * actions + action] = index as i64;
                }
                let row = [f32::from(token.from.is_some()), f32::from(token.to.is_some()), token.number / AMOUNT_SCALE];
                for (column, number) in row.into_iter().enumerate() {
                    numbers[column * actions + action] = number;
                }
            }
        }
        let own = |length: usize| part.start * length..part.end * length;
        let planes = upload(&batch.planes()[own(shape.planes.len() * area)], device);
        let planes = planes.view([positions, shape.planes.len() as i64, height, width]) / divisors;
        let mask = match shape.in_play() {
            Some(plane) => planes.narrow(1, plane as i64, 1).ne(0.0).to_kind(Kind::Float),
            None => Tensor::ones([positions, 1, height, width], (Kind::Float, device)),
        };
        let complete = |map: Tensor| if more == (0, 0) { map } else { map.constant_pad_nd([0, more.1, 0, more.0]) };
        let (planes, mask) = (complete(planes), complete(mask));
        let hexes = mask.sum_dim_intlist([2_i64, 3].as_slice(), false, Kind::Float);
        let actions = actions as i64;
        let indices = upload(&indices, device).view([7, actions]);
        let numbers = upload(&numbers, device).view([3, actions]);
        let facts = upload(&batch.facts()[own(shape.facts())], device).view([positions, shape.facts() as i64]);
        Ok(TensorBatch {
            planes,
            sunk: (&mask.flatten(2, 3) - 1.0) * -NOTHING,
            hexes: [hexes.clamp_min(1.0), hexes.clamp_max(1.0)],
            mask,
            odds: shape.odds().map(|place| facts.select(1, place as i64)),
            scores: shape.odds().map(|_| upload(&batch.scores()[listed.clone()], device)),
            globals: facts,
            places: indices.narrow(0, 0, 2),
            present: numbers.narrow(0, 0, 2).unsqueeze(2),
            embedded: indices.narrow(0, 2, 3),
            numbers: numbers.get(2).unsqueeze(1),
            owners: indices.get(5),
            slots: indices.get(6),
            positions,
            longest: longest as i64,
            height,
            width,
        })
    }

    /// positions x height x width: 1 on hexes in play.
    pub fn in_play(&self) -> Tensor {
        self.on_map(&self.mask)
    }

    /// What belongs to the grid of positions x 1 x hexes that are computed: positions x height x width.
    pub(super) fn on_map(&self, computed: &Tensor) -> Tensor {
        let size = self.mask.size();
        computed.view([-1, size[2], size[3]]).narrow(1, 0, self.height).narrow(2, 0, self.width)
    }

    /// Number of positions.
    pub fn positions(&self) -> i64 {
        self.positions
    }

    /// One number per action as a table of positions x longest list, with `fill` after shorter lists. Gradients pass.
    pub fn table(&self, numbers: &Tensor, fill: f64) -> Tensor {
        let table = Tensor::full([self.positions * self.longest], fill, (numbers.kind(), numbers.device()));
        table.scatter(0, &self.slots, numbers).view([self.positions, self.longest])
    }

    /// Logarithms of the probabilities of the actions, as a table of positions x longest list; far below any other
    /// after shorter lists.
    pub fn log_policy(&self, logits: &Tensor) -> Tensor {
        self.table(logits, NOTHING).log_softmax(1, Kind::Float)
    }

    /// One number per action out of a table of positions x longest list.
    pub fn ragged(&self, table: &Tensor) -> Tensor {
        table.reshape([-1]).index_select(0, &self.slots)
    }
}

/// Copies numbers to a device, through page-locked memory where that is faster.
pub fn upload<T: tch::kind::Element>(numbers: &[T], device: Device) -> Tensor {
    let tensor = Tensor::from_slice(numbers);
    if !device.is_cuda() {
        return tensor.to_device(device);
    }
    let kind = tensor.kind();
    // `pin_memory` calls this, and warns at every call that naming the device is deprecated.
    tensor.internal_pin_memory(device).to_device_(device, kind, true, false)
}
