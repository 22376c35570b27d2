//! The terrain effects chart.

use serde::Deserialize;

use crate::data::{DataError, Source};
use crate::east_front::weather::Condition;
use crate::game::Side;
use crate::kit::points::HalfPoints;

/// Weather columns of the chart: dry, mud, frost, snow and arctic.
pub const COLUMNS: usize = 4;

/// A row of the terrain effects chart [T.TEC].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Feature {
    /// Open ground.
    Clear,
    /// Sand.
    Sand,
    /// Hill.
    Hill,
    /// Woods, beside other terrain.
    Woods,
    /// Marsh: slow, open to all (reading A1).
    Marsh,
    /// Swamp: closed to wheels off the road in dry weather and mud (reading A1).
    Swamp,
    /// Lake hex.
    Lake,
    /// Lake hexside.
    LakeSide,
    /// Sea or shallow water, hex and hexside.
    Sea,
    /// A whole hex of the Sivash.
    Sivash,
    /// Coast.
    Coast,
    /// Town.
    Town,
    /// City.
    City,
    /// Major city.
    MajorCity,
    /// Minor road into a clear hex.
    MinorRoadClear,
    /// Minor road into another hex.
    MinorRoadOther,
    /// Main road.
    MainRoad,
    /// Motorway.
    Motorway,
    /// Railroad.
    Railroad,
    /// River or canal hexside.
    River,
    /// Major river hexside.
    MajorRiver,
    /// Bridge.
    Bridge,
    /// Border.
    Border,
    /// Port.
    Port,
    /// Undestroyed strongpoint of the enemy.
    Strongpoint,
    /// Undestroyed fortified line of the enemy.
    FortifiedLine,
}

impl Feature {
    /// All rows in the order of the chart.
    pub const ALL: [Self; 26] = [
        Self::Clear,
        Self::Sand,
        Self::Hill,
        Self::Woods,
        Self::Marsh,
        Self::Swamp,
        Self::Lake,
        Self::LakeSide,
        Self::Sea,
        Self::Sivash,
        Self::Coast,
        Self::Town,
        Self::City,
        Self::MajorCity,
        Self::MinorRoadClear,
        Self::MinorRoadOther,
        Self::MainRoad,
        Self::Motorway,
        Self::Railroad,
        Self::River,
        Self::MajorRiver,
        Self::Bridge,
        Self::Border,
        Self::Port,
        Self::Strongpoint,
        Self::FortifiedLine,
    ];

    const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// A set of features: what a hex holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Features(u32);

impl Features {
    /// Nothing.
    pub const NONE: Self = Self(0);

    /// These.
    pub const fn of(features: &[Feature]) -> Self {
        let mut bits = 0;
        let mut at = 0;
        while at < features.len() {
            bits |= features[at].bit();
            at += 1;
        }
        Self(bits)
    }

    /// The same with one more.
    pub const fn with(self, feature: Feature) -> Self {
        Self(self.0 | feature.bit())
    }

    /// Whether it is among them.
    #[inline]
    pub const fn has(self, feature: Feature) -> bool {
        self.0 & feature.bit() != 0
    }

    /// Whether one of them is.
    #[inline]
    pub const fn has_any(self, others: Features) -> bool {
        self.0 & others.0 != 0
    }

    /// Each of them, in the order of the chart.
    pub fn iter(self) -> impl Iterator<Item = Feature> {
        Feature::ALL.into_iter().filter(move |&feature| self.has(feature))
    }
}

/// What a cell of the movement columns charges.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Charge {
    /// The price of the hex.
    Hex(HalfPoints),
    /// Added to the price of the hex.
    Added(HalfPoints),
    /// Closed.
    Closed,
    /// The other terrain of the hex decides.
    Other,
    /// The other terrain decides, its woods left out.
    OtherWithoutWoods,
}

/// A cell of the movement columns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Price {
    /// What it charges.
    pub charge: Charge,
    /// Note (a): motorized and orange units other than Soviet tanks pay one point more.
    pub note_a: bool,
}

/// A text that is no cell of the chart.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is no price; expected one such as 2, 2(a), 1/2, +1, P, o or ow")]
pub struct PriceError(String);

impl TryFrom<String> for Price {
    type Error = PriceError;

    fn try_from(text: String) -> Result<Self, PriceError> {
        let (bare, note_a) = text.strip_suffix("(a)").map_or((text.as_str(), false), |bare| (bare, true));
        let points = |number: &str| HalfPoints::try_from(number.to_owned()).ok();
        let charge = match bare {
            "P" => Some(Charge::Closed),
            "o" => Some(Charge::Other),
            "ow" => Some(Charge::OtherWithoutWoods),
            _ => match bare.strip_prefix('+') {
                Some(added) => points(added).map(Charge::Added),
                None => points(bare).map(Charge::Hex),
            },
        };
        charge.map(|charge| Price { charge, note_a }).ok_or(PriceError(text))
    }
}

/// A row of the chart, by weather column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TerrainRow {
    /// Price on foot.
    pub foot: [Price; COLUMNS],
    /// Price of motorized and orange units.
    pub wheels: [Price; COLUMNS],
    /// Modifier for the defender, by defending side.
    pub defence: [[i8; COLUMNS]; 2],
    /// No combined arms bonus.
    pub no_combined_arms: [bool; COLUMNS],
    /// Attackers from or across it are halved.
    pub halves_attackers: [bool; COLUMNS],
    /// Attacking armour is halved.
    pub armour_halved: [bool; COLUMNS],
    /// No attack into or across it.
    pub barred: [bool; COLUMNS],
    /// No ZOC into or across it.
    pub no_zoc: [bool; COLUMNS],
    /// Where the row comes from.
    pub origin: String,
}

/// The chart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TerrainChart(Vec<TerrainRow>);

impl TerrainChart {
    /// A row.
    #[inline]
    pub fn row(&self, feature: Feature) -> &TerrainRow {
        &self.0[feature as usize]
    }

    /// Modifier for a defending side.
    pub fn defence(&self, feature: Feature, defender: Side, condition: Condition) -> i8 {
        self.row(feature).defence[defender.index()][condition.terrain_column()]
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTerrain {
    name: Feature,
    mp: [Price; COLUMNS],
    wheels: Option<[Price; COLUMNS]>,
    #[serde(default)]
    defence: [i8; COLUMNS],
    soviet_defence: Option<[i8; COLUMNS]>,
    #[serde(default)]
    no_combined_arms: [bool; COLUMNS],
    #[serde(default)]
    halves_attackers: [bool; COLUMNS],
    #[serde(default)]
    armour_halved: [bool; COLUMNS],
    #[serde(default)]
    barred: [bool; COLUMNS],
    #[serde(default)]
    no_zoc: [bool; COLUMNS],
    origin: String,
}

pub(super) fn chart(source: &Source<'_>, raw: Vec<RawTerrain>) -> Result<TerrainChart, DataError> {
    let names: Vec<Feature> = raw.iter().map(|row| row.name).collect();
    if let Some((at, expected)) = Feature::ALL.iter().enumerate().find(|&(at, expected)| names.get(at) != Some(expected)) {
        return Err(source.error(
            format!("terrain number {}", at + 1),
            format!("{:?}; expected {expected:?}: one row for each terrain, in the order of the chart", names.get(at)),
        ));
    }
    if names.len() != Feature::ALL.len() {
        return Err(source.error("terrain", format!("{} rows; expected {}", names.len(), Feature::ALL.len())));
    }
    let row = |raw: RawTerrain| TerrainRow {
        foot: raw.mp,
        wheels: raw.wheels.unwrap_or(raw.mp),
        defence: [raw.defence, raw.soviet_defence.unwrap_or(raw.defence)],
        no_combined_arms: raw.no_combined_arms,
        halves_attackers: raw.halves_attackers,
        armour_halved: raw.armour_halved,
        barred: raw.barred,
        no_zoc: raw.no_zoc,
        origin: raw.origin,
    };
    Ok(TerrainChart(raw.into_iter().map(row).collect()))
}
