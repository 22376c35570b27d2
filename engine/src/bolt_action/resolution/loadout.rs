//! What a unit shoots and strikes with, by the men who are left. The men of a unit fall from the end of its list (decision D1).

use arrayvec::ArrayVec;

use super::MOST_MEN;
use crate::bolt_action::data::tables::Tables;
use crate::bolt_action::data::units::{Man, Mounted, Shots, Template, Weapon, WeaponId};
use crate::bolt_action::terms::Class;

/// Weapons of a kind in the hands of the men who are left; weapons that throw for their shots are counted one by one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Armed {
    /// The weapon.
    pub weapon: WeaponId,
    /// How many.
    pub count: u8,
    /// They are Team weapons without a helper (supplement S11).
    pub alone: bool,
}

/// The weapons of a unit: on foot by kind in the order of the list, of a vehicle one by one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Loadout(ArrayVec<Armed, MOST_MEN>);

impl Loadout {
    /// The weapons of a unit with so many men left; the men of a vehicle do not count. A Team weapon takes a helper who is left and
    /// serves no weapon before it, or it is alone (supplement S11, decision D2).
    pub fn new(weapons: &[Weapon], template: &Template, men: u8) -> Self {
        if template.class == Class::Vehicle {
            let one = |mounted: &Mounted| Armed { weapon: mounted.weapon, count: 1, alone: false };
            return Loadout(template.mounted.iter().map(one).collect());
        }
        let left = men_left(template, men);
        let mut helpers = left.iter().filter(|man| **man == Man::Helper).count();
        let mut armed = ArrayVec::<Armed, MOST_MEN>::new();
        for man in left {
            let Man::Armed(weapon) = *man else { continue };
            let kind = weapons.get(usize::from(weapon.0));
            let team = kind.is_some_and(|kind| kind.team);
            let alone = team && helpers == 0;
            helpers -= usize::from(team && !alone);
            // Each throws the dice of its shots by itself [WPN.20].
            let throws = kind.is_some_and(|kind| matches!(kind.shots, Shots::Dice(_)));
            match armed.iter_mut().find(|known| !throws && known.weapon == weapon && known.alone == alone) {
                Some(known) => known.count += 1,
                None => armed.push(Armed { weapon, count: 1, alone }),
            }
        }
        Loadout(armed)
    }

    /// The weapons.
    #[inline]
    pub fn as_slice(&self) -> &[Armed] {
        &self.0
    }
}

/// [CQ.4] Dice in close quarters of a unit with so many men left: more for a man with an Assault weapon (supplement S24).
pub fn close_dice(tables: &Tables, weapons: &[Weapon], template: &Template, men: u8) -> u8 {
    let assault = |man: &Man| matches!(man, Man::Armed(id) if weapons.get(usize::from(id.0)).is_some_and(|weapon| weapon.assault));
    let dice = |man: &Man| if assault(man) { tables.assault.dice_assault } else { tables.assault.dice_other };
    men_left(template, men).iter().map(dice).fold(0, u8::saturating_add)
}

fn men_left(template: &Template, men: u8) -> &[Man] {
    &template.men[..template.men.len().min(men.into())]
}
