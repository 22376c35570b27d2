//! What holds in every position of the Advanced game of Blocks in the East: random games of its scenarios.

use std::collections::BTreeSet;

use allocation_counter::measure;
use stavka_engine::blocks_in_the_east::terms::{Entry, TownClass, Weather};
use stavka_engine::blocks_in_the_east::{Action, BlocksInTheEast};
use stavka_engine::game::{Determinize as _, Game as _, Notation as _, Turn};
use stavka_engine::hex::{Direction, Hex};
use stavka_engine::{Dice, Side};

use crate::blocks_in_the_east_kit::{denials_in_random_games, random_games};

/// Scenarios with the number of random games of each.
const GAMES: [(&str, u64); 4] = [("barbarossa", 3), ("operation-blue", 2), ("operation-citadel", 1), ("operation-bagration", 1)];

/// Plays random games and looks at each position with the legal actions of it.
fn walk(seed: u64, look: impl FnMut(&BlocksInTheEast, &[Action], &mut Dice)) {
    random_games(&GAMES, seed, look);
}

/// Lists are short and without repetition, actions read as they are written, derived fields are what they are by their definitions.
#[test]
fn positions_of_the_advanced_game_hold_together() {
    let (mut longest, mut positions) = (0, 0_u32);
    walk(11, |game, actions, _| {
        assert_eq!(actions.is_empty(), game.turn() == Turn::Over);
        assert_eq!(actions.iter().collect::<BTreeSet<_>>().len(), actions.len());
        longest = longest.max(actions.len());
        positions += 1;
        if positions.is_multiple_of(13) {
            for &action in actions {
                assert_eq!(game.parse_action(&game.notation(action)), Ok(action));
                assert_eq!(game.check(action), Ok(()));
            }
            game.verify().unwrap_or_else(|problem| panic!("{problem}"));
        }
    });
    assert!(longest < 500, "{longest}");
    assert!(positions > 10_000, "{positions}");
}

/// A world that is drawn looks like the game to the side that draws it, and every action changes the hash of the state.
#[test]
fn worlds_of_the_advanced_game_look_like_it() {
    let mut positions = 0_u32;
    walk(12, |game, actions, dice| {
        positions += 1;
        if !positions.is_multiple_of(61) || actions.is_empty() {
            return;
        }
        for viewer in Side::ALL {
            let world = game.determinize(viewer, dice);
            assert_eq!(world.view_hash(viewer), game.view_hash(viewer));
            world.verify().unwrap_or_else(|problem| panic!("{problem}"));
        }
        let mut next = game.clone();
        next.apply(dice.choose(actions));
        assert_ne!(next.state_hash(), game.state_hash());
    });
}

/// Play touches the heap not once, but for the assertion that actions are legal.
#[test]
fn the_advanced_game_does_not_allocate() {
    let mut buffer = Vec::with_capacity(500);
    walk(13, |game, actions, dice| {
        assert_eq!(measure(|| game.legal_actions(&mut buffer)).count_total, 0, "{:?}", game.phase());
        if actions.is_empty() {
            return;
        }
        let action = dice.choose(actions);
        let mut next = game.clone();
        let applying = measure(|| next.apply(action)).count_total;
        let checked = measure(|| assert_eq!(game.check(action), Ok(()))).count_total;
        assert_eq!(applying, if cfg!(debug_assertions) { checked } else { 0 }, "{action:?} in {:?}", game.phase());
    });
}

/// Every action that is not legal is denied with the id of a rule.
#[test]
fn the_advanced_game_denies_by_rules() {
    let seen = denials_in_random_games(&GAMES, 14);
    assert!(seen.len() >= 12, "{seen:?}");
}

/// [3.19][8.0] Hexes in a zone of control of a side, each by its definition.
fn slow_zone(game: &BlocksInTheEast, side: Side) -> BTreeSet<Hex> {
    let (data, enemy) = (game.data(), side.opponent());
    let map = &data.map;
    let holds = |whose: Side, at: Hex| game.stack(at).iter().any(|unit| unit.side() == whose);
    let stands = |whose: Side, at: Hex| game.stack(at).iter().any(|&unit| unit.side() == whose && !game.is_flying(unit));
    let exerts = |at: Hex| stands(side, at) && !holds(enemy, at);
    let crosses = |at: Hex, direction: Direction| {
        let barrier = map.sides[at.index()][direction.index()];
        !(barrier.water || barrier.strait || data.is_advanced() && barrier.river && game.weather() != Weather::Snow)
    };
    let ways_in = |at: Hex| {
        let arrows = map.arrows.iter().filter(move |arrow| arrow.land && arrow.ends.contains(&at)).flat_map(|arrow| arrow.ends);
        let near: Vec<(Direction, Hex)> = if map.is_box(at) { Vec::new() } else { map.grid.neighbours(at).collect() };
        let dry = near.into_iter().filter(move |(direction, _)| {
            let barrier = map.sides[at.index()][direction.index()];
            !barrier.water && !barrier.strait
        });
        let open = |near: &Hex| matches!(map.entry[near.index()], Entry::Open | Entry::Persia | Entry::AxisRail);
        dry.map(|(_, near)| near).chain(arrows.filter(move |&end| end != at)).filter(open).collect::<Vec<_>>()
    };
    let shelters = |at: Hex| {
        let major = map.place_at(at).and_then(|place| place.class).is_some_and(TownClass::is_major);
        let strong = (major || game.fortification(at).is_some()) && game.owner(at) == Some(enemy);
        let surrounded = !holds(enemy, at) && !ways_in(at).is_empty() && ways_in(at).into_iter().all(exerts);
        data.is_advanced() && strong && !surrounded
    };
    let land = |at: &Hex| map.is_land(*at) && !map.is_box(*at);
    let watched = |at: &Hex| map.grid.neighbours(*at).any(|(direction, near)| exerts(near) && crosses(*at, direction));
    let barred = |at: &Hex| stands(enemy, *at) && !holds(side, *at) || shelters(*at);
    map.hexes().filter(land).filter(|at| watched(at) && !barred(at)).collect()
}

/// [3.19][8.0] Zones of control are those of the definition.
#[test]
fn zones_are_those_of_the_definition() {
    let mut positions = 0_u32;
    walk(15, |game, _, _| {
        positions += 1;
        if positions.is_multiple_of(53) {
            let zones = game.situation().zones;
            for side in Side::ALL {
                assert_eq!(zones[side.index()].iter().collect::<BTreeSet<_>>(), slow_zone(game, side), "{side} in {:?}", game.weather());
            }
        }
    });
}
