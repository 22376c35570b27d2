//! Actions in words [`Notation`]: short lines that a player understands and a record keeps.

use std::fmt::{self, Write as _};

use super::action::Action;
use super::frame::{Frame, Stage};
use super::ids::{Face, UnitId};
use super::{Armir, Class};
use crate::game::{Game as _, Notation, NotationError, Side, Turn};
use crate::hex::Hex;

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
        let phase = self.phase_name();
        let who = match self.turn() {
            Turn::Over => return "the game is over".into(),
            Turn::Chance => "Dice".to_owned(),
            Turn::Player(side) => side.to_string(),
        };
        let mut text = format!("turn {}, {phase}: {who}: ", self.turn);
        let what = self.frames.top().map_or(String::new(), |frame| self.question(frame));
        let _ = text.write_str(&what);
        text
    }
}

fn steps(count: u8) -> String {
    if count == 1 { "1 step".into() } else { format!("{count} steps") }
}

impl Armir {
    /// What a frame asks, in words.
    fn question(&self, frame: Frame) -> String {
        let name = |hex: Hex| self.hex_name(hex);
        match frame {
            Frame::AxisSetUp | Frame::SovietSetUp => "place the next counter".into(),
            Frame::Faces(..) => "turn HQs and guns to their other side, or done".into(),
            Frame::Objectives => "choose the secret objectives".into(),
            Frame::TakeInitiative => "take the initiative for one momentum point?".into(),
            Frame::AirDie => "air unit (1-3 Axis, 4-6 Soviet)".into(),
            Frame::AircraftDie => "recovery of the Italian aircraft".into(),
            Frame::GarrisonDie => "growth of the airfield garrison".into(),
            Frame::Replacement => "a step for one German unit?".into(),
            Frame::Relief => "relieve Julia regiments by the Vicenza?".into(),
            Frame::Complement => "spend the Complementi?".into(),
            Frame::HqReturn => "where does the HQ return?".into(),
            Frame::Movement(_) => "choose a counter to move, or end the phase".into(),
            Frame::March => format!("move {}", self.group_name(self.march.side, self.march.group)),
            Frame::Excess(..) => "too many steps in a hex: remove a counter".into(),
            Frame::DepotDie => "supply points lost with the depot".into(),
            Frame::Bombardment(_) => "bombard, or end the bombardment".into(),
            Frame::BombardmentDie => format!("bombardment of {}", name(self.battle.target)),
            Frame::BombardmentLoss(hex) => format!("which counter in {} loses a step?", name(hex)),
            Frame::ChirDie => "fighting on the Chir".into(),
            Frame::ChirLoss(left) => format!("{} to lose on the Chir", steps(left)),
            Frame::AirfieldDie => "attack on the airfields".into(),
            Frame::AirfieldLoss => format!("{} to lose at the airfields", steps(self.battle.attacker_owes)),
            Frame::Combat(_) => "choose a hex to attack, or end the phase".into(),
            Frame::Battle(stage) => self.battle_question(stage),
            Frame::GermanAirSupply(left, _) => format!("supply a hex with German units by air? ({left} left)"),
            Frame::ItalianAirSupply => "supply a hex with the Italian aircraft?".into(),
            Frame::RaidDie(code) if code < super::HEX_CAPACITY as u16 => {
                format!("can the tank corps in {} go on without supply?", name(Hex(code)))
            }
            Frame::RaidDie(_) => "can the tank corps at the airfields go on without supply?".into(),
            Frame::Attrition(..) => "which counter in a hex without supply loses a step?".into(),
            _ => String::new(),
        }
    }

    fn battle_question(&self, stage: Stage) -> String {
        let battle = &self.battle;
        let target = self.hex_name(battle.target);
        match stage {
            Stage::Attackers => format!("who attacks {target}? ({})", self.odds_name(battle)),
            Stage::Support => format!("guns in support at {target}? ({})", self.odds_name(battle)),
            Stage::Die | Stage::OpenOverrun => format!("combat at {target} ({})", self.odds_name(battle)),
            Stage::FirstAttackerLoss | Stage::FirstDefenderLoss => format!("heavy weapons pick the first Soviet loss at {target}"),
            Stage::AttackerLoss => format!("the attacker loses {} at {target}", steps(battle.attacker_owes)),
            Stage::StandOrRetreat => format!("{} to lose at {target}: stand, or retreat for one?", steps(battle.defender_owes)),
            Stage::DefenderLoss => format!("the defender loses {} at {target}", steps(battle.defender_owes)),
            Stage::RetreatHex => format!("retreat from {target} to where?"),
            Stage::Advance => format!("advance into {target}?"),
        }
    }

    fn odds_name(&self, battle: &super::Battle) -> String {
        if battle.attackers == 0 {
            return "nobody yet".into();
        }
        let sheet = self.battle_sheet(battle);
        format!("{} against {}, column {}", sheet.attack, sheet.defence, Self::column_name(sheet.column))
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

    fn group_name(&self, side: Side, group: u64) -> String {
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
            Class::Hq => format!("{} radius {}, {} MP", counter.id, values.radius, values.mp),
            Class::Artillery if self.face(unit) == Face::Long => {
                format!("{} range {}, support {}, bombardment {}", counter.id, values.range, values.support, values.bombardment)
            }
            Class::Artillery => format!("{} on the move, {} MP", counter.id, values.mp),
        }
    }
}
