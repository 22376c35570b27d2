//! A network behind the question that a search asks.

use std::fmt;

use stavka_agents::{Forecast, NetworkError, Playable, PolicyValue, Query, Replies, ValueScale};
use stavka_engine::observation::Observe;

use crate::batch::{Batch, Heads};
use crate::encoder::Encoder;
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

    /// What the network reads.
    fn input(&self) -> &InputShape;

    /// What the network runs on, in words.
    fn device(&self) -> String;

    /// The scale of its values: [`crate::Weights::values`].
    fn scale(&self) -> ValueScale {
        ValueScale::RESULT
    }
}

impl Network for Box<dyn Network> {
    fn run(&mut self, batch: &Batch, heads: &mut Heads) -> Result<(), RunError> {
        self.as_mut().run(batch, heads)
    }

    fn input(&self) -> &InputShape {
        self.as_ref().input()
    }

    fn device(&self) -> String {
        self.as_ref().device()
    }

    fn scale(&self) -> ValueScale {
        self.as_ref().scale()
    }
}

/// Any network as a [`PolicyValue`] of any game that can be observed.
pub struct Neural<G: Playable, N> {
    network: N,
    /// For the scenario that was asked about last.
    encoding: Option<(Encoder<G>, Batch)>,
    heads: Heads,
}

impl<G: Playable, N: fmt::Debug> fmt::Debug for Neural<G, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Neural").field(&self.network).finish()
    }
}

impl<G: Playable, N: Network> Neural<G, N> {
    /// Puts a network behind the trait.
    pub fn new(network: N) -> Self {
        Neural { network, encoding: None, heads: Heads::default() }
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

impl<G: Observe + Playable, N: Network> PolicyValue<G> for Neural<G, N> {
    fn predict(&mut self, queries: &[Query<G>], replies: &mut Replies) -> Result<(), NetworkError> {
        replies.clear();
        let Some(first) = queries.first() else { return Ok(()) };
        let scenario = first.game.scenario();
        let known = self.encoding.take().filter(|(encoder, _)| encoder.shape().is_of(G::observation_spec(scenario)));
        let (encoder, batch) = self.encoding.insert(known.unwrap_or_else(|| {
            let encoder = Encoder::new(scenario, self.network.input().guidance());
            let batch = encoder.batch();
            (encoder, batch)
        }));
        batch.clear();
        for query in queries {
            encoder.push(batch, &query.game, &query.legal);
        }
        self.network.run(batch, &mut self.heads).map_err(|error| NetworkError(error.to_string()))?;
        for (position, (&[win, draw, loss], &margin)) in self.heads.wdl.iter().zip(&self.heads.margin).enumerate() {
            let logits = &self.heads.logits[batch.starts()[position]..batch.starts()[position + 1]];
            replies.push(logits, Forecast { win, draw, loss, margin });
        }
        Ok(())
    }

    fn scale(&self) -> ValueScale {
        self.network.scale()
    }
}
