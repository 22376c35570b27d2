//! A position as it is looked at: every unit with its hex and worth, who is in supply, and what the battles to come are expected to do.
//!
//! Of blocks that the viewer does not know only what he may know counts: a block is worth the mean of those that it can be.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use arrayvec::ArrayVec;
use stavka_engine::blocks_in_the_east::combat::{Crossing, MOST_UNITS, Role};
use stavka_engine::blocks_in_the_east::ids::HEX_CAPACITY;
use stavka_engine::blocks_in_the_east::supply::Situation;
use stavka_engine::blocks_in_the_east::terms::Nation;
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, HexSet, Phase, UnitId};
use stavka_engine::hex::Hex;
use stavka_engine::{Game as _, Side};

use super::ground::{Arm, COUNTERS, Goal, Ground};
use super::odds::{self, Battle, Man, Men, Odds};

/// Battles that are remembered.
const MEMORY: usize = 20_000;
/// Hexes from a battle from which units may still join it.
const JOINS_FROM: u16 = 2;

/// Most places that are looked at.
pub(super) const MOST_GOALS: usize = 64;
/// Worth that a place needs of units that come for it, and how many times what is before it.
const FORCE: f32 = 40.0;
const ODDS: f32 = 2.0;
/// Worth of the units that go for a place that counts nothing by itself.
const DETACHMENT: f32 = 16.0;
/// Worth of the units that besiege a fortress.
const SIEGE: f32 = 60.0;
/// Movement points before a place within which its guards are.
const BEFORE: u16 = 6;
/// Movement points by which the ways of those that come for a place are measured, and the longest way.
const RING: u16 = 3;
const LONGEST: u16 = 60;
/// Movement points that a unit comes on in a turn, at best.
const PACE: u16 = 6;
/// How many times over places are given what they need, while units are left.
const WAVES: usize = 3;

/// A unit on the map.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact about the unit, by itself")]
pub(super) struct Piece {
    /// The unit, or the one that stands for a block that is not known.
    pub(super) unit: UnitId,
    /// The unit whose block it is.
    pub(super) block: UnitId,
    pub(super) side: Side,
    pub(super) hex: Hex,
    pub(super) arm: Arm,
    /// Strength points times quality, as far as it is expected to be left after the battles to come.
    pub(super) worth: f32,
    /// The same before them.
    pub(super) whole: f32,
    pub(super) step: u8,
    pub(super) known: bool,
    /// Marked as out of supply.
    pub(super) marked: bool,
    pub(super) flies: bool,
    /// A line of supply reaches it now.
    pub(super) supplied: bool,
}

impl Piece {
    pub(super) fn is_air(&self) -> bool {
        self.arm == Arm::Air
    }

    fn man(&self, game: &BlocksInTheEast) -> Man {
        let marked = self.known && game.is_shield_hit(self.block);
        Man { unit: self.unit, step: self.step, marked, flies: self.flies, crossing: game.crossing(self.block) }
    }
}

/// Units by hex and side.
pub(super) type Weights = [Box<[f32; HEX_CAPACITY]>; 2];

/// Odds that have been reckoned, by what they depend on.
#[derive(Default)]
pub(super) struct Memory(HashMap<u64, Odds>);

impl Memory {
    pub(super) fn judge(&mut self, game: &BlocksInTheEast, ground: &Ground, attacker: Side, hex: Hex, battle: &Battle) -> Odds {
        let mut hasher = DefaultHasher::new();
        let turn = game.game_turn() as u8;
        (attacker.index(), hex.0, turn, game.weather().index(), game.town(hex), battle).hash(&mut hasher);
        for man in battle.men.iter().flatten() {
            game.tech(man.unit).hash(&mut hasher);
        }
        let key = hasher.finish();
        if let Some(known) = self.0.get(&key) {
            return *known;
        }
        if self.0.len() >= MEMORY {
            self.0.clear();
        }
        let odds = odds::judge(game, ground, &game.battlefield(attacker, hex), battle);
        self.0.insert(key, odds);
        odds
    }
}

/// The blocks that a viewer does not know, on the ground and in the air: worth and number, and the unit that stands for each.
#[derive(Clone, Copy, Default)]
struct Strangers {
    mean: f32,
    stand_in: Option<(UnitId, u8)>,
}

/// What the units of the Axis on the ground are after: each is sent to a place that the Axis lacks.
#[derive(Clone)]
pub(super) struct Aims {
    /// The places that it lacks, by their numbers.
    lacking: ArrayVec<u8, MOST_GOALS>,
    /// That of each unit.
    of: [Option<u8>; COUNTERS],
}

impl Default for Aims {
    fn default() -> Self {
        Aims { lacking: ArrayVec::new(), of: [None; COUNTERS] }
    }
}

impl Aims {
    /// Movement points from a hex to the place that a unit is after, or to the nearest one for whoever has not been sent anywhere.
    pub(super) fn way(&self, ground: &Ground, unit: Option<UnitId>, hex: Hex) -> Option<u16> {
        let way = |goal: u8| ground.goals[usize::from(goal)].ways[hex.index()];
        match unit.and_then(|unit| self.of[unit.index()]) {
            Some(goal) => Some(way(goal)),
            None => self.lacking.iter().map(|&goal| way(goal)).min(),
        }
    }
}

/// A battle to come, or in progress.
#[derive(Clone, Copy)]
pub(super) struct Fight {
    pub(super) hex: Hex,
    pub(super) attacker: Side,
    pub(super) odds: Odds,
}

/// A position as it is looked at.
pub(super) struct Survey<'a> {
    pub(super) game: &'a BlocksInTheEast,
    pub(super) ground: &'a Ground,
    pub(super) viewer: Option<Side>,
    pub(super) pieces: ArrayVec<Piece, COUNTERS>,
    pub(super) fights: ArrayVec<Fight, 64>,
    /// Whose turn it is.
    pub(super) active: Side,
    pub(super) phase: Phase,
}

impl<'a> Survey<'a> {
    /// The units of both sides; who is in supply is not looked at.
    pub(super) fn new(game: &'a BlocksInTheEast, ground: &'a Ground, viewer: Option<Side>) -> Self {
        let (active, phase) = game.phase().unwrap_or((Side::Soviet, Phase::Recheck));
        let mut survey = Survey { game, ground, viewer, pieces: ArrayVec::new(), fights: ArrayVec::new(), active, phase };
        for side in Side::ALL {
            let strangers = survey.strangers(side);
            for (unit, hex) in game.units_on_map(side) {
                let piece = survey.piece(unit, side, hex, &strangers);
                survey.pieces.push(piece);
            }
        }
        // The order of the stacks tells nothing that the viewer may know.
        survey.pieces.sort_unstable_by_key(|piece| (piece.side.index(), piece.hex.0, piece.known, piece.unit.0, piece.flies, piece.marked));
        survey
    }

    fn knows(&self, unit: UnitId) -> bool {
        self.viewer.is_none_or(|viewer| unit.side() == viewer || !self.game.is_hidden(unit))
    }

    /// What the blocks of a side that the viewer does not know are worth, on the ground and in the air.
    fn strangers(&self, side: Side) -> [Strangers; 2] {
        let game = self.game;
        let mut found = [Strangers::default(); 2];
        let mut pools: [ArrayVec<(f32, UnitId, u8), COUNTERS>; 2] = [ArrayVec::new(), ArrayVec::new()];
        for (unit, _) in game.units_on_map(side).filter(|&(unit, _)| !self.knows(unit)) {
            let step = game.last_seen_step(unit);
            let worth = f32::from(game.data().unit(unit).steps[step].strength) * self.ground.quality[unit.index()];
            pools[usize::from(self.ground.arm(unit) == Arm::Air)].push((worth, unit, step as u8));
        }
        for (strangers, pool) in found.iter_mut().zip(&mut pools) {
            pool.sort_unstable_by_key(|&(_, unit, _)| unit);
            let mean = pool.iter().map(|(worth, ..)| worth).sum::<f32>() / pool.len().max(1) as f32;
            let combat = |&&(_, unit, _): &&(f32, UnitId, u8)| !game.data().unit(unit).is_support();
            let nearest = pool.iter().filter(combat).min_by(|a, b| (a.0 - mean).abs().total_cmp(&(b.0 - mean).abs()));
            *strangers = Strangers { mean, stand_in: nearest.map(|&(_, unit, step)| (unit, step)) };
        }
        found
    }

    fn piece(&self, unit: UnitId, side: Side, hex: Hex, strangers: &[Strangers; 2]) -> Piece {
        let (game, ground) = (self.game, self.ground);
        let known = self.knows(unit);
        let marked = game.is_out_of_supply(unit);
        let flies = game.is_flying(unit);
        if known {
            let worth = f32::from(game.strength(unit)) * ground.quality[unit.index()];
            let step = game.step(unit) as u8;
            return Piece {
                unit,
                block: unit,
                side,
                hex,
                arm: ground.arm(unit),
                worth,
                whole: worth,
                step,
                known,
                marked,
                flies,
                supplied: true,
            };
        }
        let is_air = flies || !game.has_ground_units(side, hex);
        let kind = &strangers[usize::from(is_air)];
        let (stand_in, step) = kind.stand_in.unwrap_or((unit, 0));
        let arm = if is_air { Arm::Air } else { Arm::Infantry };
        Piece {
            unit: stand_in,
            block: unit,
            side,
            hex,
            arm,
            worth: kind.mean,
            whole: kind.mean,
            step,
            known,
            marked,
            flies,
            supplied: true,
        }
    }

    /// Looks who is in supply. All but the Finns count as units of the great nation of their side, whose lines its allies share.
    pub(super) fn trace_supply(&mut self, situation: &Situation<'_>) -> [Option<HexSet>; Nation::COUNT] {
        let data = self.game.data();
        let mut supplied: [Option<HexSet>; Nation::COUNT] = [None; Nation::COUNT];
        for piece in &mut self.pieces {
            let nation = match (piece.known && data.unit(piece.unit).nation == Nation::Finnish, piece.side) {
                (true, _) => Nation::Finnish,
                (false, Side::Axis) => Nation::German,
                (false, Side::Soviet) => Nation::Soviet,
            };
            // Germans are supplied through Finland where the scenario has a north.
            let north = data.script.region.is_none();
            let trace = || if north { data.supplied(situation, nation) } else { data.supplied_by_own(situation, nation) };
            let reached = supplied[nation.index()].get_or_insert_with(trace);
            piece.supplied = piece.flies || reached.contains(piece.hex);
        }
        supplied
    }

    /// Sends the units of the Axis to the places that it lacks: to each the nearest ones, until there are enough of them for what is before
    /// it; those that are left over reinforce them in the same way. No unit is sent farther than it can come, unless there is nothing else.
    pub(super) fn aims(&self) -> Aims {
        let (game, goals) = (self.game, &self.ground.goals);
        let lacks = |&number: &u8| !game.controls(Side::Axis, goals[usize::from(number)].hex);
        let mut aims = Aims { lacking: (0..goals.len().min(MOST_GOALS) as u8).filter(lacks).collect(), of: [None; COUNTERS] };
        let before = |goal: &Goal| {
            let near = self.of(Side::Soviet).filter(|piece| !piece.is_air() && goal.ways[piece.hex.index()] <= BEFORE);
            near.map(|piece| piece.worth).sum::<f32>()
        };
        // In the first wave and in those after it: a fortress takes no more than its hexes hold.
        let force = |goal: &Goal| match before(goal) {
            _ if goal.points == 0.0 => [DETACHMENT, 0.0],
            _ if self.ground.fortress == Some(goal.hex) => [SIEGE, 0.0],
            enemies => [FORCE + ODDS * enemies; 2],
        };
        let needed: ArrayVec<[f32; 2], MOST_GOALS> = aims.lacking.iter().map(|&number| force(&goals[usize::from(number)])).collect();
        let turns = u16::from(game.data().script.turns[1]).saturating_sub(game.game_turn()) + 1;
        let rings = turns.saturating_mul(PACE).min(LONGEST) / RING;
        for wave in 0..WAVES {
            let mut missing: ArrayVec<f32, MOST_GOALS> = needed.iter().map(|force| force[wave.min(1)]).collect();
            for ring in 1..=rings {
                for (&number, missing) in aims.lacking.iter().zip(&mut missing) {
                    let ways = &goals[usize::from(number)].ways;
                    for piece in self.of(Side::Axis).filter(|piece| !piece.is_air() && ways[piece.hex.index()] <= ring * RING) {
                        if *missing > 0.0 && aims.of[piece.block.index()].is_none() {
                            aims.of[piece.block.index()] = Some(number);
                            *missing -= piece.worth;
                        }
                    }
                }
            }
        }
        aims
    }

    pub(super) fn of(&self, side: Side) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().filter(move |piece| piece.side == side)
    }

    /// Units of a side in a hex, as they would fight.
    pub(super) fn men(&self, side: Side, hex: Hex) -> Men {
        let mut men: Men = self.of(side).filter(|piece| piece.hex == hex).map(|piece| piece.man(self.game)).take(MOST_UNITS).collect();
        // Blocks that look alike stand in one order.
        men.sort_unstable_by_key(|man| (man.unit, man.step, man.flies, man.crossing.map(Crossing::index)));
        men
    }

    /// Adds units to an attack that could still join it, as far as there is room. `claimed` are those that join another one.
    pub(super) fn add_joiners(&self, attacker: Side, hex: Hex, men: &mut Men, claimed: &mut ArrayVec<UnitId, COUNTERS>) {
        let (game, data) = (self.game, self.game.data());
        let rules = &data.tables.stacking;
        let counts = |men: &Men| {
            let combat = men.iter().filter(|man| data.unit(man.unit).is_combat()).count();
            let ground = men.iter().filter(|man| data.unit(man.unit).is_ground()).count();
            (combat, ground)
        };
        if data.map.is_box(hex) {
            return;
        }
        let mut able: ArrayVec<(u32, UnitId, Hex), COUNTERS> = ArrayVec::new();
        for piece in self.of(attacker).filter(|piece| piece.known && !piece.is_air() && piece.hex != hex) {
            let near = !data.map.is_box(piece.hex) && data.map.grid.distance(piece.hex, hex) <= JOINS_FROM;
            if near && game.may_still_attack(piece.unit) && !claimed.contains(&piece.unit) {
                able.push(((100.0 * piece.worth) as u32, piece.unit, piece.hex));
            }
        }
        able.sort_unstable_by(|a, b| b.cmp(a));
        for (_, unit, from) in able {
            let (combat, ground) = counts(men);
            let known = data.unit(unit);
            // Artillery comes with combat units, one to an attack.
            let fits = if known.is_combat() { combat < rules.combat } else { combat > 0 && ground == combat };
            let room = fits && ground < rules.ground;
            if room && !men.is_full() {
                let crossing = self.river_between(from, hex);
                men.push(Man { unit, step: game.step(unit) as u8, marked: false, flies: false, crossing });
                claimed.push(unit);
            }
        }
    }

    /// A river between hexes that lie side by side.
    pub(super) fn river_between(&self, from: Hex, to: Hex) -> Option<Crossing> {
        let map = &self.game.data().map;
        if map.is_box(from) || map.is_box(to) {
            return None;
        }
        let direction = map.grid.direction(from, to)?;
        map.sides[from.index()][direction.index()].river.then_some(Crossing::River)
    }

    /// Whether units of a side in a battle have a hex to retreat into, by a rough look: free of enemies and their zones.
    fn has_way_out(&self, situation: &Situation<'_>, side: Side, hex: Hex) -> bool {
        let enemy = side.opponent().index();
        let free = |&(near, _): &(u16, u16)| {
            let near = Hex(near);
            !situation.ground[enemy].contains(near) && !situation.zones[enemy].contains(near)
        };
        self.ground.near[hex.index()].iter().any(free)
    }

    /// The odds of an attack on a hex by some units.
    pub(super) fn odds_of(&self, memory: &mut Memory, situation: &Situation<'_>, attacker: Side, hex: Hex, men: [Men; 2]) -> Odds {
        let may_leave = [attacker, attacker.opponent()].map(|side| self.has_way_out(situation, side, hex));
        memory.judge(self.game, self.ground, attacker, hex, &Battle { men, may_leave, thrown: 0, round: 1 })
    }

    /// Counts in what the battles to come are expected to do, by the units that are in them and, as long as ground units move, by the aircraft
    /// that are to fly there.
    pub(super) fn foresee(&mut self, memory: &mut Memory, situation: &Situation<'_>, sorties: &[(Hex, UnitId)]) {
        let attacker = self.active;
        let report = self.game.battle_report();
        for hex in self.game.battles().iter() {
            let here = report.filter(|battle| battle.hex == hex);
            let attacker = here.map_or(attacker, |battle| battle.attacker);
            let sides = [attacker, attacker.opponent()];
            let mut men = sides.map(|side| self.men(side, hex));
            if self.phase == Phase::GroundMovement && here.is_none() {
                let flying = sorties.iter().filter(|&&(to, unit)| to == hex && unit.side() == attacker);
                for &(_, unit) in flying.take(men[0].remaining_capacity()) {
                    men[0].push(Man { unit, step: self.game.step(unit) as u8, marked: false, flies: true, crossing: None });
                }
            }
            let may_leave = sides.map(|side| self.has_way_out(situation, side, hex));
            let (round, thrown) = match (here, self.game.volley()) {
                (Some(here), Some((side, firing, _))) => {
                    let role = if side == attacker { Role::Attacker } else { Role::Defender };
                    (here.round.max(1), odds::volleys_before(firing, role))
                }
                (Some(here), None) => (here.round.max(1), 0),
                _ => (1, 0),
            };
            let battle = Battle { men, may_leave, thrown, round };
            let odds = memory.judge(self.game, self.ground, attacker, hex, &battle);
            for piece in self.pieces.iter_mut().filter(|piece| piece.hex == hex) {
                let role = usize::from(piece.side != attacker);
                piece.worth *= if piece.is_air() { odds.air[role] } else { odds.left[role] };
            }
            if !self.fights.is_full() {
                self.fights.push(Fight { hex, attacker, odds });
            }
        }
    }

    /// The battle to come in a hex.
    pub(super) fn fight(&self, hex: Hex) -> Option<&Fight> {
        self.fights.iter().find(|fight| fight.hex == hex)
    }

    /// The chance that a unit does not get into the hex that it attacks.
    pub(super) fn repulsed(&self, piece: &Piece) -> f32 {
        self.fight(piece.hex).filter(|fight| fight.attacker == piece.side).map_or(0.0, |fight| 1.0 - fight.odds.taken)
    }

    /// The chance that the Axis holds a hex after the battle to come there; as it is where there is none.
    pub(super) fn axis_chance(&self, hex: Hex) -> f32 {
        match self.fight(hex) {
            Some(fight) if fight.attacker == Side::Axis => fight.odds.taken,
            Some(fight) => 1.0 - fight.odds.taken,
            None => f32::from(u8::from(self.game.controls(Side::Axis, hex))),
        }
    }

    /// Worth on the ground in each hex by side.
    pub(super) fn weigh(&self, weights: &mut Weights) {
        for weights in weights.iter_mut() {
            weights.fill(0.0);
        }
        for piece in self.pieces.iter().filter(|piece| !piece.is_air()) {
            weights[piece.side.index()][piece.hex.index()] += piece.worth;
        }
    }
}
