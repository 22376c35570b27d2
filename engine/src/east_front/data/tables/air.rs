//! Tables of the air war: initiative, air combat, anti-aircraft fire, readiness.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::Band;
use crate::data::{DataError, Source};
use crate::game::Side;
use crate::kit::files::rows;

/// Columns of the air combat table: rating of the shooter less that of the target, -3 to +3.
pub const AIR_COLUMNS: usize = 7;
/// Rows of the air combat table: die 1 to 10.
pub const AIR_ROWS: usize = 10;

/// What fire does to an air unit [17.33.d][T.AA].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Deserialize)]
pub enum AirEffect {
    /// Nothing.
    #[default]
    #[serde(rename = "-")]
    Nothing,
    /// Back to base: the Flown box.
    #[serde(rename = "A")]
    Flown,
    /// The Damaged box.
    #[serde(rename = "D")]
    Damaged,
    /// The Destroyed box.
    #[serde(rename = "X")]
    Destroyed,
}

/// Missions [17.2][13.1].
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MissionRules {
    /// Air units of a side in one mission.
    pub per_mission: u8,
    /// Hexes from a base that types without long range fly.
    pub range: u16,
    /// Highest level of interdiction.
    pub interdiction_most: u8,
    /// Radius of the zone.
    pub interdiction_radius: u16,
    /// Where the numbers come from.
    pub origin: String,
}

/// A result of the initiative roll [17.32].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InitiativeResult {
    /// Highest die of this result.
    pub to: i8,
    /// Who leads the combat; nobody when there is none.
    pub holder: Option<Side>,
    /// Local tactical advantage.
    #[serde(default)]
    pub advantage: bool,
}

impl Band for InitiativeResult {
    fn to(&self) -> i8 {
        self.to
    }
}

rows! {
    pub(super) RawInitiative { pub(super) results: Vec<InitiativeResult> }
    pub(super) RawAirCombat { columns: [i8; AIR_COLUMNS], rows: Vec<[AirEffect; AIR_COLUMNS]> }
}

/// The air combat table: `[die - 1][column]`.
pub(super) fn air_combat(source: &Source<'_>, raw: &RawAirCombat) -> Result<[[AirEffect; AIR_COLUMNS]; AIR_ROWS], DataError> {
    if raw.columns != [-3, -2, -1, 0, 1, 2, 3] {
        return Err(source.error("air_combat.columns", "expected the differences -3 to 3"));
    }
    raw.rows
        .as_slice()
        .try_into()
        .map_err(|_| source.error("air_combat.rows", format!("{} rows; expected {AIR_ROWS}, die 1 to 10", raw.rows.len())))
}

/// A result of anti-aircraft fire.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AntiAirResult {
    /// Highest modified die of this result.
    pub to: i8,
    /// What it does.
    pub effect: AirEffect,
}

impl Band for AntiAirResult {
    fn to(&self) -> i8 {
        self.to
    }
}

/// Anti-aircraft fire [17.4][T.AA].
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AntiAirRules {
    /// The table.
    pub results: Vec<AntiAirResult>,
    /// Most that the modifiers of one side shift, either way.
    pub side_limit: i8,
    /// A firing unit is out of supply.
    pub out_of_supply: i8,
    /// Each firing anti-aircraft unit.
    pub anti_air_unit: i8,
    /// Each firing Soviet headquarters.
    pub soviet_hq: i8,
    /// Modifiers of Soviet fire by model of the target.
    pub soviet_fire_at: BTreeMap<String, i8>,
    /// Modifiers of Axis fire by model of the target.
    pub axis_fire_at: BTreeMap<String, i8>,
    /// Hexes around the mission hex whose units fire.
    pub radius: u16,
    /// Where the numbers come from.
    pub origin: String,
}

/// Readiness rolls [9][T.AIRBOX]; weather in the order dry, mud, frost, snow, arctic.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadinessRules {
    /// Highest modified die that brings a unit from Flown to Ready.
    pub flown_to: i8,
    /// Highest modified die that brings a unit from Damaged to Flown.
    pub damaged_to: i8,
    /// Weather in the Flown box.
    pub flown_weather: [i8; 5],
    /// Weather in the Damaged box.
    pub damaged_weather: [i8; 5],
    /// A storm, in the Flown box.
    pub storm: i8,
    /// Where the numbers come from.
    pub origin: String,
}
