//! From positions of a game to what a network reads.

use std::sync::Arc;

use stavka_agents::{Evaluator as _, Explain as _, Playable, Reason, ln};
use stavka_engine::{Observe, Side, Turn};

use crate::batch::{Advice, Batch};
use crate::shape::InputShape;

/// Name of the sum of all terms of advice.
const SUM: &str = "odds";
/// Smallest weight of an action that advice tells from none.
const LEAST_WEIGHT: f32 = 1e-4;

/// Encodes positions for networks of one shape, and asks the game's evaluator where they are advised.
pub struct Encoder<G: Playable> {
    shape: Arc<InputShape>,
    advisor: Option<Advisor<G>>,
}

struct Advisor<G: Playable> {
    evaluator: G::Evaluator,
    reasons: Vec<Reason>,
    terms: Vec<f32>,
    scores: Vec<f32>,
}

impl<G: Playable + Observe> Encoder<G> {
    /// An encoder for the positions of a scenario.
    pub fn new(scenario: &'static G::Scenario, is_advised: bool) -> Self {
        let mut shape = InputShape::of(G::observation_spec(scenario));
        let mut advisor = is_advised.then(Advisor::<G>::new);
        if let Some(advisor) = &mut advisor {
            advisor.evaluator.explain(&G::new(scenario), &mut advisor.reasons);
            shape.advice = std::iter::once(SUM).chain(advisor.reasons.iter().map(|reason| reason.name)).map(str::to_owned).collect();
        }
        Encoder { shape: Arc::new(shape), advisor }
    }

    /// The shape of what is encoded.
    pub fn shape(&self) -> &Arc<InputShape> {
        &self.shape
    }

    /// An empty batch for the positions.
    pub fn batch(&self) -> Batch {
        Batch::new(Arc::clone(&self.shape))
    }

    /// Adds a position in which a player decides, as that player sees it, with its legal actions in their order, to a
    /// batch of [`Encoder::shape`].
    pub fn push(&mut self, batch: &mut Batch, game: &G, legal: &[G::Action]) {
        let advice = match &mut self.advisor {
            Some(advisor) => advisor.advise(game, legal),
            None => Advice::default(),
        };
        batch.push(game, legal, advice);
    }
}

impl<G: Playable> Advisor<G> {
    fn new() -> Self {
        Advisor { evaluator: G::evaluator(), reasons: Vec::new(), terms: Vec::new(), scores: Vec::new() }
    }

    fn advise(&mut self, game: &G, legal: &[G::Action]) -> Advice<'_> {
        let Turn::Player(viewer) = game.turn() else { unreachable!("networks are asked where a player decides") };
        self.evaluator.prepare(game, viewer);
        self.evaluator.explain(game, &mut self.reasons);
        let sign = if viewer == Side::Axis { 1.0 } else { -1.0 };
        self.terms.clear();
        self.terms.push(sign * self.reasons.iter().map(|reason| reason.weight).sum::<f32>());
        self.terms.extend(self.reasons.iter().map(|reason| sign * reason.weight));
        self.scores.clear();
        if !legal.is_empty() {
            self.evaluator.weigh(game, legal, &mut self.scores);
            self.scores.iter_mut().for_each(|weight| *weight = ln(f64::from(weight.max(LEAST_WEIGHT))) as f32);
        }
        Advice { terms: &self.terms, scores: &self.scores }
    }
}
