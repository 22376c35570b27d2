//! Blocks in the East for people: map and board, choices in words, odds, tracks.

mod board;
mod counters;
mod fight;
mod goals;
mod ground;
mod hexes;
mod names;
mod overlays;
mod panels;
mod tables;
mod theme;
mod verbs;
