//! How good a network is: games against a frozen ladder and against the best network so far.
//!
//! [`evaluate`] examines a candidate: [`climb`] rates it on the ladder, [`challenge`] tests whether it beats the best,
//! and the test alone decides about promotion. [`History`] keeps what was found, as CSV and as a chart. A [`Gate`] does all
//! of it for the networks of a run, in one directory. All games
//! are those of the [`arena`](crate::arena): pairs with the sides swapped, kept one by one, so that an
//! evaluation that was killed goes on where it was.

mod chart;
mod contest;
mod gate;
mod history;

pub use chart::chart;
pub use contest::{Evaluation, EvaluationError, Rating, Terms, challenge, climb, evaluate};
pub use gate::{Gate, GateError};
pub use history::{Entry, History, HistoryError};
