//! Hits of a combat: who loses the next SP, who has to retreat, what a retreat satisfies [7.5.2].

use super::armour::Units;
use super::data::{Hits, RetreatRules, TerrainChart};
use super::switches::Switches;
use super::terms::{Crossing, MoveClass, Terrain};

/// The hits in their order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Hit {
    /// The first [7.5.2.1].
    First,
    /// The second, which a retreat of all units satisfies [7.5.2.3].
    Second,
    /// Any later one [7.5.2.4].
    Further,
}

impl Hit {
    /// The hit with this number, from 1.
    pub const fn number(number: u8) -> Hit {
        match number {
            0 | 1 => Hit::First,
            2 => Hit::Second,
            _ => Hit::Further,
        }
    }
}

/// A unit that takes part in a combat, while the result is applied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Casualty {
    /// SP that are left; 0 when it is eliminated.
    pub strength: u8,
    /// Hits that it has taken in this combat. SP lost by checks and by forced retreats do not count.
    pub hits: u8,
    /// It has retreated.
    pub retreated: bool,
}

/// [7.5.2.1][7.5.2.3][7.5.2.4] The units of which one has to take the next hit, a bit each; none when nobody is left who could.
/// The first hit falls on one of `first` (see [`super::armour::first_loss`]), the second on one of those that stayed; from the second on
/// nobody takes a hit more than another who could take it.
pub fn who_loses_next(hit: Hit, first: Units, units: &[Casualty]) -> Units {
    let alive = mask(units, |unit| unit.strength > 0);
    if hit == Hit::First {
        return if first & alive == 0 { alive } else { first & alive };
    }
    let able = match hit {
        Hit::Second => mask(units, |unit| unit.strength > 0 && !unit.retreated),
        _ => alive,
    };
    let least = units.iter().enumerate().filter(|(at, _)| able >> at & 1 == 1).map(|(_, unit)| unit.hits).min();
    mask(units, |unit| Some(unit.hits) == least) & able
}

fn mask(units: &[Casualty], holds: impl Fn(&Casualty) -> bool) -> Units {
    units.iter().enumerate().fold(0, |set, (at, unit)| set | u8::from(holds(unit)) << at)
}

/// [7.5.2.2] Whether a side checks each unit.
#[inline]
pub const fn checks(side: Hits) -> bool {
    side.hits > 0 && side.red
}

/// [7.5.2.3][A19] The units that have to retreat: those that failed the check of a result of two hits and more.
#[inline]
pub const fn must_retreat(switches: Switches, side: Hits, failed: Units) -> Units {
    let due = side.hits >= 2 || side.hits == 1 && switches.single_red_hit_retreats;
    if due && side.red { failed } else { 0 }
}

/// [7.5.2.3] Whether units may retreat of their owner's choice: a second hit is to be satisfied.
#[inline]
pub const fn may_retreat(side: Hits) -> bool {
    side.hits >= 2
}

/// [7.5.2.3][5.6.2.b] Whether retreats satisfy the second hit: nobody who is left has stayed.
pub fn second_hit_is_satisfied(units: &[Casualty]) -> bool {
    units.iter().all(|unit| unit.strength == 0 || unit.retreated)
}

/// [7.5.2.6][7.5.2.6.a] Hexes that a unit may retreat in all if it makes this step: a motorized one goes a hex when it crosses a stream
/// without a bridge or enters forest or swamp. A step with number n is open while every step of the retreat allows n hexes.
/// A group goes as far as each of its units.
pub fn retreat_hexes(chart: &TerrainChart, rules: &RetreatRules, class: MoveClass, into: Terrain, crossing: Crossing) -> u8 {
    match (class, crossing) {
        (MoveClass::Leg, _) => rules.hexes,
        (MoveClass::Motorized, Crossing::Stream) => 1,
        (MoveClass::Motorized, _) => rules.hexes.min(chart.hex(into).motorized_retreat),
    }
}

/// [7.5.2.6.b] Whether units retreat into a hex of their own accord.
#[inline]
pub const fn retreat_is_free(chart: &TerrainChart, crossing: Crossing, enemy_held: bool, ezoc: bool) -> bool {
    chart.crossing(crossing).retreat && !enemy_held && !ezoc
}

/// [7.5.2.7] Whether units that have to retreat and have no free hex are forced into a hex.
#[inline]
pub const fn retreat_is_forced(chart: &TerrainChart, crossing: Crossing, enemy_held: bool) -> bool {
    chart.crossing(crossing).retreat && !enemy_held
}
