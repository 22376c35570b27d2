//! The battlefield as text. A cell takes two columns and a line. A unit takes two cells and the line beneath them as well, which no
//! other unit needs, because the centres of units are two cells apart.

use std::fmt::Write as _;
use std::ops::Range;

use anyhow::anyhow;
use stavka_engine::bolt_action::data::battlefield::Glyph;
use stavka_engine::bolt_action::data::mission::Victory;
use stavka_engine::bolt_action::terms::{Class, Ground};
use stavka_engine::bolt_action::{Action, BoltAction, Frame, Prepared, UnitId};
use stavka_engine::kit::actions::ActionWord as _;
use stavka_engine::square::{Cell, CellSet};
use stavka_engine::{Game as _, Side, Turn};
use stavka_words::tr;

use super::{names, words};
use crate::BadInput;
use crate::{Canvas, Extent, Ink, Tone};

/// Columns of a cell.
const WIDE: usize = 2;
/// Columns left of the battlefield, for the numbers of rows.
const LEFT: usize = 3;
/// Lines above it, for the numbers of columns.
const ABOVE: usize = 1;
/// Cells that a window shows on each side of its centre, across and down.
const WINDOW: (usize, usize) = (18, 12);
/// Pins as they are written beside the men.
const PINS: [char; 10] = [' ', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

/// The position as text.
///
/// # Errors
/// The cell or unit that the extent names does not exist.
pub(super) fn board(game: &BoltAction, viewer: Side, extent: Extent<'_>, ink: Ink) -> anyhow::Result<String> {
    let centre = match extent {
        Extent::Whole => None,
        Extent::Focus => match focus(game, viewer) {
            None => return Ok(String::new()),
            centre => centre,
        },
        Extent::Around(name) => Some(named(game, name)?),
    };
    Ok(draw(game, true, centre, ink) + &legend(game.data()))
}

/// The battlefield without units, with what the mission says of it.
pub(super) fn map(data: &'static Prepared, ink: Ink) -> String {
    draw(&BoltAction::new(data), false, None, ink) + &legend(data) + &gazetteer(data)
}

/// A cell by its name, or that of a unit by its id.
fn named(game: &BoltAction, name: &str) -> anyhow::Result<Cell> {
    let data = game.data();
    if let Some(cell) = data.find_unit(name).and_then(|unit| game.piece(unit).cell) {
        return Ok(cell);
    }
    Cell::read(name, &**data).map_err(|error| anyhow!(BadInput(tr!("{error}, nor is it a unit on the battlefield", error))))
}

/// Where the side to act has its attention: the shot, the assault or the move at hand, or the middle of its choices.
fn focus(game: &BoltAction, viewer: Side) -> Option<Cell> {
    let place = |unit: UnitId| game.piece(unit).cell;
    let fight = game.shot_in_progress().map(|shot| shot.target).or_else(|| game.assault_at_hand().map(|(_, target)| target));
    if let Some(cell) = fight.or_else(|| words::mover(game)).and_then(place) {
        return Some(cell);
    }
    if game.turn() != Turn::Player(viewer) {
        return None;
    }
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let block = |action: Action| if let Action::Block { block, .. } = action { game.block_cells(block).first().copied() } else { None };
    let cell_of = |action: Action| words::cell_of(game, action).or_else(|| block(action)).or_else(|| action.unit().and_then(place));
    let cells: Vec<Cell> = legal.into_iter().filter_map(cell_of).collect();
    let lattice = game.data().battlefield.lattice;
    cells.iter().copied().min_by_key(|&cell| cells.iter().map(|&other| u32::from(lattice.distance2(cell, other))).sum::<u32>())
}

/// The cells that the choices at hand lead to, or the zone of the unit that is to be placed.
fn choices(game: &BoltAction) -> CellSet {
    if game.at_hand() == Some(Frame::SetUp) {
        let side = game.next_to_place().map(UnitId::side);
        return side.map_or(CellSet::EMPTY, |side| game.data().mission.zones[side.index()]);
    }
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    legal.into_iter().filter_map(|action| words::cell_of(game, action)).collect()
}

/// Upper left corner of a cell on the canvas.
fn corner(data: &Prepared, cell: Cell) -> (usize, usize) {
    let (column, row) = data.battlefield.lattice.place(cell);
    (LEFT + column as usize * WIDE, ABOVE + row as usize)
}

/// The battlefield, with the units of a position or without, whole or around a cell.
fn draw(game: &BoltAction, with_units: bool, centre: Option<Cell>, ink: Ink) -> String {
    let data = game.data();
    let lattice = data.battlefield.lattice;
    let mut canvas = Canvas::new(LEFT + (lattice.width() + 1) * WIDE, ABOVE + lattice.height() + 1);
    for column in (0..lattice.width()).step_by(2) {
        canvas.write(LEFT + column * WIDE, 0, &format!("{:02}", column + 1), Tone::Dim);
    }
    for row in 0..lattice.height() {
        canvas.write(0, ABOVE + row, &format!("{:02}", row + 1), Tone::Dim);
    }
    for cell in lattice.cells() {
        let (x, y) = corner(data, cell);
        let glyph = data.battlefield.glyph(cell);
        canvas.write(x, y, &ground(glyph), tone(glyph));
    }
    for &objective in &data.mission.objectives {
        let (x, y) = corner(data, objective);
        let holder = game.holder(objective).filter(|_| with_units);
        canvas.put(x, y, '★', Tone::Strong);
        canvas.put(x + 1, y, holder.map_or(' ', |side| names::brackets(side).0), holder.map_or(Tone::Strong, of_side));
    }
    if with_units {
        for cell in choices(game).iter() {
            let (x, y) = corner(data, cell);
            canvas.put(x + 1, y, '+', Tone::Strong);
        }
        for side in Side::ALL {
            data.units(side).for_each(|(unit, _)| draw_unit(game, unit, &mut canvas));
        }
    }
    let (columns, rows) = window(data, centre);
    let mut text = String::new();
    let numbers = |line: Range<usize>| canvas.window(columns.clone(), line, ink);
    let margins = canvas.window(0..LEFT, 0..ABOVE + lattice.height() + 1, Ink::Plain);
    for y in std::iter::once(0).chain(rows) {
        let line = numbers(y..y + 1).concat();
        let _ = writeln!(text, "{}", format!("{:<LEFT$}{line}", ink.paint(Tone::Dim, &format!("{:<LEFT$}", margins[y]))).trim_end());
    }
    text
}

/// A unit with its letter, where it looks, its order, men and pins; or its wreck.
fn draw_unit(game: &BoltAction, unit: UnitId, canvas: &mut Canvas) {
    let (data, piece) = (game.data(), game.piece(unit));
    let Some(cell) = piece.cell else { return };
    let (x, y) = corner(data, cell);
    if !piece.is_alive() {
        return canvas.write(x, y, "XX", Tone::Strong);
    }
    let is_at_hand = [words::mover(game), game.shot_in_progress().map(|shot| shot.target)].contains(&Some(unit));
    let tone = if is_at_hand { Tone::Focus } else { of_side(unit.side()) };
    let looks = if names::has_facing(game, unit) { names::arrow(piece.facing).to_string() } else { String::new() };
    canvas.write(x, y, &format!("{}{looks}", names::tag(unit)), tone);
    let men = match data.unit(unit).class {
        Class::Vehicle if piece.immobilised => "x".to_owned(),
        Class::Vehicle => String::new(),
        _ => piece.men.to_string(),
    };
    let pins = PINS[usize::from(piece.pins).min(PINS.len() - 1)];
    let state = format!("{}{men}{pins}", piece.order.map_or('-', names::order_letter));
    canvas.write(x, y + 1, state.trim_end(), tone);
}

/// The columns and lines of the canvas that are shown.
fn window(data: &Prepared, centre: Option<Cell>) -> (Range<usize>, Range<usize>) {
    let lattice = data.battlefield.lattice;
    let around = |at: usize, reach: usize, size: usize| {
        // At an edge the window moves inwards.
        let first = at.saturating_sub(reach).min(size.saturating_sub(2 * reach + 1));
        first..(first + 2 * reach + 1).min(size)
    };
    let (columns, rows) = match centre {
        None => (0..lattice.width(), 0..lattice.height()),
        Some(cell) => {
            let (column, row) = lattice.place(cell);
            (around(column as usize, WINDOW.0, lattice.width()), around(row as usize, WINDOW.1, lattice.height()))
        }
    };
    // The line beneath the last row and the columns beside the last one take what a unit there is marked with.
    (LEFT + columns.start * WIDE..LEFT + (columns.end + 1) * WIDE, ABOVE + rows.start..ABOVE + rows.end + 1)
}

const fn of_side(side: Side) -> Tone {
    match side {
        Side::Axis => Tone::Axis,
        Side::Soviet => Tone::Soviet,
    }
}

/// A cell as text: its letter twice, once in the open.
fn ground(glyph: &Glyph) -> String {
    let bare = glyph.ground == Ground::Open && glyph.cover.is_none();
    format!("{}{}", glyph.symbol, if bare { ' ' } else { glyph.symbol })
}

fn tone(glyph: &Glyph) -> Tone {
    match glyph.ground {
        Ground::Road => Tone::Road,
        Ground::Impassable if !glyph.blocks => Tone::Water,
        Ground::Building | Ground::Impassable => Tone::Fort,
        _ if glyph.woods || glyph.low => Tone::Terrain,
        Ground::Obstacle => Tone::Front,
        Ground::Open | Ground::Rough => Tone::Dim,
    }
}

/// What the marks mean.
fn legend(data: &Prepared) -> String {
    let mut glyphs: Vec<(String, &str)> = Vec::new();
    for cell in data.battlefield.lattice.cells() {
        let glyph = data.battlefield.glyph(cell);
        let entry = (ground(glyph).trim_end().to_owned(), names::glyph(glyph));
        if !glyphs.contains(&entry) {
            glyphs.push(entry);
        }
    }
    let glyphs: Vec<String> = glyphs.into_iter().map(|(mark, name)| format!("{mark} {name}")).collect();
    format!(
        "{}\n{}\n",
        tr!(
            "\
[A] German unit, (A) Soviet unit, arrow: where it looks; beneath it its order, men, ¹ pins, x immobilised
F Fire, A Advance, R Run, W Ambush, Y Rally, D Down, - no order; ★ objective, ★[ held by the Axis, ★( by the Soviets; XX wreck; + where the choices lead"
        ),
        glyphs.join("  ")
    )
}

/// Objectives, zones and the area of victory by their cells.
fn gazetteer(data: &Prepared) -> String {
    let mut text = String::new();
    let objectives: Vec<String> = data.mission.objectives.iter().map(|&cell| names::cell(data, cell)).collect();
    if !objectives.is_empty() {
        let _ = writeln!(text, "{}", tr!("objectives: {cells}", cells = objectives.join(", ")));
    }
    for side in Side::ALL {
        let _ = writeln!(text, "{}", tr!("{side} zone: {cells}", side, cells = corners(data, &data.mission.zones[side.index()])));
    }
    if let Victory::Hold { area, .. } | Victory::Breakthrough { area, .. } = &data.mission.victory {
        let _ = writeln!(text, "{}", tr!("area of victory: {cells}", cells = corners(data, area)));
    }
    text
}

/// A rectangle of cells by its first and last one.
pub(super) fn corners(data: &Prepared, cells: &CellSet) -> String {
    match (cells.iter().next(), cells.iter().last()) {
        (Some(first), Some(last)) => tr!("{first} to {last}", first = names::cell(data, first), last = names::cell(data, last)),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use stavka_engine::Dice;
    use stavka_engine::bolt_action::Opening;
    use stavka_engine::bolt_action::PositionBuilder;
    use stavka_engine::catalogue::Catalogue as _;
    use stavka_engine::square::Facing;

    use super::*;

    /// The lines of the battlefield alone.
    fn field(game: &BoltAction, extent: Extent<'_>) -> Vec<String> {
        let text = board(game, Side::Axis, extent, Ink::Plain).expect("the extent exists");
        let end = text.find(&legend(game.data())).expect("the legend ends it");
        text[..end].lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_text_map_is_no_larger_than_the_battlefield_and_a_window_fits_a_terminal() {
        for id in ["duel", "meeting", "hold"] {
            let data = BoltAction::load(id).expect("it is embedded");
            let lattice = data.battlefield.lattice;
            let game = BoltAction::new(data);
            let widest = |lines: &[String]| lines.iter().map(|line| line.chars().count()).max().expect("some lines");
            let whole = field(&game, Extent::Whole);
            assert!(widest(&whole) <= LEFT + (lattice.width() + 1) * WIDE, "{id}");
            assert!(whole.len() <= ABOVE + lattice.height() + 1, "{id}");
            for around in [lattice.cell(0, 0), lattice.cell(lattice.width() as i16 - 1, lattice.height() as i16 - 1)] {
                let name = names::cell(data, around.expect("a corner"));
                let part = field(&game, Extent::Around(&name));
                assert!(widest(&part) <= 80 && part.len() <= 27, "{id}: {} x {}", widest(&part), part.len());
            }
            assert!(board(&game, Side::Axis, Extent::Around("9999"), Ink::Plain).is_err());
        }
    }

    #[test]
    fn every_unit_is_seen_with_its_order_men_and_pins_wherever_it_stands() {
        let data = BoltAction::load("duel").expect("it is embedded");
        for (cell, other) in [("0101", "2525"), ("2501", "0125"), ("1313", "1315")] {
            let builder = PositionBuilder::empty(data)
                .place("g-rifle10-1", cell, Facing::EAST)
                .and_then(|builder| builder.place("maxim", other, Facing::SOUTH_WEST))
                .and_then(|builder| {
                    builder
                        .edit("g-rifle10-1", |piece| (piece.pins, piece.men) = (2, 7))
                        .expect("a unit")
                        .edit("maxim", |piece| piece.pins = 1)
                });
            let game = builder.expect("free cells").open(Opening::Order(Side::Axis), [0; 2]);
            let rows = field(&game, Extent::Whole);
            for (name, marks) in [(cell, ["[B]", "-7²"]), (other, ["(D)↙", "-5¹"])] {
                let (column, row): (usize, usize) = (name[..2].parse().expect("a column"), name[2..].parse().expect("a row"));
                for (line, mark) in marks.iter().enumerate() {
                    let text: String = rows[row + line].chars().skip(LEFT + (column - 1) * WIDE).collect();
                    assert!(text.starts_with(mark), "{mark} in {name}: {text:?}");
                }
            }
        }
    }

    #[test]
    fn where_the_choices_lead_is_marked() {
        let data = BoltAction::load("duel").expect("it is embedded");
        let (mut dice, mut game, mut legal, mut walks) = (Dice::new(2), BoltAction::new(data), Vec::new(), 0);
        while game.turn() != Turn::Over && walks < 20 {
            game.legal_actions(&mut legal);
            if let (Some(Frame::Walk(_)), Turn::Player(side)) = (game.at_hand(), game.turn()) {
                walks += 1;
                let marked = field(&game, Extent::Whole).concat().matches('+').count();
                // A unit hides the marks beneath it.
                assert!(marked > 0 && marked <= legal.len(), "{marked} of {}", legal.len());
                assert!(!board(&game, side, Extent::Focus, Ink::Plain).expect("no name").is_empty());
            }
            let action = if game.turn() == Turn::Chance { game.draw(&legal, &mut dice) } else { dice.choose(&legal) };
            game.apply(action);
        }
        assert!(walks > 0);
    }
}
