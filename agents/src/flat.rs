//! Flat Monte Carlo, the yardstick of tree searches.

use stavka_engine::{Determinize, Dice, Game, Side, View};

use crate::agent::{Agent, Progress, Report, SearchControl};
use crate::analysis::{Analysis, Analyst, Candidate};
use crate::budget::{Allotment, Budget, Clock, Deadline};
use crate::evaluator::{Evaluator, Policy};
use crate::network::ValueScale;
use crate::rollout::play_on;

/// How strongly choices are tried that have been seen little, in chances of winning.
const EXPLORATION: f32 = 0.1;
/// Simulations between two reports.
const REPORT_EVERY: u32 = 512;

/// How a [`Flat`] searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FlatSettings {
    /// How much it thinks.
    pub budget: Budget,
    /// Decisions that are played on after the choice before the position is valued.
    pub rollout: u32,
}

/// Tries every choice in worlds drawn anew, plays on by the policy, has the evaluator value what comes out, and
/// divides its simulations among the choices by UCB1. It looks nowhere deeper.
pub struct Flat<G: Game, E, P> {
    seed: u64,
    settings: FlatSettings,
    clock: Clock,
    dice: Dice,
    evaluator: E,
    policy: P,
    arms: Vec<Arm>,
    legal: Vec<G::Action>,
    position: Vec<G>,
    values: Vec<f32>,
    report: Option<Report<G::Action>>,
}

/// One choice. Its worth is the mean chance of winning of the side that chooses.
#[derive(Clone, Copy, Default)]
struct Arm {
    visits: u32,
    worth: f32,
}

impl<G: Determinize, E: Evaluator<G>, P: Policy<G>> Flat<G, E, P> {
    /// A player with the stream of `seed`.
    pub fn new(seed: u64, settings: FlatSettings, evaluator: E, policy: P) -> Self {
        Flat {
            seed,
            settings,
            clock: Clock::new(settings.budget),
            dice: Dice::stream(seed, 0),
            evaluator,
            policy,
            arms: Vec::new(),
            legal: Vec::new(),
            position: Vec::with_capacity(1),
            values: Vec::with_capacity(1),
            report: None,
        }
    }

    fn search(&mut self, view: View<'_, G>, choices: &[G::Action], limit: &Allotment, control: &SearchControl<'_>) -> u32 {
        let world = view.determinize(&mut self.dice);
        self.evaluator.prepare(&world, view.viewer());
        self.policy.prepare(&world, view.viewer());
        self.arms.clear();
        self.arms.resize(choices.len(), Arm::default());
        let deadline = Deadline { limit, control };
        let mut done = 0;
        while limit.used(done) < 1.0 && !control.is_cancelled() {
            let at = self.next_arm(done);
            let mut game = view.determinize(&mut self.dice);
            game.apply(choices[at]);
            if play_on(&mut game, &mut self.policy, self.settings.rollout, &mut self.dice, &mut self.legal, &deadline).is_err() {
                break;
            }
            self.position.clear();
            self.position.push(game);
            self.evaluator.evaluate(&self.position, &mut self.values);
            let worth = if view.viewer() == Side::Axis { self.values[0] } else { 1.0 - self.values[0] };
            let arm = &mut self.arms[at];
            arm.visits += 1;
            arm.worth += (worth - arm.worth) / arm.visits as f32;
            done += 1;
            if done % REPORT_EVERY == 0 {
                let win = self.arms.iter().max_by_key(|arm| arm.visits).map_or(0.5, |arm| arm.worth);
                control.report(&Progress { looks: u64::from(done), share: limit.used(done) as f32, win });
            }
        }
        done
    }

    /// Every arm once, then the one with the highest upper confidence bound.
    fn next_arm(&self, done: u32) -> usize {
        if let Some(untried) = self.arms.iter().position(|arm| arm.visits == 0) {
            return untried;
        }
        let log = std::f32::consts::LN_2 * log2(done);
        let mut best = (f32::NEG_INFINITY, 0);
        for (at, arm) in self.arms.iter().enumerate() {
            let bound = arm.worth + EXPLORATION * (log / arm.visits as f32).sqrt();
            if bound > best.0 {
                best = (bound, at);
            }
        }
        best.1
    }
}

/// The binary logarithm, straight between powers of two: the same bits on every machine.
fn log2(count: u32) -> f32 {
    let whole = count.max(1).ilog2();
    whole as f32 + (count.max(1) as f32 / 2.0_f32.powi(whole as i32) - 1.0)
}

impl<G: Determinize, E: Evaluator<G>, P: Policy<G>> Agent<G> for Flat<G, E, P> {
    fn name(&self) -> &'static str {
        "flat"
    }

    fn new_game(&mut self, game_seed: u64) {
        self.dice = Dice::stream(self.seed, game_seed);
        self.clock = Clock::new(self.settings.budget);
        self.report = None;
    }

    fn choose(&mut self, view: View<'_, G>, legal: &[G::Action], control: SearchControl<'_>) -> G::Action {
        self.report = None;
        if let [only] = legal {
            return *only;
        }
        let limit = self.clock.allot(view.game_turn(), view.viewer());
        let analysis = self.analyse(view, legal, limit, control);
        self.clock.book(&limit);
        self.report = Some(analysis.report(legal.len(), None));
        analysis.best()
    }

    fn report(&self) -> Option<Report<G::Action>> {
        self.report
    }
}

impl<G: Determinize, E: Evaluator<G>, P: Policy<G>> Analyst<G> for Flat<G, E, P> {
    fn analyse(&mut self, view: View<'_, G>, legal: &[G::Action], limit: Allotment, control: SearchControl<'_>) -> Analysis<G::Action> {
        let looks = u64::from(self.search(view, legal, &limit, &control));
        let prior = 1.0 / legal.len() as f32;
        let mut candidates: Vec<Candidate<G::Action>> = legal
            .iter()
            .zip(&self.arms)
            .map(|(&action, arm)| {
                let win = if arm.visits > 0 { arm.worth } else { 0.5 };
                Candidate { action, visits: u64::from(arm.visits), win, prior, line: vec![action] }
            })
            .collect();
        candidates.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.win.total_cmp(&a.win)));
        let bytes = size_of_val(self.arms.as_slice()) as u64;
        Analysis { scale: ValueScale::RESULT, win: candidates[0].win, candidates, looks, nodes: legal.len() as u64, bytes }
    }
}
