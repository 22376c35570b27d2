//! Foresight: what each choice leads to, by the word of a game's staff.

use stavka_engine::{Dice, Turn};

use crate::determinization::sample_world;
use crate::greedy::Lookahead;
use crate::heuristic::Heuristic as _;
use crate::playable::Playable;

/// Follow-ups of its own that a choice is judged by.
const FOLLOW_UPS: usize = 4;

/// Looks where each of several choices leads, one whole move ahead, as the `staff` player does.
pub struct Foresight<G: Playable> {
    lookahead: Lookahead<G, G::Staff>,
}

impl<G: Playable> Default for Foresight<G> {
    fn default() -> Self {
        Foresight { lookahead: Lookahead::new(G::staff(), FOLLOW_UPS) }
    }
}

impl<G: Playable> Foresight<G> {
    /// Replaces the contents of `out` by what each of the legal actions of the side to act is worth to it, in logarithms
    /// of its odds: of the next quiet position, with dice by their exact weights and further choices by the staff's habit.
    /// Where a move is picked from a list, it is worth the best follow-up, and what closes the list what the position is
    /// worth. Nothing where there is no choice, and where the staff goes by a rule of thumb instead, since no position
    /// shows what such choices are worth. What is hidden from the side is imagined, always alike where it sees the same.
    pub fn look(&mut self, game: &G, legal: &[G::Action], out: &mut Vec<f64>) {
        out.clear();
        let Turn::Player(side) = game.turn() else { return };
        if legal.len() < 2 {
            return;
        }
        let world = sample_world(game, side, &mut Dice::new(game.view_hash(side)));
        let staff = self.lookahead.heuristic();
        staff.prepare(&world, side);
        // The rule's answer is not asked for, only whether there is one.
        if staff.rule_of_thumb(&world, legal, &mut Dice::new(0)).is_some() {
            return;
        }
        let list = staff.move_list(&world, legal);
        let looks = u8::from(list.is_some_and(|list| list.memory.is_some()));
        for &action in legal {
            out.push(match list.filter(|list| list.pass == action) {
                Some(list) => self.lookahead.value_of_pass(&world, &list, side),
                None => self.lookahead.value_of(&world, action, side, looks),
            });
        }
    }
}
