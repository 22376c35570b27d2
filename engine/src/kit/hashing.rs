//! Hashes of states: the same on every machine, by `derive(Hash)`.

use std::hash::{Hash, Hasher};

use crate::dice::mix;

/// Hashes plain values, the same on every machine and in every build. A field of a state enters its hash by being a field of
/// a type that derives `Hash`.
///
/// Small values are packed into words of 64 bits before they are mixed. Slices of integers wider than a byte hash their bytes
/// as the machine has them, so a state holds none: sets of counters and of hexes write their words one by one.
#[derive(Clone, Debug)]
pub struct StateHasher {
    hash: u64,
    word: u64,
    /// Bits of the word in use, below 64.
    filled: u32,
}

impl StateHasher {
    /// Begins with a number, such as the fingerprint of the scenario.
    pub fn new(seed: u64) -> Self {
        StateHasher { hash: seed, word: 0, filled: 0 }
    }

    /// The hash of a value alone.
    pub fn of(value: &impl Hash) -> u64 {
        let mut hasher = StateHasher::new(0);
        value.hash(&mut hasher);
        hasher.finish()
    }

    #[inline]
    fn push(&mut self, value: u64, bits: u32) {
        self.word |= value << self.filled;
        self.filled += bits;
        if self.filled >= 64 {
            self.hash = mix(self.hash ^ self.word);
            self.filled -= 64;
            self.word = if self.filled == 0 { 0 } else { value >> (bits - self.filled) };
        }
    }
}

impl Hasher for StateHasher {
    #[inline]
    fn finish(&self) -> u64 {
        mix(mix(self.hash ^ self.word) ^ u64::from(self.filled))
    }

    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for &word in words {
            self.write_u64(u64::from_le_bytes(word));
        }
        for &byte in rest {
            self.write_u8(byte);
        }
    }

    #[inline]
    fn write_u8(&mut self, value: u8) {
        self.push(u64::from(value), 8);
    }

    #[inline]
    fn write_u16(&mut self, value: u16) {
        self.push(u64::from(value), 16);
    }

    #[inline]
    fn write_u32(&mut self, value: u32) {
        self.push(u64::from(value), 32);
    }

    /// As 64 bits pushed one by one: the word at hand is filled up, and what is left begins the next.
    #[inline]
    fn write_u64(&mut self, value: u64) {
        self.hash = mix(self.hash ^ (self.word | value << self.filled));
        self.word = value >> 1 >> (63 - self.filled);
    }

    #[inline]
    fn write_u128(&mut self, value: u128) {
        self.write_u64(value as u64);
        self.write_u64((value >> 64) as u64);
    }

    /// Lengths are below 65,536 in every state.
    #[inline]
    fn write_usize(&mut self, value: usize) {
        self.push(value as u64 & 0xffff, 16);
    }

    /// Numbers of variants, below 256 in every state.
    #[inline]
    fn write_isize(&mut self, value: isize) {
        self.push(value as u64 & 0xff, 8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::Hex;

    #[derive(Hash)]
    enum Step {
        First,
        Second(u8, u16),
    }

    #[test]
    fn the_hash_of_a_state_is_pinned() {
        let state = (7_u8, [1_u8, 2, 3], Step::Second(4, 500), u128::MAX - 1, Some(Step::First), -3_i8, true);
        assert_eq!(StateHasher::of(&state), 5_866_810_307_568_333_408);
    }

    #[test]
    fn hexes_count_the_same_one_by_one_and_in_a_row() {
        let hexes: Vec<Hex> = (0..11).map(|number| Hex(number * 211 + 7)).collect();
        for (before, count) in (0..12_u8).flat_map(|before| (0..=hexes.len()).map(move |count| (before, count))) {
            let (mut in_a_row, mut one_by_one) = (StateHasher::new(5), StateHasher::new(5));
            for hasher in [&mut in_a_row, &mut one_by_one] {
                (0..before).for_each(|byte| hasher.write_u8(byte));
            }
            Hex::hash_slice(&hexes[..count], &mut in_a_row);
            hexes[..count].iter().for_each(|hex| one_by_one.write_u16(hex.0));
            assert_eq!(in_a_row.finish(), one_by_one.finish(), "{count} hexes after {before} bytes");
        }
    }

    #[test]
    fn values_are_told_apart_wherever_a_word_ends() {
        let mut seen = std::collections::BTreeSet::new();
        for length in 0..20_usize {
            for at in 0..length {
                let mut bytes = vec![0_u8; length];
                bytes[at] = 1;
                let mut hasher = StateHasher::new(0);
                for &byte in &bytes {
                    hasher.write_u8(byte);
                }
                let mut at_once = StateHasher::new(0);
                at_once.write(&bytes);
                assert_eq!(at_once.finish(), hasher.finish());
                assert!(seen.insert(hasher.finish()), "{length} bytes, the one at {at}");
            }
        }
    }
}
