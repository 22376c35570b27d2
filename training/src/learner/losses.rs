//! Losses of a network's answers against their targets.

use std::ops::Range;

use stavka_models::torch::{TensorBatch, TensorHeads, upload};
use tch::{Device, Kind, Reduction, Tensor};

use super::batch::{PpoBatch, TrainingBatch};
use super::config::{LearnerConfig, PpoConfig};

/// The terms of a loss over part of a batch: what its positions add to the means over the whole, so that terms and
/// gradients of all parts add up to those of the batch. Beside them what is measured.
#[derive(Debug)]
pub(super) struct LossTerms {
    /// Name, weight, and value as a scalar that gradients pass through.
    pub(super) parts: Vec<(&'static str, f64, Tensor)>,
    /// Of the mean entropy of the policy.
    pub(super) entropy: Tensor,
    /// PPO: of the share of clipped decisions, and of the mean fall of log-probability; zero otherwise.
    pub(super) drift: [Tensor; 2],
    /// Expected score per position of the part.
    pub(super) foreseen: Tensor,
}

impl LossTerms {
    /// The weighted sum.
    pub(super) fn sum(&self) -> Tensor {
        let weighted: Vec<Tensor> = self.parts.iter().map(|(_, weight, term)| term * *weight).collect();
        Tensor::stack(&weighted, 0).sum(Kind::Float)
    }
}

/// Numbers for the device, gathered so that they travel in one piece.
struct Cargo {
    numbers: Vec<f32>,
    lengths: Vec<i64>,
}

impl Cargo {
    fn new() -> Self {
        Cargo { numbers: Vec::new(), lengths: Vec::new() }
    }

    fn load(mut self, numbers: &[f32]) -> Self {
        self.numbers.extend_from_slice(numbers);
        self.lengths.push(numbers.len() as i64);
        self
    }

    fn send<const N: usize>(self, device: Device) -> [Tensor; N] {
        let parts = upload(&self.numbers, device).split_with_sizes(&self.lengths, 0);
        parts.try_into().expect("as many parts as were loaded")
    }
}

/// Against the targets of searches and finished games, of the positions `part`.
pub(super) fn of_targets(
    config: &LearnerConfig,
    targets: &TrainingBatch,
    margin_scale: f64,
    part: Range<usize>,
    batch: &TensorBatch,
    heads: &TensorHeads,
) -> LossTerms {
    let starts = targets.batch.starts();
    let area = targets.batch.shape().area();
    let per_position = Share::of_mean(targets.batch.len());
    let [policy, policy_weight, wdl, margin, margin_weight, control, losses, aux_weight] = Cargo::new()
        .load(&targets.policy[starts[part.start]..starts[part.end]])
        .load(&targets.policy_weight[part.clone()])
        .load(targets.wdl[part.clone()].as_flattened())
        .load(&targets.margin[part.clone()])
        .load(&targets.margin_weight[part.clone()])
        .load(&targets.control[part.start * area..part.end * area])
        .load(targets.losses[part.clone()].as_flattened())
        .load(&targets.aux_weight[part.clone()])
        .send(heads.logits.device());
    let log_policy = batch.log_policy(&heads.logits);
    let policy = -(batch.table(&policy, 0.0) * &log_policy).sum_dim_intlist(1_i64, false, Kind::Float);
    let margin = of_lead(&heads.margin, &(margin / margin_scale).tanh());
    let per_hex =
        heads.control.binary_cross_entropy_with_logits(&control.view_as(&heads.control), None::<&Tensor>, None::<&Tensor>, Reduction::None);
    let mask = batch.in_play();
    let over_hexes = |values: &Tensor| values.sum_dim_intlist([1_i64, 2].as_slice(), false, Kind::Float);
    let control = over_hexes(&(per_hex * &mask)) / over_hexes(&mask).clamp_min(1.0);
    let losses = (&heads.losses - losses.view([-1, 2])).square().sum_dim_intlist(1_i64, false, Kind::Float);
    let weights = config.losses;
    LossTerms {
        parts: vec![
            ("policy", weights.policy, Share::of_weights(&targets.policy_weight).of(&(policy * policy_weight))),
            ("value", weights.value, per_position.of(&cross_entropy(&heads.wdl, &wdl.view([-1, 3])))),
            ("margin", weights.margin, Share::of_weights(&targets.margin_weight).of(&(margin * margin_weight))),
            ("control", weights.control, Share::of_weights(&targets.aux_weight).of(&(control * &aux_weight))),
            ("losses", weights.losses, Share::of_weights(&targets.aux_weight).of(&(losses * &aux_weight))),
        ],
        entropy: per_position.of(&entropy(&log_policy)),
        drift: [0, 1].map(|_| Tensor::zeros([], (Kind::Float, heads.wdl.device()))),
        foreseen: foreseen(&heads.wdl),
    }
}

/// Against decisions that the policy itself took, the positions `part`: the clipped surrogate, the values of result and
/// margin, and a reward of entropy.
pub(super) fn of_decisions(
    config: &LearnerConfig,
    decisions: &PpoBatch,
    part: Range<usize>,
    batch: &TensorBatch,
    heads: &TensorHeads,
) -> LossTerms {
    let PpoConfig { clip, entropy: reward } = config.ppo;
    let device = heads.logits.device();
    let per_position = Share::of_mean(decisions.batch.len());
    let [before, advantage, wdl, lead] = Cargo::new()
        .load(&decisions.log_probability[part.clone()])
        .load(&decisions.advantage[part.clone()])
        .load(decisions.wdl[part.clone()].as_flattened())
        .load(&decisions.lead[part.clone()])
        .send(device);
    let chosen: Vec<i64> = decisions.chosen[part].iter().map(|&index| index as i64).collect();
    let log_policy = batch.log_policy(&heads.logits);
    let now = log_policy.gather(1, &upload(&chosen, device).unsqueeze(1), false).squeeze_dim(1);
    let ratio = (&now - &before).exp();
    let bounded = ratio.clamp(1.0 - clip, 1.0 + clip);
    let surrogate = (&ratio * &advantage).minimum(&(bounded * &advantage));
    let entropy = per_position.of(&entropy(&log_policy));
    let outside = (&ratio - 1.0).abs().gt(clip).to_kind(Kind::Float);
    LossTerms {
        parts: vec![
            ("policy", config.losses.policy, -per_position.of(&surrogate)),
            ("value", config.losses.value, per_position.of(&cross_entropy(&heads.wdl, &wdl.view([-1, 3])))),
            ("margin", config.losses.margin, per_position.of(&of_lead(&heads.margin, &(lead * 2.0 - 1.0)))),
            ("entropy", -reward, entropy.shallow_clone()),
        ],
        entropy,
        drift: [per_position.of(&outside), per_position.of(&(before - now))],
        foreseen: foreseen(&heads.wdl),
    }
}

/// What one position, or one unit of weight, adds to a mean over the whole batch.
#[derive(Clone, Copy)]
struct Share(f64);

impl Share {
    fn of_mean(positions: usize) -> Self {
        Share(1.0 / positions as f64)
    }

    /// Of a mean by weights. Where nothing counts it is zero.
    fn of_weights(weights: &[f32]) -> Self {
        Share(1.0 / weights.iter().copied().map(f64::from).sum::<f64>().max(1e-6))
    }

    /// What these values add.
    fn of(self, values: &Tensor) -> Tensor {
        values.sum(Kind::Float) * self.0
    }
}

/// Squared error, per position, of what the margin head says the margin is worth, against targets from -1 to 1. What is
/// learned is so the expected worth of the margin, on the scale on which finished games are valued.
fn of_lead(margin: &Tensor, targets: &Tensor) -> Tensor {
    (margin.tanh() - targets).square()
}

/// Cross entropy between target probabilities and logits, per position.
fn cross_entropy(logits: &Tensor, targets: &Tensor) -> Tensor {
    -(targets * logits.log_softmax(1, Kind::Float)).sum_dim_intlist(1_i64, false, Kind::Float)
}

/// Per position.
fn entropy(log_policy: &Tensor) -> Tensor {
    -(log_policy.exp() * log_policy).sum_dim_intlist(1_i64, false, Kind::Float)
}

/// A win counts 1, a draw one half.
fn foreseen(wdl: &Tensor) -> Tensor {
    let shares = wdl.detach().softmax(1, Kind::Float);
    shares.select(1, 0) + shares.select(1, 1) * 0.5
}
