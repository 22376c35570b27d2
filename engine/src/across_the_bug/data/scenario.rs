//! Scenario files: area, turns, set-up, arrivals, special rules, victory, and the readings that can be switched.

use serde::Deserialize;

use super::map::SupplyArea;
use crate::across_the_bug::ids::{FormationId, FormationSet, HexSet, UnitId, UnitSet};
use crate::data::{DataError, Source};
use crate::game::Side;
use crate::hex::Hex;

/// Readings of rules that leave a choice; the number is that of the list in the README.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "independent readings, read by name")]
pub struct Switches {
    /// Streams without a bridge block paths of supply (reading A16).
    pub streams_block_supply: bool,
    /// Engineers add 1 each against a strongpoint; otherwise 1 in all (reading A17).
    pub every_engineer_counts: bool,
    /// A failed check of a red result with one hit forces a retreat (reading A19).
    pub single_red_hit_retreats: bool,
    /// Cannibalized units count as destroyed (reading A24).
    pub cannibalized_count_as_destroyed: bool,
    /// A headquarters may relocate beyond its limits and pay for it (reading A37).
    pub penalized_relocation: bool,
    /// Leg units may attack over the Bug without a bridge (reading A42).
    pub leg_attacks_over_the_bug: bool,
    /// The defender is supported against a hasty attack (reading A46).
    pub support_against_hasty_attacks: bool,
    /// Zones of control reach over the bridges of the Bug (reading A58).
    pub zones_over_bridges: bool,
    /// Units of the attacking hex that do not attack take the check of a red result (reading A63).
    pub bystanders_take_red_results: bool,
    /// Where they come from.
    pub origin: String,
}

/// A turn of the track.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnEntry {
    /// Number.
    pub number: u16,
    /// Date and time of day, for players.
    pub date: String,
    /// Where it comes from.
    pub origin: String,
}

/// Interdiction of the first turn, which has no Administrative phase [2.a][8.1.2].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Interdiction {
    /// This level.
    Fixed(u8),
    /// The German rolls for it when the game begins.
    Rolled,
}

/// What is so when a scenario begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    /// Holder of the battle luck token [5.2].
    pub luck: Side,
    /// Interdiction.
    pub interdiction: Interdiction,
    /// Counterattack orders that the Soviet owes [9.f].
    pub orders: u8,
    /// Soviet stacks that may be put into improved defence after set-up [11.2.d].
    pub improved_stacks: u8,
}

/// A counter on the map at start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement {
    /// The counter; a headquarters among them.
    pub unit: UnitId,
    /// Where.
    pub hex: Hex,
    /// The formation under which it stands [5.5].
    pub formation: FormationId,
}

/// Where counters of a formation may be set up when the sides choose for themselves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zone {
    /// The counters.
    pub units: UnitSet,
    /// The hexes that they may choose from.
    pub hexes: HexSet,
    /// At most one of these counters in a hex.
    pub one_each: bool,
}

/// A formation at start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deployment {
    /// The formation.
    pub formation: FormationId,
    /// Activation level.
    pub level: u8,
    /// Attack support points of its headquarters.
    pub support: u8,
    /// Where its counters may stand; each counter is in one zone.
    pub zones: Vec<Zone>,
    /// Where it comes from.
    pub origin: String,
}

/// Counters that arrive together [8.4].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// Turn in which they are due.
    pub turn: u16,
    /// Whose they are.
    pub side: Side,
    /// The counters, a headquarters included.
    pub units: UnitSet,
    /// Hexes of entry.
    pub entry: HexSet,
    /// Formations under which the units may enter: one but for independent units.
    pub formations: FormationSet,
    /// Where it comes from.
    pub origin: String,
}

/// The reserve of a formation that an early advance releases [10.5].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reserve {
    /// The formation.
    pub formation: FormationId,
    /// The units that come.
    pub units: UnitSet,
    /// Hexes in which a German unit releases it.
    pub trigger: HexSet,
    /// Last turn in which it can be released; it comes a turn later.
    pub last_turn: u16,
    /// Hexes of entry.
    pub entry: HexSet,
    /// Activation level with which a headquarters that was removed comes back.
    pub level: u8,
}

/// Losses that the other side distributes after set-up [11.2.b][11.2.c].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Loss {
    /// The formation that loses.
    pub formation: FormationId,
    /// Strength points of infantry-type units.
    pub infantry: u8,
    /// Strength points of AFV units.
    pub afv: u8,
    /// At most so many of one stack.
    pub per_stack: u8,
}

/// Surprise attack of the first turn [10.2].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Surprise {
    /// Activations at most; each formation has one.
    pub activations: u8,
    /// Formations that may have one.
    pub formations: FormationSet,
}

/// Commandos that hold bridges [10.1].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Brandenburg {
    /// Last turn in which attacks over the bridges are eased.
    pub last_turn: u16,
    /// The bridges: the two hexes of each.
    pub bridges: Vec<(Hex, Hex)>,
}

/// A pontoon bridge that a corps has [10.3].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pontoon {
    /// The corps.
    pub corps: String,
    /// Its formations, which may build it.
    pub formations: FormationSet,
}

/// Where a headquarters may go [10.4].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Restriction {
    /// The formation.
    pub formation: FormationId,
    /// Hexes near enough.
    pub allowed: HexSet,
    /// Last turn in which it holds; `None` for the whole game.
    pub last_turn: Option<u16>,
    /// It ends as soon as the German controls one of these hexes; empty for never.
    pub lifted_by: HexSet,
    /// The nearest hex to these is taken when none is allowed [10.4.b][10.4.c]; empty when any will do [10.4.a].
    pub anchor: HexSet,
}

/// A hex that scores for the German [9.a].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Objective {
    /// Where.
    pub hex: Hex,
    /// Victory points.
    pub points: u8,
    /// Turn at the end of which control is judged for good; `None` for the end of the game [11.3.b] (reading B9).
    pub turn: Option<u16>,
}

/// Units that leave the map for points [11.2.f][11.2.g].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exit {
    /// Formations whose units may leave.
    pub formations: FormationSet,
    /// The area through which they leave.
    pub area: SupplyArea,
    /// Strength points for one victory point.
    pub per_point: u8,
}

/// Lowest totals of German victory points for each level of victory [11.1.f][11.2.h][11.3.d].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Levels {
    /// German decisive victory.
    pub german_decisive: i16,
    /// German minor victory.
    pub german_minor: i16,
    /// Draw.
    pub draw: i16,
    /// Soviet minor victory; less is a Soviet decisive victory.
    pub soviet_minor: i16,
}

/// What a scenario file says, checked against map and counters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script {
    /// Id.
    pub id: String,
    /// Name for players.
    pub name: String,
    /// What it is about.
    pub description: String,
    /// Order of set-up.
    pub set_up_order: Vec<Side>,
    /// Hexes in play (reading B10).
    pub area: HexSet,
    /// Hexes at which a supply path of each side ends, those that the scenario adds included [5.7.1][11.1.a] (reading A51).
    pub supply: [HexSet; 2],
    /// Readings.
    pub switches: Switches,
    /// Turns in order.
    pub turns: Vec<TurnEntry>,
    /// What is so at start.
    pub start: Start,
    /// Formations at start, in order of set-up.
    pub deployments: Vec<Deployment>,
    /// Counters on the map at start, in order of set-up.
    pub placements: Vec<Placement>,
    /// Reinforcements.
    pub arrivals: Vec<Arrival>,
    /// The reserve, where the scenario has one.
    pub reserve: Option<Reserve>,
    /// Losses after set-up.
    pub losses: Vec<Loss>,
    /// Surprise attack, where the scenario has one.
    pub surprise: Option<Surprise>,
    /// Bridges held by commandos, where the scenario has them.
    pub brandenburg: Option<Brandenburg>,
    /// Pontoon bridges.
    pub pontoons: Vec<Pontoon>,
    /// Limits on headquarters.
    pub restrictions: Vec<Restriction>,
    /// Hexes that score.
    pub objectives: Vec<Objective>,
    /// Victory points for strongpoint hexes without a Soviet unit in any of them [11.1.e].
    pub strongpoint_points: u8,
    /// Units that leave for points, where the scenario has them.
    pub exit: Option<Exit>,
    /// Levels of victory.
    pub levels: Levels,
}
