//! Scenario files: turns, set-up, events, victory, and the readings that can be switched.

use serde::Deserialize;

use super::map::Map;
use super::units::{AirUnit, Counters, Role, Unit};
use crate::data::{DataError, Source};
use crate::east_front::ids::{AirId, HEX_WORDS, HexSet, STRONGPOINTS, UnitId};
use crate::east_front::weather::{Climate, Condition};
use crate::game::Side;
use crate::hex::{Hex, HexList};
use crate::kit::files::rows;
use crate::kit::map::{HexReader, LetterRows};

/// Whether units have to trace General Supply.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GeneralSupply {
    /// Every unit is always supplied.
    Always,
    /// Units trace supply lines.
    Traced,
}

/// Rules of the series that the scenario has or leaves out.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "independent rules, read by name")]
pub struct Rules {
    /// General Supply.
    pub general_supply: GeneralSupply,
    /// Replacements.
    pub replacements: bool,
    /// New strongpoints.
    pub new_strongpoints: bool,
    /// Rail movement.
    pub rail_movement: bool,
    /// Mandated Attacks.
    pub mandated_attacks: bool,
    /// Movement and retreat off the map.
    pub leaving_the_map: bool,
    /// Victory points for losses.
    pub loss_victory_points: bool,
    /// Ranges of air units.
    pub air_range_limits: bool,
    /// One engineer above the stacking limit in an assault on fortifications [PB 7.42].
    pub engineer_assault: bool,
    /// Where it comes from.
    pub origin: String,
}

/// Column of the combat table for odds of 10-1 and more (reading A3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
pub enum TopOdds {
    /// The fifteenth.
    #[serde(rename = "10-1")]
    TenToOne,
    /// The sixteenth, without a legible label.
    #[serde(rename = "X16")]
    Sixteenth,
}

/// Readings of rules that leave a choice.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "independent readings, read by name")]
pub struct Switches {
    /// Soviet mission units fly under a non-operational headquarters (reading A51).
    pub soviet_cas_near_a_broken_hq: bool,
    /// A loss without an asterisk falls on engineers too (reading A16).
    pub engineers_take_any_first_loss: bool,
    /// Column of 10-1 and more (reading A3).
    pub top_odds: TopOdds,
    /// The side with shooters pairs when the roll names the other (reading A23).
    pub shooters_pair_without_the_initiative: bool,
    /// Non-operational headquarters give their modifier to anti-aircraft fire (reading A30).
    pub broken_hqs_fire_at_aircraft: bool,
    /// Ground spares defenders the second step for standing fast (reading A48).
    pub ground_spares_the_second_step: bool,
    /// Assault guns break bunkers [PB 5.64].
    pub bunker_busting: bool,
    /// Fanatical defenders bar the advance [PB 5.10].
    pub fanatics: bool,
    /// Where they come from.
    pub origin: String,
}

/// A turn of the track.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts of a turn, read by name")]
pub struct TurnEntry {
    /// Number.
    pub number: u16,
    /// Date, for players.
    pub date: String,
    /// Climate.
    pub climate: Climate,
    /// Fixed weather; rolled when left out.
    pub weather: Option<Condition>,
    /// Air units roll for readiness.
    pub air_readiness: bool,
    /// Headquarters roll for recovery.
    pub hq_recovery: bool,
    /// Every Axis attack has Attack Supply, or none has.
    pub axis_attack_supply: bool,
    /// Every Soviet attack has Attack Supply, or none has.
    pub soviet_attack_supply: bool,
    /// Where it comes from.
    pub origin: String,
}

/// Boxes of the air card [17.12].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AirBox {
    /// May fly.
    Ready,
    /// Has flown.
    Flown,
    /// Damaged.
    Damaged,
    /// Destroyed.
    Destroyed,
}

/// A reinforcement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reinforcement {
    /// Turn.
    pub turn: u16,
    /// The counter.
    pub unit: UnitId,
    /// Steps it comes with.
    pub steps: u8,
    /// Where it enters.
    pub hex: Hex,
}

/// A unit that leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaving {
    /// A ground unit.
    Ground(UnitId),
    /// An air unit.
    Air(AirId),
}

/// A withdrawal: one of the units, the owner's choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Withdrawal {
    /// Turn.
    pub turn: u16,
    /// The candidates.
    pub units: Vec<Leaving>,
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
    /// Rules in force.
    pub rules: Rules,
    /// Readings.
    pub switches: Switches,
    /// Turns in order.
    pub turns: Vec<TurnEntry>,
    /// Hexes the Axis controls at start.
    pub axis_control: HexSet,
    /// Hexes the Soviets control at start.
    pub soviet_control: HexSet,
    /// Counters on the map at start.
    pub placements: Vec<(UnitId, Hex)>,
    /// Counters that start on their back: in the mode printed there, or with reduced steps [PB 9.41].
    pub back_up: Vec<UnitId>,
    /// Complete strongpoints at start, by owner.
    pub strongpoints: [HexList<STRONGPOINTS>; 2],
    /// Air units at start.
    pub air: Vec<(AirId, AirBox)>,
    /// Reinforcements.
    pub reinforcements: Vec<Reinforcement>,
    /// Withdrawals.
    pub withdrawals: Vec<Withdrawal>,
    /// Whether headquarters may be disbanded.
    pub hqs_may_disband: bool,
    /// Hexes of the map edge that save Soviet units from surrender.
    pub escape: HexSet,
    /// Hexes the Axis must hold.
    pub objectives: Vec<Hex>,
    /// Steps the Axis may lose.
    pub axis_steps_allowed: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    scenario: RawScenario,
    rules: Rules,
    switches: Switches,
    turn: Vec<TurnEntry>,
    control: LetterRows,
    stack: Vec<RawStack>,
    #[serde(default)]
    face: Vec<RawFace>,
    #[serde(default)]
    strongpoint: Vec<RawStrongpoint>,
    air_box: Vec<RawAirBox>,
    #[serde(default)]
    reinforcement: Vec<RawReinforcement>,
    #[serde(default)]
    withdrawal: Vec<RawWithdrawal>,
    headquarters: RawHeadquarters,
    surrender: RawSurrender,
    victory: RawVictory,
}

rows! {
    RawScenario { id: String, name: String, description: String, first_turn: u16, set_up: Vec<Side> }
    RawStack { hex: String, units: Vec<String> }
    RawFace { unit: String, up: Up }
    RawStrongpoint { side: Side, hexes: Vec<String> }
    RawAirBox { side: Side, r#box: AirBox, units: Vec<String> }
    RawReinforcement { turn: u16, unit: String, steps: u8, hex: String }
    RawWithdrawal { turn: u16, units: Vec<String> }
    RawHeadquarters { may_disband: bool }
    RawSurrender { escape_row: u8 }
    RawVictory { objectives: Vec<String>, axis_steps_allowed: u8 }
}

#[derive(PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Up {
    Front,
    Back,
}

/// Finds counters and hexes that the file names.
struct Reader<'a> {
    hexes: HexReader<'a, HEX_WORDS>,
    counters: &'a Counters,
}

impl Reader<'_> {
    fn unit(&self, key: &str, id: &str) -> Result<(UnitId, &Unit), DataError> {
        self.counters.units.named(self.hexes.source, key, "unit", id)
    }

    fn air(&self, key: &str, id: &str) -> Result<(AirId, &AirUnit), DataError> {
        self.counters.air.named(self.hexes.source, key, "air unit", id)
    }

    fn error(&self, key: &str, problem: impl Into<String>) -> DataError {
        self.hexes.source.error(key, problem)
    }
}

/// Parses and validates.
pub(super) fn load(source: &Source<'_>, map: &Map, counters: &Counters) -> Result<Script, DataError> {
    source.check_origins(&[])?;
    let raw: RawFile = source.parse()?;
    let reader = Reader { hexes: HexReader { source, grid: &map.grid, open: map.open }, counters };
    source.check_scenario_id("scenario.id", &raw.scenario.id)?;
    let order = &raw.scenario.set_up;
    if order.len() != 2 || order[0] == order[1] {
        return Err(source.error("scenario.set_up", "expected both sides, the first to set up first"));
    }
    refuse_unbuilt(source, &raw)?;
    check_turns(source, &raw)?;
    let (axis_control, soviet_control) = control(&reader, map, &raw.control)?;
    let placements = placements(&reader, map, &raw.stack)?;
    let back_up = faces(&reader, &raw.face, &placements, &raw.reinforcement)?;
    let last = raw.turn.last().map_or(0, |turn| turn.number);
    let in_time = |key: &str, turn: u16| {
        let fits = (raw.scenario.first_turn..=last).contains(&turn);
        fits.then_some(()).ok_or_else(|| source.error(key, format!("turn {turn}; expected {} to {last}", raw.scenario.first_turn)))
    };
    let mut strongpoints = [HexList::EMPTY; 2];
    for raw in &raw.strongpoint {
        for hex in reader.hexes.hexes("strongpoint", &raw.hexes)? {
            if strongpoints.iter().any(|list: &HexList<STRONGPOINTS>| list.contains(&hex)) {
                return Err(source.error("strongpoint", format!("a second one in {}", map.grid.name(hex))));
            }
            if strongpoints[raw.side.index()].len() == STRONGPOINTS {
                return Err(source.error("strongpoint", format!("more than {STRONGPOINTS} of the {} side", raw.side)));
            }
            strongpoints[raw.side.index()].insert(hex);
        }
    }
    let mut reinforcements = Vec::new();
    for raw in &raw.reinforcement {
        let key = format!("reinforcement {:?}", raw.unit);
        let (unit, counter) = reader.unit(&key, &raw.unit)?;
        in_time(&key, raw.turn)?;
        if placements.iter().any(|&(placed, _)| placed == unit) {
            return Err(source.error(key, "is on the map at start as well"));
        }
        if !(1..=counter.steps).contains(&raw.steps) {
            return Err(source.error(key, format!("steps = {}; expected 1 to {}", raw.steps, counter.steps)));
        }
        let hex = reader.hexes.hex(&key, &raw.hex)?;
        reinforcements.push(Reinforcement { turn: raw.turn, unit, steps: raw.steps, hex });
    }
    let mut withdrawals = Vec::new();
    for (at, raw) in raw.withdrawal.iter().enumerate() {
        let key = format!("withdrawal number {}", at + 1);
        in_time(&key, raw.turn)?;
        let leaving = |id: &String| match reader.air(&key, id) {
            Ok((air, _)) => Ok(Leaving::Air(air)),
            Err(_) => match reader.unit(&key, id)? {
                (unit, counter) if counter.steps == 1 => Ok(Leaving::Ground(unit)),
                (_, counter) => Err(source.error(
                    &*key,
                    format!("{id} has {} steps; to leave at the strength of the card is not carried out yet", counter.steps),
                )),
            },
        };
        let units = raw.units.iter().map(leaving).collect::<Result<Vec<_>, _>>()?;
        if units.is_empty() {
            return Err(source.error(key, "nobody leaves; expected at least one unit"));
        }
        withdrawals.push(Withdrawal { turn: raw.turn, units });
    }
    let grid = &map.grid;
    let escape: HexSet = grid.hexes().filter(|&hex| grid.row(hex) == raw.surrender.escape_row && map.open.contains(hex)).collect();
    if escape.is_empty() {
        return Err(source.error("surrender.escape_row", format!("no open hex in row {:02}", raw.surrender.escape_row)));
    }
    let objectives = reader.hexes.hexes("victory.objectives", &raw.victory.objectives)?;
    if objectives.is_empty() {
        return Err(source.error("victory.objectives", "none; expected the hexes that the Axis must hold"));
    }
    Ok(Script {
        set_up_order: raw.scenario.set_up.clone(),
        axis_control,
        soviet_control,
        placements,
        back_up,
        strongpoints,
        air: air_boxes(&reader, &raw.air_box)?,
        reinforcements,
        withdrawals,
        hqs_may_disband: raw.headquarters.may_disband,
        escape,
        objectives,
        axis_steps_allowed: raw.victory.axis_steps_allowed,
        id: raw.scenario.id,
        name: raw.scenario.name,
        description: raw.scenario.description,
        rules: raw.rules,
        switches: raw.switches,
        turns: raw.turn,
    })
}

/// Refuses the rules that the engine does not carry out yet: a scenario that turns one on would be played without it.
fn refuse_unbuilt(source: &Source<'_>, raw: &RawFile) -> Result<(), DataError> {
    let RawFile { rules, switches, headquarters, .. } = raw;
    let asked = [
        ("rules.general_supply", rules.general_supply == GeneralSupply::Traced, "\"traced\"", "\"always\""),
        ("rules.replacements", rules.replacements, "true", "false"),
        ("rules.new_strongpoints", rules.new_strongpoints, "true", "false"),
        ("rules.rail_movement", rules.rail_movement, "true", "false"),
        ("rules.mandated_attacks", rules.mandated_attacks, "true", "false"),
        ("rules.leaving_the_map", rules.leaving_the_map, "true", "false"),
        ("rules.loss_victory_points", rules.loss_victory_points, "true", "false"),
        ("rules.air_range_limits", rules.air_range_limits, "true", "false"),
        ("switches.bunker_busting", switches.bunker_busting, "true", "false"),
        ("switches.fanatics", switches.fanatics, "true", "false"),
        ("headquarters.may_disband", headquarters.may_disband, "true", "false"),
    ];
    match asked.into_iter().find(|&(_, asked, ..)| asked) {
        Some((key, _, value, expected)) => Err(source.error(key, format!("{value} is not carried out yet; expected {expected}"))),
        None => Ok(()),
    }
}

fn check_turns(source: &Source<'_>, raw: &RawFile) -> Result<(), DataError> {
    for (turn, expected) in raw.turn.iter().zip(raw.scenario.first_turn..) {
        if turn.number != expected {
            return Err(source.error(format!("turn {}", turn.number), format!("expected turn {expected}: turns follow one another")));
        }
    }
    if raw.turn.is_empty() || raw.turn.len() > 60 {
        return Err(source.error("turn", format!("{} turns; expected 1 to 60", raw.turn.len())));
    }
    Ok(())
}

fn control(reader: &Reader<'_>, map: &Map, raw: &LetterRows) -> Result<(HexSet, HexSet), DataError> {
    let letters = reader.hexes.letters("control.rows", &raw.rows, b"as-")?;
    let mut sets = (HexSet::EMPTY, HexSet::EMPTY);
    for (hex, letter) in map.grid.hexes().zip(letters) {
        if (letter == b'-') == map.open.contains(hex) {
            return Err(
                reader.error("control.rows", format!("hex {}: expected a side for every open hex and none elsewhere", map.grid.name(hex)))
            );
        }
        match letter {
            b'a' => sets.0.insert(hex),
            b's' => sets.1.insert(hex),
            _ => {}
        }
    }
    Ok(sets)
}

fn placements(reader: &Reader<'_>, map: &Map, stacks: &[RawStack]) -> Result<Vec<(UnitId, Hex)>, DataError> {
    let mut placements: Vec<(UnitId, Hex)> = Vec::new();
    for stack in stacks {
        let key = format!("stack {}", stack.hex);
        let hex = reader.hexes.hex(&key, &stack.hex)?;
        for id in &stack.units {
            let (unit, _) = reader.unit(&key, id)?;
            if let Some((_, other)) = placements.iter().find(|(placed, _)| *placed == unit) {
                return Err(reader.error(&key, format!("{id} stands in {} already; expected each counter once", map.grid.name(*other))));
            }
            if let Some((other, _)) = placements.iter().find(|(placed, at)| *at == hex && placed.side() != unit.side()) {
                return Err(reader.error(&key, format!("{id} stands beside a counter of the {} side", other.side())));
            }
            placements.push((unit, hex));
        }
    }
    Ok(placements)
}

fn faces(
    reader: &Reader<'_>,
    raw: &[RawFace],
    placements: &[(UnitId, Hex)],
    reinforcements: &[RawReinforcement],
) -> Result<Vec<UnitId>, DataError> {
    let mut turned = Vec::new();
    let mut back_up = Vec::new();
    for raw in raw {
        let key = format!("face {:?}", raw.unit);
        let (unit, counter) = reader.unit(&key, &raw.unit)?;
        if turned.contains(&unit) {
            return Err(reader.error(&key, "a second one; expected one face for a counter"));
        }
        turned.push(unit);
        let placed = placements.iter().any(|&(placed, _)| placed == unit);
        let arrives = reinforcements.iter().any(|entry| entry.unit == raw.unit);
        if !placed && !arrives {
            return Err(reader.error(&key, "stands in no stack and arrives on no turn; expected a counter of the scenario"));
        }
        if arrives && counter.steps > 1 {
            return Err(reader.error(&key, "arrives with the steps of its reinforcement; expected no face"));
        }
        if raw.up == Up::Back {
            if !counter.two_sided {
                return Err(reader.error(&key, "has no printed back"));
            }
            back_up.push(unit);
        }
    }
    Ok(back_up)
}

fn air_boxes(reader: &Reader<'_>, raw: &[RawAirBox]) -> Result<Vec<(AirId, AirBox)>, DataError> {
    let mut boxes: Vec<(AirId, AirBox)> = Vec::new();
    for raw in raw {
        let key = format!("air_box {} {:?}", raw.side, raw.r#box);
        for id in &raw.units {
            let (unit, counter) = reader.air(&key, id)?;
            if unit.side() != raw.side {
                return Err(reader.error(&key, format!("{id} belongs to the other side")));
            }
            if boxes.iter().any(|&(known, _)| known == unit) {
                return Err(reader.error(&key, format!("{id} is in a box already; expected each counter once")));
            }
            let dummy = counter.role == Role::Dummy;
            if dummy && matches!(raw.r#box, AirBox::Damaged | AirBox::Destroyed) {
                return Err(reader.error(&key, format!("{id} is a dummy; expected it Ready or Flown")));
            }
            boxes.push((unit, raw.r#box));
        }
    }
    Ok(boxes)
}
