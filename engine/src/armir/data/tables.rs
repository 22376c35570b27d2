//! Tables and constants of the rules, one TOML table per rule.

use serde::Deserialize;

use super::units::MAX_STEPS;
use crate::data::{DataError, Source};
use crate::kit::files::rows;
use crate::kit::odds::{self, ResultRow};

/// Columns of the Combat Results Table: 1:2, 1:1, 2:1 ... 7:1.
pub(super) const CRT_COLUMNS: usize = 8;
/// Names of the columns.
pub(crate) const CRT_NAMES: [&str; CRT_COLUMNS] = ["1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1"];
/// Rows of the Combat Results Table: modified die 1 to 7.
pub(super) const CRT_ROWS: usize = 7;

/// Odds of the columns; the first takes all below 1:1 [12.1.a][12.1.b].
pub(crate) const CRT_ODDS: [(u16, u16); CRT_COLUMNS] = [(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1)];

/// Steps lost [12.2].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(try_from = "String")]
pub struct CrtResult {
    /// By the attacker.
    pub attacker: u8,
    /// By the defender.
    pub defender: u8,
}

impl TryFrom<String> for CrtResult {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let steps = |text: &str| if text == "-" { Some(0) } else { text.parse().ok().filter(|steps| (1..=9).contains(steps)) };
        let result = text.split_once('/').and_then(|(attacker, defender)| Some((steps(attacker)?, steps(defender)?)));
        let (attacker, defender) =
            result.ok_or_else(|| format!("result {text:?}; expected attacker/defender steps such as \"1/3\" or \"-/2\""))?;
        Ok(CrtResult { attacker, defender })
    }
}

/// Result of a bombardment [11.1.3].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Deserialize)]
pub enum BombardmentResult {
    /// No effect.
    #[default]
    #[serde(rename = "-")]
    Nothing,
    /// Disorganised.
    #[serde(rename = "DSG")]
    Disorganised,
    /// Disorganised and one step lost.
    #[serde(rename = "DSG1")]
    DisorganisedAndStep,
}

/// Points from a value upward.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScaleStep {
    /// Lowest value of this step.
    pub from: u8,
    /// Victory points.
    pub pv: i8,
}

/// Victory points by turn of arrival.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnStep {
    /// Game turn.
    pub turn: u8,
    /// Victory points.
    pub pv: i8,
}

/// Losses on the Chir track from a modified die upward.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChirLoss {
    /// Lowest modified die.
    pub from: u8,
    /// Steps lost.
    pub steps: u8,
}

/// All tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tables {
    /// Combat Results Table: `crt[die - 1][column]`.
    pub crt: [[CrtResult; CRT_COLUMNS]; CRT_ROWS],
    /// Bombardment Table: `bombardment[die][value - 1]`, die 0 to 6; the last column serves higher values.
    pub bombardment: Vec<Vec<BombardmentResult>>,
    /// Column shifts [14].
    pub shifts: Shifts,
    /// Effects of strongpoints [14.3].
    pub strongpoint: Strongpoint,
    /// Die bonus of German tanks [12.1.1].
    pub tank_bonus: u8,
    /// Range of Soviet army artillery [10.2.1].
    pub soviet_gun_range: u16,
    /// Range of divisional support [10.1.2.a].
    pub support_range: u16,
    /// Defence of a gun that does not support [10.1.5].
    pub gun_defence: u8,
    /// Movement costs in half points [5.1].
    pub movement: Movement,
    /// Most steps in a hex [6].
    pub stacking_limit: u8,
    /// Turns on which the front is held [5.5].
    pub front_held: Vec<u8>,
    /// Distance at which a Soviet unit frees the Alpine HQ [5.5.1].
    pub alpine_alarm: u16,
    /// Range of sources and of the railway [8].
    pub supply: Supply,
    /// Raid die: in supply while die plus turn is below this [8.4].
    pub raid_below: u8,
    /// Air units [9].
    pub air: Air,
    /// Air supply [9.2].
    pub air_supply: AirSupply,
    /// Chir front [16.1].
    pub chir: Chir,
    /// CP of the airfield garrison by its value; the last index is the cap [16.3].
    pub garrison_cp: Vec<u8>,
    /// Momentum costs and gains [16.4].
    pub momentum: Momentum,
    /// Rows from the north edge that the XXIV HQ may not leave [15.1.1].
    pub xxiv_rows: u8,
    /// Steps the 3rd Gebirgs needs before it may move [15.2].
    pub gebirgs_steps: u8,
    /// Objectives [17.1].
    pub objectives: Objectives,
}

/// Column shifts, negative to the left [14].
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shifts {
    /// All attackers across a river [14.2].
    pub river: i8,
    /// All Soviet attackers across fortified hexsides [14.3].
    pub strongpoint: i8,
    /// City [14.4].
    pub city: i8,
    /// The Don: always 0 [14.2.1].
    pub don: i8,
    /// Where the numbers come from.
    pub origin: String,
}

/// Effects of strongpoints on losses and bombardment [14.3].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strongpoint {
    /// Steps the Soviets lose on top.
    pub soviet_extra_loss: u8,
    /// Which defender loss is ignored: the second.
    pub ignored_defender_loss: u8,
    /// Change of the Soviet bombardment die [14.3.2].
    pub bombardment_die: i8,
}

/// Half points per step [5.1][5.1.1][13.1].
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Movement {
    /// Any hex off the road.
    pub off_road: u8,
    /// Along a road or railway, on foot.
    pub road_foot: u8,
    /// Along a road or railway, motorised, tracked and HQ.
    pub road_mobile: u8,
    /// Overrun, on top of the entry cost.
    pub overrun: u8,
    /// Where the numbers come from.
    pub origin: String,
}

/// Supply ranges [8].
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Supply {
    /// Hexes from a source.
    pub source_range: u16,
    /// Hexes from a supplied railway.
    pub rail_range: u16,
    /// Steps lost per hex of unsupplied units: always 1 [8.6].
    pub attrition_per_hex: u8,
    /// Where the numbers come from.
    pub origin: String,
}

/// Air die and values [9.1].
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Air {
    /// First turn with an air unit: always 2.
    pub first_turn: u8,
    /// Die results that give the Axis an air unit.
    pub axis_on: Vec<u8>,
    /// Its bombardment value.
    pub axis_value: u8,
    /// Die results that give the Soviets an air unit.
    pub soviet_on: Vec<u8>,
    /// Its bombardment value.
    pub soviet_value: u8,
    /// Where the numbers come from.
    pub origin: String,
}

/// Air supply [9.2].
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AirSupply {
    /// Hexes with German units per turn.
    pub german_hexes: u8,
    /// Hexes with Italian units per sortie of the Italian aircraft: always 1.
    pub italian_hexes: u8,
    /// Die results that make the aircraft ready again [9.2.1].
    pub recovery_on: Vec<u8>,
    /// Where the numbers come from.
    pub origin: String,
}

/// Chir track [16.1].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chir {
    /// Number of boxes, Bokovskaya included.
    pub boxes: u8,
    /// Modified die that advances.
    pub advance_at: u8,
    /// CP per +1.
    pub cp_per_modifier: u16,
    /// Factor on the CP of mobile units.
    pub mobile_factor: u16,
    /// Losses.
    pub losses: Vec<ChirLoss>,
}

/// Momentum points [16.4].
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Momentum {
    /// Lost per turn while the airfields are not taken.
    pub airfields_drain: u8,
    /// Price of the initiative.
    pub initiative: u8,
    /// Gained when the Axis uses a German replacement.
    pub german_replacement: u8,
    /// Where the numbers come from.
    pub origin: String,
}

/// Objectives and victory [17].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objectives {
    /// Fewest that may be chosen.
    pub least: u8,
    /// Points the Soviets need.
    pub pv_to_win: i16,
    /// Points the Axis gains per eliminated Soviet HQ [17.1.3].
    pub pv_per_soviet_hq: i16,
    /// Objective 1 by turn of arrival.
    pub chir: Vec<TurnStep>,
    /// Objective 1 when never reached or later.
    pub chir_never: i8,
    /// Objective 2 when the airfields are taken.
    pub airfields: i8,
    /// Objective 3 by corps destroyed.
    pub corps: Vec<ScaleStep>,
    /// Objective 4 by star sum.
    pub stars: Vec<ScaleStep>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    crt: RawCrt,
    odds: RawOdds,
    shifts: Shifts,
    strongpoint: RawStrongpoint,
    tank_bonus: RawTankBonus,
    bombardment: RawBombardment,
    soviet_guns: RawSovietGuns,
    support: RawSupport,
    movement: Movement,
    stacking: RawStacking,
    front_held: RawFrontHeld,
    supply: Supply,
    raid: RawRaid,
    air: Air,
    air_supply: AirSupply,
    chir: RawChir,
    airfields: RawAirfields,
    momentum: Momentum,
    xxiv: RawXxiv,
    gebirgs3: RawGebirgs,
    objectives: RawObjectives,
    objective_1: RawObjective1,
    objective_2: RawObjective2,
    objective_3: RawScale,
    objective_4: RawScale,
}

rows! {
    RawCrt { columns: Vec<String>, known: Vec<KnownCell>, row: Vec<ResultRow<CrtResult>> }
    RawOdds { lowest: String, highest: String }
    RawStrongpoint { soviet_extra_loss: u8, ignored_defender_loss: u8, bombardment_die: i8 }
    RawTankBonus { die: u8 }
    RawBombardment { columns: Vec<u8>, row: Vec<ResultRow<BombardmentResult>> }
    RawSovietGuns { range: u16 }
    RawSupport { range: u16, unused_gun_defence: u8 }
    RawStacking { limit: u8 }
    RawFrontHeld { turns: Vec<u8>, alpine_hq_alarm: u16 }
    RawRaid { below: u8 }
    RawChir { boxes: Vec<String>, advance_at: u8, cp_per_modifier: u16, mobile_factor: u16, losses: Vec<ChirLoss> }
    RawAirfields { garrison_cp: Vec<u8> }
    RawXxiv { rows_from_north_edge: u8 }
    RawGebirgs { steps_to_move: u8 }
    RawObjectives { least_chosen: u8, pv_to_win: i16, axis_pv_per_soviet_hq: i16 }
    RawObjective1 { scale: Vec<TurnStep>, never: i8 }
    RawObjective2 { captured: i8 }
    RawScale { scale: Vec<ScaleStep> }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KnownCell {
    column: String,
    die: u8,
    result: CrtResult,
}

impl Tables {
    /// Parses and validates.
    pub(super) fn load(source: &Source<'_>) -> Result<Tables, DataError> {
        source.check_origins(&[])?;
        let raw: RawFile = source.parse()?;
        let crt = crt(source, &raw.crt, &raw.odds)?;
        let bombardment = bombardment(source, &raw.bombardment)?;
        let six = |key: &str, dice: &[u8]| {
            if dice.iter().all(|die| (1..=6).contains(die)) {
                Ok(())
            } else {
                Err(source.error(key, format!("die results {dice:?}; expected values of 1 to 6")))
            }
        };
        six("air.axis_on", &raw.air.axis_on)?;
        six("air.soviet_on", &raw.air.soviet_on)?;
        six("air_supply.recovery_on", &raw.air_supply.recovery_on)?;
        let mut both: Vec<u8> = raw.air.axis_on.iter().chain(&raw.air.soviet_on).copied().collect();
        both.sort_unstable();
        if both != [1, 2, 3, 4, 5, 6] {
            return Err(source.error("air", "axis_on and soviet_on must share out the six faces of the die [9.1]"));
        }
        let movement = raw.movement;
        if [movement.off_road, movement.road_foot, movement.road_mobile].iter().any(|cost| !(1..=12).contains(cost)) {
            return Err(source.error("movement", "costs of 1 to 12 half points were expected"));
        }
        let fixed = [
            ("shifts.don", i16::from(raw.shifts.don), 0, "the Don shifts nothing [14.2.1]"),
            ("air.first_turn", i16::from(raw.air.first_turn), 2, "the first turn with an initiative phase [9.1][18.4]"),
            ("air_supply.italian_hexes", i16::from(raw.air_supply.italian_hexes), 1, "the Italian aircraft supplies one hex [9.2.a]"),
            ("supply.attrition_per_hex", i16::from(raw.supply.attrition_per_hex), 1, "one step of one unit [8.6]"),
        ];
        if let Some((key, value, only, rule)) = fixed.into_iter().find(|(_, value, only, _)| value != only) {
            return Err(source.error(key, format!("{value}; expected {only}: {rule}; other values are not carried out yet")));
        }
        scale(source, "objective_3.scale", &raw.objective_3.scale)?;
        scale(source, "objective_4.scale", &raw.objective_4.scale)?;
        if raw.chir.boxes.len() < 2 || raw.chir.cp_per_modifier == 0 || raw.chir.losses.first().is_none_or(|step| step.from > 1) {
            return Err(source.error("chir", "expected two boxes or more, a positive cp_per_modifier and losses from a die of 1 upward"));
        }
        if raw.airfields.garrison_cp.len() < 2 || raw.airfields.garrison_cp[0] != 0 {
            return Err(source.error("airfields.garrison_cp", "expected 0 for a garrison of 0 and at least one more value"));
        }
        if raw.stacking.limit < MAX_STEPS as u8 {
            return Err(source.error("stacking.limit", format!("expected at least {MAX_STEPS}, the steps of the largest counter")));
        }
        if raw.objectives.least_chosen > 4 {
            return Err(source.error("objectives.least_chosen", "there are four objectives; expected 0 to 4"));
        }
        Ok(Tables {
            crt,
            bombardment,
            shifts: raw.shifts,
            strongpoint: Strongpoint {
                soviet_extra_loss: raw.strongpoint.soviet_extra_loss,
                ignored_defender_loss: raw.strongpoint.ignored_defender_loss,
                bombardment_die: raw.strongpoint.bombardment_die,
            },
            tank_bonus: raw.tank_bonus.die,
            soviet_gun_range: raw.soviet_guns.range,
            support_range: raw.support.range,
            gun_defence: raw.support.unused_gun_defence,
            movement,
            stacking_limit: raw.stacking.limit,
            front_held: raw.front_held.turns,
            alpine_alarm: raw.front_held.alpine_hq_alarm,
            supply: raw.supply,
            raid_below: raw.raid.below,
            air: raw.air,
            air_supply: raw.air_supply,
            chir: Chir {
                boxes: raw.chir.boxes.len() as u8,
                advance_at: raw.chir.advance_at,
                cp_per_modifier: raw.chir.cp_per_modifier,
                mobile_factor: raw.chir.mobile_factor,
                losses: raw.chir.losses,
            },
            garrison_cp: raw.airfields.garrison_cp,
            momentum: raw.momentum,
            xxiv_rows: raw.xxiv.rows_from_north_edge,
            gebirgs_steps: raw.gebirgs3.steps_to_move,
            objectives: Objectives {
                least: raw.objectives.least_chosen,
                pv_to_win: raw.objectives.pv_to_win,
                pv_per_soviet_hq: raw.objectives.axis_pv_per_soviet_hq,
                chir: raw.objective_1.scale,
                chir_never: raw.objective_1.never,
                airfields: raw.objective_2.captured,
                corps: raw.objective_3.scale,
                stars: raw.objective_4.scale,
            },
        })
    }
}

fn scale(source: &Source<'_>, key: &str, steps: &[ScaleStep]) -> Result<(), DataError> {
    if steps.first().is_none_or(|step| step.from != 0) || steps.windows(2).any(|pair| pair[0].from >= pair[1].from) {
        return Err(source.error(key, "expected steps in rising order, the first from 0"));
    }
    Ok(())
}

fn crt(source: &Source<'_>, raw: &RawCrt, odds: &RawOdds) -> Result<[[CrtResult; CRT_COLUMNS]; CRT_ROWS], DataError> {
    if odds.lowest != CRT_NAMES[0] || odds.highest != CRT_NAMES[CRT_COLUMNS - 1] {
        return Err(source.error("odds", format!("{} to {}; expected the columns of the table", odds.lowest, odds.highest)));
    }
    let table: [[CrtResult; CRT_COLUMNS]; CRT_ROWS] = odds::table(source, "crt", (&raw.columns, &CRT_NAMES), 1, &raw.row)?;
    for known in &raw.known {
        let column = CRT_NAMES.iter().position(|name| *name == known.column);
        let cell = column.and_then(|column| table.get(usize::from(known.die).wrapping_sub(1)).map(|row| row[column]));
        if cell != Some(known.result) {
            return Err(
                source.error("crt.known", format!("column {} die {} is not {:?} in the table", known.column, known.die, known.result))
            );
        }
    }
    Ok(table)
}

fn bombardment(source: &Source<'_>, raw: &RawBombardment) -> Result<Vec<Vec<BombardmentResult>>, DataError> {
    if raw.columns.is_empty() || raw.columns.iter().enumerate().any(|(index, &value)| usize::from(value) != index + 1) {
        return Err(source.error("bombardment.columns", "expected values 1, 2, 3 ... without a gap"));
    }
    odds::results(source, "bombardment", raw.columns.len(), 0..=6, &raw.row)
}
