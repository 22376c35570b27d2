//! Soviet hexes that are cut off, and their surrender [21].

use stavka_words::tr;

use super::EastFront;
use super::action::Action;
use super::data::{Feature, Features, Port};
use super::frame::{Frame, SurrenderDie};
use super::ids::{HexSet, Place};
use super::surrender::{self, Pocket};
use crate::game::Side;
use crate::hex::{Direction, Hex, OFF_MAP};
use crate::kit::procedures::{Procedure, Sequence};

impl Procedure<EastFront> for SurrenderDie {
    fn is_due(self, game: &EastFront) -> bool {
        game.next_pocket(self.from).is_some()
    }

    /// [21.12] The surrender table for the hex at hand.
    fn carry_out(self, game: &mut EastFront, action: Action) {
        let (Some(hex), Action::Roll(die)) = (game.next_pocket(self.from), action) else { return game.end(action) };
        if game.surrenders(hex, die) {
            for unit in super::ids::units(Side::Soviet, game.board.stack_bits(hex)) {
                game.lose_unit(unit, Place::ELIMINATED);
            }
        }
        game.frames.replace_top(Frame::SurrenderDie(hex.0 + 1));
    }

    fn question(self, game: &EastFront) -> String {
        game.next_pocket(self.from).map_or(String::new(), |hex| tr!("do the units in {hex} surrender?", hex = game.hex_name(hex)))
    }
}

impl EastFront {
    /// [21.12] Whether the units in a hex that must check surrender on a die.
    pub(super) fn surrenders(&self, hex: Hex, die: u8) -> bool {
        let roster = &self.data.roster;
        let stack = self.board.stack_bits(hex);
        let cities = Features::of(&[Feature::City, Feature::MajorCity]);
        let line = self.data.ground.line_hexes.contains(hex) && !self.is_breached(hex);
        let pocket = Pocket {
            near_operational_hq: self.is_commanded(hex),
            guards_or_nkvd: stack & (roster.guards.of(Side::Soviet) | roster.nkvd.of(Side::Soviet)) != 0,
            built_up_or_fortified: line
                || self.forts.strongpoints[Side::Soviet.index()].contains(&hex)
                || self.data.map.features[hex.index()].has_any(cities),
            ..Pocket::default()
        };
        surrender::surrenders(&self.data.tables.surrender, pocket, self.turn_entry().number, die)
    }

    /// [21.11] Whether units in a Soviet hex must check: next to an Axis unit that exerts ZOC, and without a way to safety.
    fn must_check(&self, hex: Hex) -> bool {
        let near = &self.data.map.neighbours[hex.index()];
        let pressed = near.iter().any(|&near| near != OFF_MAP && self.board.exerts(self.data, Side::Axis, Hex(near)));
        pressed && !self.has_way_out(hex)
    }

    /// [21.11][PB 7.61] Whether a path of land hexes without Axis units and without uncontested Axis ZOC leads to a friendly
    /// hex of the saving edge of the map or to a friendly port or anchorage.
    fn has_way_out(&self, from: Hex) -> bool {
        let havens = self.havens();
        let barred = |hex: Hex| {
            self.board.holds(hex, Side::Axis)
                || self.board.in_zoc(Side::Axis, hex) && !self.board.in_zoc(Side::Soviet, hex) && !self.board.holds(hex, Side::Soviet)
        };
        let steps = self.steps_of(super::movement::Payer::Foot);
        let mut seen: HexSet = [from].into_iter().collect();
        let mut ring = seen;
        while !ring.is_empty() {
            if ring.intersects(&havens) {
                return true;
            }
            let mut next = HexSet::EMPTY;
            for hex in ring.iter() {
                for direction in Direction::ALL {
                    let step = steps[hex.index()][direction.index()];
                    let to = Hex(step.to);
                    if step.full != super::flood::CLOSED && !seen.contains(to) && !barred(to) {
                        next.insert(to);
                    }
                }
            }
            seen = seen.union(next);
            ring = next;
        }
        false
    }

    /// [3.13] Hexes of the edge and ports that the Soviets control.
    fn havens(&self) -> HexSet {
        let ports = self
            .data
            .map
            .places
            .iter()
            .filter(|place| place.port.is_some_and(|port| port != Port::Shallows) && self.board.controller(place.hex) == Side::Soviet);
        let mut havens = self.data.script.escape.intersection(*self.board.soviet_control());
        havens.extend(ports.map(|place| place.hex));
        havens
    }

    /// The first hex from this one on that must check.
    pub(super) fn next_pocket(&self, from: u16) -> Option<Hex> {
        self.board.occupied(Side::Soviet).iter().find(|&hex| hex.0 >= from && self.must_check(hex))
    }
}
