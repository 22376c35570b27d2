//! Where a move can go and what it costs, with the price of leaving a road [10.74].
//!
//! A unit that enters a hex by road pays the road; if it leaves that hex over a side without a road in the same
//! phase it owes the full price of the hex instead. So each hex has two nodes: [`Layer::Road`], entered at the
//! road's price and left only along roads, and [`Layer::Full`], entered at the full price and left everywhere. The
//! cheapest way through both is the cheapest move, whatever roads it joins and leaves.

use arrayvec::ArrayVec;

use super::ids::{HEX_CAPACITY, HexSet};
use crate::hex::{Direction, Hex};

/// A price that cannot be paid.
pub(super) const CLOSED: u8 = u8::MAX;
/// Buckets in the ring: more than the half points of the dearest step.
const RING: usize = 32;
/// Marks the layer a step came from, beside its direction.
const FROM_FULL: u8 = 8;

/// How a move stands in a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Layer {
    /// Entered by road: it goes on along roads only.
    Road = 0,
    /// Paid in full, or not entered in this phase.
    Full = 1,
}

/// What the cheaper layer has cost, [`CLOSED`] if neither is open.
pub(super) fn least(spent: [u8; 2]) -> u8 {
    spent[0].min(spent[1])
}

/// One step out of a hex, in half points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    /// The neighbour; the hex itself where there is none.
    pub(super) to: u16,
    /// Price of the neighbour in full, its hexside included unless a road crosses it; [`CLOSED`] if none.
    pub(super) full: u8,
    /// Price by road, [`CLOSED`] without one.
    pub(super) road: u8,
}

/// Steps by hex and direction.
pub(super) type Steps = [[Step; 6]];

/// The ground of one move.
pub(super) struct Ground<'a, F> {
    pub(super) steps: &'a Steps,
    /// Hexes that may not be entered.
    pub(super) closed: HexSet,
    /// Hexes that end the move: enemy ZOC [10.65].
    pub(super) zoc: HexSet,
    /// Half points to enter those [10.64].
    pub(super) zoc_price: u8,
    /// Half points that a fortification adds to a step [18.12].
    pub(super) surcharge: F,
}

/// The hexes that a move can reach, by layer.
#[derive(Clone)]
pub(super) struct Reach {
    start: Hex,
    price: [[u8; HEX_CAPACITY]; 2],
    entry: [[u8; HEX_CAPACITY]; 2],
    reached: ArrayVec<Hex, HEX_CAPACITY>,
}

impl Reach {
    /// Floods from `start`, where a move has spent so many half points in each layer, or [`CLOSED`], until `points` are
    /// spent. A move that begins in a hex of enemy ZOC enters none next [10.66].
    pub(super) fn flood(ground: &Ground<'_, impl Fn(Hex, Direction, Hex) -> u8>, start: Hex, spent: [u8; 2], points: u8) -> Reach {
        let mut reach = Reach { start, price: [[CLOSED; HEX_CAPACITY]; 2], entry: [[0; HEX_CAPACITY]; 2], reached: ArrayVec::new() };
        let mut ring: [ArrayVec<(Hex, Layer), { 2 * HEX_CAPACITY }>; RING] = std::array::from_fn(|_| ArrayVec::new());
        for layer in [Layer::Road, Layer::Full] {
            let spent = spent[layer as usize];
            if spent != CLOSED && spent <= points {
                reach.price[layer as usize][start.index()] = spent;
                ring[spent as usize % RING].push((start, layer));
            }
        }
        for level in least(spent)..=points {
            let slot = level as usize % RING;
            for at in 0..ring[slot].len() {
                let (hex, layer) = ring[slot][at];
                if reach.price[layer as usize][hex.index()] != level {
                    continue;
                }
                if hex != start {
                    reach.note(hex, level, layer);
                    if ground.zoc.contains(hex) {
                        continue;
                    }
                }
                reach.expand(ground, &mut ring, (hex, layer), level, points);
            }
            ring[slot].clear();
        }
        reach
    }

    /// Enters a hex into the list when its cheaper layer is settled, once.
    fn note(&mut self, hex: Hex, level: u8, layer: Layer) {
        let other = self.price[1 - layer as usize][hex.index()];
        if other > level || (other == level && layer == Layer::Road) {
            self.reached.push(hex);
        }
    }

    fn expand(
        &mut self,
        ground: &Ground<'_, impl Fn(Hex, Direction, Hex) -> u8>,
        ring: &mut [ArrayVec<(Hex, Layer), { 2 * HEX_CAPACITY }>; RING],
        (hex, layer): (Hex, Layer),
        level: u8,
        points: u8,
    ) {
        let in_zoc = ground.zoc.contains(hex);
        for (at, step) in ground.steps[hex.index()].iter().enumerate() {
            let to = Hex(step.to);
            if to == hex || (layer == Layer::Road && step.road == CLOSED) || ground.closed.contains(to) {
                continue;
            }
            let halts = ground.zoc.contains(to);
            if in_zoc && halts {
                continue;
            }
            let direction = Direction::ALL[at];
            let extra = if halts { ground.zoc_price } else { 0 } + (ground.surcharge)(hex, direction, to);
            for (target, base) in [(Layer::Road, step.road), (Layer::Full, step.full)] {
                if base == CLOSED {
                    continue;
                }
                let price = level + base + extra;
                if price <= points && price < self.price[target as usize][to.index()] {
                    self.price[target as usize][to.index()] = price;
                    self.entry[target as usize][to.index()] = at as u8 | if layer == Layer::Full { FROM_FULL } else { 0 };
                    ring[price as usize % RING].push((to, target));
                }
            }
        }
    }

    /// The hexes reached, without the start, in order of cost.
    pub(super) fn reached(&self) -> &[Hex] {
        &self.reached
    }

    /// Whether a hex is reached; the start is.
    pub(super) fn has(&self, hex: Hex) -> bool {
        self.cost(hex) != CLOSED
    }

    /// Half points spent on the cheapest way to the hex, [`CLOSED`] if it is not reached.
    pub(super) fn cost(&self, hex: Hex) -> u8 {
        least(self.spent(hex))
    }

    /// Half points spent in each layer of a hex.
    pub(super) fn spent(&self, hex: Hex) -> [u8; 2] {
        [self.price[0][hex.index()], self.price[1][hex.index()]]
    }

    /// The hexes that the cheapest way to `to` enters, in order, `to` last.
    pub(super) fn path(&self, steps: &Steps, to: Hex) -> ArrayVec<Hex, HEX_CAPACITY> {
        let mut way = ArrayVec::new();
        let mut hex = to;
        let mut layer = if self.price[0][to.index()] <= self.price[1][to.index()] { Layer::Road } else { Layer::Full };
        while hex != self.start && way.len() < HEX_CAPACITY {
            way.push(hex);
            let entry = self.entry[layer as usize][hex.index()];
            let direction = Direction::new(entry & !FROM_FULL).expect("an entry is a direction");
            layer = if entry & FROM_FULL == 0 { Layer::Road } else { Layer::Full };
            hex = Hex(steps[hex.index()][direction.opposite().index()].to);
        }
        way.reverse();
        way
    }
}
