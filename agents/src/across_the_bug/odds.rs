//! What an attack promises: the engine's sheet of it under the engine's table, over all chits and all faces of the die.

use stavka_engine::across_the_bug::AcrossTheBug;
use stavka_engine::across_the_bug::BattleSheet;
use stavka_engine::across_the_bug::data::Hits;
use stavka_engine::across_the_bug::results::{self, OUTCOME_WEIGHT};
use stavka_engine::across_the_bug::strength::Fighter;

/// Expectations of one side of a combat.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Share {
    /// Strength points lost.
    pub(super) lost: f32,
    /// Share of its units that are disorganized.
    pub(super) shaken: f32,
    /// Chance that nobody is left in the hex.
    pub(super) gone: f32,
}

/// Expectations of an attack.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Odds {
    pub(super) attacker: Share,
    pub(super) defender: Share,
    /// Chance that the attacker wins, less that the defender does.
    pub(super) wins: f32,
}

/// What an attack promises; nothing where nobody defends.
pub(super) fn judge(game: &AcrossTheBug, sheet: &BattleSheet) -> Option<Odds> {
    if sheet.attackers.is_empty() || sheet.defenders.is_empty() {
        return None;
    }
    let tables = &game.data().tables;
    let help = if sheet.ground.fort { -f32::from(tables.terrain.fort.check) } else { 0.0 };
    let mut odds = Odds::default();
    for (result, weight) in results::outcomes(tables, sheet.combat()) {
        let chance = weight as f32 / OUTCOME_WEIGHT as f32;
        add(&mut odds.attacker, suffer(result.attacker, &sheet.attackers, 0.0), chance);
        add(&mut odds.defender, suffer(result.defender, &sheet.defenders, help), chance);
        odds.wins += chance * f32::from(result.attacker.hits.cmp(&result.defender.hits).reverse() as i8);
    }
    Some(odds)
}

fn add(sum: &mut Share, share: Share, chance: f32) {
    sum.lost += chance * share.lost;
    sum.shaken += chance * share.shaken;
    sum.gone += chance * share.gone;
}

/// What hits do to units. Those who fail the check of two red hits and more retreat.
fn suffer(hits: Hits, units: &[Fighter], help: f32) -> Share {
    let strength: f32 = units.iter().map(|unit| f32::from(unit.strength)).sum();
    let (mut fail, mut all_fail, mut again) = (0.0, 1.0, 0.0);
    if hits.red {
        for unit in units {
            let fails = ((10.0 - f32::from(unit.effectiveness) - help) / 10.0).clamp(0.0, 1.0);
            fail += fails / units.len() as f32;
            all_fail *= fails;
            again += if unit.disorganized { fails } else { 0.0 };
        }
    }
    let hits = f32::from(hits.hits);
    // A retreat of all spares the second hit.
    let retreat = if hits >= 2.0 && fail > 0.0 { all_fail } else { 0.0 };
    let lost = (hits + again - retreat).clamp(0.0, strength);
    Share { lost, shaken: fail, gone: if lost >= strength { 1.0 } else { retreat } }
}
