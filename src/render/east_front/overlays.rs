//! Ways to look at the board: zones of control, control, command, interdiction, objectives, threats.

use stavka_engine::Side;
use stavka_engine::east_front::data::UnitKind;
use stavka_engine::east_front::{EastFront, Place, UnitId};
use stavka_engine::hex::Hex;

use crate::render::theme::{Layer, Overlay};

/// Overlays by key.
pub(super) const OVERLAYS: &[(&str, &str)] = &[
    ("zoc", "Zones of control"),
    ("control", "Control and objectives"),
    ("command", "Soviet headquarters"),
    ("interdiction", "Interdiction"),
    ("threat", "Threat of the other side"),
];
/// Overlays that show one side at a time.
pub(super) const ONE_SIDED: &[&str] = &["threat"];

/// One of them, for a side.
pub(super) fn overlay(game: &EastFront, key: &str, side: Side) -> Option<Overlay> {
    let layers = match key {
        "zoc" => Side::ALL.map(|owner| zoc(game, owner)).into(),
        "control" => control(game),
        "command" => command(game),
        "interdiction" => interdiction(game),
        "threat" => threat(game, side),
        _ => return None,
    };
    Some(Overlay { layers, traces: Vec::new() })
}

/// Hexes as a layer.
pub(super) fn layer(game: &EastFront, class: &'static str, title: impl Into<String>, hexes: impl Iterator<Item = Hex>) -> Layer {
    Layer { class, title: title.into(), cells: hexes.map(|hex| game.data().map.grid.name(hex).to_string()).collect() }
}

fn open(game: &EastFront) -> impl Iterator<Item = Hex> + '_ {
    game.data().map.open.iter()
}

const fn tint(side: Side) -> &'static str {
    match side {
        Side::Axis => "tint-axis",
        Side::Soviet => "tint-soviet",
    }
}

fn zoc(game: &EastFront, side: Side) -> Layer {
    layer(game, tint(side), format!("{side} zone of control [BSR 3.4]"), open(game).filter(|&hex| game.in_zoc(side, hex)))
}

fn control(game: &EastFront) -> Vec<Layer> {
    let script = &game.data().script;
    let held = |side: Side| open(game).filter(move |&hex| game.controller(hex) == side);
    let mut layers = Side::ALL.map(|side| layer(game, tint(side), format!("{side} control [BSR 3.21]"), held(side))).to_vec();
    layers.push(layer(game, "tint-goal", "objectives [PB 10.15]", script.objectives.iter().copied()));
    layers.push(layer(game, "tint-zone", "hexes that save from surrender [BSR 21]", script.escape.iter()));
    let waiting = script.reinforcements.iter().filter(|arrival| game.place(arrival.unit) == Place::RESERVE);
    layers.push(layer(game, "tint-reach", "entry of reinforcements to come [BSR 8.1]", waiting.map(|arrival| arrival.hex)));
    layers
}

/// What headquarters of a mode have in range.
fn command(game: &EastFront) -> Vec<Layer> {
    let data = game.data();
    let range = data.tables.command.range;
    let hqs = |broken: bool| {
        data.units(Side::Soviet)
            .filter(move |(unit, counter)| counter.kind == UnitKind::Hq && game.is_back_up(*unit) == broken)
            .filter_map(|(unit, _)| game.place(unit).hex())
            .collect::<Vec<Hex>>()
    };
    let near = |hqs: Vec<Hex>| open(game).filter(move |&hex| hqs.iter().any(|&hq| data.map.grid.distance(hq, hex) <= range));
    vec![
        layer(game, "tint-hq", "in range of an operational headquarters [BSR 22.1]", near(hqs(false))),
        layer(game, "tint-cut", "in range of one that is not operational [BSR 22.25]", near(hqs(true))),
    ]
}

fn interdiction(game: &EastFront) -> Vec<Layer> {
    let of = |level: u8| game.data().map.grid.hexes().filter(move |&hex| game.interdiction(hex) == level);
    vec![
        layer(game, "tint-reach", "interdiction of level 1 [BSR 13.15]", of(1)),
        layer(game, "tint-attack", "interdiction of level 2", of(2)),
    ]
}

/// What the other side could do to this one in its next Movement Phase. Nothing that it needs is secret.
fn threat(game: &EastFront, side: Side) -> Vec<Layer> {
    let enemy = side.opponent();
    let report = game.threat_report(enemy);
    let bound = open(game).filter(|&hex| game.occupant(hex) == Some(side) && game.in_zoc(enemy, hex));
    vec![
        layer(game, "tint-reach", format!("{enemy} units can move here in their next Movement Phase [BSR 10.1]"), report.reached.iter()),
        layer(game, "tint-zone", format!("{enemy} zone of control [BSR 3.4]"), open(game).filter(|&hex| game.in_zoc(enemy, hex))),
        layer(game, "tint-attack", format!("{side} units that they can come next to"), report.attacked.iter()),
        layer(game, "ring-bound", format!("{side} units in an enemy zone of control now"), bound),
    ]
}

/// Supply is not traced in this scenario; a word says so.
pub(super) fn supply_of(game: &EastFront, unit: UnitId) -> Option<(String, Overlay)> {
    let hex = game.place(unit).hex()?;
    let name = game.data().unit(unit).id.as_str();
    let words = format!("{name} is in supply: the scenario supplies every unit [PB 10.14]");
    Some((words, Overlay { layers: vec![layer(game, "tint-source", "in supply", std::iter::once(hex))], traces: Vec::new() }))
}
