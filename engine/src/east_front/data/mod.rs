//! Static data of the East Front series: map, counters, tables and scenario, parsed from four files and validated.

mod map;
mod scenario;
mod tables;
mod units;

use std::borrow::Cow;

pub use map::{Line, Map, Place, PlaceKind, Port, Road, RoadClass, edge};
pub use scenario::{AirBox, GeneralSupply, Leaving, Reinforcement, Rules, Script, Switches, TopOdds, TurnEntry, Withdrawal};
pub use tables::*;
pub use units::{AirUnit, Face, Mobility, Nationality, Role, Service, Size, Substitute, Unit, UnitKind, printed_steps};

use super::ids::{AirId, UnitId};
use crate::data::{self, DataError, Source};
use crate::game::Side;

/// Version of the rules of this game. A change that can alter the course of a recorded game raises it.
pub const RULES_VERSION: u32 = 4;

/// The four files of a scenario.
#[derive(Clone, Copy, Debug)]
pub struct Sources<'a> {
    /// `map.toml`
    pub map: Source<'a>,
    /// `units.toml`
    pub units: Source<'a>,
    /// `tables.toml`
    pub tables: Source<'a>,
    /// `scenarios/*.toml`
    pub scenario: Source<'a>,
}

impl Sources<'static> {
    /// The embedded files with the given scenario text.
    pub fn embedded(name: &'static str, text: &'static str) -> Self {
        Sources {
            map: Source { name: "map.toml", text: include_str!("../../../data/east-front/map.toml") },
            units: Source { name: "units.toml", text: include_str!("../../../data/east-front/units.toml") },
            tables: Source { name: "tables.toml", text: include_str!("../../../data/east-front/tables.toml") },
            scenario: Source { name, text },
        }
    }
}

impl Sources<'_> {
    /// Hash of the files, the scenario complete.
    pub(super) fn fingerprint(&self) -> Result<u64, DataError> {
        let text = extended(&self.scenario)?;
        let scenario = Source { name: self.scenario.name, text: &text };
        Ok(data::fingerprint(RULES_VERSION, &[self.map, self.units, self.tables, scenario]))
    }
}

/// The embedded scenarios: id and text.
pub const EMBEDDED: [(&str, &str); 2] = [
    ("tartar-trench", include_str!("../../../data/east-front/scenarios/tartar-trench.toml")),
    ("worked-turn", include_str!("../../../data/east-front/scenarios/worked-turn.toml")),
];

/// Key under which a scenario names the embedded one that it changes.
const EXTENDS: &str = "extends";

/// What the four files say.
#[derive(Debug)]
pub struct Data {
    /// The map.
    pub map: Map,
    /// The tables.
    pub tables: Tables,
    /// The scenario.
    pub script: Script,
    units: [Vec<Unit>; 2],
    air: [Vec<AirUnit>; 2],
    fingerprint: u64,
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
        let text = extended(&sources.scenario)?;
        let scenario = Source { name: sources.scenario.name, text: &text };
        let script = scenario::load(&scenario, &map, &counters)?;
        let fingerprint = sources.fingerprint()?;
        let units::Counters { units, air } = counters;
        let data = Data { map, tables, script, units, air, fingerprint };
        data.check_stacks(&scenario)?;
        Ok(data)
    }

    /// Hash of everything in the files that decides a game.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// The values of a ground counter.
    #[inline]
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.side().index()][unit.slot()]
    }

    /// The ground counters of a side in the order of the data file.
    pub fn units(&self, side: Side) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.units[side.index()].iter().enumerate().map(move |(slot, unit)| (UnitId::new(side, slot), unit))
    }

    /// The ground counter with this id.
    pub fn find_unit(&self, id: &str) -> Option<UnitId> {
        Side::ALL.iter().find_map(|&side| self.units(side).find(|(_, unit)| unit.id == id).map(|(unit, _)| unit))
    }

    /// The values of an air counter.
    #[inline]
    pub fn air(&self, unit: AirId) -> &AirUnit {
        &self.air[unit.side().index()][unit.slot()]
    }

    /// The air counters of a side in the order of the data file.
    pub fn air_units(&self, side: Side) -> impl Iterator<Item = (AirId, &AirUnit)> {
        self.air[side.index()].iter().enumerate().map(move |(slot, unit)| (AirId::new(side, slot), unit))
    }

    /// The air counter with this id.
    pub fn find_air(&self, id: &str) -> Option<AirId> {
        Side::ALL.iter().find_map(|&side| self.air_units(side).find(|(_, unit)| unit.id == id).map(|(unit, _)| unit))
    }

    /// The side of a counter that lies up at start.
    pub fn face_at_start(&self, unit: UnitId) -> &Face {
        &self.unit(unit).faces[usize::from(self.script.back_up.contains(&unit))]
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

/// A scenario that names another in `extends` is that one with the tables of its own put in place.
fn extended<'a>(source: &Source<'a>) -> Result<Cow<'a, str>, DataError> {
    let Ok(mut own) = source.text.parse::<toml::Table>() else {
        // What is no TOML is reported with its line when it is parsed for its values.
        return Ok(Cow::Borrowed(source.text));
    };
    let Some(base) = own.remove(EXTENDS) else { return Ok(Cow::Borrowed(source.text)) };
    let text = EMBEDDED.iter().find(|(id, _)| base.as_str() == Some(id)).map(|(_, text)| *text);
    let ids = EMBEDDED.map(|(id, _)| id);
    let text = text.ok_or_else(|| source.error(EXTENDS, format!("{base}; expected one of {ids:?}")))?;
    let mut table: toml::Table = Source { name: source.name, text }.parse()?;
    if table.contains_key(EXTENDS) {
        return Err(source.error(EXTENDS, format!("{base} extends another scenario itself")));
    }
    table.extend(own);
    Ok(Cow::Owned(table.to_string()))
}
