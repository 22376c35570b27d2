//! What more thinking buys: a player with several budgets against itself with a quarter of each and against the panel of its game.
//!
//! [`CurvePlan`] fixes what is measured. [`run`] measures it into a run directory that survives being killed: the games are a tournament of
//! the arena (`games/`), and so are the games of the panel (`samples/`) that the positions come from; [`choices`] says what each budget
//! chooses in these positions, and [`judge`] plays on from choices that differ. [`Findings`] says what all of it proves, and [`report`]
//! writes it down.
//!
//! The model is that of the ratings ([`ratings`](crate::arena::ratings)) with one more parameter: the strength of the player is a straight
//! line over the doublings of its budget, and every row of the panel has a strength of its own. The slope is the Elo of a doubling. It is
//! estimated three times: from the games against quarters alone, which two doublings separate; from those against the panel alone; and from
//! all games. Against the panel it is also estimated row by row, and the mean and the worst row are quoted: a slope against quarters alone may be
//! a slope in beating oneself.

pub mod choices;
mod findings;
pub mod judge;
mod plan;
pub mod report;
mod sample;

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use serde::de::DeserializeOwned;
use stavka_agents::{AgentSpec, Playable, SearchControl, SpecError};
use stavka_engine::Observe;
use stavka_engine::record::{RecordError, Recorded};
use stavka_files::{IfExists, write};

use self::choices::Choice;
use self::judge::Judged;
use crate::arena::ledger::plan_text;
use crate::arena::log::Log;
use crate::arena::pool::work_through;
use crate::arena::{Conditions, GameResult, LedgerError, Plan, TournamentError, run as play};

pub use self::findings::{BudgetFindings, Findings, PanelRow, Rate};
pub use self::plan::{CurvePlan, CurvePlanError, Ground, Rung, Unit};

const PLAN: &str = "curve.json";
const GAMES: &str = "games";
const SAMPLES: &str = "samples";
const LOCK: &str = "lock";

/// What is being measured.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stage {
    /// Games against quarters and the panel.
    Games,
    /// Games of the panel, which positions are drawn from.
    Samples,
    /// Choices in positions.
    Choices,
    /// Choices that differ, played on from.
    Judging,
}

/// How a curve is measured. Results do not depend on it.
#[derive(Clone, Copy)]
pub struct CurveConditions<'a> {
    /// Games and positions at a time, at least one.
    pub threads: usize,
    /// Ends the measuring early when it becomes true: what is finished is kept.
    pub cancel: &'a AtomicBool,
    /// Called from any thread with the stage, and what of it is finished and planned.
    pub progress: &'a (dyn Fn(Stage, usize, usize) + Sync),
}

/// Everything that has been measured.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// Games, in the order of the schedule.
    pub games: Vec<GameResult>,
    /// Choices, by position.
    pub choices: Vec<Choice>,
    /// Choices that differ, by position and budget.
    pub judged: Vec<Judged>,
    /// Whether nothing is left to measure.
    pub complete: bool,
}

/// Why a curve could not be measured.
#[derive(Debug, thiserror::Error)]
pub enum CurveError {
    /// A file of the run directory cannot be used.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// Games could not be played.
    #[error(transparent)]
    Tournament(TournamentError),
    /// A player cannot be had.
    #[error(transparent)]
    Player(#[from] SpecError),
    /// The plan cannot be read or is another one.
    #[error("{}: {source}", path.display())]
    Plan {
        /// The directory.
        path: PathBuf,
        /// What is wrong.
        source: CurvePlanError,
    },
    /// The directory has other files and no plan.
    #[error("{} is not empty and holds no curve; expected a new or empty directory, or that of a curve", path.display())]
    NotACurve {
        /// The directory.
        path: PathBuf,
    },
    /// Somebody else is measuring in it.
    #[error("another process is measuring the curve in {}", path.display())]
    Busy {
        /// The directory.
        path: PathBuf,
    },
    /// A record that positions are drawn from is damaged.
    #[error("{}: {source}", path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: RecordError,
    },
    /// A result could not be kept.
    #[error("cannot keep a result in {}: {source}", path.display())]
    Keep {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl From<TournamentError> for CurveError {
    fn from(error: TournamentError) -> Self {
        match error {
            TournamentError::Ledger(error) => CurveError::Ledger(error),
            error @ TournamentError::Keep { .. } => CurveError::Tournament(error),
        }
    }
}

/// Works through what is pending and keeps each result; gives these with those that were there before. Work that was broken off gives none.
fn keep_each<T: Sync, R: Serialize + DeserializeOwned + Send>(
    stage: Stage,
    planned: usize,
    pending: &[T],
    (path, log, done): (&Path, &Log<R>, Vec<R>),
    conditions: &CurveConditions<'_>,
    work: impl Fn(&T, SearchControl<'_>) -> Option<R> + Sync,
) -> Result<Vec<R>, CurveError> {
    (conditions.progress)(stage, done.len(), planned);
    let (done, failure, stop) = (Mutex::new(done), Mutex::new(None), AtomicBool::new(false));
    work_through(pending, conditions.threads, conditions.cancel, &stop, |item, control| {
        let Some(result) = work(item, control) else { return };
        if let Err(source) = log.keep(&result) {
            stop.store(true, Ordering::Relaxed);
            failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(CurveError::Keep { path: path.to_owned(), source });
            return;
        }
        let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
        done.push(result);
        (conditions.progress)(stage, done.len(), planned);
    });
    match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(done.into_inner().unwrap_or_else(PoisonError::into_inner)),
    }
}

/// The plan of the curve in a directory, `None` if the directory is new or empty.
///
/// # Errors
/// [`CurveError::NotACurve`], [`CurveError::Plan`], [`LedgerError::Unusable`].
pub fn read_plan(directory: &Path) -> Result<Option<CurvePlan>, CurveError> {
    let text = plan_text(directory, PLAN).map_err(|error| match error {
        LedgerError::NotARun { path } => CurveError::NotACurve { path },
        error => error.into(),
    })?;
    let parse = |text: String| CurvePlan::parse(&text).map_err(|source| CurveError::Plan { path: directory.to_owned(), source });
    text.map(parse).transpose()
}

/// Measures what of the plan is not in the directory yet, and gives everything. `judge` plays on from choices that differ, if that is
/// wanted; its results are kept apart, so that it may be asked later.
///
/// # Errors
/// [`CurveError`]; what has been measured by then is kept.
pub fn run<G: Recorded + Observe + Playable>(
    scenario: &'static G::Scenario,
    plan: &CurvePlan,
    judge: Option<&judge::Judge>,
    directory: &Path,
    conditions: &CurveConditions<'_>,
) -> Result<Measured, CurveError> {
    let _lock = open(directory, plan)?;
    let tournament = |stage, plan: &Plan, room: &str| {
        let planned = plan.fixtures().len();
        let progress = |done: usize, _: Option<&GameResult>| (conditions.progress)(stage, done, planned);
        let conditions = Conditions { threads: conditions.threads, cancel: conditions.cancel, progress: &progress };
        play::<G>(scenario, plan, &directory.join(room), &conditions).map(|games| (games.len() == planned, games))
    };
    let mut measured = Measured::default();
    let (complete, games) = tournament(Stage::Games, &plan.games(), GAMES)?;
    measured.games = games;
    if !complete {
        return Ok(measured);
    }
    if plan.positions > 0 {
        let samples = plan.samples();
        if !tournament(Stage::Samples, &samples, SAMPLES)?.0 {
            return Ok(measured);
        }
        let positions = sample::draw::<G>(scenario, plan, &samples, &directory.join(SAMPLES))?;
        measured.choices = choices::measure::<G>(plan, &positions, directory, conditions)?;
        if measured.choices.len() < positions.len() {
            return Ok(measured);
        }
        if let Some(judge) = judge {
            let wanted = judge::wanted(&measured.choices);
            measured.judged = judge::measure::<G>(plan, judge, &positions, &wanted, directory, conditions)?;
            if measured.judged.len() < wanted.len() {
                return Ok(measured);
            }
        }
    }
    measured.complete = true;
    Ok(measured)
}

/// Takes the directory for this plan, and makes it if it is new. It is held while the file lives.
fn open(directory: &Path, plan: &CurvePlan) -> Result<File, CurveError> {
    let unusable = |path: &Path| {
        let path = path.to_owned();
        move |source| LedgerError::Unusable { path, source }
    };
    let is_there = || -> Result<bool, CurveError> {
        let Some(stored) = read_plan(directory)? else { return Ok(false) };
        plan.same_as(&stored).map_err(|source| CurveError::Plan { path: directory.to_owned(), source })?;
        Ok(true)
    };
    is_there()?;
    fs::create_dir_all(directory).map_err(unusable(directory))?;
    let path = directory.join(LOCK);
    let lock = stavka_files::lock(&path).map_err(unusable(&path))?.ok_or_else(|| CurveError::Busy { path: directory.to_owned() })?;
    if !is_there()? {
        let path = directory.join(PLAN);
        write(&path, plan.to_text(), IfExists::Replace).map_err(unusable(&path))?;
    }
    Ok(lock)
}

/// The players with the budgets that are measured, ready to play.
fn prepared<G: Playable>(plan: &CurvePlan) -> Result<Vec<stavka_agents::Prepared<G>>, SpecError> {
    plan.asked().map(|rung| rung.name.parse::<AgentSpec>()?.prepare::<G>()).collect()
}
