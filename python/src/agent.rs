//! Players and matches.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use rayon::prelude::*;
use stavka_agents::{Agent as Player, AgentSpec, Clock, Player as Sitting, SearchControl, line_in_notation, play_game};
use stavka_engine::{GameName, Side, View, with_game};
use stavka_render::theme::Theme;

use crate::contained::contained;
use crate::errors::{StavkaError, bad_value};
use crate::interrupt::interruptible;
use crate::position::{Position, Walk};
use crate::progress::Progress;
use crate::scenario::ScenarioName;
use crate::state::State;

/// A player at work, without its game's type.
trait Seat: Send {
    /// Index of its choice.
    fn choose(&mut self, position: &dyn Position, side: Side, stop: &AtomicBool) -> usize;
}

struct At<G: Theme>(Box<dyn Player<G>>);

impl<G: Theme> Seat for At<G> {
    fn choose(&mut self, position: &dyn Position, side: Side, stop: &AtomicBool) -> usize {
        let walk = Walk::<G>::of(position);
        let choice = self.0.choose(View::new(&walk.game, side), &walk.legal, SearchControl::NONE.cancelled_by(stop));
        walk.legal.iter().position(|&action| action == choice).expect("players choose legal actions")
    }
}

/// A player by name, as on the command line: `level4`, `greedy`, `mcts:iterations=300`, `net+mcts:time=1s`.
///
/// A player sees of a state what the rules show to the side to act, and nothing else.
#[pyclass(module = "stavka")]
pub(crate) struct Agent {
    spec: AgentSpec,
    seed: u64,
    seat: Option<(GameName, Mutex<Box<dyn Seat>>)>,
}

#[pymethods]
impl Agent {
    #[new]
    #[pyo3(signature = (name, seed = 0))]
    fn new(name: &str, seed: u64) -> PyResult<Self> {
        Ok(Agent { spec: name.parse().map_err(bad_value)?, seed, seat: None })
    }

    /// The name, with its settings.
    #[getter]
    fn name(&self) -> String {
        self.spec.to_string()
    }

    /// Whether the same seed always gives the same choices: not with a budget of time.
    #[getter]
    fn reproducible(&self) -> bool {
        self.spec.is_reproducible()
    }

    /// Forgets the game and takes up the random stream of a seed.
    #[pyo3(signature = (seed = 0))]
    fn new_game(&mut self, seed: u64) {
        self.seed = seed;
        self.seat = None;
    }

    /// The id of the action that the player chooses for the side to act. Ctrl-C ends its thinking.
    fn choose(&mut self, py: Python<'_>, state: PyRef<'_, State>) -> PyResult<u64> {
        let side = state.decider()?;
        let game = state.scenario.game;
        if self.seat.as_ref().is_none_or(|(seated, _)| *seated != game) {
            let (spec, seed) = (&self.spec, self.seed);
            let seat: Box<dyn Seat> = contained(|| {
                with_game!(game, G => {
                    let mut player = spec.make::<G>(seed).map_err(bad_value)?;
                    player.new_game(seed);
                    Ok(Box::new(At(player)) as Box<dyn Seat>)
                })
            })?;
            self.seat = Some((game, Mutex::new(seat)));
        }
        let (_, seat) = self.seat.as_ref().expect("it has just been seated");
        let position = &*state.position;
        let index = interruptible(py, |stop| {
            let mut seat = seat.lock().map_err(|_| StavkaError::new_err("the player broke off in an earlier game: call new_game"))?;
            Ok(seat.choose(position, side, stop))
        })?;
        Ok(position.ids()[index])
    }

    /// A copy begins its game anew.
    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyAny>, (String, u64)) {
        let agent = slf.borrow();
        (slf.get_type().into_any().unbind(), (agent.spec.to_string(), agent.seed))
    }

    fn __repr__(&self) -> String {
        format!("<stavka.Agent {}>", self.spec)
    }
}

/// What a player that searches thinks of a state: the choices with their ids, best first, as dictionaries.
#[pyfunction]
#[pyo3(signature = (state, name, *, seed = 0))]
pub(crate) fn analyse<'py>(py: Python<'py>, state: PyRef<'_, State>, name: &str, seed: u64) -> PyResult<Bound<'py, PyDict>> {
    let spec: AgentSpec = name.parse().map_err(bad_value)?;
    let side = state.decider()?;
    let (game, position) = (state.scenario.game, &*state.position);
    let thought = interruptible(py, |stop| with_game!(game, G => think::<G>(&spec, seed, position, side, stop)))?;
    let told = PyDict::new(py);
    told.set_item("win", thought.win)?;
    told.set_item("looks", thought.looks)?;
    let ids = position.ids();
    let list = PyList::empty(py);
    for (index, win, visits, prior, line) in thought.candidates {
        let row = PyDict::new(py);
        row.set_item("action", ids[index])?;
        row.set_item("text", position.notation(index))?;
        row.set_item("win", win)?;
        row.set_item("visits", visits)?;
        row.set_item("prior", prior)?;
        row.set_item("line", line)?;
        list.append(row)?;
    }
    told.set_item("candidates", list)?;
    Ok(told)
}

struct Thought {
    win: f32,
    looks: u64,
    /// Index, chance of winning, visits, prior, and how play may go on.
    candidates: Vec<(usize, f32, u64, f32, Vec<String>)>,
}

fn think<G: Theme>(spec: &AgentSpec, seed: u64, position: &dyn Position, side: Side, stop: &AtomicBool) -> PyResult<Thought> {
    let walk = Walk::<G>::of(position);
    let player = spec.analyst::<G>(seed).map_err(bad_value)?;
    let mut player =
        player.ok_or_else(|| bad_value(format!("{spec} says nothing of what it thinks: expected a player that searches, such as mcts")))?;
    player.new_game(seed);
    let limit = Clock::new(spec.budget).allot(walk.game.game_turn(), side);
    let found = player.analyse(View::new(&walk.game, side), &walk.legal, limit, SearchControl::NONE.cancelled_by(stop));
    let index = |action| walk.legal.iter().position(|&legal| legal == action).expect("candidates are legal");
    let candidates = found.candidates.iter().map(|each| {
        let line = line_in_notation(View::new(&walk.game, side), &each.line, seed);
        (index(each.action), each.win, each.visits, each.prior, line)
    });
    Ok(Thought { win: found.win, looks: found.looks, candidates: candidates.collect() })
}

/// Plays games between two players in all threads. A dictionary for each game, in the order of seeds. `progress` is called with the
/// number of games that are over.
#[pyfunction]
#[pyo3(signature = (game, axis, soviet, games, *, seed = 1, scenario = None, text = None, progress = None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn play_match<'py>(
    py: Python<'py>,
    game: &str,
    axis: &str,
    soviet: &str,
    games: usize,
    seed: u64,
    scenario: Option<&str>,
    text: Option<&str>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyList>> {
    let named = ScenarioName::read(game, scenario, text)?;
    let specs: [AgentSpec; 2] = [axis.parse().map_err(bad_value)?, soviet.parse().map_err(bad_value)?];
    let (over, progress) = (AtomicUsize::new(0), Progress::new(progress));
    let call = |stop: &AtomicBool| progress.tell((over.fetch_add(1, Ordering::Relaxed) + 1,), stop);
    let results = interruptible(py, |stop| with_game!(named.game, G => play::<G>(&named, &specs, games, seed, stop, &call)));
    let list = PyList::empty(py);
    for result in progress.result(results)? {
        let row = PyDict::new(py);
        row.set_item("seed", result.seed)?;
        row.set_item("winner", result.winner.map(Side::name))?;
        row.set_item("margin", result.margin)?;
        row.set_item("level", result.level)?;
        row.set_item("decisions", result.decisions)?;
        row.set_item("record", result.record)?;
        list.append(row)?;
    }
    Ok(list)
}

struct Played {
    seed: u64,
    winner: Option<Side>,
    margin: i16,
    level: &'static str,
    decisions: usize,
    record: String,
}

/// A player who breaks off when it is told to, and from then on chooses whatever comes first, so that its game is soon over.
struct Breakable<'a, G: Theme> {
    player: Box<dyn Player<G>>,
    stop: &'a AtomicBool,
}

impl<G: Theme> Player<G> for Breakable<'_, G> {
    fn name(&self) -> &'static str {
        self.player.name()
    }

    fn new_game(&mut self, game_seed: u64) {
        self.player.new_game(game_seed);
    }

    fn choose(&mut self, view: View<'_, G>, legal: &[G::Action], control: SearchControl<'_>) -> G::Action {
        if self.stop.load(Ordering::Relaxed) { legal[0] } else { self.player.choose(view, legal, control.cancelled_by(self.stop)) }
    }
}

fn play<G: Theme>(
    named: &ScenarioName,
    specs: &[AgentSpec; 2],
    games: usize,
    seed: u64,
    stop: &AtomicBool,
    over: &(dyn Fn(&AtomicBool) + Sync),
) -> PyResult<Vec<Played>> {
    let scenario = named.load::<G>()?;
    let players = [specs[0].prepare::<G>().map_err(bad_value)?, specs[1].prepare::<G>().map_err(bad_value)?];
    let names = specs.each_ref().map(ToString::to_string);
    let one = |index: u64| {
        if stop.load(Ordering::Relaxed) {
            return Err(StavkaError::new_err("the match was broken off"));
        }
        let seed = seed.wrapping_add(index);
        let [mut axis, mut soviet] = players.each_ref().map(|player| Breakable { player: player.make(seed), stop });
        let seats = [Sitting { name: &names[0], agent: &mut axis }, Sitting { name: &names[1], agent: &mut soviet }];
        let report = play_game(scenario, seed, seats).map_err(|error| StavkaError::new_err(error.to_string()))?;
        over(stop);
        let outcome = report.outcome;
        let record = report.record.to_text();
        Ok(Played { seed, winner: outcome.winner, margin: outcome.margin, level: outcome.level, decisions: report.decisions, record })
    };
    (0..games as u64).into_par_iter().map(one).collect()
}
