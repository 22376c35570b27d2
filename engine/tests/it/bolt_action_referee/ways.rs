//! Moves, fire from Ambush at those who move, panic, and the way into close quarters.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use stavka_engine::Notation as _;
use stavka_engine::bolt_action::terms::{Class, Cover, Order, Pace};
use stavka_engine::bolt_action::{Action, UnitId};
use stavka_engine::square::{Cell, Facing};

use super::volley::{How, Shot};
use super::{Flow, Referee};
use crate::bolt_action_kit::AMBUSH;
use crate::bolt_action_reference_moves::field::{Driven, length};

/// What tells one shot from Ambush from another (decision D17): cover, band of range, side of a vehicle, kinds of weapons up to three.
pub(super) type Offer = BTreeMap<UnitId, (Cover, u8, &'static str, usize)>;

/// A move in progress.
#[derive(Default)]
pub(super) struct March {
    /// Those in Ambush may fire at it.
    watched: bool,
    /// They have looked at the cell at hand.
    looked: bool,
    /// What they could do when they were asked last.
    offer: Offer,
}

impl Referee<'_> {
    /// Whether a unit goes on: it lives, and neither damage nor an order holds it. An escape is Down and moves.
    fn goes_on(&self, unit: UnitId) -> bool {
        let piece = self.piece(unit);
        piece.is_alive() && !piece.immobilised && (piece.order != Some(Order::Down) || !self.march.watched)
    }

    /// [ORD.2][ORD.3] A unit moves by its order.
    pub(super) fn moves(&mut self, unit: UnitId, runs: bool) -> Flow {
        let template = self.game.data().unit(unit);
        if template.class == Class::Vehicle {
            return self.drives(unit, runs, true);
        }
        self.march = March { watched: true, ..March::default() };
        if template.pace != Pace::Turn {
            self.walks(unit, runs, if runs { 12 } else { 6 })?;
        }
        // A unit with a Fixed weapon says where it looks (supplement S22).
        if self.game.data().is_fixed(template) && self.goes_on(unit) {
            let facing = self.looks(unit);
            self.faces(unit, facing);
        }
        Ok(())
    }

    /// Where a unit is to look.
    pub(super) fn looks(&mut self, unit: UnitId) -> Facing {
        let lines = Facing::ALL.map(|facing| self.line(Action::Face { unit, facing }));
        Facing::ALL[self.chooses("where does the unit look?", unit.side(), &lines)]
    }

    fn faces(&mut self, unit: UnitId, facing: Facing) {
        if self.piece(unit).facing != facing {
            self.edit(unit).facing = facing;
            self.stirs(unit);
        }
    }

    pub(super) fn line(&self, action: Action) -> String {
        self.game.notation(action)
    }

    /// On foot: to a cell, or cell by cell while an enemy is in Ambush (decision D5).
    fn walks(&mut self, unit: UnitId, runs: bool, inches: u32) -> Flow {
        let field = self.field();
        let ends: Vec<Cell> = field.ends(unit, runs, inches).into_keys().collect();
        let mut lines: Vec<String> = ends.iter().map(|&cell| self.line(Action::MoveTo(cell))).collect();
        if !self.waiting(unit).is_empty() {
            lines.push(self.line(Action::StepByStep));
        }
        self.asks("where does the unit go?", unit.side(), &lines);
        // One in three of those who may goes cell by cell.
        let by_steps = lines.len() > ends.len() && self.dice.below(3) == 0;
        let at = if by_steps { ends.len() } else { self.dice.below(ends.len() as u32) as usize };
        self.act(&lines[at]);
        if let Some(&end) = ends.get(at) {
            let way = field.way(unit, runs, inches, None, end);
            return self.goes(unit, &way, None);
        }
        let mut left = 5 * inches;
        while self.goes_on(unit) {
            let field = self.field();
            let steps = field.steps(unit, runs, left);
            let stays = !self.piece(unit).moved || field.has_room(unit, None, self.cell(unit));
            let mut lines: Vec<String> = stays.then(|| "done".to_owned()).into_iter().collect();
            lines.extend(steps.iter().map(|&(way, _)| self.line(Action::Step(way))));
            let at = self.chooses("the next cell, or done", unit.side(), &lines);
            let Some(at) = at.checked_sub(usize::from(stays)) else { break };
            left -= if steps[at].0.is_diagonal() { 7 } else { 5 };
            self.meet("a step");
            self.goes(unit, &[steps[at].1], None)?;
        }
        Ok(())
    }

    /// [MAN][REV] A vehicle drives leg by leg; whether those in Ambush may fire at it.
    pub(super) fn drives(&mut self, unit: UnitId, runs: bool, watched: bool) -> Flow {
        self.march = March { watched, ..March::default() };
        let mut driven = Driven::from(self.cell(unit), runs);
        while self.goes_on(unit) {
            let field = self.field();
            let legs: Vec<Action> = field.legs(unit, &driven, &mut BTreeMap::new()).into_iter().collect();
            if legs.is_empty() {
                break;
            }
            let lines: Vec<String> = std::iter::once(Action::Done).chain(legs.iter().copied()).map(|leg| self.line(leg)).collect();
            let at = self.chooses("the next leg of the vehicle, or done", unit.side(), &lines);
            let Some(at) = at.checked_sub(1) else { break };
            let leg = legs[at];
            if driven.end() != driven.trail[0] {
                self.meet("a second leg");
            }
            self.drives_leg(unit, &mut driven, leg)?;
            let backwards = matches!(leg, Action::Reverse { .. });
            if length(leg).1 == 0 || backwards && !self.game.data().unit(unit).recce {
                break;
            }
        }
        Ok(())
    }

    fn drives_leg(&mut self, unit: UnitId, driven: &mut Driven, leg: Action) -> Flow {
        let before = driven.trail.len();
        driven.drives(&self.field(), unit, leg);
        self.faces(unit, length(leg).0);
        let way = driven.trail[before..].to_vec();
        self.goes(unit, &way, None)
    }

    /// Cell by cell; in each those in Ambush may fire, and in one the target of an assault. Who is stopped stays there.
    fn goes(&mut self, unit: UnitId, way: &[Cell], answer: Option<(usize, Shot)>) -> Flow {
        for at in 0..=way.len() {
            if let Some(&cell) = at.checked_sub(1).and_then(|before| way.get(before)) {
                self.edit(unit).cell = Some(cell);
                self.stirs(unit);
                self.march.looked = false;
            }
            if way.is_empty() || !self.goes_on(unit) {
                return Ok(());
            }
            if let Some((_, shot)) = answer.filter(|answer| answer.0 == at)
                && !self.bearing(shot, self.piece(shot.by).facing).is_empty()
            {
                self.meet("those who are assaulted shoot");
                self.answers(shot)?;
            }
            if self.goes_on(unit) && !std::mem::replace(&mut self.march.looked, true) {
                self.is_looked_at(unit, at == way.len())?;
            }
            if !self.goes_on(unit) {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Enemies in Ambush, who may fire at a unit that moves.
    fn waiting(&self, mover: UnitId) -> Vec<UnitId> {
        let all = self.living(mover.side().opponent()).into_iter().filter(|&unit| self.piece(unit).order == Some(Order::Ambush));
        all.filter(|_| self.march.watched).collect()
    }

    /// [ORD.4] Fire from Ambush, with every Panzerfaust that reaches a vehicle (decision D43).
    fn ambush_shot(&self, by: UnitId, at: UnitId) -> Shot {
        Shot { by, at, how: How::All(self.panzerfausts(by, at)) }
    }

    /// Who can fire from Ambush where the mover is, and how. Bullets at closed armour are nothing.
    fn offer(&self, mover: UnitId) -> Offer {
        let data = self.game.data();
        let mut offer = Offer::new();
        for by in self.waiting(mover) {
            let shot = self.ambush_shot(by, mover);
            let bearing = self.bearing(shot, self.piece(by).facing);
            let Some((first, _)) = bearing.first().filter(|_| bearing.iter().any(|&(weapon, _)| self.matters(weapon, mover))) else {
                continue;
            };
            let (from, to, d2) = (self.cell(by), self.cell(mover), self.apart(by, mover));
            let band = if d2 <= 36 { 0 } else { 1 + u8::from(4 * d2 > i32::from(first.range).pow(2)) };
            let side = if data.unit(mover).armour.is_some() { self.struck_side(shot) } else { "none" };
            let mut kinds: Vec<_> = bearing.iter().map(|&(weapon, alone)| (&weapon.id, alone)).collect();
            if self.class(by) != Class::Vehicle {
                kinds.sort();
                kinds.dedup();
            }
            offer.insert(by, (data.sight.cover(from, to).unwrap_or(Cover::None), band, side, kinds.len().min(3)));
        }
        offer
    }

    /// Decision D17: those in Ambush are asked where they can do something else than when they were asked last, and at the last cell.
    fn is_looked_at(&mut self, mover: UnitId, last: bool) -> Flow {
        if self.waiting(mover).is_empty() {
            return Ok(());
        }
        let offer = self.offer(mover);
        let asked = !offer.is_empty() && (last || offer != self.march.offer);
        self.march.offer = offer;
        let mut fired = false;
        while asked && self.goes_on(mover) {
            let able: Vec<UnitId> = self.offer(mover).into_keys().collect();
            if able.is_empty() {
                break;
            }
            let springs = able.iter().map(|&by| format!("spring {}", self.name(by)));
            let lines: Vec<String> = std::iter::once("done".to_owned()).chain(springs).collect();
            let at = self.chooses(AMBUSH, mover.side().opponent(), &lines);
            let Some(at) = at.checked_sub(1) else { break };
            self.meet(if fired { "fire from Ambush: and another" } else { "fire from Ambush" });
            fired = true;
            self.edit(able[at]).order = Some(Order::Fire);
            self.answers(self.ambush_shot(able[at], mover))?;
        }
        if fired && !self.goes_on(mover) {
            self.meet("fire from Ambush: it ends the move");
        }
        Ok(())
    }

    /// [FUB.3][FUB.3.a] Panic: away from the closest enemy in sight, or Down. Nobody fires at it from Ambush (decision D29).
    pub(super) fn panics(&mut self, unit: UnitId) -> Flow {
        let field = self.field();
        let Some(from) = field.fright(unit).filter(|_| field.runs(unit)) else {
            self.meet("panic: nowhere");
            self.goes_down(unit);
            return Ok(());
        };
        let (own, lattice) = (self.cell(unit), self.game.data().lattice());
        self.edit(unit).order = Some(Order::Run);
        self.march = March::default();
        if self.class(unit) == Class::Vehicle {
            let mut driven = Driven::from(own, true);
            loop {
                let legs = self.field().legs(unit, &driven, &mut BTreeMap::new());
                let end = |leg: Action| {
                    let (facing, cells) = length(leg);
                    (0..cells).fold(driven.end(), |cell, _| lattice.step(cell, facing).expect("on the table"))
                };
                let best = legs.into_iter().min_by_key(|&leg| (Reverse(lattice.distance2(end(leg), from)), length(leg).1, length(leg).0));
                let gains = |&leg: &Action| lattice.distance2(end(leg), from) > lattice.distance2(driven.end(), from);
                let Some(leg) = best.filter(gains) else { break };
                self.drives_leg(unit, &mut driven, leg)?;
            }
        } else {
            let ends = field.ends(unit, true, 12);
            let farthest = ends.into_iter().min_by_key(|&(cell, cost)| (Reverse(lattice.distance2(cell, from)), cost, cell));
            let way = field.way(unit, true, 12, None, farthest.expect("its cell").0);
            self.goes(unit, &way, None)?;
        }
        let moved = self.cell(unit) != own;
        self.meet(if moved { "panic: away" } else { "panic: stuck" });
        if !moved {
            self.goes_down(unit);
        }
        Ok(())
    }

    /// [CQ][CQV] An assault from its declaration to its end.
    pub(super) fn assault(&mut self, unit: UnitId, targets: &[UnitId]) -> Flow {
        let mut target = targets[0];
        if targets.len() > 1 {
            let lines: Vec<String> = targets.iter().map(|&target| format!("charge {}", self.name(target))).collect();
            target = targets[self.chooses("which unit is assaulted?", unit.side(), &lines)];
        }
        let weak = self.is_closed(target) && !self.is_anti_tank(unit);
        if !self.obeys(unit, if weak { 3 } else { 0 })? {
            return Ok(());
        }
        let fires = self.is_assaulted(unit, target)?;
        // The way is measured after the reaction.
        let Some(way) = self.field().way_to(unit, target) else {
            self.meet("quarters: out of reach");
            return Ok(());
        };
        self.march = March { watched: true, ..March::default() };
        let shot = Shot { by: target, at: unit, how: How::All(0) };
        let answer = if fires { self.best_moment(shot, &way).map(|at| (at, shot)) } else { None };
        let (from, to, data) = (self.cell(unit), self.cell(target), self.game.data());
        let cover = data.sight.cover(from, to).unwrap_or_else(|| data.battlefield.screen(to).own_cover());
        let at_once = self.piece(target).dug_in || cover == Cover::Hard;
        self.goes(unit, &way, answer)?;
        if !self.goes_on(unit) || self.cell(unit) != way.last().copied().unwrap_or(from) || !self.piece(target).is_alive() {
            self.meet("quarters: stopped on the way");
            return Ok(());
        }
        self.quarters(unit, target, at_once)
    }

    /// [CQ.2][CQV.3][CQV.4] A target that has no order escapes, or shoots at those who come from more than six inches; whether it will.
    fn is_assaulted(&mut self, unit: UnitId, target: UnitId) -> Result<bool, super::Over> {
        let way = self.field().way_to(unit, target).expect("a target in reach");
        let shot = Shot { by: target, at: unit, how: How::All(0) };
        let surprised = self.apart(unit, target) <= 36;
        let fires = !surprised && self.piece(target).order.is_none() && self.best_moment(shot, &way).is_some();
        let escapes = self.may_escape(target);
        if !fires && !escapes {
            return Ok(false);
        }
        let lines = self.reactions(target, &[("escape", escapes), ("return", fires)]);
        let at = self.chooses("does the target of the assault react?", target.side(), &lines);
        if lines[at].starts_with("escape") {
            self.meet("escape from an assault");
            self.escapes(target)?;
        }
        let fires = lines[at].starts_with("return");
        if fires {
            self.spends_die(target, Order::Fire);
        }
        Ok(fires)
    }

    /// Decision D16: after how many cells of its way a unit is hit best, of several the nearest to the target, then the last.
    fn best_moment(&mut self, shot: Shot, way: &[Cell]) -> Option<usize> {
        let before = self.piece(shot.at);
        let mut best: Option<(i16, i32, Reverse<usize>)> = None;
        for at in 0..=way.len() {
            if let Some(&cell) = at.checked_sub(1).and_then(|before| way.get(before)) {
                let piece = self.edit(shot.at);
                (piece.cell, piece.dug_in) = (Some(cell), false);
            }
            if let Some(need) = self.best_need(shot) {
                let moment = (need, self.apart(shot.by, shot.at), Reverse(at));
                best = Some(best.map_or(moment, |least| least.min(moment)));
            }
        }
        *self.edit(shot.at) = before;
        best.map(|moment| moment.2.0)
    }
}
