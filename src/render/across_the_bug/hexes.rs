//! Hexes in a picture with few bytes: outlines of whole areas, the pattern that draws the grid and what grows on it.

use std::fmt::Write as _;

use stavka_engine::across_the_bug::Prepared;
use stavka_engine::across_the_bug::terms::Terrain;
use stavka_engine::hex::{Direction, Hex};

use crate::drawing::tenth;
use crate::hexmap::{BREADTH, PITCH, Plan, RADIUS, outlines};

/// Free space around everything.
pub(super) const MARGIN: f64 = 16.0;

/// Where the hexes lie: the upper left one of those in play in the corner.
pub(super) fn plan(data: &Prepared) -> Plan<'_> {
    let grid = &data.map.grid;
    let first = |of: fn(&stavka_engine::hex::Grid, Hex) -> (u8, u8)| {
        data.script.area.iter().map(|hex| of(grid, hex)).fold((u8::MAX, u8::MAX), |least, at| (least.0.min(at.0), least.1.min(at.1)))
    };
    let (column, row) = first(stavka_engine::hex::Grid::offset_xy);
    Plan::new(grid, MARGIN - f64::from(column) * PITCH, MARGIN - f64::from(row) * BREADTH)
}

/// Width and height of the hexes in play.
pub(super) fn size(data: &Prepared) -> (f64, f64) {
    let plan = plan(data);
    let corner =
        data.script.area.iter().map(|hex| plan.centre(hex)).fold((0.0f64, 0.0f64), |most, at| (most.0.max(at.x), most.1.max(at.y)));
    (tenth(corner.0 + RADIUS + MARGIN), tenth(corner.1 + BREADTH / 2.0 + MARGIN))
}

/// What is drawn in every hex of the same kind is a pattern over the grid; whole areas are shapes, drawn once and used twice.
pub(super) fn definitions(data: &Prepared) -> String {
    let plan = plan(data);
    let mut out = format!(r#"<path id="land" d="{}"/>"#, shape(data, |_| true));
    for (id, kind) in [("woods", Terrain::Forest), ("bogs", Terrain::Swamp)] {
        let _ = write!(out, r#"<path id="{id}" d="{}"/>"#, shape(data, |hex| data.map.terrain(hex) == kind));
    }
    let first = data.map.grid.hexes().find(|&hex| data.map.grid.column(hex).is_multiple_of(2)).unwrap_or(Hex(0));
    let origin = plan.centre(first);
    let pattern = |id: &str, contents: &str| {
        format!(
            r#"<pattern id="{id}" patternUnits="userSpaceOnUse" x="{:.1}" y="{:.2}" width="120" height="{BREADTH:.3}">{contents}</pattern>"#,
            origin.x, origin.y
        )
    };
    out += &pattern("grid", r#"<path class="line-of-hexes" d="M40 0h40l20 34.64l-20 34.64h-40l-20-34.64zM0 34.64h20M100 34.64h20"/>"#);
    out += &pattern(
        "trees",
        &format!(
            r#"<path class="tree" d="{}"/>"#,
            repeated(&[(-27.0, -4.0), (-17.0, -24.0), (22.0, -22.0), (26.0, 12.0), (-20.0, 24.0)], "l4-8l4 8z")
        ),
    );
    out += &pattern(
        "reeds",
        &format!(
            r#"<path class="reed" d="{}"/>"#,
            repeated(&[(-29.0, -6.0), (14.0, -24.0), (18.0, 22.0), (-22.0, 24.0)], "h10m-7-3v3m4-3v3")
        ),
    );
    out
}

/// The outline of the hexes in play that are so, as path data.
pub(super) fn shape(data: &Prepared, is_in: impl Fn(Hex) -> bool) -> String {
    let (plan, area) = (plan(data), &data.script.area);
    let outer = |hex: Hex, way: Direction| data.map.grid.neighbour(hex, way).is_none_or(|near| !area.contains(near) || !is_in(near));
    let mut borders = Vec::new();
    for hex in area.iter().filter(|&hex| is_in(hex)) {
        borders.extend(Direction::ALL.into_iter().filter(|&way| outer(hex, way)).map(|way| plan.side(hex, way)));
    }
    outlines(borders)
}

/// Marks in both hexes of the pattern: the one in its middle, and the one in its corners.
fn repeated(spots: &[(f64, f64)], stroke: &str) -> String {
    let mut path = String::new();
    for &(x, y) in spots {
        let _ = write!(path, "M{:.0} {:.0}{stroke}", 60.0 + x, BREADTH / 2.0 + y);
        let _ = write!(path, "M{:.0} {:.0}{stroke}", x.rem_euclid(120.0), y.rem_euclid(BREADTH));
    }
    path
}
