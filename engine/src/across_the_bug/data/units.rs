//! Formations with their headquarters, combat units, and who may be attached to whom.

use std::collections::BTreeSet;

use serde::Deserialize;

use crate::across_the_bug::ids::{FORMATIONS, FormationId, FormationSet, UnitId};
use crate::data::{DataError, Source};
use crate::game::Side;
use crate::kit::files::rows;
use crate::kit::order_of_battle::{Listed, OrderOfBattle};

/// Type of a counter [3.2.j]; what units may do follows from it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnitKind {
    /// Headquarters: no combat unit [3.3.g].
    Headquarters,
    /// Infantry.
    Infantry,
    /// Motorized infantry, motorcycle infantry included.
    MotorizedInfantry,
    /// Engineers.
    Engineer,
    /// Motorized engineers.
    MotorizedEngineer,
    /// Machine-gun infantry of a fortified region.
    MachineGun,
    /// Border guards.
    BorderGuard,
    /// Anti-tank artillery.
    AntiTank,
    /// Reconnaissance.
    Reconnaissance,
    /// PzKpfw III.
    #[serde(rename = "pzkpfw-iii")]
    PanzerThree,
    /// PzKpfw IV.
    #[serde(rename = "pzkpfw-iv")]
    PanzerFour,
    /// StuG III.
    #[serde(rename = "stug-iii")]
    AssaultGun,
    /// BA-10.
    #[serde(rename = "ba-10")]
    Ba10,
    /// BT-5.
    #[serde(rename = "bt-5")]
    Bt5,
    /// T-26.
    #[serde(rename = "t-26")]
    T26,
    /// KV-2.
    #[serde(rename = "kv-2")]
    Kv2,
}

impl UnitKind {
    /// [3.2.g] AFV type: Tank points, and not AT points.
    pub const fn is_afv(self) -> bool {
        matches!(self, Self::PanzerThree | Self::PanzerFour | Self::AssaultGun | Self::Ba10 | Self::Bt5 | Self::T26 | Self::Kv2)
    }

    /// [3.3.g] Everything but headquarters.
    pub const fn is_combat(self) -> bool {
        !matches!(self, Self::Headquarters)
    }

    /// [3.2.g] Infantry type: every combat unit that is no AFV.
    pub const fn is_infantry_type(self) -> bool {
        self.is_combat() && !self.is_afv()
    }

    /// [5.3.1.b] Of these a hex takes one: the infantry type without border guards and AT units.
    pub const fn is_limited(self) -> bool {
        self.is_infantry_type() && !matches!(self, Self::BorderGuard | Self::AntiTank)
    }

    /// [3.2.j] Engineers of either kind.
    pub const fn is_engineer(self) -> bool {
        matches!(self, Self::Engineer | Self::MotorizedEngineer)
    }

    /// [3.2.i] Class for zones of control: AT units are of the AFV class. Headquarters, which have no ZOC, count as infantry.
    pub const fn class(self) -> Class {
        if self.is_afv() || matches!(self, Self::AntiTank) { Class::Armour } else { Class::Infantry }
    }
}

/// Class of a unit for zones of control [3.2.i].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// Infantry.
    Infantry,
    /// AFV and AT.
    Armour,
}

impl Class {
    /// Both, in order.
    pub const ALL: [Class; 2] = [Class::Infantry, Class::Armour];

    /// Array index, below 2.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// How a unit pays for movement, by the box of its allowance [3.2.h].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mobility {
    /// On foot.
    Leg,
    /// On wheels or tracks.
    Motorized,
}

impl Mobility {
    /// Both, in order.
    pub const ALL: [Mobility; 2] = [Mobility::Leg, Mobility::Motorized];

    /// Array index, below 2.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Values of one side of a counter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Face {
    /// Effectiveness, 2 to 7 [3.2.m].
    pub effectiveness: u8,
    /// Tank points of an AFV, AT points of others [3.2.o].
    pub points: u8,
    /// Movement allowance in whole points; 0 on the disorganized side [3.2.p].
    #[serde(default)]
    pub ma: u8,
}

/// A counter: a combat unit or a headquarters. A headquarters has no values here but those of its [`Formation`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Notation id, unique.
    pub id: String,
    /// Another way in which the rules write it; empty for none.
    pub alias: String,
    /// Owner.
    pub side: Side,
    /// Type.
    pub kind: UnitKind,
    /// Formation that it belongs to for good; `None` for an independent unit [3.2.f].
    pub formation: Option<FormationId>,
    /// Corps or army over it.
    pub superior: String,
    /// How it moves.
    pub mobility: Mobility,
    /// Printed strength, 1 to 12; 0 for a headquarters.
    pub strength: u8,
    /// Normal side, then disorganized side [3.2.q].
    pub faces: [Face; 2],
    /// Where the numbers come from.
    pub origin: String,
}

impl Listed for Unit {
    fn id(&self) -> &str {
        &self.id
    }
}

/// Type of a headquarters, without effect on play [3.3.a].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HqKind {
    /// Infantry.
    Infantry,
    /// Motorized infantry.
    MotorizedInfantry,
    /// Armoured.
    Armoured,
    /// Mechanized.
    Mechanized,
}

/// A formation with the values of its headquarters [3.3].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Formation {
    /// Notation id, unique.
    pub id: String,
    /// Name for players.
    pub name: String,
    /// Owner.
    pub side: Side,
    /// Corps or army over it: independents of that corps may be assigned to it [5.5.2].
    pub superior: String,
    /// Type of the headquarters.
    pub kind: HqKind,
    /// Reaction value: a check passes on a die of it or less [3.3.c].
    pub reaction: u8,
    /// Command range in hexes [3.3.d].
    pub command_range: u8,
    /// Printed attack support points [3.3.e].
    pub support: u8,
    /// Action Points of a relocation [3.3.f].
    pub relocation: u8,
    /// Highest activation level [3.1.3.c].
    pub max_level: u8,
    /// Recovery value [8.1.1][8.1.3].
    pub recovery: u8,
    /// Its headquarters.
    pub hq: UnitId,
    /// Where the numbers come from.
    pub origin: String,
}

/// What may be attached [5.5.1.b][5.5.1.c].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Attachable {
    /// AFV units.
    Afv,
    /// Infantry units: of the infantry type, AT units apart.
    Infantry,
    /// AT units.
    AntiTank,
}

impl Attachable {
    /// Whether a unit of this type is meant.
    pub const fn admits(self, kind: UnitKind) -> bool {
        match self {
            Self::Afv => kind.is_afv(),
            Self::AntiTank => matches!(kind, UnitKind::AntiTank),
            Self::Infantry => kind.is_infantry_type() && !matches!(kind, UnitKind::AntiTank),
        }
    }
}

/// Units that formations may lend [5.5.1.b][5.5.1.c].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attachment {
    /// Formations that lend.
    pub from: FormationSet,
    /// What they lend.
    pub what: Attachable,
    /// At most so many units at a time, all lenders and receivers together.
    pub most: u8,
    /// Formations that may receive.
    pub to: FormationSet,
}
