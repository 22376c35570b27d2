//! [7.7] The Combat Phase as the turn sees it: the order of the battles, and what a battle leaves behind.

use arrayvec::ArrayVec;

use super::BlocksInTheEast;
use super::action::Action;
use super::board::Mark;
use super::frame::{Battle, Combat, Frame, Leaving};
use super::ids::{HexSet, Place, UnitId};
use super::supply::{Situation, WaysHome};
use super::terms::Nation;
use super::traffic::Traffic;
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

/// What the retreats from a battle ask of the map, reckoned once for all units of a side.
pub(super) struct WaysBack {
    situation: Situation<'static>,
    traffic: Traffic,
    /// Hexes with enemies, in flight or in another battle, and their cities, through which no way home leads; those with partisans [29.0.a].
    barred: HexSet,
    home: ArrayVec<(Nation, WaysHome<'static>), { Nation::COUNT }>,
}

impl BlocksInTheEast {
    fn ways_back(&self, side: Side, from: Hex) -> WaysBack {
        let data = self.data;
        let enemy = side.opponent();
        let owned = data.ground.cities.intersection(self.board.owned(data, enemy));
        let enemy_cities: HexSet = owned.iter().filter(|&hex| self.is_city(hex)).collect();
        let here: HexSet = [from].into_iter().collect();
        WaysBack {
            situation: self.situation(),
            traffic: self.traffic(side),
            barred: self.held(enemy).union(enemy_cities).union(self.hostile_partisans(side, 1)).difference(here),
            home: ArrayVec::new(),
        }
    }

    /// [7.7.14][7.7.15][7.7.15.b][7.7.17][AMB-14] The hexes into which a ground unit may retreat from a battle.
    pub(super) fn retreats(&self, unit: UnitId) -> HexSet {
        self.retreats_by(&mut None, unit)
    }

    /// The same by what has been reckoned for another unit of the battle, if anything has.
    pub(super) fn retreats_by(&self, ways: &mut Option<WaysBack>, unit: UnitId) -> HexSet {
        let Some(from) = self.board.hex(unit) else { return HexSet::EMPTY };
        let (data, side) = (self.data, unit.side());
        let nation = data.unit(unit).nation;
        let WaysBack { situation, traffic, barred, home } = ways.get_or_insert_with(|| self.ways_back(side, from));
        let closed = self.closed_ground(traffic, unit);
        let open = |hex: &Hex| {
            !closed.contains(*hex)
                && !barred.contains(*hex)
                && !situation.zones[side.opponent().index()].contains(*hex)
                && self.has_room(unit, *hex, None)
        };
        let shelters = |hex: Hex| {
            let city = self.is_city(hex) && self.board.owner(data, hex) == Some(side);
            city || self.board.holds(side, hex)
        };
        let mut most = None;
        let mut leads_home = |hex: Hex| {
            let at = home.iter().position(|&(of, _)| of == nation).unwrap_or_else(|| {
                home.push((nation, data.ways_home(situation, nation, barred)));
                home.len() - 1
            });
            let (_, ways) = &home[at];
            let most = *most.get_or_insert_with(|| ways.distance(from).unwrap_or(u16::MAX));
            ways.distance_within(hex, most).is_some()
        };
        // [7.5.5] Along red arrows and across straits as on the march.
        let steps =
            data.ground.steps_from(from, self.weather).filter(|&(_, near, _, arrow)| !arrow || !self.arrow_is_barred(unit, from, near));
        let near = steps.map(|(_, near, ..)| near);
        near.filter(open).filter(|&hex| shelters(hex) || leads_home(hex)).collect()
    }

    /// The first ground unit of a side in a hex with enemies.
    pub(super) fn next_to_leave(&self, side: Side, hex: Hex) -> Option<UnitId> {
        let contested = self.meets_enemies(side, hex);
        self.board.of(side, hex).iter().copied().find(|&unit| contested && self.data.unit(unit).is_ground())
    }

    pub(super) fn retreat(&mut self, unit: UnitId, to: Hex) {
        let from = self.board.hex(unit).unwrap_or(to);
        self.board.put(unit, Place::on(to));
        self.pass(unit, from, to);
    }
}

impl Procedure<BlocksInTheEast> for Combat {
    const QUESTION: &'static str = "which battle is next?";

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.side)
    }

    /// Battles that have been fought are those whose units are marked. The last one is opened without a question.
    fn carry_on(self, game: &mut BlocksInTheEast) -> Progress {
        let open = game.open_battles(self.side);
        match (open.len(), open.first()) {
            (0, _) => return game.pop(),
            (1, Some(hex)) => game.frames.push(Frame::Battle(self.side, hex)),
            _ => return Progress::Waits,
        }
        Progress::Moves
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.extend(game.open_battles(self.side).iter().map(Action::Fight));
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::Fight(hex) = action else { return game.end(action) };
        game.frames.push(Frame::Battle(self.side, hex));
    }
}

impl BlocksInTheEast {
    /// Battle hexes in which an attacker has not fought yet.
    fn open_battles(&self, side: Side) -> HexSet {
        let fresh = |hex: &Hex| self.board.of(side, *hex).iter().any(|&unit| !self.board.is(unit, Mark::Fought));
        // [32.0] Infrastructure is bombed whether enemies are in the hex or not.
        self.battles().union(self.raided_hexes(side)).iter().filter(fresh).collect()
    }
}

impl Procedure<BlocksInTheEast> for Battle {
    fn carry_on(self, game: &mut BlocksInTheEast) -> Progress {
        game.pop();
        game.battle(self.side, self.hex);
        Progress::Moves
    }
}

impl Procedure<BlocksInTheEast> for Leaving {
    const QUESTION: &'static str = "where does the unit retreat?";
    const QUIET: bool = false;

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.side)
    }

    /// [7.7.18][24.0.c] A unit without a hex to retreat into is lost, unless ships take it off.
    fn carry_on(self, game: &mut BlocksInTheEast) -> Progress {
        let Some(unit) = game.next_to_leave(self.side, self.hex) else { return game.pop() };
        let hexes = game.retreats(unit);
        match (hexes.len(), hexes.first()) {
            _ if game.may_reembark(unit) => return Progress::Waits,
            (0, _) => game.board.put(unit, Place::ELIMINATED),
            (1, Some(hex)) => game.retreat(unit, hex),
            _ => return Progress::Waits,
        }
        Progress::Moves
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        if let Some(unit) = game.next_to_leave(self.side, self.hex) {
            out.extend(game.retreats(unit).iter().map(Action::MoveTo));
            out.extend(game.may_reembark(unit).then_some(Action::Reembark(unit)));
        }
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        if let Action::Reembark(unit) = action {
            return game.frames.push(Frame::Reembarkation(unit));
        }
        let Action::MoveTo(hex) = action else { return game.end(action) };
        if let Some(unit) = game.next_to_leave(self.side, self.hex) {
            game.retreat(unit, hex);
        }
    }
}
