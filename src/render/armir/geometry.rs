//! What lies on the hexsides, for text and picture alike.

use std::collections::BTreeMap;

use stavka_engine::Side;
use stavka_engine::armir::{Armir, Data, RiverClass};
use stavka_engine::hex::{Direction, Hex, Hexside};

/// What is drawn on a hexside.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct SideMarks {
    /// A river runs along it.
    pub(super) river: Option<RiverClass>,
    /// A road crosses it.
    pub(super) road: bool,
    /// A railway crosses it.
    pub(super) rail: bool,
    /// It divides hexes of the two sides.
    pub(super) front: bool,
}

/// Marks of every hexside that has any.
pub(super) fn side_marks(data: &Data, game: Option<&Armir>) -> BTreeMap<Hexside, SideMarks> {
    let grid = &data.map.grid;
    let mut marks: BTreeMap<Hexside, SideMarks> = BTreeMap::new();
    for river in &data.map.rivers {
        for side in river.sides.iter().filter_map(|&(a, b)| grid.side_between(a, b)) {
            marks.entry(side).or_default().river = Some(river.class);
        }
    }
    for road in &data.map.roads {
        for side in road.path.windows(2).filter_map(|pair| grid.side_between(pair[0], pair[1])) {
            let mark = marks.entry(side).or_default();
            mark.rail |= road.rail;
            mark.road |= !road.rail;
        }
    }
    for (side, _, _) in front(data, game) {
        marks.entry(side).or_default().front = true;
    }
    marks
}

/// Hexsides between hexes of the two sides, as the Axis hex and the direction of the Soviet one.
pub(super) fn front(data: &Data, game: Option<&Armir>) -> Vec<(Hexside, Hex, Direction)> {
    let grid = &data.map.grid;
    let mut sides = Vec::new();
    for hex in data.map.in_play.iter().filter(|&hex| controller(data, game, hex) == Side::Axis) {
        for (direction, near) in grid.neighbours(hex) {
            if data.map.in_play.contains(near) && controller(data, game, near) == Side::Soviet {
                sides.push((grid.side(hex, direction), hex, direction));
            }
        }
    }
    sides
}

/// Who controls a hex now, or at start if no game is given.
pub(super) fn controller(data: &Data, game: Option<&Armir>, hex: Hex) -> Side {
    match game {
        Some(game) => game.controller(hex),
        None if data.map.soviet_at_start.contains(hex) => Side::Soviet,
        None => Side::Axis,
    }
}
