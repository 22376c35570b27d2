//! The chance that the Axis takes what it lacks in the time left and within the losses it may take: objectives in the order in
//! which they can be reached, each with the odds of an assault by what could stand before it.

use arrayvec::ArrayVec;
use stavka_engine::Side;
use stavka_engine::east_front::data::AirBox;
use stavka_engine::east_front::{AirSet, EastFront, UnitId, units};
use stavka_engine::hex::Hex;

use super::features::Moment;
use super::ground::{DAY, FAR, Field, Ground, present, stack_bits};
use super::odds::{self, Attack};
use crate::logistic::logistic;

/// Objectives that are reckoned with.
const OBJECTIVES: usize = 8;
/// Units that can be before an objective.
const UNITS: usize = 32;
/// Objectives whose approaches are no further behind than this, in turns, are assaulted together.
const TOGETHER: f32 = 0.8;
/// Half points from which a unit takes part in an assault.
const CALL: u16 = DAY + 4;
/// Share of the approach that costs no opportunity: units that begin their turn near attack in it.
const FREE: f32 = 0.7;
/// Worth of an assault without Attack Supply, beside one with it.
const UNSUPPLIED: f32 = 0.3;
/// Steps that an assault costs on average.
const PRICE: f32 = 0.65;
/// What share of a Soviet unit counts that can come up before an assault, by its distance in hexes: to an objective that the Axis
/// is about to assault, and to one that is a march away.
const RELIEF: [[f32; 8]; 2] = [[1.0, 0.8, 0.6, 0.4, 0.0, 0.0, 0.0, 0.0], [1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3]];
/// Most defence that is expected in a hex.
const FULL: f32 = 9.0;

/// An objective that the Axis lacks.
struct Task {
    hex: Hex,
    /// Turns of march until units stand beside it.
    approach: f32,
    /// Defence that is expected to come up.
    relief: u16,
}

/// What stays the same for all objectives.
pub(super) struct Survey<'a> {
    pub(super) game: &'a EastFront,
    pub(super) ground: &'a Ground,
    pub(super) moment: &'a Moment,
    /// Half points of the Axis to every hex, fights counted.
    pub(super) march: &'a Field,
}

impl Survey<'_> {
    /// The chance that everything is taken at a bearable price.
    pub(super) fn chance(&self) -> f32 {
        let mut tasks = self.tasks();
        tasks.sort_by(|a, b| a.approach.total_cmp(&b.approach));
        let (mut chance, mut assaults) = (1.0f32, 0.0f32);
        let mut rest = &tasks[..];
        while let Some(first) = rest.first() {
            let count = rest.iter().take_while(|task| task.approach <= first.approach + TOGETHER).count();
            let (belt, beyond) = rest.split_at(count);
            let (taken, fought) = self.belt(belt);
            chance *= taken;
            assaults += fought;
            rest = beyond;
        }
        let script = &self.game.data().script;
        let left = f32::from(script.axis_steps_allowed) - f32::from(self.game.steps_lost(Side::Axis));
        chance * logistic(f64::from(1.4 * (left + 1.2 - PRICE * assaults))) as f32
    }

    fn tasks(&self) -> ArrayVec<Task, OBJECTIVES> {
        let (game, ground) = (self.game, self.ground);
        let lacking = ground.objectives.iter().filter(|&&hex| game.controller(hex) == Side::Soviet);
        let mut tasks: ArrayVec<Task, OBJECTIVES> = ArrayVec::new();
        for &hex in lacking.take(OBJECTIVES) {
            let beside = |to: Hex| if game.occupant(to) == Some(Side::Soviet) { FAR } else { self.march[to.index()] };
            let nearest = ground.near[hex.index()].iter().map(|way| beside(way.to)).min().unwrap_or(FAR);
            tasks.push(Task { hex, approach: f32::from(nearest) / f32::from(DAY), relief: 0 });
        }
        self.relieve(&mut tasks);
        tasks
    }

    /// Soviet units that are not needed where they are go to the objective that they are nearest to, if they move before it can be
    /// assaulted.
    fn relieve(&self, tasks: &mut [Task]) {
        let (game, ground) = (self.game, self.ground);
        let grid = &game.data().map.grid;
        let mut due = [0.0f32; OBJECTIVES];
        for (unit, at) in present(game, Side::Soviet) {
            let values = game.values(unit);
            if !values.zoc || ground.is_objective(at) && game.controller(at) == Side::Soviet {
                continue;
            }
            let nearest = tasks.iter().enumerate().min_by_key(|(_, task)| grid.distance(at, task.hex));
            if let Some((index, task)) = nearest {
                let far = task.approach > 1.0 + FREE;
                if self.moment.relieved || task.approach > FREE {
                    let shares = &RELIEF[usize::from(far)];
                    let share = shares.get(usize::from(grid.distance(at, task.hex))).copied().unwrap_or(0.0);
                    due[index] += share * f32::from(values.defence);
                }
            }
        }
        for (task, due) in tasks.iter_mut().zip(due) {
            let present: f32 = game.stack(task.hex).map(|unit| f32::from(game.values(unit).defence)).sum();
            task.relief = due.min((FULL - present).max(0.0)) as u16;
        }
    }

    /// The chance that the objectives of a belt are taken, and the assaults that takes.
    fn belt(&self, belt: &[Task]) -> (f32, f32) {
        let (mut together, mut average, mut assaults) = (1.0f32, 0.0f32, 0.0f32);
        let mut tries = 0.0f32;
        let parts = self.parts(belt);
        for (task, &part) in belt.iter().zip(&parts) {
            let delay = (task.approach - FREE).max(0.0);
            let later = (self.moment.turns - self.moment.supplied).max(0.0);
            let chances = (self.moment.supplied - delay).max(0.0) + UNSUPPLIED * later.min((self.moment.turns - delay).max(0.0));
            let all = self.assault(task, self.callable(task.hex));
            let some = if belt.len() == 1 { all } else { self.assault(task, part) };
            together *= at_least_one(some, chances);
            average += all / belt.len() as f32;
            tries += chances / belt.len() as f32;
            if is_defended(self.game, task) {
                assaults += (1.0 / all.max(0.25)).min(chances.max(1.0));
            }
        }
        (together.max(all_in_turn(average, tries, belt.len())), assaults)
    }

    /// Units that can be before a hex when it is assaulted.
    fn callable(&self, hex: Hex) -> u128 {
        let at = self.ground.objectives.iter().position(|&objective| objective == hex);
        let Some(ways) = at.map(|at| &self.ground.ways[at]) else { return 0 };
        let able = |&(unit, from): &(UnitId, Hex)| self.game.values(unit).attack > 0 && ways[from.index()] <= CALL;
        let bits = present(self.game, Side::Axis).filter(able).fold(0, |bits, (unit, _)| bits | unit.bit());
        self.fitting(hex, bits)
    }

    /// As many units as have room before a hex, the strongest first.
    fn fitting(&self, hex: Hex, bits: u128) -> u128 {
        let (game, ground) = (self.game, self.ground);
        let open = |to: Hex| game.occupant(to) != Some(Side::Soviet) && self.march[to.index()] < FAR && self.is_ours(to);
        let fronts = ground.near[hex.index()].iter().filter(|way| open(way.to)).count().clamp(1, 3) as u8;
        let mut room = fronts * game.data().tables.stacking.limit;
        let mut chosen = 0u128;
        for unit in strongest(game, bits) {
            let height = game.values(unit).stacking;
            if height <= room {
                room -= height;
                chosen |= unit.bit();
            }
        }
        chosen
    }

    /// Whether the Axis can stand in a hex before the next assault: it is no objective of the Soviets.
    fn is_ours(&self, hex: Hex) -> bool {
        !self.ground.is_objective(hex) || self.game.controller(hex) == Side::Axis
    }

    /// Deals the units out to the objectives of a belt, the strongest first, each to the one that is served worst.
    fn parts(&self, belt: &[Task]) -> ArrayVec<u128, OBJECTIVES> {
        let game = self.game;
        let mut parts: ArrayVec<u128, OBJECTIVES> = belt.iter().map(|_| 0u128).collect();
        if belt.len() < 2 {
            return parts;
        }
        let able: ArrayVec<u128, OBJECTIVES> = belt.iter().map(|task| self.callable(task.hex)).collect();
        let needs: ArrayVec<f32, OBJECTIVES> = belt.iter().map(|task| defence(game, task).max(1.0)).collect();
        let mut given: ArrayVec<f32, OBJECTIVES> = belt.iter().map(|_| 0.0).collect();
        for unit in strongest(game, able.iter().fold(0, |all, bits| all | bits)) {
            let served = |&index: &usize| given[index] / needs[index];
            let worst = (0..belt.len()).filter(|&index| able[index] & unit.bit() != 0).min_by(|a, b| served(a).total_cmp(&served(b)));
            if let Some(index) = worst {
                parts[index] |= unit.bit();
                given[index] += f32::from(game.values(unit).attack);
            }
        }
        parts
    }

    /// The chance that an assault by these units clears an objective.
    fn assault(&self, task: &Task, attackers: u128) -> f32 {
        let game = self.game;
        if !is_defended(game, task) {
            return 1.0;
        }
        if attackers == 0 {
            return 0.0;
        }
        let kinds = &self.ground.kinds;
        let heavies = kinds.heavies[Side::Axis.index()];
        let works = game.has_strongpoint(Side::Soviet, task.hex);
        let near = task.approach <= FREE;
        let guns = units(Side::Axis, kinds.guns[Side::Axis.index()] & game.on_map(Side::Axis)).filter(|&gun| {
            let values = game.values(gun);
            let heavy = heavies & gun.bit() != 0;
            let reach = u16::from(values.range) + if heavy || near { 0 } else { 3 };
            let in_reach = game.place(gun).hex().is_some_and(|at| game.data().map.grid.distance(at, task.hex) <= reach);
            values.support > 0 && in_reach && (!heavy || works)
        });
        let guns = guns.fold(0, |bits, gun| bits | gun.bit());
        let air = air_support(game);
        let attack = Attack { side: Side::Axis, target: task.hex, attackers, guns, air };
        odds::judge_against(game, self.ground, &attack, task.relief).map_or(0.0, |odds| odds.clears)
    }
}

/// Units of a set, the one with the most attack first.
fn strongest(game: &EastFront, bits: u128) -> ArrayVec<UnitId, UNITS> {
    let mut all: ArrayVec<UnitId, UNITS> = units(Side::Axis, bits).take(UNITS).collect();
    all.sort_by_key(|&unit| (std::cmp::Reverse(game.values(unit).attack), unit));
    all
}

fn defence(game: &EastFront, task: &Task) -> f32 {
    let present: u16 = units(Side::Soviet, stack_bits(game, task.hex)).map(|unit| u16::from(game.values(unit).defence)).sum();
    f32::from(present + task.relief)
}

/// Whether somebody is, or is expected, in the hex.
fn is_defended(game: &EastFront, task: &Task) -> bool {
    game.occupant(task.hex) == Some(Side::Soviet) || task.relief > 0
}

/// Close air support that is expected over an assault: two fifths of what is ready or lies face down, one of what may be
/// again.
fn air_support(game: &EastFront) -> i8 {
    let points = |units: AirSet| -> i8 { units.of(Side::Axis).iter().map(|air| game.data().air(air).cas as i8).sum() };
    ((2 * points(game.air_units_at_hand()) + points(game.air_units_in(AirBox::Flown))) / 5).min(2)
}

/// Chance that one of so many tries succeeds, parts of a try counting in part.
fn at_least_one(chance: f32, tries: f32) -> f32 {
    let mut fails = 1.0f32;
    let mut left = tries;
    while left > 0.0 {
        fails *= 1.0 - chance * left.min(1.0);
        left -= 1.0;
    }
    1.0 - fails
}

/// Chance that `wanted` successes come out of so many tries, one after the other.
fn all_in_turn(chance: f32, tries: f32, wanted: usize) -> f32 {
    // Chances to have had so many successes; the last place counts all from `wanted` on.
    let mut had = [0.0f32; OBJECTIVES + 1];
    had[0] = 1.0;
    let mut left = tries;
    while left > 0.0 {
        let success = chance * left.min(1.0);
        for count in (0..wanted).rev() {
            let moved = had[count] * success;
            had[count] -= moved;
            had[count + 1] += moved;
        }
        left -= 1.0;
    }
    had[wanted]
}

#[cfg(test)]
mod tests {
    use stavka_engine::east_front::{Phase, PositionBuilder, Prepared};
    use stavka_engine::kit::files::ScenarioFiles as _;

    use super::super::features::Observer;
    use super::*;

    /// The start of the scenario with so many Axis steps lost, and the trench in whose hands.
    fn chance(steps_lost: u8, trench: Side) -> f32 {
        let (name, text) = Prepared::SCENARIOS[0];
        let data = Prepared::interned(&Prepared::sources(name, text)).expect("the embedded scenario is sound");
        let mut start = PositionBuilder::start(data).steps_lost(Side::Axis, steps_lost);
        if trench == Side::Axis {
            for (unit, hex) in [("106", "4014"), ("5(+)", "4014"), ("271", "4014"), ("73", "3606"), ("46", "3705")] {
                start = start.place(unit, hex).expect("it has room");
            }
            start = start.control(trench, "3606").and_then(|start| start.control(trench, "3705")).expect("both are on the map");
        }
        let game = start.open(Phase::AxisMovement);
        let mut observer = Observer::new(&game);
        observer.chance(&game, &Moment::of(&game))
    }

    #[test]
    fn an_open_trench_is_worth_more_than_a_shut_one_and_losses_take_from_both() {
        let shut = chance(0, Side::Soviet);
        let open = chance(0, Side::Axis);
        assert!(shut > 0.05 && shut < open - 0.05, "{shut} {open}");
        for trench in Side::ALL {
            let chances = [0, 3, 5].map(|lost| chance(lost, trench));
            assert!(chances[0] > chances[1] && 0.9 * chances[1] > chances[2], "{trench}: {chances:?}");
        }
    }

    fn close(found: f32, expected: f32) -> bool {
        (found - expected).abs() < 1e-5
    }

    #[test]
    fn tries_add_up() {
        assert!(close(at_least_one(0.5, 2.0), 0.75) && close(at_least_one(0.5, 0.5), 0.25) && close(at_least_one(0.5, 0.0), 0.0));
        assert!(close(all_in_turn(0.5, 2.0, 1), 0.75) && close(all_in_turn(0.5, 2.0, 2), 0.25) && close(all_in_turn(0.5, 3.0, 2), 0.5));
        assert!(close(all_in_turn(0.5, 1.0, 2), 0.0));
    }
}
