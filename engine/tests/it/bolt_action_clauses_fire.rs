//! More scenes for conditions that no other scene pins: volleys, one weapon after another.

use stavka_engine::bolt_action::Opening;
use stavka_engine::bolt_action::terms::Order;
use stavka_engine::square::Facing;
use stavka_engine::{Game as _, Side, Turn};

use crate::bolt_action_kit::{
    PLAIN, choices, dice, does, escapes, has_fired, piece, question, row_with, rows_with, switched, table, table_with, unit,
};

/// [ORD.1] A squad that is wiped out leaves nothing behind, and the game goes on if its side has others.
#[test]
fn a_squad_that_is_wiped_out_is_gone() {
    for last in [false, true] {
        let soviets: &[&str] = if last { &["s_smg10"] } else { &["s_smg10", "s_maxim"] };
        let start = table(&PLAIN, [&["g_rifle10"], soviets]).put("rifle10", "1005", Facing::EAST).put("smg10", "1805", Facing::WEST);
        let start = if last { start } else { start.put("maxim", "6109", Facing::WEST).edit("maxim", has_fired) };
        let mut game = start.edit("smg10", |piece| (piece.order, piece.men) = (Some(Order::Fire), 1)).ordered(Side::Axis);
        does(&mut game, &["order rifle10 fire", "target smg10 0"]);
        while game.turn() == Turn::Chance && ["the dice to hit", "the dice for damage"].contains(&question(&game).as_str()) {
            let best = choices(&game).last().expect("dice have results").clone();
            does(&mut game, &[&best]);
        }
        assert_eq!((piece(&game, "smg10").men, piece(&game, "smg10").cell), (0, None));
        assert_eq!((game.turn() == Turn::Over, game.game_turn()), (last, if last { 1 } else { 2 }));
    }
}

/// [SHOOT.5] Hits on a vehicle that the first of them has destroyed are not rolled.
#[test]
fn a_destroyed_vehicle_is_struck_no_more() {
    // A one stuns, a six destroys.
    for (die, asked) in [("die 1", true), ("die 6", false)] {
        let start = table(&PLAIN, [&["g_222"], &["s_ba64", "s_maxim"]]).put("222", "1005", Facing::EAST);
        let start = start.put("ba64", "2005", Facing::WEST).put("maxim", "6109", Facing::WEST);
        let mut game = start.edit("ba64", has_fired).edit("maxim", has_fired).ordered(Side::Axis);
        does(&mut game, &["order 222 fire", "target ba64 0", "score 2", "die 6"]);
        assert_eq!(question(&game), "the die of the vehicle damage table");
        does(&mut game, &[die]);
        assert_eq!(question(&game) == "the die against armour", asked);
        if asked {
            does(&mut game, &["die 1"]);
            assert_ne!(question(&game), "the die against armour");
        }
    }
}

/// [VDC.4] Supplement S32: small arms frighten an open vehicle, once, whatever they hit.
#[test]
fn small_arms_frighten_an_open_vehicle_once() {
    let start = table(&PLAIN, [&["g_251"], &["s_maxim"]]).put("251", "2005", Facing::WEST).put("maxim", "1005", Facing::EAST);
    let mut game = start.edit("251", has_fired).ordered(Side::Soviet);
    does(&mut game, &["order maxim fire", "target 251 0"]);
    assert_eq!(choices(&game), ["score 0", "score 1"]);
    does(&mut game, &["score 1"]);
    assert_eq!((piece(&game, "251").pins, piece(&game, "251").men), (1, 1));
}

/// Supplement S27: a howitzer that fires directly begins its ranging anew, and rifles range at nobody.
#[test]
fn direct_fire_is_not_ranging() {
    let start = table(&PLAIN, [&["g_leig18", "g_rifle10"], &["s_smg10"]]).put("leig18", "0105", Facing::EAST);
    let start = start.put("rifle10", "1509", Facing::EAST).put("smg10", "2905", Facing::WEST).edit("smg10", has_fired);
    let target = unit(&start.0.clone().open(Opening::Order(Side::Axis), [0; 2]), "smg10");
    let mut game = start.edit("leig18", |piece| piece.ranging = Some((target, 2))).ordered(Side::Axis);
    does(&mut game, &["order leig18 fire", "target smg10 0", "score 0", "order rifle10 fire", "target smg10 0"]);
    while question(&game) == "the dice to hit" {
        does(&mut game, &["score 0"]);
    }
    assert_eq!((piece(&game, "leig18").ranging, piece(&game, "rifle10").ranging), (None, None));
}

/// Supplement S27: shells at a vehicle that has escaped out of sight are no shot, and those at one that is still seen are.
#[test]
fn shells_at_what_has_got_out_of_sight_do_not_count() {
    let tower = row_with(30, "#");
    let rows = rows_with(9, 2..=9, &tower);
    for (leg, counted) in [("leg E 1", true), ("leg E 12", false)] {
        let start = table(&rows, [&["g_mortar81"], &["s_ba64", "s_smg10"]]).put("mortar81", "0105", Facing::EAST);
        let start = start.put("ba64", "2701", Facing::EAST).put("smg10", "6109", Facing::WEST).edit("smg10", has_fired);
        let mut game = start.ordered(Side::Axis);
        does(&mut game, &["order mortar81 fire", "shell ba64"]);
        escapes(&mut game, "ba64", leg);
        assert_eq!(question(&game) == "the dice to hit", counted, "{leg}");
        if counted {
            does(&mut game, &["score 0"]);
        }
        assert_eq!(piece(&game, "mortar81").ranging.map(|(_, shots)| shots), counted.then_some(1), "{leg}");
    }
}

/// [SHOOT.7] Supplement S3: a squad that has been tested for half its men is not tested again for the next weapon of the same tank.
#[test]
fn a_squad_is_tested_once_for_an_action() {
    for (men, tests) in [(8, [true, false]), (10, [false, true])] {
        let start = table(&PLAIN, [&["g_pz3"], &["s_smg10", "s_maxim"]]).put("pz3", "1005", Facing::EAST);
        let start = start.put("smg10", "2005", Facing::WEST).put("maxim", "6109", Facing::WEST).edit("maxim", has_fired);
        let mut game = start.edit("smg10", |piece| (piece.order, piece.men) = (Some(Order::Fire), men)).ordered(Side::Axis);
        does(&mut game, &["order pz3 fire", "done", "target smg10 0", "score 4", "score 4"]);
        assert_eq!(question(&game) == "the test of morale", tests[0], "{men}");
        if tests[0] {
            does(&mut game, &["test pass"]);
        }
        does(&mut game, &["target smg10 0", "score 1", "score 1"]);
        assert_eq!(question(&game) == "the test of morale", tests[1], "{men}");
        assert_eq!(piece(&game, "smg10").pins, 1, "one action pins once");
    }
}

/// Supplement S2: weapons of one action pin once, whatever one of them in between did.
#[test]
fn weapons_of_one_action_pin_once() {
    let both = switched("coax_instead_of_gun", false);
    let start = table_with(&PLAIN, [&["g_pz3"], &["s_smg10", "s_maxim"]], both).put("pz3", "1005", Facing::EAST);
    let start =
        start.put("smg10", "2005", Facing::WEST).put("maxim", "6109", Facing::WEST).edit("smg10", has_fired).edit("maxim", has_fired);
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["order pz3 fire", "target smg10 0", "score 1", "score 1", "score 0", "target smg10 0", "score 0"]);
    assert_eq!(piece(&game, "smg10").pins, 1);
    does(&mut game, &["target smg10 0"]);
    assert_eq!(dice(&game).0, 4);
    does(&mut game, &["score 1", "score 0"]);
    assert_eq!(piece(&game, "smg10").pins, 1);
}
