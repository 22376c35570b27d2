//! Training runs: configuration, directory, metrics.

mod config;
mod directory;
pub mod metrics;

pub use config::{
    Algorithm, Backend, CheckpointConfig, Config, ConfigError, DEFAULTS, DeviceChoice, EvaluationConfig, ImitationConfig, LearnerConfig,
    LimitsConfig, NetworkConfig, Order, PpoConfig, RateSchedule, ReplayConfig, SelfPlayConfig, Stage,
};
pub use directory::{Progress, RunDirectory, RunError};
pub use metrics::Metrics;
