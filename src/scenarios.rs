//! Scenarios from the catalogue or from the user's own files, and the records played on them.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::{Context as _, anyhow};
use stavka_engine::catalogue::{Catalogue, CatalogueError, DATA_FILES};
use stavka_engine::game::Game;
use stavka_engine::record::{Foreign, Record, RecordError, Recorded, accept};
use stavka_engine::{GameName, with_game};
use stavka_files::open_plain;
use stavka_words::{Told, tr};

use crate::exit::BadInput;
use crate::saves::{self, IfExists, is_taken, scenario_beside};
use crate::seal;

/// The scenario file of a directory.
const SCENARIO_FILE: &str = "scenario.toml";
/// Largest file of a user's own that is read: a hundred times the largest that there is.
const LARGEST_FILE: u64 = 8 << 20;

/// The files of a user's own scenario, by the names that they have in a directory of data files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OwnFiles {
    files: Vec<(&'static str, String)>,
}

impl OwnFiles {
    /// A scenario alone, over the game's own map, counters and tables.
    pub(crate) fn of_scenario(text: String) -> Self {
        OwnFiles { files: vec![(SCENARIO_FILE, text)] }
    }

    /// Keeps the files beside a record, so that the game can be taken up when they have changed where they came
    /// from, or are gone.
    ///
    /// # Errors
    /// Those of the file system.
    pub(crate) fn keep_beside(&self, record: &Path) -> io::Result<()> {
        let directory = scenario_beside(record);
        fs::create_dir_all(&directory)?;
        for (name, text) in &self.files {
            let path = directory.join(name);
            if read_kept(&path).ok().as_ref() != Some(text) {
                saves::write(&path, text, IfExists::Replace)?;
            }
        }
        Ok(())
    }

    fn text(&self, wanted: &str) -> Option<(String, String)> {
        self.files.iter().find(|(name, _)| *name == wanted).map(|(name, text)| ((*name).to_owned(), text.clone()))
    }
}

/// A scenario, and its files if it is the user's own.
pub(crate) struct Found<G: Catalogue> {
    /// The scenario.
    pub(crate) scenario: &'static G::Scenario,
    /// Its files.
    pub(crate) own: Option<OwnFiles>,
}

impl<G: Catalogue> Found<G> {
    /// A scenario of the game's own.
    ///
    /// # Errors
    /// There is none of this id.
    pub(crate) fn embedded(id: &str) -> anyhow::Result<Self> {
        let scenario = G::load(id).map_err(|error| match error {
            CatalogueError::UnknownScenario { id, known, .. } => {
                let known = known.join(", ");
                anyhow!(BadInput(tr!("there is no scenario {id}; expected one of {known}", id = format_args!("{id:?}"), known)))
            }
            CatalogueError::UnknownOption { .. } => anyhow!(BadInput(error.to_string())),
            CatalogueError::Data(error) => error.into(),
        })?;
        Ok(Found { scenario, own: None })
    }

    /// The scenario in a user's own files.
    ///
    /// # Errors
    /// The first defect.
    pub(crate) fn in_files(own: OwnFiles) -> anyhow::Result<Self> {
        let scenario = own.text(SCENARIO_FILE).context("a scenario's files hold the scenario itself")?;
        let others = DATA_FILES.map(|name| own.text(name));
        Ok(Found { scenario: G::load_files(&others, &scenario)?, own: Some(own) })
    }
}

/// The scenario that an argument names: an id, a scenario file over the game's own map, counters and
/// tables, or a directory with all files. Without an argument the game's first one.
pub(crate) fn load<G: Catalogue>(choice: Option<&str>) -> anyhow::Result<&'static G::Scenario> {
    Ok(find::<G>(choice)?.scenario)
}

/// The same, with the files of a scenario that is the user's own.
pub(crate) fn find<G: Catalogue>(choice: Option<&str>) -> anyhow::Result<Found<G>> {
    let Some(choice) = choice else {
        return Found::embedded(G::embedded().first().context("the game has no scenario")?);
    };
    if G::is_embedded(choice) {
        return Found::embedded(choice);
    }
    let path = Path::new(choice);
    if path.is_dir() {
        return load_directory::<G>(path, read);
    }
    if path.exists() {
        let text = read(path)?;
        let scenario = G::load_text(choice, &text)?;
        return Ok(Found { scenario, own: Some(OwnFiles::of_scenario(text)) });
    }
    let unknown = CatalogueError::UnknownScenario { game: G::NAME, id: choice.to_owned(), known: G::embedded() };
    Err(anyhow!(BadInput(format!("{unknown}; and there is no such file or directory"))))
}

fn load_directory<G: Catalogue>(directory: &Path, read: fn(&Path) -> anyhow::Result<String>) -> anyhow::Result<Found<G>> {
    let file = |name: &str| -> anyhow::Result<Option<(String, String)>> {
        let path = directory.join(name);
        if is_taken(&path) { Ok(Some((path.display().to_string(), read(&path)?))) } else { Ok(None) }
    };
    let Some(scenario) = file(SCENARIO_FILE)? else {
        return Err(anyhow!(BadInput(tr!(
            "{folder}: no {file} there; expected it, and beside it any of {others}",
            folder = directory.display(),
            file = SCENARIO_FILE,
            others = DATA_FILES.join(", ")
        ))));
    };
    let [map, units, tables] = DATA_FILES.map(file);
    let others = [map?, units?, tables?];
    let loaded = G::load_files(&others, &scenario)?;
    let named = DATA_FILES.into_iter().zip(others).filter_map(|(name, file)| Some((name, file?.1)));
    let files = std::iter::once((SCENARIO_FILE, scenario.1)).chain(named).collect();
    Ok(Found { scenario: loaded, own: Some(OwnFiles { files }) })
}

/// The text of a file that the user named.
pub(crate) fn read(path: &Path) -> anyhow::Result<String> {
    text(path, fs::File::open(path).map_err(|error| unreadable(path, &error))?)
}

/// The text of a file that nobody named, in a folder of games: a plain file, and nothing else in its place.
fn read_kept(path: &Path) -> anyhow::Result<String> {
    let file = open_plain(path).map_err(|error| unreadable(path, &error))?;
    text(path, file.ok_or_else(|| BadInput(tr!("{file}: it is not a plain file", file = path.display())))?)
}

fn unreadable(path: &Path, error: &io::Error) -> BadInput {
    BadInput(tr!("cannot read {file}: {error}", file = path.display(), error))
}

fn text(path: &Path, file: fs::File) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    file.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(|error| unreadable(path, &error))?;
    let file = path.display();
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(anyhow!(BadInput(tr!("{file}: larger than {size} MiB, the most that is read", file, size = LARGEST_FILE >> 20))));
    }
    String::from_utf8(bytes).map_err(|_| anyhow!(BadInput(tr!("{file}: not a text file: expected UTF-8", file))))
}

/// Whether a path is a directory and no link to one.
fn is_directory(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|about| about.is_dir())
}

/// A record file and where it came from.
pub(crate) struct RecordFile {
    /// The file.
    pub(crate) path: PathBuf,
    /// What it says.
    pub(crate) record: Record,
    /// Whether it was sealed.
    pub(crate) sealed: bool,
}

impl RecordFile {
    /// Reads a record; its game is told by its header.
    pub(crate) fn open(path: &Path) -> anyhow::Result<Self> {
        RecordFile::of(path, &read(path)?)
    }

    /// The same for a file in a folder of games.
    pub(crate) fn open_kept(path: &Path) -> anyhow::Result<Self> {
        RecordFile::of(path, &read_kept(path)?)
    }

    fn of(path: &Path, text: &str) -> anyhow::Result<Self> {
        let record = seal::opened(text).and_then(|text| Ok(Record::parse(&text)?)).with_context(|| path.display().to_string())?;
        Ok(RecordFile { path: path.to_owned(), record, sealed: seal::is_sealed(text) })
    }

    /// The game it is a record of.
    pub(crate) fn game(&self) -> anyhow::Result<GameName> {
        self.record.game.parse::<GameName>().with_context(|| self.path.display().to_string())
    }

    /// The scenario it was played on: the one named by the argument, or the user's own that was kept beside it,
    /// or else the one that its header names.
    pub(crate) fn scenario<G: Catalogue>(&self, choice: Option<&str>) -> anyhow::Result<&'static G::Scenario> {
        Ok(self.found::<G>(choice)?.scenario)
    }

    /// The same, with the files of a scenario that is the user's own.
    pub(crate) fn found<G: Catalogue>(&self, choice: Option<&str>) -> anyhow::Result<Found<G>> {
        let beside = scenario_beside(&self.path);
        match choice {
            Some(choice) => find::<G>(Some(choice)),
            None if is_directory(&beside) => load_directory::<G>(&beside, read_kept),
            None if G::is_embedded(&self.record.scenario) => Found::embedded(&self.record.scenario),
            None => Err(anyhow!(BadInput(tr!(
                "{file}: the record's scenario {id} is not one of {known}, and its files are not kept in {folder}; name its file with --scenario",
                file = self.path.display(),
                id = format_args!("{:?}", self.record.scenario),
                known = G::embedded().join(", "),
                folder = beside.display()
            )))),
        }
    }

    /// Whether the files of a scenario of the user's own are kept beside it.
    pub(crate) fn has_own_scenario(&self) -> bool {
        is_directory(&scenario_beside(&self.path))
    }

    /// Whether the record is whole: every action is played again.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn verify(&self) -> anyhow::Result<()> {
        with_game!(self.game()?, G => accept::<G>(&self.record, self.scenario::<G>(None)?, |_, _| {}).map(drop)?);
        Ok(())
    }

    /// What a list says of a game that does not simply go on: its rules or data are not those that are here, or it
    /// cannot be shown at all.
    pub(crate) fn mark(&self) -> Option<Told> {
        self.mark_here().map(|_| Told::by(|| self.mark_here().unwrap_or_default()))
    }

    fn mark_here(&self) -> Option<String> {
        let Ok(game) = self.game() else { return Some(tr!("its game is not known here").to_owned()) };
        with_game!(game, G => match self.scenario::<G>(None) {
            Ok(scenario) => self.record.mismatch(scenario).map(|mismatch| mismatch.to_string()),
            Err(_) => Some(tr!("its scenario cannot be found or read").to_owned()),
        })
    }

    /// Every position of the record, the first before any action, as far as the present rules accept it, and for a
    /// record of other rules or data how far that is and why.
    pub(crate) fn accepted<G: Catalogue + Recorded>(&self, choice: Option<&str>) -> anyhow::Result<(Vec<G>, Option<Foreign>)> {
        let scenario = self.scenario::<G>(choice)?;
        let mut positions = Vec::with_capacity(self.record.actions.len() + 1);
        let (last, foreign) =
            accept::<G>(&self.record, scenario, |game, _| positions.push(game.clone())).with_context(|| self.path.display().to_string())?;
        positions.push(last);
        Ok((positions, foreign))
    }

    /// Every position of a record of these rules, the first before any action. The record is validated.
    pub(crate) fn positions<G: Catalogue + Recorded>(&self, choice: Option<&str>) -> anyhow::Result<Vec<G>> {
        match self.accepted(choice)? {
            (positions, None) => Ok(positions),
            (_, Some(foreign)) => Err(anyhow!(BadInput(format!("{}: {foreign}", self.path.display())))),
        }
    }

    /// The position after a number of actions, the last one if none is given. The record is validated
    /// as a whole.
    pub(crate) fn position<G: Catalogue + Recorded>(&self, choice: Option<&str>, at: Option<usize>) -> anyhow::Result<G> {
        let mut positions = self.positions::<G>(choice)?;
        let at = at.unwrap_or(positions.len() - 1);
        check_index(at, positions.len() - 1)?;
        Ok(positions.swap_remove(at))
    }
}

/// Whether a record has that many actions.
pub(crate) fn check_index(at: usize, actions: usize) -> anyhow::Result<()> {
    if at <= actions {
        Ok(())
    } else {
        Err(anyhow!(BadInput(format!("--at {at}: the record has {actions} actions; expected 0 to {actions}"))))
    }
}

/// The position that a command works on: of a record, or the start of a scenario.
pub(crate) fn position<G: Catalogue + Recorded>(scenario: Option<&str>, record: Option<&Path>, at: Option<usize>) -> anyhow::Result<G> {
    match record {
        None => Ok(<G as Game>::new(load::<G>(scenario)?)),
        Some(path) => {
            let file = RecordFile::open(path)?;
            if file.game()? != G::NAME {
                let wrong = RecordError::WrongGame { found: file.record.game.clone(), expected: G::GAME };
                return Err(anyhow::Error::from(wrong).context(path.display().to_string()));
            }
            file.position::<G>(scenario, at)
        }
    }
}
