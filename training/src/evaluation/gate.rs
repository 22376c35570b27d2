//! The gate that the networks of a run pass, one after the other: a directory with the best network so far and the
//! ratings of all.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use stavka_agents::{AgentSpec, SpecError};
use stavka_models::{Weights, WeightsError, provide_networks};

use super::chart::chart;
use super::contest::{Evaluation, EvaluationError, Terms, evaluate};
use super::history::{Entry, History, HistoryError};
use crate::arena::{Conditions, Ladder};
use crate::course::Learnable;
use crate::files::write_whole;

/// The best network so far.
const BEST: &str = "best.safetensors";
/// The network under examination, in the folder of its step.
const CANDIDATE: &str = "candidate.safetensors";
/// Ratings of all candidates.
const RATINGS: &str = "ratings.csv";
/// The same as a picture.
const PICTURE: &str = "ratings.svg";

/// Where candidates are examined, and how.
#[derive(Clone, Copy)]
pub struct Gate<'a, G: Learnable> {
    /// Directory of its own; made when it is missing. Names of players have its path in them, so it has no comma.
    pub directory: &'a Path,
    /// What is played.
    pub scenario: &'static G::Scenario,
    /// Simulations per decision of both networks.
    pub simulations: u32,
    /// Where candidates are rated.
    pub ladder: &'a Ladder,
    /// What they are put through.
    pub terms: &'a Terms,
}

/// Why a candidate did not get through, nor was turned away.
#[derive(Debug, thiserror::Error)]
pub enum GateError {
    /// The games could not be played.
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    /// The ratings cannot be kept.
    #[error(transparent)]
    History(#[from] HistoryError),
    /// A network cannot be written.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// A file or directory cannot be used.
    #[error("cannot use {}: {source}", path.display())]
    Unusable {
        /// File or directory.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl<G: Learnable> Gate<'_, G> {
    /// Examines the network of a step of the learner, enters it into the ratings, and makes it the best if it proves
    /// better. Asked again for the same step, it goes on with the games that are there; it may run in a thread of
    /// its own beside the learner.
    ///
    /// # Errors
    /// [`GateError`]; best and ratings are then as before.
    pub fn examine(&self, step: u64, weights: &Weights, conditions: &Conditions<'_>) -> Result<Evaluation, GateError> {
        provide_networks();
        let folder = self.directory.join(format!("{step:08}"));
        fs::create_dir_all(&folder).map_err(|source| GateError::Unusable { path: folder.clone(), source })?;
        let (candidate, best) = (folder.join(CANDIDATE), self.directory.join(BEST));
        weights.save(&candidate)?;
        let champion = if best.exists() { Some(self.player(&best)?) } else { None };
        let challenger = self.player(&candidate)?;
        let found = evaluate::<G>(self.scenario, &challenger, champion.as_ref(), self.ladder, self.terms, &folder, conditions)?;
        let ratings = self.directory.join(RATINGS);
        let mut history = History::read(&ratings)?;
        history.add(Entry::new(step, &found));
        if found.is_promoted {
            weights.save(&best)?;
        }
        history.write(&ratings)?;
        let picture = self.directory.join(PICTURE);
        let drawn = write_whole(&picture, chart(&history, self.ladder).as_bytes());
        drawn.map_err(|source| GateError::Unusable { path: picture, source })?;
        // The best has a file of its own, the others can be had from their checkpoints.
        let _ = fs::remove_file(candidate);
        Ok(found)
    }

    /// The best network so far.
    ///
    /// # Errors
    /// When its file is damaged.
    pub fn best(&self) -> Result<Option<Weights>, WeightsError> {
        let path = self.directory.join(BEST);
        path.exists().then(|| Weights::load(&path)).transpose()
    }

    fn player(&self, weights: &Path) -> Result<AgentSpec, GateError> {
        let name = format!("net+search:iterations={},weights={}", self.simulations, weights.display());
        name.parse().map_err(|error: SpecError| EvaluationError::Player(error).into())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use stavka_engine::armir::Armir;
    use stavka_engine::catalogue::Catalogue as _;
    use stavka_engine::{GameName, Observe as _};
    use stavka_models::{Architecture, Description, InputShape};

    use super::*;

    #[test]
    fn the_first_network_is_the_best_until_another_proves_better() {
        let scenario = Armir::load("historical").expect("it is embedded");
        let architecture = Architecture { width: 4, depth: 0, ..Architecture::default() };
        let description = Description { architecture, input: InputShape::of(Armir::observation_spec(scenario)) };
        let weights = |seed: u64| Weights::random(&description, seed).expect("it is described well");
        let directory = tempfile::tempdir().expect("there is room");
        let ladder = Ladder::shipped(GameName::Armir);
        let terms = Terms { pairs: 1, opponents: vec!["random".to_owned()], test_pairs: 1, ..Terms::default() };
        let gate = Gate::<Armir> { directory: directory.path(), scenario, simulations: 1, ladder: &ladder, terms: &terms };
        let go = AtomicBool::new(false);
        let conditions = Conditions { threads: 2, cancel: &go, progress: &|_, _| {} };

        assert!(gate.best().expect("nothing is there").is_none());
        assert!(gate.examine(100, &weights(1), &conditions).expect("it can be played").is_promoted);
        let second = gate.examine(200, &weights(2), &conditions).expect("it can be played");
        assert!(!second.is_promoted, "one pair proves nothing: {second:?}");
        assert_eq!(gate.best().expect("it is whole"), Some(weights(1)));

        let history = History::read(&directory.path().join(RATINGS)).expect("it is ours");
        assert_eq!(history.entries.iter().map(|entry| (entry.step, entry.is_promoted)).collect::<Vec<_>>(), [(100, true), (200, false)]);
        assert_eq!(history.entries[1].test.map(|(pairs, _)| pairs), Some(1));
        assert!(fs::read_to_string(directory.path().join(PICTURE)).expect("it was drawn").contains("<svg"));
    }
}
