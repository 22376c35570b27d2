//! No panic crosses the border as anything but an exception of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::prelude::*;

use crate::errors::StavkaError;

/// Runs what should not panic.
///
/// # Errors
/// Those of the work, or `StavkaError` with the words of a panic.
pub(crate) fn contained<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let words = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        Err(StavkaError::new_err(format!("this is a defect of Stavka, please report it: {}", words.unwrap_or("a panic"))))
    })
}
