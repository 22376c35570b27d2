//! Damage, pins and morale of every kind of unit: what a row says of all of them is tried with each.

use stavka_engine::Side;
use stavka_engine::bolt_action::terms::Order;
use stavka_engine::bolt_action::{BoltAction, Piece};
use stavka_engine::square::Facing;

use crate::bolt_action_kit::{
    OPEN, PLAIN, Scene, choices, dice, does, flame_tank, has_fired, name_of, offered, piece, place, question, remade, side_of, soft_lorry,
    table, table_of, weights,
};

const QUALITIES: [&str; 3] = ["inexperienced", "regular", "veteran"];

/// A unit that shoots first, and another so many inches away, on a table where more may be; the third unit is far away and has no order.
fn opposed(start: &Scene, [shooter, target]: [&str; 2], inches: u8) -> Scene {
    let third = if side_of(shooter) == Side::Axis { "maxim" } else { "mmg" };
    let start = Scene(start.0.clone()).put(name_of(shooter), "0205", Facing::EAST);
    start.put(name_of(target), &format!("{:02}05", 2 + inches), Facing::WEST).put(third, "6101", Facing::WEST)
}

/// The same on a table of their own.
fn against([shooter, target]: [&str; 2], inches: u8) -> Scene {
    let forces: [&[&str]; 2] =
        if side_of(shooter) == Side::Axis { [&[shooter], &[target, "s_maxim"]] } else { [&[target, "g_mmg"], &[shooter]] };
    opposed(&table(&PLAIN, forces), [shooter, target], inches)
}

/// The shooter fires at the target; a shell where it can.
fn fires([shooter, target]: [&str; 2], start: Scene, shells: bool) -> BoltAction {
    let mut game = start.ordered(side_of(shooter));
    let how = if shells { format!("shell {}", name_of(target)) } else { format!("target {} 0", name_of(target)) };
    does(&mut game, &[&format!("order {} fire", name_of(shooter)), &how]);
    if question(&game) == "does the target react?" {
        does(&mut game, &["done"]);
    }
    game
}

/// One shot, one hit, one man under the blast, one pin, until something else is asked.
fn hits(game: &mut BoltAction) {
    while ["the number of shots", "the dice to hit", "the hits of high explosive", "the pins"].contains(&question(game).as_str()) {
        // Two dice of shots are two at least.
        let one = choices(game).into_iter().find(|choice| choice != "score 0").expect("dice have results");
        does(game, &[&one]);
    }
}

/// [DMG.1][DMG.2][DMG.3] The quality of men and of the crews of guns alike is what every kind of weapon has to come to, with its
/// penetration.
#[test]
fn men_and_crews_fall_by_their_quality_to_every_weapon() {
    let shots = [
        ("g_mmg", false, 10, 0_u8),
        ("g_atr", false, 10, 2),
        ("g_schreck", false, 10, 6),
        ("g_pak36", false, 10, 1),
        ("g_leig18", false, 10, 2),
        ("g_leig18", true, 30, 2),
        ("g_mortar50", true, 20, 1),
        ("g_flame", false, 4, 2),
    ];
    let axis = ["g_mmg", "g_atr", "g_schreck", "g_pak36", "g_leig18", "g_mortar50", "g_flame"];
    for (quality, value) in QUALITIES.into_iter().zip([3, 4, 5]) {
        let quality = format!("quality = {quality:?}");
        let made = |id: &'static str, units: String| remade(id, "quality = \"regular\"", &quality)(units);
        let start = table_of(&PLAIN, [&axis, &["s_smg10", "s_45mm", "s_maxim"]], |units| made("s_smg10", made("s_45mm", units)));
        for (shooter, shells, inches, pen) in shots {
            for (target, men) in [("s_smg10", 10), ("s_45mm", 5)] {
                let start = opposed(&start, [shooter, target], inches).edit(name_of(target), has_fired);
                let mut game = fires([shooter, target], start, shells);
                hits(&mut game);
                let need = if question(&game) == "the dice for damage" { dice(&game).1 } else { 1 };
                assert_eq!(need, value.max(pen + 1) - pen, "{shooter} at {target}, {quality}");
                assert!(need > 1 || piece(&game, name_of(target)).men == men - 1, "a certain die takes a man");
            }
        }
    }
}

/// [DMG.4] Supplements S20 and S21, decision D22: a lorry falls to a six of every weapon, with its penetration, from whichever side.
#[test]
fn a_lorry_falls_to_a_six_with_the_penetration_of_every_weapon() {
    let axis = ["g_mmg", "g_atr", "g_flak20", "g_leig18", "g_mortar50", "g_flame"];
    let start = table_of(&PLAIN, [&axis, &["s_m3a1", "s_maxim"]], soft_lorry);
    for (shooter, shells, inches, need) in [
        ("g_mmg", false, 10, 6),
        ("g_atr", false, 10, 4),
        ("g_atr", false, 20, 4),
        ("g_flak20", false, 10, 4),
        ("g_leig18", false, 10, 4),
        ("g_leig18", true, 30, 4),
        ("g_mortar50", true, 20, 5),
        ("g_flame", false, 4, 4),
    ] {
        for facing in [Facing::WEST, Facing::NORTH, Facing::EAST] {
            let start = opposed(&start, [shooter, "s_m3a1"], inches).edit("m3a1", |piece| piece.facing = facing).edit("m3a1", has_fired);
            let mut game = fires([shooter, "s_m3a1"], start, shells);
            hits(&mut game);
            assert_eq!((question(&game).as_str(), dice(&game)), ("the dice for damage", (1, need)), "{shooter}, {facing:?}");
            does(&mut game, &["score 1"]);
            assert_eq!((piece(&game, "m3a1").men, piece(&game, "m3a1").cell.is_some()), (0, true), "{shooter}: a wreck");
        }
    }
}

const ARMOURS: [(&str, u8); 5] = [("armoured-car", 7), ("light-tank", 8), ("medium-tank", 9), ("heavy-tank", 10), ("super-heavy-tank", 11)];

/// What a die against armour does.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Hurt {
    Nothing,
    Superficial,
    Full,
    Massive,
}

fn hurt(game: &BoltAction, target: &str, die: u8) -> Hurt {
    let mut game = game.clone();
    assert_eq!(question(&game), "the die against armour");
    does(&mut game, &[&format!("die {die}")]);
    match question(&game).as_str() {
        "two dice of the vehicle damage table" => Hurt::Massive,
        "the die of the vehicle damage table" => {
            does(&mut game, &["die 4"]);
            if piece(&game, target).men == 0 { Hurt::Full } else { Hurt::Superficial }
        }
        _ => Hurt::Nothing,
    }
}

/// Supplement S23: equal, one or two more, three or more.
fn expected(sum: i16, value: u8) -> Hurt {
    match sum - i16::from(value) {
        ..0 => Hurt::Nothing,
        0 => Hurt::Superficial,
        1 | 2 => Hurt::Full,
        _ => Hurt::Massive,
    }
}

/// [DMG.5][DMG.6][DMG.7][DMG.8][DMG.9][PEN.1][PEN.2][PEN.3] Every armour is damaged by every weapon as die, penetration, side and range add
/// up; long range takes one from all but Shaped Charges (supplement S14), and shells from above strike the top.
#[test]
fn every_armour_is_damaged_as_die_penetration_side_and_range_add_up() {
    let shots = [
        ("g_atr", false, [10, 19], 2, false),
        ("g_schreck", false, [10, 13], 6, true),
        ("g_pak36", false, [10, 25], 4, false),
        ("g_pak40", false, [10, 37], 6, false),
        ("g_flak88", false, [10, 43], 7, false),
        ("g_flak20", false, [10, 25], 2, false),
        ("g_leig18", false, [10, 25], 2, false),
        ("g_lefh18", false, [10, 37], 4, false),
        ("g_lefh18", true, [30, 37], 4, false),
        ("g_mortar120", true, [30, 37], 3, false),
        ("g_flame", false, [3, 4], 2, false),
        ("g_pz2", false, [9, 10], 3, false),
    ];
    // A heavy howitzer, and a tank with a flamethrower.
    let howitzer = remade("g_lefh18", "medium-howitzer", "heavy-howitzer");
    let axis =
        ["g_atr", "g_schreck", "g_pak36", "g_pak40", "g_flak88", "g_flak20", "g_leig18", "g_lefh18", "g_mortar120", "g_flame", "g_pz2"];
    for (armour, value) in ARMOURS {
        let wanted = format!("armour = {armour:?}");
        let armoured = remade("s_t34", "armour = \"medium-tank\"", &wanted);
        let start = table_of(&PLAIN, [&axis, &["s_t34", "s_maxim"]], |units| armoured(howitzer(flame_tank(units))));
        for (shooter, shells, distances, pen, shaped) in shots {
            for (inches, long) in distances.into_iter().zip([false, true]) {
                for (facing, side) in [(Facing::WEST, 0), (Facing::NORTH, 1), (Facing::EAST, 2)] {
                    let start = opposed(&start, [shooter, "s_t34"], inches).edit("t34", |piece| piece.facing = facing);
                    let mut game = fires([shooter, "s_t34"], start.edit("t34", has_fired), shells);
                    hits(&mut game);
                    let side = if shells { 1 } else { side };
                    for die in 1..=6 {
                        let sum = i16::from(die) + pen + side - i16::from(long && !shaped);
                        assert_eq!(hurt(&game, "t34", die), expected(sum, value), "{shooter} at {armour}, {inches} inches, {side}, {die}");
                    }
                }
            }
        }
    }
}

/// [PEN.1][PEN.2] The side that is struck follows the facing, whichever it is, with half of the diagonals in front and half behind: of
/// wheels, half-tracks and tracks, open or not.
#[test]
fn the_side_that_is_struck_follows_every_facing() {
    let rows = [OPEN; 29];
    for (gun, target, value) in [("g_pak36", "s_t34", 9_u8), ("g_pak36", "s_ba10", 7), ("g_pak36", "s_ba64", 7), ("s_45mm", "g_251", 7)] {
        let forces: [&[&str]; 2] = if gun.starts_with("g_") { [&[gun], &[target]] } else { [&[target], &[gun]] };
        let start = table(&rows, forces).put(name_of(target), "2015", Facing::NORTH).edit(name_of(target), has_fired);
        for facing in Facing::ALL {
            for (from, cell) in Facing::ALL.into_iter().zip(["2008", "2708", "2715", "2722", "2022", "1322", "1315", "1308"]) {
                let start =
                    Scene(start.0.clone()).put(name_of(gun), cell, Facing::NORTH).edit(name_of(target), |piece| piece.facing = facing);
                let mut game = fires([gun, target], start, false);
                hits(&mut game);
                let apart = (facing.index() as i16 - from.index() as i16).rem_euclid(8);
                let side = [0_i16, 0, 1, 2, 2][usize::try_from(apart.min(8 - apart)).expect("eighths")];
                // A gun with four: a five less than the armour comes to one less from ahead, to it from the side, to more from behind.
                let die: u8 = value - 5;
                assert_eq!(
                    hurt(&game, name_of(target), die),
                    expected(i16::from(die) + 4 + side, value),
                    "{target} {facing:?} from {from:?}"
                );
            }
        }
    }
}

/// [VDC.1][VDC.2][VDC.4] Every face of the table, superficial and full, of closed vehicles and of open ones of every kind under shells.
#[test]
fn every_face_of_the_damage_table_is_as_its_class_says() {
    // The shell comes to 3 from above: a five or a six at most damages a light tank.
    for (shooter, target, shells, dice, open) in [
        ("g_pak36", "s_t34", false, [5, 6], false),
        ("g_pak36", "s_ba64", false, [3, 4], false),
        ("g_pak36", "s_su76", false, [4, 5], false),
        ("s_45mm", "g_251", false, [3, 4], false),
        ("g_mortar81", "s_ba64", true, [4, 5], true),
        ("g_mortar81", "s_su76", true, [5, 6], true),
        ("s_mortar82", "g_251", true, [4, 5], true),
        ("g_mortar81", "s_ba10", true, [4, 5], false),
        ("g_mortar81", "s_t26", true, [5, 6], false),
    ] {
        let start = against([shooter, target], if shells { 25 } else { 10 }).edit(name_of(target), has_fired);
        let mut game = fires([shooter, target], start, shells);
        hits(&mut game);
        for (die, less) in dice.into_iter().zip([3_i16, 0]) {
            for face in 1..=6_u8 {
                let mut game = game.clone();
                does(&mut game, &[&format!("die {die}"), &format!("die {face}")]);
                let roll = i16::from(face) - less + i16::from(open);
                let burns = question(&game) == "the test of the crew of the burning vehicle";
                let target = piece(&game, name_of(target));
                let seen = (target.men == 0, target.immobilised, burns);
                assert_eq!(seen, (roll >= 4, roll == 2, roll == 3), "{shooter}, die {die}, face {face}");
            }
        }
    }
}

/// Vehicles of every kind with the die that fully damages them, and who shoots at them.
const VEHICLES: [(&str, &str, u8); 8] = [
    ("g_pak40", "s_ba64", 2),
    ("g_pak40", "s_ba10", 2),
    ("s_zis2", "g_251", 2),
    ("g_pak40", "s_su76", 3),
    ("g_pak40", "s_t34", 4),
    ("g_pak40", "s_kv1", 5),
    ("g_pak40", "s_su85", 4),
    ("s_zis2", "g_pz3", 4),
];

const ORDERS: [Option<Order>; 7] =
    [None, Some(Order::Fire), Some(Order::Advance), Some(Order::Run), Some(Order::Ambush), Some(Order::Rally), Some(Order::Down)];

/// A vehicle in a state is damaged fully, and the table shows a face.
fn damaged(start: &Scene, (gun, target, die): (&str, &str, u8), (order, immobilised): (Option<Order>, bool), face: u8) -> BoltAction {
    let state = |piece: &mut Piece| (piece.order, piece.immobilised, piece.pins) = (order, immobilised, 2);
    let mut game = fires([gun, target], Scene(start.0.clone()).edit(name_of(target), state), false);
    hits(&mut game);
    does(&mut game, &[&format!("die {die}"), &format!("die {face}")]);
    game
}

/// [VD.1][VD.2][VD.2.a][VD.3][VD.4][VD.4.a] Each result befalls vehicles of every kind, whatever their order.
#[test]
fn each_result_befalls_vehicles_of_every_kind_whatever_their_order() {
    for vehicle in VEHICLES {
        let name = name_of(vehicle.1);
        let side = side_of(vehicle.1);
        let start = against([vehicle.0, vehicle.1], 10);
        for order in ORDERS {
            // The dice of the side: one of the third unit, which is drawn after the shot, and that of the vehicle, if it is there still.
            let idle = u64::from(order.is_none());
            for immobilised in [false, true] {
                for (face, test) in [(1, None), (3, Some("test pass"))] {
                    let mut game = damaged(&start, vehicle, (order, immobilised), face);
                    does(&mut game, test.as_slice());
                    let hit = piece(&game, name);
                    assert_eq!(
                        (hit.pins, hit.order, hit.men, hit.immobilised),
                        (4, Some(Order::Down), 1, immobilised),
                        "{vehicle:?} {order:?} {face}"
                    );
                    assert_eq!(game.in_bag(side), 0, "{vehicle:?} {order:?} {face}: no die is left to it");
                }
                for (face, test) in [(3, Some("test fail")), (4, None), (5, None), (6, None)] {
                    let mut game = damaged(&start, vehicle, (order, immobilised), face);
                    does(&mut game, test.as_slice());
                    assert_eq!((piece(&game, name).men, place(&game, name).as_str()), (0, "1205"), "{vehicle:?} {order:?} {face}: a wreck");
                    assert_eq!(game.in_bag(side), idle, "{vehicle:?}: its die is in the bag still");
                }
            }
            let game = damaged(&start, vehicle, (order, false), 2);
            let hit = piece(&game, name);
            assert_eq!((hit.pins, hit.order, hit.men, hit.immobilised), (4, order.map(|_| Order::Down), 1, true), "{vehicle:?} {order:?}");
            assert_eq!(game.in_bag(side), idle, "{vehicle:?} {order:?}");
            if order.is_none() {
                let lines = [format!("order {name} fire"), format!("order {name} advance"), format!("order {name} run")];
                assert_eq!(offered(&game, lines.each_ref().map(String::as_str)), [true, false, false], "{vehicle:?}");
            }
            let game = damaged(&start, vehicle, (order, true), 2);
            assert_eq!((piece(&game, name).men, place(&game, name).as_str()), (0, "1205"), "{vehicle:?} {order:?}: abandoned");
        }
    }
}

/// A position in which dice to hit a vehicle are due, and the die that damages it fully.
type Cause<'a> = &'a dyn Fn() -> (BoltAction, &'static str);

/// [VD.1][VD.2][VD.3] The results are the same whoever brings them about: one in Ambush, those who assault, a friend, a shell.
#[test]
fn each_result_is_the_same_whoever_brings_it_about() {
    let ambushed = || {
        let start =
            against(["s_t34", "g_pak40"], 10).edit("pak40", |piece| (piece.order, piece.facing) = (Some(Order::Ambush), Facing::WEST));
        let mut game = start.ordered(Side::Soviet);
        does(&mut game, &["order t34 advance", "leg E 3", "spring pak40"]);
        (game, "die 4")
    };
    let assaulted = || {
        let start = against(["g_pion8", "s_t34"], 5);
        let mut game = start.edit("t34", has_fired).ordered(Side::Axis);
        does(&mut game, &["assault pion8", "score 6"]);
        (game, "die 4")
    };
    let mistaken = || {
        let start =
            table(&PLAIN, [&["g_pak40", "g_pz3"], &["s_smg10"]]).put("pak40", "0205", Facing::EAST).edit("pak40", |piece| piece.pins = 1);
        let start = start.put("pz3", "1205", Facing::WEST).edit("pz3", has_fired).put("smg10", "1805", Facing::WEST);
        let mut game = start.ordered(Side::Axis);
        does(&mut game, &["order pak40 fire", "test fubar", "die 1", "mistake pz3"]);
        (game, "die 4")
    };
    let shelled = || (fires(["g_mortar120", "s_t34"], against(["g_mortar120", "s_t34"], 25).edit("t34", has_fired), true), "die 6");
    let causes: [(&str, Cause<'_>, u8); 4] = [("t34", &ambushed, 2), ("t34", &assaulted, 1), ("pz3", &mistaken, 2), ("t34", &shelled, 2)];
    for (at, (name, cause, pins)) in causes.into_iter().enumerate() {
        // Two results of massive damage, where a six gives it: immobilised twice is abandoned, whatever it was doing.
        let (mut game, _) = cause();
        hits(&mut game);
        does(&mut game, &["die 6"]);
        if question(&game) == "two dice of the vehicle damage table" {
            assert_eq!(weights(&game), [1, 2, 2, 6, 1, 2, 6, 1, 6, 9], "cause {at}");
            does(&mut game, &["mishaps immobilised immobilised"]);
            assert_eq!(piece(&game, name).men, 0, "cause {at}: abandoned");
        }
        for (face, test) in [(1, None), (2, None), (3, Some("test pass")), (3, Some("test fail")), (4, None)] {
            let (mut game, die) = cause();
            hits(&mut game);
            does(&mut game, &[die, &format!("die {face}")]);
            does(&mut game, test.as_slice());
            let hit = piece(&game, name);
            let lost = face == 4 || test == Some("test fail");
            assert_eq!((hit.men == 0, hit.immobilised, hit.cell.is_some()), (lost, face == 2, true), "cause {at}, {face}");
            if !lost {
                assert_eq!((hit.order, hit.pins), (Some(Order::Down), pins), "cause {at}, {face}");
                assert_ne!(question(&game), "the next leg of the vehicle, or done", "cause {at}, {face}: it is halted");
                assert_ne!(question(&game), "which unit is shot at?", "cause {at}, {face}");
            }
        }
    }
}
