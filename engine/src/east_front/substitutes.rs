//! Regiment substitute counters: steps of a division as regiments of their own, and back [24].

use super::EastFront;
use super::action::Action;
use super::data::{MovementPhase, Substitute};
use super::frame::{Frame, Recombination};
use super::ids::{Place, UnitId, UnitSet, units};
use super::losses;
use crate::game::{Side, Turn};
use crate::kit::procedures::{Procedure, Sequence};

impl Procedure<EastFront> for Recombination {
    const QUESTION: &'static str = "recombine substitutes, or done";

    fn decider(self, _: &EastFront) -> Turn {
        Turn::Player(self.side)
    }

    fn is_due(self, game: &EastFront) -> bool {
        game.recombinations(self).next().is_some()
    }

    fn list(self, game: &EastFront, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(game.recombinations(self));
    }

    /// [24.4] A regiment becomes a step of a division again.
    fn carry_out(self, game: &mut EastFront, action: Action) {
        let Action::Recombine { unit, regiment } = action else { return game.end(action) };
        game.board.put(game.data, regiment, Place::RESERVE);
        game.board.set_steps(game.data, unit, game.board.steps(unit) + 1);
        game.frames.replace_top(Frame::Recombination(self.side, unit.slot() as u8, regiment.slot() as u8));
    }
}

impl EastFront {
    /// [24.3] Divisions that have not moved and have a step to spare, with the kinds of substitute that they may take.
    pub(super) fn list_detachments(&self, side: Side, out: &mut Vec<Action>) {
        for unit in self.divisible(side) {
            if self.spare_substitute(side, false).is_some() {
                out.push(Action::Detach(unit));
            }
            if self.spare_substitute(side, true).is_some() && self.gives_strong_substitute(unit) {
                out.push(Action::DetachStrong(unit));
            }
        }
    }

    pub(super) fn any_detachment(&self, side: Side) -> bool {
        let spare = |unit| {
            self.spare_substitute(side, false).is_some()
                || self.spare_substitute(side, true).is_some() && self.gives_strong_substitute(unit)
        };
        self.divisible(side).any(spare)
    }

    fn divisible(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        let bits = self.data.roster.divisible.of(side) & self.board.on_map(side) & !self.moved.of(side);
        let phase = self.current_phase().movement() == Some(MovementPhase::Movement);
        units(side, if phase { bits } else { 0 }).filter(|&unit| self.board.steps(unit) > 1)
    }

    /// [24.32] Whether the division loses enough attack with its next step.
    fn gives_strong_substitute(&self, unit: UnitId) -> bool {
        let tables = &self.data.tables;
        let counter = self.data.unit(unit);
        let lost = counter.steps - self.board.steps(unit);
        losses::substitute(&tables.steps, &tables.substitutes, counter, lost) == Some(Substitute::Strong)
    }

    /// A substitute of the kind that is not in use.
    fn spare_substitute(&self, side: Side, strong: bool) -> Option<UnitId> {
        let pool = self.data.roster.substitutes[usize::from(strong)].of(side);
        units(side, pool).find(|&unit| self.board.place(unit) == Place::RESERVE)
    }

    /// [24.31][24.32] A step of a division becomes a regiment in its hex.
    pub(super) fn detach(&mut self, unit: UnitId, strong: bool) {
        let regiment = self.spare_substitute(unit.side(), strong).expect("a substitute was there when the choice was offered");
        let place = self.board.place(unit);
        self.board.set_steps(self.data, unit, self.board.steps(unit) - 1);
        self.board.set_steps(self.data, regiment, 1);
        self.board.put(self.data, regiment, place);
    }

    fn all_substitutes(&self, side: Side) -> u128 {
        let [regular, strong] = self.data.roster.substitutes.map(|set: UnitSet| set.of(side));
        regular | strong
    }

    /// [24.33][24.4] Divisions short of steps with substitutes in their hex, as pairs in ascending order after the pair of
    /// slots given. Of substitutes of one kind in one hex the first stands for all.
    fn recombinations(&self, after: Recombination) -> impl Iterator<Item = Action> + '_ {
        let Recombination { side, unit, regiment } = after;
        let data = self.data;
        let roster = &data.roster;
        let bits = roster.divisible.of(side) & self.board.on_map(side) & super::ids::from_slot(unit);
        units(side, bits).filter(|&division| self.board.steps(division) < roster.stats(division).steps).flat_map(move |division| {
            let hex = self.board.hex(division).expect("it is on the map");
            let from = if division.slot() == usize::from(unit) { regiment } else { 0 };
            let here = self.board.stack_bits(hex) & self.all_substitutes(side);
            let first_of_kind = move |regiment: &UnitId| {
                let kind = roster.substitutes.iter().find(|set| set.contains(*regiment)).map_or(0, |set| set.of(side));
                (here & kind).trailing_zeros() as usize == regiment.slot()
            };
            units(side, here & super::ids::from_slot(from))
                .filter(first_of_kind)
                .map(move |regiment| Action::Recombine { unit: division, regiment })
        })
    }
}
