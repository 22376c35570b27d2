//! What the evaluator sees of a position.

use stavka_engine::across_the_bug::AcrossTheBug;

use super::features::{COUNT, Moment, Observer, Row};
use crate::knowledge::FeatureReader;
use crate::per_scenario::PerScenario;

/// Reads features. What a side cannot see is as in the world that it is given.
pub struct BugReader {
    observer: PerScenario<Observer>,
    row: Row,
}

impl Default for BugReader {
    fn default() -> Self {
        BugReader { observer: PerScenario::NONE, row: [0.0; COUNT] }
    }
}

impl FeatureReader<AcrossTheBug> for BugReader {
    fn read(&mut self, game: &AcrossTheBug) -> (&[f32], f32) {
        let moment = Moment::of(game);
        self.observer.of(game, Observer::new).observe(game, &moment, &mut self.row);
        (&self.row, moment.progress)
    }
}
