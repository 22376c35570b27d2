//! How promising choices look at a glance: what to build, which units have something to do, where they want to stand, which attacks pay, who
//! stays in a battle.

use arrayvec::ArrayVec;
use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::combat::Crossing;
use stavka_engine::blocks_in_the_east::terms::{Colour, UnitKind};
use stavka_engine::blocks_in_the_east::{Action, Asked, BlocksInTheEast, HexSet, Phase, RaidTarget, UnitId};
use stavka_engine::hex::Hex;

use super::assault;
use super::command;
use super::doctrine::GAINS;
use super::features::{Observer, danger};
use super::glance::{CORPS, Glance};
use super::ground::{Arm, COUNTERS};
use super::habits;
use super::odds::{self, Battle, Man, Odds};
use crate::action_prior::{ActionPrior, prefer};
use crate::per_scenario::PerScenario;

/// What the choice of habit gets over all others.
const HABIT: f32 = 6.0;
/// How many times a value in corps a preference is.
const SHARP: f32 = 4.0;
/// What a headquarters that is to be activated gets over units that have something to do.
const ORDER: f32 = 3.0;
/// What a unit of a hex with too many gets over others: it leaves while there is a way out.
const LEAVES: f32 = 2.0;
/// What a barrel, or an action point, must bring in preferences.
const BARREL: f32 = 0.2;
/// What a step of marines and an action point of their headquarters are worth in preferences, when ships could take them off.
const RESCUE: f32 = 0.5;
/// Enemies that fuel could lead to, of which the odds are looked at.
const TARGETS: usize = 6;
/// What ends a list of units, against units that have something to do.
const CLOSE: f32 = -2.0;
/// Movement points that count as 1 on the way to an objective.
const STAGE: f32 = 6.0;
/// Worth that a garrison has.
const GARRISON: f32 = 9.0;

/// Scores of choices. What it keeps between calls are maps.
pub struct BlocksInstinct {
    observer: PerScenario<Observer>,
    /// The posture of the doctrine player; nobody else has one.
    posture: Option<usize>,
}

impl Default for BlocksInstinct {
    fn default() -> Self {
        BlocksInstinct { observer: PerScenario::NONE, posture: None }
    }
}

impl ActionPrior<BlocksInTheEast> for BlocksInstinct {
    fn order(&mut self, game: &BlocksInTheEast, side: Side, legal: &[Action]) -> Option<Action> {
        if !matches!(game.phase(), Some((active, Phase::GroundMovement | Phase::AirMovement)) if active == side) {
            return None;
        }
        let mut glance = Glance::of(self.observer.of(game, Observer::new), game, side);
        let least = self.posture.map_or(assault::GAIN, |posture| GAINS[side.index()][posture]);
        assault::order(&mut glance, least, legal)
    }

    fn assume(&mut self, posture: usize) {
        self.posture = Some(posture);
    }

    fn add(&mut self, game: &BlocksInTheEast, side: Side, legal: &[Action], out: &mut [f32]) {
        let Some(&first) = legal.iter().find(|action| **action != Action::Done) else { return };
        // The default places are the best that is known; in search other set-ups are tried beside them.
        if game.sets_up().is_some() || matches!(first, Action::Disband(_)) {
            return prefer(Some(Action::Done), HABIT, legal, out);
        }
        let mut glance = Glance::of(self.observer.of(game, Observer::new), game, side);
        glance.sent = (side == Side::Axis).then(|| glance.survey.aims());
        if legal.iter().any(|action| matches!(action, Action::Select(_) | Action::Activate(_))) {
            return glance.score_units(legal, out);
        }
        for (score, &action) in out.iter_mut().zip(legal) {
            *score += glance.score(action);
        }
    }
}

impl Glance<'_> {
    /// Which units have something to do: those that can attack first, then those that are near the front; artillery after the others.
    fn score_units(&mut self, legal: &[Action], out: &mut [f32]) {
        let game = self.game;
        let by_rail = matches!(game.asked(), Some(Asked::Passenger | Asked::FreeRail(_)));
        let activation = command::activation(game, legal);
        for (score, &action) in out.iter_mut().zip(legal) {
            *score += match action {
                Action::Select(unit) if by_rail => self.wants_a_train(unit),
                Action::Select(unit) if !game.data().unit(unit).is_ground() => 1.0 + 0.1 * f32::from(game.strength(unit)),
                Action::Select(unit) => self.has_to_do(unit),
                Action::Activate(unit) if game.data().unit(unit).kind == UnitKind::NavalHq => {
                    let gain = game.landers_of(unit).map(|marines| self.landing(marines)).fold(f32::NEG_INFINITY, f32::max);
                    if gain > BARREL { ORDER + gain } else { 2.0 * CLOSE }
                }
                Action::Assault(unit) => match self.landing(unit) {
                    gain if gain > 0.0 => ORDER + gain,
                    _ => 2.0 * CLOSE,
                },
                Action::Activate(unit) => match activation {
                    Some((best, barrels)) if best == unit => ORDER + barrels,
                    _ => 2.0 * CLOSE,
                },
                Action::Train(_) => self.longest_train(),
                _ => CLOSE,
            };
        }
    }

    /// What marines gain by the best landing, against staying where they are.
    fn landing(&mut self, unit: UnitId) -> f32 {
        let Some(port) = self.game.place(unit).hex() else { return f32::NEG_INFINITY };
        self.supplied = None;
        self.lands = Some(unit);
        let best = self.game.beaches(unit).iter().map(|beach| self.move_of(unit, beach)).fold(f32::NEG_INFINITY, f32::max);
        let gain = best - self.standing(unit, port);
        (self.supplied, self.lands) = (None, None);
        gain
    }

    /// What the unit gains that wants most to go by rail.
    fn longest_train(&self) -> f32 {
        let ground = self.survey.of(self.side).filter(|piece| !piece.is_air());
        ground.map(|piece| self.wants_a_train(piece.unit)).fold(2.0 * CLOSE, f32::max)
    }

    fn wants_a_train(&self, unit: UnitId) -> f32 {
        let Some(hex) = self.game.place(unit).hex() else { return CLOSE };
        let away = f32::from(self.hexes_to_enemy(hex).min(12));
        let aim = (self.way_to_aim(Some(unit), hex) / STAGE).min(3.0);
        let guards = self.survey.ground.goals.iter().any(|goal| goal.hex == hex);
        if away <= 3.0 || guards { CLOSE - 1.0 } else { 0.25 * away + aim + 0.05 * self.worth(unit) - 2.5 }
    }

    fn has_to_do(&self, unit: UnitId) -> f32 {
        let Some(hex) = self.game.place(unit).hex() else { return CLOSE };
        let ground = self.survey.ground;
        if self.is_headquarters(unit) {
            // It moves before those that draw on it.
            return ORDER;
        }
        let near = match self.hexes_to_enemy(hex) {
            0..=1 => 1.5,
            2 => 1.2,
            3..=4 => 0.6,
            _ => 0.0,
        };
        let arm = match ground.arm(unit) {
            Arm::Armour => 0.8,
            Arm::Artillery => -1.5,
            Arm::Infantry | Arm::Air => 0.0,
        };
        let lost = if self.game.is_out_of_supply(unit) { 1.0 } else { 0.0 };
        let crowded = if self.game.crowd_of(self.side, hex).fits(&self.game.data().tables.stacking) { 0.0 } else { LEAVES };
        near + arm + lost + crowded + 0.05 * self.worth(unit)
    }

    fn score(&mut self, action: Action) -> f32 {
        match action {
            Action::Repair(unit) | Action::Rebuild(unit) | Action::Bring(unit) => habits::need(self, action, unit),
            Action::Aid(nation) => habits::aid(self, nation, Colour::Yellow),
            Action::Send(colour, nation) => habits::aid(self, nation, colour),
            Action::Place(hex) => -self.way_to_aim(None, hex) / STAGE - 0.05 * f32::from(self.hexes_to_enemy(hex)),
            Action::TakeHit(unit) => -habits::price_of_a_hit(self, unit),
            Action::Remove(unit) | Action::Delay(unit) => -self.worth(unit),
            Action::Fight(hex) => self.battle(hex, &[]).taken,
            Action::Withdraw(unit) => -SHARP * self.staying(unit),
            Action::Reembark(unit) => -SHARP * self.staying(unit) - RESCUE,
            Action::Join(_) => 0.5,
            // Raids go where most points are, and interceptors where most bombers are.
            Action::Fly(hex) if self.is_over_germany() => habits::raid_over_germany(self, RaidTarget::Hex(hex)),
            Action::Raid(works) => habits::raid_over_germany(self, RaidTarget::Works(works)),
            Action::Done if self.is_over_germany() => 0.0,
            Action::Fly(hex) => SHARP * self.sortie(hex) - 0.1,
            Action::Bomb(what, hex) => habits::raid(self, what, hex),
            Action::Rebase(hex) => habits::base(self, hex) - self.own_base(),
            Action::MoveTo(hex) => self.move_to(hex),
            Action::Fuel(_) => self.fuel(),
            Action::Supply(_) => 1.0,
            Action::Fire(unit) => habits::fire(self, unit),
            Action::Build(_) => habits::PROJECT,
            Action::Rise(hex) => habits::uprising(self, hex),
            Action::Scout(hex) => habits::reconnaissance(self, hex),
            Action::Done if matches!(self.game.asked(), Some(Asked::Scouting(_))) => 0.0,
            Action::Sector(sector) => habits::sector(self, sector),
            Action::Done => self.done(),
            _ => 0.0,
        }
    }

    fn is_over_germany(&self) -> bool {
        matches!(self.game.asked(), Some(Asked::Raid(_) | Asked::Intercept(_)))
    }

    fn is_headquarters(&self, unit: UnitId) -> bool {
        self.game.data().unit(unit).is_headquarters()
    }

    /// What fuel is worth to the unit at hand: the best that it can do with it, or the way that it goes farther.
    fn fuel(&mut self) -> f32 {
        let (game, side) = (self.game, self.side);
        let Some(asked) = game.asked() else { return 0.0 };
        let Some((unit, hex)) = asked.mover().and_then(|unit| Some((unit, game.place(unit).hex()?))) else { return 0.0 };
        let map = &game.data().map;
        let range = match asked {
            _ if self.is_headquarters(unit) => return -1.0,
            Asked::RailMove(_) => return -1.0,
            Asked::Flight { .. } => game.range(unit),
            Asked::March { exploits: true, .. } => 0,
            _ => u16::from(game.full_points(unit)),
        };
        let mut targets: ArrayVec<(u16, Hex), { COUNTERS }> = ArrayVec::new();
        let battles = game.battles();
        let flies = matches!(asked, Asked::Flight { .. });
        for piece in self.survey.of(side.opponent()).filter(|piece| !map.is_box(piece.hex) && !map.is_box(hex)) {
            let away = map.grid.distance(hex, piece.hex);
            if away <= range && (!flies || battles.contains(piece.hex)) && targets.iter().all(|&(_, target)| target != piece.hex) {
                targets.push((away, piece.hex));
            }
        }
        targets.sort_unstable();
        let best = |this: &mut Self, worth: fn(&mut Self, UnitId, Hex) -> f32| {
            targets.iter().take(TARGETS).map(|&(_, target)| worth(this, unit, target)).fold(f32::NEG_INFINITY, f32::max)
        };
        if flies {
            let sorties = best(self, |this, _, target| SHARP * this.sortie(target));
            return sorties.max(habits::best_raid(self, unit)) - BARREL;
        }
        let farther = if self.hexes_to_enemy(hex) > range || range == 0 { 2.0 * BARREL } else { 0.0 };
        (best(self, Self::attack) - BARREL).max(self.standing(unit, hex) + farther)
    }

    /// What it is worth to leave things as they are.
    fn done(&mut self) -> f32 {
        match self.survey.phase {
            Phase::Production => habits::thrift(self),
            _ if matches!(self.game.asked(), Some(Asked::March { begun: true, .. })) => HABIT,
            _ => match self.game.asked().and_then(Asked::mover) {
                Some(unit) if self.game.data().unit(unit).is_ground() && self.game.battle_report().is_none() => {
                    let Some(hex) = self.game.place(unit).hex() else { return 0.0 };
                    self.standing(unit, hex)
                }
                _ => 0.0,
            },
        }
    }

    fn own_base(&self) -> f32 {
        let base = self.game.asked().and_then(Asked::mover).and_then(|unit| self.game.place(unit).hex());
        let transfers = self.survey.phase == Phase::AirMovement && self.game.battle_report().is_none();
        base.filter(|_| transfers).map_or(0.0, |hex| habits::base(self, hex) + 0.2)
    }

    /// What a move is worth: an attack where enemies are, and a place to stand elsewhere.
    fn move_to(&mut self, hex: Hex) -> f32 {
        let asked = self.game.asked();
        self.lands = asked.and_then(|asked| if let Asked::Landing(unit) = asked { Some(unit) } else { None });
        asked.and_then(Asked::mover).map_or(0.0, |unit| self.move_of(unit, hex))
    }

    /// The same of a unit.
    fn move_of(&mut self, unit: UnitId, hex: Hex) -> f32 {
        if self.survey.of(self.side.opponent()).any(|piece| piece.hex == hex) {
            return self.attack(unit, hex);
        }
        self.standing(unit, hex)
    }

    /// An attack of the side on a hex with more units than are there, and with those that can still join.
    fn battle(&mut self, hex: Hex, more: &[UnitId]) -> Odds {
        let game = self.game;
        let attacker = game.battle_report().map_or(self.survey.active, |battle| battle.attacker);
        let mut men = [attacker, attacker.opponent()].map(|side| self.survey.men(side, hex));
        for &unit in more {
            let from = game.place(unit).hex().unwrap_or(hex);
            let flies = !game.data().unit(unit).is_ground();
            let crossing = match self.lands {
                Some(lands) if lands == unit => Some(Crossing::Sea),
                _ if flies => None,
                _ => self.survey.river_between(from, hex),
            };
            let man = Man { unit, step: game.step(unit) as u8, marked: false, flies, crossing };
            let ranks = &mut men[usize::from(unit.side() != attacker)];
            if !ranks.is_full() && ranks.iter().all(|other| other.unit != unit) {
                ranks.push(man);
            }
        }
        if self.survey.phase == Phase::GroundMovement {
            let mut claimed: ArrayVec<UnitId, { COUNTERS }> = more.iter().copied().collect();
            self.survey.add_joiners(attacker, hex, &mut men[0], &mut claimed);
        }
        self.survey.odds_of(self.memory, &self.situation, attacker, hex, men)
    }

    fn attack(&mut self, unit: UnitId, hex: Hex) -> f32 {
        let odds = self.battle(hex, &[unit]);
        let value = self.value(hex, &odds, &[unit]);
        SHARP * value + 0.2
    }

    /// What an aircraft adds to a battle, to its side.
    fn sortie(&mut self, hex: Hex) -> f32 {
        let Some(unit) = self.game.asked().and_then(Asked::mover) else { return 0.0 };
        let (without, with) = (self.battle(hex, &[]), self.battle(hex, &[unit]));
        let gain = self.value(hex, &with, &[unit]) - self.value(hex, &without, &[]);
        if unit.side() == self.survey.active { gain } else { -gain }
    }

    /// What it is worth to the side to stay in the battle in progress, against leaving the hex with its units; of an aircraft, the hits that
    /// those in the air do beyond those that the fire from the ground does.
    fn staying(&mut self, unit: UnitId) -> f32 {
        let Some(battle) = self.game.battle_report() else { return 0.0 };
        if !self.game.data().unit(unit).is_ground() {
            let men = [battle.attacker, battle.attacker.opponent()].map(|side| self.survey.men(side, battle.hex));
            let next = Battle { men, may_leave: [true; 2], thrown: 0, round: battle.round + 1 };
            let field = self.game.battlefield(battle.attacker, battle.hex);
            let [bombs, fire] = odds::raid(self.game, self.survey.ground, &field, &next, usize::from(unit.side() != battle.attacker));
            return bombs - fire;
        }
        let odds = self.battle(battle.hex, &[]);
        let value = self.value(battle.hex, &odds, &[]);
        if unit.side() == battle.attacker { value } else { self.stake(battle.hex) - value }
    }

    /// How good a hex without enemies is for a unit to stand in, in preferences.
    pub(super) fn standing(&mut self, unit: UnitId, hex: Hex) -> f32 {
        let (game, side, ground) = (self.game, self.side, self.survey.ground);
        let own = self.worth(unit);
        let posted = if self.is_headquarters(unit) { command::post(game, unit, hex) } else { 0.0 };
        let here = game.place(unit).hex() == Some(hex);
        let friends = self.weights[side.index()][hex.index()] - if here { own } else { 0.0 };
        let risk = danger(ground, self.weights, side, hex, own + friends) * own / CORPS;
        let pull = -self.way_to_aim(Some(unit), hex) / STAGE;
        let mine = game.owner(hex) != Some(side.opponent());
        let capture = if mine { 0.0 } else { 0.1 + ground.prize[hex.index()] };
        let goal = ground.goals.iter().find(|goal| goal.hex == hex);
        let guard = match (goal, side) {
            (Some(_), Side::Axis) => 2.0,
            (Some(_), Side::Soviet) => 1.5 * (1.0 - friends / GARRISON).max(0.0),
            (None, _) if ground.collar.contains(&hex) => 0.5,
            (None, _) => 0.0,
        };
        let enemy = side.opponent();
        let rail = ground.rails.contains(hex);
        let lost = !mine || self.situation.zones[enemy.index()].contains(hex);
        let line = match (rail && lost, self.survey.of(side).any(|piece| piece.marked)) {
            (true, true) => 1.0,
            (true, false) if !mine => 0.3,
            _ => 0.0,
        };
        let beside =
            ground.near[hex.index()].iter().map(|&(near, _)| self.weights[side.opponent().index()][usize::from(near)]).sum::<f32>();
        let contact = if beside > 0.0 { if side == Side::Axis { 0.25 } else { 0.1 } } else { 0.0 };
        let supplied = self.supply_of(unit).contains(hex);
        let support = ground.arm(unit) == Arm::Artillery && friends <= 0.0;
        let company = if friends > 0.0 { 0.1 } else { 0.0 };
        let sweep = if side == Side::Axis { habits::SWEEP * f32::from(game.partisans_in(hex)) } else { 0.0 };
        pull + posted + capture + line + guard + contact + company + sweep
            - 1.5 * risk
            - if supplied { 0.0 } else { 0.8 }
            - if support { 0.6 } else { 0.0 }
    }

    fn supply_of(&mut self, unit: UnitId) -> &HexSet {
        let (game, situation) = (self.game, &self.situation);
        self.supplied.get_or_insert_with(|| game.data().supplied(situation, game.data().unit(unit).nation))
    }
}
