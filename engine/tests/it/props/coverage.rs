//! The rule ids of a game's coverage table, once it has one.

use std::collections::BTreeSet;
use std::path::PathBuf;

use stavka_engine::record::Recorded;

/// The first column of `data/<game>/rules.tsv`.
pub(crate) struct RuleIds(Option<BTreeSet<String>>);

impl RuleIds {
    /// Reads the table of a game; without a row in it every id that is not blank counts as known.
    pub(crate) fn of<G: Recorded>() -> Self {
        let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "data", G::GAME, "rules.tsv"].iter().collect();
        let Ok(text) = std::fs::read_to_string(path) else { return RuleIds(None) };
        let ids = text.lines().filter(|line| !line.starts_with('#')).skip(1).filter_map(|line| line.split('\t').next());
        let ids: BTreeSet<String> = ids.map(str::to_owned).collect();
        RuleIds((!ids.is_empty()).then_some(ids))
    }

    pub(crate) fn has(&self, id: &str) -> bool {
        match &self.0 {
            Some(ids) => ids.contains(id),
            None => !id.trim().is_empty(),
        }
    }
}
