//! What optional chapters remember from one decision to another.

use super::air_war::Strategic;
use super::airborne::Airborne;
use super::amphibious::Amphibious;
use super::bombing::Bombing;
use super::chapter::Chapter;
use super::partisans::Partisans;
use super::reconnaissance::Reconnaissance;
use super::reserve::Reserve;

/// What optional chapters remember beyond a battle.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Chapters {
    /// [20.0.a] Gruppo Barbò has charged with its dice.
    pub(super) barbo_has_charged: bool,
    /// [19.0] What has been reconnoitred in the turn.
    pub(super) reconnaissance: Reconnaissance,
    /// [31.0] Who is in Reserve.
    pub(super) reserve: Reserve,
    /// [23.0] Airborne assaults.
    pub(super) airborne: Airborne,
    /// [29.0] Partisans on the map.
    pub(super) partisans: Chapter<Partisans>,
    /// [24.0] Amphibious assaults.
    pub(super) amphibious: Amphibious,
    /// [32.0] Missions against infrastructure, and what they have hit.
    pub(super) bombing: Chapter<Bombing>,
    /// [35.0] The air war over Germany, and convoys.
    pub(super) strategic: Chapter<Strategic>,
}
