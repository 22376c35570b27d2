//! The Administrative phase [8]: its order, recovery, interdiction.

use super::AcrossTheBug;
use super::action::Action;
use super::cycle::Cycle;
use super::frame::{Administration, Frame, InterdictionDie, Recovery, UnitRecovery};
use super::ids::{FormationId, units};
use super::upkeep;
use crate::game::{Side, Turn};
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

impl Procedure<AcrossTheBug> for Administration {
    /// [4.1][8] The segments in order; then the Operations phase.
    fn carry_on(self, game: &mut AcrossTheBug) -> Progress {
        use Side::{Axis, Soviet};
        game.frames.replace_top(Frame::Administration(self.step + 1));
        let row = game.data.tables.replacements(game.turn);
        match self.step {
            0 => {
                game.cycle = Cycle::START;
                game.frames.push(Frame::Recovery(Axis, 0));
            }
            1 => game.frames.push(Frame::InterdictionDie),
            2 => game.frames.push(Frame::Recovery(Soviet, 0)),
            3 => game.frames.push(Frame::UnitRecovery),
            4 => game.frames.push_all(&[Frame::AttritionDie(Axis, 0), Frame::AttritionDie(Soviet, 0)]),
            5 => game.open_assignment(Soviet),
            6 => game.open_assignment(Axis),
            7 => {
                if let Some(row) = row {
                    game.frames.push(Frame::Replacements(row.infantry, row.afv, 0));
                }
            }
            8 => {
                if row.is_some_and(|row| row.soviet_reorganization) {
                    game.frames.push(Frame::Reorganization(0));
                }
            }
            9 => game.frames.push(Frame::Reinforcement(Soviet, 0)),
            10 => game.frames.push_all(&[Frame::Reinforcement(Axis, 0), Frame::TakeUp]),
            _ => game.frames.replace_top(Frame::Operations),
        }
        Progress::Moves
    }
}

impl AcrossTheBug {
    /// [8.1.1][8.1.3] Levels that a formation in supply gains.
    fn recovery_value(&self, formation: FormationId) -> u8 {
        let value = self.data.formation(formation).recovery;
        match self.data.roster.side_of(formation) {
            Side::Axis => value,
            Side::Soviet => self.data.tables.soviet_recovery.levels(value, self.interdiction).unwrap_or(0),
        }
    }

    fn recover(&mut self, formation: FormationId, value: u8) {
        let most = self.data.formation(formation).max_level;
        self.board.set_level(formation, upkeep::recovered(self.board.level(formation), most, value));
    }
}

impl Recovery {
    /// The first formation at or after the one at hand whose headquarters is on the map.
    fn formation(self, game: &AcrossTheBug) -> Option<FormationId> {
        let mut formations = game.data.roster.formations[self.side.index()].iter();
        formations.find(|formation| formation.0 >= self.from && game.board.hex(game.data.roster.hq(*formation)).is_some())
    }
}

impl Procedure<AcrossTheBug> for Recovery {
    const QUESTION: &'static str = "does the headquarters spend its Emergency Supply?";

    fn decider(self, _: &AcrossTheBug) -> Turn {
        Turn::Player(self.side)
    }

    fn carry_on(self, game: &mut AcrossTheBug) -> Progress {
        let Some(formation) = self.formation(game) else { return game.pop() };
        let hq = game.data.roster.hq(formation);
        let supplied = game.is_supplied(formation);
        if !supplied && !game.board.has_spent_supply(hq) {
            return Progress::Waits;
        }
        if supplied {
            // [8.1.d][A28] It is restored, and recovers in full.
            game.board.turn(game.data, hq, false);
            game.recover(formation, game.recovery_value(formation));
        }
        game.frames.replace_top(Frame::Recovery(self.side, formation.0 + 1));
        Progress::Moves
    }

    fn list(self, game: &AcrossTheBug, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(self.formation(game).map(|formation| Action::Emergency(game.data.roster.hq(formation))));
    }

    /// [8.1.a][5.7.2] An unsupplied headquarters on its front side may recover a level less.
    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        let Some(formation) = self.formation(game) else { return };
        if let Action::Emergency(hq) = action {
            game.board.turn(game.data, hq, true);
            let value = upkeep::emergency_value(&game.data.tables.recovery, game.recovery_value(formation));
            game.recover(formation, value);
        }
        game.frames.replace_top(Frame::Recovery(self.side, formation.0 + 1));
    }
}

impl Procedure<AcrossTheBug> for InterdictionDie {
    const QUESTION: &'static str = "level of interdiction";

    /// [8.1.2] The level of this turn.
    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        let Action::Roll(die) = action else { return game.end(action) };
        game.interdiction = game.interdiction_on(die);
        game.pop();
    }
}

impl AcrossTheBug {
    /// [8.1.2] The level of interdiction on a die.
    pub(super) fn interdiction_on(&self, die: u8) -> u8 {
        self.data.tables.interdiction.levels[usize::from(die.clamp(1, 10)) - 1]
    }
}

impl Procedure<AcrossTheBug> for UnitRecovery {
    /// [8.1.4] Units in command recover, those of both sides at once.
    fn carry_on(self, game: &mut AcrossTheBug) -> Progress {
        let mut recovering = [0u128; 2];
        for side in Side::ALL {
            let weak = game.board.turned(side) & game.board.on_map(side) & game.data.roster.combat.of(side);
            for formation in game.data.roster.formations[side.index()].iter() {
                let members = weak & game.board.members(game.data, formation);
                recovering[side.index()] |= game.in_command(formation, members);
            }
        }
        for side in Side::ALL {
            for unit in units(side, recovering[side.index()]) {
                game.board.turn(game.data, unit, false);
            }
        }
        game.pop()
    }
}
