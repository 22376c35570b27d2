//! Whom a search asks before it looks for itself.

use stavka_engine::{Determinize, Game, View};

use crate::agent::{Agent, SearchControl};
use crate::budget::Allotment;
use crate::greedy::Greedy;
use crate::heuristic::Heuristic;

/// A player whose word a search weighs. It is asked at every decision of its side, forced ones included, so
/// that it may follow a plan from one to the next.
pub trait Adviser<G: Game>: Send {
    /// Forgets earlier games and takes up the random stream of this one.
    fn take_up(&mut self, game_seed: u64);

    /// Chooses one of `legal`, the legal actions of the viewing side, which is to act, within the limit as far
    /// as it can.
    fn advise(&mut self, view: View<'_, G>, legal: &[G::Action], limit: &Allotment, control: SearchControl<'_>) -> G::Action;
}

/// Needs so little time that it asks for no limit.
impl<G: Determinize, H: Heuristic<G>> Adviser<G> for Greedy<G, H> {
    fn take_up(&mut self, game_seed: u64) {
        self.new_game(game_seed);
    }

    fn advise(&mut self, view: View<'_, G>, legal: &[G::Action], _limit: &Allotment, control: SearchControl<'_>) -> G::Action {
        self.choose(view, legal, control)
    }
}
