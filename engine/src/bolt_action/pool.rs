//! Dice that are rolled together: one node of chance, or the fewest after each other whose weights fit.

use super::action::Action;
use super::resolution::chance::{self, Chance};

/// Dice of one chance that are about to be rolled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rolled {
    /// Chance of a die.
    pub(super) chance: Chance,
    /// Dice.
    pub(super) dice: u8,
    /// So many successes are as good as more.
    pub(super) enough: u8,
}

impl Rolled {
    /// No dice.
    pub(super) const NOTHING: Rolled = Rolled { chance: Chance::IMPOSSIBLE, dice: 0, enough: 0 };

    /// Successes that need no die: none are left to roll, they cannot matter, or they are certain.
    pub(super) fn certain(self) -> Option<u8> {
        match self {
            Rolled { dice: 0, .. } | Rolled { enough: 0, .. } | Rolled { chance: Chance::IMPOSSIBLE, .. } => Some(0),
            Rolled { chance: Chance::CERTAIN, dice, enough } => Some(dice.min(enough)),
            _ => None,
        }
    }

    /// Dice of the node at hand.
    pub(super) fn batch(self) -> u8 {
        self.dice.min(chance::capacity(self.chance, u64::MAX))
    }

    /// The results of the node at hand.
    pub(super) fn draw(self, out: &mut Vec<Action>) {
        out.extend((0..=self.batch().min(self.enough)).map(Action::Score));
    }

    /// [`crate::Game::chance_weight`] of a result.
    pub(super) fn weight(self, successes: u8) -> u64 {
        chance::weight_capped(self.chance, self.batch(), successes, self.enough)
    }
}
