//! The directory of a run: everything that it needs to go on after any end.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `config.toml` | the configuration, every key; fixed when the run begins |
//! | `replay/` | the replay buffer |
//! | `checkpoints/00000200/` | network, optimiser and counters after step 200; the directory is complete when it has this name |
//! | `metrics.csv` | one scalar per line: step, seconds of training, name, value |
//! | `tensorboard/` | the same scalars as event files |
//! | `flights/` | what has been decided in the games of self-play that go on |
//! | `evaluation/` | the best network so far, what was found of every candidate, their ratings plotted, their games |
//! | `session` | how often the run was started, for seeds that no two sessions share |
//! | `lock` | held while somebody trains |

use stavka_files::{IfExists, TEMPORARY, lock, remove_unfinished, write};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::config::{CheckpointConfig, Config, ConfigError};
use super::old_keys::OldKey;

const CONFIG: &str = "config.toml";
const CHECKPOINTS: &str = "checkpoints";
/// The games of self-play that go on.
pub const FLIGHTS: &str = "flights";
/// The evaluations, as a [`Gate`](crate::evaluation::Gate) keeps them.
pub const EVALUATIONS: &str = "evaluation";
const PROGRESS: &str = "progress.json";
const SESSION: &str = "session";
const LOCK: &str = "lock";
/// Version of the files of a run.
const VERSION: u32 = 1;

/// What is wrong with the directory of a run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A file or directory cannot be made, read or written.
    #[error("cannot use {}: {source}", path.display())]
    Unusable {
        /// File or directory.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The directory has other files and no run.
    #[error("{} is not empty and holds no training run; expected a new or empty directory", path.display())]
    NotEmpty {
        /// The directory.
        path: PathBuf,
    },
    /// There is no run to go on with.
    #[error("{} holds no training run: there is no {CONFIG}", path.display())]
    NoRun {
        /// The directory.
        path: PathBuf,
    },
    /// A run begins where there is one already.
    #[error("{} holds a training run already; `stavka train --resume {}` goes on with it", path.display(), path.display())]
    Exists {
        /// The directory.
        path: PathBuf,
    },
    /// Somebody else trains in it.
    #[error("another process trains in {}", path.display())]
    Busy {
        /// The directory.
        path: PathBuf,
    },
    /// The configuration is not valid.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A checkpoint is not one of this program.
    #[error("{}: {problem}", path.display())]
    Checkpoint {
        /// The checkpoint.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
}

impl RunError {
    fn unusable(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| RunError::Unusable { path, source }
    }
}

/// The counters of a run. Every generator of a run is a stream of its seed under one of them, so they are also the
/// states of the generators.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Progress {
    /// Version of this file.
    pub version: u32,
    /// Steps of the learner.
    pub step: u64,
    /// Positions that the learner was given.
    pub learned: u64,
    /// Windows of positions that were drawn.
    pub windows: u64,
    /// Seconds of training, all sessions.
    pub seconds: f64,
    /// Those of them that it was given before self-play began.
    pub imitated: u64,
    /// Positions that the replay buffer had been given before self-play began. Runs that do not know count those of
    /// imitation among the positions that self-play made.
    #[serde(default)]
    pub inherited: u64,
    /// Step of the last evaluation.
    pub evaluated: u64,
}

/// The directory of a run.
#[derive(Debug)]
pub struct RunDirectory {
    path: PathBuf,
    /// Keys of its configuration that are called differently now.
    old_keys: Vec<OldKey>,
    /// Held while the run goes on; a directory that is only read is not locked.
    _lock: Option<File>,
}

impl RunDirectory {
    /// Begins a run in a new or empty directory.
    ///
    /// # Errors
    /// [`RunError::Exists`], [`RunError::NotEmpty`], [`RunError::Busy`], [`RunError::Unusable`].
    pub fn create(path: &Path, config: &Config) -> Result<Self, RunError> {
        fs::create_dir_all(path).map_err(RunError::unusable(path))?;
        if path.join(CONFIG).exists() {
            return Err(RunError::Exists { path: path.to_owned() });
        }
        for entry in fs::read_dir(path).map_err(RunError::unusable(path))? {
            let name = entry.map_err(RunError::unusable(path))?.file_name();
            let name = name.to_string_lossy();
            // A process that was killed right at its start leaves the lock or an unfinished file.
            if name != LOCK && !name.starts_with(TEMPORARY) {
                return Err(RunError::NotEmpty { path: path.to_owned() });
            }
        }
        let directory = Self::take(path)?;
        let checkpoints = path.join(CHECKPOINTS);
        fs::create_dir_all(&checkpoints).map_err(RunError::unusable(&checkpoints))?;
        let file = path.join(CONFIG);
        write(&file, config.to_text(), IfExists::Replace).map_err(RunError::unusable(&file))?;
        Ok(directory)
    }

    /// Takes up the run of a directory.
    ///
    /// # Errors
    /// [`RunError::NoRun`], [`RunError::Busy`], [`RunError::Config`], [`RunError::Unusable`].
    pub fn resume(path: &Path) -> Result<(Self, Config), RunError> {
        let (config, old_keys) = Self::config(path)?;
        let directory = RunDirectory { old_keys, ..Self::take(path)? };
        for folder in [path.to_owned(), path.join(CHECKPOINTS), path.join(FLIGHTS), path.join(EVALUATIONS)] {
            remove_unfinished(&folder);
        }
        Ok((directory, config))
    }

    /// Looks at the run of a directory without changing anything, also while somebody trains in it.
    ///
    /// # Errors
    /// [`RunError::NoRun`], [`RunError::Config`], [`RunError::Unusable`].
    pub fn look(path: &Path) -> Result<(Self, Config), RunError> {
        let (config, old_keys) = Self::config(path)?;
        Ok((RunDirectory { path: path.to_owned(), old_keys, _lock: None }, config))
    }

    fn config(path: &Path) -> Result<(Config, Vec<OldKey>), RunError> {
        let file = path.join(CONFIG);
        let text = match fs::read_to_string(&file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(RunError::NoRun { path: path.to_owned() }),
            other => other.map_err(RunError::unusable(&file))?,
        };
        Ok(Config::parse(&file.display().to_string(), &text)?)
    }

    fn take(path: &Path) -> Result<Self, RunError> {
        let file = path.join(LOCK);
        let lock = lock(&file).map_err(RunError::unusable(&file))?;
        let lock = lock.ok_or_else(|| RunError::Busy { path: path.to_owned() })?;
        Ok(RunDirectory { path: path.to_owned(), old_keys: Vec::new(), _lock: Some(lock) })
    }

    /// A file or directory of the run.
    pub fn join(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The configuration of the run.
    pub fn config_file(&self) -> PathBuf {
        self.path.join(CONFIG)
    }

    /// Keys of the configuration that are called differently now, to be told. The file stays as it is.
    pub fn old_keys(&self) -> &[OldKey] {
        &self.old_keys
    }

    /// The directory itself.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Counts a start of the run and gives its number, from 1.
    ///
    /// # Errors
    /// [`RunError::Unusable`].
    pub fn begin_session(&self) -> Result<u64, RunError> {
        let path = self.path.join(SESSION);
        let before = fs::read_to_string(&path).ok().and_then(|text| text.trim().parse::<u64>().ok()).unwrap_or(0);
        write(&path, format!("{}\n", before + 1), IfExists::Replace).map_err(RunError::unusable(&path))?;
        Ok(before + 1)
    }

    /// Whether another process trains in the directory.
    pub fn is_busy(&self) -> bool {
        let path = self.path.join(LOCK);
        path.exists() && matches!(lock(&path), Ok(None))
    }

    /// Steps of the checkpoints, oldest first.
    pub fn checkpoints(&self) -> Vec<u64> {
        let entries = fs::read_dir(self.path.join(CHECKPOINTS)).into_iter().flatten().filter_map(Result::ok);
        let mut steps: Vec<u64> = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
        steps.sort_unstable();
        steps
    }

    /// The directory of a checkpoint.
    pub fn checkpoint(&self, step: u64) -> PathBuf {
        self.path.join(CHECKPOINTS).join(format!("{step:08}"))
    }

    /// The newest checkpoint and its counters; `None` if there is none yet.
    ///
    /// # Errors
    /// [`RunError::Checkpoint`], [`RunError::Unusable`].
    pub fn latest(&self) -> Result<Option<(PathBuf, Progress)>, RunError> {
        let Some(&step) = self.checkpoints().last() else { return Ok(None) };
        let path = self.checkpoint(step);
        let file = path.join(PROGRESS);
        let text = fs::read_to_string(&file).map_err(RunError::unusable(&file))?;
        let wrong = |problem: String| RunError::Checkpoint { path: file.clone(), problem };
        let progress: Progress = serde_json::from_str(&text).map_err(|error| wrong(format!("not the counters of a run: {error}")))?;
        if progress.version != VERSION {
            return Err(wrong(format!("version {}; this program reads version {VERSION}", progress.version)));
        }
        Ok(Some((path, progress)))
    }

    /// Keeps a checkpoint: `write` fills a directory, which gets its name when it is complete. Older checkpoints go as
    /// configured. Where there is a checkpoint of the step, it is kept with the new counters.
    ///
    /// # Errors
    /// [`RunError::Unusable`] or that of `write`; the checkpoints are then as before.
    pub fn keep<E: From<RunError>>(
        &self,
        progress: &Progress,
        rules: &CheckpointConfig,
        write: impl FnOnce(&Path) -> Result<(), E>,
    ) -> Result<PathBuf, E> {
        let parent = self.path.join(CHECKPOINTS);
        let target = self.checkpoint(progress.step);
        let counters = serde_json::to_string_pretty(&Progress { version: VERSION, ..progress.clone() }).expect("counters are plain data");
        if target.exists() {
            // The same step is the same learner; only counters such as the time may have gone on.
            let file = target.join(PROGRESS);
            stavka_files::write(&file, counters, IfExists::Replace).map_err(RunError::unusable(&file))?;
            return Ok(target);
        }
        let temporary = tempfile::Builder::new().prefix(TEMPORARY).tempdir_in(&parent).map_err(RunError::unusable(&parent))?;
        write(temporary.path())?;
        let file = temporary.path().join(PROGRESS);
        stavka_files::write(&file, counters, IfExists::Replace).map_err(RunError::unusable(&file))?;
        for entry in fs::read_dir(temporary.path()).map_err(RunError::unusable(&parent))? {
            let path = entry.map_err(RunError::unusable(&parent))?.path();
            File::open(&path).and_then(|file| file.sync_all()).map_err(RunError::unusable(&path))?;
        }
        fs::rename(temporary.path(), &target).map_err(RunError::unusable(&target))?;
        // The rename took the directory away from under its guard.
        let _ = temporary.keep();
        #[cfg(unix)]
        File::open(&parent).and_then(|directory| directory.sync_all()).map_err(RunError::unusable(&parent))?;
        self.drop_old(rules);
        Ok(target)
    }

    fn drop_old(&self, rules: &CheckpointConfig) {
        let steps = self.checkpoints();
        let mut archived = 0;
        for &step in &steps[..steps.len().saturating_sub(rules.keep)] {
            // Windows and rounds of learning end where they end, seldom at a multiple: the first one from there on stays.
            let period = step.checked_div(rules.archive).unwrap_or(0);
            if period > archived {
                archived = period;
            } else {
                // One that cannot be removed does no harm.
                let _ = fs::remove_dir_all(self.checkpoint(step));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keep(run: &RunDirectory, step: u64, rules: &CheckpointConfig) {
        let progress = Progress { step, learned: step * 256, ..Progress::default() };
        run.keep::<RunError>(&progress, rules, |path| fs::write(path.join("weights"), step.to_string()).map_err(RunError::unusable(path)))
            .expect("there is room");
    }

    #[test]
    fn a_run_with_an_old_configuration_and_old_counters_is_taken_up_and_its_old_keys_are_named() {
        let here = tempfile::tempdir().expect("a temporary directory can be made");
        let checkpoint = here.path().join(CHECKPOINTS).join("00000040");
        fs::create_dir_all(&checkpoint).expect("there is room");
        let old = include_str!("old.toml");
        fs::write(here.path().join(CONFIG), old).expect("there is room");
        let counters = r#"{"version": 1, "step": 40, "learned": 640, "windows": 5, "seconds": 9.5, "imitated": 64, "evaluated": 0}"#;
        fs::write(checkpoint.join(PROGRESS), counters).expect("there is room");
        for take in [RunDirectory::look, RunDirectory::resume] {
            let (run, config) = take(here.path()).expect("it can be read");
            assert_eq!((config.batch.positions, config.learner.learning_rate), (64, 0.002));
            assert!(run.old_keys().iter().any(|old| old.key == "learner.rate"), "{:?}", run.old_keys());
            let (_, progress) = run.latest().expect("it can be read").expect("there is one");
            assert_eq!((progress.step, progress.imitated, progress.inherited), (40, 64, 0));
            assert_eq!(fs::read_to_string(run.config_file()).expect("it is there"), old, "a run keeps its configuration");
        }
    }

    #[test]
    fn the_newest_checkpoints_and_the_archived_ones_stay() {
        let here = tempfile::tempdir().expect("a temporary directory can be made");
        let run = RunDirectory::create(&here.path().join("run"), &Config::default()).expect("it is new");
        assert!(run.latest().expect("it can be read").is_none());
        let rules = CheckpointConfig { every: 10, keep: 2, archive: 30 };
        for step in [10, 20, 30, 40, 50, 60] {
            keep(&run, step, &rules);
        }
        assert_eq!(run.checkpoints(), [30, 50, 60]);
        let later = Progress { step: 60, learned: 60 * 256, seconds: 5.0, ..Progress::default() };
        run.keep::<RunError>(&later, &rules, |_| panic!("the learner of step 60 is there")).expect("there is room");
        let (path, progress) = run.latest().expect("it can be read").expect("there are some");
        assert_eq!(progress, Progress { version: VERSION, ..later });
        assert_eq!(fs::read_to_string(path.join("weights")).expect("it is there"), "60");
    }

    #[test]
    fn the_first_checkpoint_of_every_period_is_archived() {
        let here = tempfile::tempdir().expect("a temporary directory can be made");
        let run = RunDirectory::create(&here.path().join("run"), &Config::default()).expect("it is new");
        for step in [8, 19, 31, 42, 55, 64, 95, 99, 106] {
            keep(&run, step, &CheckpointConfig { every: 10, keep: 1, archive: 30 });
        }
        assert_eq!(run.checkpoints(), [31, 64, 95, 106]);
        keep(&run, 118, &CheckpointConfig { every: 10, keep: 1, archive: 0 });
        assert_eq!(run.checkpoints(), [118]);
    }

    #[test]
    fn a_failed_checkpoint_leaves_the_older_ones() {
        let here = tempfile::tempdir().expect("a temporary directory can be made");
        let run = RunDirectory::create(here.path(), &Config::default()).expect("it is empty");
        let rules = CheckpointConfig::default();
        keep(&run, 5, &rules);
        let full = || RunError::Unusable { path: here.path().to_owned(), source: io::Error::from(io::ErrorKind::StorageFull) };
        let failed = run.keep::<RunError>(&Progress { step: 6, ..Progress::default() }, &rules, |_| Err(full()));
        assert!(failed.is_err());
        assert_eq!(run.checkpoints(), [5]);
        assert_eq!(fs::read_dir(here.path().join(CHECKPOINTS)).expect("it is there").count(), 1, "nothing half-done is left");
    }

    #[test]
    fn a_run_is_begun_once_and_trained_by_one() {
        let here = tempfile::tempdir().expect("a temporary directory can be made");
        let path = here.path().join("run");
        assert!(matches!(RunDirectory::resume(&path), Err(RunError::NoRun { .. })));
        let config = Config { seed: 77, ..Config::default() };
        let run = RunDirectory::create(&path, &config).expect("it is new");
        assert!(matches!(RunDirectory::create(&path, &config), Err(RunError::Exists { .. })));
        assert!(matches!(RunDirectory::resume(&path), Err(RunError::Busy { .. })));
        assert!(RunDirectory::look(&path).expect("looking is free").0.is_busy());
        assert_eq!((run.begin_session().expect("there is room"), run.begin_session().expect("there is room")), (1, 2));
        drop(run);
        assert_eq!(RunDirectory::resume(&path).expect("nobody trains").1, config);
        fs::write(here.path().join("letter"), "dear diary").expect("it can be written");
        assert!(matches!(RunDirectory::create(here.path(), &config), Err(RunError::NotEmpty { .. })));
    }
}
