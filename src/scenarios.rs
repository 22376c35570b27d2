//! Scenarios from the catalogue or from the user's own files, and the records played on them.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use stavka_engine::GameName;
use stavka_engine::armir::{Armir, Data, EMBEDDED, Sources};
use stavka_engine::catalogue::{Catalogue, CatalogueError};
use stavka_engine::data::{DataError, Source};
use stavka_engine::game::Game;
use stavka_engine::record::{Record, RecordError, Recorded, replay};

use crate::exit::BadInput;

/// The scenario file of a directory.
const SCENARIO_FILE: &str = "scenario.toml";

/// A game whose scenarios can be read from a directory with all its data files.
pub(crate) trait Shelf: Catalogue + Recorded {
    /// Files of a directory beside the scenario. Those that are missing are taken from the game.
    const FILES: &'static [&'static str];

    /// Loads or finds the scenario whose files are given, the scenario last. A file is a path and its text.
    ///
    /// # Errors
    /// The first defect.
    fn load_files(files: &[Option<(String, String)>], scenario: &(String, String)) -> Result<&'static Self::Scenario, DataError>;
}

impl Shelf for Armir {
    const FILES: &'static [&'static str] = &["map.toml", "units.toml", "tables.toml"];

    fn load_files(files: &[Option<(String, String)>], scenario: &(String, String)) -> Result<&'static Data, DataError> {
        let mut sources: Sources<'_> = Sources::embedded("", EMBEDDED[0].1);
        let given = |index: usize| files.get(index).and_then(Option::as_ref).map(|(name, text)| Source { name, text });
        sources.map = given(0).unwrap_or(sources.map);
        sources.units = given(1).unwrap_or(sources.units);
        sources.tables = given(2).unwrap_or(sources.tables);
        sources.scenario = Source { name: &scenario.0, text: &scenario.1 };
        Data::interned(&sources)
    }
}

/// The scenario that an argument names: an id, a scenario file over the game's own map, counters and
/// tables, or a directory with all files. Without an argument the game's first one.
pub(crate) fn load<G: Shelf>(choice: Option<&str>) -> anyhow::Result<&'static G::Scenario> {
    let Some(choice) = choice else {
        let first = G::embedded().first().context("the game has no scenario")?;
        return Ok(G::load(first)?);
    };
    if G::embedded().contains(&choice) {
        return Ok(G::load(choice)?);
    }
    let path = Path::new(choice);
    if path.is_dir() {
        return load_directory::<G>(path);
    }
    if path.exists() {
        let text = read(path)?;
        return Ok(G::load_text(choice, &text)?);
    }
    let unknown = CatalogueError::UnknownScenario { game: G::NAME, id: choice.to_owned(), known: G::embedded() };
    Err(anyhow!(BadInput(format!("{unknown}; and there is no such file or directory"))))
}

fn load_directory<G: Shelf>(directory: &Path) -> anyhow::Result<&'static G::Scenario> {
    let file = |name: &str| -> anyhow::Result<Option<(String, String)>> {
        let path = directory.join(name);
        if path.exists() { Ok(Some((path.display().to_string(), read(&path)?))) } else { Ok(None) }
    };
    let Some(scenario) = file(SCENARIO_FILE)? else {
        let problem =
            format!("{}: no {SCENARIO_FILE} there; expected it, and beside it any of {}", directory.display(), G::FILES.join(", "));
        return Err(anyhow!(BadInput(problem)));
    };
    let others = G::FILES.iter().map(|name| file(name)).collect::<anyhow::Result<Vec<_>>>()?;
    Ok(G::load_files(&others, &scenario)?)
}

/// The text of a file that the user named.
pub(crate) fn read(path: &Path) -> anyhow::Result<String> {
    let bytes = fs::read(path).map_err(|error| BadInput(format!("cannot read {}: {error}", path.display())))?;
    String::from_utf8(bytes).map_err(|_| anyhow!(BadInput(format!("{}: not a text file: expected UTF-8", path.display()))))
}

/// A record file and where it came from.
pub(crate) struct RecordFile {
    /// The file.
    pub(crate) path: PathBuf,
    /// What it says.
    pub(crate) record: Record,
}

impl RecordFile {
    /// Reads a record; its game is told by its header.
    pub(crate) fn open(path: &Path) -> anyhow::Result<Self> {
        let record = Record::parse(&read(path)?).with_context(|| path.display().to_string())?;
        Ok(RecordFile { path: path.to_owned(), record })
    }

    /// The game it is a record of.
    pub(crate) fn game(&self) -> anyhow::Result<GameName> {
        self.record.game.parse::<GameName>().with_context(|| self.path.display().to_string())
    }

    /// The scenario it was played on: the one named by the argument, or else by its header.
    pub(crate) fn scenario<G: Shelf>(&self, choice: Option<&str>) -> anyhow::Result<&'static G::Scenario> {
        match choice {
            Some(choice) => load::<G>(Some(choice)),
            None if G::embedded().contains(&self.record.scenario.as_str()) => Ok(G::load(&self.record.scenario)?),
            None => Err(anyhow!(BadInput(format!(
                "{}: the record's scenario {:?} is not one of {}; name its file with --scenario",
                self.path.display(),
                self.record.scenario,
                G::embedded().join(", ")
            )))),
        }
    }

    /// Every position of the record, the first before any action. The record is validated.
    pub(crate) fn positions<G: Shelf>(&self, choice: Option<&str>) -> anyhow::Result<Vec<G>> {
        let scenario = self.scenario::<G>(choice)?;
        let mut positions = Vec::with_capacity(self.record.actions.len() + 1);
        let last =
            replay::<G>(&self.record, scenario, |game, _| positions.push(game.clone())).with_context(|| self.path.display().to_string())?;
        positions.push(last);
        Ok(positions)
    }

    /// The position after a number of actions, the last one if none is given. The record is validated
    /// as a whole.
    pub(crate) fn position<G: Shelf>(&self, choice: Option<&str>, at: Option<usize>) -> anyhow::Result<G> {
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
pub(crate) fn position<G: Shelf>(scenario: Option<&str>, record: Option<&Path>, at: Option<usize>) -> anyhow::Result<G> {
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
