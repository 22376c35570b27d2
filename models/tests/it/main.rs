//! Networks: observations, weights and the answers that shipped files give.

#[cfg(feature = "torch")]
mod agreement;
mod encoder;
mod kit;
mod logits;
mod no_leak;
mod shipped;
#[path = "../../../agents/tests/it/twins/mod.rs"]
mod twins;
mod weights;
