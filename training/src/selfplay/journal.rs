//! What has been decided in the games in flight of one actor, so that a session that is killed loses none of them.
//!
//! A game in flight is a place of its actor. When one begins in a place, the one before has ended and been kept. The
//! file is only appended to, by one write for all games that went on, and replaced by one that holds the games in flight
//! alone when it has grown too large. Writes are not synced: a kill loses nothing, a power cut the last moves.

use stavka_files::{IfExists, write};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::replay::frames::{Frames, Magic, frame};
use crate::replay::{Decision, Episode, ReplayError};

const MAGIC: Magic = *b"STVKFLT1";
/// Ending of the files.
const EXTENSION: &str = "flights";
/// Bytes of games that have ended that a file may hold beside as many as it had at first.
const SLACK: u64 = 1 << 20;

/// A game in flight as its journal knows it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Unfinished {
    /// Seed of the game.
    pub seed: u64,
    /// Step of the learner whose weights began it.
    pub born: u64,
    /// Place of every action so far in its legal list, dice included.
    pub actions: Vec<u16>,
    /// Positions worth learning from, in order.
    pub decisions: Vec<Decision>,
    /// Decisions that were searched, also those that are not learned from.
    pub searched: u32,
}

/// One frame.
#[derive(Serialize, Deserialize)]
enum Entry {
    /// The game that is in a place from now on.
    Game { place: u32, game: Unfinished },
    /// What was played in a place since the last entry, and decisions searched by now.
    Went { place: u32, actions: Vec<u16>, decisions: Vec<Decision>, searched: u32 },
}

/// Journal of an actor's games.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    /// Frames that were not written yet.
    pending: Vec<u8>,
    length: u64,
    /// Length from which the file is replaced.
    bound: u64,
}

/// The games in flight of all actors in a directory, as a killed session left them.
///
/// # Errors
/// [`ReplayError`] of a file that cannot be read or was changed.
pub fn unfinished(directory: &Path) -> Result<Vec<Unfinished>, ReplayError> {
    let mut paths = Vec::new();
    match fs::read_dir(directory) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => {
            for entry in entries.map_err(ReplayError::unusable(directory))? {
                let path = entry.map_err(ReplayError::unusable(directory))?.path();
                if path.extension().is_some_and(|extension| extension == EXTENSION) {
                    paths.push(path);
                }
            }
        }
    }
    paths.sort();
    let mut games = Vec::new();
    for path in paths {
        games.extend(read(&path)?.into_iter().flatten());
    }
    Ok(games)
}

/// The games of a file by their places; none if there is no file.
fn read(path: &Path) -> Result<Vec<Option<Unfinished>>, ReplayError> {
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        other => other.map_err(ReplayError::unusable(path))?,
    };
    let mut games: Vec<Option<Unfinished>> = Vec::new();
    let Some(mut frames) = Frames::open(path, &bytes, MAGIC, true)? else { return Ok(games) };
    loop {
        let offset = frames.good() as u64;
        let Some((entry, _)) = frames.next("games in flight")? else { return Ok(games) };
        match entry {
            Entry::Game { place, game } => {
                let place = place as usize;
                games.resize(games.len().max(place + 1), None);
                games[place] = Some(game);
            }
            Entry::Went { place, actions, decisions, searched } => {
                let Some(Some(game)) = games.get_mut(place as usize) else {
                    let problem = "a game goes on that never began".to_owned();
                    return Err(ReplayError::Damaged { path: path.to_owned(), offset, problem });
                };
                game.actions.extend(actions);
                game.decisions.extend(decisions);
                game.searched = searched;
            }
        }
    }
}

impl Journal {
    /// Opens the journal of an actor, and gives the games in its places that a session before left unfinished and that
    /// `is_wanted`; the others are forgotten.
    ///
    /// # Errors
    /// [`ReplayError`].
    pub(super) fn open(
        directory: &Path,
        actor: u64,
        is_wanted: impl Fn(&Unfinished) -> bool,
    ) -> Result<(Self, Vec<Option<Unfinished>>), ReplayError> {
        fs::create_dir_all(directory).map_err(ReplayError::unusable(directory))?;
        let path = directory.join(format!("{actor:03}.{EXTENSION}"));
        let games: Vec<Option<Unfinished>> = read(&path)?.into_iter().map(|game| game.filter(&is_wanted)).collect();
        let there = games.iter().enumerate().filter_map(|(place, game)| Some((place, game.clone()?)));
        Ok((Journal::begin(path, there)?, games))
    }

    /// Replaces the file by one with these games in their places.
    fn begin(path: PathBuf, games: impl Iterator<Item = (usize, Unfinished)>) -> Result<Self, ReplayError> {
        let mut bytes = MAGIC.to_vec();
        for (place, game) in games {
            bytes.extend(frame(&Entry::Game { place: place as u32, game }));
        }
        write(&path, &bytes, IfExists::Replace).map_err(ReplayError::unusable(&path))?;
        let file = OpenOptions::new().append(true).open(&path).map_err(ReplayError::unusable(&path))?;
        let length = bytes.len() as u64;
        Ok(Journal { path, file, pending: Vec::new(), length, bound: 2 * length + SLACK })
    }

    /// Notes the game that is in a place from now on.
    pub(super) fn take_up(&mut self, place: usize, episode: &Episode, searched: u32) {
        let game = of(episode, searched);
        self.pending.extend(frame(&Entry::Game { place: place as u32, game }));
    }

    /// Notes what was played in a place since the last time.
    pub(super) fn went(&mut self, place: usize, actions: &[u16], decisions: &[Decision], searched: u32) {
        let entry = Entry::Went { place: place as u32, actions: actions.to_vec(), decisions: decisions.to_vec(), searched };
        self.pending.extend(frame(&entry));
    }

    /// Writes what was noted. `games` are all games in flight, in the order of their places.
    ///
    /// # Errors
    /// [`ReplayError::Unusable`], a full disk for one.
    pub(super) fn write<'a>(&mut self, games: impl Iterator<Item = (&'a Episode, u32)>) -> Result<(), ReplayError> {
        if self.length + self.pending.len() as u64 > self.bound {
            let games = games.map(|(episode, searched)| of(episode, searched)).enumerate();
            *self = Journal::begin(std::mem::take(&mut self.path), games)?;
            return Ok(());
        }
        self.file.write_all(&self.pending).map_err(ReplayError::unusable(&self.path))?;
        self.length += self.pending.len() as u64;
        self.pending.clear();
        Ok(())
    }
}

fn of(episode: &Episode, searched: u32) -> Unfinished {
    let Episode { seed, born, actions, decisions, .. } = episode;
    Unfinished { seed: *seed, born: *born, actions: actions.clone(), decisions: decisions.clone(), searched }
}

#[cfg(test)]
mod tests {
    use stavka_engine::armir::Armir;
    use stavka_engine::catalogue::Catalogue as _;

    use super::*;
    use crate::replay::Source;

    fn episode(seed: u64, actions: &[u16]) -> Episode {
        let scenario = Armir::load("historical").expect("it is embedded");
        Episode { actions: actions.to_vec(), ..Episode::begin::<Armir>(scenario, seed, Source::SelfPlay, 7) }
    }

    fn open(directory: &Path) -> (Journal, Vec<Option<Unfinished>>) {
        Journal::open(directory, 0, |_| true).expect("it is ours")
    }

    #[test]
    fn games_read_back_as_far_as_they_went() {
        let here = tempfile::tempdir().expect("there is room");
        let (mut journal, games) = open(here.path());
        assert!(games.is_empty());
        let none = || std::iter::empty();
        journal.take_up(0, &episode(10, &[]), 0);
        journal.take_up(1, &episode(11, &[4]), 0);
        journal.write(none()).expect("there is room");
        journal.went(1, &[5, 6], &[Decision::for_choice(1, 5)], 1);
        journal.write(none()).expect("there is room");
        journal.take_up(0, &episode(12, &[]), 0);
        journal.went(0, &[9], &[], 0);
        journal.write(none()).expect("there is room");
        journal.went(0, &[8], &[], 0);
        drop(journal);
        let (_, games) = open(here.path());
        let game =
            |seed, actions: &[u16], decisions, searched| Unfinished { seed, born: 7, actions: actions.to_vec(), decisions, searched };
        let expected = [game(12, &[9], vec![], 0), game(11, &[4, 5, 6], vec![Decision::for_choice(1, 5)], 1)];
        assert_eq!(games, expected.clone().map(Some), "what was not written is not there");
        assert_eq!(unfinished(here.path()).expect("it is ours"), expected);
        let (_, games) = Journal::open(here.path(), 0, |game| game.seed != 12).expect("it is ours");
        assert_eq!(games[0], None);
        assert_eq!(unfinished(here.path()).expect("it is ours").len(), 1, "what nobody wants is gone");
    }

    #[test]
    fn a_journal_that_has_grown_is_replaced_by_the_games_in_flight() {
        let here = tempfile::tempdir().expect("there is room");
        let (mut journal, _) = open(here.path());
        let last = episode(3, &vec![1; 50_000]);
        for _ in 0..40 {
            journal.take_up(0, &last, 2);
            journal.write([(&last, 2)].into_iter()).expect("there is room");
        }
        assert!(journal.length < SLACK + 300_000, "{} bytes", journal.length);
        let (_, games) = open(here.path());
        assert_eq!(games, [Some(of(&last, 2))]);
    }

    #[test]
    fn a_torn_end_is_left_out_and_a_change_is_refused() {
        let here = tempfile::tempdir().expect("there is room");
        let (mut journal, _) = open(here.path());
        journal.take_up(0, &episode(10, &[1, 2]), 1);
        journal.write(std::iter::empty()).expect("there is room");
        journal.went(0, &[3], &[], 2);
        journal.write(std::iter::empty()).expect("there is room");
        let path = journal.path.clone();
        let whole = fs::read(&path).expect("it is there");
        for cut in 1..8 {
            fs::write(&path, &whole[..whole.len() - cut]).expect("there is room");
            assert_eq!(unfinished(here.path()).expect("it is torn")[0].actions, [1, 2]);
        }
        let mut changed = whole.clone();
        changed[20] ^= 1;
        fs::write(&path, &changed).expect("there is room");
        assert!(matches!(unfinished(here.path()), Err(ReplayError::Damaged { .. })));
        fs::write(&path, "a letter of eight bytes or more").expect("there is room");
        assert!(matches!(unfinished(here.path()), Err(ReplayError::Foreign { .. })));
    }
}
