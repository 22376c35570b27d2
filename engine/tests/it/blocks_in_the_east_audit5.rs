//! Positions in which a second reader who has written none of the rules of Blocks in the East tried to break them.

use std::collections::BTreeSet;

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::terms::{Colour, Nation, Weather};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Phase, Place, PositionBuilder};
use stavka_engine::game::Game as _;
use stavka_engine::hex::Hex;

use crate::blocks_in_the_east_kit::{
    ADVANCED, WHOLE, at, builder, goals, hex, offers, pass_to, placed, play, rule_against, strength, unit, volleys,
};
use crate::blocks_in_the_east_map::scenario;
use crate::blocks_in_the_east_opt_kit::{WAR, cross, set_up, with_options};

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;
const AIR: Phase = Phase::AirMovement;
/// June 1942.
const SUMMER: u8 = 13;

/// Leningrad and Oranienbaum cut off from the rest, with a corps in the ring around them, in July 1941.
fn pocket(corps: &str, road: bool) -> PositionBuilder {
    let mut position =
        builder(ADVANCED, &format!("SL01 Leningrad, SL02 Oranienbaum, {corps} 1715, GC01 1714, GC03 1812, GC04 1815, GC05 1914"));
    let data = scenario(ADVANCED);
    let far = |at: Hex, name: &str, least| data.map.grid.distance(hex(data, name), at) > least;
    let lost = |&at: &Hex| data.ownable.contains(at) && !data.map.is_box(at) && !far(at, "1715", 4) && far(at, "Volkhov", 2);
    let names = data.map.hexes().filter(lost).map(|at| data.map.name(at)).filter(|at| !["1715", "1813", "1814"].contains(&at.as_str()));
    for at in names {
        if let Ok(owned) = position.clone().owner(&at, AXIS) {
            position = owned;
        }
    }
    for port in ["Tallinn", "Vyborg"].into_iter().chain((!road).then_some("Volkhov")) {
        position = position.owner(&data.map.name(hex(data, port)), AXIS).expect("a port");
    }
    position.turn(2).expect("a turn")
}

/// [12.3][12.3.a][12.3.b] The city lives by the road with its own points also where a corps of its side that is cut off breaks the ring.
#[test]
fn the_city_makes_points_in_a_broken_ring() {
    let production = |corps: &str, road: bool, weather: Weather| {
        let position = pocket(corps, road).steps("SL02", 1).expect("steps").weather(weather);
        let mut game = position.open(SOVIET, Phase::Supply);
        assert!(["SL01", "SL02"].into_iter().all(|id| game.is_out_of_supply(unit(game.data(), id))), "{corps}, {road}");
        pass_to(&mut game, SOVIET, Phase::Production);
        cross(&mut game);
        ([Colour::Yellow, Colour::Red].map(|colour| game.saved_in_pocket(colour)), offers(&game, "repair SL02"))
    };
    for corps in ["GC02", "SL03"] {
        for weather in [Weather::Clear, Weather::Snow] {
            assert_eq!(production(corps, true, weather), ([2, 3], true), "{corps}, {weather:?}");
        }
        assert_eq!(production(corps, false, Weather::Clear), ([0, 0], false), "{corps}, without the road");
    }
}

/// [19.1] A headquarters that is put down without an attempt reconnoitres no more in the phase; one that has made an attempt goes on later.
#[test]
fn no_headquarters_is_picked_without_end() {
    let data = with_options(WAR, "air-reconnaissance = true");
    let position = set_up(data, "AH07 3424, GC23 3424, SL01 3429", 2).active("AH07").expect("a headquarters");
    let mut game = position.clone().open(AXIS, AIR);
    let headquarters = unit(data, "AH07");
    let barrels = game.barrels_left(headquarters);
    play(&mut game, &["select AH07", "done"]);
    assert_eq!((game.attempts_left(headquarters), game.barrels_left(headquarters)), (0, barrels));
    assert_eq!(rule_against(&game, "select AH07"), "19.1");
    assert!(offers(&game, "select GC23"), "it still fuels aircraft");
    let mut game = position.open(AXIS, AIR);
    for left in (1..barrels).rev() {
        play(&mut game, &["select AH07", "scout 3429", "hits 1", "done"]);
        assert_eq!(game.attempts_left(headquarters), left);
    }
    play(&mut game, &["select AH07", "done"]);
    assert!(!offers(&game, "select AH07"));
}

/// [18.1][7.7.10.a] Artillery without strength has none to lose among mines; it sinks like others.
#[test]
fn guns_without_ammunition_pass_mines() {
    let data = with_options(WAR, "naval-movement = true");
    let batumi = data.map.name(hex(data, "Batumi"));
    let position = set_up(data, "SH10 Sevastopol, GN01 0927, SR01 4020, SK11 Sevastopol", 14).steps("SK11", 1).expect("steps");
    let mut game = position.open(SOVIET, Phase::GroundMovement);
    assert_eq!(strength(&game, "SK11"), 0);
    play(&mut game, &["activate SH10", "ship SH10", "select SK11", &format!("move {batumi}")]);
    for face in 1..=6 {
        let mut then = game.clone();
        play(&mut then, &[&format!("die {face}")]);
        assert_eq!(at(&then, "SK11"), (face < 6).then(|| batumi.clone()), "{face}");
    }
}

/// A Romanian corps at Constanta, with Antonescu activated, while the Axis holds Odessa.
fn constanta(options: &str, turn: u8) -> PositionBuilder {
    let data = with_options(WAR, options);
    let odessa = data.map.name(hex(data, "Odessa"));
    let position = set_up(data, "RO03 Constanta, AH10 Bucharest, GN01 0927, SL01 4020", turn).owner(&odessa, AXIS).expect("a port");
    position.active("AH10").expect("a headquarters")
}

/// [18.1][29.1.d] Who is lost among mines has not entered the port, and disperses no partisans there.
#[test]
fn who_sinks_disperses_no_partisans() {
    let position = constanta("naval-movement = true\npartisans = true", 14);
    let data = with_options(WAR, "naval-movement = true\npartisans = true");
    let odessa = data.map.name(hex(data, "Odessa"));
    let mut game = position.partisans(&odessa, 1).expect("a hex").open(AXIS, Phase::GroundMovement);
    play(&mut game, &["ship AH10", "select RO03", &format!("move {odessa}")]);
    let left = |face: u8| {
        let mut then = game.clone();
        play(&mut then, &[&format!("die {face}")]);
        (at(&then, "RO03"), then.partisans_in(hex(data, "Odessa")))
    };
    assert_eq!([1, 4, 6].map(left), [(Some(odessa.clone()), 0), (Some(odessa.clone()), 0), (None, 1)]);
}

/// [3.21][18.0] Frozen units do not sail either.
#[test]
fn frozen_units_do_not_sail() {
    let sails = |turn: u8| {
        let game = constanta("naval-movement = true", turn).open(AXIS, Phase::GroundMovement);
        offers(&game, "ship AH10")
    };
    assert_eq!([1, 2].map(sails), [false, true]);
}

/// [3.21][7.7.13] Frozen units are attacked like others, and retreat like others.
#[test]
fn frozen_units_retreat() {
    let position = builder(WHOLE, "SL02 2215, GN01 2215, SL03 2316");
    let mut game = position.turn(1).expect("a turn").open(AXIS, Phase::Combat);
    assert!(game.data().is_frozen(unit(game.data(), "SL02"), 1));
    volleys(&mut game, &[]);
    assert!(offers(&game, "withdraw SL02"));
}

/// [4.4.a][32.0] Bombers out of supply bomb nothing, and transfer no farther than they fly.
#[test]
fn bombers_out_of_supply_bomb_nothing() {
    let data = with_options(WAR, "strategic-bombing = true");
    let flights = |cut: bool| {
        let position = set_up(data, "AH07 Warsaw, GC21 Warsaw, AH01 Rastenburg, SH01 Moscow, SL01 1814, SW01 1624", SUMMER);
        let position = position.active("AH07").expect("a headquarters");
        let position = if cut { position.out_of_supply("GC21").expect("on the map") } else { position };
        let mut game = position.open(AXIS, AIR);
        play(&mut game, &["select GC21"]);
        let bases = goals(&game, "rebase");
        let farthest = bases.iter().map(|base| data.map.grid.distance(hex(data, base), hex(data, "Warsaw"))).max();
        if offers(&game, "fuel AH07") {
            play(&mut game, &["fuel AH07"]);
        }
        (goals(&game, "bomb").is_empty(), goals(&game, "fly").is_empty(), farthest.is_some_and(|farthest| farthest <= 10))
    };
    assert_eq!([false, true].map(flights), [(false, false, false), (true, true, true)]);
}

/// [5.3.a][7.7.14] No retreat leads an ally of Germany across the green line, also where friends stand on the other side.
#[test]
fn nobody_retreats_across_the_green_line() {
    let ways = |id: &str| {
        let mut game = placed(WHOLE, &format!("{id} 3727, SL01 3727, GN02 3826"), SOVIET, Phase::Combat);
        volleys(&mut game, &[]);
        if !offers(&game, &format!("withdraw {id}")) {
            return BTreeSet::new();
        }
        play(&mut game, &[&format!("withdraw {id}")]);
        match at(&game, id) {
            Some(to) if to != "3727" => BTreeSet::from([to]),
            _ => goals(&game, "move"),
        }
    };
    assert!(ways("GN01").contains("3826"));
    for id in ["RO03", "HU02", "IT02"] {
        assert!(!ways(id).contains("3826"), "{id}");
    }
}

/// [7.3.2][7.3.3][3.3.a] Into a city that has fallen in the same turn nobody comes; when it has been taken back infantry does, also who was kept
/// back, and armour does not, because its factory is gone.
#[test]
fn a_city_that_fell_receives_nobody_until_it_is_taken_back() {
    let data = scenario(WHOLE);
    let kharkov = hex(data, "Kharkov");
    let near: Vec<String> = data.map.grid.neighbours(kharkov).map(|(_, at)| data.map.name(at)).collect();
    let place = data.map.name(kharkov);
    let position = |german: &str| {
        let units = format!("GN01 {german}, SB02 {}, SK02 {}", near[0], near[1]);
        let dead = |all: PositionBuilder, id| all.put_in_box(id, Place::ELIMINATED).expect("a unit");
        let position = ["SB05", "SB03"].into_iter().fold(builder(WHOLE, &units), dead);
        position.put_in_box("SW01", Place::RESERVE).expect("a unit").points(Nation::Soviet, 40).turn(2).expect("a turn")
    };
    let receives = |game: &BlocksInTheEast, line: &str| {
        let mut game = game.clone();
        play(&mut game, &[line]);
        goals(&game, "place").contains(&place)
    };
    let before = position("0927").open(SOVIET, Phase::Production);
    let [armour, infantry, held_back] = ["rebuild SB05", "rebuild SB03", "bring SW01"];
    assert!([armour, infantry, held_back].into_iter().all(|line| receives(&before, line)));
    let mut game = position(&near[3]).open(AXIS, Phase::GroundMovement);
    play(&mut game, &["select GN01", &format!("move {place}"), &format!("move {}", near[2])]);
    pass_to(&mut game, SOVIET, Phase::Production);
    assert!([armour, infantry, held_back].into_iter().all(|line| !receives(&game, line)));
    pass_to(&mut game, SOVIET, Phase::GroundMovement);
    play(&mut game, &["select SB02", &format!("move {place}")]);
    pass_to(&mut game, AXIS, Phase::Supply);
    pass_to(&mut game, SOVIET, Phase::Production);
    assert_eq!(game.game_turn(), 3);
    assert!(receives(&game, infantry) && receives(&game, held_back) && !receives(&game, armour));
}
