//! The chance of an Axis win, and how promising choices look.

use stavka_engine::east_front::{Action, EastFront};
use stavka_engine::{Game as _, Side};

use super::Evaluation;
use super::action_prior::EastFrontInstinct;
use super::features::{COUNT, Feature, Moment, Observer, Row};
use crate::action_prior::{ActionPrior as _, as_weights};
use crate::evaluator::{Evaluator, Features};
use crate::explain::{Explain, Reason};
use crate::logistic::logistic;
use crate::weights::{self, FeatureSet as _};

/// Features under fitted weights. It looks at nothing that a side hides: neither at face-down air units nor at orders.
pub struct EastFrontEvaluator {
    weights: Evaluation,
    observer: Option<(u64, Box<Observer>)>,
    instinct: EastFrontInstinct,
    row: Row,
}

impl EastFrontEvaluator {
    /// An evaluator with these weights.
    pub fn new(weights: Evaluation) -> Self {
        EastFrontEvaluator { weights, observer: None, instinct: EastFrontInstinct::new(), row: [0.0; COUNT] }
    }

    /// Weighs with other weights from now on.
    pub(super) fn reweigh(&mut self, weights: Evaluation) {
        self.weights = weights;
    }

    /// Logarithm of the odds of an Axis win in an unfinished game.
    pub(super) fn log_odds(&mut self, game: &EastFront) -> f64 {
        let moment = Moment::of(game);
        observer_of(&mut self.observer, game).observe(game, &moment, &mut self.row);
        f64::from(self.weights.log_odds(&self.row, moment.progress))
    }
}

/// The observer of a game's scenario, made anew when the scenario is another.
pub(super) fn observer_of<'a>(slot: &'a mut Option<(u64, Box<Observer>)>, game: &EastFront) -> &'a mut Observer {
    let wanted = game.scenario().fingerprint();
    if slot.as_ref().is_none_or(|(known, _)| *known != wanted) {
        *slot = None;
    }
    &mut slot.get_or_insert_with(|| (wanted, Box::new(Observer::new(game)))).1
}

impl Evaluator<EastFront> for EastFrontEvaluator {
    fn evaluate(&mut self, positions: &[EastFront], out: &mut Vec<f32>) {
        out.clear();
        for game in positions {
            out.push(match game.outcome() {
                Some(outcome) => outcome.share(Side::Axis),
                None => logistic(self.log_odds(game)) as f32,
            });
        }
    }

    fn weigh(&mut self, game: &EastFront, legal: &[Action], out: &mut Vec<f32>) {
        self.instinct.score(game, legal, out);
        as_weights(out);
    }
}

impl Explain<EastFront> for EastFrontEvaluator {
    fn explain(&mut self, game: &EastFront, out: &mut Vec<Reason>) {
        let moment = Moment::of(game);
        observer_of(&mut self.observer, game).observe(game, &moment, &mut self.row);
        let terms = self.weights.terms(&self.row, moment.progress).zip(Feature::WORDS);
        out.clear();
        out.extend(terms.map(|((value, weight), name)| Reason { name, value, weight }));
    }
}

impl Features<EastFront> for EastFrontEvaluator {
    fn inputs(&mut self, game: &EastFront, out: &mut Vec<f32>) {
        let moment = Moment::of(game);
        observer_of(&mut self.observer, game).observe(game, &moment, &mut self.row);
        weights::inputs(&self.row, moment.progress, out);
    }

    fn prior(&self) -> Vec<f64> {
        [Feature::PRIOR, Feature::PRIOR].concat()
    }

    fn file(&self, weights: &[f64], origin: String) -> String {
        Evaluation::from_weights(weights, origin).to_toml()
    }
}
