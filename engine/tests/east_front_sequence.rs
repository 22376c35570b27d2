//! East Front: the sequence of play, the Strategic Segment, the Interphase and the end of the game.

mod east_front_kit;

use east_front_kit::play::{air_box, allows, denial, go_on_to, legal, open, place, play, stands, start, unit, with};
use east_front_kit::{data, hex};
use stavka_engine::east_front::data::AirBox;
use stavka_engine::east_front::{EastFront, EastFrontDenial, Phase, Place};
use stavka_engine::game::{Game as _, Side, Turn};

#[test]
fn a_turn_goes_through_its_phases_in_order() {
    let mut game = EastFront::new(data());
    let mut seen = vec![game.current_phase()];
    while game.game_turn() == 1 {
        let line = match game.turn() {
            Turn::Chance => "die 10".to_owned(),
            _ if allows(&game, "done") => "done".to_owned(),
            _ => legal(&game).swap_remove(0),
        };
        play(&mut game, &line);
        if game.game_turn() == 1 && seen.last() != Some(&game.current_phase()) {
            seen.push(game.current_phase());
        }
    }
    // Phases in which nobody has anything to decide pass by themselves: no attack, no reaction.
    let expected = [
        Phase::Interdiction,
        Phase::AxisMovement,
        Phase::AxisDeclaration,
        Phase::AxisMotorized,
        Phase::AxisEngineer,
        Phase::SovietMotorized,
        Phase::SovietDeclaration,
        Phase::SovietMovement,
    ];
    assert_eq!(seen, expected);
}

#[test]
fn air_units_roll_for_readiness_from_turn_49_flown_ones_first() {
    let first = start().open(Phase::Readiness);
    assert_eq!(first.current_phase(), Phase::Interdiction, "no rolls on turn 48");
    let mut game = open(start().turn(49).and_then(|builder| builder.air_box("Ju88", AirBox::Flown)), Phase::Readiness);
    assert_eq!(game.turn(), Turn::Chance);
    play(&mut game, "die 7");
    assert_eq!(air_box(&game, "Ju88"), Some(AirBox::Ready));
    play(&mut game, "die 5");
    assert_eq!(air_box(&game, "SB"), Some(AirBox::Flown));
    assert_eq!(game.current_phase(), Phase::Interdiction, "a unit that came to Flown does not roll again");
}

#[test]
fn readiness_fails_above_the_range_and_dummies_come_back_by_themselves() {
    let builder = start().turn(49).and_then(|builder| builder.air_box("Ju88", AirBox::Flown));
    let mut game = open(builder.and_then(|builder| builder.air_box("decoy/S1", AirBox::Flown)), Phase::Readiness);
    play(&mut game, "die 8; die 6");
    assert_eq!(air_box(&game, "Ju88"), Some(AirBox::Flown));
    assert_eq!(air_box(&game, "SB"), Some(AirBox::Damaged));
    assert_eq!(air_box(&game, "decoy/S1"), Some(AirBox::Ready));
}

#[test]
fn the_headquarters_recovers_from_turn_49_on_its_value_or_less() {
    let first = start().open(Phase::Interphase);
    assert!(first.is_back_up(unit("51HQ")) && first.game_turn() == 2, "no roll on turn 48");
    for (die, recovers) in [(1, true), (2, false)] {
        let mut game = open(start().turn(49), Phase::Interphase);
        play(&mut game, &format!("die {die}"));
        assert_eq!(!game.is_back_up(unit("51HQ")), recovers, "die {die}");
    }
}

#[test]
fn withdrawals_take_the_named_units_and_count_for_nothing() {
    let mut game = open(start().turn(50), Phase::Arrivals);
    assert_eq!(legal(&game), ["withdraw LAH/Rcn"]);
    assert_eq!(denial(&game, "withdraw 73"), EastFrontDenial::MayNotWithdraw);
    play(&mut game, "withdraw LAH/Rcn");
    assert_eq!(legal(&game), ["withdraw Ju87/1", "withdraw Ju87/2"]);
    play(&mut game, "withdraw Ju87/2");
    assert_eq!(place(&game, "LAH/Rcn"), Place::WITHDRAWN);
    assert_eq!(air_box(&game, "Ju87/2"), None);
    assert_eq!(game.steps_lost(Side::Axis), 0);
}

#[test]
fn a_withdrawal_that_nobody_can_fulfil_lapses() {
    let builder = start().turn(50).and_then(|builder| builder.put_in_box("LAH/Rcn", Place::CADRE));
    let game = open(builder, Phase::Arrivals);
    assert_eq!(legal(&game), ["withdraw Ju87/1", "withdraw Ju87/2"]);
}

#[test]
fn the_reinforcement_enters_at_its_hex_in_the_movement_phase() {
    let mut game = open(start().turn(49), Phase::Arrivals);
    go_on_to(&mut game, Phase::AxisMovement, 10);
    assert_eq!(place(&game, "50"), Place::ARRIVED);
    assert_eq!(game.steps(unit("50")), 2);
    play(&mut game, "select 50; move > 3405");
    assert!(stands(&game, "50", "3405"));
}

#[test]
fn a_reinforcement_waits_while_its_hex_is_closed() {
    let builder = with("106 3205").and_then(|builder| builder.put_in_box("50", Place::ARRIVED));
    let game = open(builder.and_then(|builder| builder.place("73", "3212")), Phase::AxisMovement);
    assert_eq!(denial(&game, "select 50"), EastFrontDenial::EntryClosed);
}

#[test]
fn the_axis_wins_with_all_objectives_and_few_losses() {
    let held = || {
        let held = with("46 3808")?.turn(51)?;
        held.control(Side::Axis, "3606")?.control(Side::Axis, "3705")
    };
    let won = open(held().map(|builder| builder.steps_lost(Side::Axis, 5)), Phase::Interphase);
    let outcome = won.outcome().expect("the last turn is over");
    assert_eq!((outcome.winner, outcome.margin), (Some(Side::Axis), 1));
    let short = open(held().and_then(|builder| builder.control(Side::Soviet, "3705")), Phase::Interphase);
    let outcome = short.outcome().expect("the last turn is over");
    assert_eq!((outcome.winner, outcome.margin), (Some(Side::Soviet), -1));
}

#[test]
fn the_sixth_lost_step_decides_the_game_at_once() {
    let builder = with("73 3504, 46 3504, 271 3809").map(|builder| builder.steps_lost(Side::Axis, 5));
    let mut game = open(builder, Phase::AxisMovement);
    play(&mut game, "done");
    assert_eq!(game.turn(), Turn::Player(Side::Axis), "twelve stacking points are too many");
    play(&mut game, "remove 46");
    assert_eq!(game.outcome().map(|outcome| outcome.winner), Some(Some(Side::Soviet)));
    assert_eq!(denial(&game, "done"), EastFrontDenial::GameOver);
}

#[test]
fn control_follows_occupation_and_uncontested_zones() {
    let game = open(with("271 3809, 73 3807"), Phase::AxisMovement);
    assert_eq!(game.controller(hex("3807")), Side::Axis);
    assert_eq!(game.controller(hex("3707")), Side::Axis, "in the ZOC of the 73rd alone");
    assert_eq!(game.controller(hex("3808")), Side::Soviet, "contested: the controller stays");
    assert_eq!(game.controller(hex("3810")), Side::Soviet);
}
