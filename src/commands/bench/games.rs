//! `stavka bench --games` and `--records`: the bare engine on a fixed piece of work, for instruction counts.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::Context as _;
use serde::Serialize;
use stavka_engine::record::{Record, replay};
use stavka_engine::{Dice, GameName, Scenario as _, Turn};

use super::{Options, Tally, play_random};
use crate::commands::{Format, print_json, print_row};
use crate::exit::BadInput;
use crate::render::Tabletop;
use crate::scenarios::load;

/// What was played.
#[derive(Serialize, Debug)]
struct Report {
    game: GameName,
    scenario: String,
    games: u64,
    decisions: u64,
    actions: u64,
    seconds: f64,
    decisions_per_second: f64,
}

/// Plays exactly so many random games and nothing else.
pub(super) fn random<G: Tabletop>(options: &Options, games: u64, out: &mut dyn Write) -> anyhow::Result<()> {
    let scenario = load::<G>(options.scenario.as_deref())?;
    let mut legal = Vec::new();
    let mut dice = Dice::new(options.seed);
    let mut tally = Tally::default();
    let begun = Instant::now();
    for _ in 0..games {
        play_random::<G>(scenario, &mut dice, &mut legal, &mut tally);
    }
    print(options, scenario.id(), &tally, begun, out)
}

/// Replays the records of the game in a directory, in the order of their names, with the full legal list at every action.
pub(super) fn records<G: Tabletop>(options: &Options, directory: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let scenario = load::<G>(options.scenario.as_deref())?;
    let entries = std::fs::read_dir(directory).with_context(|| directory.display().to_string())?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "record" || extension == "stavka"));
    paths.sort();
    let mut read = Vec::new();
    for path in &paths {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let record = Record::parse(&text).with_context(|| path.display().to_string())?;
        if record.game == options.game.as_str() && record.scenario == scenario.id() {
            read.push((path, record));
        }
    }
    if read.is_empty() {
        let what = format!("{}: no record (*.record, *.stavka) of {} {}", directory.display(), options.game, scenario.id());
        return Err(BadInput(what).into());
    }
    let mut legal = Vec::new();
    let mut tally = Tally { games: read.len() as u64, ..Tally::default() };
    let begun = Instant::now();
    for (path, record) in &read {
        let step = |game: &G, _| {
            game.legal_actions(&mut legal);
            tally.decisions += u64::from(game.turn() != Turn::Chance);
            tally.actions += 1;
        };
        replay::<G>(record, scenario, step).with_context(|| path.display().to_string())?;
    }
    print(options, scenario.id(), &tally, begun, out)
}

fn print(options: &Options, scenario: &str, tally: &Tally, begun: Instant, out: &mut dyn Write) -> anyhow::Result<()> {
    let seconds = begun.elapsed().as_secs_f64();
    let report = Report {
        game: options.game,
        scenario: scenario.to_owned(),
        games: tally.games,
        decisions: tally.decisions,
        actions: tally.actions,
        seconds,
        decisions_per_second: tally.decisions as f64 / seconds,
    };
    if options.format == Format::Json {
        return print_json(&report, out);
    }
    print_row("game", format!("{} {}", report.game, report.scenario), out)?;
    print_row("games", report.games, out)?;
    print_row("decisions", report.decisions, out)?;
    print_row("actions", report.actions, out)?;
    print_row("seconds", format!("{:.3}", report.seconds), out)?;
    print_row("decisions per second", format!("{:.0}", report.decisions_per_second), out)
}
