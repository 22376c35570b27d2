//! Evaluator and instinct as the knowledge of a player who looks one whole move ahead.

use stavka_engine::east_front::{Action, EastFront, Phase};
use stavka_engine::{Dice, Game as _, Side};

use super::action_prior::EastFrontInstinct;
use super::doctrine::postures;
use super::evaluator::EastFrontEvaluator;
use super::{Evaluation, player_turn};
use crate::action_prior::Ranking;
use crate::doctrine::Doctrine;
use crate::evaluator::Evaluator as _;
use crate::heuristic::{Heuristic, Menu, Stage};

/// Choices that are looked at: of a list, of a follow-up.
const MOVES: usize = 16;
const FOLLOW_UPS: usize = 12;
/// Logarithm of the odds of a won game.
const WON: f64 = 12.0;

/// A staff: it moves by looking ahead and does everything else by instinct.
pub struct Staff {
    side: Side,
    evaluator: EastFrontEvaluator,
    instinct: EastFrontInstinct,
    ranking: Ranking,
    /// The sober weights.
    weights: Evaluation,
}

impl Staff {
    /// A staff that weighs things in this way.
    pub fn new(weights: Evaluation) -> Self {
        let evaluator = EastFrontEvaluator::new(weights.clone());
        Staff { side: Side::Axis, evaluator, instinct: EastFrontInstinct::new(), ranking: Ranking::default(), weights }
    }
}

/// Whether a list of choices is a move: to be looked ahead of.
fn is_move(legal: &[Action]) -> bool {
    legal.iter().any(|action| {
        matches!(
            action,
            Action::Select(_)
                | Action::MoveTo(_)
                | Action::Via(_)
                | Action::Overrun { .. }
                | Action::Advance { .. }
                | Action::RetreatTo(_)
                | Action::Lose(_)
        )
    })
}

impl Heuristic<EastFront> for Staff {
    fn prepare(&mut self, root: &EastFront, side: Side) {
        self.side = side;
        self.evaluator.prepare(root, side);
    }

    fn evaluate(&mut self, game: &EastFront) -> f64 {
        let axis = match game.outcome() {
            Some(outcome) => WON * f64::from(outcome.score(Side::Axis)) + 0.1 * f64::from(outcome.margin.clamp(-9, 9)),
            None => self.evaluator.log_odds(game),
        };
        if self.side == Side::Axis { axis } else { -axis }
    }

    fn continue_with(&mut self, game: &EastFront, legal: &[Action]) -> Action {
        self.ranking.best(&mut self.instinct, game, legal)
    }

    fn rule_of_thumb(&mut self, game: &EastFront, legal: &[Action], _dice: &mut Dice) -> Option<Action> {
        (!is_move(legal)).then(|| self.ranking.best(&mut self.instinct, game, legal))
    }

    fn shortlist(&mut self, game: &EastFront, legal: &[Action], stage: Stage, out: &mut Vec<Action>) {
        let movers = legal.iter().any(|action| matches!(action, Action::Select(_)));
        let most = match stage {
            Stage::Root if movers => legal.len(),
            Stage::Root => MOVES,
            Stage::FollowUp => FOLLOW_UPS,
        };
        self.ranking.list(&mut self.instinct, game, legal, most, out);
    }

    fn menu(&self, game: &EastFront, legal: &[Action]) -> Option<Menu<Action>> {
        if !game.is_quiet() || !legal.contains(&Action::Done) {
            return None;
        }
        let moves = legal.iter().any(|action| matches!(action, Action::Select(_)));
        Some(Menu { pass: Action::Done, memory: moves.then(|| self.phase(game)), width: if moves { 2 } else { usize::MAX } })
    }

    fn phase(&self, game: &EastFront) -> u64 {
        u64::from(game.game_turn()) << 8 | u64::from(game.phase_number())
    }

    fn player_turn(&self, game: &EastFront) -> Option<Side> {
        player_turn(game)
    }
}

impl Doctrine<EastFront> for Staff {
    /// Movement is planned as a whole; elsewhere one choice after the other does.
    fn postures(&self, game: &EastFront) -> usize {
        match game.current_phase() {
            Phase::AxisMovement | Phase::AxisMotorized | Phase::SovietMovement | Phase::SovietMotorized => postures(self.side).len(),
            _ => 1,
        }
    }

    fn assume(&mut self, posture: usize) {
        let stress = postures(self.side)[posture].stress;
        self.evaluator.reweigh(self.weights.bent(stress.iter().map(|&(feature, factor)| (feature as usize, factor))));
    }

    fn name(&self, posture: usize) -> &'static str {
        postures(self.side)[posture].name
    }

    fn win(&mut self, game: &EastFront) -> f32 {
        let mut out = Vec::with_capacity(1);
        self.evaluator.evaluate(std::slice::from_ref(game), &mut out);
        if self.side == Side::Axis { out[0] } else { 1.0 - out[0] }
    }
}
