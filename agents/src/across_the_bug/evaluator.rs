//! What the evaluator sees of a position.

use stavka_engine::Side;
use stavka_engine::across_the_bug::AcrossTheBug;

use super::features::{COUNT, Moment, Observer, Row};
use crate::knowledge::FeatureReader;
use crate::per_scenario::PerScenario;

/// Reads features. What the viewer cannot see counts as the mean of what it may be.
pub struct BugReader {
    observer: PerScenario<Observer>,
    row: Row,
    viewer: Option<Side>,
}

impl Default for BugReader {
    fn default() -> Self {
        BugReader { observer: PerScenario::NONE, row: [0.0; COUNT], viewer: None }
    }
}

impl FeatureReader<AcrossTheBug> for BugReader {
    fn prepare(&mut self, _root: &AcrossTheBug, viewer: Side) {
        self.viewer = Some(viewer);
    }

    fn read(&mut self, game: &AcrossTheBug) -> (&[f32], f32) {
        match self.viewer {
            Some(viewer) => self.read_openly(&game.as_seen_by(viewer)),
            None => self.read_openly(game),
        }
    }

    fn read_openly(&mut self, game: &AcrossTheBug) -> (&[f32], f32) {
        let moment = Moment::of(game);
        self.observer.of(game, Observer::new).observe(game, &moment, &mut self.row);
        (&self.row, moment.progress)
    }
}
