//! The configuration of a learner.

use serde::{Deserialize, Serialize};

/// How fast and how carefully to learn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LearnerConfig {
    /// Highest learning rate of the optimiser, which is `AdamW`.
    pub learning_rate: f64,
    /// How the learning rate changes with steps.
    pub schedule: Schedule,
    /// Decoupled decay of matrices per unit of learning rate; biases and embeddings are spared.
    pub weight_decay: f64,
    /// Memory of the mean of gradients.
    pub beta1: f64,
    /// Memory of the mean of squared gradients.
    pub beta2: f64,
    /// Gradients are scaled down to this norm; 0 leaves them as they are.
    pub clip_norm: f64,
    /// Memory of the average of weights that plays and is shipped.
    pub average_decay: f64,
    /// Threads among which the positions of a step are divided on a CPU.
    pub threads: u16,
    /// What the terms of the loss count.
    pub losses: LossWeights,
    /// Proximal policy optimisation.
    pub ppo: PpoConfig,
}

impl Default for LearnerConfig {
    fn default() -> Self {
        LearnerConfig {
            learning_rate: 1e-3,
            schedule: Schedule::default(),
            weight_decay: 0.01,
            beta1: 0.9,
            beta2: 0.99,
            clip_norm: 1.0,
            average_decay: 0.995,
            threads: 2,
            losses: LossWeights::default(),
            ppo: PpoConfig::default(),
        }
    }
}

impl LearnerConfig {
    /// What is wrong with the numbers, if anything, as a sentence that names the key.
    pub fn problem(&self) -> Option<String> {
        let share = |value: f64| (0.0..1.0).contains(&value);
        let measure = |value: f64| value.is_finite() && value >= 0.0;
        let LossWeights { policy, value, margin, control, losses } = self.losses;
        let checks = [
            (self.learning_rate > 0.0 && self.learning_rate <= 1.0, "learning_rate: expected a number above 0 and up to 1"),
            (measure(self.weight_decay), "weight_decay: expected 0 or more"),
            (share(self.beta1), "beta1: expected 0 up to, not including, 1"),
            (share(self.beta2), "beta2: expected 0 up to, not including, 1"),
            (measure(self.clip_norm), "clip_norm: expected 0 or more"),
            (share(self.average_decay), "average_decay: expected 0 up to, not including, 1"),
            (self.threads > 0, "threads: expected at least 1"),
            ([policy, value, margin, control, losses].into_iter().all(measure), "losses: expected weights of 0 or more"),
            (self.ppo.clip > 0.0 && self.ppo.clip < 1.0, "ppo.clip: expected a number between 0 and 1"),
            (measure(self.ppo.entropy), "ppo.entropy: expected 0 or more"),
        ];
        let wrong = checks.into_iter().find(|(right, _)| !right).map(|(_, words)| words.to_owned());
        wrong.or_else(|| self.schedule.problem())
    }
}

/// How the learning rate changes with steps. Each begins with a linear rise over `warm_up` steps.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Schedule {
    /// Stays where it is.
    Constant {
        /// Steps of the rise.
        warm_up: u64,
    },
    /// Half a cosine from the highest rate to `floor` of it.
    Cosine {
        /// Steps of the rise.
        warm_up: u64,
        /// Steps until the lowest rate, which then stays.
        steps: u64,
        /// The lowest rate as a share of the highest.
        floor: f64,
    },
    /// Multiplied by `factor` every so many steps.
    Step {
        /// Steps of the rise.
        warm_up: u64,
        /// Steps between falls.
        every: u64,
        /// Of each fall.
        factor: f64,
    },
}

impl Default for Schedule {
    fn default() -> Self {
        Schedule::Cosine { warm_up: 100, steps: 20_000, floor: 0.1 }
    }
}

impl Schedule {
    /// The learning rate at a step, counted from 0, as a share of the highest.
    pub fn share(&self, step: u64) -> f64 {
        let rise = |warm_up: u64| ((step + 1) as f64 / warm_up.max(1) as f64).min(1.0);
        match *self {
            Schedule::Constant { warm_up } => rise(warm_up),
            Schedule::Cosine { warm_up, steps, floor } => {
                let way = step.saturating_sub(warm_up) as f64 / steps.saturating_sub(warm_up).max(1) as f64;
                let cosine = 0.5 + 0.5 * (way.min(1.0) * std::f64::consts::PI).cos();
                rise(warm_up) * (floor + (1.0 - floor) * cosine)
            }
            Schedule::Step { warm_up, every, factor } => {
                let falls = (step / every.max(1)).min(1000);
                rise(warm_up) * factor.powi(falls as i32)
            }
        }
    }

    fn problem(&self) -> Option<String> {
        let within = |value: f64| (0.0..=1.0).contains(&value);
        match *self {
            Schedule::Cosine { floor, .. } if !within(floor) => Some("schedule.floor: expected a share from 0 to 1".into()),
            Schedule::Step { factor, .. } if !within(factor) => Some("schedule.factor: expected a share from 0 to 1".into()),
            Schedule::Step { every: 0, .. } => Some("schedule.every: expected at least 1 step".into()),
            _ => None,
        }
    }
}

/// What the terms of the loss count.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LossWeights {
    /// Cross entropy of the policy.
    pub policy: f64,
    /// Cross entropy of win, draw and loss.
    pub value: f64,
    /// Squared error of what the margin is worth, from -1 to 1, as the network's margin scale has it.
    pub margin: f64,
    /// Cross entropy of the control of hexes at the end, the mean over the hexes in play.
    pub control: f64,
    /// Squared error of the losses of both sides.
    pub losses: f64,
}

impl Default for LossWeights {
    fn default() -> Self {
        LossWeights { policy: 1.0, value: 1.0, margin: 0.5, control: 0.2, losses: 0.2 }
    }
}

/// Proximal policy optimisation.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PpoConfig {
    /// By how much the probability of an action may change per round, as a share.
    pub clip: f64,
    /// Reward of entropy.
    pub entropy: f64,
}

impl Default for PpoConfig {
    fn default() -> Self {
        PpoConfig { clip: 0.2, entropy: 0.01 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cosine_rises_then_falls_to_its_floor_and_stays() {
        let schedule = Schedule::Cosine { warm_up: 10, steps: 110, floor: 0.1 };
        assert!((schedule.share(0) - 0.1).abs() < 1e-12);
        assert!((schedule.share(10) - 1.0).abs() < 1e-12);
        assert!((schedule.share(60) - 0.55).abs() < 1e-12);
        assert!((schedule.share(110) - 0.1).abs() < 1e-12);
        assert!((schedule.share(100_000) - 0.1).abs() < 1e-12);
    }

    #[test]
    fn steps_fall_by_their_factor() {
        let schedule = Schedule::Step { warm_up: 0, every: 50, factor: 0.5 };
        let shares = [0, 49, 50, 149].map(|step| schedule.share(step));
        assert_eq!(shares.map(|share| (share * 100.0) as u32), [100, 100, 50, 25]);
    }

    #[test]
    fn wrong_numbers_are_named() {
        assert_eq!(LearnerConfig::default().problem(), None);
        let wrong = LearnerConfig { beta2: 1.0, ..LearnerConfig::default() };
        assert!(wrong.problem().expect("beta2 is wrong").starts_with("beta2"));
        let schedule = Schedule::Cosine { warm_up: 0, steps: 10, floor: 2.0 };
        let wrong = LearnerConfig { schedule, ..LearnerConfig::default() };
        assert!(wrong.problem().expect("the floor is wrong").starts_with("schedule.floor"));
    }
}
