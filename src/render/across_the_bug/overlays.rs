//! Ways to look at the board: zones of control, command, supply, reactions, activations, victory hexes. What the viewer does not see
//! of the enemy is not in them.

use stavka_engine::Side;
use stavka_engine::across_the_bug::ids::{FormationId, UnitId};
use stavka_engine::across_the_bug::{AcrossTheBug, Command, units};
use stavka_engine::hex::Hex;
use stavka_words::{tr, translate};

use super::names;
use crate::hexmap::HexBoard as _;
use crate::theme::{Layer, Overlay, OverlayRow, Shows};

/// The overlays.
pub(super) const OVERLAYS: &[OverlayRow<AcrossTheBug>] = &[
    OverlayRow { key: "zoc", title: "Zones of control", shows: Shows::Both, layers: |game, _, viewer| zones(game, viewer) },
    OverlayRow { key: "command", title: "Command", shows: Shows::One, layers: command },
    OverlayRow { key: "supply", title: "Supply of headquarters", shows: Shows::One, layers: supply },
    OverlayRow {
        key: "activations",
        title: "Activations left",
        shows: Shows::One,
        layers: |game, side, viewer| activations(game, side, viewer),
    },
    OverlayRow { key: "reactions", title: "Who may react", shows: Shows::Opponent, layers: reactions },
    OverlayRow {
        key: "victory",
        title: "Victory hexes and their lines",
        shows: Shows::Both,
        layers: |game, _, viewer| victory(game, viewer),
    },
];

fn zones(game: &AcrossTheBug, viewer: Side) -> Vec<Layer> {
    let mut layers = game.as_seen_by(viewer).zoc_layers("5.4");
    let disorganized = Side::ALL.into_iter().flat_map(|side| units(side, game.on_map(side)));
    let weak: Vec<Hex> = disorganized
        .filter(|&unit| game.is_seen(unit, viewer) && game.is_disorganized(unit))
        .filter_map(|unit| game.place(unit).hex())
        .collect();
    layers.push(game.layer("ring-bound", tr!("disorganized units exert none [5.6.3]"), weak));
    layers
}

/// Command ranges, and the units out of them.
fn command(game: &AcrossTheBug, side: Side, viewer: Side) -> Vec<Layer> {
    let seen = game.as_seen_by(viewer);
    let data = game.data();
    // While a formation acts, its own range is what matters.
    let acting = game.acting().map(|(formation, _)| formation).filter(|&formation| data.formation(formation).side == side);
    let of_side = |formation: &FormationId| data.formation(*formation).side == side && acting.is_none_or(|acting| acting == *formation);
    let formations = data.formation_ids().filter(of_side);
    let mut range: Vec<Hex> = formations.flat_map(|formation| seen.commanded_hexes(formation).iter().collect::<Vec<_>>()).collect();
    range.sort_unstable();
    range.dedup();
    let title = acting.map_or_else(
        || tr!("in command range of headquarters: {side} [5.8]", side),
        |formation| tr!("in command range of the formation that acts: {formation} [5.8]", formation = names::formation(data, formation)),
    );
    let mut layers = vec![game.layer("tint-hq", title, range)];
    if side == viewer {
        let stands = |wanted: Command| {
            let of = units(side, game.on_map(side)).filter(|&unit| names::led_by(data, unit).is_none());
            of.filter(|&unit| seen.command(unit) == wanted).filter_map(|unit| game.place(unit).hex()).collect::<Vec<_>>()
        };
        layers.push(game.layer("tint-last", tr!("out of command [5.8.3]"), stands(Command::OutOfCommand)));
        layers.push(game.layer("tint-cut", tr!("isolated [5.8.4]"), stands(Command::Isolated)));
    }
    layers
}

fn supply(game: &AcrossTheBug, side: Side, viewer: Side) -> Vec<Layer> {
    let seen = game.as_seen_by(viewer);
    let data = game.data();
    let reached = seen.hexes_in_supply(side);
    let hqs = data.formation_ids().map(|formation| data.formation(formation).hq).filter(|hq| hq.side() == side);
    let (fed, cut): (Vec<Hex>, Vec<Hex>) =
        hqs.filter(|&hq| game.is_seen(hq, viewer)).filter_map(|hq| game.place(hq).hex()).partition(|&hex| reached.contains(hex));
    vec![
        game.layer("tint-source", tr!("supply paths of the {side} reach here [5.7.1]", side), reached.iter()),
        game.layer("tint-hq", tr!("headquarters in supply"), fed),
        game.layer("tint-cut", tr!("headquarters without supply [5.7.2]"), cut),
    ]
}

/// The counters of each formation by its activations left.
fn activations(game: &AcrossTheBug, side: Side, viewer: Side) -> Vec<Layer> {
    let data = game.data();
    let with = |levels: std::ops::RangeInclusive<u8>| {
        let of = units(side, game.on_map(side)).filter(|&unit| game.is_seen(unit, viewer));
        let stands = of.filter(|&unit| {
            let formation = game.formation(unit);
            formation != FormationId::NONE && levels.contains(&game.level(formation))
        });
        stands.filter_map(|unit| game.place(unit).hex()).collect::<Vec<_>>()
    };
    let acting = game.acting().map(|(formation, _)| formation).filter(|&formation| data.formation(formation).side == side);
    let acts = acting.map(|formation| {
        let of = units(side, game.members_of(formation) & game.on_map(side)).filter(|&unit| game.is_seen(unit, viewer));
        game.layer("ring-bound", tr!("the formation that acts"), of.filter_map(|unit| game.place(unit).hex()).collect::<Vec<_>>())
    });
    let mut layers = vec![
        game.layer("tint-hq", tr!("three activations or more left [6.3.2]"), with(3..=u8::MAX)),
        game.layer("tint-reach", tr!("one or two activations left"), with(1..=2)),
        game.layer("tint-cut", tr!("no activation left"), with(0..=0)),
    ];
    layers.extend(acts);
    layers
}

/// Hexes in which a stack of the other side could be interrupted by this one.
fn reactions(game: &AcrossTheBug, side: Side, viewer: Side) -> Vec<Layer> {
    let seen = game.as_seen_by(viewer);
    let data = game.data();
    let open = |&hex: &Hex| seen.occupant(hex) != Some(side) && !seen.reactors_to(side, hex).is_empty();
    let near = data.script.area.iter().filter(open);
    vec![game.layer("tint-attack", tr!("{side} formations may react to who moves here [6.4.1]", side), near.collect::<Vec<_>>())]
}

/// Hexes that score, those that are held, and how far lines reach.
fn victory(game: &AcrossTheBug, viewer: Side) -> Vec<Layer> {
    let seen = game.as_seen_by(viewer);
    let data = game.data();
    let held = seen.controlled_hexes();
    let (own, other): (Vec<Hex>, Vec<Hex>) =
        data.script.objectives.iter().map(|objective| objective.hex).partition(|&hex| held.contains(hex));
    let entered = other.iter().copied().filter(|&hex| game.last_in(hex) == Side::Axis).collect::<Vec<_>>();
    let mut layers = vec![
        game.layer("tint-axis", tr!("German lines reach here [9.a]"), seen.line_hexes(Side::Axis).iter()),
        game.layer("tint-goal", tr!("hexes that score and that the German does not control"), other),
        game.layer("tint-hq", tr!("hexes that score for the German"), own),
        game.layer("tint-cut", tr!("entered last by the German, without a line"), entered),
    ];
    if let Some(exit) = &data.script.exit {
        let hexes = data.map.supply[exit.area.index()].intersection(data.script.area);
        layers.push(game.layer(
            "tint-zone",
            tr!("exits for units of {formations} [11.2.g]", formations = listed(game, exit.formations.iter())),
            hexes.iter(),
        ));
    }
    layers
}

fn listed(game: &AcrossTheBug, formations: impl Iterator<Item = FormationId>) -> String {
    formations.map(|formation| game.data().formation(formation).id.clone()).collect::<Vec<_>>().join(", ")
}

/// The command path of a unit to its headquarters, or the supply path of a headquarters, in words and on the map.
pub(super) fn supply_of(game: &AcrossTheBug, unit: UnitId, viewer: Side) -> Option<(String, Overlay)> {
    let hex = game.place(unit).hex()?;
    if !game.is_seen(unit, viewer) {
        return None;
    }
    let seen = game.as_seen_by(viewer);
    let data = game.data();
    let id = data.unit(unit).id.as_str();
    if let Some(formation) = names::led_by(data, unit) {
        let path = seen.supply_path(formation);
        let words = match (path.is_empty(), game.has_spent_supply(unit)) {
            (false, _) => tr!("{id} is in supply: the path to its edge is free [5.7.1]", id),
            (true, false) => tr!("{id} is out of supply and may recover by its Emergency Supply [5.7.2][8.1.a]", id),
            (true, true) => tr!("{id} is out of supply, and its Emergency Supply is spent [5.7.2]", id),
        };
        return Some((words, overlay(game, hex, &path, tr!("supply path"))));
    }
    let formation = game.formation(unit);
    let led = if formation == FormationId::NONE { translate("elsewhere") } else { names::formation(data, formation) };
    let range = if formation == FormationId::NONE { 0 } else { data.formation(formation).command_range };
    let path = seen.command_path(unit);
    let words = match seen.command(unit) {
        Command::InCommand => {
            tr!(
                "{id} is in command of {led}: distance {length}, range {range} [5.8]",
                id,
                led,
                length = path.len().saturating_sub(1),
                range
            )
        }
        Command::OutOfCommand => tr!(
            "{id} is out of command of {led}: distance {length}, range {range} [5.8.3]",
            id,
            led,
            length = path.len().saturating_sub(1),
            range
        ),
        Command::Isolated => tr!("{id} is isolated: no free path leads to {led} [5.8.4]", id, led),
    };
    Some((words, overlay(game, hex, &path, tr!("command path"))))
}

fn overlay(game: &AcrossTheBug, hex: Hex, path: &[Hex], title: &str) -> Overlay {
    let class = if path.is_empty() { "tint-cut" } else { "tint-source" };
    let layers = vec![game.layer(class, title, std::iter::once(hex))];
    let traces = if path.is_empty() { Vec::new() } else { vec![game.layer("trace", title, path.iter().copied())] };
    Overlay { layers, traces }
}
