//! Before the first turn [11]: losses that the other side takes, improved defences, interdiction.

use super::AcrossTheBug;
use super::action::Action;
use super::cycle::Surprise;
use super::data::{Interdiction, Loss};
use super::frame::{Frame, Start, StartDefences, StartLosses};
use super::ids::{UnitId, from_slot, units};
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

impl Procedure<AcrossTheBug> for Start {
    fn carry_on(self, game: &mut AcrossTheBug) -> Progress {
        game.frames.replace_top(Frame::Start(self.step + 1));
        let start = &game.data.script.start;
        let losses = game.data.script.losses.len() as u8;
        match self.step {
            step if step < losses => game.frames.push(Frame::StartLosses(step, false, 0)),
            step if step == losses => game.frames.push(Frame::StartDefences(start.improved_stacks, 0)),
            step if step == losses + 1 => match start.interdiction {
                Interdiction::Fixed(level) => game.interdiction = level,
                Interdiction::Rolled => game.frames.push(Frame::InterdictionDie),
            },
            _ => {
                game.frames.replace_top(Frame::Operations);
                if let Some(surprise) = &game.data.script.surprise {
                    game.surprise = Surprise::of(surprise.activations);
                    game.frames.push(Frame::Surprise);
                }
            }
        }
        Progress::Moves
    }
}

impl StartLosses {
    fn loss(self, game: &AcrossTheBug) -> Loss {
        game.data.script.losses[usize::from(self.entry)]
    }

    /// Strength points that a hex has lost so far.
    fn lost_in(game: &AcrossTheBug, hex: Hex) -> u8 {
        game.board.combat_units(game.data, hex).map(|unit| game.data.roster.stats(unit).strength - game.board.points(unit)).sum()
    }

    /// Strength points of one kind that the formation has lost so far.
    fn lost(self, game: &AcrossTheBug, afv: bool) -> u8 {
        let lost = |unit: UnitId| game.data.roster.stats(unit).strength - game.board.points(unit);
        units(self.side(game), self.of_kind(game, afv)).map(lost).sum()
    }

    fn side(self, game: &AcrossTheBug) -> Side {
        game.data.roster.side_of(self.loss(game).formation)
    }

    /// Units of one kind that the formation has on the map. AT units are no infantry here [B20].
    fn of_kind(self, game: &AcrossTheBug, afv: bool) -> u128 {
        let roster = &game.data.roster;
        let formation = self.loss(game).formation;
        let side = roster.side_of(formation);
        let kind = if afv { roster.afv.of(side) } else { !roster.afv.of(side) & !roster.guns.of(side) };
        game.board.members(game.data, formation) & game.board.on_map(side) & kind
    }

    /// Points that are still to be taken, by kind: infantry, AFV.
    fn owed(self, game: &AcrossTheBug) -> [u8; 2] {
        let loss = self.loss(game);
        [loss.infantry.saturating_sub(self.lost(game, false)), loss.afv.saturating_sub(self.lost(game, true))]
    }

    /// Whether all that is owed can be taken: infantry from a slot on, AFVs from a slot on, from no stack more than its limit, and
    /// the last point from no unit.
    fn is_feasible(self, game: &AcrossTheBug, owed: [u8; 2], from: [u8; 2]) -> bool {
        let per_stack = self.loss(game).per_stack;
        let side = self.side(game);
        let mut room = [0u16; 3];
        let all = self.of_kind(game, false) | self.of_kind(game, true);
        let mut hexes: super::ids::HexSet = units(side, all).filter_map(|unit| game.board.hex(unit)).collect();
        while let Some(hex) = hexes.first() {
            hexes.remove(hex);
            let here = game.board.combat_bits(game.data, hex);
            let spare = |afv: bool| -> u16 {
                let these = here & self.of_kind(game, afv) & from_slot(from[usize::from(afv)]);
                units(side, these).map(|unit| u16::from(game.board.points(unit)) - 1).sum()
            };
            let left = u16::from(per_stack.saturating_sub(Self::lost_in(game, hex)));
            let (infantry, afv) = (spare(false), spare(true));
            room[0] += infantry.min(left);
            room[1] += afv.min(left);
            room[2] += (infantry + afv).min(left);
        }
        let [infantry, afv] = owed.map(u16::from);
        room[0] >= infantry && room[1] >= afv && room[2] >= infantry + afv
    }

    /// Units of which the next point may be taken.
    fn candidates(self, game: &AcrossTheBug) -> impl Iterator<Item = UnitId> + '_ {
        let owed = self.owed(game);
        let loss = self.loss(game);
        let side = self.side(game);
        let due = owed[usize::from(self.afv)] > 0;
        units(side, if due { self.of_kind(game, self.afv) & from_slot(self.from) } else { 0 }).filter(move |&unit| {
            let Some(hex) = game.board.hex(unit) else { return false };
            if game.board.points(unit) < 2 || Self::lost_in(game, hex) >= loss.per_stack {
                return false;
            }
            let mut after = game.clone();
            after.board.set_points(unit, game.board.points(unit) - 1);
            let from = if self.afv { [u8::MAX, unit.slot() as u8] } else { [unit.slot() as u8, 0] };
            self.is_feasible(&after, self.owed(&after), from)
        })
    }
}

impl Procedure<AcrossTheBug> for StartLosses {
    const QUESTION: &'static str = "which unit loses a strength point before the battle?";

    /// [11.2.b][11.2.c] The other side takes the losses: infantry first, each kind in ascending order.
    fn decider(self, game: &AcrossTheBug) -> Turn {
        Turn::Player(self.side(game).opponent())
    }

    fn carry_on(self, game: &mut AcrossTheBug) -> Progress {
        let owed = self.owed(game);
        if owed[usize::from(self.afv)] > 0 && self.candidates(game).next().is_some() {
            return Progress::Waits;
        }
        if self.afv {
            return game.pop();
        }
        game.frames.replace_top(Frame::StartLosses(self.entry, true, 0));
        Progress::Moves
    }

    fn list(self, game: &AcrossTheBug, out: &mut Vec<Action>) {
        out.extend(self.candidates(game).map(Action::Lose));
    }

    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        let Action::Lose(unit) = action else { return game.end(action) };
        game.lose(unit, 1);
        game.frames.replace_top(Frame::StartLosses(self.entry, self.afv, unit.slot() as u8));
    }
}

impl StartDefences {
    fn hexes(self, game: &AcrossTheBug) -> impl Iterator<Item = Hex> + '_ {
        let side = Side::Soviet;
        let held = game.board.held(side);
        let last = Hex(super::ids::HEX_CAPACITY as u16 - 1);
        let open: super::ids::HexSet = held.between(Hex(self.from), last).filter(|&hex| game.may_improve(side, hex, u128::MAX)).collect();
        let mut rest = open;
        std::iter::from_fn(move || {
            let first = rest.first()?;
            rest.remove(first);
            Some(first)
        })
    }
}

impl Procedure<AcrossTheBug> for StartDefences {
    const DECIDER: Turn = Turn::Player(Side::Soviet);
    const QUESTION: &'static str = "which Soviet stack begins in improved defence?";

    fn is_due(self, game: &AcrossTheBug) -> bool {
        self.left > 0 && self.hexes(game).next().is_some()
    }

    /// [11.2.d] In ascending order.
    fn list(self, game: &AcrossTheBug, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(self.hexes(game).map(Action::Improve));
    }

    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        let Action::Improve(hex) = action else { return game.end(action) };
        game.board.improve(hex, true);
        game.frames.replace_top(Frame::StartDefences(self.left - 1, hex.0 + 1));
    }
}
