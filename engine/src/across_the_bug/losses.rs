//! Effectiveness checks and what they do [5.6]; strength points and counters that are lost.

use super::AcrossTheBug;
use super::action::Action;
use super::checks::{self, Checked, Failure, Occasion};
use super::frame::{AttritionDie, Frame};
use super::ids::{FormationId, Place, UnitId, from_slot, units};
use crate::game::Side;
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Sequence as _};

impl AcrossTheBug {
    /// [3.1.1.f] Whether a hex is a strongpoint that works: Soviets hold it, and not AFVs alone.
    pub(super) fn is_working_fort(&self, hex: Hex) -> bool {
        let soviet = Side::Soviet;
        self.data.ground.forts.contains(hex)
            && self.board.holds(soviet, hex)
            && self.board.combat_bits(self.data, hex) & !self.data.roster.afv.of(soviet) != 0
    }

    /// [3.1.1.g] Whether a unit has the help of a strongpoint: Soviet, of infantry type, in one that works.
    fn is_in_fort(&self, unit: UnitId) -> bool {
        unit.side() == Side::Soviet
            && !self.data.roster.afv.contains(unit)
            && self.board.hex(unit).is_some_and(|hex| self.is_working_fort(hex))
    }

    /// What modifies a check of a unit.
    pub(super) fn checked(&self, unit: UnitId) -> Checked {
        Checked { side: unit.side(), in_fort: self.is_in_fort(unit), surprise: self.surprise.is_on() }
    }

    /// [5.6.1][5.6.2] A unit takes a check in the open, with what follows if it fails. Says whether it passes.
    pub(super) fn check_unit(&mut self, unit: UnitId, occasion: Occasion, die: u8) -> bool {
        self.show_and_tell(unit);
        let failure = self.failure_of(unit, occasion, die);
        match failure {
            None | Some(Failure::Nothing) => {}
            Some(Failure::Disorganizes) => self.board.turn(self.data, unit, true),
            Some(Failure::CostsStrength) => self.lose(unit, 1),
        }
        failure.is_none()
    }

    /// [5.6.1][5.6.2] What failing a check on a die does to a unit; nothing if it passes.
    pub(super) fn failure_of(&self, unit: UnitId, occasion: Occasion, die: u8) -> Option<Failure> {
        let modifier = checks::modifiers(&self.data.tables, occasion, self.checked(unit)).net;
        let passes = checks::passes(die, modifier, self.board.face(self.data, unit).effectiveness);
        (!passes).then(|| checks::failure(occasion, self.board.is_disorganized(unit)))
    }

    /// [8.1.5] Strength points that attrition costs a unit on a die.
    pub(super) fn attrition_on(&self, unit: UnitId, die: u8) -> u8 {
        let effectiveness = self.board.face(self.data, unit).effectiveness;
        checks::attrition(&self.data.tables, die, effectiveness, self.is_in_fort(unit))
    }

    /// [7.5.2.5] A unit loses strength points, and is eliminated when none is left.
    pub(super) fn lose(&mut self, unit: UnitId, points: u8) {
        self.show_and_tell(unit);
        let left = self.board.points(unit).saturating_sub(points);
        self.board.set_points(unit, left);
        if left == 0 {
            self.eliminate(unit);
        }
    }

    /// A combat unit leaves the game.
    pub(super) fn eliminate(&mut self, unit: UnitId) {
        self.board.put(self.data, unit, Place::ELIMINATED);
        self.march.group &= if unit.side() == self.march.side { !unit.bit() } else { u128::MAX };
        self.dissolve_headquarters(unit);
    }

    /// [3.3.m] A unit has left the game: the headquarters of its formations that have no other leave with it.
    pub(super) fn dissolve_headquarters(&mut self, unit: UnitId) {
        for formation in [self.board.formation(unit), self.data.roster.own_formation(unit)] {
            self.dissolve_if_empty(formation);
        }
    }

    /// [3.3.m] The headquarters of a formation leaves with the last unit.
    pub(super) fn dissolve_if_empty(&mut self, formation: FormationId) {
        if formation == FormationId::NONE || self.has_units(formation) {
            return;
        }
        let hq = self.data.roster.hq(formation);
        if self.board.hex(hq).is_some() || matches!(self.board.place(hq), Place::DISPLACED | Place::DELAYED) {
            self.board.put(self.data, hq, Place::REMOVED);
        }
    }

    /// [3.3.m] Whether a formation has units left, its own or assigned ones: on the map, kept back, due or gone over its edge.
    fn has_units(&self, formation: FormationId) -> bool {
        let side = self.data.roster.side_of(formation);
        let reserve = self.data.script.reserve.as_ref().filter(|_| self.reserve_due == 0).map_or(0, |reserve| reserve.units.of(side));
        let lives = |unit: UnitId| match self.board.place(unit) {
            Place::ELIMINATED | Place::CANNIBALIZED | Place::REMOVED => false,
            Place::RESERVE => reserve & unit.bit() == 0 && self.arrives(unit),
            _ => true,
        };
        let under = self.board.members(self.data, formation) | self.data.roster.own_units(formation);
        units(side, under).any(lives)
    }
}

impl Procedure<AcrossTheBug> for AttritionDie {
    const QUESTION: &'static str = "attrition of an isolated unit";

    /// [8.1.5] Units that are still disorganized and isolated.
    fn is_due(self, game: &AcrossTheBug) -> bool {
        self.unit(game).is_some()
    }

    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        let Action::Roll(die) = action else { return game.end(action) };
        let Some(unit) = self.unit(game) else { return };
        game.frames.replace_top(Frame::AttritionDie(unit.side(), unit.slot() as u8 + 1));
        let loss = game.attrition_on(unit, die);
        game.lose(unit, loss);
    }
}

impl AttritionDie {
    /// The first unit of the side at or after the slot that takes the check.
    pub(super) fn unit(self, game: &AcrossTheBug) -> Option<UnitId> {
        let combat = game.data.roster.combat.of(self.side);
        let weak = game.board.turned(self.side) & game.board.on_map(self.side) & combat & from_slot(self.from);
        units(self.side, game.isolated(self.side, weak)).next()
    }
}
