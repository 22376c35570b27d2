//! The turn of Blocks in the East: its phases, supply, production, rail moves.

use std::collections::BTreeSet;

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::terms::{Nation, TownClass};
use stavka_engine::blocks_in_the_east::{Action, BlocksInTheEast, Phase, Place, PositionBuilder, RailUse, Zone};
use stavka_engine::game::{Game as _, Outcome, Turn};

use crate::blocks_in_the_east_kit::{
    LENINGRAD, ROSTOV, WHOLE, at, builder, goals, hex, legal, offers, pass_to, play, rule_against, saved, strength, unit,
};
use crate::blocks_in_the_east_map::scenario;

/// Units on an empty map in the second turn, when nothing is frozen.
pub(crate) fn second(id: &str, units: &str) -> PositionBuilder {
    builder(id, units).turn(2).expect("a second turn")
}

pub(crate) fn set(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

// ---- the sequence ----------------------------------------------------------------------------------------------------------------

/// [7.0.a] The phases of a turn of a player, as the rules list them.
const ORDER: [Phase; 13] = [
    Phase::Supply,
    Phase::Production,
    Phase::Disbanding,
    Phase::RailMoves,
    Phase::GroundMovement,
    Phase::AirMovement,
    Phase::Reaction,
    Phase::Combat,
    Phase::Blitz,
    Phase::AirReturn,
    Phase::Verification,
    Phase::Exploitation,
    Phase::Recheck,
];

/// [3.2][7.0][2.3.a][7.11] The Axis turn comes first, then the Soviet turn, phase by phase; then the Victory Phase and the next turn.
#[test]
fn phases_come_in_order() {
    let mut game = BlocksInTheEast::new(scenario(LENINGRAD));
    let mut seen = Vec::new();
    while game.turn() != Turn::Over {
        let at = (game.game_turn(), game.phase().expect("a phase"));
        if seen.last() != Some(&at) {
            seen.push(at);
        }
        assert_eq!(game.turn(), Turn::Player(if at.1.1 == Phase::Reaction { at.1.0.opponent() } else { at.1.0 }));
        let actions = legal(&game);
        game.apply(if actions.contains(&Action::Done) { Action::Done } else { *actions.last().expect("a choice") });
    }
    let place =
        |&(turn, (side, phase)): &(u16, (Side, Phase))| (turn, side == Side::Soviet, ORDER.iter().position(|&listed| listed == phase));
    assert!(seen.is_sorted_by_key(place), "{seen:?}");
    assert_eq!(seen.first().map(|first| first.0), Some(1));
    assert_eq!(seen.last().map(|last| (last.0, last.1.0)), Some((4, Side::Soviet)));
    assert_eq!(game.outcome(), Some(Outcome { winner: None, margin: 0, level: "draw" }));
}

// ---- supply ----------------------------------------------------------------------------------------------------------------------

/// [4.0][4.3.c][4.4][4.4.b][4.5][7.2][7.9][7.9.a] A unit that cannot trace is marked when its turn begins; it receives nothing, is not
/// disbanded nor moved by rail, and surrenders at the end of the turn, which gives the enemy a point.
#[test]
fn units_out_of_supply_surrender() {
    let position = second(LENINGRAD, "SB01 0826, SB02 1816").steps("SB01", 2).expect("steps").points(Nation::Soviet, 9);
    let mut game = position.open(Side::Soviet, Phase::Supply);
    let (cut, fed) = (unit(game.data(), "SB01"), unit(game.data(), "SB02"));
    assert!(game.is_out_of_supply(cut) && !game.is_out_of_supply(fed));
    assert_eq!(rule_against(&game, "repair SB01"), "4.4");
    assert_eq!((game.points(cut), game.points(fed)), (1, 3));
    play(&mut game, &["done"]);
    assert_eq!(rule_against(&game, "disband SB01"), "4.4");
    pass_to(&mut game, Side::Soviet, Phase::RailMoves);
    assert_eq!(rule_against(&game, "select SB01"), "4.4");
    let before = saved(&game, Nation::German);
    pass_to(&mut game, Side::Axis, Phase::Production);
    assert_eq!((game.place(cut), at(&game, "SB02").as_deref()), (Place::ELIMINATED, Some("1816")));
    assert_eq!(saved(&game, Nation::German), before + 1 + 5, "[7.9.a] and five of the new turn");
}

/// [4.5.a][6.1.1.d] Units without strength and static ones do not surrender.
#[test]
fn some_units_do_not_surrender() {
    let position = second(LENINGRAD, "SQ01 0826, SG01 0726, SB01 0626").steps("SQ01", 1).expect("steps");
    let mut game = position.open(Side::Soviet, Phase::Supply);
    assert_eq!(strength(&game, "SQ01"), 0);
    assert!(["SQ01", "SG01", "SB01"].iter().all(|id| game.is_out_of_supply(unit(game.data(), id))));
    pass_to(&mut game, Side::Axis, Phase::Production);
    assert_eq!([at(&game, "SQ01"), at(&game, "SG01"), at(&game, "SB01")], [Some("0826".to_owned()), Some("0726".to_owned()), None]);
}

/// [7.9] A unit that has come back into supply loses its mark.
#[test]
fn a_unit_that_comes_back_into_supply_is_spared() {
    // The Axis unit in its way is beaten elsewhere: here it walks off before the turn of the Soviets, whose mark is older.
    let position = second(LENINGRAD, "SB01 1816").out_of_supply("SB01").expect("on the map");
    let mut game = position.open(Side::Soviet, Phase::GroundMovement);
    let spared = unit(game.data(), "SB01");
    assert!(game.is_out_of_supply(spared));
    pass_to(&mut game, Side::Axis, Phase::Production);
    assert!(!game.is_out_of_supply(spared) && game.place(spared).hex().is_some());
}

/// [3.19][3.19.a][3.19.d] Units in a battle and aircraft in flight exert no zone of control; aircraft on the ground do.
#[test]
fn zones_are_those_of_units_that_are_free() {
    let zone = |position: PositionBuilder, name: &str| {
        let game = position.open(Side::Soviet, Phase::GroundMovement);
        game.situation().zones[0].contains(hex(game.data(), name))
    };
    assert!(zone(second(WHOLE, "GN01 1222, SL01 1813"), "1221"));
    assert!(zone(second(WHOLE, "GN01 1222, SL01 1813").out_of_supply("GN01").expect("on the map"), "1221"), "[3.19.d] out of supply");
    assert!(!zone(second(WHOLE, "GN01 1222, SL02 1222, SL01 1813"), "1221"), "in a battle");
    assert!(zone(second(WHOLE, "GN12 1221, SL01 1813"), "1222"), "aircraft on the ground");
    assert!(!zone(second(WHOLE, "GN12 1221, SL01 1813").flying("GN12").expect("on the map"), "1222"), "in flight");
}

// ---- production ------------------------------------------------------------------------------------------------------------------

/// [3.6.a][7.3][7.3.b][SBE1.d][SBE2.d][SBE3.e][SBE4.d] Points come from the second turn on, and are saved.
#[test]
fn points_come_each_turn() {
    let rows: [(&str, &[(Nation, u16)]); 4] = [
        ("towards-moscow", &[(Nation::German, 5), (Nation::Soviet, 20)]),
        (LENINGRAD, &[(Nation::German, 5), (Nation::Soviet, 10), (Nation::Romanian, 0)]),
        (ROSTOV, &[(Nation::German, 5), (Nation::Romanian, 2), (Nation::Hungarian, 1), (Nation::Soviet, 15)]),
        (WHOLE, &[(Nation::German, 15), (Nation::Romanian, 2), (Nation::Hungarian, 1), (Nation::Soviet, 46), (Nation::Finnish, 0)]),
    ];
    for (id, nations) in rows {
        let mut game = BlocksInTheEast::new(scenario(id));
        assert!(Nation::ALL.into_iter().all(|nation| saved(&game, nation) == 0), "{id}: none in June");
        for turns in 1..=2 {
            while game.game_turn() == turns && game.turn() != Turn::Over {
                pass(&mut game);
            }
            pass_to(&mut game, Side::Soviet, Phase::Disbanding);
            for &(nation, points) in nations {
                assert_eq!(saved(&game, nation), points * turns, "{id}: {nation:?} in turn {}", turns + 1);
            }
        }
    }
}

/// Says `done`, or the last that there is: of dice the most hits.
pub(crate) fn pass(game: &mut BlocksInTheEast) {
    let actions = legal(game);
    game.apply(if actions.contains(&Action::Done) { Action::Done } else { *actions.last().expect("a choice") });
}

/// [7.3][7.3.a] A step costs one, two or three points by its colour.
#[test]
fn steps_cost_what_their_colours_say() {
    let position = second(LENINGRAD, "GN04 1023, GN09 1023, GN13 0923, GN01 0826");
    let position = ["GN04", "GN09", "GN13"].into_iter().fold(position, |position, id| position.steps(id, 2).expect("steps"));
    let mut game = position.points(Nation::German, 4).open(Side::Axis, Phase::Production);
    assert_eq!(saved(&game, Nation::German), 9);
    let price = |game: &BlocksInTheEast, id: &str| game.repair_price(unit(game.data(), id));
    assert_eq!(["GN04", "GN09", "GN13", "GN01"].map(|id| price(&game, id)), [Some(1), Some(2), Some(3), None]);
    assert_eq!(rule_against(&game, "repair GN01"), "7.3.a");
    play(&mut game, &["repair GN13", "repair GN13"]);
    assert_eq!((saved(&game, Nation::German), strength(&game, "GN13")), (3, 4));
    play(&mut game, &["repair GN09", "repair GN04"]);
    assert_eq!(saved(&game, Nation::German), 0);
    assert!(!offers(&game, "repair GN04") && !offers(&game, "repair GN09"));
}

/// [7.3.1][7.3.1.b] Rebuilt units come to Major Cities at home, one in a turn, two in the capital; from there they may go by rail.
#[test]
fn rebuilt_units_come_to_major_cities() {
    let ids = ["GN01", "GN02", "GN03", "GN04"];
    let position = ids.into_iter().fold(second(LENINGRAD, ""), |position, id| position.put_in_box(id, Place::ELIMINATED).expect("a unit"));
    let mut game = position.points(Nation::German, 20).open(Side::Axis, Phase::Production);
    play(&mut game, &["rebuild GN01"]);
    let cities = goals(&game, "place");
    let map = &game.data().map;
    for name in &cities {
        let place = map.place_at(hex(game.data(), name)).expect("a place");
        assert!(place.class.is_some_and(TownClass::is_major), "{}", place.name);
    }
    assert!(cities.contains("0227") && cities.contains("0923") && cities.contains("0824") && !cities.contains("1028"), "{cities:?}");
    play(&mut game, &["place 0923", "rebuild GN02"]);
    assert_eq!(rule_against(&game, "place 0923"), "7.3.1");
    play(&mut game, &["place 0227", "rebuild GN03", "place 0227", "rebuild GN04"]);
    assert!(!offers(&game, "place 0227"));
    play(&mut game, &["place 0824"]);
    assert_eq!((strength(&game, "GN01"), saved(&game, Nation::German)), (1, 21), "the lowest step, for one point each");
    play(&mut game, &["repair GN01", "done", "done"]);
    assert_eq!(strength(&game, "GN01"), 2);
    assert!(offers(&game, "select GN01"), "[7.4] by rail");
}

/// [7.3.1.c][7.3.1.d][7.3.1.e][3.3.a][AMB-35][AMB-36] Armour comes to red factories, aircraft and paratroops to blue ones, marines to naval
/// yards; a factory that falls to the enemy is gone.
#[test]
fn factories_say_where_units_come() {
    let ids = ["GN09", "GN12", "GX02", "SB05", "SA08", "SP01", "SM01", "SL01"];
    let position = ids.into_iter().fold(second(WHOLE, ""), |position, id| position.put_in_box(id, Place::ELIMINATED).expect("a unit"));
    let position = position.points(Nation::German, 40).points(Nation::Soviet, 40);
    let cities = |game: &BlocksInTheEast, id: &str| {
        let mut game = game.clone();
        play(&mut game, &[&format!("rebuild {id}")]);
        let names = goals(&game, "place");
        let map = &game.data().map;
        names
            .iter()
            .map(|name| map.place_at(hex(game.data(), name)).map_or(name.clone(), |place| place.name.clone()))
            .collect::<BTreeSet<_>>()
    };
    let game = position.clone().open(Side::Axis, Phase::Production);
    assert_eq!(cities(&game, "GN09"), set(&["Berlin", "Magdeburg"]));
    assert_eq!(cities(&game, "GN12"), set(&["Berlin", "Leipzig", "Vienna"]));
    assert_eq!(cities(&game, "GX02"), set(&["Berlin", "Leipzig", "Vienna"]));
    let game = position.clone().open(Side::Soviet, Phase::Production);
    assert_eq!(cities(&game, "SB05"), set(&["Gorky", "Kharkov", "Leningrad", "Stalingrad"]));
    assert_eq!(cities(&game, "SA08"), set(&["Gorky", "Moscow", "Saratov", "Voronezh"]));
    assert_eq!(cities(&game, "SP01"), cities(&game, "SA08"));
    assert_eq!(cities(&game, "SM01"), set(&["Leningrad", "Oranienbaum", "Sevastopol"]));
    let infantry = cities(&game, "SL01");
    assert!(infantry.contains("Leningrad") && infantry.contains("Stalingrad") && !infantry.contains("Sevastopol"));
    let lost = position.owner("2432", Side::Axis).expect("a hex").owner("2432", Side::Soviet).expect("a hex");
    let game = lost.open(Side::Soviet, Phase::Production);
    assert_eq!(cities(&game, "SB05"), set(&["Gorky", "Leningrad", "Stalingrad"]));
    assert!(cities(&game, "SL01").contains("Kharkov"), "the city is still there");
}

/// [7.3.1][7.3.2][4.2] No unit comes to a city that is no supply source.
#[test]
fn cities_that_are_cut_off_receive_nobody() {
    let ring = "GC01 1523, GC02 1723, GC03 1525, GC04 1725, GC05 1824, GC06 1524";
    let position = second(WHOLE, ring).put_in_box("SL01", Place::ELIMINATED).expect("a unit");
    let mut game = position.points(Nation::Soviet, 5).open(Side::Soviet, Phase::Production);
    play(&mut game, &["rebuild SL01"]);
    assert!(!offers(&game, "place 1624"), "Minsk");
    assert!(offers(&game, "place 2521"));
}

/// [5.4][7.3.a][10.0.a] Italians and Guards are never rebuilt; Guards are repaired.
#[test]
fn some_units_are_never_rebuilt() {
    let position = second(WHOLE, "SU01 2521").put_in_box("IT02", Place::ELIMINATED).expect("a unit");
    let position = position.put_in_box("SU02", Place::ELIMINATED).expect("a unit").steps("SU01", 1).expect("steps");
    let position = position.points(Nation::German, 20).points(Nation::Italian, 20).points(Nation::Soviet, 20);
    let game = position.clone().open(Side::Axis, Phase::Production);
    assert_eq!(rule_against(&game, "rebuild IT02"), "7.3.a");
    let mut game = position.open(Side::Soviet, Phase::Production);
    assert_eq!(rule_against(&game, "rebuild SU02"), "7.3.a");
    play(&mut game, &["repair SU01", "repair SU01"]);
    assert_eq!(strength(&game, "SU01"), 4);
}

/// [5.2.a][5.2.b] Germany gives an ally three points a turn at most; they repair its units, and Finland has no other.
#[test]
fn germany_gives_its_allies_points() {
    let position = second(WHOLE, "FI03 1313, RO03 1542").steps("FI03", 1).expect("steps").steps("RO03", 1).expect("steps");
    let mut game = position.open(Side::Axis, Phase::Production);
    assert_eq!(rule_against(&game, "repair FI03"), "7.3");
    assert!(offers(&game, "repair RO03"), "two points of its own");
    play(&mut game, &["aid finnish", "aid finnish", "repair FI03", "aid finnish"]);
    assert_eq!(rule_against(&game, "aid finnish"), "5.2.a");
    assert_eq!(rule_against(&game, "aid slovak"), "5.2.a", "no unit of theirs is in the game");
    assert_eq!((saved(&game, Nation::German), saved(&game, Nation::Finnish), strength(&game, "FI03")), (12, 0, 2));
    play(&mut game, &["repair FI03", "repair FI03"]);
    assert_eq!(rule_against(&game, "repair FI03"), "7.3.a");
    pass_to(&mut game, Side::Soviet, Phase::Production);
    pass_to(&mut game, Side::Axis, Phase::Production);
    assert_eq!(game.game_turn(), 3);
    assert!(offers(&game, "aid finnish"));
}

/// [7.3.c][7.3.1.a][7.3.1.f][7.3.3][SBE1.c] Reinforcements come in their turn or later, at full strength; Italians through Poland. Scenarios of
/// a part of the front have none.
#[test]
fn reinforcements_come_in_their_turns() {
    let mut game = BlocksInTheEast::new(scenario(WHOLE));
    pass_to(&mut game, Side::Soviet, Phase::Supply);
    while game.game_turn() == 1 {
        pass(&mut game);
    }
    assert_eq!(game.phase(), Some((Side::Axis, Phase::Production)));
    assert!(offers(&game, "bring AI01") && offers(&game, "bring AP01"));
    assert_eq!(rule_against(&game, "bring AI02"), "7.3.c");
    assert_eq!(rule_against(&game, "bring RO11"), "7.3.1", "no blue factory in Romania");
    play(&mut game, &["bring AI01", "place 0227"]);
    assert_eq!((at(&game, "AI01").as_deref(), saved(&game, Nation::German)), (Some("0227"), 15));
    while game.game_turn() == 2 {
        pass(&mut game);
    }
    assert!(offers(&game, "bring AP01"), "kept back");
    play(&mut game, &["bring IT02"]);
    assert!(offers(&game, "place 1028") && !offers(&game, "place 0227"), "{:?}", goals(&game, "place"));
    let data = scenario(LENINGRAD);
    assert!(data.units(Side::Axis).all(|(unit, _)| !data.takes_part(unit) || data.script.placed.iter().any(|placed| placed.unit == unit)));
}

/// [3.20.a][6.4.b] Slovaks, security troops and headquarters take no part in the Basic game.
#[test]
fn the_basic_game_has_no_headquarters() {
    for id in [LENINGRAD, ROSTOV, WHOLE] {
        let data = scenario(id);
        let takes_part = |id: &str| data.find_unit(id).is_some_and(|unit| data.takes_part(unit));
        assert!(!["AH01", "AG01", "AK01", "SH01", "AC01"].iter().any(|id| takes_part(id)), "{id}");
    }
}

/// [7.3.2][AMB-94] New units may crowd a city until movement ends; those that are too many then are kept back.
#[test]
fn new_units_crowd_a_city_until_movement_ends() {
    let position = second(WHOLE, "GN01 0227, GN02 0227").put_in_box("GN03", Place::ELIMINATED).expect("a unit");
    let mut game = position.open(Side::Axis, Phase::Production);
    play(&mut game, &["rebuild GN03", "place 0227"]);
    pass_to(&mut game, Side::Axis, Phase::GroundMovement);
    assert_eq!(rule_against(&game, "done"), "7.5.3.d");
    play(&mut game, &["select GN01", "move 0327", "done"]);
    assert!(offers(&game, "done"));
}

/// [7.3.4] Supplied units are disbanded, and are rebuilt from the next turn on.
#[test]
fn disbanded_units_come_back_from_the_next_turn_on() {
    let mut game = second(LENINGRAD, "GN01 1023, GN02 1023").points(Nation::German, 5).open(Side::Axis, Phase::Disbanding);
    play(&mut game, &["disband GN02"]);
    assert!(!offers(&game, "disband GN01"), "in ascending order");
    assert_eq!(game.place(unit(game.data(), "GN02")), Place::DISBANDED);
    pass_to(&mut game, Side::Soviet, Phase::Production);
    pass_to(&mut game, Side::Axis, Phase::Production);
    assert!(offers(&game, "rebuild GN02"));
}

// ---- rail ------------------------------------------------------------------------------------------------------------------------

/// G8. [7.4][7.4.b][AMB-21] A unit goes by rail from a hex without enemies beside it, for a point, as far as the railway leads.
#[test]
fn units_go_by_rail() {
    let mut game = second(LENINGRAD, "SL05 1813, GN04 1123").points(Nation::Soviet, 2).open(Side::Soviet, Phase::RailMoves);
    play(&mut game, &["select SL05"]);
    assert!(offers(&game, "move 2715"), "Vologda");
    assert!(!offers(&game, "move 1222"), "beside an enemy");
    play(&mut game, &["move 2715"]);
    assert_eq!((at(&game, "SL05").as_deref(), saved(&game, Nation::Soviet)), (Some("2715"), 1));
    pass_to(&mut game, Side::Soviet, Phase::GroundMovement);
    assert!(offers(&game, "select SL05"), "[7.4.c] and marches on");
    // An enemy beside it, then enemies beside every way out.
    let near = second(LENINGRAD, "SL05 1813, GN04 1715").points(Nation::Soviet, 2).open(Side::Soviet, Phase::RailMoves);
    assert!(offers(&near, "select SL05"));
    let beside = second(LENINGRAD, "SL05 1813, GN04 1914, SL06 2715").points(Nation::Soviet, 2).open(Side::Soviet, Phase::RailMoves);
    assert_eq!(rule_against(&beside, "select SL05"), "7.4.b");
    // In the first turn there are neither points nor rail moves.
    let mut first = BlocksInTheEast::new(scenario(LENINGRAD));
    pass_to(&mut first, Side::Soviet, Phase::RailMoves);
    assert_ne!(first.phase(), Some((Side::Soviet, Phase::RailMoves)));
}

/// C6. [7.4.a] Five moves of the Soviets; four of the Axis in the Soviet Union and one in the Finnish area, and any number elsewhere.
#[test]
fn rail_moves_are_limited() {
    let limits = &scenario(WHOLE).tables.rail_moves;
    let count = |side: Side, zones: &[Zone]| {
        let mut used = RailUse::default();
        let mut moves = 0;
        while moves < 20 {
            let Some(&zone) = zones.iter().find(|&&zone| used.allows(limits, side, zone)) else { break };
            used = used.after(limits, side, zone);
            moves += 1;
        }
        moves
    };
    assert_eq!(count(Side::Soviet, &[Zone::SovietUnion]), 5);
    assert_eq!(count(Side::Soviet, &[Zone::FinnishArea, Zone::SovietUnion]), 5);
    assert_eq!(count(Side::Axis, &[Zone::SovietUnion]), 4);
    assert_eq!(count(Side::Axis, &[Zone::FinnishArea]), 5);
    assert_eq!(count(Side::Axis, &[Zone::FinnishArea, Zone::SovietUnion]), 5);
    assert_eq!(count(Side::Axis, &[Zone::Outside]), 20);
    // In play: five, and no sixth.
    let units = "SL01 2521, SL02 2421, SL03 2520, SL04 2620, SB01 2621, SB02 2622";
    let mut game = second(WHOLE, units).points(Nation::Soviet, 9).open(Side::Soviet, Phase::RailMoves);
    let mut moves = 0;
    while game.phase() == Some((Side::Soviet, Phase::RailMoves)) {
        let id = goals(&game, "select").first().cloned().expect("a unit");
        play(&mut game, &[&format!("select {id}")]);
        let to = goals(&game, "move").first().cloned().expect("a destination");
        play(&mut game, &[&format!("move {to}")]);
        moves += 1;
    }
    assert_eq!((moves, saved(&game, Nation::Soviet)), (5, 4));
}

/// [6.1.1.d][7.5.4.a] Static units go by rail; trains pass the edge of the map and do not stop there, and Siberia lies behind it.
#[test]
fn trains_pass_the_edge() {
    let mut game = second(WHOLE, "SG01 4525").points(Nation::Soviet, 2).open(Side::Soviet, Phase::RailMoves);
    play(&mut game, &["select SG01"]);
    assert!(offers(&game, "move siberia") && !offers(&game, "move 4622"), "{:?}", goals(&game, "move").len());
    play(&mut game, &["move siberia"]);
    assert_eq!(at(&game, "SG01").as_deref(), Some("siberia"));
}

/// [5.2.a][7.4] Germany pays for the rail moves of allies that have no points.
#[test]
fn somebody_pays_for_a_rail_move() {
    let poor = second(WHOLE, "FI03 1313").open(Side::Axis, Phase::RailMoves);
    assert_ne!(poor.phase(), Some((Side::Axis, Phase::RailMoves)));
    let mut rich = second(WHOLE, "FI03 1313").points(Nation::German, 1).open(Side::Axis, Phase::RailMoves);
    play(&mut rich, &["select FI03", "move 1512"]);
    assert_eq!(saved(&rich, Nation::German), 0);
}
