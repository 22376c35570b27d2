//! The chance of an Axis win, and how promising choices look.

use stavka_engine::armir::{Action, Armir, ObjectiveSet};
use stavka_engine::{Game as _, Scenario as _, Side};

use super::Evaluation;
use super::features::{COUNT, Feature, Moment, Observer, Row};
use super::instinct::ArmirInstinct;
use crate::evaluator::{Evaluator, Features};
use crate::explain::{Explain, Reason};
use crate::instinct::{Instinct as _, as_weights};
use crate::logistic::logistic;
use crate::weights::{self, FeatureSet as _};

/// Sets of objectives that the Axis reckons with, and how likely each is.
const SUSPECTED: [(u8, f64); 3] = [
    (ObjectiveSet::CHIR | ObjectiveSet::DESTROY | ObjectiveSet::DONETS, 0.6),
    (ObjectiveSet::CHIR | ObjectiveSet::DONETS, 0.3),
    (ObjectiveSet::CHIR | ObjectiveSet::DESTROY, 0.1),
];

/// How likely a set that the Axis does not reckon with is beside the likeliest one.
const SURPRISE: f32 = 0.03;

/// How likely the Soviets are to have chosen a set of objectives, beside the likeliest one.
pub(super) fn suspicion(chosen: ObjectiveSet) -> f32 {
    let [(_, most), ..] = SUSPECTED;
    SUSPECTED.iter().find(|(set, _)| *set == chosen.0).map_or(SURPRISE, |(_, share)| (share / most) as f32)
}

/// Features under fitted weights. The Soviets know their objectives; for the Axis as viewer the evaluator
/// never looks at them, not even at those of an imagined world, but weighs what they may be.
pub struct ArmirEvaluator {
    weights: Evaluation,
    viewer: Side,
    observer: Option<(u64, Box<Observer>)>,
    instinct: ArmirInstinct,
    row: Row,
}

impl ArmirEvaluator {
    /// An evaluator with these weights.
    pub fn new(weights: Evaluation) -> Self {
        ArmirEvaluator { weights, viewer: Side::Axis, observer: None, instinct: ArmirInstinct::new(), row: [0.0; COUNT] }
    }

    /// Weighs with other weights from now on.
    pub(super) fn reweigh(&mut self, weights: Evaluation) {
        self.weights = weights;
    }

    /// Logarithm of the odds of an Axis win in an unfinished game, averaged over the sets of objectives that
    /// the viewer reckons with.
    pub(super) fn log_odds(&mut self, game: &Armir) -> f64 {
        let observer = observer_of(&mut self.observer, game);
        let moment = Moment::of(game);
        let prospects = observer.observe(game, &moment, &mut self.row);
        let mut under = |set: ObjectiveSet| {
            Observer::judge_set(game, &moment, &prospects, set, &mut self.row);
            f64::from(self.weights.log_odds(&self.row, moment.progress))
        };
        match game.known_objectives(Side::Soviet).filter(|_| self.viewer == Side::Soviet) {
            Some(set) => under(set),
            None => SUSPECTED.iter().map(|&(set, share)| share * under(ObjectiveSet(set))).sum(),
        }
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
    fn prepare(&mut self, _root: &Armir, viewer: Side) {
        self.viewer = viewer;
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
        let moment = Moment::of(game);
        let known = game.known_objectives(Side::Soviet).filter(|_| self.viewer == Side::Soviet);
        let sets = known.map_or_else(|| SUSPECTED.to_vec(), |set| vec![(set.0, 1.0)]);
        let observer = observer_of(&mut self.observer, game);
        let prospects = observer.observe(game, &moment, &mut self.row);
        for (set, share) in sets {
            Observer::judge_set(game, &moment, &prospects, ObjectiveSet(set), &mut self.row);
            let terms = self.weights.terms(&self.row, moment.progress);
            for (index, (value, weight)) in terms.enumerate() {
                let (value, weight) = (value * share as f32, weight * share as f32);
                match out.get_mut(index) {
                    Some(reason) => {
                        reason.value += value;
                        reason.weight += weight;
                    }
                    None => out.push(Reason { name: Feature::WORDS[index], value, weight }),
                }
            }
        }
    }
}

impl Features<Armir> for ArmirEvaluator {
    fn inputs(&mut self, game: &Armir, out: &mut Vec<f32>) {
        let observer = observer_of(&mut self.observer, game);
        let moment = Moment::of(game);
        let prospects = observer.observe(game, &moment, &mut self.row);
        let set = game.known_objectives(Side::Soviet).unwrap_or(ObjectiveSet(SUSPECTED[0].0));
        Observer::judge_set(game, &moment, &prospects, set, &mut self.row);
        weights::inputs(&self.row, moment.progress, out);
    }

    fn prior(&self) -> Vec<f64> {
        [Feature::PRIOR, Feature::PRIOR].concat()
    }

    fn file(&self, weights: &[f64], origin: String) -> String {
        Evaluation::from_weights(weights, origin).to_toml()
    }
}
