//! Static data of Across the Bug River: map, counters and scenario, parsed from files and validated.

mod deployment;
mod map;
mod scenario;
mod tables;
mod units;

pub use deployment::{Arrival, Deployment, Loss, Placement, Zone};
pub use map::{Bank, Bridge, Hexside, Map, Place, Strongpoint, SupplyArea, Terrain, Water, Way, WayClass};
pub use scenario::{
    Brandenburg, Exit, Interdiction, Levels, Objective, Pontoon, Reserve, Restriction, Script, Start, Surprise, Switches, TurnEntry,
};
pub use tables::*;
pub use units::{Attachable, Attachment, Class, Face, Formation, HqKind, Mobility, Unit, UnitKind};

use super::ids::{FormationId, UnitId};
use crate::data::DataError;
use crate::game::Side;
use crate::kit::files::Sources;
use crate::kit::order_of_battle::OrderOfBattle;

/// What the files say of map, counters and scenario.
#[derive(Debug)]
pub struct Data {
    /// The map.
    pub map: Map,
    /// The scenario.
    pub script: Script,
    /// The tables.
    pub tables: Tables,
    /// The formations of both sides, German ones first.
    pub formations: Vec<Formation>,
    /// Who may be attached to whom [5.5.1].
    pub attachments: Vec<Attachment>,
    units: OrderOfBattle<UnitId, Unit>,
}

impl Data {
    /// Parses and validates.
    ///
    /// # Errors
    /// The first defect found, with file, key and what was expected.
    pub fn load(sources: &Sources<'_>) -> Result<Data, DataError> {
        let map = Map::load(&sources.map)?;
        let counters = units::load(&sources.units)?;
        let script = scenario::load(&sources.scenario, &map, &counters)?;
        let tables = Tables::load(&sources.tables)?;
        let units::Counters { units, formations, attachments } = counters;
        Ok(Data { map, script, tables, formations, attachments, units })
    }

    /// What is printed on a counter.
    #[inline]
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit]
    }

    /// The counters of a side in the order of their numbers: headquarters first.
    pub fn units(&self, side: Side) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.units.of(side)
    }

    /// The counter with this id.
    pub fn find_unit(&self, id: &str) -> Option<UnitId> {
        self.units.find(id)
    }

    /// The values of a formation.
    #[inline]
    pub fn formation(&self, formation: FormationId) -> &Formation {
        &self.formations[formation.index()]
    }

    /// The formation with this id.
    pub fn find_formation(&self, id: &str) -> Option<FormationId> {
        self.formations.iter().position(|formation| formation.id == id).map(|at| FormationId(at as u8))
    }
}
