//! `stavka curve`: what more thinking buys a player.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use indicatif::{ProgressBar, ProgressStyle};
use stavka_agents::{AgentSpec, Budget, panel};
use stavka_engine::{GameName, Scenario as _, with_game};
use stavka_training::curve::judge::Judge;
use stavka_training::curve::{CurveConditions, CurvePlan, Findings, Ground, Stage, read_plan, report, run as measure};

use super::{Format, print_json};
use crate::exit::BadInput;
use crate::render::Tabletop;
use crate::saves::{self, IfExists};
use crate::scenarios::load;

const EXAMPLES: &str = "\
Examples:
  stavka curve armir mcts --iterations 300,1200,4800 --pairs 4 --positions 40 --seed 1
  stavka curve east-front oep --times 0.1s,0.3s,1s,3s,10s --dir oep-curve --html oep.html
  stavka curve armir mcts --dir curve-armir-mcts              go on with it, or show it again
  stavka curve armir mcts --dir curve-armir-mcts --judge      then play on from the choices that differ
  stavka curve armir mcts --dir curve-armir-mcts --judge=doctrine --format json

Each budget plays pairs of games against itself with a quarter of it and against each row of the panel of the
game: random, greedy, greedy:style=aggressive, greedy:style=cautious, and doctrine with several secret choices
where the game has such. In positions from games of the panel each budget is asked for its choice.
Elo per doubling is the slope of a line over the doublings of the budget, fitted with the ratings of the panel
by maximum likelihood; intervals cover 95 %. What is claimed quotes the mean and the worst row of the panel.
A run that was ended in any way goes on where it stopped when the command is given again with its directory.
The seed of a claim is that of the commit that makes it: build with STAVKA_COMMIT=$(git rev-parse HEAD).";

/// Pairs of every two that meet if nothing is said.
const PAIRS: usize = 20;
/// Positions if nothing is said.
const POSITIONS: usize = 100;
/// Continuations of each choice that is judged if nothing is said.
const CONTINUATIONS: u16 = 4;
/// What `--judge` without a player is read as.
const ITSELF: &str = "";
/// Digits of the hash of a commit that make a seed: what every reader of JSON takes for a whole number.
const DIGITS: usize = 12;

/// Measure what more thinking buys a player: Elo per doubling of the budget, and what changes in its choices.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// Game.
    game: GameName,
    /// Player, without a budget.
    player: String,
    /// Budgets as time for each player turn, such as 0.1s,1s,10s.
    #[arg(long, value_name = "TIMES", value_delimiter = ',', value_parser = time, conflicts_with = "iterations")]
    times: Vec<Duration>,
    /// Budgets as simulations, or plans looked at, for each decision, such as 300,1200.
    #[arg(long, value_name = "COUNTS", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(4..))]
    iterations: Vec<u32>,
    /// Scenario: an id, a scenario file, or a directory with all data files [default: that on which the game is rated].
    #[arg(long, value_name = "ID|FILE")]
    scenario: Option<String>,
    /// Pairs of games of every two that meet [default: 20].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pairs: Option<u32>,
    /// Positions in which every budget is asked for its choice [default: 100].
    #[arg(long, value_name = "N")]
    positions: Option<u32>,
    /// Seed [default: from the hash of the commit that the program was built from].
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Run directory: a new one, or that of a curve to go on with [default: curve-GAME-PLAYER].
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Play on from choices that differ from that of the smallest budget, with ten times the budget or with this player. Costly.
    #[arg(long, value_name = "PLAYER", num_args = 0..=1, require_equals = true, default_missing_value = ITSELF)]
    judge: Option<String>,
    /// Continuations of each choice that is judged.
    #[arg(long, value_name = "N", default_value_t = CONTINUATIONS, value_parser = clap::value_parser!(u16).range(1..))]
    continuations: u16,
    /// Games and positions at a time [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Write the findings with the chart as one HTML page.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// How the findings are printed.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

fn time(text: &str) -> Result<Duration, &'static str> {
    stavka_agents::duration(text).ok_or("expected times such as 0.1s,1s or 500ms")
}

/// Measures the curve.
pub(crate) fn run(options: &Options, out: &mut dyn Write) -> anyhow::Result<()> {
    with_game!(options.game, G => curve::<G>(options, out))
}

fn curve<G: Tabletop>(options: &Options, out: &mut dyn Write) -> anyhow::Result<()> {
    let player: AgentSpec = options.player.parse()?;
    let directory = options.dir.clone().unwrap_or_else(|| usual_directory(options.game, &player));
    let stored = read_plan(&directory)?;
    let stored_scenario = stored.as_ref().map(|plan| plan.scenario.as_str()).filter(|id| G::is_embedded(id));
    let scenario = load::<G>(Some(options.scenario.as_deref().or(stored_scenario).unwrap_or(G::RATED)))?;
    let ground = Ground { game: options.game, scenario: scenario.id().to_owned(), data: scenario.fingerprint() };
    let counts = [
        options.pairs.map_or_else(|| stored.as_ref().map_or(PAIRS, |plan| plan.pairs), |pairs| pairs as usize),
        options.positions.map_or_else(|| stored.as_ref().map_or(POSITIONS, |plan| plan.positions), |positions| positions as usize),
    ];
    let budgets = budgets(options, stored.as_ref())?;
    let plan = CurvePlan::new(ground, &player, &budgets, &panel::<G>(), counts, seed(options.seed, stored.as_ref())?)?;
    let judge = judge(options)?;

    let cancel = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&cancel);
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed)).context("cannot listen for Ctrl-C")?;
    let style = ProgressStyle::with_template("{prefix} {bar:40} {pos}/{len}, {eta} left").expect("the template is well formed");
    let bar = ProgressBar::new(0).with_style(style);
    let last = Mutex::new(None);
    let progress = |stage: Stage, done: usize, planned: usize| {
        bar.set_length(planned as u64);
        bar.set_position(done as u64);
        if last.lock().unwrap_or_else(PoisonError::into_inner).replace(stage) != Some(stage) {
            bar.set_prefix(match stage {
                Stage::Games => "games",
                Stage::Samples => "games of the panel",
                Stage::Choices => "positions",
                Stage::Judging => "choices judged",
            });
            bar.reset_eta();
        }
    };
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let conditions = CurveConditions { threads: options.threads.map_or_else(cores, usize::from), cancel: &cancel, progress: &progress };
    let measured = measure::<G>(scenario, &plan, judge.as_ref(), &directory, &conditions);
    bar.finish_and_clear();
    let measured = measured?;
    if !measured.complete {
        let (games, positions) = (measured.games.len(), measured.choices.len());
        let command = format!("stavka curve {} {} --dir {}", options.game, options.player, directory.display());
        return Err(anyhow!("interrupted: {games} games and the choices in {positions} positions are kept; `{command}` goes on"));
    }
    let findings = Findings::new(&plan, &measured);
    if let Some(path) = &options.html {
        saves::write(path, report::page(&findings), IfExists::Replace).with_context(|| format!("cannot write {}", path.display()))?;
    }
    match options.format {
        Format::Table => write!(out, "{}", report::table(&findings))?,
        Format::Json => print_json(&findings, out)?,
    }
    Ok(())
}

/// The directory of a curve that none is named for, in which `:`, `=` and the like do not stand.
fn usual_directory(game: GameName, player: &AgentSpec) -> PathBuf {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() || "-+_.".contains(letter) { letter } else { '-' };
    PathBuf::from(format!("curve-{game}-{player}").chars().map(plain).collect::<String>())
}

/// The budgets that are asked for, else those that are stored.
fn budgets(options: &Options, stored: Option<&CurvePlan>) -> anyhow::Result<Vec<Budget>> {
    let asked: Vec<Budget> = (options.times.iter().map(|&time| Budget::PerTurn(time)))
        .chain(options.iterations.iter().map(|&count| Budget::Iterations(count)))
        .collect();
    match stored {
        _ if !asked.is_empty() => Ok(asked),
        Some(stored) => {
            Ok(stored.asked().map(|rung| Ok(rung.name.parse::<AgentSpec>()?.budget)).collect::<Result<_, stavka_agents::SpecError>>()?)
        }
        None => Err(anyhow!(BadInput("a curve needs budgets; expected --times 0.1s,1s,10s or --iterations 300,1200".to_owned()))),
    }
}

/// The seed that is asked for, else the stored one, else that of the commit.
fn seed(asked: Option<u64>, stored: Option<&CurvePlan>) -> anyhow::Result<u64> {
    asked.or(stored.map(|plan| plan.seed)).or_else(|| seed_of(option_env!("STAVKA_COMMIT")?)).ok_or_else(|| {
        anyhow!(BadInput(
            "this program does not know the commit that it was built from, whose hash gives the seed of a claim; expected --seed S, \
             or a build with STAVKA_COMMIT=$(git rev-parse HEAD)"
                .to_owned()
        ))
    })
}

/// The seed that the hash of a commit gives.
fn seed_of(commit: &str) -> Option<u64> {
    u64::from_str_radix(commit.get(..DIGITS)?, 16).ok()
}

fn judge(options: &Options) -> anyhow::Result<Option<Judge>> {
    let Some(name) = &options.judge else { return Ok(None) };
    let player = if name == ITSELF { None } else { Some(name.parse()?) };
    Ok(Some(Judge { player, continuations: usize::from(options.continuations) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commit_gives_a_seed_and_a_player_a_directory() {
        assert_eq!(seed_of("0000000000ff9999"), Some(255));
        assert_eq!((seed_of("00ff"), seed_of("not a hash at all")), (None, None));
        let player: AgentSpec = "mcts:threads=2,rollout=3".parse().expect("it exists");
        assert_eq!(usual_directory(GameName::Armir, &player), PathBuf::from("curve-armir-mcts-threads-2-rollout-3"));
    }
}
