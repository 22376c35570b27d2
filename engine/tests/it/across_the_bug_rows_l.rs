//! Across the Bug River, clause by clause: combat, retreats, the bonus, improved defence. Numbers in brackets are rule ids.

use stavka_engine::across_the_bug::drm::Cause;
use stavka_engine::across_the_bug::terms::AttackType;
use stavka_engine::across_the_bug::{AcrossTheBug, Opening};
use stavka_engine::game::{Game as _, Side, Turn};

use super::across_the_bug_rows_d::{fight, halves, modifier, open_field};
use super::across_the_bug_rows_f::selected;
use super::across_the_bug_rows_g::{ARENA, act, arena, fall_back, open, stacked, won};
use super::across_the_bug_rows_h::{reduced, replacing};
use super::across_the_bug_scenes::{acting, at, goals, hex, lines, offers, placed, play, unit};

fn points(game: &AcrossTheBug, ids: [&str; 2]) -> [u8; 2] {
    ids.map(|id| game.points(unit(id)))
}

const BOTH: [&str; 2] = ["I/16", "I/103"];

// ---- what a combat is decided by [7.5.1] -----------------------------------------------------------------------------------------

/// [7.5.1.D2] The line of the terrain decides in play: on clear ground the same die would hit the attacker twice.
#[test]
fn the_line_of_the_terrain_decides_a_combat() {
    let mut game = acting(placed("I/103 2411 HQ-14Pz 2008 I/16 2410 HQ-87RD 2708"), "14Pz", 5);
    act(&mut game, "select I/103; attack 2410 hasty; chit 9; chit 0; die 6");
    assert_eq!((game.turn(), points(&game, BOTH)), (Turn::Player(Side::Axis), [4, 5]));
}

/// [7.5.1.1.a] A prepared attack reads the better column of its chit, a regular one the other.
#[test]
fn a_prepared_attack_reads_the_better_column() {
    let after = |kind: &str, die: u8| {
        let mut game = acting(open_field("I/16 2402"), "14Pz", 7);
        play(&mut game, &["select I/103"]);
        fight(&mut game, &format!("attack 2402 {kind}"), [0, 1], die);
        (game.turn(), game.points(unit("I/103")))
    };
    assert_eq!(after("prepared", 5), (Turn::Chance, 6), "12 to 5: the Soviets are checked");
    assert_eq!(after("regular", 7), (Turn::Player(Side::Axis), 5), "6 to 5");
}

/// [7.5.1.1.b] Improved defence reads the better column of its chit.
#[test]
fn improved_defence_reads_the_better_column() {
    let after = |improved: bool| {
        let field = open_field("I/16 2402");
        let field = if improved { field.improved("2402").expect("a unit") } else { field };
        let mut game = acting(field, "14Pz", 5);
        play(&mut game, &["select I/103"]);
        fight(&mut game, "attack 2402 hasty", [2, 1], 9);
        (game.turn(), points(&game, BOTH))
    };
    assert_eq!(after(true), (Turn::Player(Side::Axis), [4, 5]), "12 to 10");
    assert_eq!(after(false).0, Turn::Chance, "12 to 5: red");
}

/// [3.2.m][5.6.3.5] A chit is read at the effectiveness of the side that is up.
#[test]
fn a_disorganized_unit_fights_at_the_effectiveness_of_its_back() {
    let mut game = acting(open_field("| I/16 2402"), "14Pz", 5);
    play(&mut game, &["select I/103"]);
    let report = game.attack_report(hex("2402"), AttackType::Hasty).expect("an attack");
    assert_eq!(report.sheet.defenders[0].effectiveness, 3);
    act(&mut game, "attack 2402 hasty; chit 2; chit 4; die 9");
    assert_eq!((game.turn(), game.points(unit("I/16"))), (Turn::Chance, 4), "12 to 5; with the front it were 12 to 10");
}

/// [7.5.1.2.B8] A defender is helped in full by any formation that has a unit in the hex.
#[test]
fn support_of_the_defender_is_full_from_every_formation_in_the_hex() {
    let support = |more: &str| {
        let field = open_field(&format!("I/16 2402 1/II/82 2402 HQ-41TD 2607 {more}")).improved("2402").expect("units");
        modifier(&selected(field, "14Pz", "I/103"), "2402", AttackType::Regular, Cause::DefenderSupport)
    };
    assert_eq!(["2/II/82 2501", "II/16 2501", "No1 2501 HQ-1/90 2105"].map(support), [-2, -2, -1]);
}

/// [7.5.1.2.B7][5.5.1] Support is full from who is assigned to the formation, whatever is printed.
#[test]
fn support_follows_the_assignment() {
    let support = |to: &str| {
        let field = open_field("I/16 2402 I/191 2302 HQ-298ID 2102").assign("I/191", to).expect("a unit");
        modifier(&selected(field, "14Pz", "I/103"), "2402", AttackType::Prepared, Cause::AttackerSupport)
    };
    assert_eq!(["14Pz", "298ID"].map(support), [2, 1]);
}

/// [5.8.1][7.5.1.2.C] Out of command the odds show no support of the headquarters.
#[test]
fn a_headquarters_supports_who_is_in_command() {
    let support = |hq: &str| {
        let stand = placed(&format!("HQ-44ID {hq} I/131 2401 I/16 2402 HQ-87RD 2607"));
        let report = selected(stand, "44ID", "I/131").attack_report(hex("2402"), AttackType::Regular).expect("an attack");
        report.sheet.modifiers.terms.iter().filter(|(cause, _)| *cause == Cause::Headquarters).map(|(_, drm)| drm).sum::<i8>()
    };
    assert_eq!([support("1110"), support("2200")], [0, 2]);
}

// ---- results and retreats [7.5.2] --------------------------------------------------------------------------------------------------

/// [7.5.2.6][B29] A retreat does not come back to the hex of the combat, although no zone lies there.
#[test]
fn a_retreat_does_not_come_back() {
    let blocked = "1/I/36 2310 HQ-14Pz 2008 I/16 2410 HQ-87RD 2708 \
                   | I/103 2309 II/103 2409 I/108 2411 II/108 2510 64 2508 40 2609 13/14Pz 2610";
    let mut game = acting(halves(blocked), "14Pz", 5);
    assert!(!game.in_zoc(Side::Axis, hex("2410")), "a tank has no zone in a forest");
    act(&mut game, "select 1/I/36; attack 2410 prepared; chit 9; chit 0; die 10; withdraw I/16");
    assert_eq!((at(&game, "I/16"), open(&game, "retreat")), ("2509".into(), Vec::<String>::new()));
}

/// [7.5.2.6.a] The motorized retreat a single hex where it leads into a forest, or over a stream without a road.
#[test]
fn the_motorized_retreat_a_hex_through_forest_or_stream() {
    let after = |counters: &str, dice: &str| {
        let mut game = acting(placed(&format!("I/103 4711 HQ-14Pz 4310 {counters}")), "14Pz", 7);
        act(&mut game, &format!("select I/103; attack 4712 prepared; chit 9; chit 0; {dice}"));
        open(&game, "retreat")
    };
    assert_eq!(after("I/712 4712 HQ-1AT 4917", "die 1; die 10"), ["retreat 4913"]);
    assert_eq!(after("I/396 4712 HQ-135RD 4917", "die 4; die 10"), ["retreat 4912", "retreat 4913"]);

    let mut game = acting(placed("I/103 4513 HQ-14Pz 4310 I/712 4512 HQ-1AT 4917"), "14Pz", 7);
    act(&mut game, "select I/103; attack 4512 prepared; chit 9; chit 0; die 1; die 10");
    assert_eq!((at(&game, "I/712"), open(&game, "retreat")), ("4612".into(), vec!["retreat 4711".into(), "retreat 4712".into()]));

    let mut game = acting(placed("I/103 4711 HQ-14Pz 4310 I/396 4812 I/712 4812 HQ-135RD 4917 HQ-1AT 4514"), "14Pz", 7);
    act(&mut game, "select I/103; attack 4812 prepared; chit 9; chit 0; die 5; lose I/396; die 10; die 10; retreat 4912");
    assert_eq!(["I/396", "I/712"].map(|id| at(&game, id)), ["4912"; 2]);
    assert!(open(&game, "retreat").is_empty(), "the group goes as far as its guns");
}

/// [7.5.2.7] The point for the enemy zone is beyond the hits: the third hit falls all the same.
#[test]
fn the_price_of_an_enemy_zone_is_no_hit() {
    let mut game = arena("II/103 4318 I/108 4219 64 4117");
    act(&mut game, "select I/103; attack 4218 hasty; chit 9; chit 0; die 10; die 10");
    assert_eq!((at(&game, "I/396"), game.points(unit("I/396"))), ("4118".into(), 2), "first hit, zone, third hit");
}

// ---- the bonus [7.5.3] ----------------------------------------------------------------------------------------------------------------

/// [7.5.3.1] Who stood by in the hex of the winner has no part in the bonus.
#[test]
fn a_bystander_has_no_part_in_the_bonus() {
    let mut game = won("1/I/36 4217");
    assert_eq!(lines(&game), ["done", "select I/103"], "no improved defence either: 1/I/36 did not fight");
    play(&mut game, &["select I/103"]);
    assert!(!offers(&game, "join 1/I/36"));
}

/// [7.5.3.b] Without a vacated hex the bonus moves nobody; into it leads the first step alone.
#[test]
fn the_bonus_moves_only_after_an_enemy_who_has_gone() {
    let moves = |game: &AcrossTheBug| {
        let is_move = |line: &String| ["move", "boat", "infiltrate"].iter().any(|word| line.starts_with(word));
        lines(game).into_iter().filter(is_move).count()
    };
    let mut stays = arena("");
    act(&mut stays, "select I/103; attack 4218 hasty; chit 9; chit 0; die 10; die 1; done; select I/103");
    assert_eq!(at(&stays, "I/396"), "4218");
    assert!(moves(&stays) == 0 && offers(&stays, "attack 4218 hasty"), "{:?}", lines(&stays));

    let mut half = stacked(6);
    act(&mut half, "die 10; die 1");
    fall_back(&mut half);
    act(&mut half, "done; select I/103");
    assert_eq!((at(&half, "I/712"), moves(&half)), ("4218".into(), 0), "one of two has stayed");

    let mut gone = won("");
    act(&mut gone, "select I/103; move 4218");
    assert!(gone.acting_stack() != 0 && goals(&gone).iter().any(|goal| goal != "4218"), "{:?}", lines(&gone));
}

// ---- improved defence [7.7] --------------------------------------------------------------------------------------------------------------

/// [7.7.a] An attack out of the hex ends it, and so does a stack that a reaction stops there.
#[test]
fn an_attack_or_a_stopped_stack_ends_improved_defence() {
    let improved = placed(&format!("{ARENA} 1/I/36 4217")).improved("4217").expect("units");
    let mut game = acting(improved, "14Pz", 7);
    act(&mut game, "select I/103; attack 4218 hasty");
    assert!(!game.is_improved(hex("4217")));

    let stand = halves("HQ-14Pz 2200 I/16 2402 HQ-87RD 2607 I/103 2201 1/I/36 2301");
    let stand = stand.level("87RD", 4).and_then(|it| it.improved("2301")).expect("a position").luck(Side::Axis);
    let mut game = stand.open(Opening::Activation("14Pz", 5)).expect("a position");
    play(&mut game, &["select I/103", "move 2301"]);
    assert!(game.is_improved(hex("2301")), "it might go on");
    play(&mut game, &["react 87RD", "die 1"]);
    assert!(at(&game, "I/103") == "2301" && !game.is_improved(hex("2301")));
}

/// [7.7.a][B30] Who passes through a hex leaves the improved defence of others alone, by whatever steps he goes.
#[test]
fn who_passes_through_leaves_improved_defence_alone() {
    let stand = || {
        let stand = placed("I/525 1210 I/191 1210 II/525 1211 HQ-298ID 1110").assign("I/191", "298ID");
        acting(stand.and_then(|it| it.improved("1211")).expect("a position"), "298ID", 5)
    };
    let after = |moves: &str| {
        let mut game = stand();
        act(&mut game, moves);
        game.is_improved(hex("1211"))
    };
    assert!(after("select I/525; move 1212"));
    assert!(after("select I/525; join I/191; move 1211; move 1212"));
    assert!(!after("select I/525; join I/191; move 1211; done"));
}

/// [7.7.b][B30] A unit that is broken up and one that gets its points leave improved defences standing.
#[test]
fn reorganization_leaves_improved_defence_alone() {
    let stand = reduced("I/396 4218 II/396 4218 III/396 4219 HQ-135RD 4617", &[("III/396", 3)]);
    let stand = stand.improved("4218").and_then(|it| it.improved("4219")).expect("units");
    let mut game = replacing(stand);
    let broken = open(&game, "cannibalize").into_iter().find(|line| line.ends_with(" I/396")).expect("a unit to break up");
    play(&mut game, &[&broken, "replace III/396"]);
    assert!(["4218", "4219"].iter().all(|name| game.is_improved(hex(name))));
}
