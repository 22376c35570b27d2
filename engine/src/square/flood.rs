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
/// Lists of squares by cost, modulo a number above the dearest step.
const RING: usize = DIAGONAL as usize + 1;

/// The cells that a walk can come to. A plain value of some 7 kB that lives on the caller's stack.
///
/// Of several ways at one cost that counts whose last cell but one has the lowest index: the way to a cell is one and the same,
/// whatever the order of the search.
#[derive(Clone, Debug)]
pub struct Flood {
    start: u16,
    stride: u16,
    /// Fifths of a cell plus one by square, [`BLOCKED`] or [`UNKNOWN`].
    prices: [u8; RIMMED],
    /// Facing of the last step by square.
    entries: [u8; RIMMED],
    /// Squares that the walk comes to, the start included, by cost.
    reached: ArrayVec<u16, MOST>,
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
        let stride = floor.stride() as u16;
        let mut flood = Flood { start: at as u16, stride, prices, entries: [0; RIMMED], reached: ArrayVec::new() };
        flood.run(budget.min(LONGEST_WALK));
        flood
    }

    fn run(&mut self, budget: u8) {
        let stride = self.stride as i16;
        let offsets = Facing::ALL.map(|facing| {
            let (right, down) = facing.vector();
            down * stride + right
        });
        let mut ring: [ArrayVec<u16, MOST>; RING] = [const { ArrayVec::new_const() }; RING];
        ring[0].push(self.start);
        for cost in 0..=budget {
            // No step leads to the list at hand, so that it does not grow here.
            let list = usize::from(cost) % RING;
            for at in 0..ring[list].len() {
                let square = ring[list][at];
                // A square may stand in several lists; the cheapest counts. The start has no price where it is not open.
                if square != self.start && self.prices[usize::from(square)] != cost + 1 {
                    continue;
                }
                self.reached.push(square);
                for (direction, &offset) in offsets.iter().enumerate() {
                    let next = (square as i16 + offset) as usize;
                    let step = if direction % 2 == 1 { DIAGONAL } else { STRAIGHT };
                    let price = cost + step + 1;
                    if price > budget + 1 || self.prices[next] < price || self.cuts_corner(square, direction, &offsets) {
                        continue;
                    }
                    if self.prices[next] > price {
                        self.prices[next] = price;
                        self.entries[next] = direction as u8;
                        ring[usize::from(cost + step) % RING].push(next as u16);
                    } else if (square as i16) < next as i16 - offsets[usize::from(self.entries[next])] {
                        self.entries[next] = direction as u8;
                    }
                }
            }
            ring[list].clear();
        }
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
        let mut square = floor.square(to);
        std::iter::from_fn(move || {
            if square == usize::from(self.start) {
                return None;
            }
            let facing = Facing::ALL[usize::from(self.entries[square])];
            let (right, down) = facing.vector();
            square = (square as i16 - down * self.stride as i16 - right) as usize;
            Some(facing)
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
