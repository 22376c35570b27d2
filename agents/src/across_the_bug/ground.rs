//! What does not change during a game, in the form that the eyes need: objectives, neighbours, ways.

use stavka_engine::Side;
use stavka_engine::across_the_bug::data::{Data, Passage};
use stavka_engine::across_the_bug::ids::{HEX_CAPACITY, HexSet, UnitSet};
use stavka_engine::across_the_bug::terms::{Crossing, MoveClass, Terrain};
use stavka_engine::hex::{Direction, Hex};

use crate::costs::spread;

/// A cost that nobody can pay, in half points.
pub(super) const FAR: u16 = 600;
/// Half points that crossing the Bug by boat is reckoned to cost: two units of an activation have boats.
const BOAT: u16 = 10;
/// Half points of a motorized unit that has to spend its whole allowance on a hexside.
const WHOLE: u16 = 20;

/// Counters of both sides.
const UNITS: usize = 192;

/// Costs by hex, in half points.
pub(super) type Field = [u16; HEX_CAPACITY];

/// A neighbouring hex.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub(super) to: Hex,
    /// What lies between, pontoons apart.
    pub(super) crossing: Crossing,
    /// Half points of a German unit by class of movement, nobody being in the way; [`FAR`] where it does not pass.
    pub(super) cost: [u16; 2],
}

/// A hex that scores.
pub(super) struct Goal {
    pub(super) hex: Hex,
    pub(super) points: f32,
    /// Turn at the end of which control is judged.
    pub(super) turn: u16,
    /// Half points to it from everywhere by class of movement, nobody being in the way.
    pub(super) ways: Box<[Field; 2]>,
}

/// Map and counters of a scenario.
pub(super) struct Ground {
    pub(super) near: Vec<Vec<Way>>,
    pub(super) goals: Vec<Goal>,
    pub(super) forts: HexSet,
    /// Combat units.
    pub(super) combat: UnitSet,
    pub(super) hqs: UnitSet,
    /// Class of movement and half points of allowance of each combat unit.
    pub(super) mobility: Vec<(usize, f32)>,
    /// Printed strength of each combat unit, and whether it is of the AFV type.
    pub(super) printed: Vec<(u8, bool)>,
    /// German victory points in the middle of a draw.
    pub(super) mark: f32,
    /// Hexes west of the Bug.
    pub(super) west: HexSet,
    /// How well each hex shelters a defender.
    cover: Vec<f32>,
}

impl Ground {
    pub(super) fn new(data: &Data) -> Self {
        let (map, chart) = (&data.map, &data.tables.terrain);
        let near: Vec<Vec<Way>> = map.grid.hexes().map(|hex| neighbours(data, hex)).collect();
        let forts: HexSet = map.strongpoints.iter().map(|fort| fort.hex).filter(|&hex| data.script.area.contains(hex)).collect();
        let cover = map.grid.hexes().map(|hex| {
            let line = chart.crt_line(map.terrain[hex.index()], forts.contains(hex));
            1.0 + 0.3 * f32::from(line - 1)
        });
        let (mut combat, mut hqs) = (UnitSet::EMPTY, UnitSet::EMPTY);
        let mut mobility = vec![(0, 1.0); UNITS];
        let mut printed = vec![(0, false); UNITS];
        for (unit, counter) in Side::ALL.into_iter().flat_map(|side| data.units(side)) {
            if !counter.kind.is_combat() {
                hqs.insert(unit);
                continue;
            }
            combat.insert(unit);
            mobility[unit.index()] = (counter.mobility.index(), 2.0 * f32::from(counter.faces[0].ma.max(1)));
            printed[unit.index()] = (counter.strength, counter.kind.is_afv());
        }
        let last = data.script.span().1;
        let ladder = data.tables.ladder(&data.script.ladder);
        let mark = ladder.map_or(0.0, |ladder| f32::midpoint(f32::from(ladder.draw), f32::from(ladder.axis_minor) - 1.0));
        let goals = data.script.objectives.iter().map(|objective| Goal {
            hex: objective.hex,
            points: f32::from(objective.points),
            turn: objective.turn.unwrap_or(last),
            ways: Box::new([0, 1].map(|class| ways_to(&near, objective.hex, class))),
        });
        Ground { goals: goals.collect(), cover: cover.collect(), near, forts, combat, hqs, mobility, printed, west: map.west, mark }
    }

    /// The neighbour towards `to`.
    pub(super) fn way(&self, from: Hex, to: Hex) -> Option<&Way> {
        self.near[from.index()].iter().find(|way| way.to == to)
    }

    /// How well a hex shelters a defender: 1 in the open.
    pub(super) fn cover(&self, hex: Hex) -> f32 {
        self.cover[hex.index()]
    }
}

/// Half points to a hex from everywhere, for a class of movement.
fn ways_to(near: &[Vec<Way>], to: Hex, class: usize) -> Field {
    let mut field = [FAR; HEX_CAPACITY];
    field[to.index()] = 0;
    // The price is that of the hex entered, so it is looked up from the other end.
    let back = |hex: u16| {
        near[usize::from(hex)].iter().filter_map(move |way| {
            let entry = near[way.to.index()].iter().find(|back| back.to == Hex(hex))?;
            Some((way.to.0, entry.cost[class]))
        })
    };
    spread(&mut field, &mut vec![to.0], back);
    field
}

fn neighbours(data: &Data, hex: Hex) -> Vec<Way> {
    let area = &data.script.area;
    let near = data.map.grid.neighbours(hex).filter(|&(_, to)| area.contains(hex) && area.contains(to));
    near.map(|(direction, to)| way(data, hex, direction, to)).collect()
}

fn way(data: &Data, hex: Hex, direction: Direction, to: Hex) -> Way {
    let (map, chart) = (&data.map, &data.tables.terrain);
    let (side, crossing) = (map.side(hex, direction), data.crossing(hex, direction));
    let terrain: Terrain = map.terrain[to.index()];
    let cost = MoveClass::ALL.map(|class| {
        let roads = side.road.into_iter().chain(side.rail.then_some(stavka_engine::across_the_bug::terms::Way::Rail));
        let by_road = roads.map(|road| u16::from(chart.way_price(road, class, data.script.switches.minor_roads_as_main).0)).min();
        let plain = u16::from(chart.price(terrain, class).0);
        let off_road = match chart.passage(crossing, class) {
            Passage::Extra(points) => plain + u16::from(points.0),
            Passage::WholeAllowance => plain.max(WHOLE),
            Passage::Boat(points) => plain + u16::from(points.0) + BOAT,
            Passage::Closed => FAR,
        };
        let open = !matches!(chart.passage(crossing.at_road_rate(), class), Passage::Closed | Passage::Boat(_));
        by_road.filter(|_| open).map_or(off_road, |price| price.min(off_road))
    });
    Way { to, crossing, cost }
}
