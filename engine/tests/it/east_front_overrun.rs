//! East Front: overruns in play: who joins, what is counted, what happens to those who are overrun.

use stavka_engine::east_front::{EastFront, EastFrontDenial, OverrunReport, Phase, Place, Prepared};
use stavka_engine::game::{Game as _, Side, Turn};

use crate::east_front_kit;
use crate::east_front_kit::play::{after, allows, denial, legal, open, place, play, stands, unit, with, with_of};
use crate::east_front_kit::{hex, variant};

/// Nine points of attack on the road in 3911.
const RAIDERS: &str = "5(+) 3911, 48K 3911, 42K 3911";

/// The raiders gathered, with these counters beside them.
fn gathered(phase: Phase, placed: &str) -> EastFront {
    after(open(with(&format!("{RAIDERS}, {placed}")), phase), "select 5(+); join 48K; join 42K")
}

fn modifiers(game: &EastFront) -> Vec<i8> {
    let report: OverrunReport = game.overrun_report().expect("an overrun is in progress");
    report.modifiers.expect("the die is to be rolled").terms.iter().map(|(_, drm)| *drm).collect()
}

// ---- who and what ----------------------------------------------------------

#[test]
fn guns_neither_overrun_nor_come_along_nor_support() {
    let game = after(open(with("5(+) 3911, 48K 3911, 42K 3911, 52 3911, 49 3912"), Phase::SovietMotorized), "select 5(+); join 48K");
    assert_eq!(denial(&game, "join 52"), EastFrontDenial::MayNotJoin);
    // Three points of support stand in the hex and three more behind it; its defence is one.
    let target = after(gathered(Phase::SovietMotorized, "49 3912, 641 3914"), "overrun 3912 from 3911");
    assert_eq!(modifiers(&target), [-1, -1], "nine to one, guns alone");
}

#[test]
fn one_stack_of_wheels_and_soviet_cavalry_overruns() {
    let foot = after(open(with("73 3911, 52 3912"), Phase::AxisMovement), "select 73");
    assert!(!allows(&foot, "overrun 3912 from 3911"), "eight to one, but on foot");
    let rifles = with(&format!("{RAIDERS}, 156 3911, 49 3912"));
    let rifles = after(open(rifles, Phase::SovietMovement), "select 5(+)");
    assert_eq!(denial(&rifles, "join 156"), EastFrontDenial::MayNotJoin);
    assert!(allows(&rifles, "join 48K"));
    let apart = open(with("5(+) 3911, 48K 3911, 42K 3910, 49 3912"), Phase::SovietMotorized);
    assert_eq!(denial(&after(apart, "select 5(+)"), "join 42K"), EastFrontDenial::MayNotJoin, "from another hex");
}

#[test]
fn a_stack_goes_to_its_target_at_the_price_of_ground_and_zones() {
    let raid = |from: &str, target: &str| {
        let placed = format!("5(+) {from}, 48K {from}, 42K {from}, {target} 3912, X 4001");
        let position = with(&placed).and_then(|builder| builder.steps("Eng", 1));
        after(open(position, Phase::SovietMotorized), "select 5(+)")
    };
    let mut game = after(raid("3910", "49"), "join 48K; join 42K; overrun 3912 from 3911; die 4");
    assert!(["5(+)", "48K", "42K"].iter().all(|id| stands(&game, id, "3912")));
    assert_eq!(game.march_report().map(|report| report.points), Some(2), "six half points less one, two and one");
    play(&mut game, "move > 4013");
    // Two hexes of road are five half points against the guns; the zone of the engineers makes them seven, one hex six.
    assert!(allows(&raid("3810", "49"), "join 48K"));
    assert!(!allows(&raid("3810", "Eng"), "join 48K") && allows(&raid("3910", "Eng"), "join 48K"));
}

#[test]
fn the_defence_strengths_of_a_hex_add_up() {
    // Nine to one may, nine to two may not.
    let one = open(with(&format!("{RAIDERS}, 49 3912, X 4001")), Phase::SovietMotorized);
    assert!(allows(&after(one, "select 5(+)"), "join 48K"));
    let two = open(with(&format!("{RAIDERS}, 49 3912, I/814 3912, X 4001")), Phase::SovietMotorized);
    assert!(!allows(&after(two, "select 5(+)"), "join 48K"));
}

#[test]
fn an_overrun_is_paid_and_not_made_by_the_move_of_one_hex() {
    // One point and two of marsh: the half of four points does not do, three points do.
    let raid = |phase| open(with("5(+) 3807, 48K 3807, 42K 3807, 49 3806, X 4001"), phase);
    assert!(!allows(&after(raid(Phase::SovietMovement), "select 5(+)"), "join 48K"));
    let mut rich = after(raid(Phase::SovietMotorized), "select 5(+); join 48K; join 42K");
    play(&mut rich, "overrun 3806 from 3807");
    assert_eq!(modifiers(&rich), [-1, -1, 2], "the marsh helps the guns");
}

#[test]
fn who_cannot_pay_stays_beside_the_target_and_counts_for_nothing() {
    // Two points of the tanks against three; the cavalry has six, and eight points of attack without them.
    let rider = "name = \"48th Cavalry Division\"\nside = \"soviet\"\nnationality = \"soviet\"\nkind = \"cavalry\"\nsize = \"division\"\n\
                 mobility = \"cavalry\"\ninfiltrates = true\nsteps = 2\nfront = { attack = 3,";
    let strong = variant(&[("units.toml", rider, &rider.replace("attack = 3", "attack = 5"))]);
    let position = with_of(strong, "5(+) 3807, 48K 3807, 42K 3807, 49 3806, X 4001");
    let stack = open(position, Phase::SovietMovement);
    assert_eq!(denial(&after(stack.clone(), "select 5(+)"), "join 48K"), EastFrontDenial::MayNotJoin);
    let mut game = after(stack, "select 48K; join 42K; overrun 3806 from 3807");
    assert_eq!(modifiers(&game), [-1, 2], "eight to one gives nothing; guns alone in the marsh");
    play(&mut game, "die 4");
    let way = legal(&game).swap_remove(0);
    play(&mut game, &way);
    assert!(stands(&game, "48K", "3806") && stands(&game, "42K", "3806") && stands(&game, "5(+)", "3807"));
}

#[test]
fn the_zone_over_the_target_costs_nothing() {
    // 3912 lies in the zone of the regiment in 4012; the road takes half a point, the overrun one, of three. 3911 is free.
    let game = after(gathered(Phase::SovietMotorized, "49 3912, R1 4013"), "overrun 3912 from 3911; die 4");
    assert!(game.in_zoc(Side::Axis, hex("3912")));
    assert!(stands(&game, "48K", "3912"));
    let report = game.march_report();
    assert!(report.is_none(), "in an enemy zone the move is over");
}

#[test]
fn after_an_overrun_out_of_zones_the_stack_goes_on() {
    let game = after(gathered(Phase::SovietMotorized, "49 3912, X 4001"), "overrun 3912 from 3911; die 4");
    let report = game.march_report().expect("the stack is under way");
    assert_eq!(report.points, 3, "six half points less one of road and two of overrun");
    assert!(allows(&game, "move > 3913"));
}

/// The assault guns with six points of attack, of a nation.
fn assault_guns(nation: &str) -> &'static Prepared {
    let front = ("units.toml", "front = { attack = 2, defence = 1, ma = 7,", "front = { attack = 6, defence = 1, ma = 7,");
    let now = "side = \"axis\"\nnationality = \"german\"\nkind = \"assault-gun\"";
    let then = format!("side = \"axis\"\nnationality = \"{nation}\"\nkind = \"assault-gun\"");
    variant(&[front, ("units.toml", now, then.leak())])
}

#[test]
fn allies_of_the_axis_do_not_overrun() {
    let raid = |nation| {
        let position = with_of(assault_guns(nation), "190AG 3911, 52 3912").map(|builder| builder.open(Phase::AxisMovement));
        after(position.expect("a position"), "select 190AG")
    };
    assert!(allows(&raid("german"), "overrun 3912 from 3911"), "six to one is enough for Germans");
    assert!(!allows(&raid("romanian"), "overrun 3912 from 3911"));
}

#[test]
fn overruns_are_made_in_both_phases_of_movement() {
    for phase in [Phase::SovietMotorized, Phase::SovietMovement] {
        assert!(allows(&gathered(phase, "49 3912, X 4001"), "overrun 3912 from 3911"), "{}", phase.name());
    }
    for phase in [Phase::AxisMovement, Phase::AxisMotorized] {
        let position = with_of(assault_guns("german"), "190AG 3911, 52 3912");
        assert!(allows(&after(open(position, phase), "select 190AG"), "overrun 3912 from 3911"), "{}", phase.name());
    }
}

// ---- what becomes of the defenders -----------------------------------------

#[test]
fn super_heavies_that_fire_are_lost_for_good() {
    let mut game = after(gathered(Phase::SovietMotorized, "641 3912, X 4001"), "overrun 3912 from 3911");
    // 9-1 and guns alone: a 9 is read as 7, thrown out without a loss.
    play(&mut game, "die 9");
    assert_eq!(place(&game, "641"), Place::CANNOT_REBUILD);
    assert!(stands(&game, "5(+)", "3912"));
    let mobile = with(&format!("{RAIDERS}, 641 3912, X 4001")).and_then(|builder| builder.back_up("641", true));
    let mut mobile = after(open(mobile, Phase::SovietMotorized), "select 5(+); join 48K; join 42K; overrun 3912 from 3911; die 9");
    assert_eq!(legal(&mobile), ["retreat 4014"], "along the road that is free");
    play(&mut mobile, "retreat 4014");
    assert!(mobile.has_overrun_marker(unit("641")));
}

#[test]
fn super_heavies_can_be_the_step_lost() {
    let game = after(gathered(Phase::SovietMotorized, "641 3912, X 4001"), "overrun 3912 from 3911; die 1");
    assert_eq!(place(&game, "641"), Place::CANNOT_REBUILD, "lost as the step, never rebuilt");
    assert_eq!(game.steps_lost(Side::Axis), 1);
}

/// The engineers with a step left in 3912, overrun without a loss and thrown back to 3914.
fn engineers_overrun() -> EastFront {
    let position = with(&format!("{RAIDERS}, Eng 3912, X 4001")).and_then(|builder| builder.steps("Eng", 1));
    after(open(position, Phase::SovietMotorized), "select 5(+); join 48K; join 42K; overrun 3912 from 3911; die 5; retreat 3914")
}

#[test]
fn who_was_overrun_keeps_only_his_own_hex() {
    let before = open(with("Eng 3914, 106 4001"), Phase::AxisMovement);
    assert!(before.in_zoc(Side::Axis, hex("3913")));
    let game = engineers_overrun();
    assert!(game.has_overrun_marker(unit("Eng")) && stands(&game, "Eng", "3914"));
    assert!(!game.in_zoc(Side::Axis, hex("3913")) && !game.in_zoc(Side::Axis, hex("3815")));
    assert_eq!(game.controller(hex("3914")), Side::Axis, "the hex he stands in is his");
    assert!(!allows(&game, "move > 3914"));
}

#[test]
fn a_marker_helps_the_next_attack_and_goes_in_the_engineer_phase_of_the_enemy() {
    let mut game = engineers_overrun();
    play(&mut game, "move > 3913; attack 3914; done");
    while game.battle_sheet().is_none() {
        let line = legal(&game).into_iter().find(|line| line.starts_with("with")).unwrap_or_else(|| "order none".to_owned());
        play(&mut game, &line);
    }
    let sheet = game.battle_sheet().expect("a combat is in progress");
    assert_eq!(sheet.modifiers.of(stavka_engine::east_front::drm::Cause::OverrunMarker), -1);
    let marked = |phase| {
        let position = with("Eng 3914, 106 4001").and_then(|builder| builder.overrun("Eng"));
        open(position, phase).has_overrun_marker(unit("Eng"))
    };
    assert!(marked(Phase::SovietMotorized) && !marked(Phase::SovietEngineer));
    assert!(marked(Phase::AxisEngineer), "the Axis does not help itself");
}

#[test]
fn cavalry_alone_is_as_soft_as_guns_and_headquarters() {
    let position = with_of(assault_guns("german"), "190AG 3911, 48K 3912, 106 3915").and_then(|builder| builder.steps("48K", 1));
    let game = after(position.expect("a position").open(Phase::AxisMovement), "select 190AG; overrun 3912 from 3911");
    assert_eq!(modifiers(&game), [-1], "six to one gives nothing");
}

#[test]
fn a_headquarters_that_is_overrun_is_broken() {
    let guns = assault_guns("german");
    let position = with_of(guns, "190AG 3911, 51HQ 3912, 106 3915").map(|builder| builder.open(Phase::AxisMovement));
    let mut game = after(position.expect("a position"), "select 190AG; overrun 3912 from 3911");
    assert!(!game.is_back_up(unit("51HQ")));
    assert_eq!(modifiers(&game), [-1], "six to one gives nothing, a headquarters alone -1");
    play(&mut game, "die 5; retreat 3914");
    assert!(game.is_back_up(unit("51HQ")) && game.has_overrun_marker(unit("51HQ")));
}

#[test]
fn hexes_are_overrun_one_after_the_other_and_the_same_guns_again() {
    // By road an overrun takes a point and a half of three.
    let mut game = gathered(Phase::SovietMotorized, "49 3912, I/814 4013, X 4001");
    play(&mut game, "overrun 3912 from 3911; die 4; overrun 4013 from 3912; die 9");
    assert!(stands(&game, "5(+)", "4013") && stands(&game, "42K", "4013"));
    assert_eq!((place(&game, "49"), place(&game, "I/814")), (Place::CADRE, Place::CANNOT_REBUILD));
    // The guns flee to 4014; from 4013 the stack, with its two points, is upon them in the next phase.
    let mut again = gathered(Phase::SovietMotorized, "49 3912, X 4001");
    play(&mut again, "overrun 3912 from 3911; die 9; retreat 4014; done");
    east_front_kit::play::go_on_to(&mut again, Phase::SovietMovement, 10);
    play(&mut again, "select 5(+); join 48K; join 42K; overrun 4014 from 4013");
    assert_eq!(modifiers(&again), [-1, -1, -1], "the marker counts");
    assert_eq!(again.turn(), Turn::Chance);
}

#[test]
fn the_cavalry_pays_for_an_overrun_that_fails() {
    // 9-1 gives -1, the marsh 2: a 10 is read as 11.
    let position = with("5(+) 3807, 48K 3807, 42K 3807, Eng 3806, X 4001").and_then(|builder| builder.steps("Eng", 1));
    let mut game = after(open(position, Phase::SovietMotorized), "select 5(+); join 48K; join 42K; overrun 3806 from 3807; die 10");
    assert_eq!(game.turn(), Turn::Player(Side::Soviet));
    assert_eq!(legal(&game), ["lose 48K", "lose 42K"]);
    assert_eq!(denial(&game, "lose 5(+)"), EastFrontDenial::NotALoser);
    play(&mut game, "lose 42K");
    assert_eq!((game.steps(unit("42K")), game.steps_lost(Side::Soviet)), (1, 1));
    assert!(stands(&game, "5(+)", "3807") && stands(&game, "Eng", "3806"));
}
