//! The gate that the networks of a run pass, one after the other: a directory with the best network so far and the
//! evaluations of all.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `best.safetensors` | the best network so far, a player by itself |
//! | `history.jsonl` | one [`Evaluation`] per candidate |
//! | `ratings.svg` | the ratings of all candidates over the steps of the learner |
//! | `00002000/opponents/`, `00002000/best/` | the games of the candidate of step 2000, as a tournament keeps them |

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use stavka_files::{IfExists, write};
use stavka_models::{CpuNetwork, Weights, WeightsError};

use super::chart::chart;
use super::history::{History, HistoryError};
use super::matches::{Contender, Evaluation, EvaluationError, MatchSettings, evaluate};
use crate::arena::{Conditions, Ladder};
use crate::curriculum::Learnable;

const BEST: &str = "best.safetensors";
const HISTORY: &str = "history.jsonl";
const PICTURE: &str = "ratings.svg";
/// Note among the best network's weights: the step of the learner that made it.
const STEP: &str = "step";

/// Where candidates are examined, and how.
pub struct Gate<'a, G: Learnable> {
    directory: &'a Path,
    scenario: &'static G::Scenario,
    ladder: Option<Ladder>,
    terms: &'a MatchSettings,
}

/// The best network of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Best {
    /// Step of the learner that made it.
    pub step: u64,
    /// The network.
    pub weights: Weights,
}

/// Why a candidate did not get through, nor was turned away.
#[derive(Debug, thiserror::Error)]
pub enum GateError {
    /// The games could not be played.
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    /// The evaluations cannot be kept.
    #[error(transparent)]
    History(#[from] HistoryError),
    /// The candidate is no network.
    #[error(transparent)]
    Candidate(#[from] WeightsError),
    /// The best network cannot be read or written.
    #[error("the best network, {}: {source}", path.display())]
    Best {
        /// Its file.
        path: PathBuf,
        /// What is wrong.
        source: WeightsError,
    },
    /// A file or directory cannot be used.
    #[error("cannot use {}: {source}", path.display())]
    Unusable {
        /// File or directory.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// The evaluations in the directory of a gate.
///
/// # Errors
/// [`GateError::History`].
pub fn history(directory: &Path) -> Result<History, GateError> {
    Ok(History::read(&directory.join(HISTORY))?)
}

/// The best network in the directory of a gate, `None` before the first was promoted.
///
/// # Errors
/// [`GateError::Best`] when its file is damaged.
pub fn best(directory: &Path) -> Result<Option<Best>, GateError> {
    let path = directory.join(BEST);
    if !path.exists() {
        return Ok(None);
    }
    let load = || {
        let weights = Weights::load(&path)?;
        let step = weights.notes.get(STEP).and_then(|step| step.parse().ok());
        let step = step.ok_or_else(|| WeightsError::Header("it does not say of which step the network is".to_owned()))?;
        Ok(Best { step, weights })
    };
    load().map(Some).map_err(|source| GateError::Best { path: path.clone(), source })
}

impl<'a, G: Learnable> Gate<'a, G> {
    /// A gate in a directory of its own, which is made when the first candidate comes.
    pub fn new(directory: &'a Path, scenario: &'static G::Scenario, terms: &'a MatchSettings) -> Self {
        Gate { directory, scenario, ladder: Ladder::shipped(G::NAME), terms }
    }

    /// Examines the network of a step of the learner, enters it into the history, and makes it the best if it proves
    /// better. Asked again for the same step and network it goes on with the games that are there, or says what was
    /// found; it may run in a thread of its own beside the learner.
    ///
    /// # Errors
    /// [`GateError`]; best and history are then as before.
    pub fn examine(&self, step: u64, weights: &Weights, conditions: &Conditions<'_>) -> Result<Evaluation, GateError> {
        let mut history = history(self.directory)?;
        let best = best(self.directory)?;
        if let Some(found) = history.of(step) {
            // A process may have ended after the history was written and before the network was.
            if found.is_promoted && best.is_none_or(|best| best.step < step) {
                self.promote(step, weights)?;
            }
            return Ok(found.clone());
        }
        let candidate = Contender { step, network: CpuNetwork::new(weights)? };
        let champion = best.map(|Best { step, weights }| Ok(Contender { step, network: CpuNetwork::new(&weights)? }));
        let champion = champion.transpose().map_err(|source| GateError::Best { path: self.directory.join(BEST), source })?;
        let folder = self.directory.join(format!("{step:08}"));
        fs::create_dir_all(&folder).map_err(|source| GateError::Unusable { path: folder.clone(), source })?;
        let ladder = self.ladder.as_ref();
        let found = evaluate::<G>(self.scenario, &candidate, champion.as_ref(), ladder, self.terms, &folder, conditions)?;
        history.add(found.clone());
        history.write(&self.directory.join(HISTORY))?;
        if found.is_promoted {
            self.promote(step, weights)?;
        }
        let picture = self.directory.join(PICTURE);
        let drawn = write(&picture, chart(&history, ladder), IfExists::Replace);
        drawn.map_err(|source| GateError::Unusable { path: picture, source })?;
        Ok(found)
    }

    /// Forgets the candidates of later steps, which will be made anew.
    ///
    /// # Errors
    /// [`GateError::History`].
    pub fn rewind(&self, step: u64) -> Result<(), GateError> {
        let mut history = history(self.directory)?;
        let is_later = |entry: &fs::DirEntry| entry.file_name().to_str()?.parse::<u64>().ok().map(|own| own > step);
        for entry in fs::read_dir(self.directory).into_iter().flatten().filter_map(Result::ok) {
            if is_later(&entry) == Some(true) {
                let path = entry.path();
                fs::remove_dir_all(&path).map_err(|source| GateError::Unusable { path, source })?;
            }
        }
        if history.entries.iter().any(|entry| entry.step > step) {
            history.entries.retain(|entry| entry.step <= step);
            history.write(&self.directory.join(HISTORY))?;
        }
        Ok(())
    }

    fn promote(&self, step: u64, weights: &Weights) -> Result<(), GateError> {
        let path = self.directory.join(BEST);
        let mut weights = weights.clone();
        weights.notes.insert(STEP.to_owned(), step.to_string());
        weights.save(&path).map_err(|source| GateError::Best { path, source })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use stavka_engine::armir::Armir;

    use super::super::kit::{HARD, quiet, scenario, terms, weights};
    use super::*;
    use crate::arena::sprt::Sprt;

    const OPPONENTS: [&str; 1] = ["random"];

    #[test]
    fn the_first_network_is_the_best_until_another_proves_better() {
        let directory = tempfile::tempdir().expect("there is room");
        let place = directory.path();
        let go = AtomicBool::new(false);
        let conditions = quiet(&go);
        let hard = terms(&OPPONENTS, Some(HARD));
        let gate = Gate::<Armir>::new(place, scenario(), &hard);
        let best_now = || best(place).expect("it is whole").map(|best| (best.step, best.weights.numbers().to_vec()));

        assert!(best_now().is_none());
        assert!(gate.examine(100, &weights(1), &conditions).expect("it can be played").is_promoted);
        let second = gate.examine(200, &weights(2), &conditions).expect("it can be played");
        assert!(!second.is_promoted, "its pair does not speak for it: {second:?}");
        assert_eq!(second.test.as_ref().map(|test| test.best), Some(100));
        assert_eq!(best_now(), Some((100, weights(1).numbers().to_vec())));
        let known = history(place).expect("it is ours");
        assert_eq!(known.entries.iter().map(|entry| (entry.step, entry.is_promoted)).collect::<Vec<_>>(), [(100, true), (200, false)]);
        assert!(fs::read_to_string(place.join(PICTURE)).expect("it was drawn").contains("<svg"));

        // So low a bar is passed by whoever does not lose everything.
        let easy = terms(&OPPONENTS, Some(Sprt { elo0: -900.0, elo1: -100.0, alpha: 0.1, beta: 0.1 }));
        let third = Gate::<Armir>::new(place, scenario(), &easy).examine(300, &weights(3), &conditions).expect("it can be played");
        assert!(third.is_promoted, "{third:?}");
        assert_eq!(best_now(), Some((300, weights(3).numbers().to_vec())));
    }

    #[test]
    fn what_a_kill_left_half_done_is_done_when_it_is_asked_for_again() {
        let directory = tempfile::tempdir().expect("there is room");
        let place = directory.path();
        let stop = AtomicBool::new(true);
        let conditions = quiet(&stop);
        let terms = terms(&OPPONENTS, Some(HARD));
        let gate = Gate::<Armir>::new(place, scenario(), &terms);
        let mut known = History::default();
        known.add(Evaluation { step: 100, rating: None, against: Vec::new(), test: None, is_promoted: true });
        known.add(Evaluation { step: 500, rating: None, against: Vec::new(), test: None, is_promoted: false });
        known.write(&place.join(HISTORY)).expect("there is room");
        assert!(gate.examine(100, &weights(1), &conditions).expect("nothing is played").is_promoted);
        assert_eq!(best(place).expect("it is whole").map(|best| best.step), Some(100));
        fs::create_dir(place.join("00000500")).expect("there is room");
        gate.rewind(200).expect("there is room");
        assert_eq!(history(place).expect("it is ours").entries.len(), 1);
        assert!(!place.join("00000500").exists());
        fs::write(place.join(BEST), "a letter").expect("there is room");
        let error = gate.examine(300, &weights(1), &conditions).expect_err("the best is damaged").to_string();
        assert!(error.contains("best.safetensors") && error.contains("not a complete safetensors file"), "{error}");
    }

    #[test]
    fn without_a_test_nobody_is_promoted() {
        let directory = tempfile::tempdir().expect("there is room");
        let go = AtomicBool::new(false);
        let conditions = quiet(&go);
        let found = Gate::<Armir>::new(directory.path(), scenario(), &terms(&OPPONENTS, None)).examine(100, &weights(1), &conditions);
        assert!(!found.expect("it can be played").is_promoted);
        assert_eq!(best(directory.path()).expect("there is none"), None);
    }
}
