//! [7.5.2][7.6][7.8.1] Aircraft: missions to battles, transfers from base to base, the reaction of the other side, and the return.

use std::cell::OnceCell;

use super::BlocksInTheEast;
use super::action::Action;
use super::board::{self, Mark};
use super::frame::{AirReturn, Flight, Flights, Frame};
use super::fuel::{Need, Ration};
use super::ground::flight;
use super::ids::{HexSet, Place, UnitId};
use super::supply::Situation;
use super::terms::{Nation, Weather};
use super::traffic::Traffic;
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

/// Where the aircraft of a side can be based as both sides stand, reckoned once for all of them.
pub(super) struct Airfields {
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
    /// another air unit. Of these the ones that the unit reaches with so many hexes of flight, where it is among them.
    fn free_bases<'a>(&'a self, fields: &mut Airfields, unit: UnitId, range: u16) -> impl Iterator<Item = Hex> + use<'a> {
        let side = unit.side();
        let nation = self.data.unit(unit).nation;
        let sources = fields.sources[nation.index()].get_or_insert_with(|| self.data.base_sources(&fields.situation, nation));
        let closed = self.closed_ground(&fields.traffic, unit);
        let cities = self.data.ground.cities.intersection(*sources).difference(closed.hexes());
        let held = self.held(side.opponent());
        let cities = cities.intersection(self.board.owned(self.data, side)).difference(held);
        let cities = if self.stays_on_the_ground(unit) { HexSet::EMPTY } else { cities };
        let free = move |hex: Hex| self.is_city(hex) && self.has_room(unit, hex, None);
        self.within(unit, &cities, range).filter(move |&hex| free(hex))
    }

    /// Hexes of a set that an air unit reaches with so many hexes of flight, where it is among them.
    fn within<'a>(&'a self, unit: UnitId, hexes: &HexSet, range: u16) -> impl Iterator<Item = Hex> + use<'a> {
        let map = &self.data.map;
        let from = self.board.hex(unit);
        let hexes = from.map_or(HexSet::EMPTY, |from| hexes.intersection(map.rows_near(from, range)));
        hexes.into_hexes().filter(move |&hex| from.is_some_and(|from| flight(map, from, hex) <= range))
    }

    /// [7.5.2.b][7.5.2.c][AMB-66] The bases to which an air unit may transfer: at twice its range, at its range out of supply.
    pub(super) fn transfers(&self, unit: UnitId) -> HexSet {
        self.transfers_to(&mut self.airfields(unit.side()), unit, false).collect()
    }

    /// The same, with what a Supreme Headquarters may do for a unit out of supply [13.8.1].
    fn transfers_to<'a>(&'a self, fields: &mut Airfields, unit: UnitId, is_relieved: bool) -> impl Iterator<Item = Hex> + use<'a> {
        let range = self.range(unit);
        let times = if self.lacks_supply(unit) && !is_relieved { 1 } else { self.data.tables.mobility.transfer };
        let from = self.board.hex(unit);
        self.free_bases(fields, unit, range.saturating_mul(times)).filter(move |&hex| Some(hex) != from)
    }

    /// [13.8.1.b][13.8.1.c] Whether a Supreme Headquarters that lets an air unit out of supply move as if it was supplied opens a base to it.
    fn gains_bases(&self, fields: &mut Airfields, unit: UnitId) -> bool {
        self.lacks_supply(unit) && self.transfers_to(fields, unit, true).count() > self.transfers_to(fields, unit, false).count()
    }

    /// [7.5.2.a][7.6][AMB-12][AMB-26] The hexes to which an air unit may fly a mission: the active side opens battles by it, the other one
    /// joins those that there are.
    pub(super) fn missions(&self, unit: UnitId, reacts: bool) -> HexSet {
        self.missions_to(&self.goals(unit.side(), reacts), unit, false).collect()
    }

    /// Where the aircraft of a side find enemies, or battles and bombers over infrastructure [32.0].
    pub(super) fn goals(&self, side: Side, reacts: bool) -> HexSet {
        let enemy = side.opponent();
        if reacts { self.battles_of_units().union(self.raided_hexes(enemy)) } else { self.held(enemy) }
    }

    /// Whether an air unit finds something to do on a mission, of hexes with enemies or of infrastructure.
    pub(super) fn has_mission(&self, targets: &HexSet, unit: UnitId, reacts: bool, is_relieved: bool) -> bool {
        self.missions_to(targets, unit, is_relieved).next().is_some() || !reacts && self.bombing_goals(unit, is_relieved).next().is_some()
    }

    /// The same, with what a Supreme Headquarters may do for a unit out of supply [13.8.1].
    pub(super) fn missions_to<'a>(&'a self, targets: &HexSet, unit: UnitId, is_relieved: bool) -> impl Iterator<Item = Hex> + use<'a> {
        // [9.2.a][9.3.a] In rain nobody flies missions.
        let stays = self.lacks_supply(unit) && !is_relieved || self.weather == Weather::Rain || self.stays_on_the_ground(unit);
        let range = if stays { None } else { Some(self.range(unit)) };
        let targets = if range.is_some() { *targets } else { HexSet::EMPTY };
        let from = self.board.hex(unit);
        self.within(unit, &targets, range.unwrap_or(0)).filter(move |&hex| Some(hex) != from && self.may_fly_to(unit, hex))
    }

    pub(super) fn may_fly_to(&self, unit: UnitId, hex: Hex) -> bool {
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
    pub(super) fn may_fly(&self, unit: UnitId) -> bool {
        let is_apart = |hex: Hex| !self.board.holds(unit.side().opponent(), hex);
        self.is_air(unit)
            && !self.board.is(unit, Mark::Moved)
            && !self.board.is(unit, Mark::Flying)
            && !self.data.is_frozen(unit, self.turn)
            && self.board.hex(unit).is_some_and(is_apart)
    }

    /// Whether an air unit has a base to which it may transfer, with a Supreme Headquarters to help it or without.
    fn finds_base(&self, fields: &mut Airfields, unit: UnitId, is_helped: impl FnOnce() -> bool) -> bool {
        self.transfers_to(fields, unit, false).next().is_some() || self.gains_bases(fields, unit) && is_helped()
    }

    /// The air units of a side that can be picked.
    fn flyers(&self, side: Side, reacts: bool) -> impl Iterator<Item = UnitId> + '_ {
        let (mut fields, depots, targets) = (None, OnceCell::new(), self.goals(side, reacts));
        let needs_fuel = self.command_rules().is_some();
        let mut has_goal = move |unit: UnitId| {
            // [13.5] Without fuel aircraft transfer to other bases and do nothing else.
            let fuelled = || !needs_fuel || self.awaits_ration_of(&depots, unit, Need::Flight(reacts));
            let flies = self.has_mission(&targets, unit, reacts, needs_fuel) && fuelled();
            let mut finds_base = || self.finds_base(fields.get_or_insert_with(|| self.airfields(side)), unit, || needs_fuel && fuelled());
            flies || !reacts && finds_base()
        };
        board::of(self.data, side).filter(move |&unit| self.may_fly(unit) && has_goal(unit))
    }

    /// [7.7.16][7.8.1] The bases to which an air unit may return from a battle, the one that it is over among them.
    pub(super) fn returns(&self, unit: UnitId) -> HexSet {
        self.returns_by(&mut None, unit)
    }

    /// The same by what has been reckoned for another air unit of the side, if anything has.
    pub(super) fn returns_by(&self, fields: &mut Option<Airfields>, unit: UnitId) -> HexSet {
        let fields = fields.get_or_insert_with(|| self.airfields(unit.side()));
        self.free_bases(fields, unit, self.range(unit)).collect()
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
        let need = Need::Flight(self.reacts);
        game.flyers(self.side, self.reacts).next().is_some()
            || game.can_activate(self.side, need)
            || !self.reacts && (game.scouts(self.side).next().is_some() || game.jumpers(self.side).next().is_some())
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(game.flyers(self.side, self.reacts).map(Action::Select));
        game.list_activations(self.side, Need::Flight(self.reacts), out);
        if !self.reacts {
            out.extend(game.scouts(self.side).map(Action::Select));
            out.extend(game.jumpers(self.side).map(Action::Select));
        }
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        match action {
            Action::Select(unit) if game.data.headquarters.contains(&unit) => game.frames.push(Frame::Scouting(unit, false)),
            Action::Select(unit) if !game.is_air(unit) => game.prepare_drop(unit),
            Action::Select(unit) => {
                game.board.pick(unit);
                game.frames.push(Frame::Flight(unit, self.reacts));
            }
            Action::Activate(unit) => game.activate(unit),
            other => game.end(other),
        }
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
        let is_fed = game.command.ration != Ration::None;
        if is_fed || game.command_rules().is_none() {
            out.extend(game.missions(self.unit, self.reacts).iter().map(Action::Fly));
            if !self.reacts {
                out.extend(game.bombing_goals(self.unit, false).map(|(what, hex)| Action::Bomb(what, hex)));
            }
        } else if game.has_mission(&game.goals(self.unit.side(), self.reacts), self.unit, self.reacts, true)
            || !self.reacts && game.gains_bases(&mut game.airfields(self.unit.side()), self.unit)
        {
            game.list_rations(self.unit, Need::Flight(self.reacts), out);
        }
        // [13.8.1.b][13.8.1.c] Fuel is for missions; what moves as if it was supplied transfers as well.
        if !self.reacts && (!is_fed || game.board.is(self.unit, Mark::Relieved)) {
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
            Action::Bomb(what, hex) => game.send_to_bomb(unit, what, hex),
            Action::Rebase(hex) => game.land(unit, hex),
            Action::Fuel(headquarters) | Action::Supply(headquarters) => {
                return game.feed(unit, headquarters, Need::Flight(self.reacts), action);
            }
            _ => game.board.set(unit, Mark::Moved, true),
        }
        game.digest();
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
