//! The command as its users meet it, the board in a browser, and what holds for the whole repository.

mod analyse;
mod bad_input;
mod browser;
mod browser_bolt;
mod browser_bug;
mod browser_fights;
mod browser_forces;
mod browser_hands;
mod browser_pace;
mod browser_words;
mod cli;
mod common;
mod curve;
mod golden;
#[cfg(unix)]
mod gpu_bench;
mod layers;
mod rule_coverage;
mod tournament;
mod train;
mod web;
#[cfg(unix)]
mod web_care;
mod words;
