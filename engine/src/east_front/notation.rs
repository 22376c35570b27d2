//! Actions in words [`Notation`]: short lines that a player understands and a record keeps.

use std::fmt;

use super::EastFront;
use super::action::Action;
use super::frame::{AirStage, Frame, OverrunStage, Stage};
use super::ids::{AirId, UnitId};
use super::results::Order;
use super::sequence::FACES;
use crate::game::{Game as _, Notation, NotationError, Side, Turn};
use crate::hex::Hex;

impl Notation for EastFront {
    fn write_action(&self, action: Action, out: &mut dyn fmt::Write) -> fmt::Result {
        let id = |unit: UnitId| self.data.unit(unit).id.as_str();
        let plane = |air: AirId| self.data.air(air).id.as_str();
        let name = |hex: Hex| self.data.map.grid.name(hex);
        match action {
            Action::Roll(die) => write!(out, "die {die}"),
            Action::Done => write!(out, "done"),
            Action::Withdraw(unit) => write!(out, "withdraw {}", id(unit)),
            Action::WithdrawAir(air) => write!(out, "withdraw {}", plane(air)),
            Action::Interdict(hex) => write!(out, "interdict {}", name(hex)),
            Action::Fly { air, hex } => write!(out, "fly {} {}", plane(air), name(hex)),
            Action::Reveal(hex) => write!(out, "reveal {}", name(hex)),
            Action::Escort(air) => write!(out, "escort {}", plane(air)),
            Action::Bomb(air) => write!(out, "bomb {}", plane(air)),
            Action::Pair { shooter, target } => write!(out, "pair {} {}", plane(shooter), plane(target)),
            Action::Activate { unit, hq } => write!(out, "activate {} by {}", id(unit), id(hq)),
            Action::Detach(unit) => write!(out, "detach {}", id(unit)),
            Action::DetachStrong(unit) => write!(out, "detach {} strong", id(unit)),
            Action::Recombine { unit, regiment } => write!(out, "recombine {} {}", id(unit), id(regiment)),
            Action::Select(unit) => write!(out, "select {}", id(unit)),
            Action::Join(unit) => write!(out, "join {}", id(unit)),
            Action::MoveTo(hex) => write!(out, "move > {}", name(hex)),
            Action::Via(hex) => write!(out, "via {}", name(hex)),
            Action::Overrun { from, target } => write!(out, "overrun {} from {}", name(target), name(from)),
            Action::Drop(unit) => write!(out, "drop {}", id(unit)),
            Action::Remove(unit) => write!(out, "remove {}", id(unit)),
            Action::Storm(unit) => write!(out, "storm {}", id(unit)),
            Action::Attack(hex) => write!(out, "attack {}", name(hex)),
            Action::Also(hex) => write!(out, "also {}", name(hex)),
            Action::Barrage { gun, target } => write!(out, "barrage {} {}", id(gun), name(target)),
            Action::Give(order) => write!(out, "order {}", order.name()),
            Action::Resolve(hex) => write!(out, "resolve {}", name(hex)),
            Action::Commit(unit) => write!(out, "with {}", id(unit)),
            Action::Engage => write!(out, "engage"),
            Action::Support(unit) => write!(out, "support {}", id(unit)),
            Action::Breach => write!(out, "breach"),
            Action::Lose(unit) => write!(out, "lose {}", id(unit)),
            Action::RetreatTo(hex) => write!(out, "retreat {}", name(hex)),
            Action::Abandon(unit) => write!(out, "abandon {}", id(unit)),
            Action::Advance { unit, hex } => write!(out, "advance {} {}", id(unit), name(hex)),
            Action::Flip(unit) => write!(out, "flip {}", id(unit)),
        }
    }

    fn parse_action(&self, text: &str) -> Result<Action, NotationError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let fail = |problem: String| NotationError::new(text, problem);
        let unit = |word: &str| {
            self.data.find_unit(word).ok_or_else(|| fail(format!("no counter {word:?} in this scenario; expected an id such as 271")))
        };
        let plane = |word: &str| {
            self.data.find_air(word).ok_or_else(|| fail(format!("no air unit {word:?} in this scenario; expected an id such as Ju88")))
        };
        let hex = |word: &str| self.data.map.grid.parse(word).map_err(|error| fail(error.to_string()));
        Ok(match words.as_slice() {
            ["die", face] => match face.parse::<u8>() {
                Ok(face) if (1..=FACES).contains(&face) => Action::Roll(face),
                _ => return Err(fail(format!("a die shows 1 to {FACES}, not {face}"))),
            },
            ["done"] => Action::Done,
            ["withdraw", id] => match self.data.find_air(id) {
                Some(air) => Action::WithdrawAir(air),
                None => Action::Withdraw(unit(id)?),
            },
            ["interdict", at] => Action::Interdict(hex(at)?),
            ["fly", id, at] => Action::Fly { air: plane(id)?, hex: hex(at)? },
            ["reveal", at] => Action::Reveal(hex(at)?),
            ["escort", id] => Action::Escort(plane(id)?),
            ["bomb", id] => Action::Bomb(plane(id)?),
            ["pair", shooter, target] => Action::Pair { shooter: plane(shooter)?, target: plane(target)? },
            ["activate", id, "by", hq] => Action::Activate { unit: unit(id)?, hq: unit(hq)? },
            ["detach", id] => Action::Detach(unit(id)?),
            ["detach", id, "strong"] => Action::DetachStrong(unit(id)?),
            ["recombine", id, regiment] => Action::Recombine { unit: unit(id)?, regiment: unit(regiment)? },
            ["select", id] => Action::Select(unit(id)?),
            ["join", id] => Action::Join(unit(id)?),
            ["move", ">", to] => Action::MoveTo(hex(to)?),
            ["via", to] => Action::Via(hex(to)?),
            ["overrun", target, "from", from] => Action::Overrun { from: hex(from)?, target: hex(target)? },
            ["drop", id] => Action::Drop(unit(id)?),
            ["remove", id] => Action::Remove(unit(id)?),
            ["storm", id] => Action::Storm(unit(id)?),
            ["attack", at] => Action::Attack(hex(at)?),
            ["also", at] => Action::Also(hex(at)?),
            ["barrage", id, at] => Action::Barrage { gun: unit(id)?, target: hex(at)? },
            ["order", word] => match Order::ALL.into_iter().find(|order| order.name() == *word) {
                Some(order) => Action::Give(order),
                None => return Err(fail(format!("{word:?} is no order; expected {}", Order::ALL.map(Order::name).join(", ")))),
            },
            ["resolve", at] => Action::Resolve(hex(at)?),
            ["with", id] => Action::Commit(unit(id)?),
            ["engage"] => Action::Engage,
            ["support", id] => Action::Support(unit(id)?),
            ["breach"] => Action::Breach,
            ["lose", id] => Action::Lose(unit(id)?),
            ["retreat", to] => Action::RetreatTo(hex(to)?),
            ["abandon", id] => Action::Abandon(unit(id)?),
            ["advance", id, at] => Action::Advance { unit: unit(id)?, hex: hex(at)? },
            ["flip", id] => Action::Flip(unit(id)?),
            [] => return Err(fail("the line is empty; expected an action".into())),
            [verb, ..] => return Err(fail(format!("{verb:?} with {} more words is not an action of East Front", words.len() - 1))),
        })
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
