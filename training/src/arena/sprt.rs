//! The sequential probability ratio test between two players, over pairs of games.
//!
//! A pair scores 0, 1/2, 1, 3/2 or 2 points for the first player; the five counts are the pentanomial. Of the two
//! hypotheses one says that the expected score is that of a lead of `elo0`, the other that it is that of `elo1`.
//! Each is given the distribution of the five scores that has its mean and makes the pairs most likely; the
//! logarithm of the ratio of the two likelihoods is compared with Wald's bounds. Because a pair swaps the sides
//! under one seed, neither unbalanced sides nor lucky dice count as strength or as evidence.

use serde::{Deserialize, Serialize};

/// Share of a pair that a score that has not occurred yet is given, so that no likelihood is zero.
const UNSEEN: f64 = 1e-3;
/// Halvings of the interval in which the multiplier lies, as many as its digits are worth.
const HALVINGS: usize = 60;

/// What is tested.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sprt {
    /// Lead of the first player in Elo under the null hypothesis.
    pub elo0: f64,
    /// Lead of the first player in Elo under the alternative, larger.
    pub elo1: f64,
    /// Probability of accepting the alternative although the lead is `elo0`.
    pub alpha: f64,
    /// Probability of accepting the null hypothesis although the lead is `elo1`.
    pub beta: f64,
}

/// Number of pairs by the first player's score: 0, 1/2, 1, 3/2, 2.
pub type Pentanomial = [u32; 5];

/// What a sequential test has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// More games are needed.
    Undecided,
    /// The lead is `elo0` rather than `elo1`.
    AcceptNull,
    /// The lead is `elo1` rather than `elo0`.
    AcceptAlternative,
}

/// State of a sequential test.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct SprtState {
    /// What is tested.
    #[serde(flatten)]
    pub test: Sprt,
    /// Pairs that count.
    pub pentanomial: Pentanomial,
    /// Logarithm of the likelihood ratio.
    pub log_likelihood_ratio: f64,
    /// The null hypothesis is accepted at or below this.
    pub lower: f64,
    /// The alternative is accepted at or above this.
    pub upper: f64,
    /// What it says.
    pub verdict: Verdict,
}

/// Parameters that no test can have.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum SprtError {
    /// The hypotheses are not in order.
    #[error("the sequential test needs elo0 < elo1, both finite; they are {elo0} and {elo1}")]
    Hypotheses {
        /// Lead under the null hypothesis.
        elo0: f64,
        /// Lead under the alternative.
        elo1: f64,
    },
    /// A probability of error is not one.
    #[error("alpha and beta are probabilities of error: expected values above 0 and below 0.5, found {alpha} and {beta}")]
    Errors {
        /// Of the first kind.
        alpha: f64,
        /// Of the second kind.
        beta: f64,
    },
}

impl Sprt {
    /// Whether the test can be made.
    ///
    /// # Errors
    /// [`SprtError`].
    pub fn validate(&self) -> Result<(), SprtError> {
        let Sprt { elo0, elo1, alpha, beta } = *self;
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            return Err(SprtError::Hypotheses { elo0, elo1 });
        }
        let possible = |error: f64| error > 0.0 && error < 0.5;
        if possible(alpha) && possible(beta) { Ok(()) } else { Err(SprtError::Errors { alpha, beta }) }
    }

    /// Wald's bounds.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Logarithm of the likelihood ratio of the two hypotheses.
    pub fn log_likelihood_ratio(&self, pairs: &Pentanomial) -> f64 {
        if pairs.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let weights = pairs.map(|count| if count == 0 { UNSEEN } else { f64::from(count) });
        constrained(&weights, expected_score(self.elo1)) - constrained(&weights, expected_score(self.elo0))
    }

    /// Where the test stands after these pairs.
    pub fn state(&self, pentanomial: Pentanomial) -> SprtState {
        let (lower, upper) = self.bounds();
        let log_likelihood_ratio = self.log_likelihood_ratio(&pentanomial);
        let verdict = if log_likelihood_ratio >= upper {
            Verdict::AcceptAlternative
        } else if log_likelihood_ratio <= lower {
            Verdict::AcceptNull
        } else {
            Verdict::Undecided
        };
        SprtState { test: *self, pentanomial, log_likelihood_ratio, lower, upper, verdict }
    }

    /// Runs the test over the scores of pairs in their order, in half points from 0 to 4, up to the one that
    /// decides it.
    pub fn run(&self, scores: impl IntoIterator<Item = usize>) -> SprtState {
        let mut pairs = Pentanomial::default();
        for score in scores {
            pairs[score] += 1;
            let state = self.state(pairs);
            if state.verdict != Verdict::Undecided {
                return state;
            }
        }
        self.state(pairs)
    }
}

/// Expected share of the points at a lead in Elo.
pub(crate) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// Largest log-likelihood of the weighted scores under any distribution of the five scores that has the mean,
/// up to a term that does not depend on the mean.
///
/// The best distribution is the observed one divided by `1 + t (score - mean)`; the multiplier `t` is the root of a
/// falling function between the poles at the ends.
fn constrained(weights: &[f64; 5], mean: f64) -> f64 {
    let offsets: [f64; 5] = std::array::from_fn(|score| score as f64 / 4.0 - mean);
    let slope = |t: f64| -> f64 { weights.iter().zip(offsets).map(|(weight, offset)| weight * offset / (1.0 + t * offset)).sum() };
    let (mut low, mut high) = (-1.0 / offsets[4], -1.0 / offsets[0]);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if slope(middle) > 0.0 { low = middle } else { high = middle }
    }
    let t = f64::midpoint(low, high);
    -weights.iter().zip(offsets).map(|(weight, offset)| weight * (1.0 + t * offset).ln()).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use stavka_engine::Dice;

    use super::*;

    const TEST: Sprt = Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 };

    /// The best log-likelihood under a mean by search: three of the five probabilities are moved in ever smaller
    /// steps, the other two follow from the sum and the mean.
    fn slow_constrained(counts: &Pentanomial, mean: f64) -> f64 {
        let value = |free: [f64; 3]| -> Option<f64> {
            let [p1, p2, p3] = free;
            let p4 = mean - (p1 + 2.0 * p2 + 3.0 * p3) / 4.0;
            let p0 = 1.0 - p1 - p2 - p3 - p4;
            let all = [p0, p1, p2, p3, p4];
            all.iter().all(|&p| p > 0.0).then(|| counts.iter().zip(all).map(|(&n, p)| f64::from(n) * p.ln()).sum())
        };
        let mut at = [0.05, 0.05, 0.05];
        let mut best = value(at).expect("the start is inside");
        let mut step = 0.02;
        while step > 1e-9 {
            let mut improved = false;
            // Directions that keep the mean free the search from its edges.
            for direction in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, -1.0, 0.0], [0.0, 1.0, -1.0], [1.0, -2.0, 1.0]] {
                for sign in [-step, step] {
                    let next: [f64; 3] = std::array::from_fn(|index| at[index] + sign * direction[index]);
                    if let Some(reached) = value(next).filter(|&reached| reached > best) {
                        (at, best, improved) = (next, reached, true);
                    }
                }
            }
            if !improved {
                step /= 2.0;
            }
        }
        best
    }

    #[test]
    fn the_ratio_agrees_with_a_search_over_distributions() {
        for counts in [[12, 30, 55, 41, 22], [3, 9, 20, 5, 4], [80, 2, 40, 3, 95]] {
            let slow = slow_constrained(&counts, expected_score(TEST.elo1)) - slow_constrained(&counts, expected_score(TEST.elo0));
            let fast = TEST.log_likelihood_ratio(&counts);
            assert!((slow - fast).abs() < 1e-4, "{counts:?}: {fast} is not {slow}");
        }
    }

    #[test]
    fn pairs_that_are_all_won_or_lost_are_coins() {
        // With only 0 and 2 points the constrained distribution is the binomial one.
        let test = Sprt { elo0: -100.0, elo1: 100.0, ..TEST };
        let (p0, p1) = (expected_score(-100.0), expected_score(100.0));
        let exact = 70.0 * (p1 / p0).ln() + 30.0 * ((1.0 - p1) / (1.0 - p0)).ln();
        let found = test.log_likelihood_ratio(&[30, 0, 0, 0, 70]);
        assert!((found - exact).abs() < 0.02, "{found} is not {exact}");
    }

    #[test]
    fn walds_bounds_are_those_of_the_error_rates() {
        let (lower, upper) = TEST.bounds();
        assert!((upper - 19.0_f64.ln()).abs() < 1e-12 && (lower + 19.0_f64.ln()).abs() < 1e-12);
        assert_eq!(TEST.state([0; 5]).verdict, Verdict::Undecided);
    }

    /// Share of tests that accept the alternative when every pair is drawn with these chances.
    fn accepted(test: &Sprt, chances: [u32; 5], seed: u64) -> f64 {
        let mut dice = Dice::new(seed);
        let total = chances.iter().sum();
        let trials = 400;
        let mut accepted = 0;
        for _ in 0..trials {
            let mut pairs = Pentanomial::default();
            loop {
                let mut ticket = dice.below(total);
                let mut score = 0;
                while ticket >= chances[score] {
                    ticket -= chances[score];
                    score += 1;
                }
                pairs[score] += 1;
                match test.state(pairs).verdict {
                    Verdict::Undecided => {}
                    Verdict::AcceptNull => break,
                    Verdict::AcceptAlternative => {
                        accepted += 1;
                        break;
                    }
                }
            }
        }
        f64::from(accepted) / f64::from(trials)
    }

    #[test]
    fn the_error_rates_are_kept() {
        let test = Sprt { elo0: 0.0, elo1: 80.0, alpha: 0.05, beta: 0.05 };
        // Mean 1/2 exactly; the bound leaves three standard errors of 400 trials.
        let wrong = accepted(&test, [10, 20, 40, 20, 10], 1);
        assert!(wrong < 0.085, "{wrong} of the tests found a lead where none is");
        // Mean 0.6125, the score of 80 Elo is 0.6131.
        let right = accepted(&test, [5, 12, 38, 22, 23], 2);
        assert!(right > 0.9, "only {right} of the tests found the lead");
    }

    #[test]
    fn a_test_ends_with_the_pair_that_decides_it() {
        let state = TEST.run([4; 500]);
        assert_eq!(state.verdict, Verdict::AcceptAlternative);
        let counted = state.pentanomial[4];
        assert!(counted < 500);
        assert_eq!(TEST.state([0, 0, 0, 0, counted - 1]).verdict, Verdict::Undecided);
    }

    #[test]
    fn impossible_tests_are_refused() {
        assert!(TEST.validate().is_ok());
        assert!(Sprt { elo1: 0.0, ..TEST }.validate().is_err());
        assert!(Sprt { elo0: f64::NAN, ..TEST }.validate().is_err());
        assert!(Sprt { alpha: 0.0, ..TEST }.validate().is_err());
        assert!(Sprt { beta: 0.6, ..TEST }.validate().is_err());
    }
}
