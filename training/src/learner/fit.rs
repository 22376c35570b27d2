//! The learner: one network, its optimiser and its average, moved step by step.

use std::iter;
use std::ops::Range;

use rayon::prelude::*;
use stavka_models::archive::WeightsError;
use stavka_models::torch::{Device, TensorBatch, TensorHeads, TorchNetwork};
use stavka_models::{Batch, Description, RunError, Weights};
use tch::{Kind, Tensor};

use super::adamw::AdamW;
use super::batch::{PpoBatch, TrainingBatch};
use super::config::LearnerConfig;
use super::losses::{LossTerms, of_decisions, of_targets};
use super::metrics::{Calibration, StepMetrics};
use crate::contained::contained;

/// A learner that cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum LearnerError {
    /// A term of the loss is no number any more. The weights are still those before the step.
    #[error("step {step}: {term} is {value}; the weights are those of the step before")]
    Diverged {
        /// Which term: one of the metrics' names.
        term: &'static str,
        /// What it is.
        value: f64,
        /// Number of the step that failed, from 1.
        step: u64,
    },
    /// The lengths of a batch's vectors disagree.
    #[error("the batch has {found} {what}, expected {expected}")]
    Batch {
        /// Which vector.
        what: &'static str,
        /// Its length.
        found: usize,
        /// What the positions ask for.
        expected: usize,
    },
    /// A number of the configuration is out of range.
    #[error("{0}")]
    Config(String),
    /// The network cannot read the batch.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A file of weights or learner state is not what it should be.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// libtorch failed, such as for want of memory.
    #[error("libtorch failed: {0}")]
    Torch(String),
}

impl From<tch::TchError> for LearnerError {
    fn from(error: tch::TchError) -> Self {
        // Only the first line is for people; the rest is a stack of C++ frames.
        LearnerError::Torch(error.to_string().lines().next().unwrap_or_default().to_owned())
    }
}

/// How many positions a CPU works on at a time: what is kept of more for the way back does not fit its caches.
const PART: usize = 32;

/// A network being fitted. Steps are a function of the configuration, the seed and the batches on one machine, whatever
/// the number of threads.
#[derive(Debug)]
pub struct Learner {
    pub(super) network: TorchNetwork,
    /// The same for the other threads.
    twins: Vec<TorchNetwork>,
    pub(super) config: LearnerConfig,
    pub(super) optimiser: AdamW,
    /// Average of the weights over steps.
    pub(super) average: Tensor,
    /// Steps made.
    pub(super) steps: u64,
}

impl Learner {
    /// A learner with a network of random weights.
    ///
    /// # Errors
    /// When description or configuration are out of range.
    pub fn new(description: &Description, config: &LearnerConfig, device: Device, seed: u64) -> Result<Self, LearnerError> {
        Learner::from_weights(&Weights::random(description, seed)?, config, device)
    }

    /// A learner that begins with these weights.
    ///
    /// # Errors
    /// When the configuration is out of range.
    pub fn from_weights(weights: &Weights, config: &LearnerConfig, device: Device) -> Result<Self, LearnerError> {
        if let Some(problem) = config.problem() {
            return Err(LearnerError::Config(problem));
        }
        let network = TorchNetwork::from_weights(weights, device);
        let average = network.numbers().detach().copy();
        let optimiser = AdamW::new(weights.parameters(), device);
        let threads = if device.is_cuda() { 1 } else { config.threads };
        let twins = (1..threads).map(|_| network.twin()).collect();
        Ok(Learner { network, twins, config: config.clone(), optimiser, average, steps: 0 })
    }

    /// The network as it is now.
    pub fn network(&self) -> &TorchNetwork {
        &self.network
    }

    /// The network as it is now, to be run.
    pub fn network_mut(&mut self) -> &mut TorchNetwork {
        &mut self.network
    }

    /// What the learner was told.
    pub fn config(&self) -> &LearnerConfig {
        &self.config
    }

    /// Steps made so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The weights of the last step.
    ///
    /// # Errors
    /// When the device cannot be read.
    pub fn weights(&self) -> Result<Weights, LearnerError> {
        Ok(self.network.weights()?)
    }

    /// The average of the weights over the last steps: what plays and is shipped.
    ///
    /// # Errors
    /// When the device cannot be read.
    pub fn average(&self) -> Result<Weights, LearnerError> {
        Ok(Weights::from_numbers(self.network.description(), numbers_of(&self.average)?)?)
    }

    /// One step towards the targets of a batch.
    ///
    /// # Errors
    /// When the batch cannot be read, or a term of the loss is not finite; the weights are then unchanged.
    pub fn step(&mut self, targets: &TrainingBatch) -> Result<StepMetrics, LearnerError> {
        check(targets)?;
        let margin_scale = f64::from(self.network.description().architecture.margin_scale);
        let config = self.config.clone();
        let actual: Vec<f32> = targets.wdl.iter().map(score).collect();
        self.improve(&targets.batch, &actual, |part, batch, heads| of_targets(&config, targets, margin_scale, part, batch, heads))
    }

    /// One step of proximal policy optimisation.
    ///
    /// # Errors
    /// Those of [`Learner::step`].
    pub fn ppo_step(&mut self, decisions: &PpoBatch) -> Result<StepMetrics, LearnerError> {
        check_decisions(decisions)?;
        let config = self.config.clone();
        let actual: Vec<f32> = decisions.wdl.iter().map(score).collect();
        self.improve(&decisions.batch, &actual, |part, batch, heads| of_decisions(&config, decisions, part, batch, heads))
    }

    fn improve(
        &mut self,
        batch: &Batch,
        actual: &[f32],
        loss: impl Fn(Range<usize>, &TensorBatch, &TensorHeads) -> LossTerms + Sync,
    ) -> Result<StepMetrics, LearnerError> {
        let step = self.steps + 1;
        let parts = parts(batch.len(), if self.network.place().is_cuda() { batch.len() } else { PART });
        let networks: Vec<_> = iter::once(&mut self.network).chain(&mut self.twins).collect();
        let threads = networks.len();
        let passes = networks.into_par_iter().enumerate().map(|(thread, network)| {
            // libtorch's own threads would wait actively for each other.
            tch::set_num_threads(1);
            let own = parts.iter().skip(thread).step_by(threads);
            let pass = |part: &Range<usize>| contained(|| Pass::new(network, batch, part.clone(), &loss)).map_err(LearnerError::Torch)?;
            own.map(pass).collect::<Result<Vec<Pass>, LearnerError>>()
        });
        let passes = passes.collect::<Result<Vec<_>, _>>()?;
        // In the order of the parts, so that sums do not depend on the number of threads.
        let mut passes: Vec<_> = passes.into_iter().map(Vec::into_iter).collect();
        let in_order = (0..parts.len()).map(|part| passes[part % threads].next().expect("every part has been worked on"));
        let Pass { gradient, names, terms, foreseen } = Pass::sum(in_order);

        let mut metrics = StepMetrics { step, positions: batch.len(), ..StepMetrics::default() };
        metrics.learning_rate = self.config.learning_rate * self.config.schedule.share(self.steps);
        // Everything that is measured comes back in one piece.
        let measured = numbers_of(&Tensor::cat(&[terms, gradient.norm().unsqueeze(0), foreseen], 0))?;
        let names = names.into_iter().chain(["gradient_norm"]);
        let (scalars, foreseen) = measured.split_at(measured.len() - batch.len());
        let by_name: Vec<_> = names.zip(scalars.iter().map(|&value| f64::from(value))).collect();
        if let Some(&(term, value)) = by_name.iter().find(|(_, value)| !value.is_finite()) {
            return Err(LearnerError::Diverged { term, value, step });
        }
        for (name, value) in by_name {
            *slot(&mut metrics, name) = value;
        }
        metrics.calibration = Calibration::default();
        for (&foreseen, &actual) in foreseen.iter().zip(actual) {
            metrics.calibration.add(f64::from(foreseen), f64::from(actual));
        }

        let clip = self.config.clip_norm;
        let shrink = if clip > 0.0 { (clip / metrics.gradient_norm.max(1e-12)).min(1.0) } else { 1.0 };
        let mut weights = self.network.numbers().detach();
        self.optimiser.update(&mut weights, &(gradient * shrink), &self.config, metrics.learning_rate, step);
        // A young average forgets its random beginning faster.
        let memory = self.config.average_decay.min(step as f64 / (step + 9) as f64);
        let _ = self.average.lerp_(&weights, 1.0 - memory);
        self.steps = step;
        Ok(metrics)
    }
}

/// A network run over part of a batch, forwards and backwards.
struct Pass {
    gradient: Tensor,
    /// Names of the terms, then of what they come to.
    names: Vec<&'static str>,
    /// One number per name.
    terms: Tensor,
    /// Expected score per position.
    foreseen: Tensor,
}

impl Pass {
    fn new(
        network: &mut TorchNetwork,
        batch: &Batch,
        part: Range<usize>,
        loss: &impl Fn(Range<usize>, &TensorBatch, &TensorHeads) -> LossTerms,
    ) -> Result<Self, LearnerError> {
        let tensors = network.upload_part(batch, part.clone())?;
        let terms = loss(part, &tensors, &network.forward(&tensors));
        let sum = terms.sum();
        let mut gradients = Tensor::f_run_backward(&[&sum], &[network.numbers()], false, false)?;
        // Terms come before their sum, so that the one that failed is named.
        let names = terms.parts.iter().map(|(name, _, _)| *name).chain(["loss", "policy_entropy", "clipped", "divergence"]).collect();
        let results = [&sum, &terms.entropy].into_iter().chain(&terms.drift);
        let numbers: Vec<Tensor> = terms.parts.iter().map(|(_, _, term)| term).chain(results).map(Tensor::detach).collect();
        Ok(Pass { gradient: gradients.remove(0), names, terms: Tensor::stack(&numbers, 0), foreseen: terms.foreseen })
    }

    /// All passes over a batch, of which there is at least one, as one.
    fn sum(mut passes: impl Iterator<Item = Pass>) -> Pass {
        let mut sum = passes.next().expect("a batch has a part");
        let mut foreseen = vec![sum.foreseen];
        for pass in passes {
            sum.gradient += pass.gradient;
            sum.terms += pass.terms;
            foreseen.push(pass.foreseen);
        }
        Pass { foreseen: Tensor::cat(&foreseen, 0), ..sum }
    }
}

/// Divides positions evenly into as few parts as possible of at most so many.
fn parts(positions: usize, most: usize) -> Vec<Range<usize>> {
    let count = positions.div_ceil(most);
    (0..count).map(|part| part * positions / count..(part + 1) * positions / count).collect()
}

/// Where a measured number belongs. The reward of entropy is the entropy itself.
fn slot<'a>(metrics: &'a mut StepMetrics, name: &str) -> &'a mut f64 {
    match name {
        "policy" => &mut metrics.policy,
        "value" => &mut metrics.value,
        "margin" => &mut metrics.margin,
        "control" => &mut metrics.control,
        "losses" => &mut metrics.losses,
        "entropy" | "policy_entropy" => &mut metrics.policy_entropy,
        "gradient_norm" => &mut metrics.gradient_norm,
        "clipped" => &mut metrics.clipped,
        "divergence" => &mut metrics.divergence,
        _ => &mut metrics.loss,
    }
}

/// Copies a tensor of float32 out.
pub(super) fn numbers_of(tensor: &Tensor) -> Result<Vec<f32>, LearnerError> {
    let mut numbers = vec![0.0_f32; tensor.numel()];
    tensor.to_kind(Kind::Float).to_device(Device::Cpu).f_copy_data(&mut numbers, tensor.numel())?;
    Ok(numbers)
}

/// A win counts 1, a draw one half.
fn score(&[win, draw, _]: &[f32; 3]) -> f32 {
    win + 0.5 * draw
}

fn check(targets: &TrainingBatch) -> Result<(), LearnerError> {
    let positions = targets.batch.len();
    expect("positions", positions.min(1), 1)?;
    expect("target probabilities", targets.policy.len(), targets.batch.tokens().len())?;
    expect("weights of policies", targets.policy_weight.len(), positions)?;
    expect("results", targets.wdl.len(), positions)?;
    expect("margins", targets.margin.len(), positions)?;
    expect("weights of margins", targets.margin_weight.len(), positions)?;
    expect("controlled hexes", targets.control.len(), positions * targets.batch.shape().area())?;
    expect("losses", targets.losses.len(), positions)?;
    expect("auxiliary weights", targets.aux_weight.len(), positions)
}

fn check_decisions(decisions: &PpoBatch) -> Result<(), LearnerError> {
    let positions = decisions.batch.len();
    expect("positions", positions.min(1), 1)?;
    expect("choices", decisions.chosen.len(), positions)?;
    expect("log-probabilities", decisions.log_probability.len(), positions)?;
    expect("advantages", decisions.advantage.len(), positions)?;
    expect("results", decisions.wdl.len(), positions)?;
    expect("leads", decisions.lead.len(), positions)?;
    for (position, &chosen) in decisions.chosen.iter().enumerate() {
        let listed = decisions.batch.tokens_of(position).len();
        if chosen >= listed {
            return Err(LearnerError::Batch { what: "as the index of a choice", found: chosen, expected: listed });
        }
    }
    Ok(())
}

fn expect(what: &'static str, found: usize, expected: usize) -> Result<(), LearnerError> {
    if found == expected { Ok(()) } else { Err(LearnerError::Batch { what, found, expected }) }
}
