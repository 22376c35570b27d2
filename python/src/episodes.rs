//! The games of training runs, out and in.

use std::path::{Path, PathBuf};

use pyo3::prelude::*;
use stavka_engine::record::{Record, replay};
use stavka_engine::{GameName, Turn, with_game};
use stavka_render::theme::Theme;
use stavka_training::replay::{Buffer, BufferSettings, Decision, Episode, Source};

use crate::contained::contained;
use crate::errors::bad_value;
use crate::scenario::ScenarioName;

/// A position to learn from: number of actions before it, shares of the choices by their place in the list of legal actions, and what
/// the search expected (0 to 1), if there was one.
type Target = (u32, Vec<(u16, f32)>, Option<f32>);

/// The buffer of a game in a directory.
fn buffer(directory: &Path, game: GameName) -> PyResult<Buffer> {
    // Nothing is dropped: whoever trains on the directory says how much of it is kept.
    let settings = BufferSettings { game: game.as_str().to_owned(), capacity: u64::MAX, segment: 16_384 };
    Buffer::open(directory, settings).map_err(bad_value)
}

/// The games of a training run: the record of each, with what is to be learned from it. `directory` is the one that holds
/// `.episodes` files.
#[pyfunction]
pub(crate) fn read_episodes(directory: PathBuf, game: &str) -> PyResult<Vec<(String, Vec<Target>)>> {
    let game: GameName = game.parse().map_err(bad_value)?;
    if !directory.is_dir() {
        return Err(bad_value(format!("{} is no directory", directory.display())));
    }
    contained(|| {
        let found = buffer(&directory, game)?;
        found.episodes().map(|episode| with_game!(game, G => told::<G>(game, &episode.map_err(bad_value)?))).collect()
    })
}

fn told<G: Theme>(game: GameName, episode: &Episode) -> PyResult<(String, Vec<Target>)> {
    let scenario = ScenarioName { game, id: episode.scenario.clone(), text: None }.load::<G>()?;
    let record = episode.record::<G>(scenario, ["axis", "soviet"]).map_err(bad_value)?;
    let target = |decision: &Decision| {
        let total: f32 = decision.policy.iter().map(|&(_, weight)| f32::from(weight)).sum();
        let shares = decision.policy.iter().map(|&(place, weight)| (place, f32::from(weight) / total));
        (decision.at, shares.collect(), decision.value)
    };
    Ok((record.to_text(), episode.decisions.iter().map(target).collect()))
}

/// Adds recorded games to the buffer of a training run, to be imitated: each decision teaches what was chosen. Gives the number of
/// positions.
#[pyfunction]
pub(crate) fn write_episodes(directory: PathBuf, game: &str, records: Vec<String>) -> PyResult<usize> {
    let game: GameName = game.parse().map_err(bad_value)?;
    contained(|| {
        let episodes: Vec<Episode> =
            records.iter().map(|record| with_game!(game, G => made::<G>(game, record))).collect::<PyResult<_>>()?;
        let mut buffer = buffer(&directory, game)?;
        for episode in &episodes {
            buffer.append(episode).map_err(bad_value)?;
        }
        Ok(episodes.iter().map(|episode| episode.decisions.len()).sum())
    })
}

fn made<G: Theme>(game: GameName, record: &str) -> PyResult<Episode> {
    let record = Record::parse(record).map_err(bad_value)?;
    let scenario = ScenarioName { game, id: record.scenario.clone(), text: None }.load::<G>()?;
    let mut episode = Episode::begin::<G>(scenario, record.seed, Source::Imitation, 0);
    let mut legal = Vec::new();
    let last: G = replay(&record, scenario, |position: &G, action| {
        position.legal_actions(&mut legal);
        let at = episode.actions.len();
        episode.push(&legal, &action);
        if matches!(position.turn(), Turn::Player(_)) {
            episode.decisions.push(Decision::for_choice(at, usize::from(episode.actions[at])));
        }
    })
    .map_err(bad_value)?;
    episode.close(&last, 0.5);
    Ok(episode)
}
