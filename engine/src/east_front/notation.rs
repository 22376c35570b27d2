//! Actions in words [`Notation`]: short lines that a player understands and a record keeps.

use std::fmt;

use super::EastFront;
use super::action::Action;
use super::frame::{AirStage, Frame, OverrunStage, Stage};
use super::results::Order;
use crate::game::{Game as _, Notation, NotationError, Side, Turn};
use crate::hex::Hex;

impl Notation for EastFront {
    fn write_action(&self, action: Action, out: &mut dyn fmt::Write) -> fmt::Result {
        action.write(self.data, out)
    }

    fn parse_action(&self, text: &str) -> Result<Action, NotationError> {
        Action::read(text, self.data, "East Front")
    }

    /// [17.25][14.32] Which air unit flies, and which of two orders is given, is the owner's secret.
    fn is_hidden(&self, action: Action, viewer: Side) -> bool {
        let defends = match self.frames.top() {
            Some(Frame::Orders(side, _)) => side != viewer,
            _ => false,
        };
        match action {
            Action::Fly { air, .. } => air.side() != viewer && self.hides_flight(action),
            Action::Give(order) => defends && order != Order::None,
            _ => false,
        }
    }

    fn prompt(&self) -> String {
        let who = match self.turn() {
            Turn::Over => return "the game is over".into(),
            Turn::Chance => "Dice".to_owned(),
            Turn::Player(side) => side.to_string(),
        };
        let what = self.frames.top().map_or(String::new(), |frame| self.question(frame));
        format!("turn {}, {}: {who}: {what}", self.turn_entry().number, self.phase_name())
    }
}

impl EastFront {
    /// What a frame asks, in words.
    fn question(&self, frame: Frame) -> String {
        match frame {
            Frame::WeatherDie => "weather".into(),
            Frame::Withdrawal(_) => "which unit is withdrawn?".into(),
            Frame::ReadinessDie => match self.next_ready() {
                Some(air) => format!("is {} ready?", self.data.air(air).id),
                None => String::new(),
            },
            Frame::Interdiction => "over which hex does the next interdiction mission fly?".into(),
            Frame::Load(hex) => format!("which air unit flies to {}?", self.hex_name(hex)),
            Frame::Flight(_) => "which air unit flies where?".into(),
            Frame::AirOrder(_) => "which air combat comes next?".into(),
            Frame::Air(stage) => air_question(stage).into(),
            Frame::AntiAirDie => "anti-aircraft fire".into(),
            Frame::Activation(_) => "activate a unit, or done".into(),
            Frame::Movement(_) => "choose a unit to move, or end the phase".into(),
            Frame::March => format!("move {}", self.group_name(self.march.side, self.march.group)),
            Frame::Overrun(stage) => self.overrun_question(stage),
            Frame::Recombination(..) => "recombine substitutes, or done".into(),
            Frame::Excess(..) => "too many stacking points in a hex: remove a unit".into(),
            Frame::Declaration(_) => "declare attacks, or done".into(),
            Frame::Barrage(..) => "commit artillery to the defence, or done".into(),
            Frame::Orders(_, attack) => {
                format!("an order for the defence of {}?", self.hex_name(self.attacks.first(usize::from(attack))))
            }
            Frame::Combat(_) => "which attack comes next?".into(),
            Frame::Battle(stage) => self.battle_question(stage),
            Frame::Modes(_) => "change modes of super-heavy artillery, or done".into(),
            Frame::SurrenderDie(from) => match self.next_pocket(from) {
                Some(hex) => format!("do the units in {} surrender?", self.hex_name(hex)),
                None => String::new(),
            },
            Frame::RecoveryDie(_) => "does the headquarters recover?".into(),
            Frame::OpenPhase | Frame::ClosePhase | Frame::CloseInterdiction | Frame::CloseCombat => String::new(),
        }
    }

    fn overrun_question(&self, stage: OverrunStage) -> String {
        let target = self.hex_name(self.march.target);
        match stage {
            OverrunStage::Die => format!("overrun of {target} ({:+})", self.overrun_tally().net),
            OverrunStage::DefenderLoss => format!("which unit in {target} loses a step?"),
            OverrunStage::Retreat => format!("where do the defenders of {target} retreat?"),
            OverrunStage::AttackerLoss => "which unit of the overrun loses a step?".into(),
        }
    }

    fn battle_question(&self, stage: Stage) -> String {
        let battle = &self.battle;
        let target = self.hex_name(self.attacks.first(usize::from(battle.attack)));
        let owes = battle.burdens[battle.suffers.index()].owes;
        match stage {
            Stage::Participants => format!("who attacks {target}? ({})", self.odds_name()),
            Stage::Support => format!("artillery in support at {target}? ({})", self.odds_name()),
            Stage::Order => format!("an order for the attack on {target}?"),
            Stage::Breach => format!("declare engineer effects at {target}?"),
            Stage::Die => format!("combat at {target} ({})", self.odds_name()),
            Stage::Loss => format!("{owes} steps to lose at {target}"),
            Stage::Retreat => format!("retreat from {target} to where?"),
            Stage::Harassment => "which unit loses a step in enemy ZOC?".into(),
            Stage::HarassmentDie => "retreat through enemy ZOC".into(),
            Stage::Advance => format!("advance into {target}?"),
        }
    }

    fn odds_name(&self) -> String {
        if self.battle.attackers == 0 {
            return "nobody yet".into();
        }
        let sheet = self.sheet(&self.battle);
        let column = sheet.column.map_or("below 1-4", super::odds::Column::name);
        format!("{} against {}, {column}, {:+}", sheet.attack, sheet.defence, sheet.modifiers.net)
    }

    /// A hex with the name of its place.
    pub fn hex_name(&self, hex: Hex) -> String {
        let map = &self.data.map;
        match map.places.iter().find(|place| place.hex == hex) {
            Some(place) => format!("{} {}", map.grid.name(hex), place.name),
            None => map.grid.name(hex).to_string(),
        }
    }

    fn group_name(&self, side: Side, group: u128) -> String {
        let names: Vec<&str> = super::units(side, group).map(|unit| self.data.unit(unit).id.as_str()).collect();
        names.join(", ")
    }
}

/// What a step of an air combat asks, in words.
const fn air_question(stage: AirStage) -> &'static str {
    match stage {
        AirStage::Roles => "does the fighter shoot or fly the mission?",
        AirStage::InitiativeDie => "air initiative",
        AirStage::Pairing => "who fires at whom?",
        AirStage::FireDie => "air combat",
        AirStage::Advantage => "a second target, or done",
        AirStage::AdvantageDie => "air combat with tactical advantage",
    }
}
