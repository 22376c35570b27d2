//! The arena: tournaments between players, and ratings worth trusting.
//!
//! [`Plan`] fixes who plays whom ([`schedule`]); [`run`] plays it into a run directory ([`Ledger`]) that survives
//! being killed; [`Standings`] says what the games prove ([`ratings`], [`sprt`]); [`report`] writes it down;
//! [`Ladder`] keeps ratings that later players are measured against. [`external`] lets any program play.
//!
//! The unit of play is the pair: two games with the same seed and the sides swapped.

mod external;
mod game;
mod ladder;
pub(crate) mod ledger;
pub(crate) mod log;
mod plan;
pub(crate) mod pool;
pub mod ratings;
pub mod report;
mod roster;
pub mod schedule;
mod seat;
pub mod sprt;
mod standings;
mod tournament;

pub use external::Limits;
pub use ladder::{Ladder, LadderEntry, LadderError};
pub use ledger::{Forfeit, GameResult, Ledger, LedgerError};
pub use plan::{Plan, PlanError};
pub use roster::{Bot, Entrant, Program, RosterError, read_bots};
pub use schedule::{Fixture, Format};
pub use seat::{Fault, InProcess};
pub use standings::{Cell, PlayerStanding, Score, Standings};
pub use tournament::{Conditions, TournamentError, run, run_with};
