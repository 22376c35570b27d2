//! Why an action is not allowed: typed reasons with the rule that forbids it.

use super::BoltAction;
use super::action::Action;
use super::frame::Frame;
use super::ids::UnitId;
use super::terms::{Class, Order, Pace};
use super::volley::Mode;
use crate::game::{Game as _, Turn};
use crate::kit::denials::denials;
use crate::square::Cell;

denials! { pub enum BoltActionDenial:
    /// The game has ended.
    GameOver, "TURN", "the game is over";
    /// Dice decide now.
    DiceDecide, "TURN.1.1", "dice are to be rolled, or one is to be drawn; no player decides now";
    /// A player decides now.
    PlayerDecides, "TURN.1.2", "a player decides now; no die is rolled";
    /// The dice cannot show this.
    NoSuchResult, "SHOOT.4", "the dice at hand cannot show this result";
    /// The action belongs to another step.
    WrongStep, "TURN.1", "this choice does not belong to the step of the sequence at hand";
    /// The unit does not exist.
    NoSuchUnit, "TURN.1.2", "no such unit in this mission";
    /// The cell does not exist.
    NoSuchCell, "MOVE", "no such cell on this battlefield";
    /// The unit is destroyed.
    Destroyed, "TURN.2.a", "the unit is destroyed";
    /// The unit belongs to the other side.
    NotYourUnit, "TURN.1.2", "the unit belongs to the side whose die was not drawn";
    /// The unit has an order.
    HasOrder, "TURN.1.2.a", "the unit has an order already";
    /// Nothing to shoot at.
    NoTarget, "SHOOT.3", "no enemy is in range, in arc and in sight of any of its weapons";
    /// No enemy.
    NotAnEnemy, "SHOOT.1", "only enemies are shot at";
    /// Nobody sees it.
    NotSeen, "SHOOT.3", "the unit is not in sight";
    /// No weapon reaches it.
    OutOfRange, "SHOOT.3", "the unit is farther away than any weapon reaches";
    /// Nothing bears.
    NothingBears, "SHOOT.3", "no weapon that may still fire has the unit in its arc and between its shortest and its longest range";
    /// It does not move.
    Immobilised, "VD.2", "an immobilised vehicle does not move";
    /// A gun that stays.
    StaysForGood, "TERK.5", "a gun that was set up on this ground never moves";
    /// It does not run.
    NoRun, "ORD.3", "guns, and units with heavy weapons, do not run";
    /// It waits for nothing.
    NoAmbush, "ORD.4", "a unit without a weapon that fires directly does not wait in Ambush";
    /// It is not pinned.
    NotPinned, "ORD.5", "a unit without pins does not rally";
    /// No assault.
    NoAssault, "CQ.1", "only men who serve no crewed weapon assault, and only a target in reach that does not run";
    /// Out of reach.
    TooFar, "MOVE", "no way over ground that the unit may enter, past enemies and wrecks, leads so far";
    /// Ground that it may not enter.
    ClosedGround, "TER", "the unit may not enter this ground, or not by a Run";
    /// No room.
    NoRoom, "MOVE", "the cell has no room beside another unit, or is taken";
    /// The vehicle does not drive so.
    NoLeg, "MAN", "the vehicle may not turn or drive so far";
    /// No reaction.
    NoReaction, "SHOOT.2", "the target cannot react in this way";
    /// No opportunity fire.
    NotInAmbush, "ORD.4", "the unit is not in Ambush, or cannot fire at the one that moves";
    /// No friendly fire.
    NotAMistake, "FUB.2.a", "the friend is not in sight and range, or has no enemy within 12 inches";
    /// Keeping orders.
    MayNotKeep, "TURN.2.b", "only the unit at hand keeps its order, or gives its die back";
    /// Outside of the zone.
    NotInZone, "TERK.5", "the cell lies outside of the zone in which the side sets up";
    /// The order of set-up.
    MayNotPlace, "TERK.5", "units are placed in order, each block of cells before the cells in it";
    /// Another block.
    OtherBlock, "TERK.5", "the unit goes into the block of cells that was chosen for it";
}

impl BoltAction {
    /// Names the rule against an action that is not in the legal list.
    pub(super) fn explain(&self, action: Action) -> BoltActionDenial {
        use BoltActionDenial as D;
        let Some(&frame) = self.frames.as_slice().last() else { return D::GameOver };
        let rolled = matches!(action, Action::Draw(_) | Action::Test(_) | Action::Roll(_) | Action::Score(_) | Action::Mishaps { .. });
        let Turn::Player(side) = self.turn() else {
            return if self.turn() == Turn::Over {
                D::GameOver
            } else if rolled {
                D::NoSuchResult
            } else {
                D::DiceDecide
            };
        };
        if rolled {
            return D::PlayerDecides;
        }
        if let Some(unit) = action.unit() {
            if !self.data.units(unit.side()).any(|(known, _)| known == unit) {
                return D::NoSuchUnit;
            }
            if self.board.piece(unit).men == 0 {
                return D::Destroyed;
            }
        }
        if action.cell().is_some_and(|cell| cell.index() >= self.data.lattice().len()) {
            return D::NoSuchCell;
        }
        match (frame, action) {
            (Frame::SetUp | Frame::Placing(..), Action::Place { .. }) => self.explain_place(action),
            (Frame::SetUp | Frame::Placing(..), Action::Block { .. }) => D::MayNotPlace,
            (Frame::Choice(_), Action::Order { unit, .. } | Action::Assault(unit)) if unit.side() != side => D::NotYourUnit,
            (Frame::Choice(_), Action::Order { unit, .. } | Action::Assault(unit)) if self.board.piece(unit).order.is_some() => D::HasOrder,
            (Frame::Choice(_), Action::Order { unit, order }) => self.explain_order(unit, order),
            (Frame::Choice(_), Action::Assault(_)) | (Frame::Charge(_), Action::Charge(_)) => D::NoAssault,
            (Frame::Walk(_) | Frame::Steps(_), Action::Step(_)) => D::TooFar,
            (Frame::Walk(unit) | Frame::Steps(unit), Action::MoveTo(cell)) => {
                self.explain_move(unit, cell, self.board.piece(unit).order == Some(Order::Run))
            }
            (Frame::Consolidation(unit, _), Action::Consolidate(cell)) => self.explain_move(unit, cell, false),
            (Frame::Drive(_), Action::Leg { .. } | Action::Reverse { .. }) => D::NoLeg,
            (Frame::Shooting(shooter, _), Action::Target { unit, .. }) => self.explain_shot(shooter, unit, Mode::ALL),
            (Frame::Shooting(shooter, _), Action::Shell(unit)) => self.explain_shot(shooter, unit, Mode::Indirect),
            (Frame::Reaction | Frame::ReturnFire, Action::Duck(_) | Action::Escape(_) | Action::Return(_)) => D::NoReaction,
            (Frame::Ambush(_), Action::Spring(_)) => D::NotInAmbush,
            (Frame::Friend(_), Action::Mistake(_)) => D::NotAMistake,
            (Frame::Keeping(..), Action::Keep(_) | Action::GiveBack(_)) => D::MayNotKeep,
            _ => D::WrongStep,
        }
    }

    /// What keeps a unit out of a cell. `is_open` says whether it may enter the ground; `otherwise` is the reason where the cell is free.
    fn explain_cell(&self, unit: UnitId, cell: Cell, is_open: bool, otherwise: BoltActionDenial) -> BoltActionDenial {
        if !is_open {
            BoltActionDenial::ClosedGround
        } else if self.board.crowded(self.data, unit).contains(cell) {
            BoltActionDenial::NoRoom
        } else {
            otherwise
        }
    }

    fn explain_move(&self, unit: UnitId, cell: Cell, runs: bool) -> BoltActionDenial {
        let is_open = self.data.floor(self.data.unit(unit).mobility, runs).is_open(cell);
        self.explain_cell(unit, cell, is_open, BoltActionDenial::TooFar)
    }

    fn explain_place(&self, action: Action) -> BoltActionDenial {
        let in_hand = self.frames.top().and_then(Frame::unit);
        let due = in_hand.or_else(|| self.next_to_place()).filter(|&unit| action.unit() == Some(unit));
        let Some((unit, cell)) = due.zip(action.cell()) else { return BoltActionDenial::MayNotPlace };
        if !self.data.mission.zones[unit.side().index()].contains(cell) {
            return BoltActionDenial::NotInZone;
        }
        if in_hand.is_none() {
            return BoltActionDenial::MayNotPlace;
        }
        let is_open = self.data.may_be_set_up(self.data.unit(unit).mobility, cell);
        self.explain_cell(unit, cell, is_open, BoltActionDenial::OtherBlock)
    }

    /// What a unit has against a target.
    fn explain_shot(&self, shooter: UnitId, target: UnitId, mode: Mode) -> BoltActionDenial {
        let aim = self.aim(shooter, target, mode);
        if target.side() == shooter.side() {
            BoltActionDenial::NotAnEnemy
        } else if !self.is_seen(&aim) {
            BoltActionDenial::NotSeen
        } else if !self.is_in_longest_range(&aim) {
            BoltActionDenial::OutOfRange
        } else {
            BoltActionDenial::NothingBears
        }
    }

    fn explain_order(&self, unit: UnitId, order: Order) -> BoltActionDenial {
        use BoltActionDenial as D;
        let template = self.data.unit(unit);
        match order {
            Order::Advance | Order::Run if self.board.piece(unit).immobilised => D::Immobilised,
            Order::Fire => D::NoTarget,
            Order::Run if template.class == Class::Artillery || template.pace != Pace::Whole => D::NoRun,
            Order::Advance | Order::Run => D::StaysForGood,
            Order::Ambush => D::NoAmbush,
            Order::Rally => D::NotPinned,
            Order::Down => D::WrongStep,
        }
    }
}
