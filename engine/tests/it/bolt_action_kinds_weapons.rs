//! Weapons in every kind of hands: arcs, turns, fire on an Advance, high explosive, Panzerfausts, indirect fire.

use stavka_engine::bolt_action::{BoltAction, Opening};
use stavka_engine::square::Facing;
use stavka_engine::{Notation as _, Side};

use crate::bolt_action_kinds_fire::rows_of_ground;
use crate::bolt_action_kit::{
    PLAIN, Scene, choices, dice, does, duel_on, flame_tank, has_fired, name_of, offered, piece, question, remade, row_with, rows_with,
    side_of, soft_lorry, table, table_of, unit, waits,
};

/// Goes on with misses while dice to hit are rolled; how many they were each time.
fn pools(game: &mut BoltAction) -> Vec<u32> {
    let mut pools = Vec::new();
    while question(game) == "the dice to hit" {
        pools.push(dice(game).0);
        does(game, &["score 0"]);
    }
    pools
}

/// How many weapons of a unit that has been ordered to shoot are asked for a target, one after another.
fn asked(game: &mut BoltAction) -> usize {
    let mut weapons = 0;
    while question(game) == "which unit is shot at?" {
        does(game, &["done"]);
        weapons += 1;
    }
    weapons
}

/// Whether a unit that faces so has the east in its front arc, half of the diagonals inside.
fn looks_east(facing: Facing) -> bool {
    [Facing::NORTH_EAST, Facing::EAST, Facing::SOUTH_EAST].contains(&facing)
}

/// [SHOOT.3] Decision D11: turrets and what is beside their guns fire all round, hulls and casemates ahead, whatever the facing.
#[test]
fn turrets_fire_all_round_and_hulls_and_casemates_ahead() {
    for (id, all_round, ahead) in
        [("g_222", 2, 0), ("g_pz3", 2, 1), ("g_251", 0, 1), ("g_marder", 0, 1), ("g_stug", 0, 2), ("g_stug_s", 0, 1)]
    {
        let start = duel_on(&PLAIN, [id, "s_smg10"], 8);
        for facing in Facing::ALL {
            let start = Scene(start.0.clone()).edit(name_of(id), |piece| piece.facing = facing);
            let mut game = start.ordered(Side::Axis);
            let weapons = all_round + if looks_east(facing) { ahead } else { 0 };
            assert_eq!(
                offered(&game, [&format!("order {} fire", name_of(id))]),
                [weapons > 0],
                "{id} {facing:?}: no vehicle turns to fire"
            );
            if weapons > 0 {
                does(&mut game, &[&format!("order {} fire", name_of(id))]);
                assert_eq!(asked(&mut game), weapons, "{id} {facing:?}");
            }
        }
    }
}

/// [SHOOT.3] Supplement S12: what is Fixed bears ahead alone, for crews on foot and for guns, directly and indirectly.
#[test]
fn fixed_weapons_bear_ahead_alone() {
    let wall = row_with(20, "#");
    let rows = rows_with(9, 3..=7, &wall);
    for (id, inches, ground) in [
        ("g_mmg", 8, &PLAIN[..]),
        ("s_dshk", 8, &PLAIN),
        ("g_pak36", 8, &PLAIN),
        ("g_flak20", 8, &PLAIN),
        ("g_leig18", 8, &PLAIN),
        ("g_lefh18", 30, &rows),
        ("g_mortar81", 30, &rows),
        ("g_mortar120", 30, &rows),
    ] {
        // An officer to the north sees the target behind the wall.
        let (target, officer) = if id.starts_with("g_") { ("s_smg10", "g_lt") } else { ("g_rifle10", "s_lt") };
        let forces: [&[&str]; 2] = if id.starts_with("g_") { [&[id, officer], &[target]] } else { [&[target], &[id, officer]] };
        let start = table(ground, forces).put(name_of(id), "0505", Facing::EAST).put(name_of(officer), "2001", Facing::EAST);
        let start = start.put(name_of(target), &format!("{:02}05", 5 + inches), Facing::WEST);
        let side = side_of(id);
        for facing in Facing::ALL {
            let start = Scene(start.0.clone()).edit(name_of(id), |piece| piece.facing = facing);
            let game = start.0.open(Opening::Draw, [0; 2]);
            let bears = game.lines_of_fire(side).contains(&(unit(&game, name_of(id)), unit(&game, name_of(target))));
            assert_eq!(bears, looks_east(facing), "{id} {facing:?}");
        }
    }
    // A diagonal facing has the two axes beside it inside.
    let start = duel_on(&PLAIN, ["g_mmg", "s_smg10"], 8);
    for (cell, facing) in [("0901", Facing::EAST), ("0505", Facing::NORTH_EAST), ("0501", Facing::EAST)] {
        let start = Scene(start.0.clone()).put("smg10", cell, Facing::WEST).edit("mmg", |piece| piece.facing = facing);
        let game = start.0.open(Opening::Draw, [0; 2]);
        assert!(!game.lines_of_fire(Side::Axis).is_empty(), "{cell} {facing:?}");
    }
}

/// [HIT.5] Decision D14: every crew turns what is Fixed to fire, by the shortest way; that is a move: worse by one for direct fire, a new
/// beginning for indirect fire, and the end of cover that was dug.
#[test]
fn every_crew_turns_to_fire_and_has_moved() {
    for (id, inches, shells) in [
        ("g_mmg", 8, false),
        ("g_pak36", 8, false),
        ("g_leig18", 8, false),
        ("g_mortar81", 20, true),
        ("g_mortar120", 20, true),
        ("g_lefh18", 30, true),
    ] {
        let name = name_of(id);
        let start = duel_on(&PLAIN, [id, "s_smg10"], inches);
        let target = unit(&start.0.clone().open(Opening::Draw, [0; 2]), "smg10");
        for (facing, after) in [(Facing::SOUTH, Facing::SOUTH_EAST), (Facing::NORTH_WEST, Facing::NORTH_EAST), (Facing::EAST, Facing::EAST)]
        {
            let turned = facing != after;
            let start =
                Scene(start.0.clone()).edit(name, |piece| (piece.facing, piece.dug_in, piece.ranging) = (facing, true, Some((target, 2))));
            let mut game = start.ordered(Side::Axis);
            does(&mut game, &[&format!("order {name} fire")]);
            let report = if shells { "shell smg10" } else { "target smg10 0" };
            let told = game.shot_report(game.parse_action(report).expect("an action")).expect("a shot").weapons[0].need;
            does(&mut game, &[report]);
            let need = match (shells, turned) {
                (false, turned) => 3 + u8::from(turned),
                (true, true) => 6,
                (true, false) => 4,
            };
            assert_eq!((told, dice(&game).1), (need, need), "{id} {facing:?}");
            let crew = piece(&game, name);
            assert_eq!((crew.facing, crew.moved, crew.dug_in), (after, turned, !turned), "{id} {facing:?}");
        }
    }
}

/// [ORD.2] Supplement S12: after an Advance every weapon shoots but those of crews on foot that are Fixed or Indirect: vehicles fire all.
#[test]
fn after_an_advance_all_shoot_but_crews() {
    for (id, inches, weapons) in [
        ("g_rifle10", 10, 1),
        ("g_atr", 10, 1),
        ("g_schreck", 10, 1),
        ("g_flame", 6, 1),
        ("g_mmg", 10, 0),
        ("g_pak36", 10, 0),
        ("g_flak20", 10, 0),
        ("g_leig18", 10, 0),
        ("g_leig18", 30, 0),
        ("g_mortar50", 20, 0),
        ("g_mortar81", 30, 0),
        ("g_222", 10, 2),
        ("g_251", 10, 1),
        ("g_pz3", 10, 3),
        ("g_marder", 10, 1),
        ("g_stug_s", 10, 1),
        ("g_stug", 10, 2),
    ] {
        let name = name_of(id);
        let start = duel_on(&PLAIN, [id, "s_smg10"], inches);
        let mut game = start.ordered(Side::Axis);
        let vehicle = piece(&game, name).men == 1;
        does(&mut game, &[&format!("order {name} advance")]);
        if vehicle {
            does(&mut game, &["leg E 1"])
        } else {
            does(&mut game, &["move 0205"])
        }
        if question(&game) == "the next leg of the vehicle, or done" {
            does(&mut game, &["done"]);
        }
        if question(&game) == "where does the unit look?" {
            does(&mut game, &[&format!("face {name} E")]);
        }
        assert_eq!(asked(&mut game), weapons, "{id}");
    }
    // A mortar and a gun that only turn.
    for id in ["g_mortar120", "g_lefh18", "g_pak38"] {
        let mut game = duel_on(&PLAIN, [id, "s_smg10"], 30).ordered(Side::Axis);
        does(&mut game, &[&format!("order {} advance", name_of(id)), &format!("face {} E", name_of(id))]);
        assert_ne!(question(&game), "which unit is shot at?", "{id}");
    }
    // Machine gun and rifles of a squad, ten dice, and two of the submachine gun, which is at long range; Panzerfausts.
    let mut game = duel_on(&PLAIN, ["g_rifle10", "s_smg10"], 10).ordered(Side::Axis);
    does(&mut game, &["order rifle10 advance", "move 0205", "target smg10 0"]);
    assert_eq!(dice(&game), (12, 4));
    let mut game = duel_on(&PLAIN, ["g_assault8", "s_t34"], 10).ordered(Side::Axis);
    does(&mut game, &["order assault8 advance", "move 0205", "target t34 2"]);
    assert_eq!((dice(&game), piece(&game, "assault8").panzerfausts), ((2, 5), 0));
}

/// Decision D23: gunners who fire all at once serve the gun: from Ambush, at those who assault and at a friend.
#[test]
fn a_tank_that_fires_all_at_once_leaves_the_weapon_beside_its_gun() {
    let start = table(&PLAIN, [&["g_rifle10"], &["s_t34"]]).put("rifle10", "0105", Facing::EAST).put("t34", "1105", Facing::WEST);
    let mut game = start.edit("t34", waits).ordered(Side::Axis);
    does(&mut game, &["order rifle10 advance", "move 0205", "spring t34"]);
    assert_eq!(pools(&mut game), [1, 4], "the gun, and the machine gun of the hull");

    let start = table(&PLAIN, [&["g_pion8"], &["s_t34"]]).put("pion8", "0105", Facing::EAST).put("t34", "0905", Facing::WEST);
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["assault pion8", "return t34"]);
    assert_eq!(pools(&mut game), [1, 4]);

    let start = table(&PLAIN, [&["g_pz3", "g_gren9"], &["s_smg10"]]).put("pz3", "0105", Facing::EAST).put("gren9", "1105", Facing::EAST);
    let mut game = start.put("smg10", "1805", Facing::WEST).edit("pz3", |piece| piece.pins = 1).ordered(Side::Axis);
    does(&mut game, &["order pz3 fire", "test fubar", "die 1", "mistake gren9"]);
    assert_eq!(pools(&mut game), [1, 4]);
}

/// [WPN.15] Supplement S13: any number of Panzerfausts is fired at vehicles of every kind, one for each man who lives, and each is spent.
#[test]
fn panzerfausts_are_fired_at_vehicles_of_every_kind_and_spent() {
    let targets = ["s_m3a1", "s_ba64", "s_ba10", "s_t34", "s_smg10", "s_45mm"];
    let start = table_of(&PLAIN, [&["g_assault8"], &targets], soft_lorry).put("assault8", "0105", Facing::EAST);
    for id in targets {
        let name = name_of(id);
        let start = Scene(start.0.clone()).put(name, "1105", Facing::WEST).edit(name, has_fired);
        for men in [8, 1] {
            let mut game = Scene(start.0.clone()).edit("assault8", |piece| piece.men = men).ordered(Side::Axis);
            does(&mut game, &["order assault8 fire"]);
            let vehicle = !["s_smg10", "s_45mm"].contains(&id);
            let lines = [0, 1, 2].map(|number| format!("target {name} {number}"));
            assert_eq!(offered(&game, lines.each_ref().map(String::as_str)), [true, vehicle, vehicle && men > 1], "{id}, {men} men");
            if vehicle {
                does(&mut game, &[&format!("target {name} 1")]);
                assert_eq!(piece(&game, "assault8").panzerfausts, 1, "{id}");
            }
        }
    }
    let start = table(&PLAIN, [&["g_assault8"], &["s_t34"]]).put("assault8", "0105", Facing::EAST).put("t34", "1105", Facing::WEST);
    let mut game = start.edit("assault8", waits).ordered(Side::Soviet);
    does(&mut game, &["order t34 advance", "leg W 1", "spring assault8"]);
    assert_eq!((dice(&game).0, piece(&game, "assault8").panzerfausts), (2, 0), "from Ambush");
}

/// [SHOOT.4] A squad throws the shots of all its weapons.
#[test]
fn a_squad_throws_the_shots_of_all_its_weapons() {
    for (id, inches, thrown) in [
        ("g_guard10", 14, 9),
        ("g_rifle10", 6, 12),
        ("g_pzgren10", 10, 13),
        ("s_rifle11", 10, 15),
        ("g_assault8", 10, 14),
        ("s_smg10", 6, 20),
        ("s_guards9", 10, 13),
    ] {
        let target = if id.starts_with("g_") { "s_rifle9" } else { "g_gren9" };
        let forces: [&[&str]; 2] = if id.starts_with("g_") { [&[id], &[target]] } else { [&[target], &[id]] };
        let start = table(&PLAIN, forces).put(name_of(id), "0105", Facing::EAST).put(
            name_of(target),
            &format!("{:02}05", 1 + inches),
            Facing::WEST,
        );
        let mut game = start.edit(name_of(target), has_fired).ordered(side_of(id));
        does(&mut game, &[&format!("order {} fire", name_of(id)), &format!("target {} 0", name_of(target))]);
        assert_eq!(pools(&mut game).iter().sum::<u32>(), thrown, "{id}");
    }
}

/// [HE.1][HE.2][HE.3][HE.4][HE.5] Each size of shell makes its hits and its pins among men and at guns; at vehicles of every kind it is one
/// hit, with the pins of the blast where that alone pierces (decision D42).
#[test]
fn each_size_of_shell_bursts_among_men_and_at_guns_and_hits_a_vehicle_once() {
    let targets = ["s_smg10", "s_45mm", "s_m3a1", "s_ba64", "s_t34"];
    let axis = ["g_pak36", "g_flak20", "g_pak40", "g_mortar50", "g_leig18", "g_mortar81", "g_lefh18", "g_mortar120", "g_pz4s", "g_pz3"];
    let heavy = remade("g_lefh18", "medium-howitzer", "heavy-howitzer");
    for (start, shots) in [
        (
            table_of(&PLAIN, [&axis, &targets], soft_lorry),
            vec![
                ("pak36", 10, 2, 0, true),
                ("flak20", 10, 2, 0, true),
                ("pz3", 10, 2, 0, true),
                ("pak40", 10, 3, 0, true),
                ("mortar50", 20, 3, 0, false),
                ("leig18", 10, 6, 2, false),
                ("leig18", 30, 6, 2, false),
                ("pz4s", 10, 6, 2, false),
                ("mortar81", 30, 6, 2, false),
                ("lefh18", 10, 11, 3, false),
                ("mortar120", 30, 11, 3, false),
            ],
        ),
        (
            table_of(&PLAIN, [&axis, &targets], |units| heavy(soft_lorry(units))),
            vec![("lefh18", 10, 16, 6, false), ("lefh18", 30, 16, 6, false)],
        ),
    ] {
        for (gun, inches, bursts, pins, solid) in shots {
            for (kind, target) in targets.into_iter().map(name_of).enumerate() {
                let start =
                    Scene(start.0.clone()).put(gun, "0105", Facing::EAST).put(target, &format!("{:02}05", 1 + inches), Facing::WEST);
                let mut game = start.edit(target, has_fired).ordered(Side::Axis);
                let shells = gun.starts_with("mortar") || inches == 30;
                let aimed = if shells { format!("shell {target}") } else { format!("target {target} 0") };
                does(&mut game, &[&format!("order {gun} fire"), &aimed, "score 1"]);
                let among_men = kind < 2;
                assert_eq!(question(&game) == "the hits of high explosive", among_men, "{gun} at {target}");
                if among_men {
                    assert_eq!(choices(&game).len(), bursts, "{gun} at {target}: hits");
                    let least = choices(&game)[0].clone();
                    does(&mut game, &[&least]);
                }
                let pinned = if pins > 0 && (among_men || !solid) { pins } else { 0 };
                assert_eq!(if question(&game) == "the pins" { choices(&game).len() } else { 0 }, pinned, "{gun} at {target}: pins");
                if pinned > 0 {
                    does(&mut game, &["score 1"]);
                }
                let next = if kind == 4 || kind == 3 { "the die against armour" } else { "the dice for damage" };
                let settled = if among_men { piece(&game, target).pins == 1 } else { piece(&game, target).men == 0 };
                assert!(question(&game) == next || settled, "{gun} at {target}: {}", question(&game));
                if question(&game) == "the dice for damage" && !among_men {
                    assert_eq!(choices(&game).len(), 2, "{gun} at {target}: one hit");
                }
            }
        }
    }
}

/// [HIT.5][HIT.8][HIT.9] Supplements S9 and S15: pistols and assault rifles are as good on the move, a vehicle in reverse is not; the
/// flames of a tank ignore cover.
#[test]
fn assault_weapons_reverses_and_flames_of_tanks() {
    let pistols = remade("s_militia12", "rifle*12", "pistol*12");
    let (crops, wall) = (row_with(4, &",".repeat(58)), row_with(7, "w"));
    let rows = rows_of_ground(&crops, &wall);
    let start = table_of(&rows, [&["g_assault8", "g_pz2", "g_231"], &["s_militia12", "s_smg10"]], |units| pistols(flame_tank(units)));
    for (name, moved, needs) in [("assault8", true, [2, 3]), ("assault8", false, [2, 2])] {
        let scene = Scene(start.0.clone()).put(name, "0205", Facing::EAST).put("smg10", "0705", Facing::WEST).edit("smg10", has_fired);
        let mut game = scene.edit(name, |piece| piece.moved = moved).ordered(Side::Axis);
        does(&mut game, &[&format!("order {name} fire"), "target smg10 0"]);
        let first = dice(&game).1;
        does(&mut game, &["score 0"]);
        assert_eq!([first, if moved { dice(&game).1 } else { first }], needs, "assault rifles, then rifles");
    }
    let scene =
        Scene(start.0.clone()).put("assault8", "0205", Facing::EAST).put("militia12", "0605", Facing::WEST).edit("assault8", has_fired);
    let mut game = scene.edit("militia12", |piece| piece.moved = true).ordered(Side::Soviet);
    does(&mut game, &["order militia12 fire", "target assault8 0"]);
    assert_eq!(dice(&game).1, 4, "raw, near, and far for a pistol");
    for row in ["05", "15", "25"] {
        let scene = Scene(start.0.clone()).put("pz2", &format!("02{row}"), Facing::EAST).put("smg10", &format!("08{row}"), Facing::WEST);
        let mut game = scene.edit("smg10", has_fired).ordered(Side::Axis);
        does(&mut game, &["order pz2 fire", "target smg10 0", "score 2"]);
        assert_eq!(dice(&game).1, 2, "row {row}");
    }
    for leg in ["leg E 1", "reverse E 1"] {
        let scene = Scene(start.0.clone()).put("231", "0505", Facing::EAST).put("smg10", "1505", Facing::WEST).edit("smg10", has_fired);
        let mut game = scene.ordered(Side::Axis);
        does(&mut game, &["order 231 advance", leg, "done", "target smg10 0"]);
        assert_eq!(dice(&game).1, 4, "{leg}");
    }
}
