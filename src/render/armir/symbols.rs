//! Counters as small pictures: own drawings of the common unit symbols.

use std::fmt::Write as _;

use stavka_engine::armir::{Armir, Branch, Class, Mobility, Nationality, Trait, Unit, UnitId};

use super::counters::{rank, values};
use crate::render::drawing::{Point, escape};

/// Edge of a counter.
const SIZE: f64 = 38.0;
/// How far each counter of a stack lies from the one below.
const OFFSET: f64 = 3.5;
/// Most counters of a stack that are drawn.
const DEEPEST: usize = 4;

/// Draws the counters of one hex as a stack with the strongest on top.
pub(super) fn stack(game: &Armir, stack: &[UnitId], centre: Point, out: &mut String) {
    let mut units = stack.to_vec();
    units.sort_by_key(|&unit| (rank(game.data().unit(unit)), game.cp(unit)));
    let drawn = &units[units.len().saturating_sub(DEEPEST)..];
    let names: Vec<String> = units.iter().rev().map(|&unit| game.unit_name(unit)).collect();
    let _ = writeln!(out, "<g><title>{}</title>", escape(&names.join("\n")));
    let shift = OFFSET * (drawn.len() - 1) as f64 / 2.0;
    for (level, &unit) in drawn.iter().enumerate() {
        let step = OFFSET * level as f64 - shift;
        let corner = Point { x: centre.x - SIZE / 2.0 + step, y: centre.y - SIZE / 2.0 - step };
        if level + 1 == drawn.len() {
            counter(game, unit, corner, out);
        } else {
            plate(game.data().unit(unit), corner, out);
        }
    }
    if units.len() > 1 {
        let at = Point { x: centre.x + SIZE / 2.0 + shift - 1.0, y: centre.y + SIZE / 2.0 - shift };
        let _ = writeln!(out, r#"<circle cx="{:.1}" cy="{:.1}" r="7.5" class="badge"/>"#, at.x, at.y);
        let _ = writeln!(out, r#"<text x="{:.1}" y="{:.1}" class="count">{}</text>"#, at.x, at.y + 3.4, units.len());
    }
    out.push_str("</g>\n");
}

fn colour(unit: &Unit) -> &'static str {
    match unit.nationality {
        Nationality::Italian => "#c3d2a5",
        Nationality::German => "#c2c8cf",
        Nationality::Croat => "#d3c4e0",
        Nationality::Soviet if unit.has(Trait::Guards) => "#e8a598",
        Nationality::Soviet => "#e6c79c",
    }
}

fn plate(unit: &Unit, at: Point, out: &mut String) {
    let _ = writeln!(
        out,
        r#"<rect x="{:.1}" y="{:.1}" width="{SIZE}" height="{SIZE}" rx="3" fill="{}" class="plate"/>"#,
        at.x,
        at.y,
        colour(unit)
    );
}

fn counter(game: &Armir, unit: UnitId, at: Point, out: &mut String) {
    let counter = game.data().unit(unit);
    plate(counter, at, out);
    let middle = at.x + SIZE / 2.0;
    let _ = writeln!(out, r#"<text x="{middle:.1}" y="{:.1}" class="unit">{}</text>"#, at.y + 8.0, escape(&counter.id));
    symbol(counter, Point { x: middle, y: at.y + 17.5 }, out);
    let text = values(game, unit, counter);
    let tone = if game.is_out_of_supply(unit) || game.is_disorganised(unit) { "value weak" } else { "value" };
    let _ = writeln!(out, r#"<text x="{middle:.1}" y="{:.1}" class="{tone}">{text}</text>"#, at.y + SIZE - 3.0);
}

/// The symbol of a branch in a box of 20 by 12 around a point.
fn symbol(unit: &Unit, centre: Point, out: &mut String) {
    let (left, right, top, bottom) = (centre.x - 10.0, centre.x + 10.0, centre.y - 6.0, centre.y + 6.0);
    let _ = writeln!(out, r#"<rect x="{left:.1}" y="{top:.1}" width="20" height="12" class="box"/>"#);
    let mut path = String::new();
    let cross = format!("M{left:.1} {top:.1}L{right:.1} {bottom:.1}M{left:.1} {bottom:.1}L{right:.1} {top:.1}");
    let oval = format!("M{:.1} {:.1}a6.5 3.6 0 1 0 13 0a6.5 3.6 0 1 0 -13 0", centre.x - 6.5, centre.y);
    let peak = format!("M{:.1} {bottom:.1}l3.5 -6l3.5 6", centre.x - 3.5);
    match unit.branch {
        Branch::Hq => {
            let _ = writeln!(out, r#"<rect x="{left:.1}" y="{top:.1}" width="20" height="5" class="solid"/>"#);
        }
        Branch::Artillery => {
            let _ = writeln!(out, r#"<circle cx="{:.1}" cy="{:.1}" r="2.8" class="solid"/>"#, centre.x, centre.y);
        }
        Branch::Armour => path = oval,
        Branch::Mechanised => path = cross + &oval,
        Branch::Cavalry => path = format!("M{left:.1} {bottom:.1}L{right:.1} {top:.1}"),
        Branch::Alpine | Branch::Mountain => path = cross + &peak,
        Branch::Ski => path = format!("{cross}M{:.1} {:.1}h9", centre.x - 4.5, bottom - 2.0),
        Branch::Support => path = format!("M{left:.1} {:.1}h20", centre.y),
        Branch::Infantry | Branch::Bersaglieri | Branch::Blackshirt | Branch::Ss => path = cross,
    }
    if unit.mobility == Mobility::Motorised && unit.class == Class::Combat {
        let _ = write!(path, "M{:.1} {top:.1}V{bottom:.1}", centre.x);
    }
    if !path.is_empty() {
        let _ = writeln!(out, r#"<path d="{path}" class="line"/>"#);
    }
}
