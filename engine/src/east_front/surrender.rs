//! Soviet surrender [21].

use super::data::SurrenderRules;

/// A cut-off Soviet hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts of a hex, read by name")]
pub struct Pocket {
    /// In range of an operational headquarters.
    pub near_operational_hq: bool,
    /// Guards or NKVD are in it.
    pub guards_or_nkvd: bool,
    /// City, major city or fortification.
    pub built_up_or_fortified: bool,
    /// An Emergency Supply marker is on it.
    pub emergency_supply: bool,
    /// An Out of Supply marker is on it.
    pub out_of_supply: bool,
    /// It holds militia and coastal artillery only.
    pub militia_or_coastal: bool,
}

/// [21.12][T.SURR] Modifier of the surrender table.
pub fn modifier(rules: &SurrenderRules, pocket: Pocket, turn: u16) -> i8 {
    let early = (rules.early_from..=rules.early_to).contains(&turn);
    let terms = [
        (pocket.near_operational_hq, rules.near_operational_hq),
        (pocket.guards_or_nkvd, rules.guards_or_nkvd),
        (pocket.built_up_or_fortified, rules.built_up_or_fortified),
        (pocket.emergency_supply, rules.emergency_supply),
        (pocket.out_of_supply, rules.out_of_supply),
        (pocket.militia_or_coastal, rules.militia_or_coastal),
        (early, rules.early_turns),
    ];
    terms.iter().filter(|(holds, _)| *holds).map(|(_, drm)| drm).sum()
}

/// [21.12][T.SURR] Whether everything in the hex surrenders.
pub fn surrenders(rules: &SurrenderRules, pocket: Pocket, turn: u16, die: u8) -> bool {
    die as i8 + modifier(rules, pocket, turn) <= rules.surrenders_to
}
