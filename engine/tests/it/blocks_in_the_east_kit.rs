//! What the tests of Blocks in the East share: scenarios, positions, lines of play.

use std::collections::BTreeSet;

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::combat::{Firing, Pool};
use stavka_engine::blocks_in_the_east::terms::Nation;
use stavka_engine::blocks_in_the_east::{Action, BlocksInTheEast, Phase, PositionBuilder, Prepared, UnitId};
use stavka_engine::game::{Denial as _, Game as _, Notation as _, Turn};
use stavka_engine::hex::Hex;

use crate::blocks_in_the_east_map::scenario;

pub(crate) const LENINGRAD: &str = "towards-leningrad";
pub(crate) const ROSTOV: &str = "towards-rostov";
pub(crate) const WHOLE: &str = "short-barbarossa";
/// The Advanced game, June to November 1941.
pub(crate) const ADVANCED: &str = "barbarossa";

pub(crate) fn hex(data: &Prepared, name: &str) -> Hex {
    data.map.find(name).or_else(|| data.map.place_named(name).map(|place| place.hex)).unwrap_or_else(|| panic!("no hex {name}"))
}

pub(crate) fn unit(data: &Prepared, id: &str) -> UnitId {
    data.find_unit(id).unwrap_or_else(|| panic!("no unit {id}"))
}

/// Units on an empty map: "GN01 1123, SL01 1813".
pub(crate) fn builder(id: &str, units: &str) -> PositionBuilder {
    let data = scenario(id);
    let mut position = PositionBuilder::empty(data);
    for line in units.split(',').map(str::trim).filter(|line| !line.is_empty()) {
        let (name, at) = line.split_once(' ').unwrap_or_else(|| panic!("{line:?} is no unit with a hex"));
        let place = data.map.name(hex(data, at));
        position = position.place(name, &place).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
    position
}

/// Units on an empty map in the second turn, when nothing is frozen, at a phase of a side.
pub(crate) fn placed(id: &str, units: &str, side: Side, phase: Phase) -> BlocksInTheEast {
    builder(id, units).turn(2).expect("a second turn").open(side, phase)
}

pub(crate) fn legal(game: &BlocksInTheEast) -> Vec<Action> {
    let mut out = Vec::new();
    game.legal_actions(&mut out);
    out
}

/// The legal list in notation.
pub(crate) fn lines(game: &BlocksInTheEast) -> BTreeSet<String> {
    legal(game).into_iter().map(|action| game.notation(action)).collect()
}

pub(crate) fn offers(game: &BlocksInTheEast, line: &str) -> bool {
    lines(game).contains(line)
}

/// The words after a verb in the legal list.
pub(crate) fn goals(game: &BlocksInTheEast, verb: &str) -> BTreeSet<String> {
    lines(game).iter().filter_map(|line| line.strip_prefix(verb)?.strip_prefix(' ').map(str::to_owned)).collect()
}

/// Plays lines of notation.
pub(crate) fn play(game: &mut BlocksInTheEast, moves: &[&str]) {
    for line in moves {
        let action = game.parse_action(line).unwrap_or_else(|error| panic!("{error}"));
        game.try_apply(action).unwrap_or_else(|denial| panic!("{line}: {denial} [{}]; open: {:?}", denial.rule(), lines(game)));
        game.verify().unwrap_or_else(|problem| panic!("{line}: {problem}"));
    }
}

/// The rule against a line.
pub(crate) fn rule_against(game: &BlocksInTheEast, line: &str) -> &'static str {
    let action = game.parse_action(line).unwrap_or_else(|error| panic!("{error}"));
    let denial = game.check(action).expect_err(line);
    denial.rule()
}

/// Says `done` until a phase of a side begins or the game is over.
pub(crate) fn pass_to(game: &mut BlocksInTheEast, side: Side, phase: Phase) {
    for _ in 0..500 {
        match game.phase() {
            Some((whose, at)) if whose == side && at >= phase => return,
            None if game.turn() == Turn::Over => return,
            _ => {}
        }
        let actions = legal(game);
        game.apply(if actions.contains(&Action::Done) { Action::Done } else { *actions.last().expect("a choice") });
    }
    panic!("{side} never comes to {phase:?}");
}

pub(crate) fn at(game: &BlocksInTheEast, id: &str) -> Option<String> {
    let data = game.data();
    game.place(unit(data, id)).hex().map(|hex| data.map.name(hex))
}

pub(crate) fn strength(game: &BlocksInTheEast, id: &str) -> u8 {
    game.strength(unit(game.data(), id))
}

pub(crate) fn saved(game: &BlocksInTheEast, nation: Nation) -> u16 {
    game.saved(nation)
}

/// Dice of a pool with the faces that hit.
pub(crate) fn dice(pool: Pool) -> Vec<(u8, u8)> {
    (1..=5).map(|faces| (pool.with_faces(faces), faces)).filter(|(dice, _)| *dice > 0).collect()
}

/// Who throws, in which step, and how many dice with how many faces that hit.
pub(crate) type Volley = (Side, Firing, Vec<(u8, u8)>);

/// Volleys of a battle until something else is asked or the battle is over, each answered with so many hits.
pub(crate) fn volleys(game: &mut BlocksInTheEast, hits: &[u8]) -> Vec<Volley> {
    let mut seen = Vec::new();
    while let Some((side, firing, pool)) = game.volley() {
        let hits = hits.get(seen.len()).copied().unwrap_or(0);
        seen.push((side, firing, dice(pool)));
        play(game, &[&format!("hits {hits}")]);
    }
    seen
}
