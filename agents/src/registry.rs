//! Players by name.

use std::fmt::{self, Display};
use std::str::FromStr;

use stavka_engine::Determinize;

use crate::agent::Agent;
use crate::greedy::Greedy;
use crate::heuristic::Heuristic;
use crate::random::Random;

/// A game with the knowledge that its players need.
pub trait Playable: Determinize {
    /// What the greedy player knows of the game.
    type Knowledge: Heuristic<Self> + 'static;

    /// Fresh knowledge, with nothing looked at yet.
    fn knowledge() -> Self::Knowledge;
}

/// The kinds of players.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AgentName {
    /// Uniform choice.
    Random,
    /// One whole move ahead.
    Greedy,
}

impl AgentName {
    /// Every kind, weakest first.
    pub const ALL: [AgentName; 2] = [AgentName::Random, AgentName::Greedy];

    /// The name on the command line and in records.
    pub const fn as_str(self) -> &'static str {
        match self {
            AgentName::Random => "random",
            AgentName::Greedy => "greedy",
        }
    }

    /// A player of this kind.
    pub fn make<G: Playable>(self, seed: u64) -> Box<dyn Agent<G>> {
        match self {
            AgentName::Random => Box::new(Random::new(seed)),
            AgentName::Greedy => Box::new(Greedy::new(seed, G::knowledge())),
        }
    }
}

impl Display for AgentName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A name that no player has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no player {name:?}; the players are: {}", AgentName::ALL.map(AgentName::as_str).join(", "))]
pub struct UnknownAgent {
    /// The name that was asked for.
    pub name: String,
}

impl FromStr for AgentName {
    type Err = UnknownAgent;

    /// Reads a name in any letter case.
    fn from_str(name: &str) -> Result<Self, UnknownAgent> {
        AgentName::ALL
            .into_iter()
            .find(|agent| agent.as_str().eq_ignore_ascii_case(name))
            .ok_or_else(|| UnknownAgent { name: name.to_owned() })
    }
}

/// The player with this name and seed.
///
/// # Errors
/// [`UnknownAgent`] lists the names that exist.
pub fn make_agent<G: Playable>(name: &str, seed: u64) -> Result<Box<dyn Agent<G>>, UnknownAgent> {
    Ok(name.parse::<AgentName>()?.make(seed))
}
