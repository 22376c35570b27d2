//! Odds before the dice fall, from the same functions that resolve them: tests, shots, close quarters, damage to vehicles.

use stavka_engine::bolt_action::data::units::Shots;
use stavka_engine::bolt_action::resolution::MOST_MEN;
use stavka_engine::bolt_action::resolution::chance::Chance;
use stavka_engine::bolt_action::resolution::close_quarters::Blows;
use stavka_engine::bolt_action::resolution::damage;
use stavka_engine::bolt_action::resolution::hit::Fire;
use stavka_engine::bolt_action::resolution::odds::Odds;
use stavka_engine::bolt_action::terms::{Armour, Class, Damage};
use stavka_engine::bolt_action::{AssaultOdds, AssaultReport, BoltAction, Effect, Frame, ShotReport, TestReport, UnitId, WeaponReport};
use stavka_engine::{Game as _, Side, Turn};
use stavka_words::tr;

use super::{dice, names};

/// Throws of two dice.
const TEST_WAYS: f64 = 36.0;
/// Losses whose chances are told one by one.
const LOSSES: u8 = 4;

/// The odds of the procedure in progress, line by line; empty when nothing is at stake.
pub(super) fn lines(game: &BoltAction) -> Vec<String> {
    if let Some(test) = game.test_report() {
        return test_lines(game, &test);
    }
    if let Some(shot) = game.shot_in_progress() {
        return shot_lines(game, &shot);
    }
    match game.at_hand() {
        Some(Frame::Draw) => vec![bag(game)],
        Some(Frame::MishapDie(..)) => faces(game),
        Some(Frame::ReturnFire | Frame::OrderTest(_) | Frame::Melee(_)) => {
            game.assault_at_hand().map_or_else(Vec::new, |(attacker, target)| assault_lines(game, &game.assault_report(attacker, target)))
        }
        _ => Vec::new(),
    }
}

/// What is left in the bag.
pub(super) fn bag(game: &BoltAction) -> String {
    let [axis, soviet] = Side::ALL.map(|side| game.in_bag(side));
    tr!("dice in the bag: {axis} Axis, {soviet} Soviet [TURN.1.1]", axis, soviet)
}

/// What each face of the die at hand comes to, in a line each; runs of faces with one result stand together.
fn faces(game: &BoltAction) -> Vec<String> {
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let told: Vec<String> = legal.iter().filter_map(|&die| game.die_report(die)).map(|report| dice::told(game, report)).collect();
    let mut first = 0;
    let mut lines = Vec::new();
    for run in told.chunk_by(|a, b| a == b) {
        let last = first + run.len();
        lines.push(match run.len() {
            1 => tr!("die {last}: {what}", last, what = run[0]),
            _ => tr!("die {first}-{last}: {what}", first = first + 1, last, what = run[0]),
        });
        first = last;
    }
    lines
}

// ---- tests -------------------------------------------------------------------------------------------------------------------

/// A test in half a line.
pub(super) fn test_brief(test: &TestReport) -> String {
    let [passed, _, fubar] = test.ways.map(|ways| names::percent(ways as f64 / TEST_WAYS));
    let value = test.value.max(2);
    if test.ways[2] > 0 {
        tr!("test passed on {value} or less: {passed}, FUBAR {fubar}", value, passed, fubar)
    } else {
        tr!("test passed on {value} or less: {passed}", value, passed)
    }
}

/// A test, and what its value comes from.
fn test_lines(game: &BoltAction, test: &TestReport) -> Vec<String> {
    let tables = &game.data().tables;
    let nerve = test.nerve;
    let mut lines = vec![format!("{}: {}", names::name_at(game, test.unit), test_brief(test))];
    let mut item = |value: i16, what: &str, rule: &str| lines.push(format!("  {value:+} {what} [{rule}]"));
    let quality = nerve.quality;
    item(tables.morale[quality.index()].into(), names::quality(quality), names::quality_row(quality));
    if let Some(rank) = nerve.officer {
        let near = tr!("{rank} within {inches} inches", rank = names::rank(rank), inches = tables.officer_radius[rank.index()]);
        item(tables.officer_bonus[rank.index()].into(), &near, names::rank_row(rank));
    }
    if nerve.pins > 0 {
        item(-i16::from(nerve.pins), tr!("pins"), "TURN.1.3");
    }
    if nerve.penalty > 0 {
        item(-i16::from(nerve.penalty), tr!("assault on closed armour without equipment against tanks"), "CQV.2");
    }
    lines
}

// ---- shots -------------------------------------------------------------------------------------------------------------------

/// Distance, cover, dice and expected losses in half a line.
pub(super) fn shot_brief(game: &BoltAction, shot: &ShotReport) -> String {
    let dice: Vec<String> = shot.weapons.iter().map(|weapon| weapon_brief(game, weapon)).collect();
    if dice.is_empty() {
        return format!("{}; {}", place(shot), harm(game, shot));
    }
    format!("{}; {}; {}", place(shot), dice.join(", "), harm(game, shot))
}

/// Distance and cover.
pub(super) fn place(shot: &ShotReport) -> String {
    let how = if shot.indirect { tr!("indirect fire") } else { names::cover(shot.cover) };
    format!("{}, {how}", names::distance(shot.distance2))
}

/// A weapon with its dice and the number that they need.
pub(super) fn weapon_brief(game: &BoltAction, weapon: &WeaponReport) -> String {
    let name = names::weapon(game.data(), weapon.weapon);
    let (count, need) = (weapon.count, needed(weapon.need));
    let name = if count > 1 { format!("{count} x {name}") } else { name.to_owned() };
    match weapon.shots {
        Shots::Fixed(1) => tr!("{weapon} on {need}", weapon = name, need),
        Shots::Fixed(shots) => tr!("{weapon}, {shots} shots on {need}", weapon = name, shots = shots * count, need),
        Shots::Dice(dice) => tr!("{weapon}, {dice}D6 shots on {need}", weapon = name, dice, need),
    }
}

/// A number that a die needs: above six it is a six, then another.
pub(super) fn needed(need: u8) -> String {
    if need > 6 { tr!("6 and 6 [S18]").to_owned() } else { format!("{need}+") }
}

/// Chance that the vehicle at which is shot is lost.
pub(super) fn vehicle_lost(shot: &ShotReport) -> f64 {
    shot.takes_out.unwrap_or_else(|| shot.odds.destroyed())
}

/// What a shot is expected to do.
pub(super) fn harm(game: &BoltAction, shot: &ShotReport) -> String {
    let odds = &shot.odds;
    if shot.weapons.is_empty() {
        return tr!("no effect").to_owned();
    }
    let hits = tr!("hit {chance}", chance = names::percent(odds.hit()));
    let rest = if game.data().unit(shot.target).class == Class::Vehicle {
        tr!("vehicle lost {chance}", chance = names::percent(vehicle_lost(shot)))
    } else {
        let men = tr!("{men} men lost", men = names::decimal(odds.mean_lost()));
        let test = odds.tests_morale();
        let men = if test >= 0.005 { tr!("{men}, test of morale {chance}", men, chance = names::percent(test)) } else { men };
        tr!("{men}, destroyed in all {chance}", men, chance = names::percent(shot.destroyed))
    };
    format!("{hits}, {rest}")
}

/// A shot: who at whom, each weapon with what changes its roll, and what may come of it.
pub(super) fn shot_lines(game: &BoltAction, shot: &ShotReport) -> Vec<String> {
    let data = game.data();
    let mut lines = vec![
        tr!("{shooter} shoots at {target}", shooter = names::name_at(game, shot.shooter), target = names::name_at(game, shot.target)),
        place(shot),
    ];
    for weapon in &shot.weapons {
        lines.push(format!("{}: {}", weapon_brief(game, weapon), effect(game, shot, weapon)));
        if !shot.indirect {
            lines.push(format!("  {} {}", data.tables.hit.base, tr!("to hit [SHOOT.4]")));
        }
        // A bonus of the roll makes the number smaller.
        lines.extend(weapon.modifiers.iter().map(|&(what, value)| format!("  {:+} {} [{}]", -value, names::modifier(what), what.row())));
    }
    lines.push(harm(game, shot));
    if shot.takes_out.is_none() && !shot.weapons.is_empty() {
        lines.push(losses(&shot.odds));
    }
    lines
}

/// What a hit of a weapon does.
pub(super) fn effect(game: &BoltAction, shot: &ShotReport, weapon: &WeaponReport) -> String {
    let data = game.data();
    match weapon.effect {
        Effect::Wound(chance) => tr!("a hit counts on {need} [DMG]", need = face(chance)),
        Effect::Blast(size, chance) => {
            tr!("a hit makes {size} of them, each counts on {need} [HE]", size = size.name(), need = face(chance))
        }
        Effect::Fright => tr!("a hit pins at most [S21]").to_owned(),
        Effect::Armour { pen, .. } => {
            let (fire, target) = (if shot.indirect { Fire::Indirect } else { Fire::Direct }, data.unit(shot.target));
            let offset = data.battlefield.lattice.offset(shot.cells[1], shot.cells[0]);
            let aspect = damage::aspect(game.piece(shot.target).facing, offset, fire);
            let value = target.armour.map_or(0, |armour| damage::damage_value(&data.tables, damage::DamageTarget::Vehicle(armour)));
            tr!(
                "a hit rolls {pen} against {value} [PEN], {aspect}: {classes}; the vehicle is lost in {chance}",
                pen = format_args!("{pen:+}"),
                value,
                aspect = names::aspect(aspect),
                classes = target.armour.map_or_else(String::new, |armour| classes(game, pen, armour)),
                chance = names::percent(weapon.takes_out.unwrap_or_default())
            )
        }
    }
}

/// What each face of the die that a hit rolls does to armour, from the lowest that does anything.
fn classes(game: &BoltAction, pen: i8, armour: Armour) -> String {
    let faces =
        |damage| (1..=6).filter(|&die| damage::class_of_roll(&game.data().tables, die, pen, armour) == Some(damage)).collect::<Vec<_>>();
    let told = Damage::ALL.into_iter().map(|damage| (damage, faces(damage))).filter(|(_, faces)| !faces.is_empty());
    let told = told.map(|(damage, faces)| match faces[..] {
        [face] => format!("{face} {}", names::damage(damage)),
        _ => format!("{}-{} {}", faces[0], faces[faces.len() - 1], names::damage(damage)),
    });
    let told: Vec<String> = told.collect();
    if told.is_empty() { tr!("no damage").to_owned() } else { told.join(", ") }
}

/// The number of a die that has a chance.
pub(super) fn face(chance: Chance) -> String {
    (1..=6)
        .find(|&need| Chance::at_least(need) == chance)
        .map_or_else(|| format!("{}/{}", chance.numerator(), chance.denominator()), |need| format!("{need}+"))
}

/// How likely how many men fall.
fn losses(odds: &Odds) -> String {
    let more: f64 = (LOSSES..=MOST_MEN as u8).map(|men| odds.lost(men)).sum();
    let possible = (0..LOSSES).filter(|&men| odds.lost(men) > 0.0);
    let told: Vec<String> = possible.map(|men| format!("{men}: {}", names::percent(odds.lost(men)))).collect();
    let told = tr!("men lost: {told}", told = told.join(", "));
    if more > 0.0 { tr!("{told}, {most} or more: {more}", told, most = LOSSES, more = names::percent(more)) } else { told }
}

// ---- close quarters ----------------------------------------------------------------------------------------------------------

/// Men, dice and chances of an assault in half a line.
pub(super) fn assault_brief(game: &BoltAction, attacker: UnitId, target: UnitId) -> String {
    let report = game.assault_report(attacker, target);
    let mut told = vec![fighters(&report), ends(&report)];
    if report.fires_first {
        told.push(tr!("the target may shoot first [CQ.2]").to_owned());
    }
    told.join("; ")
}

/// Men and dice of both.
pub(super) fn fighters(report: &AssaultReport) -> String {
    let [men, others] = report.men;
    let [dice, theirs] = report.dice;
    match report.odds {
        AssaultOdds::Vehicle(Some(need), ..) => tr!("men {men}, dice {dice} on {need}+ against the vehicle", men, dice, need),
        AssaultOdds::Vehicle(None, ..) => tr!("a vehicle that runs is not caught [CQV.1]").to_owned(),
        AssaultOdds::Men(_) => {
            let [on, back] = report.chances.map(face);
            let both =
                tr!("men {men} against {others}, dice {dice} on {on} against {theirs} on {back}", men, dice, on, others, theirs, back);
            match report.blows {
                Blows::InTurn => both,
                Blows::AtOnce => tr!("{both}, both at once because of hard cover [D27]", both),
            }
        }
    }
}

/// How an assault may end.
pub(super) fn ends(report: &AssaultReport) -> String {
    match report.odds {
        AssaultOdds::Men(odds) => tr!(
            "the attacker wins {won}, is destroyed {lost}",
            won = names::percent(odds.attacker_wins),
            lost = names::percent(odds.defender_wins + odds.both_fall)
        ),
        AssaultOdds::Vehicle(_, destroyed, damaged) => {
            let mut told: Vec<String> =
                (destroyed > 0.0).then(|| tr!("vehicle lost {chance}", chance = names::percent(destroyed))).into_iter().collect();
            let classes = Damage::ALL.into_iter().filter(|class| damaged[class.index()] > 0.0);
            told.extend(classes.map(|class| format!("{} {}", names::damage(class), names::percent(damaged[class.index()]))));
            if told.is_empty() { tr!("no damage").to_owned() } else { told.join(", ") }
        }
    }
}

/// An assault in progress.
fn assault_lines(game: &BoltAction, report: &AssaultReport) -> Vec<String> {
    let title = tr!("{unit} assaults {target}", unit = names::name_at(game, report.attacker), target = names::name_at(game, report.target));
    let mut lines = vec![title, fighters(report), ends(report)];
    if report.fires_first && matches!(game.turn(), Turn::Player(_)) {
        lines.push(tr!("the target may shoot first [CQ.2]").to_owned());
    }
    lines
}

#[cfg(test)]
mod tests {
    use stavka_engine::Dice;
    use stavka_engine::catalogue::Catalogue as _;

    use super::*;

    /// The number at the head of an item.
    fn sum(lines: &[String]) -> i32 {
        let items = lines.iter().filter_map(|line| line.strip_prefix("  ")?.split(' ').next()?.parse::<i32>().ok());
        items.sum()
    }

    #[test]
    fn the_items_of_tests_and_of_rolls_to_hit_make_the_numbers() {
        let (mut tests, mut shots) = (0, 0);
        for (scenario, games) in [("duel-tank", 4), ("meeting", 2)] {
            let data = BoltAction::load(scenario).expect("it is embedded");
            for seed in 0..games {
                let (mut dice, mut game, mut legal) = (Dice::new(seed), BoltAction::new(data), Vec::new());
                while game.turn() != Turn::Over {
                    if let Some(test) = game.test_report() {
                        tests += 1;
                        assert_eq!(sum(&lines(&game)), i32::from(test.value), "{:#?}", lines(&game));
                    }
                    if let Some(shot) = game.shot_in_progress() {
                        let told = shot_lines(&game, &shot);
                        if let [weapon] = &shot.weapons[..]
                            && !shot.indirect
                        {
                            shots += 1;
                            assert_eq!(sum(&told).max(data.tables.hit.lowest.into()), i32::from(weapon.need), "{told:#?}");
                        }
                    }
                    game.legal_actions(&mut legal);
                    let action = if game.turn() == Turn::Chance { game.draw(&legal, &mut dice) } else { dice.choose(&legal) };
                    game.apply(action);
                }
            }
        }
        assert!(tests > 0 && shots > 0, "{tests} tests, {shots} shots");
    }
}
