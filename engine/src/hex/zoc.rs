//! Zones of control as a bitset that follows each change.

use super::layout::{Direction, Hex, OFF_MAP};
use super::set::HexSet;

/// The hexes of one side that exert a ZOC, and the hexes that these cover: their neighbours, save
/// across a barrier. A hex does not cover itself.
///
/// In the methods `neighbours` is [`super::Grid::neighbour_table`], and bit `d` of `barriers[h]` is
/// set when no ZOC passes out of hex `h` in direction `d`. Both must be the same for the whole life
/// of a field, or it no longer matches its exerting hexes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ZocField<const W: usize> {
    exert: HexSet<W>,
    covered: HexSet<W>,
}

impl<const W: usize> ZocField<W> {
    /// Nobody exerts a ZOC.
    pub const EMPTY: Self = Self { exert: HexSet::EMPTY, covered: HexSet::EMPTY };

    /// From scratch: slow, and what the field kept by [`ZocField::set`] must equal.
    pub fn recompute(neighbours: &[[u16; 6]], barriers: &[u8], exert: HexSet<W>) -> Self {
        let mut covered = HexSet::EMPTY;
        for hex in exert.iter() {
            covered.extend(reached_from(neighbours, barriers, hex));
        }
        Self { exert, covered }
    }

    /// Whether the hex exerts a ZOC.
    #[inline]
    pub const fn exerts(&self, hex: Hex) -> bool {
        self.exert.contains(hex)
    }

    /// Whether some hex covers this one.
    #[inline]
    pub const fn covers(&self, hex: Hex) -> bool {
        self.covered.contains(hex)
    }

    /// The hexes that exert a ZOC.
    #[inline]
    pub const fn exerting(&self) -> &HexSet<W> {
        &self.exert
    }

    /// The hexes that are covered.
    #[inline]
    pub const fn covered(&self) -> &HexSet<W> {
        &self.covered
    }

    /// Switches the ZOC of one hex on or off, looking no further than two hexes around it.
    #[inline]
    pub fn set(&mut self, neighbours: &[[u16; 6]], barriers: &[u8], hex: Hex, on: bool) {
        if self.exert.contains(hex) == on {
            return;
        }
        self.exert.set(hex, on);
        for near in reached_from(neighbours, barriers, hex) {
            let covered = on || self.covered_by_other(neighbours, barriers, near, hex);
            self.covered.set(near, covered);
        }
    }

    /// Whether an exerting hex other than `except` covers `hex`.
    #[inline]
    pub fn covered_by_other(&self, neighbours: &[[u16; 6]], barriers: &[u8], hex: Hex, except: Hex) -> bool {
        Direction::ALL.into_iter().any(|direction| {
            let near = Hex(neighbours[hex.index()][direction.index()]);
            near.0 != OFF_MAP && near != except && self.exert.contains(near) && passes(barriers, near, direction.opposite())
        })
    }
}

/// The neighbours that a ZOC exerted from `hex` covers.
#[inline]
fn reached_from(neighbours: &[[u16; 6]], barriers: &[u8], hex: Hex) -> impl Iterator<Item = Hex> {
    let row = neighbours[hex.index()];
    Direction::ALL
        .into_iter()
        .filter(move |&direction| passes(barriers, hex, direction))
        .map(move |direction| Hex(row[direction.index()]))
        .filter(|near| near.0 != OFF_MAP)
}

#[inline]
fn passes(barriers: &[u8], from: Hex, direction: Direction) -> bool {
    barriers[from.index()] & (1 << direction.index()) == 0
}
