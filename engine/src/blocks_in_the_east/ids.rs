//! Small numbers with names: units, sets of hexes.

use arrayvec::ArrayVec;

use crate::kit::counters::counters;
use crate::kit::place::places;

/// Most hexes a map may have, boxes included: that of the game has 46 x 58 = 2,668 and six boxes.
pub const HEX_CAPACITY: usize = 2688;
/// Words of a bitset of hexes.
pub const HEX_WORDS: usize = HEX_CAPACITY / 64;
/// A set of hexes and boxes of this game.
pub type HexSet = crate::hex::HexSet<HEX_WORDS>;

// The Soviet side has 148 blocks and five of its allies, the Axis 146 and five strategic ones.
counters! { UnitId(u16), 160 a side in stacks }

/// [7.7.12] Rounds after which a battle, or the air combat of a round, is broken off like one in which nobody can hit. Dice do not come to it; what chooses their results
/// for a game might.
pub(super) const MOST_ROUNDS: u8 = 100;
/// Most headquarters that the two sides may have together: a bit for each.
pub(super) const MOST_HEADQUARTERS: usize = 32;
/// Most units of a side.
pub(super) const SIDE_CAPACITY: usize = UNIT_CAPACITY / 2;
/// A value for each unit of a side, or for each of its blocks.
pub(super) type Each<T> = ArrayVec<T, SIDE_CAPACITY>;

places! {
    Place;
    RESERVE = "reserve" "Not in play yet, or kept back by its owner [7.3.3].",
    ELIMINATED = "eliminated" "Destroyed, or surrendered; it may be rebuilt [4.5].",
    DISBANDED = "disbanded" "Disbanded this turn; it may be rebuilt from the next turn on [7.3.4].",
    REMOVED = "removed" "Out of the game for good: it takes no part in the scenario, or its nation has surrendered [7.11.e].",
}
