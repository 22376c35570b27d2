//! `stavka perft`: leaf counts of the game tree, dice enumerated as actions.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use rayon::prelude::*;
use serde::Serialize;
use stavka_engine::{Game, GameName, with_game};

use super::{Format, print_json, print_row};
use crate::render::Tabletop;
use crate::scenarios::position;

const EXAMPLES: &str = "\
Examples:
  stavka perft armir --depth 3
  stavka perft armir --depth 2 --divide                     leaf nodes below each first action
  stavka perft armir --depth 2 --record game.stavka --at 300

A leaf is a position after exactly so many actions, dice included; games that end earlier have none.";

/// Count the leaf nodes of the game tree, dice enumerated.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// Game.
    game: GameName,
    /// Number of actions to look ahead.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=20))]
    depth: u8,
    /// Scenario: an id, a scenario file, or a directory with all data files.
    #[arg(long, value_name = "ID|FILE")]
    scenario: Option<String>,
    /// Begin in a position of this record.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Position after so many actions of the record [default: the last].
    #[arg(long, value_name = "N", requires = "record")]
    at: Option<usize>,
    /// List the leaf nodes below each first action.
    #[arg(long)]
    divide: bool,
    /// How the result is printed.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Serialize, Debug)]
struct Branch {
    action: String,
    nodes: u64,
}

#[derive(Serialize, Debug)]
struct Report {
    game: GameName,
    depth: u8,
    state_hash: String,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    divide: Vec<Branch>,
}

/// Counts.
pub(crate) fn run(options: &Options, out: &mut dyn Write) -> anyhow::Result<()> {
    with_game!(options.game, G => perft::<G>(options, out))
}

fn perft<G: Tabletop>(options: &Options, out: &mut dyn Write) -> anyhow::Result<()> {
    let game: G = position(options.scenario.as_deref(), options.record.as_deref(), options.at)?;
    let begun = Instant::now();
    let branches = divide(&game, options.depth);
    let report = Report {
        game: options.game,
        depth: options.depth,
        state_hash: format!("{:016x}", game.state_hash()),
        nodes: branches.iter().map(|branch| branch.nodes).sum(),
        seconds: begun.elapsed().as_secs_f64(),
        divide: if options.divide { branches } else { Vec::new() },
    };
    if options.format == Format::Json {
        return print_json(&report, out);
    }
    for branch in &report.divide {
        writeln!(out, "{:>16}  {}", branch.nodes, branch.action)?;
    }
    print_row("nodes", report.nodes, out)?;
    print_row("seconds", format!("{:.3}", report.seconds), out)?;
    print_row("nodes per second", format!("{:.0}", report.nodes as f64 / report.seconds.max(1e-9)), out)
}

/// Leaf nodes below each action of a position, counted in parallel.
fn divide<G: Tabletop>(game: &G, depth: u8) -> Vec<Branch> {
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    legal
        .par_iter()
        .map_init(
            || vec![Vec::new(); usize::from(depth)],
            |lists, &action| {
                let mut next = game.clone();
                next.apply(action);
                Branch { action: game.notation(action), nodes: count(&next, depth - 1, lists) }
            },
        )
        .collect()
}

/// Leaf nodes below a position. `lists` has a buffer per level.
fn count<G: Game>(game: &G, depth: u8, lists: &mut [Vec<G::Action>]) -> u64 {
    if depth == 0 {
        return 1;
    }
    let (legal, deeper) = lists.split_first_mut().expect("there is a buffer per level");
    game.legal_actions(legal);
    if depth == 1 {
        return legal.len() as u64;
    }
    legal
        .iter()
        .map(|&action| {
            let mut next = game.clone();
            next.apply(action);
            count(&next, depth - 1, deeper)
        })
        .sum()
}
