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
