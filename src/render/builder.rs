//! What the page on which forces are built asks of a game. A game with forces to choose brings a [`ForceBuilder`]; the page asks it
//! for what there is to choose from, for a judgement of two lists, and for a scenario with them.

use serde::{Deserialize, Serialize};
use stavka_engine::Side;

/// How a game answers the page on which forces are built.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ForceBuilder {
    /// What there is to choose from.
    pub(crate) stock: fn() -> anyhow::Result<Stock>,
    /// Judges the lists of both sides.
    pub(crate) judge: fn(&ForceLists) -> anyhow::Result<Judgement>,
    /// The text of a scenario file: the mission with these forces.
    pub(crate) scenario: fn(&ForceLists) -> anyhow::Result<String>,
}

/// The lists of both sides as a page sends them.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct ForceLists {
    /// Id of the mission.
    pub(crate) mission: String,
    /// Year of the war.
    pub(crate) year: u16,
    /// Units of the Axis: ids, each with a star and a number if there are several, separated by blanks.
    pub(crate) axis: String,
    /// The same of the Soviets.
    pub(crate) soviet: String,
}

impl ForceLists {
    /// The list of a side.
    pub(crate) fn of(&self, side: Side) -> &str {
        match side {
            Side::Axis => &self.axis,
            Side::Soviet => &self.soviet,
        }
    }
}

/// What forces are built from, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Stock {
    /// Years of the war.
    pub(crate) years: Vec<u16>,
    /// Missions that take any forces.
    pub(crate) missions: Vec<Mission>,
    /// Units by side.
    pub(crate) units: [Vec<UnitGroup>; 2],
    /// Ready forces.
    pub(crate) forces: Vec<ReadyForce>,
}

/// A mission that takes any forces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Mission {
    /// Its id.
    pub(crate) id: String,
    /// Its name.
    pub(crate) name: String,
    /// What it is about.
    pub(crate) about: String,
    /// What the force of each side is for, by its name in data.
    pub(crate) roles: [&'static str; 2],
    /// The same of both sides in words.
    pub(crate) battle: String,
    /// Year of its own forces.
    pub(crate) year: u16,
}

/// Units of a kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct UnitGroup {
    /// What they are.
    pub(crate) title: &'static str,
    /// The units.
    pub(crate) units: Vec<StockUnit>,
}

/// A unit to choose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StockUnit {
    /// Its id.
    pub(crate) id: String,
    /// Its name.
    pub(crate) name: String,
    /// Points, men, quality, years and limit, each in words.
    pub(crate) facts: Vec<String>,
    /// Its weapons in words.
    pub(crate) weapons: String,
    /// First and last year.
    pub(crate) years: [u16; 2],
    /// Most of them in a force.
    pub(crate) limit: u8,
}

/// A ready force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ReadyForce {
    /// Its name with its points.
    pub(crate) name: String,
    /// Owner.
    pub(crate) side: Side,
    /// Its year.
    pub(crate) year: u16,
    /// What it is for, by its name in data.
    pub(crate) role: &'static str,
    /// Its units as a list.
    pub(crate) list: String,
}

/// What is said of two lists.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Judgement {
    /// What is said of each.
    pub(crate) sides: [ListJudgement; 2],
    /// Why lists that are valid by themselves cannot be played together in the mission.
    pub(crate) problem: Option<String>,
    /// Whether a game can begin.
    pub(crate) valid: bool,
}

/// What is said of a list.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub(crate) struct ListJudgement {
    /// Sum of its points.
    pub(crate) points: u32,
    /// Least and most points.
    pub(crate) span: [u16; 2],
    /// The sum and its limits in words.
    pub(crate) total: String,
    /// The parts of the force, counted.
    pub(crate) parts: Vec<PartCount>,
    /// Every reason why it is refused.
    pub(crate) problems: Vec<String>,
    /// Ids of the units that are a reason by themselves.
    pub(crate) wrong: Vec<String>,
    /// The command that judges the same list.
    pub(crate) command: String,
}

/// A part of a force, counted.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub(crate) struct PartCount {
    /// How many of what, and how many there may be, in words.
    pub(crate) words: String,
    /// Whether so many may be.
    pub(crate) valid: bool,
}
