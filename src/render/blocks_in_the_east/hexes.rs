//! Where hexes and boxes lie in the picture, and areas of hexes as shapes of few bytes.

use std::fmt::Write as _;

use stavka_engine::blocks_in_the_east::terms::Terrain;
use stavka_engine::blocks_in_the_east::{Data, Prepared};
use stavka_engine::hex::{Direction, Hex};

use super::board::{boxes, is_open};
use crate::drawing::{Point, tenth};
use crate::hexmap::{BREADTH, PITCH, Plan, RADIUS, outlines};

/// Free space around everything.
const MARGIN: f64 = 16.0;
/// Space above the map for the boxes of the north, and beside it for those of the east.
const BESIDE: f64 = 124.0;
/// Rows of hexes between a box that hangs on another one alone, and that one.
const BELOW: f64 = 5.0;
/// Width of what the pattern of hexes repeats: two rows of them, half a hex apart.
const TILE: (f64, f64) = (BREADTH, 2.0 * PITCH);

/// The part of the map that a scenario shows, and where it lies.
pub(super) struct Layout<'a> {
    pub(super) data: &'a Prepared,
    /// Where the hexes lie.
    pub(super) plan: Plan<'a>,
    /// First and last column and row, from 0.
    columns: [u8; 2],
    rows: [u8; 2],
    /// Width and height of the picture.
    pub(super) width: f64,
    pub(super) height: f64,
    /// Boxes in play with their middles.
    pub(super) boxes: Vec<(Hex, Point)>,
}

impl<'a> Layout<'a> {
    /// The hexes in play, with a ring of those around them.
    pub(super) fn of(data: &'a Prepared) -> Self {
        let grid = &data.map.grid;
        let (mut columns, mut rows) = ([u8::MAX, 0], [u8::MAX, 0]);
        for (column, row) in grid.hexes().filter(|&hex| is_open(data, hex)).map(|hex| grid.offset_xy(hex)) {
            columns = [columns[0].min(column), columns[1].max(column)];
            rows = [rows[0].min(row), rows[1].max(row)];
        }
        let widened = |[first, last]: [u8; 2], count: u8| [first.saturating_sub(1), (last + 1).min(count - 1)];
        let (columns, rows) = (widened(columns, grid.columns()), widened(rows, grid.rows()));
        let doors = |wanted: Hex| doors(data, wanted);
        let is_north = |hex: Hex| doors(hex).iter().any(|&door| grid.offset_xy(door).1 == 0);
        let is_east = |hex: Hex| !doors(hex).is_empty() && !is_north(hex);
        let top = if boxes(data).any(is_north) { BESIDE } else { 0.0 };
        let right = if boxes(data).any(is_east) { BESIDE } else { 0.0 };
        let plan = Plan::new(grid, MARGIN - f64::from(columns[0]) * BREADTH, MARGIN + top - f64::from(rows[0]) * PITCH);
        let span = |[first, last]: [u8; 2]| f64::from(last - first + 1);
        let (across, down) = ((span(columns) + 0.5) * BREADTH, span(rows) * PITCH + PITCH / 3.0);
        let mut layout = Layout {
            data,
            plan,
            columns,
            rows,
            width: tenth(across + right + 2.0 * MARGIN),
            height: tenth(down + top + 2.0 * MARGIN),
            boxes: Vec::new(),
        };
        layout.lay_boxes(is_north);
        layout
    }

    /// Boxes stand beyond the ends of their arrows; those without arrows to the map between their neighbours, or below the only one.
    fn lay_boxes(&mut self, is_north: impl Fn(Hex) -> bool) {
        let all: Vec<Hex> = boxes(self.data).collect();
        let mean = |points: &[Point], of: fn(&Point) -> f64| points.iter().map(of).sum::<f64>() / points.len() as f64;
        for &hex in &all {
            let doors: Vec<Point> = doors(self.data, hex).into_iter().map(|door| self.plan.centre(door)).collect();
            if doors.is_empty() {
                continue;
            }
            let (x, y) = (mean(&doors, |point| point.x), mean(&doors, |point| point.y));
            let north = Point { x, y: MARGIN + RADIUS };
            self.boxes.push((hex, if is_north(hex) { north } else { Point { x: self.width - MARGIN - BREADTH / 2.0 - 4.0, y } }));
        }
        for &hex in all.iter().filter(|&&hex| doors(self.data, hex).is_empty()) {
            let near: Vec<Point> = joined(self.data, hex).filter_map(|other| self.box_at(other)).collect();
            let at = match near.as_slice() {
                [] => continue,
                [only] => Point { x: only.x, y: only.y + BELOW * PITCH },
                several => Point { x: mean(several, |point| point.x), y: mean(several, |point| point.y) },
            };
            self.boxes.push((hex, at));
        }
    }

    fn box_at(&self, hex: Hex) -> Option<Point> {
        self.boxes.iter().find(|(known, _)| *known == hex).map(|&(_, at)| at)
    }

    /// Whether a hex of the grid is shown.
    pub(super) fn shows(&self, hex: Hex) -> bool {
        if self.data.map.is_box(hex) {
            return false;
        }
        let (column, row) = self.data.map.grid.offset_xy(hex);
        let is_in = |[first, last]: [u8; 2], at: u8| first <= at && at <= last;
        is_in(self.columns, column) && is_in(self.rows, row)
    }

    /// The hexes of the grid that are shown.
    pub(super) fn hexes(&self) -> impl Iterator<Item = Hex> + '_ {
        self.data.map.grid.hexes().filter(|&hex| self.shows(hex))
    }

    /// The middle of a hex or box; nothing where it is not shown.
    pub(super) fn centre(&self, hex: Hex) -> Option<Point> {
        if self.data.map.is_box(hex) { self.box_at(hex) } else { self.shows(hex).then(|| self.plan.centre(hex)) }
    }

    /// The sides between hexes that are shown, each once.
    pub(super) fn sides(&self) -> impl Iterator<Item = (Hex, Direction, Hex)> + '_ {
        self.hexes().flat_map(move |hex| {
            let near = self.data.map.grid.neighbours(hex).filter(move |&(_, near)| near.0 > hex.0 && self.shows(near));
            near.map(move |(way, near)| (hex, way, near))
        })
    }

    /// The outline of the hexes of the map that are so, as path data.
    pub(super) fn shape(&self, is_in: impl Fn(Hex) -> bool) -> String {
        let outer = |hex: Hex, way: Direction| self.data.map.grid.neighbour(hex, way).is_none_or(|near| !self.shows(near) || !is_in(near));
        let mut borders = Vec::new();
        for hex in self.hexes().filter(|&hex| is_in(hex)) {
            borders.extend(Direction::ALL.into_iter().filter(|&way| outer(hex, way)).map(|way| self.plan.side(hex, way)));
        }
        outlines(borders)
    }

    /// Patterns that draw what is alike in every hex of a kind, and the shapes that they fill more than once.
    pub(super) fn definitions(&self) -> String {
        let map = &self.data.map;
        let mut out = format!(r#"<path id="land" d="{}"/>"#, self.shape(|hex| map.is_land(hex)));
        for (id, terrain) in [("woods", Terrain::Forest), ("hills", Terrain::Hill), ("peaks", Terrain::Mountain), ("bogs", Terrain::Swamp)]
        {
            let _ = write!(out, r#"<path id="{id}" d="{}"/>"#, self.shape(|hex| map.terrain[hex.index()] == terrain));
        }
        let first = map.grid.hexes().next().unwrap_or(Hex(0));
        let origin = self.plan.centre(first);
        let pattern = |id: &str, contents: &str| {
            format!(
                r#"<pattern id="{id}" patternUnits="userSpaceOnUse" x="{:.2}" y="{:.2}" width="{:.3}" height="{:.0}">{contents}</pattern>"#,
                origin.x - BREADTH / 2.0,
                origin.y - RADIUS,
                TILE.0,
                TILE.1
            )
        };
        out += &pattern("grid", r#"<path class="line-of-hexes" d="M34.64 0l34.64 20v40l-34.64 20l-34.64-20v-40zM34.64 80v40"/>"#);
        for (id, class, stroke, spots) in [
            ("trees", "tree", "l4-8l4 8z", &[(-26.0, -8.0), (16.0, -11.0), (22.0, 18.0), (-24.0, 20.0)][..]),
            ("mounds", "mound", "q4-7 8 0", &[(-26.0, -8.0), (16.0, -10.0), (-22.0, 20.0), (16.0, 20.0)]),
            ("crags", "crag", "l6-12l6 12m-8-5l2 3l2-3", &[(-29.0, -4.0), (16.0, -6.0), (-26.0, 22.0), (14.0, 24.0)]),
            ("reeds", "reed", "h10m-7-3v3m4-3v3", &[(-28.0, -8.0), (16.0, -12.0), (14.0, 18.0), (-24.0, 20.0)]),
        ] {
            out += &pattern(id, &format!(r#"<path class="{class}" d="{}"/>"#, repeated(spots, stroke)));
        }
        out
    }
}

/// The hexes of the map to which the arrows of a box lead.
fn doors(data: &Data, hex: Hex) -> Vec<Hex> {
    joined(data, hex).filter(|&other| !data.map.is_box(other)).collect()
}

/// What the arrows of a box join it with.
fn joined(data: &Data, hex: Hex) -> impl Iterator<Item = Hex> + '_ {
    let arrows = data.map.arrows.iter().filter(move |arrow| arrow.ends.contains(&hex));
    arrows.flat_map(|arrow| arrow.ends).filter(move |&end| end != hex)
}

/// Marks in both hexes of the pattern: the one in its upper half, and the one around its lower corners.
fn repeated(spots: &[(f64, f64)], stroke: &str) -> String {
    let mut path = String::new();
    for &(x, y) in spots {
        for (left, top) in [(TILE.0 / 2.0, RADIUS), (0.0, RADIUS + PITCH)] {
            let _ = write!(path, "M{:.0} {:.0}{stroke}", (left + x).rem_euclid(TILE.0), (top + y).rem_euclid(TILE.1));
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use stavka_engine::blocks_in_the_east::BlocksInTheEast;
    use stavka_engine::catalogue::Catalogue as _;

    use super::*;

    #[test]
    fn every_hex_in_play_and_every_box_lies_inside_the_picture_and_apart_from_all_others() {
        for id in BlocksInTheEast::embedded() {
            let data = BlocksInTheEast::load(id).expect("it is embedded");
            let layout = Layout::of(data);
            let open: Vec<Hex> = data.map.hexes().filter(|&hex| is_open(data, hex)).collect();
            let places: Vec<Point> = open.iter().map(|&hex| layout.centre(hex).expect("it is shown")).collect();
            for at in &places {
                assert!(at.x > RADIUS && at.y > RADIUS && at.x < layout.width - RADIUS && at.y < layout.height - RADIUS, "{id}: {at:?}");
            }
            for (_, at) in &layout.boxes {
                let near =
                    layout.hexes().map(|hex| layout.plan.centre(hex)).filter(|other| (other.x - at.x).hypot(other.y - at.y) < BREADTH);
                assert_eq!(near.count(), 0, "{id}: a box lies over the map");
            }
        }
    }
}
