//! What the dice outside of fights come to, a sentence for each.

use stavka_engine::Side;
use stavka_engine::armir::{Armir, DieReport};
use stavka_words::tr;

use super::odds;

/// What a face of the die that is due comes to, in a sentence.
pub(super) fn comes_of(game: &Armir, die: u8) -> Option<String> {
    Some(match game.die_report(die)? {
        DieReport::AirUnit(Side::Axis) => tr!("the Axis gets the air unit").to_owned(),
        DieReport::AirUnit(Side::Soviet) => tr!("the Soviets get the air unit").to_owned(),
        DieReport::Aircraft(true) => tr!("the Italian aircraft is ready again").to_owned(),
        DieReport::Aircraft(false) => tr!("the Italian aircraft stays out of use").to_owned(),
        DieReport::Garrison(true) => tr!("the airfield garrison grows").to_owned(),
        DieReport::Garrison(false) => tr!("the airfield garrison does not grow").to_owned(),
        DieReport::Depot(0) => tr!("no supply point is left to lose").to_owned(),
        DieReport::Depot(1) => tr!("1 supply point is lost with the depot").to_owned(),
        DieReport::Depot(points) => tr!("{points} supply points are lost with the depot", points),
        DieReport::Bombardment(result) => odds::effect_of(result).to_owned(),
        DieReport::Chir(true, steps) => tr!("the Soviets advance on the Chir and lose {steps}", steps = steps_lost(steps)),
        DieReport::Chir(false, steps) => tr!("the Soviets do not advance on the Chir and lose {steps}", steps = steps_lost(steps)),
        DieReport::Airfields(result) => tr!(
            "the attackers of the airfields lose {attacker}, the garrison {defender}",
            attacker = steps_lost(result.attacker),
            defender = steps_lost(result.defender)
        ),
        DieReport::Raid(true) => tr!("the tank corps goes on without supply").to_owned(),
        DieReport::Raid(false) => tr!("the tank corps is out of supply").to_owned(),
    })
}

fn steps_lost(steps: u8) -> String {
    match steps {
        0 => tr!("no step").to_owned(),
        1 => tr!("1 step").to_owned(),
        _ => tr!("{count} steps", count = steps),
    }
}
