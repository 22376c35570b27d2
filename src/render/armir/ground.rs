//! The map as the ground of a board: what never changes, small enough for a page.

use std::fmt::Write as _;

use stavka_engine::Side;
use stavka_engine::armir::{Armir, Formation, NamedPlace, PlaceKind, Prepared, River, RiverClass, edge};
use stavka_engine::hex::{Direction, Hex};
use stavka_words::{tr, translate};

use super::counters;
use crate::drawing::{Name, Patch, Point, escape, label, outline, rounded, star, tenth, write_names};
use crate::hexmap::{Plan, RADIUS};
use crate::theme::{Ground, LegendRow};

/// Upper left corner of the map.
const CORNER: (f64, f64) = (46.0, 124.0);
/// Free space around the map.
const MARGIN: f64 = 23.0;
/// Colours of the strongpoints of the four corps, north to south.
const CORPS: [&str; 4] = ["#3f8f3f", "#2f6fb0", "#d9791f", "#8a4fa3"];
/// Colours of the supply sources of the two sides.
const SOURCES: [&str; 2] = ["#3b4a5a", "#b3261e"];

/// Where the hexes lie.
pub(super) fn plan(data: &Prepared) -> Plan<'_> {
    Plan::new(&data.map.grid, CORNER.0, CORNER.1)
}

/// The ground of a scenario.
pub(super) fn ground(data: &Prepared) -> Ground {
    let plan = plan(data);
    let grid = &data.map.grid;
    let mut svg = String::with_capacity(1 << 17);
    for (letter, class) in [(b'.', "clear"), (b'f', "forest"), (b'r', "rough"), (b'#', "out")] {
        let hexes = || grid.hexes().filter(move |hex| kind(data, *hex) == letter).map(|hex| plan.centre(hex));
        let _ = write!(svg, r#"<path class="hex {class}" d="{}"/>"#, hexes().map(cell).collect::<String>());
        let marks: String = hexes().map(|at| terrain(class, at)).collect();
        if !marks.is_empty() {
            let _ = write!(svg, r#"<path class="{class}-mark" d="{marks}"/>"#);
        }
    }
    draw_strongpoints(data, &mut svg);
    for river in &data.map.rivers {
        let _ = write!(svg, r#"<path d="{}" class="river {}"/>"#, rounded(&plan.river(&river.sides), |_| false), class_of(river));
    }
    draw_roads(data, &mut svg);
    let _ = write!(svg, r#"<path id="front" class="front"/>{}"#, plan.numbers(data.map.in_play.iter(), 25.0));
    for river in &data.map.rivers {
        name_river(data, river, &mut svg);
    }
    draw_towns(data, &mut svg);
    draw_sources(data, &mut svg);
    let mut labels = String::new();
    name_places(data, &mut labels);
    let (width, height) = plan.size();
    Ground {
        svg: svg.replace('\n', ""),
        labels: labels.replace('\n', ""),
        symbols: counters::symbols(),
        left: CORNER.0 - MARGIN,
        top: CORNER.1 - MARGIN,
        width: tenth(width + 2.0 * MARGIN),
        height: tenth(height + 2.0 * MARGIN),
        outline: plan.outline(),
        cells: plan.cells::<Armir>(data, data.map.in_play.iter()),
        squares: None,
        note: tr!("one hex is 10 km; every name, line and value is a reconstruction from geography and the rules"),
        legend: legend(),
    }
}

/// The letter of the terrain that a hex is painted in.
fn kind(data: &Prepared, hex: Hex) -> u8 {
    match data.map.terrain[hex.index()] {
        known @ (b'f' | b'r' | b'#') => known,
        _ => b'.',
    }
}

/// The outline of a hex as path data.
fn cell(at: Point) -> String {
    format!("M{:.1} {:.1}l34.6 20v40l-34.6 20l-34.6-20v-40z", at.x, at.y - RADIUS)
}

/// A few trees or hill strokes, clear of the middle.
fn terrain(class: &str, at: Point) -> String {
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

fn draw_strongpoints(data: &Prepared, out: &mut String) {
    let plan = plan(data);
    for (hexes, colour) in data.map.strongpoints.iter().zip(CORPS) {
        for &hex in hexes {
            let inner = outline(&plan.corners(plan.centre(hex), RADIUS - 5.0));
            let _ = write!(out, r#"<polygon points="{inner}" fill="{colour}" fill-opacity=".2"/>"#);
            for direction in Direction::ALL.into_iter().filter(|&direction| data.map.edge(hex, direction) & edge::FORTIFIED != 0) {
                let _ = write!(out, r#"<path d="{}" stroke="{colour}" class="fort"/>"#, plan.works(hex, direction));
            }
        }
    }
}

const fn class_of(river: &River) -> &'static str {
    match river.class {
        RiverClass::Don => "don",
        RiverClass::Major => "major",
        RiverClass::Minor => "minor",
    }
}

/// The name beside the middle of the course, along it.
fn name_river(data: &Prepared, river: &River, out: &mut String) {
    let points = plan(data).river(&river.sides);
    let (size, spots): (f64, &[f64]) = match river.class {
        RiverClass::Don => (24.0, &[0.13, 0.86]),
        RiverClass::Major => (19.0, &[0.3, 0.75]),
        RiverClass::Minor => (13.0, &[0.5]),
    };
    for share in spots {
        let at = ((points.len() - 1) as f64 * share) as usize;
        let (from, to) = (points[at.saturating_sub(4)], points[(at + 4).min(points.len() - 1)]);
        let (from, to) = if from.x <= to.x { (from, to) } else { (to, from) };
        let angle = (to.y - from.y).atan2(to.x - from.x);
        let lift = if river.class == RiverClass::Minor { 8.0 } else { size * 0.55 + 9.0 };
        let place = Point { x: points[at].x + angle.sin() * lift, y: points[at].y - angle.cos() * lift };
        let turn = format!(r#"transform="rotate({:.1} {:.1} {:.1})""#, angle.to_degrees(), place.x, place.y);
        label(&river.name, place, &format!(r#"class="water" font-size="{size}" {turn}"#), "water", size, &turn, out);
    }
}

fn draw_roads(data: &Prepared, out: &mut String) {
    let plan = plan(data);
    for rail in [false, true] {
        for road in data.map.roads.iter().filter(|road| road.rail == rail) {
            let (way, name) = (plan.way::<Armir>(data, &road.path), escape(&road.name));
            let class = match (rail, road.closed) {
                (false, _) => "road",
                (true, false) => "rail",
                (true, true) => "rail shut",
            };
            let _ = write!(out, r#"<path d="{way}" class="{class}"><title>{name}</title></path>"#);
            if rail {
                let _ = write!(out, r#"<path d="{way}" class="ties"/>"#);
            }
        }
    }
}

/// Towns, and beside the counters in them their stars.
fn draw_towns(data: &Prepared, out: &mut String) {
    let plan = plan(data);
    for place in &data.map.places {
        let at = plan.centre(place.hex);
        let _ = match place.kind {
            PlaceKind::City => write!(out, r#"<rect x="{:.1}" y="{:.1}" width="15" height="15" class="town"/>"#, at.x - 7.5, at.y - 7.5),
            PlaceKind::Village => write!(out, r#"<circle cx="{:.1}" cy="{:.1}" r="5" class="town"/>"#, at.x, at.y),
        };
        for number in 0..place.star {
            let spot = Point { x: at.x + 27.0, y: at.y - 5.0 + 13.0 * f64::from(number) };
            let _ = write!(out, r#"<polygon points="{}" class="star"/>"#, star(spot, 7.0));
        }
    }
}

/// Names of places, each where it covers least of the others, of towns and of counters.
fn name_places(data: &Prepared, out: &mut String) {
    let plan = plan(data);
    let mut places: Vec<&NamedPlace> = data.map.places.iter().collect();
    places.sort_by_key(|place| place.kind == PlaceKind::Village);
    let taken = data.map.in_play.iter().map(|hex| Patch::around(plan.centre(hex), 22.0, 21.0)).collect();
    let names = places.into_iter().map(|place| {
        let (class, size, letter) = match place.kind {
            PlaceKind::City => ("place city", 15.0, 0.34),
            PlaceKind::Village => ("place", 12.5, 0.3),
        };
        let half = place.name.chars().count() as f64 * size * letter;
        Name { text: &place.name, at: plan.centre(place.hex), class, size, half, behind: 13.0 * f64::from(place.star) }
    });
    write_names(names.collect(), taken, out);
}

fn draw_sources(data: &Prepared, out: &mut String) {
    let plan = plan(data);
    for (owner, name, hex) in &data.map.named_sources {
        let at = plan.centre(*hex);
        let letter = if *owner == Side::Axis { name.as_str() } else { "S" };
        let picture = source(*owner, Point { x: at.x - 19.0, y: at.y - 2.0 }, letter);
        let _ = write!(out, "<g><title>{}</title>{picture}</g>", escape(name));
    }
    let (columns, rows) = (data.map.grid.columns(), data.map.grid.rows());
    for (&hex, name) in data.map.exits.iter().zip(&data.map.exit_names) {
        let at = plan.centre(hex);
        let turn = match (data.map.grid.column(hex) == columns, data.map.grid.row(hex) == rows) {
            (true, false) => 0,
            _ => 90,
        };
        let _ = write!(
            out,
            r#"<g transform="translate({:.1} {:.1}) rotate({turn})"><title>{}</title><path d="M36 -7h10v-7l15 14l-15 14v-7h-10z" class="exit"/></g>"#,
            at.x,
            at.y,
            tr!("exit to {place}", place = escape(name))
        );
    }
}

/// The sign of a supply source.
fn source(owner: Side, at: Point, letter: &str) -> String {
    format!(
        r#"<circle cx="{:.1}" cy="{:.1}" r="10" fill="{}" class="source"/><text x="{:.1}" y="{:.1}" class="letter">{}</text>"#,
        at.x,
        at.y,
        SOURCES[owner.index()],
        at.x,
        at.y + 4.3,
        escape(letter)
    )
}

/// What lines, ground and signs mean.
fn legend() -> Vec<LegendRow> {
    let town = r#"<circle cx="12" cy="0" r="5" class="town"/>"#;
    let city = r#"<rect x="4" y="-7.5" width="15" height="15" class="town"/>"#;
    let star = |x: f64| format!(r#"<polygon points="{}" class="star"/>"#, star(Point { x, y: 0.0 }, 7.0));
    let middle = Point { x: 22.0, y: 0.0 };
    let mut rows = vec![
        LegendRow::line(&["river don"], tr!("Don: the Axis may not attack across it")),
        LegendRow::line(&["river major"], tr!("major river: bars zones of control, one column")),
        LegendRow::line(&["river minor"], tr!("minor river: one column")),
        LegendRow::line(&["front"], tr!("front")),
        LegendRow::line(&["road"], tr!("road")),
        LegendRow::line(&["rail", "ties"], tr!("railway")),
        LegendRow::line(&["rail shut", "ties"], tr!("railway closed to the Soviets (A - B)")),
        LegendRow::drawing(format!("{city}{}{}", star(29.0), star(42.0)), tr!("city, worth two momentum points")),
        LegendRow::drawing(format!("{town}{}", star(29.0)), tr!("village, worth one momentum point")),
        LegendRow::drawing(
            r#"<path d="M4 -8h13v-7l15 15l-15 15v-7h-13z" class="exit" transform="scale(.8)"/>"#,
            tr!("exit to the airfields"),
        ),
    ];
    for (corps, colour) in Formation::LINE_CORPS.into_iter().zip(CORPS) {
        let ground = format!(r#"<rect x="4" y="-10" width="38" height="20" fill="{colour}" fill-opacity=".2"/>"#);
        let works = format!(r#"<path d="M4 -6h38M12 -6v-5M23 -6v-5M34 -6v-5" stroke="{colour}" class="fort"/>"#);
        rows.push(LegendRow::drawing(ground + &works, tr!("strongpoint of the {corps}", corps = translate(corps.name()))));
    }
    rows.extend([
        LegendRow::patch(&["hex clear", "held"], tr!("held by the Soviets")),
        LegendRow::drawing(source(Side::Axis, middle, "A"), tr!("supply source of the Axis")),
        LegendRow::drawing(source(Side::Soviet, middle, "S"), tr!("supply source of the Soviets")),
        LegendRow::patch(&["hex forest"], tr!("forest, no effect")),
        LegendRow::patch(&["hex rough"], tr!("hills, no effect")),
        LegendRow::patch(&["hex out"], tr!("out of play")),
    ]);
    rows
}
