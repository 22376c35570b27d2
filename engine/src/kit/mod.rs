//! What games share and a contract does not know: each idea stands in one place, a row or a type.
//!
//! The kit knows the contract and the hexes, never a game.

pub mod actions;
pub mod channels;
