//! Counters for a board. What a side does not know lies face down, and strength points that it cannot tell apart are those printed
//! [5.3.4].

use stavka_engine::Side;
use stavka_engine::across_the_bug::ids::{FormationId, Place, UnitId};
use stavka_engine::across_the_bug::terms::UnitKind;
use stavka_engine::across_the_bug::{AcrossTheBug, Command};
use stavka_words::tr;

use super::names;
use crate::emblems;
use crate::phrases::holding;
use crate::theme::{Counter, Look};

/// Branches that have a symbol of their own.
const BRANCHES: [&str; 10] =
    ["hq", "infantry", "engineer", "machine-gun", "border-guard", "anti-tank", "reconnaissance", "armour", "assault-gun", "armoured-car"];

/// Drawings of all symbols.
pub(super) fn symbols() -> String {
    emblems::definitions(&BRANCHES) + &emblems::definitions(&["none"])
}

/// Marks, and places beside the map.
pub(super) const WORDS: &[&str] = &[
    "disorganized",
    "out-of-command",
    "isolated",
    "emergency",
    "acting",
    "reserve",
    "delayed",
    "displaced",
    "exited",
    "eliminated",
    "cannibalized",
    "removed",
];

/// Levels of activation as they stand over the symbol of a headquarters.
const LEVELS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

/// Stripes in the colours of the formations, by their order.
const STRIPES: [&str; 17] = [
    "stripe-f0",
    "stripe-f1",
    "stripe-f2",
    "stripe-f3",
    "stripe-f4",
    "stripe-f5",
    "stripe-f6",
    "stripe-f7",
    "stripe-f8",
    "stripe-f9",
    "stripe-f10",
    "stripe-f11",
    "stripe-f12",
    "stripe-f13",
    "stripe-f14",
    "stripe-f15",
    "stripe-f16",
];

/// Every counter of the scenario as `viewer` may see it.
pub(super) fn counters(game: &AcrossTheBug, viewer: Side) -> Vec<Counter> {
    let data = game.data();
    let in_play = data.script.in_play();
    let mut all = Vec::new();
    for side in Side::ALL {
        let mut beneath = Vec::new();
        for (unit, _) in data.units(side).filter(|(unit, _)| in_play.contains(*unit)) {
            if game.is_seen(unit, viewer) {
                all.push(counter(game, unit, viewer));
            } else {
                beneath.extend(game.place(unit).hex());
            }
        }
        // In the order of the hexes: that of the units would tell who lies where.
        beneath.sort_unstable();
        all.extend(beneath.chunk_by(|a, b| a == b).flat_map(|same| (1..).zip(same).map(|(number, &hex)| back(game, side, hex, number))));
    }
    all
}

fn counter(game: &AcrossTheBug, unit: UnitId, viewer: Side) -> Counter {
    let data = game.data();
    let printed = data.unit(unit);
    let place = game.place(unit);
    let led = names::led_by(data, unit);
    let steps = match led {
        Some(_) => [0, 0],
        None if place == Place::ELIMINATED => [0, printed.strength],
        None if game.knows_strength(unit, viewer) => [game.points(unit), printed.strength],
        None => [0, 0],
    };
    Counter {
        id: printed.id.clone(),
        side: printed.side,
        place: place.hex().map_or_else(|| names::box_name(place).to_owned(), |hex| data.map.grid.name(hex).to_string()),
        plate: plate(printed.side, printed.kind),
        stripe: stripe(game.formation(unit)).to_owned(),
        symbol: symbol(game, unit),
        size: led.map_or(size(printed.kind), |formation| LEVELS[usize::from(game.level(formation)).min(LEVELS.len() - 1)]),
        values: names::values(game, unit, viewer),
        steps,
        unsure: led.is_none() && place != Place::ELIMINATED && !game.knows_strength(unit, viewer),
        marks: marks(game, unit),
        rank: rank(game, unit, viewer),
        formation: names::own_formation(game, unit),
        title: title(game, unit, viewer),
        look: Look::default(),
    }
}

/// A counter under others: that it is there is seen, not what it is.
fn back(game: &AcrossTheBug, side: Side, hex: stavka_engine::hex::Hex, number: u8) -> Counter {
    let place = game.data().map.grid.name(hex).to_string();
    Counter {
        id: format!("?{place}.{number}"),
        side,
        place,
        plate: plate(side, UnitKind::Infantry),
        stripe: "stripe-none".to_owned(),
        symbol: emblems::name("none", false),
        size: "",
        values: "?".to_owned(),
        steps: [0, 0],
        unsure: true,
        marks: Vec::new(),
        rank: u16::from(number),
        formation: match side {
            Side::Axis => tr!("German counters under others"),
            Side::Soviet => tr!("Soviet counters under others"),
        },
        title: names::back(side).to_owned(),
        look: Look::default(),
    }
}

const fn plate(side: Side, kind: UnitKind) -> &'static str {
    match (side, kind) {
        (Side::Axis, _) => "plate-german",
        (Side::Soviet, UnitKind::BorderGuard) => "plate-nkvd",
        (Side::Soviet, _) => "plate-soviet",
    }
}

fn stripe(formation: FormationId) -> &'static str {
    if formation == FormationId::NONE { "stripe-none" } else { STRIPES[formation.index() % STRIPES.len()] }
}

/// The symbol of a type; a headquarters shows what its formation moves by.
fn symbol(game: &AcrossTheBug, unit: UnitId) -> String {
    use stavka_engine::across_the_bug::data::HqKind;
    let data = game.data();
    let (branch, motors) = match data.unit(unit).kind {
        UnitKind::Headquarters => {
            let wheels = names::led_by(data, unit).is_some_and(|formation| data.formation(formation).kind != HqKind::Infantry);
            ("hq", wheels)
        }
        UnitKind::Infantry => ("infantry", false),
        UnitKind::MotorizedInfantry => ("infantry", true),
        UnitKind::Engineer => ("engineer", false),
        UnitKind::MotorizedEngineer => ("engineer", true),
        UnitKind::MachineGun => ("machine-gun", false),
        UnitKind::BorderGuard => ("border-guard", false),
        UnitKind::AntiTank => ("anti-tank", false),
        UnitKind::Reconnaissance => ("reconnaissance", true),
        UnitKind::PzIii | UnitKind::PzIv | UnitKind::Bt5 | UnitKind::T26 | UnitKind::Kv2 => ("armour", false),
        UnitKind::StugIii => ("assault-gun", false),
        UnitKind::Ba10 => ("armoured-car", false),
    };
    emblems::name(branch, motors)
}

/// Battalions, and companies of tanks and border guards [1.c].
const fn size(kind: UnitKind) -> &'static str {
    match kind {
        UnitKind::Headquarters => "",
        UnitKind::BorderGuard => "I",
        kind if kind.is_afv() => "I",
        _ => "II",
    }
}

/// The upper counter of a stack, then the others; what is not seen lies beneath all of them.
fn rank(game: &AcrossTheBug, unit: UnitId, viewer: Side) -> u16 {
    let counter = game.data().unit(unit);
    let top = u16::from(game.is_top(unit)) * 512;
    let strength = if game.knows_strength(unit, viewer) { game.points(unit) } else { counter.strength };
    let class = if !counter.kind.is_combat() {
        1
    } else if counter.kind.is_afv() {
        2
    } else {
        3
    };
    top + class * 64 + u16::from(strength)
}

fn marks(game: &AcrossTheBug, unit: UnitId) -> Vec<&'static str> {
    let hq = names::led_by(game.data(), unit).is_some();
    let stands = game.place(unit).hex().is_some() && !hq;
    let command = if stands { game.command(unit) } else { Command::InCommand };
    holding([
        (game.is_disorganized(unit), "disorganized"),
        (game.has_spent_supply(unit), "emergency"),
        (command == Command::OutOfCommand, "out-of-command"),
        (command == Command::Isolated, "isolated"),
        (hq && game.acting().is_some_and(|(acting, _)| Some(acting) == names::led_by(game.data(), unit)), "acting"),
    ])
}

fn title(game: &AcrossTheBug, unit: UnitId, viewer: Side) -> String {
    let data = game.data();
    let counter = data.unit(unit);
    let mut text = tr!(
        "{unit}, {kind}, {formation}, at {place}",
        unit = names::name(game, unit, viewer),
        kind = names::kind(counter.kind),
        formation = names::own_formation(game, unit),
        place = names::place(game, unit)
    );
    let mut notes = Vec::new();
    if let Some(formation) = names::led_by(data, unit) {
        let hq = data.formation(formation);
        notes.push(tr!("activation level {level} of {most}", level = game.level(formation), most = hq.max_level));
        notes.push(tr!(
            "reaction {reaction}, command range {range}, support points {support}, relocation {relocation}, recovery {recovery}",
            reaction = hq.reaction,
            range = hq.command_range,
            support = game.points(unit),
            relocation = hq.relocation,
            recovery = hq.recovery
        ));
        if game.has_spent_supply(unit) {
            notes.push(tr!("its Emergency Supply is spent [5.7.2]").to_owned());
        }
    } else {
        if game.knows_strength(unit, viewer) {
            notes.push(tr!("strength points: {left} of {all}", left = game.points(unit), all = counter.strength));
        } else {
            notes.push(tr!("strength points as printed: {all}; its losses are not seen [5.3.4]", all = counter.strength));
        }
        if game.is_disorganized(unit) {
            notes.push(tr!("disorganized [5.6.3]").to_owned());
        }
        if game.place(unit).hex().is_some() {
            notes.extend(names::command(game.command(unit)).map(str::to_owned));
        }
    }
    if counter.formation.is_none() {
        notes.push(tr!("independent unit [3.2.f]").to_owned());
    }
    for note in notes {
        text += "; ";
        text += &note;
    }
    text
}
