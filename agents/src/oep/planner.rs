//! Improves a population of plans, and picks the best of them without being fooled by luck.

use std::cmp::Ordering;

use stavka_engine::{Dice, Side, Turn, View};

use super::luck::{Luck, STREAMS};
use super::plan::{Plan, Played};
use super::simulation::{Halt, Line, Simulator};
use crate::agent::{Agent, Progress, SearchControl};
use crate::budget::Allotment;
use crate::determinization::sample_world;
use crate::evaluator::Evaluator;
use crate::greedy::Greedy;
use crate::heuristic::Heuristic;
use crate::playable::Playable;

/// Plans that are kept.
const POPULATION: usize = 5;
/// Plans of a population that are compared by the luck of new worlds before one of them is chosen.
const FINALISTS: usize = 4;
/// Blocks of new worlds in that comparison.
const FINALS: u32 = 3;
/// Worlds after which a child that falls short of its parent by [`SLACK`] is given up.
const PROBES: usize = 2;
/// Chance of winning that a child may lack in the first worlds.
const SLACK: f64 = 0.01;
/// Plans looked at before the worlds are drawn anew.
const SEASON: u32 = 150;
/// Plans that compete for being a parent.
const TOURNAMENT: u32 = 3;
/// Children of two parents, in percent.
const CROSSED: u32 = 15;
/// Chance of each further change of a child, in percent.
const FURTHER: u32 = 25;
/// Most changes of a child at once.
const CHANGES: u32 = 6;

/// A plan with what is known of its worth.
struct Rated<A> {
    plan: Plan<A>,
    worth: Worth,
}

/// Chances of winning of the side that plans.
#[derive(Clone, Copy, Debug)]
struct Worth {
    /// In all worlds of a block.
    value: f64,
    /// In the first [`PROBES`] of them.
    probe: f64,
}

/// Worlds in which plans are compared.
struct Block<G> {
    seed: u64,
    /// Worlds that differ in what is hidden; [`STREAMS`] worlds differ in their dice for each of them.
    worlds: Vec<G>,
}

/// Thinks about plans.
pub(super) struct Planner<G: Playable> {
    simulator: Simulator<G>,
    evaluator: Box<dyn Evaluator<G>>,
    /// Plays the plan that others are measured by.
    greedy: Greedy<G, G::Staff>,
    side: Side,
    phase: u64,
    block: Block<G>,
    population: Vec<Rated<G::Action>>,
    /// Positions that a plan ended in, with the number of worlds each stands for.
    ends: Vec<G>,
    weights: Vec<f64>,
    chances: Vec<f32>,
    /// Genomes not in use.
    child: Plan<G::Action>,
    changed: Plan<G::Action>,
    played: Plan<G::Action>,
    scratch: Plan<G::Action>,
    dice: Dice,
}

/// What planning has come to.
pub(super) struct Found<A> {
    /// The plan.
    pub(super) plan: Plan<A>,
    /// Its chance of winning, for the side that plans.
    pub(super) value: f64,
    /// Whether the plan reaches to the end of the turn, as far as its maker had anything to do.
    pub(super) complete: bool,
}

/// How far the greedy player is followed for the plan that others are measured by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Measure {
    /// To the end of the phase.
    Phase,
    /// For its next compound.
    Compound,
}

/// When planning must end.
pub(super) struct Limit<'a> {
    pub(super) allotment: &'a Allotment,
    pub(super) control: SearchControl<'a>,
    /// Plans looked at.
    pub(super) looks: u32,
}

impl Limit<'_> {
    /// Whether planning, which has reached this share of its limit, must end.
    fn is_spent(&self, share: f64) -> bool {
        self.control.is_cancelled() || self.allotment.used(self.looks) >= share
    }
}

impl<G: Playable> Planner<G> {
    pub(super) fn new(seed: u64) -> Self {
        Planner {
            simulator: Simulator::new(),
            evaluator: Box::new(G::evaluator()),
            greedy: Greedy::new(seed, G::staff()),
            side: Side::Axis,
            phase: 0,
            block: Block { seed: 0, worlds: Vec::new() },
            population: Vec::new(),
            ends: Vec::new(),
            weights: Vec::new(),
            chances: Vec::new(),
            child: Plan::default(),
            changed: Plan::default(),
            played: Plan::default(),
            scratch: Plan::default(),
            dice: Dice::new(seed),
        }
    }

    /// Judges the ends of plans in another way from now on.
    pub(super) fn set_evaluator(&mut self, evaluator: Box<dyn Evaluator<G>>) {
        self.evaluator = evaluator;
    }

    /// Takes up the random stream of a game.
    pub(super) fn new_game(&mut self, seed: u64) {
        self.dice = Dice::new(seed);
    }

    /// The best plan that was found from the position of the view on. `carried` is what is left of an
    /// earlier plan; after an event `measure` is the greedy player's next compound and the rest of that plan,
    /// otherwise all that the greedy player would do in the phase.
    pub(super) fn plan(
        &mut self,
        view: View<'_, G>,
        carried: &Plan<G::Action>,
        measure: Measure,
        limit: &mut Limit<'_>,
    ) -> Found<G::Action> {
        let (seed, complete) = self.populate(view, carried, measure, limit);
        self.evolve(view, limit);
        self.settle(view, seed, complete, limit)
    }

    /// Makes the first population: the measure, what is left of an earlier plan, and no plan at all.
    /// Returns the measure, and whether there was time to follow the greedy player to the end.
    pub(super) fn populate(
        &mut self,
        view: View<'_, G>,
        carried: &Plan<G::Action>,
        measure: Measure,
        limit: &mut Limit<'_>,
    ) -> (Plan<G::Action>, bool) {
        let root = view.determinize(&mut self.dice);
        self.side = view.viewer();
        self.simulator.prepare(&root, self.side);
        self.simulator.dice = Dice::new(self.dice.bits());
        self.phase = self.simulator.knowledge.phase(&root);
        self.draw_block(view);
        let (mut seed, horizon, complete) = self.greedy_plan(&root, measure, limit);
        if measure == Measure::Compound {
            seed.join(carried);
        }
        self.evaluator.prepare(if horizon.outcome().is_some() { &root } else { &horizon }, self.side);
        self.population.clear();
        // The measure comes first: ties and an early end are decided in its favour.
        for plan in [&seed, carried, &Plan::default()] {
            if !self.population.is_empty() && limit.is_spent(1.0) {
                break;
            }
            self.child.clone_from(plan);
            self.look(f64::NEG_INFINITY, limit);
        }
        (seed, complete)
    }

    /// What the greedy player does in the first world, where it leads, and whether there was time for it.
    fn greedy_plan(&mut self, root: &G, measure: Measure, limit: &Limit<'_>) -> (Plan<G::Action>, G, bool) {
        let mut plan = Plan::default();
        let mut game = root.clone();
        let mut legal = Vec::new();
        self.greedy.new_game(self.block.seed);
        let mut dice = Dice::new(self.block.seed);
        let mut open = false;
        let mut complete = true;
        loop {
            let quiet = game.is_quiet();
            open &= !quiet;
            match game.turn() {
                Turn::Over => break,
                _ if quiet && self.simulator.is_beyond(&game) => break,
                _ if quiet && (self.simulator.knowledge.phase(&game) != self.phase || measure == Measure::Compound && plan.len() > 0) => {
                    break;
                }
                Turn::Chance => {
                    open = false;
                    game.legal_actions(&mut legal);
                    let die = game.draw(&legal, &mut dice);
                    game.apply(die);
                }
                Turn::Player(actor) => {
                    game.legal_actions(&mut legal);
                    // Out of time, the rest of the turn is passed.
                    complete &= !limit.is_spent(0.5);
                    let action = if actor == self.side && complete {
                        self.greedy.choose(View::new(&game, self.side), &legal, SearchControl::NONE)
                    } else {
                        self.simulator.stand_in(&game, &legal)
                    };
                    if actor != self.side {
                        open = false;
                    } else if quiet {
                        let list = self.simulator.knowledge.move_list(&game, &legal);
                        let by_rule = self.simulator.rule_of_thumb(&game, &legal).is_some();
                        open = !by_rule && list.is_none_or(|list| list.pass != action) && plan.begin(self.simulator.knowledge.phase(&game));
                    }
                    if open {
                        plan.extend(action);
                    }
                    game.apply(action);
                }
            }
        }
        (plan, game, complete)
    }

    /// Mutation and selection until the budget is nearly used up.
    fn evolve(&mut self, view: View<'_, G>, limit: &mut Limit<'_>) {
        let mut season = SEASON;
        while !limit.is_spent(0.85) {
            let bar = self.breed();
            self.look(bar, limit);
            season -= 1;
            if season == 0 {
                season = SEASON;
                self.draw_block(view);
                self.rate_again(limit);
            }
            if limit.looks.is_multiple_of(32) {
                let share = limit.allotment.used(limit.looks) as f32;
                limit.control.report(&Progress { looks: u64::from(limit.looks), share, win: self.population[0].worth.value as f32 });
            }
        }
    }

    /// A new `child`. Returns what its first worlds must be worth.
    pub(super) fn breed(&mut self) -> f64 {
        let one = self.tournament();
        let bar = self.population[one].worth.probe - SLACK;
        if self.population.len() > 1 && self.dice.below(100) < CROSSED {
            let other = self.dice.below(self.population.len() as u32) as usize;
            self.child.cross(&self.population[one].plan, &self.population[other].plan, &mut self.dice);
            return bar;
        }
        self.child.mutate(&self.population[one].plan, self.phase, &mut self.dice);
        let mut changes = 1;
        while changes < CHANGES && self.dice.below(100) < FURTHER {
            self.changed.mutate(&self.child, self.phase, &mut self.dice);
            std::mem::swap(&mut self.child, &mut self.changed);
            changes += 1;
        }
        bar
    }

    fn tournament(&mut self) -> usize {
        let size = self.population.len() as u32;
        (0..TOURNAMENT).map(|_| self.dice.below(size)).min().unwrap_or(0) as usize
    }

    /// Rates the `child` and gives it its place, best first. Of plans of equal worth the older stays.
    pub(super) fn look(&mut self, bar: f64, limit: &mut Limit<'_>) {
        limit.looks = limit.looks.saturating_add(1);
        let child = std::mem::take(&mut self.child);
        let worth = self.rate(&child, bar);
        self.child = child;
        let Some(worth) = worth else { return };
        let place = self.population.partition_point(|other| other.worth.value >= worth.value);
        let is_known = place > 0 && self.population[place - 1].worth.value.total_cmp(&worth.value) == Ordering::Equal;
        if place >= POPULATION || is_known {
            return;
        }
        let replaced = if self.population.len() >= POPULATION { self.population.pop() } else { None };
        let mut plan = replaced.map(|old| old.plan).unwrap_or_default();
        plan.clone_from(&self.played);
        self.population.insert(place, Rated { plan, worth });
    }

    /// Rates the population in the worlds drawn anew.
    fn rate_again(&mut self, limit: &mut Limit<'_>) {
        let mut population = std::mem::take(&mut self.population);
        for rated in &mut population {
            limit.looks = limit.looks.saturating_add(1);
            if let Some(worth) = self.rate(&rated.plan, f64::NEG_INFINITY) {
                rated.worth = worth;
            }
        }
        population.sort_by(|one, other| other.worth.value.total_cmp(&one.worth.value));
        self.population = population;
    }

    /// The best of the finalists and the measure by their mean in new worlds.
    fn settle(&mut self, view: View<'_, G>, seed: Plan<G::Action>, complete: bool, limit: &mut Limit<'_>) -> Found<G::Action> {
        self.population.truncate(FINALISTS);
        // The measure is the last. If there is no time to compare, what was seen so far decides.
        let mut finalists = std::mem::take(&mut self.population);
        let unrated = finalists.last().map_or(Worth { value: 0.0, probe: 0.0 }, |rated| rated.worth);
        finalists.push(Rated { plan: seed, worth: unrated });
        let mut sums = vec![0.0; finalists.len()];
        let mut blocks = 0;
        while blocks < FINALS {
            self.draw_block(view);
            let values: Vec<f64> = finalists.iter().map_while(|rated| self.rate_within(&rated.plan, limit)).collect();
            // A comparison that time cut short says nothing.
            if values.len() < finalists.len() {
                break;
            }
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
            blocks += 1;
        }
        if blocks > 0 {
            finalists.iter_mut().zip(sums).for_each(|(rated, sum)| rated.worth.value = sum / f64::from(blocks));
        }
        let first_best = |best: Rated<G::Action>, rated: Rated<G::Action>| if rated.worth.value > best.worth.value { rated } else { best };
        let best = finalists.into_iter().reduce(first_best).expect("the measure is among the finalists");
        Found { plan: best.plan, value: best.worth.value, complete }
    }

    /// Rates a plan if there is time for it.
    fn rate_within(&mut self, plan: &Plan<G::Action>, limit: &mut Limit<'_>) -> Option<f64> {
        if limit.is_spent(1.0) {
            return None;
        }
        limit.looks = limit.looks.saturating_add(1);
        self.rate(plan, f64::NEG_INFINITY).map(|worth| worth.value)
    }

    fn draw_block(&mut self, view: View<'_, G>) {
        self.block.seed = self.dice.bits();
        self.block.worlds.clear();
        let any = view.determinize(&mut self.dice);
        let [one, other] = [(); 2].map(|()| sample_world(&any, view.viewer(), &mut self.dice));
        let differ = one.state_hash() != other.state_hash();
        self.block.worlds.push(one);
        if differ {
            self.block.worlds.push(other);
        }
    }

    /// Worth of a plan in the block; `None` if its first worlds fall short of `bar`. What was played in the
    /// first world is left in `played`.
    fn rate(&mut self, plan: &Plan<G::Action>, bar: f64) -> Option<Worth> {
        self.ends.clear();
        self.weights.clear();
        let mut probe = None;
        for number in 0..self.block.worlds.len() {
            let Some((trunk, halt)) = self.run_trunk(plan, number) else { break };
            if halt == Halt::Horizon {
                self.ends.push(trunk.game);
                self.weights.push(self.streams() as f64);
                continue;
            }
            let known = self.played.len();
            for stream in 0..self.streams() {
                self.run_branch(&trunk, plan, number, stream, known);
                if self.ends.len() == PROBES {
                    let first = self.mean();
                    if first < bar {
                        return None;
                    }
                    probe = Some(first);
                }
            }
        }
        let value = self.mean();
        Some(Worth { value, probe: probe.unwrap_or(value) })
    }

    /// Worlds of the block that differ by their dice alone.
    fn streams(&self) -> usize {
        STREAMS / self.block.worlds.len()
    }

    /// Mean chance of winning in the positions that a plan has ended in.
    fn mean(&mut self) -> f64 {
        self.evaluator.evaluate(&self.ends, &mut self.chances);
        let total: f64 = self.weights.iter().sum();
        let sum: f64 = self.chances.iter().zip(&self.weights).map(|(&chance, weight)| f64::from(chance) * weight).sum();
        let axis = sum / total;
        if self.side == Side::Axis { axis } else { 1.0 - axis }
    }

    /// Plays a plan until the first die, which is the same in all worlds that differ by their dice alone.
    fn run_trunk(&mut self, plan: &Plan<G::Action>, number: usize) -> Option<(Line<G>, Halt)> {
        let mut trunk = Line::new(self.block.worlds.get(number)?.clone(), self.block.seed);
        let halt = if number == 0 {
            self.played.clear();
            self.simulator.advance(&mut trunk, plan, &mut self.played, None)
        } else {
            // What the first world makes of open genes holds in all.
            self.scratch.clear();
            self.simulator.advance(&mut trunk, &self.played, &mut self.scratch, None)
        };
        Some((trunk, halt))
    }

    /// Plays a plan on from the first die. In the first world `known` genes have been played.
    fn run_branch(&mut self, trunk: &Line<G>, plan: &Plan<G::Action>, number: usize, stream: usize, known: usize) {
        let stream = number * self.streams() + stream;
        let luck = Some(Luck { seed: self.block.seed, stream });
        let mut line = trunk.clone();
        line.dice = Dice::new(self.block.seed.wrapping_add(stream as u64));
        if stream == 0 {
            self.simulator.advance(&mut line, plan, &mut self.played, luck);
        } else {
            if number == 0 {
                line.played = Played::first(known);
            }
            self.scratch.clear();
            self.simulator.advance(&mut line, &self.played, &mut self.scratch, luck);
        }
        self.ends.push(line.game);
        self.weights.push(1.0);
    }
}

#[cfg(test)]
impl<G: Playable> Planner<G> {
    /// Worth of the best plan of the population.
    pub(super) fn best(&self) -> f64 {
        self.population[0].worth.value
    }

    /// Worth of plans in the same new worlds.
    pub(super) fn compare<const N: usize>(&mut self, view: View<'_, G>, plans: [&Plan<G::Action>; N], blocks: u32) -> [f64; N] {
        let mut sums = [0.0; N];
        for _ in 0..blocks {
            self.draw_block(view);
            for (sum, plan) in sums.iter_mut().zip(plans) {
                *sum += self.rate(plan, f64::NEG_INFINITY).map_or(0.0, |worth| worth.value) / f64::from(blocks);
            }
        }
        sums
    }

    /// What is made of the child in the first world.
    pub(super) fn repaired_child(&mut self) -> Plan<G::Action> {
        let child = self.child.clone();
        self.rate(&child, f64::NEG_INFINITY);
        self.played.clone()
    }
}
