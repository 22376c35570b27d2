//! The replay buffer: games as seeds and choices, with what a search or an expert thought of them.
//!
//! An [`Episode`] holds no tensors, only the scenario, the index of every action in its legal list, and a
//! [`Decision`] for each position worth learning from. Positions are made again when they are wanted
//! ([`Episode::samples`]), so that a buffer outlives a change of the observation. A [`Buffer`] keeps episodes in
//! append-only segments of checksummed frames, bounded by dropping the oldest segment; [`Buffer::block`] draws
//! shuffled positions from it.

mod buffer;
mod episode;
pub(crate) mod frames;
mod sample;
mod segment;

pub use buffer::{Buffer, BufferSettings};
pub use episode::{Decision, Ending, Episode, Source};
pub use sample::{Final, Sample};

use std::io;
use std::path::PathBuf;

/// Why episodes cannot be kept or read.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The file system refused.
    #[error("cannot use {}: {source}", path.display())]
    Unusable {
        /// File or directory.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file is no segment of a replay buffer, nor games in flight.
    #[error("{} is not a file of games of this program", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// A frame inside a segment is not as it was written.
    #[error("{}, byte {offset}: {problem}; move the file away to go on without its games", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where the frame begins.
        offset: u64,
        /// What is wrong.
        problem: String,
    },
    /// An episode belongs to another game, scenario or version of the rules.
    #[error("the episode was played with {found}; this run plays {expected}")]
    OtherRules {
        /// Game, scenario and fingerprint of the episode.
        found: String,
        /// Those at hand.
        expected: String,
    },
    /// An episode cannot be played again.
    #[error("the episode of seed {seed} cannot be played again: {problem}")]
    Unplayable {
        /// Seed of the episode.
        seed: u64,
        /// What is wrong.
        problem: String,
    },
    /// Positions were asked of an empty buffer.
    #[error("the replay buffer holds no positions yet")]
    Empty,
}

impl ReplayError {
    pub(crate) fn unusable(path: &std::path::Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| ReplayError::Unusable { path, source }
    }
}
