//! Bolt Action for people: the battlefield as text and on a page, choices in words, odds, tracks.

mod account;
mod cells;
mod counters;
mod dice;
mod fight;
pub mod forces;
mod ground;
mod measures;
mod names;
mod odds;
mod overlays;
mod panels;
mod pieces;
mod sheet;
mod tables;
mod text;
mod theme;
mod verbs;
mod words;
