//! Who sees whom, and what covers the target (supplement S10, decisions D8 and D9).

use super::data::battlefield::Screen;
use super::data::tables;
use super::terms::Cover;
use crate::square::{Cell, Lattice, crossed};

/// What every cell of a battlefield sees of every other: two bits for each ordered pair, 0 for not seen. Visibility is the same both
/// ways, cover is not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sight {
    cells: usize,
    pairs: Box<[u8]>,
}

impl Sight {
    /// Looks from every cell to every other.
    pub fn new(lattice: Lattice, rules: &tables::Sight, screen: impl Fn(Cell) -> Screen) -> Self {
        let screens: Vec<Screen> = lattice.cells().map(screen).collect();
        let cells = lattice.len();
        let mut sight = Sight { cells, pairs: vec![0; (cells * cells).div_ceil(4)].into() };
        for a in lattice.cells() {
            for b in lattice.cells().skip(a.index()) {
                let [to, back] = look(lattice, *rules, &screens, a, b);
                sight.put(a, b, to);
                sight.put(b, a, back);
            }
        }
        sight
    }

    fn put(&mut self, from: Cell, to: Cell, cover: Option<Cover>) {
        let pair = from.index() * self.cells + to.index();
        let bits = cover.map_or(0, |cover| cover as u8 + 1);
        self.pairs[pair / 4] |= bits << (pair % 4 * 2);
    }

    /// Cover of a target in a cell from a shooter in another; `None` if it is not seen.
    #[inline]
    pub fn cover(&self, from: Cell, to: Cell) -> Option<Cover> {
        let pair = from.index() * self.cells + to.index();
        match self.pairs[pair / 4] >> (pair % 4 * 2) & 3 {
            0 => None,
            1 => Some(Cover::None),
            2 => Some(Cover::Soft),
            _ => Some(Cover::Hard),
        }
    }

    /// Whether the cells see each other.
    #[inline]
    pub fn sees(&self, a: Cell, b: Cell) -> bool {
        self.cover(a, b).is_some()
    }
}

/// One look both ways: the cover of the second cell from the first, and of the first from the second.
fn look(lattice: Lattice, rules: tables::Sight, screens: &[Screen], a: Cell, b: Cell) -> [Option<Cover>; 2] {
    let screen = |(column, row): (i16, i16)| screens[row as usize * lattice.width() + column as usize];
    let (from, to) = (lattice.place(a), lattice.place(b));
    let own = [screen(from).section, screen(to).section];
    let (mut woods, mut length) = (0, 0);
    for place in crossed(from, to) {
        let here = screen(place);
        woods += u8::from(here.woods);
        length += 1;
        let between = place != from && place != to;
        if between && here.blocks && (here.section == 0 || !own.contains(&here.section)) || woods > rules.woods_depth {
            return [None; 2];
        }
    }
    let covered = |from, to| Some(cover_at_the_end(crossed(from, to).map(screen), length, rules.low_depth));
    [covered(from, to), covered(to, from)]
}

/// The greatest cover that a line of `length` cells gives at its end: that of the last cell; that of a fence or wall before it; soft
/// from woods in between, and from crops or scrub in the last `low_depth` cells in between. What grows in the first cell in between
/// stands at the feet of the shooter and covers nobody else, unless it is the only one.
fn cover_at_the_end(line: impl Iterator<Item = Screen>, length: usize, low_depth: u8) -> Cover {
    let mut cover = Cover::None;
    for (at, here) in line.enumerate() {
        let (left, in_between) = (length - 1 - at, at > 0 && at + 1 < length);
        if left == 0 || left == 1 && in_between && here.linear {
            cover = cover.max(here.own_cover());
        }
        let behind_the_first = in_between && (at > 1 || length == 3);
        if behind_the_first && (here.woods || here.low && left <= usize::from(low_depth)) {
            cover = cover.max(Cover::Soft);
        }
    }
    cover
}
