//! Where men can walk, at what cost, and by which way.

use arrayvec::ArrayVec;

use super::facing::Facing;
use super::floor::{Floor, RIMMED};
use super::lattice::Cell;
use super::set::CellSet;
use super::{DIAGONAL, STRAIGHT};

/// Price of a square that may not be entered: every way there is dearer.
pub(super) const BLOCKED: u8 = 0;
/// Price of a square that no way has come to.
pub(super) const UNKNOWN: u8 = u8::MAX;
/// Most fifths of a cell that a walk may cost.
pub const LONGEST_WALK: u8 = 60;
/// Cells of the longest walk along a row.
const RADIUS: usize = (LONGEST_WALK / STRAIGHT) as usize;
/// Most squares that a walk can come to.
const MOST: usize = (2 * RADIUS + 1) * (2 * RADIUS + 1);

/// The cells that a walk can come to. A plain value of some 5 kB that lives on the caller's stack.
///
/// Of several ways at one cost that counts whose last cell but one has the lowest index: the way to a cell is one and the same,
/// whatever the order of the search.
#[derive(Clone, Debug)]
pub struct Flood {
    start: u16,
    stride: u16,
    /// Fifths of a cell plus one by square, [`BLOCKED`] or [`UNKNOWN`].
    prices: [u8; RIMMED],
    /// Squares that the walk comes to, the start included, by cost.
    reached: ArrayVec<u16, MOST>,
}

/// Squares with what it costs to come there by a step of one kind. What is put in later costs no less, so that no square is in it twice:
/// the second time it would not be cheaper.
struct Queue {
    squares: ArrayVec<(u8, u16), MOST>,
    first: usize,
}

impl Queue {
    fn new() -> Self {
        Queue { squares: ArrayVec::new(), first: 0 }
    }

    /// The next square, behind its cost; a cost that no walk has if there is none.
    fn next(&self) -> (u8, u16) {
        self.squares.get(self.first).copied().unwrap_or((u8::MAX, 0))
    }
}

impl Flood {
    /// Walks from a cell over the open cells of a floor that are not `closed`, for at most `budget` fifths of a cell, up to
    /// [`LONGEST_WALK`]. The start need not be open; it is not entered again then. A diagonal step is not taken past a corner
    /// of a cell that may not be entered.
    pub fn new(floor: &Floor, start: Cell, budget: u8, closed: &CellSet) -> Self {
        let mut prices = *floor.prices;
        for cell in closed.iter() {
            prices[floor.square(cell)] = BLOCKED;
        }
        let at = floor.square(start);
        if prices[at] != BLOCKED {
            prices[at] = 1;
        }
        let mut flood = Flood { start: at as u16, stride: floor.stride() as u16, prices, reached: ArrayVec::new() };
        flood.run(budget.min(LONGEST_WALK));
        flood
    }

    /// Takes the cheapest square of two queues, one for each kind of step, until none is within the budget.
    fn run(&mut self, budget: u8) {
        let offsets = self.offsets();
        let mut queues = [Queue::new(), Queue::new()];
        self.relax(self.start, 0, budget, &offsets, &mut queues);
        loop {
            let next = queues.each_ref().map(Queue::next);
            let kind = usize::from(next[1].0 < next[0].0);
            let (cost, square) = next[kind];
            if cost == u8::MAX {
                return;
            }
            queues[kind].first += 1;
            // A square may stand in both queues; the cheaper way counts.
            if self.prices[usize::from(square)] == cost + 1 {
                self.relax(square, cost, budget, &offsets, &mut queues);
            }
        }
    }

    /// Comes to a square and looks at its neighbours.
    #[inline]
    fn relax(&mut self, square: u16, cost: u8, budget: u8, offsets: &[i16; 8], queues: &mut [Queue; 2]) {
        self.reached.push(square);
        for (direction, &offset) in offsets.iter().enumerate() {
            let (next, kind) = ((square as i16 + offset) as usize, direction % 2);
            let price = cost + [STRAIGHT, DIAGONAL][kind] + 1;
            if price <= budget + 1 && self.prices[next] > price && !self.cuts_corner(square, direction, offsets) {
                self.prices[next] = price;
                queues[kind].squares.push((price - 1, next as u16));
            }
        }
    }

    /// How far apart in the array a square and its neighbours are, by direction.
    fn offsets(&self) -> [i16; 8] {
        Facing::ALL.map(|facing| {
            let (right, down) = facing.vector();
            down * self.stride as i16 + right
        })
    }

    /// Whether a step leads past a corner of a square that may not be entered.
    #[inline]
    fn cuts_corner(&self, square: u16, direction: usize, offsets: &[i16; 8]) -> bool {
        let blocked = |way: usize| self.prices[(square as i16 + offsets[way % 8]) as usize] == BLOCKED;
        direction % 2 == 1 && (blocked(direction + 7) || blocked(direction + 1))
    }

    /// Cost of the way to a cell in fifths of a cell; `None` where the walk does not come.
    #[inline]
    pub fn cost(&self, floor: &Floor, cell: Cell) -> Option<u8> {
        let square = floor.square(cell);
        if square == usize::from(self.start) {
            return Some(0);
        }
        let price = self.prices[square];
        (price != BLOCKED && price != UNKNOWN).then(|| price - 1)
    }

    /// The cells that the walk comes to, the start included, by cost.
    pub fn reached<'a>(&'a self, floor: &'a Floor) -> impl ExactSizeIterator<Item = Cell> + 'a {
        self.reached.iter().map(|&square| floor.cell(usize::from(square)))
    }

    /// The cells that the walk comes to, in ascending order.
    pub fn set(&self, floor: &Floor) -> CellSet {
        self.reached(floor).collect()
    }

    /// The steps to a cell that the walk comes to, the last one first.
    pub fn steps_back<'a>(&'a self, floor: &'a Floor, to: Cell) -> impl Iterator<Item = Facing> + 'a {
        let mut square = floor.square(to) as u16;
        let offsets = self.offsets();
        std::iter::from_fn(move || {
            let price = self.prices[usize::from(square)];
            let leads = |direction: &usize| {
                let before = (square as i16 - offsets[*direction]) as u16;
                let spent = if before == self.start { 1 } else { self.prices[usize::from(before)] };
                let known = spent != BLOCKED && spent != UNKNOWN;
                known && spent + [STRAIGHT, DIAGONAL][direction % 2] == price && !self.cuts_corner(before, *direction, &offsets)
            };
            let way = (0..8).filter(|_| square != self.start).filter(leads).max_by_key(|&direction| offsets[direction])?;
            square = (square as i16 - offsets[way]) as u16;
            Some(Facing::ALL[way])
        })
    }

    /// The way to a cell that the walk comes to: the cells after the start, the last one first.
    pub fn way_back<'a>(&'a self, floor: &'a Floor, to: Cell) -> impl Iterator<Item = Cell> + 'a {
        let lattice = floor.lattice();
        let mut at = Some(to);
        self.steps_back(floor, to).map_while(move |facing| {
            let cell = at?;
            at = lattice.step(cell, facing.reversed());
            Some(cell)
        })
    }
}
