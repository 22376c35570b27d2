//! Static data of ARMIR: map, counters, tables and scenario, parsed from four files, validated and
//! turned into the tables that the rules read.

mod map;
mod scenario;
mod tables;
mod units;

pub use map::{Map, NamedPlace, PlaceKind, River, RiverClass, Road, edge};
pub use scenario::{Arrival, Options, SetUp, Start, Weather};
pub use tables::{BombardmentResult, CrtResult, Tables};
pub(super) use tables::{CRT_NAMES, CRT_ODDS, Movement, ScaleStep};
pub use units::{Branch, Class, FaceValues, Mobility, Nationality, Trait, Unit};

use super::ids::{Formation, UNIT_CAPACITY, UnitId, UnitSet};
use crate::data::{DataError, Source};
use crate::game::Side;
use crate::hex::Hex;
use crate::kit::files::Sources;
use crate::kit::order_of_battle::OrderOfBattle;

/// The values of a counter that the rules read all the time, kept close together.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnitStats {
    pub(super) class: Class,
    pub(super) mobility: Mobility,
    pub(super) formation: Formation,
    pub(super) parent_number: u8,
    /// CP by steps left.
    pub(super) cp: [u8; units::MAX_STEPS + 1],
    pub(super) faces: [FaceValues; 2],
}

/// What the four files say, and the sets of counters that follow from it.
#[derive(Debug)]
pub struct Data {
    /// Scenario id.
    pub id: String,
    /// Scenario name for players.
    pub name: String,
    /// What the scenario is about.
    pub description: String,
    /// Number of game turns [1.2].
    pub turns: u8,
    /// The map.
    pub map: Map,
    /// Combat results, bombardment, tracks, victory scales.
    pub tables: Tables,
    /// Readings of rules that leave a choice.
    pub options: Options,
    /// Markers at start [18.3].
    pub start: Start,
    /// First-turn weather [18.4.1].
    pub weather: Weather,
    /// Scheduled reinforcements [18.5].
    pub arrivals: Vec<Arrival>,
    /// Fixed or free set-up [18].
    pub set_up: SetUp,
    pub(super) counters: OrderOfBattle<UnitId, Unit>,
    stats: [UnitStats; UNIT_CAPACITY],
    /// All counters.
    pub all: UnitSet,
    /// Combat units [2.1].
    pub combat: UnitSet,
    /// Headquarters [2.3].
    pub headquarters: UnitSet,
    /// Artillery [2.2].
    pub artillery: UnitSet,
    /// Axis combat units with heavy weapons [2.1.b].
    pub heavy: UnitSet,
    /// Motorised and tracked combat units [5.2].
    pub mobile: UnitSet,
    /// Tracked combat units [2.1.e].
    pub tracked: UnitSet,
    /// Units that pay road costs of motorised movement: mobile combat units, HQs, motorised guns.
    pub wheels: UnitSet,
    /// Two-sided counters: HQs and artillery [5.3].
    pub two_sided: UnitSet,
    /// Italian motorised units that need fuel to go far [5.4], without HQs and the Celere [5.4.1].
    pub fuel: UnitSet,
    /// Counters that the leash of an HQ or of the north edge can hold [5.5.1.a][15.1.1][15.1.2].
    pub leashed: UnitSet,
    /// Italian counters that rule 5.5 can hold in the strongpoints.
    pub front_troops: UnitSet,
    /// Counters with rules of their own that may keep them where they are [5.5.1][15.2].
    pub bound_at_times: UnitSet,
    /// German counters.
    pub german: UnitSet,
    /// Italian counters.
    pub italian: UnitSet,
    /// Italian infantry, which the Complementi reinforce [15.4].
    pub italian_infantry: UnitSet,
    /// Units of the four tank corps that raid [8.4].
    pub raiders: UnitSet,
    hq_of: [Option<UnitId>; Formation::COUNT],
    /// 3rd Gebirgs-Division [15.2].
    pub gebirgs: Option<UnitId>,
    /// Complementi [15.4].
    pub complementi: Option<UnitId>,
    /// The Julia regiments: the Alpine counter and the counter with the XXIV stripe [15.1.3.a].
    pub julia: [(UnitId, UnitId); 2],
    /// The Vicenza regiments [15.1.3].
    pub vicenza: [UnitId; 2],
    /// Steps of the four line corps at start, HQ, artillery and Germans included [17.1.1.3].
    pub corps_steps: [u16; 4],
    /// Units of the four line corps, HQ, artillery and Germans included, as bits of the Axis.
    pub corps_units: [u64; 4],
    /// Line infantry of the four corps at start [18.1], as bits of the Axis.
    pub line_units: [u64; 4],
    /// [5.5.1] Hexes from which a Soviet unit frees the Alpine HQ in Rossosh.
    pub alpine_alarm: Vec<Hex>,
}

impl Data {
    /// Parses and validates, all but the set-up.
    ///
    /// # Errors
    /// The first defect found, with file, key and what was expected.
    pub fn load(sources: &Sources<'_>) -> Result<Data, DataError> {
        let map = Map::load(&sources.map)?;
        let tables = Tables::load(&sources.tables)?;
        let counters = units::load(&sources.units)?;
        let parsed = scenario::load(&sources.scenario, &map, &counters)?;
        let (start, cap) = (&parsed.start, tables.garrison_cp.len() - 1);
        if usize::from(start.garrison) > cap || start.chir_box >= tables.chir.boxes {
            return Err(sources.scenario.error(
                "start",
                format!(
                    "garrison {} and chir_box {}; expected at most {cap}, and a box before the last of {}",
                    start.garrison, start.chir_box, tables.chir.boxes
                ),
            ));
        }
        let mut data = Data {
            id: parsed.id,
            name: parsed.name,
            description: parsed.description,
            turns: parsed.turns,
            map,
            tables,
            options: parsed.options,
            start: parsed.start,
            weather: parsed.weather,
            arrivals: parsed.arrivals,
            set_up: parsed.set_up,
            stats: stats(&counters),
            counters,
            all: UnitSet::EMPTY,
            combat: UnitSet::EMPTY,
            headquarters: UnitSet::EMPTY,
            artillery: UnitSet::EMPTY,
            heavy: UnitSet::EMPTY,
            mobile: UnitSet::EMPTY,
            tracked: UnitSet::EMPTY,
            wheels: UnitSet::EMPTY,
            two_sided: UnitSet::EMPTY,
            fuel: UnitSet::EMPTY,
            leashed: UnitSet::EMPTY,
            front_troops: UnitSet::EMPTY,
            bound_at_times: UnitSet::EMPTY,
            german: UnitSet::EMPTY,
            italian: UnitSet::EMPTY,
            italian_infantry: UnitSet::EMPTY,
            raiders: UnitSet::EMPTY,
            hq_of: [None; Formation::COUNT],
            gebirgs: None,
            complementi: None,
            julia: [(UnitId::new(Side::Axis, 0), UnitId::new(Side::Axis, 0)); 2],
            vicenza: [UnitId::new(Side::Axis, 0); 2],
            corps_steps: [0; 4],
            corps_units: [0; 4],
            line_units: [0; 4],
            alpine_alarm: Vec::new(),
        };
        data.index_units(&sources.units)?;
        data.alpine_alarm = data.map.grid.within(data.map.rossosh, data.tables.alpine_alarm).collect();
        data.map.price_steps(&data.tables.movement);
        Ok(data)
    }

    /// The values of a counter.
    #[inline]
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.counters[unit]
    }

    /// The values of a counter that are needed all the time.
    #[inline]
    pub(super) fn stats(&self, unit: UnitId) -> &UnitStats {
        &self.stats[unit.index()]
    }

    /// The counters of a side in the order of the data file.
    pub fn counters(&self, side: Side) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.counters.of(side)
    }

    /// The counter with this notation id.
    pub fn find_unit(&self, id: &str) -> Option<UnitId> {
        self.counters.find(id)
    }

    /// The HQ of a corps or army.
    #[inline]
    pub fn hq(&self, formation: Formation) -> Option<UnitId> {
        self.hq_of[formation as usize]
    }

    /// The counters of one formation, as bits of its side.
    pub fn formation(&self, formation: Formation) -> u64 {
        self.counters(formation.side()).filter(|(_, unit)| unit.formation == formation).fold(0, |bits, (unit, _)| bits | unit.bit())
    }

    fn index_units(&mut self, source: &Source<'_>) -> Result<(), DataError> {
        let mut julia_alpine = Vec::new();
        let mut julia_panzer = Vec::new();
        let mut vicenza = Vec::new();
        for side in Side::ALL {
            for (id, unit) in self.counters.of(side) {
                self.all.insert(id);
                match unit.class {
                    Class::Combat => self.combat.insert(id),
                    Class::Artillery => self.artillery.insert(id),
                    Class::Hq => self.headquarters.insert(id),
                }
                self.heavy.set(id, unit.heavy);
                let combat = unit.class == Class::Combat;
                self.mobile.set(id, combat && unit.mobility != Mobility::Foot);
                self.tracked.set(id, combat && unit.mobility == Mobility::Tracked);
                self.wheels.set(id, unit.class == Class::Hq || unit.mobility != Mobility::Foot);
                self.two_sided.set(id, !combat);
                self.leashed.set(id, matches!(unit.formation, Formation::Alpine | Formation::Xxiv));
                self.german.set(id, unit.nationality == Nationality::German);
                self.italian.set(id, unit.nationality == Nationality::Italian);
                self.front_troops.set(id, unit.nationality == Nationality::Italian && !unit.has(Trait::MonteCervino));
                self.italian_infantry.set(id, unit.nationality == Nationality::Italian && unit.branch.is_infantry());
                let thirsty = unit.class != Class::Hq && unit.mobility != Mobility::Foot && !unit.has(Trait::Celere);
                self.fuel.set(id, unit.nationality == Nationality::Italian && thirsty);
                self.raiders.set(id, unit.has(Trait::TankCorpsRaid));
                if unit.class == Class::Hq && self.hq_of[unit.formation as usize].replace(id).is_some() {
                    return Err(source.error(&unit.id, format!("a second HQ of {}; expected one per formation", unit.formation.name())));
                }
                for (mark, known) in [(Trait::Gebirgs3, &mut self.gebirgs), (Trait::Complementi, &mut self.complementi)] {
                    if unit.has(mark) && known.replace(id).is_some() {
                        return Err(source.error(&unit.id, format!("a second counter with the trait {mark:?}; expected one")));
                    }
                }
                if unit.has(Trait::Vicenza) {
                    vicenza.push(id);
                }
                if unit.has(Trait::Julia) {
                    if unit.formation == Formation::Xxiv { julia_panzer.push(id) } else { julia_alpine.push(id) }
                }
                if let Some(corps) = Formation::LINE_CORPS.iter().position(|&corps| corps == unit.line_corps)
                    && unit.line_rank > 0
                {
                    self.line_units[corps] |= id.bit();
                }
                if let Some(corps) = Formation::LINE_CORPS.iter().position(|&corps| corps == unit.formation) {
                    self.corps_steps[corps] += u16::from(unit.steps);
                    self.corps_units[corps] |= id.bit();
                }
            }
        }
        let ([one, other], [panzer_one, panzer_other], &[vicenza_one, vicenza_other]) =
            (julia_alpine.as_slice(), julia_panzer.as_slice(), vicenza.as_slice())
        else {
            return Err(source.error(
                "traits",
                format!(
                    "{} Julia regiments with the Alpine and {} with the XXIV stripe, {} Vicenza regiments; expected two of each [15.1.3]",
                    julia_alpine.len(),
                    julia_panzer.len(),
                    vicenza.len()
                ),
            ));
        };
        self.julia = [(*one, *panzer_one), (*other, *panzer_other)];
        self.vicenza = [vicenza_one, vicenza_other];
        for unit in self.gebirgs.into_iter().chain(self.hq(Formation::Alpine)) {
            self.bound_at_times.insert(unit);
        }
        for formation in Formation::LINE_CORPS.into_iter().chain([Formation::Xxiv, Formation::Army]).chain(Formation::ARMIES) {
            if self.hq(formation).is_none() {
                return Err(
                    source.error("unit", format!("no HQ of {}; expected one counter of class \"hq\" per formation", formation.name()))
                );
            }
        }
        Ok(())
    }
}

/// The values of every counter; the places of counters that do not exist repeat any one.
fn stats(counters: &OrderOfBattle<UnitId, Unit>) -> [UnitStats; UNIT_CAPACITY] {
    let of = |unit: &Unit| UnitStats {
        class: unit.class,
        mobility: unit.mobility,
        formation: unit.formation,
        parent_number: unit.parent_number,
        cp: unit.cp,
        faces: unit.faces,
    };
    let any = UnitStats {
        class: Class::Hq,
        mobility: Mobility::Foot,
        formation: Formation::Army,
        parent_number: 0,
        cp: [0; units::MAX_STEPS + 1],
        faces: [FaceValues::default(); 2],
    };
    let mut stats = [any; UNIT_CAPACITY];
    for side in Side::ALL {
        for (id, unit) in counters.of(side) {
            stats[id.index()] = of(unit);
        }
    }
    stats
}
