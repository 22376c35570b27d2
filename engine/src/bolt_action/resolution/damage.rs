//! Rolls to damage [SHOOT.5][DMG][PEN], and the table of damage to vehicles [VD][VDC].

use super::chance::{Chance, FACES};
use super::hit::Fire;
use crate::bolt_action::data::tables::Tables;
use crate::bolt_action::data::units::{Penetration, Weapon};
use crate::bolt_action::terms::{Armour, Aspect, Damage, Mishap, Quality};
use crate::square::{Facing, Quarter};

/// What a hit has to damage.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DamageTarget {
    /// Infantry or artillery, by quality [DMG.1][DMG.2][DMG.3].
    Men(Quality),
    /// A vehicle, by armour [DMG.4][DMG.5][DMG.6][DMG.7][DMG.8][DMG.9].
    Vehicle(Armour),
}

/// [DMG] The damage value of a target: a die with penetration that comes to it damages.
#[inline]
pub const fn damage_value(tables: &Tables, target: DamageTarget) -> u8 {
    match target {
        DamageTarget::Men(quality) => tables.damage[quality.index()],
        DamageTarget::Vehicle(armour) => tables.damage[Quality::COUNT + armour.index()],
    }
}

/// [DMG] The chance that a hit damages men or a soft-skinned vehicle. A natural 1 may damage (decision D21).
#[inline]
pub const fn damage_chance(tables: &Tables, target: DamageTarget, pen: u8) -> Chance {
    Chance::at_least(damage_value(tables, target) as i16 - pen as i16)
}

/// [HE] Penetration of a hit on men: that of its high explosive if the weapon has it, else its own; a small arm adds nothing.
#[inline]
pub fn pen_against_men(tables: &Tables, weapon: &Weapon) -> u8 {
    match (weapon.he, weapon.pen) {
        (Some(size), _) => tables.he.pen[size.index()],
        (None, Penetration::By(pen)) => pen,
        (None, _) => 0,
    }
}

/// Penetration of a hit on a vehicle before the modifiers of [PEN]: that of the gun, or that of its high explosive where it has no
/// other; `None` of a small arm, which damages a soft-skinned vehicle with the die alone and does no harm to armour (supplement S21).
#[inline]
pub fn pen_against_vehicles(tables: &Tables, weapon: &Weapon) -> Option<u8> {
    match weapon.pen {
        Penetration::SmallArm => None,
        Penetration::By(pen) => Some(pen),
        Penetration::Explosive => weapon.he.map(|size| tables.he.pen[size.index()]),
    }
}

/// [PEN] What is added to a die against armour; `None` of a small arm (supplement S21). A Shaped Charge loses nothing at long range
/// (supplement S14).
pub fn penetration(tables: &Tables, weapon: &Weapon, aspect: Aspect, long: bool) -> Option<i8> {
    let lost = if long && !weapon.shaped { i16::from(tables.long_pen) } else { 0 };
    let pen = i16::from(pen_against_vehicles(tables, weapon)?) + i16::from(tables.aspects[aspect.index()]) - lost;
    Some(pen.clamp(i8::MIN.into(), i8::MAX.into()) as i8)
}

/// [PEN.1][PEN.2] The side of a vehicle with a facing that is hit by a shooter at an offset of columns and rows from it. Indirect fire
/// hits the top.
#[inline]
pub const fn aspect(facing: Facing, offset: (i16, i16), fire: Fire) -> Aspect {
    match (fire, facing.quarter(offset)) {
        (Fire::Indirect, _) | (_, Quarter::Side) => Aspect::SideOrTop,
        (_, Quarter::Front) => Aspect::Front,
        (_, Quarter::Rear) => Aspect::Rear,
    }
}

/// Class of the damage of a roll that exceeds the damage value by a margin; `None` for no damage (supplement S23).
pub fn damage_class(tables: &Tables, margin: i16) -> Option<Damage> {
    Damage::ALL.into_iter().rev().find(|damage| margin >= i16::from(tables.vehicles.margins[damage.index()]))
}

/// [SHOOT.5] Class of the damage of a die with penetration against armour.
#[inline]
pub fn class_of_roll(tables: &Tables, die: u8, pen: i8, armour: Armour) -> Option<Damage> {
    let value = damage_value(tables, DamageTarget::Vehicle(armour));
    damage_class(tables, i16::from(die) + i16::from(pen) - i16::from(value))
}

/// [VD] The result of a roll on the vehicle damage table. The last row has no end.
pub fn mishap(tables: &Tables, roll: i8) -> Mishap {
    let row = |mishap: &Mishap| i16::from(roll) <= i16::from(tables.vehicles.up_to[mishap.index()]);
    Mishap::ALL.into_iter().find(row).unwrap_or(Mishap::Destroyed)
}

/// [VDC.4] What is added to the rolls on the table: something for an open-topped vehicle under indirect fire.
#[inline]
pub const fn extra(tables: &Tables, open_topped: bool, fire: Fire) -> u8 {
    if open_topped && matches!(fire, Fire::Indirect) { tables.vehicles.open_topped } else { 0 }
}

/// [VDC.1][VDC.2] The result of a face of the die for a class of damage. Each of the two results of massive damage is rolled as for full
/// damage.
pub fn mishap_of_face(tables: &Tables, damage: Damage, extra: u8, face: u8) -> Mishap {
    let lost = if damage == Damage::Superficial { tables.vehicles.superficial } else { 0 };
    let roll = i16::from(face) + i16::from(extra) - i16::from(lost);
    mishap(tables, roll.clamp(i8::MIN.into(), i8::MAX.into()) as i8)
}

/// Weights of the results of one roll for a class of damage, by mishap; they sum to 6.
pub fn mishap_weights(tables: &Tables, damage: Damage, extra: u8) -> [u64; Mishap::COUNT] {
    let mut weights = [0; Mishap::COUNT];
    for face in 1..=FACES {
        weights[mishap_of_face(tables, damage, extra, face).index()] += 1;
    }
    weights
}

/// Unordered pairs of results.
pub const PAIRS: usize = Mishap::COUNT * (Mishap::COUNT + 1) / 2;

/// [VDC.3] The pairs of results of massive damage with their weights, which sum to 36. The lesser result of a pair comes first, in which
/// order the two are applied. A pair that cannot come has the weight 0.
pub fn mishap_pairs(tables: &Tables, extra: u8) -> [([Mishap; 2], u64); PAIRS] {
    let weights = mishap_weights(tables, Damage::Massive, extra);
    let mut pairs = [([Mishap::Stunned; 2], 0); PAIRS];
    let kinds = || Mishap::ALL.into_iter();
    let all = kinds().flat_map(|lesser| kinds().filter(move |other| *other >= lesser).map(move |greater| [lesser, greater]));
    for (slot, pair) in pairs.iter_mut().zip(all) {
        let [lesser, greater] = pair.map(Mishap::index);
        let orders = if lesser == greater { 1 } else { 2 };
        *slot = (pair, orders * weights[lesser] * weights[greater]);
    }
    pairs
}
