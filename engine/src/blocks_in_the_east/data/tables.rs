//! The tables.

use serde::Deserialize;

use super::combat::{Powers, RawCombat};
use super::map::Map;
use super::units::StepColour;
use super::weather::{Calendar, RawWeather};
use crate::blocks_in_the_east::ids::HexSet;
use crate::blocks_in_the_east::terms::{Nation, TechField, Terrain, Weather};
use crate::data::{DataError, Source};
use crate::hex::Hex;
use crate::kit::files::rows;

/// Most movement points that a hex may cost: the reachable sets of the kit count to twice as many.
const MOST_POINTS: u8 = 7;

/// [7.5.3.a][9.2][39.0.b] Movement points to enter a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Movement {
    /// By terrain, then by weather. Water has none.
    ground: [[Option<u8>; Weather::COUNT]; Terrain::COUNT],
    /// Along a red arrow [7.5.5].
    pub arrow: u8,
}

impl Movement {
    /// Points to enter a hex; `None` on water [7.5.4].
    pub const fn cost(&self, terrain: Terrain, weather: Weather) -> Option<u8> {
        self.ground[terrain.index()][weather.index()]
    }
}

/// [4.3][9.1][33.0.b] Hexes that a line of supply may have, the source included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Supply {
    /// By weather.
    pub range: [u8; Weather::COUNT],
    /// For the Axis in the first winter.
    pub first_winter: u8,
    /// For Finns, and Germans among them, in the first winter.
    pub first_winter_finland: u8,
}

/// [3.10][3.10.b][3.4.a] Most units of a side in a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stacking {
    /// Ground units.
    pub ground: usize,
    /// Combat units among them.
    pub combat: usize,
    /// Aircraft that are based there.
    pub air: usize,
    /// All together.
    pub all: usize,
    /// Aircraft in a battle.
    pub air_in_battle: usize,
}

impl Stacking {
    /// Units of which every hex holds so many, whatever they are.
    pub(in crate::blocks_in_the_east) fn least(&self) -> usize {
        self.least_on_ground().min(self.air)
    }

    /// The same of units on the ground.
    pub(in crate::blocks_in_the_east) fn least_on_ground(&self) -> usize {
        self.ground.min(self.combat).min(self.all)
    }
}

/// [5.2.a][7.3] Production.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Production {
    /// Points that a step costs, by [`StepColour::index`]; none where it is never rebuilt [7.3.a].
    costs: [Option<u8>; StepColour::COUNT],
    /// [5.2.a] Points that Germany may give each ally in a turn.
    pub aid: u8,
    /// [7.3.1] Units that a city receives in a turn.
    pub units_in_city: usize,
    /// [7.3.1.b] Units that a capital or a city of `large_cities` receives in a turn.
    pub units_in_capital: usize,
    /// [7.3.1.b] Cities that receive as many as a capital.
    pub large_cities: HexSet,
    /// [7.9.a] Points for the enemy when a unit surrenders.
    pub surrender: u8,
    /// [SBE5.b] Nations that do not count fuel.
    pub without_fuel: Vec<Nation>,
}

/// [12.0] Sieges, and attacks of units that are out of supply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Siege {
    /// [12.2] The fortress in which units neither starve nor surrender.
    pub holds_out: Hex,
    /// [12.3] The city of the pocket that is supplied across the lake.
    pub city: Hex,
    /// [12.3] All hexes of the pocket, which count as one.
    pub pocket: HexSet,
    /// [12.3.a] The town at the other end of the road across the lake.
    pub road: Hex,
    /// [12.4] TECH from which ground units out of supply attack.
    pub desperate_tech: u8,
}

impl Production {
    /// [7.3.a] Points that a step costs; `None` where it is never rebuilt.
    pub const fn cost(&self, colour: StepColour) -> Option<u8> {
        self.costs[colour.index()]
    }
}

/// [7.4] Strategic rail moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RailMoves {
    /// [7.4.a] Those of the Soviets in a turn.
    pub soviet: u8,
    /// [7.4.a] Those of the Axis in the Soviet Union.
    pub axis_in_soviet_union: u8,
    /// [7.4.a] One more, or some, in the Finnish operative area.
    pub axis_in_finnish_area: u8,
    /// Points that each costs.
    pub price: u8,
}

/// What moves farther, or once more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mobility {
    /// [7.5.2.b] Aircraft fly so many times their range to another base.
    pub transfer: u16,
    /// [7.8] Points of a hex that a Blitz enters, at most.
    pub blitz: u8,
    /// [7.8.a][7.10] TECH from which Soviet mechanized troops make Blitz moves and exploit, and artillery and aircraft follow a Blitz.
    pub tech: u8,
}

/// [5.5] Finland.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finland {
    /// [5.5.g] German units that may be there while the Red Army is not.
    pub germans: usize,
    /// [5.5.h] Ground units whose loss makes it surrender.
    pub lost: usize,
    /// [5.5.h] The town that has to be Soviet then.
    pub town: Hex,
}

/// [3.13.a] A step of the schedule of TECH.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Advance {
    turn: u8,
    nation: Nation,
    field: TechField,
    level: u8,
}

/// The tables.
#[derive(Debug)]
pub struct Tables {
    /// Movement.
    pub movement: Movement,
    /// Supply.
    pub supply: Supply,
    /// Faces that hit.
    pub powers: Powers,
    /// Stacks.
    pub stacking: Stacking,
    /// Production.
    pub production: Production,
    /// Strategic rail moves.
    pub rail_moves: RailMoves,
    /// Blitz and transfers of aircraft.
    pub mobility: Mobility,
    /// Finland.
    pub finland: Finland,
    /// Sieges.
    pub siege: Siege,
    /// [11.3] Face of the die from which a point that crosses mines is lost.
    pub mines: u8,
    /// Turn from which the railways of January 1942 are there.
    pub railways_of_1942: u8,
    /// Weather of the months.
    pub weather: Calendar,
    schedule: Vec<Advance>,
}

impl Tables {
    /// [3.13][3.13.a] TECH of a field of a nation in a turn by the fixed schedule; 0 where it still has that of the start.
    pub fn scheduled_tech(&self, nation: Nation, field: TechField, turn: u8) -> u8 {
        let reached = |advance: &&Advance| advance.nation == nation && advance.field == field && advance.turn <= turn;
        self.schedule.iter().filter(reached).map(|advance| advance.level).max().unwrap_or(0)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    movement: RawMovement,
    supply: RawSupply,
    combat: RawCombat,
    stacking: RawStacking,
    step_cost: RawCosts,
    production: RawProduction,
    rail_moves: RawRailMoves,
    mobility: RawMobility,
    finland: RawFinland,
    siege: RawSiege,
    mines: RawMines,
    calendar: RawCalendar,
    weather: RawWeather,
    tech: Vec<RawTech>,
}

type ByWeather = [u8; Weather::COUNT];

rows! {
    RawMovement { plain: ByWeather, forest: ByWeather, hill: ByWeather, mountain: ByWeather, swamp: ByWeather, arrow: u8 }
    RawSupply { range: ByWeather, first_winter: u8, first_winter_finland: u8 }
    RawStacking { ground: usize, combat: usize, air: usize, all: usize, air_in_battle: usize }
    RawCosts { black: u8, white: u8, red: u8 }
    RawProduction {
        aid: u8,
        units_in_city: usize,
        units_in_capital: usize,
        large_cities: Vec<String>,
        surrender: u8,
        without_fuel: Vec<Nation>,
    }
    RawRailMoves { soviet: u8, axis_in_soviet_union: u8, axis_in_finnish_area: u8, price: u8 }
    RawMobility { transfer: u16, blitz: u8, tech: u8 }
    RawFinland { germans: usize, lost: usize, town: String }
    RawSiege { holds_out: String, city: String, pocket: Vec<String>, road: String, desperate_tech: u8 }
    RawMines { sink: u8 }
    RawCalendar { railways_of_1942: u8 }
    RawTech { turn: u8, nation: Nation, field: TechField, level: u8 }
}

impl Tables {
    /// Parses and validates.
    pub(super) fn load(source: &Source<'_>, map: &Map) -> Result<Tables, DataError> {
        // Every table of combat must have an origin of its own to be read at all.
        source.check_origins(&["combat"])?;
        let raw_file: RawFile = source.parse()?;
        let (raw, supply) = (raw_file.movement, raw_file.supply);
        let land = [
            (Terrain::Plain, raw.plain),
            (Terrain::Forest, raw.forest),
            (Terrain::Hill, raw.hill),
            (Terrain::Mountain, raw.mountain),
            (Terrain::Swamp, raw.swamp),
        ];
        let mut ground = [[None; Weather::COUNT]; Terrain::COUNT];
        for (terrain, costs) in land {
            if let Some(bad) = costs.into_iter().find(|cost| !(1..=MOST_POINTS).contains(cost)) {
                return Err(source.error(format!("movement.{}", terrain.name()), format!("{bad} points; expected 1 to {MOST_POINTS}")));
            }
            ground[terrain.index()] = costs.map(Some);
        }
        if !(1..=MOST_POINTS).contains(&raw.arrow) {
            return Err(source.error("movement.arrow", format!("{} points; expected 1 to {MOST_POINTS}", raw.arrow)));
        }
        let supply = Supply { range: supply.range, first_winter: supply.first_winter, first_winter_finland: supply.first_winter_finland };
        if supply.range.contains(&0) || supply.first_winter == 0 || supply.first_winter_finland == 0 {
            return Err(source.error("supply", "a range of no hex; expected one hex at least"));
        }
        let named = |key: &str, name: &str| {
            let place = map.place_named(name);
            place.map(|place| place.hex).ok_or_else(|| source.error(key, format!("no place {name:?} on the map")))
        };
        let (stacking, production, rail) = (raw_file.stacking, raw_file.production, raw_file.rail_moves);
        if stacking.combat > stacking.ground || stacking.all > stacking.ground + stacking.air {
            return Err(source.error("stacking", "expected no more combat units than ground units, and no more in all than of both kinds"));
        }
        let RawCosts { black, white, red, .. } = raw_file.step_cost;
        let cities = production.large_cities.iter().map(|name| named("production.large_cities", name));
        let production = Production {
            costs: [Some(black), Some(white), Some(red), None],
            aid: production.aid,
            units_in_city: production.units_in_city,
            units_in_capital: production.units_in_capital,
            large_cities: cities.collect::<Result<_, _>>()?,
            surrender: production.surrender,
            without_fuel: production.without_fuel.clone(),
        };
        let finland = raw_file.finland;
        let finland = Finland { germans: finland.germans, lost: finland.lost, town: named("finland.town", &finland.town)? };
        if !(1..=6).contains(&raw_file.mines.sink) {
            return Err(source.error("mines.sink", format!("{}; expected a face of the die, 1 to 6", raw_file.mines.sink)));
        }
        let siege = siege_of(source, &raw_file.siege, named)?;
        let mut schedule = Vec::with_capacity(raw_file.tech.len());
        for (at, raw) in raw_file.tech.iter().enumerate() {
            if !(1..=3).contains(&raw.level) || raw.turn == 0 {
                return Err(source.error(format!("tech number {}", at + 1), "expected a turn from 1 and a level from 1 to 3"));
            }
            schedule.push(Advance { turn: raw.turn, nation: raw.nation, field: raw.field, level: raw.level });
        }
        Ok(Tables {
            movement: Movement { ground, arrow: raw.arrow },
            supply,
            powers: Powers::load(source, &raw_file.combat)?,
            stacking: Stacking {
                ground: stacking.ground,
                combat: stacking.combat,
                air: stacking.air,
                all: stacking.all,
                air_in_battle: stacking.air_in_battle,
            },
            production,
            rail_moves: RailMoves {
                soviet: rail.soviet,
                axis_in_soviet_union: rail.axis_in_soviet_union,
                axis_in_finnish_area: rail.axis_in_finnish_area,
                price: rail.price,
            },
            mobility: Mobility { transfer: raw_file.mobility.transfer, blitz: raw_file.mobility.blitz, tech: raw_file.mobility.tech },
            finland,
            siege,
            mines: raw_file.mines.sink,
            railways_of_1942: raw_file.calendar.railways_of_1942,
            weather: Calendar::load(&raw_file.weather),
            schedule,
        })
    }
}

/// Parses and validates the table of sieges; `named` finds a place.
fn siege_of(source: &Source<'_>, raw: &RawSiege, named: impl Fn(&str, &str) -> Result<Hex, DataError>) -> Result<Siege, DataError> {
    let pocket: HexSet = raw.pocket.iter().map(|name| named("siege.pocket", name)).collect::<Result<_, _>>()?;
    let siege = Siege {
        holds_out: named("siege.holds_out", &raw.holds_out)?,
        city: named("siege.city", &raw.city)?,
        pocket,
        road: named("siege.road", &raw.road)?,
        desperate_tech: raw.desperate_tech,
    };
    if !(1..=3).contains(&siege.desperate_tech) {
        return Err(source.error("siege.desperate_tech", format!("{}; expected a TECH from 1 to 3", siege.desperate_tech)));
    }
    if !pocket.contains(siege.city) {
        return Err(source.error("siege.city", "it lies outside of the pocket; expected one of its places"));
    }
    Ok(siege)
}
