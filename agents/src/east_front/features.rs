//! What a wargamer would look at in a position, as numbers. All of them grow with what they are named after; which of them
//! help whom is for the fitted weights to say.

use stavka_engine::east_front::data::{AirBox, Role};
use stavka_engine::east_front::ids::HEX_CAPACITY;
use stavka_engine::east_front::{EastFront, HexSet, Phase};
use stavka_engine::hex::Hex;
use stavka_engine::{Game as _, Side};

use super::attacks::{self, Plan};
use super::ground::{DAY, FAR, Field, Ground, present};
use super::odds;
use super::prospect::Survey;
use crate::costs::spread;
use crate::logistic::{log_odds, logistic};
use crate::weights::features;

features! {
    "East Front", "../../data/east-front/evaluation.toml";
    /// 1.
    Constant = "constant" 0.0 => "the course of the game",
    /// Objectives that the Axis holds.
    Held = "held" 0.5 => "objectives held",
    /// Objectives that the Axis holds with no Soviet unit near.
    Firm = "firm" 0.3 => "objectives out of reach",
    /// Objectives that the Axis holds with nobody in them, Soviet units being near.
    Bare = "bare" -0.5 => "objectives without a guard",
    /// Logarithm of the odds of reaching the rest in the time left, by a rough count of marches.
    Prospect = "prospect" 0.4 => "the way to the next objective",
    /// Logarithm of the odds of storming the rest in the time and with the losses that are left.
    Assault = "assault" 0.5 => "the assaults that are left to make",
    /// Turns by which the march to the last objectives outlasts the game.
    Late = "late" -0.4 => "the time that is left",
    /// Objectives lacking by turn with Attack Supply that is left.
    Pressed = "pressed" -0.4 => "attack supply that is left",
    /// Axis steps lost, as a share of what may be lost.
    Losses = "losses" -1.2 => "Axis steps lost",
    /// Nearness of the limit: grows when one or two steps are left.
    Bled = "bled" -1.5 => "the limit of Axis losses",
    /// Attack strength of Axis units on the map.
    AxisAttack = "axis-attack" 0.6 => "Axis strength",
    /// Axis attack strength close to objectives that are lacking.
    Massed = "massed" 0.8 => "strength before the next objective",
    /// Axis guns in range of defended objectives that are lacking.
    Guns = "guns" 0.25 => "artillery in range",
    /// Axis engineers.
    Engineers = "engineers" 0.2 => "engineers",
    /// Defence strength of Soviet units on the map.
    SovietDefence = "soviet-defence" -0.7 => "Soviet strength",
    /// Soviet defence in objectives that the Axis lacks.
    Garrisons = "garrisons" -0.6 => "Soviet garrisons",
    /// Objectives with a garrison of the Soviets.
    Manned = "manned" -0.3 => "Soviet garrisons",
    /// Soviet defence within two hexes of objectives that the Axis lacks.
    Reserves = "reserves" -0.4 => "Soviet reserves",
    /// Soviet units far from any objective.
    Astray = "astray" 0.3 => "Soviet units far off",
    /// What Soviet units and their ZOC add to the way to the objectives, in turns.
    Barrier = "barrier" -0.3 => "the Soviet line",
    /// Strongpoints that stand on objectives lacking.
    Works = "works" -0.2 => "strongpoints",
    /// Stacks that will have to give up units: those of the Axis less those of the Soviets.
    Overstacked = "overstacked" -4.0 => "overstacking",
    /// Worth of the attacks that the Axis can make where it stands.
    AxisAttacks = "axis-attacks" 0.9 => "Axis attacks at good odds",
    /// Worth of the attacks that the Soviets can make.
    SovietAttacks = "soviet-attacks" -0.9 => "Soviet attacks at good odds",
    /// Axis points of close air support that can fly, and that may fly again.
    AxisAir = "axis-air" 0.1 => "air support",
    /// Ratings of Axis fighters fit to fly less those of the Soviets.
    Superiority = "superiority" 0.05 => "air superiority",
    /// The Soviet headquarters are operational.
    Command = "command" -0.2 => "the Soviet headquarters",
    /// Soviet headquarters in Axis ZOC or next to Axis units.
    HqDanger = "hq-danger" 0.2 => "the Soviet headquarters",
    /// Soviet units in Axis ZOC, defenders of objectives left out.
    Pinned = "pinned" 0.1 => "Soviet units in Axis ZOC",
}

/// Chances of what is still to come are kept this far from certainty before they become odds.
const DOUBT: f64 = 1e-9;

/// Where a position stands in the sequence of play.
#[derive(Clone, Copy)]
pub(super) struct Moment {
    /// Share of the game that is over.
    pub(super) progress: f32,
    /// Weight of the combats that each side could fight where it stands.
    combats: [f32; 2],
    /// The attacks that are fought are those declared: the side that declared them.
    declared: Option<Side>,
    /// Axis turns that are still to come, the rest of the one in progress counted as a part.
    pub(super) turns: f32,
    /// The same with Attack Supply.
    pub(super) supplied: f32,
    /// The Soviets move before the Axis fights again.
    pub(super) relieved: bool,
}

impl Moment {
    pub(super) fn of(game: &EastFront) -> Self {
        use Phase::{
            AxisCombat, AxisDeclaration, AxisEngineer, AxisMotorized, AxisMovement, AxisReaction, SovietCombat, SovietDeclaration,
            SovietMotorized, SovietReaction,
        };
        let total = game.data().script.turns.len() as u16;
        let turn = game.game_turn();
        let last = turn == total;
        let phase = game.current_phase();
        let next = if last { 0.0 } else { 0.5 };
        let (now, combats, declared) = match phase {
            Phase::Weather | Phase::Arrivals | Phase::Readiness | Phase::Interdiction => (1.0, [0.6, 0.3], None),
            AxisMovement => (1.0, [0.9, 0.3], None),
            AxisDeclaration | SovietReaction | AxisCombat => (0.6, [1.0, 0.4], Some(Side::Axis)),
            AxisMotorized | AxisEngineer => (0.1, [0.6 * next, 0.6], None),
            SovietMotorized => (0.0, [0.8 * next, 0.9], None),
            SovietDeclaration | AxisReaction | SovietCombat => (0.0, [0.8 * next, 1.0], Some(Side::Soviet)),
            _ => (0.0, [next, 0.4 * next], None),
        };
        let supplied = |turn: u16| f32::from(u8::from(odds::has_attack_supply(game, Side::Axis, turn)));
        let later: f32 = (turn + 1..=total).map(supplied).sum();
        Moment {
            progress: (f32::from(turn - 1) + f32::from(game.phase_number()) / Phase::ALL.len() as f32) / f32::from(total.max(1)),
            combats,
            declared,
            turns: now + f32::from(total - turn),
            supplied: now * supplied(turn) + later,
            relieved: now < 0.5,
        }
    }
}

/// Turns within which a march of so many half points is done, and what is left of the certainty that it succeeds.
fn fade(cost: u16) -> f32 {
    const BY_TURN: [f32; 5] = [1.0, 0.7, 0.35, 0.12, 0.0];
    let turns = f32::from(cost) / f32::from(DAY);
    let (whole, part) = (turns as usize, turns - turns.floor());
    let at = |index: usize| BY_TURN.get(index).copied().unwrap_or(0.0);
    at(whole) * (1.0 - part) + at(whole + 1) * part
}

/// Eyes and buffers.
pub(super) struct Observer {
    pub(super) ground: Ground,
    /// Half points of the Axis to each hex, through Soviet units at the price of a fight.
    march: Field,
    /// The same with nobody in the way.
    stroll: Field,
    queue: Vec<u16>,
}

impl Observer {
    pub(super) fn new(game: &EastFront) -> Self {
        Observer { ground: Ground::new(game.data()), march: [FAR; HEX_CAPACITY], stroll: [FAR; HEX_CAPACITY], queue: Vec::new() }
    }

    /// The attacks of a side that count in this moment.
    pub(super) fn plan(&self, game: &EastFront, moment: &Moment, side: Side) -> Plan {
        match moment.declared {
            Some(declarer) if declarer == side => attacks::on(game, &self.ground, side, &game.pending_hexes()),
            _ => attacks::best(game, &self.ground, side),
        }
    }

    /// Measures the features of an unfinished position.
    pub(super) fn observe(&mut self, game: &EastFront, moment: &Moment, row: &mut Row) {
        *row = [0.0; COUNT];
        row[Feature::Constant as usize] = 1.0;
        self.measure_ways(game);
        self.measure_objectives(game, moment, row);
        measure_losses(game, row);
        self.measure_axis(game, row);
        self.measure_soviets(game, row);
        for (side, feature) in [(Side::Axis, Feature::AxisAttacks), (Side::Soviet, Feature::SovietAttacks)] {
            let weight = moment.combats[side.index()];
            if weight > 0.0 {
                row[feature as usize] = weight * self.plan(game, moment, side).worth;
            }
        }
        row[Feature::Overstacked as usize] = overstacked(game);
        measure_air(game, row);
    }

    /// The chance that the Axis storms what it lacks.
    #[cfg(test)]
    pub(super) fn chance(&mut self, game: &EastFront, moment: &Moment) -> f32 {
        self.measure_ways(game);
        Survey { game, ground: &self.ground, moment, march: &self.march }.chance()
    }

    /// How far the Axis has to go to every hex.
    fn measure_ways(&mut self, game: &EastFront) {
        self.march.fill(FAR);
        self.stroll.fill(FAR);
        for (unit, hex) in present(game, Side::Axis) {
            let values = game.values(unit);
            if !values.zoc || values.attack == 0 {
                continue;
            }
            // A unit stuck beside the enemy has lost none of its way: it attacks from there.
            self.march[hex.index()] = 0;
            self.stroll[hex.index()] = 0;
            self.queue.push(hex.0);
        }
        let mut starts = std::mem::take(&mut self.queue);
        let near = &self.ground.near;
        let mut first = starts.clone();
        spread(&mut self.stroll, &mut first, |from| near[usize::from(from)].iter().map(|way| (way.to.0, way.cost)));
        spread(&mut self.march, &mut starts, |from| {
            near[usize::from(from)].iter().map(|way| {
                let toll = if game.occupant(way.to) == Some(Side::Soviet) {
                    let defence: u16 = game.stack(way.to).map(|unit| u16::from(game.values(unit).defence)).sum();
                    let works = if game.has_strongpoint(Side::Soviet, way.to) { 2 } else { 0 };
                    4 + (defence + works).min(10)
                } else if game.in_zoc(Side::Soviet, way.to) {
                    4
                } else {
                    0
                };
                (way.to.0, way.cost + toll)
            })
        });
        self.queue = starts;
    }

    fn measure_objectives(&self, game: &EastFront, moment: &Moment, row: &mut Row) {
        let mut chance = 1.0f64;
        let mut lacking = 0.0;
        let mut barrier = 0.0f32;
        let mut late = 0.0f32;
        for &objective in &self.ground.objectives {
            if game.controller(objective) == Side::Axis {
                row[Feature::Held as usize] += 1.0;
                let near = |hex: Hex| game.occupant(hex) == Some(Side::Soviet);
                if !self.ground.near[objective.index()].iter().any(|way| near(way.to)) {
                    row[Feature::Firm as usize] += 1.0;
                }
                if game.occupant(objective).is_none() {
                    row[Feature::Bare as usize] += threat(game, objective);
                }
                continue;
            }
            lacking += 1.0;
            let (march, stroll) = (self.march[objective.index()], self.stroll[objective.index()]);
            let turns = f32::from(march) / f32::from(DAY);
            let spare = moment.turns + 0.3 - turns;
            chance *= logistic(f64::from(2.0 * spare));
            late = late.max(-spare);
            barrier += f32::from(march.saturating_sub(stroll)) / f32::from(DAY);
            if game.has_strongpoint(Side::Soviet, objective) {
                row[Feature::Works as usize] += 1.0;
            }
            let garrison: u16 = game.stack(objective).map(|unit| u16::from(game.values(unit).defence)).sum();
            if garrison > 0 {
                row[Feature::Garrisons as usize] += f32::from(garrison) / 8.0;
                row[Feature::Manned as usize] += 1.0;
                let guns = self.ground.kinds.guns[Side::Axis.index()];
                if moment.supplied > 0.0 {
                    let points: u16 =
                        odds::in_range(game, guns, Side::Axis, objective).map(|gun| u16::from(game.values(gun).support)).sum();
                    row[Feature::Guns as usize] += f32::from(points) / 8.0;
                }
            }
        }
        let survey = Survey { game, ground: &self.ground, moment, march: &self.march };
        row[Feature::Prospect as usize] = (log_odds(chance, DOUBT) as f32).clamp(-6.0, 4.0);
        row[Feature::Assault as usize] = (log_odds(survey.chance().into(), DOUBT) as f32).clamp(-6.0, 4.0);
        row[Feature::Late as usize] = late.clamp(0.0, 4.0);
        row[Feature::Barrier as usize] = barrier.min(6.0);
        row[Feature::Pressed as usize] = lacking / (0.5 + moment.supplied);
    }

    fn measure_axis(&self, game: &EastFront, row: &mut Row) {
        let engineers = self.ground.kinds.engineers[Side::Axis.index()];
        for (unit, hex) in present(game, Side::Axis) {
            let attack = f32::from(game.values(unit).attack);
            row[Feature::AxisAttack as usize] += attack / 20.0;
            if engineers & unit.bit() != 0 {
                row[Feature::Engineers as usize] += f32::from(game.steps(unit)) / 2.0;
            }
            if attack > 0.0 {
                let pull = self.lacking(game).map(|at| fade(self.ground.ways[at][hex.index()])).fold(0.0, |sum, pull| sum + pull);
                row[Feature::Massed as usize] += attack * pull / 20.0;
            }
        }
    }

    /// Objectives that the Axis lacks, by number.
    fn lacking<'a>(&'a self, game: &'a EastFront) -> impl Iterator<Item = usize> + 'a {
        (0..self.ground.objectives.len()).filter(|&at| game.controller(self.ground.objectives[at]) == Side::Soviet)
    }

    fn measure_soviets(&self, game: &EastFront, row: &mut Row) {
        let grid = &game.data().map.grid;
        let hqs = self.ground.kinds.hqs[Side::Soviet.index()];
        for (unit, hex) in present(game, Side::Soviet) {
            let values = game.values(unit);
            let defence = f32::from(values.defence);
            let contact = game.in_zoc(Side::Axis, hex);
            if hqs & unit.bit() != 0 {
                row[Feature::Command as usize] += if game.is_back_up(unit) { 0.0 } else { 1.0 };
                row[Feature::HqDanger as usize] += if contact { 1.0 } else { 0.0 };
                continue;
            }
            row[Feature::SovietDefence as usize] += defence / 20.0;
            let nearest = self.lacking(game).map(|at| grid.distance(hex, self.ground.objectives[at])).min().unwrap_or(0);
            match nearest {
                0 => {}
                1 | 2 => row[Feature::Reserves as usize] += defence / 8.0,
                3 => {}
                far => row[Feature::Astray as usize] += defence * f32::from(far.min(8) - 3) / 40.0,
            }
            if contact && !self.ground.is_objective(hex) {
                row[Feature::Pinned as usize] += defence / 8.0;
            }
        }
    }
}

/// How likely Soviet units are to come back to a hex: whole within two hexes, waning to four.
fn threat(game: &EastFront, hex: Hex) -> f32 {
    const BY_HEXES: [f32; 5] = [1.0, 1.0, 1.0, 0.7, 0.3];
    let grid = &game.data().map.grid;
    let nearest = present(game, Side::Soviet).filter(|&(unit, _)| game.values(unit).zoc).map(|(_, at)| grid.distance(hex, at)).min();
    nearest.and_then(|hexes| BY_HEXES.get(usize::from(hexes)).copied()).unwrap_or(0.0)
}

/// Hexes above the stacking limit, each with a quarter more per point: those of the Axis less those of the Soviets. One engineer unit
/// may stand above the limit.
fn overstacked(game: &EastFront) -> f32 {
    let mut heights = [0u8; HEX_CAPACITY];
    let mut spared = HexSet::EMPTY;
    let mut sum = 0.0;
    for side in Side::ALL {
        for (unit, hex) in present(game, side) {
            heights[hex.index()] += game.values(unit).stacking;
            if game.data().unit(unit).kind.is_engineer() {
                spared.insert(hex);
            }
        }
    }
    let limit = game.data().tables.stacking.limit;
    for (hex, &height) in game.data().map.grid.hexes().zip(&heights) {
        let excess = height.saturating_sub(limit + if spared.contains(hex) { 2 } else { 0 });
        if excess > 0 {
            let sign = if game.occupant(hex) == Some(Side::Axis) { 1.0 } else { -1.0 };
            sum += sign * (1.0 + 0.25 * f32::from(excess));
        }
    }
    sum
}

/// Steps that the Axis has lost, and how near that comes to the limit.
fn measure_losses(game: &EastFront, row: &mut Row) {
    let allowed = f32::from(game.data().script.axis_steps_allowed.max(1));
    let lost = f32::from(game.steps_lost(Side::Axis));
    row[Feature::Losses as usize] = lost / allowed;
    let left = allowed - lost;
    row[Feature::Bled as usize] = ((2.0 - left) / 2.0).clamp(0.0, 1.0);
}

/// Air power: what can fly now or flies face down counts whole, what has flown half, what is damaged a quarter. Which of the
/// first two a unit does is not looked at, for the other side cannot see it.
fn measure_air(game: &EastFront, row: &mut Row) {
    let data = game.data();
    let [flown, damaged] = [AirBox::Flown, AirBox::Damaged].map(|place| game.air_units_in(place));
    for (units, share) in [(game.air_units_at_hand(), 1.0), (flown, 0.5), (damaged, 0.25)] {
        for air in units.iter() {
            let unit = data.air(air);
            let sign = if air.side() == Side::Axis { share } else { -share };
            if air.side() == Side::Axis {
                row[Feature::AxisAir as usize] += share * f32::from(unit.cas) / 3.0;
            }
            if unit.role == Role::Fighter {
                row[Feature::Superiority as usize] += sign * f32::from(unit.rating) / 3.0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strength_counts_for_less_the_farther_it_is() {
        assert!((fade(0) - 1.0).abs() < 1e-6 && fade(5) > fade(10) && fade(10) > fade(25) && fade(200) == 0.0);
    }
}
