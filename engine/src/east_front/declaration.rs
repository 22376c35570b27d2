//! What may and what must be attacked [12].

use super::data::TopOdds;
use super::odds::Column;

/// [12.31][12.34] Whether strengths allow a declaration: 1-4 at least; a hex without known defenders other than artillery takes
/// any attack (reading A45).
pub fn odds_allow(attack: u16, defence: u16) -> bool {
    attack > 0 && (defence == 0 || Column::of(attack, defence, TopOdds::TenToOne).is_some())
}

/// [12.5][12.6] Whether a unit may attack an adjacent hex: a unit there exerts ZOC into its hex, or it could enter that hex.
pub const fn may_attack(in_its_zoc: bool, could_enter: bool) -> bool {
    in_its_zoc || could_enter
}

/// A declared attack: units and enemy units as bits of sets of the caller's numbering.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Declared {
    /// Attackers.
    pub attackers: u64,
    /// Enemy units under attack.
    pub targets: u64,
}

/// [12.7] An attacker and an enemy whose ZOC reaches it and who is not attacked by anybody, or `None` when the duty is met. `exerting`
/// gives the enemies that exert ZOC into the hex of a unit.
pub fn unmet_duty(declared: &[Declared], exerting: impl Fn(u32) -> u64) -> Option<(u32, u32)> {
    let attacked = declared.iter().fold(0, |all, attack| all | attack.targets);
    let attackers = declared.iter().fold(0, |all, attack| all | attack.attackers);
    (0..u64::BITS).filter(|unit| attackers & (1 << unit) != 0).find_map(|unit| {
        let left = exerting(unit) & !attacked;
        (left != 0).then(|| (unit, left.trailing_zeros()))
    })
}

/// [12.8] Whether units may attack several hexes as one combat: every one is adjacent to every hex.
pub fn may_combine(attackers: &[u32], hexes: &[u32], adjacent: impl Fn(u32, u32) -> bool) -> bool {
    attackers.iter().all(|&unit| hexes.iter().all(|&hex| adjacent(unit, hex)))
}
