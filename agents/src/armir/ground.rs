//! The map of ARMIR as the player measures it: what a move costs, what lies along the roads, what
//! the tables of combat promise on average.

use stavka_engine::armir::{Armir, Data, HEX_CAPACITY, edge};
use stavka_engine::hex::{Hex, OFF_MAP};

/// Costs are half points; nothing farther matters.
pub(super) const FAR: u16 = 200;
/// A toll that closes a hex.
pub(super) const CLOSED: u16 = u16::MAX;
/// Buckets of the flood, more than a step with its toll costs.
const RING: usize = 128;

/// Number per hex.
pub(super) type Field = [u16; HEX_CAPACITY];

/// What does not change during a game.
pub(super) struct Ground {
    /// Neighbour and cost of the step by hex and direction, on wheels and on foot.
    wheels: Vec<[(u16, u8); 6]>,
    feet: Vec<[(u16, u8); 6]>,
    /// Starred hexes with their value.
    pub(super) stars: Vec<(Hex, f64)>,
    /// Hexes by which units leave for the airfields.
    pub(super) exits: Vec<Hex>,
    /// How much a unit in a hex helps to guard each star.
    pub(super) guard: Vec<Vec<f64>>,
    /// Hexes that the Soviets may not enter.
    pub(super) closed: Vec<bool>,
    odds: [[[Expected; 8]; 2]; 2],
}

/// Average result of a combat on one column.
#[derive(Clone, Copy, Default)]
pub(super) struct Expected {
    /// Steps the attacker loses.
    pub(super) attacker: f64,
    /// Steps the defender owes.
    pub(super) defender: f64,
    /// Chance that the defender owes at least so many steps.
    pub(super) at_least: [f64; 6],
}

impl Ground {
    pub(super) fn of(game: &Armir) -> Self {
        let data = game.data();
        let map = &data.map;
        let movement = &data.tables.movement;
        let steps = |road: u8| {
            let row = |(hex, near): (usize, &[u16; 6])| {
                std::array::from_fn(|direction| {
                    let on_road = map.edges[hex][direction] & edge::ROAD != 0;
                    (near[direction], if on_road { road } else { movement.off_road })
                })
            };
            map.neighbours.iter().enumerate().map(row).collect()
        };
        let stars: Vec<(Hex, f64)> = map.starred.iter().map(|hex| (hex, f64::from(map.stars[hex.index()]))).collect();
        let guard = stars
            .iter()
            .map(|&(star, _)| {
                let near =
                    |hex: Hex| [1.0, 0.5, 0.25, 0.12, 0.06, 0.03].get(usize::from(map.grid.distance(hex, star))).copied().unwrap_or(0.0);
                map.grid.hexes().map(near).collect()
            })
            .collect();
        Ground {
            wheels: steps(movement.road_mobile),
            feet: steps(movement.road_foot),
            stars,
            exits: map.exits.clone(),
            guard,
            closed: map.grid.hexes().map(|hex| map.closed_rail.contains(hex)).collect(),
            odds: odds(data),
        }
    }

    /// Average result on a column.
    pub(super) fn expected(&self, tank_bonus: bool, strongpoint: bool, column: u8) -> &Expected {
        &self.odds[usize::from(tank_bonus)][usize::from(strongpoint)][usize::from(column.min(7))]
    }
}

fn odds(data: &Data) -> [[[Expected; 8]; 2]; 2] {
    let mut odds = [[[Expected::default(); 8]; 2]; 2];
    for (bonus, table) in odds.iter_mut().enumerate() {
        for (strongpoint, columns) in table.iter_mut().enumerate() {
            for (column, expected) in columns.iter_mut().enumerate() {
                for die in 0..6 {
                    let mut result = data.tables.crt[(die + bonus * usize::from(data.tables.tank_bonus)).min(6)][column];
                    if strongpoint == 1 {
                        result.attacker += data.tables.strongpoint.soviet_extra_loss;
                        if result.defender >= data.tables.strongpoint.ignored_defender_loss {
                            result.defender -= 1;
                        }
                    }
                    expected.attacker += f64::from(result.attacker) / 6.0;
                    expected.defender += f64::from(result.defender) / 6.0;
                    for (steps, chance) in expected.at_least.iter_mut().enumerate() {
                        if usize::from(result.defender) >= steps {
                            *chance += 1.0 / 6.0;
                        }
                    }
                }
            }
        }
    }
    odds
}

/// Which way costs count.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// From the sources outwards.
    From,
    /// Towards the sources.
    To,
}

/// Who goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Gait {
    Wheels,
    Feet,
}

/// Cheapest costs over the map, with its buffers.
pub(super) struct Flood {
    ring: Vec<Vec<u16>>,
}

impl Flood {
    pub(super) fn new() -> Self {
        Flood { ring: vec![Vec::new(); RING] }
    }

    /// Fills `out` with the cheapest cost between the sources, which start at costs of their own, and
    /// every hex; entering a hex costs its toll on top of the step.
    pub(super) fn run(&mut self, ground: &Ground, gait: Gait, way: Way, tolls: &Field, sources: &[(Hex, u16)], out: &mut Field) {
        let table = if gait == Gait::Wheels { &ground.wheels } else { &ground.feet };
        out.fill(FAR);
        let mut pending = 0usize;
        let mut now = FAR;
        for &(hex, cost) in sources {
            if cost < out[hex.index()] {
                out[hex.index()] = cost;
                self.ring[usize::from(cost) % RING].push(hex.0);
                pending += 1;
                now = now.min(cost);
            }
        }
        while pending > 0 && now < FAR {
            let slot = usize::from(now) % RING;
            while let Some(hex) = self.ring[slot].pop() {
                pending -= 1;
                if out[usize::from(hex)] != now {
                    continue;
                }
                for &(near, step) in &table[usize::from(hex)] {
                    if near == OFF_MAP {
                        continue;
                    }
                    let toll = if way == Way::From { tolls[usize::from(near)] } else { tolls[usize::from(hex)] };
                    if toll == CLOSED || tolls[usize::from(near)] == CLOSED {
                        continue;
                    }
                    let cost = now + u16::from(step) + toll.min(RING as u16 - 16);
                    if cost < out[usize::from(near)] {
                        out[usize::from(near)] = cost;
                        self.ring[usize::from(cost) % RING].push(near);
                        pending += 1;
                    }
                }
            }
            now += 1;
        }
        for bucket in &mut self.ring {
            bucket.clear();
        }
    }
}
