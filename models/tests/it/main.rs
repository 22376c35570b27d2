//! Networks: observations, weights and the answers that shipped files give.

#[cfg(feature = "torch")]
mod agreement;
#[path = "../../../engine/tests/it/toy/crossing.rs"]
mod crossing;
mod encoder;
mod kit;
mod logits;
mod no_leak;
mod plain_loops;
mod shipped;
#[path = "../../../agents/tests/it/twins/mod.rs"]
mod twins;
mod weights;
