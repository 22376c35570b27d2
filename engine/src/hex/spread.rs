//! The neighbours of many hexes at once, by shifting bitsets.

use super::grid::{Hex, OFF_MAP};
use super::set::HexSet;

/// Neighbourhood of a map in a form that works on whole sets: the few differences between the index of
/// a hex and that of a neighbour, each with the hexes for which it leads to one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spread<const W: usize> {
    shifts: Vec<Shift<W>>,
}

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
        let steps = || {
            neighbours.iter().enumerate().flat_map(|(hex, row)| {
                row.iter().filter(|&&to| to != OFF_MAP).map(move |&to| (i32::from(to) - hex as i32, Hex(hex as u16)))
            })
        };
        let mut deltas: Vec<i32> = steps().map(|(delta, _)| delta).collect();
        deltas.sort_unstable();
        deltas.dedup();
        let shifts = deltas
            .into_iter()
            .map(|delta| Shift {
                up: delta > 0,
                words: delta.unsigned_abs() as usize / 64,
                bits: delta.unsigned_abs() % 64,
                from: steps().filter(|&(known, _)| known == delta).map(|(_, hex)| hex).collect(),
            })
            .collect();
        Spread { shifts }
    }

    /// Every hex that is a neighbour of a hex of the set.
    #[inline]
    pub fn neighbours_of(&self, set: &HexSet<W>) -> HexSet<W> {
        let words = set.words();
        let Some(first) = words.iter().position(|&word| word != 0) else {
            return HexSet::EMPTY;
        };
        let last = words.iter().rposition(|&word| word != 0).unwrap_or(first);
        let mut out = [0u64; W];
        for shift in &self.shifts {
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
}
