//! What holds in every position of the long scenarios of Blocks in the East: random games of all five to their end.

use std::collections::BTreeSet;

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::terms::{Nation, Project};
use stavka_engine::blocks_in_the_east::{Action, Asked, Phase, Place};
use stavka_engine::game::{Game as _, Turn};

use crate::blocks_in_the_east_kit::{random_games, unit};

/// Scenarios with the number of random games of each.
const GAMES: [(&str, u64); 5] =
    [("barbarossa", 2), ("operation-blue", 2), ("operation-citadel", 2), ("operation-bagration", 2), ("codeword-dortmund", 1)];

/// Random games come to a level of their scenario; what leaves is gone, what is built stays, Italy is out, and no die of surrender is thrown
/// where the Axis holds nothing.
#[test]
fn the_long_scenarios_come_to_their_ends() {
    let (mut levels, mut met) = (BTreeSet::new(), BTreeSet::new());
    let mut built = 0;
    random_games(&GAMES, 21, |game, actions, _| {
        let (data, turn) = (game.data(), game.game_turn());
        let id = data.script.id.as_str();
        let now = Project::ALL.into_iter().filter(|&project| game.is_built(project)).count();
        if turn == u16::from(data.script.turns[0]) {
            built = data.script.long.built.number().count_ones() as usize;
        }
        assert!(now >= built, "[SBE6.e] what is built stays");
        built = now;
        if actions.iter().any(|action| matches!(action, Action::Build(_))) {
            assert!(turn >= 14 && ["operation-blue", "codeword-dortmund"].contains(&id), "[SBE6.e]");
            met.insert("a project is offered");
        }
        if now > 0 && id == "operation-blue" {
            met.insert("a project is built");
        }
        if let Some(Asked::SovietSurrender { wins }) = game.asked() {
            assert!((1..=2).contains(&wins) && id == "codeword-dortmund");
            assert_eq!((game.turn(), actions.len()), (Turn::Chance, 6));
            met.insert("a die of surrender");
        }
        if turn > 28 && ["operation-citadel", "codeword-dortmund"].contains(&id) {
            assert!(game.has_surrendered(Nation::Italian), "[7.11.d]");
            met.insert("Italy is out");
        }
        let produces = game.phase() == Some((Side::Axis, Phase::Production)) && game.turn() != Turn::Chance;
        if turn >= 7 && id == "codeword-dortmund" && matches!(game.asked(), Some(Asked::Production)) && produces {
            let gone = unit(data, "GX02");
            assert!(
                game.place(gone) == Place::REMOVED
                    || game.place(gone) == Place::ELIMINATED
                    || game.is_out_of_supply(gone)
                    || game.step(gone) > 0
            );
            if game.place(gone) == Place::REMOVED {
                met.insert("a unit has left");
            }
        }
        if let Some(outcome) = game.outcome() {
            let named = data.script.victory.as_ref().expect("conditions").levels.iter().any(|level| level.name == outcome.level);
            assert!(named || outcome.level == "German surrender", "{id}: {}", outcome.level);
            levels.insert((id.to_owned(), outcome.level.to_owned()));
        }
    });
    assert_eq!(levels.iter().map(|(id, _)| id).collect::<BTreeSet<_>>().len(), 5);
    for event in ["a project is offered", "a project is built", "a unit has left", "Italy is out"] {
        assert!(met.contains(event), "{event}: {met:?}");
    }
}
