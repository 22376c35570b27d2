//! What each die comes to, a sentence each.

use stavka_engine::bolt_action::resolution::close_quarters::VehicleBlow;
use stavka_engine::bolt_action::terms::{Class, Mishap};
use stavka_engine::bolt_action::{Action, BoltAction, DieReport, Piece, UnitId, Verdict};
use stavka_engine::{Game as _, Side};
use stavka_words::tr;

use super::names;

/// What a die, or dice together, come to, with what follows from it at once; `None` where no die is due.
pub(super) fn comes_of(game: &BoltAction, die: Action) -> Option<String> {
    let report = game.die_report(die)?;
    let mut told = told(game, report);
    // Several weapons that shoot alike roll their dice together.
    if let (DieReport::Hits { .. }, Some([weapon])) = (report, game.shot_in_progress().as_ref().map(|shot| &shot.weapons[..])) {
        told = format!("{}: {told}", names::weapon(game.data(), weapon.weapon));
    }
    let mut after = game.clone();
    after.apply(die);
    for (unit, _) in Side::ALL.into_iter().flat_map(|side| game.data().units(side)) {
        let name = if told.contains(&names::tag(unit)) { names::tag(unit) } else { names::name(game.data(), unit) };
        if let Some(befallen) = befallen(game.piece(unit), after.piece(unit), &name) {
            told = format!("{told}; {befallen}");
        }
    }
    Some(told)
}

/// That a unit has been destroyed or pinned.
fn befallen(was: &Piece, is: &Piece, unit: &str) -> Option<String> {
    match is.pins {
        _ if was.is_alive() && !is.is_alive() => Some(tr!("{unit} is destroyed", unit)),
        pins if pins <= was.pins => None,
        1 => Some(tr!("{unit} has a pin", unit)),
        pins => Some(tr!("{unit} has {pins} pins", unit, pins)),
    }
}

/// What a die, or dice together, come to, in a sentence.
pub(super) fn told(game: &BoltAction, report: DieReport) -> String {
    let name = |unit: UnitId| names::name(game.data(), unit);
    let men = |unit: UnitId| game.data().unit(unit).class != Class::Vehicle;
    match report {
        DieReport::Drawn(side) => tr!("die drawn from the bag: {side}", side),
        DieReport::OrderTest(unit, Verdict::Pass) if game.piece(unit).pins == 0 => tr!("{unit} passes the order test", unit = name(unit)),
        DieReport::OrderTest(unit, Verdict::Pass) => tr!("{unit} passes the order test and loses a pin", unit = name(unit)),
        DieReport::OrderTest(unit, Verdict::Fail) => tr!("{unit} fails the order test and goes Down", unit = name(unit)),
        DieReport::OrderTest(unit, Verdict::Fubar) => tr!("{unit}: FUBAR, a double six", unit = name(unit)),
        DieReport::Morale(unit, true) => tr!("{unit} passes the test of morale", unit = name(unit)),
        DieReport::Morale(unit, false) => tr!("{unit} fails the test of morale", unit = name(unit)),
        DieReport::Fire(unit, true) => tr!("the crew of {unit} puts the fire out", unit = name(unit)),
        DieReport::Fire(unit, false) => tr!("the crew of {unit} leaves the burning vehicle", unit = name(unit)),
        DieReport::Fubar(unit, true) => tr!("{unit} shoots at its own side", unit = name(unit)),
        DieReport::Fubar(unit, false) => tr!("{unit} panics", unit = name(unit)),
        DieReport::Rally(unit, 0) => tr!("{unit} has no pins left", unit = name(unit)),
        DieReport::Rally(unit, 1) => tr!("{unit} loses a pin", unit = name(unit)),
        DieReport::Rally(unit, pins) => tr!("{unit} loses {pins} pins", unit = name(unit), pins),
        DieReport::Shots(shots) => tr!("{shots} shots", shots),
        DieReport::Hits { hits, or_more: true, .. } => tr!("{hits} or more hits", hits),
        DieReport::Hits { hits: 1, dice: 1, .. } => tr!("a hit").to_owned(),
        DieReport::Hits { hits: 0, dice: 1, .. } => tr!("a miss").to_owned(),
        DieReport::Hits { hits: 0, dice, .. } => tr!("no hit with {dice} dice", dice),
        DieReport::Hits { hits: 1, dice, .. } => tr!("1 hit with {dice} dice", dice),
        DieReport::Hits { hits, dice, .. } => tr!("{hits} hits with {dice} dice", hits, dice),
        DieReport::Blast(1) => tr!("the explosion makes 1 hit").to_owned(),
        DieReport::Blast(hits) => tr!("the explosion makes {hits} hits", hits),
        DieReport::Pins(1) => tr!("1 pin").to_owned(),
        DieReport::Pins(pins) => tr!("{pins} pins", pins),
        DieReport::Losses(unit, 0) if men(unit) => tr!("{unit} loses nobody", unit = name(unit)),
        DieReport::Losses(unit, 1) if men(unit) => tr!("{unit} loses a man", unit = name(unit)),
        DieReport::Losses(unit, men_lost) if men(unit) => tr!("{unit} loses {men} men", unit = name(unit), men = men_lost),
        DieReport::Losses(unit, 0) | DieReport::Armour(unit, None) | DieReport::VehicleBlow(unit, VehicleBlow::None) => {
            tr!("{unit} is not damaged", unit = name(unit))
        }
        DieReport::Losses(unit, _) | DieReport::VehicleBlow(unit, VehicleBlow::Destroyed) => {
            tr!("{unit} is damaged", unit = name(unit))
        }
        DieReport::Armour(unit, Some(class)) | DieReport::VehicleBlow(unit, VehicleBlow::Damage(class)) => {
            tr!("{unit} suffers {damage}", unit = name(unit), damage = names::damage(class))
        }
        DieReport::Mishap(unit, mishap) => format!("{}: {}", name(unit), befalls(game, unit, mishap)),
        DieReport::Mishaps(unit, [first, second]) => {
            format!("{}: {}, {}", name(unit), befalls(game, unit, first), names::mishap(second))
        }
        DieReport::Struck(unit, 0) => tr!("nobody of {unit} is struck down", unit = name(unit)),
        DieReport::Struck(unit, 1) => tr!("a man of {unit} is struck down", unit = name(unit)),
        DieReport::Struck(unit, men) => tr!("{men} men of {unit} are struck down", unit = name(unit), men),
        DieReport::VehicleHits(unit, 0) => tr!("no hit on {unit}", unit = name(unit)),
        DieReport::VehicleHits(unit, 1) => tr!("1 hit on {unit}", unit = name(unit)),
        DieReport::VehicleHits(unit, hits) => tr!("{hits} hits on {unit}", unit = name(unit), hits),
        DieReport::Consolidation(unit, 1) => tr!("{unit} may consolidate within 1 inch", unit = name(unit)),
        DieReport::Consolidation(unit, inches) => tr!("{unit} may consolidate within {inches} inches", unit = name(unit), inches),
        DieReport::ExtraTurn(true) => tr!("another turn follows").to_owned(),
        DieReport::ExtraTurn(false) => tr!("the game ends").to_owned(),
    }
}

/// A result of the vehicle damage table; a second halt makes the crew leave [VD.2.a].
fn befalls(game: &BoltAction, unit: UnitId, mishap: Mishap) -> String {
    if mishap == Mishap::Immobilised && game.piece(unit).immobilised {
        return tr!("immobilised again, and lost").to_owned();
    }
    names::mishap(mishap).to_owned()
}
