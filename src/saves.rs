//! Where saved games lie and what they are called.

use std::path::{Path, PathBuf};

use etcetera::BaseStrategy as _;
pub(crate) use stavka_files::{IfExists, remove_unfinished_files, write};

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
    fn names_count_up() {
        let directory = tempfile::tempdir().expect("a temporary directory can be made");
        let first = free_name(directory.path(), "armir");
        assert!(first.ends_with("armir.stavka"));
        std::fs::write(&first, "x").expect("it can be written");
        assert!(free_name(directory.path(), "armir").ends_with("armir-2.stavka"));
    }
}
