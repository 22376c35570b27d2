//! Pins and morale of every kind of unit, and the ranging of every kind of mortar at every kind of target.

use stavka_engine::Side;
use stavka_engine::bolt_action::terms::Order;
use stavka_engine::bolt_action::{BoltAction, Opening, Piece};
use stavka_engine::square::Facing;

use crate::bolt_action_kit::{
    OPEN, PLAIN, Scene, all_are, choices, dice, does, escapes, has_fired, passes, piece, question, remade, row_with, rows_with, soft_lorry,
    table, table_of, unit, weights,
};

const QUALITIES: [(&str, i8); 3] = [("inexperienced", 8), ("regular", 9), ("veteran", 10)];

/// Ranks with their bonus and radius.
const RANKS: [(&str, i8, u8); 4] = [("second-lieutenant", 1, 6), ("lieutenant", 2, 6), ("captain", 3, 12), ("major", 4, 12)];

/// Ways to pass of the test at hand.
fn ways(game: &BoltAction) -> u64 {
    assert_eq!(choices(game)[0], "test pass", "{}", question(game));
    weights(game)[0]
}

/// Orders, morale and fire: the tests that units of a kind come to, three pins on each at the time. The first three are of orders.
fn tested(start: &Scene, officer: Option<&str>) -> [u64; 6] {
    let at = |scene: Scene| match officer {
        Some(cell) => scene.put("s-lt", cell, Facing::WEST).edit("s-lt", has_fired),
        None => scene,
    };
    let ordered = |name: &str| {
        let scene = Scene(start.0.clone()).put(name, "2005", Facing::WEST).edit(name, |piece| piece.pins = 3);
        let mut game = at(scene.put("pak40", "0205", Facing::EAST).edit("pak40", has_fired)).ordered(Side::Soviet);
        does(&mut game, &[&format!("order {name} advance")]);
        ways(&game)
    };
    let shot_at = |gun: &str, name: &str, pins: u8, lines: &[&str]| {
        let scene = Scene(start.0.clone()).put(name, "2005", Facing::WEST).edit(name, has_fired).edit(name, |piece| piece.pins = pins);
        let mut game = at(scene.put(gun, "0205", Facing::EAST)).ordered(Side::Axis);
        does(&mut game, &[&format!("order {gun} fire"), &format!("target {name} 0")]);
        does(&mut game, lines);
        ways(&game)
    };
    // A hit pins men before they are tested. The pin of a fire is there when the crew is tested, that of the hit follows [VD.3].
    [
        ordered("rifle9"),
        ordered("45mm"),
        ordered("t34"),
        shot_at("rifle10", "rifle9", 2, &["score 6", "score 6"]),
        shot_at("mmg", "45mm", 2, &["score 4", "score 4"]),
        shot_at("pak40", "t34", 2, &["score 1", "die 4", "die 3"]),
    ]
}

/// [MOR.1][MOR.2][MOR.3][MOR.4][MOR.5][MOR.6][MOR.7][SHOOT.7][VD.3] The value of a test is the same for men, guns and vehicles, of their
/// orders, of morale and of fire: that of the quality and of the best officer near enough, less the pins.
#[test]
fn every_test_of_every_kind_of_unit_has_its_value() {
    let forces: [&[&str]; 2] = [&["g_rifle10", "g_mmg", "g_pak40", "g_lt"], &["s_rifle9", "s_45mm", "s_t34", "s_lt"]];
    let rows = [OPEN; 20];
    for (quality, value) in QUALITIES {
        for (rank, bonus, radius) in RANKS {
            let named = format!("rank = {rank:?}");
            let start = table_of(&rows, forces, |units| remade("s_lt", "rank = \"lieutenant\"", &named)(all_are(quality)(units)));
            assert_eq!(tested(&start, None), [passes(value - 3); 6], "{quality}");
            for (cell, near) in [(format!("{}05", 20 + radius), true), (format!("{}06", 20 + radius), false), ("2205".into(), true)] {
                let value = if near { value + bonus } else { value };
                assert_eq!(tested(&start, Some(&cell)), [passes(value - 3); 6], "{quality}, {rank} in {cell}");
            }
        }
    }
}

/// Supplement S25: an officer helps whatever has befallen him, his own men too, but not the enemy; of two the better helps.
#[test]
fn an_officer_helps_whatever_has_befallen_him() {
    let forces: [&[&str]; 2] = [&["g_rifle10", "g_lt"], &["s_rifle9", "s_lt", "s_cpt", "s_2lt"]];
    let start = table(&PLAIN, forces).put("g-lt", "1209", Facing::EAST).put("rifle9", "1205", Facing::WEST);
    let value = |scene: Scene, name: &str| {
        let mut game = scene.edit(name, |piece| piece.pins = 1).ordered(Side::Soviet);
        does(&mut game, &[&format!("order {name} run")]);
        ways(&game)
    };
    let scene = || Scene(start.0.clone());
    assert_eq!(value(scene(), "rifle9"), passes(8), "an officer of the enemy is four inches away");
    let befallen: [fn(&mut Piece); 3] = [|_| {}, |piece| piece.order = Some(Order::Down), |piece| (piece.pins, piece.men) = (8, 1)];
    for change in befallen {
        assert_eq!(value(scene().put("s-lt", "1405", Facing::WEST).edit("s-lt", change), "rifle9"), passes(10));
    }
    assert_eq!(value(scene().put("s-lt", "1405", Facing::WEST), "s-lt"), passes(10));
    let two = || scene().put("s-lt", "1405", Facing::WEST).put("2lt", "1005", Facing::WEST);
    assert_eq!(value(two(), "rifle9"), passes(10));
    assert_eq!(value(two().put("cpt", "1207", Facing::WEST), "rifle9"), passes(11));
    assert_eq!(value(two(), "2lt"), passes(10), "a better one helps him");
}

/// [MOR.1][MOR.2][MOR.3] Supplement S2: as many pins as the value of the quality destroy men, guns and vehicles, and no officer helps.
#[test]
fn as_many_pins_as_the_value_destroy_every_kind_of_unit() {
    let forces: [&[&str]; 2] = [&["g_pak40", "g_mmg"], &["s_rifle9", "s_45mm", "s_t34", "s_lt"]];
    for (quality, value) in QUALITIES {
        let start = table_of(&PLAIN, forces, all_are(quality)).put("lt", "2209", Facing::WEST).edit("lt", has_fired);
        for (name, gun, lines) in [
            ("rifle9", "mmg", &["score 1", "score 0"][..]),
            ("45mm", "mmg", &["score 1", "score 0"]),
            ("t34", "pak40", &["score 1", "die 1"]),
        ] {
            for pins in [value - 2, value - 1] {
                let scene = Scene(start.0.clone()).put(name, "2005", Facing::WEST).edit(name, has_fired).put(gun, "0205", Facing::EAST);
                let mut game = scene.edit(name, |piece| piece.pins = u8::try_from(pins).expect("pins")).ordered(Side::Axis);
                does(&mut game, &[&format!("order {gun} fire"), &format!("target {name} 0")]);
                does(&mut game, lines);
                let left = piece(&game, name);
                assert_eq!(
                    (left.men == 0, left.cell.is_some()),
                    (pins == value - 1, pins < value - 1 || name == "t34"),
                    "{quality} {name}, {pins}"
                );
            }
        }
    }
}

/// [SHOOT.7] Supplement S3: half or more of the men who are there, however many there once were, of squads, officers and guns.
#[test]
fn half_of_those_who_are_there_are_tested() {
    let forces: [&[&str]; 2] = [&["g_rifle10", "g_rifle10_v"], &["s_rifle10_i", "s_45mm", "s_lt", "s_militia12"]];
    let start = table(&PLAIN, forces).put("rifle10", "0205", Facing::EAST);
    for (name, men, most) in
        [("rifle10_i", 10, 10_u8), ("rifle10_i", 9, 9), ("rifle10_i", 6, 6), ("45mm", 5, 5), ("45mm", 4, 4), ("lt", 3, 3), ("lt", 2, 2)]
    {
        for order in [Order::Fire, Order::Down] {
            for lost in 0..most.min(9) {
                let scene = Scene(start.0.clone()).put(name, "0905", Facing::WEST);
                let mut game = scene.edit(name, |piece| (piece.order, piece.men) = (Some(order), men)).ordered(Side::Axis);
                does(&mut game, &["order rifle10 fire", &format!("target {name} 0"), "score 9", &format!("score {lost}")]);
                if question(&game) == "the dice to hit" {
                    does(&mut game, &["score 0"]);
                }
                assert_eq!(question(&game) == "the test of morale", 2 * lost >= men, "{lost} of {men} of {name}, {order:?}");
                assert_eq!((piece(&game, name).men, piece(&game, name).pins), (men - lost, 1));
            }
        }
    }
}

/// [VD.1] Supplements S2 and S32: every weapon with penetration pins closed armour that it hits, harmed or not; small arms pin open
/// vehicles and lorries too, and so do the weapons of vehicles all others. What stuns a vehicle pins it once more.
#[test]
fn every_weapon_pins_what_it_hits() {
    let axis = ["g_mmg", "g_atr", "g_schreck", "g_flame", "g_pak36", "g_leig18", "g_mortar50", "g_pz2", "g_222"];
    let targets = ["s_smg10", "s_45mm", "s_m3a1", "s_ba64", "s_t34", "s_ba10"];
    let start = table_of(&PLAIN, [&axis, &targets], soft_lorry);
    for (gun, inches, shells, closed) in [
        ("mmg", 10, false, false),
        ("atr", 10, false, true),
        ("schreck", 10, false, true),
        ("pak36", 10, false, true),
        ("leig18", 10, false, true),
        ("leig18", 30, true, true),
        ("mortar50", 20, true, true),
        ("222", 10, false, true),
        ("flame", 5, false, true),
    ] {
        for target in ["smg10", "45mm", "m3a1", "ba64", "t34", "ba10"] {
            let scene = Scene(start.0.clone()).put(gun, "0205", Facing::EAST).put(target, &format!("{:02}05", 2 + inches), Facing::WEST);
            let mut game = scene.edit(target, has_fired).ordered(Side::Axis);
            let how = if shells { format!("shell {target}") } else { format!("target {target} 0") };
            does(&mut game, &[&format!("order {gun} fire"), &how]);
            // One hit, and the least that may follow.
            while [
                "the number of shots",
                "the dice to hit",
                "the hits of high explosive",
                "the pins",
                "the dice for damage",
                "the die against armour",
            ]
            .contains(&question(&game).as_str())
            {
                let first = choices(&game)[0].clone();
                let hit = if question(&game) == "the dice to hit" { "score 1" } else { &first };
                does(&mut game, &[hit]);
            }
            let hit = piece(&game, target);
            // Flames pin by a D3 more. A Panzerschreck damages any armour, and what is lost is not looked at.
            let pins = u8::from(closed || !["t34", "ba10"].contains(&target)) + u8::from(gun == "flame");
            let harmed = hit.men == 0 || question(&game) == "the die of the vehicle damage table";
            assert!(harmed || hit.pins == pins, "{gun} at {target}: {} pins, {}", hit.pins, question(&game));
        }
    }
    for die in [3, 4] {
        let scene = Scene(start.0.clone()).put("pak36", "0205", Facing::EAST).put("ba10", "1205", Facing::WEST).edit("ba10", has_fired);
        let mut game = scene.ordered(Side::Axis);
        does(&mut game, &["order pak36 fire", "target ba10 0", "score 1", &format!("die {die}"), "die 1"]);
        assert_eq!(piece(&game, "ba10").pins, 2, "die {die}");
    }
    let heavy = table(&PLAIN, [&["g_pz3"], &["s_dshk"]]).put("pz3", "1205", Facing::WEST).edit("pz3", has_fired);
    let mut game = heavy.put("dshk", "0205", Facing::EAST).ordered(Side::Soviet);
    does(&mut game, &["order dshk fire", "target pz3 0", "score 1", "die 6"]);
    assert_eq!(piece(&game, "pz3").pins, 1, "a heavy machine gun does no harm from ahead, and pins");
    let scene = Scene(start.0.clone()).put("mmg", "0205", Facing::EAST).put("smg10", "1105", Facing::WEST);
    let mut game = scene.ordered(Side::Soviet);
    does(&mut game, &["assault smg10", "return mmg", "score 1", "score 0"]);
    assert_eq!(piece(&game, "smg10").pins, 1, "those who are assaulted pin those who come");
}

/// Decision D20: of the pins of two shells of one action the greatest roll counts, whichever comes first.
#[test]
fn the_greatest_roll_of_two_shells_counts() {
    let two = remade("g_mortar81", "[\"medium-mortar\", \"helper*4\"]", "[\"medium-mortar*2\", \"helper*3\"]");
    let start = table_of(&PLAIN, [&["g_mortar81"], &["s_smg10"]], two).put("mortar81", "0205", Facing::EAST);
    let start = start.put("smg10", "3005", Facing::WEST).edit("smg10", has_fired);
    for (rolls, pins) in
        [(["score 1", "score 1"], 1), (["score 1", "score 2"], 2), (["score 2", "score 1"], 2), (["score 2", "score 2"], 2)]
    {
        let mut game = Scene(start.0.clone()).ordered(Side::Axis);
        does(&mut game, &["order mortar81 fire", "shell smg10", "score 2", "score 1", rolls[0], "score 1", rolls[1], "score 0"]);
        assert_eq!(piece(&game, "smg10").pins, pins, "{rolls:?}");
    }
}

// ---- indirect fire -----------------------------------------------------------------------------------

const TARGETS: [&str; 7] = ["s_smg10", "s_45mm", "s_zis3", "s_ba64", "s_t34", "s_maxim", "s_su76"];
const MORTARS: [&str; 6] = ["g_mortar81", "g_mortar120", "g_leig18", "g_lefh18", "g_mortar50", "g_251"];

/// A table with shells; every unit of a list may be there.
fn barrage() -> Scene {
    table(&[OPEN; 20], [&MORTARS, &TARGETS])
}

/// For [`Scene::edit`]: a unit that has had two shots at another one.
fn has_ranged(start: &Scene, target: &str, shots: u8) -> impl Fn(&mut Piece) + use<> {
    let target = unit(&start.0.clone().open(Opening::Draw, [0; 2]), target);
    move |piece: &mut Piece| piece.ranging = Some((target, shots))
}

/// Supplement S27: shot after shot of mortars and howitzers at men, guns and vehicles needs 6, 5, 4, 3, 2 and 2 again, whatever else would
/// make a hit harder or easier.
#[test]
fn each_shell_needs_one_less_whatever_the_target_and_nothing_else_counts() {
    let start = barrage();
    for (mortar, inches) in [("mortar81", 20), ("mortar120", 40), ("leig18", 30), ("lefh18", 31), ("mortar50", 14)] {
        for target in ["smg10", "45mm", "t34"] {
            let start = Scene(start.0.clone()).put(mortar, "0205", Facing::EAST).put(target, &format!("{:02}05", 2 + inches), Facing::WEST);
            let start = start.put("maxim", "6120", Facing::WEST).edit("maxim", has_fired).edit(target, has_fired);
            for (shots, need) in (0..=6).zip([6, 5, 4, 3, 2, 2, 2]) {
                let states: [fn(&mut Piece); 4] = [
                    |_| {},
                    |piece| (piece.pins, piece.men) = (3, 1),
                    |piece| (piece.order, piece.men) = (Some(Order::Down), 1),
                    |piece| piece.dug_in = true,
                ];
                for (at, state) in states.into_iter().enumerate() {
                    let of = if at == 1 { mortar } else { target };
                    let scene = Scene(start.0.clone()).edit(mortar, has_ranged(&start, target, shots)).edit(of, state);
                    let mut game = scene.ordered(Side::Axis);
                    does(&mut game, &[&format!("order {mortar} fire")]);
                    if at == 1 {
                        does(&mut game, &["test pass"]);
                    }
                    does(&mut game, &[&format!("shell {target}")]);
                    assert_eq!(dice(&game), (1, need), "{mortar} at {target}, {shots} shots before, state {at}");
                    does(&mut game, &["score 0"]);
                    assert_eq!(piece(&game, mortar).ranging.map(|(_, shots)| shots), Some(shots + 1), "{mortar} at {target}");
                }
            }
            let scene = Scene(start.0.clone()).edit(mortar, has_ranged(&start, "maxim", 3));
            let mut game = scene.ordered(Side::Axis);
            does(&mut game, &[&format!("order {mortar} fire"), &format!("shell {target}")]);
            assert_eq!(dice(&game).1, 6, "{mortar} ranged at another one");
        }
    }
}

/// Supplement S27: whatever moves, and turns, escapes or panics, is ranged at anew.
#[test]
fn whatever_moves_is_ranged_at_anew() {
    let start = barrage();
    for (target, pins, lines) in [
        ("smg10", 0, &["order smg10 advance", "move 3106"][..]),
        ("smg10", 0, &["order smg10 run", "move 3106"]),
        ("smg10", 1, &["order smg10 run", "test fubar", "die 6"]),
        ("45mm", 0, &["order 45mm advance", "move 3106"]),
        ("maxim", 0, &["order maxim advance", "move 3205", "face maxim N"]),
        ("zis3", 0, &["order zis3 advance", "face zis3 N"]),
        ("ba64", 0, &["order ba64 advance", "leg W 1"]),
        ("ba64", 0, &["order ba64 advance", "reverse W 1"]),
        ("t34", 0, &["order t34 advance", "leg W 1"]),
        ("t34", 0, &["order t34 advance", "leg N 0"]),
        ("t34", 0, &["order t34 run", "leg W 1"]),
    ] {
        let start = Scene(start.0.clone()).put("mortar81", "0205", Facing::EAST).put(target, "3205", Facing::WEST);
        let scene = Scene(start.0.clone()).edit("mortar81", has_ranged(&start, target, 2)).edit("mortar81", has_fired);
        let mut game = scene.edit(target, |piece| piece.pins = pins).ordered(Side::Soviet);
        does(&mut game, lines);
        assert_eq!(piece(&game, "mortar81").ranging, None, "{lines:?}");
    }
    let start = Scene(start.0.clone()).put("mortar81", "0205", Facing::EAST).put("ba64", "3205", Facing::WEST);
    let mut game = Scene(start.0.clone()).edit("mortar81", has_ranged(&start, "ba64", 2)).ordered(Side::Axis);
    does(&mut game, &["order mortar81 fire", "shell ba64"]);
    escapes(&mut game, "ba64", "leg W 2");
    assert_eq!(dice(&game).1, 6, "it has escaped");
    // A half-track of the other side.
    let start = table(&PLAIN, [&["g_251"], &["s_mortar82"]]).put("251", "3205", Facing::WEST).put("mortar82", "0205", Facing::EAST);
    let mut game = Scene(start.0.clone()).edit("mortar82", has_ranged(&start, "251", 2)).edit("mortar82", has_fired).ordered(Side::Axis);
    does(&mut game, &["order 251 advance", "leg W 1"]);
    assert_eq!(piece(&game, "mortar82").ranging, None);
}

/// Supplement S27: a crew that does anything but fire on begins anew: it moves, waits, rallies, goes Down by an order, by a failed test or
/// before it is shot at.
#[test]
fn a_crew_that_does_anything_else_begins_anew() {
    let start = barrage();
    for (crew, pins, lines) in [
        ("leig18", 0, &["order leig18 advance", "move 0206"][..]),
        ("leig18", 0, &["order leig18 advance", "move 0205", "face leig18 E"]),
        ("leig18", 0, &["order leig18 ambush"]),
        ("mortar81", 0, &["order mortar81 down"]),
        ("mortar81", 1, &["order mortar81 rally"]),
        ("mortar81", 1, &["order mortar81 fire", "test fail"]),
        ("mortar81", 0, &["order mortar81 advance", "move 0205", "face mortar81 E"]),
        ("lefh18", 0, &["order lefh18 fire", "target smg10 0", "score 0"]),
    ] {
        let start = Scene(start.0.clone()).put(crew, "0205", Facing::EAST).put("smg10", "3205", Facing::WEST).edit("smg10", has_fired);
        let mut game =
            Scene(start.0.clone()).edit(crew, has_ranged(&start, "smg10", 2)).edit(crew, |piece| piece.pins = pins).ordered(Side::Axis);
        does(&mut game, lines);
        assert_eq!(piece(&game, crew).ranging, None, "{lines:?}");
    }
    let start = Scene(start.0.clone()).put("mortar81", "0205", Facing::EAST).put("maxim", "3205", Facing::WEST);
    let mut game = Scene(start.0.clone()).edit("mortar81", has_ranged(&start, "maxim", 2)).ordered(Side::Soviet);
    does(&mut game, &["order maxim fire", "target mortar81 0", "duck mortar81"]);
    assert_eq!(piece(&game, "mortar81").ranging, None, "it has gone Down before it was shot at");
}

/// Decision D24: every officer of the side observes for every crew that shells, at an enemy and at a friend by mistake; nobody else does.
#[test]
fn every_officer_of_the_side_observes_for_every_crew() {
    let tower = row_with(20, "#");
    let rows = rows_with(9, 3..=7, &tower);
    for (rank, ..) in RANKS {
        let named = format!("rank = {rank:?}");
        let forces: [&[&str]; 2] = [&["g_mortar81", "g_mortar120", "g_leig18", "g_lt", "g_gren9"], &["s_smg10", "s_lt"]];
        let start = table_of(&rows, forces, remade("g_lt", "rank = \"lieutenant\"", &named)).put("smg10", "4005", Facing::WEST);
        for crew in ["mortar81", "mortar120", "leig18"] {
            for (observer, seen) in [("g-lt", true), ("gren9", false), ("s-lt", false)] {
                let scene = Scene(start.0.clone()).put(crew, "0505", Facing::EAST).put(observer, "2001", Facing::EAST);
                let game = scene.edit("smg10", has_fired).ordered(Side::Axis);
                let bears = game.lines_of_fire(Side::Axis).contains(&(unit(&game, crew), unit(&game, "smg10")));
                assert_eq!(bears, seen, "{crew}, {observer}, {rank}");
            }
            let scene =
                Scene(start.0.clone()).put(crew, "0505", Facing::EAST).put("g-lt", "2001", Facing::EAST).put("gren9", "3505", Facing::EAST);
            let mut game = scene.edit(crew, |piece| piece.pins = 1).ordered(Side::Axis);
            does(&mut game, &[&format!("order {crew} fire"), "test fubar", "die 1"]);
            assert!(choices(&game).contains(&"mistake gren9".to_owned()), "{crew}, {rank}");
        }
    }
}
