//! What does not change during a game, in the form that the eyes need: objectives, steps, ways.

use arrayvec::ArrayVec;
use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::combat::{Firing, Role};
use stavka_engine::blocks_in_the_east::data::Count;
use stavka_engine::blocks_in_the_east::ids::HEX_CAPACITY;
use stavka_engine::blocks_in_the_east::terms::{Nation, TownClass, UnitClass, UnitKind, Weather};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, HexSet, Prepared, UnitId, display};
use stavka_engine::hex::{Hex, OFF_MAP};

use crate::costs::spread;

/// A cost that nobody can pay, in movement points.
pub(super) const FAR: u16 = 900;
/// Most counters of both sides.
pub(super) const COUNTERS: usize = 320;
/// Hexes around a place that is to be cut off in which its railways are looked at.
const NEAR_RAILS: u16 = 4;
/// Most places on a bank that are looked at.
const LANDINGS: usize = 24;
/// Points for an elite of units that take two hits a step.
const SHIELD: f32 = 1.5;
/// Artillery and aircraft fire more often than they are fired at, but artillery uses itself up.
const ARTILLERY: f32 = 0.8;
/// What an action point of a headquarters is worth.
const COMMAND: f32 = 1.0;

/// Costs by hex, in movement points.
pub(super) type Field = [u16; HEX_CAPACITY];

/// What a scenario asks of the Axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Task {
    /// Hold places at the end.
    Hold,
    /// Cut a place off.
    CutOff,
    /// Surround a place.
    Surround,
    /// Keep places that the Soviets come for.
    Keep,
    /// Destroy Guards, and keep the Soviets from the bank of a river.
    Bank,
}

/// A place that counts.
pub(super) struct Goal {
    pub(super) hex: Hex,
    pub(super) points: f32,
    /// Movement points to it from everywhere, nobody being in the way.
    pub(super) ways: Box<Field>,
}

/// What kind of fighter a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Arm {
    Infantry,
    Armour,
    Artillery,
    Air,
}

/// A step on the ground.
pub(super) type Step = (u16, u16);

/// Map and counters of a scenario.
pub(super) struct Ground {
    /// Steps out of each hex: where to, and movement points.
    pub(super) near: Vec<ArrayVec<Step, 6>>,
    /// Hexes two hexes away.
    pub(super) ring: Vec<ArrayVec<u16, 12>>,
    pub(super) task: Task,
    pub(super) goals: Vec<Goal>,
    /// Points of the Axis from which it does not lose.
    pub(super) mark: f32,
    /// Sum of the points that can be had.
    pub(super) points: f32,
    /// Hexes to be covered: those around a place that is to be surrounded or starved, railways near one that is to be cut off.
    pub(super) collar: Vec<Hex>,
    /// [12.3] The fortress among the goals that is starved sooner than stormed.
    pub(super) fortress: Option<Hex>,
    /// Hexes within three of a place that is to be cut off.
    pub(super) district: HexSet,
    /// Hexes with a railway in the Soviet Union where the scenario is played.
    pub(super) rails: HexSet,
    /// What a hex is worth to hold, beside objectives.
    pub(super) prize: Vec<f32>,
    /// Kind of each unit.
    pub(super) arms: Vec<Arm>,
    /// What a strength point of each unit is worth, that of infantry being 1.
    pub(super) quality: Vec<f32>,
}

impl Ground {
    pub(super) fn new(game: &BlocksInTheEast) -> Self {
        let data = game.data();
        let closed = *data.closed_to(Nation::German);
        let hexes = || data.map.hexes();
        let steps = |hex: Hex| -> ArrayVec<Step, 6> {
            if closed.contains(hex) {
                return ArrayVec::new();
            }
            let open = data.ground.steps_from(hex, Weather::Clear).filter(|(_, to, ..)| !closed.contains(*to));
            open.map(|(_, to, cost, _)| (to.0, u16::from(cost))).collect()
        };
        let near: Vec<ArrayVec<Step, 6>> = hexes().map(steps).collect();
        let ring = hexes().map(|hex| around(data, hex)).collect();
        let task = task(data);
        let goal = |(hex, points): (Hex, u8)| Goal { hex, points: points.into(), ways: Box::new(ways_to(&near, hex)) };
        let mut goals: Vec<Goal> = match data.script.victory.as_ref().map(|victory| &victory.count) {
            Some(Count::Guards { bank, .. }) => landings(data, bank).into_iter().map(|hex| goal((hex, 1))).collect(),
            _ => display::counted(data).into_iter().map(goal).collect(),
        };
        let railways = data.railways(data.script.turns[0]);
        let has_rail = |hex: &Hex| railways[hex.index()].iter().any(|&to| to != OFF_MAP);
        let rails: HexSet =
            hexes().filter(|hex| has_rail(hex) && !closed.contains(*hex) && data.ground.soviet_union.contains(*hex)).collect();
        let district: HexSet = match task {
            Task::CutOff => goals.iter().flat_map(|goal| data.map.grid.within(goal.hex, 3)).filter(|&hex| data.map.is_land(hex)).collect(),
            _ => HexSet::EMPTY,
        };
        let siege = &data.tables.siege;
        let fortress = Some(siege.city).filter(|city| {
            task == Task::Hold && data.is_advanced() && !data.axis_at_start.contains(*city) && goals.iter().any(|goal| goal.hex == *city)
        });
        // The road across the lake feeds the fortress: its other end is wanted too, though it counts nothing.
        goals.extend(fortress.map(|_| goal((siege.road, 0))));
        let collar = match task {
            Task::Hold if fortress.is_some() => {
                let around = siege.pocket.iter().flat_map(|hex| data.map.grid.neighbours(hex)).map(|(_, hex)| hex);
                let open = |hex: &Hex| !siege.pocket.contains(*hex) && !closed.contains(*hex) && data.map.is_land(*hex);
                let mut ring: Vec<Hex> = around.filter(open).chain([siege.road]).collect();
                ring.sort_unstable();
                ring.dedup();
                ring
            }
            Task::Hold | Task::Keep | Task::Bank => Vec::new(),
            Task::CutOff => {
                let around = goals.iter().flat_map(|goal| data.map.grid.within(goal.hex, NEAR_RAILS));
                around.filter(|hex| rails.contains(*hex)).collect()
            }
            // No place that is to be surrounded is a box.
            Task::Surround => goals.iter().flat_map(|goal| data.map.grid.neighbours(goal.hex)).map(|(_, hex)| hex).collect(),
        };
        let mut arms = vec![Arm::Infantry; COUNTERS];
        let mut quality = vec![1.0; COUNTERS];
        for side in Side::ALL {
            for (unit, _) in data.units(side) {
                arms[unit.index()] = arm(data, unit);
                quality[unit.index()] = quality_of(data, unit);
            }
        }
        Ground {
            ring,
            task,
            mark: mark(data, goals.len()),
            points: goals.iter().map(|goal| goal.points).sum(),
            collar,
            fortress,
            district,
            prize: hexes().map(|hex| prize(data, hex) + if rails.contains(hex) { 0.15 } else { 0.0 }).collect(),
            rails,
            goals,
            near,
            arms,
            quality,
        }
    }

    pub(super) fn arm(&self, unit: UnitId) -> Arm {
        self.arms[unit.index()]
    }
}

fn around(data: &Prepared, hex: Hex) -> ArrayVec<u16, 12> {
    if data.map.is_box(hex) {
        return ArrayVec::new();
    }
    data.map.grid.within(hex, 2).filter(|&near| data.map.grid.distance(hex, near) == 2).map(|near| near.0).take(12).collect()
}

/// What the scenario asks of the Axis.
fn task(data: &Prepared) -> Task {
    match data.script.victory.as_ref().map(|victory| &victory.count) {
        Some(Count::CutOff(_)) => Task::CutOff,
        Some(Count::Surrounded(_)) => Task::Surround,
        Some(Count::Guards { .. }) => Task::Bank,
        Some(Count::Taken { .. }) => Task::Keep,
        Some(Count::Held { .. } | Count::War { .. }) | None => Task::Hold,
    }
}

/// Places, by their points, that the Axis must hold so as not to lose: in the whole war its capital.
fn mark(data: &Prepared, places: usize) -> f32 {
    let Some(victory) = &data.script.victory else { return 0.0 };
    match victory.count {
        Count::War { .. } => 1.0,
        Count::Taken { .. } | Count::Guards { .. } => places as f32,
        Count::Held { .. } | Count::CutOff(_) | Count::Surrounded(_) => victory.mark().into(),
    }
}

/// The hexes of a bank that lie on the river: beside land that is not of it.
fn landings(data: &Prepared, bank: &[Hex]) -> Vec<Hex> {
    let across = |hex: &Hex| {
        data.map.grid.neighbours(*hex).any(|(way, near)| data.map.sides[hex.index()][way.index()].river && !bank.contains(&near))
    };
    bank.iter().copied().filter(across).take(LANDINGS).collect()
}

/// Movement points from everywhere to a hex.
fn ways_to(near: &[ArrayVec<Step, 6>], to: Hex) -> Field {
    let mut field = [FAR; HEX_CAPACITY];
    field[to.index()] = 0;
    let back = |hex: u16| {
        near[usize::from(hex)].iter().filter_map(move |&(from, _)| {
            let entry = near[usize::from(from)].iter().find(|(next, _)| *next == hex)?;
            Some((from, entry.1))
        })
    };
    spread(&mut field, &mut vec![to.0], back);
    field
}

/// What a town is worth by itself: bases of aircraft, production, places where new units come in.
fn prize(data: &Prepared, hex: Hex) -> f32 {
    match data.map.place_at(hex).and_then(|place| place.class) {
        Some(TownClass::Major | TownClass::Capital) => 1.0,
        Some(TownClass::Fortress) => 0.8,
        Some(TownClass::Minor) => 0.5,
        Some(TownClass::Bunker) => 0.3,
        Some(TownClass::Dot) | None => 0.0,
    }
}

fn arm(data: &Prepared, unit: UnitId) -> Arm {
    let known = data.unit(unit);
    match known.class {
        UnitClass::Armour => Arm::Armour,
        UnitClass::Air => Arm::Air,
        _ if known.is_combat() => Arm::Infantry,
        _ => Arm::Artillery,
    }
}

/// The mean of the faces that hit, in attack and defence, against those of infantry.
fn quality_of(data: &Prepared, unit: UnitId) -> f32 {
    let (known, powers) = (data.unit(unit), &data.tables.powers);
    let tech = if known.tech.is_some() { data.tech(unit, data.script.turns[0]) } else { 1 };
    let faces = |firing, role| f32::from(powers.faces(known, tech, firing, role));
    let both = |firing| 0.5 * (faces(firing, Role::Attacker) + faces(firing, Role::Defender));
    let value = match (known.class, known.kind) {
        // An action point of a headquarters fuels more than it shoots.
        (UnitClass::Headquarters, _) => return COMMAND,
        (UnitClass::Air, UnitKind::Fighter) => {
            0.6 * faces(Firing::AirCombat, Role::Attacker) + 0.6 * faces(Firing::AirAttack, Role::Attacker)
        }
        (UnitClass::Air, _) => 0.3 * faces(Firing::AirCombat, Role::Attacker) + faces(Firing::AirAttack, Role::Attacker),
        _ if known.is_combat() => 0.5 + 0.5 * both(Firing::Ground),
        _ => ARTILLERY * both(Firing::Artillery),
    };
    if known.shield { value * SHIELD } else { value }
}
