//! Clauses of sieges and production in Blocks in the East that few positions show: chapters 11 and 12.

use std::collections::BTreeSet;

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::terms::{Colour, Nation, Weather};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Phase, Place, PositionBuilder};
use stavka_engine::game::Game as _;

use crate::blocks_in_the_east_kit::{ADVANCED, at, builder, goals, hex, lines, offers, pass_to, play, saved, strength, unit};
use crate::blocks_in_the_east_map::scenario;

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;
const IDLE: Phase = Phase::GroundMovement;
/// Germans in all hexes from which the pocket of Leningrad and Oranienbaum is entered.
const RING: &str = "GC01 1714, GC02 1715, GC03 1812, GC04 1815, GC05 1914";
/// Germans around it in snow: the last hex lies in their zones of control, and nobody is in it.
const LOOSE_RING: &str = "GC01 1714, GC02 1715, GC03 1812, GC04 1815, GC05 1915";

fn scene(units: &str) -> PositionBuilder {
    builder(ADVANCED, units).turn(2).expect("a second turn")
}

fn name(place: &str) -> String {
    let data = scenario(ADVANCED);
    data.map.name(hex(data, place))
}

/// Units with the pocket, all the land west of it lost to the Axis.
fn pocket(units: &str) -> PositionBuilder {
    let data = scenario(ADVANCED);
    let land = data.map.hexes().filter(|&at| !data.map.is_box(at) && data.ownable.contains(at)).map(|at| data.map.name(at));
    let west = land.filter(|at| at[..2].parse::<u8>().is_ok_and(|column| column < 19));
    let west = west.filter(|at| ![name("Leningrad"), name("Oranienbaum")].contains(at));
    let position = west.fold(scene(""), |position, at| position.owner(&at, AXIS).expect("a hex"));
    units.split(", ").fold(position, |position, line| {
        let (id, at) = line.split_once(' ').expect("a unit with a place");
        position.place(id, &name(at)).expect("it fits")
    })
}

fn dead(position: PositionBuilder, id: &str) -> PositionBuilder {
    position.put_in_box(id, Place::ELIMINATED).expect("a place")
}

fn is_eliminated(game: &BlocksInTheEast, id: &str) -> bool {
    game.place(unit(game.data(), id)) == Place::ELIMINATED
}

fn soviets(game: &BlocksInTheEast, colour: Colour) -> u16 {
    game.saved_of(Nation::Soviet, colour)
}

fn in_pocket(game: &BlocksInTheEast) -> [u16; 2] {
    [Colour::Yellow, Colour::Red].map(|colour| game.saved_in_pocket(colour))
}

/// Passes until a phase of a side in the next turn.
fn next_turn(game: &mut BlocksInTheEast, side: Side, phase: Phase) {
    let turn = game.game_turn();
    while game.game_turn() == turn {
        pass_to(game, side.opponent(), Phase::Supply);
        pass_to(game, side, Phase::Supply);
    }
    pass_to(game, side, phase);
}

/// Hexes from which a place is entered.
fn around(place: &str) -> Vec<String> {
    let data = scenario(ADVANCED);
    let center = hex(data, place);
    let near = data.map.grid.neighbours(center).filter(|(direction, near)| {
        let side = &data.map.sides[center.index()][direction.index()];
        !side.water && !side.strait && data.ground.open.contains(*near)
    });
    near.map(|(_, near)| data.map.name(near)).collect()
}

fn ring(place: &str, prefix: &str) -> String {
    around(place).iter().zip(1..).map(|(near, number)| format!("{prefix}{number:02} {near}")).collect::<Vec<_>>().join(", ")
}

// ---- 12.1, 12.3: sieges ---------------------------------------------------------------------------------------------------------

/// [12.1] With one point left besieged artillery surrenders like others, though its block has a step without strength.
#[test]
fn besieged_artillery_with_a_point_left_surrenders() {
    let turn = |steps: u8| {
        let position = scene(&format!("SQ01 Tallinn, {}", ring("Tallinn", "GC"))).weather(Weather::Snow);
        let mut game = position.steps("SQ01", steps).expect("steps").open(SOVIET, Phase::Supply);
        pass_to(&mut game, AXIS, Phase::Production);
        (is_eliminated(&game, "SQ01"), strength(&game, "SQ01"))
    };
    assert_eq!((turn(3), turn(2).0), ((false, 1), true));
}

/// [12.1][AMB-54] A besieged unit whose lowest step has two points surrenders from it.
#[test]
fn besieged_ski_troops_surrender_from_their_lowest_step() {
    let turn = |steps: u8| {
        let position = scene(&format!("FI01 Tallinn, {}", ring("Tallinn", "SK"))).weather(Weather::Snow);
        let mut game = position.steps("FI01", steps).expect("steps").open(AXIS, Phase::Supply);
        pass_to(&mut game, SOVIET, Phase::Production);
        (is_eliminated(&game, "FI01"), strength(&game, "FI01"))
    };
    assert_eq!((turn(2), turn(1).0), ((false, 2), true));
}

/// [12.3.a] The road leads from Leningrad: when the city has fallen it feeds Oranienbaum no more.
#[test]
fn the_road_leads_from_the_city() {
    let turn = |units: &str| {
        let mut game = pocket(units).weather(Weather::Snow).open(SOVIET, Phase::Supply);
        pass_to(&mut game, AXIS, Phase::Production);
        game.step(unit(game.data(), "SL02"))
    };
    assert_eq!(
        [turn(&format!("SL02 Oranienbaum, SL01 Leningrad, {RING}")), turn(&format!("SL02 Oranienbaum, GC06 Leningrad, {RING}"))],
        [0, 1]
    );
}

/// [12.3][12.3.b] Who was besieged in the pocket when its turn began holds out by the road at its end as well, also if somebody has gone
/// out meanwhile.
#[test]
fn a_sortie_from_the_pocket_makes_nobody_worse_off() {
    let mut sorties = 0;
    for (id, from) in [("SV01", "Oranienbaum"), ("SV01", "Leningrad")] {
        let units = format!("SL01 Leningrad, SL02 Oranienbaum, {id} {from}, {LOOSE_RING}");
        let mut game = pocket(&units).weather(Weather::Snow).open(SOVIET, Phase::Supply);
        let besieged = unit(game.data(), "SL02");
        assert!(game.is_out_of_supply(besieged));
        pass_to(&mut game, SOVIET, IDLE);
        play(&mut game, &[&format!("select {id}")]);
        if offers(&game, "move 1914") {
            play(&mut game, &["move 1914"]);
            pass_to(&mut game, AXIS, Phase::Production);
            assert!(is_eliminated(&game, id) && game.is_out_of_supply(besieged), "who has gone out surrenders");
            assert_eq!((is_eliminated(&game, "SL02"), game.step(besieged)), (false, 0));
            sorties += 1;
        }
    }
    assert!(sorties > 0, "two points pay for a step");
}

// ---- 12.3.b: points of the pocket -----------------------------------------------------------------------------------------------

/// [12.3.a][SBE6.d] The lake is open in rain.
#[test]
fn points_cross_the_lake_in_rain() {
    let units = format!("SL01 Leningrad, SL03 2013, ST02 2521, ST03 2521, {RING}");
    let enough = |weather: Weather| {
        let position = pocket(&units).weather(weather).steps("ST02", 1).expect("steps").steps("ST03", 1).expect("steps");
        let mut game = position.open(SOVIET, Phase::Production);
        play(&mut game, &["repair ST02", "repair ST03"]);
        offers(&game, "repair ST02")
    };
    assert_eq!([Weather::Rain, Weather::Snow].map(enough), [true, false]);
}

/// [12.3.b] Armour in the pocket needs red points of the city: without its factory there are none.
#[test]
fn armour_in_the_pocket_needs_the_red_points_of_the_city() {
    let repairs = |falls: bool| {
        let units = format!("SL03 2013, {RING}");
        let city = name("Leningrad");
        let position = pocket(&units);
        let position = if falls { position.owner(&city, AXIS).expect("a hex").owner(&city, SOVIET).expect("a hex") } else { position };
        let position = position.place("SL05", &city).expect("it fits").steps("SL05", 2).expect("steps").weather(Weather::Snow);
        let mut game = position.open(SOVIET, Phase::Production);
        let offered = offers(&game, "repair SL05");
        if offered {
            play(&mut game, &["repair SL05"]);
        }
        (offered, in_pocket(&game))
    };
    assert_eq!([repairs(false), repairs(true)], [(true, [0, 1]), (false, [2, 0])]);
}

/// [12.3.b] New units of the pocket are built in Leningrad, not in the yards of Oranienbaum.
#[test]
fn marines_of_the_pocket_are_built_in_the_city() {
    let sites = |units: &str| {
        let mut game = dead(pocket(units).weather(Weather::Snow), "SM01").open(SOVIET, Phase::Production);
        play(&mut game, &["rebuild SM01"]);
        let places = goals(&game, "place");
        ["Leningrad", "Oranienbaum"].map(|place| places.contains(&name(place)))
    };
    assert_eq!(sites("SL01 Leningrad, SL03 2013, GC01 0528"), [true, true]);
    assert_eq!(sites(&format!("SL01 Leningrad, SL03 2013, {RING}")), [true, false]);
}

/// [11.2.d][12.3.b] The city saves no more red points than yellow ones.
#[test]
fn the_city_saves_red_points_with_yellow_ones() {
    let mut game = pocket(&format!("SL01 Leningrad, SL03 2013, {RING}")).open(SOVIET, Phase::Production);
    assert_eq!(in_pocket(&game), [2, 3]);
    next_turn(&mut game, SOVIET, Phase::Production);
    assert_eq!(in_pocket(&game), [4, 5]);
}

/// [12.3] The points of a pocket that is relieved are like all others.
#[test]
fn points_of_a_relieved_pocket_go_to_all() {
    let relieved = |behind: &str| {
        let units = format!("SL01 Leningrad, SL03 2014, {behind}{LOOSE_RING}");
        let mut game = pocket(&units).weather(Weather::Snow).open(SOVIET, Phase::Production);
        let before = soviets(&game, Colour::Yellow);
        assert_eq!(in_pocket(&game), [2, 3]);
        pass_to(&mut game, SOVIET, IDLE);
        play(&mut game, &["select SL03", "move 1914"]);
        next_turn(&mut game, SOVIET, Phase::Production);
        assert_eq!(at(&game, "SL03").as_deref(), Some("1914"));
        (in_pocket(&game), soviets(&game, Colour::Yellow) - 2 * before)
    };
    assert_eq!(relieved("SL04 2014, "), ([0, 0], 4), "what lay there, and what the city makes now");
    assert_eq!(relieved(""), ([4, 5], 0), "a corps that is cut off itself relieves nobody");
}

/// [12.3] The points of a city that falls are lost.
#[test]
fn points_of_a_fallen_city_are_lost() {
    let mut game = pocket(&format!("SL02 Oranienbaum, SL03 2013, {RING}")).weather(Weather::Snow).open(SOVIET, Phase::Production);
    let before = soviets(&game, Colour::Yellow);
    assert_eq!(in_pocket(&game), [2, 3]);
    pass_to(&mut game, AXIS, IDLE);
    let city = name("Leningrad");
    let enters = ["GC01", "GC02", "GC03", "GC04", "GC05"].into_iter().find(|id| {
        let mut game = game.clone();
        offers(&game, &format!("select {id}")) && {
            play(&mut game, &[&format!("select {id}")]);
            offers(&game, &format!("move {city}"))
        }
    });
    let line = format!("select {}", enters.expect("somebody enters it"));
    play(&mut game, &[&line, &format!("move {city}")]);
    pass_to(&mut game, SOVIET, Phase::Production);
    assert_eq!((in_pocket(&game), soviets(&game, Colour::Yellow)), ([0, 0], 2 * before));
}

/// [12.3.b] What lies in the pocket serves the Soviets alone: Germans in Oranienbaum are repaired with points of Germany, and elsewhere no
/// German spends it either.
#[test]
fn germans_do_not_use_the_points_of_the_pocket() {
    let units = "SL01 Leningrad, SL03 2013, GC06 Oranienbaum, GC01 1714, GC03 1812, GC05 1914, GC02 1715, GC04 1815";
    let mut game = pocket(units).steps("GC06", 1).expect("steps").open(SOVIET, Phase::Production);
    assert_eq!(in_pocket(&game), [2, 3]);
    pass_to(&mut game, AXIS, Phase::Production);
    if offers(&game, "repair GC06") {
        play(&mut game, &["repair GC06"]);
    }
    assert_eq!(in_pocket(&game), [2, 3]);
    let ids = ["GN01", "GN02", "GN03", "GN04", "GN05", "GN06", "GN07", "GN08", "GS01", "GS02"];
    let places = ["0528", "0428", "0427", "0327", "0227"].into_iter().flat_map(|at| [at; 2]);
    let rest = ids.iter().zip(places).map(|(id, at)| format!("{id} {at}")).collect::<Vec<_>>().join(", ");
    let units = format!("SL01 Leningrad, SL03 2013, {RING}, {rest}");
    let position = ids.into_iter().fold(pocket(&units), |position, id| position.steps(id, 1).expect("steps"));
    let mut game = position.open(SOVIET, Phase::Production);
    pass_to(&mut game, AXIS, Phase::Production);
    while let Some(line) = lines(&game).into_iter().find(|line| line.starts_with("repair G")) {
        play(&mut game, &[&line]);
    }
    assert_eq!((saved(&game, Nation::German), in_pocket(&game)), (0, [2, 3]));
}

// ---- 11: production -------------------------------------------------------------------------------------------------------------

/// [11.2.d][5.2.a] Points that Germany gave are saved with yellow ones like others.
#[test]
fn given_points_are_saved_with_yellow_ones() {
    let mut game = scene("RO01 1542, SL01 2013, GC02 0528").open(AXIS, Phase::Production);
    let own = Colour::ALL.map(|colour| game.saved_of(Nation::Romanian, colour));
    assert_eq!(own, [2, 0, 0, 2]);
    play(&mut game, &["send red romanian", "send red romanian", "done"]);
    let turn = game.game_turn();
    while game.game_turn() == turn || game.phase().is_none_or(|(side, _)| side != AXIS) {
        let line = if offers(&game, "done") { "done".to_owned() } else { lines(&game).into_iter().next_back().expect("a choice") };
        play(&mut game, &[&line]);
        if goals(&game, "give-up").contains("red") {
            break;
        }
    }
    assert_eq!(goals(&game, "give-up"), BTreeSet::from(["black".to_owned(), "red".to_owned()]), "four of colours, two yellow ones");
    play(&mut game, &["give-up red", "give-up red"]);
    assert!(goals(&game, "give-up").is_empty());
}

/// [5.2.a][11.0.a] Points of colours that Germany gave are spent before the nation's own.
#[test]
fn given_points_of_colours_are_spent_first() {
    let position = scene("RO07 1542, SL01 2013, GC02 0528").steps("RO07", 1).expect("steps");
    let position = position.points(Nation::Romanian, 9).coloured(Nation::Romanian, Colour::Red, 5);
    let mut game = position.open(AXIS, Phase::Production);
    play(&mut game, &["send red romanian", "repair RO07"]);
    assert_eq!(game.saved_of(Nation::Romanian, Colour::Red), 4, "two red points, one of them given");
}

/// [11.3] Each point of a centre crosses the mines by itself: the two of Leningrad for Germany.
#[test]
fn each_point_crosses_the_mines_by_itself() {
    let dice = |places: &[&str]| {
        let position =
            places.iter().fold(scene("GC02 0528, SL01 2521"), |position, place| position.owner(&name(place), AXIS).expect("a hex"));
        let mut game = position.open(AXIS, Phase::Production);
        let mut count = 0;
        while offers(&game, "die 1") {
            play(&mut game, &["die 1"]);
            count += 1;
        }
        count
    };
    assert_eq!(dice(&["Tallinn", "Riga", "Leningrad"]) - dice(&["Tallinn", "Riga"]), 2);
}

/// [11.2.c] The allies' tanks come to their capitals as well.
#[test]
fn allies_build_tanks_in_their_capitals() {
    let position = dead(scene("GC02 0528, SL01 2013"), "RO07").points(Nation::Romanian, 9).coloured(Nation::Romanian, Colour::Red, 9);
    let mut game = position.open(AXIS, Phase::Production);
    play(&mut game, &["rebuild RO07"]);
    assert_eq!(goals(&game, "place"), BTreeSet::from(["1542".to_owned()]));
}

/// [11.2][AMB-35] The Airlanding Division is built where aircraft are.
#[test]
fn airlanding_troops_come_to_blue_factories() {
    let mut game = dead(scene("GC02 0528, SL01 2013"), "GX03").open(AXIS, Phase::Production);
    play(&mut game, &["rebuild GX03"]);
    let data = game.data();
    let sites =
        data.map.factories.iter().filter(|factory| factory.owner == AXIS && factory.colour == Colour::Blue && factory.works_in(1941));
    assert_eq!(goals(&game, "place"), sites.map(|factory| data.map.name(factory.hex)).collect());
}

/// [11.1][11.2.a] Police makes two black points: its wells are those of the plant.
#[test]
fn the_plant_of_police_is_counted_once() {
    let black = |position: PositionBuilder| position.open(AXIS, Phase::Production).saved_of(Nation::German, Colour::Black);
    let units = "GC02 0528, SL01 2013";
    assert_eq!([black(scene(units)), black(scene(units).owner(&name("Police"), SOVIET).expect("a hex"))], [10, 8]);
}

/// [7.11.e][11.0] A nation that has surrendered earns nothing any more, also when Germans take its capital back.
#[test]
fn who_has_surrendered_earns_nothing() {
    let capital = name("Bucharest");
    let beside = around("Bucharest").into_iter().next().expect("land");
    let position = scene(&format!("GC01 {beside}, GC02 0528, SL01 2013")).owner(&capital, SOVIET).expect("a hex");
    let mut game = position.open(SOVIET, Phase::Recheck);
    assert!(game.has_surrendered(Nation::Romanian));
    pass_to(&mut game, AXIS, IDLE);
    play(&mut game, &["select GC01", &format!("move {capital}")]);
    next_turn(&mut game, AXIS, Phase::Disbanding);
    assert_eq!(game.owner(hex(game.data(), "Bucharest")), Some(AXIS));
    assert_eq!(Colour::ALL.map(|colour| game.saved_of(Nation::Romanian, colour)), [0; 4]);
}

/// [12.3][11.0] What Germans hold of the pocket makes points for Germany.
#[test]
fn a_city_that_has_fallen_works_for_germany() {
    let earned = |units: &str| {
        let mut game = pocket(units).open(SOVIET, Phase::Production);
        pass_to(&mut game, AXIS, Phase::Production);
        saved(&game, Nation::German)
    };
    let besieged = earned(&format!("SL02 Oranienbaum, SL03 2013, GC06 Leningrad, {RING}"));
    let free = earned(&format!("GC07 Oranienbaum, SL03 2013, GC06 Leningrad, {RING}"));
    assert_eq!(besieged, free);
}
