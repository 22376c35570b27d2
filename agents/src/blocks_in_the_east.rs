//! What the players know of Blocks in the East.

mod action_prior;
mod evaluator;
mod features;

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::{Action, BlocksInTheEast};

use self::action_prior::BlocksInstinct;
use self::evaluator::BlocksReader;
use self::features::Feature;
use crate::action_prior::NoisyPolicy;
use crate::fitted::FittedEvaluator;
use crate::knowledge::GameKnowledge;
use crate::network::Networks;
use crate::playable::Playable;
use crate::staff::Staff;

/// The weights of the evaluation.
pub type Evaluation = crate::weights::Weights<Feature>;
/// The chance of an Axis win.
pub type BlocksEvaluator = FittedEvaluator<BlocksInTheEast>;

impl Playable for BlocksInTheEast {
    type Knowledge = Staff<BlocksInTheEast>;
    type Staff = Staff<BlocksInTheEast>;
    type Evaluator = BlocksEvaluator;
    type Policy = NoisyPolicy<BlocksInstinct>;

    const HANDOVERS: u32 = 0;

    fn networks() -> &'static Networks<BlocksInTheEast> {
        static NETWORKS: Networks<BlocksInTheEast> = Networks::new();
        &NETWORKS
    }
}

impl GameKnowledge for BlocksInTheEast {
    type Feature = Feature;
    type Reader = BlocksReader;
    type Prior = BlocksInstinct;

    const DONE: Action = Action::Done;
    const WIDTHS: [usize; 2] = [12, 8];

    fn selects(action: Action) -> bool {
        matches!(action, Action::Select(_))
    }

    fn phase_number(&self) -> u8 {
        self.phase().map_or(u8::MAX, |(side, phase)| side.index() as u8 * 32 + phase as u8)
    }

    fn player_turn(&self) -> Option<Side> {
        self.phase().map(|(side, _)| side)
    }
}
