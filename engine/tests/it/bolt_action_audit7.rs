//! What the seventh audit found untested: five rows of forty, and ground on every way of moving.

use stavka_engine::Side;
use stavka_engine::square::Facing;

use crate::bolt_action_kit::{PLAIN, does, name_of, offered, piece, place, row_with, rows_with, table, waits};

/// [TERK.3] A tank in panic runs, and does not drive into scrub.
#[test]
fn a_tank_in_panic_stops_before_scrub() {
    let scrub = row_with(35, "s");
    let start =
        table(&rows_with(9, 1..=9, &scrub), [&["g_pz3"], &["s_smg10"]]).put("pz3", "3005", Facing::EAST).put("smg10", "2005", Facing::EAST);
    let mut game = start.edit("pz3", |piece| piece.pins = 1).ordered(Side::Axis);
    does(&mut game, &["order pz3 ambush", "test fubar", "die 4"]);
    assert_eq!(place(&game, "pz3"), "3405");
}

/// [TERK.4][TER.3] A wheeled vehicle in panic stops before scrub, a fence and a house.
#[test]
fn a_car_in_panic_stops_before_closed_ground() {
    for glyph in ["s", "f", "H"] {
        let belt = row_with(35, glyph);
        let start = table(&rows_with(9, 1..=9, &belt), [&["g_222"], &["s_smg10"]]).put("222", "3005", Facing::EAST).put(
            "smg10",
            "2005",
            Facing::EAST,
        );
        let mut game = start.edit("222", |piece| piece.pins = 1).ordered(Side::Axis);
        does(&mut game, &["order 222 ambush", "test fubar", "die 4"]);
        assert!(place(&game, "222").as_str() < "3505", "{glyph}: {}", place(&game, "222"));
    }
}

/// [TERK.4] No vehicle reverses into ground that is closed to it.
#[test]
fn nobody_reverses_into_closed_ground() {
    for (id, glyph) in [("g_pz3", "H"), ("g_222", "s"), ("g_222", "f"), ("g_pz3", "a")] {
        let name = name_of(id);
        let belt = row_with(28, glyph);
        let start =
            table(&rows_with(9, 1..=9, &belt), [&[id], &["s_smg10"]]).put(name, "3005", Facing::EAST).put("smg10", "6109", Facing::WEST);
        let mut game = start.ordered(Side::Axis);
        does(&mut game, &[&format!("order {name} advance")]);
        assert_eq!(offered(&game, ["reverse E 1", "reverse E 2", "reverse E 3"]), [true, false, false], "{id} {glyph}");
    }
}

/// [TERK.4] Nor does the second leg of a move lead there.
#[test]
fn a_second_leg_keeps_to_its_ground() {
    let belt = row_with(30, &"s".repeat(10));
    let start =
        table(&rows_with(9, 7..=7, &belt), [&["g_222"], &["s_smg10"]]).put("222", "3005", Facing::EAST).put("smg10", "6109", Facing::WEST);
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["order 222 advance", "leg E 3"]);
    assert_eq!(offered(&game, ["leg S 1", "leg S 2"]), [true, false]);
}

/// [TERK.5][TER.3] A gun that is pushed step by step comes onto no scrub, over no fence and into no house.
#[test]
fn a_gun_step_by_step_keeps_to_its_ground() {
    for glyph in ["s", "f", "H"] {
        let belt = row_with(12, glyph);
        let start = table(&rows_with(9, 1..=9, &belt), [&["g_pak36"], &["s_smg10"]]).put("pak36", "1005", Facing::EAST);
        let mut game = start.put("smg10", "6105", Facing::WEST).edit("smg10", waits).ordered(Side::Axis);
        does(&mut game, &["order pak36 advance", "step-by-step", "step E"]);
        assert_eq!(offered(&game, ["step E", "step N"]), [false, true], "{glyph}");
    }
}

/// [TERK.3] Men who Run step by step do not come onto scrub.
#[test]
fn a_run_step_by_step_keeps_out_of_scrub() {
    let belt = row_with(12, "s");
    let start = table(&rows_with(9, 1..=9, &belt), [&["g_rifle10"], &["s_smg10"]]).put("rifle10", "1005", Facing::EAST);
    let mut game = start.put("smg10", "6105", Facing::WEST).edit("smg10", waits).ordered(Side::Axis);
    does(&mut game, &["order rifle10 run", "step-by-step", "step E"]);
    assert_eq!(offered(&game, ["step E", "step N"]), [false, true]);
}

/// [TERK.4] A Recce vehicle that escapes keeps to its ground too.
#[test]
fn an_escape_keeps_to_its_ground() {
    let belt = row_with(12, "s");
    let start =
        table(&rows_with(9, 1..=9, &belt), [&["g_222"], &["s_smg10"]]).put("222", "1005", Facing::EAST).put("smg10", "0405", Facing::EAST);
    let mut game = start.ordered(Side::Soviet);
    does(&mut game, &["order smg10 fire", "target 222 0", "escape 222"]);
    assert_eq!(offered(&game, ["leg E 1", "leg E 2"]), [true, false]);
}

/// [TER.5] Supplement S5: an escape by road goes twice as far.
#[test]
fn an_escape_by_road_is_doubled() {
    let road = "=".repeat(61);
    let start =
        table(&rows_with(9, 5..=5, &road), [&["g_222"], &["s_smg10"]]).put("222", "1005", Facing::EAST).put("smg10", "0405", Facing::EAST);
    let mut game = start.ordered(Side::Soviet);
    does(&mut game, &["order smg10 fire", "target 222 0", "escape 222"]);
    assert_eq!(offered(&game, ["leg E 24", "leg E 25"]), [true, false]);
}

/// [ORD.4] A tank that turns on its way is fired at from Ambush.
#[test]
fn a_leg_after_a_turn_is_watched() {
    let start = table(&PLAIN, [&["g_pz3"], &["s_45mm"]]).put("pz3", "1007", Facing::EAST).put("45mm", "3005", Facing::WEST);
    let mut game = start.edit("45mm", waits).ordered(Side::Axis);
    does(&mut game, &["order pz3 advance", "leg NE 2"]);
    assert_eq!(offered(&game, ["spring 45mm"]), [true]);
}

/// [ORD.4] A unit that is pinned is fired at, and by two units in one cell.
#[test]
fn two_in_ambush_fire_in_one_cell_at_who_is_pinned() {
    for pins in [0, 2] {
        let start = table(&PLAIN, [&["g_rifle10"], &["s_smg10", "s_rifle9"]]).put("rifle10", "1005", Facing::EAST);
        let start = start.put("smg10", "1805", Facing::WEST).put("rifle9", "1809", Facing::WEST).edit("smg10", waits).edit("rifle9", waits);
        let mut game = start.edit("rifle10", |piece| piece.pins = pins).ordered(Side::Axis);
        does(&mut game, &["order rifle10 advance"]);
        if pins > 0 {
            does(&mut game, &["test pass"]);
        }
        does(&mut game, &["move 1105"]);
        assert_eq!(offered(&game, ["spring smg10", "spring rifle9"]), [true, true], "{pins}");
        does(&mut game, &["spring smg10", "score 1", "score 0"]);
        assert_eq!(piece(&game, "rifle10").pins, pins.max(1));
        assert_eq!(offered(&game, ["spring smg10", "spring rifle9"]), [false, true], "{pins}");
    }
}
