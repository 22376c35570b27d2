//! [13.2][13.3][13.4][13.5][13.8.1] Fuel: what armour and aircraft lack without it, and what headquarters give to the unit at hand.

use std::cell::OnceCell;

use arrayvec::ArrayVec;

use super::BlocksInTheEast;
use super::action::Action;
use super::board::Mark;
use super::frame::{Phase, Why};
use super::hq::Depot;
use super::ids::{MOST_HEADQUARTERS, UnitId};
use super::terms::{Nation, Special, UnitClass, UnitKind};
use super::traffic::Traffic;
use crate::game::Side;

/// What the unit at hand has been given, and by which headquarters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Ration {
    /// Nothing.
    #[default]
    None,
    /// [13.4] A barrel.
    Barrel(UnitId),
    /// [13.8.1] A special action of a Supreme Headquarters.
    Special(UnitId, Special),
    /// [7.4] An action point that pays for a rail move.
    Fare(UnitId),
}

/// What a headquarters is needed for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Need {
    /// [7.4] A rail move.
    Rail,
    /// A march.
    March(Why),
    /// A mission, in the reaction or not.
    Flight(bool),
}

impl Need {
    /// [13.1][7.4][AMB-89] Whether a kind of headquarters meets the need when it is activated for it.
    pub(super) const fn is_met_by(self, kind: UnitKind) -> bool {
        match self {
            Need::Rail => matches!(kind, UnitKind::ArmouredHq | UnitKind::AirHq | UnitKind::NavalHq),
            Need::March(_) => matches!(kind, UnitKind::ArmouredHq),
            Need::Flight(_) => matches!(kind, UnitKind::AirHq),
        }
    }
}

/// What half of a number of movement points is: rounded down, but one at least [3.16][3.18][7.5.3.h].
pub fn halved(points: u8) -> u8 {
    if points == 0 { 0 } else { (points / 2).max(1) }
}

/// Activated headquarters of a side that have something left.
pub(super) type Depots = ArrayVec<Depot, MOST_HEADQUARTERS>;

impl BlocksInTheEast {
    /// [13.2] Whether a unit is armour: tanks, mechanized troops, and Armoured Headquarters.
    pub(super) fn is_armoured(&self, unit: UnitId) -> bool {
        let known = self.data.unit(unit);
        known.class == UnitClass::Armour || known.kind == UnitKind::ArmouredHq
    }

    /// [26.0.b] Whether a unit is the Gustav, which headquarters command like an armoured corps.
    fn counts_as_corps(&self, unit: UnitId) -> bool {
        self.data.script.options.gustav && self.data.unit(unit).kind == UnitKind::Gustav
    }

    /// [13.2][26.0.b] Whether a unit is fuelled as armour.
    fn is_fuelled_as_armour(&self, unit: UnitId) -> bool {
        self.is_armoured(unit) || self.counts_as_corps(unit)
    }

    /// [13.2][26.0.b] Whether a unit needs fuel to fight: armour, Armoured Headquarters that are not activated, the Gustav, and aircraft.
    pub fn needs_fuel(&self, unit: UnitId) -> bool {
        self.command_rules().is_some() && (self.is_fuelled_as_armour(unit) && !self.is_active(unit) || self.is_air(unit))
    }

    /// [13.3.a][13.5][26.0.b] Whether a unit needs fuel to move with all its points: armour, but no headquarters, and the Gustav.
    fn needs_fuel_to_march(&self, unit: UnitId) -> bool {
        self.command_rules().is_some() && (self.data.unit(unit).class == UnitClass::Armour || self.counts_as_corps(unit))
    }

    /// [13.0] What a unit has been given: the one at hand alone has something.
    pub fn ration(&self, unit: UnitId) -> Ration {
        let ration = self.command.ration;
        if ration != Ration::None && self.frames.top().is_some_and(|frame| frame.speaks_of(unit)) { ration } else { Ration::None }
    }

    /// [4.4][13.8.1.b] Whether a unit moves and fights as one out of supply: no Supreme Headquarters has come to its help.
    pub(super) fn lacks_supply(&self, unit: UnitId) -> bool {
        self.board.is(unit, Mark::OutOfSupply) && !self.board.is(unit, Mark::Relieved)
    }

    /// [3.18][4.4][13.5][13.5.a][13.7] Movement points of a ground unit with a ration, out of supply or not. Armour exploits with fuel alone.
    pub(super) fn points_with(&self, unit: UnitId, out_of_supply: bool, ration: Ration, why: Why) -> u8 {
        let points = self.full_points(unit);
        let points = if out_of_supply { halved(points) } else { points };
        match why {
            _ if ration != Ration::None || !self.needs_fuel_to_march(unit) => points,
            // [31.0.a][31.0.b] A unit in Reserve has its own fuel.
            Why::Reaction => points,
            Why::Exploitation if self.is_motorized(unit) => points,
            Why::Movement => halved(points),
            Why::Exploitation => 0,
        }
    }

    /// Movement points with which a unit moves in a phase as it is.
    pub(super) fn points_for(&self, unit: UnitId, why: Why) -> u8 {
        self.points_with(unit, self.lacks_supply(unit), self.ration(unit), why)
    }

    pub(super) fn has_active_headquarters(&self) -> bool {
        self.command.is_anybody_active()
    }

    /// [13.5] Whether a unit attacks, as far as its fuel goes. A Blitz needs no more of it [13.7].
    pub(super) fn is_fuelled_to_attack(&self, unit: UnitId) -> bool {
        !self.needs_fuel(unit) || self.ration(unit) != Ration::None || self.phase().is_some_and(|(_, phase)| phase == Phase::Blitz)
    }

    /// Whether a unit draws fuel from a headquarters of its command for a need now, if that is activated and near.
    #[inline]
    pub(super) fn draws_fuel(&self, unit: UnitId, need: Need) -> bool {
        let is_apart = |need: Need| match need {
            Need::March(why) => self.may_move(unit, why),
            _ => self.may_fly(unit),
        };
        self.data.is_fuelled(unit) && !self.board.is(unit, Mark::Moved) && self.needs_fuel_for(unit, need) && is_apart(need)
    }

    /// The same of a unit that might be fuelled, of the side whose traffic has been reckoned.
    #[inline]
    pub(super) fn draws_fuel_in(&self, traffic: &Traffic, unit: UnitId, need: Need) -> bool {
        let is_apart = |need: Need| match need {
            Need::March(why) => self.may_move_in(traffic, unit, why),
            _ => self.may_fly(unit),
        };
        !self.board.is(unit, Mark::Moved) && self.needs_fuel_for(unit, need) && is_apart(need)
    }

    /// Whether a unit that might be fuelled lacks fuel for a need.
    fn needs_fuel_for(&self, unit: UnitId, need: Need) -> bool {
        match need {
            Need::Rail | Need::March(Why::Reaction) => false,
            Need::March(Why::Movement) => self.is_fuelled_as_armour(unit) && self.needs_fuel(unit),
            Need::March(_) => self.needs_fuel_to_march(unit) && !self.is_motorized(unit),
            Need::Flight(_) => !self.board.is(unit, Mark::OutOfSupply),
        }
    }

    /// The activated headquarters of a side on which units can draw.
    pub(super) fn depots(&self, side: Side, need: Need) -> Depots {
        let mut depots = Depots::new();
        if !self.has_active_headquarters() {
            return depots;
        }
        for &unit in self.data.headquarters.iter().filter(|unit| unit.side() == side && self.is_active(**unit)) {
            if self.barrels_left(unit) == 0 {
                continue;
            }
            let anywhere = need == Need::Rail || self.data.unit(unit).kind == UnitKind::SupremeHq;
            depots.push(if anywhere { Depot::anywhere(unit) } else { self.near_depot(unit) });
        }
        depots
    }

    /// [13.1][13.3][13.4][13.8.1.a][13.8.1.c][7.4] What a headquarters gives a unit as fuel for a need, if it gives it anything: one of
    /// another kind than a Supreme one within its radius.
    fn fuel_of(&self, depot: &Depot, unit: UnitId, need: Need) -> Option<Ration> {
        let headquarters = depot.headquarters;
        let kind = self.data.unit(headquarters).kind;
        if headquarters == unit || !self.commands(headquarters, self.data.unit(unit).nation) {
            return None;
        }
        let special = |special: Special| {
            let draws = match need {
                Need::Flight(_) => self.may_fly(unit),
                _ => self.needs_fuel(unit),
            };
            (draws && !self.has_done(headquarters, special)).then_some(Ration::Special(headquarters, special))
        };
        match (kind, need) {
            (UnitKind::SupremeHq, Need::March(Why::Movement)) if self.is_fuelled_as_armour(unit) => special(Special::Armour),
            (UnitKind::SupremeHq, Need::Flight(false)) => special(Special::Air),
            (UnitKind::SupremeHq, _) => None,
            (_, Need::Rail) => need.is_met_by(kind).then_some(Ration::Fare(headquarters)),
            _ => {
                let near = self.board.hex(unit).is_some_and(|hex| self.is_within(depot, hex));
                (near && need.is_met_by(kind) && self.draws_fuel(unit, need)).then_some(Ration::Barrel(headquarters))
            }
        }
    }

    /// [13.8.1.b] Whether a Supreme Headquarters lets a unit that is out of supply move as if it was supplied.
    fn relieves(&self, &Depot { headquarters, .. }: &Depot, unit: UnitId, need: Need) -> bool {
        self.data.unit(headquarters).kind == UnitKind::SupremeHq
            && headquarters != unit
            && matches!(need, Need::March(Why::Movement) | Need::Flight(false))
            && self.board.is(unit, Mark::OutOfSupply)
            && self.commands(headquarters, self.data.unit(unit).nation)
            && !self.has_done(headquarters, Special::Unsupplied)
    }

    /// Whether some headquarters could give a unit something: what needs no fuel and is in supply gets nothing but trains.
    fn might_be_given(&self, unit: UnitId, need: Need) -> bool {
        need == Need::Rail || self.needs_fuel(unit) || self.needs_fuel_to_march(unit) || self.board.is(unit, Mark::OutOfSupply)
    }

    /// Adds what headquarters can give the unit at hand for a need.
    pub(super) fn list_rations(&self, unit: UnitId, need: Need, out: &mut Vec<Action>) {
        if self.command.ration != Ration::None || !self.might_be_given(unit, need) {
            return;
        }
        for depot in &self.depots(unit.side(), need) {
            if self.fuel_of(depot, unit, need).is_some() {
                out.push(Action::Fuel(depot.headquarters));
            }
            if self.relieves(depot, unit, need) {
                out.push(Action::Supply(depot.headquarters));
            }
        }
    }

    /// Whether a unit that is picked, or would be, can be given something for a need.
    pub(super) fn awaits_ration(&self, unit: UnitId, need: Need) -> bool {
        self.awaits_ration_of(&OnceCell::new(), unit, need)
    }

    /// The same by the depots of its side, which are looked for when the first unit asks.
    pub(super) fn awaits_ration_of(&self, depots: &OnceCell<Depots>, unit: UnitId, need: Need) -> bool {
        let gives = |depot: &Depot| self.relieves(depot, unit, need) || self.fuel_of(depot, unit, need).is_some();
        self.has_active_headquarters()
            && self.command.ration == Ration::None
            && self.might_be_given(unit, need)
            && depots.get_or_init(|| self.depots(unit.side(), need)).iter().any(gives)
    }

    /// The unit at hand is given what a headquarters has for it.
    pub(super) fn feed(&mut self, unit: UnitId, headquarters: UnitId, need: Need, action: Action) {
        let ration = match action {
            Action::Supply(_) => Some(Ration::Special(headquarters, Special::Unsupplied)),
            _ => self
                .depots(unit.side(), need)
                .iter()
                .find(|depot| depot.headquarters == headquarters)
                .and_then(|depot| self.fuel_of(depot, unit, need)),
        };
        let Some(ration) = ration else { return };
        let special = match ration {
            Ration::Special(_, special) => Some(special),
            _ => None,
        };
        self.spend(headquarters, special);
        self.command.ration = ration;
        // [13.8.1.a][13.8.1.b][13.8.1.c] "As if fully supplied".
        if special.is_some() && self.board.is(unit, Mark::OutOfSupply) {
            self.board.set(unit, Mark::Relieved, true);
        }
    }

    /// The unit at hand has moved.
    pub(super) fn digest(&mut self) {
        self.command.ration = Ration::None;
    }

    /// [1.3] Whether a unit of a side can be the one at hand, by what it has been given in the open.
    pub(super) fn fits_ration(&self, unit: UnitId) -> bool {
        let nation: Nation = self.data.unit(unit).nation;
        match self.command.ration {
            Ration::None => true,
            Ration::Barrel(headquarters) => self.commands(headquarters, nation) && (self.is_fuelled_as_armour(unit) || self.is_air(unit)),
            Ration::Special(headquarters, Special::Armour) => self.commands(headquarters, nation) && self.is_fuelled_as_armour(unit),
            Ration::Special(headquarters, _) | Ration::Fare(headquarters) => self.commands(headquarters, nation),
        }
    }
}
