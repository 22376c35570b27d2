//! Standings for people and programs: aligned text, CSV and a page with charts. JSON is the
//! [`Standings`](super::Standings) as they are.

mod html;
mod text;

pub use html::page;
pub(crate) use html::{finish, frame, section};
pub(crate) use text::{aligned, line};
pub use text::{csv, table};

use super::ratings::Interval;
use super::standings::Score;

/// `+123.4 [+100.0, +150.0]`, or a dash.
pub(crate) fn interval(interval: Option<Interval>) -> String {
    interval.map_or_else(|| "-".to_owned(), |Interval { value, low, high }| format!("{value:+.1} [{low:+.1}, {high:+.1}]"))
}

/// A share in per cent, or a dash.
pub(crate) fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.1}", 100.0 * share))
}

/// `12-3-5`: wins, draws, losses.
pub(crate) fn score(score: &Score) -> String {
    format!("{}-{}-{}", score.wins, score.draws, score.losses)
}
