//! Reachable sets: where a move can end, at what price, and by which way.

use super::grid::{Direction, Hex};

/// What happens on stepping into a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passage {
    /// May not enter.
    Closed,
    /// May enter and goes no further.
    Halt,
    /// May enter and go on.
    Open,
}

/// The hexes that one move can reach from its start, on a map of at most `N` hexes. Costs are in
/// half movement points.
///
/// A plain value of about `8 * N` bytes, meant to live on the caller's stack. [`Reach::flood`]
/// makes one; a caller who floods often keeps one and uses [`Reach::refill`], which saves clearing
/// and copying it.
#[derive(Clone, Debug)]
pub struct Reach<const N: usize> {
    start: Hex,
    budget: u8,
    /// Cheapest way in; above the budget for a hex not reached.
    cost: [u8; N],
    /// Cheapest way in from which the move may go on; above the budget when there is none.
    open: [u8; N],
    /// The hex before this one on the way that `cost` stands for.
    before: [u16; N],
    /// The same for `open`.
    before_open: [u16; N],
    /// The start, then the hexes reached.
    listed: [Hex; N],
    count: u16,
}

impl<const N: usize> Reach<N> {
    /// Floods outwards from `start` with `budget` half points.
    ///
    /// `neighbours` is [`super::Grid::neighbour_table`]; `costs` holds the half points for a step
    /// out of a hex in a direction, 255 for no step at all. A budget above 254 counts as 254.
    ///
    /// `passage(from, direction, to)` says what happens on a step. It is asked at most once for
    /// each step, only for steps that the budget can pay or `minimum` grants, and only while no way
    /// as cheap that goes on through `to` is known. It may answer differently from different sides:
    /// a hex that halts whoever takes the cheap way in is still passed by a dearer way that does
    /// not halt.
    ///
    /// With `minimum`, a neighbour of the start that the passage allows but the budget cannot pay
    /// is reached all the same: it costs the whole budget and the move ends there.
    ///
    /// Of several ways at one cost the first found counts. Hexes are expanded in order of cost,
    /// among equals the one found last first; directions go clockwise from 0. The same arguments
    /// always give the same result.
    ///
    /// # Panics
    ///
    /// When the tables differ in length or hold more than `N` hexes, or the start is not among
    /// them.
    #[inline]
    pub fn flood(
        neighbours: &[[u16; 6]],
        costs: &[[u8; 6]],
        start: Hex,
        budget: u8,
        minimum: bool,
        passage: impl FnMut(Hex, Direction, Hex) -> Passage,
    ) -> Self {
        let mut reach = Self::new();
        reach.refill(neighbours, costs, start, budget, minimum, passage);
        reach
    }

    /// Nothing reached, from hex 0: a value to [`Reach::refill`].
    #[inline]
    pub const fn new() -> Self {
        Self {
            start: Hex(0),
            budget: 0,
            cost: [1; N],
            open: [1; N],
            before: [0; N],
            before_open: [0; N],
            listed: [Hex(0); N],
            count: 1,
        }
    }

    /// As [`Reach::flood`], in the place of what the value held before.
    ///
    /// # Panics
    ///
    /// As [`Reach::flood`].
    #[inline]
    pub fn refill(
        &mut self,
        neighbours: &[[u16; 6]],
        costs: &[[u8; 6]],
        start: Hex,
        budget: u8,
        minimum: bool,
        mut passage: impl FnMut(Hex, Direction, Hex) -> Passage,
    ) {
        assert!(
            neighbours.len() <= N && neighbours.len() == costs.len(),
            "tables for one map of at most {N} hexes"
        );
        self.start = start;
        self.budget = budget.min(254);
        self.count = 0;
        self.cost.fill(self.budget + 1);
        self.open.fill(self.budget + 1);
        self.cost[start.index()] = 0;
        self.open[start.index()] = 0;
        // In its own place: moved into the flood it would be copied.
        let mut queue = Queue::new();
        let mut flood = Flood {
            neighbours,
            costs,
            reach: self,
            queue: &mut queue,
        };
        if minimum {
            flood.grant_minimum(&mut passage);
        }
        // Last, so that it is the first of its cost to be listed.
        flood.queue.push(start, 0);
        for level in 0..=flood.reach.budget {
            flood.settle(level, &mut passage);
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
        &self.listed[1..usize::from(self.count)]
    }

    /// Whether some way within the budget enters the hex without having to stop there. True of the
    /// start.
    #[inline]
    pub fn onward(&self, hex: Hex) -> bool {
        self.open[hex.index()] <= self.budget
    }

    /// Gives `out` the hexes that the cheapest way enters, from the first after the start to `to`,
    /// in order; nothing when `to` is the start or is not reached.
    pub fn path(&self, to: Hex, out: &mut impl FnMut(Hex)) {
        if to == self.start || self.cost(to).is_none() {
            return;
        }
        let mut way = [to; N];
        let mut first = N - 1;
        let mut hex = Hex(self.before[to.index()]);
        while hex != self.start {
            first -= 1;
            way[first] = hex;
            hex = Hex(self.before_open[hex.index()]);
        }
        way[first..].iter().copied().for_each(out);
    }
}

impl<const N: usize> Default for Reach<N> {
    fn default() -> Self {
        Self::new()
    }
}

/// One flood in progress: the tables, what it has reached, and what waits.
struct Flood<'a, const N: usize> {
    neighbours: &'a [[u16; 6]],
    costs: &'a [[u8; 6]],
    reach: &'a mut Reach<N>,
    queue: &'a mut Queue<N>,
}

impl<const N: usize> Flood<'_, N> {
    /// Lists the hexes whose cheapest way costs `level`, and expands those that may be left having
    /// paid that much.
    #[inline]
    fn settle(&mut self, level: u8, passage: &mut impl FnMut(Hex, Direction, Hex) -> Passage) {
        loop {
            while let Some(hex) = self.queue.pop(level) {
                self.reach.listed[usize::from(self.reach.count)] = hex;
                self.reach.count += 1;
                if self.reach.open[hex.index()] == level {
                    self.expand(hex, level, passage);
                }
            }
            if !self.queue.late[usize::from(level)] {
                return;
            }
            self.expand_late(level, passage);
        }
    }

    /// Expands the hexes that were listed as halting and turn out to have a way through at `level`.
    #[cold]
    #[inline(never)]
    fn expand_late(&mut self, level: u8, passage: &mut impl FnMut(Hex, Direction, Hex) -> Passage) {
        self.queue.late[usize::from(level)] = false;
        for i in 0..self.reach.count {
            let hex = self.reach.listed[usize::from(i)];
            if self.reach.open[hex.index()] == level && self.queue.next[hex.index()] != EXPANDED {
                self.expand(hex, level, passage);
            }
        }
    }

    /// Tries the six steps out of a hex that may be left having paid `level`.
    #[expect(
        clippy::inline_always,
        reason = "the whole flood is this one loop: a call costs a fifth"
    )]
    #[inline(always)]
    fn expand(
        &mut self,
        hex: Hex,
        level: u8,
        passage: &mut impl FnMut(Hex, Direction, Hex) -> Passage,
    ) {
        self.queue.next[hex.index()] = EXPANDED;
        let row = self.neighbours[hex.index()];
        let steps = self.costs[hex.index()];
        // First which steps improve anything, without a branch for each: which way they go is what
        // a processor cannot guess.
        let mut better = 0_u8;
        for i in 0..6 {
            // Beyond the edge there is nothing to improve. A step of 255 improves nothing either:
            // it is above every entry of `open`.
            let known = self
                .reach
                .open
                .get(usize::from(row[i]))
                .copied()
                .unwrap_or(0);
            let cost = u16::from(level) + u16::from(steps[i]);
            better |= u8::from(cost < u16::from(known)) << i;
        }
        while better != 0 {
            let i = better.trailing_zeros() as usize;
            better &= better - 1;
            let next = Hex(row[i]);
            let cost = level + steps[i];
            match passage(hex, Direction::ALL[i], next) {
                Passage::Open => self.enter_open(hex, next, cost),
                Passage::Halt => self.enter_halt(hex, next, cost),
                Passage::Closed => {}
            }
        }
    }

    /// Enters the neighbours of the start that are too dear, for the whole budget.
    #[cold]
    #[inline(never)]
    fn grant_minimum(&mut self, passage: &mut impl FnMut(Hex, Direction, Hex) -> Passage) {
        let start = self.reach.start;
        for direction in Direction::ALL {
            let next = Hex(self.neighbours[start.index()][direction.index()]);
            let step = self.costs[start.index()][direction.index()];
            if next.index() < N
                && step > self.reach.budget
                && step < 255
                && passage(start, direction, next) != Passage::Closed
            {
                self.enter_halt(start, next, self.reach.budget);
            }
        }
    }

    /// Notes a way to go on through `to` cheaper than any before.
    #[inline]
    fn enter_open(&mut self, from: Hex, to: Hex, cost: u8) {
        let i = to.index();
        self.reach.open[i] = cost;
        self.reach.before_open[i] = from.0;
        if cost < self.reach.cost[i] {
            self.improve(from, to, cost);
        } else {
            self.queue.late[usize::from(cost)] = true;
        }
    }

    /// Notes a way into `to` that must stop there, when it is cheaper than any before.
    #[inline]
    fn enter_halt(&mut self, from: Hex, to: Hex, cost: u8) {
        if cost < self.reach.cost[to.index()] {
            let open = self.reach.open[to.index()];
            if open <= self.reach.budget {
                self.queue.late[usize::from(open)] = true;
            }
            self.improve(from, to, cost);
        }
    }

    /// Notes a way into `to` cheaper than any before. A hex listed already cannot improve, so one
    /// with a price still waits in the queue under it.
    #[inline]
    fn improve(&mut self, from: Hex, to: Hex, cost: u8) {
        let i = to.index();
        let known = self.reach.cost[i];
        self.reach.cost[i] = cost;
        self.reach.before[i] = from.0;
        if known <= self.reach.budget {
            self.queue.remove(to, known);
        }
        self.queue.push(to, cost);
    }
}

/// In place of a hex: the end of a chain.
const END: u16 = u16::MAX;
/// In `next`: the hex has left the queue and its neighbours have been tried.
const EXPANDED: u16 = u16::MAX - 1;

/// Hexes waiting to be listed, chained by cost, the latest first.
struct Queue<const N: usize> {
    head: [u16; 256],
    next: [u16; N],
    /// Costs at which a hex listed earlier may be left.
    late: [bool; 256],
}

impl<const N: usize> Queue<N> {
    #[inline]
    const fn new() -> Self {
        Self {
            head: [END; 256],
            next: [END; N],
            late: [false; 256],
        }
    }

    #[inline]
    fn push(&mut self, hex: Hex, cost: u8) {
        let head = &mut self.head[usize::from(cost)];
        self.next[hex.index()] = *head;
        *head = hex.0;
    }

    #[inline]
    fn pop(&mut self, cost: u8) -> Option<Hex> {
        let head = &mut self.head[usize::from(cost)];
        let hex = Hex(*head);
        if hex.0 == END {
            return None;
        }
        *head = self.next[hex.index()];
        Some(hex)
    }

    /// Takes a hex out of the chain of a cost. Chains are short and improvements rare, so looking
    /// for it is cheaper than links both ways.
    #[cold]
    #[inline(never)]
    fn remove(&mut self, hex: Hex, cost: u8) {
        let after = self.next[hex.index()];
        let head = &mut self.head[usize::from(cost)];
        if *head == hex.0 {
            *head = after;
            return;
        }
        let mut before = usize::from(*head);
        while self.next[before] != hex.0 {
            before = usize::from(self.next[before]);
        }
        self.next[before] = after;
    }
}
