//! A network behind the question that a search asks.

use std::sync::Arc;

use stavka_agents::{Forecast, NetworkError, PolicyValue, Query, Replies};
use stavka_engine::observation::Observe;

use crate::batch::{Batch, Heads};
use crate::shape::{InputShape, ShapeError};

/// A network that could not be run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The batch is of another shape than the network reads.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// An action token names something that does not exist.
    #[error("an action token has the {what} {found}, there are {count}")]
    Token {
        /// Which number of the token.
        what: &'static str,
        /// Its value.
        found: i16,
        /// How many there are.
        count: usize,
    },
    /// The network answered with NaN or infinity.
    #[error("the network answered with a number that is not finite")]
    NotFinite,
    /// The device or its library failed.
    #[error("the device failed: {0}")]
    Device(String),
}

/// A network in working order: batches in, answers out.
pub trait Network: Send {
    /// Replaces the contents of `heads` by the answers to `batch`.
    ///
    /// # Errors
    /// When the batch is not for this network, or the device failed.
    fn run(&mut self, batch: &Batch, heads: &mut Heads) -> Result<(), RunError>;

    /// What the network runs on, in words.
    fn device(&self) -> String;
}

impl Network for Box<dyn Network> {
    fn run(&mut self, batch: &Batch, heads: &mut Heads) -> Result<(), RunError> {
        self.as_mut().run(batch, heads)
    }

    fn device(&self) -> String {
        self.as_ref().device()
    }
}

/// Any network as a [`PolicyValue`] of any game that can be observed.
#[derive(Debug)]
pub struct Neural<N> {
    network: N,
    batch: Option<Batch>,
    heads: Heads,
}

impl<N: Network> Neural<N> {
    /// Puts a network behind the trait.
    pub fn new(network: N) -> Self {
        Neural { network, batch: None, heads: Heads::default() }
    }

    /// The network.
    pub fn network(&self) -> &N {
        &self.network
    }

    /// The network, to be changed.
    pub fn network_mut(&mut self) -> &mut N {
        &mut self.network
    }
}

impl<G: Observe, N: Network> PolicyValue<G> for Neural<N> {
    fn predict(&mut self, queries: &[Query<G>], replies: &mut Replies) -> Result<(), NetworkError> {
        replies.clear();
        let Some(first) = queries.first() else { return Ok(()) };
        let spec = G::observation_spec(first.game.scenario());
        let batch = match &mut self.batch {
            Some(batch) if batch.shape().is_of(spec) => batch,
            stale => stale.insert(Batch::new(Arc::new(InputShape::of(spec)))),
        };
        batch.clear();
        for query in queries {
            batch.push(&query.game, &query.legal);
        }
        self.network.run(batch, &mut self.heads).map_err(|error| NetworkError(error.to_string()))?;
        for (position, (&[win, draw, loss], &margin)) in self.heads.wdl.iter().zip(&self.heads.margin).enumerate() {
            let logits = &self.heads.logits[batch.starts()[position]..batch.starts()[position + 1]];
            replies.push(logits, Forecast { win, draw, loss, margin });
        }
        Ok(())
    }
}
