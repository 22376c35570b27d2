//! [27.0] Garrisons: security corps and Slovaks come to the Axis, and the Soviets watch the Turkish frontier.

use super::BlocksInTheEast;
use super::data::Data;
use super::ids::{HexSet, UnitId};
use super::terms::Country;
use crate::game::Side;
use crate::hex::Hex;

/// [27.0.a] The Soviet hexes beside Turkey.
pub(super) fn turkish_frontier(data: &Data, open: &HexSet) -> HexSet {
    let map = &data.map;
    let is_beside = |hex: Hex| map.grid.neighbours(hex).any(|(_, near)| map.country[near.index()] == Some(Country::Turkey));
    let soviet = map.country_hexes(Country::SovietUnion).intersection(*open);
    soviet.iter().filter(|&hex| !map.is_box(hex) && is_beside(hex)).collect()
}

impl BlocksInTheEast {
    /// [27.0.a] Of the Turkish frontier the hexes of the Soviets that units of theirs on the ground cover, if they stand in some hexes: those
    /// in which they are, and those in their zones of control.
    fn frontier_covered_from(&self, posts: &HexSet) -> HexSet {
        let data = self.data;
        let covered = data.ground.controlled(posts, &self.held(Side::Axis), self.rivers_bar()).union(*posts);
        data.turkish_frontier.intersection(covered).intersection(self.board.owned(data, Side::Soviet))
    }

    fn frontier_posts(&self) -> HexSet {
        self.ground_of(Side::Soviet).difference(self.battles())
    }

    /// [27.0.a] The hexes of the Turkish frontier that the Soviets cover, and those that they do not; none where chapter 27 is not played.
    pub fn turkish_frontier(&self) -> Option<[HexSet; 2]> {
        let plays = self.data.script.options.garrisons;
        plays.then(|| {
            let covered = self.frontier_covered_from(&self.frontier_posts());
            [covered, self.data.turkish_frontier.difference(covered)]
        })
    }

    /// [27.0.a] Whether a unit has to stay where it is: without it a hex of the Turkish frontier would be covered no more.
    #[inline]
    pub(super) fn keeps_frontier(&self, unit: UnitId) -> bool {
        self.data.script.options.garrisons && self.covers_frontier(unit)
    }

    /// The same where the chapter is played.
    fn covers_frontier(&self, unit: UnitId) -> bool {
        let data = self.data;
        if unit.side() == Side::Axis || !data.is_on_ground(unit) {
            return false;
        }
        let Some(hex) = self.board.hex(unit) else { return false };
        let alone: HexSet = [hex].into_iter().collect();
        let watches = !self.frontier_covered_from(&alone).is_empty();
        let is_alone = || self.board.of(Side::Soviet, hex).iter().filter(|&&other| data.is_on_ground(other)).count() == 1;
        if !watches || !is_alone() {
            return false;
        }
        let posts = self.frontier_posts();
        let [with, without] = [posts, posts.difference(alone)].map(|posts| self.frontier_covered_from(&posts));
        with != without
    }

    /// [27.0.a][37.0.a] Whether a unit has to stay where it is.
    #[inline]
    pub(super) fn keeps_post(&self, unit: UnitId) -> bool {
        self.keeps_persia(unit) || self.keeps_frontier(unit)
    }
}
