//! Positions in which readers of the rules found Bolt Action wrong or undecided.

use std::collections::BTreeSet;

use stavka_engine::Side;
use stavka_engine::bolt_action::BoltAction;
use stavka_engine::bolt_action::terms::Order;
use stavka_engine::square::Facing;

use crate::bolt_action_kit::{PLAIN, choices, dice, does, name_of, offered, piece, place, question, table};

/// [HE][HE.4] Decision D42: a howitzer shell that hits a tank puts pins on it by its die.
#[test]
fn a_high_explosive_hit_on_a_vehicle_rolls_for_pins() {
    let start = table(&PLAIN, [&["g_leig18"], &["s_t34"]]).put("leig18", "0104", Facing::EAST).put("t34", "2104", Facing::WEST);
    let mut game = start.edit("t34", |piece| piece.order = Some(Order::Fire)).ordered(Side::Axis);
    does(&mut game, &["order leig18 fire", "target t34 0", "score 1"]);
    assert_eq!((question(&game).as_str(), choices(&game)), ("the pins", vec!["score 1".into(), "score 2".to_owned()]));
    does(&mut game, &["score 2"]);
    assert_eq!(question(&game), "the die against armour");
    does(&mut game, &["die 1"]);
    assert_eq!(piece(&game, "t34").pins, 2);
}

/// [HE][HE.2] A light mortar pins a vehicle once, without a die.
#[test]
fn a_light_mortar_shell_on_a_vehicle_pins_once() {
    let start = table(&PLAIN, [&["g_mortar50"], &["s_t34"]]).put("mortar50", "0104", Facing::EAST).put("t34", "2104", Facing::WEST);
    let mut game = start.edit("t34", |piece| piece.order = Some(Order::Fire)).ordered(Side::Axis);
    does(&mut game, &["order mortar50 fire", "shell t34", "score 1"]);
    assert_eq!(question(&game), "the die against armour");
    does(&mut game, &["die 1"]);
    assert_eq!(piece(&game, "t34").pins, 1);
}

/// [FUB.3] D29: nobody reacts to panic.
#[test]
fn nobody_fires_at_those_who_panic() {
    let start = table(&PLAIN, [&["g_rifle10"], &["s_rifle9"]]).put("rifle10", "2004", Facing::EAST).put("rifle9", "2304", Facing::WEST);
    let start = start.edit("rifle9", |piece| piece.order = Some(Order::Ambush)).edit("rifle10", |piece| piece.pins = 1);
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["order rifle10 fire", "test fubar", "die 3"]);
    assert!(!offered(&game, ["spring rifle9"])[0], "{}: {:?}", question(&game), choices(&game));
}

/// [CQ.4.c] D27: men in a house have hard cover, also against those who come round a corner.
#[test]
fn men_in_a_house_strike_at_once_at_those_who_come_from_out_of_sight() {
    let open = ".".repeat(40);
    for wall in ["#", "."] {
        let row = format!("{}{wall}..H{}", ".".repeat(11), ".".repeat(25));
        let rows: Vec<&str> = (1..=9).map(|at| if at == 5 { row.as_str() } else { open.as_str() }).collect();
        let start = table(&rows, [&["g_rifle10", "g_mmg"], &["s_smg10"]]).put("rifle10", "1005", Facing::EAST);
        let start = start.put("mmg", "4001", Facing::WEST).put("smg10", "1505", Facing::WEST);
        let mut game = start.edit("smg10", |piece| piece.order = Some(Order::Fire)).ordered(Side::Axis);
        does(&mut game, &["assault rifle10", "score 9"]);
        // Ten at once have twenty dice (0 to 10 may fall); the one who is left has two.
        assert_eq!(choices(&game).len(), 11, "with {wall:?} between: {}", question(&game));
    }
}

/// [ORD.4] S7: those in Ambush may wait for the side of a tank that drives past.
#[test]
fn those_in_ambush_may_wait_for_the_side_of_a_tank() {
    let open = ".".repeat(41);
    let tower = format!("{}#{}", ".".repeat(17), ".".repeat(23));
    let rows: Vec<&str> = (1..=13).map(|at| if at == 2 { tower.as_str() } else { open.as_str() }).collect();
    let start = table(&rows, [&["g_pak36"], &["s_t34"]]).put("pak36", "2012", Facing::NORTH_WEST).put("t34", "0501", Facing::EAST);
    let mut game = start.edit("pak36", |piece| piece.order = Some(Order::Ambush)).ordered(Side::Soviet);
    does(&mut game, &["order t34 run", "leg E 13"]);
    let mut asked = Vec::new();
    while offered(&game, ["spring pak36"])[0] {
        asked.push(place(&game, "t34"));
        does(&mut game, &["done"]);
    }
    // Front up to 0901, side from 1001 to 1701, out of sight at 1801.
    assert!(asked.iter().any(|cell| cell.as_str() >= "1001"), "asked at {asked:?}, the tank is at {}", place(&game, "t34"));
}

/// [CQV.2] Men whose only weapon against tanks, a Panzerfaust, is spent have none.
#[test]
fn men_who_have_spent_their_panzerfaust_are_tested() {
    let start = table(&PLAIN, [&["g_volks8"], &["s_t34"]]).put("volks8", "1005", Facing::EAST).put("t34", "1505", Facing::WEST);
    let start = start.edit("volks8", |piece| piece.panzerfausts = 0).edit("t34", |piece| piece.order = Some(Order::Fire));
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["assault volks8"]);
    assert_eq!(question(&game), "the order test");
}

/// [ORD.4] Decision D43: those in Ambush fire their Panzerfausts at a vehicle that comes near.
#[test]
fn those_in_ambush_may_use_their_panzerfausts() {
    let start = table(&PLAIN, [&["g_volks8"], &["s_t34"]]).put("volks8", "1005", Facing::EAST).put("t34", "2505", Facing::WEST);
    let start = start.edit("volks8", |piece| piece.order = Some(Order::Ambush));
    let mut game = start.ordered(Side::Soviet);
    does(&mut game, &["order t34 run", "leg W 12"]);
    let mut seen = Vec::new();
    for _ in 0..20 {
        if !choices(&game).iter().any(|line| line == "spring volks8") {
            break;
        }
        seen.push(format!("{} {:?}", place(&game, "t34"), choices(&game)));
        if place(&game, "t34").as_str() <= "1505" {
            does(&mut game, &["spring volks8"]);
            break;
        }
        does(&mut game, &["done"]);
    }
    assert_eq!(
        (question(&game).as_str(), piece(&game, "volks8").panzerfausts),
        ("the dice to hit", 0),
        "{seen:?} order {:?}",
        piece(&game, "volks8").order
    );
}

/// [CQ.2] Decision D14: a machine gun that looks away does not turn in a reaction.
#[test]
fn a_machine_gun_that_looks_away_does_not_answer_an_assault() {
    let start = table(&PLAIN, [&["g_rifle10"], &["s_maxim"]]).put("rifle10", "1005", Facing::EAST).put("maxim", "2005", Facing::EAST);
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["assault rifle10"]);
    assert!(!choices(&game).contains(&"return maxim".to_owned()), "{}", question(&game));
}

/// [ORD.1][HIT.5] A unit that consolidated and then gets a Fire order does not fire on the move.
#[test]
fn a_defender_that_consolidated_fires_at_full_effect() {
    let start = table(&PLAIN, [&["g_rifle10", "g_gren9"], &["s_rifle9", "s_smg10"]]).put("rifle10", "1005", Facing::EAST);
    let start = start.put("gren9", "2505", Facing::WEST).put("rifle9", "1505", Facing::WEST).put("smg10", "6001", Facing::WEST);
    let start = start.edit("smg10", |piece| piece.order = Some(Order::Fire)).edit("gren9", |piece| piece.order = Some(Order::Fire));
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["assault rifle10", "score 0", "score 1", "die 1", "consolidate 1504"]);
    does(&mut game, &["order rifle9 fire", "target gren9 0"]);
    let shot = dice(&game);
    assert_eq!((shot.1, piece(&game, "rifle9").moved), (3, false), "{} {:?}", place(&game, "rifle9"), shot);
}

/// [FUB.3] A unit that consolidated and then panics runs.
#[test]
fn a_defender_that_consolidated_panics_and_runs() {
    let start = table(&PLAIN, [&["g_rifle10", "g_gren9"], &["s_rifle9", "s_smg10", "s_maxim"]]).put("rifle10", "1005", Facing::EAST);
    let start = start.put("gren9", "2505", Facing::WEST).put("rifle9", "1505", Facing::WEST).put("smg10", "6101", Facing::WEST);
    let start = start.put("maxim", "6109", Facing::WEST);
    let start = start.edit("smg10", |piece| piece.order = Some(Order::Fire)).edit("gren9", |piece| piece.order = Some(Order::Fire));
    let mut game = start.edit("rifle9", |piece| piece.pins = 1).ordered(Side::Axis);
    does(&mut game, &["assault rifle10", "score 0", "score 1", "die 1", "consolidate 1504", "order rifle9 fire", "test fubar", "die 3"]);
    assert_ne!(place(&game, "rifle9"), "1504", "order {:?}", piece(&game, "rifle9").order);
}

/// Supplements S2 and D20: one pin for each enemy unit whose action hits, however many weapons it has.
#[test]
fn two_weapons_of_a_tank_pin_once() {
    let start = table(&PLAIN, [&["g_pz3"], &["s_smg10"]]).put("pz3", "1005", Facing::EAST).put("smg10", "2005", Facing::WEST);
    let mut game = start.edit("smg10", |piece| piece.order = Some(Order::Fire)).ordered(Side::Axis);
    does(&mut game, &["order pz3 fire", "target smg10 0", "score 1", "score 1", "score 0", "target smg10 0", "score 1", "score 0"]);
    assert_eq!((piece(&game, "smg10").men, piece(&game, "smg10").pins), (10, 1), "{}", question(&game));
}

/// Supplement S3: half the men before the action, whatever weapon took them.
#[test]
fn two_weapons_of_a_tank_take_half_the_men() {
    let start = table(&PLAIN, [&["g_pz3"], &["s_smg10"]]).put("pz3", "1005", Facing::EAST).put("smg10", "2005", Facing::WEST);
    let start = start.edit("smg10", |piece| piece.men = 6);
    let mut game = start.edit("smg10", |piece| piece.order = Some(Order::Fire)).ordered(Side::Axis);
    does(&mut game, &["order pz3 fire", "target smg10 0", "score 1", "score 1", "score 1", "target smg10 0", "score 2", "score 2"]);
    assert_eq!((piece(&game, "smg10").men, question(&game)), (3, "the test of morale".to_owned()));
}

/// [FUB.2.a] The order is Fire: a machine gun turns to its friend, as part of Fire (S12).
#[test]
fn a_machine_gun_that_looks_away_fires_at_its_friend() {
    for looks in [Facing::EAST, Facing::WEST] {
        let start = table(&PLAIN, [&["g_mmg", "g_gren9"], &["s_rifle9"]]).put("mmg", "1005", looks).put("gren9", "2005", Facing::EAST);
        let mut game = start.put("rifle9", "2805", Facing::WEST).edit("mmg", |piece| piece.pins = 1).ordered(Side::Axis);
        does(&mut game, &["order mmg fire", "test fubar", "die 1"]);
        assert!(offered(&game, ["mistake gren9"])[0], "{looks:?}: {:?}", piece(&game, "mmg").order);
    }
}

/// [FUB.2.a] A mortar opens fire on a friend in range.
#[test]
fn a_mortar_fires_at_its_friend() {
    let start = table(&PLAIN, [&["g_mortar50", "g_gren9"], &["s_rifle9"]]).put("mortar50", "1005", Facing::EAST);
    let start = start.put("gren9", "2805", Facing::EAST).put("rifle9", "3505", Facing::WEST);
    let mut game = start.edit("mortar50", |piece| piece.pins = 1).ordered(Side::Axis);
    does(&mut game, &["order mortar50 advance", "test fubar", "die 1"]);
    assert!(offered(&game, ["mistake gren9"])[0], "{:?}: {}", piece(&game, "mortar50").order, question(&game));
}

/// [TERK.5] A gun in a house that wins close quarters stays there.
#[test]
fn a_gun_in_a_house_stays_after_close_quarters() {
    let row = format!("{}H{}", ".".repeat(14), ".".repeat(46));
    let open = ".".repeat(61);
    let rows: Vec<&str> = (1..=9).map(|at| if at == 5 { row.as_str() } else { open.as_str() }).collect();
    let start = table(&rows, [&["g_rifle10", "g_mmg"], &["s_45mm", "s_smg10"]]).put("rifle10", "1005", Facing::EAST);
    let start = start.put("45mm", "1505", Facing::WEST).put("mmg", "6001", Facing::WEST).put("smg10", "6109", Facing::WEST);
    let mut game = start.edit("rifle10", |piece| piece.men = 2).edit("45mm", |piece| piece.order = Some(Order::Fire)).ordered(Side::Axis);
    does(&mut game, &["assault rifle10", "score 0"]);
    let most = choices(&game).last().cloned().expect("dice");
    does(&mut game, &[&most]);
    assert_eq!((piece(&game, "rifle10").men, piece(&game, "45mm").men > 0), (0, true), "the gun has won");
    assert_ne!(question(&game), "the die of consolidation");
}

/// [FUB.3.a] Nobody in sight: it does not move. An immobilised tank and a gun in sight of enemies neither.
#[test]
fn those_who_cannot_run_go_down_where_they_are() {
    for (id, still) in [("g_pz3", true), ("g_pak36", false), ("g_mortar81", false)] {
        let name = name_of(id);
        let start = table(&PLAIN, [&[id], &["s_smg10"]]).put(name, "1005", Facing::EAST).put("smg10", "2005", Facing::WEST);
        let start = start.edit(name, |piece| (piece.pins, piece.immobilised) = (1, still));
        let mut game = start.ordered(Side::Axis);
        let order = if id == "g_mortar81" { "advance" } else { "ambush" };
        does(&mut game, &[&format!("order {name} {order}"), "test fubar", "die 4"]);
        assert_eq!((place(&game, name).as_str(), piece(&game, name).order), ("1005", Some(Order::Down)), "{id}");
    }
}

/// [ORD.2] A tank drives, then fires at one less.
#[test]
fn a_tank_that_advances_fires_on_the_move() {
    let start = table(&PLAIN, [&["g_pz3"], &["s_t34"]]).put("pz3", "1005", Facing::EAST).put("t34", "3005", Facing::WEST);
    let mut game = start.edit("t34", |piece| piece.order = Some(Order::Fire)).ordered(Side::Axis);
    does(&mut game, &["order pz3 advance", "leg E 5", "done", "target t34 0"]);
    assert_eq!(dice(&game), (1, 4));
}

/// [FUB.2.a] A friend out of sight, or out of range, is no target.
#[test]
fn a_friend_out_of_sight_is_no_target() {
    let open = ".".repeat(61);
    let tower = format!("{}#{}", ".".repeat(12), ".".repeat(48));
    let rows: Vec<&str> = (1..=9).map(|at| if at == 5 { tower.as_str() } else { open.as_str() }).collect();
    let start =
        table(&rows, [&["g_rifle10", "g_gren9"], &["s_smg10"]]).put("rifle10", "1005", Facing::EAST).put("gren9", "1605", Facing::EAST);
    let mut game = start.put("smg10", "2505", Facing::WEST).edit("rifle10", |piece| piece.pins = 1).ordered(Side::Axis);
    does(&mut game, &["order rifle10 run", "test fubar", "die 1"]);
    assert_eq!(piece(&game, "rifle10").order, Some(Order::Down));
}

/// [MOVE][MOVE.2][MOVE.3][MOVE.4][MAN.1][MAN.2][MAN.3] Golden row G29: cells and facings in which a vehicle may end on a plain, reverse
/// apart. The legs of one move share its allowance.
#[test]
fn vehicles_end_where_g29_says() {
    let open = ".".repeat(61);
    let rows = vec![open.as_str(); 49];
    let mut found = Vec::new();
    for id in ["g_pz3", "g_251", "g_222"] {
        for order in ["advance", "run"] {
            let name = name_of(id);
            let start = table(&rows, [&[id], &["s_smg10"]]).put(name, "3125", Facing::EAST).put("smg10", "6149", Facing::WEST);
            let mut game = start.ordered(Side::Axis);
            does(&mut game, &[&format!("order {name} {order}")]);
            let state = |game: &BoltAction| (place(game, name), piece(game, name).facing.index());
            let mut ends = BTreeSet::from([state(&game)]);
            let (mut seen, mut open) = (BTreeSet::new(), vec![game]);
            while let Some(game) = open.pop() {
                if question(&game) != "the next leg of the vehicle, or done" {
                    continue;
                }
                for line in choices(&game).iter().filter(|line| line.starts_with("leg ")) {
                    let mut next = game.clone();
                    does(&mut next, &[line]);
                    ends.insert(state(&next));
                    let more = if question(&next) == "the next leg of the vehicle, or done" { choices(&next) } else { Vec::new() };
                    if seen.insert((state(&next), more)) {
                        open.push(next);
                    }
                }
            }
            found.push(ends.len());
        }
    }
    assert_eq!(found, [196, 19, 813, 665, 1392, 1133]);
}

/// [TERK.7] The road counts from the first cell on, and is lost for the whole move by the leg that leaves it; in reverse it gives nothing.
#[test]
fn a_move_is_by_road_from_its_first_cell_to_its_last() {
    let (plain, road) = (".".repeat(61), "=".repeat(61));
    let beside = format!("{}.{}", "=".repeat(29), "=".repeat(31));
    let begun = |row: &str| {
        let rows: Vec<&str> = (1..=9).map(|at| if at == 5 { row } else { plain.as_str() }).collect();
        let start = table(&rows, [&["g_222"], &["s_smg10"]]).put("222", "3005", Facing::EAST).put("smg10", "6109", Facing::WEST);
        let mut game = start.ordered(Side::Axis);
        does(&mut game, &["order 222 advance"]);
        game
    };
    let far = |game: &BoltAction, leg: &str| -> Option<u32> {
        choices(game).iter().filter_map(|line| line.strip_prefix(leg)?.trim().parse().ok()).max()
    };
    assert_eq!([far(&begun(&road), "leg E"), far(&begun(&beside), "leg E")], [Some(24), Some(12)]);
    assert_eq!(far(&begun(&road), "reverse E"), Some(12));
    let mut left = begun(&road);
    does(&mut left, &["leg SE 1"]);
    // A step aside costs seven fifths of the sixty.
    assert_eq!(far(&left, "leg E"), Some(10));
}
