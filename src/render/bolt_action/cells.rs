//! Cells by their names, what stands in them, and layers of them.

use stavka_engine::Side;
use stavka_engine::bolt_action::{BoltAction, Prepared, UnitId};
use stavka_engine::square::Cell;

use super::ground::PITCH;
use super::names;
use crate::theme::Layer;

/// The cell with a name.
pub(super) fn cell(data: &Prepared, name: &str) -> Option<Cell> {
    let number = |digits: &str| digits.parse::<i16>().ok()?.checked_sub(1);
    let digits = name.len() == 4 && name.bytes().all(|letter| letter.is_ascii_digit());
    digits.then(|| data.lattice().cell(number(&name[..2])?, number(&name[2..])?)).flatten()
}

/// The living unit in a cell.
pub(super) fn unit_at(game: &BoltAction, cell: Cell) -> Option<UnitId> {
    let all = Side::ALL.into_iter().flat_map(|side| game.data().units(side));
    all.map(|(unit, _)| unit).find(|&unit| game.piece(unit).is_alive() && game.piece(unit).cell == Some(cell))
}

/// Cells as a layer.
pub(super) fn layer(game: &BoltAction, class: &'static str, title: impl Into<String>, cells: impl IntoIterator<Item = Cell>) -> Layer {
    let cells = cells.into_iter().map(|cell| names::cell(game.data(), cell)).collect();
    Layer { class, title: title.into(), cells, between: false, radius: 0.0 }
}

/// A circle around a cell, with a radius in inches.
pub(super) fn ring(game: &BoltAction, class: &'static str, title: impl Into<String>, around: Cell, inches: u8) -> Layer {
    Layer { radius: f64::from(inches) * PITCH, ..layer(game, class, title, [around]) }
}
