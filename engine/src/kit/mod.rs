//! What games share and the contract does not know: actions, denials and observations as rows, counters and sets of them, places,
//! stacks, hashes of states. The kit knows the contract and the hexes, never a game.

pub mod actions;
pub mod channels;
pub mod counters;
pub mod denials;
pub mod hashing;
pub mod place;
pub mod procedures;
pub mod stacks;
