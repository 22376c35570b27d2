//! Training runs: configuration, directory, metrics.

mod config;

pub use config::{
    Algorithm, Backend, CheckpointConfig, Config, ConfigError, DEFAULTS, DeviceChoice, EvaluationConfig, ImitationConfig, LearnerConfig,
    LimitsConfig, NetworkConfig, Order, PpoConfig, RateSchedule, ReplayConfig, SelfPlayConfig, Stage,
};
