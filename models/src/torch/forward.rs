//! The network as torch computes it: the same arithmetic as the CPU interpreter, over whole batches, with gradients.

use std::collections::HashMap;

use tch::{Kind, Tensor};

use super::kernels::Arrangement;
use super::tensors::TensorBatch;
use crate::description::{Convolution, Description, EPSILON};

/// Everything the network says of a batch, from the point of view of the side that decides. Numbers are float32.
#[derive(Debug)]
pub struct TensorHeads {
    /// One logit per action of the batch, in their order.
    pub logits: Tensor,
    /// Logits of win, draw and loss: positions x 3.
    pub wdl: Tensor,
    /// Margin in units of the description's `margin_scale`: positions.
    pub margin: Tensor,
    /// Auxiliary: logits of controlling each hex at the end: positions x height x width.
    pub control: Tensor,
    /// Auxiliary: expected losses of both sides, own first: positions x 2.
    pub losses: Tensor,
}

/// The arrays of a network by name, as tensors, and the kernels of its convolutions.
#[derive(Debug)]
pub(super) struct Parts {
    tensors: HashMap<String, Tensor>,
    kernels: HashMap<String, Vec<Tensor>>,
    /// In which trunk and heads are computed.
    kind: Kind,
}

impl Parts {
    /// The arrays in the kind that trunk and heads are computed in.
    pub(super) fn new(names: &[String], tensors: Vec<Tensor>, kind: Kind, convolution: Convolution, arrangement: &Arrangement) -> Self {
        let mut parts = Parts { tensors: HashMap::new(), kernels: HashMap::new(), kind };
        for (name, tensor) in names.iter().zip(tensors) {
            let tensor = tensor.to_kind(kind);
            let of_block = name.strip_prefix("block.").and_then(|rest| rest.rsplit_once('.')).map(|(_, array)| array);
            match (convolution, of_block) {
                (Convolution::Separable, Some("taps")) => {
                    parts.kernels.insert(name.clone(), arrangement.depthwise(&tensor));
                }
                (Convolution::Full, Some("inner" | "outer")) => {
                    parts.kernels.insert(name.clone(), arrangement.full(&tensor));
                }
                _ => {
                    parts.tensors.insert(name.clone(), tensor);
                }
            }
        }
        parts
    }

    /// Names come from the same description that made the arrays, so that none is missing.
    fn get(&self, name: &str) -> &Tensor {
        self.tensors.get(name).expect("every array of the description is there")
    }

    fn kernels(&self, name: &str) -> &[Tensor] {
        self.kernels.get(name).expect("every convolution of the description is there")
    }

    fn linear(&self, input: &Tensor, weights: &str, bias: &str) -> Tensor {
        self.get(bias).addmm(&input.to_kind(self.kind), self.get(weights))
    }

    /// A matrix over the channels of every hex: `input` is positions x channels x height x width, `bias` one number per
    /// channel, or positions x channels.
    fn pointwise(&self, input: &Tensor, weights: &Tensor, bias: &Tensor) -> Tensor {
        let size = input.size();
        let (inputs, outputs) = (weights.size()[0], weights.size()[1]);
        let bias = bias.unsqueeze(-1).expand([size[0], outputs, size[2] * size[3]], false);
        let matrices = weights.transpose(0, 1).expand([size[0], outputs, inputs], false);
        bias.baddbmm(&matrices, &input.to_kind(self.kind).flatten(2, 3), 1, 1).view([size[0], outputs, size[2], size[3]])
    }
}

/// Runs the network.
pub(super) fn forward(description: &Description, parts: &Parts, arrangement: &Arrangement, batch: &TensorBatch) -> TensorHeads {
    let kind = parts.kind;
    let spread = |channels: &Tensor| channels.unsqueeze(2).unsqueeze(3);
    let everywhere = parts.linear(&batch.globals, "stem.globals", "stem.bias");
    let mut trunk = parts.pointwise(&batch.planes, parts.get("stem.planes"), &everywhere).to_kind(Kind::Float) * &batch.mask;
    let mask = batch.mask.to_kind(kind);
    for block in 0..description.architecture.depth {
        let name = |part: &str| format!("block.{block}.{part}");
        let normal = normalised(&trunk);
        let pool = parts.linear(&pooled(&normal, batch), &name("pool"), &name("inner_bias"));
        let normal = normal.to_kind(kind);
        let bias = parts.get(&name("outer_bias"));
        let branch = match description.architecture.convolution {
            Convolution::Separable => {
                let near = arrangement.convolve(&normal, parts.kernels(&name("taps")), normal.size()[1]);
                parts.pointwise(&parts.pointwise(&near, parts.get(&name("inner")), &pool).relu(), parts.get(&name("outer")), bias)
            }
            Convolution::Full => {
                let hidden = arrangement.convolve(&normal, parts.kernels(&name("inner")), 1);
                let hidden = (hidden + spread(&pool)).relu() * &mask;
                arrangement.convolve(&hidden, parts.kernels(&name("outer")), 1) + bias.view([1, -1, 1, 1])
            }
        };
        // In place would destroy what the gradient needs.
        trunk = trunk.addcmul(&branch.to_kind(Kind::Float), &batch.mask);
    }
    let trunk = normalised(&trunk);
    let summary = parts.linear(&batch.globals, "context.globals", "context.bias")
        + pooled(&trunk, batch).to_kind(kind).matmul(parts.get("context.pool"));
    let summary = summary.relu();
    let value = parts.linear(&summary, "value.hidden", "value.hidden_bias").relu();
    let control = parts.pointwise(&trunk, parts.get("control.weights"), parts.get("control.bias"));
    TensorHeads {
        logits: policy(parts, batch, &trunk, &summary).to_kind(Kind::Float),
        wdl: results(parts, batch, &value),
        margin: parts.linear(&value, "value.margin", "value.margin_bias").to_kind(Kind::Float).squeeze_dim(1),
        control: batch.on_map(&control.to_kind(Kind::Float)),
        losses: parts.linear(&summary, "losses.weights", "losses.bias").to_kind(Kind::Float),
    }
}

/// Each hex divided by the root mean square of its channels.
fn normalised(trunk: &Tensor) -> Tensor {
    let square = trunk.square().mean_dim([1_i64].as_slice(), true, Kind::Float);
    trunk * (square + f64::from(EPSILON)).rsqrt()
}

/// Mean and maximum per channel over the hexes in play, of which the others are zero: positions x 2 channels.
fn pooled(normal: &Tensor, batch: &TensorBatch) -> Tensor {
    let [hexes, any] = &batch.hexes;
    let normal = normal.flatten(2, 3);
    let mean = normal.sum_dim_intlist(2_i64, false, Kind::Float) / hexes;
    let (highest, _) = (normal + &batch.sunk).max_dim(2, false);
    Tensor::cat(&[mean, highest * any], 1)
}

/// Logits of win, draw and loss.
fn results(parts: &Parts, batch: &TensorBatch, value: &Tensor) -> Tensor {
    let results = parts.linear(value, "value.result", "value.result_bias").to_kind(Kind::Float);
    let Some(odds) = &batch.odds else { return results };
    let half = odds * parts.get("value.trust").to_kind(Kind::Float) * 0.5;
    results + Tensor::stack(&[half.shallow_clone(), half.zeros_like(), -half], 1)
}

/// One logit per action.
fn policy(parts: &Parts, batch: &TensorBatch, trunk: &Tensor, summary: &Tensor) -> Tensor {
    let channels = trunk.size()[1];
    let rows = trunk.to_kind(parts.kind).permute([0, 2, 3, 1]).reshape([-1, channels]);
    let place = |end: i64| rows.index_select(0, &batch.places.get(end)) * batch.present.get(end).to_kind(parts.kind);
    let context = parts.linear(summary, "policy.context", "policy.bias");
    let embedding = |name: &str, row: i64| parts.get(name).index_select(0, &batch.embedded.get(row));
    let scores = context.index_select(0, &batch.owners)
        + place(0).matmul(parts.get("policy.from"))
        + place(1).matmul(parts.get("policy.to"))
        + embedding("policy.unit", 0)
        + embedding("policy.verb", 1)
        + embedding("policy.amount", 2)
        + batch.numbers.to_kind(parts.kind) * parts.get("policy.number").unsqueeze(0);
    let scores = match &batch.scores {
        Some(advised) => scores + advised.to_kind(parts.kind).unsqueeze(1) * parts.get("policy.score").unsqueeze(0),
        None => scores,
    };
    let hidden = parts.linear(&scores.relu(), "policy.hidden", "policy.hidden_bias").relu();
    let logits = hidden.matmul(parts.get("policy.out"));
    match &batch.scores {
        Some(advised) => logits.to_kind(Kind::Float) + advised * parts.get("policy.trust").to_kind(Kind::Float),
        None => logits,
    }
}
