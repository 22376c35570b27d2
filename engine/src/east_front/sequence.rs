//! The sequence of play [4.2], and the stack of procedures in progress.
//!
//! A phase opens by pushing the frames of its procedures, the first on top. [`Sequence::settle`] carries the top frame
//! on until a player or a die has something to decide; a finished procedure pops its frame, an interrupt pushes one.
//! Each procedure stands in the file of the rules that it carries out; here are those that open and close a phase.

use super::EastFront;
use super::action::{Action, FACES};
use super::data::AirBox;
use super::frame::{ClosePhase, Frame, OpenPhase, Phase};
use super::ids::{UnitId, UnitSet};
use crate::game::Side;
use crate::kit::procedures::{Frames, Procedure, Progress, Sequence};

impl Sequence for EastFront {
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

impl Procedure<EastFront> for OpenPhase {
    fn carry_on(self, game: &mut EastFront) -> Progress {
        use Side::{Axis, Soviet};
        game.frames.replace_top(Frame::ClosePhase);
        match game.current_phase() {
            Phase::Weather => game.open_weather(),
            Phase::Arrivals => game.open_arrivals(),
            Phase::Readiness => game.open_readiness(),
            Phase::Interdiction => game.frames.push_all(&[
                Frame::Interdiction,
                Frame::Flight(Soviet),
                Frame::AirOrder(Axis),
                Frame::AntiAirDie,
                Frame::CloseInterdiction,
            ]),
            Phase::AxisMovement => {
                game.open_segment(Axis);
                game.frames.push_all(&[Frame::Movement(Axis), Frame::Recombination(Axis, 0, 0), Frame::Excess(Axis, 0)]);
            }
            Phase::AxisMotorized => {
                game.frames.push_all(&[Frame::Movement(Axis), Frame::Recombination(Axis, 0, 0), Frame::Excess(Axis, 0)]);
            }
            Phase::AxisDeclaration => {
                game.note_hauled();
                game.open_declaration(Axis);
            }
            Phase::SovietDeclaration => game.open_declaration(Soviet),
            Phase::SovietReaction => game.open_reaction(Soviet),
            Phase::AxisReaction => game.open_reaction(Axis),
            Phase::AxisCombat => game.open_combat(Axis),
            Phase::SovietCombat => game.open_combat(Soviet),
            Phase::AxisEngineer => game.open_axis_engineers(),
            Phase::SovietEngineer => game.work_of_engineers(Soviet),
            Phase::SovietMotorized => {
                game.open_segment(Soviet);
                game.frames.push_all(&[Frame::Activation(0), Frame::Movement(Soviet), Frame::Excess(Soviet, 0)]);
            }
            Phase::SovietMovement => game.frames.push_all(&[Frame::Movement(Soviet), Frame::Excess(Soviet, 0)]),
            Phase::Surrender => game.frames.push(Frame::SurrenderDie(0)),
            Phase::Interphase => game.open_interphase(),
        }
        game.moved = UnitSet::EMPTY;
        game.command.open_phase();
        Progress::Moves
    }
}

impl Procedure<EastFront> for ClosePhase {
    /// Moves on to the next phase, the next turn or the end of the game.
    fn carry_on(self, game: &mut EastFront) -> Progress {
        game.frames.replace_top(Frame::OpenPhase);
        if usize::from(game.phase) + 1 < Phase::ALL.len() {
            game.phase += 1;
        } else if usize::from(game.turn) < game.data.script.turns.len() {
            game.turn += 1;
            game.phase = 0;
        } else {
            // A finished game stays in its last phase, so that it can still be asked for it.
            game.decide_at_the_end();
        }
        Progress::Moves
    }
}

impl EastFront {
    /// The phase in progress.
    pub fn current_phase(&self) -> Phase {
        Phase::ALL[usize::from(self.phase)]
    }

    /// The box an air unit is in, if it is in one.
    pub fn air_box(&self, air: super::ids::AirId) -> Option<AirBox> {
        self.air.box_of(air)
    }

    /// The slot after that of a counter.
    pub(super) fn slot_after(unit: UnitId) -> u8 {
        unit.slot() as u8 + 1
    }
}
