//! Rules engines of the Stavka wargames.
//!
//! A game in progress is a value: plain data that is cheap to clone, hash and compare. Everything
//! above it (opponents, environments, records, boards) is written against the capability traits of
//! [`game`], never against a particular game.
//!
//! There is no I/O beyond reading scenario data, no clock, no global random generator and no float
//! in the rules of this crate.

pub mod across_the_bug;
pub mod armir;
pub mod blocks_in_the_east;
pub mod bolt_action;
pub mod catalogue;
pub mod data;
pub mod dice;
pub mod east_front;
pub mod env;
pub mod game;
pub mod hex;
pub mod kit;
pub mod observation;
pub mod record;
pub mod square;
pub mod stack;
pub mod view;

pub use catalogue::GameName;
pub use dice::Dice;
pub use game::{Denial, Determinize, Game, Notation, Outcome, PhaseKind, Scenario, Side, Turn};
pub use observation::{ActionToken, Observe};
pub use stavka_words as words;
pub use view::View;
