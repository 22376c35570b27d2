//! How play goes on outside a search tree: by instinct, with a little chance in it.

use stavka_engine::Dice;
use stavka_engine::armir::{Action, Armir};

use super::instinct::Instinct;
use crate::evaluator::Policy;

/// Grains of a random fraction.
const GRAINS: u32 = 1 << 16;

/// Chooses what looks best, give or take.
pub struct ArmirPolicy {
    instinct: Instinct,
    scores: Vec<f32>,
    /// Spread of the chance that is added to the scores.
    whim: f32,
}

impl ArmirPolicy {
    /// A policy that wavers by so much, in the units of its scores; about 1 leaves it sensible.
    pub fn new(whim: f32) -> Self {
        ArmirPolicy { instinct: Instinct::new(), scores: Vec::new(), whim }
    }
}

impl Policy<Armir> for ArmirPolicy {
    fn pick(&mut self, game: &Armir, legal: &[Action], dice: &mut Dice) -> Action {
        if let [only] = legal {
            return *only;
        }
        self.instinct.score(game, legal, &mut self.scores);
        let mut best = (f32::NEG_INFINITY, legal[0]);
        for (&action, &score) in legal.iter().zip(&self.scores) {
            let chance = dice.below(GRAINS) as f32 / GRAINS as f32;
            let score = score + self.whim * chance;
            if score > best.0 {
                best = (score, action);
            }
        }
        best.1
    }
}
