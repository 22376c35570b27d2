//! Files that are written whole or not at all, and locks of files and of directories.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::Path;

/// How the names of files begin that are not finished yet.
pub const TEMPORARY: &str = ".stavka-";
/// How they end, unless they are directories.
const UNFINISHED: &str = ".tmp";
/// How often a file is looked up anew that is replaced in the very moment in which it is taken.
const MOST_LOOKS: usize = 100;

/// What may happen to a file that is already there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IfExists {
    /// It is replaced.
    Replace,
    /// It stays and the write fails.
    Refuse,
}

/// A file that somebody works on: while this lives, [`hold`] gives it to nobody else. It ends with the process, however that ends.
#[derive(Debug)]
pub struct Held {
    /// Open and locked; nothing where files cannot be locked.
    _file: Option<File>,
}

impl Held {
    /// A file that this process has just written or opened and locked. Where locks keep others from reading, as on Windows, it is let go.
    fn of(file: File, is_locked: bool) -> Held {
        Held { _file: Some(file).filter(|_| is_locked && cfg!(unix)) }
    }
}

/// Writes a file whole or not at all: under a temporary name beside it, synced, then renamed. Whoever reads the path finds the
/// old file or the new one, also after a crash.
///
/// # Errors
/// Those of the file system, such as a full disk, without a path; the old file is then unchanged. [`io::ErrorKind::AlreadyExists`]
/// if the file exists and may not be replaced.
pub fn write(path: &Path, contents: impl AsRef<[u8]>, if_exists: IfExists) -> io::Result<()> {
    write_held(path, contents, if_exists).map(drop)
}

/// The same, and holds the new file from the moment in which it is there.
///
/// # Errors
/// Those of [`write`].
pub fn write_held(path: &Path, contents: impl AsRef<[u8]>, if_exists: IfExists) -> io::Result<Held> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // The errors of `tempfile` name the path, which is nothing to whoever reads of them on a page.
    let mut failure = None;
    let file = tempfile::Builder::new().prefix(TEMPORARY).suffix(UNFINISHED).make_in(directory, |name| {
        let made = OpenOptions::new().read(true).write(true).create_new(true).open(name);
        made.inspect_err(|error| failure = error.raw_os_error())
    });
    let file = file.map_err(|error| failure.map_or_else(|| error.kind().into(), io::Error::from_raw_os_error))?;
    // Held until the name is there, so that nobody takes the file for one that a killed process left. Where files cannot be
    // locked, it is written all the same.
    let is_locked = file.as_file().try_lock().is_ok();
    file.as_file().write_all(contents.as_ref())?;
    file.as_file().sync_all()?;
    let file = match if_exists {
        IfExists::Replace => file.persist(path)?,
        IfExists::Refuse => file.persist_noclobber(path)?,
    };
    // The new name is as durable as the contents; only Unix lets a directory be synced.
    #[cfg(unix)]
    File::open(directory)?.sync_all()?;
    Ok(Held::of(file, is_locked))
}

/// Takes a file to work on; `None` if another process has it, or this one has already. Where files cannot be locked, everybody gets it.
///
/// # Errors
/// It cannot be opened.
pub fn hold(path: &Path) -> io::Result<Option<Held>> {
    for _ in 0..MOST_LOOKS {
        let file = without_waiting(&mut OpenOptions::new()).read(true).open(path)?;
        match file.try_lock() {
            Ok(()) if is_at(&file, path) => return Ok(Some(Held::of(file, true))),
            // Its holder has replaced it since it was opened.
            Ok(()) => {}
            Err(TryLockError::WouldBlock) if is_at(&file, path) => return Ok(None),
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(_)) => return Ok(Some(Held { _file: None })),
        }
    }
    Ok(None)
}

/// Whether an open file is the one that a path names.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let number = |about: &fs::Metadata| (about.dev(), about.ino());
    matches!((file.metadata(), fs::metadata(path)), (Ok(open), Ok(named)) if number(&open) == number(&named))
}

/// Whether an open file is the one that a path names: one that is open cannot be replaced.
#[cfg(not(unix))]
fn is_at(_file: &File, _path: &Path) -> bool {
    true
}

/// Opens nothing that has to be waited for: a pipe opens although nobody writes to it.
#[cfg(unix)]
fn without_waiting(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt as _;
    options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits() as i32)
}

#[cfg(not(unix))]
fn without_waiting(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// Opens a plain file to read it; `None` if there is something else of that name, such as a link, a pipe, a device or a folder. It is the
/// open file that is looked at, so nothing can take its place in between, and nothing is waited for.
///
/// # Errors
/// Those of the file system.
pub fn open_plain(path: &Path) -> io::Result<Option<File>> {
    if !fs::symlink_metadata(path)?.is_file() {
        return Ok(None);
    }
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.custom_flags((rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOFOLLOW).bits() as i32);
    }
    let file = options.read(true).open(path)?;
    Ok(if file.metadata()?.is_file() { Some(file) } else { None })
}

/// Removes what a killed process was about to write: files, and directories in the making. What cannot be removed does no
/// harm.
pub fn remove_unfinished(directory: &Path) {
    remove_unfinished_files(directory);
    for file in fs::read_dir(directory).into_iter().flatten().filter_map(Result::ok) {
        if file.file_name().to_string_lossy().starts_with(TEMPORARY) && file.path().is_dir() {
            let _ = fs::remove_dir_all(file.path());
        }
    }
}

/// The same for files only, in a directory that other processes may write to: a file that one is writing stays.
pub fn remove_unfinished_files(directory: &Path) {
    for file in fs::read_dir(directory).into_iter().flatten().filter_map(Result::ok) {
        let name = file.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(TEMPORARY) && name.ends_with(UNFINISHED) && file.file_type().is_ok_and(|kind| kind.is_file()) {
            let is_being_written = File::open(file.path()).is_ok_and(|open| matches!(open.try_lock(), Err(TryLockError::WouldBlock)));
            if !is_being_written {
                let _ = fs::remove_file(file.path());
            }
        }
    }
}

/// The lock of a directory, which is released when the process ends, however it ends; `None` if another process has it.
///
/// # Errors
/// Those of the file system.
pub fn lock(path: &Path) -> io::Result<Option<File>> {
    let lock = without_waiting(&mut OpenOptions::new()).create(true).truncate(false).read(true).write(true).open(path)?;
    match lock.try_lock() {
        Ok(()) => Ok(Some(lock)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(source)) => Err(source),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_not_ours_is_not_replaced() {
        let directory = tempfile::tempdir().expect("a temporary directory can be made");
        let path = directory.path().join("game.stavka");
        write(&path, "first", IfExists::Refuse).expect("the name is free");
        let error = write(&path, "second", IfExists::Refuse).expect_err("the name is taken");
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "first");
        write(&path, "third", IfExists::Replace).expect("it is ours");
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "third");
        assert_eq!(fs::read_dir(directory.path()).expect("it is there").count(), 1, "no temporary file is left");
    }

    #[test]
    fn what_was_not_finished_is_removed_and_nothing_else() {
        let directory = tempfile::tempdir().expect("a temporary directory can be made");
        for name in ["game.stavka", ".stavka-1.tmp"] {
            fs::write(directory.path().join(name), "x").expect("it can be written");
        }
        remove_unfinished(directory.path());
        assert!(directory.path().join("game.stavka").exists() && !directory.path().join(".stavka-1.tmp").exists());
    }

    #[test]
    fn a_file_that_is_being_written_is_not_taken_for_an_unfinished_one() {
        let directory = tempfile::tempdir().expect("a temporary directory can be made");
        let path = directory.path().join(".stavka-1.tmp");
        let writer = File::create(&path).expect("it can be made");
        writer.try_lock().expect("nobody holds it");
        remove_unfinished_files(directory.path());
        assert!(path.exists(), "somebody writes it");
        drop(writer);
        remove_unfinished_files(directory.path());
        assert!(!path.exists(), "its writer is gone");
    }

    #[test]
    fn a_lock_is_held_once() {
        let directory = tempfile::tempdir().expect("a temporary directory can be made");
        let path = directory.path().join("lock");
        let held = lock(&path).expect("it can be made");
        assert!(held.is_some() && lock(&path).expect("it is there").is_none());
        drop(held);
        assert!(lock(&path).expect("it is there").is_some());
    }

    #[test]
    fn a_file_is_held_by_one_also_while_it_is_replaced() {
        let directory = tempfile::tempdir().expect("a temporary directory can be made");
        let path = directory.path().join("game.stavka");
        fs::write(&path, "first").expect("it can be written");
        let first = hold(&path).expect("it is there");
        assert!(first.is_some() && (cfg!(not(unix)) || hold(&path).expect("it is there").is_none()));
        let second = write_held(&path, "second", IfExists::Replace).expect("it is ours");
        drop(first);
        assert!(cfg!(not(unix)) || hold(&path).expect("it is there").is_none(), "what was written is held");
        drop(second);
        assert!(hold(&path).expect("it is there").is_some());
        assert!(hold(&directory.path().join("none")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn errors_name_no_path_and_only_plain_files_are_opened() {
        let directory = tempfile::tempdir().expect("a temporary directory can be made");
        let error = write(&directory.path().join("none/game.stavka"), "x", IfExists::Refuse).expect_err("there is no such folder");
        assert!(!error.to_string().contains("none") && error.raw_os_error().is_some(), "{error}");
        let at = |name: &str| directory.path().join(name);
        fs::write(at("plain"), "x").expect("it can be written");
        std::os::unix::fs::symlink(at("plain"), at("link")).expect("it can be made");
        rustix::fs::mkfifoat(rustix::fs::CWD, at("pipe"), rustix::fs::Mode::RUSR).expect("it can be made");
        for (name, is_plain) in [("plain", true), ("link", false), ("pipe", false), (".", false)] {
            assert_eq!(open_plain(&at(name)).expect("it is there").is_some(), is_plain, "{name}");
        }
        // A name that cannot be taken is told, and not waited for.
        assert!(hold(&at("pipe")).is_ok() && lock(&at("pipe")).is_ok());
    }
}
