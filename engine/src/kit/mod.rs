//! What games of counters on a map share: counters and sets of them, places, stacks. The kit knows the contract and the
//! hex map, and no game.

pub mod counters;
pub mod hashing;
pub mod place;
pub mod stacks;
