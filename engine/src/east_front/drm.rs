//! Die roll modifiers of a ground combat, each with its cause [15.6].

use super::data::{Feature, Features, Tables};
use super::movement::Going;
use super::weather::Condition;
use crate::game::Side;
use crate::kit::tally::Tally;

/// What gives a modifier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cause {
    /// The best terrain among the defending hexes [15.61.a].
    Terrain(Feature),
    /// An undestroyed strongpoint [18.36].
    Strongpoint,
    /// A river that all attack across [15.61.b].
    River,
    /// A fortified line that all attack across [18.21].
    FortifiedLine,
    /// The defender stands fast [15.62].
    NoRetreat,
    /// The attack lacks Attack Supply [15.66.b].
    NoAttackSupply,
    /// Combined arms [15.67].
    CombinedArms,
    /// Divisions with integrity [15.68].
    Integrity,
    /// A defender carries an Overrun marker [11.44.d].
    OverrunMarker,
    /// A defender is out of supply [15.66.a].
    DefenderOutOfSupply,
    /// Engineers [15.63].
    Engineers,
    /// Super-heavy artillery [15.64].
    SuperHeavy,
    /// Close air support [15.65].
    CloseAirSupport,
}

/// A defending hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DefendingHex {
    /// Printed terrain.
    pub features: Features,
    /// An undestroyed strongpoint of the defender.
    pub strongpoint: bool,
}

/// Hexsides that all attackers attack across, with all defenders behind them [15.61.b].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Across {
    /// River or canal.
    pub river: bool,
    /// Major river.
    pub major_river: bool,
    /// Undestroyed fortified line of the defender.
    pub line: bool,
}

/// The attacking side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts of a combat, read by name")]
pub struct Assault {
    /// Armour takes part.
    pub armour: bool,
    /// Reconnaissance, motorized infantry, motorcycles or engineers take part.
    pub partners: bool,
    /// Divisions with integrity.
    pub integrity: u8,
    /// Engineers take part and their effects are declared.
    pub engineers: bool,
    /// Super-heavy units that support.
    pub super_heavies: u8,
    /// The attack has Attack Supply.
    pub attack_supply: bool,
    /// Close air support of the attacker less that of the defender.
    pub air: i8,
}

/// The defending side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts of a combat, read by name")]
pub struct Stand<'a> {
    /// Side.
    pub side: Side,
    /// Hexes, at least one.
    pub hexes: &'a [DefendingHex],
    /// Armour, anti-tank or anti-aircraft units are among them.
    pub fights_armour: bool,
    /// One of them carries an Overrun marker.
    pub overrun: bool,
    /// One of them is out of supply.
    pub out_of_supply: bool,
    /// They are under No Retreat.
    pub no_retreat: bool,
}

/// Terrain whose modifier super-heavy artillery may offset, beside fortifications [15.64].
const CITIES: Features = Features::of(&[Feature::City, Feature::MajorCity]);
/// Terrain whose modifier engineers may offset, beside fortifications and rivers [15.63][T.CRT.fn1].
const BUILT_UP: Features = Features::of(&[Feature::Town, Feature::City, Feature::MajorCity]);

/// [15.6][15.7] All modifiers of a combat. What engineers and super-heavy artillery give only offsets what the defender receives for
/// the features they can breach, both together no more than that.
pub fn tally(tables: &Tables, going: Going, across: Across, assault: Assault, stand: Stand<'_>) -> Tally<Cause> {
    let rules = &tables.modifiers;
    let mut tally = Tally::new();
    let terrain = best_terrain(tables, going, stand);
    let wet = if going.frozen { Condition::Snow } else { going.condition };
    let chart = |feature: Feature, condition: Condition| tables.terrain.defence(feature, stand.side, condition);
    let (feature, height) = terrain.unwrap_or((Feature::Clear, 0));
    tally.add(Cause::Terrain(feature), height);
    let strongpoint = if stand.hexes.iter().any(|hex| hex.strongpoint) { chart(Feature::Strongpoint, going.condition) } else { 0 };
    tally.add(Cause::Strongpoint, strongpoint);
    let river = if across.river { chart(Feature::River, wet) } else { 0 };
    tally.add(Cause::River, river);
    let line = if across.line { chart(Feature::FortifiedLine, going.condition) } else { 0 };
    tally.add(Cause::FortifiedLine, line);
    if stand.no_retreat {
        tally.add(Cause::NoRetreat, rules.no_retreat);
    }
    if !assault.attack_supply {
        tally.add(Cause::NoAttackSupply, rules.no_attack_supply);
    }
    if combined_arms(tables, going, across, assault, stand) {
        tally.add(Cause::CombinedArms, rules.combined_arms);
    }
    tally.add(Cause::Integrity, rules.integrity * assault.integrity as i8);
    if stand.overrun {
        tally.add(Cause::OverrunMarker, rules.overrun_marker);
    }
    if stand.out_of_supply {
        tally.add(Cause::DefenderOutOfSupply, rules.defender_out_of_supply);
    }
    let for_guns = strongpoint + line + if CITIES.has(feature) { height } else { 0 };
    let for_engineers = strongpoint + line + river + if BUILT_UP.has(feature) { height } else { 0 };
    let guns = (rules.super_heavy * assault.super_heavies as i8).max(-for_guns);
    let engineers = if assault.engineers { rules.engineers.max(-for_engineers - guns).min(0) } else { 0 };
    tally.add(Cause::SuperHeavy, guns);
    tally.add(Cause::Engineers, engineers);
    tally.add(Cause::CloseAirSupport, -assault.air);
    tally.limited(tables.odds.net_limit)
}

/// [15.61.a][15.61.d] The best terrain among all defending hexes; of equal ones what nobody can breach.
fn best_terrain(tables: &Tables, going: Going, stand: Stand<'_>) -> Option<(Feature, i8)> {
    let of_hex = |hex: &DefendingHex| {
        let condition = going.condition_in(hex.features);
        hex.features.iter().map(move |feature| (feature, tables.terrain.defence(feature, stand.side, condition)))
    };
    let all = stand.hexes.iter().flat_map(of_hex).filter(|(_, drm)| *drm > 0);
    all.max_by_key(|&(feature, drm)| (drm, !BUILT_UP.has(feature)))
}

/// [15.67][18.22][18.36] Armour with its partners, against defenders without means to fight it, in weather and on ground that let
/// the two act together.
fn combined_arms(tables: &Tables, going: Going, across: Across, assault: Assault, stand: Stand<'_>) -> bool {
    let column = going.condition.terrain_column();
    let wet = if going.frozen { Condition::Snow } else { going.condition }.terrain_column();
    let bars = |feature: Feature, column: usize| tables.terrain.row(feature).no_combined_arms[column];
    let behind = across.river && bars(Feature::River, wet)
        || across.major_river && bars(Feature::MajorRiver, wet)
        || across.line && bars(Feature::FortifiedLine, column);
    let shut = |hex: &DefendingHex| hex.strongpoint || hex.features.iter().any(|feature| bars(feature, column));
    assault.armour
        && assault.partners
        && !stand.fights_armour
        && matches!(going.condition, Condition::Dry | Condition::Frost)
        && !behind
        && !stand.hexes.iter().all(shut)
}
