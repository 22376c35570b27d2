//! The features of a position: what a wargamer would look at, as numbers, positive where there is more of it.

use arrayvec::ArrayVec;
use stavka_engine::blocks_in_the_east::data::Count;
use stavka_engine::blocks_in_the_east::ids::HEX_CAPACITY;
use stavka_engine::blocks_in_the_east::supply::Situation;
use stavka_engine::blocks_in_the_east::terms::Nation;
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, HexSet, Phase, UnitId};
use stavka_engine::hex::Hex;
use stavka_engine::{Game as _, Side};

use super::ground::{Arm, FAR, Field, Goal, Ground, Task};
use super::survey::{Aims, MOST_GOALS, Memory, Piece, Survey, Weights};
use crate::costs::Rings;
use crate::logistic::logistic;
use crate::weights::features;

features! {
    "Blocks in the East", "../../data/blocks-in-the-east/evaluation.toml";

    /// Always 1.
    Constant = "constant" 0.0 => "the situation as such",
    /// Axis points to be expected at the end, less the mark between loss and draw; the chance to cut off or surround the objective.
    Expected = "expected" 24.0 => "objectives to be expected",
    /// The same as both sides stand, counted by the share of the game that is over.
    Standing = "standing" 1.0 => "objectives that are held",
    /// The objective is cut off or surrounded now: more when the Soviets have moved.
    Grip = "grip" 2.5 => "the objective in Axis hands",
    /// How far the Axis spearheads are from what they lack, in turns.
    Distance = "distance" -2.0 => "the way to the objectives",
    /// How far the Soviet spearheads are from what they come for, in turns.
    SovietDistance = "soviet-distance" 0.8 => "the Soviet way to the objectives",
    /// Axis worth near the objectives that it lacks.
    Massed = "massed" 0.4 => "Axis strength before the objectives",
    /// Soviet worth in and around the objectives.
    Guard = "guard" -0.3 => "guards of the objectives",
    /// Worth of Axis infantry on the map.
    AxisInfantry = "axis-infantry" 0.5 => "Axis infantry",
    /// Worth of Axis armour on the map.
    AxisArmour = "axis-armour" 0.65 => "Axis armour",
    /// Worth of Axis artillery and headquarters on the map.
    AxisArtillery = "axis-artillery" 0.3 => "Axis artillery",
    /// Worth of Axis aircraft on the map.
    AxisAir = "axis-air" 0.2 => "Axis aircraft",
    /// Worth of Soviet infantry on the map.
    SovietInfantry = "soviet-infantry" -0.7 => "Soviet infantry",
    /// Worth of Soviet armour on the map.
    SovietArmour = "soviet-armour" -0.84 => "Soviet armour",
    /// Worth of Soviet artillery and headquarters on the map.
    SovietArtillery = "soviet-artillery" -0.42 => "Soviet artillery",
    /// Worth of Soviet aircraft on the map.
    SovietAir = "soviet-air" -0.28 => "Soviet aircraft",
    /// Axis worth without a line of supply.
    AxisCut = "axis-cut" -0.35 => "Axis supply",
    /// Soviet worth without a line of supply.
    SovietCut = "soviet-cut" 0.35 => "Soviet supply",
    /// Axis worth that is about to surrender.
    AxisDoomed = "axis-doomed" -0.5 => "Axis units about to surrender",
    /// Soviet worth that is about to surrender.
    SovietDoomed = "soviet-doomed" 0.5 => "Soviet units about to surrender",
    /// Axis worth whose line of supply the Soviets can cut in their next turn.
    AxisThread = "axis-thread" -0.03 => "Axis lines of supply in danger",
    /// Soviet worth whose line of supply the Axis can cut in its next turn.
    SovietThread = "soviet-thread" 0.06 => "Soviet lines of supply in danger",
    /// Axis worth that the Soviets can attack with more.
    AxisExposed = "axis-exposed" -0.075 => "Soviet attacks in the making",
    /// Soviet worth that the Axis can attack with more.
    SovietExposed = "soviet-exposed" 0.15 => "Axis attacks in the making",
    /// Axis worth in contact with few ways to retreat.
    AxisTrapped = "axis-trapped" -0.06 => "ways of retreat",
    /// Soviet worth in contact with few ways to retreat.
    SovietTrapped = "soviet-trapped" 0.12 => "ways of retreat",
    /// Axis worth far from what the Axis lacks.
    AxisIdle = "axis-idle" -1.35 => "Axis units away from the front",
    /// Soviet worth far from what the Soviets guard, and from the enemy.
    SovietIdle = "soviet-idle" 0.2 => "Soviet units away from the front",
    /// Axis stacks without friends near.
    AxisAlone = "axis-alone" -0.025 => "units on their own",
    /// Soviet stacks without friends near.
    SovietAlone = "soviet-alone" 0.05 => "units on their own",
    /// Axis units above the limit of their hexes, while they can still move.
    AxisCrowded = "axis-crowded" -0.1 => "units above the stacking limit",
    /// Soviet units above the limit of their hexes, while they can still move.
    SovietCrowded = "soviet-crowded" 0.1 => "units above the stacking limit",
    /// Worth of Axis aircraft, by how much of the enemy is in their reach.
    AxisWings = "axis-wings" 0.06 => "Axis air bases",
    /// Worth of Soviet aircraft, by how much of the enemy is in their reach.
    SovietWings = "soviet-wings" -0.06 => "Soviet air bases",
    /// Share of the Soviet railways that the Axis owns.
    Railways = "railways" 2.0 => "ground won",
    /// Soviet towns that the Axis holds, less others that the Soviets hold, by size.
    Towns = "towns" 0.3 => "towns",
    /// Points that the Axis has saved.
    AxisSaved = "axis-saved" 0.05 => "points saved",
    /// Points that the Soviets have saved.
    SovietSaved = "soviet-saved" -0.05 => "points saved",
}

/// Worth that counts as 1.
const CORPS: f32 = 10.0;
/// Movement points of a spearhead in a turn, exploitation with them.
const STRIDE: f32 = 5.0;
/// Movement points of infantry in a turn.
const WALK: f32 = 4.0;
/// Most turns that a way counts.
const FAR_OFF: f32 = 30.0;
/// The most that is expected of a place that is to be attacked later: it is not held before it is taken.
const LATER: f32 = 0.6;
/// Turns in which a garrison starves, and the part of the chances that is left where it is stormed instead.
const STARVING: f32 = 3.0;
const STORMED: f32 = 0.25;
/// Soviet units that lead an offensive.
const SPEARHEADS: usize = 6;
/// Most turns that a way to a capital counts.
const LONG_WAY: f32 = 12.0;
/// Movement points by which infantry lags behind armour, and remnants behind strong units.
const LAG: u16 = 3;
/// Movement points by which an attack that fails throws its units back, on the way to what is behind the enemy.
const HELD_UP: f32 = 9.0;
/// Worth below which a unit is a remnant.
const REMNANT: f32 = 2.0;
/// Movement points farther than which no way is followed.
const HORIZON: u16 = 70;
/// Movement points of the fastest raid on a line of supply.
const RAID: u16 = 7;
/// Movement points of a block that is not known.
const UNKNOWN_PACE: u16 = 3;
/// Share of the worth without supply that is lost when its side has its turn before it is marked.
const HOPE: f32 = 0.6;
/// Worth of the enemy in reach from which aircraft are well based.
const TARGETS: f32 = 40.0;
/// The danger in which those are who are left of a battle, wherever they stand then.
const IN_BATTLE: f32 = 0.5;
/// Movement points that lead a unit half away from a place.
const NEAR: f32 = 5.0;

/// Where a position stands in the game.
#[derive(Clone, Copy)]
pub(super) struct Moment {
    /// Share of the game that is over.
    pub(super) progress: f32,
    /// Turns in which the Axis can still move, the rest of the one at hand counted as a part.
    pub(super) axis_turns: f32,
    /// Whether the Soviets have had their turn, or are having it.
    soviets_move: bool,
}

impl Moment {
    pub(super) fn of(game: &BlocksInTheEast) -> Self {
        let [first, last] = game.data().script.turns;
        let turn = game.game_turn() as u8;
        let (side, phase) = game.phase().unwrap_or((Side::Soviet, Phase::Recheck));
        let rest = match (side, phase) {
            (Side::Axis, Phase::Supply | Phase::Production | Phase::Disbanding | Phase::RailMoves | Phase::GroundMovement) => 1.0,
            (Side::Axis, Phase::Recheck) | (Side::Soviet, _) => 0.0,
            (Side::Axis, _) => 0.5,
        };
        let half = if side == Side::Axis { 0.0 } else { 0.5 };
        let turns = f32::from(last - first + 1);
        Moment {
            progress: ((f32::from(turn - first) + half) / turns).clamp(0.0, 1.0),
            axis_turns: f32::from(last - turn) + rest,
            soviets_move: side == Side::Soviet,
        }
    }
}

/// Eyes and buffers.
pub(super) struct Observer {
    pub(super) ground: Ground,
    pub(super) memory: Memory,
    pub(super) weights: Weights,
    /// What the Axis is after, as the side that plans sees it: the same in all positions that it compares.
    aims: Aims,
    /// Where the aircraft of the side that plans are to fly, as long as its ground units move.
    pub(super) sorties: Vec<(Hex, UnitId)>,
    /// Movement points that the Soviets add to the price of a hex.
    toll: Box<Field>,
    /// Movement points of the Axis to each hex.
    march: Box<Field>,
    /// Movement points of raiders to each hex.
    raid: Box<Field>,
    rings: Rings,
}

impl Observer {
    pub(super) fn new(game: &BlocksInTheEast) -> Self {
        Observer {
            ground: Ground::new(game),
            memory: Memory::default(),
            weights: [0, 1].map(|_| Box::new([0.0; HEX_CAPACITY])),
            aims: Aims::default(),
            sorties: Vec::new(),
            toll: Box::new([0; HEX_CAPACITY]),
            march: Box::new([FAR; HEX_CAPACITY]),
            raid: Box::new([FAR; HEX_CAPACITY]),
            rings: Rings::default(),
        }
    }

    /// Looks what the Axis is after in a position, as a viewer may know it.
    pub(super) fn aim(&mut self, game: &BlocksInTheEast, viewer: Option<Side>) {
        self.aims = Survey::new(game, &self.ground, viewer).aims();
    }

    /// Measures the features of an unfinished position as a viewer may know it. Of battles before their dice they are what is to be expected.
    pub(super) fn observe(&mut self, game: &BlocksInTheEast, viewer: Option<Side>, moment: &Moment, row: &mut Row) {
        let Observer { ground, memory, weights, aims, sorties, toll, march, raid, rings } = self;
        *row = [0.0; COUNT];
        row[Feature::Constant as usize] = 1.0;
        let mut survey = Survey::new(game, ground, viewer);
        let situation = game.situation();
        let supplied = survey.trace_supply(&situation);
        survey.foresee(memory, &situation, sorties);
        survey.weigh(weights);
        measure_march(&survey, &situation, weights, toll, march, rings);
        measure_pieces(&survey, row);
        measure_lines(&survey, &situation, raid, rings, row);
        measure_contact(&survey, &situation, weights, row);
        measure_crowds(&survey, &situation, row);
        let soviet_supply = supplied[Nation::Soviet.index()].unwrap_or_else(|| game.data().supplied(&situation, Nation::Soviet));
        measure_objectives(&survey, &situation, &soviet_supply, moment, march, row);
        measure_idle(&survey, aims, march, row);
        measure_hinterland(&survey, row);
    }
}

/// A sum that is 1 for a strong group of units.
fn add(row: &mut Row, feature: Feature, value: f32) {
    row[feature as usize] += value;
}

/// Movement points of the Axis to every hex, Soviet units being in the way, as far as it matters.
fn measure_march(
    survey: &Survey<'_>,
    situation: &Situation<'_>,
    weights: &Weights,
    toll: &mut Field,
    march: &mut Field,
    rings: &mut Rings,
) {
    toll.fill(0);
    for hex in situation.zones[Side::Soviet.index()].iter() {
        toll[hex.index()] = 1;
    }
    for piece in survey.of(Side::Soviet).filter(|piece| !piece.is_air()) {
        let defence = weights[Side::Soviet.index()][piece.hex.index()];
        let town = if survey.ground.prize[piece.hex.index()] >= 1.0 { 1.6 } else { 1.0 };
        toll[piece.hex.index()] = 2 + (town * defence).min(14.0) as u16;
    }
    march.fill(FAR);
    for piece in survey.of(Side::Axis).filter(|piece| piece.arm == Arm::Armour || piece.arm == Arm::Infantry) {
        let slow = if piece.arm == Arm::Infantry { LAG } else { 0 };
        let weak = if piece.worth < REMNANT { LAG } else { 0 };
        let stuck = if piece.supplied { 0 } else { LAG };
        let held_up = (survey.repulsed(piece) * HELD_UP) as u16;
        rings.start(march, piece.hex.0, slow + weak + stuck + held_up);
    }
    let ways = |from: u16| survey.ground.near[usize::from(from)].iter().map(|&(to, cost)| (to, cost + toll[usize::from(to)]));
    rings.spread(march, HORIZON, ways);
}

fn measure_pieces(survey: &Survey<'_>, row: &mut Row) {
    use Feature::{
        AxisAir, AxisArmour, AxisArtillery, AxisCut, AxisDoomed, AxisInfantry, AxisWings, SovietAir, SovietArmour, SovietArtillery,
        SovietCut, SovietDoomed, SovietInfantry, SovietWings,
    };
    let data = survey.game.data();
    let settled = survey.phase.index() > Phase::Verification.index();
    for piece in &survey.pieces {
        let own = piece.side == Side::Axis;
        let feature = match (piece.arm, own) {
            (Arm::Infantry, true) => AxisInfantry,
            (Arm::Armour, true) => AxisArmour,
            (Arm::Artillery, true) => AxisArtillery,
            (Arm::Air, true) => AxisAir,
            (Arm::Infantry, false) => SovietInfantry,
            (Arm::Armour, false) => SovietArmour,
            (Arm::Artillery, false) => SovietArtillery,
            (Arm::Air, false) => SovietAir,
        };
        let worth = piece.worth / CORPS;
        add(row, feature, worth);
        if !piece.supplied {
            let (cut, doomed) = if own { (AxisCut, AxisDoomed) } else { (SovietCut, SovietDoomed) };
            // A marked unit surrenders in its own turn; another has the next one to find its line again.
            let marked = piece.marked && survey.active == piece.side && !settled;
            let threatened = survey.active != piece.side;
            add(row, if marked { doomed } else { cut }, if threatened { worth } else { HOPE * worth });
        }
        if piece.is_air() && piece.known {
            let range = survey.game.range(piece.unit);
            let near = |foe: &&Piece| !foe.is_air() && !data.map.is_box(foe.hex) && data.map.grid.distance(piece.hex, foe.hex) <= range;
            let in_reach = || survey.of(piece.side.opponent()).filter(near).map(|foe| foe.worth).sum::<f32>();
            let targets = match data.map.is_box(piece.hex) {
                true => 0.0,
                false if piece.flies => TARGETS,
                false => in_reach(),
            };
            add(row, if own { AxisWings } else { SovietWings }, worth * (targets / TARGETS).min(1.0));
        }
    }
}

/// Lines of supply of the side whose turn it is, if the enemy takes every hex on them that he comes to in his own.
fn measure_lines(survey: &Survey<'_>, situation: &Situation<'_>, raid: &mut Field, rings: &mut Rings, row: &mut Row) {
    let (game, data, side) = (survey.game, survey.game.data(), survey.active);
    raid.fill(FAR);
    for piece in survey.of(side.opponent()).filter(|piece| piece.supplied) {
        let pace = match (piece.arm, piece.known) {
            (Arm::Air | Arm::Artillery, _) => continue,
            (_, false) => UNKNOWN_PACE,
            (Arm::Armour | Arm::Infantry, true) => u16::from(game.full_points(piece.unit)),
        };
        rings.start(raid, piece.hex.0, RAID - pace.min(RAID));
    }
    let held = &situation.ground[side.index()];
    let ways = |from: u16| survey.ground.near[usize::from(from)].iter().copied().filter(|&(to, _)| !held.contains(Hex(to)));
    rings.spread(raid, RAID, ways);
    let taken: HexSet = situation.owners[side.index()].iter().filter(|hex| raid[hex.index()] <= RAID).collect();
    let mut worst = situation.clone();
    worst.owners[side.index()] = worst.owners[side.index()].difference(taken);
    let (nation, feature) =
        if side == Side::Axis { (Nation::German, Feature::AxisThread) } else { (Nation::Soviet, Feature::SovietThread) };
    let left = data.supplied_by_own(&worst, nation);
    // Aircraft on a mission go home.
    for piece in survey.of(side).filter(|piece| piece.supplied && !piece.flies && !left.contains(piece.hex)) {
        add(row, feature, piece.worth / CORPS);
    }
}

/// Worth of a side in the hexes beside one, and two hexes away.
fn around(ground: &Ground, weights: &[f32; HEX_CAPACITY], hex: Hex) -> [f32; 2] {
    let beside = ground.near[hex.index()].iter().map(|&(near, _)| weights[usize::from(near)]).sum();
    let beyond = ground.ring[hex.index()].iter().map(|&near| weights[usize::from(near)]).sum();
    [beside, beyond]
}

/// How many times as strong as a stack those are who can come at it, as a danger from 0 to 1.
pub(super) fn danger(ground: &Ground, weights: &Weights, side: Side, hex: Hex, own: f32) -> f32 {
    let [beside, beyond] = around(ground, &weights[side.opponent().index()], hex);
    // Two combat units with their support attack a hex.
    let foes = (beside + 0.6 * beyond).min(16.0);
    let cover = 1.0 + 0.6 * f32::from(u8::from(ground.prize[hex.index()] >= 1.0));
    let ratio = foes / (own * cover).max(0.5);
    ((ratio - 0.8) / 1.6).clamp(0.0, 1.0)
}

fn measure_contact(survey: &Survey<'_>, situation: &Situation<'_>, weights: &Weights, row: &mut Row) {
    use Feature::{AxisAlone, AxisExposed, AxisTrapped, SovietAlone, SovietExposed, SovietTrapped};
    let ground = survey.ground;
    for side in Side::ALL {
        let (exposed, trapped, alone) =
            if side == Side::Axis { (AxisExposed, AxisTrapped, AxisAlone) } else { (SovietExposed, SovietTrapped, SovietAlone) };
        // Whoever is to move next can use what he sees.
        let urgency = if survey.active == side { 1.0 } else { 0.5 };
        let (own, enemy) = (&weights[side.index()], side.opponent().index());
        for hex in situation.ground[side.index()].iter() {
            let worth = own[hex.index()];
            if worth <= 0.0 {
                continue;
            }
            if survey.fight(hex).is_some() {
                add(row, exposed, urgency * IN_BATTLE * worth / CORPS);
                continue;
            }
            let danger = danger(ground, weights, side, hex, worth);
            add(row, exposed, urgency * danger * worth / CORPS);
            let free = |&&(near, _): &&(u16, u16)| {
                let near = Hex(near);
                !situation.ground[enemy].contains(near)
                    && (!situation.zones[enemy].contains(near) || situation.ground[side.index()].contains(near))
            };
            if danger > 0.0 || situation.zones[enemy].contains(hex) {
                let ways = ground.near[hex.index()].iter().filter(free).count();
                let bound = [1.0, 0.4, 0.1].get(ways).copied().unwrap_or(0.0);
                add(row, trapped, bound * worth / CORPS);
            }
            let [beside, beyond] = around(ground, own, hex);
            if beside + beyond <= 0.0 {
                add(row, alone, 0.5);
            }
        }
    }
}

/// Units of the side whose turn it is that are too many for their hexes: some of them are lost if nobody leaves. Another viewer does not
/// know what kinds of units they are.
fn measure_crowds(survey: &Survey<'_>, situation: &Situation<'_>, row: &mut Row) {
    let (game, side) = (survey.game, survey.active);
    let rules = &game.data().tables.stacking;
    if survey.phase > Phase::GroundMovement || survey.viewer == Some(side.opponent()) {
        return;
    }
    let feature = if side == Side::Axis { Feature::AxisCrowded } else { Feature::SovietCrowded };
    for hex in situation.ground[side.index()].iter().filter(|&hex| game.stack(hex).len() > rules.combat) {
        let crowd = game.crowd_of(side, hex);
        let excess = crowd.combat.saturating_sub(rules.combat).max(crowd.ground.saturating_sub(rules.ground));
        add(row, feature, excess as f32);
    }
}

/// The chance that the Axis gets to a hex in time.
fn reach(cost: f32, turns: f32) -> f32 {
    let room = STRIDE * turns - cost;
    logistic(f64::from(room / (2.0 + 1.5 * turns))) as f32
}

/// The chance that the Axis holds a place at the end; a fortress falls to it as far as it starves.
fn holds(survey: &Survey<'_>, goal: &Goal, moment: &Moment, march: &Field, starves: f32) -> f32 {
    let now = survey.axis_chance(goal.hex);
    let mut later = LATER * reach(f32::from(march[goal.hex.index()]), moment.axis_turns);
    if survey.ground.fortress == Some(goal.hex) {
        later *= starves;
    }
    let last = moment.axis_turns <= 0.0;
    let kept = if last { 0.97 } else { 0.9 };
    now * kept + (1.0 - now) * if last { 0.2 * later } else { later }
}

/// How surely a fortress among the goals starves in the turns that are left: by what is covered of the hexes around it.
fn starves(survey: &Survey<'_>, situation: &Situation<'_>, moment: &Moment, march: &Field) -> f32 {
    let collar = &survey.ground.collar;
    if survey.ground.fortress.is_none() || collar.is_empty() {
        return 0.0;
    }
    let mean = collar.iter().map(|&hex| covers(survey, situation, hex, moment, march)).sum::<f32>() / collar.len() as f32;
    (moment.axis_turns / STARVING).clamp(STORMED, 1.0) * (STORMED + (1.0 - STORMED) * mean.powi(3))
}

/// The chance that a hex of the collar is in Axis hands when it matters.
fn covers(survey: &Survey<'_>, situation: &Situation<'_>, hex: Hex, moment: &Moment, march: &Field) -> f32 {
    let axis = Side::Axis.index();
    let covered = match survey.ground.task {
        Task::CutOff => survey.game.owner(hex) == Some(Side::Axis) || situation.zones[axis].contains(hex),
        _ => situation.ground[axis].contains(hex) || situation.zones[axis].contains(hex),
    };
    if let Some(fight) = survey.fight(hex) {
        let axis = if fight.attacker == Side::Axis { fight.odds.taken } else { 1.0 - fight.odds.taken };
        return 0.1 + 0.85 * axis;
    }
    if covered {
        return 0.95;
    }
    let beside = survey.ground.near[hex.index()].iter().map(|&(near, _)| march[usize::from(near)]).min().unwrap_or(FAR);
    let held = situation.ground[Side::Soviet.index()].contains(hex);
    let cost = if held { march[hex.index()] } else { beside.min(march[hex.index()]) };
    // What cannot be covered at once is covered by the enemy first.
    let (soon, late) = (moment.axis_turns.min(1.0), moment.axis_turns);
    0.45 * reach(f32::from(cost), soon) + 0.2 * reach(f32::from(cost), late)
}

fn measure_objectives(
    survey: &Survey<'_>,
    situation: &Situation<'_>,
    soviet_supply: &HexSet,
    moment: &Moment,
    march: &Field,
    row: &mut Row,
) {
    let ground = survey.ground;
    let scale = (ground.points / 4.0).max(1.0);
    let (mut expected, mut standing, mut lacking, mut far) = (0.0, 0.0, 0.0_f32, 0.0);
    let starves = starves(survey, situation, moment, march);
    for goal in &ground.goals {
        let now = survey.axis_chance(goal.hex);
        standing += goal.points * now;
        let share = goal.points / ground.points.max(1.0);
        if now < 0.5 {
            lacking += share;
            far += share * (f32::from(march[goal.hex.index()]) / STRIDE).min(FAR_OFF);
        }
        expected += goal.points * holds(survey, goal, moment, march, starves);
    }
    if matches!(ground.task, Task::Hold | Task::Keep | Task::Bank) {
        let guards = guards_destroyed(survey.game);
        add(row, Feature::Expected, (expected - ground.mark) / scale + guards);
        add(row, Feature::Standing, moment.progress * ((standing - ground.mark) / scale + guards));
    } else {
        let city = expected;
        let chances = ground.collar.iter().map(|&hex| covers(survey, situation, hex, moment, march));
        let mean = chances.sum::<f32>() / ground.collar.len().max(1) as f32;
        let all = mean.powi(3);
        let linked = ground.district.intersection(*soviet_supply).len() as f32 / ground.district.len().max(1) as f32;
        let parted = if ground.task == Task::CutOff { 0.5 * (1.0 - linked) } else { 0.0 };
        add(row, Feature::Expected, (0.5 * mean + all + parted).max(1.5 * city));
        let done = match ground.task {
            Task::CutOff => ground.goals.iter().all(|goal| survey.axis_chance(goal.hex) > 0.5 || !soviet_supply.contains(goal.hex)),
            _ => survey.game.axis_points() > 0,
        };
        let weight = if moment.soviets_move { 2.0 } else { 0.7 };
        add(row, Feature::Grip, if done { weight } else { 0.0 });
        add(row, Feature::Standing, moment.progress * mean);
    }
    add(row, Feature::Distance, far / lacking.max(0.01) * lacking.min(1.0));
    add(row, Feature::SovietDistance, soviet_way(survey));
    let scale = if ground.goals.len() > 3 { 3.0 } else { 1.0 };
    for goal in &ground.goals {
        let now = survey.axis_chance(goal.hex);
        let share = goal.points / ground.points.max(1.0) * scale;
        let menace = (1.5 - f32::from(march[goal.hex.index()]) / (2.0 * STRIDE)).clamp(0.0, 1.0);
        for piece in survey.pieces.iter().filter(|piece| !piece.is_air()) {
            let way = f32::from(goal.ways[piece.hex.index()]);
            if way > 6.0 * NEAR {
                continue;
            }
            let near = 1.0 / (1.0 + (way / NEAR).powi(2));
            match piece.side {
                Side::Axis => add(row, Feature::Massed, share * (1.0 - now) * near * piece.worth / CORPS),
                Side::Soviet => add(row, Feature::Guard, share * (0.3 + 0.7 * menace) * near * piece.worth / CORPS),
            }
        }
    }
}

/// Guards that the Axis has destroyed, of those that it wins by; 0 where it does not.
fn guards_destroyed(game: &BlocksInTheEast) -> f32 {
    match game.data().script.victory.as_ref().map(|victory| &victory.count) {
        Some(&Count::Guards { destroyed, .. }) => f32::from(game.guards_destroyed()) / f32::from(destroyed.max(1)),
        _ => 0.0,
    }
}

/// Turns of the nearest Soviet units on the ground to what the Soviets come for, nobody being in the way; 0 where they come for nothing.
fn soviet_way(survey: &Survey<'_>) -> f32 {
    let ground = survey.ground;
    if !matches!(ground.task, Task::Keep | Task::Bank) {
        return 0.0;
    }
    let wanted: ArrayVec<&Goal, MOST_GOALS> =
        ground.goals.iter().filter(|goal| survey.axis_chance(goal.hex) > 0.5).take(MOST_GOALS).collect();
    if wanted.is_empty() {
        return 0.0;
    }
    let mut nearest = [FAR; SPEARHEADS];
    for piece in survey.of(Side::Soviet).filter(|piece| !piece.is_air() && piece.worth >= REMNANT) {
        let way = wanted.iter().map(|goal| goal.ways[piece.hex.index()]).min().unwrap_or(0);
        let last = SPEARHEADS - 1;
        nearest[last] = nearest[last].min(way);
        nearest.sort_unstable();
    }
    nearest.iter().map(|&way| (f32::from(way) / WALK).min(LONG_WAY)).sum::<f32>() / SPEARHEADS as f32
}

/// Units that are where nothing is to be had or held.
fn measure_idle(survey: &Survey<'_>, aims: &Aims, march: &Field, row: &mut Row) {
    let ground = survey.ground;
    for piece in survey.pieces.iter().filter(|piece| !piece.is_air()) {
        let at = piece.hex.index();
        let (feature, turns) = match piece.side {
            Side::Axis => {
                let way = f32::from(aims.way(ground, Some(piece.block), piece.hex).unwrap_or(0)) + survey.repulsed(piece) * f32::from(LAG);
                (Feature::AxisIdle, way / WALK)
            }
            Side::Soviet => {
                // Between the enemy and what he wants, or at least near one of them.
                let way = ground.goals.iter().map(|goal| goal.ways[at]).min().unwrap_or(0);
                let front = f32::from(march[at]) / STRIDE;
                (Feature::SovietIdle, (f32::from(way) / WALK).min(1.5 * front))
            }
        };
        // By its worth before battles: to lose a unit that is far away is no gain.
        add(row, feature, turns.min(FAR_OFF) * piece.whole / CORPS / 5.0);
    }
}

fn measure_hinterland(survey: &Survey<'_>, row: &mut Row) {
    let (game, ground) = (survey.game, survey.ground);
    let axis = game.owned(Side::Axis);
    let rails = ground.rails.intersection(axis).len() as f32 / ground.rails.len().max(1) as f32;
    add(row, Feature::Railways, rails);
    let soviet = game.owned(Side::Soviet);
    for place in &game.data().map.places {
        let hex = place.hex;
        let home = if game.data().ground.soviet_union.contains(hex) { Side::Soviet } else { Side::Axis };
        let prize = ground.prize[hex.index()];
        if prize >= 0.3 && home == Side::Soviet && axis.contains(hex) {
            add(row, Feature::Towns, prize);
        } else if prize >= 0.3 && home == Side::Axis && soviet.contains(hex) {
            add(row, Feature::Towns, -prize);
        }
    }
    for nation in Nation::ALL {
        let feature = if nation.side() == Side::Axis { Feature::AxisSaved } else { Feature::SovietSaved };
        add(row, feature, f32::from(game.saved(nation)) / CORPS);
    }
}
