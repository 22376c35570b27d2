//! Ways to look at the table: what the unit that acts sees and reaches, fields and lines of fire, arcs, officers, objectives.

use stavka_engine::Side;
use stavka_engine::bolt_action::{BoltAction, Piece, UnitId, units};
use stavka_engine::square::{Cell, CellSet};
use stavka_words::tr;

use super::cells::{layer, ring};
use super::ground::PITCH;
use super::{measures, names};
use crate::theme::{Layer, OverlayRow, Shows};

/// The overlays.
pub(super) const OVERLAYS: &[OverlayRow<BoltAction>] = &[
    OverlayRow { key: "acting", title: "The unit that acts: sight, ranges, reach", shows: Shows::Both, layers: |game, _, _| acting(game) },
    OverlayRow { key: "sight", title: "What a side sees", shows: Shows::One, layers: |game, side, _| sight(game, side) },
    OverlayRow { key: "fire", title: "Lines of fire", shows: Shows::Opponent, layers: |game, side, _| fire(game, side) },
    OverlayRow { key: "reach", title: "Where units may go", shows: Shows::One, layers: |game, side, _| reach(game, side) },
    OverlayRow { key: "arcs", title: "Front arcs", shows: Shows::One, layers: |_, _, _| Vec::new() },
    OverlayRow { key: "officers", title: "Officers", shows: Shows::One, layers: |game, side, _| officers(game, side) },
    OverlayRow { key: "objectives", title: "Objectives and who holds them", shows: Shows::Both, layers: |game, _, _| objectives(game) },
];

/// The living units of a side on the table.
fn living(game: &BoltAction, side: Side) -> Vec<UnitId> {
    units(side, game.alive(side)).collect()
}

fn cells_of(game: &BoltAction, side: Side) -> Vec<Cell> {
    living(game, side).into_iter().filter_map(|unit| game.piece(unit).cell).collect()
}

/// What the unit that acts sees and shoots at, and where its order still takes it.
fn acting(game: &BoltAction) -> Vec<Layer> {
    let layers = |unit: UnitId| {
        let Piece { order, moved, .. } = *game.piece(unit);
        measures::layers(game, unit, |given| !moved && order.is_none_or(|order| order == given))
    };
    game.acting().and_then(layers).unwrap_or_default()
}

fn sight(game: &BoltAction, side: Side) -> Vec<Layer> {
    let (eyes, data) = (cells_of(game, side), game.data());
    let seen = data.lattice().cells().filter(|&to| eyes.iter().any(|&from| data.sight.sees(from, to)));
    vec![layer(game, "see-open", tr!("seen by units of the {side}", side), seen)]
}

/// Cells into which a side can fire without a turn.
fn fire(game: &BoltAction, side: Side) -> Vec<Layer> {
    let covered: CellSet = living(game, side).into_iter().flat_map(|unit| game.field_of_fire(unit).iter().collect::<Vec<_>>()).collect();
    vec![layer(game, "fire-area", tr!("{side} weapons bear here: in range, in arc, in sight [SHOOT.3]", side), covered.iter())]
}

fn reach(game: &BoltAction, side: Side) -> Vec<Layer> {
    let idle: Vec<UnitId> = living(game, side).into_iter().filter(|&unit| game.piece(unit).order.is_none()).collect();
    measures::reach(game, &idle, |_| true)
}

fn officers(game: &BoltAction, side: Side) -> Vec<Layer> {
    let data = game.data();
    let led = living(game, side).into_iter().filter_map(|unit| {
        let (rank, cell) = (data.unit(unit).rank?, game.piece(unit).cell?);
        let (radius, bonus) = (data.tables.officer_radius[rank.index()], data.tables.officer_bonus[rank.index()]);
        let title = tr!(
            "{rank}: +{bonus} to tests within {radius} inches [{row}]",
            rank = names::rank(rank),
            bonus,
            radius,
            row = names::rank_row(rank)
        );
        Some(ring(game, "officer-ring", title, cell, radius))
    });
    led.collect()
}

fn objectives(game: &BoltAction) -> Vec<Layer> {
    let mission = &game.data().mission;
    let held_by = |class, title: &str, holder: Option<Side>| Layer {
        radius: f64::from(mission.radius) * PITCH,
        ..layer(game, class, title, mission.objectives.iter().copied().filter(|&cell| game.holder(cell) == holder))
    };
    let mut layers = vec![
        held_by("tint-axis", tr!("held by the Axis"), Some(Side::Axis)),
        held_by("tint-soviet", tr!("held by the Soviets"), Some(Side::Soviet)),
        held_by("tint-reach", tr!("held by nobody"), None),
    ];
    layers.retain(|layer| !layer.cells.is_empty());
    layers
}

/// The lines that belong to an overlay.
pub(super) fn traces(game: &BoltAction, key: &str, side: Side) -> Vec<Layer> {
    let cells = |pair: (UnitId, UnitId)| [pair.0, pair.1].into_iter().filter_map(|unit| game.piece(unit).cell).collect::<Vec<_>>();
    match key {
        "acting" => game.acting().and_then(|unit| measures::arc(game, unit)).into_iter().collect(),
        "arcs" => living(game, side).into_iter().filter_map(|unit| measures::arc(game, unit)).collect(),
        "fire" => {
            let lines = game.lines_of_fire(side).into_iter();
            lines.map(|pair| layer(game, "fire-line", tr!("{side} lines of fire", side), cells(pair))).collect()
        }
        _ => Vec::new(),
    }
}
