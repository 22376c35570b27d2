//! The files of a scenario, and the one way in which every game loads them. The tables of a file that say where their values come
//! from are rows of `rows!`.

use std::any::Any;
use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};

use crate::data::{DataError, Source, fingerprint};
use crate::game::Scenario;

/// Declares tables of data files: unknown keys are refused, and each table has an `origin`, which [`Source::check_origins`] judges.
macro_rules! rows {
    ($($(#[$about:meta])* $seen:vis $name:ident { $($(#[$note:meta])* $shown:vis $field:ident: $kind:ty),* $(,)? })*) => {
        $($(#[$about])*
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        $seen struct $name { $($(#[$note])* $shown $field: $kind,)* #[serde(rename = "origin")] _origin: String })*
    };
}
pub(crate) use rows;

/// Key under which a scenario names the embedded one that it changes.
const EXTENDS: &str = "extends";
/// Table of a scenario with what players agree on before a game.
const OPTIONS: &str = "options";
/// Sign before each option in the id of a scenario.
pub const WITH: char = '+';

/// What players may agree on before a game: a truth value of the table `options` of a scenario, off unless it is named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameOption {
    /// Its key in the table, and after a plus sign in the id of a scenario.
    pub key: &'static str,
    /// What it is, for players; a message key.
    pub words: &'static str,
    /// The rule.
    pub rule: &'static str,
}

/// The four files of a scenario.
#[derive(Clone, Copy, Debug)]
pub struct Sources<'a> {
    /// `map.toml`
    pub map: Source<'a>,
    /// `units.toml`
    pub units: Source<'a>,
    /// `tables.toml`
    pub tables: Source<'a>,
    /// `scenarios/*.toml`
    pub scenario: Source<'a>,
}

impl Sources<'_> {
    /// Hash of everything in the files that decides a game under these rules.
    pub fn fingerprint(&self, rules_version: u32) -> u64 {
        fingerprint(rules_version, &[self.map, self.units, self.tables, self.scenario])
    }
}

/// A scenario that is read from four files.
pub trait ScenarioFiles: Scenario + Sized {
    /// Version of the rules of the game. A change that can alter the course of a recorded game raises it.
    const RULES_VERSION: u32;

    /// The game's own map, counters and tables.
    const OWN: [&'static str; 3];

    /// The game's own scenarios: id and text.
    const SCENARIOS: &'static [(&'static str, &'static str)];

    /// What players may agree on before a game, in the order in which ids name it.
    const OPTIONS: &'static [GameOption] = &[];

    /// What players may agree on before a game of this scenario.
    fn options(&self) -> &'static [GameOption] {
        Self::OPTIONS
    }

    /// Parses and validates; the scenario is complete.
    ///
    /// # Errors
    /// The first defect found, with file, key and what was expected.
    fn read(sources: &Sources<'_>) -> Result<Self, DataError>;

    /// The game's own map, counters and tables with a scenario, which errors call `name`.
    fn sources<'a>(name: &'a str, text: &'a str) -> Sources<'a> {
        let [map, units, tables] = Self::OWN;
        let own = |name, text| Source { name, text };
        Sources {
            map: own("map.toml", map),
            units: own("units.toml", units),
            tables: own("tables.toml", tables),
            scenario: own(name, text),
        }
    }

    /// Parses and validates. A scenario that names another in `extends` is that one with the tables of its own put in place.
    ///
    /// # Errors
    /// The first defect found, with file, key and what was expected.
    fn load(sources: &Sources<'_>) -> Result<Self, DataError> {
        let text = extended(&sources.scenario, Self::SCENARIOS)?;
        Self::read(&Sources { scenario: Source { text: &text, ..sources.scenario }, ..*sources })
    }

    /// Loads a scenario for the life of the process; equal sources are loaded once.
    ///
    /// # Errors
    /// Those of [`ScenarioFiles::load`].
    fn interned(sources: &Sources<'_>) -> Result<&'static Self, DataError> {
        static LOADED: Mutex<Vec<(u64, &'static (dyn Any + Send + Sync))>> = Mutex::new(Vec::new());
        let text = extended(&sources.scenario, Self::SCENARIOS)?;
        let sources = Sources { scenario: Source { text: &text, ..sources.scenario }, ..*sources };
        let fingerprint = sources.fingerprint(Self::RULES_VERSION);
        let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
        let mut known = loaded.iter().filter(|(number, _)| *number == fingerprint);
        if let Some(scenario) = known.find_map(|(_, scenario)| scenario.downcast_ref()) {
            return Ok(scenario);
        }
        let scenario: &'static Self = Box::leak(Box::new(Self::read(&sources)?));
        loaded.push((fingerprint, scenario));
        Ok(scenario)
    }
}

/// The text of a scenario; one that names another in `extends` is that one with the tables of its own put in place.
fn extended<'a>(source: &Source<'a>, known: &[(&str, &str)]) -> Result<Cow<'a, str>, DataError> {
    let Ok(own) = source.text.parse::<toml::Table>() else {
        // What is no TOML is reported with its line when it is parsed for its values.
        return Ok(Cow::Borrowed(source.text));
    };
    if !own.contains_key(EXTENDS) {
        return Ok(Cow::Borrowed(source.text));
    }
    Ok(Cow::Owned(whole(source, own, known)?.to_string()))
}

/// The tables of a scenario over those of the one that it names in `extends`, which may name another in its turn. Embedded scenarios name
/// none that names them.
fn whole(source: &Source<'_>, mut own: toml::Table, known: &[(&str, &str)]) -> Result<toml::Table, DataError> {
    let Some(base) = own.remove(EXTENDS) else { return Ok(own) };
    let Some(&(name, text)) = known.iter().find(|(id, _)| base.as_str() == Some(id)) else {
        let ids: Vec<&str> = known.iter().map(|&(id, _)| id).collect();
        return Err(source.error(EXTENDS, format!("{base}; expected one of {ids:?}")));
    };
    let below = Source { name, text };
    let mut table = whole(&below, below.parse()?, known)?;
    table.extend(own);
    Ok(table)
}

/// The text of an embedded scenario with options that are switched on; its id names them.
pub(crate) fn with_options(id: &str, text: &str, keys: &[&str], known: &[(&str, &str)]) -> Result<String, DataError> {
    let source = Source { name: id, text };
    let mut table = whole(&source, source.parse()?, known)?;
    let mut set = |name: &str, key: &str, value: toml::Value| {
        let inner = table.entry(name).or_insert_with(|| toml::Table::new().into());
        if let Some(inner) = inner.as_table_mut() {
            inner.insert(key.to_owned(), value);
        }
    };
    for key in keys {
        set(OPTIONS, key, true.into());
    }
    set(OPTIONS, "origin", "given: agreed before the game".into());
    set("scenario", "id", id.into());
    Ok(table.to_string())
}
