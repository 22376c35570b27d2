//! Ways to look at the board: zones of control, supply, control, threats.

use stavka_engine::Side;
use stavka_engine::armir::{Armir, Class, Formation, HexSet, UnitId};
use stavka_engine::hex::{Hex, shortest_path};
use stavka_words::tr;

use crate::hexmap::HexBoard as _;
use crate::theme::{Layer, Overlay, OverlayRow, Shows};

/// The overlays.
pub(super) const OVERLAYS: &[OverlayRow<Armir>] = &[
    OverlayRow { key: "zoc", title: "Zones of control", shows: Shows::Both, layers: |game, _, _| game.zoc_layers("7") },
    OverlayRow { key: "supply", title: "Supply", shows: Shows::One, layers: |game, side, _| supply(game, side) },
    OverlayRow { key: "control", title: "Control", shows: Shows::Both, layers: |game, _, _| game.control_layers("1.5") },
    OverlayRow { key: "threat", title: "Threat of the other side", shows: Shows::One, layers: |game, side, _| threat(game, side) },
];

/// What the other side could do to this one when it moves next. Nothing that it needs is secret.
fn threat(game: &Armir, side: Side) -> Vec<Layer> {
    let enemy = side.opponent();
    let report = game.threat_report(enemy);
    vec![
        game.layer("tint-reach", tr!("{enemy} units can move here when they move next [5]", enemy), report.reached.iter()),
        game.layer("tint-zone", tr!("{enemy} zone of control [7]", enemy), game.zone(enemy)),
        game.layer("tint-attack", tr!("{side} units that can be attacked then [12]", side), report.attacked.iter()),
        game.layer("ring-bound", tr!("{side} units in an enemy zone of control now [7.1]", side), game.bound(side)),
    ]
}

fn supply(game: &Armir, side: Side) -> Vec<Layer> {
    let report = game.supply_report(side);
    let from_hq = report.from_hq.iter().fold(HexSet::EMPTY, |all, hexes| all.union(*hexes));
    let without = |hex: &Hex| game.occupant(*hex) == Some(side) && game.stack(*hex).any(|unit| !game.is_supplied(&report, unit));
    vec![
        game.layer("tint-hq", tr!("{side} within the radius of an HQ in supply [8.1]", side), from_hq.iter()),
        game.layer("tint-source", tr!("{side} in supply from a source or railway [8]", side), report.from_sources.iter()),
        game.layer("tint-cut", tr!("{side} units that would be out of supply now", side), Armir::open(game.data()).filter(without)),
    ]
}

/// Where a unit's supply comes from and by which hexes, or which hex cuts it.
pub(super) fn supply_of(game: &Armir, unit: UnitId) -> Option<(String, Overlay)> {
    let hex = game.place(unit).hex()?;
    let side = unit.side();
    let map = &game.data().map;
    let report = game.supply_report(side);
    let neighbours = &map.neighbours;
    let name = game.data().unit(unit).id.as_str();

    let mut sources = map.sources[side.index()];
    if side == Side::Axis && game.depot() {
        sources.insert(map.kantemirovka);
    }
    let mut headquarters = HexSet::EMPTY;
    for hq in serving(game, unit) {
        if let Some(at) = game.place(hq).hex() {
            headquarters.insert(at);
        }
    }
    let told = |words: String, class: &'static str, path: &[Hex], cut: Option<Hex>| {
        let trace = game.layer(class, words.clone(), path.iter().copied());
        let layers = cut.map(|hex| game.layer("tint-cut", tr!("cut here"), std::iter::once(hex))).into_iter().collect();
        Some((words, Overlay { layers, traces: vec![trace] }))
    };
    if game.is_supplied(&report, unit) {
        let direct =
            report.from_sources.contains(hex).then(|| shortest_path(neighbours, hex, &sources.union(map.rail), &report.passable)).flatten();
        if let Some(path) = direct {
            let end = path.last().map_or_else(String::new, |&last| game.hex_name(last));
            return told(tr!("{name} is in supply from a source or railway at {end} [8]", name, end), "trace", &path, None);
        }
        let path = shortest_path(neighbours, hex, &headquarters, &report.passable).unwrap_or_else(|| vec![hex]);
        let end = path.last().map_or_else(String::new, |&last| game.hex_name(last));
        return told(tr!("{name} is in supply from its HQ at {end} [8.1]", name, end), "trace", &path, None);
    }
    let goal = if headquarters.is_empty() || headquarters.contains(hex) { sources.union(map.rail) } else { headquarters };
    let path = shortest_path(neighbours, hex, &goal, &map.in_play).unwrap_or_else(|| vec![hex]);
    let cut = path.iter().skip(1).copied().find(|&on| !report.passable.contains(on));
    let words = match cut {
        Some(at) => tr!("{name} would be out of supply: the line is cut at {at} [8.2]", name, at = game.hex_name(at)),
        None => tr!("{name} would be out of supply: too far, or its HQ has no supply itself [8.1]", name),
    };
    told(words, "trace-cut", &path, cut)
}

/// The HQs that may supply a unit [8.1][8.5].
fn serving(game: &Armir, unit: UnitId) -> Vec<UnitId> {
    let data = game.data();
    let counter = data.unit(unit);
    if counter.class == Class::Hq {
        return Vec::new();
    }
    let formations: Vec<Formation> = match unit.side() {
        Side::Soviet => vec![counter.formation],
        Side::Axis if counter.formation == Formation::Army => Armir::formations(Side::Axis).collect(),
        Side::Axis => vec![counter.formation, Formation::Army],
    };
    formations.into_iter().filter_map(|formation| data.hq(formation)).collect()
}
