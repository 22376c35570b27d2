//! Scalars of a run: CSV for programs, event files of `TensorBoard` for people.

use stavka_files::{IfExists, write};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use tensorboard_rs::summary_writer::SummaryWriter;

use super::directory::{RunDirectory, RunError};
use crate::contained::contained;

const FILE: &str = "metrics.csv";
const HEAD: &str = "step,seconds,name,value";
const EVENTS: &str = "tensorboard";

/// The one writer of scalars.
pub struct Metrics {
    csv: File,
    /// `None` once the library has failed; the CSV goes on.
    board: Option<SummaryWriter>,
    path: std::path::PathBuf,
}

/// One scalar of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Scalar {
    /// Step of the learner.
    pub step: u64,
    /// Seconds of training.
    pub seconds: f64,
    /// Name, with its group before a slash.
    pub name: String,
    /// Value.
    pub value: f64,
}

impl Metrics {
    /// Goes on with the metrics of a run after `step`: later lines belong to steps that are done again.
    ///
    /// # Errors
    /// [`RunError::Unusable`].
    pub fn open(run: &RunDirectory, step: u64) -> Result<Self, RunError> {
        let path = run.join(FILE);
        let unusable = |source| RunError::Unusable { path: path.clone(), source };
        let mut text = format!("{HEAD}\n");
        for scalar in Self::read(run)?.iter().filter(|scalar| scalar.step <= step) {
            text.push_str(&line(scalar));
        }
        write(&path, text, IfExists::Replace).map_err(unusable)?;
        let csv = OpenOptions::new().append(true).open(&path).map_err(unusable)?;
        let events = run.join(EVENTS);
        fs::create_dir_all(&events).map_err(|source| RunError::Unusable { path: events.clone(), source })?;
        Ok(Metrics { csv, board: contained(|| SummaryWriter::new(&events)).ok(), path })
    }

    /// The scalars of a run so far, in the order in which they were written. A line that was cut short is left out.
    ///
    /// # Errors
    /// [`RunError::Unusable`].
    pub fn read(run: &RunDirectory) -> Result<Vec<Scalar>, RunError> {
        let path = run.join(FILE);
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            other => other.map_err(|source| RunError::Unusable { path, source })?,
        };
        Ok(text.split_inclusive('\n').filter(|line| line.ends_with('\n')).filter_map(parse).collect())
    }

    /// Writes scalars of a step.
    ///
    /// # Errors
    /// [`RunError::Unusable`], a full disk for one.
    pub fn write(&mut self, step: u64, seconds: f64, scalars: &[(String, f64)]) -> Result<(), RunError> {
        let mut text = String::new();
        for (name, value) in scalars {
            text.push_str(&line(&Scalar { step, seconds, name: name.clone(), value: *value }));
        }
        self.csv.write_all(text.as_bytes()).map_err(|source| RunError::Unusable { path: self.path.clone(), source })?;
        if let Some(mut board) = self.board.take() {
            // The library panics where it cannot write; the run must not end with it.
            self.board = contained(move || {
                for (name, value) in scalars {
                    board.add_scalar(name, *value as f32, step as usize);
                }
                board.flush();
                board
            })
            .ok();
        }
        Ok(())
    }
}

fn line(scalar: &Scalar) -> String {
    format!("{},{:.1},{},{}\n", scalar.step, scalar.seconds, scalar.name, scalar.value)
}

fn parse(line: &str) -> Option<Scalar> {
    let mut fields = line.trim_end().split(',');
    let mut next = || fields.next();
    Some(Scalar { step: next()?.parse().ok()?, seconds: next()?.parse().ok()?, name: next()?.to_owned(), value: next()?.parse().ok()? })
}

/// The last value of every scalar, by name.
pub fn newest(scalars: &[Scalar]) -> std::collections::BTreeMap<&str, &Scalar> {
    scalars.iter().map(|scalar| (scalar.name.as_str(), scalar)).collect()
}

/// Whether a run has written event files, for tests and status.
pub fn has_events(run: &Path) -> bool {
    fs::read_dir(run.join(EVENTS)).is_ok_and(|mut files| files.next().is_some())
}

#[cfg(test)]
mod tests {
    use super::super::config::Config;
    use super::*;

    #[test]
    fn scalars_after_the_checkpoint_are_written_again() {
        let here = tempfile::tempdir().expect("a temporary directory can be made");
        let run = RunDirectory::create(here.path(), &Config::default()).expect("it is empty");
        let mut metrics = Metrics::open(&run, 0).expect("there is room");
        for step in [10, 20, 30] {
            metrics.write(step, step as f64, &[("loss/policy".to_owned(), 1.5), ("loss/value".to_owned(), 0.25)]).expect("there is room");
        }
        drop(metrics);
        OpenOptions::new().append(true).open(here.path().join(FILE)).and_then(|mut csv| csv.write_all(b"30,3")).expect("there is room");
        let metrics = Metrics::open(&run, 20).expect("there is room");
        drop(metrics);
        let scalars = Metrics::read(&run).expect("it can be read");
        assert_eq!(scalars.len(), 4);
        assert_eq!(newest(&scalars)["loss/policy"], &Scalar { step: 20, seconds: 20.0, name: "loss/policy".to_owned(), value: 1.5 });
        assert!(has_events(here.path()));
    }
}
