//! Why an action is not allowed: typed reasons with the rule that forbids it.

use super::BoltAction;
use super::action::Action;
use super::frame::Frame;
use super::ids::UnitId;
use super::terms::{Class, Order, Pace};
use crate::game::{Game as _, Turn};
use crate::kit::denials::denials;

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
    /// The target cannot be shot at.
    NotATarget, "SHOOT.3", "the unit is not in range, in arc and in sight of the weapon";
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
    TooFar, "MOVE", "the cell is not within reach over ground that the unit may enter, or has no room beside another unit";
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
    /// Set-up.
    MayNotPlace, "TERK.5", "units are placed in order, each in the zone of its side, on ground that it may enter, and with room to others";
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
            (Frame::SetUp | Frame::Placing(..), Action::Block { .. } | Action::Place { .. }) => D::MayNotPlace,
            (Frame::Choice(_), Action::Order { unit, .. } | Action::Assault(unit)) if unit.side() != side => D::NotYourUnit,
            (Frame::Choice(_), Action::Order { unit, .. } | Action::Assault(unit)) if self.board.piece(unit).order.is_some() => D::HasOrder,
            (Frame::Choice(_), Action::Order { unit, order }) => self.explain_order(unit, order),
            (Frame::Choice(_), Action::Assault(_)) | (Frame::Charge(_), Action::Charge(_)) => D::NoAssault,
            (Frame::Walk(_) | Frame::Steps(_), Action::MoveTo(_) | Action::Step(_))
            | (Frame::Consolidation(..), Action::Consolidate(_)) => D::TooFar,
            (Frame::Drive(_), Action::Leg { .. } | Action::Reverse { .. }) => D::NoLeg,
            (Frame::Shooting(..), Action::Target { .. } | Action::Shell(_)) => D::NotATarget,
            (Frame::Reaction | Frame::ReturnFire, Action::Duck(_) | Action::Escape(_) | Action::Return(_)) => D::NoReaction,
            (Frame::Ambush(_), Action::Spring(_)) => D::NotInAmbush,
            (Frame::Friend(_), Action::Mistake(_)) => D::NotAMistake,
            (Frame::Keeping(..), Action::Keep(_) | Action::GiveBack(_)) => D::MayNotKeep,
            _ => D::WrongStep,
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
