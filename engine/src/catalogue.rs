//! The games by name, for the edges: command line, records, protocols. Inside, everything is generic
//! and [`with_game!`](crate::with_game) crosses from a name to a type once.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::armir::{self, Armir};
use crate::data::{DataError, Source};
use crate::east_front::{self, EastFront};
use crate::game::Game;

/// The games of this engine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameName {
    /// ARMIR: the Don, December 1942.
    Armir,
    /// The East Front series: the Perekop isthmus, September 1941.
    #[serde(rename = "east-front")]
    EastFront,
}

impl GameName {
    /// Every game, in the order of lists shown to users.
    pub const ALL: [GameName; 2] = [GameName::Armir, GameName::EastFront];

    /// The name on the command line and in records.
    pub const fn as_str(self) -> &'static str {
        match self {
            GameName::Armir => "armir",
            GameName::EastFront => "east-front",
        }
    }
}

impl Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A name that no game has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no game {name:?}; the games are: {}", GameName::ALL.map(GameName::as_str).join(", "))]
pub struct UnknownGame {
    /// The name that was asked for.
    pub name: String,
}

impl FromStr for GameName {
    type Err = UnknownGame;

    /// Reads a name in any letter case.
    fn from_str(name: &str) -> Result<Self, UnknownGame> {
        GameName::ALL.into_iter().find(|game| game.as_str().eq_ignore_ascii_case(name)).ok_or_else(|| UnknownGame { name: name.to_owned() })
    }
}

/// Why a scenario could not be had.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CatalogueError {
    /// No embedded scenario has this id.
    #[error("{game} has no scenario {id:?}; its scenarios are: {}", known.join(", "))]
    UnknownScenario {
        /// The game.
        game: GameName,
        /// The id that was asked for.
        id: String,
        /// The ids that exist.
        known: &'static [&'static str],
    },
    /// The scenario's data has a defect.
    #[error(transparent)]
    Data(#[from] DataError),
}

/// A game with a name and scenarios.
pub trait Catalogue: Game {
    /// The name of the game.
    const NAME: GameName;

    /// Ids of the embedded scenarios; the first is the default.
    fn embedded() -> &'static [&'static str];

    /// The embedded scenario with this id. Loading it again gives the same reference.
    ///
    /// # Errors
    /// [`CatalogueError::UnknownScenario`] lists the ids that exist; [`CatalogueError::Data`] names
    /// the place of a defect.
    fn load(id: &str) -> Result<&'static Self::Scenario, CatalogueError>;

    /// A scenario of the user's own over the game's embedded map, counters and tables. `file` is
    /// what errors call it, `text` its contents. Equal text gives the same reference.
    ///
    /// # Errors
    /// [`CatalogueError::Data`] names file, key and what was expected.
    fn load_text(file: &str, text: &str) -> Result<&'static Self::Scenario, CatalogueError>;
}

/// The ids of embedded scenarios.
const fn ids<const N: usize>(embedded: [(&'static str, &'static str); N]) -> [&'static str; N] {
    let mut ids = [""; N];
    let mut at = 0;
    while at < N {
        ids[at] = embedded[at].0;
        at += 1;
    }
    ids
}

/// Name and text of an embedded scenario.
fn entry<const N: usize>(
    game: GameName,
    embedded: &[(&'static str, &'static str); N],
    known: &'static [&'static str; N],
    id: &str,
) -> Result<(&'static str, &'static str), CatalogueError> {
    let found = embedded.iter().find(|(name, _)| *name == id);
    found.copied().ok_or_else(|| CatalogueError::UnknownScenario { game, id: id.to_owned(), known })
}

const ARMIR_SCENARIOS: [&str; armir::EMBEDDED.len()] = ids(armir::EMBEDDED);
const EAST_FRONT_SCENARIOS: [&str; east_front::EMBEDDED.len()] = ids(east_front::EMBEDDED);

impl Catalogue for Armir {
    const NAME: GameName = GameName::Armir;

    fn embedded() -> &'static [&'static str] {
        &ARMIR_SCENARIOS
    }

    fn load(id: &str) -> Result<&'static armir::Prepared, CatalogueError> {
        let (name, text) = entry(Self::NAME, &armir::EMBEDDED, &ARMIR_SCENARIOS, id)?;
        Ok(armir::Prepared::interned(&armir::Sources::embedded(name, text))?)
    }

    fn load_text(file: &str, text: &str) -> Result<&'static armir::Prepared, CatalogueError> {
        let sources = armir::Sources { scenario: Source { name: file, text }, ..armir::Sources::embedded("", "") };
        Ok(armir::Prepared::interned(&sources)?)
    }
}

impl Catalogue for EastFront {
    const NAME: GameName = GameName::EastFront;

    fn embedded() -> &'static [&'static str] {
        &EAST_FRONT_SCENARIOS
    }

    fn load(id: &str) -> Result<&'static east_front::Prepared, CatalogueError> {
        let (name, text) = entry(Self::NAME, &east_front::EMBEDDED, &EAST_FRONT_SCENARIOS, id)?;
        Ok(east_front::Prepared::interned(&east_front::Sources::embedded(name, text))?)
    }

    fn load_text(file: &str, text: &str) -> Result<&'static east_front::Prepared, CatalogueError> {
        let sources = east_front::Sources { scenario: Source { name: file, text }, ..east_front::Sources::embedded("", "") };
        Ok(east_front::Prepared::interned(&sources)?)
    }
}

/// Runs an expression with a type alias bound to the game of a [`GameName`]:
///
/// ```
/// use stavka_engine::catalogue::{Catalogue, GameName};
/// use stavka_engine::with_game;
///
/// let name: GameName = "armir".parse().expect("it is in the list");
/// let scenarios = with_game!(name, G => G::embedded());
/// assert!(!scenarios.is_empty());
/// ```
///
/// The expression is compiled once per game and must have the same type for all.
#[macro_export]
macro_rules! with_game {
    ($name:expr, $game:ident => $body:expr) => {
        match $name {
            $crate::catalogue::GameName::Armir => {
                type $game = $crate::armir::Armir;
                $body
            }
            $crate::catalogue::GameName::EastFront => {
                type $game = $crate::east_front::EastFront;
                $body
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_reads_back_in_any_letter_case() {
        for game in GameName::ALL {
            assert_eq!(game.to_string().parse(), Ok(game));
            assert_eq!(game.to_string().to_uppercase().parse(), Ok(game));
        }
    }

    #[test]
    fn an_unknown_game_is_answered_with_the_list() {
        let error = "chess".parse::<GameName>().expect_err("chess is not an Eastern Front game");
        assert_eq!(error.to_string(), "there is no game \"chess\"; the games are: armir, east-front");
    }

    #[test]
    fn an_unknown_scenario_is_answered_with_the_list() {
        for game in GameName::ALL {
            let error = with_game!(game, G => G::load("1812").map(|_| ())).expect_err("no game has this scenario");
            let CatalogueError::UnknownScenario { id, known, .. } = &error else { panic!("{error}") };
            assert_eq!(id, "1812");
            for scenario in *known {
                assert!(error.to_string().contains(scenario), "{error}");
            }
        }
    }

    #[test]
    fn every_embedded_scenario_loads_once_and_carries_its_id() {
        use crate::game::Scenario as _;
        for game in GameName::ALL {
            with_game!(game, G => for id in G::embedded() {
                let scenario = G::load(id).unwrap_or_else(|error| panic!("{id}: {error}"));
                assert_eq!(scenario.id(), *id);
                assert!(std::ptr::eq(scenario, G::load(id).expect("it has been loaded")));
            });
        }
    }
}
