//! The blocks in a list: those that the side to act knows by nation, the others by where they stand.

use stavka_engine::blocks_in_the_east::terms::Nation;
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Place, UnitId};
use stavka_engine::{Game as _, Side, Turn};
use stavka_words::tr;

use super::names;
use crate::phrases::Group;

/// All blocks of the scenario under their nations, as the side to act sees them; while dice decide, as both sides see them.
pub(super) fn groups(game: &BlocksInTheEast) -> Vec<Group> {
    let viewer = match game.turn() {
        Turn::Player(side) => Some(side),
        Turn::Chance | Turn::Over => None,
    };
    let knows = |unit: UnitId| viewer == Some(unit.side()) || !game.is_hidden(unit);
    let mut groups: Vec<Group> = Nation::ALL.into_iter().filter_map(|nation| known(game, nation, knows)).collect();
    groups.extend(Side::ALL.into_iter().filter_map(|side| unknown(game, side, knows)));
    groups
}

/// The known blocks of a nation.
fn known(game: &BlocksInTheEast, nation: Nation, knows: impl Fn(UnitId) -> bool) -> Option<Group> {
    let data = game.data();
    let side = nation.side();
    let own = data.units(side).filter(|&(unit, known)| known.nation == nation && game.place(unit) != Place::REMOVED && knows(unit));
    let lines: Vec<(Side, String)> = own.map(|(unit, _)| (side, line(game, unit))).collect();
    let name = names::nation(nation);
    (!lines.is_empty()).then(|| Group { heading: format!("{side}: {name}"), keys: format!("{name} {side}"), lines })
}

/// A block with its strength, TECH, movement or range, place and state.
fn line(game: &BlocksInTheEast, unit: UnitId) -> String {
    let data = game.data();
    let known = data.unit(unit);
    let steps: Vec<String> = known.steps.iter().map(|step| step.strength.to_string()).collect();
    let turn = game.game_turn() as u8;
    let moves = match (known.points, known.range) {
        (Some(_), _) => tr!("{points} MP", points = game.full_points(unit)),
        (None, Some(_)) => tr!("range {range}", range = game.range(unit)),
        (None, None) => String::new(),
    };
    let (kind, class) = (names::kind(known.kind), names::class(known.class));
    let mut notes = if kind == class { vec![kind] } else { vec![kind, class] };
    let states = [
        (data.is_frozen(unit, turn), tr!("frozen")),
        (game.is_out_of_supply(unit), tr!("out of supply")),
        (game.is_flying(unit), tr!("in flight")),
        (game.is_active(unit), tr!("activated")),
    ];
    notes.extend(states.into_iter().filter(|(holds, _)| *holds).map(|(_, state)| state));
    let strength = format!("{}/{}", game.strength(unit), steps.join("-"));
    let tech = tr!("TECH {tech}", tech = game.tech(unit));
    let (title, place) = (names::title(data, unit), names::place(game, unit));
    format!("{:<5} {title:<32} {strength:<10} {tech} {moves:<9} {place:<22} {}", known.id, notes.join(", "))
}

/// The unknown blocks of a side by hex and colour.
fn unknown(game: &BlocksInTheEast, side: Side, knows: impl Fn(UnitId) -> bool) -> Option<Group> {
    let data = game.data();
    let mut seen: Vec<(String, &'static str, usize)> = Vec::new();
    for hex in data.map.hexes() {
        for &unit in game.stack(hex).iter().filter(|unit| unit.side() == side && !knows(**unit)) {
            let (at, back) = (names::hex(data, hex), names::block(game, unit));
            match seen.iter_mut().find(|(known, block, _)| *known == at && *block == back) {
                Some((.., count)) => *count += 1,
                None => seen.push((at, back, 1)),
            }
        }
    }
    seen.sort_unstable();
    let lines: Vec<(Side, String)> = seen.into_iter().map(|(at, back, count)| (side, format!("{count} × {back:<34} {at}"))).collect();
    let name = tr!("unknown blocks");
    (!lines.is_empty()).then(|| Group { heading: format!("{side}: {name}"), keys: format!("{name} {side}"), lines })
}
