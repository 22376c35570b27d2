//! Overruns [11.4].

use super::data::{Feature, Features, OddsStep, OverrunResult, OverrunRules, band, edge};
use super::movement::Going;
use crate::kit::tally::Tally;

/// A stack that overruns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// Attack strengths added up.
    pub attack: u16,
    /// All of it is German.
    pub all_german: bool,
    /// Motorized engineers are among it.
    pub motorized_engineers: bool,
}

/// What it overruns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts of a hex, read by name")]
pub struct Target {
    /// Defence strengths added up, guns at their defence.
    pub defence: u16,
    /// Only cavalry, artillery and headquarters.
    pub soft: bool,
    /// The hex holds an Overrun marker.
    pub marked: bool,
    /// Printed terrain.
    pub features: Features,
    /// Flags of the hexside crossed, of [`edge`].
    pub side: u16,
    /// An undestroyed strongpoint of the defender.
    pub strongpoint: bool,
    /// An undestroyed fortified line of the defender on the hexside.
    pub line: bool,
}

impl Target {
    /// City, major city or undestroyed fortification [11.42.c.2].
    pub fn is_hard(&self) -> bool {
        self.strongpoint || self.line || self.features.has_any(Features::of(&[Feature::City, Feature::MajorCity]))
    }
}

/// Why an overrun is impossible.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum OverrunRefusal {
    /// Mud, snow or arctic weather, lingering mud included [11.42.b].
    #[error("no overruns in this weather [11.42.b]")]
    Weather,
    /// Over a major river, a lake or the sea [11.42.c].
    #[error("no overrun over this hexside [11.42.c]")]
    Water,
    /// Into a swamp that is not frozen [11.42.c.1].
    #[error("a swamp can be overrun in frost only [11.42.c.1]")]
    Swamp,
    /// A hard target without motorized engineers [11.42.c.2].
    #[error("a city or fortification is overrun with motorized engineers only [11.42.c.2]")]
    Engineers,
    /// From a hex in the ZOC of enemies outside the target [11.42.d].
    #[error("the hex lies in the ZOC of enemies outside the target [11.42.d]")]
    Zones,
    /// Odds below the least [11.42.a].
    #[error("odds of {odds}-1; at least {least}-1 are needed [11.42.a]")]
    Odds {
        /// Odds reached, to one.
        odds: u16,
        /// Odds needed, to one.
        least: u16,
    },
}

/// [11.43.f] Odds to one, rounded down; a target without defence counts as 1.
pub fn odds(group: Group, target: Target) -> u16 {
    group.attack / target.defence.max(1)
}

/// [11.42][T.OVR.min] Why the overrun is impossible. `other_zones`: enemies outside the target exert ZOC into the hex the stack
/// stands in, whether or not those in the target do [11.42.d].
///
/// # Errors
/// The first bar that applies.
pub fn check(rules: &OverrunRules, going: Going, group: Group, target: Target, other_zones: bool) -> Result<(), OverrunRefusal> {
    let condition = going.condition_in(target.features);
    let least = match (target.is_hard(), group.all_german) {
        (true, _) => rules.fortified_least,
        (false, true) => rules.german_least,
        (false, false) => rules.others_least,
    };
    let odds = odds(group, target);
    if !rules.weather.contains(&condition) {
        Err(OverrunRefusal::Weather)
    } else if target.side & (edge::MAJOR | edge::LAKE | edge::CLOSED) != 0 {
        Err(OverrunRefusal::Water)
    } else if target.features.has(Feature::Swamp) && !rules.swamp_weather.contains(&condition) {
        Err(OverrunRefusal::Swamp)
    } else if other_zones {
        Err(OverrunRefusal::Zones)
    } else if target.is_hard() && !group.motorized_engineers {
        Err(OverrunRefusal::Engineers)
    } else if odds < least {
        Err(OverrunRefusal::Odds { odds, least })
    } else {
        Ok(())
    }
}

/// What gives a modifier of an overrun.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cause {
    /// The odds.
    Odds,
    /// An Overrun marker in the hex.
    Marker,
    /// Only cavalry, artillery and headquarters defend.
    SoftDefenders,
    /// A defence of four or more.
    StrongDefence,
    /// Terrain in the way.
    Terrain(Feature),
}

/// [11.43.f][11.43.g][11.43.h] All modifiers of an overrun.
pub fn tally(rules: &OverrunRules, group: Group, target: Target) -> Tally<Cause> {
    let mut tally = Tally::new();
    let scale = if group.all_german { &rules.german_odds } else { &rules.others_odds };
    tally.add(Cause::Odds, by_odds(scale, odds(group, target)));
    if target.marked {
        tally.add(Cause::Marker, rules.marker);
    }
    if target.soft {
        tally.add(Cause::SoftDefenders, rules.soft_defenders);
    }
    if target.defence >= rules.strong_defence_from {
        tally.add(Cause::StrongDefence, rules.strong_defence);
    }
    for &feature in &rules.terrain_kinds {
        let there = match feature {
            Feature::River => target.side & edge::RIVER != 0,
            Feature::FortifiedLine => target.line,
            Feature::Strongpoint => target.strongpoint,
            other => target.features.has(other),
        };
        if there {
            tally.add(Cause::Terrain(feature), rules.terrain);
        }
    }
    tally.limited(rules.net_limit)
}

/// The modifier of the highest odds reached.
fn by_odds(scale: &[OddsStep], odds: u16) -> i8 {
    scale.iter().rev().find(|step| odds >= step.from).map_or(0, |step| step.drm)
}

/// [11.43.i][T.OVR] The result of a die with its net modifier.
pub fn result(rules: &OverrunRules, die: u8, net: i8) -> OverrunResult {
    *band(&rules.results, die as i8 + net)
}
