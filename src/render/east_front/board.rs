//! The map and the board as text.
//!
//! A hex takes eight columns and four lines, odd columns of hexes lie two lines lower. Its upper side runs over the first
//! line; the left column of its first two lines is its north-western side, that of the last two its south-western one.

use std::fmt::Write as _;

use stavka_engine::east_front::data::{Feature, PlaceKind, RoadClass, UnitKind, edge};
use stavka_engine::east_front::{Data, EastFront, UnitId};
use stavka_engine::hex::{Direction, Hex};
use stavka_engine::{Game as _, Side, Turn};

use crate::render::{Canvas, Ink, Tone};

/// Columns of a hex.
const WIDE: usize = 8;
/// Lines of a hex.
const HIGH: usize = 4;
/// Hexes that a window shows on each side of its centre.
const WINDOW: (usize, usize) = (4, 3);

const LEGEND: &str = "\
[27/18] Axis stack, attack and defence, (9/12) Soviet; H headquarters, h not operational, g guns, T armour; a2 air units there
◆ city  ● town  ○ place  ★ objective  ^ strongpoint; # fortified line, : front; ║ main road, │ minor road, ╫ railway
~ sea  ≈ Sivash  = marsh";

/// The map, with the units of a position, whole or around a hex.
pub(super) fn draw(data: &Data, game: Option<&EastFront>, centre: Option<Hex>, ink: Ink) -> String {
    let grid = &data.map.grid;
    let (columns, rows) = (usize::from(grid.columns()) * WIDE + 1, usize::from(grid.rows()) * HIGH + HIGH / 2 + 1);
    let mut canvas = Canvas::new(columns, rows);
    for hex in grid.hexes() {
        draw_sides(data, game, hex, &mut canvas);
        draw_number(data, game, hex, &mut canvas);
        draw_contents(data, game, hex, &mut canvas);
    }
    if let Some((game, report)) = game.and_then(|game| Some((game, game.march_report()?))) {
        let (x, y) = corner(game.data(), report.hex);
        canvas.put(x + 1, y + 1, '>', Tone::Focus);
        canvas.put(x + 1, y + 2, '>', Tone::Focus);
    }
    let (across, down) = match centre {
        None => (0..columns, 0..rows),
        Some(hex) => {
            let (x, y) = corner(data, hex);
            let span =
                |at: usize, reach: usize, size: usize, most: usize| at.saturating_sub(reach * size)..(at + (reach + 1) * size).min(most);
            (span(x, WINDOW.0, WIDE, columns), span(y, WINDOW.1, HIGH, rows))
        }
    };
    let mut text = canvas.window(across, down, ink).join("\n");
    let _ = write!(text, "\n{LEGEND}\n");
    text
}

/// Places, lines and objectives by name.
pub(super) fn gazetteer(data: &Data) -> String {
    let name = |hex: Hex| data.map.grid.name(hex);
    let mut text = String::from("Places\n");
    for place in &data.map.places {
        let kind = match place.kind {
            PlaceKind::Locality => "locality",
            PlaceKind::Town => "town",
            PlaceKind::City => "city",
            PlaceKind::MajorCity => "major city",
        };
        let port = if place.port.is_some() { ", port" } else { "" };
        let _ = writeln!(text, "  {} {}, {kind}{port}", name(place.hex), place.name);
    }
    let _ = writeln!(text, "Fortified lines");
    for line in &data.map.lines {
        let sides: Vec<String> = line.outside.iter().map(|&hex| name(hex).to_string()).collect();
        let _ = writeln!(text, "  {} against {}", name(line.owner), sides.join(", "));
    }
    let objectives: Vec<String> = data.script.objectives.iter().map(|&hex| name(hex).to_string()).collect();
    let _ = writeln!(text, "Objectives\n  {}", objectives.join(", "));
    text
}

/// Where the side to act has its attention: the march, the battle, or the middle of its choices.
pub(super) fn focus(game: &EastFront, viewer: Side) -> Option<Hex> {
    if let Some((hexes, ..)) = game.combat_at_hand() {
        return hexes.first();
    }
    if let Some(report) = game.march_report() {
        return Some(report.hex);
    }
    if game.turn() != Turn::Player(viewer) {
        return None;
    }
    let grid = &game.data().map.grid;
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let hexes: Vec<Hex> = legal.iter().filter_map(|action| action.hex().or_else(|| game.place(action.unit()?).hex())).collect();
    // The choice with the least way to all the others lies in their middle.
    hexes.iter().copied().min_by_key(|&hex| hexes.iter().map(|&other| u32::from(grid.distance(hex, other))).sum::<u32>())
}

/// Upper left corner of a hex on the canvas.
fn corner(data: &Data, hex: Hex) -> (usize, usize) {
    let grid = &data.map.grid;
    let (column, row) = grid.offset_xy(hex);
    let shifted = grid.column(hex).is_multiple_of(2) == grid.layout().shifts_even();
    (usize::from(column) * WIDE, usize::from(row) * HIGH + if shifted { HIGH / 2 } else { 0 })
}

fn controller(data: &Data, game: Option<&EastFront>, hex: Hex) -> Side {
    match game {
        Some(game) => game.controller(hex),
        None if data.script.soviet_control.contains(hex) => Side::Soviet,
        None => Side::Axis,
    }
}

/// Hexsides between hexes of the two sides, as the Axis hex and the direction of the Soviet one.
pub(super) fn front(data: &Data, game: Option<&EastFront>) -> Vec<(Hex, Direction)> {
    let mut sides = Vec::new();
    for hex in data.map.open.iter().filter(|&hex| controller(data, game, hex) == Side::Axis) {
        for (direction, near) in data.map.grid.neighbours(hex) {
            if data.map.open.contains(near) && controller(data, game, near) == Side::Soviet {
                sides.push((hex, direction));
            }
        }
    }
    sides
}

/// The mark of a side and its tone.
fn side_mark(data: &Data, game: Option<&EastFront>, hex: Hex, direction: Direction) -> Option<(char, Tone)> {
    let flags = data.map.edge(hex, direction);
    let near = data.map.grid.neighbour(hex, direction)?;
    let breached = |owner: Hex| game.is_some_and(|game| game.is_breached(owner));
    let land = |hex: Hex| data.map.open.contains(hex);
    if flags & edge::LINE != 0 && !data.map.line_owner(hex, near).is_some_and(breached) {
        Some(('#', Tone::Fort))
    } else if land(hex) && land(near) && controller(data, game, hex) != controller(data, game, near) {
        Some((':', Tone::Front))
    } else if flags & (edge::RIVER | edge::MAJOR | edge::LAKE) != 0 {
        Some(('~', Tone::Water))
    } else {
        None
    }
}

fn draw_sides(data: &Data, game: Option<&EastFront>, hex: Hex, canvas: &mut Canvas) {
    let (x, y) = corner(data, hex);
    let of = |direction: usize| side_mark(data, game, hex, Direction::ALL[direction]);
    if let Some((mark, tone)) = of(0) {
        canvas.write(x + 1, y, &mark.to_string().repeat(WIDE - 1), tone);
    }
    // 5 is the north-western side, 4 the south-western one.
    for (direction, line) in [(5, 0), (4, 2)] {
        let (mark, tone) = of(direction).unwrap_or(('·', Tone::Dim));
        canvas.put(x, y + line, mark, tone);
        canvas.put(x, y + line + 1, mark, tone);
    }
    let way = |direction: usize| {
        let flags = data.map.edge(hex, Direction::ALL[direction]);
        match RoadClass::best(flags) {
            Some(RoadClass::Main | RoadClass::Motorway) => Some('║'),
            Some(RoadClass::Minor) => Some('│'),
            None => (flags & edge::RAIL != 0).then_some('╫'),
        }
    };
    for (direction, across, down) in [(0, 3, 0), (5, 0, 1), (4, 0, 2)] {
        if let Some(mark) = way(direction) {
            canvas.put(x + across, y + down, mark, Tone::Road);
        }
    }
}

fn draw_number(data: &Data, game: Option<&EastFront>, hex: Hex, canvas: &mut Canvas) {
    let (x, y) = corner(data, hex);
    if !data.map.open.contains(hex) {
        let sivash = data.map.features[hex.index()].has(Feature::Sivash);
        for line in 1..HIGH - 1 {
            canvas.write(x + 2, y + line, if sivash { "≈ ≈ ≈" } else { "~ ~ ~" }, Tone::Water);
        }
        return;
    }
    let tone = if controller(data, game, hex) == Side::Soviet { Tone::Soviet } else { Tone::Dim };
    canvas.write(x + 1, y + 1, &data.map.grid.name(hex).to_string(), tone);
    let place = data.map.places.iter().find(|place| place.hex == hex);
    let mark = if data.script.objectives.contains(&hex) {
        '★'
    } else {
        match place.map(|place| place.kind) {
            Some(PlaceKind::City | PlaceKind::MajorCity) => '◆',
            Some(PlaceKind::Town) => '●',
            Some(PlaceKind::Locality) => '○',
            None => ' ',
        }
    };
    canvas.put(x + 5, y + 1, mark, Tone::Strong);
    let stands = Side::ALL.into_iter().any(|side| match game {
        Some(game) => game.has_strongpoint(side, hex),
        None => data.script.strongpoints[side.index()].contains(&hex),
    });
    if stands {
        canvas.put(x + 6, y + 1, '^', Tone::Fort);
    }
}

fn draw_contents(data: &Data, game: Option<&EastFront>, hex: Hex, canvas: &mut Canvas) {
    let (x, y) = corner(data, hex);
    if let Some(game) = game {
        let flyers: usize = game.missions().iter().filter(|mission| mission.hex == hex).map(|mission| mission.flyers.len()).sum();
        if flyers > 0 {
            canvas.write(x + 2, y + 3, &format!("a{flyers}"), Tone::Strong);
        }
    }
    if let Some((side, game)) = game.and_then(|game| Some((game.occupant(hex)?, game))) {
        let aimed = game.combat_at_hand().is_some_and(|(hexes, ..)| hexes.contains(hex));
        let tone = match side {
            _ if aimed => Tone::Focus,
            Side::Axis => Tone::Axis,
            Side::Soviet => Tone::Soviet,
        };
        canvas.write(x + 1, y + 2, &stack(game, side, hex), tone);
    } else if let Some(place) = data.map.places.iter().find(|place| place.hex == hex) {
        let short: String = place.name.chars().take(WIDE - 1).collect();
        canvas.write(x + 1, y + 2, &short, Tone::Strong);
    } else if data.map.open.contains(hex) && data.map.features[hex.index()].has(Feature::Marsh) {
        canvas.write(x + 3, y + 2, "= =", Tone::Terrain);
    }
}

/// A stack in seven characters: brackets by side, strengths, and what else is there.
fn stack(game: &EastFront, side: Side, hex: Hex) -> String {
    let data = game.data();
    let units: Vec<UnitId> = game.stack(hex).collect();
    let (attack, defence) = units
        .iter()
        .map(|&unit| game.values(unit))
        .fold((0u16, 0u16), |(a, d), face| (a + u16::from(face.attack), d + u16::from(face.defence)));
    let kinds: Vec<(UnitId, UnitKind)> = units.iter().map(|&unit| (unit, data.unit(unit).kind)).collect();
    let mut inner = if attack + defence > 0 { format!("{attack}/{defence}") } else { String::new() };
    for (unit, kind) in kinds {
        let letter = match kind {
            UnitKind::Hq if game.is_back_up(unit) => 'h',
            UnitKind::Hq => 'H',
            _ if kind.is_artillery() => 'g',
            _ if kind.is_armour() => 'T',
            _ => continue,
        };
        if inner.len() < WIDE - 3 && !inner.contains(letter) {
            inner.push(letter);
        }
    }
    let (open, close) = if side == Side::Axis { ('[', ']') } else { ('(', ')') };
    format!("{open}{inner}{close}")
}
