//! The printed map in the form that play asks for: prices of steps by class and weather, barriers to ZOC,
//! neighbourhoods. Built once per scenario from the map and the prices of movement.

use super::data::{COLUMNS, Map, RoadClass, Tables, edge};
use super::flood::{CLOSED, Step, Steps};
use super::ids::{HEX_WORDS, HexSet};
use super::movement::{Going, Payer, Prices, Step as PricedStep};
use super::weather::Condition;
use super::zoc;
use crate::hex::{Direction, Hex, HexPatch, OFF_MAP};
use crate::kit::points::HalfPoints;

/// Weather by column of the terrain chart.
const WEATHER: [Condition; COLUMNS] = [Condition::Dry, Condition::Mud, Condition::Frost, Condition::Snow];

/// Tables of one weather column.
#[derive(Debug, Default)]
pub(super) struct Tracks {
    /// Steps by [`Payer`], hex and direction.
    pub(super) steps: [Steps; 4],
    /// The same along roads alone, for strategic movement [11.34].
    pub(super) strategic: [Steps; 4],
    /// Half points to enter the map at a hex, by [`Payer`]: by road and in full [8.12].
    pub(super) entry: [Vec<[u8; 2]>; 4],
    /// Directions out of a hex that no ZOC passes, of units on foot and motorized [10.6].
    pub(super) zoc_barriers: [Vec<u8>; 2],
}

/// No fortified line. The loader takes no more lines than there are bits for.
const NO_LINE: u8 = u8::MAX;

/// What the map gives to play.
#[derive(Debug, Default)]
pub(super) struct GroundTables {
    /// By weather column of the terrain chart.
    pub(super) tracks: [Tracks; COLUMNS],
    /// Directions out of a hex across a fortified line, as bits.
    pub(super) lines: Vec<u8>,
    /// The hex that owns the line on each side; the hex itself where there is none.
    pub(super) line_owner: Vec<[u16; 6]>,
    /// Hexes that own a fortified line.
    pub(super) line_hexes: HexSet,
    /// Number of the fortified line of a hex among them all, [`NO_LINE`] without one.
    line_number: Vec<u8>,
    /// Hexes nearer than strategic movement may come to an enemy, itself included [11.32.d].
    pub(super) near: Vec<HexPatch<HEX_WORDS>>,
    /// Hexes on a road.
    pub(super) on_road: HexSet,
}

impl GroundTables {
    pub(super) fn new(map: &Map, tables: &Tables) -> Self {
        let hexes = || map.grid.hexes();
        let owner = |hex: Hex, direction| map.grid.neighbour(hex, direction).and_then(|to| map.line_owner(hex, to)).unwrap_or(hex).0;
        let line = |hex: Hex| Direction::ALL.into_iter().filter(move |&direction| map.edge(hex, direction) & edge::LINE != 0);
        let line_hexes: HexSet = map.lines.iter().map(|line| line.owner).collect();
        let number = |hex: Hex| line_hexes.iter().position(|owner| owner == hex).map_or(NO_LINE, |number| number as u8);
        let beside = |hex: Hex| map.grid.within(hex, tables.movement.strategic_distance.saturating_sub(1));
        GroundTables {
            tracks: WEATHER.map(|condition| Tracks::new(map, tables, condition)),
            lines: hexes().map(|hex| line(hex).fold(0, |bits, direction| bits | 1 << direction.index())).collect(),
            line_owner: hexes().map(|hex| Direction::ALL.map(|direction| owner(hex, direction))).collect(),
            line_number: hexes().map(number).collect(),
            near: hexes().map(|hex| beside(hex).collect()).collect(),
            line_hexes,
            on_road: hexes().filter(|hex| map.edges[hex.index()].iter().any(|flags| flags & edge::ROAD != 0)).collect(),
        }
    }
}

impl GroundTables {
    /// The bit of the fortified line that a hex owns, 0 without one.
    #[inline]
    pub(super) fn line_bit(&self, hex: Hex) -> u128 {
        match self.line_number[hex.index()] {
            NO_LINE => 0,
            number => 1 << number,
        }
    }
}

impl Tracks {
    fn new(map: &Map, tables: &Tables, condition: Condition) -> Self {
        let going = Going::of(condition);
        let barriers = |motorized: bool| -> Vec<u8> {
            let stopped = |hex: Hex, direction: Direction, to: Hex| {
                !zoc::reaches(&tables.terrain, going, motorized, map.edge(hex, direction), map.features[to.index()])
            };
            let row = |hex: Hex| {
                map.grid
                    .neighbours(hex)
                    .filter(|&(direction, to)| stopped(hex, direction, to))
                    .fold(0, |bits, (at, _)| bits | 1 << at.index())
            };
            map.grid.hexes().map(row).collect()
        };
        let prices = Payer::ALL.map(|payer| Prices::new(tables, going, payer));
        let table = |prices: &Prices<'_>, step: fn(&Map, &Prices<'_>, Hex, Direction, Hex) -> Step| -> Steps {
            let one = |hex: Hex, direction: Direction| match map.neighbours[hex.index()][direction.index()] {
                to if to != OFF_MAP && map.open.contains(Hex(to)) => step(map, prices, hex, direction, Hex(to)),
                _ => Step { to: hex.0, full: CLOSED, road: CLOSED },
            };
            Steps::new(map.grid.hexes().map(|hex| Direction::ALL.map(|direction| one(hex, direction))).collect())
        };
        Tracks {
            steps: prices.map(|prices| table(&prices, any_step)),
            strategic: prices.map(|prices| table(&prices, strategic_step)),
            entry: prices.map(|prices| map.grid.hexes().map(|hex| entry(map, &prices, hex)).collect()),
            zoc_barriers: [barriers(false), barriers(true)],
        }
    }
}

fn halves(points: Option<HalfPoints>) -> u8 {
    points.map_or(CLOSED, |points| points.0)
}

/// A step by road and in full. Over a road the full price leaves the hexside out: its rivers stay free [10.74.off].
fn any_step(map: &Map, prices: &Prices<'_>, from: Hex, direction: Direction, to: Hex) -> Step {
    let side = map.edge(from, direction);
    let step = PricedStep { to: map.features[to.index()], side, fortified: false, enemy_zoc: false };
    match prices.by_road(step) {
        Some(entry) => Step { to: to.0, full: halves(entry.debt.map(|debt| entry.cost + debt)), road: entry.cost.0 },
        None => Step { to: to.0, full: halves(prices.off_road(step)), road: CLOSED },
    }
}

/// [11.34][11.35] A step of strategic movement: by road, which costs what it does in dry weather, but for minor roads in mud;
/// super-heavy artillery not by minor roads [23.41.c].
fn strategic_step(map: &Map, prices: &Prices<'_>, from: Hex, direction: Direction, to: Hex) -> Step {
    let minor = RoadClass::best(map.edge(from, direction)) == Some(RoadClass::Minor);
    let muddy = prices.going.condition_in(map.features[to.index()]) == Condition::Mud;
    let dry = Going { condition: Condition::Dry, lingering_mud: false, ..prices.going };
    let going = if minor && muddy { prices.going } else { dry };
    let step = any_step(map, &Prices { going, ..*prices }, from, direction, to);
    let road = if prices.payer == Payer::SuperHeavy && minor { CLOSED } else { step.road };
    Step { full: CLOSED, road, ..step }
}

/// [8.12] Entering the map at a hex: by the best road in it, and in full.
fn entry(map: &Map, prices: &Prices<'_>, hex: Hex) -> [u8; 2] {
    let features = map.features[hex.index()];
    let roads = map.edges[hex.index()].iter().fold(0, |all, flags| all | flags);
    let road = RoadClass::best(roads).and_then(|class| prices.road(class, features));
    [halves(road), halves(prices.terrain(features, false))]
}

/// The dearer of two classes to move by.
pub(super) fn dearer(one: Payer, other: Payer) -> Payer {
    let rank = |payer| match payer {
        Payer::Foot => 0,
        Payer::SovietTank => 1,
        Payer::Wheels => 2,
        Payer::SuperHeavy => 3,
    };
    if rank(one) >= rank(other) { one } else { other }
}
