//! Combat results, combat chits and the numbers of combat [7.5].

use std::array::from_fn;
use std::ops::RangeInclusive;

use serde::Deserialize;

use super::Share;
use super::turn::MOST_POINTS;
use crate::data::{DataError, Source};
use crate::kit::files::rows;
use crate::kit::odds::{self, ResultRow};

/// Columns of the combat results table.
pub const COLUMNS: usize = 10;
/// Rows of the combat results table: the modified die from 1 to 20 [7.5.1.2].
pub const ROWS: usize = 20;
/// Chits in the cup [7.5.1.1].
pub const CHITS: usize = 10;
/// Effectiveness that counters can print [3.2.m].
pub const EFFECTIVENESS: RangeInclusive<u8> = 2..=7;
/// How many values of effectiveness there are.
pub const RATINGS: usize = 6;
/// Most hits that a result gives a side.
pub const MOST_HITS: u8 = 5;
/// Names of the columns in the file.
const COLUMN_NAMES: [&str; COLUMNS] = ["c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "c10"];

/// Hits of one side [7.5.2].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Hits {
    /// How many.
    pub hits: u8,
    /// Printed red: every unit takes an effectiveness check.
    pub red: bool,
}

impl Hits {
    fn parse(text: &str) -> Option<Self> {
        let (digits, red) = text.strip_suffix('r').map_or((text, false), |digits| (digits, true));
        let hits = digits.parse().ok().filter(|hits| *hits <= MOST_HITS && digits.len() == 1)?;
        Some(Hits { hits, red })
    }
}

/// A cell of the combat results table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Deserialize)]
#[serde(try_from = "String")]
pub struct CombatResult {
    /// To the attacking stack.
    pub attacker: Hits,
    /// To the defending stack.
    pub defender: Hits,
}

/// A text that is no cell of the combat results table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is no combat result; expected hits of attacker/defender from 0 to 5, red ones with an r, such as 3r/0 or 2/1")]
pub struct CombatResultError(String);

impl TryFrom<String> for CombatResult {
    type Error = CombatResultError;

    fn try_from(text: String) -> Result<Self, CombatResultError> {
        let sides = text.split_once('/').and_then(|(attacker, defender)| Some((Hits::parse(attacker)?, Hits::parse(defender)?)));
        sides.map(|(attacker, defender)| CombatResult { attacker, defender }).ok_or(CombatResultError(text))
    }
}

/// A ratio of attack to defence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
struct Ratio(u16, u16);

/// A text that is no ratio.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is no ratio; expected attack to defence such as 2:3, both from 1 to 99")]
struct RatioError(String);

impl TryFrom<String> for Ratio {
    type Error = RatioError;

    fn try_from(text: String) -> Result<Self, RatioError> {
        let number = |digits: &str| digits.parse().ok().filter(|number| (1..100).contains(number));
        let sides = text.split_once(':').and_then(|(most, least)| Some(Ratio(number(most)?, number(least)?)));
        sides.ok_or(RatioError(text))
    }
}

rows! {
    pub(super) RawCrt { columns: Vec<String>, row: Vec<ResultRow<CombatResult>> }
    pub(super) RawLine { line: u8, odds: Vec<Ratio> }
    pub(super) RawChit { chit: u8, left: [u8; RATINGS], right: [u8; RATINGS] }
}

/// The combat results table with the headings of its terrain lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CombatTable {
    /// Results by modified die less 1 and column.
    pub body: [[CombatResult; COLUMNS]; ROWS],
    /// Attack to defence of each column, by line less 1, in rising order.
    pub lines: Vec<[(u16, u16); COLUMNS]>,
    /// [7.5.1.D2] The result below the first column of a line, for which no die is rolled.
    pub below: CombatResult,
}

impl CombatTable {
    pub(super) fn load(source: &Source<'_>, raw: &RawCrt, lines: &[RawLine], below: CombatResult) -> Result<Self, DataError> {
        let body = odds::table(source, "crt", (&raw.columns, &COLUMN_NAMES), 1, &raw.row)?;
        let lines = lines.iter().enumerate().map(|(at, line)| line.headings(source, at)).collect::<Result<Vec<_>, _>>()?;
        let table = CombatTable { body, lines, below };
        table.check(source)?;
        Ok(table)
    }

    fn check(&self, source: &Source<'_>) -> Result<(), DataError> {
        let cell = |row: usize, column: usize| self.body[row][column];
        let key = |row: usize, column: usize| format!("crt.row die {} {}", row + 1, COLUMN_NAMES[column]);
        for (row, column) in (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (row, column))) {
            let here = cell(row, column);
            for hits in [here.attacker, here.defender] {
                if hits.hits >= 3 && !hits.red || hits.hits == 0 && hits.red {
                    return Err(source.error(key(row, column), "expected three hits and more to be red, and no hits to be black [7.5.2]"));
                }
            }
            let worse = |before: CombatResult| before.attacker.hits < here.attacker.hits || before.defender.hits > here.defender.hits;
            if row > 0 && worse(cell(row - 1, column)) || column > 0 && worse(cell(row, column - 1)) {
                return Err(source.error(
                    key(row, column),
                    "not monotone; expected a higher die or ratio to cost the attacker no more hits and the defender no fewer",
                ));
            }
        }
        if cell(0, 0).attacker.hits < 3 || cell(ROWS - 1, COLUMNS - 1).defender.hits < 3 {
            return Err(source.error("crt", "expected the worst cell to cost the attacker three hits and the best one the defender"));
        }
        if self.below.attacker < cell(0, 0).attacker || self.below.defender.hits > 0 {
            return Err(source.error("combat.below", "expected a result no better than the first cell of the table"));
        }
        for (at, pair) in self.lines.windows(2).enumerate() {
            if let Some(column) = (0..COLUMNS).find(|&column| !rises(pair[0][column], pair[1][column])) {
                return Err(source.error(
                    format!("crt_line number {} {}", at + 2, COLUMN_NAMES[column]),
                    "expected a higher ratio than the line before asks: lines favour the defender more and more [3.1.1]",
                ));
            }
        }
        Ok(())
    }
}

/// Whether the second ratio is above the first.
fn rises(first: (u16, u16), second: (u16, u16)) -> bool {
    u32::from(first.0) * u32::from(second.1) < u32::from(second.0) * u32::from(first.1)
}

impl RawLine {
    fn headings(&self, source: &Source<'_>, at: usize) -> Result<[(u16, u16); COLUMNS], DataError> {
        let key = format!("crt_line number {}", at + 1);
        if usize::from(self.line) != at + 1 {
            return Err(source.error(key, format!("line {}; expected line {}", self.line, at + 1)));
        }
        if self.odds.len() != COLUMNS {
            return Err(source.error(key, format!("{} ratios; expected {COLUMNS}, one per column", self.odds.len())));
        }
        let odds: [(u16, u16); COLUMNS] = from_fn(|column| (self.odds[column].0, self.odds[column].1));
        if odds.windows(2).any(|pair| !rises(pair[0], pair[1])) {
            return Err(source.error(key, "ratios out of order; expected rising ones"));
        }
        Ok(odds)
    }
}

/// [7.5.1.1.a][7.5.1.1.b] A column of a combat chit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ChitColumn {
    /// Hasty and regular attacks, regular and disorganized defence.
    Left,
    /// Prepared attacks and improved defence.
    Right,
}

/// A combat chit: multipliers by column and effectiveness less 2.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Chit([[u8; RATINGS]; 2]);

impl Chit {
    /// The multiplier of a unit of this effectiveness; ratings beyond the printed ones count as the nearest.
    #[inline]
    pub fn multiplier(&self, column: ChitColumn, effectiveness: u8) -> u8 {
        let rating = effectiveness.clamp(*EFFECTIVENESS.start(), *EFFECTIVENESS.end()) - EFFECTIVENESS.start();
        self.0[column as usize][usize::from(rating)]
    }
}

/// The ten chits, checked: multipliers from 1 to 3 that fall neither with effectiveness nor from the left to the right column, and
/// whose mean over the cup rises with both [7.5.1.1].
pub(super) fn chits(source: &Source<'_>, raw: &[RawChit]) -> Result<[Chit; CHITS], DataError> {
    if raw.len() != CHITS {
        return Err(source.error("chit", format!("{} chits; expected exactly {CHITS}", raw.len())));
    }
    for (at, chit) in raw.iter().enumerate() {
        let key = format!("chit number {}", at + 1);
        if usize::from(chit.chit) != at {
            return Err(source.error(key, format!("chit {}; expected chit {at}", chit.chit)));
        }
        let falls = |column: &[u8; RATINGS]| column.windows(2).any(|pair| pair[0] > pair[1]);
        if chit.left.iter().chain(&chit.right).any(|multiplier| !(1..=3).contains(multiplier)) {
            return Err(source.error(key, "expected multipliers from 1 to 3"));
        }
        if falls(&chit.left) || falls(&chit.right) || chit.left.iter().zip(&chit.right).any(|(left, right)| left > right) {
            return Err(source.error(key, "expected multipliers that fall neither with effectiveness nor from left to right"));
        }
    }
    let sums = |column: fn(&RawChit) -> [u8; RATINGS]| -> [u32; RATINGS] {
        from_fn(|rating| raw.iter().map(|chit| u32::from(column(chit)[rating])).sum())
    };
    let (left, right) = (sums(|chit| chit.left), sums(|chit| chit.right));
    let flat = |sums: &[u32; RATINGS]| sums.windows(2).any(|pair| pair[0] >= pair[1]);
    if flat(&left) || flat(&right) || left.iter().zip(&right).any(|(left, right)| left >= right) {
        return Err(source.error("chit", "expected means over the cup that rise with effectiveness and from left to right [7.5.1.1]"));
    }
    Ok(from_fn(|at| Chit([raw[at].left, raw[at].right])))
}

rule! {
    /// Numbers of combat [7.5].
    CombatRules {
        /// [7.5.1.D2] The result below the first column of a line.
        below: CombatResult,
        /// [7.5.1.1.d] Divisor of the strength of anti-tank units that attack.
        anti_tank_divisor: u16,
        /// [7.5.1.2.B5] Each hex of support of a regular attack.
        support_regular: i8,
        /// [7.5.1.2.B7] Each hex of support of a prepared attack by the same formation.
        support_prepared_same: i8,
        /// [7.5.1.2.B7] Each hex of support of a prepared attack by others.
        support_prepared_other: i8,
        /// [7.5.1.2.B6] Each hex of support of a normal defence.
        support_normal: i8,
        /// [7.5.1.2.B8] Each hex of support of an improved defence by the same formation.
        support_improved_same: i8,
        /// [7.5.1.2.B8] Each hex of support of an improved defence by others.
        support_improved_other: i8,
        /// [7.5.1.2.C1] Divisor of the HQ's support points in a regular attack; fractions are rounded up.
        hq_regular_divisor: u8,
        /// [7.5.2.1.a] Least armour superiority that exempts AFVs from the first loss.
        exempting_superiority: i8,
        /// [7.5.3] Action points of the winner.
        bonus_points: u8,
    }

    /// Numbers of retreats [7.5.2.6].
    RetreatRules {
        /// Most hexes.
        hexes: u8,
        /// [7.5.2.7] SP of each unit that is forced into an EZOC.
        forced_into_ezoc: u8,
        /// [7.5.2.8] SP of each unit that cannot make a forced retreat.
        forced_but_shut_in: u8,
    }

    /// What the Brandenburgers do at the bridges over the Bug [10.1].
    BrandenburgRules {
        /// DRM in place of that of the bridge.
        drm: i8,
        /// Share of the Tank points in place of that of the bridge.
        tank: Share,
    }

    /// Dice under surprise [10.2.a].
    SurpriseRules {
        /// Modifier of the dice of Soviet effectiveness checks.
        check: i8,
        /// Modifier of the dice of Soviet reactions.
        reaction: i8,
    }
}

impl CombatRules {
    pub(super) fn check(&self, source: &Source<'_>) -> Result<(), DataError> {
        if !(1..=16).contains(&self.anti_tank_divisor) || self.hq_regular_divisor == 0 {
            return Err(source.error("combat", "expected divisors above 0, that of anti-tank units up to 16"));
        }
        let attacker = [self.support_regular, self.support_prepared_other, self.support_prepared_same];
        let defender = [self.support_normal, self.support_improved_other, self.support_improved_same];
        if attacker.iter().any(|drm| !(0..=3).contains(drm)) || defender.iter().any(|drm| !(-3..=0).contains(drm)) {
            return Err(source.error("combat", "a wrong DRM of support; expected 0 to 3 for the attacker, -3 to 0 for the defender"));
        }
        if self.bonus_points > MOST_POINTS {
            return Err(source.error("combat.bonus_points", format!("expected at most {MOST_POINTS}")));
        }
        Ok(())
    }
}
