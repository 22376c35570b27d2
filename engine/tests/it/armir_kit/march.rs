//! Marches: positions for them, one begun, and what it may do.

use stavka_engine::armir::{Armir, Phase, PositionBuilder};
use stavka_engine::game::Side;
use stavka_engine::hex::Hex;

use super::{empty, hex, historical, is_legal, play, unit, with};

/// Counters on turn 3, when neither the weather nor the held front interfere.
pub(crate) fn field(counters: &[(&str, &str)]) -> PositionBuilder {
    with(empty(), counters).turn(3).unwrap()
}

/// The march of one counter begun in an ordinary movement phase of its side.
pub(crate) fn march(position: PositionBuilder, id: &str) -> Armir {
    let phase = if unit(id).side() == Side::Axis { Phase::AxisMovement } else { Phase::SovietMovement };
    let mut game = position.open(phase, 0);
    let select = format!("select {id}");
    if !is_legal(&game, &select) {
        // HQs and guns may be turned over first.
        play(&mut game, "done");
    }
    play(&mut game, &select);
    game
}

/// Half points to reach a hex in the march at hand.
pub(crate) fn cost(game: &Armir, name: &str) -> Option<u8> {
    let report = game.march_report().expect("a counter marches");
    report.reached.iter().find(|(at, _)| *at == hex(name)).map(|&(_, cost)| cost)
}

/// Whether the counter on the march may end its move in a hex.
pub(crate) fn may_move_to(game: &Armir, name: &str) -> bool {
    is_legal(game, &format!("move > {name}"))
}

/// The neighbours of a hex.
pub(crate) fn around(name: &str) -> Vec<Hex> {
    historical().map.grid.neighbours(hex(name)).map(|(_, near)| near).collect()
}

/// The name of a hex.
pub(crate) fn name_of(hex: Hex) -> String {
    historical().map.grid.name(hex).to_string()
}
