//! The player that chooses uniformly.

use stavka_engine::{Dice, Game, View};

use crate::agent::{Agent, SearchControl};

/// Chooses uniformly among the legal actions.
#[derive(Clone, Debug)]
pub struct Random {
    seed: u64,
    dice: Dice,
}

impl Random {
    /// A player with the stream of `seed`.
    pub fn new(seed: u64) -> Self {
        Random { seed, dice: Dice::stream(seed, 0) }
    }
}

impl<G: Game> Agent<G> for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn new_game(&mut self, game_seed: u64) {
        self.dice = Dice::stream(self.seed, game_seed);
    }

    fn choose(&mut self, _view: View<'_, G>, legal: &[G::Action], _control: SearchControl<'_>) -> G::Action {
        self.dice.choose(legal)
    }
}
