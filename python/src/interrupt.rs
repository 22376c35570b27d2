//! Long work without the interpreter's lock, that Ctrl-C ends.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

use pyo3::prelude::*;

use crate::contained::contained;

/// How often signals are looked at.
const PULSE: Duration = Duration::from_millis(50);

/// Runs `work` on a thread of its own while signals are watched. When one is raised in Python the flag becomes true, `work` is
/// waited for, and the exception of the signal is the result.
///
/// # Errors
/// Those of the work and of signal handlers.
pub(crate) fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> PyResult<T> + Send) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    watched(py, &stop, || work(&stop))
}

/// The same for work that looks at a flag of its own.
///
/// # Errors
/// As above; the flag is then true if a signal was raised.
pub(crate) fn watched<T: Send>(py: Python<'_>, stop: &AtomicBool, work: impl FnOnce() -> PyResult<T> + Send) -> PyResult<T> {
    py.detach(|| {
        std::thread::scope(|scope| {
            let (done, waits) = sync_channel(1);
            scope.spawn(move || {
                // The receiver waits for this very message.
                let _ = done.send(contained(work));
            });
            let mut raised = None;
            loop {
                match waits.recv_timeout(PULSE) {
                    Ok(result) => return raised.map_or(result, Err),
                    Err(RecvTimeoutError::Timeout) if raised.is_none() => {
                        if let Err(signal) = Python::attach(|py| py.check_signals()) {
                            stop.store(true, Ordering::Relaxed);
                            raised = Some(signal);
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => unreachable!("the thread sends before it ends"),
                }
            }
        })
    })
}
