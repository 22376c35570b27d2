//! Clauses of the long scenarios of Blocks in the East, and of the Blitz, exploitation and aircraft of the Advanced game, that few
//! positions show.

use std::collections::BTreeSet;

use stavka_engine::blocks_in_the_east::terms::{Colour, Nation, Weather};
use stavka_engine::blocks_in_the_east::{Asked, BlocksInTheEast, Phase, Place, PositionBuilder, Prepared};
use stavka_engine::game::{Determinize as _, Game as _};
use stavka_engine::kit::files::ScenarioFiles as _;
use stavka_engine::{Dice, Side};

use crate::blocks_in_the_east_kit::{ADVANCED, ROSTOV, WHOLE, at, builder, goals, hex, offers, pass_to, play, saved, unit};
use crate::blocks_in_the_east_map::scenario;

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;
const IDLE: Phase = Phase::GroundMovement;
const BLUE: &str = "operation-blue";
const CAMPAIGN: &str = "codeword-dortmund";

fn in_turn(id: &str, units: &str, turn: u8) -> PositionBuilder {
    builder(id, units).turn(turn).expect("a turn")
}

fn scene(units: &str) -> PositionBuilder {
    in_turn(ADVANCED, units, 2)
}

/// The production of a side, dice of mines thrown.
fn production(position: PositionBuilder, side: Side) -> BlocksInTheEast {
    let mut game = position.open(side, Phase::Production);
    while offers(&game, "die 1") {
        play(&mut game, &["die 1"]);
    }
    game
}

fn place(game: &BlocksInTheEast, id: &str) -> Place {
    game.place(unit(game.data(), id))
}

fn boxed(position: PositionBuilder, id: &str, place: Place) -> PositionBuilder {
    position.put_in_box(id, place).expect("a unit")
}

// ---- removals -------------------------------------------------------------------------------------------------------------------

/// [LONG.b] Who is to leave later is rebuilt like others until then.
#[test]
fn who_leaves_later_is_rebuilt_before() {
    let rebuilt = |turn: u8| {
        let position = boxed(in_turn(CAMPAIGN, "SL01 1813, GN01 0923", turn), "HU01", Place::ELIMINATED);
        offers(&production(position.points(Nation::Hungarian, 3).coloured(Nation::Hungarian, Colour::Red, 2), AXIS), "rebuild HU01")
    };
    assert_eq!([3, 6, 7].map(rebuilt), [true, true, false]);
}

/// [LONG.b][SBE9.g] Units leave, and LSSAH becomes a corps, in the production of their own side.
#[test]
fn units_leave_in_the_production_of_their_side() {
    let units = "GX02 0227, AP02 0327, SL01 1813, GN01 0923";
    let seen = |turn: u8, side: Side| {
        let game = production(in_turn(CAMPAIGN, units, turn), side);
        ["GX02", "AP02"].map(|id| at(&game, id).is_some())
    };
    assert_eq!([seen(7, SOVIET), seen(7, AXIS)], [[true, true], [false, true]]);
    assert_eq!([seen(44, SOVIET)[1], seen(44, AXIS)[1]], [true, false]);
}

/// [LONG.b] A reinforcement that was kept back with steps lost leaves without a price.
#[test]
fn nothing_is_paid_for_who_was_kept_back() {
    let points = |steps: u8| {
        let position = boxed(in_turn(CAMPAIGN, "SL01 1813, GN01 0923", 7), "GX02", Place::RESERVE).steps("GX02", steps).expect("steps");
        let game = production(position, AXIS);
        assert_eq!(place(&game, "GX02"), Place::REMOVED);
        saved(&game, Nation::German)
    };
    assert_eq!(points(1), points(3));
}

/// [SBE9.g][7.3.1] LSSAH that is rebuilt and becomes a corps at once has used the place of its city in the turn.
#[test]
fn the_new_corps_fills_the_place_of_its_city() {
    let position = boxed(boxed(in_turn(CAMPAIGN, "SL01 1813, GN01 0923", 44), "AP02", Place::ELIMINATED), "GC15", Place::ELIMINATED);
    let position = position.points(Nation::German, 20).coloured(Nation::German, Colour::Red, 20);
    let mut game = production(position, AXIS);
    play(&mut game, &["rebuild GC15"]);
    let free = goals(&game, "place");
    let data = game.data();
    let city = free.iter().find(|&at| {
        let town = data.map.place_at(hex(data, at)).map(|place| place.name.as_str());
        town == Some("Magdeburg")
    });
    let city = city.expect("a red factory in no capital").clone();
    let mut game = production(
        boxed(boxed(in_turn(CAMPAIGN, "SL01 1813, GN01 0923", 44), "AP02", Place::ELIMINATED), "GC15", Place::ELIMINATED)
            .points(Nation::German, 20)
            .coloured(Nation::German, Colour::Red, 20),
        AXIS,
    );
    play(&mut game, &["rebuild AP02", &format!("place {city}"), "rebuild GC15"]);
    assert_eq!(at(&game, "AP09"), Some(city.clone()));
    assert!(free.contains(&city) && !goals(&game, "place").contains(&city));
}

/// [7.11.d][LONG.b] Italians fight to the end of September 1943, and nobody pays for their leave.
#[test]
fn italians_leave_when_italy_surrenders() {
    let position = in_turn(CAMPAIGN, "IT02 1428, SL01 1813, GN01 0923", 28);
    let mut game = production(position, AXIS);
    assert_eq!(at(&game, "IT02").as_deref(), Some("1428"));
    pass_to(&mut game, SOVIET, IDLE);
    assert_eq!(at(&game, "IT02").as_deref(), Some("1428"));
}

/// [5.4] The Italian command is not rebuilt either, though no step of it is blue: it comes as a reinforcement, and once.
#[test]
fn the_italian_command_is_not_rebuilt() {
    let position = |place: Place| {
        let position = boxed(boxed(in_turn(CAMPAIGN, "SL01 1813, GN01 0923", 20), "AH12", Place::ELIMINATED), "IT01", place);
        let position = [Nation::Italian, Nation::Hungarian].into_iter().fold(position, |position, nation| position.points(nation, 9));
        position.coloured(Nation::Hungarian, Colour::Black, 9).coloured(Nation::Italian, Colour::Black, 9)
    };
    let offered = |place: Place| {
        let game = production(position(place), AXIS);
        ["rebuild AH12", "rebuild IT01", "bring IT01"].map(|line| offers(&game, line))
    };
    assert_eq!([offered(Place::ELIMINATED), offered(Place::RESERVE)], [[true, false, false], [true, false, true]]);
}

// ---- victory --------------------------------------------------------------------------------------------------------------------

/// [SBE9.a][SBE9.b] Who holds Berlin has won, though the Axis holds all four cities.
#[test]
fn berlin_comes_before_the_four_cities() {
    let data = scenario(CAMPAIGN);
    let name = |place: &str| data.map.name(hex(data, place));
    let cities = ["Moscow", "Baku", "Leningrad", "Stalingrad"];
    let position = cities
        .iter()
        .fold(in_turn(CAMPAIGN, "GN01 0923, SL01 2821", 20), |position, city| position.owner(&name(city), AXIS).expect("a hex"));
    let points = |position: PositionBuilder| position.open(SOVIET, IDLE).axis_points();
    assert_eq!([points(position.clone()), points(position.owner(&name("Berlin"), SOVIET).expect("a hex"))], [3, 0]);
}

// ---- projects and fuel ----------------------------------------------------------------------------------------------------------

/// [SBE6.e] The Axis builds nothing, also where it holds the line and the Soviets have the points.
#[test]
fn the_axis_builds_no_project() {
    let data = scenario(BLUE);
    let lines: Vec<_> = data.map.rails.iter().filter(|rail| rail.line == "P1").flat_map(|rail| rail.path.iter()).collect();
    let position = in_turn(BLUE, "SL01 2821, GN01 0923", 14).points(Nation::Soviet, 30);
    let held = lines.into_iter().fold(position, |position, &at| position.owner(&data.map.name(at), AXIS).expect("a hex"));
    assert!(goals(&production(held.clone(), AXIS), "build").is_empty());
    assert!(!goals(&production(held, SOVIET), "build").contains("saratov-stalingrad"));
}

/// [SBE9.d] The Volga alone is not enough: Stalingrad has to be lost; when it is taken back nobody counts fuel.
#[test]
fn soviet_fuel_is_counted_while_stalingrad_is_lost() {
    let counts = |units: &str| production(in_turn(CAMPAIGN, units, 14), SOVIET).counts_soviet_fuel();
    assert!(!counts("SL01 2821, GN01 Saratov") && counts("SL01 2821, GN01 Stalingrad"));
    let data = scenario(CAMPAIGN);
    let city = data.map.name(hex(data, "Stalingrad"));
    let beside = data.map.grid.neighbours(hex(data, "Stalingrad")).map(|(_, near)| near).find(|&near| data.ownable.contains(near));
    let beside = data.map.name(beside.expect("land"));
    let position = in_turn(CAMPAIGN, &format!("SL01 {beside}, SL02 {beside}, GN01 0923"), 14).owner(&city, AXIS).expect("a hex");
    let mut game = production(position, SOVIET);
    assert!(game.counts_soviet_fuel());
    pass_to(&mut game, SOVIET, IDLE);
    play(&mut game, &["select SL01", &format!("move {city}")]);
    pass_to(&mut game, AXIS, Phase::Supply);
    pass_to(&mut game, SOVIET, Phase::Disbanding);
    assert!(!game.counts_soviet_fuel());
}

// ---- data that is refused -------------------------------------------------------------------------------------------------------

/// [LONG][13.0] What a scenario says of the long war and of headquarters is checked: prices, upgrades, the river of the fuel, radius and seats.
#[test]
fn wrong_tables_of_the_long_scenarios_are_refused() {
    let text = Prepared::SCENARIOS.iter().find(|(known, _)| *known == CAMPAIGN).expect("a scenario").1;
    let edits = [
        ("saratov-stalingrad = 3", "saratov-stalingrad = 0", "projects.prices"),
        ("from = 14\n", "from = 14\nbuilt = [\"saratov-stalingrad\"]\n", "projects.prices"),
        ("from = 14\n", "", "projects.from"),
        ("unit = \"AP02\"\nbecomes = \"AP09\"", "unit = \"GX03\"\nbecomes = \"RO12\"", "upgrade"),
        ("becomes = \"AP09\"", "becomes = \"AI16\"", "upgrade"),
        ("becomes = \"AP09\"", "becomes = \"AP07\"", "upgrade"),
        ("river = \"Volga\"", "river = \"Rhine\"", "fuel.river"),
        ("radius = [5, 3, 5, 3]", "radius = [5, 3, 5, 0]", "command"),
        ("fhq_actions = 2", "fhq_actions = 0", "command"),
        ("frozen = [\"SH01\"", "frozen = [\"SW01\"", "command.frozen"),
    ];
    for (from, to, key) in edits {
        assert!(text.contains(from), "{from:?}");
        let problem = Prepared::interned(&Prepared::sources("edited.toml", &text.replacen(from, to, 1)));
        let problem = problem.err().unwrap_or_else(|| panic!("{from:?} as {to:?} passes")).to_string();
        assert!(problem.contains(key), "{to:?}: {problem}");
    }
}

/// [5.5.g][BPS.k] So is a set-up with more Germans in Finland than may enter it.
#[test]
fn a_second_german_unit_in_finland_is_refused() {
    let text = Prepared::SCENARIOS.iter().find(|(known, _)| *known == "barbarossa").expect("a scenario").1;
    let (norway, helsinki) = ("hex = \"narvik\"\nunits = [\"AH09\"]", "hex = \"1313\"\nunits = [\"AH09\"]");
    assert!(text.contains(norway));
    let problem = Prepared::interned(&Prepared::sources("edited.toml", &text.replacen(norway, helsinki, 1))).expect_err("it is refused");
    assert!(problem.to_string().contains("2 German units in Finland; expected at most 1"), "{problem}");
}

// ---- exploitation and aircraft --------------------------------------------------------------------------------------------------

/// [13.7][3.10] Where armour stops when it exploits all others count, whether they may still move or not.
#[test]
fn nobody_counts_on_armour_that_exploits() {
    let position = scene("GC13 1127, GC14 1127, GC15 1128, AH03 1027, SL01 1813").active("AH03").expect("on the map");
    let mut game = position.open(AXIS, Phase::Exploitation);
    play(&mut game, &["select GC15", "fuel AH03"]);
    let reached = goals(&game, "move");
    assert!(!reached.is_empty() && !reached.contains("1127"));
    // In the Basic game it is sure that they can.
    let mut basic = in_turn(WHOLE, "GC13 1127, GC14 1127, GC15 1128, SL01 1813", 2).open(AXIS, Phase::Exploitation);
    play(&mut basic, &["select GC15"]);
    assert!(offers(&basic, "move 1127"));
}

/// [13.8.1.b][13.8.1.c] Aircraft out of supply fly a mission with an action of Stavka, for an air unit or for one out of supply.
#[test]
fn aircraft_out_of_supply_fly_for_stavka() {
    let position = scene("SH01 Moscow, SW14 1624, GC01 1424, GC02 0528").out_of_supply("SW14").expect("on the map");
    let game = position.active("SH01").expect("on the map").open(SOVIET, Phase::AirMovement);
    for help in ["fuel SH01", "supply SH01"] {
        let mut game = game.clone();
        play(&mut game, &["select SW14"]);
        assert!(!offers(&game, "fly 1424"));
        play(&mut game, &[help, "fly 1424"]);
        assert_eq!(at(&game, "SW14").as_deref(), Some("1424"), "{help}");
    }
}

/// [13.5] Fuel is for missions: aircraft that have taken it transfer to no other base.
#[test]
fn aircraft_with_fuel_fly_missions_alone() {
    let position = scene("GC20 1028, AH07 1028, SW01 1228, SL01 1813").active("AH07").expect("on the map");
    let mut game = position.open(AXIS, Phase::AirMovement);
    play(&mut game, &["select GC20"]);
    assert!(!goals(&game, "rebase").is_empty());
    play(&mut game, &["fuel AH07"]);
    assert!(offers(&game, "fly 1228") && goals(&game, "rebase").is_empty());
}

/// [SBE5.g][3.21] In June 1941 the aircraft of Hungarians are frozen, those of Romanians are not.
#[test]
fn hungarian_aircraft_are_frozen() {
    let flies = |turn: u8| {
        let game = in_turn(ADVANCED, "HU04 Budapest, RO08 Bucharest, SL01 1813, GC01 0528", turn).open(AXIS, Phase::AirMovement);
        ["HU04", "RO08"].map(|id| offers(&game, &format!("select {id}")))
    };
    assert_eq!([flies(1), flies(2)], [[false, true], [true, true]]);
}

// ---- what the sides know --------------------------------------------------------------------------------------------------------

fn movers(game: &BlocksInTheEast, viewer: Side) -> BTreeSet<String> {
    let mut dice = Dice::new(9);
    let drawn = (0..60).map(|_| game.determinize(viewer, &mut dice).asked().and_then(Asked::mover).expect("a mover"));
    drawn.map(|unit| game.data().unit(unit).id.clone()).collect()
}

/// [1.3][13.8.1.a] A block that Stavka moves as armour is armour in every drawn world.
#[test]
fn a_block_that_stavka_moves_as_armour_is_armour() {
    let units = "SH01 Moscow, SW09 1527, SW01 1527, GC01 0528";
    let position = ["SW09", "SW01"].iter().fold(scene(units), |position, id| position.hidden(id).expect("on the map"));
    let mut game = position.active("SH01").expect("on the map").open(SOVIET, IDLE);
    play(&mut game, &["select SW09"]);
    assert_eq!(movers(&game, AXIS).len(), 2);
    play(&mut game, &["fuel SH01"]);
    assert_eq!(movers(&game, AXIS), BTreeSet::from(["SW09".to_owned()]));
}

/// [1.3][13.8.3] A block that a minor Supreme Headquarters relieves is of its nation in every drawn world.
#[test]
fn a_block_that_antonescu_relieves_is_romanian() {
    let units = "AH10 1542, RO01 1641, GC01 1641, SL01 1813";
    let position = ["RO01", "GC01"]
        .iter()
        .fold(scene(units), |position, id| position.out_of_supply(id).expect("on the map").hidden(id).expect("on the map"));
    let mut game = position.active("AH10").expect("on the map").open(AXIS, IDLE);
    play(&mut game, &["select RO01"]);
    let before = movers(&game, SOVIET);
    play(&mut game, &["supply AH10"]);
    assert_eq!((before.len(), movers(&game, SOVIET)), (2, BTreeSet::from(["RO01".to_owned()])));
}

// ---- Blitz and stacks -----------------------------------------------------------------------------------------------------------

/// [7.8.a][13.7] Artillery follows a Blitz from the hex where it began alone, and of headquarters those of armour.
#[test]
fn who_follows_a_blitz_comes_from_its_hex() {
    let data = scenario(ADVANCED);
    let beside = |at: &str| data.map.grid.neighbours(hex(data, at)).map(|(_, near)| data.map.name(near)).collect::<BTreeSet<_>>();
    let mut seen = 0;
    for to in beside("1227") {
        for other in beside(&to).intersection(&beside("1227")) {
            let units = format!("GC15 1227, AH03 1227, AH07 1227, GC18 {other}, SL01 1813");
            let Ok(position) = ["GC15", "AH03", "AH07", "GC18"].iter().try_fold(scene(&units), |position, id| position.fought(id)) else {
                continue;
            };
            let mut game = position.open(AXIS, Phase::Blitz);
            play(&mut game, &["select GC15"]);
            if offers(&game, &format!("move {to}")) && other != &to {
                play(&mut game, &[&format!("move {to}")]);
                assert_eq!(goals(&game, "join"), BTreeSet::from(["AH03".to_owned()]), "{other} to {to}");
                seen += 1;
            }
        }
    }
    assert!(seen > 0);
}

/// [3.10][AMB-94] Of combat units that are too many one goes, of aircraft one of them.
#[test]
fn who_is_too_many_makes_room() {
    let goes = |units: &str| {
        let mut game = scene(units).open(AXIS, Phase::AirMovement);
        for _ in 0..3 {
            if goals(&game, "remove").is_empty() {
                play(&mut game, &["done"]);
            }
        }
        goals(&game, "remove")
    };
    let set = |ids: &[&str]| ids.iter().map(|&id| id.to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(goes("GC01 0528, GC02 0528, GC03 0528, AH03 0528, SL01 1813"), set(&["GC01", "GC02", "GC03"]));
    assert_eq!(goes("GC01 0528, GC20 0528, GC21 0528, SL01 1813"), set(&["GC20", "GC21"]));
}

/// [7.8.c][3.10][4.4] A Blitz goes into no hex that is full, nor out of one that holds enemies; without supply Soviet tanks of TECH 1 enter
/// none with enemies.
#[test]
fn a_blitz_goes_where_its_armour_may_stop() {
    let blitz = |position: PositionBuilder, id: &str, side: Side| {
        let mut game = position.fought(id).expect("on the map").open(side, Phase::Blitz);
        let line = format!("select {id}");
        if offers(&game, &line) {
            play(&mut game, &[&line]);
            return goals(&game, "move");
        }
        BTreeSet::new()
    };
    let free = blitz(scene("GC15 1227, GC01 1128, SL01 1813"), "GC15", AXIS);
    let full = blitz(scene("GC15 1227, GC01 1128, GC02 1128, SL01 1813"), "GC15", AXIS);
    let data = scenario(ADVANCED);
    let beside =
        data.map.grid.neighbours(hex(data, "1227")).map(|(_, near)| data.map.name(near)).find(|at| free.contains(at) && at != "1327");
    let beside = beside.expect("a hex beside it");
    let crowded = blitz(scene(&format!("GC15 1227, GC01 {beside}, GC02 {beside}, SL01 1813")), "GC15", AXIS);
    assert!(!full.contains("1128") && free.contains(&beside) && !crowded.contains(&beside));
    assert!(blitz(scene("GC15 1227, SW01 1227, SL01 1813"), "GC15", AXIS).is_empty());
    let enters = |cut: bool| {
        let position = scene(&format!("SW09 1227, GC01 {beside}, GC02 0528"));
        let position = if cut { position.out_of_supply("SW09").expect("on the map") } else { position };
        blitz(position, "SW09", SOVIET).contains(&beside)
    };
    assert_eq!([enters(false), enters(true)], [true, false]);
}

/// [9.0][AMB-75] The Basic game knows clear weather alone: no die in October, no snow in November.
#[test]
fn the_basic_game_knows_no_weather() {
    let mut game = in_turn(ROSTOV, "GS01 0840, SO01 Odessa", 4).open(SOVIET, Phase::Recheck);
    for turn in [5, 6] {
        while game.game_turn() < turn {
            assert_eq!(game.weather(), Weather::Clear);
            assert!(!offers(&game, "die 1"));
            pass_to(&mut game, AXIS, Phase::Supply);
            pass_to(&mut game, SOVIET, Phase::Supply);
        }
        assert_eq!((game.game_turn(), game.weather()), (turn, Weather::Clear));
    }
}
