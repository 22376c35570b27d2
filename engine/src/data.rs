//! Reading scenario data: errors that name file, key and what was expected.

use std::collections::BTreeSet;

use serde::de::DeserializeOwned;

use crate::dice::mix;

/// A defect in a data file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}: {key}: {problem}")]
pub struct DataError {
    /// The file, as the loader was told to call it.
    pub file: String,
    /// The key or place in the file.
    pub key: String,
    /// What is wrong and what was expected.
    pub problem: String,
}

impl DataError {
    /// A defect at `key` of `file`.
    pub fn new(file: &str, key: impl Into<String>, problem: impl Into<String>) -> Self {
        DataError { file: file.to_owned(), key: key.into(), problem: problem.into() }
    }
}

/// A data file: the name to use in errors and its text.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Name for error messages.
    pub name: &'a str,
    /// Contents.
    pub text: &'a str,
}

impl Source<'_> {
    /// Parses the text as TOML.
    ///
    /// # Errors
    /// Syntax errors, unknown keys, missing keys and wrong types, with the line they are in.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, DataError> {
        toml::from_str(self.text).map_err(|error| {
            let line = error.span().map_or(1, |span| 1 + self.text[..span.start.min(self.text.len())].matches('\n').count());
            DataError::new(self.name, format!("line {line}"), error.message().to_owned())
        })
    }

    /// A defect at `key` of this file.
    pub fn error(&self, key: impl Into<String>, problem: impl Into<String>) -> DataError {
        DataError::new(self.name, key, problem)
    }
}

/// Keys under which data files say where their values come from.
const ORIGIN: &str = "origin";

impl Source<'_> {
    /// A new id of a counter: short, printable, unlike those in `known`, among which it is put.
    ///
    /// # Errors
    /// An id that records cannot hold, or one that is known.
    pub fn take_id(&self, key: &str, id: &str, known: &mut BTreeSet<String>) -> Result<(), DataError> {
        if id.is_empty() || id.len() > 12 || !id.bytes().all(|b| b.is_ascii_graphic() && !b"<>:,;".contains(&b)) {
            return Err(self.error(key, "expected an id of 1 to 12 printable ASCII characters without spaces and none of < > : , ;"));
        }
        if !known.insert(id.to_owned()) {
            return Err(self.error(key, "a second counter with this id; expected unique ids"));
        }
        Ok(())
    }

    /// The id of a scenario, at `key`: it stands on the command line and in the names of files.
    ///
    /// # Errors
    /// Anything but letters, digits and hyphens.
    pub fn check_scenario_id(&self, key: &str, id: &str) -> Result<(), DataError> {
        if id.is_empty() || !id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'+') {
            return Err(self.error(key, "expected letters, digits and hyphens, and a plus sign before each option"));
        }
        Ok(())
    }

    /// Every table of the top level, and every entry of a list of tables there, says where its values come from; a table
    /// named in `silent` need not.
    ///
    /// # Errors
    /// The first that does not; a text that is no TOML passes, for [`Source::parse`] says more about it.
    pub fn check_origins(&self, silent: &[&str]) -> Result<(), DataError> {
        let blank = |table: &toml::Table| table.get(ORIGIN).and_then(toml::Value::as_str).is_none_or(|origin| origin.trim().is_empty());
        let refuse = |key: String| Err(self.error(key, "no origin; expected the rule or the reasoning behind the values"));
        for (key, value) in self.text.parse::<toml::Table>().iter().flatten().filter(|(key, _)| !silent.contains(&key.as_str())) {
            match value {
                toml::Value::Table(table) if blank(table) => return refuse(key.clone()),
                toml::Value::Array(entries) => {
                    let entry = |entry: &toml::Value| entry.as_table().is_some_and(blank);
                    if let Some(at) = entries.iter().position(entry) {
                        return refuse(format!("{key} number {}", at + 1));
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Hash of the values in the files and of the rules version. Comments, layout and the `origin` notes do
/// not count: a record stays valid while everything that decides a game is the same.
pub fn fingerprint(version: u32, sources: &[Source<'_>]) -> u64 {
    sources.iter().fold(u64::from(version), |hash, source| {
        // Text that does not parse is refused when it is loaded; its hash only has to differ.
        let values = source.text.parse::<toml::Table>().map_or_else(|_| source.text.to_owned(), |table| without_origins(table).to_string());
        values.bytes().chain([0xff]).fold(hash, |hash, byte| mix(hash ^ u64::from(byte)))
    })
}

fn without_origins(mut table: toml::Table) -> toml::Table {
    table.remove(ORIGIN);
    for (_, value) in &mut table {
        match value {
            toml::Value::Table(inner) => *inner = without_origins(std::mem::take(inner)),
            toml::Value::Array(items) => {
                for item in items {
                    if let toml::Value::Table(inner) = item {
                        *inner = without_origins(std::mem::take(inner));
                    }
                }
            }
            _ => {}
        }
    }
    table
}
