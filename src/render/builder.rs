//! What the page on which forces are built asks of a game. A game with forces to choose brings a [`ForceBuilder`]; the page asks it
//! for what there is to choose from, for a judgement of two lists, and for a scenario with them.

use serde::{Deserialize, Serialize};
use stavka_engine::Side;

/// How a game answers the page on which forces are built.
#[derive(Clone, Copy, Debug)]
pub struct ForceBuilder {
    /// What there is to choose from.
    pub stock: fn() -> anyhow::Result<Stock>,
    /// Judges the lists of both sides.
    pub judge: fn(&ForceLists) -> anyhow::Result<Judgement>,
    /// The text of a scenario file: the mission with these forces.
    pub scenario: fn(&ForceLists) -> anyhow::Result<String>,
}

/// The lists of both sides as a page sends them.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct ForceLists {
    /// Id of the mission.
    pub mission: String,
    /// Year of the war.
    pub year: u16,
    /// Units of the Axis: ids, each with a star and a number if there are several, separated by blanks.
    pub axis: String,
    /// The same of the Soviets.
    pub soviet: String,
}

impl ForceLists {
    /// The list of a side.
    pub fn of(&self, side: Side) -> &str {
        match side {
            Side::Axis => &self.axis,
            Side::Soviet => &self.soviet,
        }
    }
}

/// What forces are built from, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stock {
    /// Years of the war.
    pub years: Vec<u16>,
    /// Missions that take any forces.
    pub missions: Vec<Mission>,
    /// Units by side.
    pub units: [Vec<UnitGroup>; 2],
    /// Ready forces.
    pub forces: Vec<ReadyForce>,
}

/// A mission that takes any forces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mission {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is about.
    pub about: String,
    /// What the force of each side is for, by its name in data.
    pub roles: [&'static str; 2],
    /// The same of both sides in words.
    pub battle: String,
    /// Year of its own forces.
    pub year: u16,
}

/// Units of a kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitGroup {
    /// What they are.
    pub title: &'static str,
    /// The units.
    pub units: Vec<StockUnit>,
}

/// A unit to choose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StockUnit {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Points, men, quality, years and limit, each in words.
    pub facts: Vec<String>,
    /// Its weapons in words.
    pub weapons: String,
    /// First and last year.
    pub years: [u16; 2],
    /// Most of them in a force.
    pub limit: u8,
}

/// A ready force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadyForce {
    /// Its name with its points.
    pub name: String,
    /// Owner.
    pub side: Side,
    /// Its year.
    pub year: u16,
    /// What it is for, by its name in data.
    pub role: &'static str,
    /// Its units as a list.
    pub list: String,
}

/// What is said of two lists.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// What is said of each.
    pub sides: [ListJudgement; 2],
    /// Why lists that are valid by themselves cannot be played together in the mission.
    pub problem: Option<String>,
    /// Whether a game can begin.
    pub valid: bool,
}

/// What is said of a list.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct ListJudgement {
    /// Sum of its points.
    pub points: u32,
    /// Least and most points.
    pub span: [u16; 2],
    /// The sum and its limits in words.
    pub total: String,
    /// The parts of the force, counted.
    pub parts: Vec<PartCount>,
    /// Every reason why it is refused.
    pub problems: Vec<String>,
    /// Ids of the units that are a reason by themselves.
    pub wrong: Vec<String>,
    /// The command that judges the same list.
    pub command: String,
}

/// A part of a force, counted.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct PartCount {
    /// How many of what, and how many there may be, in words.
    pub words: String,
    /// Whether so many may be.
    pub valid: bool,
}
