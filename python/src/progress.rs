//! Progress of long work, told to a function of Python.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;

/// The function that is told. What it raises ends the work.
pub(crate) struct Progress {
    function: Option<Py<PyAny>>,
    raised: Mutex<Option<PyErr>>,
}

impl Progress {
    /// Tells nobody without a function.
    pub(crate) fn new(function: Option<Py<PyAny>>) -> Self {
        Progress { function, raised: Mutex::new(None) }
    }

    /// Calls the function, and stops the work by its flag if that raises something.
    pub(crate) fn tell(&self, arguments: impl for<'py> PyCallArgs<'py>, stop: &AtomicBool) {
        let Some(function) = &self.function else { return };
        if let Err(error) = Python::attach(|py| function.call1(py, arguments).map(|_| ())) {
            stop.store(true, Ordering::Relaxed);
            self.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
    }

    /// The result of the work.
    ///
    /// # Errors
    /// What the function has raised; otherwise that of the work.
    pub(crate) fn result<T>(self, work: PyResult<T>) -> PyResult<T> {
        self.raised.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(work, Err)
    }
}
