//! What the dice and chits outside of fights come to, a sentence for each.

use stavka_engine::across_the_bug::checks::{Failure, Occasion};
use stavka_engine::across_the_bug::{AcrossTheBug, Action, DieReport};
use stavka_engine::{Game as _, Side};
use stavka_words::tr;

use super::{fight, names};

/// What a die or a chit comes to, in a sentence, as `viewer` may hear it.
pub(super) fn comes_of(game: &AcrossTheBug, die: Action, viewer: Side) -> Option<String> {
    match die {
        Action::Roll(face) => rolled(game, face, viewer),
        Action::Draw(chit) => drawn(game, die, chit, viewer),
        _ => None,
    }
}

/// What the die that waits for the luck token comes to if it is kept, as `viewer` may hear it; nothing where a combat is decided.
pub(super) fn comes_of_waiting(game: &AcrossTheBug, viewer: Side) -> Option<String> {
    Some(told(game, game.waiting_die_report()?, viewer))
}

fn rolled(game: &AcrossTheBug, die: u8, viewer: Side) -> Option<String> {
    Some(told(game, game.die_report(die)?, viewer))
}

fn told(game: &AcrossTheBug, report: DieReport, viewer: Side) -> String {
    let formation = |formation| names::formation(game.data(), formation);
    let id = |unit| names::id(game, unit, viewer);
    match report {
        DieReport::Points(acting, points) => tr!("{formation} gets {points} Action Points", formation = formation(acting), points),
        DieReport::Reaction(reacting, true) => tr!("{formation} reacts", formation = formation(reacting)),
        DieReport::Reaction(reacting, false) => tr!("{formation} does not react", formation = formation(reacting)),
        DieReport::Interdiction(level) => tr!("the level of interdiction is {level}", level),
        DieReport::FirstOfTwo => tr!("the die of the Soviets is still to come").to_owned(),
        DieReport::Initiative(Side::Axis) => tr!("the German has the initiative").to_owned(),
        DieReport::Initiative(Side::Soviet) => tr!("the Soviets have the initiative").to_owned(),
        DieReport::Attrition(unit, 0) => tr!("{unit} holds out", unit = id(unit)),
        DieReport::Attrition(unit, 1) => tr!("{unit} loses a strength point", unit = id(unit)),
        DieReport::Attrition(unit, points) => tr!("{unit} loses {points} strength points", unit = id(unit), points),
        DieReport::Check(unit, Occasion::Recovery, None) => tr!("{unit} recovers", unit = id(unit)),
        DieReport::Check(unit, _, None) => tr!("{unit} passes the check", unit = id(unit)),
        DieReport::Check(unit, _, Some(Failure::Nothing)) => tr!("{unit} fails the check", unit = id(unit)),
        DieReport::Check(unit, _, Some(Failure::Disorganizes)) => tr!("{unit} fails the check and is disorganized", unit = id(unit)),
        DieReport::Check(unit, _, Some(Failure::CostsStrength)) => {
            tr!("{unit} fails the check and loses a strength point", unit = id(unit))
        }
    }
}

/// What a chit does to the strengths, unless it decides the fight by itself.
fn drawn(game: &AcrossTheBug, die: Action, chit: u8, viewer: Side) -> Option<String> {
    if fight::result_of(game, die).is_some() {
        return None;
    }
    let mut after = game.clone();
    after.apply(die);
    let report = after.fight_report(viewer)?;
    Some(match report.strengths {
        None => tr!("chit {chit} multiplies the units of the attacker", chit),
        Some((attack, defence, _)) => {
            tr!("chit {chit} multiplies the units of the defender: {attack} against {defence}", chit, attack, defence)
        }
    })
}
