//! Ways to look at the board: zones of control, control, command, interdiction, objectives, threats.

use stavka_engine::Side;
use stavka_engine::east_front::data::UnitKind;
use stavka_engine::east_front::{EastFront, Place, UnitId};
use stavka_engine::hex::Hex;
use stavka_words::tr;

use crate::hexmap::HexBoard as _;
use crate::theme::{Layer, Overlay, OverlayRow, Shows};

/// The overlays.
pub(super) const OVERLAYS: &[OverlayRow<EastFront>] = &[
    OverlayRow { key: "zoc", title: "Zones of control", shows: Shows::Both, layers: |game, _, _| game.zoc_layers("BSR 3.4") },
    OverlayRow { key: "control", title: "Control and objectives", shows: Shows::Both, layers: |game, _, _| control(game) },
    OverlayRow { key: "command", title: "Soviet headquarters", shows: Shows::Both, layers: |game, _, _| command(game) },
    OverlayRow { key: "interdiction", title: "Interdiction", shows: Shows::Both, layers: |game, _, _| interdiction(game) },
    OverlayRow { key: "threat", title: "Threat of the other side", shows: Shows::One, layers: |game, side, _| threat(game, side) },
];

fn control(game: &EastFront) -> Vec<Layer> {
    let script = &game.data().script;
    let mut layers = game.control_layers("BSR 3.21");
    layers.push(game.layer("tint-goal", tr!("objectives [PB 10.15]"), script.objectives.iter().copied()));
    layers.push(game.layer("tint-zone", tr!("hexes that save from surrender [BSR 21]"), script.escape.iter()));
    let waiting = script.reinforcements.iter().filter(|arrival| game.place(arrival.unit) == Place::RESERVE);
    layers.push(game.layer("tint-reach", tr!("entry of reinforcements to come [BSR 8.1]"), waiting.map(|arrival| arrival.hex)));
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
    let near = |hqs: Vec<Hex>| EastFront::open(data).filter(move |&hex| hqs.iter().any(|&hq| data.map.grid.distance(hq, hex) <= range));
    vec![
        game.layer("tint-hq", tr!("in range of an operational headquarters [BSR 22.1]"), near(hqs(false))),
        game.layer("tint-cut", tr!("in range of one that is not operational [BSR 22.25]"), near(hqs(true))),
    ]
}

fn interdiction(game: &EastFront) -> Vec<Layer> {
    let of = |level: u8| game.data().map.grid.hexes().filter(move |&hex| game.interdiction(hex) == level);
    vec![
        game.layer("tint-reach", tr!("interdiction of level 1 [BSR 13.15]"), of(1)),
        game.layer("tint-attack", tr!("interdiction of level 2"), of(2)),
    ]
}

/// What the other side could do to this one in its next Movement Phase. Nothing that it needs is secret.
fn threat(game: &EastFront, side: Side) -> Vec<Layer> {
    let enemy = side.opponent();
    let report = game.threat_report(enemy);
    vec![
        game.layer("tint-reach", tr!("{enemy} units can move here in their next Movement Phase [BSR 10.1]", enemy), report.reached.iter()),
        game.layer("tint-zone", tr!("{enemy} zone of control [BSR 3.4]", enemy), game.zone(enemy)),
        game.layer("tint-attack", tr!("{side} units that they can come next to", side), report.attacked.iter()),
        game.layer("ring-bound", tr!("{side} units in an enemy zone of control now", side), game.bound(side)),
    ]
}

/// Supply is not traced in this scenario; a word says so.
pub(super) fn supply_of(game: &EastFront, unit: UnitId) -> Option<(String, Overlay)> {
    let hex = game.place(unit).hex()?;
    let name = game.data().unit(unit).id.as_str();
    let words = tr!("{name} is in supply: the scenario supplies every unit [PB 10.14]", name);
    Some((words, Overlay { layers: vec![game.layer("tint-source", tr!("in supply"), std::iter::once(hex))], traces: Vec::new() }))
}
