//! What moves and what is joined on the map: tables that are derived from the data once.

use std::collections::VecDeque;

use arrayvec::ArrayVec;

use super::data::{Data, Map, Rail};
use super::ids::{HEX_CAPACITY, HEX_WORDS, HexSet};
use super::terms::{Country, Entry, Nation, PortClass, Region, Terrain, UnitKind, Weather};
use crate::hex::{Direction, Hex, Journey, OFF_MAP, Reach, Spread, Steps, shortest_path};

/// Room of the reachable sets: the power of two above the number of hexes.
pub const REACH: usize = 4096;
/// Half points in a movement point, as the reachable sets of the kit count.
const HALVES: u8 = 2;
/// Cost of a step that leads nowhere: to the hex itself, which no move profits from.
const NOWHERE: u8 = 1;

/// [14.0.e] Most movement points that cavalry pays for a hex, in plain and elsewhere.
const CAVALRY: [u8; 2] = [1, 2];

/// [14.0.c][14.0.e] What the ground costs a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gait {
    /// What it costs everybody [7.5.3.a].
    Usual,
    /// Mountain infantry under chapter 14.
    Mountaineers,
    /// Cavalry under chapter 14.
    Cavalry,
}

impl Gait {
    const ALL: [Gait; 3] = [Gait::Usual, Gait::Mountaineers, Gait::Cavalry];
    /// Number of gaits.
    pub(super) const COUNT: usize = Gait::ALL.len();

    /// [14.0.c][14.0.e] Movement points for a hex that costs everybody so many: one less for mountain infantry among hills and mountains; not
    /// more than a few for cavalry, but in mountains and on hills under snow.
    const fn pays(self, points: u8, terrain: Terrain, weather: Weather) -> u8 {
        let [plain, elsewhere] = CAVALRY;
        let most = match (self, terrain, weather) {
            (Gait::Usual, ..) | (Gait::Cavalry, Terrain::Mountain, _) | (Gait::Cavalry, Terrain::Hill, Weather::Snow) => return points,
            (Gait::Mountaineers, Terrain::Hill | Terrain::Mountain, _) => return points.saturating_sub(1),
            (Gait::Mountaineers, ..) => return points,
            (Gait::Cavalry, Terrain::Plain, _) => plain,
            (Gait::Cavalry, ..) => elsewhere,
        };
        if points < most { points } else { most }
    }
}

/// Neighbours by hex and direction, [`OFF_MAP`] where there is none.
pub type Links = Vec<[u16; 6]>;

/// The ground as play reads it.
#[derive(Debug)]
pub struct Ground {
    /// Neighbours on foot: of the grid, and along the red arrows of the boxes, which take directions that lead off the map.
    pub neighbours: Links,
    /// Steps on the ground by weather, for each gait; of the usual one alone where chapter 14 is not played. Red arrows are gates.
    steps: Vec<[Vec<Steps>; Weather::COUNT]>,
    /// Hexes that both sides may enter from the first turn on.
    pub open: HexSet,
    /// [3.4] Hexes with a city, in which aircraft are based while the side holds them and they are in supply.
    pub cities: HexSet,
    /// [3.3.c] Major Cities, capitals among them.
    pub major_cities: HexSet,
    /// [8.0][12.1] The hexes around each that have to be held to surround it: those from which units enter it, by straits apart.
    pub(super) around: Links,
    /// Finland within its borders of 1941, its box included [5.5.g].
    pub finland: HexSet,
    /// The Soviet Union of June 1941.
    pub soviet_union: HexSet,
    /// Where Finns, and Germans supplied through Finland, may attack [5.5.e].
    pub finnish_attack: HexSet,
    /// The Swedish railway, which the Soviets enter after an Axis unit alone (decision D-07).
    pub axis_rail: HexSet,
    /// Land through which no line of supply runs [4.3.a].
    pub(super) mountains: HexSet,
    /// By nation the land on which it may trace lines of supply [5.5.f][5.6.a][5.7.a].
    pub(super) traceable: [HexSet; Nation::COUNT],
    /// Soviet ground beyond the Finnish operative area [5.5.f].
    pub(super) beyond_finns: HexSet,
    /// Where Germans are supplied through Finland (AMB-91): Finland, its operative area, and the boxes.
    pub(super) north: HexSet,
    /// Neighbours for lines of supply: no water and no strait lies between.
    pub(super) paths: Links,
    /// The same of the hexes of the grid, for whole sets.
    paths_of_sets: Spread<HEX_WORDS>,
    /// Neighbours on the grid, whatever lies between, for whole sets.
    pub(super) beside: Spread<HEX_WORDS>,
    /// The same of the boxes: the hexes that their arrows join.
    paths_of_boxes: Vec<[Hex; 2]>,
    /// Hexes into which a unit exerts a zone of control, for whole sets: where rivers do not bar it, and where they do.
    zones: [Spread<HEX_WORDS>; 2],
    /// Ports by hex, with their sea.
    pub(super) ports: Vec<(Hex, PortClass, usize)>,
    /// [24.0.a] Coasts by the number of the sea, where amphibious assaults are played.
    pub(super) coasts: Vec<HexSet>,
}

impl Ground {
    /// The tables of a map.
    pub fn new(data: &Data) -> Ground {
        let map = &data.map;
        let mut neighbours = map.grid.neighbour_table().to_vec();
        neighbours.resize(map.len(), [OFF_MAP; 6]);
        let beside = Spread::new(&neighbours);
        for arrow in map.arrows.iter().filter(|arrow| arrow.land) {
            link(&mut neighbours, arrow.ends);
        }
        let gaits = if data.script.options.mountains_and_swamps { &Gait::ALL[..] } else { &[Gait::Usual] };
        let steps = gaits.iter().map(|&gait| Weather::ALL.map(|weather| steps(data, &neighbours, weather, gait))).collect();
        let open: HexSet = map.hexes().filter(|hex| map.entry[hex.index()] == Entry::Open).collect();
        let operations = *map.region(Region::FinnishOperations);
        let finland = map.country_hexes(Country::Finland);
        let is_city = |place: &&super::data::Place| place.class.is_some_and(super::terms::TownClass::is_city);
        let is_major = |place: &&super::data::Place| place.class.is_some_and(super::terms::TownClass::is_major);
        let paths = paths(map, &neighbours);
        let land: HexSet = map.hexes().filter(|&hex| map.is_land(hex)).collect();
        let beyond_finns = map.country_hexes(Country::SovietUnion).difference(operations);
        let traceable = Nation::ALL.map(|nation| match nation {
            Nation::Romanian => land.difference(map.country_hexes(Country::Hungary)),
            Nation::Hungarian => land.difference(map.country_hexes(Country::Romania)),
            Nation::Finnish => land.difference(beyond_finns),
            _ => land,
        });
        Ground {
            traceable,
            paths_of_sets: Spread::new(&on_grid(map, &paths)),
            beside,
            paths_of_boxes: from_boxes(map, &paths),
            zones: [false, true].map(|rivers_bar| Spread::new(&zones(map, rivers_bar))),
            ports: map.places.iter().filter_map(|place| place.port.map(|(class, sea)| (place.hex, class, sea))).collect(),
            steps,
            open: open.union(data.persia()),
            major_cities: map.places.iter().filter(is_major).map(|place| place.hex).collect(),
            around: around(map, &paths),
            cities: map.places.iter().filter(is_city).map(|place| place.hex).collect(),
            finland,
            soviet_union: map.country_hexes(Country::SovietUnion),
            finnish_attack: map.region(Region::FinnishAttack).union(finland),
            coasts: if data.script.options.amphibious_assault { coasts(map) } else { Vec::new() },
            axis_rail: map.hexes().filter(|hex| map.entry[hex.index()] == Entry::AxisRail).collect(),
            mountains: map.hexes().filter(|hex| map.terrain[hex.index()] == Terrain::Mountain).collect(),
            beyond_finns,
            north: map.boxes.iter().map(|known| known.hex).chain(map.country_hexes(Country::Finland).union(operations).iter()).collect(),
            paths,
            neighbours,
        }
    }

    /// Steps on the ground: a hex costs its terrain, a red arrow its own price [7.5.3.a][7.5.5].
    pub fn steps(&self, weather: Weather) -> &[Steps] {
        self.steps_by(Gait::Usual, weather)
    }

    /// The same for a unit of a kind whose hexes have prices of their own [14.0.c][14.0.e].
    pub(super) fn steps_by(&self, gait: Gait, weather: Weather) -> &[Steps] {
        &self.steps[gait as usize][weather.index()]
    }

    /// How units of a kind pay for hexes.
    #[inline]
    pub(super) fn gait(&self, kind: UnitKind) -> Gait {
        match kind {
            _ if self.steps.len() == 1 => Gait::Usual,
            UnitKind::Mountain => Gait::Mountaineers,
            UnitKind::Cavalry => Gait::Cavalry,
            _ => Gait::Usual,
        }
    }

    /// The hexes that a ground unit reaches from its own with so many movement points, past hexes that are closed to it. Enemies that stop
    /// it stand in `halting` [7.5.3.e].
    pub fn reach(&self, start: Hex, points: u8, weather: Weather, closed: &HexSet, halting: &HexSet) -> Reach<REACH> {
        let mut reach = Reach::default();
        self.reach_past(&mut reach, (start, points), (Gait::Usual, weather), [closed, halting], |_, _| false);
        reach
    }

    /// The same in place of what `reach` held, for a unit that red arrows may be closed to: `barred` says so of the two hexes that one joins.
    #[inline]
    pub(super) fn reach_past(
        &self,
        reach: &mut Reach<REACH>,
        (start, points): (Hex, u8),
        (gait, weather): (Gait, Weather),
        [closed, halting]: [&HexSet; 2],
        barred: impl Fn(Hex, Hex) -> bool,
    ) {
        let ground = crate::hex::Ground { steps: self.steps_by(gait, weather), gates: 0, closed, halting };
        let journey = Journey { start, budget: HALVES * points, minimum: false, goal: None };
        reach.refill(&ground, journey, |from, _, to| barred(from, to));
    }

    /// Movement points that a reached hex costs.
    pub fn price(reach: &Reach<REACH>, hex: Hex) -> Option<u8> {
        reach.cost(hex).map(|halves| halves / HALVES)
    }

    /// Steps out of a hex in this weather: the direction, where it leads, its points, and whether it goes along a red arrow.
    pub fn steps_from(&self, hex: Hex, weather: Weather) -> impl Iterator<Item = (Direction, Hex, u8, bool)> + '_ {
        self.steps_from_by(Gait::Usual, hex, weather)
    }

    /// The same for a unit of a kind whose hexes have prices of their own [14.0.c][14.0.e].
    pub(super) fn steps_from_by(&self, gait: Gait, hex: Hex, weather: Weather) -> impl Iterator<Item = (Direction, Hex, u8, bool)> + '_ {
        let steps = &self.steps_by(gait, weather)[hex.index()];
        let row = |direction: Direction| {
            let at = direction.index();
            (direction, Hex(steps.to[at]), steps.cost[at] / HALVES, steps.gates & (1 << at) != 0)
        };
        Direction::ALL.into_iter().map(row).filter(move |&(_, near, ..)| near != hex)
    }

    /// [8.0][12.1] Whether hexes are surrounded: all those around them lie in a set.
    pub fn is_surrounded(&self, hexes: &HexSet, covered: &HexSet) -> bool {
        let near = || hexes.iter().flat_map(|hex| self.around[hex.index()]).filter(|&near| near != OFF_MAP).map(Hex);
        let mut outside = near().filter(|&near| !hexes.contains(near)).peekable();
        outside.peek().is_some() && outside.all(|near| covered.contains(near))
    }

    /// The same of one hex.
    #[inline]
    pub(super) fn is_hex_surrounded(&self, hex: Hex, covered: &HexSet) -> bool {
        let around = &self.around[hex.index()];
        around.iter().any(|&near| near != OFF_MAP) && around.iter().all(|&near| near == OFF_MAP || covered.contains(Hex(near)))
    }

    /// [3.19] The hexes into which the units of a set of hexes exert a zone of control: not those that enemies occupy; not across water and
    /// straits [3.19.b], nor, in the Advanced game, across rivers that are not frozen [8.0].
    pub fn controlled(&self, units: &HexSet, enemies: &HexSet, rivers_bar: bool) -> HexSet {
        self.beside_by_zones(units, rivers_bar).difference(*enemies)
    }

    /// The same as if no enemies were there.
    pub(super) fn beside_by_zones(&self, units: &HexSet, rivers_bar: bool) -> HexSet {
        self.zones[usize::from(rivers_bar)].neighbours_of(units)
    }

    /// The neighbours of a set for lines of supply, by [`Ground::paths`].
    pub(super) fn near_by_path(&self, set: &HexSet) -> HexSet {
        let mut near = self.paths_of_sets.neighbours_of(set);
        for &[a, b] in &self.paths_of_boxes {
            if set.contains(a) {
                near.insert(b);
            }
        }
        near
    }

    /// The hexes within so many steps of a set by [`Ground::paths`], over hexes of `open`, which the set is part of.
    pub(super) fn along_paths(&self, sources: &HexSet, open: &HexSet, steps: u16) -> HexSet {
        let (mut ring, mut reached) = (*sources, *sources);
        for _ in 0..steps {
            ring = self.near_by_path(&ring).intersection(*open).difference(reached);
            reached = reached.union(ring);
        }
        reached
    }
}

/// The railways of a map that are there, with the red arrows that carry one; and the sea route to Baku if it has been built [SBE6.e]. Rows
/// are in ascending order, not by direction.
pub fn railways(map: &Map, is_there: impl Fn(&Rail) -> bool, sea_route: bool) -> Links {
    let mut links = vec![[OFF_MAP; 6]; map.len()];
    for rail in map.rails.iter().filter(|rail| is_there(rail)) {
        for pair in rail.path.windows(2) {
            let direction = map.grid.direction(pair[0], pair[1]).expect("paths were checked to join neighbours");
            links[pair[0].index()][direction.index()] = pair[1].0;
            links[pair[1].index()][direction.opposite().index()] = pair[0].0;
        }
    }
    for arrow in map.arrows.iter().filter(|arrow| arrow.rail) {
        link(&mut links, arrow.ends);
    }
    if sea_route {
        link(&mut links, map.sea_project);
    }
    // Where there is no neighbour stands last.
    for row in &mut links {
        row.sort_unstable();
    }
    links
}

/// [4.2] The hexes joined to any of these by rail, over hexes that serve. `railways` is as [`railways`] makes it.
pub fn joined_by_rail(railways: &[[u16; 6]], sources: &HexSet, serving: &HexSet) -> HexSet {
    let mut joined = sources.intersection(*serving);
    let mut open = serving.difference(joined);
    let mut queue: ArrayVec<Hex, HEX_CAPACITY> = joined.iter().collect();
    let mut next = 0;
    while let Some(&hex) = queue.get(next) {
        next += 1;
        for near in railways[hex.index()].iter().take_while(|&&near| near != OFF_MAP).map(|&near| Hex(near)) {
            if open.contains(near) {
                open.remove(near);
                joined.insert(near);
                queue.push(near);
            }
        }
    }
    joined
}

/// [7.5.3.b] Hexes that an air unit flies from one hex to another. A box is a hex beyond the end of its arrows, and nobody flies through
/// it (AMB-69).
#[inline]
pub fn flight(map: &Map, from: Hex, to: Hex) -> u16 {
    if map.is_box(from) || map.is_box(to) { flight_by_arrows(map, from, to) } else { map.grid.distance(from, to) }
}

/// The same from or to a box.
fn flight_by_arrows(map: &Map, from: Hex, to: Hex) -> u16 {
    let doors = |hex: Hex| {
        let ends = map.arrows.iter().filter(move |arrow| arrow.ends.contains(&hex)).flat_map(|arrow| arrow.ends);
        let beside = ends.filter(|&end| !map.is_box(end)).map(|end| (end, 1));
        let itself = (!map.is_box(hex)).then_some((hex, 0));
        beside.filter(move |_| map.is_box(hex)).chain(itself)
    };
    if from == to {
        return 0;
    }
    if map.arrows.iter().any(|arrow| arrow.ends.contains(&from) && arrow.ends.contains(&to)) {
        return 1;
    }
    let ways = doors(from).flat_map(|(a, before)| doors(to).map(move |(b, after)| before + after + map.grid.distance(a, b)));
    ways.min().unwrap_or(u16::MAX)
}

/// [24.0.a] Coasts by the number of the sea: its ports, and the land beside hexes of water that are nearest to one of its ports, to a Major Port
/// before others.
fn coasts(map: &Map) -> Vec<HexSet> {
    let near = |hex: Hex| {
        let row: &[u16] = if map.is_box(hex) { &[] } else { &map.grid.neighbour_table()[hex.index()] };
        row.iter().copied().filter(|&near| near != OFF_MAP).map(Hex)
    };
    let ports = |class: PortClass| {
        map.places.iter().filter_map(move |place| place.port.filter(|port| port.0 == class).map(|port| (place.hex, port.1)))
    };
    let ports: Vec<(Hex, usize)> = ports(PortClass::Major).chain(ports(PortClass::Minor)).collect();
    let mut coasts = vec![HexSet::EMPTY; map.seas.len()];
    let mut reached = HexSet::EMPTY;
    let mut queue: VecDeque<(Hex, usize)> = ports.iter().copied().collect();
    for &(port, sea) in &ports {
        coasts[sea].insert(port);
    }
    while let Some((hex, sea)) = queue.pop_front() {
        for next in near(hex) {
            if map.is_land(next) {
                // Water makes coasts, and a port opens its sea alone.
                if !map.is_land(hex) {
                    coasts[sea].insert(next);
                }
            } else if map.terrain[next.index()] == Terrain::Sea && !reached.contains(next) {
                reached.insert(next);
                queue.push_back((next, sea));
            }
        }
    }
    coasts
}

/// Links of the shortest way by rail from one hex to another over hexes that serve.
pub fn rail_distance(railways: &[[u16; 6]], from: Hex, to: Hex, serving: &HexSet) -> Option<usize> {
    let goal: HexSet = [to].into_iter().collect();
    shortest_path::<HEX_WORDS>(railways, from, &goal, serving).map(|way| way.len() - 1)
}

/// Joins two hexes in the first direction that leads off the map from both, so that the way back is the opposite one.
fn link(links: &mut [[u16; 6]], [a, b]: [Hex; 2]) {
    let free =
        |direction: &Direction| links[a.index()][direction.index()] == OFF_MAP && links[b.index()][direction.opposite().index()] == OFF_MAP;
    let direction = Direction::ALL.into_iter().find(free).expect("the edge of a map has directions that lead off it");
    links[a.index()][direction.index()] = b.0;
    links[b.index()][direction.opposite().index()] = a.0;
}

/// The links of a table within the grid.
fn on_grid(map: &Map, links: &[[u16; 6]]) -> Links {
    let leads = |hex: Hex, near: u16| near != OFF_MAP && !map.is_box(hex) && !map.is_box(Hex(near));
    let row = |(hex, row): (usize, &[u16; 6])| row.map(|near| if leads(Hex(hex as u16), near) { near } else { OFF_MAP });
    links.iter().enumerate().map(row).collect()
}

/// The links of a table into boxes and out of them.
fn from_boxes(map: &Map, links: &[[u16; 6]]) -> Vec<[Hex; 2]> {
    let all = links.iter().enumerate().flat_map(|(hex, row)| row.map(|near| (Hex(hex as u16), near)));
    all.filter(|&(hex, near)| near != OFF_MAP && (map.is_box(hex) || map.is_box(Hex(near)))).map(|(hex, near)| [hex, Hex(near)]).collect()
}

/// [3.19][3.19.b][8.0] Where a unit of a hex exerts a zone of control: on land beside it, with neither water nor a strait between.
fn zones(map: &Map, rivers_bar: bool) -> Links {
    let row = |hex: Hex| {
        let sides = &map.sides[hex.index()];
        let near = |direction: Direction| {
            let side = &sides[direction.index()];
            let barred = side.water || side.strait || rivers_bar && side.river;
            map.grid.neighbour(hex, direction).filter(|&near| !barred && map.is_land(near)).map_or(OFF_MAP, |near| near.0)
        };
        Direction::ALL.map(near)
    };
    (0..map.len() as u16).map(|hex| if map.is_box(Hex(hex)) { [OFF_MAP; 6] } else { row(Hex(hex)) }).collect()
}

fn paths(map: &Map, neighbours: &[[u16; 6]]) -> Links {
    let of_hex = |(hex, row): (usize, &[u16; 6])| {
        let mut row = *row;
        for (near, side) in row.iter_mut().zip(&map.sides[hex]) {
            if side.water || side.strait {
                *near = OFF_MAP;
            }
        }
        row
    };
    neighbours.iter().enumerate().map(of_hex).collect()
}

fn around(map: &Map, paths: &[[u16; 6]]) -> Links {
    let enters = |near: u16| near != OFF_MAP && matches!(map.entry[usize::from(near)], Entry::Open | Entry::Persia | Entry::AxisRail);
    paths.iter().map(|row| row.map(|near| if enters(near) { near } else { OFF_MAP })).collect()
}

fn steps(data: &Data, neighbours: &[[u16; 6]], weather: Weather, gait: Gait) -> Vec<Steps> {
    let map = &data.map;
    let mut to = neighbours.to_vec();
    let mut costs = vec![[NOWHERE; 6]; map.len()];
    for hex in map.hexes() {
        for direction in Direction::ALL {
            let near = &mut to[hex.index()][direction.index()];
            match cost(data, hex, direction, *near, weather, gait) {
                Some(points) => costs[hex.index()][direction.index()] = HALVES * points,
                None => *near = OFF_MAP,
            }
        }
    }
    Steps::table(&to, &costs, |hex| arrows_from(map, neighbours, hex))
}

/// [7.5.5] The directions in which red arrows lead from a hex, as bits.
fn arrows_from(map: &Map, neighbours: &[[u16; 6]], hex: Hex) -> u8 {
    let leads = |direction: &Direction| {
        let near = neighbours[hex.index()][direction.index()];
        near != OFF_MAP && (map.is_box(hex) || map.is_box(Hex(near)) || map.sides[hex.index()][direction.index()].strait)
    };
    Direction::ALL.into_iter().filter(leads).fold(0, |bits, direction| bits | 1 << direction.index())
}

/// Movement points of a step on the ground; `None` where there is none in this weather. Along red arrows and across straits everybody pays the
/// same.
fn cost(data: &Data, hex: Hex, direction: Direction, near: u16, weather: Weather, gait: Gait) -> Option<u8> {
    let (map, movement) = (&data.map, &data.tables.movement);
    let near = (near != OFF_MAP).then_some(Hex(near))?;
    let enters = matches!(map.entry[near.index()], Entry::Open | Entry::Persia | Entry::AxisRail);
    let points = movement.cost(map.terrain[near.index()], weather).filter(|_| enters)?;
    if map.is_box(hex) || map.is_box(near) {
        return Some(movement.arrow);
    }
    let side = map.sides[hex.index()][direction.index()];
    match (side.strait, side.water) {
        // [9.2.a] Nobody crosses in rain.
        (true, _) => (weather != Weather::Rain).then_some(movement.arrow),
        (false, true) => None,
        (false, false) => Some(gait.pays(points, map.terrain[near.index()], weather)),
    }
}
