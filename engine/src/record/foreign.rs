//! Records that were made with other rules or other data: what differs, and how far they are accepted here.

use std::fmt;

use stavka_words::tr;

use super::{Record, RecordError};
use crate::game::Scenario;

/// What differs between a record and the scenario that it is read with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mismatch {
    /// The record was made under an earlier version of the rules, which it names; records from before they
    /// named one name none.
    OlderRules(Option<u32>),
    /// The record was made under a later version of the rules.
    NewerRules(u32),
    /// The rules are of one version; map, counters, tables or scenario differ.
    OtherData,
}

/// A few words for lists.
impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mismatch::OlderRules(_) => tr!("made under older rules"),
            Mismatch::NewerRules(_) => tr!("made under newer rules"),
            Mismatch::OtherData => tr!("made with other scenario data"),
        })
    }
}

impl Record {
    /// What differs between this record and a scenario; `None` if it was made with this very scenario under these
    /// very rules.
    pub fn mismatch(&self, scenario: &impl Scenario) -> Option<Mismatch> {
        let now = scenario.rules_version();
        match self.rules {
            _ if self.data == scenario.fingerprint() => None,
            None => Some(Mismatch::OlderRules(None)),
            Some(version) if version < now => Some(Mismatch::OlderRules(Some(version))),
            Some(version) if version > now => Some(Mismatch::NewerRules(version)),
            Some(_) => Some(Mismatch::OtherData),
        }
    }
}

/// How far the rules and data that are here accept a record that was made with others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Foreign {
    /// What differs.
    pub mismatch: Mismatch,
    /// Version of the rules that are here.
    pub rules: u32,
    /// Number of actions that are accepted, from the first one on.
    pub accepted: usize,
    /// Number of actions in the record.
    pub recorded: usize,
    /// The first difference: why the next action is not accepted, or how the end differs when all are. `None` if
    /// nothing differs.
    pub reason: Option<RecordError>,
}

/// One sentence, without its capital letter and its full stop.
impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Foreign { mismatch, rules, accepted, recorded, reason } = self;
        let made = match mismatch {
            Mismatch::OlderRules(Some(version)) => {
                tr!("this game was made under version {version} of the rules, which are now version {rules}", version, rules)
            }
            Mismatch::OlderRules(None) => {
                tr!("this game was made under older rules, whose version it does not name, or with other data").to_owned()
            }
            Mismatch::NewerRules(version) => {
                tr!("this game was made under version {version} of the rules, which are version {rules} here", version, rules)
            }
            Mismatch::OtherData => tr!("this game was made with other data of its scenario").to_owned(),
        };
        let goes_on = match reason {
            None => tr!("all of its {recorded} actions are accepted here and end alike", recorded),
            Some(reason) if accepted == recorded => {
                tr!("all of its {recorded} actions are accepted here and end otherwise: {reason}", recorded, reason)
            }
            Some(reason) => tr!(
                "the first {accepted} of its {recorded} actions are accepted here, the next one is not: {reason}",
                accepted,
                recorded,
                reason
            ),
        };
        write!(f, "{made}; {goes_on}")
    }
}
