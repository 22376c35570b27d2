//! Reading scenario data: errors that name file, key and what was expected.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use serde::de::DeserializeOwned;

use crate::dice::mix;
use crate::hex::{Grid, Hex, HexSet};

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

    /// Every table of the top level, and every entry of a list of tables there, says where its values come from.
    ///
    /// # Errors
    /// The first that does not; a text that is no TOML passes, for [`Source::parse`] says more about it.
    pub fn check_origins(&self) -> Result<(), DataError> {
        let silent = |table: &toml::Table| table.get(ORIGIN).and_then(toml::Value::as_str).is_none_or(|origin| origin.trim().is_empty());
        let blank = |key: String| Err(self.error(key, "no origin; expected the rule or the reasoning behind the values"));
        for (key, value) in self.text.parse::<toml::Table>().iter().flatten() {
            match value {
                toml::Value::Table(table) if silent(table) => return blank(key.clone()),
                toml::Value::Array(entries) => {
                    let entry = |entry: &toml::Value| entry.as_table().is_some_and(silent);
                    if let Some(at) = entries.iter().position(entry) {
                        return blank(format!("{key} number {}", at + 1));
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

/// Data loaded for the life of the process, each once: by the fingerprint of the files it comes from.
#[derive(Debug)]
pub struct Interner<T: 'static>(Mutex<Vec<(u64, &'static T)>>);

impl<T> Interner<T> {
    /// An empty one.
    pub const fn new() -> Self {
        Interner(Mutex::new(Vec::new()))
    }

    /// What lies under a fingerprint, loaded and put there if nothing does yet.
    ///
    /// # Errors
    /// Those of `load`.
    pub fn get(&self, fingerprint: u64, load: impl FnOnce() -> Result<T, DataError>) -> Result<&'static T, DataError> {
        let mut shelf = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&(_, known)) = shelf.iter().find(|(number, _)| *number == fingerprint) {
            return Ok(known);
        }
        let loaded: &'static T = Box::leak(Box::new(load()?));
        shelf.push((fingerprint, loaded));
        Ok(loaded)
    }
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// Reads the hexes of a file: printed names and maps drawn with letters.
#[derive(Clone, Copy, Debug)]
pub struct HexReader<'a, const W: usize> {
    /// The file.
    pub source: &'a Source<'a>,
    /// The grid that names the hexes.
    pub grid: &'a Grid,
    /// Hexes that may be named.
    pub open: HexSet<W>,
}

impl<const W: usize> HexReader<'_, W> {
    /// The hex that a name at `key` means.
    ///
    /// # Errors
    /// A name that is none, off the map or out of play.
    pub fn hex(&self, key: &str, name: &str) -> Result<Hex, DataError> {
        let hex = self.grid.parse(name).map_err(|error| self.source.error(key, error.to_string()))?;
        if self.open.contains(hex) {
            Ok(hex)
        } else {
            Err(self.source.error(key, format!("hex {name} is out of play; expected a hex in play")))
        }
    }

    /// The hexes of a list.
    ///
    /// # Errors
    /// Those of [`HexReader::hex`].
    pub fn hexes(&self, key: &str, names: &[String]) -> Result<Vec<Hex>, DataError> {
        names.iter().map(|name| self.hex(key, name)).collect()
    }

    /// The hexes of a path, each next to the one before.
    ///
    /// # Errors
    /// Those of [`HexReader::hex`], and a gap in the path.
    pub fn path(&self, key: &str, names: &[String]) -> Result<Vec<Hex>, DataError> {
        let path = self.hexes(key, names)?;
        for pair in path.windows(2) {
            if self.grid.direction(pair[0], pair[1]).is_none() {
                return Err(self.source.error(
                    key,
                    format!("{} and {} are not adjacent; expected a path of neighbours", self.grid.name(pair[0]), self.grid.name(pair[1])),
                ));
            }
        }
        Ok(path)
    }

    /// The two hexes of a hexside written `AAAA/BBBB`; they may be out of play.
    ///
    /// # Errors
    /// Anything but two neighbours of the grid.
    pub fn hexside(&self, key: &str, side: &str) -> Result<(Hex, Hex), DataError> {
        let Some((a, b)) = side.split_once('/') else {
            return Err(self.source.error(key, format!("side {side:?}; expected two adjacent hexes such as 0901/1001")));
        };
        let parse = |name: &str| self.grid.parse(name).map_err(|error| self.source.error(key, error.to_string()));
        let (a, b) = (parse(a)?, parse(b)?);
        if self.grid.direction(a, b).is_none() {
            return Err(self.source.error(key, format!("side {side:?}: the hexes are not adjacent")));
        }
        Ok((a, b))
    }

    /// The letters of a map drawn with one row of letters per row of hexes, by hex index.
    ///
    /// # Errors
    /// Rows or letters too few or too many, and letters that are none of `letters`.
    pub fn letters(&self, key: &str, rows: &[String], letters: &[u8]) -> Result<Vec<u8>, DataError> {
        if rows.len() != usize::from(self.grid.rows()) {
            return Err(self.source.error(key, format!("{} rows; expected {}", rows.len(), self.grid.rows())));
        }
        let mut cells = Vec::with_capacity(self.grid.len());
        for (row, number) in rows.iter().zip(self.grid.first_row()..) {
            if row.len() != usize::from(self.grid.columns()) {
                return Err(self.source.error(key, format!("row {number:02} has {} letters; expected {}", row.len(), self.grid.columns())));
            }
            if let Some(bad) = row.bytes().find(|letter| !letters.contains(letter)) {
                return Err(self.source.error(
                    key,
                    format!("letter {:?} in row {number:02}; expected one of {:?}", bad as char, String::from_utf8_lossy(letters)),
                ));
            }
            cells.extend(row.bytes());
        }
        Ok(cells)
    }
}
