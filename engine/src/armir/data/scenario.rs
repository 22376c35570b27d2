//! Scenario files: options, markers, weather, reinforcements, set-up.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::map::Map;
use super::units::{Class, Unit};
use crate::armir::ids::{Face, Formation, Place, UnitId};
use crate::data::{DataError, Source};
use crate::game::Side;
use crate::hex::Hex;
use crate::kit::files::rows;
use crate::kit::map::HexReader;
use crate::kit::order_of_battle::OrderOfBattle;

/// Most turns of a scenario.
const MOST_TURNS: u8 = 20;

/// Readings of rules that leave a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Italian fuel is paid once per phase, or once per unit (reading A5 of rule 5.4).
    pub fuel_per_unit: bool,
    /// No overrun into a strongpoint hex from any side, or only not across fortified hexsides
    /// (reading A63 of rule 13.c).
    pub strongpoint_hex_bars_overrun: bool,
}

/// Markers at start [18.3].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    /// Soviet momentum points.
    pub momentum: u8,
    /// Italian supply points.
    pub supply_points: u8,
    /// Airfield garrison.
    pub garrison: u8,
    /// Chir box, from 1.
    pub chir_box: u8,
    /// Soviet artillery points of turn 1, by army.
    pub artillery: [u8; 3],
}

/// First-turn weather [18.4.1]: change of the allowance in whole MP by movement class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weather {
    /// The turn it lasts.
    pub turn: u8,
    /// Foot.
    pub foot: i8,
    /// Motorised and HQ.
    pub motorised: i8,
    /// Tracked.
    pub tracked: i8,
}

/// A scheduled reinforcement [18.5].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// Game turn.
    pub turn: u8,
    /// The counter.
    pub unit: UnitId,
    /// Where it arrives.
    pub hex: Hex,
    /// Steps it arrives with.
    pub steps: u8,
}

/// How the counters come to the map [18].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetUp {
    /// Everything stands where the scenario says: counter, place, face.
    Fixed(Vec<(UnitId, Place)>, Vec<(UnitId, Face)>),
    /// The players place under rules 18.1 to 18.3.
    Free,
}

pub(super) struct Parsed {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) description: String,
    pub(super) turns: u8,
    pub(super) options: Options,
    pub(super) start: Start,
    pub(super) weather: Weather,
    pub(super) arrivals: Vec<Arrival>,
    pub(super) set_up: SetUp,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    scenario: RawScenario,
    options: RawOptions,
    start: RawStart,
    weather: RawWeather,
    #[serde(default)]
    reinforcement: Vec<RawReinforcement>,
    side_up: Option<BTreeMap<String, String>>,
    placement: Option<BTreeMap<String, String>>,
}

rows! {
    RawScenario { id: String, name: String, set_up: RawSetUp, description: String, turns: u8 }
    RawOptions { pa_price: PaPrice, strongpoint_overrun: StrongpointOverrun }
    RawStart { soviet_ps: u8, axis_pa: u8, garrison: u8, chir_box: u8, artillery_pool: BTreeMap<String, u8> }
    RawWeather { turn: u8, mp_foot: i8, mp_motorised: i8, mp_tracked: i8 }
    RawReinforcement { turn: u8, unit: String, at: String, steps: RawSteps }
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum RawSetUp {
    Fixed,
    Free,
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum PaPrice {
    Phase,
    Unit,
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum StrongpointOverrun {
    Side,
    Hex,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum RawSteps {
    Number(u8),
    Word(String),
}

/// Parses and validates what can be judged without the rules of set-up.
pub(super) fn load(source: &Source<'_>, map: &Map, counters: &OrderOfBattle<UnitId, Unit>) -> Result<Parsed, DataError> {
    source.check_origins(&[])?;
    let raw: RawFile = source.parse()?;
    if raw.scenario.turns == 0 || raw.scenario.turns > MOST_TURNS {
        return Err(source.error("scenario.turns", format!("{}; expected 1 to {MOST_TURNS} turns", raw.scenario.turns)));
    }
    source.check_scenario_id("scenario.id", &raw.scenario.id)?;
    let arrivals: Vec<Arrival> = raw.reinforcement.iter().map(|raw| arrival(source, map, counters, raw)).collect::<Result<_, _>>()?;
    // In a shortened scenario those of later turns do not come.
    if let Some(arrival) = arrivals.iter().find(|arrival| !(2..=MOST_TURNS).contains(&arrival.turn)) {
        return Err(source.error(
            "reinforcement",
            format!("turn {}; expected 2 to {MOST_TURNS}: turn 1 has no reinforcement phase [18.4]", arrival.turn),
        ));
    }
    let twice = |(index, arrival): (usize, &Arrival)| arrivals[..index].iter().any(|other| other.unit == arrival.unit);
    if arrivals.iter().enumerate().any(twice) {
        return Err(source.error("reinforcement", "a counter arrives twice; expected one entry per counter"));
    }
    let set_up = match raw.scenario.set_up {
        RawSetUp::Free if raw.placement.is_some() => {
            return Err(source.error("placement", "a free set-up has no placements; leave the table out"));
        }
        RawSetUp::Free if raw.side_up.is_some() => {
            return Err(source.error("side_up", "in a free set-up the players turn HQs and guns; leave the table out"));
        }
        RawSetUp::Free => SetUp::Free,
        RawSetUp::Fixed => {
            let Some(placement) = &raw.placement else {
                return Err(source.error("placement", "missing; a fixed set-up says where every counter stands"));
            };
            fixed(source, map, counters, placement, raw.side_up.as_ref())?
        }
    };
    let mut artillery = [0; 3];
    for (slot, army) in Formation::ARMIES.into_iter().enumerate() {
        artillery[slot] = *raw
            .start
            .artillery_pool
            .get(army.key())
            .ok_or_else(|| source.error("start.artillery_pool", format!("no value for {:?}; expected one per army", army.key())))?;
    }
    if raw.start.artillery_pool.len() != artillery.len() {
        return Err(source.error("start.artillery_pool", "expected the armies 6, 1g and 3g only"));
    }
    if raw.start.soviet_ps == 0 || raw.start.chir_box == 0 || raw.start.garrison == 0 {
        return Err(source.error("start", "soviet_ps, chir_box and garrison must be positive"));
    }
    Ok(Parsed {
        id: raw.scenario.id,
        name: raw.scenario.name,
        description: raw.scenario.description,
        turns: raw.scenario.turns,
        options: Options {
            fuel_per_unit: raw.options.pa_price == PaPrice::Unit,
            strongpoint_hex_bars_overrun: raw.options.strongpoint_overrun == StrongpointOverrun::Hex,
        },
        start: Start {
            momentum: raw.start.soviet_ps,
            supply_points: raw.start.axis_pa,
            garrison: raw.start.garrison,
            chir_box: raw.start.chir_box,
            artillery,
        },
        weather: Weather {
            turn: raw.weather.turn,
            foot: raw.weather.mp_foot,
            motorised: raw.weather.mp_motorised,
            tracked: raw.weather.mp_tracked,
        },
        arrivals,
        set_up,
    })
}

fn arrival(source: &Source<'_>, map: &Map, counters: &OrderOfBattle<UnitId, Unit>, raw: &RawReinforcement) -> Result<Arrival, DataError> {
    let key = format!("reinforcement {:?}", raw.unit);
    let (id, unit) = counters.named(source, &key, "counter", &raw.unit)?;
    if id.side() != Side::Axis {
        return Err(source.error(&key, "only the Axis receives reinforcements [15]"));
    }
    let hex = map
        .supply_named(&raw.at)
        .or_else(|| map.place_named(&raw.at))
        .ok_or_else(|| source.error(&key, format!("no supply source or place {:?} on the map", raw.at)))?;
    let steps = match &raw.steps {
        RawSteps::Number(steps) if (1..=unit.steps).contains(steps) => *steps,
        RawSteps::Word(word) if word == "full" => unit.steps,
        _ => return Err(source.error(&key, format!("steps: expected \"full\" or 1 to {}", unit.steps))),
    };
    Ok(Arrival { turn: raw.turn, unit: id, hex, steps })
}

fn fixed(
    source: &Source<'_>,
    map: &Map,
    counters: &OrderOfBattle<UnitId, Unit>,
    placement: &BTreeMap<String, String>,
    side_up: Option<&BTreeMap<String, String>>,
) -> Result<SetUp, DataError> {
    let mut places = Vec::new();
    let hexes = HexReader { source, grid: &map.grid, open: map.in_play };
    for (unit, place) in placement.iter().filter(|(unit, _)| *unit != "origin") {
        let key = format!("placement {unit:?}");
        let (id, _) = counters.named(source, &key, "counter", unit)?;
        let place = if place == "chir" { Place::CHIR } else { Place::on(hexes.hex(&key, place)?) };
        places.push((id, place));
    }
    places.sort_unstable();
    let mut faces = Vec::new();
    for (unit, face) in side_up.into_iter().flatten().filter(|(unit, _)| *unit != "origin") {
        let key = format!("side_up {unit:?}");
        let (id, counter) = counters.named(source, &key, "counter", unit)?;
        let face = match (counter.class, face.as_str()) {
            (Class::Hq, "long") | (Class::Artillery, "fire") => Face::Long,
            (Class::Hq, "short") | (Class::Artillery, "travel") => Face::Short,
            (_, other) => return Err(source.error(key, format!("{other:?}; expected long or short for an HQ, fire or travel for a gun"))),
        };
        faces.push((id, face));
    }
    faces.sort_unstable();
    Ok(SetUp::Fixed(places, faces))
}
