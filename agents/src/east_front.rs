//! What the players know of the East Front.
//!
//! [`evaluator`] reads the [`features`] of a position, [`action_prior`] says how promising choices look,
//! [`default_policy`] and [`air`] decide what is not worth a look ahead. [`attacks`] deals the units of a side out to the attacks it
//! could make, and [`odds`] says what each promises; [`prospect`] is the chance of the assaults still to come; [`ground`] is map
//! and counters in the form they need. [`doctrine`] holds the postures. The greedy player is a staff with the weights of common sense that counts marches and no assaults to come.

mod action_prior;
mod air;
mod attacks;
mod default_policy;
mod doctrine;
mod evaluator;
mod features;
mod ground;
mod odds;
mod prospect;

use stavka_engine::Side;
use stavka_engine::east_front::{Action, EastFront, Phase};

use self::action_prior::EastFrontInstinct;
use self::doctrine::POSTURES;
use self::evaluator::EastFrontReader;
use self::features::Feature;
use crate::action_prior::NoisyPolicy;
use crate::doctrine::Posture;
use crate::fitted::FittedEvaluator;
use crate::knowledge::GameKnowledge;
use crate::network::Networks;
use crate::playable::Playable;
use crate::staff::Staff;

/// The weights of the evaluation.
pub type Evaluation = crate::weights::Weights<Feature>;
/// The chance of an Axis win.
pub type EastFrontEvaluator = FittedEvaluator<EastFront>;

impl Playable for EastFront {
    type Knowledge = Staff<EastFront>;
    type Staff = Staff<EastFront>;
    type Evaluator = EastFrontEvaluator;
    type Policy = NoisyPolicy<EastFrontInstinct>;

    const HANDOVERS: u32 = 0;

    fn knowledge() -> Staff<EastFront> {
        // The greedy player counts marches; assaults that are still to come are beyond it.
        Staff::new(Evaluation::of_common_sense().bent(&[(Feature::Assault, 0.0)]))
    }

    fn networks() -> &'static Networks<EastFront> {
        static NETWORKS: Networks<EastFront> = Networks::new();
        &NETWORKS
    }
}

impl GameKnowledge for EastFront {
    type Feature = Feature;
    type Reader = EastFrontReader;
    type Prior = EastFrontInstinct;
    const STRENGTH: [&'static [Feature]; 2] =
        [&[Feature::Losses, Feature::Bled, Feature::AxisAttack], &[Feature::SovietDefence, Feature::Garrisons, Feature::Reserves]];

    const DONE: Action = Action::Done;
    const WIDTHS: [usize; 2] = [16, 12];
    const POSTURES: [&'static [Posture<Feature>]; 2] = POSTURES;

    fn selects(action: Action) -> bool {
        matches!(action, Action::Select(_))
    }

    fn phase_number(&self) -> u8 {
        EastFront::phase_number(self)
    }

    fn is_planned(&self) -> bool {
        matches!(self.current_phase(), Phase::AxisMovement | Phase::AxisMotorized | Phase::SovietMovement | Phase::SovietMotorized)
    }

    /// Reactions belong to the turn of the side that attacks, the air war of the strategic segment to nobody.
    fn player_turn(&self) -> Option<Side> {
        use Phase::{
            AxisCombat, AxisDeclaration, AxisEngineer, AxisMotorized, AxisMovement, AxisReaction, SovietCombat, SovietDeclaration,
            SovietEngineer, SovietMotorized, SovietMovement, SovietReaction,
        };
        match self.current_phase() {
            AxisMovement | AxisDeclaration | SovietReaction | AxisCombat | AxisMotorized | AxisEngineer => Some(Side::Axis),
            SovietMotorized | SovietDeclaration | AxisReaction | SovietCombat | SovietMovement | SovietEngineer => Some(Side::Soviet),
            Phase::Weather | Phase::Arrivals | Phase::Readiness | Phase::Interdiction | Phase::Surrender | Phase::Interphase => None,
        }
    }

    /// Moves are looked ahead of, with what follows from them.
    fn is_looked_ahead_of(&self, legal: &[Action]) -> bool {
        legal.iter().any(|action| {
            matches!(
                action,
                Action::Select(_)
                    | Action::MoveTo(_)
                    | Action::Via(_)
                    | Action::Overrun { .. }
                    | Action::Advance { .. }
                    | Action::RetreatTo(_)
                    | Action::Lose(_)
            )
        })
    }
}
