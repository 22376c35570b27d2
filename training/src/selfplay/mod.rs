//! Self-play: many games in flight, whose searches ask one network per device in whole batches.
//!
//! An actor is a thread with its share of the games, in two halves. While the network answers the queries of one half,
//! the actor carries the searches of the other half on and encodes their queries. A device is a thread that owns a
//! network, takes whole batches and picks up new weights between two of them. A journal keeps what has been decided in
//! the games in flight, so that a session that is killed loses none of them.

mod device;
mod fleet;
mod flight;
mod journal;

pub use device::{Delivery, NetworkMaker};
pub use fleet::{Fleet, FleetError, Stop};
pub use journal::{Unfinished, unfinished};

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde::Serialize;

/// Counters of self-play, which only grow.
#[derive(Debug, Default)]
pub struct Tally {
    games: AtomicU64,
    positions: AtomicU64,
    decisions: AtomicU64,
    evaluations: AtomicU64,
    batches: AtomicU64,
    network_nanoseconds: AtomicU64,
    actor_nanoseconds: AtomicU64,
    encode_nanoseconds: AtomicU64,
}

/// A reading of a [`Tally`], or the difference of two.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Throughput {
    /// Games that ended.
    pub games: u64,
    /// Positions with targets in them.
    pub positions: u64,
    /// Decisions of games that ended or go on.
    pub decisions: u64,
    /// Positions that networks have answered.
    pub evaluations: u64,
    /// Batches that they came in.
    pub batches: u64,
    /// Seconds that devices spent in their networks, all devices together: packing, transfers and waiting included.
    pub network_seconds: f64,
    /// Seconds that actors worked, all actors together.
    pub actor_seconds: f64,
    /// Those of them that went into encoding positions.
    pub encode_seconds: f64,
}

impl Throughput {
    /// What has happened since an earlier reading.
    pub fn since(&self, earlier: &Throughput) -> Throughput {
        Throughput {
            games: self.games - earlier.games,
            positions: self.positions - earlier.positions,
            decisions: self.decisions - earlier.decisions,
            evaluations: self.evaluations - earlier.evaluations,
            batches: self.batches - earlier.batches,
            network_seconds: self.network_seconds - earlier.network_seconds,
            actor_seconds: self.actor_seconds - earlier.actor_seconds,
            encode_seconds: self.encode_seconds - earlier.encode_seconds,
        }
    }

    /// Mean size of a batch.
    pub fn batch_size(&self) -> f64 {
        self.evaluations as f64 / self.batches.max(1) as f64
    }

    /// Named scalars of what was done in so many seconds by so many devices.
    pub fn scalars(&self, seconds: f64, devices: usize) -> Vec<(String, f64)> {
        let rate = |count: u64| count as f64 / seconds.max(1e-9);
        let values = [
            ("selfplay/games", self.games as f64),
            ("selfplay/positions_per_second", rate(self.positions)),
            ("selfplay/decisions_per_second", rate(self.decisions)),
            ("selfplay/evaluations_per_second", rate(self.evaluations)),
            ("selfplay/batch_size", self.batch_size()),
            ("selfplay/network_time_share", self.network_seconds / (seconds * devices as f64).max(1e-9)),
            ("selfplay/encoding_share", self.encode_seconds / (self.actor_seconds + self.network_seconds).max(1e-9)),
        ];
        values.map(|(name, value)| (name.to_owned(), value)).to_vec()
    }
}

impl Tally {
    /// The counters now.
    pub fn read(&self) -> Throughput {
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let seconds = |counter: &AtomicU64| count(counter) as f64 * 1e-9;
        Throughput {
            games: count(&self.games),
            positions: count(&self.positions),
            decisions: count(&self.decisions),
            evaluations: count(&self.evaluations),
            batches: count(&self.batches),
            network_seconds: seconds(&self.network_nanoseconds),
            actor_seconds: seconds(&self.actor_nanoseconds),
            encode_seconds: seconds(&self.encode_nanoseconds),
        }
    }
}

fn add(counter: &AtomicU64, count: u64) {
    counter.fetch_add(count, Ordering::Relaxed);
}

fn add_time(counter: &AtomicU64, time: Duration) {
    add(counter, time.as_nanos() as u64);
}
