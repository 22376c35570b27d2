//! Levels, support points, replacements and costs: arithmetic of the Administrative phase, of HQs and of actions.

use super::data::{ActionCosts, RecoveryRules, Stacking, Tables};
use super::terms::{Arm, AttackType, MoveClass, Terrain, UnitKind};

/// [8.1.c] A level after recovery.
#[inline]
pub const fn recovered(level: u8, most: u8, value: u8) -> u8 {
    let sum = level.saturating_add(value);
    if sum > most { most } else { sum }
}

/// [8.1.a] Recovery value of an HQ that spends its Emergency Supply.
#[inline]
pub const fn emergency_value(rules: &RecoveryRules, value: u8) -> u8 {
    value.saturating_sub(rules.emergency_less)
}

/// [7][5.8.3.2] Action points of an attack; `None` where a unit out of command may not make it.
#[inline]
pub const fn attack_cost(costs: &ActionCosts, attack: AttackType, in_command: bool) -> Option<u8> {
    match (attack, in_command) {
        (AttackType::Hasty, true) => Some(costs.hasty),
        (AttackType::Hasty, false) => Some(costs.hasty_out_of_command),
        (AttackType::Regular, true) => Some(costs.regular),
        (AttackType::Prepared, true) => Some(costs.prepared),
        (_, false) => None,
    }
}

/// [7][5.8.3.2] Action points of a movement.
#[inline]
pub const fn movement_cost(costs: &ActionCosts, in_command: bool) -> u8 {
    if in_command { costs.movement } else { costs.movement_out_of_command }
}

/// German replacement points.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ReplacementKind {
    /// Infantry.
    Infantry,
    /// AFV.
    Afv,
}

/// [8.3.1][A55] Which points restore an SP of a unit, and how many.
pub const fn replacement(tables: &Tables, unit: UnitKind, class: MoveClass) -> (ReplacementKind, u8) {
    let costs = &tables.replacement_costs;
    match (unit.arm(), class) {
        (Arm::Afv, _) => (ReplacementKind::Afv, costs.plain),
        (Arm::Infantry, MoveClass::Motorized) => (ReplacementKind::Infantry, costs.motorized_or_engineer),
        (Arm::Infantry, MoveClass::Leg) if unit.is_engineer() => (ReplacementKind::Infantry, costs.motorized_or_engineer),
        (Arm::Infantry, MoveClass::Leg) => (ReplacementKind::Infantry, costs.plain),
    }
}

impl Stacking {
    /// [5.3.1.b] Whether a hex holds so many units, so many of them limited, without being overstacked.
    #[inline]
    pub const fn holds(&self, units: u8, limited: u8) -> bool {
        units <= self.units && limited <= self.limited
    }

    /// [5.3.1.c][3.3.j] HQs that a hex holds.
    #[inline]
    pub const fn hqs(&self, terrain: Terrain) -> u8 {
        match terrain {
            Terrain::City => self.hqs_city,
            Terrain::Village => self.hqs_village,
            _ => 0,
        }
    }
}
