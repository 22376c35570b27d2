//! Players: what they know, what they find, and what they must not see.

mod armir_lore;
mod east_front_lore;
mod foresight;
mod gumbel;
mod hashing;
mod judged;
mod mcts;
mod no_leak;
mod oep;
mod review;
mod sally;
mod toy;
mod twins;
