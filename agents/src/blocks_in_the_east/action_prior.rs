//! How promising choices look at a glance.

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::{Action, BlocksInTheEast};

use crate::action_prior::ActionPrior;

/// Scores of choices.
#[derive(Default)]
pub struct BlocksInstinct;

impl ActionPrior<BlocksInTheEast> for BlocksInstinct {
    fn add(&mut self, _game: &BlocksInTheEast, _side: Side, _legal: &[Action], _out: &mut [f32]) {}
}
