//! What the tests of the optional chapters of Blocks in the East share: scenarios with a chapter, and positions in them.

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex};

use stavka_engine::blocks_in_the_east::combat::Firing;
use stavka_engine::blocks_in_the_east::terms::Nation;
use stavka_engine::blocks_in_the_east::{Asked, BlocksInTheEast, Phase, PositionBuilder, Prepared};
use stavka_engine::catalogue::Catalogue as _;
use stavka_engine::game::{Determinize as _, Game as _, Notation as _, Turn};
use stavka_engine::{Dice, Side};

use crate::blocks_in_the_east_kit::{dice, hex, legal, pass_to, pick, play};

/// The whole war: every month of it can be looked at.
pub(crate) const WAR: &str = "codeword-dortmund";

/// An embedded scenario with lines in its table of options; each is made once.
pub(crate) fn with_options(id: &str, options: &str) -> &'static Prepared {
    static KNOWN: LazyLock<Mutex<BTreeMap<String, &'static Prepared>>> = LazyLock::new(Mutex::default);
    let text = format!("extends = \"{id}\"\n[options]\n{options}\norigin = \"given: agreed before the game\"\n");
    let mut known = KNOWN.lock().expect("nobody panics in here");
    known.entry(text.clone()).or_insert_with(|| BlocksInTheEast::load_text("own.toml", &text).unwrap_or_else(|error| panic!("{error}")))
}

/// Units on an empty map, in a turn: "GN01 1123, SL01 1813".
pub(crate) fn set_up(data: &'static Prepared, units: &str, turn: u8) -> PositionBuilder {
    let mut position = PositionBuilder::empty(data);
    for line in units.split(',').map(str::trim).filter(|line| !line.is_empty()) {
        let (name, at) = line.split_once(' ').unwrap_or_else(|| panic!("{line:?} is no unit with a hex"));
        let place = data.map.name(hex(data, at));
        position = position.place(name, &place).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
    position.turn(turn).unwrap_or_else(|error| panic!("{error}"))
}

/// The same at a phase of a side.
pub(crate) fn scene(data: &'static Prepared, units: &str, turn: u8, side: Side, phase: Phase) -> BlocksInTheEast {
    set_up(data, units, turn).open(side, phase)
}

/// Plays by random choices from a position until the turn after a last one, and looks at each position before its choice. Now
/// and then what holds in every position is looked at: derived fields, drawn worlds, and that actions read as they are written.
pub(crate) fn play_at_random(mut game: BlocksInTheEast, last: u16, seed: u64, mut look: impl FnMut(&BlocksInTheEast)) {
    let (mut fate, mut worlds) = (Dice::new(seed), Dice::new(seed + 1));
    for count in 0_u32.. {
        if game.turn() == Turn::Over || game.game_turn() > last {
            break;
        }
        look(&game);
        if count.is_multiple_of(97) {
            game.verify().unwrap_or_else(|problem| panic!("{problem}"));
            for viewer in Side::ALL {
                let world = game.determinize(viewer, &mut worlds);
                assert_eq!(world.view_hash(viewer), game.view_hash(viewer));
                world.verify().unwrap_or_else(|problem| panic!("{problem}"));
            }
            for action in legal(&game) {
                assert_eq!(game.parse_action(&game.notation(action)), Ok(action));
                assert_eq!(game.check(action), Ok(()));
            }
        }
        let actions = legal(&game);
        let action = pick(&game, &actions, &mut fate);
        game.apply(action);
    }
}

/// A production, and past the dice of its mines.
pub(crate) fn production_of(position: PositionBuilder, points: u8, side: Side) -> BlocksInTheEast {
    let position = position.points(Nation::German, points).points(Nation::Soviet, points);
    let mut game = position.open(side, Phase::Production);
    cross(&mut game);
    game
}

/// Throws the dice of mines.
pub(crate) fn cross(game: &mut BlocksInTheEast) {
    while matches!(game.asked(), Some(Asked::Minefield { .. })) {
        play(game, &["die 1"]);
    }
}

/// The next production of a side.
pub(crate) fn next_production(game: &mut BlocksInTheEast, side: Side) {
    pass_to(game, side.opponent(), Phase::Supply);
    pass_to(game, side, Phase::Production);
    cross(game);
}

/// Answers volleys with hits by their order, and every question by staying, until a step of a round has thrown; says its dice.
pub(crate) fn dice_in(game: &mut BlocksInTheEast, side: Side, firing: Firing, round: u8, hits: &[(Side, Firing, u8)]) -> Vec<(u8, u8)> {
    while let Some(report) = game.battle_report().filter(|report| report.round <= round) {
        match game.volley() {
            Some((whose, step, pool)) => {
                let hit = hits.iter().find(|(of, at, _)| (*of, *at, report.round) == (whose, step, 1)).map_or(0, |(.., hit)| *hit);
                if (whose, step, report.round) == (side, firing, round) {
                    return dice(pool);
                }
                play(game, &[&format!("hits {hit}")]);
            }
            None => play(game, &["done"]),
        }
    }
    Vec::new()
}
