//! A player of a tournament game, which can fail.

use std::time::Duration;

use stavka_agents::{Agent, SearchControl};
use stavka_engine::record::{Match, Recorded};
use stavka_engine::{Game, Side, View};

/// What a player did that costs it the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// Its program could not be started.
    #[error("could not be started: {problem}")]
    Start {
        /// What the system said.
        problem: String,
    },
    /// Its program ended.
    #[error("ended in the middle of the game ({status})")]
    Ended {
        /// How it ended.
        status: String,
    },
    /// Its program runs on but can no longer be heard.
    #[error("closed its standard output")]
    Silent,
    /// It did not answer in time.
    #[error("did not answer within {limit:?} ({what})")]
    OutOfTime {
        /// Which limit it was.
        what: &'static str,
        /// The limit.
        limit: Duration,
    },
    /// It does not read what it is sent.
    #[error("does not read its standard input")]
    Deaf,
    /// It wrote a line past all measure.
    #[error("wrote a line of more than {limit} bytes")]
    Flood {
        /// The limit.
        limit: usize,
    },
    /// It spoke without having been asked.
    #[error("spoke before it was asked: {line:?}")]
    Early {
        /// Beginning of the line.
        line: String,
    },
    /// It wrote something that is not an answer.
    #[error("answered {line:?}: {problem}")]
    Nonsense {
        /// Beginning of the line.
        line: String,
        /// What was expected.
        problem: String,
    },
    /// It chose something that is not allowed.
    #[error("chose {action:?}, which is illegal: {reason}")]
    Illegal {
        /// The action.
        action: String,
        /// The reason.
        reason: String,
    },
}

/// Why there is no choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum NoChoice {
    /// The player forfeits.
    Fault(Fault),
    /// The game is being broken off.
    Cancelled,
}

impl From<Fault> for NoChoice {
    fn from(fault: Fault) -> Self {
        NoChoice::Fault(fault)
    }
}

/// A player at one game.
pub(super) trait Seat<G: Recorded>: Send {
    /// Learns which game this is and which side it has. Its clock does not run yet.
    fn begin(&mut self, game: &Match<G>, side: Side, control: SearchControl<'_>) -> Result<(), NoChoice>;

    /// Chooses one of `legal`. The seat sees to it that its player learns of `game` only what its side may know.
    fn choose(&mut self, game: &Match<G>, side: Side, legal: &[G::Action], control: SearchControl<'_>) -> Result<G::Action, NoChoice>;

    /// The game is over.
    fn finish(&mut self, game: &Match<G>, side: Side);
}

/// A player that has no name by which others could ask for it, such as a network in memory: it is called so in one
/// tournament.
#[derive(Clone, Copy)]
pub struct InProcess<'a, G> {
    /// What the plan of the tournament calls it.
    pub name: &'a str,
    /// Makes it for the game of a seed.
    pub make: &'a (dyn Fn(u64) -> Box<dyn Agent<G>> + Sync),
}

/// An opponent of this program.
pub(super) struct BuiltIn<G: Game>(Box<dyn Agent<G>>);

impl<G: Game> BuiltIn<G> {
    pub(super) fn new(agent: Box<dyn Agent<G>>) -> Self {
        BuiltIn(agent)
    }
}

impl<G: Recorded> Seat<G> for BuiltIn<G> {
    fn begin(&mut self, _game: &Match<G>, _side: Side, _control: SearchControl<'_>) -> Result<(), NoChoice> {
        Ok(())
    }

    fn choose(&mut self, game: &Match<G>, side: Side, legal: &[G::Action], control: SearchControl<'_>) -> Result<G::Action, NoChoice> {
        Ok(self.0.choose(View::new(game.game(), side), legal, control))
    }

    fn finish(&mut self, _game: &Match<G>, _side: Side) {}
}
