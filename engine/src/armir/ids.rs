//! Small numbers with names: counters, sets of counters, places off the map, formations.

use crate::game::Side;
use crate::kit::counters::counters;
use crate::kit::place::places;

/// Most hexes a map of this game may have; the printed one has 24 x 31 = 744.
pub const HEX_CAPACITY: usize = 768;
/// Words of a bitset of hexes.
pub(super) const HEX_WORDS: usize = HEX_CAPACITY / 64;
/// A set of hexes of this game.
pub type HexSet = crate::hex::HexSet<HEX_WORDS>;
/// Bits of a counter's number below its side.
pub(super) const SIDE_SHIFT: u32 = SIDE_UNITS.trailing_zeros();

counters! { UnitId(u8), UnitSet of u64, 64 a side }

places! {
    Place;
    RESERVE = "reserve" "Not yet in the game: awaiting placement or reinforcement.",
    CHIR = "chir" "The Chir front track, boxes 1 and 2 [16.1].",
    BOKOVSKAYA_BOX = "bokovskaya" "The Bokovskaya box at the end of the Chir track [16.1.4].",
    AIRFIELDS = "airfields" "The Soviet box of the airfields track [16.3.1].",
    ELIMINATED = "eliminated" "Eliminated.",
    WITHDRAWN = "withdrawn" "Exchanged for the counter of another corps [15.1.3.a], or spent as replacements [15.4].",
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
