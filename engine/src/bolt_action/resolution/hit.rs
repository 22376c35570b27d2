//! Rolls to hit [SHOOT.4][HIT]: ranges, the modifiers one by one, the number needed. Distances are squared, in cells, which are inches.

use arrayvec::ArrayVec;

use crate::bolt_action::data::tables::Tables;
use crate::bolt_action::data::units::Weapon;
use crate::bolt_action::terms::{Class, Cover};
use crate::kit::terms::terms;

/// How a weapon fires.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fire {
    /// At what it sees, with a roll to hit.
    Direct,
    /// In an arc from above (supplements S27, S28).
    Indirect,
}

/// The facts of a roll to hit by direct fire.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts, one for each row of the table")]
pub struct Shot {
    /// Squared distance to the target, in cells.
    pub d2: u16,
    /// Pins on the shooter.
    pub pins: u8,
    /// The shooter is inexperienced.
    pub inexperienced: bool,
    /// The shooter moved or turned before it shoots.
    pub moved: bool,
    /// The target is infantry or artillery that is Down; a vehicle gains nothing (decision D33).
    pub down: bool,
    /// The target [is small](is_small).
    pub small: bool,
    /// Cover of the target from the shooter.
    pub cover: Cover,
    /// The man beside the one who shoots is gone (supplement S11).
    pub alone: bool,
}

terms! {
    /// [HIT] What changes a roll to hit.
    Modifier {
        /// [HIT.1]
        Close = "close-range",
        /// [HIT.2]
        Pins = "pins",
        /// [HIT.3]
        Long = "long-range",
        /// [HIT.4]
        Inexperienced = "inexperienced",
        /// [HIT.5]
        Moved = "moved",
        /// [HIT.6]
        Down = "down",
        /// [HIT.7]
        Small = "small",
        /// [HIT.8]
        Soft = "soft-cover",
        /// [HIT.9]
        Hard = "hard-cover",
        /// A Team weapon without its helper (supplement S11).
        Alone = "alone",
    }
}

impl Modifier {
    /// Row of the rules, or supplement.
    pub const fn row(self) -> &'static str {
        ["HIT.1", "HIT.2", "HIT.3", "HIT.4", "HIT.5", "HIT.6", "HIT.7", "HIT.8", "HIT.9", "S11"][self.index()]
    }
}

/// Modifiers that change a roll, with what each adds to it, in the order of the table.
pub type Modifiers = ArrayVec<(Modifier, i8), { Modifier::COUNT }>;

/// [HIT] The modifiers of a shot. Those that come to nothing are left out.
pub fn modifiers(tables: &Tables, weapon: &Weapon, shot: &Shot) -> Modifiers {
    let hit = &tables.hit;
    let cover = |cover: Cover| if !weapon.flame && shot.cover == cover { hit.cover[cover.index()].into() } else { 0 };
    let penalty = |holds: bool, size: u8| if holds { u16::from(size) } else { 0 };
    let effect = |modifier: Modifier| match modifier {
        Modifier::Close if is_close(tables, shot.d2) => hit.close.min(i8::MAX as u8) as i8,
        Modifier::Close => 0,
        Modifier::Pins => minus(u16::from(hit.pin) * u16::from(shot.pins)),
        Modifier::Long => minus(penalty(is_long(weapon, shot.d2), hit.long)),
        Modifier::Inexperienced => minus(penalty(shot.inexperienced, hit.inexperienced)),
        Modifier::Moved => minus(penalty(shot.moved && !weapon.assault, hit.moved)),
        Modifier::Down => minus(penalty(shot.down, hit.down)),
        Modifier::Small => minus(penalty(shot.small, hit.small)),
        Modifier::Soft => minus(cover(Cover::Soft)),
        Modifier::Hard => minus(cover(Cover::Hard)),
        Modifier::Alone => minus(penalty(shot.alone && weapon.team, hit.alone)),
    };
    Modifier::ALL.into_iter().map(|modifier| (modifier, effect(modifier))).filter(|(_, effect)| *effect != 0).collect()
}

/// A penalty as what it adds to a roll. Nobody needs more than 127.
fn minus(penalty: u16) -> i8 {
    -(penalty.min(i8::MAX as u16) as i8)
}

/// [HIT] The number that a die needs to hit; `None` if the weapon does not reach so far by direct fire. Numbers above 6 are
/// [a six and then another](super::chance::Chance::to_hit).
pub fn need(tables: &Tables, weapon: &Weapon, shot: &Shot) -> Option<u8> {
    if !in_direct_range(weapon, shot.d2) {
        return None;
    }
    let sum: i16 = modifiers(tables, weapon, shot).iter().map(|(_, effect)| i16::from(*effect)).sum();
    let need = i16::from(tables.hit.base) - sum;
    Some(need.clamp(tables.hit.lowest.into(), u8::MAX.into()) as u8)
}

/// Whether a target is at close range (supplement S16).
#[inline]
pub const fn is_close(tables: &Tables, d2: u16) -> bool {
    d2 <= square(tables.hit.close_range)
}

/// Whether a target is at long range of a weapon: beyond half its range (supplement S16). Close and long may both hold.
#[inline]
pub const fn is_long(weapon: &Weapon, d2: u16) -> bool {
    4 * d2 as u32 > square(weapon.range) as u32
}

/// Whether a weapon reaches a target by direct fire.
#[inline]
pub const fn in_direct_range(weapon: &Weapon, d2: u16) -> bool {
    is_between(weapon.direct_from, weapon.range, d2)
}

/// Whether a weapon reaches a target by indirect fire (supplements S27, S28).
#[inline]
pub const fn in_indirect_range(weapon: &Weapon, d2: u16) -> bool {
    is_between(weapon.indirect_from, weapon.range, d2)
}

/// The number that indirect fire needs after so many shots in a row at the same target, while neither moved (supplement S27). No modifier
/// changes it.
#[inline]
pub fn indirect_need(tables: &Tables, shots_before: u8) -> u8 {
    tables.he.indirect_first.saturating_sub(shots_before).max(tables.he.indirect_best)
}

/// Whether a unit of so many men is a small target; a vehicle never is (supplement S26).
#[inline]
pub const fn is_small(tables: &Tables, class: Class, men: u8) -> bool {
    !matches!(class, Class::Vehicle) && men <= tables.hit.small_men
}

const fn is_between(from: Option<u8>, to: u8, d2: u16) -> bool {
    match from {
        Some(from) => square(from) <= d2 && d2 <= square(to),
        None => false,
    }
}

const fn square(inches: u8) -> u16 {
    inches as u16 * inches as u16
}
