//! A scenario: when and where it is played, and where the units stand by default.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::map::Map;
use super::units::Unit;
use crate::blocks_in_the_east::ids::UnitId;
use crate::blocks_in_the_east::terms::{Entry, Layer, Nation, Region, UnitClass};
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
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    scenario: RawScenario,
    stack: Vec<RawStack>,
    #[serde(default)]
    headquarters: Vec<RawStack>,
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
    /// Units in a hex. Those that are not at full strength stand in `steps`, where 1 is full strength.
    RawStack {
        hex: String,
        units: Vec<String>,
        #[serde(default)]
        steps: BTreeMap<String, u8>,
    }
}

/// [3.10] Most ground units of a side in a hex, combat units among them, aircraft, and all together.
const MOST: [usize; 4] = [3, 2, 1, 4];
/// The last turn of the war: June 1945.
const LAST_TURN: u8 = 49;

impl Script {
    /// Parses and validates.
    pub(super) fn load(source: &Source<'_>, map: &Map, units: &OrderOfBattle<UnitId, Unit>) -> Result<Script, DataError> {
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
        for stack in raw.stack.iter().chain(&raw.headquarters) {
            let key = format!("stack {}", stack.hex);
            let Some(hex) = map.find(&stack.hex) else { return Err(source.error(key, "no such hex or box")) };
            for id in &stack.units {
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
        let script = Script {
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
        script.check(source, map, units)?;
        Ok(script)
    }

    /// [3.10][3.4][BPS.c][LONG.a] Stacks, ground and owners of the default places.
    fn check(&self, source: &Source<'_>, map: &Map, units: &OrderOfBattle<UnitId, Unit>) -> Result<(), DataError> {
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
            let air = members.iter().filter(|unit| unit.class == UnitClass::Air).count();
            let combat = members.iter().filter(|unit| unit.is_combat()).count();
            let counts = [members.len() - air, combat, air, members.len()];
            if counts.iter().zip(MOST).any(|(&count, most)| count > most) {
                return refuse("too many units; expected 3 on the ground, 2 of them for combat, 1 in the air, 4 in all");
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
            let has = |nation: Nation| members.iter().any(|unit| unit.nation == nation);
            if has(Nation::Romanian) && has(Nation::Hungarian) {
                return refuse("Romanians and Hungarians together");
            }
            if air > 0 && map.place_at(hex).and_then(|place| place.class).is_none_or(|class| !class.is_city()) {
                return refuse("aircraft without a city");
            }
            let [first, _] = self.turns;
            if members.iter().any(|unit| unit.arrives > first || unit.leaves.is_some_and(|turn| turn <= first)) {
                return refuse("a unit that has not come yet, or has left");
            }
        }
        Ok(())
    }
}
