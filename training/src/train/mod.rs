//! A training run: imitation, self-play, learning, evaluation and checkpoints.

#[cfg(feature = "torch")]
mod nvml;
mod ppo;
mod session;
mod targets;
#[cfg(feature = "torch")]
mod torch;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use stavka_agents::SpecError;
use stavka_models::{Weights, WeightsError};

pub use ppo::RolloutError;
pub use session::train;
pub use targets::fill;
#[cfg(feature = "torch")]
pub use torch::{bench, run};

use crate::curriculum::CurriculumError;
use crate::evaluation::GateError;
use crate::imitation::ImitationError;
use crate::learner::{PpoBatch, StepMetrics, TrainingBatch};
use crate::replay::ReplayError;
use crate::run::RunError;
use crate::selfplay::FleetError;

/// Name of the weights that play in a checkpoint.
pub const PLAYER: &str = "player.safetensors";

/// What a training run needs of a learner.
pub trait LearnerBackend {
    /// One step towards the targets of a batch.
    ///
    /// # Errors
    /// [`PupilError`]; the weights are then unchanged.
    fn step(&mut self, batch: &TrainingBatch) -> Result<StepMetrics, PupilError>;

    /// One step of the policy gradient.
    ///
    /// # Errors
    /// [`PupilError`]; the weights are then unchanged.
    fn ppo_step(&mut self, batch: &PpoBatch) -> Result<StepMetrics, PupilError>;

    /// The weights as they are now.
    ///
    /// # Errors
    /// [`PupilError`].
    fn weights(&self) -> Result<Weights, PupilError>;

    /// The averaged weights, which play.
    ///
    /// # Errors
    /// [`PupilError`].
    fn average(&self) -> Result<Weights, PupilError>;

    /// Writes everything that it needs to go on into a directory.
    ///
    /// # Errors
    /// [`PupilError`], a full disk for one.
    fn save(&self, directory: &Path) -> Result<(), PupilError>;
}

/// A learner that cannot go on, in its own words.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct PupilError(#[from] pub Box<dyn Error + Send + Sync>);

/// Why a run ended before its limits.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// The directory of the run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The scenarios.
    #[error(transparent)]
    Curriculum(#[from] CurriculumError),
    /// The replay buffer.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The games of imitation.
    #[error(transparent)]
    Imitation(#[from] ImitationError),
    /// The games of the policy gradient.
    #[error(transparent)]
    Rollout(#[from] ppo::RolloutError),
    /// Self-play.
    #[error(transparent)]
    Fleet(#[from] FleetError),
    /// An opponent of an evaluation cannot be had.
    #[error(transparent)]
    Opponent(#[from] SpecError),
    /// The evaluation of a candidate.
    #[error(transparent)]
    Gate(#[from] GateError),
    /// Weights cannot be written or read.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// The weights to begin with cannot be read, or are of another network.
    #[error("start = {path:?}: {problem}")]
    Start {
        /// The file.
        path: String,
        /// What is wrong.
        problem: String,
    },
    /// The learner.
    #[error("{source}; the last good checkpoint is {}", checkpoint.as_deref().map_or("none".into(), Path::to_string_lossy))]
    Learner {
        /// Why.
        source: PupilError,
        /// The newest checkpoint.
        checkpoint: Option<PathBuf>,
    },
    /// CUDA was asked for.
    #[error("device = \"cuda\" was asked for, and libtorch finds no CUDA device; \"auto\" and \"cpu\" train on the CPU")]
    NoCuda,
}

impl From<PupilError> for TrainError {
    fn from(source: PupilError) -> Self {
        TrainError::Learner { source, checkpoint: None }
    }
}

/// What a run is doing, for a progress line.
#[derive(Clone, PartialEq, Debug)]
pub enum Report {
    /// The run goes on from here, on this device.
    Begins {
        /// Step of the learner.
        step: u64,
        /// Steps that the run has at most.
        steps: u64,
        /// In words.
        device: String,
    },
    /// Games of scripted players.
    Imitation {
        /// Games played.
        games: u64,
        /// Games wanted.
        of: u64,
    },
    /// Self-play.
    SelfPlay {
        /// Games that the buffer was ever given.
        games: u64,
        /// Positions that the buffer was ever given.
        positions: u64,
    },
    /// Steps of the learner.
    Learning {
        /// Step of the learner.
        step: u64,
        /// Loss of the last step.
        loss: f64,
    },
    /// Games of a candidate.
    Evaluation {
        /// Step of the learner.
        step: u64,
        /// Games finished against known opponents, or against the best.
        games: usize,
        /// Players of the last one.
        players: [String; 2],
    },
    /// A checkpoint was kept.
    Checkpoint {
        /// Where.
        path: PathBuf,
    },
}

/// How a run is followed and ended.
#[derive(Clone, Copy)]
pub struct Conditions<'a> {
    /// Ends the run with a checkpoint when it becomes true.
    pub cancel: &'a AtomicBool,
    /// Ends the session after so many minutes, beside the limits of the configuration.
    pub minutes: Option<f64>,
    /// Called from any thread.
    pub report: &'a (dyn Fn(Report) + Sync),
    /// What the learner runs on, in words.
    pub device: &'a str,
}

/// How a session ended without an error.
#[derive(Clone, PartialEq, Debug)]
pub struct Ended {
    /// Whether the run has reached its limits.
    pub complete: bool,
    /// Step of the learner.
    pub step: u64,
    /// The newest checkpoint.
    pub checkpoint: PathBuf,
}
