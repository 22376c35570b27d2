//! The players of a tournament by name: opponents of this program and external bots.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use stavka_agents::{AgentSpec, Playable, SpecError};
use stavka_engine::record::{Recorded, player_stream};
use stavka_engine::{Dice, Observe, Side};

use super::external::{External, Limits};
use super::seat::{BuiltIn, Fault, InProcess, Seat};

/// What external bots are called by on the command line.
const PREFIX: &str = "bot:";

/// A player of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entrant {
    /// The name under which it is rated; for opponents of this program the name with its settings.
    pub name: String,
    /// Version of its play. Ratings hold for one version.
    pub version: String,
    /// How an external bot is run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<Program>,
}

/// How an external bot is run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// Program and arguments.
    pub command: Vec<String>,
    /// Where it is run: where the tournament began, wherever it goes on.
    pub directory: PathBuf,
}

/// An external bot as a file describes it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bot {
    /// Name: letters, digits, `-`, `_`, `.` and `+`.
    pub name: String,
    /// Version of its play.
    #[serde(default = "first_version")]
    pub version: String,
    /// Program and arguments.
    pub command: Vec<String>,
}

fn first_version() -> String {
    "1".to_owned()
}

/// Why there is no such player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RosterError {
    /// No opponent of this program has the name.
    #[error("{0}; an external bot is bot:NAME=COMMAND, or bot:NAME from a file of bots")]
    Agent(#[from] SpecError),
    /// No bot of the file has the name.
    #[error("there is no bot {name:?}; {}", if known.is_empty() {
        "expected bot:NAME=COMMAND, or a file of bots that describes it".to_owned()
    } else {
        format!("the file of bots describes: {}", known.join(", "))
    })]
    UnknownBot {
        /// The name.
        name: String,
        /// The bots of the file.
        known: Vec<String>,
    },
    /// The name cannot be used in files and tables.
    #[error("a bot cannot be called {name:?}: expected letters, digits and - _ . + only, at least one")]
    BadName {
        /// The name.
        name: String,
    },
    /// The command is empty or its quotes are not closed.
    #[error("the command of the bot {name} is {command:?}: expected a program and its arguments, quotes closed")]
    BadCommand {
        /// The bot.
        name: String,
        /// The command.
        command: String,
    },
    /// The program does not exist.
    #[error("the program {program:?} of the bot {name} was not found; expected a file that can be run, by its path or in PATH")]
    NoProgram {
        /// The bot.
        name: String,
        /// The program.
        program: String,
    },
    /// The play of an opponent has changed since the tournament began.
    #[error("the tournament was begun with {name} version {then}, here it is version {now}: begin a new one")]
    Changed {
        /// The player.
        name: String,
        /// Version in the plan.
        then: String,
        /// Version of this program.
        now: String,
    },
    /// Two players have one name.
    #[error("two players are called {name}: ratings need different names")]
    Twice {
        /// The name.
        name: String,
    },
    /// A file of bots is wrong.
    #[error("{file}: {problem}")]
    File {
        /// The file.
        file: String,
        /// What is wrong, with its line.
        problem: String,
    },
}

/// Reads a file of bots: `[[bot]]` tables with `name`, `command` (a list of words) and optionally `version`.
/// `file` is what errors call it.
///
/// # Errors
/// [`RosterError::File`].
pub fn read_bots(file: &str, text: &str) -> Result<Vec<Bot>, RosterError> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Bots {
        bot: Vec<Bot>,
    }
    let bots: Bots = toml::from_str(text)
        .map_err(|error| RosterError::File { file: file.to_owned(), problem: error.to_string().trim_end().to_owned() })?;
    Ok(bots.bot)
}

impl Entrant {
    /// The players that the names stand for: opponents of this program such as `greedy` or `mcts:time=5s`, external
    /// bots as `bot:NAME[@VERSION]=COMMAND`, or as `bot:NAME` from `bots`.
    ///
    /// # Errors
    /// [`RosterError`], for the first name that is wrong.
    pub fn read_all(names: &[String], bots: &[Bot]) -> Result<Vec<Entrant>, RosterError> {
        let mut entrants: Vec<Entrant> = Vec::with_capacity(names.len());
        for name in names {
            let entrant = Entrant::read(name, bots)?;
            if entrants.iter().any(|other| other.name == entrant.name) {
                return Err(RosterError::Twice { name: entrant.name });
            }
            entrants.push(entrant);
        }
        Ok(entrants)
    }

    /// The entry of a [`InProcess`] of this name.
    pub fn in_process(name: &str) -> Entrant {
        Entrant { name: name.to_owned(), version: first_version(), program: None }
    }

    fn read(text: &str, bots: &[Bot]) -> Result<Entrant, RosterError> {
        let Some(bot) = text.strip_prefix(PREFIX) else {
            let spec: AgentSpec = text.parse()?;
            return Ok(Entrant { name: spec.to_string(), version: spec.kind.version().to_string(), program: None });
        };
        let Some((title, command)) = bot.split_once('=') else {
            let known = || bots.iter().map(|bot| bot.name.clone()).collect();
            let found = bots.iter().find(|known| known.name == bot);
            let found = found.ok_or_else(|| RosterError::UnknownBot { name: bot.to_owned(), known: known() })?;
            return Entrant::external(&found.name, &found.version, found.command.clone());
        };
        let (name, version) = title.split_once('@').unwrap_or((title, "1"));
        let bad = || RosterError::BadCommand { name: name.to_owned(), command: command.to_owned() };
        Entrant::external(name, version, shlex::split(command).ok_or_else(bad)?)
    }

    fn external(name: &str, version: &str, command: Vec<String>) -> Result<Entrant, RosterError> {
        let usable = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "-_.+".contains(c));
        if !usable(name) || !usable(version) {
            let name = if usable(name) { format!("{name}@{version}") } else { name.to_owned() };
            return Err(RosterError::BadName { name });
        }
        if command.first().is_none_or(String::is_empty) {
            return Err(RosterError::BadCommand { name: name.to_owned(), command: command.join(" ") });
        }
        // Without a directory of its own the command is run in that of this process.
        let directory = std::env::current_dir().unwrap_or_default();
        let entrant = Entrant { name: name.to_owned(), version: version.to_owned(), program: Some(Program { command, directory }) };
        entrant.verify()?;
        Ok(entrant)
    }

    /// Whether the player of a stored plan can still play, and plays as it did.
    ///
    /// # Errors
    /// [`RosterError::NoProgram`], [`RosterError::Changed`], [`RosterError::Agent`].
    pub fn verify(&self) -> Result<(), RosterError> {
        if let Some(program) = &self.program {
            let missing =
                || RosterError::NoProgram { name: self.name.clone(), program: program.command.first().cloned().unwrap_or_default() };
            return program.file().map(|_| ()).ok_or_else(missing);
        }
        let now = self.name.parse::<AgentSpec>()?.kind.version().to_string();
        if now == self.version {
            return Ok(());
        }
        Err(RosterError::Changed { name: self.name.clone(), then: self.version.clone(), now })
    }

    /// Seats the player at a side of the game of a seed: the player of its name, if there is one. An external bot writes
    /// what it has to say on standard error to `log`.
    pub(super) fn seat<G: Recorded + Observe + Playable>(
        &self,
        in_process: &[InProcess<'_, G>],
        game_seed: u64,
        side: Side,
        limits: &Limits,
        log: PathBuf,
    ) -> Result<Box<dyn Seat<G>>, Fault> {
        let own_seed = Dice::stream(game_seed, player_stream(side)).bits();
        if let Some(program) = &self.program {
            return Ok(Box::new(External::start(program, own_seed, *limits, log)?));
        }
        let mut agent = if let Some(player) = in_process.iter().find(|player| player.name == self.name) {
            (player.make)(game_seed)
        } else {
            let made = self.name.parse::<AgentSpec>().and_then(|spec| spec.make::<G>(game_seed));
            made.map_err(|error| Fault::Start { problem: error.to_string() })?
        };
        agent.new_game(own_seed);
        Ok(Box::new(BuiltIn::new(agent)))
    }
}

impl Program {
    /// The file that is run: a name is looked for in PATH, a path counts from the directory.
    pub(super) fn file(&self) -> Option<PathBuf> {
        let name = self.command.first()?;
        if Path::new(name).components().count() > 1 {
            return Some(self.directory.join(name)).filter(|path| path.is_file());
        }
        let names = [name.clone(), format!("{name}{}", std::env::consts::EXE_SUFFIX)];
        let directories = std::env::var_os("PATH")?;
        std::env::split_paths(&directories).flat_map(|directory| names.clone().map(|name| directory.join(name))).find(|path| path.is_file())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &[&str]) -> Vec<String> {
        list.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn bots_are_named_versioned_and_split_into_words() {
        let players = Entrant::read_all(&names(&["greedy", "bot:echo@2.1=sh -c 'cat; exit'"]), &[]).expect("they exist");
        assert_eq!((players[0].name.as_str(), players[0].program.as_ref()), ("greedy", None));
        assert_eq!((players[1].name.as_str(), players[1].version.as_str()), ("echo", "2.1"));
        assert_eq!(players[1].program.as_ref().map(|program| &program.command), Some(&names(&["sh", "-c", "cat; exit"])));
    }

    #[test]
    fn bots_of_a_file_are_found_by_name() {
        let bots = read_bots("bots.toml", "[[bot]]\nname = \"echo\"\ncommand = [\"sh\", \"-c\", \"cat\"]\n").expect("it is well formed");
        let players = Entrant::read_all(&names(&["bot:echo"]), &bots).expect("it is in the file");
        assert_eq!(players[0].version, "1");
        let error = Entrant::read_all(&names(&["bot:other"]), &bots).expect_err("it is not in the file");
        assert!(error.to_string().contains("describes: echo"), "{error}");
        let error = read_bots("bots.toml", "[[bot]]\nname = 1\n").expect_err("a name is text");
        assert!(error.to_string().starts_with("bots.toml: ") && error.to_string().contains("line 2"), "{error}");
    }

    #[test]
    fn a_stored_player_is_the_one_that_it_was() {
        let mut player = Entrant::read_all(&names(&["greedy"]), &[]).expect("it exists").remove(0);
        assert_eq!(player.verify(), Ok(()));
        player.version = "0".to_owned();
        assert!(matches!(player.verify(), Err(RosterError::Changed { .. })));
        let mut bot = Entrant::read_all(&names(&["bot:shell=sh"]), &[]).expect("there is a shell").remove(0);
        bot.program = Some(Program { command: names(&["./sh"]), directory: PathBuf::from("/nowhere") });
        assert!(matches!(bot.verify(), Err(RosterError::NoProgram { .. })));
    }

    #[test]
    fn what_is_wrong_with_a_name_is_said() {
        let error = |name: &str| Entrant::read_all(&names(&["random", name]), &[]).expect_err(name);
        assert!(matches!(error("deep-blue"), RosterError::Agent(_)));
        assert!(matches!(error("bot:x"), RosterError::UnknownBot { .. }));
        assert!(matches!(error("bot:a b=sh"), RosterError::BadName { .. }));
        assert!(matches!(error("bot:a="), RosterError::BadCommand { .. }));
        assert!(matches!(error("bot:a=sh 'x"), RosterError::BadCommand { .. }));
        assert!(matches!(error("bot:a=no-such-program-here"), RosterError::NoProgram { .. }));
        assert!(matches!(error("bot:a=./no/such/program"), RosterError::NoProgram { .. }));
        assert!(matches!(error("random"), RosterError::Twice { .. }));
    }
}
