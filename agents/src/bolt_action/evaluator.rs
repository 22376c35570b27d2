//! What the evaluator sees of a position.

use stavka_engine::bolt_action::BoltAction;

use super::features::{COUNT, Moment, Row, observe};
use super::ground::Ground;
use crate::knowledge::FeatureReader;
use crate::per_scenario::PerScenario;

/// Reads features. Nothing is hidden.
pub struct BoltReader {
    ground: PerScenario<&'static Ground>,
    row: Row,
}

impl Default for BoltReader {
    fn default() -> Self {
        BoltReader { ground: PerScenario::NONE, row: [0.0; COUNT] }
    }
}

impl FeatureReader<BoltAction> for BoltReader {
    fn read(&mut self, game: &BoltAction) -> (&[f32], f32) {
        let moment = Moment::of(game);
        let ground = self.ground.of(game, |game| Ground::shared(game.data()));
        observe(game, ground, moment, &mut self.row);
        (&self.row, moment.progress)
    }
}
