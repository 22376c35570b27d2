//! East Front: movement in play: allowances, zones of control, special movement, stacking, substitutes.

use stavka_engine::east_front::{EastFrontDenial, Phase, Place, PositionBuilder};
use stavka_engine::game::{Game as _, Side};

use crate::east_front_kit;
use crate::east_front_kit::play::{after, allows, denial, ends, legal, open, play, prices, stands, start, unit, with, with_of};
use crate::east_front_kit::{TWO_POINTS, hex, variant};

#[test]
fn units_move_in_the_phases_of_their_class() {
    let axis = open(start().turn(49), Phase::AxisMotorized);
    assert!(allows(&axis, "select 190AG") && allows(&axis, "select LAH/Rcn"));
    assert_eq!(denial(&axis, "select 73"), EastFrontDenial::NotInThisPhase);
    assert_eq!(denial(&axis, "select 49"), EastFrontDenial::NotInThisPhase);
    let moving = open(start().turn(49), Phase::AxisMovement);
    assert!(allows(&moving, "select 73") && allows(&moving, "select 49"));
    assert_eq!(denial(&moving, "select 641"), EastFrontDenial::Immobile);
    assert_eq!(denial(&moving, "select 271"), EastFrontDenial::NotYourUnit);
}

#[test]
fn a_unit_moves_once_in_a_phase() {
    let mut game = open(with("73 3302, 46 3401, 271 3809"), Phase::AxisMovement);
    play(&mut game, "select 73; move > 3303");
    assert_eq!(denial(&game, "select 73"), EastFrontDenial::AlreadyMoved);
}

#[test]
fn a_unit_pays_for_zoc_and_stops_there() {
    let game = {
        let mut game = open(with("X 3803, 271 3705"), Phase::AxisMovement);
        play(&mut game, "select X");
        game
    };
    // Three clear hexes and the price of the zone make four points and a point; one more would be free but for the stop.
    assert!(allows(&game, "move > 3605"));
    assert_eq!(denial(&game, "move > 3606"), EastFrontDenial::TooFar);
    assert_eq!(denial(&game, "move > 3705"), EastFrontDenial::EnemyOccupied);
}

#[test]
fn a_unit_with_points_to_spare_stops_in_a_zone() {
    // 3607 is reached by 3606 or 3706 alone. From 3505 the road, the line and the zone of 3705 take two and a half points
    // of five, one more is all that 3607 costs, and no zone reaches it.
    let from = |enemy: &str| {
        let mut game = open(with(&format!("X 3505, {enemy} 3705")), Phase::AxisMovement);
        play(&mut game, "select X");
        game
    };
    let zone = from("271");
    assert!(zone.in_zoc(Side::Soviet, hex("3606")) && !zone.in_zoc(Side::Soviet, hex("3607")));
    assert_eq!(prices(&zone).get("3606"), Some(&5));
    assert_eq!(denial(&zone, "move > 3607"), EastFrontDenial::TooFar);
    assert!(allows(&from("5(+)"), "move > 3607"), "tanks without a zone let it pass");
}

/// 3607 can be reached from 3606 alone, and both lie in Soviet zones.
const SQUEEZE: &str = "46 3606, LAH/Rcn 3606, 271 3705, 106 3706";

#[test]
fn no_step_leads_from_zone_to_zone_but_by_infiltration() {
    let mut game = open(with(SQUEEZE), Phase::AxisMovement);
    play(&mut game, "select 46");
    assert!(!allows(&game, "move > 3607") && allows(&game, "move > 3505"));
    let mut game = open(with(SQUEEZE), Phase::AxisMovement);
    play(&mut game, "select LAH/Rcn");
    assert!(allows(&game, "move > 3607"), "a yellow allowance of nine infiltrates");
    let mut later = open(with(SQUEEZE), Phase::AxisMotorized);
    play(&mut later, "select LAH/Rcn");
    assert!(!allows(&later, "move > 3607"), "only in the phase of the full allowance");
}

#[test]
fn a_strongpoint_bars_infiltration() {
    let fortified = with(SQUEEZE).and_then(|builder| builder.strongpoint(Side::Soviet, "3607", true));
    let mut game = open(fortified, Phase::AxisMovement);
    play(&mut game, "select LAH/Rcn");
    assert!(!allows(&game, "move > 3607"));
}

#[test]
fn super_heavy_artillery_keeps_to_roads() {
    let hauled = with("271 4014").and_then(|builder| builder.back_up("641", true)?.place("641", "3605"));
    let mut game = open(hauled, Phase::AxisMovement);
    play(&mut game, "select 641");
    // Three points along main roads, four and a half in strategic movement; the line takes one more.
    assert_eq!(ends(&game, "move >"), ["3402", "3403", "3503", "3504", "3606", "3706", "3707"]);
}

#[test]
fn one_hex_can_be_entered_without_the_points() {
    // Half of four points; the marsh of 3806 costs two and its zone one more.
    let mut game = open(with("5(+) 3807, 73 3705"), Phase::SovietMovement);
    play(&mut game, "select 5(+)");
    assert!(allows(&game, "move > 3806"));
    // Not from zone to zone.
    let mut held = open(with("5(+) 3806, 73 3705"), Phase::SovietMovement);
    play(&mut held, "select 5(+)");
    assert!(!allows(&held, "move > 3706") && allows(&held, "move > 3807"));
}

#[test]
fn fortifications_cost_a_point_to_the_enemy_alone() {
    // From 3505 into 3606: half a point by road, a point for the line, none for an empty hex without zones.
    let mut game = open(with("73 3402, 271 3912"), Phase::AxisMovement);
    play(&mut game, "select 73");
    // 3402 3403 3503 3504 3605 by main road are two points and a half with 3403; then 1 1/2 into 3606, 1/2 into 3706.
    assert!(allows(&game, "move > 3707"));
    let mut soviet = open(with("106 3606, 73 3302"), Phase::SovietMovement);
    play(&mut soviet, "select 106");
    assert!(allows(&soviet, "move > 3503"), "the line is no obstacle to its owner");
}

#[test]
fn strategic_movement_follows_roads_away_from_enemies() {
    let mut game = open(with("271 3808, 73 3302"), Phase::SovietMovement);
    play(&mut game, "select 271");
    // Six points of road in half points are twelve hexes; off the road four points are four hexes.
    assert!(allows(&game, "move > 4015"));
    let mut near = open(with("271 3808, 73 3708"), Phase::SovietMovement);
    play(&mut near, "select 271");
    assert!(!allows(&near, "move > 4015"), "an enemy is nearer than three hexes");
}

#[test]
fn a_non_operational_headquarters_lets_one_unit_less_than_its_recovery_start() {
    let mut game = open(start().turn(49), Phase::SovietMovement);
    play(&mut game, "select 42K; move > 4013");
    assert!(allows(&game, "select 106"), "4014 was out of its range");
    play(&mut game, "select 106; move > 3607; select 172; move > 3909");
    assert_eq!(denial(&game, "select 271"), EastFrontDenial::Paralysed, "its recovery is three, and two have started");
    assert!(allows(&game, "select 51HQ"), "the headquarters itself may always move");

    let strict = variant(&[("units.toml", "back = { recovery = 3,", "back = { recovery = 1,")]);
    let strict = open(PositionBuilder::start(strict).turn(49), Phase::SovietMovement);
    assert_eq!(denial(&strict, "select 106"), EastFrontDenial::Paralysed, "with recovery one nobody starts");
    assert!(allows(&strict, "select 51HQ") && allows(&strict, "select 42K"));
}

#[test]
fn units_from_outside_enter_the_range_of_a_non_operational_headquarters_and_move_in_it() {
    // The range is four hexes, the recovery one: nobody starts inside.
    let strict = variant(&[("units.toml", "back = { recovery = 3,", "back = { recovery = 1,")]);
    let position = with_of(strict, "156 3711, 172 3811, 271 3710, 51HQ 3706, 73 3302").and_then(|builder| builder.back_up("51HQ", true));
    let mut game = open(position, Phase::SovietMovement);
    assert_eq!(denial(&game, "select 271"), EastFrontDenial::Paralysed, "3710 is in range");
    play(&mut game, "select 156; move > 3707; select 172; move > 3708");
    assert!(stands(&game, "156", "3707") && stands(&game, "172", "3708"), "both by four hexes, deep into the range");
    east_front_kit::play::go_on_to(&mut game, Phase::AxisMovement, 10);
    east_front_kit::play::go_on_to(&mut game, Phase::SovietMovement, 10);
    assert_eq!(denial(&game, "select 156"), EastFrontDenial::Paralysed, "who has ended there is held as well");
}

#[test]
fn an_operational_headquarters_activates_units_in_range() {
    let builder = start().back_up("51HQ", false).and_then(|builder| builder.turn(49));
    let mut game = open(builder, Phase::SovietMotorized);
    assert!(allows(&game, "activate 106 by 51HQ"));
    assert!(!allows(&game, "activate 42K by 51HQ") && !allows(&game, "activate 5(+) by 51HQ"));
    play(&mut game, "activate 271 by 51HQ");
    assert!(allows(&game, "select 271") && !allows(&game, "select 156"), "its value is one");
    let two = PositionBuilder::start(variant(&[TWO_POINTS])).back_up("51HQ", false).and_then(|builder| builder.turn(49));
    let mut two = open(two, Phase::SovietMotorized);
    play(&mut two, "activate 271 by 51HQ; activate 156 by 51HQ");
    assert!(allows(&two, "select 271") && allows(&two, "select 156") && !allows(&two, "select 106"));
    play(&mut game, "done; done");
    let mut later = game.clone();
    east_front_kit::play::go_on_to(&mut later, Phase::SovietMovement, 10);
    assert_eq!(denial(&later, "select 271"), EastFrontDenial::NotInThisPhase);
    assert!(allows(&later, "select 106"));
}

#[test]
fn stacks_keep_ten_points_at_the_end_of_a_phase() {
    let mut game = open(with("73 3504, X 3604, Eng 3604, 46 3401, 271 3809"), Phase::AxisMovement);
    play(&mut game, "select 46; move > 3504; done");
    assert_eq!(legal(&game), ["remove 73", "remove 46"]);
    play(&mut game, "remove 73");
    assert_eq!(game.place(unit("73")), Place::CADRE);
    assert_eq!(game.steps_lost(Side::Axis), 4);
}

#[test]
fn one_engineer_unit_stands_above_the_limit_for_an_assault() {
    let full = || with("73 3505, X 3505, R1 3505, Eng 3505, 106 3606").and_then(|builder| builder.strongpoint(Side::Soviet, "3606", true));
    let mut game = open(full(), Phase::AxisMovement);
    play(&mut game, "done");
    assert!(allows(&game, "storm Eng") && !allows(&game, "storm X"));
    play(&mut game, "storm Eng; attack 3606; done");
    east_front_kit::play::go_on_to(&mut game, Phase::AxisCombat, 10);
    assert!(!allows(&game, "with Eng"), "it takes part without being asked");
    play(&mut game, "with 73; engage; order none");
    let sheet = game.battle_sheet().expect("a combat is in progress");
    assert_eq!(sheet.attack, 10, "the engineers attack with the 73rd");
    assert_eq!(game.turn(), stavka_engine::game::Turn::Chance, "their effects need no declaration");
    // 1*/2 on 2-1: a step and one for the works, the first by the engineers.
    play(&mut game, "die 1; lose Eng; lose 73");
    assert_eq!(ends(&game, "advance"), ["3606"], "the engineers advance first");
    assert!(!allows(&game, "done"));
}

#[test]
fn the_engineer_above_the_limit_attacks_beside_others_only() {
    let full = with("73 3505, X 3505, R1 3505, Eng 3505, 106 3606").and_then(|builder| builder.strongpoint(Side::Soviet, "3606", true));
    let mut game = open(full, Phase::AxisMovement);
    play(&mut game, "done; storm Eng; attack 3606; done");
    east_front_kit::play::go_on_to(&mut game, Phase::AxisCombat, 10);
    assert_eq!(denial(&game, "engage"), EastFrontDenial::StormsAlone, "two against four would be enough");
    play(&mut game, "with R1");
    assert!(allows(&game, "engage"), "any other unit will do");
}

#[test]
fn an_attack_left_to_the_engineer_above_the_limit_is_not_declared() {
    // Ten points and the engineers in 3605, beside two divisions behind lines and tanks in 3504.
    let stack = |storms: &str| {
        let position = with("73 3605, 46 3605, Eng 3605, 106 3606, 271 3705, 5(+) 3504").and_then(|builder| builder.steps("73", 2));
        after(open(position, Phase::AxisMovement), &format!("done; {storms}; attack 3504; attack 3705"))
    };
    let storming = stack("storm Eng");
    assert!(!allows(&storming, "attack 3606"), "two units that may attack without company, and three attacks");
    assert!(allows(&storming, "also 3606"));
    // The same three counters within the limit make three attacks.
    let position = with("73 3605, X 3605, Eng 3605, 106 3606, 271 3705, 5(+) 3504");
    let within = after(open(position, Phase::AxisDeclaration), "attack 3504; attack 3705");
    assert!(allows(&within, "attack 3606"));
}

#[test]
fn no_attack_takes_the_company_of_the_engineer_above_the_limit() {
    // The 73rd, with half its steps, and the 46th: one of them is left to the engineers and 3606.
    let position = with("73 3605, 46 3605, Eng 3605, 106 3606, 5(+) 3504").and_then(|builder| builder.steps("73", 2));
    let mut game = open(position, Phase::AxisMovement);
    play(&mut game, "done; storm Eng; attack 3504; attack 3606; done; resolve 3504; with 73");
    assert!(!allows(&game, "with 46"), "the engineers would be alone");
    assert!(allows(&game, "engage"));
}

#[test]
fn an_engineer_that_attacks_nothing_may_not_stand_above_the_limit() {
    let full = with("73 3505, X 3505, R1 3505, Eng 3505, 106 3606").and_then(|builder| builder.strongpoint(Side::Soviet, "3606", true));
    let mut game = open(full, Phase::AxisMovement);
    play(&mut game, "done; storm Eng; done");
    assert!(allows(&game, "remove Eng"), "no attack was declared");
}

#[test]
fn a_division_gives_steps_as_regiments_and_takes_them_back() {
    let mut game = open(with("73 3302, 271 3809"), Phase::AxisMovement);
    play(&mut game, "detach 73 strong; detach 73");
    assert_eq!(game.steps(unit("73")), 2);
    assert!(stands(&game, "S1", "3302") && stands(&game, "R1", "3302"));
    assert_eq!(game.steps_lost(Side::Axis), 0, "a step detached is not lost");
    play(&mut game, "select S1; move > 3303; done");
    play(&mut game, "recombine 73 R1");
    assert_eq!(game.steps(unit("73")), 3);
    assert_eq!(game.place(unit("R1")), Place::RESERVE);
    let moved = after(open(with("73 3302, 46 3401, 271 3809"), Phase::AxisMovement), "select 73; move > 3303");
    assert!(!allows(&moved, "detach 73") && allows(&moved, "detach 46"), "not after its move");
    let other = with("46 3401, R1 3401, 271 3809").and_then(|builder| builder.steps("46", 2));
    let other = after(open(other, Phase::AxisMovement), "done");
    assert!(allows(&other, "recombine 46 R1"), "wherever the regiment came from");
}

#[test]
fn a_strong_regiment_costs_two_points_of_attack() {
    // 8, 6, 4, 2: every step of an infantry division is worth two points.
    let game = open(with("73 3302, 271 3809").and_then(|builder| builder.steps("73", 1)), Phase::AxisMovement);
    assert_eq!(denial(&game, "detach 73"), EastFrontDenial::MayNotDetach, "the last step stays");
    let game = open(with("X 3302, 271 3809"), Phase::AxisMovement);
    assert_eq!(denial(&game, "detach X"), EastFrontDenial::MayNotDetach, "a regiment is not divided");
}

#[test]
fn passing_an_objective_is_a_choice() {
    let mut game = open(with("LAH/Rcn 3706, 271 4014"), Phase::AxisMovement);
    play(&mut game, "select LAH/Rcn");
    assert!(allows(&game, "via 3708") && allows(&game, "via 3808"));
    play(&mut game, "via 3708; move > 3707");
    assert_eq!(game.controller(hex("3708")), Side::Axis);
    assert_eq!(game.controller(hex("3808")), Side::Soviet);
}
