//! What the dice outside of combats come to, by the functions that the procedures themselves call.

use super::AcrossTheBug;
use super::action::FACES;
use super::checks::{Failure, Occasion};
use super::frame::{AttritionDie, Frame, IsolationDie, OverstackDie, Stage};
use super::ids::{FormationId, UnitId};
use crate::game::Side;

/// What a die of a procedure comes to. A check says what its failure does, and nothing of it if it is passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DieReport {
    /// [6.3.1] Action Points that a formation gets for its activation or reaction.
    Points(FormationId, u8),
    /// [6.4.2] Whether a formation reacts.
    Reaction(FormationId, bool),
    /// [8.1.2] Level of interdiction.
    Interdiction(u8),
    /// [6.1] The German die of the initiative; that of the Soviets is still to come.
    FirstOfTwo,
    /// [6.1] Who has the initiative.
    Initiative(Side),
    /// [8.1.5] Strength points that attrition costs a unit.
    Attrition(UnitId, u8),
    /// [5.6] A unit that is checked, and what a failure does to it.
    Check(UnitId, Occasion, Option<Failure>),
}

impl DieReport {
    /// What a face with this report is worth to the side that rolls: more is better among the faces of one die.
    fn gain(self, face: u8) -> u8 {
        match self {
            DieReport::Points(_, points) => points,
            DieReport::Interdiction(level) => level,
            DieReport::FirstOfTwo => face,
            // The second die is the Soviets'.
            DieReport::Initiative(winner) => u8::from(winner == Side::Soviet),
            DieReport::Reaction(_, reacts) => u8::from(reacts),
            DieReport::Attrition(_, points) => u8::MAX - points,
            DieReport::Check(_, _, failure) => u8::from(failure.is_none()),
        }
    }
}

impl AcrossTheBug {
    /// What a face of the die that is due comes to; nothing where a combat is decided, or no die is due.
    pub fn die_report(&self, die: u8) -> Option<DieReport> {
        self.report_of(self.frames.top()?, die)
    }

    /// The same of the die that waits for the luck token, [`Self::die_at_hand`].
    pub fn waiting_die_report(&self) -> Option<DieReport> {
        let (frame, die) = self.kept_die()?;
        self.report_of(frame, die)
    }

    /// [5.2] Whether no other face gives the side that rolled more than the die that waits for the luck token: another roll cannot help.
    /// False for the die of a combat, which has no report.
    pub fn waiting_die_is_best(&self) -> bool {
        let Some((frame, die)) = self.kept_die() else { return false };
        let gain = |face| self.report_of(frame, face).map(|report| report.gain(face));
        gain(die).is_some_and(|best| (1..=FACES).all(|face| gain(face) <= Some(best)))
    }

    /// [5.2] The die that waits for the holder of the luck token.
    pub fn die_at_hand(&self) -> Option<u8> {
        self.kept_die().map(|(_, die)| die)
    }

    /// [5.2] Whether the die that waits decides much: a combat, Action Points, a reaction, the initiative.
    pub fn die_matters(&self) -> bool {
        let Some((frame, _)) = self.kept_die() else { return false };
        matches!(frame, Frame::Battle(Stage::Die) | Frame::PointsDie(..) | Frame::ReactionDie(..) | Frame::InitiativeDie(_))
    }

    /// [6.4.2][10.2.a] The highest die at which a reaction of a formation succeeds; 0 where none does.
    pub fn reaction_limit(&self, formation: FormationId) -> u8 {
        (1..=FACES).filter(|&die| self.reacts(formation, die)).count() as u8
    }

    /// The die that waits for the luck token, and what it is for.
    pub(super) fn kept_die(&self) -> Option<(Frame, u8)> {
        match self.frames.as_slice() {
            [.., below, Frame::Luck(_, die)] => Some((*below, *die)),
            _ => None,
        }
    }

    fn report_of(&self, frame: Frame, die: u8) -> Option<DieReport> {
        let check = |unit: UnitId, occasion: Occasion| DieReport::Check(unit, occasion, self.failure_of(unit, occasion, die));
        Some(match frame {
            Frame::PointsDie(formation, reaction) => DieReport::Points(formation, self.points_on(formation, reaction, die)),
            Frame::ReactionDie(formation, _) => DieReport::Reaction(formation, self.reacts(formation, die)),
            Frame::InterdictionDie => DieReport::Interdiction(self.interdiction_on(die)),
            Frame::InitiativeDie(0) => DieReport::FirstOfTwo,
            Frame::InitiativeDie(german) => DieReport::Initiative(self.initiative_on(german, die)),
            Frame::AttritionDie(side, from) => {
                let unit = AttritionDie { side, from }.unit(self)?;
                DieReport::Attrition(unit, self.attrition_on(unit, die))
            }
            Frame::IsolationDie(from) => check(IsolationDie { from }.unit(self)?, Occasion::Isolated),
            Frame::SwampDie(from) => check(self.next_in_swamp(from)?, Occasion::Swamp),
            Frame::BogDie(unit) => check(unit, Occasion::Swamp),
            Frame::InfiltrationDie(from, _) => check(self.next_of_march(from)?, Occasion::Infiltration),
            Frame::RecoveryDie(unit) => check(unit, Occasion::Recovery),
            Frame::OverstackDie(hex, from) => check(OverstackDie { hex, from }.unit(self)?, Occasion::Overstacking),
            Frame::Battle(Stage::CheckDie) => check(self.next_checked()?, Occasion::RedResult(self.battle.suffers)),
            _ => return None,
        })
    }
}
