//! Reading scenario data: errors that name file, key and what was expected.

use serde::de::DeserializeOwned;

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
