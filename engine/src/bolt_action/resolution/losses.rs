//! What an action does to its target beyond the men who fall: pins, and whether it tests morale [SHOOT.6][SHOOT.7].

use super::chance;
use crate::bolt_action::data::tables::Tables;
use crate::bolt_action::data::units::{Penetration, Weapon};
use crate::bolt_action::terms::HeSize;

/// Pins beyond those of the hits by which flames frighten: a D3 (supplement S15).
pub const FLAME_PINS: HeSize = HeSize::D3;

/// Men left of so many when so many are damaged.
#[inline]
pub const fn men_left(men: u8, damaged: u8) -> u8 {
    men.saturating_sub(damaged)
}

/// [SHOOT.7] Whether a unit tests morale: half or more of the men before the action fell, and some are left (supplement S3).
#[inline]
pub const fn tests_morale(men_before: u8, men_lost: u8) -> bool {
    0 < men_lost && men_lost < men_before && men_lost >= men_before - men_lost
}

/// Whether a unit tests morale after flames: any man fell, and some are left (supplement S15).
#[inline]
pub const fn tests_morale_in_flames(men_before: u8, men_lost: u8) -> bool {
    0 < men_lost && men_lost < men_before
}

/// [HE] Most hits that so many high-explosive hits of a size make.
#[inline]
pub const fn most_explosive_hits(size: HeSize, hits: u8) -> u8 {
    chance::totals(size).end().saturating_mul(hits)
}

/// [HE] The die of the pins of a high-explosive hit; `None` where it is one pin without a die.
#[inline]
pub const fn pin_die(tables: &Tables, size: HeSize) -> Option<HeSize> {
    tables.he.pins[size.index()]
}

/// Whether hits of a weapon pin a vehicle that is closed all round, or another unit. A closed one is pinned only by weapons with
/// penetration (supplement S32).
#[inline]
pub const fn can_pin(weapon: &Weapon, target_is_closed: bool) -> bool {
    !(target_is_closed && matches!(weapon.pen, Penetration::SmallArm))
}

/// Pins of an action: one if any weapon that [can pin](can_pin) hit, or the greatest roll of its high-explosive hits if that is more
/// (supplement S2, decision D20); nothing if none hit.
#[inline]
pub const fn pins(hit: bool, greatest_roll: u8) -> u8 {
    match (hit, greatest_roll) {
        (false, _) => 0,
        (true, 0) => 1,
        (true, roll) => roll,
    }
}
