//! Weapons, and the templates of units.

use crate::bolt_action::terms::{Armour, Class, HeSize, Mobility, Mount, Pace, Quality, Rank};
use crate::game::Side;

/// Number of a weapon in [`WPN`], from 0: row `WPN.01` is weapon 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WeaponId(pub u8);

/// Shots of a weapon in one action.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shots {
    /// So many.
    Fixed(u8),
    /// The sum of so many dice.
    Dice(u8),
}

/// What a weapon adds to a roll for damage.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Penetration {
    /// A small arm adds nothing, and does not harm armour of 7+ and more (supplement S21).
    SmallArm,
    /// So much.
    By(u8),
    /// That of its high-explosive size [HE].
    Explosive,
}

/// A row of the weapons table [WPN]. Ranges are in inches.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "the special rules of the weapons table, read by name")]
pub struct Weapon {
    /// Id in data files, such as `rifle`.
    pub id: String,
    /// Name for players.
    pub name: String,
    /// Shortest range of direct fire; `None` for what fires indirectly alone.
    pub direct_from: Option<u8>,
    /// Shortest range of indirect fire; `None` for what does not fire indirectly.
    pub indirect_from: Option<u8>,
    /// Longest range.
    pub range: u8,
    /// Shots.
    pub shots: Shots,
    /// Penetration.
    pub pen: Penetration,
    /// High-explosive size, if it has one.
    pub he: Option<HeSize>,
    /// Assault: two dice in close quarters, no penalty for moving (supplements S9, S24).
    pub assault: bool,
    /// Team: needs a man beside the one who shoots (supplement S11).
    pub team: bool,
    /// Fixed: front arc, no fire on Advance (supplement S12).
    pub fixed: bool,
    /// One-shot (supplement S13).
    pub one_shot: bool,
    /// Shaped Charge: no penalty for long range against armour (supplement S14).
    pub shaped: bool,
    /// Flamethrower (supplement S15).
    pub flame: bool,
    /// Howitzer: direct or indirect fire (supplement S28).
    pub howitzer: bool,
    /// Where the numbers come from.
    pub origin: String,
}

/// A man of a unit on foot, by what he does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Man {
    /// He shoots.
    Armed(WeaponId),
    /// He serves a Team weapon and does not shoot (decision D2).
    Helper,
}

/// A weapon of a vehicle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mounted {
    /// The weapon.
    pub weapon: WeaponId,
    /// Where it is.
    pub mount: Mount,
}

/// A kind of unit, of which a force has one or more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Template {
    /// Id in data files, unique.
    pub id: String,
    /// Name for players.
    pub name: String,
    /// Owner.
    pub side: Side,
    /// What it is.
    pub class: Class,
    /// Quality [MOR].
    pub quality: Quality,
    /// The men in the order of the list: the last one falls first (decision D1). Empty for a vehicle.
    pub men: Vec<Man>,
    /// Weapons of a vehicle, in the order in which they fire. Empty for others.
    pub mounted: Vec<Mounted>,
    /// Panzerfausts at the start.
    pub panzerfausts: u8,
    /// Rank of the officer who leads it.
    pub rank: Option<Rank>,
    /// Equipped against tanks [CQV.2].
    pub anti_tank: bool,
    /// How it moves.
    pub mobility: Mobility,
    /// What its movement lacks.
    pub pace: Pace,
    /// Armour; `None` for others than vehicles.
    pub armour: Option<Armour>,
    /// Open-topped [VDC.4].
    pub open_topped: bool,
    /// Recce [REV.2].
    pub recce: bool,
    /// First and last year.
    pub years: [u16; 2],
    /// Most of them in a force.
    pub limit: u8,
    /// Points.
    pub points: u16,
    /// Where the numbers come from.
    pub origin: String,
}

impl Template {
    /// Men at the start, 1 for a vehicle.
    pub fn models(&self) -> u8 {
        if self.class == Class::Vehicle { 1 } else { self.men.len() as u8 }
    }

    /// Whether it is a vehicle that is armoured all round: neither soft-skinned nor open-topped.
    pub fn is_closed(&self) -> bool {
        self.armour.is_some_and(|armour| armour != Armour::SoftSkin) && !self.open_topped
    }
}
