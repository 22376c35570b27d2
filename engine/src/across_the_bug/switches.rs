//! Switches of a scenario: readings of unclear rules that a scenario may turn.

use serde::Deserialize;

/// Readings that a scenario may turn; each is named after its number in the list of readings. A switch that a file leaves out has
/// its default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(clippy::struct_excessive_bools, reason = "independent readings, each read by name")]
pub struct Switches {
    /// [A16] Streams without a bridge block supply paths.
    pub streams_block_supply: bool,
    /// [A17] Engineers add one DRM against a strongpoint, however many there are.
    pub engineers_count_once: bool,
    /// [A19] A single red hit forces units that fail their check to retreat.
    pub single_red_hit_retreats: bool,
    /// [A24] Cannibalized units count as destroyed.
    pub cannibalized_count_as_destroyed: bool,
    /// [A37] HQs may relocate against the limits of supply, range and path, and pay for it.
    pub penalized_relocation: bool,
    /// [A42] Units on foot may attack over the unbridged Bug.
    pub leg_attacks_over_bug: bool,
    /// [A46] Defenders are supported against hasty attacks.
    pub support_against_hasty: bool,
    /// [A58] ZOCs reach across bridges and pontoons of the Bug.
    pub zoc_over_bridges: bool,
    /// [A63] Units in the attacking hex that do not attack take the check of a red result.
    pub bystanders_check: bool,
    /// [B1] Minor roads cost what main roads cost.
    pub minor_roads_as_main: bool,
}

impl Default for Switches {
    fn default() -> Self {
        Switches {
            streams_block_supply: false,
            engineers_count_once: false,
            single_red_hit_retreats: false,
            cannibalized_count_as_destroyed: false,
            penalized_relocation: true,
            leg_attacks_over_bug: true,
            support_against_hasty: true,
            zoc_over_bridges: false,
            bystanders_check: false,
            minor_roads_as_main: false,
        }
    }
}
