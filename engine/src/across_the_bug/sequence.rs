//! The procedures in progress, and the battle luck token over all of them.
//!
//! The bottom of the stack is the turn: set-up, then in turns the Administrative phase, the Operations phase and the end of the
//! turn. Each procedure stands in the file of the rules that it carries out.

use stavka_words::tr;

use super::AcrossTheBug;
use super::action::{Action, FACES};
use super::frame::{Frame, Luck, Stage};
use crate::game::{Side, Turn};
use crate::kit::procedures::{Frames, Procedure, Sequence};

impl Sequence for AcrossTheBug {
    type Frame = Frame;
    const DONE: Action = Action::Done;
    const FACES: u8 = FACES;
    const ROLL: fn(u8) -> Action = Action::Roll;

    #[inline]
    fn frames(&self) -> &Frames<Frame> {
        &self.frames
    }

    #[inline]
    fn frames_mut(&mut self) -> &mut Frames<Frame> {
        &mut self.frames
    }

    #[inline]
    fn is_decided(&self) -> bool {
        self.result.is_some()
    }
}

impl AcrossTheBug {
    /// [5.2] Whose die is to be rolled, if one is. Chits are no dice.
    pub(super) fn roller(&self) -> Option<Side> {
        let of = |unit: Option<super::ids::UnitId>| unit.map(super::ids::UnitId::side);
        match self.frames.top()? {
            Frame::InterdictionDie => Some(Side::Axis),
            Frame::AttritionDie(side, _) => Some(side),
            Frame::InitiativeDie(german) => Some(if german == 0 { Side::Axis } else { Side::Soviet }),
            Frame::PointsDie(formation, _) | Frame::ReactionDie(formation, _) => Some(self.data.roster.side_of(formation)),
            Frame::IsolationDie(_) | Frame::InfiltrationDie(..) => Some(self.march.side),
            Frame::SwampDie(from) => of(self.next_in_swamp(from)),
            Frame::RecoveryDie(unit) | Frame::BogDie(unit) => Some(unit.side()),
            Frame::OverstackDie(hex, _) => self.board.occupant(hex),
            Frame::Battle(Stage::Die) => Some(self.battle.attacker),
            Frame::Battle(Stage::CheckDie) => of(self.next_checked()),
            _ => None,
        }
    }
}

impl Procedure<AcrossTheBug> for Luck {
    fn question(self, game: &AcrossTheBug) -> String {
        let below = game.frames.as_slice().iter().rev().nth(1);
        let asked = below.map_or(String::new(), |frame| frame.question(game));
        tr!("{asked}, the die shows {die}: hand over the luck token and roll again?", asked, die = self.die)
    }

    const QUIET: bool = false;

    fn decider(self, _: &AcrossTheBug) -> Turn {
        Turn::Player(self.side)
    }

    fn list(self, _: &AcrossTheBug, out: &mut Vec<Action>) {
        out.extend([Action::Done, Action::Reroll]);
    }

    /// [5.2][A34] A die that is kept counts; one that is rolled again counts as it falls, since the token is gone.
    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        game.pop();
        if action == Action::Reroll {
            game.luck = self.side.opponent();
        } else if let Some(frame) = game.top() {
            frame.carry_out(game, Action::Roll(self.die));
        }
    }
}
