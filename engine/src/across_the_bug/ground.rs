//! Tables by hex and direction that follow from map, charts and scenario: prices, ZOC, paths, distances.

use super::data::{Data, Passage, Restriction};
use super::ids::{HEX_CAPACITY, HEX_WORDS, HexSet};
use super::terms::{Crossing, HexsideKind, MoveClass, Terrain, Way, ZocClass};
use crate::game::Side;
use crate::hex::{Direction, Grid, Hex, LeastCost, OFF_MAP, Spread, Steps};

/// Entries of the arrays of a flood: the map fits.
pub(super) const FLOOD: usize = 2048;
const _: () = assert!(FLOOD >= HEX_CAPACITY);

/// How a step is paid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rate {
    /// Hex and hexside: into and out of enemy ZOC there is no other [7.3.3].
    Full = 0,
    /// The road that crosses the hexside, if it is cheaper.
    Road = 1,
}

/// How far the ZOC of a stack goes: the class of the unit that reaches furthest [3.2.i].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Exertion {
    /// AFV and AT units alone.
    Armour,
    /// Infantry is among them.
    Infantry,
}

/// Tables of the ground of a scenario.
#[derive(Debug)]
pub(super) struct Ground {
    /// Whole sets and their neighbours.
    pub(super) spread: Spread<HEX_WORDS>,
    /// Terrain by hex.
    terrain: Vec<Terrain>,
    /// Crossing by hex and direction, pontoons apart.
    crossings: Vec<[Crossing; 6]>,
    kinds: Vec<[HexsideKind; 6]>,
    /// Directions in which a road or railway leaves a hex.
    pub(super) ways: Vec<u8>,
    /// Steps by class of movement and rate; steps that ask for a boat or the whole allowance are not among them.
    steps: [[Vec<Steps>; 2]; 2],
    /// Lower bounds of ways at the road rate, by class of movement.
    least: [LeastCost; 2],
    /// Directions in which the ZOC of a class passes into the neighbour, by [`Exertion`].
    pub(super) zoc_reach: [Vec<u8>; 2],
    /// Directions in which it would pass if the Bug were bridged [A58].
    pub(super) zoc_by_bridge: [Vec<u8>; 2],
    /// Directions in which supply paths pass [5.7.1.a].
    pub(super) supply_links: Vec<u8>,
    /// Steps of supply paths [5.7.1.a].
    pub(super) supply: Spread<HEX_WORDS>,
    /// Steps of VP lines [9.a].
    pub(super) lines: Spread<HEX_WORDS>,
    /// Steps that do not lead over the Bug, bridged or not [7.4.a].
    pub(super) dry: Spread<HEX_WORDS>,
    /// Bridges over the Bug in play, pontoons apart, by the hexes that they join.
    pub(super) bridges: Vec<(Hex, Hex)>,
    /// Villages and cities in play.
    pub(super) settlements: HexSet,
    /// Hexes with a road or railway.
    pub(super) roads: HexSet,
    /// Swamps.
    pub(super) swamps: HexSet,
    /// Strongpoint hexes in play.
    pub(super) forts: HexSet,
    /// Hexes whose last occupant matters: settlements and hexes that score.
    pub(super) matters: HexSet,
    /// Of these those that are Soviet before anybody is set up [9.b].
    pub(super) soviet_at_start: HexSet,
    /// Hexes to the nearest supply edge, by side.
    pub(super) to_supply: [Vec<u8>; 2],
    /// Hexes from which units leave the map for points [11.2.g].
    pub(super) exits: HexSet,
}

impl Ground {
    pub(super) fn new(data: &Data) -> Ground {
        let map = &data.map;
        let (grid, area, chart) = (&map.grid, &data.script.area, &data.tables.terrain);
        let switches = &data.script.switches;
        let near = |hex: Hex, direction: Direction| {
            let inside = |near: &Hex| area.contains(*near);
            grid.neighbour(hex, direction).filter(inside).filter(|_| area.contains(hex))
        };
        let crossing = |hex: Hex, direction: Direction| data.crossing(hex, direction);
        let mask = |holds: &dyn Fn(Hex, Direction, Hex) -> bool| -> Vec<u8> {
            let bit =
                |hex, direction: Direction| u8::from(near(hex, direction).is_some_and(|to| holds(hex, direction, to))) << direction.index();
            grid.hexes().map(|hex| Direction::ALL.into_iter().fold(0, |bits, direction| bits | bit(hex, direction))).collect()
        };
        let zoc = |class: ZocClass, crossing: &dyn Fn(Hex, Direction) -> Crossing| {
            mask(&|hex, direction, to| {
                let across = chart.zoc_across(class, crossing(hex, direction), switches.zoc_over_bridges);
                across && chart.zoc_into(class, map.terrain[to.index()])
            })
        };
        let bridged = |hex: Hex, direction: Direction| match crossing(hex, direction) {
            Crossing::Bug => Crossing::Pontoon,
            other => other,
        };
        let both = [ZocClass::Afv, ZocClass::Infantry];
        const { assert!(Exertion::Armour as usize == 0 && Exertion::Infantry as usize == 1) };
        let in_area = |holds: &dyn Fn(Hex) -> bool| -> HexSet { area.iter().filter(|&hex| holds(hex)).collect() };
        let settlements = in_area(&|hex| map.terrain[hex.index()].is_settlement());
        let scores: HexSet = data.script.objectives.iter().map(|objective| objective.hex).collect();
        let matters = settlements.union(scores);
        let distances = |side: Side| {
            let edge = &data.script.supply[side.index()];
            let nearest = |hex| edge.iter().map(|goal| grid.distance(hex, goal)).min().unwrap_or(0);
            grid.hexes().map(|hex| nearest(hex).min(255) as u8).collect()
        };
        // Whoever takes these steps keeps to the area by himself.
        let steps_over = |open: &dyn Fn(Hex, Direction) -> bool| {
            let bit = |hex, direction: Direction| u8::from(open(hex, direction)) << direction.index();
            let links: Vec<u8> = grid.hexes().map(|hex| Direction::ALL.into_iter().fold(0, |bits, way| bits | bit(hex, way))).collect();
            Spread::fenced(grid.neighbour_table(), &links)
        };
        let ways = mask(&|hex, direction, _| map.sides[hex.index()][direction.index()].has_way());
        let steps = MoveClass::ALL.map(|class| [Rate::Full, Rate::Road].map(|rate| steps(data, class, rate)));
        Ground {
            least: [0, 1].map(|class| LeastCost::new(grid, &steps[class][Rate::Road as usize])),
            spread: Spread::new(grid.neighbour_table()),
            terrain: map.terrain.clone(),
            crossings: grid.hexes().map(|hex| Direction::ALL.map(|direction| crossing(hex, direction))).collect(),
            kinds: grid.hexes().map(|hex| Direction::ALL.map(|direction| data.water(hex, direction))).collect(),
            steps,
            zoc_reach: both.map(|class| zoc(class, &crossing)),
            zoc_by_bridge: both.map(|class| zoc(class, &bridged)),
            supply_links: mask(&|hex, direction, _| chart.supply_across(crossing(hex, direction), switches.streams_block_supply)),
            supply: steps_over(&|hex, direction| chart.supply_across(crossing(hex, direction), switches.streams_block_supply)),
            lines: steps_over(&|hex, direction| chart.supply_across(crossing(hex, direction), false)),
            dry: steps_over(&|hex, direction| data.water(hex, direction) != HexsideKind::Bug),
            bridges: grid
                .hexes()
                .flat_map(|hex| Direction::ALL.map(|direction| (hex, direction)))
                .filter(|&(hex, direction)| crossing(hex, direction) == Crossing::BugBridge)
                .filter_map(|(hex, direction)| Some((hex, near(hex, direction).filter(|&to| hex < to)?)))
                .collect(),
            roads: in_area(&|hex| map.ways.iter().any(|way| way.path.contains(&hex))),
            swamps: in_area(&|hex| map.terrain[hex.index()] == Terrain::Swamp),
            forts: map.strongpoints.iter().map(|fort| fort.hex).filter(|&hex| area.contains(hex)).collect(),
            soviet_at_start: matters.difference(german_at_start(data, settlements)),
            matters,
            to_supply: Side::ALL.map(distances),
            exits: data.script.exit.as_ref().map_or(HexSet::EMPTY, |exit| map.supply[exit.area.index()].intersection(*area)),
            ways,
            settlements,
        }
    }

    #[inline]
    pub(super) fn terrain(&self, hex: Hex) -> Terrain {
        self.terrain[hex.index()]
    }

    /// The crossing of a hexside, pontoons apart.
    #[inline]
    pub(super) fn crossing(&self, hex: Hex, direction: Direction) -> Crossing {
        self.crossings[hex.index()][direction.index()]
    }

    /// The water of a hexside.
    #[inline]
    pub(super) fn kind(&self, hex: Hex, direction: Direction) -> HexsideKind {
        self.kinds[hex.index()][direction.index()]
    }

    /// The table of steps of a class at a rate.
    #[inline]
    pub(super) fn steps(&self, class: MoveClass, rate: Rate) -> &[Steps] {
        &self.steps[class.index()][rate as usize]
    }

    /// Lower bounds of the ways of a class at the road rate.
    #[inline]
    pub(super) fn least(&self, class: MoveClass) -> &LeastCost {
        &self.least[class.index()]
    }

    /// Half points of an ordinary step; none where it asks for a boat or the whole allowance, or is closed.
    #[inline]
    pub(super) fn price(&self, class: MoveClass, rate: Rate, hex: Hex, direction: Direction) -> Option<u8> {
        let row = &self.steps(class, rate)[hex.index()];
        (row.to[direction.index()] != hex.0).then_some(row.cost[direction.index()])
    }
}

/// [7.3.3] The steps of a class at a rate. Of the road and the ordinary price the lower one is paid.
fn steps(data: &Data, class: MoveClass, rate: Rate) -> Vec<Steps> {
    let (grid, chart, area) = (&data.map.grid, &data.tables.terrain, &data.script.area);
    let as_main = data.script.switches.minor_roads_as_main;
    let passage = |crossing: Crossing| match chart.passage(crossing, class) {
        Passage::Extra(points) => Some(points.0),
        _ => None,
    };
    let price = |hex: Hex, direction: Direction, to: Hex| -> Option<u8> {
        let crossing = data.crossing(hex, direction);
        let full = passage(crossing).map(|extra| chart.price(data.map.terrain[to.index()], class).0 + extra);
        let side = &data.map.sides[hex.index()][direction.index()];
        let ways = side.road.into_iter().chain(side.rail.then_some(Way::Rail));
        let along = ways.map(|way| chart.way_price(way, class, as_main).0).min();
        let road = along.and_then(|price| Some(price + passage(crossing.at_road_rate())?)).filter(|_| rate == Rate::Road);
        match (full, road) {
            (Some(full), Some(road)) => Some(full.min(road)),
            (full, road) => full.or(road),
        }
    };
    let mut neighbours = grid.neighbour_table().to_vec();
    let mut costs = vec![[15; 6]; grid.len()];
    for hex in grid.hexes() {
        for direction in Direction::ALL {
            let to = grid.neighbour(hex, direction).filter(|to| area.contains(*to) && area.contains(hex));
            match to.and_then(|to| price(hex, direction, to)) {
                Some(price) => costs[hex.index()][direction.index()] = price,
                None => neighbours[hex.index()][direction.index()] = OFF_MAP,
            }
        }
    }
    Steps::table(&neighbours, &costs, |_| 0)
}

/// [9.b] Settlements that are German before anybody is set up: those of the west bank, and those where German units alone may be set
/// up, hexes that score apart.
fn german_at_start(data: &Data, settlements: HexSet) -> HexSet {
    let zones = |side: Side| {
        let of = data.script.deployments.iter().filter(move |deployment| data.formation(deployment.formation).side == side);
        of.flat_map(|deployment| &deployment.zones).fold(HexSet::EMPTY, |hexes, zone| hexes.union(zone.hexes))
    };
    let scores: HexSet = data.script.objectives.iter().map(|objective| objective.hex).collect();
    let west = settlements.intersection(data.map.west);
    let rear = settlements.intersection(zones(Side::Axis)).difference(zones(Side::Soviet));
    west.union(rear).difference(scores)
}

/// [10.4] Where a restriction lets a headquarters go, of hexes that are eligible otherwise: those it allows; if there are none, the
/// nearest to its anchor, or all where it has no anchor.
pub(super) fn restricted(grid: &Grid, restriction: &Restriction, eligible: HexSet) -> HexSet {
    let allowed = eligible.intersection(restriction.allowed);
    if !allowed.is_empty() || restriction.anchor.is_empty() {
        return if allowed.is_empty() { eligible } else { allowed };
    }
    let away = |hex: Hex| restriction.anchor.iter().map(|goal| grid.distance(hex, goal)).min();
    let nearest = eligible.iter().map(away).min().flatten();
    eligible.iter().filter(|&hex| away(hex) == nearest).collect()
}
