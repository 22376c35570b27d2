//! [13.0] Headquarters and fuel: what a scenario says of them. One without this table knows neither.

use std::collections::BTreeMap;

use super::map::Map;
use super::units::Unit;
use crate::blocks_in_the_east::ids::UnitId;
use crate::blocks_in_the_east::terms::Weather;
use crate::data::{DataError, Source};
use crate::hex::Hex;
use crate::kit::files::rows;
use crate::kit::order_of_battle::OrderOfBattle;

/// [13.8.1.h][13.8.2.a] Where a Supreme Headquarters sits, and never leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seat {
    /// The headquarters.
    pub unit: UnitId,
    /// Its seat.
    pub home: Hex,
    /// Its seat when that is lost.
    pub refuge: Hex,
}

/// [13.0] The rules of headquarters and fuel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandRules {
    /// [13.3][13.3.c] Hexes to which an activated headquarters gives fuel, by weather.
    radius: [u8; Weather::COUNT],
    /// [13.8.2] Special actions of the German Supreme Headquarters in a turn, whatever its strength.
    pub fhq_actions: u8,
    /// [13.8.1.i] Rail moves that the Soviets lose in a turn while their seat is lost or out of supply.
    pub lost_rail_moves: u8,
    /// [13.8.1.h][13.8.2.a] Supreme Headquarters with a seat.
    pub seats: Vec<Seat>,
    /// [3.21][SBE5.g] Headquarters that neither move nor are activated in the first turn.
    pub frozen: Vec<UnitId>,
}

impl CommandRules {
    /// [13.3][13.3.c] Hexes to which an activated headquarters gives fuel.
    pub const fn radius_in(&self, weather: Weather) -> u8 {
        self.radius[weather.index()]
    }
}

rows! {
    pub(super) RawCommand {
        radius: [u8; Weather::COUNT],
        fhq_actions: u8,
        lost_rail_moves: u8,
        seats: BTreeMap<String, [String; 2]>,
        #[serde(default)]
        frozen: Vec<String>,
    }
}

/// Parses and validates.
pub(super) fn command(
    source: &Source<'_>,
    map: &Map,
    units: &OrderOfBattle<UnitId, Unit>,
    raw: &RawCommand,
) -> Result<CommandRules, DataError> {
    let headquarters = |key: &str, id: &str| {
        let unit = units.find(id).filter(|&unit| units[unit].is_headquarters());
        unit.ok_or_else(|| source.error(key, format!("{id:?}; expected a headquarters")))
    };
    let hex = |name: &str| {
        let place = map.place_named(name);
        place.map(|place| place.hex).ok_or_else(|| source.error("command.seats", format!("no place {name:?} on the map")))
    };
    if raw.radius.contains(&0) || raw.fhq_actions == 0 {
        return Err(source.error("command", "expected a radius of a hex at least, and an action"));
    }
    let mut seats = Vec::with_capacity(raw.seats.len());
    for (id, [home, refuge]) in &raw.seats {
        seats.push(Seat { unit: headquarters("command.seats", id)?, home: hex(home)?, refuge: hex(refuge)? });
    }
    Ok(CommandRules {
        radius: raw.radius,
        fhq_actions: raw.fhq_actions,
        lost_rail_moves: raw.lost_rail_moves,
        seats,
        frozen: raw.frozen.iter().map(|id| headquarters("command.frozen", id)).collect::<Result<_, _>>()?,
    })
}
