//! The command line as a whole. Each command's arguments, help and examples stand in its own file.

use std::io::Write;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use stavka_words::{Language, speaking};

use crate::commands::{
    analyse, bench, curve, force, levels, map, matches, observe, perft, play, replay, review, rules, scenario, tournament, train, tune,
};

const EXAMPLES: &str = "\
Examples:
  stavka                                   play ARMIR as the Soviets against the computer
  stavka play armir --side axis            the same from the other side
  stavka match armir --axis greedy --soviet random --games 100 --seed 1
  stavka map armir --svg armir.svg         the map as a picture

Exit codes: 0 done, 1 failed while running, 2 bad arguments or bad input.";

/// Eastern Front board wargames: play against the computer, replay, compare opponents, measure.
#[derive(Parser, Debug)]
#[command(name = "stavka", version, about, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    Play(play::Options),
    Match(matches::Options),
    Analyse(analyse::Options),
    Tournament(tournament::Options),
    Curve(curve::Options),
    Replay(replay::Options),
    Review(review::Options),
    Perft(perft::Options),
    Bench(bench::Options),
    Rules(rules::Options),
    Levels(levels::Options),
    Map(map::Options),
    Observe(observe::Options),
    Scenario(scenario::Options),
    Force(force::Options),
    Train(train::Options),
    Tune(tune::Options),
}

impl Cli {
    /// Reads the command line, with the help of `play` in the language of the player.
    pub(crate) fn read() -> Cli {
        let language = language_of(std::env::args());
        let command = Cli::command();
        let command =
            speaking(language, || if language == Language::English { command } else { command.mut_subcommand("play", play::in_words) });
        Cli::from_arg_matches(&command.get_matches()).unwrap_or_else(|error| error.exit())
    }

    /// The language that the command speaks: those that show a game that of the player, every other one English.
    pub(crate) fn language(&self) -> Language {
        match &self.command {
            None => Language::of_environment(),
            Some(Command::Play(options)) => options.language(),
            Some(Command::Replay(options)) => options.spoken.language(),
            Some(Command::Review(options)) => options.spoken.language(),
            Some(_) => Language::English,
        }
    }

    /// Runs the command that was asked for; without one, a game begins.
    pub(crate) fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        match self.command.unwrap_or_else(|| Command::Play(play::Options::default())) {
            Command::Play(options) => play::run(&options, out),
            Command::Match(options) => matches::run(&options, out),
            Command::Analyse(options) => analyse::run(&options, out),
            Command::Tournament(options) => tournament::run(&options, out),
            Command::Curve(options) => curve::run(&options, out),
            Command::Replay(options) => replay::run(&options, out),
            Command::Review(options) => review::run(&options, out),
            Command::Perft(options) => perft::run(&options, out),
            Command::Bench(options) => bench::run(&options, out),
            Command::Rules(options) => rules::run(&options, out),
            Command::Levels(options) => levels::run(&options, out),
            Command::Map(options) => map::run(&options, out),
            Command::Observe(options) => observe::run(&options, out),
            Command::Scenario(options) => scenario::run(&options, out),
            Command::Force(options) => force::run(&options, out),
            Command::Train(options) => train::run(&options, out),
            Command::Tune(options) => tune::run(&options, out),
        }
    }
}

/// The language of a command line that may not be one: help is told before it is understood.
fn language_of(arguments: impl Iterator<Item = String>) -> Language {
    let arguments: Vec<String> = arguments.collect();
    let after = arguments.windows(2).find(|pair| pair[0] == "--language").map(|pair| pair[1].as_str());
    let named = after.or_else(|| arguments.iter().find_map(|argument| argument.strip_prefix("--language=")));
    named.and_then(Language::of_tag).unwrap_or_else(Language::of_environment)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_consistent() {
        super::Cli::command().debug_assert();
    }

    #[test]
    fn every_command_has_help_and_examples() {
        for command in super::Cli::command().get_subcommands() {
            assert!(command.get_about().is_some(), "{} has no help", command.get_name());
            let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(examples.contains("stavka "), "{} has no examples", command.get_name());
        }
    }
}
