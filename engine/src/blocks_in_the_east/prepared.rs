//! A scenario as play reads it: what the files say, and the tables that are derived from it once.

use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::OnceLock;

use super::centres::{self, Centre};
use super::control::FORTIFIED;
use super::data::{Data, Duties, OPTIONS, Options, Place, Projects, Unit};
use super::garrisons;
use super::ground::{Ground, Links, railways};
use super::ids::{HexSet, MOST_HEADQUARTERS, MOST_ROUNDS, UNIT_CAPACITY, UnitId};
use super::industry;
use super::terms::{Colour, Country, Entry, Flag, Layer, Nation, Pool, Project, RailStatus, Region, TownClass, UnitClass, UnitKind};
use crate::data::DataError;
use crate::game::{Scenario, Side};
use crate::hex::{Hex, OFF_MAP};
use crate::kit::files::{GameOption, ScenarioFiles, Sources};
use crate::observation::ObservationSpec;

/// Everything that does not change during a game.
#[derive(Debug)]
pub struct Prepared {
    data: Data,
    /// What moves and is joined on the map.
    pub ground: Ground,
    /// Hexes that somebody owns: from the first turn to the last the same.
    pub ownable: HexSet,
    /// Those of them that the Axis owns at the start.
    pub axis_at_start: HexSet,
    /// Railways before 1942, and from then on by the number of the projects that have been carried out [SBE6.e].
    railways: [Vec<Links>; 2],
    /// Hexes that any railway joins to others, ports, and main sources: the others join nobody to a source.
    pub(super) lines: HexSet,
    /// [BOX1.f][BOX1.h] Fortresses and bunkers, in the order of the map.
    pub fortified: Vec<Hex>,
    /// [8.0] Major Cities, and those.
    pub(super) shelters: HexSet,
    /// [7.5.4.a] The incomplete edge of the map, where the scenario is played on all of it: it lets trains pass.
    pub(super) edge: HexSet,
    /// [7.3.1] Hexes in which new units of any kind are placed, in ascending order.
    pub building_sites: Vec<Hex>,
    /// Those of them in the country of each nation, open to it, by [`Nation::index`].
    home_sites: [Vec<Hex>; Nation::COUNT],
    /// The units of each nation in ascending order, by [`Nation::index`].
    units_of: [Vec<UnitId>; Nation::COUNT],
    /// [3.4][7.3.1.d] Hexes in which an aircraft may be on the ground: cities, and where one is built.
    pub air_places: HexSet,
    /// [13.0] The headquarters of both sides, in ascending order.
    pub headquarters: Vec<UnitId>,
    /// [37.0] The ground of Persia, where its chapter is played.
    pub(super) persia: HexSet,
    /// [37.0] Its capital, where the chapter is played.
    pub(super) persian_capital: Option<Hex>,
    /// Shape of the observations, once it has been asked for.
    pub(super) observation: OnceLock<ObservationSpec>,
    /// [11.1][11.2] What makes points on the map.
    pub(super) centres: Vec<Centre>,
    /// [AMB-87] Points that each nation gets from beyond the map, by [`Colour::index`].
    pub(super) beyond_map: [[i16; Colour::COUNT]; Nation::COUNT],
    /// Hexes that no unit of a nation enters, by [`Nation::index`].
    closed: [HexSet; Nation::COUNT],
    /// [4.1] The main source of each nation, by [`Nation::index`].
    pub(super) main_sources: [Option<Hex>; Nation::COUNT],
    /// [27.0.a] The Soviet hexes beside Turkey, where chapter 27 is played.
    pub(super) turkish_frontier: HexSet,
    /// [2.3] What a set-up by the players keeps.
    pub(super) duties: Duties,
    /// Units that stand on the ground.
    on_ground: Bits,
    /// [13.2] Units that headquarters fuel: armour, Armoured Headquarters, the Gustav, aircraft.
    fuelled: Bits,
    /// Units with movement points in every turn, whatever their TECH.
    walking: Bits,
    /// Units of the great nation of their side.
    great: Bits,
    /// Aircraft.
    air: Bits,
    /// Headquarters.
    commanding: Bits,
    pub(super) fingerprint: u64,
}

impl Prepared {
    /// The railways of a turn as the scenario begins.
    pub fn railways(&self, turn: u8) -> &Links {
        self.railways_with(turn, self.script.long.built)
    }

    /// [SBE6.e] The railways of a turn, with those of projects that have been carried out.
    pub fn railways_with(&self, turn: u8, built: Projects) -> &Links {
        let railways = &self.railways[usize::from(turn >= self.tables.railways_of_1942)];
        // Where nothing is ever built there is one list alone.
        &railways[if railways.len() > 1 { built.number() } else { 0 }]
    }

    /// [0.2] Whether the Advanced game is played.
    pub fn is_advanced(&self) -> bool {
        self.script.layer == Layer::Advanced
    }

    /// [11.0][SBE5.b] Whether a nation counts points of a colour: yellow ones alone in the Basic game, and the Soviets no fuel.
    pub fn counts(&self, nation: Nation, colour: Colour) -> bool {
        match colour {
            Colour::Yellow => true,
            Colour::Black => self.is_advanced() && !self.tables.production.without_fuel.contains(&nation),
            Colour::Red | Colour::Blue => self.is_advanced(),
        }
    }

    /// [5.3.a][5.4.a][5.5.f][5.6][5.7][5.8][7.5.4][SBE1.a] Hexes that no unit of a nation enters: water, the edge, neutral ground, what
    /// lies outside of the scenario's part of the map, and where the nation does not operate.
    pub fn closed_to(&self, nation: Nation) -> &HexSet {
        &self.closed[nation.index()]
    }

    /// [7.3.1] Hexes in which new units of a nation might be placed, in ascending order: in its country, and open to it.
    pub(super) fn home_sites(&self, nation: Nation) -> &[Hex] {
        &self.home_sites[nation.index()]
    }

    /// The units of a nation, in ascending order.
    pub(super) fn units_of(&self, nation: Nation) -> &[UnitId] {
        &self.units_of[nation.index()]
    }

    /// Whether a unit stands on the ground, and is no aircraft.
    #[inline]
    pub(super) const fn is_on_ground(&self, unit: UnitId) -> bool {
        self.on_ground.contains(unit)
    }

    /// [13.2] Whether headquarters might fuel a unit, as far as its kind goes.
    #[inline]
    pub(super) const fn is_fuelled(&self, unit: UnitId) -> bool {
        self.fuelled.contains(unit)
    }

    /// Whether a unit has movement points in every turn, whatever its TECH.
    #[inline]
    pub(super) const fn always_walks(&self, unit: UnitId) -> bool {
        self.walking.contains(unit)
    }

    /// Whether a unit is of the great nation of its side.
    #[inline]
    pub(super) const fn is_great(&self, unit: UnitId) -> bool {
        self.great.contains(unit)
    }

    /// Whether a unit is an aircraft.
    #[inline]
    pub(super) const fn is_air(&self, unit: UnitId) -> bool {
        self.air.contains(unit)
    }

    /// Whether a unit is a headquarters.
    #[inline]
    pub(super) const fn is_headquarters(&self, unit: UnitId) -> bool {
        self.commanding.contains(unit)
    }

    /// [3.21][SBE5.g] Whether a unit is frozen in a turn: by its code, headquarters of Finns and Hungarians with their nations.
    #[inline]
    pub fn is_frozen(&self, unit: UnitId, turn: u8) -> bool {
        let by_code = || self.unit(unit).frozen.is_some_and(|code| self.script.frozen.contains(&code));
        let by_name = || self.script.command.as_ref().is_some_and(|command| command.frozen.contains(&unit));
        turn == self.script.turns[0] && (by_code() || by_name())
    }

    /// [LONG.a] (D-13) Whether a unit lies among the eliminated ones when the scenario begins: it had come before, and is not set up. Guards,
    /// Italians and static units, which are never rebuilt, and those that have left, do not.
    pub fn was_lost_before(&self, unit: UnitId) -> bool {
        let (known, first) = (self.unit(unit), self.script.turns[0]);
        self.script.lost_before
            && matches!(known.layer, Layer::Basic | Layer::Advanced)
            && matches!(known.pool, Pool::Start | Pool::Later)
            && known.kind != UnitKind::Static
            && !known.is(Flag::Guards)
            && known.arrives < first
            && known.leaves.is_none_or(|turn| turn > first)
            && self.script.placed.iter().all(|placed| placed.unit != unit)
    }

    /// [7.3.c] Whether a unit takes part in the scenario: it is set up, or it arrives in one of its turns.
    pub fn takes_part(&self, unit: UnitId) -> bool {
        let [first, last] = self.script.turns;
        let known = self.unit(unit);
        let comes = self.script.reinforcements
            && (known.layer == Layer::Basic || known.layer == Layer::Advanced && self.is_advanced())
            && matches!(known.pool, Pool::Later | Pool::Italian)
            && (first..=last).contains(&known.arrives);
        // [30.0] Chechens rise whenever they can.
        let rises = self.script.options.chechens && known.layer == Layer::Chechens && known.arrives <= last;
        // [27.0][3.20] The Basic game has neither.
        let guards = self.script.options.garrisons && self.is_advanced() && known.layer == Layer::Security && known.arrives <= last;
        // [35.0] Strategic units are nowhere on the map.
        let is_strategic = self.has_strategic_warfare() && known.layer == Layer::Strategic && known.arrives <= last;
        let set_up = || self.script.placed.iter().any(|placed| placed.unit == unit);
        comes || rises || guards || is_strategic || self.was_lost_before(unit) || set_up()
    }
}

impl Hash for Prepared {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.fingerprint.hash(state);
    }
}

/// Fortresses and bunkers; no more than there is room for in a state.
fn fortified(sources: &Sources<'_>, data: &Data) -> Result<Vec<Hex>, DataError> {
    let is_fortified = |place: &&Place| matches!(place.class, Some(TownClass::Fortress | TownClass::Bunker));
    let hexes: Vec<Hex> = data.map.places.iter().filter(is_fortified).map(|place| place.hex).collect();
    if hexes.len() > FORTIFIED {
        return Err(sources.map.error("place", format!("{} fortresses and bunkers; expected at most {FORTIFIED}", hexes.len())));
    }
    Ok(hexes)
}

/// Headquarters of both sides; no more than there is room for in a state.
fn headquarters(sources: &Sources<'_>, data: &Data) -> Result<Vec<UnitId>, DataError> {
    let units = Side::ALL.into_iter().flat_map(|side| data.units(side));
    let mut all: Vec<UnitId> = units.filter(|(_, known)| known.is_headquarters()).map(|(unit, _)| unit).collect();
    all.sort_unstable();
    if all.len() > MOST_HEADQUARTERS {
        return Err(sources.units.error("unit", format!("{} headquarters; expected at most {MOST_HEADQUARTERS}", all.len())));
    }
    Ok(all)
}

fn building_sites(data: &Data) -> Vec<Hex> {
    let receives = |place: &&Place| place.white > 0 || place.class.is_some_and(TownClass::is_major);
    let towns = data.map.places.iter().filter(receives).map(|place| place.hex);
    let factories = data.map.factories.iter().filter(|factory| factory.colour != Colour::Black).map(|factory| factory.hex);
    let sites: HexSet = towns.chain(factories).chain(data.tables.production.large_cities.iter()).collect();
    sites.union(industry::sites_on_map(data)).iter().collect()
}

/// Hexes that a railway joins to others, whether it is there from the beginning or not, and ports.
fn lines(railways: &[Vec<Links>; 2], ground: &Ground) -> HexSet {
    let joined = |links: &Links| links.iter().zip((0..).map(Hex)).filter(|(near, _)| near[0] != OFF_MAP).map(|(_, hex)| hex).collect();
    let ports = ground.ports.iter().map(|&(hex, ..)| hex).collect();
    railways.iter().flatten().map(joined).fold(ports, HexSet::union)
}

/// Where no unit of a nation goes on the ground of a scenario.
fn closed(data: &Data, ground: &Ground, nation: Nation) -> HexSet {
    let map = &data.map;
    let within = |countries: &[Country]| countries.iter().fold(HexSet::EMPTY, |all, &country| all.union(map.country_hexes(country)));
    let south = ground.soviet_union.difference(*map.region(Region::NorthOfGreen));
    let all: HexSet = map.hexes().collect();
    let operates = match nation {
        Nation::Italian => within(&[Country::Yugoslavia]).union(map.former_poland).union(south),
        Nation::Romanian => within(&[Country::Romania]).union(south),
        Nation::Hungarian => within(&[Country::Hungary, Country::Yugoslavia]).union(map.former_poland).union(south),
        Nation::Slovak => within(&[Country::Slovakia]).union(map.former_poland).union(south),
        Nation::Finnish => all.difference(ground.beyond_finns),
        _ => all,
    };
    let enters: HexSet = map.hexes().filter(|hex| matches!(map.entry[hex.index()], Entry::Open | Entry::AxisRail)).collect();
    let enters = enters.union(data.persia());
    let area = data.script.region.map_or(all, |region| *map.region(region));
    all.difference(operates.intersection(enters).intersection(area))
}

/// Units of a kind, one bit each.
#[derive(Debug)]
struct Bits([u64; UNIT_CAPACITY / 64]);

impl Bits {
    /// The units of which something is true.
    fn of(data: &Data, is: impl Fn(UnitId, &Unit) -> bool) -> Self {
        let mut bits = [0; UNIT_CAPACITY / 64];
        for (unit, _) in Side::ALL.into_iter().flat_map(|side| data.units(side)).filter(|&(unit, known)| is(unit, known)) {
            bits[unit.index() / 64] |= 1 << (unit.index() % 64);
        }
        Bits(bits)
    }

    #[inline]
    const fn contains(&self, unit: UnitId) -> bool {
        self.0[unit.index() / 64] & (1 << (unit.index() % 64)) != 0
    }
}

/// Whether headquarters might fuel a unit.
fn is_fuelled(known: &Unit) -> bool {
    matches!(known.class, UnitClass::Armour | UnitClass::Air) || matches!(known.kind, UnitKind::ArmouredHq | UnitKind::Gustav)
}

/// Whether a unit has movement points in every turn of the scenario, whatever its TECH.
fn always_walks(data: &Data, unit: UnitId) -> bool {
    let [first, last] = data.script.turns;
    (first..=last).all(|turn| (1..=3).all(|tech| data.points_at(unit, tech, turn) > 0))
}

impl ScenarioFiles for Prepared {
    const RULES_VERSION: u32 = 1;
    const OWN: [&'static str; 3] = [
        include_str!("../../data/blocks-in-the-east/map.toml"),
        include_str!("../../data/blocks-in-the-east/units.toml"),
        include_str!("../../data/blocks-in-the-east/tables.toml"),
    ];
    const SCENARIOS: &'static [(&'static str, &'static str)] = &[
        ("towards-leningrad", include_str!("../../data/blocks-in-the-east/scenarios/towards-leningrad.toml")),
        ("towards-moscow", include_str!("../../data/blocks-in-the-east/scenarios/towards-moscow.toml")),
        ("towards-rostov", include_str!("../../data/blocks-in-the-east/scenarios/towards-rostov.toml")),
        ("short-barbarossa", include_str!("../../data/blocks-in-the-east/scenarios/short-barbarossa.toml")),
        ("barbarossa", include_str!("../../data/blocks-in-the-east/scenarios/barbarossa.toml")),
        ("operation-blue", include_str!("../../data/blocks-in-the-east/scenarios/operation-blue.toml")),
        ("operation-citadel", include_str!("../../data/blocks-in-the-east/scenarios/operation-citadel.toml")),
        ("operation-bagration", include_str!("../../data/blocks-in-the-east/scenarios/operation-bagration.toml")),
        ("codeword-dortmund", include_str!("../../data/blocks-in-the-east/scenarios/codeword-dortmund.toml")),
    ];

    const OPTIONS: &'static [GameOption] = OPTIONS;

    fn options(&self) -> &'static [GameOption] {
        Options::offered(self.script.layer == Layer::Advanced)
    }

    fn read(sources: &Sources<'_>) -> Result<Prepared, DataError> {
        let data = Data::load(sources)?;
        let ground = Ground::new(&data);
        let script = &data.script;
        let owners = data.map.owners_in(script.owners).expect("the year was checked").by_side;
        let persia = data.persia();
        let there = |late: bool, built: Projects| {
            move |status: RailStatus, line: &str| match status {
                RailStatus::Built => true,
                RailStatus::Built1942 => late,
                RailStatus::Project => Project::ALL.into_iter().any(|project| built.contains(project) && project.line() == Some(line)),
            }
        };
        let lay = |late: bool, built: Projects| {
            let sea_route = built.contains(Project::BakuKrasnovodsk);
            railways(&data.map, |rail| there(late, built)(rail.status, &rail.line), sea_route)
        };
        let sets = match script.long.works {
            Some(_) => (0..Projects::SETS).map(Projects::of_number).collect(),
            None => vec![script.long.built],
        };
        let fortified = fortified(sources, &data)?;
        let railways: [Vec<Links>; 2] = [false, true].map(|late| sets.iter().map(|&built| lay(late, built)).collect());
        let main_sources = Nation::ALL.map(|nation| Some(data.map.place_named(nation.main_source()?)?.hex));
        let sites = building_sites(&data);
        let closed = Nation::ALL.map(|nation| closed(&data, &ground, nation));
        let receives = |nation: Nation| {
            let closed = &closed[nation.index()];
            let sites = sites.iter().copied();
            sites.filter(|&hex| data.is_home(nation, hex) && !closed.contains(hex)).collect()
        };
        let of_nation =
            |nation: Nation| data.units(nation.side()).filter(|(_, known)| known.nation == nation).map(|(unit, _)| unit).collect();
        Ok(Prepared {
            home_sites: Nation::ALL.map(receives),
            units_of: Nation::ALL.map(of_nation),
            shelters: ground.major_cities.union(fortified.iter().copied().collect()),
            ownable: owners[0].union(owners[1]).union(persia),
            axis_at_start: owners[Side::Axis.index()].union(persia),
            persian_capital: data.persian_capital(),
            persia,
            lines: lines(&railways, &ground).union(main_sources.into_iter().flatten().collect()),
            railways,
            closed,
            main_sources,
            turkish_frontier: if script.options.garrisons { garrisons::turkish_frontier(&data, &ground.open) } else { HexSet::EMPTY },
            duties: data.duties(),
            on_ground: Bits::of(&data, |_, known| known.is_ground()),
            fuelled: Bits::of(&data, |_, known| is_fuelled(known)),
            walking: Bits::of(&data, |unit, _| always_walks(&data, unit)),
            great: Bits::of(&data, |unit, known| known.nation == Nation::great(unit.side())),
            air: Bits::of(&data, |_, known| known.class == UnitClass::Air),
            commanding: Bits::of(&data, |_, known| known.is_headquarters()),
            fortified,
            headquarters: headquarters(sources, &data)?,
            air_places: ground.cities.union(sites.iter().copied().collect()),
            edge: data.map.hexes().filter(|hex| script.region.is_none() && data.map.entry[hex.index()] == Entry::Edge).collect(),
            observation: OnceLock::new(),
            building_sites: sites,
            beyond_map: centres::beyond_map(&data, &centres::centres(&data), &owners),
            centres: centres::centres(&data),
            ground,
            fingerprint: sources.fingerprint(Self::RULES_VERSION),
            data,
        })
    }
}

impl Scenario for Prepared {
    fn id(&self) -> &str {
        &self.script.id
    }

    fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    fn rules_version(&self) -> u32 {
        Self::RULES_VERSION
    }

    /// In a turn each unit is repaired, moves, fights in two phases, and retreats: sixty choices and dice at most, beside rounds in which
    /// nobody is hit. Such a round is a node for each kind of fire of each side, and a question to each, and air combat takes as many again; no
    /// more battles than units at the start are so long in each of the two phases.
    fn max_actions(&self) -> usize {
        const OF_A_ROUND: usize = 24;
        let [first, last] = self.script.turns;
        let units = self.script.placed.len();
        let rounds = units * 2 * usize::from(MOST_ROUNDS) * OF_A_ROUND;
        usize::from(last - first + 1) * ((units + 200) * 60 + rounds) + self.longest_set_up()
    }
}

impl Deref for Prepared {
    type Target = Data;

    fn deref(&self) -> &Data {
        &self.data
    }
}
