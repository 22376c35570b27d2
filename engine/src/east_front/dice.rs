//! What the dice outside of combats come to, by the functions that the procedures themselves call.

use super::EastFront;
use super::data::{AirBox, AirEffect, OverrunResult};
use super::frame::{AirStage, Frame, OverrunStage, Stage};
use super::ids::{AirId, UnitId};
use super::weather::Sky;
use crate::game::Side;
use crate::hex::Hex;

/// What a die of a procedure comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DieReport {
    /// [5.13] The weather of the turn.
    Weather(Sky),
    /// [9.11] An air unit, and the box in which it stands then.
    Readiness(AirId, AirBox),
    /// [17.32] Who leads the air combat, and whether with local tactical advantage; nobody where there is none.
    AirInitiative(Option<Side>, bool),
    /// [17.33] A shooter, its target, and what the shot does.
    Shot(AirId, AirId, AirEffect),
    /// [17.43] What anti-aircraft fire does to an air unit.
    AntiAir(AirId, AirEffect),
    /// [11.43] Whether an overrun succeeds, and who loses a step.
    Overrun(OverrunResult),
    /// [16.46] Whether those who retreat through enemy ZOC survive.
    Harassment(bool),
    /// [21.12] A hex that is cut off, and whether the units there surrender.
    Surrender(Hex, bool),
    /// [22.26] A headquarters, and whether it is operational again.
    Recovery(UnitId, bool),
}

impl EastFront {
    /// What a face of the die that is due comes to; nothing where a combat is decided, or no die is due.
    pub fn die_report(&self, die: u8) -> Option<DieReport> {
        Some(match self.frames.top()? {
            Frame::WeatherDie => DieReport::Weather(self.sky_on(die)?),
            Frame::ReadinessDie => {
                let unit = self.next_ready()?;
                DieReport::Readiness(unit, self.box_after(unit, die)?)
            }
            Frame::Air(AirStage::InitiativeDie) => {
                let (leader, advantage) = self.leader_on(die);
                DieReport::AirInitiative(leader, advantage)
            }
            Frame::Air(AirStage::FireDie | AirStage::AdvantageDie) => {
                let (shooter, target) = self.shot_at_hand()?;
                DieReport::Shot(shooter, target, self.fire((shooter, target), die))
            }
            Frame::AntiAirDie => {
                let (unit, effect) = self.anti_air_on(die)?;
                DieReport::AntiAir(unit, effect)
            }
            Frame::Overrun(OverrunStage::Die) => DieReport::Overrun(self.overrun_result(die)),
            Frame::Battle(Stage::HarassmentDie) => DieReport::Harassment(self.gets_through(die)),
            Frame::SurrenderDie(from) => {
                let hex = self.next_pocket(from)?;
                DieReport::Surrender(hex, self.surrenders(hex, die))
            }
            Frame::RecoveryDie(from) => {
                let hq = self.next_broken_hq(from)?;
                DieReport::Recovery(hq, self.recovers(hq, die))
            }
            _ => return None,
        })
    }
}
