//! The actors with their games, which go on from call to call.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use stavka_engine::Dice;
use stavka_engine::dice::mix;
use stavka_models::{Batch, Encoder, Heads, RunError};

use super::device::{Delivery, Job, NetworkMaker, serve};
use super::flight::Flight;
use super::journal::Journal;
use super::{Tally, add, add_time};
use crate::curriculum::{Curriculum, Learnable};
use crate::replay::{Episode, ReplayError, Source};
use crate::run::Config;

/// Why self-play ended.
#[derive(Debug, thiserror::Error)]
pub enum FleetError {
    /// A network could not be run.
    #[error(transparent)]
    Network(#[from] RunError),
    /// A game could not be kept.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// When a turn of self-play ends.
#[derive(Clone, Copy)]
pub struct Stop<'a> {
    /// Ends it when it becomes true.
    pub flag: &'a AtomicBool,
    /// Ends it after so many positions with targets in finished games.
    pub positions: u64,
}

/// Games that one actor carries on, in the order in which they were begun.
struct Actor<G: Learnable> {
    number: u64,
    begun: u64,
    games: Vec<Flight<G>>,
    /// Games that a session before left unfinished, by their places, until they are taken up.
    unfinished: Vec<Option<Flight<G>>>,
    /// `None` where nothing is kept.
    journal: Option<Journal>,
    /// Positions of the answers in the batch of their half, for games that wait for one.
    batches: [Option<(Batch, Heads)>; 2],
}

/// All games in flight. They go on where they stopped when [`Fleet::play`] is called again.
pub struct Fleet<G: Learnable> {
    actors: Vec<Actor<G>>,
    session: u64,
    /// What has been done.
    pub tally: Arc<Tally>,
}

/// What the threads of a turn share.
struct Turn<'a, G: Learnable> {
    course: &'a Curriculum<G>,
    config: &'a Config,
    session: u64,
    delivery: &'a Delivery,
    tally: &'a Tally,
    keep: &'a (dyn Fn(Episode) -> Result<(), ReplayError> + Sync),
    stop: Stop<'a>,
    goal: u64,
    halt: AtomicBool,
    failure: Mutex<Option<FleetError>>,
}

impl<G: Learnable> Turn<'_, G> {
    fn is_over(&self) -> bool {
        self.halt.load(Ordering::Relaxed) || self.stop.flag.load(Ordering::Relaxed) || self.tally.read().positions >= self.goal
    }

    fn fail(&self, error: FleetError) {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        self.halt.store(true, Ordering::Relaxed);
    }
}

impl<G: Learnable> Fleet<G> {
    /// No game has begun yet. `session` is a number that no other start of the run has had, so that no two games of a
    /// run have the same seed.
    pub fn new(config: &Config, session: u64) -> Self {
        let actor = |number: usize| Actor {
            number: number as u64,
            begun: 0,
            games: Vec::new(),
            unfinished: Vec::new(),
            journal: None,
            batches: [None, None],
        };
        Fleet { actors: (0..config.selfplay.actors).map(actor).collect(), session, tally: Arc::default() }
    }

    /// The same with journals in a directory: games that a session before left there unfinished go on, but for those
    /// with seeds in `kept`, which have ended.
    ///
    /// # Errors
    /// [`ReplayError`] if the journals cannot be used or hold games that cannot be played here.
    pub fn open(
        config: &Config,
        session: u64,
        course: &Curriculum<G>,
        directory: &Path,
        kept: &BTreeSet<u64>,
    ) -> Result<Self, ReplayError> {
        let mut fleet = Fleet::new(config, session);
        for actor in &mut fleet.actors {
            let (journal, games) = Journal::open(directory, actor.number, |game| !kept.contains(&game.seed))?;
            actor.journal = Some(journal);
            for game in games {
                let flight = game.map(|game| {
                    let mut play = course.resume(config, game.seed, game.born, &game.actions)?;
                    play.episode.decisions = game.decisions;
                    Ok(Flight::resume(play, &config.selfplay, game.searched))
                });
                actor.unfinished.push(flight.transpose()?);
            }
        }
        Ok(fleet)
    }

    /// Plays until `stop`, with the weights that are delivered. Every game that ends is given to `keep`.
    ///
    /// # Errors
    /// [`FleetError`].
    pub fn play(
        &mut self,
        course: &Curriculum<G>,
        config: &Config,
        delivery: &Delivery,
        make: &NetworkMaker<'_>,
        keep: &(dyn Fn(Episode) -> Result<(), ReplayError> + Sync),
        stop: Stop<'_>,
    ) -> Result<(), FleetError> {
        let goal = self.tally.read().positions.saturating_add(stop.positions);
        let turn = Turn {
            course,
            config,
            session: self.session,
            delivery,
            tally: &self.tally,
            keep,
            stop,
            goal,
            halt: AtomicBool::new(false),
            failure: Mutex::new(None),
        };
        let devices = config.selfplay.devices;
        thread::scope(|scope| {
            let (inboxes, outboxes): (Vec<Sender<Job>>, Vec<Receiver<Job>>) = (0..devices).map(|_| channel()).unzip();
            for jobs in outboxes {
                let turn = &turn;
                scope.spawn(move || {
                    if let Err(error) = serve(&jobs, turn.delivery, make, turn.tally) {
                        turn.fail(error.into());
                    }
                });
            }
            for (number, actor) in self.actors.iter_mut().enumerate() {
                let device = inboxes[number % devices].clone();
                let turn = &turn;
                scope.spawn(move || {
                    if let Err(error) = actor.work(turn, &device) {
                        turn.fail(error.into());
                    }
                });
            }
            // Devices end when the last actor has hung up.
            drop(inboxes);
        });
        turn.failure.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }
}

impl<G: Learnable> Actor<G> {
    /// Plays until the turn is over or the device has gone.
    fn work(&mut self, turn: &Turn<'_, G>, device: &Sender<Job>) -> Result<(), ReplayError> {
        self.fill(turn)?;
        let mut encoder = turn.course.encoder(turn.config);
        let (back, answers) = channel();
        let mut under_way = 0;
        for half in 0..2 {
            under_way += usize::from(self.send(turn, half, &mut encoder, None, (device, back.clone()))?);
        }
        // From now on only jobs hold the way back, so that nobody waits for a device that has gone.
        drop(back);
        while under_way > 0 {
            let Ok(Job { half, batch, heads, back }) = answers.recv() else { return Ok(()) };
            under_way -= 1;
            let games = self.half(half);
            for (position, game) in self.games[games].iter_mut().enumerate() {
                game.supply(&batch, &heads, position);
            }
            if turn.is_over() {
                self.batches[half] = Some((batch, heads));
            } else {
                under_way += usize::from(self.send(turn, half, &mut encoder, Some((batch, heads)), (device, back))?);
            }
        }
        Ok(())
    }

    /// Takes up or begins the games that are missing.
    fn fill(&mut self, turn: &Turn<'_, G>) -> Result<(), ReplayError> {
        let actors = turn.config.selfplay.actors as u64;
        let games = turn.config.selfplay.games as u64;
        let share = games / actors + u64::from(self.number < games % actors);
        while (self.games.len() as u64) < share.max(1) {
            let place = self.games.len();
            let unfinished = self.unfinished.get_mut(place).and_then(Option::take);
            let mut flight = unfinished.unwrap_or_else(|| Flight::new(self.begin(turn), &turn.config.selfplay));
            if let Some(journal) = &mut self.journal {
                flight.note_whole(place, journal);
            }
            self.games.push(flight);
        }
        self.write()
    }

    /// Writes what the journal was told.
    fn write(&mut self) -> Result<(), ReplayError> {
        let games = self.games.iter().map(Flight::so_far);
        self.journal.as_mut().map_or(Ok(()), |journal| journal.write(games))
    }

    fn begin(&mut self, turn: &Turn<'_, G>) -> crate::curriculum::Play<G> {
        let seed = Dice::stream(turn.config.seed, mix(turn.session)).bits() ^ mix(mix(self.number) ^ self.begun);
        self.begun += 1;
        turn.course.begin(turn.config, seed, Source::SelfPlay, turn.delivery.step())
    }

    fn half(&self, half: usize) -> Range<usize> {
        let middle = self.games.len().div_ceil(2);
        if half == 0 { 0..middle } else { middle..self.games.len() }
    }

    /// Carries the games of a half on until each waits, and sends their queries. False if there is nothing to send.
    fn send(
        &mut self,
        turn: &Turn<'_, G>,
        half: usize,
        encoder: &mut Encoder<G>,
        buffers: Option<(Batch, Heads)>,
        (device, back): (&Sender<Job>, Sender<Job>),
    ) -> Result<bool, ReplayError> {
        let games = self.half(half);
        if games.is_empty() {
            return Ok(false);
        }
        let begun = Instant::now();
        let (mut batch, heads) = buffers.or_else(|| self.batches[half].take()).unwrap_or_else(|| (encoder.batch(), Heads::default()));
        batch.clear();
        for index in games {
            while !self.games[index].advance(&turn.config.selfplay, encoder, &mut batch, turn.tally) {
                debug_assert!(self.games[index].is_over(), "a game that needs no network is over");
                let next = self.begin(turn);
                let episode = self.games[index].renew(next);
                let positions = episode.decisions.len() as u64;
                (turn.keep)(episode)?;
                if let Some(journal) = &mut self.journal {
                    self.games[index].note_whole(index, journal);
                }
                add(&turn.tally.games, 1);
                add(&turn.tally.positions, positions);
            }
            if let Some(journal) = &mut self.journal {
                self.games[index].note(index, journal);
            }
        }
        self.write()?;
        add_time(&turn.tally.actor_nanoseconds, begun.elapsed());
        // A device that has gone has told why.
        Ok(device.send(Job { half, batch, heads, back }).is_ok())
    }
}
