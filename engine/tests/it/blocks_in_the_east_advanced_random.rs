//! What holds in every position of the Advanced game of Blocks in the East: random games of its scenarios.

use std::collections::BTreeSet;

use allocation_counter::measure;
use stavka_engine::blocks_in_the_east::{Action, BlocksInTheEast, Phase};
use stavka_engine::game::{Denial as _, Determinize as _, Game as _, Notation as _, Scenario as _, Turn};
use stavka_engine::{Dice, Side};

use crate::blocks_in_the_east_kit::legal;
use crate::blocks_in_the_east_map::scenario;

/// Scenarios with the number of random games of each.
const GAMES: [(&str, u64); 4] = [("barbarossa", 3), ("operation-blue", 2), ("operation-citadel", 1), ("operation-bagration", 1)];

/// Plays random games and looks at each position with the legal actions of it. Units are disbanded seldom, so that armies last.
fn walk(seed: u64, mut look: impl FnMut(&BlocksInTheEast, &[Action], &mut Dice)) {
    for (id, games) in GAMES {
        for number in 0..games {
            let mut dice = Dice::stream(seed, number);
            let mut game = BlocksInTheEast::new(scenario(id));
            for count in 0.. {
                assert!(count < game.scenario().max_actions(), "{id}: no end");
                let actions = legal(&game);
                look(&game, &actions, &mut dice);
                if game.turn() == Turn::Over {
                    assert!(actions.is_empty() && game.outcome().is_some());
                    break;
                }
                let disbands = game.phase().is_some_and(|(_, phase)| phase == Phase::Disbanding);
                let action = if disbands && dice.below(30) > 0 { Action::Done } else { dice.choose(&actions) };
                game.apply(action);
            }
        }
    }
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
    let mut known: Vec<Action> = Vec::new();
    let mut positions = 0_u32;
    walk(14, |game, actions, dice| {
        positions += 1;
        if positions.is_multiple_of(17) {
            known.extend(actions.first().into_iter().chain(actions.last()));
        }
        if !positions.is_multiple_of(31) || known.is_empty() {
            return;
        }
        for _ in 0..8 {
            let action = dice.choose(&known);
            if let Err(denial) = game.check(action) {
                assert!(!denial.rule().is_empty() && !denial.to_string().is_empty() && !actions.contains(&action));
            }
        }
    });
}
