//! A board as a picture that stands by itself: the ground and the counters of a theme with their styles.

use std::fmt::Write as _;

use stavka_engine::Side;
use stavka_words::tr;

use super::MAP_STYLE;
use super::drawing::escape;
use super::theme::{Cell, Counter, Ground, LegendRow, Shape, Theme};

/// Edge of a counter.
const PLATE: f64 = 44.0;
/// Size of counters against those of a page, so that they cover less of the map.
const SCALE: f64 = 0.88;
/// How far each counter of a stack lies from the one below.
const OFFSET: f64 = 4.0;
/// Most counters of a stack that are drawn.
const DEEPEST: usize = 4;
/// Letters of the values that have room in the usual size.
const ROOM: usize = 5;
/// Letters of the values that have room in the smaller size.
const WIDE: usize = 7;
/// Distance between the rows of a legend.
const ROW: f64 = 26.0;
/// Width of the samples of a legend, and of a letter of its words.
const SAMPLE: f64 = 58.0;
const LETTER: f64 = 7.0;
/// Free space at the edges.
const EDGE: f64 = 16.0;

/// What only pictures show.
const STYLE: &str = "\
.held{fill:#c0392b;fill-opacity:.08}.paper{fill:var(--halo)}.north{fill:var(--name)}\
#map .key{font-size:13px;fill:var(--name)}#map .title{font-weight:bold;text-anchor:start}#map .subtitle{font-size:14px;text-anchor:start}";

/// Draws the map of a game as it stands, with the counters as a side sees them, or without counters.
pub fn draw<G: Theme>(game: &G, seen_by: Option<Side>) -> String {
    let scenario = game.scenario();
    let ground = G::ground(scenario);
    let sheet = G::sheet(scenario);
    let legend = Legend::of(&ground);
    let size = (ground.width / 50.0).clamp(22.0, 34.0);
    let (head, foot) = (2.0 * size + 14.0, legend.height());
    let Ground { left, top, width, height, .. } = ground;
    let (top, height) = (top - head, height + head + foot);
    let outline: Vec<String> = ground.outline.iter().map(|(x, y)| format!("{x},{y}")).collect();
    let mut out = String::with_capacity(1 << 18);
    let _ = writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" id="map" data-tone="light" width="{width:.0}" height="{height:.0}" viewBox="{left} {top} {width} {height}">"#
    );
    let _ = writeln!(out, "<style>{MAP_STYLE}{}{STYLE}</style>", G::STYLE);
    let _ = writeln!(out, r#"<defs>{}<polygon id="cell" points="{}"/></defs>"#, ground.symbols, outline.join(" "));
    let _ = writeln!(out, r#"<rect x="{left}" y="{top}" width="{width}" height="{height}" class="paper"/>"#);
    let subtitle = if seen_by.is_some() {
        tr!(
            "{sheet} | turn {game_turn} of {turns}, {phase}",
            sheet = sheet.name,
            game_turn = game.turn_number(),
            turns = sheet.turns,
            phase = game.phase_name()
        )
    } else {
        format!("{} | {}", sheet.name, ground.note)
    };
    for (class, y, size, text) in [("title", top + 10.0 + size, size, G::TITLE), ("subtitle", top + 30.0 + size, 14.0, &subtitle)] {
        let (x, text) = (left + EDGE, escape(text));
        let _ = writeln!(out, r#"<text x="{x:.1}" y="{y:.1}" class="place {class}" style="font-size:{size}px">{text}</text>"#);
    }
    let (x, y) = (left + width - EDGE - 14.0, top + 12.0);
    let _ = writeln!(
        out,
        r#"<path d="M{x:.1} {y:.1}l9 34l-9 -7l-9 7z" class="north"/><text x="{x:.1}" y="{:.1}" class="place">N</text>"#,
        y + 50.0
    );
    let mut drawn = ground.svg.replace(r#"<path id="front""#, &format!(r#"<path id="front" d="{}""#, game.front()));
    for id in game.works() {
        drawn = drawn.replace(&format!(r#"<path id="{id}" "#), &format!(r#"<path id="{id}" data-built="" "#));
    }
    let _ = writeln!(out, "{drawn}");
    for (kind, layers) in [("", game.tints()), ("focus ", game.focus())] {
        for layer in layers {
            let circles = layer.cells.iter().filter(|_| layer.radius > 0.0).filter_map(|name| find(&ground, name));
            for cell in circles {
                let _ = writeln!(out, r#"<circle cx="{}" cy="{}" r="{}" class="{kind}{}"/>"#, cell.x, cell.y, layer.radius, layer.class);
            }
            for cell in layer.cells.iter().filter(|_| layer.radius <= 0.0).filter_map(|name| find(&ground, name)) {
                let (x, y, class, title) = (cell.x, cell.y, layer.class, escape(&layer.title));
                let _ = writeln!(out, r##"<use href="#cell" x="{x}" y="{y}" class="{kind}{class}"><title>{title}</title></use>"##);
            }
        }
    }
    if let Some(side) = seen_by {
        let counters = game.counters(side);
        for cell in &ground.cells {
            stack(cell, &counters, &mut out);
        }
    }
    let _ = writeln!(out, "{}", ground.labels);
    legend.draw(left + EDGE, top + height - foot, &mut out);
    out.push_str("</svg>\n");
    out
}

/// A legend in columns under the map.
struct Legend<'a> {
    rows: &'a [LegendRow],
    columns: usize,
    width: f64,
}

impl<'a> Legend<'a> {
    fn of(ground: &'a Ground) -> Self {
        let (rows, width) = (ground.legend.as_slice(), ground.width);
        let longest = rows.iter().map(|row| row.words.chars().count()).max().unwrap_or_default();
        let columns = ((width - EDGE) / (SAMPLE + LETTER * longest as f64 + EDGE)).max(1.0).floor();
        Legend { rows, columns: columns as usize, width: (width - EDGE) / columns }
    }

    /// Rows of a column.
    fn deep(&self) -> usize {
        self.rows.len().div_ceil(self.columns).max(1)
    }

    fn height(&self) -> f64 {
        ROW * self.deep() as f64 + 2.0 * EDGE
    }

    fn draw(&self, left: f64, top: f64, out: &mut String) {
        for (index, row) in self.rows.iter().enumerate() {
            let (x, y) = (left + self.width * (index / self.deep()) as f64, top + EDGE + ROW * ((index % self.deep()) as f64 + 0.5));
            let (sample, words) = (&row.sample, escape(&row.words));
            let _ =
                writeln!(out, r#"<g transform="translate({x:.1} {y:.1})">{sample}<text x="{SAMPLE}" y="5" class="key">{words}</text></g>"#);
        }
    }
}

fn find<'a>(ground: &'a Ground, name: &str) -> Option<&'a Cell> {
    ground.cells.iter().find(|cell| cell.name == name)
}

/// The counters of one cell, the greatest on top.
fn stack(cell: &Cell, counters: &[Counter], out: &mut String) {
    let mut here: Vec<&Counter> = counters.iter().filter(|counter| counter.place == cell.name).collect();
    if here.is_empty() {
        return;
    }
    here.sort_by_key(|counter| counter.rank);
    let drawn = &here[here.len().saturating_sub(DEEPEST)..];
    let titles: Vec<&str> = here.iter().rev().map(|counter| counter.title.as_str()).collect();
    let _ = writeln!(
        out,
        r#"<g transform="translate({:.1} {:.1}) scale({SCALE})"><title>{}</title>"#,
        cell.x,
        cell.y,
        escape(&titles.join("\n"))
    );
    let shift = OFFSET * (drawn.len() - 1) as f64 / 2.0;
    for (level, counter) in drawn.iter().enumerate() {
        let step = OFFSET * level as f64 - shift;
        let _ = write!(
            out,
            r#"<g transform="translate({:.1} {:.1})" class="counter {} {}">"#,
            step,
            -step,
            counter.look.shape.class(),
            counter.marks.join(" ")
        );
        face(counter, level + 1 == drawn.len(), out);
        out.push_str("</g>\n");
    }
    if here.len() > 1 {
        let (x, y) = (3.0 - PLATE / 2.0 - shift, PLATE / 2.0 + shift - 3.0);
        let _ = writeln!(
            out,
            r#"<circle cx="{x:.1}" cy="{y:.1}" r="7.5" class="badge"/><text x="{x:.1}" y="{:.1}" class="count">{}</text>"#,
            y + 3.5,
            here.len()
        );
    }
    out.push_str("</g>\n");
}

/// A counter around the origin; of those that lie below others only the plate.
fn face(counter: &Counter, whole: bool, out: &mut String) {
    let half = PLATE / 2.0;
    if counter.look.shape != Shape::Counter {
        return piece(counter, out);
    }
    let _ = write!(
        out,
        r#"<rect x="-{half}" y="-{half}" width="{PLATE}" height="{PLATE}" rx="4" class="plate {}"/><rect x="{}" y="{}" width="4" height="{}" rx="1.5" class="{}"/>"#,
        counter.plate,
        1.5 - half,
        1.5 - half,
        PLATE - 3.0,
        counter.stripe
    );
    if !whole {
        return;
    }
    let long = if counter.values.len() > ROOM { " long" } else { "" };
    let fit = if counter.values.len() > WIDE { r#" textLength="37" lengthAdjust="spacingAndGlyphs""# } else { "" };
    let _ = write!(
        out,
        r##"<text x="2" y="-13.5" class="unit">{}</text><text x="2" y="-7" class="size">{}</text><use href="#{}" x="2" y="2"/><text x="2" y="18.5" class="value{long}"{fit}>{}</text>"##,
        escape(&counter.id),
        counter.size,
        counter.symbol,
        escape(&counter.values)
    );
    signs(counter, out);
    let [left, full] = counter.steps;
    let apart = if full > 5 { 5 } else { 6 };
    for step in (0..full).filter(|_| full > 1) {
        let class = if step < left { "step" } else { "step lost" };
        let _ = write!(out, r#"<circle cx="{:.1}" cy="{}" r="2" class="{class}"/>"#, half - 3.6, 7 - apart * i16::from(step));
    }
}

/// A base with figures, or a model that looks where it faces, with its letter, its strength and what lies beside it.
fn piece(counter: &Counter, out: &mut String) {
    let half = PLATE / 2.0;
    let turn = counter.look.facing.map(|degrees| format!(r#"transform="rotate({degrees})""#)).unwrap_or_default();
    if counter.look.shape == Shape::Model {
        let _ = write!(out, r##"<use href="#{}" class="{}" {turn}/>"##, counter.symbol, counter.plate);
    } else {
        if !turn.is_empty() {
            let _ = write!(out, r#"<path d="M-6 -{half}L0 -{}L6 -{half}z" class="nose" {turn}/>"#, half + 7.0);
        }
        let _ = write!(
            out,
            r##"<rect x="-{half}" y="-{half}" width="{PLATE}" height="{PLATE}" rx="15" class="plate {}"/><use href="#{}" y="-6"/>"##,
            counter.plate, counter.symbol
        );
    }
    // A model has its letter at its right lower corner.
    let [x, value] = if counter.look.shape == Shape::Model { [half - 6.0, half - 2.0] } else { [0.0, half - 9.0] };
    let _ = write!(out, r#"<text x="{x}" y="{value}" class="value">{}</text>"#, escape(&counter.values));
    for (index, badge) in counter.look.badges.iter().enumerate() {
        let x = 4.0 - half + 16.0 * index as f64;
        let _ = write!(
            out,
            r#"<rect x="{}" y="{}" width="15" height="15" class="badge-face {}"/><text x="{x}" y="{}" class="badge-text {}">{}</text>"#,
            x - 7.5,
            -half - 5.0,
            badge.class,
            6.2 - half,
            badge.class,
            escape(&badge.text)
        );
    }
    signs(counter, out);
}

/// The marks of a counter with their first letters, from its right upper corner on.
fn signs(counter: &Counter, out: &mut String) {
    let half = PLATE / 2.0;
    for (index, mark) in counter.marks.iter().filter(|mark| **mark != "moved").enumerate() {
        let x = half - 2.0 - 13.0 * index as f64;
        let letter: String = mark.chars().take(1).flat_map(char::to_uppercase).collect();
        let _ = write!(
            out,
            r#"<circle cx="{x:.1}" cy="{}" r="6.5" class="mark {mark}"/><text x="{x:.1}" y="{}" class="sign">{letter}</text>"#,
            2.0 - half,
            5.2 - half
        );
    }
}
