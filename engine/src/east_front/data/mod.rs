//! Static data of the East Front series: map, counters, tables and scenario, parsed from four files and validated.

mod map;
mod scenario;
mod tables;
mod units;

pub use map::{Line, Map, Place, PlaceKind, Port, Road, RoadClass, edge};
pub use scenario::{AirBox, GeneralSupply, Leaving, Reinforcement, Rules, Script, Switches, TopOdds, TurnEntry, Withdrawal};
pub use tables::*;
pub use units::{AirUnit, Face, Mobility, Nationality, Role, Service, Size, Substitute, Unit, UnitKind, printed_steps};

use super::ids::{AirId, HALTS, MISSIONS, UnitId};
use crate::data::{DataError, Source};
use crate::game::Side;
use crate::kit::files::Sources;
use crate::kit::order_of_battle::OrderOfBattle;

/// What the four files say.
#[derive(Debug)]
pub struct Data {
    /// The map.
    pub map: Map,
    /// The tables.
    pub tables: Tables,
    /// The scenario.
    pub script: Script,
    pub(super) units: OrderOfBattle<UnitId, Unit>,
    pub(super) air: OrderOfBattle<AirId, AirUnit>,
}

impl Data {
    /// Parses and validates.
    ///
    /// # Errors
    /// The first defect found, with file, key and what was expected.
    pub fn load(sources: &Sources<'_>) -> Result<Data, DataError> {
        let map = Map::load(&sources.map)?;
        let tables = Tables::load(&sources.tables)?;
        let counters = units::load(&sources.units, &tables.steps)?;
        let script = scenario::load(&sources.scenario, &map, &counters)?;
        let units::Counters { units, air } = counters;
        let data = Data { map, tables, script, units, air };
        data.check_capacity(sources)?;
        data.check_stacks(&sources.scenario)?;
        Ok(data)
    }

    /// The values of a ground counter.
    #[inline]
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit]
    }

    /// The ground counters of a side in the order of the data file.
    pub fn units(&self, side: Side) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.units.of(side)
    }

    /// The ground counter with this id.
    pub fn find_unit(&self, id: &str) -> Option<UnitId> {
        self.units.find(id)
    }

    /// The values of an air counter.
    #[inline]
    pub fn air(&self, unit: AirId) -> &AirUnit {
        &self.air[unit]
    }

    /// The air counters of a side in the order of the data file.
    pub fn air_units(&self, side: Side) -> impl Iterator<Item = (AirId, &AirUnit)> {
        self.air.of(side)
    }

    /// The air counter with this id.
    pub fn find_air(&self, id: &str) -> Option<AirId> {
        self.air.find(id)
    }

    /// The side of a counter that lies up at start.
    pub fn face_at_start(&self, unit: UnitId) -> &Face {
        &self.unit(unit).faces[usize::from(self.script.back_up.contains(&unit))]
    }

    /// A state has room for what the files name.
    fn check_capacity(&self, sources: &Sources<'_>) -> Result<(), DataError> {
        let air: usize = Side::ALL.iter().map(|&side| self.air_units(side).count()).sum();
        if air > MISSIONS {
            return Err(sources
                .units
                .error("air", format!("{air} air units; expected at most {MISSIONS}, one for each mission of a phase")));
        }
        let limit = usize::from(self.tables.stacking.limit);
        if limit > HALTS + 1 {
            return Err(sources.tables.error("stacking.limit", format!("{limit}; expected at most {}", HALTS + 1)));
        }
        Ok(())
    }

    /// The start position keeps the stacking limit [3.32] and the sides' own hexes, and leaves no air unit out.
    fn check_stacks(&self, source: &Source<'_>) -> Result<(), DataError> {
        for &(unit, hex) in &self.script.placements {
            let key = format!("stack {}", self.map.grid.name(hex));
            let here = self.script.placements.iter().filter(|(_, at)| *at == hex);
            let height: u8 = here.map(|(unit, _)| self.face_at_start(*unit).stacking).sum();
            if height > self.tables.stacking.limit {
                return Err(source.error(key, format!("{height} stacking points; expected at most {} [3.32]", self.tables.stacking.limit)));
            }
            let own = match unit.side() {
                Side::Axis => self.script.axis_control,
                Side::Soviet => self.script.soviet_control,
            };
            if !own.contains(hex) {
                return Err(source.error(key, format!("{} stands in a hex of the other side", self.unit(unit).id)));
            }
        }
        for side in Side::ALL {
            if let Some((_, unit)) = self.air_units(side).find(|(unit, _)| !self.script.air.iter().any(|(placed, _)| placed == unit)) {
                return Err(source.error("air_box", format!("{} is in no box; expected every air unit in one", unit.id)));
            }
        }
        Ok(())
    }
}
