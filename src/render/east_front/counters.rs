//! Counters for a board: ground units, air units, orders. What a side may not see lies face down.

use std::fmt::Write as _;

use stavka_engine::Side;
use stavka_engine::east_front::data::{AirBox, AirUnit, Mobility, Nationality, Role, Service, Size, Unit, UnitKind};
use stavka_engine::east_front::{AirId, EastFront, Order, UnitId};
use stavka_words::{tr, translate};

use super::layout::{BOXES, slot_name};
use super::names;
use crate::emblems;
use crate::phrases::holding;
use crate::theme::{Counter, Look};

/// Branches that have a symbol of their own.
const BRANCHES: [&str; 21] = [
    "hq",
    "artillery",
    "heavy-artillery",
    "rocket",
    "coastal",
    "armour",
    "assault-gun",
    "reconnaissance",
    "engineer",
    "anti-air",
    "anti-tank",
    "cavalry",
    "mountain",
    "airborne",
    "ski",
    "rail",
    "boat",
    "infantry",
    "fighter",
    "bomber",
    "decoy",
];

/// Drawings of all symbols.
pub(super) fn symbols() -> String {
    emblems::definitions(&BRANCHES) + &emblems::definitions(&["order", "none"])
}

/// Marks, and places beside the map.
pub(super) const WORDS: &[&str] =
    &["overrun", "broken", "activated", "moved", "face-down", "reserve", "arrived", "cadre", "eliminated", "cannot-rebuild", "withdrawn"];

/// Every counter as `viewer` may see it.
pub(super) fn counters(game: &EastFront, viewer: Side) -> Vec<Counter> {
    let data = game.data();
    let mut all: Vec<Counter> =
        Side::ALL.into_iter().flat_map(|side| data.units(side)).map(|(unit, counter)| ground(game, unit, counter)).collect();
    for side in Side::ALL {
        air(game, side, viewer, &mut all);
    }
    orders(game, viewer, &mut all);
    all
}

// ---- ground units ------------------------------------------------------------------------------------------

fn ground(game: &EastFront, unit: UnitId, counter: &Unit) -> Counter {
    let values = game.values(unit);
    let place = game.place(unit);
    Counter {
        id: counter.id.clone(),
        side: counter.side,
        place: place.hex().map_or_else(|| names::box_name(place).to_owned(), |hex| game.data().map.grid.name(hex).to_string()),
        plate: plate(counter),
        stripe: format!("stripe-{}", mobility(counter.mobility)),
        symbol: symbol(counter.kind),
        size: size(counter.size),
        values: names::face(counter.kind, values),
        steps: [game.steps(unit), counter.steps],
        unsure: false,
        marks: marks(game, unit),
        rank: rank(counter.kind) * 64 + u16::from(values.attack) * 2 + u16::from(values.defence),
        formation: formation(counter.side),
        title: title(game, unit, counter),
        look: Look::default(),
    }
}

fn formation(side: Side) -> &'static str {
    match side {
        Side::Axis => tr!("Axis ground units"),
        Side::Soviet => tr!("Soviet ground units"),
    }
}

const fn plate(unit: &Unit) -> &'static str {
    match (unit.nationality, unit.service) {
        (Nationality::German, Service::Ss) => "plate-ss",
        (Nationality::German, _) => "plate-german",
        (Nationality::Romanian, _) => "plate-romanian",
        (Nationality::Soviet, Service::Guards) => "plate-guards",
        (Nationality::Soviet, _) => "plate-soviet",
    }
}

/// How a unit moves, in a word.
pub(super) const fn mobility(mobility: Mobility) -> &'static str {
    match mobility {
        Mobility::Foot => "foot",
        Mobility::Cavalry => "cavalry",
        Mobility::Motorized => "motorized",
        Mobility::Orange => "orange",
        Mobility::Green => "green",
        Mobility::Grey => "rail",
        Mobility::Blue => "boat",
    }
}

fn symbol(kind: UnitKind) -> String {
    let (branch, motors) = match kind {
        UnitKind::Tank => ("armour", false),
        UnitKind::AssaultGun | UnitKind::ArmouredAt => ("assault-gun", false),
        UnitKind::Reconnaissance => ("reconnaissance", true),
        UnitKind::Motorcycle | UnitKind::MotorizedInfantry => ("infantry", true),
        UnitKind::MotorizedEngineer => ("engineer", true),
        UnitKind::MotorizedAa => ("anti-air", true),
        UnitKind::MotorizedAt => ("anti-tank", true),
        UnitKind::Mountain => ("mountain", false),
        UnitKind::Airborne => ("airborne", false),
        UnitKind::Engineer => ("engineer", false),
        UnitKind::Cavalry => ("cavalry", false),
        UnitKind::Hq => ("hq", false),
        UnitKind::Aa => ("anti-air", false),
        UnitKind::At => ("anti-tank", false),
        UnitKind::Artillery => ("artillery", false),
        UnitKind::Rocket => ("rocket", false),
        UnitKind::CoastalArtillery => ("coastal", false),
        UnitKind::SuperHeavy => ("heavy-artillery", false),
        UnitKind::RailArtillery | UnitKind::ArmouredTrain => ("rail", false),
        UnitKind::Flotilla => ("boat", false),
        UnitKind::Ski => ("ski", false),
        UnitKind::Infantry | UnitKind::Police | UnitKind::BorderGuard | UnitKind::Partisan => ("infantry", false),
    };
    emblems::name(branch, motors)
}

const fn size(size: Size) -> &'static str {
    match size {
        Size::Company => "I",
        Size::Battalion => "II",
        Size::Regiment => "III",
        Size::Brigade => "X",
        Size::Division => "XX",
        Size::Army => "XXXX",
    }
}

/// Combat units lie on guns, guns on headquarters.
const fn rank(kind: UnitKind) -> u16 {
    match kind {
        UnitKind::Hq => 1,
        _ if kind.is_artillery() => 2,
        _ => 3,
    }
}

fn marks(game: &EastFront, unit: UnitId) -> Vec<&'static str> {
    let data = game.data().unit(unit);
    holding([
        (game.has_overrun_marker(unit), "overrun"),
        (data.kind == UnitKind::Hq && game.is_back_up(unit), "broken"),
        (game.is_activated(unit), "activated"),
        (game.has_moved(unit) || game.is_spent(unit), "moved"),
    ])
}

fn title(game: &EastFront, unit: UnitId, counter: &Unit) -> String {
    let mut text = tr!(
        "{unit}, {counter}, at {place}",
        unit = names::name(game, unit),
        counter = names::full(counter),
        place = names::place(game, unit)
    );
    let steps = tr!(
        "{steps} of {all} steps, {mobility}",
        steps = game.steps(unit),
        all = counter.steps,
        mobility = translate(mobility(counter.mobility))
    );
    let _ = write!(text, "; {steps}");
    for (mark, words) in [
        ("overrun", tr!("overrun marker")),
        ("broken", tr!("not operational")),
        ("activated", tr!("activated")),
        ("moved", if game.is_spent(unit) { tr!("has fought") } else { tr!("has moved") }),
    ] {
        if marks(game, unit).contains(&mark) {
            let _ = write!(text, "; {words}");
        }
    }
    text
}

// ---- air units ---------------------------------------------------------------------------------------------

/// The air units of a side. While some lie face down, the other side sees how many are where, not which.
fn air(game: &EastFront, side: Side, viewer: Side, out: &mut Vec<Counter>) {
    let data = game.data();
    let hides = side != viewer && game.missions().iter().any(|mission| !mission.revealed && !mission.flyers.of(side).is_empty());
    let mut backs = 0;
    for (place, (air_box, _)) in BOXES.into_iter().enumerate() {
        for (index, unit) in game.air_units_in(air_box).of(side).iter().enumerate() {
            let at = slot_name(side, place, index);
            if hides && air_box == AirBox::Ready {
                backs += 1;
                out.push(back(side, backs, at));
            } else {
                out.push(plane(unit, data.air(unit), at, Vec::new()));
            }
        }
    }
    for mission in game.missions() {
        let at = data.map.grid.name(mission.hex).to_string();
        for unit in mission.flyers.of(side).iter() {
            if side != viewer && !mission.revealed {
                backs += 1;
                out.push(back(side, backs, at.clone()));
            } else {
                let marks = if mission.revealed { Vec::new() } else { vec!["face-down"] };
                out.push(plane(unit, data.air(unit), at.clone(), marks));
            }
        }
    }
    for (unit, counter) in data.air_units(side).filter(|(unit, _)| game.has_left(*unit)) {
        out.push(plane(unit, counter, "withdrawn".to_owned(), Vec::new()));
    }
}

const fn air_plate(side: Side) -> &'static str {
    match side {
        Side::Axis => "plate-air-axis",
        Side::Soviet => "plate-air-soviet",
    }
}

fn air_formation(side: Side) -> &'static str {
    match side {
        Side::Axis => tr!("Axis air units"),
        Side::Soviet => tr!("Soviet air units"),
    }
}

fn plane(unit: AirId, counter: &AirUnit, place: String, marks: Vec<&'static str>) -> Counter {
    let branch = match counter.role {
        Role::Fighter => "fighter",
        Role::Bomber => "bomber",
        Role::Dummy => "decoy",
    };
    let values = match (counter.role, counter.side) {
        (Role::Dummy, _) => tr!("dummy").to_owned(),
        (_, Side::Axis) => format!("{}-{}-{}", counter.rating, counter.cas, counter.interdiction),
        (_, Side::Soviet) => format!("{}-{}", counter.rating, counter.cas),
    };
    let title = names::plane(counter);
    Counter {
        id: counter.id.clone(),
        side: counter.side,
        place,
        plate: air_plate(counter.side),
        stripe: "stripe-air".to_owned(),
        symbol: emblems::name(branch, false),
        size: "",
        values,
        steps: [1, 1],
        unsure: false,
        marks,
        rank: 256 + u16::from(unit.0),
        formation: air_formation(counter.side),
        title,
        look: Look::default(),
    }
}

/// An air unit of which only the back is seen.
fn back(side: Side, number: usize, place: String) -> Counter {
    Counter {
        id: format!("?{}{number}", if side == Side::Axis { 'A' } else { 'S' }),
        side,
        place,
        plate: air_plate(side),
        stripe: "stripe-air".to_owned(),
        symbol: emblems::name("none", false),
        size: "",
        values: "?".to_owned(),
        steps: [1, 1],
        unsure: false,
        marks: Vec::new(),
        rank: 255,
        formation: air_formation(side),
        title: tr!("{side} air unit or dummy, face down", side),
        look: Look::default(),
    }
}

// ---- orders ------------------------------------------------------------------------------------------------

/// The orders for the defence, on the hexes they hold for.
fn orders(game: &EastFront, viewer: Side, out: &mut Vec<Counter>) {
    for attack in game.attack_reports(viewer) {
        let (values, title) = match attack.order {
            Some(Order::None) => continue,
            Some(Order::NoRetreat) => (tr!("stand"), tr!("order: No Retreat")),
            Some(Order::FurtherRetreat) => (tr!("retire"), tr!("order: Further Retreat")),
            None => ("?", tr!("an order, face down")),
        };
        let Some(hex) = attack.hexes.iter().find(|&hex| game.occupant(hex).is_some()) else { continue };
        let Some(side) = game.occupant(hex) else { continue };
        let place = game.data().map.grid.name(hex).to_string();
        out.push(Counter {
            id: format!("!{place}"),
            side,
            place,
            plate: "plate-order",
            stripe: "stripe-order".to_owned(),
            symbol: emblems::name("order", false),
            size: "",
            values: values.to_owned(),
            steps: [1, 1],
            unsure: false,
            marks: Vec::new(),
            rank: 400,
            formation: tr!("Orders"),
            title: title.to_owned(),
            look: Look::default(),
        });
    }
}
