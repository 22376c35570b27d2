//! One append-only file of the buffer: its first frame is the [`Header`], every other one an episode.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::ReplayError;
use super::episode::Episode;
use super::frames::{self, Frames, Magic, frame};

const MAGIC: Magic = *b"STVKRPL1";

/// What a segment says of itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Header {
    /// Name of the game.
    pub(super) game: String,
    /// Episodes that were ever kept before this segment.
    pub(super) games_before: u64,
    /// Positions that were ever kept before this segment.
    pub(super) positions_before: u64,
}

/// Where an episode stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) offset: u64,
    pub(super) length: u32,
    pub(super) positions: u32,
}

/// What was found in a file.
pub(super) struct Scan {
    /// `None` if the file ends before its header does.
    pub(super) header: Option<Header>,
    pub(super) places: Vec<Place>,
    /// Length of the whole frames.
    pub(super) good: u64,
}

/// Writes a new file with its header.
pub(super) fn create(path: &Path, header: &Header) -> io::Result<()> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(frame(header));
    let mut file = File::create(path)?;
    file.write_all(&bytes)?;
    file.sync_all()
}

/// Adds an episode at `end` with one synced write and says where it stands. After an error the file is as before.
pub(super) fn append(path: &Path, end: u64, episode: &Episode) -> io::Result<Place> {
    let bytes = frame(episode);
    let mut file = OpenOptions::new().write(true).open(path)?;
    file.seek(SeekFrom::Start(end))?;
    if let Err(error) = file.write_all(&bytes).and_then(|()| file.sync_data()) {
        // The next start would cut the tail too.
        let _ = file.set_len(end);
        return Err(error);
    }
    Ok(Place { offset: end, length: bytes.len() as u32, positions: episode.decisions.len() as u32 })
}

/// Reads the episode of a place.
pub(super) fn read(path: &Path, place: Place) -> Result<Episode, ReplayError> {
    let mut bytes = vec![0; place.length as usize];
    File::open(path)
        .and_then(|mut file| file.seek(SeekFrom::Start(place.offset)).and_then(|_| file.read_exact(&mut bytes)))
        .map_err(ReplayError::unusable(path))?;
    frames::read(path, place.offset, &bytes, "episode")
}

/// Looks through a file. With `torn`, a last frame that is not whole is left out; otherwise it is an error.
pub(super) fn scan(path: &Path, torn: bool) -> Result<Scan, ReplayError> {
    let bytes = std::fs::read(path).map_err(ReplayError::unusable(path))?;
    let mut scan = Scan { header: None, places: Vec::new(), good: 0 };
    let Some(mut frames) = Frames::open(path, &bytes, MAGIC, torn)? else { return Ok(scan) };
    scan.header = frames.next("header")?.map(|(header, _)| header);
    while scan.header.is_some() {
        scan.good = frames.good() as u64;
        let Some((episode, length)) = frames.next::<Episode>("episode")? else { break };
        scan.places.push(Place { offset: scan.good, length: length as u32, positions: episode.decisions.len() as u32 });
    }
    Ok(scan)
}
