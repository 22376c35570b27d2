//! The map as a picture.

use std::fmt::Write as _;

use stavka_engine::Side;
use stavka_engine::armir::{Armir, Data, Formation, NamedPlace, PlaceKind, River, RiverClass, Road, UnitId, edge};
use stavka_engine::hex::{Direction, Hex};

use super::geometry::{controller, front};
use super::symbols;
use crate::render::drawing::{Name, Patch, Point, escape, label, outline, rounded, star, works, write_names};

/// Distance from the centre of a hex to its corners.
pub(super) const RADIUS: f64 = 40.0;
/// Distance between the centres of a row.
pub(super) const WIDTH: f64 = 69.282_032;
/// Distance between rows.
pub(super) const PITCH: f64 = 60.0;
/// Free space around the map.
pub(super) const MARGIN: f64 = 46.0;
/// Space for the title.
pub(super) const TITLE: f64 = 78.0;
/// Space for the legend.
const LEGEND: f64 = 178.0;
/// Colours of the strongpoints of the four corps, north to south.
const CORPS: [&str; 4] = ["#3f8f3f", "#2f6fb0", "#d9791f", "#8a4fa3"];

const STYLE: &str = "\
text{font-family:'DejaVu Sans',Verdana,Arial,sans-serif}\
.paper{fill:#faf6ea}.hex{stroke:#b9ad92;stroke-width:.9}.clear{fill:#f3ead2}.forest{fill:#d3dfb4}.rough{fill:#e6d6b3}.out{fill:#d9d6cf}\
.red{fill:#c0392b;fill-opacity:.075}.number{font-size:8.5px;fill:#8b8168;text-anchor:middle}\
.don{stroke:#4f8fc0;stroke-width:11}.major{stroke:#5c9bc9;stroke-width:7.5}.minor{stroke:#74aed6;stroke-width:3.8}\
.river,.road,.rail,.ties,.front,.fort{fill:none;stroke-linecap:round;stroke-linejoin:round}\
.road{stroke:#a9794a;stroke-width:2.6}.rail{stroke:#2b2b2b;stroke-width:4}.shut{stroke:#7d2020}.ties{stroke:#fff;stroke-width:2;stroke-dasharray:7 7;stroke-linecap:butt}\
.front{stroke:#c0231d;stroke-width:4;stroke-dasharray:9 6}.fort{stroke-width:3.2}\
.water{font-family:Georgia,'DejaVu Serif',serif;font-style:italic;fill:#1f5c8f;text-anchor:middle}\
.halo{stroke:#faf6ea;stroke-width:4;stroke-linejoin:round;fill:#faf6ea}\
.town{fill:#3a3027;stroke:#fff;stroke-width:1.2}.star{fill:#f2b705;stroke:#6b4e00;stroke-width:.9}\
.place{font-family:Georgia,'DejaVu Serif',serif;font-size:12.5px;text-anchor:middle}.city{font-size:15px;font-weight:bold}\
.source{stroke:#fff;stroke-width:1.6}.letter{font-size:12px;font-weight:bold;fill:#fff;text-anchor:middle}.note{font-size:10px;fill:#3a3027}\
.exit{fill:#1e7d4f;stroke:#fff;stroke-width:1.4}\
.plate{stroke:#3a3027;stroke-width:.9}.box{fill:#fffdf5;stroke:#222;stroke-width:1}.line{fill:none;stroke:#222;stroke-width:1}.solid{fill:#222}\
.unit{font-size:7px;text-anchor:middle;fill:#222}.value{font-size:10.5px;font-weight:bold;text-anchor:middle;fill:#111}.weak{fill:#b01010}\
.badge{fill:#2d2a26;stroke:#fff;stroke-width:1}.count{font-size:9.5px;font-weight:bold;fill:#fff;text-anchor:middle}\
.title{font-family:Georgia,'DejaVu Serif',serif;font-size:34px;font-weight:bold;fill:#3a3027}.subtitle{font-size:14px;fill:#6b5f49}.key{font-size:13px;fill:#3a3027}";

/// The map, with the counters of a position if one is given.
pub(super) fn draw(data: &Data, game: Option<&Armir>) -> String {
    let (width, height) = size(data);
    let mut out = String::with_capacity(1 << 19);
    let _ = writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0}" height="{height:.0}" viewBox="0 0 {width:.0} {height:.0}"><style>{STYLE}</style>"#
    );
    let _ = writeln!(out, r#"<rect width="{width:.0}" height="{height:.0}" class="paper"/>"#);
    draw_hexes(data, game, &mut out);
    draw_strongpoints(data, &mut out);
    for river in &data.map.rivers {
        draw_river(data, river, &mut out);
    }
    draw_roads(data, &mut out);
    draw_front(data, game, &mut out);
    draw_numbers(data, &mut out);
    for river in &data.map.rivers {
        name_river(data, river, &mut out);
    }
    let occupied = |hex: Hex| game.is_some_and(|game| game.occupant(hex).is_some());
    draw_towns(data, occupied, &mut out);
    draw_sources(data, &mut out);
    if let Some(game) = game {
        draw_counters(game, &mut out);
    }
    name_places(data, occupied, &mut out);
    draw_title(data, game, width, &mut out);
    draw_legend(width, height, &mut out);
    out.push_str("</svg>\n");
    out
}

fn size(data: &Data) -> (f64, f64) {
    let grid = &data.map.grid;
    let width = MARGIN * 2.0 + (f64::from(grid.columns()) + 0.5) * WIDTH;
    let height = MARGIN * 2.0 + TITLE + LEGEND + f64::from(grid.rows()) * PITCH + PITCH / 3.0;
    (width, height)
}

pub(super) fn centre(data: &Data, hex: Hex) -> Point {
    let grid = &data.map.grid;
    let (column, row) = grid.offset_xy(hex);
    let even = grid.row(hex).is_multiple_of(2);
    let shift = if even == grid.layout().shifts_even() { 1.0 } else { 0.5 };
    Point { x: MARGIN + (f64::from(column) + shift) * WIDTH, y: MARGIN + TITLE + RADIUS + f64::from(row) * PITCH }
}

/// Corners clockwise from the top; the side towards direction `n` lies between corners `n` and `n + 1`.
pub(super) fn corners(centre: Point, radius: f64) -> [Point; 6] {
    let half = radius * WIDTH / RADIUS / 2.0;
    [(0.0, -radius), (half, -radius / 2.0), (half, radius / 2.0), (0.0, radius), (-half, radius / 2.0), (-half, -radius / 2.0)]
        .map(|(x, y)| Point { x: centre.x + x, y: centre.y + y })
}

pub(super) fn side(data: &Data, hex: Hex, direction: Direction) -> (Point, Point) {
    let corners = corners(centre(data, hex), RADIUS);
    (corners[direction.index()], corners[(direction.index() + 1) % 6])
}

fn draw_hexes(data: &Data, game: Option<&Armir>, out: &mut String) {
    for hex in data.map.grid.hexes() {
        let shape = outline(&corners(centre(data, hex), RADIUS));
        let class = match data.map.terrain[hex.index()] {
            b'#' => "out",
            b'f' => "forest",
            b'r' => "rough",
            _ => "clear",
        };
        let _ = writeln!(out, r#"<polygon points="{shape}" class="hex {class}"/>"#);
        if data.map.in_play.contains(hex) && controller(data, game, hex) == Side::Soviet {
            let _ = writeln!(out, r#"<polygon points="{shape}" class="red"/>"#);
        }
        terrain_marks(class, centre(data, hex), out);
    }
}

/// A few trees or hill strokes, clear of the middle.
fn terrain_marks(class: &str, at: Point, out: &mut String) {
    let spots = [(-20.0, -8.0), (19.0, -12.0), (-16.0, 17.0), (18.0, 14.0)];
    for (x, y) in spots.map(|(x, y)| (at.x + x, at.y + y)) {
        let _ = match class {
            "forest" => writeln!(
                out,
                r##"<path d="M{x:.1} {:.1}l-4.5 8h9zM{x:.1} {:.1}v3" fill="#7fa05a" stroke="#6a8a49" stroke-width="1"/>"##,
                y - 5.0,
                y + 3.0
            ),
            "rough" => writeln!(out, r##"<path d="M{:.1} {y:.1}q4 -7 8 0" fill="none" stroke="#b09a6a" stroke-width="1.5"/>"##, x - 4.0),
            _ => Ok(()),
        };
    }
}

pub(super) fn draw_strongpoints(data: &Data, out: &mut String) {
    for (hexes, colour) in data.map.strongpoints.iter().zip(CORPS) {
        for &hex in hexes {
            let middle = centre(data, hex);
            let inner = outline(&corners(middle, RADIUS - 5.0));
            let _ = writeln!(out, r#"<polygon points="{inner}" fill="{colour}" fill-opacity=".2"/>"#);
            for direction in Direction::ALL.into_iter().filter(|&direction| data.map.edge(hex, direction) & edge::FORTIFIED != 0) {
                let _ =
                    writeln!(out, r#"<path d="{}" stroke="{colour}" class="fort"/>"#, works(centre(data, hex), side(data, hex, direction)));
            }
        }
    }
}

/// A river as a run of corners, downstream.
fn course(data: &Data, river: &River) -> Vec<Point> {
    let grid = &data.map.grid;
    let sides: Vec<(Point, Point)> = river.sides.iter().filter_map(|&(a, b)| Some(side(data, a, grid.direction(a, b)?))).collect();
    let mut points: Vec<Point> = Vec::new();
    for (index, &(a, b)) in sides.iter().enumerate() {
        let (from, to) = match (points.last(), sides.get(index + 1)) {
            (Some(&last), _) if last.is(a) => (a, b),
            (Some(&last), _) if last.is(b) => (b, a),
            (_, Some(&(c, d))) if a.is(c) || a.is(d) => (b, a),
            _ => (a, b),
        };
        if points.last().is_none_or(|last| !last.is(from)) {
            points.push(from);
        }
        points.push(to);
    }
    points
}

fn class_of(river: &River) -> &'static str {
    match river.class {
        RiverClass::Don => "don",
        RiverClass::Major => "major",
        RiverClass::Minor => "minor",
    }
}

pub(super) fn draw_river(data: &Data, river: &River, out: &mut String) {
    let _ = writeln!(out, r#"<path d="{}" class="river {}"/>"#, rounded(&course(data, river), |_| false), class_of(river));
}

/// The name beside the middle of the course, along it.
pub(super) fn name_river(data: &Data, river: &River, out: &mut String) {
    let points = course(data, river);
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

pub(super) fn draw_roads(data: &Data, out: &mut String) {
    let is_town = |hex: Hex| data.map.places.iter().any(|place| place.hex == hex);
    let path = |road: &Road| {
        let points: Vec<Point> = road.path.iter().map(|&hex| centre(data, hex)).collect();
        rounded(&points, |index| is_town(road.path[index]))
    };
    for road in data.map.roads.iter().filter(|road| !road.rail) {
        let _ = writeln!(out, r#"<path d="{}" class="road"><title>{}</title></path>"#, path(road), escape(&road.name));
    }
    for road in data.map.roads.iter().filter(|road| road.rail) {
        let shut = if road.closed { " shut" } else { "" };
        let way = path(road);
        let _ = writeln!(out, r#"<path d="{way}" class="rail{shut}"><title>{}</title></path>"#, escape(&road.name));
        let _ = writeln!(out, r#"<path d="{way}" class="ties"/>"#);
    }
}

fn draw_front(data: &Data, game: Option<&Armir>, out: &mut String) {
    let mut path = String::new();
    for (_, hex, direction) in front(data, game) {
        let (a, b) = side(data, hex, direction);
        let _ = write!(path, "M{:.1} {:.1}L{:.1} {:.1}", a.x, a.y, b.x, b.y);
    }
    let _ = writeln!(out, r#"<path d="{path}" class="front"/>"#);
}

pub(super) fn draw_numbers(data: &Data, out: &mut String) {
    for hex in data.map.in_play.iter() {
        let at = centre(data, hex);
        let _ = writeln!(out, r#"<text x="{:.1}" y="{:.1}" class="number">{}</text>"#, at.x, at.y - RADIUS + 15.0, data.map.grid.name(hex));
    }
}

/// Towns and their stars; a stack in the hex pushes the stars aside.
pub(super) fn draw_towns(data: &Data, occupied: impl Fn(Hex) -> bool, out: &mut String) {
    for place in &data.map.places {
        let at = centre(data, place.hex);
        let _ = match place.kind {
            PlaceKind::City => writeln!(out, r#"<rect x="{:.1}" y="{:.1}" width="15" height="15" class="town"/>"#, at.x - 7.5, at.y - 7.5),
            PlaceKind::Village => writeln!(out, r#"<circle cx="{:.1}" cy="{:.1}" r="5" class="town"/>"#, at.x, at.y),
        };
        let occupied = occupied(place.hex);
        let clear = if occupied {
            27.0
        } else if place.kind == PlaceKind::City {
            15.0
        } else {
            13.0
        };
        for number in 0..place.star {
            let x = at.x + clear + if occupied { 0.0 } else { 13.0 * f64::from(number) };
            let _ = writeln!(
                out,
                r#"<polygon points="{}" class="star"/>"#,
                star(Point { x, y: at.y - 5.0 + if occupied { 13.0 * f64::from(number) } else { 0.0 } }, 7.0)
            );
        }
    }
}

/// Names of places, each where it covers least of the others, of towns and of counters.
pub(super) fn name_places(data: &Data, occupied: impl Fn(Hex) -> bool, out: &mut String) {
    let mut places: Vec<&NamedPlace> = data.map.places.iter().collect();
    places.sort_by_key(|place| place.kind == PlaceKind::Village);
    let stacks = data.map.in_play.iter().filter(|&hex| occupied(hex));
    let taken = stacks.map(|hex| Patch::around(centre(data, hex), 22.0, 21.0)).collect();
    let names = places.into_iter().map(|place| {
        let (class, size) = if place.kind == PlaceKind::City { ("place city", 15.0) } else { ("place", 12.5) };
        let half = place.name.chars().count() as f64 * size * if place.kind == PlaceKind::City { 0.34 } else { 0.3 };
        Name { text: &place.name, at: centre(data, place.hex), class, size, half, behind: 13.0 * f64::from(place.star) }
    });
    write_names(names.collect(), taken, out);
}

pub(super) fn draw_sources(data: &Data, out: &mut String) {
    for (owner, name, hex) in &data.map.named_sources {
        let at = centre(data, *hex);
        let at = Point { x: at.x - 19.0, y: at.y - 2.0 };
        let (colour, letter) = match owner {
            Side::Axis => ("#3b4a5a", name.as_str()),
            Side::Soviet => ("#b3261e", "S"),
        };
        let _ = writeln!(
            out,
            r#"<g><title>{}</title><circle cx="{:.1}" cy="{:.1}" r="10" fill="{colour}" class="source"/>"#,
            escape(name),
            at.x,
            at.y
        );
        let _ = writeln!(out, r#"<text x="{:.1}" y="{:.1}" class="letter">{}</text></g>"#, at.x, at.y + 4.3, escape(letter));
    }
    let (columns, rows) = (data.map.grid.columns(), data.map.grid.rows());
    for (&hex, name) in data.map.exits.iter().zip(&data.map.exit_names) {
        let at = centre(data, hex);
        let turn = match (data.map.grid.column(hex) == columns, data.map.grid.row(hex) == rows) {
            (true, false) => 0,
            _ => 90,
        };
        let _ = writeln!(
            out,
            r#"<g transform="translate({:.1} {:.1}) rotate({turn})"><title>exit to {}</title><path d="M36 -7h10v-7l15 14l-15 14v-7h-10z" class="exit"/></g>"#,
            at.x,
            at.y,
            escape(name)
        );
    }
}

fn draw_counters(game: &Armir, out: &mut String) {
    for hex in game.data().map.in_play.iter() {
        let stack: Vec<UnitId> = game.stack(hex).collect();
        if !stack.is_empty() {
            symbols::stack(game, &stack, centre(game.data(), hex), out);
        }
    }
}

fn draw_title(data: &Data, game: Option<&Armir>, width: f64, out: &mut String) {
    let subtitle = match game {
        Some(game) => format!("{} | turn {} of {}, {}", data.name, stavka_engine::Game::game_turn(game), data.turns, game.phase_name()),
        None => format!("{} | one hex is 10 km; every name, line and value is a reconstruction from geography and the rules", data.name),
    };
    let _ = writeln!(out, r#"<text x="{MARGIN}" y="{:.1}" class="title">ARMIR: the Don front, December 1942</text>"#, MARGIN + 18.0);
    let _ = writeln!(out, r#"<text x="{MARGIN}" y="{:.1}" class="subtitle">{}</text>"#, MARGIN + 44.0, escape(&subtitle));
    let north = Point { x: width - MARGIN - 20.0, y: MARGIN + 20.0 };
    let _ = writeln!(
        out,
        r##"<path d="M{x:.1} {:.1}l9 34l-9 -7l-9 7z" fill="#3a3027"/><text x="{x:.1}" y="{:.1}" class="key" text-anchor="middle">N</text>"##,
        north.y - 22.0,
        north.y + 30.0,
        x = north.x,
    );
}

fn draw_legend(width: f64, height: f64, out: &mut String) {
    let top = height - MARGIN - LEGEND + 40.0;
    let step = (width - 2.0 * MARGIN) / 4.0;
    let at = |column: usize, row: usize| Point { x: MARGIN + step * column as f64, y: top + 30.0 * row as f64 };
    let mut text = |column: usize, row: usize, words: &str, picture: String| {
        let place = at(column, row);
        let _ = writeln!(
            out,
            r#"<g transform="translate({:.1} {:.1})">{picture}<text x="58" y="5" class="key">{}</text></g>"#,
            place.x,
            place.y,
            escape(words)
        );
    };
    let line = |class: &str| format!(r#"<path d="M0 0h46" class="{class}"/>"#);
    text(0, 0, "Don: the Axis may not attack across it", line("river don"));
    text(0, 1, "major river: bars zones of control, one column", line("river major"));
    text(0, 2, "minor river: one column", line("river minor"));
    text(0, 3, "front", line("front"));
    text(0, 4, "road", line("road"));
    text(1, 0, "railway", line("rail") + &line("ties"));
    text(1, 1, "railway closed to the Soviets (A - B)", line("rail shut") + &line("ties"));
    text(
        1,
        2,
        "city, worth two momentum points",
        format!(
            r#"<rect x="4" y="-7.5" width="15" height="15" class="town"/><polygon points="{}" class="star"/><polygon points="{}" class="star"/>"#,
            star(Point { x: 29.0, y: 0.0 }, 7.0),
            star(Point { x: 42.0, y: 0.0 }, 7.0)
        ),
    );
    text(
        1,
        3,
        "village, worth one momentum point",
        format!(r#"<circle cx="12" cy="0" r="5" class="town"/><polygon points="{}" class="star"/>"#, star(Point { x: 29.0, y: 0.0 }, 7.0)),
    );
    text(1, 4, "exit to the airfields", r#"<path d="M4 -8h13v-7l15 15l-15 15v-7h-13z" class="exit" transform="scale(.8)"/>"#.to_owned());
    for (row, (formation, colour)) in Formation::LINE_CORPS.iter().zip(CORPS).enumerate() {
        let picture = format!(
            r#"<rect x="4" y="-10" width="38" height="20" fill="{colour}" fill-opacity=".2"/><path d="M4 -6h38M12 -6v-5M23 -6v-5M34 -6v-5" stroke="{colour}" class="fort"/>"#
        );
        text(2, row, &format!("strongpoint of the {}", formation.name()), picture);
    }
    text(2, 4, "held by the Soviets", r##"<rect x="4" y="-10" width="38" height="20" fill="#f3ead2" stroke="#b9ad92"/><rect x="4" y="-10" width="38" height="20" class="red"/>"##.to_owned());
    text(
        3,
        0,
        "supply source of the Axis",
        r##"<circle cx="22" cy="0" r="10" fill="#3b4a5a" class="source"/><text x="22" y="4.3" class="letter">A</text>"##.to_owned(),
    );
    text(
        3,
        1,
        "supply source of the Soviets",
        r##"<circle cx="22" cy="0" r="10" fill="#b3261e" class="source"/><text x="22" y="4.3" class="letter">S</text>"##.to_owned(),
    );
    for (row, class, words) in [(2, "forest", "forest, no effect"), (3, "rough", "hills, no effect"), (4, "out", "out of play")] {
        text(3, row, words, format!(r#"<rect x="4" y="-10" width="38" height="20" class="hex {class}"/>"#));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_of_neighbouring_hexes_meet() {
        let one = corners(Point { x: 0.0, y: 0.0 }, RADIUS);
        let east = corners(Point { x: WIDTH, y: 0.0 }, RADIUS);
        assert!(one[1].is(east[5]) && one[2].is(east[4]));
    }
}
