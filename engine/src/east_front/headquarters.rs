//! Soviet headquarters: ranges, command points, what non-operational ones bar [22.1][22.2].

use super::EastFront;
use super::action::Action;
use super::command::{self, Spent, Use};
use super::frame::{Activation, Frame};
use super::ids::{UnitId, from_slot, units};
use crate::game::{Side, Turn};
use crate::hex::{Hex, HexList};
use crate::kit::procedures::{Procedure, Sequence};

/// Most headquarters of a scenario.
pub(super) const HQ_CAPACITY: usize = 8;

/// What headquarters have spent, by their number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Command {
    spent: [Spent; HQ_CAPACITY],
    /// Headquarters whose free Guards activation is used [22.41].
    guards: u8,
    /// Units that have begun to move under each non-operational headquarters in this phase [22.25.g].
    starters: [u8; HQ_CAPACITY],
}

impl Command {
    /// A segment begins: every use is open again.
    pub(super) fn open_segment(&mut self) {
        *self = Command::default();
    }

    /// A phase begins.
    pub(super) fn open_phase(&mut self) {
        self.starters = [0; HQ_CAPACITY];
    }
}

impl Procedure<EastFront> for Activation {
    const DECIDER: Turn = Turn::Player(Side::Soviet);
    const QUESTION: &'static str = "activate a unit, or done";

    fn is_due(self, game: &EastFront) -> bool {
        game.activations(self.from).next().is_some()
    }

    fn list(self, game: &EastFront, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(game.activations(self.from));
    }

    fn carry_out(self, game: &mut EastFront, action: Action) {
        let Action::Activate { unit, hq } = action else { return game.end(action) };
        let chosen = game.hqs().find(|&(_, other, _)| other == hq).expect("the headquarters is on the map");
        if game.data.roster.guards.contains(unit) && game.command.guards & (1 << chosen.0) == 0 {
            game.command.guards |= 1 << chosen.0;
        } else {
            game.pay(chosen, Use::Activation);
        }
        game.activated |= unit.bit();
        game.frames.replace_top(Frame::Activation(EastFront::slot_after(unit)));
    }
}

impl EastFront {
    /// A player segment begins.
    pub(super) fn open_segment(&mut self, side: Side) {
        self.command.open_segment();
        if side == Side::Soviet {
            self.activated = 0;
        }
    }

    fn hqs(&self) -> impl Iterator<Item = (usize, UnitId, Hex)> + '_ {
        let all = self.data.roster.hqs.of(Side::Soviet);
        units(Side::Soviet, all).enumerate().filter_map(|(index, hq)| self.board.hex(hq).map(|hex| (index, hq, hex)))
    }

    /// [22.22] Non-operational headquarters with the hex in range, by number.
    fn broken_over(&self, hex: Hex) -> impl Iterator<Item = (usize, UnitId)> + '_ {
        self.hqs().filter(move |&(_, hq, at)| self.board.is_back_up(hq) && self.in_command_range(at, hex)).map(|(index, hq, _)| (index, hq))
    }

    #[inline]
    fn in_command_range(&self, hq: Hex, hex: Hex) -> bool {
        self.data.map.grid.distance(hq, hex) <= self.data.tables.command.range
    }

    /// [22.25] Whether a non-operational headquarters has the hex in range.
    pub(super) fn is_paralysed(&self, hex: Hex) -> bool {
        self.broken_over(hex).next().is_some()
    }

    /// Whether an operational headquarters has the hex in range.
    pub(super) fn is_commanded(&self, hex: Hex) -> bool {
        self.hqs().any(|(_, hq, at)| !self.board.is_back_up(hq) && self.in_command_range(at, hex))
    }

    /// [13.24] Command value of an operational headquarters under interdiction.
    fn command_value(&self, hq: UnitId, hex: Hex) -> u8 {
        let printed = self.board.values(self.data, hq).command;
        command::command_value(&self.data.tables.interdiction, printed, self.interdiction_level(hex))
    }

    /// What is spent after one point more, if the headquarters has one.
    fn spending(&self, (index, hq, hex): (usize, UnitId, Hex), what: Use) -> Option<Spent> {
        self.command.spent[index].on(what, self.command_value(hq, hex))
    }

    /// Hexes of operational headquarters.
    pub(super) fn operational_hq_hexes(&self) -> HexList<HQ_CAPACITY> {
        self.hqs().filter(|&(_, hq, _)| !self.board.is_back_up(hq)).map(|(.., hex)| hex).collect()
    }

    /// [22.12] An operational headquarters that can spend a point on a hex, none of them barred by a non-operational one.
    pub(super) fn commander(&self, hex: Hex, what: Use) -> Option<(usize, UnitId, Hex)> {
        if self.is_paralysed(hex) {
            return None;
        }
        self.hqs().find(|&(index, hq, at)| {
            !self.board.is_back_up(hq) && self.in_command_range(at, hex) && self.spending((index, hq, at), what).is_some()
        })
    }

    /// Spends a point of the headquarters that [`EastFront::commander`] names.
    pub(super) fn spend_command(&mut self, hex: Hex, what: Use) {
        let hq = self.commander(hex, what).expect("a point was there when the choice was offered");
        self.pay(hq, what);
    }

    fn pay(&mut self, hq: (usize, UnitId, Hex), what: Use) {
        self.command.spent[hq.0] = self.spending(hq, what).expect("a point was there when the choice was offered");
    }

    // ---- activation --------------------------------------------------------

    /// [22.12.a][22.41] Units from a slot on that headquarters may activate.
    fn activations(&self, from: u8) -> impl Iterator<Item = Action> + '_ {
        let bits = self.board.on_map(Side::Soviet) & self.data.roster.activatable.of(Side::Soviet) & from_slot(from);
        units(Side::Soviet, bits).filter(|&unit| self.board.values(self.data, unit).ma > 0).flat_map(move |unit| {
            self.hqs()
                .filter(move |&(index, hq, at)| self.may_activate(unit, (index, hq, at)))
                .map(move |(_, hq, _)| Action::Activate { unit, hq })
        })
    }

    fn may_activate(&self, unit: UnitId, (index, hq, at): (usize, UnitId, Hex)) -> bool {
        let Some(hex) = self.board.hex(unit) else { return false };
        let free = self.data.roster.guards.contains(unit) && self.command.guards & (1 << index) == 0;
        !self.board.is_back_up(hq)
            && self.in_command_range(at, hex)
            && !self.is_paralysed(hex)
            && (free || self.spending((index, hq, at), Use::Activation).is_some())
    }

    // ---- movement under a non-operational headquarters ----------------------

    /// [22.25.g] Whether the limit counts a unit: every Soviet one but a headquarters that is non-operational itself.
    fn is_limited_by_paralysis(&self, unit: UnitId) -> bool {
        unit.side() == Side::Soviet && !(self.data.roster.hqs.contains(unit) && self.board.is_back_up(unit))
    }

    /// [22.25.g] Whether a non-operational headquarters keeps a unit from starting to move after so many that are not counted yet.
    pub(super) fn is_held_by_paralysis(&self, unit: UnitId, hex: Hex, uncounted: u8) -> bool {
        if !self.is_limited_by_paralysis(unit) {
            return false;
        }
        self.broken_over(hex).any(|(index, hq)| {
            let recovery = self.board.values(self.data, hq).recovery;
            self.command.starters[index] + uncounted >= command::movers_near_a_broken_hq(&self.data.tables.command, recovery)
        })
    }

    /// [22.25.g] A unit starts to move.
    pub(super) fn count_starter(&mut self, unit: UnitId, hex: Hex) {
        if !self.is_limited_by_paralysis(unit) {
            return;
        }
        let held: u8 = self.broken_over(hex).fold(0, |bits, (index, _)| bits | 1 << index);
        for (index, starters) in self.command.starters.iter_mut().enumerate() {
            *starters += held >> index & 1;
        }
    }

    // ---- becoming and ceasing to be operational ------------------------------

    /// [22.23] A headquarters becomes non-operational.
    pub(super) fn break_hq(&mut self, unit: UnitId) {
        if self.data.roster.hqs.contains(unit) {
            self.board.turn_over(self.data, unit, true);
        }
    }
}
