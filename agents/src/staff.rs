//! [`Staff`]: evaluator and action prior as the knowledge of a player who looks one whole move ahead.

use stavka_engine::{Dice, Side};

use crate::action_prior::{ActionPrior as _, Ranking};
use crate::doctrine::Doctrine;
use crate::evaluator::Evaluator as _;
use crate::fitted::FittedEvaluator;
use crate::heuristic::{Heuristic, MoveList, Stage};
use crate::knowledge::{self, GameKnowledge};
use crate::style::Style;
use crate::weights::Weights;

/// Logarithm of the odds of a won game.
const WON: f64 = 12.0;

/// A staff: it moves by looking ahead and does everything else by the action prior and rules of thumb.
pub struct Staff<G: GameKnowledge> {
    side: Side,
    evaluator: FittedEvaluator<G>,
    prior: G::Prior,
    ranking: Ranking,
    scores: Vec<f32>,
    /// The weights of the plain posture.
    weights: Weights<G::Feature>,
    style: Style,
}

impl<G: GameKnowledge> Staff<G> {
    /// A staff that weighs things in this way.
    pub fn new(weights: Weights<G::Feature>) -> Self {
        let evaluator = FittedEvaluator::new(weights.clone());
        Staff {
            side: Side::Axis,
            evaluator,
            prior: G::Prior::default(),
            ranking: Ranking::default(),
            scores: Vec::new(),
            weights,
            style: Style::Plain,
        }
    }

    /// Adds the `most` choices that look best to `out`, the best first.
    pub(crate) fn list(&mut self, game: &G, legal: &[G::Action], most: usize, out: &mut Vec<G::Action>) {
        self.ranking.list(&mut self.prior, game, legal, most, out);
    }
}

impl<G: GameKnowledge> Default for Staff<G> {
    /// With the weights that come with the program.
    fn default() -> Self {
        Staff::new(Weights::embedded().clone())
    }
}

impl<G: GameKnowledge> Heuristic<G> for Staff<G> {
    fn prepare(&mut self, root: &G, side: Side) {
        self.side = side;
        if self.style != Style::Plain {
            let factor = self.style.factor();
            let stress: Vec<(G::Feature, f32)> = G::STRENGTH[side.index()].iter().map(|&feature| (feature, factor)).collect();
            self.evaluator.reweigh(self.weights.bent(&stress));
        }
        self.evaluator.prepare(root, side);
    }

    fn adopt(&mut self, style: Style) {
        self.style = style;
        self.evaluator.reweigh(self.weights.clone());
    }

    fn evaluate(&mut self, game: &G) -> f64 {
        let axis = match game.outcome() {
            Some(outcome) => WON * f64::from(outcome.score(Side::Axis)) + 0.1 * f64::from(outcome.margin.clamp(-9, 9)),
            None => self.evaluator.log_odds(game),
        };
        if self.side == Side::Axis { axis } else { -axis }
    }

    fn reckons_with(&self, game: &G) -> bool {
        game.is_reckoned_with()
    }

    fn rolls(&self) -> u8 {
        G::ROLLS
    }

    fn continue_with(&mut self, game: &G, legal: &[G::Action]) -> G::Action {
        self.ranking.best(&mut self.prior, game, legal)
    }

    fn rule_of_thumb(&mut self, game: &G, legal: &[G::Action], dice: &mut Dice) -> Option<G::Action> {
        if game.is_looked_ahead_of(legal) { game.rule_of_thumb(self.side, legal, dice) } else { Some(self.continue_with(game, legal)) }
    }

    fn order(&mut self, game: &G, legal: &[G::Action]) -> Option<G::Action> {
        self.prior.order(game, self.side, legal)
    }

    fn shortlist(&mut self, game: &G, legal: &[G::Action], stage: Stage, out: &mut Vec<G::Action>) {
        let most = match stage {
            Stage::Root if !G::MOVES_ARE_SCARCE && legal.iter().any(|&action| G::selects(action)) => legal.len(),
            Stage::Root => G::WIDTHS[0],
            Stage::FollowUp => G::WIDTHS[1],
        };
        self.list(game, legal, most, out);
    }

    fn move_list(&self, game: &G, legal: &[G::Action]) -> Option<MoveList<G::Action>> {
        knowledge::move_list(game, legal)
    }

    fn phase(&self, game: &G) -> u64 {
        knowledge::phase(game)
    }

    fn player_turn(&self, game: &G) -> Option<Side> {
        game.player_turn()
    }
}

impl<G: GameKnowledge> Doctrine<G> for Staff<G> {
    /// Movement is planned as a whole; elsewhere one choice after the other does.
    fn postures(&self, game: &G) -> usize {
        if game.is_planned() { G::POSTURES[self.side.index()].len() } else { 1 }
    }

    fn openings(&mut self, game: &G, legal: &[G::Action], out: &mut Vec<f64>) -> bool {
        let Some(share) = game.openings(legal) else { return false };
        self.prior.score(game, legal, &mut self.scores);
        out.extend(self.scores.iter().map(|&score| f64::from(share * score)));
        true
    }

    fn rivals(&self, game: &G, legal: &[G::Action]) -> usize {
        game.rivals(legal)
    }

    fn answers(&self, game: &G) -> u64 {
        game.answers()
    }

    fn assume(&mut self, posture: usize) {
        self.evaluator.reweigh(self.weights.bent(G::POSTURES[self.side.index()][posture].stress));
        self.prior.assume(posture);
    }

    fn name(&self, posture: usize) -> &'static str {
        G::POSTURES[self.side.index()][posture].name
    }

    fn win(&mut self, game: &G) -> f32 {
        let mut out = Vec::with_capacity(1);
        self.evaluator.evaluate(std::slice::from_ref(game), &mut out);
        if self.side == Side::Axis { out[0] } else { 1.0 - out[0] }
    }
}
