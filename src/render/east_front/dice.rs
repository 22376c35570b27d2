//! What the dice outside of fights come to, a sentence for each.

use stavka_engine::east_front::data::{AirBox, AirEffect};
use stavka_engine::east_front::weather::{Condition, Sky};
use stavka_engine::east_front::{AirId, DieReport, EastFront};
use stavka_words::{tr, translate};

use super::layout::BOXES;

/// What a face of the die that is due comes to, in a sentence.
pub(super) fn comes_of(game: &EastFront, die: u8) -> Option<String> {
    let air = |air: AirId| game.data().air(air).id.as_str();
    let id = |unit| game.data().unit(unit).id.as_str();
    Some(match game.die_report(die)? {
        DieReport::Weather(sky) => weather(sky),
        DieReport::Readiness(unit, then) => readiness(game, unit, then),
        DieReport::AirInitiative(None, _) => tr!("nobody leads, and there is no air combat").to_owned(),
        DieReport::AirInitiative(Some(side), false) => tr!("{side} leads the air combat", side),
        DieReport::AirInitiative(Some(side), true) => tr!("{side} leads the air combat with local tactical advantage", side),
        DieReport::Shot(shooter, target, effect) => {
            let (shooter, target) = (air(shooter), air(target));
            match effect {
                AirEffect::Nothing => tr!("{shooter} misses {target}", shooter, target),
                AirEffect::Flown => tr!("{shooter} drives {target} back to its base", shooter, target),
                AirEffect::Damaged => tr!("{shooter} damages {target}", shooter, target),
                AirEffect::Destroyed => tr!("{shooter} shoots {target} down", shooter, target),
            }
        }
        DieReport::AntiAir(unit, effect) => match effect {
            AirEffect::Nothing => tr!("{unit} flies on through the fire", unit = air(unit)),
            AirEffect::Flown => tr!("the fire drives {unit} back to its base", unit = air(unit)),
            AirEffect::Damaged => tr!("the fire damages {unit}", unit = air(unit)),
            AirEffect::Destroyed => tr!("the fire shoots {unit} down", unit = air(unit)),
        },
        DieReport::Overrun(result) => match (result.success, result.loss) {
            (true, true) => tr!("the overrun succeeds, and the defenders lose a step"),
            (true, false) => tr!("the overrun succeeds"),
            (false, true) => tr!("the overrun fails, and the attackers lose a step"),
            (false, false) => tr!("the overrun fails"),
        }
        .to_owned(),
        DieReport::Harassment(true) => tr!("those who retreat get through").to_owned(),
        DieReport::Harassment(false) => tr!("those who retreat are lost").to_owned(),
        DieReport::Surrender(hex, true) => tr!("the units in {hex} surrender", hex = game.hex_name(hex)),
        DieReport::Surrender(hex, false) => tr!("the units in {hex} hold out", hex = game.hex_name(hex)),
        DieReport::Recovery(hq, true) => tr!("{unit} is operational again", unit = id(hq)),
        DieReport::Recovery(hq, false) => tr!("{unit} stays non-operational", unit = id(hq)),
    })
}

fn weather(sky: Sky) -> String {
    let told = match sky.condition {
        Condition::Dry => tr!("the ground is dry"),
        Condition::Mud => tr!("the ground is mud"),
        Condition::Frost => tr!("the ground freezes"),
        Condition::Snow => tr!("snow covers the ground"),
        Condition::Arctic => tr!("arctic cold sets in"),
    };
    if sky.storm { tr!("{weather}, and a storm keeps aircraft on the ground", weather = told) } else { told.to_owned() }
}

fn readiness(game: &EastFront, unit: AirId, then: AirBox) -> String {
    let id = game.data().air(unit).id.as_str();
    if game.air_units_in(then).contains(unit) {
        let name = BOXES.into_iter().find(|(air_box, _)| *air_box == then).map_or("", |(_, name)| name);
        return tr!("{unit} stays in the box {place}", unit = id, place = translate(name));
    }
    match then {
        AirBox::Ready => tr!("{unit} is ready", unit = id),
        _ => tr!("{unit} is repaired", unit = id),
    }
}
