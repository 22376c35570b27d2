//! A board as a picture that stands by itself: the ground and the counters of a theme with their styles.

use std::fmt::Write as _;

use super::MAP_STYLE;
use super::drawing::escape;
use super::theme::{Cell, Counter, Ground, Layer};

/// Edge of a counter.
const PLATE: f64 = 44.0;
/// How far each counter of a stack lies from the one below.
const OFFSET: f64 = 4.0;
/// Most counters of a stack that are drawn.
const DEEPEST: usize = 4;
/// Letters of the values that have room in the usual size.
const ROOM: usize = 5;
/// Height of the title.
const TITLE: f64 = 60.0;

/// What lies on the ground of a picture.
pub(crate) struct Position<'a> {
    /// Counters, those beside the map included.
    pub(crate) counters: &'a [Counter],
    /// Marked cells.
    pub(crate) layers: &'a [Layer],
    /// The line between the sides, as path data.
    pub(crate) front: &'a str,
}

/// Draws the ground of a theme with this style and, on it, a position.
pub(crate) fn draw(ground: &Ground, style: &str, title: &str, subtitle: &str, position: Option<&Position<'_>>) -> String {
    let Ground { left, top, width, height, .. } = *ground;
    let outline: Vec<String> = ground.outline.iter().map(|(x, y)| format!("{x},{y}")).collect();
    let mut out = String::with_capacity(1 << 17);
    let _ = writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" id="map" data-tone="light" width="{width:.0}" height="{:.0}" viewBox="{left} {} {width} {}">"#,
        height + TITLE,
        top - TITLE,
        height + TITLE
    );
    let _ = writeln!(out, "<style>{MAP_STYLE}{style}</style>");
    let _ = writeln!(out, r#"<defs>{}<polygon id="cell" points="{}"/></defs>"#, ground.symbols, outline.join(" "));
    let _ = writeln!(out, r#"<rect x="{left}" y="{}" width="{width}" height="{}" class="halo"/>"#, top - TITLE, height + TITLE);
    let words = |y: f64, size: u8, text: &str| {
        format!(
            r#"<text x="{:.1}" y="{y:.1}" class="place" style="font-size:{size}px;text-anchor:start">{}</text>"#,
            left + 16.0,
            escape(text)
        )
    };
    let _ = writeln!(out, "{}{}", words(top - 26.0, 24, title), words(top - 6.0, 13, subtitle));
    let front = position.map_or("", |position| position.front);
    let _ = writeln!(out, "{}", ground.svg.replace(r#"<path id="front""#, &format!(r#"<path id="front" d="{front}""#)));
    if let Some(position) = position {
        for layer in position.layers {
            for cell in layer.cells.iter().filter_map(|name| find(ground, name)) {
                let _ = writeln!(out, r##"<use href="#cell" x="{}" y="{}" class="focus {}"/>"##, cell.x, cell.y, layer.class);
            }
        }
        for cell in &ground.cells {
            stack(cell, position.counters, &mut out);
        }
    }
    let _ = writeln!(out, "{}\n</svg>", ground.labels);
    out
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
    let _ = writeln!(out, "<g><title>{}</title>", escape(&titles.join("\n")));
    let shift = OFFSET * (drawn.len() - 1) as f64 / 2.0;
    for (level, counter) in drawn.iter().enumerate() {
        let step = OFFSET * level as f64 - shift;
        let _ = write!(
            out,
            r#"<g transform="translate({:.1} {:.1})" class="counter {}">"#,
            cell.x + step,
            cell.y - step,
            counter.marks.join(" ")
        );
        face(counter, level + 1 == drawn.len(), out);
        out.push_str("</g>\n");
    }
    if here.len() > 1 {
        let (x, y) = (cell.x - PLATE / 2.0 - shift + 3.0, cell.y + PLATE / 2.0 + shift - 3.0);
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
    let _ = write!(
        out,
        r##"<text x="2" y="-13.5" class="unit">{}</text><text x="2" y="-7" class="size">{}</text><use href="#{}" x="2" y="2"/><text x="2" y="18.5" class="value{long}">{}</text>"##,
        escape(&counter.id),
        counter.size,
        counter.symbol,
        escape(&counter.values)
    );
    let [left, full] = counter.steps;
    for step in (0..full).filter(|_| full > 1) {
        let class = if step < left { "step" } else { "step lost" };
        let _ = write!(out, r#"<circle cx="{:.1}" cy="{}" r="2" class="{class}"/>"#, half - 3.6, 7 - 6 * i16::from(step));
    }
}
