//! The neighbours of many hexes at once, by shifting bitsets.

use super::layout::{Hex, OFF_MAP};
use super::raster::Raster;
use super::set::HexSet;

/// Neighbourhood of a map in a form that works on whole sets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spread<const W: usize>(Form<W>);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Form<const W: usize> {
    /// All hexes of a map of straight rows that take part, each with all its neighbours that do.
    Rows(Rows<W>),
    /// One whose steps lead to the next row and column at most.
    Raster(Raster),
    /// Any other.
    Shifts(Vec<Shift<W>>),
}

/// Straight rows of hexes, every other one half a hex further east.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Rows<const W: usize> {
    /// Hexes in a row.
    columns: u32,
    /// Hexes that are a neighbour at all.
    within: HexSet<W>,
    first_column: HexSet<W>,
    last_column: HexSet<W>,
    /// The rows further west: the second neighbour above and below is the one to the west. In the others it is
    /// the one to the east.
    western: HexSet<W>,
}

/// Where a flood ends before it has reached all that it can.
#[derive(Clone, Copy, Debug)]
pub(super) enum End<'a, const W: usize> {
    /// Nowhere.
    Never,
    /// As soon as it has reached every hex of these.
    All(&'a HexSet<W>),
    /// With the first ring that has a hex of these.
    First(&'a HexSet<W>),
}

/// One of the few differences between the index of a hex and that of a neighbour.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Shift<const W: usize> {
    /// Towards higher indices.
    up: bool,
    words: usize,
    bits: u32,
    /// Hexes that have a neighbour at this distance.
    from: HexSet<W>,
}

impl<const W: usize> Spread<W> {
    /// The neighbourhood of a table by hex and direction, [`OFF_MAP`] where there is no neighbour.
    pub fn new(neighbours: &[[u16; 6]]) -> Self {
        let rows = Rows::new(neighbours).map(Form::Rows);
        let form = rows.or_else(|| Raster::new(neighbours).map(Form::Raster));
        Spread(form.unwrap_or_else(|| Form::Shifts(shifts(neighbours))))
    }

    /// The same with steps from hex `h` in direction `d` only where bit `d` of `links[h]` is set.
    pub fn fenced(neighbours: &[[u16; 6]], links: &[u8]) -> Self {
        let leads = |hex: usize, direction: usize| links[hex] & 1 << direction != 0;
        let open = |hex: usize| std::array::from_fn(|direction| if leads(hex, direction) { neighbours[hex][direction] } else { OFF_MAP });
        let steps: Vec<[u16; 6]> = (0..neighbours.len()).map(open).collect();
        Self::new(&steps)
    }

    /// Every hex that is a neighbour of a hex of the set.
    #[inline]
    pub fn neighbours_of(&self, set: &HexSet<W>) -> HexSet<W> {
        match &self.0 {
            Form::Rows(rows) => rows.neighbours_of(set),
            Form::Raster(raster) => raster.neighbours_of(set),
            Form::Shifts(shifts) => shifted(shifts, set),
        }
    }

    /// The hexes within `limit` steps of any of `sources` along hexes of `passable`, both ends included, as far as the flood goes
    /// before its end. A limit of `u16::MAX` means any length.
    #[inline]
    pub(super) fn flood(&self, sources: &HexSet<W>, passable: &HexSet<W>, limit: u16, end: End<'_, W>) -> HexSet<W> {
        if let Form::Raster(raster) = &self.0 {
            return raster.flood(sources, passable, limit, end);
        }
        let mut ring = sources.intersection(*passable);
        let mut reached = ring;
        for _ in 0..limit {
            let done = match end {
                End::Never => false,
                End::All(goal) => goal.difference(reached).is_empty(),
                End::First(goal) => ring.intersects(goal),
            };
            if done || ring.is_empty() {
                break;
            }
            ring = self.neighbours_of(&ring).intersection(*passable).difference(reached);
            reached = reached.union(ring);
        }
        reached
    }
}

impl<const W: usize> Rows<W> {
    /// The rows that a table describes, if it is one of rows.
    fn new(neighbours: &[[u16; 6]]) -> Option<Self> {
        let hexes = || (0..neighbours.len() as u16).map(Hex);
        let near = |hex: Hex| neighbours[hex.index()].into_iter().filter(|&to| to != OFF_MAP).map(Hex);
        // The furthest neighbour is the one below, or the one beside that.
        let furthest = hexes().flat_map(|hex| near(hex).map(move |to| to.0.saturating_sub(hex.0))).max()?;
        let candidates = [furthest, furthest.saturating_sub(1)].into_iter().filter(|columns| (1..64).contains(columns));
        let rows = |columns: u16, parity: u16| Rows {
            columns: u32::from(columns),
            within: hexes().flat_map(near).collect(),
            first_column: hexes().filter(|hex| hex.0 % columns == 0).collect(),
            last_column: hexes().filter(|hex| hex.0 % columns == columns - 1).collect(),
            western: hexes().filter(|hex| hex.0 / columns % 2 == parity).collect(),
        };
        // The neighbours of a set are those of its hexes together, in this form too: what holds of every hex by
        // itself holds of all sets.
        let fits = |rows: &Self| hexes().all(|hex| rows.neighbours_of(&[hex].into_iter().collect()) == near(hex).collect());
        candidates.flat_map(|columns| [rows(columns, 0), rows(columns, 1)]).find(fits)
    }

    #[inline]
    fn neighbours_of(&self, set: &HexSet<W>) -> HexSet<W> {
        let set = set.intersection(self.within);
        let west = set.difference(self.first_column).shifted_down(1);
        let east = set.difference(self.last_column).shifted_up(1);
        let slanting = set.union(west.intersection(self.western)).union(east.difference(self.western));
        let rows = slanting.shifted_up(self.columns).union(slanting.shifted_down(self.columns));
        west.union(east).union(rows).intersection(self.within)
    }
}

fn shifts<const W: usize>(neighbours: &[[u16; 6]]) -> Vec<Shift<W>> {
    let steps = || {
        neighbours
            .iter()
            .enumerate()
            .flat_map(|(hex, row)| row.iter().filter(|&&to| to != OFF_MAP).map(move |&to| (i32::from(to) - hex as i32, Hex(hex as u16))))
    };
    let mut deltas: Vec<i32> = steps().map(|(delta, _)| delta).collect();
    deltas.sort_unstable();
    deltas.dedup();
    deltas
        .into_iter()
        .map(|delta| Shift {
            up: delta > 0,
            words: delta.unsigned_abs() as usize / 64,
            bits: delta.unsigned_abs() % 64,
            from: steps().filter(|&(known, _)| known == delta).map(|(_, hex)| hex).collect(),
        })
        .collect()
}

/// The neighbours of a set, one shift after the other.
fn shifted<const W: usize>(shifts: &[Shift<W>], set: &HexSet<W>) -> HexSet<W> {
    let words = set.words();
    let Some(first) = words.iter().position(|&word| word != 0) else {
        return HexSet::EMPTY;
    };
    let last = words.iter().rposition(|&word| word != 0).unwrap_or(first);
    let mut out = [0u64; W];
    for shift in shifts {
        let from = shift.from.words();
        for index in first..=last {
            let word = words[index] & from[index];
            // A word spills into its own place and the next one, `words` places along.
            if shift.up {
                let near = index + shift.words;
                if near < W {
                    out[near] |= word << shift.bits;
                }
                if near + 1 < W && shift.bits > 0 {
                    out[near + 1] |= word >> (64 - shift.bits);
                }
            } else if index >= shift.words {
                let near = index - shift.words;
                out[near] |= word >> shift.bits;
                if near > 0 && shift.bits > 0 {
                    out[near - 1] |= word << (64 - shift.bits);
                }
            }
        }
    }
    HexSet::from_words(out)
}
