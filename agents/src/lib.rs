//! Opponents and the runner of matches between them.
//!
//! An [`Agent`] is given a [`stavka_engine::View`] and can reach nothing that the rules hide from
//! its side. Agents are generic over the engine's contract; what they must know of a game comes
//! through a [`Heuristic`], and [`Playable`] says which heuristic a game has.

mod agent;
pub mod armir;
mod greedy;
mod heuristic;
mod random;
mod registry;
mod runner;

pub use agent::{Agent, AsOpponent};
pub use greedy::Greedy;
pub use heuristic::{Heuristic, Menu, Stage};
pub use random::Random;
pub use registry::{AgentName, Playable, UnknownAgent, make_agent};
pub use runner::{GameReport, MatchError, Pairing, match_games, play_game};
