//! Metrics of a learning step.

use serde::{Deserialize, Serialize};

/// Bins of a [`Calibration`].
const BINS: usize = 10;

/// One step of learning, measured before the weights changed. Terms of the loss are unweighted means over positions.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct StepMetrics {
    /// Number of the step, from 1.
    pub step: u64,
    /// Positions in the batch.
    pub positions: usize,
    /// The weighted sum that was minimised.
    pub loss: f64,
    /// Cross entropy of the policy (of PPO: the clipped surrogate, negated).
    pub policy: f64,
    /// Cross entropy of win, draw and loss.
    pub value: f64,
    /// Squared error of what the margin is worth, from -1 to 1.
    pub margin: f64,
    /// Cross entropy of the control of hexes.
    pub control: f64,
    /// Squared error of the losses of both sides.
    pub losses: f64,
    /// Mean entropy of the network's policy in nats.
    pub policy_entropy: f64,
    /// Norm of the gradient before clipping.
    pub gradient_norm: f64,
    /// Of PPO: share of decisions whose probability had already changed by more than the clip.
    pub clipped: f64,
    /// Of PPO: mean fall of the logarithm of the probability of the chosen action.
    pub divergence: f64,
    /// The learning rate used.
    pub learning_rate: f64,
    /// Foreseen against actual results.
    pub calibration: Calibration,
}

/// Foreseen scores (a win counts 1, a draw one half) against those that came about, in ten bins of the foreseen.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Calibration {
    /// Positions per bin.
    pub count: [u64; BINS],
    /// Sum of foreseen scores per bin.
    pub foreseen: [f64; BINS],
    /// Sum of actual scores per bin.
    pub actual: [f64; BINS],
    /// Sum of squared differences over all positions.
    pub squared: f64,
}

impl Calibration {
    /// Adds a position.
    pub fn add(&mut self, foreseen: f64, actual: f64) {
        let bin = ((foreseen * BINS as f64) as usize).min(BINS - 1);
        self.count[bin] += 1;
        self.foreseen[bin] += foreseen;
        self.actual[bin] += actual;
        self.squared += (foreseen - actual).powi(2);
    }

    /// Adds the positions of another.
    pub fn merge(&mut self, other: &Calibration) {
        for bin in 0..BINS {
            self.count[bin] += other.count[bin];
            self.foreseen[bin] += other.foreseen[bin];
            self.actual[bin] += other.actual[bin];
        }
        self.squared += other.squared;
    }

    /// Mean squared difference of foreseen and actual score: 0.25 for a coin toss between decisive results.
    pub fn brier(&self) -> f64 {
        self.squared / self.positions().max(1) as f64
    }

    /// Mean distance between the foreseen and the actual mean of a bin, bins counted by their positions.
    pub fn error(&self) -> f64 {
        let gaps: f64 = self.foreseen.iter().zip(&self.actual).map(|(foreseen, actual)| (foreseen - actual).abs()).sum();
        gaps / self.positions().max(1) as f64
    }

    fn positions(&self) -> u64 {
        self.count.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calibration_compares_the_means_of_bins() {
        let mut first = Calibration::default();
        first.add(0.75, 1.0);
        first.add(0.75, 0.0);
        let mut second = Calibration::default();
        second.add(1.0, 1.0);
        second.add(0.75, 1.0);
        first.merge(&second);
        assert_eq!(first.count[7], 3);
        assert_eq!(first.count[9], 1);
        assert!((first.error() - (2.25_f64 - 2.0).abs() / 4.0).abs() < 1e-12);
        assert!((first.brier() - (0.0625 + 0.5625 + 0.0625) / 4.0).abs() < 1e-12);
    }
}
