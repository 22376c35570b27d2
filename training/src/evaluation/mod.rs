//! How good a network is: games against known opponents and against the best network so far.
//!
//! [`evaluate`] examines a candidate: games against the configured opponents rate it, on the game's frozen ladder where
//! they stand on it; a sequential test says whether it beats the best, and the test alone decides about promotion.
//! [`History`] keeps what was found, [`chart`] draws it. A [`Gate`] does all of it for the networks of a run, in one
//! directory. All games are those of the [`arena`](crate::arena): pairs with the sides swapped, kept one by one, so
//! that an evaluation that was killed goes on where it was.

mod chart;
mod gate;
mod history;
#[cfg(test)]
pub(crate) mod kit;
mod matches;
mod power;

pub use chart::chart;
pub use gate::{Best, Gate, GateError, best, history};
pub use history::{History, HistoryError};
pub use matches::{Against, Challenge, Contender, Evaluation, EvaluationError, MatchSettings, Rating, evaluate};
pub use power::{Power, power};
