//! Monte Carlo tree search with hidden information and dice.
//!
//! - [`tree`] holds what is known: a [`crate::graph`] of information sets in memory of a fixed size, in which different
//!   orders of the same moves meet in one node.
//! - [`halving`] shares the simulations out among the choices at hand, [`selection`] says which way they go
//!   further down.
//! - [`simulation`] runs simulations one after the other.
//! - [`agent`] is the player, with one or more searchers side by side.
//!
//! **Information sets.** Nodes are what the searching side knows, keyed by
//! [`stavka_engine::Determinize::view_hash`], and every simulation runs in another world drawn by
//! [`stavka_engine::View::determinize`]. The other side's choices may differ from world to world: those that
//! are missing are passed over and not held against the choice, those that turn up late are added.
//!
//! **Values** are chances of an Axis win. A choice is worth what the node it leads to is worth, also when most of
//! what is known of that node came in by other ways; a node is worth the mean of its choices by the squares
//! of their visits, so that what was tried and dropped hardly counts, and a node of dice the mean of the
//! results seen by their exact weights.
//!
//! **Width.** Choices are looked at in the order of the evaluator's weights, more of them the more simulations come
//! by, and those far below the best weight not at all. The best choice at the root is found by a race that
//! halves its field; the last in the race is the search's choice, the one of higher value if two arrive.
//!
//! **Horizon.** In a game whose player turns are long, a tree never gets through the other side's turn, and
//! values from the middle of it tell less than one from its beginning: every move that puts off the end of
//! the own turn would look better than it is. So the tree ends in quiet positions in which the move has passed
//! to the other side more often than [`MctsSettings::handovers`] allows.
//!
//! **Advice.** A search alone exploits every error of its evaluator. The choice of its adviser, who is asked first
//! and may use half of the time, stays in the race to the end and stands unless another beats it by a margin.
//!
//! **Memory.** A node that was seen once has no edges. When the memory is full, simulations end at the last known
//! node. Between decisions the graph stays; when more than half of the memory is in use, what the new
//! position cannot reach is freed, and if that does not help the search starts anew.

mod agent;
mod halving;
mod selection;
mod simulation;
mod tree;

pub use agent::{Mcts, MctsSettings};
