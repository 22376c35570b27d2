//! `oep`, online evolution of plans: a whole player turn is planned at once, as a genome of compounds,
//! and the plan is improved by mutation, crossover and selection until the budget is used up.
//!
//! [`plan`] is the genome, [`simulation`] plays it in a world and repairs it, [`luck`] gives all plans the
//! same dice, [`planner`] breeds and compares. The plan that the greedy player would follow is always
//! among those compared.

mod luck;
mod plan;
mod planner;
mod simulation;
#[cfg(test)]
mod tests;

use stavka_engine::{Dice, Side, Turn, View};

use self::plan::{Plan, Played};
use self::planner::{Limit, Measure, Planner};
use self::simulation::{Simulator, next_gene};
use crate::adviser::Adviser;
use crate::agent::{Agent, Progress, SearchControl};
use crate::budget::{Allotment, Budget, Clock};
use crate::evaluator::Evaluator;
use crate::greedy::Greedy;
use crate::heuristic::Heuristic;
use crate::playable::Playable;

/// Share of the time left that the first plan of a phase takes.
const PHASE_SHARE: f64 = 0.35;
/// Share of the time left that a plan takes after dice or the opponent have changed the position.
const EVENT_SHARE: f64 = 0.1;
/// Part of a budget of iterations that such a plan takes.
const EVENT_PART: u32 = 4;

/// Plans its player turns by evolution.
///
/// It plans when a phase begins and when dice or the opponent have changed the position; otherwise it goes
/// on with its plan at no cost. A budget of iterations is the number of plans looked at when a phase
/// begins, each of them in eight worlds; a quarter of them are looked at on the other occasions. In the
/// middle of a compound that has not gone by the plan it decides as the greedy player does.
pub struct Evolution<G: Playable> {
    seed: u64,
    dice: Dice,
    clock: Clock,
    planner: Planner<G>,
    /// Knows the position at hand.
    eye: Simulator<G>,
    greedy: Greedy<G, G::Staff>,
    course: Course<G::Action>,
}

/// The plan that is being followed, and how far it has come.
struct Course<A> {
    plan: Plan<A>,
    complete: bool,
    played: Played,
    /// Phase that the plan was last thought over in.
    phase: Option<u64>,
    /// Gene in progress and its next step.
    step: Option<(usize, usize)>,
    /// What the side will see if nothing but its own choice happens.
    expected: Option<u64>,
}

impl<A> Default for Course<A> {
    fn default() -> Self {
        Course { plan: Plan::default(), complete: false, played: Played::default(), phase: None, step: None, expected: None }
    }
}

impl<A: Copy + Eq> Course<A> {
    /// What has not been played.
    fn rest(&self) -> Plan<A> {
        let mut rest = Plan::default();
        for (_, &gene) in self.plan.genes().iter().enumerate().filter(|&(index, _)| !self.played.has(index)) {
            rest.copy_whole(&self.plan, gene);
        }
        rest
    }

    /// The next choice of the compound in progress.
    fn continued(&mut self, legal: &[A]) -> Option<A> {
        let (index, step) = self.step?;
        let gene = self.plan.gene(index);
        let choice = self.plan.choices(gene).get(step).copied().filter(|choice| legal.contains(choice));
        self.step = choice.map(|_| (index, step + 1));
        choice
    }

    /// The first choice of the next compound of the phase.
    fn next(&mut self, phase: u64, legal: &[A]) -> Option<A> {
        let index = next_gene(&self.plan, self.played, phase, legal)?;
        self.played.add(index);
        self.step = Some((index, 1));
        self.plan.first(self.plan.gene(index))
    }
}

impl<G: Playable> Evolution<G> {
    /// A player with the stream of `seed` and a limit of its thinking.
    pub fn new(seed: u64, budget: Budget) -> Self {
        Evolution {
            seed,
            dice: Dice::stream(seed, 0),
            clock: Clock::new(budget),
            planner: Planner::new(seed),
            eye: Simulator::new(),
            greedy: Greedy::new(seed, G::staff()),
            course: Course::default(),
        }
    }

    /// The same player with another judgement of the positions that plans lead to.
    #[must_use]
    pub fn judged_by(mut self, evaluator: Box<dyn Evaluator<G>>) -> Self {
        self.planner.set_evaluator(evaluator);
        self
    }

    /// The choice, thought out by the player's own clock if no limit is given.
    fn decide(&mut self, view: View<'_, G>, legal: &[G::Action], within: Option<&Allotment>, control: SearchControl<'_>) -> G::Action {
        let game = view.determinize(&mut self.dice);
        let choice = self.go_on(view, &game, legal, within, control);
        debug_assert!(legal.contains(&choice), "{choice:?} is not among the legal actions");
        self.course.expected = Self::foresee(&game, choice, view.viewer());
        choice
    }

    /// Goes on with the plan, or makes one.
    fn go_on(
        &mut self,
        view: View<'_, G>,
        game: &G,
        legal: &[G::Action],
        within: Option<&Allotment>,
        control: SearchControl<'_>,
    ) -> G::Action {
        let holds = self.course.expected == Some(game.view_hash(view.viewer()));
        if !game.is_quiet() {
            let planned = if holds { self.course.continued(legal) } else { None };
            return planned.unwrap_or_else(|| self.greedy.choose(view, legal, control));
        }
        self.course.step = None;
        if let [only] = legal {
            return *only;
        }
        self.eye.prepare(game, view.viewer());
        if self.eye.rule_of_thumb(game, legal).is_some() {
            return self.greedy.choose(view, legal, control);
        }
        let phase = self.eye.knowledge.phase(game);
        if holds && self.course.phase == Some(phase) {
            if let Some(choice) = self.course.next(phase, legal) {
                return choice;
            }
            if self.course.complete {
                return self.eye.stand_in(game, legal);
            }
        }
        self.think(view, game, phase, within, control);
        match self.course.next(phase, legal) {
            Some(choice) => choice,
            None if self.course.complete => self.eye.stand_in(game, legal),
            None => self.greedy.choose(view, legal, control),
        }
    }

    /// Makes a plan for the rest of the player turn.
    fn think(&mut self, view: View<'_, G>, game: &G, phase: u64, within: Option<&Allotment>, control: SearchControl<'_>) {
        let fresh = self.course.phase != Some(phase);
        let share = if fresh { PHASE_SHARE } else { EVENT_SHARE };
        let mut allotment = within.copied().unwrap_or_else(|| self.clock.allot_share(game.game_turn(), view.viewer(), share));
        if !fresh && !allotment.is_timed() {
            allotment.iterations = allotment.iterations.div_ceil(EVENT_PART);
        }
        let mut limit = Limit { allotment: &allotment, control, looks: 0 };
        let found = self.planner.plan(view, &self.course.rest(), if fresh { Measure::Phase } else { Measure::Compound }, &mut limit);
        control.report(&Progress { looks: u64::from(limit.looks), share: 1.0, win: found.value as f32 });
        self.course = Course { plan: found.plan, complete: found.complete, phase: Some(phase), ..Course::default() };
    }

    /// What the side will see after its choice, if it is the one to go on.
    fn foresee(game: &G, choice: G::Action, side: Side) -> Option<u64> {
        let mut next = game.clone();
        next.apply(choice);
        (next.turn() == Turn::Player(side)).then(|| next.view_hash(side))
    }
}

impl<G: Playable> Agent<G> for Evolution<G> {
    fn name(&self) -> &'static str {
        "oep"
    }

    fn new_game(&mut self, game_seed: u64) {
        self.dice = Dice::stream(self.seed, game_seed);
        self.planner.new_game(self.dice.bits());
        self.greedy.new_game(self.dice.bits());
        self.eye.dice = Dice::new(self.dice.bits());
        self.clock = self.clock.fresh();
        self.course = Course::default();
    }

    fn choose(&mut self, view: View<'_, G>, legal: &[G::Action], control: SearchControl<'_>) -> G::Action {
        let whole = self.clock.allot(view.game_turn(), view.viewer());
        let choice = self.decide(view, legal, None, control);
        self.clock.book(&whole);
        choice
    }
}

impl<G: Playable> Adviser<G> for Evolution<G> {
    fn take_up(&mut self, game_seed: u64) {
        self.new_game(game_seed);
    }

    fn advise(&mut self, view: View<'_, G>, legal: &[G::Action], limit: &Allotment, control: SearchControl<'_>) -> G::Action {
        self.decide(view, legal, Some(limit), control)
    }
}
