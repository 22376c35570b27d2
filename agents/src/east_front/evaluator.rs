//! What the evaluator sees of a position.

use stavka_engine::east_front::EastFront;

use super::features::{COUNT, Moment, Observer, Row};
use crate::knowledge::FeatureReader;
use crate::per_scenario::PerScenario;

/// Reads features. It looks at nothing that a side hides: neither at face-down air units nor at orders.
pub struct EastFrontReader {
    observer: PerScenario<Observer>,
    row: Row,
}

impl Default for EastFrontReader {
    fn default() -> Self {
        EastFrontReader { observer: PerScenario::NONE, row: [0.0; COUNT] }
    }
}

impl FeatureReader<EastFront> for EastFrontReader {
    fn read(&mut self, game: &EastFront) -> (&[f32], f32) {
        let moment = Moment::of(game);
        self.observer.of(game, Observer::new).observe(game, &moment, &mut self.row);
        (&self.row, moment.progress)
    }
}
