//! A total spread over shares, every way as likely as any other.

use super::ids::Each;
use crate::dice::Dice;

/// Most times that shares are drawn until they add up.
const MOST_SPREADS: usize = 100_000;
/// The whole that the weights of one more and one less share.
const WEIGHT: u64 = 256;

/// Spreads a total over shares, which hold the most that each may be, every way as likely as any other. Each share is drawn by itself,
/// with a weight for each of its points, until they add up: then the weights of all ways are the same. The weight is the one by which
/// the total is expected.
pub(super) fn spread(shares: &mut Each<usize>, total: usize, dice: &mut Dice) {
    let most = shares.clone();
    let weights = |own: usize, most: usize, weight: u64| weight.pow(own as u32) * (WEIGHT - weight).pow((most - own) as u32);
    let sum = |most: usize, weight: u64| (0..=most).map(|own| weights(own, most, weight)).sum::<u64>();
    let count = |size: usize| most.iter().filter(|&&most| most == size).count() as u64;
    let counts = [1, 2, 3].map(count);
    // Expected points of all shares, in parts of a thousand.
    let expected = |weight: u64| {
        let of = |most: usize| (0..=most).map(|own| 1000 * own as u64 * weights(own, most, weight)).sum::<u64>() / sum(most, weight);
        (1..).zip(counts).map(|(most, count)| count * of(most)).sum::<u64>()
    };
    let (mut weight, mut high) = (1, WEIGHT - 1);
    while weight < high {
        let middle = weight.midpoint(high);
        if expected(middle) < 1000 * total as u64 {
            weight = middle + 1;
        } else {
            high = middle;
        }
    }
    for _ in 0..MOST_SPREADS {
        for (share, &most) in shares.iter_mut().zip(&most) {
            let mut ticket = dice.below_wide(sum(most, weight));
            *share = 0;
            while *share < most && ticket >= weights(*share, most, weight) {
                ticket -= weights(*share, most, weight);
                *share += 1;
            }
        }
        if shares.iter().sum::<usize>() == total {
            return;
        }
    }
    let mut left = total;
    for (share, most) in shares.iter_mut().zip(most) {
        *share = most.min(left);
        left -= *share;
    }
}
