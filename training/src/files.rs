//! Writing files so that nothing is lost: into a temporary file beside the target, then renamed.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::Path;

/// How the names of files begin that are not finished yet.
pub(crate) const TEMPORARY: &str = ".stavka-";

/// Writes a file whole or not at all.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY).suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // Temporary files are private by default; results get what the user's umask leaves.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(directory)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

/// Removes what a killed process was about to write. What cannot be removed does no harm.
pub(crate) fn remove_unfinished(directory: &Path) {
    for file in fs::read_dir(directory).into_iter().flatten().filter_map(Result::ok) {
        if file.file_name().to_string_lossy().starts_with(TEMPORARY) {
            let path = file.path();
            let _ = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        }
    }
}

/// The lock of a directory, which is released when the process ends, however it ends; `None` if another process has it.
pub(crate) fn lock(path: &Path) -> io::Result<Option<File>> {
    let lock = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
    match lock.try_lock() {
        Ok(()) => Ok(Some(lock)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(source)) => Err(source),
    }
}
