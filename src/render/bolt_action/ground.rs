//! The battlefield as the ground of a board: a table seen from above, with terrain as areas and lines, zones, objectives and an inch ruler.

use std::fmt::Write as _;

use stavka_engine::Side;
use stavka_engine::bolt_action::Prepared;
use stavka_engine::bolt_action::data::mission::Victory;
use stavka_engine::bolt_action::terms::Ground as Kind;
use stavka_engine::square::{Cell, CellSet, Facing};
use stavka_words::{proper, tr};

use super::pieces;
use crate::drawing::{Point, star};
use crate::hexmap::courses;
use crate::theme::{Ground, LegendRow, Squares};

/// Edge of a cell, which is an inch: two of them hold a counter.
pub(super) const PITCH: f64 = 24.0;
/// Free space around the battlefield, for the numbers of the ruler.
const MARGIN: f64 = 26.0;
/// From the centre of the last cell of a road towards the edge: its round end reaches it.
const ROAD_END: f64 = 3.0;
/// Inches between the lines of the ruler.
const RULER: usize = 6;

/// The letters of battlefields that are drawn as areas with rounded edges, with their class.
const AREAS: [(char, &str); 5] = [('~', "water-area"), ('m', "marsh"), ('v', "ravine"), ('s', "scrub"), ('T', "woods")];
/// Those that are drawn as lines, with the classes that lie over each other.
const LINES: [(char, &[&str]); 5] = [
    ('=', &["way-rim", "way"]),
    ('a', &["ditch-rim", "ditch"]),
    ('t', &["trench-rim", "trench"]),
    ('f', &["fence-rim", "fence"]),
    ('w', &["wall-rim", "wall"]),
];

/// Where the cells lie.
pub(super) fn squares(data: &Prepared) -> Squares {
    let lattice = data.lattice();
    Squares { columns: lattice.width(), rows: lattice.height(), left: MARGIN, top: MARGIN, pitch: PITCH }
}

/// The ground of a scenario.
pub(super) fn ground(data: &Prepared) -> Ground {
    let squares = squares(data);
    let [width, height] = [squares.columns, squares.rows].map(|cells| cells as f64 * PITCH);
    let mut svg = String::with_capacity(1 << 15);
    let _ = write!(svg, r#"<rect x="{MARGIN}" y="{MARGIN}" width="{width}" height="{height}" class="grass"/>"#);
    fields(data, &mut svg);
    for (letter, class) in AREAS {
        areas(data, letter, class, &mut svg);
    }
    ruler(&squares, &mut svg);
    for (letter, classes) in LINES {
        lines(data, letter, classes, &mut svg);
    }
    trees(data, &mut svg);
    houses(data, &mut svg);
    zones(data, &mut svg);
    objectives(data, &mut svg);
    svg.push_str(r#"<path id="front"/>"#);
    let half = PITCH / 2.0;
    Ground {
        svg,
        labels: String::new(),
        symbols: pieces::symbols(),
        left: 0.0,
        top: 0.0,
        width: width + 2.0 * MARGIN,
        height: height + 2.0 * MARGIN,
        outline: vec![(-half, -half), (half, -half), (half, half), (-half, half)],
        cells: squares.cells(),
        squares: Some(squares),
        note: tr!("one cell is an inch; battlefields and forces are reconstructions"),
        legend: legend(),
    }
}

/// Centre of a cell.
fn centre(data: &Prepared, cell: Cell) -> Point {
    let (column, row) = data.lattice().place(cell);
    squares(data).centre(column.into(), row.into())
}

/// The cells with a letter.
fn cells_of(data: &Prepared, letter: char) -> CellSet {
    data.lattice().cells().filter(|&cell| data.battlefield.glyph(cell).symbol == letter).collect()
}

/// The sides along which the cells of a set end.
fn rim(data: &Prepared, cells: &CellSet) -> Vec<(Point, Point)> {
    let mut sides = Vec::new();
    let half = PITCH / 2.0;
    for cell in cells.iter() {
        let at = centre(data, cell);
        for (way, from, to) in [
            (Facing::NORTH, (-half, -half), (half, -half)),
            (Facing::EAST, (half, -half), (half, half)),
            (Facing::SOUTH, (half, half), (-half, half)),
            (Facing::WEST, (-half, half), (-half, -half)),
        ] {
            if data.lattice().step(cell, way).is_none_or(|near| !cells.contains(near)) {
                let corner = |(x, y): (f64, f64)| Point { x: at.x + x, y: at.y + y };
                sides.push((corner(from), corner(to)));
            }
        }
    }
    sides
}

fn areas(data: &Prepared, letter: char, class: &str, out: &mut String) {
    let cells = cells_of(data, letter);
    if !cells.is_empty() {
        let _ = write!(out, r#"<path d="{}" class="{class}" fill-rule="evenodd"/>"#, courses(rim(data, &cells)));
    }
}

/// Fields have straight edges and furrows.
fn fields(data: &Prepared, out: &mut String) {
    let cells = cells_of(data, ',');
    let (mut earth, mut furrows) = (String::new(), String::new());
    for cell in cells.iter() {
        let begins = data.lattice().step(cell, Facing::WEST).is_none_or(|west| !cells.contains(west));
        if begins {
            let run =
                std::iter::successors(Some(cell), |&at| data.lattice().step(at, Facing::EAST)).take_while(|&at| cells.contains(at)).count();
            let (at, long) = (centre(data, cell), run as f64 * PITCH);
            let (x, y) = (at.x - PITCH / 2.0, at.y - PITCH / 2.0);
            let _ = write!(earth, "M{x} {y}h{long}v{PITCH}h-{long}z");
            let _ = write!(furrows, "M{} {}h{}M{} {}h{}", x + 3.0, y + 6.0, long - 6.0, x + 3.0, y + 18.0, long - 6.0);
        }
    }
    let _ = write!(out, r#"<path d="{earth}" class="crops"/><path d="{furrows}" class="furrows"/>"#);
}

/// Joins the centres of neighbouring cells with a letter: along edges, and over corners where no edge joins them. A cell alone is a bar.
fn lines(data: &Prepared, letter: char, classes: &[&str], out: &mut String) {
    let (cells, lattice) = (cells_of(data, letter), data.lattice());
    let has = |cell: Cell, way: Facing| lattice.step(cell, way).is_some_and(|near| cells.contains(near));
    let mut path = String::new();
    for cell in cells.iter() {
        let at = centre(data, cell);
        let over_corner = |way: Facing| has(cell, way) && !has(cell, way.turned(-1)) && !has(cell, way.turned(1));
        let ways = [Facing::EAST, Facing::SOUTH].into_iter().filter(|&way| has(cell, way));
        let ways: Vec<Facing> = ways.chain([Facing::SOUTH_EAST, Facing::SOUTH_WEST].into_iter().filter(|&way| over_corner(way))).collect();
        for way in &ways {
            let (x, y) = way.vector();
            let _ = write!(path, "M{} {}l{} {}", at.x, at.y, f64::from(x) * PITCH, f64::from(y) * PITCH);
        }
        let alone = Facing::ALL.into_iter().all(|way| !has(cell, way));
        if alone {
            let _ = write!(path, "M{} {}h16", at.x - 8.0, at.y);
        }
        // What leads off the table goes on to its edge.
        for way in [Facing::NORTH, Facing::EAST, Facing::SOUTH, Facing::WEST] {
            if letter == '=' && lattice.step(cell, way).is_none() && has(cell, way.reversed()) {
                let (x, y) = way.vector();
                let _ = write!(path, "M{} {}l{} {}", at.x, at.y, f64::from(x) * ROAD_END, f64::from(y) * ROAD_END);
            }
        }
    }
    for class in classes.iter().filter(|_| !path.is_empty()) {
        let _ = write!(out, r#"<path d="{path}" class="{class}"/>"#);
    }
}

/// A tree in each cell of woods, not in rows, and a bush here and there in scrub.
fn trees(data: &Prepared, out: &mut String) {
    for (letter, every, classes) in [('T', 1, ["tree-shade", "tree", "tree-top"]), ('s', 2, ["bush-shade", "bush", "bush-top"])] {
        let mut dots = String::new();
        for cell in cells_of(data, letter).iter() {
            let (column, row) = data.lattice().place(cell);
            let spread = |seed: i16| f64::from((column * 37 + row * 59 + seed * 23).rem_euclid(11)) - 5.0;
            if (column * 7 + row * 3).rem_euclid(every) == 0 {
                let at = centre(data, cell);
                let _ = write!(dots, "M{} {}h0", at.x + spread(1), at.y + spread(2));
            }
        }
        for class in classes.iter().filter(|_| !dots.is_empty()) {
            let _ = write!(out, r#"<path d="{dots}" class="{class}"/>"#);
        }
    }
}

/// A roof for each section of a building, with its ridge along the longer side; what is no rectangle has a flat one.
fn houses(data: &Prepared, out: &mut String) {
    for section in 1..=data.battlefield.section_count() {
        let cells: CellSet = data.battlefield.sections(section as u8).collect();
        let places: Vec<(i16, i16)> = cells.iter().map(|cell| data.lattice().place(cell)).collect();
        let span = |of: fn(&(i16, i16)) -> i16| {
            let least = places.iter().map(of).min().unwrap_or(0);
            (least, places.iter().map(of).max().unwrap_or(0) - least + 1)
        };
        let ((column, across), (row, down)) = (span(|place| place.0), span(|place| place.1));
        let at = squares(data).centre(column.into(), row.into());
        let (x, y) = (at.x - PITCH / 2.0, at.y - PITCH / 2.0);
        let (wide, high) = (f64::from(across) * PITCH, f64::from(down) * PITCH);
        let beside = cells.iter().next().is_some_and(|cell| data.battlefield.glyph(cell).symbol == 'h');
        let tone = if beside { "roof beside" } else { "roof" };
        if places.len() != (across * down) as usize {
            let _ = write!(out, r#"<path d="{}" class="{tone}"/>"#, courses(rim(data, &cells)));
            continue;
        }
        let (half, ridge) = if across >= down {
            (format!("M{x} {}h{wide}v{}h-{wide}z", y + high / 2.0, high / 2.0), format!("M{} {}h{}", x + 5.0, y + high / 2.0, wide - 10.0))
        } else {
            (
                format!("M{} {y}h{}v{high}h-{}z", x + wide / 2.0, wide / 2.0, wide / 2.0),
                format!("M{} {}v{}", x + wide / 2.0, y + 5.0, high - 10.0),
            )
        };
        let _ = write!(
            out,
            r#"<rect x="{}" y="{}" width="{}" height="{}" class="{tone}"/><path d="{half}" class="roof-shade"/><path d="{ridge}" class="ridge"/>"#,
            x + 1.0,
            y + 1.0,
            wide - 2.0,
            high - 2.0
        );
    }
    let towers = cells_of(data, '#');
    if !towers.is_empty() {
        let _ = write!(out, r#"<path d="{}" class="tower"/>"#, courses(rim(data, &towers)));
    }
}

/// Lines every six inches, and their numbers at the edges.
fn ruler(squares: &Squares, out: &mut String) {
    let (width, height) = (squares.columns as f64 * PITCH, squares.rows as f64 * PITCH);
    let (mut fine, mut strong, mut numbers) = (String::new(), String::new(), String::new());
    for (count, is_column) in [(squares.columns, true), (squares.rows, false)] {
        for inch in (0..=count).step_by(RULER) {
            let at = MARGIN + inch as f64 * PITCH;
            let path = if inch % (2 * RULER) == 0 { &mut strong } else { &mut fine };
            let _ = if is_column { write!(path, "M{at} {MARGIN}v{height}") } else { write!(path, "M{MARGIN} {at}h{width}") };
            let (x, y) = if is_column { (at, MARGIN - 7.0) } else { (MARGIN - 12.0, at + 4.0) };
            let _ = write!(numbers, r#"<text x="{x}" y="{y}" class="inches">{inch}</text>"#);
        }
    }
    let _ = write!(out, r#"<path d="{fine}" class="inch-line"/><path d="{strong}" class="inch-line foot"/>{numbers}"#);
}

/// The rectangle around a set of cells: left, top, width and height.
fn frame(data: &Prepared, cells: &CellSet) -> [f64; 4] {
    let places = || cells.iter().map(|cell| data.lattice().place(cell));
    let least = places().fold((i16::MAX, i16::MAX), |least, at| (least.0.min(at.0), least.1.min(at.1)));
    let most = places().fold((0, 0), |most, at| (most.0.max(at.0), most.1.max(at.1)));
    let at = squares(data).centre(least.0.into(), least.1.into());
    [at.x - PITCH / 2.0, at.y - PITCH / 2.0, f64::from(most.0 - least.0 + 1) * PITCH, f64::from(most.1 - least.1 + 1) * PITCH]
}

/// Where each side sets up, and the area that the attacker has to reach.
fn zones(data: &Prepared, out: &mut String) {
    let mut rectangle = |cells: &CellSet, inset: f64, class: &str, words: &str| {
        let [x, y, width, height] = frame(data, cells);
        let _ = write!(
            out,
            r#"<rect x="{}" y="{}" width="{}" height="{}" class="{class}"><title>{words}</title></rect>"#,
            x + inset,
            y + inset,
            width - 2.0 * inset,
            height - 2.0 * inset
        );
    };
    for side in Side::ALL {
        let words = tr!("{side} zone of the set-up", side);
        rectangle(&data.mission.zones[side.index()], 2.0, &format!("zone {}", side.name()), &words);
    }
    if let Victory::Hold { area, .. } | Victory::Breakthrough { area, .. } = &data.mission.victory {
        rectangle(area, 6.0, "zone goal", tr!("the attacker has to come here"));
    }
}

/// Objectives with their numbers, and how far one holds them.
fn objectives(data: &Prepared, out: &mut String) {
    for (number, &cell) in (1..).zip(&data.mission.objectives) {
        let at = centre(data, cell);
        let radius = f64::from(data.mission.radius) * PITCH;
        let _ = write!(
            out,
            r#"<circle cx="{}" cy="{}" r="{radius}" class="hold"/><polygon points="{}" class="star"><title>{}</title></polygon><text x="{}" y="{}" class="points">{number}</text>"#,
            at.x,
            at.y,
            star(at, 15.0),
            tr!("objective {number}: held from {radius} inches", number, radius = data.mission.radius),
            at.x,
            at.y + 4.0
        );
    }
}

/// What lines, ground and signs mean.
fn legend() -> Vec<LegendRow> {
    let line = |classes: &[&str], name: &'static str| LegendRow::line(classes, proper(name));
    let dots = |classes: [&str; 3]| classes.map(|class| format!(r#"<path d="M14 0h0M30 -3h0" class="{class}"/>"#)).concat();
    let over = |class: &str, what: String| format!(r#"<rect x="2" y="-11" width="42" height="22" class="{class}"/>{what}"#);
    let roof = r#"<rect x="8" y="-10" width="30" height="20" class="roof"/><path d="M8 0h30v10h-30z" class="roof-shade"/><path d="M12 0h22" class="ridge"/>"#;
    let star =
        format!(r#"<circle cx="23" cy="0" r="11" class="hold"/><polygon points="{}" class="star"/>"#, star(Point { x: 23.0, y: 0.0 }, 8.0));
    vec![
        LegendRow::drawing(over("woods", dots(["tree-shade", "tree", "tree-top"])), proper("woods")),
        LegendRow::drawing(over("scrub", dots(["bush-shade", "bush", "bush-top"])), proper("scrub")),
        LegendRow::drawing(over("crops", r#"<path d="M5 -5h36M5 5h36" class="furrows"/>"#.to_owned()), proper("crops")),
        LegendRow::patch(&["ravine"], proper("ravine")),
        LegendRow::patch(&["marsh"], proper("marsh")),
        LegendRow::patch(&["water-area"], proper("water")),
        LegendRow::drawing(roof, proper("house")),
        line(&["way-rim", "way"], "road"),
        line(&["fence-rim", "fence"], "fence"),
        line(&["wall-rim", "wall"], "wall"),
        line(&["trench-rim", "trench"], "trench"),
        line(&["ditch-rim", "ditch"], "ditch"),
        LegendRow::drawing(star, tr!("objective, and how far it is held")),
        LegendRow::line(&["zone axis"], tr!("Axis zone of the set-up")),
        LegendRow::line(&["zone soviet"], tr!("Soviet zone of the set-up")),
        LegendRow::line(&["zone goal"], tr!("the attacker has to come here")),
        LegendRow::line(&["inch-line foot"], tr!("a line every six inches")),
    ]
}

/// Whether a cell is a building, where one unit stands in a section.
pub(super) fn is_building(data: &Prepared, cell: Cell) -> bool {
    data.battlefield.glyph(cell).ground == Kind::Building
}
