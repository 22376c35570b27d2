//! Dice that are rolled together: one node of chance, or the fewest after each other whose weights fit.

use super::chance::{self, Chance};

/// Dice of one chance that are about to be rolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rolled {
    /// Chance of a die.
    pub chance: Chance,
    /// Dice.
    pub dice: u8,
    /// So many successes are as good as more.
    pub enough: u8,
}

impl Rolled {
    /// No dice.
    pub const NOTHING: Rolled = Rolled { chance: Chance::IMPOSSIBLE, dice: 0, enough: 0 };

    /// Successes that need no die: none are left to roll, they cannot matter, or they are certain.
    pub fn certain(self) -> Option<u8> {
        match self {
            Rolled { dice: 0, .. } | Rolled { enough: 0, .. } | Rolled { chance: Chance::IMPOSSIBLE, .. } => Some(0),
            Rolled { chance: Chance::CERTAIN, dice, enough } => Some(dice.min(enough)),
            _ => None,
        }
    }

    /// Dice of the node at hand.
    pub fn batch(self) -> u8 {
        self.dice.min(chance::capacity(self.chance, u64::MAX))
    }

    /// Most successes of the node at hand.
    pub fn most(self) -> u8 {
        self.batch().min(self.enough)
    }

    /// [`crate::Game::chance_weight`] of a result of the node at hand.
    pub fn weight(self, successes: u8) -> u64 {
        chance::weight_capped(self.chance, self.batch(), successes, self.enough)
    }

    /// Sum of the weights of all dice as one node; `None` if it does not fit.
    pub fn sum_of_weights(self) -> Option<u64> {
        u64::from(self.chance.denominator()).checked_pow(self.dice.into())
    }
}
