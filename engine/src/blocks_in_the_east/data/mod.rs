//! Static data of Blocks in the East: map and tables, parsed from their files and validated.

mod combat;
mod map;
mod scenario;
mod tables;
mod units;

pub use combat::Powers;
pub use map::{Annexed, Arrow, Barrier, Front, Map, OffMapBox, Owners, Place, Rail, SeaArea, Water};
pub use scenario::{Placed, Script};
pub use tables::{Movement, Supply, Tables};
pub use units::{MOST_STEPS, Step, StepColour, Unit};

use super::ids::UnitId;
use crate::data::DataError;
use crate::game::Side;
use crate::kit::files::Sources;
use crate::kit::order_of_battle::OrderOfBattle;

/// What the files say.
#[derive(Debug)]
pub struct Data {
    /// The map.
    pub map: Map,
    /// The tables.
    pub tables: Tables,
    /// The scenario.
    pub script: Script,
    units: OrderOfBattle<UnitId, Unit>,
}

impl Data {
    /// Parses and validates.
    ///
    /// # Errors
    /// The first defect found, with file, key and what was expected.
    pub fn load(sources: &Sources<'_>) -> Result<Data, DataError> {
        let (map, units) = (Map::load(&sources.map)?, units::load(&sources.units)?);
        let lost = |unit: &&Unit| unit.hex.as_ref().is_some_and(|name| map.find(name).is_none());
        if let Some(unit) = Side::ALL.into_iter().flat_map(|side| units.of(side)).map(|(_, unit)| unit).find(lost) {
            return Err(sources.units.error(format!("unit {:?}", unit.id), "its hex is not on the map"));
        }
        let script = Script::load(&sources.scenario, &map, &units)?;
        Ok(Data { tables: Tables::load(&sources.tables)?, map, script, units })
    }

    /// A unit.
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit]
    }

    /// The units of a side, in order.
    pub fn units(&self, side: Side) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.units.of(side)
    }

    /// The unit with this id.
    pub fn find_unit(&self, id: &str) -> Option<UnitId> {
        self.units.find(id)
    }
}
