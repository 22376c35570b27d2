//! What a player is.

use stavka_engine::env::Opponent;
use stavka_engine::{Dice, Game, View};

/// A player of either side.
///
/// Its choices depend on the seed it was made with, on the seed of the game and on what it has been
/// shown since [`Agent::new_game`], and on nothing else.
pub trait Agent<G: Game>: Send {
    /// Name of the kind of player, as the registry knows it.
    fn name(&self) -> &'static str;

    /// Forgets earlier games and takes up the random stream of this one.
    fn new_game(&mut self, game_seed: u64);

    /// Chooses one of `legal`, the legal actions of the viewing side, which is to act.
    fn choose(&mut self, view: View<'_, G>, legal: &[G::Action]) -> G::Action;
}

/// An agent as the opponent that an environment plays against. It takes the seed of each episode
/// from the stream that the environment hands it.
pub struct AsOpponent<G> {
    agent: Box<dyn Agent<G>>,
    seeded: bool,
}

impl<G: Game> AsOpponent<G> {
    /// Wraps an agent.
    pub fn new(agent: Box<dyn Agent<G>>) -> Self {
        AsOpponent { agent, seeded: false }
    }
}

impl<G: Game> Opponent<G> for AsOpponent<G> {
    fn choose(&mut self, view: View<'_, G>, legal: &[G::Action], dice: &mut Dice) -> G::Action {
        if !self.seeded {
            self.agent.new_game(dice.bits());
            self.seeded = true;
        }
        self.agent.choose(view, legal)
    }

    fn new_game(&mut self) {
        self.seeded = false;
    }
}
