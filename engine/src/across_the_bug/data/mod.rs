//! Static data of the game, parsed from its files and validated.

mod tables;

pub use tables::*;
