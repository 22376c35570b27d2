//! What the doctrine player knows of ARMIR beyond the evaluator: which choices deserve a look, and how
//! procedures are carried on.

use stavka_engine::armir::{Action, Armir, ObjectiveSet, Phase};
use stavka_engine::{Dice, Game as _, Side};

use super::Evaluation;
use super::action_prior::ArmirInstinct;
use super::doctrine::postures;
use super::evaluator::ArmirEvaluator;
use super::{default_policy, player_turn, set_up};
use crate::action_prior::Ranking;
use crate::doctrine::Doctrine;
use crate::evaluator::Evaluator as _;
use crate::heuristic::{Heuristic, Menu, Stage};

/// Choices that are looked at: of a move, of a list of attacks or bombardments, of a follow-up.
const MOVES: usize = 14;
const FOLLOW_UPS: usize = 14;
/// Logarithm of the odds of a won game.
const WON: f64 = 12.0;

/// The evaluator and the instinct as the knowledge of a player who looks one whole move ahead.
pub struct Staff {
    side: Side,
    evaluator: ArmirEvaluator,
    instinct: ArmirInstinct,
    ranking: Ranking,
    /// The sober weights.
    weights: Evaluation,
}

impl Staff {
    /// A staff that weighs things in this way.
    pub fn new(weights: Evaluation) -> Self {
        let evaluator = ArmirEvaluator::new(weights.clone());
        Staff { side: Side::Axis, evaluator, instinct: ArmirInstinct::new(), ranking: Ranking::default(), weights }
    }
}

impl Heuristic<Armir> for Staff {
    fn player_turn(&self, game: &Armir) -> Option<Side> {
        player_turn(game)
    }

    fn phase(&self, game: &Armir) -> u64 {
        u64::from(game.game_turn()) << 8 | u64::from(game.phase_number())
    }

    fn prepare(&mut self, root: &Armir, side: Side) {
        self.side = side;
        self.evaluator.prepare(root, side);
    }

    fn evaluate(&mut self, game: &Armir) -> f64 {
        let axis = match game.outcome() {
            Some(outcome) => WON * f64::from(outcome.score(Side::Axis)) + 0.1 * f64::from(outcome.margin.clamp(-9, 9)),
            None => self.evaluator.log_odds(game),
        };
        if self.side == Side::Axis { axis } else { -axis }
    }

    fn continue_with(&mut self, game: &Armir, legal: &[Action]) -> Action {
        self.ranking.best(&mut self.instinct, game, legal)
    }

    fn rule_of_thumb(&mut self, game: &Armir, legal: &[Action], dice: &mut Dice) -> Option<Action> {
        let all = Action::Choose(ObjectiveSet(ObjectiveSet::CHIR | ObjectiveSet::DESTROY | ObjectiveSet::DONETS));
        if legal.contains(&all) {
            return Some(all);
        }
        set_up::place(game, legal).or_else(|| default_policy::rule_of_thumb(game, self.side, legal, dice))
    }

    fn shortlist(&mut self, game: &Armir, legal: &[Action], stage: Stage, out: &mut Vec<Action>) {
        let movers = legal.iter().any(|action| matches!(action, Action::Select(_)));
        let most = match stage {
            Stage::Root if movers => legal.len(),
            Stage::Root => MOVES + 10,
            Stage::FollowUp => FOLLOW_UPS,
        };
        self.ranking.list(&mut self.instinct, game, legal, most, out);
    }

    fn menu(&self, game: &Armir, legal: &[Action]) -> Option<Menu<Action>> {
        if !game.is_quiet() || !legal.contains(&Action::Done) {
            return None;
        }
        let moves = legal.iter().any(|action| matches!(action, Action::Select(_)));
        let phase = u64::from(game.game_turn()) << 8 | u64::from(game.phase_number());
        Some(Menu { pass: Action::Done, memory: moves.then_some(phase), width: if moves { 2 } else { usize::MAX } })
    }
}

impl Doctrine<Armir> for Staff {
    /// Movement is planned as a whole; elsewhere one choice after the other does.
    fn postures(&self, game: &Armir) -> usize {
        match game.current_phase() {
            Phase::AxisMovement | Phase::AxisMotorised | Phase::SovietMovement | Phase::SovietMotorised => postures(self.side).len(),
            _ => 1,
        }
    }

    fn assume(&mut self, posture: usize) {
        self.evaluator
            .reweigh(self.weights.bent(postures(self.side)[posture].stress.iter().map(|&(feature, factor)| (feature as usize, factor))));
    }

    fn name(&self, posture: usize) -> &'static str {
        postures(self.side)[posture].name
    }

    fn win(&mut self, game: &Armir) -> f32 {
        let mut out = Vec::with_capacity(1);
        self.evaluator.evaluate(std::slice::from_ref(game), &mut out);
        if self.side == Side::Axis { out[0] } else { 1.0 - out[0] }
    }
}
