//! A network that knows nothing: whatever the deciding side may know, and nothing else, is stirred into its
//! answers.

use std::hash::{DefaultHasher, Hash, Hasher};

use stavka_agents::{Forecast, NetworkError, PolicyValue, Query, Replies};
use stavka_engine::dice::mix;
use stavka_engine::{Determinize, Turn};

/// A network with these weights.
#[derive(Clone, Copy)]
pub(crate) struct Hashing(pub(crate) u64);

/// A number from -1 to 1.
fn stirred(bits: u64) -> f32 {
    (mix(bits) >> 40) as f32 / (1 << 23) as f32 - 1.0
}

impl<G: Determinize> PolicyValue<G> for Hashing {
    fn predict(&mut self, queries: &[Query<G>], replies: &mut Replies) -> Result<(), NetworkError> {
        replies.clear();
        for Query { game, legal } in queries {
            let Turn::Player(side) = game.turn() else { return Err(NetworkError("nobody decides".to_owned())) };
            let seen = mix(self.0 ^ game.view_hash(side));
            let logit = |action: &G::Action| {
                let mut hasher = DefaultHasher::new();
                action.hash(&mut hasher);
                2.0 * stirred(seen ^ hasher.finish())
            };
            let win = 0.5 + 0.4 * stirred(seen);
            let logits: Vec<f32> = legal.iter().map(logit).collect();
            replies.push(&logits, Forecast { win, draw: 0.0, loss: 1.0 - win, margin: 0.0 });
        }
        Ok(())
    }
}
