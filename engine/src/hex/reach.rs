//! Reachable sets: where a move can end, at what price, and by which way.

use std::cell::RefCell;

use arrayvec::ArrayVec;

use super::axial::Axial;
use super::grid::Grid;
use super::layout::{Direction, Hex, OFF_MAP};
use super::set::HexSet;

/// Mark beside the direction of entry: the move goes no further from here.
const HALTED: u8 = 8;
/// Price of a hex that may not be entered: every way there is dearer.
pub const CLOSED: u8 = 0;
/// Half points of the dearest step.
const MOST_COSTLY: u8 = 15;
/// Buckets in the ring: a step never leads round it.
const RING: usize = MOST_COSTLY as usize + 1;
/// Largest budget, so that a price and one step more stay below the highest bit of a byte.
const MOST_BUDGET: u8 = HIGH_BIT - MOST_COSTLY - 2;
const HIGH_BIT: u8 = 0x80;
/// The same byte in all eight of a word, by multiplication.
const EVERY_BYTE: u64 = 0x0101_0101_0101_0101;

/// Hexes to be left, by price, in the order of their discovery.
type Ring = [Vec<Hex>; RING];

thread_local! {
    /// The buckets of a flood on a large map are more than a stack frame should hold, and are the same for every flood of a thread. The
    /// first flood of a thread makes room in them for good.
    static BUCKETS: RefCell<Ring> = const { RefCell::new([const { Vec::new() }; RING]) };
}

/// Steps out of a hex by direction: where each leads and what it costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub struct Steps {
    /// The neighbours; the hex itself where there is none, which no move profits from.
    pub to: [u16; 6],
    /// Half points, 1 to 15, and two bytes that fill the word.
    pub cost: [u8; 8],
    /// The least cost of all that lead to a neighbour.
    pub least: u8,
    /// Directions, as bits, in which a move may be refused. The flood asks about these only.
    pub gates: u8,
}

impl Steps {
    /// Every direction is a gate.
    pub const ALL_GATES: u8 = 0b11_1111;

    /// Tables of neighbours, [`OFF_MAP`] where there is none, of costs and of gates as one.
    pub fn table(neighbours: &[[u16; 6]], costs: &[[u8; 6]], gates: impl Fn(Hex) -> u8) -> Vec<Steps> {
        let row = |(hex, (&to, &cost)): (usize, (&[u16; 6], &[u8; 6]))| {
            let least = to.iter().zip(&cost).filter(|&(&to, _)| to != OFF_MAP).map(|(_, &cost)| cost).min();
            let to = to.map(|to| if to == OFF_MAP { hex as u16 } else { to });
            let mut word = [0; 8];
            word[..6].copy_from_slice(&cost);
            Steps { to, cost: word, least: least.unwrap_or(MOST_COSTLY), gates: gates(Hex(hex as u16)) }
        };
        neighbours.iter().zip(costs).enumerate().map(row).collect()
    }
}

/// The hexes that one move can reach from its start, on a map of at most `N` hexes, a power of two. Costs are in half
/// movement points.
///
/// A plain value of about `4 * N` bytes that lives on the caller's stack.
#[derive(Clone, Debug)]
pub struct Reach<const N: usize> {
    start: Hex,
    budget: u8,
    /// Price of the cheapest way in: half points plus one, [`CLOSED`], or beyond the budget.
    price: [u8; N],
    /// Direction by which the cheapest way enters, with [`HALTED`].
    entry: [u8; N],
    reached: ArrayVec<Hex, N>,
}

/// What closes hexes to a move.
pub trait Closure<const N: usize> {
    /// Sets the price of every hex that may not be entered to [`CLOSED`] and leaves the others alone.
    fn close(&self, prices: &mut [u8; N]);
}

impl<const N: usize, const W: usize> Closure<N> for HexSet<W> {
    /// Where little is closed hex by hex, where much is eight at a time.
    fn close(&self, prices: &mut [u8; N]) {
        for (prices, &word) in prices.chunks_mut(64).zip(self.words()) {
            if word.count_ones() < DENSE {
                let mut left = word;
                while left != 0 {
                    prices[left.trailing_zeros() as usize] = CLOSED;
                    left &= left - 1;
                }
                continue;
            }
            for (prices, bits) in prices.as_chunks_mut::<8>().0.iter_mut().zip(word.to_le_bytes()) {
                let open = u64::from_le_bytes(*prices) & !BYTES_OF_BITS[usize::from(bits)];
                *prices = open.to_le_bytes();
            }
        }
    }
}

/// Hexes of a word from which on they are closed eight at a time.
const DENSE: u32 = 12;

/// Eight bits as eight bytes: all ones where the bit is set.
const BYTES_OF_BITS: [u64; 256] = {
    let mut table = [0; 256];
    let mut at = 0;
    while at < 256 * 8 {
        if (at / 8) >> (at % 8) & 1 == 1 {
            table[at / 8] |= 0xFF << (at % 8 * 8);
        }
        at += 1;
    }
    table
};

/// The ground a move goes over: tables by hex and direction, and what holds the move up.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a, C, const W: usize> {
    /// Steps by hex and direction.
    pub steps: &'a [Steps],
    /// Directions that count as gates everywhere, beside those of the steps.
    pub gates: u8,
    /// Hexes that may not be entered.
    pub closed: &'a C,
    /// Hexes that may be entered but not left again by this move.
    pub halting: &'a HexSet<W>,
}

/// Lower bounds of the cost of ways on a table of steps, for a flood towards one hex. The cheapest steps lie along
/// roads: a way that uses them must first get to one, and from one to its end.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct LeastCost {
    /// Half points of the cheapest step.
    road: u16,
    /// Half points of the cheapest of all other steps.
    other: u16,
    /// Hexes from each hex to the nearest that has one of the cheapest steps.
    to_road: Vec<u16>,
}

impl LeastCost {
    /// More than any hex is away from a road.
    const FAR: u16 = 1000;

    /// The bounds of a table of steps on its grid.
    pub fn new(grid: &Grid, steps: &[Steps]) -> Self {
        let all = || {
            let from = |(hex, row): (usize, &Steps)| row.to.into_iter().zip(row.cost).map(move |(to, cost)| (hex as u16, to, cost));
            steps.iter().enumerate().flat_map(from).filter(|&(from, to, _)| from != to)
        };
        let road = all().map(|(_, _, cost)| cost).min().unwrap_or(MOST_COSTLY);
        let other = all().map(|(_, _, cost)| cost).filter(|&cost| cost > road).min().unwrap_or(road);
        let mut roads: Vec<Hex> = all().filter(|&(_, _, cost)| cost == road).flat_map(|(from, to, _)| [Hex(from), Hex(to)]).collect();
        roads.sort_unstable_by_key(|hex| hex.0);
        roads.dedup();
        let mut to_road = vec![Self::FAR; grid.len()];
        for hex in &roads {
            to_road[hex.index()] = 0;
        }
        // One ring of hexes after the other.
        let mut ring = roads;
        for away in 1.. {
            let mut next = Vec::new();
            for (_, near) in ring.iter().flat_map(|&hex| grid.neighbours(hex)) {
                if to_road[near.index()] > away {
                    to_road[near.index()] = away;
                    next.push(near);
                }
            }
            if next.is_empty() {
                break;
            }
            ring = next;
        }
        LeastCost { road: u16::from(road), other: u16::from(other), to_road }
    }

    /// No way over `distance` hexes between hexes this far from a road costs less.
    #[inline]
    fn of(&self, distance: u16, aside: u16) -> u16 {
        if aside >= distance { self.other * distance } else { self.other * aside + self.road * (distance - aside) }
    }
}

/// The one hex that a flood is about.
#[derive(Clone, Copy, Debug)]
pub struct Goal<'a> {
    /// The hex.
    pub hex: Hex,
    /// Grid of the map, for distances.
    pub grid: &'a Grid,
    /// Lower bounds on this ground.
    pub least: &'a LeastCost,
    /// A way that costs more half points than these is not looked for.
    pub at_most: u8,
}

/// A goal with what the bound asks of it at every hex.
#[derive(Clone, Copy)]
struct Bound<'a> {
    goal: Goal<'a>,
    at: Axial,
    to_road: u16,
}

impl<'a> Bound<'a> {
    fn new(goal: Goal<'a>) -> Self {
        Bound { goal, at: goal.grid.axial(goal.hex), to_road: goal.least.to_road[goal.hex.index()] }
    }

    /// No way from `hex` to the goal costs less.
    #[inline]
    fn at_least(&self, hex: Hex) -> u16 {
        let least = self.goal.least;
        least.of(self.goal.grid.axial(hex).distance(self.at), least.to_road[hex.index()] + self.to_road)
    }
}

/// Where a move begins and how far it may go.
#[derive(Clone, Copy, Debug)]
pub struct Journey<'a> {
    /// First hex.
    pub start: Hex,
    /// Half points to spend; more than 111 count as 111.
    pub budget: u8,
    /// A neighbour of the start that the budget cannot pay is reached all the same: it costs the whole
    /// budget and the move ends there.
    pub minimum: bool,
    /// The flood looks for the way to this hex alone, the same as without a goal: it leaves out what lies too
    /// far aside, and stops when it has found it. Nothing else is then known.
    pub goal: Option<Goal<'a>>,
}

impl<const N: usize> Default for Reach<N> {
    /// Reaches nothing beyond hex 0.
    #[inline]
    fn default() -> Self {
        Reach { start: Hex(0), budget: 0, price: [u8::MAX; N], entry: [0; N], reached: ArrayVec::new() }
    }
}

impl<const N: usize> Reach<N> {
    /// Floods outwards by a bucket queue. `barred` refuses single steps through gates into hexes that are
    /// open otherwise.
    ///
    /// Of several ways at one cost the first found counts; hexes are expanded in order of cost and then
    /// of discovery, directions clockwise from 0, so the same arguments always give the same result.
    #[inline]
    pub fn flood<C: Closure<N>, const W: usize>(
        ground: &Ground<'_, C, W>,
        journey: Journey<'_>,
        barred: impl Fn(Hex, Direction, Hex) -> bool,
    ) -> Self {
        let mut reach = Reach::default();
        reach.refill(ground, journey, barred);
        reach
    }

    /// The same in place of what the value held before.
    #[inline]
    pub fn refill<C: Closure<N>, const W: usize>(
        &mut self,
        ground: &Ground<'_, C, W>,
        journey: Journey<'_>,
        barred: impl Fn(Hex, Direction, Hex) -> bool,
    ) {
        if journey.goal.is_some() {
            self.fill::<true, C, W>(ground, journey, barred);
        } else {
            self.fill::<false, C, W>(ground, journey, barred);
        }
    }

    /// Where a hex stands in the arrays; the mask tells the compiler that it is within them.
    #[inline]
    fn slot(hex: Hex) -> usize {
        const { assert!(N.is_power_of_two(), "the arrays of a flood are as long as a power of two") };
        hex.index() & (N - 1)
    }

    /// The flood, made twice, so that one without a goal does not ask for it at every hex.
    #[inline]
    fn fill<const TO_GOAL: bool, C: Closure<N>, const W: usize>(
        &mut self,
        ground: &Ground<'_, C, W>,
        journey: Journey<'_>,
        barred: impl Fn(Hex, Direction, Hex) -> bool,
    ) {
        let Journey { start, budget, minimum, goal } = journey;
        let goal = if TO_GOAL { goal } else { None };
        let budget = budget.min(MOST_BUDGET);
        self.start = start;
        self.budget = budget;
        self.price = [budget + 2; N];
        let limit = goal.map_or(budget, |goal| goal.at_most.min(budget));
        if let Some(goal) = goal {
            self.price[goal.hex.index()] = limit + 2;
        }
        ground.closed.close(&mut self.price);
        self.reached.clear();
        self.price[start.index()] = 1;
        self.entry[start.index()] = 0;
        BUCKETS.with_borrow_mut(|ring| {
            for bucket in &mut *ring {
                bucket.clear();
                bucket.reserve(N);
            }
            ring[1].push(start);
            self.spread(ground, ring, limit, minimum, goal, barred);
        });
        if let Some(price) = goal.map(|goal| &mut self.price[goal.hex.index()]).filter(|price| **price > limit + 1) {
            *price = budget + 2;
        }
    }

    /// Leaves hex after hex in order of price, until the goal is found or nothing more can be paid.
    #[expect(clippy::inline_always, reason = "it is the flood, made for each of its callers")]
    #[inline(always)]
    fn spread<C, const W: usize>(
        &mut self,
        ground: &Ground<'_, C, W>,
        ring: &mut Ring,
        limit: u8,
        minimum: bool,
        goal: Option<Goal<'_>>,
        barred: impl Fn(Hex, Direction, Hex) -> bool,
    ) {
        let (start, bound) = (self.start, goal.map(Bound::new));
        for level in 1..=limit + 1 {
            let slot = level as usize % RING;
            // Steps cost less than the ring is long, so the bucket at hand does not grow.
            let mut index = 0;
            while let Some(&hex) = ring[slot].get(index) {
                index += 1;
                if self.price[Self::slot(hex)] != level {
                    continue;
                }
                if hex != start {
                    self.reached.push(hex);
                    if goal.is_some_and(|goal| goal.hex == hex) {
                        return;
                    }
                    if ground.halting.contains(hex) {
                        self.entry[Self::slot(hex)] |= HALTED;
                        continue;
                    }
                }
                // Hexes at the rim, which most are, are not looked beyond: nothing there can be paid. Neither are
                // hexes too far aside: a way that is not cheaper than the one known does not replace it.
                let steps = &ground.steps[hex.index()];
                let aside = |bound: &Bound<'_>| u16::from(level) + bound.at_least(hex) >= u16::from(self.price[bound.goal.hex.index()]);
                if level + steps.least <= limit + 1 && !bound.as_ref().is_some_and(aside) {
                    self.expand(steps, ground.gates, ring, hex, level, &barred);
                }
            }
            ring[slot].clear();
            if level == 1 && minimum {
                self.grant_minimum(ground, ring, &barred);
                if self.budget == 0 {
                    self.reached.extend(ring[1].iter().copied());
                }
            }
        }
    }

    /// Looks at the neighbours of a hex that is left at a price. Most are closed, known at that price or beyond
    /// the budget. Which ones are not is worked out for all six at once, a byte each, before the first branch, for no
    /// processor foresees it: where the highest bit of a price stays when one more than the new price is taken away from
    /// it, the new one is the lower.
    #[expect(clippy::inline_always, reason = "a call for each hex is a tenth of the flood")]
    #[inline(always)]
    fn expand(&mut self, steps: &Steps, gates: u8, ring: &mut Ring, hex: Hex, level: u8, barred: &impl Fn(Hex, Direction, Hex) -> bool) {
        let gates = steps.gates | gates;
        let known =
            (0..6).fold(0, |known, direction| known | u64::from(self.price[Self::slot(Hex(steps.to[direction]))]) << (8 * direction));
        let more = u64::from_le_bytes(steps.cost) + EVERY_BYTE * u64::from(level + 1);
        let high = EVERY_BYTE * u64::from(HIGH_BIT);
        let mut profitable = ((known | high) - more) & high;
        while profitable != 0 {
            let direction = profitable.trailing_zeros() as usize / 8;
            profitable &= profitable - 1;
            let to = Hex(steps.to[direction]);
            if gates & (1 << direction) != 0 && barred(hex, Direction::ALL[direction], to) {
                continue;
            }
            let price = level + steps.cost[direction];
            self.price[Self::slot(to)] = price;
            self.entry[Self::slot(to)] = direction as u8;
            ring[price as usize % RING].push(to);
        }
    }

    /// The neighbours of the start that the budget cannot pay.
    fn grant_minimum<C, const W: usize>(
        &mut self,
        ground: &Ground<'_, C, W>,
        ring: &mut Ring,
        barred: &impl Fn(Hex, Direction, Hex) -> bool,
    ) {
        let steps = &ground.steps[self.start.index()];
        let gates = steps.gates | ground.gates;
        for direction in Direction::ALL {
            let to = Hex(steps.to[direction.index()]);
            if steps.cost[direction.index()] <= self.budget || to == self.start || self.price[to.index()] == CLOSED {
                continue;
            }
            if gates & (1 << direction.index()) == 0 || !barred(self.start, direction, to) {
                self.price[to.index()] = self.budget + 1;
                self.entry[to.index()] = direction.index() as u8 | HALTED;
                ring[(self.budget + 1) as usize % RING].push(to);
            }
        }
    }

    /// Half points to the hex by the cheapest way, 0 for the start; `None` when it is not reached.
    #[inline]
    pub fn cost(&self, hex: Hex) -> Option<u8> {
        let price = self.price[hex.index()];
        (price != CLOSED && price <= self.budget + 1).then(|| price - 1)
    }

    /// The hexes reached, without the start, in order of cost.
    #[inline]
    pub fn reached(&self) -> &[Hex] {
        &self.reached
    }

    /// Whether the move may go on from the hex. True of the start.
    #[inline]
    pub fn onward(&self, hex: Hex) -> bool {
        self.cost(hex).is_some() && self.entry[hex.index()] & HALTED == 0
    }

    /// Gives `out` the hexes that the cheapest way enters, from the first after the start to `to`, in
    /// order; nothing when `to` is the start or is not reached. `steps` is the table of the flood.
    pub fn path(&self, steps: &[Steps], to: Hex, out: &mut impl FnMut(Hex)) {
        let mut way: ArrayVec<Hex, N> = ArrayVec::new();
        let mut hex = to;
        while hex != self.start && self.cost(hex).is_some() {
            way.push(hex);
            let entry = Direction::new(self.entry[hex.index()] & !HALTED).expect("an entry is a direction");
            hex = Hex(steps[hex.index()].to[entry.opposite().index()]);
        }
        while let Some(hex) = way.pop() {
            out(hex);
        }
    }
}
