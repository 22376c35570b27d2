//! What does not change during a game, in the form that the players need: goals, ways, and what each unit can do at each range.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use stavka_engine::bolt_action::data::mission::Victory;
use stavka_engine::bolt_action::data::units::{Shots, Template, Weapon};
use stavka_engine::bolt_action::resolution::chance::{self, Chance};
use stavka_engine::bolt_action::resolution::close_quarters::Blows;
use stavka_engine::bolt_action::resolution::damage::{self, DamageTarget};
use stavka_engine::bolt_action::resolution::hit::{self, Shot};
use stavka_engine::bolt_action::resolution::loadout::Loadout;
use stavka_engine::bolt_action::resolution::morale::{self, Nerve};
use stavka_engine::bolt_action::resolution::odds::{self, ArmourHit};
use stavka_engine::bolt_action::terms::{Armour, Aspect, Class, Cover, HeSize, Mobility, Pace, Quality};
use stavka_engine::bolt_action::{Prepared, UnitId};
use stavka_engine::square::{Cell, CellSet, Facing, Flood, STRAIGHT};
use stavka_engine::{Scenario as _, Side};

use crate::costs::Rings;

/// A cost that nobody can pay, in fifths of an inch.
pub(super) const FAR: u16 = 900;
/// Longest range that is told apart, in inches.
const RANGE: usize = 73;
/// Inches to which a place for a gun is judged by what it sees.
const VIEW: u16 = 40;
/// Shots of indirect fire that a mortar is reckoned to have had.
const RANGED: u8 = 1;
/// Pins of flames on average, that of the hit included.
const FLAME_PINS: u8 = 3;
/// Least and most penetration that is told apart.
const PENETRATION: [i8; 2] = [-2, 13];

/// By armour and penetration: chance that a hit takes a vehicle out.
type Losses = [[f32; (PENETRATION[1] - PENETRATION[0]) as usize + 1]; Armour::COUNT];

/// Something that the mission is about.
pub(super) struct Goal {
    /// Its middle, or a cell of it.
    pub(super) cell: Cell,
    /// What it is worth in hundreds of points.
    pub(super) worth: f32,
    /// Fifths of an inch to it from everywhere by way to move.
    ways: Vec<Vec<u16>>,
}

impl Goal {
    /// Fifths of an inch that a unit has to go until it is there.
    #[inline]
    pub(super) fn way(&self, mobility: Mobility, cell: Cell) -> u16 {
        self.ways[mobility.index()][cell.index()]
    }
}

/// What a unit does to others in an action at each range, in the open, unpinned and with all its men.
pub(super) struct Arms {
    /// By inches and cover: regular men that fall on average.
    men: Vec<[f32; Cover::COUNT]>,
    /// By inches: chance that regular men run from flames (supplement S15).
    routs: Vec<f32>,
    /// By inches, armour and aspect: chance that a vehicle is lost.
    armour: Vec<[[f32; Aspect::COUNT]; Armour::COUNT]>,
}

/// A battlefield and its units.
pub(super) struct Ground {
    pub(super) goals: Vec<Goal>,
    /// By unit: what it does if it stands, and if it has moved.
    arms: Vec<[Arms; 2]>,
    /// By unit: the inches of its Advance and the longest range that it has after it.
    reach: Vec<usize>,
    /// Square roots of squared distances.
    inches: Vec<u8>,
    /// What is seen of the ground before the enemy from each cell of the zones, 0 to 1.
    views: Vec<f32>,
    storms: Storms,
}

/// Where assaults come to, and how they end.
struct Storms {
    cells: usize,
    /// By cell from which men assault, a bit for each cell of a target, nobody being in the way.
    reach: Vec<u64>,
    /// Kind of each unit, equal units having the same; whether it assaults.
    kinds: Vec<(usize, bool)>,
    /// By kind of the attacker and of the target: chances that either is destroyed, by men of both and by [`Blows`].
    ends: Vec<Vec<[f32; 2]>>,
}

impl Ground {
    pub(super) fn new(data: &Prepared) -> Self {
        let lattice = data.lattice();
        let farthest = (lattice.width() * lattice.width() + lattice.height() * lattice.height()) as u16;
        let inches = (0..=farthest).map(|d2| f32::from(d2).sqrt().round() as u8).collect();
        let goals = goals(data);
        let losses = losses(data);
        let mut arms: Vec<[Arms; 2]> = Vec::new();
        for side in Side::ALL {
            arms.extend(data.units(side).map(|(_, template)| [false, true].map(|moved| Arms::new(data, &losses, template, moved))));
            arms.resize_with(16 * (side.index() + 1), || {
                [false, true].map(|_| Arms { men: Vec::new(), routs: Vec::new(), armour: Vec::new() })
            });
        }
        let advance = usize::from(data.tables.movement.advance[0]);
        let longest = |[_, moved]: &[Arms; 2]| moved.men.iter().rposition(|row| row[0] > 0.0).map_or(0, |inches| inches + advance);
        let reach = arms.iter().map(longest).collect();
        let views = views(data, &goals);
        Ground { goals, arms, reach, inches, views, storms: Storms::new(data) }
    }

    /// The battlefield of a scenario, which is worked out once in a program.
    pub(super) fn shared(data: &'static Prepared) -> &'static Ground {
        static KNOWN: Mutex<BTreeMap<u64, &'static Ground>> = Mutex::new(BTreeMap::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(data.fingerprint()).or_insert_with(|| Box::leak(Box::new(Ground::new(data))))
    }

    /// Chances that a unit which assaults another destroys it, and is destroyed, with so many men of both; `None` if it does not assault, or
    /// not so far.
    #[inline]
    pub(super) fn storm(&self, units: [UnitId; 2], cells: [Cell; 2], men: [u8; 2], blows: Blows) -> Option<[f32; 2]> {
        let storms = &self.storms;
        let [(kind, assaults), (target, _)] = units.map(|unit| storms.kinds[unit.index()]);
        let bit = cells[0].index() * storms.cells + cells[1].index();
        if !assaults || storms.reach[bit / 64] >> (bit % 64) & 1 == 0 {
            return None;
        }
        let ends = &storms.ends[kind * KINDS + target];
        ends.get((usize::from(men[0]) * MEN + usize::from(men[1])) * 2 + usize::from(blows == Blows::AtOnce)).copied()
    }

    /// Whether a unit assaults at all.
    #[inline]
    pub(super) fn assaults(&self, unit: UnitId) -> bool {
        self.storms.kinds[unit.index()].1
    }

    /// Inches between two cells.
    #[inline]
    pub(super) fn inches(&self, d2: u16) -> usize {
        usize::from(self.inches[usize::from(d2)])
    }

    /// Regular men that fall to a unit on average.
    #[inline]
    pub(super) fn against_men(&self, unit: UnitId, moved: bool, inches: usize, cover: Cover) -> f32 {
        self.arms[unit.index()][usize::from(moved)].men.get(inches).map_or(0.0, |row| row[cover.index()])
    }

    /// Chance that a unit destroys a vehicle.
    #[inline]
    pub(super) fn against_armour(&self, unit: UnitId, moved: bool, inches: usize, armour: Armour, aspect: Aspect) -> f32 {
        self.arms[unit.index()][usize::from(moved)].armour.get(inches).map_or(0.0, |row| row[armour.index()][aspect.index()])
    }

    /// Chance that regular men run from the flames of a unit.
    #[inline]
    pub(super) fn routs(&self, unit: UnitId, moved: bool, inches: usize) -> f32 {
        self.arms[unit.index()][usize::from(moved)].routs.get(inches).copied().unwrap_or(0.0)
    }

    /// Inches to which a unit on foot shoots after it has come nearer.
    #[inline]
    pub(super) fn reach(&self, unit: UnitId) -> usize {
        self.reach[unit.index()]
    }

    /// How much of the battlefield is seen from a cell of a zone, 0 to 1.
    pub(super) fn view(&self, cell: Cell) -> f32 {
        self.views[cell.index()]
    }
}

/// Units of both sides, which are as many kinds at most; men of a unit, and none.
const KINDS: usize = 32;
const MEN: usize = 21;

impl Storms {
    fn new(data: &Prepared) -> Self {
        let mut kinds = vec![(0, false); KINDS];
        let all: Vec<(UnitId, &Template)> = Side::ALL.into_iter().flat_map(|side| data.units(side)).collect();
        for &(unit, template) in &all {
            let first = all.iter().find(|(_, other)| other.id == template.id).map_or(unit, |(first, _)| *first);
            kinds[unit.index()] = (first.index(), assaults(data, template));
        }
        let mut ends = vec![Vec::new(); KINDS * KINDS];
        for &(attacker, own) in all.iter().filter(|(unit, _)| kinds[unit.index()] == (unit.index(), true)) {
            let foes = all.iter().filter(|(unit, foe)| {
                unit.side() != attacker.side() && kinds[unit.index()].0 == unit.index() && foe.class != Class::Vehicle
            });
            for &(target, foe) in foes {
                let table = &mut ends[attacker.index() * KINDS + target.index()];
                table.resize(MEN * MEN * 2, [0.0; 2]);
                for (men, left) in (1..=own.models()).flat_map(|men| (1..=foe.models()).map(move |left| (men, left))) {
                    for (at, blows) in [Blows::InTurn, Blows::AtOnce].into_iter().enumerate() {
                        let odds = data.close_quarters([attacker, target], [men, left], blows);
                        let both = [odds.attacker_wins + odds.both_fall, odds.defender_wins + odds.both_fall];
                        table[(usize::from(men) * MEN + usize::from(left)) * 2 + at] = both.map(|chance| chance as f32);
                    }
                }
            }
        }
        let cells = data.lattice().len();
        Storms { cells, reach: reach(data), kinds, ends }
    }
}

/// Whether a unit with all its men assaults: men who serve no crewed weapon.
fn assaults(data: &Prepared, template: &Template) -> bool {
    let crew = |weapon| data.weapon(weapon).fixed || !data.weapon(weapon).is_direct();
    template.class == Class::Infantry && template.pace == Pace::Whole && !template.weapons().any(crew)
}

/// [CQ.3] A bit for each pair of cells: whether men in the first come to blows with a unit in the second.
fn reach(data: &Prepared) -> Vec<u64> {
    let (lattice, rules) = (data.lattice(), &data.tables.assault);
    let cells = lattice.len();
    let mut bits = vec![0u64; (cells * cells).div_ceil(64)];
    for from in lattice.cells().filter(|&cell| data.floor(Mobility::Infantry, false).is_open(cell)) {
        let mut targets = CellSet::EMPTY;
        for (runs, inches) in [(true, rules.distance), (false, rules.rough_distance)] {
            let floor = data.floor(Mobility::Infantry, runs);
            let flood = Flood::new(floor, from, STRAIGHT * inches, &CellSet::EMPTY);
            for cell in flood.reached(floor) {
                targets.extend(lattice.around(cell, 1));
            }
        }
        // Whoever holds a section of a building is met at its walls.
        let houses: CellSet = targets.iter().flat_map(|cell| data.section_of(cell)).collect();
        for to in targets.iter().chain(houses.iter()) {
            let bit = from.index() * cells + to.index();
            bits[bit / 64] |= 1 << (bit % 64);
        }
    }
    bits
}

fn goals(data: &Prepared) -> Vec<Goal> {
    let mission = &data.mission;
    let objective = |worth: f32| -> Vec<Goal> {
        let around = |&cell: &Cell| {
            let radius = u16::from(mission.radius);
            let near = data.lattice().around(cell, radius as i16).filter(|&other| data.lattice().distance2(cell, other) <= radius * radius);
            Goal { cell, worth, ways: ways(data, &near.collect()) }
        };
        mission.objectives.iter().map(around).collect()
    };
    let area = |area: &CellSet| -> Vec<Goal> {
        let cells: Vec<Cell> = area.iter().collect();
        let Some(&cell) = cells.get(cells.len() / 2) else { return Vec::new() };
        vec![Goal { cell, worth: 2.0, ways: ways(data, area) }]
    };
    match &mission.victory {
        Victory::Points { objective: worth, .. } => objective(f32::from(*worth) / 100.0),
        Victory::Objectives { .. } | Victory::Demolition { .. } => objective(2.0),
        Victory::Hold { area: cells, .. } | Victory::Breakthrough { area: cells, .. } => area(cells),
    }
}

/// Fifths of an inch to a set of cells from everywhere, by way to move, nobody being in the way.
fn ways(data: &Prepared, to: &CellSet) -> Vec<Vec<u16>> {
    let lattice = data.lattice();
    let field = |mobility: Mobility| {
        let floor = data.floor(mobility, false);
        let mut field = vec![FAR; lattice.len()];
        let mut rings = Rings::default();
        for cell in to.iter() {
            rings.start(&mut field, cell.0, 0);
        }
        rings.spread(&mut field, FAR - 1, |from| {
            let near = move |facing: Facing| lattice.step(Cell(from), facing).map(|cell| (cell.0, u16::from(facing.cost())));
            Facing::ALL.into_iter().filter_map(near).filter(|&(cell, _)| floor.is_open(Cell(cell)))
        });
        field
    };
    Mobility::ALL.into_iter().map(field).collect()
}

/// What is seen from the cells of both zones: of the cells outside one's own zone, those nearer to goals count more.
fn views(data: &Prepared, goals: &[Goal]) -> Vec<f32> {
    let lattice = data.lattice();
    let weigh = |cell: Cell| {
        let near = goals.iter().map(|goal| lattice.distance2(goal.cell, cell)).min().unwrap_or(0);
        1.0 / (1.0 + f32::from(near) / 64.0)
    };
    let weights: Vec<f32> = lattice.cells().map(weigh).collect();
    let mut views = vec![0.0; lattice.len()];
    for zone in &data.mission.zones {
        for cell in zone.iter() {
            let seen = lattice.cells().filter(|&other| lattice.distance2(cell, other) <= VIEW * VIEW && data.sight.sees(cell, other));
            views[cell.index()] = seen.map(|other| weights[other.index()]).sum();
        }
    }
    let most = views.iter().copied().fold(1.0, f32::max);
    views.iter().map(|view| view / most).collect()
}

impl Arms {
    fn new(data: &Prepared, losses: &Losses, template: &Template, moved: bool) -> Self {
        let loadout = Loadout::new(&data.weapons, template, template.models());
        let mut arms = Arms {
            men: vec![[0.0; Cover::COUNT]; RANGE],
            routs: vec![0.0; RANGE],
            armour: vec![[[0.0; Aspect::COUNT]; Armour::COUNT]; RANGE],
        };
        let halted = |weapon: &Weapon| moved && template.class != Class::Vehicle && (weapon.fixed || !weapon.is_direct());
        for held in loadout.as_slice() {
            let weapon = data.weapon(held.weapon);
            for inches in 0..RANGE.min(usize::from(weapon.range) + 1) {
                if !halted(weapon) && template.pace != Pace::Turn || !moved {
                    arms.add(data, losses, template, (weapon, held.count), moved, inches);
                }
            }
        }
        if let Some(weapon) = data.panzerfaust.filter(|_| template.panzerfausts > 0) {
            let weapon = data.weapon(weapon);
            for inches in 0..=usize::from(weapon.range) {
                arms.add(data, losses, template, (weapon, 1), moved, inches);
            }
        }
        arms
    }

    fn add(&mut self, data: &Prepared, losses: &Losses, template: &Template, (weapon, count): (&Weapon, u8), moved: bool, inches: usize) {
        let (tables, d2) = (&data.tables, (inches * inches) as u16);
        let shots = f32::from(count)
            * match weapon.shots {
                Shots::Fixed(shots) => f32::from(shots),
                Shots::Dice(dice) => 3.5 * f32::from(dice),
            };
        let indirect = !hit::in_direct_range(weapon, d2) && hit::in_indirect_range(weapon, d2);
        let chance = |cover: Cover| {
            if indirect {
                return fraction(Chance::to_hit(hit::indirect_need(tables, RANGED)));
            }
            let inexperienced = template.quality == Quality::Inexperienced;
            let shot = Shot { d2, pins: 0, inexperienced, moved, down: false, small: false, cover, alone: false };
            hit::need(tables, weapon, &shot).map_or(0.0, |need| fraction(Chance::to_hit(need)))
        };
        let men = damage::damage_chance(tables, DamageTarget::Men(Quality::Regular), damage::pen_against_men(tables, weapon));
        let burst = weapon.he.map_or(1.0, mean) * fraction(men);
        if weapon.flame {
            let falls = 1.0 - (1.0 - chance(Cover::None) * fraction(men)).powf(shots);
            let frightened = Nerve { quality: Quality::Regular, pins: FLAME_PINS, officer: None, penalty: 0 };
            let [_, fails] = morale::morale_test(tables, morale::value(tables, frightened));
            self.routs[inches] = falls * fails as f32 / morale::TEST_WAYS as f32;
        }
        if weapon.one_shot {
            // Panzerfausts are kept for vehicles.
        } else {
            for cover in Cover::ALL {
                self.men[inches][cover.index()] += shots * chance(cover) * burst;
            }
        }
        for armour in Armour::ALL {
            for aspect in Aspect::ALL {
                let lost = if armour == Armour::SoftSkin {
                    let pen = damage::pen_against_vehicles(tables, weapon).unwrap_or(0);
                    fraction(damage::damage_chance(tables, DamageTarget::Vehicle(armour), pen))
                } else {
                    let pen = damage::penetration(tables, weapon, aspect, hit::is_long(weapon, d2));
                    pen.map_or(0.0, |pen| losses[armour.index()][(pen.clamp(PENETRATION[0], PENETRATION[1]) - PENETRATION[0]) as usize])
                };
                let entry = &mut self.armour[inches][armour.index()][aspect.index()];
                *entry = 1.0 - (1.0 - *entry) * (1.0 - chance(Cover::None) * lost).powf(shots);
            }
        }
    }
}

/// [VD] What hits do to vehicles with regular crews.
fn losses(data: &Prepared) -> Losses {
    let crew = Nerve { quality: Quality::Regular, pins: 0, officer: None, penalty: 0 };
    Armour::ALL.map(|armour| {
        std::array::from_fn(|at| {
            let hit = ArmourHit { pen: at as i8 + PENETRATION[0], armour, extra: 0, crew, immobilised: false };
            odds::vehicle_lost(&data.tables, hit) as f32 / odds::VEHICLE_WAYS as f32
        })
    })
}

fn fraction(chance: Chance) -> f32 {
    f32::from(chance.numerator()) / f32::from(chance.denominator())
}

fn mean(size: HeSize) -> f32 {
    let totals = chance::totals(size);
    f32::midpoint(f32::from(*totals.start()), f32::from(*totals.end()))
}
