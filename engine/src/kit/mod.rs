//! What games share and the contract does not know: actions, denials and observations as rows, counters and sets of them, places,
//! stacks, hashes of states, files of scenarios, odds, modifiers with their causes, movement points, positions made by hand, words of data files. The kit knows
//! the contract and the hexes, never a game.

pub mod actions;
pub mod channels;
pub mod counters;
pub mod denials;
pub mod files;
pub mod hashing;
pub mod map;
pub mod odds;
pub mod order_of_battle;
pub mod place;
pub mod points;
pub mod position;
pub mod procedures;
pub mod stacks;
pub mod tally;
pub mod terms;
