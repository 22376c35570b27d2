//! [7.8] The Blitz: armour that fought enters a hex beside it, and others follow.

use super::BlocksInTheEast;
use super::action::Action;
use super::board::{self, Mark};
use super::frame::{Blitz, BlitzJoin, BlitzMove, Frame, Why};
use super::ids::{HexSet, Place, UnitId};
use super::terms::{UnitClass, UnitKind};
use crate::game::{Side, Turn};
use crate::hex::{Direction, Hex};
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

impl BlocksInTheEast {
    /// Whether a unit fought in this turn and its Blitz is not over.
    fn may_still_blitz(&self, unit: UnitId) -> bool {
        self.board.hex(unit).is_some() && self.board.is(unit, Mark::Fought) && !self.board.is(unit, Mark::Blitzed)
    }

    /// [7.8][7.8.c] The hexes beside a ground unit that it enters for the points of a Blitz, where it may stop.
    pub(super) fn blitz_hexes(&self, unit: UnitId) -> HexSet {
        let Some(hex) = self.board.hex(unit) else { return HexSet::EMPTY };
        let traffic = self.traffic(unit.side());
        let closed = self.closed_now(&traffic, unit, Why::Movement);
        let open = |&(_, near, cost, arrow): &(Direction, Hex, u8, bool)| {
            cost <= self.data.tables.mobility.blitz && !arrow && !closed.contains(near) && self.has_room(unit, near, None)
        };
        let stays = self.meets_enemies(unit.side(), hex) || self.keeps_post(unit);
        let steps = self.steps_out(unit, hex).filter(open).map(|(_, near, ..)| near);
        if stays { HexSet::EMPTY } else { steps.collect() }
    }

    /// [7.8.a] The armour of a side that can make a Blitz move.
    fn blitzers(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        let can = |&unit: &UnitId| self.is_mobile_armour(unit) && self.may_still_blitz(unit) && !self.blitz_hexes(unit).is_empty();
        board::of(self.data, side).filter(can)
    }

    /// [7.8.a] The units that can follow a Blitz into a hex, from one on: other armour that fought and stands beside the hex, and artillery
    /// and aircraft of TECH 2 that fought in the hex from which it came.
    fn blitz_followers(&self, side: Side, from: Hex, to: Hex, next: u16) -> impl Iterator<Item = UnitId> + '_ {
        let follows = move |unit: UnitId| {
            let known = self.data.unit(unit);
            let able = self.tech(unit) >= self.data.tables.mobility.tech && self.board.hex(unit) == Some(from);
            match known.class {
                UnitClass::Armour => self.is_mobile_armour(unit) && self.blitz_hexes(unit).contains(to),
                UnitClass::Infantry => able && known.kind == UnitKind::Artillery && self.blitz_hexes(unit).contains(to),
                UnitClass::Air => able && self.board.is(unit, Mark::Flying) && self.flies_along(unit, to),
                UnitClass::Headquarters => self.is_mobile_armour(unit) && self.blitz_hexes(unit).contains(to),
                UnitClass::Strategic => false,
            }
        };
        board::of(self.data, side).filter(move |&unit| unit.0 >= next && self.may_still_blitz(unit) && follows(unit))
    }

    /// Whether an air unit of a battle may fly on with a Blitz: enemies are there.
    fn flies_along(&self, unit: UnitId, to: Hex) -> bool {
        self.board.holds(unit.side().opponent(), to) && self.missions(unit, true).contains(to)
    }

    /// A unit makes its Blitz move into a hex beside it, or flies along.
    pub(super) fn blitz_to(&mut self, unit: UnitId, to: Hex) {
        let from = self.board.hex(unit).unwrap_or(to);
        self.board.put(unit, Place::on(to));
        self.board.set(unit, Mark::Blitzed, true);
        if self.data.unit(unit).is_ground() {
            self.pass(unit, from, to);
        }
    }
}

impl Procedure<BlocksInTheEast> for Blitz {
    const QUESTION: &'static str = "which armour makes a Blitz move?";

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.side)
    }

    fn is_due(self, game: &BlocksInTheEast) -> bool {
        game.blitzers(self.side).next().is_some()
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(game.blitzers(self.side).map(Action::Select));
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::Select(unit) = action else { return game.end(action) };
        game.board.pick(unit);
        game.frames.push(Frame::BlitzMove(unit));
    }
}

impl Procedure<BlocksInTheEast> for BlitzMove {
    const QUESTION: &'static str = "where does the Blitz go?";
    const QUIET: bool = false;

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.unit.side())
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(game.blitz_hexes(self.unit).iter().map(Action::MoveTo));
    }

    /// [7.8.b] A Blitz into a hex with enemies is a battle, when those who follow have followed.
    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let (unit, side) = (self.unit, self.unit.side());
        game.pop();
        let (Action::MoveTo(to), Some(from)) = (action, game.board.hex(unit)) else {
            return game.board.set(unit, Mark::Blitzed, true);
        };
        game.blitz_to(unit, to);
        if game.meets_enemies(side, to) {
            game.frames.push(Frame::Battle(side, to));
            // [31.0.b] Aircraft do not react to it; units in Reserve do.
            if game.has_reserves(side.opponent()) {
                game.frames.push(Frame::Ground(side.opponent(), Why::Reaction));
            }
        }
        game.frames.push(Frame::BlitzJoin(side, from, to, 0));
    }
}

impl Procedure<BlocksInTheEast> for BlitzJoin {
    const QUESTION: &'static str = "which units follow the Blitz?";
    const QUIET: bool = false;

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.side)
    }

    fn carry_on(self, game: &mut BlocksInTheEast) -> Progress {
        let follows = game.blitz_followers(self.side, self.from, self.to, self.next).next().is_some();
        if follows { Progress::Waits } else { game.pop() }
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(game.blitz_followers(self.side, self.from, self.to, self.next).map(Action::Join));
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::Join(unit) = action else { return game.end(action) };
        game.blitz_to(unit, self.to);
        game.frames.replace_top(Frame::BlitzJoin(self.side, self.from, self.to, unit.0 + 1));
    }
}
