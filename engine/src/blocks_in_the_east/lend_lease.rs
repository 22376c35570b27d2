//! [34.0] Lend-Lease: points for armour and aircraft that come to the Soviets by three routes, need no yellow points beside them, and are
//! gone when production is over.

use super::BlocksInTheEast;
use super::data::Unit;
use super::ids::{HexSet, UnitId};
use super::supply::Situation;
use super::terms::{Colour, Nation, Route, TownClass, UnitClass};
use super::treasury::Points;
use crate::game::Side;
use crate::hex::Hex;

/// The colours of what is sent: armour, aircraft.
pub(super) const SENT: [Colour; 2] = [Colour::Red, Colour::Blue];

impl BlocksInTheEast {
    /// [34.0.d] Points of Lend-Lease of a colour that are left: red ones pay for armour, blue ones for aircraft, without yellow ones.
    pub fn lend_lease_left(&self, colour: Colour) -> u8 {
        self.treasury.leased(colour)
    }

    /// Points of a colour of the Soviets with those of Lend-Lease.
    pub(super) fn with_lend_lease(&self, colour: Colour) -> u16 {
        self.saved_of(Nation::Soviet, colour) + u16::from(self.lend_lease_left(colour))
    }

    /// [34.0][11.2.e][9.2.c][32.2] Whether a route is open: the Pacific one always, the others while a port of theirs that is neither frozen
    /// nor shut by bombs is Soviet and joined to Siberia.
    pub fn is_open_route(&self, route: Route) -> bool {
        route == Route::Pacific || self.sent_from(route, &self.joined_to_siberia(&self.situation()))
    }

    /// Where points of the Soviets reach Siberia without mines.
    fn joined_to_siberia(&self, situation: &Situation<'_>) -> HexSet {
        self.data.connected(situation, Nation::Soviet, false)
    }

    fn sent_from(&self, route: Route, joined: &HexSet) -> bool {
        let arrives = |name: &str| {
            let Some(place) = self.data.map.place_named(name) else { return false };
            let frozen = place.port.is_some_and(|(_, sea)| self.data.map.seas[sea].is_icebound(self.weather));
            // [32.2]
            let shut = self.shut_ports().contains(&place.hex);
            !frozen && !shut && joined.contains(place.hex) && self.board.controls(self.data, Side::Soviet, place.hex)
        };
        let is_closed = route == Route::Persian && !self.is_corridor_open();
        !is_closed && route.ports().iter().any(|name| arrives(name))
    }

    /// [34.0] What comes by the open routes in this turn.
    pub(super) fn receive_lend_lease(&mut self) {
        let sent = Route::ALL.map(|route| self.data.sent_by(route, self.turn));
        if sent == [[0; 2]; Route::COUNT] {
            return;
        }
        let joined = self.joined_to_siberia(&self.situation());
        let mut ready = Points::default();
        for (route, points) in Route::ALL.into_iter().zip(sent) {
            if route == Route::Pacific || self.sent_from(route, &joined) {
                // [35.2]
                for ((colour, points), sunk) in SENT.into_iter().zip(points).zip(self.sunk(route)) {
                    ready[colour.index()] += points.saturating_sub(sunk);
                }
            }
        }
        self.treasury.set_lend_lease(ready);
    }

    /// [34.0.d] The colour of Lend-Lease that pays for steps of a unit, if any does.
    pub(super) fn leases(&self, known: &Unit) -> Option<Colour> {
        let plays = self.data.script.options.lend_lease && known.nation == Nation::Soviet;
        known.colour().filter(|colour| plays && SENT.contains(colour))
    }

    /// [34.0.e] Whether Lend-Lease alone pays for a new unit of armour or aircraft.
    pub(super) fn is_built_by_lend_lease(&self, unit: UnitId, points: Option<u8>) -> bool {
        let known = self.data.unit(unit);
        let paid = |colour: Colour| points.is_some_and(|points| self.treasury.leased(colour) >= points);
        matches!(known.class, UnitClass::Armour | UnitClass::Air) && self.leases(known).is_some_and(paid)
    }

    /// [34.0.e] Major Cities that are joined to Siberia, and so to every route by which points come.
    pub(super) fn lend_lease_cities(&self) -> HexSet {
        let joined = self.joined_to_siberia(&self.situation());
        let is_major = |hex: &Hex| self.data.map.place_at(*hex).is_some_and(|place| place.class.is_some_and(TownClass::is_major));
        self.data.building_sites.iter().copied().filter(|hex| is_major(hex) && joined.contains(*hex)).collect()
    }
}
