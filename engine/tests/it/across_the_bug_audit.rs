//! Scenes of Across the Bug River that an audit of the rules against the text added. Numbers in brackets are rule ids.

use stavka_engine::across_the_bug::drm::Cause;
use stavka_engine::across_the_bug::terms::{AttackType, SupplyArea, Terrain};
use stavka_engine::across_the_bug::{AcrossTheBug, Command, Opening, Place, PositionBuilder};
use stavka_engine::game::{Game as _, Notation as _, Side, Turn};
use stavka_engine::hex::Hex;

use super::across_the_bug_rows_c::assigning;
use super::across_the_bug_rows_g::{act, open};
use super::across_the_bug_rows_h::{administration, go_on_to};
use super::across_the_bug_scenes::{
    acting, at, denied, formation, goals, hex, lines, load, offers, placed, placed_on, play, switched, unit,
};

// ---- movement [7.3] ---------------------------------------------------------------------------------------------------------

/// [7.3.1.a][A52] In a stack of units on foot and motorized ones each pays its own prices out of the lowest allowance.
#[test]
fn the_slowest_unit_sets_the_pace_of_a_mixed_stack() {
    // Forests: two points on foot, three motorized; five points against eight. A disorganized enemy takes the bonus on foot away.
    let stand = || {
        let counters = placed("I/525 4419 I/191 4419 HQ-298ID 4514 No1 4418 HQ-1/90 2105");
        let counters = counters.assign("I/191", "298ID").and_then(|it| it.turned("No1"));
        acting(counters.expect("a position"), "298ID", 5)
    };
    let second = |who: &str| {
        let mut game = stand();
        act(&mut game, who);
        play(&mut game, &["move 4420"]);
        goals(&game).contains(&"4421".to_owned())
    };
    let direct = |who: &str| {
        let mut game = stand();
        act(&mut game, who);
        goals(&game).contains(&"4421".to_owned())
    };
    assert!(direct("select I/525"), "four of five points");
    assert!(direct("select I/191"), "six of eight points");
    assert!(!second("select I/525; join I/191"), "six points are more than the five of the battalion");
}

/// [7.4.a] A headquarters goes back over the Bug, too, only if a supply path leads over a bridge from where it goes.
#[test]
fn headquarters_cross_the_bug_both_ways_by_bridges_alone() {
    let back = |position: PositionBuilder| {
        let mut game = acting(position, "298ID", 5);
        play(&mut game, &["relocate HQ-298ID", "displace HQ-298ID 1706"]);
        (game.points(unit("HQ-298ID")), game.level(formation("298ID")))
    };
    let free = || placed("HQ-298ID 1906 I/525 1707").level("298ID", 5).expect("a level");
    assert_eq!(back(free()), (3, 5), "by the bridge of Ustyluh");
    let held = || free().place("I/16", "1612").and_then(|it| it.place("II/16", "2008")).expect("units");
    assert_eq!(back(held()), (0, 0), "the enemy holds both bridges");
    assert_eq!(back(held().pontoon(0, "1609", "1709").expect("a pontoon")), (3, 5), "a pontoon is a bridge");
}

/// [7.3.8][7.3.4] Who fails the check of an infiltration over the Bug stays ashore, and leaves his boat to another.
#[test]
fn boats_carry_those_that_cross() {
    let others = |first: u8| {
        let stand = "I/526 1807 II/526 1807 III/526 1807 HQ-298ID 1706 No1 1808 No2 1906";
        let mut game = acting(placed(stand), "298ID", 6);
        act(&mut game, &format!("select I/526; join II/526; infiltrate 1806; die {first}; die 1"));
        assert_eq!((at(&game, "I/526") == "1806", at(&game, "II/526")), (first == 1, "1806".into()));
        // Two in a hex are too many: the checks, and the enemy displaces one.
        while game.turn() != Turn::Player(Side::Axis) {
            let next = if game.turn() == Turn::Chance { "die 1".to_owned() } else { lines(&game)[0].clone() };
            act(&mut game, &next);
        }
        play(&mut game, &["select III/526"]);
        open(&game, "infiltrate 1806").len()
    };
    assert_eq!(others(10), 1, "one of two boats is left");
    assert_eq!(others(1), 0, "two have crossed");
}

// ---- swamps [3.1.1.j] ---------------------------------------------------------------------------------------------------------

/// A tank company of 2608 that is driven out by an attack from 2708 and has passed its check.
fn driven_from_2608() -> AcrossTheBug {
    let mut game = acting(placed("1/I/36 2608 HQ-14Pz 2307 I/16 2708 HQ-87RD 2708"), "87RD", 7);
    act(&mut game, "select I/16; attack 2608 prepared; chit 9; chit 0; die 10; die 1; withdraw 1/I/36");
    assert_eq!(open(&game, "retreat"), ["retreat 2507", "retreat 2508"]);
    assert!(!game.is_disorganized(unit("1/I/36")));
    game
}

/// [3.1.1.j][5.6.2.a][7.5.2.6.a] Tanks that retreat into a swamp off the roads are checked like those that move there.
#[test]
fn tanks_that_retreat_into_a_swamp_are_checked() {
    for (die, fails) in [("die 6", false), ("die 7", true)] {
        let mut game = driven_from_2608();
        act(&mut game, "retreat 2508");
        assert_eq!((game.turn(), at(&game, "1/I/36")), (Turn::Chance, "2508".to_owned()), "{}", game.prompt());
        act(&mut game, die);
        assert_eq!((game.is_disorganized(unit("1/I/36")), game.points(unit("1/I/36"))), (fails, 1), "the third hit, and none more: {die}");
        assert_eq!(at(&game, "1/I/36"), "2508", "[7.5.2.6.a] and there the retreat ends");
    }
    let mut dry = driven_from_2608();
    act(&mut dry, "retreat 2507");
    assert!(offers(&dry, "done"), "no check on open ground: {}", dry.prompt());
}

/// [3.1.1.j][5.3.3] So are tanks that the enemy displaces into a swamp.
#[test]
fn tanks_that_are_displaced_into_a_swamp_are_checked() {
    let crowded = || {
        let stand = "1/I/36 2608 2/I/36 2608 3/I/36 2608 5/II/36 2607 HQ-14Pz 2307 I/16 3014 HQ-87RD 3114";
        let mut game = acting(placed(stand), "14Pz", 5);
        act(&mut game, "select 5/II/36; move 2608; die 1; die 1; die 1; die 1");
        assert_eq!(game.turn(), Turn::Player(Side::Soviet), "[5.3.1.f]");
        game
    };
    for (die, fails) in [("die 6", false), ("die 7", true)] {
        let mut game = crowded();
        play(&mut game, &["displace 5/II/36 2508"]);
        assert_eq!(game.turn(), Turn::Chance, "{}", game.prompt());
        play(&mut game, &[die]);
        assert_eq!((game.is_disorganized(unit("5/II/36")), game.points(unit("5/II/36"))), (fails, 3));
    }
    let mut dry = crowded();
    play(&mut dry, &["displace 5/II/36 2507"]);
    assert_eq!(dry.turn(), Turn::Player(Side::Axis), "no check on open ground");
}

// ---- combat [7.5] ---------------------------------------------------------------------------------------------------------------

/// I/103 attacks I/16, headquarters standing where the counters say: two hits on each side, and I/16 retreats of its own will.
fn even_fight(from: &str, target: &str, chits: [u8; 2], more: &str) -> AcrossTheBug {
    let mut game = acting(placed(&format!("I/103 {from} I/16 {target} {more}")), "14Pz", 5);
    let [attacker, defender] = chits;
    act(&mut game, &format!("select I/103; attack {target} hasty; chit {attacker}; chit {defender}; die 6; withdraw I/16"));
    fall_back(&mut game, "I/16", target);
    game
}

/// The unit leaves its hex and stops as soon as it may.
fn fall_back(game: &mut AcrossTheBug, id: &str, from: &str) {
    while at(game, id) == from {
        let step = open(game, "retreat")[0].clone();
        play(game, &[&step]);
    }
    if !open(game, "retreat").is_empty() {
        play(game, &["done"]);
    }
}

/// [7.5.a] A headquarters that the result of the defender leaves alone is displaced before the attacker applies his own.
#[test]
fn a_deserted_headquarters_of_the_defender_goes_before_the_attacker_suffers() {
    let mut game = even_fight("2402", "2403", [9, 0], "II/16 2607 HQ-14Pz 2200 HQ-87RD 2403");
    let whole = game.points(unit("I/103"));
    assert_eq!((at(&game, "HQ-87RD"), game.turn()), ("2403".into(), Turn::Player(Side::Soviet)));
    assert!(offers(&game, "displace HQ-87RD 2607"), "{}", game.prompt());
    play(&mut game, &["displace HQ-87RD 2607"]);
    assert_eq!((at(&game, "HQ-87RD"), game.turn()), ("2607".into(), Turn::Player(Side::Axis)));
    assert_eq!(game.points(unit("I/103")), whole - 1, "now the attacker has taken his first hit");
    assert!(offers(&game, "withdraw I/103"), "and chooses how to bear the second");
}

/// [7.5.a] A headquarters in the hex of the attack stays while its units do, and goes with the last of them.
#[test]
fn a_deserted_headquarters_of_the_attacker_goes_after_his_own_result() {
    let mut game = even_fight("2403", "2402", [2, 0], "II/16 2607 HQ-14Pz 2403 HQ-87RD 2607");
    assert!(offers(&game, "withdraw I/103") && at(&game, "HQ-14Pz") == "2403", "{}", game.prompt());
    let mut holds = game.clone();
    play(&mut holds, &["done"]);
    assert_eq!((at(&holds, "I/103"), at(&holds, "HQ-14Pz")), ("2403".into(), "2403".into()));
    assert!(offers(&holds, "relocate HQ-14Pz"), "it is not alone: the activation goes on");
    play(&mut game, &["withdraw I/103"]);
    fall_back(&mut game, "I/103", "2403");
    let goals = open(&game, "displace HQ-14Pz");
    assert!(!goals.is_empty() && at(&game, "HQ-14Pz") == "2403", "{}", game.prompt());
    assert!(!offers(&game, "relocate HQ-14Pz"), "at once, before anything else");
    play(&mut game, &[&goals[0]]);
    assert_ne!(at(&game, "HQ-14Pz"), "2403");
    assert!(offers(&game, "done") && game.acting().is_some(), "and the activation goes on: {}", game.prompt());
}

/// [5.3.2][5.3.1.c][A50] A full settlement takes no displaced headquarters: where all that are friendly are full, it leaves the map with
/// nothing.
#[test]
fn full_settlements_take_no_displaced_headquarters() {
    let map = &load("campaign").map;
    let displaced = |more: &str| {
        let stand = placed(&format!("I/103 2402 I/16 2403 HQ-14Pz 2200 HQ-87RD 2403 II/16 2608 {more}")).level("87RD", 4);
        let settled = |hex: &Hex| matches!(map.terrain(*hex), Terrain::Village | Terrain::City);
        let others = map.grid.hexes().filter(settled).map(|hex| map.grid.name(hex).to_string());
        let others = others.filter(|name| name != "2403" && name != "2804");
        let stand = others.fold(stand.expect("a level"), |stand, name| stand.last_in(&name, Side::Axis).expect("a settlement"));
        let mut game = acting(stand, "14Pz", 5);
        act(&mut game, "select I/103; attack 2403 hasty; chit 9; chit 0; die 6; withdraw I/16");
        fall_back(&mut game, "I/16", "2403");
        (game.place(unit("HQ-87RD")), game.points(unit("HQ-87RD")), game.level(formation("87RD")))
    };
    assert_eq!(displaced(""), (Place::on(hex("2804")), 2, 3), "the only settlement of its side");
    assert_eq!(displaced("HQ-215MD 2804 I/707 2804"), (Place::DISPLACED, 0, 0), "a village holds one");
}

/// [7.5.2.6.a] Motorized units that retreat over a stream stop behind it; on foot they may go on.
#[test]
fn the_motorized_stop_behind_a_stream() {
    let behind_it = |id: &str, headquarters: &str, die: u8| {
        let mut game = acting(placed(&format!("I/103 2609 HQ-14Pz 2008 {id} 2709 {headquarters} 4917")), "14Pz", 7);
        act(&mut game, &format!("select I/103; attack 2709 prepared; chit 9; chit 0; die {die}; die 10"));
        assert_eq!(at(&game, id), "2809", "clear ground beyond a stream without a bridge");
        open(&game, "retreat")
    };
    assert_eq!(behind_it("I/712", "HQ-1AT", 1), Vec::<String>::new());
    assert_eq!(behind_it("I/396", "HQ-135RD", 4), ["retreat 2808", "retreat 2908"]);
}

/// [A63][7.5.2.2][7.5.2.3] Where bystanders are checked, those that fail have to retreat like the others.
#[test]
fn bystanders_that_fail_their_check_retreat() {
    let data = switched("campaign", "bystanders_check = false", "bystanders_check = true");
    let stand = placed_on(data, "I/103 4217 1/I/36 4217 2/I/36 4217 HQ-14Pz 3814 I/396 4218 HQ-135RD 4617");
    let mut game = acting(stand, "14Pz", 7);
    act(&mut game, "select 1/I/36; attack 4218 hasty; chit 0; chit 9; die 10; die 1; die 1");
    assert!(game.is_disorganized(unit("I/103")) && !game.is_disorganized(unit("2/I/36")));
    if let Some(step) = open(&game, "retreat").first() {
        play(&mut game, &[step]);
    }
    assert_ne!(at(&game, "I/103"), "4217", "{}", game.prompt());
    assert_eq!(at(&game, "2/I/36"), "4217", "the one that passed stays");
}

// ---- assignment [5.5.1] ---------------------------------------------------------------------------------------------------------

/// [5.5.1.c] A full attachment is exchanged in one segment: units come back first, whatever their numbers, and others go out then.
#[test]
fn a_unit_comes_back_and_another_takes_its_place_in_the_same_segment() {
    let stand = "HQ-41TD 2708 1/II/82 2708 2/II/82 2708 3/II/82 2608 HQ-87RD 2607 I/16 2607 HQ-1AT 2307 I/712 2307 HQ-135RD 2711";
    let stand = placed(stand).assign("2/II/82", "87RD").and_then(|it| it.assign("3/II/82", "87RD"));
    let mut game = assigning(stand.expect("units"), Side::Soviet);
    assert!(unit("1/II/82") < unit("3/II/82"), "the one that goes has the lower number");
    assert_eq!(open(&game, "assign"), ["assign 2/II/82 41TD", "assign 3/II/82 41TD", "assign I/712 135RD"], "the 87th has its two");
    assert_eq!(denied(&game, "assign 1/II/82 87RD"), "5.5.2.a");
    play(&mut game, &["assign 3/II/82 41TD"]);
    assert_eq!(denied(&game, "assign 2/II/82 41TD"), "5.5.2.a", "they come back in ascending order");
    play(&mut game, &["assign 1/II/82 87RD"]);
    assert_eq!(open(&game, "assign"), ["assign I/712 135RD"], "two again, and nobody comes back after the first that goes");
    assert_eq!(denied(&game, "assign 2/II/82 41TD"), "5.5.2.a");
    assert_eq!(["1/II/82", "2/II/82", "3/II/82"].map(|id| game.formation(unit(id))), ["87RD", "87RD", "41TD"].map(formation));
}

// ---- initiative [6.2] -----------------------------------------------------------------------------------------------------------

/// [6.2.2][3.3.m] The level of a formation that has left the game is no marker on the track.
#[test]
fn formations_without_a_headquarters_have_no_marker_to_compare() {
    let stand = placed("I/103 2411 HQ-14Pz 2008 I/16 3014 HQ-87RD 2708").put_in_box("HQ-298ID", Place::REMOVED);
    let stand = stand.and_then(|it| it.level("14Pz", 2)).and_then(|it| it.level("87RD", 2));
    let transfers = |position: PositionBuilder| {
        let mut game = position.luck(Side::Soviet).open(Opening::Operations).expect("a position");
        act(&mut game, "die 5; die 5");
        offers(&game, "transfer")
    };
    let stand = stand.and_then(|it| it.level("298ID", 4)).expect("levels");
    assert!(transfers(stand.clone()), "two against two");
    assert!(!transfers(stand.level("14Pz", 3).expect("a level")), "three against two");
}

// ---- recovery [8.1.4] -----------------------------------------------------------------------------------------------------------

/// [8.1.4] Both sides recover at once: the zone of a unit that recovers does not cut another one off before it recovers too.
#[test]
fn zones_of_the_recovering_cut_nobody_off_before_he_recovers() {
    let german = "I/103 2610 HQ-14Pz 2008 I/16 2608 II/16 2410 III/16 2612 I/96 2811 II/96 2809 HQ-87RD 2708";
    let soviet = "I/16 2610 HQ-87RD 2008 I/103 2608 II/103 2410 I/108 2612 II/108 2811 64 2809 HQ-14Pz 2708";
    for (stand, inside) in [(german, "I/103"), (soviet, "I/16")] {
        let stand = placed(stand).turned("I/103").and_then(|it| it.turned("I/16")).expect("units");
        let before = acting(stand.clone(), "14Pz", 3);
        assert_eq!(["I/103", "I/16"].map(|id| before.command(unit(id))), [Command::InCommand; 2]);
        let mut game = administration(stand);
        play(&mut game, &["die 1"]);
        assert_eq!(["I/103", "I/16"].map(|id| game.is_disorganized(unit(id))), [false; 2], "{inside} inside");
        assert_eq!(game.command(unit(inside)), Command::Isolated, "the zone has closed the ring");
    }
}

// ---- reorganization [8.3.2] -----------------------------------------------------------------------------------------------------

/// [3.3.m][8.3.2.c] The last unit of a formation gives its points in the range of its headquarters, which leaves when they are spent.
#[test]
fn the_last_unit_is_broken_up_before_its_headquarters_leaves() {
    let broken_up = || {
        let stand = placed("I/16 3014 HQ-87RD 3114 I/622 3220 HQ-124RD 3322").steps("I/622", 3).and_then(|it| it.turn(3));
        let mut game = administration(stand.expect("a position"));
        go_on_to(&mut game, "cannibalize I/16");
        play(&mut game, &["cannibalize I/16"]);
        assert_eq!(at(&game, "HQ-87RD"), "3114");
        game
    };
    let mut spent = broken_up();
    play(&mut spent, &["replace I/622", "replace I/622"]);
    assert_eq!((spent.points(unit("I/622")), spent.place(unit("HQ-87RD"))), (5, Place::REMOVED));
    let mut lost = broken_up();
    play(&mut lost, &["done"]);
    assert_eq!((lost.points(unit("I/622")), lost.place(unit("HQ-87RD"))), (3, Place::REMOVED));
    assert!(!offers(&lost, "replace I/622"), "[8.3.c] what is not spent is lost");
}

// ---- pontoons [10.3] -------------------------------------------------------------------------------------------------------------

/// [10.3] With units on both banks a side of the Bug is offered once.
#[test]
fn a_pontoon_site_is_offered_from_one_bank() {
    let sites = open(&acting(placed("I/131 1609 I/132 1709 HQ-44ID 1110"), "44ID", 6), "pontoon");
    let mut sides: Vec<Vec<&str>> = sites
        .iter()
        .map(|line| {
            let mut ends: Vec<&str> = line.split(' ').skip(1).collect();
            ends.sort_unstable();
            ends
        })
        .collect();
    sides.sort();
    let all = sides.len();
    sides.dedup();
    assert!(sides.contains(&vec!["1609", "1709"]) && sides.len() == all, "{sites:?}");
    let east = open(&acting(placed("I/131 1608 I/132 1709 HQ-44ID 1110"), "44ID", 6), "pontoon");
    assert!(east.contains(&"pontoon 1709 1609".to_owned()), "from the far bank alone it is offered as well: {east:?}");
}

// ---- special rules and victory [10.1][9.a] ----------------------------------------------------------------------------------------

/// [10.1] The commandos serve the German alone: a Soviet attack over the bridge of Vygodanka on turn 1 is made like any later one.
#[test]
fn commandos_do_not_help_the_soviets() {
    let modifiers = |side: &str, turn: u8| {
        let (who, from, target) = if side == "41TD" { ("1/I/82", "1612", "1512") } else { ("1/I/36", "1512", "1612") };
        let stand = placed("1/I/82 1612 HQ-41TD 2110 1/I/36 1512 HQ-14Pz 1110").turn(turn).expect("a turn");
        let mut game = acting(stand, side, 5);
        play(&mut game, &[&format!("select {who}")]);
        assert_eq!(at(&game, who), from);
        let sheet = game.attack_report(hex(target), AttackType::Hasty).expect("an attack").sheet;
        let bridge = sheet.modifiers.terms.iter().find(|(cause, _)| *cause != Cause::Armour).map(|(_, drm)| *drm);
        (bridge, sheet.superiority.drm)
    };
    assert_eq!(modifiers("41TD", 1), modifiers("41TD", 2));
    assert_eq!(modifiers("41TD", 1), (Some(-4), -3), "a quarter of the tank points");
    assert_eq!(modifiers("14Pz", 1).0, Some(-2), "the German has the bridge");
    assert_eq!(modifiers("14Pz", 2).0, Some(-4));
}

/// [9.a][10.3] Where the enemy holds both bridges, a line of control leads over a pontoon.
#[test]
fn a_line_of_control_leads_over_a_pontoon() {
    let mut game = acting(placed("I/103 2708 I/131 1609 HQ-44ID 1110 I/16 1612 II/16 2008"), "44ID", 6);
    assert!(!game.german_controls(hex("2708")), "he stands in it, and no line leads there");
    play(&mut game, &["pontoon 1609 1709"]);
    assert!(game.german_controls(hex("2708")));
}

// ---- stacking [5.3.1] -----------------------------------------------------------------------------------------------------------

/// [5.3.1.d][3.1.1.g] A strongpoint helps in defence, recovery and attrition, and not those who crowd it.
#[test]
fn a_strongpoint_does_not_help_a_crowd() {
    let mut game = acting(placed("A/145 2108 HQ-2FR 2711 I/16 2208 HQ-87RD 2708"), "87RD", 5);
    act(&mut game, "select I/16; move 2108; die 5; die 4");
    assert_eq!(["A/145", "I/16"].map(|id| game.is_disorganized(unit(id))), [true, false], "effectiveness 4");
    assert_eq!(game.turn(), Turn::Player(Side::Axis));
    assert!(open(&game, "displace").iter().all(|line| line.starts_with("displace A/145 ")), "{:?}", lines(&game));
}

/// [3.1.1.g] A strongpoint helps units of the infantry type alone, not the tanks that stand with them.
#[test]
fn tanks_in_a_strongpoint_have_no_help_of_it() {
    let stand = placed("A/19 1711 1/II/82 1711 HQ-2FR 2711 HQ-41TD 2708").turned("1/II/82").expect("a unit");
    let game = acting(stand, "41TD", 3);
    let recovers = |die: u8| {
        let mut tried = game.clone();
        play(&mut tried, &["recover 1/II/82", &format!("die {die}")]);
        !tried.is_disorganized(unit("1/II/82"))
    };
    assert_eq!((recovers(2), recovers(3)), (true, false), "effectiveness 2");
}

/// [5.8.4.3][8.1.5] A disorganized unit that is only out of command takes no attrition.
#[test]
fn only_the_isolated_wear_out() {
    let far = placed("I/103 4217 HQ-14Pz 1110 I/191 1210 HQ-298ID 1706").assign("I/191", "14Pz");
    let mut game = administration(far.and_then(|it| it.turned("I/103")).expect("a position"));
    play(&mut game, &["die 1"]);
    assert_eq!((game.command(unit("I/103")), game.is_disorganized(unit("I/103"))), (Command::OutOfCommand, true));
    assert_eq!(game.turn(), Turn::Player(Side::Axis), "no die: the assignments come next");
}

// ---- isolated units [5.5.1.d] -----------------------------------------------------------------------------------------------------

/// [5.5.1.d] Only a headquarters that commands the hex takes an isolated unit over, one that is disorganized as well.
#[test]
fn isolated_units_are_taken_over_by_headquarters_in_range_alone() {
    let stand = placed("HQ-44ID 1110 HQ-298ID 1716 1/I/36 1111 I/103 1009 I/131 1210").put_in_box("HQ-14Pz", Place::DISPLACED);
    let game = assigning(stand.and_then(|it| it.turned("1/I/36")).expect("a position"), Side::Axis);
    assert_eq!((game.command(unit("I/103")), game.is_disorganized(unit("1/I/36"))), (Command::Isolated, true));
    assert_eq!(open(&game, "assign"), ["assign I/103 44ID", "assign 1/I/36 44ID"], "1716 is eight hexes and more away");
}

/// [5.5.1.d] A path of any length to its own headquarters takes a unit back, out of command as well; where there is none, it stays.
#[test]
fn lent_units_go_back_by_a_path_of_any_length() {
    let returns = |more: &str| {
        let stand = placed(&format!("HQ-44ID 1110 I/103 1009 I/131 1210 HQ-14Pz 2708 {more}"));
        let stand = stand.assign("I/103", "44ID").and_then(|it| it.level("14Pz", 2)).expect("a position");
        let mut game = administration(stand);
        go_on_to(&mut game, "activate");
        (game.formation(unit("I/103")), game.command(unit("I/103")))
    };
    assert_eq!(returns(""), (formation("14Pz"), Command::OutOfCommand), "seventeen hexes are more than eight");
    let ring = "I/16 2607 II/16 2707 III/16 2608 I/96 2609 II/96 2710 III/96 2810 I/283 2809 II/283 2808 HQ-87RD 3114";
    assert_eq!(returns(ring), (formation("44ID"), Command::InCommand), "no path leads into Volodymyr");
}

// ---- reactions [6.4.1] ------------------------------------------------------------------------------------------------------------

/// [6.4.1.a][5.5.1] A unit qualifies the formation under which it acts, and one on the far bank of the Bug does as well [A47].
#[test]
fn units_qualify_the_formation_under_which_they_act() {
    let stand = placed("I/103 2413 HQ-14Pz 2008 1/II/82 2410 HQ-87RD 2708 HQ-41TD 2804").assign("1/II/82", "87RD");
    let stand = stand.and_then(|it| it.level("87RD", 4)).and_then(|it| it.level("41TD", 4)).expect("a position");
    let mut game = acting(stand, "14Pz", 5);
    play(&mut game, &["select I/103", "move 2411"]);
    assert_eq!(lines(&game), ["done", "react 87RD"]);
    let mut river = acting(placed("I/131 1808 HQ-44ID 1110 No4 2008 HQ-1/90 2105").level("1/90", 2).expect("a level"), "44ID", 5);
    play(&mut river, &["select I/131", "move 1908"]);
    assert_eq!(lines(&river), ["done", "react 1/90"]);
}

// ---- the bonus in a reaction [7.5.3.a] ----------------------------------------------------------------------------------------------

/// [7.5.3.a] A formation that reacts and wins adds the points of its own track.
#[test]
fn a_winner_in_a_reaction_adds_the_points_of_the_reaction() {
    let stand = placed("I/396 4218 HQ-135RD 4617 I/103 4217 II/103 4117 HQ-14Pz 3814");
    let mut game = stand.luck(Side::Axis).open(Opening::Reaction("135RD", 3)).expect("a position");
    act(&mut game, "select I/396; attack 4217 hasty; chit 9; chit 0; die 10; die 1; done");
    assert!(game.prompt().contains("bonus") && game.turn() == Turn::Player(Side::Soviet), "{} {:?}", game.prompt(), lines(&game));
    assert_eq!(game.acting(), Some((formation("135RD"), 2)));
    let left = |kind: &str| {
        let mut next = game.clone();
        play(&mut next, &["select I/396", &format!("attack 4117 {kind}")]);
        next.acting().map(|(_, points)| points)
    };
    assert_eq!(["hasty", "regular", "prepared"].map(left), [Some(2), Some(1), Some(0)], "the bonus pays first");
}

// ---- reorganization and reinforcements [8.3.2][8.4.1] ---------------------------------------------------------------------------------

/// [8.3.2.c] Who gains lies in the range of its own headquarters, not only of that of the unit that is broken up.
#[test]
fn who_is_strengthened_is_in_command_of_its_own_headquarters() {
    let gains = |at: &str| {
        let stand = placed(&format!("I/16 3014 II/16 3015 HQ-87RD 3114 I/622 {at} HQ-124RD 3322")).steps("I/622", 3);
        let mut game = administration(stand.and_then(|it| it.turn(3)).expect("a position"));
        go_on_to(&mut game, "cannibalize II/16");
        play(&mut game, &["cannibalize II/16"]);
        offers(&game, "replace I/622")
    };
    assert!(gains("3317"), "five hexes from either");
    assert!(!gains("3113"), "ten hexes from its own");
}

/// The hexes in which I/712 may enter on turn 3, whose own are 5410 to 5414.
fn entries_of_guns(position: PositionBuilder) -> Vec<String> {
    let mut game = administration(position.turn(3).expect("a turn"));
    go_on_to(&mut game, "enter I/712");
    open(&game, "enter I/712").iter().map(|line| line["enter I/712 ".len()..].to_owned()).collect()
}

/// Of some hexes those nearest to the hexes of entry of the guns.
fn nearest_to_entry(hexes: impl Iterator<Item = Hex>) -> Vec<String> {
    let grid = &load("campaign").map.grid;
    let away = |at: Hex| (10..=14).map(|row| grid.distance(at, hex(&format!("54{row}")))).min();
    let hexes: Vec<Hex> = hexes.collect();
    let least = hexes.iter().filter_map(|&at| away(at)).min();
    hexes.into_iter().filter(|&at| away(at) == least).map(|at| grid.name(at).to_string()).collect()
}

/// [8.4.1] The hexes in place of those that the enemy holds lie in command range, however far that is from the edge.
#[test]
fn reinforcements_that_are_kept_out_enter_in_command() {
    let held = ["I/103 5410", "II/103 5411", "I/108 5412", "II/108 5413", "64 5414"];
    let stand = placed(&format!("HQ-1AT 4011 II/712 4012 {}", held.join(" ")));
    // Without zones, so that the range is a matter of distance.
    let stand = held.iter().fold(stand, |it, line| it.turned(line.split(' ').next().expect("a unit")).expect("a unit"));
    let grid = &load("campaign").map.grid;
    let expected = nearest_to_entry(grid.hexes().filter(|&at| grid.distance(at, hex("4011")) <= 8));
    assert!(expected.iter().all(|name| grid.distance(hex(name), hex("4011")) == 8), "{expected:?}");
    assert_eq!(entries_of_guns(stand), expected);
}

/// [8.4.1][B18] A hex of entry without room is as little available as one that the enemy holds.
#[test]
fn full_hexes_of_entry_send_reinforcements_to_the_nearest_hex() {
    let guards = ["No1", "No2", "No3", "No4", "No5", "No6", "No7", "No8", "No9", "No10", "No11", "No12", "1/II/82", "2/II/82", "3/II/82"];
    let fill = |count: usize| {
        let stand = placed("HQ-1AT 5212 II/712 5112");
        let hexes = guards.iter().enumerate().take(count).map(|(at, id)| (id, format!("54{}", 10 + at / 3)));
        hexes.fold(stand, |it, (id, at)| it.place(id, &at).expect("a counter"))
    };
    assert_eq!(entries_of_guns(fill(14)), ["5414"], "one place is left");
    let grid = &load("campaign").map.grid;
    let own = |at: &Hex| grid.column(*at) == 54 && (10..=14).contains(&grid.row(*at));
    assert_eq!(entries_of_guns(fill(15)), nearest_to_entry(grid.hexes().filter(|at| !own(at))));
}

// ---- headquarters that stay near, and the reserve [10.4][10.5] ------------------------------------------------------------------------

/// [10.4.b][A37] Where a relocation may not break its limits, those of the division count among the settlements that it can reach.
#[test]
fn a_division_goes_as_near_as_it_can_by_allowed_relocations() {
    let data = switched("campaign", "penalized_relocation = true", "penalized_relocation = false");
    let map = &data.map;
    let away = |at: Hex| map.supply[SupplyArea::Southern.index()].iter().map(|goal| map.grid.distance(at, goal)).min();
    let mut game = acting(placed_on(data, "HQ-124RD 3814 I/622 3815"), "124RD", 5);
    assert!(offers(&game, "relocate HQ-124RD"), "{:?}", lines(&game));
    play(&mut game, &["relocate HQ-124RD"]);
    let goals: Vec<Hex> = open(&game, "displace").iter().map(|line| hex(&line["displace HQ-124RD ".len()..])).collect();
    let settled = |at: &Hex| map.terrain(*at).is_settlement() && *at != hex("3814") && map.grid.distance(*at, hex("3814")) <= 6;
    let least = map.grid.hexes().filter(settled).map(away).min().expect("settlements within range");
    let expected: Vec<Hex> = map.grid.hexes().filter(|at| settled(at) && away(*at) == least).collect();
    assert_eq!(goals, expected, "nothing within four hexes of the area is in range");
}

/// [10.4.c][B7] The 41st is displaced within four hexes of the Northern area; where nothing there takes it, as near as it can be.
#[test]
fn the_41st_is_displaced_near_its_supply_area() {
    let map = &load("campaign").map;
    let away = |line: &String| map.from_area(SupplyArea::Northern, hex(&line["displace HQ-41TD ".len()..]));
    let driven = |position: PositionBuilder| {
        let mut game = acting(position, "14Pz", 5);
        play(&mut game, &["select I/103"]);
        let beside = goals(&game).into_iter().find(|name| map.grid.distance(hex(name), hex("3201")) == 1).expect("a hex beside it");
        play(&mut game, &[&format!("move {beside}")]);
        open(&game, "displace HQ-41TD").iter().map(away).collect::<Vec<_>>()
    };
    let stand = || placed("HQ-41TD 3201 1/II/82 3507 I/103 3002 HQ-14Pz 2708");
    let near = driven(stand());
    assert!(near.len() > 1 && near.iter().all(|&away| away <= 4), "{near:?}");
    let taken = ["3500", "2902"].into_iter().fold(stand(), |it, name| it.last_in(name, Side::Axis).expect("a settlement"));
    let further = driven(taken);
    assert!(further.len() > 1 && further.iter().all(|&away| away == 5), "{further:?}");
}

/// [10.5] A headquarters is a unit, and six hexes are too far.
#[test]
fn a_headquarters_releases_the_reserve() {
    let comes = |to: &str| {
        let stand = placed("HQ-14Pz 2607 1/I/36 2608 HQ-41TD 3201 I/16 3114 HQ-87RD 3311").last_in(to, Side::Axis);
        let mut game = acting(stand.and_then(|it| it.turn(2)).expect("a position"), "14Pz", 1);
        play(&mut game, &["relocate HQ-14Pz", &format!("displace HQ-14Pz {to}")]);
        for _ in 0..60 {
            if game.game_turn() > 3 || !open(&game, "enter 1/I/82").is_empty() {
                break;
            }
            let next = match game.turn() {
                Turn::Chance => "die 1".to_owned(),
                _ if offers(&game, "pass") => "pass".to_owned(),
                _ if offers(&game, "done") => "done".to_owned(),
                _ => open(&game, "delay").first().cloned().unwrap_or_else(|| lines(&game)[0].clone()),
            };
            act(&mut game, &next);
        }
        (game.game_turn(), !open(&game, "enter 1/I/82").is_empty())
    };
    assert_eq!(comes("2804"), (3, true));
    assert_eq!(comes("2307"), (4, false), "far from it");
}

// ---- leaving the map [11.2.g] -----------------------------------------------------------------------------------------------------------

/// [11.2.g][B24] An enemy zone keeps nobody on the map; a unit in it that comes there in the same action has to stop.
#[test]
fn units_leave_the_map_out_of_an_enemy_zone() {
    let stand = |at: &str| acting(placed(&format!("I/50 {at} II/50 5415 HQ-111ID 5414 I/16 5315")), "111ID", 3);
    let mut game = stand("5416");
    assert!(game.in_zoc(Side::Soviet, hex("5416")));
    play(&mut game, &["select I/50", "exit"]);
    assert_eq!(game.ledger().exited_sp, 6);
    let mut comes = stand("5417");
    play(&mut comes, &["select I/50", "move 5416"]);
    assert_eq!((at(&comes, "I/50"), comes.acting_stack()), ("5416".into(), 0));
}
