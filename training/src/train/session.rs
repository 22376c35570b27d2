//! The loop of a run.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use stavka_agents::Prepared;
use stavka_engine::Dice;
use stavka_engine::dice::mix;
use stavka_models::Weights;

use super::ppo::Rollouts;
use super::targets::fill;
use super::{Conditions, Ended, LearnerBackend, PLAYER, PupilError, Report, TrainError};
use crate::arena;
use crate::curriculum::{Curriculum, Learnable, players};
use crate::evaluation::{Best, EvaluationError, Gate, GateError, MatchSettings, best};
use crate::imitation;
use crate::learner::{Calibration, PpoBatch, StepMetrics, TrainingBatch};
use crate::replay::{Buffer, BufferSettings, Episode, ReplayError, Sample};
use crate::run::{Algorithm, Config, EVALUATIONS, FLIGHTS, Metrics, Order, Progress, RunDirectory};
use crate::selfplay::{Delivery, Fleet, NetworkMaker, Stop, Tally, Throughput};

/// Stream of the run's seed for windows of positions.
const WINDOW_STREAM: u64 = 32;
/// Stream of the run's seed for rounds of the policy gradient.
const ROUND_STREAM: u64 = 1 << 40;
/// How long a thread waits before it looks again.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Trains until the limits of the configuration, a cancellation or an error. `open` gives the learner of a checkpoint,
/// or a new one; `make` the networks of self-play.
///
/// # Errors
/// [`TrainError`]. The newest checkpoint is then the one before.
pub fn train<G: Learnable, P: LearnerBackend>(
    run: &RunDirectory,
    config: &Config,
    open: impl FnOnce(Option<&Path>) -> Result<P, TrainError>,
    make: &NetworkMaker<'_>,
    conditions: &Conditions<'_>,
) -> Result<Ended, TrainError> {
    let course = Curriculum::<G>::load(config)?;
    let latest = run.latest()?;
    let pupil = open(latest.as_ref().map(|(path, _)| path.as_path()))?;
    let is_new = latest.is_none();
    let progress = latest.map(|(_, progress)| progress).unwrap_or_default();
    let replay = &config.replay;
    let settings = BufferSettings { game: config.game.as_str().to_owned(), capacity: replay.capacity, segment: replay.segment };
    let buffer = Buffer::open(&run.join("replay"), settings)?;
    let evaluations = run.join(EVALUATIONS);
    if config.evaluation.pairs > 0 {
        players::<G>(&config.evaluation.opponents)?;
    }
    let opponents = players(if config.ppo.opponent_games > 0 { &config.ppo.opponents } else { &[] })?;
    let best = if config.promotion.enabled { best(&evaluations)? } else { None };
    let has_best = best.is_some();
    let delivery = match best {
        Some(Best { step, weights }) => Delivery::new(step, weights),
        None => Delivery::new(progress.step, pupil.average()?),
    };
    let session = run.begin_session()?;
    let mut fleet = match config.algorithm {
        Algorithm::Ppo => Fleet::new(config, session),
        Algorithm::Search => Fleet::open(config, session, &course, &run.join(FLIGHTS), &buffer.seeds()?)?,
    };
    let buffer = Mutex::new(buffer);
    let stop = AtomicBool::new(false);
    let begun = Instant::now();
    let limit = time_left(config, conditions, &progress);
    let mut session = Session {
        run,
        config,
        course: &course,
        opponents,
        conditions,
        make,
        buffer: &buffer,
        delivery: &delivery,
        tally: Arc::clone(&fleet.tally),
        metrics: Metrics::open(run, progress.step)?,
        batch: TrainingBatch::new(course.encoder(config).batch()),
        before: progress.seconds,
        begun,
        pupil,
        progress,
        seen: Throughput::default(),
        seen_at: begun,
        stop: &stop,
        evaluations,
        has_best,
    };
    let device = conditions.device.to_owned();
    (conditions.report)(Report::Begins { step: session.progress.step, steps: config.limits.steps, device });
    if is_new {
        session.checkpoint()?;
    }
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let guard = scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                if conditions.cancel.load(Ordering::Relaxed) || limit.is_some_and(|limit| begun.elapsed() >= limit) {
                    stop.store(true, Ordering::Relaxed);
                }
                thread::park_timeout(POLL_INTERVAL);
            }
        });
        let result = session.go(&mut fleet);
        done.store(true, Ordering::Relaxed);
        guard.thread().unpark();
        result
    })
}

/// How long this session may last.
fn time_left(config: &Config, conditions: &Conditions<'_>, progress: &Progress) -> Option<Duration> {
    let left = (config.limits.minutes > 0.0).then(|| (config.limits.minutes * 60.0 - progress.seconds).max(0.0));
    let asked = conditions.minutes.map(|minutes| minutes * 60.0);
    left.into_iter().chain(asked).reduce(f64::min).map(Duration::from_secs_f64)
}

/// A run that goes on.
struct Session<'a, G: Learnable, P> {
    run: &'a RunDirectory,
    config: &'a Config,
    course: &'a Curriculum<G>,
    /// Of the policy gradient.
    opponents: Vec<Prepared<G>>,
    conditions: &'a Conditions<'a>,
    make: &'a NetworkMaker<'a>,
    buffer: &'a Mutex<Buffer>,
    delivery: &'a Delivery,
    tally: Arc<Tally>,
    pupil: P,
    progress: Progress,
    metrics: Metrics,
    batch: TrainingBatch,
    /// When the session began, and the seconds of training before it.
    begun: Instant,
    before: f64,
    /// Reading of the tally of self-play at the last report, and when.
    seen: Throughput,
    seen_at: Instant,
    /// True when the session must end.
    stop: &'a AtomicBool,
    /// Directory of the evaluations.
    evaluations: PathBuf,
    /// Whether a best network plays, in place of the newest.
    has_best: bool,
}

impl<G: Learnable, P: LearnerBackend> Session<'_, G, P> {
    fn go(&mut self, fleet: &mut Fleet<G>) -> Result<Ended, TrainError> {
        let terms = self.terms();
        Gate::<G>::new(&self.evaluations, self.course.scenario(), &terms).rewind(self.progress.step)?;
        if self.may_evaluate() && !self.is_stopped() {
            self.evaluate(self.stop)?;
        }
        self.imitate()?;
        let steps = self.config.limits.steps;
        if self.progress.inherited == 0 && !self.is_stopped() {
            self.progress.inherited = lock(self.buffer).positions_ever();
            self.checkpoint()?;
        }
        while self.progress.step < self.config.imitation.steps.min(steps) && !self.is_stopped() {
            self.learn_window(self.config.imitation.steps.min(steps))?;
            self.progress.imitated = self.progress.learned;
        }
        self.publish()?;
        if self.progress.step < steps && !self.is_stopped() {
            match (self.config.algorithm, self.config.selfplay.order) {
                (Algorithm::Ppo, _) => self.ppo()?,
                (Algorithm::Search, Order::Alternate) => self.alternate(fleet)?,
                (Algorithm::Search, Order::Together) => self.together(fleet)?,
            }
        }
        let complete = self.is_complete();
        if complete && self.progress.evaluated != self.progress.step {
            // A limit of time ends learning, and the last candidate is examined all the same.
            self.evaluate(self.conditions.cancel)?;
        }
        let checkpoint = self.checkpoint()?;
        Ok(Ended { complete, step: self.progress.step, checkpoint })
    }

    /// Whether the run has reached its limits.
    fn is_complete(&self) -> bool {
        let minutes = self.config.limits.minutes;
        self.progress.step >= self.config.limits.steps || (minutes > 0.0 && self.seconds() >= minutes * 60.0)
    }

    /// Reads the cancellation itself: the guard thread may come late on a busy machine.
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.conditions.cancel.load(Ordering::Relaxed)
    }

    fn seconds(&self) -> f64 {
        self.before + self.begun.elapsed().as_secs_f64()
    }

    fn imitate(&self) -> Result<(), TrainError> {
        let wanted = self.config.imitation.games;
        if lock(self.buffer).games_ever() >= wanted {
            return Ok(());
        }
        let report = |games| (self.conditions.report)(Report::Imitation { games, of: wanted });
        imitation::play_all(self.course, self.config, self.buffer, self.config.selfplay.actors, self.stop, &report)?;
        Ok(())
    }

    /// Self-play and learning in turns.
    fn alternate(&mut self, fleet: &mut Fleet<G>) -> Result<(), TrainError> {
        let steps = self.config.limits.steps;
        while !self.is_stopped() && self.progress.step < steps {
            let stop = Stop { flag: self.stop, positions: self.config.selfplay.positions };
            fleet.play(self.course, self.config, self.delivery, self.make, &keep_in(self.buffer, self.conditions.report), stop)?;
            while !self.is_stopped() && self.progress.step < steps && self.may_learn() {
                self.learn_window(steps)?;
            }
            self.publish()?;
        }
        Ok(())
    }

    /// Self-play and learning side by side.
    fn together(&mut self, fleet: &mut Fleet<G>) -> Result<(), TrainError> {
        let halt = AtomicBool::new(false);
        let (course, config, delivery, make) = (self.course, self.config, self.delivery, self.make);
        let (buffer, report) = (self.buffer, self.conditions.report);
        thread::scope(|scope| {
            let halt = &halt;
            let player = scope.spawn(move || {
                let keep = keep_in(buffer, report);
                fleet.play(course, config, delivery, make, &keep, Stop { flag: halt, positions: u64::MAX })
            });
            let mut learned = Ok(());
            while learned.is_ok() && !self.is_stopped() && !player.is_finished() && self.progress.step < config.limits.steps {
                if self.may_learn() {
                    let published = self.progress.step / config.batch.publish.max(1);
                    learned = self.learn_window(config.limits.steps);
                    if learned.is_ok() && self.progress.step / config.batch.publish.max(1) != published {
                        learned = self.publish();
                    }
                } else {
                    thread::sleep(POLL_INTERVAL);
                }
            }
            halt.store(true, Ordering::Relaxed);
            let played = player.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            learned?;
            Ok(played?)
        })
    }

    /// Rounds of games played by the policy itself, each learned from at once.
    fn ppo(&mut self) -> Result<(), TrainError> {
        let steps = self.config.limits.steps;
        let empty = self.batch.batch.clone();
        let seed = Dice::stream(self.config.seed, ROUND_STREAM + self.progress.windows).bits();
        let (threads, margin_scale) = (self.config.selfplay.actors, self.config.network.margin_scale);
        let encoder = || self.course.encoder(self.config);
        let (scenario, settings) = (self.course.scenario(), &self.config.ppo);
        let mut rollouts = Rollouts::<G>::new(scenario, settings, threads, encoder, margin_scale, &self.opponents, seed)?;
        let mut batch = PpoBatch { batch: empty, chosen: vec![], log_probability: vec![], advantage: vec![], wdl: vec![], lead: vec![] };
        while !self.is_stopped() && self.progress.step < steps {
            let begun = Instant::now();
            let weights = self.pupil.weights().map_err(|source| self.failed(source))?;
            if !rollouts.play(&|| (self.make)(&weights), &self.config.ppo)? {
                continue;
            }
            let played = begun.elapsed().as_secs_f64();
            let mut window = Window { drawing: begun.elapsed(), ..Window::default() };
            let mut order = rollouts.choices();
            let mut dice = rollouts.dice();
            for _ in 0..self.config.ppo.epochs {
                shuffle(&mut order, &mut dice);
                for places in order.chunks(self.config.batch.positions) {
                    if self.progress.step >= steps {
                        break;
                    }
                    let encoding = Instant::now();
                    rollouts.fill(places, &mut batch);
                    window.encoding += encoding.elapsed();
                    let step = self.pupil.ppo_step(&batch).map_err(|source| self.failed(source))?;
                    self.progress.step += 1;
                    self.progress.learned += places.len() as u64;
                    (self.conditions.report)(Report::Learning { step: self.progress.step, loss: step.loss });
                    window.add(&step);
                }
            }
            let more = [
                ("ppo/games", rollouts.games() as f64),
                ("ppo/decisions_per_second", rollouts.decisions() as f64 / played.max(1e-9)),
                ("ppo/clipped", window.clipped / window.steps.max(1) as f64),
                ("ppo/divergence", window.divergence / window.steps.max(1) as f64),
            ];
            let scores = [("ppo/axis_score", rollouts.axis_score()), ("ppo/score_against_opponents", rollouts.score_against_opponents())];
            let scores = scores.into_iter().filter_map(|(name, score)| Some((name, score?)));
            let more = more.into_iter().chain(scores).map(|(name, value)| (name.to_owned(), value)).collect();
            self.close_window(window, begun, more)?;
        }
        Ok(())
    }

    /// Whether the bound on reuse leaves room for another window.
    fn may_learn(&self) -> bool {
        let buffer = lock(self.buffer);
        let made = buffer.positions_ever().saturating_sub(self.progress.inherited) as f64;
        let window = (self.config.batch.window * self.config.batch.positions as u64) as f64;
        let learned = (self.progress.learned - self.progress.imitated) as f64;
        buffer.positions() > 0 && learned + window <= self.config.replay.reuse * made
    }

    /// Draws positions and learns from them: as many steps as a window has, up to step `end`.
    fn learn_window(&mut self, end: u64) -> Result<(), TrainError> {
        let size = self.config.batch.positions;
        let steps = self.config.batch.window.min(end - self.progress.step);
        let mut dice = Dice::stream(self.config.seed, WINDOW_STREAM + self.progress.windows);
        let per_game = self.config.replay.per_game;
        let begun = Instant::now();
        let scenario = |episode: &Episode| self.course.scenario_of(episode);
        let samples: Vec<Sample<G>> = lock(self.buffer).block(&scenario, steps as usize * size, per_game, &mut dice)?;
        let mut window = Window { drawing: begun.elapsed(), ..Window::default() };
        for positions in samples.chunks(size) {
            let encoding = Instant::now();
            fill(&mut self.batch, || self.course.encoder(self.config), positions, self.config.batch.search_value);
            window.encoding += encoding.elapsed();
            let step = self.pupil.step(&self.batch).map_err(|source| self.failed(source))?;
            self.progress.step += 1;
            self.progress.learned += positions.len() as u64;
            let now = self.progress.step;
            window.age += positions.iter().map(|sample| now.saturating_sub(sample.born)).sum::<u64>();
            (self.conditions.report)(Report::Learning { step: now, loss: step.loss });
            window.add(&step);
        }
        let more = self.replay_scalars();
        self.close_window(window, begun, more)
    }

    /// Reports what a window came to, evaluates and keeps a checkpoint where that is due.
    fn close_window(&mut self, mut window: Window, begun: Instant, more: Vec<(String, f64)>) -> Result<(), TrainError> {
        let steps = window.steps;
        self.progress.windows += 1;
        window.seconds = begun.elapsed().as_secs_f64();
        let mut scalars = window.scalars();
        scalars.extend(more);
        self.metrics.write(self.progress.step, self.seconds(), &scalars)?;
        if self.may_evaluate() {
            self.evaluate(self.stop)?;
        } else if self.is_due(self.config.checkpoint.every, steps) {
            self.checkpoint()?;
        }
        Ok(())
    }

    /// Whether a multiple of `every` was passed in the last steps.
    fn is_due(&self, every: u64, steps: u64) -> bool {
        every > 0 && self.progress.step / every != (self.progress.step - steps) / every
    }

    fn failed(&self, source: PupilError) -> TrainError {
        let checkpoint = self.run.checkpoints().last().map(|&step| self.run.checkpoint(step));
        TrainError::Learner { source, checkpoint }
    }

    // ---- weights, checkpoints, reports ---------------------------------------------

    /// Gives self-play the averaged weights, unless a best network plays.
    fn publish(&mut self) -> Result<(), TrainError> {
        if !self.has_best {
            let weights = self.average()?;
            self.delivery.publish(self.progress.step, weights);
        }
        Ok(())
    }

    fn average(&self) -> Result<Weights, TrainError> {
        self.pupil.average().map_err(|source| self.failed(source))
    }

    /// Keeps everything that the run needs to go on from this step.
    fn checkpoint(&mut self) -> Result<PathBuf, TrainError> {
        self.progress.seconds = self.seconds();
        let path = self.run.keep::<TrainError>(&self.progress, &self.config.checkpoint, |directory| {
            self.average()?.save(&directory.join(PLAYER))?;
            self.pupil.save(directory).map_err(|source| self.failed(source))
        })?;
        (self.conditions.report)(Report::Checkpoint { path: path.clone() });
        Ok(path)
    }

    /// Whether a multiple of the steps between two evaluations was passed since the last one.
    fn may_evaluate(&self) -> bool {
        let every = self.config.evaluation.every;
        every > 0 && self.progress.step / every > self.progress.evaluated / every
    }

    /// Has the averaged weights examined, and lets them play if they are the best now. What is examined is kept first,
    /// so that an evaluation that was broken off or killed goes on with the same weights.
    fn evaluate(&mut self, cancel: &AtomicBool) -> Result<(), TrainError> {
        self.checkpoint()?;
        let (step, weights, terms) = (self.progress.step, self.average()?, self.terms());
        let gate = Gate::<G>::new(&self.evaluations, self.course.scenario(), &terms);
        let report = self.conditions.report;
        let progress = |games: usize, last: Option<&arena::GameResult>| {
            if let Some(last) = last {
                report(Report::Evaluation { step, games, players: [last.axis.clone(), last.soviet.clone()] });
            }
        };
        let conditions = arena::Conditions { threads: self.config.selfplay.actors, cancel, progress: &progress };
        let found = match gate.examine(step, &weights, &conditions) {
            Err(GateError::Evaluation(EvaluationError::BrokenOff { .. })) => return Ok(()),
            other => other?,
        };
        self.progress.evaluated = step;
        self.metrics.write(step, self.seconds(), &found.scalars())?;
        if found.is_promoted {
            self.has_best = true;
            self.delivery.publish(step, weights);
        }
        Ok(())
    }

    /// What a candidate of this step is put through.
    fn terms(&self) -> MatchSettings {
        let Config { evaluation, promotion, seed, .. } = self.config;
        MatchSettings {
            pairs: evaluation.pairs,
            opponents: evaluation.opponents.clone(),
            simulations: evaluation.simulations,
            test: promotion.test(),
            test_pairs: promotion.pairs,
            seed: mix(seed ^ mix(self.progress.step)),
        }
    }

    /// What there is to say of the replay buffer, and of self-play since the last time.
    fn replay_scalars(&mut self) -> Vec<(String, f64)> {
        let learned = (self.progress.learned - self.progress.imitated) as f64;
        let mut scalars = {
            let buffer = lock(self.buffer);
            let made = buffer.positions_ever().saturating_sub(self.progress.inherited);
            let values = [
                ("replay/positions", buffer.positions() as f64),
                ("replay/games", buffer.games() as f64),
                ("replay/reuse", learned / made.max(1) as f64),
                ("replay/positions_ever", buffer.positions_ever() as f64),
            ];
            values.map(|(name, value)| (name.to_owned(), value)).to_vec()
        };
        let now = self.tally.read();
        let played = now.since(&self.seen);
        if played.evaluations > 0 {
            scalars.extend(played.scalars(self.seen_at.elapsed().as_secs_f64(), self.config.selfplay.devices));
        }
        (self.seen, self.seen_at) = (now, Instant::now());
        scalars
    }
}

/// What a window of steps came to.
#[derive(Default)]
struct Window {
    steps: u64,
    positions: u64,
    /// Sum of the steps since the positions were played.
    age: u64,
    seconds: f64,
    drawing: Duration,
    encoding: Duration,
    sums: [f64; 8],
    clipped: f64,
    divergence: f64,
    rate: f64,
    calibration: Calibration,
}

impl Window {
    const NAMES: [&'static str; 8] = [
        "loss/total",
        "loss/policy",
        "loss/value",
        "loss/margin",
        "loss/control",
        "loss/losses",
        "learner/policy_entropy",
        "learner/gradient_norm",
    ];

    fn add(&mut self, step: &StepMetrics) {
        self.steps += 1;
        self.positions += step.positions as u64;
        let values = [step.loss, step.policy, step.value, step.margin, step.control, step.losses, step.policy_entropy, step.gradient_norm];
        for (sum, value) in self.sums.iter_mut().zip(values) {
            *sum += value;
        }
        self.clipped += step.clipped;
        self.divergence += step.divergence;
        self.rate = step.learning_rate;
        self.calibration.merge(&step.calibration);
    }

    fn scalars(&self) -> Vec<(String, f64)> {
        let mean = |sum: f64| sum / self.steps.max(1) as f64;
        let mut scalars: Vec<(String, f64)> =
            Self::NAMES.iter().zip(self.sums).map(|(name, sum)| ((*name).to_owned(), mean(sum))).collect();
        let more = [
            ("learner/rate", self.rate),
            ("learner/brier", self.calibration.brier()),
            ("learner/calibration_error", self.calibration.error()),
            ("learner/positions_per_second", self.positions as f64 / self.seconds.max(1e-9)),
            ("learner/drawing_share", self.drawing.as_secs_f64() / self.seconds.max(1e-9)),
            ("learner/encoding_share", self.encoding.as_secs_f64() / self.seconds.max(1e-9)),
            ("replay/age_in_steps", self.age as f64 / self.positions.max(1) as f64),
        ];
        scalars.extend(more.map(|(name, value)| (name.to_owned(), value)));
        scalars
    }
}

fn shuffle<T>(numbers: &mut [T], dice: &mut Dice) {
    for last in (1..numbers.len()).rev() {
        numbers.swap(last, dice.below(last as u32 + 1) as usize);
    }
}

/// Keeps finished games of self-play in the buffer and tells of them.
fn keep_in<'a>(
    buffer: &'a Mutex<Buffer>,
    report: &'a (dyn Fn(Report) + Sync),
) -> impl Fn(Episode) -> Result<(), ReplayError> + Sync + use<'a> {
    move |episode| {
        let (games, positions) = {
            let mut buffer = lock(buffer);
            buffer.append(&episode)?;
            (buffer.games_ever(), buffer.positions_ever())
        };
        report(Report::SelfPlay { games, positions });
        Ok(())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
