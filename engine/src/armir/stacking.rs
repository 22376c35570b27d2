//! Stacking [6].

use super::Armir;
use super::action::Action;
use super::frame::{Excess, Frame};
use super::ids::{UnitId, units};
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

impl Procedure<Armir> for Excess {
    const QUESTION: &'static str = "too many steps in a hex: remove a counter";

    fn decider(self, _: &Armir) -> Turn {
        Turn::Player(self.side)
    }

    /// [6.c][6.2] Waits while a hex is overstacked. At the end of a movement phase the side that moved comes first,
    /// then the other.
    fn carry_on(self, game: &mut Armir) -> Progress {
        if game.overstacked_hex(self.side, self.place).is_some() {
            return Progress::Waits;
        }
        if self.place.is_none() && game.current_phase().mover() == Some(self.side) {
            game.frames.replace_top(Frame::Excess(self.side.opponent(), None));
            return Progress::Moves;
        }
        game.pop()
    }

    fn list(self, game: &Armir, out: &mut Vec<Action>) {
        if let Some(hex) = game.overstacked_hex(self.side, self.place) {
            out.extend(game.board.stack(hex).map(Action::Remove));
        }
    }

    fn carry_out(self, game: &mut Armir, action: Action) {
        let Action::Remove(unit) = action else { return game.end(action) };
        game.eliminate(unit);
    }

    /// Before an overrun the move is still under way.
    fn is_quiet(self) -> bool {
        self.place.is_none()
    }
}

impl Armir {
    /// [6][6.1] Whether the units exceed what a hex may hold.
    pub(super) fn is_overstacked(&self, side: Side, group: u64) -> bool {
        let steps: u32 = units(side, group).map(|unit| u32::from(self.board.steps(unit))).sum();
        steps > u32::from(self.data.tables.stacking_limit) && !self.is_one_formation(side, group)
    }

    /// [6.1] Whether all units belong to one division (Axis) or one corps (Soviets).
    fn is_one_formation(&self, side: Side, group: u64) -> bool {
        let mut parents = units(side, group).map(|unit| self.data.stats(unit).parent_number);
        let first = parents.next().unwrap_or(0);
        first != 0 && parents.all(|parent| parent == first)
    }

    /// Whether a unit can join the stack of a hex within the limit.
    pub(super) fn stack_has_room(&self, side: Side, hex: Hex, unit: UnitId) -> bool {
        !self.is_overstacked(side, self.board.stack_bits(hex) | unit.bit())
    }

    /// The overstacked hex at hand of a side, or its first. While the other side moves, only stacks count into which
    /// an overrun drove units: whatever else is too large arrived before, and its owner has not moved since (reading
    /// A64).
    fn overstacked_hex(&self, side: Side, place: Option<Hex>) -> Option<Hex> {
        let mover = self.current_phase().mover();
        let suspects = self.board.on_map(side) & if mover == Some(side.opponent()) { self.driven_back.of(side) } else { u64::MAX };
        if let Some(hex) = place {
            let stack = self.board.stack_bits(hex);
            return (stack & suspects != 0 && self.is_overstacked(side, stack)).then_some(hex);
        }
        let mut seen = 0u64;
        let mut first: Option<Hex> = None;
        for unit in units(side, suspects) {
            if seen & unit.bit() != 0 {
                continue;
            }
            let hex = self.board.hex(unit).expect("a unit on the map stands in a hex");
            let stack = self.board.stack_bits(hex);
            seen |= stack;
            if stack.count_ones() > 1 && first.is_none_or(|known| hex < known) && self.is_overstacked(side, stack) {
                first = Some(hex);
            }
        }
        first
    }
}
