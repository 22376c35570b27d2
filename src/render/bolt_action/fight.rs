//! Odds of shots and of close quarters as data, from the same functions that the rules use.

use stavka_engine::bolt_action::resolution::chance::{Chance, FACES};
use stavka_engine::bolt_action::terms::{Class, Damage};
use stavka_engine::bolt_action::{Action, AssaultOdds, AssaultReport, BoltAction, Frame, MeleeStage, ShotReport, UnitId, WeaponReport};
use stavka_engine::{Game as _, Side, Turn};
use stavka_words::tr;

use super::{cells, names, odds, words};
use crate::theme::{Fall, Odds, OddsPart, OddsWords, Shift};

/// Sum of the weights of the results of a fight: the law of a volley has no common denominator that is small enough.
const WAYS: u32 = 100_000;

/// The fight at hand: a shot whose target is named, or an assault.
pub(super) fn at_hand(game: &BoltAction) -> Option<Odds> {
    if let Some(shot) = game.shot_in_progress() {
        return Some(of_shot(game, &shot));
    }
    let (attacker, target) = game.assault_at_hand().filter(|_| comes_to_blows(game))?;
    Some(of_assault(game, &game.assault_report(attacker, target)))
}

/// Whether an assault that was declared is still to be fought out, and both are there.
fn comes_to_blows(game: &BoltAction) -> bool {
    let (Some((attacker, target)), Some(frame)) = (game.assault_at_hand(), game.at_hand()) else { return false };
    let fought =
        matches!(frame, Frame::OrderTest(_) | Frame::ReturnFire | Frame::Contact | Frame::Path(_) | Frame::Ambush(_) | Frame::Melee(_));
    fought && [attacker, target].into_iter().all(|unit| game.piece(unit).is_alive())
}

/// The fight that the choices of `viewer` in a cell offer now.
pub(super) fn possible(game: &BoltAction, cell: &str, viewer: Side) -> Option<Odds> {
    let cell = cells::cell(game.data(), cell)?;
    if game.turn() != Turn::Player(viewer) {
        return None;
    }
    let unit = cells::unit_at(game, cell)?;
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let here = legal.into_iter().filter(|action| action.unit() == Some(unit));
    // Of several ways to shoot the one with the most Panzerfausts.
    here.rev().find_map(|action| of_choice(game, action))
}

/// The odds of a choice that begins a fight.
fn of_choice(game: &BoltAction, action: Action) -> Option<Odds> {
    let odds = match action {
        Action::Charge(target) => {
            let unit = game.acting()?;
            let mut odds = of_assault(game, &game.assault_report(unit, target));
            odds.notes.extend(words::assault_test(game, unit, target));
            odds
        }
        _ => of_shot(game, &game.shot_report(action)?),
    };
    Some(Odds { is_declared: false, ..odds })
}

/// The volley or the close quarters that end with a die, with their odds and what came of them.
pub(super) fn decided_by(game: &BoltAction, die: Action) -> Option<(Odds, String)> {
    if game.turn() != Turn::Chance || !matches!(game.at_hand(), Some(Frame::Volley(_) | Frame::Melee(_))) {
        return None;
    }
    let odds = at_hand(game)?;
    let mut after = game.clone();
    after.apply(die);
    let goes_on = match (game.at_hand(), after.at_hand()) {
        // The test of morale that losses ask for is a die of its own.
        (Some(Frame::Volley(_)), Some(Frame::Volley(_))) => after.shot_in_progress().is_some(),
        (Some(Frame::Melee(_)), Some(Frame::Melee(stage))) => stage != MeleeStage::Attack || after.turn() == Turn::Over,
        _ => false,
    };
    let fighters = game.shot_in_progress().map(|shot| (shot.shooter, shot.target)).or_else(|| game.assault_at_hand())?;
    (!goes_on).then(|| (odds, result(game, &after, [fighters.0, fighters.1])))
}

/// What a fight has done to those who fought.
fn result(before: &BoltAction, after: &BoltAction, fighters: [UnitId; 2]) -> String {
    let mut told = Vec::new();
    for unit in fighters {
        let (was, is) = (before.piece(unit), after.piece(unit));
        let name = names::tag(unit);
        if !is.is_alive() {
            if was.is_alive() {
                told.push(tr!("{unit} is destroyed", unit = name));
            }
            continue;
        }
        match was.men - is.men {
            0 => {}
            1 => told.push(tr!("{unit} loses a man", unit = name)),
            men => told.push(tr!("{unit} loses {men} men", unit = name, men)),
        }
        match is.pins.saturating_sub(was.pins) {
            0 => {}
            1 => told.push(tr!("{unit}: a pin more", unit = name)),
            pins => told.push(tr!("{unit}: {pins} pins more", unit = name, pins)),
        }
    }
    if told.is_empty() { tr!("no effect on the target").to_owned() } else { told.join(", ") }
}

// ---- shots -------------------------------------------------------------------------------------------------------------------

/// The odds of a shot.
pub(super) fn of_shot(game: &BoltAction, shot: &ShotReport) -> Odds {
    let vehicle = game.data().unit(shot.target).class == Class::Vehicle;
    let falls = if vehicle { vehicle_falls(shot) } else { men_falls(game, shot) };
    let lost = ways(if vehicle { odds::vehicle_lost(shot) } else { shot.destroyed });
    let need = shot.weapons.iter().map(|weapon| weapon.need).min().unwrap_or(FACES + 1);
    let part = |weapon: &WeaponReport| OddsPart {
        title: format!("{}: {}", odds::weapon_brief(game, weapon), odds::effect(game, shot, weapon)),
        // A bonus of the roll makes the number smaller.
        shifts: weapon
            .modifiers
            .iter()
            .map(|&(what, value)| Shift { rule: what.row(), what: names::modifier(what), value: -value })
            .collect(),
    };
    let title =
        tr!("{shooter} at {target}", shooter = names::name(game.data(), shot.shooter), target = names::name(game.data(), shot.target));
    let notes = if shot.indirect {
        tr!("indirect fire has no modifiers: each further shot at the target needs one less [S27]")
    } else {
        tr!("a modifier is added to the number that a die needs")
    };
    Odds {
        notes: vec![notes.to_owned()],
        words: OddsWords {
            summary: Some(odds::place(shot)),
            outlook: Some(odds::harm(game, shot)),
            parts: shot.weapons.iter().map(part).collect(),
        },
        ..fight(game, [shot.shooter, shot.target], title, column(need), falls, lost)
    }
}

/// Men who fall, from none without a hit to all.
fn men_falls(game: &BoltAction, shot: &ShotReport) -> Vec<Fall> {
    let men = game.piece(shot.target).men;
    let law =
        [(0, shot.odds.no_hit()), (0, shot.odds.hit_without_loss())].into_iter().chain((1..=men).map(|lost| (lost, shot.odds.lost(lost))));
    let told = |(at, (lost, _)): (usize, &(u8, f64))| match (at, *lost) {
        (0, _) => tr!("missed").to_owned(),
        (1, _) => tr!("pinned").to_owned(),
        (_, lost) => format!("-{lost}"),
    };
    falls(&law.collect::<Vec<_>>(), told)
}

/// A vehicle is missed, hit, or lost.
fn vehicle_falls(shot: &ShotReport) -> Vec<Fall> {
    let lost = odds::vehicle_lost(shot);
    let missed = shot.odds.no_hit();
    let words = [tr!("missed"), tr!("hit"), tr!("lost")];
    falls(&[(0, missed), (0, (1.0 - missed - lost).max(0.0)), (1, lost)], |(at, _)| words[at].to_owned())
}

/// A chance as a weight.
fn ways(chance: f64) -> u32 {
    (chance * f64::from(WAYS)).round() as u32
}

/// Results with their weights, which sum to [`WAYS`]; those that hardly ever come are left out.
fn falls(law: &[(u8, f64)], told: impl Fn((usize, &(u8, f64))) -> String) -> Vec<Fall> {
    let mut weights: Vec<u32> = law.iter().map(|&(_, chance)| ways(chance)).collect();
    let sum: u32 = weights.iter().sum();
    // What rounding has made too much or too little belongs to the likeliest.
    if let Some(most) = weights.iter_mut().max() {
        *most = *most + WAYS - sum.min(*most + WAYS);
    }
    let seen = law.iter().enumerate().zip(weights).filter(|(_, weight)| *weight > 0);
    seen.zip(1..).map(|(((at, law), weight), die)| Fall { weight, told: Some(told((at, law))), ..Fall::of(die, 0, law.0) }).collect()
}

// ---- close quarters ----------------------------------------------------------------------------------------------------------

/// The odds of close quarters.
fn of_assault(game: &BoltAction, report: &AssaultReport) -> Odds {
    let law: Vec<(u8, f64)> = match report.odds {
        AssaultOdds::Men(men) => vec![(0, men.defender_wins), (0, men.both_fall), (1, men.attacker_wins)],
        AssaultOdds::Vehicle(_, destroyed, damaged) => {
            let safe = 1.0 - destroyed - damaged.iter().sum::<f64>();
            std::iter::once((0, safe.max(0.0))).chain(damaged.map(|chance| (0, chance))).chain([(1, destroyed)]).collect()
        }
    };
    let words: Vec<&'static str> = match report.odds {
        AssaultOdds::Men(_) => vec![tr!("wins"), tr!("both fall"), tr!("is destroyed")],
        AssaultOdds::Vehicle(..) => {
            let damaged = Damage::ALL.map(names::damage);
            std::iter::once(tr!("unharmed")).chain(damaged).chain([tr!("is destroyed")]).collect()
        }
    };
    let need = match report.odds {
        AssaultOdds::Men(_) => number(report.chances[0]),
        AssaultOdds::Vehicle(need, ..) => need.unwrap_or(FACES + 1),
    };
    let lost = ways(law.last().map_or(0.0, |(_, chance)| *chance));
    let falls = falls(&law, |(at, _)| words[at].to_owned());
    let title = tr!(
        "{attacker} assaults {target}",
        attacker = names::name(game.data(), report.attacker),
        target = names::name(game.data(), report.target)
    );
    let first =
        report.fires_first.then(|| tr!("the target may shoot first: the odds are those of the men who are there now [CQ.2]").to_owned());
    Odds {
        notes: first.into_iter().collect(),
        words: OddsWords { summary: Some(odds::fighters(report)), outlook: Some(odds::ends(report)), parts: Vec::new() },
        ..fight(game, [report.attacker, report.target], title, column(need), falls, lost)
    }
}

/// The number of a die with a chance.
fn number(chance: Chance) -> u8 {
    FACES + 1 - FACES * chance.numerator() / chance.denominator().max(1)
}

/// The column of the table of numbers to hit.
fn column(need: u8) -> String {
    super::tables::NUMBERS[usize::from(need.clamp(2, FACES + 1)) - 2].to_owned()
}

fn fight(game: &BoltAction, fighters: [UnitId; 2], title: String, column: String, falls: Vec<Fall>, lost: u32) -> Odds {
    let data = game.data();
    let [attacker, target] = fighters;
    Odds {
        is_declared: true,
        fighters: fighters.map(|unit| data.name(unit).to_owned()).to_vec(),
        cell: game.piece(target).cell.map(|cell| names::cell(data, cell)).unwrap_or_default(),
        title,
        attackers: vec![names::name_at(game, attacker)],
        defenders: vec![names::name_at(game, target)],
        absent: Vec::new(),
        attack: game.piece(attacker).men.into(),
        defence: game.piece(target).men.into(),
        base: column.clone(),
        column,
        shifts: Vec::new(),
        notes: Vec::new(),
        expected: Fall::means(&falls),
        takes: [lost, falls.iter().map(|fall| fall.weight).sum()],
        taken_by: "",
        words: OddsWords::default(),
        falls,
    }
}

#[cfg(test)]
mod tests {
    use stavka_engine::Dice;
    use stavka_engine::catalogue::Catalogue as _;

    use super::*;

    /// Calls back with every choice to shoot or to assault in random games.
    fn fights(scenario: &str, games: u64, mut see: impl FnMut(&BoltAction, Action, &Odds)) {
        for seed in 0..games {
            let (mut dice, mut legal) = (Dice::new(seed), Vec::new());
            let mut game = BoltAction::new(BoltAction::load(scenario).expect("it is embedded"));
            while game.turn() != Turn::Over {
                game.legal_actions(&mut legal);
                for &action in legal.iter().filter(|_| game.turn() != Turn::Chance) {
                    if let Some(odds) = of_choice(&game, action) {
                        see(&game, action, &odds);
                    }
                }
                let action = if game.turn() == Turn::Chance { game.draw(&legal, &mut dice) } else { dice.choose(&legal) };
                game.apply(action);
            }
        }
    }

    #[test]
    fn odds_of_a_shot_are_those_of_the_engine_and_its_modifiers_make_the_number() {
        let mut seen = [0; 2];
        fights("duel-tank", 6, |game, action, odds| {
            assert_eq!(odds.falls.iter().map(|fall| fall.weight).sum::<u32>(), WAYS);
            let Some(shot) = game.shot_report(action) else { return };
            let vehicle = game.data().unit(shot.target).class == Class::Vehicle;
            seen[usize::from(vehicle)] += 1;
            let told: f64 = odds.falls.iter().filter(|fall| fall.defender > 0).map(|fall| f64::from(fall.weight)).sum();
            let lost = if vehicle { shot.takes_out.unwrap_or_else(|| shot.odds.destroyed()) } else { 1.0 - shot.odds.lost(0) };
            assert!((told / f64::from(WAYS) - lost).abs() < 2e-4, "{told} of {WAYS}, {lost}: {odds:?}");
            if !vehicle {
                assert!((odds.expected[1] - shot.odds.mean_lost()).abs() < 2e-3, "{odds:?}");
            }
            for (part, weapon) in odds.words.parts.iter().zip(&shot.weapons).filter(|_| !shot.indirect) {
                let number = i16::from(game.data().tables.hit.base) + part.shifts.iter().map(|shift| i16::from(shift.value)).sum::<i16>();
                assert_eq!(number.max(2), i16::from(weapon.need), "{part:?}");
            }
        });
        assert!(!seen.contains(&0), "shots at men and at vehicles: {seen:?}");
    }
}
