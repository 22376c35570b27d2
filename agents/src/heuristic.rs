//! What the greedy player must be told of a game.

use stavka_engine::{Dice, Game, Side, Turn};

use crate::style::Style;

/// Where in the greedy player's thinking a list of choices comes up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The decision that the player has been asked for.
    Root,
    /// A follow-up within the compound that a root choice began.
    FollowUp,
}

/// A list of independent moves that one of its actions closes, such as the moves of a phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveList<A> {
    /// The action that makes none of the moves.
    pub pass: A,
    /// Whether passing keeps what the position is worth; otherwise it is looked ahead of as a move is.
    pub pass_is_free: bool,
    /// Names the list while it stays open: moves found wanting are not looked at again under the
    /// same name. `None` looks at all of them every time.
    pub memory: Option<u64>,
    /// How many moves are compared before the best that beats the pass is made.
    pub width: usize,
}

/// Knowledge of one game. Methods take `&mut self` so that a heuristic can keep buffers and what it
/// works out once per decision; what it answers may depend on nothing but its arguments since
/// [`Heuristic::prepare`].
pub trait Heuristic<G: Game>: Send {
    /// Looks at the position in which `side` must decide. Everything after refers to it.
    fn prepare(&mut self, root: &G, side: Side);

    /// Minds the losses of the side that is prepared for as this style does, from the next [`Heuristic::prepare`] on. Knowledge that does
    /// not weigh losses stays as it is.
    fn adopt(&mut self, _style: Style) {}

    /// The value of a position, higher is better for the side that was prepared for. It is asked in quiet
    /// positions, in finished games, where the heuristic reckons with the dice to come, and after the most rolls that are played out.
    fn evaluate(&mut self, game: &G) -> f64;

    /// Whether a position can be evaluated although it is not quiet, because the evaluation reckons with the dice to come.
    fn reckons_with(&self, _game: &G) -> bool {
        false
    }

    /// How many rolls of dice, one after the other, are played out before a position is evaluated as it is.
    fn rolls(&self) -> u8 {
        u8::MAX
    }

    /// A cheap sensible choice that carries a half-done procedure on towards a quiet position, for
    /// whichever side is to act.
    fn continue_with(&mut self, game: &G, legal: &[G::Action]) -> G::Action;

    /// A choice that knowledge makes without looking ahead, where values of positions cannot tell.
    fn rule_of_thumb(&mut self, _game: &G, _legal: &[G::Action], _dice: &mut Dice) -> Option<G::Action> {
        None
    }

    /// What a plan for several units together asks for now, if there is one: it goes before looking at single choices.
    fn order(&mut self, _game: &G, _legal: &[G::Action]) -> Option<G::Action> {
        None
    }

    /// Fills the empty `out` with the choices worth a look, at least one, in the order in which ties
    /// are broken.
    fn shortlist(&mut self, _game: &G, legal: &[G::Action], _stage: Stage, out: &mut Vec<G::Action>) {
        out.extend_from_slice(legal);
    }

    /// Whether the legal list is such a list of moves.
    fn move_list(&self, _game: &G, _legal: &[G::Action]) -> Option<MoveList<G::Action>> {
        None
    }

    /// Names the phase in which a side decides. What is planned for one phase is not meant for another.
    fn phase(&self, game: &G) -> u64 {
        u64::from(game.game_turn())
    }

    /// Whose player turn it is, `None` where a phase belongs to neither side.
    fn player_turn(&self, game: &G) -> Option<Side> {
        match game.turn() {
            Turn::Player(side) => Some(side),
            Turn::Chance | Turn::Over => None,
        }
    }
}
