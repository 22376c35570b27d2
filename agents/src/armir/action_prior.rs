//! How promising choices look at a glance, before anything is tried out.

use stavka_engine::armir::{Action, Armir, BattleSheet, Class, HEX_CAPACITY, ObjectiveSet, UnitId, units};
use stavka_engine::hex::{Hex, OFF_MAP};
use stavka_engine::{Dice, Side};

use super::candidates::lead_of;
use super::features::{Moment, Observer};
use super::ground::{FAR, Field, Gait};
use super::judgement::fade;
use super::{default_policy, set_up};
use crate::action_prior::{ActionPrior, prefer};
use crate::per_scenario::PerScenario;

/// What the choice of habit gets over all others.
const HABIT: f32 = 3.0;

/// Scores of choices. What it keeps between calls are maps and buffers.
pub struct ArmirInstinct {
    scenario: PerScenario<Maps>,
}

struct Maps {
    observer: Observer,
    /// Pull of each star by hex on fast units and on infantry, nobody being in the way.
    wheels: Vec<Vec<f32>>,
    feet: Vec<Vec<f32>>,
    /// Pull of the stars that the Soviets lack on fast units and on infantry, and the stars it was worked
    /// out for, by bits.
    lacking: u64,
    fast: Vec<f32>,
    slow: Vec<f32>,
}

impl Default for ArmirInstinct {
    fn default() -> Self {
        ArmirInstinct { scenario: PerScenario::NONE }
    }
}

impl ActionPrior<Armir> for ArmirInstinct {
    fn add(&mut self, game: &Armir, side: Side, legal: &[Action], out: &mut [f32]) {
        let maps = self.scenario.of(game, Maps::new);
        if game.marching() != 0 {
            maps.score_march(game, side, legal, out);
            return;
        }
        match legal.iter().copied().find(|action| *action != Action::Done).unwrap_or(Action::Done) {
            Action::Select(_) => maps.score_movers(game, side, legal, out),
            Action::Attack(_) => maps.score_attacks(game, side, legal, out),
            action if action.is_bombardment() => maps.score_bombardments(game, legal, out),
            Action::Replace(_) => score_replacements(game, legal, out),
            Action::Choose(_) => score_objectives(legal, out),
            Action::Place { .. } | Action::PlaceOnChir(_) => prefer(set_up::place(game, legal), HABIT, legal, out),
            Action::Commit(_) | Action::Engage => score_commitment(game, legal, out),
            Action::Support(_)
            | Action::Lose(_)
            | Action::Remove(_)
            | Action::Retreat
            | Action::Stand
            | Action::RetreatTo(_)
            | Action::Advance(_) => prefer(Some(default_policy::carry_on(game, legal)), HABIT, legal, out),
            _ => prefer(default_policy::rule_of_thumb(game, side, legal, &mut Dice::new(0)), HABIT, legal, out),
        }
    }
}

fn score_replacements(game: &Armir, legal: &[Action], out: &mut [f32]) {
    let data = game.data();
    for (score, &action) in out.iter_mut().zip(legal) {
        *score = match action {
            Action::Replace(unit) => {
                let counter = data.unit(unit);
                let steps = usize::from(game.steps(unit));
                let gained = counter.cp[(steps + 1).min(counter.cp.len() - 1)].saturating_sub(counter.cp[steps]);
                f32::from(gained) * 0.5 - 1.0
            }
            _ if game.momentum() >= 4 => 0.0,
            _ => 2.0,
        };
    }
}

fn score_objectives(legal: &[Action], out: &mut [f32]) {
    for (score, &action) in out.iter_mut().zip(legal) {
        let Action::Choose(set) = action else { continue };
        *score = match set.0 {
            set if set == ObjectiveSet::CHIR | ObjectiveSet::DESTROY | ObjectiveSet::DONETS => 3.0,
            set if set == ObjectiveSet::CHIR | ObjectiveSet::DONETS => 2.5,
            _ => 0.0,
        };
    }
}

fn score_commitment(game: &Armir, legal: &[Action], out: &mut [f32]) {
    prefer(Some(default_policy::carry_on(game, legal)), HABIT, legal, out);
    for (score, &action) in out.iter_mut().zip(legal) {
        if let Action::Commit(unit) = action {
            *score += 0.05 * f32::from(game.cp(unit));
        }
    }
}

/// The airfields must fall before the momentum is spent, and units there are missed elsewhere.
fn exit(game: &Armir) -> f32 {
    if game.known_objectives(Side::Soviet).is_some_and(|set| set.has(ObjectiveSet::AIRFIELDS)) { 3.0 } else { 0.5 }
}

impl Maps {
    fn new(game: &Armir) -> Self {
        let mut observer = Observer::new(game);
        let mut wheels = Vec::new();
        let mut feet = Vec::new();
        let mut ways: Field = [FAR; HEX_CAPACITY];
        for index in 0..observer.ground.stars.len().min(64) {
            let (star, value) = observer.ground.stars[index];
            for (gait, pulls, reach) in [(Gait::Wheels, &mut wheels, 0.05), (Gait::Feet, &mut feet, 0.08)] {
                observer.free_ways(gait, star, &mut ways);
                let pull = |&way: &u16| if way < FAR { ((0.5 + value) * fade(reach * f64::from(way))) as f32 } else { 0.0 };
                pulls.push(ways.iter().map(pull).collect());
            }
        }
        Maps { observer, wheels, feet, lacking: 0, fast: vec![0.0; HEX_CAPACITY], slow: vec![0.0; HEX_CAPACITY] }
    }

    /// Brings the pulls up to date.
    fn look_for_stars(&mut self, game: &Armir) {
        let stars = &self.observer.ground.stars;
        let lacking = stars.iter().take(64).enumerate().filter(|(_, (star, _))| game.controller(*star) == Side::Axis);
        let lacking = lacking.fold(0u64, |bits, (index, _)| bits | 1 << index);
        if lacking == self.lacking {
            return;
        }
        self.lacking = lacking;
        self.fast.fill(0.0);
        self.slow.fill(0.0);
        for index in (0..self.wheels.len()).filter(|index| lacking >> index & 1 != 0) {
            for (pulls, of_star) in [(&mut self.fast, &self.wheels[index]), (&mut self.slow, &self.feet[index])] {
                for (pull, &here) in pulls.iter_mut().zip(of_star) {
                    *pull = pull.max(here);
                }
            }
        }
    }

    // ---- movement ----------------------------------------------------------

    fn score_movers(&mut self, game: &Armir, side: Side, legal: &[Action], out: &mut [f32]) {
        self.look_for_stars(game);
        let data = game.data();
        let moved = units(side, data.combat.of(side)).filter(|&unit| game.has_moved(unit)).count();
        for (score, &action) in out.iter_mut().zip(legal) {
            *score = match action {
                Action::Select(unit) => self.wanderlust(game, unit),
                _ => 0.1 * moved as f32 - 0.6,
            };
        }
    }

    /// How much a unit wants to be elsewhere.
    fn wanderlust(&self, game: &Armir, unit: UnitId) -> f32 {
        let data = game.data();
        let Some(hex) = game.place(unit).hex() else { return 1.5 };
        let kind = self.observer.roster.kind(unit);
        let contact = game.in_zoc(unit.side().opponent(), hex);
        match (unit.side(), kind.class) {
            (Side::Soviet, Class::Combat) if kind.fast => 1.2 - 0.4 * self.fast[hex.index()],
            (Side::Soviet, Class::Combat) if contact => -1.0,
            (Side::Soviet, Class::Combat) => 0.6,
            (Side::Soviet, _) => -1.5,
            (Side::Axis, Class::Combat) => {
                let holds = data.map.fortified.contains(hex) || data.map.starred.contains(hex);
                let lust = if holds { -1.2 } else { 0.2 };
                lust + if kind.fast { 0.4 } else { 0.0 } - if contact { 0.5 } else { 0.0 }
            }
            (Side::Axis, Class::Artillery) => -1.5,
            (Side::Axis, Class::Hq) => {
                let near =
                    data.map.neighbours[hex.index()].iter().any(|&near| near != OFF_MAP && game.occupant(Hex(near)) == Some(Side::Soviet));
                if near { 1.5 } else { -1.5 }
            }
        }
    }

    fn score_march(&mut self, game: &Armir, side: Side, legal: &[Action], out: &mut [f32]) {
        self.look_for_stars(game);
        let overruns = legal.iter().any(|action| matches!(action, Action::Overrun { .. }));
        if overruns {
            let moment = Moment::of(game);
            self.observer.survey(game, &moment);
        }
        let lead = lead_of(game);
        for (score, &action) in out.iter_mut().zip(legal) {
            *score = match (action, lead) {
                (Action::MoveTo(hex), Some(unit)) => self.standing(game, unit, hex),
                (Action::Via(hex), Some(unit)) => self.standing(game, unit, hex) + 0.3,
                (Action::Drop { at, .. }, Some(unit)) => self.standing(game, unit, at) - 0.5,
                (Action::Overrun { target, .. }, _) => self.overrun(game, side, target),
                (Action::Join(_), _) => {
                    if overruns {
                        1.0
                    } else {
                        -1.0
                    }
                }
                (Action::Exit(_), _) => exit(game),
                _ => 0.0,
            };
        }
    }

    /// Worth of a hex to a unit that ends its move there.
    fn standing(&self, game: &Armir, unit: UnitId, hex: Hex) -> f32 {
        let data = game.data();
        let map = &data.map;
        let kind = self.observer.roster.kind(unit);
        let star = f32::from(map.stars[hex.index()]);
        let mut friends = 0u8;
        for other in game.stack(hex).filter(|&other| other != unit) {
            friends += game.steps(other);
        }
        let crowd = if friends > 6 { 1.5 } else { 0.1 * f32::from(friends) };
        let mut contact = 0.0f32;
        let mut enemy = 0u16;
        for &near in map.neighbours[hex.index()].iter().filter(|&&near| near != OFF_MAP) {
            if game.occupant(Hex(near)) == Some(unit.side().opponent()) {
                let cp: u16 = game.stack(Hex(near)).map(|other| u16::from(game.cp(other))).sum();
                enemy += cp;
                contact = contact.max(1.5 / (2.0 + f32::from(cp)));
            }
        }
        match (unit.side(), kind.class) {
            (Side::Soviet, Class::Combat) if kind.fast => {
                let taken = if game.controller(hex) == Side::Axis { 2.0 * star } else { 0.0 };
                1.5 * self.fast[hex.index()] + taken + 0.5 * contact - crowd
            }
            (Side::Soviet, Class::Combat) => {
                let taken = if game.controller(hex) == Side::Axis { 2.0 * star } else { 0.0 };
                1.5 * self.slow[hex.index()] + taken + 2.0 * contact - 0.5 * crowd
            }
            (Side::Soviet, _) => -1.0 - 0.2 * f32::from(enemy),
            (Side::Axis, Class::Combat) => {
                let vacant = friends == 0;
                let retaken = if game.controller(hex) == Side::Soviet { 2.0 * star } else { 0.0 };
                let guards = if vacant { star } else { 0.2 * star };
                let works = if map.fortified.contains(hex) && vacant { 0.8 } else { 0.0 };
                let plugs = if game.in_zoc(Side::Axis, hex) { 0.0 } else { 0.3 };
                let odds = f32::from(enemy) / (6.0 + 3.0 * f32::from(game.cp(unit)));
                retaken + guards + works + plugs + 0.6 * self.fast[hex.index()] - odds - 0.5 * crowd
            }
            (Side::Axis, _) => -0.5 * f32::from(enemy) - 0.2 * crowd,
        }
    }

    /// What an overrun by the gathered group promises.
    fn overrun(&self, game: &Armir, side: Side, target: Hex) -> f32 {
        let Some(pile) = self.observer.survey.at(target.0) else { return 0.0 };
        let group = game.marching();
        let strength: u16 = units(side, group).map(|unit| u16::from(game.cp(unit))).sum();
        let tanks = units(side, group).any(|unit| self.observer.roster.kind(unit).tracked);
        2.0 * self.observer.attack_worth(game, pile, strength, 0, tanks) + 0.5
    }

    // ---- combat ------------------------------------------------------------

    fn score_attacks(&mut self, game: &Armir, side: Side, legal: &[Action], out: &mut [f32]) {
        let moment = Moment::of(game);
        self.observer.survey(game, &moment);
        for (score, &action) in out.iter_mut().zip(legal) {
            let Action::Attack(target) = action else { continue };
            let Some(pile) = self.observer.survey.at(target.0) else { continue };
            *score = -1.5;
            if self.observer.best_attack(game, pile) <= 0.0 {
                continue;
            }
            // Who has attacked already does not count.
            let battle = game.full_attack(side, target);
            let sheet: BattleSheet = game.battle_sheet(&battle);
            let worth = self.observer.sheet_worth(game, pile, &sheet);
            *score = if worth > 0.0 { 0.5 + 3.0 * worth } else { -1.0 };
        }
    }

    fn score_bombardments(&mut self, game: &Armir, legal: &[Action], out: &mut [f32]) {
        let moment = Moment::of(game);
        self.observer.survey(game, &moment);
        for (score, &action) in out.iter_mut().zip(legal) {
            let Some(pile) = action.hex().and_then(|hex| self.observer.survey.at(hex.0)) else { continue };
            let worth = self.observer.best_attack(game, pile);
            let share = match action {
                Action::Salvo { points, .. } => [0.0, 0.2, 0.5, 0.9, 1.0, 0.9, 0.8][usize::from(points.min(6))],
                Action::Barrage { .. } => 0.7,
                _ => 1.0,
            };
            *score = 2.0 * worth * share - 0.5;
        }
    }
}
