//! What games share and the contract does not know: actions and observations as rows, counters and sets of them, places,
//! stacks, hashes of states. The kit knows the contract and the hexes, never a game.

pub mod actions;
pub mod channels;
pub mod counters;
pub mod hashing;
pub mod place;
pub mod stacks;
