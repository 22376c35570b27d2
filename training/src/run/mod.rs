//! Training runs: configuration, directory, metrics.

mod config;
mod directory;
pub mod metrics;
mod old_keys;

pub use config::{
    Algorithm, Backend, BatchConfig, CheckpointConfig, Config, ConfigError, DEFAULTS, DeviceChoice, EvaluationConfig, ImitationConfig,
    LimitsConfig, Order, PpoConfig, PromotionConfig, ReplayConfig, SelfPlayConfig, Stage,
};
pub use directory::{EVALUATIONS, FLIGHTS, Progress, RunDirectory, RunError};
pub use metrics::Metrics;
pub use old_keys::{Became, OldKey};
