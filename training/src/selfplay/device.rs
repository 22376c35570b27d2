//! A thread that owns a network.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use stavka_models::{Batch, Heads, Network, RunError, Weights};

use super::{Tally, add, add_time};

/// Makes the network of a device out of weights, in the thread that will own it.
pub type NetworkMaker<'a> = dyn Fn(&Weights) -> Result<Box<dyn Network>, RunError> + Sync + 'a;

/// The weights that play, handed from the learner to the devices.
pub struct Delivery {
    /// Grows with every delivery.
    version: AtomicU64,
    newest: Mutex<(u64, Arc<Weights>)>,
}

impl Delivery {
    /// The first weights, with the step of the learner that they are of.
    pub fn new(step: u64, weights: Weights) -> Self {
        Delivery { version: AtomicU64::new(1), newest: Mutex::new((step, Arc::new(weights))) }
    }

    /// Delivers new weights; devices take them between two batches.
    pub fn publish(&self, step: u64, weights: Weights) {
        *self.newest.lock().unwrap_or_else(PoisonError::into_inner) = (step, Arc::new(weights));
        self.version.fetch_add(1, Ordering::Release);
    }

    /// Step of the learner that the newest weights are of.
    pub fn step(&self) -> u64 {
        self.newest.lock().unwrap_or_else(PoisonError::into_inner).0
    }

    /// The newest weights.
    pub fn weights(&self) -> Arc<Weights> {
        Arc::clone(&self.newest.lock().unwrap_or_else(PoisonError::into_inner).1)
    }
}

/// A batch on its way to a device and back.
pub(super) struct Job {
    /// Which half of its actor's games it belongs to.
    pub(super) half: usize,
    pub(super) batch: Batch,
    pub(super) heads: Heads,
    /// Where it goes when it is answered.
    pub(super) back: Sender<Job>,
}

/// Answers batches until nobody sends any more.
pub(super) fn serve(jobs: &Receiver<Job>, delivery: &Delivery, make: &NetworkMaker<'_>, tally: &Tally) -> Result<(), RunError> {
    let mut version = 0;
    let mut network: Option<Box<dyn Network>> = None;
    while let Ok(mut job) = jobs.recv() {
        let newest = delivery.version.load(Ordering::Acquire);
        let network = match &mut network {
            Some(network) if version == newest => network,
            stale => {
                version = newest;
                stale.insert(make(&delivery.weights())?)
            }
        };
        let begun = Instant::now();
        network.run(&job.batch, &mut job.heads)?;
        add_time(&tally.network_nanoseconds, begun.elapsed());
        add(&tally.evaluations, job.batch.len() as u64);
        add(&tally.batches, 1);
        let back = job.back.clone();
        // An actor that has gone needs no answer.
        let _ = back.send(job);
    }
    Ok(())
}
