//! [`FittedEvaluator`]: the chance of an Axis win by weighted features, and how promising choices look.

use stavka_engine::Side;

use crate::action_prior::{ActionPrior as _, as_weights};
use crate::evaluator::{Evaluator, Features};
use crate::explain::{Explain, Reason};
use crate::knowledge::{FeatureReader as _, GameKnowledge};
use crate::logistic::logistic;
use crate::weights::{FeatureSet as _, Weights, inputs};

/// The features of a game under fitted weights, and its action prior.
pub struct FittedEvaluator<G: GameKnowledge> {
    weights: Weights<G::Feature>,
    reader: G::Reader,
    prior: G::Prior,
}

impl<G: GameKnowledge> FittedEvaluator<G> {
    /// An evaluator with these weights.
    pub fn new(weights: Weights<G::Feature>) -> Self {
        FittedEvaluator { weights, reader: G::Reader::default(), prior: G::Prior::default() }
    }

    /// Weighs with other weights from now on.
    pub(crate) fn reweigh(&mut self, weights: Weights<G::Feature>) {
        self.weights = weights;
    }

    /// Logarithm of the odds of an Axis win in an unfinished game.
    pub(crate) fn log_odds(&mut self, game: &G) -> f64 {
        let (row, progress) = self.reader.read(game);
        f64::from(self.weights.log_odds(row, progress))
    }
}

impl<G: GameKnowledge> Default for FittedEvaluator<G> {
    /// With the weights that come with the program.
    fn default() -> Self {
        FittedEvaluator::new(Weights::embedded().clone())
    }
}

impl<G: GameKnowledge> Evaluator<G> for FittedEvaluator<G> {
    fn prepare(&mut self, root: &G, viewer: Side) {
        self.reader.prepare(root, viewer);
    }

    fn evaluate(&mut self, positions: &[G], out: &mut Vec<f32>) {
        out.clear();
        for game in positions {
            out.push(match game.outcome() {
                Some(outcome) => outcome.share(Side::Axis),
                None => logistic(self.log_odds(game)) as f32,
            });
        }
    }

    fn weigh(&mut self, game: &G, legal: &[G::Action], out: &mut Vec<f32>) {
        self.prior.score(game, legal, out);
        as_weights(out);
    }
}

impl<G: GameKnowledge> Explain<G> for FittedEvaluator<G> {
    fn explain(&mut self, game: &G, out: &mut Vec<Reason>) {
        let (row, progress) = self.reader.read(game);
        let terms = self.weights.terms(row, progress).zip(G::Feature::WORDS);
        out.clear();
        out.extend(terms.map(|((value, weight), name)| Reason { name, value, weight }));
    }
}

impl<G: GameKnowledge> Features<G> for FittedEvaluator<G> {
    fn inputs(&mut self, game: &G, out: &mut Vec<f32>) {
        let (row, progress) = self.reader.read_openly(game);
        inputs(row, progress, out);
    }

    fn prior(&self) -> Vec<f64> {
        [G::Feature::PRIOR, G::Feature::PRIOR].concat()
    }

    fn file(&self, weights: &[f64], origin: String) -> String {
        Weights::<G::Feature>::from_weights(weights, origin).to_toml()
    }
}
