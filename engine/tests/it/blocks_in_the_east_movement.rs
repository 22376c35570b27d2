//! Movement in Blocks in the East: scenes for the rules, and a slow search for where units may go.

use std::collections::{BTreeMap, BTreeSet};

use stavka_engine::blocks_in_the_east::terms::{Country, Entry, Nation, Project, Region, Terrain, TownClass, UnitClass, UnitKind};
use stavka_engine::blocks_in_the_east::{Action, BlocksInTheEast, Crowd, Phase, UnitId, halved};
use stavka_engine::game::Game as _;
use stavka_engine::hex::Hex;
use stavka_engine::{Dice, Side};

use crate::blocks_in_the_east_kit::{
    LENINGRAD, ROSTOV, WHOLE, at, builder, goals, hex, legal, offers, pass_to, placed, play, rule_against, unit,
};
use crate::blocks_in_the_east_map::scenario;

/// A position in which the ground units of a side move.
fn marching(units: &str, side: Side) -> BlocksInTheEast {
    placed(WHOLE, units, side, Phase::GroundMovement)
}

/// V1. [3.10][3.10.a] Three units on the ground, two of them for combat, one in the air, four in all.
#[test]
fn stacks_are_those_of_the_examples() {
    let rules = &scenario(WHOLE).tables.stacking;
    let crowd = |ground, combat, air| Crowd { ground, combat, air }.fits(rules);
    assert!(crowd(3, 0, 0) && crowd(3, 1, 0) && crowd(3, 2, 0) && crowd(3, 2, 1) && crowd(0, 0, 1));
    assert!(!crowd(3, 3, 0) && !crowd(4, 1, 0) && !crowd(1, 1, 2));
}

/// V6. [3.16][3.18][5.3][6.1.1][6.1.1.c][6.1.3][7.5.3][7.5.3.h] Movement points, and half of them out of supply.
#[test]
fn movement_points_are_those_of_the_rules() {
    let units = "SL01 3727, GN01 0826, RO02 1637, SS02 3728, SG01 1813, GN08 0827";
    let position = || builder(WHOLE, units).turn(2).expect("a turn");
    let game = position().open(Side::Axis, Phase::GroundMovement);
    let points = |game: &BlocksInTheEast, id: &str| game.points(unit(game.data(), id));
    let ids = ["SL01", "GN01", "RO02", "SS02", "SG01", "GN08"];
    assert_eq!(ids.map(|id| points(&game, id)), [3, 4, 4, 4, 0, 4]);
    let cut = ids.into_iter().fold(position(), |position, id| position.out_of_supply(id).expect("on the map"));
    let cut = cut.open(Side::Axis, Phase::GroundMovement);
    assert_eq!(ids.map(|id| points(&cut, id)), [1, 2, 2, 2, 0, 2]);
    assert_eq!((0..5).map(halved).collect::<Vec<_>>(), [0, 1, 1, 1, 2]);
}

/// [3.13][3.13.a] The schedule of technology, and the level of the start where it is higher.
#[test]
fn technology_follows_the_schedule() {
    let data = scenario(WHOLE);
    let levels = |id: &str, turns: &[u8]| turns.iter().map(|&turn| data.tech(unit(data, id), turn)).collect::<Vec<_>>();
    assert_eq!(levels("SL01", &[1, 9, 10, 39, 40]), [1, 1, 2, 2, 3], "Soviet infantry");
    assert_eq!(levels("SB05", &[17, 18, 37, 38]), [1, 2, 2, 3], "Soviet armour");
    assert_eq!(levels("SB06", &[19, 20, 49]), [1, 2, 2], "Soviet fighters");
    assert_eq!(levels("SA01", &[27, 28]), [1, 2], "Soviet bombers");
    assert_eq!(levels("SS02", &[9, 10, 40]), [2, 2, 3], "shock armies");
    assert_eq!(levels("GN08", &[25, 26]), [2, 3], "German armour");
    assert_eq!(levels("GN12", &[35, 36]), [2, 3], "German fighters");
    assert_eq!(levels("GN01", &[40, 41]), [2, 3], "German infantry");
    assert_eq!(levels("GN13", &[45, 46]), [2, 3], "German bombers");
    assert_eq!(levels("RO03", &[1, 49]), [1, 1], "minor allies");
    assert_eq!(levels("FI03", &[1, 49]), [2, 2], "Finns");
}

/// [3.3][7.5][7.5.3.c][AMB-77] Hexes that a unit enters or passes become its side's; it goes on with the points that it has left.
#[test]
fn units_capture_what_they_pass() {
    let mut game = marching("GN04 1123", Side::Axis);
    let data = game.data();
    play(&mut game, &["select GN04"]);
    assert!(offers(&game, "move 1221"));
    assert_eq!(rule_against(&game, "move 1720"), "7.5.3.c");
    play(&mut game, &["move 1222", "move 1221"]);
    assert_eq!(["1222", "1221", "1122"].map(|name| game.owner(hex(data, name))), [Some(Side::Axis), Some(Side::Axis), Some(Side::Soviet)]);
    assert!(game.controls(Side::Axis, hex(data, "Siauliai")));
    assert!(offers(&game, "done") && offers(&game, "move 1121"), "two points are left");
    play(&mut game, &["done"]);
    // Once is enough.
    assert_ne!(game.phase(), Some((Side::Axis, Phase::GroundMovement)));
}

/// [3.22][7.5.3.e][3.3] A unit stops in a hex with enemies, which stays theirs, and a battle waits.
#[test]
fn units_stop_on_enemies() {
    let mut game = marching("GN04 1123, GN05 1124, SB04 1222", Side::Axis);
    let data = game.data();
    play(&mut game, &["select GN04", "move 1222"]);
    assert_eq!(at(&game, "GN04").as_deref(), Some("1222"));
    assert_eq!(game.owner(hex(data, "1222")), Some(Side::Soviet));
    assert_eq!(game.battles().iter().collect::<Vec<_>>(), [hex(data, "1222")]);
    let entry = game.entry(unit(data, "GN04")).expect("a side of entry");
    assert_eq!(data.map.grid.neighbour(hex(data, "1123"), entry), Some(hex(data, "1222")));
    assert_eq!(rule_against(&game, "select GN04"), "7.5", "it moves no farther");
    assert!(offers(&game, "select GN05"));
}

/// [7.5.3.d][3.10] Units pass friends, and stop where those that do not move on leave room; a crowd has to break up.
#[test]
fn stacks_are_judged_when_movement_ends() {
    let mut game = marching("GN01 1123, GN02 1123, GN04 1023", Side::Axis);
    play(&mut game, &["select GN04", "move 1123", "done"]);
    assert_eq!(rule_against(&game, "done"), "7.5.3.d");
    // One of the others may stay, and then the last one goes.
    play(&mut game, &["select GN01", "done", "select GN02"]);
    assert_eq!(rule_against(&game, "done"), "7.5.3.d");
    play(&mut game, &["move 1222", "done"]);
    assert_eq!(at(&game, "GN02").as_deref(), Some("1222"));
    // The other way round: two have moved, a third does not stop there, but goes on past them.
    let mut game = marching("GN01 1123, GN02 1123, GN04 1023", Side::Axis);
    play(&mut game, &["select GN01", "done", "select GN02", "done", "select GN04"]);
    assert_eq!(rule_against(&game, "move 1123"), "3.10");
    assert!(offers(&game, "move 1224"), "through the full hex");
}

/// [3.21][3.21.a][3.21.b][3.21.c][3.21.d][SBE3.d] Who is frozen in the first turn.
#[test]
fn units_are_frozen_in_the_first_turn() {
    let picks = |id: &str, side: Side| {
        let mut game = BlocksInTheEast::new(scenario(id));
        pass_to(&mut game, side, Phase::GroundMovement);
        assert_eq!(game.phase(), Some((side, Phase::GroundMovement)), "{id}");
        let frozen = |unit: &str| rule_against(&game, &format!("select {unit}")) == "3.21";
        (goals(&game, "select"), frozen("SL01") || frozen("FI03") || frozen("RO03"))
    };
    let (soviets, frozen) = picks(LENINGRAD, Side::Soviet);
    assert!(frozen && soviets.contains("SB01") && soviets.iter().all(|id| !id.starts_with("SL")));
    let (axis, _) = picks(WHOLE, Side::Axis);
    assert!(axis.contains("GC01") && axis.iter().all(|id| !["FI", "HU", "RO", "GR"].contains(&&id[..2])), "{axis:?}");
    let (axis, _) = picks(ROSTOV, Side::Axis);
    assert!(axis.contains("GS01") && axis.iter().all(|id| !["RO", "GR"].contains(&&id[..2])));
    let data = scenario(WHOLE);
    assert!(!data.is_frozen(unit(data, "GR06"), 1) && !data.is_frozen(unit(data, "RO08"), 1), "aircraft in Romania");
    assert!(!data.is_frozen(unit(data, "FI03"), 2));
}

/// [6.1.1.d] Static units do not march.
#[test]
fn static_units_do_not_march() {
    let game = marching("SG01 1813, SL01 1814", Side::Soviet);
    assert_eq!(rule_against(&game, "select SG01"), "6.1.1.d");
}

/// [3.8][3.9] Artillery enters a hex with enemies where a combat unit of its side is.
#[test]
fn artillery_attacks_with_combat_units() {
    let mut game = marching("GN10 1123, GN01 1123, SB04 1222", Side::Axis);
    play(&mut game, &["select GN10"]);
    assert_eq!(rule_against(&game, "move 1222"), "3.8");
    let mut game = marching("GN10 1123, GN01 1123, SB04 1222", Side::Axis);
    play(&mut game, &["select GN01", "move 1222", "select GN10", "move 1222"]);
    assert_eq!(at(&game, "GN10").as_deref(), Some("1222"));
}

/// [4.4] A unit out of supply does not attack.
#[test]
fn unsupplied_units_do_not_attack() {
    let position = builder(WHOLE, "GN01 1123, SB04 1222").turn(2).expect("a turn").out_of_supply("GN01").expect("on the map");
    let mut game = position.open(Side::Axis, Phase::GroundMovement);
    play(&mut game, &["select GN01"]);
    assert_eq!(rule_against(&game, "move 1222"), "4.4");
    assert!(offers(&game, "move 1122") && !offers(&game, "move 1120"), "two points");
}

/// [7.5.4][SBE1.a] Nobody enters water, the edge, neutral ground, or what lies outside of the scenario's part of the map.
#[test]
fn some_hexes_are_closed_to_all() {
    let data = scenario(LENINGRAD);
    let mut game = placed(LENINGRAD, "SL01 1702", Side::Soviet, Phase::GroundMovement);
    play(&mut game, &["select SL01"]);
    assert_eq!(rule_against(&game, "move 1703"), "7.5.4", "outside of the area");
    assert!(data.map.region(Region::Scenario1).contains(hex(data, "1702")));
    for game in [marching("SL01 1814", Side::Soviet), marching("SL01 4525", Side::Soviet)] {
        let data = game.data();
        let mut game = game;
        play(&mut game, &["select SL01"]);
        for action in legal(&game) {
            let Action::MoveTo(to) = action else { continue };
            assert_eq!(data.map.entry[to.index()], Entry::Open);
        }
        assert_eq!(rule_against(&game, "move 1713"), "7.5.4", "water");
        assert_eq!(rule_against(&game, "move 4625"), "7.5.4", "[7.5.4.a] the edge");
    }
}

/// [5.3.a][5.4.a][5.6][5.7][5.8] Minor allies and Italians stay south of the green line.
#[test]
fn minor_allies_stay_south_of_the_green_line() {
    for id in ["RO03", "HU02", "IT02", "AK01"] {
        let mut game = marching(&format!("{id} 3727"), Side::Axis);
        play(&mut game, &[&format!("select {id}")]);
        assert_eq!(rule_against(&game, "move 3826"), "5.3.a", "{id}");
        assert!(offers(&game, "move 3827"), "{id}");
    }
    let mut game = marching("GN01 3727", Side::Axis);
    play(&mut game, &["select GN01"]);
    assert!(offers(&game, "move 3826"));
}

/// [5.4.a][5.6][5.6.a][5.7][5.7.a][5.8] The countries in which each nation operates.
#[test]
fn nations_operate_in_their_countries() {
    let data = scenario(WHOLE);
    let open = |nation: Nation, name: &str| !data.closed_to(nation).contains(hex(data, name));
    let rows: &[(Nation, &[&str], &[&str])] = &[
        (Nation::Romanian, &["Bucharest", "Odessa", "Kiev"], &["Budapest", "Warsaw", "Belgrade", "Minsk"]),
        (Nation::Hungarian, &["Budapest", "Belgrade", "Warsaw", "Kiev"], &["Bucharest", "Berlin", "Bratislava", "Minsk"]),
        (Nation::Slovak, &["Bratislava", "Warsaw", "Kiev"], &["Budapest", "Bucharest", "Berlin", "Minsk"]),
        (Nation::Italian, &["Belgrade", "Warsaw", "Kiev"], &["Budapest", "Bucharest", "Berlin", "Minsk"]),
        (Nation::Finnish, &["Helsinki", "Petrozavodsk", "petsamo"], &["Arkhangelsk", "Moscow"]),
        (Nation::German, &["Helsinki", "Budapest", "Moscow", "narvik"], &["Stockholm"]),
    ];
    for &(nation, inside, outside) in rows {
        for name in inside {
            assert!(open(nation, name), "{nation:?} in {name}");
        }
        for name in outside.iter().filter(|name| data.map.place_named(name).is_some()) {
            assert!(!open(nation, name), "{nation:?} in {name}");
        }
    }
}

/// [5.3.c][5.6.a][5.7.a] Romanians and Hungarians are never in the same hex.
#[test]
fn romanians_and_hungarians_keep_apart() {
    let mut game = marching("RO03 1831, HU02 1832, GN01 1931", Side::Axis);
    play(&mut game, &["select RO03"]);
    assert_eq!(rule_against(&game, "move 1832"), "5.3.c");
    assert!(offers(&game, "move 1931"));
    let mut game = marching("RO03 1831, HU02 1832", Side::Axis);
    play(&mut game, &["select HU02"]);
    assert_eq!(rule_against(&game, "move 1831"), "5.3.c");
}

/// [5.5.f] Finns do not leave their operative area.
#[test]
fn finns_stay_in_their_area() {
    let mut game = marching("FI03 2307", Side::Axis);
    play(&mut game, &["select FI03"]);
    assert_eq!(rule_against(&game, "move 2407"), "5.5.f");
}

/// [5.5.e] Finns attack in their zone of attack alone.
#[test]
fn finns_attack_in_their_zone() {
    let mut game = marching("FI03 2102, SL01 2202, SL02 2101", Side::Axis);
    let data = game.data();
    assert!(!data.ground.finnish_attack.contains(hex(data, "2202")));
    play(&mut game, &["select FI03"]);
    assert_eq!(rule_against(&game, "move 2202"), "5.5.e");
    let mut game = marching("GN01 2102, SL01 2202", Side::Axis);
    play(&mut game, &["select GN01"]);
    assert!(offers(&game, "move 2202"), "Germans that are not supplied through Finland");
}

/// [5.5.g] One German unit in Finland, until the Red Army has crossed the border.
#[test]
fn one_german_unit_is_in_finland() {
    let mut game = marching("GC01 1701", Side::Axis);
    play(&mut game, &["select GC01"]);
    assert!(offers(&game, "move 1601"), "the first one enters");
    let mut game = marching("GC01 1701, GC02 1402", Side::Axis);
    play(&mut game, &["select GC01"]);
    assert_eq!(rule_against(&game, "move 1601"), "5.5.g");
    let mut game = marching("GC01 1701, GC02 1402", Side::Axis);
    play(&mut game, &["select GC02"]);
    assert!(offers(&game, "move 1502"), "one that is there moves about");
    // The Red Army crosses the border.
    let mut game = marching("GC01 1701, GC02 1402, FI03 1601, SL01 1712", Side::Soviet);
    play(&mut game, &["select SL01", "move 1612"]);
    pass_to(&mut game, Side::Axis, Phase::GroundMovement);
    play(&mut game, &["select GC01"]);
    assert!(offers(&game, "move 1601"), "{:?}", goals(&game, "move"));
}

/// [5.5.f][AMB-91] Germans that are supplied through Finland stay in the Finnish operative area; others do not.
#[test]
fn germans_in_the_north_stay_there() {
    let data = scenario(WHOLE);
    let area = data.map.region(Region::FinnishOperations);
    let mut position = builder(WHOLE, "GX01 2307").turn(2).expect("a turn");
    for &hex in data.map.rails.iter().flat_map(|rail| &rail.path).filter(|hex| area.contains(**hex)) {
        position = position.owner(&data.map.name(hex), Side::Axis).expect("a hex that can be owned");
    }
    let cut = position.clone().owner("1313", Side::Soviet).expect("a hex");
    let mut game = position.open(Side::Axis, Phase::Supply);
    assert!(!game.is_out_of_supply(unit(data, "GX01")));
    pass_to(&mut game, Side::Axis, Phase::GroundMovement);
    play(&mut game, &["select GX01"]);
    assert_eq!(rule_against(&game, "move 2407"), "5.5.f");
    // Without Helsinki nothing comes through Finland.
    assert!(cut.open(Side::Axis, Phase::Supply).is_out_of_supply(unit(data, "GX01")));
}

/// [3.7][7.5.5] Red arrows to boxes cost three points; Siberia is reached by rail alone [AMB-79].
#[test]
fn boxes_are_entered_along_red_arrows() {
    let mut game = marching("SL01 murmansk, SS02 siberia", Side::Soviet);
    assert!(!offers(&game, "select SS02") || !goals(&game, "move").contains("4625"));
    play(&mut game, &["select SL01"]);
    assert!(offers(&game, "move 2001"), "{:?}", goals(&game, "move"));
    assert!(offers(&game, "move petsamo"));
    play(&mut game, &["move 2001"]);
    assert_eq!(at(&game, "SL01").as_deref(), Some("2001"));
    let mut slow = builder(WHOLE, "SL01 murmansk").turn(2).expect("a turn").out_of_supply("SL01").expect("on the map");
    slow = slow.place("SL02", "2001").expect("room");
    assert!(!offers(&slow.open(Side::Soviet, Phase::GroundMovement), "select SL01"), "one point is not enough");
}

/// [7.5.5.a][7.5.5.b] The Strait of Kerch: infantry alone where the far side is the enemy's, and the Axis with Sevastopol alone.
#[test]
fn the_strait_of_kerch_has_its_conditions() {
    let with = |id: &str, hexes: &[&str]| {
        let mut position = builder(WHOLE, &format!("{id} 2440")).turn(2).expect("a turn");
        for name in hexes {
            position = position.owner(name, Side::Axis).expect("a hex that can be owned");
        }
        let mut game = position.open(Side::Axis, Phase::GroundMovement);
        play(&mut game, &[&format!("select {id}")]);
        let crosses = offers(&game, "move 2540");
        (crosses, (!crosses).then(|| rule_against(&game, "move 2540")))
    };
    assert_eq!(with("GS01", &[]), (false, Some("7.5.5")));
    assert_eq!(with("GS01", &["2242"]), (true, None));
    assert_eq!(with("GS10", &["2242"]), (false, Some("7.5.5")), "armour");
    assert_eq!(with("GS10", &["2242", "2540"]), (true, None));
    let mut game = marching("SB05 2540", Side::Soviet);
    play(&mut game, &["select SB05"]);
    assert!(offers(&game, "move 2440"), "the Soviets hold both ends");
}

/// [BOX1.g][BOX1.i] A fortress that falls becomes a bunker, and is destroyed when it falls again; a bunker at once.
#[test]
fn fortifications_fall() {
    let position = || builder(WHOLE, "");
    let fort = |game: &BlocksInTheEast, name: &str| game.fortification(hex(game.data(), name));
    let open = |position: stavka_engine::blocks_in_the_east::PositionBuilder| position.open(Side::Axis, Phase::GroundMovement);
    let game = open(position());
    assert_eq!(
        (fort(&game, "Leningrad"), fort(&game, "Armyansk"), fort(&game, "Moscow")),
        (Some(TownClass::Fortress), Some(TownClass::Bunker), None)
    );
    let game = open(position().owner("1813", Side::Axis).expect("a hex").owner("2139", Side::Axis).expect("a hex"));
    assert_eq!((fort(&game, "Leningrad"), fort(&game, "Armyansk")), (Some(TownClass::Bunker), None));
    let again = position().owner("1813", Side::Axis).expect("a hex").owner("1813", Side::Soviet).expect("a hex");
    assert_eq!(fort(&open(again), "Leningrad"), None);
}

/// [7.5.1][7.5.3.f] Any number of units move, into enemy zones of control and through them.
#[test]
fn zones_of_control_do_not_stop_movement() {
    let mut game = marching("GN04 1123, GN05 1124, GN01 1023, SB04 1221", Side::Axis);
    let data = game.data();
    assert!(game.situation().zones[1].contains(hex(data, "1222")));
    play(&mut game, &["select GN04", "move 1222"]);
    assert!(offers(&game, "move 1322") && offers(&game, "move 1122"), "{:?}", goals(&game, "move"));
    play(&mut game, &["move 1322", "done", "select GN05", "move 1222", "done"]);
    assert!(offers(&game, "select GN01"));
}

/// [5.1][5.2][6.1][6.1.5][6.2.1][6.2.2][6.1.1.a] What units of each kind have at the start: Soviets TECH 1, Germans TECH 2; artillery, paratroops and
/// marines move as infantry does.
#[test]
fn kinds_begin_with_their_technology() {
    let data = scenario(WHOLE);
    for (side, nation, level) in [(Side::Soviet, Nation::Soviet, 1), (Side::Axis, Nation::German, 2)] {
        for (unit, known) in data.units(side).filter(|(_, known)| known.nation == nation && known.kind.field().is_some()) {
            assert!(data.tech(unit, 1) == level || known.kind == UnitKind::Shock, "{}", known.id);
        }
    }
    let points = |id: &str| data.points(unit(data, id), 1);
    assert_eq!(["SL01", "SQ01", "SP01", "SM01", "SB04", "SB05"].map(points), [3; 6]);
    assert_eq!(["GN01", "GN10", "GX02", "GN08", "GS09"].map(points), [4; 5]);
    assert_eq!(data.points(unit(data, "SL01"), 10), 4, "[6.1.1.a] from TECH 2 on");
}

/// [3.7.a][3.7.b][3.7.c][3.7.d][3.7.e][3.7.f][3.7.g] The links of the boxes on foot and by rail; the sea route to Baku is not there.
#[test]
fn boxes_have_their_links() {
    let data = scenario(WHOLE);
    let map = &data.map;
    let links = |id: &str, rail: bool| {
        let at = hex(data, id);
        let arrows = map.arrows.iter().filter(|arrow| arrow.ends.contains(&at) && if rail { arrow.rail } else { arrow.land });
        let mut ends: Vec<String> = arrows.flat_map(|arrow| arrow.ends).filter(|&end| end != at).map(|end| map.name(end)).collect();
        ends.sort_unstable();
        ends
    };
    let named = |name: &str| map.name(hex(data, name));
    assert_eq!((links("narvik", false), links("narvik", true)), (vec!["0901".into(), "tromso".into()], vec!["0901".to_owned()]));
    assert_eq!((links("tromso", false), links("tromso", true)), (vec!["narvik".into(), "petsamo".into()], vec![]));
    assert_eq!(
        (links("petsamo", false), links("petsamo", true)),
        (vec![named("Salla"), "murmansk".into(), "tromso".into()], vec![named("Salla")])
    );
    assert_eq!(
        (links("murmansk", false), links("murmansk", true)),
        (vec![named("Kandalaksha"), "petsamo".into()], vec![named("Kandalaksha")])
    );
    assert_eq!((links("krasnovodsk", false), links("krasnovodsk", true)), (vec!["siberia".to_owned()], vec!["siberia".to_owned()]));
    assert_eq!((links("siberia", false), links("siberia", true).len()), (vec!["krasnovodsk".to_owned()], 6));
    let sails = |data: &stavka_engine::blocks_in_the_east::Prepared| data.script.long.built.contains(Project::BakuKrasnovodsk);
    assert!(!sails(data) && sails(scenario("operation-citadel")));
    let reaches = |data: &stavka_engine::blocks_in_the_east::Prepared| {
        data.railways(1)[hex(data, "krasnovodsk").index()].contains(&hex(data, "Baku").0)
    };
    assert!(!reaches(data) && reaches(scenario("operation-citadel")));
}

// ---- a slow search -----------------------------------------------------------------------------------------------------------------

/// What a hex costs, as the rules print it [7.5.3.a].
fn printed_cost(terrain: Terrain) -> Option<u8> {
    match terrain {
        Terrain::Plain => Some(1),
        Terrain::Forest | Terrain::Hill => Some(2),
        Terrain::Mountain | Terrain::Swamp => Some(3),
        Terrain::Sea | Terrain::Lake => None,
    }
}

/// Whether a nation operates in a hex, by the text of chapter 5.
fn operates(game: &BlocksInTheEast, nation: Nation, at: Hex) -> bool {
    let map = &game.data().map;
    let country = map.country[at.index()];
    let soviet = country == Some(Country::SovietUnion);
    let south = soviet && !map.region(Region::NorthOfGreen).contains(at);
    match nation {
        Nation::Romanian => south || country == Some(Country::Romania),
        Nation::Hungarian => {
            south || country == Some(Country::Hungary) || country == Some(Country::Yugoslavia) || map.former_poland.contains(at)
        }
        Nation::Slovak => south || country == Some(Country::Slovakia) || map.former_poland.contains(at),
        Nation::Italian => south || country == Some(Country::Yugoslavia) || map.former_poland.contains(at),
        Nation::Finnish => !soviet || map.region(Region::FinnishOperations).contains(at),
        _ => true,
    }
}

/// Where a unit with so many points may go and stop, by going round and round the map; `moved` are the units that do not move any more.
/// Soviet units have not been to Finland, nor Germans to Sweden.
fn slowly(game: &BlocksInTheEast, mover: UnitId, points: u8, moved: &BTreeSet<UnitId>) -> BTreeSet<Hex> {
    let data = game.data();
    let (map, known, side) = (&data.map, data.unit(mover), mover.side());
    let start = game.place(mover).hex().expect("on the map");
    let enemy = |at: Hex| game.stack(at).iter().any(|unit| unit.side() != side);
    let friends = |at: Hex| game.stack(at).iter().filter(|unit| unit.side() == side).map(|&unit| (unit, data.unit(unit)));
    let finland = |at: Hex| map.country[at.index()] == Some(Country::Finland);
    let germans = map.hexes().filter(|&at| finland(at)).flat_map(friends).filter(|(_, unit)| unit.nation == Nation::German).count();
    let allowed = |at: Hex| {
        let entry = map.entry[at.index()] == Entry::Open || map.entry[at.index()] == Entry::AxisRail && side == Side::Axis;
        let area = data.script.region.is_none_or(|region| map.region(region).contains(at));
        let rivals = match known.nation {
            Nation::Romanian => friends(at).any(|(_, unit)| unit.nation == Nation::Hungarian),
            Nation::Hungarian => friends(at).any(|(_, unit)| unit.nation == Nation::Romanian),
            _ => false,
        };
        let lodged = known.nation == Nation::German && finland(at) && !finland(start) && germans >= 1;
        let attack = !enemy(at)
            || !game.is_out_of_supply(mover)
                && (known.is_combat() || friends(at).any(|(_, unit)| unit.is_combat()))
                && (known.nation != Nation::Finnish || finland(at) || map.region(Region::FinnishAttack).contains(at));
        entry && area && operates(game, known.nation, at) && !rivals && !lodged && attack
    };
    let beside = |from: Hex| {
        let mut near: Vec<(Hex, bool)> = Vec::new();
        if !map.is_box(from) {
            for (direction, to) in map.grid.neighbours(from) {
                let barrier = map.sides[from.index()][direction.index()];
                if barrier.strait || !barrier.water {
                    near.push((to, barrier.strait));
                }
            }
        }
        let arrows = map.arrows.iter().filter(|arrow| arrow.land && arrow.ends.contains(&from));
        near.extend(arrows.flat_map(|arrow| arrow.ends).filter(|&end| end != from).map(|end| (end, true)));
        near
    };
    let kerch = |from: Hex, to: Hex| map.straits[0].sides.iter().any(|&(a, b)| (a, b) == (from, to) || (b, a) == (from, to));
    let crosses = |from: Hex, to: Hex| {
        let foot = known.class == UnitClass::Infantry;
        let sevastopol = map.place_named("Sevastopol").expect("a place").hex;
        (foot || game.controls(side, to)) && !(side == Side::Axis && kerch(from, to) && !game.controls(side, sevastopol))
    };
    let mut paid: BTreeMap<Hex, u8> = BTreeMap::from([(start, 0)]);
    loop {
        let mut better: Vec<(Hex, u8)> = Vec::new();
        for (&from, &spent) in paid.iter().filter(|(from, _)| **from == start || !enemy(**from)) {
            for (to, arrow) in beside(from) {
                let Some(cost) = (if arrow { Some(3) } else { printed_cost(map.terrain[to.index()]) }) else { continue };
                let known = paid.get(&to).copied().unwrap_or(u8::MAX);
                if allowed(to) && spent + cost <= points && spent + cost < known && (!arrow || crosses(from, to)) {
                    better.push((to, spent + cost));
                }
            }
        }
        if better.is_empty() {
            break;
        }
        for (to, cost) in better {
            let least = paid.get(&to).copied().unwrap_or(u8::MAX).min(cost);
            paid.insert(to, least);
        }
    }
    let stays = |unit: UnitId, at: Hex| {
        let of = data.unit(unit);
        let immobile = of.kind == UnitKind::Static || data.is_frozen(unit, game.game_turn() as u8) || of.class == UnitClass::Air;
        unit != mover && (moved.contains(&unit) || immobile || enemy(at))
    };
    let roomy = |at: Hex| {
        let others: Vec<_> = friends(at).filter(|&(unit, _)| stays(unit, at)).map(|(_, unit)| unit).chain([known]).collect();
        let air = others.iter().filter(|unit| unit.class == UnitClass::Air).count();
        let combat = others.iter().filter(|unit| unit.is_combat()).count();
        others.len() - air <= 3 && combat <= 2
    };
    paid.into_keys().filter(|&at| at != start && roomy(at)).collect()
}

/// [7.5.3][7.5.4][7.5.5][5.3][5.5] Where units may go is what a slow search finds, in phases of movement that are played at random.
#[test]
fn destinations_are_those_of_a_slow_search() {
    let mut dice = Dice::stream(1941, 7);
    let (mut compared, mut attacks) = (0, 0);
    for (id, turn) in [(LENINGRAD, 1), (LENINGRAD, 2), (ROSTOV, 1), (ROSTOV, 2), (WHOLE, 1), (WHOLE, 2)] {
        for side in Side::ALL {
            let position = stavka_engine::blocks_in_the_east::PositionBuilder::start(scenario(id)).turn(turn).expect("a turn");
            let mut game = position.open(side, Phase::GroundMovement);
            let mut moved = BTreeSet::new();
            let mut marching: Option<UnitId> = None;
            while game.phase() == Some((side, Phase::GroundMovement)) {
                let actions = legal(&game);
                let fresh = actions.iter().any(|action| matches!(action, Action::Select(_)));
                if fresh {
                    moved.extend(marching.take());
                }
                let targets: BTreeSet<Hex> =
                    actions.iter().filter_map(|action| if let Action::MoveTo(to) = action { Some(*to) } else { None }).collect();
                if let Some(mover) = marching
                    && !targets.is_empty()
                {
                    let points = game.points(mover);
                    assert_eq!(targets, slowly(&game, mover, points, &moved), "{id}: {}", game.data().unit(mover).id);
                    compared += 1;
                    attacks += usize::from(targets.iter().any(|&to| game.stack(to).iter().any(|unit| unit.side() != side)));
                }
                // A unit goes once and stops, so that its points are those of a fresh one.
                let stop = marching.is_some() && targets.is_empty() && !fresh;
                let action = match marching {
                    Some(_) if stop => Action::Done,
                    _ => dice.choose(&actions),
                };
                if let Action::Select(unit) = action {
                    marching = Some(unit);
                }
                let went = matches!(action, Action::MoveTo(_));
                if action == Action::Done && marching.is_none() {
                    break;
                }
                game.apply(action);
                if went && legal(&game).iter().any(|action| matches!(action, Action::MoveTo(_))) {
                    game.apply(Action::Done);
                }
            }
        }
    }
    assert!(compared > 100 && attacks > 30, "{compared} units, {attacks} with enemies in reach");
}
