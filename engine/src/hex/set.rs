//! A set of hexes as a plain bitset.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Range;

use super::layout::Hex;

/// A set of hexes in `W` words of 64 bits: room for the hexes 0 to `64 * W - 1`, of which a map of
/// `n` hexes needs `n.div_ceil(64)` words. A hex beyond that panics as an index out of bounds does.
///
/// ```
/// use stavka_engine::hex::{Hex, HexSet};
///
/// let mut front = HexSet::<3>::EMPTY;
/// [3, 70, 150].map(|hex| front.insert(Hex(hex)));
/// assert!(front.contains(Hex(70)) && front.len() == 3);
/// assert_eq!(front.intersection(HexSet::full(100)).iter().collect::<Vec<_>>(), [Hex(3), Hex(70)]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct HexSet<const W: usize>([u64; W]);

/// Word by word: the same on every machine.
impl<const W: usize> Hash for HexSet<W> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.iter().for_each(|word| word.hash(state));
    }
}

impl<const W: usize> HexSet<W> {
    /// The empty set.
    pub const EMPTY: Self = Self([0; W]);

    /// The hexes 0 to `len - 1`: the whole of a grid of `len` hexes.
    ///
    /// # Panics
    ///
    /// When `len` exceeds `64 * W`.
    pub fn full(len: usize) -> Self {
        assert!(len <= 64 * W, "{len} hexes do not fit into {W} words");
        let mut words = [0; W];
        for (i, word) in words.iter_mut().enumerate() {
            let bits = len.saturating_sub(64 * i).min(64);
            *word = if bits == 0 { 0 } else { u64::MAX >> (64 - bits) };
        }
        Self(words)
    }

    /// The hexes from the first of a range to the one before its end.
    #[inline]
    pub fn span(hexes: Range<usize>) -> Self {
        let mut words = [0; W];
        if !hexes.is_empty() {
            let (first, last) = (hexes.start / 64, (hexes.end - 1) / 64);
            words[first..=last].fill(u64::MAX);
            words[first] &= u64::MAX << (hexes.start % 64);
            words[last] &= u64::MAX >> (63 - (hexes.end - 1) % 64);
        }
        Self(words)
    }

    /// The set with these words, hex `h` being bit `h % 64` of word `h / 64`.
    #[inline]
    pub const fn from_words(words: [u64; W]) -> Self {
        Self(words)
    }

    /// Puts a hex in.
    #[inline]
    pub const fn insert(&mut self, hex: Hex) {
        self.0[hex.index() / 64] |= bit(hex);
    }

    /// Takes a hex out.
    #[inline]
    pub const fn remove(&mut self, hex: Hex) {
        self.0[hex.index() / 64] &= !bit(hex);
    }

    /// Puts a hex in or takes it out.
    #[inline]
    pub const fn set(&mut self, hex: Hex, on: bool) {
        if on {
            self.insert(hex);
        } else {
            self.remove(hex);
        }
    }

    /// Empties the set.
    #[inline]
    pub const fn clear(&mut self) {
        *self = Self::EMPTY;
    }

    /// Whether the hex is in the set.
    #[inline]
    pub const fn contains(&self, hex: Hex) -> bool {
        self.0[hex.index() / 64] & bit(hex) != 0
    }

    /// Whether no hex is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Number of hexes in the set.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The lowest hex.
    #[inline]
    pub fn first(&self) -> Option<Hex> {
        self.iter().next()
    }

    /// The hexes in ascending order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Hex> + '_ {
        Bits { words: &self.0, at: 0, word: self.0[0] }
    }

    /// The same by value, for iterators that outlive the set.
    #[inline]
    pub fn into_hexes(self) -> impl Iterator<Item = Hex> {
        let (mut words, mut at) = (self.0, 0);
        std::iter::from_fn(move || {
            while at < W && words[at] == 0 {
                at += 1;
            }
            let word = words.get_mut(at)?;
            let hex = Hex((64 * at + word.trailing_zeros() as usize) as u16);
            *word &= *word - 1;
            Some(hex)
        })
    }

    /// The hexes from `low` to `high`, both included, in ascending order.
    #[inline]
    pub fn between(&self, low: Hex, high: Hex) -> impl Iterator<Item = Hex> + '_ {
        let at = low.index() / 64;
        let word = self.0.get(at).map_or(0, |word| word & (u64::MAX << (low.index() % 64)));
        Bits { words: &self.0[..W.min(high.index() / 64 + 1)], at, word }.take_while(move |&hex| hex <= high)
    }

    /// The hexes of either set.
    #[inline]
    pub fn union(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    /// The hexes of both sets.
    #[inline]
    pub fn intersection(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    /// The hexes of this set that are not in the other.
    #[inline]
    pub fn difference(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    /// Whether the sets share a hex.
    #[inline]
    pub fn intersects(&self, other: &Self) -> bool {
        !self.intersection(*other).is_empty()
    }

    /// Every hex moved to an index `bits` higher, 1 to 63, those beyond the last word dropped.
    #[inline]
    pub(super) fn shifted_up(self, bits: u32) -> Self {
        let mut words = self.0;
        for index in (1..W).rev() {
            words[index] = words[index] << bits | words[index - 1] >> (64 - bits);
        }
        words[0] <<= bits;
        Self(words)
    }

    /// Every hex moved to an index `bits` lower, 1 to 63, those before the first dropped.
    #[inline]
    pub(super) fn shifted_down(self, bits: u32) -> Self {
        let mut words = self.0;
        for index in 1..W {
            words[index - 1] = words[index - 1] >> bits | words[index] << (64 - bits);
        }
        words[W - 1] >>= bits;
        Self(words)
    }

    /// The words: hex `h` is bit `h % 64` of word `h / 64`.
    #[inline]
    pub const fn words(&self) -> &[u64; W] {
        &self.0
    }

    #[inline]
    fn zip(mut self, other: Self, op: impl Fn(u64, u64) -> u64) -> Self {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a = op(*a, *b);
        }
        self
    }
}

/// A set whose hexes lie close together, and the words that hold them: it is added to a set of a large map without looking
/// at the rest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HexPatch<const W: usize> {
    hexes: HexSet<W>,
    words: Range<usize>,
}

impl<const W: usize> HexPatch<W> {
    /// Adds the hexes to a set.
    #[inline]
    pub fn add_to(&self, set: &mut HexSet<W>) {
        for (word, own) in set.0[self.words.clone()].iter_mut().zip(&self.hexes.0[self.words.clone()]) {
            *word |= own;
        }
    }

    /// Whether a set has one of the hexes.
    #[inline]
    pub fn intersects(&self, set: &HexSet<W>) -> bool {
        self.hexes.0[self.words.clone()].iter().zip(&set.0[self.words.clone()]).any(|(own, other)| own & other != 0)
    }
}

impl<const W: usize> FromIterator<Hex> for HexPatch<W> {
    fn from_iter<I: IntoIterator<Item = Hex>>(hexes: I) -> Self {
        let hexes: HexSet<W> = hexes.into_iter().collect();
        let from = hexes.0.iter().position(|&word| word != 0).unwrap_or(0);
        let to = hexes.0.iter().rposition(|&word| word != 0).map_or(from, |last| last + 1);
        Self { hexes, words: from..to }
    }
}

impl<const W: usize> Default for HexSet<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> fmt::Debug for HexSet<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|hex| hex.0)).finish()
    }
}

impl<const W: usize> FromIterator<Hex> for HexSet<W> {
    fn from_iter<I: IntoIterator<Item = Hex>>(hexes: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(hexes);
        set
    }
}

impl<const W: usize> Extend<Hex> for HexSet<W> {
    fn extend<I: IntoIterator<Item = Hex>>(&mut self, hexes: I) {
        for hex in hexes {
            self.insert(hex);
        }
    }
}

#[inline]
const fn bit(hex: Hex) -> u64 {
    1 << (hex.0 % 64)
}

/// The set bits of some words, lowest first.
struct Bits<'a> {
    words: &'a [u64],
    /// The word at hand, and its bits that are left.
    at: usize,
    word: u64,
}

impl Iterator for Bits<'_> {
    type Item = Hex;

    #[inline]
    fn next(&mut self) -> Option<Hex> {
        while self.word == 0 {
            self.at += 1;
            self.word = *self.words.get(self.at)?;
        }
        let low = self.word.trailing_zeros() as usize;
        self.word &= self.word - 1;
        Some(Hex((64 * self.at + low) as u16))
    }
}
