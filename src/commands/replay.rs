//! `stavka replay`: step through a recorded game, jump, verify.

use std::io::{self, BufRead as _, IsTerminal as _, Write};
use std::path::PathBuf;

use anyhow::{Context as _, anyhow};
use stavka_engine::record::{Foreign, verify_dice};
use stavka_engine::{Side, Turn, with_game};
use stavka_words::{tr, translate};

use super::Spoken;
use crate::exit::BadInput;
use crate::headline;
use crate::origin::sentence;
use crate::render::{Extent, Ink, Tabletop};
use crate::scenarios::{RecordFile, check_index};

const EXAMPLES: &str = "\
Examples:
  stavka replay game.stavka               step through a game; Enter goes on, h lists the commands
  stavka replay game.stavka --at 120      begin with the position after 120 actions
  stavka replay game.stavka --verify      every action against the rules, every die against the seed
  stavka replay game.stavka < /dev/null   the whole game as text

A record of older rules, or of a scenario whose data have changed, is replayed as far as the present rules accept it, and
one sentence says why it ends there; what is recorded after that follows at the end as it stands in the file. Only
--verify fails on such a record, with exit code 2.";

/// The commands of a reader.
const HELP: &str = "\
Enter, n    the next action          b        one action back
NUMBER      after so many actions    +N, -N   so many on or back
t           the next game turn       e        the end
board       the whole map            status   tracks and markers
q           leave                    h        this list";

/// Step through a recorded game, or verify it.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// Record of a game.
    file: PathBuf,
    /// Begin after this many actions.
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Check every action against the rules and every die against the seed; fails on a record of other rules or data.
    #[arg(long, conflicts_with = "at")]
    verify: bool,
    /// Scenario it was played on, if it is not one of the game's own.
    #[arg(long, value_name = "ID|FILE")]
    scenario: Option<String>,
    #[command(flatten)]
    pub(crate) spoken: Spoken,
}

/// Replays.
pub(crate) fn run(options: &Options, out: &mut dyn Write) -> anyhow::Result<()> {
    let file = RecordFile::open(&options.file)?;
    with_game!(file.game()?, G => if options.verify { verify::<G>(options, &file, out) } else { replay::<G>(options, &file, out) })
}

fn verify<G: Tabletop>(options: &Options, file: &RecordFile, out: &mut dyn Write) -> anyhow::Result<()> {
    let last = file.position::<G>(options.scenario.as_deref(), None)?;
    let scenario = file.scenario::<G>(options.scenario.as_deref())?;
    verify_dice::<G>(&file.record, scenario).with_context(|| file.path.display().to_string())?;
    let good = tr!(
        "{file}: good: {game} {scenario}, {actions}, dice of seed {seed}, {result}, state {state}",
        file = file.path.display(),
        game = file.record.game,
        scenario = file.record.scenario,
        actions = headline::actions(file.record.actions.len()),
        seed = file.record.seed,
        result = headline::result(file.record.result.as_ref()),
        state = format_args!("{:016x}", last.state_hash())
    );
    writeln!(out, "{good}")?;
    Ok(())
}

/// A record with all its positions and the place where the reader is.
struct Reader<'a, G> {
    positions: Vec<G>,
    lines: &'a [String],
    /// What is recorded after the last action that is accepted.
    rest: &'a [String],
    at: usize,
    ink: Ink,
}

fn replay<G: Tabletop>(options: &Options, file: &RecordFile, out: &mut dyn Write) -> anyhow::Result<()> {
    let (positions, foreign) = file.accepted::<G>(options.scenario.as_deref())?;
    let at = options.at.unwrap_or(0);
    check_at(at, positions.len() - 1, foreign.as_ref())?;
    writeln!(out, "{}", headline::of_record::<G>(&file.record, positions[0].scenario()))?;
    if let Some(foreign) = &foreign {
        writeln!(out, "{}", sentence(foreign))?;
    }
    let (lines, rest) = file.record.actions.split_at(positions.len() - 1);
    let mut reader = Reader { positions, lines, rest, at, ink: Ink::of_stdout() };
    if options.at.is_some() {
        reader.show_position(out)?;
    }
    let stdin = io::stdin();
    let prompts = stdin.is_terminal();
    let mut input = stdin.lock().lines();
    loop {
        if prompts {
            write!(out, "[{}/{}] ", reader.at, reader.lines.len())?;
            out.flush()?;
        }
        let Some(line) = input.next() else { break };
        if !reader.command(line.context("cannot read the next command")?.trim(), out)? {
            return Ok(());
        }
    }
    // Without anybody who steps, the rest is told at once.
    if !prompts && options.at.is_none() {
        while reader.at < reader.lines.len() {
            reader.step(out)?;
        }
        reader.show_end(out)?;
    }
    Ok(())
}

/// Room for the name of a side.
fn width_of_sides() -> usize {
    Side::ALL.iter().map(|side| side.to_string().chars().count() + 1).max().unwrap_or_default()
}

/// Whether a position can be shown.
fn check_at(at: usize, last: usize, foreign: Option<&Foreign>) -> anyhow::Result<()> {
    match foreign {
        Some(foreign) if at > last => Err(anyhow!(BadInput(format!("--at {at}: expected 0 to {last}: {foreign}")))),
        _ => check_index(at, last),
    }
}

impl<G: Tabletop> Reader<'_, G> {
    /// Carries out a command; whether to go on.
    fn command(&mut self, line: &str, out: &mut dyn Write) -> anyhow::Result<bool> {
        let last = self.lines.len();
        match line {
            "q" | "quit" => return Ok(false),
            "h" | "help" | "?" => writeln!(out, "{}", translate(HELP))?,
            "" | "n" if self.at < last => self.step(out)?,
            "" | "n" => self.show_end(out)?,
            "b" => self.jump(self.at.saturating_sub(1), out)?,
            "e" => {
                self.jump(last, out)?;
                self.show_end(out)?;
            }
            "t" => {
                let turn = self.positions[self.at].game_turn();
                let next = (self.at..=last).find(|&at| self.positions[at].game_turn() > turn).unwrap_or(last);
                self.jump(next, out)?;
            }
            "board" => {
                let board = self.positions[self.at].board(Side::Soviet, Extent::Whole, self.ink)?;
                writeln!(out, "{board}")?;
            }
            "status" => self.show_status(out)?,
            _ => match self.target(line) {
                Some(at) => self.jump(at, out)?,
                None => writeln!(out, "{}", tr!("{line} is not understood; h lists the commands", line = format_args!("{line:?}")))?,
            },
        }
        Ok(true)
    }

    /// The place that a number, +N or -N names.
    fn target(&self, line: &str) -> Option<usize> {
        let last = self.lines.len();
        let at = if let Some(more) = line.strip_prefix('+') {
            self.at.saturating_add(more.parse().ok()?)
        } else if let Some(less) = line.strip_prefix('-') {
            self.at.saturating_sub(less.parse().ok()?)
        } else {
            line.parse().ok()?
        };
        Some(at.min(last))
    }

    /// Tells the next action and makes it.
    fn step(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        let game = &self.positions[self.at];
        let line = &self.lines[self.at];
        let who = match game.turn() {
            Turn::Player(side) => side.to_string(),
            Turn::Chance | Turn::Over => String::new(),
        };
        let words = game.parse_action(line).map(|action| game.words(action, Side::Soviet)).unwrap_or_default();
        let words = words.split(" | ").next().unwrap_or_default();
        writeln!(out, "{:>5}  {who:<width$} {line:<28} {words}", self.at + 1, width = width_of_sides())?;
        self.at += 1;
        Ok(())
    }

    fn jump(&mut self, at: usize, out: &mut dyn Write) -> anyhow::Result<()> {
        self.at = at;
        self.show_position(out)
    }

    fn show_position(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let game = &self.positions[self.at];
        let viewer = match game.turn() {
            Turn::Player(side) => side,
            Turn::Chance | Turn::Over => Side::Soviet,
        };
        self.show_status(out)?;
        writeln!(out, "{}", game.board(viewer, Extent::Whole, self.ink)?)?;
        let (at, all) = (self.at, self.lines.len());
        writeln!(out, "{}", tr!("after {at} of {all} actions: {prompt}", at, all, prompt = game.prompt()))?;
        Ok(())
    }

    fn show_status(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        for line in self.positions[self.at].status(Side::Soviet) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    fn show_end(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        for line in self.positions[self.lines.len()].account() {
            writeln!(out, "{line}")?;
        }
        if !self.rest.is_empty() {
            writeln!(out, "{}", tr!("Recorded after that, and not accepted here:"))?;
        }
        for (number, line) in (self.lines.len() + 1..).zip(self.rest) {
            writeln!(out, "{number:>5}  {:<width$} {line}", "", width = width_of_sides())?;
        }
        Ok(())
    }
}
