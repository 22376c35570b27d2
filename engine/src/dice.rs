//! The portable seeded generator that drivers of games own. Games themselves never hold one.

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

/// A seeded source of uniform integers whose stream is the same on every machine and in every
/// version of this crate: PCG64-MCG under bounded multiplication with rejection.
///
/// ```
/// use stavka_engine::Dice;
///
/// let rolls = |seed| {
///     let mut dice = Dice::new(seed);
///     [(); 5].map(|()| 1 + dice.below(10))
/// };
/// assert_eq!(rolls(42), rolls(42));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Dice(Pcg64Mcg);

impl Dice {
    /// The stream of `seed`.
    pub fn new(seed: u64) -> Self {
        Dice(Pcg64Mcg::seed_from_u64(seed))
    }

    /// An independent stream for purpose number `stream` of `seed`.
    pub fn stream(seed: u64, stream: u64) -> Self {
        Dice::new(mix(seed ^ mix(stream.wrapping_add(0x9e37_79b9_7f4a_7c15))))
    }

    /// A uniform integer in `0..bound`; `bound` must be positive.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        debug_assert!(bound > 0, "an empty range has no element");
        let mut product = u64::from(self.0.next_u64() as u32) * u64::from(bound);
        if (product as u32) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u32) < threshold {
                product = u64::from(self.0.next_u64() as u32) * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }

    /// A uniform integer in `0..bound`; `bound` must be positive. Below 2^32 it is the one of [`Dice::below`].
    #[inline]
    pub fn below_wide(&mut self, bound: u64) -> u64 {
        if let Ok(narrow) = u32::try_from(bound) {
            return u64::from(self.below(narrow));
        }
        let mut product = u128::from(self.0.next_u64()) * u128::from(bound);
        if (product as u64) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u64) < threshold {
                product = u128::from(self.0.next_u64()) * u128::from(bound);
            }
        }
        (product >> 64) as u64
    }

    /// Sixty-four uniform bits, for seeding other streams.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniformly chosen element of a non-empty slice.
    #[inline]
    pub fn choose<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u32) as usize]
    }
}

/// Bijective 64-bit mixing: the avalanche step behind every hash and derived seed of the engine.
#[inline]
pub const fn mix(value: u64) -> u64 {
    let z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_of_a_seed_is_pinned() {
        let mut dice = Dice::new(1942);
        let rolls: Vec<u32> = (0..12).map(|_| dice.below(6) + 1).collect();
        assert_eq!(rolls, PINNED);
    }

    const PINNED: [u32; 12] = [3, 1, 4, 2, 1, 6, 1, 6, 5, 1, 5, 1];

    #[test]
    fn a_wide_bound_that_fits_32_bits_gives_the_narrow_stream() {
        let (mut narrow, mut wide) = (Dice::new(3), Dice::new(3));
        for bound in [1, 6, 36, 46_656, u32::MAX] {
            assert_eq!(wide.below_wide(u64::from(bound)), u64::from(narrow.below(bound)), "bound {bound}");
        }
    }

    #[test]
    fn wide_bounds_are_kept_and_every_third_is_equally_likely() {
        let mut dice = Dice::new(11);
        let third = 1_u64 << 62;
        let mut counts = [0_u32; 3];
        for _ in 0..30_000 {
            let number = dice.below_wide(3 * third);
            assert!(number < 3 * third);
            counts[(number / third) as usize] += 1;
        }
        let chi_square: u64 = counts.iter().map(|&n| u64::from(n.abs_diff(10_000)).pow(2)).sum::<u64>() / 10_000;
        assert!(chi_square < 14, "counts {counts:?} are not uniform (99.9 % bound of chi-square with 2 degrees is 13.8)");
    }

    #[test]
    fn every_face_is_equally_likely() {
        let mut dice = Dice::new(7);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[dice.below(6) as usize] += 1;
        }
        let chi_square: u64 = counts.iter().map(|&n| u64::from(n.abs_diff(10_000)).pow(2)).sum::<u64>() / 10_000;
        assert!(chi_square < 21, "counts {counts:?} are not uniform (99.9 % bound of chi-square with 5 degrees is 20.5)");
    }
}
