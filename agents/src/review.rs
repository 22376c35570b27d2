//! Looking back at a game: what the dice did and what the players did.

use stavka_engine::{Dice, Side, Turn, View};

use crate::agent::SearchControl;
use crate::analysis::{Analysis, Analyst};
use crate::budget::{Allotment, Deadline};
use crate::evaluator::{Evaluator, Policy};
use crate::playable::Playable;
use crate::rollout::play_on;
use crate::{AgentKind, AgentSpec};

/// Bytes of a searcher's memory: a review asks for small searches.
const MEMORY_MIB: usize = 8;
/// Dice streams that a position in the middle of a procedure is played on with.
const SAMPLES: u64 = 8;
/// A choice with this part of the simulations or more is known well enough.
const KNOWN: u32 = 16;

/// What one action of a game did to the chances.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Judgement<A> {
    /// A die fell. The chances are those of one who knows everything.
    Luck {
        /// Chance of an Axis win before the die, over all its results by their exact weights.
        before: f32,
        /// The same after the result that came up.
        after: f32,
    },
    /// A player chose.
    Skill {
        /// Who chose.
        side: Side,
        /// What the search would have chosen.
        best: A,
        /// The side's chance of winning after the best choice.
        win: f32,
        /// What the choice made falls short of that, 0 for the best.
        loss: f32,
    },
    /// There was nothing to choose.
    Forced,
}

/// Judges the actions of a game one by one. Every judgement depends on the seed, the index of the action and
/// the position alone, so that a game can be judged in parallel.
pub struct Reviewer<G: Playable> {
    seed: u64,
    simulations: u32,
    search: Box<dyn Analyst<G>>,
    evaluator: G::Evaluator,
    policy: G::Policy,
    legal: Vec<G::Action>,
    buffer: Vec<G::Action>,
    values: Vec<f32>,
}

impl<G: Playable> Reviewer<G> {
    /// A reviewer that spends so many simulations on every decision.
    pub fn new(seed: u64, simulations: u32) -> Self {
        let spec = AgentSpec { memory: MEMORY_MIB, ..AgentSpec::of(AgentKind::Mcts) };
        Reviewer {
            seed,
            simulations,
            search: Box::new(spec.mcts::<G>(seed)),
            evaluator: G::evaluator(),
            policy: G::policy(),
            legal: Vec::new(),
            buffer: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Judges the action with this index in the game, played in this position.
    pub fn judge(&mut self, index: u64, game: &G, action: G::Action) -> Judgement<G::Action> {
        match game.turn() {
            Turn::Over => Judgement::Forced,
            Turn::Chance => self.judge_die(index, game, action),
            Turn::Player(side) => self.judge_choice(index, game, side, action),
        }
    }

    /// The chance of an Axis win in a position of the game, with what is hidden from `viewer` left out.
    pub fn chance(&mut self, index: u64, game: &G, viewer: Side) -> f32 {
        let seen = game.determinize(viewer, &mut Dice::stream(self.seed, index));
        self.evaluator.prepare(&seen, viewer);
        self.policy.prepare(&seen, viewer);
        self.expectation(index, &seen)
    }

    fn judge_die(&mut self, index: u64, game: &G, fallen: G::Action) -> Judgement<G::Action> {
        self.evaluator.prepare(game, Side::Soviet);
        self.policy.prepare(game, Side::Soviet);
        let mut legal = std::mem::take(&mut self.legal);
        game.legal_actions(&mut legal);
        let (mut sum, mut total, mut after) = (0.0, 0.0, 0.0);
        for &die in &legal {
            let mut next = game.clone();
            next.apply(die);
            let value = self.expectation(index, &next);
            let weight = game.chance_weight(die) as f64;
            sum += weight * f64::from(value);
            total += weight;
            if die == fallen {
                after = value;
            }
        }
        self.legal = legal;
        Judgement::Luck { before: (sum / f64::max(total, 1.0)) as f32, after }
    }

    fn judge_choice(&mut self, index: u64, game: &G, side: Side, chosen: G::Action) -> Judgement<G::Action> {
        let mut legal = std::mem::take(&mut self.legal);
        game.legal_actions(&mut legal);
        let judgement = if legal.len() < 2 { Judgement::Forced } else { self.weigh(index, game, side, &legal, chosen) };
        self.legal = legal;
        judgement
    }

    /// A search finds the best choice. One that it has hardly looked at gets a search of its own.
    fn weigh(&mut self, index: u64, game: &G, side: Side, legal: &[G::Action], chosen: G::Action) -> Judgement<G::Action> {
        let found = self.look(index, game, side, legal);
        let best = found.best();
        let known = found.candidates.iter().find(|candidate| candidate.action == chosen);
        let own = match known {
            Some(candidate) if candidate.visits >= u64::from(self.simulations / KNOWN) => candidate.win,
            _ => self.worth(index, game, side, chosen),
        };
        // The search may have been wrong about its favourite.
        if best == chosen || own >= found.win {
            return Judgement::Skill { side, best: chosen, win: own.max(found.win), loss: 0.0 };
        }
        Judgement::Skill { side, best, win: found.win, loss: found.win - own }
    }

    fn look(&mut self, index: u64, game: &G, side: Side, legal: &[G::Action]) -> Analysis<G::Action> {
        self.search.new_game(index);
        self.search.analyse(View::new(game, side), legal, Allotment::of_iterations(self.simulations), SearchControl::NONE)
    }

    /// The side's chance of winning after a choice of its own.
    fn worth(&mut self, index: u64, game: &G, side: Side, chosen: G::Action) -> f32 {
        let mut next = game.clone();
        next.apply(chosen);
        let mut legal = std::mem::take(&mut self.buffer);
        let mut win = None;
        while win.is_none() && next.turn() == Turn::Player(side) {
            next.legal_actions(&mut legal);
            match legal[..] {
                [only] => next.apply(only),
                _ => win = Some(self.look(index, &next, side, &legal).win),
            }
        }
        self.buffer = legal;
        win.unwrap_or_else(|| {
            let axis = self.chance(index, &next, side);
            if side == Side::Axis { axis } else { 1.0 - axis }
        })
    }

    /// The value of a position: as it is when quiet, else played on to quiet positions with a few streams.
    fn expectation(&mut self, index: u64, game: &G) -> f32 {
        if game.is_quiet() || game.turn() == Turn::Over {
            return self.value(game);
        }
        let limit = Allotment::of_iterations(u32::MAX);
        let deadline = Deadline { limit: &limit, control: &SearchControl::NONE };
        let mut sum = 0.0;
        for sample in 0..SAMPLES {
            let mut world = game.clone();
            let mut dice = Dice::stream(self.seed ^ index, sample);
            let finished = play_on(&mut world, &mut self.policy, 0, &mut dice, &mut self.buffer, &deadline);
            debug_assert!(finished.is_ok(), "a limit of simulations never runs out in a rollout");
            sum += self.value(&world);
        }
        sum / SAMPLES as f32
    }

    fn value(&mut self, game: &G) -> f32 {
        self.evaluator.evaluate(std::slice::from_ref(game), &mut self.values);
        self.values[0]
    }
}

/// The mean margin, in the game's points and positive for the Axis, of games played on to their end by the
/// policy from worlds that the viewer cannot tell apart.
pub fn expected_margin<G: Playable>(view: View<'_, G>, first: Option<G::Action>, playouts: u32, seed: u64) -> f32 {
    let mut policy = G::policy();
    let mut legal = Vec::new();
    let mut sum = 0.0;
    for playout in 0..playouts {
        let mut dice = Dice::stream(seed, u64::from(playout));
        let mut world = view.determinize(&mut dice);
        policy.prepare(&world, view.viewer());
        if let Some(action) = first {
            world.apply(action);
        }
        while world.turn() != Turn::Over {
            world.legal_actions(&mut legal);
            let action = match world.turn() {
                Turn::Chance => world.draw(&legal, &mut dice),
                _ if legal.len() == 1 => legal[0],
                _ => policy.pick(&world, &legal, &mut dice),
            };
            world.apply(action);
        }
        sum += world.outcome().map_or(0.0, |outcome| f32::from(outcome.margin));
    }
    if playouts == 0 { 0.0 } else { sum / playouts as f32 }
}
