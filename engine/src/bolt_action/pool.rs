//! Results of dice that are rolled together, as actions.

use super::action::Action;
pub(super) use super::resolution::pool::Rolled;

impl Rolled {
    /// The results of the node at hand.
    pub(super) fn draw(self, out: &mut Vec<Action>) {
        out.extend((0..=self.most()).map(Action::Score));
    }
}
