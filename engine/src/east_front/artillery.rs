//! Which guns may support a combat together [14.2][22.14][T.ARTY][T.SUPPR].

use super::data::ArtilleryRules;

/// Soviet guns with one operational headquarters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WithHq {
    /// Guns stacked with it that would support.
    pub chosen: u8,
    /// Guns stacked with it in all.
    pub stacked: u8,
    /// Level of interdiction on its hex.
    pub level: u8,
}

/// Soviet guns that would support one combat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SovietGuns<'a> {
    /// In the defending hex.
    pub in_hex: u8,
    /// With operational headquarters.
    pub with_hqs: &'a [WithHq],
    /// Anywhere else.
    pub elsewhere: u8,
    /// The defending hex lies in the range of a non-operational headquarters [22.25.d].
    pub under_broken_hq: bool,
}

/// [T.ARTY.sov][T.SUPPR][22.14][22.25.d] Whether Soviet guns may support together: one, wherever it stands, or up to four in the hex and
/// with headquarters. Each level of interdiction silences one gun of a headquarters; one gun is always left to the combat
/// (reading A11).
pub fn soviet_guns_may_support(rules: &ArtilleryRules, guns: SovietGuns<'_>) -> bool {
    let with_hqs: u8 = guns.with_hqs.iter().map(|group| group.chosen).sum();
    let all = guns.in_hex + with_hqs + guns.elsewhere;
    if all <= rules.soviet_without_hq {
        return true;
    }
    let heard = guns.with_hqs.iter().all(|group| group.chosen <= group.stacked.saturating_sub(group.level));
    !guns.under_broken_hq && guns.elsewhere == 0 && all <= rules.soviet_limit && heard
}

/// [T.ARTY.axis][23.43.d] Whether Axis guns may support together: four, and super-heavy artillery beside them against cities, lines and
/// strongpoints in attack.
pub fn axis_guns_may_support(rules: &ArtilleryRules, guns: u8, super_heavies: u8, attacks_a_hard_target: bool) -> bool {
    guns <= rules.axis_limit && (super_heavies == 0 || attacks_a_hard_target)
}

/// [T.SUPPR] Guns stacked with a headquarters that may still support a combat in which no other gun does.
pub fn left_by_interdiction(rules: &ArtilleryRules, stacked: u8, level: u8) -> u8 {
    stacked.saturating_sub(level).max(rules.least_under_interdiction.min(stacked))
}
