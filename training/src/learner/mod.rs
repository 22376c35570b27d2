//! Fitting a network to positions with known answers.
//!
//! What a learner is told ([`LearnerConfig`]), given ([`TrainingBatch`]) and says ([`StepMetrics`]) is here without
//! libtorch; the learner itself is there with the feature `torch`.

mod batch;
mod config;
mod metrics;

pub use batch::{PpoBatch, TrainingBatch};
pub use config::{LearnerConfig, LossWeights, PpoConfig, Schedule};
pub use metrics::{Calibration, StepMetrics};
