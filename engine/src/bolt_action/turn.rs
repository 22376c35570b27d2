//! The turn: the bag is filled, dice are drawn, and orders are kept or given back.

use super::BoltAction;
use super::action::Action;
use super::frame::{Draw, ExtraTurnDie, Frame, Keeping, TurnEnd, TurnStart};
use super::ids::{UnitId, from_slot, units};
use super::terms::Order;
use crate::game::{Side, Turn};
use crate::kit::procedures::{Procedure, Progress};

impl Procedure<BoltAction> for TurnStart {
    /// [TURN.2.a][TURN.2.b] Every living unit that does not keep its order has a die in the bag.
    fn carry_on(self, game: &mut BoltAction) -> Progress {
        for side in Side::ALL {
            for unit in units(side, game.board.alive(side)) {
                let piece = game.board.piece_mut(unit);
                if !std::mem::take(&mut piece.kept) {
                    piece.order = None;
                    game.bag.put(side);
                }
                piece.moved = false;
            }
        }
        game.frames.replace_top(Frame::Draw);
        Progress::Moves
    }
}

impl Procedure<BoltAction> for Draw {
    const QUESTION: &'static str = "a die is drawn from the bag";

    /// [TURN.1.5] The Orders phase ends with the bag.
    fn carry_on(self, game: &mut BoltAction) -> Progress {
        let left = Side::ALL.map(|side| game.bag.weight(side) > 0);
        match left {
            [true, true] => return Progress::Waits,
            [true, false] => game.take_die(Side::Axis),
            [false, true] => game.take_die(Side::Soviet),
            [false, false] => {
                let asks = game.data.tables.switches.keep_orders && !game.is_last_turn();
                game.frames.replace_top(if asks { Frame::Keeping(Side::Axis, 0) } else { Frame::TurnEnd });
            }
        }
        Progress::Moves
    }

    fn draw(self, _: &BoltAction, out: &mut Vec<Action>) {
        out.extend(Side::ALL.map(Action::Draw));
    }

    fn carry_out(self, game: &mut BoltAction, action: Action) {
        let Action::Draw(side) = action else { unreachable!("{action:?} is not a die of the bag") };
        game.take_die(side);
    }
}

impl Procedure<BoltAction> for Keeping {
    const QUESTION: &'static str = "does the unit keep its order for the next turn?";

    fn decider(self, _: &BoltAction) -> Turn {
        Turn::Player(self.side)
    }

    fn carry_on(self, game: &mut BoltAction) -> Progress {
        if game.next_to_keep(self.side, self.from).is_some() {
            return Progress::Waits;
        }
        game.frames.replace_top(match self.side {
            Side::Axis => Frame::Keeping(Side::Soviet, 0),
            Side::Soviet => Frame::TurnEnd,
        });
        Progress::Moves
    }

    fn list(self, game: &BoltAction, out: &mut Vec<Action>) {
        out.extend(game.next_to_keep(self.side, self.from).into_iter().flat_map(|unit| [Action::Keep(unit), Action::GiveBack(unit)]));
    }

    fn carry_out(self, game: &mut BoltAction, action: Action) {
        let (Action::Keep(unit) | Action::GiveBack(unit)) = action else { unreachable!("{action:?} is not about an order") };
        game.board.piece_mut(unit).kept = matches!(action, Action::Keep(_));
        game.frames.replace_top(Frame::Keeping(self.side, unit.slot() as u8 + 1));
    }
}

impl Procedure<BoltAction> for TurnEnd {
    fn carry_on(self, game: &mut BoltAction) -> Progress {
        if game.is_won_at_turn_end() || game.turn > game.data.mission.turns {
            game.finish();
        } else if game.turn < game.data.mission.turns {
            game.next_turn();
        } else if game.data.mission.extra_turn_from.is_some() {
            game.frames.replace_top(Frame::ExtraTurnDie);
        } else {
            game.finish();
        }
        Progress::Moves
    }
}

impl Procedure<BoltAction> for ExtraTurnDie {
    const QUESTION: &'static str = "a die for another turn";

    fn carry_out(self, game: &mut BoltAction, action: Action) {
        let Action::Roll(die) = action else { unreachable!("{action:?} is no die") };
        if game.data.mission.extra_turn_from.is_some_and(|from| die >= from) { game.next_turn() } else { game.finish() }
    }
}

impl BoltAction {
    fn next_turn(&mut self) {
        self.turn += 1;
        self.frames.replace_top(Frame::TurnStart);
    }

    /// Whether no other turn can follow.
    fn is_last_turn(&self) -> bool {
        let mission = &self.data.mission;
        self.turn > mission.turns || self.turn == mission.turns && mission.extra_turn_from.is_none()
    }

    /// [TURN.1.1] A die leaves the bag. One for which no unit is left is lost (supplement S33).
    fn take_die(&mut self, side: Side) {
        self.bag.take(side);
        if self.board.idle(side) != 0 {
            self.frames.push(Frame::Choice(side));
        }
    }

    /// The next living unit of a side that may keep its order.
    fn next_to_keep(&self, side: Side, from: u8) -> Option<UnitId> {
        let waits = |unit: &UnitId| matches!(self.board.piece(*unit).order, Some(Order::Ambush | Order::Down));
        units(side, self.board.alive(side) & from_slot(from)).find(waits)
    }

    /// A unit that has its die in the bag takes it out for a reaction, or because it may not act any more. Its ranging ends (supplement S27).
    pub(super) fn spend_die(&mut self, unit: UnitId, order: Order) {
        let piece = self.board.piece_mut(unit);
        if piece.order.is_none() {
            self.bag.take(unit.side());
        }
        piece.order = Some(order);
        piece.ranging = None;
    }
}
