//! Why an action is not allowed: typed reasons with the rule that forbids it.

use super::EastFront;
use super::action::Action;
use super::data::AirBox;
use super::frame::{AirStage, Frame, OverrunStage, Phase, Stage};
use super::ids::{AirId, UnitId};
use crate::game::{Game as _, Side, Turn};
use crate::hex::Hex;
use crate::kit::denials::denials;

denials! { pub enum EastFrontDenial:
    /// The game has ended.
    GameOver, "PB 10.15", "the game is over";
    /// Dice decide now.
    DiceDecide, "BSR 2.5", "a die is to be rolled; no player decides now";
    /// A player decides now.
    PlayerDecides, "BSR 2.5", "a player decides now; no die is rolled";
    /// No such face.
    NoSuchFace, "BSR 2.51", "a die shows 1 to 10";
    /// The action belongs to another step of the sequence.
    WrongStep, "BSR 4.2", "this choice does not belong to the step of the sequence at hand";
    /// The unit belongs to the other side.
    NotYourUnit, "BSR 3.1", "the counter belongs to the side that is not deciding";
    /// The counter does not exist.
    NoSuchUnit, "BSR 2.3", "no such counter in this scenario";
    /// The hex does not exist.
    NoSuchHex, "BSR 2.1", "no such hex on this map";
    /// Not on the map.
    NotOnMap, "BSR 8.11", "the counter is neither on the map nor about to enter it";
    /// Already moved.
    AlreadyMoved, "BSR 10.52", "the unit has already moved in this phase";
    /// Wrong phase for the unit.
    NotInThisPhase, "BSR 10.11", "units of this kind do not move in this phase";
    /// Immobile.
    Immobile, "BSR 10.0", "the unit has no movement allowance";
    /// Reaction.
    MayNotReact, "BSR 14.11", "the unit may not react: motorized units within three hexes of a defending hex, outside enemy ZOC and defending hexes, Soviet ones with a command point";
    /// Paralysis.
    Paralysed, "BSR 22.25.g", "a non-operational headquarters lets no more units start to move in its range";
    /// No step possible.
    NowhereToGo, "BSR 10.4", "no neighbouring hex can be entered";
    /// Entry closed.
    EntryClosed, "BSR 8.13", "the entry hex is occupied by the enemy or in enemy ZOC";
    /// Out of reach.
    TooFar, "BSR 10.5", "not within reach of the movement points and of the zones of control on the way";
    /// Reaction next to the enemy.
    ReactsBesideEnemies, "BSR 14.13.b", "a reacting unit goes next to an enemy only where a friend stands, and one that exerts a zone of control only into a hex under attack";
    /// Enemy in the hex.
    EnemyOccupied, "BSR 10.54", "the hex is occupied by the enemy";
    /// Closed terrain.
    ClosedGround, "BSR 10.77", "no ground unit enters this hex";
    /// A hex that does not matter.
    NoWaypoint, "BSR 3.21.a", "only hexes from which an objective changes hands, and from which the unit can go on, are passed one by one";
    /// Overrun.
    MayNotOverrun, "BSR 11.42", "no overrun there: class, odds, ground, zones of control or movement points forbid it";
    /// Companion.
    MayNotJoin, "BSR 11.41", "only units that can overrun from the same hex join, in ascending order";
    /// Splitting.
    MayNotDrop, "BSR 10.53", "only a unit of the moving stack is left behind, after an overrun and in ascending order";
    /// Detach.
    MayNotDetach, "BSR 24.3", "only a German division on the map that has not moved and has a step to spare is divided, in the Movement Phase";
    /// Detach strong.
    MayNotDetachStrong, "BSR 24.32", "a strong regiment needs a loss of two attack points";
    /// Recombine.
    MayNotRecombine, "BSR 24.4", "only a division short of steps takes in a regiment of its hex, pairs in ascending order";
    /// Activation.
    MayNotActivate, "BSR 22.12.a", "only a non-motorized unit in range of an operational headquarters with a point left is activated, in ascending order";
    /// Withdrawal.
    MayNotWithdraw, "BSR 8.71", "another unit is to be withdrawn";
    /// Not overstacked.
    NotInExcess, "BSR 3.32", "the unit does not stand in the overfull hex at hand, or what is left to remove would not suffice";
    /// Storm.
    MayNotStorm, "PB 7.42", "only one engineer unit may stand above the limit, next to a fortification that it can attack";
    /// Overfull.
    StillOverfull, "BSR 3.32", "the hex is still overfull";
    /// Interdiction.
    MayNotInterdict, "BSR 13.13", "missions are opened in the order of the hexes, while air units are Ready";
    /// Empty mission.
    EmptyMission, "BSR 17.21.b", "a mission needs at least one air unit";
    /// Not ready.
    NotReady, "BSR 17.13", "only air units in Ready fly";
    /// No mission there.
    NoMissionThere, "BSR 17.24", "air units fly to declared attacks and interdiction missions, three at most, in ascending order";
    /// Barred support.
    SupportBarred, "BSR 22.25.c", "a non-operational headquarters bars close air support there; only fighters oppose";
    /// Only fighters oppose.
    OnlyFighters, "BSR 17.23", "only fighters oppose interdiction";
    /// Air combat order.
    NotContested, "BSR 17.31", "there is no air combat to resolve over that hex";
    /// Roles.
    NoSuchRole, "BSR 17.31.b.2", "only the fighter at hand declares its role";
    /// Pairing.
    BadPair, "BSR 17.33.a", "every enemy shooter is engaged first, then surplus shooters pick their targets";
    /// Second shot.
    BadSecondTarget, "BSR 17.33.e", "the shooter with the advantage picks an enemy that is still there";
    /// No enemy.
    NoEnemyThere, "BSR 12.11", "there is no enemy in the hex that units of yours may attack";
    /// Order of declarations.
    OutOfOrder, "BSR 12.0", "attacks are declared in the order of their hexes, each hex once";
    /// Duty.
    DutyUnmet, "BSR 12.7", "enemies whose zone of control reaches the attackers must be attacked as well, at 1-4 or better";
    /// Multi-hex.
    NotCombined, "BSR 12.8", "every attacker is adjacent to every hex of an attack";
    /// Guns in defence.
    MayNotBarrage, "BSR 14.21", "the artillery cannot support that defence";
    /// Orders.
    MayNotOrder, "BSR 14.34", "no headquarters with a point left has the hex in range, or a non-operational one does";
    /// Attack order.
    NotDeclared, "BSR 15.0", "there is no unresolved attack on that hex";
    /// Participants: a duty that no declared attack meets.
    BoundElsewhere, "BSR 12.7", "an enemy whose zone of control reaches the unit is not attacked, so it joins no attack";
    /// Participants.
    MayNotAttack, "BSR 15.21", "the unit may not take part in this attack";
    /// Participants: another attack needs the unit.
    NeededElsewhere, "BSR 12.36", "another declared attack needs the unit, or it falls below 1-4";
    /// Participants out of order.
    PassedOver, "BSR 15.21", "a later unit has been named already: units are named in ascending order";
    /// Engineers of an assault alone.
    StormsAlone, "PB 7.42", "engineers above the stacking limit attack beside other units only";
    /// Already attacked.
    AlreadyAttacked, "BSR 15.23", "the unit has attacked in this phase";
    /// Odds.
    OddsTooLow, "BSR 12.36", "the odds of this attack and of those to come are kept at 1-4 as long as they can be";
    /// Guns in attack.
    MayNotSupport, "BSR 15.4", "the artillery cannot support this attack";
    /// Engineers.
    MayNotBreach, "BSR 15.63", "engineers have nothing to offset here";
    /// Losses.
    NotALoser, "BSR 16.21", "another unit has to lose the step, or the steps left would not suffice";
    /// Retreat hex.
    NotARetreatHex, "BSR 16.4", "the retreat cannot end there";
    /// Giving up artillery.
    MayNotAbandon, "BSR 16.46", "only artillery that must pass enemy ZOC is given up";
    /// Advance.
    CannotAdvance, "BSR 16.5", "only victorious attackers advance, into the emptied hex, within stacking and in ascending order";
    /// Must advance.
    MustAdvance, "PB 7.42", "the engineers of the assault advance first";
    /// Modes.
    CannotConvert, "BSR 23.43.b", "only super-heavy artillery changes its mode, to fire only if it has not moved, where the limit has room for it, in ascending order";
}

impl EastFront {
    /// The reason why an action that is not in the legal list is not allowed.
    pub(super) fn explain(&self, action: Action) -> EastFrontDenial {
        use EastFrontDenial as D;
        let Some(frame) = self.frames.top() else {
            return D::GameOver;
        };
        match (self.turn(), action) {
            (Turn::Over, _) => return D::GameOver,
            (Turn::Chance, Action::Roll(_)) => return D::NoSuchFace,
            (Turn::Chance, _) => return D::DiceDecide,
            (Turn::Player(_), Action::Roll(_)) => return D::PlayerDecides,
            (Turn::Player(_), _) => {}
        }
        if let Some(reason) = self.misnomer(action) {
            return reason;
        }
        match (frame, action) {
            (Frame::Withdrawal(_), Action::Withdraw(_) | Action::WithdrawAir(_)) => D::MayNotWithdraw,
            (Frame::Interdiction, Action::Interdict(_)) => D::MayNotInterdict,
            (Frame::Load(_), Action::Done) => D::EmptyMission,
            (Frame::Load(_) | Frame::Flight(_), Action::Fly { air, hex }) => self.explain_flight(air, hex),
            (Frame::AirOrder(_), Action::Reveal(_)) => D::NotContested,
            (Frame::Air(stage), _) => explain_air(stage, action),
            (Frame::Activation(_), Action::Activate { .. }) => D::MayNotActivate,
            (Frame::Movement(side), Action::Select(unit)) => self.explain_select(side, unit),
            (Frame::Movement(_), Action::Detach(_)) => D::MayNotDetach,
            (Frame::Movement(_), Action::DetachStrong(_)) => D::MayNotDetachStrong,
            (Frame::March, _) => self.explain_march(action),
            (Frame::Overrun(stage), _) => explain_overrun(stage, action),
            (Frame::Recombination(..), Action::Recombine { .. }) => D::MayNotRecombine,
            (Frame::Excess(..), Action::Remove(_)) => D::NotInExcess,
            (Frame::Excess(..), Action::Storm(_)) => D::MayNotStorm,
            (Frame::Excess(..), Action::Done) => D::StillOverfull,
            (Frame::Declaration(side), Action::Attack(hex)) => self.explain_attack(side, hex),
            (Frame::Declaration(_), Action::Also(_)) => D::NotCombined,
            (Frame::Declaration(_), Action::Done) => D::DutyUnmet,
            (Frame::Barrage(..), Action::Barrage { .. }) => D::MayNotBarrage,
            (Frame::Orders(..) | Frame::Battle(Stage::Order), Action::Give(_)) => D::MayNotOrder,
            (Frame::Combat(_), Action::Resolve(_)) => D::NotDeclared,
            (Frame::Battle(stage), _) => self.explain_battle(stage, action),
            (Frame::Modes(_), Action::Flip(_)) => D::CannotConvert,
            _ => D::WrongStep,
        }
    }

    /// A counter or hex that does not exist.
    fn misnomer(&self, action: Action) -> Option<EastFrontDenial> {
        let roster = &self.data.roster;
        let also = match action {
            Action::Activate { hq, .. } => Some(hq),
            Action::Recombine { regiment, .. } => Some(regiment),
            _ => None,
        };
        let target = match action {
            Action::Pair { target, .. } => Some(target),
            _ => None,
        };
        let from = match action {
            Action::Overrun { from, .. } => Some(from),
            _ => None,
        };
        let known = |unit: UnitId| roster.all.contains(unit);
        let flies = |air: AirId| air.0 < 64 && roster.air.contains(air);
        let on_grid = |hex: Hex| hex.index() < self.data.map.grid.len();
        if !action.unit().into_iter().chain(also).all(known) || !action.air().into_iter().chain(target).all(flies) {
            return Some(EastFrontDenial::NoSuchUnit);
        }
        (!action.hex().into_iter().chain(from).all(on_grid)).then_some(EastFrontDenial::NoSuchHex)
    }

    fn explain_flight(&self, air: AirId, hex: Hex) -> EastFrontDenial {
        use EastFrontDenial as D;
        if self.turn() != Turn::Player(air.side()) {
            D::NotYourUnit
        } else if self.air.box_of(air) != Some(AirBox::Ready) {
            D::NotReady
        } else if self.current_phase() != Phase::Interdiction && self.bars_support(air.side(), hex) && self.attacks.of(hex).is_some() {
            D::SupportBarred
        } else if self.current_phase() == Phase::Interdiction && air.side() == Side::Soviet && self.air.mission_at(hex).is_some() {
            D::OnlyFighters
        } else {
            D::NoMissionThere
        }
    }

    fn explain_select(&self, side: Side, unit: UnitId) -> EastFrontDenial {
        use EastFrontDenial as D;
        let waits = self.arrived.contains(unit);
        if unit.side() != side {
            D::NotYourUnit
        } else if self.board.hex(unit).is_none() && !waits {
            D::NotOnMap
        } else if self.moved.contains(unit) {
            D::AlreadyMoved
        } else if self.candidates(side) & unit.bit() == 0 {
            D::NotInThisPhase
        } else if self.board.values(self.data, unit).ma == 0 {
            D::Immobile
        } else {
            match self.board.hex(unit) {
                None => D::EntryClosed,
                Some(hex) if !self.is_held(unit, hex) => D::NowhereToGo,
                Some(_) if matches!(self.current_phase(), Phase::AxisReaction | Phase::SovietReaction) => D::MayNotReact,
                Some(_) => D::Paralysed,
            }
        }
    }

    fn explain_march(&self, action: Action) -> EastFrontDenial {
        use EastFrontDenial as D;
        match action {
            Action::MoveTo(hex) if self.board.holds(hex, self.march.side.opponent()) => D::EnemyOccupied,
            Action::MoveTo(hex) if !self.data.map.open.contains(hex) => D::ClosedGround,
            Action::MoveTo(hex) if self.is_barred_from_reacting(&self.march, hex) => D::ReactsBesideEnemies,
            Action::MoveTo(_) => D::TooFar,
            Action::Via(_) => D::NoWaypoint,
            Action::Overrun { .. } => D::MayNotOverrun,
            Action::Join(_) => D::MayNotJoin,
            Action::Drop(_) => D::MayNotDrop,
            _ => D::WrongStep,
        }
    }

    fn explain_attack(&self, side: Side, hex: Hex) -> EastFrontDenial {
        use EastFrontDenial as D;
        if self.attackers_of(side, &[hex]) == 0 {
            D::NoEnemyThere
        } else if self.attacks.targets().contains(&hex)
            || self.attacks.declared().len().checked_sub(1).is_some_and(|last| hex <= self.attacks.first(last))
        {
            D::OutOfOrder
        } else {
            D::DutyUnmet
        }
    }

    fn explain_battle(&self, stage: Stage, action: Action) -> EastFrontDenial {
        use EastFrontDenial as D;
        match (stage, action) {
            (Stage::Participants, Action::Commit(unit)) if self.attacked.contains(unit) => D::AlreadyAttacked,
            (Stage::Participants, Action::Commit(unit)) if unit.side() != self.battle.attacker => D::NotYourUnit,
            (Stage::Participants, Action::Commit(unit)) if self.is_bound_elsewhere(unit) => D::BoundElsewhere,
            (Stage::Participants, Action::Commit(unit)) if self.needed_at(unit).is_some() => D::NeededElsewhere,
            (Stage::Participants, Action::Commit(unit)) if self.is_passed_over(unit) => D::PassedOver,
            (Stage::Participants, Action::Commit(unit)) if self.may_still_join(unit) => D::OddsTooLow,
            (Stage::Participants, Action::Commit(_)) => D::MayNotAttack,
            (Stage::Participants, Action::Engage) if self.battle.attackers != 0 && !self.have_company(self.battle.attackers) => {
                D::StormsAlone
            }
            (Stage::Participants, Action::Engage) | (Stage::Support, Action::Done) => D::OddsTooLow,
            (Stage::Support, Action::Support(_)) => D::MayNotSupport,
            (Stage::Breach, Action::Breach) => D::MayNotBreach,
            (Stage::Loss | Stage::Harassment, Action::Lose(_)) => D::NotALoser,
            (Stage::Retreat, Action::RetreatTo(_)) => D::NotARetreatHex,
            (Stage::Retreat, Action::Abandon(_)) => D::MayNotAbandon,
            (Stage::Advance, Action::Advance { .. }) => D::CannotAdvance,
            (Stage::Advance, Action::Done) => D::MustAdvance,
            _ => D::WrongStep,
        }
    }
}

fn explain_air(stage: AirStage, action: Action) -> EastFrontDenial {
    use EastFrontDenial as D;
    match (stage, action) {
        (AirStage::Roles, Action::Escort(_) | Action::Bomb(_)) => D::NoSuchRole,
        (AirStage::Pairing, Action::Pair { .. }) => D::BadPair,
        (AirStage::Advantage, Action::Pair { .. }) => D::BadSecondTarget,
        _ => D::WrongStep,
    }
}

fn explain_overrun(stage: OverrunStage, action: Action) -> EastFrontDenial {
    use EastFrontDenial as D;
    match (stage, action) {
        (OverrunStage::DefenderLoss | OverrunStage::AttackerLoss, Action::Lose(_)) => D::NotALoser,
        (OverrunStage::Retreat, Action::RetreatTo(_)) => D::NotARetreatHex,
        _ => D::WrongStep,
    }
}
