//! [7.5][7.7] Attacks that several units make together: for each target the package of units, of those that can come there, that gains most;
//! the packages that gain most are carried out first. It is worked out anew at every choice, from nothing but the position.

use arrayvec::ArrayVec;
use stavka_engine::blocks_in_the_east::data::Unit;
use stavka_engine::blocks_in_the_east::{Action, Asked, BlocksInTheEast, Phase, UnitId};
use stavka_engine::hex::Hex;
use stavka_engine::{Game as _, Side};

use super::features::Observer;
use super::glance::Glance;
use super::odds::{Man, Men};
use super::survey::Piece;

/// Units that are tried for each place in a package.
const TRIED: usize = 6;
/// What a package must gain, in corps, for players without a posture.
pub(super) const GAIN: f32 = 0.3;
/// What an aircraft must add to a package, in corps.
const FLIGHT: f32 = 0.02;
/// Most ground units and aircraft of a package; a hex holds fewer.
const MOST_UNITS: usize = 8;
const MOST_WINGS: usize = 2;

/// A unit that can attack a hex, as it would stand there.
#[derive(Clone, Copy)]
struct Approach {
    unit: UnitId,
    target: Hex,
    man: Man,
    worth: f32,
}

/// Who attacks a target together.
struct Package {
    target: Hex,
    units: ArrayVec<UnitId, MOST_UNITS>,
    /// Aircraft that are to fly there afterwards.
    wings: ArrayVec<UnitId, MOST_WINGS>,
    /// What the attack gains by them, in corps.
    gain: f32,
}

impl Package {
    fn is_free_of(&self, taken: &[UnitId]) -> bool {
        self.units.iter().chain(&self.wings).all(|unit| !taken.contains(unit))
    }
}

/// What the attacks of the side ask to be done now: the first unit of the package that gains most is picked, and the unit at hand goes for the
/// target of its package. Nothing where no attack gains enough, or the unit at hand has no part in one.
pub(super) fn order(glance: &mut Glance<'_>, least: f32, legal: &[Action]) -> Option<Action> {
    let game = glance.game;
    let mut approaches = Vec::new();
    match game.asked()? {
        Asked::Mover { exploits: false } => {
            look_at_all(glance, game, &mut approaches);
            allot(glance, least, &approaches).first().map(|package| Action::Select(package.units[0]))
        }
        Asked::March { unit, begun: false, exploits: false, .. } => {
            look_at(glance, game, unit, &mut approaches);
            if approaches.is_empty() {
                return None;
            }
            // The others can be picked when this one stays; where it must go on, nobody else is looked at.
            if legal.contains(&Action::Done) {
                let mut others = game.clone();
                others.apply(Action::Done);
                if matches!(others.asked(), Some(Asked::Mover { exploits: false })) {
                    look_at_all(glance, &others, &mut approaches);
                }
            }
            let target = allot(glance, least, &approaches).iter().find(|package| package.units.contains(&unit))?.target;
            let attack = Action::MoveTo(target);
            if legal.contains(&attack) { Some(attack) } else { fuel(legal) }
        }
        Asked::Flyer { reacts: false } => {
            let flies = |&(_, unit): &(Hex, UnitId)| legal.contains(&Action::Select(unit));
            sorties(glance).into_iter().find(flies).map(|(_, unit)| Action::Select(unit))
        }
        Asked::Flight { unit, reacts: false } => {
            let (hex, _) = sorties(glance).into_iter().find(|&(_, wing)| wing == unit)?;
            let sortie = Action::Fly(hex);
            if legal.contains(&sortie) { Some(sortie) } else { fuel(legal) }
        }
        _ => None,
    }
}

fn fuel(legal: &[Action]) -> Option<Action> {
    legal.iter().copied().find(|action| matches!(action, Action::Fuel(_)))
}

/// Adds the approaches of all units that can be picked.
fn look_at_all(glance: &Glance<'_>, game: &BlocksInTheEast, out: &mut Vec<Approach>) {
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    for &action in &legal {
        let Action::Select(unit) = action else { continue };
        let known = game.data().unit(unit);
        if known.is_ground() && !known.is_headquarters() {
            let mut picked = game.clone();
            picked.apply(action);
            look_at(glance, &picked, unit, out);
        }
    }
}

/// Adds the approaches of a unit that has been picked, by itself and with fuel.
fn look_at(glance: &Glance<'_>, game: &BlocksInTheEast, unit: UnitId, out: &mut Vec<Approach>) {
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    look_for_targets(glance, game, unit, &legal, out);
    if let Some(fuel) = fuel(&legal) {
        let mut fuelled = game.clone();
        fuelled.apply(fuel);
        if matches!(fuelled.asked(), Some(Asked::March { .. })) {
            fuelled.legal_actions(&mut legal);
            look_for_targets(glance, &fuelled, unit, &legal, out);
        }
    }
}

fn look_for_targets(glance: &Glance<'_>, game: &BlocksInTheEast, unit: UnitId, legal: &[Action], out: &mut Vec<Approach>) {
    let enemy = unit.side().opponent();
    for &action in legal {
        let Action::MoveTo(target) = action else { continue };
        if !game.has_ground_units(enemy, target) || out.iter().any(|known| (known.unit, known.target) == (unit, target)) {
            continue;
        }
        let mut there = game.clone();
        there.apply(action);
        if there.place(unit).hex() == Some(target) {
            let (step, marked) = (game.step(unit) as u8, game.is_shield_hit(unit));
            let man = Man { unit, step, marked, flies: false, crossing: there.crossing(unit) };
            out.push(Approach { unit, target, man, worth: glance.worth(unit) });
        }
    }
}

/// The packages in the order in which they gain; no unit is in two of them. Aircraft that battles want that have begun are not promised to others.
fn allot(glance: &mut Glance<'_>, least: f32, approaches: &[Approach]) -> Vec<Package> {
    let promised = sorties(glance);
    let mut targets: Vec<Hex> = approaches.iter().map(|approach| approach.target).collect();
    targets.sort_unstable();
    targets.dedup();
    let mut chosen: Vec<Package> = Vec::new();
    let taken_for = |target: Hex, chosen: &[Package]| -> Vec<UnitId> {
        let elsewhere = promised.iter().filter(|&&(hex, _)| hex != target).map(|&(_, unit)| unit);
        elsewhere.chain(chosen.iter().flat_map(|package| package.units.iter().chain(&package.wings).copied())).collect()
    };
    let mut open: Vec<Package> =
        targets.iter().filter_map(|&target| best(glance, least, approaches, target, &taken_for(target, &[]))).collect();
    while let Some(index) = (0..open.len()).reduce(|a, b| if open[b].gain > open[a].gain { b } else { a }) {
        let package = open.remove(index);
        chosen.push(package);
        let again = |other: Package| {
            let taken = taken_for(other.target, &chosen);
            if other.is_free_of(&taken) { Some(other) } else { best(glance, least, approaches, other.target, &taken) }
        };
        open = open.into_iter().filter_map(again).collect();
    }
    chosen
}

/// Where the aircraft of a side are to fly when its ground units have moved; nowhere in other phases.
pub(super) fn planned_sorties(observer: &mut Observer, game: &BlocksInTheEast, side: Side) -> Vec<(Hex, UnitId)> {
    match game.phase() {
        Some((active, Phase::GroundMovement)) if active == side => sorties(&mut Glance::of(observer, game, side)),
        _ => Vec::new(),
    }
}

/// Where aircraft are to fly: to the battles that have begun, those first to which they bring most.
fn sorties(glance: &mut Glance<'_>) -> Vec<(Hex, UnitId)> {
    let mut promised: Vec<(Hex, UnitId)> = Vec::new();
    let mut open: Vec<Hex> = glance.game.battles().iter().collect();
    while !open.is_empty() {
        let taken: Vec<UnitId> = promised.iter().map(|&(_, unit)| unit).collect();
        let mut most: Option<(f32, usize, ArrayVec<UnitId, MOST_WINGS>)> = None;
        for (index, &hex) in open.iter().enumerate() {
            let men = Glance::sides(glance.side).map(|side| glance.survey.men(side, hex));
            let value = glance.worth_of_attack(hex, &men, &[]);
            let (wings, better) = with_wings(glance, hex, &men, &[], &taken, value);
            if !wings.is_empty() && most.as_ref().is_none_or(|(gain, ..)| better - value > *gain) {
                most = Some((better - value, index, wings));
            }
        }
        let Some((_, index, wings)) = most else { break };
        let hex = open.remove(index);
        promised.extend(wings.into_iter().map(|unit| (hex, unit)));
    }
    promised
}

/// The package for a target that gains most, of units that are not taken, if it gains enough: grown by the unit that adds most, one after the
/// other, to those that are in the hex already.
fn best(glance: &mut Glance<'_>, least: f32, approaches: &[Approach], target: Hex, taken: &[UnitId]) -> Option<Package> {
    let (side, data) = (glance.side, glance.game.data());
    let rules = &data.tables.stacking;
    let mut men = Glance::sides(side).map(|side| glance.survey.men(side, target));
    let before = if men[0].is_empty() {
        0.0
    } else {
        let value = glance.worth_of_attack(target, &men, &[]);
        with_wings(glance, target, &men, &[], taken, value).1
    };
    let mut free: Vec<Approach> =
        approaches.iter().copied().filter(|known| known.target == target && !taken.contains(&known.unit)).collect();
    free.sort_by(|a, b| b.worth.total_cmp(&a.worth).then(a.unit.cmp(&b.unit)));
    let mut units = ArrayVec::new();
    let mut found: Option<Package> = None;
    while !units.is_full() && !men[0].is_full() {
        let count = |counts: fn(&Unit) -> bool| men[0].iter().filter(|man| counts(data.unit(man.unit))).count();
        let (combat, ground) = (count(Unit::is_combat), count(Unit::is_ground));
        // Artillery comes with combat units, one to an attack.
        let fits = |approach: &&Approach| {
            let is_wanted = if data.unit(approach.unit).is_combat() { combat < rules.combat } else { combat > 0 && ground == combat };
            is_wanted && ground < rules.ground
        };
        let tried: ArrayVec<Approach, TRIED> = free.iter().filter(fits).take(TRIED).copied().collect();
        let mut most: Option<(f32, Approach)> = None;
        for approach in tried {
            let mut more = men.clone();
            more[0].push(approach.man);
            units.push(approach.unit);
            let value = glance.worth_of_attack(target, &more, &units);
            units.pop();
            if most.is_none_or(|(most, _)| value > most) {
                most = Some((value, approach));
            }
        }
        let Some((value, approach)) = most else { break };
        men[0].push(approach.man);
        units.push(approach.unit);
        free.retain(|other| other.unit != approach.unit);
        let (wings, value) = with_wings(glance, target, &men, &units, taken, value);
        let gain = value - before;
        if gain > least && found.as_ref().is_none_or(|package| gain > package.gain) {
            found = Some(Package { target, units: units.clone(), wings, gain });
        }
    }
    found
}

/// Aircraft in range that are not taken and make an attack worth more, and what it is worth with them.
fn with_wings(
    glance: &mut Glance<'_>,
    target: Hex,
    men: &[Men; 2],
    units: &[UnitId],
    taken: &[UnitId],
    mut value: f32,
) -> (ArrayVec<UnitId, MOST_WINGS>, f32) {
    let (game, map) = (glance.game, &glance.game.data().map);
    let in_range = |piece: &&Piece| {
        piece.is_air()
            && piece.known
            && !piece.flies
            && !piece.marked
            && !map.is_box(piece.hex)
            && !map.is_box(target)
            && map.grid.distance(piece.hex, target) <= game.range(piece.unit)
    };
    let free = |piece: &&Piece| !taken.contains(&piece.unit);
    let mut near: Vec<Piece> = glance.survey.of(glance.side).filter(in_range).filter(free).copied().collect();
    near.sort_by(|a, b| b.worth.total_cmp(&a.worth).then(a.unit.cmp(&b.unit)));
    let (mut wings, mut men) = (ArrayVec::new(), men.clone());
    let mut more: ArrayVec<UnitId, { MOST_UNITS + MOST_WINGS }> = units.iter().copied().collect();
    for piece in near.iter().take(TRIED) {
        if wings.is_full() || men[0].is_full() {
            break;
        }
        men[0].push(Man { unit: piece.unit, step: piece.step, marked: false, flies: true, crossing: None });
        more.push(piece.unit);
        let better = glance.worth_of_attack(target, &men, &more);
        if better > value + FLIGHT {
            value = better;
            wings.push(piece.unit);
        } else {
            men[0].pop();
            more.pop();
        }
    }
    (wings, value)
}
