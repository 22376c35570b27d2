//! `stavka levels`: the ladder of opponents with their measured ratings.

use std::io::Write;

use serde::Serialize;
use stavka_agents::Level;
use stavka_engine::GameName;
use stavka_training::arena::Ladder;

use super::{Format, print_json};

const EXAMPLES: &str = "\
Examples:
  stavka levels armir
  stavka play armir --opponent level3
  stavka levels armir --format json

Ratings are those of the ladder that comes with the program, measured by `stavka tournament`; 0 Elo is
the mean of the field that was rated first.";

/// List the levels of the computer with their ratings.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// Game.
    game: GameName,
    /// How the list is printed.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// One level.
#[derive(Serialize, Debug)]
struct Row {
    level: &'static str,
    player: String,
    /// Choices in a hundred made at random.
    epsilon_percent: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<f64>,
    /// Half the width of the 95 % interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    margin: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<usize>,
}

/// The rating of a level in a game: Elo and half the width of its interval.
pub(crate) fn rating(game: GameName, level: Level) -> Option<(f64, f64)> {
    let ladder = Ladder::shipped(game)?;
    ladder.entries.iter().find(|entry| entry.name == level.as_str()).map(|entry| (entry.elo, entry.margin))
}

/// Lists.
pub(crate) fn run(options: &Options, out: &mut dyn Write) -> anyhow::Result<()> {
    let ladder = Ladder::shipped(options.game);
    let rows: Vec<Row> = Level::ALL
        .into_iter()
        .map(|level| {
            let entry = ladder.iter().flat_map(|ladder| &ladder.entries).find(|entry| entry.name == level.as_str());
            Row {
                level: level.as_str(),
                player: level.player().to_string(),
                epsilon_percent: level.epsilon_percent(),
                elo: entry.map(|entry| entry.elo.round()),
                margin: entry.map(|entry| entry.margin.round()),
                games: entry.map(|entry| entry.games),
            }
        })
        .collect();
    if options.format == Format::Json {
        return print_json(&rows, out);
    }
    writeln!(out, "{:<8} {:>6} {:>6} {:>6}  player", "level", "Elo", "+/-", "games")?;
    for row in rows {
        let number = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{value:.0}"));
        let games = row.games.map_or_else(|| "-".to_owned(), |games| games.to_string());
        let random = if row.epsilon_percent > 0 { format!(", {} choices in 100 at random", row.epsilon_percent) } else { String::new() };
        writeln!(out, "{:<8} {:>6} {:>6} {:>6}  {}{random}", row.level, number(row.elo), number(row.margin), games, row.player)?;
    }
    Ok(())
}
