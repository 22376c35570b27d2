//! The games that the server knows: those on the table, and those on file that can be put there.

use std::collections::BTreeMap;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
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
use crate::exit::{BadInput, message, shortened};
use crate::render::builder::ForceLists;
use crate::render::theme::Theme;
use crate::saves::{self, EXTENSION, Held, IfExists, Served};
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
/// Most letters of a player's name.
const LONGEST_NAME: usize = 64;
/// Most letters of a name that sets a computer player.
const LONGEST_SETTINGS: usize = 200;
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
    /// Its file meanwhile, so that no other program goes on with it.
    held: Option<Held>,
}

impl Known {
    /// Whether it can leave the table: it is saved, and nobody is about to use it.
    fn is_free(&self) -> bool {
        // The list and the game's own thread hold it.
        self.board.as_ref().is_some_and(|board| Arc::strong_count(board) <= 2 && !board.is_unsaved())
    }

    /// Takes it off the table.
    fn put_away(&mut self) {
        if let Some(board) = self.board.take() {
            board.close();
        }
        self.held = None;
    }
}

/// Waits for a lock; what somebody left who panicked is whole.
fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The games by id. No id is taken for a path: what is not in the list does not exist.
pub(crate) struct Games {
    directory: PathBuf,
    known: Mutex<BTreeMap<String, Known>>,
    saver: Sender<()>,
    /// Held while games are saved, so that whoever comes second finds them saved.
    saving: Mutex<()>,
    /// Held while a file is read to put its game on the table, so that nobody reads it twice.
    opening: Mutex<()>,
    /// Why the last save of a game failed, by id.
    trouble: Mutex<BTreeMap<String, Told>>,
    damaged: Mutex<Vec<(String, Told)>>,
    /// Files that are not listed because there are too many.
    unlisted: AtomicUsize,
    served: Served,
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
    /// Forces of the player's own.
    #[serde(default)]
    pub(super) forces: Option<OwnForces>,
}

/// Lists of units for a new game, in place of the forces of its scenario.
#[derive(serde::Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct OwnForces {
    year: u16,
    axis: String,
    soviet: String,
}

impl Games {
    /// The games of a directory, which need not exist yet. Saves on a thread of its own.
    pub(crate) fn open(directory: &Path) -> anyhow::Result<Arc<Games>> {
        let served = Served::take(directory)?;
        let (saver, pokes) = channel();
        let games = Arc::new(Games {
            directory: directory.to_owned(),
            known: Mutex::default(),
            saver,
            saving: Mutex::default(),
            opening: Mutex::default(),
            trouble: Mutex::default(),
            damaged: Mutex::default(),
            unlisted: AtomicUsize::new(0),
            served,
        });
        if directory.is_dir() {
            games.list().with_context(|| directory.display().to_string())?;
        }
        let keeper = Arc::clone(&games);
        std::thread::Builder::new()
            .name("saver".into())
            .spawn(move || keeper.keep_saved(&pokes))
            .context("cannot start the saving thread")?;
        let reader = Arc::clone(&games);
        // Without it a damaged game is found out when it is opened.
        let _ = std::thread::Builder::new().name("reader".into()).spawn(move || reader.verify());
        Ok(games)
    }

    /// Writes down where the server is, for whoever wants the same folder.
    pub(crate) fn tell_where(&self, site: &str) {
        self.served.tell(site);
    }

    /// Plays every game again that is on file, and marks those that are damaged.
    fn verify(&self) {
        let files: Vec<(String, PathBuf)> =
            self.known().iter().filter(|(_, game)| game.mark.is_none()).map(|(id, game)| (id.clone(), game.path.clone())).collect();
        for (id, path) in files {
            let Err(error) = RecordFile::open_kept(&path).and_then(|file| file.verify()) else { continue };
            // Whoever has it on the table has read it whole.
            if let Some(game) = self.known().get_mut(&id).filter(|game| game.board.is_none()) {
                game.mark = Some(Told::by(|| tr!("damaged: {problem}", problem = about_file(&error, &path))));
            }
        }
    }

    /// Where the games are kept.
    pub(crate) fn directory(&self) -> &Path {
        &self.directory
    }

    fn list(&self) -> std::io::Result<()> {
        saves::clean(&self.directory);
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
        self.unlisted.store(files.len().saturating_sub(MOST_KNOWN), Ordering::Relaxed);
        let mut known = self.known();
        let mut marks = BTreeMap::new();
        for (changed, path, about) in files.into_iter().take(MOST_KNOWN) {
            let Ok((stem, file)) = playable(&path, &about) else {
                damaged.push((file_name(&path), Told::by(|| playable(&path, &about).err().unwrap_or_default())));
                continue;
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
            known.insert(stem, Known { path: file.path, own_file: true, mark, headline, changed, board: None, held: None });
        }
        *locked(&self.damaged) = damaged;
        Ok(())
    }

    /// Files of the directory that are no games, when it was opened, with what is wrong.
    pub(super) fn damaged(&self) -> Vec<(String, String)> {
        let unlisted = self.unlisted.load(Ordering::Relaxed);
        let older =
            (unlisted > 0).then(|| (unlisted.to_string(), tr!("older files; only the latest {count} are listed", count = MOST_KNOWN)));
        let damaged = locked(&self.damaged);
        older.into_iter().chain(damaged.iter().map(|(file, problem)| (file.clone(), problem.here().into_owned()))).collect()
    }

    fn known(&self) -> MutexGuard<'_, BTreeMap<String, Known>> {
        locked(&self.known)
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

    /// Why the last save of a game failed, if it did.
    pub(super) fn trouble(&self, id: &str) -> Option<String> {
        locked(&self.trouble).get(id).map(|trouble| trouble.here().into_owned())
    }

    /// The same of every game.
    pub(crate) fn troubles(&self) -> Vec<String> {
        locked(&self.trouble).values().map(|trouble| trouble.here().into_owned()).collect()
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
            let found = match &new.forces {
                None => Found::embedded(&new.scenario)?,
                Some(forces) => with_forces::<G>(&new.scenario, forces)?,
            };
            let session = Session::<G>::begin(found, &Setup { seed, players, file: None })?;
            self.add(&session_name(&session.record()), None, session)
        })
    }

    /// Takes up a record that a page sent, sealed or not. One of other rules or data is kept as it is, to be read.
    pub(super) fn import(&self, text: &str) -> anyhow::Result<String> {
        let text = seal::opened(text)?;
        let record = Record::parse(&text)?;
        if let Some(name) = record.players.iter().find(|name| !is_name(name)) {
            let name = format!("{name:?}");
            return Err(anyhow!(BadInput(tr!(
                "the name of a player is longer than {most} letters, or holds some that cannot be shown: {name}",
                most = LONGEST_NAME,
                name
            ))));
        }
        self.take_up(&record, None, Some(&text))
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
        self.make_room_in(&mut known);
        let id = self.free_id(&known, if is_id(name) { name } else { "record" }, true);
        let path = self.file_of(&id);
        fs::create_dir_all(&self.directory)
            .and_then(|()| saves::write(&path, text, IfExists::Refuse))
            .with_context(|| tr!("cannot save {file}", file = file_name(&path)))?;
        known.insert(
            id.clone(),
            Known { path, own_file: true, mark: Some(mark), headline, changed: SystemTime::now(), board: None, held: None },
        );
        Ok(id)
    }

    /// Puts a session on the table, saved to its own file if it has one.
    pub(crate) fn add<G: Theme>(&self, name: &str, file: Option<&Path>, mut session: Session<G>) -> anyhow::Result<String> {
        if let Some(file) = file {
            saves::clean_beside(file);
        }
        let held = session.take_held();
        let mut known = self.room()?;
        self.make_room_in(&mut known);
        let id = self.free_id(&known, if is_id(name) { name } else { G::GAME }, file.is_none());
        let path = file.map_or_else(|| self.file_of(&id), Path::to_owned);
        let headline = headline(&session.record());
        let board: Arc<dyn Play> = Board::new(session, self.saver.clone());
        known.insert(
            id.clone(),
            Known { path, own_file: file.is_some(), mark: None, headline, changed: SystemTime::now(), board: Some(board), held },
        );
        Ok(id)
    }

    /// The list, with room for one more game on the table: if there is none, the game is put away that nobody has looked at for longest.
    ///
    /// # Errors
    /// All of them are in use or cannot be saved.
    fn room(&self) -> anyhow::Result<MutexGuard<'_, BTreeMap<String, Known>>> {
        for is_saved in [false, true] {
            let mut known = self.known();
            if known.values().filter(|game| game.board.is_some()).count() < MOST_ON_TABLE {
                return Ok(known);
            }
            let idle = |game: &Known| game.board.as_ref().map(|board| board.idle());
            if let Some(game) =
                known.values_mut().filter(|game| game.is_free() && idle(game) > Some(Duration::ZERO)).max_by_key(|game| idle(game))
            {
                game.put_away();
                return Ok(known);
            }
            drop(known);
            if !is_saved {
                self.save_all();
            }
        }
        Err(anyhow!(tr!("{count} games are open and looked at, the most at a time; close the page of one", count = MOST_ON_TABLE)))
    }

    /// Makes room in the list: the oldest game that is not on the table leaves it and stays on file.
    fn make_room_in(&self, known: &mut BTreeMap<String, Known>) {
        while known.len() >= MOST_KNOWN {
            let oldest = known.iter().filter(|(_, game)| game.board.is_none()).min_by_key(|(_, game)| game.changed);
            let Some(id) = oldest.map(|(id, _)| id.clone()) else { return };
            known.remove(&id);
            self.unlisted.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// An id that no game has: `stem`, `stem-2` ...; with `new_file` also one whose file does not exist.
    fn free_id(&self, known: &BTreeMap<String, Known>, stem: &str, new_file: bool) -> String {
        let mut id = stem.to_owned();
        let mut number = 1;
        while known.contains_key(&id) || (new_file && saves::is_taken(&self.file_of(&id))) {
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
        let find = || self.known().get(id).map(|game| game.board.clone().ok_or_else(|| game.path.clone()));
        match find() {
            Some(Err(_)) => {}
            found => return Ok(found.and_then(Result::ok)),
        }
        // Nobody waits for the list while a file is read, and whoever comes second finds the game on the table.
        let _opening = locked(&self.opening);
        let path = match find() {
            Some(Err(path)) => path,
            found => return Ok(found.and_then(Result::ok)),
        };
        let laid_out = laid_out(&path, &self.saver).map_err(|error| anyhow!(BadInput(about_file(&error, &path))));
        let (board, held) = laid_out?;
        let room = self.room().inspect_err(|_| board.close());
        let mut known = room?;
        let Some(game) = known.get_mut(id) else {
            board.close();
            return Ok(None);
        };
        (game.board, game.held) = (Some(Arc::clone(&board)), held);
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
        let _saving = locked(&self.saving);
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
                .and_then(|()| saves::write_held(&path, record.to_text(), if own_file { IfExists::Replace } else { IfExists::Refuse }))
                .and_then(|held| board.own_files().map_or(Ok(()), |own| own.keep_beside(&path)).map(|()| held));
            match written {
                Ok(held) => {
                    locked(&self.trouble).remove(&id);
                    if let Some(game) = self.known().get_mut(&id) {
                        (game.own_file, game.changed, game.headline) = (true, SystemTime::now(), headline(&record));
                        game.held = Some(held).filter(|_| game.board.is_some());
                    }
                }
                Err(error) => {
                    let trouble = Told::by(|| tr!("cannot save {file}: {error}", file = file_name(&path), error));
                    locked(&self.trouble).insert(id, trouble);
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
            if board.idle() >= patience && game.is_free() {
                game.put_away();
            }
        }
    }
}

/// A scenario with forces of a player's own, which becomes a scenario of the user's own: its text is kept beside the game.
fn with_forces<G: Theme>(scenario: &str, forces: &OwnForces) -> anyhow::Result<Found<G>> {
    let builder = G::FORCES.ok_or_else(|| BadInput(tr!("forces are not chosen in this game").into()))?;
    let OwnForces { year, axis, soviet } = forces.clone();
    let lists = ForceLists { mission: scenario.to_owned(), year, axis, soviet };
    Found::in_files(OwnFiles::of_scenario((builder.scenario)(&lists)?))
}

/// The game of a file, taken up, with the file; one of other rules or data is laid open for reading.
fn laid_out(path: &Path, saver: &Sender<()>) -> anyhow::Result<(Arc<dyn Play>, Option<Held>)> {
    // What is no plain file is told before it is taken.
    RecordFile::open_kept(path)?;
    let held = saves::take(path)?;
    let file = RecordFile::open_kept(path)?;
    let players = file.record.players.each_ref().map(|name| if check_guest(name).is_ok() { name.clone() } else { HUMAN.to_owned() });
    with_game!(file.game()?, G => {
        let found = file.found::<G>(None)?;
        let players = [players[0].as_str(), players[1].as_str()];
        let session = Session::<G>::resume(&file.record, found, players, Some(path)).with_context(|| path.display().to_string())?;
        let is_read = session.origin().is_some();
        let board: Arc<dyn Play> = if is_read { Board::reading(session, saver.clone()) } else { Board::new(session, saver.clone()) };
        Ok((board, Some(held).filter(|_| !is_read)))
    })
}

/// What is wrong with a file, for a page: where it lies is nothing to it, and its name is known there.
fn about_file(error: &anyhow::Error, path: &Path) -> String {
    without_folder(&message(error), path)
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
    let file = RecordFile::open_kept(path).map_err(|error| {
        let words = about_file(&error, path);
        words.strip_prefix(&format!("{}: ", file_name(path))).unwrap_or(&words).to_owned()
    })?;
    if file.sealed {
        return Err(tr!("it is sealed; load it as a record").into());
    }
    Ok((stem.to_owned(), file))
}

/// The name of a file as it is shown.
fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.chars().map(|letter| if is_shown(letter) { letter } else { char::REPLACEMENT_CHARACTER }).collect()
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
        "players": record.players.each_ref().map(|name| name.chars().filter(|&letter| is_shown(letter)).take(LONGEST_NAME).collect::<String>()),
        "turn": Value::Null,
        "actions": record.actions.len(),
        "result": record.result.as_ref().map(|result| result.level.clone()),
    })
}

/// Whether a letter is seen, and leaves those beside it where they are.
fn is_shown(letter: char) -> bool {
    // Marks of width nothing and of direction.
    !letter.is_control()
        && !matches!(letter, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Whether a record may call a player so: briefly, or by the settings of a computer player.
fn is_name(name: &str) -> bool {
    let most = if name.parse::<AgentSpec>().is_ok() { LONGEST_SETTINGS } else { LONGEST_NAME };
    name.chars().count() <= most && name.chars().all(is_shown)
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
    if !is_name(name) {
        return Err(anyhow!(BadInput(tr!("{name} is no name of a player", name = format_args!("{:?}", shortened(name))))));
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
        let words = "x".repeat(65);
        assert!(is_name("human") && is_name("Zoë") && !is_name("a\u{202e}b") && !is_name("a\tb") && !is_name(&words));
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
        let new =
            NewGame { game: "armir".into(), scenario: "historical".into(), axis: player(), soviet: player(), seed: Some(1), forces: None };
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
