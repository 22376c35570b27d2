//! Air combat and anti-aircraft fire over mission hexes [17.3][17.4]. The tables are read by the functions of
//! [`super::air`].

use std::hash::{Hash, Hasher};

use stavka_words::translate;

use super::EastFront;
use super::action::Action;
use super::air::{self, Battery};
use super::data::{AirBox, AirEffect};
use super::frame::{Air, AirOrder, AirStage, AntiAirDie, CloseInterdiction, Frame, Phase};
use super::ids::{AirId, AirSet, units};
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Progress, Sequence};

/// Most shots of one air combat: three shooters a side, one shot each.
const SHOTS: usize = 6;

/// A shooter and its target.
pub(super) type Shot = (AirId, AirId);

/// An air combat in progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Duel {
    /// Number of the mission.
    mission: u8,
    /// Dual-role fighters that fly the mission.
    bombing: AirSet,
    /// Dual-role fighters that have been declared.
    declared: AirSet,
    leader: Option<Side>,
    /// The leader has local tactical advantage.
    advantage: bool,
    shots: [Shot; SHOTS],
    count: u8,
    /// Shots rolled for.
    fired: u8,
    hits: [AirEffect; SHOTS],
    /// Shooters that have used or declined a second shot.
    again: AirSet,
    second: Option<Shot>,
}

impl Duel {
    pub(super) const NONE: Duel = Duel {
        mission: 0,
        bombing: AirSet::EMPTY,
        declared: AirSet::EMPTY,
        leader: None,
        advantage: false,
        shots: [(AirId(0), AirId(0)); SHOTS],
        count: 0,
        fired: 0,
        hits: [AirEffect::Nothing; SHOTS],
        again: AirSet::EMPTY,
        second: None,
    };

    fn shots(&self) -> &[Shot] {
        &self.shots[..usize::from(self.count)]
    }

    fn shoots(&self, air: AirId) -> bool {
        self.shots().iter().any(|(shooter, _)| *shooter == air)
    }

    fn is_target(&self, air: AirId) -> bool {
        self.shots().iter().any(|(_, target)| *target == air)
    }

    fn push(&mut self, shot: Shot) {
        self.shots[usize::from(self.count)] = shot;
        self.count += 1;
    }
}

/// Only the shots that are paired count.
impl Hash for Duel {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Duel { mission, bombing, declared, leader, advantage, shots: _, count, fired, hits, again, second } = self;
        (mission, bombing, declared, leader, advantage).hash(state);
        (self.shots(), fired, &hits[..usize::from(*count)], again, second).hash(state);
    }
}

impl Procedure<EastFront> for AirOrder {
    const QUESTION: &'static str = "which air combat comes next?";

    fn decider(self, _: &EastFront) -> Turn {
        Turn::Player(self.side)
    }

    /// Contested missions come in the order that the side picks, the others after them.
    fn carry_on(self, game: &mut EastFront) -> Progress {
        let mut contested = game.contested_missions();
        let next = match (contested.next(), contested.next()) {
            (Some(_), Some(_)) => return Progress::Waits,
            (Some(hex), None) => Some(hex),
            (None, _) => game.air.missions().iter().find(|mission| !mission.revealed).map(|mission| mission.hex),
        };
        drop(contested);
        match next {
            Some(hex) => {
                game.reveal(hex);
                Progress::Moves
            }
            None => game.pop(),
        }
    }

    fn list(self, game: &EastFront, out: &mut Vec<Action>) {
        out.extend(game.contested_missions().map(Action::Reveal));
    }

    fn carry_out(self, game: &mut EastFront, action: Action) {
        let Action::Reveal(hex) = action else { return game.end(action) };
        game.reveal(hex);
    }
}

impl Procedure<EastFront> for Air {
    const QUIET: bool = false;

    fn decider(self, game: &EastFront) -> Turn {
        match self.stage {
            AirStage::Roles => Turn::Player(game.next_dual_role().map_or(Side::Axis, AirId::side)),
            AirStage::Pairing | AirStage::Advantage => Turn::Player(game.air.duel.leader.unwrap_or(Side::Axis)),
            AirStage::InitiativeDie | AirStage::FireDie | AirStage::AdvantageDie => Turn::Chance,
        }
    }

    fn carry_on(self, game: &mut EastFront) -> Progress {
        match self.stage {
            AirStage::Roles if game.next_dual_role().is_some() => Progress::Waits,
            AirStage::Roles => {
                let both = Side::ALL.into_iter().all(|side| !game.duelists().of(side).is_empty());
                if both && !game.shooters().is_empty() { game.air_stage(AirStage::InitiativeDie) } else { game.end_duel() }
            }
            AirStage::Pairing if game.next_pairing().is_some() => Progress::Waits,
            AirStage::Pairing => game.air_stage(AirStage::FireDie),
            AirStage::FireDie if game.air.duel.fired < game.air.duel.count => Progress::Waits,
            AirStage::FireDie => {
                game.apply_hits();
                game.air_stage(AirStage::Advantage)
            }
            AirStage::Advantage if game.next_advantage().is_some() => Progress::Waits,
            AirStage::Advantage => game.end_duel(),
            AirStage::InitiativeDie | AirStage::AdvantageDie => Progress::Waits,
        }
    }

    fn list(self, game: &EastFront, out: &mut Vec<Action>) {
        match self.stage {
            AirStage::Roles => out.extend(game.next_dual_role().into_iter().flat_map(|air| [Action::Escort(air), Action::Bomb(air)])),
            AirStage::Pairing => game.list_pairs(out),
            AirStage::Advantage => {
                out.push(Action::Done);
                if let Some(shooter) = game.next_advantage() {
                    let targets = game.duelists().of(shooter.side().opponent());
                    out.extend(targets.iter().map(|target| Action::Pair { shooter, target }));
                }
            }
            AirStage::InitiativeDie | AirStage::FireDie | AirStage::AdvantageDie => unreachable!("dice are listed by the sequence"),
        }
    }

    fn carry_out(self, game: &mut EastFront, action: Action) {
        match (self.stage, action) {
            (AirStage::Roles, Action::Escort(air)) => game.air.duel.declared.insert(air),
            (AirStage::Roles, Action::Bomb(air)) => {
                game.air.duel.declared.insert(air);
                game.air.duel.bombing.insert(air);
            }
            (AirStage::InitiativeDie, Action::Roll(die)) => game.roll_initiative(die),
            (AirStage::Pairing, Action::Pair { shooter, target }) => game.pair(shooter, target),
            (AirStage::FireDie, Action::Roll(die)) => {
                let at = usize::from(game.air.duel.fired);
                game.air.duel.hits[at] = game.fire(game.air.duel.shots[at], die);
                game.air.duel.fired += 1;
            }
            (AirStage::Advantage, Action::Pair { shooter, target }) => {
                game.air.duel.again.insert(shooter);
                game.air.duel.second = Some((shooter, target));
                game.air_stage(AirStage::AdvantageDie);
            }
            (AirStage::Advantage, Action::Done) => {
                let shooter = game.next_advantage().expect("a shooter was asked");
                game.air.duel.again.insert(shooter);
            }
            (AirStage::AdvantageDie, Action::Roll(die)) => {
                let shot = game.air.duel.second.take().expect("a second shot was chosen");
                let effect = game.fire(shot, die);
                if effect != AirEffect::Nothing {
                    game.air.put(shot.1, air::home(effect));
                }
                game.air_stage(AirStage::Advantage);
            }
            _ => unreachable!("{action:?} is not a choice of {self:?}"),
        }
    }

    fn question(self, _: &EastFront) -> String {
        String::from(translate(match self.stage {
            AirStage::Roles => "does the fighter shoot or fly the mission?",
            AirStage::InitiativeDie => "air initiative",
            AirStage::Pairing => "who fires at whom?",
            AirStage::FireDie => "air combat",
            AirStage::Advantage => "a second target, or done",
            AirStage::AdvantageDie => "air combat with tactical advantage",
        }))
    }
}

impl Procedure<EastFront> for AntiAirDie {
    const QUESTION: &'static str = "anti-aircraft fire";

    fn carry_on(self, game: &mut EastFront) -> Progress {
        if game.next_target().is_some() {
            return Progress::Waits;
        }
        game.count_air_support();
        game.pop()
    }

    /// [17.43] Fire at the next mission unit.
    fn carry_out(self, game: &mut EastFront, action: Action) {
        let Action::Roll(die) = action else { return game.end(action) };
        let Some((air, effect)) = game.anti_air_on(die) else { return game.end(action) };
        game.air.fired_at.insert(air);
        if effect != AirEffect::Nothing {
            game.air.put(air, air::home(effect));
        }
    }
}

impl Procedure<EastFront> for CloseInterdiction {
    /// [13.14][13.15] Surviving mission units interdict, and go home.
    fn carry_on(self, game: &mut EastFront) -> Progress {
        let rules = &game.data.tables.missions;
        for index in 0..game.air.missions().len() {
            let mission = game.air.missions()[index];
            let points: arrayvec::ArrayVec<u8, 8> =
                mission.flyers.of(Side::Axis).iter().take(8).map(|air| game.data.air(air).interdiction).collect();
            let level = air::interdiction_level(rules, &points);
            game.interdiction.add(index, mission.hex, level);
        }
        game.air.land_all();
        game.pop()
    }
}

impl EastFront {
    // ---- which mission next ------------------------------------------------------

    /// Hexes with counters of both sides whose air combat is still to come.
    fn contested_missions(&self) -> impl Iterator<Item = Hex> + '_ {
        let contested = |side: Side, flyers: AirSet| !flyers.of(side).is_empty();
        self.air
            .missions()
            .iter()
            .filter(move |mission| !mission.revealed && Side::ALL.into_iter().all(|side| contested(side, mission.flyers)))
            .map(|mission| mission.hex)
    }

    /// [17.31.a] All counters are turned up, dummies go home.
    fn reveal(&mut self, hex: Hex) {
        let index = self.air.mission_at(hex).expect("a mission flies there");
        self.air.mission_mut(index).revealed = true;
        let dummies = self.air.missions()[index].flyers.intersection(self.data.roster.dummies);
        dummies.iter().for_each(|air| self.air.put(air, AirBox::Flown));
        self.air.duel = Duel { mission: index as u8, ..Duel::NONE };
        self.frames.push(Frame::Air(AirStage::Roles));
    }

    // ---- an air combat -------------------------------------------------------------

    fn duelists(&self) -> AirSet {
        self.air.missions()[usize::from(self.air.duel.mission)].flyers
    }

    fn shooters(&self) -> AirSet {
        self.duelists().intersection(self.data.roster.fighters).difference(self.air.duel.bombing)
    }

    fn mission_units(&self) -> AirSet {
        self.duelists().difference(self.shooters())
    }

    /// [17.31.b.2] Fighters that can fly the mission as well as shoot, of the side that declares first and then the other.
    fn next_dual_role(&self) -> Option<AirId> {
        let first = self.attacking_side();
        let fighters = self.duelists().intersection(self.data.roster.fighters).difference(self.air.duel.declared);
        let dual = |air: &AirId| {
            let unit = self.data.air(*air);
            let hex = self.air.missions()[usize::from(self.air.duel.mission)].hex;
            match self.current_phase() {
                Phase::Interdiction => unit.interdiction > 0,
                _ => unit.cas > 0 && !self.bars_support(air.side(), hex),
            }
        };
        [first, first.opponent()].into_iter().find_map(|side| fighters.of(side).iter().find(dual))
    }

    /// [17.33.a] What the leader decides next: the enemy shooter to be engaged, or the shooter of its own that is free.
    fn next_pairing(&self) -> Option<AirId> {
        let leader = self.air.duel.leader?;
        let duel = &self.air.duel;
        let shooters = self.shooters();
        let unmet = shooters.of(leader.opponent()).iter().find(|&air| !duel.is_target(air) && !duel.shoots(air));
        unmet.or_else(|| shooters.of(leader).iter().find(|&air| !duel.shoots(air)))
    }

    fn list_pairs(&self, out: &mut Vec<Action>) {
        let Some((leader, unit)) = self.air.duel.leader.zip(self.next_pairing()) else { return };
        let duel = &self.air.duel;
        let enemy = leader.opponent();
        let shooters = self.shooters();
        if unit.side() == leader {
            out.extend(self.duelists().of(enemy).iter().map(|target| Action::Pair { shooter: unit, target }));
            return;
        }
        let free = || shooters.of(leader).iter().filter(|&air| !duel.shoots(air));
        out.extend(free().map(|shooter| Action::Pair { shooter, target: unit }));
        let unmet = shooters.of(enemy).iter().filter(|&air| !duel.is_target(air) && !duel.shoots(air)).count();
        if unmet > free().count() {
            // More shooters than the leader has come at his mission units, or failing those at his shooters.
            let mission = self.mission_units().of(leader);
            let targets = if mission.is_empty() { shooters.of(leader) } else { mission };
            out.extend(targets.iter().map(|target| Action::Pair { shooter: unit, target }));
        }
    }

    fn pair(&mut self, shooter: AirId, target: AirId) {
        let answers = self.shooters().contains(target) && Some(shooter.side()) == self.air.duel.leader && !self.air.duel.shoots(target);
        self.air.duel.push((shooter, target));
        if answers {
            self.air.duel.push((target, shooter));
        }
    }

    /// [17.33.e] The leader's next shooter that may fire again: still there, its first opponent gone.
    fn next_advantage(&self) -> Option<AirId> {
        let duel = &self.air.duel;
        let leader = duel.leader.filter(|_| duel.advantage)?;
        let here = self.duelists();
        let open = |air: &AirId| {
            let first = duel.shots().iter().position(|(shooter, _)| shooter == air);
            here.contains(*air) && !duel.again.contains(*air) && first.is_some_and(|at| !here.contains(duel.shots[at].1))
        };
        let shooter = self.shooters().of(leader).iter().find(open)?;
        (!here.of(leader.opponent()).is_empty()).then_some(shooter)
    }

    fn air_stage(&mut self, stage: AirStage) -> Progress {
        self.frames.replace_top(Frame::Air(stage));
        Progress::Moves
    }

    /// [17.32.a] Who leads the air combat on a die, and whether with local tactical advantage.
    pub(super) fn leader_on(&self, die: u8) -> (Option<Side>, bool) {
        let result = air::initiative(&self.data.tables, die);
        let shooters = self.shooters();
        let counts = Side::ALL.map(|side| shooters.of(side).len() as u8);
        let leader = air::leader(result, counts, &self.data.script.switches);
        (leader, result.advantage && leader == result.holder)
    }

    /// [17.32.b] The initiative roll.
    fn roll_initiative(&mut self, die: u8) {
        (self.air.duel.leader, self.air.duel.advantage) = self.leader_on(die);
        if self.air.duel.leader.is_some() {
            self.air_stage(AirStage::Pairing);
        } else {
            self.end_duel();
        }
    }

    /// The shot whose die is due: the second one of a shooter with the advantage, or the next of the first round.
    pub(super) fn shot_at_hand(&self) -> Option<Shot> {
        let duel = &self.air.duel;
        duel.second.or_else(|| duel.shots().get(usize::from(duel.fired)).copied())
    }

    /// [17.33.c] What a shot does.
    pub(super) fn fire(&self, (shooter, target): Shot, die: u8) -> AirEffect {
        air::fire(&self.data.tables, self.data.air(shooter).rating, self.data.air(target).rating, die)
    }

    /// [17.33.b] All fire of the first round takes effect at once; the worst hit on a target counts.
    fn apply_hits(&mut self) {
        let duel = self.air.duel;
        for target in self.duelists().iter() {
            let hits = duel.shots().iter().zip(&duel.hits).filter(|((_, hit), _)| *hit == target).map(|(_, effect)| *effect);
            if let Some(effect) = hits.max().filter(|&effect| effect != AirEffect::Nothing) {
                self.air.put(target, air::home(effect));
            }
        }
    }

    /// Shooters go home, mission units carry on [17.33.f].
    fn end_duel(&mut self) -> Progress {
        self.shooters().iter().for_each(|air| self.air.put(air, AirBox::Flown));
        self.air.duel = Duel::NONE;
        self.pop()
    }

    // ---- anti-aircraft fire ------------------------------------------------------------

    /// [17.41][17.42] The ground units of a side that fire at aircraft over a hex; `None` when there are none.
    fn battery(&self, side: Side, hex: Hex) -> Option<Battery> {
        let roster = &self.data.roster;
        let switches = &self.data.script.switches;
        let mut battery = Battery::default();
        let mut any = false;
        for unit in units(side, self.board.on_map(side) & roster.combat.of(side)) {
            let at = self.board.hex(unit).expect("it is on the map");
            let operational = !self.board.is_back_up(unit);
            let near = self.data.map.grid.distance(at, hex) <= self.data.tables.anti_air.radius;
            if !near || !air::fires(self.data.unit(unit), self.board.values(self.data, unit).zoc, operational, switches) {
                continue;
            }
            any = true;
            battery.anti_air += u8::from(roster.anti_air.contains(unit));
            battery.hqs += u8::from(roster.hqs.contains(unit));
        }
        any.then_some(battery)
    }

    /// The next mission unit that is fired at, with its mission.
    fn next_target(&self) -> Option<(Hex, AirId, Battery)> {
        self.air.missions().iter().find_map(|mission| {
            let open = mission.flyers.difference(self.air.fired_at);
            open.iter().find_map(|air| Some((mission.hex, air, self.battery(air.side().opponent(), mission.hex)?)))
        })
    }

    /// [17.43] The next mission unit that is fired at, and what the fire does to it on a die.
    pub(super) fn anti_air_on(&self, die: u8) -> Option<(AirId, AirEffect)> {
        let (_, air, battery) = self.next_target()?;
        let rules = &self.data.tables.anti_air;
        let modifier = air::anti_air_modifier(rules, air.side().opponent(), battery, &self.data.air(air).model);
        Some((air, air::anti_air(rules, die, modifier)))
    }

    /// [15.13] Points of close air support of what is left over each attack.
    fn count_air_support(&mut self) {
        let side = self.attacking_side();
        let points = |air: AirId| i8::try_from(self.data.air(air).cas).unwrap_or(i8::MAX);
        let mut support = [0; super::attacks::ATTACKS];
        for mission in self.air.missions() {
            if let Some(attack) = self.attacks.of(mission.hex) {
                support[attack] += mission.flyers.of(side).iter().map(points).sum::<i8>();
                support[attack] -= mission.flyers.of(side.opponent()).iter().map(points).sum::<i8>();
            }
        }
        for (attack, support) in self.attacks.declared_mut().iter_mut().zip(support) {
            attack.support = support;
        }
    }
}
