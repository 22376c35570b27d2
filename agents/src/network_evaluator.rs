//! A network beside a game's hand-written judgement.
//!
//! An optimiser finds the errors of its judge, and two judges err in different places: plans that only one of them likes
//! are worth little to their mean.

use stavka_engine::{Dice, Side, Turn};

use crate::evaluator::Evaluator;
use crate::heuristic::{Heuristic, MoveList, Stage};
use crate::logistic::{log_odds, logistic};
use crate::network::{NetworkError, PolicyValue, Query, Replies};
use crate::playable::Playable;

/// What the network's word counts in the logarithm of the odds; the rest is the evaluator's.
const TRUST: f64 = 0.5;
/// Chances are kept this far from certainty before they become odds.
const DOUBT: f64 = 1e-4;

/// Most results of consecutive dice that a network is asked about for one position; dice beyond that are drawn.
const MOST_RESULTS: usize = 1000;

/// An evaluator whose odds are the geometric mean of a network's and of the game's own evaluator, which also does everything
/// else. The network sees a position as the side does that decides in it, the evaluator as the side it was prepared for.
pub struct NetworkEvaluator<G: Playable> {
    network: Box<dyn PolicyValue<G>>,
    own: G::Evaluator,
    /// What the network is asked, and which position and share of it each answer belongs to.
    queries: Vec<Query<G>>,
    shares: Vec<(usize, f32)>,
    replies: Replies,
    /// What the game's own evaluator says.
    chances: Vec<f32>,
    failure: Option<NetworkError>,
}

impl<G: Playable> NetworkEvaluator<G> {
    /// An evaluator that asks this network.
    pub fn new(network: Box<dyn PolicyValue<G>>) -> Self {
        NetworkEvaluator {
            network,
            own: G::evaluator(),
            queries: Vec::new(),
            shares: Vec::new(),
            replies: Replies::default(),
            chances: Vec::new(),
            failure: None,
        }
    }

    /// Why the network did not answer, if it ever failed. Positions are then judged by the game's own evaluator.
    pub fn failure(&self) -> Option<&NetworkError> {
        self.failure.as_ref()
    }

    /// Lines up what must be asked about a position; where dice come first, about everything they may lead to. `results` is the
    /// number of results that are told apart so far. Where they would be more than [`MOST_RESULTS`], one is drawn from a stream
    /// of the position.
    fn line_up(&mut self, game: &G, position: usize, share: f32, results: usize, out: &mut [f32]) {
        match game.turn() {
            Turn::Over => out[position] += share * game.outcome().map_or(0.5, |outcome| outcome.share(Side::Axis)),
            Turn::Player(_) => {
                self.queries.push(Query { game: game.clone(), legal: Vec::new() });
                self.shares.push((position, share));
            }
            Turn::Chance => {
                let mut dice = Vec::new();
                game.legal_actions(&mut dice);
                let mut total: u64 = dice.iter().map(|&die| game.chance_weight(die)).sum();
                let mut results = results * dice.len();
                if results > MOST_RESULTS {
                    let drawn = game.draw(&dice, &mut Dice::new(game.state_hash()));
                    (dice, total, results) = (vec![drawn], game.chance_weight(drawn), results / dice.len());
                }
                for die in dice {
                    let weight = game.chance_weight(die) as f32 / total as f32;
                    let mut next = game.clone();
                    next.apply(die);
                    self.line_up(&next, position, share * weight, results, out);
                }
            }
        }
    }
}

impl<G: Playable> Evaluator<G> for NetworkEvaluator<G> {
    fn prepare(&mut self, root: &G, viewer: Side) {
        self.own.prepare(root, viewer);
    }

    fn evaluate(&mut self, positions: &[G], out: &mut Vec<f32>) {
        out.clear();
        out.resize(positions.len(), 0.0);
        self.queries.clear();
        self.shares.clear();
        for (position, game) in positions.iter().enumerate() {
            self.line_up(game, position, 1.0, 1, out);
        }
        self.own.evaluate(positions, &mut self.chances);
        if let Err(error) = self.network.predict(&self.queries, &mut self.replies) {
            self.failure = Some(error);
            out.clone_from(&self.chances);
            return;
        }
        for ((query, &(position, share)), forecast) in self.queries.iter().zip(&self.shares).zip(&self.replies.forecasts) {
            let score = forecast.score();
            out[position] += share * if query.game.turn() == Turn::Player(Side::Axis) { score } else { 1.0 - score };
        }
        for ((out, &own), game) in out.iter_mut().zip(&self.chances).zip(positions) {
            if game.turn() != Turn::Over {
                *out = logistic(TRUST * log_odds((*out).into(), DOUBT) + (1.0 - TRUST) * log_odds(own.into(), DOUBT)) as f32;
            }
        }
    }

    fn weigh(&mut self, game: &G, legal: &[G::Action], out: &mut Vec<f32>) {
        self.own.weigh(game, legal, out);
    }
}

/// The knowledge of a game's staff, with a network's word on positions.
pub struct NetworkStaff<G: Playable> {
    staff: G::Staff,
    evaluator: NetworkEvaluator<G>,
    side: Side,
    values: Vec<f32>,
}

impl<G: Playable> NetworkStaff<G> {
    /// A staff that asks this network.
    pub fn new(network: Box<dyn PolicyValue<G>>) -> Self {
        NetworkStaff { staff: G::staff(), evaluator: NetworkEvaluator::new(network), side: Side::Axis, values: Vec::new() }
    }
}

impl<G: Playable> Heuristic<G> for NetworkStaff<G> {
    fn prepare(&mut self, root: &G, side: Side) {
        self.side = side;
        self.staff.prepare(root, side);
        self.evaluator.prepare(root, side);
    }

    fn evaluate(&mut self, game: &G) -> f64 {
        self.evaluator.evaluate(std::slice::from_ref(game), &mut self.values);
        let odds = log_odds(self.values[0].into(), DOUBT);
        if self.side == Side::Axis { odds } else { -odds }
    }

    fn reckons_with(&self, game: &G) -> bool {
        self.staff.reckons_with(game)
    }

    fn rolls(&self) -> u8 {
        self.staff.rolls()
    }

    fn continue_with(&mut self, game: &G, legal: &[G::Action]) -> G::Action {
        self.staff.continue_with(game, legal)
    }

    fn rule_of_thumb(&mut self, game: &G, legal: &[G::Action], dice: &mut Dice) -> Option<G::Action> {
        self.staff.rule_of_thumb(game, legal, dice)
    }

    fn shortlist(&mut self, game: &G, legal: &[G::Action], stage: Stage, out: &mut Vec<G::Action>) {
        self.staff.shortlist(game, legal, stage, out);
    }

    fn move_list(&self, game: &G, legal: &[G::Action]) -> Option<MoveList<G::Action>> {
        self.staff.move_list(game, legal)
    }

    fn phase(&self, game: &G) -> u64 {
        self.staff.phase(game)
    }

    fn player_turn(&self, game: &G) -> Option<Side> {
        self.staff.player_turn(game)
    }
}

#[cfg(test)]
mod tests {
    use stavka_engine::Game as _;
    use stavka_engine::catalogue::Catalogue as _;
    use stavka_engine::east_front::data::AirBox;
    use stavka_engine::east_front::{EastFront, Phase, PositionBuilder};

    use super::*;
    use crate::HandcraftedPolicyValue;

    #[test]
    fn long_rows_of_dice_are_asked_about_within_bounds_and_their_shares_make_one() {
        let data = EastFront::load("tartar-trench").expect("an embedded scenario");
        // Eight air units roll for readiness, ten results each.
        let flown = ["Bf109E", "Bf109F", "Ju87/1", "Ju88", "MiG-3", "I-153", "DB3/1", "DB3/2"];
        let position =
            flown.iter().try_fold(PositionBuilder::start(data).turn(49).expect("a turn"), |builder, id| builder.air_box(id, AirBox::Flown));
        let game = position.expect("air units").open(Phase::Readiness);
        assert_eq!(game.turn(), Turn::Chance);
        let mut evaluator = NetworkEvaluator::<EastFront>::new(Box::new(HandcraftedPolicyValue::new()));
        let (mut values, mut again) = (Vec::new(), Vec::new());
        evaluator.evaluate(std::slice::from_ref(&game), &mut values);
        assert!((100..=MOST_RESULTS).contains(&evaluator.queries.len()), "{} questions", evaluator.queries.len());
        let sum: f32 = evaluator.shares.iter().map(|&(_, share)| share).sum();
        assert!((sum - 1.0).abs() < 1e-3, "{sum}");
        evaluator.evaluate(&[game], &mut again);
        assert_eq!(values, again);
    }
}
