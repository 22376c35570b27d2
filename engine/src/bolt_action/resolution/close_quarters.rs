//! Close quarters [CQ][CQV]: one round between men, and blows against a vehicle.

use super::damage::{self, DamageTarget};
use super::pool::Rolled;
use crate::bolt_action::data::tables::{Switches, Tables};
use crate::bolt_action::terms::{Armour, Cover, Damage, Order};

/// When the defender strikes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Blows {
    /// After the losses that the attacker inflicts [CQ.4.c].
    InTurn,
    /// At once with the attacker, before losses (decision D27).
    AtOnce,
}

/// Men in close quarters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Melee {
    /// Men of the attacker.
    pub attackers: u8,
    /// Men of the defender.
    pub defenders: u8,
    /// When the defender strikes.
    pub blows: Blows,
}

/// How a round ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RoundResult {
    /// The defender is destroyed [CQ.4.e].
    AttackerWins,
    /// The attacker is destroyed [CQ.4.e].
    DefenderWins,
    /// Nobody is left.
    BothDestroyed,
    /// Equal losses: another round follows [CQ.5].
    Draw,
}

/// When the defender strikes, by the cover that it has from where the assault starts (decision D27).
#[inline]
pub const fn blows(switches: Switches, cover: Cover) -> Blows {
    if switches.simultaneous_behind_hard_cover && matches!(cover, Cover::Hard) { Blows::AtOnce } else { Blows::InTurn }
}

/// [CQ.4.c] Men of the defender who strike in a round in which the attacker damaged so many of them.
#[inline]
pub const fn striking_defenders(melee: Melee, kills: u8) -> u8 {
    match melee.blows {
        Blows::InTurn => melee.defenders.saturating_sub(kills),
        Blows::AtOnce => melee.defenders,
    }
}

/// [CQ.4] A round in which the attacker damages `kills` defenders and loses `losses` men: the men who are left, and how it ends. Damage
/// beyond the last man does not count. The side with more losses is beaten; one without men is destroyed whatever the other lost.
pub const fn round(melee: Melee, kills: u8, losses: u8) -> (Melee, RoundResult) {
    let left =
        Melee { attackers: melee.attackers.saturating_sub(losses), defenders: melee.defenders.saturating_sub(kills), blows: melee.blows };
    let (attackers_lost, defenders_lost) = (melee.attackers - left.attackers, melee.defenders - left.defenders);
    let result = match (left.attackers, left.defenders) {
        (0, 0) => RoundResult::BothDestroyed,
        (_, 0) => RoundResult::AttackerWins,
        (0, _) => RoundResult::DefenderWins,
        _ if defenders_lost > attackers_lost => RoundResult::AttackerWins,
        _ if attackers_lost > defenders_lost => RoundResult::DefenderWins,
        _ => RoundResult::Draw,
    };
    (left, result)
}

/// [CQ.5] Weight of so many kills in a round in which somebody falls. `defence` is what all defenders would roll: they have to strike
/// somebody down if the attacker does not. A round in which nobody falls leaves everything as it was and is fought again, so that this is
/// the law of the first one in which somebody does (decision D41). Both pools [fit](fits) together.
pub fn kills_weight(attack: Rolled, defence: Rolled, kills: u8) -> u64 {
    let all = defence.sum_of_weights().expect("the scenario is refused if the weights do not fit");
    attack.weight(kills) * if kills == 0 { all - defence.weight(0) } else { all }
}

/// [CQ.5] Weight of so many losses after so many kills in such a round. `defence` is what those who strike back roll.
pub fn losses_weight(defence: Rolled, kills: u8, losses: u8) -> u64 {
    if kills == 0 && losses == 0 { 0 } else { defence.weight(losses) }
}

/// Whether the weights of a round of two pools fit.
pub fn fits(pools: [Rolled; 2]) -> bool {
    let [one, other] = pools.map(Rolled::sum_of_weights);
    one.zip(other).is_some_and(|(one, other)| one.checked_mul(other).is_some())
}

/// [CQV.2] What the order test of an assault loses: something against closed armour without equipment against tanks.
#[inline]
pub const fn test_penalty(tables: &Tables, target_is_closed: bool, anti_tank: bool) -> u8 {
    if target_is_closed && !anti_tank { tables.tests.assault_penalty } else { 0 }
}

/// [CQV.1][CQV.5] The number that a man needs against a vehicle with an order; `None` while it Runs, unless it is halted since.
#[inline]
pub const fn vehicle_need(tables: &Tables, order: Option<Order>, halted: bool) -> Option<u8> {
    match order {
        Some(Order::Run) if !halted => None,
        Some(Order::Advance) => Some(tables.assault.need_advancing),
        _ => Some(tables.assault.need_other),
    }
}

/// A vehicle that men strike.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StruckVehicle {
    /// Its armour.
    pub armour: Armour,
    /// It is armoured all round, neither soft-skinned nor open-topped.
    pub closed: bool,
}

/// What blows do to a vehicle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VehicleBlow {
    /// Nothing.
    None,
    /// A roll on the damage table [CQV.8].
    Damage(Damage),
    /// It is destroyed [CQV.7].
    Destroyed,
}

/// [CQV.6] Class of the damage of so many hits and a die against the armour of a vehicle; `None` without a hit or damage.
#[inline]
pub fn damage_by_hits(tables: &Tables, hits: u8, die: u8, armour: Armour) -> Option<Damage> {
    let value = damage::damage_value(tables, DamageTarget::Vehicle(armour));
    let margin = i16::from(hits) + i16::from(die) - i16::from(value);
    if hits == 0 { None } else { damage::damage_class(tables, margin) }
}

/// [CQV.6][CQV.7][CQV.8][CQV.9] What so many hits and a die do to a vehicle. Men without equipment against tanks do superficial damage
/// at most to a closed one.
pub fn blow(tables: &Tables, vehicle: StruckVehicle, anti_tank: bool, hits: u8, die: u8) -> VehicleBlow {
    match damage_by_hits(tables, hits, die, vehicle.armour) {
        None => VehicleBlow::None,
        Some(_) if !vehicle.closed => VehicleBlow::Destroyed,
        Some(damage) if anti_tank => VehicleBlow::Damage(damage),
        Some(_) => VehicleBlow::Damage(Damage::Superficial),
    }
}
