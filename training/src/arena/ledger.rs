//! The run directory of a tournament: what has been played, in a form that survives being killed.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `plan.json` | the [`Plan`], fixed when the tournament begins |
//! | `games.jsonl` | one [`GameResult`] per line, appended and synced when a game has ended, in the order of their ends |
//! | `records/00042.stavka` | the record of game 42; it is complete before the line of the game is written |
//! | `stderr/00042-axis.log` | what an external bot said on standard error, if anything |
//! | `lock` | held while somebody plays |
//!
//! A line that was cut short by a kill is dropped on the next start and its game is played again.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use stavka_engine::Side;
use stavka_files::{IfExists, TEMPORARY, lock, remove_unfinished, write};

use super::log::{self, Log};
use super::plan::{Plan, PlanError};
use super::schedule::Fixture;

const PLAN: &str = "plan.json";
const GAMES: &str = "games.jsonl";
/// What a line of it is called.
const GAME: &str = "game";
const RECORDS: &str = "records";
const STDERR: &str = "stderr";
const LOCK: &str = "lock";
/// Extension of records, as that of saved games.
const EXTENSION: &str = "stavka";

/// A forfeit in a result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Forfeit {
    /// Who forfeited.
    pub side: Side,
    /// Why.
    pub reason: String,
}

/// One finished game. Arrays of two are the Axis and the Soviet player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameResult {
    /// Number of the game in the schedule, from 0.
    pub game: usize,
    /// Name of the Axis player.
    pub axis: String,
    /// Name of the Soviet player.
    pub soviet: String,
    /// Seed.
    pub seed: u64,
    /// Who won, `None` for a draw.
    pub winner: Option<Side>,
    /// Margin in the game's points, positive for the Axis; `None` after a forfeit.
    pub margin: Option<i16>,
    /// Level of victory in the game's words; `None` after a forfeit.
    pub level: Option<String>,
    /// The forfeit that ended the game.
    pub forfeit: Option<Forfeit>,
    /// Choices.
    pub decisions: [usize; 2],
    /// Choices and die results of both.
    pub actions: usize,
    /// Time that the choices took, in seconds.
    pub seconds: [f64; 2],
    /// Longest time that a choice took, in seconds.
    pub longest: [f64; 2],
}

/// What is wrong with a run directory.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// The directory cannot be made, read or written.
    #[error("cannot use the run directory {}: {source}", path.display())]
    Unusable {
        /// File or directory.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The directory has other files and no plan.
    #[error("{} is not empty and holds no tournament; expected a new or empty directory, or that of a tournament", path.display())]
    NotARun {
        /// The directory.
        path: PathBuf,
    },
    /// There is nothing to go on with.
    #[error("{} holds no tournament yet; name its players", path.display())]
    NoPlan {
        /// The directory.
        path: PathBuf,
    },
    /// Somebody else is playing in it.
    #[error("another process is playing the tournament in {}", path.display())]
    Busy {
        /// The directory.
        path: PathBuf,
    },
    /// The plan cannot be read or is another one.
    #[error("{}: {source}", path.display())]
    Plan {
        /// The directory.
        path: PathBuf,
        /// What is wrong.
        source: PlanError,
    },
    /// A result is not one of this tournament.
    #[error("{}, line {line}: {problem}", path.display())]
    Result {
        /// The file.
        path: PathBuf,
        /// Line, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
}

/// A run directory that this process may play in.
#[derive(Debug)]
pub struct Ledger {
    directory: PathBuf,
    games: Log<GameResult>,
    /// Unlocked when the process ends, however it ends.
    _lock: File,
}

/// The text of the plan of a run in a directory, `None` if the directory is new or empty.
///
/// # Errors
/// [`LedgerError::NotARun`] where there are other files and no plan, [`LedgerError::Unusable`].
pub(crate) fn plan_text(directory: &Path, plan: &str) -> Result<Option<String>, LedgerError> {
    let path = directory.join(plan);
    match fs::read_to_string(&path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => match fs::read_dir(directory) {
            // A process that was killed right at its start leaves the lock or an unfinished file.
            Ok(files) => {
                let ours = |name: &str| name == LOCK || name.starts_with(TEMPORARY);
                let foreign = files.filter_map(Result::ok).any(|file| !ours(&file.file_name().to_string_lossy()));
                if foreign { Err(LedgerError::NotARun { path: directory.to_owned() }) } else { Ok(None) }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(LedgerError::Unusable { path: directory.to_owned(), source }),
        },
        Err(source) => Err(LedgerError::Unusable { path, source }),
    }
}

impl Ledger {
    /// The plan of the tournament in a directory, `None` if the directory is new or empty.
    ///
    /// # Errors
    /// [`LedgerError::NotARun`], [`LedgerError::Plan`], [`LedgerError::Unusable`].
    pub fn read_plan(directory: &Path) -> Result<Option<Plan>, LedgerError> {
        let parse = |text: String| Plan::parse(&text).map_err(|source| LedgerError::Plan { path: directory.to_owned(), source });
        plan_text(directory, PLAN)?.map(parse).transpose()
    }

    /// Opens the directory to play the plan, and gives the games that are finished, in the order of the schedule.
    /// A new directory is made and the plan is written to it.
    ///
    /// # Errors
    /// [`LedgerError`]; [`LedgerError::Plan`] if the directory's tournament is another one.
    pub fn open(directory: &Path, plan: &Plan) -> Result<(Ledger, Vec<GameResult>), LedgerError> {
        let unusable = |path: &Path| {
            let path = path.to_owned();
            move |source| LedgerError::Unusable { path, source }
        };
        Self::check_plan(directory, plan)?;
        fs::create_dir_all(directory).map_err(unusable(directory))?;
        let path = directory.join(LOCK);
        let lock = lock(&path).map_err(unusable(&path))?.ok_or_else(|| LedgerError::Busy { path: directory.to_owned() })?;
        if !Self::check_plan(directory, plan)? {
            let path = directory.join(PLAN);
            write(&path, plan.to_text(), IfExists::Replace).map_err(unusable(&path))?;
        }
        for path in [RECORDS, STDERR].map(|name| directory.join(name)) {
            fs::create_dir_all(&path).map_err(unusable(&path))?;
        }
        remove_unfinished(&directory.join(RECORDS));
        let path = directory.join(GAMES);
        let (games, place) = place_in(plan);
        let (games, results) = Log::open(&path, GAME, games, place)?;
        Ok((Ledger { directory: directory.to_owned(), games, _lock: lock }, results))
    }

    /// Whether the directory holds this plan; `false` if it holds none.
    fn check_plan(directory: &Path, plan: &Plan) -> Result<bool, LedgerError> {
        let Some(stored) = Self::read_plan(directory)? else { return Ok(false) };
        plan.same_as(&stored).map_err(|source| LedgerError::Plan { path: directory.to_owned(), source })?;
        Ok(true)
    }

    /// The finished games of a directory, without playing or changing anything.
    ///
    /// # Errors
    /// [`LedgerError::Result`], [`LedgerError::Unusable`].
    pub fn read_results(directory: &Path, plan: &Plan) -> Result<Vec<GameResult>, LedgerError> {
        let (games, place) = place_in(plan);
        log::read(&directory.join(GAMES), GAME, games, place).map(|(results, _)| results)
    }

    /// Keeps a finished game: its record first, then its line. When this returns, no kill can lose it.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn keep(&self, result: &GameResult, record: &str) -> io::Result<()> {
        write(&self.record_path(result.game), record, IfExists::Replace)?;
        self.games.keep(result)
    }

    /// The file of a game's record.
    pub fn record_path(&self, game: usize) -> PathBuf {
        Self::record_in(&self.directory, game)
    }

    /// The file of a game's record in a run directory.
    pub fn record_in(directory: &Path, game: usize) -> PathBuf {
        directory.join(RECORDS).join(format!("{game:05}.{EXTENSION}"))
    }

    /// The file for what a bot says on standard error.
    pub fn log_path(&self, game: usize, side: Side) -> PathBuf {
        self.directory.join(STDERR).join(format!("{game:05}-{}.log", side.name()))
    }
}

/// Where results of a plan belong, or why they do not.
fn place_in(plan: &Plan) -> (usize, impl Fn(&GameResult) -> Result<usize, String>) {
    let fixtures = plan.fixtures();
    (fixtures.len(), move |result: &GameResult| check(result, &fixtures, plan).map(|()| result.game))
}

fn check(result: &GameResult, fixtures: &[Fixture], plan: &Plan) -> Result<(), String> {
    let fixture = fixtures.get(result.game).ok_or_else(|| format!("there is no game {} in the plan", result.game))?;
    let [axis, soviet] = fixture.seats.map(|player| plan.players[player].name.as_str());
    if (result.axis.as_str(), result.soviet.as_str(), result.seed) == (axis, soviet, fixture.seed) {
        return Ok(());
    }
    Err(format!(
        "game {} is {} against {} with seed {}; the plan has {axis} against {soviet} with seed {}",
        result.game, result.axis, result.soviet, result.seed, fixture.seed
    ))
}

#[cfg(test)]
mod tests {
    use std::fs::OpenOptions;
    use std::io::Write as _;

    use super::super::schedule::Format;
    use super::super::standings::tests::{plan, results};
    use super::*;

    /// A directory with the first games of a plan.
    fn begun(games: usize) -> (tempfile::TempDir, Plan, Vec<GameResult>) {
        let directory = tempfile::tempdir().expect("a temporary directory can be made");
        let plan = plan(Format::RoundRobin, &["a", "b"], 3);
        let results = results(&plan, games, |_| Some(Side::Axis));
        let (ledger, before) = Ledger::open(directory.path(), &plan).expect("the directory is new");
        assert_eq!(before, []);
        for result in results.iter().rev() {
            ledger.keep(result, "a record\n").expect("there is room");
        }
        (directory, plan, results)
    }

    fn append(directory: &Path, text: &str) {
        let mut games = OpenOptions::new().append(true).open(directory.join(GAMES)).expect("it is there");
        games.write_all(text.as_bytes()).expect("there is room");
    }

    #[test]
    fn results_come_back_in_the_order_of_the_schedule() {
        let (directory, plan, results) = begun(4);
        assert_eq!(Ledger::read_results(directory.path(), &plan).expect("they are good"), results);
        let (ledger, again) = Ledger::open(directory.path(), &plan).expect("nobody plays");
        assert_eq!(again, results);
        assert_eq!(fs::read_to_string(ledger.record_path(3)).expect("it is there"), "a record\n");
    }

    #[test]
    fn a_line_that_was_cut_short_is_dropped_wherever_it_was_cut() {
        let (directory, plan, results) = begun(3);
        let line = serde_json::to_string(&super::super::standings::tests::results(&plan, 4, |_| None)[3]).expect("it is JSON");
        for cut in [1, line.len() / 2, line.len()] {
            append(directory.path(), &line[..cut]);
            let (ledger, again) = Ledger::open(directory.path(), &plan).expect("the rest is good");
            assert_eq!(again, results);
            drop(ledger);
        }
        append(directory.path(), "\0\0\0\0\n");
        let (ledger, _) = Ledger::open(directory.path(), &plan).expect("a damaged last line is dropped too");
        ledger.keep(&super::super::standings::tests::results(&plan, 4, |_| None)[3], "a record\n").expect("there is room");
        drop(ledger);
        assert_eq!(Ledger::read_results(directory.path(), &plan).expect("they are good").len(), 4);
    }

    #[test]
    fn results_that_do_not_belong_there_are_refused_with_their_line() {
        for foreign in ["nonsense", "{\"game\":1}"] {
            let (directory, plan, _) = begun(2);
            append(directory.path(), &format!("{foreign}\n"));
            let good = fs::read_to_string(directory.path().join(GAMES)).expect("it is there");
            let more = good.lines().next().expect("it has lines").replace("\"game\":1", "\"game\":5").replace("\"seed\":1", "\"seed\":3");
            append(directory.path(), &format!("{more}\n"));
            let error = Ledger::open(directory.path(), &plan).expect_err("line 3 is damaged");
            assert!(matches!(error, LedgerError::Result { line: 3, .. }), "{error}");
        }
        let (directory, plan, _) = begun(2);
        let twice = fs::read_to_string(directory.path().join(GAMES)).expect("it is there");
        append(directory.path(), &twice);
        let error = Ledger::open(directory.path(), &plan).expect_err("every game is there twice");
        assert!(error.to_string().contains("stands there twice"), "{error}");
    }

    #[test]
    fn a_directory_is_played_by_one_process_and_one_plan() {
        let (directory, mine, _) = begun(1);
        let (_held, _) = Ledger::open(directory.path(), &mine).expect("nobody plays");
        assert!(matches!(Ledger::open(directory.path(), &mine), Err(LedgerError::Busy { .. })));
        let other = plan(Format::RoundRobin, &["a", "c"], 3);
        assert!(matches!(Ledger::open(directory.path(), &other), Err(LedgerError::Plan { .. })));
        let foreign = tempfile::tempdir().expect("a temporary directory can be made");
        fs::write(foreign.path().join("letter"), "dear diary").expect("it can be written");
        assert!(matches!(Ledger::open(foreign.path(), &mine), Err(LedgerError::NotARun { .. })));
        assert_eq!(fs::read_dir(foreign.path()).expect("it is there").count(), 1, "nothing is left there");
    }
}
