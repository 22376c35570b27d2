//! The data of The Tartar Trench meet every fact that the rules, cards and the worked turn give about map, counters, tables
//! and set-up, and defects are refused with file, key and what was expected. Numbers in brackets are rule ids.

use std::collections::{BTreeMap, BTreeSet};

use stavka_engine::Scenario as _;
use stavka_engine::east_front::data::{
    AirBox, AirEffect, Cell, Charge, Effect, Feature, GeneralSupply, Kind, Leaving, Mobility, MovementPhase, Mover, ODDS_NAMES, PlaceKind,
    Port, Price, RoadClass, Role, Share, Substitute, TopOdds, UnitKind, edge, printed_steps,
};
use stavka_engine::east_front::weather::{Climate, Condition};
use stavka_engine::east_front::{AirId, HalfPoints, HexSet, Prepared, UnitId, zoc};
use stavka_engine::game::Side;
use stavka_engine::hex::Hex;
use stavka_engine::kit::files::ScenarioFiles as _;

use crate::east_front_kit::{DRY, data, embedded, hex};

fn hexes(names: &str) -> Vec<Hex> {
    names.split_whitespace().map(hex).collect()
}

fn name(hex: Hex) -> String {
    data().map.grid.name(hex).to_string()
}

fn unit(id: &str) -> UnitId {
    data().find_unit(id).unwrap_or_else(|| panic!("no unit {id}"))
}

fn distance(a: &str, b: &str) -> u16 {
    data().map.grid.distance(hex(a), hex(b))
}

fn neighbours(name: &str) -> Vec<Hex> {
    data().map.grid.neighbours(hex(name)).map(|(_, near)| near).collect()
}

/// Every open hex that can be walked to without entering some.
fn walk(from: &str, shut: &[&str]) -> BTreeSet<Hex> {
    let map = &data().map;
    let shut: Vec<Hex> = shut.iter().map(|name| hex(name)).collect();
    let mut seen = BTreeSet::from([hex(from)]);
    let mut next = vec![hex(from)];
    while let Some(at) = next.pop() {
        for (_, near) in map.grid.neighbours(at) {
            if map.open.contains(near) && !shut.contains(&near) && seen.insert(near) {
                next.push(near);
            }
        }
    }
    seen
}

fn starts_in(name: &str) -> BTreeSet<&'static str> {
    let here = data().script.placements.iter().filter(|(_, at)| *at == hex(name));
    here.map(|&(unit, _)| data().unit(unit).id.as_str()).collect()
}

// ---- the map ---------------------------------------------------------------

#[test]
fn the_map_is_the_isthmus_on_the_numbers_of_the_whole_map() {
    let grid = &data().map.grid;
    assert_eq!((grid.first_column(), grid.first_row(), grid.columns(), grid.rows()), (32, 1, 9, 15));
    assert_eq!(grid.len(), 135);
    for name in ["3205", "3401", "3606", "3705", "4014"] {
        assert_eq!(self::name(hex(name)), name);
    }
    for beyond in ["3105", "4106", "3200", "3516"] {
        assert!(grid.parse(beyond).is_err(), "{beyond}");
    }
}

#[test]
fn even_columns_lie_half_a_hex_to_the_north() {
    // A hex of an even column, then one of an odd column: the neighbours that the examples prove.
    let expected = |names: &str| hexes(names).into_iter().collect::<BTreeSet<_>>();
    let found = |name: &str| neighbours(name).into_iter().collect::<BTreeSet<_>>();
    assert_eq!(found("3606"), expected("3605 3607 3505 3506 3705 3706"));
    assert_eq!(found("3705"), expected("3704 3706 3605 3606 3805 3806"));
    assert_eq!(distance("3606", "3707"), 2, "the retreat of the 106th");
    assert_eq!(distance("3605", "3702"), 3, "the retreat of the engineers");
}

#[test]
fn the_terrain_is_that_of_the_build_sheet() {
    let letter = |feature: Feature| match feature {
        Feature::Clear => '.',
        Feature::Marsh => 'm',
        Feature::Sea => '~',
        Feature::Sivash => 's',
        other => panic!("{other:?} does not lie on this map"),
    };
    let ground = [Feature::Clear, Feature::Marsh, Feature::Sea, Feature::Sivash];
    let rows: Vec<String> = (1..=15)
        .map(|row| {
            let features = (32..=40).map(|column| data().map.features[data().map.grid.at(column, row).expect("on the map").index()]);
            features.map(|features| ground.into_iter().find(|&base| features.has(base)).map_or('?', letter)).collect()
        })
        .collect();
    let expected = "......... ......... ......... .....s... ......ss. ...~..mss .~.~..... ~~~~..... ~~~~~.... ~~....... ~........ \
                    ......... ......... ......... .........";
    assert_eq!(rows.join(" "), expected);
}

#[test]
fn hexes_that_hold_ground_units_in_any_scenario_are_land() {
    let held = "3207 3405 3503 3504 3505 3603 3605 3606 3607 3608 3705 3706 3707 3708 3804 3807 3808 3809 3810 3907 3908 3909 4004 4009 \
                4010 4014";
    for at in hexes(held) {
        assert!(data().map.open.contains(at), "{}", name(at));
    }
}

#[test]
fn shores_lie_where_water_touches_land() {
    let touching = |feature: Feature| {
        let map = &data().map;
        let wet = |near: Hex| map.features[near.index()].has(feature);
        let shore = map.open.iter().filter(|&at| map.grid.neighbours(at).any(|(_, near)| wet(near)));
        shore.map(name).collect::<Vec<_>>().join(" ")
    };
    let sea = "3505 3306 3406 3606 3207 3407 3607 3608 3708 3709 3410 3510 3610 3311 3411 3212";
    assert_eq!(touching(Feature::Sea), sea);
    assert_eq!(touching(Feature::Sivash), "3703 3604 3804 3904 3605 3705 4005 3806 3807 3907 4007");
}

#[test]
fn the_sivash_and_the_sea_are_closed_on_every_side() {
    let map = &data().map;
    for at in map.grid.hexes() {
        for (direction, near) in map.grid.neighbours(at) {
            let closed = !map.open.contains(at) || !map.open.contains(near);
            assert_eq!(map.edge(at, direction) & edge::CLOSED != 0, closed, "{}/{}", name(at), name(near));
        }
    }
}

#[test]
fn the_attack_hexes_touch_the_trench_as_the_worked_combats_need() {
    assert!(neighbours("3606").contains(&hex("3505")) && neighbours("3606").contains(&hex("3605")));
    assert!(neighbours("3705").contains(&hex("3605")));
    let north = walk("3401", &["3606", "3705"]);
    let access = |name: &str| neighbours(name).into_iter().filter(|near| north.contains(near)).map(self::name).collect::<Vec<_>>();
    assert_eq!(access("3606"), ["3605", "3505"]);
    assert_eq!(access("3705"), ["3605"]);
}

#[test]
fn the_two_trench_hexes_are_the_only_way_south() {
    let north = walk("3401", &["3606", "3705"]);
    for south in ["3706", "3806", "3907", "3212", "4015"] {
        assert!(!north.contains(&hex(south)), "{south} can be reached round the trench");
    }
    for open in [["3606"], ["3705"]] {
        let reached = walk("3401", &open);
        assert!(reached.contains(&hex("4015")), "closing {open:?} alone closes the isthmus");
    }
}

#[test]
fn the_trench_is_three_hexsides_that_their_hexes_own() {
    let map = &data().map;
    let mut sides = BTreeSet::new();
    for at in map.grid.hexes() {
        for (direction, near) in map.grid.neighbours(at) {
            if map.edge(at, direction) & edge::LINE != 0 {
                sides.insert((name(at.min(near)), name(at.max(near))));
                assert_eq!(map.line_owner(at, near), map.line_owner(near, at));
            }
        }
    }
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(sides, BTreeSet::from([pair("3605", "3705"), pair("3505", "3606"), pair("3605", "3606")]));
    let owner = |a: &str, b: &str| map.line_owner(hex(a), hex(b)).map(name);
    assert_eq!(owner("3505", "3606"), Some("3606".to_owned()));
    assert_eq!(owner("3605", "3606"), Some("3606".to_owned()));
    assert_eq!(owner("3605", "3705"), Some("3705".to_owned()));
    assert_eq!(owner("3606", "3705"), None, "no line lies between the two");
}

#[test]
fn roads_and_the_railway_run_as_the_build_sheet_says() {
    let mut ways: BTreeMap<(String, String), u16> = BTreeMap::new();
    let chains = [
        (edge::MAIN, "3401 3402 3403 3503 3504 3605 3606"),
        (edge::MINOR, "3205 3305 3405 3505 3606"),
        (edge::MAIN, "3606 3706 3707 3808 3908 4009"),
        (edge::MAIN, "3808 3809 3810 3910 3911 3912 4013 4014 4015"),
        (edge::RAIL, "3205 3305 3405 3505 3606 3607 3707 3808 3908 4009"),
    ];
    for (flag, chain) in chains {
        for pair in hexes(chain).windows(2) {
            *ways.entry((name(pair[0].min(pair[1])), name(pair[0].max(pair[1])))).or_default() |= flag;
        }
    }
    let map = &data().map;
    for at in map.grid.hexes() {
        for (direction, near) in map.grid.neighbours(at).filter(|&(_, near)| near > at) {
            let expected = ways.get(&(name(at), name(near))).copied().unwrap_or(0);
            assert_eq!(map.edge(at, direction) & (edge::ROAD | edge::RAIL), expected, "{}/{}", name(at), name(near));
        }
    }
    let along = |class| map.roads.iter().filter(|road| road.class == class).count();
    assert_eq!((along(Some(RoadClass::Main)), along(Some(RoadClass::Minor)), along(None)), (3, 1, 1));
}

#[test]
fn the_town_on_the_trench_is_a_port_in_the_shallows() {
    let armyansk = data().map.place_named("Armyansk").expect("the town is on the map");
    assert_eq!((name(armyansk.hex).as_str(), armyansk.kind, armyansk.port), ("3606", PlaceKind::Town, Some(Port::Shallows)));
    let at = |name: &str| data().map.place_named(name).map(|place| self::name(place.hex));
    assert_eq!(at("Ishun"), Some("3808".to_owned()));
    assert_eq!(at("Voinka"), Some("4009".to_owned()));
    assert_eq!(data().map.places.len(), 3);
}

#[test]
fn distances_are_those_that_guns_and_headquarters_need() {
    let pairs = [
        ("3405", "3606", 2),
        ("3405", "3705", 3),
        ("3503", "3606", 3),
        ("3503", "3705", 3),
        ("3504", "3606", 2),
        ("3504", "3705", 2),
        ("3706", "3606", 1),
        ("3706", "3705", 1),
        ("3706", "3708", 2),
        ("3706", "3808", 2),
        ("3706", "3809", 3),
        ("3706", "3810", 4),
        ("3706", "4009", 4),
        ("3706", "4014", 9),
        ("3809", "3606", 4),
        ("3809", "3705", 4),
    ];
    for (a, b, expected) in pairs {
        assert_eq!(distance(a, b), expected, "{a} to {b}");
    }
}

// ---- counters --------------------------------------------------------------

#[test]
fn the_counters_have_the_values_of_the_build_sheet() {
    let expected = [
        ("73", (8, 9, 5, 6), Some((4, 5, 5, 4)), 4),
        ("46", (8, 9, 5, 6), Some((4, 5, 5, 4)), 4),
        ("190AG", (2, 1, 7, 1), None, 1),
        ("LAH/Rcn", (2, 2, 9, 1), None, 1),
        ("49", (0, 1, 5, 1), None, 1),
        ("I/814", (0, 1, 0, 0), Some((0, 1, 3, 1)), 1),
        ("641", (0, 1, 0, 2), Some((0, 1, 3, 1)), 1),
        ("Eng", (2, 2, 5, 2), Some((1, 1, 5, 2)), 2),
        ("X", (2, 2, 5, 2), None, 1),
        ("50", (8, 9, 5, 6), Some((4, 5, 5, 4)), 4),
        ("106", (2, 4, 4, 4), Some((1, 2, 4, 4)), 2),
        ("5(+)", (3, 1, 4, 1), None, 1),
        ("271", (3, 4, 4, 4), Some((1, 2, 4, 4)), 2),
        ("52", (0, 1, 4, 1), None, 1),
        ("51HQ", (0, 1, 5, 0), Some((0, 1, 3, 0)), 1),
        ("156", (4, 4, 4, 4), Some((2, 2, 4, 3)), 2),
        ("172", (3, 4, 4, 4), Some((1, 2, 4, 4)), 2),
        ("48K", (3, 2, 6, 3), Some((1, 1, 6, 3)), 2),
        ("42K", (3, 2, 6, 3), Some((1, 1, 6, 3)), 2),
    ];
    for (id, front, back, steps) in expected {
        let counter = data().unit(unit(id));
        let values = |face: usize| {
            let face = &counter.faces[face];
            (face.attack, face.defence, face.ma, face.stacking)
        };
        assert_eq!((values(0), counter.two_sided.then(|| values(1)), counter.steps), (front, back, steps), "{id}");
    }
    let own = |side| data().units(side).filter(|(_, unit)| unit.substitute.is_none()).count();
    assert_eq!((own(Side::Axis), own(Side::Soviet)), (10, 9));
}

#[test]
fn steps_follow_from_the_defence_and_the_printed_sides() {
    let steps = |kind, defence, two_sided| printed_steps(&data().tables.steps, kind, defence, two_sided);
    let infantry = |two_sided| [1, 4, 5, 7, 8, 12].map(|defence| steps(UnitKind::Infantry, defence, two_sided));
    assert_eq!(infantry(true), [2, 2, 3, 3, 4, 4]);
    assert_eq!(infantry(false), [1, 1, 3, 3, 4, 4]);
    for kind in [UnitKind::Hq, UnitKind::SuperHeavy, UnitKind::RailArtillery] {
        assert_eq!(steps(kind, 1, true), 1, "{kind:?}: the other side is a state of the same step");
    }
}

#[test]
fn guns_have_support_and_range_and_the_headquarters_command_and_recovery() {
    let gun = |id: &str| (data().unit(unit(id)).faces[0].support, data().unit(unit(id)).faces[0].range);
    assert_eq!([gun("49"), gun("I/814"), gun("641"), gun("52")], [(3, 3), (2, 3), (2, 3), (1, 2)]);
    let hq = data().unit(unit("51HQ"));
    assert_eq!((hq.faces[0].command, hq.faces[1].recovery), (1, 3));
    assert!(!hq.faces[0].zoc && hq.faces[0].stacking == 0);
}

#[test]
fn classes_say_how_units_pay_and_fight() {
    let kind = |id: &str| (data().unit(unit(id)).kind, data().unit(unit(id)).mobility);
    assert_eq!(kind("190AG"), (UnitKind::AssaultGun, Mobility::Motorized));
    assert_eq!(kind("5(+)"), (UnitKind::Tank, Mobility::Motorized));
    assert_eq!(kind("LAH/Rcn"), (UnitKind::Reconnaissance, Mobility::Motorized));
    assert_eq!(kind("Eng"), (UnitKind::Engineer, Mobility::Foot));
    assert_eq!(kind("49"), (UnitKind::Artillery, Mobility::Orange));
    assert_eq!(kind("I/814"), (UnitKind::SuperHeavy, Mobility::Green));
    assert_eq!(kind("48K"), (UnitKind::Cavalry, Mobility::Cavalry));
    let armour: Vec<&str> = Side::ALL
        .iter()
        .flat_map(|&side| data().units(side))
        .filter(|(_, unit)| unit.kind.is_armour())
        .map(|(_, unit)| unit.id.as_str())
        .collect();
    assert_eq!(armour, ["190AG", "5(+)"]);
    let motorized: Vec<&str> =
        data().units(Side::Soviet).filter(|(_, unit)| unit.mobility == Mobility::Motorized).map(|(_, unit)| unit.id.as_str()).collect();
    assert_eq!(motorized, ["5(+)"], "no other Soviet unit is motorized");
}

#[test]
fn divisions_exert_zones_and_guns_do_not() {
    let exerts = |id: &str| data().unit(unit(id)).faces[0].zoc;
    assert!(["73", "46", "Eng", "X", "106", "271", "156", "48K"].into_iter().all(exerts));
    assert!(!["49", "I/814", "641", "52", "51HQ", "190AG", "LAH/Rcn", "5(+)"].into_iter().any(exerts));
}

#[test]
fn ten_regular_and_fourteen_strong_substitutes_wait() {
    let of = |kind| data().units(Side::Axis).filter(|(_, unit)| unit.substitute == Some(kind)).collect::<Vec<_>>();
    let (regular, strong) = (of(Substitute::Regular), of(Substitute::Strong));
    assert_eq!((regular.len(), strong.len()), (10, 14));
    let values = |unit: UnitId| (data().unit(unit).faces[0].attack, data().unit(unit).faces[0].defence, data().unit(unit).faces[0].ma);
    assert!(regular.iter().all(|(unit, _)| values(*unit) == (1, 2, 5)) && strong.iter().all(|(unit, _)| values(*unit) == (2, 2, 5)));
}

#[test]
fn air_units_have_the_values_of_the_build_sheet() {
    let expected = [
        ("Bf109E", Role::Fighter, 3, 0, 1),
        ("Bf109F", Role::Fighter, 4, 0, 1),
        ("Ju87/1", Role::Bomber, 1, 2, 2),
        ("Ju87/2", Role::Bomber, 1, 2, 2),
        ("Ju88", Role::Bomber, 3, 1, 1),
        ("He111", Role::Bomber, 2, 1, 1),
        ("decoy/A", Role::Dummy, 0, 0, 0),
        ("MiG-3", Role::Fighter, 2, 0, 0),
        ("I-153", Role::Fighter, 1, 0, 0),
        ("I-16", Role::Fighter, 1, 0, 0),
        ("DB3/1", Role::Bomber, 2, 1, 0),
        ("DB3/2", Role::Bomber, 2, 1, 0),
        ("decoy/S1", Role::Dummy, 0, 0, 0),
        ("decoy/S2", Role::Dummy, 0, 0, 0),
        ("SB", Role::Bomber, 1, 1, 0),
    ];
    let all: Vec<(AirId, _)> = Side::ALL.iter().flat_map(|&side| data().air_units(side)).collect();
    assert_eq!(all.len(), expected.len());
    for ((_, found), (id, role, rating, cas, interdiction)) in all.iter().zip(expected) {
        assert_eq!((found.id.as_str(), found.role, found.rating, found.cas, found.interdiction), (id, role, rating, cas, interdiction));
    }
    let boxed = |wanted: AirBox| data().script.air.iter().filter(|(_, at)| *at == wanted).count();
    assert_eq!((boxed(AirBox::Ready), boxed(AirBox::Damaged), boxed(AirBox::Flown)), (14, 1, 0));
}

// ---- the scenario ----------------------------------------------------------

#[test]
fn the_armies_start_where_the_card_puts_them() {
    let expected = [
        ("3606", "106 5(+)"),
        ("3705", "271"),
        ("3706", "52 156"),
        ("3809", "51HQ"),
        ("3810", "172"),
        ("4009", "48K"),
        ("4014", "42K"),
        ("3405", "49"),
        ("3503", "I/814"),
        ("3504", "641"),
        ("3505", "73 190AG"),
        ("3603", "Eng"),
        ("3605", "46"),
        ("3804", "X"),
        ("4004", "LAH/Rcn"),
    ];
    for (at, ids) in expected {
        assert_eq!(starts_in(at), ids.split(' ').collect(), "{at}");
    }
    assert_eq!(data().script.placements.len(), 18);
}

/// Hexes that the units of a side stand in or exert a zone into at the start.
fn zone(side: Side) -> BTreeSet<Hex> {
    let map = &data().map;
    let mut zone = BTreeSet::new();
    for &(unit, at) in data().script.placements.iter().filter(|(unit, _)| unit.side() == side && data().face_at_start(*unit).zoc) {
        let motorized = data().unit(unit).mobility == Mobility::Motorized;
        let reached = map.grid.neighbours(at).filter(|&(direction, near)| {
            zoc::reaches(&data().tables.terrain, DRY, motorized, map.edge(at, direction), map.features[near.index()])
        });
        zone.extend(reached.map(|(_, near)| near).chain([at]));
    }
    zone
}

#[test]
fn zones_at_the_start_are_those_that_the_worked_turn_needs() {
    let exerting = |target: &str| {
        let near = neighbours(target);
        let exerts = |&&(unit, at): &&(UnitId, Hex)| unit.side() == Side::Soviet && data().face_at_start(unit).zoc && near.contains(&at);
        data().script.placements.iter().filter(exerts).map(|&(_, at)| name(at)).collect::<BTreeSet<_>>()
    };
    assert_eq!(exerting("3505"), BTreeSet::from(["3606".to_owned()]));
    assert_eq!(exerting("3605"), BTreeSet::from(["3606".to_owned(), "3705".to_owned()]));
    let (axis, soviet) = (zone(Side::Axis), zone(Side::Soviet));
    assert!(!axis.contains(&hex("3706")), "the Soviet gun is free to support");
    assert!(axis.contains(&hex("3606")) && axis.contains(&hex("3705")));
    assert!(soviet.contains(&hex("3505")) && soviet.contains(&hex("3605")) && !soviet.contains(&hex("3504")));
    let closed = |zone: &BTreeSet<Hex>| zone.iter().any(|at| !data().map.open.contains(*at));
    assert!(!closed(&axis) && !closed(&soviet), "nobody's zone lies on water");
}

#[test]
fn guns_reach_the_hexes_they_fire_at_in_the_worked_turn_and_after_it() {
    let reaches = |id: &str, target: &str| {
        let at = data().script.placements.iter().find(|(placed, _)| *placed == unit(id)).expect("it is on the map").1;
        data().map.grid.distance(at, hex(target)) <= u16::from(data().unit(unit(id)).faces[0].range)
    };
    assert!(["49", "I/814", "641", "52"].into_iter().all(|id| reaches(id, "3606")));
    assert!(["I/814", "641"].into_iter().all(|id| reaches(id, "3705")));
}

#[test]
fn guns_bound_to_roads_start_on_roads_and_the_north_edge_has_its_road() {
    let on_road = |name: &str| data().map.edges[hex(name).index()].iter().any(|flags| flags & edge::MAIN != 0);
    assert!(["3503", "3504", "3401"].into_iter().all(on_road));
    assert_eq!(data().map.grid.row(hex("3401")), data().map.grid.first_row());
}

#[test]
fn the_headquarters_starts_on_its_back_and_covers_both_attacked_hexes() {
    assert_eq!(data().script.back_up, [unit("51HQ")]);
    let range = data().tables.command.range;
    assert_eq!(range, 4);
    assert!(["3606", "3705"].into_iter().all(|attacked| distance("3809", attacked) <= range));
    assert!(!data().script.hqs_may_disband);
}

#[test]
fn four_soviet_strongpoints_stand_and_are_the_objectives() {
    let names = |set: HexSet| set.iter().map(name).collect::<BTreeSet<_>>();
    let four = ["3606", "3705", "3708", "3808"].map(str::to_owned);
    assert_eq!(names(data().script.strongpoints[1].iter().copied().collect()), BTreeSet::from(four.clone()));
    assert!(data().script.strongpoints[0].is_empty());
    assert_eq!(data().script.objectives.iter().map(|&at| name(at)).collect::<BTreeSet<_>>(), BTreeSet::from(four));
    assert_eq!(data().script.axis_steps_allowed, 5);
}

#[test]
fn every_guess_of_the_scenario_names_the_alternatives_that_are_left() {
    let guessed = |line: &&str| line.starts_with("origin") && line.contains("reconstruction:");
    let guesses: Vec<&str> = Prepared::SCENARIOS[0].1.lines().filter(guessed).collect();
    assert!(guesses.len() > 10, "only {} guesses", guesses.len());
    for guess in guesses {
        assert!(guess.split("span:").nth(1).is_some_and(|span| span.len() > 4), "no span: {guess}");
    }
}

#[test]
fn the_axis_holds_what_lies_north_of_the_trench() {
    let north = walk("3401", &["3606", "3705"]);
    for at in data().map.open.iter() {
        assert_eq!(data().script.axis_control.contains(at), north.contains(&at), "{}", name(at));
        assert_ne!(data().script.axis_control.contains(at), data().script.soviet_control.contains(at), "{}", name(at));
    }
}

#[test]
fn four_dry_turns_from_48_to_51_with_axis_attack_supply_on_three() {
    let script = &data().script;
    let turns: Vec<_> = script.turns.iter().map(|turn| (turn.number, turn.climate, turn.weather)).collect();
    assert_eq!(turns, [48, 49, 50, 51].map(|number| (number, Climate::Dry, Some(Condition::Dry))));
    assert_eq!(script.turns.iter().map(|turn| turn.axis_attack_supply).collect::<Vec<_>>(), [true, true, true, false]);
    assert!(script.turns.iter().all(|turn| turn.soviet_attack_supply));
    assert_eq!(script.turns.iter().map(|turn| turn.air_readiness).collect::<Vec<_>>(), [false, true, true, true]);
    assert_eq!(script.turns.iter().map(|turn| turn.hq_recovery).collect::<Vec<_>>(), [false, true, true, true]);
    assert_eq!(script.set_up_order, [Side::Soviet, Side::Axis]);
}

#[test]
fn the_scenario_leaves_out_what_its_card_leaves_out() {
    let rules = &data().script.rules;
    assert_eq!(rules.general_supply, GeneralSupply::Always);
    assert!(!(rules.replacements || rules.new_strongpoints || rules.rail_movement || rules.mandated_attacks || rules.leaving_the_map));
    assert!(rules.engineer_assault);
    assert_eq!(
        data().script.escape.iter().map(name).collect::<Vec<_>>(),
        (32..=40).map(|column| format!("{column}15")).collect::<Vec<_>>()
    );
}

#[test]
fn one_division_arrives_and_three_units_leave() {
    let script = &data().script;
    let [arrival] = script.reinforcements.as_slice() else { panic!("one reinforcement") };
    assert_eq!((arrival.unit, arrival.steps, name(arrival.hex).as_str()), (unit("50"), 2, "3205"));
    let ids = |leaving: &Leaving| match leaving {
        Leaving::Ground(unit) => data().unit(*unit).id.clone(),
        Leaving::Air(unit) => data().air(*unit).id.clone(),
    };
    let withdrawals: Vec<(u16, Vec<String>)> =
        script.withdrawals.iter().map(|entry| (entry.turn, entry.units.iter().map(ids).collect())).collect();
    let list = |ids: &[&str]| ids.iter().map(|&id| id.to_owned()).collect::<Vec<_>>();
    assert_eq!(withdrawals, [(50, list(&["LAH/Rcn"])), (50, list(&["Ju87/1", "Ju87/2"])), (51, list(&["Ju88", "He111"]))]);
}

#[test]
fn the_stacks_of_the_worked_attacks_keep_the_limit() {
    let height = |ids: &[&str]| ids.iter().map(|id| data().unit(unit(id)).faces[0].stacking).sum::<u8>();
    assert_eq!(height(&["73", "190AG", "LAH/Rcn"]), 8);
    assert_eq!(height(&["46", "Eng", "X"]), 10);
    assert_eq!(data().tables.stacking.limit, 10);
}

#[test]
fn the_worked_turn_is_the_scenario_with_two_liberties() {
    let worked = embedded(1);
    let (play, example) = (&data().script.switches, &worked.script.switches);
    assert!(!play.soviet_cas_near_a_broken_hq && example.soviet_cas_near_a_broken_hq);
    assert!(!play.engineers_take_any_first_loss && example.engineers_take_any_first_loss);
    assert_eq!((play.top_odds, example.top_odds), (TopOdds::TenToOne, TopOdds::TenToOne));
    assert_eq!(worked.script.placements, data().script.placements);
    assert_eq!(worked.script.turns, data().script.turns);
    assert_ne!(worked.fingerprint(), data().fingerprint());
    assert_eq!(worked.script.id, "worked-turn");
}

// ---- tables ----------------------------------------------------------------

/// The combat table as the card prints it, rows 0 to 11.
const CRT: [&str; 12] = [
    "1/R,-/R,-/1R,1/2,-/2R,-/2R,-/2R,-/3R,-/3R,-/4R,-/e,-/e,-/e,-/e,-/e,-/e",
    "R/-,1/R,1/1,*/1,-/1R,-/2R,-/2R,-/3R,-/3R,-/3R,-/4R,-/e,-/e,-/e,-/e,-/e",
    "R/-,R/-,1*/R,1/1,1*/2,1*/2,1*/2,-/2R,*/3R,-/3R,-/3R,-/4R,-/e,-/e,-/e,-/e",
    "R/-,R/-,-/-,1*/R,2/1,-/R,-/1,1*/2,-/2R,*/3R,-/3R,-/3R,-/4R,-/e,-/e,-/e",
    "R/-,R/-,R/-,-/-,1*/R,2/1,1/1,1/1,1*/2,-/2R,*/3R,-/3R,-/3R,-/e,-/e,-/e",
    "R*/-,R/-,R/-,R/-,-/-,1*/R,2/1,2/1,-/1,1*/2,-/2R,*/3R,-/3R,-/3R,-/3R,-/e",
    "2R/-,R*/-,R/-,R/-,R/-,-/-,1*/R,-/R,2/1,-/1,1*/2,-/2R,*/3R,-/3R,-/3R,-/e",
    "2R/-,2R/-,R*/-,R*/-,R/-,R/-,-/R,-/R,-/R,1/1,1/1,1*/2,-/2R,*/3R,-/3R,-/3R",
    "2R/-,2R/-,2R/-,1R/-,R*/-,R/-,-/-,1*/R,-/R,-/R,-/R,1/1,1/2,-/2R,-/3R,-/3R",
    "3R/-,2R/-,2R/-,2R/-,1R/-,R*/-,R*/-,-/-,1*/R,-/R,-/R,-/R,1*/1,*/1R,-/2R,-/2R",
    "e/-,3R/-,2R/-,2R/-,2R/-,1R/-,1R/-,R*/-,-/-,1*/R,1*/R,-/R,-/R,1/1,-/2R,-/2R",
    "e/-,e/-,3R/-,2R/-,2R/-,2R/-,1R/-,1R/-,R/-,-/-,-/-,1/R,-/R,1/R,*/1R,-/1R",
];

fn printed(cell: Cell) -> String {
    let effect = |effect: Effect| {
        let mut text = String::new();
        if effect.eliminated {
            text.push('e');
        }
        if effect.steps > 0 {
            text += &effect.steps.to_string();
        }
        if effect.retreat {
            text.push('R');
        }
        if effect.asterisk {
            text.push('*');
        }
        if text.is_empty() { "-".to_owned() } else { text }
    };
    format!("{}/{}", effect(cell.attacker), effect(cell.defender))
}

#[test]
fn the_combat_table_has_every_cell_of_the_card() {
    for (die, row) in CRT.iter().enumerate() {
        let found: Vec<String> = data().tables.crt[die].iter().map(|cell| printed(*cell)).collect();
        assert_eq!(found.join(","), *row, "die {die}");
    }
}

#[test]
fn the_columns_stand_where_the_worked_combats_and_the_diagonals_put_them() {
    let column = |name: &str| ODDS_NAMES.iter().position(|known| *known == name).expect("a column of the table");
    let cell = |die: usize, name: &str| printed(data().tables.crt[die][column(name)]);
    assert_eq!(cell(3, "4-1"), "-/2R");
    assert_eq!(cell(11, "1-1"), "2R/-");
    // The diagonals are one column further per row from 4-1 to 9-1.
    for (step, name) in ["4-1", "5-1", "6-1", "7-1", "8-1", "9-1"].into_iter().enumerate() {
        assert_eq!(cell(2 + step, name), "*/3R", "{name}");
        assert_eq!(cell(3 + step, name), "-/2R", "{name}");
    }
    assert!(!ODDS_NAMES.contains(&"5-2"));
}

#[test]
fn the_air_combat_table_has_every_cell_of_the_card() {
    let rows = ["DDDXXXX", "AADDXXX", "-AADDXX", "--AADDX", "--AAADD", "----AAD", "-----AA", "------A", "-------", "-------"];
    let letter = |effect: &AirEffect| match effect {
        AirEffect::Nothing => '-',
        AirEffect::Flown => 'A',
        AirEffect::Damaged => 'D',
        AirEffect::Destroyed => 'X',
    };
    let found: Vec<String> = data().tables.air_combat.iter().map(|row| row.iter().map(letter).collect()).collect();
    assert_eq!(found, rows);
}

#[test]
fn the_terrain_chart_has_the_prices_of_the_card() {
    // Dry, mud, frost, snow: on foot, then on wheels.
    let chart = [
        (Feature::Clear, "1 2a 1 2", "1 2a 1 2"),
        (Feature::Sand, "2a 2a 2a 2", "2a 2a 2a 2"),
        (Feature::Hill, "2 3 3 3", "2 3 3 3"),
        (Feature::Woods, "+1 +1 +1 +1", "+2 +2 +2 +2"),
        (Feature::Marsh, "2 2a 1 2", "2 2a 1 2"),
        (Feature::Swamp, "3 3 2 2", "P P 3 3"),
        (Feature::Lake, "P P P 2", "P P P 2"),
        (Feature::LakeSide, "P P P +0", "P P P +0"),
        (Feature::Sea, "P P P P", "P P P P"),
        (Feature::Town, "o o o o", "o o o o"),
        (Feature::City, "1/2 1/2 1/2 1/2", "1/2 1/2 1/2 1/2"),
        (Feature::MajorCity, "1/2 1/2 1/2 1/2", "1/2 1/2 1/2 1/2"),
        (Feature::MinorRoadClear, "1/2 2a 1 2", "1/2 2a 1 2"),
        (Feature::MinorRoadOther, "1 ow 1 2", "1 ow 1 2"),
        (Feature::MainRoad, "1/2 1 1/2 1", "1/2 1 1/2 1"),
        (Feature::Motorway, "1/2 1/2 1/2 1/2", "1/2 1/2 1/2 1/2"),
        (Feature::River, "+1 +2 +1 +0", "+1 +2 +1 +0"),
        (Feature::MajorRiver, "P P P +1", "P P P +1"),
        (Feature::Strongpoint, "+1 +1 +1 +1", "+1 +1 +1 +1"),
        (Feature::FortifiedLine, "+1 +1 +1 +1", "+1 +1 +1 +1"),
    ];
    let text = |price: &Price| {
        let bare = match price.charge {
            Charge::Hex(points) => points.to_string(),
            Charge::Added(points) => format!("+{points}"),
            Charge::Closed => "P".to_owned(),
            Charge::Other => "o".to_owned(),
            Charge::OtherWithoutWoods => "ow".to_owned(),
        };
        if price.note_a { bare + "a" } else { bare }
    };
    for (feature, foot, wheels) in chart {
        let row = data().tables.terrain.row(feature);
        let line = |prices: &[Price; 4]| prices.iter().map(text).collect::<Vec<_>>().join(" ");
        assert_eq!((line(&row.foot).as_str(), line(&row.wheels).as_str()), (foot, wheels), "{feature:?}");
    }
}

#[test]
fn the_terrain_chart_has_the_modifiers_of_the_card() {
    let drm = |feature, defender| Condition::ALL.map(|sky| data().tables.terrain.defence(feature, defender, sky));
    for side in Side::ALL {
        assert_eq!(drm(Feature::Clear, side), [0; 5]);
        assert_eq!(drm(Feature::Marsh, side), [0; 5]);
        assert_eq!(drm(Feature::Hill, side), [1; 5]);
        assert_eq!(drm(Feature::City, side), [1; 5]);
        assert_eq!(drm(Feature::Town, side), [0, 1, 0, 1, 1]);
        assert_eq!(drm(Feature::River, side), [1, 1, 1, 0, 0]);
        assert_eq!(drm(Feature::Strongpoint, side), [1; 5]);
        assert_eq!(drm(Feature::FortifiedLine, side), [1; 5]);
    }
    assert_eq!((drm(Feature::MajorCity, Side::Axis), drm(Feature::MajorCity, Side::Soviet)), ([1; 5], [2; 5]));
}

#[test]
fn half_and_strategic_allowances_are_those_of_the_conversion_chart() {
    let halves = |points: [HalfPoints; 10]| points.map(|points| points.0);
    let table = &data().tables.allowance;
    assert_eq!(halves(table.half), [0, 2, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(halves(table.strategic), [0, 3, 6, 9, 12, 15, 18, 21, 24, 27]);
}

#[test]
fn phases_give_the_shares_of_the_phase_chart() {
    let phases = [MovementPhase::Movement, MovementPhase::Motorized, MovementPhase::Reaction];
    let share = |side, mover| phases.map(|phase| data().tables.shares.of(side, mover, phase));
    assert_eq!(share(Side::Axis, Mover::Motorized), [Share::Full, Share::Half, Share::Half]);
    assert_eq!(share(Side::Axis, Mover::Foot), [Share::Full, Share::None, Share::None]);
    assert_eq!(share(Side::Axis, Mover::Cavalry), [Share::Full, Share::Half, Share::None]);
    assert_eq!(share(Side::Axis, Mover::Once), [Share::Full, Share::None, Share::None]);
    assert_eq!(share(Side::Soviet, Mover::Hq), [Share::Full, Share::None, Share::None]);
    assert_eq!(share(Side::Soviet, Mover::Motorized), [Share::Half, Share::Full, Share::Half]);
    assert_eq!(share(Side::Soviet, Mover::Cavalry), [Share::Full, Share::Half, Share::None]);
    assert_eq!(share(Side::Soviet, Mover::Foot), [Share::Full, Share::Activated, Share::None]);
    assert_eq!(share(Side::Soviet, Mover::Once), [Share::Full, Share::Activated, Share::None]);
}

#[test]
fn the_movement_chart_permits_what_the_card_permits() {
    let row = |kind| data().tables.kinds.iter().find(|row| row.name == kind).expect("every kind has a row");
    let weather = |kind| row(kind).weather.iter().map(|cell| cell.allowed).collect::<Vec<_>>();
    let (yes, no) = (Some(true), Some(false));
    assert_eq!(weather(Kind::Movement), [yes; 5]);
    assert_eq!(weather(Kind::Reaction), [no, yes, yes, yes, yes]);
    assert_eq!(weather(Kind::Infiltration), [no, yes, no, yes, yes]);
    assert_eq!(weather(Kind::Overrun), [no, yes, no, yes, no]);
    assert_eq!(weather(Kind::Strategic), [no, yes, yes, yes, yes]);
    assert_eq!(row(Kind::Motorized).weather[4].notes, [6, 7]);
    assert_eq!(row(Kind::Strategic).zoc[2].allowed, None);
}

#[test]
fn the_weather_tables_are_whole() {
    let column = |name: &str, climate: Climate| {
        let table = data().tables.weather.iter().find(|table| table.name == name).expect("the table is in the file");
        let cell = |die: i8| {
            let sky = table.cell(climate, die);
            let letter = ["D", "M", "F", "S", "A"][sky.condition.index()];
            if sky.storm { letter.to_owned() + "T" } else { letter.to_owned() }
        };
        (1..=10).map(cell).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(column("series", Climate::Dry), "D D D D D D DT M M MT");
    assert_eq!(column("series", Climate::Mud), "D D D D M M M MT MT F");
    assert_eq!(column("series", Climate::Frost), "M F F F F F F S S ST");
    assert_eq!(column("series", Climate::Snow), "M F F S S S ST ST A A");
    assert_eq!(column("crimea", Climate::Dry), "D D D D D D DT M M MT");
    assert_eq!(column("crimea", Climate::Mud), "D D D M M M M M MT F");
    assert_eq!(column("crimea", Climate::Frost), "M F F F F F F F S ST");
    assert_eq!(column("crimea", Climate::Snow), "M MT F F F F F S S ST");
}

#[test]
fn every_value_says_where_it_comes_from() {
    for side in Side::ALL {
        for (_, unit) in data().units(side) {
            let known = ["given", "elsewhere", "reconstruction"];
            assert!(known.iter().any(|word| unit.origin.starts_with(word)), "{}: {}", unit.id, unit.origin);
        }
    }
    assert!(data().map.places.iter().all(|place| !place.origin.is_empty()));
}
