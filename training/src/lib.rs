//! Tournaments, and the training of networks.
//!
//! [`arena`] plays tournaments and rates players. A training run ([`train`]) lives in a directory ([`run`]): games of
//! scripted players ([`imitation`]) and of the network itself ([`selfplay`]), begun as the curriculum says
//! ([`curriculum`]), go into a [`replay`] buffer from which the [`learner`] is fed. Everything but the learner itself is
//! there without libtorch.

pub mod arena;
pub mod bench;
pub mod chart;
pub mod contained;
pub mod curriculum;
pub mod curve;
pub mod evaluation;
pub mod imitation;
pub mod learner;
pub mod replay;
pub mod run;
pub mod selfplay;
pub mod train;

use std::time::Instant;

use serde::Serialize;
use stavka_engine::Dice;
use stavka_engine::env::{AutoresetMode, VecEnv, VecEnvError};
use stavka_engine::observation::Observe;

/// Throughput of a vectorised environment under a uniform random policy.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Throughput {
    /// Environments stepped together.
    pub environments: usize,
    /// Decisions taken, all environments together.
    pub decisions: u64,
    /// Episodes that ended.
    pub episodes: u64,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Decisions per second, observations and tokens of every decision encoded.
    pub decisions_per_second: f64,
}

/// Steps `environments` games in parallel, `steps` times, choosing uniformly among the legal actions.
/// Observations, tokens and masks of every decision are encoded, as a learner would need them.
///
/// # Errors
/// Those of the environment.
pub fn throughput<G: Observe>(
    scenario: &'static G::Scenario,
    environments: usize,
    steps: usize,
    seed: u64,
) -> Result<Throughput, VecEnvError> {
    let mut env = VecEnv::<G>::new(scenario, environments, AutoresetMode::SameStep, |_, env| env);
    let mut batch = env.new_batch();
    env.reset(seed, &mut batch)?;
    let mut dice = Dice::stream(seed, 1);
    let mut actions = vec![0u32; environments];
    let mut episodes = 0;
    let start = Instant::now();
    for _ in 0..steps {
        for (action, &count) in actions.iter_mut().zip(&batch.observations.legal_count) {
            *action = dice.below(count.max(1));
        }
        env.step(&actions, &mut batch)?;
        episodes += batch.terminated.iter().zip(&batch.truncated).filter(|&(&ended, &cut)| ended || cut).count() as u64;
    }
    let seconds = start.elapsed().as_secs_f64();
    let decisions = (environments * steps) as u64;
    Ok(Throughput { environments, decisions, episodes, seconds, decisions_per_second: decisions as f64 / seconds.max(f64::EPSILON) })
}

#[cfg(test)]
mod tests {
    use stavka_engine::armir::Armir;
    use stavka_engine::catalogue::Catalogue;

    use super::*;

    #[test]
    fn every_environment_takes_every_step_and_episodes_end() {
        let scenario = Armir::load("historical").expect("the scenario is embedded");
        let measured = throughput::<Armir>(scenario, 4, 1500, 3).expect("random play is legal");
        assert_eq!(measured.decisions, 6000);
        assert!(measured.episodes >= 4, "{} episodes ended in 1500 steps of 4 environments", measured.episodes);
    }
}
