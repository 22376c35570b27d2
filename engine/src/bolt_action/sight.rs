//! Who sees whom, and what covers the target (supplement S10, decisions D8 and D9).

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Mutex, PoisonError};

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
    /// By cell, whether it changes nothing for a line that crosses it.
    plain: Box<[bool]>,
    ways: Ways,
    /// By cell, whether somebody has looked from it.
    looked: Box<[AtomicBool]>,
    /// By cell, four others to a byte.
    pairs: Box<[AtomicU8]>,
}

impl Sight {
    /// The sight over a ground, for the life of the process: missions on the same ground share what has been looked at.
    pub fn interned(lattice: Lattice, rules: &tables::Sight, screen: impl Fn(Cell) -> Screen) -> &'static Sight {
        static KNOWN: Mutex<Vec<&'static Sight>> = Mutex::new(Vec::new());
        let screens: Box<[Screen]> = lattice.cells().map(screen).collect();
        let same = |known: &Sight| known.lattice == lattice && known.rules == *rules && known.screens == screens;
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.iter().copied().find(|known| same(known)) {
            return known;
        }
        known.push(Box::leak(Box::new(Sight::over(lattice, *rules, screens))));
        known[known.len() - 1]
    }

    /// Nobody has looked yet.
    pub fn new(lattice: Lattice, rules: &tables::Sight, screen: impl Fn(Cell) -> Screen) -> Self {
        Sight::over(lattice, *rules, lattice.cells().map(screen).collect())
    }

    fn over(lattice: Lattice, rules: tables::Sight, screens: Box<[Screen]>) -> Self {
        let cells = lattice.len();
        Sight {
            lattice,
            rules,
            plain: screens.iter().map(|here| !(here.blocks || here.linear || here.woods || here.low)).collect(),
            ways: Ways::new(lattice),
            screens,
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

    /// The cover of a cell from another; `None` if it is not seen. It goes once over the cells that [`crossed`](crate::square::crossed)
    /// gives.
    ///
    /// The greatest cover counts: that of the last cell; that of a fence or wall before it; soft from woods in between, and from crops or
    /// scrub in the last few cells in between. What grows in the first cell in between stands at the feet of the shooter and covers nobody
    /// else, unless it is the only one.
    fn look(&self, from: Cell, to: Cell) -> Option<Cover> {
        let (right, down) = self.lattice.offset(from, to);
        let (aside, ahead) = (i32::from(right.signum()), i32::from(down.signum()) * self.lattice.width() as i32);
        let moves = [0, aside, ahead, aside + ahead];
        let target = &self.screens[to.index()];
        let own = [self.screens[from.index()].section, target.section];
        let way = self.ways.to(right, down);
        let between = way.len().saturating_sub(1);
        let mut at = from.index() as i32;
        let mut woods = u8::from(self.screens[from.index()].woods);
        // Cells in between, counted from the first: the last with woods, the last with crops or scrub.
        let (mut last_woods, mut last_low, mut fence) = (0, 0, Cover::None);
        for (number, &step) in (1..).zip(&way[..between]) {
            at += moves[usize::from(step & 3)];
            if self.plain[at as usize] {
                continue;
            }
            let here = &self.screens[at as usize];
            woods += u8::from(here.woods);
            if woods > self.rules.woods_depth || here.blocks && (here.section == 0 || !own.contains(&here.section)) {
                return None;
            }
            if here.linear && number == between {
                fence = here.own_cover();
            }
            if here.woods {
                last_woods = number;
            }
            if here.low {
                last_low = number;
            }
        }
        if from != to && woods + u8::from(target.woods) > self.rules.woods_depth {
            return None;
        }
        let covers = |last: usize| last > 1 || last == 1 && between == 1;
        let grown = covers(last_woods) || covers(last_low) && between - last_low < usize::from(self.rules.low_depth);
        let grown = if grown { Cover::Soft } else { Cover::None };
        Some(target.own_cover().max(fence).max(grown))
    }
}

/// The cells that a line crosses on its way to one so many columns and rows off. Each cell after the first lies a column on (1), a row
/// on (2) or both (3). Lines into the four quarters mirror each other.
#[derive(Debug)]
struct Ways {
    wide: usize,
    /// By columns and rows, where its steps begin; one more at the end.
    starts: Box<[u32]>,
    steps: Box<[u8]>,
}

impl Ways {
    fn new(lattice: Lattice) -> Self {
        let (mut starts, mut steps) = (vec![0], Vec::new());
        for place in lattice.cells().map(|cell| lattice.place(cell)) {
            let mut before = (0, 0);
            for (column, row) in crossed((0, 0), place).skip(1) {
                steps.push((column - before.0) as u8 + 2 * (row - before.1) as u8);
                before = (column, row);
            }
            starts.push(steps.len() as u32);
        }
        Ways { wide: lattice.width(), starts: starts.into(), steps: steps.into() }
    }

    #[inline]
    fn to(&self, right: i16, down: i16) -> &[u8] {
        let index = usize::from(down.unsigned_abs()) * self.wide + usize::from(right.unsigned_abs());
        &self.steps[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bolt_action::Prepared;
    use crate::kit::files::ScenarioFiles;

    /// One look, cell by cell, as the rules say it.
    fn slow_look(sight: &Sight, a: Cell, b: Cell) -> Option<Cover> {
        let screen = |(column, row): (i16, i16)| sight.screens[row as usize * sight.lattice.width() + column as usize];
        let (from, to) = (sight.lattice.place(a), sight.lattice.place(b));
        let own = [screen(from).section, screen(to).section];
        let line: Vec<Screen> = crossed(from, to).map(screen).collect();
        let between = if line.len() > 2 { &line[1..line.len() - 1] } else { &[] };
        let woods = line.iter().filter(|here| here.woods).count();
        let shuts = |here: &Screen| here.blocks && (here.section == 0 || !own.contains(&here.section));
        if between.iter().any(shuts) || woods > usize::from(sight.rules.woods_depth) {
            return None;
        }
        let fence = between.last().filter(|here| here.linear).map_or(Cover::None, |here| here.own_cover());
        let grown = between.iter().rev().enumerate().any(|(left, here)| {
            let at_the_feet = left + 1 == between.len() && between.len() > 1;
            !at_the_feet && (here.woods || here.low && left < usize::from(sight.rules.low_depth))
        });
        Some(screen(to).own_cover().max(fence).max(if grown { Cover::Soft } else { Cover::None }))
    }

    #[test]
    fn one_pass_sees_what_the_rules_say_cell_by_cell() {
        for id in ["duel", "meeting", "attack", "hold", "breakthrough", "demolition"] {
            let (_, text) = Prepared::SCENARIOS.iter().find(|(known, _)| *known == id).expect("a mission");
            let data = Prepared::interned(&Prepared::sources(id, text)).expect("it loads");
            // Every 23rd cell against all others; both are coprime to the widths.
            for from in data.lattice().cells().step_by(23) {
                for to in data.lattice().cells() {
                    assert_eq!(data.sight.cover(from, to), slow_look(data.sight, from, to), "{id}: {from:?} to {to:?}");
                }
            }
        }
    }
}
