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
    pub(super) closed: &'a HexSet,
    /// Hexes that end the move: enemy ZOC [10.65].
    pub(super) zoc: &'a HexSet,
    /// Half points to enter those [10.64].
    pub(super) zoc_price: u8,
    /// Half points that a fortification adds to a step [18.12].
    pub(super) surcharge: F,
}

/// A hex and the layer in which a move stands there: twice the hex, one more in [`Layer::Full`].
#[derive(Clone, Copy, PartialEq, Eq)]
struct Node(u16);

impl Node {
    /// Ends a bucket.
    const NONE: Node = Node(u16::MAX);

    #[inline]
    fn new(hex: Hex, layer: Layer) -> Node {
        Node(2 * hex.0 + layer as u16)
    }

    #[inline]
    fn hex(self) -> Hex {
        Hex(self.0 / 2)
    }

    #[inline]
    fn layer(self) -> Layer {
        if self.0.is_multiple_of(2) { Layer::Road } else { Layer::Full }
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What a flood knows of a node.
#[derive(Clone, Copy)]
struct Mark {
    /// Half points of the cheapest way, [`CLOSED`] without one.
    price: u8,
    /// Direction of its last step, with [`FROM_FULL`].
    entry: u8,
    /// Nodes of the same price before and after it, in the order in which the flood found them.
    before: Node,
    after: Node,
}

impl Mark {
    const NONE: Mark = Mark { price: CLOSED, entry: 0, before: Node::NONE, after: Node::NONE };
}

/// What a flood begins with.
static BLANK: [Mark; 2 * HEX_CAPACITY] = [Mark::NONE; 2 * HEX_CAPACITY];

/// The hexes that a move can reach, by layer. A plain value on the caller's stack: about 32 kB at most, of which a flood
/// touches what the map has.
#[derive(Clone)]
pub(super) struct Reach {
    start: Hex,
    /// By [`Node`].
    marks: ArrayVec<Mark, { 2 * HEX_CAPACITY }>,
    reached: ArrayVec<Hex, HEX_CAPACITY>,
}

/// Nodes by price: the first and the last of each, linked by their marks.
type Buckets = [(Node, Node); RING];

impl Reach {
    /// Nothing is reached yet. The value is large: make one where it is used and hand it down, do not return it.
    #[inline]
    pub(super) fn new() -> Reach {
        Reach { start: Hex(0), marks: ArrayVec::new(), reached: ArrayVec::new() }
    }

    /// Floods from `start`, where a move has spent so many half points in each layer, or [`CLOSED`], until `points` are
    /// spent. A move that begins in a hex of enemy ZOC enters none next [10.66].
    pub(super) fn flood(&mut self, ground: &Ground<'_, impl Fn(Hex, Direction, Hex) -> u8>, start: Hex, spent: [u8; 2], points: u8) {
        self.start = start;
        self.reached.clear();
        self.marks.clear();
        self.marks.try_extend_from_slice(&BLANK[..2 * ground.steps.len()]).expect("the loader takes no larger map");
        let mut ring: Buckets = [(Node::NONE, Node::NONE); RING];
        for layer in [Layer::Road, Layer::Full] {
            let spent = spent[layer as usize];
            if spent != CLOSED && spent <= points {
                self.enter(&mut ring, Node::new(start, layer), spent, 0);
            }
        }
        for level in least(spent)..=points {
            let slot = level as usize % RING;
            // Steps cost at least a half point and less than the ring is long, so the bucket at hand does not grow.
            let mut node = std::mem::replace(&mut ring[slot], (Node::NONE, Node::NONE)).0;
            while node != Node::NONE {
                let hex = node.hex();
                if hex == start || self.note(ground, node, level) {
                    self.expand(ground, &mut ring, node, level, points);
                }
                node = self.marks[node.index()].after;
            }
        }
    }

    /// Finds a cheaper way to a node, at the end of the bucket of its price.
    #[inline]
    fn enter(&mut self, ring: &mut Buckets, node: Node, price: u8, entry: u8) {
        let Mark { price: old, before, after, .. } = self.marks[node.index()];
        if old != CLOSED {
            let (first, last) = &mut ring[old as usize % RING];
            match before {
                Node::NONE => *first = after,
                before => self.marks[before.index()].after = after,
            }
            match after {
                Node::NONE => *last = before,
                after => self.marks[after.index()].before = before,
            }
        }
        let (first, last) = &mut ring[price as usize % RING];
        match *last {
            Node::NONE => *first = node,
            last => self.marks[last.index()].after = node,
        }
        self.marks[node.index()] = Mark { price, entry, before: *last, after: Node::NONE };
        *last = node;
    }

    /// Enters a hex into the list when its cheaper layer is settled, once. Whether the move may go on from there.
    #[inline]
    fn note(&mut self, ground: &Ground<'_, impl Fn(Hex, Direction, Hex) -> u8>, node: Node, level: u8) -> bool {
        let (hex, layer) = (node.hex(), node.layer());
        let other = self.spent(hex)[1 - layer as usize];
        if other > level || (other == level && layer == Layer::Road) {
            self.reached.push(hex);
        }
        !ground.zoc.contains(hex)
    }

    fn expand(&mut self, ground: &Ground<'_, impl Fn(Hex, Direction, Hex) -> u8>, ring: &mut Buckets, node: Node, level: u8, points: u8) {
        let (hex, layer) = (node.hex(), node.layer());
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
                let target = Node::new(to, target);
                if price <= points && price < self.marks[target.index()].price {
                    self.enter(ring, target, price, at as u8 | if layer == Layer::Full { FROM_FULL } else { 0 });
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
        [Layer::Road, Layer::Full].map(|layer| self.marks[Node::new(hex, layer).index()].price)
    }

    /// The hexes that the cheapest way to `to` enters, in order, `to` last.
    pub(super) fn path(&self, steps: &Steps, to: Hex) -> ArrayVec<Hex, HEX_CAPACITY> {
        let mut way = ArrayVec::new();
        let mut hex = to;
        let [road, full] = self.spent(to);
        let mut layer = if road <= full { Layer::Road } else { Layer::Full };
        while hex != self.start && way.len() < HEX_CAPACITY {
            way.push(hex);
            let entry = self.marks[Node::new(hex, layer).index()].entry;
            let direction = Direction::new(entry & !FROM_FULL).expect("an entry is a direction");
            layer = if entry & FROM_FULL == 0 { Layer::Road } else { Layer::Full };
            hex = Hex(steps[hex.index()][direction.opposite().index()].to);
        }
        way.reverse();
        way
    }
}
