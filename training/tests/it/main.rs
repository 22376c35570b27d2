//! The learner and its runs.

#[cfg(feature = "torch")]
mod learner;
mod replay;
mod run;
