//! The games that the server knows: those on the table, and those on file that can be put there.

use std::collections::BTreeMap;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, anyhow};
use serde_json::{Value, json};
use stavka_agents::{AgentKind, AgentSpec};
use stavka_engine::record::Record;
use stavka_engine::{GameName, with_game};
use stavka_words::{Told, tr};

use super::board::{Board, Play};
use crate::exit::{BadInput, message};
use crate::render::theme::Theme;
use crate::saves::{self, EXTENSION, IfExists};
use crate::scenarios::{Found, OwnFiles, RecordFile};
use crate::seal;
use crate::session::{HUMAN, Session, Setup};

/// Most games on the table at a time.
const MOST_ON_TABLE: usize = 64;
/// Most games that are listed.
const MOST_KNOWN: usize = 2000;
/// Largest record that is read.
pub(super) const LARGEST_RECORD: usize = 1 << 20;
/// Most memory of a computer player that came with a record, in MiB.
const GUEST_MEMORY: usize = 256;
/// A game that nobody looks at for this long leaves the table and stays on file.
const ABANDONED: Duration = Duration::from_mins(15);
/// The same for a finished game.
const FINISHED: Duration = Duration::from_mins(1);

/// A game in the list.
struct Known {
    path: PathBuf,
    /// Whether the file is this game's own.
    own_file: bool,
    /// What a list says of a record that does not simply go on.
    mark: Option<Told>,
    /// One line about it, as it was last saved.
    headline: Value,
    changed: SystemTime,
    /// The game, while it is on the table.
    board: Option<Arc<dyn Play>>,
}

/// The games by id. No id is taken for a path: what is not in the list does not exist.
pub(crate) struct Games {
    directory: PathBuf,
    known: Mutex<BTreeMap<String, Known>>,
    saver: Sender<()>,
    /// Held while games are saved, so that whoever comes second finds them saved.
    saving: Mutex<()>,
    trouble: Mutex<Option<Told>>,
    damaged: Mutex<Vec<(String, Told)>>,
}

/// What a new game needs.
#[derive(serde::Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct NewGame {
    pub(super) game: String,
    pub(super) scenario: String,
    pub(super) axis: String,
    pub(super) soviet: String,
    #[serde(default)]
    pub(super) seed: Option<u64>,
}

impl Games {
    /// The games of a directory, which need not exist yet. Saves on a thread of its own.
    pub(crate) fn open(directory: &Path) -> anyhow::Result<Arc<Games>> {
        let (saver, pokes) = channel();
        let games = Arc::new(Games {
            directory: directory.to_owned(),
            known: Mutex::default(),
            saver,
            saving: Mutex::default(),
            trouble: Mutex::default(),
            damaged: Mutex::default(),
        });
        if directory.is_dir() {
            games.list().with_context(|| directory.display().to_string())?;
        }
        let keeper = Arc::clone(&games);
        std::thread::Builder::new()
            .name("saver".into())
            .spawn(move || keeper.keep_saved(&pokes))
            .context("cannot start the saving thread")?;
        Ok(games)
    }

    /// Where the games are kept.
    pub(crate) fn directory(&self) -> &Path {
        &self.directory
    }

    fn list(&self) -> std::io::Result<()> {
        saves::remove_unfinished_files(&self.directory);
        let mut files: Vec<(SystemTime, PathBuf, Metadata)> = Vec::new();
        for entry in fs::read_dir(&self.directory)?.flatten() {
            let path = entry.path();
            if path.extension().is_some_and(|ending| ending == EXTENSION)
                && let Ok(about) = entry.metadata()
            {
                files.push((about.modified().unwrap_or(SystemTime::UNIX_EPOCH), path, about));
            }
        }
        files.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        let mut damaged = Vec::new();
        if files.len() > MOST_KNOWN {
            damaged.push((
                format!("{}", files.len() - MOST_KNOWN),
                Told::by(|| tr!("older files; only the latest {count} are listed", count = MOST_KNOWN)),
            ));
        }
        let mut known = self.known();
        let mut marks = BTreeMap::new();
        for (changed, path, about) in files.into_iter().take(MOST_KNOWN) {
            let (stem, file) = match playable(&path, &about) {
                Ok(found) => found,
                Err(_) => {
                    damaged.push((file_name(&path), Told::by(|| playable(&path, &about).err().unwrap_or_default())));
                    continue;
                }
            };
            // Scenarios of a game's own are looked up once, however many games are played on them.
            let mark = if file.has_own_scenario() {
                file.mark()
            } else {
                let RecordFile { record, .. } = &file;
                let key = (record.game.clone(), record.scenario.clone(), record.data, record.rules);
                marks.entry(key).or_insert_with(|| file.mark()).clone()
            };
            let headline = headline(&file.record);
            known.insert(stem, Known { path: file.path, own_file: true, mark, headline, changed, board: None });
        }
        *self.damaged.lock().unwrap_or_else(PoisonError::into_inner) = damaged;
        Ok(())
    }

    /// Files of the directory that are no games, when it was opened, with what is wrong.
    pub(super) fn damaged(&self) -> Vec<(String, String)> {
        let damaged = self.damaged.lock().unwrap_or_else(PoisonError::into_inner);
        damaged.iter().map(|(file, problem)| (file.clone(), problem.here().into_owned())).collect()
    }

    fn known(&self) -> MutexGuard<'_, BTreeMap<String, Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Every game for the start page, the latest first.
    pub(super) fn headlines(&self) -> Vec<(String, Value)> {
        let known = self.known();
        let mut all: Vec<_> = known
            .iter()
            .map(|(id, game)| {
                // Of a marked record the board shows only a part.
                let board = game.board.as_ref().filter(|_| game.mark.is_none());
                let mut headline = board.map_or_else(|| game.headline.clone(), |board| board.headline());
                headline["mark"] = json!(game.mark.as_ref().map(Told::here));
                (game.changed, id.clone(), headline)
            })
            .collect();
        all.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        all.into_iter().map(|(_, id, headline)| (id, headline)).collect()
    }

    /// Why the last save failed, if it did.
    pub(super) fn trouble(&self) -> Option<String> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map(|trouble| trouble.here().into_owned())
    }

    /// Begins a game that a page asked for.
    pub(super) fn begin(&self, new: &NewGame) -> anyhow::Result<String> {
        let game: GameName = new.game.parse()?;
        for player in [&new.axis, &new.soviet] {
            check_guest(player)?;
        }
        let seed = new.seed.unwrap_or_else(seed_from_clock);
        let players = [new.axis.as_str(), new.soviet.as_str()];
        with_game!(game, G => {
            let session = Session::<G>::begin(Found::embedded(&new.scenario)?, &Setup { seed, players, file: None })?;
            self.add(&session_name(&session.record()), None, session)
        })
    }

    /// Takes up a record that a page sent, sealed or not. One of other rules or data is kept as it is, to be read.
    pub(super) fn import(&self, text: &str) -> anyhow::Result<String> {
        let text = seal::opened(text)?;
        self.take_up(&Record::parse(&text)?, None, Some(&text))
    }

    /// Takes up a record, on a scenario in the user's own files or else on the one that it names. If it is one of
    /// other rules or data and its text is given, the text is kept instead.
    pub(super) fn take_up(&self, record: &Record, own: Option<OwnFiles>, text: Option<&str>) -> anyhow::Result<String> {
        let game: GameName = record.game.parse()?;
        let players = record.players.each_ref().map(|name| if check_guest(name).is_ok() { name.clone() } else { HUMAN.to_owned() });
        let name = session_name(record);
        with_game!(game, G => {
            let found = match own {
                Some(own) => Found::<G>::in_files(own)?,
                None => Found::embedded(&record.scenario)
                    .context(tr!("a record on a scenario of your own is put on the board by stavka play --resume FILE --scenario FILE"))?,
            };
            let players = [players[0].as_str(), players[1].as_str()];
            let session = Session::<G>::resume(record, found, players, None)?;
            match (session.origin(), text) {
                (Some(origin), Some(text)) => self.keep(&name, text, headline(record), Told::by(|| origin.mark())),
                _ => self.add(&name, None, session),
            }
        })
    }

    /// Keeps the text of a record in a file of its own.
    fn keep(&self, name: &str, text: &str, headline: Value, mark: Told) -> anyhow::Result<String> {
        let mut known = self.known();
        if known.len() >= MOST_KNOWN {
            return Err(anyhow!(tr!("too many games are kept")));
        }
        let id = self.free_id(&known, if is_id(name) { name } else { "record" }, true);
        let path = self.file_of(&id);
        fs::create_dir_all(&self.directory)
            .and_then(|()| saves::write(&path, text, IfExists::Refuse))
            .with_context(|| tr!("cannot save {file}", file = file_name(&path)))?;
        known.insert(id.clone(), Known { path, own_file: true, mark: Some(mark), headline, changed: SystemTime::now(), board: None });
        Ok(id)
    }

    /// Puts a session on the table, saved to its own file if it has one.
    pub(crate) fn add<G: Theme>(&self, name: &str, file: Option<&Path>, session: Session<G>) -> anyhow::Result<String> {
        let mut known = self.known();
        if known.len() >= MOST_KNOWN || known.values().filter(|game| game.board.is_some()).count() >= MOST_ON_TABLE {
            return Err(anyhow!(tr!("too many games are open; finish some, or wait until the abandoned ones are put away")));
        }
        let id = self.free_id(&known, if is_id(name) { name } else { G::GAME }, file.is_none());
        let path = file.map_or_else(|| self.file_of(&id), Path::to_owned);
        let headline = headline(&session.record());
        let board: Arc<dyn Play> = Board::new(session, self.saver.clone());
        known.insert(
            id.clone(),
            Known { path, own_file: file.is_some(), mark: None, headline, changed: SystemTime::now(), board: Some(board) },
        );
        Ok(id)
    }

    /// An id that no game has: `stem`, `stem-2` ...; with `new_file` also one whose file does not exist.
    fn free_id(&self, known: &BTreeMap<String, Known>, stem: &str, new_file: bool) -> String {
        let mut id = stem.to_owned();
        let mut number = 1;
        while known.contains_key(&id) || (new_file && self.file_of(&id).exists()) {
            number += 1;
            id = format!("{stem}-{number}");
        }
        id
    }

    fn file_of(&self, id: &str) -> PathBuf {
        self.directory.join(format!("{id}.{EXTENSION}"))
    }

    /// A game of the list, put on the table if it is not there; one of other rules or data is laid open for reading.
    /// `None` if there is none of this id.
    ///
    /// # Errors
    /// Its file cannot be read any more.
    pub(super) fn get(&self, id: &str) -> anyhow::Result<Option<Arc<dyn Play>>> {
        let mut known = self.known();
        let on_table = known.values().filter(|game| game.board.is_some()).count();
        let Some(game) = known.get_mut(id) else { return Ok(None) };
        if let Some(board) = &game.board {
            return Ok(Some(Arc::clone(board)));
        }
        if on_table >= MOST_ON_TABLE {
            return Err(anyhow!(tr!("too many games are open")));
        }
        let board = laid_out(&game.path, &self.saver).map_err(|error| anyhow!(BadInput(without_folder(&message(&error), &game.path))))?;
        game.board = Some(Arc::clone(&board));
        Ok(Some(board))
    }

    fn keep_saved(&self, pokes: &Receiver<()>) {
        loop {
            match pokes.recv_timeout(Duration::from_secs(10)) {
                Ok(()) => while pokes.try_recv().is_ok() {},
                Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {}
                Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => return,
            }
            self.save_all();
            self.put_away(ABANDONED, FINISHED);
        }
    }

    /// Saves every game that has changed. When it returns, whatever had happened before is on file, or [`Games::trouble`]
    /// says why not.
    pub(crate) fn save_all(&self) {
        self.save_those(|_| true);
    }

    /// The same for one game.
    pub(super) fn save(&self, id: &str) {
        self.save_those(|other| other == id);
    }

    fn save_those(&self, are_meant: impl Fn(&str) -> bool) {
        let _saving = self.saving.lock().unwrap_or_else(PoisonError::into_inner);
        let due: Vec<(String, PathBuf, bool, Arc<dyn Play>)> = self
            .known()
            .iter()
            .filter(|(id, _)| are_meant(id))
            .filter_map(|(id, game)| Some((id.clone(), game.path.clone(), game.own_file, Arc::clone(game.board.as_ref()?))))
            .filter(|(.., board)| board.take_unsaved())
            .collect();
        for (id, path, own_file, board) in due {
            let record = board.record();
            let written = path
                .parent()
                .filter(|parent| !parent.as_os_str().is_empty())
                .map_or(Ok(()), fs::create_dir_all)
                .and_then(|()| saves::write(&path, record.to_text(), if own_file { IfExists::Replace } else { IfExists::Refuse }))
                .and_then(|()| board.own_files().map_or(Ok(()), |own| own.keep_beside(&path)));
            let mut trouble = self.trouble.lock().unwrap_or_else(PoisonError::into_inner);
            match written {
                Ok(()) => {
                    *trouble = None;
                    if let Some(game) = self.known().get_mut(&id) {
                        (game.own_file, game.changed, game.headline) = (true, SystemTime::now(), headline(&record));
                    }
                }
                Err(error) => {
                    *trouble = Some(Told::by(|| tr!("cannot save {file}: {error}", file = file_name(&path), error)));
                    board.set_unsaved();
                }
            }
        }
    }

    /// Takes games off the table that nobody has looked at for so long, and finished ones after the second
    /// time; their files stay.
    fn put_away(&self, abandoned: Duration, finished: Duration) {
        let mut known = self.known();
        for game in known.values_mut() {
            let Some(board) = &game.board else { continue };
            let patience = if game.headline["result"].is_null() { abandoned } else { finished };
            // The list and the game's own thread hold it; who else does is about to use it.
            if board.idle() >= patience && Arc::strong_count(board) <= 2 && !board.is_unsaved() {
                board.close();
                game.board = None;
            }
        }
    }
}

/// The game of a file, taken up; one of other rules or data is laid open for reading.
fn laid_out(path: &Path, saver: &Sender<()>) -> anyhow::Result<Arc<dyn Play>> {
    let file = RecordFile::open(path)?;
    let players = file.record.players.each_ref().map(|name| if check_guest(name).is_ok() { name.clone() } else { HUMAN.to_owned() });
    with_game!(file.game()?, G => {
        let found = file.found::<G>(None)?;
        let players = [players[0].as_str(), players[1].as_str()];
        let session = Session::<G>::resume(&file.record, found, players, Some(path)).with_context(|| path.display().to_string())?;
        let board: Arc<dyn Play> =
            if session.origin().is_some() { Board::reading(session, saver.clone()) } else { Board::new(session, saver.clone()) };
        Ok(board)
    })
}

/// The game in a file of a directory, with its id.
///
/// # Errors
/// What is wrong, for a page.
fn playable(path: &Path, about: &Metadata) -> Result<(String, RecordFile), String> {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).filter(|stem| is_id(stem));
    let Some(stem) = stem else { return Err(tr!("its name is not one of letters, digits, - and _ only, or it is too long").into()) };
    if !about.is_file() {
        return Err(tr!("it is not a plain file").into());
    }
    if about.len() > LARGEST_RECORD as u64 {
        return Err(tr!("it is larger than {size} MiB, the most that a record takes", size = LARGEST_RECORD >> 20));
    }
    let file = RecordFile::open(path).map_err(|error| {
        let words = without_folder(&message(&error), path);
        words.strip_prefix(&format!("{}: ", file_name(path))).unwrap_or(&words).to_owned()
    })?;
    if file.sealed {
        return Err(tr!("it is sealed; load it as a record").into());
    }
    Ok((stem.to_owned(), file))
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Words about a file as a page may have them: where it lies is nothing to it.
fn without_folder(words: &str, path: &Path) -> String {
    match path.parent().map(|folder| folder.display().to_string()) {
        Some(folder) if !folder.is_empty() => words.replace(&format!("{folder}{}", std::path::MAIN_SEPARATOR), ""),
        _ => words.to_owned(),
    }
}

/// One line about a record, with a mark if it cannot simply be gone on with.
fn headline(record: &Record) -> Value {
    json!({
        "title": record.game,
        "players": record.players,
        "turn": Value::Null,
        "actions": record.actions.len(),
        "result": record.result.as_ref().map(|result| result.level.clone()),
    })
}

/// Ids are the stems of file names, so plain that nothing in them means anything to a file system.
fn is_id(text: &str) -> bool {
    (1..=80).contains(&text.len()) && text.bytes().all(|letter| letter.is_ascii_alphanumeric() || letter == b'-' || letter == b'_')
}

fn session_name(record: &Record) -> String {
    let word = |text: &str| text.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect::<String>();
    format!("{}-{}-{}", word(&record.game), word(&record.scenario), record.seed)
}

/// Whether a player may sit down because a page or a record says so.
fn check_guest(name: &str) -> anyhow::Result<()> {
    if name == HUMAN {
        return Ok(());
    }
    let spec: AgentSpec = name.parse().map_err(|error: stavka_agents::SpecError| anyhow!(BadInput(error.to_string())))?;
    let modest = match spec.kind {
        AgentKind::Mcts | AgentKind::Flat | AgentKind::Gumbel | AgentKind::NetSearch => spec.memory <= GUEST_MEMORY && spec.threads <= 1,
        _ => true,
    };
    // A page has no say in which files are read.
    let modest = modest && spec.weights.is_none();
    if modest { Ok(()) } else { Err(anyhow!(BadInput(tr!("{name} asks for more than a page may: memory, threads or a file", name)))) }
}

/// A seed that nobody chose.
pub(super) fn seed_from_clock() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    (since.as_secs() ^ u64::from(since.subsec_nanos())) % 1_000_000
}

/// What went wrong, in one line for a page.
pub(super) fn told(error: &anyhow::Error) -> String {
    message(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_means_nothing_to_a_file_system() {
        for id in ["..", "a/b", "", "a.b", "C:x", "a\0", "é", &"x".repeat(81)] {
            assert!(!is_id(id), "{id:?}");
        }
        assert!(is_id("armir-historical-7"));
    }

    #[test]
    fn a_game_that_nobody_looks_at_frees_its_memory_and_comes_back_from_its_file() {
        let directory = tempfile::tempdir().expect("a temporary directory can be made");
        let games = Games::open(directory.path()).expect("an empty directory can be opened");
        let player = || HUMAN.to_owned();
        let new = NewGame { game: "armir".into(), scenario: "historical".into(), axis: player(), soviet: player(), seed: Some(1) };
        let id = games.begin(&new).expect("the game exists");
        let board = games.get(&id).expect("it is there").expect("it is known");
        let view = board.view();
        let left = Arc::downgrade(&board);
        games.save_all();
        games.put_away(Duration::ZERO, Duration::ZERO);
        assert!(left.strong_count() > 1, "a game in use stays");
        drop(board);
        games.put_away(Duration::MAX, Duration::MAX);
        assert!(left.strong_count() > 0, "a game that was just used stays");
        let begun = std::time::Instant::now();
        while left.strong_count() > 0 {
            games.save_all();
            games.put_away(Duration::ZERO, Duration::ZERO);
            assert!(begun.elapsed() < Duration::from_secs(20), "the game is never freed");
            std::thread::sleep(Duration::from_millis(10));
        }
        let again = games.get(&id).expect("its file can be read").expect("it is known").view();
        assert_eq!((&again["choices"], &again["counters"]), (&view["choices"], &view["counters"]));
    }

    #[test]
    fn guests_bring_no_appetite() {
        assert!(check_guest("human").is_ok() && check_guest("level5").is_ok() && check_guest("mcts:move=100ms").is_ok());
        let files = ["net:weights=x", "net+search:weights=x", "net+staff:weights=x", "net+oep:weights=x", "net+mcts:weights=x"];
        for name in ["mcts:memory=100000", "mcts:threads=64", "net+search:memory=100000", "nobody", ""].into_iter().chain(files) {
            assert!(check_guest(name).is_err(), "{name}");
        }
    }
}
