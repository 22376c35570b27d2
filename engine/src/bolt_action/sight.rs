//! Who sees whom, and what covers the target (supplement S10, decisions D8 and D9).

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use super::data::battlefield::Screen;
use super::data::tables;
use super::terms::Cover;
use crate::square::{Cell, Lattice, crossed};

/// What every cell of a battlefield sees of every other: two bits for each ordered pair, 0 for not seen. Visibility is the same both
/// ways, cover is not. Who looks from a cell for the first time looks at all others; what is found depends on the battlefield alone, so
/// that it does not matter who does, or whether several do at once.
#[derive(Debug)]
pub struct Sight {
    lattice: Lattice,
    rules: tables::Sight,
    screens: Box<[Screen]>,
    /// By cell, whether somebody has looked from it.
    looked: Box<[AtomicBool]>,
    /// By cell, four others to a byte.
    pairs: Box<[AtomicU8]>,
}

impl Sight {
    /// Nobody has looked yet.
    pub fn new(lattice: Lattice, rules: &tables::Sight, screen: impl Fn(Cell) -> Screen) -> Self {
        let cells = lattice.len();
        Sight {
            lattice,
            rules: *rules,
            screens: lattice.cells().map(screen).collect(),
            looked: (0..cells).map(|_| AtomicBool::new(false)).collect(),
            pairs: (0..cells * cells.div_ceil(4)).map(|_| AtomicU8::new(0)).collect(),
        }
    }

    /// Cover of a target in a cell from a shooter in another; `None` if it is not seen.
    #[inline]
    pub fn cover(&self, from: Cell, to: Cell) -> Option<Cover> {
        if !self.looked[from.index()].load(Ordering::Acquire) {
            self.look_around(from);
        }
        let byte = self.row(from)[to.index() / 4].load(Ordering::Relaxed);
        match byte >> (to.index() % 4 * 2) & 3 {
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

    #[inline]
    fn row(&self, from: Cell) -> &[AtomicU8] {
        let wide = self.screens.len().div_ceil(4);
        &self.pairs[from.index() * wide..][..wide]
    }

    /// Looks from a cell at all others.
    #[cold]
    fn look_around(&self, from: Cell) {
        for (first, byte) in (0..).step_by(4).zip(self.row(from)) {
            let seen = |at: usize| self.look(from, Cell((first + at) as u16)).map_or(0, |cover| cover as u8 + 1);
            let here = (0..4).take_while(|at| first + at < self.screens.len());
            byte.store(here.fold(0, |bits, at| bits | seen(at) << (2 * at)), Ordering::Relaxed);
        }
        self.looked[from.index()].store(true, Ordering::Release);
    }

    /// The cover of a cell from another; `None` if it is not seen.
    fn look(&self, a: Cell, b: Cell) -> Option<Cover> {
        let screen = |(column, row): (i16, i16)| self.screens[row as usize * self.lattice.width() + column as usize];
        let (from, to) = (self.lattice.place(a), self.lattice.place(b));
        let own = [screen(from).section, screen(to).section];
        let (mut woods, mut length) = (0, 0);
        for place in crossed(from, to) {
            let here = screen(place);
            woods += u8::from(here.woods);
            length += 1;
            let between = place != from && place != to;
            if between && here.blocks && (here.section == 0 || !own.contains(&here.section)) || woods > self.rules.woods_depth {
                return None;
            }
        }
        Some(cover_at_the_end(crossed(from, to).map(screen), length, self.rules.low_depth))
    }
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
