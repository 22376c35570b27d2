//! The long scenarios of Blocks in the East: how each of them is decided.

use std::collections::VecDeque;

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::data::Count;
use stavka_engine::blocks_in_the_east::{Asked, BlocksInTheEast, Phase, Place, PositionBuilder, Prepared};
use stavka_engine::game::{Game as _, Turn};
use stavka_engine::hex::Hex;
use stavka_engine::kit::files::ScenarioFiles as _;

use crate::blocks_in_the_east_kit::{ADVANCED, builder, hex, lines, play, unit};
use crate::blocks_in_the_east_map::scenario;

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;
const BLUE: &str = "operation-blue";
const CITADEL: &str = "operation-citadel";
const BAGRATION: &str = "operation-bagration";
const CAMPAIGN: &str = "codeword-dortmund";

/// The Victory Phase of a turn.
fn judged(position: PositionBuilder, turn: u8) -> BlocksInTheEast {
    position.turn(turn).expect("a turn").open(SOVIET, Phase::Recheck)
}

/// Level and winner, of a game that is over.
fn result(game: &BlocksInTheEast) -> Option<(&str, Option<Side>, i16)> {
    game.outcome().map(|outcome| (outcome.level, outcome.winner, outcome.margin))
}

/// [0.4] Nine scenarios, each with its own conditions and levels.
#[test]
fn every_scenario_is_decided() {
    assert_eq!(Prepared::SCENARIOS.len(), 9);
    for (id, _) in Prepared::SCENARIOS.iter().copied() {
        let victory = scenario(id).script.victory.as_ref().unwrap_or_else(|| panic!("{id} is open"));
        assert!(victory.levels.iter().any(|level| level.winner.is_some()), "{id}");
        assert_eq!(victory.levels.iter().filter(|level| level.winner.is_none()).count(), usize::from(id != BLUE), "{id}: a draw");
    }
}

/// [SBE5.a] Leningrad, Moscow, Stalingrad and Baku at the end of November 1941.
#[test]
fn barbarossa_counts_four_cities() {
    let cities = ["GN01 Leningrad", "GC01 Moscow", "GS01 Stalingrad", "GS02 Baku"];
    let levels = [
        ("Soviet decisive victory", Some(SOVIET), -1),
        ("draw", None, 0),
        ("Axis marginal victory", Some(AXIS), 1),
        ("Axis decisive victory", Some(AXIS), 2),
        ("Axis decisive victory", Some(AXIS), 3),
    ];
    for (count, level) in levels.into_iter().enumerate() {
        let position = builder(ADVANCED, &[&cities[..count], &["SL01 1813"][..usize::from(count == 0)]].concat().join(", "));
        assert_eq!(result(&judged(position.clone(), 6)), Some(level), "{count}");
        assert_eq!(result(&judged(position, 5)), None, "not before the end");
    }
    let contested = builder(ADVANCED, "GC01 Moscow, SA01 Moscow, GN01 Leningrad, GS01 Kiev");
    assert_eq!(result(&judged(contested, 6)).map(|result| result.0), Some("draw"), "no other city counts, nor one that is contested");
}

/// [SBE6.a] The same cities at the end of November 1942; one is a marginal victory, two are a decisive one.
#[test]
fn blue_asks_for_two_cities() {
    let levels = [
        ("", "Soviet decisive victory", Some(SOVIET)),
        ("GN01 Leningrad", "Axis marginal victory", Some(AXIS)),
        ("GC01 Moscow", "Axis marginal victory", Some(AXIS)),
        ("GS01 Stalingrad, GS02 Baku", "Axis decisive victory", Some(AXIS)),
        ("GS01 Stalingrad, GC01 Moscow, GS02 Baku", "Axis decisive victory", Some(AXIS)),
    ];
    for (units, level, winner) in levels {
        let game = judged(builder(BLUE, units), 18);
        assert_eq!(result(&game).map(|result| (result.0, result.1)), Some((level, winner)), "{units}");
        assert_eq!(result(&judged(builder(BLUE, units), 17)), None);
    }
}

/// Hexes of the railway from a place to the nearest one that the Soviets own at the start.
fn railway_home(data: &Prepared, from: Hex) -> Vec<Hex> {
    let owners = data.map.owners_in(data.script.owners).expect("a year").by_side[SOVIET.index()];
    let (mut queue, mut before) = (VecDeque::from([from]), std::collections::BTreeMap::from([(from, from)]));
    while let Some(at) = queue.pop_front() {
        if owners.contains(at) {
            let mut way = vec![at];
            while *way.last().expect("one") != from {
                way.push(before[way.last().expect("one")]);
            }
            return way;
        }
        for near in data.railways(data.script.turns[0])[at.index()].into_iter().filter(|&near| near != u16::MAX).map(Hex) {
            before.entry(near).or_insert_with(|| {
                queue.push_back(near);
                at
            });
        }
    }
    panic!("no railway")
}

/// Operation Citadel with so many Guards lost, and a Soviet unit in a place whose railway home is open or not.
fn citadel(guards: usize, bridgehead: Option<(&str, bool)>) -> PositionBuilder {
    let data = scenario(CITADEL);
    let mut position = builder(CITADEL, "GN01 0923");
    let ids = data
        .units(SOVIET)
        .filter(|(_, known)| known.is(stavka_engine::blocks_in_the_east::terms::Flag::Guards))
        .map(|(_, known)| &known.id);
    for id in ids.take(guards) {
        position = position.put_in_box(id, Place::ELIMINATED).expect("a unit");
    }
    if let Some((place, supplied)) = bridgehead {
        let at = hex(data, place);
        for way in railway_home(data, at).into_iter().filter(|_| supplied) {
            position = position.owner(&data.map.name(way), SOVIET).unwrap_or_else(|error| panic!("{error}"));
        }
        position = position.place("SR01", &data.map.name(at)).expect("a place");
    }
    position
}

/// [SBE7.a][AMB-48] Eight Guards that are destroyed win for the Axis, a bridgehead beyond the Dnepr for the Soviets; both are a draw, and
/// neither is.
#[test]
fn citadel_is_about_guards_and_the_dnepr() {
    let [soviet, draw, axis] = [("Soviet victory", Some(SOVIET), -1), ("draw", None, 0), ("Axis victory", Some(AXIS), 1)];
    let rows = [
        (0, None, draw),
        (7, None, draw),
        (8, None, axis),
        (9, None, axis),
        (0, Some(("Kiev", true)), soviet),
        (7, Some(("Kiev", true)), soviet),
        (8, Some(("Kiev", true)), draw),
        (0, Some(("Kiev", false)), draw),
        (8, Some(("Kiev", false)), axis),
        (0, Some(("Konotop", true)), draw),
        (0, Some(("Dnepropetrovsk", true)), soviet),
    ];
    for (guards, bridgehead, expected) in rows {
        let game = judged(citadel(guards, bridgehead), 30);
        assert_eq!(result(&game), Some(expected), "{guards} Guards, {bridgehead:?}");
        assert_eq!(result(&judged(citadel(guards, bridgehead), 29)), None, "at the end alone");
    }
}

/// [SBE7.a] The western bank reaches from Orsha to Kherson; what lies north of the bend and east of the river is not on it.
#[test]
fn the_western_bank_is_that_of_the_dnepr() {
    let data = scenario(CITADEL);
    let Some(Count::Guards { bank, destroyed: 8 }) = data.script.victory.as_ref().map(|victory| &victory.count) else { panic!("Guards") };
    let lies = |name: &str| bank.contains(&hex(data, name));
    let west = ["Kiev", "Mogilev", "Cherkassy", "Krivoi Rog", "Nikopol", "Kherson", "Odessa", "Zhitomir", "Dnepropetrovsk"];
    assert!(west.into_iter().all(lies), "{:?}", west.map(lies));
    let east = ["Smolensk", "Konotop", "Poltava", "Kharkov", "Melitopol", "Zaporozhye", "Sevastopol", "Kursk", "Vitebsk", "Moscow"];
    assert!(!east.into_iter().any(lies), "{:?}", east.map(lies));
    // A unit in the air, or in a hex with enemies, is no bridgehead.
    let contested = citadel(0, Some(("Kiev", true))).place("GN02", "1831").expect("a place").turn(30).expect("a turn");
    let contested = contested.open(SOVIET, Phase::GroundMovement);
    assert!(!contested.has_bridgehead());
    let held = citadel(0, Some(("Kiev", true))).turn(30).expect("a turn").open(SOVIET, Phase::GroundMovement);
    assert!(held.has_bridgehead() && held.axis_points() == 0);
}

/// [SBE7.a] Guards that their side disbands are not destroyed, and those that surrender are.
#[test]
fn guards_are_destroyed_by_the_enemy() {
    let units = "SU01 Moscow, SU02 2421, GN01 0923";
    let mut game = builder(CITADEL, units).turn(26).expect("a turn").open(SOVIET, Phase::Disbanding);
    play(&mut game, &["disband SU01"]);
    assert_eq!(game.guards_destroyed(), 0);
    crate::blocks_in_the_east_kit::pass_to(&mut game, AXIS, Phase::Production);
    crate::blocks_in_the_east_kit::pass_to(&mut game, SOVIET, Phase::Disbanding);
    assert_eq!((game.guards_destroyed(), game.place(unit(game.data(), "SU01"))), (0, Place::REMOVED));
    let cut = builder(CITADEL, "SU02 1428, SR01 Moscow, GN01 0923").turn(26).expect("a turn").out_of_supply("SU02").expect("a unit");
    let cut = cut.open(SOVIET, Phase::Verification);
    assert_eq!((cut.place(unit(cut.data(), "SU02")), cut.guards_destroyed()), (Place::ELIMINATED, 1));
}

/// [SBE8.a][AMB-49] Berlin and Peenemünde: decisive to the end of 1944, marginal to June 1945, otherwise a draw. Berlin alone makes Germany
/// surrender [7.11.b].
#[test]
fn bagration_ends_in_berlin_and_peenemunde() {
    let both = "SR01 Berlin, SR02 Peenemünde";
    let decisive = Some(("Soviet decisive victory", Some(SOVIET), -2));
    let marginal = Some(("Soviet marginal victory", Some(SOVIET), -1));
    for (units, turn, expected) in [
        (both, 37, decisive),
        (both, 43, decisive),
        (both, 44, marginal),
        (both, 49, marginal),
        ("SR02 Peenemünde, GN01 Berlin", 43, None),
        ("SR02 Peenemünde, GN01 Berlin", 49, Some(("draw", None, 0))),
        ("SR01 Moscow, GN01 Berlin", 48, None),
        ("SR01 Moscow, GN01 Berlin", 49, Some(("draw", None, 0))),
        ("SR01 Berlin, GN01 Peenemünde", 43, Some(("German surrender", Some(SOVIET), -1))),
    ] {
        assert_eq!(result(&judged(builder(BAGRATION, units), turn)), expected, "{units} in turn {turn}");
    }
}

/// The war in a turn, with Axis units in cities.
fn war(units: &str, turn: u8) -> BlocksInTheEast {
    judged(builder(CAMPAIGN, units), turn)
}

/// [SBE9.a][7.11.c][AMB-50] C5: with a city of each pair the Axis wins on 1, with three cities on 2 as well; else no die is thrown.
#[test]
fn the_soviet_union_surrenders_by_a_die() {
    let rows = [
        ("GN01 Leningrad, GC01 Moscow", Some(1)),
        ("GN01 Stalingrad, GC01 Moscow", Some(1)),
        ("GN01 Stalingrad, GC01 Baku", Some(1)),
        ("GN01 Leningrad, GC01 Moscow, GS01 Baku", Some(2)),
        ("GN01 Leningrad, GC01 Moscow, GS01 Stalingrad", Some(2)),
        ("GC01 Moscow, GS01 Baku, SL01 Leningrad", None),
        ("GN01 Leningrad, GS01 Stalingrad, SL01 Moscow", None),
        ("GC01 Moscow, SL01 Leningrad", None),
        ("GC01 Moscow, SL01 Leningrad, GN01 Leningrad", None),
    ];
    for (units, wins) in rows {
        let game = war(units, 20);
        assert_eq!(game.asked(), wins.map_or(game.asked(), |wins| Some(Asked::SovietSurrender { wins })), "{units}");
        let Some(wins) = wins else {
            assert!(!matches!(game.asked(), Some(Asked::SovietSurrender { .. })) && game.game_turn() == 21, "{units}");
            continue;
        };
        assert_eq!((game.turn(), lines(&game).len()), (Turn::Chance, 6), "{units}");
        for face in 1..=6 {
            let mut thrown = game.clone();
            play(&mut thrown, &[&format!("die {face}")]);
            let expected = (face <= wins).then_some(("Axis victory", Some(AXIS), 1));
            assert_eq!(result(&thrown), expected, "{units}: {face}");
            assert_eq!(thrown.game_turn(), if face <= wins { 20 } else { 21 }, "{units}: {face}");
        }
    }
}

/// [SBE9.a] All four cities win at once, without a die, at the end of the phase in which the last one falls.
#[test]
fn four_cities_win_at_once() {
    let units = "GN01 Leningrad, GC01 Moscow, GS01 Stalingrad, GS02 3549, SL01 1219";
    let all = "GN01 Leningrad, GC01 Moscow, GS01 Stalingrad, GS02 Baku, SL01 1219";
    let game = builder(CAMPAIGN, all).turn(20).expect("a turn").open(AXIS, Phase::Blitz);
    assert_eq!((result(&game), game.game_turn()), (Some(("Axis victory", Some(AXIS), 1)), 20));
    let mut game = builder(CAMPAIGN, units).turn(20).expect("a turn").open(AXIS, Phase::GroundMovement);
    assert_eq!(result(&game), None);
    play(&mut game, &["select GS02", "move 3649"]);
    while game.phase() == Some((AXIS, Phase::GroundMovement)) {
        play(&mut game, &["done"]);
    }
    assert_eq!(result(&game), Some(("Axis victory", Some(AXIS), 1)));
    assert!(game.units_on_map(SOVIET).all(|(unit, _)| !game.is_hidden(unit)), "everything lies open");
}

/// [SBE9.b] G22, C12: Berlin wins at once, decisively before January 1945; June 1945 without it is a draw.
#[test]
fn berlin_ends_the_war() {
    let march = |turn: u8| {
        let mut game = builder(CAMPAIGN, "SR01 0327, GN01 0923").turn(turn).expect("a turn").open(SOVIET, Phase::GroundMovement);
        assert_eq!(result(&game), None);
        play(&mut game, &["select SR01", "move 0227"]);
        while game.phase() == Some((SOVIET, Phase::GroundMovement)) {
            play(&mut game, &["done"]);
        }
        game
    };
    for turn in [2, 43] {
        assert_eq!(result(&march(turn)), Some(("Soviet decisive victory", Some(SOVIET), -2)), "{turn}");
    }
    for turn in [44, 49] {
        assert_eq!(result(&march(turn)), Some(("Soviet marginal victory", Some(SOVIET), -1)), "{turn}");
    }
    assert_eq!(result(&war("SR01 Moscow, GN01 Berlin", 48)), None);
    assert_eq!(result(&war("SR01 Moscow, GN01 Berlin", 49)), Some(("draw", None, 0)));
    // [SBE9.a] The die is thrown in the last month as well.
    let mut last = war("GC01 Moscow, GN01 Leningrad", 49);
    play(&mut last, &["die 2"]);
    assert_eq!(result(&last), Some(("draw", None, 0)));
}

/// [SBE5.a][SBE8.a][SBE9.a] What the scenarios count is named with its holder.
#[test]
fn objectives_are_named() {
    let named = |id: &str| {
        let data = scenario(id);
        let game = BlocksInTheEast::new(data);
        let mut names: Vec<_> =
            game.objectives().iter().map(|objective| data.map.place_at(objective.hex).expect("a place").name.clone()).collect();
        names.sort();
        names
    };
    for id in [ADVANCED, BLUE] {
        assert_eq!(named(id), ["Baku", "Leningrad", "Moscow", "Stalingrad"]);
    }
    assert_eq!(named(BAGRATION), ["Berlin", "Peenemünde"]);
    assert_eq!(named(CAMPAIGN), ["Baku", "Berlin", "Leningrad", "Moscow", "Stalingrad"]);
    assert!(named(CITADEL).is_empty());
}
