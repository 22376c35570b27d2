//! How promising choices look at a glance: which unit gets which order, where it goes, what it shoots at.

use stavka_engine::bolt_action::terms::{Class, Cover, Order, Pace};
use stavka_engine::bolt_action::{Action, BoltAction, UnitId};
use stavka_engine::square::{Cell, Facing, Quarter};
use stavka_engine::{Game as _, Side};

use super::features::{Moment, stride};
use super::ground::Ground;
use super::set_up;
use super::survey::{KILL, PIN, Seen, Survey};
use crate::action_prior::{ActionPrior, prefer};
use crate::per_scenario::PerScenario;

/// How many times a logarithm of the odds a preference is.
pub(super) const SHARP: f32 = 10.0;
/// What the choice of habit gets over all others.
const HABIT: f32 = 3.0;
/// What it is worth to hold a goal of a hundred points for good.
const HOLD: f32 = 0.7;
/// What is left of that where a friend is nearer.
const TAKEN: f32 = 0.35;
/// Share of the fire to come, of the enemy and of one's own, that counts where a unit stands.
const EXPOSED: f32 = 0.45;
const PROSPECT: f32 = 0.35;
/// Share of the fire at a unit without an order that it avoids by going Down.
const DUCKS: f32 = 0.9;
/// Cells nearest to the goals among which a unit on foot chooses.
const CELLS: usize = 80;
/// What a Panzerfaust is kept for.
const PANZERFAUST: f32 = 0.04;
/// What a good shot of an enemy who comes near is worth to one who waits for him.
const LIES_IN_WAIT: f32 = 0.025;
/// What it costs to lose the action of the turn.
const ACTION: f32 = 0.05;

/// Scores of choices. What it keeps between calls are maps.
pub struct BoltInstinct {
    ground: PerScenario<&'static Ground>,
}

impl Default for BoltInstinct {
    fn default() -> Self {
        BoltInstinct { ground: PerScenario::NONE }
    }
}

impl ActionPrior<BoltAction> for BoltInstinct {
    fn add(&mut self, game: &BoltAction, side: Side, legal: &[Action], out: &mut [f32]) {
        let ground = self.ground.of(game, |game| Ground::shared(game.data()));
        let look = Look { survey: Survey::new(game, ground), moment: Moment::of(game), side };
        let first = legal.iter().copied().find(|action| *action != Action::Done).unwrap_or(Action::Done);
        match first {
            Action::Order { .. } | Action::Assault(_) => look.score_orders(legal, out),
            Action::MoveTo(_) | Action::Consolidate(_) | Action::Step(_) | Action::StepByStep => look.score_walk(legal, out),
            Action::Leg { .. } | Action::Reverse { .. } => look.score_legs(legal, out),
            Action::Duck(_) | Action::Escape(_) | Action::Return(_) => look.score_reactions(legal, out),
            Action::Charge(_) => look.score_charges(legal, out),
            Action::Target { .. } | Action::Shell(_) | Action::Spring(_) | Action::Mistake(_) => look.score_shots(legal, out),
            Action::Face { unit, .. } => look.score_facings(unit, legal, out),
            Action::Keep(unit) | Action::GiveBack(unit) => {
                let choice = if look.keeps(unit) { Action::Keep(unit) } else { Action::GiveBack(unit) };
                prefer(Some(choice), HABIT, legal, out);
            }
            Action::Block { .. } | Action::Place { .. } => set_up::score(&look.survey, legal, out),
            _ => {}
        }
    }
}

/// A position as a side looks at it.
struct Look<'a> {
    survey: Survey<'a>,
    moment: Moment,
    side: Side,
}

impl<'a> Look<'a> {
    fn enemies(&self) -> impl Iterator<Item = &Seen<'a>> {
        self.survey.of(self.side.opponent())
    }

    /// What the enemies are about to take from a unit in a cell.
    fn exposure(&self, own: &Seen<'_>, cell: Cell, facing: Facing) -> f32 {
        let fire = |foe: &Seen<'_>| {
            let ready = self.moment.readiness(foe);
            if ready <= 0.0 {
                return 0.0;
            }
            let fire = foe.power() * self.survey.threat(foe, own, cell, facing);
            ready * fire.max(self.survey.storm(foe, foe.cell, own, cell))
        };
        let sum: f32 = self.enemies().map(fire).sum();
        let most = KILL * own.points;
        sum / (1.0 + sum / most)
    }

    /// What the unit takes from its best target from a cell.
    fn prospect(&self, own: &Seen<'_>, cell: Cell, moved: bool) -> f32 {
        let fire = |foe: &Seen<'_>| self.survey.fire(own, cell, moved, foe, foe.cell, foe.facing);
        own.power() * self.enemies().map(fire).fold(0.0, f32::max)
    }

    /// The same of its best target by fire or by an assault in the next turn.
    fn outlook(&self, own: &Seen<'_>, cell: Cell) -> f32 {
        let storm = |foe: &Seen<'_>| self.survey.storm(own, cell, foe, foe.cell);
        self.enemies().map(storm).fold(self.prospect(own, cell, false), f32::max) * self.moment.later.min(1.0)
    }

    /// How much a unit wants to be in a cell for the sake of the goals.
    fn pull(&self, own: &Seen<'_>, cell: Cell) -> f32 {
        let role = match own.template.class {
            Class::Vehicle => 0.4,
            Class::Artillery => 0.1,
            Class::Infantry if own.template.pace == Pace::NoRun => 0.15,
            Class::Infantry if own.template.rank.is_some() || own.points < 0.4 => 0.4,
            Class::Infantry => 1.0,
        };
        let stride = stride(own);
        let mut best = 0.0f32;
        for goal in &self.survey.ground.goals {
            let way = goal.way(own.template.mobility, cell);
            let now = goal.way(own.template.mobility, own.cell);
            let nearer = |mate: &Seen<'_>| {
                mate.unit != own.unit && mate.template.class == Class::Infantry && goal.way(mate.template.mobility, mate.cell) < now.max(1)
            };
            let need = if self.survey.of(self.side).any(nearer) { TAKEN } else { 1.0 };
            best = best.max(goal.worth * need / (1.0 + f32::from(way) / stride));
        }
        HOLD * role * best
    }

    /// Worth of a cell to a unit that stays there, in logarithms of the odds.
    fn standing(&self, own: &Seen<'_>, cell: Cell, facing: Facing) -> f32 {
        self.pull(own, cell) - EXPOSED * self.exposure(own, cell, facing) + PROSPECT * self.outlook(own, cell)
    }

    /// Where a unit comes to on its way to the goal that pulls it most, with so many fifths of an inch.
    fn ahead(&self, own: &Seen<'_>, budget: u16, runs: bool) -> Cell {
        let data = self.survey.game.data();
        let pulls = self.survey.ground.goals.iter().map(|goal| {
            let way = goal.way(own.template.mobility, own.cell);
            let nearer = |mate: &Seen<'_>| mate.unit != own.unit && goal.way(mate.template.mobility, mate.cell) < way.max(1);
            let need = if self.survey.of(self.side).any(nearer) { TAKEN } else { 1.0 };
            (goal, goal.worth * need / (1.0 + f32::from(way) / stride(own)))
        });
        let Some((goal, _)) = pulls.max_by(|a, b| a.1.total_cmp(&b.1)) else { return own.cell };
        let floor = data.floor(own.template.mobility, runs);
        let (mut cell, mut spent) = (own.cell, 0);
        loop {
            let here = goal.way(own.template.mobility, cell);
            let steps = Facing::ALL.into_iter().filter_map(|facing| Some((facing, data.lattice().step(cell, facing)?)));
            let next = steps
                .filter(|&(_, to)| floor.is_open(to))
                .map(|(facing, to)| (goal.way(own.template.mobility, to) + u16::from(facing.cost()), facing, to))
                .min();
            match next {
                Some((_, facing, to)) if goal.way(own.template.mobility, to) < here && spent + u16::from(facing.cost()) <= budget => {
                    spent += u16::from(facing.cost());
                    cell = to;
                }
                _ => return cell,
            }
        }
    }

    fn score_orders(&self, legal: &[Action], out: &mut [f32]) {
        let mut known: Option<Prospects> = None;
        for (score, &action) in out.iter_mut().zip(legal) {
            let (Action::Order { unit, .. } | Action::Assault(unit)) = action else { continue };
            if known.as_ref().is_none_or(|known| known.unit != unit) {
                known = self.prospects(unit);
            }
            let Some(prospects) = &known else { continue };
            *score = SHARP
                * match action {
                    Action::Order { order, .. } => self.order(prospects, order),
                    _ => self.assault(prospects),
                };
        }
    }

    /// What the orders of a unit promise.
    fn prospects(&self, unit: UnitId) -> Option<Prospects<'_, 'a>> {
        let game = self.survey.game;
        let own = self.survey.find(unit)?;
        let pass = if own.pins > 0.0 { game.order_test(unit)[0] as f32 / 36.0 } else { 1.0 };
        Some(Prospects { unit, own, pass, here: self.standing(own, own.cell, own.facing) })
    }

    fn order(&self, prospects: &Prospects<'_, '_>, order: Order) -> f32 {
        let Prospects { own, pass, here, .. } = *prospects;
        let steadied = pass * PIN * own.points * own.pins.min(1.0);
        match order {
            Order::Fire => steadied + pass * self.best_shot(own),
            Order::Advance => {
                let to = self.ahead(own, budget(own, false), false);
                let goes = self.standing(own, to, own.facing) - here + self.prospect(own, to, true);
                let stays = self.prospect(own, own.cell, true);
                steadied + pass * goes.max(stays) - 0.01
            }
            Order::Run => {
                let to = self.ahead(own, budget(own, true), true);
                steadied + pass * (self.standing(own, to, own.facing) - here) - 0.01
            }
            Order::Ambush => {
                let sees = self.prospect(own, own.cell, false) > 0.02;
                let data = self.survey.game.data();
                let range = own.template.weapons().map(|weapon| u16::from(data.weapon(weapon).range)).max().unwrap_or(0);
                let comes = |foe: &&Seen<'_>| foe.order.is_none() && data.lattice().distance2(own.cell, foe.cell) <= range * range;
                let coming = self.enemies().filter(comes).count().min(4) as f32;
                steadied + pass * own.power() * LIES_IN_WAIT * coming * if sees { 0.5 } else { 1.0 }
            }
            Order::Rally => {
                let rolled: f32 = (1..=6u8).map(|die| f32::from(die).min((own.pins - 1.0).max(0.0))).sum::<f32>() / 6.0;
                let regained = 0.03 * rolled * own.points.max(0.4);
                steadied + pass * (rolled * PIN * own.points + regained)
            }
            Order::Down => 0.3 * EXPOSED * self.exposure(own, own.cell, own.facing) - ACTION,
        }
    }

    /// The best shot of a unit from where it stands.
    fn best_shot(&self, own: &Seen<'_>) -> f32 {
        let shot = |foe: &Seen<'_>| {
            let promise = self.survey.game.best_shot(own.unit, foe.unit)?;
            let ducks = if foe.order.is_none() && !foe.is_vehicle() { DUCKS } else { 1.0 };
            Some(ducks * self.survey.gain(foe.unit, &promise))
        };
        self.enemies().filter_map(shot).fold(0.0, f32::max)
    }

    fn assault(&self, prospects: &Prospects<'_, '_>) -> f32 {
        let own = prospects.own;
        let data = self.survey.game.data();
        let far = u16::from(data.tables.assault.distance) + 1;
        let near = |foe: &&Seen<'_>| data.lattice().distance2(own.cell, foe.cell) <= far * far;
        self.enemies().filter(near).map(|foe| self.charge(prospects, foe)).fold(-1.0, f32::max)
    }

    /// What an assault on a unit promises.
    fn charge(&self, prospects: &Prospects<'_, '_>, foe: &Seen<'_>) -> f32 {
        let Prospects { own, pass, .. } = *prospects;
        let (game, data) = (self.survey.game, self.survey.game.data());
        let pass = if game.penalty_against(own.unit, foe.unit) > 0 { pass * 0.5 } else { pass };
        let surprise = u16::from(data.tables.assault.surprise);
        let fires = foe.order.is_none() && data.lattice().distance2(own.cell, foe.cell) > surprise * surprise;
        let back = if fires { foe.power() * self.survey.fire(foe, foe.cell, false, own, own.cell, own.facing) } else { 0.0 };
        let fallen = if fires { back / (KILL * own.points) * f32::from(own.template.models()) } else { 0.0 };
        let men = f32::from(game.piece(own.unit).men) - fallen;
        let clash = game.clash(own.unit, foe.unit, men.round().max(1.0) as u8);
        let gained = (clash.attacker_wins + clash.both_fall) as f32 * KILL * foe.points * (0.6 + 0.4 * foe.men);
        let lost = (clash.defender_wins + clash.both_fall) as f32 * KILL * own.points * (0.6 + 0.4 * own.men);
        pass * (gained - lost - back + 0.5 * (self.pull(own, foe.cell) - self.pull(own, own.cell)))
    }

    fn score_charges(&self, legal: &[Action], out: &mut [f32]) {
        for (score, &action) in out.iter_mut().zip(legal) {
            let Action::Charge(target) = action else { continue };
            let charging = self.survey.of(self.side).find(|own| own.order == Some(Order::Run) && self.is_charging(own, target));
            if let (Some(own), Some(foe)) = (charging, self.survey.find(target)) {
                let prospects = Prospects { unit: own.unit, own, pass: 1.0, here: 0.0 };
                *score = SHARP * self.charge(&prospects, foe);
            }
        }
    }

    /// Whether a unit may be the one that has been ordered to assault a target.
    fn is_charging(&self, own: &Seen<'_>, target: UnitId) -> bool {
        let data = self.survey.game.data();
        let far = u16::from(data.tables.assault.distance) + 1;
        let near = |foe: &Seen<'_>| data.lattice().distance2(own.cell, foe.cell) <= far * far;
        !self.survey.game.piece(own.unit).moved && self.survey.find(target).is_some_and(near)
    }

    fn score_walk(&self, legal: &[Action], out: &mut [f32]) {
        let Some(own) = self.survey.game.mover().and_then(|unit| self.survey.find(unit)) else { return };
        let shoots = own.order == Some(Order::Advance);
        let mut pulls: Vec<f32> = legal.iter().filter_map(|action| action.cell()).map(|cell| self.pull(own, cell)).collect();
        pulls.sort_unstable_by(|a, b| b.total_cmp(a));
        let least = pulls.get(CELLS).copied().unwrap_or(f32::NEG_INFINITY);
        for (score, &action) in out.iter_mut().zip(legal) {
            let cell = match action {
                Action::MoveTo(cell) if cell != own.cell && self.pull(own, cell) < least => {
                    *score = -SHARP;
                    continue;
                }
                Action::MoveTo(cell) | Action::Consolidate(cell) => cell,
                Action::Step(facing) => match self.survey.game.data().lattice().step(own.cell, facing) {
                    Some(cell) => cell,
                    None => continue,
                },
                Action::StepByStep => {
                    *score = -SHARP;
                    continue;
                }
                _ => own.cell,
            };
            let shot = if shoots { self.prospect(own, cell, true) } else { 0.0 };
            *score = SHARP * (self.standing(own, cell, own.facing) + shot);
        }
    }

    fn score_legs(&self, legal: &[Action], out: &mut [f32]) {
        let Some(own) = self.survey.game.mover().and_then(|unit| self.survey.find(unit)) else { return };
        let shoots = own.order == Some(Order::Advance);
        let lattice = self.survey.game.data().lattice();
        for (score, &action) in out.iter_mut().zip(legal) {
            let (facing, way, cells) = match action {
                Action::Leg { facing, cells } => (facing, facing, cells),
                Action::Reverse { facing, cells } => (facing, facing.reversed(), cells),
                _ => (own.facing, own.facing, 0),
            };
            let end = std::iter::successors(Some(own.cell), |&cell| lattice.step(cell, way)).nth(usize::from(cells)).unwrap_or(own.cell);
            let shot = if shoots { self.prospect(own, end, true) } else { 0.0 };
            *score = SHARP * (self.standing(own, end, facing) + shot + 0.3 * self.front(own, end, facing));
        }
    }

    /// How much of what a unit looks out for lies ahead of it.
    fn front(&self, own: &Seen<'_>, cell: Cell, facing: Facing) -> f32 {
        let lattice = self.survey.game.data().lattice();
        let ahead = |to: Cell| facing.quarter(lattice.offset(cell, to)) == Quarter::Front;
        let fire = |foe: &Seen<'_>| {
            let near = 0.02 / (1.0 + f32::from(lattice.distance2(cell, foe.cell)) / 400.0);
            near + self.survey.fire(own, cell, false, foe, foe.cell, foe.facing)
        };
        let seen: f32 = self.enemies().filter(|foe| ahead(foe.cell)).map(fire).sum();
        let goals = self.survey.ground.goals.iter().filter(|goal| ahead(goal.cell)).count() as f32;
        seen + 0.01 * goals
    }

    fn score_facings(&self, unit: UnitId, legal: &[Action], out: &mut [f32]) {
        let Some(own) = self.survey.find(unit) else { return };
        for (score, &action) in out.iter_mut().zip(legal) {
            if let Action::Face { facing, .. } = action {
                let turns = if facing == own.facing { 0.005 } else { 0.0 };
                *score = SHARP * (self.front(own, own.cell, facing) + turns);
            }
        }
    }

    fn score_shots(&self, legal: &[Action], out: &mut [f32]) {
        for (score, &action) in out.iter_mut().zip(legal) {
            let Some((shooter, target, promise)) = self.survey.game.promised_shot(action) else { continue };
            let foe = self.survey.find(target);
            let ducks = foe.is_some_and(|foe| foe.order.is_none() && !foe.is_vehicle());
            let spent = if let Action::Target { panzerfausts, .. } = action { PANZERFAUST * f32::from(panzerfausts) } else { 0.0 };
            let waits = if matches!(action, Action::Spring(_)) { self.better_later(shooter, target) } else { 0.0 };
            *score = SHARP * (if ducks { DUCKS } else { 1.0 } * self.survey.gain(target, &promise) - spent - waits);
        }
    }

    /// What one in Ambush hopes for beyond the shot at hand.
    fn better_later(&self, shooter: UnitId, mover: UnitId) -> f32 {
        let (Some(own), Some(foe)) = (self.survey.find(shooter), self.survey.find(mover)) else { return 0.0 };
        let cover = self.survey.game.data().sight.cover(own.cell, foe.cell).unwrap_or(Cover::None);
        if cover == Cover::None { 0.0 } else { LIES_IN_WAIT }
    }

    fn score_reactions(&self, legal: &[Action], out: &mut [f32]) {
        let game = self.survey.game;
        let volley = game.volley();
        for (score, &action) in out.iter_mut().zip(legal) {
            *score = SHARP
                * match action {
                    Action::Duck(unit) => {
                        let Some((_, _, promise)) = volley else { continue };
                        let mut down = game.clone();
                        down.apply(action);
                        let after = down.volley().map_or(0.0, |(_, _, promise)| self.survey.gain(unit, &promise));
                        let saved = self.survey.gain(unit, &promise) - after;
                        saved - self.action_lost(unit)
                    }
                    Action::Escape(unit) => {
                        let danger = volley.map_or(0.3, |(_, _, promise)| self.survey.gain(unit, &promise));
                        0.6 * danger - self.action_lost(unit)
                    }
                    Action::Return(_) => {
                        0.1 + game.promised_shot(action).map_or(0.0, |(_, target, promise)| self.survey.gain(target, &promise))
                    }
                    _ => 0.0,
                };
        }
    }

    /// What a unit that reacts could have done with its die.
    fn action_lost(&self, unit: UnitId) -> f32 {
        let Some(own) = self.survey.find(unit) else { return 0.0 };
        let pass = if own.pins > 0.0 { self.survey.game.order_test(unit)[0] as f32 / 36.0 } else { 1.0 };
        pass * (0.8 * self.prospect(own, own.cell, false)).max(ACTION * own.points.max(0.5))
    }

    /// Who guards a goal keeps his Ambush; who is Down gets up.
    fn keeps(&self, unit: UnitId) -> bool {
        let Some(own) = self.survey.find(unit) else { return false };
        let there = self.survey.ground.goals.iter().any(|goal| goal.way(own.template.mobility, own.cell) == 0);
        own.order == Some(Order::Ambush) && there && own.pins == 0.0 && self.prospect(own, own.cell, false) < 0.02
    }
}

/// A unit that may get an order.
struct Prospects<'a, 'b> {
    unit: UnitId,
    own: &'a Seen<'b>,
    /// Chance that its order is carried out.
    pass: f32,
    /// Worth of the cell where it stands.
    here: f32,
}

/// Fifths of an inch of a move, roughly: that of men, or of a tank.
fn budget(own: &Seen<'_>, runs: bool) -> u16 {
    let inches = match (own.template.class, own.template.pace) {
        (_, Pace::Turn) => 0,
        (Class::Vehicle, _) => 9,
        _ => 6,
    };
    5 * inches * if runs { 2 } else { 1 }
}
