//! What the players know of Bolt Action.
//!
//! [`evaluator`] reads the [`features`] of a position, which [`survey`] lays out, with what a volley or an assault before its dice is
//! expected to do. [`action_prior`] says how promising choices look, [`set_up`] where units are placed. [`ground`] is the battlefield in the
//! form they need, with what each unit does at each range.

mod action_prior;
mod evaluator;
mod features;
mod ground;
mod set_up;
mod survey;

use stavka_engine::Side;
use stavka_engine::bolt_action::{Action, BoltAction};

use self::action_prior::BoltInstinct;
use self::evaluator::BoltReader;
use self::features::Feature;
use crate::action_prior::NoisyPolicy;
use crate::adviser::Adviser;
use crate::budget::Budget;
use crate::doctrine::DoctrineAgent;
use crate::fitted::FittedEvaluator;
use crate::knowledge::GameKnowledge;
use crate::network::Networks;
use crate::playable::Playable;
use crate::staff::Staff;

/// Choices that are judged by the reply to them.
const RIVALS: usize = 5;

/// The weights of the evaluation.
pub type Evaluation = crate::weights::Weights<Feature>;
/// The chance of an Axis win.
pub type BoltEvaluator = FittedEvaluator<BoltAction>;

impl Playable for BoltAction {
    type Knowledge = Staff<BoltAction>;
    type Staff = Staff<BoltAction>;
    type Evaluator = BoltEvaluator;
    type Policy = NoisyPolicy<BoltInstinct>;

    /// Orders of the sides interleave.
    const HANDOVERS: u32 = 1;

    /// The staff has other weights: objectives count little for it while there is time.
    fn knowledge() -> Staff<BoltAction> {
        Staff::new(Evaluation::of_common_sense())
    }

    /// Sides take turns at every die, which the planner, whose plans are for a player turn, does not see.
    fn adviser(seed: u64, _: Budget) -> Box<dyn Adviser<BoltAction>> {
        Box::new(DoctrineAgent::new(seed, Self::staff()))
    }

    fn networks() -> &'static Networks<BoltAction> {
        static NETWORKS: Networks<BoltAction> = Networks::new();
        &NETWORKS
    }
}

impl GameKnowledge for BoltAction {
    type Feature = Feature;
    type Reader = BoltReader;
    type Prior = BoltInstinct;
    const STRENGTH: [&'static [Feature]; 2] = [&[Feature::AxisForce, Feature::AxisPins], &[Feature::SovietForce, Feature::SovietPins]];

    const DONE: Action = Action::Done;
    const WIDTHS: [usize; 2] = [14, 6];
    /// The test of the order, and the die of a Rally.
    const ROLLS: u8 = 2;

    fn selects(_: Action) -> bool {
        false
    }

    /// Each order is a phase.
    fn phase_number(&self) -> u8 {
        Side::ALL.map(|side| self.in_bag(side) as u8).into_iter().sum()
    }

    fn player_turn(&self) -> Option<Side> {
        None
    }

    /// The set-up, facings and orders that are kept are chosen by knowledge alone.
    fn is_looked_ahead_of(&self, legal: &[Action]) -> bool {
        !legal.iter().any(|action| {
            matches!(
                action,
                Action::Block { .. }
                    | Action::Place { .. }
                    | Action::Face { .. }
                    | Action::Keep(_)
                    | Action::GiveBack(_)
                    | Action::Mistake(_)
            )
        })
    }

    /// Orders, and where those on the move go.
    fn rivals(&self, legal: &[Action]) -> usize {
        match legal.iter().find(|action| **action != Action::Done) {
            Some(Action::Order { .. } | Action::Assault(_) | Action::MoveTo(_)) => RIVALS,
            _ => 1,
        }
    }

    /// A volley or close quarters before the dice.
    fn is_reckoned_with(&self) -> bool {
        let reacts = matches!(stavka_engine::Game::turn(self), stavka_engine::Turn::Player(_));
        !reacts && (self.volley().is_some() || self.is_melee())
    }
}
