//! Writing files so that nothing is lost: into a temporary file beside the target, then renamed.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy as _;

/// Extension of saved games.
pub(crate) const EXTENSION: &str = "stavka";

/// The folder of a user's games, where the system keeps the data of programs: `$XDG_DATA_HOME`, which is
/// `~/.local/share` by default, or `%APPDATA%`. Who has no home keeps games in the current directory.
pub(crate) fn folder() -> PathBuf {
    match etcetera::choose_base_strategy() {
        Ok(user) => user.data_dir().join("stavka").join("games"),
        Err(_) => PathBuf::from("stavka-games"),
    }
}

/// What may happen to a file that is already there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum IfExists {
    /// It is replaced: the file is ours.
    Replace,
    /// It stays and the write fails.
    Refuse,
}

/// Writes a file whole or not at all.
///
/// # Errors
/// Those of the file system; [`io::ErrorKind::AlreadyExists`] if the file exists and may not be replaced.
pub(crate) fn write(path: &Path, text: &str, if_exists: IfExists) -> io::Result<()> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".stavka-").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // Temporary files are private by default; a saved game gets what the user's umask leaves.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(directory)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    match if_exists {
        IfExists::Replace => file.persist(path)?,
        IfExists::Refuse => file.persist_noclobber(path)?,
    };
    Ok(())
}

/// A file name in a directory that is not taken: `stem.stavka`, `stem-2.stavka` ...
pub(crate) fn free_name(directory: &Path, stem: &str) -> PathBuf {
    let mut path = directory.join(format!("{stem}.{EXTENSION}"));
    let mut number = 1;
    while path.exists() {
        number += 1;
        path = directory.join(format!("{stem}-{number}.{EXTENSION}"));
    }
    path
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
        assert_eq!(std::fs::read_to_string(&path).expect("it is there"), "first");
        write(&path, "third", IfExists::Replace).expect("it is ours");
        assert_eq!(std::fs::read_to_string(&path).expect("it is there"), "third");
        assert_eq!(std::fs::read_dir(directory.path()).expect("it is there").count(), 1, "no temporary file is left");
    }

    #[test]
    fn names_count_up() {
        let directory = tempfile::tempdir().expect("a temporary directory can be made");
        let first = free_name(directory.path(), "armir");
        assert!(first.ends_with("armir.stavka"));
        std::fs::write(&first, "x").expect("it can be written");
        assert!(free_name(directory.path(), "armir").ends_with("armir-2.stavka"));
    }
}
