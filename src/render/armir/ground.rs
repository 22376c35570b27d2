//! The map as the ground of a board: what never changes, small enough for a page.

use std::fmt::Write as _;

use stavka_engine::armir::Data;
use stavka_engine::hex::Hex;

use super::counters;
use super::svg::{self, MARGIN, PITCH, RADIUS, TITLE, WIDTH, centre, corners};
use crate::render::drawing::{Point, tenth};
use crate::render::theme::{Cell, Ground};

/// The ground of a scenario.
pub(super) fn ground(data: &Data) -> Ground {
    let grid = &data.map.grid;
    let mut svg = String::with_capacity(1 << 17);
    for (letters, class) in [(b".", "clear"), (b"f", "forest"), (b"r", "rough"), (b"#", "out")] {
        let hexes = || grid.hexes().filter(|hex| letters.contains(&letter(data, *hex)));
        let _ = write!(svg, r#"<path class="hex {class}" d="{}"/>"#, hexes().map(|hex| cell(data, hex)).collect::<String>());
        let marks: String = hexes().map(|hex| terrain(class, data, hex)).collect();
        if !marks.is_empty() {
            let _ = write!(svg, r#"<path class="{class}-mark" d="{marks}"/>"#);
        }
    }
    svg::draw_strongpoints(data, &mut svg);
    for river in &data.map.rivers {
        svg::draw_river(data, river, &mut svg);
    }
    svg::draw_roads(data, &mut svg);
    svg.push_str(r#"<path id="front" class="front"/><g id="numbers">"#);
    svg::draw_numbers(data, &mut svg);
    svg.push_str("</g>");
    for river in &data.map.rivers {
        svg::name_river(data, river, &mut svg);
    }
    svg::draw_towns(data, |_| true, &mut svg);
    svg::draw_sources(data, &mut svg);
    let mut labels = String::new();
    svg::name_places(data, |_| true, &mut labels);
    let corner = |point: Point| (tenth(point.x), tenth(point.y));
    Ground {
        svg: svg.replace('\n', ""),
        labels: labels.replace('\n', ""),
        symbols: counters::symbols(),
        left: MARGIN / 2.0,
        top: TITLE + MARGIN / 2.0,
        width: tenth(MARGIN + (f64::from(grid.columns()) + 0.5) * WIDTH),
        height: tenth(MARGIN + f64::from(grid.rows()) * PITCH + PITCH / 3.0),
        outline: corners(Point { x: 0.0, y: 0.0 }, RADIUS).map(corner).to_vec(),
        cells: data.map.in_play.iter().map(|hex| named(data, hex)).collect(),
    }
}

fn letter(data: &Data, hex: Hex) -> u8 {
    match data.map.terrain[hex.index()] {
        known @ (b'f' | b'r' | b'#') => known,
        _ => b'.',
    }
}

fn named(data: &Data, hex: Hex) -> Cell {
    let at = centre(data, hex);
    let name = data.map.grid.name(hex).to_string();
    let label = data.map.name_of(hex).map_or_else(|| name.clone(), |place| format!("{name} {place}"));
    Cell::new(name, tenth(at.x), tenth(at.y), label)
}

/// The outline of a hex as path data.
pub(super) fn cell(data: &Data, hex: Hex) -> String {
    let at = centre(data, hex);
    format!("M{:.1} {:.1}l34.6 20v40l-34.6 20l-34.6-20v-40z", at.x, at.y - RADIUS)
}

/// A few trees or hill strokes, clear of the middle.
fn terrain(class: &str, data: &Data, hex: Hex) -> String {
    let at = centre(data, hex);
    let spots = [(-24.0, -12.0), (24.0, -14.0), (-24.0, 18.0), (24.0, 16.0)].map(|(x, y)| (at.x + x, at.y + y));
    let mut path = String::new();
    for (x, y) in spots {
        let _ = match class {
            "forest" => write!(path, "M{x:.0} {:.0}l-4 8h8z", y - 5.0),
            "rough" => write!(path, "M{:.0} {y:.0}q4-7 8 0", x - 4.0),
            _ => Ok(()),
        };
    }
    path
}
