//! What the tenth audit found untested: reactions to the second shot, to shells that an officer spots and under cover, and what a pin
//! from Ambush leaves as it is.

use stavka_engine::Side;
use stavka_engine::bolt_action::terms::Order;
use stavka_engine::square::Facing;

use crate::bolt_action_kit::{
    PLAIN, SHOOTING, Scene, choices, dice, does, duel_on, escapes, facing_squad, has_fired, misses, name_of, offered, piece, place,
    question, row_with, rows_with, table, waits,
};

/// A vehicle that drives is asked so.
const DRIVING: &str = "the next leg of the vehicle, or done";

// ---- reactions to fire ------------------------------------------------------------------------

/// [SHOOT.2] Supplement S4: men and crews go Down also in a house and where they are dug in, whether men or a gun shoot.
#[test]
fn men_in_a_house_or_dug_in_go_down() {
    let house = row_with(11, "HH");
    let house = rows_with(9, 5..=6, &house);
    for shooter in ["g_rifle10", "g_pak36"] {
        for target in ["s_smg10", "s_45mm"] {
            for (rows, dug_in) in [(&house[..], false), (&PLAIN[..], true)] {
                let [from, to] = [shooter, target].map(name_of);
                let start = duel_on(rows, [shooter, target], 10).edit(to, |piece| (piece.order, piece.dug_in) = (None, dug_in));
                let mut game = start.ordered(Side::Axis);
                does(&mut game, &[&format!("order {from} fire"), &format!("target {to} 0")]);
                assert_eq!(choices(&game), ["done", &format!("duck {to}")], "{shooter} at {target}, dug in: {dug_in}");
            }
        }
    }
}

/// [SHOOT.2] Supplements S4 and S5: whoever does not see the mortar reacts to the shells that an officer spots for it (decision D24).
#[test]
fn who_does_not_see_the_mortar_reacts() {
    let tower = row_with(12, "#");
    for (target, reaction) in [("rifle9", "duck rifle9"), ("ba64", "escape ba64")] {
        let start = table(&rows_with(9, 5..=5, &tower), [&["g_mortar81", "g_lt"], &["s_rifle9", "s_ba64"]]);
        let start = start.put("mortar81", "0105", Facing::EAST).put("lt", "1404", Facing::EAST).put(target, "2505", Facing::WEST);
        let mut game = start.ordered(Side::Axis);
        does(&mut game, &["order mortar81 fire", &format!("shell {target}")]);
        assert_eq!(choices(&game), ["done", reaction]);
    }
}

/// [SHOOT.2] The target of the gun of a vehicle is asked again when another weapon of the vehicle shoots at it.
#[test]
fn the_target_reacts_to_a_second_weapon() {
    let start = table(&PLAIN, [&["g_pz3"], &["s_rifle9", "s_smg10"]]).put("pz3", "0105", Facing::EAST);
    let mut game = start.put("rifle9", "1105", Facing::WEST).put("smg10", "6109", Facing::WEST).ordered(Side::Axis);
    does(&mut game, &["order pz3 fire", "target rifle9 0", "done", "score 0", "target rifle9 0"]);
    assert_eq!(choices(&game), ["done", "duck rifle9"]);
}

/// [SHOOT.2] Who has not reacted to one shooter is asked by the next one in the same turn, pinned or not.
#[test]
fn the_target_reacts_to_a_second_shooter() {
    for pins in [0, 2] {
        let start = table(&PLAIN, [&["g_rifle10", "g_gren9"], &["s_smg10"]]).put("rifle10", "0105", Facing::EAST);
        let start = start.put("gren9", "0109", Facing::EAST).put("smg10", "1105", Facing::WEST).edit("gren9", |piece| piece.pins = pins);
        let mut game = start.ordered(Side::Axis);
        does(&mut game, &["order rifle10 fire", "target smg10 0", "done"]);
        misses(&mut game);
        does(&mut game, &["draw axis", "order gren9 fire"]);
        if pins > 0 {
            does(&mut game, &["test pass"]);
        }
        does(&mut game, &["target smg10 0"]);
        assert_eq!(choices(&game), ["done", "duck smg10"], "{pins} pins");
    }
}

/// [SHOOT.2] Supplement S5: after its target has escaped out of sight of the gun, a tank still shoots with its hull gun.
#[test]
fn a_tank_shoots_on_after_an_escape() {
    let tower = row_with(20, "#");
    let start = table(&rows_with(9, 5..=5, &tower), [&["g_pz3"], &["s_ba64", "s_rifle9"]]).put("pz3", "0105", Facing::EAST);
    let start = start.put("ba64", "2106", Facing::NORTH).put("rifle9", "1107", Facing::WEST).edit("rifle9", has_fired);
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["order pz3 fire", "target ba64 0"]);
    escapes(&mut game, "ba64", "leg N 1");
    assert_eq!((place(&game, "ba64").as_str(), question(&game).as_str()), ("2105", SHOOTING));
    assert_eq!(offered(&game, ["target rifle9 0", "target ba64 0"]), [true, false]);
}

// ---- reactions to an assault ------------------------------------------------------------------

/// Riflemen without an order in the west, and submachine gunners without one so many inches to the east.
fn assault_on(rows: &[&str], inches: u8) -> Scene {
    let start = table(rows, [&["g_rifle10"], &["s_smg10", "s_maxim"]]).put("rifle10", "1005", Facing::EAST);
    start.put("smg10", &format!("{:02}05", 10 + inches), Facing::WEST)
}

/// [CQ.2] Supplement S6: men in a house, or dug in, fire at those who come, and so do those who do not see them begin.
#[test]
fn men_under_cover_fire_at_those_who_assault() {
    let [house, tower] = [row_with(20, "HH"), row_with(12, "#")];
    let [house, tower] = [rows_with(9, 5..=6, &house), rows_with(9, 5..=5, &tower)];
    for (what, rows, inches, dug_in) in
        [("a house", &house[..], 10, false), ("dug in", &PLAIN[..], 10, true), ("behind a tower", &tower[..], 8, false)]
    {
        let mut game = assault_on(rows, inches).edit("smg10", |piece| piece.dug_in = dug_in).ordered(Side::Axis);
        does(&mut game, &["assault rifle10"]);
        assert_eq!(choices(&game), ["done", "return smg10"], "{what}");
    }
}

/// [CQ.2] Fire at those who come that was declared is thrown, whoever fires at them from Ambush on their way.
#[test]
fn return_fire_follows_fire_from_ambush() {
    let start = assault_on(&PLAIN, 10).put("maxim", "3003", Facing::WEST).edit("maxim", waits);
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["assault rifle10", "return smg10", "spring maxim", "score 0"]);
    assert_eq!((question(&game).as_str(), piece(&game, "maxim").order), ("the dice to hit", Some(Order::Fire)));
    misses(&mut game);
    assert_eq!(question(&game), "the dice of those who assault");
}

// ---- pins from Ambush -------------------------------------------------------------------------

/// [ORD.2] A unit that is pinned from Ambush on its Advance, or loses a man, still shoots, with one less for the move and one for the pin.
#[test]
fn who_is_hit_on_its_advance_still_shoots() {
    for lost in [0, 1] {
        let start = table(&PLAIN, [&["g_rifle10"], &["s_smg10"]]).put("rifle10", "1005", Facing::EAST).put("smg10", "1805", Facing::WEST);
        let mut game = start.edit("smg10", waits).ordered(Side::Axis);
        does(&mut game, &["order rifle10 advance", "move 1205", "spring smg10", "score 1", &format!("score {lost}")]);
        let after = piece(&game, "rifle10");
        assert_eq!((after.men, after.pins, place(&game, "rifle10").as_str()), (10 - lost, 1, "1205"));
        assert_eq!(question(&game), SHOOTING, "{lost} lost");
        does(&mut game, &["target smg10 0"]);
        // Three, one less at close range, one more for the move and one for the pin.
        assert_eq!(dice(&game).1, 4, "{lost} lost");
    }
}

/// [TURN.1.4] Decision D18: a vehicle that is pinned from Ambush on its first leg drives the second.
#[test]
fn a_pin_does_not_stop_the_second_leg() {
    for order in ["advance", "run"] {
        let mut game = facing_squad("g_222", 11).edit("smg10", waits).ordered(Side::Axis);
        does(&mut game, &[&format!("order 222 {order}"), "leg E 4", "spring smg10", "score 1"]);
        assert_eq!((piece(&game, "222").pins, place(&game, "222").as_str()), (1, "0505"), "{order}");
        assert_eq!((question(&game).as_str(), offered(&game, ["leg NE 1"])), (DRIVING, [true]), "{order}");
    }
}

/// [TURN.1.4] Decision D18: men who run step by step and are pinned from Ambush go on.
#[test]
fn a_pin_does_not_stop_men_step_by_step() {
    let start = table(&PLAIN, [&["g_rifle10"], &["s_smg10"]]).put("rifle10", "1005", Facing::EAST).put("smg10", "1805", Facing::WEST);
    let mut game = start.edit("smg10", waits).ordered(Side::Axis);
    does(&mut game, &["order rifle10 run", "step-by-step", "step E", "done", "spring smg10", "score 1", "score 0"]);
    assert_eq!((piece(&game, "rifle10").pins, place(&game, "rifle10").as_str()), (1, "1105"));
    assert_eq!(offered(&game, ["done", "step E", "step N"]), [true; 3]);
}
