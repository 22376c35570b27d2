//! What can be wrong with a record.

use crate::game::{NotationError, Side};

/// Why a record cannot be read or replayed. Lines and actions count from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordError {
    /// The text does not begin as a record does.
    #[error("{}", stavka_words::tr!("line {line}: not a game record: expected \"stavka-record 1\", found {found}", line, found = format_args!("{found:?}")))]
    NotARecord {
        /// Line.
        line: usize,
        /// Beginning of the line.
        found: String,
    },
    /// The format is of another version.
    #[error("{}", stavka_words::tr!("line {line}: record format {found} is not supported; this program reads format 1", line, found = format_args!("{found:?}")))]
    Format {
        /// Line.
        line: usize,
        /// The version.
        found: String,
    },
    /// A header line is wrong or missing.
    #[error("{}", stavka_words::tr!("line {line}: header: {problem}", line, problem))]
    Header {
        /// Line.
        line: usize,
        /// What is wrong and what was expected.
        problem: String,
    },
    /// There is no trailer.
    #[error("{}", stavka_words::tr!("line {line}: the record stops after {actions} actions without its last line, `end <number of actions> <hash>`: it is truncated or that line is damaged", line, actions))]
    Truncated {
        /// Last line.
        line: usize,
        /// Number of actions that are there.
        actions: usize,
    },
    /// Lines were lost or added.
    #[error("{}", stavka_words::tr!("line {line}: the record declares {declared} actions and has {found}", line, declared, found))]
    Miscount {
        /// Line of the trailer.
        line: usize,
        /// Number in the trailer.
        declared: usize,
        /// Number of action lines.
        found: usize,
    },
    /// Something follows the result or the trailer.
    #[error("{}", stavka_words::tr!("line {line}: {text} follows the end of the record", line, text = format_args!("{text:?}")))]
    AfterEnd {
        /// Line.
        line: usize,
        /// The line's text.
        text: String,
    },
    /// The record is of another game.
    #[error("{}", stavka_words::tr!("this is a record of {found}, not of {expected}", found, expected))]
    WrongGame {
        /// Game in the header.
        found: String,
        /// Game it was replayed as.
        expected: &'static str,
    },
    /// The record is of another scenario.
    #[error("{}", stavka_words::tr!("this is a record of scenario {found}, not of {expected}", found = format_args!("{found:?}"), expected = format_args!("{expected:?}")))]
    WrongScenario {
        /// Scenario in the header.
        found: String,
        /// Scenario it was replayed with.
        expected: String,
    },
    /// The record was played with other data or rules.
    #[error("{}", stavka_words::tr!("the record was played with scenario data {found}, the data here is {expected}: map, counters, tables, scenario or rules have changed since", found = format_args!("{found:016x}"), expected = format_args!("{expected:016x}")))]
    ForeignData {
        /// Fingerprint in the header.
        found: u64,
        /// Fingerprint of the scenario.
        expected: u64,
    },
    /// An action line is not notation of the game.
    #[error("{}", stavka_words::tr!("line {line}, action {action}: {source}", line, action, source))]
    Unreadable {
        /// Line.
        line: usize,
        /// Number of the action.
        action: usize,
        /// What was not understood.
        source: NotationError,
    },
    /// An action is against the rules.
    #[error("{}", stavka_words::tr!("line {line}, action {action}: {side} cannot play {text}: {reason} [rule {rule}]", line, action, side, text = format_args!("{text:?}"), reason, rule))]
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
    #[error("{}", stavka_words::tr!("line {line}, action {action}: {text} is not a result of the die that is due; possible are {possible}", line, action, text = format_args!("{text:?}"), possible))]
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
    #[error("{}", stavka_words::tr!("line {line}, action {action}: {text} follows the end of the game", line, action, text = format_args!("{text:?}")))]
    AfterGame {
        /// Line.
        line: usize,
        /// Number of the action.
        action: usize,
        /// The line's text.
        text: String,
    },
    /// All actions are legal and lead elsewhere.
    #[error("{}", stavka_words::tr!("line {line}: the replay diverges: after {actions} actions the state is {found}, the record says {declared}", line, actions, found = format_args!("{found:016x}"), declared = format_args!("{declared:016x}")))]
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
    #[error("{}", stavka_words::tr!("line {line}: the record says {declared}, the game says {found}", line, declared = format_args!("{declared:?}"), found = format_args!("{found:?}")))]
    Result {
        /// Line of the result, or where it is missing.
        line: usize,
        /// Result in the record.
        declared: String,
        /// Result of the replayed game.
        found: String,
    },
    /// A die is not the one that the seed rolls.
    #[error("{}", stavka_words::tr!("line {line}, action {action}: the record says {text}, the seed rolls {rolled}", line, action, text = format_args!("{text:?}"), rolled = format_args!("{rolled:?}")))]
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
