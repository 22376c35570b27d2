//! Encodes positions of a game as input of a network.

use std::sync::Arc;

use stavka_agents::{Evaluator as _, Explain as _, Foresight, Playable, Reason, ln};
use stavka_engine::{Observe, Side, Turn};

use crate::batch::{Advice, Batch};
use crate::shape::{Guidance, InputShape};

/// Name of the sum of all terms of advice.
const SUM: &str = "odds";
/// Smallest weight of an action that advice tells from none.
const LEAST_WEIGHT: f32 = 1e-4;

/// What foresight leaves of the instinct's preferences, for choices that lead to much the same.
const GLANCE: f32 = 0.3;
/// Preference for a choice per logarithm of the odds by which it leads to a better position.
const SHARPNESS: f64 = 40.0;
/// A choice that leads to something worse than the best is scored no lower than this.
const WORST: f64 = -8.0;

/// Encodes positions for networks of one shape, and asks the game's hand-written knowledge where they are advised.
pub struct Encoder<G: Playable> {
    shape: Arc<InputShape>,
    scales: Arc<[f32]>,
    advisor: Option<Advisor<G>>,
}

struct Advisor<G: Playable> {
    evaluator: G::Evaluator,
    reasons: Vec<Reason>,
    terms: Vec<f32>,
    scores: Vec<f32>,
    /// What choices lead to, and the buffer for it; `None` for a glance at them.
    foresight: Option<Foresight<G>>,
    values: Vec<f64>,
}

impl<G: Playable + Observe> Encoder<G> {
    /// An encoder for the positions of a scenario.
    pub fn new(scenario: &'static G::Scenario, guidance: Guidance) -> Self {
        let spec = G::observation_spec(scenario);
        let mut shape = InputShape::of(spec);
        shape.foresight = guidance == Guidance::Foresight;
        let mut advisor = (guidance != Guidance::None).then(|| Advisor::<G>::new(shape.foresight.then(Foresight::default)));
        if let Some(advisor) = &mut advisor {
            advisor.evaluator.explain(&G::new(scenario), &mut advisor.reasons);
            shape.advice = std::iter::once(SUM).chain(advisor.reasons.iter().map(|reason| reason.name)).map(str::to_owned).collect();
        }
        Encoder { shape: Arc::new(shape), scales: spec.scales.as_slice().into(), advisor }
    }

    /// The shape of what is encoded.
    pub fn shape(&self) -> &Arc<InputShape> {
        &self.shape
    }

    /// An empty batch for the positions.
    pub fn batch(&self) -> Batch {
        Batch::new(Arc::clone(&self.shape), Arc::clone(&self.scales))
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
    fn new(foresight: Option<Foresight<G>>) -> Self {
        Advisor { evaluator: G::evaluator(), reasons: Vec::new(), terms: Vec::new(), scores: Vec::new(), foresight, values: Vec::new() }
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
            if let Some(foresight) = &mut self.foresight {
                foresight.look(game, legal, &mut self.values);
                let most = self.values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                for (score, value) in self.scores.iter_mut().zip(&self.values) {
                    *score = GLANCE * *score + (SHARPNESS * (value - most)).max(WORST) as f32;
                }
            }
        }
        Advice { terms: &self.terms, scores: &self.scores }
    }
}
