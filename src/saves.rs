//! Where saved games lie and what they are called.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use etcetera::BaseStrategy as _;
pub(crate) use stavka_files::{Held, IfExists, write, write_held};
use stavka_files::{hold, lock, open_plain, remove_unfinished_files};
use stavka_words::tr;

use crate::exit::BadInput;

/// Extension of saved games.
pub(crate) const EXTENSION: &str = "stavka";
/// Extension of the directory beside a saved game in which its scenario's files are kept.
const SCENARIO: &str = "scenario";

/// The file in a folder of games that says which server has it; locked while the server lives.
const SERVED: &str = ".served";
/// Longest address that is read there.
const LONGEST_ADDRESS: u64 = 200;

/// Why a game was not saved. The game goes on.
#[derive(Debug)]
pub(crate) struct SaveError {
    /// The file.
    pub(crate) path: PathBuf,
    /// What the system says.
    pub(crate) source: io::Error,
}

impl std::fmt::Display for SaveError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let path = self.path.display();
        match self.source.kind() {
            io::ErrorKind::AlreadyExists => f.write_str(&tr!("{path} exists and is not this game's file; name another one", path)),
            _ => f.write_str(&tr!("cannot write {path}: {error}; name a file in another place", path, error = self.source)),
        }
    }
}

impl std::error::Error for SaveError {}

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
    while is_taken(&path) {
        number += 1;
        path = directory.join(format!("{stem}-{number}.{EXTENSION}"));
    }
    path
}

/// Whether there is anything of that name, were it a link that leads nowhere.
pub(crate) fn is_taken(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// The directory in which the files of a record's scenario lie, beside the record.
pub(crate) fn scenario_beside(record: &Path) -> PathBuf {
    record.with_extension(SCENARIO)
}

/// Removes what a killed process left unfinished in a folder of games and in the directories of scenarios there.
pub(crate) fn clean(folder: &Path) {
    remove_unfinished_files(folder);
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().extension().is_some_and(|ending| ending == SCENARIO) && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            remove_unfinished_files(&entry.path());
        }
    }
}

/// The same beside one game, wherever it lies.
pub(crate) fn clean_beside(game: &Path) {
    remove_unfinished_files(game.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")));
    remove_unfinished_files(&scenario_beside(game));
}

/// Takes the file of a game to go on with it, and removes what was left unfinished beside it.
///
/// # Errors
/// It cannot be opened, or another Stavka has the game open.
pub(crate) fn take(game: &Path) -> anyhow::Result<Held> {
    let held = hold(game).map_err(|error| BadInput(tr!("cannot read {file}: {error}", file = game.display(), error)))?;
    let busy = || anyhow!(tr!("{file}: another Stavka has this game open; go on there, or end it first", file = game.display()));
    let held = held.ok_or_else(busy)?;
    clean_beside(game);
    Ok(held)
}

/// A folder of games that this server has and no other.
pub(crate) struct Served(Option<File>);

impl Served {
    /// Takes a folder, which is made if it is not there. Where nothing can be written or locked, it is not taken, and saving will say why.
    ///
    /// # Errors
    /// It is no folder, or another server has it.
    pub(crate) fn take(folder: &Path) -> anyhow::Result<Served> {
        if is_taken(folder) && !folder.is_dir() {
            return Err(anyhow!(BadInput(tr!("{folder} is not a folder; name one with --save-dir", folder = folder.display()))));
        }
        let path = folder.join(SERVED);
        match fs::create_dir_all(folder).and_then(|()| lock(&path)) {
            Ok(Some(file)) => Ok(Served(Some(file))),
            Ok(None) => Err(anyhow!(taken(folder, address_in(&path).as_deref()))),
            Err(_) => Ok(Served(None)),
        }
    }

    /// Writes down where the server is, for whoever wants the folder too.
    pub(crate) fn tell(&self, address: &str) {
        if let Some(mut file) = self.0.as_ref() {
            // Who cannot read it is told less.
            let _ = file.set_len(0).and_then(|()| writeln!(file, "{address}"));
        }
    }
}

/// What is said to a second server.
fn taken(folder: &Path, address: Option<&str>) -> String {
    let folder = folder.display();
    match address {
        Some(address) => {
            tr!(
                "another Stavka serves the games in {folder}: open {address} in the browser, or end it, or name another --save-dir",
                folder,
                address
            )
        }
        None => tr!("another Stavka serves the games in {folder}: end it, or name another --save-dir", folder),
    }
}

/// The address that a server has written down.
fn address_in(path: &Path) -> Option<String> {
    let mut text = String::new();
    open_plain(path).ok()??.take(LONGEST_ADDRESS).read_to_string(&mut text).ok()?;
    let address = text.trim();
    (address.starts_with("http://") && address.chars().all(|letter| letter.is_ascii_graphic())).then(|| address.to_owned())
}

/// Lets a write beyond the limit of the size of files fail, where it would end the program by a signal.
pub(crate) fn survive_the_limit_of_sizes() {
    #[cfg(unix)]
    // Where no handler can be set, the signal ends the program as ever.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
}

/// A scenario id as a part of a file name.
pub(crate) fn file_word(id: &str) -> String {
    id.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect()
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
