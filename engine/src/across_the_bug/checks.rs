//! Effectiveness checks, attrition and reactions: dice against a value of a counter [5.6][5.8.4.a][6.4.2].

use super::data::{FACES, Tables};
use super::results::Role;
use crate::game::Side;
use crate::kit::tally::Tally;

/// [5.6] What asks for an effectiveness check.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Occasion {
    /// A red result of a combat [7.5.2.2].
    RedResult(Role),
    /// A Recovery action [7.6].
    Recovery,
    /// An isolated unit that begins an action [5.8.4.2].
    Isolated,
    /// Infiltration [7.3.4].
    Infiltration,
    /// An AFV that enters a swamp off road and railway [3.1.1.j].
    Swamp,
    /// An overstacked hex [5.3.1.d].
    Overstacking,
}

/// What modifies the die of a check.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cause {
    /// Soviet infantry in a strongpoint that works.
    Fort,
    /// Soviet units under surprise.
    Surprise,
}

impl Cause {
    /// Number of the rule.
    pub const fn rule(self) -> &'static str {
        match self {
            Cause::Fort => "3.1.1.g",
            Cause::Surprise => "10.2.a",
        }
    }
}

/// A unit that is checked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Checked {
    /// Whose it is.
    pub side: Side,
    /// It is of infantry type and stands in a strongpoint that works.
    pub in_fort: bool,
    /// Surprise activations are in progress.
    pub surprise: bool,
}

/// [3.1.1.g][10.2.a] Modifiers of the die of a check. A strongpoint helps when its infantry defends or recovers.
pub fn modifiers(tables: &Tables, occasion: Occasion, unit: Checked) -> Tally<Cause> {
    let mut tally = Tally::new();
    if unit.in_fort && unit.side == Side::Soviet && matches!(occasion, Occasion::RedResult(Role::Defender) | Occasion::Recovery) {
        tally.add(Cause::Fort, tables.terrain.fort.check);
    }
    if unit.surprise && unit.side == Side::Soviet {
        tally.add(Cause::Surprise, tables.surprise.check);
    }
    tally.unlimited()
}

/// [5.6.1][3.3.c] Whether a modified die does not exceed a value: a check is passed, a reaction succeeds.
#[inline]
pub const fn passes(die: u8, modifier: i8, value: u8) -> bool {
    die as i16 + modifier as i16 <= value as i16
}

/// How many of the ten faces pass: the exact weight of success.
#[inline]
pub fn chances(modifier: i8, value: u8) -> u8 {
    (i16::from(value) - i16::from(modifier)).clamp(0, FACES as i16) as u8
}

/// What a failed check does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Failure {
    /// Nothing more.
    Nothing,
    /// The unit becomes disorganized.
    Disorganizes,
    /// The unit, disorganized already, loses an SP.
    CostsStrength,
}

/// [5.6.2][5.6.2.a][5.6.2.c] What a failed check does to a unit. A disorganized one pays in combat and in overstacked hexes [A6].
#[inline]
pub const fn failure(occasion: Occasion, disorganized: bool) -> Failure {
    match (occasion, disorganized) {
        (Occasion::Recovery, _) | (Occasion::Isolated | Occasion::Infiltration | Occasion::Swamp, true) => Failure::Nothing,
        (_, false) => Failure::Disorganizes,
        (Occasion::RedResult(_) | Occasion::Overstacking, true) => Failure::CostsStrength,
    }
}

/// [5.8.4.a][3.1.1.g] SP that attrition costs a unit that is disorganized and isolated.
#[inline]
pub fn attrition(tables: &Tables, die: u8, effectiveness: u8, in_fort: bool) -> u8 {
    let fort = if in_fort { tables.terrain.fort.check } else { 0 };
    match die as i8 + fort - effectiveness as i8 {
        excess if excess >= tables.attrition.two_from => 2,
        excess if excess >= tables.attrition.one_from => 1,
        _ => 0,
    }
}

/// [6.4.2][10.2.a] Modifier of the die of a reaction.
#[inline]
pub fn reaction_modifier(tables: &Tables, side: Side, surprise: bool) -> i8 {
    if surprise && side == Side::Soviet { tables.surprise.reaction } else { 0 }
}
