//! What holds of headquarters and fuel in every position of Blocks in the East: random games of the Advanced game.

use std::collections::BTreeSet;

use stavka_engine::blocks_in_the_east::terms::{Special, UnitClass, UnitKind};
use stavka_engine::blocks_in_the_east::{Action, BlocksInTheEast, Phase, Ration};
use stavka_engine::game::{Determinize as _, Game as _, Notation as _, Scenario as _, Turn};
use stavka_engine::{Dice, Side};

use crate::blocks_in_the_east_kit::{legal, pick};
use crate::blocks_in_the_east_map::scenario;

/// Random games in which commanders use their headquarters: what has to do with them is chosen more often than by chance.
fn walk(id: &str, games: u64, seed: u64, mut look: impl FnMut(&BlocksInTheEast, &[Action], Action, &mut Dice)) {
    for number in 0..games {
        let mut dice = Dice::stream(seed, number);
        let mut game = BlocksInTheEast::new(scenario(id));
        for count in 0.. {
            assert!(count < game.scenario().max_actions(), "{id}: no end");
            let actions = legal(&game);
            if game.turn() == Turn::Over {
                break;
            }
            let commands = |action: &&Action| {
                matches!(action, Action::Activate(_) | Action::Fuel(_) | Action::Supply(_) | Action::Train(_) | Action::Fire(_))
            };
            let orders: Vec<Action> = actions.iter().filter(commands).copied().collect();
            let action = if !orders.is_empty() && dice.below(2) == 0 { dice.choose(&orders) } else { pick(&game, &actions, &mut dice) };
            look(&game, &actions, action, &mut dice);
            game.apply(action);
        }
    }
}

/// Everything that headquarters do is met: activations in each phase, barrels of each kind, special actions, guns, points lost, removals.
#[test]
fn headquarters_do_all_that_they_can() {
    let mut seen = BTreeSet::new();
    let mut before: Option<BlocksInTheEast> = None;
    walk("barbarossa", 4, 41, |game, _, action, _| {
        let data = game.data();
        let phase = game.phase().map(|(_, phase)| phase);
        let kind = action.unit().map(|unit| data.unit(unit).kind);
        let reacts = action.unit().zip(game.phase()).is_some_and(|(unit, (side, _))| unit.side() != side);
        match action {
            Action::Activate(_) => {
                seen.insert(format!("activate {:?} {phase:?}{}", kind.expect("a kind"), if reacts { " reacts" } else { "" }));
            }
            Action::Fuel(_) => {
                seen.insert(format!("fuel {:?} {phase:?}{}", kind.expect("a kind"), if reacts { " reacts" } else { "" }));
            }
            Action::Supply(_) | Action::Train(_) | Action::Fire(_) => {
                seen.insert(format!("{:?} {:?}", action.verb(), kind.expect("a kind")));
            }
            _ => {}
        }
        if let Some(before) = &before
            && before.game_turn() == game.game_turn()
        {
            for &unit in &data.headquarters {
                if before.is_active(unit) && !game.is_active(unit) {
                    let removed = game.place(unit).hex().is_none();
                    seen.insert(if removed { "removed".to_owned() } else { format!("stood down in {phase:?}") });
                    let german = data.unit(unit).kind == UnitKind::SupremeHq && unit.side() == Side::Axis && before.strength(unit) == 1;
                    assert!(removed || german || game.strength(unit) < before.strength(unit), "{}", data.unit(unit).id);
                }
                if game.is_active(unit) && game.barrels_left(unit) == 0 {
                    seen.insert("used up".to_owned());
                }
            }
        }
        before = Some(game.clone());
    });
    let wanted = [
        "activate ArmouredHq Some(GroundMovement)",
        "activate ArmouredHq Some(Exploitation)",
        "activate ArmouredHq Some(RailMoves)",
        "activate AirHq Some(AirMovement)",
        "activate AirHq Some(Reaction) reacts",
        "activate NavalHq Some(RailMoves)",
        "activate SupremeHq Some(GroundMovement)",
        "fuel ArmouredHq Some(GroundMovement)",
        "fuel ArmouredHq Some(Exploitation)",
        "fuel ArmouredHq Some(RailMoves)",
        "fuel AirHq Some(AirMovement)",
        "fuel AirHq Some(Reaction) reacts",
        "fuel SupremeHq Some(GroundMovement)",
        "fuel SupremeHq Some(AirMovement)",
        "removed",
        "used up",
    ];
    let missing: Vec<&str> = wanted.into_iter().filter(|wanted| !seen.contains(*wanted)).collect();
    assert!(missing.is_empty(), "{missing:?} of {seen:?}");
    let verbs: BTreeSet<&str> = seen.iter().filter_map(|line| line.split_once(' ')).map(|(verb, _)| verb).collect();
    let of = |action: Action| action.verb().to_string();
    let any = stavka_engine::blocks_in_the_east::UnitId(0);
    for action in [Action::Supply(any), Action::Train(any), Action::Fire(any)] {
        assert!(verbs.contains(of(action).as_str()), "{action:?} in {seen:?}");
    }
}

/// [13.2][13.4][13.5][13.7] In every position: nobody attacks or flies a mission without fuel, no headquarters gives more than it has, an
/// action type is carried out once, an activated headquarters is seen and does not move.
#[test]
fn fuel_is_needed_and_counted() {
    for (id, games) in [("barbarossa", 2), ("operation-blue", 1), ("operation-bagration", 1)] {
        let (mut attacks, mut missions) = (0_u32, 0_u32);
        walk(id, games, 42, |game, actions, action, _| {
            let data = game.data();
            for &unit in &data.headquarters {
                assert!(!game.is_active(unit) || !game.is_hidden(unit));
                assert!(game.barrels_left(unit) <= game.barrels(unit));
            }
            for listed in actions {
                match *listed {
                    Action::Select(unit) => assert!(!game.is_active(unit)),
                    Action::Fuel(unit) | Action::Supply(unit) => assert!(game.barrels_left(unit) > 0),
                    Action::Train(unit) => assert!(!game.has_done(unit, Special::Train)),
                    _ => {}
                }
            }
            let Some(asked) = game.asked() else { return };
            let Some(unit) = asked.mover() else { return };
            let fed = game.ration(unit) != Ration::None;
            match (action, asked) {
                (Action::Fly(_), stavka_engine::blocks_in_the_east::Asked::Flight { .. }) => {
                    assert!(fed);
                    missions += 1;
                }
                (Action::MoveTo(to), stavka_engine::blocks_in_the_east::Asked::March { exploits, .. }) => {
                    let enemy = game.stack(to).iter().any(|other| other.side() != unit.side());
                    let armour = data.unit(unit).class == UnitClass::Armour;
                    assert!(!(armour && exploits) || fed);
                    if enemy && (armour || data.unit(unit).kind == UnitKind::ArmouredHq) {
                        assert!(fed || game.is_out_of_supply(unit));
                        attacks += 1;
                    }
                }
                _ => {}
            }
        });
        assert!(attacks > 0 && missions > 0, "{id}: {attacks} {missions}");
    }
}

/// Positions hold together: derived fields, notation, worlds that look alike, lists without repetition.
#[test]
fn positions_with_headquarters_hold_together() {
    let mut positions = 0_u32;
    walk("barbarossa", 3, 43, |game, actions, _, dice| {
        positions += 1;
        assert!(actions.len() < 500 && !actions.is_empty());
        if !positions.is_multiple_of(17) {
            return;
        }
        game.verify().unwrap_or_else(|problem| panic!("{problem}"));
        assert_eq!(actions.iter().collect::<BTreeSet<_>>().len(), actions.len());
        for &action in actions {
            assert_eq!(game.parse_action(&game.notation(action)), Ok(action));
        }
        for viewer in Side::ALL {
            let world = game.determinize(viewer, dice);
            assert_eq!(world.view_hash(viewer), game.view_hash(viewer));
            world.verify().unwrap_or_else(|problem| panic!("{problem}"));
            assert!(!legal(&world).is_empty());
        }
    });
    assert!(positions > 3_000, "{positions}");
}

/// [13.6] Between the turns of players nobody is activated.
#[test]
fn nobody_is_activated_when_a_turn_begins() {
    walk("operation-citadel", 1, 44, |game, _, _, _| {
        if game.phase().is_some_and(|(_, phase)| phase < Phase::RailMoves) {
            assert!(game.data().headquarters.iter().all(|&unit| !game.is_active(unit)));
        }
    });
}
