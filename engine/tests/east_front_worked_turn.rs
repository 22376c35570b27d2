//! The worked turn 48 of The Tartar Trench, replayed line by line: what the example gives must come out.

mod east_front_kit;

use east_front_kit::play::{air_box, denial, play, stands, unit};
use east_front_kit::{embedded, hex};
use stavka_engine::east_front::data::AirBox;
use stavka_engine::east_front::odds::Column;
use stavka_engine::east_front::{EastFront, EastFrontDenial, Phase, Place};
use stavka_engine::game::{Game as _, Side};

const MOVES: &str = "done; select LAH/Rcn; move > 3505; select Eng; move > 3605; select X; move > 3605; done";
const DECLARATION: &str = "attack 3705; attack 3606; done; barrage 52 3606";
const MISSIONS: &str = "fly Ju88 3705; fly He111 3705; fly decoy/A 3705; fly Bf109E 3606; fly Bf109F 3606; fly Ju87/1 3606; \
    fly I-16 3705; fly DB3/1 3705; fly MiG-3 3606; fly I-153 3606; fly DB3/2 3606";
const AIR_COMBAT: &str = "reveal 3606; die 3; pair Bf109F MiG-3; pair Bf109E I-153; die 5; die 6; die 2; die 7; \
    die 9; pair I-16 He111; die 4; die 10; die 9; die 4; die 10";
const FIRST_ATTACK: &str =
    "resolve 3606; with 73; with 46; with 190AG; with LAH/Rcn; engage; support 49; support I/814; support 641; order none";
const FIRST_RESULT: &str = "die 5; lose 106; lose 5(+); retreat 3707; advance 73 3606; done";
const SECOND_ATTACK: &str = "with Eng; with X; order further-retreat; breach";
const SECOND_RESULT: &str = "die 10; lose Eng; retreat 3702; retreat 3702";

#[test]
fn the_worked_turn_comes_out_as_printed() {
    let mut game = EastFront::new(embedded(1));
    play(&mut game, MOVES);
    play(&mut game, DECLARATION);
    play(&mut game, MISSIONS);
    play(&mut game, AIR_COMBAT);
    play(&mut game, FIRST_ATTACK);
    let sheet = game.battle_sheet().expect("a combat is in progress");
    assert_eq!((sheet.attack, sheet.defence, sheet.modifiers.net), (27, 6, -2));
    assert_eq!(sheet.column.map(Column::name), Some("4-1"));
    play(&mut game, FIRST_RESULT);
    play(&mut game, SECOND_ATTACK);
    let sheet = game.battle_sheet().expect("a combat is in progress");
    assert_eq!((sheet.attack, sheet.defence, sheet.modifiers.net), (4, 4, 1));
    play(&mut game, SECOND_RESULT);
    assert_eq!(game.current_phase(), Phase::AxisMotorized);
    play(&mut game, "done; done");
    let at_the_end = [
        ("49", "3405"),
        ("I/814", "3503"),
        ("641", "3504"),
        ("190AG", "3505"),
        ("LAH/Rcn", "3505"),
        ("46", "3605"),
        ("73", "3606"),
        ("Eng", "3702"),
        ("X", "3702"),
        ("271", "3705"),
        ("52", "3706"),
        ("51HQ", "3706"),
        ("106", "3707"),
    ];
    for (id, name) in at_the_end {
        assert!(stands(&game, id, name), "{id} does not stand in {name}");
    }
    assert_eq!(game.place(unit("5(+)")), Place::CADRE);
    let steps = |id: &str| game.steps(unit(id));
    assert_eq!((steps("Eng"), steps("106"), steps("73")), (1, 1, 4));
    assert_eq!((game.steps_lost(Side::Axis), game.steps_lost(Side::Soviet)), (1, 2));
    assert!(!game.has_strongpoint(Side::Soviet, hex("3606")) && game.has_strongpoint(Side::Soviet, hex("3705")));
    assert!(game.is_breached(hex("3606")) && !game.is_breached(hex("3705")));
    let boxes = [
        (AirBox::Ready, "Ju87/2 decoy/S1 decoy/S2"),
        (AirBox::Flown, "Bf109E Bf109F Ju87/1 He111 decoy/A I-16 DB3/1"),
        (AirBox::Damaged, "Ju88 MiG-3 DB3/2 SB"),
        (AirBox::Destroyed, "I-153"),
    ];
    for (place, ids) in boxes {
        for id in ids.split(' ') {
            assert_eq!(air_box(&game, id), Some(place), "{id}");
        }
    }
}

#[test]
fn in_play_the_rules_that_the_example_bends_hold() {
    let mut game = EastFront::new(embedded(0));
    play(&mut game, MOVES);
    play(&mut game, DECLARATION);
    play(&mut game, "fly Ju88 3705; fly He111 3705; fly decoy/A 3705; fly Bf109E 3606; fly Bf109F 3606; fly Ju87/1 3606");
    assert_eq!(denial(&game, "fly DB3/1 3705"), EastFrontDenial::SupportBarred);
    play(&mut game, "fly I-16 3705; done; die 9");
}
