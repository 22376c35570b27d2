//! Fitting a network to positions with known answers.
//!
//! Configuration ([`LearnerConfig`]), input ([`TrainingBatch`]) and metrics ([`StepMetrics`]) need no libtorch; the learner
//! itself needs the feature `torch`.

#[cfg(feature = "torch")]
mod adamw;
mod batch;
mod config;
#[cfg(feature = "torch")]
mod fit;
#[cfg(feature = "torch")]
mod losses;
mod metrics;
#[cfg(feature = "torch")]
mod state;

pub use batch::{PpoBatch, TrainingBatch};
pub use config::{LearnerConfig, LossWeights, PpoConfig, Schedule};
#[cfg(feature = "torch")]
pub use fit::{Learner, LearnerError};
pub use metrics::{Calibration, StepMetrics};
