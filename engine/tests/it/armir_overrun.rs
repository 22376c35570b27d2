//! Overruns [13], rule by rule. Most are made around 0510, open steppe where a step costs three half
//! points; a tracked brigade has fourteen.

use stavka_engine::armir::{Armir, Phase, PositionBuilder};
use stavka_engine::game::{Game, Side, Turn};

use crate::armir_kit::fight::*;
use crate::armir_kit::{altered, denied, hex, is_legal, legal_texts, pass_to, play, roll, unit};

/// A drill position in the Soviet movement phase.
fn soviet_move(counters: &[(&str, &str)]) -> Armir {
    put(exercise(), counters).open(Phase::SovietMovement, 0)
}

fn axis_move(counters: &[(&str, &str)]) -> Armir {
    put(exercise(), counters).open(Phase::AxisMotorised, 0)
}

/// Half points left to the group on the move.
fn points(game: &Armir) -> u8 {
    game.march_report().expect("a group is on the move").points
}

#[track_caller]
fn plays(game: &mut Armir, actions: &[&str]) {
    for action in actions {
        play(game, action);
    }
}

// ---- who overruns [13] ------------------------------------------------------

#[test]
fn a_tracked_unit_may_attack_an_adjacent_enemy_while_it_moves() {
    let mut game = soviet_move(&[("66/XVII", "0410"), ("89/Cos", FIELD)]);
    play(&mut game, "select 66/XVII");
    assert_eq!(denied(&game, "move > 0510"), "5");
    play(&mut game, "overrun 0510 from 0410");
    assert_eq!(sheet(&game).attack, cp(&game, "66/XVII"));
    assert_eq!(sheet(&game).defence, cp(&game, "89/Cos"));
}

#[test]
fn motorised_units_alone_do_not_overrun() {
    let mut game = soviet_move(&[("31M/XVII", "0410"), ("66/XVII", "0410"), ("89/Cos", FIELD)]);
    play(&mut game, "select 31M/XVII");
    assert_eq!(denied(&game, "overrun 0510 from 0410"), "13");
    assert_eq!(denied(&game, "join 66/XVII"), "13", "a group is built from its first tracked unit");
}

#[test]
fn foot_units_and_hqs_neither_overrun_nor_join() {
    let counters = [("66/XVII", "0410"), ("31M/XVII", "0410"), ("127/6", "0410"), ("HQ/6", "0410"), ("89/Cos", FIELD)];
    let mut game = put(exercise(), &counters).steps("127/6", 1).expect("a counter").open(Phase::SovietMovement, 0);
    play(&mut game, "select 66/XVII");
    assert_eq!((denied(&game, "join 127/6"), denied(&game, "join HQ/6")), ("13", "13"));
    plays(&mut game, &["join 31M/XVII", "overrun 0510 from 0410"]);
    assert_eq!(sheet(&game).attack, cp(&game, "66/XVII") + cp(&game, "31M/XVII"));
    let mut foot = soviet_move(&[("127/6", "0410"), ("89/Cos", FIELD)]);
    play(&mut foot, "select 127/6");
    assert_eq!(denied(&foot, "overrun 0510 from 0410"), "13");
    let mut hq = soviet_move(&[("HQ/6", "0410"), ("89/Cos", FIELD)]);
    play(&mut hq, "select HQ/6");
    assert_eq!(denied(&hq, "overrun 0510 from 0410"), "13");
}

#[test]
fn overruns_need_an_adjacent_enemy() {
    let mut game = soviet_move(&[("66/XVII", "0410"), ("89/Cos", FIELD), ("90/Cos", "0512")]);
    play(&mut game, "select 66/XVII");
    assert_eq!(denied(&game, "overrun 0512 from 0410"), "12");
    assert_eq!(denied(&game, "overrun 0409 from 0410"), "12");
}

#[test]
fn overruns_are_made_in_both_kinds_of_movement_phase() {
    let soviets = put(exercise(), &[("66/XVII", "0410"), ("89/Cos", FIELD)]);
    for phase in [Phase::SovietMovement, Phase::SovietMotorised] {
        let mut game = soviets.clone().open(phase, 0);
        plays(&mut game, &["select 66/XVII", "overrun 0510 from 0410"]);
        assert_eq!(game.current_phase(), phase);
    }
    let axis = put(exercise(), &[("Pz/27", "0410"), ("140/27", "0410"), ("127/6", FIELD)]);
    for phase in [Phase::AxisMovement, Phase::AxisMotorised] {
        let mut game = axis.clone().open(phase, 0);
        plays(&mut game, &["select Pz/27", "join 140/27", "overrun 0510 from 0410"]);
        assert_eq!(game.current_phase(), phase);
        assert_eq!(sheet(&game).die_bonus, 1, "German tanks");
    }
}

// ---- one stack at a time [13.b] ---------------------------------------------

#[test]
fn one_stack_makes_an_overrun_and_another_may_try_again_after_it_failed() {
    let mut game = soviet_move(&[("66/XVII", "0410"), ("67/XVII", "0509"), ("525/298", FIELD)]);
    play(&mut game, "select 66/XVII");
    assert_eq!(denied(&game, "join 67/XVII"), "13", "it stands in another hex");
    play(&mut game, "overrun 0510 from 0410");
    roll(&mut game, 6);
    play(&mut game, "stand");
    assert_eq!((steps(&game, "66/XVII"), steps(&game, "525/298")), (2, 2));
    assert_eq!(denied(&game, "select 66/XVII"), "5");
    plays(&mut game, &["select 67/XVII", "overrun 0510 from 0509"]);
    assert_eq!(sheet(&game).attack, cp(&game, "67/XVII"));
}

#[test]
fn units_that_have_just_retreated_may_be_overrun_again() {
    let mut game = soviet_move(&[("66/XVII", "0410"), ("67/XVII", "0410"), ("89/Cos", FIELD), ("90/Cos", "0610")]);
    plays(&mut game, &["select 66/XVII", "overrun 0510 from 0410"]);
    roll(&mut game, 1);
    play(&mut game, "retreat 0610");
    assert_eq!(at(&game, "66/XVII"), on(FIELD));
    play(&mut game, "overrun 0610 from 0510");
    assert_eq!(sheet(&game).defence, cp(&game, "89/Cos") + cp(&game, "90/Cos"), "outside combat phases they defend at once");
}

#[test]
fn units_driven_back_by_an_overrun_fight_normally_in_the_combat_phase() {
    let counters = [("66/XVII", "0410"), ("127/6", "0611"), ("89/Cos", FIELD), ("90/Cos", "0610")];
    let mut game = put(exercise(), &counters).initiative(Side::Soviet).open(Phase::SovietMovement, 0);
    plays(&mut game, &["select 66/XVII", "overrun 0510 from 0410"]);
    roll(&mut game, 1);
    plays(&mut game, &["retreat 0610", "done"]);
    pass_to(&mut game, 3, Phase::SovietCombat, 1);
    attack(&mut game, "0610", &["127/6"]);
    assert_eq!(sheet(&game).defence, cp(&game, "89/Cos") + cp(&game, "90/Cos"));
}

// ---- where not [13.c][14.2.1] -----------------------------------------------

#[test]
fn an_overrun_does_not_cross_a_strongpoint_hexside() {
    let mut game = soviet_move(&[("66/XVII", "1307"), ("89/Cos", "1308")]);
    play(&mut game, "select 66/XVII");
    assert_eq!(denied(&game, "overrun 1308 from 1307"), "13.c");
    let mut behind = soviet_move(&[("66/XVII", "1408"), ("89/Cos", "1308")]);
    plays(&mut behind, &["select 66/XVII", "overrun 1308 from 1408"]);
    assert!(!sheet(&behind).strongpoint);
    let mut outward = axis_move(&[("Pz/27", "1308"), ("127/6", "1307")]);
    play(&mut outward, "select Pz/27");
    assert_eq!(denied(&outward, "overrun 1307 from 1308"), "13.c");
}

#[test]
fn the_wider_reading_bars_strongpoint_hexes_from_every_side() {
    let data = altered("historical", |text| text.replace("strongpoint_overrun = \"side\"", "strongpoint_overrun = \"hex\""));
    let position = put(PositionBuilder::empty(data), &[("66/XVII", "1408"), ("89/Cos", "1308"), ("90/Cos", "1409")]);
    let mut game = position.open(Phase::SovietMovement, 0);
    play(&mut game, "select 66/XVII");
    assert_eq!(denied(&game, "overrun 1308 from 1408"), "13.c");
    assert!(is_legal(&game, "overrun 1409 from 1408"));
}

#[test]
fn the_axis_does_not_overrun_across_the_don() {
    let mut game = axis_move(&[("Pz/27", "1609"), ("127/6", "1608"), ("160/6", "1510")]);
    play(&mut game, "select Pz/27");
    assert_eq!(denied(&game, "overrun 1608 from 1609"), "14.2.1");
    let mut soviets = soviet_move(&[("66/XVII", "1608"), ("89/Cos", "1609")]);
    plays(&mut soviets, &["select 66/XVII", "overrun 1609 from 1608"]);
    assert_eq!(shifts(&soviets), [], "the Don shifts nothing");
}

// ---- zones of control [13.d] ------------------------------------------------

#[test]
fn dv22_a_stack_may_overrun_the_heavy_unit_whose_zone_it_enters() {
    let mut game = soviet_move(&[("66/XVII", "0310"), ("525/298", FIELD)]);
    assert!(game.in_zoc(Side::Axis, hex("0410")));
    plays(&mut game, &["select 66/XVII", "overrun 0510 from 0410"]);
    assert_eq!(at(&game, "66/XVII"), on("0410"));
    assert_eq!(sheet(&game).defence, cp(&game, "525/298"));
}

#[test]
fn dv22_a_second_heavy_unit_that_covers_the_hex_bars_the_overrun() {
    let mut game = soviet_move(&[("66/XVII", "0310"), ("525/298", FIELD), ("526/298", "0411")]);
    play(&mut game, "select 66/XVII");
    assert_eq!(denied(&game, "overrun 0510 from 0410"), "13.d");
    assert!(is_legal(&game, "move > 0410"), "it may go there all the same");
    let mut light = soviet_move(&[("66/XVII", "0310"), ("525/298", FIELD), ("89/Cos", "0411")]);
    play(&mut light, "select 66/XVII");
    assert!(is_legal(&light, "overrun 0510 from 0410"), "light units do not hold tanks");
    assert_eq!(denied(&light, "overrun 0411 from 0410"), "13.d", "but the heavy one holds them off other targets");
}

#[test]
fn a_stack_that_begins_in_several_zones_may_overrun_from_where_it_stands() {
    let mut game = soviet_move(&[("66/XVII", "0410"), ("525/298", FIELD), ("526/298", "0411")]);
    play(&mut game, "select 66/XVII");
    assert!(is_legal(&game, "overrun 0510 from 0410") && is_legal(&game, "overrun 0411 from 0410"));
}

#[test]
fn every_soviet_zone_holds_axis_tanks_off_other_targets() {
    let mut game = axis_move(&[("Pz/27", "0310"), ("127/6", FIELD), ("160/6", "0411")]);
    play(&mut game, "select Pz/27");
    assert_eq!(denied(&game, "overrun 0510 from 0410"), "13.d");
    let mut single = axis_move(&[("Pz/27", "0310"), ("127/6", FIELD)]);
    plays(&mut single, &["select Pz/27", "overrun 0510 from 0410"]);
}

// ---- cost [13.1] ------------------------------------------------------------

#[test]
fn an_overrun_costs_two_points_on_top_of_the_step() {
    let mut game = soviet_move(&[("66/XVII", "0410"), ("89/Cos", FIELD)]);
    play(&mut game, "select 66/XVII");
    let before = points(&game);
    play(&mut game, "overrun 0510 from 0410");
    roll(&mut game, 2);
    play(&mut game, "retreat 0610");
    assert_eq!(before - points(&game), 3 + 4, "half points off the road");
    let mut road = soviet_move(&[("66/XVII", "0813"), ("89/Cos", "0713")]);
    play(&mut road, "select 66/XVII");
    play(&mut road, "overrun 0713 from 0813");
    roll(&mut road, 2);
    play(&mut road, "retreat 0613");
    assert_eq!(before - points(&road), 1 + 4, "half points along the road");
}

#[test]
fn an_overrun_that_cannot_be_paid_is_not_made() {
    // Out of supply the brigade has four points: enough for an overrun, not for a step before it.
    let position = put(exercise(), &[("66/XVII", "0310"), ("89/Cos", FIELD)]).out_of_supply("66/XVII").expect("a counter");
    let mut game = position.open(Phase::SovietMovement, 0);
    play(&mut game, "select 66/XVII");
    assert!(points(&game) >= 3 + 4 && points(&game) < 3 + 3 + 4);
    assert_eq!(denied(&game, "overrun 0510 from 0410"), "13.1");
    let position = put(exercise(), &[("66/XVII", "0410"), ("89/Cos", FIELD)]).out_of_supply("66/XVII").expect("a counter");
    let mut game = position.open(Phase::SovietMovement, 0);
    play(&mut game, "select 66/XVII");
    assert!(is_legal(&game, "overrun 0510 from 0410"));
}

#[test]
fn the_minimum_move_of_one_hex_does_not_pay_for_an_overrun() {
    let position =
        put(exercise(), &[("66/XVII", "0410"), ("89/Cos", FIELD)]).turn(1).and_then(|position| position.out_of_supply("66/XVII"));
    let mut game = position.expect("a counter").open(Phase::SovietMovement, 0);
    play(&mut game, "select 66/XVII");
    assert!(points(&game) < 3 + 4);
    assert_eq!(denied(&game, "overrun 0510 from 0410"), "13.1");
}

// ---- outcome [13.2] ---------------------------------------------------------

#[test]
fn a_failed_overrun_ends_the_move_in_the_hex_it_was_made_from() {
    let mut game = soviet_move(&[("66/XVII", "0310"), ("525/298", FIELD)]);
    plays(&mut game, &["select 66/XVII", "overrun 0510 from 0410"]);
    roll(&mut game, 1);
    play(&mut game, "stand");
    assert_eq!(at(&game, "66/XVII"), on("0410"));
    assert!(game.has_moved(unit("66/XVII")));
    assert_eq!(denied(&game, "select 66/XVII"), "5");
}

#[test]
fn a_successful_overrun_must_be_followed_up_and_the_move_may_go_on() {
    let mut game = soviet_move(&[("66/XVII", "0410"), ("89/Cos", FIELD)]);
    plays(&mut game, &["select 66/XVII", "overrun 0510 from 0410"]);
    roll(&mut game, 1);
    play(&mut game, "retreat 0610");
    assert_eq!(at(&game, "66/XVII"), on(FIELD), "nobody was asked");
    assert_eq!(game.controller(hex(FIELD)), Side::Soviet);
    assert!(is_legal(&game, "done") && is_legal(&game, "overrun 0610 from 0510") && is_legal(&game, "move > 0512"));
    play(&mut game, "move > 0512");
    assert_eq!(at(&game, "66/XVII"), on("0512"));
}

#[test]
fn a_stack_held_by_a_heavy_zone_after_its_overrun_can_only_overrun_that_unit() {
    let mut game = soviet_move(&[("66/XVII", "0410"), ("89/Cos", FIELD), ("525/298", "0610")]);
    plays(&mut game, &["select 66/XVII", "overrun 0510 from 0410"]);
    roll(&mut game, 1);
    play(&mut game, "retreat 0509");
    assert_eq!(choices(&game), texts(&["done", "overrun 0610 from 0510"]));
}

#[test]
fn after_a_successful_overrun_the_stack_goes_as_far_as_its_points() {
    // In supply seven half points are left; out of supply one, too few for a step.
    for (supplied, left) in [(true, 7), (false, 1)] {
        let position = put(exercise(), &[("66/XVII", "0410"), ("89/Cos", FIELD)]);
        let position = if supplied { position } else { position.out_of_supply("66/XVII").expect("a counter") };
        let mut game = position.open(Phase::SovietMovement, 0);
        play(&mut game, "select 66/XVII");
        assert_eq!(points(&game), left + 3 + 4);
        play(&mut game, "overrun 0510 from 0410");
        roll(&mut game, 1);
        play(&mut game, "retreat 0610");
        assert_eq!((at(&game, "66/XVII"), game.has_moved(unit("66/XVII"))), (on(FIELD), !supplied));
        if supplied {
            assert_eq!(points(&game), left);
            assert!(is_legal(&game, "overrun 0610 from 0510") && is_legal(&game, "move > 0512"));
            assert_eq!(denied(&game, "move > 0513"), "5.a");
        } else {
            assert_eq!(denied(&game, "select 66/XVII"), "5");
        }
    }
}

#[test]
fn a_unit_whose_overrun_failed_joins_no_other_stack() {
    let counters = [("66/XVII", "0410"), ("67/XVII", "0310"), ("174/XVII", "0410"), ("525/298", FIELD)];
    let mut game = soviet_move(&counters);
    plays(&mut game, &["select 67/XVII", "overrun 0510 from 0410"]);
    roll(&mut game, 1);
    plays(&mut game, &["stand", "select 66/XVII"]);
    assert_eq!((at(&game, "67/XVII"), denied(&game, "join 67/XVII")), (on("0410"), "13"));
    assert!(is_legal(&game, "join 174/XVII"), "one that has not moved");
}

#[test]
fn an_overrun_is_fought_like_a_combat_without_guns() {
    // Losses of the attacker, the heavy unit's pick, the even spread: all as in a combat phase.
    let mut game = soviet_move(&[("66/XVII", "0410"), ("67/XVII", "0410"), ("525/298", FIELD), ("art/Pas", FIELD), ("79/Pas", FIELD)]);
    plays(&mut game, &["select 66/XVII", "join 67/XVII", "overrun 0510 from 0410"]);
    assert_eq!(game.turn(), Turn::Chance, "no gun supports: {:?}", legal_texts(&game));
    roll(&mut game, 5);
    assert_eq!((game.turn(), choices(&game)), (Turn::Player(Side::Axis), texts(&["lose 66/XVII", "lose 67/XVII"])));
    play(&mut game, "lose 67/XVII");
    assert_eq!((steps(&game, "66/XVII"), steps(&game, "67/XVII"), game.turn()), (2, 2, Turn::Player(Side::Soviet)));
}

#[test]
fn rivers_and_cities_shift_an_overrun_too() {
    let mut river = soviet_move(&[("66/XVII", "0716"), ("89/Cos", "0717")]);
    plays(&mut river, &["select 66/XVII", "overrun 0717 from 0716"]);
    assert_eq!(shifts(&river), [("14.2", -1)]);
    let mut city = soviet_move(&[("66/XVII", "0704"), ("89/Cos", "0705")]);
    plays(&mut city, &["select 66/XVII", "overrun 0705 from 0704"]);
    assert_eq!(shifts(&city), [("14.4", -1)]);
}

// ---- dropping units [13.3] --------------------------------------------------

#[test]
fn a_group_may_leave_units_behind_before_it_enters_the_cleared_hex() {
    let mut game = soviet_move(&[("66/XVII", "0410"), ("67/XVII", "0410"), ("31M/XVII", "0410"), ("89/Cos", FIELD)]);
    plays(&mut game, &["select 66/XVII", "join 67/XVII", "join 31M/XVII", "overrun 0510 from 0410"]);
    roll(&mut game, 1);
    play(&mut game, "retreat 0610");
    assert_eq!(choices(&game), texts(&["move > 0510", "drop 66/XVII 0410", "drop 67/XVII 0410", "drop 31M/XVII 0410"]), "it must go on");
    play(&mut game, "drop 67/XVII 0410");
    assert_eq!(denied(&game, "done"), "3");
    play(&mut game, "move > 0510");
    assert_eq!((at(&game, "66/XVII"), at(&game, "67/XVII"), at(&game, "31M/XVII")), (on(FIELD), on("0410"), on(FIELD)));
    assert!(game.has_moved(unit("67/XVII")), "a unit left behind has ended its move");
}

#[test]
fn a_group_may_leave_units_behind_on_its_way_but_picks_up_none() {
    let mut game = soviet_move(&[("66/XVII", "0410"), ("67/XVII", "0410"), ("174/XVII", "0410"), ("89/Cos", FIELD)]);
    plays(&mut game, &["select 66/XVII", "join 67/XVII", "overrun 0510 from 0410"]);
    roll(&mut game, 1);
    plays(&mut game, &["retreat 0610", "move > 0510"]);
    assert_eq!(denied(&game, "join 174/XVII"), "13");
    play(&mut game, "drop 66/XVII 0510");
    play(&mut game, "move > 0511");
    assert_eq!((at(&game, "66/XVII"), at(&game, "67/XVII"), at(&game, "174/XVII")), (on(FIELD), on("0511"), on("0410")));
}

#[test]
fn the_last_unit_of_a_group_enters_the_cleared_hex_itself() {
    let mut game = soviet_move(&[("66/XVII", "0410"), ("67/XVII", "0410"), ("89/Cos", FIELD)]);
    plays(&mut game, &["select 66/XVII", "join 67/XVII", "overrun 0510 from 0410"]);
    roll(&mut game, 1);
    plays(&mut game, &["retreat 0610", "drop 66/XVII 0410"]);
    assert_eq!((at(&game, "66/XVII"), at(&game, "67/XVII")), (on("0410"), on(FIELD)));
}
