//! A player that is told what to choose in secret, and otherwise plays as it does.

use stavka_engine::{Game, View};

use crate::agent::{Agent, Report, SearchControl};

/// A player with a choice that it makes wherever it is legal.
pub(crate) struct UnderOrders<G: Game> {
    order: G::Action,
    player: Box<dyn Agent<G>>,
}

impl<G: Game> UnderOrders<G> {
    /// A player who is told to choose this.
    pub(crate) fn new(order: G::Action, player: Box<dyn Agent<G>>) -> Self {
        UnderOrders { order, player }
    }
}

impl<G: Game> Agent<G> for UnderOrders<G> {
    fn name(&self) -> &'static str {
        self.player.name()
    }

    fn new_game(&mut self, game_seed: u64) {
        self.player.new_game(game_seed);
    }

    fn choose(&mut self, view: View<'_, G>, legal: &[G::Action], control: SearchControl<'_>) -> G::Action {
        if legal.contains(&self.order) { self.order } else { self.player.choose(view, legal, control) }
    }

    fn report(&self) -> Option<Report<G::Action>> {
        self.player.report()
    }
}
