//! Gumbel `AlphaZero`: tree search that makes good use of few simulations, guided by a policy-value network.
//!
//! - [`search`] is the machine. It never calls a network itself: it hands a query out, waits for the reply and
//!   goes on, so that whoever drives many games gathers their queries into one batch.
//! - [`tree`] books what is known in a [`crate::graph`]; [`improve`] makes a better policy of priors and values,
//!   the target that a network learns from; [`race`] halves the field of choices at the root.
//! - [`cap`] mixes full searches with fast ones in self-play. [`agent`] is the player.
//!
//! **At the root** every choice gets Gumbel noise on its logit, and the best few of them run a race of sequential
//! halving; the winner is a draw from the network's policy, improved by what the search found. Without noise
//! the search plays its best. **Below**, the way down follows the improved policy deterministically: the choice
//! whose share of the visits lags most behind its share in that policy.
//!
//! **Worlds.** Nodes are what the searching side knows, keyed by [`stavka_engine::Determinize::view_hash`], and
//! every simulation runs in another world drawn from what that side can tell. Where the other side decides, nodes are
//! also what *it* knows: the network answers from its view, so each of its secrets has a node, and the choice above them
//! is worth their mean. Dice are nodes with exact weights. Choices without an alternative are passed through and cost
//! nothing.
//!
//! **Values.** A tree has one [`ValueScale`](crate::ValueScale): finished games are valued on that of the network's words.
//!
//! **Certainty.** While nothing is hidden from the side, what lies under a node can be known exactly: finished
//! games are, and so is whatever leads to known nodes alone. A simulation that would go where all is known
//! goes where it is not, and the visit counts for the choice that it was meant for; small endings are solved.

mod agent;
mod cap;
mod improve;
mod race;
mod search;
mod tree;

pub use agent::Gumbel;
pub use cap::{Effort, PlayoutCap};
pub use improve::Sigma;
pub(crate) use improve::softmax;
pub(crate) use search::draw_from;
pub use search::{GumbelSettings, Search, Step};
