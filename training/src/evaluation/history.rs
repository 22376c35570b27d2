//! Evaluations of a run's candidates, as a file of JSON lines.

use stavka_files::{IfExists, write};
use std::io;
use std::path::{Path, PathBuf};

use super::matches::Evaluation;

/// All evaluations, by step.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct History {
    /// One per candidate.
    pub entries: Vec<Evaluation>,
}

/// Why a history cannot be read or kept.
#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    /// The file cannot be read or written.
    #[error("cannot use {}: {source}", path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file is none of ours.
    #[error("{}, line {line}: expected the evaluation of a candidate: {problem}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
}

impl History {
    /// Reads a file; one that does not exist is an empty history.
    ///
    /// # Errors
    /// [`HistoryError`].
    pub fn read(path: &Path) -> Result<Self, HistoryError> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(History::default()),
            Err(source) => return Err(HistoryError::Unusable { path: path.to_owned(), source }),
        };
        let read = |(line, text): (usize, &str)| {
            let unreadable =
                |error: serde_json::Error| HistoryError::Unreadable { path: path.to_owned(), line, problem: error.to_string() };
            serde_json::from_str(text).map_err(unreadable)
        };
        Ok(History { entries: (1..).zip(text.lines()).map(read).collect::<Result<_, _>>()? })
    }

    /// Adds an entry; an older one of the same step makes way.
    pub fn add(&mut self, entry: Evaluation) {
        self.entries.retain(|known| known.step != entry.step);
        let place = self.entries.partition_point(|known| known.step < entry.step);
        self.entries.insert(place, entry);
    }

    /// Writes the file, whole or not at all.
    ///
    /// # Errors
    /// [`HistoryError::Unusable`].
    pub fn write(&self, path: &Path) -> Result<(), HistoryError> {
        let line = |entry| serde_json::to_string(entry).expect("an evaluation is plain data") + "\n";
        let text: String = self.entries.iter().map(line).collect();
        write(path, text, IfExists::Replace).map_err(|source| HistoryError::Unusable { path: path.to_owned(), source })
    }

    /// What was found of the candidate of a step.
    pub fn of(&self, step: u64) -> Option<&Evaluation> {
        self.entries.iter().find(|entry| entry.step == step)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::arena::ratings::Interval;
    use crate::arena::sprt::Sprt;
    use crate::evaluation::matches::{Against, Challenge, Rating};

    pub(in super::super) fn three() -> History {
        let rated = |step: u64, value: f64, is_promoted: bool| Evaluation {
            step,
            rating: Some(Rating { elo: Interval { value, low: value - 60.0, high: value + 60.5 }, zero: None }),
            against: vec![Against { opponent: "level2".to_owned(), games: [5, 1, 4], margin: -0.5, score: [0.55, 0.1] }],
            test: (step > 100)
                .then(|| Challenge { best: 100, state: Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.1, beta: 0.1 }.state([1, 0, 3, 0, 12]) }),
            is_promoted,
        };
        let mut history = History::default();
        history.add(rated(300, 55.5, true));
        history.add(rated(100, -210.0, true));
        history.add(Evaluation { rating: None, against: Vec::new(), ..rated(200, 0.0, false) });
        history
    }

    #[test]
    fn a_history_reads_back_in_the_order_of_its_steps() {
        let directory = tempfile::tempdir().expect("there is room");
        let path = directory.path().join("history.jsonl");
        assert_eq!(History::read(&path).expect("nothing is there yet"), History::default());
        let mut history = three();
        assert_eq!(history.entries.iter().map(|entry| entry.step).collect::<Vec<_>>(), [100, 200, 300]);
        history.write(&path).expect("there is room");
        assert_eq!(History::read(&path).expect("it is ours"), history);
        history.add(Evaluation { is_promoted: false, ..history.entries[2].clone() });
        assert_eq!((history.entries.len(), history.of(300).map(|entry| entry.is_promoted)), (3, Some(false)));
        assert!(history.of(250).is_none());
    }

    #[test]
    fn a_damaged_line_is_named() {
        let directory = tempfile::tempdir().expect("there is room");
        let path = directory.path().join("history.jsonl");
        three().write(&path).expect("there is room");
        let whole = std::fs::read_to_string(&path).expect("it is text");
        for (text, line) in [("a,b\n", 1), (&format!("{whole}{{}}\n"), 4), (&whole.replacen("200", "x", 1), 2)] {
            std::fs::write(&path, text).expect("there is room");
            let Err(HistoryError::Unreadable { line: found, .. }) = History::read(&path) else { panic!("{text:?} was read") };
            assert_eq!(found, line, "{text:?}");
        }
    }
}
