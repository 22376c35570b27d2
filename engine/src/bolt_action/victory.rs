//! Who wins a mission, and by how much.

use super::BoltAction;
use super::data::mission::Victory;
use super::ids::{UnitId, units};
use super::terms::{Class, Order};
use crate::game::{Outcome, Side};
use crate::square::{Cell, CellSet};

/// A part of the points of the smaller force from which a victory is clear, and one from which it is decisive.
const LEVELS: [i16; 2] = [10, 3];

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Finish {
    winner: Option<Side>,
    margin: i16,
    level: Level,
}

/// Level of victory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Level {
    Draw,
    Marginal,
    Clear,
    Decisive,
    Taken,
    Held,
}

impl Finish {
    /// For the contract.
    pub fn outcome(self) -> Outcome {
        let level = match self.level {
            Level::Draw => "draw",
            Level::Marginal => "marginal victory",
            Level::Clear => "clear victory",
            Level::Decisive => "decisive victory",
            Level::Taken => "objective taken",
            Level::Held => "objective held",
        };
        Outcome { winner: self.winner, margin: self.margin, level }
    }
}

impl BoltAction {
    /// The game is over: the mission is judged.
    pub(super) fn finish(&mut self) {
        self.result = Some(self.judge());
    }

    /// Whether the attacker wins at the end of a turn, before the last: charges are laid.
    pub(super) fn is_won_at_turn_end(&self) -> bool {
        self.charges_laid() == Some(true)
    }

    fn judge(&self) -> Finish {
        let alive = Side::ALL.map(|side| self.board.alive(side) != 0);
        let survivor = if alive == [true, false] {
            Some(Side::Axis)
        } else if alive == [false, true] {
            Some(Side::Soviet)
        } else {
            None
        };
        let margin = self.margin();
        let Some(attacker) = self.data.mission.attacker else { return self.judge_points(margin, survivor) };
        // Nobody left on either side: the attacker has not taken anything.
        let winner = survivor.unwrap_or(if margin > 0 { Side::Axis } else { Side::Soviet });
        let winner = if alive == [false, false] { attacker.opponent() } else { winner };
        let towards = if winner == Side::Axis { margin.max(1) } else { margin.min(-1) };
        Finish { winner: Some(winner), margin: towards, level: if winner == attacker { Level::Taken } else { Level::Held } }
    }

    /// A side without units has lost, whatever the points say.
    fn judge_points(&self, margin: i16, survivor: Option<Side>) -> Finish {
        let Victory::Points { draw_margin, .. } = self.data.mission.victory else {
            return Finish { winner: None, margin, level: Level::Draw };
        };
        let leader = if margin > 0 { Side::Axis } else { Side::Soviet };
        let ahead = (margin.unsigned_abs() >= draw_margin).then_some(leader);
        let Some(winner) = survivor.or(ahead) else { return Finish { winner: None, margin, level: Level::Draw } };
        let margin = if winner == Side::Axis { margin.max(1) } else { margin.min(-1) };
        let force = Side::ALL.map(|side| self.data.points(side)).into_iter().min().unwrap_or(0) as i16;
        let level = match margin.abs() {
            points if points > force / LEVELS[1] => Level::Decisive,
            points if points >= force / LEVELS[0] => Level::Clear,
            _ => Level::Marginal,
        };
        Finish { winner: Some(winner), margin, level }
    }

    /// Points by which the Axis stands on its side of the mark: as the mission counts, positive for the Axis.
    pub fn margin(&self) -> i16 {
        let mission = &self.data.mission;
        let for_attacker = |ahead: i16| if mission.attacker == Some(Side::Soviet) { -ahead } else { ahead };
        match &mission.victory {
            Victory::Points { objective, .. } => {
                let [axis, soviet] = Side::ALL.map(|side| {
                    let held = mission.objectives.iter().filter(|&&cell| self.holder(cell) == Some(side)).count() as i16;
                    self.destroyed(side.opponent()) as i16 + held * *objective as i16
                });
                axis - soviet
            }
            Victory::Objectives { needed } => {
                let held = mission.objectives.iter().filter(|&&cell| self.holder(cell) == mission.attacker).count() as i16;
                for_attacker(2 * held - 2 * i16::from(*needed) + 1)
            }
            Victory::Hold { units, area } => {
                let holds = |unit: &UnitId| self.data.unit(*unit).class != Class::Artillery;
                let count = self.attackers_in(area).filter(holds).count() as i16;
                for_attacker(2 * count - 2 * i16::from(*units) + 1)
            }
            Victory::Breakthrough { percent, area } => {
                let through: u32 = self.attackers_in(area).map(|unit| u32::from(self.data.unit(unit).points)).sum();
                let force = mission.attacker.map_or(0, |side| u32::from(self.data.points(side)));
                // Reaching the share is enough; in whole points, without a tie.
                let mark = (force * u32::from(*percent)).div_ceil(100);
                for_attacker(2 * (through as i16 - mark as i16) + 1)
            }
            Victory::Demolition { .. } => for_attacker(if self.charges_laid() == Some(true) { 1 } else { -1 }),
        }
    }

    /// Points of the units of a side that are destroyed. Those that wait for the set-up are not.
    pub fn destroyed(&self, side: Side) -> u16 {
        let is_destroyed = |unit: UnitId| self.board.piece(unit).men == 0;
        self.data.units(side).filter(|(unit, _)| is_destroyed(*unit)).map(|(_, template)| template.points).sum()
    }

    /// The side that holds an objective: it has a unit near it, and the other side none as near.
    pub fn holder(&self, objective: Cell) -> Option<Side> {
        let nearest = |side: Side| {
            units(side, self.board.alive(side))
                .map(|unit| self.data.lattice().distance2(self.board.cell(unit), objective))
                .min()
                .unwrap_or(u16::MAX)
        };
        let [axis, soviet] = Side::ALL.map(nearest);
        let radius = u16::from(self.data.mission.radius);
        if axis.min(soviet) > radius * radius || axis == soviet {
            return None;
        }
        Some(if axis < soviet { Side::Axis } else { Side::Soviet })
    }

    fn attackers_in<'a>(&'a self, area: &'a CellSet) -> impl Iterator<Item = UnitId> + 'a {
        let of = |side: Side| units(side, self.board.alive(side)).filter(|&unit| area.contains(self.board.cell(unit)));
        self.data.mission.attacker.into_iter().flat_map(of)
    }

    /// Whether infantry with charges is at an objective, is not Down, and has no defender near; `None` where the mission asks for none.
    pub fn charges_laid(&self) -> Option<bool> {
        let mission = &self.data.mission;
        let (Victory::Demolition { within }, Some(attacker)) = (&mission.victory, mission.attacker) else { return None };
        let lattice = self.data.lattice();
        let defender = attacker.opponent();
        let radius = u16::from(mission.radius);
        let disturbed = |cell: Cell| {
            units(defender, self.board.alive(defender)).any(|unit| lattice.distance2(self.board.cell(unit), cell) <= radius * radius)
        };
        let lays = |unit: UnitId| {
            let (piece, template, cell) = (self.board.piece(unit), self.data.unit(unit), self.board.cell(unit));
            let able = template.class == Class::Infantry && template.anti_tank && piece.order != Some(Order::Down);
            able && mission.objectives.iter().any(|&at| lattice.is_near(cell, at, u16::from(*within))) && !disturbed(cell)
        };
        Some(units(attacker, self.board.alive(attacker)).any(lays))
    }
}
