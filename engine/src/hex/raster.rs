//! Neighbourhoods of maps that lie in rows of at most 64 hexes: a row is a word, and a ring of a flood is a few of them.

use super::layout::OFF_MAP;
use super::set::HexSet;
use super::spread::End;

/// Rows that a map of this form has at most.
const MOST_ROWS: usize = 64;

/// A row by its index and one more, so that there is one without hexes before the first and one after the last.
type Rows = [u64; MOST_ROWS + 2];

/// A neighbourhood in which no step leads further than to the next row and the next column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Raster {
    width: usize,
    /// The hexes of a row of full width.
    mask: u64,
    /// By row the hexes that a step enters: from the west and the east, then from the row above due south, from the west of
    /// it and from the east of it, then the same three from the row below.
    entered: Vec<[u64; 8]>,
    /// Where the map is whole and all its sides are open: the columns that lie half a hex further north.
    northern: Option<u64>,
}

impl Raster {
    /// The form of a table by hex and direction, [`OFF_MAP`] where there is no neighbour, if it has this form.
    pub(super) fn new(neighbours: &[[u16; 6]]) -> Option<Self> {
        let steps = || {
            let of = |(hex, row): (usize, &[u16; 6])| row.map(|to| (hex, usize::from(to)));
            neighbours.iter().enumerate().flat_map(of).filter(|&(_, to)| to != usize::from(OFF_MAP))
        };
        // The furthest neighbour is the one below, or the one beside that.
        let furthest = steps().map(|(from, to)| to.abs_diff(from)).max()?;
        [furthest, furthest.saturating_sub(1)].into_iter().find_map(|width| Self::of_width(width, neighbours.len(), steps()))
    }

    /// Of a number of hexes and the steps between them, in rows of so many hexes.
    fn of_width(width: usize, hexes: usize, steps: impl Iterator<Item = (usize, usize)>) -> Option<Self> {
        if !(1..=64).contains(&width) || hexes > width * MOST_ROWS {
            return None;
        }
        let mut entered = vec![[0; 8]; hexes.div_ceil(width)];
        for (from, to) in steps {
            let (row, column) = (to / width, to % width);
            let kind = match (from / width + 1).checked_sub(row)? * 3 + (from % width + 1).checked_sub(column)? {
                3 => 0,
                5 => 1,
                1 => 2,
                0 => 3,
                2 => 4,
                7 => 5,
                6 => 6,
                8 => 7,
                _ => return None,
            };
            if from % width > column + 1 {
                return None;
            }
            entered[row][kind] |= 1 << column;
        }
        let mask = u64::MAX >> (64 - width);
        let mut raster = Raster { width, mask, entered, northern: None };
        let whole = hexes == width * raster.entered.len();
        let every_other = u64::MAX / 3;
        raster.northern = [every_other, every_other << 1].into_iter().find(|&northern| whole && raster.is_open(northern));
        Some(raster)
    }

    /// Whether all sides are open on a map with these columns further north.
    fn is_open(&self, northern: u64) -> bool {
        let hexes = || (0..self.entered.len()).flat_map(|row| (0..self.width).map(move |column| (row, 1 << column)));
        let alike = |row: usize, [above, here, below]: [u64; 3]| {
            self.near(row, above, here, below) == Self::near_open(northern, above, here, below) & self.mask
        };
        hexes().all(|(row, hex)| {
            let edge = |rows: [u64; 3], inside: bool| !inside || alike(row, rows);
            edge([hex, 0, 0], row > 0) && alike(row, [0, hex, 0]) && edge([0, 0, hex], row + 1 < self.entered.len())
        })
    }

    /// The hexes of a row that are in a set.
    #[inline]
    fn row<const W: usize>(&self, set: &HexSet<W>, row: usize) -> u64 {
        let (word, bit) = (row * self.width / 64, row * self.width % 64);
        let words = set.words();
        let beyond = words.get(word + 1).map_or(0, |next| next << 1 << (63 - bit));
        (words[word] >> bit | beyond) & self.mask
    }

    /// The first and the last row that may have hexes of a set.
    #[inline]
    fn rows_of<const W: usize>(&self, set: &HexSet<W>) -> Option<(usize, usize)> {
        let first = set.words().iter().position(|&word| word != 0)?;
        let last = set.words().iter().rposition(|&word| word != 0)?;
        Some((first * 64 / self.width, ((last * 64 + 63) / self.width).min(self.entered.len() - 1)))
    }

    /// Rows from one to another as a set.
    #[inline]
    fn set<const W: usize>(&self, first: usize, last: usize, row: impl Fn(usize) -> u64) -> HexSet<W> {
        let mut words = [0; W];
        for index in first..=last {
            let (word, bit) = (index * self.width / 64, index * self.width % 64);
            let hexes = row(index);
            words[word] |= hexes << bit;
            if let Some(next) = words.get_mut(word + 1) {
                *next |= hexes >> 1 >> (63 - bit);
            }
        }
        HexSet::from_words(words)
    }

    /// The hexes of a row that are neighbours of hexes in it, in the one above and in the one below.
    #[inline]
    fn near(&self, row: usize, above: u64, here: u64, below: u64) -> u64 {
        let [west, east, north, north_west, north_east, south, south_west, south_east] = self.entered[row];
        let level = here << 1 & west | here >> 1 & east;
        let from_above = above & north | above << 1 & north_west | above >> 1 & north_east;
        let from_below = below & south | below << 1 & south_west | below >> 1 & south_east;
        level | from_above | from_below
    }

    /// The same where all sides are open; bits beyond the row may be set. A hex beside one of the northern columns lies in a
    /// southern one: level with it, and one row further up.
    #[inline]
    fn near_open(northern: u64, above: u64, here: u64, below: u64) -> u64 {
        let beside = |row: u64| row << 1 | row >> 1;
        beside(here) | above | (beside(above) & northern) | below | (beside(below) & !northern)
    }

    /// Every hex that is a neighbour of a hex of the set.
    pub(super) fn neighbours_of<const W: usize>(&self, set: &HexSet<W>) -> HexSet<W> {
        let Some((first, last)) = self.rows_of(set) else { return HexSet::EMPTY };
        let mut rows: Rows = [0; MOST_ROWS + 2];
        for index in first..=last {
            rows[index + 1] = self.row(set, index);
        }
        let (first, last) = (first.saturating_sub(1), (last + 1).min(self.entered.len() - 1));
        match self.northern {
            Some(northern) => {
                self.set(first, last, |index| Self::near_open(northern, rows[index], rows[index + 1], rows[index + 2]) & self.mask)
            }
            None => self.set(first, last, |index| self.near(index, rows[index], rows[index + 1], rows[index + 2])),
        }
    }

    /// The hexes that a flood reaches, as [`super::Spread::flood`] has it.
    pub(super) fn flood<const W: usize>(&self, sources: &HexSet<W>, passable: &HexSet<W>, limit: u16, end: End<'_, W>) -> HexSet<W> {
        match self.northern {
            Some(northern) => {
                self.fill(sources, passable, limit, end, |_, above, here, below| Self::near_open(northern, above, here, below))
            }
            None => self.fill(sources, passable, limit, end, |row, above, here, below| self.near(row, above, here, below)),
        }
    }

    /// The flood, made twice, so that one over open sides does not ask for them.
    #[inline]
    fn fill<const W: usize>(
        &self,
        sources: &HexSet<W>,
        passable: &HexSet<W>,
        limit: u16,
        end: End<'_, W>,
        near: impl Fn(usize, u64, u64, u64) -> u64,
    ) -> HexSet<W> {
        let Some((mut first, mut last)) = self.rows_of(sources) else { return HexSet::EMPTY };
        let mut wanted: Rows = [0; MOST_ROWS + 2];
        let mut goal_rows = 0..0;
        if let End::All(goal) | End::First(goal) = end
            && let Some((low, high)) = self.rows_of(goal)
        {
            goal_rows = low + 1..high + 2;
            for index in low..=high {
                wanted[index + 1] = self.row(goal, index);
            }
        }
        // Of the rows from `first` to `last`, what may still be reached, and what was reached last.
        let (mut open, mut ring): (Rows, Rows) = ([0; MOST_ROWS + 2], [0; MOST_ROWS + 2]);
        let mut hit = 0;
        for index in first..=last {
            let over = self.row(passable, index);
            let fresh = self.row(sources, index) & over;
            ring[index + 1] = fresh;
            open[index + 1] = over & !fresh;
            hit |= fresh & wanted[index + 1];
            wanted[index + 1] &= !fresh;
        }
        // The rows of the ring.
        let (mut top, mut bottom) = (first, last);
        for step in 0..limit {
            let done = match end {
                End::Never => false,
                End::All(_) => (step == 0 || hit != 0) && wanted[goal_rows.clone()].iter().all(|&hexes| hexes == 0),
                End::First(_) => hit != 0,
            };
            if done {
                break;
            }
            top = top.saturating_sub(1);
            bottom = (bottom + 1).min(self.entered.len() - 1);
            if top < first {
                first = top;
                open[first + 1] = self.row(passable, first);
            }
            if bottom > last {
                last = bottom;
                open[last + 1] = self.row(passable, last);
            }
            hit = 0;
            let mut above = 0;
            let rows = bottom - top + 1;
            let (ring_rows, open_rows) = (&mut ring[top + 1..][..=rows], &mut open[top + 1..][..rows]);
            for (at, (open, wanted)) in open_rows.iter_mut().zip(&mut wanted[top + 1..]).enumerate() {
                let here = ring_rows[at];
                let fresh = near(top + at, above, here, ring_rows[at + 1]) & *open;
                above = here;
                ring_rows[at] = fresh;
                *open ^= fresh;
                hit |= fresh & *wanted;
                *wanted &= !fresh;
            }
            while top < bottom && ring[top + 1] == 0 {
                top += 1;
            }
            while top < bottom && ring[bottom + 1] == 0 {
                bottom -= 1;
            }
            if ring[top + 1] == 0 {
                break;
            }
        }
        self.set(first, last, |index| self.row(passable, index) & !open[index + 1])
    }
}
