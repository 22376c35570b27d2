//! Victory [17].

use super::action::ObjectiveSet;
use super::data::ScaleStep;
use super::frame::Phase;
use super::ids::{Formation, Place, units};
use super::{Armir, Class};
use crate::game::{Outcome, Side};

/// How the game ended, in its own words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Level {
    /// The Soviets reached the points they needed [17.2].
    SovietVictory,
    /// They did not [17.2].
    AxisVictory,
    /// The momentum was spent [17].
    SovietCollapse,
    /// The airfields were an objective and stand [17.1.1.2].
    AirfieldsHold,
}

impl Level {
    /// Words for players.
    pub const fn name(self) -> &'static str {
        match self {
            Level::SovietVictory => "Soviet victory",
            Level::AxisVictory => "Axis victory",
            Level::SovietCollapse => "Axis victory: the Soviet momentum is spent",
            Level::AirfieldsHold => "Axis victory: the airfields hold",
        }
    }
}

/// Victory points as they would be counted now [17.1.1].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VictoryPoints {
    /// Points of each objective, whether chosen or not; objective 2 counts 0 while the airfields stand.
    pub objectives: [i16; 4],
    /// Corps destroyed, the ARMIR HQ counted as one [17.1.1.3].
    pub corps_destroyed: u8,
    /// Star sum under Soviet control [17.1.1.4].
    pub stars: u8,
    /// Points taken off for eliminated Soviet HQs [17.1.3].
    pub hq_penalty: i16,
}

impl VictoryPoints {
    /// Soviet total for a choice of objectives [17.1.2] (reading A55).
    pub fn total(&self, chosen: ObjectiveSet) -> i16 {
        let scored: i16 = self.objectives.iter().enumerate().filter(|(index, _)| chosen.has(1 << index)).map(|(_, &points)| points).sum();
        scored - self.hq_penalty
    }
}

/// What is still to be done for more points of an objective, and the points it has then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gain {
    /// How many are missing: boxes of the Chir track, points of the garrison, corps or stars.
    pub missing: u8,
    /// Points of the objective then.
    pub points: i16,
}

/// What an objective counts now and what it still can [17.1.1].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prospect {
    /// Points if the game ended now.
    pub now: i16,
    /// The next step up; `None` when nothing more can be won.
    pub next: Option<Gain>,
    /// Most points that can be reached.
    pub best: i16,
}

impl Armir {
    /// What each objective counts now, what the next step up takes, and what it can count at most.
    pub fn prospects(&self) -> [Prospect; 4] {
        let objectives = &self.data.tables.objectives;
        let points = self.victory_points();
        let chir = {
            let missing = self.data.tables.chir.boxes.saturating_sub(self.tracks.chir_box);
            // One box a turn at most, and the die of this turn may have fallen [16.1.1].
            let earliest = self.turn + missing - u8::from(self.is_to_come(Phase::SovietCombat)).min(missing);
            let gain = Gain { missing, points: self.chir_points(earliest) };
            let open = self.tracks.chir_turn == 0 && earliest <= self.data.turns;
            open.then_some(gain).filter(|gain| gain.points > points.objectives[0])
        };
        let airfields = Gain { missing: self.tracks.garrison, points: i16::from(objectives.airfields) };
        let corps = Formation::LINE_CORPS.len() as u8 + 1;
        let stars = self.data.map.stars.iter().sum();
        let next = [
            chir,
            (self.tracks.garrison > 0).then_some(airfields),
            step_up(&objectives.corps, points.corps_destroyed, corps),
            step_up(&objectives.stars, points.stars, stars),
        ];
        let most = |steps: &[ScaleStep], most: u8| steps.iter().filter(|step| step.from <= most).map(|step| i16::from(step.pv)).max();
        let best = [chir.map(|gain| gain.points), Some(airfields.points), most(&objectives.corps, corps), most(&objectives.stars, stars)];
        std::array::from_fn(|index| {
            let now = points.objectives[index];
            Prospect { now, next: next[index], best: best[index].map_or(now, |best| best.max(now)) }
        })
    }

    /// Points of objective 1 when Bokovskaya is reached on a turn; 0 stands for never.
    fn chir_points(&self, turn: u8) -> i16 {
        let objectives = &self.data.tables.objectives;
        i16::from(objectives.chir.iter().find(|step| step.turn == turn).map_or(objectives.chir_never, |step| step.pv))
    }

    /// Counts the points as they stand.
    pub fn victory_points(&self) -> VictoryPoints {
        let objectives = &self.data.tables.objectives;
        let corps_destroyed = (0..4).filter(|&corps| self.is_destroyed(corps)).count() as u8 + u8::from(self.armir_hq_is_lost());
        let stars = self.stars();
        let scale =
            |steps: &[ScaleStep], value: u8| steps.iter().rev().find(|step| value >= step.from).map_or(0, |step| i16::from(step.pv));
        VictoryPoints {
            objectives: [
                self.chir_points(self.tracks.chir_turn),
                if self.tracks.garrison == 0 { i16::from(objectives.airfields) } else { 0 },
                scale(&objectives.corps, corps_destroyed),
                scale(&objectives.stars, stars),
            ],
            corps_destroyed,
            stars,
            hq_penalty: i16::from(self.tracks.hqs_lost) * objectives.pv_per_soviet_hq,
        }
    }

    /// Star sum of the places under Soviet control [17.1.1.4].
    pub fn stars(&self) -> u8 {
        let map = &self.data.map;
        map.starred.intersection(*self.board.soviet_control()).iter().map(|hex| map.stars[hex.index()]).sum()
    }

    /// Steps lost and original steps of a line corps [17.1.1.3]: regained steps count (reading A60),
    /// regiments that went to the XXIV Panzer Corps leave both numbers (reading A59).
    pub fn corps_losses(&self, corps: usize) -> (u16, u16) {
        let formation = Formation::LINE_CORPS[corps];
        let mut original = self.data.corps_steps[corps];
        let mut left = 0;
        for unit in units(Side::Axis, self.data.corps_units[corps]) {
            if self.board.place(unit) == Place::WITHDRAWN {
                original -= u16::from(self.data.unit(unit).steps);
            } else {
                left += u16::from(self.board.steps(unit));
            }
        }
        debug_assert!(formation.side() == Side::Axis, "line corps belong to the Axis");
        (original - left, original)
    }

    /// [17.1.1.3] More than half of its steps lost.
    pub fn is_destroyed(&self, corps: usize) -> bool {
        let (lost, original) = self.corps_losses(corps);
        2 * lost > original
    }

    fn armir_hq_is_lost(&self) -> bool {
        self.data.hq(Formation::Army).is_some_and(|hq| self.board.place(hq) == Place::ELIMINATED && self.data.stats(hq).class == Class::Hq)
    }

    /// The objectives, which only the Soviets know before the end.
    pub(super) fn objectives(&self) -> ObjectiveSet {
        self.tracks.objectives
    }

    /// [17.2] The result after the last turn.
    pub(super) fn final_level(&self) -> Level {
        self.level_with(self.tracks.objectives)
    }

    /// [17.2] The result if the last turn ended now and these were the objectives.
    pub fn level_with(&self, chosen: ObjectiveSet) -> Level {
        if chosen.has(ObjectiveSet::AIRFIELDS) && self.tracks.garrison > 0 {
            Level::AirfieldsHold
        } else if self.victory_points().total(chosen) >= self.data.tables.objectives.pv_to_win {
            Level::SovietVictory
        } else {
            Level::AxisVictory
        }
    }

    /// The result as the contract words it: the margin counts the points above (Soviets, negative) or
    /// below (Axis, positive) what the Soviets need, at least 1.
    pub(super) fn outcome_of(&self, level: Level) -> Outcome {
        let short = self.data.tables.objectives.pv_to_win - self.victory_points().total(self.tracks.objectives);
        match level {
            Level::SovietVictory => Outcome { winner: Some(Side::Soviet), margin: (short - 1).min(-1), level: level.name() },
            _ => Outcome { winner: Some(Side::Axis), margin: short.max(1), level: level.name() },
        }
    }
}

/// The next step of a scale that brings more than a value does, if so many can be had.
fn step_up(steps: &[ScaleStep], value: u8, most: u8) -> Option<Gain> {
    let now = steps.iter().rev().find(|step| value >= step.from).map_or(0, |step| step.pv);
    let step = steps.iter().find(|step| step.from > value && step.from <= most && step.pv > now)?;
    Some(Gain { missing: step.from - value, points: i16::from(step.pv) })
}
