//! Rows of the coverage table of Blocks in the East that other tests leave open: the course of a turn, production, rail moves, Blitz,
//! exploitation, victory.

use std::collections::BTreeSet;

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::terms::{Country, Nation, Region, Weather};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Phase, Place, PositionBuilder};
use stavka_engine::game::{Game as _, Turn};

use crate::blocks_in_the_east_kit::{WHOLE, at, builder, goals, hex, legal, offers, pass_to, play, rule_against, saved, strength, unit};
use crate::blocks_in_the_east_map::scenario;
use crate::blocks_in_the_east_turn::{pass, second, set};

// ---- the course of a turn ---------------------------------------------------------------------------------------------------------

/// [7.0.a][7.5.2][7.7][7.8][7.9] A turn in which there is something to do in every phase goes through them in the order of the rules.
#[test]
fn a_full_turn_goes_from_production_to_exploitation() {
    let units = "GN08 1123, GN12 0923, GN07 2921, SB01 1222, SB06 1221, SA08 1219, SL01 1813, GC01 0826";
    let position = ["SB01", "SL01", "GC01"].into_iter().fold(second(WHOLE, units), |position, id| position.steps(id, 1).expect("a step"));
    let mut game = position.open(Side::Axis, Phase::Supply);
    let cut = unit(game.data(), "GN07");
    assert!(game.is_out_of_supply(cut), "[7.2] before production");
    let mut seen: Vec<(Side, Phase)> = Vec::new();
    while seen.last() != Some(&(Side::Soviet, Phase::GroundMovement)) {
        let now = game.phase().expect("a phase");
        if seen.last() != Some(&now) {
            seen.push(now);
            match now {
                (Side::Axis, Phase::GroundMovement) => play(&mut game, &["select GN08", "move 1222"]),
                (Side::Axis, Phase::AirMovement) => play(&mut game, &["select GN12", "fly 1222"]),
                (Side::Axis, Phase::Reaction) => play(&mut game, &["select SB06", "fly 1222"]),
                (Side::Axis, Phase::Blitz) => assert_eq!(at(&game, "GN07").as_deref(), Some("2921"), "[7.9] after the Blitz"),
                (Side::Axis, Phase::Exploitation) => assert_eq!(game.place(cut), Place::ELIMINATED, "[7.9] before armour exploits"),
                _ => {}
            }
            continue;
        }
        match game.volley() {
            // The Axis hits with every die, the Soviets with none.
            Some((Side::Soviet, ..)) => play(&mut game, &["hits 0"]),
            _ => pass(&mut game),
        }
    }
    let axis = [
        Phase::Production,
        Phase::Disbanding,
        Phase::RailMoves,
        Phase::GroundMovement,
        Phase::AirMovement,
        Phase::Reaction,
        Phase::Combat,
        Phase::Blitz,
        Phase::AirReturn,
        Phase::Exploitation,
    ];
    let soviet = [Phase::Production, Phase::Disbanding, Phase::RailMoves, Phase::GroundMovement];
    let order: Vec<_> = axis.map(|phase| (Side::Axis, phase)).into_iter().chain(soviet.map(|phase| (Side::Soviet, phase))).collect();
    assert_eq!(seen, order);
}

/// [7.9][4.0] A unit that is cut off in the course of its turn stays; one that was marked when the turn began surrenders.
#[test]
fn a_unit_that_is_cut_off_in_its_turn_does_not_surrender() {
    let after = |marked: bool| {
        let position = second(WHOLE, "GN01 2921, SL01 1813");
        let position = if marked { position.out_of_supply("GN01").expect("on the map") } else { position };
        let mut game = position.open(Side::Axis, Phase::GroundMovement);
        pass_to(&mut game, Side::Soviet, Phase::Supply);
        (at(&game, "GN01").is_some(), saved(&game, Nation::Soviet))
    };
    let (stays, points) = after(false);
    assert!(stays && !after(true).0);
    assert_eq!(after(true).1, points + 1);
}

// ---- production -------------------------------------------------------------------------------------------------------------------

/// A position in which these units are eliminated and both sides have points.
fn eliminated(units: &[&str], on_map: &str) -> PositionBuilder {
    let rich = second(WHOLE, on_map).points(Nation::German, 50).points(Nation::Soviet, 50);
    units.iter().fold(rich, |position, id| position.put_in_box(id, Place::ELIMINATED).expect("a unit"))
}

/// [7.3.1.b] Leningrad and Stalingrad receive two units, other Major Cities one.
#[test]
fn leningrad_and_stalingrad_receive_two_units() {
    let ids = ["SL01", "SL02", "SL03", "SL04", "SB01", "SB02", "SB03", "SK01", "SK02"];
    let mut game = eliminated(&ids, "").open(Side::Soviet, Phase::Production);
    let cities = ["3234", "1813", "2521", "2432"];
    let room = |game: &BlocksInTheEast, id: &str| {
        let mut game = game.clone();
        play(&mut game, &[&format!("rebuild {id}")]);
        cities.map(|city| offers(&game, &format!("place {city}")))
    };
    assert_eq!(room(&game, "SK02"), [true; 4]);
    for (id, city) in [("SL01", "3234"), ("SL02", "1813"), ("SL03", "2521"), ("SL04", "2432")] {
        play(&mut game, &[&format!("rebuild {id}"), &format!("place {city}")]);
    }
    assert_eq!(room(&game, "SK02"), [true, true, true, false], "Kharkov has had its unit");
    for (id, city) in [("SB01", "3234"), ("SB02", "1813"), ("SB03", "2521")] {
        play(&mut game, &[&format!("rebuild {id}"), &format!("place {city}")]);
    }
    assert_eq!(room(&game, "SK02"), [false; 4]);
}

/// [7.3.1.f] Reinforcements come in at full strength, units that are rebuilt with their last step.
#[test]
fn reinforcements_have_their_full_strength() {
    let mut game = eliminated(&["GN01"], "").open(Side::Axis, Phase::Production);
    play(&mut game, &["bring AI01", "place 0227", "bring AP01", "place 0128", "rebuild GN01", "place 0628"]);
    assert_eq!(["AI01", "AP01", "GN01"].map(|id| strength(&game, id)), [4, 5, 1]);
}

/// [3.3.a][7.3.1.c][7.3.1.d] Each factory that the enemy takes is gone for good, of both colours and of both sides; the others stay.
#[test]
fn factories_that_fall_are_gone() {
    let name = |game: &BlocksInTheEast, city: &str| game.data().map.name(hex(game.data(), city));
    for (side, ids, cities) in [
        (
            Side::Soviet,
            ["SB05", "SA08"],
            [&["Gorky", "Kharkov", "Leningrad", "Stalingrad"][..], &["Gorky", "Moscow", "Saratov", "Voronezh"]],
        ),
        (Side::Axis, ["GN09", "GN12"], [&["Berlin", "Magdeburg"], &["Berlin", "Leipzig", "Vienna"]]),
    ] {
        let works = |position: PositionBuilder| {
            let game = position.open(side, Phase::Production);
            ids.map(|id| {
                let mut game = game.clone();
                play(&mut game, &[&format!("rebuild {id}")]);
                goals(&game, "place")
            })
        };
        let start = eliminated(&ids, "");
        let probe = start.clone().open(side, Phase::Production);
        let all = cities.map(|list| list.iter().map(|city| name(&probe, city)).collect::<BTreeSet<_>>());
        assert_eq!(works(start.clone()), all);
        for city in all.iter().flatten() {
            let fallen = start.clone().owner(city, side.opponent()).expect("a hex").owner(city, side).expect("a hex");
            let left = all.clone().map(|cities| cities.into_iter().filter(|other| other != city).collect::<BTreeSet<_>>());
            assert_eq!(works(fallen), left, "{city}");
        }
    }
}

/// [3.3.a] In play: a panzer corps passes through Kharkov and on, and no tanks are built there when it is Soviet again.
#[test]
fn a_factory_is_destroyed_by_a_unit_that_passes() {
    let mut game = eliminated(&["SB05"], "GS10 2331").open(Side::Axis, Phase::GroundMovement);
    play(&mut game, &["select GS10", "move 2432", "move 2533", "done"]);
    assert_eq!(game.owner(hex(game.data(), "2432")), Some(Side::Axis));
    let retaken = eliminated(&["SB05"], "").owner("2432", Side::Axis).expect("a hex").place("SL01", "2432").expect("there");
    let mut game = retaken.open(Side::Soviet, Phase::Production);
    assert_eq!(game.owner(hex(game.data(), "2432")), Some(Side::Soviet));
    play(&mut game, &["rebuild SB05"]);
    assert!(!offers(&game, "place 2432") && offers(&game, "place 3234"));
}

/// [7.3.2][7.5.3.d][3.10] Two aircraft in a base, one of them new, keep no ground unit out, on foot or by rail; nor do four ground units
/// aircraft. The limits of each are judged apart when movement is over.
#[test]
fn new_units_above_a_limit_keep_no_others_out() {
    let goes = |units: &str, id: &str, phase: Phase, line: &str| {
        let mut game = second(WHOLE, units).points(Nation::Soviet, 5).open(Side::Soviet, phase);
        play(&mut game, &[&format!("select {id}")]);
        offers(&game, line)
    };
    let aircraft = "SW14 2629, SB06 2629, SL01 2628, SL02 2826";
    assert!(goes(aircraft, "SL01", Phase::GroundMovement, "move 2629"));
    assert!(goes(aircraft, "SL02", Phase::RailMoves, "move 2629"));
    let full = "SG01 2629, SG02 2629, SW14 2432, SL02 2628";
    assert!(!goes(full, "SL02", Phase::GroundMovement, "move 2629"), "two combat units that do not move");
    assert!(goes(full, "SW14", Phase::AirMovement, "rebase 2629"));
    let crowded = "SG01 2629, SG02 2629, SG03 2629, SW14 2432";
    assert!(goes(crowded, "SW14", Phase::AirMovement, "rebase 2629"));
    assert!(!goes("SG01 2629, SB06 2629, SW14 2432", "SW14", Phase::AirMovement, "rebase 2629"), "one air unit in a base");
}

// ---- rail -------------------------------------------------------------------------------------------------------------------------

/// [7.4][7.4.a] The Axis makes four rail moves a turn that begin or end in the Soviet Union, one more in the Finnish area, and any number
/// elsewhere; each costs a point.
#[test]
fn the_axis_moves_by_rail_where_it_may() {
    let units = "GN01 1223, GN02 1323, GN03 1422, GN04 1522, GN05 1521, GC01 0923, GC02 0227, GC03 0628, FI03 1910, FI04 2010";
    let mut game = second(WHOLE, units).points(Nation::German, 20).open(Side::Axis, Phase::RailMoves);
    let data = game.data();
    let country = |name: &str| data.map.country[hex(data, name).index()];
    let soviet = |name: &String| country(name) == Some(Country::SovietUnion);
    let area = |name: &String| data.map.region(Region::FinnishOperations).contains(hex(data, name)) || !soviet(name);
    let go = |game: &mut BlocksInTheEast, id: &str, to: &str| play(game, &[&format!("select {id}"), &format!("move {to}")]);
    assert_eq!([country("0824"), country("0227")], [Some(Country::Germany); 2]);
    // Within the Soviet Union, out of it, and into it twice.
    go(&mut game, "GN02", "1223");
    go(&mut game, "GN01", "0824");
    go(&mut game, "GC01", "1323");
    play(&mut game, &["select GC02"]);
    assert!(goals(&game, "move").iter().any(soviet), "a fourth");
    play(&mut game, &["move 1323"]);
    for id in ["GN03", "GN04", "GN05"] {
        assert_eq!(rule_against(&game, &format!("select {id}")), "7.4.b", "no fifth");
    }
    // One more in the north.
    assert_eq!(saved(&game, Nation::German), 16);
    play(&mut game, &["select FI03"]);
    let north = goals(&game, "move");
    assert!(north.contains("1809") && north.iter().all(area), "{north:?}");
    play(&mut game, &["move 1809"]);
    assert_eq!(rule_against(&game, "select FI04"), "7.4.b");
    // And elsewhere.
    play(&mut game, &["select GC03"]);
    assert!(!goals(&game, "move").iter().any(soviet));
    play(&mut game, &["move 0227"]);
    assert_eq!(saved(&game, Nation::German), 14, "each costs a point");
}

// ---- Blitz and exploitation -------------------------------------------------------------------------------------------------------

/// The units that a side can pick in a phase, if the phase asks anything.
fn picked(game: &BlocksInTheEast, side: Side, phase: Phase) -> BTreeSet<String> {
    if game.phase() == Some((side, phase)) { goals(game, "select") } else { BTreeSet::new() }
}

fn fought(position: PositionBuilder, ids: &[&str]) -> PositionBuilder {
    ids.iter().fold(position, |position, id| position.fought(id).expect("on the map"))
}

/// [7.8][7.8.a] Armour, artillery and aircraft that have not fought make no Blitz and follow none.
#[test]
fn who_has_not_fought_makes_no_blitz() {
    let units = "GN08 1123, GN09 1122, GN10 1123, GC20 1123, SB01 1222";
    let position = || second(WHOLE, units).flying("GC20").expect("on the map");
    let all = ["GN08", "GN09", "GN10", "GC20"];
    let mut game = fought(position(), &all).open(Side::Axis, Phase::Blitz);
    assert_eq!(picked(&game, Side::Axis, Phase::Blitz), set(&["GN08", "GN09"]));
    play(&mut game, &["select GN08", "move 1222"]);
    assert_eq!(goals(&game, "join"), set(&["GC20", "GN09", "GN10"]));
    let mut game = fought(position(), &["GN08"]).open(Side::Axis, Phase::Blitz);
    assert_eq!(picked(&game, Side::Axis, Phase::Blitz), set(&["GN08"]));
    play(&mut game, &["select GN08", "move 1222"]);
    assert!(goals(&game, "join").is_empty(), "{:?}", goals(&game, "join"));
}

/// [6.3.2][7.8.a] Bombers of TECH 2 follow a Blitz, and those of TECH 1 do not.
#[test]
fn bombers_of_tech_2_follow_a_blitz() {
    let position = second(WHOLE, "GN08 1123, GC21 1123, SB01 1222").flying("GC21").expect("on the map");
    let mut game = fought(position, &["GN08", "GC21"]).open(Side::Axis, Phase::Blitz);
    play(&mut game, &["select GN08", "move 1222"]);
    assert_eq!(goals(&game, "join"), set(&["GC21"]));
    let position = second(WHOLE, "SB05 1221, SA08 1221, GN01 1121").flying("SA08").expect("on the map");
    let mut game = fought(position, &["SB05", "SA08"]).open(Side::Soviet, Phase::Blitz);
    play(&mut game, &["select SB05", "move 1121"]);
    assert!(goals(&game, "join").is_empty(), "{:?}", goals(&game, "join"));
}

/// [6.2.1][7.8.a][7.10] Soviet mechanized troops make Blitz moves and exploit from November 1942 on, when they reach TECH 2.
#[test]
fn soviet_mechanized_troops_exploit_from_tech_2_on() {
    let asked = |turn: u8, phase: Phase| {
        let units = "SL05 2519, SB05 2718, SH02 2718, GN01 0826";
        let position = builder("operation-blue", units).turn(turn).expect("a turn").weather(Weather::Clear);
        let position = position.active("SH02").expect("on the map");
        picked(&fought(position, &["SL05", "SB05"]).open(Side::Soviet, phase), Side::Soviet, phase)
    };
    for phase in [Phase::Blitz, Phase::Exploitation] {
        assert_eq!(asked(17, phase), set(&["SB05"]), "{phase:?}");
        assert_eq!(asked(18, phase), set(&["SB05", "SL05"]), "{phase:?}");
    }
    let german = fought(second(WHOLE, "AP02 1123, SB01 1721"), &["AP02"]);
    for phase in [Phase::Blitz, Phase::Exploitation] {
        assert_eq!(picked(&german.clone().open(Side::Axis, phase), Side::Axis, phase), set(&["AP02"]), "{phase:?}");
    }
}

/// [7.10] In 1941 Soviet tanks exploit; mechanized troops and cavalry do not.
#[test]
fn soviet_tanks_exploit_and_mechanized_troops_do_not() {
    let mut game = second(WHOLE, "SB05 2519, SB04 2718, SW13 2519, GN01 0826").open(Side::Soviet, Phase::Exploitation);
    assert_eq!(picked(&game, Side::Soviet, Phase::Exploitation), set(&["SB05"]));
    assert_eq!(rule_against(&game, "select SB04"), "7.10");
    play(&mut game, &["select SB05"]);
    assert!(offers(&game, "move 2422"), "with all its points: {:?}", goals(&game, "move"));
}

/// [7.8.1][7.7.16] After the Blitz the aircraft of both sides return, those of the active side first; of either one without a base is
/// lost.
#[test]
fn aircraft_of_both_sides_return() {
    let flying = |units: &str| {
        let position = second(WHOLE, units);
        ["GN12", "SB06"]
            .into_iter()
            .fold(position, |position, id| position.flying(id).expect("on the map"))
            .open(Side::Axis, Phase::AirReturn)
    };
    let mut game = flying("GN12 1222, GN01 1222, SB06 1222, SB01 1222");
    assert_eq!((game.turn(), game.phase()), (Turn::Player(Side::Axis), Some((Side::Axis, Phase::AirReturn))));
    play(&mut game, &["rebase 0923"]);
    assert_eq!((game.turn(), game.phase()), (Turn::Player(Side::Soviet), Some((Side::Axis, Phase::AirReturn))));
    play(&mut game, &["rebase 1221"]);
    let grounded = |id: &str| !game.is_flying(unit(game.data(), id));
    assert!(grounded("GN12") && grounded("SB06"));
    let mut game = flying("GN12 0426, GN01 0426, SB06 0426, SB01 0426");
    play(&mut game, &["rebase 0227"]);
    assert_eq!(game.place(unit(game.data(), "SB06")), Place::ELIMINATED, "far from its bases");
}

// ---- victory ----------------------------------------------------------------------------------------------------------------------

/// [7.11.a][7.11.e] Finland, Romania, Hungary and Slovakia give up with their capitals, each by itself; the Soviets do not with Moscow.
#[test]
fn allies_give_up_with_their_capitals() {
    let nations = [
        (Nation::Finnish, "1313", "FI03"),
        (Nation::Romanian, "1542", "RO03"),
        (Nation::Hungarian, "0836", "HU02"),
        (Nation::Slovak, "0635", "AK01"),
    ];
    let position = || second(WHOLE, "FI03 1412, RO03 1637, HU02 1036, AK01 0734, SL01 2718");
    for (nation, capital, _) in nations {
        let game = position().owner(capital, Side::Soviet).expect("a hex").open(Side::Soviet, Phase::Recheck);
        for (other, _, id) in nations {
            let gone = game.has_surrendered(other) && game.place(unit(game.data(), id)) == Place::REMOVED;
            assert_eq!(gone, other == nation, "{capital}: {other:?}");
        }
        assert_ne!(game.turn(), Turn::Over);
    }
    let game = position().owner("2521", Side::Axis).expect("a hex").open(Side::Soviet, Phase::Recheck);
    assert!(!game.has_surrendered(Nation::Soviet) && at(&game, "SL01").is_some() && !legal(&game).is_empty());
    assert!(scenario(WHOLE).map.place_named("Bratislava").is_some());
}
