//! Blocks in the East for people: map and board, choices in words, odds, tracks.

mod account;
mod board;
mod dice;
mod names;
mod odds;
mod roster;
mod sheet;
mod tracks;
mod words;

#[cfg(test)]
mod tests;
