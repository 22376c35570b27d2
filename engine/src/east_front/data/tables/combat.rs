//! Tables of ground combat: results, modifiers, losses, overrun, retreat, surrender.

use serde::Deserialize;

use super::Band;
use crate::data::{DataError, Source};
use crate::east_front::weather::Condition;
use crate::kit::files::rows;
use crate::kit::odds::{self, ResultRow};

/// Columns of the combat table, the sixteenth without a legible label.
pub const ODDS_COLUMNS: usize = 16;
/// Rows of the combat table: 0 to 11.
pub const CRT_ROWS: usize = 12;
/// Names of the columns.
pub const ODDS_NAMES: [&str; ODDS_COLUMNS] =
    ["1-4", "1-3", "1-2", "3-4", "1-1", "3-2", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1", "9-1", "10-1", "X16"];

/// What a cell of the combat table does to one side [16.11].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Effect {
    /// Steps lost.
    pub steps: u8,
    /// The survivors retreat.
    pub retreat: bool,
    /// The whole force is eliminated.
    pub eliminated: bool,
    /// An asterisk: further steps by the circumstances, and first losses of special units [16.3].
    pub asterisk: bool,
}

impl Effect {
    /// Nothing happens.
    pub const NOTHING: Self = Self { steps: 0, retreat: false, eliminated: false, asterisk: false };
    /// All are lost.
    pub const ELIMINATED: Self = Self { steps: 0, retreat: false, eliminated: true, asterisk: false };

    fn parse(text: &str) -> Option<Self> {
        match text {
            "-" => return Some(Self::NOTHING),
            "e" => return Some(Self::ELIMINATED),
            _ => {}
        }
        let mut effect = Self::NOTHING;
        let mut rest = text;
        if let Some(digit) = rest.chars().next().and_then(|first| first.to_digit(10)).filter(|digit| *digit > 0) {
            effect.steps = digit as u8;
            rest = &rest[1..];
        }
        if let Some(behind) = rest.strip_prefix('R') {
            effect.retreat = true;
            rest = behind;
        }
        if let Some(behind) = rest.strip_prefix('*') {
            effect.asterisk = true;
            rest = behind;
        }
        (rest.is_empty() && effect != Self::NOTHING).then_some(effect)
    }
}

/// A cell of the combat table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[serde(try_from = "String")]
pub struct Cell {
    /// To the attacker.
    pub attacker: Effect,
    /// To the defender.
    pub defender: Effect,
}

/// A text that is no cell of the combat table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is no combat result; expected attacker/defender such as 1*/R, -/2R or e/-")]
pub struct CellError(String);

impl TryFrom<String> for Cell {
    type Error = CellError;

    fn try_from(text: String) -> Result<Self, CellError> {
        let cell = text.split_once('/').and_then(|(attacker, defender)| {
            let defender = Effect::parse(defender).filter(|effect| !effect.asterisk)?;
            Some(Cell { attacker: Effect::parse(attacker)?, defender })
        });
        cell.ok_or(CellError(text))
    }
}

rows! {
    pub(super) RawCrt { columns: Vec<String>, row: Vec<ResultRow<Cell>> }
}

/// The combat table: `[row][column]`.
pub(super) fn crt(source: &Source<'_>, raw: &RawCrt) -> Result<[[Cell; ODDS_COLUMNS]; CRT_ROWS], DataError> {
    odds::table(source, "crt", (&raw.columns, &ODDS_NAMES), 0, &raw.row)
}

/// Limits of odds, modifiers and rows [15.5][15.7][15.81].
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Odds {
    /// Label of the lowest column: below it the attackers are eliminated.
    pub lowest: String,
    /// Most that all modifiers together shift, either way.
    pub net_limit: i8,
    /// First row.
    pub least_row: i8,
    /// Last row.
    pub most_row: i8,
    /// Least strength of an attack after halving.
    pub attack_least: u16,
    /// Where the numbers come from.
    pub origin: String,
}

/// Modifiers that are not terrain, negative for the attacker [15.6].
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Modifiers {
    /// Combined arms [15.67].
    pub combined_arms: i8,
    /// Each division with integrity [15.68].
    pub integrity: i8,
    /// A defender carries an Overrun marker [11.44.d].
    pub overrun_marker: i8,
    /// A defender is out of supply [15.66.a].
    pub defender_out_of_supply: i8,
    /// Engineers, offsetting only [15.63].
    pub engineers: i8,
    /// Each super-heavy unit, offsetting only [15.64].
    pub super_heavy: i8,
    /// The defender stands fast [15.62].
    pub no_retreat: i8,
    /// The attack is not in Attack Supply [15.66.b].
    pub no_attack_supply: i8,
    /// Where the numbers come from.
    pub origin: String,
}

/// Steps beyond the printed result, and retreats [16.3][16.4].
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Losses {
    /// On an asterisk without Attack Supply [16.31.a].
    pub asterisk_no_attack_supply: u8,
    /// On an asterisk of a Mandated Attack [16.31.b].
    pub asterisk_mandated: u8,
    /// On an asterisk against a fortification [16.31.c].
    pub asterisk_fortification: u8,
    /// For standing fast [16.41.a].
    pub standing_fast: u8,
    /// Beyond that when not all are German [16.41.a.2].
    pub standing_fast_not_german: u8,
    /// Change of a number beside an R under Further Retreat [16.41.b.3].
    pub further_retreat: i8,
    /// Hexes of a retreat [16.4].
    pub retreat_hexes: u8,
    /// Hexes of a Further Retreat [16.41.b].
    pub further_retreat_hexes: u8,
    /// Hexes further where the stack would be too high [16.47].
    pub stacking_overflow_hexes: u8,
    /// Where the numbers come from.
    pub origin: String,
}

/// Steps by the printed defence [16.22][16.23].
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepRules {
    /// Full defence from which a unit has four steps.
    pub four_from: u8,
    /// Full defence from which it has three.
    pub three_from: u8,
    /// Change of the attack under a step-loss marker.
    pub marker_attack: i8,
    /// Change of the defence under a step-loss marker.
    pub marker_defence: i8,
    /// Where the numbers come from.
    pub origin: String,
}

/// Regiment substitute counters [24.3].
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SubstituteRules {
    /// Attack points that the parent must lose for a strong substitute.
    pub strong_from_loss_of: u8,
    /// Where the numbers come from.
    pub origin: String,
}

/// Artillery support [14.2][15.4].
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArtilleryRules {
    /// Axis units per combat, super-heavies aside.
    pub axis_limit: u8,
    /// Soviet units per combat in the hex or with a headquarters.
    pub soviet_limit: u8,
    /// Soviet units per combat otherwise.
    pub soviet_without_hq: u8,
    /// Divisor of the support in mud.
    pub mud_divisor: u16,
    /// Where the numbers come from.
    pub origin: String,
}

/// Soviet artillery that supports with an interdicted headquarters, as printed [T.SUPPR].
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suppression {
    /// Units stacked with the headquarters.
    pub stacked: Vec<u8>,
    /// How many of them may support at level 1.
    pub level_1: Vec<u8>,
    /// How many of them may support at level 2.
    pub level_2: Vec<u8>,
    /// Where the numbers come from.
    pub origin: String,
}

/// A modifier from some odds upward.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OddsStep {
    /// Lowest odds, to one.
    pub from: u16,
    /// The modifier.
    pub drm: i8,
}

/// A result of the overrun table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OverrunResult {
    /// Highest modified die of this result.
    pub to: i8,
    /// The defenders are thrown out; otherwise the overrunning group stops.
    pub success: bool,
    /// The side that fails loses a step.
    pub loss: bool,
}

impl Band for OverrunResult {
    fn to(&self) -> i8 {
        self.to
    }
}

/// Overruns [11.4][T.OVR].
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OverrunRules {
    /// Most that all modifiers together shift, either way.
    pub net_limit: i8,
    /// Price beside that of the hex.
    pub extra_mp: crate::kit::points::HalfPoints,
    /// Least odds of an all German group.
    pub german_least: u16,
    /// Least odds of others.
    pub others_least: u16,
    /// Least odds into a city or fortification, with motorized engineers.
    pub fortified_least: u16,
    /// Modifiers by odds of an all German group.
    pub german_odds: Vec<OddsStep>,
    /// Modifiers by odds of others.
    pub others_odds: Vec<OddsStep>,
    /// The hex holds an Overrun marker.
    pub marker: i8,
    /// All defenders are cavalry, artillery or headquarters.
    pub soft_defenders: i8,
    /// Defence from which the defender has a modifier.
    pub strong_defence_from: u16,
    /// That modifier.
    pub strong_defence: i8,
    /// Each kind of terrain in the way.
    pub terrain: i8,
    /// Those kinds.
    pub terrain_kinds: Vec<super::terrain::Feature>,
    /// The table.
    pub results: Vec<OverrunResult>,
    /// Weather in which overruns are possible.
    pub weather: Vec<Condition>,
    /// Weather in which swamps can be overrun.
    pub swamp_weather: Vec<Condition>,
    /// Where the numbers come from.
    pub origin: String,
}

/// The retreat table [16.46][T.RETREAT].
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RetreatRules {
    /// Highest modified die that is safe.
    pub safe_to: i8,
    /// All retreating units are German.
    pub all_german: i8,
    /// The hex in the enemy ZOC is woods.
    pub woods: i8,
    /// Artillery retreats.
    pub artillery: i8,
    /// Where the numbers come from.
    pub origin: String,
}

/// The surrender table [21][T.SURR].
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SurrenderRules {
    /// Highest modified die at which the hex surrenders.
    pub surrenders_to: i8,
    /// In range of an operational headquarters.
    pub near_operational_hq: i8,
    /// Guards or NKVD in the hex.
    pub guards_or_nkvd: i8,
    /// A city, major city or fortification.
    pub built_up_or_fortified: i8,
    /// An Emergency Supply marker.
    pub emergency_supply: i8,
    /// An Out of Supply marker.
    pub out_of_supply: i8,
    /// Only militia and coastal artillery.
    pub militia_or_coastal: i8,
    /// Early in the war.
    pub early_turns: i8,
    /// First turn of that time.
    pub early_from: u16,
    /// Last turn of that time.
    pub early_to: u16,
    /// Where the numbers come from.
    pub origin: String,
}
