//! Prices of movement [10]: hexes, hexsides, roads, allowances.

use super::data::{
    Adjustment, Charge, Feature, Features, Kind, Mobility, MovementPhase, MovementRules, Mover, Occasion, Price, RoadClass, Share, Tables,
    TerrainChart, Unit, UnitKind, edge,
};
use super::weather::Condition;
use crate::game::Side;
use crate::kit::points::HalfPoints;

/// Who pays which prices [T.LEGEND.ma].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Payer {
    /// On foot and on horse.
    Foot,
    /// Motorized and orange.
    Wheels,
    /// Soviet tanks, whom note (a) does not touch.
    SovietTank,
    /// Super-heavy artillery: roads only [23.41].
    SuperHeavy,
}

impl Payer {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Foot, Self::Wheels, Self::SovietTank, Self::SuperHeavy];

    /// How a unit pays; `None` for rails and water.
    pub fn of(unit: &Unit) -> Option<Self> {
        match unit.mobility {
            Mobility::Foot | Mobility::Cavalry => Some(Self::Foot),
            Mobility::Motorized if unit.side == Side::Soviet && unit.kind == UnitKind::Tank => Some(Self::SovietTank),
            Mobility::Motorized | Mobility::Orange => Some(Self::Wheels),
            Mobility::Green => Some(Self::SuperHeavy),
            Mobility::Grey | Mobility::Blue => None,
        }
    }

    const fn on_wheels(self) -> bool {
        !matches!(self, Self::Foot)
    }
}

/// The weather as it lies on the ground.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Going {
    /// Weather of the turn.
    pub condition: Condition,
    /// Woods keep the mud of the turn before [5.14].
    pub lingering_mud: bool,
    /// Waters are frozen [5.15.b].
    pub frozen: bool,
}

impl Going {
    /// The weather of the turn and nothing else: waters are frozen in snow and arctic weather.
    pub const fn of(condition: Condition) -> Self {
        Self { condition, lingering_mud: false, frozen: condition.is_white() }
    }

    /// [5.14] The weather in a hex.
    pub const fn condition_in(self, hex: Features) -> Condition {
        if self.lingering_mud && matches!(self.condition, Condition::Dry) && hex.has(Feature::Woods) {
            Condition::Mud
        } else {
            self.condition
        }
    }

    const fn column(self, hex: Features) -> usize {
        self.condition_in(hex).terrain_column()
    }

    /// Column of the rows of water.
    const fn water_column(self) -> usize {
        if self.frozen { Condition::Snow.terrain_column() } else { self.condition.terrain_column() }
    }
}

/// A step into a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Printed terrain of the hex entered.
    pub to: Features,
    /// Flags of the hexside crossed, of [`edge`].
    pub side: u16,
    /// An undestroyed enemy strongpoint is in the hex, or an undestroyed enemy line on the hexside.
    pub fortified: bool,
    /// The hex is in enemy ZOC and the kind of movement pays for that.
    pub enemy_zoc: bool,
}

/// The tables that prices are read from.
#[derive(Clone, Copy, Debug)]
pub struct Prices<'a> {
    /// The terrain effects chart.
    pub chart: &'a TerrainChart,
    /// The numbers of movement.
    pub rules: &'a MovementRules,
    /// The weather on the ground.
    pub going: Going,
    /// Who pays.
    pub payer: Payer,
}

/// Base terrain: of several the dearest counts [10.72].
const BASE: [Feature; 8] =
    [Feature::Clear, Feature::Sand, Feature::Hill, Feature::Marsh, Feature::Swamp, Feature::Lake, Feature::Sea, Feature::Sivash];
/// What makes a hex other than clear for minor roads and cavalry.
const ROUGH: Features =
    Features::of(&[Feature::Sand, Feature::Hill, Feature::Woods, Feature::Marsh, Feature::Swamp, Feature::City, Feature::MajorCity]);

/// Whether a hex counts as clear: towns, roads and shores do not change that [11.52.b].
pub const fn is_clear(hex: Features) -> bool {
    !hex.has_any(ROUGH)
}

impl<'a> Prices<'a> {
    /// The prices of a payer in some weather.
    pub fn new(tables: &'a Tables, going: Going, payer: Payer) -> Self {
        Prices { chart: &tables.terrain, rules: &tables.movement, going, payer }
    }

    fn cell(&self, feature: Feature, column: usize) -> Price {
        let row = self.chart.row(feature);
        if self.payer.on_wheels() { row.wheels[column] } else { row.foot[column] }
    }

    /// Note (a) of the chart.
    fn with_note(&self, price: Price, points: HalfPoints) -> HalfPoints {
        let pays = price.note_a && matches!(self.payer, Payer::Wheels | Payer::SuperHeavy);
        if pays { points + HalfPoints::whole(1) } else { points }
    }

    /// [10.72][10.73.b] Full terrain of a hex off the road; `None` where it is closed. Along a railroad woods cost a
    /// point less and swamp is open to wheels at the price on foot.
    pub fn terrain(&self, hex: Features, along_rail: bool) -> Option<HalfPoints> {
        if self.payer == Payer::SuperHeavy {
            return None;
        }
        self.ground(hex, along_rail, true)
    }

    fn ground(&self, hex: Features, along_rail: bool, with_woods: bool) -> Option<HalfPoints> {
        let column = self.going.column(hex);
        if let Some(city) = [Feature::MajorCity, Feature::City].into_iter().find(|&city| hex.has(city)) {
            return match self.cell(city, column).charge {
                Charge::Hex(points) => Some(points),
                _ => None,
            };
        }
        let mut dearest = HalfPoints::ZERO;
        for feature in BASE.into_iter().filter(|&feature| hex.has(feature)) {
            let column = if feature == Feature::Lake { self.going.water_column() } else { column };
            let mut price = self.cell(feature, column);
            if feature == Feature::Swamp && along_rail && price.charge == Charge::Closed {
                price = self.chart.row(feature).foot[column];
            }
            let Charge::Hex(points) = price.charge else { return None };
            dearest = dearest.max(self.with_note(price, points));
        }
        if with_woods
            && hex.has(Feature::Woods)
            && let Charge::Added(points) = self.cell(Feature::Woods, column).charge
        {
            let relief = if along_rail { HalfPoints::whole(1) } else { HalfPoints::ZERO };
            dearest += points.checked_sub(relief).unwrap_or_default();
        }
        Some(dearest)
    }

    /// [10.74][10.75] Price of a hex along a road; `None` where super-heavy artillery may not follow it.
    pub fn road(&self, road: RoadClass, hex: Features) -> Option<HalfPoints> {
        let column = self.going.column(hex);
        if self.payer == Payer::SuperHeavy {
            let passable = road != RoadClass::Minor || column == Condition::Dry.terrain_column();
            return passable.then_some(self.rules.super_heavy_road);
        }
        let row = match road {
            RoadClass::Motorway => Feature::Motorway,
            RoadClass::Main => Feature::MainRoad,
            RoadClass::Minor if is_clear(hex) => Feature::MinorRoadClear,
            RoadClass::Minor => Feature::MinorRoadOther,
        };
        let price = self.cell(row, column);
        let along = match price.charge {
            Charge::Hex(points) => Some(self.with_note(price, points)),
            Charge::OtherWithoutWoods => self.ground(hex, true, false),
            Charge::Other => self.ground(hex, true, true),
            Charge::Added(_) | Charge::Closed => None,
        };
        let built_up = hex.has_any(Features::of(&[Feature::City, Feature::MajorCity]));
        if built_up { along.min(self.ground(hex, true, false)) } else { along }
    }

    /// [10.72][10.76][10.77] Price of a hexside; `None` where it is closed. Roads and railroads cross rivers free, and
    /// major rivers on bridges.
    fn hexside(&self, side: u16, by_way: bool) -> Option<HalfPoints> {
        if side & edge::CLOSED != 0 {
            return None;
        }
        let crossed = [(edge::RIVER, Feature::River), (edge::MAJOR, Feature::MajorRiver), (edge::LAKE, Feature::LakeSide)];
        let mut sum = HalfPoints::ZERO;
        for (flag, feature) in crossed.into_iter().filter(|(flag, _)| side & flag != 0) {
            let bridged = by_way && (flag == edge::RIVER || side & edge::BRIDGE != 0);
            if !bridged {
                match self.cell(feature, self.going.water_column()).charge {
                    Charge::Added(points) => sum += points,
                    _ => return None,
                }
            }
        }
        Some(sum)
    }

    /// [10.64][18.12] Fortifications and ZOC, whichever way the hex is entered.
    fn surcharge(&self, step: Step) -> HalfPoints {
        let column = self.going.column(step.to);
        let added = |price: Price| match price.charge {
            Charge::Added(points) => points,
            _ => HalfPoints::ZERO,
        };
        let fort = if step.fortified { added(self.cell(Feature::Strongpoint, column)) } else { HalfPoints::ZERO };
        let zoc = if step.enemy_zoc { added(self.rules.zoc) } else { HalfPoints::ZERO };
        fort + zoc
    }

    /// [10.7] Price of a step off the road; `None` where it is closed.
    pub fn off_road(&self, step: Step) -> Option<HalfPoints> {
        let along_rail = step.side & edge::RAIL != 0;
        Some(self.terrain(step.to, along_rail)? + self.hexside(step.side, along_rail)? + self.surcharge(step))
    }

    /// [10.74] A step by the best road over the hexside; `None` where there is none or it cannot be followed.
    pub fn by_road(&self, step: Step) -> Option<RoadEntry> {
        let road = self.road(RoadClass::best(step.side)?, step.to)?;
        let cost = road + self.hexside(step.side, true)? + self.surcharge(step);
        Some(RoadEntry { cost, debt: debt(self.terrain(step.to, false), road) })
    }
}

/// [10.74.off] What leaving the road in a hex adds to the price paid for it.
fn debt(full: Option<HalfPoints>, paid: HalfPoints) -> Option<HalfPoints> {
    full.map(|full| full.checked_sub(paid).unwrap_or_default())
}

/// A hex entered by road.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoadEntry {
    /// Paid at once.
    pub cost: HalfPoints,
    /// Paid as well if the unit leaves the hex off the road; `None` when it may not [10.78].
    pub debt: Option<HalfPoints>,
}

/// What decides the allowance of a unit in a phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mustering {
    /// Side of the unit.
    pub side: Side,
    /// Its row in the chart of phases.
    pub mover: Mover,
    /// Printed allowance.
    pub ma: u8,
    /// Weather.
    pub condition: Condition,
    /// Out of supply.
    pub out_of_supply: bool,
    /// Activated by a headquarters.
    pub activated: bool,
}

/// [T.MOVE.n7] Whether the cold keeps the wheels of a side where they are: those of the Axis in its second phase.
pub fn stands_still(side: Side, phase: MovementPhase, condition: Condition) -> bool {
    side == Side::Axis && phase == MovementPhase::Motorized && condition.is_white()
}

/// [10.1][10.2][10.3][T.PHASES][T.HALF] Movement points of a unit in a phase, 0 when it may not move: the printed allowance,
/// less what hunger and cold take from it (reading A75), then its share.
pub fn allowance(tables: &Tables, unit: Mustering, phase: MovementPhase) -> HalfPoints {
    let kind = match (unit.mover, phase) {
        (Mover::Train, _) => Kind::Train,
        (Mover::Flotilla, _) => Kind::Flotilla,
        (_, MovementPhase::Movement) => Kind::Movement,
        (_, MovementPhase::Motorized) => Kind::Motorized,
        (_, MovementPhase::Reaction) => Kind::Reaction,
    };
    let change = |occasion: fn(&Occasion) -> bool, holds: bool| -> i8 {
        let applies = |adjustment: &&Adjustment| {
            holds
                && occasion(&adjustment.when)
                && adjustment.side.is_none_or(|side| side == unit.side)
                && adjustment.kinds.contains(&kind)
                && adjustment.movers.contains(&unit.mover)
        };
        tables.adjustments.iter().filter(applies).map(|adjustment| adjustment.mp).sum()
    };
    let starved = change(|when| *when == Occasion::OutOfSupply, unit.out_of_supply);
    let weather = match unit.condition {
        Condition::Frost => change(|when| *when == Occasion::Frost, true),
        Condition::Snow => change(|when| *when == Occasion::Snow, true),
        Condition::Arctic => change(|when| *when == Occasion::Arctic, true),
        Condition::Dry | Condition::Mud => 0,
    };
    let printed = unit.ma.saturating_add_signed(starved).saturating_add_signed(weather);
    let share = match tables.shares.of(unit.side, unit.mover, phase) {
        Share::Activated if unit.activated => Share::Full,
        Share::Half if stands_still(unit.side, phase, unit.condition) => Share::None,
        share => share,
    };
    match share {
        Share::None | Share::Activated => HalfPoints::ZERO,
        Share::Full => HalfPoints::whole(printed),
        Share::Half => tables.allowance.half[usize::from(printed)],
    }
}

/// [11.31][T.HALF] Movement points of strategic movement.
pub fn strategic_allowance(tables: &Tables, ma: u8) -> HalfPoints {
    tables.allowance.strategic[usize::from(ma)]
}
