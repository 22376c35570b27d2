//! What the sixth audit found untested: nine rows of forty other ones.

use stavka_engine::bolt_action::terms::Order;
use stavka_engine::square::Facing;
use stavka_engine::{Game as _, Side, Turn};

use crate::bolt_action_kit::{
    PLAIN, choices, dice, does, has_fired, is_wrecked, name_of, offered, piece, place, question, remade, row_with, rows_with, squads,
    table, table_of, weights,
};

/// [SHOOT.5] Each hit on a soft skin has its die, and each shell its burst.
#[test]
fn every_hit_has_its_die() {
    let soft = remade("s_ba64", "armour = \"armoured-car\"", "armour = \"soft-skin\"");
    let start = table_of(&PLAIN, [&["g_rifle10"], &["s_ba64"]], soft).put("rifle10", "0105", Facing::EAST);
    let mut game = start.put("ba64", "2105", Facing::EAST).edit("ba64", has_fired).ordered(Side::Axis);
    does(&mut game, &["order rifle10 fire", "target ba64 0", "score 2"]);
    assert_eq!((question(&game).as_str(), weights(&game)), ("the dice for damage", vec![25, 11]));

    let start = table(&PLAIN, [&["g_flak20"], &["s_rifle11"]]).put("flak20", "0105", Facing::EAST).put("rifle11", "2105", Facing::WEST);
    let mut game = start.edit("rifle11", has_fired).ordered(Side::Axis);
    does(&mut game, &["order flak20 fire", "target rifle11 0", "score 2", "score 2"]);
    assert_eq!(question(&game), "the hits of high explosive");
    does(&mut game, &["score 1"]);
    assert_eq!((question(&game).as_str(), dice(&game).0), ("the dice for damage", 3));
}

/// [ORD.4] A unit in Ambush neither moves nor shoots now; vehicles wait too.
#[test]
fn who_waits_does_nothing_now_and_tanks_wait_too() {
    let mut game = squads().ordered(Side::Axis);
    does(&mut game, &["order g-rifle10-1 ambush"]);
    assert_eq!((game.turn(), question(&game).as_str()), (Turn::Player(Side::Soviet), "which unit gets which order?"));
    assert_eq!(place(&game, "g-rifle10-1"), "0101");
    let start = table(&PLAIN, [&["g_rifle10"], &["s_t34", "s_smg10"]]).put("rifle10", "1005", Facing::EAST);
    let start = start.put("t34", "2005", Facing::WEST).put("smg10", "6109", Facing::WEST);
    let mut game = start.edit("t34", |piece| piece.order = Some(Order::Ambush)).ordered(Side::Axis);
    does(&mut game, &["order rifle10 advance", "move 1205", "spring t34"]);
    assert_eq!((question(&game).as_str(), piece(&game, "t34").order), ("the dice to hit", Some(Order::Fire)));
}

/// [FUB.2][FUB.2.a] The opponent chooses among all friends in sight, and the die lies at Fire, whatever was ordered and whoever fires.
#[test]
fn the_opponent_chooses_the_friend_and_the_die_lies_at_fire() {
    for (id, order) in [("g_rifle10", "fire"), ("g_pz3", "run")] {
        let name = name_of(id);
        let start = table(&PLAIN, [&[id, "g_gren9", "g_mmg"], &["s_smg10"]]).put(name, "1005", Facing::EAST);
        let start = start.put("gren9", "2003", Facing::EAST).put("mmg", "2007", Facing::EAST).put("smg10", "2805", Facing::WEST);
        let mut game = start.edit(name, |piece| piece.pins = 1).ordered(Side::Axis);
        does(&mut game, &[&format!("order {name} {order}"), "test fubar", "die 2"]);
        assert_eq!((game.turn(), choices(&game)), (Turn::Player(Side::Soviet), vec!["mistake gren9".into(), "mistake mmg".into()]));
        does(&mut game, &["mistake mmg"]);
        assert_eq!((piece(&game, name).order, place(&game, name).as_str()), (Some(Order::Fire), "1005"), "{id}");
    }
}

/// [CQV.5] Only a vehicle that advanced is hard to hit: one that rallied or waits is hit on a four.
#[test]
fn vehicles_that_did_not_move_are_hit_on_a_four() {
    for (order, need) in [(Order::Advance, 6), (Order::Rally, 4), (Order::Ambush, 4), (Order::Fire, 4), (Order::Down, 4)] {
        let start = table(&PLAIN, [&["g_pion8"], &["s_t34", "s_smg10"]]).put("pion8", "1005", Facing::EAST);
        let start = start.put("t34", "1505", Facing::WEST).put("smg10", "6109", Facing::WEST);
        let mut game = start.edit("t34", |piece| piece.order = Some(order)).ordered(Side::Axis);
        does(&mut game, &["assault pion8"]);
        while question(&game) == "which unit fires from Ambush at the one that moves?" {
            does(&mut game, &["done"]);
        }
        assert_eq!((question(&game).as_str(), dice(&game)), ("the dice to hit the vehicle", (8, need)), "{order:?}");
    }
}

/// [VD.4.a] Nobody assaults through a wreck, nor consolidates through it.
#[test]
fn wrecks_bar_assaults_and_consolidation() {
    let lane = row_with(9, &"#".repeat(15));
    let mut rows = rows_with(9, 1..=9, &lane);
    rows[3] = PLAIN[0];
    for (wreck, through) in [("1304", false), ("3004", true)] {
        let start = table(&rows, [&["g_rifle10"], &["s_smg10", "s_t34"]]).put("rifle10", "1004", Facing::EAST);
        let game = start.put("smg10", "1704", Facing::WEST).put("t34", wreck, Facing::WEST).edit("t34", is_wrecked).ordered(Side::Axis);
        assert_eq!(offered(&game, ["assault rifle10"]), [through], "{wreck}");
    }
    for (wreck, through) in [("1504", false), ("3004", true)] {
        let start = table(&rows, [&["g_rifle10"], &["s_smg10", "s_t34", "s_maxim"]]).put("rifle10", "1004", Facing::EAST);
        let start = start.put("smg10", "1304", Facing::WEST).put("t34", wreck, Facing::WEST).put("maxim", "6104", Facing::WEST);
        let start = start.edit("t34", is_wrecked).edit("smg10", |piece| (piece.order, piece.men) = (Some(Order::Fire), 1));
        let mut game = start.ordered(Side::Axis);
        does(&mut game, &["assault rifle10", "score 1", "die 6"]);
        assert_eq!(offered(&game, ["consolidate 1304", "consolidate 1604"]), [true, through], "{wreck}");
    }
}

/// [CQV.7] A soft skin that is damaged is destroyed, closed or not.
#[test]
fn a_soft_skin_falls_to_an_assault() {
    let soft = remade("s_ba10", "armour = \"armoured-car\"", "armour = \"soft-skin\"");
    let start = table_of(&PLAIN, [&["g_pion8"], &["s_ba10", "s_smg10"]], soft).put("pion8", "1005", Facing::EAST);
    let start = start.put("ba10", "1505", Facing::WEST).put("smg10", "6109", Facing::WEST).edit("ba10", has_fired);
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["assault pion8", "score 3", "die 3"]);
    assert_eq!((piece(&game, "ba10").men, question(&game).as_str()), (0, "the die of consolidation"));
}

/// [VD.2] An immobilised vehicle that has acted is Down, whatever its order was.
#[test]
fn an_immobilised_vehicle_that_has_acted_is_down() {
    for (order, then) in [(Some(Order::Advance), Some(Order::Down)), (Some(Order::Ambush), Some(Order::Down)), (None, None)] {
        let start = table(&PLAIN, [&["g_pak36"], &["s_t34", "s_smg10"]]).put("pak36", "0105", Facing::EAST);
        let start = start.put("t34", "2105", Facing::EAST).put("smg10", "6109", Facing::WEST).edit("t34", |piece| piece.order = order);
        let mut game = start.ordered(Side::Axis);
        does(&mut game, &["order pak36 fire", "target t34 0", "score 1", "die 4", "die 2"]);
        assert_eq!((piece(&game, "t34").immobilised, piece(&game, "t34").order), (true, then), "{order:?}");
    }
}

/// [TERK.5] The crew of a gun that wins does not push it onto ground that it may not enter.
#[test]
fn a_gun_does_not_consolidate_into_scrub() {
    let scrub = row_with(17, "s");
    let start = table(&rows_with(9, 1..=9, &scrub), [&["g_pak36"], &["s_smg10", "s_maxim"]]).put("pak36", "1505", Facing::WEST);
    let start = start.put("smg10", "1005", Facing::EAST).put("maxim", "6109", Facing::WEST).edit("smg10", |piece| piece.men = 1);
    let mut game = start.edit("pak36", has_fired).ordered(Side::Soviet);
    does(&mut game, &["assault smg10", "score 0", "die 4"]);
    assert_eq!(offered(&game, ["consolidate 1605", "consolidate 1705", "consolidate 1805"]), [true, false, false]);
}

/// [REV.2] An armoured car that is Recce reverses with turns, as many as an Advance has.
#[test]
fn reverses_with_turns_are_counted() {
    let start = table(&PLAIN, [&["g_222"], &["s_smg10"]]).put("222", "3005", Facing::EAST).put("smg10", "6109", Facing::WEST);
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["order 222 advance", "reverse NE 1", "reverse E 1"]);
    assert_ne!(question(&game), "the next leg of the vehicle, or done");
}
