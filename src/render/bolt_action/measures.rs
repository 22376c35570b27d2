//! What a player may measure at any time: ranges, lines of sight and cover both ways, arcs, odds, and where a unit may go.

use stavka_engine::bolt_action::terms::{Class, Cover, Order};
use stavka_engine::bolt_action::{BoltAction, UnitId};
use stavka_engine::square::{Cell, CellSet, Facing, Quarter, crossed};
use stavka_words::tr;

use super::cells::{layer, ring, unit_at};
use super::{fight, names};
use crate::theme::{Layer, Measured, Overlay};

/// What is seen from a cell, by the cover that it gives from there.
pub(super) fn seen(game: &BoltAction, from: Cell) -> Vec<Layer> {
    let data = game.data();
    let with = |cover: Cover| data.lattice().cells().filter(move |&to| to != from && data.sight.cover(from, to) == Some(cover));
    vec![
        layer(game, "see-open", tr!("seen, no cover"), with(Cover::None)),
        layer(game, "see-soft", tr!("seen, soft cover [HIT.8]"), with(Cover::Soft)),
        layer(game, "see-hard", tr!("seen, hard cover [HIT.9]"), with(Cover::Hard)),
    ]
}

/// The ranges of what a unit shoots with: half of each is the limit of long range.
pub(super) fn ranges(game: &BoltAction, unit: UnitId, from: Cell) -> Vec<Layer> {
    let data = game.data();
    let mut ranges: Vec<(u8, &str)> = Vec::new();
    for armed in game.weapons_left(unit) {
        let range = data.weapon(armed.weapon).range;
        if ranges.iter().all(|(known, _)| *known != range) {
            ranges.push((range, names::weapon(data, armed.weapon)));
        }
    }
    ranges.sort_unstable();
    let near = ring(
        game,
        "range-ring near",
        tr!("close range: {inches} inches [HIT.1]", inches = data.tables.hit.close_range),
        from,
        data.tables.hit.close_range,
    );
    let far =
        ranges.into_iter().map(|(range, weapon)| ring(game, "range-ring", tr!("{weapon}: {range} inches", weapon, range), from, range));
    std::iter::once(near).chain(far).collect()
}

/// Where units could end an Advance and a Run, of those orders that they `may` have.
pub(super) fn reach(game: &BoltAction, units: &[UnitId], may: impl Fn(Order) -> bool) -> Vec<Layer> {
    let of = |order: Order| units.iter().flat_map(|&unit| game.reach(unit, order).iter().collect::<Vec<_>>()).collect::<CellSet>();
    let areas =
        [(Order::Run, "run-area", tr!("reached by a Run [ORD.3]")), (Order::Advance, "advance-area", tr!("reached by an Advance [ORD.2]"))];
    let mut layers: Vec<Layer> = areas
        .into_iter()
        .filter(|(order, ..)| may(*order))
        .map(|(order, class, title)| layer(game, class, title, of(order).iter()))
        .collect();
    layers.retain(|layer| !layer.cells.is_empty());
    layers
}

/// The borders of the front arc of a unit, to the edges of the battlefield.
pub(super) fn arc(game: &BoltAction, unit: UnitId) -> Option<Layer> {
    let from = game.piece(unit).cell.filter(|_| game.piece(unit).is_alive() && names::has_facing(game, unit))?;
    let facing = game.piece(unit).facing;
    let edge = |way: Facing| std::iter::successors(Some(from), |&cell| game.data().lattice().step(cell, way)).last();
    let cells = [edge(facing.turned(-1)), Some(from), edge(facing.turned(1))];
    Some(layer(game, "arc", tr!("front arc of 90 degrees"), cells.into_iter().flatten()))
}

/// What a living unit on the table sees, how far it shoots, and where it could go under those orders that it `may` have.
pub(super) fn layers(game: &BoltAction, unit: UnitId, may: impl Fn(Order) -> bool) -> Option<Vec<Layer>> {
    let from = game.piece(unit).cell.filter(|_| game.piece(unit).is_alive())?;
    Some(seen(game, from).into_iter().chain(reach(game, &[unit], may)).chain(ranges(game, unit, from)).collect())
}

/// A unit with what it sees, its ranges and arc, and where it may go.
pub(super) fn of_unit(game: &BoltAction, unit: UnitId) -> Option<(String, Overlay)> {
    let layers = layers(game, unit, |_| true)?;
    let words = tr!("{unit}: {weapons}", unit = names::name_at(game, unit), weapons = names::weapons(game, unit));
    Some((words, Overlay { layers, traces: arc(game, unit).into_iter().collect() }))
}

/// Inches with a tenth.
fn inches(distance2: u16) -> String {
    names::decimal(f64::from(distance2).sqrt())
}

/// Everything between two cells, and the odds of the unit in the first against the one in the second.
pub(super) fn measure(game: &BoltAction, [from, to]: [Cell; 2]) -> Measured {
    let data = game.data();
    let (here, there) = (unit_at(game, from), unit_at(game, to));
    if from == to {
        if let Some((words, overlay)) = here.and_then(|unit| of_unit(game, unit)) {
            return Measured { lines: vec![words], overlay, odds: None };
        }
        let words = tr!("{cell}, {ground}: what is seen from here", cell = names::cell(data, from), ground = names::ground(data, from));
        let rings = [6, 12, 24].map(|inches| ring(game, "inch-ring", tr!("{inches} inches", inches), from, inches));
        return Measured {
            lines: vec![words],
            overlay: Overlay { layers: seen(game, from).into_iter().chain(rings).collect(), traces: Vec::new() },
            odds: None,
        };
    }
    let mut lines = vec![tr!(
        "{from} to {to}: {inches} inches",
        from = here.map_or_else(|| names::cell(data, from), |unit| names::name(data, unit)),
        to = there.map_or_else(|| names::cell(data, to), |unit| names::name(data, unit)),
        inches = inches(data.lattice().distance2(from, to))
    )];
    let sees = data.sight.sees(from, to);
    match (data.sight.cover(from, to), data.sight.cover(to, from)) {
        (Some(cover), Some(back)) => {
            lines.push(tr!("seen; there {cover}, here {back} from there", cover = names::cover(cover), back = names::cover(back)))
        }
        _ => lines.push(tr!("not seen").to_owned()),
    }
    lines.extend(here.filter(|&unit| names::has_facing(game, unit)).map(|unit| {
        match game.piece(unit).facing.quarter(data.lattice().offset(from, to)) {
            Quarter::Front => tr!("in its front arc"),
            Quarter::Side => tr!("at its side"),
            Quarter::Rear => tr!("behind it"),
        }
        .to_owned()
    }));
    lines.extend(there.filter(|&unit| data.unit(unit).class == Class::Vehicle).map(|unit| {
        match game.piece(unit).facing.quarter(data.lattice().offset(to, from)) {
            Quarter::Front => tr!("it shows its front from here"),
            Quarter::Side => tr!("it shows its side from here [PEN.1]"),
            Quarter::Rear => tr!("it shows its rear from here [PEN.2]"),
        }
        .to_owned()
    }));
    lines.extend(here.and_then(|unit| move_to(game, unit, to)));
    let shot = here.zip(there).and_then(|(shooter, target)| game.possible_shot(shooter, target));
    if shot.is_none() && here.zip(there).is_some_and(|(a, b)| a.side() != b.side()) {
        lines.push(tr!("nothing bears").to_owned());
    }
    let line = layer(
        game,
        if sees { "sight-line" } else { "sight-line blocked" },
        if sees { tr!("line of sight") } else { tr!("no line of sight") },
        [from, to],
    );
    let (a, b) = (data.lattice().place(from), data.lattice().place(to));
    let under = crossed(a, b).filter_map(|(column, row)| data.lattice().cell(column, row));
    let mut layers = vec![layer(game, "crossed", tr!("cells that the line crosses"), under)];
    layers.extend(here.into_iter().flat_map(|unit| ranges(game, unit, from)));
    Measured { lines, overlay: Overlay { layers, traces: vec![line] }, odds: shot.map(|shot| fight::of_shot(game, &shot)) }
}

/// Whether a unit could go to a cell, and by which order.
fn move_to(game: &BoltAction, unit: UnitId, to: Cell) -> Option<String> {
    let reached = |order: Order| game.reach(unit, order).contains(to);
    match () {
        () if game.piece(unit).cell == Some(to) || unit_at(game, to).is_some() => None,
        () if reached(Order::Advance) => Some(tr!("within an Advance").to_owned()),
        () if reached(Order::Run) => Some(tr!("within a Run").to_owned()),
        () => Some(tr!("out of reach of a move").to_owned()),
    }
}
