//! What the fourth audit found untested: 17 rows of 40, one scene for each rule that could be broken unseen.

use stavka_engine::Side;
use stavka_engine::bolt_action::Opening;
use stavka_engine::bolt_action::terms::Order;
use stavka_engine::square::Facing;

use crate::bolt_action_kit::{
    PLAIN, choices, dice, does, offered, piece, place, question, remade, row_with, rows_with, squads, table, table_of, unit, weights,
};

/// [FUB.3] It flees from the closest enemy that it sees: one that is nearer, behind a tower, does not count.
#[test]
fn a_unit_flees_from_the_closest_enemy_that_it_sees() {
    // Tower between the runner and smg10 to the north; rifle9 visible farther in the east.
    let tower = row_with(30, "#");
    let rows = rows_with(31, 14..=14, &tower);
    let start = table(&rows, [&["g_rifle10"], &["s_rifle9", "s_smg10"]]).put("rifle10", "3016", Facing::EAST);
    let start = start.put("rifle9", "4016", Facing::WEST).put("smg10", "3012", Facing::WEST).edit("rifle10", |piece| piece.pins = 1);
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["order rifle10 fire", "test fubar", "die 3"]);
    assert_eq!((place(&game, "rifle10"), piece(&game, "rifle10").order), ("1816".into(), Some(Order::Run)));
}

/// [TER.5]
#[test]
fn a_road_with_a_corner_doubles_throughout() {
    let bend = row_with(1, &"=".repeat(12));
    let south = row_with(12, "=");
    let mut rows = rows_with(20, 6..=20, &south);
    rows[4] = &bend;
    let start = table(&rows, [&["g_222"], &["s_smg10"]]).put("222", "0105", Facing::EAST).put("smg10", "6101", Facing::WEST);
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["order 222 advance", "leg E 11"]);
    assert_eq!(offered(&game, ["leg S 13", "leg S 14"]), [true, false]);
}

/// [TER.5]
#[test]
fn a_diagonal_road_doubles() {
    let rows: Vec<String> = (1..=20).map(|at: usize| row_with(at, "=")).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let start = table(&rows, [&["g_222"], &["s_smg10"]]).put("222", "0101", Facing::SOUTH_EAST).put("smg10", "6101", Facing::WEST);
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["order 222 advance"]);
    assert_eq!(offered(&game, ["leg SE 17", "leg SE 18"]), [true, false]);
}

/// [SHOOT.2]
#[test]
fn a_gun_goes_down() {
    let start = table(&PLAIN, [&["g_rifle10"], &["s_45mm", "s_smg10"]]).put("rifle10", "0105", Facing::EAST);
    let mut game = start.put("45mm", "1105", Facing::WEST).put("smg10", "6109", Facing::WEST).ordered(Side::Axis);
    does(&mut game, &["order rifle10 fire", "target 45mm 0"]);
    assert_eq!(choices(&game), ["done", "duck 45mm"]);
}

/// [SHOOT.2] Each weapon of a vehicle shoots at its own target, which answers.
#[test]
fn the_target_of_a_second_weapon_reacts() {
    let start = table(&PLAIN, [&["g_pz3"], &["s_rifle9", "s_smg10"]]).put("pz3", "0105", Facing::EAST);
    let mut game = start.put("rifle9", "1103", Facing::WEST).put("smg10", "1107", Facing::WEST).ordered(Side::Axis);
    does(&mut game, &["order pz3 fire", "target rifle9 0", "done", "score 0", "target smg10 0"]);
    assert_eq!(choices(&game), ["done", "duck smg10"]);
}

/// [WPN.20, S15] Flames pin a vehicle by their die, and then their hits go against its armour.
#[test]
fn flames_pin_a_vehicle_and_then_strike_its_armour() {
    let start = table(&PLAIN, [&["g_flame"], &["s_t70", "s_smg10"]]).put("flame", "0105", Facing::EAST);
    let start =
        start.put("t70", "0605", Facing::EAST).put("smg10", "6109", Facing::WEST).edit("t70", |piece| piece.order = Some(Order::Fire));
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["order flame fire", "target t70 0", "score 2", "score 1"]);
    assert_eq!(question(&game), "the pins");
    does(&mut game, &["score 3"]);
    assert_eq!(question(&game), "the die against armour");
    does(&mut game, &["die 6"]);
    assert_eq!(question(&game), "the die of the vehicle damage table");
}

/// [WPN.15] Each is fired by a man who is left, and throws a die.
#[test]
fn a_panzerfaust_takes_a_man_and_throws_a_die() {
    for (men, may) in [(8, [true, true]), (1, [true, false])] {
        let start = table(&PLAIN, [&["g_assault8"], &["s_t34", "s_smg10"]]).put("assault8", "0105", Facing::EAST);
        let start =
            start.put("t34", "0605", Facing::WEST).put("smg10", "6109", Facing::WEST).edit("t34", |piece| piece.order = Some(Order::Fire));
        let mut game = start.edit("assault8", |piece| piece.men = men).ordered(Side::Axis);
        does(&mut game, &["order assault8 fire"]);
        assert_eq!(offered(&game, ["target t34 1", "target t34 2"]), may);
        if men == 8 {
            does(&mut game, &["target t34 2"]);
            assert_eq!((dice(&game).0, piece(&game, "assault8").panzerfausts), (2, 0));
        }
    }
}

/// [FUB.3] Panic is a Run, so ground without Run stops it.
#[test]
fn panic_does_not_cross_rough_ground() {
    let belt = row_with(25, "s");
    let rows = [belt.as_str(); 9];
    let start = table(&rows, [&["g_rifle10"], &["s_rifle9"]]).put("rifle10", "3005", Facing::EAST);
    let start = start.put("rifle9", "3405", Facing::WEST).edit("rifle10", |piece| piece.pins = 1);
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["order rifle10 fire", "test fubar", "die 3"]);
    assert!(place(&game, "rifle10").as_str() >= "2600", "{}", place(&game, "rifle10"));
}

/// [CQ.3, S24] An assault may go at the Advance rate over ground without Run.
#[test]
fn an_assault_over_rough_ground_comes_to_blows() {
    let row = row_with(12, "s");
    let rows = [row.as_str(); 9];
    let start = table(&rows, [&["g_rifle10"], &["s_rifle9"]]).put("rifle10", "1005", Facing::EAST);
    let mut game = start.put("rifle9", "1505", Facing::WEST).edit("rifle9", |p| p.order = Some(Order::Fire)).ordered(Side::Axis);
    does(&mut game, &["assault rifle10"]);
    assert_eq!((question(&game).as_str(), place(&game, "rifle10").as_str()), ("the dice of those who assault", "1405"));
}

#[test]
fn a_house_of_several_cells_is_assaulted_at_its_walls() {
    let house = row_with(15, "HHH");
    let rows = rows_with(9, 4..=6, &house);
    let start = table(&rows, [&["g_rifle10"], &["s_rifle9"]]).put("rifle10", "1005", Facing::EAST);
    let mut game = start.put("rifle9", "1605", Facing::WEST).edit("rifle9", |p| p.order = Some(Order::Fire)).ordered(Side::Axis);
    does(&mut game, &["assault rifle10"]);
    assert_eq!((question(&game).as_str(), place(&game, "rifle10").as_str()), ("the dice of those who assault", "1405"));
}

/// [CQ.3, S24] A unit takes the cheaper of two ways: through the scrub ahead, not at a Run around it.
#[test]
fn an_assault_takes_the_cheaper_way() {
    let belt = row_with(11, "s");
    let rows = rows_with(9, 4..=6, &belt);
    let start = table(&rows, [&["g_rifle10"], &["s_rifle9"]]).put("rifle10", "1005", Facing::EAST);
    let mut game = start.put("rifle9", "1505", Facing::WEST).edit("rifle9", |piece| piece.order = Some(Order::Fire)).ordered(Side::Axis);
    does(&mut game, &["assault rifle10"]);
    assert_eq!((question(&game).as_str(), place(&game, "rifle10").as_str()), ("the dice of those who assault", "1405"));
}

/// [SHOOT.7] Crews test too.
#[test]
fn a_gun_that_lost_half_is_tested() {
    let start = table(&PLAIN, [&["g_rifle10"], &["s_zis3", "s_smg10"]]).put("rifle10", "0105", Facing::EAST);
    let start =
        start.put("zis3", "1105", Facing::WEST).put("smg10", "6109", Facing::WEST).edit("zis3", |piece| piece.order = Some(Order::Fire));
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["order rifle10 fire", "target zis3 0", "score 3", "score 3", "score 0"]);
    assert_eq!(question(&game), "the test of morale");
}

/// [FUB.3, D19]
#[test]
fn a_vehicle_flees_by_several_legs() {
    let tower = row_with(5, "#");
    let rows = rows_with(9, 5..=5, &tower);
    let start = table(&rows, [&["g_222"], &["s_smg10"]]).put("222", "1505", Facing::WEST).put("smg10", "2505", Facing::WEST);
    let mut game = start.edit("222", |piece| piece.pins = 1).ordered(Side::Axis);
    does(&mut game, &["order 222 run", "test fubar", "die 5"]);
    assert_eq!(place(&game, "222"), "0601");
}

/// [FUB.2] A machine gun turns for it, a mortar fires at what it may reach.
#[test]
fn friendly_fire_of_crewed_weapons_comes_to_dice() {
    for looks in [Facing::EAST, Facing::WEST] {
        let start = table(&PLAIN, [&["g_mmg", "g_gren9"], &["s_rifle9"]]).put("mmg", "1005", looks).put("gren9", "2005", Facing::EAST);
        let mut game = start.put("rifle9", "2805", Facing::WEST).edit("mmg", |piece| piece.pins = 1).ordered(Side::Axis);
        does(&mut game, &["order mmg fire", "test fubar", "die 1", "mistake gren9"]);
        assert_eq!(question(&game), "the dice to hit");
    }
    let start = table(&PLAIN, [&["g_mortar50", "g_gren9"], &["s_rifle9"]]).put("mortar50", "1005", Facing::EAST);
    let start = start.put("gren9", "2805", Facing::EAST).put("rifle9", "3505", Facing::WEST);
    let mut game = start.edit("mortar50", |piece| piece.pins = 1).ordered(Side::Axis);
    does(&mut game, &["order mortar50 advance", "test fubar", "die 1", "mistake gren9"]);
    assert_eq!(question(&game), "the dice to hit");
}

/// [WPN.20] Each throws a die of shots.
#[test]
fn two_flamethrowers_throw_two_dice() {
    let two = remade("g_flame", "[\"flame\", \"helper\"]", "[\"flame*2\", \"helper*2\"]");
    let armed = |units| remade("g_flame", "men = 2", "men = 4")(two(units));
    let start = table_of(&PLAIN, [&["g_flame"], &["s_rifle11"]], armed).put("flame", "1005", Facing::EAST);
    let mut game = start.put("rifle11", "1505", Facing::WEST).edit("rifle11", |piece| piece.order = Some(Order::Fire)).ordered(Side::Axis);
    does(&mut game, &["order flame fire", "target rifle11 0"]);
    let first = (question(&game), choices(&game).len());
    assert_eq!(first.1, 6);
    does(&mut game, &["score 2", "score 0"]);
    assert_eq!((question(&game), choices(&game).len()), first);
    does(&mut game, &["score 2", "score 0"]);
    assert_ne!(question(&game), first.0);
}

/// [HIT.9]
#[test]
fn a_tank_behind_a_wall_has_cover() {
    let wall = row_with(20, "w");
    let rows = rows_with(9, 5..=5, &wall);
    let start = table(&rows, [&["g_pak36"], &["s_t34"]]).put("pak36", "0105", Facing::EAST).put("t34", "2105", Facing::WEST);
    let mut game = start.edit("t34", |piece| piece.order = Some(Order::Fire)).ordered(Side::Axis);
    does(&mut game, &["order pak36 fire", "target t34 0"]);
    assert_eq!(dice(&game), (1, 5));
}

/// [FUB.2]
#[test]
fn a_tank_fires_at_its_friend() {
    let start = table(&PLAIN, [&["g_pz3", "g_gren9"], &["s_smg10"]]).put("pz3", "1005", Facing::EAST).put("gren9", "2005", Facing::EAST);
    let mut game = start.put("smg10", "3005", Facing::WEST).edit("pz3", |piece| piece.pins = 1).ordered(Side::Axis);
    does(&mut game, &["order pz3 run", "test fubar", "die 2"]);
    assert_eq!(choices(&game), ["mistake gren9"]);
    does(&mut game, &["mistake gren9"]);
    assert_eq!(question(&game), "the dice to hit");
}

/// [SHOOT.2]
#[test]
fn who_is_shelled_reacts() {
    let start = table(&PLAIN, [&["g_mortar81"], &["s_rifle9"]]).put("mortar81", "0105", Facing::EAST).put("rifle9", "2505", Facing::WEST);
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["order mortar81 fire", "shell rifle9"]);
    assert_eq!(choices(&game), ["done", "duck rifle9"]);
}

/// [WPN.23, S27, D24] Neither pins nor cover count; officers spot; shots at one target in a row count until a turn or another order.
#[test]
fn indirect_fire_asks_for_the_shots_in_a_row_alone() {
    let tower = row_with(12, "#");
    let rows = rows_with(9, 5..=5, &tower);
    let start = |dug_in: bool, looks: Facing| {
        let start = table(&rows, [&["g_mortar81", "g_lt"], &["s_rifle9", "s_smg10"]]).put("mortar81", "0105", looks);
        let start = start.put("lt", "1404", Facing::EAST).put("rifle9", "2505", Facing::WEST).put("smg10", "6001", Facing::WEST);
        start.edit("rifle9", |piece| (piece.order, piece.dug_in) = (Some(Order::Fire), dug_in))
    };
    // The officer sees, the mortar does not; dug in or not, pinned or not.
    let mut game = start(true, Facing::EAST).edit("mortar81", |piece| piece.pins = 3).ordered(Side::Axis);
    does(&mut game, &["order mortar81 fire", "test pass", "shell rifle9"]);
    assert_eq!(dice(&game), (1, 6));
    // Ranged in: five with the second shot, a six where it turns or has had another order.
    let seen = start(false, Facing::EAST).ordered(Side::Axis);
    let (one, other) = (unit(&seen, "rifle9"), unit(&seen, "smg10"));
    for (looks, at, need) in [(Facing::EAST, one, 5), (Facing::EAST, other, 6), (Facing::WEST, one, 6)] {
        let mut game = start(false, looks).edit("mortar81", |piece| piece.ranging = Some((at, 1))).ordered(Side::Axis);
        does(&mut game, &["order mortar81 fire", "shell rifle9"]);
        assert_eq!(dice(&game), (1, need), "{looks:?}");
    }
    let mut game = start(false, Facing::EAST).edit("mortar81", |piece| piece.ranging = Some((one, 1))).ordered(Side::Axis);
    does(&mut game, &["order mortar81 down"]);
    assert_eq!(piece(&game, "mortar81").ranging, None);
}

/// [CQV.3] A vehicle that cannot move still fires at those who come.
#[test]
fn an_immobilised_vehicle_fires_at_those_who_come() {
    let start = table(&PLAIN, [&["g_pion8"], &["s_su76"]]).put("pion8", "1005", Facing::EAST).put("su76", "1705", Facing::WEST);
    let mut game = start.edit("su76", |piece| piece.immobilised = true).ordered(Side::Axis);
    does(&mut game, &["assault pion8"]);
    assert!(offered(&game, ["return su76"])[0]);
}

/// [FUB.2] Fire of one's own side pins like any other.
#[test]
fn friendly_fire_pins() {
    let mut game = squads().put("g-rifle10-2", "0401", Facing::EAST).edit("g-rifle10-1", |piece| piece.pins = 1).ordered(Side::Axis);
    does(&mut game, &["order g-rifle10-1 run", "test fubar", "die 1", "mistake g-rifle10-2", "score 1", "score 0"]);
    assert_eq!(piece(&game, "g-rifle10-2").pins, 1);
}

/// [WPN.20] Flames ask for no cover.
#[test]
fn a_fence_does_not_help_against_flames() {
    let row = row_with(14, "f");
    let start = table(&[row.as_str(); 9], [&["g_flame"], &["s_rifle9"]]).put("flame", "1005", Facing::EAST);
    let start = start.put("rifle9", "1505", Facing::WEST).edit("rifle9", |piece| piece.order = Some(Order::Fire));
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["order flame fire", "target rifle9 0", "score 3"]);
    assert_eq!(dice(&game), (3, 3));
}

/// [MOR.7, S25]
#[test]
fn an_officer_steadies_his_own_unit() {
    let start = table(&PLAIN, [&["g_gren9"], &["s_lt"]]).put("gren9", "6105", Facing::WEST).put("lt", "0105", Facing::EAST);
    let mut game = start.edit("lt", |piece| piece.pins = 3).ordered(Side::Soviet);
    does(&mut game, &["order lt run"]);
    assert_eq!(weights(&game)[0], 26);
}

/// [CQV.10, S2] Pins to its morale value destroy a vehicle by fire and in an assault, and who destroyed it consolidates.
#[test]
fn pins_destroy_vehicles_too() {
    let start = table(&PLAIN, [&["g_pak36", "g_pion8"], &["s_t34", "s_smg10"]]).put("pak36", "0105", Facing::EAST);
    let start = start.put("pion8", "1507", Facing::EAST).put("t34", "2105", Facing::WEST).put("smg10", "6109", Facing::WEST);
    let start = start.edit("t34", |piece| (piece.pins, piece.order) = (8, Some(Order::Fire)));
    let mut shot = start.0.clone().open(Opening::Order(Side::Axis), [0; 2]);
    does(&mut shot, &["order pak36 fire", "target t34 0", "score 1", "die 1"]);
    assert_eq!(piece(&shot, "t34").men, 0);
    let mut struck = start.0.clone().open(Opening::Order(Side::Axis), [0; 2]);
    does(&mut struck, &["assault pion8", "score 5", "die 4", "die 1"]);
    assert_eq!((piece(&struck, "t34").men, question(&struck).as_str()), (0, "the die of consolidation"));
}

/// [CQ.3]
#[test]
fn contact_keeps_its_distance_from_friends() {
    let start =
        table(&PLAIN, [&["g_rifle10", "g_gren9"], &["s_rifle9"]]).put("rifle10", "1005", Facing::EAST).put("gren9", "1304", Facing::EAST);
    let start = start.put("rifle9", "1505", Facing::WEST).edit("rifle9", |piece| piece.order = Some(Order::Fire));
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["assault rifle10"]);
    assert_eq!(question(&game), "the dice of those who assault");
    assert_ne!(place(&game, "rifle10"), "1405");
}

/// [FUB.1]
#[test]
fn fubar_of_an_assault_and_of_a_rally() {
    let start = || {
        let start = table(&PLAIN, [&["g_rifle10"], &["s_t34", "s_smg10"]]).put("rifle10", "1005", Facing::EAST);
        start.put("t34", "1505", Facing::WEST).put("smg10", "6009", Facing::WEST)
    };
    let mut game = start().ordered(Side::Axis);
    does(&mut game, &["assault rifle10", "test fubar"]);
    assert_eq!(question(&game), "the die of FUBAR: friendly fire or panic");
    does(&mut game, &["die 3"]);
    assert_eq!((place(&game, "rifle10").as_str(), piece(&game, "rifle10").order), ("0101", Some(Order::Run)));
    let mut game = start().edit("rifle10", |piece| piece.pins = 2).ordered(Side::Axis);
    does(&mut game, &["order rifle10 rally", "test fubar"]);
    assert_eq!(question(&game), "the die of FUBAR: friendly fire or panic");
}

/// [WPN.07, D14]
#[test]
fn a_machine_gun_in_ambush_that_looks_away_does_not_fire() {
    let start =
        table(&PLAIN, [&["g_rifle10"], &["s_maxim", "s_smg10"]]).put("rifle10", "1005", Facing::EAST).put("maxim", "2005", Facing::EAST);
    let mut game = start.put("smg10", "6009", Facing::WEST).edit("maxim", |piece| piece.order = Some(Order::Ambush)).ordered(Side::Axis);
    does(&mut game, &["order rifle10 advance", "move 1205"]);
    assert!(!offered(&game, ["spring maxim"])[0]);
}

/// [HIT.9, D13]
#[test]
fn a_gun_that_is_dug_in_has_hard_cover() {
    let start = table(&PLAIN, [&["g_rifle10"], &["s_zis3"]]).put("rifle10", "0105", Facing::EAST).put("zis3", "1105", Facing::WEST);
    let mut game = start.edit("zis3", |piece| (piece.dug_in, piece.order) = (true, Some(Order::Fire))).ordered(Side::Axis);
    does(&mut game, &["order rifle10 fire", "target zis3 0"]);
    assert_eq!(dice(&game).1, 5);
}

/// [PEN]
#[test]
fn long_range_counts_at_the_side() {
    let damages = |inches: u8, die: u8| {
        let start = table(&PLAIN, [&["g_pak36"], &["s_t34"]]).put("pak36", "0105", Facing::EAST);
        let start = start.put("t34", &format!("{:02}05", 1 + inches), Facing::NORTH).edit("t34", |piece| piece.order = Some(Order::Fire));
        let mut game = start.ordered(Side::Axis);
        does(&mut game, &["order pak36 fire", "target t34 0", "score 1", &format!("die {die}")]);
        question(&game) == "the die of the vehicle damage table"
    };
    assert_eq!([damages(24, 4), damages(25, 4), damages(25, 5)], [true, false, true]);
}

/// [SHOOT.5] Build sheet 6.2: 2 of 6 with a penetration of 1.
#[test]
fn a_heavy_machine_gun_adds_its_penetration_against_a_soft_skin() {
    let soft = remade("g_251", "armour = \"armoured-car\"", "armour = \"soft-skin\"");
    let start = table_of(&PLAIN, [&["g_251"], &["s_dshk"]], soft).put("251", "1105", Facing::WEST).put("dshk", "0105", Facing::EAST);
    let mut game = start.edit("251", |piece| piece.order = Some(Order::Fire)).ordered(Side::Soviet);
    does(&mut game, &["order dshk fire", "target 251 0", "score 1"]);
    assert_eq!((question(&game).as_str(), dice(&game)), ("the dice for damage", (1, 5)));
}
