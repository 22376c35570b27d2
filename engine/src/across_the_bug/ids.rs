//! Small numbers with names: counters, formations, sets of them and of hexes, places.

use crate::kit::counters::counters;
use crate::kit::place::places;

/// Most hexes a map of this game may have: that of the game has 45 x 26 = 1,170.
pub const HEX_CAPACITY: usize = 1216;
/// Words of a bitset of hexes.
pub const HEX_WORDS: usize = HEX_CAPACITY / 64;
/// A set of hexes of this game.
pub type HexSet = crate::hex::HexSet<HEX_WORDS>;

/// Most strongpoints a map may have: a bit for each.
pub const STRONGPOINTS: usize = 32;
/// Most hexes that score in a scenario: a bit for each.
pub const OBJECTIVES: usize = 32;
/// Most formations of both sides: a bit for each.
pub const FORMATIONS: usize = 32;

// Combat units and headquarters alike. The headquarters of a side come first, in the order of its formations.
counters! { UnitId(u8), UnitSet of u128, 96 a side }

/// A formation: a headquarters and the combat units under it [5.5.1]. German formations come first, each side in the order of the
/// data file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FormationId(pub u8);

impl FormationId {
    /// Stands for no formation.
    pub const NONE: FormationId = FormationId(u8::MAX);

    /// Array index, below [`FORMATIONS`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize % FORMATIONS
    }

    /// Its bit in a set of formations.
    #[inline]
    pub const fn bit(self) -> u32 {
        1 << self.index()
    }
}

impl crate::kit::actions::TokenColumn for FormationId {
    #[inline]
    fn column(self) -> i16 {
        i16::from(self.0)
    }
}

/// A set of formations of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct FormationSet(pub u32);

impl FormationSet {
    /// No formations.
    pub const EMPTY: FormationSet = FormationSet(0);

    /// Whether the formation is in the set.
    #[inline]
    pub const fn contains(self, formation: FormationId) -> bool {
        self.0 & formation.bit() != 0
    }

    /// Adds a formation.
    #[inline]
    pub const fn insert(&mut self, formation: FormationId) {
        self.0 |= formation.bit();
    }

    /// Removes a formation.
    #[inline]
    pub const fn remove(&mut self, formation: FormationId) {
        self.0 &= !formation.bit();
    }

    /// The formations of both sets.
    #[inline]
    pub const fn intersection(self, other: Self) -> Self {
        FormationSet(self.0 & other.0)
    }

    /// The formations of this set that are not in the other.
    #[inline]
    pub const fn difference(self, other: Self) -> Self {
        FormationSet(self.0 & !other.0)
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of formations.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The formations in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = FormationId> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let formation = FormationId(bits.trailing_zeros() as u8);
            bits &= bits - 1;
            Some(formation)
        })
    }
}

impl FromIterator<FormationId> for FormationSet {
    fn from_iter<I: IntoIterator<Item = FormationId>>(formations: I) -> Self {
        let mut set = Self::EMPTY;
        formations.into_iter().for_each(|formation| set.insert(formation));
        set
    }
}

places! {
    Place;
    RESERVE = "reserve" "Not in play yet: a reinforcement whose turn has not come, or a reserve that nothing has released [8.4][10.5].",
    DELAYED = "delayed" "A reinforcement that is due and that its owner keeps back [8.4].",
    DISPLACED = "displaced" "A headquarters that no settlement can take; it may come back in a Reinforcement segment (reading A50).",
    EXITED = "exited" "Left the map through the Eastern supply area [11.2.g].",
    ELIMINATED = "eliminated" "Destroyed.",
    CANNIBALIZED = "cannibalized" "Broken up for its strength points by a Soviet reorganization [8.3.2].",
    REMOVED = "removed" "A headquarters taken out because nothing of its formation is left [3.3.m].",
}
