//! Tests of orders, blows and kept dice on every occasion.

use stavka_engine::bolt_action::terms::Order;
use stavka_engine::bolt_action::{BoltAction, Piece};
use stavka_engine::square::Facing;
use stavka_engine::{Game as _, Side};

use crate::bolt_action_kit::{
    PLAIN, Scene, all_are, choices, dice, does, has_fired, misses, name_of, piece, place, question, side_of, table, table_of, weights,
};
use crate::bolt_action_occasions_losses::{AMBUSH, goes};

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

/// Ways of 36 to throw no more than a number.
fn ways_to_pass(value: u8) -> u64 {
    [1, 3, 6, 10, 15, 21, 26, 30, 33, 35][usize::from(value.clamp(2, 11)) - 2]
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
                    assert_eq!((question(&game).as_str(), weights(&game)[0]), ("the order test", ways_to_pass(value)), "{who}");
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
