//! Advanced production of Blocks in the East: chapter 11, and what the besieged pocket makes [12.3].

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::terms::{Colour, Nation, PortClass, UnitClass, Weather};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Phase, Place, PositionBuilder};
use stavka_engine::game::{Game as _, Turn};

use crate::blocks_in_the_east_kit::{ADVANCED, WHOLE, builder, goals, hex, lines, offers, play, rule_against, saved, strength, unit};
use crate::blocks_in_the_east_map::scenario;

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;

/// Yellow, red, blue and black points of a nation, those in the pocket among them.
fn purse(game: &BlocksInTheEast, nation: Nation) -> [u16; 4] {
    Colour::ALL.map(|colour| {
        let pocket = if nation == Nation::Soviet { game.saved_in_pocket(colour) } else { 0 };
        game.saved_of(nation, colour) + pocket
    })
}

/// The production of a side in July 1941, on a map with these units.
fn produce(units: &str, side: Side) -> BlocksInTheEast {
    position(units).open(side, Phase::Production)
}

fn position(units: &str) -> PositionBuilder {
    builder(ADVANCED, units).turn(2).expect("a second turn")
}

fn given(position: PositionBuilder, side: Side, places: &[&str]) -> PositionBuilder {
    let data = scenario(ADVANCED);
    places.iter().fold(position, |position, name| position.owner(&data.map.name(hex(data, name)), side).expect("a hex"))
}

// ---- 11.0 ------------------------------------------------------------------------------------------------------------------------

/// [11.0][SBE5.b][SBE6.c][SBE7.c][SBE8.c][SBE9.c][AMB-87] The first production of every scenario, by the map, is what the scenario says.
#[test]
fn the_first_production_is_what_the_scenario_says() {
    let rows: [(&str, u8, [[u16; 4]; 4]); 5] = [
        (ADVANCED, 2, [[24, 3, 9, 10], [2, 0, 0, 2], [1, 0, 0, 1], [46, 7, 6, 0]]),
        ("codeword-dortmund", 2, [[24, 3, 9, 10], [2, 0, 0, 2], [1, 0, 0, 1], [46, 7, 6, 0]]),
        ("operation-blue", 13, [[36, 8, 12, 12], [2, 0, 0, 2], [1, 0, 0, 1], [34, 12, 12, 0]]),
        ("operation-citadel", 25, [[37, 13, 15, 14], [2, 0, 0, 2], [1, 0, 0, 1], [34, 18, 18, 0]]),
        ("operation-bagration", 37, [[28, 15, 18, 14], [2, 0, 0, 2], [1, 0, 0, 1], [43, 18, 18, 0]]),
    ];
    for (id, turn, [german, romanian, hungarian, soviet]) in rows {
        let data = scenario(id);
        for side in Side::ALL {
            let mut game = PositionBuilder::start(data).turn(turn).expect("a turn").open(side, Phase::Production);
            while game.turn() == Turn::Chance {
                play(&mut game, &["die 1"]);
            }
            let nations =
                [(Nation::German, german), (Nation::Romanian, romanian), (Nation::Hungarian, hungarian), (Nation::Soviet, soviet)];
            for (nation, points) in nations.into_iter().filter(|(nation, _)| nation.side() == side) {
                assert_eq!(purse(&game, nation), points, "{id}: {nation:?}");
            }
        }
    }
}

/// [11.0.a][11.0.b] C9: a step of armour costs red points beside yellow ones, of aircraft and paratroops blue ones, of headquarters black ones,
/// which the Soviets do not count; infantry and marines cost yellow points alone.
#[test]
fn steps_cost_points_of_their_type() {
    // Of the nation, the unit, and what its next step costs by colour.
    let rows: [(&str, Nation, [u16; 4]); 8] = [
        ("GC01", Nation::German, [1, 0, 0, 0]),
        ("GC15", Nation::German, [2, 2, 0, 0]),
        ("GC20", Nation::German, [2, 0, 2, 0]),
        ("AH02", Nation::German, [1, 0, 0, 1]),
        ("SP01", Nation::Soviet, [1, 0, 1, 0]),
        ("SM01", Nation::Soviet, [1, 0, 0, 0]),
        ("SH02", Nation::Soviet, [1, 0, 0, 0]),
        ("SB04", Nation::Soviet, [2, 2, 0, 0]),
    ];
    for (id, nation, price) in rows {
        let (home, side) = if nation == Nation::German { ("0227", AXIS) } else { ("2521", SOVIET) };
        let mut game = position(&format!("{id} {home}, GC02 0528, SL01 2013")).steps(id, 1).expect("steps").open(side, Phase::Production);
        let data = game.data();
        let known = data.unit(unit(data, id));
        let colour = known.steps[known.steps.len() - 2].colour;
        let points = data.tables.production.cost(colour).expect("a price");
        assert_eq!(u16::from(points), price[0], "{id}: the colour of the step");
        let before = purse(&game, nation);
        play(&mut game, &[&format!("repair {id}")]);
        let after = purse(&game, nation);
        assert_eq!([0, 1, 2, 3].map(|index| before[index] - after[index]), price, "{id}");
    }
}

/// [11.0.a] Without the points of its colour a step is not rebuilt, however many yellow ones there are.
#[test]
fn armour_needs_red_points() {
    let units = "GC15 0227, GC16 0227, GC02 0528, SL01 2013";
    let mut game = position(units).steps("GC15", 1).expect("steps").steps("GC16", 1).expect("steps").open(AXIS, Phase::Production);
    assert_eq!(purse(&game, Nation::German)[1], 3);
    play(&mut game, &["repair GC15"]);
    assert!(!offers(&game, "repair GC15") && !offers(&game, "repair GC16"));
    assert_eq!(rule_against(&game, "repair GC16"), "7.3");
    // The Basic game has yellow points alone.
    let basic = builder(WHOLE, units).turn(2).expect("a turn").steps("GC15", 1).expect("steps").open(AXIS, Phase::Production);
    assert_eq!((purse(&basic, Nation::German)[1..].to_vec(), offers(&basic, "repair GC15")), (vec![0, 0, 0], true));
}

/// [5.2.a][11.0] Germany gives its allies three points in a turn, of any colour.
#[test]
fn allies_receive_points_of_all_colours() {
    let mut game = produce("RO01 1542, SL01 2013", AXIS);
    for line in ["aid romanian", "send red romanian", "send black romanian", "send blue romanian", "aid finnish", "send red finnish"] {
        assert!(offers(&game, line), "{line}");
    }
    play(&mut game, &["aid romanian", "send red romanian", "send red romanian"]);
    assert!(goals(&game, "send").iter().all(|words| !words.ends_with("romanian")) && !offers(&game, "aid romanian"));
    assert_eq!(rule_against(&game, "send red romanian"), "5.2.a");
    assert_eq!(purse(&game, Nation::German)[..2], [23, 1]);
}

/// [11.2.c] Allies place new armour and aircraft in their capitals; in the Basic game they cannot.
#[test]
fn allies_build_armour_and_aircraft_in_their_capitals() {
    let data = scenario(ADVANCED);
    let find = |class: UnitClass| {
        let fits = |known: &stavka_engine::blocks_in_the_east::data::Unit| known.nation == Nation::Romanian && known.class == class;
        data.units(AXIS).find(|(_, known)| fits(known)).map(|(_, known)| known.id.clone()).expect("a unit")
    };
    let plane = find(UnitClass::Air);
    for (id, places) in [(ADVANCED, vec!["1542".to_owned()]), (WHOLE, vec![])] {
        let position = builder(id, "GC02 0528, SL01 2013").turn(2).expect("a turn").put_in_box(&plane, Place::ELIMINATED).expect("a place");
        let mut game = position.points(Nation::Romanian, 9).coloured(Nation::Romanian, Colour::Blue, 9).open(AXIS, Phase::Production);
        let line = format!("rebuild {plane}");
        assert_eq!(offers(&game, &line), !places.is_empty(), "{id}");
        if !places.is_empty() {
            play(&mut game, &[&line]);
            assert_eq!(goals(&game, "place").into_iter().collect::<Vec<_>>(), places);
        }
    }
}

/// [11.2] Armoured headquarters come to red factories, those of the air to blue ones.
#[test]
fn headquarters_come_where_their_troops_are_built() {
    for (id, colour) in [("AH02", Colour::Red), ("AH06", Colour::Blue)] {
        let position = position("GC02 0528, SL01 2013").put_in_box(id, Place::ELIMINATED).expect("a place");
        let mut game = position.open(AXIS, Phase::Production);
        play(&mut game, &[&format!("rebuild {id}")]);
        let data = game.data();
        let sites = data.map.factories.iter().filter(|factory| factory.owner == AXIS && factory.colour == colour && factory.works_in(1941));
        assert_eq!(goals(&game, "place"), sites.map(|factory| data.map.name(factory.hex)).collect(), "{id}");
    }
}

// ---- 11.1, 11.2: what the map makes ----------------------------------------------------------------------------------------------

/// [11.1][3.6][AMB-87] A centre serves who holds it: Minsk is lost to the Soviets and gained by Germany, Maykop's oil as well. Wells of the
/// Soviets count for nobody while they hold them.
#[test]
fn centres_serve_who_holds_them() {
    let units = "GC02 0528, SL01 2013";
    let taken =
        |places: &[&str], side: Side, nation: Nation| purse(&given(position(units), AXIS, places).open(side, Phase::Production), nation);
    let [axis, soviet] = [taken(&[], AXIS, Nation::German), taken(&[], SOVIET, Nation::Soviet)];
    assert_eq!((axis, soviet), ([24, 3, 9, 10], [46, 7, 6, 0]));
    // Brest, Baranovichi and Minsk lie on the railway to Warsaw.
    let rail = along("Warsaw", "Minsk");
    let rail: Vec<&str> = rail.iter().map(String::as_str).collect();
    assert_eq!(taken(&rail, AXIS, Nation::German), [25, 3, 9, 10]);
    assert_eq!(taken(&rail, SOVIET, Nation::Soviet), [45, 7, 6, 0]);
    // Without the railway it makes nothing for anybody.
    assert_eq!((taken(&["Minsk"], AXIS, Nation::German), taken(&["Minsk"], SOVIET, Nation::Soviet)), ([24, 3, 9, 10], [45, 7, 6, 0]));
    let wells = along("Lvov", "Drohobych");
    let wells: Vec<&str> = wells.iter().map(String::as_str).chain(rail_to_lvov().iter().map(String::as_str).collect::<Vec<_>>()).collect();
    assert_eq!(taken(&wells, AXIS, Nation::German)[3], 11, "the well of Drohobych");
}

fn rail_to_lvov() -> &'static [String] {
    static HEXES: std::sync::LazyLock<Vec<String>> = std::sync::LazyLock::new(|| along("Kattowitz", "Lvov"));
    &HEXES
}

/// The hexes of the shortest railway of June 1941 between two places that the other side owns or that nobody needs to be given.
fn along(from: &str, to: &str) -> Vec<String> {
    let data = scenario(ADVANCED);
    let (start, goal) = (hex(data, from), [hex(data, to)].into_iter().collect());
    let all = data.map.hexes().collect();
    let way =
        stavka_engine::hex::shortest_path::<{ stavka_engine::blocks_in_the_east::ids::HEX_WORDS }>(data.railways(2), start, &goal, &all);
    way.expect("a railway")
        .iter()
        .map(|&at| data.map.name(at))
        .filter(|name| data.map.find(name).is_some_and(|at| data.ownable.contains(at)))
        .collect()
}

/// [3.3.a][11.2] A factory that falls makes nothing for anybody any more, also when its city is taken back.
#[test]
fn fallen_factories_make_nothing() {
    let units = "GC02 0528, SL01 2013";
    let fallen = given(position(units), AXIS, &["Kharkov"]);
    assert_eq!(purse(&fallen.open(SOVIET, Phase::Production), Nation::Soviet), [45, 6, 6, 0]);
    let retaken = given(given(position(units), AXIS, &["Kharkov"]), SOVIET, &["Kharkov"]);
    assert_eq!(purse(&retaken.open(SOVIET, Phase::Production), Nation::Soviet), [46, 6, 6, 0], "the people work, the factory is gone");
}

/// [11.2.e][AMB-17] A centre whose railway is cut makes nothing.
#[test]
fn centres_need_a_railway_to_the_source() {
    // All hexes around Lvov are the enemy's.
    let data = scenario(ADVANCED);
    let ring: Vec<String> = data.map.grid.neighbours(hex(data, "Lvov")).map(|(_, near)| data.map.name(near)).collect();
    let ring: Vec<&str> = ring.iter().map(String::as_str).collect();
    let game = given(position("GC02 0528, SL01 2013"), AXIS, &ring).open(SOVIET, Phase::Production);
    assert_eq!(purse(&game, Nation::Soviet)[0], 45);
}

// ---- 11.3: mines -----------------------------------------------------------------------------------------------------------------

/// June 1942: the Axis holds Kerch, and the railway south of Solone Ozero is blocked.
fn kerch(sevastopol: bool, blocked: bool) -> BlocksInTheEast {
    let data = scenario("operation-blue");
    let mut position = PositionBuilder::empty(data);
    for (id, at) in [("GC02", "0528"), ("SL01", "2521")] {
        position = position.place(id, at).expect("it fits");
    }
    if blocked {
        position = position.owner("2240", SOVIET).expect("a hex");
    }
    if sevastopol {
        position = position.owner("2242", AXIS).expect("a hex");
    }
    position.turn(13).expect("June 1942").open(AXIS, Phase::Production)
}

/// [11.3.a][11.2.e] V15, V16, G10: the ore of Kerch goes by rail; if that is cut, by ship from Sevastopol alone, which is a Major Port, and
/// then a die says whether it comes through the mines.
#[test]
fn the_ore_of_kerch_crosses_mines_from_sevastopol_alone() {
    let free = kerch(false, false);
    let yellow = saved(&free, Nation::German);
    assert_eq!((yellow, free.turn()), (36, Turn::Player(AXIS)), "by rail");
    let cut = kerch(false, true);
    assert_eq!((saved(&cut, Nation::German), cut.turn()), (35, Turn::Player(AXIS)), "Kerch is no Major Port");
    let ships = kerch(true, true);
    assert_eq!((saved(&ships, Nation::German), ships.turn()), (35, Turn::Chance));
    assert_eq!(lines(&ships).len(), 6);
    for (die, points) in [("die 6", 35), ("die 3", 36), ("die 1", 36), ("die 5", 36)] {
        let mut game = ships.clone();
        play(&mut game, &[die]);
        assert_eq!((saved(&game, Nation::German), game.turn()), (points, Turn::Player(AXIS)), "{die}");
    }
}

/// [11.3][9.2.c] BLUE routes join Major Ports alone; those of frozen seas carry nothing in snow.
#[test]
fn blue_routes_join_major_ports() {
    let data = scenario(ADVANCED);
    for route in &data.map.blue_routes {
        for port in route.ports.iter() {
            assert!(data.map.place_at(port).and_then(|place| place.port).is_some_and(|(class, _)| class == PortClass::Major));
        }
    }
    // Helsinki is the source of the Finns; Tallinn lies across the gulf.
    let tallinn = hex(data, "Tallinn");
    for (weather, mines, reached) in [(Weather::Clear, true, true), (Weather::Clear, false, false), (Weather::Snow, true, false)] {
        let position = given(position("FI01 1313, SL01 2521"), AXIS, &["Tallinn"]).weather(weather);
        let situation = position.open(AXIS, Phase::GroundMovement).situation();
        let joined = data.connected(&situation, Nation::German, mines).contains(tallinn);
        let finnish = data.connected(&situation, Nation::Finnish, mines);
        assert!(!finnish.contains(tallinn), "Finns trace over Soviet ground in their operative area alone");
        // Riga is Soviet, so that no route leads to Germany from here.
        assert!(!joined);
        let with_riga =
            given(builder(ADVANCED, "GC01 0528, SL01 2521").turn(2).expect("a turn"), AXIS, &["Tallinn", "Riga"]).weather(weather);
        let situation = with_riga.open(AXIS, Phase::GroundMovement).situation();
        assert_eq!(data.connected(&situation, Nation::German, mines).contains(tallinn), reached, "{weather:?}");
    }
}

// ---- 11.2.d: saving --------------------------------------------------------------------------------------------------------------

/// [11.2.d] For each point of a colour that is saved a yellow one is saved too: before new points come in the rest is given up, as its owner
/// chooses; without a choice it goes by itself.
#[test]
fn saved_points_of_colours_need_yellow_ones() {
    let hoard = |yellow: u8, red: u8, blue: u8| {
        let position = position("GC02 0528, SL01 2013").points(Nation::German, yellow);
        let position = position.coloured(Nation::German, Colour::Red, red).coloured(Nation::German, Colour::Blue, blue);
        position.open(AXIS, Phase::Production)
    };
    assert_eq!(purse(&hoard(5, 3, 2), Nation::German), [29, 6, 11, 10], "all are kept");
    assert_eq!(purse(&hoard(1, 3, 0), Nation::German), [25, 4, 9, 10], "one colour: two are lost");
    assert_eq!(purse(&hoard(0, 3, 2), Nation::German), [24, 3, 9, 10], "without yellow ones all are lost");
    let mut game = hoard(3, 3, 2);
    assert_eq!(lines(&game), ["give-up blue".to_owned(), "give-up red".to_owned()].into());
    assert_eq!(rule_against(&game, "give-up black"), "11.2.d");
    play(&mut game, &["give-up red", "give-up blue"]);
    assert_eq!(purse(&game, Nation::German), [27, 5, 10, 10]);
}

// ---- 12.3: the pocket ------------------------------------------------------------------------------------------------------------

const RING: &str = "GC01 1714, GC02 1715, GC03 1812, GC04 1815, GC05 1914";

fn pocket(units: &str, weather: Weather) -> PositionBuilder {
    given(position(&format!("{units}, {RING}")), AXIS, &["Tallinn", "Vyborg"]).weather(weather)
}

/// [12.3.a][SBE6.d] While the road works the points of Leningrad cross the lake, but not when it is frozen; when the road is cut nobody has them.
#[test]
fn the_points_of_leningrad_cross_the_lake_in_summer() {
    let sums = |position: PositionBuilder| {
        let game = position.open(SOVIET, Phase::Production);
        let own = Colour::ALL.map(|colour| saved_of(&game, colour));
        (own[..2].to_vec(), [game.saved_in_pocket(Colour::Yellow), game.saved_in_pocket(Colour::Red)])
    };
    for weather in [Weather::Clear, Weather::Snow] {
        assert_eq!(sums(pocket("SL01 1813, SL03 2013", weather)), (vec![44, 4], [2, 3]), "{weather:?}");
    }
    assert_eq!(sums(given(pocket("SL01 1813", Weather::Clear), AXIS, &["Volkhov"])), (vec![44, 4], [0, 0]), "the road is cut");
    assert_eq!(sums(position("SL01 1813, GC01 0528")), (vec![46, 7], [0, 0]), "no siege");
    // Red points for armour elsewhere: six are needed where four are; the city's three cross the lake in summer alone.
    for (weather, enough) in [(Weather::Clear, true), (Weather::Snow, false)] {
        let position =
            pocket("SL01 1813, SL03 2013, ST02 2521, ST03 2521", weather).steps("ST02", 1).expect("steps").steps("ST03", 1).expect("steps");
        let mut game = position.open(SOVIET, Phase::Production);
        play(&mut game, &["repair ST02", "repair ST03"]);
        assert_eq!(offers(&game, "repair ST02"), enough, "{weather:?}");
    }
}

fn saved_of(game: &BlocksInTheEast, colour: Colour) -> u16 {
    game.saved_of(Nation::Soviet, colour)
}

/// [12.3.b] Units in the pocket are repaired with the points of Leningrad alone, and new ones are built in the city with them.
#[test]
fn the_pocket_lives_on_its_own_points() {
    let position =
        pocket("SL01 1813, SL05 1814, SL03 2013", Weather::Snow).steps("SL01", 1).expect("steps").steps("SL05", 2).expect("steps");
    let position = position.put_in_box("SL02", Place::ELIMINATED).expect("a place").put_in_box("SL06", Place::ELIMINATED).expect("a place");
    let mut game = position.open(SOVIET, Phase::Supply);
    assert!(["SL01", "SL05"].iter().all(|id| game.is_out_of_supply(unit(game.data(), id))));
    assert!(offers(&game, "repair SL01") && offers(&game, "repair SL05"));
    // Two yellow points: armour takes both with two red ones.
    let mut armour = game.clone();
    play(&mut armour, &["repair SL05"]);
    assert_eq!([armour.saved_in_pocket(Colour::Yellow), armour.saved_in_pocket(Colour::Red)], [0, 1]);
    assert!(!offers(&armour, "repair SL01") && saved_of(&armour, Colour::Yellow) == 44, "the others are of no use there");
    assert_eq!(rule_against(&armour, "repair SL01"), "7.3");
    // A new unit in the city, which is out of supply like all others there, or elsewhere with the points of the country.
    play(&mut game, &["rebuild SL02"]);
    assert!(goals(&game, "place").contains("1813") && goals(&game, "place").contains("2521"));
    let mut elsewhere = game.clone();
    play(&mut elsewhere, &["place 2521"]);
    assert_eq!((elsewhere.saved_in_pocket(Colour::Yellow), saved_of(&elsewhere, Colour::Yellow)), (2, 43));
    play(&mut game, &["place 1813"]);
    assert_eq!((game.saved_in_pocket(Colour::Yellow), saved_of(&game, Colour::Yellow)), (1, 44));
    assert!(game.is_out_of_supply(unit(game.data(), "SL02")));
    play(&mut game, &["repair SL01"]);
    assert_eq!((strength(&game, "SL01"), game.saved_in_pocket(Colour::Yellow)), (2, 0));
    // Armour is built in the city as well, where a red factory stands, if the points are there.
    play(&mut game, &["rebuild SL06"]);
    assert!(!goals(&game, "place").contains("1813"), "no points are left in the city");
}

/// [12.3] When the pocket is relieved its points are like all others; when the city falls they are gone.
#[test]
fn points_of_the_pocket_are_kept_until_it_is_relieved() {
    let mut game = pocket("SL01 1813, SL03 2013", Weather::Clear).open(SOVIET, Phase::Production);
    let before = purse(&game, Nation::Soviet);
    assert_eq!(before[..2], [46, 7]);
    let hashes = (game.state_hash(), game.turn());
    assert_eq!(hashes.1, Turn::Player(SOVIET));
    play(&mut game, &["done"]);
    assert_eq!([game.saved_in_pocket(Colour::Yellow), game.saved_in_pocket(Colour::Red)], [2, 3]);
}
