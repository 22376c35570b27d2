//! What the players know of the East Front.
//!
//! [`evaluator`] weighs the [`features`] of a position with fitted weights, [`instinct`] says how promising choices look,
//! [`habits`] and [`air`] decide what is not worth a look ahead. [`attacks`] deals the units of a side out to the attacks it
//! could make, and [`odds`] says what each promises; [`prospect`] is the chance of the assaults still to come; [`ground`] is map
//! and counters in the form they need. [`staff`] looks ahead by evaluator and instinct, [`doctrine`] are its postures. The greedy
//! player is a staff with the weights of common sense that counts marches and no assaults to come.

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
mod staff;

pub use evaluator::EastFrontEvaluator;
pub use staff::Staff;

use stavka_engine::Side;
use stavka_engine::east_front::{EastFront, Phase};

use self::action_prior::EastFrontInstinct;
use self::features::Feature;
use crate::action_prior::NoisyPolicy;
use crate::network::Networks;
use crate::playable::Playable;

/// The weights of the evaluation.
pub type Evaluation = crate::weights::Weights<Feature>;
/// How play goes on outside a search tree.
pub type EastFrontPolicy = NoisyPolicy<EastFrontInstinct>;

/// How much the rollouts waver.
const NOISE: f32 = 1.0;

impl Playable for EastFront {
    type Knowledge = Staff;
    type Staff = Staff;
    type Evaluator = EastFrontEvaluator;
    type Policy = EastFrontPolicy;

    const HANDOVERS: u32 = 0;

    fn knowledge() -> Staff {
        // The greedy player counts marches; assaults that are still to come are beyond it.
        Staff::new(Evaluation::of_common_sense().bent([(Feature::Assault as usize, 0.0)]))
    }

    fn staff() -> Staff {
        Staff::new(Evaluation::embedded().clone())
    }

    fn evaluator() -> EastFrontEvaluator {
        EastFrontEvaluator::new(Evaluation::embedded().clone())
    }

    fn policy() -> EastFrontPolicy {
        EastFrontPolicy::new(EastFrontInstinct::new(), NOISE)
    }

    fn networks() -> &'static Networks<EastFront> {
        static NETWORKS: Networks<EastFront> = Networks::new();
        &NETWORKS
    }
}

/// Whose player turn it is. Reactions belong to the turn of the side that attacks, the air war of the strategic segment to nobody.
fn player_turn(game: &EastFront) -> Option<Side> {
    use Phase::{
        AxisCombat, AxisDeclaration, AxisEngineer, AxisMotorized, AxisMovement, AxisReaction, SovietCombat, SovietDeclaration,
        SovietEngineer, SovietMotorized, SovietMovement, SovietReaction,
    };
    match game.current_phase() {
        AxisMovement | AxisDeclaration | SovietReaction | AxisCombat | AxisMotorized | AxisEngineer => Some(Side::Axis),
        SovietMotorized | SovietDeclaration | AxisReaction | SovietCombat | SovietMovement | SovietEngineer => Some(Side::Soviet),
        Phase::Weather | Phase::Arrivals | Phase::Readiness | Phase::Interdiction | Phase::Surrender | Phase::Interphase => None,
    }
}
