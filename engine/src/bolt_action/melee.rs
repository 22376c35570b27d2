//! [CQ.4][CQ.5][CQ.6][CQV] Close quarters.

use super::BoltAction;
use super::action::Action;
use super::frame::{ConsolidationDie, Frame, Melee as Procedures, MeleeStage as Stage};
use super::ids::UnitId;
use super::pool::Rolled;
use super::resolution::chance::Chance;
use super::resolution::close_quarters::{self, Blows, RoundResult, StruckVehicle, VehicleBlow};
use super::resolution::damage::{self, DamageTarget};
use super::resolution::morale;
use super::terms::{Armour, Class, Pace};
use crate::kit::counters::Counter as _;
use crate::kit::procedures::{Procedure, Progress, Sequence};

/// Close quarters in progress, from the moment when they are declared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Melee {
    pub(super) attacker: UnitId,
    pub(super) target: UnitId,
    /// The target shoots first.
    pub(super) fires_back: bool,
    /// When the target strikes (decision D27).
    pub(super) blows: Blows,
    /// Dice that are still to be rolled.
    dice: u8,
    /// Men lost in this round by attacker and defender; the second counts the hits on a vehicle.
    pub(super) lost: [u8; 2],
}

impl Melee {
    pub(super) const NONE: Melee =
        Melee { attacker: UnitId::NOBODY, target: UnitId::NOBODY, fires_back: false, blows: Blows::InTurn, dice: 0, lost: [0; 2] };

    /// [CQ.1] An assault is declared.
    pub(super) fn declared(attacker: UnitId, target: UnitId) -> Self {
        Melee { attacker, target, ..Melee::NONE }
    }

    /// Whether an assault has been declared.
    pub(super) fn is_on(self) -> bool {
        self.attacker != UnitId::NOBODY
    }
}

impl Procedure<BoltAction> for Procedures {
    const QUIET: bool = false;

    fn question(self, _: &BoltAction) -> String {
        stavka_words::translate(match self.stage {
            Stage::Attack => "the dice of those who assault",
            Stage::Defence => "the dice of those who are assaulted",
            Stage::VehicleHits => "the dice to hit the vehicle",
            Stage::VehicleDamage => "the die against the vehicle",
            Stage::Begin | Stage::Round | Stage::VehicleEnd => "",
        })
        .into()
    }

    fn carry_on(self, game: &mut BoltAction) -> Progress {
        match self.stage {
            Stage::Begin => game.begin_melee(),
            Stage::Round => game.end_round(),
            Stage::VehicleEnd => game.end_vehicle_assault(),
            Stage::VehicleDamage => return Progress::Waits,
            Stage::Attack | Stage::Defence | Stage::VehicleHits => {
                let first_two = {
                    let mut results = game.melee_results(self.stage);
                    (results.next(), results.next())
                };
                let (Some(number), None) = first_two else { return Progress::Waits };
                game.strike_down(self.stage, number);
            }
        }
        Progress::Moves
    }

    fn draw(self, game: &BoltAction, out: &mut Vec<Action>) {
        match self.stage {
            Stage::VehicleDamage => out.extend((1..=6).map(Action::Roll)),
            stage => out.extend(game.melee_results(stage).map(Action::Score)),
        }
    }

    fn carry_out(self, game: &mut BoltAction, action: Action) {
        match action {
            Action::Score(number) => game.strike_down(self.stage, number),
            Action::Roll(die) => game.strike_vehicle(die),
            _ => unreachable!("{action:?} is no result of {:?}", self.stage),
        }
    }
}

impl Procedure<BoltAction> for ConsolidationDie {
    const QUESTION: &'static str = "the die of consolidation";
    const QUIET: bool = false;

    fn carry_out(self, game: &mut BoltAction, action: Action) {
        let Action::Roll(inches) = action else { unreachable!("{action:?} is no die") };
        game.frames.replace_top(Frame::Consolidation(self.unit, inches));
    }
}

impl BoltAction {
    fn melee_stage(&mut self, stage: Stage) {
        self.frames.replace_top(Frame::Melee(stage));
    }

    /// The assault comes to blows if the unit has come to its target.
    fn begin_melee(&mut self) {
        let Melee { attacker, target, .. } = self.melee;
        let met =
            self.goes_on(attacker) && self.board.piece(target).is_alive() && self.contact_cells(target).contains(self.board.cell(attacker));
        if !met {
            self.melee = Melee::NONE;
            self.pop();
        } else if self.data.unit(target).class == Class::Vehicle {
            self.melee.dice = self.board.piece(attacker).men;
            self.melee_stage(Stage::VehicleHits);
        } else {
            self.begin_round();
        }
    }

    fn begin_round(&mut self) {
        self.melee.lost = [0; 2];
        self.melee.dice = self.data.arms(self.melee.attacker, self.fighters().attackers).close_dice;
        self.melee_stage(Stage::Attack);
    }

    /// The men of both sides at the beginning of the round.
    fn fighters(&self) -> close_quarters::Melee {
        let Melee { attacker, target, blows, .. } = self.melee;
        close_quarters::Melee { attackers: self.board.piece(attacker).men, defenders: self.board.piece(target).men, blows }
    }

    /// Dice of those who strike at men.
    fn strokes(&self, struck: UnitId, dice: u8) -> Rolled {
        let chance = damage::damage_chance(&self.data.tables, DamageTarget::Men(self.data.unit(struck).quality), 0);
        Rolled { chance, dice, enough: self.board.piece(struck).men }
    }

    /// [CQ.4.c] Dice of the defenders who strike after so many have fallen; behind hard cover all strike at once (decision D27).
    fn dice_of_defence(&self, kills: u8) -> u8 {
        self.data.arms(self.melee.target, close_quarters::striking_defenders(self.fighters(), kills)).close_dice
    }

    /// The dice at hand.
    fn melee_rolled(&self, stage: Stage) -> Rolled {
        let Melee { attacker, target, dice, .. } = self.melee;
        match stage {
            Stage::Attack => self.strokes(target, dice),
            Stage::Defence => self.strokes(attacker, dice),
            _ => {
                let piece = self.board.piece(target);
                let need = close_quarters::vehicle_need(&self.data.tables, piece.order, piece.immobilised);
                Rolled { chance: need.map_or(Chance::IMPOSSIBLE, |need| Chance::at_least(need.into())), dice, enough: dice }
            }
        }
    }

    /// [`crate::Game::chance_weight`] of a result of the dice at hand. Between men it is that of a round in which somebody falls.
    pub(super) fn melee_weight(&self, stage: Stage, number: u8) -> u64 {
        let rolled = self.melee_rolled(stage);
        match stage {
            Stage::Attack => close_quarters::kills_weight(rolled, self.strokes(self.melee.attacker, self.dice_of_defence(0)), number),
            Stage::Defence => close_quarters::losses_weight(rolled, self.melee.lost[1], number),
            _ => rolled.weight(number),
        }
    }

    /// Results of the dice at hand that can come about.
    fn melee_results(&self, stage: Stage) -> impl Iterator<Item = u8> + '_ {
        (0..=self.melee_rolled(stage).most()).filter(move |&number| self.melee_weight(stage, number) > 0)
    }

    /// The dice at hand strike down so many men, or hit the vehicle so often.
    fn strike_down(&mut self, stage: Stage, number: u8) {
        self.melee.dice -= self.melee_rolled(stage).batch();
        self.melee.lost[usize::from(stage != Stage::Defence)] += number;
        if self.melee.dice == 0 {
            self.next_melee_stage(stage);
        }
    }

    fn next_melee_stage(&mut self, stage: Stage) {
        let lost = self.melee.lost;
        match stage {
            Stage::Attack => {
                self.melee.dice = self.dice_of_defence(lost[1]);
                self.melee_stage(Stage::Defence);
            }
            Stage::Defence => self.melee_stage(Stage::Round),
            // [CQV.6] Without a hit there is no damage.
            _ => self.melee_stage(if lost[1] > 0 { Stage::VehicleDamage } else { Stage::VehicleEnd }),
        }
    }

    /// [CQ.4.e][CQ.5] The side that lost more is destroyed; after a draw another round is fought.
    fn end_round(&mut self) {
        let Melee { attacker, target, lost, .. } = self.melee;
        let (left, result) = close_quarters::round(self.fighters(), lost[1], lost[0]);
        self.board.piece_mut(attacker).men = left.attackers;
        self.board.piece_mut(target).men = left.defenders;
        match result {
            RoundResult::Draw => self.begin_round(),
            RoundResult::AttackerWins => self.end_melee(Some(attacker), &[target]),
            RoundResult::DefenderWins => self.end_melee(Some(target), &[attacker]),
            RoundResult::BothDestroyed => self.end_melee(None, &[attacker, target]),
        }
    }

    /// [CQ.6] The winner consolidates.
    fn end_melee(&mut self, winner: Option<UnitId>, destroyed: &[UnitId]) {
        self.melee = Melee::NONE;
        self.pop();
        self.fall(destroyed);
        if let Some(winner) = winner {
            if self.data.tables.switches.winner_loses_pins {
                self.board.piece_mut(winner).pins = 0;
            }
            self.consolidate(winner);
        }
    }

    /// A unit that can walk moves as far as a die says.
    fn consolidate(&mut self, unit: UnitId) {
        let template = self.data.unit(unit);
        let walks = template.class != Class::Vehicle && template.pace != Pace::Turn && self.may_leave(unit);
        if walks && self.board.piece(unit).is_alive() {
            self.frames.push(Frame::ConsolidationDie(unit));
        }
    }

    /// A vehicle as blows in close quarters meet it.
    pub(super) fn struck_vehicle(&self, unit: UnitId) -> StruckVehicle {
        let template = self.data.unit(unit);
        StruckVehicle { armour: template.armour.unwrap_or(Armour::SoftSkin), closed: template.is_closed() }
    }

    /// [CQV.6][CQV.7][CQV.8][CQV.9] Hits and die against the armour.
    fn strike_vehicle(&mut self, die: u8) {
        let Melee { attacker, target, lost, .. } = self.melee;
        self.melee_stage(Stage::VehicleEnd);
        let vehicle = self.struck_vehicle(target);
        match close_quarters::blow(&self.data.tables, vehicle, self.is_anti_tank(attacker), lost[1], die) {
            VehicleBlow::None => {}
            VehicleBlow::Damage(class) => self.damage_vehicle(target, class, 0),
            VehicleBlow::Destroyed => self.fall(&[target]),
        }
    }

    /// [CQV.10] Whether or not the vehicle survives, the infantry consolidates.
    fn end_vehicle_assault(&mut self) {
        let Melee { attacker, target, .. } = self.melee;
        self.melee = Melee::NONE;
        self.pop();
        let piece = self.board.piece(target);
        if piece.is_alive() && morale::breaks(&self.data.tables, self.data.unit(target).quality, piece.pins) {
            self.fall(&[target]);
        }
        self.consolidate(attacker);
    }
}
