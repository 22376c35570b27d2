//! `stavka match`: computer players against each other.

use std::io::Write;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use stavka_agents::{AgentSpec, GameReport, Pairing, match_games};
use stavka_engine::{GameName, Scenario as _, Side, with_game};

use super::{Format, print_json, print_row};
use crate::render::Tabletop;
use crate::scenarios::load;

const EXAMPLES: &str = "\
Examples:
  stavka match armir --axis greedy --soviet greedy --games 200 --seed 1
  stavka match armir --axis random --soviet greedy --games 20 --seed 7 --scenario free --format json

The games have the seeds SEED, SEED + 1 and so on; the result does not depend on the number of
threads. The progress bar goes to standard error.";

/// Play computer players against each other.
#[derive(clap::Args, Clone, Debug)]
#[command(name = "match", after_help = EXAMPLES)]
pub(crate) struct Options {
    /// Game.
    game: GameName,
    /// Axis player.
    #[arg(long, value_name = "NAME")]
    axis: AgentSpec,
    /// Soviet player.
    #[arg(long, value_name = "NAME")]
    soviet: AgentSpec,
    /// Number of games.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Seed of the first game.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Scenario: an id, a scenario file, or a directory with all data files.
    #[arg(long, value_name = "ID|FILE")]
    scenario: Option<String>,
    /// How the result is printed.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Result of a match.
#[derive(Serialize, Debug)]
struct Report {
    game: GameName,
    scenario: String,
    axis: String,
    soviet: String,
    seed: u64,
    games: usize,
    axis_wins: usize,
    soviet_wins: usize,
    draws: usize,
    /// Mean of the games' margins, positive for the Axis.
    mean_margin: f64,
    mean_decisions: f64,
    seconds: f64,
    /// Number of games by level of victory.
    levels: std::collections::BTreeMap<&'static str, usize>,
}

/// Plays the match.
pub(crate) fn run(options: &Options, out: &mut dyn Write) -> anyhow::Result<()> {
    with_game!(options.game, G => play::<G>(options, out))
}

fn play<G: Tabletop>(options: &Options, out: &mut dyn Write) -> anyhow::Result<()> {
    let scenario = load::<G>(options.scenario.as_deref())?;
    let (axis, soviet) = (options.axis.prepare()?, options.soviet.prepare()?);
    let bar = ProgressBar::new(u64::from(options.games)).with_style(style());
    let begun = Instant::now();
    let names = [options.axis.to_string(), options.soviet.to_string()];
    let pairing = Pairing::<G> {
        names: [&names[0], &names[1]],
        make: [&|seed| axis.make(seed), &|seed| soviet.make(seed)],
        progress: &|_| bar.inc(1),
    };
    let reports = match_games(scenario, options.seed, options.games as usize, &pairing)?;
    bar.finish_and_clear();
    let report = summary(options, scenario.id(), &reports, begun.elapsed().as_secs_f64());
    match options.format {
        Format::Json => print_json(&report, out),
        Format::Table => print_table(&report, out),
    }
}

fn style() -> ProgressStyle {
    let template = "{bar:40} {pos}/{len} games, {per_sec}, {eta} left";
    ProgressStyle::with_template(template).expect("the template is well formed")
}

fn summary<G>(options: &Options, scenario: &str, reports: &[GameReport<G>], seconds: f64) -> Report {
    let wins = |side: Option<Side>| reports.iter().filter(|report| report.outcome.winner == side).count();
    let mean = |sum: f64| sum / reports.len().max(1) as f64;
    let mut levels = std::collections::BTreeMap::new();
    for report in reports {
        *levels.entry(report.outcome.level).or_default() += 1;
    }
    Report {
        game: options.game,
        scenario: scenario.to_owned(),
        axis: options.axis.to_string(),
        soviet: options.soviet.to_string(),
        seed: options.seed,
        games: reports.len(),
        axis_wins: wins(Some(Side::Axis)),
        soviet_wins: wins(Some(Side::Soviet)),
        draws: wins(None),
        mean_margin: mean(reports.iter().map(|report| f64::from(report.outcome.margin)).sum()),
        mean_decisions: mean(reports.iter().map(|report| report.decisions as f64).sum()),
        seconds,
        levels,
    }
}

fn print_table(report: &Report, out: &mut dyn Write) -> anyhow::Result<()> {
    let share = |wins: usize| format!("{wins:>6}  {:5.1} %", 100.0 * wins as f64 / report.games.max(1) as f64);
    print_row("game", format!("{} {}", report.game, report.scenario), out)?;
    print_row("games", format!("{:>6}  from seed {}", report.games, report.seed), out)?;
    print_row(&format!("Axis ({})", report.axis), share(report.axis_wins), out)?;
    print_row(&format!("Soviet ({})", report.soviet), share(report.soviet_wins), out)?;
    print_row("draws", share(report.draws), out)?;
    for (level, count) in &report.levels {
        print_row("", format!("{count:>6}  {level}"), out)?;
    }
    print_row("mean margin", format!("{:>+8.1}  points, + for the Axis", report.mean_margin), out)?;
    print_row("mean decisions", format!("{:>8.1}", report.mean_decisions), out)?;
    print_row("seconds", format!("{:>8.1}", report.seconds), out)
}
