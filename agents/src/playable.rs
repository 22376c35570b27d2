//! What a game brings for its players: knowledge, an evaluator, a rollout policy, networks.

use stavka_engine::{Determinize, Side};

use crate::adviser::Adviser;
use crate::budget::Budget;
use crate::doctrine::Doctrine;
use crate::evaluator::{Evaluator, Policy};
use crate::explain::Explain;
use crate::heuristic::Heuristic;
use crate::network::Networks;
use crate::oep::Evolution;

/// A choice of a game that one side makes in secret, as the setting of a player that is told what to choose.
pub struct SecretChoice<A> {
    /// Name of the setting, in lower case.
    pub name: &'static str,
    /// What its value may be, for people.
    pub expected: &'static str,
    /// The choice that a value stands for, as the game's notation writes it; `None` if that is none.
    pub read: fn(&str) -> Option<A>,
    /// The choices that the panel of opponents plays, in the same notation: few, and as different as can be.
    pub panel: &'static [&'static str],
}

/// A game with the knowledge that its players need.
pub trait Playable: Determinize {
    /// What the greedy player knows of the game.
    type Knowledge: Heuristic<Self> + Default + 'static;
    /// What the doctrine player knows of the game.
    type Staff: Doctrine<Self> + Default + 'static;
    /// What a search thinks of positions.
    type Evaluator: Evaluator<Self> + Explain<Self> + Default + 'static;
    /// How a search plays on outside its tree.
    type Policy: Policy<Self> + Default + 'static;

    /// How often a search lets the move pass to the other side; few where a player turn is many decisions.
    const HANDOVERS: u32 = u32::MAX;

    /// The choice that a side of the game makes in secret, if there is one that scripted players can be told.
    const SECRET: Option<SecretChoice<Self::Action>> = None;

    /// How likely it is that the other side has chosen what `viewer` does not see in this world, beside the likeliest world,
    /// above 0 and up to 1. It comes from what the viewer sees of the game at hand and from what is rational, not from the
    /// habits of particular players.
    fn belief(_world: &Self, _viewer: Side) -> f32 {
        1.0
    }

    /// Fresh knowledge, with nothing looked at yet.
    fn knowledge() -> Self::Knowledge {
        Self::Knowledge::default()
    }
    /// A fresh staff.
    fn staff() -> Self::Staff {
        Self::Staff::default()
    }
    /// A fresh evaluator.
    fn evaluator() -> Self::Evaluator {
        Self::Evaluator::default()
    }
    /// A fresh policy.
    fn policy() -> Self::Policy {
        Self::Policy::default()
    }
    /// Whose choice the tree search keeps unless it finds one that is better by a margin: the planner, unless another scripted player is
    /// the stronger one on this game.
    fn adviser(seed: u64, budget: Budget) -> Box<dyn Adviser<Self>> {
        Box::new(Evolution::<Self>::new(seed, budget))
    }
    /// Where the game's networks come from.
    fn networks() -> &'static Networks<Self>;
}
