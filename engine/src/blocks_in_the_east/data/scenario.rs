//! A scenario: when and where it is played, and where the units stand by default.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::command::{CommandRules, RawCommand, command};
use super::long::{self, Long, RawFuel, RawItaly, RawProjects, RawRemovals, RawSurprise, RawUpgrade};
use super::map::Map;
use super::options::{Options, RawOptions};
use super::set_up::{StackFault, stack_fault};
use super::tables::{Stacking, Tables};
use super::units::Unit;
use crate::blocks_in_the_east::ids::UnitId;
use crate::blocks_in_the_east::terms::{Colour, Country, Entry, Frozen, Layer, Nation, Region};
use crate::data::{DataError, Source};
use crate::game::Side;
use crate::hex::Hex;
use crate::kit::files::rows;
use crate::kit::order_of_battle::OrderOfBattle;

/// A unit in its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// The unit.
    pub unit: UnitId,
    /// Where.
    pub hex: Hex,
    /// Its step, from 0 for full strength.
    pub step: u8,
}

/// [SBE1.d][SBE2.d][SBE3.e][SBE4.d][SBE5.b] Points that nations get each turn from a turn on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Income {
    /// The first turn with production.
    pub first_turn: u8,
    /// Points by [`Nation::index`] and [`Colour::index`].
    pub points: [[u8; Colour::COUNT]; Nation::COUNT],
    /// [AMB-87] They are those of the opening position, and follow the map from then on.
    pub follows_map: bool,
}

/// What victory counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Count {
    /// [SBE3.b][SBE4.a][SBE5.a] Points for places that the Axis controls, and for each other Major City of the Soviet Union.
    Held {
        /// Places with their points.
        places: Vec<(Hex, u8)>,
        /// Points for each Major City beside them.
        major_city: u8,
    },
    /// [SBE1.b][AMB-95] One point if the Axis controls the place, or if it is cut off from the main source of the Soviets.
    CutOff(Hex),
    /// [SBE2.b][AMB-95] One point if the Axis controls the place, or if all hexes around it hold Axis units or lie in their ZOC.
    Surrounded(Hex),
    /// [SBE7.a][AMB-48] A draw is one point; so many Guards that are destroyed are one more, a Soviet bridgehead on the bank one less.
    Guards {
        /// Guards units whose loss wins for the Axis.
        destroyed: u8,
        /// The land on the bank that the Soviets have to reach.
        bank: Vec<Hex>,
    },
    /// [SBE8.a][AMB-49] No point if the Soviets hold the places in time, one if they hold them later, two if not.
    Taken {
        /// What they have to hold.
        places: Vec<Hex>,
        /// The last turn in time.
        decisive: u8,
    },
    /// [SBE9.a][SBE9.b][AMB-50] No point if the Soviets hold the capital in time, one if they hold it later, three if the Axis has won, two
    /// if nobody has.
    War {
        /// Cities of which the Axis needs one of each pair to throw a die, and all to win.
        pairs: [[Hex; 2]; 2],
        /// The highest face of the die that wins for the Axis with two of them; one more with three.
        die: u8,
        /// The capital of the Axis.
        capital: Hex,
        /// The last turn in time.
        decisive: u8,
    },
}

/// A level of victory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// Points of the Axis from which it holds.
    pub least: u16,
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// Name for players.
    pub name: String,
}

/// How a scenario is decided at its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Victory {
    /// What is counted.
    pub count: Count,
    /// Points that win for the Axis do so in the Victory Phase of any turn, not at the end of the scenario alone [7.11].
    pub at_once: bool,
    /// Levels from 0 points up.
    pub levels: Vec<Level>,
}

impl Victory {
    /// The level of a number of points.
    pub fn level(&self, points: u16) -> &Level {
        self.levels.iter().rev().find(|level| level.least <= points).expect("the first level begins with no points")
    }

    /// Points from which the Axis does not lose: the mark from which margins are counted.
    pub fn mark(&self) -> u16 {
        self.levels.iter().find(|level| level.winner != Some(Side::Soviet)).map_or(0, |level| level.least)
    }
}

/// A scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script {
    /// Id on the command line and in records.
    pub id: String,
    /// Name for players.
    pub name: String,
    /// What it is about, for players.
    pub description: String,
    /// First and last turn; turn 1 is June 1941.
    pub turns: [u8; 2],
    /// The Basic or the Advanced game.
    pub layer: Layer,
    /// Who sets up first.
    pub first_set_up: Side,
    /// The year whose owners hold at start.
    pub owners: u16,
    /// The part of the map on which it is played; `None` for all of it.
    pub region: Option<Region>,
    /// Default places, in ascending order of hexes.
    pub placed: Vec<Placed>,
    /// Production.
    pub income: Income,
    /// [3.21] Codes of the units that do not move in the first turn.
    pub frozen: Vec<Frozen>,
    /// [7.3.c] Whether the blocks of the Order of Battle arrive in their turns.
    pub reinforcements: bool,
    /// [LONG.a] (D-13) Whether blocks that had come before, and are not set up, lie among the eliminated ones.
    pub lost_before: bool,
    /// What the long scenarios add.
    pub long: Long,
    /// [13.0] Headquarters and fuel, where they count.
    pub command: Option<CommandRules>,
    /// How it is decided; `None` where the rules for that are not those of the Basic game.
    pub victory: Option<Victory>,
    /// What the players agreed on.
    pub options: Options,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    scenario: RawScenario,
    production: RawProduction,
    freeze: Option<RawFreeze>,
    reinforcements: Option<RawReinforcements>,
    surprise: Option<RawSurprise>,
    projects: Option<RawProjects>,
    removals: Option<RawRemovals>,
    #[serde(default)]
    upgrade: Vec<RawUpgrade>,
    fuel: Option<RawFuel>,
    italy: Option<RawItaly>,
    options: Option<RawOptions>,
    victory: Option<RawVictory>,
    #[serde(default)]
    level: Vec<RawLevel>,
    stack: Vec<RawStack>,
    /// Headquarters, and units of other stacks that make room for them.
    #[serde(default)]
    headquarters: Vec<RawStack>,
    command: Option<RawCommand>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum CountWord {
    Held,
    CutOff,
    Surrounded,
    Guards,
    Taken,
    War,
    Open,
}

/// [AMB-87] Whether production is the same each turn, or follows the map.
#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Mode {
    #[default]
    Fixed,
    Map,
}

rows! {
    RawScenario {
        id: String,
        name: String,
        description: String,
        turns: [u8; 2],
        layer: Layer,
        first_set_up: Side,
        owners: u16,
        region: Option<Region>,
    }
    RawProduction {
        first_turn: u8,
        #[serde(default)]
        mode: Mode,
        german: u8,
        #[serde(default)]
        romanian: u8,
        #[serde(default)]
        hungarian: u8,
        soviet: u8,
        #[serde(default)]
        red: BTreeMap<Nation, u8>,
        #[serde(default)]
        blue: BTreeMap<Nation, u8>,
        #[serde(default)]
        black: BTreeMap<Nation, u8>,
        #[serde(default)]
        standing_cost: BTreeMap<Nation, u8>,
    }
    RawFreeze { codes: Vec<Frozen> }
    RawReinforcements {
        order_of_battle: bool,
        #[serde(default)]
        lost_before: bool,
    }
    RawVictory {
        count: CountWord,
        place: Option<String>,
        #[serde(default)]
        places: BTreeMap<String, u8>,
        #[serde(default)]
        major_city: u8,
        #[serde(default)]
        at_once: bool,
        #[serde(default)]
        guards: u8,
        river: Option<String>,
        #[serde(default)]
        rows: [u8; 2],
        #[serde(default)]
        pairs: [[String; 2]; 2],
        #[serde(default)]
        die: u8,
        #[serde(default)]
        decisive: u8,
    }
    RawLevel { least: u16, winner: Option<Side>, name: String }
    /// Units in a hex. Those that are not at full strength stand in `steps`, where 1 is full strength.
    RawStack {
        hex: String,
        units: Vec<String>,
        #[serde(default)]
        steps: BTreeMap<String, u8>,
    }
}

/// Most points that victory may give for a place.
const MOST_POINTS: u8 = 50;
/// Most points from which a level of victory may begin.
const HIGHEST_LEVEL: u16 = 10_000;
/// The last turn of the war: June 1945.
pub(super) const LAST_TURN: u8 = 49;

impl Script {
    /// Parses and validates.
    pub(super) fn load(source: &Source<'_>, map: &Map, units: &OrderOfBattle<UnitId, Unit>, tables: &Tables) -> Result<Script, DataError> {
        source.check_origins(&[])?;
        let raw: RawFile = source.parse()?;
        let scenario = raw.scenario;
        source.check_scenario_id("scenario.id", &scenario.id)?;
        let [first, last] = scenario.turns;
        if first == 0 || first > last || last > LAST_TURN {
            return Err(source.error("scenario.turns", format!("{first} to {last}; expected turns from 1 to {LAST_TURN}")));
        }
        if map.owners_in(scenario.owners).is_none() {
            return Err(source.error("scenario.owners", format!("{}; expected a year of the map", scenario.owners)));
        }
        let mut placed: Vec<Placed> = Vec::new();
        for (at, stack) in raw.stack.iter().chain(&raw.headquarters).enumerate() {
            let key = format!("stack {}", stack.hex);
            let Some(hex) = map.find(&stack.hex) else { return Err(source.error(key, "no such hex or box")) };
            let displaced = |id: &&String| at < raw.stack.len() && raw.headquarters.iter().any(|other| other.units.contains(*id));
            for id in stack.units.iter().filter(|id| !displaced(id)) {
                let Some(unit) = units.find(id) else { return Err(source.error(key, format!("no unit {id:?}"))) };
                if placed.iter().any(|known| known.unit == unit) {
                    return Err(source.error(key, format!("{id} a second time")));
                }
                let step = stack.steps.get(id).map_or(Some(0), |step| step.checked_sub(1));
                let Some(step) = step.filter(|&step| usize::from(step) < units[unit].steps.len()) else {
                    return Err(source.error(key, format!("step of {id}; expected 1 to {}", units[unit].steps.len())));
                };
                placed.push(Placed { unit, hex, step });
            }
            if let Some(id) = stack.steps.keys().find(|id| !stack.units.contains(id)) {
                return Err(source.error(key, format!("a step of {id}, which is not in the stack")));
            }
        }
        placed.sort_by_key(|placed| placed.hex);
        let options = raw.options.as_ref().map_or_else(Options::default, Options::of);
        let long = long::Raw {
            surprise: raw.surprise.as_ref(),
            projects: raw.projects.as_ref(),
            removals: raw.removals.as_ref(),
            upgrades: &raw.upgrade,
            fuel: raw.fuel.as_ref(),
            italy: raw.italy.as_ref(),
            first_winter: options.first_winter,
        }
        .check(source, map, units)?;
        let victory = match raw.victory {
            Some(victory) => victory_of(source, map, &victory, raw.level)?,
            None => None,
        };
        if victory.is_none() && scenario.layer == Layer::Basic {
            return Err(source.error("victory", "expected how a scenario of the Basic game is decided"));
        }
        let command = raw.command.map(|raw| command(source, map, units, &raw)).transpose()?;
        if command.is_some() && scenario.layer == Layer::Basic {
            return Err(source.error("command", "headquarters and fuel belong to the Advanced game"));
        }
        let income = income_of(source, scenario.layer, &raw.production, options)?;
        let script = Script {
            income,
            frozen: raw.freeze.map_or_else(Vec::new, |freeze| freeze.codes),
            reinforcements: raw.reinforcements.as_ref().is_some_and(|reinforcements| reinforcements.order_of_battle),
            lost_before: raw.reinforcements.is_some_and(|reinforcements| reinforcements.lost_before),
            long,
            command,
            victory,
            options,
            id: scenario.id,
            name: scenario.name,
            description: scenario.description,
            turns: scenario.turns,
            layer: scenario.layer,
            first_set_up: scenario.first_set_up,
            owners: scenario.owners,
            region: scenario.region,
            placed,
        };
        script.check(source, map, units, tables)?;
        Ok(script)
    }

    /// [3.10][3.4][BPS.c][BPS.k][LONG.a] Stacks, ground and owners of the default places.
    fn check(&self, source: &Source<'_>, map: &Map, units: &OrderOfBattle<UnitId, Unit>, tables: &Tables) -> Result<(), DataError> {
        let owners = map.owners_in(self.owners).expect("the year was checked");
        for stack in self.placed.chunk_by(|a, b| a.hex == b.hex) {
            let hex = stack[0].hex;
            let key = format!("stack {}", map.name(hex));
            let refuse = |problem: &str| Err(source.error(key.as_str(), problem));
            let members: Vec<&Unit> = stack.iter().map(|placed| &units[placed.unit]).collect();
            let side = members[0].nation.side();
            if members.iter().any(|unit| unit.nation.side() != side) {
                return refuse("units of both sides");
            }
            match stack_fault(&tables.stacking, map.is_city_in(self.owners, hex), &members.iter().copied()) {
                Some(StackFault::Crowd) => {
                    let Stacking { ground, combat, air, all, .. } = &tables.stacking;
                    let expected = format!("{ground} on the ground, {combat} of them for combat, {air} in the air, {all} in all");
                    return refuse(&format!("too many units; expected {expected}"));
                }
                Some(StackFault::Rivals) => return refuse("Romanians and Hungarians together"),
                Some(StackFault::NoCity) => return refuse("aircraft without a city"),
                None => {}
            }
            if map.entry[hex.index()] != Entry::Open {
                return refuse("nobody may stand there");
            }
            if !owners.by_side[side.index()].contains(hex) {
                return refuse("the hex belongs to the other side");
            }
            if self.region.is_some_and(|region| !map.region(region).contains(hex)) {
                return refuse("it lies outside of the scenario's part of the map");
            }
            let [first, _] = self.turns;
            if members.iter().any(|unit| unit.arrives > first || unit.leaves.is_some_and(|turn| turn <= first)) {
                return refuse("a unit that has not come yet, or has left");
            }
        }
        let (finland, most) = (map.country_hexes(Country::Finland), tables.finland.germans);
        let is_guest = |placed: &&Placed| units[placed.unit].nation == Nation::German && finland.contains(placed.hex);
        match self.placed.iter().filter(is_guest).count() {
            guests if guests > most => Err(source.error("stack", format!("{guests} German units in Finland; expected at most {most}"))),
            _ => Ok(()),
        }
    }
}

/// Points of the nations. Those of colours, and such as follow the map, belong to the Advanced game.
fn income_of(source: &Source<'_>, layer: Layer, raw: &RawProduction, options: Options) -> Result<Income, DataError> {
    let follows_map = raw.mode == Mode::Map;
    let coloured = [(Colour::Red, &raw.red), (Colour::Blue, &raw.blue), (Colour::Black, &raw.black)];
    if layer == Layer::Basic && (follows_map || coloured.iter().any(|(_, points)| !points.is_empty())) {
        return Err(source.error("production", "expected yellow points, the same each turn, in the Basic game"));
    }
    let mut points = [[0; Colour::COUNT]; Nation::COUNT];
    for (nation, yellow) in
        [(Nation::German, raw.german), (Nation::Romanian, raw.romanian), (Nation::Hungarian, raw.hungarian), (Nation::Soviet, raw.soviet)]
    {
        points[nation.index()][Colour::Yellow.index()] = yellow;
    }
    // [3.13.b] Nobody pays for the schedule that research takes the place of [17.0].
    for (nation, &cost) in raw.standing_cost.iter().filter(|_| !options.technology) {
        let yellow = &mut points[nation.index()][Colour::Yellow.index()];
        *yellow = yellow.checked_sub(cost).ok_or_else(|| source.error("production.standing_cost", "expected no more than the points"))?;
    }
    for (colour, by_nation) in coloured {
        for (nation, &count) in by_nation {
            points[nation.index()][colour.index()] = count;
        }
    }
    Ok(Income { first_turn: raw.first_turn, points, follows_map })
}

/// How the scenario is decided; `None` where it says that this is open.
fn victory_of(source: &Source<'_>, map: &Map, raw: &RawVictory, levels: Vec<RawLevel>) -> Result<Option<Victory>, DataError> {
    let hex = |name: &str| {
        let place = map.place_named(name);
        place.map(|place| place.hex).ok_or_else(|| source.error("victory", format!("no place {name:?} on the map")))
    };
    let place = || raw.place.as_deref().map_or_else(|| Err(source.error("victory.place", "expected a place")), hex);
    if raw.places.values().chain([&raw.major_city]).any(|&points| points > MOST_POINTS) {
        return Err(source.error("victory", format!("expected at most {MOST_POINTS} points for a place")));
    }
    let count = match raw.count {
        CountWord::Open => return Ok(None),
        CountWord::Held => {
            let points = |(name, &points): (&String, &u8)| Ok((hex(name)?, points));
            Count::Held { places: raw.places.iter().map(points).collect::<Result<_, DataError>>()?, major_city: raw.major_city }
        }
        CountWord::CutOff => Count::CutOff(place()?),
        CountWord::Surrounded => Count::Surrounded(place()?),
        CountWord::Guards => {
            let river = raw.river.as_deref().unwrap_or_default();
            if map.banks(river).is_empty() {
                return Err(source.error("victory.river", format!("no river {river:?} on the map")));
            }
            Count::Guards { destroyed: raw.guards, bank: map.land_on_bank(river, place()?, raw.rows) }
        }
        CountWord::Taken => {
            Count::Taken { places: raw.places.keys().map(|name| hex(name)).collect::<Result<_, _>>()?, decisive: raw.decisive }
        }
        CountWord::War => {
            let [[a, b], [c, d]] = &raw.pairs;
            let pairs = [[hex(a)?, hex(b)?], [hex(c)?, hex(d)?]];
            Count::War { pairs, die: raw.die, capital: place()?, decisive: raw.decisive }
        }
    };
    let levels: Vec<Level> = levels.into_iter().map(|level| Level { least: level.least, winner: level.winner, name: level.name }).collect();
    let rises = levels.windows(2).all(|pair| pair[0].least < pair[1].least);
    if levels.first().is_none_or(|first| first.least != 0) || !rises || levels.iter().any(|level| level.least > HIGHEST_LEVEL) {
        let expected = format!("expected levels in ascending order of points, the first of them from 0, none above {HIGHEST_LEVEL}");
        return Err(source.error("level", expected));
    }
    Ok(Some(Victory { count, at_once: raw.at_once, levels }))
}
