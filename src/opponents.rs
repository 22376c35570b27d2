//! The players of `stavka-agents` by name, as the session uses them.

use stavka_engine::{Dice, View};

use crate::render::Tabletop;

pub(crate) const HINT: &str = "greedy";

#[derive(Debug)]
pub(crate) struct UnknownOpponent(String);
impl std::fmt::Display for UnknownOpponent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "no opponent {:?}", self.0)
    }
}
impl std::error::Error for UnknownOpponent {}

pub(crate) struct Opponent<G> {
    dice: Dice,
    _game: std::marker::PhantomData<G>,
}

impl<G: Tabletop> Opponent<G> {
    pub(crate) fn by_name(name: &str, dice: Dice) -> Result<Self, UnknownOpponent> {
        if name != "random" && name != "greedy" {
            return Err(UnknownOpponent(name.into()));
        }
        Ok(Opponent { dice, _game: std::marker::PhantomData })
    }

    pub(crate) fn choose(&mut self, _view: &View<'_, G>, legal: &[G::Action]) -> G::Action {
        self.dice.choose(legal)
    }
}
