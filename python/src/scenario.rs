//! Games and scenarios by name.

use std::fmt::Display;

use pyo3::prelude::*;
use serde_json::json;
use stavka_engine::catalogue::{Catalogue, CatalogueError};
use stavka_engine::{GameName, Observe, Scenario as _, with_game};

use crate::errors::bad_value;

/// A scenario of a game: an embedded one, or one of the user's own with the text of its file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ScenarioName {
    pub(crate) game: GameName,
    /// The id, or what errors call the file.
    pub(crate) id: String,
    /// The text of a file over the game's own map, counters and tables.
    pub(crate) text: Option<String>,
}

impl ScenarioName {
    /// Reads the arguments of a Python call.
    ///
    /// # Errors
    /// `ValueError`: there is no such game or scenario, or its data have a defect.
    pub(crate) fn read(game: &str, scenario: Option<&str>, text: Option<&str>) -> PyResult<Self> {
        let game: GameName = game.parse().map_err(bad_value)?;
        let first = with_game!(game, G => G::embedded()[0]);
        let named = ScenarioName { game, id: scenario.unwrap_or(first).to_owned(), text: text.map(str::to_owned) };
        with_game!(game, G => named.load::<G>().map(|_| ()))?;
        Ok(named)
    }

    /// The scenario, of the game that the name says.
    ///
    /// # Errors
    /// `ValueError`.
    pub(crate) fn load<G: Catalogue>(&self) -> PyResult<&'static G::Scenario> {
        let found: Result<_, CatalogueError> = match &self.text {
            None => G::load(&self.id),
            Some(text) => G::load_text(&self.id, text),
        };
        found.map_err(bad_value)
    }
}

/// Names of all games.
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    GameName::ALL.map(GameName::as_str).to_vec()
}

/// Ids of the scenarios of a game; the first is the default.
#[pyfunction]
pub(crate) fn scenarios(game: &str) -> PyResult<Vec<&'static str>> {
    let game: GameName = game.parse().map_err(bad_value)?;
    Ok(with_game!(game, G => G::embedded().to_vec()))
}

/// The specification of a scenario as JSON, and the bytes of its static planes.
#[pyfunction]
#[pyo3(signature = (game, scenario = None, text = None))]
pub(crate) fn spec(game: &str, scenario: Option<&str>, text: Option<&str>) -> PyResult<(String, Vec<u8>)> {
    let named = ScenarioName::read(game, scenario, text)?;
    with_game!(named.game, G => {
        let scenario = named.load::<G>()?;
        let spec = G::observation_spec(scenario);
        let ids = G::action_ids(scenario);
        let mut described = serde_json::to_value(spec).map_err(bad_value)?;
        described["static_planes"] = json!(spec.static_planes.len() / (spec.height * spec.width));
        described["ids"] = json!(ids.rows);
        described["id_space"] = json!(ids.space());
        described["game"] = json!(named.game.as_str());
        described["scenario"] = json!(scenario.id());
        described["max_game_length"] = json!(scenario.max_actions());
        Ok((described.to_string(), spec.static_planes.clone()))
    })
}

/// A side by name.
///
/// # Errors
/// `ValueError`.
pub(crate) fn side(name: impl AsRef<str> + Display) -> PyResult<stavka_engine::Side> {
    stavka_engine::Side::ALL
        .into_iter()
        .find(|side| side.name().eq_ignore_ascii_case(name.as_ref()))
        .ok_or_else(|| bad_value(format!("there is no side {:?}; expected axis or soviet", name.as_ref())))
}
