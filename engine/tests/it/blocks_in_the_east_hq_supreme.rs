//! The Supreme Headquarters of Blocks in the East: chapter 13.8, and Mannerheim.

use std::collections::BTreeSet;

use stavka_engine::blocks_in_the_east::combat::Firing;
use stavka_engine::blocks_in_the_east::terms::{Colour, Nation, Special};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Phase, Place, PositionBuilder};
use stavka_engine::game::{Determinize as _, Game as _, Turn};
use stavka_engine::{Dice, Side};

use crate::blocks_in_the_east_kit::{
    ADVANCED, at, builder, goals, hex, lines, offers, pass_to, play, rule_against, saved, strength, unit, volleys,
};
use crate::blocks_in_the_east_map::scenario;

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;
const IDLE: Phase = Phase::GroundMovement;

fn scene(units: &str) -> PositionBuilder {
    builder(ADVANCED, units).turn(2).expect("a second turn")
}

fn left(game: &BlocksInTheEast, id: &str) -> u8 {
    game.barrels_left(unit(game.data(), id))
}

fn is_active(game: &BlocksInTheEast, id: &str) -> bool {
    game.is_active(unit(game.data(), id))
}

fn has_done(game: &BlocksInTheEast, id: &str, special: Special) -> bool {
    game.has_done(unit(game.data(), id), special)
}

fn place_of(name: &str) -> String {
    let data = scenario(ADVANCED);
    data.map.name(hex(data, name))
}

fn is_eliminated(game: &BlocksInTheEast, id: &str) -> bool {
    game.place(unit(game.data(), id)) == Place::ELIMINATED
}

// ---- 13.8: activation ---------------------------------------------------------------------------------------------------------------

/// [13.8] Supreme Headquarters are activated when the Movement Phase begins, by choice; not later.
#[test]
fn supreme_headquarters_are_activated_at_the_start() {
    let mut game = scene("SH01 Moscow, SW09 2421, SW01 2421, GC01 0528").open(SOVIET, IDLE);
    assert_eq!(lines(&game), BTreeSet::from(["done".to_owned(), "activate SH01".to_owned()]));
    let mut later = game.clone();
    play(&mut later, &["done"]);
    assert_eq!(rule_against(&later, "activate SH01"), "13.8");
    play(&mut game, &["activate SH01"]);
    assert!(is_active(&game, "SH01") && left(&game, "SH01") == 4);
    assert!(offers(&game, "select SW09"), "nobody else is there to be activated");
}

/// [SBE5.g][3.21] Stavka is not activated in June 1941, nor are the frozen headquarters; Antonescu is.
#[test]
fn stavka_is_silent_in_june_1941() {
    let game = builder(ADVANCED, "SH01 Moscow, SW09 2421, GC01 0528").open(SOVIET, IDLE);
    assert!(!offers(&game, "activate SH01"));
    let game = builder(ADVANCED, "AH10 1542, AH11 1511, AH12 1036, SL01 1813, GC01 0528").open(AXIS, IDLE);
    assert_eq!(lines(&game), BTreeSet::from(["done".to_owned(), "activate AH10".to_owned()]));
    assert_eq!(rule_against(&game, "activate AH11"), "3.21");
    let game = scene("AH10 1542, AH11 1511, AH12 1036, SL01 1813, GC01 0528").open(AXIS, IDLE);
    assert_eq!(goals(&game, "activate").len(), 3);
}

// ---- 13.8.1: special actions --------------------------------------------------------------------------------------------------------

/// [13.8.1.a][13.8.1] An armoured unit moves as if fully supplied, wherever it is; one of them.
#[test]
fn stavka_moves_an_armoured_unit() {
    let mut game = scene("SH01 Moscow, SW09 1527, SW10 1527, GC01 0528").open(SOVIET, IDLE);
    play(&mut game, &["activate SH01"]);
    assert_eq!(game.points(unit(game.data(), "SW09")), 1);
    play(&mut game, &["select SW09", "fuel SH01"]);
    assert_eq!((game.points(unit(game.data(), "SW09")), left(&game, "SH01")), (3, 3));
    play(&mut game, &["done"]);
    assert!(has_done(&game, "SH01", Special::Armour));
    play(&mut game, &["select SW10"]);
    assert!(goals(&game, "fuel").is_empty(), "each type once");
    assert_eq!(rule_against(&game, "fuel SH01"), "13.4");
}

/// [13.8.1.b] A unit out of supply moves and attacks as if it was supplied, and no Desperate Attack follows.
#[test]
fn stavka_moves_a_unit_out_of_supply() {
    let cut = |position: PositionBuilder| position.out_of_supply("SW01").expect("on the map").out_of_supply("SW02").expect("on the map");
    let mut game = cut(scene("SH01 Moscow, SW01 1327, SW02 1328, GC01 1227")).open(SOVIET, IDLE);
    play(&mut game, &["activate SH01", "select SW02"]);
    assert!(!offers(&game, "move 1227"), "TECH 1");
    play(&mut game, &["done", "select SW01", "supply SH01"]);
    assert_eq!(game.points(unit(game.data(), "SW01")), 3);
    assert!(has_done(&game, "SH01", Special::Unsupplied));
    play(&mut game, &["move 1227"]);
    pass_to(&mut game, SOVIET, Phase::Combat);
    volleys(&mut game, &[]);
    // The defender stays, and the first round is over.
    assert_eq!(game.turn(), Turn::Player(AXIS));
    play(&mut game, &["done"]);
    assert_eq!(at(&game, "SW01"), Some("1227".to_owned()), "it does not surrender after the first round");
    assert!(game.is_out_of_supply(unit(game.data(), "SW01")));
    // Another one finds the action spent.
    let mut game = cut(scene("SH01 Moscow, SW01 1327, SW02 1328, GC01 1227")).open(SOVIET, IDLE);
    play(&mut game, &["activate SH01", "select SW01", "supply SH01", "done", "select SW02"]);
    assert_eq!(rule_against(&game, "supply SH01"), "13.8.1");
}

/// [13.8.1.c] An air unit flies as if fully supplied.
#[test]
fn stavka_moves_an_air_unit() {
    let mut game = scene("SH01 Moscow, SW14 1624, SA05 1624, GC01 1424").open(SOVIET, IDLE);
    play(&mut game, &["activate SH01"]);
    pass_to(&mut game, SOVIET, Phase::AirMovement);
    play(&mut game, &["select SW14", "fuel SH01", "fly 1424"]);
    assert!(has_done(&game, "SH01", Special::Air) && left(&game, "SH01") == 3);
    assert!(
        !goals(&game, "select").contains("SA05") || {
            play(&mut game, &["select SA05"]);
            goals(&game, "fuel").is_empty()
        }
    );
}

/// [13.8.1.d][AMB-41] A rail move free of charge, of the five of the turn.
#[test]
fn stavka_orders_a_rail_move() {
    let mut game = scene("SH01 Moscow, SW01 2521, SW02 2521, GC01 0528").open(SOVIET, IDLE);
    play(&mut game, &["activate SH01"]);
    let before = game.rail_moves_left(SOVIET).general;
    play(&mut game, &["train SH01", "select SW01"]);
    assert!(!offers(&game, "select SH01"));
    let to = goals(&game, "move").into_iter().next_back().expect("a way");
    play(&mut game, &[&format!("move {to}")]);
    assert_eq!((at(&game, "SW01"), saved(&game, Nation::Soviet)), (Some(to), 0));
    assert_eq!((before, game.rail_moves_left(SOVIET).general), (5, 4));
    assert!(has_done(&game, "SH01", Special::Train) && !offers(&game, "train SH01") && left(&game, "SH01") == 3);
    assert_eq!(rule_against(&game, "train SH01"), "13.8.1");
}

/// [13.8.1] No more actions than points: one of a single point carries out one.
#[test]
fn actions_are_limited_by_points() {
    let position = scene("SH01 Moscow, SW09 1527, SW01 2421, GC01 0528").steps("SH01", 1).expect("steps");
    let mut game = position.out_of_supply("SW09").expect("on the map").open(SOVIET, IDLE);
    play(&mut game, &["activate SH01", "select SW09"]);
    assert!(offers(&game, "fuel SH01") && offers(&game, "supply SH01"));
    play(&mut game, &["fuel SH01", "done"]);
    assert_eq!(left(&game, "SH01"), 0);
    assert!(!offers(&game, "train SH01"));
    pass_to(&mut game, AXIS, Phase::Supply);
    assert!(is_eliminated(&game, "SH01"), "[13.6] its last point");
}

/// [13.8.1] Anti-aircraft fire of Stavka on 5 and 6, [13.8.2] of the German one on 4 to 6, [6.4.a] of the others on 6.
#[test]
fn supreme_headquarters_fire_at_aircraft() {
    let faces = |units: &str, flyer: &str, attacker: Side| {
        let mut game = scene(units).flying(flyer).expect("on the map").open(attacker, Phase::Combat);
        let side = attacker.opponent();
        volleys(&mut game, &[]).into_iter().find(|row| (row.0, row.1) == (side, Firing::AntiAircraft)).map(|row| row.2)
    };
    assert!(faces("SH01 1327, GC21 1327, SL01 1813", "GC21", AXIS).is_some_and(|dice| dice.contains(&(4, 2))));
    assert!(faces("AH01 1027, SA08 1027, SL01 1813", "SA08", SOVIET).is_some_and(|dice| dice.contains(&(4, 3))));
    assert!(faces("AH10 1641, SA08 1641, SL01 1813", "SA08", SOVIET).is_some_and(|dice| dice.contains(&(3, 1))));
}

// ---- 13.8.1.h, 13.8.1.i: Moscow -----------------------------------------------------------------------------------------------------

/// [13.8.1.h] Stavka never moves, by rail neither.
#[test]
fn stavka_never_leaves_its_seat() {
    let mut game = scene("SH01 Moscow, SW01 2521, GC01 0528").points(Nation::Soviet, 9).open(SOVIET, Phase::RailMoves);
    assert!(offers(&game, "select SW01") && !offers(&game, "select SH01"));
    assert_eq!(rule_against(&game, "select SH01"), "13.8.1.h");
    pass_to(&mut game, SOVIET, IDLE);
    play(&mut game, &["done"]);
    assert_eq!(rule_against(&game, "select SH01"), "13.8.1.h");
    // Nor does it retreat.
    let mut game = scene("SH01 Moscow, SW01 2521, GC01 2521, SL01 1813").open(AXIS, Phase::Combat);
    volleys(&mut game, &[]);
    assert!(game.turn() == Turn::Player(SOVIET) && !offers(&game, "withdraw SH01"));
    assert_eq!(rule_against(&game, "withdraw SH01"), "13.8.1.h");
}

/// [13.8.1.h] When Moscow falls Stavka is eliminated, and rebuilt at Chelyabinsk; in Moscow as long as that is Soviet.
#[test]
fn stavka_falls_with_moscow() {
    let seats = |position: PositionBuilder| {
        let mut game = position.points(Nation::Soviet, 20).open(SOVIET, Phase::Production);
        play(&mut game, &["rebuild SH01"]);
        goals(&game, "place")
    };
    let gone = || scene("SW01 2821, GC01 0528").put_in_box("SH01", Place::ELIMINATED).expect("it may be");
    assert_eq!(seats(gone()), BTreeSet::from([place_of("Moscow")]));
    assert_eq!(seats(gone().owner("2521", AXIS).expect("a hex")), BTreeSet::from([place_of("Chelyabinsk")]));
    // It falls with the city, wherever it was set up near it.
    let game = scene("SH01 2421, SW01 2821, GC01 0528").owner("2521", AXIS).expect("a hex").open(SOVIET, IDLE);
    assert!(is_eliminated(&game, "SH01"));
    let game = scene("SH01 Chelyabinsk, SW01 2821, GC01 0528").owner("2521", AXIS).expect("a hex").open(SOVIET, IDLE);
    assert!(!is_eliminated(&game, "SH01"));
}

/// [13.8.1.i] While Moscow is lost or out of supply the Soviets have a rail move less.
#[test]
fn the_fall_of_moscow_costs_a_rail_move() {
    let moves =
        |position: PositionBuilder| position.points(Nation::Soviet, 20).open(SOVIET, Phase::RailMoves).rail_moves_left(SOVIET).general;
    assert_eq!(moves(scene("SW01 2821, GC01 0528")), 5);
    assert_eq!(moves(scene("SW01 2821, GC01 0528").owner("2521", AXIS).expect("a hex")), 4);
    let data = scenario(ADVANCED);
    let ring: Vec<String> = data.map.grid.neighbours(hex(data, "Moscow")).map(|(_, near)| data.map.name(near)).collect();
    let units: Vec<String> = ring.iter().zip(1..).map(|(near, number)| format!("GC{number:02} {near}")).collect();
    assert_eq!(moves(scene(&format!("SW01 3021, {}", units.join(", ")))), 4);
}

// ---- 13.8.2: the German Supreme Headquarters ----------------------------------------------------------------------------------------

/// [13.8.2] It is activated in every turn without a choice, with two actions whatever its strength.
#[test]
fn the_german_command_is_always_activated() {
    for steps in [4, 1] {
        let position = scene("AH01 Rastenburg, GC15 1128, GC16 1128, SL01 1813").steps("AH01", steps).expect("steps");
        let mut game = position.open(AXIS, IDLE);
        assert!(is_active(&game, "AH01") && left(&game, "AH01") == 2, "{steps}");
        play(&mut game, &["select GC15", "fuel AH01", "done", "select GC16"]);
        assert!(goals(&game, "fuel").is_empty());
        play(&mut game, &["done"]);
        pass_to(&mut game, SOVIET, Phase::Supply);
        assert_eq!(strength(&game, "AH01"), if steps == 4 { 3 } else { 1 }, "[AMB-38] it keeps its last point");
        assert!(!is_active(&game, "AH01"));
    }
    // Two actions, of different types.
    let mut game =
        scene("AH01 Rastenburg, GC15 1128, GC01 1028, GC02 1027, SL01 1813").out_of_supply("GC02").expect("on the map").open(AXIS, IDLE);
    play(&mut game, &["select GC15", "fuel AH01", "done", "train AH01", "done"]);
    assert_eq!(left(&game, "AH01"), 0);
    play(&mut game, &["select GC02"]);
    assert_eq!(rule_against(&game, "supply AH01"), "13.8.1");
}

/// [13.8.2] In production it is repaired before all other units, a yellow and a black point for each.
#[test]
fn the_german_command_is_repaired_first() {
    // No points come in before July.
    let produces = |turn: u8, yellow: u8, black: u8| {
        let units = "AH01 Rastenburg, AH03 1028, GC01 1028, SL01 1813";
        let position =
            builder(ADVANCED, units).turn(turn).expect("a turn").steps("AH01", 2).expect("steps").steps("AH03", 1).expect("steps");
        let position =
            position.points(Nation::German, yellow).coloured(Nation::German, Colour::Black, black).steps("GC01", 1).expect("steps");
        position.open(AXIS, Phase::Production)
    };
    let game = produces(1, 2, 1);
    assert_eq!((strength(&game, "AH01"), saved(&game, Nation::German)), (3, 1), "a black point for one step");
    assert_eq!((strength(&game, "AH03"), offers(&game, "repair AH03"), offers(&game, "repair GC01")), (1, false, true));
    let game = produces(1, 4, 3);
    assert_eq!((strength(&game, "AH01"), saved(&game, Nation::German)), (4, 2));
    assert!(offers(&game, "repair AH03"));
    let game = produces(2, 0, 0);
    assert_eq!(strength(&game, "AH01"), 4, "with the points of the turn");
}

/// [13.8.2.a] It sits at Rastenburg; when Soviet units enter Germany it moves to Berlin at once, and stays there.
#[test]
fn the_german_command_moves_to_berlin() {
    let mut game = scene("AH01 Rastenburg, SW01 1125, SW02 1325, GC01 0528").open(SOVIET, IDLE);
    assert_eq!(at(&game, "AH01"), Some(place_of("Rastenburg")));
    play(&mut game, &["select SW02", "move 1225", "done", "select SW01"]);
    assert_eq!(at(&game, "AH01"), Some(place_of("Rastenburg")), "that is no German ground");
    let hash = game.state_hash();
    play(&mut game, &["move 1124", "done"]);
    assert_ne!(hash, game.state_hash());
    assert_eq!(at(&game, "AH01"), Some(place_of("Berlin")));
    pass_to(&mut game, AXIS, IDLE);
    assert!(is_active(&game, "AH01"));
    assert_eq!(game.seat(unit(game.data(), "AH01")), Some(hex(game.data(), "Berlin")));
    // Into Rastenburg itself: nobody is left there.
    let mut game = scene("AH01 Rastenburg, SW01 1124, GC01 0528").open(SOVIET, IDLE);
    play(&mut game, &["select SW01", "move 1024"]);
    assert_eq!((at(&game, "AH01"), game.owner(hex(game.data(), "1024"))), (Some(place_of("Berlin")), Some(SOVIET)));
    let game = scene("AH01 Rastenburg, GC01 0528, SL01 1813").points(Nation::German, 5).open(AXIS, Phase::RailMoves);
    assert_eq!(rule_against(&game, "select AH01"), "13.8.1.h");
}

// ---- 13.8.3: minor allies -----------------------------------------------------------------------------------------------------------

/// [13.8.3][13.8.3.a] Minor Supreme Headquarters move units of their own nation alone; the German one those of all.
#[test]
fn minor_commands_move_their_own_nation() {
    let units = "AH10 1542, RO07 1641, RO08 1542, GC15 1128, HU01 1036, AH01 Rastenburg, SL01 1813";
    let mut game = scene(units).open(AXIS, IDLE);
    play(&mut game, &["activate AH10"]);
    let fuels = |game: &BlocksInTheEast, id: &str| {
        let mut game = game.clone();
        play(&mut game, &[&format!("select {id}")]);
        goals(&game, "fuel")
    };
    let both = BTreeSet::from(["AH01".to_owned(), "AH10".to_owned()]);
    let german = BTreeSet::from(["AH01".to_owned()]);
    assert_eq!([fuels(&game, "RO07"), fuels(&game, "GC15"), fuels(&game, "HU01")], [both, german.clone(), german]);
    play(&mut game, &["select RO07", "fuel AH10", "done"]);
    assert_eq!((left(&game, "AH10"), left(&game, "AH01")), (2, 2));
}

/// [13.8] Supreme Headquarters give no fuel for exploitation [13.7], nor in the reaction [13.3.b].
#[test]
fn supreme_headquarters_command_in_the_movement_phase() {
    let game = scene("AH01 Rastenburg, GC15 1128, SL01 1813").open(AXIS, Phase::Exploitation);
    assert_ne!(game.phase(), Some((AXIS, Phase::Exploitation)));
    let game = scene("SH01 Moscow, SW14 1424, SW02 1228, GC01 1228").active("SH01").expect("on the map").open(AXIS, Phase::Reaction);
    assert_ne!(game.phase(), Some((AXIS, Phase::Reaction)));
}

/// [5.5][5.5.a] Mannerheim has four movement points, and hits on 5 and 6 as artillery.
#[test]
fn mannerheim_leads_the_finns() {
    let game = scene("AH11 1511, AH10 1542, SL01 1813, GC01 0528").open(AXIS, Phase::Combat);
    assert_eq!(["AH11", "AH10"].map(|id| game.points(unit(game.data(), id))), [4, 3]);
    let game = scene("AH06 0923, SH06 2421, SL01 1813, GC01 0528").open(AXIS, IDLE);
    assert_eq!(["AH06", "SH06"].map(|id| game.points(unit(game.data(), id))), [4, 3], "by the TECH of the infantry");
    let mut game = scene("FI03 1611, AH11 1611, SL01 1611").open(AXIS, Phase::Combat);
    play(&mut game, &["fire AH11"]);
    assert_eq!(volleys(&mut game, &[])[0], (AXIS, Firing::Artillery, vec![(3, 2)]));
    assert_eq!(strength(&game, "AH11"), 2);
    let game = scene("RO03 1741, AH10 1741, SL01 1741").open(AXIS, Phase::Combat);
    assert!(goals(&game, "fire").is_empty(), "[6.4] the others only support");
}

// ---- what the sides know ------------------------------------------------------------------------------------------------------------

/// Supreme Headquarters that never leave their seat are known, and nobody takes a block that leaves for them.
#[test]
fn seats_are_known() {
    let game = BlocksInTheEast::new(scenario(ADVANCED));
    for (id, known) in [("SH01", true), ("AH01", true), ("AH10", false), ("SH02", false)] {
        assert_eq!(!game.is_hidden(unit(game.data(), id)), known, "{id}");
    }
    let mut game = scene("SH01 Moscow, SW01 2521, GC01 0528").hidden("SW01").expect("on the map").open(SOVIET, IDLE);
    play(&mut game, &["done", "select SW01", "done"]);
    assert!(!game.is_hidden(unit(game.data(), "SH01")));
    let world = game.determinize(AXIS, &mut Dice::new(1));
    assert_eq!(at(&world, "SH01"), Some(place_of("Moscow")));
}
