//! Dice that all plans share: the same attack has the same luck in every plan, whatever else they do.

use std::hash::{Hash, Hasher};

use stavka_engine::Game;
use stavka_engine::dice::mix;

/// Worlds of a block. Every die that falls in a block is spread evenly over its faces.
pub(super) const STREAMS: usize = 8;

/// The luck of one world.
#[derive(Clone, Copy, Debug)]
pub(super) struct Luck {
    /// Seed of the block of worlds.
    pub(super) seed: u64,
    /// Number of the world in the block.
    pub(super) stream: usize,
}

impl Luck {
    /// The die result of this world for the roll that `key` names. `legal` are the chance actions.
    ///
    /// Over the worlds of a block the tickets for one roll fall into [`STREAMS`] equal strata, in a random
    /// order, so that the mean over a block is much steadier than that of independent rolls.
    pub(super) fn draw<G: Game>(&self, game: &G, legal: &[G::Action], key: u64) -> G::Action {
        let seed = mix(self.seed ^ mix(key));
        let mut order: [u8; STREAMS] = std::array::from_fn(|index| index as u8);
        let mut bits = seed;
        for last in (1..STREAMS).rev() {
            bits = mix(bits);
            order.swap(last, (bits % (last as u64 + 1)) as usize);
        }
        let within = mix(seed ^ self.stream as u64) >> 32;
        let point = u64::from(order[self.stream]) << 32 | within;
        let total: u64 = legal.iter().map(|&action| game.chance_weight(action)).sum();
        let mut ticket = ((u128::from(point) * u128::from(total) / (STREAMS as u128)) >> 32) as u64;
        for &action in legal {
            let weight = game.chance_weight(action);
            if ticket < weight {
                return action;
            }
            ticket -= weight;
        }
        unreachable!("the ticket is below the sum of the weights")
    }
}

/// A name for the rolls that follow a choice.
pub(super) fn key_of<A: Hash>(phase: u64, action: A) -> u64 {
    let mut mixer = Mixer(phase);
    action.hash(&mut mixer);
    mixer.0
}

/// A hasher whose results are the same on every machine.
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.write_u64(u64::from(value));
    }

    fn write_u16(&mut self, value: u16) {
        self.write_u64(u64::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = mix(self.0 ^ value);
    }

    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }

    fn write_isize(&mut self, value: isize) {
        self.write_u64(value as i64 as u64);
    }
}
