//! Scenes for the rows of the standard procedures of Across the Bug River [5.1 to 5.5]: token, stacking, displacement, zones of control,
//! formations.

use stavka_engine::across_the_bug::terms::AttackType;
use stavka_engine::across_the_bug::{AcrossTheBug, Command, Opening, Place, PositionBuilder};
use stavka_engine::game::{Game as _, Notation as _, Side, Turn};

use super::across_the_bug_rows_b::go_on_until;
use super::across_the_bug_scenes::{acting, at, denied, formation, goals, hex, lines, load, offers, placed, play, unit};

fn beginning(game: &AcrossTheBug, start: &str) -> Vec<String> {
    lines(game).into_iter().filter(|line| line.starts_with(start)).collect()
}

// ---- the token [5.2] --------------------------------------------------------------------------------------------------------------

/// [5.2][3.4.b][A34] The token buys its holder one die of his own, and goes over with every use.
#[test]
fn the_token_goes_to_and_fro() {
    let position = placed("I/103 2411 HQ-14Pz 2008 I/16 2410 HQ-87RD 2708 II/16 2709");
    let mut game = position.luck(Side::Axis).open(Opening::Activation("14Pz", 7)).expect("a position");
    play(&mut game, &["select I/103", "attack 2410 regular", "chit 9", "chit 0", "die 1"]);
    assert_eq!((game.turn(), lines(&game)), (Turn::Player(Side::Axis), vec!["done".to_owned(), "reroll".to_owned()]));
    play(&mut game, &["reroll", "die 10"]);
    assert_eq!(game.luck(), Side::Soviet);
    assert_eq!(game.points(unit("I/16")), 4, "the second die counts: a red two");
    play(&mut game, &["die 10"]);
    assert_eq!(game.turn(), Turn::Player(Side::Soviet), "the check is a die of the Soviets, who hold the token now");
    play(&mut game, &["reroll", "die 1"]);
    assert!(!game.is_disorganized(unit("I/16")));
    assert_eq!(game.luck(), Side::Axis);
}

/// [5.2] The dice of the other side are none of the holder's.
#[test]
fn the_token_serves_own_dice_alone() {
    let position = placed("HQ-14Pz 2008 I/103 2409").turned("I/103").expect("a unit");
    let mut game = position.luck(Side::Soviet).open(Opening::Activation("14Pz", 3)).expect("a position");
    play(&mut game, &["recover I/103", "die 10"]);
    assert_eq!(game.turn(), Turn::Player(Side::Axis));
    assert!(!offers(&game, "reroll") && game.is_disorganized(unit("I/103")));
}

/// [5.2][6.1] Of the Soviet die for the initiative no other face is better where it wins, and where none can win.
#[test]
fn another_roll_cannot_help_where_the_die_wins_or_no_face_does() {
    for (german, soviet, best) in [(9, 10, true), (9, 1, false), (10, 1, true), (10, 10, true)] {
        let stand = placed("I/103 1210 HQ-14Pz 1110 I/16 3014 HQ-87RD 2708").level("14Pz", 2).and_then(|it| it.level("87RD", 2));
        let mut game = stand.expect("levels").luck(Side::Soviet).open(Opening::Operations).expect("a position");
        play(&mut game, &[&format!("die {german}"), &format!("die {soviet}")]);
        assert_eq!((game.die_at_hand(), game.waiting_die_is_best()), (Some(soviet), best), "{german} against {soviet}");
    }
}

// ---- stacking [5.3.1] ---------------------------------------------------------------------------------------------------------------

/// [5.3.1] The headquarters lies on top, and the order below means nothing.
#[test]
fn headquarters_lie_on_top() {
    let one = acting(placed("I/103 2411 1/I/36 2411 HQ-14Pz 2411"), "14Pz", 3);
    let other = acting(placed("HQ-14Pz 2411 1/I/36 2411 I/103 2411"), "14Pz", 3);
    assert_eq!(one.stack(hex("2411")).next(), Some(unit("HQ-14Pz")));
    assert_eq!(one.state_hash(), other.state_hash());
}

/// [5.3.1.a] A stack passes a full hex; only where it ends is counted.
#[test]
fn full_hexes_are_passed() {
    let mut game = acting(placed("1/I/36 2307 I/103 2407 2/I/36 2407 3/I/36 2407 HQ-14Pz 3814"), "14Pz", 5);
    play(&mut game, &["select 1/I/36"]);
    let beyond = game.reach().into_iter().find(|reached| reached.hex == hex("2507")).and_then(|reached| reached.cost);
    assert_eq!(beyond.map(|cost| cost.0), Some(2), "along the road through the full hex");
    let mut passes = game.clone();
    play(&mut passes, &["move 2507"]);
    assert_eq!(passes.turn(), Turn::Player(Side::Axis));
    play(&mut game, &["move 2407"]);
    assert_eq!(game.turn(), Turn::Chance, "a fourth unit that ends there is too many");
}

/// Whether the hex 2411 is overstacked when a unit has moved into it from 2412.
fn crowded(there: &str, id: &str, comes: &str) -> bool {
    let here: Vec<String> = there.split(' ').filter(|id| !id.is_empty()).map(|id| format!("{id} 2411")).collect();
    let mut game = acting(placed(&format!("{} {comes} 2412 HQ-{id} 2711", here.join(" "))), id, 5);
    play(&mut game, &[&format!("select {comes}"), "move 2411"]);
    assert_eq!(at(&game, comes), "2411");
    game.turn() == Turn::Chance
}

/// [5.3.1.b][5.3.1.x1][5.3.1.x2][5.3.1.x3] Three units a hex, one of them of the infantry type; AT guns and border guards do not count
/// as such.
#[test]
fn a_hex_holds_three_units_and_one_infantry() {
    assert!(!crowded("I/103 1/I/36", "14Pz", "2/I/36"));
    assert!(crowded("I/103 1/I/36 2/I/36", "14Pz", "3/I/36"), "four units");
    assert!(crowded("I/103", "14Pz", "II/103"), "two of infantry");
    assert!(crowded("40", "14Pz", "13/14Pz"), "reconnaissance and engineers are infantry types [B21]");
    assert!(!crowded("1/I/36 2/I/36", "14Pz", "3/I/36"));
    assert!(!crowded("I/396 I/712", "1AT", "II/712"), "an infantry unit and two of AT guns");
    assert!(crowded("I/396 I/712 II/712", "1AT", "III/712"));
    assert!(!crowded("I/16 No1", "1/90", "No2"), "an infantry unit and two companies of border guards");
    assert!(crowded("A/19", "87RD", "I/16"), "machine guns are infantry");
}

/// [5.3.1.d][A6][5.3.3] In an overstacked hex everybody is checked; who is disorganized already loses a point, and goes first.
#[test]
fn the_disorganized_lose_points_in_a_crowd() {
    let position = || placed("HQ-14Pz 2008 I/103 2311 II/103 2312 I/16 3014").turned("I/103").expect("a unit");
    let mut game = acting(position(), "14Pz", 5);
    play(&mut game, &["select II/103", "move 2311", "die 6", "die 1"]);
    assert_eq!((game.points(unit("I/103")), game.is_disorganized(unit("I/103"))), (5, true));
    assert_eq!((game.points(unit("II/103")), game.is_disorganized(unit("II/103"))), (6, false));
    assert_eq!(game.turn(), Turn::Player(Side::Soviet), "[5.3.1.f] the enemy displaces");
    assert!(lines(&game).iter().all(|line| line.starts_with("displace I/103 ")), "[A11] the disorganized one");
    let mut passed = acting(position(), "14Pz", 5);
    play(&mut passed, &["select II/103", "move 2311", "die 5", "die 6"]);
    assert_eq!(passed.points(unit("I/103")), 6, "effectiveness 5 of the disorganized side");
}

/// [5.3.1.c][3.3.j] A village takes one headquarters, a city two, however many units are there.
#[test]
fn settlements_take_one_or_two_headquarters() {
    let open = |counters: &str, goal: &str| {
        let mut game = acting(placed(&format!("HQ-14Pz 2008 I/103 2312 {counters}")), "14Pz", 5);
        play(&mut game, &["relocate HQ-14Pz"]);
        offers(&game, &format!("displace HQ-14Pz {goal}"))
    };
    assert!(open("I/131 2411 1/I/36 2411 2/I/36 2411", "2411"), "units do not count");
    assert!(!open("HQ-44ID 2411", "2411"));
    assert!(open("HQ-44ID 2607", "2607"));
    assert!(!open("HQ-44ID 2607 HQ-298ID 2607", "2607"));
}

/// [5.3.1.e][5.3.2.1][3.3.e] In a crowd of headquarters each loses a support point, and who is displaced one more.
#[test]
fn a_crowd_of_headquarters_costs_support() {
    let stand = |others: &str, at: &str, from: &str| {
        let position = placed(&format!("HQ-14Pz {at} HQ-44ID {at} {others} I/103 {from}")).last_in("2008", Side::Axis).expect("a village");
        let mut game = acting(position.level("44ID", 5).expect("a level"), "14Pz", 5);
        play(&mut game, &["select I/103", &format!("move {at}")]);
        if offers(&game, "done") && game.acting_stack() != 0 {
            play(&mut game, &["done"]);
        }
        game
    };
    let support = |game: &AcrossTheBug| ["HQ-14Pz", "HQ-44ID"].map(|hq| game.points(unit(hq)));
    let mut village = stand("", "2411", "2412");
    assert_eq!(support(&village), [3, 2]);
    assert_eq!(village.turn(), Turn::Player(Side::Axis), "the owner displaces, not the enemy");
    play(&mut village, &["displace HQ-44ID 2008"]);
    assert_eq!((support(&village), village.level(formation("44ID"))), ([3, 1], 4));
    assert_eq!(beginning(&village, "displace"), Vec::<String>::new(), "one is enough");
    let city = stand("", "2607", "2507");
    assert_eq!((support(&city), beginning(&city, "displace").len()), ([4, 3], 0), "two in a city are no crowd");
    let third = stand("HQ-298ID 2607", "2607", "2507");
    assert_eq!(support(&third), [3, 2]);
    assert!(!beginning(&third, "displace").is_empty());
}

/// [5.3.1.g][5.3.3.b] Where enemies and prohibited water leave no way out, the owner eliminates what is too many.
#[test]
fn units_that_cannot_be_displaced_are_eliminated() {
    let ring = "I/526 1807 II/526 1806 HQ-298ID 1706 No1 1805 No2 1905 No3 1906 No4 1705";
    let mut game = acting(placed(ring), "298ID", 5);
    play(&mut game, &["select I/526", "boat 1806", "die 1", "die 1"]);
    assert_eq!(game.turn(), Turn::Player(Side::Axis));
    assert_eq!(lines(&game), ["remove I/526", "remove II/526"], "the Bug is no way out");
    assert_eq!(denied(&game, "displace I/526 1905"), "5.3.3");
    play(&mut game, &["remove I/526"]);
    assert_eq!((game.place(unit("I/526")), at(&game, "II/526")), (Place::ELIMINATED, "1806".to_owned()));
}

/// [5.3.1.g][5.3.3][5.3.3.a] A full hex takes a displaced unit only if there is no other, and then suffers the same.
#[test]
fn displacement_into_a_full_hex_spreads() {
    let ring = "I/526 1807 II/526 1806 HQ-298ID 1706 III/526 1906 1/I/36 1906 2/I/36 1906 No1 1805 No2 1905 No4 1705";
    let mut game = acting(placed(ring), "298ID", 5);
    play(&mut game, &["select I/526", "boat 1806", "die 1", "die 1"]);
    assert_eq!(game.turn(), Turn::Player(Side::Soviet));
    assert_eq!(lines(&game), ["displace I/526 1906", "displace II/526 1906"], "there is no other hex");
    play(&mut game, &["displace I/526 1906"]);
    assert_eq!(game.turn(), Turn::Chance, "[5.3.3.a] the same checks there");
    play(&mut game, &["die 1", "die 1", "die 1", "die 10"]);
    assert!(game.is_disorganized(unit("III/526")), "the last of four");
    assert_eq!(game.turn(), Turn::Player(Side::Soviet));
    let goals = lines(&game);
    assert!(
        goals.iter().all(|line| line.starts_with("displace III/526 ") && !line.ends_with(" 1806")),
        "room before all others: {goals:?}"
    );
    play(&mut game, &[&goals[0]]);
    assert_eq!(game.turn(), Turn::Player(Side::Axis), "the limits hold again");
    let open = acting(placed("I/526 1807 II/526 1806 HQ-298ID 1706 III/526 1906 1/I/36 1906 2/I/36 1906 No1 1805 No4 1705"), "298ID", 5);
    let mut open = open;
    play(&mut open, &["select I/526", "boat 1806", "die 1", "die 1"]);
    assert!(lines(&open).iter().all(|line| line.ends_with(" 1905")), "with another hex the full one is closed: {:?}", lines(&open));
}

/// [5.3.1.h] Units of several formations stack; one formation acts at a time, and all defend together.
#[test]
fn mixed_stacks_act_apart_and_defend_together() {
    let stand = "I/16 2411 1/II/82 2411 HQ-87RD 2708 HQ-41TD 2607 I/103 2311 HQ-14Pz 2008";
    let mut soviet = acting(placed(stand), "87RD", 5);
    assert!(offers(&soviet, "select I/16") && !offers(&soviet, "select 1/II/82"));
    play(&mut soviet, &["select I/16"]);
    assert_eq!(denied(&soviet, "join 1/II/82"), "7.3.1", "nor does it go along");
    let mut game = acting(placed(stand), "14Pz", 5);
    play(&mut game, &["select I/103"]);
    let sheet = game.attack_report(hex("2411"), AttackType::Hasty).expect("an attack").sheet;
    assert_eq!(sheet.defenders.len(), 2);
}

// ---- displacement of headquarters [5.3.2] ---------------------------------------------------------------------------------------------

/// Support and level of the 135th after the owner has displaced its headquarters to a settlement.
pub(crate) fn displaced(from: &str, others: &str, to: &str) -> (u8, u8) {
    let counters = format!("HQ-135RD {from} I/396 4612 HQ-14Pz 2008 I/103 2312 {others}");
    let position = placed(&counters).level("135RD", 4).and_then(|it| it.last_in(to, Side::Soviet)).expect("a position");
    let mut game = acting(position, "14Pz", 5);
    play(&mut game, &["select I/103"]);
    let (grid, hq) = (&load("campaign").map.grid, hex(from));
    let is_beside = |goal: &String| grid.parse(goal).is_ok_and(|goal| grid.distance(goal, hq) == 1);
    let beside = goals(&game).into_iter().find(is_beside).expect("a hex beside it");
    play(&mut game, &[&format!("move {beside}")]);
    assert_eq!(game.turn(), Turn::Player(Side::Soviet), "[5.3.2] the owner chooses");
    assert_eq!(denied(&game, "displace HQ-135RD 2312"), "5.3.2", "friendly settlements alone");
    play(&mut game, &[&format!("displace HQ-135RD {to}")]);
    assert_eq!(at(&game, "HQ-135RD"), to);
    (game.points(unit("HQ-135RD")), game.level(formation("135RD")))
}

/// [5.3.2][5.3.2.1][5.3.2.2][5.3.2.3] A displacement costs one point and level in range, two beyond it, all where no path leads.
#[test]
fn displacement_costs_by_its_three_cases() {
    assert_eq!(displaced("2711", "", "2804"), (2, 3), "in range");
    assert_eq!(displaced("2711", "", "3220"), (1, 2), "out of range, with a path");
    assert_eq!(displaced("2711", "", "1110"), (0, 0), "over the Bug, too far");
    assert_eq!(displaced("2110", "II/103 1612", "1512"), (0, 0), "in range over the Bug, and the enemy holds the bridge");
    assert_eq!(displaced("2110", "", "1512"), (2, 3), "over the open bridge [7.4.a]");
}

// ---- retreats and stacking [5.3.3.c] ---------------------------------------------------------------------------------------------------

/// [5.3.3.c][5.3.1.a][5.3.1.d] Units are checked wherever a retreat crowds a hex, and displaced only when it is over.
#[test]
fn a_retreat_is_checked_on_its_way_and_displaced_at_its_end() {
    let battle = |others: &str| {
        let position = placed(&format!("I/103 2411 II/103 2412 HQ-14Pz 2008 I/16 2410 HQ-87RD 2708 {others}"));
        let mut game = position.luck(Side::Axis).open(Opening::Activation("14Pz", 7)).expect("a position");
        play(&mut game, &["select I/103", "attack 2410 regular", "chit 9", "chit 0", "die 10", "done", "die 10"]);
        assert!(game.is_disorganized(unit("I/16")), "{}", game.prompt());
        game
    };
    let mut alone = battle("");
    if at(&alone, "I/16") == "2410" {
        let step = beginning(&alone, "retreat")[0].clone();
        play(&mut alone, &[&step]);
    }
    let first = at(&alone, "I/16");
    let mut crowd = battle(&format!("II/16 {first}"));
    if at(&crowd, "I/16") == "2410" {
        play(&mut crowd, &[&format!("retreat {first}")]);
    }
    assert_eq!((at(&crowd, "I/16"), crowd.turn()), (first.clone(), Turn::Chance), "both are checked on the way");
    play(&mut crowd, &["die 10", "die 10"]);
    assert_eq!((crowd.points(unit("I/16")), crowd.is_disorganized(unit("II/16"))), (3, true), "[5.3.1.d]");
    assert_eq!(crowd.turn(), Turn::Player(Side::Soviet), "nobody is displaced yet");
    let mut further = crowd.clone();
    let next = beginning(&further, "retreat")[0].clone();
    play(&mut further, &[&next]);
    assert_eq!(beginning(&further, "displace"), Vec::<String>::new(), "who goes on leaves the hex as it was");
    play(&mut crowd, &["done"]);
    assert_eq!(crowd.turn(), Turn::Player(Side::Axis), "at the end the enemy displaces");
    assert!(lines(&crowd).iter().all(|line| line.starts_with("displace ")), "{:?}", lines(&crowd));
}

// ---- zones of control [5.4] ---------------------------------------------------------------------------------------------------------------

/// [5.4.1.a] Out of enemy ZOC a stack goes where it will, with all that it has left, and may come into one again.
#[test]
fn leaving_a_zone_is_free() {
    let mut game = acting(placed("I/103 2311 HQ-14Pz 2008 I/16 2411 HQ-87RD 2708"), "14Pz", 5);
    assert!(game.in_zoc(Side::Soviet, hex("2311")));
    play(&mut game, &["select I/103", "move 2211"]);
    assert_ne!(game.acting_stack(), 0, "it has spent one point of ten");
    let (grid, left) = (&load("campaign").map.grid, hex("2211"));
    let away = goals(&game).iter().filter_map(|goal| grid.parse(goal).ok()).map(|goal| grid.distance(goal, left)).max();
    assert!(away >= Some(5), "{away:?}");
    assert!(offers(&game, "move 2311"), "from a hex without a zone into one");
    play(&mut game, &["move 2311"]);
    assert_eq!(game.acting_stack(), 0, "where it stops");
    let mut foot = acting(placed("I/131 2311 HQ-44ID 2008 I/16 2411 HQ-87RD 2708"), "44ID", 5);
    play(&mut foot, &["select I/131", "move 2211", "move 2209"]);
    assert_eq!(at(&foot, "I/131"), "2209", "on foot as well");
}

/// [5.4.1.a][7.3.9] A friend in the hex does not take enemy ZOC away from those who enter it.
#[test]
fn friends_do_not_open_zones_to_movement() {
    let mut game = acting(placed("1/I/36 2212 I/103 2311 HQ-14Pz 2008 I/16 2411 HQ-87RD 2708"), "14Pz", 5);
    play(&mut game, &["select 1/I/36", "move 2311"]);
    assert_eq!((at(&game, "1/I/36"), game.acting_stack()), ("2311".to_owned(), 0));
    play(&mut game, &["select 1/I/36"]);
    assert_eq!(denied(&game, "move 2310"), "5.4.1.a");
}

/// [5.4.1.b][5.4] Paths of command go round enemy ZOC; a disorganized friend opens its hex to them.
#[test]
fn a_disorganized_friend_opens_a_covered_hex_to_paths() {
    let ring = "43 2610 HQ-13Pz 2008 I/16 2608 II/16 2410 III/16 2612 I/96 2811 II/96 2809 HQ-87RD 2708";
    let chain = "1/I/4 2509 2/I/4 2409 3/I/4 2308";
    let open = placed(&format!("{ring} {chain}")).turned("1/I/4").and_then(|it| it.turned("2/I/4")).expect("units");
    assert_ne!(acting(open, "13Pz", 3).command(unit("43")), Command::Isolated);
    assert_eq!(acting(placed(&format!("{ring} 2/I/4 2409 3/I/4 2308")), "13Pz", 3).command(unit("43")), Command::Isolated);
}

/// [5.4.1.c][7.5.2.7] A retreat that has to enter enemy ZOC costs a point beside the hits.
#[test]
fn a_retreat_into_a_zone_costs_a_point() {
    let run = |others: &str| {
        let mut game = acting(placed(&format!("I/103 2411 HQ-14Pz 2008 I/16 2410 HQ-87RD 2708 {others}")), "14Pz", 7);
        play(&mut game, &["select I/103", "attack 2410 regular", "chit 9", "chit 0", "die 10", "die 10", "done"]);
        if at(&game, "I/16") == "2410" {
            let step = beginning(&game, "retreat")[0].clone();
            play(&mut game, &[&step]);
        }
        assert_ne!(at(&game, "I/16"), "2410");
        game.points(unit("I/16"))
    };
    assert_eq!(run(""), 4, "one hit");
    // Zones over every hex beside 2410, and no counter in those to the east.
    assert_eq!(run("II/103 2308 I/108 2508 II/108 2611"), 3, "and one for the zone");
}

/// [5.4.1.d][5.4.x1] Tanks whose zone does not reach into the hex of the enemy give no support; on open ground they do.
#[test]
fn support_comes_with_the_zone() {
    let net = |supporter: &str, target: &str, from: &str, beside: &str| {
        let counters = format!("I/103 {from} {supporter} {beside} HQ-14Pz 2008 I/16 {target} HQ-87RD 2708");
        let mut game = acting(placed(&counters), "14Pz", 7);
        play(&mut game, &["select I/103"]);
        game.attack_report(hex(target), AttackType::Regular).expect("an attack").sheet.modifiers.net
    };
    let forest = |supporter: &str| net(supporter, "2410", "2411", "2310");
    assert_eq!(forest("II/103") - forest("1/I/36"), 1, "2410 is a forest");
    let clear = |supporter: &str| net(supporter, "2310", "2411", "2311");
    assert_eq!(clear("II/103"), clear("1/I/36"), "2310 is open ground");
}

// ---- formations [5.5] -------------------------------------------------------------------------------------------------------------------

/// [5.5.1][5.5.1.a] Only units of the formation at hand act, and nobody changes his formation out of the Assignment segment.
#[test]
fn only_the_formation_at_hand_acts() {
    let game = acting(placed("I/103 2311 I/131 2312 HQ-14Pz 2008 HQ-44ID 1110 1/I/36 2312"), "14Pz", 5);
    assert!(offers(&game, "select I/103") && offers(&game, "select 1/I/36") && !offers(&game, "select I/131"));
    assert_eq!(denied(&game, "select I/131"), "5.5.1");
    assert_eq!(denied(&game, "assign 1/I/36 44ID"), "4");
    let lent = placed("I/103 2311 HQ-14Pz 2008 HQ-44ID 1110 1/I/36 2312").assign("1/I/36", "44ID").expect("a unit");
    let lent = acting(lent, "44ID", 5);
    assert!(offers(&lent, "select 1/I/36") && !offers(&lent, "select I/103"), "an attached unit acts with its new formation");
}

/// The Assignment segment of a side in a position.
pub(crate) fn assigning(position: PositionBuilder, side: Side) -> AcrossTheBug {
    let mut game = position.luck(side.opponent()).open(Opening::Administration).expect("a position");
    loop {
        go_on_until(&mut game, "assign");
        if game.turn() == Turn::Player(side) {
            return game;
        }
        play(&mut game, &["done"]);
    }
}

/// [5.5.1.b][5.5.1.a] Two AFVs of the 14th Panzer go to the infantry of its corps, and one infantry unit comes to it.
#[test]
fn german_attachments_have_their_limits() {
    let position = placed(
        "HQ-14Pz 1110 HQ-44ID 1110 HQ-298ID 1307 1/I/36 1210 2/I/36 1210 3/I/36 1210 I/103 1309 I/131 1311 II/131 1312 I/526 1308 HQ-111ID 1007 \
         I/50 1107",
    );
    let mut game = assigning(position, Side::Axis);
    assert!(offers(&game, "assign 1/I/36 44ID") && offers(&game, "assign 1/I/36 298ID") && offers(&game, "assign I/526 14Pz"));
    let strangers = ["assign I/103 44ID", "assign 1/I/36 111ID", "assign I/131 298ID", "assign I/50 14Pz", "assign I/50 44ID"];
    assert_eq!(strangers.map(|line| offers(&game, line)), [false; 5], "{:?}", lines(&game));
    play(&mut game, &["assign 1/I/36 44ID"]);
    assert!(offers(&game, "assign 2/I/36 298ID"));
    play(&mut game, &["assign 2/I/36 298ID"]);
    assert_eq!(beginning(&game, "assign 3/I/36"), Vec::<String>::new(), "two in all");
    play(&mut game, &["assign I/526 14Pz"]);
    assert_eq!(beginning(&game, "assign I/131"), Vec::<String>::new(), "one in all, of either division");
    assert_eq!(["1/I/36", "2/I/36", "I/526"].map(|id| game.formation(unit(id))), ["44ID", "298ID", "14Pz"].map(formation));
}

/// [5.5.1.c] The Soviets lend tanks, AT guns and one infantry unit as listed.
#[test]
fn soviet_attachments_have_their_limits() {
    let position = placed(
        "HQ-41TD 2708 1/II/82 2708 2/II/82 2708 3/II/82 2608 HQ-87RD 2607 I/16 2607 HQ-215MD 2804 I/707 2804 II/707 2805 HQ-1AT 2307 I/712 2307 \
         II/712 2307 III/712 2407 HQ-135RD 2711 I/396 2711 HQ-19TD 2411 1/37 2411 2/37 2411 3/37 2412",
    );
    let mut game = assigning(position, Side::Soviet);
    let listed = ["assign 1/II/82 87RD", "assign 1/II/82 215MD", "assign I/707 41TD", "assign I/712 135RD", "assign 1/37 135RD"];
    assert_eq!(listed.map(|line| offers(&game, line)), [true; 5], "{:?}", lines(&game));
    let strangers = ["assign 1/II/82 135RD", "assign I/16 41TD", "assign I/712 87RD", "assign 1/37 87RD", "assign I/707 87RD"];
    assert_eq!(strangers.map(|line| offers(&game, line)), [false; 5]);
    let mut rest: Vec<&str> = Vec::new();
    for (lent, next) in [
        (vec!["assign 1/II/82 87RD", "assign 2/II/82 215MD"], "assign 3/II/82"),
        (vec!["assign I/712 135RD", "assign II/712 135RD"], "assign III/712"),
        (vec!["assign I/707 41TD"], "assign II/707"),
        (vec!["assign 1/37 135RD", "assign 2/37 135RD"], "assign 3/37"),
    ] {
        let mut own = game.clone();
        play(&mut own, &lent[..lent.len() - 1]);
        assert!(lent.len() == 1 || !beginning(&own, next).is_empty(), "{next} while there is room");
        play(&mut own, &lent[lent.len() - 1..]);
        assert_eq!(beginning(&own, next), Vec::<String>::new());
        rest.extend(lent);
    }
    play(&mut game, &["done"]);
    assert!(rest.iter().all(|line| !offers(&game, line)), "the segment is over");
}

/// [5.5.1.d] Another headquarters that commands the hex takes an isolated unit over; it goes back as soon as a path leads to its own.
#[test]
fn isolated_units_are_lent_and_go_back() {
    let position = placed("HQ-44ID 1110 1/I/36 1111 I/103 1009 I/131 1210").put_in_box("HQ-14Pz", Place::DISPLACED).expect("a box");
    let mut game = assigning(position, Side::Axis);
    assert_eq!(game.command(unit("1/I/36")), Command::Isolated, "its headquarters is off the map");
    assert!(offers(&game, "assign I/103 44ID"), "of any type");
    play(&mut game, &["assign 1/I/36 44ID"]);
    assert_eq!((game.formation(unit("1/I/36")), game.command(unit("1/I/36"))), (formation("44ID"), Command::InCommand));
    go_on_until(&mut game, "enter HQ-14Pz");
    let back = beginning(&game, "enter HQ-14Pz")[0].clone();
    play(&mut game, &[&back]);
    assert_eq!(game.formation(unit("1/I/36")), formation("44ID"), "until the next segment");
    go_on_until(&mut game, "assign");
    assert_eq!(game.game_turn(), 2);
    assert_eq!(game.formation(unit("1/I/36")), formation("14Pz"), "though it might be attached there as well");
}
