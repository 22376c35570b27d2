//! [31.0][31.0.a][31.0.b][13.7.a][13.8.1.g] Units in Reserve: who is put there, by whom, and when they move. The barrel that marks one lies on its
//! box of the Order of Battle card: both sides know which units are in Reserve, and not where they stand.

use super::BlocksInTheEast;
use super::action::Action;
use super::board;
use super::frame::{Keeping, Why};
use super::fuel::Need;
use super::hq::Depot;
use super::ids::UnitId;
use super::known::Units;
use super::terms::{Nation, UnitClass, UnitKind};
use crate::game::{Side, Turn};
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

/// [31.0] TECH from which units are put in Reserve.
const TECH: u8 = 2;

/// Who is in Reserve.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Reserve {
    /// [31.0.a] Units that were put there in the Movement Phase, and exploit.
    motorized: Units,
    /// [31.0.b] Armour that was put there in the exploitation, and reacts in the turn of the other side.
    defence: Units,
    /// [13.8.1.g] Supreme Headquarters that have put an armoured unit in Reserve in the turn, as bits by their numbers.
    ordered: u32,
}

impl BlocksInTheEast {
    /// [31.0] Whether a unit is in Reserve.
    pub fn is_in_reserve(&self, unit: UnitId) -> bool {
        self.is_motorized(unit) || self.is_kept_for_defence(unit)
    }

    /// [31.0.a] Whether a unit was put in Reserve in the Movement Phase, and exploits.
    pub(super) fn is_motorized(&self, unit: UnitId) -> bool {
        self.chapters.reserve.motorized.contains(unit)
    }

    /// [31.0.b] Whether armour was put in Reserve in the exploitation, and reacts.
    pub(super) fn is_kept_for_defence(&self, unit: UnitId) -> bool {
        self.chapters.reserve.defence.contains(unit)
    }

    /// Whether a side has armour in Reserve that reacts.
    pub(super) fn has_reserves(&self, side: Side) -> bool {
        self.data.script.options.reserve && self.chapters.reserve.defence.iter().any(|unit| unit.side() == side)
    }

    /// [31.0][31.0.a][31.0.b][13.7.a] Whether a unit can be put in Reserve in a phase, if a headquarters does it. Romanian and Hungarian armour is
    /// named by a rule of its own, whatever its TECH.
    fn may_be_kept(&self, unit: UnitId, why: Why) -> bool {
        if !self.data.script.options.reserve {
            return false;
        }
        let known = self.data.unit(unit);
        let is_of_kind = match why {
            Why::Movement => matches!(known.class, UnitClass::Infantry | UnitClass::Armour),
            Why::Exploitation => known.class == UnitClass::Armour,
            Why::Reaction => false,
        };
        let named = || known.class == UnitClass::Armour && matches!(known.nation, Nation::Romanian | Nation::Hungarian);
        is_of_kind && (self.tech(unit) >= TECH || named()) && !self.is_in_reserve(unit) && self.may_move(unit, why)
    }

    /// [31.0][AMB-39] Whether an Armoured Headquarters that is activated for a need could put a unit in Reserve, where it is near.
    pub(super) fn would_be_kept(&self, unit: UnitId, need: Need) -> bool {
        let Need::March(why) = need else { return false };
        self.may_be_kept(unit, why) && self.is_kept_by_armour(unit, why)
    }

    /// [31.0.a][31.0.b] Whether units like one are put in Reserve in a phase by Armoured Headquarters.
    fn is_kept_by_armour(&self, unit: UnitId, why: Why) -> bool {
        let wanted = if why == Why::Movement { UnitClass::Infantry } else { UnitClass::Armour };
        self.data.unit(unit).class == wanted
    }

    /// [31.0][13.8.1.g][AMB-39][AMB-40] Whether a headquarters with an action left puts a unit in Reserve: an Armoured one of its command within its
    /// radius, or a Supreme one an armoured unit, once in a turn.
    fn keeps(&self, depot: &Depot, unit: UnitId, why: Why) -> bool {
        let headquarters = depot.headquarters;
        let serves = match self.data.unit(headquarters).kind {
            UnitKind::ArmouredHq => self.is_kept_by_armour(unit, why) && self.board.hex(unit).is_some_and(|hex| self.is_within(depot, hex)),
            UnitKind::SupremeHq => {
                let bit = self.post(headquarters).map_or(0, |post| 1 << post);
                why == Why::Movement && self.data.unit(unit).class == UnitClass::Armour && self.chapters.reserve.ordered & bit == 0
            }
            _ => false,
        };
        serves && self.commands(headquarters, self.data.unit(unit).nation)
    }

    /// The units of a side that can be put in Reserve in a phase.
    fn to_keep(&self, side: Side, why: Why) -> impl Iterator<Item = UnitId> + '_ {
        let is_played = self.data.script.options.reserve && self.has_active_headquarters();
        let depots = is_played.then(|| self.depots(side, Need::March(why)));
        let able = move |unit: &UnitId| {
            let kept = |depot: &Depot| self.keeps(depot, *unit, why);
            depots.as_ref().is_some_and(|depots| self.may_be_kept(*unit, why) && depots.iter().any(kept))
        };
        board::of(self.data, side).filter(able)
    }

    /// Whether a side can put a unit in Reserve in a phase.
    pub(super) fn can_keep(&self, side: Side, why: Why) -> bool {
        self.data.script.options.reserve && self.to_keep(side, why).next().is_some()
    }

    /// Adds the units that a side can put in Reserve in a phase.
    pub(super) fn list_reserves(&self, side: Side, why: Why, out: &mut Vec<Action>) {
        if self.data.script.options.reserve {
            out.extend(self.to_keep(side, why).map(Action::Reserve));
        }
    }

    /// The headquarters that can put a unit in Reserve in a phase.
    fn keepers(&self, unit: UnitId, why: Why) -> impl Iterator<Item = UnitId> + '_ {
        let depots = self.depots(unit.side(), Need::March(why));
        depots.into_iter().filter(move |depot| self.keeps(depot, unit, why)).map(|depot| depot.headquarters)
    }

    /// [31.0] A headquarters gives an action point, and a unit is in Reserve.
    fn keep(&mut self, unit: UnitId, headquarters: UnitId, why: Why) {
        self.spend(headquarters, None);
        let supreme = self.data.unit(headquarters).kind == UnitKind::SupremeHq;
        let bit = self.post(headquarters).filter(|_| supreme).map_or(0, |post| 1 << post);
        self.chapters.reserve.ordered |= bit;
        self.put_in_reserve(unit, why);
    }

    /// A unit is in Reserve from a phase on.
    pub(super) fn put_in_reserve(&mut self, unit: UnitId, why: Why) {
        let reserve = &mut self.chapters.reserve;
        match why {
            Why::Movement => reserve.motorized.set(unit, true),
            Why::Exploitation | Why::Reaction => reserve.defence.set(unit, true),
        }
    }

    /// [AMB-96] Armour that has come to the help of others is not in Reserve any more.
    pub(super) fn leave_reserve(&mut self, unit: UnitId) {
        if self.is_kept_for_defence(unit) {
            self.chapters.reserve.defence.set(unit, false);
        }
    }

    /// [31.0.a] The exploitation is over: who was put in Reserve for it is not any more.
    pub(super) fn end_motorization(&mut self) {
        if self.data.script.options.reserve {
            self.chapters.reserve.motorized = Units::default();
            self.chapters.reserve.ordered = 0;
        }
    }

    /// [AMB-96] The turn of a side is over: armour of the other that was in Reserve for it is not any more.
    pub(super) fn dissolve_reserves(&mut self, side: Side) {
        if self.data.script.options.reserve {
            for unit in self.chapters.reserve.defence.iter().filter(|unit| unit.side() != side) {
                self.chapters.reserve.defence.set(unit, false);
            }
        }
    }
}

impl Procedure<BlocksInTheEast> for Keeping {
    const QUESTION: &'static str = "which headquarters puts the unit in Reserve?";
    const QUIET: bool = false;

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.unit.side())
    }

    /// Where there is one alone it does.
    fn carry_on(self, game: &mut BlocksInTheEast) -> Progress {
        let mut keepers = game.keepers(self.unit, self.why);
        match (keepers.next(), keepers.next()) {
            (Some(_), Some(_)) => return Progress::Waits,
            (Some(headquarters), None) => {
                drop(keepers);
                game.keep(self.unit, headquarters, self.why);
            }
            (None, _) => drop(keepers),
        }
        game.pop()
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.extend(game.keepers(self.unit, self.why).map(Action::Fuel));
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::Fuel(headquarters) = action else { return game.end(action) };
        game.keep(self.unit, headquarters, self.why);
        game.pop();
    }
}
