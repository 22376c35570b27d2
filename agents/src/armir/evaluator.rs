//! The chance of an Axis win, and how promising choices look.

use stavka_engine::armir::{Action, Armir};
use stavka_engine::{Game as _, Scenario as _, Side};

use super::Evaluation;
use super::action_prior::ArmirInstinct;
use super::belief::Belief;
use super::features::{COUNT, Feature, Moment, Observer, Row};
use crate::action_prior::{ActionPrior as _, as_weights};
use crate::evaluator::{Evaluator, Features};
use crate::explain::{Explain, Reason};
use crate::logistic::logistic;
use crate::weights::{self, FeatureSet as _};

/// Features under fitted weights. The Soviets know their objectives; for the Axis as viewer the evaluator
/// never looks at them, not even at those of an imagined world, but weighs what they may be, by what it believes of
/// them in the position that it was prepared for: what the Axis only imagines doing tells it nothing of them.
pub struct ArmirEvaluator {
    weights: Evaluation,
    viewer: Side,
    /// What the Axis believes of the objectives, once it was prepared for a position.
    belief: Option<Belief>,
    observer: Option<(u64, Box<Observer>)>,
    instinct: ArmirInstinct,
    row: Row,
}

impl ArmirEvaluator {
    /// An evaluator with these weights.
    pub fn new(weights: Evaluation) -> Self {
        ArmirEvaluator { weights, viewer: Side::Axis, belief: None, observer: None, instinct: ArmirInstinct::new(), row: [0.0; COUNT] }
    }

    /// Weighs with other weights from now on.
    pub(super) fn reweigh(&mut self, weights: Evaluation) {
        self.weights = weights;
    }

    /// Logarithm of the odds of an Axis win in an unfinished game, averaged over the sets of objectives that
    /// the viewer reckons with.
    pub(super) fn log_odds(&mut self, game: &Armir) -> f64 {
        let moment = self.look(game);
        f64::from(self.weights.log_odds(&self.row, moment.progress))
    }

    /// Fills the row with the features of a position. Those of the objectives are averaged over what the viewer believes,
    /// and with them the logarithm of the odds, which is linear in all of them.
    fn look(&mut self, game: &Armir) -> Moment {
        let known = game.known_objectives(Side::Soviet).filter(|_| self.viewer == Side::Soviet);
        let belief = known.map(Belief::certain).or(self.belief).unwrap_or_else(|| Belief::of(game));
        self.look_with(game, &belief)
    }

    fn look_with(&mut self, game: &Armir, belief: &Belief) -> Moment {
        let moment = Moment::of(game);
        let observer = observer_of(&mut self.observer, game);
        let prospects = observer.observe(game, &moment, &mut self.row);
        belief.judge(game, &moment, &prospects, &mut self.row);
        moment
    }
}

/// The observer of a game's scenario, made anew when the scenario is another.
fn observer_of<'a>(slot: &'a mut Option<(u64, Box<Observer>)>, game: &Armir) -> &'a mut Observer {
    let wanted = game.data().fingerprint();
    if slot.as_ref().is_none_or(|(known, _)| *known != wanted) {
        *slot = None;
    }
    &mut slot.get_or_insert_with(|| (wanted, Box::new(Observer::new(game)))).1
}

impl Evaluator<Armir> for ArmirEvaluator {
    fn prepare(&mut self, root: &Armir, viewer: Side) {
        self.viewer = viewer;
        self.belief = (viewer == Side::Axis && root.outcome().is_none()).then(|| Belief::of(root));
    }

    fn evaluate(&mut self, positions: &[Armir], out: &mut Vec<f32>) {
        out.clear();
        for game in positions {
            out.push(match game.outcome() {
                Some(outcome) => outcome.share(Side::Axis),
                None => logistic(self.log_odds(game)) as f32,
            });
        }
    }

    fn weigh(&mut self, game: &Armir, legal: &[Action], out: &mut Vec<f32>) {
        self.instinct.score(game, legal, out);
        as_weights(out);
    }
}

impl Explain<Armir> for ArmirEvaluator {
    fn explain(&mut self, game: &Armir, out: &mut Vec<Reason>) {
        out.clear();
        let moment = self.look(game);
        let terms = self.weights.terms(&self.row, moment.progress);
        out.extend(terms.zip(Feature::WORDS).map(|((value, weight), &name)| Reason { name, value, weight }));
    }
}

impl Features<Armir> for ArmirEvaluator {
    fn inputs(&mut self, game: &Armir, out: &mut Vec<f32>) {
        let belief = game.known_objectives(Side::Soviet).map_or_else(|| Belief::of(game), Belief::certain);
        let moment = self.look_with(game, &belief);
        weights::inputs(&self.row, moment.progress, out);
    }

    fn prior(&self) -> Vec<f64> {
        [Feature::PRIOR, Feature::PRIOR].concat()
    }

    fn file(&self, weights: &[f64], origin: String) -> String {
        Evaluation::from_weights(weights, origin).to_toml()
    }
}
