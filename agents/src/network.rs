//! What a policy-value network is asked, and what it answers: the seam between a search and the networks,
//! which live in a crate of their own and reach the players by way of [`Networks`].

use std::fmt;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use stavka_engine::Game;

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
    /// Probability of winning.
    pub win: f32,
    /// Probability of a draw.
    pub draw: f32,
    /// Probability of losing; the three sum to 1.
    pub loss: f32,
    /// Expected margin in victory points, positive in favour of the side that decides.
    pub margin: f32,
}

impl Forecast {
    /// Expected score: a win counts 1, a draw one half.
    pub fn score(&self) -> f32 {
        self.win + 0.5 * self.draw
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
}

impl<G: Game, N: PolicyValue<G> + ?Sized> PolicyValue<G> for Box<N> {
    fn predict(&mut self, queries: &[Query<G>], replies: &mut Replies) -> Result<(), NetworkError> {
        (**self).predict(queries, replies)
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
