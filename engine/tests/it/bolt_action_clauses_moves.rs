//! More scenes for conditions that no other scene pins: ways, legs and what follows close quarters.

use stavka_engine::Side;
use stavka_engine::bolt_action::Opening;
use stavka_engine::bolt_action::terms::Order;
use stavka_engine::square::Facing;

use crate::bolt_action_kit::{
    OPEN, PLAIN, Scene, choices, dice, does, name_of, offered, piece, place, question, row_with, rows_with, switched, table, table_with,
    unit,
};

/// Decisions D3 and D5: a step into a cell beside a friend is one if the walk can go on to a cell with room, and no walk ends there.
#[test]
fn a_walk_step_by_step_passes_beside_friends_and_does_not_end_there() {
    let start =
        table(&PLAIN, [&["g_rifle10", "g_mmg"], &["s_smg10"]]).put("rifle10", "1005", Facing::EAST).put("mmg", "1305", Facing::EAST);
    let mut game = start.put("smg10", "6109", Facing::WEST).edit("smg10", |piece| piece.order = Some(Order::Ambush)).ordered(Side::Axis);
    does(&mut game, &["order rifle10 advance", "step-by-step", "step E"]);
    assert_eq!(offered(&game, ["done", "step E"]), [true, true]);
    does(&mut game, &["step E"]);
    assert_eq!(offered(&game, ["done", "step E"]), [false, true]);
    does(&mut game, &["step E"]);
    // Fifteen fifths are left: three straight steps, after which there is room again.
    assert_eq!(offered(&game, ["done", "step E", "step SE", "step NW"]), [false, true, true, true]);
    does(&mut game, &["step W"]);
    // Ten fifths are left: too few to come past the friend.
    assert_eq!(offered(&game, ["done", "step E", "step W", "step NW"]), [false, false, true, true]);
    does(&mut game, &["step W"]);
    assert_eq!((place(&game, "rifle10").as_str(), choices(&game)[0].as_str()), ("1105", "done"));
    does(&mut game, &["done"]);
    assert_ne!(question(&game), "the next cell, or done");
}

/// [ORD.4] Who is destroyed on his way goes no further.
#[test]
fn a_walk_step_by_step_ends_with_the_unit() {
    let start =
        table(&PLAIN, [&["g_rifle10", "g_mmg"], &["s_smg10"]]).put("rifle10", "1005", Facing::EAST).put("mmg", "0109", Facing::EAST);
    let start = start.put("smg10", "1805", Facing::WEST).edit("smg10", |piece| piece.order = Some(Order::Ambush));
    let mut game = start.edit("rifle10", |piece| piece.men = 1).ordered(Side::Axis);
    does(&mut game, &["order rifle10 advance", "step-by-step", "step E", "spring smg10", "score 1", "score 1"]);
    assert_eq!((piece(&game, "rifle10").men, question(&game).as_str()), (0, "which unit gets which order?"));
}

/// [ORD.4] Nobody in Ambush is asked about a unit that stays where it is.
#[test]
fn who_does_not_move_is_not_fired_at_from_ambush() {
    let start = table(&PLAIN, [&["g_rifle10"], &["s_smg10"]]).put("rifle10", "1005", Facing::EAST).put("smg10", "1505", Facing::WEST);
    let mut game = start.edit("smg10", |piece| piece.order = Some(Order::Ambush)).ordered(Side::Axis);
    does(&mut game, &["order rifle10 advance", "move 1005"]);
    assert_eq!(question(&game), "which unit is shot at?");
}

/// Decision D14: after its walk a Fixed weapon is pointed anywhere, and pointing it elsewhere is moving.
#[test]
fn a_fixed_weapon_is_pointed_after_the_walk() {
    for (facing, dug_in) in [("E", true), ("S", false)] {
        let start = table(&PLAIN, [&["g_mmg"], &["s_smg10"]]).put("mmg", "1005", Facing::EAST).put("smg10", "6109", Facing::WEST);
        let mut game = start.edit("mmg", |piece| piece.dug_in = true).ordered(Side::Axis);
        does(&mut game, &["order mmg advance", "move 1005"]);
        assert_eq!(question(&game), "where does the unit look?");
        assert_eq!(choices(&game).len(), 8);
        does(&mut game, &[&format!("face mmg {facing}")]);
        assert_ne!(question(&game), "where does the unit look?");
        let mmg = piece(&game, "mmg");
        assert_eq!((mmg.facing == Facing::EAST, mmg.dug_in, mmg.moved), (facing == "E", dug_in, facing == "S"), "{facing}");
    }
}

/// Supplement S22: a gun that does not move turns, and is not asked where it goes.
#[test]
fn a_heavy_gun_on_advance_turns_alone() {
    let start = table(&PLAIN, [&["g_pak40"], &["s_smg10"]]).put("pak40", "1005", Facing::EAST).put("smg10", "6109", Facing::WEST);
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["order pak40 advance"]);
    assert_eq!((question(&game).as_str(), choices(&game).len()), ("where does the unit look?", 8));
}

// ---- vehicles -------------------------------------------------------------------------

/// Decision D3: a leg ends with room to others.
#[test]
fn a_leg_does_not_end_beside_a_friend() {
    let start = table(&PLAIN, [&["g_pz3", "g_mmg"], &["s_smg10"]]).put("pz3", "1004", Facing::EAST).put("mmg", "1305", Facing::EAST);
    let mut game = start.put("smg10", "6109", Facing::WEST).ordered(Side::Axis);
    does(&mut game, &["order pz3 advance"]);
    assert_eq!(offered(&game, ["leg E 1", "leg E 2", "leg E 4", "leg E 5"]), [true, false, false, true]);
}

/// [HIT.5][MAN] A tank that turns on the spot has moved, turns no more, and fires with the penalty.
#[test]
fn a_tank_that_turns_on_the_spot_has_moved() {
    let start = table(&PLAIN, [&["g_stug"], &["s_smg10"]]).put("stug", "1004", Facing::SOUTH_EAST).put("smg10", "2004", Facing::WEST);
    let mut game = start.edit("smg10", |piece| piece.order = Some(Order::Fire)).ordered(Side::Axis);
    does(&mut game, &["order stug advance", "leg E 0"]);
    assert_eq!((question(&game).as_str(), piece(&game, "stug").moved), ("which unit is shot at?", true));
    does(&mut game, &["target smg10 0"]);
    assert_eq!(dice(&game), (1, 4));
}

/// [TERK.7] A leg off the road ends the doubling, even if the next one goes by road.
#[test]
fn a_way_that_has_left_the_road_is_not_doubled() {
    let mut rows = vec![OPEN.to_owned(); 20];
    (rows[4], rows[5]) = (row_with(1, "=.="), row_with(4, "="));
    for (at, row) in (6..).zip(&mut rows[6..]) {
        *row = row_with(at - 1, "=");
    }
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let start = table(&rows, [&["g_222"], &["s_smg10"]]).put("222", "0105", Facing::NORTH_EAST).put("smg10", "6101", Facing::WEST);
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["order 222 advance", "leg NE 1"]);
    assert_eq!(offered(&game, ["leg SE 7", "leg SE 8"]), [true, false]);
}

/// [TERK.7][REV] Nor is a way that began backwards.
#[test]
fn a_way_that_began_backwards_is_not_doubled() {
    let (along, across) = (row_with(1, &"=".repeat(20)), row_with(9, "="));
    let mut rows = vec![across.as_str(); 30];
    rows[27] = &along;
    let start = table(&rows, [&["g_rifle10"], &["s_ba64"]]).put("ba64", "1028", Facing::EAST).put("rifle10", "6101", Facing::WEST);
    let mut game = start.ordered(Side::Soviet);
    does(&mut game, &["order ba64 advance", "reverse E 1"]);
    assert_eq!(offered(&game, ["leg N 11", "leg N 12"]), [true, false]);
}

// ---- after close quarters -----------------------------------------------------------------

/// [CQ.6] Decision D28: those who can go nowhere stay, and are not asked.
#[test]
fn who_has_no_room_is_not_asked_where_it_consolidates() {
    let lane = row_with(9, &"#".repeat(12));
    let mut rows = rows_with(9, 1..=9, &lane);
    rows[4] = OPEN;
    for (friend, asked) in [("1205", false), ("0505", true)] {
        let start = table(&rows, [&["g_rifle10", "g_mmg"], &["s_t34", "s_maxim"]]).put("rifle10", "1005", Facing::EAST);
        let start = start.put("mmg", friend, Facing::EAST).put("t34", "1505", Facing::WEST).put("maxim", "6109", Facing::WEST);
        let mut game = start.edit("t34", |piece| piece.order = Some(Order::Fire)).ordered(Side::Axis);
        does(&mut game, &["assault rifle10", "test pass", "score 0", "die 1"]);
        assert_eq!(question(&game) == "where does the unit consolidate?", asked, "{friend}");
        assert_eq!(place(&game, "rifle10"), "1405");
    }
}

/// [CQ.6] A winner that stays in its trench is dug in as before; one that goes elsewhere is not.
#[test]
fn a_winner_that_stays_keeps_its_trench() {
    for (line, dug_in) in [("consolidate 1505", true), ("consolidate 1605", false)] {
        let start = table(&PLAIN, [&["g_rifle10", "g_mmg"], &["s_smg10"]]).put("rifle10", "1005", Facing::EAST);
        let start = start.put("smg10", "1505", Facing::WEST).put("mmg", "0109", Facing::WEST).edit("rifle10", |piece| piece.men = 1);
        let mut game = start.edit("smg10", |piece| (piece.order, piece.dug_in) = (Some(Order::Fire), true)).ordered(Side::Axis);
        does(&mut game, &["assault rifle10", "score 0", "die 3", line]);
        assert_eq!(piece(&game, "smg10").dug_in, dug_in, "{line}");
    }
}

/// [CQ.2] Those who fall to the fire of their target do not come to blows.
#[test]
fn who_falls_on_the_way_does_not_come_to_blows() {
    let start = table(&PLAIN, [&["g_rifle10", "g_mmg"], &["s_smg10"]]).put("rifle10", "1005", Facing::EAST);
    let start = start.put("smg10", "1905", Facing::WEST).put("mmg", "0109", Facing::WEST).edit("rifle10", |piece| piece.men = 1);
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["assault rifle10", "return smg10", "score 1", "score 1"]);
    assert_eq!((piece(&game, "rifle10").men, piece(&game, "smg10").men), (0, 10));
    assert_eq!(question(&game), "which unit gets which order?");
}

/// The winner of close quarters keeps its pins, unless the switch says otherwise.
#[test]
fn winners_keep_their_pins() {
    for loses in [false, true] {
        let change = switched("winner_loses_pins", loses);
        let start = table_with(&PLAIN, [&["g_rifle10"], &["s_smg10", "s_maxim"]], change).put("rifle10", "1005", Facing::EAST);
        let start = start.put("smg10", "1505", Facing::WEST).put("maxim", "6109", Facing::WEST).edit("rifle10", |piece| piece.pins = 3);
        let mut game = start.edit("smg10", |piece| (piece.order, piece.men) = (Some(Order::Fire), 1)).ordered(Side::Axis);
        does(&mut game, &["assault rifle10", "test pass", "score 1"]);
        assert_eq!((question(&game).as_str(), piece(&game, "rifle10").pins), ("the die of consolidation", if loses { 0 } else { 2 }));
    }
}

/// [CQ.6] Supplement S22: the crew of a gun that does not move stays with it.
#[test]
fn the_crew_of_a_heavy_gun_does_not_consolidate() {
    for (id, walks) in [("g_pak40", false), ("g_pak36", true)] {
        let name = name_of(id);
        let start = table(&PLAIN, [&[id], &["s_smg10", "s_maxim"]]).put(name, "1505", Facing::EAST).put("smg10", "1005", Facing::EAST);
        let start = start.put("maxim", "6109", Facing::WEST).edit("smg10", |piece| piece.men = 1);
        let mut game = start.edit(name, |piece| piece.order = Some(Order::Fire)).ordered(Side::Soviet);
        does(&mut game, &["assault smg10", "score 0"]);
        assert_eq!(piece(&game, "smg10").men, 0);
        assert_eq!(question(&game) == "the die of consolidation", walks, "{id}");
    }
}

// ---- orders that go wrong -------------------------------------------------------------------

/// [FUB.2.a] A unit shoots by mistake once.
#[test]
fn a_mistake_is_made_once() {
    let start =
        table(&PLAIN, [&["g_rifle10", "g_gren9"], &["s_smg10"]]).put("rifle10", "1005", Facing::EAST).put("gren9", "2005", Facing::EAST);
    let mut game = start.put("smg10", "2805", Facing::WEST).edit("rifle10", |piece| piece.pins = 1).ordered(Side::Axis);
    does(&mut game, &["order rifle10 fire", "test fubar", "die 1", "mistake gren9"]);
    while question(&game) == "the dice to hit" {
        does(&mut game, &["score 0"]);
    }
    assert_eq!(question(&game), "a die is drawn from the bag");
}

/// Supplement S27: a mortar whose crew goes Down begins anew.
#[test]
fn a_mortar_whose_order_fails_loses_its_range() {
    for (verdict, kept) in [("test fail", false), ("test pass", true)] {
        let start = table(&PLAIN, [&["g_mortar81"], &["s_smg10"]]).put("mortar81", "0105", Facing::EAST).put("smg10", "4005", Facing::WEST);
        let target = unit(&start.0.clone().open(Opening::Order(Side::Axis), [0; 2]), "smg10");
        let start = start.edit("mortar81", |piece| (piece.pins, piece.ranging) = (1, Some((target, 2))));
        let mut game = start.ordered(Side::Axis);
        does(&mut game, &["order mortar81 fire", verdict]);
        assert_eq!(piece(&game, "mortar81").ranging.is_some(), kept, "{verdict}");
    }
}

/// [ORD.5] Rally is tested as other orders are, unless the switch spares it.
#[test]
fn rally_is_tested_unless_the_switch_spares_it() {
    for spared in [false, true] {
        let start =
            table_with(&PLAIN, [&["g_rifle10"], &["s_smg10"]], switched("rally_ignores_pins", spared)).put("rifle10", "1005", Facing::EAST);
        let start = start.put("smg10", "2005", Facing::WEST).edit("rifle10", |piece| piece.pins = 3);
        for (order, tested) in [("rally", !spared), ("fire", true), ("down", false)] {
            let mut game = Scene(start.0.clone()).ordered(Side::Axis);
            does(&mut game, &[&format!("order rifle10 {order}")]);
            assert_eq!(question(&game) == "the order test", tested, "{order}, spared: {spared}");
        }
    }
}
