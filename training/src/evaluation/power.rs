//! Power of the promotion test: simulated results stand in for games against candidates of known strength.

use stavka_engine::Dice;

use super::matches::is_better;
use crate::arena::sprt::{Pentanomial, Sprt, Verdict, expected_score};

/// Faces of the die that stands for a game.
const FACES: u32 = 1 << 24;

/// What becomes of candidates with one true lead over the best.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Power {
    /// Share of the candidates that are promoted.
    pub promoted: f64,
    /// Share whose test reached its last pair, promoted or not.
    pub undecided: f64,
    /// Mean number of pairs played.
    pub pairs: f64,
}

/// How a test of at most so many pairs fares with candidates that truly lead by `lead` Elo.
///
/// `edge` is how much more often one side wins than the other between equals, 0 to 1: it is added to and taken from the
/// candidate's two chances, half each. Games have no draws and do not depend on each other. Equal arguments give equal
/// results.
pub fn power(test: &Sprt, pairs: usize, lead: f64, edge: f64, candidates: u32, seed: u64) -> Power {
    let chances = [-0.5, 0.5].map(|half| (expected_score(lead) + half * edge).clamp(0.0, 1.0));
    let (mut promoted, mut undecided, mut played) = (0_u32, 0_u32, 0_u32);
    for candidate in 0..candidates {
        let mut dice = Dice::stream(seed, u64::from(candidate));
        let mut points = Pentanomial::default();
        let mut state = test.state(points);
        for _ in 0..pairs {
            let won = chances.map(|chance| f64::from(dice.below(FACES)) < chance * f64::from(FACES));
            points[won.into_iter().map(|won| 2 * usize::from(won)).sum::<usize>()] += 1;
            state = test.state(points);
            if state.verdict != Verdict::Undecided {
                break;
            }
        }
        promoted += u32::from(is_better(&state));
        undecided += u32::from(state.verdict == Verdict::Undecided);
        played += points.iter().sum::<u32>();
    }
    let mean = |count: u32| f64::from(count) / f64::from(candidates.max(1));
    Power { promoted: mean(promoted), undecided: mean(undecided), pairs: mean(played) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::PromotionConfig;

    /// Candidates per lead; one standard error of a share is then at most 2 %.
    const CANDIDATES: u32 = 600;
    /// The side that wins more often between equals wins five games of eight, much as the Soviets of ARMIR.
    const EDGE: f64 = 0.25;

    fn by_default(lead: f64, edge: f64) -> Power {
        let rules = PromotionConfig::default();
        power(&rules.test().expect("there is a test"), rules.pairs, lead, edge, CANDIDATES, 1)
    }

    #[test]
    fn a_candidate_that_leads_by_50_elo_is_promoted_nine_times_in_ten_and_an_equal_one_seldom() {
        for edge in [EDGE, 0.0] {
            let [equal, better] = [0.0, 50.0].map(|lead| by_default(lead, edge));
            assert!(equal.promoted <= 0.2, "equal candidates, sides {edge} apart: {equal:?}");
            assert!(better.promoted >= 0.9, "a lead of 50 Elo, sides {edge} apart: {better:?}");
        }
    }

    #[test]
    fn a_worse_candidate_is_hardly_ever_promoted_and_a_much_better_one_soon() {
        let [worse, better] = [-50.0, 100.0].map(|lead| by_default(lead, EDGE));
        assert!(worse.promoted <= 0.02, "{worse:?}");
        assert!(better.promoted >= 0.99 && better.pairs < 60.0, "{better:?}");
    }

    #[test]
    fn without_candidates_and_without_pairs_there_is_nothing_to_promote() {
        let rules = PromotionConfig::default().test().expect("there is a test");
        assert_eq!(power(&rules, 10, 50.0, 0.0, 0, 1), Power { promoted: 0.0, undecided: 0.0, pairs: 0.0 });
        assert_eq!(power(&rules, 0, 50.0, 0.0, 3, 1), Power { promoted: 0.0, undecided: 1.0, pairs: 0.0 });
    }
}
