//! The Assignment segment [8.2]: independents, attachments, isolated units [5.5].

use super::AcrossTheBug;
use super::action::Action;
use super::frame::{Assignment, Frame};
use super::ids::{FormationId, FormationSet, HexSet, Place, UnitId, from_slot, units};
use crate::game::{Side, Turn};
use crate::kit::procedures::{Procedure, Sequence as _};

impl AcrossTheBug {
    /// [5.5.1.d] Opens the segment of a side: units that were assigned while isolated return to their formations if they can.
    pub(super) fn open_assignment(&mut self, side: Side) {
        let guests = units(side, self.board.attached(side) & self.board.on_map(side));
        for unit in guests {
            let own = self.data.roster.own_formation(unit);
            let temporary = own != FormationId::NONE && !self.attachable(unit).contains(self.board.formation(unit));
            let joined = || {
                let hexes = self.command_hexes(own, u16::MAX);
                self.board.hex(unit).is_some_and(|hex| hexes.contains(hex))
            };
            if temporary && joined() {
                self.board.assign(self.data, unit, own);
            }
        }
        self.frames.push(Frame::Assignment(side, 0));
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
    pub(super) fn must_be_assigned(&self, unit: UnitId) -> bool {
        self.data.roster.independent.contains(unit)
            && self.board.formation(unit) == FormationId::NONE
            && self.board.place(unit) == Place::RESERVE
            && self.is_due(unit)
    }

    /// The formations to which a unit may be assigned now. `reach` gives the hexes in command range of each.
    fn assignments(&self, unit: UnitId, reach: impl Fn(FormationId) -> HexSet) -> FormationSet {
        let data = self.data;
        if self.must_be_assigned(unit) {
            return self.arrival_formations(unit);
        }
        let Some(hex) = self.board.hex(unit) else { return FormationSet::EMPTY };
        let present = self.board.formation(unit);
        let whole = !self.board.is_disorganized(unit);
        let independent = data.roster.independent.contains(unit);
        let own = data.roster.own_formation(unit);
        let candidates = if independent { self.formations_of_corps(unit) } else { self.attachable(unit) };
        let commanded = whole && reach(present).contains(hex);
        let mut open = FormationSet::EMPTY;
        if commanded {
            let fits = |&to: &FormationId| to != present && (independent || self.has_attachment_left(unit, to)) && reach(to).contains(hex);
            open = candidates.iter().filter(fits).collect();
            if !independent && present != own && reach(own).contains(hex) {
                open.insert(own);
            }
        } else if (whole || !independent) && self.is_isolated(unit) {
            // [5.5.1.d] Whoever commands the hex may take it over for a time; an independent one stays in its corps, and is not
            // taken over while it is disorganized [5.5.2.a].
            let all = if independent { candidates } else { data.roster.formations[unit.side().index()] };
            for to in all.iter().filter(|&to| to != present && reach(to).contains(hex)) {
                open.insert(to);
            }
        }
        open
    }

    /// The first unit of a side at or after a slot that has to be assigned.
    fn unassigned(&self, side: Side, from: u8) -> Option<UnitId> {
        units(side, self.data.roster.independent.of(side) & from_slot(from)).find(|&unit| self.must_be_assigned(unit))
    }

    fn list_assignments(&self, side: Side, from: u8, mut offer: impl FnMut(Action)) {
        let data = self.data;
        let mut ranges = [const { None::<HexSet> }; 32];
        for formation in data.roster.formations[side.index()].iter() {
            ranges[formation.index()] = Some(self.range_of(formation));
        }
        let reach = |formation: FormationId| ranges[formation.index()].unwrap_or(HexSet::EMPTY);
        let stand = (self.board.on_map(side) & data.roster.combat.of(side)) | self.data.roster.independent.of(side);
        for unit in units(side, stand & from_slot(from)) {
            for formation in self.assignments(unit, reach).iter() {
                offer(Action::Assign { unit, formation });
            }
        }
    }
}

impl Procedure<AcrossTheBug> for Assignment {
    const QUESTION: &'static str = "which unit is assigned, and to which formation?";

    fn decider(self, _: &AcrossTheBug) -> Turn {
        Turn::Player(self.side)
    }

    fn is_due(self, game: &AcrossTheBug) -> bool {
        let mut offered = false;
        game.list_assignments(self.side, self.from, |_| offered = true);
        offered
    }

    /// Units are assigned in ascending order; those that have to be are not passed over.
    fn list(self, game: &AcrossTheBug, out: &mut Vec<Action>) {
        let first = game.unassigned(self.side, self.from);
        if first.is_none() {
            out.push(Action::Done);
        }
        game.list_assignments(self.side, self.from, |action| {
            let Action::Assign { unit, .. } = action else { return };
            if first.is_none_or(|first| unit <= first) {
                out.push(action);
            }
        });
    }

    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        let Action::Assign { unit, formation } = action else { return game.end(action) };
        game.board.assign(game.data, unit, formation);
        game.frames.replace_top(Frame::Assignment(self.side, unit.slot() as u8 + 1));
    }
}
