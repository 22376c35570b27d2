//! Blocks in the East for people: map and board, choices in words, odds, tracks.

mod board;
mod names;
