//! [2.3][BPS][LONG.a] Where units may be set up, what a side has to occupy, and which units share their strength points.

use super::tables::Stacking;
use super::units::Unit;
use super::{Data, HexSet};
use crate::blocks_in_the_east::terms::{Country, District, Entry, Nation, UnitClass, UnitKind, Zone};
use crate::game::Side;
use crate::hex::Hex;

/// The year whose set-up follows the dots of the blocks [BPS].
const YEAR_OF_DOTS: u16 = 1941;
/// The part of a front line of which nobody has to occupy the hexes (AMB-86).
const FINNISH_FRONT: &str = "finland";
/// The first column of the map in which an army group is set up: within reach of East Prussia.
const FIRST_COLUMN: u8 = 8;
/// [BPS.d] The neighbours of the Soviet Union in June 1941 whose borders are watched.
const NEIGHBOURS: [Country; 7] =
    [Country::Finland, Country::Germany, Country::GeneralGovernment, Country::Hungary, Country::Romania, Country::Turkey, Country::Persia];

/// Units that a side picks in its set-up at most, those that it puts back among them.
pub(in super::super) const MOST_PICKS: u16 = 300;
/// Choices of a side for a unit that it picks, at most: the unit, the sector, the hex.
const CHOICES_OF_A_PICK: usize = 3;

/// What a set-up by the players keeps.
#[derive(Debug)]
pub(in super::super) struct Duties {
    /// [BPS.d] Hexes that Soviet units occupy or control.
    pub(in super::super) border: HexSet,
    /// [SBE6.b][SBE7.b][SBE8.b] By side the hexes of the front, in which ground combat units stand.
    pub(in super::super) fronts: [HexSet; 2],
}

/// [LONG.a] A class of units of a nation, whose strength points the players distribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum ChartClass {
    /// Allies of Germany have one class alone.
    Whole,
    Infantry,
    Cavalry,
    Armour,
    Artillery,
    Air,
}

/// [LONG.a] The class of a unit with its nation; none for headquarters, whose points are no strength.
pub(in super::super) fn chart_class(unit: &Unit) -> Option<(Nation, ChartClass)> {
    let is_great = matches!(unit.nation, Nation::German | Nation::Soviet);
    let class = match (unit.class, unit.kind) {
        (UnitClass::Headquarters | UnitClass::Strategic, _) => return None,
        _ if !is_great => ChartClass::Whole,
        (_, UnitKind::Artillery | UnitKind::Gustav) => ChartClass::Artillery,
        (_, UnitKind::Cavalry) if unit.nation == Nation::Soviet => ChartClass::Cavalry,
        (UnitClass::Infantry, _) => ChartClass::Infantry,
        (UnitClass::Armour, _) => ChartClass::Armour,
        (UnitClass::Air, _) => ChartClass::Air,
    };
    Some((unit.nation, class))
}

/// What is wrong with units of a side in a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum StackFault {
    /// [3.10] They are too many.
    Crowd,
    /// [5.3.c] Romanians and Hungarians are together.
    Rivals,
    /// [3.4] An aircraft has no city.
    NoCity,
}

/// [3.10][5.3.c][3.4] What is wrong with units of a side that are set up in a hex, with a city or without, if something is.
pub(in super::super) fn stack_fault<'a>(
    limits: &Stacking,
    is_city: bool,
    units: &(impl Iterator<Item = &'a Unit> + Clone),
) -> Option<StackFault> {
    let count = |is: fn(&Unit) -> bool| units.clone().filter(|unit| is(unit)).count();
    let (all, combat, air) = (units.clone().count(), count(Unit::is_combat), count(|unit| unit.class == UnitClass::Air));
    let has = |nation: Nation| units.clone().any(|unit| unit.nation == nation);
    if all - air > limits.ground || combat > limits.combat || air > limits.air || all > limits.all {
        Some(StackFault::Crowd)
    } else if has(Nation::Romanian) && has(Nation::Hungarian) {
        Some(StackFault::Rivals)
    } else if air > 0 && !is_city {
        Some(StackFault::NoCity)
    } else {
        None
    }
}

impl Data {
    /// [BPS][LONG.a] Whether units are set up by their dots, as in June 1941; later each side has the ground on its side of the front.
    pub(in super::super) fn follows_dots(&self) -> bool {
        self.script.owners == YEAR_OF_DOTS
    }

    /// [BPS.c][BPS.f][BPS.g][BPS.j] Whether a hex of the map lies in the zone of a unit; who owns it is not asked. An exact place is no zone.
    pub(in super::super) fn lies_in_zone(&self, unit: &Unit, hex: Hex) -> bool {
        let map = &self.map;
        if map.entry[hex.index()] != Entry::Open || map.is_box(hex) {
            return false;
        }
        if !self.follows_dots() {
            return true;
        }
        let (country, district) = (map.country[hex.index()], map.district[hex.index()]);
        match unit.zone {
            Zone::Leningrad => district == Some(District::Leningrad),
            Zone::Baltic => district == Some(District::Baltic),
            Zone::Western => district == Some(District::Western),
            Zone::Kiev => district == Some(District::Kiev),
            Zone::Odessa => district == Some(District::Odessa),
            Zone::Caucasus => district == Some(District::Caucasus),
            Zone::North => country == Some(Country::Germany) && self.lies_in_rows(hex, [1, 24]),
            Zone::Centre => self.is_german_ground(hex) && self.lies_in_rows(hex, [24, 28]),
            Zone::South => self.is_german_ground(hex) && self.lies_in_rows(hex, [29, 33]),
            Zone::Romania => country == Some(Country::Romania),
            Zone::Finland => country == Some(Country::Finland),
            Zone::Hungary => country == Some(Country::Hungary),
            Zone::City if unit.nation == Nation::Slovak => country == Some(Country::Slovakia),
            Zone::City => self.nation_at(hex, unit.nation.side()) == unit.nation,
            Zone::Exact | Zone::Strategic => false,
        }
    }

    /// Germany, and what it occupies of Poland.
    fn is_german_ground(&self, hex: Hex) -> bool {
        matches!(self.map.country[hex.index()], Some(Country::Germany | Country::GeneralGovernment))
    }

    /// [BPS.f] Whether a hex lies in rows of the map in which an army group is set up, from its first column on.
    fn lies_in_rows(&self, hex: Hex, [first, last]: [u8; 2]) -> bool {
        let (column, row) = self.map.grid.offset_xy(hex);
        column + 1 >= FIRST_COLUMN && (first..=last).contains(&(row + 1))
    }

    /// [2.3] What the whole set-up keeps, where the players set up their units themselves.
    pub(in super::super) fn duties(&self) -> Duties {
        if self.script.options.free_set_up {
            Duties { border: self.watched_border(), fronts: self.occupied_fronts() }
        } else {
            Duties { border: HexSet::EMPTY, fronts: [HexSet::EMPTY; 2] }
        }
    }

    /// Choices that a set-up by the players takes at most.
    pub(in super::super) fn longest_set_up(&self) -> usize {
        if self.script.options.free_set_up { 2 * (usize::from(MOST_PICKS) * CHOICES_OF_A_PICK + 1) } else { 0 }
    }

    /// [BPS.d](AMB-92) The hexes on both sides of the Soviet border, in the scenario's part of the map; none where units do not follow their
    /// dots.
    fn watched_border(&self) -> HexSet {
        let map = &self.map;
        if !self.follows_dots() {
            return HexSet::EMPTY;
        }
        let soviet = |hex: Hex| map.country[hex.index()] == Some(Country::SovietUnion);
        let foreign = |hex: Hex| map.country[hex.index()].is_some_and(|country| NEIGHBOURS.contains(&country));
        let mut border = HexSet::EMPTY;
        for hex in map.grid.hexes().filter(|&hex| soviet(hex)) {
            for (direction, near) in map.grid.neighbours(hex) {
                if foreign(near) && !map.sides[hex.index()][direction.index()].water {
                    border.insert(hex);
                    border.insert(near);
                }
            }
        }
        let counts = |hex: Hex| {
            let within = self.script.region.is_none_or(|region| map.region(region).contains(hex));
            within && map.entry[hex.index()] != Entry::Edge
        };
        border.iter().filter(|&hex| counts(hex)).collect()
    }

    /// [SBE6.b][SBE7.b][SBE8.b](AMB-86) The hexes of the front on the side of each side, in which ground combat units stand.
    fn occupied_fronts(&self) -> [HexSet; 2] {
        let owners = self.map.owners_in(self.script.owners).expect("the year was checked");
        let lines = self.map.fronts.iter().filter(|line| line.year == self.script.owners && line.name != FINNISH_FRONT);
        let along: HexSet = lines.flat_map(|line| &line.sides).flat_map(|&(one, other)| [one, other]).collect();
        Side::ALL.map(|side| along.intersection(owners.by_side[side.index()]))
    }
}
