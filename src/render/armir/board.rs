//! The map and the board as text.
//!
//! A hex takes six columns and three lines: its upper hexsides, its number with a mark for what is
//! there, and its units or else the name of the place. Rivers run along the hexsides, roads and
//! railways cross them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use stavka_engine::armir::{Armir, Class, Data, NamedPlace, PlaceKind, RiverClass, units};
use stavka_engine::hex::{Direction, Grid, Hex, Hexside};
use stavka_engine::{Game as _, Side, Turn};

use super::geometry::{SideMarks, controller, side_marks};
use crate::render::{Canvas, Ink, Tone};

/// Columns of a hex.
const WIDE: usize = 6;
/// Lines of a hex.
const HIGH: usize = 3;
/// Columns left of the map, for row numbers.
const LEFT: usize = 3;
/// Hexes that a window shows on each side of its centre.
const WINDOW: (u8, u8) = (7, 4);

const LEGEND: &str = "\
[14 ] Axis stack and its combat points, (14 ) Soviet; T tracked, H headquarters, g guns; ! out of supply, ? disorganised
◆ city  ● village with a star  ○ village  ^ strongpoint  S supply source  X exit; ═║ Don  ━┃ major river  ─│ river
/ \\ - road  ╱ ╲ = railway; ┄╎ front; ♣ forest  ∩ hills  # out of play";

/// The map, with the units of a position, whole or around a hex.
pub(super) fn draw(data: &Data, game: Option<&Armir>, centre: Option<Hex>, ink: Ink) -> String {
    let grid = &data.map.grid;
    let (columns, rows) = (usize::from(grid.columns()), usize::from(grid.rows()));
    let mut canvas = Canvas::new(LEFT + columns * WIDE + WIDE, rows * HIGH + 1);
    let marks = side_marks(data, game);
    for hex in grid.hexes() {
        let (x, y) = corner(data, hex);
        draw_sides(data, &marks, hex, (x, y), &mut canvas);
        draw_number(data, game, hex, (x + 1, y + 1), &mut canvas);
        draw_contents(data, game, &marks, hex, (x + 1, y + 2), &mut canvas);
    }
    if let Some(game) = game {
        point_at_march(game, &mut canvas);
    }
    let (across, down) = match centre {
        None => (0..columns, 0..rows),
        Some(hex) => {
            let span = |at: u8, reach: u8, most: usize| usize::from(at.saturating_sub(1 + reach))..usize::from(at + reach).min(most);
            (span(grid.column(hex), WINDOW.0, columns), span(grid.row(hex), WINDOW.1, rows))
        }
    };
    let mut text = String::from("     ");
    for column in across.clone() {
        let _ = write!(text, "{:<WIDE$}", format!(" {:02}", column + 1));
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    for row in down {
        let shift = shift(grid, row);
        let cells = LEFT + across.start * WIDE + shift..LEFT + across.end * WIDE + shift + 1;
        for (offset, line) in canvas.window(cells, row * HIGH..(row + 1) * HIGH, ink).into_iter().enumerate() {
            let label = if offset == 1 { format!("{:02} ", row + 1) } else { "   ".to_owned() };
            let _ = writeln!(text, "{}", format!("{label}{:shift$}{line}", "").trim_end());
        }
    }
    text.push_str(LEGEND);
    text.push('\n');
    text
}

/// Places, sources and exits by name.
pub(super) fn gazetteer(data: &Data) -> String {
    let map = &data.map;
    let name = |hex: Hex| map.grid.name(hex);
    let mut text = String::from("Places (★ momentum points for their control)\n");
    let mut places: Vec<&NamedPlace> = map.places.iter().collect();
    places.sort_by_key(|place| (map.grid.row(place.hex), map.grid.column(place.hex)));
    let entries: Vec<String> = places
        .iter()
        .map(|place| {
            let stars = "★".repeat(usize::from(place.star));
            let kind = if place.kind == PlaceKind::City { "◆" } else { "" };
            format!("{} {}{kind}{stars}", name(place.hex), place.name)
        })
        .collect();
    for row in entries.chunks(4) {
        let cells: Vec<String> = row.iter().map(|entry| format!("{entry:<28}")).collect();
        let _ = writeln!(text, "  {}", cells.concat().trim_end());
    }
    let _ = writeln!(text, "Supply sources");
    for (side, source, hex) in &map.named_sources {
        let _ = writeln!(text, "  {} {side}: {source}", name(*hex));
    }
    let _ = writeln!(text, "Exits to the airfields");
    for (exit, hex) in map.exit_names.iter().zip(&map.exits) {
        let _ = writeln!(text, "  {} {exit}", name(*hex));
    }
    let _ = writeln!(text, "Strongpoints");
    for (corps, hexes) in stavka_engine::armir::Formation::LINE_CORPS.iter().zip(&map.strongpoints) {
        let list: Vec<String> = hexes.iter().map(|&hex| name(hex).to_string()).collect();
        let _ = writeln!(text, "  {}: {}", corps.name(), list.join(" "));
    }
    text
}

/// Where the side to act has its attention: the march, the battle, or the middle of its choices.
pub(super) fn focus(game: &Armir, viewer: Side) -> Option<Hex> {
    if let Some(battle) = game.battle() {
        return Some(battle.target);
    }
    if let Some(hex) = marching_hex(game) {
        return Some(hex);
    }
    if game.turn() != Turn::Player(viewer) {
        return None;
    }
    let grid = &game.data().map.grid;
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let hexes: Vec<Hex> = legal.iter().filter_map(|action| action.hex().or_else(|| game.place(action.unit()?).hex())).collect();
    let count = u16::try_from(hexes.len()).ok().filter(|&count| count > 0)?;
    let mean = |of: fn(&Grid, Hex) -> u8| (hexes.iter().map(|&hex| u16::from(of(grid, hex))).sum::<u16>() / count) as u8;
    grid.at(mean(Grid::column), mean(Grid::row))
}

fn marching_hex(game: &Armir) -> Option<Hex> {
    let group = game.marching();
    Side::ALL
        .into_iter()
        .find_map(|side| units(side, group).find_map(|unit| if game.turn() == Turn::Player(side) { game.place(unit).hex() } else { None }))
}

/// Upper left corner of a hex on the canvas.
fn corner(data: &Data, hex: Hex) -> (usize, usize) {
    let grid = &data.map.grid;
    let (column, row) = grid.offset_xy(hex);
    (LEFT + usize::from(column) * WIDE + shift(grid, usize::from(row)), usize::from(row) * HIGH)
}

/// How far a row, counted from 0, is shifted to the right.
fn shift(grid: &Grid, row: usize) -> usize {
    let printed_even = row % 2 == 1;
    if printed_even == grid.layout().shifts_even() { WIDE / 2 } else { 0 }
}

fn draw_sides(data: &Data, marks: &BTreeMap<Hexside, SideMarks>, hex: Hex, (x, y): (usize, usize), canvas: &mut Canvas) {
    let grid = &data.map.grid;
    let of = |direction: usize| marks.get(&grid.side(hex, Direction::ALL[direction])).copied().unwrap_or_default();
    // Clockwise from north-east: 0 north-east, 4 west, 5 north-west.
    for (half, direction, road, rail) in [(0, 5, '\\', '╲'), (WIDE / 2, 0, '/', '╱')] {
        let mark = of(direction);
        let (line, tone) = match (mark.river, mark.front) {
            (Some(RiverClass::Don), _) => ('═', Tone::Water),
            (Some(RiverClass::Major), _) => ('━', Tone::Water),
            (Some(RiverClass::Minor), _) => ('─', Tone::Water),
            (None, true) => ('┄', Tone::Front),
            (None, false) => (' ', Tone::Plain),
        };
        let tone = if mark.front { Tone::Front } else { tone };
        canvas.write(x + half, y, &line.to_string().repeat(WIDE / 2), tone);
        if mark.rail || mark.road {
            canvas.put(x + half + 1, y, if mark.rail { rail } else { road }, Tone::Road);
        }
    }
    let mark = of(4);
    let (bar, tone) = match (mark.river, mark.front) {
        (Some(RiverClass::Don), _) => ('║', Tone::Water),
        (Some(RiverClass::Major), _) => ('┃', Tone::Water),
        (Some(RiverClass::Minor), _) => ('│', Tone::Water),
        (None, true) => ('╎', Tone::Front),
        (None, false) => (' ', Tone::Plain),
    };
    let tone = if mark.front { Tone::Front } else { tone };
    canvas.put(x, y + 1, bar, tone);
    let crossing = match mark {
        SideMarks { river: Some(_), .. } => bar,
        SideMarks { rail: true, .. } => '=',
        SideMarks { road: true, .. } => '-',
        _ => bar,
    };
    canvas.put(x, y + 2, crossing, if crossing == bar { tone } else { Tone::Road });
}

fn draw_number(data: &Data, game: Option<&Armir>, hex: Hex, (x, y): (usize, usize), canvas: &mut Canvas) {
    let map = &data.map;
    if !map.in_play.contains(hex) {
        canvas.write(x, y, "####", Tone::Dim);
        return;
    }
    let tone = match controller(data, game, hex) {
        Side::Soviet => Tone::Soviet,
        Side::Axis if map.fortified.contains(hex) => Tone::Fort,
        Side::Axis => Tone::Dim,
    };
    canvas.write(x, y, &map.grid.name(hex).to_string(), tone);
    let place = map.places.iter().find(|place| place.hex == hex);
    let mark = match place {
        Some(place) if place.kind == PlaceKind::City => '◆',
        _ if map.exits.contains(&hex) => 'X',
        Some(place) if place.star > 0 => '●',
        _ if map.sources.iter().any(|set| set.contains(hex)) => 'S',
        _ if map.fortified.contains(hex) => '^',
        Some(_) => '○',
        None => return,
    };
    canvas.put(x + 4, y, mark, Tone::Strong);
}

fn draw_contents(
    data: &Data,
    game: Option<&Armir>,
    marks: &BTreeMap<Hexside, SideMarks>,
    hex: Hex,
    (x, y): (usize, usize),
    canvas: &mut Canvas,
) {
    let map = &data.map;
    if let Some((side, game)) = game.and_then(|game| Some((game.occupant(hex)?, game))) {
        let aimed = game.battle().is_some_and(|battle| battle.target == hex);
        let tone = match side {
            _ if aimed => Tone::Focus,
            Side::Axis => Tone::Axis,
            Side::Soviet => Tone::Soviet,
        };
        canvas.write(x, y, &stack(game, side, hex), tone);
        return;
    }
    if let Some(place) = map.places.iter().find(|place| place.hex == hex) {
        let short: String = place.name.chars().take(WIDE - 1).collect();
        canvas.write(x, y, &short, Tone::Strong);
        return;
    }
    let of = |direction: usize| marks.get(&map.grid.side(hex, Direction::ALL[direction])).copied().unwrap_or_default();
    let line = |mark: SideMarks| match mark {
        SideMarks { rail: true, .. } => Some('='),
        SideMarks { road: true, .. } => Some('-'),
        _ => None,
    };
    let (west, east) = (line(of(4)), line(of(1)));
    let on_rail = (0..6).any(|direction| of(direction).rail);
    let on_road = (0..6).any(|direction| of(direction).road);
    for (start, half) in [(0, west), (3, east)] {
        if let Some(mark) = half {
            canvas.write(x + start, y, &mark.to_string().repeat(2), Tone::Road);
        }
    }
    let (centre, tone) = match map.terrain[hex.index()] {
        b'#' => (' ', Tone::Plain),
        _ if on_rail => ('=', Tone::Road),
        _ if on_road => ('-', Tone::Road),
        b'f' => ('♣', Tone::Terrain),
        b'r' => ('∩', Tone::Terrain),
        _ => (' ', Tone::Plain),
    };
    canvas.put(x + 2, y, centre, tone);
}

/// A stack in five characters: brackets by side, combat points and what else is there.
fn stack(game: &Armir, side: Side, hex: Hex) -> String {
    let data = game.data();
    let (mut points, mut combat, mut tracked, mut hq, mut guns) = (0u16, false, false, false, false);
    let (mut unsupplied, mut disorganised) = (false, false);
    for unit in game.stack(hex) {
        let counter = data.unit(unit);
        points += u16::from(game.cp(unit));
        combat |= counter.class == Class::Combat;
        hq |= counter.class == Class::Hq;
        guns |= counter.class == Class::Artillery;
        tracked |= data.tracked.contains(unit);
        unsupplied |= game.is_out_of_supply(unit);
        disorganised |= game.is_disorganised(unit);
    }
    let mut inner = if combat { points.to_string() } else { String::new() };
    for (present, letter) in [(tracked, 'T'), (hq, 'H'), (guns, 'g')] {
        if present && inner.len() < 3 {
            inner.push(letter);
        }
    }
    let (open, close) = if side == Side::Axis { ('[', ']') } else { ('(', ')') };
    let close = match (unsupplied, disorganised) {
        (true, _) => '!',
        (false, true) => '?',
        (false, false) => close,
    };
    format!("{open}{inner:<3}{close}")
}

/// Marks the hex of the counters on the march.
fn point_at_march(game: &Armir, canvas: &mut Canvas) {
    if let Some(hex) = marching_hex(game) {
        let (x, y) = corner(game.data(), hex);
        canvas.put(x, y + 1, '>', Tone::Focus);
        canvas.put(x, y + 2, '>', Tone::Focus);
    }
}
