//! How far the Soviets can drive: whole sets of hexes moved at once, a row of the map in a word.

use stavka_engine::armir::{Data, HEX_CAPACITY, edge};
use stavka_engine::hex::{Hex, OFF_MAP};

/// Most columns and rows; the printed map has 24 and 31. What lies beyond is out of sight.
const COLUMNS: u8 = 32;
const ROWS: usize = 32;

/// A set of hexes by rows.
#[derive(Clone, Copy)]
pub(super) struct Rows([u32; ROWS]);

impl Rows {
    pub(super) const EMPTY: Rows = Rows([0; ROWS]);

    #[inline]
    fn zip(mut self, other: &Rows, op: impl Fn(u32, u32) -> u32) -> Rows {
        for (a, &b) in self.0.iter_mut().zip(&other.0) {
            *a = op(*a, b);
        }
        self
    }

    #[inline]
    pub(super) fn or(self, other: &Rows) -> Rows {
        self.zip(other, |a, b| a | b)
    }

    #[inline]
    pub(super) fn and(self, other: &Rows) -> Rows {
        self.zip(other, |a, b| a & b)
    }

    #[inline]
    pub(super) fn without(self, other: &Rows) -> Rows {
        self.zip(other, |a, b| a & !b)
    }

    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
    }
}

/// The map by rows.
pub(super) struct Chart {
    /// Row and bit of each hex.
    cells: Vec<(u8, u8)>,
    /// All bits of the rows that are shifted half a hex to the right.
    leaning: Rows,
    /// Hexes that Soviets may enter.
    pub(super) passable: Rows,
    /// Hexes with a road towards (row above, same, below) x (column left, same, right).
    roads: [[Rows; 3]; 3],
}

impl Chart {
    pub(super) fn new(data: &Data) -> Self {
        let map = &data.map;
        let grid = &map.grid;
        let seen = |hex: Hex| grid.column(hex) < COLUMNS && usize::from(grid.row(hex)) < ROWS;
        let mut cells = vec![(0, COLUMNS); HEX_CAPACITY];
        for hex in grid.hexes().filter(|&hex| seen(hex)) {
            cells[hex.index()] = (grid.row(hex), grid.column(hex));
        }
        let chart = Chart { cells, leaning: Rows::EMPTY, passable: Rows::EMPTY, roads: [[Rows::EMPTY; 3]; 3] };
        let mut passable = Rows::EMPTY;
        let mut leaning = Rows::EMPTY;
        let mut roads = [[Rows::EMPTY; 3]; 3];
        for hex in grid.hexes().filter(|&hex| seen(hex)) {
            if map.in_play.contains(hex) && !map.closed_rail.contains(hex) {
                chart.add(&mut passable, hex);
            }
            for (direction, &near) in map.neighbours[hex.index()].iter().enumerate() {
                if near == OFF_MAP {
                    continue;
                }
                let near = Hex(near);
                let down = i16::from(grid.row(near)) - i16::from(grid.row(hex));
                let right = i16::from(grid.column(near)) - i16::from(grid.column(hex));
                if down != 0 && right > 0 {
                    leaning.0[usize::from(grid.row(hex))] = u32::MAX;
                }
                if map.edges[hex.index()][direction] & edge::ROAD != 0 && down.abs() <= 1 && right.abs() <= 1 {
                    chart.add(&mut roads[(down + 1) as usize][(right + 1) as usize], hex);
                }
            }
        }
        Chart { leaning, passable, roads, ..chart }
    }

    /// Adds a hex to a set.
    #[inline]
    pub(super) fn add(&self, set: &mut Rows, hex: Hex) {
        let (row, column) = self.cells[hex.index()];
        if column < COLUMNS {
            set.0[usize::from(row)] |= 1 << column;
        }
    }

    /// Whether a hex is in a set.
    #[inline]
    pub(super) fn has(&self, set: &Rows, hex: Hex) -> bool {
        let (row, column) = self.cells[hex.index()];
        column < COLUMNS && set.0[usize::from(row)] >> column & 1 != 0
    }

    /// Whether two hexes are fewer than so many rows and columns apart.
    #[inline]
    pub(super) fn are_within(&self, a: Hex, b: Hex, limit: u8) -> bool {
        let (a, b) = (self.cells[a.index()], self.cells[b.index()]);
        a.0.abs_diff(b.0) < limit && a.1.abs_diff(b.1) < limit
    }

    /// The set and all its neighbours.
    #[inline]
    pub(super) fn spread(&self, set: &Rows) -> Rows {
        let mut out = [0; ROWS];
        let mut aslant = [0; ROWS + 2];
        for row in 0..ROWS {
            let (here, lean) = (set.0[row], self.leaning.0[row]);
            out[row] = here | here << 1 | here >> 1;
            aslant[row + 1] = here | (here << 1 & lean) | (here >> 1 & !lean);
        }
        for row in 0..ROWS {
            out[row] |= aslant[row] | aslant[row + 2];
        }
        Rows(out)
    }

    /// The hexes one step along a road or railway away from the set.
    #[inline]
    pub(super) fn along_roads(&self, set: &Rows) -> Rows {
        let mut out = [0; ROWS + 2];
        for (down, row_of_roads) in self.roads.iter().enumerate() {
            let [left, same, right] = row_of_roads;
            for row in 0..ROWS {
                let here = set.0[row];
                out[row + down] |= (here & left.0[row]) >> 1 | here & same.0[row] | (here & right.0[row]) << 1;
            }
        }
        let mut set = [0; ROWS];
        set.copy_from_slice(&out[1..=ROWS]);
        Rows(set)
    }
}

/// What stands in the way.
pub(super) struct Obstacles {
    /// Hexes with Axis counters that a determined attack clears in one move, and those that hold longer.
    pub(super) weak: Rows,
    pub(super) strong: Rows,
    /// Hexes that stop fast units [7.1.1].
    pub(super) stops: Rows,
}

/// A drive in progress: hexes that fast units and infantry have reached.
pub(super) struct Drive {
    pub(super) fast: Rows,
    pub(super) foot: Rows,
    moves: u8,
}

/// Hexes of a fast move across country.
const STRIDE: usize = 4;

impl Drive {
    pub(super) fn new(fast: Rows, foot: Rows) -> Self {
        Drive { fast, foot, moves: 0 }
    }

    /// One more move of everybody. Axis stacks in the way are fought through at the end of a move.
    pub(super) fn advance(&mut self, chart: &Chart, obstacles: &Obstacles) {
        let open = chart.passable.without(&obstacles.weak).without(&obstacles.strong);
        let begun = self.fast;
        for hex in 0..STRIDE {
            let free = self.fast.without(&obstacles.stops).or(&begun);
            let mut near = chart.spread(&free);
            if hex % 2 == 0 {
                // Good going along roads, as far as a rough map needs it.
                near = near.or(&chart.along_roads(&chart.along_roads(&free).and(&open)));
            }
            self.fast = self.fast.or(&near.and(&open));
        }
        let foot = chart.spread(&self.foot);
        self.foot = self.foot.or(&foot.and(&open));
        let touched = chart.spread(&self.fast).or(&foot);
        self.fast = self.fast.or(&touched.and(&obstacles.weak));
        if self.moves % 2 == 1 {
            self.fast = self.fast.or(&touched.and(&obstacles.strong));
        }
        self.moves += 1;
    }

    /// Everything reached so far.
    pub(super) fn reached(&self) -> Rows {
        self.fast.or(&self.foot)
    }
}
