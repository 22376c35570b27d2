//! A game in progress, whichever game it is.

use std::any::Any;
use std::sync::Arc;

use pyo3::prelude::*;
use stavka_engine::observation::{ActionIds, TOKEN_WIDTH};
use stavka_engine::record::{Record, replay};
use stavka_engine::{Dice, Game, GameName, Observe as _, Outcome, Side, Turn, with_game};
use stavka_render::theme::Theme;
use stavka_render::{Extent, Ink, picture};

use crate::errors::{bad_value, denied};
use crate::past::Past;
use crate::scenario::ScenarioName;

/// A position as text, as a side sees it: the map, and what is asked.
pub(crate) fn text<G: Theme>(game: &G, side: Side) -> PyResult<String> {
    let board = game.board(side, Extent::Whole, Ink::Plain).map_err(bad_value)?;
    let status = game.status(side).join("\n");
    let asked = game.outcome().map_or_else(|| game.prompt(), |outcome| outcome.level.to_owned());
    Ok(format!("{board}\n{status}\n\n{asked}\n"))
}

/// A position with its legal actions and the way to it.
pub(crate) struct Walk<G: Game> {
    pub(crate) game: G,
    /// Every legal action, in the order of indices.
    pub(crate) legal: Vec<G::Action>,
    /// The actions from the beginning; `None` in a world that was drawn.
    past: Option<Past>,
    ids: Arc<ActionIds>,
}

impl<G: Theme> Walk<G> {
    fn begin(scenario: &'static G::Scenario) -> Self {
        Walk::at(G::new(scenario), Some(Past::default()), Arc::new(G::action_ids(scenario)))
    }

    fn at(game: G, past: Option<Past>, ids: Arc<ActionIds>) -> Self {
        let mut walk = Walk { game, legal: Vec::new(), past, ids };
        walk.game.legal_actions(&mut walk.legal);
        walk
    }

    fn play(&mut self, action: G::Action) {
        if let Some(past) = &mut self.past {
            past.push(&self.game, action);
        }
        self.game.apply(action);
        self.game.legal_actions(&mut self.legal);
    }

    /// The walk behind a position, which is one of this game.
    pub(crate) fn of(position: &dyn Position) -> &Self {
        position.as_any().downcast_ref().expect("the position is of its game")
    }

    fn past(&self) -> PyResult<&Past> {
        self.past.as_ref().ok_or_else(|| bad_value("a world that was drawn has no past: it is no game that was played"))
    }
}

/// [`Walk`] without its game's type.
pub(crate) trait Position: Send + Sync {
    fn turn(&self) -> Turn;
    fn outcome(&self) -> Option<Outcome>;
    fn game_turn(&self) -> u16;
    fn prompt(&self) -> String;
    fn is_quiet(&self) -> bool;
    /// Number of legal actions.
    fn count(&self) -> usize;
    /// Ids of the legal actions, in the order of indices.
    fn ids(&self) -> Vec<u64>;
    /// Index of the legal action with this id.
    fn index_of(&self, id: u64) -> Option<usize>;
    /// Weights of the results of chance.
    fn weights(&self) -> Vec<u64>;
    fn play(&mut self, index: usize);
    /// Draws a result of chance by its weight.
    fn draw(&self, seed: u64) -> usize;
    fn notation(&self, index: usize) -> String;
    /// Index of the action that the line names.
    fn read(&self, line: &str) -> PyResult<usize>;
    fn state_hash(&self) -> u64;
    fn view_hash(&self, side: Side) -> u64;
    /// Bytes of all planes, their shape, and globals.
    fn observe(&self, side: Side) -> (Vec<u8>, [usize; 3], Vec<f32>);
    /// Numbers of the tokens of the legal actions.
    fn tokens(&self) -> Vec<i16>;
    fn determinize(&self, side: Side, seed: u64) -> Box<dyn Position>;
    /// Lines of notation from the beginning; those that `viewer` may not read are `None`.
    fn lines(&self, viewer: Option<Side>) -> PyResult<Vec<Option<&str>>>;
    /// The record of the game so far.
    fn record(&self, seed: u64, players: [&str; 2]) -> PyResult<String>;
    /// The board as text, as a side sees it.
    fn text(&self, side: Side) -> PyResult<String>;
    /// The board as an SVG picture, as a side sees it.
    fn picture(&self, side: Side) -> String;
    /// The action with an index in words, as a side may know it.
    fn words(&self, index: usize, side: Side) -> String;
    fn copy(&self) -> Box<dyn Position>;
    fn as_any(&self) -> &dyn Any;
}

impl<G: Theme> Position for Walk<G> {
    fn turn(&self) -> Turn {
        self.game.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn game_turn(&self) -> u16 {
        self.game.game_turn()
    }

    fn prompt(&self) -> String {
        self.game.prompt()
    }

    fn is_quiet(&self) -> bool {
        self.game.is_quiet()
    }

    fn count(&self) -> usize {
        self.legal.len()
    }

    fn ids(&self) -> Vec<u64> {
        self.legal.iter().map(|&action| self.game.action_id(action, &self.ids)).collect()
    }

    fn index_of(&self, id: u64) -> Option<usize> {
        self.legal.iter().position(|&action| self.game.action_id(action, &self.ids) == id)
    }

    fn weights(&self) -> Vec<u64> {
        self.legal.iter().map(|&action| self.game.chance_weight(action)).collect()
    }

    fn play(&mut self, index: usize) {
        Walk::play(self, self.legal[index]);
    }

    fn draw(&self, seed: u64) -> usize {
        let drawn = self.game.draw(&self.legal, &mut Dice::new(seed));
        self.legal.iter().position(|&action| action == drawn).expect("what is drawn is legal")
    }

    fn notation(&self, index: usize) -> String {
        self.game.notation(self.legal[index])
    }

    fn read(&self, line: &str) -> PyResult<usize> {
        let action = self.game.parse_action(line).map_err(bad_value)?;
        match self.legal.iter().position(|&legal| legal == action) {
            Some(index) => Ok(index),
            None => Err(denied(line, &self.game.denial(action))),
        }
    }

    fn state_hash(&self) -> u64 {
        self.game.state_hash()
    }

    fn view_hash(&self, side: Side) -> u64 {
        self.game.view_hash(side)
    }

    fn observe(&self, side: Side) -> (Vec<u8>, [usize; 3], Vec<f32>) {
        let spec = G::observation_spec(self.game.scenario());
        let (planes, globals) = self.game.encoded(side);
        (planes, [spec.planes.len(), spec.height, spec.width], globals)
    }

    fn tokens(&self) -> Vec<i16> {
        let mut tokens = Vec::with_capacity(self.legal.len() * TOKEN_WIDTH);
        self.legal.iter().for_each(|&action| tokens.extend(self.game.token(action).to_array()));
        tokens
    }

    fn determinize(&self, side: Side, seed: u64) -> Box<dyn Position> {
        Box::new(Walk::at(self.game.determinize(side, &mut Dice::new(seed)), None, Arc::clone(&self.ids)))
    }

    fn lines(&self, viewer: Option<Side>) -> PyResult<Vec<Option<&str>>> {
        Ok(self.past()?.lines(viewer))
    }

    fn record(&self, seed: u64, players: [&str; 2]) -> PyResult<String> {
        let mut record = Record::begin::<G>(self.game.scenario(), seed, players);
        self.past()?.lines(None).into_iter().flatten().for_each(|line| record.push(line.to_owned()));
        record.seal(&self.game);
        Ok(record.to_text())
    }

    fn text(&self, side: Side) -> PyResult<String> {
        text(&self.game, side)
    }

    fn picture(&self, side: Side) -> String {
        picture::draw(&self.game, Some(side))
    }

    fn words(&self, index: usize, side: Side) -> String {
        self.game.words(self.legal[index], side)
    }

    fn copy(&self) -> Box<dyn Position> {
        let Walk { game, legal, past, ids } = self;
        Box::new(Walk { game: game.clone(), legal: legal.clone(), past: past.clone(), ids: Arc::clone(ids) })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The first position of a scenario.
pub(crate) fn begin(scenario: &ScenarioName) -> PyResult<Box<dyn Position>> {
    with_game!(scenario.game, G => Ok(Box::new(Walk::<G>::begin(scenario.load::<G>()?))))
}

/// The last position of a record, and its scenario. `text` is that of the scenario's file, if it is one of the user's own.
pub(crate) fn resume(record: &str, text: Option<&str>) -> PyResult<(ScenarioName, Box<dyn Position>)> {
    let record = Record::parse(record).map_err(bad_value)?;
    let game: GameName = record.game.parse().map_err(bad_value)?;
    let named = ScenarioName { game, id: record.scenario.clone(), text: text.map(str::to_owned) };
    with_game!(game, G => {
        let scenario = named.load::<G>()?;
        let mut past = Past::default();
        let last: G = replay(&record, scenario, |game, action| past.push(game, action)).map_err(bad_value)?;
        let walk = Walk::at(last, Some(past), Arc::new(G::action_ids(scenario)));
        Ok((named.clone(), Box::new(walk) as Box<dyn Position>))
    })
}
