//! What the players know of Blocks in the East.
//!
//! [`evaluator`] reads the [`features`] of a position, which [`survey`] lays out. [`odds`] says what a battle promises, by the dice that its units
//! throw. [`action_prior`] says how promising choices look, [`assault`] which units attack together, [`habits`] what to build and who takes hits,
//! [`command`] which headquarters to activate; [`glance`] is the position as these see it. [`ground`] is the map in the form they need,
//! [`doctrine`] holds the postures. A battle whose dice are not thrown yet is not played out: its features are those to be expected of it.

mod action_prior;
mod assault;
mod command;
mod doctrine;
mod evaluator;
mod features;
mod glance;
mod ground;
mod habits;
mod odds;
mod survey;

use stavka_engine::blocks_in_the_east::{Action, Asked, BlocksInTheEast, Phase, UnitId};
use stavka_engine::{Dice, Side};

use self::action_prior::BlocksInstinct;
use self::doctrine::POSTURES;
use self::evaluator::BlocksReader;
use self::features::Feature;
use crate::action_prior::NoisyPolicy;
use crate::doctrine::Posture;
use crate::fitted::FittedEvaluator;
use crate::knowledge::GameKnowledge;
use crate::network::Networks;
use crate::playable::Playable;
use crate::staff::Staff;

/// Most units on the map with which the answer to a plan is played out in two worlds.
const FEW_UNITS: usize = 90;

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

    fn knowledge() -> Staff<BlocksInTheEast> {
        Staff::new(Evaluation::of_common_sense())
    }

    fn networks() -> &'static Networks<BlocksInTheEast> {
        static NETWORKS: Networks<BlocksInTheEast> = Networks::new();
        &NETWORKS
    }
}

impl GameKnowledge for BlocksInTheEast {
    type Feature = Feature;
    type Reader = BlocksReader;
    type Prior = BlocksInstinct;
    const STRENGTH: [&'static [Feature]; 2] = [
        &[Feature::AxisInfantry, Feature::AxisArmour, Feature::AxisArtillery, Feature::AxisAir],
        &[Feature::SovietInfantry, Feature::SovietArmour, Feature::SovietArtillery, Feature::SovietAir],
    ];

    const DONE: Action = Action::Done;
    const WIDTHS: [usize; 2] = [8, 6];
    const POSTURES: [&'static [Posture<Feature>]; 2] = POSTURES;

    fn selects(action: Action) -> bool {
        matches!(action, Action::Select(_))
    }

    /// Aircraft fly to the battles that ground units begin: the two movements are planned as one.
    fn phase_number(&self) -> u8 {
        self.phase().map_or(u8::MAX, |(side, phase)| {
            let phase = if phase == Phase::AirMovement { Phase::GroundMovement } else { phase };
            side.index() as u8 * 32 + phase as u8
        })
    }

    fn player_turn(&self) -> Option<Side> {
        self.phase().map(|(side, _)| side)
    }

    /// The moves of a phase are planned together.
    fn is_planned(&self) -> bool {
        matches!(self.phase(), Some((_, Phase::GroundMovement | Phase::Exploitation)))
    }

    /// More worlds where fewer units make them cheap.
    fn answers(&self) -> u64 {
        let units: usize = Side::ALL.map(|side| self.units_on_map(side).count()).iter().sum();
        if units <= FEW_UNITS { 2 } else { 1 }
    }

    /// Moves and sorties are looked ahead of; production, hits, the order of battles and where headquarters go are by the prior. So is who
    /// leaves a battle: units leave it together, and to look at one of them alone leaves the others to their fate.
    fn is_looked_ahead_of(&self, legal: &[Action]) -> bool {
        let is_headquarters = |unit: UnitId| self.data().unit(unit).is_headquarters();
        let by_prior = matches!(self.asked(), Some(Asked::March { unit, .. }) if is_headquarters(unit));
        let leaves = |action: &Action| matches!(action, Action::Withdraw(_));
        !by_prior
            && !legal.iter().any(leaves)
            && legal
                .iter()
                .any(|action| matches!(action, Action::Select(_) | Action::MoveTo(_) | Action::Fly(_) | Action::Fuel(_) | Action::Join(_)))
    }

    /// Headquarters move up and are activated before those that draw on them; a unit that has marched stays where it is.
    fn rule_of_thumb(&self, _: Side, legal: &[Action], _: &mut Dice) -> Option<Action> {
        if let Some(order) = command::order(self, legal) {
            return Some(order);
        }
        let begun = matches!(self.asked(), Some(Asked::March { begun: true, .. }));
        (begun && legal.contains(&Action::Done)).then_some(Action::Done)
    }

    /// Dice of a battle.
    fn is_reckoned_with(&self) -> bool {
        self.volley().is_some()
    }
}
