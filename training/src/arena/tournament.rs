//! Playing a tournament: whatever is not in the ledger yet, on many threads, and nothing twice.

use std::io;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use stavka_agents::{Playable, SearchControl};
use stavka_engine::record::Recorded;
use stavka_engine::{Observe, Side};

use super::game::{Played, play};
use super::ledger::{Forfeit, GameResult, Ledger, LedgerError};
use super::plan::Plan;
use super::pool::work_through;
use super::schedule::{Fixture, Format};
use super::seat::InProcess;
use super::sprt::Verdict;
use super::standings::decided;

/// How a tournament is played. Results do not depend on it.
#[derive(Clone, Copy)]
pub struct Conditions<'a> {
    /// Games played side by side, at least one.
    pub threads: usize,
    /// Ends the tournament early when it becomes true: finished games are kept, others are broken off.
    pub cancel: &'a AtomicBool,
    /// Called from any thread: with the number of games that were finished before at the start, and after every game
    /// with the number that are finished now and its result.
    pub progress: &'a (dyn Fn(usize, Option<&GameResult>) + Sync),
}

/// Why a tournament could not go on.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// The run directory cannot be used.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// A result could not be kept.
    #[error("cannot keep the result of game {game}: {source}")]
    Keep {
        /// Number of the game.
        game: usize,
        /// What the system said.
        source: io::Error,
    },
}

/// Plays the games of the plan that the directory does not have yet and gives all results in the order of the
/// schedule. Games are begun in that order; a sequential test stops when a pair has decided it.
///
/// # Errors
/// [`TournamentError`]; what has been played by then is kept.
pub fn run<G: Recorded + Observe + Playable>(
    scenario: &'static G::Scenario,
    plan: &Plan,
    directory: &Path,
    conditions: &Conditions<'_>,
) -> Result<Vec<GameResult>, TournamentError> {
    run_with::<G>(scenario, plan, directory, conditions, &[])
}

/// The same with players that are known by name in this tournament alone.
///
/// # Errors
/// As [`run`].
pub fn run_with<G: Recorded + Observe + Playable>(
    scenario: &'static G::Scenario,
    plan: &Plan,
    directory: &Path,
    conditions: &Conditions<'_>,
    in_process: &[InProcess<'_, G>],
) -> Result<Vec<GameResult>, TournamentError> {
    let (ledger, finished) = Ledger::open(directory, plan)?;
    (conditions.progress)(finished.len(), None);
    let pending: Vec<Fixture> =
        plan.fixtures().into_iter().filter(|fixture| finished.binary_search_by_key(&fixture.game, |result| result.game).is_err()).collect();
    let stop = AtomicBool::new(is_decided(plan, &finished));
    let results = Mutex::new(finished);
    let failure = Mutex::new(None);
    work_through(&pending, conditions.threads, conditions.cancel, &stop, |fixture, control| {
        let Some(played) = play_fixture::<G>(scenario, plan, &ledger, in_process, fixture, control) else { return };
        let (result, record) = entry(plan, fixture, &played);
        if let Err(source) = ledger.keep(&result, &record) {
            stop.store(true, Ordering::Relaxed);
            lock(&failure).get_or_insert(TournamentError::Keep { game: fixture.game, source });
            return;
        }
        let mut results = lock(&results);
        let place = results.partition_point(|other| other.game < result.game);
        results.insert(place, result);
        (conditions.progress)(results.len(), results.get(place));
        if is_decided(plan, &results) {
            stop.store(true, Ordering::Relaxed);
        }
    });
    match failure.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)),
    }
}

/// Whether a sequential test needs no more games.
fn is_decided(plan: &Plan, results: &[GameResult]) -> bool {
    plan.format == Format::Sprt && decided(plan, results).is_some_and(|state| state.verdict != Verdict::Undecided)
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn play_fixture<G: Recorded + Observe + Playable>(
    scenario: &'static G::Scenario,
    plan: &Plan,
    ledger: &Ledger,
    in_process: &[InProcess<'_, G>],
    fixture: &Fixture,
    control: SearchControl<'_>,
) -> Option<Played> {
    let seats = Side::ALL.map(|side| {
        let log = ledger.log_path(fixture.game, side);
        plan.players[fixture.player(side)].seat::<G>(in_process, fixture.seed, side, &plan.limits, log)
    });
    play(scenario, fixture.seed, names(plan, fixture), seats, control)
}

fn names<'a>(plan: &'a Plan, fixture: &Fixture) -> [&'a str; 2] {
    fixture.seats.map(|player| plan.players[player].name.as_str())
}

/// The line and the record of a game.
fn entry(plan: &Plan, fixture: &Fixture, played: &Played) -> (GameResult, String) {
    let [axis, soviet] = names(plan, fixture).map(str::to_owned);
    let mut record = played.record.to_text();
    let forfeit = played.forfeit.as_ref().map(|(side, fault)| Forfeit { side: *side, reason: one_line(&fault.to_string()) });
    let winner = match (&forfeit, played.outcome) {
        (Some(forfeit), _) => Some(forfeit.side.opponent()),
        (None, outcome) => outcome.and_then(|outcome| outcome.winner),
    };
    if let Some(Forfeit { side, reason }) = &forfeit {
        let name = names(plan, fixture)[side.index()];
        record.extend(["# ", side.name(), " forfeits: ", name, " ", reason.as_str(), "\n"]);
    }
    let result = GameResult {
        game: fixture.game,
        axis,
        soviet,
        seed: fixture.seed,
        winner,
        margin: played.outcome.map(|outcome| outcome.margin),
        level: played.outcome.map(|outcome| outcome.level.to_owned()),
        forfeit,
        decisions: played.decisions,
        actions: played.record.actions.len(),
        seconds: played.time.map(|time| time.as_secs_f64()),
        longest: played.longest.map(|time| time.as_secs_f64()),
    };
    (result, record)
}

/// The text without line breaks and control characters.
fn one_line(text: &str) -> String {
    text.split(|c: char| c.is_control()).collect::<Vec<_>>().join(" ")
}
