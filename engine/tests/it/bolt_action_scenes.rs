//! Bolt Action: scenes by hand, one for each rule that only a position shows.

use stavka_engine::bolt_action::terms::Order;
use stavka_engine::bolt_action::{Action, BoltAction, BoltActionDenial, Opening};
use stavka_engine::square::Facing;
use stavka_engine::{Game as _, Notation as _, Side, Turn};

use crate::bolt_action_kit::{choices, does, piece, place, row_with, rows_with, scene, squads, table, tanks, throw_best, weights};

/// [SHOOT.2] Supplement S4, decision D30.
#[test]
fn a_target_without_an_order_goes_down_and_its_die_leaves_the_bag() {
    let mut game = squads().ordered(Side::Axis);
    does(&mut game, &["order g-rifle10-1 fire", "target s-rifle10-1 0"]);
    assert_eq!(game.turn(), Turn::Player(Side::Soviet));
    assert_eq!(choices(&game), ["done", "duck s-rifle10-1"]);
    let (before, open) = (game.in_bag(Side::Soviet), game.clone());
    does(&mut game, &["duck s-rifle10-1"]);
    assert_eq!(piece(&game, "s-rifle10-1").order, Some(Order::Down));
    assert_eq!(game.in_bag(Side::Soviet), before - 1);
    // [HIT.6] Ten inches are neither close nor long for a rifle: 3+ becomes 4+, so that a die of two fails.
    assert_eq!(weights(&game).iter().sum::<u64>(), 1 << (weights(&game).len() - 1));
    let mut stands = open;
    does(&mut stands, &["done"]);
    assert_eq!(weights(&stands).iter().sum::<u64>(), 3u64.pow(weights(&stands).len() as u32 - 1));
}

/// [TURN.1.2.a]
#[test]
fn a_target_that_has_its_order_does_not_react() {
    let mut game = squads().edit("s-rifle10-1", |piece| piece.order = Some(Order::Fire)).ordered(Side::Axis);
    does(&mut game, &["order g-rifle10-1 fire", "target s-rifle10-1 0"]);
    assert_eq!(game.turn(), Turn::Chance);
}

/// [SHOOT.6][SHOOT.7] Supplements S2 and S3.
#[test]
fn a_unit_that_is_hit_is_pinned_once_and_tested_after_losing_half() {
    let mut game = squads().edit("s-rifle10-1", |piece| piece.order = Some(Order::Fire)).ordered(Side::Axis);
    does(&mut game, &["order g-rifle10-1 fire", "target s-rifle10-1 0", "score 8", "score 5"]);
    // The submachine gun of the leader is at long range and needs one more: its dice are rolled apart.
    does(&mut game, &["score 0"]);
    let hit = piece(&game, "s-rifle10-1");
    assert_eq!((hit.men, hit.pins), (5, 1));
    assert_eq!(choices(&game), ["test pass", "test fail"]);
    // Nine less a pin: eight or less passes in 26 of 36.
    assert_eq!(weights(&game), [26, 10]);
    does(&mut game, &["test fail"]);
    assert_eq!(piece(&game, "s-rifle10-1").men, 0);
}

/// [TURN.1.3] Supplement S31.
#[test]
fn a_pinned_unit_is_tested_and_loses_a_pin_or_goes_down() {
    let mut game = squads().edit("g-rifle10-1", |piece| piece.pins = 3).ordered(Side::Axis);
    does(&mut game, &["order g-rifle10-1 run"]);
    // Nine less three: six or less passes in 15, the double six is FUBAR.
    assert_eq!((choices(&game), weights(&game)), (vec!["test pass".into(), "test fail".into(), "test fubar".into()], vec![15, 20, 1]));
    let mut fails = game.clone();
    does(&mut game, &["test pass"]);
    assert_eq!(piece(&game, "g-rifle10-1").pins, 2);
    assert_eq!(game.turn(), Turn::Player(Side::Axis), "it runs");
    does(&mut fails, &["test fail"]);
    assert_eq!((piece(&fails, "g-rifle10-1").pins, piece(&fails, "g-rifle10-1").order), (3, Some(Order::Down)));
}

/// [FUB.2.b] and [FUB.2.a].
#[test]
fn friendly_fire_needs_a_friend_with_an_enemy_near_whom_the_opponent_names() {
    let alone = squads().edit("g-rifle10-1", |piece| piece.pins = 1);
    let mut game = alone.ordered(Side::Axis);
    does(&mut game, &["order g-rifle10-1 fire", "test fubar", "die 2"]);
    assert_eq!(piece(&game, "g-rifle10-1").order, Some(Order::Down));
    let mut game = squads().put("g-rifle10-2", "0401", Facing::EAST).edit("g-rifle10-1", |piece| piece.pins = 1).ordered(Side::Axis);
    does(&mut game, &["order g-rifle10-1 fire", "test fubar", "die 1"]);
    assert_eq!(game.turn(), Turn::Player(Side::Soviet), "the opponent chooses");
    assert_eq!(choices(&game), ["mistake g-rifle10-2"]);
    does(&mut game, &["mistake g-rifle10-2"]);
    assert_eq!(game.turn(), Turn::Chance, "a friend does not react");
}

/// [FUB.3] and [FUB.3.a].
#[test]
fn panic_runs_from_the_closest_enemy_in_sight_and_goes_down_without_one() {
    let mut game = squads().edit("g-rifle10-1", |piece| piece.pins = 1).ordered(Side::Axis);
    let lattice = game.data().lattice();
    let enemy = piece(&game, "s-rifle10-1").cell.expect("alive");
    let before = lattice.distance2(piece(&game, "g-rifle10-1").cell.expect("alive"), enemy);
    does(&mut game, &["order g-rifle10-1 fire", "test fubar", "die 3"]);
    let runner = piece(&game, "g-rifle10-1");
    assert_eq!(runner.order, Some(Order::Run));
    assert!(lattice.distance2(runner.cell.expect("alive"), enemy) > before);
    let mut unseen = scene("duel").put("g-rifle10-1", "0109", Facing::EAST).put("s-rifle10-1", "2525", Facing::WEST);
    unseen = unseen.edit("g-rifle10-1", |piece| piece.pins = 1);
    let mut game = unseen.ordered(Side::Axis);
    let sees = game.data().sight.sees(piece(&game, "g-rifle10-1").cell.unwrap(), piece(&game, "s-rifle10-1").cell.unwrap());
    assert!(!sees, "the scene has them out of sight");
    does(&mut game, &["order g-rifle10-1 run", "test fubar", "die 6"]);
    assert_eq!((piece(&game, "g-rifle10-1").order, place(&game, "g-rifle10-1").as_str()), (Some(Order::Down), "0109"), "[FUB.3.a]");
}

/// [ORD.4] Supplement S7, decisions D5 and D18.
#[test]
fn a_unit_in_ambush_may_fire_at_one_that_moves_and_then_has_fired() {
    let mut game = squads().edit("s-rifle10-1", |piece| piece.order = Some(Order::Ambush)).ordered(Side::Axis);
    does(&mut game, &["order g-rifle10-1 advance"]);
    assert!(choices(&game).contains(&"step-by-step".to_owned()));
    does(&mut game, &["move 0301"]);
    assert_eq!((game.turn(), choices(&game)), (Turn::Player(Side::Soviet), vec!["done".into(), "spring s-rifle10-1".into()]));
    assert_eq!(game.notation(Action::MoveTo(piece(&game, "g-rifle10-1").cell.unwrap())), "move 0101", "it is asked in the first cell too");
    does(&mut game, &["spring s-rifle10-1", "score 1", "score 0", "score 0"]);
    assert_eq!(piece(&game, "s-rifle10-1").order, Some(Order::Fire));
    let mover = piece(&game, "g-rifle10-1");
    assert_eq!((game.notation(Action::MoveTo(mover.cell.unwrap())), mover.pins), ("move 0301".into(), 1), "pins do not stop a move");
}

/// [TURN.2.b] Supplement S8.
#[test]
fn a_kept_ambush_has_no_die_in_the_next_turn_and_still_fires() {
    let start =
        squads().edit("s-rifle10-1", |piece| piece.order = Some(Order::Ambush)).edit("s-rifle10-2", |piece| piece.order = Some(Order::Run));
    let start = start.edit("g-rifle10-1", |piece| piece.order = Some(Order::Fire));
    let mut game = start.0.open(Opening::EndOfOrders, [0; 2]);
    assert_eq!(choices(&game), ["keep s-rifle10-1", "give-back s-rifle10-1"]);
    does(&mut game, &["keep s-rifle10-1"]);
    assert_eq!((game.game_turn(), game.in_bag(Side::Axis), game.in_bag(Side::Soviet)), (2, 1, 1));
    assert_eq!(piece(&game, "s-rifle10-1").order, Some(Order::Ambush));
    does(&mut game, &["draw axis", "order g-rifle10-1 run", "move 0301", "spring s-rifle10-1"]);
    assert_eq!(piece(&game, "s-rifle10-1").order, Some(Order::Fire));
}

/// Supplement S33.
#[test]
fn a_die_of_a_destroyed_unit_is_lost() {
    let all_ordered =
        squads().edit("s-rifle10-1", |piece| piece.order = Some(Order::Fire)).edit("s-rifle10-2", |piece| piece.order = Some(Order::Run));
    let mut game = all_ordered.0.open(Opening::Draw, [0, 1]);
    assert_eq!((choices(&game), weights(&game)), (vec!["draw axis".into(), "draw soviet".into()], vec![1, 1]));
    does(&mut game, &["draw soviet"]);
    assert_eq!(game.in_bag(Side::Soviet), 0);
    assert_eq!(game.turn(), Turn::Player(Side::Axis), "the last die needs no draw");
}

/// [CQ.2] Supplement S6, decision D16.
#[test]
fn an_assault_from_six_inches_surprises_and_from_seven_is_shot_at() {
    for (cell, surprised) in [("0701", true), ("0801", false)] {
        let mut game = scene("duel").put("g-rifle10-1", "0101", Facing::EAST).put("s-rifle10-1", cell, Facing::WEST).ordered(Side::Axis);
        does(&mut game, &["assault g-rifle10-1"]);
        if surprised {
            assert_eq!(game.turn(), Turn::Chance, "it comes to blows");
        } else {
            assert_eq!(choices(&game), ["done", "return s-rifle10-1"]);
            does(&mut game, &["return s-rifle10-1"]);
            assert_eq!(piece(&game, "s-rifle10-1").order, Some(Order::Fire));
            assert!(
                game.notation(Action::MoveTo(piece(&game, "g-rifle10-1").cell.unwrap())) > "move 0401".into(),
                "it waits until they are near"
            );
        }
    }
}

/// [CQ.4.c][CQ.4.e][CQ.6] and decision D27.
#[test]
fn defenders_strike_back_with_those_who_are_left_but_at_once_behind_hard_cover() {
    let near = || scene("duel").put("g-rifle10-1", "0101", Facing::EAST).put("s-rifle10-1", "0401", Facing::WEST);
    let near = || near().put("s-rifle10-2", "2525", Facing::WEST).put("g-rifle10-2", "0125", Facing::EAST);
    let mut game = near().ordered(Side::Axis);
    does(&mut game, &["assault g-rifle10-1", "score 6"]);
    assert_eq!(choices(&game).len(), 6, "four are left to strike back, one of them with two dice");
    does(&mut game, &["score 1"]);
    assert_eq!((piece(&game, "s-rifle10-1").men, piece(&game, "g-rifle10-1").men), (0, 9));
    does(&mut game, &["die 3"]);
    assert!(choices(&game).iter().all(|line| line.starts_with("consolidate ")));
    let mut game = near().edit("s-rifle10-1", |piece| piece.dug_in = true).ordered(Side::Axis);
    does(&mut game, &["assault g-rifle10-1", "score 10"]);
    assert_eq!(choices(&game).len(), 11, "all ten strike at once");
    does(&mut game, &["score 10"]);
    assert_eq!((piece(&game, "s-rifle10-1").men, piece(&game, "g-rifle10-1").men), (0, 0), "both are wiped out");
}

/// [VD.1] and [VD.3].
#[test]
fn a_stunned_vehicle_without_an_order_loses_its_die_and_a_fire_that_is_put_out_leaves_it_down() {
    for (die, lines) in [("die 1", &[][..]), ("die 3", &["test pass"][..])] {
        let mut game = tanks().ordered(Side::Axis);
        let before = game.in_bag(Side::Soviet);
        // Medium gun, long range: a six is full damage on a medium tank from the front.
        does(&mut game, &["order pz3 fire", "target t34 0", "score 1", "die 6", die]);
        does(&mut game, lines);
        assert_eq!((piece(&game, "t34").order, game.in_bag(Side::Soviet)), (Some(Order::Down), before - 1), "{die}");
        assert_eq!(piece(&game, "t34").pins, 2, "a pin for the hit and one for the damage");
    }
}

/// [VD.2] and [VD.2.a].
#[test]
fn an_immobilised_vehicle_may_still_fire_and_a_second_time_it_is_abandoned() {
    let mut game = tanks().ordered(Side::Axis);
    does(&mut game, &["order pz3 fire", "target t34 0", "score 1", "die 6", "die 2"]);
    assert!(piece(&game, "t34").immobilised && piece(&game, "t34").order.is_none());
    while game.turn() != Turn::Player(Side::Soviet) || !choices(&game).iter().any(|line| line.starts_with("order t34")) {
        let first = choices(&game).into_iter().find(|line| *line != "draw axis").expect("a choice");
        does(&mut game, &[&first]);
    }
    let orders: Vec<String> = choices(&game).into_iter().filter(|line| line.starts_with("order t34")).collect();
    assert_eq!(orders, ["order t34 fire", "order t34 ambush", "order t34 rally", "order t34 down"]);
    let mut game = tanks().edit("t34", |piece| piece.immobilised = true).ordered(Side::Axis);
    does(&mut game, &["order pz3 fire", "target t34 0", "score 1", "die 6", "die 2"]);
    assert_eq!(piece(&game, "t34").men, 0);
    assert!(piece(&game, "t34").cell.is_some(), "its wreck stays");
}

/// Decision D23.
#[test]
fn the_weapon_beside_the_gun_fires_only_if_the_gun_held() {
    let scene = || tanks().put("s-2lt", "1103", Facing::WEST).edit("t34", |piece| piece.order = Some(Order::Run));
    let mut game = scene().edit("s-2lt", |piece| piece.order = Some(Order::Run)).ordered(Side::Axis);
    does(&mut game, &["order pz3 fire", "target s-2lt 0"]);
    throw_best(&mut game);
    let after_the_gun = choices(&game);
    let mut held = scene().edit("s-2lt", |piece| piece.order = Some(Order::Run)).ordered(Side::Axis);
    does(&mut held, &["order pz3 fire", "done"]);
    assert!(choices(&held).iter().any(|line| line == "target s-2lt 0"), "coaxial: {:?}", choices(&held));
    does(&mut held, &["done"]);
    assert!(choices(&held).iter().any(|line| line == "target s-2lt 0"), "hull: {:?}", choices(&held));
    does(&mut held, &["done"]);
    assert_eq!(held.turn(), Turn::Player(Side::Soviet), "nothing is left to fire with");
    assert!(after_the_gun.len() <= 3, "the hull alone is asked: {after_the_gun:?}");
}

/// [CQV.1][CQV.2]
#[test]
fn men_without_anti_tank_weapons_are_tested_at_three_less_and_catch_no_vehicle_that_runs() {
    let near =
        || scene("duel-tank").put("g-rifle10", "0101", Facing::EAST).put("t34", "0501", Facing::WEST).put("g-2lt", "2501", Facing::EAST);
    let mut game = near().edit("g-rifle10", |piece| piece.pins = 1).ordered(Side::Axis);
    does(&mut game, &["assault g-rifle10"]);
    // Nine, less a pin, less three: five or less passes in 10.
    assert_eq!(weights(&game), [10, 25, 1]);
    let game = near().edit("t34", |piece| piece.order = Some(Order::Run)).ordered(Side::Axis);
    assert!(!choices(&game).contains(&"assault g-rifle10".to_owned()));
    let game = near().edit("t34", |piece| (piece.order, piece.immobilised) = (Some(Order::Run), true)).ordered(Side::Axis);
    assert!(choices(&game).contains(&"assault g-rifle10".to_owned()));
}

/// Supplement S27.
#[test]
fn a_mortar_ranges_in_on_a_target_until_the_target_moves() {
    let start = || scene("meeting").put("mortar81", "0101", Facing::EAST).put("rifle9-1", "2501", Facing::WEST);
    let start = || start().edit("rifle9-1", |piece| piece.order = Some(Order::Fire));
    let seen = start().ordered(Side::Axis);
    let target = seen.data().find_unit("rifle9-1").expect("a rifle squad");
    for (shots, expected) in [(0, [5, 1]), (1, [2, 1]), (2, [1, 1])] {
        let ranging = (shots > 0).then_some((target, shots));
        let mut game = start().edit("mortar81", |piece| piece.ranging = ranging).ordered(Side::Axis);
        does(&mut game, &["order mortar81 fire", "shell rifle9-1"]);
        assert_eq!(weights(&game), expected, "shot {}", shots + 1);
        does(&mut game, &["score 0"]);
        assert_eq!(piece(&game, "mortar81").ranging, Some((target, shots + 1)));
    }
    let mut game = start().edit("mortar81", |piece| (piece.ranging, piece.order) = (Some((target, 2)), Some(Order::Fire)));
    game = game.edit("rifle9-1", |piece| piece.order = None);
    let mut game = game.ordered(Side::Soviet);
    does(&mut game, &["order rifle9-1 advance"]);
    let step = choices(&game).into_iter().find(|line| !line.ends_with("2501")).expect("a way");
    does(&mut game, &[&step]);
    assert_eq!(piece(&game, "mortar81").ranging, None);
}

/// [ORD.4][CQ.2] Supplements S6 and S7: the target of an assault and a unit in Ambush may both fire in one cell.
#[test]
fn those_in_ambush_are_asked_in_the_cell_in_which_the_target_of_an_assault_fires() {
    let start = scene("duel").put("g-rifle10-1", "0101", Facing::EAST).put("s-rifle10-1", "0801", Facing::WEST);
    let start = start.put("s-rifle10-2", "1001", Facing::WEST).edit("s-rifle10-2", |piece| piece.order = Some(Order::Ambush));
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["assault g-rifle10-1", "return s-rifle10-1"]);
    let mut legal = Vec::new();
    for _ in 0..40 {
        let beside = game.notation(Action::MoveTo(piece(&game, "g-rifle10-1").cell.expect("alive"))) == "move 0701";
        if beside && choices(&game).contains(&"spring s-rifle10-2".to_owned()) {
            return;
        }
        // All hold their fire where they can, and miss where they cannot.
        game.legal_actions(&mut legal);
        game.apply(legal[0]);
    }
    panic!("those in Ambush were not asked beside the target");
}

#[test]
fn a_refusal_says_what_is_in_the_way() {
    let refused = |game: &BoltAction, line: &str| game.denial(game.parse_action(line).unwrap_or_else(|error| panic!("{line}: {error}")));
    // A tower hides the second squad, and the third is out of the range of rifles.
    let (tower, scrub) = (row_with(15, "#"), row_with(4, "s"));
    let mut rows = rows_with(9, 5..=5, &tower);
    rows[6] = &scrub;
    let start = table(&rows, [&["g_rifle10", "g_mortar81"], &["s_rifle9", "s_smg10", "s_rifle11"]]);
    let start = start.put("rifle10", "0105", Facing::EAST).put("mortar81", "0108", Facing::EAST).put("rifle9", "1205", Facing::WEST);
    let start = start.put("smg10", "2005", Facing::WEST).put("rifle11", "5808", Facing::WEST);
    let mut game = start.ordered(Side::Axis);
    let fresh = game.clone();
    does(&mut game, &["order rifle10 fire"]);
    assert_eq!(refused(&game, "target smg10 0"), BoltActionDenial::NotSeen);
    assert_eq!(refused(&game, "target rifle11 0"), BoltActionDenial::OutOfRange);
    assert_eq!(refused(&game, "target mortar81 0"), BoltActionDenial::NotAnEnemy);
    assert_eq!(refused(&game, "shell rifle9"), BoltActionDenial::NothingBears);
    let mut game = fresh.clone();
    does(&mut game, &["order rifle10 run"]);
    assert_eq!(refused(&game, "move 0407"), BoltActionDenial::ClosedGround);
    assert_eq!(refused(&game, "move 0108"), BoltActionDenial::NoRoom);
    assert_eq!(refused(&game, "move 4005"), BoltActionDenial::TooFar);
}

#[test]
fn a_refused_place_of_set_up_says_what_is_in_the_way() {
    // The Germans set up in the first third of the columns; a wall bars the car.
    let wall = row_with(4, "w");
    let start = table(&rows_with(9, 5..=5, &wall), [&["g_222", "g_rifle10"], &["s_smg10"]]);
    let mut game = BoltAction::new(start.0.clone().open(Opening::Order(Side::Axis), [0; 2]).data());
    let refused = |game: &BoltAction, line: &str| game.denial(game.parse_action(line).unwrap_or_else(|error| panic!("{line}: {error}")));
    assert_eq!(
        [refused(&game, "place 222 4001"), refused(&game, "place 222 0101")],
        [BoltActionDenial::NotInZone, BoltActionDenial::MayNotPlace]
    );
    let block = choices(&game)[0].clone();
    does(&mut game, &[&block]);
    assert_eq!(refused(&game, "place 222 4001"), BoltActionDenial::NotInZone);
    assert_eq!(refused(&game, "place 222 0405"), BoltActionDenial::ClosedGround);
    assert_eq!(refused(&game, "place rifle10 0101"), BoltActionDenial::MayNotPlace);
    assert_eq!(refused(&game, "place 222 1901"), BoltActionDenial::OtherBlock);
}
