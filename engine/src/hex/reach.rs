//! Reachable sets: where a move can end, at what price, and by which way.

use arrayvec::ArrayVec;

use super::grid::{Direction, Hex, OFF_MAP};
use super::set::HexSet;

/// Mark beside the direction of entry: the move goes no further from here.
const HALTED: u8 = 8;
/// Half points of the dearest step.
const MOST_COSTLY: u8 = 15;
/// Buckets in the ring: a step never leads round it.
const RING: usize = MOST_COSTLY as usize + 1;
/// Largest budget, so that a price fits into a byte.
const MOST_BUDGET: u8 = u8::MAX - MOST_COSTLY - 1;

/// Steps out of a hex by direction: where each leads and what it costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Steps {
    /// The neighbours, [`super::OFF_MAP`] where there is none.
    pub to: [u16; 6],
    /// Half points, 1 to 15.
    pub cost: [u8; 6],
    /// The least cost of all that lead anywhere.
    pub least: u8,
}

impl Steps {
    /// Tables of neighbours and costs as one.
    pub fn table(neighbours: &[[u16; 6]], costs: &[[u8; 6]]) -> Vec<Steps> {
        let row = |(&to, &cost): (&[u16; 6], &[u8; 6])| {
            let least = to.iter().zip(&cost).filter(|&(&to, _)| to != OFF_MAP).map(|(_, &cost)| cost).min();
            Steps { to, cost, least: least.unwrap_or(MOST_COSTLY) }
        };
        neighbours.iter().zip(costs).map(row).collect()
    }
}

/// The hexes that one move can reach from its start, on a map of at most `N` hexes. Costs are in half
/// movement points.
///
/// A plain value of about `4 * N` bytes that lives on the caller's stack.
#[derive(Clone, Debug)]
pub struct Reach<const N: usize> {
    start: Hex,
    budget: u8,
    /// Cheapest way in; above the budget for a hex not reached.
    cost: [u8; N],
    /// Direction by which the cheapest way enters, with [`HALTED`].
    entry: [u8; N],
    reached: ArrayVec<Hex, N>,
}

/// The ground a move goes over: tables by hex and direction, and what holds the move up.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a, const W: usize> {
    /// Steps by hex and direction.
    pub steps: &'a [Steps],
    /// Hexes that may not be entered.
    pub closed: &'a HexSet<W>,
    /// Hexes that may be entered but not left again by this move.
    pub halting: &'a HexSet<W>,
}

/// Where a move begins and how far it may go.
#[derive(Clone, Copy, Debug)]
pub struct Journey {
    /// First hex.
    pub start: Hex,
    /// Half points to spend; more than 239 count as 239.
    pub budget: u8,
    /// A neighbour of the start that the budget cannot pay is reached all the same: it costs the whole
    /// budget and the move ends there.
    pub minimum: bool,
    /// The flood may stop once this hex is reached at its final cost; hexes as dear or dearer may then be
    /// missing.
    pub until: Option<Hex>,
}

impl<const N: usize> Default for Reach<N> {
    /// Reaches nothing beyond hex 0.
    #[inline]
    fn default() -> Self {
        Reach { start: Hex(0), budget: 0, cost: [1; N], entry: [0; N], reached: ArrayVec::new() }
    }
}

impl<const N: usize> Reach<N> {
    /// Floods outwards by a bucket queue. `barred` refuses single steps into hexes that are open otherwise.
    ///
    /// Of several ways at one cost the first found counts; hexes are expanded in order of cost and then
    /// of discovery, directions clockwise from 0, so the same arguments always give the same result.
    #[inline]
    pub fn flood<const W: usize>(ground: &Ground<'_, W>, journey: Journey, barred: impl Fn(Hex, Direction, Hex) -> bool) -> Self {
        let mut reach = Reach::default();
        reach.refill(ground, journey, barred);
        reach
    }

    /// The same in place of what the value held before.
    pub fn refill<const W: usize>(&mut self, ground: &Ground<'_, W>, journey: Journey, barred: impl Fn(Hex, Direction, Hex) -> bool) {
        let Journey { start, budget, minimum, until } = journey;
        let budget = budget.min(MOST_BUDGET);
        self.start = start;
        self.budget = budget;
        self.cost = [budget + 1; N];
        self.reached.clear();
        let mut ring: [ArrayVec<Hex, N>; RING] = std::array::from_fn(|_| ArrayVec::new());
        self.cost[start.index()] = 0;
        self.entry[start.index()] = 0;
        self.expand(ground, &mut ring, start, 0, &barred);
        if minimum {
            self.grant_minimum(ground, &mut ring, &barred);
        }
        for level in 1..=budget {
            let slot = level as usize % RING;
            // Steps cost less than the ring is long, so the bucket at hand does not grow.
            for index in 0..ring[slot].len() {
                let hex = ring[slot][index];
                if self.cost[hex.index()] != level {
                    continue;
                }
                self.reached.push(hex);
                if until == Some(hex) {
                    return;
                }
                // Most hexes lie at the rim: nothing beyond them can be paid.
                if level + ground.steps[hex.index()].least <= budget && self.entry[hex.index()] & HALTED == 0 {
                    self.expand(ground, &mut ring, hex, level, &barred);
                }
            }
            ring[slot].clear();
        }
        if minimum && budget == 0 {
            self.reached.extend(ring[0].iter().copied());
        }
    }

    /// Looks at the neighbours of a hex that is left at a cost. Most fail the first comparison: they are
    /// known at that price or beyond the budget.
    #[inline]
    fn expand<const W: usize>(
        &mut self,
        ground: &Ground<'_, W>,
        ring: &mut [ArrayVec<Hex, N>; RING],
        hex: Hex,
        level: u8,
        barred: &impl Fn(Hex, Direction, Hex) -> bool,
    ) {
        let steps = &ground.steps[hex.index()];
        for direction in Direction::ALL {
            let near = steps.to[direction.index()] as usize;
            let price = level + steps.cost[direction.index()];
            if near >= N || price >= self.cost[near] {
                continue;
            }
            let to = Hex(near as u16);
            if ground.closed.contains(to) || barred(hex, direction, to) {
                continue;
            }
            self.cost[near] = price;
            self.entry[near] = direction.index() as u8 | if ground.halting.contains(to) { HALTED } else { 0 };
            ring[price as usize % RING].push(to);
        }
    }

    /// The neighbours of the start that the budget cannot pay.
    fn grant_minimum<const W: usize>(
        &mut self,
        ground: &Ground<'_, W>,
        ring: &mut [ArrayVec<Hex, N>; RING],
        barred: &impl Fn(Hex, Direction, Hex) -> bool,
    ) {
        for direction in Direction::ALL {
            let steps = &ground.steps[self.start.index()];
            let to = Hex(steps.to[direction.index()]);
            let near = to.index();
            if near < N && steps.cost[direction.index()] > self.budget && !ground.closed.contains(to) && !barred(self.start, direction, to)
            {
                self.cost[near] = self.budget;
                self.entry[near] = direction.index() as u8 | HALTED;
                ring[self.budget as usize % RING].push(to);
            }
        }
    }

    /// Half points to the hex by the cheapest way, 0 for the start; `None` when it is not reached.
    #[inline]
    pub fn cost(&self, hex: Hex) -> Option<u8> {
        let cost = self.cost[hex.index()];
        (cost <= self.budget).then_some(cost)
    }

    /// The hexes reached, without the start, in order of cost.
    #[inline]
    pub fn reached(&self) -> &[Hex] {
        &self.reached
    }

    /// Whether the move may go on from the hex. True of the start.
    #[inline]
    pub fn onward(&self, hex: Hex) -> bool {
        self.cost[hex.index()] <= self.budget && self.entry[hex.index()] & HALTED == 0
    }

    /// Gives `out` the hexes that the cheapest way enters, from the first after the start to `to`, in
    /// order; nothing when `to` is the start or is not reached. `steps` is the table of the flood.
    pub fn path(&self, steps: &[Steps], to: Hex, out: &mut impl FnMut(Hex)) {
        let mut way: ArrayVec<Hex, N> = ArrayVec::new();
        let mut hex = to;
        while hex != self.start && self.cost[hex.index()] <= self.budget {
            way.push(hex);
            let entry = Direction::new(self.entry[hex.index()] & !HALTED).expect("an entry is a direction");
            hex = Hex(steps[hex.index()].to[entry.opposite().index()]);
        }
        way.into_iter().rev().for_each(out);
    }
}
