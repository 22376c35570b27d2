//! What does not change during a game, in the form that the eyes need: ways, neighbours, kinds of counters.

use stavka_engine::Side;
use stavka_engine::east_front::data::{Feature, edge};
use stavka_engine::east_front::ids::HEX_CAPACITY;
use stavka_engine::east_front::{Data, EastFront, UnitId, units};
use stavka_engine::hex::{Hex, OFF_MAP};

use crate::costs::spread;

/// A cost that nobody can pay, in half points.
pub(super) const FAR: u16 = 400;
/// Half points of a unit on foot per turn.
pub(super) const DAY: u16 = 10;

/// Costs by hex, in half points.
pub(super) type Field = [u16; HEX_CAPACITY];

/// A neighbouring hex that ground units can go to.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub(super) to: Hex,
    /// Half points on foot, nobody being in the way.
    pub(super) cost: u16,
    /// A fortified line is printed on the side between.
    pub(super) line: bool,
    /// A river of either kind lies between.
    pub(super) river: bool,
}

/// Counters of each side by what they are, as bits.
#[derive(Default)]
pub(super) struct Kinds {
    pub(super) guns: [u128; 2],
    pub(super) heavies: [u128; 2],
    pub(super) engineers: [u128; 2],
    pub(super) armour: [u128; 2],
    pub(super) partners: [u128; 2],
    pub(super) against_armour: [u128; 2],
    pub(super) hqs: [u128; 2],
}

/// Map and counters of a scenario.
pub(super) struct Ground {
    pub(super) objectives: Vec<Hex>,
    pub(super) near: Vec<Vec<Way>>,
    /// Half points on foot to each objective, nobody being in the way.
    pub(super) ways: Vec<Field>,
    pub(super) kinds: Kinds,
}

impl Ground {
    pub(super) fn new(data: &Data) -> Self {
        let near: Vec<Vec<Way>> = (0..data.map.neighbours.len()).map(|hex| neighbours(data, hex)).collect();
        let objectives = data.script.objectives.clone();
        let mut ground = Ground { ways: Vec::new(), objectives, near, kinds: kinds(data) };
        ground.ways = ground.objectives.iter().map(|&objective| ground.free_ways(objective)).collect();
        ground
    }

    /// Half points to a hex from everywhere.
    fn free_ways(&self, to: Hex) -> Field {
        let mut field = [FAR; HEX_CAPACITY];
        field[to.index()] = 0;
        // Roads are two-way and the price is that of the hex entered, so the way back costs as much but for its ends.
        spread(&mut field, &mut vec![to.0], |from| self.near[usize::from(from)].iter().map(|way| (way.to.0, way.cost)));
        field
    }

    /// Whether a hex is an objective.
    pub(super) fn is_objective(&self, hex: Hex) -> bool {
        self.objectives.contains(&hex)
    }

    /// The neighbour towards `to`, if it is one that can be reached.
    pub(super) fn way(&self, from: Hex, to: Hex) -> Option<&Way> {
        self.near[from.index()].iter().find(|way| way.to == to)
    }
}

fn neighbours(data: &Data, hex: usize) -> Vec<Way> {
    let map = &data.map;
    let mut ways = Vec::with_capacity(6);
    for (&to, &flags) in map.neighbours[hex].iter().zip(&map.edges[hex]) {
        if to == OFF_MAP || !map.open.contains(Hex(to)) || flags & (edge::CLOSED | edge::LAKE) != 0 {
            continue;
        }
        let cost = if flags & edge::ROAD != 0 {
            1
        } else if map.features[usize::from(to)].has(Feature::Marsh) {
            4
        } else {
            2
        };
        let river = flags & (edge::RIVER | edge::MAJOR) != 0;
        ways.push(Way { to: Hex(to), cost, line: flags & edge::LINE != 0, river });
    }
    ways
}

fn kinds(data: &Data) -> Kinds {
    use stavka_engine::east_front::data::UnitKind;
    let mut kinds = Kinds::default();
    for side in Side::ALL {
        for (unit, counter) in data.units(side) {
            let kind = counter.kind;
            let note = |set: &mut [u128; 2], holds: bool| {
                if holds {
                    set[side.index()] |= unit.bit();
                }
            };
            note(&mut kinds.guns, kind.is_artillery());
            note(&mut kinds.heavies, kind == UnitKind::SuperHeavy);
            note(&mut kinds.engineers, kind.is_engineer());
            note(&mut kinds.armour, kind.is_armour());
            note(&mut kinds.partners, kind.combines_with_armour());
            note(&mut kinds.against_armour, kind.fights_armour());
            note(&mut kinds.hqs, kind == UnitKind::Hq);
        }
    }
    kinds
}

/// The counters of a side on the map with their hexes.
pub(super) fn present(game: &EastFront, side: Side) -> impl Iterator<Item = (UnitId, Hex)> + '_ {
    units(side, game.on_map(side)).filter_map(|unit| game.place(unit).hex().map(|hex| (unit, hex)))
}

/// The counters in a hex as bits of their side.
pub(super) fn stack_bits(game: &EastFront, hex: Hex) -> u128 {
    game.stack(hex).fold(0, |bits, unit| bits | unit.bit())
}
