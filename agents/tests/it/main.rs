//! Players: what they know, what they find, and what they must not see.

mod across_the_bug_lore;
mod armir_lore;
mod blocks_in_the_east_lore;
mod bolt_action_lore;
mod bridgehead;
mod east_front_lore;
mod foresight;
#[path = "../../examples/bridgehead/game.rs"]
#[allow(dead_code)] // Positions made by hand are for tests.
mod game;
mod gumbel;
mod hashing;
mod judged;
mod lore;
mod mcts;
mod no_leak;
mod oep;
#[path = "../../examples/bridgehead/player.rs"]
mod player;
mod review;
mod sally;
mod toy;
mod twins;
