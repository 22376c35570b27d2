//! [`GameKnowledge`]: what a game tells the evaluator and the staff that all games share.

use stavka_engine::{Determinize, Dice, Game, Side};

use crate::action_prior::ActionPrior;
use crate::doctrine::Posture;
use crate::heuristic::MoveList;
use crate::weights::FeatureSet;

/// Reads the features of positions. What it keeps between calls are maps and buffers.
pub trait FeatureReader<G: Game>: Default + Send {
    /// Looks at the position in which `viewer` must decide.
    fn prepare(&mut self, _root: &G, _viewer: Side) {}

    /// The features of an unfinished position, as far as the viewer may know them, and the share of the game that is over.
    fn read(&mut self, game: &G) -> (&[f32], f32);

    /// The same, nothing hidden.
    fn read_openly(&mut self, game: &G) -> (&[f32], f32) {
        self.read(game)
    }
}

/// A game with features, an action prior and postures. Its evaluator is [`FittedEvaluator`](crate::FittedEvaluator), its
/// staff is [`Staff`](crate::Staff).
pub trait GameKnowledge: Determinize {
    /// The features that the evaluator weighs.
    type Feature: FeatureSet;
    /// What reads them.
    type Reader: FeatureReader<Self>;
    /// How promising choices look.
    type Prior: ActionPrior<Self> + Default;

    /// The action that closes a list.
    const DONE: Self::Action;
    /// Choices that the staff looks at: of a list other than that of the units to move, of a follow-up.
    const WIDTHS: [usize; 2];

    /// Whether a side can make only a few of the moves that a list offers, so that all are compared before one is made.
    const MOVES_ARE_SCARCE: bool = false;

    /// Rolls of dice, one after the other, that the staff plays out; what further ones bring is left to the features.
    const ROLLS: u8 = u8::MAX;

    /// The postures by side, the plain one first.
    const POSTURES: [&'static [Posture<Self::Feature>]; 2] = [&[Posture::PLAIN]; 2];

    /// The features by side that weigh what it has left, which a [`Style`](crate::Style) scales.
    const STRENGTH: [&'static [Self::Feature]; 2] = [&[]; 2];

    /// Whether an action selects a unit to move.
    fn selects(action: Self::Action) -> bool;

    /// Place of the phase at hand in the sequence of play of a turn.
    fn phase_number(&self) -> u8;

    /// Whether the phase at hand is planned as a whole, under several postures.
    fn is_planned(&self) -> bool {
        false
    }

    /// Where each choice of a list opens a phase of its own, which doctrine plays through before it chooses: what a score of the
    /// prior is worth in logarithms of the odds.
    fn openings(&self, _legal: &[Self::Action]) -> Option<f32> {
        None
    }

    /// How many choices of a list doctrine judges by the reply to them too, 1 for none.
    fn rivals(&self, _legal: &[Self::Action]) -> usize {
        1
    }

    /// In how many worlds doctrine plays a phase that it plans on until the opponent has answered; in none it judges the end of the phase.
    fn answers(&self) -> u64 {
        0
    }

    /// Whose player turn it is, `None` where a phase belongs to neither side.
    fn player_turn(&self) -> Option<Side>;

    /// Whether a list is looked ahead of; the choice of any other is by the prior.
    fn is_looked_ahead_of(&self, _legal: &[Self::Action]) -> bool {
        true
    }

    /// Whether the features of this position, which is not quiet, reckon with the dice to come, so that nobody need play them out.
    fn is_reckoned_with(&self) -> bool {
        false
    }

    /// A choice of `side` that knowledge makes without looking ahead.
    fn rule_of_thumb(&self, _side: Side, _legal: &[Self::Action], _dice: &mut Dice) -> Option<Self::Action> {
        None
    }
}

/// Names the phase at hand.
pub(crate) fn phase<G: GameKnowledge>(game: &G) -> u64 {
    u64::from(game.game_turn()) << 8 | u64::from(game.phase_number())
}

/// The list of independent moves that a quiet position offers, if it offers one. Units to move are compared two at a time, and those
/// that had better stay are not looked at again in the phase.
pub(crate) fn move_list<G: GameKnowledge>(game: &G, legal: &[G::Action]) -> Option<MoveList<G::Action>> {
    if !game.is_quiet() || !legal.contains(&G::DONE) {
        return None;
    }
    let moves = legal.iter().any(|&action| G::selects(action));
    if G::MOVES_ARE_SCARCE {
        return Some(MoveList { pass: G::DONE, pass_is_free: false, memory: None, width: usize::MAX });
    }
    Some(MoveList { pass: G::DONE, pass_is_free: true, memory: moves.then(|| phase(game)), width: if moves { 2 } else { usize::MAX } })
}
