//! One environment.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use numpy::{PyArray1, PyReadwriteArray1, PyReadwriteArray2, PyReadwriteArray3};
use pyo3::prelude::*;
use stavka_agents::{AgentKind, AgentSpec, AsOpponent, Prepared};
use stavka_engine::env::{Controlled, Env as Gym, EnvError, Step};
use stavka_engine::observation::{ActionIds, Observation, ObservationSpec, TOKEN_WIDTH};
use stavka_engine::{Dice, Observe as _, Side, with_game};
use stavka_render::picture;
use stavka_render::theme::Theme;

use crate::contained::contained;
use crate::errors::{StavkaError, bad_value, of_env};
use crate::interrupt::watched;
use crate::position;
use crate::scenario::{self, ScenarioName};
use crate::state::player;

/// Whose decisions come from Python, and who plays the rest.
pub(crate) struct Seats {
    pub(crate) controlled: Controlled,
    pub(crate) opponent: Option<AgentSpec>,
    pub(crate) max_steps: Option<u32>,
    /// Breaks the opponents off while it is true.
    pub(crate) stop: Arc<AtomicBool>,
}

impl Seats {
    /// Reads the arguments of a Python call.
    ///
    /// # Errors
    /// `ValueError`.
    pub(crate) fn read(side: Option<&str>, opponent: Option<&str>, max_steps: Option<u32>) -> PyResult<Self> {
        if max_steps == Some(0) {
            return Err(bad_value("max_steps is 0; expected a number from 1, or None"));
        }
        let controlled = side.map(scenario::side).transpose()?.map_or(Controlled::Both, Controlled::One);
        if side.is_none() && opponent.is_some() {
            return Err(bad_value("an opponent needs a side to play against: give side=\"axis\" or side=\"soviet\""));
        }
        let opponent = opponent.map(|name| name.parse().map_err(bad_value)).transpose()?;
        Ok(Seats { controlled, opponent, max_steps, stop: Arc::default() })
    }

    /// Gets the opponent what it needs.
    ///
    /// # Errors
    /// `ValueError`: it has no network for this game, or no such choice.
    pub(crate) fn prepare<G: Theme>(&self) -> PyResult<Option<Prepared<G>>> {
        self.opponent.as_ref().map(|spec| spec.prepare::<G>().map_err(bad_value)).transpose()
    }

    /// Whether the opponent may think long.
    pub(crate) fn think(&self) -> bool {
        self.opponent.as_ref().is_some_and(|spec| !is_quick(spec.kind))
    }

    /// Seats somebody.
    pub(crate) fn at<G: Theme>(&self, env: Gym<G>, opponent: Option<&Prepared<G>>, seed: u64) -> Gym<G> {
        let env = env.controlled(self.controlled).max_steps(self.max_steps);
        match opponent {
            Some(player) => env.opponent(Box::new(AsOpponent::new(player.make(seed)).cancelled_by(Arc::clone(&self.stop)))),
            None => env,
        }
    }
}

/// Whether a player answers in about a millisecond, so that nobody needs to break it off.
fn is_quick(kind: AgentKind) -> bool {
    match kind {
        AgentKind::Random | AgentKind::Policy | AgentKind::Greedy | AgentKind::Staff | AgentKind::Net => true,
        AgentKind::Level(level) => is_quick(level.player().kind),
        _ => false,
    }
}

/// An environment without its game's type.
trait Episode: Send {
    fn reset(&mut self, seed: u64) -> Result<Step, EnvError>;
    fn step(&mut self, index: usize) -> Result<Step, EnvError>;
    fn count(&self) -> usize;
    fn viewer(&self) -> Side;
    fn spec(&self) -> &'static ObservationSpec;
    fn ids(&self) -> Vec<i64>;
    fn notation(&self, index: usize) -> Option<String>;
    fn write(&self, planes: &mut [u8], globals: &mut [f32], tokens: &mut [i16], mask: &mut [bool]) -> Result<(), EnvError>;
    fn see(&self, viewer: Side, planes: &mut [u8], globals: &mut [f32]) -> Result<(), EnvError>;
    fn text(&self) -> PyResult<String>;
    fn picture(&self) -> String;
}

struct One<G: Theme> {
    env: Gym<G>,
    ids: ActionIds,
}

impl<G: Theme> Episode for One<G> {
    fn reset(&mut self, seed: u64) -> Result<Step, EnvError> {
        self.env.reset(seed)
    }

    fn step(&mut self, index: usize) -> Result<Step, EnvError> {
        self.env.step(index)
    }

    fn count(&self) -> usize {
        self.env.legal_actions().len()
    }

    fn viewer(&self) -> Side {
        self.env.viewer()
    }

    fn spec(&self) -> &'static ObservationSpec {
        self.env.spec()
    }

    fn ids(&self) -> Vec<i64> {
        self.env.legal_actions().iter().map(|&action| self.env.game().action_id(action, &self.ids) as i64).collect()
    }

    fn notation(&self, index: usize) -> Option<String> {
        self.env.legal_actions().get(index).map(|&action| self.env.game().notation(action))
    }

    fn write(&self, planes: &mut [u8], globals: &mut [f32], tokens: &mut [i16], mask: &mut [bool]) -> Result<(), EnvError> {
        self.see(self.env.viewer(), planes, globals)?;
        self.env.tokens(tokens)?;
        self.env.mask(mask)
    }

    fn see(&self, viewer: Side, planes: &mut [u8], globals: &mut [f32]) -> Result<(), EnvError> {
        let spec = self.env.spec();
        let still = spec.static_planes.len();
        if planes.len() != spec.plane_len() {
            return Err(EnvError::BufferLength { buffer: "planes", expected: spec.plane_len(), found: planes.len() });
        }
        planes[..still].copy_from_slice(&spec.static_planes);
        self.env.observe(viewer, &mut Observation { planes: &mut planes[still..], globals })
    }

    fn text(&self) -> PyResult<String> {
        position::text(self.env.game(), self.env.viewer())
    }

    fn picture(&self) -> String {
        picture::draw(self.env.game(), Some(self.env.viewer()))
    }
}

/// Takes an interruption back.
pub(crate) fn forget(stop: Option<&AtomicBool>) {
    if let Some(stop) = stop {
        stop.store(false, Ordering::Relaxed);
    }
}

/// Runs work whose opponents may think long on a thread that Ctrl-C can break off, and any other at once, without the interpreter's
/// lock. After an interruption the choices of the opponents were hurried: nothing runs before a reset has called [`forget`].
pub(crate) fn watched_if<T: Send>(py: Python<'_>, stop: Option<&AtomicBool>, work: impl FnOnce() -> PyResult<T> + Send) -> PyResult<T> {
    match stop {
        None => py.detach(|| contained(work)),
        Some(stop) if stop.load(Ordering::Relaxed) => {
            Err(StavkaError::new_err("the episode was interrupted: reset the environment before the next step"))
        }
        Some(stop) => watched(py, stop, work),
    }
}

/// What came of a reset or a step: side to act (0, 1, -1), rewards of both, terminated, truncated, turn of the game, decisions, dice,
/// margin, level.
type Told = (i8, [f32; 2], bool, bool, u16, u32, u32, Option<i16>, Option<&'static str>);

fn told(step: &Step) -> Told {
    let outcome = step.info.outcome;
    (
        step.to_act.map_or(-1, |side| side as i8),
        step.rewards,
        step.terminated,
        step.truncated,
        step.info.game_turn,
        step.info.decisions,
        step.info.dice_rolled,
        outcome.map(|outcome| outcome.margin),
        outcome.map(|outcome| outcome.level),
    )
}

/// One game, stepped decision by decision. The classes of Gymnasium and PettingZoo in the package stand on it.
#[pyclass(module = "stavka._stavka")]
pub(crate) struct Env {
    /// Behind a lock, because an opponent may be of one thread at a time.
    episode: Mutex<Box<dyn Episode>>,
    /// The flag of an opponent that may think long. It stays true after an interruption, until a reset.
    stop: Option<Arc<AtomicBool>>,
    reproducible: bool,
}

#[pymethods]
impl Env {
    #[new]
    #[pyo3(signature = (game, scenario = None, *, text = None, side = None, opponent = None, max_steps = None))]
    fn new(
        game: &str,
        scenario: Option<&str>,
        text: Option<&str>,
        side: Option<&str>,
        opponent: Option<&str>,
        max_steps: Option<u32>,
    ) -> PyResult<Self> {
        contained(|| {
            let named = ScenarioName::read(game, scenario, text)?;
            let seats = Seats::read(side, opponent, max_steps)?;
            let episode: Box<dyn Episode> = with_game!(named.game, G => {
                let scenario = named.load::<G>()?;
                let env = seats.at(Gym::<G>::new(scenario), seats.prepare::<G>()?.as_ref(), 0);
                Box::new(One { env, ids: G::action_ids(scenario) })
            });
            let reproducible = seats.opponent.as_ref().is_none_or(AgentSpec::is_reproducible);
            Ok(Env { episode: Mutex::new(episode), stop: seats.think().then_some(seats.stop), reproducible })
        })
    }

    /// Whether the same seed and the same actions always give the same game.
    #[getter]
    fn reproducible(&self) -> bool {
        self.reproducible
    }

    /// Begins the episode of a seed.
    fn reset(&mut self, py: Python<'_>, seed: u64) -> PyResult<Told> {
        forget(self.stop.as_deref());
        self.run(py, |episode| episode.reset(seed))
    }

    /// Carries out the legal action with an index.
    fn step(&mut self, py: Python<'_>, index: usize) -> PyResult<Told> {
        self.run(py, |episode| episode.step(index))
    }

    /// Number of legal actions.
    #[getter]
    fn legal_count(&self) -> usize {
        self.episode().count()
    }

    /// The side that the observation is of: 0 Axis, 1 Soviet.
    #[getter]
    fn viewer(&self) -> i8 {
        self.episode().viewer() as i8
    }

    /// Ids of the legal actions in the order of indices.
    fn ids<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_vec(py, self.episode().ids())
    }

    /// The legal action with an index, as records write it.
    fn notation(&self, index: usize) -> PyResult<String> {
        let episode = self.episode();
        episode.notation(index).ok_or_else(|| of_env(EnvError::ActionOutOfRange { index, legal: episode.count() }))
    }

    /// Writes what the viewer sees into arrays: planes (uint8, planes x height x width), globals (float32), tokens (int16, actions x
    /// 5), mask (bool, actions).
    fn observe(
        &self,
        mut planes: PyReadwriteArray3<'_, u8>,
        mut globals: PyReadwriteArray1<'_, f32>,
        mut tokens: PyReadwriteArray2<'_, i16>,
        mut mask: PyReadwriteArray1<'_, bool>,
    ) -> PyResult<()> {
        let (planes, globals) = (planes.as_slice_mut()?, globals.as_slice_mut()?);
        let (tokens, mask) = (tokens.as_slice_mut()?, mask.as_slice_mut()?);
        self.episode().write(planes, globals, tokens, mask).map_err(of_env)
    }

    /// Writes what a side (0, 1) sees into arrays: planes and globals.
    fn observe_as(&self, side: i64, mut planes: PyReadwriteArray3<'_, u8>, mut globals: PyReadwriteArray1<'_, f32>) -> PyResult<()> {
        let (planes, globals) = (planes.as_slice_mut()?, globals.as_slice_mut()?);
        self.episode().see(player(side)?, planes, globals).map_err(of_env)
    }

    /// Plays so many steps with legal actions at random and writes each observation, without Python between the steps, and gives the
    /// seconds that it took: what the steps cost in Rust alone.
    fn random_steps(&mut self, steps: usize, seed: u64) -> PyResult<f64> {
        let episode = self.episode.get_mut().unwrap_or_else(PoisonError::into_inner);
        let spec = episode.spec();
        let (mut planes, mut globals) = (vec![0; spec.plane_len()], vec![0.0; spec.globals.len()]);
        let (mut tokens, mut mask) = (vec![0; spec.max_actions * TOKEN_WIDTH], vec![false; spec.max_actions]);
        let mut dice = Dice::new(seed);
        contained(|| {
            episode.reset(seed).map_err(of_env)?;
            let begun = Instant::now();
            for number in 0..steps {
                let step = episode.step(dice.below(episode.count() as u32) as usize).map_err(of_env)?;
                episode.write(&mut planes, &mut globals, &mut tokens, &mut mask).map_err(of_env)?;
                if step.ended() {
                    episode.reset(seed.wrapping_add(number as u64)).map_err(of_env)?;
                }
            }
            Ok(begun.elapsed().as_secs_f64())
        })
    }

    /// The board as text, as the viewer sees it.
    fn text(&self) -> PyResult<String> {
        contained(|| self.episode().text())
    }

    /// The board as an SVG picture, as the viewer sees it.
    fn svg(&self) -> PyResult<String> {
        contained(|| Ok(self.episode().picture()))
    }
}

impl Env {
    fn episode(&self) -> MutexGuard<'_, Box<dyn Episode>> {
        self.episode.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Moves the episode on: on a thread that Ctrl-C can break off from where an opponent may think long, otherwise at once.
    fn run(&mut self, py: Python<'_>, work: impl FnOnce(&mut dyn Episode) -> Result<Step, EnvError> + Send) -> PyResult<Told> {
        let episode = &mut **self.episode.get_mut().unwrap_or_else(PoisonError::into_inner);
        let step = watched_if(py, self.stop.as_deref(), || work(episode).map_err(of_env))?;
        Ok(told(&step))
    }
}
