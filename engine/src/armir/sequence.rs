//! The sequence of play [3], and the stack of procedures in progress.
//!
//! A phase opens by pushing the frames of its procedures, the first on top. [`Sequence::settle`] carries
//! the top frame on until a player or a die has something to decide; a finished procedure pops its
//! frame, an interrupt pushes one. What a procedure does stands in the file of its chapter.

use super::Armir;
use super::action::{Action, ObjectiveSet};
use super::data::SetUp;
use super::frame::{ClosePhase, Frame, Objectives, OpenPhase, Phase, TakeInitiative};
use super::ids::UnitSet;
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::{Frames, Procedure, Progress, Sequence};

/// [3.B1] The Axis has the initiative.
const AXIS_FIRST: [Phase; 12] = [
    Phase::Initiative,
    Phase::AxisReinforcement,
    Phase::AxisMovement,
    Phase::Bombardment,
    Phase::AxisCombat,
    Phase::SovietMovement,
    Phase::AxisMotorised,
    Phase::Bombardment,
    Phase::SovietCombat,
    Phase::SovietMotorised,
    Phase::Supply,
    Phase::Attrition,
];

/// [3.B2] The Soviets have the initiative.
const SOVIET_FIRST: [Phase; 12] = [
    Phase::Initiative,
    Phase::AxisReinforcement,
    Phase::SovietMovement,
    Phase::AxisMotorised,
    Phase::Bombardment,
    Phase::SovietCombat,
    Phase::SovietMotorised,
    Phase::AxisMovement,
    Phase::Bombardment,
    Phase::AxisCombat,
    Phase::Supply,
    Phase::Attrition,
];

/// Number of phases in a turn.
pub(super) const PHASES: u8 = AXIS_FIRST.len() as u8;

/// [18.4] The first turn begins with the seventh phase.
pub(super) const FIRST_TURN_OPENS_AT: u8 = 6;

/// The phase at an index of the turn's sequence.
pub(super) fn phase_of(initiative: Side, index: u8) -> Phase {
    match initiative {
        Side::Axis => AXIS_FIRST[usize::from(index)],
        Side::Soviet => SOVIET_FIRST[usize::from(index)],
    }
}

impl Armir {
    /// [18] The set-up, then turn 1.
    pub(super) fn open_set_up(&mut self) {
        self.phase = FIRST_TURN_OPENS_AT;
        match self.data.set_up {
            SetUp::Fixed(..) => {
                self.place_fixed();
                self.frames.push_all(&[Frame::Objectives, Frame::OpenPhase]);
            }
            SetUp::Free => {
                self.open_free_set_up();
                self.frames.push_all(&[
                    Frame::AxisSetUp,
                    Frame::Faces(Side::Axis, 0),
                    Frame::Faces(Side::Soviet, 0),
                    Frame::SovietSetUp,
                    Frame::Objectives,
                    Frame::OpenPhase,
                ]);
            }
        }
    }
}

impl Procedure<Armir> for OpenPhase {
    fn carry_on(self, game: &mut Armir) -> Progress {
        game.frames.replace_top(Frame::ClosePhase);
        let axis_first = game.initiative == Side::Axis;
        match game.current_phase() {
            Phase::Initiative => {
                game.frames.push_all(&[Frame::TakeInitiative, Frame::ArtilleryPoints, Frame::AirDie, Frame::AircraftDie]);
            }
            Phase::AxisReinforcement => game.frames.push_all(&[
                Frame::Drain,
                Frame::GarrisonDie,
                Frame::Arrivals,
                Frame::Replacement,
                Frame::Relief,
                Frame::Complement,
                Frame::HqReturn,
            ]),
            Phase::AxisMovement => {
                game.frames.push_all(&[Frame::Faces(Side::Axis, 0), Frame::Movement(Side::Axis), Frame::Excess(Side::Axis, None)])
            }
            Phase::AxisMotorised => game.frames.push_all(&[Frame::Movement(Side::Axis), Frame::Excess(Side::Axis, None)]),
            Phase::SovietMovement | Phase::SovietMotorised => {
                game.frames.push_all(&[Frame::Movement(Side::Soviet), Frame::Excess(Side::Soviet, None)]);
            }
            Phase::Bombardment => {
                game.fired = UnitSet::EMPTY;
                let (first, second) = if axis_first { (Side::Axis, Side::Soviet) } else { (Side::Soviet, Side::Axis) };
                game.frames.push_all(&[Frame::Bombardment(first), Frame::Bombardment(second)]);
            }
            Phase::AxisCombat => game.frames.push_all(&[Frame::Combat(Side::Axis), Frame::CloseCombat]),
            Phase::SovietCombat => {
                game.frames.push_all(&[Frame::ChirDie, Frame::AirfieldDie, Frame::Combat(Side::Soviet), Frame::CloseCombat])
            }
            Phase::Supply => {
                let german = game.data.tables.air_supply.german_hexes;
                game.frames.push_all(&[
                    Frame::JudgeSupply,
                    Frame::GermanAirSupply(german, Hex(0)),
                    Frame::ItalianAirSupply,
                    Frame::RaidDie(0),
                    Frame::MarkSupply,
                ]);
            }
            Phase::Attrition => game.frames.push_all(&[Frame::Attrition(Side::Axis, 0), Frame::Attrition(Side::Soviet, 0)]),
        }
        game.moved = UnitSet::EMPTY;
        game.attacked = UnitSet::EMPTY;
        game.bombarded = UnitSet::EMPTY;
        game.driven_back = UnitSet::EMPTY;
        game.tracks.fuel_paid = false;
        Progress::Moves
    }
}

impl Procedure<Armir> for ClosePhase {
    /// [3.C] Moves on to the next phase, the next turn or the end of the game.
    fn carry_on(self, game: &mut Armir) -> Progress {
        game.frames.replace_top(Frame::OpenPhase);
        game.phase += 1;
        if game.phase == PHASES && game.turn == game.data.turns {
            // A finished game stays in its last phase, so that it can still be asked for it.
            game.phase = PHASES - 1;
            game.finish(game.final_level());
        } else if game.phase == PHASES {
            game.turn += 1;
            game.phase = 0;
            game.initiative = Side::Axis;
        }
        Progress::Moves
    }
}

impl Procedure<Armir> for Objectives {
    const DECIDER: Turn = Turn::Player(Side::Soviet);
    const QUESTION: &'static str = "choose the secret objectives";

    fn list(self, game: &Armir, out: &mut Vec<Action>) {
        out.extend(ObjectiveSet::choices(game.data.tables.objectives.least).map(Action::Choose));
    }

    fn carry_out(self, game: &mut Armir, action: Action) {
        let Action::Choose(objectives) = action else { return game.end(action) };
        game.pop();
        game.tracks.objectives = objectives;
    }
}

impl Procedure<Armir> for TakeInitiative {
    const DECIDER: Turn = Turn::Player(Side::Soviet);
    const QUESTION: &'static str = "take the initiative for one momentum point?";

    fn is_due(self, game: &Armir) -> bool {
        game.tracks.momentum >= game.data.tables.momentum.initiative
    }

    fn list(self, _: &Armir, out: &mut Vec<Action>) {
        out.extend([Action::TakeInitiative, Action::Done]);
    }

    /// [4][4.a] Pays for the initiative; the Soviet HQs may then be turned [5.3.3].
    fn carry_out(self, game: &mut Armir, action: Action) {
        let Action::TakeInitiative = action else { return game.end(action) };
        game.frames.replace_top(Frame::Faces(Side::Soviet, 0));
        game.change_momentum(-i16::from(game.data.tables.momentum.initiative));
        game.initiative = Side::Soviet;
    }
}

impl Sequence for Armir {
    type Frame = Frame;
    const DONE: Action = Action::Done;
    const FACES: u8 = 6;
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
