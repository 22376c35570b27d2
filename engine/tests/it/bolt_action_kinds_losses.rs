//! Losses, flames, blows and wrecks: more rows that hold for every kind of unit, with each of them.

use stavka_engine::Side;
use stavka_engine::bolt_action::terms::Order;
use stavka_engine::bolt_action::{BoltAction, Opening};
use stavka_engine::square::Facing;

use crate::bolt_action_kit::{
    PLAIN, Scene, choices, dice, does, duel_on, flame_tank, has_fired, is_wrecked, misses, name_of, offered, piece, question, remade,
    row_with, rows_with, soft_lorry, table, table_of, unit, waits, weights,
};

/// A position, what brings about hits in it, and the losses of fewer than half and of half.
type Occasion<'a> = (&'a dyn Fn() -> BoltAction, &'a [&'a str], [&'a str; 2]);

/// [SHOOT.7] Supplement S3: who loses half is tested on every occasion: shot at from Ambush, in answer to an assault, by a friend, by
/// shells, by a gun.
#[test]
fn half_is_tested_on_every_occasion() {
    let forces: [&[&str]; 2] = [&["g_rifle10", "g_gren9", "g_mortar120", "g_pak40"], &["s_smg10"]];
    let start = table(&PLAIN, forces).put("smg10", "3205", Facing::WEST);
    let scene = |name: &str, cell: &str| Scene(start.0.clone()).put(name, cell, Facing::EAST);
    let waiting = || scene("rifle10", "2205").edit("rifle10", waits).ordered(Side::Soviet);
    let assaulted = || scene("rifle10", "2205").ordered(Side::Soviet);
    let friends =
        || scene("rifle10", "1505").edit("rifle10", |piece| piece.pins = 1).put("gren9", "2505", Facing::EAST).ordered(Side::Axis);
    let shelled = || scene("mortar120", "0205").edit("smg10", has_fired).ordered(Side::Axis);
    let at_a_few = || scene("pak40", "2205").edit("smg10", |piece| (piece.order, piece.men) = (Some(Order::Fire), 6)).ordered(Side::Axis);
    let few = ["score 2", "score 3", "score 4", "score 5"];
    let occasions: [Occasion<'_>; 5] = [
        (&waiting, &["order smg10 advance", "move 3105", "spring rifle10", "score 6"], [few[2], few[3]]),
        (&assaulted, &["assault smg10", "return rifle10", "score 6"], [few[2], few[3]]),
        (&friends, &["order rifle10 fire", "test fubar", "die 1", "mistake gren9", "score 6"], [few[2], few[3]]),
        // Every man under the shell falls.
        (&shelled, &["order mortar120 fire", "shell smg10", "score 1"], ["score 4", "score 5"]),
        (&at_a_few, &["order pak40 fire", "target smg10 0", "score 1", "score 3"], [few[0], few[1]]),
    ];
    for (at, (occasion, lines, losses)) in occasions.into_iter().enumerate() {
        for (lost, tested) in losses.into_iter().zip([false, true]) {
            let mut game = occasion();
            does(&mut game, lines);
            does(&mut game, &[lost]);
            if question(&game) == "the pins" {
                does(&mut game, &["score 1"]);
            }
            misses(&mut game);
            assert_eq!(question(&game) == "the test of morale", tested, "occasion {at}, {lost}");
        }
    }
}

/// [WPN.20][WPN.21] Supplement S15: the flames of men and of tanks pin whatever they hit by a D3 more, and any loss is tested, of a squad
/// or of the crew of a gun; without a loss nobody is.
#[test]
fn flames_of_men_and_of_tanks_frighten_every_kind_of_unit() {
    let targets = ["s_guards9", "s_45mm", "s_m3a1", "s_ba64", "s_t34"];
    let veterans = remade("s_45mm", "quality = \"regular\"", "quality = \"veteran\"");
    let start = table_of(&PLAIN, [&["g_flame", "g_pz2"], &targets], |units| soft_lorry(flame_tank(veterans(units))));
    for flame in ["flame", "pz2"] {
        for (target, kind) in [("guards9", 0), ("45mm", 0), ("m3a1", 1), ("ba64", 2), ("t34", 2)] {
            for loss in [false, true] {
                let scene =
                    Scene(start.0.clone()).put(flame, "0205", Facing::EAST).put(target, "0505", Facing::WEST).edit(target, has_fired);
                let mut game = scene.ordered(Side::Axis);
                does(&mut game, &[&format!("order {flame} fire"), &format!("target {target} 0"), "score 2", "score 1"]);
                assert_eq!((question(&game).as_str(), weights(&game)), ("the pins", vec![1, 1, 1]), "{flame} at {target}");
                does(&mut game, &["score 2"]);
                let asked = if kind == 2 { "the die against armour" } else { "the dice for damage" };
                assert_eq!(question(&game), asked, "{flame} at {target}");
                does(
                    &mut game,
                    &[if kind == 2 {
                        "die 1"
                    } else if loss {
                        "score 1"
                    } else {
                        "score 0"
                    }],
                );
                assert_eq!(question(&game) == "the test of morale", kind == 0 && loss, "{flame} at {target}");
                if kind != 1 || !loss {
                    assert_eq!(piece(&game, target).pins, 3, "{flame} at {target}");
                }
            }
        }
    }
}

/// [HE.2][HE.4] A burst of a medium howitzer adds three against veterans; the shell of a light mortar adds one against the top of a car.
#[test]
fn bursts_add_by_their_size() {
    let start = table(&PLAIN, [&["g_lefh18", "g_mortar50"], &["s_guards9", "s_ba10"]]).put("lefh18", "0205", Facing::EAST);
    let mut game = start.put("guards9", "1205", Facing::WEST).edit("guards9", has_fired).ordered(Side::Axis);
    does(&mut game, &["order lefh18 fire", "target guards9 0", "score 1", "score 2", "score 1"]);
    assert_eq!((question(&game).as_str(), dice(&game)), ("the dice for damage", (2, 2)));
    let start = table(&PLAIN, [&["g_mortar50"], &["s_ba10"]]).put("mortar50", "0205", Facing::EAST).put("ba10", "1405", Facing::WEST);
    for (die, hurt) in [("die 4", false), ("die 5", true)] {
        let mut game = Scene(start.0.clone()).edit("ba10", has_fired).ordered(Side::Axis);
        does(&mut game, &["order mortar50 fire", "shell ba10", "score 1", die]);
        assert_eq!(question(&game) == "the die of the vehicle damage table", hurt, "{die}");
        if hurt {
            does(&mut game, &["die 4"]);
            assert_eq!(piece(&game, "ba10").men, 1, "it is superficial");
        }
    }
}

/// [DMG.1][DMG.2][DMG.3][CQ.4] In close quarters too men and crews fall by their quality.
#[test]
fn crews_fall_by_their_quality_in_close_quarters() {
    for (quality, good) in [("inexperienced", 4), ("regular", 3), ("veteran", 2)] {
        let quoted = format!("quality = {quality:?}");
        let made = |id: &'static str, units: String| remade(id, "quality = \"regular\"", &quoted)(units);
        let start = table_of(&PLAIN, [&["g_pion8"], &["s_45mm", "s_smg10"]], |units| made("s_45mm", made("s_smg10", units)));
        for target in ["45mm", "smg10"] {
            let scene = Scene(start.0.clone()).put("pion8", "0205", Facing::EAST).put(target, "0705", Facing::WEST).edit(target, has_fired);
            let mut game = scene.ordered(Side::Axis);
            does(&mut game, &["assault pion8"]);
            assert_eq!(question(&game), "the dice of those who assault");
            // Two dice of each of three submachine guns, one of each of the other five men. Of eleven dice two succeed
            // 10 p / 2 (1 - p) times as often as one.
            let ways = weights(&game);
            let [one, two] =
                ["score 1", "score 2"].map(|line| ways[choices(&game).iter().position(|choice| choice == line).expect("a result")]);
            assert_eq!(one * 5 * good, two * (6 - good), "{quality} {target}");
        }
    }
}

/// [VD.4.a] A wreck in a gap stops guns, cars, half-tracks and tanks.
#[test]
fn a_wreck_in_a_gap_stops_every_kind_of_unit() {
    let (gap, shut) = (row_with(6, "."), row_with(6, "#"));
    let rows: Vec<&str> = (1..=9).map(|row| if row == 5 { gap.as_str() } else { shut.as_str() }).collect();
    let movers = ["g_rifle10", "g_pak36", "g_222", "g_251", "g_pz3"];
    let start = table(&rows, [&movers, &["s_t34", "s_smg10"]]).put("t34", "0605", Facing::WEST).put("smg10", "6101", Facing::WEST);
    for mover in movers.map(name_of) {
        for wreck in [false, true] {
            let scene = Scene(start.0.clone()).put(mover, "0305", Facing::EAST).edit("smg10", has_fired);
            let scene = if wreck { scene.edit("t34", is_wrecked) } else { scene.edit("t34", |piece| piece.cell = None) };
            let mut game = scene.ordered(Side::Axis);
            does(&mut game, &[&format!("order {mover} advance")]);
            for (lines, free) in [(["move 0505", "leg E 2"], true), (["move 0605", "leg E 3"], !wreck), (["move 0705", "leg E 4"], !wreck)]
            {
                assert_eq!(offered(&game, lines).contains(&true), free, "{mover}, {lines:?}");
            }
        }
    }
}

/// [CQV.2][MOR.5] An officer helps those who assault armour without anything against it.
#[test]
fn an_officer_helps_in_the_test_of_an_assault_on_armour() {
    for (officer, ways) in [("1203", 26), ("6101", 15)] {
        let start =
            table(&PLAIN, [&["g_rifle10", "g_lt"], &["s_t34"]]).put("rifle10", "1205", Facing::EAST).put("lt", officer, Facing::EAST);
        let mut game = start.put("t34", "1705", Facing::WEST).edit("t34", has_fired).ordered(Side::Axis);
        does(&mut game, &["assault rifle10"]);
        assert_eq!((question(&game).as_str(), weights(&game)[0]), ("the order test", ways));
    }
}

/// [VD.2.a] A shell immobilises an immobilised tank, too, and its crew leaves it.
#[test]
fn a_tank_is_abandoned_under_shells() {
    let start =
        table(&PLAIN, [&["g_mortar120"], &["s_t34", "s_smg10"]]).put("mortar120", "0205", Facing::EAST).put("t34", "2705", Facing::WEST);
    let start = start.put("smg10", "6101", Facing::WEST).edit("t34", has_fired).edit("t34", |piece| piece.immobilised = true);
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["order mortar120 fire", "shell t34", "score 1", "score 1", "die 6", "die 2"]);
    assert_eq!((piece(&game, "t34").men, piece(&game, "t34").cell.is_some()), (0, true));
}

/// Supplement S27: who is ranged at and moves when it has won close quarters is ranged at anew.
#[test]
fn a_winner_that_consolidates_is_ranged_at_anew() {
    let start = table(&PLAIN, [&["g_mortar81", "g_gren9"], &["s_smg10", "s_maxim"]]).put("mortar81", "0205", Facing::EAST);
    let start = start.put("gren9", "2605", Facing::EAST).put("smg10", "3105", Facing::WEST).put("maxim", "6101", Facing::WEST);
    let target = unit(&start.0.clone().open(Opening::Draw, [0; 2]), "smg10");
    let start = start.edit("mortar81", |piece| (piece.ranging, piece.order) = (Some((target, 2)), Some(Order::Fire)));
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["assault gren9", "score 0", "score 9", "die 2"]);
    assert_eq!((question(&game).as_str(), piece(&game, "mortar81").ranging), ("where does the unit consolidate?", Some((target, 2))));
    does(&mut game, &["consolidate 3106"]);
    assert_eq!(piece(&game, "mortar81").ranging, None);
}

/// Supplement S11: of two machine guns with one helper left the second is alone.
#[test]
fn of_two_machine_guns_with_one_helper_the_second_is_alone() {
    let start = table(&rows_with(9, 1..=1, PLAIN[0]), [&["g_pzgren10"], &["s_smg10"]]).put("pzgren10", "0205", Facing::EAST);
    let start = start.put("smg10", "1205", Facing::WEST).edit("smg10", has_fired).edit("pzgren10", |piece| piece.men = 3);
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["order pzgren10 fire", "target smg10 0"]);
    assert_eq!(dice(&game), (3, 3));
    does(&mut game, &["score 0"]);
    assert_eq!(dice(&game), (3, 4));
}

/// Decision D26: what a vehicle does not see it does not shell, whoever observes.
#[test]
fn vehicles_do_not_shell() {
    let tower = row_with(20, "#");
    for (id, fires) in [("g_leig18", true), ("g_stug_s", false), ("g_pz4s", false)] {
        let start = table(&rows_with(9, 3..=7, &tower), [&[id, "g_lt"], &["s_smg10"]]).put(name_of(id), "0505", Facing::EAST);
        let game = start.put("lt", "2001", Facing::EAST).put("smg10", "3505", Facing::WEST).ordered(Side::Axis);
        assert_eq!(offered(&game, [&format!("order {} fire", name_of(id))]), [fires], "{id}");
    }
}

/// [PEN.3] Supplement S14: long range takes one from a heavy machine gun, and nothing from PIATs, bazookas, Panzerschrecks and
/// Panzerfausts.
#[test]
fn shaped_charges_lose_nothing_at_long_range() {
    for (weapon, distances, die) in [("piat", [6, 7], 4), ("bazooka", [12, 13], 4), ("panzerschreck", [12, 13], 3)] {
        let quoted = format!("{weapon:?}");
        let start = table_of(&PLAIN, [&["g_schreck"], &["s_t34"]], remade("g_schreck", "\"panzerschreck\"", &quoted));
        for inches in distances {
            let scene =
                Scene(start.0.clone()).put("schreck", "0105", Facing::EAST).put("t34", &format!("{:02}05", 1 + inches), Facing::WEST);
            for (die, damages) in [(die, true), (die - 1, false)] {
                let mut game = Scene(scene.0.clone()).edit("t34", has_fired).ordered(Side::Axis);
                does(&mut game, &["order schreck fire", "target t34 0", "score 1", &format!("die {die}")]);
                assert_eq!(question(&game) == "the die of the vehicle damage table", damages, "{weapon}, {inches} inches, {die}");
            }
        }
    }
    for (inches, die, damages) in [(6, 3, true), (6, 2, false), (12, 3, true), (12, 2, false)] {
        let mut game = duel_on(&PLAIN, ["g_assault8", "s_t34"], inches).ordered(Side::Axis);
        does(&mut game, &["order assault8 fire", "target t34 1", "score 1", &format!("die {die}")]);
        assert_eq!(question(&game) == "the die of the vehicle damage table", damages, "Panzerfaust, {inches} inches, {die}");
    }
    let start = table(&PLAIN, [&["g_251"], &["s_dshk"]]).put("251", "3005", Facing::NORTH).edit("251", has_fired);
    for (cell, die, damages) in [("1205", 5, true), ("1105", 5, false), ("1105", 6, true)] {
        let mut game = Scene(start.0.clone()).put("dshk", cell, Facing::EAST).ordered(Side::Soviet);
        does(&mut game, &["order dshk fire", "target 251 0", "score 1", &format!("die {die}")]);
        assert_eq!(question(&game) == "the die of the vehicle damage table", damages, "heavy machine gun from {cell}, {die}");
    }
}
