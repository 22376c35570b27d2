//! Static data of Across the Bug River: map, counters, tables and scenario, parsed from four files and validated.

mod deployment;
mod map;
mod scenario;
mod tables;
mod units;

pub use deployment::{Arrival, Deployment, Loss, Placement, Zone};
pub use map::{Bank, Hexside, Map, Place, Road, Strongpoint, Water};
pub use scenario::{Brandenburg, Exit, Interdiction, Objective, Pontoon, Reserve, Restriction, Script, SetUp, Start, Surprise, TurnEntry};
pub use tables::*;
pub use units::{Attachable, Attachment, Face, Formation, HqKind, Unit};

use super::ids::{FormationId, UnitId};
use super::terms::{Crossing, HexsideKind};
use crate::data::DataError;
use crate::game::Side;
use crate::hex::{Direction, Hex};
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
    /// The formations of both sides, German ones first.
    pub formations: Vec<Formation>,
    /// Who may be attached to whom [5.5.1].
    pub attachments: Vec<Attachment>,
    pub(super) units: OrderOfBattle<UnitId, Unit>,
}

impl Data {
    /// Parses and validates.
    ///
    /// # Errors
    /// The first defect found, with file, key and what was expected.
    pub fn load(sources: &Sources<'_>) -> Result<Data, DataError> {
        let map = Map::load(&sources.map)?;
        let tables = Tables::load(&sources.tables)?;
        let counters = units::load(&sources.units, &map, &tables)?;
        let script = scenario::load(&sources.scenario, &map, &counters, &tables)?;
        let units::Counters { units, formations, attachments } = counters;
        Ok(Data { map, tables, script, formations, attachments, units })
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

    /// The formations of both sides in order.
    pub fn formation_ids(&self) -> impl Iterator<Item = FormationId> + use<> {
        (0..self.formations.len() as u8).map(FormationId)
    }

    /// The values of a formation.
    #[inline]
    pub fn formation(&self, formation: FormationId) -> &Formation {
        &self.formations[formation.index()]
    }

    /// The formation with this id.
    pub fn find_formation(&self, id: &str) -> Option<FormationId> {
        self.formation_ids().find(|&formation| self.formation(formation).id == id)
    }

    /// What is printed along a side of a hex.
    #[inline]
    pub fn water(&self, hex: Hex, direction: Direction) -> HexsideKind {
        self.map.side(hex, direction).kind
    }

    /// The row of the chart of hexsides for a side of a hex, pontoons apart.
    #[inline]
    pub fn crossing(&self, hex: Hex, direction: Direction) -> Crossing {
        let side = self.map.side(hex, direction);
        Crossing::of(side.kind, side.bridge, false)
    }
}
