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

/// Why a gun cannot support a combat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum Silence {
    /// The defending hex is too far [T.ARTY.1].
    #[error("the defending hex lies {distance} hexes away; the range is {range} [T.ARTY.1]")]
    Range {
        /// Hexes to the nearest defending hex.
        distance: u16,
        /// Printed range.
        range: u8,
    },
    /// It carries an Overrun marker [T.ARTY.2].
    #[error("the gun was overrun [T.ARTY.2]")]
    Overrun,
    /// It is out of supply and defends [T.ARTY.3].
    #[error("the gun is out of supply [T.ARTY.3]")]
    Supply,
    /// The attack gives it no Attack Supply [T.ARTY.4].
    #[error("the attack has no Attack Supply for the gun [T.ARTY.4]")]
    AttackSupply,
    /// It defends in enemy ZOC outside the defending hex [T.ARTY.5].
    #[error("the gun stands in enemy ZOC outside the defending hex [T.ARTY.5]")]
    EnemyZoc,
    /// It stands in a hex under attack that holds artillery only [T.ARTY.6].
    #[error("guns alone in a hex under attack defend with their own strength [T.ARTY.6]")]
    Alone,
    /// It has supported in this phase [T.ARTY.one].
    #[error("the gun has supported another combat [T.ARTY.one]")]
    Spent,
}

/// A gun that would support a combat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts of a gun, read by name")]
pub struct Gun {
    /// Printed range.
    pub range: u8,
    /// Hexes to the nearest defending hex, 0 inside it.
    pub distance: u16,
    /// It supports the attack.
    pub attacks: bool,
    /// It carries an Overrun marker.
    pub overrun: bool,
    /// It is out of supply.
    pub out_of_supply: bool,
    /// It stands in enemy ZOC.
    pub in_enemy_zoc: bool,
    /// The attack has Attack Supply that reaches it.
    pub attack_supply: bool,
    /// It stands in a defending hex that holds artillery only.
    pub guns_alone: bool,
    /// It has supported a combat in this phase.
    pub spent: bool,
}

/// [14.21][15.32.c][T.ARTY] Whether a gun may support a combat, limits of number aside.
///
/// # Errors
/// The first reason why not.
pub fn may_support(gun: Gun) -> Result<(), Silence> {
    let inside = gun.distance == 0;
    if gun.spent {
        Err(Silence::Spent)
    } else if gun.overrun {
        Err(Silence::Overrun)
    } else if gun.distance > u16::from(gun.range) {
        Err(Silence::Range { distance: gun.distance, range: gun.range })
    } else if gun.attacks {
        if gun.attack_supply { Ok(()) } else { Err(Silence::AttackSupply) }
    } else if gun.out_of_supply {
        Err(Silence::Supply)
    } else if gun.in_enemy_zoc && !inside {
        Err(Silence::EnemyZoc)
    } else if gun.guns_alone {
        Err(Silence::Alone)
    } else {
        Ok(())
    }
}
