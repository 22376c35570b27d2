//! The extension module behind the Python package `stavka`. Python names and arrays are here; rules, environments and players are
//! the crates of the engine. `../stavka` has the classes that people meet.

mod agent;
mod contained;
mod episodes;
mod errors;
mod interrupt;
mod network;
mod past;
mod position;
mod progress;
mod scenario;
mod single;
mod state;
mod tournament;
mod vector;

use pyo3::prelude::*;

/// What the Python package is made of.
#[pymodule]
mod _stavka {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::agent::{Agent, analyse, play_match};
    #[pymodule_export]
    use super::episodes::{read_episodes, write_episodes};
    #[pymodule_export]
    use super::errors::{IllegalActionError, StavkaError};
    #[pymodule_export]
    use super::network::Network;
    #[pymodule_export]
    use super::scenario::{games, scenarios, spec};
    #[pymodule_export]
    use super::single::Env;
    #[pymodule_export]
    use super::state::State;
    #[pymodule_export]
    use super::tournament::play_tournament;
    #[pymodule_export]
    use super::vector::VecEnv;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        stavka_models::provide_networks();
        let illegal = module.getattr("IllegalActionError")?;
        illegal.setattr("rule", module.py().None())?;
        illegal.setattr("reason", module.py().None())?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
