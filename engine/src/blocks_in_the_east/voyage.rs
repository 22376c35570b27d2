//! [18.0] Naval movement: headquarters send units on the ground from port to port, past mines.

use super::BlocksInTheEast;
use super::action::Action;
use super::board::{self, Mark};
use super::frame::{Embark, Frame, SeaMines, Voyage, Why};
use super::fuel::Ration;
use super::ids::{HexSet, Place, UnitId};
use super::terms::{Nation, UnitKind};
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Sequence as _};

/// [18.1] The highest face with which a unit passes mines unharmed, and the highest with which it arrives.
const UNHARMED: u8 = 3;
const ARRIVES: u8 = 5;

impl BlocksInTheEast {
    fn sails(&self) -> bool {
        self.data.script.options.naval_movement && self.command_rules().is_some()
    }

    /// Whether units go to sea at all, from port to port or to land.
    fn puts_to_sea(&self) -> bool {
        self.sails() || self.data.script.options.amphibious_assault && self.command_rules().is_some()
    }

    /// [18.0][9.2.c][32.2] The sea of a port that a side controls and that is neither frozen nor bombed.
    pub(super) fn sea_of(&self, side: Side, hex: Hex) -> Option<usize> {
        let (.., sea) = *self.data.ground.ports.iter().find(|(port, ..)| *port == hex)?;
        let frozen = self.data.map.seas[sea].is_icebound(self.weather);
        (!frozen && self.board.controls(self.data, side, hex) && !self.is_closed_port(hex)).then_some(sea)
    }

    /// [18.0][6.1.1.d] Whether a unit may go aboard: on the ground in a port, and its movement is not over. Static units may.
    pub(super) fn may_embark(&self, unit: UnitId) -> bool {
        let in_port = |hex: Hex| self.sea_of(unit.side(), hex).is_some();
        self.data.unit(unit).is_ground()
            && !self.data.is_frozen(unit, self.turn)
            && !self.board.is(unit, Mark::Moved)
            && !self.is_active(unit)
            && !self.is_seated(unit)
            && !self.keeps_post(unit)
            && self.board.hex(unit).is_some_and(in_port)
    }

    /// [18.0] The ports to which a unit may sail: those of its side on the same sea. The seas of the map end at straits, so that no voyage
    /// passes one.
    pub(super) fn voyages(&self, unit: UnitId) -> HexSet {
        let from = self.board.hex(unit).filter(|_| self.may_embark(unit));
        match from.and_then(|hex| self.sea_of(unit.side(), hex)) {
            Some(sea) => self.harbours(unit, sea, Some(Why::Movement)),
            None => HexSet::EMPTY,
        }
    }

    /// [18.0] The ports of a sea in which a unit can go ashore that is not there yet, with room for it among those that do not move on.
    pub(super) fn harbours(&self, unit: UnitId, sea: usize, why: Option<Why>) -> HexSet {
        let side = unit.side();
        let from = self.board.hex(unit);
        let traffic = self.traffic(side);
        let closed = self.closed_ground(&traffic, unit);
        let may = |&hex: &Hex| {
            Some(hex) != from
                && self.sea_of(side, hex) == Some(sea)
                && !closed.contains(hex)
                && !self.meets_enemies(side, hex)
                && self.has_room(unit, hex, why)
        };
        self.data.ground.ports.iter().map(|&(hex, ..)| hex).filter(may).collect()
    }

    /// [18.0.a][13.8.1.e] The units that a headquarters can send by sea.
    fn sailors(&self, headquarters: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let goes = move |unit: &UnitId| {
            *unit != headquarters && self.commands(headquarters, self.data.unit(*unit).nation) && !self.voyages(*unit).is_empty()
        };
        board::of(self.data, headquarters.side()).filter(goes)
    }

    /// [18.0.a] Whether a headquarters orders naval movement at all: Supreme ones but the Finnish and the Hungarian one, and naval ones.
    fn is_admiralty(&self, unit: UnitId) -> bool {
        let known = self.data.unit(unit);
        match known.kind {
            UnitKind::SupremeHq => !matches!(known.nation, Nation::Finnish | Nation::Hungarian),
            UnitKind::NavalHq => true,
            _ => false,
        }
    }

    /// [18.0.a][13.8.1.e] The activated headquarters of a side that can order a naval movement in its Movement Phase: Supreme ones once,
    /// naval ones as often as they have points.
    fn shippers(&self, side: Side, why: Why) -> impl Iterator<Item = UnitId> + '_ {
        let plays = why == Why::Movement && self.sails() && self.has_active_headquarters();
        let all: &[UnitId] = if plays { &self.data.headquarters } else { &[] };
        let orders = move |unit: &UnitId| {
            unit.side() == side
                && self.is_admiralty(*unit)
                && self.barrels_left(*unit) > 0
                && (self.data.unit(*unit).kind == UnitKind::NavalHq || !self.has_sailed(*unit))
                && self.sailors(*unit).next().is_some()
        };
        all.iter().copied().filter(orders)
    }

    /// [18.0.a][6.4.a][24.0.a] The naval headquarters of a side that can be activated in its Movement Phase: such as somebody could sail by, or
    /// land.
    fn admiralties(&self, side: Side, why: Why) -> impl Iterator<Item = UnitId> + '_ {
        let all: &[UnitId] = if why == Why::Movement && self.puts_to_sea() { &self.data.headquarters } else { &[] };
        let serves = move |unit: &UnitId| {
            unit.side() == side
                && self.data.unit(*unit).kind == UnitKind::NavalHq
                && self.may_be_activated(*unit)
                && (self.sails() && self.sailors(*unit).next().is_some() || self.landers_of(*unit).next().is_some())
        };
        all.iter().copied().filter(serves)
    }

    /// Whether a side can order a naval movement or a landing, or activate a headquarters for one.
    pub(super) fn can_ship(&self, side: Side, why: Why) -> bool {
        self.puts_to_sea()
            && (self.shippers(side, why).next().is_some()
                || self.admiralties(side, why).next().is_some()
                || self.landers(side, why).next().is_some())
    }

    /// Adds the headquarters of a side that can order a naval movement, those that can be activated for one, and the units that can land.
    pub(super) fn list_shippers(&self, side: Side, why: Why, out: &mut Vec<Action>) {
        if self.puts_to_sea() {
            out.extend(self.admiralties(side, why).map(Action::Activate));
            out.extend(self.shippers(side, why).map(Action::Ship));
            out.extend(self.landers(side, why).map(Action::Assault));
        }
    }

    /// [18.1][18.1.a][3.1.b] Whether a unit that has sailed to a port meets mines.
    pub(super) fn meets_mines(&self, side: Side, port: Hex) -> bool {
        self.sea_of(side, port).is_some_and(|sea| self.is_mined_for(side, sea))
    }

    /// [18.1][18.1.a][3.1.b] Whether mines lie in the way of a side on a sea: it is a mined one that the enemy controls, whether the side
    /// itself does or not.
    pub(super) fn is_mined_for(&self, side: Side, sea: usize) -> bool {
        self.data.map.seas[sea].mined && self.data.open_seas(&self.situation(), side.opponent()) & 1 << sea != 0
    }
}

impl Procedure<BlocksInTheEast> for Embark {
    const QUESTION: &'static str = "which unit moves by sea?";
    const QUIET: bool = false;

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.unit.side())
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(game.sailors(self.unit).map(Action::Select));
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::Select(unit) = action else { return game.end(action) };
        game.board.pick(unit);
        game.command.ration = Ration::Fare(self.unit);
        game.frames.replace_top(Frame::Voyage(unit));
    }
}

impl Procedure<BlocksInTheEast> for Voyage {
    const QUESTION: &'static str = "to which port does the unit sail?";
    const QUIET: bool = false;

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.unit.side())
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(game.voyages(self.unit).iter().map(Action::MoveTo));
    }

    /// Its movement is over, whether it sails or stays.
    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let unit = self.unit;
        let port = if let Action::MoveTo(to) = action { Some(to) } else { None };
        if let Some(to) = port {
            game.board.put(unit, Place::on(to));
        }
        game.board.set(unit, Mark::Moved, true);
        if port.is_some_and(|to| game.meets_mines(unit.side(), to)) {
            return game.frames.replace_top(Frame::SeaMines(unit));
        }
        if let Some(to) = port {
            game.meet_partisans(unit.side(), to);
        }
        game.digest();
        game.pop();
    }
}

impl Procedure<BlocksInTheEast> for SeaMines {
    const QUESTION: &'static str = "does the unit come through the mines?";
    const QUIET: bool = false;

    /// [18.1][24.0.c] It arrives, arrives with a step less, or is lost; losses are taken in the open. Support without strength has none to lose
    /// [7.7.10.a]. Who is to land does so now, and partisans are met by those who arrive [29.1.d].
    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::Roll(face) = action else { return game.end(action) };
        let unit = self.unit;
        let step = game.board.step(unit) + 1;
        let is_damaged = face > UNHARMED && game.target(unit).takes_hits();
        game.digest();
        game.pop();
        if face > ARRIVES || is_damaged && step >= game.data.unit(unit).steps.len() {
            return game.board.put(unit, Place::ELIMINATED);
        }
        if is_damaged {
            game.board.known.show(unit);
            game.board.set_step(unit, step);
        }
        if let Some(port) = game.board.hex(unit) {
            game.meet_partisans(unit.side(), port);
        }
        game.come_ashore(unit);
    }
}
