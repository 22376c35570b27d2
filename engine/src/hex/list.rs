//! A few hexes in ascending order.

use std::ops::Deref;

use super::layout::Hex;

/// Up to `N` hexes in ascending order, each once: a part of the map for which a bitset would be mostly empty. It reads like
/// a slice.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct HexList<const N: usize> {
    hexes: [Hex; N],
    len: u8,
}

impl<const N: usize> HexList<N> {
    /// No hexes.
    pub const EMPTY: Self = Self { hexes: [Hex(0); N], len: 0 };

    /// Puts a hex in its place, unless it is there.
    ///
    /// # Panics
    ///
    /// When `N` others are in the list.
    pub fn insert(&mut self, hex: Hex) {
        let Err(at) = self.binary_search(&hex) else { return };
        let len = self.len();
        self.hexes.copy_within(at..len, at + 1);
        self.hexes[at] = hex;
        self.len += 1;
    }

    /// Takes a hex out.
    pub fn remove(&mut self, hex: Hex) {
        let Ok(at) = self.binary_search(&hex) else { return };
        let len = self.len();
        self.hexes.copy_within(at + 1..len, at);
        self.hexes[len - 1] = Hex(0);
        self.len -= 1;
    }

    /// Puts a hex in or takes it out.
    pub fn set(&mut self, hex: Hex, on: bool) {
        if on {
            self.insert(hex);
        } else {
            self.remove(hex);
        }
    }
}

impl<const N: usize> Default for HexList<N> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const N: usize> Deref for HexList<N> {
    type Target = [Hex];

    #[inline]
    fn deref(&self) -> &[Hex] {
        &self.hexes[..usize::from(self.len)]
    }
}

impl<const N: usize> FromIterator<Hex> for HexList<N> {
    fn from_iter<I: IntoIterator<Item = Hex>>(hexes: I) -> Self {
        let mut list = Self::EMPTY;
        hexes.into_iter().for_each(|hex| list.insert(hex));
        list
    }
}

impl<const N: usize> std::fmt::Debug for HexList<N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter().map(|hex| hex.0)).finish()
    }
}
