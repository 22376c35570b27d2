//! Missions: the forces, where they set up, how long the game lasts, and who wins it.

use serde::Deserialize;

use super::battlefield::{Battlefield, Rectangle};
use super::forces::{Force, Member, RawForce};
use super::tables::Tables;
use super::units::Template;
use crate::bolt_action::ids::UnitId;
use crate::bolt_action::terms::{Class, Ground, Mobility};
use crate::data::{DataError, Source};
use crate::game::Side;
use crate::kit::actions::ActionWord;
use crate::kit::files::rows;
use crate::kit::order_of_battle::OrderOfBattle;
use crate::square::{Cell, CellSet, Facing, Lattice};

/// Most turns of a mission.
const TURNS: u8 = 20;
/// Most objectives.
const OBJECTIVES: usize = 8;

/// Who wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Victory {
    /// More points at the end: those of destroyed enemies, and of objectives that are held.
    Points {
        /// Points of each objective.
        objective: u16,
        /// A difference below it is a draw.
        draw_margin: u16,
    },
    /// The attacker, if at the end he holds so many objectives.
    Objectives {
        /// How many.
        needed: u8,
    },
    /// The attacker, if at the end so many of his living units of infantry or vehicles are in an area.
    Hold {
        /// How many.
        units: u8,
        /// The cells.
        area: Box<CellSet>,
    },
    /// The attacker, if at the end living units in an area are worth a share of the points of his force.
    Breakthrough {
        /// The share, in per cent.
        percent: u8,
        /// The cells.
        area: Box<CellSet>,
    },
    /// The attacker, at once, if at the end of a turn infantry that is equipped against tanks and not Down is at an objective, and no
    /// defender within the radius of objectives from it.
    Demolition {
        /// Columns and rows from the objective.
        within: u8,
    },
}

/// A unit of a fixed set-up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// The unit.
    pub unit: UnitId,
    /// Where it stands.
    pub cell: Cell,
    /// Where it looks.
    pub facing: Facing,
}

/// A mission.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mission {
    /// Id on the command line and in records.
    pub id: String,
    /// Name for players.
    pub name: String,
    /// What it is about, for players.
    pub description: String,
    /// Turns, the extra one apart.
    pub turns: u8,
    /// Lowest die after the last turn that gives one more (supplement S34); `None` without.
    pub extra_turn_from: Option<u8>,
    /// Year of both forces.
    pub year: u16,
    /// Names of the forces for players, by side.
    pub forces: [String; 2],
    /// Who attacks; `None` in a meeting.
    pub attacker: Option<Side>,
    /// Who sets up first: all units before the attacker, or the first of those that the sides place in turn (decision D12).
    pub first_set_up: Side,
    /// Whose infantry and guns start dug in (decision D13).
    pub dug_in: Option<Side>,
    /// Cells of the set-up, by side.
    pub zones: [CellSet; 2],
    /// Objectives, in the order of the file.
    pub objectives: Vec<Cell>,
    /// Inches from an objective at which a unit holds it.
    pub radius: u8,
    /// Who wins.
    pub victory: Victory,
    /// Every unit in its place, in ascending order; empty if the players set up.
    pub placed: Vec<Placed>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawFile {
    scenario: RawScenario,
    forces: RawForces,
    zones: RawZones,
    objectives: Option<RawObjectives>,
    victory: RawVictory,
    #[serde(default)]
    placed: Vec<RawPlaced>,
    /// Forces of the scenario's own, beside those of `units.toml`.
    #[serde(default)]
    pub(super) force: Vec<RawForce>,
}

rows! {
    RawScenario {
        id: String,
        name: String,
        description: String,
        battlefield: String,
        turns: u8,
        extra_turn_from: Option<u8>,
        attacker: Option<Side>,
        first_set_up: Side,
    }
    RawForces { axis: String, soviet: String }
    RawZones { axis: Rectangle, soviet: Rectangle, dug_in: Option<Side> }
    RawObjectives { cells: Vec<String>, radius: u8 }
    RawVictory {
        kind: Kind,
        objective_points: Option<u16>,
        draw_margin: Option<u16>,
        needed: Option<u8>,
        units: Option<u8>,
        percent: Option<u8>,
        within: Option<u8>,
        area: Option<Rectangle>,
    }
    RawPlaced { unit: String, cell: String, facing: Option<String> }
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Points,
    Objectives,
    Hold,
    Breakthrough,
    Demolition,
}

/// Parses the scenario alone.
pub(super) fn parse(source: &Source<'_>) -> Result<RawFile, DataError> {
    source.check_origins(&[])?;
    source.parse()
}

impl RawFile {
    /// The battlefield that it names.
    pub(super) fn battlefield(&self, source: &Source<'_>, all: Vec<Battlefield>) -> Result<Battlefield, DataError> {
        let ids: Vec<String> = all.iter().map(|battlefield| battlefield.id.clone()).collect();
        let found = all.into_iter().find(|battlefield| battlefield.id == self.scenario.battlefield);
        found.ok_or_else(|| source.error("scenario.battlefield", format!("{:?}; expected one of {ids:?}", self.scenario.battlefield)))
    }

    /// The forces that it names, Axis first, of one year.
    pub(super) fn forces<'a>(&self, source: &Source<'_>, all: &'a [Force]) -> Result<[&'a Force; 2], DataError> {
        let find = |side: Side, id: &String| {
            let key = format!("forces.{}", side.name());
            let found = all.iter().find(|force| force.id == *id && force.side == side);
            found.ok_or_else(|| source.error(key, format!("no force {id:?} of this side here or in units.toml")))
        };
        let forces = [find(Side::Axis, &self.forces.axis)?, find(Side::Soviet, &self.forces.soviet)?];
        let [axis, soviet] = forces.map(|force| force.year);
        if axis != soviet {
            return Err(source.error("forces", format!("forces of {axis} and {soviet}; expected one year")));
        }
        Ok(forces)
    }
}

/// What a scenario is judged by.
pub(super) struct Reader<'a, 'b> {
    pub(super) source: &'a Source<'b>,
    pub(super) battlefield: &'a Battlefield,
    pub(super) tables: &'a Tables,
    pub(super) units: &'a OrderOfBattle<UnitId, Member>,
}

impl Reader<'_, '_> {
    /// Validates the rest of a scenario.
    pub(super) fn mission(&self, raw: RawFile, forces: [&Force; 2]) -> Result<Mission, DataError> {
        let scenario = &raw.scenario;
        self.source.check_scenario_id("scenario.id", &scenario.id)?;
        if !(1..=TURNS).contains(&scenario.turns) {
            return Err(self.error("scenario.turns", format!("{}; expected 1 to {TURNS}", scenario.turns)));
        }
        if let Some(from) = scenario.extra_turn_from.filter(|from| !(2..=6).contains(from)) {
            return Err(self.error("scenario.extra_turn_from", format!("{from}; expected a face of the die from 2 to 6")));
        }
        if scenario.attacker == Some(scenario.first_set_up) {
            return Err(self.error("scenario.first_set_up", "the attacker; expected the defender"));
        }
        let zones = self.zones(&raw.zones)?;
        let objectives = self.objectives(raw.objectives.as_ref(), &zones)?;
        let victory = self.victory(&raw.victory, scenario.attacker, objectives.len())?;
        if let Victory::Hold { area, .. } | Victory::Breakthrough { area, .. } = &victory {
            self.check_reach("victory.area", &zones, |walk| area.iter().any(|cell| walk.contains(cell)))?;
        }
        let placed = self.placed(&raw.placed, &zones)?;
        Ok(Mission {
            turns: scenario.turns,
            extra_turn_from: scenario.extra_turn_from,
            year: forces[0].year,
            forces: forces.map(|force| force.name.clone()),
            attacker: scenario.attacker,
            first_set_up: scenario.first_set_up,
            dug_in: raw.zones.dug_in,
            zones,
            objectives,
            radius: raw.objectives.map_or(0, |objectives| objectives.radius),
            victory,
            placed,
            id: raw.scenario.id,
            name: raw.scenario.name,
            description: raw.scenario.description,
        })
    }

    fn error(&self, key: impl Into<String>, problem: impl Into<String>) -> DataError {
        self.source.error(key, problem)
    }

    fn lattice(&self) -> Lattice {
        self.battlefield.lattice
    }

    fn cell(&self, key: &str, name: &str) -> Result<Cell, DataError> {
        Cell::read(name, self.battlefield).map_err(|problem| self.error(key, problem))
    }

    fn name(&self, cell: Cell) -> String {
        let (column, row) = self.lattice().place(cell);
        format!("{:02}{:02}", column + 1, row + 1)
    }

    /// So many columns and rows around a unit no other unit may stand (decision D3).
    fn beside(&self) -> i16 {
        i16::from(self.tables.movement.gap) - 1
    }

    fn zones(&self, raw: &RawZones) -> Result<[CellSet; 2], DataError> {
        let zone = |key, rectangle: Rectangle| rectangle.cells(self.source, key, self.lattice());
        let zones = [zone("zones.axis", raw.axis)?, zone("zones.soviet", raw.soviet)?];
        let [axis, soviet] = &zones;
        if let Some(cell) = axis.iter().find(|&cell| self.lattice().around(cell, self.beside()).any(|near| soviet.contains(near))) {
            let what =
                format!("{} lies in or beside the other zone; expected zones {} cells apart", self.name(cell), self.tables.movement.gap);
            return Err(self.error("zones", what));
        }
        for side in Side::ALL {
            self.check_room(side, &zones[side.index()])?;
        }
        Ok(zones)
    }

    /// However the units of a side are placed, each finds a cell: every other unit closes at most a square around itself and a section.
    fn check_room(&self, side: Side, zone: &CellSet) -> Result<(), DataError> {
        let square = (2 * self.beside() + 1) as usize;
        let section = |cell| self.battlefield.sections(self.battlefield.section(cell)).count();
        let closed = square * square + zone.iter().map(section).max().unwrap_or(0);
        let others = self.units.of(side).count().saturating_sub(1);
        for (_, unit) in self.units.of(side) {
            let cells = zone.iter().filter(|&cell| self.may_set_up(&unit.template, cell)).count();
            if cells <= others * closed {
                let what =
                    format!("{cells} cells for {}; expected more than {}, so that the whole force has room", unit.id, others * closed);
                return Err(self.error(format!("zones.{}", side.name()), what));
            }
        }
        Ok(())
    }

    fn may_set_up(&self, unit: &Template, cell: Cell) -> bool {
        self.tables.may_set_up(unit.mobility, self.battlefield.glyph(cell))
    }

    fn objectives(&self, raw: Option<&RawObjectives>, zones: &[CellSet; 2]) -> Result<Vec<Cell>, DataError> {
        let Some(raw) = raw else { return Ok(Vec::new()) };
        if raw.cells.is_empty() || raw.cells.len() > OBJECTIVES || !(1..=12).contains(&raw.radius) {
            return Err(self.error("objectives", format!("expected 1 to {OBJECTIVES} cells and a radius of 1 to 12")));
        }
        let mut cells = Vec::with_capacity(raw.cells.len());
        for name in &raw.cells {
            let cell = self.cell("objectives.cells", name)?;
            if self.battlefield.glyph(cell).ground == Ground::Impassable {
                return Err(self.error("objectives.cells", format!("{name} is impassable; expected a cell that can be entered")));
            }
            if cells.contains(&cell) {
                return Err(self.error("objectives.cells", format!("{name} a second time; expected each cell once")));
            }
            self.check_reach(&format!("objective {name}"), zones, |walk| self.lattice().around(cell, 1).any(|near| walk.contains(near)))?;
            cells.push(cell);
        }
        Ok(cells)
    }

    /// Men can walk from each zone to a place that `holds` for the cells they reach.
    fn check_reach(&self, key: &str, zones: &[CellSet; 2], holds: impl Fn(&CellSet) -> bool) -> Result<(), DataError> {
        let open = |cell| self.tables.may_enter(Mobility::Infantry, false, self.battlefield.glyph(cell));
        for side in Side::ALL {
            let mut starts = zones[side.index()].iter().filter(|&cell| open(cell));
            if !starts.any(|start| holds(&self.battlefield.joined(start, open))) {
                return Err(self.error(key, format!("no way for infantry from the zone of the {} side; expected one", side.name())));
            }
        }
        Ok(())
    }

    fn victory(&self, raw: &RawVictory, attacker: Option<Side>, objectives: usize) -> Result<Victory, DataError> {
        if (raw.kind == Kind::Points) == attacker.is_some() {
            return Err(self.error("victory.kind", "expected points in a meeting, and another kind with an attacker"));
        }
        let objectives_fit = match raw.kind {
            Kind::Points => true,
            Kind::Objectives | Kind::Demolition => objectives > 0,
            Kind::Hold | Kind::Breakthrough => objectives == 0,
        };
        if !objectives_fit {
            return Err(self.error("victory.kind", "expected objectives for objectives and demolition, and none for hold and breakthrough"));
        }
        let given = [
            raw.objective_points.is_some(),
            raw.draw_margin.is_some(),
            raw.needed.is_some(),
            raw.units.is_some(),
            raw.percent.is_some(),
            raw.within.is_some(),
            raw.area.is_some(),
        ];
        let number = given.into_iter().filter(|&given| given).count();
        let area = |rectangle| Rectangle::cells(rectangle, self.source, "victory.area", self.lattice()).map(Box::new);
        let fighters = |side: Side| self.units.of(side).filter(|(_, unit)| unit.template.class != Class::Artillery).count();
        let most_units = attacker.map_or(0, fighters);
        match *raw {
            RawVictory {
                kind: Kind::Points,
                objective_points: Some(objective @ 0..=1000),
                draw_margin: Some(draw_margin @ 1..=1000),
                ..
            } if number == 2 => Ok(Victory::Points { objective, draw_margin }),
            RawVictory { kind: Kind::Points, .. } => {
                Err(self.error("victory", "expected objective_points of 0 to 1000 and a draw_margin of 1 to 1000"))
            }
            RawVictory { kind: Kind::Objectives, needed: Some(needed), .. }
                if number == 1 && (1..=objectives).contains(&usize::from(needed)) =>
            {
                Ok(Victory::Objectives { needed })
            }
            RawVictory { kind: Kind::Objectives, .. } => Err(self.error("victory", format!("expected needed of 1 to {objectives}"))),
            RawVictory { kind: Kind::Hold, units: Some(units), area: Some(rectangle), .. }
                if number == 2 && (1..=most_units).contains(&usize::from(units)) =>
            {
                Ok(Victory::Hold { units, area: area(rectangle)? })
            }
            RawVictory { kind: Kind::Hold, .. } => {
                Err(self.error("victory", format!("expected units of 1 to {most_units}, those of the attacker without guns, and an area")))
            }
            RawVictory { kind: Kind::Breakthrough, percent: Some(percent @ 1..=100), area: Some(rectangle), .. } if number == 2 => {
                Ok(Victory::Breakthrough { percent, area: area(rectangle)? })
            }
            RawVictory { kind: Kind::Breakthrough, .. } => Err(self.error("victory", "expected a percent of 1 to 100 and an area")),
            RawVictory { kind: Kind::Demolition, within: Some(within @ 0..=12), .. } if number == 1 => {
                self.check_charges(attacker)?;
                Ok(Victory::Demolition { within })
            }
            RawVictory { kind: Kind::Demolition, .. } => Err(self.error("victory", "expected within of 0 to 12")),
        }
    }

    /// Somebody has charges to lay.
    fn check_charges(&self, attacker: Option<Side>) -> Result<(), DataError> {
        let carries = |side: Side| self.units.of(side).any(|(_, unit)| unit.template.class == Class::Infantry && unit.template.anti_tank);
        if attacker.is_some_and(carries) {
            return Ok(());
        }
        Err(self.error("victory", "no infantry of the attacker is equipped against tanks; expected some for a demolition"))
    }

    fn placed(&self, raw: &[RawPlaced], zones: &[CellSet; 2]) -> Result<Vec<Placed>, DataError> {
        let mut placed: Vec<Placed> = Vec::with_capacity(raw.len());
        for raw in raw {
            let key = format!("placed {:?}", raw.unit);
            let (unit, member) = self.units.named(self.source, &key, "unit of the forces", &raw.unit)?;
            let cell = self.cell(&key, &raw.cell)?;
            if !zones[unit.side().index()].contains(cell) || !self.may_set_up(&member.template, cell) {
                return Err(self.error(key, format!("{} is not for it; expected a cell of its zone that it may enter", raw.cell)));
            }
            let section = self.battlefield.section(cell);
            for other in &placed {
                if other.unit == unit {
                    return Err(self.error(key, "a second time; expected each unit once"));
                }
                let together = section != 0 && self.battlefield.section(other.cell) == section;
                if together || self.lattice().is_near(cell, other.cell, self.beside() as u16) {
                    let what = format!(
                        "{} is too near to {}; expected {} cells between centres and one unit in a building",
                        raw.cell,
                        self.name(other.cell),
                        self.tables.movement.gap
                    );
                    return Err(self.error(key, what));
                }
            }
            placed.push(Placed { unit, cell, facing: self.facing(&key, raw.facing.as_deref(), unit.side())? });
        }
        let all = Side::ALL.into_iter().flat_map(|side| self.units.of(side));
        if let Some((_, missing)) = all.filter(|_| !placed.is_empty()).find(|(unit, _)| !placed.iter().any(|placed| placed.unit == *unit)) {
            return Err(self.error("placed", format!("{} is missing; expected every unit or none", missing.id)));
        }
        placed.sort_unstable_by_key(|placed| placed.unit);
        Ok(placed)
    }

    /// A unit looks at the enemy unless the file says otherwise.
    fn facing(&self, key: &str, name: Option<&str>, side: Side) -> Result<Facing, DataError> {
        let ahead = if side == Side::Axis { Facing::EAST } else { Facing::WEST };
        name.map_or(Ok(ahead), |name| {
            let found = Facing::ALL.into_iter().find(|facing| facing.name() == name);
            found.ok_or_else(|| self.error(key, format!("facing {name:?}; expected one of {:?}", Facing::NAMES)))
        })
    }
}
