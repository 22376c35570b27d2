//! The ratings of a run's candidates, as a file of comma-separated values.

use std::io;
use std::path::{Path, PathBuf};

use super::contest::Evaluation;
use crate::arena::ratings::Interval;
use crate::files::write_whole;

/// The first line of the file.
const HEAD: &str = "step,elo,low,high,games,share,test_pairs,log_likelihood_ratio,promoted";

/// What was found of one candidate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Entry {
    /// Step of the learner that made it.
    pub step: u64,
    /// Elo on the ladder with its 95 % interval, and the games it rests on.
    pub rating: Option<(Interval, usize)>,
    /// Share of the points on the ladder, 0 to 1.
    pub share: Option<f64>,
    /// Pairs against the best so far, and the logarithm of the likelihood ratio after them.
    pub test: Option<(u32, f64)>,
    /// Whether it became the best.
    pub is_promoted: bool,
}

impl Entry {
    /// The entry of an evaluation.
    pub fn new(step: u64, evaluation: &Evaluation) -> Self {
        Entry {
            step,
            rating: evaluation.rating.map(|rating| (rating.elo, rating.games)),
            share: evaluation.rating.map(|rating| rating.share),
            test: evaluation.test.map(|test| (test.pentanomial.iter().sum(), test.log_likelihood_ratio)),
            is_promoted: evaluation.is_promoted,
        }
    }

    fn to_line(self) -> String {
        let field = |value: Option<f64>, digits: usize| value.map_or_else(String::new, |value| format!("{value:.digits$}"));
        let count = |value: Option<usize>| value.map_or_else(String::new, |value| value.to_string());
        let elo = |pick: fn(&Interval) -> f64| field(self.rating.as_ref().map(|(interval, _)| pick(interval)), 1);
        [
            self.step.to_string(),
            elo(|interval| interval.value),
            elo(|interval| interval.low),
            elo(|interval| interval.high),
            count(self.rating.map(|(_, games)| games)),
            field(self.share, 4),
            count(self.test.map(|(pairs, _)| pairs as usize)),
            field(self.test.map(|(_, ratio)| ratio), 4),
            self.is_promoted.to_string(),
        ]
        .join(",")
    }

    fn read(line: &str) -> Option<Self> {
        let fields: Vec<&str> = line.split(',').collect();
        let [step, value, low, high, games, share, pairs, ratio, promoted] = fields[..] else { return None };
        let number =
            |text: &str| if text.is_empty() { Some(None) } else { text.parse::<f64>().ok().filter(|value| value.is_finite()).map(Some) };
        let rating = match (number(value)?, number(low)?, number(high)?) {
            (Some(value), Some(low), Some(high)) => Some((Interval { value, low, high }, games.parse().ok()?)),
            _ => None,
        };
        let test = number(ratio)?.map(|ratio| Some((pairs.parse().ok()?, ratio)));
        let test = if let Some(found) = test { Some(found?) } else { None };
        Some(Entry { step: step.parse().ok()?, rating, share: number(share)?, test, is_promoted: promoted.parse().ok()? })
    }
}

/// All entries, by step.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct History {
    /// One per candidate.
    pub entries: Vec<Entry>,
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
    #[error("{}, line {line}: expected {HEAD}, each with its value", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Line, from 1.
        line: usize,
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
        let unreadable = |line: usize| HistoryError::Unreadable { path: path.to_owned(), line };
        let mut lines = text.lines().zip(1..);
        if lines.next().is_none_or(|(head, _)| head != HEAD) {
            return Err(unreadable(1));
        }
        let entries = lines.map(|(line, number)| Entry::read(line).ok_or_else(|| unreadable(number))).collect::<Result<_, _>>()?;
        Ok(History { entries })
    }

    /// Adds an entry; an older one of the same step makes way.
    pub fn add(&mut self, entry: Entry) {
        self.entries.retain(|known| known.step != entry.step);
        let place = self.entries.partition_point(|known| known.step < entry.step);
        self.entries.insert(place, entry);
    }

    /// Writes the file, whole or not at all.
    ///
    /// # Errors
    /// [`HistoryError::Unusable`].
    pub fn write(&self, path: &Path) -> Result<(), HistoryError> {
        let mut text = format!("{HEAD}\n");
        for entry in &self.entries {
            text.push_str(&entry.to_line());
            text.push('\n');
        }
        write_whole(path, text.as_bytes()).map_err(|source| HistoryError::Unusable { path: path.to_owned(), source })
    }

    /// The newest candidate that became the best.
    pub fn best(&self) -> Option<&Entry> {
        self.entries.iter().rev().find(|entry| entry.is_promoted)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in super::super) fn three() -> History {
        let rated = |step: u64, value: f64, is_promoted: bool| Entry {
            step,
            rating: Some((Interval { value, low: value - 60.0, high: value + 60.5 }, 40)),
            share: Some(0.625),
            test: (step > 100).then_some((17, 2.5)),
            is_promoted,
        };
        let mut history = History::default();
        history.add(rated(300, 55.5, true));
        history.add(rated(100, -210.0, true));
        history.add(Entry { rating: None, share: None, ..rated(200, 0.0, false) });
        history
    }

    #[test]
    fn a_history_reads_back_in_the_order_of_its_steps() {
        let directory = tempfile::tempdir().expect("there is room");
        let path = directory.path().join("ratings.csv");
        assert_eq!(History::read(&path).expect("nothing is there yet"), History::default());
        let mut history = three();
        assert_eq!(history.entries.iter().map(|entry| entry.step).collect::<Vec<_>>(), [100, 200, 300]);
        assert_eq!(history.best().map(|best| best.step), Some(300));
        history.write(&path).expect("there is room");
        assert_eq!(History::read(&path).expect("it is ours"), history);
        history.add(Entry { is_promoted: false, ..history.entries[2] });
        assert_eq!((history.entries.len(), history.best().map(|best| best.step)), (3, Some(100)));
    }

    #[test]
    fn a_damaged_line_is_named() {
        let directory = tempfile::tempdir().expect("there is room");
        let path = directory.path().join("ratings.csv");
        for (text, line) in [("", 1), ("a,b\n", 1), (&format!("{HEAD}\n1,2,3\n"), 2), (&format!("{HEAD}\n1,x,0,0,4,0.5,,,true\n"), 2)] {
            std::fs::write(&path, text).expect("there is room");
            let Err(HistoryError::Unreadable { line: found, .. }) = History::read(&path) else { panic!("{text:?} was read") };
            assert_eq!(found, line, "{text:?}");
        }
    }
}
