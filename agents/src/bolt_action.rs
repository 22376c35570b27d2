//! What the players know of Bolt Action: the points by which a side is ahead.

use stavka_engine::bolt_action::{Action, BoltAction};
use stavka_engine::{Game as _, Side, Turn};

use crate::action_prior::{ActionPrior, NoisyPolicy};
use crate::fitted::FittedEvaluator;
use crate::knowledge::{FeatureReader, GameKnowledge};
use crate::network::Networks;
use crate::playable::Playable;
use crate::staff::Staff;
use crate::weights::features;

features! {
    "Bolt Action", "../data/bolt-action/evaluation.toml";

    /// Always 1.
    Constant = "constant" 0.0 => "the situation as such",
    /// Points by which the Axis is ahead.
    Margin = "margin" 1.0 => "points",
}

/// The weights of the evaluation.
pub type Evaluation = crate::weights::Weights<Feature>;

/// Reads the features.
#[derive(Default)]
pub struct PlatoonReader {
    row: Row,
}

impl FeatureReader<BoltAction> for PlatoonReader {
    fn read(&mut self, game: &BoltAction) -> (&[f32], f32) {
        self.row = [1.0, f32::from(game.margin()) / 100.0];
        (&self.row, (f32::from(game.game_turn()) / f32::from(game.data().mission.turns)).min(1.0))
    }
}

/// Scores of choices.
#[derive(Default)]
pub struct PlatoonInstinct;

impl ActionPrior<BoltAction> for PlatoonInstinct {
    fn add(&mut self, _: &BoltAction, _: Side, _: &[Action], _: &mut [f32]) {}
}

impl Playable for BoltAction {
    type Knowledge = Staff<BoltAction>;
    type Staff = Staff<BoltAction>;
    type Evaluator = FittedEvaluator<BoltAction>;
    type Policy = NoisyPolicy<PlatoonInstinct>;

    const HANDOVERS: u32 = 0;

    fn networks() -> &'static Networks<BoltAction> {
        static NETWORKS: Networks<BoltAction> = Networks::new();
        &NETWORKS
    }
}

impl GameKnowledge for BoltAction {
    type Feature = Feature;
    type Reader = PlatoonReader;
    type Prior = PlatoonInstinct;

    const DONE: Action = Action::Done;
    const WIDTHS: [usize; 2] = [10, 8];
    const MOVES_ARE_SCARCE: bool = true;
    const ROLLS: u8 = 1;

    fn selects(action: Action) -> bool {
        matches!(action, Action::Order { .. })
    }

    fn phase_number(&self) -> u8 {
        0
    }

    fn player_turn(&self) -> Option<Side> {
        if let Turn::Player(side) = self.turn() { Some(side) } else { None }
    }
}
