//! Shells of mortars and guns, and fire at soft skins.

use stavka_engine::Side;
use stavka_engine::square::Facing;

use crate::bolt_action_kit::{PLAIN, Scene, all_are, dice, does, has_fired, piece, question, soft_lorry, table, table_of, weights};

/// [FUB.2][HE][HE.2][HE.3] Supplement S27: the shell of a mortar needs a six at a friend too, bursts by its size and pins by its die.
#[test]
fn shells_burst_at_friends() {
    let start = table_of(&PLAIN, [&["g_mortar50", "g_mortar81", "g_gren9"], &["s_smg10"]], all_are("regular"));
    for (mortar, bursts, pins, need) in [("mortar50", 3, 1, 3), ("mortar81", 6, 2, 2)] {
        let scene = Scene(start.0.clone()).put(mortar, "1005", Facing::EAST).edit(mortar, |piece| piece.pins = 1);
        let mut game = scene.put("gren9", "3005", Facing::EAST).put("smg10", "3605", Facing::WEST).ordered(Side::Axis);
        does(&mut game, &[&format!("order {mortar} rally"), "test fubar", "die 1", "mistake gren9"]);
        assert_eq!(dice(&game), (1, 6), "{mortar}");
        does(&mut game, &["score 1"]);
        assert_eq!((question(&game).as_str(), weights(&game)), ("the hits of high explosive", vec![1; bursts]), "{mortar}");
        does(&mut game, &["score 2"]);
        if pins > 1 {
            assert_eq!((question(&game).as_str(), weights(&game)), ("the pins", vec![1; pins]), "{mortar}");
            does(&mut game, &["score 2"]);
        }
        assert_eq!((question(&game).as_str(), dice(&game)), ("the dice for damage", (2, need)), "{mortar}");
        does(&mut game, &["score 0"]);
        assert_eq!(usize::from(piece(&game, "gren9").pins), pins, "{mortar}");
    }
}

/// [PEN.1][PEN.3][DMG.5][HE.2][HE.3] The shell of a mortar strikes the top, and loses one at long range.
#[test]
fn shells_of_mortars_lose_at_long_range() {
    let start = table(&PLAIN, [&["g_mortar50", "g_mortar81"], &["s_ba10"]]);
    for (mortar, inches, least) in [("mortar50", 12, 5), ("mortar50", 13, 6), ("mortar81", 30, 4), ("mortar81", 31, 5)] {
        for die in [least - 1, least] {
            let scene = Scene(start.0.clone()).put(mortar, "0205", Facing::EAST).put("ba10", &format!("{}05", 2 + inches), Facing::WEST);
            let mut game = scene.edit("ba10", has_fired).ordered(Side::Axis);
            does(&mut game, &[&format!("order {mortar} fire"), "shell ba10", "score 1"]);
            if mortar == "mortar81" {
                does(&mut game, &["score 1"]);
            }
            does(&mut game, &[&format!("die {die}")]);
            assert_eq!(question(&game) == "the die of the vehicle damage table", die == least, "{mortar}, {inches} inches, {die}");
        }
    }
}

/// [HE.3][HE.4][HE.5] Decision D42: what has no penetration but that of its burst pins a vehicle by its die, to the highest roll.
#[test]
fn large_shells_pin_vehicles_by_their_die() {
    let start = table(&PLAIN, [&["g_mortar81", "g_mortar120", "g_tiger"], &["s_kv1", "s_isu152"]]);
    for (gun, target, pins) in [("mortar81", "kv1", 2), ("mortar120", "kv1", 3), ("isu152", "tiger", 6)] {
        let scene = Scene(start.0.clone()).put(gun, "1005", Facing::EAST).put(target, "4005", Facing::WEST).edit(target, has_fired);
        let mut game = scene.ordered(if gun == "isu152" { Side::Soviet } else { Side::Axis });
        let how = if gun == "isu152" { format!("target {target} 0") } else { format!("shell {target}") };
        does(&mut game, &[&format!("order {gun} fire"), &how, "score 1"]);
        assert_eq!((question(&game).as_str(), weights(&game)), ("the pins", vec![1; pins]), "{gun}");
        does(&mut game, &[&format!("score {pins}"), "die 1"]);
        assert_eq!(usize::from(piece(&game, target).pins), pins, "{gun}");
    }
}

/// [DMG.4][PEN] Supplements S20 and S21: a lorry falls to a six with the penetration of the weapon of a vehicle, which neither its side nor
/// the range changes.
#[test]
fn a_lorry_falls_to_vehicles_by_their_penetration() {
    let start = table_of(&PLAIN, [&["g_222", "g_251"], &["s_m3a1"]], soft_lorry);
    for (shooter, need) in [("222", 4), ("251", 6)] {
        for facing in [Facing::WEST, Facing::SOUTH, Facing::EAST] {
            for (inches, advance) in [(10, false), (30, false), (10, true)] {
                let scene = Scene(start.0.clone()).put(shooter, "0205", Facing::EAST).put("m3a1", &format!("{}05", 2 + inches), facing);
                let mut game = scene.edit("m3a1", has_fired).ordered(Side::Axis);
                does(&mut game, &[&format!("order {shooter} {}", if advance { "advance" } else { "fire" })]);
                if advance {
                    does(&mut game, &["leg E 1", "done"]);
                }
                does(&mut game, &["target m3a1 0", "score 1"]);
                let who = format!("{shooter}, {facing:?}, {inches} inches");
                assert_eq!((question(&game).as_str(), dice(&game)), ("the dice for damage", (1, need)), "{who}");
            }
        }
    }
}
