//! Errors as Python exceptions.

use std::fmt::Display;

use pyo3::create_exception;
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use stavka_engine::Denial;
use stavka_engine::env::{EnvError, VecEnvError};

create_exception!(stavka, StavkaError, PyRuntimeError, "Anything that Stavka cannot do.");
create_exception!(
    stavka,
    IllegalActionError,
    StavkaError,
    "An action that is not legal now. `rule` is the id of the rule that forbids it and `reason` says why; both are None for a number that \
     stands for none of the legal actions."
);

/// A value that an argument cannot have.
pub(crate) fn bad_value(problem: impl Display) -> PyErr {
    PyValueError::new_err(problem.to_string())
}

/// An action that the rules forbid.
pub(crate) fn denied(action: &str, denial: &impl Denial) -> PyErr {
    let (reason, rule) = (denial.to_string(), denial.rule());
    let error = IllegalActionError::new_err(format!("{action} is illegal: {reason} [rule {rule}]"));
    Python::attach(|py| {
        let value = error.value(py);
        // An exception takes any attribute; without them the message still says it all.
        let _ = value.setattr("rule", rule);
        let _ = value.setattr("reason", reason);
    });
    error
}

/// Errors of environments.
pub(crate) fn of_env(error: EnvError) -> PyErr {
    match error {
        EnvError::ActionOutOfRange { .. } => PyIndexError::new_err(error.to_string()),
        other => StavkaError::new_err(other.to_string()),
    }
}

/// Errors of vectors of environments.
pub(crate) fn of_vector(error: VecEnvError) -> PyErr {
    match error {
        VecEnvError::Batch(_) | VecEnvError::Length { .. } => bad_value(error),
        other => StavkaError::new_err(other.to_string()),
    }
}

/// Errors of a step of a vector with these actions, which may be numbers that no index can be.
pub(crate) fn of_step(error: VecEnvError, actions: &[i64]) -> PyErr {
    let VecEnvError::Env { index, source: EnvError::ActionOutOfRange { legal, .. } } = error else { return of_vector(error) };
    PyIndexError::new_err(format!("environment {index}: action {} is out of range: there are {legal} legal actions", actions[index]))
}
