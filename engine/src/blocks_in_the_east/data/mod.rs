//! Static data of Blocks in the East: map and tables, parsed from their files and validated.

mod air_war;
mod combat;
mod command;
mod industry;
mod lend_lease;
mod long;
mod map;
mod options;
mod research;
mod rivers;
mod scenario;
mod set_up;
mod sites;
mod tables;
mod units;
mod weather;
mod winter;

pub use combat::Powers;
pub use command::{CommandRules, Seat};
pub use industry::{BOXES, FactorySite, LINES, SITES};
pub use long::{Fuel, Long, Projects, Surprise, Upgrade, Works};
pub use map::{Annexed, Arrow, Barrier, BlueRoute, Front, Map, OffMapBox, Owners, Place, Rail, SeaArea, Strait, Water};
pub use options::{OPTIONS, Options};
pub use research::research_cost;
use scenario::LAST_TURN;
pub use scenario::{Count, Income, Level, Placed, Script, Victory};
pub(super) use set_up::{Duties, MOST_PICKS, StackFault, chart_class, stack_fault};
pub use sites::Factory;
pub(super) use sites::MOST_FACTORIES;
pub use tables::{Finland, Mobility, Movement, Production, RailMoves, Siege, Stacking, Supply, Tables};
pub use units::{MOST_MOVEMENT, MOST_STEPS, Step, StepColour, Unit};
pub use weather::Calendar;

use super::ids::{HexSet, UnitId};
use super::terms::{Country, Entry, Nation, UnitKind};
use crate::data::DataError;
use crate::game::Side;
use crate::hex::Hex;
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
    /// [3.13] TECH of each unit by turn, in the order of [`Data::rank`].
    levels: Vec<[u8; TURNS]>,
}

/// [37.0] August 1941, when Persia joins the Axis.
pub(super) const PERSIA_JOINS: u8 = 3;
/// [37.0] Its capital.
const TEHERAN: &str = "Teheran";

/// Turns of the war, and none before the first.
const TURNS: usize = LAST_TURN as usize + 1;

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
        let tables = Tables::load(&sources.tables, &map)?;
        let script = Script::load(&sources.scenario, &map, &units, &tables)?;
        let all = || Side::ALL.into_iter().flat_map(|side| units.of(side)).map(|(_, unit)| unit);
        let level = |unit: &Unit, turn: u8| {
            // Headquarters that are not armoured stand by the infantry of their nation [5.5].
            let by_infantry = unit.is_headquarters() && unit.kind != UnitKind::ArmouredHq;
            // [30.0.a] Chechens stand by that of Germany.
            let nation = if unit.nation == Nation::Chechen { Nation::German } else { unit.nation };
            let infantry = || all().find(|other| (other.nation, other.kind) == (nation, UnitKind::Infantry));
            let unit = if by_infantry || nation != unit.nation { infantry().unwrap_or(unit) } else { unit };
            let scheduled = unit.kind.field().map_or(0, |field| tables.scheduled_tech(unit.nation, field, turn));
            unit.tech.unwrap_or(1).max(scheduled)
        };
        let levels = all().map(|unit| std::array::from_fn(|turn| level(unit, turn as u8))).collect();
        Ok(Data { map, tables, script, units, levels })
    }

    /// A unit.
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit]
    }

    /// [7.3.1] Whether a hex lies in the country from which new units of a nation come.
    pub(super) fn is_home(&self, nation: Nation, hex: Hex) -> bool {
        let country = match nation {
            Nation::Soviet | Nation::Chechen | Nation::American | Nation::British => Country::SovietUnion,
            Nation::German => Country::Germany,
            Nation::Romanian => Country::Romania,
            Nation::Hungarian => Country::Hungary,
            Nation::Finnish => Country::Finland,
            Nation::Slovak => Country::Slovakia,
            // [7.3.1.a] Italians come through Poland as well.
            Nation::Italian => Country::Italy,
        };
        let map = &self.map;
        map.country[hex.index()] == Some(country) || nation == Nation::Italian && map.former_poland.contains(hex)
    }

    /// The units of a side, in order.
    pub fn units(&self, side: Side) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.units.of(side)
    }

    /// How many units there are.
    pub fn unit_count(&self) -> usize {
        self.units.count()
    }

    /// Place of a unit among those of both sides, the Axis first.
    pub fn rank(&self, unit: UnitId) -> usize {
        self.units.rank(unit)
    }

    /// [3.13] TECH of a unit in a turn: that of the schedule, where it is higher than its own. Headquarters that are not armoured have that of
    /// the infantry of their nation [5.5].
    #[inline]
    pub fn tech(&self, unit: UnitId, turn: u8) -> u8 {
        self.levels[self.rank(unit)][usize::from(turn.min(LAST_TURN))]
    }

    /// [AMB-29] TECH of the plain infantry of a nation in a turn.
    pub fn infantry_tech(&self, nation: Nation, turn: u8) -> u8 {
        let plain = self.units(nation.side()).find(|(_, unit)| (unit.nation, unit.kind) == (nation, UnitKind::Infantry));
        plain.map_or(1, |(unit, _)| self.tech(unit, turn))
    }

    /// [37.0] The ground of Persia, where its chapter is played: in scenarios that begin before it joins the Axis.
    pub(super) fn persia(&self) -> HexSet {
        let plays = self.script.options.persia && self.script.turns[0] <= PERSIA_JOINS && self.script.region.is_none();
        self.map.hexes().filter(|hex| plays && self.map.entry[hex.index()] == Entry::Persia).collect()
    }

    /// [37.0] The capital of Persia, where its chapter is played.
    pub(super) fn persian_capital(&self) -> Option<Hex> {
        let ground = self.persia();
        self.map.place_named(TEHERAN).map(|place| place.hex).filter(|&hex| ground.contains(hex))
    }

    /// [3.1][5.0] The nation of a side to which ground belongs: an ally within its own borders, else Germany; the Soviet Union.
    pub fn nation_at(&self, hex: Hex, side: Side) -> Nation {
        match (side, self.map.country[hex.index()]) {
            (Side::Soviet, _) => Nation::Soviet,
            (Side::Axis, Some(Country::Finland)) => Nation::Finnish,
            (Side::Axis, Some(Country::Hungary)) => Nation::Hungarian,
            (Side::Axis, Some(Country::Romania)) => Nation::Romanian,
            (Side::Axis, _) => Nation::German,
        }
    }

    /// [7.5.3][6.1.1.d][33.2] Movement points of a supplied unit on the ground in a turn; 0 for aircraft and static units.
    pub fn points(&self, unit: UnitId, turn: u8) -> u8 {
        self.points_at(unit, self.tech(unit, turn), turn)
    }

    /// The same at a level of technology [17.0].
    pub(super) fn points_at(&self, unit: UnitId, tech: u8, turn: u8) -> u8 {
        let known = self.unit(unit);
        known.points.map_or(0, |points| self.on_wide_tracks(known, points[usize::from(tech - 1)], turn))
    }

    /// [6.3][7.5.2.a] Hexes that an air unit flies on a mission in a turn; 0 for others.
    pub fn range(&self, unit: UnitId, turn: u8) -> u16 {
        self.range_at(unit, self.tech(unit, turn))
    }

    /// The same at a level of technology [17.0].
    pub(super) fn range_at(&self, unit: UnitId, tech: u8) -> u16 {
        self.unit(unit).range.map_or(0, |range| range[usize::from(tech - 1)].into())
    }

    /// The unit with this id.
    pub fn find_unit(&self, id: &str) -> Option<UnitId> {
        self.units.find(id)
    }
}
