//! Set-up and arrivals: which counters stand where, under which formation, and where they might stand.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::map::{Bank, Map};
use super::tables::Stacking;
use super::units::{Counters, Formation, Unit};
use crate::across_the_bug::ids::{FormationId, FormationSet, HEX_WORDS, HexSet, UnitId, UnitSet};
use crate::data::DataError;
use crate::game::Side;
use crate::hex::{Hex, HexName};
use crate::kit::files::rows;
use crate::kit::map::{Block, HexReader};

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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawDeployment {
    formation: String,
    level: u8,
    headquarters: String,
    support: Option<u8>,
    headquarters_zone: Option<Block>,
    zone: Vec<RawZone>,
    stacks: BTreeMap<String, Vec<String>>,
    origin: String,
}

/// Where counters may stand: what is left out is no limit.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawZone {
    /// Ids; all that no other zone names when left out.
    #[serde(default)]
    units: Vec<String>,
    columns: Option<[u8; 2]>,
    rows: Option<[u8; 2]>,
    bank: Option<Bank>,
    /// Least and greatest distance from the Bug.
    from_bug: Option<[u16; 2]>,
    /// Near one of these: hex and distance.
    #[serde(default)]
    near: BTreeMap<String, u16>,
    #[serde(default)]
    one_each: bool,
    /// Each unit in the strongpoint that it fills.
    #[serde(default)]
    strongpoints: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawArrival {
    turn: u16,
    formations: Vec<String>,
    #[serde(default)]
    headquarters: bool,
    units: Vec<String>,
    entry: Vec<Block>,
    origin: String,
}

rows! {
    pub(super) RawLoss { formation: String, infantry: u8, afv: u8, per_stack: u8 }
}

/// Finds counters, formations and hexes that a scenario names.
pub(super) struct Reader<'a> {
    pub(super) hexes: HexReader<'a, HEX_WORDS>,
    pub(super) map: &'a Map,
    pub(super) counters: &'a Counters,
    pub(super) stacking: &'a Stacking,
}

impl Reader<'_> {
    fn error(&self, key: &str, problem: impl Into<String>) -> DataError {
        self.hexes.source.error(key, problem)
    }

    pub(super) fn name(&self, hex: Hex) -> HexName {
        self.hexes.grid.name(hex)
    }

    pub(super) fn id(&self, unit: UnitId) -> &str {
        &self.counters.units[unit].id
    }

    pub(super) fn formation(&self, key: &str, id: &str) -> Result<FormationId, DataError> {
        self.counters.formation(self.hexes.source, key, id)
    }

    pub(super) fn formations(&self, key: &str, ids: &[String]) -> Result<FormationSet, DataError> {
        ids.iter().map(|id| self.formation(key, id)).collect()
    }

    fn values(&self, formation: FormationId) -> &Formation {
        &self.counters.formations[formation.index()]
    }

    fn unit(&self, key: &str, id: &str) -> Result<(UnitId, &Unit), DataError> {
        self.counters.units.named(self.hexes.source, key, "unit", id)
    }

    /// A unit that may stand under a formation: one of its own, or an independent of its corps [5.5.2].
    fn unit_under(&self, key: &str, formation: FormationId, id: &str) -> Result<UnitId, DataError> {
        let (unit, counter) = self.unit(key, id)?;
        let fits = counter.kind.is_combat()
            && match counter.formation {
                Some(own) => own == formation,
                None => counter.superior == self.values(formation).superior,
            };
        let problem = || format!("{id} is no combat unit of {}, and no independent unit of its corps", self.values(formation).id);
        if fits { Ok(unit) } else { Err(self.error(key, problem())) }
    }

    /// Units of a formation, each once.
    pub(super) fn own_units(&self, key: &str, formation: FormationId, ids: &[String]) -> Result<UnitSet, DataError> {
        let mut units = UnitSet::EMPTY;
        for id in ids {
            let unit = self.unit_under(key, formation, id)?;
            if units.contains(unit) {
                return Err(self.error(key, format!("{id} is named twice")));
            }
            units.insert(unit);
        }
        if units.is_empty() {
            return Err(self.error(key, "no units; expected at least one"));
        }
        Ok(units)
    }

    /// Whether a hex of the area touches what lies beyond it.
    pub(super) fn is_on_edge(&self, hex: Hex) -> bool {
        self.hexes.grid.neighbours(hex).filter(|&(_, near)| self.hexes.open.contains(near)).count() < 6
    }

    /// [8.4.1] Hexes of entry, on the edge of the area.
    pub(super) fn entry(&self, key: &str, blocks: &[Block]) -> Result<HexSet, DataError> {
        let mut entry = HexSet::EMPTY;
        for block in blocks {
            entry.extend(self.hexes.block(key, block)?.iter());
        }
        match entry.iter().find(|&hex| !self.is_on_edge(hex)) {
            Some(inner) => Err(self.error(key, format!("entry {} lies inside; expected hexes of the edge of the area", self.name(inner)))),
            None if entry.is_empty() => Err(self.error(key, "no hex of entry; expected one at least")),
            None => Ok(entry),
        }
    }

    /// [3.3.j][5.3.1.c] Headquarters that a hex takes.
    fn room(&self, hex: Hex) -> u8 {
        self.stacking.hqs(self.map.terrain(hex))
    }

    pub(super) fn in_time(&self, key: &str, (first, last): (u16, u16), turn: u16) -> Result<(), DataError> {
        let fits = (first..=last).contains(&turn);
        fits.then_some(()).ok_or_else(|| self.error(key, format!("turn {turn}; expected {first} to {last}")))
    }
}

/// Formations and counters at start.
pub(super) fn deploy(reader: &Reader<'_>, order: &[Side], raw: &[RawDeployment]) -> Result<(Vec<Deployment>, Vec<Placement>), DataError> {
    let mut deployments: Vec<Deployment> = Vec::new();
    let mut placements: Vec<Placement> = Vec::new();
    for raw in raw {
        let key = format!("deployment of {:?}", raw.formation);
        let formation = reader.formation(&key, &raw.formation)?;
        let values = reader.values(formation);
        if deployments.iter().any(|known| known.formation == formation) {
            return Err(reader.error(&key, "a second one of this formation"));
        }
        if values.side == order[0] && deployments.iter().any(|known| reader.values(known.formation).side == order[1]) {
            return Err(reader.error(&key, format!("after the other side; expected the {} side first", order[0].name())));
        }
        let support = raw.support.unwrap_or(values.support);
        if raw.level > values.max_level || support > values.support {
            let (level, most, printed) = (raw.level, values.max_level, values.support);
            return Err(reader.error(&key, format!("level {level}, support {support}; expected at most {most} and {printed}")));
        }
        let own = place(reader, &key, formation, raw, &placements)?;
        let zones = zones(reader, &key, raw, &own)?;
        deployments.push(Deployment { formation, level: raw.level, support, zones, origin: raw.origin.clone() });
        placements.extend(own);
    }
    check_stacks(reader, &placements)?;
    Ok((deployments, placements))
}

/// Places the headquarters and the units of a formation.
fn place(
    reader: &Reader<'_>,
    key: &str,
    formation: FormationId,
    raw: &RawDeployment,
    before: &[Placement],
) -> Result<Vec<Placement>, DataError> {
    let hq = reader.hexes.hex(key, &raw.headquarters)?;
    let mut own = vec![Placement { unit: reader.values(formation).hq, hex: hq, formation }];
    for (name, ids) in &raw.stacks {
        let hex = reader.hexes.hex(key, name)?;
        for id in ids {
            let unit = reader.unit_under(key, formation, id)?;
            if before.iter().chain(&own).any(|known| known.unit == unit) {
                return Err(reader.error(key, format!("{id} is placed twice")));
            }
            own.push(Placement { unit, hex, formation });
        }
    }
    Ok(own)
}

/// [5.3.1.b][5.3.1.c][3.3.j] Stacks at start keep the limits.
fn check_stacks(reader: &Reader<'_>, placements: &[Placement]) -> Result<(), DataError> {
    for placement in placements {
        let hex = placement.hex;
        let key = format!("stack {}", reader.name(hex));
        let here = || placements.iter().filter(|other| other.hex == hex).map(|other| &reader.counters.units[other.unit]);
        let units = here().filter(|unit| unit.kind.is_combat()).count();
        let limited = here().filter(|unit| unit.kind.is_limited()).count();
        let staffs = here().filter(|unit| !unit.kind.is_combat()).count();
        let room = usize::from(reader.room(hex));
        let (most, most_limited) = (usize::from(reader.stacking.units), usize::from(reader.stacking.limited));
        if here().any(|unit| unit.side != placement.unit.side()) {
            return Err(reader.error(&key, "counters of both sides; expected those of one"));
        }
        if units > most || limited > most_limited {
            let what = format!("{units} combat units, {limited} of them infantry; expected at most {most} and {most_limited} [5.3.1.b]");
            return Err(reader.error(&key, what));
        }
        if staffs > room {
            return Err(reader.error(&key, format!("{staffs} headquarters; expected at most {room} in this terrain [3.3.j][5.3.1.c]")));
        }
    }
    Ok(())
}

/// Where the counters of a deployment may stand.
fn zones(reader: &Reader<'_>, key: &str, raw: &RawDeployment, own: &[Placement]) -> Result<Vec<Zone>, DataError> {
    let mut left = UnitSet::EMPTY;
    own.iter().filter(|placement| reader.counters.units[placement.unit].kind.is_combat()).for_each(|at| left.insert(at.unit));
    let mut zones = Vec::new();
    // A zone that names its units comes first, whatever the order of the file: the one without takes the others.
    let (others, named): (Vec<_>, Vec<_>) = raw.zone.iter().partition(|zone| zone.units.is_empty());
    if others.len() > 1 {
        return Err(reader.error(key, "two zones without units; expected one at most, for all others"));
    }
    for zone in named.into_iter().chain(others) {
        let mut units = if zone.units.is_empty() { left } else { UnitSet::EMPTY };
        for id in &zone.units {
            let (unit, _) = reader.unit(key, id)?;
            if !left.contains(unit) {
                return Err(reader.error(key, format!("a zone of {id}; expected units of this deployment, each in one zone")));
            }
            units.insert(unit);
        }
        units.iter().for_each(|unit| left.remove(unit));
        if zone.strongpoints {
            for unit in units.iter() {
                let filled = reader.map.strongpoints.iter().find(|strongpoint| strongpoint.unit == reader.id(unit));
                let filled = filled.ok_or_else(|| reader.error(key, format!("{} fills no strongpoint of the map", reader.id(unit))))?;
                let mut single = UnitSet::EMPTY;
                single.insert(unit);
                zones.push(Zone { units: single, hexes: [filled.hex].into_iter().collect(), one_each: true });
            }
        } else {
            zones.push(Zone { units, hexes: zone_hexes(reader, key, zone)?, one_each: zone.one_each });
        }
    }
    if let Some(unit) = left.iter().next() {
        return Err(reader.error(key, format!("no zone for {}; expected a zone for every unit", reader.id(unit))));
    }
    zones.push(hq_zone(reader, raw, &zones, own[0]));
    for placement in own {
        let zone = zones.iter().find(|zone| zone.units.contains(placement.unit));
        if zone.is_none_or(|zone| !zone.hexes.contains(placement.hex)) {
            let what = format!("{} stands in {}, outside its zone", reader.id(placement.unit), reader.name(placement.hex));
            return Err(reader.error(key, what));
        }
    }
    Ok(zones)
}

fn zone_hexes(reader: &Reader<'_>, key: &str, zone: &RawZone) -> Result<HexSet, DataError> {
    let map = reader.map;
    let within = |span: Option<[u8; 2]>, at: u8| span.is_none_or(|[first, last]| (first..=last).contains(&at));
    let near = zone.near.iter().map(|(name, distance)| Ok((reader.hexes.hex(key, name)?, *distance)));
    let near = near.collect::<Result<Vec<_>, DataError>>()?;
    let fits = |&hex: &Hex| {
        within(zone.columns, map.grid.column(hex))
            && within(zone.rows, map.grid.row(hex))
            && zone.bank.is_none_or(|bank| map.bank(hex) == bank)
            && zone.from_bug.is_none_or(|[least, most]| (least..=most).contains(&map.from_bug(hex)))
            && (near.is_empty() || near.iter().any(|&(anchor, distance)| map.grid.distance(hex, anchor) <= distance))
    };
    Ok(reader.hexes.open.iter().filter(fits).collect())
}

/// The headquarters may stand in a settlement of the zones of the units, of its own block, or where the fixed set-up puts it.
fn hq_zone(reader: &Reader<'_>, raw: &RawDeployment, zones: &[Zone], hq: Placement) -> Zone {
    let grid = reader.hexes.grid;
    let inside = |&hex: &Hex| match raw.headquarters_zone {
        Some(block) => block.contains(grid, hex),
        None => zones.iter().any(|zone| zone.hexes.contains(hex)),
    };
    let settlements = reader.hexes.open.iter().filter(|&hex| reader.map.terrain(hex).is_settlement());
    let mut zone = Zone { units: UnitSet::EMPTY, hexes: settlements.filter(inside).collect(), one_each: false };
    zone.units.insert(hq.unit);
    zone.hexes.insert(hq.hex);
    zone
}

/// Reinforcements.
pub(super) fn arrive(
    reader: &Reader<'_>,
    (first, last): (u16, u16),
    placements: &[Placement],
    raw: &[RawArrival],
) -> Result<Vec<Arrival>, DataError> {
    let mut arrivals: Vec<Arrival> = Vec::new();
    for (at, raw) in raw.iter().enumerate() {
        let key = format!("arrival number {}", at + 1);
        // [8.4] The first turn has no Administrative phase.
        reader.in_time(&key, (first + 1, last), raw.turn)?;
        let formations = reader.formations(&key, &raw.formations)?;
        let Some(leader) = formations.iter().next() else {
            return Err(reader.error(&key, "no formation; expected those under which the units may enter"));
        };
        let side = reader.values(leader).side;
        let mut units = UnitSet::EMPTY;
        for formation in formations.iter() {
            units = reader.own_units(&key, formation, &raw.units)?;
        }
        if raw.headquarters {
            units.insert(reader.values(leader).hq);
        }
        if formations.len() > 1 && (raw.headquarters || units.iter().any(|unit| reader.counters.units[unit].formation.is_some())) {
            return Err(reader.error(&key, "several formations; expected one, or independent units alone"));
        }
        for unit in units.iter() {
            let on_map = placements.iter().any(|placement| placement.unit == unit);
            if on_map || arrivals.iter().any(|known| known.units.contains(unit)) {
                return Err(reader.error(&key, format!("{} is on the map at start or arrives twice", reader.id(unit))));
            }
        }
        let entry = reader.entry(&key, &raw.entry)?;
        let limited = units.iter().filter(|&unit| reader.counters.units[unit].kind.is_limited()).count();
        let combat = units.iter().filter(|&unit| reader.counters.units[unit].kind.is_combat()).count();
        let room = |limit: u8| usize::from(limit) * entry.len();
        if limited > room(reader.stacking.limited) || combat > room(reader.stacking.units) {
            return Err(reader.error(&key, "more units than the hexes of entry take [5.3.1.b]"));
        }
        arrivals.push(Arrival { turn: raw.turn, side, units, entry, formations, origin: raw.origin.clone() });
    }
    for arrival in &arrivals {
        let led = |formation: FormationId| {
            let hq = reader.values(formation).hq;
            let here = placements.iter().any(|placement| placement.unit == hq);
            here || arrivals.iter().any(|known| known.turn <= arrival.turn && known.units.contains(hq))
        };
        if let Some(formation) = arrival.formations.iter().find(|&formation| !led(formation)) {
            let what = format!("turn {}: the headquarters of {} is not there by then", arrival.turn, reader.values(formation).id);
            return Err(reader.error("arrival", what));
        }
    }
    Ok(arrivals)
}

/// [11.2.b][11.2.c] Losses after set-up, which the stacks of the formation can bear (reading B20: a unit keeps one point).
pub(super) fn lose(reader: &Reader<'_>, placements: &[Placement], raw: &[RawLoss]) -> Result<Vec<Loss>, DataError> {
    let mut losses: Vec<Loss> = Vec::new();
    for raw in raw {
        let key = format!("loss of {:?}", raw.formation);
        let formation = reader.formation(&key, &raw.formation)?;
        if losses.iter().any(|known| known.formation == formation) {
            return Err(reader.error(&key, "a second one of this formation"));
        }
        let bear = |afv: bool| {
            let mut stacks: BTreeMap<Hex, u16> = BTreeMap::new();
            for placement in placements.iter().filter(|placement| placement.formation == formation) {
                let unit = &reader.counters.units[placement.unit];
                if unit.kind.is_combat() && unit.kind.is_afv() == afv {
                    *stacks.entry(placement.hex).or_default() += u16::from(unit.strength - 1);
                }
            }
            stacks.values().map(|&points| points.min(u16::from(raw.per_stack))).sum::<u16>()
        };
        let stacks: BTreeSet<Hex> = placements.iter().filter(|at| at.formation == formation).map(|at| at.hex).collect();
        let room = stacks.len() * usize::from(raw.per_stack);
        if u16::from(raw.infantry) > bear(false)
            || u16::from(raw.afv) > bear(true)
            || usize::from(raw.infantry) + usize::from(raw.afv) > room
        {
            let (infantry, afv) = (bear(false), bear(true));
            return Err(reader.error(&key, format!("its stacks can lose {infantry} of infantry and {afv} of AFV at most")));
        }
        losses.push(Loss { formation, infantry: raw.infantry, afv: raw.afv, per_stack: raw.per_stack });
    }
    Ok(losses)
}
