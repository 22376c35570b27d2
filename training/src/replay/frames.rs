//! Append-only files of checksummed frames.
//!
//! A file begins with eight bytes that name its format. A frame is the length of its payload and the payload's
//! CRC-32, both as four bytes little-endian, then the payload as postcard writes it.

use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::ReplayError;

/// Bytes that name the format of a file.
pub(crate) type Magic = [u8; 8];

/// Bytes before the payload of a frame.
const PREFIX: usize = 8;

/// A value as a frame.
pub(crate) fn frame(value: &impl Serialize) -> Vec<u8> {
    let payload = postcard::to_stdvec(value).expect("plain data can be serialised");
    let mut bytes = Vec::with_capacity(PREFIX + payload.len());
    bytes.extend((payload.len() as u32).to_le_bytes());
    bytes.extend(crc32fast::hash(&payload).to_le_bytes());
    bytes.extend(payload);
    bytes
}

/// The frames of a file in memory.
pub(crate) struct Frames<'a> {
    path: &'a Path,
    bytes: &'a [u8],
    /// Whether the end may be that of an interrupted write, which is then left out.
    torn: bool,
    at: usize,
}

impl<'a> Frames<'a> {
    /// The frames of a file; `None` if it ends before it has said what it is.
    ///
    /// # Errors
    /// [`ReplayError::Foreign`].
    pub(crate) fn open(path: &'a Path, bytes: &'a [u8], magic: Magic, torn: bool) -> Result<Option<Self>, ReplayError> {
        if bytes.starts_with(&magic) {
            return Ok(Some(Frames { path, bytes, torn, at: magic.len() }));
        }
        if torn && magic.starts_with(bytes) { Ok(None) } else { Err(ReplayError::Foreign { path: path.to_owned() }) }
    }

    /// Length of what has been read and is good.
    pub(crate) fn good(&self) -> usize {
        self.at
    }

    /// The next frame, which is to hold `what`, and its length.
    ///
    /// # Errors
    /// [`ReplayError::Damaged`].
    pub(crate) fn next<T: DeserializeOwned>(&mut self, what: &str) -> Result<Option<(T, usize)>, ReplayError> {
        let rest = &self.bytes[self.at..];
        if rest.is_empty() {
            return Ok(None);
        }
        let payload = match payload(rest) {
            Ok(payload) => payload,
            Err(fault) if self.torn && fault.is_tail(rest) => return Ok(None),
            Err(fault) => return Err(damaged(self.path, self.at as u64, fault.words())),
        };
        let value = postcard::from_bytes(payload).map_err(|_| damaged(self.path, self.at as u64, &format!("the frame holds no {what}")))?;
        let length = PREFIX + payload.len();
        self.at += length;
        Ok(Some((value, length)))
    }
}

/// Reads a frame that is the whole of `bytes`, as they stand at `offset` of a file.
///
/// # Errors
/// [`ReplayError::Damaged`].
pub(crate) fn read<T: DeserializeOwned>(path: &Path, offset: u64, bytes: &[u8], what: &str) -> Result<T, ReplayError> {
    let payload = payload(bytes).map_err(|fault| damaged(path, offset, fault.words()))?;
    postcard::from_bytes(payload).map_err(|_| damaged(path, offset, &format!("the frame holds no {what}")))
}

fn damaged(path: &Path, offset: u64, problem: &str) -> ReplayError {
    ReplayError::Damaged { path: path.to_owned(), offset, problem: problem.to_owned() }
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
