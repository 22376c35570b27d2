//! Bolt Action: scenes for rows of shooting, of high explosive and of damage to vehicles.

use stavka_engine::Side;
use stavka_engine::bolt_action::terms::Order;
use stavka_engine::bolt_action::{BoltAction, Piece};
use stavka_engine::square::Facing;

use crate::bolt_action_kit::{Scene, choices, dice, does, name_of, offered, piece, question, remade, table, table_of, table_with, weights};

const PLAIN: [&str; 7] = ["............................................................."; 7];

/// One unit in the west of open ground that looks east, and one so many inches away that looks at it and has its order.
fn duel(shooter: &str, target: &str, inches: u8) -> Scene {
    let [from, to] = [shooter, target].map(name_of);
    let start = table(&PLAIN, [&[shooter], &[target]]).put(from, "0104", Facing::EAST);
    start.put(to, &format!("{:02}04", 1 + inches), Facing::WEST).edit(to, |piece| piece.order = Some(Order::Fire))
}

/// The Axis unit fires at the Soviet one.
fn fired(start: Scene, shooter: &str, target: &str) -> BoltAction {
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &[&format!("order {shooter} fire"), &format!("target {target} 0")]);
    game
}

// ---- the procedure ---------------------------------------------------------------

/// [SHOOT][SHOOT.1][SHOOT.2][SHOOT.3][SHOOT.4][SHOOT.5][SHOOT.6][SHOOT.7]
#[test]
fn the_steps_of_shooting_follow_each_other() {
    let start = duel("g_rifle10", "s_smg10", 10).edit("smg10", |piece| piece.order = None);
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["order rifle10 fire"]);
    let steps = [
        ("which unit is shot at?", "target smg10 0"),
        ("does the target react?", "done"),
        ("the dice to hit", "score 10"),
        ("the dice for damage", "score 6"),
        ("the dice to hit", "score 0"),
        ("the test of morale", "test pass"),
    ];
    for (step, line) in steps {
        assert_eq!(question(&game), step);
        let fallen = step == "the test of morale";
        assert_eq!((piece(&game, "smg10").men, piece(&game, "smg10").pins), if fallen { (4, 1) } else { (10, 0) }, "{step}");
        does(&mut game, &[line]);
    }
    assert_eq!(question(&game), "which unit gets which order?");
}

/// [SHOOT.3][WPN.01][WPN.06] Rifles reach 24 inches, the machine gun 30, nobody 31.
#[test]
fn weapons_that_are_in_range_shoot() {
    for (inches, shots) in [(24, 10), (25, 3), (30, 3)] {
        assert_eq!(dice(&fired(duel("g_rifle10", "s_smg10", inches), "rifle10", "smg10")).0, shots, "{inches} inches");
    }
    assert_eq!(offered(&duel("g_rifle10", "s_smg10", 31).ordered(Side::Axis), ["order rifle10 fire"]), [false]);
}

/// [SHOOT.4][SHOOT.5][DMG.1][DMG.2][DMG.3] A die for each shot, then a die for each hit, by the quality of those who are hit.
#[test]
fn each_hit_is_a_die_for_damage() {
    for (target, need) in [("s_militia12", 3), ("s_smg10", 4), ("s_rider8", 5)] {
        let name = name_of(target);
        let mut game = fired(duel("g_rifle10", target, 10), "rifle10", name);
        does(&mut game, &["score 7"]);
        assert_eq!((question(&game).as_str(), dice(&game)), ("the dice for damage", (7, need)), "{target}");
        let men = piece(&game, name).men;
        does(&mut game, &["score 2", "score 0"]);
        assert_eq!(piece(&game, name).men, men - 2, "{target}");
    }
}

/// [HIT][HIT.1][HIT.2][HIT.3][HIT.4][HIT.5][HIT.6][HIT.7] The number that a rifle needs, fact by fact, then all that may hold together.
#[test]
fn the_facts_of_a_shot_come_from_the_units() {
    let need = |shooter: &str, inches: u8, from: fn(&mut Piece), to: fn(&mut Piece)| {
        let name = name_of(shooter);
        dice(&fired(duel(shooter, "s_smg10", inches).edit(name, from).edit("smg10", to), name, "smg10")).1
    };
    let same: fn(&mut Piece) = |_| {};
    assert_eq!(need("g_rifle10", 10, same, same), 3);
    assert_eq!([need("g_rifle10", 6, same, same), need("g_rifle10", 7, same, same)], [2, 3], "close up to six inches");
    assert_eq!([need("g_rifle10", 15, same, same), need("g_rifle10", 16, same, same)], [3, 4], "the machine gun: long beyond 15 inches");
    assert_eq!([need("g_rifle10", 5, same, same), need("g_guard10", 5, same, same)], [2, 3], "inexperienced");
    assert_eq!(need("g_rifle10", 10, same, |piece| piece.order = Some(Order::Down)), 4, "Down");
    assert_eq!([need("g_rifle10", 10, same, |piece| piece.men = 2), need("g_rifle10", 10, same, |piece| piece.men = 3)], [4, 3], "small");
    assert_eq!(need("g_guard10", 13, same, |piece| (piece.men, piece.order) = (2, Some(Order::Down))), 7, "six and six");
    for (pins, expected) in [(1, 4), (2, 5), (3, 6)] {
        // A pin is lost by the test of the order.
        let mut game = duel("g_rifle10", "s_smg10", 10).edit("rifle10", |piece| piece.pins = pins + 1).ordered(Side::Axis);
        does(&mut game, &["order rifle10 fire", "test pass", "target smg10 0"]);
        assert_eq!(dice(&game).1, expected, "{pins} pins");
    }
}

/// [HIT.8][HIT.9] Decisions D8 and D13.
#[test]
fn cover_comes_from_the_ground_and_from_works() {
    for (glyph, need) in [('.', 3), (',', 4), ('f', 4), ('T', 4), ('w', 5), ('v', 5), ('t', 5)] {
        let row = format!("{}{glyph}{}", ".".repeat(10), ".".repeat(29));
        let start = table(&[row.as_str(); 7], [&["g_rifle10"], &["s_smg10"]]).put("rifle10", "0104", Facing::EAST);
        let start = start.put("smg10", "1104", Facing::WEST).edit("smg10", |piece| piece.order = Some(Order::Fire));
        assert_eq!(dice(&fired(start, "rifle10", "smg10")).1, need, "{glyph:?}");
    }
    assert_eq!(dice(&fired(duel("g_rifle10", "s_smg10", 10).edit("smg10", |piece| piece.dug_in = true), "rifle10", "smg10")).1, 5);
}

/// [WSR][WPN.07] Supplement S12: a Fixed weapon does not fire on an Advance.
#[test]
fn a_fixed_weapon_does_not_fire_on_an_advance() {
    for (shooter, fires) in [("g_mmg", false), ("g_rifle10", true)] {
        let name = name_of(shooter);
        let mut game = duel(shooter, "s_smg10", 10).ordered(Side::Axis);
        does(&mut game, &[&format!("order {name} advance"), "move 0104"]);
        if !fires {
            does(&mut game, &["face mmg E"]);
        }
        assert_eq!(question(&game) == "which unit is shot at?", fires, "{shooter}");
    }
}

/// [WSR][WPN.15] Supplement S13: a One-shot weapon is spent by its shot.
#[test]
fn a_panzerfaust_is_fired_once() {
    let mut game = duel("g_assault8", "s_t34", 10).ordered(Side::Axis);
    does(&mut game, &["order assault8 fire"]);
    assert_eq!(offered(&game, ["target t34 0", "target t34 1", "target t34 2", "target t34 3"]), [true, true, true, false]);
    does(&mut game, &["target t34 1"]);
    // Ten of its twelve inches are long range.
    assert_eq!((dice(&game), piece(&game, "assault8").panzerfausts), ((1, 4), 1));
}

/// [WSR][WPN.20] Supplement S15: a die of shots, a D3 of pins, a test of morale after any loss.
#[test]
fn flames_frighten() {
    let mut game = fired(duel("g_flame", "s_smg10", 5), "flame", "smg10");
    assert_eq!((question(&game).as_str(), choices(&game).len()), ("the number of shots", 6));
    does(&mut game, &["score 2"]);
    assert_eq!(dice(&game), (2, 3), "close, and long for six inches");
    does(&mut game, &["score 1"]);
    assert_eq!((question(&game).as_str(), choices(&game)), ("the pins", vec!["score 1".into(), "score 2".into(), "score 3".to_owned()]));
    does(&mut game, &["score 3", "score 1"]);
    assert_eq!((question(&game).as_str(), piece(&game, "smg10").men, piece(&game, "smg10").pins), ("the test of morale", 9, 4));
}

/// [WSR][WPN.25] Supplement S28: a howitzer fires directly at what is near, and indirectly too from 24 inches on.
#[test]
fn a_howitzer_fires_directly_or_indirectly() {
    for (inches, indirectly) in [(23, false), (24, true), (48, true)] {
        let mut game = duel("g_leig18", "s_smg10", inches).ordered(Side::Axis);
        does(&mut game, &["order leig18 fire"]);
        assert_eq!(offered(&game, ["target smg10 0", "shell smg10"]), [true, indirectly], "{inches} inches");
    }
}

// ---- high explosive -----------------------------------------------------------------

/// [HE.1] A light gun at men: one or two hits, one pin without a die, three or more to damage regulars.
#[test]
fn a_light_shell_makes_up_to_two_hits_and_one_pin() {
    let mut game = fired(duel("g_pak36", "s_rifle11", 20), "pak36", "rifle11");
    does(&mut game, &["score 1"]);
    assert_eq!((question(&game).as_str(), choices(&game)), ("the hits of high explosive", vec!["score 1".into(), "score 2".to_owned()]));
    does(&mut game, &["score 2"]);
    assert_eq!((question(&game).as_str(), dice(&game)), ("the dice for damage", (2, 3)));
    does(&mut game, &["score 2"]);
    assert_eq!((piece(&game, "rifle11").men, piece(&game, "rifle11").pins), (9, 1));
}

/// [WPN.22][WPN.23][WPN.24][WPN.25] Nearest and farthest of indirect fire.
#[test]
fn mortars_and_howitzers_have_a_least_and_a_greatest_range() {
    let shells = |gun: &str, inches: u8| {
        let name = name_of(gun);
        let plain = ".".repeat(61);
        let rows = [plain.as_str(); 9];
        let start = table(&rows, [&[gun], &["s_rifle11", "s_smg10"]]).put(name, "0104", Facing::EAST);
        let start = start.put("smg10", "6109", Facing::WEST).put("rifle11", &format!("{:02}04", 1 + inches), Facing::WEST);
        let mut game = start.ordered(Side::Axis);
        let order = format!("order {name} fire");
        offered(&game, [order.as_str()])[0] && {
            does(&mut game, &[&order]);
            offered(&game, ["shell rifle11"])[0]
        }
    };
    for (gun, least, most) in [("g_mortar50", 12, 24), ("g_mortar81", 18, 60), ("g_mortar120", 18, 60), ("g_leig18", 24, 48)] {
        let told = [least - 1, least, most].map(|inches| shells(gun, inches));
        assert_eq!(told, [false, true, true], "{gun}");
    }
    assert_eq!([shells("g_mortar50", 25), shells("g_leig18", 49)], [false, false], "the table is shorter than the range of the others");
}

/// [DMG.4] No unit of the game is soft-skinned, so that one is made: a six damages, whatever the side, and ends it.
#[test]
fn a_soft_skinned_vehicle_falls_to_a_six() {
    let soft = remade("s_ba64", "armour = \"armoured-car\"", "armour = \"soft-skin\"");
    let start = table_of(&PLAIN, [&["g_rifle10"], &["s_ba64"]], soft).put("rifle10", "0104", Facing::EAST);
    let start = start.put("ba64", "2104", Facing::EAST).edit("ba64", |piece| piece.order = Some(Order::Fire));
    let mut game = fired(start, "rifle10", "ba64");
    does(&mut game, &["score 1"]);
    assert_eq!((question(&game).as_str(), dice(&game)), ("the dice for damage", (1, 6)));
    does(&mut game, &["score 1"]);
    assert_eq!(piece(&game, "ba64").men, 0);
}

/// [HE.2][HE.3][HE.4][WPN.22][WPN.23][WPN.24] Hits, pins and penetration by the size.
#[test]
fn a_shell_makes_hits_and_pins_by_its_size() {
    for (mortar, inches, hits, pins, need) in
        [("g_mortar50", 20, 1..=3, None, 3), ("g_mortar81", 20, 1..=6, Some(1..=2), 2), ("g_mortar120", 20, 2..=12, Some(1..=3), 1)]
    {
        let name = name_of(mortar);
        let mut game = duel(mortar, "s_rifle11", inches).ordered(Side::Axis);
        does(&mut game, &[&format!("order {name} fire"), "shell rifle11"]);
        assert_eq!(dice(&game), (1, 6), "{mortar}");
        does(&mut game, &["score 1"]);
        let scores = |range: std::ops::RangeInclusive<u8>| range.map(|total| format!("score {total}")).collect::<Vec<_>>();
        assert_eq!((question(&game).as_str(), choices(&game)), ("the hits of high explosive", scores(hits)), "{mortar}");
        does(&mut game, &["score 2"]);
        let most = pins.map_or(1, |pins| {
            assert_eq!((question(&game).as_str(), choices(&game)), ("the pins", scores(pins.clone())), "{mortar}");
            does(&mut game, &[&format!("score {}", pins.end())]);
            *pins.end()
        });
        if need > 1 {
            assert_eq!((question(&game).as_str(), dice(&game)), ("the dice for damage", (2, need)), "{mortar}");
            does(&mut game, &["score 2"]);
        }
        assert_eq!((piece(&game, "rifle11").men, piece(&game, "rifle11").pins), (9, most), "{mortar}");
    }
}

// ---- armour ---------------------------------------------------------------------------

/// The best result of a shot at a vehicle that looks at the shooter, by the face of the die: 0 nothing, 1 a result, 2 two results.
fn by_face(start: impl Fn() -> Scene, shooter: &str, target: &str) -> Vec<u8> {
    let struck = |die: u8| {
        let mut game = fired(start(), shooter, target);
        does(&mut game, &["score 1", &format!("die {die}")]);
        match question(&game).as_str() {
            "the die of the vehicle damage table" => 1,
            "two dice of the vehicle damage table" => 2,
            _ => 0,
        }
    };
    (1..=6).map(struck).collect()
}

/// [DMG][DMG.5][DMG.6][DMG.7][DMG.8][SHOOT.5] A light gun (+4), near enough, against 7+ to 10+.
#[test]
fn a_hit_damages_armour_by_its_class() {
    for (target, faces) in
        [("s_ba10", [0, 0, 1, 1, 1, 2]), ("s_t70", [0, 0, 0, 1, 1, 1]), ("s_t34", [0, 0, 0, 0, 1, 1]), ("s_kv1", [0, 0, 0, 0, 0, 1])]
    {
        assert_eq!(by_face(|| duel("g_pak36", target, 20), "pak36", name_of(target)), faces, "{target}");
    }
}

/// [DMG.9] A medium gun (+5) against 11+.
#[test]
fn a_six_damages_a_super_heavy_tank() {
    let start = || {
        let start = table(&PLAIN, [&["g_tiger2"], &["s_zis3"]]).put("tiger2", "0104", Facing::EAST).put("zis3", "2104", Facing::WEST);
        start.edit("tiger2", |piece| piece.order = Some(Order::Fire))
    };
    for (die, damaged) in [(5, false), (6, true)] {
        let mut game = start().ordered(Side::Soviet);
        does(&mut game, &["order zis3 fire", "target tiger2 0", "score 1", &format!("die {die}")]);
        assert_eq!(question(&game) == "the die of the vehicle damage table", damaged, "{die}");
    }
}

/// [PEN][PEN.1][PEN.2][PEN.3] A light gun against 9+: front, side, rear, and the front at long range.
#[test]
fn penetration_grows_towards_the_rear_and_falls_with_the_range() {
    let looking = |facing: Facing, inches: u8| {
        by_face(|| duel("g_pak36", "s_t34", inches).edit("t34", |piece| piece.facing = facing), "pak36", "t34")
    };
    assert_eq!(looking(Facing::WEST, 20), [0, 0, 0, 0, 1, 1]);
    assert_eq!(looking(Facing::NORTH, 20), [0, 0, 0, 1, 1, 1]);
    assert_eq!(looking(Facing::EAST, 20), [0, 0, 1, 1, 1, 2]);
    assert_eq!([looking(Facing::WEST, 24), looking(Facing::WEST, 25)], [[0, 0, 0, 0, 1, 1], [0, 0, 0, 0, 0, 1]]);
}

/// A medium tank after a hit of the light gun with this die against the armour of its rear.
fn struck(die: u8) -> BoltAction {
    let start = duel("g_pak36", "s_t34", 20).edit("t34", |piece| (piece.facing, piece.order) = (Facing::EAST, None));
    let mut game = fired(start, "pak36", "t34");
    does(&mut game, &["score 1", &format!("die {die}")]);
    game
}

/// [VD][VD.1][VD.2][VD.3][VD.4][VDC.1][VDC.2] By class and die: stunned, immobilised, on fire, destroyed.
#[test]
fn the_class_of_damage_says_how_the_table_is_rolled() {
    let result = |die: u8, face: u8| {
        let mut game = struck(die);
        does(&mut game, &[&format!("die {face}")]);
        let tank = piece(&game, "t34");
        match (question(&game).as_str(), tank.men, tank.immobilised, tank.order) {
            ("the test of the crew of the burning vehicle", ..) => 'f',
            (_, 0, ..) => 'd',
            (_, _, true, _) => 'i',
            (_, _, false, Some(Order::Down)) => 's',
            other => panic!("{other:?}"),
        }
    };
    let superficial: String = (1..=6).map(|face| result(3, face)).collect();
    let full: String = (1..=6).map(|face| result(4, face)).collect();
    assert_eq!((superficial.as_str(), full.as_str()), ("ssssif", "sifddd"));
}

/// [VDC.3] Two results, of which both apply, the lesser one first.
#[test]
fn massive_damage_is_two_results() {
    let mut game = struck(6);
    assert_eq!((question(&game).as_str(), choices(&game).len()), ("two dice of the vehicle damage table", 10));
    assert_eq!(weights(&game).iter().sum::<u64>(), 36);
    does(&mut game, &["mishaps stunned immobilised"]);
    let tank = piece(&game, "t34");
    assert_eq!((tank.immobilised, tank.order, tank.pins), (true, Some(Order::Down), 3), "a pin of the hit and one of each result");
    let mut game = struck(6);
    does(&mut game, &["mishaps immobilised immobilised"]);
    assert_eq!(piece(&game, "t34").men, 0, "immobilised twice");
}

/// [VD.1] Nothing more in this turn.
#[test]
fn a_stunned_vehicle_gets_no_order_in_the_turn() {
    let start = table(&PLAIN, [&["g_pak36"], &["s_t34", "s_smg10"]]).put("pak36", "0104", Facing::EAST).put("t34", "2104", Facing::EAST);
    let mut game = fired(start.put("smg10", "6101", Facing::WEST), "pak36", "t34");
    does(&mut game, &["score 1", "die 4", "die 1"]);
    assert_eq!(piece(&game, "t34").order, Some(Order::Down));
    assert!(choices(&game).iter().all(|line| !line.contains("t34")), "{:?}", choices(&game));
}

/// [VD.2] It never moves again; if it has acted, its die is turned to Down.
#[test]
fn an_immobilised_vehicle_that_has_acted_is_down() {
    for (order, after) in [(Some(Order::Fire), Some(Order::Down)), (None, None)] {
        let start = duel("g_pak36", "s_t34", 20).edit("t34", |piece| (piece.facing, piece.order) = (Facing::EAST, order));
        let mut game = fired(start, "pak36", "t34");
        does(&mut game, &["score 1", "die 4", "die 2"]);
        assert_eq!((piece(&game, "t34").immobilised, piece(&game, "t34").order), (true, after));
        if after.is_none() {
            assert_eq!(offered(&game, ["order t34 fire", "order t34 advance", "order t34 run"]), [true, false, false]);
        }
    }
}

/// [VD.3] A pin, then a test with it: out and Down, or the crew leaves.
#[test]
fn the_crew_of_a_burning_vehicle_is_tested() {
    let mut game = struck(4);
    does(&mut game, &["die 3"]);
    // A regular crew with a pin: eight or less.
    assert_eq!((question(&game).as_str(), weights(&game)), ("the test of the crew of the burning vehicle", vec![26, 10]));
    let mut fails = game.clone();
    does(&mut game, &["test pass"]);
    assert_eq!((piece(&game, "t34").men, piece(&game, "t34").order), (1, Some(Order::Down)));
    does(&mut fails, &["test fail"]);
    assert_eq!(piece(&fails, "t34").men, 0);
}

/// [VD.4][VD.4.a] A wreck is impassable, but neither blocks sight nor covers (decision D9); a switch takes it away.
#[test]
fn a_destroyed_vehicle_is_a_wreck_or_is_gone() {
    for wrecks in [true, false] {
        let switched = |text: &str| text.replace("wrecks = true", &format!("wrecks = {wrecks}"));
        let start = table_with(&PLAIN, [&["g_pak36", "g_rifle10"], &["s_t34", "s_smg10"]], switched);
        let start = start.put("pak36", "0104", Facing::EAST).put("t34", "2104", Facing::EAST).put("rifle10", "1804", Facing::EAST);
        let start = start.put("smg10", "3404", Facing::WEST).edit("smg10", |piece| piece.order = Some(Order::Fire));
        let mut game = fired(start.edit("t34", |piece| piece.order = Some(Order::Run)), "pak36", "t34");
        does(&mut game, &["score 1", "die 4", "die 6"]);
        assert_eq!((piece(&game, "t34").men, piece(&game, "t34").cell.is_some()), (0, wrecks));
        let mut shoots = game.clone();
        does(&mut game, &["order rifle10 advance"]);
        assert_eq!(offered(&game, ["move 2104", "move 2103"]), [!wrecks, true], "wrecks: {wrecks}");
        does(&mut shoots, &["order rifle10 fire", "target smg10 0"]);
        assert_eq!(dice(&shoots), (10, 4), "sixteen inches, over the wreck");
    }
}

/// [VDC.4] The top of an open vehicle: one more on the table.
#[test]
fn an_open_topped_vehicle_fears_mortars() {
    let results = |target: &str| {
        let start = duel("g_mortar81", target, 20);
        let mut game = start.ordered(Side::Axis);
        let name = name_of(target);
        does(&mut game, &["order mortar81 fire", &format!("shell {name}"), "score 1", "score 2"]);
        // Two of the shell and one of the top against 7+: a four is superficial damage.
        does(&mut game, &["die 4"]);
        let lost = |face: u8| {
            let mut game = game.clone();
            does(&mut game, &[&format!("die {face}")]);
            piece(&game, name).men == 0
        };
        (1..=6).map(lost).collect::<Vec<bool>>()
    };
    assert_eq!(results("s_ba64"), [false, false, false, false, false, true]);
    assert_eq!(results("s_ba10"), [false; 6]);
}
