//! [24.0] Amphibious assaults: which marines land, from where and on which coasts, how they come ashore past mines, and how they are taken off.

use arrayvec::ArrayVec;

use super::BlocksInTheEast;
use super::action::Action;
use super::board::Mark;
use super::chapter::Few;
use super::frame::{Frame, Landing, Reembarkation, Why};
use super::ground::flight;
use super::ids::{HexSet, Place, UnitId};
use super::terms::{Nation, Terrain, UnitKind, Weather};
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

/// [24.0] TECH of infantry from which marines land.
const TECH: u8 = 2;
/// [24.0.a] Hexes from the port within which they land.
const RANGE: u16 = 5;
/// [24.0.a] Seas with sandbanks before their coasts.
const SANDBANKS: [&str; 2] = ["Gulf of Bothnia", "Sea of Azov"];
/// Most units that land in a turn: the Soviets have two of marines.
const MOST: usize = 2;

/// A unit that was sent ashore.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Beachhead {
    unit: UnitId,
    /// Where it lands.
    hex: Hex,
    /// The sea over which it comes.
    sea: u8,
}

/// Amphibious assaults: those of a side are remembered until its next turn begins.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Amphibious {
    beachheads: Few<Beachhead, MOST>,
}

impl BlocksInTheEast {
    fn beachhead_of(&self, unit: UnitId) -> Option<Beachhead> {
        self.chapters.amphibious.beachheads.iter().find(|beachhead| beachhead.unit == unit)
    }

    /// [24.0] Whether a unit was sent ashore since the last turn of its side began: its block faces the enemy, whatever has become of it.
    pub(super) fn was_sent_ashore(&self, unit: UnitId) -> bool {
        self.beachhead_of(unit).is_some()
    }

    /// [24.0.e] Whether a unit is where it has landed in this turn of its side, or in the last one.
    pub fn has_landed(&self, unit: UnitId) -> bool {
        self.beachhead_of(unit).is_some_and(|beachhead| self.board.hex(unit) == Some(beachhead.hex))
    }

    /// [24.0.e] Units of a side that have landed in a hex.
    pub(super) fn landed_in(&self, side: Side, hex: Hex) -> usize {
        let here = |beachhead: &Beachhead| beachhead.hex == hex && beachhead.unit.side() == side && self.has_landed(beachhead.unit);
        self.chapters.amphibious.beachheads.iter().filter(here).count()
    }

    /// [24.0.a] Whether a headquarters can send marines ashore, as far as it depends on itself: a naval one at full strength, in supply.
    fn leads_landings(&self, headquarters: UnitId) -> bool {
        self.data.unit(headquarters).kind == UnitKind::NavalHq
            && self.board.step(headquarters) == 0
            && !self.board.is(headquarters, Mark::OutOfSupply)
    }

    /// [24.0.a] The activated headquarters in the hex of a unit that sends it ashore.
    fn sender(&self, unit: UnitId) -> Option<UnitId> {
        let sends = |other: &UnitId| self.leads_landings(*other) && self.barrels_left(*other) > 0;
        self.board.of(unit.side(), self.board.hex(unit)?).iter().copied().find(sends)
    }

    /// [24.0][24.0.a] The coasts on which a unit can land, as far as it does not depend on a headquarters.
    pub fn beaches(&self, unit: UnitId) -> HexSet {
        let (data, side, known) = (self.data, unit.side(), self.data.unit(unit));
        let is_marine = (known.nation, known.kind) == (Nation::Soviet, UnitKind::Marine);
        let port = self.board.hex(unit).filter(|_| data.script.options.amphibious_assault && is_marine);
        let Some((port, sea)) = port.and_then(|hex| Some((hex, self.sea_of(side, hex)?))) else { return HexSet::EMPTY };
        let ready = self.weather == Weather::Clear
            && self.tech(unit) >= TECH
            && self.board.step(unit) == 0
            && !self.board.is(unit, Mark::OutOfSupply)
            && !self.is_in_reserve(unit)
            && self.may_embark(unit)
            && self.chapters.amphibious.beachheads.len() < MOST;
        if !ready || SANDBANKS.contains(&data.map.seas[sea].name.as_str()) {
            return HexSet::EMPTY;
        }
        let traffic = self.traffic(side);
        let closed = self.closed_ground(&traffic, unit);
        let area = |hex: Hex| data.script.region.is_none_or(|region| data.map.region(region).contains(hex));
        let held = |hex: Hex| self.board.owner(data, hex) == Some(side) && !self.board.holds(side.opponent(), hex);
        let may = |hex: &Hex| {
            flight(&data.map, port, *hex) <= RANGE
                && data.map.terrain[hex.index()] != Terrain::Mountain
                && !data.ground.major_cities.contains(*hex)
                && area(*hex)
                && !held(*hex)
                && !closed.contains(*hex)
        };
        data.ground.coasts[sea].intersection(data.ground.open).iter().filter(may).collect()
    }

    /// [24.0.a] The marines in the port of a headquarters that it can send ashore, activated or not.
    pub fn landers_of(&self, headquarters: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let is_played = self.data.script.options.amphibious_assault && self.leads_landings(headquarters);
        let port = self.board.hex(headquarters).filter(|_| is_played);
        let there: &[UnitId] = port.map_or(&[], |hex| self.board.of(headquarters.side(), hex));
        there.iter().copied().filter(|&unit| !self.beaches(unit).is_empty())
    }

    /// [24.0] The marines that a side can send ashore now, in its Movement Phase.
    pub(super) fn landers(&self, side: Side, why: Why) -> impl Iterator<Item = UnitId> + '_ {
        let is_played = self.data.script.options.amphibious_assault && why == Why::Movement && self.has_active_headquarters();
        let all: &[UnitId] = if is_played { &self.data.headquarters } else { &[] };
        let sends = move |unit: &UnitId| unit.side() == side && self.barrels_left(*unit) > 0;
        all.iter().copied().filter(sends).flat_map(|unit| self.landers_of(unit))
    }

    /// [24.0] The assault of a unit is declared: everybody sees which it is.
    pub(super) fn prepare_landing(&mut self, unit: UnitId) {
        self.board.known.show(unit);
        self.frames.push(Frame::Landing(unit));
    }

    /// [24.0.a][24.0.c] A unit goes aboard to land on a coast. Where the enemy's mines lie a die decides first.
    fn send_ashore(&mut self, unit: UnitId, hex: Hex) {
        let side = unit.side();
        let port = self.board.hex(unit).and_then(|port| Some((self.sea_of(side, port)?, self.sender(unit)?)));
        let Some((sea, headquarters)) = port else {
            self.pop();
            return;
        };
        self.order_ships(headquarters);
        self.mark_beachhead(Beachhead { unit, hex, sea: sea as u8 });
        self.board.set(unit, Mark::Moved, true);
        if self.is_mined_for(side, sea) {
            return self.frames.replace_top(Frame::SeaMines(unit));
        }
        self.come_ashore(unit);
        self.pop();
    }

    fn mark_beachhead(&mut self, beachhead: Beachhead) {
        let added = self.chapters.amphibious.beachheads.push(beachhead);
        debug_assert!(added, "no more units land in a turn");
        self.board.turn_up(beachhead.unit, true);
    }

    /// [24.0] A unit that was sent ashore, and has come through the mines, lands.
    pub(super) fn come_ashore(&mut self, unit: UnitId) {
        let Some(Beachhead { hex, .. }) = self.beachhead_of(unit) else { return };
        self.board.put(unit, Place::on(hex));
        self.pass(unit, hex, hex);
    }

    /// The position in which a unit stands on a coast where it can land, for those who reckon with a battle there.
    pub(super) fn with_landing(&self, unit: UnitId, hex: Hex) -> Option<BlocksInTheEast> {
        let sea = self.board.hex(unit).and_then(|port| self.sea_of(unit.side(), port));
        let sea = sea.filter(|_| self.beaches(unit).contains(hex))?;
        let mut then = self.clone();
        then.mark_beachhead(Beachhead { unit, hex, sea: sea as u8 });
        then.come_ashore(unit);
        Some(then)
    }

    /// [24.0.e] The turn of a side begins: its landings are a thing of the past.
    pub(super) fn forget_landings(&mut self, side: Side) {
        let beachheads = self.chapters.amphibious.beachheads;
        for beachhead in beachheads.iter().filter(|beachhead| beachhead.unit.side() == side) {
            self.forget_landing(beachhead.unit);
        }
    }

    fn forget_landing(&mut self, unit: UnitId) {
        self.chapters.amphibious.beachheads.retain(|beachhead| beachhead.unit != unit);
        self.board.turn_up(unit, false);
    }

    // ---- taking them off ---------------------------------------------------------

    /// [24.0.c] The naval headquarters that is activated and can be so anew, to take a unit off.
    fn rescuer(&self, unit: UnitId) -> Option<UnitId> {
        let comes = |other: &UnitId| {
            other.side() == unit.side() && self.data.unit(*other).kind == UnitKind::NavalHq && self.may_be_activated_anew(*other)
        };
        self.data.headquarters.iter().copied().find(comes)
    }

    /// [24.0.c] The ports to which a unit that has landed can be taken off from its battle: those of its sea. A unit that has one step left
    /// would lose it.
    fn ports_of_rescue(&self, unit: UnitId) -> HexSet {
        let Some(beachhead) = self.beachhead_of(unit).filter(|_| self.has_landed(unit)) else { return HexSet::EMPTY };
        let is_last = self.board.step(unit) + 1 >= self.data.unit(unit).steps.len();
        if is_last || self.rescuer(unit).is_none() {
            return HexSet::EMPTY;
        }
        self.harbours(unit, beachhead.sea.into(), None)
    }

    /// [24.0.c] Whether a unit can be taken off from its battle.
    pub(super) fn may_reembark(&self, unit: UnitId) -> bool {
        !self.ports_of_rescue(unit).is_empty()
    }

    /// [24.0.c] The units of a side that can be taken off from the battle in progress.
    pub(super) fn reembarkable(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        let beachheads = self.chapters.amphibious.beachheads;
        let here = move |unit: &UnitId| unit.side() == side && self.board.hex(*unit) == Some(self.fight.hex) && self.may_reembark(*unit);
        beachheads.iter().map(|beachhead| beachhead.unit).collect::<ArrayVec<UnitId, MOST>>().into_iter().filter(here)
    }

    /// [24.0.c] A unit is taken off to a port: the naval headquarters is activated anew, the unit loses a step, and sails past the mines
    /// again.
    fn reembark(&mut self, unit: UnitId, port: Hex) {
        let Some(headquarters) = self.rescuer(unit) else {
            self.pop();
            return;
        };
        self.activate_anew(headquarters);
        self.forget_landing(unit);
        self.board.set(unit, Mark::ShieldHit, false);
        self.board.set_step(unit, self.board.step(unit) + 1);
        self.board.put(unit, Place::on(port));
        if self.meets_mines(unit.side(), port) {
            self.frames.replace_top(Frame::SeaMines(unit));
        } else {
            self.pop();
        }
    }
}

impl Procedure<BlocksInTheEast> for Landing {
    const QUESTION: &'static str = "on which coast do the marines land?";
    const QUIET: bool = false;

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.unit.side())
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(game.beaches(self.unit).iter().map(Action::MoveTo));
    }

    /// Its movement is over, whether it lands or stays.
    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        match action {
            Action::MoveTo(hex) => game.send_ashore(self.unit, hex),
            other => {
                game.board.set(self.unit, Mark::Moved, true);
                game.end(other);
            }
        }
    }
}

impl Procedure<BlocksInTheEast> for Reembarkation {
    const QUESTION: &'static str = "to which port are the marines taken off?";
    const QUIET: bool = false;

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.unit.side())
    }

    /// Where there is one port alone it is taken.
    fn carry_on(self, game: &mut BlocksInTheEast) -> Progress {
        let ports = game.ports_of_rescue(self.unit);
        match (ports.len(), ports.first()) {
            (1, Some(port)) => {
                game.reembark(self.unit, port);
                Progress::Moves
            }
            _ => Progress::Waits,
        }
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.extend(game.ports_of_rescue(self.unit).iter().map(Action::MoveTo));
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        match action {
            Action::MoveTo(port) => game.reembark(self.unit, port),
            other => game.end(other),
        }
    }
}
