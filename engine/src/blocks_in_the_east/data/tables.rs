//! The tables.

use serde::Deserialize;

use super::combat::{Powers, RawCombat};
use crate::blocks_in_the_east::terms::{Terrain, Weather};
use crate::data::{DataError, Source};
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

/// The tables.
#[derive(Debug)]
pub struct Tables {
    /// Movement.
    pub movement: Movement,
    /// Supply.
    pub supply: Supply,
    /// Faces that hit.
    pub powers: Powers,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    movement: RawMovement,
    supply: RawSupply,
    combat: RawCombat,
}

type ByWeather = [u8; Weather::COUNT];

rows! {
    RawMovement { plain: ByWeather, forest: ByWeather, hill: ByWeather, mountain: ByWeather, swamp: ByWeather, arrow: u8 }
    RawSupply { range: ByWeather, first_winter: u8, first_winter_finland: u8 }
}

impl Tables {
    /// Parses and validates.
    pub(super) fn load(source: &Source<'_>) -> Result<Tables, DataError> {
        // Every table of combat must have an origin of its own to be read at all.
        source.check_origins(&["combat"])?;
        let RawFile { movement: raw, supply, combat } = source.parse()?;
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
        Ok(Tables { movement: Movement { ground, arrow: raw.arrow }, supply, powers: Powers::load(source, &combat)? })
    }
}
