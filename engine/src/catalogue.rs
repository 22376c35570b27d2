//! The games by name, for the edges: command line, records, protocols. Inside, everything is generic
//! and [`with_game!`](crate::with_game) crosses from a name to a type once.
//!
//! A game is a row of `games!`: its type, its module, its name, under which its data lie in `engine/data`, and the scenario on which its
//! players are rated.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::data::{DataError, Source};
use crate::game::Game;
use crate::kit::files::{self, ScenarioFiles, Sources, WITH};

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
    /// The scenario has no option of this key.
    #[error("{scenario} of {game} has no option {key:?}; its options are: {}", known(options))]
    UnknownOption {
        /// The game.
        game: GameName,
        /// The scenario.
        scenario: String,
        /// The key that was asked for.
        key: String,
        /// The keys that exist.
        options: Vec<&'static str>,
    },
    /// The scenario's data has a defect.
    #[error(transparent)]
    Data(#[from] DataError),
}

fn known(keys: &[&str]) -> String {
    if keys.is_empty() { "none".to_owned() } else { keys.join(", ") }
}

/// A game with a name and scenarios.
///
/// ```
/// use stavka_engine::armir::Armir;
/// use stavka_engine::catalogue::Catalogue as _;
///
/// for id in Armir::embedded() {
///     assert!(Armir::load(id).is_ok(), "{id}");
/// }
/// let error = Armir::load("stalingrad").err().expect("no such scenario");
/// assert!(error.to_string().contains("historical"), "{error}");
/// ```
pub trait Catalogue: Game<Scenario: ScenarioFiles> {
    /// The name of the game.
    const NAME: GameName;

    /// The rules of the game with the files that implement them and the tests that pin them, as tab-separated text.
    const RULES: &'static str;
    /// Title, rule and note of each row of [`Catalogue::RULES`] in Italian, in the same order: id, title, rule, note.
    const RULES_ITALIAN: &'static str;

    /// Ids of the embedded scenarios; the first is the default.
    fn embedded() -> &'static [&'static str];

    /// Id of the scenario on which players are rated.
    const RATED: &'static str;

    /// Whether an id names an embedded scenario, with options or without.
    fn is_embedded(id: &str) -> bool {
        Self::embedded().iter().any(|known| id.split(WITH).next() == Some(known))
    }

    /// The embedded scenario with this id. What players agree on stands after it: `barbarossa+lend-lease+katyusha` is `barbarossa` with
    /// two options. Loading the same again, in whichever order its options stand, gives the same reference.
    ///
    /// # Errors
    /// [`CatalogueError::UnknownScenario`] lists the ids that exist, [`CatalogueError::UnknownOption`] the options of the scenario;
    /// [`CatalogueError::Data`] names the place of a defect.
    fn load(id: &str) -> Result<&'static Self::Scenario, CatalogueError> {
        let unknown = || CatalogueError::UnknownScenario { game: Self::NAME, id: id.to_owned(), known: Self::embedded() };
        let (base, wanted) = id.split_once(WITH).map_or((id, None), |(base, keys)| (base, Some(keys)));
        let scenarios = Self::Scenario::SCENARIOS;
        let (base, text) = scenarios.iter().find(|(known, _)| *known == base).ok_or_else(unknown)?;
        let plain = Self::load_text(base, text)?;
        let Some(wanted) = wanted else { return Ok(plain) };
        let wanted: Vec<&str> = wanted.split(WITH).collect();
        let options: Vec<&str> = plain.options().iter().map(|option| option.key).collect();
        if let Some(&key) = wanted.iter().find(|key| !options.contains(key)) {
            let (scenario, key) = ((*base).to_owned(), key.to_owned());
            return Err(CatalogueError::UnknownOption { game: Self::NAME, scenario, key, options });
        }
        let keys: Vec<&str> = options.into_iter().filter(|key| wanted.contains(key)).collect();
        let id = std::iter::once(base).chain(&keys).copied().collect::<Vec<_>>().join(&WITH.to_string());
        Self::load_text(&id, &files::with_options(&id, text, &keys, scenarios)?)
    }

    /// A scenario of the user's own over the game's embedded map, counters and tables. `file` is
    /// what errors call it, `text` its contents. Equal text gives the same reference.
    ///
    /// # Errors
    /// [`CatalogueError::Data`] names file, key and what was expected.
    fn load_text(file: &str, text: &str) -> Result<&'static Self::Scenario, CatalogueError> {
        Ok(Self::load_files(&[None, None, None], &(file.to_owned(), text.to_owned()))?)
    }

    /// A scenario from data files of the user's own. Each of [`DATA_FILES`] that is missing is taken from the game. A file is
    /// what errors call it and its text.
    ///
    /// # Errors
    /// The first defect.
    fn load_files(files: &[Option<(String, String)>; 3], scenario: &(String, String)) -> Result<&'static Self::Scenario, DataError> {
        let game: Sources<'_> = Self::Scenario::sources(&scenario.0, &scenario.1);
        let [map, units, tables] = files.each_ref().map(|file| file.as_ref().map(|(name, text)| Source { name, text }));
        Self::Scenario::interned(&Sources {
            map: map.unwrap_or(game.map),
            units: units.unwrap_or(game.units),
            tables: tables.unwrap_or(game.tables),
            ..game
        })
    }
}

/// The data files of a scenario beside the scenario itself: map, counters and tables.
pub const DATA_FILES: [&str; 3] = ["map.toml", "units.toml", "tables.toml"];

/// The ids of embedded scenarios.
const fn ids<const N: usize>(embedded: &[(&'static str, &'static str)]) -> [&'static str; N] {
    let mut ids = [""; N];
    let mut at = 0;
    while at < N {
        ids[at] = embedded[at].0;
        at += 1;
    }
    ids
}

/// Declares the games. The first token is a dollar sign, which a macro within a macro cannot write itself.
macro_rules! games {
    ($d:tt $($(#[$about:meta])* $game:ident in $room:ident is $name:literal rated on $rated:literal;)*) => {
        /// The games of this engine.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        pub enum GameName {
            $($(#[$about])* #[serde(rename = $name)] $game,)*
        }

        impl GameName {
            /// Every game, in the order of lists shown to users.
            pub const ALL: [GameName; [$($name),*].len()] = [$(GameName::$game),*];

            /// The name on the command line and in records.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(GameName::$game => $name,)*
                }
            }
        }

        $(impl Catalogue for crate::$room::$game {
            const NAME: GameName = GameName::$game;
            const RATED: &'static str = $rated;
            const RULES: &'static str = include_str!(concat!("../data/", $name, "/rules.tsv"));
            const RULES_ITALIAN: &'static str = include_str!(concat!("../data/", $name, "/rules.it.tsv"));

            fn embedded() -> &'static [&'static str] {
                const IDS: [&str; crate::$room::Prepared::SCENARIOS.len()] = ids(crate::$room::Prepared::SCENARIOS);
                &IDS
            }
        })*

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
            ($d name:expr, $d game:ident => $d body:expr) => {
                match $d name {
                    $($crate::catalogue::GameName::$game => {
                        type $d game = $crate::$room::$game;
                        $d body
                    })*
                }
            };
        }
    };
}

games! { $
    /// ARMIR: the Don, December 1942.
    Armir in armir is "armir" rated on "historical";
    /// The East Front series: the Perekop isthmus, September 1941.
    EastFront in east_front is "east-front" rated on "tartar-trench";
    /// Across the Bug River: Volodymyr-Volynskyi, June 1941.
    AcrossTheBug in across_the_bug is "across-the-bug" rated on "attack";
    /// Bolt Action: platoons on a battlefield without hexes, 1941 to 1945.
    BoltAction in bolt_action is "bolt-action" rated on "duel";
    /// Blocks in the East: the whole front with hidden blocks, 1941 to 1945.
    BlocksInTheEast in blocks_in_the_east is "blocks-in-the-east" rated on "towards-leningrad";
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
        assert_eq!(
            error.to_string(),
            "there is no game \"chess\"; the games are: armir, east-front, across-the-bug, bolt-action, blocks-in-the-east"
        );
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
    fn every_game_is_rated_on_a_scenario_of_its_own() {
        for game in GameName::ALL {
            assert!(with_game!(game, G => G::is_embedded(G::RATED)), "{game}");
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
