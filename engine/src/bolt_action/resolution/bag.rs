//! The bag of order dice [TURN.1.1]. It is open: what is in it follows from dice that all saw.

use crate::game::Side;

/// Order dice in the bag, by side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Bag(pub [u8; 2]);

impl Bag {
    /// [TURN.2.b] A die of a side goes into the bag.
    #[inline]
    pub const fn put(&mut self, side: Side) {
        self.0[side.index()] += 1;
    }

    /// [TURN.1.1] A die of a side leaves the bag. Returns whether there was one.
    #[inline]
    pub const fn take(&mut self, side: Side) -> bool {
        let had = self.0[side.index()] > 0;
        self.0[side.index()] = self.0[side.index()].saturating_sub(1);
        had
    }

    /// [TURN.1.1] Weight of drawing a die of a side, of [`Self::total`].
    #[inline]
    pub const fn weight(self, side: Side) -> u64 {
        self.0[side.index()] as u64
    }

    /// Dice of both sides.
    #[inline]
    pub const fn total(self) -> u64 {
        self.0[0] as u64 + self.0[1] as u64
    }

    /// [TURN.1.5] Whether no die is left.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.total() == 0
    }
}
