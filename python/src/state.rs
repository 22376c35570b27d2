//! Positions for search, in the manner of OpenSpiel.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use stavka_engine::observation::TOKEN_WIDTH;
use stavka_engine::{Side, Turn};

use crate::contained::contained;
use crate::errors::{IllegalActionError, bad_value};
use crate::position::{self, Position};
use crate::scenario::ScenarioName;

/// What OpenSpiel calls the player who rolls dice.
const CHANCE: i32 = -1;
/// What OpenSpiel calls the player of a game that is over.
const TERMINAL: i32 = -4;

/// A game in progress. Players are 0, the Axis, and 1, the Soviets; -1 stands for dice and -4 for the end. Actions are ids: whole
/// numbers that mean the same in every position of a scenario.
#[pyclass(module = "stavka")]
pub(crate) struct State {
    pub(crate) scenario: ScenarioName,
    pub(crate) position: Box<dyn Position>,
}

/// Player 0 or 1.
pub(crate) fn player(player: i64) -> PyResult<Side> {
    let side = usize::try_from(player).ok().and_then(|seat| Side::ALL.get(seat).copied());
    side.ok_or_else(|| bad_value(format!("there is no player {player}; expected 0 (Axis) or 1 (Soviet)")))
}

impl State {
    /// Index of the legal action with an id.
    fn index(&self, action: i64) -> PyResult<usize> {
        let found = u64::try_from(action).ok().and_then(|id| self.position.index_of(id));
        found.ok_or_else(|| IllegalActionError::new_err(format!("action {action} is not legal now: legal_actions() has those that are")))
    }

    /// The side that decides.
    ///
    /// # Errors
    /// `ValueError`: nobody does.
    pub(crate) fn decider(&self) -> PyResult<Side> {
        match self.position.turn() {
            Turn::Player(side) => Ok(side),
            _ => Err(bad_value("no player decides in this state: its dice are rolled by chance_outcomes, or the game is over")),
        }
    }

    /// The side that looks: the one asked for, the one that decides, or the Axis.
    fn looks(&self, player: Option<i64>) -> PyResult<Side> {
        player.map_or_else(|| Ok(self.decider().unwrap_or(Side::Axis)), self::player)
    }
}

#[pymethods]
impl State {
    /// The first position of a scenario: its id, or with `text` the contents of a scenario file.
    #[new]
    #[pyo3(signature = (game, scenario = None, *, text = None))]
    fn new(game: &str, scenario: Option<&str>, text: Option<&str>) -> PyResult<Self> {
        contained(|| {
            let scenario = ScenarioName::read(game, scenario, text)?;
            let position = position::begin(&scenario)?;
            Ok(State { scenario, position })
        })
    }

    /// The last position of a record, as `stavka match` and the board keep them.
    #[staticmethod]
    #[pyo3(signature = (record, *, text = None))]
    fn from_record(record: &str, text: Option<&str>) -> PyResult<Self> {
        contained(|| {
            let (scenario, position) = position::resume(record, text)?;
            Ok(State { scenario, position })
        })
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.scenario.game.as_str()
    }

    /// The id of the scenario.
    #[getter]
    fn scenario(&self) -> String {
        self.scenario.id.clone()
    }

    /// Turn number of the game, from 1.
    #[getter]
    fn game_turn(&self) -> u16 {
        self.position.game_turn()
    }

    /// What the player to act is asked.
    #[getter]
    fn prompt(&self) -> String {
        self.position.prompt()
    }

    /// Whether no move, combat or other compound of choices is half done.
    #[getter]
    fn is_quiet(&self) -> bool {
        self.position.is_quiet()
    }

    /// Who acts: 0, 1, -1 for dice, -4 when the game is over.
    fn current_player(&self) -> i32 {
        match self.position.turn() {
            Turn::Player(side) => side.index() as i32,
            Turn::Chance => CHANCE,
            Turn::Over => TERMINAL,
        }
    }

    /// Whether the game is over.
    fn is_terminal(&self) -> bool {
        self.position.turn() == Turn::Over
    }

    /// Whether dice decide.
    fn is_chance_node(&self) -> bool {
        self.position.turn() == Turn::Chance
    }

    /// Ids of the legal actions, ascending. With a player: of that player, so that the list is empty while another acts.
    #[pyo3(signature = (player = None))]
    fn legal_actions(&self, player: Option<i64>) -> PyResult<Vec<u64>> {
        if let Some(asked) = player {
            let acts = self.current_player();
            if asked != i64::from(acts) {
                if asked != i64::from(CHANCE) {
                    self::player(asked)?;
                }
                return Ok(Vec::new());
            }
        }
        let mut ids = self.position.ids();
        ids.sort_unstable();
        Ok(ids)
    }

    /// Ids of the results of the dice with their chances, which add up to 1.
    fn chance_outcomes(&self) -> PyResult<Vec<(u64, f64)>> {
        if !self.is_chance_node() {
            return Err(bad_value("no dice are rolled here"));
        }
        let weights = self.position.weights();
        let total = weights.iter().sum::<u64>() as f64;
        let mut outcomes: Vec<(u64, f64)> =
            self.position.ids().into_iter().zip(weights).map(|(id, weight)| (id, weight as f64 / total)).collect();
        outcomes.sort_unstable_by_key(|&(id, _)| id);
        Ok(outcomes)
    }

    /// Draws a result of the dice by its chance; the same for the same seed.
    fn sample_chance(&self, seed: u64) -> PyResult<u64> {
        if !self.is_chance_node() {
            return Err(bad_value("no dice are rolled here"));
        }
        Ok(self.position.ids()[self.position.draw(seed)])
    }

    /// Carries out a legal action.
    fn apply_action(&mut self, action: i64) -> PyResult<()> {
        let index = self.index(action)?;
        contained(|| {
            self.position.play(index);
            Ok(())
        })
    }

    /// The position after a legal action.
    fn child(&self, action: i64) -> PyResult<State> {
        let mut child = self.__copy__();
        child.apply_action(action)?;
        Ok(child)
    }

    /// A copy that goes its own way.
    fn clone(&self) -> State {
        self.__copy__()
    }

    fn __copy__(&self) -> State {
        State { scenario: self.scenario.clone(), position: self.position.copy() }
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyDict>) -> State {
        self.__copy__()
    }

    /// +1 for the winner and -1 for the loser, or zeros: for a draw, and while the game goes on.
    fn returns(&self) -> [f64; 2] {
        let outcome = self.position.outcome();
        Side::ALL.map(|side| outcome.map_or(0.0, |outcome| f64::from(outcome.score(side))))
    }

    /// Margin of a game that is over, in the game's own points: positive for the Axis.
    fn margin(&self) -> Option<i16> {
        self.position.outcome().map(|outcome| outcome.margin)
    }

    /// Level of victory of a game that is over, in the game's words.
    fn level(&self) -> Option<&'static str> {
        self.position.outcome().map(|outcome| outcome.level)
    }

    /// A legal action as the game's records write it. The player may be left out.
    #[pyo3(signature = (player_or_action, action = None))]
    fn action_to_string(&self, player_or_action: i64, action: Option<i64>) -> PyResult<String> {
        Ok(self.position.notation(self.index(action.unwrap_or(player_or_action))?))
    }

    /// The id of the legal action that the game's records write so.
    fn string_to_action(&self, line: &str) -> PyResult<u64> {
        contained(|| Ok(self.position.ids()[self.position.read(line)?]))
    }

    /// Hash of everything that influences the rest of the game.
    fn state_hash(&self) -> u64 {
        self.position.state_hash()
    }

    /// Hash of everything that a player knows of the position.
    fn view_hash(&self, player: i64) -> PyResult<u64> {
        Ok(self.position.view_hash(self::player(player)?))
    }

    /// All that a player has seen of the game: one line for each action, `?` for those it may not know.
    #[pyo3(signature = (player = None))]
    fn information_state_string(&self, player: Option<i64>) -> PyResult<String> {
        let side = self::player(player.unwrap_or_else(|| self.current_player().into()))?;
        contained(|| {
            let lines = self.position.lines(Some(side))?;
            Ok(lines.into_iter().map(|line| line.unwrap_or("?")).collect::<Vec<_>>().join("\n"))
        })
    }

    /// The actions from the beginning, as the game's records write them.
    fn history_str(&self) -> PyResult<Vec<String>> {
        contained(|| Ok(self.position.lines(None)?.into_iter().flatten().map(str::to_owned).collect()))
    }

    /// A state that the player cannot tell from this one, drawn evenly: what the rules hide from it is drawn anew.
    fn resample_from_infostate(&self, player: i64, seed: u64) -> PyResult<State> {
        let side = self::player(player)?;
        contained(|| Ok(State { scenario: self.scenario.clone(), position: self.position.determinize(side, seed) }))
    }

    /// What a player sees: `planes` (uint8, planes x height x width) and `globals` (float32).
    #[pyo3(signature = (player = None))]
    pub(crate) fn observation<'py>(&self, py: Python<'py>, player: Option<i64>) -> PyResult<Bound<'py, PyDict>> {
        let side = self::player(player.unwrap_or_else(|| self.current_player().into()))?;
        let (planes, shape, globals) = self.position.observe(side);
        let seen = PyDict::new(py);
        seen.set_item("planes", PyArray1::from_vec(py, planes).reshape(shape)?)?;
        seen.set_item("globals", PyArray1::from_vec(py, globals))?;
        Ok(seen)
    }

    /// Tokens of the legal actions in the order of `ids`: int16, actions x 5.
    fn tokens<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i16>>> {
        PyArray1::from_vec(py, self.position.tokens()).reshape([self.position.count(), TOKEN_WIDTH])
    }

    /// Ids of the legal actions in the order of the game's own list, that of `tokens`: int64.
    fn ids<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_vec(py, self.position.ids().into_iter().map(|id| id as i64).collect())
    }

    /// The record of the game so far, as `stavka replay` and the board read it.
    #[pyo3(signature = (*, seed = 0, players = ("axis".to_owned(), "soviet".to_owned())))]
    fn record(&self, seed: u64, players: (String, String)) -> PyResult<String> {
        contained(|| self.position.record(seed, [&players.0, &players.1]))
    }

    /// The state as text; `State.deserialize` reads it.
    fn serialize(&self) -> PyResult<String> {
        let record = self.record(0, ("axis".to_owned(), "soviet".to_owned()))?;
        serde_json::to_string(&(record, &self.scenario.text)).map_err(bad_value)
    }

    /// Reads what `serialize` wrote.
    #[staticmethod]
    fn deserialize(text: &str) -> PyResult<State> {
        let (record, scenario): (String, Option<String>) = serde_json::from_str(text).map_err(bad_value)?;
        State::from_record(&record, scenario.as_deref())
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (String,))> {
        let text = slf.borrow().serialize()?;
        Ok((slf.get_type().getattr("deserialize")?.unbind(), (text,)))
    }

    /// The board as text, as a player sees it; by default the one who decides, or the Axis.
    #[pyo3(signature = (player = None))]
    fn text(&self, player: Option<i64>) -> PyResult<String> {
        let side = self.looks(player)?;
        contained(|| self.position.text(side))
    }

    /// The board as an SVG picture, as a player sees it; by default the one who decides, or the Axis.
    #[pyo3(signature = (player = None))]
    fn svg(&self, player: Option<i64>) -> PyResult<String> {
        let side = self.looks(player)?;
        contained(|| Ok(self.position.picture(side)))
    }

    /// The picture that notebooks show.
    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(None)
    }

    /// A legal action in words for people.
    fn action_to_words(&self, action: i64) -> PyResult<String> {
        let (index, side) = (self.index(action)?, self.looks(None)?);
        contained(|| Ok(self.position.words(index, side)))
    }

    fn __str__(&self) -> PyResult<String> {
        self.text(None)
    }

    fn __repr__(&self) -> String {
        let turn = match self.position.turn() {
            Turn::Player(side) => format!("{} decides: {}", side.name(), self.position.prompt()),
            Turn::Chance => "dice are rolled".to_owned(),
            Turn::Over => self.position.outcome().map_or_else(String::new, |outcome| format!("over: {}", outcome.level)),
        };
        format!("<stavka.State {} {}, turn {}, {turn}>", self.scenario.game, self.scenario.id, self.position.game_turn())
    }
}
