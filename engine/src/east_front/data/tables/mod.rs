//! The tables of the series, read from `tables.toml`.

mod air;
mod combat;
mod later;
mod movement;
mod terrain;

use serde::Deserialize;

pub use air::{AIR_COLUMNS, AIR_ROWS, AirEffect, AntiAirResult, AntiAirRules, InitiativeResult, MissionRules, ReadinessRules};
pub use combat::{
    ArtilleryRules, CRT_ROWS, Cell, CellError, Effect, Losses, Modifiers, ODDS_COLUMNS, ODDS_NAMES, Odds, OddsStep, OverrunResult,
    OverrunRules, RetreatRules, StepRules, SubstituteRules, Suppression, SurrenderRules,
};
pub use later::{ArrivalRow, LossTracks, RailRules, Rebuilding, SupplyRules, WEATHER_ROWS, WeatherTable};
pub use movement::{
    ALLOWANCES, Adjustment, AllowanceTable, Kind, KindRow, MovementPhase, MovementRules, Mover, Occasion, Permission, PermissionError,
    Share, Shares,
};
pub use terrain::{COLUMNS, Charge, Feature, Features, Price, PriceError, TerrainChart, TerrainRow};

use crate::data::{DataError, Source};

/// A result that serves all dice up to one.
pub trait Band {
    /// The highest die it serves.
    fn to(&self) -> i8;
}

/// The result that serves a die: the first whose end it does not exceed, or the last.
pub fn band<T: Band>(bands: &[T], die: i8) -> &T {
    bands.iter().find(|band| die <= band.to()).or(bands.last()).expect("tables have results; loading checks it")
}

/// Range of headquarters and what non-operational ones leave to others [22].
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandRules {
    /// Hexes.
    pub range: u16,
    /// Units that may start to move under a non-operational headquarters: its recovery value less this.
    pub broken_movers_below_recovery: u8,
    /// Where the numbers come from.
    pub origin: String,
}

/// What interdiction costs [13.2].
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InterdictionRules {
    /// Rail movement points per hex.
    pub rail_mp: u16,
    /// Flotilla movement points per hex.
    pub flotilla_mp: u16,
    /// Command points per level.
    pub command_per_level: u8,
    /// Where the numbers come from.
    pub origin: String,
}

/// Stacking [3.3].
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stacking {
    /// Most stacking points in a hex at the end of a phase.
    pub limit: u8,
    /// Where the number comes from.
    pub origin: String,
}

/// All tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tables {
    /// Combat results by row 0 to 11 and column.
    pub crt: [[Cell; ODDS_COLUMNS]; CRT_ROWS],
    /// Limits of odds and modifiers.
    pub odds: Odds,
    /// Modifiers.
    pub modifiers: Modifiers,
    /// Losses and retreats.
    pub losses: Losses,
    /// Steps.
    pub steps: StepRules,
    /// Substitutes.
    pub substitutes: SubstituteRules,
    /// Artillery.
    pub artillery: ArtilleryRules,
    /// Artillery with an interdicted headquarters.
    pub suppression: Suppression,
    /// Overrun.
    pub overrun: OverrunRules,
    /// Retreat table.
    pub retreat: RetreatRules,
    /// Surrender table.
    pub surrender: SurrenderRules,
    /// Missions.
    pub missions: MissionRules,
    /// Air initiative.
    pub initiative: Vec<InitiativeResult>,
    /// Air combat by die less one and column.
    pub air_combat: [[AirEffect; AIR_COLUMNS]; AIR_ROWS],
    /// Anti-aircraft fire.
    pub anti_air: AntiAirRules,
    /// Readiness.
    pub readiness: ReadinessRules,
    /// Headquarters.
    pub command: CommandRules,
    /// Interdiction.
    pub interdiction: InterdictionRules,
    /// Stacking.
    pub stacking: Stacking,
    /// Numbers of movement.
    pub movement: MovementRules,
    /// Allowances.
    pub allowance: AllowanceTable,
    /// Shares of the allowance by phase.
    pub shares: Shares,
    /// Movement chart.
    pub kinds: Vec<KindRow>,
    /// Changes of the allowance.
    pub adjustments: Vec<Adjustment>,
    /// Terrain effects chart.
    pub terrain: TerrainChart,
    /// Weather tables.
    pub weather: Vec<WeatherTable>,
    /// Supply lines.
    pub supply: SupplyRules,
    /// Railways.
    pub rail: RailRules,
    /// Loss tracks.
    pub loss_tracks: LossTracks,
    /// Rebuilding.
    pub rebuilding: Rebuilding,
    /// Arrival chart.
    pub arrivals: Vec<ArrivalRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    crt: combat::RawCrt,
    odds: Odds,
    drm: Modifiers,
    losses: Losses,
    steps: StepRules,
    substitutes: SubstituteRules,
    artillery: ArtilleryRules,
    suppression: Suppression,
    overrun: OverrunRules,
    retreat: RetreatRules,
    surrender: SurrenderRules,
    air: MissionRules,
    air_initiative: air::RawInitiative,
    air_combat: air::RawAirCombat,
    anti_air: AntiAirRules,
    readiness: ReadinessRules,
    command: CommandRules,
    interdiction: InterdictionRules,
    stacking: Stacking,
    movement: MovementRules,
    allowance: AllowanceTable,
    phase: Vec<movement::RawPhase>,
    kind_of_movement: Vec<KindRow>,
    adjustment: Vec<Adjustment>,
    terrain: Vec<terrain::RawTerrain>,
    weather: Vec<later::RawWeather>,
    supply: SupplyRules,
    rail: RailRules,
    loss_tracks: LossTracks,
    rebuilding: Rebuilding,
    arrival: Vec<ArrivalRow>,
}

impl Tables {
    /// Parses and validates.
    pub(super) fn load(source: &Source<'_>) -> Result<Tables, DataError> {
        source.check_origins(&[])?;
        let raw: RawFile = source.parse()?;
        let tables = Tables {
            crt: combat::crt(source, &raw.crt)?,
            odds: raw.odds,
            modifiers: raw.drm,
            losses: raw.losses,
            steps: raw.steps,
            substitutes: raw.substitutes,
            artillery: raw.artillery,
            suppression: raw.suppression,
            overrun: raw.overrun,
            retreat: raw.retreat,
            surrender: raw.surrender,
            missions: raw.air,
            initiative: raw.air_initiative.results,
            air_combat: air::air_combat(source, &raw.air_combat)?,
            anti_air: raw.anti_air,
            readiness: raw.readiness,
            command: raw.command,
            interdiction: raw.interdiction,
            stacking: raw.stacking,
            movement: raw.movement,
            allowance: raw.allowance,
            shares: movement::shares(source, &raw.phase)?,
            kinds: raw.kind_of_movement,
            adjustments: raw.adjustment,
            terrain: terrain::chart(source, raw.terrain)?,
            weather: later::weather(source, raw.weather)?,
            supply: raw.supply,
            rail: raw.rail,
            loss_tracks: raw.loss_tracks,
            rebuilding: raw.rebuilding,
            arrivals: raw.arrival,
        };
        tables.check(source)?;
        Ok(tables)
    }

    fn check(&self, source: &Source<'_>) -> Result<(), DataError> {
        movement::kinds(source, &self.kinds)?;
        bands(source, "overrun.results", &self.overrun.results, 13)?;
        bands(source, "air_initiative.results", &self.initiative, 10)?;
        bands(source, "anti_air.results", &self.anti_air.results, 14)?;
        rising(source, "overrun.german_odds", &self.overrun.german_odds, self.overrun.german_least)?;
        rising(source, "overrun.others_odds", &self.overrun.others_odds, self.overrun.others_least)?;
        if self.odds.lowest != ODDS_NAMES[0] {
            return Err(source.error("odds.lowest", format!("{:?}; expected {:?}, the first column", self.odds.lowest, ODDS_NAMES[0])));
        }
        if (self.odds.least_row, self.odds.most_row) != (0, CRT_ROWS as i8 - 1) || self.odds.net_limit < 0 {
            return Err(source.error("odds", format!("expected the rows 0 to {} and a limit that is not negative", CRT_ROWS - 1)));
        }
        let favours = &self.modifiers;
        let attacker = [
            favours.combined_arms,
            favours.integrity,
            favours.overrun_marker,
            favours.defender_out_of_supply,
            favours.engineers,
            favours.super_heavy,
        ];
        if attacker.iter().any(|drm| *drm > 0) || favours.no_retreat < 0 || favours.no_attack_supply < 0 {
            return Err(source.error("drm", "a modifier with the wrong sign; expected negative ones for the attacker"));
        }
        if self.steps.three_from >= self.steps.four_from {
            return Err(source.error("steps", "expected three_from below four_from"));
        }
        let stacked = self.suppression.stacked.len();
        if stacked == 0 || self.suppression.level_1.len() != stacked || self.suppression.level_2.len() != stacked {
            return Err(source.error("suppression", "a hole in the table; expected as many numbers in each row"));
        }
        if self.artillery.mud_divisor == 0 {
            return Err(source.error("artillery.mud_divisor", "expected at least 1"));
        }
        if let Some(at) = self.weather.iter().position(|table| self.weather.iter().filter(|other| other.name == table.name).count() > 1) {
            return Err(source.error(format!("weather number {}", at + 1), "a second table with this name"));
        }
        Ok(())
    }
}

/// Results in rising order that leave no die up to `most` without one.
fn bands<T: Band>(source: &Source<'_>, key: &str, bands: &[T], most: i8) -> Result<(), DataError> {
    if bands.windows(2).any(|pair| pair[0].to() >= pair[1].to()) {
        return Err(source.error(key, "out of order; expected rising values of `to`"));
    }
    if bands.last().is_none_or(|last| last.to() < most) {
        return Err(source.error(key, format!("a hole in the table; expected results up to a die of {most}")));
    }
    Ok(())
}

fn rising(source: &Source<'_>, key: &str, steps: &[OddsStep], least: u16) -> Result<(), DataError> {
    if steps.first().is_none_or(|step| step.from != least) || steps.windows(2).any(|pair| pair[0].from >= pair[1].from) {
        return Err(source.error(key, format!("expected rising odds, the first from {least}")));
    }
    Ok(())
}
