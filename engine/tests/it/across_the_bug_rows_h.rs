//! Across the Bug River, rule by rule: the end of a turn and the Administrative phase. Numbers in brackets are rule ids.

use stavka_engine::across_the_bug::{AcrossTheBug, Command, Opening, Place, PositionBuilder};
use stavka_engine::game::{Game as _, Notation as _, Side, Turn};
use stavka_engine::hex::Hex;

use super::across_the_bug_rows_g::{act, open};
use super::across_the_bug_scenes::{acting, at, denied, formation, hex, lines, load, offers, placed, play, unit};

/// A position at the beginning of the Administrative phase, the token in Soviet hands.
pub(crate) fn administration(position: PositionBuilder) -> AcrossTheBug {
    position.luck(Side::Soviet).open(Opening::Administration).expect("a position")
}

/// Goes on with dice of 1 and without a choice until one is offered that begins with a word.
pub(crate) fn go_on_to(game: &mut AcrossTheBug, word: &str) {
    for _ in 0..200 {
        if !open(game, word).is_empty() {
            return;
        }
        let next = match game.turn() {
            Turn::Chance => "die 1".to_owned(),
            _ if offers(game, "pass") => "pass".to_owned(),
            _ if offers(game, "done") => "done".to_owned(),
            _ => open(game, "delay").first().cloned().unwrap_or_else(|| lines(game)[0].clone()),
        };
        act(game, &next);
    }
    panic!("no choice begins with {word}: {} {:?}", game.prompt(), lines(game));
}

/// A ring of zones round 2610, in which 13th Panzer's reconnaissance is isolated.
const RING: &str = "43 2610 HQ-13Pz 2008 I/16 2608 II/16 2410 III/16 2612 I/96 2811 II/96 2809 HQ-87RD 2708";

/// HQ-14Pz with I/103 beside it, surrounded in Volodymyr.
const SURROUNDED: &str = "HQ-14Pz 2708 I/103 2709 I/16 2607 II/16 2707 III/16 2608 I/96 2609 II/96 2710 III/96 2810 I/283 2809 II/283 2808 \
                          HQ-87RD 3114";

// ---- the end of a turn [7.8] ---------------------------------------------------------------------------------------------------

/// [7.8] The turn goes on by one, and the last one ends the game.
#[test]
fn the_last_turn_ends_the_game() {
    let at_the_end = |turn: u8| {
        let position = PositionBuilder::start(load("attack")).turn(turn).expect("a turn");
        position.luck(Side::Soviet).open(Opening::EndOfTurn).expect("a position")
    };
    let second = at_the_end(1);
    assert_eq!((second.game_turn(), second.outcome()), (2, None));
    assert_eq!(at_the_end(2).game_turn(), 3);
    let over = at_the_end(3);
    assert_eq!((over.game_turn(), over.turn()), (3, Turn::Over));
    assert!(over.outcome().is_some());
    assert_eq!(denied(&over, "pass"), "7.8");
}

/// [8] The initiative marker goes back to 0, and only then.
#[test]
fn the_initiative_marker_returns_to_zero_between_turns() {
    let position = placed("I/103 2411 HQ-14Pz 2008 I/16 3014 HQ-87RD 2708").level("14Pz", 2).and_then(|it| it.level("87RD", 2));
    let mut game = position.expect("levels").luck(Side::Soviet).open(Opening::Operations).expect("a position");
    act(&mut game, "die 9; die 5");
    assert_eq!(game.initiative_marker(), (Side::Soviet, 2));
    play(&mut game, &["pass", "pass"]);
    assert_eq!(game.game_turn(), 2);
    assert_eq!(game.initiative_marker().1, 0);
}

// ---- recovery [8.1] --------------------------------------------------------------------------------------------------------------

/// [8.1][8.1.1][8.1.c] German levels rise by a fixed value, to the maximum of the formation at most.
#[test]
fn german_levels_rise_by_the_value_of_their_headquarters() {
    let after = |level: u8| {
        let game = administration(placed("I/103 1210 HQ-14Pz 1110 I/131 1211 HQ-44ID 1609").level("14Pz", level).expect("a level"));
        (game.level(formation("14Pz")), game.level(formation("44ID")))
    };
    assert_eq!([0, 2, 4, 6].map(after), [(3, 2), (5, 2), (6, 2), (6, 2)]);
}

/// [8.1.2][8.1.3] The die of interdiction comes between the sides; it helps the German and takes levels from the Soviets.
#[test]
fn interdiction_is_rolled_before_the_soviets_recover() {
    let after = |die: u8| {
        let mut game = administration(placed("I/16 3014 HQ-87RD 2708 No1 1402 HQ-1/90 2105").turn(2).expect("a turn"));
        assert_eq!(game.level(formation("87RD")), 0, "not yet");
        play(&mut game, &[&format!("die {die}")]);
        (game.interdiction(), game.level(formation("87RD")), game.level(formation("1/90")))
    };
    assert_eq!([1, 3, 4, 7, 8, 10].map(after), [(0, 3, 2), (0, 3, 2), (1, 2, 1), (1, 2, 1), (2, 1, 0), (2, 1, 0)]);
    let winner = |interdiction: u8| {
        let position = placed("I/103 2411 HQ-14Pz 2008 I/16 3014 HQ-87RD 2708").level("14Pz", 2).and_then(|it| it.level("87RD", 2));
        let position = position.expect("levels").luck(Side::Axis).interdiction(interdiction);
        let mut game = position.open(Opening::Operations).expect("a position");
        act(&mut game, "die 4; die 5");
        game.turn()
    };
    assert_eq!([0, 1].map(winner), [Turn::Player(Side::Soviet), Turn::Player(Side::Axis)], "[8.1.2]");
}

/// [8.1.a][8.1.b][8.1.d][A28] An unsupplied headquarters spends its Emergency Supply for a level less, once; in supply it is restored.
#[test]
fn emergency_supply_is_spent_once_until_supply_returns() {
    let mut game = administration(placed(SURROUNDED).level("14Pz", 2).expect("a level"));
    assert!(!game.is_supplied(formation("14Pz")));
    assert_eq!((game.turn(), lines(&game)), (Turn::Player(Side::Axis), vec!["done".into(), "emergency HQ-14Pz".into()]));
    let mut saved = game.clone();
    play(&mut saved, &["done"]);
    assert_eq!((saved.level(formation("14Pz")), saved.has_spent_supply(unit("HQ-14Pz"))), (2, false));
    play(&mut game, &["emergency HQ-14Pz"]);
    assert_eq!((game.level(formation("14Pz")), game.has_spent_supply(unit("HQ-14Pz"))), (4, true), "[8.1.a] 3 less 1");
    let spent = placed(SURROUNDED).level("14Pz", 2).and_then(|position| position.turned("HQ-14Pz")).expect("a position");
    let spent = administration(spent);
    assert_eq!((spent.turn(), spent.level(formation("14Pz"))), (Turn::Chance, 2), "[8.1.b] nothing");
    let restored = placed("I/103 1210 HQ-14Pz 1110").level("14Pz", 2).and_then(|position| position.turned("HQ-14Pz")).expect("a position");
    let restored = administration(restored);
    assert_eq!((restored.level(formation("14Pz")), restored.has_spent_supply(unit("HQ-14Pz"))), (5, false), "[8.1.d]");
}

/// [8.1.4][8.1.5] Units in command recover whatever the supply of their headquarters; isolated ones take an attrition check.
#[test]
fn units_in_command_recover_and_the_isolated_suffer() {
    let position = placed(SURROUNDED).turned("I/103").and_then(|position| position.turned("I/16")).expect("units");
    let mut game = administration(position);
    play(&mut game, &["done", "die 1"]);
    assert!(!game.is_supplied(formation("14Pz")));
    assert!(!game.is_disorganized(unit("I/103")) && !game.is_disorganized(unit("I/16")), "[8.1.4] both sides");

    let far = placed("I/103 4217 HQ-14Pz 1110 I/191 1210 HQ-298ID 1706").assign("I/191", "14Pz");
    let far = far.and_then(|it| it.turned("I/103")).and_then(|it| it.turned("I/191")).expect("units");
    let mut game = administration(far);
    play(&mut game, &["die 1"]);
    assert!(game.is_disorganized(unit("I/103")), "[5.8.3.4] out of command");
    assert!(!game.is_disorganized(unit("I/191")), "[8.1.4] by the headquarters to which it is assigned");

    let mut game = administration(placed(RING).turned("43").expect("a unit"));
    play(&mut game, &["die 1"]);
    assert_eq!((game.command(unit("43")), game.turn()), (Command::Isolated, Turn::Chance), "[8.1.5] its own die");
    let loss = |die: u8| {
        let mut rolled = game.clone();
        act(&mut rolled, &format!("die {die}"));
        game.points(unit("43")) - if rolled.place(unit("43")) == Place::ELIMINATED { 0 } else { rolled.points(unit("43")) }
    };
    assert_eq!([5, 6, 9].map(loss), [0, 1, 2], "effectiveness 5");
    let mut whole = administration(placed(RING));
    act(&mut whole, "die 1; die 9");
    assert_eq!(whole.points(unit("43")), game.points(unit("43")), "a unit in order takes no check");
}

// ---- assignment [8.2] --------------------------------------------------------------------------------------------------------------

/// [8.2][B23] The Soviets assign before the German; an independent unit goes to another headquarters that reaches it.
#[test]
fn both_sides_assign_units_the_soviets_first() {
    let stand = placed("I/191 1210 HQ-298ID 1706 HQ-14Pz 1110 1/II/82 2709 HQ-41TD 2804 HQ-87RD 2708 I/16 2608 I/103 1211 I/525 1707");
    let mut game = administration(stand.assign("I/191", "298ID").expect("a unit"));
    play(&mut game, &["die 1"]);
    assert_eq!(open(&game, "assign"), ["assign 1/II/82 87RD"], "{}", game.prompt());
    play(&mut game, &["assign 1/II/82 87RD"]);
    go_on_to(&mut game, "assign I/191");
    assert!(offers(&game, "assign I/191 14Pz") && !offers(&game, "assign I/103 298ID"), "{:?}", lines(&game));
    play(&mut game, &["assign I/191 14Pz"]);
    assert_eq!((game.formation(unit("I/191")), game.formation(unit("1/II/82"))), (formation("14Pz"), formation("87RD")));
}

// ---- replacements [8.3] ---------------------------------------------------------------------------------------------------------------

/// Turn 3 with reduced units: two points of infantry and one of AFVs for the German.
pub(crate) fn replacing(position: PositionBuilder) -> AcrossTheBug {
    let mut game = administration(position.turn(3).expect("a turn"));
    for _ in 0..20 {
        if game.prompt().contains("strength point") || game.prompt().contains("broken up") || game.turn() == Turn::Over {
            break;
        }
        let next = if game.turn() == Turn::Chance {
            "die 1".to_owned()
        } else if offers(&game, "done") {
            "done".to_owned()
        } else {
            lines(&game)[0].clone()
        };
        act(&mut game, &next);
    }
    game
}

pub(crate) fn reduced(counters: &str, units: &[(&str, u8)]) -> PositionBuilder {
    units.iter().fold(placed(counters), |position, (id, steps)| position.steps(id, *steps).expect("a unit"))
}

/// [8.3][8.3.1][8.3.c][8.3.d] Points of each kind restore units of it, two for the motorized and engineers; the rest is lost.
#[test]
fn german_points_restore_units_of_their_kind() {
    let stand = "I/131 1210 80 1211 HQ-44ID 1110 I/103 1209 1/I/36 1109 HQ-14Pz 1110";
    let position = reduced(stand, &[("I/131", 4), ("80", 2), ("I/103", 3), ("1/I/36", 1)]);
    let mut game = replacing(position);
    let all = ["replace I/103", "replace 1/I/36", "replace I/131", "replace 80"];
    assert_eq!(open(&game, "replace"), all);
    let mut tanks = game.clone();
    play(&mut tanks, &["replace 1/I/36"]);
    assert_eq!(tanks.points(unit("1/I/36")), 2, "[8.3.d] one point restores one");
    assert_eq!(open(&tanks, "replace"), ["replace I/131", "replace 80"], "the point of AFVs is gone");
    let mut motorized = game.clone();
    play(&mut motorized, &["replace I/103"]);
    assert_eq!(motorized.points(unit("I/103")), 4);
    assert_eq!(open(&motorized, "replace"), ["replace 1/I/36"], "[8.3.1] it takes both points of infantry");
    play(&mut game, &["replace I/131"]);
    assert_eq!(open(&game, "replace"), ["replace I/131"], "one point is left: neither engineers nor the motorized");
    play(&mut game, &["replace I/131"]);
    assert_eq!(game.points(unit("I/131")), 6, "[8.3.d] as many as there are, to the printed strength");
    assert!(open(&game, "replace").is_empty());
    let mut kept = tanks.clone();
    play(&mut kept, &["done"]);
    go_on_through_a_turn(&mut kept);
    assert!(open(&kept, "replace").is_empty(), "[8.3.c] nothing is kept for later");
}

/// Ends the phase at hand.
fn go_on_through_a_turn(game: &mut AcrossTheBug) {
    for _ in 0..40 {
        if game.prompt().contains("initiative") || game.turn() == Turn::Over {
            return;
        }
        let next = match game.turn() {
            Turn::Chance => "die 1".to_owned(),
            _ if offers(game, "done") => "done".to_owned(),
            _ => open(game, "delay").first().cloned().unwrap_or_else(|| lines(game)[0].clone()),
        };
        act(game, &next);
        assert!(open(game, "replace").is_empty());
        if open(game, "die").len() == 10 {
            return;
        }
    }
}

/// [8.3.a][8.3.b][A54] In command of a headquarters in supply or in Emergency Supply, and in order; enemy zones do not matter.
#[test]
fn replacements_reach_units_in_command_of_a_supplied_headquarters() {
    let offered = |position: PositionBuilder, id: &str| open(&replacing(position), "replace").contains(&format!("replace {id}"));
    let beside = "I/131 2411 HQ-44ID 2008 I/16 2410 HQ-87RD 3114";
    assert!(offered(reduced(beside, &[("I/131", 4)]), "I/131"), "[8.3.b] beside the enemy");
    assert!(!offered(reduced("I/131 4217 HQ-44ID 1110", &[("I/131", 4)]), "I/131"), "[8.3.a] out of command");
    let cut = SURROUNDED.replace("HQ-14Pz", "HQ-44ID").replace("I/103", "I/131");
    assert!(!offered(reduced(&cut, &[("I/131", 4)]), "I/131"), "[8.3.a] out of supply");
    let spent = reduced(&cut, &[("I/131", 4)]).turned("HQ-44ID").expect("a headquarters");
    assert!(offered(spent, "I/131"), "[A54] in Emergency Supply");
    assert!(!offered(reduced("I/131 1210 HQ-44ID 1110", &[]), "I/131"), "[8.3.d] at full strength");
    let dead = placed("I/131 1210 II/131 1211 HQ-44ID 1110").put_in_box("II/131", Place::ELIMINATED).expect("a unit");
    assert!(!offered(dead, "II/131"), "[8.3.d][8.3.1.a] eliminated units stay out");
}

/// [8.3.a] A unit that came into command too late to recover receives nothing.
#[test]
fn disorganized_units_receive_no_replacements() {
    // Counters without a zone close every hex round 2610; attrition opens one of them.
    let ring = "I/16 2509 II/16 2609 III/16 2709 I/96 2710 II/96 2611 III/96 2510";
    let closed = ring
        .split(' ')
        .step_by(2)
        .fold(reduced(&format!("43 2610 HQ-13Pz 2008 {ring}"), &[("43", 4), ("I/16", 1)]), |at, id| at.turned(id).expect("a unit"));
    let offered = |position: PositionBuilder| {
        let mut game = administration(position.turn(3).expect("a turn"));
        while game.place(unit("I/16")) != Place::ELIMINATED || game.turn() == Turn::Chance {
            act(&mut game, "die 10");
        }
        go_on_to(&mut game, "replace");
        assert_eq!(game.command(unit("43")), Command::InCommand);
        (game.is_disorganized(unit("43")), offers(&game, "replace 43"))
    };
    let other = |position: PositionBuilder| position.place("I/131", "1210").and_then(|at| at.place("HQ-44ID", "1110"));
    let other = |position: PositionBuilder| other(position).and_then(|at| at.steps("I/131", 3)).expect("a reduced unit");
    assert_eq!(offered(other(closed.clone())), (false, true));
    assert_eq!(offered(other(closed.turned("43").expect("a unit"))), (true, false));
}

/// [7.7.b] Replacements and arrivals leave improved defence alone.
#[test]
fn replacements_leave_improved_defence_alone() {
    let position = reduced("I/131 1210 HQ-44ID 1110", &[("I/131", 4)]).improved("1210").expect("a stack");
    let mut game = replacing(position);
    play(&mut game, &["replace I/131"]);
    assert!(game.is_improved(hex("1210")) && game.points(unit("I/131")) == 5);
    let position = placed("1/I/36 1006 I/103 1207 HQ-14Pz 1110 HQ-44ID 1609 I/131 1210").improved("1006").and_then(|it| it.turn(2));
    let mut game = administration(position.expect("a position"));
    go_on_to(&mut game, "assign 260/III");
    act(&mut game, "assign 260/III 14Pz; assign 627/III 14Pz");
    go_on_to(&mut game, "enter 260/III 1006");
    play(&mut game, &["enter 260/III 1006"]);
    assert_eq!(at(&game, "260/III"), "1006");
    assert!(game.is_improved(hex("1006")));
}

/// [8.3.2][8.3.2.a][8.3.2.b][8.3.2.c] A broken up battalion gives its present points to units that its headquarters reaches as well.
#[test]
fn broken_up_units_strengthen_others_of_their_kind() {
    let stand = "I/16 3014 II/16 3015 III/16 2808 11/87 3115 HQ-87RD 3114 1/II/82 2804 HQ-41TD 3201 I/622 3220 HQ-124RD 3322 II/622 3321";
    let position = reduced(stand, &[("I/16", 2), ("II/16", 1), ("III/16", 3), ("11/87", 2), ("I/622", 3), ("1/II/82", 1)]);
    let mut game = replacing(position);
    assert!(game.prompt().contains("broken up"), "{} {:?}", game.prompt(), lines(&game));
    let may: Vec<String> = open(&game, "cannibalize");
    assert_eq!(
        may,
        ["cannibalize I/16", "cannibalize II/16", "cannibalize III/16", "cannibalize 11/87", "cannibalize I/622", "cannibalize II/622"]
    );
    play(&mut game, &["cannibalize I/16"]);
    assert_eq!(game.place(unit("I/16")), Place::CANNIBALIZED);
    assert_eq!(
        open(&game, "replace"),
        ["replace II/16", "replace III/16", "replace I/622"],
        "[8.3.2.a] engineers and tanks are of another type"
    );
    play(&mut game, &["replace II/16", "replace II/16"]);
    assert_eq!(game.points(unit("II/16")), 3, "[8.3.2] two points were left of it");
    assert!(open(&game, "replace").is_empty() && !offers(&game, "cannibalize I/16"));
}

/// [8.3.2.b][8.3.2.c][A54] Who is broken up is in command of a headquarters in supply or in Emergency Supply; who gains lies in range.
#[test]
fn reorganization_needs_command_and_supply() {
    let base = "I/16 3014 HQ-87RD 3114 I/622 3220 HQ-124RD 3322";
    // Germans on every hex round the two of the 87th.
    let cut = format!("{base} I/103 3113 II/103 3214 I/108 3215 II/108 3115 64 3015 1/I/36 3013 2/I/36 2914 3/I/36 2913 HQ-14Pz 1110");
    let broken_up = |position: PositionBuilder| open(&replacing(position), "cannibalize");
    assert_eq!(broken_up(placed(base)), ["cannibalize I/16", "cannibalize I/622"]);
    assert_eq!(broken_up(placed(&cut)), ["cannibalize I/622"], "no supply");
    let spent = placed(&cut).turned("HQ-87RD").expect("a headquarters");
    assert_eq!(broken_up(spent), ["cannibalize I/16", "cannibalize I/622"], "[A54]");
    let mut far = replacing(reduced("I/16 4617 II/16 3014 HQ-87RD 2708 I/622 3220 HQ-124RD 3322", &[("I/622", 3)]));
    assert!(!offers(&far, "cannibalize I/16") && offers(&far, "cannibalize II/16"), "{:?}", lines(&far));
    play(&mut far, &["cannibalize II/16"]);
    assert!(!offers(&far, "replace I/622"), "[8.3.2.c] 3220 is out of range of 2708: {:?}", lines(&far));
}

// ---- reinforcements [8.4] ------------------------------------------------------------------------------------------------------------

/// [8.4] The Soviets place before the German; who is kept back comes in a later turn.
#[test]
fn reinforcements_may_be_kept_back_for_another_turn() {
    let position = |turn: u8| PositionBuilder::start(load("campaign")).turn(turn).expect("a turn");
    let mut game = administration(position(3));
    go_on_to(&mut game, "enter");
    assert!(
        open(&game, "enter").iter().all(|line| line.starts_with("enter HQ-1AT") || line.starts_with("enter HQ-135RD")),
        "{:?}",
        lines(&game)
    );
    let mut entered = Vec::new();
    for _ in 0..60 {
        let Some(next) = open(&game, "delay").first().cloned() else { break };
        entered.push(unit(&next["delay ".len()..]).side());
        play(&mut game, &[&next]);
    }
    assert!(entered.contains(&Side::Axis) && entered.contains(&Side::Soviet));
    assert!(entered.is_sorted_by_key(|&side| side == Side::Axis), "[8.4] the Soviets first");
    assert_eq!(game.place(unit("I/712")), Place::DELAYED);
    let held_back = position(4).put_in_box("I/712", Place::DELAYED).expect("a unit").place("HQ-1AT", "5212").expect("a headquarters");
    let mut later = administration(held_back);
    go_on_to(&mut later, "enter I/712");
}

/// [8.4.1] Units enter at their own hexes; where the enemy holds them all, in the nearest hexes in command away from him.
#[test]
fn reinforcements_enter_at_the_nearest_hex_if_theirs_are_held() {
    let counters = "HQ-1AT 5212 II/712 5112";
    let mut game = administration(placed(counters).turn(3).expect("a turn"));
    go_on_to(&mut game, "enter I/712");
    let own = ["5410", "5411", "5412", "5413", "5414"];
    assert_eq!(open(&game, "enter I/712"), own.map(|name| format!("enter I/712 {name}")));
    let held = "I/103 5410 II/103 5411 I/108 5412 II/108 5413 64 5414";
    // Without a zone: it is the counters that keep reinforcements away.
    let stand = ["I/103", "II/103", "I/108", "II/108", "64"].iter();
    let stand = stand.fold(placed(&format!("{counters} {held}")), |position, id| position.turned(id).expect("a unit"));
    let mut game = administration(stand.turn(3).expect("a turn"));
    go_on_to(&mut game, "enter I/712");
    let grid = &game.data().map.grid;
    let away = |from: &Hex| own.iter().map(|goal| grid.distance(*from, hex(goal))).min().expect("hexes of entry");
    let axis = |at: Hex| game.occupant(at) == Some(Side::Axis);
    let clear = |at: &Hex| !axis(*at) && grid.neighbours(*at).all(|(_, near)| !axis(near));
    let near: Vec<Hex> = grid.hexes().filter(|at| clear(at) && grid.distance(*at, hex("5212")) <= 6).collect();
    let least = near.iter().map(away).min().expect("free hexes");
    let nearest: Vec<String> = near.iter().filter(|at| away(at) == least).map(|at| format!("enter I/712 {}", grid.name(*at))).collect();
    assert_eq!(open(&game, "enter I/712"), nearest);
}

/// [8.4.1.a][B19] A new formation comes with its highest level, its headquarters in the nearest settlement.
#[test]
fn a_new_formation_comes_with_its_highest_level() {
    let mut game = administration(PositionBuilder::start(load("campaign")).turn(3).expect("a turn"));
    go_on_to(&mut game, "enter HQ-13Pz");
    assert_eq!(game.level(formation("13Pz")), 0);
    let first = open(&game, "enter HQ-13Pz")[0].clone();
    play(&mut game, &[&first]);
    assert_eq!(game.level(formation("13Pz")), 6);
    let data = game.data();
    let place = game.place(unit("HQ-13Pz")).hex().expect("it is on the map");
    assert!(data.map.terrain(place).is_settlement(), "[3.3.j]");
}

/// [8.2][8.4.1] A scene of the whole phase: independents are assigned, then placed.
#[test]
fn independents_wait_for_their_assignment() {
    let mut game = administration(PositionBuilder::start(load("attack")).turn(2).expect("a turn"));
    go_on_to(&mut game, "assign 260/III");
    assert!(!offers(&game, "done") && denied(&game, "done") == "5.5.2.a", "{:?}", lines(&game));
    assert_eq!(acting(placed("I/103 1210 HQ-14Pz 1110"), "14Pz", 2).place(unit("260/III")), Place::RESERVE);
}
