//! [SBE7.a][SBE8.a][SBE9.a][SBE9.b][7.11.c][7.11.d] What decides the long scenarios beside places that are held: Guards that are lost, a
//! bridgehead, capitals that are taken in time, and the dice by which the Soviet Union and Italy [36.0] surrender.

use super::BlocksInTheEast;
use super::action::Action;
use super::data::Count;
use super::frame::{Frame, ItalyRoll, SurrenderRoll};
use super::ids::Place;
use super::terms::Nation;
use super::victory::Verdict;
use crate::game::Side;
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Sequence as _};

/// [SBE7.a] Points of the Axis if neither side has what it wins by.
const DRAW: u16 = 1;
/// [SBE8.a][SBE9.b] Points of the Axis if the Soviets hold what they need in time, later, and not at all.
const IN_TIME: u16 = 0;
const LATER: u16 = 1;
const NOT_TAKEN: u16 = 2;
/// [SBE9.a] Points of the Axis if the Soviet Union surrenders.
const SOVIET_SURRENDER: u16 = 3;

/// [36.0] The highest face of the die with which Italy surrenders, from a turn on: July, August, September and October 1943.
const ITALY: [(u8, u8); 4] = [(26, 1), (27, 2), (28, 4), (29, 5)];

impl BlocksInTheEast {
    /// [SBE7.a] Guards units that were destroyed: they are never rebuilt [10.0.d]. Those that their side disbands are not among them.
    pub fn guards_destroyed(&self) -> u8 {
        let lost = |unit| self.is_guards(unit) && self.board.place(unit) == Place::ELIMINATED;
        self.data.units(Side::Soviet).filter(|&(unit, _)| lost(unit)).count() as u8
    }

    /// [SBE7.a][AMB-48] Whether the Soviets have a bridgehead: a unit on the ground of the bank, in a hex that they control, in supply.
    pub fn has_bridgehead(&self) -> bool {
        let Some(Count::Guards { bank, .. }) = self.data.script.victory.as_ref().map(|victory| &victory.count) else { return false };
        let stands = |&hex: &Hex| {
            let on_ground = self.board.of(Side::Soviet, hex).iter().any(|&unit| self.data.unit(unit).is_ground());
            on_ground && self.board.controls(self.data, Side::Soviet, hex)
        };
        let mut supplied = None;
        bank.iter()
            .copied()
            .filter(stands)
            .any(|hex| supplied.get_or_insert_with(|| self.data.supplied(&self.situation(), Nation::Soviet)).contains(hex))
    }

    /// [SBE7.a] Points of the Axis for Guards that it has destroyed, against a bridgehead.
    pub(super) fn points_for_guards(&self, destroyed: u8) -> u16 {
        let axis = self.guards_destroyed() >= destroyed;
        DRAW + u16::from(axis) - u16::from(self.has_bridgehead())
    }

    /// [SBE8.a][SBE9.b][AMB-49] Points of the Axis by the turn in which the Soviets control all of these places, if they do.
    pub(super) fn points_for_capitals(&self, places: &[Hex], decisive: u8) -> u16 {
        let taken = places.iter().all(|&hex| self.board.controls(self.data, Side::Soviet, hex));
        match (taken, self.turn <= decisive) {
            (true, true) => IN_TIME,
            (true, false) => LATER,
            (false, _) => NOT_TAKEN,
        }
    }

    /// Cities of each pair that the Axis controls [SBE9.a].
    fn held_of(&self, pairs: [[Hex; 2]; 2]) -> [usize; 2] {
        pairs.map(|pair| pair.into_iter().filter(|&hex| self.board.controls(self.data, Side::Axis, hex)).count())
    }

    /// [SBE9.a][SBE9.b] Points of the Axis in the war as both sides stand, without a die.
    pub(super) fn points_of_war(&self, pairs: [[Hex; 2]; 2], capital: Hex, decisive: u8) -> u16 {
        let points = self.points_for_capitals(&[capital], decisive);
        if points == NOT_TAKEN && self.held_of(pairs) == [2, 2] { SOVIET_SURRENDER } else { points }
    }

    /// [SBE9.a][AMB-50] The highest face with which the Axis wins now; none where it holds no city of one of the pairs.
    pub fn winning_face(&self) -> Option<u8> {
        let Some(Count::War { pairs, die, .. }) = self.data.script.victory.as_ref().map(|victory| &victory.count) else { return None };
        match self.held_of(*pairs) {
            [0, _] | [_, 0] => None,
            [first, second] => Some(die + u8::from(first + second > 2)),
        }
    }

    /// [7.11.c][SBE9.a] The Axis tries whether the Soviet Union surrenders, where it may.
    pub(super) fn try_for_surrender(&mut self) {
        if self.winning_face().is_some() {
            self.frames.push(Frame::SurrenderRoll);
        }
    }

    /// [SBE9.a][SBE9.b] Whether the whole war has been won before its Victory Phase: at the end of the phase in which it happens.
    pub(super) fn is_won_meanwhile(&mut self) -> bool {
        let war = matches!(self.data.script.victory.as_ref().map(|victory| &victory.count), Some(Count::War { .. }));
        if !war || self.axis_points() == NOT_TAKEN {
            return false;
        }
        self.decide(Verdict::Counted(self.axis_points()));
        true
    }

    /// [7.11.d] Whether Italy is out of the war by the end of this turn, where no die says it [36.0].
    pub(super) fn italy_gives_up(&self) -> bool {
        let waits = self.data.script.options.italian_surrender;
        self.data.script.long.italy_surrenders.is_some_and(|turn| !waits && self.turn >= turn)
    }

    /// [36.0] The highest face with which Italy surrenders in this turn; none where no die is thrown for it.
    pub fn italy_gives_up_on(&self) -> Option<u8> {
        let plays = self.data.script.options.italian_surrender && self.data.script.long.italy_surrenders.is_some();
        let fights = plays && !self.has_surrendered(Nation::Italian);
        ITALY.iter().rev().find(|(from, _)| fights && *from <= self.turn).map(|&(_, highest)| highest)
    }

    /// [SBE8.a][SBE9.a][SBE9.b] Whether the points of the Axis end the scenario before its last turn.
    pub(super) fn is_taken_by(&self, points: u16) -> bool {
        let count = self.data.script.victory.as_ref().map(|victory| &victory.count);
        matches!(count, Some(Count::Taken { .. } | Count::War { .. })) && points != NOT_TAKEN
    }
}

impl Procedure<BlocksInTheEast> for SurrenderRoll {
    const QUESTION: &'static str = "does the Soviet Union surrender?";

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::Roll(face) = action else { return game.end(action) };
        let wins = game.winning_face().is_some_and(|highest| face <= highest);
        game.pop();
        if wins {
            game.decide(Verdict::Counted(SOVIET_SURRENDER));
        }
    }
}

impl Procedure<BlocksInTheEast> for ItalyRoll {
    const QUESTION: &'static str = "does Italy surrender?";

    /// [36.0] Supply is judged without those who are gone.
    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::Roll(face) = action else { return game.end(action) };
        let gives_up = game.italy_gives_up_on().is_some_and(|highest| face <= highest);
        game.pop();
        if gives_up {
            game.surrender(Nation::Italian);
        }
        game.judge_supply(Side::Axis);
    }
}
