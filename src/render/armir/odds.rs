//! Odds before the die falls, from the same functions that resolve it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use stavka_engine::armir::{Action, Armir, Battle, BattleSheet, BombardmentResult, CrtResult, units};
use stavka_engine::{Game as _, Side, Turn};
use stavka_words::{tr, translate};

use crate::hexmap::HexBoard as _;

/// Faces of a die.
const FACES: std::ops::RangeInclusive<u8> = 1..=6;

/// The combat being declared, itemised; empty once its die has fallen.
pub(super) fn at_hand(game: &Armir) -> Vec<String> {
    match game.battle().filter(|battle| battle.attackers != 0) {
        Some(battle) if is_open(game) => itemised(game, battle),
        _ => Vec::new(),
    }
}

/// Whether a combat is still being declared.
pub(super) fn is_open(game: &Armir) -> bool {
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    legal.iter().any(|action| matches!(action, Action::Commit(_) | Action::Engage | Action::Support(_)))
}

/// Who fights whom, the column with its shifts, and what each die does.
pub(super) fn itemised(game: &Armir, battle: &Battle) -> Vec<String> {
    let sheet = game.battle_sheet(battle);
    let side = battle.attacker;
    let names = |side: Side, bits: u64| units(side, bits).map(|unit| game.unit_name(unit)).collect::<Vec<_>>().join(", ");
    let mut lines = vec![
        tr!("attack  {attack}  {names}", attack = format_args!("{:>3}", sheet.attack), names = names(side, battle.attackers)),
        tr!("defence {defence}  {names}", defence = format_args!("{:>3}", sheet.defence), names = game.stack_names(battle.target)),
    ];
    if battle.supports != 0 {
        lines.push(tr!("guns in support: {names}", names = names(Side::Axis, battle.supports)));
    }
    lines.push(column_text(&sheet));
    if sheet.strongpoint {
        lines.push(tr!("strongpoint: the attacker loses one step more, the defender one less of two or more [14.3]").into());
    }
    lines.extend(die_table(game, &sheet));
    lines
}

/// Strengths, column and steps lost by die in half a line.
pub(super) fn brief(game: &Armir, battle: &Battle) -> String {
    let sheet = game.battle_sheet(battle);
    let results: Vec<String> = FACES.map(|die| losses(game.battle_result(&sheet, die))).collect();
    tr!(
        "{attack} against {defence}, column {column}; attacker/defender lose {results}",
        attack = sheet.attack,
        defence = sheet.defence,
        column = Armir::column_name(sheet.column),
        results = results.join(" ")
    )
}

/// What each die of an action that calls for one does, if it is a bombardment.
pub(super) fn bombardment(game: &Armir, action: Action) -> String {
    let mut after = game.clone();
    after.apply(action);
    if after.turn() != Turn::Chance {
        return String::new();
    }
    let mut dice = Vec::new();
    after.legal_actions(&mut dice);
    let effects: Vec<&str> = dice.iter().map(|&die| effect(&after, die)).collect();
    let mut first = 0;
    let mut parts = Vec::new();
    for run in effects.chunk_by(|a, b| a == b) {
        let last = first + run.len();
        match (run[0], run.len()) {
            (what, _) if what == translate(NO_EFFECT) => {}
            (what, 1) => parts.push(tr!("die {last}: {what}", last, what)),
            (what, _) => parts.push(tr!("die {first}-{last}: {what}", first = first + 1, last, what)),
        }
        first = last;
    }
    if parts.is_empty() { translate(NO_EFFECT).to_owned() } else { parts.join("; ") }
}

/// What a bombardment does that fails.
const NO_EFFECT: &str = "no effect";

/// What a die does in the bombardment at hand. The result itself is asked, not the position after it: a combat phase
/// in which nobody can attack is over at once, and takes the disorganisation away.
pub(super) fn effect(game: &Armir, die: Action) -> &'static str {
    let (Some((side, value, target)), Action::Roll(die)) = (game.bombardment(), die) else {
        return translate(NO_EFFECT);
    };
    effect_of(game.bombardment_result(side, value, target, die))
}

/// What a bombardment does, in words.
pub(super) fn effect_of(result: BombardmentResult) -> &'static str {
    match result {
        BombardmentResult::Nothing => translate(NO_EFFECT),
        BombardmentResult::Disorganised => tr!("disorganised"),
        BombardmentResult::DisorganisedAndStep => tr!("disorganised, a step lost"),
    }
}

/// The column and how it came about.
fn column_text(sheet: &BattleSheet) -> String {
    let mut text = tr!("odds {column}", column = Armir::column_name(sheet.base_column));
    for shift in sheet.shifts() {
        let _ = write!(text, ", {:+} {} [{}]", shift.value, translate(shift.what), shift.rule);
    }
    let _ = write!(text, " -> {}", tr!("column {column}", column = Armir::column_name(sheet.column)));
    if sheet.die_bonus != 0 {
        let _ = write!(text, "; {}", tr!("die {bonus} German tanks [12.1.1]", bonus = format_args!("{:+}", sheet.die_bonus)));
    }
    text
}

fn die_table(game: &Armir, sheet: &BattleSheet) -> Vec<String> {
    let results: Vec<CrtResult> = FACES.map(|die| game.battle_result(sheet, die)).collect();
    let dice: Vec<String> = FACES.map(|die| format!("{die:>5}")).collect();
    let row: Vec<String> = results.iter().map(|&result| format!("{:>5}", losses(result))).collect();
    let spread = |of: fn(&CrtResult) -> u8| {
        let mut chances: BTreeMap<u8, u8> = BTreeMap::new();
        for result in &results {
            *chances.entry(of(result)).or_default() += 1;
        }
        let parts: Vec<String> = chances.iter().map(|(steps, count)| tr!("{steps} in {count}/6", steps, count)).collect();
        parts.join(", ")
    };
    vec![
        tr!("die                 {dice}", dice = dice.join(" ")),
        tr!("steps lost att/def  {row}", row = row.join(" ")),
        tr!(
            "steps: attacker loses {attacker}; defender loses {defender}",
            attacker = spread(|result| result.attacker),
            defender = spread(|result| result.defender)
        ),
    ]
}

/// `2/1`, with a dash for none.
pub(super) fn losses(result: CrtResult) -> String {
    let one = |steps: u8| if steps == 0 { "-".to_owned() } else { steps.to_string() };
    format!("{}/{}", one(result.attacker), one(result.defender))
}
