//! [7.7] The arithmetic of a battle: which faces hit, how many dice a unit throws, what a pool of dice can show, and who takes the hits. It knows
//! units and ground, and nothing of the state of a game.

mod damage;
mod modifiers;
mod pool;

pub use damage::{Hit, Target, next_targets};
pub use modifiers::{Cause, Conditions, Crossing, Extra, Fighter, Firing, Modifiers, Role};
pub use pool::{MOST_UNITS, Pool, Throw, dice};
