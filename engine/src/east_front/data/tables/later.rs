//! Tables that only scenarios with supply, rail, replacements and changing weather read. They are checked like the others.

use serde::Deserialize;

use super::movement::Share;
use crate::data::{DataError, Source};
use crate::east_front::data::units::UnitKind;
use crate::east_front::weather::{Climate, Sky};
use crate::kit::files::rows;

/// Rows of a weather table: die 1 to 10.
pub const WEATHER_ROWS: usize = 10;

/// A weather table [5.12].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeatherTable {
    /// Its name.
    pub name: String,
    /// By die less one and climate.
    pub rows: [[Sky; 4]; WEATHER_ROWS],
    /// Turns of mud in a row that a dry climate allows.
    pub mud_turns_of_a_dry_climate: u8,
}

impl WeatherTable {
    /// [5.13.a] The weather on a modified die; what lies beyond the table reads its end.
    pub fn cell(&self, climate: Climate, die: i8) -> Sky {
        self.rows[usize::from(die.clamp(1, WEATHER_ROWS as i8).unsigned_abs()) - 1][climate as usize]
    }
}

rows! {
    pub(super) RawWeather { name: String, rows: Vec<[Sky; 4]>, mud_turns_of_a_dry_climate: u8 }
}

pub(super) fn weather(source: &Source<'_>, raw: Vec<RawWeather>) -> Result<Vec<WeatherTable>, DataError> {
    raw.into_iter()
        .map(|table| {
            let rows = table.rows.as_slice().try_into().map_err(|_| {
                source
                    .error(format!("weather {:?}", table.name), format!("{} rows; expected {WEATHER_ROWS}, die 1 to 10", table.rows.len()))
            })?;
            Ok(WeatherTable { name: table.name, rows, mud_turns_of_a_dry_climate: table.mud_turns_of_a_dry_climate })
        })
        .collect()
}

/// Lengths of supply lines [6.2][6.3].
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SupplyRules {
    /// Hexes of a line of communication.
    pub loc: u16,
    /// The same over slow ground or in bad weather.
    pub loc_slow: u16,
    /// Hexes of a road net.
    pub road_net: u16,
    /// The same in bad weather.
    pub road_net_slow: u16,
    /// Attack supply points of a dump.
    pub attack_points_of_a_dump: u8,
    /// Where the numbers come from.
    pub origin: String,
}

/// Railways [11.13][19.2].
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RailRules {
    /// Points to convert a slow hex.
    pub conversion_slow: u8,
    /// Points that one railhead can use.
    pub conversion_per_railhead: u8,
    /// Load of a headquarters.
    pub hq_load: u8,
    /// Load of a mobile supply unit.
    pub msu_load: u8,
    /// Load of a dump.
    pub dump_load: u8,
    /// Where the numbers come from.
    pub origin: String,
}

/// Victory points for losses and omissions [16.25].
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LossTracks {
    /// Axis losses per reckoning.
    pub axis_box: u8,
    /// Axis points then.
    pub axis_vp: i8,
    /// Soviet losses per reckoning.
    pub soviet_box: u8,
    /// Axis points then.
    pub soviet_vp: i8,
    /// Axis points per step of Guards artillery.
    pub guards_artillery_vp: i8,
    /// Axis points per Mandated Attack not made.
    pub unmade_mandated_attack_vp: i8,
    /// Axis points for a disbanded headquarters.
    pub disbanded_hq_vp: i8,
    /// Where the numbers come from.
    pub origin: String,
}

/// What rebuilding costs, by unit [7.4].
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rebuilding {
    /// Price from Eliminated to Cadre.
    pub eliminated_to_cadre: String,
    /// Units that cost a point of Type A.
    pub type_a: Vec<UnitKind>,
    /// Units that cost two points of Type I.
    pub two_type_i: Vec<UnitKind>,
    /// Units that cost one point of Type I: all others.
    pub one_type_i: String,
    /// Where the numbers come from.
    pub origin: String,
}

/// A row of the arrival chart [T.ARRIVAL].
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArrivalRow {
    /// Phase.
    pub phase: String,
    /// Units.
    pub units: String,
    /// From.
    pub from: String,
    /// To.
    pub to: String,
    /// Share of the allowance.
    pub share: Share,
    /// Where the row comes from.
    pub origin: String,
}
