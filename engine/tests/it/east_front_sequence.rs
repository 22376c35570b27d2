//! East Front: the sequence of play, the Strategic Segment, the Interphase and the end of the game.

use stavka_engine::east_front::data::AirBox;
use stavka_engine::east_front::{EastFront, EastFrontDenial, Phase, Place, PositionBuilder};
use stavka_engine::game::{Determinize as _, Game as _, Side, Turn};

use crate::east_front_kit::play::{after, air_box, allows, denial, go_on_to, legal, open, place, play, prices, stands, start, unit, with};
use crate::east_front_kit::{data, hex, variant};

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
    assert_eq!(legal(&game), (1..=10).map(|die| format!("die {die}")).collect::<Vec<_>>());
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
    for (die, recovers) in [(1, true), (3, true), (4, false)] {
        let mut game = open(start().turn(49), Phase::Interphase);
        play(&mut game, &format!("die {die}"));
        assert_eq!(!game.is_back_up(unit("51HQ")), recovers, "die {die}");
    }
}

#[test]
fn an_objective_is_captured_by_an_uncontested_zone_though_its_strongpoint_stands() {
    let held = |placed: &str| {
        let builder = with(placed).and_then(|builder| builder.strongpoint(Side::Soviet, "3708", true));
        let game = open(builder, Phase::AxisMovement);
        assert!(game.has_strongpoint(Side::Soviet, hex("3708")));
        game.objectives_held()
    };
    assert_eq!(held("73 3301, 271 4014"), 0);
    assert_eq!(held("73 3709, 271 4014"), 1, "reading A54");
    assert_eq!(held("271 3707, 73 3709"), 0, "a contested zone takes nothing");
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
fn air_units_are_withdrawn_from_any_box() {
    for place in [AirBox::Ready, AirBox::Flown, AirBox::Damaged, AirBox::Destroyed] {
        let builder = start().turn(50).and_then(|builder| builder.air_box("Ju87/2", place));
        let mut game = open(builder, Phase::Arrivals);
        play(&mut game, "withdraw LAH/Rcn; withdraw Ju87/2");
        assert_eq!(air_box(&game, "Ju87/2"), None, "{place:?}");
        assert_eq!(air_box(&game, "Ju87/1"), Some(AirBox::Ready), "one of the two goes");
    }
}

#[test]
fn any_air_unit_of_the_named_type_is_withdrawn() {
    let one = variant(&[("scenario.toml", "units = [\"Ju87/1\", \"Ju87/2\"]", "units = [\"Ju87/1\"]")]);
    let position = PositionBuilder::start(one).turn(50).and_then(|builder| builder.air_box("Ju87/1", AirBox::Destroyed));
    let game = after(open(position.and_then(|builder| builder.air_box("Ju87/2", AirBox::Damaged)), Phase::Arrivals), "withdraw LAH/Rcn");
    assert_eq!(legal(&game), ["withdraw Ju87/1", "withdraw Ju87/2"]);
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
    let mut later = after(game.clone(), "done");
    go_on_to(&mut later, Phase::SovietMotorized, 10);
    assert_eq!(place(&later, "50"), Place::ARRIVED, "it may wait");
    play(&mut game, "select 50; move > 3405");
    assert!(stands(&game, "50", "3405"));
}

/// The 50th about to enter at 3205, with these counters on the map.
fn entering(placed: &str) -> EastFront {
    let builder = with(placed).and_then(|builder| builder.put_in_box("50", Place::ARRIVED));
    after(open(builder, Phase::AxisMovement), "select 50")
}

#[test]
fn a_reinforcement_pays_for_its_entry_hex() {
    let game = entering("73 3302, 106 4014");
    let report = game.march_report().expect("it is about to enter");
    assert_eq!(report.points, 9, "half a point of road out of five");
    // Off the road the entry hex costs a whole point, half a point more than the road.
    let prices = prices(&game);
    assert_eq!((prices.get("3305"), prices.get("3204")), (Some(&1), Some(&3)));
}

#[test]
fn a_reinforcement_may_enter_by_strategic_movement() {
    // Five points take it to 3808 by road, seven and a half to 3912: half a point a hex, the entry hex among them, and one
    // for the line of 3606.
    let mut free = entering("106 4001");
    assert!(!prices(&free).contains_key("3809"), "beyond ordinary movement");
    assert!(allows(&free, "move > 3912"));
    assert_eq!(denial(&free, "move > 4013"), EastFrontDenial::TooFar);
    play(&mut free, "move > 3912");
    assert!(stands(&free, "50", "3912"));
    assert_eq!(free.controller(hex("3205")), Side::Axis);
    assert_eq!(free.controller(hex("3606")), Side::Axis, "it came by road");
    // Tanks two hexes from the entry hex: no strategic movement from the start.
    let watched = entering("5(+) 3207");
    assert!(prices(&watched).contains_key("3707"));
    assert_eq!(denial(&watched, "move > 3912"), EastFrontDenial::TooFar);
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
fn a_zone_is_the_hex_and_the_six_around_it_and_that_of_the_whole_stack() {
    let around = |placed: &str| {
        let game = open(with(&format!("{placed}, 106 4014")), Phase::AxisMovement);
        assert_eq!(game.controller(hex("3612")), Side::Axis, "{placed}: the hex of a unit is its own");
        let grid = &data().map.grid;
        let zone = grid.hexes().filter(|&at| at != hex("3612") && game.in_zoc(Side::Axis, at)).collect::<Vec<_>>();
        assert!(zone.iter().all(|&at| grid.distance(at, hex("3612")) == 1 && game.controller(at) == Side::Axis), "{placed}");
        zone.len()
    };
    assert_eq!(around("73 3612"), 6);
    assert_eq!(around("190AG 3612"), 0, "a unit with the band");
    assert_eq!(around("73 3612, 190AG 3612"), 6);
}

#[test]
fn the_order_of_counters_in_a_stack_means_nothing() {
    for phase in [Phase::AxisMovement, Phase::AxisDeclaration, Phase::SovietMovement] {
        let one = open(with("73 3505, X 3505, Eng 3505, 106 3606, 5(+) 3606"), phase);
        let other = open(with("Eng 3505, X 3505, 73 3505, 5(+) 3606, 106 3606"), phase);
        assert_eq!(legal(&one), legal(&other), "{}", phase.name());
        assert_eq!(one.view_hash(Side::Axis), other.view_hash(Side::Axis), "{}", phase.name());
    }
}

#[test]
fn control_follows_occupation_and_uncontested_zones() {
    let game = open(with("271 3809, 73 3807"), Phase::AxisMovement);
    assert_eq!(game.controller(hex("3807")), Side::Axis);
    assert_eq!(game.controller(hex("3707")), Side::Axis, "in the ZOC of the 73rd alone");
    assert_eq!(game.controller(hex("3808")), Side::Soviet, "contested: the controller stays");
    assert_eq!(game.controller(hex("3810")), Side::Soviet);
}
