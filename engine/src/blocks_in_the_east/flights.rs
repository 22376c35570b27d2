//! [7.5.2][7.6][7.8.1] Aircraft: missions to battles, transfers from base to base, the reaction of the other side, and the return.

use super::BlocksInTheEast;
use super::action::Action;
use super::board::{self, Mark};
use super::frame::{AirReturn, Flight, Flights, Frame};
use super::ground::flight;
use super::ids::{HexSet, Place, UnitId};
use super::movers::Traffic;
use super::supply::Situation;
use super::terms::{Nation, Weather};
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

/// Where the aircraft of a side can be based as both sides stand, reckoned once for all of them.
struct Airfields {
    situation: Situation<'static>,
    traffic: Traffic,
    /// Supply of each nation, once it has been asked for.
    sources: [Option<HexSet>; Nation::COUNT],
}

impl BlocksInTheEast {
    fn airfields(&self, side: Side) -> Airfields {
        Airfields { situation: self.situation(), traffic: self.traffic(side), sources: [None; Nation::COUNT] }
    }

    /// [3.4][3.4.a][7.7.16] The bases of a nation that are free: cities that its side controls, in its supply, out of battles, without
    /// another air unit.
    fn free_bases(&self, fields: &mut Airfields, unit: UnitId) -> HexSet {
        let side = unit.side();
        let nation = self.data.unit(unit).nation;
        let sources = fields.sources[nation.index()].get_or_insert_with(|| self.data.base_sources(&fields.situation, nation));
        let closed = self.closed_ground(&fields.traffic, unit);
        let cities = self.data.ground.cities.intersection(*sources).difference(closed);
        cities
            .iter()
            .filter(|&hex| self.is_city(hex) && self.board.controls(self.data, side, hex) && self.has_room(unit, hex, None))
            .collect()
    }

    /// Hexes of a set that an air unit reaches with so many hexes of flight.
    fn within(&self, unit: UnitId, hexes: &HexSet, range: u16) -> HexSet {
        let Some(from) = self.board.hex(unit) else { return HexSet::EMPTY };
        hexes.iter().filter(|&hex| hex != from && flight(&self.data.map, from, hex) <= range).collect()
    }

    /// [7.5.2.b][7.5.2.c][AMB-66] The bases to which an air unit may transfer: at twice its range, at its range out of supply.
    pub(super) fn transfers(&self, unit: UnitId) -> HexSet {
        self.transfers_to(&mut self.airfields(unit.side()), unit)
    }

    fn transfers_to(&self, fields: &mut Airfields, unit: UnitId) -> HexSet {
        let range = self.data.range(unit, self.turn);
        let times = if self.board.is(unit, Mark::OutOfSupply) { 1 } else { self.data.tables.mobility.transfer };
        self.within(unit, &self.free_bases(fields, unit), range.saturating_mul(times))
    }

    /// [7.5.2.a][7.6][AMB-12][AMB-26] The hexes to which an air unit may fly a mission: the active side opens battles by it, the other one
    /// joins those that there are.
    pub(super) fn missions(&self, unit: UnitId, reacts: bool) -> HexSet {
        // [9.2.a][9.3.a] In rain nobody flies missions.
        if self.board.is(unit, Mark::OutOfSupply) || self.weather == Weather::Rain {
            return HexSet::EMPTY;
        }
        let side = unit.side();
        let enemies = self.board.hexes(side.opponent(), |_| true);
        let targets = if reacts { self.board.battles() } else { enemies };
        let near = self.within(unit, &targets, self.data.range(unit, self.turn));
        near.iter().filter(|&hex| self.may_fly_to(unit, hex)).collect()
    }

    fn may_fly_to(&self, unit: UnitId, hex: Hex) -> bool {
        let (data, side) = (self.data, unit.side());
        let known = data.unit(unit);
        let own = || self.board.of(side, hex).iter().copied();
        let room = own().filter(|&other| self.is_air(other)).count() < data.tables.stacking.air_in_battle;
        let area = data.script.region.is_none_or(|region| data.map.region(region).contains(hex));
        // [5.3.b] Aircraft of minor allies support units of their own nation alone.
        let minor = matches!(known.nation, Nation::Romanian | Nation::Hungarian | Nation::Italian | Nation::Slovak);
        let support = !minor || own().any(|other| data.unit(other).nation == known.nation && data.unit(other).is_ground());
        // [5.5.e]
        let north = known.nation == Nation::Finnish || self.board.is(unit, Mark::ThroughFinland);
        let zone = !north || data.ground.finnish_attack.contains(hex);
        // [7.6.1] Aircraft on the ground are attacked with one point of strength at least, if the side knows of them.
        let seen = |other: &UnitId| self.knows_class(side, *other) && self.is_air(*other);
        let grounded = self.board.of(side.opponent(), hex).iter().any(|other| seen(other) && !self.board.is(*other, Mark::Flying));
        room && area && support && zone && (!grounded || self.board.strength(data, unit) > 0)
    }

    /// [3.21][7.6.a] Whether an air unit may still fly in a phase: from its base, out of battles, and not frozen.
    fn may_fly(&self, unit: UnitId) -> bool {
        let base = self.board.hex(unit).is_some_and(|hex| !self.board.holds(unit.side().opponent(), hex));
        self.is_air(unit)
            && base
            && !self.board.is(unit, Mark::Moved)
            && !self.board.is(unit, Mark::Flying)
            && !self.data.is_frozen(unit, self.turn)
    }

    /// The air units of a side that can be picked.
    fn flyers(&self, side: Side, reacts: bool) -> impl Iterator<Item = UnitId> + '_ {
        let mut fields = self.airfields(side);
        let mut has_goal =
            move |unit: UnitId| !self.missions(unit, reacts).is_empty() || !reacts && !self.transfers_to(&mut fields, unit).is_empty();
        board::of(self.data, side).filter(move |&unit| self.may_fly(unit) && has_goal(unit))
    }

    /// [7.7.16][7.8.1] The bases to which an air unit may return from a battle, the one that it is over among them.
    pub(super) fn returns(&self, unit: UnitId) -> HexSet {
        let bases = self.free_bases(&mut self.airfields(unit.side()), unit);
        let own = self.board.hex(unit).filter(|&hex| bases.contains(hex));
        self.within(unit, &bases, self.data.range(unit, self.turn)).union(own.into_iter().collect())
    }

    /// [7.8.1] The first air unit of a side that is in flight.
    pub(super) fn next_in_flight(&self, side: Side) -> Option<UnitId> {
        board::of(self.data, side).find(|&unit| self.board.is(unit, Mark::Flying))
    }

    pub(super) fn land(&mut self, unit: UnitId, hex: Hex) {
        self.board.put(unit, Place::on(hex));
        self.board.set(unit, Mark::Flying, false);
        self.board.set(unit, Mark::Moved, true);
    }
}

impl Procedure<BlocksInTheEast> for Flights {
    fn question(self, _: &BlocksInTheEast) -> String {
        let text = if self.reacts { "which air unit flies to a battle?" } else { "which air unit flies?" };
        stavka_words::translate(text).into()
    }

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.side)
    }

    fn is_due(self, game: &BlocksInTheEast) -> bool {
        game.flyers(self.side, self.reacts).next().is_some()
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(game.flyers(self.side, self.reacts).map(Action::Select));
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::Select(unit) = action else { return game.end(action) };
        game.frames.push(Frame::Flight(unit, self.reacts));
    }
}

impl Procedure<BlocksInTheEast> for Flight {
    const QUESTION: &'static str = "where does the air unit fly?";
    const QUIET: bool = false;

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.unit.side())
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(game.missions(self.unit, self.reacts).iter().map(Action::Fly));
        if !self.reacts {
            out.extend(game.transfers(self.unit).iter().map(Action::Rebase));
        }
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let unit = self.unit;
        match action {
            Action::Fly(hex) => {
                game.board.put(unit, Place::on(hex));
                game.board.set(unit, Mark::Flying, true);
                game.board.set(unit, Mark::Moved, true);
            }
            Action::Rebase(hex) => game.land(unit, hex),
            _ => game.board.set(unit, Mark::Moved, true),
        }
        game.pop();
    }
}

impl Procedure<BlocksInTheEast> for AirReturn {
    const QUESTION: &'static str = "to which base does the air unit return?";
    const QUIET: bool = false;

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.side)
    }

    /// [7.7.16] An air unit without a base in range is lost. Where there is one base alone it goes there.
    fn carry_on(self, game: &mut BlocksInTheEast) -> Progress {
        let Some(unit) = game.next_in_flight(self.side) else { return game.pop() };
        let bases = game.returns(unit);
        match (bases.len(), bases.first()) {
            (0, _) => game.board.put(unit, Place::ELIMINATED),
            (1, Some(base)) => game.land(unit, base),
            _ => return Progress::Waits,
        }
        Progress::Moves
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        if let Some(unit) = game.next_in_flight(self.side) {
            out.extend(game.returns(unit).iter().map(Action::Rebase));
        }
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::Rebase(hex) = action else { return game.end(action) };
        if let Some(unit) = game.next_in_flight(self.side) {
            game.land(unit, hex);
        }
    }
}
