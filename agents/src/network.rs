//! What a policy-value network is asked, and what it answers: the seam between a search and the networks,
//! which live in a crate of their own and reach the players by way of [`Networks`].

use std::fmt;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};
use stavka_engine::{Game, Outcome, Side};

use crate::logistic::logistic;

/// A position in which a player must decide. The network sees what that player may know and answers from its
/// point of view.
#[derive(Clone, Debug)]
pub struct Query<G: Game> {
    /// The position; [`Game::turn`] is a player.
    pub game: G,
    /// Its legal actions.
    pub legal: Vec<G::Action>,
}

/// How a game is expected to end, as the side that decides sees it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Forecast {
    /// Probability of winning; of a network whose [`PolicyValue::scale`] is mixed its part in a value of that scale.
    pub win: f32,
    /// Probability of a draw.
    pub draw: f32,
    /// Probability of losing; the three sum to 1.
    pub loss: f32,
    /// Expected margin in victory points, positive in favour of the side that decides.
    pub margin: f32,
}

impl Forecast {
    /// Expected score: a win counts 1, a draw one half. A value of the network's [`PolicyValue::scale`].
    pub fn score(&self) -> f32 {
        self.win + 0.5 * self.draw
    }
}

/// The scale on which games and positions are valued, from 0, the worst, to 1: the result alone, or the result with a
/// share of the margin of victory. Values of one scale can be compared; those of a search all have to be of one.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueScale {
    /// Share of the margin, 0 to 1; the result has the rest.
    pub margin: f32,
    /// Margins of so many victory points make about three quarters of the difference that any can make. Above 0.
    pub points: f32,
}

impl ValueScale {
    /// The result alone: values are chances of winning, a draw counted as half.
    pub const RESULT: ValueScale = ValueScale { margin: 0.0, points: 1.0 };

    /// Whether values are chances of winning.
    pub fn is_result(&self) -> bool {
        self.margin == 0.0
    }

    /// What a margin in victory points is worth by itself, 0 to 1, to the side that it is in favour of.
    pub fn lead(&self, margin: f32) -> f32 {
        logistic(2.0 * f64::from(margin / self.points)) as f32
    }

    /// The value of a score, 0 to 1, together with a [`ValueScale::lead`]. It is linear in both, so that it holds of
    /// expectations as of finished games.
    pub fn mix(&self, score: f32, lead: f32) -> f32 {
        (1.0 - self.margin) * score + self.margin * lead
    }

    /// What a finished game is worth to the Axis.
    pub fn of(&self, outcome: &Outcome) -> f32 {
        self.mix(outcome.share(Side::Axis), self.lead(f32::from(outcome.margin)))
    }
}

impl Default for ValueScale {
    fn default() -> Self {
        ValueScale::RESULT
    }
}

/// Answers to a batch of queries, in their order.
#[derive(Clone, Default, Debug)]
pub struct Replies {
    /// Logits of all queries, one after the other, in the order of their legal lists.
    pub logits: Vec<f32>,
    /// Where the logits of each query begin, and at the end their number: one longer than the batch.
    pub starts: Vec<usize>,
    /// One forecast per query.
    pub forecasts: Vec<Forecast>,
}

impl Replies {
    /// Forgets earlier answers.
    pub fn clear(&mut self) {
        self.logits.clear();
        self.starts.clear();
        self.starts.push(0);
        self.forecasts.clear();
    }

    /// Adds the answer to one query.
    pub fn push(&mut self, logits: &[f32], forecast: Forecast) {
        self.logits.extend_from_slice(logits);
        self.starts.push(self.logits.len());
        self.forecasts.push(forecast);
    }

    /// The logits of one query.
    pub fn logits_of(&self, query: usize) -> &[f32] {
        &self.logits[self.starts[query]..self.starts[query + 1]]
    }
}

/// A network that could not answer, or be had.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct NetworkError(pub String);

/// A network that weighs choices and foresees results, asked in batches.
pub trait PolicyValue<G: Game>: Send {
    /// Replaces the contents of `replies` by one answer per query.
    ///
    /// # Errors
    /// When the network cannot be run, such as on a device that has failed.
    fn predict(&mut self, queries: &[Query<G>], replies: &mut Replies) -> Result<(), NetworkError>;

    /// The scale of [`Forecast::score`].
    fn scale(&self) -> ValueScale {
        ValueScale::RESULT
    }
}

impl<G: Game, N: PolicyValue<G> + ?Sized> PolicyValue<G> for Box<N> {
    fn predict(&mut self, queries: &[Query<G>], replies: &mut Replies) -> Result<(), NetworkError> {
        (**self).predict(queries, replies)
    }

    fn scale(&self) -> ValueScale {
        (**self).scale()
    }
}

/// A network that has been loaded: gives every player one of its own, all with the same weights.
pub type NetworkMaker<G> = Arc<dyn Fn() -> Box<dyn PolicyValue<G>> + Send + Sync>;

/// What a network is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Choices, and values of the positions that its own play leads to.
    Player,
    /// Values of positions that other players bring about.
    Judge,
}

/// Finds a network: that of a file, or without one that which is shipped with the game for the role.
type Source<G> = Box<dyn Fn(Role, Option<&Path>) -> Result<NetworkMaker<G>, NetworkError> + Send + Sync>;

/// Where the players of a game get their networks. Whoever assembles a program says so once, at its start.
pub struct Networks<G> {
    source: OnceLock<Source<G>>,
}

impl<G: Game> Networks<G> {
    /// Nothing is known yet: every load fails.
    pub const fn new() -> Self {
        Networks { source: OnceLock::new() }
    }

    /// Says where networks come from. Only the first word counts; false for any other.
    pub fn provide(&self, source: impl Fn(Role, Option<&Path>) -> Result<NetworkMaker<G>, NetworkError> + Send + Sync + 'static) -> bool {
        self.source.set(Box::new(source)).is_ok()
    }

    /// Loads the network of a file, or the one that is shipped with the game for a role.
    ///
    /// # Errors
    /// What the source says of missing, foreign or broken weights; or that this program has no networks.
    pub fn load(&self, role: Role, weights: Option<&Path>) -> Result<NetworkMaker<G>, NetworkError> {
        let source = self.source.get().ok_or_else(|| NetworkError("this program was put together without networks".to_owned()))?;
        source(role, weights)
    }
}

impl<G: Game> Default for Networks<G> {
    fn default() -> Self {
        Networks::new()
    }
}

impl<G> fmt::Debug for Networks<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Networks({})", if self.source.get().is_some() { "provided" } else { "none" })
    }
}
