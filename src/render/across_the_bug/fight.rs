//! Odds as data and in words, from the same functions that resolve the fight. What a side does not see of the enemy is not in them.

use stavka_engine::across_the_bug::data::CombatResult;
use stavka_engine::across_the_bug::drm::Cause;
use stavka_engine::across_the_bug::results::Column;
use stavka_engine::across_the_bug::terms::AttackType;
use stavka_engine::across_the_bug::{AcrossTheBug, Action, FightReport, units};
use stavka_engine::hex::Hex;
use stavka_engine::{Game as _, Side, Turn};
use stavka_words::tr;

use super::names;
use super::tables::{COLUMNS, ratio};
use crate::phrases::odds_lines;
use crate::theme::{Fall, Odds, OddsWords, Shift};

/// The combat at hand, until its die falls.
pub(super) fn at_hand(game: &AcrossTheBug, viewer: Side) -> Option<Odds> {
    let report = game.fight_report(viewer)?;
    Some(odds(game, &report, viewer))
}

/// The attack that the side to act could make on a hex.
pub(super) fn possible(game: &AcrossTheBug, hex: Hex, viewer: Side) -> Option<Odds> {
    if game.turn() != Turn::Player(viewer) || game.occupant(hex) != Some(viewer.opponent()) {
        return None;
    }
    let report = game.possible_attack(hex, None).filter(|report| report.attacker == viewer)?;
    let mut odds = Odds { is_declared: false, ..odds(game, &report, viewer) };
    for kind in AttackType::ALL.into_iter().filter(|&kind| kind != report.sheet.kind) {
        if let Some(other) = game.possible_attack(hex, Some(kind)) {
            odds.notes.push(format!("{}: {}", names::attack(kind), brief(&other)));
        }
    }
    Some(odds)
}

fn odds(game: &AcrossTheBug, report: &FightReport, viewer: Side) -> Odds {
    let data = game.data();
    let (side, enemy) = (report.attacker, report.attacker.opponent());
    let names = |side: Side, bits: u128| units(side, bits).map(|unit| names::name(game, unit, viewer)).collect::<Vec<_>>();
    let mut defenders = names(enemy, report.units[1]);
    if report.beneath > 0 {
        defenders.push(tr!("{count} more that are not seen [5.3.4]", count = report.beneath));
    }
    let falls = falls(&report.outcomes);
    let column = column(report);
    let all: u32 = falls.iter().map(|fall| fall.weight).sum();
    let strength: u8 = report.sheet.defenders.iter().map(|unit| unit.strength).sum();
    // A stack of one hit point less than its units goes by hits alone; what retreats is not foreseen.
    let taken = falls.iter().filter(|fall| fall.defender > 0 && fall.defender >= strength).map(|fall| fall.weight).sum();
    let [attack, defence] = strengths(game, report);
    let shifts = report.modifiers().map(|(cause, value)| Shift { rule: cause.rule(), what: cause_in_words(cause), value });
    Odds {
        is_declared: true,
        fighters: units(side, report.units[0]).chain(units(enemy, report.units[1])).map(|unit| data.unit(unit).id.clone()).collect(),
        cell: data.map.grid.name(report.hexes[1]).to_string(),
        title: format!("{}: {}", names::attack(report.sheet.kind), game.hex_name(report.hexes[1])),
        attackers: names(side, report.units[0]),
        defenders,
        absent: Vec::new(),
        attack,
        defence,
        base: column.clone(),
        column,
        shifts: shifts.collect(),
        notes: notes(game, report),
        expected: Fall::means(&falls),
        takes: [taken, all],
        taken_by: tr!("by losses; a defender who retreats gives it up too"),
        words: OddsWords::default(),
        falls,
    }
}

/// The strengths that have been drawn, or those of the mean chits.
fn strengths(game: &AcrossTheBug, report: &FightReport) -> [u16; 2] {
    use stavka_engine::across_the_bug::strength;
    if let Some((attack, defence, _)) = report.strengths {
        return [attack, defence];
    }
    let (tables, sheet) = (&game.data().tables, &report.sheet);
    let count = tables.chits.len() as u16;
    let mean =
        |of: &dyn Fn(&stavka_engine::across_the_bug::data::Chit) -> u16| (tables.chits.iter().map(of).sum::<u16>() + count / 2) / count;
    [
        mean(&|chit| strength::attack(&tables.combat, chit, sheet.kind, &sheet.attackers)),
        mean(&|chit| strength::defence(chit, sheet.improved, &sheet.defenders)),
    ]
}

/// The name of a column in the table.
fn column_name(column: Option<Column>) -> String {
    column.map_or_else(|| tr!("below c1").to_owned(), |column| COLUMNS[column.index()].to_owned())
}

/// The column that has been drawn, or the likeliest.
fn column(report: &FightReport) -> String {
    match report.strengths {
        Some((.., column)) => column_name(column),
        None => report.likeliest_column.map_or_else(|| tr!("below c1").to_owned(), |at| COLUMNS[at].to_owned()),
    }
}

/// What else is to be known: the chits, the line of the table, the net modifier, armour, what is not seen.
fn notes(game: &AcrossTheBug, report: &FightReport) -> Vec<String> {
    let sheet = &report.sheet;
    let mut notes = Vec::new();
    let line = ratio(game.data(), sheet.line, &report.strengths.map_or_else(|| column(report), |(.., column)| column_name(column)));
    if let Some(ratio) = line {
        notes.push(tr!("line {line} of the table, by the ground of the defender: {ratio} or more [7.5.1.D2]", line = sheet.line, ratio));
    }
    match (report.chits, report.strengths) {
        (_, Some(_)) => {
            let [attacker, defender] = report.chits.map(Option::unwrap_or_default);
            notes.push(tr!("chits drawn: {attacker} by the attacker, {defender} by the defender [7.5.1.1]", attacker, defender));
        }
        ([Some(attacker), _], None) => {
            notes.push(tr!("chit {attacker} drawn by the attacker; that of the defender is due [7.5.1.1]", attacker))
        }
        _ => notes.push(tr!("mean strengths: the chits multiply each unit by 1 to 3 [7.5.1.1]").to_owned()),
    }
    notes.push(tr!("net {net} on the die; more is better for the attacker [7.5.1.2]", net = format_args!("{:+}", sheet.modifiers.net)));
    if report.is_uncertain {
        notes.push(tr!("not all of the defender is known: his counters in ascending order, his losses spread evenly [5.3.4]").to_owned());
    }
    notes
}

/// Results as a list: faces of the die in their order, or results with their weights.
fn falls(outcomes: &[(CombatResult, u32)]) -> Vec<Fall> {
    let fall = |(at, &(result, weight)): (usize, &(CombatResult, u32))| Fall {
        checks: [result.attacker.red, result.defender.red],
        weight,
        ..Fall::of(at as u8 + 1, result.attacker.hits, result.defender.hits)
    };
    outcomes.iter().enumerate().map(fall).collect()
}

/// Modifier and mean hits in half a line.
pub(super) fn brief(report: &FightReport) -> String {
    let [attacker, defender] = Fall::means(&falls(&report.outcomes)).map(|mean| format!("{mean:.1}"));
    tr!(
        "net {net}, mean hits {attacker} on the attacker, {defender} on the defender",
        net = format_args!("{:+}", report.sheet.modifiers.net),
        attacker,
        defender
    )
}

/// What a die, or a chit that needs none, does to the two sides of the combat at hand.
pub(super) fn result_of(game: &AcrossTheBug, die: Action) -> Option<String> {
    let result = match die {
        Action::Roll(face) => game.combat_result(face),
        Action::Draw(chit) => game.result_below(chit),
        _ => None,
    };
    result.map(result_in_words)
}

/// A result in words.
pub(super) fn result_in_words(result: CombatResult) -> String {
    let suffers = |hits: stavka_engine::across_the_bug::data::Hits| match (hits.hits, hits.red) {
        (0, _) => tr!("no hit").to_owned(),
        (1, false) => tr!("1 hit").to_owned(),
        (count, false) => tr!("{count} hits", count),
        (1, true) => tr!("1 red hit").to_owned(),
        (count, true) => tr!("{count} red hits", count),
    };
    tr!("attacker {attacker}, defender {defender}", attacker = suffers(result.attacker), defender = suffers(result.defender))
}

/// Who fights whom, the modifiers, and what can come of it, line by line.
pub(super) fn lines(game: &AcrossTheBug, viewer: Side) -> Vec<String> {
    let Some(odds) = at_hand(game, viewer) else { return Vec::new() };
    let mut lines = odds_lines(&odds);
    let all = f64::from(odds.takes[1].max(1));
    let weighed = odds.falls.iter().any(|fall| fall.weight > 1);
    let row = |of: &dyn Fn(&Fall) -> String| odds.falls.iter().map(|fall| format!("{:>5}", of(fall))).collect::<Vec<_>>().concat();
    let suffers = |hits: u8, red: bool| format!("{hits}{}", if red { "r" } else { "" });
    if weighed {
        lines.push(tr!("chance         {row}", row = row(&|fall| format!("{:.0}%", 100.0 * f64::from(fall.weight) / all))));
    } else {
        lines.push(tr!("die            {row}", row = row(&|fall| fall.die.to_string())));
    }
    lines.push(tr!("attacker loses {row}", row = row(&|fall| suffers(fall.attacker, fall.checks[0]))));
    lines.push(tr!("defender loses {row}", row = row(&|fall| suffers(fall.defender, fall.checks[1]))));
    lines
}

/// The cause of a modifier in words.
fn cause_in_words(cause: Cause) -> &'static str {
    match cause {
        Cause::Hexside(crossing) => names::crossing(crossing),
        Cause::Brandenburg => tr!("bridge held by the Brandenburgers"),
        Cause::AttackerSupport => tr!("support of the attacker"),
        Cause::DefenderSupport => tr!("support of the defender"),
        Cause::Headquarters => tr!("support points of the headquarters"),
        Cause::Armour => tr!("armour superiority"),
        Cause::Engineers => tr!("engineers against a strongpoint"),
    }
}
