//! Units as pieces on the table: figures on bases, guns and vehicles that look where they face, order dice and pins beside them.

use stavka_engine::Side;
use stavka_engine::bolt_action::terms::{Class, Order};
use stavka_engine::bolt_action::{BoltAction, Piece, UnitId};
use stavka_words::{proper, tr};

use super::{names, pieces};
use crate::phrases::holding;
use crate::theme::{Badge, Counter, Look, Shape};

/// Marks, and places beside the table.
pub(super) const WORDS: &[&str] = &["immobilised", "entrenched", "wreck", "not yet on the table", "destroyed"];

/// Every unit of the mission.
pub(super) fn counters(game: &BoltAction) -> Vec<Counter> {
    Side::ALL.into_iter().flat_map(|side| game.data().units(side)).map(|(unit, _)| counter(game, unit)).collect()
}

/// The name of the cell in which a unit or its wreck is, or of the box beside the table.
fn place(game: &BoltAction, piece: &Piece) -> String {
    match piece.cell {
        Some(cell) => names::cell(game.data(), cell),
        None if piece.men > 0 => "not yet on the table".to_owned(),
        None => "destroyed".to_owned(),
    }
}

fn counter(game: &BoltAction, unit: UnitId) -> Counter {
    let (data, piece) = (game.data(), game.piece(unit));
    let template = data.unit(unit);
    let wreck = piece.men == 0;
    let (drawing, shape) = if wreck { (pieces::WRECK, Shape::Model) } else { pieces::of(data, template) };
    let values =
        if template.class == Class::Vehicle { names::letter(unit).to_string() } else { format!("{} {}", names::letter(unit), piece.men) };
    let looks = wreck || shape == Shape::Model || names::has_facing(game, unit);
    Counter {
        id: data.name(unit).to_owned(),
        side: unit.side(),
        place: place(game, piece),
        plate: if wreck { "plate-wreck" } else { plate(unit.side()) },
        stripe: String::new(),
        symbol: drawing.to_owned(),
        size: "",
        values,
        steps: [piece.men, template.models()],
        unsure: false,
        marks: marks(piece),
        look: Look {
            shape,
            facing: looks.then(|| 45 * piece.facing.index() as u16),
            badges: badges(piece),
            name: Some(names::name(data, unit)),
        },
        rank: 0,
        formation: proper(&data.mission.forces[unit.side().index()]),
        title: title(game, unit),
    }
}

const fn plate(side: Side) -> &'static str {
    match side {
        Side::Axis => "plate-german",
        Side::Soviet => "plate-soviet",
    }
}

fn marks(piece: &Piece) -> Vec<&'static str> {
    let wreck = piece.men == 0 && piece.cell.is_some();
    let alive = piece.is_alive();
    holding([
        (alive && piece.moved, "moved"),
        (alive && piece.immobilised, "immobilised"),
        (alive && piece.dug_in, "entrenched"),
        (wreck, "wreck"),
    ])
}

/// The order die and the pins.
fn badges(piece: &Piece) -> Vec<Badge> {
    let die = piece.order.filter(|_| piece.is_alive()).map(|order| {
        let class = match (order, piece.kept) {
            (Order::Ambush, true) => "ambush-die kept",
            (Order::Down, true) => "down-die kept",
            (Order::Fire, _) => "fire-die",
            (Order::Advance, _) => "advance-die",
            (Order::Run, _) => "run-die",
            (Order::Ambush, _) => "ambush-die",
            (Order::Rally, _) => "rally-die",
            (Order::Down, _) => "down-die",
        };
        Badge { class, text: names::order_letter(order).to_string() }
    });
    let pins = (piece.is_alive() && piece.pins > 0).then(|| Badge { class: "pins", text: piece.pins.to_string() });
    die.into_iter().chain(pins).collect()
}

fn title(game: &BoltAction, unit: UnitId) -> String {
    let (data, piece) = (game.data(), game.piece(unit));
    let template = data.unit(unit);
    let mut notes = vec![names::name_at(game, unit), names::quality(template.quality).to_owned()];
    if piece.men == 0 {
        notes.push(tr!("destroyed").to_owned());
        return notes.join("; ");
    }
    if template.class != Class::Vehicle {
        notes.push(tr!("men: {left} of {all}", left = piece.men, all = template.models()));
    }
    notes.push(names::weapons(game, unit));
    notes.extend(names::traits(template).into_iter().map(str::to_owned));
    match piece.order {
        Some(order) => notes.push(tr!("order: {order}", order = names::order(order))),
        None => notes.push(tr!("no order yet").to_owned()),
    }
    if piece.pins > 0 {
        notes.push(tr!("pins: {pins}", pins = piece.pins));
    }
    if names::has_facing(game, unit) {
        notes.push(tr!("looks {facing}", facing = names::facing(piece.facing)));
    }
    let states = [
        (piece.immobilised, tr!("immobilised [VD.2]")),
        (piece.dug_in, tr!("dug in: hard cover until it moves")),
        (piece.kept, tr!("keeps its order for the next turn [TURN.2.b]")),
    ];
    notes.extend(holding(states).into_iter().map(str::to_owned));
    notes.join("; ")
}
