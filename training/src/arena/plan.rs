//! The plan of a tournament: fixed when it begins.

use serde::{Deserialize, Serialize};
use stavka_engine::GameName;

use super::external::Limits;
use super::roster::Entrant;
use super::schedule::{Fixture, Format, fixtures, pairings};
use super::sprt::{Sprt, SprtError};

/// Version of the file.
const VERSION: u32 = 1;

/// The plan of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Version of this file, 1.
    pub version: u32,
    /// The game.
    pub game: GameName,
    /// Id of the scenario.
    pub scenario: String,
    /// Fingerprint of the scenario's data and of the rules, 16 hexadecimal digits.
    pub data: String,
    /// Form of the tournament.
    pub format: Format,
    /// The players.
    pub players: Vec<Entrant>,
    /// Who meets whom, as places in the list of players, where the form is [`Format::Listed`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub meetings: Vec<[usize; 2]>,
    /// Pairs of games that every two opponents play; for a sequential test at most.
    pub pairs: usize,
    /// Seed of the first pair.
    pub seed: u64,
    /// Time that external bots have.
    pub limits: Limits,
    /// The sequential test.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
}

/// What is wrong with a plan.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum PlanError {
    /// The file is damaged.
    #[error("plan.json: {problem}")]
    Unreadable {
        /// Line, column and what was expected.
        problem: String,
    },
    /// The file is of another version of this program.
    #[error("plan.json has version {found}; this program reads version {VERSION}")]
    Version {
        /// The version.
        found: u32,
    },
    /// A tournament of another plan is in the directory.
    #[error("the tournament there has {what} {stored}, now asked for is {asked}; go on without changing it, or use a new directory")]
    Differs {
        /// What differs.
        what: &'static str,
        /// As the tournament began.
        stored: String,
        /// As it was asked for now.
        asked: String,
    },
    /// Too few players, or too many for a sequential test.
    #[error("{format} needs {expected} players, {found} given")]
    Players {
        /// Form of the tournament.
        format: &'static str,
        /// How many it takes.
        expected: &'static str,
        /// How many there are.
        found: usize,
    },
    /// There is nothing to play.
    #[error("a tournament needs at least one pair of games")]
    NoGames,
    /// The sequential test cannot be made.
    #[error(transparent)]
    Sprt(#[from] SprtError),
}

impl Plan {
    /// Version that new plans have.
    pub const VERSION: u32 = VERSION;

    /// Whether it can be played.
    ///
    /// # Errors
    /// [`PlanError::Players`], [`PlanError::NoGames`], [`PlanError::Sprt`].
    pub fn validate(&self) -> Result<(), PlanError> {
        let found = self.players.len();
        let players = |format, expected| Err(PlanError::Players { format, expected, found });
        match self.format {
            Format::RoundRobin if found < 2 => return players("a round robin", "at least two"),
            Format::Gauntlet if found < 2 => return players("a gauntlet", "at least two"),
            Format::Sprt if found != 2 => return players("a sequential test", "exactly two"),
            Format::Listed if self.meetings.as_flattened().iter().any(|&player| player >= found) => {
                return players("a list of meetings", "as many as it names");
            }
            _ => {}
        }
        if self.pairs == 0 || self.pairings().is_empty() {
            return Err(PlanError::NoGames);
        }
        Ok(self.sprt.iter().try_for_each(Sprt::validate)?)
    }

    /// All games.
    pub fn fixtures(&self) -> Vec<Fixture> {
        fixtures(&self.pairings(), self.pairs, self.seed)
    }

    /// The players that meet, as indices.
    fn pairings(&self) -> Vec<[usize; 2]> {
        if self.format == Format::Listed { self.meetings.clone() } else { pairings(self.format, self.players.len()) }
    }

    /// The plan as the text of its file.
    pub fn to_text(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("a plan has nothing that JSON lacks");
        text.push('\n');
        text
    }

    /// Reads what [`Plan::to_text`] wrote.
    ///
    /// # Errors
    /// [`PlanError::Unreadable`], [`PlanError::Version`], and those of [`Plan::validate`].
    pub fn parse(text: &str) -> Result<Plan, PlanError> {
        let plan: Plan = serde_json::from_str(text).map_err(|error| PlanError::Unreadable { problem: error.to_string() })?;
        if plan.version != VERSION {
            return Err(PlanError::Version { found: plan.version });
        }
        plan.validate()?;
        Ok(plan)
    }

    /// Whether a stored plan is this one.
    ///
    /// # Errors
    /// [`PlanError::Differs`] names the first difference.
    pub fn same_as(&self, stored: &Plan) -> Result<(), PlanError> {
        for ((what, asked), (_, stored)) in self.facts().into_iter().zip(stored.facts()) {
            if stored != asked {
                return Err(PlanError::Differs { what, stored, asked });
            }
        }
        Ok(())
    }

    /// Everything that makes it this plan, in words.
    fn facts(&self) -> [(&'static str, String); 10] {
        let player = |player: &Entrant| {
            let program = player.program.as_ref();
            let program = program.map_or_else(String::new, |run| format!(" ({} in {})", run.command.join(" "), run.directory.display()));
            format!("{} version {}{program}", player.name, player.version)
        };
        let test = |test: &Sprt| format!("elo0 {} elo1 {} alpha {} beta {}", test.elo0, test.elo1, test.alpha, test.beta);
        [
            ("the game", self.game.to_string()),
            ("the scenario", self.scenario.clone()),
            ("the scenario data and rules", self.data.clone()),
            ("the format", self.format.name().to_owned()),
            ("the players", self.players.iter().map(player).collect::<Vec<_>>().join(", ")),
            ("the meetings", format!("{:?}", self.meetings)),
            ("a number of pairs of", self.pairs.to_string()),
            ("the seed", self.seed.to_string()),
            ("the time limits", self.limits.to_string()),
            ("the sequential test", self.sprt.as_ref().map_or_else(|| "none".to_owned(), test)),
        ]
    }
}
