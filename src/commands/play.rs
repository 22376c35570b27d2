//! `stavka play`: a game in the terminal.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, anyhow};
use clap::ValueEnum;
use stavka_agents::AgentSpec;
use stavka_engine::{GameName, Side, with_game};

use crate::exit::BadInput;
use crate::render::Tabletop;
use crate::scenarios::{RecordFile, Shelf, load};
use crate::session::{HUMAN, Session, Setup};
use crate::terminal::Terminal;

const EXAMPLES: &str = "\
Examples:
  stavka play                                    ARMIR as the Soviets against the computer
  stavka play armir --side axis --opponent random
  stavka play armir --scenario free --seed 7     players place their units; dice that can be repeated
  stavka play armir --side both                  two people at one terminal
  stavka play --resume armir-historical-7.stavka go on with a saved game

Colours are used on a terminal unless NO_COLOR is set. Ctrl-C and the end of input save the game and
say where.";

/// Who plays against a person by default.
const OPPONENT: &str = "greedy";

/// Play a game in the terminal against the computer.
#[derive(clap::Args, Clone, Debug, Default)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// Game [default: armir].
    game: Option<GameName>,
    /// Scenario: an id, a scenario file, or a directory with all data files.
    #[arg(long, value_name = "ID|FILE")]
    scenario: Option<String>,
    /// Side you play [default: soviet].
    #[arg(long)]
    side: Option<Seats>,
    /// Who plays the other side [default: greedy].
    #[arg(long, value_name = "NAME")]
    opponent: Option<AgentSpec>,
    /// Seed of dice and opponent; drawn from the clock if not given.
    #[arg(long, conflicts_with = "resume")]
    seed: Option<u64>,
    /// File to save to, a new one. A resumed game is saved to its own file.
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    save: Option<PathBuf>,
    /// Go on with a saved game.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
}

/// Sides played by people.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Seats {
    /// The Axis.
    Axis,
    /// The Soviets.
    Soviet,
    /// Both, by two people.
    Both,
}

impl Seats {
    fn has(self, side: Side) -> bool {
        match self {
            Seats::Axis => side == Side::Axis,
            Seats::Soviet => side == Side::Soviet,
            Seats::Both => true,
        }
    }

    /// Names for the record: people, and the opponent on the seat that is left.
    fn players(self, opponent: &str) -> [&str; 2] {
        Side::ALL.map(|side| if self.has(side) { HUMAN } else { opponent })
    }
}

/// Plays.
pub(crate) fn run(options: &Options, out: &mut dyn Write) -> anyhow::Result<()> {
    match &options.resume {
        Some(path) => {
            let file = RecordFile::open(path)?;
            let game = file.game()?;
            if options.game.is_some_and(|wanted| wanted != game) {
                return Err(anyhow!(BadInput(format!("{}: a game of {game}, not of {}", path.display(), options.game.unwrap_or(game)))));
            }
            with_game!(game, G => Terminal::open(resumed::<G>(options, &file)?, out)?.run())
        }
        None => with_game!(options.game.unwrap_or(GameName::Armir), G => Terminal::open(begun::<G>(options)?, out)?.run()),
    }
}

fn begun<G: Tabletop + Shelf>(options: &Options) -> anyhow::Result<Session<G>> {
    let scenario = load::<G>(options.scenario.as_deref())?;
    refuse_taken(options.save.as_deref())?;
    let opponent = options.opponent.as_ref().map_or_else(|| OPPONENT.to_owned(), AgentSpec::to_string);
    let setup = Setup {
        seed: options.seed.unwrap_or_else(seed_from_clock),
        players: options.side.unwrap_or(Seats::Soviet).players(&opponent),
        file: options.save.as_deref(),
    };
    Ok(Session::begin(scenario, &setup)?)
}

fn resumed<G: Tabletop + Shelf>(options: &Options, file: &RecordFile) -> anyhow::Result<Session<G>> {
    let scenario = file.scenario::<G>(options.scenario.as_deref())?;
    let recorded = &file.record.players;
    let seats = options.side.unwrap_or_else(|| match recorded.each_ref().map(|name| name == HUMAN) {
        [true, true] => Seats::Both,
        [true, false] => Seats::Axis,
        _ => Seats::Soviet,
    });
    let left = Side::ALL.into_iter().find(|&side| !seats.has(side)).map(|side| recorded[side.index()].as_str());
    let opponent = match &options.opponent {
        Some(agent) => agent.to_string(),
        None => left.filter(|&name| name != HUMAN).unwrap_or(OPPONENT).to_owned(),
    };
    Session::resume(&file.record, scenario, seats.players(&opponent), &file.path).with_context(|| file.path.display().to_string())
}

/// A file that somebody else wrote is not saved over.
fn refuse_taken(save: Option<&Path>) -> anyhow::Result<()> {
    match save {
        Some(path) if path.exists() => {
            Err(anyhow!(BadInput(format!("--save {}: the file exists; name a new one, or go on with it by --resume", path.display()))))
        }
        _ => Ok(()),
    }
}

fn seed_from_clock() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| (since.as_secs() ^ u64::from(since.subsec_nanos())) % 1_000_000)
}
