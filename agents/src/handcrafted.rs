//! Hand-written knowledge in the place of a network.

use stavka_engine::{Dice, Side, Turn};

use crate::agent::SearchControl;
use crate::budget::{Allotment, Deadline};
use crate::evaluator::{Evaluator as _, Policy as _};
use crate::logistic::ln;
use crate::network::{Forecast, NetworkError, PolicyValue, Query, Replies};
use crate::playable::Playable;
use crate::rollout::play_on;

/// Weights count as no less than this.
const LEAST_WEIGHT: f32 = 1e-6;

/// Answers as a network would, out of a game's evaluator: logits are logarithms of its weights, the forecast is its
/// value of the next quiet position, which the game's policy plays on to. There are no draws, and the margin
/// is not foreseen.
pub struct HandcraftedPolicyValue<G: Playable> {
    evaluator: G::Evaluator,
    policy: G::Policy,
    positions: Vec<G>,
    values: Vec<f32>,
    legal: Vec<G::Action>,
}

impl<G: Playable> HandcraftedPolicyValue<G> {
    /// Fresh counsel.
    pub fn new() -> Self {
        HandcraftedPolicyValue {
            evaluator: G::evaluator(),
            policy: G::policy(),
            positions: Vec::new(),
            values: Vec::new(),
            legal: Vec::new(),
        }
    }

    fn answer(&mut self, query: &Query<G>, side: Side, replies: &mut Replies) {
        self.evaluator.prepare(&query.game, side);
        self.policy.prepare(&query.game, side);
        let mut game = query.game.clone();
        // Equal positions get equal answers.
        let mut dice = Dice::new(game.state_hash());
        let limit = Allotment::of_iterations(u32::MAX);
        let finished =
            play_on(&mut game, &mut self.policy, 0, &mut dice, &mut self.legal, &Deadline { limit: &limit, control: &SearchControl::NONE });
        debug_assert!(finished.is_ok(), "a limit of simulations never runs out in a rollout");
        self.positions.clear();
        self.positions.push(game);
        self.evaluator.evaluate(&self.positions, &mut self.values);
        let win = if side == Side::Axis { self.values[0] } else { 1.0 - self.values[0] };
        self.evaluator.weigh(&query.game, &query.legal, &mut self.values);
        for weight in &mut self.values {
            *weight = ln(f64::from(weight.max(LEAST_WEIGHT))) as f32;
        }
        replies.push(&self.values, Forecast { win, draw: 0.0, loss: 1.0 - win, margin: 0.0 });
    }
}

impl<G: Playable> Default for HandcraftedPolicyValue<G> {
    fn default() -> Self {
        HandcraftedPolicyValue::new()
    }
}

impl<G: Playable> PolicyValue<G> for HandcraftedPolicyValue<G> {
    fn predict(&mut self, queries: &[Query<G>], replies: &mut Replies) -> Result<(), NetworkError> {
        replies.clear();
        for query in queries {
            let Turn::Player(side) = query.game.turn() else {
                return Err(NetworkError("nobody decides in the position".to_owned()));
            };
            self.answer(query, side, replies);
        }
        Ok(())
    }
}
