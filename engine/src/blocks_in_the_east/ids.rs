//! Small numbers with names: units, sets of hexes.

use crate::kit::counters::counters;

/// Most hexes a map may have, boxes included: that of the game has 46 x 58 = 2,668 and six boxes.
pub const HEX_CAPACITY: usize = 2688;
/// Words of a bitset of hexes.
pub const HEX_WORDS: usize = HEX_CAPACITY / 64;
/// A set of hexes and boxes of this game.
pub type HexSet = crate::hex::HexSet<HEX_WORDS>;

// The Soviet side has 148 blocks and five of its allies, the Axis 146 and five strategic ones.
counters! { UnitId(u16), SIDE_UNITS = 160 a side }
