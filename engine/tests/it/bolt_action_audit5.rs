//! What the fifth audit found untested: nine rows of forty. Most scenes ask of guns and vehicles what was asked of men alone.

use stavka_engine::Side;
use stavka_engine::bolt_action::Piece;
use stavka_engine::bolt_action::terms::Order;
use stavka_engine::square::Facing;

use crate::bolt_action_kit::{
    PLAIN, choices, dice, does, duel_on, escapes, has_fired, name_of, offered, piece, question, remade, row_with, rows_with, table,
    table_of,
};

/// A change of a piece before the scene begins.
type Change = fn(&mut Piece);

const fn as_it_is(_: &mut Piece) {}

/// The number that the dice of a German unit need against a Soviet one that has its order, after a change of each.
fn need(rows: &[&str], ids: [&str; 2], inches: u8, [axis, soviet]: [Change; 2]) -> u8 {
    let [one, other] = ids.map(name_of);
    let mut game = duel_on(rows, ids, inches).edit(one, axis).edit(other, soviet).ordered(Side::Axis);
    does(&mut game, &[&format!("order {one} fire")]);
    if question(&game) == "the order test" {
        does(&mut game, &["test pass"]);
    }
    does(&mut game, &[&format!("target {other} 0")]);
    dice(&game).1
}

// ---- modifiers, whoever shoots and whoever is shot at ------------------------------------------

/// [HIT.1][HIT.2][HIT.3][HIT.4] Guns and vehicles shoot with the modifiers of men.
#[test]
fn guns_and_vehicles_shoot_with_the_modifiers_of_men() {
    for (id, half) in [("g_pak36", 24), ("g_pz3", 30), ("g_222", 24)] {
        let shoots = |inches: u8, change: Change| need(&PLAIN, [id, "s_t34"], inches, [change, as_it_is]);
        assert_eq!(shoots(10, as_it_is), 3, "{id}");
        assert_eq!(shoots(6, as_it_is), 2, "{id}: close range");
        assert_eq!((shoots(half, as_it_is), shoots(half + 1, as_it_is)), (3, 4), "{id}: long range");
        // The test takes one of the pins away.
        assert_eq!(shoots(10, |piece| piece.pins = 2), 4, "{id}: pinned");
    }
    let start = duel_on(&PLAIN, ["g_rifle10", "s_t34_i"], 10).edit("rifle10", has_fired);
    let mut game = start.edit("t34_i", |piece| piece.order = None).ordered(Side::Soviet);
    does(&mut game, &["order t34_i fire", "target rifle10 0"]);
    assert_eq!(dice(&game), (1, 4), "a raw crew");
}

/// [HIT.5] Decision D14: a gun that turns to fire has moved. Decision D46: who stays in its cell on Advance has not.
#[test]
fn a_gun_that_turns_has_moved_and_who_stays_has_not() {
    assert_eq!(need(&PLAIN, ["g_pak36", "s_t34"], 10, [|piece| piece.facing = Facing::NORTH, as_it_is]), 4);
    let mut game = duel_on(&PLAIN, ["g_rifle10", "s_smg10"], 10).ordered(Side::Axis);
    does(&mut game, &["order rifle10 advance", "move 0105", "target smg10 0"]);
    assert_eq!(dice(&game).1, 3);
    let mut game = duel_on(&PLAIN, ["g_pz3", "s_t34"], 10).ordered(Side::Axis);
    does(&mut game, &["order pz3 advance", "done", "target t34 0"]);
    assert_eq!(dice(&game).1, 3);
}

/// [HIT.6][HIT.7] Men and crews of guns are hard to hit when they are Down, and when two are left; a vehicle never is.
#[test]
fn crews_are_small_and_go_down_and_vehicles_do_not() {
    for (id, down, small) in [("s_smg10", 4, 4), ("s_45mm", 4, 4), ("s_t34", 3, 3)] {
        let shooter = if id == "s_t34" { "g_pak36" } else { "g_rifle10" };
        let shot_at = |change: Change| need(&PLAIN, [shooter, id], 10, [as_it_is, change]);
        assert_eq!(shot_at(as_it_is), 3, "{id}");
        assert_eq!(shot_at(|piece| piece.order = Some(Order::Down)), down, "{id}: Down");
        assert_eq!(shot_at(|piece| piece.men = piece.men.min(2)), small, "{id}: small");
    }
    assert_eq!(need(&PLAIN, ["g_rifle10", "s_45mm"], 10, [as_it_is, |piece| piece.men = 3]), 3);
}

/// [HIT.8][HIT.9] Cover helps guns and vehicles as it helps men.
#[test]
fn cover_helps_guns_and_vehicles() {
    let (crops, wall) = (row_with(11, ","), row_with(10, "w"));
    for (id, shooter) in [("s_smg10", "g_rifle10"), ("s_45mm", "g_rifle10"), ("s_t34", "g_pak36")] {
        let behind = |row: &str| need(&rows_with(9, 1..=9, row), [shooter, id], 10, [as_it_is, as_it_is]);
        assert_eq!((behind(&crops), behind(&wall)), (4, 5), "{id}");
    }
}

/// [SHOOT.6][SHOOT.7] Supplements S2 and S3: the crew of a gun is pinned by a hit and tested when half of it has fallen.
#[test]
fn the_crew_of_a_gun_is_pinned_and_tested() {
    for (lost, tested) in [(2, false), (3, true)] {
        let mut game = duel_on(&PLAIN, ["g_mmg", "s_45mm"], 10).ordered(Side::Axis);
        does(&mut game, &["order mmg fire", "target 45mm 0", "score 4", &format!("score {lost}")]);
        assert_eq!((piece(&game, "45mm").men, piece(&game, "45mm").pins), (5 - lost, 1));
        assert_eq!(question(&game) == "the test of morale", tested, "{lost}");
    }
}

/// [DMG.1] No gun of the lists has a raw crew, so that one is made: a three kills.
#[test]
fn a_raw_crew_of_a_gun_falls_to_a_three() {
    let raw = remade("s_45mm", "quality = \"regular\"", "quality = \"inexperienced\"");
    let start = table_of(&PLAIN, [&["g_rifle10"], &["s_45mm"]], raw).put("rifle10", "0105", Facing::EAST);
    let mut game = start.put("45mm", "1105", Facing::WEST).edit("45mm", has_fired).ordered(Side::Axis);
    does(&mut game, &["order rifle10 fire", "target 45mm 0", "score 1"]);
    assert_eq!((question(&game).as_str(), dice(&game)), ("the dice for damage", (1, 3)));
}

// ---- reactions -------------------------------------------------------------------------------------

/// [SHOOT.3] The range is measured after the reaction: what has escaped out of range is not shot at, though it is seen.
#[test]
fn what_has_escaped_out_of_range_is_not_shot_at() {
    for (leg, shot) in [("leg E 3", true), ("leg E 12", false)] {
        let start = table(&PLAIN, [&["g_pak36"], &["s_ba64", "s_smg10"]]).put("pak36", "0105", Facing::EAST);
        let start = start.put("ba64", "4505", Facing::EAST).put("smg10", "6109", Facing::WEST).edit("smg10", has_fired);
        let mut game = start.ordered(Side::Axis);
        does(&mut game, &["order pak36 fire", "target ba64 0"]);
        escapes(&mut game, "ba64", leg);
        assert_eq!(question(&game) == "the dice to hit", shot, "{leg}");
    }
}

/// [SHOOT.2] Supplement S4: a target goes Down without a test, pinned or not, if it has no order; one in Ambush has one.
#[test]
fn targets_without_an_order_duck_without_a_test() {
    for (order, pins, ducks) in [(None, 0, true), (None, 2, true), (Some(Order::Ambush), 0, false), (Some(Order::Advance), 0, false)] {
        let start = duel_on(&PLAIN, ["g_rifle10", "s_smg10"], 10);
        let mut game = start.edit("smg10", |piece| (piece.order, piece.pins) = (order, pins)).ordered(Side::Axis);
        does(&mut game, &["order rifle10 fire", "target smg10 0"]);
        assert_eq!(choices(&game).contains(&"duck smg10".to_owned()), ducks, "{order:?}, {pins} pins");
        if ducks {
            does(&mut game, &["duck smg10"]);
            assert_eq!((question(&game).as_str(), piece(&game, "smg10").order), ("the dice to hit", Some(Order::Down)));
        }
    }
}

/// [CQ.2][CQV.3] Supplement S6: whoever has no order may fire at those who assault it, pinned or not: men, guns, vehicles, Recce ones too.
#[test]
fn whoever_has_no_order_fires_at_those_who_assault() {
    for id in ["s_smg10", "s_45mm", "s_t34", "s_ba64"] {
        let name = name_of(id);
        for pins in [0, 2] {
            let start = table(&PLAIN, [&["g_pion8"], &[id]]).put("pion8", "0105", Facing::EAST).put(name, "0905", Facing::WEST);
            let mut game = start.edit(name, |piece| piece.pins = pins).ordered(Side::Axis);
            does(&mut game, &["assault pion8"]);
            let lines = [format!("return {name}"), format!("escape {name}")];
            assert_eq!(offered(&game, lines.each_ref().map(String::as_str)), [true, id == "s_ba64"], "{id}, {pins} pins");
        }
        let start = table(&PLAIN, [&["g_pion8"], &[id]]).put("pion8", "0105", Facing::EAST).put(name, "0905", Facing::WEST);
        let mut game = start.edit(name, |piece| piece.order = Some(Order::Advance)).ordered(Side::Axis);
        does(&mut game, &["assault pion8"]);
        let blows = if ["s_t34", "s_ba64"].contains(&id) { "the dice to hit the vehicle" } else { "the dice of those who assault" };
        assert_eq!(question(&game), blows, "{id} has its order");
    }
}

// ---- Advance -------------------------------------------------------------------------------------------

/// [ORD.2] Decision D5: fire follows a walk step by step too.
#[test]
fn fire_follows_a_walk_step_by_step() {
    let start = table(&PLAIN, [&["g_rifle10"], &["s_smg10"]]).put("rifle10", "1005", Facing::EAST).put("smg10", "2505", Facing::WEST);
    let mut game = start.edit("smg10", |piece| piece.order = Some(Order::Ambush)).ordered(Side::Axis);
    does(&mut game, &["order rifle10 advance", "step-by-step", "step E", "done"]);
    assert_eq!(question(&game), "which unit is shot at?");
}

/// [WSR] Supplement S27: a light mortar, which is not Fixed, does not shell after an Advance either.
#[test]
fn a_light_mortar_does_not_shell_on_the_move() {
    let mut game = duel_on(&PLAIN, ["g_mortar50", "s_smg10"], 16).ordered(Side::Axis);
    assert_eq!(offered(&game, ["order mortar50 fire"]), [true]);
    does(&mut game, &["order mortar50 advance", "move 0205"]);
    assert_ne!(question(&game), "which unit is shot at?");
}
