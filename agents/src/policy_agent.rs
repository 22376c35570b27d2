//! The player that acts on the rollout policy of a game, without looking ahead.

use stavka_engine::{Determinize, Dice, View};

use crate::agent::{Agent, SearchControl};
use crate::evaluator::Policy;

/// Plays a game as searches play on outside their trees.
pub struct PolicyAgent<P> {
    seed: u64,
    dice: Dice,
    policy: P,
}

impl<P> PolicyAgent<P> {
    /// A player with the stream of `seed`.
    pub fn new(seed: u64, policy: P) -> Self {
        PolicyAgent { seed, dice: Dice::stream(seed, 0), policy }
    }
}

impl<G: Determinize, P: Policy<G>> Agent<G> for PolicyAgent<P> {
    fn name(&self) -> &'static str {
        "policy"
    }

    fn new_game(&mut self, game_seed: u64) {
        self.dice = Dice::stream(self.seed, game_seed);
    }

    fn choose(&mut self, view: View<'_, G>, legal: &[G::Action], _control: SearchControl<'_>) -> G::Action {
        let game = view.determinize(&mut self.dice);
        self.policy.prepare(&game, view.viewer());
        self.policy.pick(&game, legal, &mut self.dice)
    }
}
