//! How far a zone of control reaches [3.4][10.6].

use super::data::{Feature, Features, TerrainChart, edge};
use super::movement::Going;
use super::weather::Condition;

/// [3.4][3.44][10.79] Whether the ZOC of a unit that exerts one reaches over a hexside with these flags of [`edge`] into an adjacent hex.
/// Waters stop it unless frozen, bridges or not; major cities admit none; wheels reach into swamp, and in mud, snow and
/// arctic weather anywhere but towns and cities, along roads and railroads only.
pub fn reaches(chart: &TerrainChart, going: Going, motorized: bool, side: u16, into: Features) -> bool {
    let water = if going.frozen { Condition::Snow } else { going.condition }.terrain_column();
    let stops = |feature: Feature| chart.row(feature).no_zoc[water];
    let over = [(edge::MAJOR, Feature::MajorRiver), (edge::LAKE, Feature::LakeSide), (edge::CLOSED, Feature::Sea)];
    if over.into_iter().any(|(flag, feature)| side & flag != 0 && stops(feature)) {
        return false;
    }
    if into.iter().any(|feature| chart.row(feature).no_zoc[water]) {
        return false;
    }
    if !motorized || side & (edge::ROAD | edge::RAIL) != 0 {
        return true;
    }
    let condition = going.condition_in(into);
    let swamp = into.has(Feature::Swamp) && matches!(condition, Condition::Dry | Condition::Mud);
    let narrowed = condition == Condition::Mud || condition.is_white();
    let built_up = into.has_any(Features::of(&[Feature::Town, Feature::City]));
    !swamp && (!narrowed || built_up)
}
