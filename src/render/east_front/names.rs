//! What counters and the places they are in are called.

use std::fmt::Write as _;

use stavka_engine::east_front::data::{AirUnit, Face, Role, Unit, UnitKind};
use stavka_engine::east_front::{EastFront, Place, UnitId};
use stavka_words::{tr, translate};

use crate::phrases::designation;

/// Names of units that have a number, by what stands after it.
const NUMBERED: &[&str] = &[
    "{number} Rifle Division",
    "{number} Infantry Division",
    "{number} Cavalry Division",
    "{number} Tank Regiment",
    "{number} Army Headquarters",
];

/// What a counter is called in full.
pub(super) fn full(counter: &Unit) -> String {
    designation(&counter.name, NUMBERED)
}

/// A counter with the values of its upper side.
pub(super) fn name(game: &EastFront, unit: UnitId) -> String {
    let counter = game.data().unit(unit);
    format!("{} ({})", counter.id, face(counter.kind, game.values(unit)))
}

/// An air unit with its ratings.
pub(super) fn plane(unit: &AirUnit) -> String {
    let role = match unit.role {
        Role::Fighter => tr!("fighter"),
        Role::Bomber => tr!("bomber"),
        Role::Dummy => return tr!("{unit} (dummy)", unit = unit.id),
    };
    let mut text = tr!("{unit} ({role}, rating {rating}", unit = unit.id, role, rating = unit.rating);
    for (points, what) in [(unit.cas, tr!("close support")), (unit.interdiction, tr!("interdiction"))] {
        if points > 0 {
            let _ = write!(text, ", {what} {points}");
        }
    }
    text + ")"
}

/// Where a counter is, in words.
pub(super) fn place(game: &EastFront, unit: UnitId) -> String {
    let place = game.place(unit);
    match (place.hex(), game.entry_of(unit)) {
        (Some(hex), _) => game.hex_name(hex),
        (None, Some(entry)) if place == Place::ARRIVED => tr!("off the map at {entry}", entry = game.hex_name(entry)),
        (None, _) => translate(box_name(place)).to_owned(),
    }
}

/// What a box beside the map is called.
pub(super) fn box_name(place: Place) -> &'static str {
    Place::BOXES.iter().find(|(known, _)| *known == place).map_or("elsewhere", |(_, name)| name)
}

/// The values of one side of a counter: attack, defence and movement; support and range of guns before their defence;
/// command or recovery of headquarters.
pub(super) fn face(kind: UnitKind, values: &Face) -> String {
    let Face { attack, defence, ma, support, range, command, recovery, .. } = *values;
    match kind {
        UnitKind::Hq if command > 0 => format!("c{command} {ma}"),
        UnitKind::Hq => format!("r{recovery} {ma}"),
        _ if support > 0 => format!("{support}r{range} {defence}-{ma}"),
        _ => format!("{attack}-{defence}-{ma}"),
    }
}
