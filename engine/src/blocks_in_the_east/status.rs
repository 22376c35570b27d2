//! [4.0][7.2][7.9][7.10.a] Supply in the course of a turn: who is marked, and who surrenders.

use std::borrow::Cow;

use super::BlocksInTheEast;
use super::board::{self, Mark};
use super::ids::{HexSet, Place, UnitId};
use super::movers::WEATHER;
use super::supply::Situation;
use super::terms::{Nation, UnitKind};
use crate::game::Side;

impl BlocksInTheEast {
    /// Where both sides stand, as supply looks at it. Units in a battle and aircraft in flight exert no zone of control [3.19.a].
    pub fn situation(&self) -> Situation<'static> {
        let (data, battles) = (self.data, self.board.battles());
        let exerting = |side: Side| {
            let grounded = self.board.hexes(side, |unit| !self.board.is(unit, Mark::Flying));
            grounded.difference(battles)
        };
        let zone = |side: Side| data.ground.controlled(&exerting(side), &exerting(side.opponent()), false);
        Situation {
            owners: Side::ALL.map(|side| self.board.owned(data, side)),
            ground: Side::ALL.map(|side| self.board.hexes(side, |unit| data.unit(unit).is_ground())),
            zones: Side::ALL.map(zone),
            railways: Cow::Borrowed(data.railways(self.turn)),
            weather: WEATHER,
            first_winter: false,
        }
    }

    /// Hexes in which the units of each nation of a side on the map are supplied.
    fn supplied_hexes(&self, situation: &Situation<'_>, side: Side) -> [Option<HexSet>; Nation::COUNT] {
        let mut supplied = [None; Nation::COUNT];
        for (unit, _) in self.board.on_map(side) {
            let nation = self.data.unit(unit).nation;
            supplied[nation.index()].get_or_insert_with(|| self.data.supplied(situation, nation));
        }
        supplied
    }

    /// [4.3.c][7.2] Marks the units of a side that cannot trace supply, and the Germans that trace it through Finland [5.5].
    pub(super) fn mark_supply(&mut self, side: Side, which: impl Fn(&Self, UnitId) -> bool) {
        let situation = self.situation();
        let supplied = self.supplied_hexes(&situation, side);
        let own = (side == Side::Axis).then(|| self.data.supplied_by_own(&situation, Nation::German));
        for unit in board::of(self.data, side) {
            let Some(hex) = self.board.hex(unit).filter(|_| which(self, unit)) else { continue };
            let nation = self.data.unit(unit).nation;
            let reached = supplied[nation.index()].is_some_and(|supplied| supplied.contains(hex));
            self.board.set(unit, Mark::OutOfSupply, !reached);
            let through_finland = nation == Nation::German && reached && own.is_some_and(|own| !own.contains(hex));
            self.board.set(unit, Mark::ThroughFinland, through_finland);
        }
    }

    /// [4.4.b][4.5][4.5.a][6.1.1.d][7.9][7.9.a] The final check: a marked unit that is in supply now loses its mark, another surrenders and
    /// gives the enemy points. Units without strength and static ones do not surrender.
    pub(super) fn verify_supply(&mut self, side: Side) {
        let supplied = self.supplied_hexes(&self.situation(), side);
        for unit in board::of(self.data, side) {
            let Some(hex) = self.board.hex(unit).filter(|_| self.board.is(unit, Mark::OutOfSupply)) else { continue };
            let known = self.data.unit(unit);
            if supplied[known.nation.index()].is_some_and(|supplied| supplied.contains(hex)) {
                self.board.set(unit, Mark::OutOfSupply, false);
            } else if known.kind != UnitKind::Static && self.board.strength(self.data, unit) > 0 {
                self.board.put(unit, Place::ELIMINATED);
                let captor = match side {
                    Side::Axis => Nation::Soviet,
                    Side::Soviet => Nation::German,
                };
                self.treasury.earn(captor, self.data.tables.production.surrender);
            }
        }
    }
}
