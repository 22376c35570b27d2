//! Records of other rules or data as people meet them: what is said of them, and what of them may be read.

use stavka_engine::record::{Foreign, Record};

/// The finding about a record of other rules or data as a sentence.
pub(crate) fn sentence(foreign: &Foreign) -> String {
    let words = foreign.to_string();
    let mut letters = words.chars();
    let first = letters.next().map_or_else(String::new, |letter| letter.to_uppercase().to_string());
    format!("{first}{}.", letters.as_str())
}

/// The record of other rules or data that a game goes on from.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    record: Record,
    foreign: Foreign,
}

impl Origin {
    /// A record and how far it is accepted.
    pub(crate) fn new(record: Record, foreign: Foreign) -> Self {
        Origin { record, foreign }
    }

    /// Why it ends where it does, in one sentence.
    pub(crate) fn sentence(&self) -> String {
        sentence(&self.foreign)
    }

    /// A few words for lists.
    pub(crate) fn mark(&self) -> String {
        self.foreign.mismatch.to_string()
    }

    /// Number of actions that are accepted.
    pub(crate) fn accepted(&self) -> usize {
        self.foreign.accepted
    }

    /// What is recorded after the accepted actions.
    pub(crate) fn rest(&self) -> &[String] {
        &self.record.actions[self.foreign.accepted..]
    }

    /// Whether the recorded game was over, so that nothing in it is secret any more.
    pub(crate) fn was_over(&self) -> bool {
        self.record.result.is_some()
    }

    /// The record as it was made.
    pub(crate) fn record(&self) -> &Record {
        &self.record
    }
}
