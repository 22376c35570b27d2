//! Why an action is not allowed: typed reasons with the rule that forbids it.

use super::AcrossTheBug;
use super::action::Action;
use super::command::Command;
use super::frame::{Frame, Stage};
use super::ids::{FormationId, UnitId};
use super::movement::March;
use super::terms::AttackType;
use crate::game::{Game as _, Side, Turn};
use crate::hex::Hex;
use crate::kit::denials::denials;

denials! { pub enum AcrossTheBugDenial:
    /// The game has ended.
    GameOver, "7.8", "the game is over";
    /// Dice decide now.
    DiceDecide, "3.9", "a die or a chit is to be drawn; no player decides now";
    /// A player decides now.
    PlayerDecides, "3.9", "a player decides now; no die is rolled";
    /// No such face.
    NoSuchFace, "3.9", "a die shows 1 to 10";
    /// The chit is out of the cup.
    NoSuchChit, "7.5.1.1.c", "the cup does not hold this chit";
    /// The action belongs to another step of the sequence.
    WrongStep, "4", "this choice does not belong to the step of the sequence at hand";
    /// The counter does not exist.
    NoSuchUnit, "3.2", "no such counter in this scenario";
    /// The formation does not exist.
    NoSuchFormation, "3.2.b", "no such formation in this scenario";
    /// The hex does not exist.
    NoSuchHex, "3.1", "no such hex on this map";
    /// The unit belongs to the other side.
    NotYourUnit, "5.3", "the counter belongs to the side that is not deciding";
    /// The unit is not on the map.
    NotOnMap, "8.4", "the counter is not on the map";
    /// The unit belongs to another formation.
    OtherFormation, "5.5.1", "only units of the formation that acts take part in its actions";
    /// Headquarters relocate.
    Headquarters, "3.3.h", "a headquarters is no combat unit: it relocates, and does nothing else";
    /// The unit is disorganized.
    Disorganized, "5.6.3.a", "a disorganized unit can only recover";
    /// The unit is not disorganized.
    NotDisorganized, "7.6", "only a disorganized unit recovers";
    /// Out of command.
    OutOfCommand, "7.a", "a unit out of command only moves or makes hasty attacks, at double cost";
    /// Isolated.
    Isolated, "7.b", "an isolated unit first has to pass a check";
    /// No stack is at hand.
    NoStack, "7.2", "a unit has to be picked up first: it moves or attacks, alone or with others of its hex";
    /// Not enough Action Points.
    TooDear, "7.1.g", "not enough Action Points are left";
    /// The formation has no level left.
    NoLevel, "6.3.2", "the formation has no activation level left, or no headquarters on the map";
    /// The formation may not attack by surprise.
    NoSurprise, "10.2", "only infantry divisions attack by surprise, each once";
    /// The initiative stays.
    MayNotTransfer, "6.2.2", "the initiative is not handed over: it was handed over before, the opponent has passed, or the own level is the highest";
    /// The side must act.
    MustDecide, "6.2", "the player with the initiative acts, hands it over or passes";
    /// The formation may not react.
    MayNotReact, "6.4.1.a", "no unit of the formation next to the stack is organized and in command, or the formation has no level left";
    /// The unit may not join.
    MayNotJoin, "7.3.1", "only organized units of the same formation and hex join, in ascending order";
    /// Enemy in the hex.
    EnemyOccupied, "7.3.2.c", "an enemy combat unit stands in the hex";
    /// Out of the area.
    OutOfArea, "11.1.a", "the hex lies out of the area of the scenario";
    /// From enemy ZOC to enemy ZOC.
    ZocToZoc, "5.4.1.a", "a stack goes from one enemy zone of control into another only by infiltration";
    /// Prohibited hexside.
    ClosedSide, "7.3.2.a", "the hexside cannot be crossed";
    /// Out of reach.
    TooFar, "7.3.2", "not within reach of the movement points";
    /// No boats.
    NoBoat, "7.3.8", "only German units on foot cross the Bug by boat, from a start beside it, two in an activation";
    /// No infiltration.
    NoInfiltration, "7.3.4", "infiltration leads from enemy zone of control into enemy zone of control next to it, as the first step";
    /// May not leave the map.
    NoExit, "11.2.g", "only units in command of the formations that may, on the edge and with the points for it, leave the map";
    /// Bonus movement.
    BoundByBonus, "7.5.3.b", "a bonus movement begins in the hex that the enemy has left, or in the own former hex";
    /// Nobody to attack.
    NoEnemyThere, "7.1.c", "no enemy combat unit stands in the hex, or it is not next to the stack";
    /// Attack across the hexside.
    ClosedToAttack, "5.4.d", "these units do not attack across the hexside";
    /// No improved defence.
    MayNotImprove, "7.7", "all combat units of the hex have to be organized, in command and of the formation, and it is not improved yet";
    /// No relocation.
    NoRelocation, "7.4", "the headquarters cannot go there: a friendly settlement with room, out of enemy zone of control, within its limits";
    /// Displacement.
    NoDisplacement, "5.3.2", "a displaced headquarters goes to a friendly settlement that can take it";
    /// No pontoon.
    NoPontoon, "10.3.a", "the corps has no pontoon left, or the place does not allow one";
    /// Nothing to take up.
    NothingToTakeUp, "10.3.b", "no pontoon bridge lies there";
    /// Not the unit that suffers.
    NotALoser, "7.5.2.4", "the hit has to fall on another unit";
    /// Losses of the set-up.
    NotASetupLoss, "11.2.b", "the point cannot be taken from this unit, or not in this order";
    /// May not retreat.
    MayNotWithdraw, "7.5.2.3", "the unit does not retreat of its own will here, or not in this order";
    /// No retreat there.
    NotARetreatHex, "7.5.2.6", "the retreat does not lead there";
    /// The unit is not to be displaced.
    NotInExcess, "5.3.3", "the unit is not displaced, or not into this hex";
    /// Elimination.
    NeedNotBeRemoved, "5.3.1.g", "no unit is eliminated while one can be displaced";
    /// Assignment.
    MayNotAssign, "5.5.2.a", "the unit cannot be assigned to this formation now, or not in this order";
    /// Replacements.
    MayNotReplace, "8.3.a", "the unit cannot receive the point: organized, in command, supplied, reduced, and of the right type";
    /// Reorganization.
    MayNotCannibalize, "8.3.2.b", "the unit cannot be broken up, or not in this order";
    /// Reinforcements.
    MayNotEnter, "8.4.1", "the counter does not enter there now";
    /// Emergency supply.
    NoEmergency, "8.1.a", "only an unsupplied headquarters on its front side spends Emergency Supply";
    /// Luck token.
    NoToken, "5.2", "only the holder of the luck token rolls a die again, and at once";
    /// The bonus.
    NotRewarded, "7.5.3.1", "only units of the winner that fought and are in command use the bonus";
    /// Free set-up.
    MayNotPlace, "11", "counters are placed in order, each in its zone, where it has room and leaves room for those that follow";
}

impl AcrossTheBug {
    /// Names the rule against an action that is not in the legal list.
    pub(super) fn explain(&self, action: Action) -> AcrossTheBugDenial {
        use AcrossTheBugDenial as D;
        let Some(&frame) = self.frames.as_slice().last() else { return D::GameOver };
        if let Some(unknown) = self.unknown_name(action) {
            return unknown;
        }
        match (self.turn(), action) {
            (Turn::Chance, Action::Roll(_)) if !self.draws_chits() => return D::NoSuchFace,
            (Turn::Chance, Action::Draw(_)) if self.draws_chits() => return D::NoSuchChit,
            (Turn::Chance, _) => return D::DiceDecide,
            (_, Action::Roll(_) | Action::Draw(_)) => return D::PlayerDecides,
            (_, Action::Reroll) => return D::NoToken,
            _ => {}
        }
        let Turn::Player(side) = self.turn() else { return D::GameOver };
        match frame {
            Frame::SetUp(_) if matches!(action, Action::Place { .. }) => D::MayNotPlace,
            Frame::StartLosses(..) if matches!(action, Action::Lose(_)) => D::NotASetupLoss,
            Frame::StartDefences(..) if matches!(action, Action::Improve(_)) => D::MayNotImprove,
            Frame::Recovery(..) if matches!(action, Action::Emergency(_)) => D::NoEmergency,
            Frame::Assignment(..) if matches!(action, Action::Assign { .. } | Action::Done) => D::MayNotAssign,
            Frame::Replacements(..) | Frame::Rebuilding(..) if matches!(action, Action::Replace(_)) => D::MayNotReplace,
            Frame::Reorganization(_) if matches!(action, Action::Cannibalize(_)) => D::MayNotCannibalize,
            Frame::Reinforcement(..) if matches!(action, Action::Enter { .. } | Action::Delay(_)) => D::MayNotEnter,
            Frame::TakeUp if matches!(action, Action::TakeUp { .. }) => D::NothingToTakeUp,
            Frame::Surprise if matches!(action, Action::Activate(_)) => D::NoSurprise,
            Frame::Choice(..) => match action {
                Action::Activate(formation) => self.explain_activate(side, formation),
                Action::Transfer => D::MayNotTransfer,
                Action::Done => D::MustDecide,
                _ => D::WrongStep,
            },
            Frame::Activation(_) => self.explain_action(side, action),
            Frame::Gathering | Frame::Target | Frame::March => self.explain_stack(action),
            Frame::Window(_) if matches!(action, Action::React(_)) => D::MayNotReact,
            Frame::Relocation(_) if matches!(action, Action::Displace { .. }) => D::NoRelocation,
            Frame::Displacement(_) | Frame::ExcessHeadquarters(_) if matches!(action, Action::Displace { .. }) => D::NoDisplacement,
            Frame::Excess(..) => match action {
                Action::Displace { .. } => D::NotInExcess,
                Action::Remove(_) => D::NeedNotBeRemoved,
                _ => D::WrongStep,
            },
            Frame::Battle(Stage::Volunteers) if matches!(action, Action::Withdraw(_)) => D::MayNotWithdraw,
            Frame::Battle(_) if matches!(action, Action::Lose(_)) => D::NotALoser,
            Frame::Retreat(..) if matches!(action, Action::RetreatTo(_) | Action::Done) => D::NotARetreatHex,
            Frame::Bonus if matches!(action, Action::Select(_) | Action::Recover(_) | Action::Improve(_)) => D::NotRewarded,
            _ => D::WrongStep,
        }
    }

    fn draws_chits(&self) -> bool {
        matches!(self.frames.top(), Some(Frame::Battle(Stage::AttackerChit | Stage::DefenderChit)))
    }

    /// A counter, formation or hex that the scenario does not have.
    fn unknown_name(&self, action: Action) -> Option<AcrossTheBugDenial> {
        use AcrossTheBugDenial as D;
        let from = match action {
            Action::TakeUp { from, .. } | Action::Pontoon { from, .. } => Some(from),
            _ => None,
        };
        let known = |unit: UnitId| usize::from(unit.0) < super::ids::UNIT_CAPACITY && self.data.roster.all.contains(unit);
        let exists = |formation: FormationId| usize::from(formation.0) < self.data.formations.len();
        let on_grid = |hex: Hex| hex.index() < self.data.map.grid.len();
        if !action.unit().is_none_or(known) {
            return Some(D::NoSuchUnit);
        }
        if !action.formation().is_none_or(exists) {
            return Some(D::NoSuchFormation);
        }
        (!action.hex().into_iter().chain(from).all(on_grid)).then_some(D::NoSuchHex)
    }

    fn explain_activate(&self, side: Side, formation: FormationId) -> AcrossTheBugDenial {
        use AcrossTheBugDenial as D;
        if self.data.roster.side_of(formation) == side { D::NoLevel } else { D::NotYourUnit }
    }

    /// Why a formation does not take this action.
    fn explain_action(&self, side: Side, action: Action) -> AcrossTheBugDenial {
        use AcrossTheBugDenial as D;
        let formation = self.activation().formation;
        if let Some(unit) = action.unit() {
            let hq = self.data.roster.hqs.contains(unit);
            if unit.side() != side {
                return D::NotYourUnit;
            }
            if !hq && self.board.formation(unit) != formation || hq && self.data.roster.own_formation(unit) != formation {
                return D::OtherFormation;
            }
            if self.board.hex(unit).is_none() {
                return D::NotOnMap;
            }
        }
        match action {
            Action::Select(unit) | Action::Recover(unit) if self.data.roster.hqs.contains(unit) => D::Headquarters,
            Action::Select(unit) if self.board.is_disorganized(unit) => D::Disorganized,
            Action::Select(_) => D::TooDear,
            Action::Recover(unit) if !self.board.is_disorganized(unit) => D::NotDisorganized,
            Action::Recover(unit) if !self.is_in_command(unit) => D::OutOfCommand,
            Action::Recover(_) => D::TooDear,
            Action::Improve(_) => D::MayNotImprove,
            Action::Relocate(unit) if !self.data.roster.hqs.contains(unit) => D::NoRelocation,
            Action::Relocate(_) if self.activation().points < self.data.formation(formation).relocation => D::TooDear,
            Action::Relocate(_) => D::NoRelocation,
            Action::Pontoon { .. } if self.activation().points < self.data.tables.costs.pontoon => D::TooDear,
            Action::Pontoon { .. } => D::NoPontoon,
            Action::MoveTo(_) | Action::Attack { .. } => D::NoStack,
            _ => D::WrongStep,
        }
    }

    /// Why a stack does not do this.
    fn explain_stack(&self, action: Action) -> AcrossTheBugDenial {
        use AcrossTheBugDenial as D;
        let march = &self.march;
        let gathers = matches!(self.frames.top(), Some(Frame::Gathering));
        let isolated = gathers && march.command == Command::Isolated;
        match action {
            Action::Join(_) if gathers => D::MayNotJoin,
            Action::MoveTo(_) | Action::Boat(_) | Action::Infiltrate(_) | Action::Exit | Action::Attack { .. } if isolated => D::Isolated,
            Action::MoveTo(hex) => self.explain_move(march, hex),
            Action::Boat(_) => D::NoBoat,
            Action::Infiltrate(_) => D::NoInfiltration,
            Action::Exit => D::NoExit,
            Action::Attack { hex, kind } => self.explain_attack(march, hex, kind),
            Action::TryMove | Action::TryAttack if isolated => D::TooDear,
            _ => D::WrongStep,
        }
    }

    fn explain_move(&self, march: &March, hex: Hex) -> AcrossTheBugDenial {
        use AcrossTheBugDenial as D;
        let other = march.side.opponent();
        let direction = self.data.map.grid.direction(march.hex, hex);
        if !self.data.script.area.contains(hex) {
            D::OutOfArea
        } else if self.board.fights_in(self.data, other, hex) {
            D::EnemyOccupied
        } else if march.bound.is_some_and(|bound| !march.moved && !bound.contains(&hex)) {
            D::BoundByBonus
        } else if direction.is_some() && self.board.in_zoc(other, march.hex) && self.board.in_zoc(other, hex) {
            D::ZocToZoc
        } else if direction.is_some_and(|direction| self.step_costs(march, direction, hex).is_none()) {
            D::ClosedSide
        } else {
            D::TooFar
        }
    }

    fn explain_attack(&self, march: &March, hex: Hex, kind: AttackType) -> AcrossTheBugDenial {
        use AcrossTheBugDenial as D;
        let near = self.data.map.grid.direction(march.hex, hex).is_some();
        if !near || !self.board.fights_in(self.data, march.side.opponent(), hex) {
            D::NoEnemyThere
        } else if march.command != Command::InCommand && kind != AttackType::Hasty {
            D::OutOfCommand
        } else if !self.targets(march).any(|target| target == hex) {
            D::ClosedToAttack
        } else {
            D::TooDear
        }
    }
}
