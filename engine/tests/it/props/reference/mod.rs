//! Slow and obvious judges of zones of control, supply, movement and combat, written from the rules and
//! not from the engine, and their comparison with what the engine says. Those of ARMIR are here, those of the East Front in
//! a room of their own.

pub(crate) mod combat;
pub(crate) mod east_front;
pub(crate) mod east_front_combat;
pub(crate) mod movement;
pub(crate) mod supply;

use stavka_engine::armir::{Armir, Class, Face, UnitId, edge};
use stavka_engine::game::Side;
use stavka_engine::hex::{Direction, Hex};

use super::{Finding, require};

fn neighbours(game: &Armir, hex: Hex) -> Vec<(Direction, Hex)> {
    let map = &game.data().map;
    map.grid.neighbours(hex).filter(|&(_, near)| map.in_play.contains(near)).collect()
}

pub(crate) fn hex_name(game: &Armir, hex: Hex) -> String {
    game.data().map.grid.name(hex).to_string()
}

/// All flags of the side between two hexes, from whichever hex they are written.
fn side_flags(game: &Armir, from: Hex, direction: Direction, to: Hex) -> u8 {
    let map = &game.data().map;
    map.edge(from, direction) | map.edge(to, direction.opposite())
}

/// Values of the side of a counter that is up.
fn values(game: &Armir, unit: UnitId) -> &'static stavka_engine::armir::FaceValues {
    let counter = game.data().unit(unit);
    &counter.faces[usize::from(counter.class != Class::Combat && game.face(unit) == Face::Short)]
}

/// [7][7.1.1][7.1.2][8.3] Whether a hex lies in a ZOC of `side`, with `heavy` in a heavy one.
pub(crate) fn in_zoc(game: &Armir, side: Side, hex: Hex, heavy: bool) -> bool {
    sources_of_zoc(game, side, hex, heavy).next().is_some()
}

/// The hexes whose ZOC covers a hex.
fn sources_of_zoc(game: &Armir, side: Side, hex: Hex, heavy: bool) -> impl Iterator<Item = Hex> + '_ {
    let data = game.data();
    neighbours(game, hex)
        .into_iter()
        .filter(move |&(direction, near)| {
            let flags = side_flags(game, hex, direction, near);
            let barred = flags & edge::MAJOR != 0 || (side == Side::Soviet && flags & edge::FORTIFIED != 0);
            let fights = |unit: &UnitId| unit.side() == side && data.unit(*unit).class == Class::Combat && !game.is_out_of_supply(*unit);
            let steps: u32 = game.stack(near).filter(fights).map(|unit| u32::from(game.steps(unit))).sum();
            !barred && steps >= 2 && (!heavy || game.stack(near).filter(fights).any(|unit| data.unit(unit).heavy))
        })
        .map(|(_, near)| near)
}

pub(crate) fn zones_agree(game: &Armir) -> Finding {
    for hex in game.data().map.in_play.iter() {
        for side in Side::ALL {
            let (slow, fast) = (in_zoc(game, side, hex, false), game.in_zoc(side, hex));
            require!(slow == fast, "[7] {} in a ZOC of the {side} side: {slow} by the rule, {fast} by the engine", hex_name(game, hex));
        }
    }
    Ok(())
}
