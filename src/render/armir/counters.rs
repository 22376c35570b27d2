//! Counters for a board on a page: what stands on them, and own drawings of the common unit symbols.

use std::fmt::Write as _;

use stavka_engine::Side;
use stavka_engine::armir::{Armir, Branch, Class, Face, Mobility, Nationality, Place, Trait, Unit, UnitId};
use stavka_words::{tr, translate};

use super::names;
use super::words::place;
use crate::emblems;
use crate::phrases::holding;
use crate::theme::{Counter, Look};

/// Branches that have a symbol of their own.
const BRANCHES: [&str; 10] = ["hq", "artillery", "armour", "mechanised", "cavalry", "alpine", "mountain", "ski", "support", "infantry"];

/// Marks, and places beside the map.
pub(super) const WORDS: &[&str] =
    &["unsupplied", "disorganised", "moved", "reserve", "Chir track", "Bokovskaya box", "airfields", "eliminated", "withdrawn"];

/// Every counter that is in the game: on the map or in one of the boxes beside it.
pub(super) fn counters(game: &Armir) -> Vec<Counter> {
    let data = game.data();
    Side::ALL.into_iter().flat_map(|side| data.counters(side)).map(|(unit, counter)| told(game, unit, counter)).collect()
}

fn told(game: &Armir, unit: UnitId, counter: &Unit) -> Counter {
    let spot =
        game.place(unit).hex().map_or_else(|| box_name(game.place(unit)).to_owned(), |hex| game.data().map.grid.name(hex).to_string());
    Counter {
        id: counter.id.clone(),
        side: counter.side,
        place: spot,
        plate: plate(counter),
        stripe: format!("stripe-{}", counter.formation.key()),
        symbol: symbol(counter),
        size: size(&counter.size),
        values: values(game, unit, counter),
        steps: [game.steps(unit), counter.steps],
        unsure: false,
        marks: marks(game, unit),
        rank: rank(counter) * 32 + u16::from(game.cp(unit)),
        formation: translate(counter.formation.name()),
        title: title(game, unit, counter),
        look: Look::default(),
    }
}

/// Names of the places beside the map.
fn box_name(place: Place) -> &'static str {
    match place {
        Place::RESERVE => "reserve",
        Place::CHIR => "Chir track",
        Place::BOKOVSKAYA_BOX => "Bokovskaya box",
        Place::AIRFIELDS => "airfields",
        Place::ELIMINATED => "eliminated",
        Place::WITHDRAWN => "withdrawn",
        _ => "elsewhere",
    }
}

fn plate(unit: &Unit) -> &'static str {
    match unit.nationality {
        Nationality::Italian => "plate-italian",
        Nationality::German => "plate-german",
        Nationality::Croat => "plate-croat",
        Nationality::Soviet if unit.has(Trait::Guards) => "plate-guards",
        Nationality::Soviet => "plate-soviet",
    }
}

fn symbol(unit: &Unit) -> String {
    let branch = match unit.branch {
        Branch::Hq => "hq",
        Branch::Artillery => "artillery",
        Branch::Armour => "armour",
        Branch::Mechanised => "mechanised",
        Branch::Cavalry => "cavalry",
        Branch::Alpine => "alpine",
        Branch::Mountain => "mountain",
        Branch::Ski => "ski",
        Branch::Support => "support",
        Branch::Infantry | Branch::Bersaglieri | Branch::Blackshirt | Branch::Ss => "infantry",
    };
    let motor = unit.mobility == Mobility::Motorised && unit.class == Class::Combat;
    emblems::name(branch, motor)
}

/// The marks of size above a symbol.
fn size(size: &str) -> &'static str {
    match size {
        "battalion" => "II",
        "regiment" | "group" => "III",
        "brigade" => "X",
        "division" => "XX",
        "corps" => "XXX",
        "army" => "XXXX",
        _ => "",
    }
}

/// The values at the foot of a counter.
fn values(game: &Armir, unit: UnitId, counter: &Unit) -> String {
    let values = &counter.faces[game.face(unit) as usize];
    match counter.class {
        Class::Combat => format!("{}{}-{}", game.cp(unit), if counter.heavy { "*" } else { "" }, values.mp),
        Class::Hq => format!("r{} {}", values.radius, values.mp),
        Class::Artillery if game.face(unit) == Face::Long => {
            format!("{}/{} {}", values.support.max(values.bombardment), values.range, values.mp)
        }
        Class::Artillery => format!("- {}", values.mp),
    }
}

fn marks(game: &Armir, unit: UnitId) -> Vec<&'static str> {
    holding([(game.is_out_of_supply(unit), "unsupplied"), (game.is_disorganised(unit), "disorganised"), (game.has_moved(unit), "moved")])
}

/// Combat units lie on guns, guns on headquarters.
fn rank(unit: &Unit) -> u16 {
    match unit.class {
        Class::Hq => 0,
        Class::Artillery => 1,
        Class::Combat => 2,
    }
}

fn title(game: &Armir, unit: UnitId, counter: &Unit) -> String {
    let mut text =
        tr!("{unit}, {counter} at {place}", unit = game.unit_name(unit), counter = names::full(counter), place = place(game, unit));
    for (mark, words) in [("unsupplied", tr!("out of supply")), ("disorganised", tr!("disorganised")), ("moved", tr!("has moved"))] {
        if marks(game, unit).contains(&mark) {
            let _ = write!(text, "; {words}");
        }
    }
    text
}

/// Drawings of all symbols.
pub(super) fn symbols() -> String {
    emblems::definitions(&BRANCHES)
}
