//! The map as the ground of a board: hexes, waters, roads, fortified lines, places, and the air cards beside it.

use std::fmt::Write as _;

use stavka_engine::Side;
use stavka_engine::east_front::data::{Feature, PlaceKind, Road, RoadClass};
use stavka_engine::east_front::{EastFront, Prepared};
use stavka_engine::hex::Hex;
use stavka_words::{tr, translate};

use super::counters;
use super::layout::{self, BOXES, HEADING, plan};
use crate::drawing::{Name, Patch, Point, escape, outline, star, tenth, write_names};
use crate::hexmap::RADIUS;
use crate::theme::{Cell, Ground, LegendRow};

/// Size of a place beside the map against a hex.
const SMALL: f64 = 0.62;

/// The ground of a scenario.
pub(super) fn ground(data: &Prepared) -> Ground {
    let plan = plan(data);
    let (width, height) = layout::size(data);
    let mut svg = String::with_capacity(1 << 16);
    hexes(data, &mut svg);
    roads(data, &mut svg);
    lines(data, &mut svg);
    let _ = write!(svg, r#"<path id="front" class="front"/>{}"#, plan.numbers(data.map.open.iter(), 24.5));
    towns(data, &mut svg);
    waters(data, &mut svg);
    cards(data, &mut svg);
    let mut labels = String::new();
    names(data, &mut labels);
    let mut cells = plan.cells::<EastFront>(data, data.map.grid.hexes());
    cells.extend(slots(data));
    Ground {
        svg,
        labels: labels.replace('\n', ""),
        symbols: counters::symbols(),
        left: 0.0,
        top: 0.0,
        width: tenth(width),
        height: tenth(height),
        outline: plan.outline(),
        cells,
        squares: None,
        note: tr!("one hex is 8 km; what the rules do not say of the map is a reconstruction"),
        legend: legend(),
    }
}

/// The places of air units beside the map.
fn slots(data: &Prepared) -> Vec<Cell> {
    let mut cells = Vec::new();
    for side in Side::ALL {
        for (place, (_, name)) in BOXES.into_iter().enumerate() {
            for index in 0..layout::slots(data) {
                let at = layout::slot(data, side, place, index);
                let label = layout::in_words(side, name);
                cells.push(Cell { scale: SMALL, ..Cell::new(layout::slot_name(side, place, index), tenth(at.x), tenth(at.y), label) });
            }
        }
    }
    cells
}

/// The class that a hex is painted in.
fn class(data: &Prepared, hex: Hex) -> &'static str {
    let features = data.map.features[hex.index()];
    let classes = [
        (Feature::Sea, "sea"),
        (Feature::Sivash, "sivash"),
        (Feature::Lake, "lake"),
        (Feature::Swamp, "swamp"),
        (Feature::Marsh, "marsh"),
        (Feature::Woods, "woods"),
        (Feature::Hill, "hill"),
        (Feature::Sand, "sand"),
    ];
    classes.into_iter().find(|(feature, _)| features.has(*feature)).map_or("clear", |(_, class)| class)
}

fn hexes(data: &Prepared, out: &mut String) {
    let plan = plan(data);
    for hex in data.map.grid.hexes() {
        let at = plan.centre(hex);
        let class = class(data, hex);
        let _ = write!(out, r#"<polygon points="{}" class="hex {class}"/>"#, outline(&plan.corners(at, RADIUS)));
        let mark = |x: f64, y: f64, stroke: &str| format!("M{:.1} {:.1}{stroke}", at.x + x, at.y + y);
        let spots = [(-24.0, -8.0), (16.0, -12.0), (-20.0, 15.0), (14.0, 18.0)];
        let stroke = match class {
            "marsh" | "swamp" => "h10m-7-3v3m4-3v3",
            "sea" => "q3-4 6 0t6 0",
            "sivash" | "lake" => "h9m-13 4h9",
            "hill" => "q4-7 8 0",
            "woods" => "l4-8l4 8z",
            _ => continue,
        };
        let path: String = spots.into_iter().map(|(x, y)| mark(x, y, stroke)).collect();
        let _ = write!(out, r#"<path d="{path}" class="{class}-mark"/>"#);
    }
}

fn roads(data: &Prepared, out: &mut String) {
    let plan = plan(data);
    let mut draw = |road: &Road, class: &str| {
        let path = plan.way::<EastFront>(data, &road.path);
        let _ = write!(out, r#"<path d="{path}" class="{class}"><title>{}</title></path>"#, escape(&road.name));
    };
    for road in data.map.roads.iter().filter(|road| road.class.is_none()) {
        draw(road, "rail");
        draw(road, "ties");
    }
    for road in &data.map.roads {
        match road.class {
            Some(RoadClass::Motorway) => draw(road, "road motorway"),
            Some(RoadClass::Main) => draw(road, "road main"),
            Some(RoadClass::Minor) => draw(road, "road minor"),
            None => {}
        }
    }
}

fn lines(data: &Prepared, out: &mut String) {
    for line in &data.map.lines {
        for &outside in &line.outside {
            if let Some(direction) = data.map.grid.direction(line.owner, outside) {
                let path = plan(data).works(line.owner, direction);
                let _ = write!(out, r#"<path d="{path}" class="fort"><title>{}</title></path>"#, tr!("fortified line"));
            }
        }
    }
}

fn towns(data: &Prepared, out: &mut String) {
    for place in &data.map.places {
        let at = plan(data).centre(place.hex);
        let _ = match place.kind {
            PlaceKind::Locality => write!(out, r#"<circle cx="{:.1}" cy="{:.1}" r="3" class="town"/>"#, at.x, at.y),
            PlaceKind::Town => write!(out, r#"<circle cx="{:.1}" cy="{:.1}" r="6" class="town"/>"#, at.x, at.y),
            PlaceKind::City | PlaceKind::MajorCity => {
                write!(out, r#"<rect x="{:.1}" y="{:.1}" width="15" height="15" class="town"/>"#, at.x - 7.5, at.y - 7.5)
            }
        };
        if place.port.is_some() {
            let _ = write!(out, r#"<path d="M{:.1} {:.1}v8m-4-3a4 4 0 0 0 8 0m-6-4h4" class="port"/>"#, at.x - 15.0, at.y - 4.0);
        }
    }
    for &objective in &data.script.objectives {
        let at = plan(data).centre(objective);
        let points = star(Point { x: at.x + 27.0, y: at.y - 18.0 }, 7.0);
        let _ = write!(out, r#"<polygon points="{points}" class="star"><title>{}</title></polygon>"#, tr!("objective"));
    }
}

/// The names of the waters, in the middle of their hexes.
fn waters(data: &Prepared, out: &mut String) {
    for (feature, name) in [(Feature::Sea, tr!("Black Sea")), (Feature::Sivash, tr!("Sivash"))] {
        let hexes: Vec<Hex> = data.map.grid.hexes().filter(|hex| data.map.features[hex.index()].has(feature)).collect();
        // The hex with the most water around it has room for the name.
        let room = |hex: &&Hex| data.map.grid.neighbours(**hex).filter(|(_, near)| hexes.contains(near)).count();
        if let Some(&hex) = hexes.iter().rev().max_by_key(room) {
            let at = plan(data).centre(hex);
            let _ = write!(out, r#"<text x="{:.1}" y="{:.1}" class="water" font-size="15">{name}</text>"#, at.x, at.y + 4.0);
        }
    }
}

/// The air cards of the two sides.
fn cards(data: &Prepared, out: &mut String) {
    let (width, height) = layout::box_size(data);
    for side in Side::ALL {
        for (place, (_, name)) in BOXES.into_iter().enumerate() {
            let corner = layout::box_corner(data, side, place);
            let _ = write!(
                out,
                r#"<rect x="{:.1}" y="{:.1}" width="{width}" height="{height}" rx="6" class="airbox {}"/><text x="{:.1}" y="{:.1}" class="heading">{side} {}</text>"#,
                corner.x,
                corner.y,
                side.name(),
                corner.x + width / 2.0,
                corner.y + HEADING - 6.0,
                translate(name).to_lowercase()
            );
        }
    }
}

fn names(data: &Prepared, out: &mut String) {
    let stacks = data.map.open.iter().filter(|hex| !data.map.places.iter().any(|place| place.hex == *hex));
    let taken = stacks.map(|hex| Patch::around(plan(data).centre(hex), 22.0, 21.0)).collect();
    let names = data.map.places.iter().map(|place| {
        let (class, size) = match place.kind {
            PlaceKind::City | PlaceKind::MajorCity => ("place city", 15.0),
            PlaceKind::Town | PlaceKind::Locality => ("place", 12.5),
        };
        let half = place.name.chars().count() as f64 * size * 0.3;
        Name { text: &place.name, at: plan(data).centre(place.hex), class, size, half, behind: 0.0 }
    });
    write_names(names.collect(), taken, out);
}

/// What lines, ground and signs mean.
fn legend() -> Vec<LegendRow> {
    let star = star(Point { x: 23.0, y: 0.0 }, 7.0);
    let works = r#"<path d="M2 4h42M10 4v-6M23 4v-6M36 4v-6" class="fort"/>"#;
    vec![
        LegendRow::line(&["road main"], tr!("main road")),
        LegendRow::line(&["road minor"], tr!("minor road")),
        LegendRow::line(&["rail", "ties"], tr!("railway")),
        LegendRow::line(&["front"], tr!("front")),
        LegendRow::drawing(works, tr!("fortified line")),
        LegendRow::line(&["focus works-axis"], tr!("strongpoint of the Axis")),
        LegendRow::line(&["focus works-soviet"], tr!("strongpoint of the Soviets")),
        LegendRow::patch(&["hex clear", "held"], tr!("held by the Soviets")),
        LegendRow::patch(&["hex clear", "focus interdicted"], tr!("interdiction")),
        LegendRow::drawing(format!(r#"<polygon points="{star}" class="star"/>"#), tr!("objective")),
        LegendRow::drawing(r#"<path d="M23 -5v8m-4-3a4 4 0 0 0 8 0m-6-4h4" class="port"/>"#, tr!("port")),
        LegendRow::patch(&["hex marsh"], tr!("marsh")),
        LegendRow::patch(&["hex sea"], tr!("sea")),
        LegendRow::patch(&["hex sivash"], tr!("Sivash")),
    ]
}
