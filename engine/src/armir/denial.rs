//! Why an action is not allowed: typed reasons with the rule that forbids it.

use super::action::Action;
use super::data::edge;
use super::frame::{Frame, MarchStage, Stage};
use super::ids::{Place, UnitId};
use super::{Armir, Class};
use crate::game::{Game as _, Side, Turn};
use crate::hex::Hex;
use crate::kit::denials::denials;

denials! { pub enum ArmirDenial:
    /// The game has ended.
    GameOver, "17", "the game is over";
    /// Dice decide now.
    DiceDecide, "3", "a die is to be rolled; no player decides now";
    /// A player decides now.
    PlayerDecides, "3", "a player decides now; no die is rolled";
    /// The action belongs to another step of the sequence.
    WrongStep, "3", "this choice does not belong to the step of the sequence at hand";
    /// The unit belongs to the other side.
    NotYourUnit, "5", "the counter belongs to the side that is not deciding";
    /// The counter does not exist.
    NoSuchUnit, "2", "no such counter in this scenario";
    /// Not on the map.
    NotOnMap, "2", "the counter is not on the map";
    /// Already moved.
    AlreadyMoved, "5", "the counter has already moved in this phase";
    /// Not motorised.
    NotMobile, "5.2", "only motorised and tracked combat units move in a motorised movement phase";
    /// First movement phase of the game.
    OnlyPanzer27, "18.4", "on turn 1 the Axis moves one counter of 27th Panzer only";
    /// The front is held.
    FrontHeld, "5.5", "Italian units in strongpoints stay on turns 1 and 2 until the Soviets have entered a strongpoint of their corps";
    /// Alpine HQ.
    AlpineHqStays, "5.5.1", "the Alpine Corps HQ leaves Rossosh only when a Soviet unit is within two hexes";
    /// 3rd Gebirgs.
    GebirgsAssembling, "15.2", "the 3rd Gebirgs-Division may not leave Millerovo before it has all its steps";
    /// No step possible.
    NowhereToGo, "5", "no neighbouring hex can be entered";
    /// Out of reach.
    TooFar, "5.a", "not within reach of the movement points left and of the zones of control on the way";
    /// Enemy in the hex.
    EnemyOccupied, "5", "the hex is occupied by the enemy";
    /// Rail A-B.
    ClosedRailway, "5.1.2", "Soviet units may not enter the railway between the sources A and B";
    /// Bokovskaya.
    BokovskayaClosed, "16.1.4.a", "Axis units may not enter Bokovskaya";
    /// Don into ZOC.
    DonIntoZoc, "14.2.1", "Axis units cross the Don only into a hex that is not in a Soviet zone of control";
    /// Leash of the Alpine Corps.
    AlpineLeash, "5.5.1.a", "units of the Alpine Corps may not leave the radius of their HQ";
    /// Leash of the XXIV Panzer Corps.
    PanzerLeash, "15.1.2", "units of the XXIV Panzer Corps may not leave the radius of their HQ";
    /// Northern leash of the HQ.
    NorthernLeash, "15.1.1", "the XXIV Panzer Corps HQ stays within three hexes of the north edge";
    /// Two armies in a hex.
    ArmiesMix, "6.3", "Soviet units of different armies may not share a hex";
    /// No fuel.
    NoFuel, "5.4", "without supply points Italian motorised units move one hex only";
    /// Must enter from the Chir.
    MustEnter, "16.1.4", "units in the Bokovskaya box must enter the map first";
    /// Not an overrunning stack.
    NotAnOverrunStack, "13", "only mobile combat units with at least one tracked unit overrun";
    /// Strongpoint hexside.
    OverrunAcrossStrongpoint, "13.c", "overruns may not cross strongpoint hexsides";
    /// Held by another zone.
    HeldByZoc, "13.d", "the stack is held by the zone of control of other enemy units";
    /// Not enough points for the overrun.
    OverrunTooDear, "13.1", "not enough movement points for the overrun";
    /// Companion not here.
    NotInGroupHex, "13", "only mobile combat units of the same hex that can pay for the overrun join, in ascending order";
    /// Group.
    GroupMayNotSplit, "13.3", "only units of the group may be left behind, and the rest must be able to go on";
    /// Exit.
    NoExit, "16.3.1", "only Soviet combat units that can reach an exit hex and pay one more step leave for the airfields";
    /// Not adjacent.
    NotAdjacent, "12", "the unit is not adjacent to the target hex";
    /// No enemy.
    NoEnemyThere, "12", "there is no enemy in the hex";
    /// Across the Don.
    AttackAcrossDon, "14.2.1", "the Axis may not attack across the Don";
    /// Attacked already.
    AlreadyAttacked, "12", "the unit has already attacked in this phase";
    /// HQs and guns.
    NotACombatUnit, "12.a", "only combat units attack";
    /// Two armies attack.
    ArmiesAttackSeparately, "12.e", "Soviet units of different armies do not attack together";
    /// Order of choice.
    OutOfOrder, "12", "lists are built in ascending order of the counters";
    /// No attackers.
    NobodyAttacks, "12.1", "no unit has been committed";
    /// Support value.
    NoSupportValue, "10.1.2", "the counter has no support value on the side that is up";
    /// Disorganised gun.
    Disorganised, "11.2.a", "disorganised guns neither bombard nor support";
    /// Gun used.
    GunFired, "10.1", "the gun has already been used in this half of the turn";
    /// Gun that retreated into the attacked hex.
    GunHelpless, "12.3.3", "the gun retreated into the attacked hex in this phase and takes no part in its defence";
    /// Range.
    OutOfRange, "10.1", "the target is out of range";
    /// Formation.
    WrongFormation, "10.1.2.b", "the gun supports only units of its own division, or of its corps and the army";
    /// Points.
    NoSupplyPoints, "10.1.4", "no supply points are left for artillery";
    /// Bombardment value.
    NoBombardmentValue, "10.1.1", "the counter has no bombardment value on the side that is up";
    /// Supply.
    OutOfSupplyGuns, "8.3.1", "guns and HQs out of supply cannot bombard";
    /// Pool.
    NoArtilleryPoints, "10.2", "the army has not that many artillery points left";
    /// Air reach.
    AirRange, "9.1.2", "the Soviet air unit strikes only within the radius of a Soviet HQ";
    /// No air unit.
    NoAirUnit, "9.1", "the side has no unused air unit this turn";
    /// Twice.
    AlreadyBombarded, "11.b", "the hex has already been bombarded in this phase";
    /// Spread of losses.
    SpreadLosses, "12.2.1", "another unit in the combat has lost fewer steps";
    /// Not in the combat.
    NotInCombat, "12.2", "the unit takes no part in the combat";
    /// Retreat hex.
    NotARetreatHex, "12.3.1", "a retreat goes one hex into a hex without enemies";
    /// Advance.
    CannotAdvance, "12.4", "only attackers of this combat advance, within stacking, leashes and in ascending order";
    /// Not overstacked.
    NotInExcess, "6.2", "the counter does not stand in the overstacked hex at hand";
    /// Placement.
    BadPlacement, "18", "the counter may not be placed there, or its turn has not come";
    /// Chir placement.
    NotForTheChir, "16.1", "only combat units of the 3rd Guards Army go to the Chir track, and not those that the front needs";
    /// Objectives.
    TooFewObjectives, "17.1", "at least two objectives must be chosen";
    /// Flip.
    CannotFlip, "5.3", "only HQs and guns of the deciding side are turned over, once each and in ascending order";
    /// Replacement.
    CannotReplace, "15.3", "one German combat unit in supply that lacks a step may be given one";
    /// Julia.
    CannotRelieve, "15.1.3", "once the XXIV HQ is on the map both Vicenza regiments relieve both Julia regiments, each in a strongpoint in or next to its hex";
    /// Half an exchange.
    RelieveBoth, "15.1.3.a", "one Julia regiment has been relieved, so the other must be relieved too";
    /// Complementi.
    CannotComplement, "15.4", "the Complementi restore a step of another Italian infantry unit in their hex";
    /// Return.
    CannotReturn, "17.1.3", "an eliminated Soviet HQ returns to a hex east of the Don that is free for it";
    /// Air supply.
    CannotSupply, "9.2", "air supply goes to hexes with unsupplied units of the right nationality, in ascending order";
    /// Attrition.
    NotStarving, "8.6", "attrition falls on a unit of the hex at hand, where some are unsupplied";
    /// Chir losses.
    NotOnChir, "16.1.2", "losses on the Chir fall on units of the track";
}

impl Armir {
    /// The reason why an action that is not in the legal list is not allowed.
    pub(super) fn explain(&self, action: Action) -> ArmirDenial {
        use ArmirDenial as D;
        let Some(frame) = self.frames.top() else {
            return D::GameOver;
        };
        match (self.turn(), action) {
            (Turn::Over, _) => return D::GameOver,
            (Turn::Chance, Action::Roll(_)) => return D::WrongStep,
            (Turn::Chance, _) => return D::DiceDecide,
            (Turn::Player(_), Action::Roll(_)) => return D::PlayerDecides,
            (Turn::Player(_), _) => {}
        }
        if let Some(unit) = action.unit()
            && !self.data.all.contains(unit)
        {
            return D::NoSuchUnit;
        }
        if let Some(hex) = action.hex()
            && hex.index() >= self.data.map.grid.len()
        {
            return D::TooFar;
        }
        match (frame, action) {
            (Frame::AxisSetUp | Frame::SovietSetUp, Action::Place { .. }) => D::BadPlacement,
            (Frame::SovietSetUp, Action::PlaceOnChir(_)) => D::NotForTheChir,
            (Frame::Objectives, Action::Choose(_)) => D::TooFewObjectives,
            (Frame::Faces(..), Action::Flip(_)) => D::CannotFlip,
            (Frame::Replacement, Action::Replace(_)) => D::CannotReplace,
            (Frame::Relief, Action::Relieve { .. }) => D::CannotRelieve,
            (Frame::Relief, Action::Done) => D::RelieveBoth,
            (Frame::Complement, Action::Complement(_)) => D::CannotComplement,
            (Frame::HqReturn, Action::Return { .. }) => D::CannotReturn,
            (Frame::Movement(side), Action::Select(unit)) => self.explain_select(side, unit),
            (Frame::Movement(_), Action::Done) => D::MustEnter,
            (Frame::March, _) => self.explain_march(action),
            (Frame::Excess(..), Action::Remove(_)) => D::NotInExcess,
            (Frame::Bombardment(side), Action::AirStrike(hex)) => self.explain_air(side, hex),
            (Frame::Bombardment(side), Action::Barrage { gun, target }) => self.explain_barrage(side, gun, target),
            (Frame::Bombardment(side), Action::Salvo { hq, points, target }) => self.explain_salvo(side, hq, points, target),
            (Frame::BombardmentLoss(_), Action::Lose(_)) => D::NotInCombat,
            (Frame::ChirLoss(_), Action::Lose(_)) => D::NotOnChir,
            (Frame::AirfieldLoss, Action::Lose(_)) => D::SpreadLosses,
            (Frame::Combat(side), Action::Attack(hex)) => self.explain_attack(side, hex),
            (Frame::Battle(stage), _) => self.explain_battle(stage, action),
            (Frame::GermanAirSupply(..) | Frame::ItalianAirSupply, Action::Supply(_)) => D::CannotSupply,
            (Frame::Attrition(..), Action::Lose(_)) => D::NotStarving,
            _ => D::WrongStep,
        }
    }

    fn explain_select(&self, side: Side, unit: UnitId) -> ArmirDenial {
        use ArmirDenial as D;
        if unit.side() != side {
            return D::NotYourUnit;
        }
        if self.board.hex(unit).is_none() && self.board.place(unit) != Place::BOKOVSKAYA_BOX {
            return D::NotOnMap;
        }
        if self.moved.contains(unit) {
            return D::AlreadyMoved;
        }
        if self.current_phase().motorised() {
            if !self.data.mobile.contains(unit) {
                return D::NotMobile;
            }
            if self.is_single_counter_move() {
                return D::OnlyPanzer27;
            }
        }
        if side == Side::Axis
            && let Some(denial) = self.bound_by(unit)
        {
            return denial;
        }
        D::NowhereToGo
    }

    fn explain_march(&self, action: Action) -> ArmirDenial {
        use ArmirDenial as D;
        let march = &self.march;
        match action {
            Action::MoveTo(hex) | Action::Via(hex) if march.stage != MarchStage::MustEnter => self.explain_step(hex),
            Action::Overrun { from, target } => self.explain_overrun(from, target),
            Action::Join(_) => D::NotInGroupHex,
            Action::Drop { .. } => D::GroupMayNotSplit,
            Action::Exit(_) => D::NoExit,
            _ => D::WrongStep,
        }
    }

    /// Why the group at hand may not go to a hex.
    fn explain_step(&self, hex: Hex) -> ArmirDenial {
        use ArmirDenial as D;
        let (march, map) = (&self.march, &self.data.map);
        if self.board.holds(hex, march.side.opponent()) {
            return D::EnemyOccupied;
        }
        if march.side == Side::Soviet {
            if map.closed_rail.contains(hex) {
                return D::ClosedRailway;
            }
            if !self.may_end(march, hex) {
                return D::ArmiesMix;
            }
            return D::TooFar;
        }
        if hex == map.bokovskaya {
            return D::BokovskayaClosed;
        }
        let terms = self.terms(march);
        let Some(from) = march.place.hex() else {
            return D::TooFar;
        };
        if let Some(denial) = self.leash_problem(march, from, hex) {
            return denial;
        }
        if let Some(direction) = map.grid.direction(from, hex)
            && self.is_barred(march.side, terms.leash, from, direction, hex)
        {
            return D::DonIntoZoc;
        }
        if terms.one_hex { D::NoFuel } else { D::TooFar }
    }

    fn explain_overrun(&self, from: Hex, target: Hex) -> ArmirDenial {
        use ArmirDenial as D;
        let (march, map) = (&self.march, &self.data.map);
        let mobile = march.group & !self.data.mobile.of(march.side) == 0;
        if !mobile || march.group & self.data.tracked.of(march.side) == 0 {
            return D::NotAnOverrunStack;
        }
        if from.index() >= map.grid.len() {
            return D::TooFar;
        }
        let Some(direction) = map.grid.direction(from, target) else {
            return D::NotAdjacent;
        };
        if !self.board.holds(target, march.side.opponent()) {
            return D::NoEnemyThere;
        }
        let flags = map.edge(from, direction);
        if flags & edge::FORTIFIED != 0 || self.data.options.strongpoint_hex_bars_overrun && map.fortified.contains(target) {
            return D::OverrunAcrossStrongpoint;
        }
        match march.side {
            Side::Soviet if map.closed_rail.contains(target) => return D::ClosedRailway,
            Side::Axis if flags & edge::DON != 0 => return D::AttackAcrossDon,
            Side::Axis if target == map.bokovskaya => return D::BokovskayaClosed,
            Side::Axis => {
                if let Some(denial) = self.leash_problem(march, from, target) {
                    return denial;
                }
            }
            Side::Soviet => {}
        }
        let entered = march.place != Place::on(from);
        let terms = self.terms(march);
        if terms.one_hex && (entered || march.entered > 0) {
            return D::NoFuel;
        }
        if entered && !self.may_end(march, from) {
            return D::ArmiesMix;
        }
        if entered && self.is_held_by_another(&terms, from, target) { D::HeldByZoc } else { D::OverrunTooDear }
    }

    fn explain_bombardment(&self, side: Side, target: Hex) -> Option<ArmirDenial> {
        if !self.board.holds(target, side.opponent()) {
            Some(ArmirDenial::NoEnemyThere)
        } else if self.board.stack(target).all(|unit| self.bombarded.contains(unit)) {
            Some(ArmirDenial::AlreadyBombarded)
        } else {
            None
        }
    }

    fn explain_air(&self, side: Side, target: Hex) -> ArmirDenial {
        if self.tracks.air != Some(side) {
            return ArmirDenial::NoAirUnit;
        }
        self.explain_bombardment(side, target).unwrap_or(ArmirDenial::AirRange)
    }

    fn explain_barrage(&self, side: Side, gun: UnitId, target: Hex) -> ArmirDenial {
        if side != Side::Axis || gun.side() != side {
            return ArmirDenial::NotYourUnit;
        }
        if self.board.hex(gun).is_none() {
            return ArmirDenial::NotOnMap;
        }
        self.gun_problem(gun).or_else(|| self.explain_bombardment(side, target)).unwrap_or(ArmirDenial::OutOfRange)
    }

    fn explain_salvo(&self, side: Side, hq: UnitId, points: u8, target: Hex) -> ArmirDenial {
        let Some(army) = self.data.stats(hq).formation.army() else {
            return ArmirDenial::NotYourUnit;
        };
        if side != Side::Soviet || self.data.stats(hq).class != Class::Hq {
            return ArmirDenial::NotYourUnit;
        }
        if let Some(denial) = self.army_guns_problem(hq) {
            return denial;
        }
        if points == 0 || points > self.most_points(army) {
            return ArmirDenial::NoArtilleryPoints;
        }
        self.explain_bombardment(side, target).unwrap_or(ArmirDenial::OutOfRange)
    }

    fn explain_attack(&self, side: Side, target: Hex) -> ArmirDenial {
        use ArmirDenial as D;
        let map = &self.data.map;
        if !self.board.holds(target, side.opponent()) {
            return D::NoEnemyThere;
        }
        let beside = || map.grid.neighbours(target).filter(|&(_, near)| self.board.holds(near, side));
        if beside().next().is_none() {
            return D::NotAdjacent;
        }
        if side == Side::Axis && beside().all(|(direction, _)| map.edge(target, direction) & edge::DON != 0) {
            return D::AttackAcrossDon;
        }
        let combat = |unit: &UnitId| self.data.combat.contains(*unit);
        if beside().any(|(_, near)| self.board.stack(near).any(|unit| combat(&unit))) { D::AlreadyAttacked } else { D::NotACombatUnit }
    }

    fn explain_battle(&self, stage: Stage, action: Action) -> ArmirDenial {
        use ArmirDenial as D;
        match (stage, action) {
            (Stage::Attackers, Action::Engage) => D::NobodyAttacks,
            (Stage::Attackers, Action::Commit(unit)) => self.explain_commit(unit),
            (Stage::Support, Action::Support(gun)) => {
                if gun.side() != Side::Axis || !self.data.artillery.contains(gun) {
                    D::NoSupportValue
                } else {
                    self.support_problem(gun).unwrap_or(D::OutOfOrder)
                }
            }
            (Stage::FirstAttackerLoss | Stage::AttackerLoss | Stage::FirstDefenderLoss | Stage::DefenderLoss, Action::Lose(unit)) => {
                let attacker = matches!(stage, Stage::FirstAttackerLoss | Stage::AttackerLoss);
                let side = if attacker { self.battle.attacker } else { self.battle.attacker.opponent() };
                let here = if attacker {
                    self.battle.attackers & unit.bit() != 0
                } else {
                    self.board.hex(unit) == Some(self.battle.target) && !self.retreated.contains(unit)
                };
                if unit.side() != side || !here || self.board.hex(unit).is_none() { D::NotInCombat } else { D::SpreadLosses }
            }
            (Stage::RetreatHex, Action::RetreatTo(hex)) => {
                let side = self.battle.attacker.opponent();
                match self.data.map.grid.direction(self.battle.target, hex) {
                    Some(direction) => self.retreat_problem(side, self.battle.target, direction, hex).unwrap_or(D::NotARetreatHex),
                    None => D::NotARetreatHex,
                }
            }
            (Stage::Advance, Action::Advance(_)) => D::CannotAdvance,
            _ => D::WrongStep,
        }
    }

    fn explain_commit(&self, unit: UnitId) -> ArmirDenial {
        use ArmirDenial as D;
        let battle = &self.battle;
        if unit.side() != battle.attacker {
            return D::NotYourUnit;
        }
        if !self.data.combat.contains(unit) {
            return D::NotACombatUnit;
        }
        let Some(hex) = self.board.hex(unit) else {
            return D::NotOnMap;
        };
        let Some(direction) = self.data.map.grid.direction(battle.target, hex) else {
            return D::NotAdjacent;
        };
        if battle.attacker == Side::Axis && self.data.map.edge(battle.target, direction) & edge::DON != 0 {
            return D::AttackAcrossDon;
        }
        if self.attacked.contains(unit) {
            return D::AlreadyAttacked;
        }
        let army = super::units(battle.attacker, battle.attackers).next().map(|first| self.data.stats(first).formation);
        if battle.attacker == Side::Soviet && army.is_some_and(|army| army != self.data.stats(unit).formation) {
            return D::ArmiesAttackSeparately;
        }
        D::OutOfOrder
    }
}
