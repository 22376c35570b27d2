//! Counters by number, and sets of them. A game names its own types by [`counters!`](crate::counters).

use crate::game::Side;

pub use crate::counters;

/// A counter of a game, as [`counters!`](crate::counters) makes it.
pub trait Counter: Copy + Ord + std::fmt::Debug {
    /// Stands for no counter: the largest number, which no counter has.
    const NOBODY: Self;
    /// A number of counters, as narrow as the game allows.
    type Count: Copy + Eq + Into<usize> + std::fmt::Debug;

    /// So many counters: at most as many as there are numbers for.
    fn count(number: usize) -> Self::Count;

    /// Array index: below twice the counters of a side.
    fn index(self) -> usize;
}

/// A number of a counter that tells its side, and its place among the counters of the side.
pub trait Numbered: Copy {
    /// Most counters a side may have.
    const A_SIDE: usize;

    /// Counter number `slot` of a side, from 0.
    fn new(side: Side, slot: usize) -> Self;

    /// The side it belongs to.
    fn side(self) -> Side;

    /// Place among the counters of its side.
    fn slot(self) -> usize;
}

/// Declares the counters of a game: `counters! { UnitId(u8), UnitSet of u128, 128 a side }`.
///
/// A counter is a number: those of the Axis come first, then those of the Soviets, each in the order of the data file.
/// A set holds the bits of each side as one integer, in which slot `n` of the side is bit `n`. The largest number stands for
/// no counter; where it is the last slot of the Soviets, that slot stays empty. A game that has others beside them declares the
/// numbers of those alone: `counters! { AirId(u8), SIDE_AIR = 16 a side }`. One whose counters are too many for an integer of bits a side
/// does without sets: `counters! { UnitId(u16), 160 a side in stacks }`.
#[macro_export]
macro_rules! counters {
    ($counter:ident($number:ty), $capacity:ident = $side:literal a side) => {
        #[doc = concat!("A counter: Axis counters are the numbers below ", stringify!($side), ", Soviet counters those from there on,")]
        #[doc = "each in the order of the data file."]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $counter(pub $number);

        /// Most counters of this kind that a side may have.
        pub(crate) const $capacity: usize = $side;

        impl $counter {
            /// Counter number `slot` of a side, from 0.
            #[inline]
            pub const fn new(side: $crate::game::Side, slot: usize) -> Self {
                $counter((side.index() * $capacity + slot) as $number)
            }

            /// The side it belongs to.
            #[inline]
            pub const fn side(self) -> $crate::game::Side {
                if (self.0 as usize) < $capacity { $crate::game::Side::Axis } else { $crate::game::Side::Soviet }
            }

            /// Place among the counters of its side.
            #[inline]
            pub const fn slot(self) -> usize {
                self.0 as usize % $capacity
            }
        }

        impl $crate::kit::counters::Numbered for $counter {
            const A_SIDE: usize = $capacity;

            #[inline]
            fn new(side: $crate::game::Side, slot: usize) -> Self {
                $counter::new(side, slot)
            }

            #[inline]
            fn side(self) -> $crate::game::Side {
                $counter::side(self)
            }

            #[inline]
            fn slot(self) -> usize {
                $counter::slot(self)
            }
        }
    };
    // Counters that stand in stacks.
    ($counter:ident($number:ty), $side:literal a side in stacks) => {
        $crate::counters! { $counter($number), SIDE_UNITS = $side a side }

        /// Most counters of both sides.
        pub(crate) const UNIT_CAPACITY: usize = 2 * $side;

        impl $counter {
            /// Array index, below [`UNIT_CAPACITY`].
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize % UNIT_CAPACITY
            }
        }

        impl $crate::kit::counters::Counter for $counter {
            const NOBODY: Self = $counter(<$number>::MAX);
            type Count = $number;

            #[inline]
            fn count(number: usize) -> $number {
                number as $number
            }

            #[inline]
            fn index(self) -> usize {
                $counter::index(self)
            }
        }

        impl $crate::kit::actions::TokenColumn for $counter {
            #[inline]
            fn column(self) -> i16 {
                self.0 as i16
            }
        }
    };
    ($counter:ident($number:ty), $set:ident of $bits:ty, $side:literal a side) => {
        $crate::counters! { $counter($number), $side a side in stacks }

        impl $counter {
            /// Its bit in a set of its side's counters.
            #[inline]
            pub const fn bit(self) -> $bits {
                1 << self.slot()
            }
        }

        /// A set of counters of both sides: the bits of the Axis, then those of the Soviets.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub struct $set(pub [$bits; 2]);

        impl std::hash::Hash for $set {
            fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
                let [axis, soviet] = self.0;
                (axis, soviet).hash(state);
            }
        }

        impl $set {
            /// No counters.
            pub const EMPTY: $set = $set([0; 2]);

            /// Whether the counter is in the set.
            #[inline]
            pub const fn contains(&self, unit: $counter) -> bool {
                self.0[unit.side().index()] & unit.bit() != 0
            }

            /// Adds a counter.
            #[inline]
            pub fn insert(&mut self, unit: $counter) {
                self.0[unit.side().index()] |= unit.bit();
            }

            /// Removes a counter.
            #[inline]
            pub fn remove(&mut self, unit: $counter) {
                self.0[unit.side().index()] &= !unit.bit();
            }

            /// Adds or removes a counter.
            #[inline]
            pub fn set(&mut self, unit: $counter, present: bool) {
                if present {
                    self.insert(unit);
                } else {
                    self.remove(unit);
                }
            }

            /// The bits of one side.
            #[inline]
            pub const fn of(&self, side: $crate::game::Side) -> $bits {
                self.0[side.index()]
            }

            /// Whether no counter is in the set.
            #[inline]
            pub const fn is_empty(&self) -> bool {
                self.0[0] | self.0[1] == 0
            }

            /// Counters in ascending order.
            pub fn iter(&self) -> impl Iterator<Item = $counter> + use<> {
                units($crate::game::Side::Axis, self.0[0]).chain(units($crate::game::Side::Soviet, self.0[1]))
            }
        }

        /// The bits of a side's counters from a slot on: a list that is built in ascending order goes on there.
        #[inline]
        pub(crate) fn from_slot(slot: u8) -> $bits {
            <$bits>::MAX.checked_shl(u32::from(slot)).unwrap_or(0)
        }

        /// The counters of a side whose bits are set, in ascending order.
        #[inline]
        pub fn units(side: $crate::game::Side, mut bits: $bits) -> impl Iterator<Item = $counter> {
            std::iter::from_fn(move || {
                if bits == 0 {
                    return None;
                }
                let slot = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                Some($counter::new(side, slot))
            })
        }
    };
}
