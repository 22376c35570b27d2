//! Which attacks a side would declare where it stands: every set of targets is weighed as a whole, because units next to
//! several enemies have to take on all of them.

use arrayvec::ArrayVec;
use stavka_engine::east_front::{EastFront, HexSet, units};
use stavka_engine::hex::Hex;
use stavka_engine::{Game as _, Side};

use super::ground::{Ground, stack_bits};
use super::odds::{self, Attack, Odds};

/// Most targets that are weighed together.
const TARGETS: usize = 5;
/// Guns that count beside super-heavy ones in an attack.
const GUNS: [u32; 2] = [3, 1];
/// Odds, to one, that satisfy an attack, so that further units look to the next.
const ENOUGH: u16 = 6;
/// What a step of the Axis is worth to both sides when so many are lost, in logarithms of the odds of a win.
const AXIS_STEP: [f32; 6] = [0.28, 0.32, 0.4, 0.55, 0.9, 4.0];
/// What a Soviet step is worth.
const SOVIET_STEP: f32 = 0.22;
/// What it is worth to clear an objective of its defenders, and any other hex.
const OBJECTIVE: f32 = 3.0;
const PLAIN: f32 = 0.12;
/// What a failed attack costs beside its losses.
const FAILURE: f32 = 0.1;
/// How an objective gains worth, and steps lose theirs, as the turns that are left run out, the last turn first.
const PRESSING: [(f32, f32); 3] = [(2.0, 0.3), (1.4, 0.8), (1.1, 1.0)];

/// An attack and what it is worth.
#[derive(Clone, Copy)]
pub(super) struct Planned {
    pub(super) attack: Attack,
    pub(super) worth: f32,
}

/// The attacks of a side.
#[derive(Clone, Default)]
pub(super) struct Plan {
    pub(super) attacks: ArrayVec<Planned, TARGETS>,
    /// Their worth together.
    pub(super) worth: f32,
}

impl Plan {
    /// The attack on a hex.
    pub(super) fn on(&self, target: Hex) -> Option<&Planned> {
        self.attacks.iter().find(|planned| planned.attack.target == target)
    }
}

/// Worth of one more step lost by the Axis.
pub(super) fn axis_step(game: &EastFront) -> f32 {
    let allowed = game.data().script.axis_steps_allowed;
    let left = usize::from(allowed.saturating_sub(game.steps_lost(Side::Axis)));
    AXIS_STEP[AXIS_STEP.len() - 1 - left.min(AXIS_STEP.len() - 1)]
}

/// What an attack is worth to the attacker.
fn worth(game: &EastFront, ground: &Ground, attack: &Attack, odds: &Odds) -> f32 {
    let left = usize::from(game.data().script.turns.len() as u16 - game.game_turn());
    let (gain, price) = PRESSING.get(left).copied().unwrap_or((1.0, 1.0));
    let prize = if ground.is_objective(attack.target) { OBJECTIVE * gain } else { PLAIN };
    let (own, theirs) = match attack.side {
        Side::Axis => (price * axis_step(game), SOVIET_STEP),
        Side::Soviet => (price * SOVIET_STEP, axis_step(game)),
    };
    odds.clears * prize + odds.theirs * theirs - odds.own * own - odds.fails * FAILURE
}

/// Enemy hexes that the side could attack.
fn targets(game: &EastFront, ground: &Ground, side: Side) -> ArrayVec<Hex, TARGETS> {
    let mut targets: ArrayVec<Hex, TARGETS> = ArrayVec::new();
    let mut seen = HexSet::EMPTY;
    for (unit, hex) in super::ground::present(game, side) {
        if game.values(unit).attack == 0 {
            continue;
        }
        for way in &ground.near[hex.index()] {
            if game.occupant(way.to) == Some(side.opponent()) && !seen.contains(way.to) {
                seen.insert(way.to);
                if targets.try_push(way.to).is_err() {
                    return targets;
                }
            }
        }
    }
    targets.sort_by_key(|target| (!ground.is_objective(*target), *target));
    targets
}

/// The best attacks that the side can make where it stands.
pub(super) fn best(game: &EastFront, ground: &Ground, side: Side) -> Plan {
    let all = targets(game, ground, side);
    let mut best = Plan::default();
    for chosen in 1..1u32 << all.len() {
        let some: ArrayVec<Hex, TARGETS> =
            all.iter().enumerate().filter(|(at, _)| chosen >> at & 1 != 0).map(|(_, &target)| target).collect();
        if let Some(plan) = with_a_main_effort(game, ground, side, some)
            && plan.worth > best.worth
        {
            best = plan;
        }
    }
    best
}

/// The attacks on hexes that have been declared.
pub(super) fn on(game: &EastFront, ground: &Ground, side: Side, declared: &HexSet) -> Plan {
    let some: ArrayVec<Hex, TARGETS> = declared.iter().take(TARGETS).collect();
    if some.is_empty() {
        return Plan::default();
    }
    with_a_main_effort(game, ground, side, some).unwrap_or_default()
}

/// Deals the units out with each of the targets as the one that is served first, and keeps the best.
fn with_a_main_effort(game: &EastFront, ground: &Ground, side: Side, mut targets: ArrayVec<Hex, TARGETS>) -> Option<Plan> {
    let mut best: Option<Plan> = None;
    for _ in 0..targets.len() {
        if let Some(plan) = deal(game, ground, side, &targets)
            && best.as_ref().is_none_or(|best| plan.worth > best.worth)
        {
            best = Some(plan);
        }
        targets.rotate_left(1);
    }
    best
}

/// Deals the units that may attack these targets out to them, first those that have no choice. Nothing if a target is left
/// without an attack worth the name.
fn deal(game: &EastFront, ground: &Ground, side: Side, targets: &[Hex]) -> Option<Plan> {
    let mut able: ArrayVec<u128, TARGETS> = ArrayVec::new();
    for &target in targets {
        able.push(attackers(game, ground, side, target, targets));
    }
    let all = able.iter().fold(0, |all, bits| all | bits);
    let shared = units(side, all).fold(0, |bits, unit| {
        let wanted = able.iter().filter(|able| **able & unit.bit() != 0).count();
        if wanted > 1 { bits | unit.bit() } else { bits }
    });
    let mut plan = Plan::default();
    let supplied = odds::has_attack_supply(game, side, game.game_turn());
    let (mut used, mut fired) = (0u128, 0u128);
    for (at, &target) in targets.iter().enumerate() {
        let defence: u16 = game.stack(target).map(|unit| u16::from(game.values(unit).defence)).sum();
        let mut mine = able[at] & !shared;
        let mut strength = strength_of(game, side, mine);
        let last = at + 1 == targets.len();
        for unit in units(side, able[at] & shared & !used) {
            if last || strength < ENOUGH * defence.max(1) {
                mine |= unit.bit();
                strength += u16::from(game.values(unit).attack);
            }
        }
        used |= mine;
        let guns = if supplied { support(game, ground, side, target, fired) } else { 0 };
        fired |= guns;
        let attack = Attack { side, target, attackers: mine, guns, air: game.air_support(target) };
        let odds = if mine == 0 { None } else { odds::judge(game, ground, &attack) }?;
        let worth = worth(game, ground, &attack, &odds);
        plan.worth += worth;
        plan.attacks.push(Planned { attack, worth });
    }
    Some(plan)
}

fn strength_of(game: &EastFront, side: Side, bits: u128) -> u16 {
    units(side, bits).map(|unit| u16::from(game.values(unit).attack)).sum()
}

/// Units next to a target that owe no attack on any hex but these.
fn attackers(game: &EastFront, ground: &Ground, side: Side, target: Hex, targets: &[Hex]) -> u128 {
    let enemy = side.opponent();
    ground.near[target.index()].iter().filter(|way| game.occupant(way.to) == Some(side)).fold(0, |bits, way| {
        let owes = ground.near[way.to.index()]
            .iter()
            .any(|near| !targets.contains(&near.to) && game.occupant(near.to) == Some(enemy) && exerts(game, near.to));
        if owes {
            bits
        } else {
            units(side, stack_bits(game, way.to)).filter(|&unit| game.values(unit).attack > 0).fold(bits, |bits, unit| bits | unit.bit())
        }
    })
}

/// Whether a stack has a unit with a ZOC.
fn exerts(game: &EastFront, hex: Hex) -> bool {
    game.stack(hex).any(|unit| game.values(unit).zoc && !game.has_overrun_marker(unit))
}

/// Guns that support an attack: super-heavy ones against works alone.
fn support(game: &EastFront, ground: &Ground, side: Side, target: Hex, fired: u128) -> u128 {
    let kinds = &ground.kinds;
    let guns = kinds.guns[side.index()] & !fired;
    let heavies = kinds.heavies[side.index()];
    let works = game.has_strongpoint(side.opponent(), target);
    let mut bits = 0u128;
    for gun in odds::in_range(game, guns, side, target) {
        let heavy = heavies & gun.bit() != 0;
        if if heavy { works } else { (bits & !heavies).count_ones() < GUNS[side.index()] } {
            bits |= gun.bit();
        }
    }
    bits
}
