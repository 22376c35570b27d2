//! What the evaluator sees of a position.

use stavka_engine::armir::Armir;
use stavka_engine::{Game as _, Side};

use super::belief::Belief;
use super::features::{COUNT, Moment, Observer, Row};
use crate::knowledge::FeatureReader;
use crate::per_scenario::PerScenario;

/// Reads features. The Soviets know their objectives; for the Axis as viewer nobody looks at them, not even at those of
/// an imagined world. What they may be is weighed by what the Axis believes of them in the position that was prepared for:
/// what the Axis only imagines doing tells it nothing of them.
pub struct ArmirReader {
    viewer: Side,
    /// What the Axis believes of the objectives, once a position was prepared for.
    belief: Option<Belief>,
    observer: PerScenario<Observer>,
    row: Row,
}

impl Default for ArmirReader {
    fn default() -> Self {
        ArmirReader { viewer: Side::Axis, belief: None, observer: PerScenario::NONE, row: [0.0; COUNT] }
    }
}

impl ArmirReader {
    /// Features of the objectives are averaged over a belief, and with them the logarithm of the odds, which is linear in all
    /// of them.
    fn read_with(&mut self, game: &Armir, belief: &Belief) -> (&[f32], f32) {
        let moment = Moment::of(game);
        let prospects = self.observer.of(game, Observer::new).observe(game, &moment, &mut self.row);
        belief.judge(game, &moment, &prospects, &mut self.row);
        (&self.row, moment.progress)
    }
}

impl FeatureReader<Armir> for ArmirReader {
    fn prepare(&mut self, root: &Armir, viewer: Side) {
        self.viewer = viewer;
        self.belief = (viewer == Side::Axis && root.outcome().is_none()).then(|| Belief::of(root));
    }

    fn read(&mut self, game: &Armir) -> (&[f32], f32) {
        let known = game.known_objectives(Side::Soviet).filter(|_| self.viewer == Side::Soviet);
        let belief = known.map(Belief::certain).or(self.belief).unwrap_or_else(|| Belief::of(game));
        self.read_with(game, &belief)
    }

    fn read_openly(&mut self, game: &Armir) -> (&[f32], f32) {
        let belief = game.known_objectives(Side::Soviet).map_or_else(|| Belief::of(game), Belief::certain);
        self.read_with(game, &belief)
    }
}
