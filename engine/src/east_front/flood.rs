//! Where a move can go and what it costs, with the price of leaving a road [10.74].
//!
//! A unit that enters a hex by road pays the road; if it leaves that hex over a side without a road in the same
//! phase it owes the full price of the hex instead. So each hex has two nodes: [`Layer::Road`], entered at the
//! road's price and left only along roads, and [`Layer::Full`], entered at the full price and left everywhere. The
//! cheapest way through both is the cheapest move, whatever roads it joins and leaves.

use std::ops::Index;

use arrayvec::ArrayVec;

use super::ids::{HEX_CAPACITY, HexSet};
use crate::hex::{Direction, Grid, Hex};

/// A price that cannot be paid.
pub(super) const CLOSED: u8 = u8::MAX;
/// Buckets in the ring: more than the half points of the dearest step.
const RING: usize = 32;
/// Marks the layer a step came from, beside its direction.
const FROM_FULL: u8 = 8;
/// Mark of a hex that may not be entered: every way there is dearer.
const BARRED: u8 = 0;
/// Most half points of a move, so that its marks fit into a byte.
const MOST_POINTS: u8 = u8::MAX - 2;

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
#[derive(Debug, Default)]
pub(super) struct Steps {
    rows: Vec<[Step; 6]>,
    /// The cheapest step out of a hex, by [`Layer`].
    least: Vec<[u8; 2]>,
    /// The cheapest step of all, 1 at least.
    least_of_all: u8,
}

impl Steps {
    pub(super) fn new(rows: Vec<[Step; 6]>) -> Steps {
        let price = |step: &Step| step.full.min(step.road);
        let least = |row: &[Step; 6], layer| {
            let taken = row.iter().filter(|step| layer == Layer::Full || step.road != CLOSED);
            taken.map(price).min().unwrap_or(CLOSED)
        };
        let least: Vec<[u8; 2]> = rows.iter().map(|row| [Layer::Road, Layer::Full].map(|layer| least(row, layer))).collect();
        let least_of_all = least.iter().map(|&[_, full]| full).min().unwrap_or(1).max(1);
        Steps { rows, least, least_of_all }
    }

    /// Whether some step leads into the hex by road.
    fn leads_by_road(&self, hex: Hex) -> bool {
        let from = |step: &Step| &self.rows[usize::from(step.to)];
        self.rows[hex.index()].iter().any(|step| from(step).iter().any(|back| back.to == hex.0 && back.road != CLOSED))
    }
}

impl Index<usize> for Steps {
    type Output = [Step; 6];

    #[inline]
    fn index(&self, hex: usize) -> &[Step; 6] {
        &self.rows[hex]
    }
}

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

/// The one hex that a flood is about. Once it is reached as cheaply as can be, the flood ends, and it does not look aside.
#[derive(Clone, Copy)]
pub(super) struct Goal<'a> {
    hex: Hex,
    /// Grid of the map, for distances.
    grid: &'a Grid,
    /// The first layer that steps lead to.
    layer: Layer,
}

impl<'a> Goal<'a> {
    pub(super) fn new(hex: Hex, grid: &'a Grid, steps: &Steps) -> Self {
        Goal { hex, grid, layer: if steps.leads_by_road(hex) { Layer::Road } else { Layer::Full } }
    }
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
}

/// Nodes of the same price before and after a node, in the order in which the flood found them.
#[derive(Clone, Copy)]
struct Links {
    before: Node,
    after: Node,
}

impl Links {
    const NONE: Links = Links { before: Node::NONE, after: Node::NONE };
}

/// What the arrays of a flood are filled with, as far as the map goes.
static NO_MARKS: [[u8; 2]; HEX_CAPACITY] = [[BARRED; 2]; HEX_CAPACITY];
static NO_ENTRIES: [u8; 2 * HEX_CAPACITY] = [0; 2 * HEX_CAPACITY];
static NO_LINKS: [Links; 2 * HEX_CAPACITY] = [Links::NONE; 2 * HEX_CAPACITY];

/// The hexes that a move can reach, by layer. A plain value on the caller's stack: about 32 kB at most, of which a flood
/// touches what the map has.
#[derive(Clone)]
pub(super) struct Reach {
    start: Hex,
    points: u8,
    /// Half points of the cheapest way to a node and one more, [`BARRED`], or beyond the points of the move.
    marks: ArrayVec<[u8; 2], HEX_CAPACITY>,
    /// Direction of the last step to a node, with [`FROM_FULL`].
    entries: ArrayVec<u8, { 2 * HEX_CAPACITY }>,
    links: ArrayVec<Links, { 2 * HEX_CAPACITY }>,
    reached: ArrayVec<Hex, HEX_CAPACITY>,
}

/// Nodes by mark: the first and the last of each.
type Buckets = [(Node, Node); RING];

impl Reach {
    /// Nothing is reached yet. The value is large: make one where it is used and hand it down, do not return it.
    #[inline]
    pub(super) fn new() -> Reach {
        Reach {
            start: Hex(0),
            points: 0,
            marks: ArrayVec::new(),
            entries: ArrayVec::new(),
            links: ArrayVec::new(),
            reached: ArrayVec::new(),
        }
    }

    /// Floods from `start`, where a move has spent so many half points in each layer, or [`CLOSED`], until `points` are
    /// spent. A move that begins in a hex of enemy ZOC enters none next [10.66].
    pub(super) fn flood(
        &mut self,
        ground: &Ground<'_, impl Fn(Hex, Direction, Hex) -> u8>,
        start: Hex,
        spent: [u8; 2],
        points: u8,
        goal: Option<Goal<'_>>,
    ) {
        let points = points.min(MOST_POINTS);
        self.start = start;
        self.points = points;
        self.clear(ground.steps.rows.len());
        for hex in ground.closed.iter() {
            self.marks[hex.index()] = [BARRED; 2];
        }
        let mut ring: Buckets = [(Node::NONE, Node::NONE); RING];
        for layer in [Layer::Road, Layer::Full] {
            let spent = spent[layer as usize];
            if spent != CLOSED && spent <= points {
                self.enter(&mut ring, Node::new(start, layer), spent + 1, 0);
            }
        }
        for level in least(spent).saturating_add(1)..=points + 1 {
            if goal.is_some_and(|goal| self.dearest(goal) <= level) {
                return;
            }
            let slot = level as usize % RING;
            // Steps cost at least a half point and less than the ring is long, so the bucket at hand does not grow.
            let mut node = std::mem::replace(&mut ring[slot], (Node::NONE, Node::NONE)).0;
            while node != Node::NONE {
                let hex = node.hex();
                if (hex == start || self.note(ground, node, level)) && !self.ends_at(ground.steps, node, level, goal) {
                    self.expand(ground, &mut ring, node, level);
                }
                node = self.links(node).after;
            }
        }
    }

    /// The mark of a goal in the dearest layer that steps lead to.
    #[inline]
    fn dearest(&self, goal: Goal<'_>) -> u8 {
        self.marks[goal.hex.index()][goal.layer as usize..].iter().copied().fold(0, u8::max)
    }

    /// Whether no way goes on from a node. Most nodes lie at the rim, where no step can be paid. Others lie too far aside
    /// of a goal: a way that is not cheaper than the one known does not replace it.
    #[inline]
    fn ends_at(&self, steps: &Steps, node: Node, level: u8, goal: Option<Goal<'_>>) -> bool {
        let step = steps.least[node.hex().index()][node.layer() as usize];
        let aside = |goal: Goal<'_>| {
            let left = u16::from(steps.least_of_all) * goal.grid.distance(node.hex(), goal.hex);
            u16::from(level) + left >= u16::from(self.dearest(goal))
        };
        u16::from(level) + u16::from(step) > u16::from(self.points) + 1 || goal.is_some_and(aside)
    }

    /// Begins with a map of so many hexes.
    fn clear(&mut self, hexes: usize) {
        self.reached.clear();
        self.marks.clear();
        self.entries.clear();
        self.links.clear();
        let fits = self.marks.try_extend_from_slice(&NO_MARKS[..hexes]).is_ok()
            && self.entries.try_extend_from_slice(&NO_ENTRIES[..2 * hexes]).is_ok()
            && self.links.try_extend_from_slice(&NO_LINKS[..2 * hexes]).is_ok();
        debug_assert!(fits, "the loader takes no larger map");
        self.marks.fill([self.points + 2; 2]);
    }

    #[inline]
    fn links(&mut self, node: Node) -> &mut Links {
        &mut self.links[usize::from(node.0)]
    }

    /// Finds a cheaper way to a node, at the end of the bucket of its price.
    #[inline]
    fn enter(&mut self, ring: &mut Buckets, node: Node, mark: u8, entry: u8) {
        let old = std::mem::replace(&mut self.marks[node.hex().index()][node.layer() as usize], mark);
        if old <= self.points + 1 && old != BARRED {
            let Links { before, after } = *self.links(node);
            let (first, last) = &mut ring[old as usize % RING];
            match before {
                Node::NONE => *first = after,
                before => self.links(before).after = after,
            }
            match after {
                Node::NONE => *last = before,
                after => self.links(after).before = before,
            }
        }
        let (first, last) = &mut ring[mark as usize % RING];
        match *last {
            Node::NONE => *first = node,
            last => self.links(last).after = node,
        }
        *self.links(node) = Links { before: *last, after: Node::NONE };
        self.entries[usize::from(node.0)] = entry;
        *last = node;
    }

    /// Enters a hex into the list when its cheaper layer is settled, once. Whether the move may go on from there.
    #[inline]
    fn note(&mut self, ground: &Ground<'_, impl Fn(Hex, Direction, Hex) -> u8>, node: Node, level: u8) -> bool {
        let (hex, layer) = (node.hex(), node.layer());
        let other = self.marks[hex.index()][1 - layer as usize];
        if other > level || (other == level && layer == Layer::Road) {
            self.reached.push(hex);
        }
        !ground.zoc.contains(hex)
    }

    /// Looks at the neighbours of a node. Most are barred, known as cheaply or beyond the points of the move. Which ones are
    /// not, but for what ZOC and fortifications add, is worked out for all six and both layers before the first branch, for
    /// no processor foresees it.
    #[inline]
    fn expand(&mut self, ground: &Ground<'_, impl Fn(Hex, Direction, Hex) -> u8>, ring: &mut Buckets, node: Node, level: u8) {
        let (hex, layer) = (node.hex(), node.layer());
        let row = &ground.steps[hex.index()];
        let mut cheaper = 0u32;
        // Sums of 32 bits: no closed price passes for a cheap one.
        let spent = u32::from(level);
        for (at, step) in row.iter().enumerate() {
            let [road, full] = self.marks[usize::from(step.to)];
            cheaper |= u32::from(spent + u32::from(step.road) < u32::from(road)) << (2 * at);
            cheaper |= u32::from(spent + u32::from(step.full) < u32::from(full)) << (2 * at + 1);
        }
        let in_zoc = ground.zoc.contains(hex);
        while cheaper != 0 {
            let lowest = cheaper.trailing_zeros() as usize;
            cheaper &= cheaper - 1;
            let (at, target) = (lowest / 2, if lowest.is_multiple_of(2) { Layer::Road } else { Layer::Full });
            let step = row[at];
            let to = Hex(step.to);
            let halts = ground.zoc.contains(to);
            if layer == Layer::Road && step.road == CLOSED || in_zoc && halts {
                continue;
            }
            let base = if target == Layer::Road { step.road } else { step.full };
            let extra = if halts { ground.zoc_price } else { 0 } + (ground.surcharge)(hex, Direction::ALL[at], to);
            let mark = level.saturating_add(base).saturating_add(extra);
            if mark < self.marks[to.index()][target as usize] {
                self.enter(ring, Node::new(to, target), mark, at as u8 | if layer == Layer::Full { FROM_FULL } else { 0 });
            }
        }
    }

    /// The hexes reached, without the start, in order of cost. Of a flood with a goal there are fewer.
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
        let [road, full] = self.marks[hex.index()];
        let spent = |mark: u8| if mark == BARRED || mark > self.points + 1 { CLOSED } else { mark - 1 };
        [spent(road), spent(full)]
    }

    /// Adds the hexes that the cheapest way to `to` enters to a way, in order, `to` last.
    pub(super) fn path<const N: usize>(&self, steps: &Steps, to: Hex, way: &mut ArrayVec<Hex, N>) {
        let begin = way.len();
        let mut hex = to;
        let [road, full] = self.spent(to);
        let mut layer = if road <= full { Layer::Road } else { Layer::Full };
        while hex != self.start && way.len() < begin + HEX_CAPACITY {
            way.push(hex);
            let entry = self.entries[usize::from(Node::new(hex, layer).0)];
            let direction = Direction::new(entry & !FROM_FULL).expect("an entry is a direction");
            layer = if entry & FROM_FULL == 0 { Layer::Road } else { Layer::Full };
            hex = Hex(steps[hex.index()][direction.opposite().index()].to);
        }
        way[begin..].reverse();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use crate::hex::{Layout, OFF_MAP};

    const COLUMNS: u8 = 9;
    const ROWS: u8 = 11;

    /// A random map: steps, what is closed, ZOC and fortifications.
    struct Country {
        grid: Grid,
        steps: Steps,
        closed: HexSet,
        zoc: HexSet,
        forts: HexSet,
    }

    impl Country {
        fn new(dice: &mut Dice, layout: Layout) -> Self {
            let grid = Grid::new(COLUMNS, ROWS, layout).expect("the size fits");
            let price = |dice: &mut Dice, closed_of_ten: u32| {
                if dice.below(10) < closed_of_ten { CLOSED } else { 1 + dice.below(6) as u8 }
            };
            let step = |dice: &mut Dice, hex: usize, to: u16| match to {
                OFF_MAP => Step { to: hex as u16, full: CLOSED, road: CLOSED },
                to => Step { to, full: price(dice, 2), road: price(dice, 7) },
            };
            let rows = grid.neighbour_table().iter().enumerate().map(|(hex, row)| row.map(|to| step(dice, hex, to))).collect();
            let mut some = |of_twenty: u32| grid.hexes().filter(|_| dice.below(20) < of_twenty).collect();
            let (closed, zoc, forts) = (some(2), some(4), some(3));
            Country { steps: Steps::new(rows), grid, closed, zoc, forts }
        }

        fn flood(&self, start: Hex, spent: [u8; 2], points: u8, goal: Option<Hex>) -> Reach {
            let surcharge = |_, _, to| if self.forts.contains(to) { 2 } else { 0 };
            let ground = Ground { steps: &self.steps, closed: &self.closed, zoc: &self.zoc, zoc_price: 3, surcharge };
            let mut reach = Reach::new();
            reach.flood(&ground, start, spent, points, goal.map(|hex| Goal::new(hex, &self.grid, &self.steps)));
            reach
        }

        /// Slow reference: prices by hex and layer, relaxed until nothing changes.
        fn prices(&self, start: Hex, spent: [u8; 2], points: u8) -> Vec<[u8; 2]> {
            let mut prices = vec![[CLOSED; 2]; self.grid.len()];
            prices[start.index()] = spent.map(|spent| if spent <= points { spent } else { CLOSED });
            loop {
                let before = prices.clone();
                for hex in self.grid.hexes().filter(|&hex| hex == start || !self.zoc.contains(hex)) {
                    for step in self.steps[hex.index()] {
                        let to = Hex(step.to);
                        if to == hex || self.closed.contains(to) || self.zoc.contains(hex) && self.zoc.contains(to) {
                            continue;
                        }
                        let extra = u32::from(self.zoc.contains(to)) * 3 + u32::from(self.forts.contains(to)) * 2;
                        for layer in [0, 1] {
                            let spent = prices[hex.index()][layer];
                            if spent == CLOSED || layer == 0 && step.road == CLOSED {
                                continue;
                            }
                            for (target, base) in [step.road, step.full].into_iter().enumerate() {
                                let price = u32::from(spent) + u32::from(base) + extra;
                                if base != CLOSED && price <= u32::from(points) && price < u32::from(prices[to.index()][target]) {
                                    prices[to.index()][target] = price as u8;
                                }
                            }
                        }
                    }
                }
                if prices == before {
                    return prices;
                }
            }
        }
    }

    /// A flood finds the cheapest prices, and one with a goal the same way to it.
    #[test]
    fn floods_agree_with_prices_relaxed_slowly() {
        let mut dice = Dice::new(1942);
        for round in 0..200 {
            let layout = if round % 2 == 0 { Layout::FlatEvenDown } else { Layout::PointyOddRight };
            let country = Country::new(&mut dice, layout);
            let start = Hex(dice.below(country.grid.len() as u32) as u16);
            let points = dice.below(24) as u8;
            let spent = [[0, 0], [2, 4], [CLOSED, 1], [3, CLOSED], [CLOSED; 2]][dice.below(5) as usize];
            let reach = country.flood(start, spent, points, None);
            let prices = country.prices(start, spent, points);
            for hex in country.grid.hexes() {
                assert_eq!(reach.spent(hex), prices[hex.index()]);
            }
            let mut listed: Vec<Hex> = country.grid.hexes().filter(|&hex| hex != start && least(prices[hex.index()]) != CLOSED).collect();
            assert!(reach.reached().is_sorted_by_key(|&hex| reach.cost(hex)));
            let mut reached = reach.reached().to_vec();
            reached.sort();
            listed.sort();
            assert_eq!(reached, listed);
            for to in country.grid.hexes().filter(|&to| to != start) {
                let straight = country.flood(start, spent, points, Some(to));
                assert_eq!(straight.spent(to), reach.spent(to));
                let way = |reach: &Reach| {
                    let mut way: ArrayVec<Hex, HEX_CAPACITY> = ArrayVec::new();
                    reach.path(&country.steps, to, &mut way);
                    way
                };
                if reach.has(to) {
                    assert_eq!(way(&straight), way(&reach));
                }
            }
        }
    }
}
