//! Zones of control as a bitset that follows each change.

use super::layout::{Direction, Hex, OFF_MAP};
use super::set::HexSet;

/// The hexes that the ZOC of one side covers: neighbours of the hexes that exert it, save where it does not reach. A hex
/// does not cover itself.
///
/// Which hexes exert a ZOC follows from the counters in them, so the field does not keep it. The caller says it by
/// `reaches(from, direction)`: whether the units in `from` exert a ZOC that passes out in that direction. In the methods
/// `neighbours` is [`super::Grid::neighbour_table`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ZocField<const W: usize>(HexSet<W>);

impl<const W: usize> ZocField<W> {
    /// Nobody exerts a ZOC.
    pub const EMPTY: Self = Self(HexSet::EMPTY);

    /// From scratch, out of every hex that may exert a ZOC: what the field kept by [`ZocField::refresh`] must equal.
    pub fn recompute(neighbours: &[[u16; 6]], exerting: impl IntoIterator<Item = Hex>, reaches: impl Fn(Hex, Direction) -> bool) -> Self {
        let mut field = Self::EMPTY;
        for hex in exerting {
            for (direction, near) in around(neighbours, hex) {
                if reaches(hex, direction) {
                    field.0.insert(near);
                }
            }
        }
        field
    }

    /// Brings the field up to date after the ZOC of one hex has changed, looking no further than two hexes around it.
    #[inline]
    pub fn refresh(&mut self, neighbours: &[[u16; 6]], hex: Hex, reaches: impl Fn(Hex, Direction) -> bool) {
        for (direction, near) in around(neighbours, hex) {
            let covered =
                reaches(hex, direction) || around(neighbours, near).any(|(back, from)| from != hex && reaches(from, back.opposite()));
            self.0.set(near, covered);
        }
    }

    /// Whether some hex covers this one.
    #[inline]
    pub const fn covers(&self, hex: Hex) -> bool {
        self.0.contains(hex)
    }

    /// The hexes that are covered.
    #[inline]
    pub const fn covered(&self) -> &HexSet<W> {
        &self.0
    }
}

/// The neighbours of a hex and the directions to them.
#[inline]
fn around(neighbours: &[[u16; 6]], hex: Hex) -> impl Iterator<Item = (Direction, Hex)> {
    let row = neighbours[hex.index()];
    Direction::ALL.into_iter().zip(row).map(|(direction, near)| (direction, Hex(near))).filter(|(_, near)| near.0 != OFF_MAP)
}
