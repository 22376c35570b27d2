//! East Front: overruns and the air war in play.

use stavka_engine::east_front::data::AirBox;
use stavka_engine::east_front::{EastFront, EastFrontDenial, Phase, Place, PositionBuilder};
use stavka_engine::game::{Game as _, Side, Turn};

use crate::east_front_kit;
use crate::east_front_kit::play::{
    after, air_box, allows, denial, ends, legal, open, place, play, send, stands, start, unit, with, with_of,
};
use crate::east_front_kit::{TWO_POINTS, hex, variant};

/// Nine points of attack in 3911 beside a gun in 3912.
const RAID: &str = "5(+) 3911, 48K 3911, 42K 3911, 49 3912";

fn raid(extra: &str) -> EastFront {
    let placed = if extra.is_empty() { RAID.to_owned() } else { format!("{RAID}, {extra}") };
    let mut game = open(with(&placed), Phase::SovietMotorized);
    play(&mut game, "select 5(+); join 48K; join 42K");
    game
}

#[test]
fn a_stack_overruns_at_seven_to_one() {
    let mut game = raid("");
    assert!(allows(&game, "overrun 3912 from 3911") && !allows(&game, "move > 3910"), "a stack is gathered to overrun");
    play(&mut game, "overrun 3912 from 3911");
    assert_eq!(game.turn(), Turn::Chance);
    // 9-1 gives -1, guns alone -1: a 4 is read as 2, success with a loss, and the gun has one step.
    play(&mut game, "die 4");
    assert_eq!(place(&game, "49"), Place::CADRE);
    assert!(stands(&game, "48K", "3912") && stands(&game, "5(+)", "3912"));
}

#[test]
fn fewer_points_do_not_overrun() {
    let mut game = open(with("48K 3911, 42K 3911, 49 3912"), Phase::SovietMotorized);
    play(&mut game, "select 48K");
    assert!(!allows(&game, "join 42K"), "six to one");
    assert_eq!(denial(&game, "overrun 3912 from 3911"), EastFrontDenial::MayNotOverrun);
}

#[test]
fn the_winner_retreats_the_defenders_and_marks_them() {
    let mut game = raid("");
    play(&mut game, "overrun 3912 from 3911; die 9");
    // Read as 7: thrown out without a loss, where the winner likes.
    assert_eq!(game.turn(), Turn::Player(Side::Soviet));
    play(&mut game, "retreat 3914");
    assert!(stands(&game, "49", "3914") && game.has_overrun_marker(unit("49")));
    assert!(stands(&game, "42K", "3912"));
}

#[test]
fn a_failed_overrun_ends_the_move() {
    let mut game = raid("");
    play(&mut game, "overrun 3912 from 3911; die 10");
    assert!(stands(&game, "49", "3912") && stands(&game, "48K", "3911"));
    assert!(game.has_moved(unit("48K")) || game.current_phase() != Phase::SovietMotorized);
}

#[test]
fn the_stack_goes_on_and_may_leave_units_behind() {
    let mut game = raid("");
    play(&mut game, "overrun 3912 from 3911; die 4");
    assert!(allows(&game, "drop 5(+)") && allows(&game, "move > 3913"));
    play(&mut game, "drop 5(+); move > 3913");
    assert!(stands(&game, "48K", "3913") && stands(&game, "42K", "3913"));
    assert!(allows(&game, "move > 4013"), "the unit left behind goes on with what it has left");
}

#[test]
fn a_unit_may_be_left_behind_after_every_overrun() {
    let tanks = "front = { attack = 3, defence = 1, ma = 4,";
    let next = "[[unit]]\nid = \"271\"";
    let brigade = r#"[[unit]]
id = "5(+)"
name = "5th Tank Regiment"
side = "soviet"
nationality = "soviet"
kind = "tank"
size = "regiment"
mobility = "motorized"
steps = 1
front = { attack = 9, defence = 1, ma = 9, stacking = 1, zoc = false }
origin = "given: defence 1 and one step; elsewhere: 3-1-4; reconstruction: stacking value and band of a one-step unit"

"#;
    let more: String = (1..=5).map(|number| brigade.replace("5(+)", &format!("T{number}"))).collect();
    let data =
        variant(&[("units.toml", tanks, "front = { attack = 9, defence = 1, ma = 9,"), ("units.toml", next, &format!("{more}{next}"))]);
    let placed = "5(+) 3911, T1 3911, T2 3911, T3 3911, T4 3911, T5 3911, 49 3912, I/814 4013, 641 4014, 190AG 4015, X 4001";
    let mut game = open(with_of(data, placed), Phase::SovietMotorized);
    play(&mut game, "select 5(+); join T1; join T2; join T3; join T4; join T5; overrun 3912 from 3911; die 1");
    play(&mut game, "drop T1; overrun 4013 from 3912; die 1; drop T2; overrun 4014 from 4013; die 1; drop T3");
    play(&mut game, "overrun 4015 from 4014; die 1; drop T4");
    let places = ["5(+)", "T1", "T2", "T3", "T4", "T5"].map(|id| game.place(game.data().find_unit(id).expect("a tank brigade")).hex());
    assert_eq!(places, ["4015", "3912", "4013", "4014", "4015", "4015"].map(|name| Some(hex(name))));
    assert_eq!(game.march_report().map(|report| report.group.count_ones()), Some(2), "T4 waits where the others go on");
}

#[test]
fn parts_of_a_stack_go_on_with_their_own_points() {
    // In the Movement Phase the tanks have two points and the cavalry six. By road an overrun takes a point and a half.
    let mut game = open(with(&format!("{RAID}, X 4001")), Phase::SovietMovement);
    play(&mut game, "select 5(+); join 48K; join 42K; overrun 3912 from 3911; die 4");
    assert_eq!(ends(&game, "move"), ["3911", "4013"], "half a point of road for the whole stack");
    play(&mut game, "drop 5(+)");
    let report = game.march_report().expect("the cavalry is under way");
    assert_eq!(report.points, 9, "four points and a half of the cavalry");
    assert!(allows(&game, "move > 3914") && allows(&game, "move > 3715"));
    play(&mut game, "move > 3914");
    assert_eq!(game.march_report().map(|report| report.points), Some(1), "the tanks have half a point");
    assert_eq!(ends(&game, "move"), ["3911", "4013"]);
}

#[test]
fn parts_stay_behind_in_hex_after_hex() {
    let mut game = open(with(&format!("{RAID}, I/814 4013, X 4001")), Phase::SovietMotorized);
    play(&mut game, "select 5(+); join 48K; join 42K; overrun 3912 from 3911; die 4; overrun 4013 from 3912; die 9");
    // Of three points nothing is left to the cavalry; the tanks had four.
    assert!(stands(&game, "5(+)", "4013") && stands(&game, "42K", "4013"));
    assert!(game.march_report().is_none_or(|report| report.points == 0));
    let mut slow = open(with("5(+) 3911, 48K 3911, 42K 3911, 49 3912, X 4001"), Phase::SovietMovement);
    play(&mut slow, "select 5(+); join 48K; join 42K; overrun 3912 from 3911; die 4; drop 5(+); drop 48K; move > 3913");
    assert_eq!(game.data().units(Side::Soviet).filter(|(id, _)| slow.march_report().is_some_and(|r| r.group & id.bit() != 0)).count(), 2);
    assert!(allows(&slow, "drop 5(+)") && allows(&slow, "move > 4013"), "tanks and cavalry went on as one part");
    play(&mut slow, "drop 5(+); move > 3914; done");
    assert!(stands(&slow, "42K", "3913") && stands(&slow, "48K", "3914") && stands(&slow, "5(+)", "3912"));
}

#[test]
fn the_zone_of_anybody_but_the_target_forbids_an_overrun() {
    let raid = |target: &str, others: &str| {
        let placed = format!("5(+) 3911, 48K 3911, 42K 3911, {target} 3912, 73 3302{others}");
        let position = with(&placed).and_then(|builder| builder.steps("Eng", 1));
        after(open(position, Phase::SovietMotorized), "select 5(+)")
    };
    let gathered = |game: EastFront| after(game, "join 48K; join 42K");
    // The engineers exert a zone themselves, the guns do not.
    let own = gathered(raid("Eng", ""));
    assert!(own.in_zoc(Side::Axis, hex("3911")) && allows(&own, "overrun 3912 from 3911"));
    assert!(allows(&gathered(raid("49", "")), "overrun 3912 from 3911"));
    // The zone of the regiment in 3811 reaches 3911.
    assert_eq!(denial(&raid("Eng", ", X 3811"), "join 48K"), EastFrontDenial::MayNotJoin, "two zones");
    let watched = gathered(raid("49", ", X 3811"));
    assert_eq!(denial(&watched, "overrun 3912 from 3911"), EastFrontDenial::MayNotOverrun, "one, but not of the guns");
    assert!(allows(&watched, "overrun 3912 from 4012"), "out of that zone");
}

#[test]
fn overrun_markers_of_the_soviets_go_in_the_axis_engineer_phase() {
    let marked = with("106 3808, 73 3302").and_then(|builder| builder.overrun("106"));
    let game = open(marked, Phase::AxisMotorized);
    assert!(!game.has_overrun_marker(unit("106")), "the Axis Engineer Phase has passed");
}

// ---- the air war -----------------------------------------------------------

/// The start with both attacks declared and these air units sent, Axis and then Soviet.
fn sent(axis: &str, soviet: &str) -> EastFront {
    send(open(start().turn(48), Phase::AxisDeclaration), "", axis, soviet)
}

/// The same with an operational headquarters, which gives no orders: Soviet close air support may come.
fn sent_under_command(axis: &str, soviet: &str) -> EastFront {
    let position = start().back_up("51HQ", false).and_then(|builder| builder.turn(48));
    send(open(position, Phase::AxisDeclaration), "order none; order none", axis, soviet)
}

#[test]
fn without_combat_all_shooters_go_home_and_missions_go_on() {
    let mut game = sent("Bf109E Ju87/1", "MiG-3");
    play(&mut game, "die 6");
    assert_eq!(air_box(&game, "Bf109E"), Some(AirBox::Flown));
    assert_eq!(air_box(&game, "MiG-3"), Some(AirBox::Flown));
    assert_eq!(air_box(&game, "Ju87/1"), None, "still over 3606, under the guns");
    assert_eq!(game.turn(), Turn::Chance);
}

#[test]
fn support_of_both_sides_is_set_off() {
    // The divisions of 3606 and 3705 fire at the Axis, those of the Axis at the bombers; a 1 hits nobody.
    let commanded = |axis: &str, soviet: &str| {
        let mut game = sent_under_command(axis, soviet);
        while game.turn() == Turn::Chance {
            play(&mut game, "die 1");
        }
        game.air_support(hex("3606"))
    };
    assert_eq!(commanded("", "DB3/1"), -1, "a point for the defender");
    assert_eq!(commanded("Ju87/1", ""), 2);
    assert_eq!(commanded("Ju87/1 Ju88", "DB3/1 DB3/2"), 1);
}

#[test]
fn a_side_without_shooters_leaves_the_lead_to_the_other() {
    let mut game = sent("Ju87/1 Ju88", "MiG-3 I-153");
    // The roll names the Axis, which has bombers only.
    play(&mut game, "die 3");
    assert_eq!(game.turn(), Turn::Player(Side::Soviet));
    play(&mut game, "pair MiG-3 Ju87/1; pair I-153 Ju87/1; die 1; die 10");
    assert_eq!(air_box(&game, "Ju87/1"), Some(AirBox::Destroyed), "2 against 1 on a 1");
}

#[test]
fn every_enemy_shooter_is_engaged_before_missions_are() {
    let mut game = sent("Bf109E Bf109F Ju87/1", "MiG-3");
    play(&mut game, "die 2");
    assert_eq!(legal(&game), ["pair Bf109E MiG-3", "pair Bf109F MiG-3"]);
    play(&mut game, "pair Bf109F MiG-3");
    assert_eq!(legal(&game), ["pair Bf109E MiG-3"], "the surplus fighter doubles");
}

#[test]
fn bombers_are_engaged_when_no_enemy_fighter_is_left() {
    let mut game = after(sent_under_command("Bf109E Bf109F Ju87/1", "MiG-3 DB3/1"), "die 2");
    assert_eq!(legal(&game), ["pair Bf109E MiG-3", "pair Bf109F MiG-3"], "not the bomber yet");
    play(&mut game, "pair Bf109F MiG-3");
    assert_eq!(legal(&game), ["pair Bf109E MiG-3", "pair Bf109E DB3/1"]);
}

#[test]
fn support_missions_go_on_where_nobody_fires() {
    let bombed = |placed: &str| {
        let position = with(placed).and_then(|builder| builder.air_box("Ju87/1", AirBox::Ready));
        after(open(position, Phase::AxisDeclaration), "attack 3606; done; fly Ju87/1 3606").turn()
    };
    assert_eq!(bombed("73 3505, 5(+) 3606"), Turn::Player(Side::Axis), "tanks do not fire, no die is rolled");
    assert_eq!(bombed("73 3505, 5(+) 3606, 106 3606"), Turn::Chance, "a division does");
    assert_eq!(bombed("73 3505, 5(+) 3606, 106 3706"), Turn::Chance, "from the next hex as well");
    assert_eq!(bombed("73 3505, 5(+) 3606, 106 3707"), Turn::Player(Side::Axis), "but not from two hexes away");
}

#[test]
fn only_ready_units_fly() {
    let flies = |place| {
        let position = start().turn(48).and_then(|builder| builder.air_box("Ju88", place));
        allows(&after(open(position, Phase::Interdiction), "interdict 3706"), "fly Ju88 3706")
    };
    assert_eq!([AirBox::Ready, AirBox::Flown, AirBox::Damaged, AirBox::Destroyed].map(flies), [true, false, false, false]);
}

#[test]
fn surplus_enemies_come_at_the_missions() {
    let mut game = sent("Bf109E Ju87/1 Ju88", "MiG-3 I-153");
    play(&mut game, "die 2");
    assert_eq!(legal(&game), ["pair Bf109E MiG-3", "pair MiG-3 Ju87/1", "pair MiG-3 Ju88"]);
    play(&mut game, "pair MiG-3 Ju88");
    assert_eq!(legal(&game), ["pair Bf109E I-153"]);
}

#[test]
fn tactical_advantage_gives_a_second_shot() {
    let mut game = sent("Bf109F Ju87/1", "MiG-3 I-153");
    play(&mut game, "die 1; pair Bf109F MiG-3; pair I-153 Ju87/1; die 1; die 10; die 10");
    assert_eq!(air_box(&game, "MiG-3"), Some(AirBox::Destroyed));
    assert_eq!(legal(&game), ["done", "pair Bf109F I-153"]);
    play(&mut game, "pair Bf109F I-153; die 1");
    assert_eq!(air_box(&game, "I-153"), Some(AirBox::Destroyed));
}

#[test]
fn interdiction_is_flown_in_the_strategic_segment_and_opposed_by_fighters() {
    let mut game = open(start().turn(48), Phase::Interdiction);
    play(&mut game, "interdict 3706; fly Bf109F 3706; fly Ju88 3706; done; done");
    assert_eq!(denial(&game, "fly DB3/1 3706"), EastFrontDenial::OnlyFighters);
    play(&mut game, "done");
    assert_eq!(legal(&game), ["escort Bf109F", "bomb Bf109F"], "it could interdict itself");
    play(&mut game, "bomb Bf109F; die 1; die 1");
    assert_eq!(air_box(&game, "Ju88"), Some(AirBox::Flown), "one mission a turn");
    assert_eq!(game.current_phase(), Phase::AxisMovement);
}

#[test]
fn interdiction_is_flown_to_any_hex() {
    let game = open(start().turn(48), Phase::Interdiction);
    let all = game.data().map.grid.hexes().count();
    assert_eq!(ends(&game, "interdict").len(), all, "the sea and the edge of the map as well");
    // A zone far in the rear, out of reach of anybody on the ground.
    let mut game = after(game, "interdict 4015; fly Ju87/1 4015; done; done; done");
    east_front_kit::play::go_on_to(&mut game, Phase::AxisMovement, 1);
    assert_eq!((game.interdiction(hex("4015")), game.interdiction(hex("3606"))), (2, 0));
}

#[test]
fn interdiction_lowers_the_command_value() {
    let two = variant(&[TWO_POINTS]);
    let commanded = || PositionBuilder::start(two).back_up("51HQ", false).and_then(|builder| builder.turn(48));
    let mut free = open(commanded(), Phase::SovietMotorized);
    play(&mut free, "activate 106 by 51HQ");
    assert!(allows(&free, "activate 271 by 51HQ"));
    let mut game = open(commanded(), Phase::Interdiction);
    play(&mut game, "interdict 3809; fly Ju87/1 3809; done; done; done; die 1");
    east_front_kit::play::go_on_to(&mut game, Phase::SovietMotorized, 10);
    assert!(!ends(&game, "activate").contains(&"51HQ".to_owned()), "level 2 takes both points");
}

#[test]
fn air_units_fly_one_mission_a_turn() {
    let mut game = sent("Bf109E", "");
    while game.current_phase() == Phase::AxisCombat {
        let line = if game.turn() == Turn::Chance { "die 10".to_owned() } else { legal(&game).swap_remove(0) };
        play(&mut game, &line);
    }
    assert_eq!(air_box(&game, "Bf109E"), Some(AirBox::Flown));
}
