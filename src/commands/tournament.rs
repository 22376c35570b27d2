//! `stavka tournament`: many players, rated.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use indicatif::{ProgressBar, ProgressStyle};
use stavka_engine::{GameName, Scenario as _, with_game};
use stavka_training::arena::sprt::Sprt;
use stavka_training::arena::{
    Conditions, Entrant, Format as Schedule, Ladder, Ledger, LedgerError, Limits, Plan, Standings, TournamentError, read_bots, report,
    run as play,
};

use super::print_json;
use crate::exit::BadInput;
use crate::render::Tabletop;
use crate::saves::{self, IfExists};
use crate::scenarios::{load, read};

const EXAMPLES: &str = "\
Examples:
  stavka tournament armir --dir cup --players random greedy --pairs 50
  stavka tournament armir --dir cup                          go on with it, or show it again
  stavka tournament armir --dir test --schedule sprt --players greedy random --elo0 0 --elo1 30
  stavka tournament armir --dir new --schedule gauntlet --players greedy random --ladder armir.ladder.json
  stavka tournament armir --dir bots --players greedy 'bot:mine@2=python3 my_bot.py' --move-time 2s
  stavka tournament armir --dir cup --format csv --html cup.html

Players are those of `stavka match` and external bots: bot:NAME[@VERSION]=COMMAND, or bot:NAME from the
file of --bots. A pair is two games with one seed and the sides swapped. The directory keeps the plan,
every result and every record; a tournament that was ended in any way goes on where it stopped when the
command is given again. The protocol of external bots is in training/README.md.";

/// Pairs that every two players play if nothing is said.
const PAIRS: u32 = 10;
/// Pairs that a sequential test ends after if nothing is said.
const TEST_PAIRS: u32 = 5000;
/// The sequential test if nothing is said.
const TEST: Sprt = Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 };

/// Play a rated tournament: round robin, gauntlet or sequential test, with computer players and external bots.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// Game.
    game: GameName,
    /// Run directory: a new one, or that of a tournament to go on with.
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// Players; may be left out when the tournament goes on.
    #[arg(long, value_name = "PLAYER", num_args = 1..)]
    players: Vec<String>,
    /// File that describes external bots: [[bot]] tables with name, version and command.
    #[arg(long, value_name = "FILE")]
    bots: Option<PathBuf>,
    /// Who plays whom [default: round-robin].
    #[arg(long, value_enum)]
    schedule: Option<ScheduleName>,
    /// Pairs of games between every two players [default: 10; for a sequential test at most 5000].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pairs: Option<u32>,
    /// Seed of the first pair [default: 1].
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Scenario: an id, a scenario file, or a directory with all data files.
    #[arg(long, value_name = "ID|FILE")]
    scenario: Option<String>,
    /// Time of external bots for each decision [default: 10s].
    #[arg(long, value_name = "TIME", value_parser = time)]
    move_time: Option<Duration>,
    /// Time of external bots for all decisions of a game [default: unlimited].
    #[arg(long, value_name = "TIME", value_parser = time)]
    game_time: Option<Duration>,
    /// Time of external bots to start [default: 10s].
    #[arg(long, value_name = "TIME", value_parser = time)]
    start_time: Option<Duration>,
    /// Sequential test: lead of the first player under the null hypothesis [default: 0].
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    elo0: Option<f64>,
    /// Sequential test: lead of the first player under the alternative [default: 20].
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    elo1: Option<f64>,
    /// Sequential test: probability of accepting the alternative wrongly [default: 0.05].
    #[arg(long, value_name = "P")]
    alpha: Option<f64>,
    /// Sequential test: probability of accepting the null hypothesis wrongly [default: 0.05].
    #[arg(long, value_name = "P")]
    beta: Option<f64>,
    /// Games played side by side [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Rating file: its players keep their ratings, new ones are rated against them and added.
    #[arg(long, value_name = "FILE")]
    ladder: Option<PathBuf>,
    /// Write the standings with charts as one HTML page.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Play nothing, print the standings so far.
    #[arg(long)]
    show: bool,
    /// How the standings are printed.
    #[arg(long, value_enum, default_value_t)]
    format: Output,
}

/// Names of the schedules.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum ScheduleName {
    /// Everybody against everybody.
    RoundRobin,
    /// The first player against all the others.
    Gauntlet,
    /// The first player against the second until a sequential probability ratio test is decided.
    Sprt,
}

/// How standings are printed.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Output {
    /// Aligned text for people.
    #[default]
    Table,
    /// One JSON value for programs.
    Json,
    /// One line per player for spreadsheets.
    Csv,
}

fn time(text: &str) -> Result<Duration, &'static str> {
    let whole = |time: &Duration| time.as_millis() > 0 && u64::try_from(time.as_millis()).is_ok();
    stavka_agents::duration(text).filter(whole).ok_or("expected a time such as 5s or 500ms")
}

/// Plays the tournament.
pub(crate) fn run(options: &Options, out: &mut dyn Write) -> anyhow::Result<()> {
    with_game!(options.game, G => tournament::<G>(options, out))
}

fn tournament<G: Tabletop>(options: &Options, out: &mut dyn Write) -> anyhow::Result<()> {
    let stored = Ledger::read_plan(&options.dir)?;
    if stored.is_none() && options.players.is_empty() {
        return Err(LedgerError::NoPlan { path: options.dir.clone() }.into());
    }
    let stored_scenario = stored.as_ref().map(|plan| plan.scenario.as_str()).filter(|id| G::is_embedded(id));
    let scenario = load::<G>(options.scenario.as_deref().or(stored_scenario).or(Some(G::RATED)))?;
    let plan = plan(options, stored.as_ref(), scenario.id(), scenario.fingerprint())?;
    plan.validate()?;
    if let Some(stored) = stored {
        plan.same_as(&stored).map_err(|source| LedgerError::Plan { path: options.dir.clone(), source })?;
    }
    let mut ladder = options.ladder.as_deref().map(|path| open_ladder(path, &plan)).transpose()?;
    let anchors = match &ladder {
        Some((path, ladder)) => ladder.anchors(&plan).with_context(|| path.display().to_string())?,
        None => vec![None; plan.players.len()],
    };
    let results = if options.show { Ledger::read_results(&options.dir, &plan)? } else { play_all::<G>(scenario, &plan, options)? };
    let standings = Standings::new(&plan, &results, &anchors);
    if !options.show && !standings.complete {
        let command = format!("stavka tournament {} --dir {}", options.game, options.dir.display());
        return Err(anyhow!("interrupted: {} of at most {} games are kept; `{command}` goes on", results.len(), standings.planned));
    }
    if let Some((path, ladder)) = &mut ladder
        && standings.complete
        && ladder.add(&standings) > 0
    {
        saves::write(path, ladder.to_text(), IfExists::Replace).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if let Some(path) = &options.html {
        saves::write(path, report::page(&standings), IfExists::Replace).with_context(|| format!("cannot write {}", path.display()))?;
    }
    match options.format {
        Output::Table => write!(out, "{}", report::table(&standings))?,
        Output::Json => print_json(&standings, out)?,
        Output::Csv => write!(out, "{}", report::csv(&standings))?,
    }
    Ok(())
}

/// The plan that the arguments ask for. What they leave open is as in the stored plan, or else as usual.
fn plan(options: &Options, stored: Option<&Plan>, scenario: &str, data: u64) -> anyhow::Result<Plan> {
    let players = match (&options.players[..], stored) {
        ([], Some(stored)) if options.show => stored.players.clone(),
        ([], Some(stored)) => {
            stored.players.iter().try_for_each(Entrant::verify)?;
            stored.players.clone()
        }
        (names, _) => Entrant::read_all(names, &bots(options.bots.as_deref())?)?,
    };
    let format = match options.schedule {
        Some(ScheduleName::RoundRobin) => Schedule::RoundRobin,
        Some(ScheduleName::Gauntlet) => Schedule::Gauntlet,
        Some(ScheduleName::Sprt) => Schedule::Sprt,
        None => stored.map_or(Schedule::RoundRobin, |stored| stored.format),
    };
    let usual_pairs = if format == Schedule::Sprt { TEST_PAIRS } else { PAIRS };
    let usual = stored.map_or_else(Limits::default, |stored| stored.limits);
    let milliseconds = |time: Duration| time.as_millis() as u64;
    Ok(Plan {
        version: Plan::VERSION,
        game: options.game,
        scenario: scenario.to_owned(),
        data: format!("{data:016x}"),
        format,
        players,
        meetings: stored.map_or_else(Vec::new, |stored| stored.meetings.clone()),
        pairs: options.pairs.map_or_else(|| stored.map_or(usual_pairs as usize, |stored| stored.pairs), |pairs| pairs as usize),
        seed: options.seed.or(stored.map(|stored| stored.seed)).unwrap_or(1),
        limits: Limits {
            start_ms: options.start_time.map_or(usual.start_ms, milliseconds),
            move_ms: options.move_time.map_or(usual.move_ms, milliseconds),
            game_ms: options.game_time.map(milliseconds).or(usual.game_ms),
        },
        sprt: test(options, format, stored)?,
    })
}

fn test(options: &Options, format: Schedule, stored: Option<&Plan>) -> anyhow::Result<Option<Sprt>> {
    if format != Schedule::Sprt {
        let given = [options.elo0, options.elo1, options.alpha, options.beta].iter().any(Option::is_some);
        let problem = "--elo0, --elo1, --alpha and --beta belong to a sequential test; expected --schedule sprt with them";
        return if given { Err(anyhow!(BadInput(problem.to_owned()))) } else { Ok(None) };
    }
    let usual = stored.and_then(|stored| stored.sprt).unwrap_or(TEST);
    Ok(Some(Sprt {
        elo0: options.elo0.unwrap_or(usual.elo0),
        elo1: options.elo1.unwrap_or(usual.elo1),
        alpha: options.alpha.unwrap_or(usual.alpha),
        beta: options.beta.unwrap_or(usual.beta),
    }))
}

fn bots(file: Option<&Path>) -> anyhow::Result<Vec<stavka_training::arena::Bot>> {
    file.map_or_else(|| Ok(Vec::new()), |path| Ok(read_bots(&path.display().to_string(), &read(path)?)?))
}

/// The ladder of a file; a file that does not exist is an empty ladder.
fn open_ladder<'a>(path: &'a Path, plan: &Plan) -> anyhow::Result<(&'a Path, Ladder)> {
    if !path.exists() {
        return Ok((path, Ladder::begin(plan)));
    }
    let ladder = Ladder::parse(&read(path)?).with_context(|| path.display().to_string())?;
    Ok((path, ladder))
}

fn play_all<G: Tabletop>(
    scenario: &'static G::Scenario,
    plan: &Plan,
    options: &Options,
) -> anyhow::Result<Vec<stavka_training::arena::GameResult>> {
    let cancel = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&cancel);
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed)).context("cannot listen for Ctrl-C")?;
    let template = "{bar:40} {pos}/{len} games, {per_sec}, {eta} left";
    let style = ProgressStyle::with_template(template).expect("the template is well formed");
    let bar = ProgressBar::new(plan.fixtures().len() as u64).with_style(style);
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let conditions = Conditions {
        threads: options.threads.map_or_else(cores, usize::from),
        cancel: &cancel,
        progress: &|finished, result| {
            bar.set_position(finished as u64);
            if result.is_none() {
                bar.reset_eta();
            }
        },
    };
    let results = play::<G>(scenario, plan, &options.dir, &conditions);
    bar.finish_and_clear();
    results.map_err(|error| match error {
        TournamentError::Ledger(error) => error.into(),
        error @ TournamentError::Keep { .. } => error.into(),
    })
}
