//! The one place where errors become messages and exit codes: 0 done, 1 failed while running, 2 bad
//! arguments or bad input.

use std::error::Error;
use std::io::{self, Write as _};
use std::process::ExitCode;

use stavka_agents::SpecError;
use stavka_engine::catalogue::{CatalogueError, UnknownGame};
use stavka_engine::data::DataError;
use stavka_engine::game::NotationError;
use stavka_engine::record::RecordError;
use stavka_models::WeightsError;
pub(crate) use stavka_render::BadInput;
use stavka_training::arena::{LadderError, LedgerError, PlanError, RosterError};
use stavka_training::curve::{CurveError, CurvePlanError};
use stavka_training::evaluation::{GateError, HistoryError};
use stavka_training::run::{ConfigError, RunError};
use stavka_training::train::TrainError;

/// The program could not do what it was asked to.
const FAILED: u8 = 1;
/// What it was asked is wrong.
const BAD_INPUT: u8 = 2;

/// Turns the result of a command into its exit code and tells of an error in one message.
pub(crate) fn report(result: anyhow::Result<()>) -> ExitCode {
    let Err(error) = result else { return ExitCode::SUCCESS };
    if is_closed_pipe(&error) {
        return ExitCode::SUCCESS;
    }
    // Nobody is left to tell when standard error is closed too.
    let _ = writeln!(io::stderr(), "stavka: {}", message(&error));
    ExitCode::from(if is_bad_input(&error) { BAD_INPUT } else { FAILED })
}

/// Whether the reader of standard output went away, which is the reader's right.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let kind = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        let kind = kind.or_else(|| cause.downcast_ref::<serde_json::Error>()?.io_error_kind());
        kind == Some(io::ErrorKind::BrokenPipe)
    })
}

fn is_bad_input(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.is::<BadInput>()
            || cause.is::<RecordError>()
            || cause.is::<CatalogueError>()
            || cause.is::<DataError>()
            || cause.is::<UnknownGame>()
            || cause.is::<NotationError>()
            || cause.is::<SpecError>()
            || is_bad_tournament(cause)
            || is_bad_curve(cause)
            || is_bad_training(cause)
    })
}

/// Whether a tournament was asked for that cannot be played as it was.
fn is_bad_tournament(cause: &(dyn Error + 'static)) -> bool {
    cause.is::<RosterError>() || cause.is::<PlanError>() || cause.is::<LedgerError>() || cause.is::<LadderError>()
}

/// Whether a curve was asked for that cannot be measured as it was.
fn is_bad_curve(cause: &(dyn Error + 'static)) -> bool {
    let is_bad = |error: &CurveError| !matches!(error, CurveError::Tournament(_) | CurveError::Keep { .. });
    cause.is::<CurvePlanError>() || cause.downcast_ref().is_some_and(is_bad)
}

/// Whether a training run was asked for that cannot be had.
fn is_bad_training(cause: &(dyn Error + 'static)) -> bool {
    let is_bad_run = |error: &RunError| !matches!(error, RunError::Unusable { .. } | RunError::Busy { .. });
    let is_bad_gate = |error: &GateError| match error {
        GateError::Best { source, .. } => !matches!(source, WeightsError::File { .. }),
        GateError::History(error) => matches!(error, HistoryError::Unreadable { .. }),
        _ => false,
    };
    cause.is::<ConfigError>()
        || cause.downcast_ref().is_some_and(is_bad_gate)
        || matches!(cause.downcast_ref(), Some(TrainError::Gate(error)) if is_bad_gate(error))
        || cause.downcast_ref().is_some_and(is_bad_run)
        || matches!(cause.downcast_ref(), Some(TrainError::Run(error)) if is_bad_run(error))
        || matches!(
            cause.downcast_ref(),
            Some(TrainError::Curriculum(_) | TrainError::NoCuda | TrainError::Start { .. } | TrainError::Opponent(_))
        )
}

/// The chain of causes in one line; a cause that its consequence already quotes is not repeated.
pub(crate) fn message(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if !text.contains(&cause) {
            if !text.is_empty() {
                text.push_str(": ");
            }
            text.push_str(&cause);
        }
    }
    shortened(&text)
}

/// Most letters of what is quoted in a message.
const MOST_QUOTED: usize = 80;
/// Most letters without a space, such as a path.
const MOST_IN_A_WORD: usize = 400;

/// A message whose quotations are cut: it may quote whatever somebody has sent.
pub(crate) fn shortened(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('"') {
        push_cut_words(&mut out, before);
        out.push('"');
        rest = after;
        if let Some(end) = end_of_quotation(after) {
            let quoted = &after[..end];
            match quoted.char_indices().nth(MOST_QUOTED) {
                Some((most, _)) => out.extend([&quoted[..most], "…"]),
                None => out.push_str(quoted),
            }
            out.push('"');
            rest = &after[end + 1..];
        }
    }
    push_cut_words(&mut out, rest);
    out
}

/// Where a quotation ends on its line: quotation marks in it have a backslash before them.
fn end_of_quotation(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    text.lines().next()?.char_indices().find_map(|(at, letter)| {
        let ends = letter == '"' && !is_escaped;
        is_escaped = letter == '\\' && !is_escaped;
        ends.then_some(at)
    })
}

/// Adds a text, of each word at most so many letters.
fn push_cut_words(out: &mut String, text: &str) {
    for word in text.split_inclusive(char::is_whitespace) {
        match word.char_indices().nth(MOST_IN_A_WORD) {
            Some((most, _)) => out.extend([&word[..most], "…"]),
            None => out.push_str(word),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context as _;

    #[test]
    fn a_quoted_cause_is_told_once() {
        let error = anyhow::Error::from(BadInput("hex 9999 is off the map".into())).context("scenario.toml: hex 9999 is off the map");
        assert_eq!(message(&error), "scenario.toml: hex 9999 is off the map");
        let error = anyhow::Error::from(BadInput("no such file".into())).context("reading x");
        assert_eq!(message(&error), "reading x: no such file");
    }

    #[test]
    fn what_is_quoted_is_cut() {
        let whole = "line 4: expected \"end\", found \"a \\\"quoted\\\" word\" [rule 3]";
        assert_eq!(shortened(whole), whole);
        let cut = shortened(&format!("line 4: found {:?} there", "x \"y".repeat(90_000)));
        assert!(cut.starts_with("line 4: found \"x ") && cut.ends_with("…\" there") && cut.chars().count() < 120, "{cut}");
        assert!(shortened(&"x".repeat(90_000)).len() < 500);
        let odd = format!("6\" guns {}", "and more ".repeat(40));
        assert_eq!(shortened(&odd), odd, "what is not closed is no quotation");
    }

    #[test]
    fn bad_input_is_found_under_context() {
        let error = Err::<(), _>(BadInput("x".into())).context("y").expect_err("it is an error");
        assert!(is_bad_input(&error) && !is_closed_pipe(&error));
        assert!(!is_bad_input(&anyhow::Error::from(io::Error::other("disk"))));
    }
}
