//! [23.0] Airborne assaults: who is dropped, by whose order and where, what hits it in the air, and how it lands.

use super::BlocksInTheEast;
use super::action::Action;
use super::board::{self, Mark};
use super::chapter::Few;
use super::frame::{Drop, Frame};
use super::ground::flight;
use super::ids::{HexSet, Place, UnitId};
use super::terms::{Nation, UnitKind, Weather};
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Sequence as _};

/// [23.0] TECH from which troops are dropped.
const TECH: u8 = 2;
/// [23.0.a][23.0.c] Hexes within which paratroops are dropped, and airlanding troops.
const OF_PARATROOPS: u16 = 5;
const OF_AIRLANDING: u16 = 10;
/// Most assaults that both sides launch in two turns of a player: one by each of two Supreme Headquarters.
const MOST: usize = 4;

/// A unit that was dropped, with the aircraft that carried it.
type Dropped = (UnitId, Option<UnitId>);

/// Airborne assaults: those of a side are remembered until its next turn begins.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Airborne {
    dropped: Few<Dropped, MOST>,
}

impl BlocksInTheEast {
    fn drop_of(&self, unit: UnitId) -> Option<Dropped> {
        self.chapters.airborne.dropped.iter().find(|&(dropped, _)| dropped == unit)
    }

    /// [23.0.e] Whether a unit was dropped in this turn of its side, or in the last one.
    pub fn has_jumped(&self, unit: UnitId) -> bool {
        self.drop_of(unit).is_some()
    }

    /// [23.0.e] Units of a side in a hex that were dropped, without those in the air.
    pub(super) fn jumpers_in(&self, side: Side, hex: Hex) -> usize {
        let jumped = |unit: &&UnitId| self.has_jumped(**unit) && !self.board.is(**unit, Mark::Flying);
        if self.chapters.airborne.dropped.is_empty() { 0 } else { self.board.of(side, hex).iter().filter(jumped).count() }
    }

    /// [23.0.d] Whether a unit that was dropped is in the air with the aircraft that carry it.
    pub(super) fn is_carried(&self, unit: UnitId) -> bool {
        self.board.is(unit, Mark::Flying) && self.drop_of(unit).is_some_and(|(_, carrier)| carrier.is_some())
    }

    /// [23.0.d] Whether a unit is dropped at the moment, or carries one that is: it does not turn back.
    pub(super) fn is_dropping(&self, unit: UnitId) -> bool {
        let takes_part = |&(dropped, carrier): &Dropped| dropped == unit || carrier == Some(unit);
        self.chapters.airborne.dropped.iter().filter(takes_part).any(|(dropped, _)| self.board.is(dropped, Mark::Flying))
    }

    /// [13.8.1.f] The Supreme Headquarters that can order an assault of a unit: Stavka, or the German one, once in a turn.
    fn launcher(&self, unit: UnitId) -> Option<UnitId> {
        let nation = self.data.unit(unit).nation;
        let launched = |side: Side| self.chapters.airborne.dropped.iter().any(|(dropped, _)| dropped.side() == side);
        let orders = |headquarters: &UnitId| {
            let known = self.data.unit(*headquarters);
            known.kind == UnitKind::SupremeHq
                && known.nation == nation
                && matches!(nation, Nation::Soviet | Nation::German)
                && self.barrels_left(*headquarters) > 0
        };
        self.data.headquarters.iter().copied().find(orders).filter(|_| !launched(unit.side()))
    }

    /// [23.0.c] The German bombers in the base of airlanding troops that can still fly.
    fn carrier(&self, base: Hex, side: Side) -> Option<UnitId> {
        let carries = |unit: &UnitId| {
            let known = self.data.unit(*unit);
            (known.nation, known.kind) == (Nation::German, UnitKind::Bomber)
                && self.may_fly(*unit)
                && !self.board.is(*unit, Mark::OutOfSupply)
                && self.board.strength(self.data, *unit) > 0
        };
        self.board.of(side, base).iter().copied().find(carries)
    }

    /// [23.0][23.0.a][23.0.c] The hexes onto which a unit can be dropped now.
    fn drop_goals(&self, unit: UnitId) -> HexSet {
        let (data, side, known) = (self.data, unit.side(), self.data.unit(unit));
        let Some(base) = self.board.hex(unit).filter(|_| data.script.options.airborne_assault && known.is_airborne()) else {
            return HexSet::EMPTY;
        };
        let began_here = [Mark::OutOfSupply, Mark::Moved, Mark::Railed, Mark::New].into_iter().all(|mark| !self.board.is(unit, mark));
        let ready = self.weather == Weather::Clear
            && self.tech(unit) >= TECH
            && self.board.step(unit) == 0
            && began_here
            && self.is_city(base)
            && self.board.controls(data, side, base)
            && !data.is_frozen(unit, self.turn)
            && !self.is_in_reserve(unit)
            && !self.keeps_post(unit)
            && self.launcher(unit).is_some();
        if !ready {
            return HexSet::EMPTY;
        }
        let by_bombers = known.kind == UnitKind::Airlanding;
        let carrier = if by_bombers { self.carrier(base, side) } else { None };
        if by_bombers && carrier.is_none() {
            return HexSet::EMPTY;
        }
        let range = if by_bombers { OF_AIRLANDING } else { OF_PARATROOPS };
        let traffic = self.traffic(side);
        let closed = self.closed_ground(&traffic, unit);
        let plain = |hex: Hex| self.is_plain(hex) && data.ground.open.contains(hex);
        let reached = |hex: Hex| {
            let within = |other: UnitId| flight(&data.map, base, hex) <= self.range(other);
            let carried = |other: UnitId| within(other) && (!self.board.holds(side.opponent(), hex) || self.may_fly_to(other, hex));
            flight(&data.map, base, hex) <= range && carrier.is_none_or(carried)
        };
        let area = |hex: Hex| data.script.region.is_none_or(|region| data.map.region(region).contains(hex));
        let held = |hex: Hex| self.board.owner(data, hex) == Some(side) && !self.board.holds(side.opponent(), hex);
        data.map.hexes().filter(|&hex| reached(hex) && plain(hex) && area(hex) && !held(hex) && !closed.contains(hex)).collect()
    }

    /// [23.0.b] The units of a side that can be dropped.
    pub(super) fn jumpers(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        let able = |unit: &UnitId| self.data.unit(*unit).is_airborne() && !self.drop_goals(*unit).is_empty();
        let is_played = self.data.script.options.airborne_assault && self.has_active_headquarters();
        board::of(self.data, side).filter(move |unit| is_played && able(unit))
    }

    /// [23.0.b] The assault of a unit is declared: everybody sees which it is.
    pub(super) fn prepare_drop(&mut self, unit: UnitId) {
        self.board.known.show(unit);
        self.frames.push(Frame::Drop(unit));
    }

    /// [23.0.d] A unit is dropped. Where enemies are it is in the air until it has come through their fire; elsewhere it lands at once.
    fn drop_on(&mut self, unit: UnitId, hex: Hex) {
        let (side, Some(base), Some(launcher)) = (unit.side(), self.board.hex(unit), self.launcher(unit)) else { return };
        let carrier = if self.data.unit(unit).kind == UnitKind::Airlanding { self.carrier(base, side) } else { None };
        self.spend(launcher, None);
        for flyer in [Some(unit), carrier].into_iter().flatten() {
            self.board.put(flyer, Place::on(hex));
            self.board.known.show(flyer);
            self.board.set(flyer, Mark::Moved, true);
            self.board.set(flyer, Mark::Flying, true);
        }
        let added = self.chapters.airborne.dropped.push((unit, carrier));
        debug_assert!(added, "a side launches one assault in a turn");
        // Nobody loses sight of it among others: it alone makes too many of them.
        self.board.turn_up(unit, true);
        if !self.board.holds(side.opponent(), hex) {
            self.board.set(unit, Mark::Flying, false);
            self.pass(unit, base, hex);
        }
    }

    /// [23.0.d] Every hit on aircraft that carry a unit counts against it too; without them it is lost.
    pub(super) fn hit_cargo(&mut self, carrier: UnitId) {
        let carried = self.chapters.airborne.dropped.iter().find(|&(_, aircraft)| aircraft == Some(carrier)).map(|(dropped, _)| dropped);
        let Some(carried) = carried.filter(|&dropped| self.is_carried(dropped)) else { return };
        if self.board.hex(carrier).is_none() {
            self.board.put(carried, Place::ELIMINATED);
        } else {
            self.take_hit(carried);
        }
    }

    /// [23.0.d] Those who were dropped into the battle and are left land.
    pub(super) fn land_jumpers(&mut self) {
        let dropped = self.chapters.airborne.dropped;
        for (unit, _) in dropped.iter() {
            if self.board.hex(unit) == Some(self.fight.hex) {
                self.board.set(unit, Mark::Flying, false);
            }
        }
    }

    /// [23.0.e] The turn of a side begins: its drops are a thing of the past.
    pub(super) fn forget_drops(&mut self, side: Side) {
        let dropped = self.chapters.airborne.dropped;
        for (unit, _) in dropped.iter().filter(|(unit, _)| unit.side() == side) {
            self.board.turn_up(unit, false);
        }
        self.chapters.airborne.dropped.retain(|(unit, _)| unit.side() != side);
    }
}

impl Procedure<BlocksInTheEast> for Drop {
    const QUESTION: &'static str = "where is the unit dropped?";
    const QUIET: bool = false;

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.unit.side())
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(game.drop_goals(self.unit).iter().map(Action::Fly));
    }

    /// Its movement is over, whether it is dropped or stays.
    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        match action {
            Action::Fly(hex) => {
                game.drop_on(self.unit, hex);
                game.pop();
            }
            other => {
                game.board.set(self.unit, Mark::Moved, true);
                game.end(other);
            }
        }
    }
}
