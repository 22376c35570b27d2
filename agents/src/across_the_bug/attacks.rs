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
/// What it is worth to carry out an order to counterattack.
const ORDER: f32 = 0.8;
/// What the bonus of the winner is worth.
const BONUS: f32 = 0.06;
/// What an Action Point is worth.
pub(super) const ACTION_POINT: f32 = 0.035;

/// Units of a formation that stand together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stack {
    pub(super) formation: FormationId,
    pub(super) hex: Hex,
    /// The units, as bits of their side.
    pub(super) group: u128,
    pub(super) in_command: bool,
}

impl Stack {
    /// Action Points of an attack; nothing where it cannot be made out of command [5.8.3.2].
    fn attack_cost(&self, game: &AcrossTheBug, kind: AttackType) -> Option<u8> {
        upkeep::attack_cost(&game.data().tables.costs, kind, self.in_command)
    }

    /// Action Points of a movement beyond those of one in command.
    pub(super) fn extra_to_move(&self, game: &AcrossTheBug) -> u8 {
        let price = |in_command| upkeep::movement_cost(&game.data().tables.costs, in_command);
        price(self.in_command) - price(true)
    }
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
pub(super) fn worth(game: &AcrossTheBug, ground: &Ground, stack: &Stack, target: Hex, kind: AttackType) -> Option<f32> {
    let side = game.data().formation(stack.formation).side;
    let cost = stack.attack_cost(game, kind)?;
    let sheet = game.attack_sheet(stack.formation, stack.group, stack.hex, target, kind);
    let odds = odds::judge(game, &sheet)?;
    let order = if fulfils_an_order(game, ground, stack, kind) { ORDER } else { 0.0 };
    Some(promise(game, ground, side, target, &odds) + order - ACTION_POINT * f32::from(cost))
}

/// [9.f] Whether an attack is one of the counterattacks with tanks that the Soviets are ordered to make.
fn fulfils_an_order(game: &AcrossTheBug, ground: &Ground, stack: &Stack, kind: AttackType) -> bool {
    let side = game.data().formation(stack.formation).side;
    kind == AttackType::Prepared && has_an_order(game, ground, side, stack.group)
}

/// [9.f] Whether units have tanks that a counterattack is ordered of.
pub(super) fn has_an_order(game: &AcrossTheBug, ground: &Ground, side: Side, group: u128) -> bool {
    side == Side::Soviet && game.orders() > 0 && units(side, group).any(|unit| ground.printed[unit.index()].1)
}

/// What the best attack of a stack is worth, of those that so many Action Points pay.
pub(super) fn best(game: &AcrossTheBug, ground: &Ground, stack: &Stack, points: u8) -> Option<f32> {
    let side = game.data().formation(stack.formation).side;
    let targets = ground.near[stack.hex.index()].iter().map(|way| way.to).filter(|&to| game.occupant(to) == Some(side.opponent()));
    let able = |&kind: &AttackType| stack.attack_cost(game, kind).is_some_and(|cost| cost <= points);
    let attacks = targets.flat_map(|target| AttackType::ALL.into_iter().filter(able).map(move |kind| (target, kind)));
    attacks.filter_map(|(target, kind)| worth(game, ground, stack, target, kind)).reduce(f32::max)
}

/// The units of a formation that can act, by hex.
pub(super) fn stacks(game: &AcrossTheBug, ground: &Ground, formation: FormationId) -> Vec<Stack> {
    let side = game.data().formation(formation).side;
    let commanded = game.commanded(side);
    let mut stacks: Vec<Stack> = Vec::with_capacity(16);
    for unit in units(side, game.on_map(side) & ground.combat.of(side)) {
        if game.formation(unit) != formation || game.is_disorganized(unit) {
            continue;
        }
        let Some(hex) = game.place(unit).hex() else { continue };
        match stacks.iter_mut().find(|stack| stack.hex == hex) {
            Some(stack) => stack.group |= unit.bit(),
            None => stacks.push(Stack { formation, hex, group: unit.bit(), in_command: commanded & unit.bit() != 0 }),
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

#[cfg(test)]
mod tests {
    use stavka_engine::across_the_bug::{Opening, PositionBuilder, Prepared};
    use stavka_engine::kit::files::ScenarioFiles as _;

    use super::*;

    /// A German battalion beside a Soviet company, one Action Point in hand, its headquarters in a hex.
    fn beside_a_company(headquarters: &str) -> Option<f32> {
        let (_, text) = Prepared::SCENARIOS.iter().find(|(name, _)| *name == "attack").expect("a scenario of the game");
        let scenario = Prepared::interned(&Prepared::sources("attack", text)).expect("the embedded scenario is sound");
        let units = [("HQ-14Pz", headquarters), ("I/103", "2209"), ("No1", "2208")];
        let position = units
            .into_iter()
            .fold(PositionBuilder::empty(scenario), |position, (unit, hex)| position.place(unit, hex).expect("it has room"));
        let game = position.level("14Pz", 4).and_then(|position| position.open(Opening::Activation("14Pz", 1))).expect("it can act");
        let (formation, _) = game.acting().expect("a formation acts");
        let ground = Ground::new(game.data());
        let stacks = stacks(&game, &ground, formation);
        best(&game, &ground, &stacks[0], 1)
    }

    /// [5.8.3.2] A hasty attack costs two Action Points out of command.
    #[test]
    fn a_stack_out_of_command_needs_two_points_for_an_attack() {
        assert!(beside_a_company("2307").is_some());
        assert_eq!(beside_a_company("3201"), None);
    }
}
