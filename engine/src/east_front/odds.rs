//! Strengths and odds [15.5].

use super::data::{ArtilleryRules, Feature, Features, ODDS_NAMES, Odds, TerrainChart, TopOdds, edge};
use super::movement::Going;
use super::weather::Condition;
use crate::kit::odds;

/// A column of the combat table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Column(u8);

/// Attack to defence of each column that has a label.
const RATIOS: [(u16, u16); 15] =
    [(1, 4), (1, 3), (1, 2), (3, 4), (1, 1), (3, 2), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1), (8, 1), (9, 1), (10, 1)];

impl Column {
    /// [15.57] The column of two strengths, rounded in the defender's favour; `None` below 1-4, where the attackers are
    /// eliminated. Above 10-1 the column is that of 10-1 (reading A3).
    pub fn of(attack: u16, defence: u16, top: TopOdds) -> Option<Self> {
        let column = odds::column(&RATIOS, attack, defence)?;
        let sixteenth = top == TopOdds::Sixteenth && column + 1 == RATIOS.len();
        Some(Column((column + usize::from(sixteenth)) as u8))
    }

    /// Its place in the table.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its label.
    pub const fn name(self) -> &'static str {
        ODDS_NAMES[self.index()]
    }
}

/// An attacking unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attacker {
    /// Attack strength.
    pub strength: u8,
    /// How often it is halved: from a swamp, across a major river, armour into a city [15.52].
    pub halvings: u8,
}

/// Artillery that supports one side of a combat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Support {
    /// Support strengths added up.
    pub points: u16,
    /// Halved by mud or a swamp under fire [15.52.a][15.53].
    pub halved: bool,
}

impl Support {
    /// [15.4][15.53][15.55.b][T.ARTY.7] What of it counts beside a strength: no more than that, then halved with the fraction dropped.
    pub fn counted(self, rules: &ArtilleryRules, strength: u16) -> u16 {
        let capped = self.points.min(strength);
        if self.halved { capped / rules.mud_divisor } else { capped }
    }
}

/// [15.51] Attack total: strengths halved unit by unit, support capped by the strength before halving; fractions are added up
/// and dropped at the end, and at least a point is left.
pub fn attack_total(odds: &Odds, artillery: &ArtilleryRules, attackers: &[Attacker], support: Support) -> u16 {
    // Three halvings at most can meet on a unit, so eighths are exact.
    let whole: u16 = attackers.iter().map(|unit| u16::from(unit.strength)).sum();
    let eighths: u16 = attackers.iter().map(|unit| (8 * u16::from(unit.strength)) >> unit.halvings.min(3)).sum();
    (eighths / 8 + support.counted(artillery, whole)).max(odds.attack_least)
}

/// [15.54][15.55] Defence total: all defenders, and support up to their strength.
pub fn defence_total(artillery: &ArtilleryRules, strength: u16, support: Support) -> u16 {
    strength + support.counted(artillery, strength)
}

/// [15.52] How often a unit is halved that attacks out of a hex, over a hexside with these flags of [`edge`], into another hex.
pub fn halvings(chart: &TerrainChart, going: Going, from: Features, side: u16, into: Features, armour: bool) -> u8 {
    let column = |hex: Features| going.condition_in(hex).terrain_column();
    let water = if going.frozen { Condition::Snow } else { going.condition }.terrain_column();
    let bogged = from.iter().any(|feature| chart.row(feature).halves_attackers[column(from)]);
    let crossing = side & edge::MAJOR != 0 && chart.row(Feature::MajorRiver).halves_attackers[water];
    let in_streets = armour && into.iter().any(|feature| chart.row(feature).armour_halved[column(into)]);
    u8::from(bogged) + u8::from(crossing) + u8::from(in_streets)
}

/// [15.52.a][15.53][T.CRT.art] Whether support into a hex is halved: in mud, and into a swamp that no snow covers.
pub fn support_is_halved(going: Going, into: Features) -> bool {
    let condition = going.condition_in(into);
    condition == Condition::Mud || into.has(Feature::Swamp) && !condition.is_white()
}
