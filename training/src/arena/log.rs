//! A file of results, one line of JSON each, that survives being killed: what has been kept is never lost, and a line that was cut short
//! is dropped when the file is opened again.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::marker::PhantomData;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::ledger::LedgerError;

/// A file of results that this process adds to.
#[derive(Debug)]
pub(crate) struct Log<T> {
    file: Mutex<File>,
    entries: PhantomData<fn(T)>,
}

impl<T: Serialize + DeserializeOwned> Log<T> {
    /// Opens the file, cuts off what a kill has left of a line, and gives the results in the order of their places: `place` says where a
    /// result belongs among so many, or why nowhere; `what` is what people call one.
    ///
    /// # Errors
    /// [`LedgerError::Result`], [`LedgerError::Unusable`].
    pub(crate) fn open(
        path: &Path,
        what: &str,
        places: usize,
        place: impl Fn(&T) -> Result<usize, String>,
    ) -> Result<(Self, Vec<T>), LedgerError> {
        let unusable = |source| LedgerError::Unusable { path: path.to_owned(), source };
        let (entries, length) = read(path, what, places, place)?;
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(unusable)?;
        file.set_len(length).map_err(unusable)?;
        Ok((Log { file: Mutex::new(file), entries: PhantomData }, entries))
    }

    /// Keeps a result. When this returns, no kill can lose it.
    ///
    /// # Errors
    /// Those of the file system.
    pub(crate) fn keep(&self, entry: &T) -> io::Result<()> {
        let mut line = serde_json::to_string(entry)?;
        line.push('\n');
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(line.as_bytes())?;
        file.sync_data()
    }
}

/// The results of a file and the length that they take up. The last line may be damaged: then it is left out.
///
/// # Errors
/// [`LedgerError::Result`], [`LedgerError::Unusable`].
pub(crate) fn read<T: DeserializeOwned>(
    path: &Path,
    what: &str,
    places: usize,
    place: impl Fn(&T) -> Result<usize, String>,
) -> Result<(Vec<T>, u64), LedgerError> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((Vec::new(), 0)),
        Err(source) => return Err(LedgerError::Unusable { path: path.to_owned(), source }),
    };
    let mut entries: Vec<Option<T>> = (0..places).map(|_| None).collect();
    let mut good = 0;
    for (index, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let end = good + line.len();
        let damaged = |problem: String| LedgerError::Result { path: path.to_owned(), line: index + 1, problem };
        let parsed: Result<T, _> = serde_json::from_slice(line);
        let whole = line.ends_with(b"\n");
        match parsed {
            Ok(entry) if whole => {
                let number = place(&entry).map_err(damaged)?;
                let place = entries.get_mut(number).ok_or_else(|| damaged(format!("there is no {what} {number} in the plan")))?;
                if place.is_some() {
                    return Err(damaged(format!("{what} {number} stands there twice")));
                }
                *place = Some(entry);
                good = end;
            }
            _ if end == bytes.len() => break,
            Ok(_) => return Err(damaged("the line has no end".to_owned())),
            Err(error) => return Err(damaged(format!("not the result of a {what}: {error}"))),
        }
    }
    Ok((entries.into_iter().flatten().collect(), good as u64))
}
