//! Files that are written whole or not at all, and locks of directories.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::Path;

/// How the names of files begin that are not finished yet.
pub const TEMPORARY: &str = ".stavka-";
/// How they end, unless they are directories.
const UNFINISHED: &str = ".tmp";

/// What may happen to a file that is already there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IfExists {
    /// It is replaced.
    Replace,
    /// It stays and the write fails.
    Refuse,
}

/// Writes a file whole or not at all: under a temporary name beside it, synced, then renamed. Whoever reads the path finds the
/// old file or the new one, also after a crash.
///
/// # Errors
/// Those of the file system, such as a full disk; the old file is then unchanged. [`io::ErrorKind::AlreadyExists`] if the file
/// exists and may not be replaced.
pub fn write(path: &Path, contents: impl AsRef<[u8]>, if_exists: IfExists) -> io::Result<()> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY).suffix(UNFINISHED);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // Temporary files are private by default; these get what the user's umask leaves.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(directory)?;
    // Held until the name is there, so that nobody takes the file for one that a killed process left. Where files cannot be
    // locked, it is written all the same.
    let _ = file.as_file().try_lock();
    file.write_all(contents.as_ref())?;
    file.as_file().sync_all()?;
    match if_exists {
        IfExists::Replace => file.persist(path)?,
        IfExists::Refuse => file.persist_noclobber(path)?,
    };
    // The new name is as durable as the contents; only Unix lets a directory be synced.
    #[cfg(unix)]
    File::open(directory)?.sync_all()?;
    Ok(())
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
    let lock = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
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
}
