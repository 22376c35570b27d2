//! [`ActionPrior`]: how promising choices look at a glance, before anything is tried out. Rollouts, priors and short lists live on
//! it.

use stavka_engine::{Dice, Game, Side, Turn};

use crate::evaluator::Policy;
use crate::logistic::exp;

/// Grains of a random fraction.
const GRAINS: u32 = 1 << 16;
/// A choice that looks worse than the best by more than this is weighed as if it looked worse by this.
const FLOOR: f32 = -8.0;

/// How much a policy wavers unless it is told otherwise.
const NOISE: f32 = 1.0;

/// Scores of choices.
pub trait ActionPrior<G: Game>: Send {
    /// Adds the scores of `side`, which decides, to `out`, one for each of the legal actions. A difference of 1 is a clear preference.
    fn add(&mut self, game: &G, side: Side, legal: &[G::Action], out: &mut [f32]);

    /// What a plan for several units together asks of `side` now, if there is one.
    fn order(&mut self, _game: &G, _side: Side, _legal: &[G::Action]) -> Option<G::Action> {
        None
    }

    /// Plans as a posture of the doctrine player does from now on; 0 is the sober view.
    fn assume(&mut self, _posture: usize) {}

    /// Replaces the contents of `out` by a score for each of the legal actions; all are equal where nobody has a choice.
    fn score(&mut self, game: &G, legal: &[G::Action], out: &mut Vec<f32>) {
        out.clear();
        out.resize(legal.len(), 0.0);
        if let Turn::Player(side) = game.turn()
            && legal.len() > 1
        {
            self.add(game, side, legal, out);
        }
    }
}

/// One choice, if there is one, scores `score` more than the others.
pub(crate) fn prefer<A: Eq>(choice: Option<A>, score: f32, legal: &[A], out: &mut [f32]) {
    if let Some(index) = choice.and_then(|choice| legal.iter().position(|action| *action == choice)) {
        out[index] += score;
    }
}

/// Scores as weights: e to the power of each, the best counting as 1.
pub(crate) fn as_weights(scores: &mut [f32]) {
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    for score in scores {
        *score = exp(f64::from((*score - most).max(FLOOR))) as f32;
    }
}

/// Choices in the order of their scores, with the buffers that takes.
#[derive(Default)]
pub(crate) struct Ranking {
    scores: Vec<f32>,
    ranked: Vec<(f32, usize)>,
}

impl Ranking {
    /// The choice that looks best, the first of equal ones.
    pub(crate) fn best<G: Game>(&mut self, instinct: &mut impl ActionPrior<G>, game: &G, legal: &[G::Action]) -> G::Action {
        instinct.score(game, legal, &mut self.scores);
        let mut best = (f32::NEG_INFINITY, legal[0]);
        for (&action, &score) in legal.iter().zip(&self.scores) {
            if score > best.0 {
                best = (score, action);
            }
        }
        best.1
    }

    /// Adds the `most` choices that look best to `out`, the best first.
    pub(crate) fn list<G: Game>(
        &mut self,
        instinct: &mut impl ActionPrior<G>,
        game: &G,
        legal: &[G::Action],
        most: usize,
        out: &mut Vec<G::Action>,
    ) {
        instinct.score(game, legal, &mut self.scores);
        self.ranked.clear();
        self.ranked.extend(self.scores.iter().enumerate().map(|(index, &score)| (score, index)));
        self.ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        out.extend(self.ranked.iter().take(most).map(|&(_, index)| legal[index]));
    }
}

/// Plays on by what looks best, give or take.
pub struct NoisyPolicy<I> {
    instinct: I,
    scores: Vec<f32>,
    /// Spread of the chance that is added to the scores.
    whim: f32,
}

impl<I: Default> Default for NoisyPolicy<I> {
    fn default() -> Self {
        NoisyPolicy::new(I::default(), NOISE)
    }
}

impl<I> NoisyPolicy<I> {
    /// A policy that wavers by so much, in the units of the scores; about 1 leaves it sensible.
    pub fn new(instinct: I, whim: f32) -> Self {
        NoisyPolicy { instinct, scores: Vec::new(), whim }
    }
}

impl<G: Game, I: ActionPrior<G>> Policy<G> for NoisyPolicy<I> {
    fn pick(&mut self, game: &G, legal: &[G::Action], dice: &mut Dice) -> G::Action {
        if let [only] = legal {
            return *only;
        }
        self.instinct.score(game, legal, &mut self.scores);
        let mut best = (f32::NEG_INFINITY, legal[0]);
        for (&action, &score) in legal.iter().zip(&self.scores) {
            let chance = dice.below(GRAINS) as f32 / GRAINS as f32;
            let score = score + self.whim * chance;
            if score > best.0 {
                best = (score, action);
            }
        }
        best.1
    }
}
