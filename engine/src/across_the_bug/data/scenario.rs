//! Scenario files: area, turns, set-up, arrivals, special rules, victory, and the readings that can be switched.

use serde::Deserialize;

use super::deployment::{self, Arrival, Deployment, Loss, Placement, RawArrival, RawDeployment, RawLoss, Reader};
use super::map::Map;
use super::tables::Tables;
use super::units::Counters;
use crate::across_the_bug::ids::{FormationId, FormationSet, HexSet, OBJECTIVES, UnitSet};
use crate::across_the_bug::switches::Switches;
use crate::across_the_bug::terms::{Bridge, SupplyArea};
use crate::data::{DataError, Source};
use crate::game::Side;
use crate::hex::Hex;
use crate::kit::files::rows;
use crate::kit::map::{Block, HexReader};

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

/// Who says where the counters stand at start.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SetUp {
    /// The scenario.
    Fixed,
    /// The sides, within the zones of the scenario [11.1][11.2][11.3].
    Free,
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
    /// Who says where the counters stand at start.
    pub set_up: SetUp,
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
    /// Counters of the start, in order of set-up: where they stand, or in a free set-up where they might.
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
    /// Strongpoint hexes score where no Soviet counter is left in any [11.1.e].
    pub strongpoints_score: bool,
    /// Units that leave for points, where the scenario has them.
    pub exit: Option<Exit>,
    /// Levels of victory: the name of a table of them.
    pub ladder: String,
}

impl Script {
    /// Counters that are in the game: on the map at start, arriving, or in the reserve.
    pub fn in_play(&self) -> UnitSet {
        let mut units = UnitSet::EMPTY;
        self.placements.iter().for_each(|placement| units.insert(placement.unit));
        let later = self.arrivals.iter().map(|arrival| arrival.units).chain(self.reserve.iter().map(|reserve| reserve.units));
        later.flat_map(|set| set.iter()).for_each(|unit| units.insert(unit));
        units
    }

    /// Formations that are on the map at start.
    pub fn deployed(&self) -> FormationSet {
        self.deployments.iter().map(|deployment| deployment.formation).collect()
    }

    /// First and last turn.
    pub fn span(&self) -> (u16, u16) {
        (self.turns[0].number, self.turns[self.turns.len() - 1].number)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    scenario: RawScenario,
    area: RawArea,
    #[serde(default)]
    edge: Vec<RawEdge>,
    #[serde(default)]
    switches: Switches,
    turn: Vec<TurnEntry>,
    start: RawStart,
    deployment: Vec<RawDeployment>,
    #[serde(default)]
    loss: Vec<RawLoss>,
    #[serde(default)]
    arrival: Vec<RawArrival>,
    reserve: Option<RawReserve>,
    surprise: Option<RawSurprise>,
    brandenburg: Option<RawBrandenburg>,
    #[serde(default)]
    pontoon: Vec<RawPontoon>,
    #[serde(default)]
    restriction: Vec<RawRestriction>,
    victory: RawVictory,
    #[serde(default)]
    objective: Vec<RawObjective>,
    exit: Option<RawExit>,
}

/// Both sides, the first to set up first, or a word.
#[derive(Deserialize)]
#[serde(untagged)]
enum RawSetUp {
    Fixed(Vec<String>),
    Word(String),
}

rows! {
    RawScenario { id: String, name: String, description: String, set_up: RawSetUp }
    RawArea { columns: [u8; 2], rows: [u8; 2] }
    RawEdge { side: Side, columns: [u8; 2], rows: [u8; 2] }
    RawStart { luck: Side, interdiction: Option<u8>, orders: u8, improved_stacks: u8 }
    RawReserve { formation: String, units: Vec<String>, area: SupplyArea, within: u16, last_turn: u16, level: u8, entry: Vec<Block> }
    RawSurprise { activations: u8, formations: Vec<String> }
    RawBrandenburg { last_turn: u16, bridges: Vec<String> }
    RawPontoon { corps: String }
    RawRestriction {
        formation: String,
        #[serde(default)]
        hexes: Vec<String>,
        area: Option<SupplyArea>,
        within: u16,
        last_turn: Option<u16>,
        #[serde(default)]
        lifted_by_control: bool,
    }
    RawVictory { printed: bool, strongpoints: bool, ladder: String }
    RawObjective { hexes: Vec<String>, points: u8, turn: Option<u16> }
    RawExit { formations: Vec<String>, area: SupplyArea }
}

/// Most turns of a scenario.
const TURNS: usize = 30;
/// Most counterattack orders, and most stacks in improved defence at start.
const MARKERS: u8 = 20;

/// Parses and validates.
pub(super) fn load(source: &Source<'_>, map: &Map, counters: &Counters, tables: &Tables) -> Result<Script, DataError> {
    source.check_origins(&["switches"])?;
    let raw: RawFile = source.parse()?;
    source.check_scenario_id("scenario.id", &raw.scenario.id)?;
    let (set_up, order) = set_up(source, &raw.scenario.set_up)?;
    let everywhere = HexReader { source, grid: &map.grid, open: HexSet::full(map.grid.len()) };
    let area = everywhere.block("area", &Block { columns: raw.area.columns, rows: raw.area.rows })?;
    let reader = Reader { hexes: HexReader { open: area, ..everywhere }, map, counters, stacking: &tables.stacking };
    let turns = check_turns(source, &raw.turn)?;
    let (deployments, placements) = deployment::deploy(&reader, &order, &raw.deployment)?;
    let arrivals = deployment::arrive(&reader, turns, &placements, &raw.arrival)?;
    let mut script = Script {
        id: raw.scenario.id,
        name: raw.scenario.name,
        description: raw.scenario.description,
        set_up,
        set_up_order: order,
        area,
        supply: supply(&reader, &raw.edge)?,
        switches: raw.switches,
        turns: raw.turn,
        start: start(source, &raw.start)?,
        losses: deployment::lose(&reader, &placements, &raw.loss)?,
        deployments,
        placements,
        arrivals,
        reserve: None,
        surprise: None,
        brandenburg: None,
        pontoons: Vec::new(),
        restrictions: Vec::new(),
        objectives: objectives(&reader, turns, raw.victory.printed, &raw.objective)?,
        strongpoints_score: raw.victory.strongpoints,
        exit: None,
        ladder: ladder(source, tables, raw.victory.ladder)?,
    };
    script.reserve = raw.reserve.map(|raw| reserve(&reader, &script, &raw)).transpose()?;
    script.surprise = raw.surprise.map(|raw| surprise(&reader, &script, &raw)).transpose()?;
    script.brandenburg = raw.brandenburg.map(|raw| brandenburg(&reader, turns, &raw)).transpose()?;
    script.pontoons = raw.pontoon.iter().map(|raw| pontoon(&reader, &script, raw)).collect::<Result<_, _>>()?;
    script.restrictions = raw.restriction.iter().map(|raw| restriction(&reader, turns, raw)).collect::<Result<_, _>>()?;
    script.exit = raw.exit.map(|raw| exit(&reader, &raw)).transpose()?;
    Ok(script)
}

/// [11.1][11.2][11.3] Who sets up, and in which order: in a free set-up the Soviets first.
fn set_up(source: &Source<'_>, raw: &RawSetUp) -> Result<(SetUp, Vec<Side>), DataError> {
    let side = |name: &String| Side::ALL.into_iter().find(|side| side.name() == name);
    let found = match raw {
        RawSetUp::Word(word) => (word == "free").then(|| (SetUp::Free, vec![Side::Soviet, Side::Axis])),
        RawSetUp::Fixed(names) => match names.iter().map(side).collect::<Option<Vec<_>>>() {
            Some(order) if order.len() == 2 && order[0] != order[1] => Some((SetUp::Fixed, order)),
            _ => None,
        },
    };
    found.ok_or_else(|| source.error("scenario.set_up", "expected both sides, the first to set up first, or \"free\""))
}

fn check_turns(source: &Source<'_>, turns: &[TurnEntry]) -> Result<(u16, u16), DataError> {
    let (Some(first), Some(last)) = (turns.first(), turns.last()) else {
        return Err(source.error("turn", format!("no turn; expected 1 to {TURNS}")));
    };
    if turns.len() > TURNS || first.number == 0 {
        return Err(
            source.error("turn", format!("{} turns from {} on; expected 1 to {TURNS}, the first at least 1", turns.len(), first.number))
        );
    }
    match turns.iter().zip(first.number..).find(|(turn, expected)| turn.number != *expected) {
        Some((turn, expected)) => {
            Err(source.error(format!("turn {}", turn.number), format!("expected turn {expected}: turns follow one another")))
        }
        None => Ok((first.number, last.number)),
    }
}

/// Hexes of the area at which a supply path of each side ends. A corner may serve both.
fn supply(reader: &Reader<'_>, edges: &[RawEdge]) -> Result<[HexSet; 2], DataError> {
    let source = reader.hexes.source;
    let area = reader.hexes.open;
    let mut supply = [HexSet::EMPTY; 2];
    for of in SupplyArea::ALL {
        let own = &mut supply[of.side().index()];
        own.extend(reader.map.supply[of.index()].intersection(area).iter());
    }
    for (at, edge) in edges.iter().enumerate() {
        let key = format!("edge number {}", at + 1);
        let hexes = reader.hexes.block(&key, &Block { columns: edge.columns, rows: edge.rows })?;
        if let Some(inner) = hexes.iter().find(|&hex| !reader.is_on_edge(hex)) {
            return Err(source.error(key, format!("{} lies inside; expected hexes of the edge of the area", reader.name(inner))));
        }
        supply[edge.side.index()].extend(hexes.iter());
    }
    if let Some(side) = Side::ALL.into_iter().find(|side| supply[side.index()].is_empty()) {
        return Err(source.error("area", format!("no edge to supply the {} side; expected one, of the map or in [[edge]]", side.name())));
    }
    Ok(supply)
}

fn start(source: &Source<'_>, raw: &RawStart) -> Result<Start, DataError> {
    if raw.interdiction.is_some_and(|level| level > 2) || raw.orders > MARKERS || raw.improved_stacks > MARKERS {
        return Err(source.error("start", format!("expected interdiction of 0 to 2, and at most {MARKERS} orders and improved stacks")));
    }
    Ok(Start {
        luck: raw.luck,
        interdiction: raw.interdiction.map_or(Interdiction::Rolled, Interdiction::Fixed),
        orders: raw.orders,
        improved_stacks: raw.improved_stacks,
    })
}

fn objectives(reader: &Reader<'_>, turns: (u16, u16), printed: bool, raw: &[RawObjective]) -> Result<Vec<Objective>, DataError> {
    let source = reader.hexes.source;
    let area = reader.hexes.open;
    let of_map = reader.map.printed.iter().filter(|(hex, _)| printed && area.contains(*hex));
    let mut objectives: Vec<Objective> = of_map.map(|&(hex, points)| Objective { hex, points, turn: None }).collect();
    for (at, raw) in raw.iter().enumerate() {
        let key = format!("objective number {}", at + 1);
        if !(1..=9).contains(&raw.points) {
            return Err(source.error(key, format!("points = {}; expected 1 to 9", raw.points)));
        }
        reader.in_time(&key, turns, raw.turn.unwrap_or(turns.1))?;
        for hex in reader.hexes.hexes(&key, &raw.hexes)? {
            if objectives.iter().any(|known| known.hex == hex && known.turn == raw.turn) {
                return Err(source.error(key, format!("{} scores twice for the same turn", reader.name(hex))));
            }
            objectives.push(Objective { hex, points: raw.points, turn: raw.turn });
        }
    }
    if objectives.is_empty() || objectives.len() > OBJECTIVES {
        return Err(source.error("objective", format!("{} hexes that score; expected 1 to {OBJECTIVES}", objectives.len())));
    }
    Ok(objectives)
}

fn ladder(source: &Source<'_>, tables: &Tables, name: String) -> Result<String, DataError> {
    if tables.ladder(&name).is_some() {
        return Ok(name);
    }
    let known: Vec<&str> = tables.ladders.iter().map(|ladder| ladder.name.as_str()).collect();
    Err(source.error("victory.ladder", format!("{name:?}; expected one of {known:?}")))
}

fn reserve(reader: &Reader<'_>, script: &Script, raw: &RawReserve) -> Result<Reserve, DataError> {
    let source = reader.hexes.source;
    let formation = reader.formation("reserve", &raw.formation)?;
    reader.in_time("reserve", script.span(), raw.last_turn)?;
    let units = reader.own_units("reserve", formation, &raw.units)?;
    let known = script.in_play();
    if let Some(unit) = units.iter().find(|&unit| known.contains(unit)) {
        return Err(source.error("reserve", format!("{} is in the game already", reader.id(unit))));
    }
    if raw.level > reader.counters.formations[formation.index()].max_level {
        return Err(source.error("reserve", format!("level = {}; expected at most the maximum of {}", raw.level, raw.formation)));
    }
    let near = reader.hexes.open.iter().filter(|&hex| reader.map.from_area(raw.area, hex) <= raw.within);
    Ok(Reserve {
        formation,
        units,
        trigger: near.collect(),
        last_turn: raw.last_turn,
        entry: reader.entry("reserve", &raw.entry)?,
        level: raw.level,
    })
}

fn surprise(reader: &Reader<'_>, script: &Script, raw: &RawSurprise) -> Result<Surprise, DataError> {
    let formations = reader.formations("surprise", &raw.formations)?;
    let german = formations.iter().all(|formation| reader.counters.formations[formation.index()].side == Side::Axis);
    let ready = formations.difference(script.deployed()).is_empty();
    if !german || !ready || raw.activations == 0 || usize::from(raw.activations) > formations.len() {
        let what = "expected German formations that are on the map, and at most one activation for each";
        return Err(reader.hexes.source.error("surprise", what));
    }
    Ok(Surprise { activations: raw.activations, formations })
}

fn brandenburg(reader: &Reader<'_>, turns: (u16, u16), raw: &RawBrandenburg) -> Result<Brandenburg, DataError> {
    reader.in_time("brandenburg", turns, raw.last_turn)?;
    let bridge = |name: &String| {
        let (a, b) = reader.hexes.hexside("brandenburg", name)?;
        let bridged = reader.map.side_between(a, b).is_some_and(|side| side.bridge == Some(Bridge::Bug));
        if bridged && [a, b].iter().all(|&hex| reader.hexes.open.contains(hex)) {
            return Ok((a, b));
        }
        Err(reader.hexes.source.error("brandenburg", format!("{name:?} is no bridge of the Bug in the area")))
    };
    Ok(Brandenburg { last_turn: raw.last_turn, bridges: raw.bridges.iter().map(bridge).collect::<Result<_, _>>()? })
}

fn pontoon(reader: &Reader<'_>, script: &Script, raw: &RawPontoon) -> Result<Pontoon, DataError> {
    let key = format!("pontoon of {:?}", raw.corps);
    let deployed = script.deployed();
    let all = &reader.counters.formations;
    let formations: FormationSet = deployed
        .iter()
        .filter(|formation| all[formation.index()].superior == raw.corps && all[formation.index()].side == Side::Axis)
        .collect();
    if formations.is_empty() {
        return Err(reader.hexes.source.error(key, "no German formation of this corps is on the map at start"));
    }
    Ok(Pontoon { corps: raw.corps.clone(), formations })
}

fn restriction(reader: &Reader<'_>, turns: (u16, u16), raw: &RawRestriction) -> Result<Restriction, DataError> {
    let key = format!("restriction of {:?}", raw.formation);
    let formation = reader.formation(&key, &raw.formation)?;
    reader.in_time(&key, turns, raw.last_turn.unwrap_or(turns.1))?;
    let hexes: HexSet = reader.hexes.hexes(&key, &raw.hexes)?.into_iter().collect();
    let grid = reader.hexes.grid;
    let near = |hex: &Hex| match raw.area {
        Some(area) => reader.map.from_area(area, *hex) <= raw.within,
        None => hexes.iter().any(|anchor| grid.distance(*hex, anchor) <= raw.within),
    };
    let allowed: HexSet = reader.hexes.open.iter().filter(near).collect();
    if hexes.is_empty() != raw.area.is_some() || allowed.is_empty() {
        return Err(reader.hexes.source.error(key, "expected hexes or a supply area, near to some hexes of the area in play"));
    }
    Ok(Restriction {
        formation,
        allowed,
        last_turn: raw.last_turn,
        lifted_by: if raw.lifted_by_control { hexes } else { HexSet::EMPTY },
        anchor: raw.area.map_or(HexSet::EMPTY, |area| reader.map.supply[area.index()].intersection(reader.hexes.open)),
    })
}

fn exit(reader: &Reader<'_>, raw: &RawExit) -> Result<Exit, DataError> {
    let formations = reader.formations("exit", &raw.formations)?;
    let reached = reader.map.supply[raw.area.index()].intersects(&reader.hexes.open);
    let east = raw.area == SupplyArea::Eastern;
    if !reached || !east || formations.is_empty() {
        let what = "expected formations, and the eastern area beside the area in play";
        return Err(reader.hexes.source.error("exit", what));
    }
    Ok(Exit { formations, area: raw.area })
}
