//! Supply paths of headquarters [5.7] and the lines that hold victory hexes [9.a].

use super::AcrossTheBug;
use super::ids::{FormationId, HexSet};
use crate::game::Side;
use crate::hex::{Hex, flood_along, flood_to};

impl AcrossTheBug {
    /// [5.7.1] Hexes that a supply path of the side reaches.
    pub(super) fn supplied_hexes(&self, side: Side) -> HexSet {
        let data = self.data;
        let clear = self.clear_hexes(side);
        let flood = |from: &HexSet| flood_along(&data.ground.supply, from, &clear, u16::MAX);
        let mut reached = flood(&data.script.supply[side.index()]);
        // A pontoon that joins what is reached to what is not carries the path on.
        while let Some(beyond) = self.beyond_pontoons(&reached, &clear) {
            reached.insert(beyond);
            reached = flood(&reached);
        }
        reached
    }

    /// [7.4.a] Hexes that are in supply and joined to a bridge over the Bug, both ends of which are in supply: from them a supply path
    /// can be led over it.
    pub(super) fn supplied_over_bridges(&self, side: Side) -> HexSet {
        let data = self.data;
        let clear = self.clear_hexes(side);
        let supplied = self.supplied_hexes(side);
        let built = self.board.pontoons.joined(&data.map.grid);
        let open = data.ground.bridges.iter().copied().chain(built).filter(|&(a, b)| supplied.contains(a) && supplied.contains(b));
        let ends: HexSet = open.flat_map(|(a, b)| [a, b]).collect();
        let mut reached = flood_along(&data.ground.supply, &ends, &clear, u16::MAX);
        while let Some(beyond) = self.beyond_pontoons(&reached, &clear) {
            reached.insert(beyond);
            reached = flood_along(&data.ground.supply, &reached, &clear, u16::MAX);
        }
        reached
    }

    /// A clear hex that a pontoon joins to hexes that are reached and that is not reached itself.
    fn beyond_pontoons(&self, reached: &HexSet, clear: &HexSet) -> Option<Hex> {
        let over = |(a, b): (Hex, Hex)| match (reached.contains(a), reached.contains(b)) {
            (true, false) => Some(b),
            (false, true) => Some(a),
            _ => None,
        };
        self.board.pontoons.joined(&self.data.map.grid).filter_map(over).find(|&hex| clear.contains(hex))
    }

    /// [5.7.1] Whether a supply path of the side reaches a hex: [`Self::supplied_hexes`] from the other end, which comes to the edge
    /// sooner than all that is supplied is flooded.
    pub(super) fn is_supplied_hex(&self, side: Side, hex: Hex) -> bool {
        let data = self.data;
        let clear = self.clear_hexes(side);
        let edge = data.script.supply[side.index()].intersection(clear);
        let flood = |from: &HexSet| flood_to(&data.ground.supply, from, &clear, &edge);
        let mut reached = flood(&[hex].into_iter().collect());
        while !reached.intersects(&edge) {
            let Some(beyond) = self.beyond_pontoons(&reached, &clear) else { return false };
            reached = reached.union(flood(&[beyond].into_iter().collect()));
        }
        true
    }

    /// [5.7] Whether the headquarters of a formation is in supply; one off the map is not.
    pub fn is_supplied(&self, formation: FormationId) -> bool {
        let hq = self.data.roster.hq(formation);
        self.board.hex(hq).is_some_and(|hex| self.is_supplied_hex(hq.side(), hex))
    }

    /// [8.3.a] Whether the headquarters of a formation is in supply or on its Emergency Supply side (reading A54).
    pub(super) fn provides(&self, formation: FormationId) -> bool {
        let hq = self.data.roster.hq(formation);
        self.board.hex(hq).is_some_and(|hex| self.board.has_spent_supply(hq) || self.is_supplied_hex(hq.side(), hex))
    }

    /// [9.a] Hexes that lines of the side reach with at most so many hexes off roads and railways as the rules allow, both ends
    /// counted (reading B5).
    pub fn line_hexes(&self, side: Side) -> HexSet {
        let data = self.data;
        let clear = self.clear_hexes(side);
        let (on_road, off_road) = (clear.intersection(data.ground.roads), clear.difference(data.ground.roads));
        let edge = data.script.supply[side.index()];
        let mut reached = self.along(edge.intersection(on_road), &on_road);
        for layer in 0..data.tables.victory.off_road {
            let first = if layer == 0 { edge } else { HexSet::EMPTY };
            let entered = self.linked(&reached).union(first).intersection(off_road).difference(reached);
            if entered.is_empty() {
                break;
            }
            let joined = self.linked(&entered).intersection(on_road).difference(reached);
            reached = reached.union(entered).union(self.along(joined, &on_road));
        }
        reached
    }

    /// All that hexes are joined to by lines over some hexes.
    fn along(&self, from: HexSet, over: &HexSet) -> HexSet {
        let (mut reached, mut ring) = (from, from);
        while !ring.is_empty() {
            ring = self.linked(&ring).intersection(*over).difference(reached);
            reached = reached.union(ring);
        }
        reached
    }

    /// The hexes next to some hexes, as far as lines lead there.
    fn linked(&self, hexes: &HexSet) -> HexSet {
        let mut linked = self.data.ground.lines.neighbours_of(hexes);
        for (a, b) in self.board.pontoons.joined(&self.data.map.grid) {
            for (from, to) in [(a, b), (b, a)] {
                if hexes.contains(from) {
                    linked.insert(to);
                }
            }
        }
        linked
    }

    /// [9.a] Whether the German controls a hex that scores: he was last in it, and a line leads there.
    pub fn german_controls(&self, hex: Hex) -> bool {
        self.board.last_in(hex) == Side::Axis && self.line_hexes(Side::Axis).contains(hex)
    }
}
