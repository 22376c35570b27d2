//! Armour superiority [7.5.1.2.D].

use super::data::{Share, Tables};
use super::strength::Fighter;
use super::terms::{Arm, Crossing, Terrain};

/// Where a combat is fought.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ground {
    /// Terrain of the attacking hex.
    pub from: Terrain,
    /// Terrain of the defending hex, beneath a strongpoint.
    pub into: Terrain,
    /// The defending hex is a strongpoint that works: see [`super::drm::fort_works`].
    pub fort: bool,
    /// The hexside between them.
    pub crossing: Crossing,
    /// The Brandenburgers hold the bridge [10.1].
    pub brandenburg: bool,
}

/// Units of a stack by their place in the list of fighters, a bit each.
pub type Units = u8;

/// What the comparison of Tank and AT points gives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Superiority {
    /// DRM, negative in favour of the defender.
    pub drm: i8,
    /// The attackers whose Tank points count; several when the owner chooses between equals.
    pub attackers: Units,
    /// The defenders whose Tank or AT points count; several when the owner chooses between equals.
    pub defenders: Units,
}

/// [3.1.1.i][3.1.2.b][10.1] Sixty-fourths of his Tank points that an attacker keeps. Shares multiply [5.1], but one swamp counts as
/// the next one does [B6].
#[inline]
fn kept(tables: &Tables, ground: Ground) -> u16 {
    let chart = &tables.terrain;
    let into = chart.hex(ground.into).tank_into;
    let out_of = if ground.from == ground.into { Share::WHOLE } else { chart.hex(ground.from).tank_out_of };
    let across = match ground.crossing {
        Crossing::BugBridge if ground.brandenburg => tables.brandenburg.tank,
        crossing => chart.crossing(crossing).tank,
    };
    [into, out_of, across].iter().map(|share| u16::from(share.quarters())).product()
}

/// [7.5.1.2.D2][7.5.1.2.D3] Tank points of an attacker on this ground, rounded down.
#[inline]
pub fn tank_points(tables: &Tables, ground: Ground, points: u8) -> u8 {
    (u16::from(points) * kept(tables, ground) / 64) as u8
}

/// [7.5.1.2.D] The DRM of armour superiority, and whose points decide it. Each side has to use its highest value, of equal ones
/// that of the stronger unit, and of equal ones of equal strength the one that its owner names.
pub fn superiority(tables: &Tables, ground: Ground, attackers: &[Fighter], defenders: &[Fighter]) -> Superiority {
    let tank = |unit: &Fighter| Some(unit.armour.tank()).filter(|points| *points > 0);
    let (attack, by) = highest(attackers, tank);
    let (defence, against) = highest(defenders, tank);
    match (attack, defence) {
        // [7.5.1.2.D1]
        (None, None) => Superiority::default(),
        // [7.5.1.2.D4]
        (None, Some(points)) => Superiority { drm: -(points as i8), attackers: 0, defenders: against },
        // [7.5.1.2.D3]
        (Some(attack), Some(defence)) => {
            let drm = tank_points(tables, ground, attack) as i8 - defence as i8;
            Superiority { drm, attackers: by, defenders: against }
        }
        // [7.5.1.2.D2][7.5.1.2.D5] Without AT points the strongest unit stands for 0.
        (Some(attack), None) => {
            let (guns, with) = highest(defenders, |unit| unit.armour.anti_tank());
            let with = if guns.is_some() { with } else { strongest(defenders, u8::MAX) };
            let against = guns.unwrap_or(0) + tables.terrain.at_bonus(ground.into, ground.fort);
            let drm = (tank_points(tables, ground, attack) as i8 - against as i8).max(0);
            Superiority { drm, attackers: by, defenders: with }
        }
    }
}

/// The highest value among the units that have one, and the strongest of the units that have it.
fn highest(units: &[Fighter], value: impl Fn(&Fighter) -> Option<u8>) -> (Option<u8>, Units) {
    let most = units.iter().filter_map(&value).max();
    let with = mask(units, |unit| most.is_some() && value(unit) == most);
    (most, strongest(units, with))
}

/// Those of `among` with the most SP.
pub(super) fn strongest(units: &[Fighter], among: Units) -> Units {
    let within = |at: usize| among >> at & 1 == 1;
    let most = units.iter().enumerate().filter(|(at, _)| within(*at)).map(|(_, unit)| unit.strength).max();
    mask(units, |unit| Some(unit.strength) == most) & among
}

/// The units of which a fact holds.
pub(super) fn mask(units: &[Fighter], holds: impl Fn(&Fighter) -> bool) -> Units {
    units.iter().enumerate().fold(0, |set, (at, unit)| set | u8::from(holds(unit)) << at)
}

/// [7.5.2.1] Who may have to take the first hit of a side, a bit each; the owner chooses among several. Of the attackers it is the one
/// whose Tank points count, of the defenders the one whose Tank or AT points count; where no points are compared, anybody [B13].
/// AFVs are spared where their side has a superiority of two against an enemy without AFVs: then the strongest of the others takes
/// it, if there is one [7.5.2.1.a][A14].
pub fn first_loss(tables: &Tables, found: Superiority, attacking: bool, own: &[Fighter], enemy: &[Fighter]) -> Units {
    let everybody = mask(own, |_| true);
    let used = if attacking { found.attackers } else { found.defenders };
    let advantage = if attacking { found.drm } else { -found.drm };
    let afv = |unit: &Fighter| unit.armour.arm() == Arm::Afv;
    if advantage >= tables.combat.exempting_superiority && !enemy.iter().any(afv) {
        let others = strongest(own, mask(own, |unit| !afv(unit)));
        if others != 0 {
            return others;
        }
    }
    if used == 0 { everybody } else { used }
}
