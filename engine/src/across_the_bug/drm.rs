//! Modifiers of the die of a combat, each with its cause [7.5.1.2].

use super::armour::Ground;
use super::data::Tables;
use super::strength::Fighter;
use super::switches::Switches;
use super::terms::{Arm, AttackType, Crossing};
use crate::game::Side;
use crate::kit::tally::Tally;

/// What gives a modifier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cause {
    /// The hexside that the attacker attacks across.
    Hexside(Crossing),
    /// A bridge that the Brandenburgers hold.
    Brandenburg,
    /// Support of the attacker.
    AttackerSupport,
    /// Support of the defender.
    DefenderSupport,
    /// Support points of the attacker's HQ.
    Headquarters,
    /// Armour superiority.
    Armour,
    /// Engineers against a strongpoint.
    Engineers,
}

impl Cause {
    /// Number of the rule.
    pub const fn rule(self) -> &'static str {
        match self {
            Cause::Hexside(_) => "7.5.1.2.A",
            Cause::Brandenburg => "10.1",
            Cause::AttackerSupport | Cause::DefenderSupport => "7.5.1.2.B",
            Cause::Headquarters => "7.5.1.2.C",
            Cause::Armour => "7.5.1.2.D",
            Cause::Engineers => "3.1.1.h",
        }
    }
}

/// A unit beside the enemy hex that might support.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts of a unit, read by name")]
pub struct Supporter {
    /// It is disorganized.
    pub disorganized: bool,
    /// It is in command range of its HQ.
    pub in_command: bool,
    /// Its ZOC reaches the enemy hex.
    pub zoc_reaches: bool,
    /// It is of the formation that it supports.
    pub same_formation: bool,
}

/// What the units of a hex give together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HexSupport {
    /// Nothing.
    None,
    /// Support by other formations alone.
    Other,
    /// Support by the formation itself.
    Same,
}

impl Supporter {
    /// [7.5.1.2.B1][7.5.1.2.B2][7.5.1.2.B4] What it gives for itself.
    #[inline]
    pub const fn gives(self) -> HexSupport {
        match (!self.disorganized && self.in_command && self.zoc_reaches, self.same_formation) {
            (false, _) => HexSupport::None,
            (true, false) => HexSupport::Other,
            (true, true) => HexSupport::Same,
        }
    }
}

/// Hexes that support a side: of the attacker those beside the defending hex except the attacking one, of the defender those beside
/// the attacking hex except the defending one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Support {
    /// Hexes with a qualifying unit of the same formation.
    pub same: u8,
    /// Hexes in which units of other formations alone qualify.
    pub other: u8,
}

impl Support {
    /// [7.5.1.2.B9] Adds a hex, which counts once whatever stands in it.
    #[inline]
    pub fn add(&mut self, hex: HexSupport) {
        match hex {
            HexSupport::None => {}
            HexSupport::Other => self.other += 1,
            HexSupport::Same => self.same += 1,
        }
    }

    const fn hexes(self) -> i8 {
        (self.same + self.other) as i8
    }
}

/// The attacker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Assault {
    /// Type of the attack.
    pub attack: AttackType,
    /// Current support points of his HQ; 0 where the stack is out of its command range.
    pub hq_points: u8,
    /// Hexes that would support.
    pub support: Support,
    /// Engineers that attack.
    pub engineers: u8,
    /// Engineers of the activated formation among those that would support.
    pub supporting_engineers: u8,
}

/// The defender.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Stand {
    /// The hex is in improved defence.
    pub improved: bool,
    /// One of the defending units is disorganized.
    pub disorganized: bool,
    /// Hexes that would support.
    pub support: Support,
}

/// [3.1.1.f] Whether a strongpoint works: Soviets hold it, and not AFVs alone [B8].
pub fn fort_works(strongpoint: bool, holder: Side, units: &[Fighter]) -> bool {
    strongpoint && holder == Side::Soviet && units.iter().any(|unit| unit.armour.arm() == Arm::Infantry)
}

/// [7.5.1.2] All modifiers of a combat. `armour` is the DRM of armour superiority.
pub fn tally(tables: &Tables, switches: Switches, ground: Ground, assault: Assault, stand: Stand, armour: i8) -> Tally<Cause> {
    let mut tally = Tally::new();
    match ground.crossing {
        Crossing::BugBridge if ground.brandenburg => tally.add(Cause::Brandenburg, tables.brandenburg.drm),
        crossing => tally.add(Cause::Hexside(crossing), tables.terrain.crossing(crossing).attack_drm),
    }
    tally.add(Cause::AttackerSupport, attacker_support(tables, assault));
    tally.add(Cause::DefenderSupport, defender_support(tables, switches, assault.attack, stand));
    tally.add(Cause::Headquarters, headquarters(tables, assault.attack, assault.hq_points));
    tally.add(Cause::Armour, armour);
    if ground.fort {
        tally.add(Cause::Engineers, engineers(tables, switches, assault));
    }
    tally.unlimited()
}

/// [7.5.1.2.B3][7.5.1.2.B5][7.5.1.2.B7] Support of the attacker.
pub fn attacker_support(tables: &Tables, assault: Assault) -> i8 {
    let (rules, support) = (&tables.combat, assault.support);
    match assault.attack {
        AttackType::Hasty => 0,
        AttackType::Regular => rules.support_regular * support.hexes(),
        AttackType::Prepared => rules.support_prepared_same * support.same as i8 + rules.support_prepared_other * support.other as i8,
    }
}

/// [7.5.1.2.B4][7.5.1.2.B6][7.5.1.2.B8] Support of the defender. Whether it counts against a hasty attack is a switch [A46].
pub fn defender_support(tables: &Tables, switches: Switches, attack: AttackType, stand: Stand) -> i8 {
    let (rules, support) = (&tables.combat, stand.support);
    if stand.disorganized || attack == AttackType::Hasty && !switches.support_against_hasty {
        return 0;
    }
    if stand.improved {
        rules.support_improved_same * support.same as i8 + rules.support_improved_other * support.other as i8
    } else {
        rules.support_normal * support.hexes()
    }
}

/// [7.5.1.2.C1][7.5.1.2.C2] Support of the HQ of the attacker.
pub fn headquarters(tables: &Tables, attack: AttackType, points: u8) -> i8 {
    let points = match attack {
        AttackType::Hasty => 0,
        AttackType::Regular => points.div_ceil(tables.combat.hq_regular_divisor),
        AttackType::Prepared => points,
    };
    points as i8
}

/// [3.1.1.h] Engineers against a strongpoint: each counts, or all of them once [A17]; those that support do so in regular and
/// prepared attacks alone.
fn engineers(tables: &Tables, switches: Switches, assault: Assault) -> i8 {
    let supporting = if assault.attack == AttackType::Hasty { 0 } else { assault.supporting_engineers };
    let engineers = assault.engineers + supporting;
    let counted = if switches.engineers_count_once { engineers.min(1) } else { engineers };
    tables.terrain.fort.engineers.saturating_mul(counted as i8)
}
