//! The end of the game [PB 10.15].

use super::EastFront;
use crate::game::{Outcome, Side};

/// [PB 10.15] The winner once the last turn is over: the Axis with all objectives and no more steps lost than allowed.
pub const fn winner(objectives: usize, held: usize, steps_lost: u8, allowed: u8) -> Side {
    if held == objectives && steps_lost <= allowed { Side::Axis } else { Side::Soviet }
}

/// [PB 10.15.b] Whether the game is decided before its end: steps do not come back.
pub const fn lost_early(steps_lost: u8, allowed: u8) -> bool {
    steps_lost > allowed
}

/// How the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Level {
    /// The Axis holds the objectives at a price it can bear.
    AxisVictory = 0,
    /// The Axis does not hold them all.
    SovietVictory = 1,
    /// The Axis has lost too many steps.
    Bled = 2,
}

impl Level {
    /// The words for players.
    pub const fn name(self) -> &'static str {
        match self {
            Level::AxisVictory => "Axis victory",
            Level::SovietVictory => "Soviet victory",
            Level::Bled => "Soviet victory by Axis losses",
        }
    }
}

impl EastFront {
    /// Objectives that the Axis controls.
    pub fn objectives_held(&self) -> u8 {
        self.data.script.objectives.iter().filter(|&&hex| self.board.controller(hex) == Side::Axis).count() as u8
    }

    /// Steps a side has lost.
    pub fn steps_lost(&self, side: Side) -> u8 {
        self.steps_lost[side.index()]
    }

    /// [PB 10.15] Who would win if the game ended now.
    pub(super) fn verdict(&self) -> Level {
        let script = &self.data.script;
        let lost = self.steps_lost(Side::Axis);
        if lost_early(lost, script.axis_steps_allowed) {
            return Level::Bled;
        }
        match winner(script.objectives.len(), usize::from(self.objectives_held()), lost, script.axis_steps_allowed) {
            Side::Axis => Level::AxisVictory,
            Side::Soviet => Level::SovietVictory,
        }
    }

    pub(super) fn decide_at_the_end(&mut self) {
        self.result = Some(self.verdict());
        self.frames.clear();
    }

    /// The margin counts objectives that the Axis lacks, or steps by which it stays under, or exceeds, what it may lose.
    pub(super) fn outcome_of(&self, level: Level) -> Outcome {
        let allowed = i16::from(self.data.script.axis_steps_allowed);
        let spare = allowed - i16::from(self.steps_lost(Side::Axis));
        let missing = self.data.script.objectives.len() as i16 - i16::from(self.objectives_held());
        let (winner, margin) = match level {
            Level::AxisVictory => (Side::Axis, spare + 1),
            Level::SovietVictory => (Side::Soviet, -missing),
            Level::Bled => (Side::Soviet, spare),
        };
        Outcome { winner: Some(winner), margin, level: level.name() }
    }
}
