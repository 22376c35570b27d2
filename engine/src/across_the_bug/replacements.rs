//! The Replacement segment [8.3]: German replacements, Soviet reorganization.

use super::AcrossTheBug;
use super::action::Action;
use super::frame::{Frame, Rebuilding, Reorganization, Replacements};
use super::ids::{FormationId, HexSet, Place, UnitId, from_slot, units};
use super::upkeep::{self, ReplacementKind};
use crate::game::{Side, Turn};
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

impl AcrossTheBug {
    /// [8.3.a] Of some units of a side those on the map, from a slot on, that are neither disorganized nor out of command, under a
    /// headquarters in supply or on its Emergency Supply side.
    fn provided(&self, side: Side, from: u8, mut which: impl FnMut(UnitId) -> bool) -> u128 {
        let data = self.data;
        let whole = self.board.on_map(side) & data.roster.combat.of(side) & !self.board.turned(side) & from_slot(from);
        let asked = units(side, whole).filter(|&unit| which(unit)).fold(0, |bits, unit| bits | unit.bit());
        let of = |formation: FormationId| asked & self.board.members(data, formation);
        let providing = data.roster.formations[side.index()].iter().filter(|&formation| of(formation) != 0 && self.provides(formation));
        providing.fold(0, |bits, formation| bits | self.in_command(formation, of(formation)))
    }

    /// [8.3.d] Whether a unit has lost strength points.
    fn is_reduced(&self, unit: UnitId) -> bool {
        self.board.points(unit) < self.data.roster.stats(unit).strength
    }

    /// [8.3.1] German units that points may restore, from a slot on.
    fn replaceable(&self, infantry: u8, afv: u8, from: u8) -> u128 {
        if infantry == 0 && afv == 0 {
            return 0;
        }
        let side = Side::Axis;
        let affordable = |unit: UnitId| match self.replacement_price(unit) {
            (ReplacementKind::Infantry, price) => price <= infantry,
            (ReplacementKind::Afv, price) => price <= afv,
        };
        self.provided(side, from, |unit| self.is_reduced(unit) && affordable(unit))
    }

    fn replacement_price(&self, unit: UnitId) -> (ReplacementKind, u8) {
        let roster = &self.data.roster;
        upkeep::replacement(&self.data.tables, roster.kind(unit), roster.class(unit))
    }

    fn restore(&mut self, unit: UnitId) {
        self.board.known.show(unit);
        self.board.set_points(unit, self.board.points(unit) + 1);
    }

    /// [8.3.2][8.3.2.b] Soviet units that may be broken up, from a slot on.
    fn breakable(&self, from: u8) -> u128 {
        let table = &self.data.tables.reorganization;
        self.provided(Side::Soviet, from, |unit| table.cannibalizes(self.data.roster.kind(unit)))
    }

    /// [8.3.2.c] Units that points of a broken up unit may strengthen, from a slot on.
    fn receivers(&self, source: UnitId, from: u8) -> u128 {
        let roster = &self.data.roster;
        let table = &self.data.tables.reorganization;
        let range: HexSet = self.range_of(self.board.formation(source));
        let near = |unit: UnitId| self.board.hex(unit).is_some_and(|hex| range.contains(hex));
        self.provided(Side::Soviet, from, |unit| {
            self.is_reduced(unit) && table.allows(roster.kind(source), roster.kind(unit)) && near(unit)
        })
    }

    /// Hexes in command range of a formation.
    pub(super) fn range_of(&self, formation: FormationId) -> HexSet {
        if formation == FormationId::NONE {
            return HexSet::EMPTY;
        }
        self.command_hexes(formation, u16::from(self.data.formation(formation).command_range))
    }
}

impl Procedure<AcrossTheBug> for Replacements {
    const DECIDER: Turn = Turn::Player(Side::Axis);
    const QUESTION: &'static str = "which German unit receives a strength point?";

    fn is_due(self, game: &AcrossTheBug) -> bool {
        let hidden = self.infantry | self.afv != 0 && game.is_veiled(Side::Axis);
        hidden || game.replaceable(self.infantry, self.afv, self.from) != 0
    }

    /// [8.3.c] What is not spent is lost. Units receive points in ascending order.
    fn list(self, game: &AcrossTheBug, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(units(Side::Axis, game.replaceable(self.infantry, self.afv, self.from)).map(Action::Replace));
    }

    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        let Action::Replace(unit) = action else { return game.end(action) };
        let (infantry, afv) = match game.replacement_price(unit) {
            (ReplacementKind::Infantry, price) => (self.infantry - price, self.afv),
            (ReplacementKind::Afv, price) => (self.infantry, self.afv - price),
        };
        game.restore(unit);
        game.frames.replace_top(Frame::Replacements(infantry, afv, unit.slot() as u8));
    }
}

impl Procedure<AcrossTheBug> for Reorganization {
    const DECIDER: Turn = Turn::Player(Side::Soviet);
    const QUESTION: &'static str = "which unit is broken up for its strength?";

    fn is_due(self, game: &AcrossTheBug) -> bool {
        game.is_veiled(Side::Soviet) || game.breakable(self.from) != 0
    }

    fn list(self, game: &AcrossTheBug, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(units(Side::Soviet, game.breakable(self.from)).map(Action::Cannibalize));
    }

    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        let Action::Cannibalize(unit) = action else { return game.end(action) };
        let points = game.board.points(unit);
        // [7.7.b] Those who stay keep their improved defence.
        game.board.put_aside(game.data, unit, Place::CANNIBALIZED);
        game.frames.replace_top(Frame::Reorganization(unit.slot() as u8 + 1));
        game.frames.push(Frame::Rebuilding(unit, points, 0));
    }
}

impl Procedure<AcrossTheBug> for Rebuilding {
    const DECIDER: Turn = Turn::Player(Side::Soviet);
    const QUESTION: &'static str = "which unit receives a strength point of the one that was broken up?";
    const QUIET: bool = false;

    fn is_due(self, game: &AcrossTheBug) -> bool {
        self.left > 0 && (game.is_veiled(Side::Soviet) || game.receivers(self.source, self.from) != 0)
    }

    /// [3.3.m][8.3.2.c] The points count in the range of the headquarters, so it stays until they are spent.
    fn carry_on(self, game: &mut AcrossTheBug) -> Progress {
        if self.is_due(game) {
            return Progress::Waits;
        }
        game.dissolve_headquarters(self.source);
        game.pop()
    }

    fn list(self, game: &AcrossTheBug, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(units(Side::Soviet, game.receivers(self.source, self.from)).map(Action::Replace));
    }

    /// [8.3.c] What is not spent is lost.
    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        let (left, from) = match action {
            Action::Replace(unit) => {
                game.restore(unit);
                (self.left - 1, unit.slot() as u8)
            }
            _ => (0, self.from),
        };
        game.frames.replace_top(Frame::Rebuilding(self.source, left, from));
    }
}
