//! What a network's answers are worth, against targets.

use stavka_models::torch::{TensorBatch, TensorHeads, upload};
use tch::{Device, Kind, Reduction, Tensor};

use super::batch::{PpoBatch, TrainingBatch};
use super::config::{LearnerConfig, PpoConfig};

/// The terms of a loss, each a mean over positions, and what is measured beside them.
#[derive(Debug)]
pub(super) struct Terms {
    /// Name, weight, and value as a scalar that gradients pass through.
    pub(super) parts: Vec<(&'static str, f64, Tensor)>,
    /// Mean entropy of the policy.
    pub(super) entropy: Tensor,
    /// PPO: share of clipped decisions, and mean fall of log-probability; zero otherwise.
    pub(super) drift: [Tensor; 2],
    /// Expected score per position.
    pub(super) foreseen: Tensor,
}

impl Terms {
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

/// Against the targets of searches and finished games.
pub(super) fn of_targets(
    config: &LearnerConfig,
    targets: &TrainingBatch,
    margin_scale: f64,
    batch: &TensorBatch,
    heads: &TensorHeads,
) -> Terms {
    let [policy, policy_weight, wdl, margin, margin_weight, control, losses, aux_weight] = Cargo::new()
        .load(&targets.policy)
        .load(&targets.policy_weight)
        .load(targets.wdl.as_flattened())
        .load(&targets.margin)
        .load(&targets.margin_weight)
        .load(&targets.control)
        .load(targets.losses.as_flattened())
        .load(&targets.aux_weight)
        .send(heads.logits.device());
    let log_policy = batch.log_policy(&heads.logits);
    let policy = -(batch.table(&policy, 0.0) * &log_policy).sum_dim_intlist(1_i64, false, Kind::Float);
    let margin = heads.margin.huber_loss(&(margin / margin_scale), Reduction::None, 1.0);
    let per_hex =
        heads.control.binary_cross_entropy_with_logits(&control.view_as(&heads.control), None::<&Tensor>, None::<&Tensor>, Reduction::None);
    let mask = batch.mask.squeeze_dim(1);
    let over_hexes = |values: &Tensor| values.sum_dim_intlist([1_i64, 2].as_slice(), false, Kind::Float);
    let control = over_hexes(&(per_hex * &mask)) / over_hexes(&mask).clamp_min(1.0);
    let losses = (&heads.losses - losses.view([-1, 2])).square().sum_dim_intlist(1_i64, false, Kind::Float);
    let weights = config.losses;
    Terms {
        parts: vec![
            ("policy", weights.policy, weighted_mean(&policy, &policy_weight)),
            ("value", weights.value, cross_entropy(&heads.wdl, &wdl.view([-1, 3]))),
            ("margin", weights.margin, weighted_mean(&margin, &margin_weight)),
            ("control", weights.control, weighted_mean(&control, &aux_weight)),
            ("losses", weights.losses, weighted_mean(&losses, &aux_weight)),
        ],
        entropy: entropy(&log_policy),
        drift: [policy.zeros_like().mean(Kind::Float), policy.zeros_like().mean(Kind::Float)],
        foreseen: foreseen(&heads.wdl),
    }
}

/// Against decisions that the policy itself took: the clipped surrogate, the value, and a reward of entropy.
pub(super) fn of_decisions(config: &LearnerConfig, decisions: &PpoBatch, batch: &TensorBatch, heads: &TensorHeads) -> Terms {
    let PpoConfig { clip, entropy: reward } = config.ppo;
    let device = heads.logits.device();
    let [before, advantage, wdl] =
        Cargo::new().load(&decisions.log_probability).load(&decisions.advantage).load(decisions.wdl.as_flattened()).send(device);
    let chosen: Vec<i64> = decisions.chosen.iter().map(|&index| index as i64).collect();
    let log_policy = batch.log_policy(&heads.logits);
    let now = log_policy.gather(1, &upload(&chosen, device).unsqueeze(1), false).squeeze_dim(1);
    let ratio = (&now - &before).exp();
    let bounded = ratio.clamp(1.0 - clip, 1.0 + clip);
    let surrogate = (&ratio * &advantage).minimum(&(bounded * &advantage));
    let entropy = entropy(&log_policy);
    let outside = (&ratio - 1.0).abs().gt(clip).to_kind(Kind::Float);
    Terms {
        parts: vec![
            ("policy", config.losses.policy, -surrogate.mean(Kind::Float)),
            ("value", config.losses.value, cross_entropy(&heads.wdl, &wdl.view([-1, 3]))),
            ("entropy", -reward, entropy.shallow_clone()),
        ],
        entropy,
        drift: [outside.mean(Kind::Float), (before - now).mean(Kind::Float)],
        foreseen: foreseen(&heads.wdl),
    }
}

/// Mean over positions of the cross entropy between target probabilities and logits.
fn cross_entropy(logits: &Tensor, targets: &Tensor) -> Tensor {
    -(targets * logits.log_softmax(1, Kind::Float)).sum_dim_intlist(1_i64, false, Kind::Float).mean(Kind::Float)
}

/// Zero where nothing counts.
fn weighted_mean(values: &Tensor, weights: &Tensor) -> Tensor {
    (values * weights).sum(Kind::Float) / weights.sum(Kind::Float).clamp_min(1e-6)
}

fn entropy(log_policy: &Tensor) -> Tensor {
    -(log_policy.exp() * log_policy).sum_dim_intlist(1_i64, false, Kind::Float).mean(Kind::Float)
}

/// A win counts 1, a draw one half.
fn foreseen(wdl: &Tensor) -> Tensor {
    let shares = wdl.detach().softmax(1, Kind::Float);
    shares.select(1, 0) + shares.select(1, 1) * 0.5
}
