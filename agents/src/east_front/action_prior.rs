//! How promising choices look at a glance: where units want to stand, which attacks pay, and what habit says elsewhere.

use stavka_engine::east_front::{Action, EastFront, UnitId, units};
use stavka_engine::hex::Hex;
use stavka_engine::{Game as _, Side};

use super::attacks::{self, Plan};
use super::features::{Moment, Observer};
use super::ground::{DAY, Ground, stack_bits};
use super::{air, default_policy};
use crate::action_prior::{ActionPrior, prefer};
use crate::per_scenario::PerScenario;

/// What the choice of habit gets over all others.
const HABIT: f32 = 3.0;

/// Scores of choices. What it keeps between calls are maps and buffers.
pub struct EastFrontInstinct {
    observer: PerScenario<Observer>,
}

impl Default for EastFrontInstinct {
    fn default() -> Self {
        EastFrontInstinct { observer: PerScenario::NONE }
    }
}

impl ActionPrior<EastFront> for EastFrontInstinct {
    fn add(&mut self, game: &EastFront, side: Side, legal: &[Action], out: &mut [f32]) {
        let observer = self.observer.of(game, Observer::new);
        let ground = &observer.ground;
        match legal.iter().copied().find(|action| *action != Action::Done).unwrap_or(Action::Done) {
            Action::Select(_) | Action::Detach(_) | Action::DetachStrong(_) => score_movers(game, ground, legal, out),
            Action::MoveTo(_) | Action::Via(_) | Action::Overrun { .. } | Action::Join(_) | Action::Drop(_) => {
                score_march(game, ground, side, legal, out);
            }
            Action::Attack(_) | Action::Also(_) => score_declarations(game, ground, side, legal, out),
            Action::Resolve(_) => score_order(game, observer, side, legal, out),
            Action::Fly { .. } => air::score_flights(game, observer, side, legal, out),
            Action::Support(_) => score_support(game, legal, out),
            Action::RetreatTo(_) | Action::Abandon(_) => score_retreat(game, ground, side, legal, out),
            Action::Advance { .. } => score_advance(game, ground, side, legal, out),
            Action::Give(_) => default_policy::score_orders(game, ground, side, legal, out),
            _ => prefer(Some(default_policy::choose(game, ground, legal)), HABIT, legal, out),
        }
    }
}

/// Worth of a hex to an Axis or Soviet unit by its nearness to the objectives that matter: all that the Axis lacks, and to the
/// Soviets those they lost as well.
fn pull(game: &EastFront, ground: &Ground, side: Side, hex: Hex) -> f32 {
    let mut best = 0.0f32;
    for (&objective, ways) in ground.objectives.iter().zip(&ground.ways) {
        let lacking = game.controller(objective) == Side::Soviet;
        let worth = match (side, lacking) {
            (Side::Axis, true) => 1.0,
            (Side::Axis, false) => 0.3,
            (Side::Soviet, true) => 1.0,
            (Side::Soviet, false) => 0.6,
        };
        let turns = f32::from(ways[hex.index()]) / f32::from(DAY);
        best = best.max(worth / (1.0 + turns));
    }
    best
}

/// Worth of a hex to a unit that ends its move there.
pub(super) fn standing(game: &EastFront, ground: &Ground, unit: UnitId, hex: Hex) -> f32 {
    let side = unit.side();
    let values = game.values(unit);
    let objective = ground.is_objective(hex);
    let friends: u16 = game.stack(hex).filter(|&other| other != unit).map(|other| u16::from(game.values(other).defence)).sum();
    let height: u8 = game.stack(hex).filter(|&other| other != unit).map(|other| game.values(other).stacking).sum();
    if height + values.stacking > game.data().tables.stacking.limit {
        return -4.0;
    }
    let enemy = game.in_zoc(side.opponent(), hex);
    if ground.kinds.guns[side.index()] & unit.bit() != 0 {
        return stand_of_guns(game, ground, unit, hex) + if friends > 0 { 0.3 } else { 0.0 } - if enemy { 1.0 } else { 0.0 };
    }
    if ground.kinds.hqs[side.index()] & unit.bit() != 0 {
        return 0.8 * pull(game, ground, side, hex) + if friends > 0 { 0.4 } else { 0.0 } - if enemy { 2.0 } else { 0.0 };
    }
    let mut score = 2.0 * pull(game, ground, side, hex);
    match side {
        Side::Axis => {
            if objective && game.controller(hex) == Side::Soviet {
                score += 2.5;
            }
            // Beside a garrison that an attack is to clear.
            for way in &ground.near[hex.index()] {
                if game.occupant(way.to) == Some(Side::Soviet) {
                    let prize = if ground.is_objective(way.to) { 1.0 } else { 0.25 };
                    score += prize * f32::from(values.attack).min(8.0) / 8.0;
                }
            }
            score -= if friends == 0 && enemy && values.defence < 3 { 0.6 } else { 0.0 };
        }
        Side::Soviet => {
            let defence = f32::from(values.defence);
            if objective {
                score += if friends == 0 { 1.8 } else { 0.8 - 0.05 * f32::from(friends) } * (0.4 + defence / 6.0);
            } else if friends > 5 {
                score -= 0.5;
            }
            if enemy && !objective {
                score -= 0.8;
            }
        }
    }
    score
}

/// Guns stand where they reach what is to be attacked or defended, behind others.
fn stand_of_guns(game: &EastFront, ground: &Ground, unit: UnitId, hex: Hex) -> f32 {
    let range = u16::from(game.values(unit).range.max(1));
    let grid = &game.data().map.grid;
    let reached = ground
        .objectives
        .iter()
        .filter(|&&objective| game.controller(objective) == Side::Soviet && grid.distance(hex, objective) <= range)
        .map(|&objective| if game.occupant(objective) == Some(Side::Soviet) { 1.0 } else { 0.4 });
    0.5 * pull(game, ground, unit.side(), hex) + reached.sum::<f32>()
}

/// The unit that leads a march.
fn lead(game: &EastFront, side: Side) -> Option<UnitId> {
    units(side, game.marching()).next()
}

fn score_movers(game: &EastFront, ground: &Ground, legal: &[Action], out: &mut [f32]) {
    for (score, &action) in out.iter_mut().zip(legal) {
        *score = match action {
            Action::Select(unit) => wanderlust(game, ground, unit),
            Action::Detach(_) | Action::DetachStrong(_) => -2.0,
            _ => 0.0,
        };
    }
}

/// How much a unit wants to be elsewhere.
fn wanderlust(game: &EastFront, ground: &Ground, unit: UnitId) -> f32 {
    let side = unit.side();
    let Some(hex) = game.place(unit).hex() else { return 2.0 };
    if ground.kinds.heavies[side.index()] & unit.bit() != 0 {
        return -2.0;
    }
    let contact = game.in_zoc(side.opponent(), hex);
    let here = pull(game, ground, side, hex);
    match side {
        Side::Axis if contact && game.values(unit).attack > 0 => -0.8,
        Side::Axis => 1.2 - here,
        Side::Soviet if ground.is_objective(hex) && game.values(unit).defence > 1 => -1.5,
        Side::Soviet if contact => 0.6,
        Side::Soviet => 1.0 - here,
    }
}

fn score_march(game: &EastFront, ground: &Ground, side: Side, legal: &[Action], out: &mut [f32]) {
    let Some(unit) = lead(game, side) else { return };
    for (score, &action) in out.iter_mut().zip(legal) {
        *score = match action {
            Action::MoveTo(hex) => standing(game, ground, unit, hex),
            Action::Via(hex) => standing(game, ground, unit, hex) + 0.4,
            Action::Overrun { target, .. } => {
                let strength: u16 = units(side, game.marching()).map(|unit| u16::from(game.values(unit).attack)).sum();
                let defence: u16 = game.stack(target).map(|unit| u16::from(game.values(unit).defence)).sum();
                let prize = if ground.is_objective(target) { 2.5 } else { 1.2 };
                prize + 0.2 * (f32::from(strength) / f32::from(defence.max(1))).min(10.0)
            }
            Action::Join(_) | Action::Drop(_) => -1.0,
            _ => 0.0,
        };
    }
}

/// Attacks that the best plan holds look good, all others bad; the list is closed when all are declared.
fn score_declarations(game: &EastFront, ground: &Ground, side: Side, legal: &[Action], out: &mut [f32]) {
    let plan = attacks::best(game, ground, side);
    let declared = game.attacked_hexes();
    let missing = plan.attacks.iter().any(|planned| !declared.contains(planned.attack.target));
    for (score, &action) in out.iter_mut().zip(legal) {
        *score = match action {
            Action::Attack(hex) => plan.on(hex).map_or(-1.5, |planned| 1.0 + planned.worth.max(0.0)),
            Action::Also(_) => -1.5,
            _ => {
                if missing {
                    0.3
                } else {
                    1.0
                }
            }
        };
    }
}

/// The attack that is worth most is resolved first: it gets the guns.
fn score_order(game: &EastFront, observer: &Observer, side: Side, legal: &[Action], out: &mut [f32]) {
    let plan: Plan = observer.plan(game, &Moment::of(game), side);
    for (score, &action) in out.iter_mut().zip(legal) {
        *score = action.hex().and_then(|hex| plan.on(hex)).map_or(0.0, |planned| planned.worth);
        if action.hex().is_some_and(|hex| observer.ground.is_objective(hex)) {
            *score += 0.5;
        }
    }
}

/// A gun supports if it moves the odds or the modifiers.
fn score_support(game: &EastFront, legal: &[Action], out: &mut [f32]) {
    let now = game.battle_sheet();
    for (score, &action) in out.iter_mut().zip(legal) {
        if !matches!(action, Action::Support(_)) {
            continue;
        }
        let mut then = game.clone();
        then.apply(action);
        *score = match (&now, then.battle_sheet()) {
            (Some(now), Some(then)) if then.column > now.column || then.modifiers.net < now.modifiers.net => 2.0,
            (Some(now), Some(then)) if then.attack > now.attack => 1.0,
            (_, None) => 1.0,
            _ => -1.0,
        };
    }
}

/// A retreat ends where the unit stands best; an enemy who may pick sends it where it stands worst.
fn score_retreat(game: &EastFront, ground: &Ground, chooser: Side, legal: &[Action], out: &mut [f32]) {
    let Some(side) = game.retreating() else { return };
    let sign = if side == chooser { 1.0 } else { -1.0 };
    for (score, &action) in out.iter_mut().zip(legal) {
        *score = match action {
            Action::RetreatTo(hex) => {
                let home = 1.5 * pull(game, ground, side, hex);
                let company = if game.occupant(hex) == Some(side) { 0.3 } else { 0.0 };
                let danger = if game.in_zoc(side.opponent(), hex) { 1.0 } else { 0.0 };
                let held = if side == Side::Soviet && ground.is_objective(hex) { 1.0 } else { 0.0 };
                sign * (home + company + held - danger)
            }
            _ => -1.0,
        };
    }
}

/// Objectives are taken by the strongest; elsewhere an advance must not give up an objective or stand in the open.
fn score_advance(game: &EastFront, ground: &Ground, side: Side, legal: &[Action], out: &mut [f32]) {
    for (score, &action) in out.iter_mut().zip(legal) {
        let Action::Advance { unit, hex } = action else { continue };
        let from = game.place(unit).hex();
        let leaves = from.is_some_and(|from| ground.is_objective(from) && stack_bits(game, from) == unit.bit());
        let vacant = game.occupant(hex).is_none();
        let weight = 0.1 * f32::from(game.values(unit).defence);
        *score = match (ground.is_objective(hex), side) {
            _ if leaves => -1.0,
            (true, _) if vacant => 1.5 + weight,
            (true, _) => 0.4 + weight,
            (false, Side::Axis) => {
                let gains = from.map_or(0.0, |from| pull(game, ground, side, hex) - pull(game, ground, side, from));
                2.0 * gains + 0.05
            }
            (false, Side::Soviet) => -0.5,
        };
    }
}
