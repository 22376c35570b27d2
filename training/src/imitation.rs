//! Games of scripted players, from which a network learns what they would choose.
//!
//! Some choices are played at random, so that positions off the experts' own path are seen too; the target is
//! the expert's choice there as everywhere. So are some of the choices that the other side does not see, which searches
//! will have to imagine.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use stavka_agents::{Agent, Prepared, SearchControl, SpecError};
use stavka_engine::dice::mix;
use stavka_engine::{Dice, Side, View};

use crate::curriculum::{self, Curriculum, Learnable, begin_players};
use crate::replay::{Buffer, Decision, Episode, ReplayError, Source};
use crate::run::Config;

/// Stream of a game's seed for random choices and for the choice of positions.
const EPSILON_STREAM: u64 = 17;

/// Why there are no games of imitation.
#[derive(Debug, thiserror::Error)]
pub enum ImitationError {
    /// A player cannot be had.
    #[error(transparent)]
    Player(#[from] SpecError),
    /// A game cannot be kept.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// The players of a configuration, ready to sit down.
///
/// # Errors
/// [`SpecError`].
pub fn players<G: Learnable>(config: &Config) -> Result<Vec<Prepared<G>>, SpecError> {
    curriculum::players(&config.imitation.players)
}

/// Plays the games of imitation that the buffer does not have yet, on `threads` threads, and keeps each when it has
/// ended. `progress` is called with the number of games that the buffer has. The games depend on the
/// configuration alone.
///
/// # Errors
/// [`ImitationError`]; finished games are kept.
pub fn play_all<G: Learnable>(
    course: &Curriculum<G>,
    config: &Config,
    buffer: &Mutex<Buffer>,
    threads: usize,
    cancel: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<(), ImitationError> {
    let players = players::<G>(config)?;
    let (there, dropped) = {
        let buffer = lock(buffer);
        let mut there = BTreeSet::new();
        for episode in buffer.episodes() {
            let episode = episode?;
            if episode.source == Source::Imitation {
                there.insert(episode.seed);
            }
        }
        (there, buffer.games_ever() - buffer.games() as u64)
    };
    let finished = AtomicU64::new(dropped + there.len() as u64);
    progress(finished.load(Ordering::Relaxed));
    // Games are begun in order, so those that a small buffer has dropped are the first ones.
    let next = AtomicU64::new(dropped);
    let failure = Mutex::new(None);
    let stop = AtomicBool::new(false);
    let work = || {
        while !cancel.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= config.imitation.games {
                return;
            }
            if there.contains(&seed(config, number)) {
                continue;
            }
            let Some(episode) = play(course, config, &players, number, cancel) else { return };
            if let Err(error) = lock(buffer).append(&episode) {
                stop.store(true, Ordering::Relaxed);
                lock(&failure).get_or_insert(error);
                return;
            }
            progress(finished.fetch_add(1, Ordering::Relaxed) + 1);
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(work);
        }
    });
    lock(&failure).take().map_or(Ok(()), |error: ReplayError| Err(error.into()))
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn seed(config: &Config, number: u64) -> u64 {
    mix(config.seed ^ mix(number))
}

/// Plays one game; `None` if it was broken off.
pub fn play<G: Learnable>(
    course: &Curriculum<G>,
    config: &Config,
    players: &[Prepared<G>],
    number: u64,
    cancel: &AtomicBool,
) -> Option<Episode> {
    let seed = seed(config, number);
    let imitation = &config.imitation;
    let kinds = players.len() as u64;
    let mut players = [number % kinds, number / kinds % kinds].map(|kind| players[kind as usize].make(seed));
    begin_players(&mut players, seed);
    let mut dice = Dice::stream(seed, EPSILON_STREAM);
    let mut play = course.begin(config, seed, Source::Imitation, 0);
    while let Some(side) = play.to_act() {
        if cancel.load(Ordering::Relaxed) {
            return None;
        }
        let choice = expert(&mut players, side, play.game(), play.legal());
        let place = play.legal().iter().position(|&action| action == choice).expect("players choose legal actions");
        let mut played = choice;
        if play.legal().len() > 1 {
            if dice.below(imitation.keep) == 0 {
                let at = play.actions();
                play.episode.decisions.push(Decision::for_choice(at, place));
            }
            if dice.below(1000) < imitation.epsilon_per_mille {
                played = dice.choose(play.legal());
            } else {
                played = play.in_secret(choice, imitation.hidden_epsilon_per_mille, &mut dice);
            }
        }
        play.choose(played);
    }
    Some(play.finish())
}

fn expert<G: Learnable>(players: &mut [Box<dyn Agent<G>>; 2], side: Side, game: &G, legal: &[G::Action]) -> G::Action {
    players[side.index()].choose(View::new(game, side), legal, SearchControl::NONE)
}
