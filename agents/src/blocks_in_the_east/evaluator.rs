//! What the evaluator sees of a position.

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::BlocksInTheEast;

use super::assault;
use super::features::{COUNT, Moment, Observer, Row};
use crate::knowledge::FeatureReader;
use crate::per_scenario::PerScenario;

/// Reads features. Blocks that the viewer does not know count as the mean of what they may be.
pub struct BlocksReader {
    observer: PerScenario<Observer>,
    row: Row,
    viewer: Option<Side>,
}

impl Default for BlocksReader {
    fn default() -> Self {
        BlocksReader { observer: PerScenario::NONE, row: [0.0; COUNT], viewer: None }
    }
}

impl BlocksReader {
    fn measure(&mut self, game: &BlocksInTheEast, viewer: Option<Side>) -> (&[f32], f32) {
        let moment = Moment::of(game);
        self.observer.of(game, Observer::new).observe(game, viewer, &moment, &mut self.row);
        (&self.row, moment.progress)
    }
}

impl FeatureReader<BlocksInTheEast> for BlocksReader {
    fn prepare(&mut self, root: &BlocksInTheEast, viewer: Side) {
        self.viewer = Some(viewer);
        let observer = self.observer.of(root, Observer::new);
        observer.aim(root, self.viewer);
        observer.sorties = assault::planned_sorties(observer, root, viewer);
    }

    fn read(&mut self, game: &BlocksInTheEast) -> (&[f32], f32) {
        self.measure(game, self.viewer)
    }

    fn read_openly(&mut self, game: &BlocksInTheEast) -> (&[f32], f32) {
        self.measure(game, None)
    }
}
