//! Bolt Action for people: the battlefield as text and on a page, choices in words, odds, tracks.

mod account;
mod dice;
mod names;
mod odds;
mod sheet;
mod text;
mod theme;
mod words;
