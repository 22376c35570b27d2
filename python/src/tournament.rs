//! Tournaments, kept in a directory so that they go on after anything.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use stavka_engine::{Scenario as _, with_game};
use stavka_render::theme::Theme;
use stavka_training::arena::{Conditions, Entrant, Format, Ledger, Limits, Plan, Standings, run};

use crate::errors::{StavkaError, bad_value};
use crate::interrupt::interruptible;
use crate::progress::Progress;
use crate::scenario::ScenarioName;

/// Plays what a tournament in a directory still lacks, and gives its standings as JSON. `progress` is called with the number of games
/// that are finished and of those that are planned.
#[pyfunction]
#[pyo3(signature = (game, players, directory, *, pairs, seed, gauntlet = false, scenario = None, text = None, threads = None, progress = None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn play_tournament(
    py: Python<'_>,
    game: &str,
    players: Vec<String>,
    directory: PathBuf,
    pairs: usize,
    seed: u64,
    gauntlet: bool,
    scenario: Option<&str>,
    text: Option<&str>,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let named = ScenarioName::read(game, scenario, text)?;
    let format = if gauntlet { Format::Gauntlet } else { Format::RoundRobin };
    let players = Entrant::read_all(&players, &[]).map_err(bad_value)?;
    let progress = Progress::new(progress);
    let standings = interruptible(py, |stop| {
        let tell = |done: usize, planned: usize| progress.tell((done, planned), stop);
        with_game!(named.game, G => {
            let scenario = named.load::<G>()?;
            let plan = Plan {
                version: Plan::VERSION,
                game: named.game,
                scenario: scenario.id().to_owned(),
                data: format!("{:016x}", scenario.fingerprint()),
                format,
                players: players.clone(),
                meetings: Vec::new(),
                pairs,
                seed,
                limits: Limits::default(),
                sprt: None,
            };
            play::<G>(scenario, &plan, &directory, threads, stop, &tell)
        })
    });
    progress.result(standings)
}

fn play<G: Theme>(
    scenario: &'static G::Scenario,
    plan: &Plan,
    directory: &std::path::Path,
    threads: Option<usize>,
    stop: &AtomicBool,
    tell: &(dyn Fn(usize, usize) + Sync),
) -> PyResult<String> {
    plan.validate().map_err(bad_value)?;
    if let Some(stored) = Ledger::read_plan(directory).map_err(bad_value)? {
        plan.same_as(&stored).map_err(|problem| bad_value(format!("{}: {problem}", directory.display())))?;
    }
    let planned = plan.fixtures().len();
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let conditions = Conditions { threads: threads.unwrap_or_else(cores).max(1), cancel: stop, progress: &|done, _| tell(done, planned) };
    let results = run::<G>(scenario, plan, directory, &conditions).map_err(|error| StavkaError::new_err(error.to_string()))?;
    let standings = Standings::new(plan, &results, &vec![None; plan.players.len()]);
    serde_json::to_string(&standings).map_err(bad_value)
}
