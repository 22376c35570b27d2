//! Actions in words [`Notation`]: short lines that a player understands and a record keeps.

use std::fmt;

use stavka_words::tr;

use super::BlocksInTheEast;
use super::action::Action;
use crate::game::{Game as _, Notation, NotationError, Side, Turn};
use crate::kit::procedures::{Procedure as _, Sequence as _};

impl Notation for BlocksInTheEast {
    fn write_action(&self, action: Action, out: &mut dyn fmt::Write) -> fmt::Result {
        action.write(self.data, out)
    }

    fn parse_action(&self, text: &str) -> Result<Action, NotationError> {
        Action::read(text, self.data, "Blocks in the East")
    }

    /// [1.3] Which of the hidden blocks moves, or is repaired, is not told; where it stands is seen.
    fn is_hidden(&self, action: Action, viewer: Side) -> bool {
        self.names_hidden(action, viewer)
    }

    fn prompt(&self) -> String {
        let who = match self.turn() {
            Turn::Over => return tr!("the game is over").into(),
            Turn::Chance => tr!("Dice").to_owned(),
            Turn::Player(side) => side.to_string(),
        };
        let what = self.top().map_or(String::new(), |frame| frame.question(self));
        format!("{}: {who}: {what}", tr!("turn {turn}", turn = self.turn))
    }
}
