//! What the evaluator sees of a position.

use stavka_engine::Game as _;
use stavka_engine::blocks_in_the_east::BlocksInTheEast;

use super::features::{COUNT, Row, observe};
use crate::knowledge::FeatureReader;

/// Reads features.
pub struct BlocksReader {
    row: Row,
}

impl Default for BlocksReader {
    fn default() -> Self {
        BlocksReader { row: [0.0; COUNT] }
    }
}

impl FeatureReader<BlocksInTheEast> for BlocksReader {
    fn read(&mut self, game: &BlocksInTheEast) -> (&[f32], f32) {
        observe(game, &mut self.row);
        let [first, last] = game.data().script.turns;
        let progress = f32::from(game.game_turn() as u8 - first) / f32::from(last - first + 1);
        (&self.row, progress)
    }
}
