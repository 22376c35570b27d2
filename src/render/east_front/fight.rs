//! Odds as data and in words, from the same functions that resolve the fight.

use stavka_engine::east_front::data::Feature;
use stavka_engine::east_front::drm::Cause;
use stavka_engine::east_front::overrun;
use stavka_engine::east_front::{EastFront, FightReport, units};
use stavka_engine::hex::Hex;
use stavka_engine::{Game as _, PhaseKind, Side, Turn};
use stavka_words::tr;

use super::names::name;
use super::words::needed;
use crate::phrases::odds_lines;
use crate::theme::{Fall, Odds, OddsWords, Shift};

/// The combat at hand, until its die is rolled.
pub(super) fn at_hand(game: &EastFront) -> Option<Odds> {
    let report = game.fight_report()?;
    let is_declared = game.battle_sheet().is_some();
    let title = if is_declared { tr!("Attack as declared so far") } else { tr!("Attack with all together") };
    Some(Odds { is_declared, ..odds(game, &report, title) })
}

/// The combat whose die is to fall.
pub(super) fn in_progress(game: &EastFront) -> Option<Odds> {
    Some(odds(game, &game.fight_report()?, tr!("Attack")))
}

/// The combat that the side to act could have for a hex with all that may join.
pub(super) fn possible(game: &EastFront, hex: Hex) -> Option<Odds> {
    let Turn::Player(side) = game.turn() else { return None };
    let attacks = matches!(game.current_phase().kind(), PhaseKind::Combat | PhaseKind::Declaration);
    if game.occupant(hex) != Some(side.opponent()) || !attacks {
        return None;
    }
    let report = game.full_attack(side, hex)?;
    Some(Odds { is_declared: false, ..odds(game, &report, tr!("Attack with all together")) })
}

fn odds(game: &EastFront, report: &FightReport, title: &str) -> Odds {
    let data = game.data();
    let enemy = report.attacker.opponent();
    let names = |side: Side, bits: u128, note: &str| units(side, bits).map(|unit| name(game, unit) + note).collect::<Vec<_>>();
    let mut attackers = names(report.attacker, report.attackers, "");
    attackers.extend(names(report.attacker, report.supports, tr!(", in support")));
    let mut defenders = names(enemy, report.defenders & !report.guns, "");
    defenders.extend(names(enemy, report.guns, tr!(", in support")));
    let sheet = &report.sheet;
    let column = sheet.column.map_or(tr!("below 1-4"), |column| column.name());
    let shifts = sheet.modifiers.terms.iter().map(|&(cause, value)| {
        let (rule, what) = cause_of(cause);
        Shift { rule, what, value }
    });
    let steps = |side: Side, bits: u128| units(side, bits).map(|unit| game.steps(unit)).sum::<u8>();
    let (attacking, defending) = (steps(report.attacker, report.attackers), steps(enemy, report.defenders));
    let falls: Vec<Fall> = report
        .falls
        .iter()
        .zip(1..)
        .map(|([attacker, defender], die)| Fall {
            retreats: [attacker.retreat > 0 && !attacker.eliminated, defender.retreat > 0 && !defender.eliminated],
            ..Fall::of(
                die,
                if attacker.eliminated { attacking } else { attacker.steps.min(attacking) },
                if defender.eliminated { defending } else { defender.steps.min(defending) },
            )
        })
        .collect();
    let takes = falls.iter().filter(|fall| fall.retreats[1] || fall.defender >= defending).count() as u32;
    let hexes: Vec<String> = report.hexes.iter().map(|hex| game.hex_name(hex)).collect();
    let id = |unit| data.unit(unit).id.clone();
    let attacking_units = units(report.attacker, report.attackers | report.supports);
    Odds {
        is_declared: true,
        fighters: attacking_units.chain(units(enemy, report.defenders | report.guns)).map(id).collect(),
        cell: report.hexes.first().map_or_else(String::new, |hex| data.map.grid.name(hex).to_string()),
        title: format!("{title}: {}", hexes.join(tr!(" and "))),
        attackers,
        defenders,
        absent: absent(game, report),
        attack: sheet.attack,
        defence: sheet.defence,
        base: column.to_owned(),
        column: column.to_owned(),
        shifts: shifts.collect(),
        notes: vec![tr!(
            "net {net} on the die; less is better for the attacker [BSR 15.7]",
            net = format_args!("{:+}", sheet.modifiers.net)
        )],
        expected: Fall::means(&falls),
        takes: [takes, falls.len() as u32],
        taken_by: tr!("by losses or retreat"),
        words: OddsWords::default(),
        falls,
    }
}

/// [12.7][12.36] Units beside the fight that are kept out of it.
fn absent(game: &EastFront, report: &FightReport) -> Vec<String> {
    let waits = |unit| units(report.attacker, report.attackers).any(|attacker| attacker == unit);
    let word = |&(unit, hex): &(_, Hex)| {
        let (unit, hex, waits) = (name(game, unit), game.hex_name(hex), waits(unit));
        if waits {
            tr!("{unit} fights only if {hex} is attacked too [BSR 12.7]", unit, hex)
        } else {
            tr!("{unit} does not fight unless {hex} is attacked too [BSR 12.7]", unit, hex)
        }
    };
    let elsewhere = |&(unit, hex): &(_, Hex)| format!("{} [BSR 12.36]", needed(game, unit, hex));
    report.bound.iter().map(word).chain(report.needed.iter().map(elsewhere)).collect()
}

/// Strengths, column and net modifier in half a line, for the attack with all that may join.
pub(super) fn brief(game: &EastFront, side: Side, hex: Hex) -> Option<String> {
    let report = game.full_attack(side, hex)?;
    Some(tr!("all together {ratio}", ratio = ratio(&report)))
}

/// The same for the combat at hand if an action is taken; nothing for one that later ones have passed over.
pub(super) fn after(game: &EastFront, action: stavka_engine::east_front::Action) -> Option<String> {
    let mut then = game.clone();
    then.try_apply(action).ok()?;
    let report = then.fight_report()?;
    Some(tr!("then {ratio}", ratio = ratio(&report)))
}

/// Strengths, column and net modifier.
pub(super) fn ratio(report: &FightReport) -> String {
    let sheet = &report.sheet;
    let column = sheet.column.map_or(tr!("below 1-4"), |column| column.name());
    tr!(
        "{attack} against {defence}, column {column}, net {net}",
        attack = sheet.attack,
        defence = sheet.defence,
        column,
        net = format_args!("{:+}", sheet.modifiers.net)
    )
}

/// Who fights whom, the column with its modifiers, and what each die does, line by line.
pub(super) fn lines(game: &EastFront) -> Vec<String> {
    if let Some(overrun) = game.overrun_report() {
        return overrun_lines(game, &overrun);
    }
    let Some(odds) = at_hand(game) else { return Vec::new() };
    let mut lines = odds_lines(&odds);
    let row = |of: &dyn Fn(&Fall) -> String| odds.falls.iter().map(|fall| format!("{:>4}", of(fall))).collect::<Vec<_>>().concat();
    let suffers = |steps: u8, retreats: bool| match (steps, retreats) {
        (0, false) => "-".to_owned(),
        (0, true) => "R".to_owned(),
        (steps, retreats) => format!("{steps}{}", if retreats { "R" } else { "" }),
    };
    lines.extend(odds.absent.iter().map(|words| format!("  {words}")));
    lines.push(tr!("die            {row}", row = row(&|fall| fall.die.to_string())));
    lines.push(tr!("attacker loses {row}", row = row(&|fall| suffers(fall.attacker, fall.retreats[0]))));
    lines.push(tr!("defender loses {row}", row = row(&|fall| suffers(fall.defender, fall.retreats[1]))));
    let [takes, of] = odds.takes;
    lines.push(tr!("the hex is emptied in {takes} of {of} {taken_by}", takes, of, taken_by = odds.taken_by));
    lines
}

fn overrun_lines(game: &EastFront, report: &stavka_engine::east_front::OverrunReport) -> Vec<String> {
    let Some(tally) = &report.modifiers else { return Vec::new() };
    let mut lines = vec![tr!("overrun of {target}", target = game.hex_name(report.target))];
    lines.extend(tally.terms.iter().map(|&(cause, value)| {
        let (rule, what) = overrun_cause(cause);
        format!("  {value:+} {what} [{rule}]")
    }));
    lines.push(tr!("  net {net} on the die", net = format_args!("{:+}", tally.net)));
    lines
}

/// The rule and the words for a modifier of a combat.
fn cause_of(cause: Cause) -> (&'static str, &'static str) {
    match cause {
        Cause::Terrain(feature) => ("BSR 15.61", feature_name(feature)),
        Cause::Strongpoint => ("BSR 18.3", tr!("strongpoint")),
        Cause::River => ("BSR 15.61", tr!("river between all attackers and the hex")),
        Cause::FortifiedLine => ("BSR 18.21", tr!("fortified line between all attackers and the hex")),
        Cause::NoRetreat => ("BSR 15.62", tr!("the defender stands fast")),
        Cause::NoAttackSupply => ("BSR 15.66", tr!("no attack supply")),
        Cause::CombinedArms => ("BSR 15.67", tr!("combined arms")),
        Cause::Integrity => ("BSR 15.68", tr!("divisions with integrity")),
        Cause::OverrunMarker => ("BSR 11.44", tr!("a defender carries an Overrun marker")),
        Cause::DefenderOutOfSupply => ("BSR 15.66", tr!("a defender is out of supply")),
        Cause::Engineers => ("BSR 15.63", tr!("engineers, against what shelters the defender")),
        Cause::SuperHeavy => ("BSR 15.64", tr!("super-heavy artillery, against what shelters the defender")),
        Cause::CloseAirSupport => ("BSR 15.65", tr!("close air support, both sides set off")),
    }
}

fn overrun_cause(cause: overrun::Cause) -> (&'static str, &'static str) {
    match cause {
        overrun::Cause::Odds => ("BSR 11.43", tr!("odds")),
        overrun::Cause::Marker => ("BSR 11.43", tr!("an Overrun marker in the hex")),
        overrun::Cause::SoftDefenders => ("BSR 11.43", tr!("only cavalry, artillery and headquarters defend")),
        overrun::Cause::StrongDefence => ("BSR 11.43", tr!("a strong defence")),
        overrun::Cause::Terrain(feature) => ("BSR 11.43", feature_name(feature)),
    }
}

/// A feature of the terrain in words.
pub(super) fn feature_name(feature: Feature) -> &'static str {
    match feature {
        Feature::Clear => tr!("clear ground"),
        Feature::Sand => tr!("sand"),
        Feature::Hill => tr!("hills"),
        Feature::Woods => tr!("woods"),
        Feature::Marsh => tr!("marsh"),
        Feature::Swamp => tr!("swamp"),
        Feature::Lake | Feature::LakeSide => tr!("lake"),
        Feature::Sea => tr!("sea"),
        Feature::Sivash => tr!("Sivash"),
        Feature::Coast => tr!("coast"),
        Feature::Town => tr!("town"),
        Feature::City => tr!("city"),
        Feature::MajorCity => tr!("major city"),
        Feature::River => tr!("river"),
        Feature::MajorRiver => tr!("major river"),
        Feature::Strongpoint => tr!("strongpoint"),
        Feature::FortifiedLine => tr!("fortified line"),
        _ => tr!("terrain"),
    }
}
