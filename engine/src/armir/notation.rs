//! Actions in words [`Notation`]: short lines that a player understands and a record keeps.

use std::fmt;

use stavka_words::{tr, translate};

use super::action::Action;
use super::ids::{Face, UnitId};
use super::{Armir, Class};
use crate::game::{Game as _, Notation, NotationError, Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::{Procedure as _, Sequence as _};

impl Notation for Armir {
    fn write_action(&self, action: Action, out: &mut dyn fmt::Write) -> fmt::Result {
        action.write(self.data, out)
    }

    fn parse_action(&self, text: &str) -> Result<Action, NotationError> {
        Action::read(text, self.data, "ARMIR")
    }

    /// [17.1] The choice of objectives is a secret of the Soviets.
    fn is_hidden(&self, action: Action, viewer: Side) -> bool {
        viewer == Side::Axis && matches!(action, Action::Choose(_))
    }

    fn prompt(&self) -> String {
        let phase = translate(self.phase_name());
        let who = match self.turn() {
            Turn::Over => return tr!("the game is over").into(),
            Turn::Chance => tr!("Dice").to_owned(),
            Turn::Player(side) => side.to_string(),
        };
        let what = self.top().map_or(String::new(), |frame| frame.question(self));
        format!("{}, {phase}: {who}: {what}", tr!("turn {turn}", turn = self.turn))
    }
}

/// A number of steps in words.
pub(super) fn steps(count: u8) -> String {
    if count == 1 { tr!("1 step").into() } else { tr!("{count} steps", count) }
}

impl Armir {
    pub(super) fn odds_name(&self, battle: &super::Battle) -> String {
        if battle.attackers == 0 {
            return tr!("nobody yet").into();
        }
        let sheet = self.battle_sheet(battle);
        tr!(
            "{attack} against {defence}, column {column}",
            attack = sheet.attack,
            defence = sheet.defence,
            column = Self::column_name(sheet.column)
        )
    }

    /// Name of a column of the Combat Results Table.
    pub fn column_name(column: u8) -> &'static str {
        super::data::CRT_NAMES[usize::from(column).min(super::data::CRT_NAMES.len() - 1)]
    }

    /// A hex with the name of its place.
    pub fn hex_name(&self, hex: Hex) -> String {
        let map = &self.data.map;
        match map.name_of(hex) {
            Some(place) => format!("{} {place}", map.grid.name(hex)),
            None => map.grid.name(hex).to_string(),
        }
    }

    pub(super) fn group_name(&self, side: Side, group: u64) -> String {
        let names: Vec<&str> = super::units(side, group).map(|unit| self.data.unit(unit).id.as_str()).collect();
        names.join(", ")
    }

    /// A counter with its values as they are now: `37/Rav 4-3 (2 steps)`.
    pub fn unit_name(&self, unit: UnitId) -> String {
        let counter = self.data.unit(unit);
        let values = self.values(unit);
        match counter.class {
            Class::Combat => {
                let star = if counter.heavy { "*" } else { "" };
                format!("{} {}{star}-{} ({})", counter.id, self.cp(unit), values.mp, steps(self.steps(unit)))
            }
            Class::Hq => tr!("{counter} radius {radius}, {mp} MP", counter = counter.id, radius = values.radius, mp = values.mp),
            Class::Artillery if self.face(unit) == Face::Long => {
                tr!(
                    "{counter} range {range}, support {support}, bombardment {bombardment}",
                    counter = counter.id,
                    range = values.range,
                    support = values.support,
                    bombardment = values.bombardment
                )
            }
            Class::Artillery => tr!("{counter} on the move, {mp} MP", counter = counter.id, mp = values.mp),
        }
    }
}
