//! Steps and units that leave play [16.2], and the boxes they go to [16.24].

use super::EastFront;
use super::ids::{Place, UnitId};
use super::victory::lost_early;
use crate::game::Side;

impl EastFront {
    /// [16.21][16.23] Takes a step off a unit, which goes to the Cadre box with the last one.
    pub(super) fn lose_step(&mut self, unit: UnitId) {
        let steps = self.board.steps(unit);
        if steps <= 1 {
            self.lose_unit(unit, Place::CADRE);
            return;
        }
        self.count_losses(unit, 1);
        self.board.set_steps(self.data, unit, steps - 1);
    }

    /// [16.24] Removes a unit with all its steps. Substitutes are set aside for reuse, units that are never rebuilt go to
    /// their own box.
    pub(super) fn lose_unit(&mut self, unit: UnitId, place: Place) {
        self.count_losses(unit, self.board.steps(unit));
        let counter = self.data.unit(unit);
        let place = match counter.substitute {
            Some(_) => Place::RESERVE,
            None if !counter.rebuilds => Place::CANNOT_REBUILD,
            None => place,
        };
        self.board.put(self.data, unit, place);
        self.board.set_steps(self.data, unit, u8::from(place == Place::RESERVE));
        self.stormers.remove(unit);
    }

    /// [PB 10.15] Axis steps count against victory, and the one too many decides the game.
    fn count_losses(&mut self, unit: UnitId, steps: u8) {
        self.steps_lost[unit.side().index()] = self.steps_lost[unit.side().index()].saturating_add(steps);
        if lost_early(self.steps_lost(Side::Axis), self.data.script.axis_steps_allowed) {
            self.result = Some(self.verdict());
        }
    }
}
