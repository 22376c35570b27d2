//! What can be wrong with a record.

use crate::game::{NotationError, Side};

/// Why a record cannot be read or replayed. Lines and actions count from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordError {
    /// The text does not begin as a record does.
    #[error("line {line}: not a game record: expected \"stavka-record 1\", found {found:?}")]
    NotARecord {
        /// Line.
        line: usize,
        /// Beginning of the line.
        found: String,
    },
    /// The format is of another version.
    #[error("line {line}: record format {found:?} is not supported; this program reads format 1")]
    Format {
        /// Line.
        line: usize,
        /// The version.
        found: String,
    },
    /// A header line is wrong or missing.
    #[error("line {line}: header: {problem}")]
    Header {
        /// Line.
        line: usize,
        /// What is wrong and what was expected.
        problem: String,
    },
    /// There is no trailer.
    #[error(
        "line {line}: the record stops after {actions} actions without its last line, \
         `end <number of actions> <hash>`: it is truncated or that line is damaged"
    )]
    Truncated {
        /// Last line.
        line: usize,
        /// Number of actions that are there.
        actions: usize,
    },
    /// Lines were lost or added.
    #[error("line {line}: the record declares {declared} actions and has {found}")]
    Miscount {
        /// Line of the trailer.
        line: usize,
        /// Number in the trailer.
        declared: usize,
        /// Number of action lines.
        found: usize,
    },
    /// Something follows the result or the trailer.
    #[error("line {line}: {text:?} follows the end of the record")]
    AfterEnd {
        /// Line.
        line: usize,
        /// The line's text.
        text: String,
    },
    /// The record is of another game.
    #[error("this is a record of {found}, not of {expected}")]
    WrongGame {
        /// Game in the header.
        found: String,
        /// Game it was replayed as.
        expected: &'static str,
    },
    /// The record is of another scenario.
    #[error("this is a record of scenario {found:?}, not of {expected:?}")]
    WrongScenario {
        /// Scenario in the header.
        found: String,
        /// Scenario it was replayed with.
        expected: String,
    },
    /// The record was played with other data or rules.
    #[error(
        "the record was played with scenario data {found:016x}, the data here is {expected:016x}: \
         map, counters, tables, scenario or rules have changed since"
    )]
    ForeignData {
        /// Fingerprint in the header.
        found: u64,
        /// Fingerprint of the scenario.
        expected: u64,
    },
    /// An action line is not notation of the game.
    #[error("line {line}, action {action}: {source}")]
    Unreadable {
        /// Line.
        line: usize,
        /// Number of the action.
        action: usize,
        /// What was not understood.
        source: NotationError,
    },
    /// An action is against the rules.
    #[error("line {line}, action {action}: {side} cannot play {text:?}: {reason} [rule {rule}]")]
    Illegal {
        /// Line.
        line: usize,
        /// Number of the action.
        action: usize,
        /// Side to act.
        side: Side,
        /// The line's text.
        text: String,
        /// The game's reason.
        reason: String,
        /// The rule that forbids it.
        rule: &'static str,
    },
    /// A die is due and the line is no result of it.
    #[error("line {line}, action {action}: {text:?} is not a result of the die that is due; possible are {possible}")]
    WrongDie {
        /// Line.
        line: usize,
        /// Number of the action.
        action: usize,
        /// The line's text.
        text: String,
        /// Results of the die, the first few.
        possible: String,
    },
    /// The game is over before the action.
    #[error("line {line}, action {action}: {text:?} follows the end of the game")]
    AfterGame {
        /// Line.
        line: usize,
        /// Number of the action.
        action: usize,
        /// The line's text.
        text: String,
    },
    /// All actions are legal and lead elsewhere.
    #[error("line {line}: the replay diverges: after {actions} actions the state is {found:016x}, the record says {declared:016x}")]
    Diverges {
        /// Line of the trailer.
        line: usize,
        /// Number of actions.
        actions: usize,
        /// Hash in the trailer.
        declared: u64,
        /// Hash of the replayed state.
        found: u64,
    },
    /// The recorded result is not that of the game.
    #[error("line {line}: the record says {declared:?}, the game says {found:?}")]
    Result {
        /// Line of the result, or where it is missing.
        line: usize,
        /// Result in the record.
        declared: String,
        /// Result of the replayed game.
        found: String,
    },
    /// A die is not the one that the seed rolls.
    #[error("line {line}, action {action}: the record says {text:?}, the seed rolls {rolled:?}")]
    Dice {
        /// Line.
        line: usize,
        /// Number of the action.
        action: usize,
        /// The line's text.
        text: String,
        /// What the seed rolls.
        rolled: String,
    },
}
