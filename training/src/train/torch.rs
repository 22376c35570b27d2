//! A run with the learner of libtorch.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use stavka_agents::ValueScale;
use stavka_models::torch::{Device, TorchNetwork, best_device, describe_device};
use stavka_models::{Architecture, Batch, CpuNetwork, Description, Heads, InputShape, Network, RunError as NetworkFailure, Weights};

use super::nvml::Card;
use super::{Conditions, Ended, LearnerBackend, PupilError, Report, TrainError, train};
use crate::bench::{self, LearningSpeed};
use crate::contained::contained;
use crate::curriculum::{Curriculum, Learnable};
use crate::learner::{Learner, LearnerError, PpoBatch, StepMetrics, TrainingBatch};
use crate::run::{Backend, Config, DeviceChoice, RunDirectory, RunError};

/// Name of the learner's state in a checkpoint.
const LEARNER: &str = "learner.safetensors";

impl From<LearnerError> for PupilError {
    fn from(error: LearnerError) -> Self {
        PupilError(Box::new(error))
    }
}

/// Work of libtorch, which panics where it fails.
fn within<T>(work: impl FnOnce() -> Result<T, LearnerError>) -> Result<T, LearnerError> {
    contained(work).map_err(LearnerError::Torch)?
}

impl LearnerBackend for Learner {
    fn step(&mut self, batch: &TrainingBatch) -> Result<StepMetrics, PupilError> {
        Ok(within(|| Learner::step(self, batch))?)
    }

    fn ppo_step(&mut self, batch: &PpoBatch) -> Result<StepMetrics, PupilError> {
        Ok(within(|| Learner::ppo_step(self, batch))?)
    }

    fn weights(&self) -> Result<Weights, PupilError> {
        Ok(within(|| Learner::weights(self))?)
    }

    fn average(&self) -> Result<Weights, PupilError> {
        Ok(within(|| Learner::average(self))?)
    }

    fn save(&self, directory: &Path) -> Result<(), PupilError> {
        Ok(within(|| Learner::save(self, &directory.join(LEARNER)))?)
    }
}

/// A network of libtorch whose failures are errors.
struct Guarded(TorchNetwork);

impl Network for Guarded {
    fn run(&mut self, batch: &Batch, heads: &mut Heads) -> Result<(), NetworkFailure> {
        contained(|| self.0.run(batch, heads)).map_err(|problem| told(&problem))?
    }

    fn input(&self) -> &InputShape {
        self.0.input()
    }

    fn device(&self) -> String {
        self.0.device()
    }

    fn scale(&self) -> ValueScale {
        self.0.scale()
    }
}

fn told(problem: &str) -> NetworkFailure {
    NetworkFailure::Device(format!("libtorch: {problem}"))
}

/// Trains in a directory until the limits of its configuration, a cancellation or an error.
///
/// # Errors
/// [`TrainError`].
pub fn run<G: Learnable>(
    directory: &RunDirectory,
    config: &Config,
    cancel: &AtomicBool,
    minutes: Option<f64>,
    report: &(dyn Fn(Report) + Sync),
) -> Result<Ended, TrainError> {
    let device = device(config)?;
    let course = Curriculum::<G>::load(config)?;
    let description = course.description(config);
    let open = |checkpoint: Option<&Path>| {
        let Some(path) = checkpoint else {
            return beginner(config, &description, device);
        };
        let wrong = |problem: String| RunError::Checkpoint { path: path.to_owned(), problem };
        let learner = within(|| Learner::load(&path.join(LEARNER), &config.learner, device)).map_err(|error| wrong(error.to_string()))?;
        fits(learner.network().description(), &description).map_err(wrong)?;
        Ok(learner)
    };
    let make = |weights: &Weights| network(config.selfplay.backend, weights, device);
    let conditions = Conditions { cancel, minutes, report, device: &words(device, config) };
    train::<G, Learner>(directory, config, open, &make, &conditions)
}

/// The learner of a run that begins.
fn beginner(config: &Config, description: &Description, device: Device) -> Result<Learner, TrainError> {
    if config.start.is_empty() {
        return Ok(within(|| Learner::new(description, &config.learner, device, config.seed)).map_err(PupilError::from)?);
    }
    let wrong = |problem| TrainError::Start { path: config.start.clone(), problem };
    let weights = Weights::load(Path::new(&config.start)).map_err(|error| wrong(error.to_string()))?;
    let weights = adopted(&weights, description).map_err(wrong)?;
    Ok(within(|| Learner::from_weights(&weights, &config.learner, device)).map_err(PupilError::from)?)
}

/// The numbers of a network as those of the one that a configuration describes, or in words why they are not. How far advice
/// looks and what it counted at first may differ, and so may the scale of its values, which from here on are results: that
/// changes what numbers mean, and not how many there are.
fn adopted(weights: &Weights, expected: &Description) -> Result<Weights, String> {
    let mut found = weights.description().clone();
    if found.architecture.advised {
        found.architecture =
            Architecture { foresight: expected.architecture.foresight, trust: expected.architecture.trust, ..found.architecture };
        found.input.foresight = expected.input.foresight;
    }
    fits(&found, expected).or_else(|_| fits(weights.description(), expected))?;
    Weights::from_numbers(&found, weights.numbers().to_vec()).map_err(|error| error.to_string())
}

/// Whether a network is the one that a configuration describes, in words if it is not.
fn fits(found: &Description, expected: &Description) -> Result<(), String> {
    if found.architecture != expected.architecture {
        let words = |network| serde_json::to_string(network).expect("an architecture is plain data");
        let (found, expected) = (words(&found.architecture), words(&expected.architecture));
        return Err(format!("its network is {found}, that of the configuration {expected}"));
    }
    found.input.accepts(&expected.input).map_err(|error| error.to_string())
}

/// Measures how fast learning goes with a configuration, each part for so many seconds.
///
/// # Errors
/// [`TrainError::NoCuda`], and those of the parts.
pub fn bench<G: Learnable>(config: &Config, seconds: f64) -> Result<LearningSpeed, Box<dyn std::error::Error + Send + Sync>> {
    let device = device(config)?;
    let course = Curriculum::<G>::load(config)?;
    let beginner = bench::beginner(config, &course)?;
    let mut learner = within(|| Learner::from_weights(&beginner, &config.learner, device))?;
    let make = |weights: &Weights| network(config.selfplay.backend, weights, device);
    // The learner is on the device by now, which is how the card can be told from others.
    let card = match (device, config.selfplay.backend) {
        (Device::Cuda(_), Backend::Torch) => Card::of_this_process(),
        (Device::Cuda(_), Backend::Cpu) => Err("self-play of this configuration runs on the CPU".to_owned()),
        _ => Err("libtorch computes on the CPU".to_owned()),
    };
    let gauge = || card.as_ref().map_err(Clone::clone)?.busy();
    Ok(bench::measure::<G>(config, seconds, &words(device, config), &make, &gauge, Some(&mut learner))?)
}

/// What runs a network in self-play.
fn network(backend: Backend, weights: &Weights, device: Device) -> Result<Box<dyn Network>, NetworkFailure> {
    Ok(match backend {
        Backend::Torch => {
            Box::new(Guarded(contained(|| TorchNetwork::from_weights(weights, device).frozen()).map_err(|problem| told(&problem))?))
        }
        Backend::Cpu => Box::new(CpuNetwork::new(weights).map_err(|error| NetworkFailure::Device(error.to_string()))?),
    })
}

/// On what a run learns.
fn words(device: Device, config: &Config) -> String {
    let place = describe_device(device);
    if device.is_cuda() { place } else { format!("{place}, {} threads", config.learner.threads) }
}

/// The device of a configuration.
fn device(config: &Config) -> Result<Device, TrainError> {
    match config.device {
        DeviceChoice::Cpu => Ok(Device::Cpu),
        DeviceChoice::Auto => Ok(best_device()),
        DeviceChoice::Cuda => match best_device() {
            Device::Cpu => Err(TrainError::NoCuda),
            device => Ok(device),
        },
    }
}
