//! Small numbers with names: counters, sets of counters, places off the map, formations.

use crate::game::Side;
use crate::hex::Hex;

/// Most hexes a map of this game may have; the printed one has 24 x 31 = 744.
pub const HEX_CAPACITY: usize = 768;
/// Words of a bitset of hexes.
pub(super) const HEX_WORDS: usize = HEX_CAPACITY / 64;
/// A set of hexes of this game.
pub type HexSet = crate::hex::HexSet<HEX_WORDS>;
/// Most counters a side may have.
pub(super) const SIDE_CAPACITY: usize = 64;
/// Bits of a counter's number below its side.
pub(super) const SIDE_SHIFT: u32 = SIDE_CAPACITY.trailing_zeros();
/// Most counters in all.
pub(super) const UNIT_CAPACITY: usize = 2 * SIDE_CAPACITY;

/// A counter: Axis counters are 0..64, Soviet counters 64..128, each in the order of the data file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UnitId(pub u8);

impl UnitId {
    /// Counter number `slot` of a side.
    #[inline]
    pub const fn new(side: Side, slot: usize) -> Self {
        UnitId(((side as u8) << SIDE_SHIFT) | slot as u8)
    }

    /// The side it belongs to.
    #[inline]
    pub const fn side(self) -> Side {
        if self.0 < SIDE_CAPACITY as u8 { Side::Axis } else { Side::Soviet }
    }

    /// Its bit in a set of its side's counters.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// Array index, below [`UNIT_CAPACITY`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize & (UNIT_CAPACITY - 1)
    }
}

/// A set of counters of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct UnitSet(pub [u64; 2]);

impl UnitSet {
    /// No counters.
    pub const EMPTY: UnitSet = UnitSet([0; 2]);

    /// Whether the counter is in the set.
    #[inline]
    pub const fn contains(&self, unit: UnitId) -> bool {
        self.0[unit.side() as usize] & unit.bit() != 0
    }

    /// Adds a counter.
    #[inline]
    pub fn insert(&mut self, unit: UnitId) {
        self.0[unit.side().index()] |= unit.bit();
    }

    /// Removes a counter.
    #[inline]
    pub fn remove(&mut self, unit: UnitId) {
        self.0[unit.side().index()] &= !unit.bit();
    }

    /// Adds or removes a counter.
    #[inline]
    pub fn set(&mut self, unit: UnitId, present: bool) {
        if present {
            self.insert(unit);
        } else {
            self.remove(unit);
        }
    }

    /// The bits of one side.
    #[inline]
    pub const fn of(&self, side: Side) -> u64 {
        self.0[side as usize]
    }

    /// Whether no counter is in the set.
    pub const fn is_empty(&self) -> bool {
        self.0[0] | self.0[1] == 0
    }

    /// Counters in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = UnitId> + use<> {
        units(Side::Axis, self.0[0]).chain(units(Side::Soviet, self.0[1]))
    }
}

/// The counters whose bits are set, in ascending order.
#[inline]
pub fn units(side: Side, mut bits: u64) -> impl Iterator<Item = UnitId> {
    std::iter::from_fn(move || {
        if bits == 0 {
            return None;
        }
        let slot = bits.trailing_zeros() as usize;
        bits &= bits - 1;
        Some(UnitId::new(side, slot))
    })
}

/// Where a counter is: a hex of the map or one of the boxes beside it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place(u16);

impl Place {
    /// Not yet in the game: awaiting placement or reinforcement.
    pub const RESERVE: Place = Place(0xff00);
    /// The Chir front track, boxes 1 and 2 [16.1].
    pub const CHIR: Place = Place(0xff01);
    /// The Bokovskaya box at the end of the Chir track [16.1.4].
    pub const BOKOVSKAYA_BOX: Place = Place(0xff02);
    /// The Soviet box of the airfields track [16.3.1].
    pub const AIRFIELDS: Place = Place(0xff03);
    /// Eliminated.
    pub const ELIMINATED: Place = Place(0xff04);
    /// Exchanged for the counter of another corps [15.1.3.a], or spent as replacements [15.4].
    pub const WITHDRAWN: Place = Place(0xff05);

    /// A hex of the map.
    #[inline]
    pub const fn on(hex: Hex) -> Self {
        Place(hex.0)
    }

    /// The hex, if it is one.
    #[inline]
    pub const fn hex(self) -> Option<Hex> {
        if self.0 < HEX_CAPACITY as u16 { Some(Hex(self.0)) } else { None }
    }

    /// The number behind it, for hashing.
    #[inline]
    pub(super) const fn code(self) -> u16 {
        self.0
    }
}

/// Corps of the Axis, armies of the Soviets: the stripe of the counter [2.1.h].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Formation {
    /// Italian Alpine Corps.
    Alpine = 0,
    /// Italian II Corps.
    Ii = 1,
    /// Italian XXXV Corps.
    Xxxv = 2,
    /// German XXIX Corps, counted as Italian.
    Xxix = 3,
    /// German XXIV Panzer Corps.
    Xxiv = 4,
    /// Army troops without a stripe [2.1.i].
    Army = 5,
    /// Soviet 6th Army.
    #[serde(rename = "6")]
    Sixth = 6,
    /// Soviet 1st Guards Army.
    #[serde(rename = "1g")]
    FirstGuards = 7,
    /// Soviet 3rd Guards Army, the "III Army" of rule 16.1.
    #[serde(rename = "3g")]
    ThirdGuards = 8,
}

impl Formation {
    /// The corps with strongpoints of their own colour, north to south [5.5][17.1.1.3].
    pub const LINE_CORPS: [Formation; 4] = [Formation::Alpine, Formation::Ii, Formation::Xxxv, Formation::Xxix];
    /// The Soviet armies.
    pub const ARMIES: [Formation; 3] = [Formation::Sixth, Formation::FirstGuards, Formation::ThirdGuards];
    /// Number of formations of both sides.
    pub const COUNT: usize = 9;

    /// Index among the Soviet armies, if it is one.
    pub const fn army(self) -> Option<usize> {
        (self as usize).checked_sub(Formation::Sixth as usize)
    }

    /// Key used in data files.
    pub const fn key(self) -> &'static str {
        ["alpine", "ii", "xxxv", "xxix", "xxiv", "army", "6", "1g", "3g"][self as usize]
    }

    /// Name for players.
    pub const fn name(self) -> &'static str {
        [
            "Alpine Corps",
            "II Corps",
            "XXXV Corps",
            "XXIX Corps",
            "XXIV Panzer Corps",
            "8th Army",
            "6th Army",
            "1st Guards Army",
            "3rd Guards Army",
        ][self as usize]
    }

    /// The side it belongs to.
    pub const fn side(self) -> Side {
        if (self as u8) < Formation::Sixth as u8 { Side::Axis } else { Side::Soviet }
    }
}

/// The side of a two-sided counter that is up [5.3.1].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Face {
    /// Longer radius or range, fewer movement points.
    Long = 0,
    /// More movement points, shorter radius or no range.
    Short = 1,
}
