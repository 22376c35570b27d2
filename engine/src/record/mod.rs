//! Game records: text files that hold a game action by action, dice included. A save is a record of
//! an unfinished game.
//!
//! ```text
//! stavka-record 1
//! game armir
//! scenario historical
//! data 9f3c00a1b2c3d4e5        # fingerprint of scenario data and rules version, 16 hex digits
//! rules 2                      # version of the rules; records from before it was named lack this line
//! seed 42
//! axis greedy
//! soviet human
//! ---
//! <one line of notation per action, in order>
//! result axis 3 Axis victory   # finished games only: winner or draw, margin, level
//! end 812 0123456789abcdef     # number of actions, hash of the last state
//! ```
//!
//! Lines that are blank or begin with `#` are comments and may stand anywhere, so that a record can
//! be an annotated game. (The remarks after values above explain and are not part of the format.) A record without its `end` line is truncated.
//!
//! A record that was made with other data or rules than those that are here is [`Foreign`]: [`accept`] plays it as
//! far as the present rules allow, and [`Match::resume`] goes on from there. [`replay`] refuses it.
//!
//! This module does no I/O: [`Record::to_text`] and [`Record::parse`] are the two ends of a file that
//! somebody else reads and writes.

mod driver;
mod error;
mod foreign;
mod replay;

use std::fmt::Write as _;

pub use driver::{HIDDEN, Match};
pub use error::RecordError;
pub use foreign::{Foreign, Mismatch};
pub use replay::{accept, replay, verify_dice};

use stavka_words::{tr, translate};

use crate::catalogue::Catalogue;
use crate::game::{Notation, Outcome, Scenario as _, Side};

/// Number of the [`Dice::stream`](crate::Dice::stream) of a game's seed that chance is rolled with,
/// in every driver: records, environments, matches.
pub const DICE_STREAM: u64 = 0;

/// Number of the [`Dice::stream`](crate::Dice::stream) of a game's seed that belongs to the player of
/// a side. No player shares a stream with the dice or with the other player.
pub const fn player_stream(side: Side) -> u64 {
    1 + side as u64
}

/// Version of the format that this module reads and writes.
const FORMAT: &str = "1";
const MAGIC: &str = "stavka-record";
const SEPARATOR: &str = "---";
/// Keys of the header in the order in which they are written.
const KEYS: [&str; 7] = ["game", "scenario", "data", "rules", "seed", "axis", "soviet"];

/// A game whose records carry its name. Every game of the [`Catalogue`] has this.
pub trait Recorded: Notation {
    /// The name in the header.
    const GAME: &'static str;
}

impl<G: Catalogue + Notation> Recorded for G {
    const GAME: &'static str = G::NAME.as_str();
}

/// Result of a finished game as recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordResult {
    /// The winner, or `None` for a draw.
    pub winner: Option<Side>,
    /// See [`Outcome::margin`].
    pub margin: i16,
    /// See [`Outcome::level`].
    pub level: String,
}

impl From<Outcome> for RecordResult {
    fn from(outcome: Outcome) -> Self {
        RecordResult { winner: outcome.winner, margin: outcome.margin, level: outcome.level.to_owned() }
    }
}

impl std::fmt::Display for RecordResult {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} {}", self.winner.map_or("draw", Side::name), self.margin, self.level)
    }
}

/// A game record in memory.
///
/// ```
/// use stavka_engine::armir::Armir;
/// use stavka_engine::catalogue::Catalogue as _;
/// use stavka_engine::record::{Match, Record, replay};
/// use stavka_engine::Game as _;
///
/// let scenario = Armir::load("historical")?;
/// let mut game = Match::<Armir>::new(scenario, 42, ["human", "human"]);
/// let mut legal = Vec::new();
/// for _ in 0..20 {
///     game.game().legal_actions(&mut legal);
///     game.play(legal[0])?;
/// }
/// let text = game.record().to_text();
/// let last = replay::<Armir>(&Record::parse(&text)?, scenario, |_, _| ())?;
/// assert_eq!(last.state_hash(), game.game().state_hash());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Record {
    /// Name of the game.
    pub game: String,
    /// Id of the scenario.
    pub scenario: String,
    /// Fingerprint of scenario data and rules version.
    pub data: u64,
    /// Version of the rules; `None` in records from before they named it.
    pub rules: Option<u32>,
    /// Seed of dice and players.
    pub seed: u64,
    /// Names of the Axis and the Soviet player.
    pub players: [String; 2],
    /// Actions in notation, dice included.
    pub actions: Vec<String>,
    /// Result, if the game is over.
    pub result: Option<RecordResult>,
    /// Hash of the state after the last action; `None` until [`Record::seal`], and then the text has
    /// no trailer and reads as truncated.
    pub state_hash: Option<u64>,
    /// Lines of actions, result and trailer in the text that the record was parsed from; empty if it
    /// was not parsed or has changed since.
    lines: Vec<usize>,
}

/// Records are equal when they say the same, wherever it stands in their texts.
impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        let header = |record: &Record| (record.data, record.rules, record.seed, record.state_hash);
        header(self) == header(other)
            && self.game == other.game
            && self.scenario == other.scenario
            && self.players == other.players
            && self.actions == other.actions
            && self.result == other.result
    }
}

impl Eq for Record {}

impl Record {
    /// An empty record of a game that begins. Player names become single lines.
    pub fn begin<G: Recorded>(scenario: &G::Scenario, seed: u64, players: [&str; 2]) -> Self {
        Record {
            game: G::GAME.to_owned(),
            scenario: one_line(scenario.id()),
            data: scenario.fingerprint(),
            rules: Some(scenario.rules_version()),
            seed,
            players: players.map(one_line),
            actions: Vec::new(),
            result: None,
            state_hash: None,
            lines: Vec::new(),
        }
    }

    /// Appends an action in notation and breaks the seal.
    pub fn push(&mut self, action: String) {
        debug_assert!(is_action(&action), "{action:?} cannot be told from another kind of line");
        self.actions.push(action);
        self.unseal();
    }

    /// Takes the last action back and breaks the seal.
    fn pop(&mut self) {
        self.actions.pop();
        self.unseal();
    }

    fn unseal(&mut self) {
        self.result = None;
        self.state_hash = None;
        self.lines.clear();
    }

    /// Notes hash and result of the state that the actions lead to, so that the text has a trailer.
    pub fn seal<G: Recorded>(&mut self, game: &G) {
        self.state_hash = Some(game.state_hash());
        self.result = game.outcome().map(RecordResult::from);
    }

    /// Line, from 1, of the action with this index in the text that the record was parsed from, or
    /// else in the one of [`Record::to_text`]. Result and trailer count on after the last action.
    pub fn line_of(&self, action: usize) -> usize {
        // The first line of the text, the keys, the separator, the actions.
        let keys = KEYS.len() - usize::from(self.rules.is_none());
        self.lines.get(action).copied().unwrap_or(1 + keys + 1 + 1 + action)
    }

    /// The record as text.
    pub fn to_text(&self) -> String {
        let mut text = String::with_capacity(256 + self.actions.iter().map(|action| action.len() + 1).sum::<usize>());
        let [axis, soviet] = self.players.each_ref().map(|name| one_line(name));
        let rules = self.rules.map_or_else(String::new, |version| format!("rules {version}\n"));
        writeln!(
            text,
            "{MAGIC} {FORMAT}\ngame {}\nscenario {}\ndata {:016x}\n{rules}seed {}\naxis {axis}\nsoviet {soviet}\n{SEPARATOR}",
            self.game, self.scenario, self.data, self.seed
        )
        .expect("writing to a String does not fail");
        for action in &self.actions {
            text.push_str(action);
            text.push('\n');
        }
        if let Some(result) = &self.result {
            writeln!(text, "result {result}").expect("writing to a String does not fail");
        }
        if let Some(hash) = self.state_hash {
            writeln!(text, "end {} {hash:016x}", self.actions.len()).expect("writing to a String does not fail");
        }
        text
    }

    /// Reads what [`Record::to_text`] wrote, with comments and blank lines. Actions are taken as they
    /// stand; [`replay`] judges them.
    ///
    /// # Errors
    /// Everything that is wrong with the form, with the line: [`RecordError::NotARecord`] to
    /// [`RecordError::AfterEnd`].
    pub fn parse(text: &str) -> Result<Record, RecordError> {
        let mut lines = Lines { rest: text.trim_start_matches('\u{feff}').lines().enumerate(), last: 0 };
        let (line, first) = lines.next().ok_or(RecordError::NotARecord { line: 1, found: String::new() })?;
        match first.strip_prefix(MAGIC).map(str::trim) {
            Some(FORMAT) => {}
            Some(version) if first.as_bytes().get(MAGIC.len()) == Some(&b' ') => {
                return Err(RecordError::Format { line, found: version.to_owned() });
            }
            _ => return Err(RecordError::NotARecord { line, found: first.chars().take(40).collect() }),
        }
        let mut record = parse_header(&mut lines)?;
        parse_body(&mut lines, &mut record)?;
        Ok(record)
    }
}

/// Lines that are not comments, with their numbers from 1.
struct Lines<'a> {
    rest: std::iter::Enumerate<std::str::Lines<'a>>,
    /// Number of the last line that was read.
    last: usize,
}

impl<'a> Iterator for Lines<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<(usize, &'a str)> {
        for (index, line) in self.rest.by_ref() {
            self.last = index + 1;
            let line = line.trim();
            if !is_comment(line) {
                return Some((self.last, line));
            }
        }
        None
    }
}

fn parse_header(lines: &mut Lines<'_>) -> Result<Record, RecordError> {
    let mut values: [Option<(usize, &str)>; KEYS.len()] = [None; KEYS.len()];
    loop {
        let Some((line, text)) = lines.next() else {
            return Err(RecordError::Truncated { line: lines.last, actions: 0 });
        };
        if text == SEPARATOR {
            break;
        }
        let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let Some(place) = KEYS.iter().position(|known| *known == key) else {
            let problem = tr!(
                "unknown key {key}; expected one of {keys}, or {separator}",
                key = format_args!("{key:?}"),
                keys = KEYS.join(", "),
                separator = SEPARATOR
            );
            return Err(RecordError::Header { line, problem });
        };
        if value.is_empty() {
            return Err(RecordError::Header { line, problem: tr!("`{key}` has no value", key) });
        }
        if values[place].replace((line, value.trim())).is_some() {
            return Err(RecordError::Header { line, problem: tr!("`{key}` stands twice", key) });
        }
    }
    let value = |place: usize| {
        let problem = || tr!("`{key}` is missing before {separator}", key = KEYS[place], separator = SEPARATOR);
        values[place].ok_or_else(|| RecordError::Header { line: lines.last, problem: problem() })
    };
    let number = |place: usize, radix: u32, expected: &str| {
        let (line, text) = value(place)?;
        let problem = || {
            tr!(
                "`{key}` is {text}; expected {expected}",
                key = KEYS[place],
                text = format_args!("{text:?}"),
                expected = translate(expected)
            )
        };
        u64::from_str_radix(text, radix).map_err(|_| RecordError::Header { line, problem: problem() })
    };
    let text = |place: usize| value(place).map(|(_, text)| text.to_owned());
    let rules = |(line, text): (usize, &str)| {
        let problem = || tr!("`rules` is {text}; expected the number of a version", text = format_args!("{text:?}"));
        text.parse().map_err(|_| RecordError::Header { line, problem: problem() })
    };
    Ok(Record {
        game: text(0)?,
        scenario: text(1)?,
        data: number(2, 16, "up to 16 hexadecimal digits")?,
        rules: values[3].map(rules).transpose()?,
        seed: number(4, 10, "an integer below 2^64")?,
        players: [text(5)?, text(6)?],
        actions: Vec::new(),
        result: None,
        state_hash: None,
        lines: Vec::new(),
    })
}

fn parse_body(lines: &mut Lines<'_>, record: &mut Record) -> Result<(), RecordError> {
    while let Some((line, text)) = lines.next() {
        if let Some((declared, hash)) = parse_end(text) {
            if declared != record.actions.len() {
                return Err(RecordError::Miscount { line, declared, found: record.actions.len() });
            }
            record.state_hash = Some(hash);
            record.lines.push(line);
            return match lines.next() {
                Some((line, text)) => Err(RecordError::AfterEnd { line, text: text.to_owned() }),
                None => Ok(()),
            };
        }
        if record.result.is_some() {
            return Err(RecordError::AfterEnd { line, text: text.to_owned() });
        }
        record.lines.push(line);
        if let Some(result) = parse_result(text) {
            record.result = Some(result);
        } else {
            record.actions.push(text.to_owned());
        }
    }
    Err(RecordError::Truncated { line: lines.last, actions: record.actions.len() })
}

/// `end <number of actions> <16 hexadecimal digits>`, so strict that no notation is taken for it.
fn parse_end(line: &str) -> Option<(usize, u64)> {
    let (count, hash) = line.strip_prefix("end ")?.split_once(' ')?;
    if hash.len() != 16 || !hash.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    Some((count.parse().ok()?, u64::from_str_radix(hash, 16).ok()?))
}

/// `result axis|soviet|draw <margin> <level>`.
fn parse_result(line: &str) -> Option<RecordResult> {
    let mut words = line.strip_prefix("result ")?.splitn(3, ' ');
    let winner = match words.next()? {
        "draw" => None,
        name => Some(*Side::ALL.iter().find(|side| side.name() == name)?),
    };
    let margin = words.next()?.parse().ok()?;
    Some(RecordResult { winner, margin, level: words.next().unwrap_or_default().to_owned() })
}

fn is_comment(line: &str) -> bool {
    line.is_empty() || line.starts_with('#')
}

fn is_action(line: &str) -> bool {
    line == line.trim() && !line.contains(['\n', '\r']) && !is_comment(line) && parse_end(line).is_none() && parse_result(line).is_none()
}

/// The text without line breaks and control characters, and not empty.
fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()).collect();
    if words.is_empty() { "unnamed".to_owned() } else { words.join(" ") }
}
