//! Blocks in the East for people: map and board, choices in words, odds, tracks.

mod account;
mod board;
mod command;
mod counters;
mod dice;
mod events;
mod fight;
mod goals;
mod ground;
mod hexes;
mod months;
mod names;
mod odds;
mod overlays;
mod panels;
mod roster;
mod sheet;
mod standing;
mod tables;
mod theme;
mod tracks;
mod verbs;
mod words;

#[cfg(test)]
mod advanced_tests;
#[cfg(test)]
mod board_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod walks;
