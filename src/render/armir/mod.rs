//! ARMIR for people: map and board, choices in words, odds, tracks.

mod board;
mod counters;
mod dice;
mod fight;
mod ground;
mod names;
mod odds;
mod overlays;
mod panels;
mod sheet;
mod tables;
mod theme;
mod verbs;
mod words;
