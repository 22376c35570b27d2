//! One append-only file of checksummed frames.
//!
//! The file begins with eight bytes that name its format. A frame is the length of its payload and the payload's
//! CRC-32, both as four bytes little-endian, then the payload. The first frame is the [`Header`], every other one an
//! episode, both as postcard writes them.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::ReplayError;
use super::episode::Episode;

const MAGIC: &[u8; 8] = b"STVKRPL1";
/// Bytes before the payload of a frame.
const PREFIX: usize = 8;

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
    let damaged = |problem: &str| ReplayError::Damaged { path: path.to_owned(), offset: place.offset, problem: problem.to_owned() };
    let payload = payload(&bytes).map_err(|fault| damaged(fault.words()))?;
    postcard::from_bytes(payload).map_err(|_| damaged("the frame holds no episode"))
}

/// Looks through a file. With `torn`, a last frame that is not whole is left out; otherwise it is an error.
pub(super) fn scan(path: &Path, torn: bool) -> Result<Scan, ReplayError> {
    let bytes = std::fs::read(path).map_err(ReplayError::unusable(path))?;
    if !bytes.starts_with(MAGIC) {
        if torn && MAGIC.starts_with(&bytes) {
            return Ok(Scan { header: None, places: Vec::new(), good: 0 });
        }
        return Err(ReplayError::Foreign { path: path.to_owned() });
    }
    let mut scan = Scan { header: None, places: Vec::new(), good: 0 };
    let mut at = MAGIC.len();
    while at < bytes.len() {
        let damaged = |problem: &str| ReplayError::Damaged { path: path.to_owned(), offset: at as u64, problem: problem.to_owned() };
        let payload = match payload(&bytes[at..]) {
            Ok(payload) => payload,
            Err(fault) if torn && fault.is_tail(&bytes[at..]) => break,
            Err(fault) => return Err(damaged(fault.words())),
        };
        let length = PREFIX + payload.len();
        if scan.header.is_none() {
            scan.header = Some(postcard::from_bytes(payload).map_err(|_| damaged("the first frame is no header"))?);
        } else {
            let episode: Episode = postcard::from_bytes(payload).map_err(|_| damaged("the frame holds no episode"))?;
            scan.places.push(Place { offset: at as u64, length: length as u32, positions: episode.decisions.len() as u32 });
        }
        at += length;
        scan.good = at as u64;
    }
    Ok(scan)
}

fn frame(value: &impl Serialize) -> Vec<u8> {
    let payload = postcard::to_stdvec(value).expect("plain data can be serialised");
    let mut bytes = Vec::with_capacity(PREFIX + payload.len());
    bytes.extend((payload.len() as u32).to_le_bytes());
    bytes.extend(crc32fast::hash(&payload).to_le_bytes());
    bytes.extend(payload);
    bytes
}

/// What is wrong with a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    /// The file ends inside it.
    Short,
    /// The checksum does not fit; the frame is as long as this.
    Checksum(usize),
}

impl Fault {
    const fn words(self) -> &'static str {
        match self {
            Fault::Short => "the file ends inside a frame",
            Fault::Checksum(_) => "the checksum does not fit: the frame has been changed",
        }
    }

    /// Whether an interrupted write at the end of the file explains it: nothing but zeros, or nothing at all, follows.
    fn is_tail(self, rest: &[u8]) -> bool {
        match self {
            Fault::Short => true,
            Fault::Checksum(length) => rest[length..].iter().all(|&byte| byte == 0),
        }
    }
}

/// The payload of the frame that the bytes begin with.
fn payload(bytes: &[u8]) -> Result<&[u8], Fault> {
    let (prefix, rest) = bytes.split_at_checked(PREFIX).ok_or(Fault::Short)?;
    let number = |at: usize| u32::from_le_bytes([prefix[at], prefix[at + 1], prefix[at + 2], prefix[at + 3]]);
    let length = number(0) as usize;
    let payload = rest.get(..length).ok_or(Fault::Short)?;
    // An empty payload has the checksum 0, and so have zeros that a file system put there; no frame is empty.
    if length > 0 && crc32fast::hash(payload) == number(4) { Ok(payload) } else { Err(Fault::Checksum(PREFIX + length)) }
}
