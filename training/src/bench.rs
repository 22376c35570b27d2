//! How fast learning goes on a machine: self-play, the network alone, the learner.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;
use stavka_engine::Dice;
use stavka_engine::Turn;
use stavka_models::{Architecture, Heads, RunError, Weights, WeightsError};

use crate::curriculum::{Curriculum, CurriculumError, Learnable};
use crate::imitation;
use crate::learner::TrainingBatch;
use crate::replay::ReplayError;
use crate::run::{Backend, Config};
use crate::selfplay::{Delivery, Fleet, FleetError, NetworkMaker, Stop};
use crate::train::{LearnerBackend, PupilError, fill};

/// Share of the time that goes into warming up before self-play is counted.
const WARM_UP: f64 = 0.25;
/// Sizes of batches that the network alone is measured with, as far as they do not exceed that of self-play.
const BATCHES: [usize; 7] = [1, 32, 128, 256, 512, 1024, 4096];
/// Time between two readings of the gauge.
const READING: Duration = Duration::from_millis(25);
/// Decisions of a scripted game that samples are taken from at a time.
const TAKEN: usize = 64;

/// Asks a device how busy it is: the share of the last moments in which it worked, 0 to 1, or in words why it does not
/// tell.
pub type Gauge<'a> = dyn Fn() -> Result<f64, String> + Sync + 'a;

/// Speed of the network alone, batches encoded already, answers back in memory.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct NetworkSpeed {
    /// Positions per batch.
    pub batch: usize,
    /// Positions answered per second.
    pub evaluations_per_second: f64,
}

/// What was measured.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LearningSpeed {
    /// What libtorch computes on; of a program without it, the CPU.
    pub device: String,
    /// What runs the network in self-play.
    pub backend: Backend,
    /// The network.
    pub network: Architecture,
    /// Multiply-adds of an evaluation with 29 legal actions.
    pub multiply_adds: usize,
    /// Games in flight.
    pub games: usize,
    /// Threads that play.
    pub actors: usize,
    /// Threads that run a network.
    pub devices: usize,
    /// Seconds of self-play that were counted.
    pub seconds: f64,
    /// Decisions of self-play per second.
    pub selfplay_positions_per_second: f64,
    /// Positions per second that the network answered in self-play.
    pub evaluations_per_second: f64,
    /// Mean number of positions in a batch.
    pub mean_batch: f64,
    /// The same as a share of the largest possible batch, half of an actor's games.
    pub mean_batch_fill: f64,
    /// Share of the time in which the device worked, as the device itself says; none where it cannot be asked.
    pub device_busy_share: Option<f64>,
    /// Why there is none.
    pub device_busy_problem: Option<String>,
    /// Share of the time that the threads of the networks spent in them: packing, transfers and waiting included.
    pub network_time_share: f64,
    /// Share of the work of actors and devices that went into encoding positions.
    pub encoding_share: f64,
    /// The network alone.
    pub network_alone: Vec<NetworkSpeed>,
    /// Positions per second that the learner learns from; none without libtorch.
    pub learner_samples_per_second: Option<f64>,
}

/// Why nothing was measured.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// The games cannot be played.
    #[error(transparent)]
    Curriculum(#[from] CurriculumError),
    /// The network is impossible.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// The network does not run.
    #[error(transparent)]
    Network(#[from] RunError),
    /// Self-play failed.
    #[error(transparent)]
    Fleet(#[from] FleetError),
    /// A scripted player cannot play.
    #[error(transparent)]
    Player(#[from] stavka_agents::SpecError),
    /// A game cannot be played again.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The learner failed.
    #[error(transparent)]
    LearnerBackend(#[from] PupilError),
}

/// The network of a configuration before it has learned anything.
///
/// # Errors
/// [`BenchError`] of an impossible one.
pub fn beginner<G: Learnable>(config: &Config, course: &Curriculum<G>) -> Result<Weights, BenchError> {
    Ok(Weights::random(&course.description(config), config.seed)?)
}

/// Measures each part for so many seconds. `make` runs the network; `device` says in words on what `pupil` learns,
/// `gauge` how busy that is.
///
/// # Errors
/// [`BenchError`].
pub fn measure<G: Learnable>(
    config: &Config,
    seconds: f64,
    device: &str,
    make: &NetworkMaker<'_>,
    gauge: &Gauge<'_>,
    pupil: Option<&mut dyn LearnerBackend>,
) -> Result<LearningSpeed, BenchError> {
    let course = Curriculum::<G>::load(config)?;
    let weights = beginner(config, &course)?;
    let description = weights.description();
    let hexes = description.input.area();
    let largest = config.selfplay.games.div_ceil(config.selfplay.actors).div_ceil(2);
    let mut speed = LearningSpeed {
        device: device.to_owned(),
        backend: config.selfplay.backend,
        network: config.network.clone(),
        multiply_adds: description.multiply_adds(hexes, 29),
        games: config.selfplay.games,
        actors: config.selfplay.actors,
        devices: config.selfplay.devices,
        seconds,
        selfplay_positions_per_second: 0.0,
        evaluations_per_second: 0.0,
        mean_batch: 0.0,
        mean_batch_fill: 0.0,
        device_busy_share: None,
        device_busy_problem: None,
        network_time_share: 0.0,
        encoding_share: 0.0,
        network_alone: network_alone::<G>(config, &course, &weights, make, largest, seconds)?,
        learner_samples_per_second: pupil.map(|pupil| learner(config, &course, pupil, seconds)).transpose()?,
    };
    self_play(config, &course, &Delivery::new(0, weights), (make, gauge), &mut speed)?;
    speed.mean_batch_fill = speed.mean_batch / largest as f64;
    Ok(speed)
}

/// Waits, and gives the mean of what the gauge says meanwhile, or why it says nothing.
fn mean_until(end: Instant, gauge: &Gauge<'_>) -> Result<f64, String> {
    let (mut sum, mut readings) = (0.0, 0_u32);
    let mut problem = None;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            break;
        }
        if problem.is_some() {
            thread::sleep(left);
            break;
        }
        thread::sleep(left.min(READING));
        match gauge() {
            Ok(share) => (sum, readings) = (sum + share, readings + 1),
            Err(words) => problem = Some(words),
        }
    }
    match problem {
        Some(problem) => Err(problem),
        None if readings == 0 => Err("the time was too short for a reading".to_owned()),
        None => Ok(sum / f64::from(readings)),
    }
}

fn self_play<G: Learnable>(
    config: &Config,
    course: &Curriculum<G>,
    delivery: &Delivery,
    (make, gauge): (&NetworkMaker<'_>, &Gauge<'_>),
    speed: &mut LearningSpeed,
) -> Result<(), BenchError> {
    let mut fleet = Fleet::new(config, 1);
    let seconds = speed.seconds;
    for (length, is_counted) in [(WARM_UP * seconds, false), (seconds, true)] {
        let flag = AtomicBool::new(false);
        let tally = Arc::clone(&fleet.tally);
        // Counted in the middle of play, without its beginning and its end.
        let (result, (done, passed, busy)) = thread::scope(|scope| {
            let clock = scope.spawn(|| {
                let (before, begun) = (tally.read(), Instant::now());
                let busy = mean_until(begun + Duration::from_secs_f64(length), gauge);
                let counted = (tally.read().since(&before), begun.elapsed().as_secs_f64(), busy);
                flag.store(true, Ordering::Relaxed);
                counted
            });
            let stop = Stop { flag: &flag, positions: u64::MAX };
            let result = fleet.play(course, config, delivery, make, &|_| Ok(()), stop);
            (result, clock.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        });
        result?;
        if is_counted {
            speed.seconds = passed;
            speed.selfplay_positions_per_second = done.decisions as f64 / passed;
            speed.evaluations_per_second = done.evaluations as f64 / passed;
            speed.mean_batch = done.batch_size();
            match busy {
                Ok(share) => speed.device_busy_share = Some(share),
                Err(problem) => speed.device_busy_problem = Some(problem),
            }
            speed.network_time_share = done.network_seconds / (passed * config.selfplay.devices as f64);
            speed.encoding_share = done.encode_seconds / (done.actor_seconds + done.network_seconds).max(f64::EPSILON);
        }
    }
    Ok(())
}

/// The network on positions of a random game, for a share of the seconds per size.
fn network_alone<G: Learnable>(
    config: &Config,
    course: &Curriculum<G>,
    weights: &Weights,
    make: &NetworkMaker<'_>,
    largest: usize,
    seconds: f64,
) -> Result<Vec<NetworkSpeed>, BenchError> {
    let positions = positions(course, largest.max(1));
    let mut encoder = course.encoder(config);
    let mut network = make(weights)?;
    let mut heads = Heads::default();
    let sizes: Vec<usize> = BATCHES.into_iter().filter(|&size| size < largest).chain([largest]).collect();
    let each = Duration::from_secs_f64(seconds / sizes.len() as f64);
    let mut speeds = Vec::with_capacity(sizes.len());
    for size in sizes {
        let mut batch = encoder.batch();
        for (game, legal) in &positions[..size] {
            encoder.push(&mut batch, game, legal);
        }
        // The first run sets things up.
        network.run(&batch, &mut heads)?;
        let (begun, mut runs) = (Instant::now(), 0);
        while begun.elapsed() < each {
            network.run(&batch, &mut heads)?;
            runs += 1;
        }
        speeds.push(NetworkSpeed { batch: size, evaluations_per_second: (runs * size) as f64 / begun.elapsed().as_secs_f64() });
    }
    Ok(speeds)
}

/// Positions of random games in which somebody has a choice.
fn positions<G: Learnable>(course: &Curriculum<G>, count: usize) -> Vec<(G, Vec<G::Action>)> {
    let mut dice = Dice::new(1);
    let mut game = G::new(course.scenario());
    let mut found = Vec::with_capacity(count);
    let mut legal = Vec::new();
    while found.len() < count {
        game.legal_actions(&mut legal);
        let action = match game.turn() {
            Turn::Over => {
                game = G::new(course.scenario());
                continue;
            }
            Turn::Chance => game.draw(&legal, &mut dice),
            Turn::Player(_) => {
                if legal.len() > 1 {
                    found.push((game.clone(), legal.clone()));
                }
                dice.choose(&legal)
            }
        };
        game.apply(action);
    }
    found
}

/// The learner on positions of scripted games, encoding included.
fn learner<G: Learnable>(config: &Config, course: &Curriculum<G>, pupil: &mut dyn LearnerBackend, seconds: f64) -> Result<f64, BenchError> {
    let players = ["policy".parse::<stavka_agents::AgentSpec>()?.prepare::<G>()?];
    let go = AtomicBool::new(false);
    let mut samples = Vec::new();
    for number in 0.. {
        if samples.len() >= config.batch.positions {
            break;
        }
        let Some(episode) = imitation::play(course, config, &players, number, &go) else { break };
        let wanted: Vec<usize> = (0..episode.decisions.len().min(TAKEN)).collect();
        samples.extend(episode.samples::<G>(course.scenario_of(&episode)?, &wanted)?);
    }
    samples.truncate(config.batch.positions);
    let encoder = || course.encoder(config);
    let mut batch = TrainingBatch::new(encoder().batch());
    fill(&mut batch, encoder, &samples, config.batch.search_value);
    pupil.step(&batch)?;
    let (begun, mut steps) = (Instant::now(), 0);
    while begun.elapsed().as_secs_f64() < seconds {
        fill(&mut batch, encoder, &samples, config.batch.search_value);
        pupil.step(&batch)?;
        steps += 1;
    }
    Ok((steps * samples.len()) as f64 / begun.elapsed().as_secs_f64())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;

    use stavka_engine::armir::Armir;
    use stavka_models::{CpuNetwork, Network};

    use super::*;

    fn measured(gauge: &Gauge<'_>) -> LearningSpeed {
        let mut config = Config::default();
        config.network.width = 4;
        config.network.depth = 1;
        config.selfplay.games = 8;
        let make = |weights: &Weights| -> Result<Box<dyn Network>, RunError> {
            Ok(Box::new(CpuNetwork::new(weights).map_err(|error| RunError::Device(error.to_string()))?))
        };
        measure::<Armir>(&config, 0.3, "CPU", &make, gauge, None).expect("it can be played")
    }

    #[test]
    fn every_part_that_is_there_is_measured() {
        let readings = AtomicU32::new(0);
        let speed = measured(&|| Ok(f64::from(readings.fetch_add(1, Ordering::Relaxed) % 2)));
        assert!(speed.selfplay_positions_per_second > 0.0 && speed.evaluations_per_second > 0.0);
        assert!(speed.mean_batch_fill > 0.0 && speed.mean_batch_fill <= 1.0, "{speed:?}");
        assert!(speed.encoding_share > 0.0 && speed.encoding_share < 1.0);
        assert!(speed.network_time_share > 0.0 && speed.network_time_share < 1.0, "{speed:?}");
        let share = speed.device_busy_share.expect("the gauge tells");
        assert!((0.3..=0.7).contains(&share) && speed.device_busy_problem.is_none(), "half of all readings are 1, their mean is {share}");
        assert_eq!(speed.network_alone.iter().map(|speed| speed.batch).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(speed.learner_samples_per_second, None);
    }

    #[test]
    fn a_device_that_does_not_tell_how_busy_it_is_has_no_share_and_a_reason() {
        let speed = measured(&|| Err("no driver".to_owned()));
        assert!(speed.network_time_share > 0.0, "{speed:?}");
        let json = serde_json::to_value(&speed).expect("it is plain data");
        assert_eq!((&json["device_busy_share"], &json["device_busy_problem"]), (&serde_json::Value::Null, &"no driver".into()));
    }
}
