//! [6.1][6.2][6.3][7.7.2] How many faces of a die hit, from 6 down.

use serde::Deserialize;

use super::Unit;
use crate::blocks_in_the_east::combat::{Firing, Role};
use crate::blocks_in_the_east::terms::{Nation, TownClass, UnitClass, UnitKind};
use crate::data::{DataError, Source};
use crate::kit::files::rows;

/// Faces at TECH 1, 2 and 3.
type ByTech = [u8; 3];
/// Most faces that hit without a Bonus: 4 to 6.
const MOST: u8 = 3;

/// Faces that hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Powers {
    infantry: ByRole,
    mech: ByRole,
    tank: ByRole,
    artillery: ByTech,
    fighter: InTheAir,
    bomber: InTheAir,
    headquarters: Headquarters,
    town: Towns,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ByRole {
    attack: ByTech,
    defence: ByTech,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct InTheAir {
    air: ByTech,
    ground: ByTech,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Headquarters {
    stavka: u8,
    fhq: u8,
    others: u8,
    /// Mannerheim as artillery [5.5.a].
    mannerheim: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Towns {
    /// Dice of Major Cities and fortresses.
    large: u8,
    /// Dice of Minor Cities and bunkers.
    small: u8,
    /// Faces of fortresses and bunkers; cities fire like the infantry of their owner (AMB-29).
    fortified: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawCombat {
    infantry: RawByRole,
    mech: RawByRole,
    tank: RawByRole,
    artillery: RawArtillery,
    fighter: RawInTheAir,
    bomber: RawInTheAir,
    headquarters: RawHeadquarters,
    town: RawTowns,
}

rows! {
    RawByRole { attack: ByTech, defence: ByTech }
    RawArtillery { fire: ByTech }
    RawInTheAir { air: ByTech, ground: ByTech }
    RawHeadquarters { stavka: u8, fhq: u8, others: u8, mannerheim: u8 }
    RawTowns { large: u8, small: u8, fortified: u8 }
}

impl Powers {
    pub(super) fn load(source: &Source<'_>, raw: &RawCombat) -> Result<Powers, DataError> {
        let check = |key: &str, faces: &[u8]| match faces.iter().find(|&&faces| faces > MOST) {
            Some(bad) => Err(source.error(format!("combat.{key}"), format!("{bad} faces; expected {MOST} at most"))),
            None => Ok(()),
        };
        let by_role = |key: &str, raw: &RawByRole| {
            check(key, &[raw.attack, raw.defence].concat())?;
            Ok(ByRole { attack: raw.attack, defence: raw.defence })
        };
        let in_the_air = |key: &str, raw: &RawInTheAir| {
            check(key, &[raw.air, raw.ground].concat())?;
            Ok(InTheAir { air: raw.air, ground: raw.ground })
        };
        check("artillery", &raw.artillery.fire)?;
        let RawHeadquarters { stavka, fhq, others, mannerheim, .. } = raw.headquarters;
        check("headquarters", &[stavka, fhq, others, mannerheim])?;
        check("town", &[raw.town.fortified])?;
        Ok(Powers {
            infantry: by_role("infantry", &raw.infantry)?,
            mech: by_role("mech", &raw.mech)?,
            tank: by_role("tank", &raw.tank)?,
            artillery: raw.artillery.fire,
            fighter: in_the_air("fighter", &raw.fighter)?,
            bomber: in_the_air("bomber", &raw.bomber)?,
            headquarters: Headquarters { stavka, fhq, others, mannerheim },
            town: Towns { large: raw.town.large, small: raw.town.small, fortified: raw.town.fortified },
        })
    }

    /// How many faces hit when a unit of a TECH, from 1 to 3, fires in a step, before any Bonus; 0 where it throws no dice.
    pub fn faces(&self, unit: &Unit, tech: u8, firing: Firing, role: Role) -> u8 {
        let at = |faces: ByTech| faces[usize::from(tech) - 1];
        let in_role = |power: ByRole| at(if role == Role::Attacker { power.attack } else { power.defence });
        match (firing, unit.class) {
            (Firing::AirCombat, UnitClass::Air) => at(self.in_the_air(unit).air),
            (Firing::AirAttack, UnitClass::Air) => at(self.in_the_air(unit).ground),
            (Firing::AntiAircraft, UnitClass::Headquarters) => match (unit.kind, unit.nation) {
                (UnitKind::ArmouredHq, _) => at(self.tank.defence),
                (UnitKind::SupremeHq, Nation::Soviet) => self.headquarters.stavka,
                (UnitKind::SupremeHq, Nation::German) => self.headquarters.fhq,
                _ => self.headquarters.others,
            },
            (Firing::AntiAircraft, UnitClass::Infantry | UnitClass::Armour) => match self.on_ground(unit) {
                Some(power) => at(power.defence),
                None => at(self.artillery),
            },
            (Firing::Artillery, UnitClass::Headquarters) => match (unit.kind, unit.nation) {
                (UnitKind::ArmouredHq, _) => in_role(self.tank),
                (UnitKind::SupremeHq, Nation::Finnish) => self.headquarters.mannerheim,
                _ => 0,
            },
            (Firing::Artillery, UnitClass::Infantry) if !unit.is_combat() => at(self.artillery),
            (Firing::Ground, UnitClass::Infantry | UnitClass::Armour) => self.on_ground(unit).map_or(0, in_role),
            _ => 0,
        }
    }

    /// [7.7.2] Dice of a town that fires at aircraft, and the faces that hit; none at the site of a battle. `infantry` is the TECH of its
    /// owner's infantry, from 1 to 3.
    pub fn town_fire(&self, class: TownClass, infantry: u8) -> Option<[u8; 2]> {
        let like_infantry = self.infantry.defence[usize::from(infantry) - 1];
        match class {
            TownClass::Major | TownClass::Capital => Some([self.town.large, like_infantry]),
            TownClass::Fortress => Some([self.town.large, self.town.fortified]),
            TownClass::Minor => Some([self.town.small, like_infantry]),
            TownClass::Bunker => Some([self.town.small, self.town.fortified]),
            TownClass::Dot => None,
        }
    }

    fn in_the_air(&self, unit: &Unit) -> InTheAir {
        if unit.kind == UnitKind::Fighter { self.fighter } else { self.bomber }
    }

    /// Of combat units; artillery has none.
    fn on_ground(&self, unit: &Unit) -> Option<ByRole> {
        match unit.kind {
            UnitKind::Artillery | UnitKind::Gustav => None,
            UnitKind::Mech => Some(self.mech),
            UnitKind::Tank => Some(self.tank),
            _ => Some(self.infantry),
        }
    }
}
