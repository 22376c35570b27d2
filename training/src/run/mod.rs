//! Training runs: configuration, directory, metrics.

mod config;
mod directory;
pub mod metrics;

pub use config::{
    Algorithm, Backend, BatchConfig, CheckpointConfig, Config, ConfigError, DEFAULTS, DeviceChoice, EvaluationConfig, ImitationConfig,
    LimitsConfig, Order, PpoConfig, PromotionConfig, ReplayConfig, SelfPlayConfig, Stage,
};
pub use directory::{EVALUATIONS, FLIGHTS, Progress, RunDirectory, RunError};
pub use metrics::Metrics;
