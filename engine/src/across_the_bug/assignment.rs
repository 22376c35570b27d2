//! The Assignment segment [8.2]: independents, attachments, isolated units [5.5].

use std::ops::ControlFlow;

use stavka_words::tr;

use super::AcrossTheBug;
use super::action::Action;
use super::frame::{Assignment, Frame};
use super::ids::{FORMATIONS, FormationId, FormationSet, HexSet, Place, UnitId, from_slot, units};
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Sequence as _};

impl AcrossTheBug {
    /// [5.5.1.d] Opens the segment of a side: units that were assigned while isolated return to their formations if they can.
    pub(super) fn open_assignment(&mut self, side: Side) {
        let guests = units(side, self.board.attached(side) & self.board.on_map(side));
        for unit in guests {
            let own = self.data.roster.own_formation(unit);
            let joined = || {
                let hexes = self.command_hexes(own, u16::MAX);
                self.board.hex(unit).is_some_and(|hex| hexes.contains(hex))
            };
            if self.is_lent(unit) && joined() {
                self.board.known.show(unit);
                self.reassign(unit, own, false);
            }
        }
        self.frames.push(Frame::Assignment(side, true, 0));
    }

    /// [5.5.1.d] Whether a unit is under another formation only until a path leads to its own.
    pub fn is_lent(&self, unit: UnitId) -> bool {
        let (own, present) = (self.data.roster.own_formation(unit), self.board.formation(unit));
        own != FormationId::NONE && present != own && (self.board.is_lent(unit) || !self.attachable(unit).contains(present))
    }

    /// Assigns a unit to a formation, for a time only if it is lent. The formation that it leaves may be left without units [3.3.m].
    fn reassign(&mut self, unit: UnitId, to: FormationId, lent: bool) {
        let former = self.board.formation(unit);
        self.board.assign_for(self.data, unit, to, lent);
        self.dissolve_if_empty(former);
    }

    /// [5.5.1.b][5.5.1.c] Formations to which a unit may ever be attached.
    fn attachable(&self, unit: UnitId) -> FormationSet {
        let own = self.data.roster.own_formation(unit);
        let kind = self.data.roster.kind(unit);
        let rules =
            self.data.attachments.iter().filter(|rule| own != FormationId::NONE && rule.from.contains(own) && rule.what.admits(kind));
        rules.flat_map(|rule| rule.to.iter()).filter(|&to| to != own).collect()
    }

    /// Whether one more unit like this one may be attached to a formation.
    fn has_attachment_left(&self, unit: UnitId, to: FormationId) -> bool {
        let own = self.data.roster.own_formation(unit);
        let kind = self.data.roster.kind(unit);
        let side = unit.side();
        self.data.attachments.iter().any(|rule| {
            let counts = |other: UnitId| {
                other != unit
                    && !self.board.is_lent(other)
                    && rule.from.contains(self.data.roster.own_formation(other))
                    && rule.what.admits(self.data.roster.kind(other))
                    && rule.to.contains(self.board.formation(other))
            };
            let lent = units(side, self.board.attached(side) & self.board.on_map(side) & !self.data.roster.independent.of(side));
            let applies = rule.from.contains(own) && rule.what.admits(kind) && rule.to.contains(to);
            applies && lent.filter(|&other| counts(other)).count() < usize::from(rule.most)
        })
    }

    /// [5.5.2] Formations of the corps of an independent unit.
    fn formations_of_corps(&self, unit: UnitId) -> FormationSet {
        let superior = &self.data.unit(unit).superior;
        let of = |formation: &FormationId| self.data.formation(*formation).superior == *superior;
        self.data.roster.formations[unit.side().index()].iter().filter(of).collect()
    }

    /// [8.2] An independent reinforcement of this turn that has to be assigned before it enters.
    pub fn must_be_assigned(&self, unit: UnitId) -> bool {
        self.data.roster.independent.contains(unit)
            && self.board.formation(unit) == FormationId::NONE
            && self.board.place(unit) == Place::RESERVE
            && self.is_due(unit)
    }

    /// The formations to which a unit may be assigned now. `reach` says whether a formation commands a hex.
    fn assignments(&self, unit: UnitId, isolated: bool, mut reach: impl FnMut(FormationId, Hex) -> bool) -> FormationSet {
        let data = self.data;
        if self.must_be_assigned(unit) {
            return self.arrival_formations(unit);
        }
        let Some(hex) = self.board.hex(unit) else { return FormationSet::EMPTY };
        let present = self.board.formation(unit);
        let whole = !self.board.is_disorganized(unit);
        let independent = data.roster.independent.contains(unit);
        let own = data.roster.own_formation(unit);
        let candidates = || if independent { self.formations_of_corps(unit) } else { self.attachable(unit) };
        let mut open = FormationSet::EMPTY;
        if isolated && (whole || !independent) {
            // [5.5.1.d] Whoever commands the hex may take it over for a time; an independent one stays in its corps, and is not
            // taken over while it is disorganized [5.5.2.a].
            let all = if independent { candidates() } else { data.roster.formations[unit.side().index()] };
            open = all.iter().filter(|&to| to != present && reach(to, hex)).collect();
        } else if whole {
            let fits = |to: &FormationId| *to != present && (independent || self.has_attachment_left(unit, *to));
            let others: FormationSet = candidates().iter().filter(fits).collect();
            let returns = !independent && present != own;
            if (others.is_empty() && !returns) || !reach(present, hex) {
                return open;
            }
            open = others.iter().filter(|&to| reach(to, hex)).collect();
            if returns && reach(own, hex) {
                open.insert(own);
            }
        }
        open
    }

    /// The first unit of a side at or after a slot that has to be assigned.
    fn unassigned(&self, side: Side, from: u8) -> Option<UnitId> {
        units(side, self.data.roster.independent.of(side) & from_slot(from)).find(|&unit| self.must_be_assigned(unit))
    }

    /// The units of a side that may be assigned in some step of the segment, with their formations, until `seen` has seen enough.
    fn each_assignment(&self, step: Assignment, mut seen: impl FnMut(UnitId, FormationSet) -> ControlFlow<()>) -> ControlFlow<()> {
        let (data, side) = (self.data, step.side);
        let from = from_slot(if step.returning { 0 } else { step.from });
        let stand = self.board.on_map(side) & data.roster.combat.of(side);
        let held = self.board.held(side);
        let mut ranges = [const { None::<HexSet> }; FORMATIONS];
        let mut reach = |formation: FormationId, hex: Hex| {
            ranges[formation.index()].get_or_insert_with(|| self.in_range(formation, &held)).contains(hex)
        };
        let isolated = self.isolated(side, stand & from);
        for unit in units(side, (stand | data.roster.independent.of(side)) & from) {
            let mut open = self.assignments(unit, isolated & unit.bit() != 0, &mut reach);
            if !step.takes_back(unit) {
                let own = data.roster.own_formation(unit);
                open = open.iter().filter(|&formation| formation != own).collect();
            }
            seen(unit, open)?;
        }
        ControlFlow::Continue(())
    }
}

impl Assignment {
    /// [5.5.1.c] Whether a unit may still go back to its own formation. All that go back do so before the first new assignment: then every
    /// exchange within the limits can be made.
    const fn takes_back(self, unit: UnitId) -> bool {
        self.returning && unit.slot() >= self.from as usize
    }

    /// The first arrival that has to be assigned before the segment ends.
    fn arrival(self, game: &AcrossTheBug) -> Option<UnitId> {
        game.unassigned(self.side, if self.returning { 0 } else { self.from })
    }
}

impl Procedure<AcrossTheBug> for Assignment {
    fn question(self, game: &AcrossTheBug) -> String {
        let question = match self.arrival(game) {
            Some(_) => tr!("assign the arrivals first [5.5.2]: to which formation?"),
            None => tr!("which unit is assigned, and to which formation?"),
        };
        question.to_owned()
    }

    fn decider(self, _: &AcrossTheBug) -> Turn {
        Turn::Player(self.side)
    }

    fn is_due(self, game: &AcrossTheBug) -> bool {
        let some = |_, open: FormationSet| if open.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        game.is_veiled(self.side) || game.each_assignment(self, some).is_break()
    }

    /// Those that have to be assigned are not passed over by a new assignment.
    fn list(self, game: &AcrossTheBug, out: &mut Vec<Action>) {
        let first = self.arrival(game);
        if first.is_none() {
            out.push(Action::Done);
        }
        let _ = game.each_assignment(self, |unit, open| {
            let own = game.data.roster.own_formation(unit);
            let passed_over = first.is_some_and(|first| first.slot() < unit.slot());
            let fits = |formation: &FormationId| !passed_over || *formation == own;
            out.extend(open.iter().filter(fits).map(|formation| Action::Assign { unit, formation }));
            ControlFlow::Continue(())
        });
    }

    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        let Action::Assign { unit, formation } = action else { return game.end(action) };
        game.board.known.show(unit);
        let returning = formation == game.data.roster.own_formation(unit);
        // [5.5.1.d] Who is taken over while cut off goes back as soon as that is over, whoever has him by then.
        let cut_off = || game.is_isolated(unit) || game.is_lent(unit);
        let lent = !returning && game.board.hex(unit).is_some() && cut_off();
        game.reassign(unit, formation, lent);
        game.frames.replace_top(Frame::Assignment(self.side, returning, unit.slot() as u8 + 1));
    }
}
