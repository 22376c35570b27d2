//! Across the Bug River for people: map and board, choices in words, odds, tracks.

mod account;
mod board;
mod counters;
mod dice;
mod fight;
mod ground;
mod hexes;
mod names;
mod overlays;
mod panels;
mod sheet;
mod standing;
mod tables;
mod theme;
mod verbs;
mod words;
