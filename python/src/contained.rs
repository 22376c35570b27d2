//! No panic crosses the border as anything but an exception of its own.

use pyo3::prelude::*;

use crate::errors::StavkaError;

/// Runs what should not panic.
///
/// # Errors
/// Those of the work, or `StavkaError` with the words of a panic.
pub(crate) fn contained<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    let defect = |words| Err(StavkaError::new_err(format!("this is a defect of Stavka, please report it: {words}")));
    stavka_training::contained::contained(work).unwrap_or_else(defect)
}
