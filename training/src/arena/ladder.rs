//! Frozen ladders: ratings that later players are measured against.
//!
//! A ladder belongs to one scenario under one version of the rules, named by its fingerprint. An entry is a player of
//! one version; its rating does not change any more. A tournament between entries and newcomers rates the
//! newcomers with the entries' ratings given, and adds them.

use serde::{Deserialize, Serialize};
use stavka_engine::GameName;

use super::plan::Plan;
use super::roster::Entrant;
use super::standings::Standings;

/// Version of the file.
const VERSION: u32 = 1;

/// A rated player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LadderEntry {
    /// Name with settings.
    pub name: String,
    /// Version of its play.
    pub version: String,
    /// Rating in Elo.
    pub elo: f64,
    /// Half the width of its 95 % interval when it was rated.
    pub margin: f64,
    /// Games that the rating rests on.
    pub games: usize,
}

/// A rating file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ladder {
    /// Version of this file, 1.
    pub version: u32,
    /// The game.
    pub game: GameName,
    /// Id of the scenario.
    pub scenario: String,
    /// Fingerprint of scenario data and rules, 16 hexadecimal digits.
    pub data: String,
    /// The players, the strongest first.
    pub entries: Vec<LadderEntry>,
}

/// Why a tournament cannot be rated on a ladder.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LadderError {
    /// The file is damaged.
    #[error("not a ladder: {problem}")]
    Unreadable {
        /// Line, column and what was expected.
        problem: String,
    },
    /// The file is of another version of this program.
    #[error("the ladder has version {found}; this program reads version {VERSION}")]
    Version {
        /// The version.
        found: u32,
    },
    /// The ladder is that of another game or scenario.
    #[error("the ladder is of {ladder}, the tournament of {tournament}")]
    OtherScenario {
        /// Game and scenario of the ladder.
        ladder: String,
        /// Game and scenario of the tournament.
        tournament: String,
    },
    /// Rules or data have changed since the ladder was made.
    #[error("the ladder was made with rules and data {ladder}, here are {here}: their ratings do not mix; begin a new ladder")]
    OtherRules {
        /// Fingerprint of the ladder.
        ladder: String,
        /// Fingerprint of the scenario here.
        here: String,
    },
    /// A player is not the one that was rated.
    #[error("the ladder rates {name} version {ladder}, here it is version {here}: a changed player needs a new ladder or a new name")]
    ChangedPlayer {
        /// The player.
        name: String,
        /// Version in the ladder.
        ladder: String,
        /// Version here.
        here: String,
    },
    /// Nothing connects the tournament with the ladder.
    #[error("none of the players stands on the ladder; at least one of these must play: {}", entries.join(", "))]
    NoAnchor {
        /// The entries.
        entries: Vec<String>,
    },
}

/// The ladders that come with the program.
const SHIPPED: [(GameName, &str); 2] = [
    (GameName::Armir, include_str!("../../data/armir.ladder.json")),
    (GameName::EastFront, include_str!("../../data/east-front.ladder.json")),
];

impl Ladder {
    /// The ladder of a game that comes with the program, with its levels; `None` while the levels of the game have not been
    /// rated.
    pub fn shipped(game: GameName) -> Option<Self> {
        let (_, text) = SHIPPED.into_iter().find(|(name, _)| *name == game)?;
        Some(Ladder::parse(text).expect("the ladders that come with the program are valid, as a test checks"))
    }

    /// A ladder without entries for the scenario of a plan.
    pub fn begin(plan: &Plan) -> Self {
        Ladder { version: VERSION, game: plan.game, scenario: plan.scenario.clone(), data: plan.data.clone(), entries: Vec::new() }
    }

    /// Reads a rating file.
    ///
    /// # Errors
    /// [`LadderError::Unreadable`], [`LadderError::Version`].
    pub fn parse(text: &str) -> Result<Self, LadderError> {
        let ladder: Ladder = serde_json::from_str(text).map_err(|error| LadderError::Unreadable { problem: error.to_string() })?;
        if ladder.version != VERSION {
            return Err(LadderError::Version { found: ladder.version });
        }
        for (index, entry) in ladder.entries.iter().enumerate() {
            let twice = ladder.entries[..index].iter().any(|other| other.name == entry.name);
            if twice || !entry.elo.is_finite() {
                let what = if twice { "stands there twice" } else { "has no rating" };
                return Err(LadderError::Unreadable { problem: format!("{} {what}", entry.name) });
            }
        }
        Ok(ladder)
    }

    /// The ladder as the text of its file.
    pub fn to_text(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("a ladder has nothing that JSON lacks");
        text.push('\n');
        text
    }

    /// The given ratings of the players of a plan, `None` for newcomers; all `None` if the ladder is empty.
    ///
    /// # Errors
    /// [`LadderError`] if the tournament cannot be rated on this ladder.
    pub fn anchors(&self, plan: &Plan) -> Result<Vec<Option<f64>>, LadderError> {
        if (self.game, &self.scenario) != (plan.game, &plan.scenario) {
            return Err(LadderError::OtherScenario {
                ladder: format!("{} {}", self.game, self.scenario),
                tournament: format!("{} {}", plan.game, plan.scenario),
            });
        }
        if self.data != plan.data {
            return Err(LadderError::OtherRules { ladder: self.data.clone(), here: plan.data.clone() });
        }
        let anchors: Vec<Option<f64>> = plan.players.iter().map(|player| self.anchor(player)).collect::<Result<_, _>>()?;
        if !self.entries.is_empty() && anchors.iter().all(Option::is_none) {
            return Err(LadderError::NoAnchor { entries: self.entries.iter().map(|entry| entry.name.clone()).collect() });
        }
        Ok(anchors)
    }

    fn anchor(&self, player: &Entrant) -> Result<Option<f64>, LadderError> {
        match self.entries.iter().find(|entry| entry.name == player.name) {
            Some(entry) if entry.version != player.version => {
                Err(LadderError::ChangedPlayer { name: player.name.clone(), ladder: entry.version.clone(), here: player.version.clone() })
            }
            entry => Ok(entry.map(|entry| entry.elo)),
        }
    }

    /// Adds the rated players that are not on the ladder yet, and says how many they are.
    pub fn add(&mut self, standings: &Standings) -> usize {
        let before = self.entries.len();
        for player in &standings.players {
            let Some(rating) = player.rating else { continue };
            if self.entries.iter().all(|entry| entry.name != player.name) {
                self.entries.push(LadderEntry {
                    name: player.name.clone(),
                    version: player.version.clone(),
                    elo: tenths(rating.value),
                    margin: tenths((rating.high - rating.low) / 2.0),
                    games: player.score.games(),
                });
            }
        }
        self.entries.sort_by(|first, second| second.elo.total_cmp(&first.elo));
        self.entries.len() - before
    }
}

/// No interval is so narrow that more digits would mean anything.
fn tenths(value: f64) -> f64 {
    (10.0 * value).round() / 10.0
}

#[cfg(test)]
mod tests {
    use stavka_engine::Side;

    use super::super::schedule::Format;
    use super::super::standings::tests::{plan, results};
    use super::*;
    use stavka_agents::{AgentKind, Level};
    use stavka_engine::catalogue::Catalogue;
    use stavka_engine::{Scenario as _, with_game};

    /// A ladder of two players, made by a tournament.
    fn made() -> (Ladder, Plan) {
        let plan = plan(Format::RoundRobin, &["strong", "weak"], 20);
        let games = results(&plan, 40, |_| Some(Side::Axis));
        let mut ladder = Ladder::begin(&plan);
        let standings = Standings::new(&plan, &games, &ladder.anchors(&plan).expect("the ladder is empty"));
        assert_eq!(ladder.add(&standings), 2);
        (ladder, plan)
    }

    #[test]
    fn a_ladder_reads_back() {
        let (ladder, _) = made();
        assert_eq!(Ladder::parse(&ladder.to_text()), Ok(ladder));
        assert!(matches!(Ladder::parse("{}"), Err(LadderError::Unreadable { .. })));
        let (mut newer, _) = made();
        newer.version = 2;
        assert_eq!(Ladder::parse(&newer.to_text()), Err(LadderError::Version { found: 2 }));
    }

    #[test]
    fn a_newcomer_is_rated_and_the_others_keep_their_ratings() {
        let (mut ladder, _) = made();
        let before = ladder.entries.clone();
        let plan = plan(Format::Gauntlet, &["new", "strong", "weak"], 10);
        let anchors = ladder.anchors(&plan).expect("two players are on the ladder");
        let newcomer_wins = |seats: [usize; 2]| Some(if seats[0] == 0 { Side::Axis } else { Side::Soviet });
        let standings = Standings::new(&plan, &results(&plan, 40, newcomer_wins), &anchors);
        assert_eq!(ladder.add(&standings), 1);
        assert_eq!(ladder.entries[0].name, "new");
        assert!(ladder.entries[0].elo > 200.0);
        for entry in before {
            assert!(ladder.entries.contains(&entry), "{} has changed", entry.name);
        }
    }

    #[test]
    fn other_rules_other_scenarios_and_changed_players_are_refused() {
        let (ladder, good) = made();
        assert!(matches!(ladder.anchors(&Plan { data: "0".into(), ..good.clone() }), Err(LadderError::OtherRules { .. })));
        assert!(matches!(ladder.anchors(&Plan { scenario: "free".into(), ..good.clone() }), Err(LadderError::OtherScenario { .. })));
        let mut changed = good.clone();
        changed.players[0].version = "2".into();
        let error = ladder.anchors(&changed).expect_err("version 2 was never rated");
        assert!(error.to_string().contains("rates strong version 1, here it is version 2"), "{error}");
        let strangers = plan(Format::RoundRobin, &["x", "y"], 1);
        assert!(matches!(ladder.anchors(&strangers), Err(LadderError::NoAnchor { .. })));
    }

    #[test]
    fn the_shipped_ladders_rate_every_level_under_the_rules_as_they_are() {
        for game in GameName::ALL {
            let Some(ladder) = Ladder::shipped(game) else { continue };
            let data = with_game!(game, G => G::load(&ladder.scenario).expect("it is embedded").fingerprint());
            assert_eq!(ladder.data, format!("{data:016x}"), "{game} has changed: measure the levels anew");
            for level in Level::ALL {
                let entry = ladder.entries.iter().find(|entry| entry.name == level.as_str());
                let entry = entry.unwrap_or_else(|| panic!("{} has no rating", level.as_str()));
                assert_eq!(entry.version, AgentKind::Level(level).version().to_string(), "{} has changed", level.as_str());
            }
        }
    }
}
