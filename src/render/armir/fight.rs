//! Odds as data, from the same functions that resolve the fight.

use stavka_engine::armir::{Armir, Battle, BattleKind, units};
use stavka_engine::hex::Hex;
use stavka_engine::{Game as _, PhaseKind, Side, Turn};
use stavka_words::{tr, translate};

use super::odds;
use crate::theme::{Fall, Odds, OddsWords, Shift};

/// Faces of a die.
const FACES: u8 = 6;

/// The fight being declared.
pub(super) fn at_hand(game: &Armir) -> Option<Odds> {
    let battle = game.battle()?;
    if !odds::is_open(game) {
        return None;
    }
    if battle.attackers == 0 {
        return of_all(game, battle.attacker, battle.target);
    }
    let title = match battle.kind {
        BattleKind::Attack => tr!("Attack as declared so far"),
        BattleKind::Overrun => tr!("Overrun"),
    };
    Some(sheet(game, battle, title))
}

/// The fight whose die is to fall.
pub(super) fn in_progress(game: &Armir) -> Option<Odds> {
    let battle = game.battle().filter(|_| game.turn() == Turn::Chance)?;
    let title = match battle.kind {
        BattleKind::Attack => tr!("Attack"),
        BattleKind::Overrun => tr!("Overrun"),
    };
    Some(sheet(game, battle, title))
}

/// The fight that the side to act could have for a hex with all that may join.
pub(super) fn possible(game: &Armir, hex: Hex) -> Option<Odds> {
    let Turn::Player(side) = game.turn() else { return None };
    if game.occupant(hex) != Some(side.opponent()) || game.current_phase().kind() != PhaseKind::Combat {
        return None;
    }
    of_all(game, side, hex)
}

fn of_all(game: &Armir, side: Side, hex: Hex) -> Option<Odds> {
    let full = game.full_attack(side, hex);
    (full.attackers != 0).then(|| Odds { is_declared: false, ..sheet(game, &full, tr!("Attack with all together")) })
}

fn sheet(game: &Armir, battle: &Battle, title: &str) -> Odds {
    let sheet = game.battle_sheet(battle);
    let names = |side: Side, bits: u64| units(side, bits).map(|unit| game.unit_name(unit)).collect::<Vec<_>>();
    let defender = battle.attacker.opponent();
    let mut attackers = names(battle.attacker, battle.attackers);
    let mut defenders: Vec<String> = game.stack(battle.target).map(|unit| game.unit_name(unit)).collect();
    let guns = names(Side::Axis, battle.supports).into_iter().map(|gun| tr!("{gun}, in support", gun));
    if battle.attacker == Side::Axis {
        attackers.extend(guns)
    } else {
        defenders.extend(guns)
    }

    let mut shifts: Vec<Shift> =
        sheet.shifts().map(|shift| Shift { rule: shift.rule, what: translate(shift.what), value: shift.value }).collect();
    if sheet.die_bonus != 0 {
        shifts.push(Shift { rule: "12.1.1", what: tr!("German tanks, on the die"), value: sheet.die_bonus as i8 });
    }
    let notes = if sheet.strongpoint {
        vec![tr!("strongpoint: the attacker loses one step more, the defender one less of two or more [14.3]").to_owned()]
    } else {
        Vec::new()
    };
    let falls: Vec<Fall> = (1..=FACES)
        .map(|die| {
            let result = game.battle_result(&sheet, die);
            Fall::of(die, result.attacker, result.defender)
        })
        .collect();
    let steps: u16 = game.stack(battle.target).map(|unit| u16::from(game.steps(unit))).sum();
    let emptied = falls.iter().filter(|fall| u16::from(fall.defender) >= steps).count() as u32;
    debug_assert!(game.occupant(battle.target).is_none_or(|side| side == defender), "the enemy stands in the target");
    let id = |unit| game.data().unit(unit).id.clone();
    let attacking = units(battle.attacker, battle.attackers).chain(units(Side::Axis, battle.supports));
    Odds {
        is_declared: true,
        fighters: attacking.chain(game.stack(battle.target)).map(id).collect(),
        cell: game.data().map.grid.name(battle.target).to_string(),
        title: format!("{title}: {}", game.hex_name(battle.target)),
        attackers,
        defenders,
        absent: Vec::new(),
        attack: sheet.attack,
        defence: sheet.defence,
        base: Armir::column_name(sheet.base_column).to_owned(),
        column: Armir::column_name(sheet.column).to_owned(),
        shifts,
        notes,
        expected: Fall::means(&falls),
        takes: [emptied, u32::from(FACES)],
        taken_by: tr!("by losses; a defender who retreats gives it up too"),
        words: OddsWords::default(),
        falls,
    }
}
