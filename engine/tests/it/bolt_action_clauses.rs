//! Scenes for conditions that no other scene pins. Each was found by switching one condition of the rules off, and fails if it is.

use stavka_engine::bolt_action::BoltAction;
use stavka_engine::bolt_action::terms::Order;
use stavka_engine::square::Facing;
use stavka_engine::{Game as _, Side, Turn};

use crate::bolt_action_kit::{
    PLAIN, Scene, choices, dice, does, has_fired, name_of, offered, piece, place, question, remade, row_with, rows_with, switched, table,
    table_of, table_with, waits,
};

/// What is asked once everybody has had his order.
const NEXT_TURN: &str = "a die is drawn from the bag";

// ---- orders and Ambush -------------------------------------------------------------

/// [ORD.4] A mortar fires at nobody that moves.
#[test]
fn a_team_without_direct_fire_does_not_wait() {
    let start = table(&PLAIN, [&["g_mortar81", "g_rifle10"], &["s_smg10"]]).put("mortar81", "0105", Facing::EAST);
    let game = start.put("rifle10", "0109", Facing::EAST).put("smg10", "4005", Facing::WEST).ordered(Side::Axis);
    assert_eq!(offered(&game, ["order mortar81 ambush", "order rifle10 ambush"]), [false, true]);
}

/// Decision D5: a unit goes cell by cell if it likes while a living enemy is in Ambush, and not otherwise.
#[test]
fn the_way_matters_only_while_a_living_enemy_waits() {
    for (order, lives, step_by_step) in [(Order::Ambush, true, true), (Order::Ambush, false, false), (Order::Down, true, false)] {
        let start = table(&PLAIN, [&["g_rifle10"], &["s_smg10", "s_rifle9"]]).put("rifle10", "0105", Facing::EAST);
        let start = start.put("rifle9", "6105", Facing::WEST).put("smg10", "6109", Facing::WEST).edit("smg10", |piece| {
            piece.order = Some(order);
            if !lives {
                (piece.men, piece.cell) = (0, None);
            }
        });
        let mut game = start.ordered(Side::Axis);
        does(&mut game, &["order rifle10 run"]);
        assert_eq!(offered(&game, ["step-by-step"]), [step_by_step], "{order:?}, alive: {lives}");
    }
}

/// Decision D5: after a step the walk may end; a step is as long as what is left allows.
#[test]
fn a_walk_step_by_step_ends_where_it_likes_and_within_its_allowance() {
    let start = table(&PLAIN, [&["g_rifle10"], &["s_smg10"]]).put("rifle10", "0105", Facing::EAST);
    let mut game = start.put("smg10", "6109", Facing::WEST).edit("smg10", waits).ordered(Side::Axis);
    does(&mut game, &["order rifle10 advance", "step-by-step", "step E"]);
    assert_eq!(offered(&game, ["done", "step E", "step SE"]), [true; 3]);
    // 5 + 7 + 7 of 30 fifths: two straight steps are left, or a diagonal one.
    does(&mut game, &["step SE", "step NE", "step E"]);
    assert_eq!(offered(&game, ["done", "step E", "step SE"]), [true, true, false]);
    does(&mut game, &["step E"]);
    assert_eq!((place(&game, "rifle10").as_str(), choices(&game)), ("0605", vec!["done".to_owned()]));
}

/// Supplement S5: nobody in Ambush fires at a vehicle that escapes.
#[test]
fn those_in_ambush_let_a_vehicle_escape() {
    let start = table(&PLAIN, [&["g_rifle10", "g_mmg"], &["s_ba64", "s_smg10"]]).put("rifle10", "1005", Facing::EAST);
    let start = start.put("mmg", "1003", Facing::EAST).edit("mmg", waits).put("ba64", "2005", Facing::WEST);
    let mut game = start.put("smg10", "6109", Facing::WEST).ordered(Side::Axis);
    does(&mut game, &["order rifle10 fire", "target ba64 0", "escape ba64", "leg E 5"]);
    assert_eq!(question(&game), "the dice to hit");
    assert_eq!((place(&game, "ba64").as_str(), piece(&game, "mmg").order), ("2505", Some(Order::Ambush)));
}

/// Supplements S5 and S7: a target that escapes unseen does not hide those who assault it.
#[test]
fn those_in_ambush_fire_at_an_assault_on_a_vehicle_that_escaped() {
    let start = table(&PLAIN, [&["g_rifle10"], &["s_ba64", "s_maxim"]]).put("rifle10", "1005", Facing::EAST);
    let start = start.put("ba64", "1505", Facing::WEST).put("maxim", "2009", Facing::WEST).edit("maxim", waits);
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["assault rifle10", "charge ba64", "escape ba64", "done"]);
    assert_eq!(question(&game), "which unit fires from Ambush at the one that moves?");
}

/// The cells of a walk to the east in which those in Ambush are asked, who let each chance pass.
fn asked_at(start: Scene, unit: &str, lines: &[&str]) -> Vec<String> {
    let mut game = start.ordered(Side::Axis);
    does(&mut game, lines);
    let mut asked = Vec::new();
    while question(&game) == "which unit fires from Ambush at the one that moves?" {
        asked.push(place(&game, unit));
        does(&mut game, &["done"]);
    }
    asked
}

/// Decision D17: those in Ambush are asked where the unit sets out and where it ends, and between them where the range, the cover or the
/// weapons that bear change.
#[test]
fn those_in_ambush_are_asked_where_their_chance_changes() {
    let walk = |rows: &[&str], soviet: &[&str], cell: &str, lines: &[&str]| {
        let start = table(rows, [&["g_rifle10"], soviet]).put("rifle10", "1005", Facing::EAST);
        let start = soviet.iter().enumerate().fold(start, |start, (at, id)| {
            let name = name_of(id);
            let cell = if at == 0 { cell.to_owned() } else { format!("{}09", &cell[..2]) };
            start.put(name, &cell, Facing::WEST).edit(name, waits)
        });
        asked_at(start, "rifle10", lines)
    };
    let run: &[&str] = &["order rifle10 run", "move 2005"];
    // A machine gun that reaches 36 inches: long range ends 18 inches away, close range begins six inches away.
    assert_eq!(walk(&PLAIN, &["s_maxim"], "4105", run), ["1005", "2005"]);
    assert_eq!(walk(&PLAIN, &["s_maxim"], "3505", run), ["1005", "1705", "2005"]);
    assert_eq!(walk(&PLAIN, &["s_maxim"], "2405", run), ["1005", "1805", "2005"]);
    // Submachine guns reach twelve inches, so nobody is asked before.
    assert_eq!(walk(&PLAIN, &["s_smg10"], "2905", run), ["1705", "2005"]);
    // A field covers those in it and up to three inches behind it.
    let field = row_with(14, ",,,");
    assert_eq!(walk(&[field.as_str(); 9], &["s_maxim"], "2805", run), ["1005", "1105", "1705", "2005"]);
    // Rifles reach 24 inches, the light machine gun beside them 30: 15 inches are its close half.
    assert_eq!(walk(&PLAIN, &["s_rifle9"], "3705", run), ["1005", "1305", "2005"]);
    // Of two who wait each is heard, whatever the other's chance is.
    assert_eq!(walk(&PLAIN, &["s_maxim", "s_smg10"], "2905", run), ["1005", "1105", "1805", "2005"]);
}

/// Decision D17: the side of a vehicle that a shot would strike counts too.
#[test]
fn those_in_ambush_are_asked_where_another_side_of_a_vehicle_shows() {
    let rows = [PLAIN[0]; 21];
    let start = table(&rows, [&["g_pz3"], &["s_45mm"]]).put("pz3", "1005", Facing::EAST).put("45mm", "1515", Facing::NORTH);
    let asked = asked_at(start.edit("45mm", waits), "pz3", &["order pz3 run", "leg E 16"]);
    // The tank shows its side until the gun lies within the diagonal behind it, where the arc of the gun ends too.
    assert_eq!(asked, ["1005", "2505"]);
}

/// [ORD.2] Whoever is destroyed from Ambush on its Advance does not shoot.
#[test]
fn a_unit_that_is_destroyed_on_its_advance_does_not_shoot() {
    let start =
        table(&PLAIN, [&["g_rifle10", "g_mmg"], &["s_smg10"]]).put("rifle10", "1005", Facing::EAST).put("mmg", "0109", Facing::EAST);
    let start = start.put("smg10", "1805", Facing::WEST).edit("smg10", waits).edit("rifle10", |piece| piece.men = 1);
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["order rifle10 advance", "move 1405", "spring smg10", "score 1", "score 1"]);
    assert_eq!((piece(&game, "rifle10").men, game.turn()), (0, Turn::Player(Side::Axis)));
    assert_eq!(offered(&game, ["order mmg fire"]), [true]);
}

// ---- who assaults, and whom ----------------------------------------------------------

/// [ORD.3.a] Decision D15: men assault, but not those who serve crewed weapons, nor command groups that have lost men.
#[test]
fn men_without_crewed_weapons_assault() {
    let reaches = [("g_rifle10", true), ("g_flame", true), ("g_mmg", false), ("g_mortar50", false), ("g_lt", false), ("g_pz3", false)];
    for (id, may) in reaches {
        let name = name_of(id);
        let start = table(&PLAIN, [&[id], &["s_smg10"]]).put(name, "1005", Facing::EAST).put("smg10", "1505", Facing::WEST);
        assert_eq!(offered(&start.ordered(Side::Axis), [&format!("assault {name}")]), [may], "{id}");
    }
    let four = remade("g_lt", "men = 3\nweapons = [\"smg\", \"rifle*2\"]", "men = 4\nweapons = [\"smg\", \"rifle*3\"]");
    for (men, may) in [(4, true), (3, false)] {
        let start = table_of(&PLAIN, [&["g_lt"], &["s_smg10"]], four).put("lt", "1005", Facing::EAST);
        let start = start.put("smg10", "1505", Facing::WEST).edit("lt", |piece| piece.men = men);
        assert_eq!(offered(&start.ordered(Side::Axis), ["assault lt"]), [may], "{men} men");
    }
}

/// [CQ.1][CQV.1] Each enemy in reach may be the target; men who ran may be, a vehicle that ran may not, unless it cannot move any more.
#[test]
fn enemies_in_reach_are_the_targets_of_an_assault() {
    let start = |order: Order, immobilised: bool| {
        let start = table(&PLAIN, [&["g_rifle10"], &["s_smg10", "s_rifle9", "s_rifle11", "s_ba64"]]).put("rifle10", "1005", Facing::EAST);
        let start = start.put("smg10", "1502", Facing::WEST).put("rifle9", "1508", Facing::WEST).put("rifle11", "4005", Facing::WEST);
        let start = start.put("ba64", "0505", Facing::EAST).edit("smg10", |piece| piece.order = Some(order));
        start.edit("ba64", |piece| (piece.order, piece.immobilised) = (Some(order), immobilised)).ordered(Side::Axis)
    };
    for (order, immobilised, car) in [(Order::Run, false, false), (Order::Run, true, true), (Order::Advance, false, true)] {
        let mut game = start(order, immobilised);
        does(&mut game, &["assault rifle10"]);
        assert_eq!(offered(&game, ["charge smg10", "charge rifle9", "charge rifle11", "charge ba64"]), [true, true, false, car]);
    }
}

/// [CQ.1] Twelve inches to a cell beside the target, a corner of it too.
#[test]
fn an_assault_reaches_twelve_inches() {
    for (cell, may) in [("2105", true), ("2305", true), ("2306", true), ("2307", false), ("2405", false)] {
        let start = table(&PLAIN, [&["g_rifle10"], &["s_smg10"]]).put("rifle10", "1005", Facing::EAST).put("smg10", cell, Facing::WEST);
        assert_eq!(offered(&start.ordered(Side::Axis), ["assault rifle10"]), [may], "{cell}");
    }
}

/// Decision D3: without a free cell beside the target there is no assault.
#[test]
fn an_assault_needs_a_free_cell_beside_the_target() {
    for (friend, may) in [("0103", false), ("0107", true)] {
        let start = table(&PLAIN, [&["g_rifle10", "g_gren9", "g_mmg"], &["s_smg10"]]).put("rifle10", "0505", Facing::WEST);
        let start = start.put("gren9", "0301", Facing::WEST).put("mmg", friend, Facing::NORTH).put("smg10", "0101", Facing::EAST);
        assert_eq!(offered(&start.ordered(Side::Axis), ["assault rifle10"]), [may], "{friend}");
    }
}

/// Decision D16: the target shoots where it hits best, on the way and not where the attacker ends: there its gun no longer bears.
#[test]
fn the_target_of_an_assault_shoots_while_its_gun_bears() {
    let rows = [PLAIN[0]; 21];
    let start = table(&rows, [&["g_rifle10", "g_gren9"], &["s_maxim", "s_smg10"]]).put("rifle10", "2303", Facing::EAST);
    let start = start.put("gren9", "2810", Facing::EAST).put("maxim", "3010", Facing::WEST).put("smg10", "6121", Facing::WEST);
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["assault rifle10", "return maxim"]);
    assert_eq!(question(&game), "the dice to hit");
    assert_ne!(place(&game, "rifle10"), "3009");
    does(&mut game, &["score 0"]);
    assert_eq!(place(&game, "rifle10"), "3009");
}

// ---- the table -----------------------------------------------------------------------

/// Decision D3: a friend is walked through, and nobody ends beside it.
#[test]
fn friends_are_walked_through() {
    let lane = row_with(11, &"#".repeat(20));
    let mut rows = rows_with(9, 1..=9, &lane);
    rows[4] = PLAIN[0];
    let start = table(&rows, [&["g_rifle10", "g_mmg"], &["s_smg10"]]).put("rifle10", "1205", Facing::EAST);
    let mut game = start.put("mmg", "1505", Facing::EAST).put("smg10", "6109", Facing::WEST).ordered(Side::Axis);
    does(&mut game, &["order rifle10 run"]);
    assert_eq!(offered(&game, ["move 1305", "move 1405", "move 1605", "move 1705"]), [true, false, false, true]);
}

/// Decision D4: a section of a house takes one unit.
#[test]
fn a_house_takes_one_unit() {
    let house = row_with(15, "HHH");
    let rows = rows_with(9, 4..=6, &house);
    for (friend, may) in [("1504", false), ("4004", true)] {
        let start = table(&rows, [&["g_rifle10", "g_gren9"], &["s_smg10"]]).put("rifle10", "1205", Facing::EAST);
        let mut game = start.put("gren9", friend, Facing::EAST).put("smg10", "6109", Facing::WEST).ordered(Side::Axis);
        does(&mut game, &["order rifle10 run"]);
        assert_eq!(offered(&game, ["move 1706"]), [may], "{friend}");
    }
}

/// Whoever moves leaves his trench.
#[test]
fn who_moves_is_not_dug_in_any_more() {
    let start = table(&PLAIN, [&["g_rifle10"], &["s_smg10"]]).put("rifle10", "1005", Facing::EAST).put("smg10", "6109", Facing::WEST);
    let mut game = start.edit("rifle10", |piece| piece.dug_in = true).ordered(Side::Axis);
    does(&mut game, &["order rifle10 advance", "move 1105"]);
    assert!(!piece(&game, "rifle10").dug_in);
}

/// Supplement S27: a mortar begins anew when its target moves, and not when another enemy does.
#[test]
fn a_mortar_loses_its_range_when_its_target_moves() {
    for (mover, kept) in [("rifle9", false), ("smg10", true)] {
        let start = table(&PLAIN, [&["g_mortar81"], &["s_rifle9", "s_smg10"]]).put("mortar81", "0105", Facing::EAST);
        let start = start.put("rifle9", "4005", Facing::WEST).put("smg10", "4009", Facing::WEST).edit("mortar81", has_fired);
        let target =
            start.0.clone().open(stavka_engine::bolt_action::Opening::Order(Side::Soviet), [0; 2]).data().find_unit("rifle9").unwrap();
        let mut game = start.edit("mortar81", |piece| piece.ranging = Some((target, 2))).ordered(Side::Soviet);
        let (order, line) = (format!("order {mover} run"), if mover == "rifle9" { "move 4105" } else { "move 4109" });
        does(&mut game, &[&order, line]);
        assert_eq!(piece(&game, "mortar81").ranging, kept.then_some((target, 2)), "{mover}");
    }
}

/// [VD.4] A wreck has neither pins nor targets.
#[test]
fn a_wreck_has_no_pins() {
    let start = table(&PLAIN, [&["g_pak40"], &["s_t34", "s_smg10"]]).put("pak40", "0105", Facing::EAST).put("t34", "2105", Facing::WEST);
    let start = start.put("smg10", "6109", Facing::WEST).edit("t34", |piece| (piece.pins, piece.order) = (8, Some(Order::Fire)));
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["order pak40 fire", "target t34 0", "score 1", "die 1"]);
    assert_eq!((piece(&game, "t34").men, piece(&game, "t34").pins), (0, 0));
}

// ---- vehicles fire --------------------------------------------------------------------

/// A tank that looks east, with an enemy ahead of it and one at its side, both of which have their order.
fn tank(id: &str, change: impl FnOnce(&str) -> String) -> BoltAction {
    let start = table_with(&PLAIN, [&[id], &["s_rifle9", "s_smg10"]], change).put(name_of(id), "2004", Facing::EAST);
    let start = start.put("rifle9", "3004", Facing::WEST).put("smg10", "2009", Facing::WEST);
    let mut game = start.edit("rifle9", has_fired).edit("smg10", has_fired).ordered(Side::Axis);
    does(&mut game, &[&format!("order {} fire", name_of(id))]);
    game
}

/// [ORD.1] Decision D23: a tank fires its gun or the weapon beside it, and then what it has in its hull, which bears ahead alone.
#[test]
fn a_tank_fires_its_gun_or_the_weapon_beside_it_and_then_that_in_its_hull() {
    let mut game = tank("g_pz3", str::to_owned);
    let (all, ahead) = (["done", "target rifle9 0", "target smg10 0"], ["done", "target rifle9 0"]);
    assert_eq!(choices(&game), all);
    does(&mut game, &["target smg10 0"]);
    assert_eq!(dice(&game).0, 1);
    does(&mut game, &["score 0"]);
    assert_eq!(choices(&game), ahead);
    does(&mut game, &["target rifle9 0"]);
    assert_eq!(dice(&game).0, 4);
    does(&mut game, &["score 0"]);
    assert_eq!(question(&game), NEXT_TURN);

    let mut game = tank("g_pz3", str::to_owned);
    does(&mut game, &["done"]);
    assert_eq!(choices(&game), all);
    does(&mut game, &["target smg10 0"]);
    assert_eq!(dice(&game).0, 4);
    does(&mut game, &["score 0"]);
    assert_eq!(choices(&game), ahead);
    does(&mut game, &["done"]);
    assert_eq!(question(&game), NEXT_TURN);

    // The switch lets both fire.
    let mut game = tank("g_pz3", switched("coax_instead_of_gun", false));
    does(&mut game, &["target smg10 0", "score 0"]);
    assert_eq!(choices(&game), all);
}

/// [ORD.1] A vehicle is asked only for weapons that bear on somebody.
#[test]
fn a_weapon_that_bears_on_nobody_is_not_asked_for() {
    let start = table(&PLAIN, [&["g_pz3"], &["s_smg10"]]).put("pz3", "2004", Facing::EAST).put("smg10", "2009", Facing::WEST);
    let mut game = start.edit("smg10", has_fired).ordered(Side::Axis);
    does(&mut game, &["order pz3 fire", "target smg10 0", "score 0"]);
    assert_eq!(question(&game), NEXT_TURN);
}

/// [ORD.1] A vehicle turns its gun, not itself: a casemate bears ahead alone, and a gun of men turns to its target (decision D14).
#[test]
fn a_casemate_does_not_turn_to_fire() {
    for (id, may) in [("g_stug", false), ("g_pz3", true), ("g_pak36", true), ("g_mmg", true)] {
        let name = name_of(id);
        let start = table(&PLAIN, [&[id], &["s_smg10"]]).put(name, "2004", Facing::EAST).put("smg10", "1404", Facing::WEST);
        assert_eq!(offered(&start.ordered(Side::Axis), [&format!("order {name} fire")]), [may], "{id}");
    }
}

/// [SHOOT.7] Losses are counted by action: what an earlier tank has done to a squad neither saves it a pin nor makes it test.
#[test]
fn losses_and_pins_of_another_action_are_apart() {
    let start = table(&PLAIN, [&["g_pz3", "g_pz4l"], &["s_smg10", "s_maxim"]]).put("pz3", "1003", Facing::EAST);
    let start = start.put("pz4l", "1007", Facing::EAST).put("smg10", "2005", Facing::WEST).put("maxim", "6109", Facing::WEST);
    let start = start.edit("smg10", has_fired).edit("maxim", has_fired);
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["order pz3 fire", "done", "target smg10 0", "score 3", "score 3", "done", "order pz4l fire"]);
    assert_eq!((piece(&game, "smg10").men, piece(&game, "smg10").pins), (7, 1));
    does(&mut game, &["done", "target smg10 0", "score 2", "score 2"]);
    assert_eq!((piece(&game, "smg10").men, piece(&game, "smg10").pins), (5, 2));
    assert_eq!(question(&game), "which unit is shot at?");
}

/// Decision D24: an officer observes for mortars and howitzers; other men do not, and nobody observes for rifles.
#[test]
fn an_officer_observes_for_indirect_fire_alone() {
    let wall = row_with(12, "#");
    let rows = rows_with(9, 4..=6, &wall);
    let spotted = |forces: [&[&str]; 2], gunner: &str, observer: &str, cell: &str| {
        let start = table(&rows, forces).put(gunner, "0105", Facing::EAST).put(observer, cell, Facing::EAST);
        let game = start.put("smg10", "2205", Facing::WEST).ordered(Side::Axis);
        offered(&game, [&format!("order {gunner} fire")])[0]
    };
    assert!(spotted([&["g_mortar81", "g_lt"], &["s_smg10"]], "mortar81", "lt", "1301"));
    assert!(!spotted([&["g_mortar81", "g_lt"], &["s_smg10"]], "mortar81", "lt", "0305"));
    assert!(!spotted([&["g_mortar81", "g_rifle10"], &["s_smg10"]], "mortar81", "rifle10", "1301"));
    assert!(!spotted([&["g_mmg", "g_lt"], &["s_smg10"]], "mmg", "lt", "1301"));
}

/// [SHOOT.2] Supplements S4 and S5 are switches.
#[test]
fn reactions_can_be_switched_off() {
    for (switch, target) in [("reaction_down", "smg10"), ("recce_escape", "ba64")] {
        for on in [true, false] {
            let start =
                table_with(&PLAIN, [&["g_rifle10"], &["s_smg10", "s_ba64"]], switched(switch, on)).put("rifle10", "1005", Facing::EAST);
            let mut game = start.put("smg10", "1803", Facing::WEST).put("ba64", "1807", Facing::WEST).ordered(Side::Axis);
            does(&mut game, &["order rifle10 fire", &format!("target {target} 0")]);
            assert_eq!(question(&game) == "does the target react?", on, "{switch} = {on}");
        }
    }
}
