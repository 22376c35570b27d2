//! `stavka observe`: what learners see, described or dumped.

use std::io::Write;
use std::path::PathBuf;

use serde::Serialize;
use serde_json::json;
use stavka_engine::observation::{ActionIds, Channel, IdRow, ObservationSpec};
use stavka_engine::{GameName, Side, Turn, View, with_game};

use super::{Format, Seat, print_json};
use crate::render::Tabletop;
use crate::scenarios::position;

const EXAMPLES: &str = "\
Examples:
  stavka observe armir --describe                          every plane, global and verb with its meaning
  stavka observe armir --describe --format json
  stavka observe armir --record game.stavka --at 100       what the side to act sees there
  stavka observe armir --side axis --format json           all numbers of the start";

/// Describe or dump the observations that learning agents get.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// Game.
    game: GameName,
    /// Shapes and meaning of planes, globals and verbs.
    #[arg(long, conflicts_with_all = ["record", "side"])]
    describe: bool,
    /// Side that observes [default: the side to act].
    #[arg(long, value_enum)]
    side: Option<Seat>,
    /// Observe a position of this record.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Position after so many actions of the record [default: the last].
    #[arg(long, value_name = "N", requires = "record")]
    at: Option<usize>,
    /// Scenario: an id, a scenario file, or a directory with all data files.
    #[arg(long, value_name = "ID|FILE")]
    scenario: Option<String>,
    /// How the result is printed.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Describes or observes.
pub(crate) fn run(options: &Options, out: &mut dyn Write) -> anyhow::Result<()> {
    with_game!(options.game, G => observe::<G>(options, out))
}

fn observe<G: Tabletop>(options: &Options, out: &mut dyn Write) -> anyhow::Result<()> {
    let game: G = position(options.scenario.as_deref(), options.record.as_deref(), options.at)?;
    let spec = G::observation_spec(game.scenario());
    let ids = G::action_ids(game.scenario());
    if options.describe {
        return match options.format {
            Format::Json => print_json(&Description { spec, ids: &ids.rows, id_count: ids.count() }, out),
            Format::Table => describe(spec, &ids, out),
        };
    }
    let viewer = match (options.side, game.turn()) {
        (Some(side), _) => side.into(),
        (None, Turn::Player(side)) => side,
        (None, Turn::Chance | Turn::Over) => Side::Axis,
    };
    dump(&game, viewer, &ids, options.format, out)
}

/// Shapes and meanings, and how the ids of actions are made.
#[derive(Serialize)]
struct Description<'a> {
    #[serde(flatten)]
    spec: &'a ObservationSpec,
    ids: &'a [IdRow],
    id_count: u64,
}

fn describe(spec: &ObservationSpec, ids: &ActionIds, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "planes   {} x {} x {} (plane, row, column), row-major; row 01 and column 01 first",
        spec.planes.len(),
        spec.height,
        spec.width
    )?;
    writeln!(out, "globals  {}", spec.globals.len())?;
    writeln!(out, "tokens   {} x 5 (verb, unit, from, to, amount), -1 where one does not apply", spec.max_actions)?;
    writeln!(out, "mask     {}", spec.max_actions)?;
    writeln!(out, "units    {}", spec.units)?;
    for (title, channels) in [("planes", &spec.planes), ("globals", &spec.globals), ("verbs", &spec.verbs)] {
        writeln!(out, "\n{title}")?;
        for (index, Channel { name, meaning, .. }) in channels.iter().enumerate() {
            writeln!(out, "{index:>5}  {name:<22} {meaning}")?;
        }
    }
    writeln!(out, "\naction ids: {}; the first of each row, and how many values its fields have", ids.count())?;
    for IdRow { notation, first, radices } in &ids.rows {
        let values: Vec<String> = radices.iter().map(u32::to_string).collect();
        writeln!(out, "{first:>7}  {notation:<26} {}", values.join(" x "))?;
    }
    Ok(())
}

/// One legal action as learners get it.
#[derive(Serialize)]
struct LegalAction {
    notation: String,
    token: [i16; 5],
    id: u64,
}

fn dump<G: Tabletop>(game: &G, viewer: Side, ids: &ActionIds, format: Format, out: &mut dyn Write) -> anyhow::Result<()> {
    let spec = G::observation_spec(game.scenario());
    let view = View::new(game, viewer);
    let (planes, globals) = view.observed();
    let mut legal = Vec::new();
    view.legal_actions(&mut legal);
    let token =
        |action| LegalAction { notation: view.notation(action), token: view.token(action).to_array(), id: view.action_id(action, ids) };
    let tokens: Vec<LegalAction> = legal.iter().copied().map(token).collect();
    let area = spec.height * spec.width;
    if format == Format::Json {
        let rows: Vec<Vec<&[f32]>> = planes.chunks(area).map(|plane| plane.chunks(spec.width).collect()).collect();
        let value = json!({
            "viewer": viewer,
            "prompt": game.prompt(),
            "shape": [spec.planes.len(), spec.height, spec.width],
            "planes": rows,
            "globals": globals,
            "legal": tokens,
        });
        return print_json(&value, out);
    }
    writeln!(out, "{viewer} sees: {}", game.prompt())?;
    writeln!(out, "\nplanes: hexes that are not zero, sum, largest")?;
    for (channel, plane) in spec.planes.iter().zip(planes.chunks(area)) {
        let filled = plane.iter().filter(|&&value| value != 0.0).count();
        let sum: f32 = plane.iter().sum();
        let most = plane.iter().copied().fold(0.0, f32::max);
        writeln!(out, "  {:<22} {filled:>5} {sum:>10.3} {most:>8.3}", channel.name)?;
    }
    writeln!(out, "\nglobals")?;
    for (channel, value) in spec.globals.iter().zip(&globals) {
        writeln!(out, "  {:<22} {value:>8.3}", channel.name)?;
    }
    writeln!(out, "\nlegal actions: verb, unit, from, to, amount, id")?;
    for LegalAction { notation, token, id } in &tokens {
        let [verb, unit, from, to, amount] = token;
        writeln!(out, "  {verb:>4} {unit:>4} {from:>4} {to:>4} {amount:>4} {id:>7}  {notation}")?;
    }
    Ok(())
}
