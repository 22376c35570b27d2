//! Networks as arrays, and their answers.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use numpy::{PyArray1, PyArray2, PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use stavka_agents::Role;
use stavka_engine::observation::TOKEN_WIDTH;
use stavka_engine::{Dice, GameName, Side, with_game};
use stavka_models::{Batch, CpuNetwork, Encoder, Guidance, Heads, Network as _, Weights, embedded};
use stavka_render::theme::Theme;

use crate::contained::contained;
use crate::errors::{StavkaError, bad_value};
use crate::position::{Position, Walk};
use crate::state::State;

/// A network that plays a game: its weights as arrays, what it reads of a state, and what it answers.
#[pyclass(module = "stavka")]
pub(crate) struct Network {
    game: GameName,
    weights: Weights,
    cpu: Mutex<CpuNetwork>,
    /// The cells around each cell of the default scenario; -1 where there is none.
    near: Vec<i64>,
}

#[pymethods]
impl Network {
    /// The network that is shipped with a game for `net` (`"player"`) or for `net+mcts` (`"judge"`), or one of a file.
    #[new]
    #[pyo3(signature = (game, *, role = "player", weights = None))]
    fn new(game: &str, role: &str, weights: Option<&str>) -> PyResult<Self> {
        contained(|| {
            let game: GameName = game.parse().map_err(bad_value)?;
            let role = match role {
                "player" => Role::Player,
                "judge" => Role::Judge,
                other => return Err(bad_value(format!("there is no role {other:?}; expected player or judge"))),
            };
            let missing = || bad_value(format!("no network is shipped with {game} for that role; name one with weights=FILE"));
            let weights = match weights {
                Some(file) => Weights::load(Path::new(file)).map_err(bad_value)?,
                None => embedded(game, role).map_err(bad_value)?.ok_or_else(missing)?,
            };
            let cpu = CpuNetwork::new(&weights).map_err(bad_value)?;
            let input = &weights.description().input;
            let cells = input.cells;
            let around = |cell| (0..cells.directions()).map(move |way| cells.neighbour([input.height, input.width], cell, way));
            let near = (0..input.area()).flat_map(around).map(|near| near.map_or(-1, |cell| cell as i64)).collect();
            Ok(Network { game, near, cpu: Mutex::new(cpu), weights })
        })
    }

    /// Architecture and inputs as JSON.
    #[getter]
    fn description(&self) -> PyResult<String> {
        serde_json::to_string(self.weights.description()).map_err(bad_value)
    }

    /// The weights by name.
    fn arrays<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let arrays = PyDict::new(py);
        for parameter in self.weights.parameters() {
            let numbers: Bound<'py, PyArrayDyn<f32>> =
                PyArray1::from_slice(py, self.weights.array(&parameter.name)).reshape(parameter.shape.as_slice())?;
            arrays.set_item(&parameter.name, numbers)?;
        }
        Ok(arrays)
    }

    /// The cells around each cell in the order of directions, -1 where there is none: cells x directions.
    fn neighbours<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let input = &self.weights.description().input;
        PyArray1::from_slice(py, &self.near).reshape([input.area(), input.cells.directions()])
    }

    /// What the network reads of a state in which a player decides: `planes` (uint8), `facts` (float32: globals and terms of advice),
    /// `tokens` (int16, actions x 5) and, where it is advised, `scores` (float32, actions).
    #[pyo3(signature = (state, *, seed = 0))]
    fn inputs<'py>(&self, py: Python<'py>, state: PyRef<'_, State>, seed: u64) -> PyResult<Bound<'py, PyDict>> {
        let batch = self.encoded(&state, seed)?;
        let told = state.observation(py, None)?;
        told.del_item("globals")?;
        told.set_item("facts", PyArray1::from_slice(py, batch.facts_of(0)))?;
        let tokens = batch.tokens_of(0);
        told.set_item("tokens", PyArray1::from_slice(py, tokens.as_flattened()).reshape([tokens.len(), TOKEN_WIDTH])?)?;
        told.set_item("scores", PyArray1::from_slice(py, batch.scores_of(0)))?;
        Ok(told)
    }

    /// What the network answers: a logit for each legal action in the order of `State.ids`, the chances of win, draw and loss of the
    /// side that decides, and the margin that it expects in the game's points.
    #[pyo3(signature = (state, *, seed = 0))]
    #[allow(clippy::type_complexity)]
    fn evaluate<'py>(&self, py: Python<'py>, state: PyRef<'_, State>, seed: u64) -> PyResult<(Bound<'py, PyArray1<f32>>, [f32; 3], f32)> {
        let (batch, mut heads) = (self.encoded(&state, seed)?, Heads::default());
        let mut cpu = self.cpu.lock().unwrap_or_else(PoisonError::into_inner);
        cpu.run(&batch, &mut heads).map_err(|error| StavkaError::new_err(error.to_string()))?;
        Ok((PyArray1::from_vec(py, heads.logits), heads.wdl[0], heads.margin[0]))
    }

    fn __repr__(&self) -> String {
        format!("<stavka.Network of {}, {} numbers>", self.game, self.weights.numbers().len())
    }
}

impl Network {
    /// A state as the network reads it.
    fn encoded(&self, state: &State, seed: u64) -> PyResult<Batch> {
        let side = state.decider()?;
        if state.scenario.game != self.game {
            return Err(bad_value(format!("the network plays {}, the state is of {}", self.game, state.scenario.game)));
        }
        let guidance = self.weights.description().architecture.guidance();
        contained(|| Ok(with_game!(self.game, G => encode::<G>(&*state.position, side, guidance, seed))))
    }
}

fn encode<G: Theme>(position: &dyn Position, side: Side, guidance: Guidance, seed: u64) -> Batch {
    let walk = Walk::<G>::of(position);
    // Advice is asked of a world that the side may be in: the true one would tell it what is hidden.
    let world = walk.game.determinize(side, &mut Dice::new(seed));
    let mut encoder = Encoder::<G>::new(walk.game.scenario(), guidance);
    let mut batch = encoder.batch();
    encoder.push(&mut batch, &world, &walk.legal);
    batch
}
