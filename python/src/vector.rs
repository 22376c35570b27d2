//! Many environments, stepped in threads of Rust without the interpreter's lock, into arrays of NumPy.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use numpy::{Element, PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyReadwriteArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use stavka_engine::env::{AutoresetMode, BatchMut, ObservationsMut, StepInfo, VecEnv as Vector, VecEnvError};
use stavka_engine::observation::{ActionIds, ObservationSpec, TOKEN_WIDTH};
use stavka_engine::{Dice, Observe as _, Side, with_game};
use stavka_render::theme::Theme;

use crate::contained::contained;
use crate::errors::{bad_value, of_step, of_vector};
use crate::scenario::ScenarioName;
use crate::single::{Seats, forget, watched_if};

/// Most environments of a vector.
const MOST_ENVS: usize = 1 << 16;
/// Most threads that a vector steps in.
const MOST_THREADS: usize = 1024;

/// A vector of environments without its game's type.
trait Row: Send {
    fn spec(&self) -> &'static ObservationSpec;
    fn reset(&mut self, seed: u64, batch: BatchMut<'_>) -> Result<(), VecEnvError>;
    fn reset_masked(&mut self, mask: &[bool], batch: BatchMut<'_>) -> Result<(), VecEnvError>;
    fn step(&mut self, actions: &[u32], batch: BatchMut<'_>) -> Result<(), VecEnvError>;
    /// Ids of the legal actions of one environment.
    fn ids(&self, index: usize, out: &mut [i32]);
    /// Index of the legal action of one environment with an id.
    fn index_of(&self, index: usize, id: u64) -> Option<usize>;
}

struct Many<G: Theme> {
    envs: Vector<G>,
    ids: ActionIds,
}

impl<G: Theme> Row for Many<G> {
    fn spec(&self) -> &'static ObservationSpec {
        self.envs.spec()
    }

    fn reset(&mut self, seed: u64, batch: BatchMut<'_>) -> Result<(), VecEnvError> {
        self.envs.reset_into(seed, batch)
    }

    fn reset_masked(&mut self, mask: &[bool], batch: BatchMut<'_>) -> Result<(), VecEnvError> {
        self.envs.reset_masked_into(mask, batch)
    }

    fn step(&mut self, actions: &[u32], batch: BatchMut<'_>) -> Result<(), VecEnvError> {
        self.envs.step_into(actions, batch)
    }

    fn ids(&self, index: usize, out: &mut [i32]) {
        let env = self.envs.env(index);
        out.fill(-1);
        for (out, &action) in out.iter_mut().zip(env.legal_actions()) {
            *out = env.game().action_id(action, &self.ids) as i32;
        }
    }

    fn index_of(&self, index: usize, id: u64) -> Option<usize> {
        let env = self.envs.env(index);
        env.legal_actions().iter().position(|&action| env.game().action_id(action, &self.ids) == id)
    }
}

/// The arrays of observations.
struct Seen {
    planes: Py<PyArrayDyn<u8>>,
    globals: Py<PyArrayDyn<f32>>,
    tokens: Py<PyArrayDyn<i16>>,
    mask: Py<PyArrayDyn<bool>>,
    legal_count: Py<PyArrayDyn<u32>>,
    to_act: Py<PyArrayDyn<i8>>,
    viewer: Py<PyArrayDyn<i8>>,
}

/// The arrays that are written at each step.
struct Arrays {
    now: Seen,
    last: Option<Seen>,
    rewards: Py<PyArrayDyn<f32>>,
    terminated: Py<PyArrayDyn<bool>>,
    truncated: Py<PyArrayDyn<bool>>,
}

/// Takes an array of the caller's from a dictionary, of the right type and shape.
///
/// # Errors
/// `ValueError` says which array, what was expected and what was found.
fn take<T: Element>(arrays: &Bound<'_, PyDict>, name: &str, shape: &[usize], kind: &str) -> PyResult<Py<PyArrayDyn<T>>> {
    let wanted = || format!("expected an array of {kind}, shape {shape:?}, contiguous in row-major order and writeable");
    let array = arrays.get_item(name)?.ok_or_else(|| bad_value(format!("array {name:?} is missing; {}", wanted())))?;
    let array = array.cast::<PyArrayDyn<T>>().map_err(|_| bad_value(format!("array {name:?} has another type; {}", wanted())))?;
    if array.shape() != shape || !array.is_c_contiguous() {
        return Err(bad_value(format!("array {name:?} has shape {:?}; {}", array.shape(), wanted())));
    }
    if array.try_readwrite().is_err() {
        return Err(bad_value(format!("array {name:?} is read-only, or in use; {}", wanted())));
    }
    Ok(array.clone().unbind())
}

impl Seen {
    fn read(arrays: &Bound<'_, PyDict>, count: usize, spec: &ObservationSpec, prefix: &str) -> PyResult<Self> {
        let name = |array: &str| format!("{prefix}{array}");
        Ok(Seen {
            planes: take(arrays, &name("planes"), &[count, spec.planes.len(), spec.height, spec.width], "uint8")?,
            globals: take(arrays, &name("globals"), &[count, spec.globals.len()], "float32")?,
            tokens: take(arrays, &name("tokens"), &[count, spec.max_actions, TOKEN_WIDTH], "int16")?,
            mask: take(arrays, &name("action_mask"), &[count, spec.max_actions], "bool")?,
            legal_count: take(arrays, &name("legal_count"), &[count], "uint32")?,
            to_act: take(arrays, &name("to_act"), &[count], "int8")?,
            viewer: take(arrays, &name("viewer"), &[count], "int8")?,
        })
    }

    fn open<'py>(&self, py: Python<'py>) -> PyResult<OpenSeen<'py>> {
        Ok(OpenSeen {
            planes: open(py, &self.planes)?,
            globals: open(py, &self.globals)?,
            tokens: open(py, &self.tokens)?,
            mask: open(py, &self.mask)?,
            legal_count: open(py, &self.legal_count)?,
            to_act: open(py, &self.to_act)?,
            viewer: open(py, &self.viewer)?,
        })
    }
}

/// [`Seen`], while nobody else may write there.
struct OpenSeen<'py> {
    planes: PyReadwriteArrayDyn<'py, u8>,
    globals: PyReadwriteArrayDyn<'py, f32>,
    tokens: PyReadwriteArrayDyn<'py, i16>,
    mask: PyReadwriteArrayDyn<'py, bool>,
    legal_count: PyReadwriteArrayDyn<'py, u32>,
    to_act: PyReadwriteArrayDyn<'py, i8>,
    viewer: PyReadwriteArrayDyn<'py, i8>,
}

impl OpenSeen<'_> {
    fn slices(&mut self) -> PyResult<ObservationsMut<'_>> {
        Ok(ObservationsMut {
            planes: self.planes.as_slice_mut()?,
            globals: self.globals.as_slice_mut()?,
            tokens: self.tokens.as_slice_mut()?,
            mask: self.mask.as_slice_mut()?,
            legal_count: self.legal_count.as_slice_mut()?,
            to_act: self.to_act.as_slice_mut()?,
            viewer: self.viewer.as_slice_mut()?,
        })
    }
}

fn open<'py, T: Element>(py: Python<'py>, array: &Py<PyArrayDyn<T>>) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    array.bind(py).try_readwrite().map_err(|problem| bad_value(format!("an array of the batch is in use: {problem}")))
}

/// Environments of one scenario, side by side. The class `VecEnv` of the package stands on it.
#[pyclass(module = "stavka._stavka")]
pub(crate) struct VecEnv {
    /// Behind a lock, because opponents may be of one thread at a time.
    row: Mutex<Box<dyn Row>>,
    count: usize,
    arrays: Option<Arrays>,
    infos: Vec<StepInfo>,
    pool: Option<rayon::ThreadPool>,
    /// The flag of opponents that may think long. It stays true after an interruption, until a reset.
    stop: Option<Arc<AtomicBool>>,
}

#[pymethods]
impl VecEnv {
    #[new]
    #[pyo3(signature = (game, count, scenario = None, *, text = None, side = None, opponent = None, max_steps = None, autoreset = "NextStep", threads = None))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        game: &str,
        count: usize,
        scenario: Option<&str>,
        text: Option<&str>,
        side: Option<&str>,
        opponent: Option<&str>,
        max_steps: Option<u32>,
        autoreset: &str,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        contained(|| {
            let named = ScenarioName::read(game, scenario, text)?;
            let seats = Seats::read(side, opponent, max_steps)?;
            let mode = match autoreset {
                "NextStep" => AutoresetMode::NextStep,
                "SameStep" => AutoresetMode::SameStep,
                "Disabled" => AutoresetMode::Disabled,
                other => return Err(bad_value(format!("there is no autoreset mode {other:?}; expected NextStep, SameStep or Disabled"))),
            };
            if !(1..=MOST_ENVS).contains(&count) {
                return Err(bad_value(format!("{count} environments; expected a number from 1 to {MOST_ENVS}")));
            }
            if let Some(threads) = threads.filter(|threads| !(1..=MOST_THREADS).contains(threads)) {
                return Err(bad_value(format!("{threads} threads; expected a number from 1 to {MOST_THREADS}")));
            }
            let pool =
                threads.map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(bad_value)).transpose()?;
            let row: Box<dyn Row> = with_game!(named.game, G => {
                let scenario = named.load::<G>()?;
                let player = seats.prepare::<G>()?;
                let envs = Vector::<G>::new(scenario, count, mode, |index, env| seats.at(env, player.as_ref(), index as u64));
                Box::new(Many { envs, ids: G::action_ids(scenario) })
            });
            Ok(VecEnv {
                row: Mutex::new(row),
                count,
                arrays: None,
                infos: vec![StepInfo::default(); count],
                pool,
                stop: seats.think().then_some(seats.stop),
            })
        })
    }

    /// Takes the arrays that are written from now on. Those of final observations have names that begin with `final_`.
    fn attach(&mut self, arrays: &Bound<'_, PyDict>) -> PyResult<()> {
        let (count, spec) = (self.count, self.row().spec());
        let last = arrays.contains("final_planes")?.then(|| Seen::read(arrays, count, spec, "final_")).transpose()?;
        self.arrays = Some(Arrays {
            now: Seen::read(arrays, count, spec, "")?,
            last,
            rewards: take(arrays, "rewards", &[count, 2], "float32")?,
            terminated: take(arrays, "terminated", &[count], "bool")?,
            truncated: take(arrays, "truncated", &[count], "bool")?,
        });
        Ok(())
    }

    /// Begins the first episode of every environment.
    fn reset(&mut self, py: Python<'_>, seed: u64) -> PyResult<()> {
        forget(self.stop.as_deref());
        self.run(py, |row, batch| row.reset(seed, batch).map_err(of_vector))
    }

    /// Begins the next episode where the mask is true.
    fn reset_masked(&mut self, py: Python<'_>, mask: PyReadonlyArray1<'_, bool>) -> PyResult<()> {
        let mask = mask.as_array().to_vec();
        self.run(py, |row, batch| row.reset_masked(&mask, batch).map_err(of_vector))
    }

    /// Steps every environment with the legal action of an index.
    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let given = actions.as_array().to_vec();
        let actions = given.iter().map(|&action| u32::try_from(action).unwrap_or(u32::MAX)).collect::<Vec<_>>();
        self.run(py, |row, batch| row.step(&actions, batch).map_err(|error| of_step(error, &given)))
    }

    /// Steps every environment so often with legal actions at random, without Python between the steps, and gives the seconds that
    /// it took: what the steps cost in Rust alone.
    fn random_steps(&mut self, py: Python<'_>, steps: usize, seed: u64) -> PyResult<f64> {
        let (mut dice, mut actions) = (Dice::new(seed), vec![0_u32; self.count]);
        let begun = Instant::now();
        for _ in 0..steps {
            self.run(py, |row, batch| {
                for (action, &count) in actions.iter_mut().zip(batch.observations.legal_count.iter()) {
                    *action = dice.below(count.max(1));
                }
                row.step(&actions, batch).map_err(of_vector)
            })?;
        }
        Ok(begun.elapsed().as_secs_f64())
    }

    /// Ids of the legal actions of each environment, -1 beyond: environments x actions, int32.
    fn ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<i32>>> {
        let row = self.row();
        let width = row.spec().max_actions;
        let mut ids = vec![-1; self.count * width];
        for (index, out) in ids.chunks_exact_mut(width).enumerate() {
            row.ids(index, out);
        }
        PyArray1::from_vec(py, ids).reshape([self.count, width].as_slice())
    }

    /// Indices of the legal actions with these ids; -1 where there is no such action.
    fn indices<'py>(&self, py: Python<'py>, ids: PyReadonlyArray1<'_, i64>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let ids = ids.as_array();
        if ids.len() != self.count {
            return Err(bad_value(format!("{} actions for {} environments", ids.len(), self.count)));
        }
        let row = self.row();
        let index = |(env, &id): (usize, &i64)| u64::try_from(id).ok().and_then(|id| row.index_of(env, id)).map_or(-1, |at| at as i64);
        Ok(PyArray1::from_vec(py, ids.iter().enumerate().map(index).collect()))
    }

    /// Facts about the episodes: turn of the game, decisions, dice, margin (0 where the game goes on), winner (0, 1, -1).
    #[allow(clippy::type_complexity)]
    fn facts<'py>(
        &self,
        py: Python<'py>,
    ) -> (
        Bound<'py, PyArray1<u16>>,
        Bound<'py, PyArray1<u32>>,
        Bound<'py, PyArray1<u32>>,
        Bound<'py, PyArray1<i16>>,
        Bound<'py, PyArray1<i8>>,
    ) {
        let of = |info: &StepInfo| info.outcome.and_then(|outcome| outcome.winner).map_or(-1, |side: Side| side as i8);
        (
            PyArray1::from_iter(py, self.infos.iter().map(|info| info.game_turn)),
            PyArray1::from_iter(py, self.infos.iter().map(|info| info.decisions)),
            PyArray1::from_iter(py, self.infos.iter().map(|info| info.dice_rolled)),
            PyArray1::from_iter(py, self.infos.iter().map(|info| info.outcome.map_or(0, |outcome| outcome.margin))),
            PyArray1::from_iter(py, self.infos.iter().map(of)),
        )
    }
}

impl VecEnv {
    fn row(&self) -> MutexGuard<'_, Box<dyn Row>> {
        self.row.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&mut self, py: Python<'_>, work: impl FnOnce(&mut dyn Row, BatchMut<'_>) -> PyResult<()> + Send) -> PyResult<()> {
        let VecEnv { row, arrays, infos, pool, stop, .. } = self;
        let arrays = arrays.as_ref().ok_or_else(|| bad_value("the environments have no arrays to write into: attach them first"))?;
        let (mut now, mut last) = (arrays.now.open(py)?, arrays.last.as_ref().map(|last| last.open(py)).transpose()?);
        let mut rewards = open(py, &arrays.rewards)?;
        let (mut terminated, mut truncated) = (open(py, &arrays.terminated)?, open(py, &arrays.truncated)?);
        let batch = BatchMut {
            observations: now.slices()?,
            final_observations: last.as_mut().map(OpenSeen::slices).transpose()?,
            rewards: rewards.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
            infos,
        };
        let row = &mut **row.get_mut().unwrap_or_else(PoisonError::into_inner);
        watched_if(py, stop.as_deref(), || {
            let run = || work(row, batch);
            match pool {
                Some(pool) => pool.install(run),
                None => run(),
            }
        })
    }
}
