//! The commands, one file each: arguments, help, examples, and what they do.

pub(crate) mod analyse;
pub(crate) mod bench;
pub(crate) mod curve;
pub(crate) mod force;
pub(crate) mod levels;
pub(crate) mod map;
pub(crate) mod matches;
pub(crate) mod observe;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod replay;
pub(crate) mod review;
pub(crate) mod rules;
pub(crate) mod scenario;
pub(crate) mod tournament;
pub(crate) mod train;
pub(crate) mod tune;

use std::io::Write;

use serde::Serialize;
use stavka_engine::Side;
use stavka_words::Language;

/// The language of a tag, as `--language` names it.
fn language_of(tag: &str) -> Result<Language, String> {
    let known = Language::ALL.map(Language::tag);
    Language::of_tag(tag).ok_or_else(|| format!("expected one of {}", known.join(", ")))
}

/// The language of a command for people.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub(crate) struct Spoken {
    /// Language: en or it [default: that of LANG].
    #[arg(long, value_name = "TAG", value_parser = language_of)]
    language: Option<Language>,
}

impl Spoken {
    /// The language to speak: the one that was asked for, else that of the environment.
    pub(crate) fn language(self) -> Language {
        self.language.unwrap_or_else(Language::of_environment)
    }
}

/// A side, by its names in the languages of players.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Seat {
    /// The Axis.
    #[value(aliases = ["german", "tedesco", "asse"])]
    Axis,
    /// The Soviets.
    #[value(aliases = ["soviets", "sovietico", "sovietici"])]
    Soviet,
}

impl From<Seat> for Side {
    fn from(seat: Seat) -> Side {
        match seat {
            Seat::Axis => Side::Axis,
            Seat::Soviet => Side::Soviet,
        }
    }
}

/// How results are printed.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Format {
    /// Aligned text for people.
    #[default]
    Table,
    /// One JSON value for programs.
    Json,
}

/// One JSON value on lines of its own.
fn print_json(value: &impl Serialize, out: &mut dyn Write) -> anyhow::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)?;
    Ok(())
}

/// A name and its value, aligned with the others of a list.
fn print_row(name: &str, value: impl std::fmt::Display, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{name:<24} {value}")?;
    Ok(())
}
