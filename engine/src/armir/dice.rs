//! What the dice outside of combats come to, by the functions that the procedures themselves call.

use super::data::{BombardmentResult, CrtResult};
use super::frame::Frame;
use super::{Armir, Side};

/// What a die of a procedure comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DieReport {
    /// [9.1] The side that gets the air unit.
    AirUnit(Side),
    /// [9.2.1] Whether the Italian aircraft is ready again.
    Aircraft(bool),
    /// [16.3] Whether the garrison of the airfields grows.
    Garrison(bool),
    /// [16.2.1] Supply points that are lost with the depot.
    Depot(u8),
    /// [11.1] What a bombardment does.
    Bombardment(BombardmentResult),
    /// [16.1.1][16.1.2] Whether the Soviets advance on the Chir, and the steps that they lose there.
    Chir(bool, u8),
    /// [16.3.2] Steps that the attackers of the airfields and the garrison lose.
    Airfields(CrtResult),
    /// [8.4] Whether the raiders at hand go on without supply.
    Raid(bool),
}

impl Armir {
    /// What a face of the die that is due comes to; nothing where a combat is decided, or no die is due.
    pub fn die_report(&self, die: u8) -> Option<DieReport> {
        Some(match self.frames.top()? {
            Frame::AirDie => DieReport::AirUnit(self.air_goes_to(die)),
            Frame::AircraftDie => DieReport::Aircraft(self.aircraft_recovers(die)),
            Frame::GarrisonDie => DieReport::Garrison(self.garrison_grows(die)),
            Frame::DepotDie => DieReport::Depot(die.min(self.tracks.supply_points)),
            Frame::BombardmentDie => {
                let (side, value, target) = self.bombardment()?;
                DieReport::Bombardment(self.bombardment_result(side, value, target, die))
            }
            Frame::ChirDie => {
                let (advances, steps) = self.chir_result(die);
                DieReport::Chir(advances, steps)
            }
            Frame::AirfieldDie => DieReport::Airfields(self.battle_result(&self.airfield_sheet(), die)),
            Frame::RaidDie(_) => DieReport::Raid(self.raiders_go_on(die)),
            _ => return None,
        })
    }
}
