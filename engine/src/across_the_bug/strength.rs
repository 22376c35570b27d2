//! Combat strength [7.5.1.1].

use super::data::{Chit, ChitColumn, CombatRules};
use super::terms::{Arm, AttackType};

/// [3.2.o] The value of a counter for armour superiority, on the side that is up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Armour {
    /// Tank points, of AFVs.
    Tank(u8),
    /// AT points, of infantry types.
    AntiTank(u8),
}

impl Armour {
    /// Tank points; none of a value that is 0 [B12], nor of AT points.
    #[inline]
    pub const fn tank(self) -> u8 {
        match self {
            Armour::Tank(points) => points,
            Armour::AntiTank(_) => 0,
        }
    }

    /// AT points; `None` of AFVs.
    #[inline]
    pub const fn anti_tank(self) -> Option<u8> {
        match self {
            Armour::AntiTank(points) => Some(points),
            Armour::Tank(_) => None,
        }
    }

    /// [3.2.g] Infantry or AFV type.
    #[inline]
    pub const fn arm(self) -> Arm {
        match self {
            Armour::Tank(_) => Arm::Afv,
            Armour::AntiTank(_) => Arm::Infantry,
        }
    }
}

/// A unit that attacks or defends, with the values of the side that is up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fighter {
    /// Current strength in SP.
    pub strength: u8,
    /// Effectiveness.
    pub effectiveness: u8,
    /// Tank or AT points.
    pub armour: Armour,
    /// It is a unit of anti-tank guns.
    pub guns: bool,
    /// It is disorganized.
    pub disorganized: bool,
}

/// [7.5.1.1.a] The column of the attacker.
#[inline]
pub const fn attack_column(attack: AttackType) -> ChitColumn {
    match attack {
        AttackType::Prepared => ChitColumn::Right,
        AttackType::Hasty | AttackType::Regular => ChitColumn::Left,
    }
}

/// [7.5.1.1.b][5.6.3.6] The column of the defender: a stack with a disorganized unit cannot be in improved defence.
#[inline]
pub fn defence_column(improved: bool, defenders: &[Fighter]) -> ChitColumn {
    if improved && !defenders.iter().any(|unit| unit.disorganized) { ChitColumn::Right } else { ChitColumn::Left }
}

/// [7.5.1.1][5.1] Strength of an attack under a chit: products of all units added up, anti-tank guns by their divisor, and the sum
/// rounded up once [A36].
#[inline]
pub fn attack(rules: &CombatRules, chit: &Chit, attack: AttackType, attackers: &[Fighter]) -> u16 {
    let column = attack_column(attack);
    let shares = attackers.iter().map(|unit| product(chit, column, *unit) * if unit.guns { 1 } else { rules.anti_tank_divisor });
    shares.sum::<u16>().div_ceil(rules.anti_tank_divisor)
}

/// [7.5.1.1] Strength of a defence under a chit.
#[inline]
pub fn defence(chit: &Chit, improved: bool, defenders: &[Fighter]) -> u16 {
    let column = defence_column(improved, defenders);
    defenders.iter().map(|unit| product(chit, column, *unit)).sum()
}

#[inline]
fn product(chit: &Chit, column: ChitColumn, unit: Fighter) -> u16 {
    u16::from(unit.strength) * u16::from(chit.multiplier(column, unit.effectiveness))
}
