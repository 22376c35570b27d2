//! `stavka scenario`: list, show and validate scenarios.

use std::collections::BTreeMap;
use std::io::Write;

use clap::Subcommand;
use stavka_engine::kit::files::{ScenarioFiles as _, WITH};
use stavka_engine::{GameName, with_game};
use stavka_words::translate;

use super::{Format, print_json, print_row};
use crate::render::{ScenarioSheet, Tabletop};
use crate::scenarios::load;

const EXAMPLES: &str = "\
Examples:
  stavka scenario list
  stavka scenario show historical
  stavka scenario show barbarossa --game blocks-in-the-east    also what players may agree on, as +lend-lease
  stavka scenario validate                   the game's own scenarios
  stavka scenario validate mine.toml         a scenario file over the game's map, counters and tables
  stavka scenario validate mine/             a directory: scenario.toml and any of map.toml, units.toml, tables.toml

Every --scenario takes such a file or directory as well, and an id with options: barbarossa+lend-lease+katyusha.";

/// List, show or validate scenarios.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    #[command(subcommand)]
    task: Task,
    /// Game.
    #[arg(long, global = true, default_value_t = GameName::Armir)]
    game: GameName,
    /// How the result is printed.
    #[arg(long, global = true, value_enum, default_value_t)]
    format: Format,
}

#[derive(Subcommand, Clone, Debug)]
enum Task {
    /// Scenarios of a game.
    List {
        /// Game [default: armir].
        #[arg(value_name = "GAME")]
        of: Option<GameName>,
    },
    /// What a scenario is about.
    Show {
        /// Id, scenario file or directory.
        #[arg(value_name = "ID|FILE")]
        scenario: String,
    },
    /// Check a scenario; the first defect is told with file, key and what was expected.
    Validate {
        /// Scenario file, directory or id; the game's own scenarios if none is given.
        #[arg(value_name = "FILE|DIR")]
        scenario: Option<String>,
    },
}

/// Lists, shows or validates.
pub(crate) fn run(options: &Options, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = match options.task {
        Task::List { of: Some(game) } => game,
        _ => options.game,
    };
    with_game!(game, G => carry_out::<G>(options, out))
}

fn carry_out<G: Tabletop>(options: &Options, out: &mut dyn Write) -> anyhow::Result<()> {
    let sheet = |choice: &str| -> anyhow::Result<ScenarioSheet> { Ok(G::sheet(load::<G>(Some(choice))?)) };
    match &options.task {
        Task::List { .. } => {
            let sheets = G::embedded().iter().map(|id| sheet(id)).collect::<anyhow::Result<Vec<_>>>()?;
            if options.format == Format::Json {
                return print_json(&sheets, out);
            }
            for sheet in sheets {
                writeln!(out, "{:<14} {} ({} turns)\n{:<14} {}", sheet.id, sheet.name, sheet.turns, "", sheet.description)?;
            }
            Ok(())
        }
        Task::Show { scenario } => {
            let data = load::<G>(Some(scenario))?;
            let rows = data.options().iter().map(|option| (option.key, format!("{} [{}]", translate(option.words), option.rule)));
            if options.format == Format::Json {
                #[derive(serde::Serialize)]
                struct WithOptions {
                    #[serde(flatten)]
                    sheet: ScenarioSheet,
                    options: BTreeMap<&'static str, String>,
                }
                return print_json(&WithOptions { sheet: G::sheet(data), options: rows.collect() }, out);
            }
            print_sheet(&G::sheet(data), out)?;
            for (key, words) in rows {
                print_row(&format!("{WITH}{key}"), words, out)?;
            }
            Ok(())
        }
        Task::Validate { scenario } => {
            let given: Vec<&str> = scenario.as_deref().map_or_else(|| G::embedded().to_vec(), |scenario| vec![scenario]);
            for choice in given {
                let sheet = sheet(choice)?;
                match options.format {
                    Format::Json => print_json(&serde_json::json!({ "scenario": choice, "valid": true, "data": sheet.data }), out)?,
                    Format::Table => writeln!(out, "{choice}: valid: {}, {} turns, data {}", sheet.name, sheet.turns, sheet.data)?,
                }
            }
            Ok(())
        }
    }
}

fn print_sheet(sheet: &ScenarioSheet, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{}\n{}\n", sheet.name, sheet.description)?;
    print_row("id", &sheet.id, out)?;
    print_row("turns", sheet.turns, out)?;
    print_row("data", &sheet.data, out)?;
    for (name, text) in &sheet.facts {
        print_row(name, text, out)?;
    }
    Ok(())
}
