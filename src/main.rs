//! The `stavka` command: play, watch and measure the wargames of the engine.
//!
//! This crate is thin: rules live in `stavka-engine`, opponents in `stavka-agents`. Here are the
//! arguments (one file per command), the pictures that people see, and the only place where errors
//! become messages and exit codes.

mod analysis;
mod chart;
mod cli;
mod commands;
mod exit;
mod headline;
mod origin;
mod saves;
mod scenarios;
mod seal;
mod session;
mod terminal;
mod web;

use std::io::Write as _;
use std::process::ExitCode;

use stavka_render as render;

fn main() -> ExitCode {
    stavka_models::provide_networks();
    let cli = cli::Cli::read();
    stavka_words::speaking(cli.language(), || {
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        let result = cli.run(&mut out).and_then(|()| Ok(out.flush()?));
        exit::report(result)
    })
}
