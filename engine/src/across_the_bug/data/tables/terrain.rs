//! The terrain effects chart: hexes, strongpoints, roads and hexsides [3.1].

use serde::Deserialize;

use crate::across_the_bug::terms::{Arm, Crossing, MoveClass, Terrain, Way, ZocClass};
use crate::data::{DataError, Source};
use crate::kit::points::HalfPoints;

/// Most AT points that ground gives.
const MOST_AT_BONUS: u8 = 9;

/// A share of the Tank points of an attacker, in quarters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Share(u8);

impl Share {
    /// All of them.
    pub const WHOLE: Share = Share(4);

    /// Quarters.
    #[inline]
    pub const fn quarters(self) -> u8 {
        self.0
    }
}

/// A text that is no share.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is no share of Tank points; expected 1, 1/2, 1/4 or 0")]
pub struct ShareError(String);

impl TryFrom<String> for Share {
    type Error = ShareError;

    fn try_from(text: String) -> Result<Self, ShareError> {
        match text.as_str() {
            "1" => Ok(Share(4)),
            "1/2" => Ok(Share(2)),
            "1/4" => Ok(Share(1)),
            "0" => Ok(Share(0)),
            _ => Err(ShareError(text)),
        }
    }
}

/// What crossing a hexside asks beside the price of the hex.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(try_from = "String")]
pub enum Passage {
    /// These movement points.
    Extra(HalfPoints),
    /// The whole allowance, from a start beside it, and the move ends [7.3.7].
    WholeAllowance,
    /// A boat, from a start beside it, and these movement points [7.3.8].
    Boat(HalfPoints),
    /// It is closed.
    Closed,
}

/// A text that is no price of a crossing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is no price of a crossing; expected movement points such as 1 or 1/2, boat 1, whole or closed")]
pub struct PassageError(String);

impl TryFrom<String> for Passage {
    type Error = PassageError;

    fn try_from(text: String) -> Result<Self, PassageError> {
        let points = |text: &str| HalfPoints::try_from(text.to_owned()).ok();
        let passage = match text.as_str() {
            "whole" => Some(Passage::WholeAllowance),
            "closed" => Some(Passage::Closed),
            other => match other.strip_prefix("boat ") {
                Some(price) => points(price).map(Passage::Boat),
                None => points(other).map(Passage::Extra),
            },
        };
        passage.ok_or(PassageError(text))
    }
}

/// Who may attack across a hexside.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Attackers {
    /// Everybody.
    All,
    /// Units on foot alone [A42].
    Leg,
    /// Nobody.
    None,
}

rule! {
    /// A row of the chart of hexes.
    TerrainRow {
        /// The terrain.
        terrain: Terrain,
        /// Price on foot.
        leg: HalfPoints,
        /// Price of motorized units.
        motorized: HalfPoints,
        /// [3.1.1.j] AFVs that enter off road take an effectiveness check.
        afv_check: bool,
        /// Line of the combat results table.
        crt_line: u8,
        /// AT points more of defenders.
        at_bonus: u8,
        /// Share of Tank points of those who attack into it.
        tank_into: Share,
        /// Share of Tank points of those who attack out of it.
        tank_out_of: Share,
        /// AFVs and anti-tank guns project their ZOC into it.
        afv_zoc: bool,
        /// Infantry projects its ZOC into it.
        infantry_zoc: bool,
        /// Hexes that a motorized unit may retreat when it enters it.
        motorized_retreat: u8,
    }

    /// Strongpoints: what they add to the terrain beneath [3.1.1.f-h].
    FortRules {
        /// Lines of the combat results table further down.
        crt_lines: u8,
        /// AT points more of defenders, beside those of the terrain.
        at_bonus: u8,
        /// Modifier of the dice of checks and attrition of the Soviet infantry in it.
        check: i8,
        /// DRM of engineers against it.
        engineers: i8,
    }

    /// A class of road.
    WayRow {
        /// The class.
        way: Way,
        /// Price on foot.
        leg: HalfPoints,
        /// Price of motorized units.
        motorized: HalfPoints,
    }

    /// A row of the chart of hexsides.
    CrossingRow {
        /// The crossing.
        crossing: Crossing,
        /// On foot.
        leg: Passage,
        /// Motorized.
        motorized: Passage,
        /// DRM of an attack across it, for the defender.
        attack_drm: i8,
        /// Share of the Tank points of those who attack across it.
        tank: Share,
        /// Infantry projects its ZOC across it.
        infantry_zoc: bool,
        /// AFVs and anti-tank guns project their ZOC across it.
        afv_zoc: bool,
        /// Supply paths and VP lines cross it.
        supply: bool,
        /// Units retreat across it [7.5.2.6.b].
        retreat: bool,
        /// Who attacks across it.
        attack_by: Attackers,
    }
}

/// The terrain effects chart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TerrainChart {
    hexes: [TerrainRow; Terrain::COUNT],
    ways: [WayRow; Way::COUNT],
    crossings: [CrossingRow; Crossing::COUNT],
    /// Strongpoints.
    pub fort: FortRules,
}

impl TerrainChart {
    pub(super) fn load(
        source: &Source<'_>,
        hexes: Vec<TerrainRow>,
        ways: Vec<WayRow>,
        crossings: Vec<CrossingRow>,
        fort: FortRules,
    ) -> Result<Self, DataError> {
        let chart = TerrainChart {
            hexes: in_order(source, "terrain", hexes, &Terrain::ALL, |row| row.terrain, Terrain::name)?,
            ways: in_order(source, "way", ways, &Way::ALL, |row| row.way, Way::name)?,
            crossings: in_order(source, "crossing", crossings, &Crossing::ALL, |row| row.crossing, Crossing::name)?,
            fort,
        };
        chart.check(source)?;
        Ok(chart)
    }

    /// The row of a terrain.
    #[inline]
    pub const fn hex(&self, terrain: Terrain) -> &TerrainRow {
        &self.hexes[terrain.index()]
    }

    /// The row of a class of road.
    #[inline]
    pub const fn way(&self, way: Way) -> &WayRow {
        &self.ways[way.index()]
    }

    /// The row of a crossing.
    #[inline]
    pub const fn crossing(&self, crossing: Crossing) -> &CrossingRow {
        &self.crossings[crossing.index()]
    }

    /// [7.5.1.D2] The line of the combat results table for a defender, from 1; `fort` is a strongpoint that works.
    #[inline]
    pub const fn crt_line(&self, terrain: Terrain, fort: bool) -> u8 {
        self.hex(terrain).crt_line.saturating_add(if fort { self.fort.crt_lines } else { 0 })
    }

    /// [7.5.1.2.D2] AT points more of a defender.
    #[inline]
    pub const fn at_bonus(&self, terrain: Terrain, fort: bool) -> u8 {
        self.hex(terrain).at_bonus + if fort { self.fort.at_bonus } else { 0 }
    }

    /// [5.4.c][5.4.d] Whether a ZOC of this class reaches into a hex of this terrain. A strongpoint is judged by the terrain
    /// beneath it [B3].
    #[inline]
    pub const fn zoc_into(&self, class: ZocClass, terrain: Terrain) -> bool {
        match class {
            ZocClass::Infantry => self.hex(terrain).infantry_zoc,
            ZocClass::Afv => self.hex(terrain).afv_zoc,
        }
    }

    /// [5.4.d] Whether a ZOC of this class reaches across a hexside; with `over_bridges` bridges and pontoons open the Bug to the
    /// classes that reach across nothing [A58].
    #[inline]
    pub const fn zoc_across(&self, class: ZocClass, crossing: Crossing, over_bridges: bool) -> bool {
        let row = match crossing {
            Crossing::BugBridge | Crossing::Pontoon if over_bridges => self.crossing(Crossing::Plain),
            other => self.crossing(other),
        };
        match class {
            ZocClass::Infantry => row.infantry_zoc,
            ZocClass::Afv => row.afv_zoc,
        }
    }

    /// [3.1.1] The ordinary price of a hex.
    #[inline]
    pub const fn price(&self, terrain: Terrain, class: MoveClass) -> HalfPoints {
        let row = self.hex(terrain);
        match class {
            MoveClass::Leg => row.leg,
            MoveClass::Motorized => row.motorized,
        }
    }

    /// [7.3.3] The price of a hex along a way. With `minor_as_main` minor roads cost what main roads cost [B1].
    #[inline]
    pub const fn way_price(&self, way: Way, class: MoveClass, minor_as_main: bool) -> HalfPoints {
        let row = match way {
            Way::Minor if minor_as_main => self.way(Way::Main),
            other => self.way(other),
        };
        match class {
            MoveClass::Leg => row.leg,
            MoveClass::Motorized => row.motorized,
        }
    }

    /// [3.1.2] What a hexside asks of a mover.
    #[inline]
    pub const fn passage(&self, crossing: Crossing, class: MoveClass) -> Passage {
        let row = self.crossing(crossing);
        match class {
            MoveClass::Leg => row.leg,
            MoveClass::Motorized => row.motorized,
        }
    }

    /// [A42] Whether a unit may attack across a hexside; without `leg_over_bug` nobody attacks over the unbridged Bug.
    #[inline]
    pub fn may_attack_across(&self, crossing: Crossing, arm: Arm, class: MoveClass, leg_over_bug: bool) -> bool {
        match self.crossing(crossing).attack_by {
            Attackers::All => true,
            Attackers::Leg => leg_over_bug && class == MoveClass::Leg && arm == Arm::Infantry,
            Attackers::None => false,
        }
    }

    /// [A16] Whether supply paths and VP lines cross a hexside; with `streams_block` streams without a bridge stop supply paths.
    #[inline]
    pub fn supply_across(&self, crossing: Crossing, streams_block: bool) -> bool {
        self.crossing(crossing).supply && !(streams_block && crossing == Crossing::Stream)
    }

    fn check(&self, source: &Source<'_>) -> Result<(), DataError> {
        let expect = |holds: bool, key: &str, problem: &str| if holds { Ok(()) } else { Err(source.error(key, problem)) };
        for row in &self.hexes {
            let key = format!("terrain {}", row.terrain.name());
            let clear = self.hex(Terrain::Clear);
            expect(row.leg > HalfPoints::ZERO && row.motorized > HalfPoints::ZERO, &key, "expected prices above 0 [3.1.1]")?;
            expect(
                row.crt_line >= clear.crt_line && row.leg >= clear.leg && row.motorized >= clear.motorized,
                &key,
                "expected no lower prices and no lower line than clear terrain [3.1.1]",
            )?;
            expect((1..=2).contains(&row.motorized_retreat), &key, "expected a motorized retreat of 1 or 2 hexes [7.5.2.6]")?;
            expect(row.at_bonus <= MOST_AT_BONUS, &key, "expected an at_bonus of at most 9")?;
        }
        for row in &self.ways {
            let key = format!("way {}", row.way.name());
            expect(row.leg > HalfPoints::ZERO && row.motorized > HalfPoints::ZERO, &key, "expected prices above 0 [7.3.3]")?;
        }
        let (main, rail) = (self.way(Way::Main).motorized, self.way(Way::Rail).motorized);
        expect(rail > main, "way rail.motorized", "expected more than a main road [3.1.1.c]")?;
        for row in &self.crossings {
            let key = format!("crossing {}", row.crossing.name());
            expect((-20..=0).contains(&row.attack_drm), &key, "expected an attack_drm from -20 to 0, for the defender [7.5.1.2.A]")?;
        }
        expect((-9..=0).contains(&self.fort.check), "fort.check", "expected -9 to 0, for the Soviet infantry in it [3.1.1.g]")?;
        expect((0..=3).contains(&self.fort.engineers), "fort.engineers", "expected 0 to 3, for the engineers [3.1.1.h]")?;
        expect(self.fort.at_bonus <= MOST_AT_BONUS, "fort.at_bonus", "expected at most 9")
    }
}

/// Rows in the order of their names, each once.
fn in_order<R, N: PartialEq + Copy, const COUNT: usize>(
    source: &Source<'_>,
    key: &str,
    rows: Vec<R>,
    names: &[N; COUNT],
    name: fn(&R) -> N,
    text: fn(N) -> &'static str,
) -> Result<[R; COUNT], DataError> {
    let found = rows.len();
    if let Some((at, expected)) = names.iter().enumerate().find(|&(at, expected)| rows.get(at).map(name) != Some(*expected)) {
        return Err(source.error(format!("{key} number {}", at + 1), format!("missing or out of order; expected {}", text(*expected))));
    }
    rows.try_into().map_err(|_| source.error(key, format!("{found} rows; expected {COUNT}")))
}
