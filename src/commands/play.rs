//! `stavka play`: a game in the browser or in the terminal.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, anyhow};
use clap::ValueEnum;
use stavka_agents::AgentSpec;
use stavka_engine::{GameName, Side, with_game};
use stavka_words::{Language, tr, translate};

use super::language_of;
use crate::exit::BadInput;
use crate::render::Tabletop;
use crate::render::theme::Theme;
use crate::saves::{self, Held};
use crate::scenarios::{RecordFile, find};
use crate::session::{HUMAN, Session, Setup};
use crate::terminal::Terminal;
use crate::web::{Games, Stand, serve};

const EXAMPLES: &str = "\
Examples:
  stavka play                                    a board in the browser: choose there what to play
  stavka play armir --side axis --opponent level5
  stavka play --port 8080 --no-browser           serve the board and print its address
  stavka play --terminal                         ARMIR as the Soviets in the terminal, or in words through a pipe
  stavka play armir --scenario free --seed 7     players place their units; dice that can be repeated
  stavka play armir --side both --terminal       two people at one terminal
  stavka play --resume armir-historical-7.stavka go on with a saved game

Games are kept in the folder stavka/games of your data ($XDG_DATA_HOME, by default ~/.local/share, or %APPDATA%),
unless --save names a file or --save-dir a directory, and go on where they stopped. The files of a scenario of your
own are kept beside the game. Leaving a game says where it is.

A game of older rules, or of a scenario whose data have changed, goes on from the last action that the present rules
accept, and one sentence says why. It goes on in a file of its own; the old file stays as it is.

The board is served on the loopback only, unless --address says otherwise. Without a terminal, as in a container or
as a service, it is served all the same: its address is printed, GET /health tells whether it works, and Ctrl-C or the
signal TERM ends it with every game saved. Words on standard input are read with --terminal only.

In the terminal colours are used unless NO_COLOR is set. Ctrl-C and the end of input save the game and say
where.";

/// Who plays against a person by default.
const OPPONENT: &str = "greedy";

/// Play a game against the computer, in the browser or in the terminal.
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
    /// File to save to, a new one [default: a new file in the folder of games]. A resumed game is saved to its own
    /// file.
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    save: Option<PathBuf>,
    /// Go on with a saved game.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Play in the terminal.
    #[arg(long, conflicts_with_all = ["port", "no_browser", "address", "save_dir"])]
    terminal: bool,
    /// Port of the board, 0 for any that is free [default: 19421, or any if it is taken].
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Print the address of the board and open no browser.
    #[arg(long)]
    no_browser: bool,
    /// Address that the board is served on; others than the loopback let the network play [default: 127.0.0.1].
    #[arg(long, value_name = "IP")]
    address: Option<IpAddr>,
    /// Directory of the games on the board [default: the folder of games].
    #[arg(long, value_name = "DIR")]
    save_dir: Option<PathBuf>,
    /// Language of the terminal and of the pages: en or it [default: that of the browser, or of LANG].
    #[arg(long, value_name = "TAG", value_parser = language_of)]
    language: Option<Language>,
}

impl Options {
    /// The language to speak: the one that was asked for, else that of the environment.
    pub(crate) fn language(&self) -> Language {
        self.language.unwrap_or_else(Language::of_environment)
    }

    /// Whether the arguments already say which game is to be played.
    fn names_a_game(&self) -> bool {
        let by_text = self.scenario.is_some() || self.opponent.is_some() || self.save.is_some() || self.resume.is_some();
        by_text || self.side.is_some() || self.seed.is_some()
    }
}

/// The help of the command in the language at hand.
pub(crate) fn in_words(command: clap::Command) -> clap::Command {
    let told = |words: Option<&clap::builder::StyledStr>| words.map(|words| translate(&words.to_string()).to_owned()).unwrap_or_default();
    let [about, after] = [command.get_about(), command.get_after_help()].map(told);
    let template = format!(
        "{{about-with-newline}}\n{}: {{usage}}\n\n{}:\n{{positionals}}\n\n{}:\n{{options}}{{after-help}}",
        tr!("Usage"),
        tr!("Arguments"),
        tr!("Options")
    );
    let help = clap::Arg::new("help").short('h').long("help").action(clap::ArgAction::Help).help(tr!("Print this help"));
    let command = command.about(about).after_help(after).help_template(template).disable_help_flag(true);
    command
        .mut_args(|arg| {
            let words = told(arg.get_help());
            arg.help(words)
        })
        .arg(help)
}

/// Sides played by people.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Seats {
    /// The Axis.
    #[value(aliases = ["german", "tedesco", "asse"])]
    Axis,
    /// The Soviets.
    #[value(aliases = ["soviets", "sovietico", "sovietici"])]
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
    saves::survive_the_limit_of_sizes();
    if !options.terminal {
        return serve_board(options, out);
    }
    match &options.resume {
        Some(path) => {
            let (file, held) = opened(path)?;
            with_game!(game_of(options, &file)?, G => Terminal::open(resumed::<G>(options, &file, held)?, out)?.run())
        }
        None => with_game!(options.game.unwrap_or(GameName::Armir), G => Terminal::open(begun::<G>(options)?, out)?.run()),
    }
}

/// The game of a record, which must be the one that was asked for, if one was.
fn game_of(options: &Options, file: &RecordFile) -> anyhow::Result<GameName> {
    let game = file.game()?;
    match options.game {
        Some(wanted) if wanted != game => {
            Err(anyhow!(BadInput(tr!("{file}: a game of {game}, not of {wanted}", file = file.path.display(), game, wanted))))
        }
        _ => Ok(game),
    }
}

/// Serves the board, with the game on it that the arguments name.
fn serve_board(options: &Options, out: &mut dyn Write) -> anyhow::Result<()> {
    let games = Games::open(&options.save_dir.clone().unwrap_or_else(saves::folder))?;
    let page = match &options.resume {
        Some(path) => {
            let (file, held) = opened(path)?;
            with_game!(game_of(options, &file)?, G => {
                let session = resumed::<G>(options, &file, held)?;
                let own = Some(path.as_path()).filter(|_| !file.sealed && session.origin().is_none());
                put_on_table(&games, own, session)
            })?
        }
        None if options.names_a_game() => {
            with_game!(options.game.unwrap_or(GameName::Armir), G => put_on_table(&games, options.save.as_deref(), begun::<G>(options)?))?
        }
        None => options.game.map_or_else(|| "/".to_owned(), |game| format!("/?game={game}")),
    };
    let stand = Stand {
        address: options.address.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST)),
        port: options.port,
        page: &page,
        browser: !options.no_browser,
        language: options.language,
    };
    serve(&games, &stand, out)
}

/// The page of a game that has been put on the table.
fn put_on_table<G: Theme>(games: &Games, file: Option<&Path>, session: Session<G>) -> anyhow::Result<String> {
    let stem = session.file().file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let id = games.add(&stem, file, session)?;
    Ok(format!("/game/{id}"))
}

fn begun<G: Tabletop>(options: &Options) -> anyhow::Result<Session<G>> {
    let found = find::<G>(options.scenario.as_deref())?;
    refuse_taken(options.save.as_deref())?;
    let opponent = options.opponent.as_ref().map_or_else(|| OPPONENT.to_owned(), AgentSpec::to_string);
    let setup = Setup {
        seed: options.seed.unwrap_or_else(seed_from_clock),
        players: options.side.unwrap_or(Seats::Soviet).players(&opponent),
        file: options.save.as_deref(),
    };
    Ok(Session::begin(found, &setup)?)
}

/// Opens a record to go on with it, and keeps others from that unless it stays as it is.
fn opened(path: &Path) -> anyhow::Result<(RecordFile, Option<Held>)> {
    let file = RecordFile::open(path)?;
    if file.sealed {
        return Ok((file, None));
    }
    // Whoever had it may have saved it before it was taken.
    let held = saves::take(path)?;
    Ok((RecordFile::open(path)?, Some(held)))
}

fn resumed<G: Tabletop>(options: &Options, file: &RecordFile, held: Option<Held>) -> anyhow::Result<Session<G>> {
    let found = file.found::<G>(options.scenario.as_deref())?;
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
    // What was sealed stays sealed; the game goes on in a file of its own.
    let own = Some(file.path.as_path()).filter(|_| !file.sealed);
    let resumed = Session::resume(&file.record, found, seats.players(&opponent), own);
    let mut session = resumed.with_context(|| file.path.display().to_string())?;
    session.hold(held.filter(|_| session.origin().is_none()));
    Ok(session)
}

/// A file that somebody else wrote is not saved over.
fn refuse_taken(save: Option<&Path>) -> anyhow::Result<()> {
    match save {
        Some(path) if saves::is_taken(path) => Err(anyhow!(BadInput(tr!(
            "--save {file}: the file exists; name a new one, or go on with it by --resume",
            file = path.display()
        )))),
        _ => Ok(()),
    }
}

fn seed_from_clock() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| (since.as_secs() ^ u64::from(since.subsec_nanos())) % 1_000_000)
}
