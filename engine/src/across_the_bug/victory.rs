//! The end of a turn, and of the game [4.3][9][11].

use super::AcrossTheBug;
use super::command::Command;
use super::data::Ladder;
use super::frame::{EndTurn, Frame};
use super::ids::{HexSet, Place, units};
use super::score::{self, Item, Ledger, Level};
use crate::game::{Outcome, Side};
use crate::kit::procedures::{Procedure, Progress};

impl Procedure<AcrossTheBug> for EndTurn {
    /// [7.8][11.3.b] Conditional hexes of this turn are judged for good (reading B9); then the next turn, or the end.
    fn carry_on(self, game: &mut AcrossTheBug) -> Progress {
        let held = game.controlled();
        for (at, objective) in game.data.script.objectives.iter().enumerate() {
            if objective.turn == Some(u16::from(game.turn)) && held.contains(objective.hex) {
                game.scored |= 1 << at;
            }
        }
        let last = game.data.script.turns.last().map_or(0, |entry| entry.number);
        if u16::from(game.turn) >= last {
            game.result = Some(score::level(game.ladder(), game.victory_points()));
            game.lay_open();
        } else {
            game.turn += 1;
        }
        game.frames.replace_top(Frame::Administration(0));
        Progress::Moves
    }
}

impl AcrossTheBug {
    /// [9.a] Hexes that score and that the German controls.
    pub(super) fn controlled(&self) -> HexSet {
        let own = self.board.last_held(self.data, Side::Axis);
        let scores: HexSet = self.data.script.objectives.iter().map(|objective| objective.hex).collect();
        let held = own.intersection(scores);
        if held.is_empty() { held } else { held.intersection(self.line_hexes(Side::Axis)) }
    }

    /// [9][11] What counts for the German if the game ended now; conditional hexes count as they stand until their turn is over.
    pub fn ledger(&self) -> Ledger {
        let data = self.data;
        let held = self.controlled();
        let counts = |at: usize, objective: &super::data::Objective| match objective.turn {
            Some(turn) if turn < u16::from(self.turn) || self.result.is_some() => self.scored & 1 << at != 0,
            _ => held.contains(objective.hex),
        };
        let scored = data.script.objectives.iter().enumerate().filter(|&(at, objective)| counts(at, objective));
        let destroyed = |afv: bool| -> u16 {
            let soviet = data.roster.combat.of(Side::Soviet);
            let kind = if afv { data.roster.afv.of(Side::Soviet) } else { !data.roster.afv.of(Side::Soviet) };
            let gone = |place: Place| {
                place == Place::ELIMINATED || place == Place::CANNIBALIZED && data.script.switches.cannibalized_count_as_destroyed
            };
            let lost = units(Side::Soviet, soviet & kind).filter(|&unit| gone(self.board.place(unit)));
            lost.map(|unit| u16::from(data.roster.stats(unit).strength)).sum()
        };
        let soviet_in = |hex| self.board.holds(Side::Soviet, hex);
        Ledger {
            hexes: scored.map(|(_, objective)| i16::from(objective.points)).sum(),
            forts_clear: data.script.strongpoints_score && !data.ground.forts.iter().any(soviet_in),
            orders: self.orders,
            afv_sp: destroyed(true),
            other_sp: destroyed(false),
            exited_sp: self.exited,
            units: self.penalized_units(),
            markers: self.low_markers(),
        }
    }

    /// [9.d][A60] German units that are eliminated, or on the map out of command or isolated.
    fn penalized_units(&self) -> u16 {
        let data = self.data;
        let side = Side::Axis;
        let combat = data.roster.combat.of(side);
        let lost = units(side, combat).filter(|&unit| self.board.place(unit) == Place::ELIMINATED).count();
        let here = combat & self.board.on_map(side);
        let commanded = data.roster.formations[side.index()]
            .iter()
            .fold(0, |bits, formation| bits | self.in_command(formation, here & self.board.members(data, formation)));
        lost as u16 + (here & !commanded).count_ones() as u16
    }

    /// [9.e][A25] German formations in play whose level is below the least.
    fn low_markers(&self) -> u16 {
        let least = self.data.tables.victory.least_level;
        let plays = |place: Place| place.hex().is_some() || place == Place::DISPLACED;
        let low = self.data.roster.formations[Side::Axis.index()]
            .iter()
            .filter(|&formation| plays(self.board.place(self.data.roster.hq(formation))) && self.board.level(formation) < least);
        low.count() as u16
    }

    /// [9] Victory points of the German.
    pub fn victory_points(&self) -> i16 {
        self.ledger().total(&self.data.tables.victory)
    }

    /// The account line by line.
    pub fn account(&self) -> [(Item, i16); Item::ALL.len()] {
        let ledger = self.ledger();
        Item::ALL.map(|item| (item, ledger.points(&self.data.tables.victory, item)))
    }

    /// [11.1.f][11.2.h][11.3.d] The levels of victory of the scenario.
    pub(super) fn ladder(&self) -> &'static Ladder {
        self.data.tables.ladder(&self.data.script.ladder).expect("a scenario names a table of levels")
    }

    pub(super) fn outcome_of(&self, level: Level) -> Outcome {
        let (winner, name) = match level {
            Level::AxisDecisive => (Some(Side::Axis), "decisive victory"),
            Level::AxisMinor => (Some(Side::Axis), "minor victory"),
            Level::Draw => (None, "draw"),
            Level::SovietMinor => (Some(Side::Soviet), "minor victory"),
            Level::SovietDecisive => (Some(Side::Soviet), "decisive victory"),
        };
        let ladder = self.ladder();
        let points = self.victory_points();
        // Points beyond the mark that a side has to pass: the German that of a minor victory, the Soviets that below a draw.
        let margin = match winner {
            Some(Side::Axis) => points - ladder.axis_minor + 1,
            Some(Side::Soviet) => points - ladder.draw,
            None => 0,
        };
        Outcome { winner, margin, level: name }
    }

    /// How a combat unit stands in command, if it is on the map.
    pub fn status(&self, unit: super::ids::UnitId) -> Option<Command> {
        self.board.hex(unit).map(|_| self.command(unit))
    }
}
