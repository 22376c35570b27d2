//! What attacks are worth, and the best that a stack can make where it stands.

use stavka_engine::across_the_bug::terms::AttackType;
use stavka_engine::across_the_bug::upkeep;
use stavka_engine::across_the_bug::{AcrossTheBug, FormationId, UnitId, units};
use stavka_engine::hex::Hex;
use stavka_engine::{Game as _, Side};

use super::ground::Ground;
use super::odds::{self, Odds};

/// What a strength point is worth to both sides, in logarithms of the odds of a win: a German and a Soviet one.
const POINT: [f32; 2] = [0.05, 0.08];
/// What it is worth to disorganize a whole stack.
const SHAKEN: f32 = 0.22;
/// What it is worth to clear a hex, one of a strongpoint, and one that scores, by point.
const CLEARED: f32 = 0.12;
const FORT: f32 = 0.25;
const GOAL: f32 = 0.45;
/// What the bonus of the winner is worth.
const BONUS: f32 = 0.06;
/// What an Action Point is worth.
pub(super) const ACTION_POINT: f32 = 0.035;
/// Action Points of an attack in command.
fn cost(game: &AcrossTheBug, kind: AttackType) -> Option<u8> {
    upkeep::attack_cost(&game.data().tables.costs, kind, true)
}

/// Who attacks a hex with what.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attack {
    pub(super) from: Hex,
    pub(super) target: Hex,
    pub(super) formation: FormationId,
    pub(super) group: u128,
    pub(super) kind: AttackType,
}

/// What a combat is worth to the attacker, but for the Action Points.
fn promise(game: &AcrossTheBug, ground: &Ground, side: Side, target: Hex, odds: &Odds) -> f32 {
    let enemy = side.opponent();
    let points: f32 = ground.goals.iter().filter(|goal| goal.hex == target && goal.turn >= game.game_turn()).map(|goal| goal.points).sum();
    let fort = if side == Side::Axis && ground.forts.contains(target) { FORT } else { 0.0 };
    let prize = CLEARED + GOAL * points + fort;
    odds.defender.gone * prize + odds.defender.lost * POINT[enemy.index()] + odds.defender.shaken * SHAKEN + odds.wins * BONUS
        - odds.attacker.lost * POINT[side.index()]
        - odds.attacker.shaken * SHAKEN
}

/// What an attack is worth to the side that makes it; nothing where it cannot be made.
pub(super) fn worth(game: &AcrossTheBug, ground: &Ground, attack: &Attack) -> Option<f32> {
    let side = game.data().formation(attack.formation).side;
    let sheet = game.attack_sheet(attack.formation, attack.group, attack.from, attack.target, attack.kind);
    let odds = odds::judge(game, &sheet)?;
    Some(promise(game, ground, side, attack.target, &odds) - ACTION_POINT * f32::from(cost(game, attack.kind)?))
}

/// The best attack of some units that stand together, of those that so many Action Points pay.
pub(super) fn best(
    game: &AcrossTheBug,
    ground: &Ground,
    formation: FormationId,
    group: u128,
    from: Hex,
    points: u8,
) -> Option<(f32, Attack)> {
    let side = game.data().formation(formation).side;
    let mut best: Option<(f32, Attack)> = None;
    for way in &ground.near[from.index()] {
        if game.occupant(way.to) != Some(side.opponent()) {
            continue;
        }
        for kind in AttackType::ALL.into_iter().filter(|&kind| cost(game, kind).is_some_and(|cost| cost <= points)) {
            let attack = Attack { from, target: way.to, formation, group, kind };
            if let Some(worth) = worth(game, ground, &attack)
                && best.is_none_or(|(most, _)| worth > most)
            {
                best = Some((worth, attack));
            }
        }
    }
    best
}

/// The units of a formation that can act, by hex.
pub(super) fn stacks(game: &AcrossTheBug, ground: &Ground, formation: FormationId) -> Vec<(Hex, u128)> {
    let side = game.data().formation(formation).side;
    let mut stacks: Vec<(Hex, u128)> = Vec::with_capacity(16);
    for unit in units(side, game.on_map(side) & ground.combat.of(side)) {
        if game.formation(unit) != formation || game.is_disorganized(unit) {
            continue;
        }
        let Some(hex) = game.place(unit).hex() else { continue };
        match stacks.iter_mut().find(|(known, _)| *known == hex) {
            Some((_, group)) => *group |= unit.bit(),
            None => stacks.push((hex, unit.bit())),
        }
    }
    stacks
}

/// Combat worth of a unit as it lies.
pub(super) fn weight(game: &AcrossTheBug, unit: UnitId) -> f32 {
    let share = if game.is_disorganized(unit) { 0.5 } else { 1.0 };
    share * f32::from(game.points(unit)) * f32::from(game.values(unit).effectiveness) / 5.0
}

/// Combat worth of the units of a side in a hex.
pub(super) fn weight_in(game: &AcrossTheBug, ground: &Ground, side: Side, hex: Hex) -> f32 {
    game.stack(hex).filter(|&unit| unit.side() == side && ground.combat.contains(unit)).map(|unit| weight(game, unit)).sum()
}
