//! What a wargamer would look at in a position, as numbers. All of them grow with what they are named
//! after; which of them help whom is for the fitted weights to say.

use stavka_engine::armir::{Armir, Formation, HEX_CAPACITY, ObjectiveSet, Phase, Place};
use stavka_engine::hex::{Hex, OFF_MAP};
use stavka_engine::{Game as _, Side};

use super::chances::{Prospects, victory_chance};
use super::ground::{CLOSED, Field, Flood, Gait, Ground, Way};
use super::judgement::{fade, likely, slope};
use super::reach::{Chart, Drive, Obstacles, Rows};
use super::survey::{Roster, Survey};
use crate::weights::features;

features! {
    "ARMIR", "../../data/armir/evaluation.toml";
    /// 1.
    Constant = "constant" 0.00 => "the course of the game",
    /// Chance of the Soviets to meet the set of objectives, by a rough count, from -1 to 1.
    Objectives = "objectives" -1.50 => "the Soviet objectives",
    /// The same, weighted with the certainty of the count.
    Certainty = "certainty" -1.50 => "the Soviet objectives",
    /// Star sum hoped for beyond the middle step of objective 4, while that is an objective.
    Donets = "donets" -0.30 => "the stars of the Donets",
    /// Corps destroyed or about to be, while that is an objective.
    Destroy = "destroy" -0.40 => "the corps to be destroyed",
    /// Chance that the airfields fall, while that is an objective.
    AirfieldsWanted = "airfields-wanted" -1.00 => "the airfields",
    /// Chance that the airfields fall.
    Airfields = "airfields" -0.30 => "the airfields",
    /// Star sum held by the Soviets.
    StarsHeld = "stars-held" -0.60 => "starred places held",
    /// Star sum held by the Soviets with the Axis near and nobody on guard.
    StarsExposed = "stars-exposed" 0.20 => "starred places without a guard",
    /// Star sum that the next Soviet move can reach.
    ReachNow = "reach-now" -0.30 => "starred places within reach",
    /// Star sum that the move after can reach.
    ReachNext = "reach-next" -0.25 => "starred places within reach",
    /// Star sum that takes a third move.
    ReachLater = "reach-later" -0.20 => "starred places within reach",
    /// Part of the star sum within two moves that Axis units guard.
    Guarded = "guarded" 0.30 => "guards on starred places",
    /// Fear of running out of momentum by the drain to come.
    MomentumDrained = "momentum-drained" 3.00 => "Soviet momentum",
    /// Fear of running out of momentum at the next drain.
    MomentumLow = "momentum-low" 1.50 => "Soviet momentum",
    /// Share of each line corps that is lost, north to south, up to destruction.
    CorpsAlpine = "corps-alpine" -0.50 => "losses of the Alpine Corps",
    CorpsIi = "corps-ii" -0.50 => "losses of II Corps",
    CorpsXxxv = "corps-xxxv" -0.50 => "losses of XXXV Corps",
    CorpsXxix = "corps-xxix" -0.50 => "losses of XXIX Corps",
    /// The HQ of the ARMIR is lost.
    ArmyHq = "army-hq" -0.50 => "the HQ of the ARMIR",
    /// CP of the Soviet infantry.
    SovietFoot = "soviet-foot" -0.70 => "Soviet infantry",
    /// CP of Soviet fast units.
    SovietFast = "soviet-fast" -0.60 => "Soviet fast units",
    /// Soviet CP out of supply.
    SovietCutOff = "soviet-cut-off" 0.50 => "Soviet supply",
    /// Soviet CP beyond the radius of its HQ.
    SovietAstray = "soviet-astray" 0.30 => "Soviet units out of HQ radius",
    /// Axis CP without heavy weapons.
    AxisLight = "axis-light" 0.70 => "Axis infantry",
    /// Axis CP with heavy weapons.
    AxisHeavy = "axis-heavy" 0.70 => "Axis heavy weapons",
    /// Axis CP out of supply.
    AxisCutOff = "axis-cut-off" -0.40 => "Axis supply",
    /// Italian guns.
    Guns = "guns" 0.30 => "Italian guns",
    /// Italian supply points.
    SupplyPoints = "supply-points" 0.30 => "Italian supply points",
    /// Soviet HQs lost.
    HqsLost = "hqs-lost" 1.50 => "Soviet HQs",
    /// Danger to Soviet HQs that stand alone.
    HqAlone = "hq-alone" 1.20 => "danger to Soviet HQs",
    /// Danger to Soviet HQs in company.
    HqDanger = "hq-danger" 0.40 => "danger to Soviet HQs",
    /// Danger to the HQ of the ARMIR.
    ArmyHqDanger = "army-hq-danger" -0.30 => "danger to the HQ of the ARMIR",
    /// Worth of the attacks that the Soviets can make where they stand.
    SovietAttacks = "soviet-attacks" -0.60 => "Soviet attacks at good odds",
    /// Worth of the attacks that the Axis can make.
    AxisAttacks = "axis-attacks" 0.50 => "Axis attacks at good odds",
    /// Hexes that lie open to the next Soviet move.
    OpenGround = "open-ground" -0.20 => "gaps in the line",
    /// Strongpoint hexes that the Axis holds.
    Works = "works" 0.40 => "strongpoints held",
    /// Steps in excess of the stacking limit, Soviet less Axis.
    Overstacked = "overstacked" 0.60 => "overstacking",
    /// Soviet CP of fast units near stars they lack, and far from them.
    Pull = "pull" -1.50 => "fast units near their aims",
    /// Nearness of the Soviet infantry to what it is to take.
    March = "march" -1.00 => "infantry near its aims",
    /// Fast units waiting at the gate of Bokovskaya.
    Gate = "gate" -0.10 => "fast units at Bokovskaya",
    /// The Soviets have the initiative.
    Initiative = "initiative" 0.00 => "the initiative",
    /// Only objective 1 and 4, only 1 and 3, or with the airfields.
    SetDonets = "set-donets" 0.00 => "the choice of objectives",
    SetDestroy = "set-destroy" 0.00 => "the choice of objectives",
    SetAirfields = "set-airfields" 0.00 => "the choice of objectives",
}

/// Where the position stands in the sequence of play.
#[derive(Clone, Copy)]
pub(super) struct Moment {
    /// Moves of Soviet fast units that are still to come, the phase in progress not counted.
    pub(super) moves: u8,
    /// The Soviets are moving fast units now.
    moving: bool,
    /// Weight of the combats that each side could fight where it stands.
    combats: [f32; 2],
    /// Disorganised units still are when it comes to combat.
    shaken: bool,
    /// Share of the game that is over.
    pub(super) progress: f32,
}

impl Moment {
    pub(super) fn of(game: &Armir) -> Self {
        let turns = game.data().turns;
        let left = turns.saturating_sub(game.game_turn() as u8);
        let soviets_first = game.initiative() == Side::Soviet;
        let last = left == 0;
        let number = game.phase_number();
        let bombardment = game.current_phase() == Phase::Bombardment;
        // Of the two bombardments of a turn each comes before a combat.
        let before_soviet_combat = if soviets_first { number <= 5 } else { number >= 5 };
        let combat_next = bombardment && before_soviet_combat;
        let (now, combats) = match game.current_phase() {
            Phase::AxisMovement => (if soviets_first { 0 } else { 2 }, if last && soviets_first { [0.7, 0.0] } else { [0.7, 0.5] }),
            Phase::Bombardment if combat_next => (1, [0.15, 0.9]),
            Phase::Bombardment => (if soviets_first { 0 } else { 2 }, [0.9, 0.2]),
            Phase::AxisCombat => (if soviets_first { 0 } else { 2 }, if last && soviets_first { [0.0, 0.0] } else { [0.15, 0.4] }),
            Phase::SovietMovement => (1, [0.3, 0.7]),
            Phase::AxisMotorised => (1, [0.15, 0.7]),
            Phase::SovietCombat => (1, if last { [0.1, 0.0] } else { [0.3, 0.15] }),
            Phase::SovietMotorised => (0, if last { [if soviets_first { 0.5 } else { 0.0 }, 0.0] } else { [0.4, 0.35] }),
            Phase::Supply | Phase::Attrition => (0, if last { [0.0, 0.0] } else { [0.4, 0.4] }),
            Phase::Initiative | Phase::AxisReinforcement => (2, [0.4, 0.5]),
        };
        Moment {
            moves: now + 2 * left,
            moving: matches!(game.current_phase(), Phase::SovietMovement | Phase::SovietMotorised),
            combats,
            shaken: bombardment || matches!(game.current_phase(), Phase::AxisCombat | Phase::SovietCombat),
            progress: (f32::from(game.game_turn() as u8 - 1) + f32::from(number) / 12.0) / f32::from(turns.max(1)),
        }
    }
}

/// Eyes, maps and buffers of the observer.
pub(super) struct Observer {
    pub(super) ground: Ground,
    pub(super) roster: Roster,
    chart: Chart,
    pub(super) survey: Survey,
    /// Hexes to each star.
    closest: Vec<Vec<u8>>,
    /// Hexes to the nearest of the stars that the Soviets lack, and these stars, by bits.
    nearest: Vec<u8>,
    lacking: u64,
}

/// A distance at which a star no longer pulls.
const FARTHEST: u8 = 24;

/// How much a CP so many hexes away threatens.
const NEAR_ON_WHEELS: [f32; 7] = [1.0, 1.0, 1.0, 0.9, 0.7, 0.5, 0.2];
const NEAR_ON_FOOT: [f32; 7] = [1.0, 1.0, 0.7, 0.3, 0.1, 0.0, 0.0];

/// Moves that the drive is followed for.
const HORIZON: u8 = 3;

impl Observer {
    pub(super) fn new(game: &Armir) -> Self {
        let data = game.data();
        let ground = Ground::of(game);
        let grid = &data.map.grid;
        let closest = ground.stars.iter().map(|&(star, _)| grid.hexes().map(|hex| grid.distance(hex, star) as u8).collect()).collect();
        Observer {
            ground,
            roster: Roster::new(data),
            chart: Chart::new(data),
            survey: Survey::new(),
            closest,
            nearest: vec![FARTHEST; HEX_CAPACITY],
            lacking: 0,
        }
    }

    /// Surveys a position.
    pub(super) fn survey(&mut self, game: &Armir, moment: &Moment) {
        self.survey.take(game, &self.roster, moment.shaken);
    }

    /// Costs to a hex from everywhere, nobody being in the way.
    pub(super) fn free_ways(&mut self, gait: Gait, to: Hex, out: &mut Field) {
        let tolls: Field = std::array::from_fn(|hex| if self.ground.closed.get(hex).copied().unwrap_or(true) { CLOSED } else { 0 });
        Flood::new().run(&self.ground, gait, Way::To, &tolls, &[(to, 0)], out);
    }

    /// Fills the features that do not depend on the objectives.
    pub(super) fn observe(&mut self, game: &Armir, moment: &Moment, row: &mut Row) -> Prospects {
        self.survey(game, moment);
        row.fill(0.0);
        let mut put = |feature: Feature, value: f32| row[feature as usize] = value;
        put(Feature::Constant, 1.0);
        let points = game.victory_points();
        let forces = self.forces(game);
        let (held, exposed) = self.held(game, &forces);
        let drive = self.drive(game, moment, &forces);
        let attacks = self.attacks(game, moment, &forces);
        put(Feature::StarsHeld, held / 10.0);
        put(Feature::StarsExposed, exposed / 4.0);
        put(Feature::ReachNow, drive.by_move[0] / 4.0);
        put(Feature::ReachNext, drive.by_move[1] / 4.0);
        put(Feature::ReachLater, drive.by_move[2] / 4.0);
        put(Feature::Guarded, drive.guarded / 4.0);
        put(Feature::OpenGround, drive.open as f32 / 100.0);
        let airfields = self.airfields(game, moment, drive.exit);
        put(Feature::Airfields, airfields);
        let turns_left = f64::from(game.data().turns) - f64::from(game.game_turn());
        let late = f64::from(moment.moves.min(11));
        let hoped = f64::from(held) - 0.25 * f64::from(exposed)
            + drive.by_move.iter().enumerate().map(|(index, &sum)| f64::from(sum) * arrival(index as f64 + 1.0, late)).sum::<f64>();
        let drains = if game.garrison() > 0 { turns_left } else { 0.0 };
        let now = f64::from(game.momentum());
        if drains > 0.0 {
            put(Feature::MomentumDrained, fade(0.7 * (now + hoped - f64::from(held) - drains)) as f32);
            put(Feature::MomentumLow, fade(1.2 * (now - 1.0)) as f32);
        }
        let corps = Self::corps(game, 0.5 * f64::from(moment.moves), &mut put);
        self.material(game, &mut put);
        put(Feature::HqsLost, f32::from(points.hq_penalty));
        let [army, alone, guarded] = self.hq_dangers(game);
        put(Feature::ArmyHqDanger, army);
        put(Feature::HqAlone, alone);
        put(Feature::HqDanger, guarded);
        put(Feature::SovietAttacks, moment.combats[1] * attacks[1] / 4.0);
        put(Feature::AxisAttacks, moment.combats[0] * attacks[0] / 4.0);
        put(Feature::Initiative, f32::from(u8::from(game.initiative() == Side::Soviet)));
        let (pull, march) = self.pulls(game);
        put(Feature::Pull, pull);
        put(Feature::March, march);
        Prospects { hoped, corps, airfields: f64::from(airfields), moves: f64::from(moment.moves), points }
    }

    /// Fills the features that depend on the set of objectives.
    pub(super) fn judge_set(game: &Armir, moment: &Moment, prospects: &Prospects, set: ObjectiveSet, row: &mut Row) {
        let mut put = |feature: Feature, value: f32| row[feature as usize] = value;
        let flag = |objective: u8| f32::from(u8::from(set.has(objective)));
        let chance = victory_chance(game, set, prospects) as f32;
        put(Feature::Objectives, 2.0 * chance - 1.0);
        put(Feature::Certainty, (2.0 * chance - 1.0) * (2.0 * chance - 1.0).abs() * moment.progress);
        put(Feature::Donets, flag(ObjectiveSet::DONETS) * ((prospects.hoped as f32 - 14.0) / 5.0).clamp(-2.0, 1.0));
        put(Feature::Destroy, flag(ObjectiveSet::DESTROY) * (prospects.corps.iter().sum::<f64>() as f32 - 2.5) / 2.0);
        put(Feature::AirfieldsWanted, flag(ObjectiveSet::AIRFIELDS) * prospects.airfields as f32);
        let (destroy, donets) = (set.has(ObjectiveSet::DESTROY), set.has(ObjectiveSet::DONETS));
        put(Feature::SetDonets, f32::from(u8::from(donets && !destroy)));
        put(Feature::SetDestroy, f32::from(u8::from(destroy && !donets)));
        put(Feature::SetAirfields, flag(ObjectiveSet::AIRFIELDS));
    }

    /// Star sum held by the Soviets, and the part of it that lies open to the Axis.
    fn held(&self, game: &Armir, forces: &Forces) -> (f32, f32) {
        let chart = &self.chart;
        let near = chart.spread(&chart.spread(&chart.spread(&forces.axis)));
        let (mut held, mut exposed) = (0.0, 0.0);
        for &(star, value) in &self.ground.stars {
            if game.controller(star) != Side::Soviet {
                continue;
            }
            held += value as f32;
            let guarded = self.survey.at(star.0).is_some_and(|pile| pile.combat_steps > 0);
            if !guarded && chart.has(&near, star) {
                exposed += value as f32;
            }
        }
        (held, exposed)
    }

    /// Who stands where, as sets.
    fn forces(&self, game: &Armir) -> Forces {
        let map = &game.data().map;
        let chart = &self.chart;
        let mut forces = Forces {
            axis: Rows::EMPTY,
            obstacles: Obstacles { weak: Rows::EMPTY, strong: Rows::EMPTY, stops: Rows::EMPTY },
            ready: Rows::EMPTY,
            spent: Rows::EMPTY,
            foot: Rows::EMPTY,
        };
        let mut heavy = Rows::EMPTY;
        for pile in &self.survey.piles {
            match pile.side {
                Side::Axis => {
                    let firm = map.fortified.contains(pile.hex) && pile.defence > 6;
                    let strong = pile.defence > 14 || firm || pile.heavy && pile.defence > 8;
                    chart.add(if strong { &mut forces.obstacles.strong } else { &mut forces.obstacles.weak }, pile.hex);
                    if pile.combat_steps > 0 {
                        chart.add(&mut forces.axis, pile.hex);
                    }
                    if pile.heavy && pile.zoc_steps >= 2 {
                        chart.add(&mut heavy, pile.hex);
                    }
                }
                Side::Soviet if pile.fast_cp > 0 => {
                    chart.add(if pile.ready { &mut forces.ready } else { &mut forces.spent }, pile.hex);
                    if pile.fast_cp < pile.cp {
                        chart.add(&mut forces.foot, pile.hex);
                    }
                }
                Side::Soviet if pile.combat_steps > 0 => chart.add(&mut forces.foot, pile.hex),
                Side::Soviet => {}
            }
        }
        forces.obstacles.stops = chart.spread(&heavy);
        if self.survey.at_gates[0] > 0.0 {
            chart.add(&mut forces.ready, map.bokovskaya);
        }
        forces
    }

    fn drive(&self, game: &Armir, moment: &Moment, forces: &Forces) -> DriveReport {
        let chart = &self.chart;
        let mut report = DriveReport { by_move: [0.0; 3], guarded: 0.0, open: 0, exit: None };
        let mut moves = moment.moves;
        let mut drive = Drive::new(forces.ready, forces.foot);
        if moment.moving {
            moves += 1;
        } else {
            drive.fast = drive.fast.or(&forces.spent);
        }
        let mut left = Rows::EMPTY;
        for &(star, _) in self.ground.stars.iter().filter(|(star, _)| game.controller(*star) == Side::Axis) {
            chart.add(&mut left, star);
        }
        for index in 0..HORIZON.min(moves) {
            drive.advance(chart, &forces.obstacles);
            if index == 0 {
                drive.fast = drive.fast.or(&forces.spent);
                report.open = drive.fast.len();
            }
            let reached = drive.reached();
            let found = reached.and(&left);
            if found.len() > 0 {
                left = left.without(&found);
                for &(star, value) in self.ground.stars.iter().filter(|(star, _)| chart.has(&found, *star)) {
                    report.by_move[usize::from(index)] += value as f32;
                    if index < 2 {
                        let guard = self.guard(game, star);
                        report.guarded += value as f32 * guard / (guard + 4.0);
                    }
                }
            }
            if report.exit.is_none() && self.ground.exits.iter().any(|&exit| chart.has(&reached, exit)) {
                report.exit = Some(index + 1);
            }
        }
        report
    }

    /// Axis CP in and next to a star.
    fn guard(&self, game: &Armir, star: Hex) -> f32 {
        let axis = |hex: u16| self.survey.at(hex).filter(|pile| pile.side == Side::Axis).map_or(0.0, |pile| f32::from(pile.cp));
        let around: f32 = game.data().map.neighbours[star.index()].iter().filter(|&&near| near != OFF_MAP).map(|&near| axis(near)).sum();
        axis(star.0) + 0.5 * around
    }

    /// Chance that the airfields fall: what is there and what may come, against the garrison as it grows.
    fn airfields(&self, game: &Armir, moment: &Moment, exit: Option<u8>) -> f32 {
        if game.garrison() == 0 {
            return 1.0;
        }
        let garrison = f64::from(game.garrison());
        let combats = f64::from(moment.moves / 2);
        let there = f64::from(self.survey.at_airfields) / 2.0;
        let coming = match exit {
            Some(moves) if moment.moves > moves => 12.0 * (1.0 - 0.15 * f64::from(moves)),
            None if moment.moves > HORIZON + 3 => 3.0,
            _ => 0.0,
        };
        let blows = (there / (3.0 * garrison)).min(3.0) * combats + (coming / (3.0 * garrison)).min(3.0) * (combats - 1.0).max(0.0);
        slope(0.8 * (blows - garrison) - 0.5) as f32
    }

    fn corps(game: &Armir, turns_left: f64, put: &mut impl FnMut(Feature, f32)) -> [f64; 5] {
        let spread = 0.05 + 0.12 * turns_left;
        let names = [Feature::CorpsAlpine, Feature::CorpsIi, Feature::CorpsXxxv, Feature::CorpsXxix];
        let mut chances = [0.0; 5];
        for (corps, feature) in names.into_iter().enumerate() {
            let (lost, original) = game.corps_losses(corps);
            let share = f64::from(2 * lost) / f64::from(original.max(1));
            put(feature, share.min(1.15) as f32);
            chances[corps] = if share > 1.0 && turns_left < 0.5 { 1.0 } else { likely((share + 0.13 * turns_left - 1.0) / spread) };
        }
        let lost = game.data().hq(Formation::Army).is_some_and(|hq| game.place(hq) == Place::ELIMINATED);
        chances[4] = f64::from(u8::from(lost));
        put(Feature::ArmyHq, chances[4] as f32);
        chances
    }

    fn material(&self, game: &Armir, put: &mut impl FnMut(Feature, f32)) {
        let [axis, soviet] = &self.survey.totals;
        put(Feature::SovietFoot, soviet.foot / 100.0);
        put(Feature::SovietFast, soviet.fast / 50.0);
        put(Feature::SovietCutOff, soviet.cut_off / 50.0);
        put(Feature::SovietAstray, soviet.astray / 50.0);
        put(Feature::AxisLight, (axis.foot + axis.fast - axis.heavy) / 50.0);
        put(Feature::AxisHeavy, axis.heavy / 30.0);
        put(Feature::AxisCutOff, axis.cut_off / 30.0);
        put(Feature::Guns, axis.guns / 10.0);
        put(Feature::SupplyPoints, f32::from(game.supply_points()) / 16.0);
        put(Feature::Gate, self.survey.at_gates[0] / 20.0);
        let limit = game.data().tables.stacking_limit;
        let map = &game.data().map;
        let (mut works, mut over) = (0.0, 0.0);
        for pile in &self.survey.piles {
            let excess = f32::from(pile.excess(limit));
            match pile.side {
                Side::Soviet => over += excess,
                Side::Axis => {
                    over -= excess;
                    if pile.combat_steps > 0 && map.fortified.contains(pile.hex) {
                        works += 1.0;
                    }
                }
            }
        }
        put(Feature::Works, works / 20.0);
        put(Feature::Overstacked, over / 4.0);
    }

    /// Risk to the HQ of the ARMIR, to Soviet HQs alone and to those in company, from enemies near them.
    fn hq_dangers(&self, game: &Armir) -> [f32; 3] {
        let data = game.data();
        let grid = &data.map.grid;
        let mut risks = [0.0; 3];
        for stack in self.survey.piles.iter().filter(|pile| pile.hq) {
            if stack.side == Side::Axis && data.hq(Formation::Army).and_then(|hq| game.place(hq).hex()) != Some(stack.hex) {
                continue;
            }
            let mut danger = 0.0;
            for other in &self.survey.piles {
                if other.side == stack.side || !self.chart.are_within(other.hex, stack.hex, NEAR_ON_WHEELS.len() as u8) {
                    continue;
                }
                let distance = usize::from(grid.distance(other.hex, stack.hex));
                if distance < NEAR_ON_WHEELS.len() {
                    danger +=
                        NEAR_ON_WHEELS[distance] * f32::from(other.fast_cp) + NEAR_ON_FOOT[distance] * f32::from(other.cp - other.fast_cp);
                }
            }
            let guard = if stack.combat_steps == 0 { 1.0 } else { 3.0 + 2.0 * f32::from(stack.cp) };
            let slot = if stack.side == Side::Axis { 0 } else { 1 + usize::from(stack.combat_steps > 0) };
            risks[slot] += danger / (danger + guard);
        }
        risks
    }

    /// What the attacks that the Axis and the Soviets could make now promise.
    fn attacks(&self, game: &Armir, moment: &Moment, forces: &Forces) -> [f32; 2] {
        let soviet = forces.ready.or(&forces.spent).or(&forces.foot);
        let touched = [self.chart.spread(&forces.axis), self.chart.spread(&soviet)];
        let mut sums = [0.0; 2];
        for pile in &self.survey.piles {
            let attacker = pile.side.opponent().index();
            if moment.combats[attacker] > 0.0 && self.chart.has(&touched[attacker], pile.hex) {
                sums[attacker] += self.best_attack(game, pile);
            }
        }
        sums
    }

    /// Nearness of the Soviet fast units and of the infantry to stars that the Axis holds.
    fn pulls(&mut self, game: &Armir) -> (f32, f32) {
        let stars = self.ground.stars.iter().take(64).enumerate();
        let lacking = stars.filter(|(_, (star, _))| game.controller(*star) == Side::Axis).fold(0u64, |bits, (index, _)| bits | 1 << index);
        if lacking != self.lacking {
            self.lacking = lacking;
            self.nearest.fill(FARTHEST);
            for (_, distances) in self.closest.iter().enumerate().filter(|(index, _)| lacking >> index & 1 != 0) {
                for (nearest, &distance) in self.nearest.iter_mut().zip(distances) {
                    *nearest = distance.min(*nearest);
                }
            }
        }
        let (mut pull, mut march) = (0.0, 0.0);
        for pile in self.survey.piles.iter().filter(|pile| pile.side == Side::Soviet && pile.combat_steps > 0) {
            let near = 1.0 - f32::from(self.nearest[pile.hex.index()]) / f32::from(FARTHEST);
            pull += f32::from(pile.fast_cp) * near / 50.0;
            march += f32::from(pile.cp - pile.fast_cp) * near / 100.0;
        }
        (pull, march)
    }
}

/// Who stands where, as sets.
struct Forces {
    /// Axis combat units.
    axis: Rows,
    obstacles: Obstacles,
    /// Soviet fast units that can move at the next opportunity, those that have moved, and infantry.
    ready: Rows,
    spent: Rows,
    foot: Rows,
}

/// What the Soviets can reach.
struct DriveReport {
    /// Star sum that each of the next moves adds.
    by_move: [f32; 3],
    guarded: f32,
    open: u32,
    /// Moves to the nearest exit.
    exit: Option<u8>,
}

/// Chance that a place that the Soviets can reach with their n-th move is theirs in the end.
fn arrival(moves: f64, left: f64) -> f64 {
    fade(0.22 * moves) * slope(1.2 * (left - moves) + 0.5)
}
