//! Clauses of headquarters and fuel in Blocks in the East that few positions show: chapter 13.

use std::collections::BTreeSet;

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::combat::Firing;
use stavka_engine::blocks_in_the_east::terms::{Colour, Nation};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Phase, PositionBuilder};

use crate::blocks_in_the_east_kit::{ADVANCED, at, builder, goals, hex, offers, pass_to, play, strength, unit, volleys};
use crate::blocks_in_the_east_long_surprise::edited;
use crate::blocks_in_the_east_map::scenario;

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;
const IDLE: Phase = Phase::GroundMovement;

/// Units on an empty map in July 1941, with a corps of each side far away.
fn scene(units: &str) -> PositionBuilder {
    builder(ADVANCED, &format!("{units}, SL02 Leningrad, GN08 0528")).turn(2).expect("a second turn")
}

fn cut(position: PositionBuilder, id: &str) -> PositionBuilder {
    position.out_of_supply(id).expect("on the map")
}

fn active(position: PositionBuilder, id: &str) -> PositionBuilder {
    position.active(id).expect("on the map")
}

fn left(game: &BlocksInTheEast, id: &str) -> u8 {
    game.barrels_left(unit(game.data(), id))
}

fn place_of(name: &str) -> String {
    let data = scenario(ADVANCED);
    data.map.name(hex(data, name))
}

/// What is offered to a unit that is picked.
fn given(game: &BlocksInTheEast, id: &str, verb: &str) -> BTreeSet<String> {
    let mut game = game.clone();
    play(&mut game, &[&format!("select {id}")]);
    goals(&game, verb)
}

// ---- 13.2: activation -----------------------------------------------------------------------------------------------------------

/// [13.2][AMB-89] A headquarters is activated for somebody who needs it: not for infantry, nor for aircraft that have flown, nor for
/// other headquarters that exploit, nor for rail moves of troops that cannot go by rail.
#[test]
fn nobody_is_activated_for_those_who_need_nothing() {
    let march = |units: &str| offers(&scene(units).open(AXIS, IDLE), "activate AH03");
    assert!(march("AH03 1027, GC15 1027") && !march("AH03 1027, GC01 1027"));
    let mut air = scene("GC20 1028, AH07 1028, SW01 1228").open(AXIS, Phase::AirMovement);
    assert!(offers(&air, "activate AH07"));
    play(&mut air, &["select GC20", "done"]);
    assert!(!offers(&air, "activate AH07"), "it has flown, or stays");
    let exploits = |units: &str| offers(&scene(units).open(AXIS, Phase::Exploitation), "activate AH03");
    assert!(exploits("AH03 1027, AH02 1027, GC15 1027") && !exploits("AH03 1027, AH02 1027"));
    let rail = |position: PositionBuilder| offers(&position.open(AXIS, Phase::RailMoves), "activate AH03");
    let two = || scene("AH03 1028, GC01 1028").put_in_box("GN08", stavka_engine::blocks_in_the_east::Place::RESERVE).expect("a place");
    assert!(rail(two()) && !rail(cut(two(), "GC01")));
}

/// [13.1] Armoured Headquarters fuel armour and nobody else, those of the air aircraft and nobody else.
#[test]
fn fuel_is_that_of_the_arm() {
    let units = "GC15 1128, GC01 1128, GC20 1028, AH03 1028, AH07 1027, SW01 1228";
    let mut game = active(active(scene(units), "AH03"), "AH07").open(AXIS, IDLE);
    let armoured = BTreeSet::from(["AH03".to_owned()]);
    assert_eq!([given(&game, "GC15", "fuel"), given(&game, "GC01", "fuel")], [armoured, BTreeSet::new()]);
    pass_to(&mut game, AXIS, Phase::AirMovement);
    assert_eq!(given(&game, "GC20", "fuel"), BTreeSet::from(["AH07".to_owned()]));
}

/// [4.4][13.2] Aircraft out of supply fly no mission: no Air Headquarters gives them fuel.
#[test]
fn aircraft_out_of_supply_take_no_fuel() {
    let position = cut(scene("GC20 1028, GC21 0928, AH07 1028, SW01 1228"), "GC21");
    let game = active(position, "AH07").open(AXIS, Phase::AirMovement);
    assert!(given(&game, "GC20", "fuel").contains("AH07"));
    assert!(!given(&game, "GC21", "rebase").is_empty() && given(&game, "GC21", "fuel").is_empty());
}

// ---- 6.4: headquarters that fire ------------------------------------------------------------------------------------------------

/// [6.4][AMB-11] The owner says in each round anew which headquarters fire.
#[test]
fn headquarters_are_told_to_fire_in_each_round() {
    let mut game = scene("GC01 1327, AH03 1327, SW01 1327").open(AXIS, Phase::Combat);
    play(&mut game, &["fire AH03"]);
    volleys(&mut game, &[]);
    while game.battle_report().is_some_and(|battle| battle.round == 1) {
        play(&mut game, &["done"]);
    }
    assert!(game.battle_report().is_some_and(|battle| battle.round == 2) && offers(&game, "fire AH03"));
    play(&mut game, &["done"]);
    let seen = volleys(&mut game, &[]);
    assert!(!seen.is_empty() && seen.iter().all(|row| (row.0, row.1) != (AXIS, Firing::Artillery)));
    assert_eq!(strength(&game, "AH03"), 3);
}

/// [6.4][AMB-11] At aircraft in flight alone no artillery fires.
#[test]
fn headquarters_do_not_fire_at_aircraft_as_artillery() {
    let mut game = scene("GC01 1327, AH03 1327, SA08 1327").flying("SA08").expect("on the map").open(AXIS, Phase::Combat);
    let mut looked = 0;
    while game.battle_report().is_some_and(|battle| battle.round <= 2) {
        assert!(!offers(&game, "fire AH03"));
        if game.volley().is_some() {
            volleys(&mut game, &[]);
        } else {
            play(&mut game, &["done"]);
        }
        looked += 1;
    }
    assert!(looked > 0);
}

// ---- 13.8: Supreme Headquarters -------------------------------------------------------------------------------------------------

/// [13.8.2] The German command carries out its two actions out of supply as well.
#[test]
fn the_german_command_works_out_of_supply() {
    let game = cut(scene("AH01 Rastenburg, GC15 1128"), "AH01").open(AXIS, IDLE);
    assert_eq!(left(&game, "AH01"), 2);
}

/// [13.8.2] It is repaired in the production of its own side.
#[test]
fn the_german_command_is_repaired_by_its_own_side() {
    let position = scene("AH01 Rastenburg, SW01 2521").steps("AH01", 2).expect("steps").points(Nation::German, 9);
    let position = position.coloured(Nation::German, Colour::Black, 9);
    let [own, other] = [AXIS, SOVIET].map(|side| strength(&position.clone().open(side, Phase::Production), "AH01"));
    assert_eq!((own, other), (4, 2));
}

/// [13.8.2.a] Germans who march through Germany do not drive it away.
#[test]
fn the_german_command_stays_when_germans_march() {
    let mut game = scene("AH01 Rastenburg, GC01 1027").open(AXIS, IDLE);
    play(&mut game, &["select GC01", "move 0927", "done"]);
    assert_eq!(at(&game, "AH01"), Some(place_of("Rastenburg")));
}

/// [13.8.1.h][13.8.2.a] Stavka stays in Moscow when Soviet units enter Germany.
#[test]
fn stavka_stays_when_soviets_enter_germany() {
    let mut game = scene("SH01 Moscow, AH01 Rastenburg, SW01 1125").open(SOVIET, IDLE);
    play(&mut game, &["done", "select SW01", "move 1124"]);
    assert_eq!([at(&game, "AH01"), at(&game, "SH01")], ["Berlin", "Moscow"].map(|name| Some(place_of(name))));
}

/// [13.8.1.i][7.4.a] The Axis has four rail moves in the Soviet Union, wherever the lines of the Soviets end.
#[test]
fn the_axis_loses_no_rail_move() {
    let data = scenario(ADVANCED);
    let land = data.map.hexes().filter(|&at| !data.map.is_box(at) && data.ownable.contains(at)).map(|at| data.map.name(at));
    let west = land.filter(|at| at[..2].parse::<u8>().is_ok_and(|column| column < 18));
    let position = west.fold(builder(ADVANCED, "").turn(2).expect("a turn"), |position, at| position.owner(&at, AXIS).expect("a hex"));
    let position = position.place("GC01", "1028").expect("it fits").place("SL01", "2521").expect("it fits");
    assert_eq!(position.points(Nation::German, 9).open(AXIS, Phase::RailMoves).rail_moves_left(AXIS).general, 4);
}

/// [13.8.1.a][13.8.1.b] The action for a unit out of supply lets armour of TECH 1 attack as well; one in supply has no use of it.
#[test]
fn relief_is_for_units_out_of_supply() {
    let units = "SH01 Moscow, SW09 1327, SW01 1328, GC01 1227";
    let mut game = active(cut(scene(units), "SW09"), "SH01").open(SOVIET, IDLE);
    assert!(given(&game, "SW01", "supply").is_empty());
    play(&mut game, &["select SW09"]);
    assert!(!offers(&game, "move 1227"));
    play(&mut game, &["supply SH01"]);
    assert!(offers(&game, "move 1227"), "as if fully supplied");
}

/// [13.8.1.b][13.8.3] Supreme Headquarters alone relieve units out of supply, minor ones those of their nation.
#[test]
fn relief_comes_from_supreme_headquarters_of_the_nation() {
    let position = scene("AH03 1027, AH10 1542, GC01 1028, GC15 1028, RO01 1641");
    let position = ["GC01", "RO01"].into_iter().fold(position, cut);
    let game = active(active(position, "AH03"), "AH10").open(AXIS, IDLE);
    assert_eq!([given(&game, "GC01", "supply"), given(&game, "RO01", "supply")], [BTreeSet::new(), BTreeSet::from(["AH10".to_owned()])]);
}

/// [13.8.1.d][13.8.3] Minor Supreme Headquarters send units of their own nation by rail.
#[test]
fn free_trains_are_those_of_the_nation() {
    let mut game = active(scene("AH10 1542, RO01 1542, GC01 1028"), "AH10").open(AXIS, IDLE);
    play(&mut game, &["train AH10"]);
    assert_eq!(goals(&game, "select"), BTreeSet::from(["RO01".to_owned()]));
    // With nobody to send there is no train.
    let game = active(scene("AH10 1542, GC01 1028"), "AH10").open(AXIS, IDLE);
    assert!(!offers(&game, "train AH10"));
}

/// [13.8.1.d][AMB-41] A unit that has marched takes no free train any more.
#[test]
fn who_has_marched_takes_no_train() {
    let mut game = active(scene("SH01 Moscow, SW01 2521, SW02 2521"), "SH01").open(SOVIET, IDLE);
    play(&mut game, &["select SW01", "done", "train SH01"]);
    assert!(offers(&game, "select SW02") && !offers(&game, "select SW01"));
}

/// [13.8.1.d] Armoured Headquarters order no train.
#[test]
fn trains_are_ordered_by_supreme_headquarters() {
    let game = active(scene("AH03 1028, GC15 1028, GC01 1028"), "AH03").open(AXIS, IDLE);
    assert!(goals(&game, "train").is_empty());
}

// ---- 13.2, 13.6: fuel in the course of a phase ----------------------------------------------------------------------------------

/// [13.2][AMB-81] Fuel is taken before the march begins.
#[test]
fn armour_on_the_march_takes_no_fuel() {
    let mut game = active(scene("GC15 1128, AH03 1028"), "AH03").open(AXIS, IDLE);
    play(&mut game, &["select GC15"]);
    assert!(offers(&game, "fuel AH03"));
    play(&mut game, &["move 1129"]);
    assert!(game.ration(unit(game.data(), "GC15")) == stavka_engine::blocks_in_the_east::Ration::None && goals(&game, "fuel").is_empty());
}

/// [13.4] One unit for each barrel: what one has flown with is no fuel of the next.
#[test]
fn each_air_unit_takes_a_barrel() {
    let mut game = active(scene("GC20 1028, GC21 1027, AH07 1028, SW01 1228, SW02 1229"), "AH07").open(AXIS, Phase::AirMovement);
    play(&mut game, &["select GC20", "fuel AH07", "fly 1228", "select GC21"]);
    assert!(goals(&game, "fly").is_empty() && offers(&game, "fuel AH07"));
    play(&mut game, &["fuel AH07"]);
    assert_eq!(left(&game, "AH07"), 2);
}

/// [13.6][12.5] A headquarters out of supply that stands down with its last barrel is gone before it could surrender: nobody has points.
#[test]
fn the_last_barrel_comes_before_surrender() {
    let soviets = |steps: Option<u8>| {
        let position = scene("GC01 0427, AH03 2625");
        let position = match steps {
            Some(steps) => active(cut(position, "AH03").steps("AH03", steps).expect("steps"), "AH03"),
            None => position,
        };
        let mut game = position.open(AXIS, Phase::Verification);
        pass_to(&mut game, SOVIET, Phase::Production);
        game.saved_of(Nation::Soviet, Colour::Yellow)
    };
    assert_eq!([soviets(Some(1)), soviets(Some(2))], [soviets(None), soviets(None) + 1]);
}

/// [SBE5.h][13.6] When the Luftwaffe is supreme its headquarters lose two points for a turn, those of armour one.
#[test]
fn headquarters_of_a_supreme_luftwaffe_lose_two_points() {
    let data = edited(ADVANCED, "luftwaffe_supremacy = false", "luftwaffe_supremacy = true");
    let after = |turn: u8| {
        let places = [("AH07", "1028"), ("AH03", "1028"), ("GC15", "1028"), ("SL02", "1813")];
        let position = places.into_iter().fold(PositionBuilder::empty(data), |position, (id, at)| position.place(id, at).expect("it fits"));
        let position = active(active(position.turn(turn).expect("a turn"), "AH07"), "AH03");
        let mut game = position.open(AXIS, IDLE);
        pass_to(&mut game, AXIS, Phase::Exploitation);
        ["AH07", "AH03"].map(|id| strength(&game, id))
    };
    assert_eq!([after(1), after(2)], [[2, 3], [3, 3]]);
}

/// [7.4] A unit goes by rail once in a turn, whoever pays.
#[test]
fn units_go_by_rail_once_in_a_turn() {
    let mut game = scene("GC01 1028, GC02 1028").points(Nation::German, 9).open(AXIS, Phase::RailMoves);
    play(&mut game, &["select GC01", "move 0928"]);
    assert!(offers(&game, "select GC02") && !offers(&game, "select GC01"));
}
