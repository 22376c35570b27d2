//! The Operations phase: surprise, initiative, the choice of the player who has it [6][10.2].

use stavka_words::tr;

use super::AcrossTheBug;
use super::action::Action;
use super::frame::{Choice, Frame, InitiativeDie, Operations, Surprise as Surprising};
use super::ids::{FormationId, FormationSet};
use super::initiative::{self, Marker};
use crate::game::{Side, Turn};
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

/// The Operations phase so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Cycle {
    /// The initiative marker [6.1.a].
    pub(super) marker: Marker,
    /// Sides that have passed [6.2.3].
    pub(super) passed: [bool; 2],
}

impl Cycle {
    /// [8] The beginning of a phase.
    pub(super) const START: Cycle = Cycle { marker: Marker::START, passed: [false; 2] };
}

/// The surprise attack [10.2].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Surprise {
    /// Activations left; none when it is over.
    left: u8,
    /// Formations that have had theirs.
    used: FormationSet,
}

impl Surprise {
    /// Over, or never begun.
    pub(super) const OVER: Surprise = Surprise { left: 0, used: FormationSet::EMPTY };

    /// So many activations.
    pub(super) const fn of(activations: u8) -> Self {
        // One more keeps the modifiers of the last one up until it is done.
        Surprise { left: activations + 1, used: FormationSet::EMPTY }
    }

    /// [10.2.a] Whether its modifiers hold.
    pub(super) const fn is_on(self) -> bool {
        self.left > 0
    }

    /// Activations left.
    pub(super) const fn left(self) -> u8 {
        self.left.saturating_sub(1)
    }
}

impl AcrossTheBug {
    /// [6.2] Formations of a side that can be activated.
    pub(super) fn active_formations(&self, side: Side) -> FormationSet {
        self.data.roster.formations[side.index()].iter().filter(|&formation| self.can_activate(formation)).collect()
    }

    /// [6.2.2] The highest activation level of a side: that of a formation without a headquarters on the map is no marker on the track.
    fn highest_level(&self, side: Side) -> u8 {
        let markers = self.active_formations(side);
        markers.iter().map(|formation| self.board.level(formation)).max().unwrap_or(0)
    }

    /// [6.2.2] Whether a side may hand the initiative over.
    fn may_transfer(&self, side: Side, transferred: bool) -> bool {
        let other = side.opponent();
        !transferred && !self.cycle.passed[other.index()] && initiative::may_transfer(self.highest_level(side), self.highest_level(other))
    }
}

impl Procedure<AcrossTheBug> for Operations {
    /// [4.2.a][6.2.3] The next cycle, unless both have passed or nobody can act.
    fn carry_on(self, game: &mut AcrossTheBug) -> Progress {
        let idle = Side::ALL.iter().all(|&side| game.active_formations(side).is_empty());
        let next = match game.cycle.passed {
            [true, true] => Frame::EndTurn,
            _ if idle => Frame::EndTurn,
            [true, false] => Frame::Choice(Side::Soviet, true),
            [false, true] => Frame::Choice(Side::Axis, true),
            [false, false] => Frame::InitiativeDie(0),
        };
        if next == Frame::EndTurn {
            game.frames.replace_top(next);
        } else {
            game.frames.push(next);
        }
        Progress::Moves
    }
}

impl Procedure<AcrossTheBug> for InitiativeDie {
    fn question(self, _: &AcrossTheBug) -> String {
        if self.german == 0 { tr!("initiative, die of the German") } else { tr!("initiative, die of the Soviets") }.to_owned()
    }

    /// [6.1][6.1.a] First the German die, then the Soviet one.
    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        let Action::Roll(die) = action else { return game.end(action) };
        if self.german == 0 {
            return game.frames.replace_top(Frame::InitiativeDie(die));
        }
        let rules = &game.data.tables.initiative;
        let winner = game.initiative_on(self.german, die);
        game.cycle.marker = game.cycle.marker.after(rules, winner.opponent());
        game.frames.replace_top(Frame::Choice(winner, false));
    }
}

impl AcrossTheBug {
    /// [6.1] Who has the initiative by the German die and that of the Soviets.
    pub(super) fn initiative_on(&self, german: u8, soviet: u8) -> Side {
        initiative::winner(&self.data.tables.initiative, self.cycle.marker, self.interdiction, german, soviet)
    }
}

impl Procedure<AcrossTheBug> for Choice {
    const QUESTION: &'static str = "activate a formation, hand the initiative over, or pass?";

    fn decider(self, _: &AcrossTheBug) -> Turn {
        Turn::Player(self.side)
    }

    /// Who can only pass, passes.
    fn carry_on(self, game: &mut AcrossTheBug) -> Progress {
        if !game.active_formations(self.side).is_empty() || game.may_transfer(self.side, self.transferred) {
            return Progress::Waits;
        }
        game.cycle.passed[self.side.index()] = true;
        game.pop()
    }

    fn list(self, game: &AcrossTheBug, out: &mut Vec<Action>) {
        out.extend(game.active_formations(self.side).iter().map(Action::Activate));
        if game.may_transfer(self.side, self.transferred) {
            out.push(Action::Transfer);
        }
        out.push(Action::Pass);
    }

    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        match action {
            Action::Activate(formation) => game.frames.replace_top(Frame::PointsDie(formation, false)),
            Action::Transfer => game.frames.replace_top(Frame::Choice(self.side.opponent(), true)),
            _ => {
                debug_assert_eq!(action, Action::Pass, "not among the choices of the initiative");
                game.cycle.passed[self.side.index()] = true;
                game.pop();
            }
        }
    }
}

impl AcrossTheBug {
    /// [10.2] Divisions that may still have a surprise activation.
    pub(super) fn surprising(&self) -> FormationSet {
        let Some(surprise) = &self.data.script.surprise else { return FormationSet::EMPTY };
        let open = surprise.formations.difference(self.surprise.used);
        if self.surprise.left() == 0 { FormationSet::EMPTY } else { open.intersection(self.active_formations(Side::Axis)) }
    }
}

impl Procedure<AcrossTheBug> for Surprising {
    const DECIDER: Turn = Turn::Player(Side::Axis);
    const QUESTION: &'static str = "which division attacks by surprise next?";

    /// [10.2][A49] When it is over the marker lies on its first space for the Soviets.
    fn carry_on(self, game: &mut AcrossTheBug) -> Progress {
        if !game.surprising().is_empty() {
            return Progress::Waits;
        }
        game.surprise = Surprise::OVER;
        game.cycle.marker = Marker::AFTER_SURPRISE;
        game.pop()
    }

    fn list(self, game: &AcrossTheBug, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(game.surprising().iter().map(Action::Activate));
    }

    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        let Action::Activate(formation) = action else {
            game.surprise.left = 1;
            return;
        };
        game.surprise.left -= 1;
        game.surprise.used.insert(formation);
        game.frames.push(Frame::PointsDie(formation, false));
    }
}

impl AcrossTheBug {
    /// [6.1.a] The side that the initiative marker shows, and what it adds.
    pub fn initiative_marker(&self) -> (Side, u8) {
        let marker = self.cycle.marker;
        (marker.side, marker.bonus(&self.data.tables.initiative, marker.side))
    }

    /// [6.2.3] Whether a side has passed.
    pub fn has_passed(&self, side: Side) -> bool {
        self.cycle.passed[side.index()]
    }

    /// The activation level of a formation [3.1.3.c].
    pub fn level(&self, formation: FormationId) -> u8 {
        self.board.level(formation)
    }
}
