//! Exact chances of a die, and the weights of pools and sums of dice.
//!
//! A pool is a number of dice that succeed alike. The weight of `k` successes of `n` dice at `a / b` is `C(n, k) a^k (b - a)^(n - k)`; the
//! weights of a pool sum to `b^n`. A pool whose sum is too large is cut into consecutive pools: the law of the total is the same.

use std::ops::RangeInclusive;

use crate::bolt_action::terms::HeSize;

/// Faces of a die.
pub const FACES: u8 = 6;

/// A chance as a fraction in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Chance {
    numerator: u8,
    denominator: u8,
}

impl Chance {
    /// It never happens.
    pub const IMPOSSIBLE: Chance = Chance { numerator: 0, denominator: 1 };
    /// It always happens.
    pub const CERTAIN: Chance = Chance { numerator: 1, denominator: 1 };
    /// A six, then another six (supplement S18).
    pub const TWO_SIXES: Chance = Chance { numerator: 1, denominator: 36 };

    /// A fraction, brought to lowest terms; `None` unless it lies between nothing and one.
    #[inline]
    pub const fn new(numerator: u8, denominator: u8) -> Option<Self> {
        if denominator == 0 || numerator > denominator {
            return None;
        }
        let (mut divisor, mut rest) = (denominator, numerator);
        while rest > 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        Some(Chance { numerator: numerator / divisor, denominator: denominator / divisor })
    }

    /// The chance that a die shows a number or more: certain at 1 and below, impossible above 6.
    #[inline]
    pub const fn at_least(need: i16) -> Self {
        match need {
            ..=1 => Chance::CERTAIN,
            2 => Chance { numerator: 5, denominator: 6 },
            3 => Chance { numerator: 2, denominator: 3 },
            4 => Chance { numerator: 1, denominator: 2 },
            5 => Chance { numerator: 1, denominator: 3 },
            6 => Chance { numerator: 1, denominator: 6 },
            _ => Chance::IMPOSSIBLE,
        }
    }

    /// [SHOOT.4] The chance to hit with a number needed: above 6 a six and then another six hit (supplement S18).
    #[inline]
    pub const fn to_hit(need: u8) -> Self {
        if need > FACES { Chance::TWO_SIXES } else { Chance::at_least(need as i16) }
    }

    /// The part above the line.
    #[inline]
    pub const fn numerator(self) -> u8 {
        self.numerator
    }

    /// The part below the line.
    #[inline]
    pub const fn denominator(self) -> u8 {
        self.denominator
    }

    /// Whether dice at this chance need no roll, because all succeed or none does.
    #[inline]
    pub const fn is_settled(self) -> bool {
        self.denominator == 1
    }

    /// Successes of so many dice at a chance that [is settled](Self::is_settled): all or none. `None` of another.
    #[inline]
    pub const fn settled(self, dice: u8) -> Option<u8> {
        match self {
            Chance::CERTAIN => Some(dice),
            Chance::IMPOSSIBLE => Some(0),
            _ => None,
        }
    }
}

/// The most dice of one pool whose weights sum to no more than a limit; as many as there may be at a chance that needs no roll.
pub const fn capacity(chance: Chance, limit: u64) -> u8 {
    if chance.is_settled() {
        return u8::MAX;
    }
    let (mut dice, mut rest) = (0, limit);
    while rest >= chance.denominator as u64 {
        (dice, rest) = (dice + 1, rest / chance.denominator as u64);
    }
    dice
}

/// The pools into which so many dice are cut, so that the weights of each sum to no more than a limit: full ones, then the rest.
pub fn batches(chance: Chance, dice: u8, limit: u64) -> impl Iterator<Item = u8> {
    let most = capacity(chance, limit).max(1);
    let mut left = dice;
    std::iter::from_fn(move || {
        let batch = left.min(most);
        left -= batch;
        (batch > 0).then_some(batch)
    })
}

/// Weight of so many successes of a pool of at most [`capacity`] dice for `u64::MAX`; 0 for more successes than dice.
pub const fn weight(chance: Chance, dice: u8, successes: u8) -> u64 {
    if successes > dice {
        return 0;
    }
    if let Some(all) = chance.settled(dice) {
        return (successes == all) as u64;
    }
    let failures = dice - successes;
    let (good, bad) = (chance.numerator as u64, (chance.denominator - chance.numerator) as u64);
    combinations(dice, successes) * good.pow(successes as u32) * bad.pow(failures as u32)
}

/// The same where all numbers of successes from `cap` up make one outcome, which is called `cap`; 0 above it.
pub const fn weight_capped(chance: Chance, dice: u8, successes: u8, cap: u8) -> u64 {
    if successes < cap {
        return weight(chance, dice, successes);
    }
    if successes > cap {
        return 0;
    }
    let (mut sum, mut more) = (0, successes);
    while more <= dice {
        (sum, more) = (sum + weight(chance, dice, more), more + 1);
    }
    sum
}

/// Ways to choose so many of at most 63 dice.
const fn combinations(dice: u8, chosen: u8) -> u64 {
    let (mut ways, mut done): (u128, u128) = (1, 0);
    while done < chosen as u128 {
        ways = ways * (dice as u128 - done) / (done + 1);
        done += 1;
    }
    ways as u64
}

/// Dice whose faces are added: how many, and how many faces each has. A D2 and a D3 are a die of six read in halves or in thirds.
#[inline]
pub const fn dice_of(size: HeSize) -> (u8, u8) {
    match size {
        HeSize::D2 => (1, 2),
        HeSize::D3 => (1, 3),
        HeSize::D6 => (1, FACES),
        HeSize::TwoD6 => (2, FACES),
        HeSize::ThreeD6 => (3, FACES),
    }
}

/// Totals of dice whose faces are added.
#[inline]
pub const fn totals(size: HeSize) -> RangeInclusive<u8> {
    let (dice, faces) = dice_of(size);
    dice..=dice * faces
}

/// Weight of a total of dice whose faces are added: the ways to throw it.
#[inline]
pub const fn sum_weight(size: HeSize, total: u8) -> u64 {
    let (dice, faces) = dice_of(size);
    ways(dice, faces, total)
}

/// Sum of [`sum_weight`] over all totals.
#[inline]
pub const fn sum_weights(size: HeSize) -> u64 {
    let (dice, faces) = dice_of(size);
    (faces as u64).pow(dice as u32)
}

/// Weight of a total where all totals from `cap` up make one outcome, which is called `cap`; 0 above it.
pub const fn sum_weight_capped(size: HeSize, total: u8, cap: u8) -> u64 {
    if total < cap {
        return sum_weight(size, total);
    }
    if total > cap {
        return 0;
    }
    let (mut sum, mut more) = (0, total);
    while more <= *totals(size).end() {
        (sum, more) = (sum + sum_weight(size, more), more + 1);
    }
    sum
}

/// Ways of so many dice to show a total.
pub(super) const fn ways(dice: u8, faces: u8, total: u8) -> u64 {
    if dice == 0 {
        return (total == 0) as u64;
    }
    let (mut sum, mut face) = (0, 1);
    while face <= faces && face <= total {
        sum += ways(dice - 1, faces, total - face);
        face += 1;
    }
    sum
}
