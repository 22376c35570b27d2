//! The features of a position: what a wargamer would look at, as numbers, positive where there is more of it.

use stavka_engine::bolt_action::BoltAction;
use stavka_engine::bolt_action::data::mission::Victory;
use stavka_engine::bolt_action::terms::{Class, Order, Pace};
use stavka_engine::{Game as _, Side};

use super::ground::{Goal, Ground};
use super::survey::{Seen, Survey};
use crate::weights::features;

features! {
    "Bolt Action", "../../data/bolt-action/evaluation.toml";

    /// Always 1.
    Constant = "constant" 0.0 => "the situation as such",
    /// Hundreds of points of Soviet units that are destroyed, less those of the Axis, where they score.
    Destroyed = "destroyed" 1.2 => "units destroyed",
    /// What else of the margin of the mission is to be expected, for the Axis, in hundreds of points.
    Objectives = "objectives" 1.2 => "the objectives",
    /// Hundreds of points of Axis units that are left, by their men.
    AxisForce = "axis-force" 0.6 => "Axis units",
    /// Hundreds of points of Soviet units that are left, by their men.
    SovietForce = "soviet-force" -0.6 => "Soviet units",
    /// Pins on Axis units, each by hundreds of points.
    AxisPins = "axis-pins" -0.06 => "pins",
    /// Pins on Soviet units, each by hundreds of points.
    SovietPins = "soviet-pins" 0.06 => "pins",
    /// What the Axis units are about to take from the enemy by fire.
    AxisThreat = "axis-threat" 0.4 => "Axis fire",
    /// What the Soviet units are about to take from the enemy by fire.
    SovietThreat = "soviet-threat" -0.4 => "Soviet fire",
    /// What the Axis units could take by assaults, beyond that.
    AxisStorm = "axis-storm" 0.3 => "Axis assaults",
    /// What the Soviet units could take by assaults, beyond that.
    SovietStorm = "soviet-storm" -0.3 => "Soviet assaults",
    /// Hundreds of points of Axis units that have no order yet.
    AxisDice = "axis-dice" 0.06 => "order dice",
    /// Hundreds of points of Soviet units that have no order yet.
    SovietDice = "soviet-dice" -0.06 => "order dice",
    /// Hundreds of points of Axis units in Ambush.
    AxisAmbush = "axis-ambush" 0.02 => "Ambush",
    /// Hundreds of points of Soviet units in Ambush.
    SovietAmbush = "soviet-ambush" -0.02 => "Ambush",
    /// Nearness of Axis units to the objectives.
    AxisReach = "axis-reach" 0.15 => "the way to the objectives",
    /// Nearness of Soviet units to the objectives.
    SovietReach = "soviet-reach" -0.15 => "the way to the objectives",
    /// Hundreds of points of Axis vehicles that are immobilised.
    AxisHalted = "axis-halted" -0.2 => "immobilised vehicles",
    /// Hundreds of points of Soviet vehicles that are immobilised.
    SovietHalted = "soviet-halted" 0.2 => "immobilised vehicles",
}

/// Readiness of a unit in Ambush, and of one that has acted and will act in the next turn.
const WAITS: f32 = 0.8;
const ACTED: f32 = 0.55;
/// What nobody holds an objective against, in the weight of units.
const NOBODY: f32 = 0.25;
/// What is left of the weight of a unit that comes too late.
const LATE: f32 = 0.15;

/// Where a position stands in the game.
#[derive(Clone, Copy)]
pub(super) struct Moment {
    /// Share of the game that is over.
    pub(super) progress: f32,
    /// Turns after the one at hand.
    pub(super) later: f32,
}

impl Moment {
    pub(super) fn of(game: &BoltAction) -> Self {
        let mission = &game.data().mission;
        let extra = if mission.extra_turn_from.is_some() { 0.5 } else { 0.0 };
        let turns = f32::from(mission.turns) + extra;
        let units = Side::ALL.map(|side| game.alive(side).count_ones()).into_iter().sum::<u32>().max(1);
        let dice: u64 = Side::ALL.map(|side| game.in_bag(side)).into_iter().sum();
        let rest = (dice as f32 / units as f32).min(1.0);
        let turn = f32::from(game.game_turn() as u8);
        let later = (turns - turn).max(0.0);
        Moment { progress: ((turn - rest) / turns).clamp(0.0, 1.0), later }
    }

    /// Turns in which a unit can still act.
    pub(super) fn turns(self, seen: &Seen<'_>) -> f32 {
        self.later + if seen.order.is_none() { 1.0 } else { 0.0 }
    }

    /// How ready a unit is to shoot: more before it has acted.
    pub(super) fn readiness(self, seen: &Seen<'_>) -> f32 {
        match seen.order {
            None => 1.0,
            Some(Order::Ambush) => WAITS,
            Some(_) => ACTED * self.later.min(1.0),
        }
    }
}

/// Inches in fifths that a unit goes in a turn at its fastest, roughly.
pub(super) fn stride(seen: &Seen<'_>) -> f32 {
    match (seen.template.class, seen.template.pace) {
        _ if seen.immobilised => 0.1,
        (_, Pace::Turn) => 0.1,
        (Class::Vehicle, _) => 80.0,
        (_, Pace::Light | Pace::NoRun) => 30.0,
        (_, Pace::Whole) => 55.0,
    }
}

/// Turns that a unit needs to a goal, those included in which it does not carry out its order.
pub(super) fn turns_to(goal: &Goal, seen: &Seen<'_>) -> f32 {
    f32::from(goal.way(seen.template.mobility, seen.cell)) / (stride(seen) * seen.obedience())
}

/// Measures the features of an unfinished position. Of a volley or an assault before its dice they are what is to be expected of it.
pub(super) fn observe(game: &BoltAction, ground: &Ground, moment: Moment, row: &mut Row) {
    *row = [0.0; COUNT];
    row[Feature::Constant as usize] = 1.0;
    let survey = Survey::foreseen(game, ground);
    measure_pieces(&survey, row);
    measure_threats(&survey, moment, row);
    if matches!(game.data().mission.victory, Victory::Points { .. }) {
        row[Feature::Destroyed as usize] = destroyed(&survey, Side::Soviet) - destroyed(&survey, Side::Axis);
    }
    row[Feature::Objectives as usize] = objectives(&survey, moment);
}

fn measure_pieces(survey: &Survey<'_>, row: &mut Row) {
    for seen in &survey.pieces {
        let axis = seen.unit.side() == Side::Axis;
        let feature = |axis_feature: Feature, soviet: Feature| if axis { axis_feature as usize } else { soviet as usize };
        let worth = seen.points * seen.alive;
        row[feature(Feature::AxisForce, Feature::SovietForce)] += worth * seen.men;
        row[feature(Feature::AxisPins, Feature::SovietPins)] += worth * seen.pins;
        match seen.order {
            None => row[feature(Feature::AxisDice, Feature::SovietDice)] += worth * seen.men,
            Some(Order::Ambush) => row[feature(Feature::AxisAmbush, Feature::SovietAmbush)] += worth * seen.men,
            Some(_) => {}
        }
        if seen.immobilised {
            row[feature(Feature::AxisHalted, Feature::SovietHalted)] += worth;
        }
        let nearest = survey.ground.goals.iter().map(|goal| 1.0 / (1.0 + turns_to(goal, seen))).fold(0.0, f32::max);
        row[feature(Feature::AxisReach, Feature::SovietReach)] += worth * seen.men * nearest;
    }
}

/// What every unit would take from its best target, by fire or by an assault.
fn measure_threats(survey: &Survey<'_>, moment: Moment, row: &mut Row) {
    for shooter in &survey.pieces {
        let side = shooter.unit.side();
        let ready = moment.readiness(shooter);
        if ready <= 0.0 {
            continue;
        }
        let fire = |target: &Seen<'_>| target.alive * survey.threat(shooter, target, target.cell, target.facing);
        let best = survey.of(side.opponent()).map(fire).fold(0.0, f32::max);
        let feature = if side == Side::Axis { Feature::AxisThreat } else { Feature::SovietThreat };
        let fire = shooter.power() * best;
        row[feature as usize] += ready * fire;
        let storm = |target: &Seen<'_>| target.alive * survey.storm(shooter, shooter.cell, target, target.cell);
        let best = survey.of(side.opponent()).map(storm).fold(0.0, f32::max);
        let feature = if side == Side::Axis { Feature::AxisStorm } else { Feature::SovietStorm };
        // Who waits in Ambush does not assault.
        row[feature as usize] += if shooter.order == Some(Order::Ambush) { 0.0 } else { ready * (best - fire).max(0.0) };
    }
}

/// Hundreds of points of a side that are destroyed, or will be.
fn destroyed(survey: &Survey<'_>, side: Side) -> f32 {
    let left: f32 = survey.of(side).map(|seen| seen.alive * seen.points).sum();
    f32::from(survey.game.data().points(side)) / 100.0 - left
}

/// The margin to be expected for the Axis, but for units that are destroyed, in hundreds of points.
fn objectives(survey: &Survey<'_>, moment: Moment) -> f32 {
    let mission = &survey.game.data().mission;
    let goals = &survey.ground.goals;
    let towards = |side: Option<Side>| if side == Some(Side::Soviet) { -1.0 } else { 1.0 };
    match &mission.victory {
        Victory::Points { .. } => goals.iter().map(|goal| goal.worth * holding(survey, goals, goal, moment)).sum(),
        Victory::Objectives { needed } => {
            let sign = towards(mission.attacker);
            let held: f32 = goals.iter().map(|goal| 0.5 + 0.5 * sign * holding(survey, goals, goal, moment)).sum();
            2.0 * sign * (held - f32::from(*needed) + 0.5)
        }
        Victory::Hold { units, .. } => {
            let counts = |seen: &&Seen<'_>| seen.template.class != Class::Artillery;
            let there = arrivals(survey, goals, moment, |seen| if counts(&seen) { 1.0 } else { 0.0 });
            towards(mission.attacker) * (there - f32::from(*units) + 0.5)
        }
        Victory::Breakthrough { percent, .. } => {
            let force = mission.attacker.map_or(0.0, |side| f32::from(survey.game.data().points(side)));
            let there = arrivals(survey, goals, moment, |seen| seen.points);
            towards(mission.attacker) * (there - force * f32::from(*percent) / 10_000.0)
        }
        Victory::Demolition { .. } => {
            let sappers = |seen: &Seen<'_>| seen.template.anti_tank && seen.template.class == Class::Infantry;
            let there = arrivals(survey, goals, moment, |seen| if sappers(seen) { 1.0 } else { 0.0 });
            let guarded: f32 = goals.iter().map(|goal| towards(mission.attacker) * holding(survey, goals, goal, moment)).sum();
            towards(mission.attacker) * (2.0 * there.min(1.5) + guarded - 2.0)
        }
    }
}

/// How near to a goal a unit is, 1 if it is there, in view of the turns that it has left.
fn nearness(goal: &Goal, seen: &Seen<'_>, moment: Moment) -> f32 {
    let turns = turns_to(goal, seen);
    let late = if turns > moment.turns(seen) + 0.2 { LATE } else { 1.0 };
    late / (1.0 + turns * turns / 1.5)
}

/// What of the attacker comes to the area of the mission.
fn arrivals(survey: &Survey<'_>, goals: &[Goal], moment: Moment, weigh: impl Fn(&Seen<'_>) -> f32) -> f32 {
    let attacker = survey.game.data().mission.attacker.unwrap_or(Side::Axis);
    let comes = |seen: &Seen<'_>| goals.iter().map(|goal| nearness(goal, seen, moment)).fold(0.0, f32::max);
    survey.of(attacker).map(|seen| seen.alive * weigh(seen) * comes(seen)).sum()
}

/// Who will hold an objective: 1 the Axis, -1 the Soviets.
fn holding(survey: &Survey<'_>, goals: &[Goal], goal: &Goal, moment: Moment) -> f32 {
    let mut weights = [0.0f32; 2];
    for seen in &survey.pieces {
        let near = nearness(goal, seen, moment);
        if near < 0.01 {
            continue;
        }
        let all: f32 = goals.iter().map(|goal| nearness(goal, seen, moment).powi(2)).sum();
        let steady = (1.0 - 0.08 * seen.pins).max(0.2) * (0.4 + 0.6 * seen.men);
        let weight = (0.3 + 0.7 * seen.points.min(1.4)) * steady * seen.alive;
        weights[seen.unit.side().index()] += weight * near * near * near / all.max(near * near);
    }
    let [axis, soviet] = weights;
    let later = (axis - soviet) / (axis + soviet + NOBODY);
    let now = survey.game.holder(goal.cell).map_or(0.0, |side| if side == Side::Axis { 1.0 } else { -1.0 });
    let settled = moment.progress * moment.progress;
    later * (1.0 - settled) + now * settled
}
