//! Headquarters and fuel in words and on the map [13.0]: whom headquarters reach, what they have left, and what they can do. Of the enemy those
//! alone are told that the viewer knows; hidden ones are blocks like all others.

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::combat::{Firing, Role};
use stavka_engine::blocks_in_the_east::data::CommandRules;
use stavka_engine::blocks_in_the_east::display;
use stavka_engine::blocks_in_the_east::terms::{Nation, Special, UnitClass, UnitKind};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, HexSet, Prepared, Ration, UnitId};
use stavka_engine::{Game as _, hex::Hex};
use stavka_words::tr;

use super::board::is_open;
use super::names;
use crate::hexmap::HexBoard as _;
use crate::theme::{Layer, Panel, Track};

/// Kinds of headquarters whose fuel ends at their radius.
const SUPPLIERS: [UnitKind; 2] = [UnitKind::ArmouredHq, UnitKind::AirHq];

/// The rules of headquarters, where they count.
pub(super) fn rules(data: &Prepared) -> Option<&CommandRules> {
    data.script.command.as_ref()
}

fn kind(data: &Prepared, unit: UnitId) -> UnitKind {
    data.unit(unit).kind
}

/// [6.4][5.5.a] Whether a headquarters fires as artillery beside a combat unit.
fn is_gun(data: &Prepared, unit: UnitId) -> bool {
    data.tables.powers.faces(data.unit(unit), data.tech(unit, data.script.turns[0]), Firing::Artillery, Role::Attacker) > 0
}

/// The headquarters of a side on the map that a viewer knows.
fn on_map(game: &BlocksInTheEast, side: Side, viewer: Side) -> Vec<UnitId> {
    let all = game.data().headquarters.iter().copied().filter(|unit| unit.side() == side);
    all.filter(|&unit| game.place(unit).hex().is_some() && names::knows(game, unit, viewer)).collect()
}

/// A headquarters with what it has left, or would have.
fn with_stock(game: &BlocksInTheEast, unit: UnitId) -> String {
    let (name, all) = (names::title(game.data(), unit), game.barrels(unit));
    if game.is_active(unit) { format!("{name} ({}/{all})", game.barrels_left(unit)) } else { format!("{name} ({all})") }
}

fn listed(game: &BlocksInTheEast, units: &[UnitId]) -> String {
    units.iter().map(|&unit| with_stock(game, unit)).collect::<Vec<_>>().join(", ")
}

/// The activated headquarters of a side that have something left, with what they have; nothing where there are none.
pub(super) fn unspent(game: &BlocksInTheEast, side: Side) -> Option<String> {
    let all = game.data().headquarters.iter().copied();
    let units: Vec<UnitId> = all.filter(|&unit| unit.side() == side && game.barrels_left(unit) > 0).collect();
    (!units.is_empty()).then(|| listed(game, &units))
}

/// The overlay: where armour and aircraft of a side draw fuel, and where they could.
pub(super) fn layers(game: &BlocksInTheEast, side: Side, viewer: Side) -> Vec<Layer> {
    let data = game.data();
    let Some(rules) = rules(data) else {
        return vec![game.layer("tint-zone", tr!("no headquarters in this scenario: they belong to the Advanced game [13.0]"), [])];
    };
    let known = on_map(game, side, viewer);
    let mut layers = Vec::new();
    for kind in SUPPLIERS {
        let (active, waiting): (Vec<UnitId>, Vec<UnitId>) =
            known.iter().copied().filter(|&unit| self::kind(data, unit) == kind).partition(|&unit| game.is_active(unit));
        for (units, is_active) in [(waiting, false), (active, true)] {
            if units.is_empty() {
                continue;
            }
            let told = listed(game, &units);
            let (class, title) = match (kind, is_active) {
                (UnitKind::ArmouredHq, true) => {
                    ("tint-reach", tr!("activated for armour, barrels left: {units} [13.3][13.4]", units = told))
                }
                (UnitKind::ArmouredHq, false) => {
                    ("tint-zone", tr!("armoured headquarters, not activated, with so many barrels: {units} [13.2][13.3]", units = told))
                }
                (_, true) => ("tint-source", tr!("activated for aircraft, barrels left: {units} [13.3][13.4]", units = told)),
                (_, false) => {
                    ("tint-wings", tr!("air headquarters, not activated, with so many barrels: {units} [13.2][13.3]", units = told))
                }
            };
            let reached = units.iter().map(|&unit| game.command_radius(unit)).fold(HexSet::EMPTY, HexSet::union);
            layers.push(game.layer(class, title, reached.iter().filter(|&hex| is_open(data, hex))));
        }
    }
    let others: Vec<UnitId> = known.iter().copied().filter(|&unit| !SUPPLIERS.contains(&self::kind(data, unit))).collect();
    let (hexes, weather) = (rules.radius_in(game.weather()), names::weather(game.weather()));
    let seats = if others.is_empty() {
        tr!("where headquarters stand; the radius is {hexes} ({weather}) [13.3]", hexes, weather)
    } else {
        tr!(
            "where headquarters stand, also {units}; the radius is {hexes} ({weather}) [13.3]",
            units = listed(game, &others),
            hexes,
            weather
        )
    };
    let mut hexes: Vec<Hex> = known.iter().filter_map(|&unit| game.place(unit).hex()).collect();
    hexes.sort_unstable();
    hexes.dedup();
    layers.push(game.layer("tint-hq", seats, hexes));
    layers
}

/// [13.3] What a headquarters reaches by itself.
pub(super) fn reach_of(game: &BlocksInTheEast, unit: UnitId) -> Option<Layer> {
    let data = game.data();
    let rules = rules(data).filter(|_| SUPPLIERS.contains(&kind(data, unit)))?;
    let title = tr!(
        "where it gives fuel: radius {hexes} ({weather}) [13.3]",
        hexes = rules.radius_in(game.weather()),
        weather = names::weather(game.weather())
    );
    Some(game.layer("tint-zone", title, game.command_radius(unit).iter().filter(|&hex| is_open(data, hex))))
}

/// What a headquarters has, may do and loses, note by note; nothing of other units, and where headquarters do nothing.
pub(super) fn notes(game: &BlocksInTheEast, unit: UnitId) -> Vec<String> {
    let data = game.data();
    let Some(rules) = rules(data).filter(|_| data.unit(unit).is_headquarters() && game.place(unit).hex().is_some()) else {
        return Vec::new();
    };
    let (all, left) = (game.barrels(unit), game.barrels_left(unit));
    let mut notes = vec![match (kind(data, unit), game.is_active(unit)) {
        (UnitKind::SupremeHq, true) => tr!("activated, special actions left: {left} of {all} [13.8]", left, all),
        (UnitKind::SupremeHq, false) => tr!("special actions when it is activated: {all} [13.8]", all),
        (UnitKind::NavalHq, true) => tr!("activated, rail moves that it still pays for: {left} of {all} [7.4]", left, all),
        (UnitKind::NavalHq, false) => tr!("rail moves that it pays for when it is activated: {all} [7.4]", all),
        (_, true) => tr!("activated, barrels left: {left} of {all} [13.4]", left, all),
        (_, false) => tr!("barrels when it is activated: {all} [13.4]", all),
    }];
    let (hexes, weather) = (rules.radius_in(game.weather()), names::weather(game.weather()));
    match kind(data, unit) {
        UnitKind::ArmouredHq => {
            notes.push(tr!("it fuels armour within {hexes} hexes ({weather}), or pays for rail moves [13.1][13.3][7.4]", hexes, weather));
        }
        UnitKind::AirHq => {
            notes.push(tr!("it fuels aircraft within {hexes} hexes ({weather}), or pays for rail moves [13.1][13.3][7.4]", hexes, weather));
        }
        UnitKind::SupremeHq => notes.push(specials(game, unit)),
        UnitKind::NavalHq if data.script.options.amphibious_assault => {
            notes.push(tr!("it sends marines ashore from its port, for a PA each [24.0.a]").to_owned());
        }
        _ => {}
    }
    if is_gun(data, unit) {
        notes.push(tr!("beside a combat unit it may fire as artillery, for a PA each time [6.4]").to_owned());
    }
    notes.push(cost(game, unit));
    if game.seat(unit).is_some() {
        notes.push(tr!("it never leaves its seat [13.8.1.h][13.8.2.a]").to_owned());
    }
    notes
}

/// [13.8.1] The special actions of a Supreme Headquarters, done in this turn or not.
fn specials(game: &BlocksInTheEast, unit: UnitId) -> String {
    let (done, open): (Vec<Special>, Vec<Special>) = Special::ALL.into_iter().partition(|&special| game.has_done(unit, special));
    let list = |all: Vec<Special>| all.into_iter().map(special).collect::<Vec<_>>().join(", ");
    if done.is_empty() {
        tr!("wherever its units are, once each in a turn: {open} [13.8.1]", open = list(open))
    } else {
        tr!("wherever its units are, once each in a turn: {open}; done: {done} [13.8.1]", open = list(open), done = list(done))
    }
}

/// A special action.
fn special(special: Special) -> &'static str {
    match special {
        Special::Armour => tr!("fuel for armour"),
        Special::Unsupplied => tr!("help for a unit out of supply"),
        Special::Air => tr!("fuel for an aircraft"),
        Special::Train => tr!("a free rail move"),
    }
}

/// [13.6][13.8.2] Whether standing down eliminates a headquarters as it is now.
pub(super) fn is_last(game: &BlocksInTheEast, unit: UnitId) -> bool {
    let data = game.data();
    let loss = data.steps_of_command(unit, game.game_turn() as u8);
    !keeps_its_last(data, unit) && game.step(unit) + loss >= data.unit(unit).steps.len()
}

/// [13.8.2] Whether a headquarters never loses its last point: the German Supreme one.
pub(super) fn keeps_its_last(data: &Prepared, unit: UnitId) -> bool {
    let known = data.unit(unit);
    known.kind == UnitKind::SupremeHq && known.nation == Nation::German
}

/// [13.6] What a headquarters pays when it stands down.
fn cost(game: &BlocksInTheEast, unit: UnitId) -> String {
    let data = game.data();
    let loss = data.steps_of_command(unit, game.game_turn() as u8);
    if keeps_its_last(data, unit) {
        return tr!("it loses a PA in each turn, never its last one, and is repaired before all other units [13.8.2]").to_owned();
    }
    if is_last(game, unit) {
        tr!("when it stands down it is eliminated, and may be rebuilt [13.6]").to_owned()
    } else {
        tr!("when it stands down it loses PA: {loss} [13.6]", loss)
    }
}

/// What a headquarters has given the unit at hand, which is seen by both sides; nothing to others.
pub(super) fn drawn(game: &BlocksInTheEast, unit: UnitId) -> Option<String> {
    let name = |headquarters: UnitId| names::title(game.data(), headquarters);
    Some(match game.ration(unit) {
        Ration::None => return None,
        Ration::Barrel(headquarters) => tr!("it has drawn a barrel of {hq} [13.4]", hq = name(headquarters)),
        Ration::Special(headquarters, what) => {
            tr!("it has a special action of {hq}: {what} [13.8.1]", hq = name(headquarters), what = special(what))
        }
        Ration::Fare(headquarters) => tr!("{hq} pays for its rail move [7.4]", hq = name(headquarters)),
    })
}

/// What a unit of the viewer that needs fuel can draw on, and what it lacks without it; nothing of other units.
pub(super) fn fuel_of(game: &BlocksInTheEast, unit: UnitId) -> Option<String> {
    let data = game.data();
    if !game.needs_fuel(unit) || game.place(unit).hex().is_none() {
        return None;
    }
    if let Some(words) = drawn(game, unit) {
        return Some(words);
    }
    let near = display::headquarters_near(game, unit);
    let lacks = match data.unit(unit).class {
        UnitClass::Air => tr!("without fuel it flies no missions"),
        UnitClass::Armour => tr!("without fuel it marches with half of its points, does not attack and does not exploit"),
        _ => tr!("without fuel it does not attack"),
    };
    Some(if near.is_empty() {
        tr!("{lacks}, and no headquarters of its command reaches it [13.3][13.5]", lacks)
    } else {
        tr!("{lacks}; it is reached by {units} [13.3][13.5]", lacks, units = listed(game, &near))
    })
}

/// The headquarters of both sides as `viewer` may know them.
pub(super) fn panel(game: &BlocksInTheEast, viewer: Side) -> Option<Panel> {
    let data = game.data();
    let rules = rules(data)?;
    let mut tracks = Vec::new();
    let mut lines = vec![tr!(
        "radius of fuel: {hexes} ({weather}) [13.3]",
        hexes = rules.radius_in(game.weather()),
        weather = names::weather(game.weather())
    )];
    for side in Side::ALL {
        let (active, waiting): (Vec<UnitId>, Vec<UnitId>) = on_map(game, side, viewer).into_iter().partition(|&unit| game.is_active(unit));
        for unit in active {
            let note = if is_last(game, unit) { tr!("its last PA [13.6]") } else { "" };
            let name = names::title(data, unit);
            tracks.push(match kind(data, unit) {
                UnitKind::SupremeHq => Track::new(tr!("{name}: actions left", name), game.barrels_left(unit), game.barrels(unit), note),
                _ => Track::new(tr!("{name}: barrels left", name), game.barrels_left(unit), game.barrels(unit), note),
            });
        }
        if !waiting.is_empty() {
            lines.push(tr!(
                "{side}, not activated, with the barrels or actions that they would have: {units} [13.2]",
                side,
                units = listed(game, &waiting)
            ));
        }
    }
    if game.lost_rail_moves(Side::Soviet) > 0 {
        lines.push(tr!(
            "the seat of Stavka is lost or out of supply: rail moves that the Soviets lack: {count} [13.8.1.i]",
            count = game.lost_rail_moves(Side::Soviet)
        ));
    }
    Some(Panel { title: tr!("Headquarters and fuel"), tracks, lines })
}
