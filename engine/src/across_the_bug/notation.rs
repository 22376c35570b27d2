//! Actions in words [`Notation`]: short lines that a player understands and a record keeps.

use std::fmt;

use stavka_words::{proper, tr};

use super::AcrossTheBug;
use super::action::Action;
use crate::game::{Determinize as _, Game as _, Notation, NotationError, Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::{Procedure as _, Sequence as _};

impl Notation for AcrossTheBug {
    fn write_action(&self, action: Action, out: &mut dyn fmt::Write) -> fmt::Result {
        action.write(self.data, out)
    }

    fn parse_action(&self, text: &str) -> Result<Action, NotationError> {
        Action::read(text, self.data, "Across the Bug River")
    }

    /// [5.3.4] The owner says who takes a hit, and the marker lies under the counter. Where the fight ends with it, the other side learns
    /// of losses that look alike only how many they were.
    fn is_hidden(&self, action: Action, viewer: Side) -> bool {
        if self.turn() != Turn::Player(viewer.opponent()) || !matches!(action, Action::Lose(_)) {
            return false;
        }
        let after = |action: Action| {
            let mut game = self.clone();
            game.apply(action);
            (game.view_hash(viewer), game.state_hash())
        };
        let mut legal = Vec::new();
        self.legal_actions(&mut legal);
        let (look, state) = after(action);
        legal.into_iter().filter(|&other| other != action).map(after).any(|other| other.0 == look && other.1 != state)
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

impl AcrossTheBug {
    /// A hex with the name of its place.
    pub fn hex_name(&self, hex: Hex) -> String {
        let map = &self.data.map;
        match map.places.iter().find(|place| place.hex == hex) {
            Some(place) => format!("{} {}", map.grid.name(hex), proper(&place.name)),
            None => map.grid.name(hex).to_string(),
        }
    }
}
