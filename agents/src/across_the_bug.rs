//! What the players know of Across the Bug River.
//!
//! [`evaluator`] reads the [`features`] of a position, which [`survey`] lays out. [`odds`] says what a combat promises and [`attacks`] what
//! that is worth. [`action_prior`] says how promising choices look, [`default_policy`] decides what is not worth a look ahead. [`ground`] is the
//! map in the form they need, [`doctrine`] holds the postures. A combat whose chits are not drawn yet is not played out: its features are
//! those to be expected of it.

mod action_prior;
mod attacks;
mod default_policy;
mod evaluator;
mod features;
mod ground;
mod odds;
mod survey;

use stavka_engine::Side;
use stavka_engine::across_the_bug::{AcrossTheBug, Action};

use self::action_prior::BugInstinct;
use self::evaluator::BugReader;
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

/// The weights of the evaluation.
pub type Evaluation = crate::weights::Weights<Feature>;
/// The chance of a German win.
pub type BugEvaluator = FittedEvaluator<AcrossTheBug>;

impl Playable for AcrossTheBug {
    type Knowledge = Staff<AcrossTheBug>;
    type Staff = Staff<AcrossTheBug>;
    type Evaluator = BugEvaluator;
    type Policy = NoisyPolicy<BugInstinct>;

    /// Activations of the sides interleave: a search ends where the next one begins.
    const HANDOVERS: u32 = 0;

    fn knowledge() -> Staff<AcrossTheBug> {
        Staff::new(Evaluation::of_common_sense())
    }

    /// What decides a game is which formation acts, which the doctrine looks into and the planner does not.
    fn adviser(seed: u64, _: Budget) -> Box<dyn Adviser<AcrossTheBug>> {
        Box::new(DoctrineAgent::new(seed, Self::staff()))
    }

    fn networks() -> &'static Networks<AcrossTheBug> {
        static NETWORKS: Networks<AcrossTheBug> = Networks::new();
        &NETWORKS
    }
}

impl GameKnowledge for AcrossTheBug {
    type Feature = Feature;
    type Reader = BugReader;
    type Prior = BugInstinct;
    const STRENGTH: [&'static [Feature]; 2] =
        [&[Feature::AxisStrength, Feature::AxisShaken], &[Feature::SovietStrength, Feature::SovietShaken]];

    const DONE: Action = Action::Done;
    const WIDTHS: [usize; 2] = [10, 8];
    const MOVES_ARE_SCARCE: bool = true;
    /// A reaction rolls for itself, for its points and for its fights, ten faces each.
    const ROLLS: u8 = 1;

    fn selects(action: Action) -> bool {
        matches!(action, Action::Select(_))
    }

    fn phase_number(&self) -> u8 {
        self.acting().map_or(u8::MAX, |(formation, _)| formation.0 << 3 | self.level(formation) & 7)
    }

    /// Which formation acts. No phase is planned: a phase is an activation, and a plan of one is broken by its first die.
    fn openings(&self, legal: &[Action]) -> Option<f32> {
        legal.iter().any(|action| matches!(action, Action::Activate(_))).then_some(1.0 / action_prior::SHARP)
    }

    /// The turn of a player is the activation of a formation, also in reaction.
    fn player_turn(&self) -> Option<Side> {
        self.acting().map(|(formation, _)| self.data().formation(formation).side)
    }

    /// What a formation does is looked ahead of; which formation acts is by the prior.
    fn is_looked_ahead_of(&self, legal: &[Action]) -> bool {
        legal.iter().any(|action| matches!(action, Action::Select(_) | Action::MoveTo(_) | Action::Attack { .. } | Action::Join(_)))
    }

    fn is_reckoned_with(&self) -> bool {
        self.engagement().is_some()
    }
}
