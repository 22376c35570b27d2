//! `stavka tune`: fits the weights of an evaluator to self-play.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context as _;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use stavka_agents::{AgentSpec, Features, Playable, Quality, TuneReport, TuneSettings, tune};
use stavka_engine::catalogue::Catalogue;
use stavka_engine::{GameName, Scenario as _, with_game};

use super::{Format, print_json, print_row};
use crate::scenarios::load;

const EXAMPLES: &str = "\
Examples:
  stavka tune armir --games 400 --seed 1
  stavka tune armir --games 2000 --seed 7 --players policy,greedy --out evaluation.toml

One game in five takes no part in the fit and judges it. The same games, seed and players give the same
weights on any number of threads.";

/// Fit the weights of a game's evaluator to the outcomes of self-play.
#[derive(clap::Args, Clone, Debug)]
#[command(name = "tune", after_help = EXAMPLES)]
pub(crate) struct Options {
    /// Game.
    game: GameName,
    /// Number of games.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Seed of the first game.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Players, separated by commas; every pairing of them takes its turn.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "greedy,policy")]
    players: Vec<AgentSpec>,
    /// Choices out of a thousand that are made at random.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(..=1000))]
    epsilon_per_mille: u32,
    /// The old name of `--epsilon-per-mille`.
    #[arg(long, hide = true, conflicts_with = "epsilon_per_mille", value_parser = clap::value_parser!(u32).range(..=1000))]
    slips: Option<u32>,
    /// Scenario: an id, a scenario file, or a directory with all data files.
    #[arg(long, value_name = "ID|FILE")]
    scenario: Option<String>,
    /// Writes the fitted weights to this file.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How the result is printed.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Result of a fit.
#[derive(Serialize, Debug)]
struct Report {
    origin: String,
    positions: usize,
    held_out: usize,
    axis_wins: f64,
    brier: Losses,
    log_loss: Losses,
    calibration: Vec<Bin>,
}

/// A loss on the held-out games.
#[derive(Serialize, Debug)]
struct Losses {
    base_rate: f64,
    before: f64,
    after: f64,
}

#[derive(Serialize, Debug)]
struct Bin {
    positions: usize,
    forecast: f64,
    axis_wins: f64,
}

/// Plays, fits, reports.
pub(crate) fn run(options: &Options, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut options = options.clone();
    if let Some(slips) = options.slips {
        eprintln!("--slips is now called --epsilon-per-mille");
        options.epsilon_per_mille = slips;
    }
    with_game!(options.game, G => fit::<G>(&options, out))
}

fn fit<G: Playable + Catalogue>(options: &Options, out: &mut dyn Write) -> anyhow::Result<()>
where
    G::Evaluator: Features<G>,
{
    let scenario = load::<G>(options.scenario.as_deref())?;
    let settings = TuneSettings {
        epsilon_per_mille: options.epsilon_per_mille,
        ..TuneSettings::new(options.players.clone(), options.games as usize, options.seed)
    };
    let template = "{bar:40} {pos}/{len} games, {per_sec}, {eta} left";
    let bar =
        ProgressBar::new(u64::from(options.games)).with_style(ProgressStyle::with_template(template).expect("the template is well formed"));
    let fitted = tune::<G>(scenario, &settings, &|| bar.inc(1))?;
    bar.finish_and_clear();
    let report = report(options, scenario.id(), &fitted);
    if let Some(path) = &options.out {
        let text = G::evaluator().file(&fitted.weights, report.origin.clone());
        crate::saves::write(path, &text, crate::saves::IfExists::Replace).with_context(|| format!("writing {}", path.display()))?;
    }
    match options.format {
        Format::Json => print_json(&report, out),
        Format::Table => print_table(&report, out),
    }
}

fn report(options: &Options, scenario: &str, fitted: &TuneReport) -> Report {
    let players: Vec<String> = options.players.iter().map(ToString::to_string).collect();
    let losses = |of: fn(&Quality) -> f64| Losses { base_rate: of(&fitted.base), before: of(&fitted.before), after: of(&fitted.after) };
    Report {
        origin: format!(
            "fitted by `stavka tune {} --games {} --seed {} --players {} --epsilon-per-mille {}` on the scenario {scenario}",
            options.game,
            options.games,
            options.seed,
            players.join(","),
            options.epsilon_per_mille
        ),
        positions: fitted.positions[0],
        held_out: fitted.positions[1],
        axis_wins: fitted.axis_wins,
        brier: losses(|quality| quality.brier),
        log_loss: losses(|quality| quality.log_loss),
        calibration: fitted
            .calibration
            .iter()
            .map(|bin| Bin { positions: bin.positions, forecast: bin.forecast, axis_wins: bin.wins })
            .collect(),
    }
}

fn print_table(report: &Report, out: &mut dyn Write) -> anyhow::Result<()> {
    print_row("positions", format!("{} fitted, {} held out", report.positions, report.held_out), out)?;
    print_row("Axis wins", format!("{:.1} %", 100.0 * report.axis_wins), out)?;
    print_row("", "base rate    before     after", out)?;
    for (name, losses) in [("Brier score", &report.brier), ("log loss", &report.log_loss)] {
        print_row(name, format!("{:9.4} {:9.4} {:9.4}", losses.base_rate, losses.before, losses.after), out)?;
    }
    print_row("calibration", "positions  forecast  Axis wins", out)?;
    for bin in report.calibration.iter().filter(|bin| bin.positions > 0) {
        print_row("", format!("{:9} {:9.3} {:10.3}", bin.positions, bin.forecast, bin.axis_wins), out)?;
    }
    Ok(())
}
