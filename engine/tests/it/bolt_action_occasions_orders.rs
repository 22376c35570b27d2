//! Tests of orders, blows and kept dice on every occasion.

use stavka_engine::bolt_action::terms::Order;
use stavka_engine::bolt_action::{BoltAction, Piece};
use stavka_engine::square::Facing;
use stavka_engine::{Game as _, Side};

use crate::bolt_action_kit::{
    AMBUSH, PLAIN, Scene, all_are, choices, dice, does, facing_squad, has_fired, misses, name_of, passes, piece, place, question, side_of,
    table, table_of, waits, weights,
};
use crate::bolt_action_occasions_losses::goes;

/// Dice at hand that succeed on a four, by the ways to succeed once and twice: of n dice n, and n (n - 1) / 2.
fn strokes(game: &BoltAction) -> u64 {
    let all = weights(game);
    let first =
        choices(game).iter().position(|choice| choice == "score 1").unwrap_or_else(|| panic!("{}: {:?}", question(game), choices(game)));
    2 * all[first + 1] / all[first] + 1
}

/// [CQ.4.a][CQ.4.c][CQV.5] Whatever came before, all men strike: pinned, after fire at those who come, in Ambush, Down.
#[test]
fn all_men_strike_whatever_came_before() {
    let start = table(&PLAIN, [&["g_rifle10", "g_251"], &["s_smg10", "s_militia12"]]);
    let orders = [None, Some(Order::Ambush), Some(Order::Down), Some(Order::Fire), Some(Order::Rally)];
    for (pins, order) in orders.into_iter().flat_map(|order| [(0, order), (3, order)]) {
        let four = |piece: &mut Piece| piece.men = 4;
        let scene = Scene(start.0.clone()).put("rifle10", "1005", Facing::EAST).edit("rifle10", four);
        let scene = scene.put("smg10", if order.is_none() { "2005" } else { "1405" }, Facing::WEST).edit("smg10", four);
        let scene = scene.edit("rifle10", |piece| piece.pins = pins).edit("smg10", |piece| (piece.order, piece.pins) = (order, pins));
        let mut game = scene.ordered(Side::Axis);
        goes(&mut game, if pins > 0 { &["assault rifle10", "test pass"] } else { &["assault rifle10"] });
        if order.is_none() {
            does(&mut game, &["return smg10"]);
            misses(&mut game);
        }
        while question(&game) == AMBUSH {
            does(&mut game, &["done"]);
        }
        // One submachine gun among four men, then one for each of the three who are left.
        assert_eq!((question(&game).as_str(), strokes(&game)), ("the dice of those who assault", 5), "{order:?}, {pins}");
        does(&mut game, &["score 1"]);
        assert_eq!((question(&game).as_str(), strokes(&game)), ("the dice of those who are assaulted", 6), "{order:?}, {pins}");
    }
    for pins in [0, 2] {
        let scene = Scene(start.0.clone()).put("251", "1005", Facing::EAST).put("militia12", "2005", Facing::WEST);
        let mut game = scene.edit("militia12", |piece| piece.pins = pins).ordered(Side::Soviet);
        goes(&mut game, if pins > 0 { &["assault militia12", "test pass", "return 251"] } else { &["assault militia12", "return 251"] });
        misses(&mut game);
        assert_eq!((question(&game).as_str(), dice(&game)), ("the dice to hit the vehicle", (12, 4)), "{pins}");
    }
}

/// [CQ.6] Men and crews who beat off an assault consolidate with the pins that they have, whatever their order.
#[test]
fn whoever_beats_off_an_assault_consolidates_with_its_pins() {
    for (target, order, pins) in
        [("s_smg10", Order::Down, 2), ("s_smg10", Order::Fire, 0), ("s_45mm", Order::Down, 0), ("s_45mm", Order::Fire, 2)]
    {
        let name = name_of(target);
        let start =
            table(&PLAIN, [&["g_rifle10", "g_2lt"], &[target]]).put("rifle10", "1005", Facing::EAST).put("2lt", "0101", Facing::EAST);
        let start = start.put(name, "1405", Facing::WEST).edit("rifle10", |piece| piece.men = 1);
        let mut game = start.edit(name, |piece| (piece.order, piece.pins) = (Some(order), pins)).ordered(Side::Axis);
        does(&mut game, &["assault rifle10", "score 0"]);
        let winner = piece(&game, name);
        assert_eq!((question(&game).as_str(), winner.pins, winner.order), ("the die of consolidation", pins, Some(order)), "{target}");
    }
}

/// [TURN.1.3][MOR.1][MOR.2][MOR.3][MOR.5][CQV.2] Quality, every pin and the officer count in the test of every order, and of assaults on
/// men and on armour; an officer helps itself.
#[test]
fn every_order_is_tested_by_quality_pins_and_officer() {
    let orders = ["order U fire", "order U advance", "order U run", "order U ambush", "order U rally", "assault U"];
    for (quality, value) in [("inexperienced", 8), ("regular", 9), ("veteran", 10)] {
        let start = table_of(&PLAIN, [&["g_rifle10", "g_lt", "g_2lt"], &["s_smg10", "s_t34"]], all_are(quality));
        for line in orders {
            for (tested, enemy) in [("rifle10", "smg10"), ("rifle10", "t34"), ("lt", "smg10")] {
                for officer in [false, true] {
                    // A command group does not assault.
                    if tested == "lt" && (!officer || line == "assault U") {
                        continue;
                    }
                    let scene = Scene(start.0.clone()).put(tested, "1005", Facing::EAST).put(enemy, "1505", Facing::WEST);
                    let scene = if officer && tested != "lt" { scene.put("lt", "1007", Facing::EAST) } else { scene };
                    let mut game = scene.edit(enemy, has_fired).edit(tested, |piece| piece.pins = 3).ordered(Side::Axis);
                    does(&mut game, &[&line.replace('U', tested)]);
                    let armour = if (line, enemy) == ("assault U", "t34") { 3 } else { 0 };
                    let value = value - 3 - armour + if officer { 2 } else { 0 };
                    let who = format!("{quality} {tested}, {line}, {enemy}, officer {officer}");
                    assert_eq!((question(&game).as_str(), weights(&game)[0]), ("the order test", passes(value)), "{who}");
                }
            }
        }
    }
}

/// [FUB.2][FUB.3] Whatever was ordered, a double six is friendly fire or panic.
#[test]
fn whatever_was_ordered_goes_wrong_alike() {
    for line in [
        "order rifle10 fire",
        "order rifle10 advance",
        "order rifle10 run",
        "order rifle10 ambush",
        "order rifle10 rally",
        "assault rifle10",
    ] {
        for (die, order, cell) in [("die 2", Order::Fire, "3005"), ("die 3", Order::Run, "1805")] {
            let start = table(&PLAIN, [&["g_rifle10", "g_gren9"], &["s_smg10"]]).put("rifle10", "3005", Facing::EAST);
            let start = start.put("gren9", "2509", Facing::EAST).put("smg10", "3505", Facing::WEST).edit("smg10", has_fired);
            let mut game = start.edit("rifle10", |piece| piece.pins = 1).ordered(Side::Axis);
            does(&mut game, &[line, "test fubar", die]);
            assert_eq!((piece(&game, "rifle10").order, place(&game, "rifle10").as_str()), (Some(order), cell), "{line}, {die}");
        }
    }
}

/// [TURN.1.2.a] Decision D30: whoever shoots at those who assault it has had its order, on both sides.
#[test]
fn whoever_shoots_back_takes_its_die_out_of_the_bag() {
    for (attacker, target) in [
        ("s_militia12", "g_rifle10"),
        ("s_militia12", "g_pak36"),
        ("s_militia12", "g_251"),
        ("g_rifle10", "s_smg10"),
        ("g_rifle10", "s_45mm"),
        ("g_rifle10", "s_ba64"),
    ] {
        let (own, other) = if attacker.starts_with("g_") { ([attacker], [target]) } else { ([target], [attacker]) };
        let start = table(&PLAIN, [&own, &other]).put(name_of(attacker), "2005", Facing::WEST).put(name_of(target), "1005", Facing::EAST);
        let mut game = start.ordered(side_of(attacker));
        does(&mut game, &[&format!("assault {}", name_of(attacker))]);
        assert_eq!(game.in_bag(side_of(target)), 1);
        does(&mut game, &[&format!("return {}", name_of(target))]);
        assert_eq!((game.in_bag(side_of(target)), piece(&game, name_of(target)).order), (0, Some(Order::Fire)), "{target}");
    }
}

/// [TURN.2.b] Whoever is pinned keeps its order as others do: men, guns, vehicles, Ambush and Down.
#[test]
fn whoever_is_pinned_keeps_its_order() {
    for id in ["s_smg10", "s_45mm", "s_t34"] {
        for order in [Order::Ambush, Order::Down] {
            let name = name_of(id);
            let start = table(&PLAIN, [&["g_rifle10"], &[id]]).put("rifle10", "0101", Facing::EAST).put(name, "6109", Facing::WEST);
            let start = start.edit(name, |piece| (piece.order, piece.pins) = (Some(order), 2));
            let mut game = start.ordered(Side::Axis);
            does(&mut game, &["order rifle10 down", "give-back rifle10", &format!("keep {name}")]);
            assert_eq!((game.game_turn(), piece(&game, name).order, piece(&game, name).pins), (2, Some(order), 2), "{id} {order:?}");
            assert_eq!(game.in_bag(Side::Soviet), 0, "{id} {order:?}");
        }
    }
}

/// [ORD.4] Supplement S7: who waits and is assaulted fires from Ambush once, and has had its order then.
#[test]
fn who_waits_and_is_assaulted_has_had_its_order() {
    for (target, blows) in [
        ("s_smg10", "the dice of those who assault"),
        ("s_45mm", "the dice of those who assault"),
        ("s_t34", "the dice to hit the vehicle"),
        ("s_m3a1", "the dice to hit the vehicle"),
    ] {
        let name = name_of(target);
        let start =
            table(&PLAIN, [&["g_pion8"], &[target, "s_maxim"]]).put("pion8", "1005", Facing::EAST).put("maxim", "6109", Facing::WEST);
        let mut game = start.put(name, "1705", Facing::WEST).edit(name, waits).ordered(Side::Axis);
        does(&mut game, &["assault pion8"]);
        assert_eq!((question(&game).as_str(), game.in_bag(Side::Soviet)), (AMBUSH, 1), "{target}");
        does(&mut game, &[&format!("spring {name}")]);
        assert_eq!((piece(&game, name).order, game.in_bag(Side::Soviet)), (Some(Order::Fire), 1), "{target}");
        misses(&mut game);
        assert_eq!((question(&game).as_str(), place(&game, "pion8").as_str()), (blows, "1605"), "{target}");
    }
}

/// [ORD.4] Decision D17: guns too fire from Ambush where the one that moves ends.
#[test]
fn guns_in_ambush_fire_at_the_end_of_a_move() {
    for gun in ["g_pak36", "g_pak40", "g_leig18", "g_flak20"] {
        let name = name_of(gun);
        let mut game = facing_squad(gun, 20).edit("smg10", |piece| piece.order = None).edit(name, waits).ordered(Side::Soviet);
        does(&mut game, &["order smg10 run", "move 1805"]);
        assert_eq!((question(&game).as_str(), place(&game, "smg10").as_str()), (AMBUSH, "2105"), "{gun}");
        does(&mut game, &["done"]);
        assert_eq!((question(&game).as_str(), place(&game, "smg10").as_str()), (AMBUSH, "1805"), "{gun}");
        does(&mut game, &[&format!("spring {name}")]);
        assert_eq!((question(&game).as_str(), piece(&game, name).order), ("the dice to hit", Some(Order::Fire)), "{gun}");
    }
}

/// [MOR.4][MOR.5][MOR.6][SHOOT.7][VD.3] Supplement S25: of several officers near the best counts, and none of the enemy, in the test after
/// losses and of a burning vehicle as in that of an order.
#[test]
fn the_best_officer_of_the_own_side_counts_in_every_test() {
    const OFFICERS: [(&str, &str); 3] = [("2lt", "3207"), ("s-lt", "2803"), ("cpt", "2807")];
    let forces: [&[&str]; 2] = [&["g_rifle10", "g_pak40", "g_mortar50", "g_lt"], &["s_rifle9", "s_t34", "s_lt", "s_cpt", "s_2lt"]];
    let start = table_of(&PLAIN, forces, all_are("regular")).put("g-lt", "3209", Facing::EAST);
    for (near, bonus) in [(&[][..], 0), (&[0], 1), (&[0, 1], 2), (&[1, 2], 3), (&[0, 2], 3), (&[0, 1, 2], 3)] {
        for (shooter, tested, lines, asked) in [
            ("rifle10", "rifle9", &["order rifle10 fire", "target rifle9 0", "score 1", "score 1"][..], "the test of morale"),
            (
                "pak40",
                "t34",
                &["order pak40 fire", "target t34 0", "score 1", "die 4", "die 3"],
                "the test of the crew of the burning vehicle",
            ),
            ("mortar50", "rifle9", &["order mortar50 fire", "shell rifle9", "score 1", "score 1", "score 1"], "the test of morale"),
            ("rifle10", "rifle9", &["order rifle9 advance"], "the order test"),
        ] {
            let ordered = asked == "the order test";
            let state = |piece: &mut Piece| (piece.men, piece.pins) = (piece.men.min(2), u8::from(ordered));
            let scene = Scene(start.0.clone()).put(shooter, "1705", Facing::EAST).put(tested, "3005", Facing::WEST).edit(tested, state);
            let scene = if ordered { scene } else { scene.edit(tested, has_fired) };
            let scene = near.iter().map(|&at: &usize| OFFICERS[at]).fold(scene, |scene, (name, at)| scene.put(name, at, Facing::WEST));
            let mut game = scene.ordered(if ordered { Side::Soviet } else { Side::Axis });
            does(&mut game, lines);
            misses(&mut game);
            // One pin, of the hit, of the fire, or of before.
            assert_eq!((question(&game).as_str(), weights(&game)[0]), (asked, passes(8 + bonus)), "{tested}, {near:?}");
        }
    }
}

/// [TURN.2.b][CQ.6] Who beats off an assault and consolidates keeps Ambush or Down as others do, and fires from Ambush at full effect.
#[test]
fn who_consolidates_keeps_its_order() {
    for order in [Order::Ambush, Order::Down] {
        let start = table(&PLAIN, [&["g_rifle10", "g_gren9"], &["s_rifle9"]]).put("rifle10", "1405", Facing::WEST);
        let start = start.put("rifle9", "1005", Facing::EAST).put("gren9", "2205", Facing::WEST).edit("gren9", has_fired);
        let start = start.edit("rifle9", |piece| piece.order = Some(order)).edit("rifle10", |piece| piece.men = 1);
        let mut game = start.ordered(Side::Axis);
        goes(&mut game, &["assault rifle10"]);
        goes(&mut game, &["score 0", "die 3", "consolidate 1205"]);
        assert_eq!(choices(&game), ["keep rifle9", "give-back rifle9"], "{order:?}");
        does(&mut game, &["keep rifle9"]);
        assert_eq!((game.game_turn(), game.in_bag(Side::Soviet), piece(&game, "rifle9").order), (2, 0, Some(order)), "{order:?}");
        if order == Order::Ambush {
            does(&mut game, &["order gren9 run", "move 2305", "spring rifle9"]);
            assert_eq!(dice(&game).1, 3);
        }
    }
}

/// [CQ.6][TURN.1.2] Who beats off an assault without an order has its die still, and fires after it has consolidated at full effect.
#[test]
fn who_consolidates_without_an_order_has_its_die() {
    let start = table(&PLAIN, [&["g_rifle10", "g_gren9"], &["s_rifle9"]]).put("rifle10", "1405", Facing::WEST);
    let start = start.put("rifle9", "1005", Facing::EAST).put("gren9", "2205", Facing::WEST).edit("gren9", has_fired);
    let mut game = start.edit("rifle10", |piece| piece.men = 1).ordered(Side::Axis);
    does(&mut game, &["assault rifle10", "score 0", "die 3", "consolidate 1205"]);
    assert_eq!(piece(&game, "rifle9").order, None);
    does(&mut game, &["order rifle9 fire", "target gren9 0"]);
    assert_eq!(dice(&game).1, 3);
}

/// [TURN.2.b][FUB.3][CQ.6] Supplement S5: who escaped may keep Down; who panicked, or assaulted and consolidated, has run and is not asked.
#[test]
fn what_each_way_leaves_may_be_kept_or_not() {
    let start = table(&PLAIN, [&["g_222", "g_rifle10"], &["s_smg10"]]).put("smg10", "2005", Facing::WEST);
    let mut game = Scene(start.0.clone()).put("222", "1505", Facing::EAST).ordered(Side::Soviet);
    does(&mut game, &["order smg10 fire", "target 222 0", "escape 222", "reverse E 9"]);
    goes(&mut game, &["done"]);
    misses(&mut game);
    assert_eq!((choices(&game), place(&game, "222")), (vec!["keep 222".to_owned(), "give-back 222".to_owned()], "0605".to_owned()));
    does(&mut game, &["keep 222"]);
    assert_eq!((game.game_turn(), game.in_bag(Side::Axis), piece(&game, "222").order), (2, 0, Some(Order::Down)));

    let scene = Scene(start.0.clone()).put("rifle10", "1005", Facing::EAST).edit("rifle10", |piece| piece.pins = 1);
    let mut game = scene.edit("smg10", has_fired).ordered(Side::Axis);
    does(&mut game, &["order rifle10 ambush", "test fubar", "die 4"]);
    assert_eq!((game.game_turn(), weights(&game), piece(&game, "rifle10").order), (2, vec![1, 1], None));
    assert_ne!(place(&game, "rifle10"), "1005");

    let start = table(&PLAIN, [&["g_rifle10"], &["s_smg10", "s_maxim"]]).put("maxim", "6109", Facing::WEST).edit("maxim", has_fired);
    let start = start.put("smg10", "2005", Facing::WEST).edit("smg10", |piece| (piece.men, piece.order) = (1, Some(Order::Fire)));
    let mut game = start.put("rifle10", "1605", Facing::EAST).ordered(Side::Axis);
    does(&mut game, &["assault rifle10", "score 1", "die 2", "consolidate 1905"]);
    assert_eq!((game.game_turn(), weights(&game), piece(&game, "rifle10").order), (2, vec![1, 1], None));
}
