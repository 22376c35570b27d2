//! Orders, their tests, and what becomes of those that go wrong.

use super::BoltAction;
use super::action::{Action, Verdict};
use super::frame::{Choice, Frame, Friend, FubarDie, OrderTest, Panic, RallyDie};
use super::ids::{UnitId, units};
use super::melee::Melee;
use super::resolution::morale::{self, Nerve};
use super::terms::{Class, Order, Pace};
use crate::game::Turn;
use crate::kit::procedures::{Procedure, Progress, Sequence};
use crate::square::Cell;

impl Procedure<BoltAction> for Choice {
    const QUESTION: &'static str = "which unit gets which order?";

    fn decider(self, _: &BoltAction) -> Turn {
        Turn::Player(self.side)
    }

    fn list(self, game: &BoltAction, out: &mut Vec<Action>) {
        let idle = game.board.idle(self.side);
        for unit in units(self.side, idle) {
            out.extend(Order::ALL.into_iter().filter(|&order| game.may_order(unit, order)).map(|order| Action::Order { unit, order }));
        }
        out.extend(units(self.side, idle).filter(|&unit| game.may_assault(unit)).map(Action::Assault));
    }

    /// [TURN.1.2] The die lies beside the unit.
    fn carry_out(self, game: &mut BoltAction, action: Action) {
        game.pop();
        match action {
            Action::Order { unit, order } => {
                game.give(unit, order);
                game.test_order(unit);
            }
            Action::Assault(unit) => {
                game.give(unit, Order::Run);
                game.frames.push(Frame::Charge(unit));
            }
            _ => unreachable!("{action:?} is not an order"),
        }
    }
}

impl Procedure<BoltAction> for OrderTest {
    const QUESTION: &'static str = "the order test";
    const QUIET: bool = false;

    fn draw(self, game: &BoltAction, out: &mut Vec<Action>) {
        let ways = game.order_test(self.unit);
        out.extend(Verdict::ALL.into_iter().zip(ways).filter(|&(_, ways)| ways > 0).map(|(verdict, _)| Action::Test(verdict)));
    }

    /// [TURN.1.3] A unit that passes loses a pin; one that fails goes Down (supplement S31).
    fn carry_out(self, game: &mut BoltAction, action: Action) {
        game.pop();
        match action {
            Action::Test(Verdict::Pass) => {
                let piece = game.board.piece_mut(self.unit);
                piece.pins = piece.pins.saturating_sub(1);
                game.execute(self.unit);
            }
            Action::Test(Verdict::Fail) => game.go_down(self.unit),
            _ => game.frames.push(Frame::FubarDie(self.unit)),
        }
    }
}

impl Procedure<BoltAction> for FubarDie {
    const QUESTION: &'static str = "the die of FUBAR: friendly fire or panic";
    const QUIET: bool = false;

    fn carry_out(self, game: &mut BoltAction, action: Action) {
        let Action::Roll(die) = action else { unreachable!("{action:?} is no die") };
        game.pop();
        game.melee = Melee::NONE;
        if die <= game.data.tables.tests.friendly_fire_to {
            game.board.piece_mut(self.unit).order = Some(Order::Fire);
            game.frames.push(Frame::Friend(self.unit));
        } else {
            game.panic(self.unit);
        }
    }
}

impl Procedure<BoltAction> for Friend {
    const QUESTION: &'static str = "which of its friends does the unit shoot at?";
    const QUIET: bool = false;

    /// [FUB.2.a] The opponent chooses.
    fn decider(self, _: &BoltAction) -> Turn {
        Turn::Player(self.unit.side().opponent())
    }

    /// [FUB.2.b] Without a friend to shoot at it goes Down.
    fn carry_on(self, game: &mut BoltAction) -> Progress {
        if game.mistakes(self.unit).next().is_some() {
            return Progress::Waits;
        }
        game.go_down(self.unit);
        game.pop()
    }

    fn list(self, game: &BoltAction, out: &mut Vec<Action>) {
        out.extend(game.mistakes(self.unit).map(Action::Mistake));
    }

    /// A friend does not react (decision D29).
    fn carry_out(self, game: &mut BoltAction, action: Action) {
        let Action::Mistake(target) = action else { unreachable!("{action:?} is not a friend") };
        game.pop();
        if let Some(aim) = game.mistaken_aim(self.unit, target) {
            game.turn_to(self.unit, aim.facing);
            game.shoot(self.unit, target, aim.mode);
        }
    }
}

impl Procedure<BoltAction> for Panic {
    const QUIET: bool = false;

    /// A vehicle runs leg by leg as long as each gains distance (decision D19); men run once.
    fn carry_on(self, game: &mut BoltAction) -> Progress {
        if !game.goes_on(self.unit) || !game.flee(self.unit, game.board.cell(self.enemy)) {
            if !game.board.piece(self.unit).moved {
                game.go_down(self.unit);
            }
            return game.pop();
        }
        Progress::Moves
    }
}

impl Procedure<BoltAction> for RallyDie {
    const QUESTION: &'static str = "the rally die";
    const QUIET: bool = false;

    /// [ORD.5] The unit loses as many pins as the die shows.
    fn carry_out(self, game: &mut BoltAction, action: Action) {
        let Action::Roll(die) = action else { unreachable!("{action:?} is no die") };
        let piece = game.board.piece_mut(self.unit);
        piece.pins = piece.pins.saturating_sub(die);
        game.pop();
    }
}

impl BoltAction {
    /// [ORD] Whether a unit without an order may get this one, apart from assaults.
    pub(super) fn may_order(&self, unit: UnitId, order: Order) -> bool {
        let piece = self.board.piece(unit);
        match order {
            Order::Fire => self.has_target(unit),
            Order::Advance => !piece.immobilised && self.may_leave(unit),
            Order::Run => self.may_run(unit),
            Order::Ambush => self.may_wait(unit),
            Order::Rally => piece.pins > 0,
            Order::Down => true,
        }
    }

    /// [TERK.5] A gun that was set up on ground that it may not enter never moves.
    pub(super) fn may_leave(&self, unit: UnitId) -> bool {
        let template = self.data.unit(unit);
        template.class != Class::Artillery || self.data.floor(template.mobility, false).is_open(self.board.cell(unit))
    }

    /// [ORD.3] Whether a unit may Run (supplement S22).
    pub(super) fn may_run(&self, unit: UnitId) -> bool {
        let template = self.data.unit(unit);
        template.class != Class::Artillery && template.pace == Pace::Whole && !self.board.piece(unit).immobilised
    }

    /// A unit gets an order; whatever it ranged at, it begins anew unless it goes on firing (supplement S27).
    fn give(&mut self, unit: UnitId, order: Order) {
        self.melee = Melee::NONE;
        let piece = self.board.piece_mut(unit);
        piece.order = Some(order);
        if order != Order::Fire {
            piece.ranging = None;
        }
    }

    /// [ORD.6] The order of a unit is Down.
    pub(super) fn go_down(&mut self, unit: UnitId) {
        self.melee = Melee::NONE;
        let piece = self.board.piece_mut(unit);
        piece.order = Some(Order::Down);
        piece.ranging = None;
    }

    /// [TURN.1.3] Tests the order of a unit if it is pinned, or if a rule asks for it; Down is never tested (supplement S1).
    pub(super) fn test_order(&mut self, unit: UnitId) {
        let order = self.board.piece(unit).order;
        let spared = order == Some(Order::Down) || order == Some(Order::Rally) && self.data.tables.switches.rally_ignores_pins;
        if !spared && morale::is_tested(self.board.piece(unit).pins, self.assault_penalty(unit)) {
            self.frames.push(Frame::OrderTest(unit));
        } else {
            self.execute(unit);
        }
    }

    /// What a unit goes by in a test.
    pub(super) fn nerve(&self, unit: UnitId) -> Nerve {
        let piece = self.board.piece(unit);
        Nerve {
            quality: self.data.unit(unit).quality,
            pins: piece.pins,
            officer: self.board.officer_near(self.data, unit.side(), self.board.cell(unit)),
            penalty: 0,
        }
    }

    /// [TURN.1.3] Ways of 36 to pass the test of an order, to fail it, and to be FUBAR.
    pub fn order_test(&self, unit: UnitId) -> [u64; 3] {
        let tables = &self.data.tables;
        morale::order_test(tables, morale::value(tables, Nerve { penalty: self.assault_penalty(unit), ..self.nerve(unit) }))
    }

    /// [TURN.1.4] A unit carries out its order.
    fn execute(&mut self, unit: UnitId) {
        let Some(order) = self.board.piece(unit).order else { return };
        self.begin_march(unit, order);
        self.fresh_fire();
        match order {
            Order::Fire => self.frames.push(Frame::Shooting(unit, 0)),
            Order::Advance => {
                self.frames.push(Frame::Shooting(unit, 0));
                self.push_move(unit);
            }
            Order::Run if self.melee.is_on() => self.push_assault(),
            Order::Run => self.push_move(unit),
            Order::Rally => self.frames.push(Frame::RallyDie(unit)),
            Order::Ambush | Order::Down => {}
        }
    }

    /// [FUB.2.a] Friends at which a unit may shoot by mistake: an enemy of theirs is near them.
    fn mistakes(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let side = unit.side();
        let reach = u16::from(self.data.tables.tests.enemy_within);
        let near = move |friend: UnitId| {
            let enemies = units(side.opponent(), self.board.alive(side.opponent()));
            let cell = self.board.cell(friend);
            enemies.into_iter().any(|enemy| self.data.lattice().distance2(self.board.cell(enemy), cell) <= reach * reach)
        };
        let shoots = move |friend: UnitId| self.mistaken_aim(unit, friend).is_some();
        units(side, self.board.alive(side)).filter(move |&friend| friend != unit && near(friend) && shoots(friend))
    }

    /// [FUB.3] A unit runs from the closest enemy that it sees; without one, or without legs, it goes Down [FUB.3.a].
    fn panic(&mut self, unit: UnitId) {
        let (cell, enemy) = (self.board.cell(unit), unit.side().opponent());
        let seen = units(enemy, self.board.alive(enemy)).filter(|&other| self.data.sight.sees(cell, self.board.cell(other)));
        let closest = seen.min_by_key(|&other| (self.data.lattice().distance2(cell, self.board.cell(other)), other));
        match closest.filter(|_| self.may_run(unit)) {
            Some(enemy) => {
                self.board.piece_mut(unit).order = Some(Order::Run);
                self.begin_march(unit, Order::Run);
                self.march.panics = true;
                self.frames.push(Frame::Panic(unit, enemy));
            }
            None => self.go_down(unit),
        }
    }

    /// Goes as far from a cell as it can; whether it goes at all.
    fn flee(&mut self, unit: UnitId, from: Cell) -> bool {
        if self.data.unit(unit).class == Class::Vehicle { self.drive_away(unit, from) } else { self.run_away(unit, from) }
    }
}
