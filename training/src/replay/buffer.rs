//! The buffer: a directory of segments, bounded, and shuffled positions out of it.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use stavka_engine::record::Recorded;
use stavka_engine::{Dice, Observe};

use super::ReplayError;
use super::episode::Episode;
use super::sample::Sample;
use super::segment::{self, Header, Place};

/// Ending of the files.
const EXTENSION: &str = "episodes";

/// Bounds of a buffer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BufferSettings {
    /// Name of the game.
    pub game: String,
    /// Positions that are kept at least, once there are so many; the oldest segment beyond them goes.
    pub capacity: u64,
    /// Positions after which a new segment is begun.
    pub segment: u64,
}

struct Segment {
    number: u32,
    path: PathBuf,
    header: Header,
    places: Vec<Place>,
    positions: u64,
    end: u64,
}

/// Episodes on disk, the newest ones up to a bound.
pub struct Buffer {
    directory: PathBuf,
    settings: BufferSettings,
    /// Oldest first, never empty.
    segments: Vec<Segment>,
}

impl Buffer {
    /// Opens the buffer of a directory, or begins one. What an interrupted write left behind is cut off.
    ///
    /// # Errors
    /// [`ReplayError::Unusable`], [`ReplayError::Foreign`], [`ReplayError::Damaged`], [`ReplayError::OtherRules`].
    pub fn open(directory: &Path, settings: BufferSettings) -> Result<Self, ReplayError> {
        fs::create_dir_all(directory).map_err(ReplayError::unusable(directory))?;
        let mut numbers = Vec::new();
        for entry in fs::read_dir(directory).map_err(ReplayError::unusable(directory))? {
            let path = entry.map_err(ReplayError::unusable(directory))?.path();
            if path.extension().is_some_and(|extension| extension == EXTENSION) {
                let number = path.file_stem().and_then(|stem| stem.to_str()).and_then(|stem| stem.parse::<u32>().ok());
                numbers.push((number.ok_or_else(|| ReplayError::Foreign { path: path.clone() })?, path));
            }
        }
        numbers.sort();
        let mut buffer = Buffer { directory: directory.to_owned(), settings, segments: Vec::new() };
        let newest = numbers.len().saturating_sub(1);
        for (index, (number, path)) in numbers.into_iter().enumerate() {
            buffer.take_up(number, path, index == newest)?;
        }
        if buffer.segments.is_empty() {
            buffer.begin_segment()?;
        }
        Ok(buffer)
    }

    fn take_up(&mut self, number: u32, path: PathBuf, newest: bool) -> Result<(), ReplayError> {
        let scan = segment::scan(&path, newest)?;
        let Some(header) = scan.header else {
            // The process ended while it began the file, which holds nothing yet.
            return fs::remove_file(&path).map_err(ReplayError::unusable(&path));
        };
        if header.game != self.settings.game {
            return Err(ReplayError::OtherRules { found: header.game, expected: self.settings.game.clone() });
        }
        if newest {
            let file = OpenOptions::new().write(true).open(&path).map_err(ReplayError::unusable(&path))?;
            file.set_len(scan.good).map_err(ReplayError::unusable(&path))?;
        }
        let positions = scan.places.iter().map(|place| u64::from(place.positions)).sum();
        self.segments.push(Segment { number, path, header, places: scan.places, positions, end: scan.good });
        Ok(())
    }

    fn begin_segment(&mut self) -> Result<(), ReplayError> {
        let header = Header { game: self.settings.game.clone(), games_before: self.games_ever(), positions_before: self.positions_ever() };
        let number = self.segments.last().map_or(1, |segment| segment.number + 1);
        let path = self.directory.join(format!("{number:06}.{EXTENSION}"));
        segment::create(&path, &header).map_err(ReplayError::unusable(&path))?;
        let end = fs::metadata(&path).map_err(ReplayError::unusable(&path))?.len();
        self.segments.push(Segment { number, path, header, places: Vec::new(), positions: 0, end });
        Ok(())
    }

    /// Keeps an episode. When this returns, no kill can lose it.
    ///
    /// # Errors
    /// [`ReplayError::Unusable`], a full disk for one; the buffer is then as before.
    pub fn append(&mut self, episode: &Episode) -> Result<(), ReplayError> {
        let newest = self.segments.last().expect("there is always a segment");
        if newest.positions >= self.settings.segment.max(1) {
            self.begin_segment()?;
        }
        let segment = self.segments.last_mut().expect("there is always a segment");
        let place = segment::append(&segment.path, segment.end, episode).map_err(ReplayError::unusable(&segment.path))?;
        segment.end += u64::from(place.length);
        segment.positions += u64::from(place.positions);
        segment.places.push(place);
        self.drop_oldest()
    }

    fn drop_oldest(&mut self) -> Result<(), ReplayError> {
        while self.segments.len() > 1 && self.positions() - self.segments[0].positions >= self.settings.capacity {
            let oldest = self.segments.remove(0);
            fs::remove_file(&oldest.path).map_err(ReplayError::unusable(&oldest.path))?;
        }
        Ok(())
    }

    /// Episodes in the buffer.
    pub fn games(&self) -> usize {
        self.segments.iter().map(|segment| segment.places.len()).sum()
    }

    /// Positions in the buffer.
    pub fn positions(&self) -> u64 {
        self.segments.iter().map(|segment| segment.positions).sum()
    }

    /// Episodes that were ever kept.
    pub fn games_ever(&self) -> u64 {
        self.segments.last().map_or(0, |newest| newest.header.games_before + newest.places.len() as u64)
    }

    /// Positions that were ever kept.
    pub fn positions_ever(&self) -> u64 {
        self.segments.last().map_or(0, |newest| newest.header.positions_before + newest.positions)
    }

    /// The episodes, oldest first.
    pub fn episodes(&self) -> impl Iterator<Item = Result<Episode, ReplayError>> {
        self.segments.iter().flat_map(|segment| segment.places.iter().map(|&place| segment::read(&segment.path, place)))
    }

    /// The seeds of all episodes.
    ///
    /// # Errors
    /// Those of reading them.
    pub fn seeds(&self) -> Result<BTreeSet<u64>, ReplayError> {
        self.episodes().map(|episode| Ok(episode?.seed)).collect()
    }

    /// Draws `count` positions in random order, up to `per_game` from each episode that is played again, which spares
    /// playing one again for every position. Every position is equally likely. The draw depends on the contents of the
    /// buffer and on `dice` alone.
    ///
    /// # Errors
    /// [`ReplayError::Empty`] and the errors of [`Episode::samples`].
    pub fn block<G: Recorded + Observe>(
        &self,
        scenario: &(dyn Fn(&Episode) -> Result<&'static G::Scenario, ReplayError> + Sync),
        count: usize,
        per_game: usize,
        dice: &mut Dice,
    ) -> Result<Vec<Sample<G>>, ReplayError> {
        let places: Vec<(&Path, Place)> = self
            .segments
            .iter()
            .flat_map(|segment| segment.places.iter().map(|&place| (segment.path.as_path(), place)))
            .filter(|(_, place)| place.positions > 0)
            .collect();
        let mut ends = Vec::with_capacity(places.len());
        let mut total = 0u32;
        for (_, place) in &places {
            total += place.positions;
            ends.push(total);
        }
        if total == 0 {
            return Err(ReplayError::Empty);
        }
        let mut draws = Vec::new();
        let mut drawn = 0;
        while drawn < count {
            let ticket = dice.below(total);
            let (path, place) = places[ends.partition_point(|&end| end <= ticket)];
            let wanted = distinct(place.positions as usize, per_game.clamp(1, count - drawn), dice);
            drawn += wanted.len();
            draws.push((path, place, wanted));
        }
        let samples: Vec<Vec<Sample<G>>> = draws
            .par_iter()
            .map(|(path, place, wanted)| {
                let episode = segment::read(path, *place)?;
                episode.samples::<G>(scenario(&episode)?, wanted)
            })
            .collect::<Result<_, ReplayError>>()?;
        let mut samples: Vec<Sample<G>> = samples.into_iter().flatten().collect();
        for last in (1..samples.len()).rev() {
            samples.swap(last, dice.below(last as u32 + 1) as usize);
        }
        Ok(samples)
    }
}

/// Up to `count` different numbers below `bound`, in ascending order.
fn distinct(bound: usize, count: usize, dice: &mut Dice) -> Vec<usize> {
    let count = count.min(bound);
    let mut chosen = Vec::with_capacity(count);
    // Floyd's method: each subset of the size is equally likely.
    for last in bound - count..bound {
        let number = dice.below(last as u32 + 1) as usize;
        let number = if chosen.contains(&number) { last } else { number };
        chosen.push(number);
    }
    chosen.sort_unstable();
    chosen
}
