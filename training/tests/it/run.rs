//! Training runs from end to end with a learner that learns nothing, so that no libtorch is needed.

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use stavka_engine::armir::Armir;
use stavka_models::{Architecture, Batch, CpuNetwork, Description, Heads, InputShape, Network, RunError as NetworkFailure, Weights};
use stavka_training::curriculum::Curriculum;
use stavka_training::evaluation::{best, history};
use stavka_training::learner::{PpoBatch, StepMetrics, TrainingBatch};
use stavka_training::replay::{Buffer, BufferSettings, Episode, Source};
use stavka_training::run::metrics::{has_events, newest};
use stavka_training::run::{Algorithm, Config, EVALUATIONS, FLIGHTS, Metrics, Order, RunDirectory, Stage};
use stavka_training::selfplay::{Delivery, Fleet, Stop, unfinished};
use stavka_training::train::{Conditions, Ended, LearnerBackend, PLAYER, PupilError, Report, TrainError, train};

/// Keeps its weights and counts its steps.
struct Idler {
    weights: Weights,
    steps: u64,
    /// Step at which its loss is no number.
    fails_at: u64,
}

impl LearnerBackend for Idler {
    fn step(&mut self, batch: &TrainingBatch) -> Result<StepMetrics, PupilError> {
        assert_eq!(batch.policy.len(), batch.batch.tokens().len());
        assert_eq!(batch.control.len(), batch.batch.len() * batch.batch.shape().area());
        self.steps += 1;
        if self.steps == self.fails_at {
            return Err(PupilError("the term policy is NaN".into()));
        }
        Ok(StepMetrics { step: self.steps, positions: batch.batch.len(), loss: 1.0, ..StepMetrics::default() })
    }

    fn ppo_step(&mut self, batch: &PpoBatch) -> Result<StepMetrics, PupilError> {
        assert_eq!(batch.chosen.len(), batch.batch.len());
        self.steps += 1;
        Ok(StepMetrics { step: self.steps, positions: batch.batch.len(), loss: 1.0, ..StepMetrics::default() })
    }

    fn weights(&self) -> Result<Weights, PupilError> {
        Ok(self.weights.clone())
    }

    fn average(&self) -> Result<Weights, PupilError> {
        Ok(self.weights.clone())
    }

    fn save(&self, directory: &Path) -> Result<(), PupilError> {
        fs::write(directory.join("steps"), self.steps.to_string()).map_err(|error| PupilError(error.into()))
    }
}

/// A tiny network, and games of which the policy plays all but the last turn.
fn config() -> Config {
    let mut config = Config { seed: 9, ..Config::default() };
    config.stage = vec![Stage { opening_turns: 5, ..Stage::default() }];
    config.network = Architecture { width: 4, depth: 1, policy_width: 4, value_width: 4, ..Architecture::default() };
    config.imitation.games = 2;
    config.imitation.players = vec!["policy".to_owned()];
    config.imitation.steps = 4;
    config.selfplay.games = 4;
    config.selfplay.positions = 20;
    config.selfplay.simulations = 2;
    config.selfplay.fast_simulations = 1;
    config.batch.positions = 8;
    config.batch.window = 2;
    config.batch.publish = 4;
    config.checkpoint.every = 4;
    config.limits.steps = 16;
    config.evaluation.pairs = 1;
    config.evaluation.opponents = vec!["random".to_owned()];
    config.evaluation.simulations = 1;
    config.promotion.pairs = 1;
    config
}

fn go_on(
    run: &RunDirectory,
    config: &Config,
    fails_at: u64,
    cancel: &AtomicBool,
    report: &(dyn Fn(Report) + Sync),
) -> Result<Ended, TrainError> {
    let course = Curriculum::<Armir>::load(config).expect("the scenario is embedded");
    let description = course.description(config);
    let open = |checkpoint: Option<&Path>| {
        let weights = Weights::random(&description, config.seed).expect("the description is good");
        let steps = checkpoint.map_or(0, |path| fs::read_to_string(path.join("steps")).expect("it is there").parse().expect("a number"));
        Ok(Idler { weights, steps, fails_at })
    };
    let make = |weights: &Weights| -> Result<Box<dyn Network>, NetworkFailure> {
        Ok(Box::new(CpuNetwork::new(weights).expect("the weights are good")))
    };
    let conditions = Conditions { cancel, minutes: None, report, device: "nothing" };
    train::<Armir, Idler>(run, config, open, &make, &conditions)
}

fn whole(run: &RunDirectory, config: &Config) -> Ended {
    go_on(run, config, 0, &AtomicBool::new(false), &|_| {}).expect("nothing goes wrong")
}

fn here() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary directory can be made")
}

fn episodes(run: &RunDirectory, config: &Config) -> Vec<Episode> {
    let settings = BufferSettings { game: "armir".to_owned(), capacity: config.replay.capacity, segment: config.replay.segment };
    let buffer = Buffer::open(&run.join("replay"), settings).expect("the buffer is good");
    buffer.episodes().collect::<Result<_, _>>().expect("the episodes are good")
}

#[test]
fn a_run_plays_learns_evaluates_and_keeps_everything() {
    let (here, config) = (here(), config());
    let run = RunDirectory::create(here.path(), &config).expect("it is empty");
    let ended = whole(&run, &config);
    assert!(ended.complete && ended.step == 16);
    assert_eq!(run.checkpoints(), [8, 12, 16], "the newest three stay");
    let weights = Weights::load(&ended.checkpoint.join(PLAYER)).expect("they are whole");
    assert_eq!(weights.description().architecture, config.network);
    let scalars = Metrics::read(&run).expect("they can be read");
    let newest = newest(&scalars);
    for name in ["loss/total", "replay/reuse", "replay/age_in_steps", "selfplay/evaluations_per_second", "evaluation/random/score"] {
        assert!(newest.contains_key(name), "{name} is missing");
    }
    assert!(newest["replay/reuse"].value <= config.replay.reuse);
    assert!(has_events(here.path()));
    let evaluations = run.join(EVALUATIONS);
    let results = history(&evaluations).expect("they can be read").entries;
    assert_eq!((results.len(), results[0].against[0].games.iter().sum::<u32>()), (1, 2));
    assert!(results[0].is_promoted && results[0].test.is_none(), "the first candidate is the best");
    assert_eq!(best(&evaluations).expect("it is whole").map(|best| best.step), Some(16));
    assert!(fs::read_to_string(evaluations.join("ratings.svg")).expect("it is there").starts_with("<svg"));
    assert_eq!(fs::read_dir(evaluations.join("00000016/opponents/records")).expect("it is there").count(), 2);
}

#[test]
fn games_of_self_play_are_legal_and_can_be_played_again_dice_and_all() {
    for order in [Order::Alternate, Order::Together] {
        let (here, mut config) = (here(), config());
        config.selfplay.order = order;
        config.limits.steps = 8;
        let run = RunDirectory::create(here.path(), &config).expect("it is empty");
        whole(&run, &config);
        let course = Curriculum::<Armir>::load(&config).expect("the scenario is embedded");
        let played: Vec<Episode> = episodes(&run, &config).into_iter().filter(|episode| episode.source == Source::SelfPlay).collect();
        assert!(!played.is_empty(), "{order:?}");
        let mut seeds: Vec<u64> = played.iter().map(|episode| episode.seed).collect();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), played.len(), "every game has a seed of its own");
        for episode in played {
            episode.verify_dice::<Armir>(course.scenario()).expect("the game is legal and its dice are those of its seed");
            let all: Vec<usize> = (0..episode.decisions.len()).collect();
            for sample in episode.samples::<Armir>(course.scenario(), &all).expect("its targets fit") {
                assert!((sample.policy.iter().sum::<f32>() - 1.0).abs() < 1e-3);
                assert!(sample.value.is_some_and(|value| (0.0..=1.0).contains(&value)));
            }
        }
    }
}

#[test]
fn a_cancelled_run_keeps_a_checkpoint_and_goes_on_from_it() {
    let (here, config) = (here(), config());
    let run = RunDirectory::create(here.path(), &config).expect("it is empty");
    let cancel = AtomicBool::new(false);
    let ended = go_on(&run, &config, 0, &cancel, &|report| {
        if matches!(report, Report::Learning { step: 6, .. }) {
            cancel.store(true, Ordering::Relaxed);
        }
    })
    .expect("cancelling is no error");
    assert!(!ended.complete && (6..16).contains(&ended.step), "ended at {}", ended.step);
    drop(run);
    let (run, again) = RunDirectory::resume(here.path()).expect("nobody trains");
    let before = episodes(&run, &config).len();
    let first = Mutex::new(None);
    let ended_again = go_on(&run, &again, 0, &AtomicBool::new(false), &|report| {
        if let Report::Learning { step, .. } = report {
            first.lock().expect("no test panics here").get_or_insert(step);
        }
    })
    .expect("nothing goes wrong");
    assert_eq!(first.into_inner().expect("no test panics here"), Some(ended.step + 1));
    assert!(ended_again.complete && ended_again.step == 16);
    assert!(episodes(&run, &config).len() >= before);
    assert_eq!(fs::read_to_string(ended_again.checkpoint.join("steps")).expect("it is there"), "16");
}

#[test]
fn games_in_flight_go_on_in_the_next_session() {
    let (here, config) = (here(), config());
    let run = RunDirectory::create(here.path(), &config).expect("it is empty");
    let cancel = AtomicBool::new(false);
    let ended = go_on(&run, &config, 0, &cancel, &|report| {
        if matches!(report, Report::Learning { step: 6.., .. }) {
            cancel.store(true, Ordering::Relaxed);
        }
    });
    assert!(!ended.expect("nothing goes wrong").complete);
    let broken_off = unfinished(&run.join(FLIGHTS)).expect("they can be read");
    assert_eq!(broken_off.len(), config.selfplay.games);
    assert!(broken_off.iter().any(|game| !game.decisions.is_empty()), "some have come to a decision");

    whole(&run, &config);
    let kept = episodes(&run, &config);
    let still = unfinished(&run.join(FLIGHTS)).expect("they can be read");
    let mut ended = 0;
    for game in broken_off {
        let episode = kept.iter().find(|episode| episode.seed == game.seed).map(|episode| (&episode.actions, &episode.decisions));
        ended += usize::from(episode.is_some());
        let going = still.iter().find(|other| other.seed == game.seed).map(|other| (&other.actions, &other.decisions));
        let (actions, decisions) = episode.or(going).expect("no game is lost");
        assert!(actions.starts_with(&game.actions) && decisions.starts_with(&game.decisions), "the game of seed {} went on", game.seed);
    }
    assert!(ended > 0);
    let mut seeds: Vec<u64> = kept.iter().map(|episode| episode.seed).collect();
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(seeds.len(), kept.len(), "no game is kept twice");
}

#[test]
fn the_best_network_plays_until_another_proves_better() {
    for enabled in [true, false] {
        let (here, mut config) = (here(), config());
        config.promotion.enabled = enabled;
        config.evaluation.every = 16;
        config.evaluation.pairs = 0;
        config.limits.steps = 64;
        // Few games at a time and little reuse, so that games begin all along the run.
        (config.selfplay.games, config.selfplay.positions, config.replay.reuse) = (2, 8, 2.0);
        let run = RunDirectory::create(here.path(), &config).expect("it is empty");
        whole(&run, &config);
        let found = history(&run.join(EVALUATIONS)).expect("they can be read").entries;
        assert_eq!(found.iter().map(|found| found.step).collect::<Vec<_>>(), [16, 32, 48, 64]);
        assert_eq!(found.iter().map(|found| found.is_promoted).collect::<Vec<_>>(), [enabled, false, false, false]);
        assert_eq!(found[2].test.as_ref().map(|test| test.best), enabled.then_some(16));
        let mut born: Vec<u64> = episodes(&run, &config).iter().map(|episode| episode.born).collect();
        born.extend(unfinished(&run.join(FLIGHTS)).expect("they can be read").iter().map(|game| game.born));
        assert_eq!(born.iter().any(|&born| born > 16), !enabled, "{born:?}");
        assert!(!enabled || born.contains(&16), "{born:?}");
        assert_eq!(best(&run.join(EVALUATIONS)).expect("it is whole").map(|best| best.step), enabled.then_some(16));
    }
}

#[test]
fn a_learner_that_fails_leaves_the_last_good_checkpoint_and_says_where() {
    let (here, config) = (here(), config());
    let run = RunDirectory::create(here.path(), &config).expect("it is empty");
    let error = go_on(&run, &config, 11, &AtomicBool::new(false), &|_| {}).expect_err("step 11 fails");
    let text = error.to_string();
    assert!(text.contains("the term policy is NaN") && text.contains("00000008"), "{text}");
    assert_eq!(run.checkpoints().last(), Some(&8));
}

/// A network whose device fails after a few batches.
struct Failing {
    input: InputShape,
    left: u32,
}

impl Network for Failing {
    fn run(&mut self, batch: &Batch, heads: &mut Heads) -> Result<(), NetworkFailure> {
        self.left = self.left.checked_sub(1).ok_or_else(|| NetworkFailure::Device("no memory is left".to_owned()))?;
        heads.clear();
        heads.logits.resize(batch.tokens().len(), 0.0);
        heads.wdl.resize(batch.len(), [0.5, 0.0, 0.5]);
        heads.margin.resize(batch.len(), 0.0);
        Ok(())
    }

    fn input(&self) -> &InputShape {
        &self.input
    }

    fn device(&self) -> String {
        "nothing".to_owned()
    }
}

#[test]
fn a_device_that_fails_ends_self_play_and_nobody_waits_for_it() {
    let config = config();
    let course = Curriculum::<Armir>::load(&config).expect("the scenario is embedded");
    let input = (**course.encoder(&config).shape()).clone();
    let weights =
        Weights::random(&Description { architecture: config.network.clone(), input: input.clone() }, 1).expect("the description is good");
    let make = |_: &Weights| -> Result<Box<dyn Network>, NetworkFailure> { Ok(Box::new(Failing { input: input.clone(), left: 5 })) };
    let stop = Stop { flag: &AtomicBool::new(false), positions: u64::MAX };
    let error = Fleet::new(&config, 1).play(&course, &config, &Delivery::new(0, weights), &make, &|_| Ok(()), stop);
    let error = error.expect_err("its devices fail").to_string();
    assert!(error.contains("no memory is left"), "{error}");
}

#[test]
fn the_policy_gradient_plays_on_environments_and_shares_the_directory() {
    let (here, mut config) = (here(), config());
    config.algorithm = Algorithm::Ppo;
    config.imitation.games = 0;
    config.imitation.steps = 0;
    config.ppo.environments = 4;
    config.ppo.horizon = 6;
    config.ppo.opponent_games = 1;
    config.ppo.opponents = vec!["random".to_owned()];
    config.limits.steps = 12;
    let run = RunDirectory::create(here.path(), &config).expect("it is empty");
    let ended = whole(&run, &config);
    assert!(ended.complete && ended.step == 12);
    let scalars = Metrics::read(&run).expect("they can be read");
    assert!(newest(&scalars).contains_key("ppo/decisions_per_second"));
    assert_eq!(history(&run.join(EVALUATIONS)).expect("they can be read").entries.len(), 1);
}
