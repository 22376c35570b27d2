//! Playout-cap randomisation: in self-play only some decisions are searched in earnest and become targets of the
//! policy; the others are played fast, so that more games are finished and values have more to learn from.

use serde::{Deserialize, Serialize};
use stavka_engine::Dice;

/// How much one decision of a self-play game is searched.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Effort {
    /// Simulations; with none the choice is drawn from the network's policy.
    pub simulations: u32,
    /// Whether what the search finds is a target of the policy.
    pub is_target: bool,
}

/// How often a decision is searched in earnest.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayoutCap {
    /// Simulations of a full search.
    pub full: u32,
    /// Simulations of a fast one, which may be none.
    pub fast: u32,
    /// Share of the decisions that get a full search, 0 to 1.
    pub share: f64,
}

impl PlayoutCap {
    /// Every decision is searched in earnest.
    pub const fn always(simulations: u32) -> Self {
        PlayoutCap { full: simulations, fast: simulations, share: 1.0 }
    }

    /// Draws the effort for a decision.
    pub fn draw(&self, dice: &mut Dice) -> Effort {
        const PARTS: u32 = 1 << 20;
        let is_target = f64::from(dice.below(PARTS)) < self.share * f64::from(PARTS);
        Effort { simulations: if is_target { self.full } else { self.fast }, is_target }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_the_decisions_is_searched_in_earnest() {
        let cap = PlayoutCap { full: 32, fast: 4, share: 0.25 };
        let mut dice = Dice::new(1);
        let full =
            (0..4000).map(|_| cap.draw(&mut dice)).filter(|effort| effort.is_target).inspect(|effort| assert_eq!(effort.simulations, 32));
        assert!((900..1100).contains(&full.count()));
        assert!((0..100).all(|_| PlayoutCap::always(8).draw(&mut dice) == Effort { simulations: 8, is_target: true }));
        assert!((0..100).all(|_| !PlayoutCap { share: 0.0, ..cap }.draw(&mut dice).is_target));
    }
}
