//! The golden vectors of the series that single procedures can carry, and the worked turn of the first scenario, number by number.
//!
//! `gvNN` is the number of the vector. The vectors of whole positions (sequence, state, actions) come with the game.

use stavka_engine::east_front::air::{self, Battery, Quarry};
use stavka_engine::east_front::artillery::{self, SovietGuns, WithHq};
use stavka_engine::east_front::command::{self, Spent, Use};
use stavka_engine::east_front::data::{
    AirBox, AirEffect, Cell, Face, Feature, Features, MovementPhase, Mover, Substitute, Switches, Tables, TopOdds, WeatherTable, edge,
};
use stavka_engine::east_front::declaration::{self, Declared};
use stavka_engine::east_front::drm::{self, Across, Assault, Cause, DefendingHex, Stand, Tally};
use stavka_engine::east_front::losses;
use stavka_engine::east_front::movement::{self, Going, Mustering, Payer, Prices, Step, Trail, step_table};
use stavka_engine::east_front::odds::{self, Attacker, Column, Support};
use stavka_engine::east_front::overrun::{self, Bar, Group, Target};
use stavka_engine::east_front::results::{self, Burdens, FirstLoss, Force, Order, Presence, Verdict};
use stavka_engine::east_front::retreat::{self, Retreating};
use stavka_engine::east_front::surrender::{self, Pocket};
use stavka_engine::east_front::weather::{Climate, Condition, Season, Sky};
use stavka_engine::east_front::{Data, EMBEDDED, HalfPoints, Sources, zoc};
use stavka_engine::game::Side;
use stavka_engine::hex::{Ground, Hex, HexSet, Journey, Reach};

fn data() -> &'static Data {
    let (name, text) = EMBEDDED[0];
    Data::interned(&Sources::embedded(name, text)).expect("the embedded scenario is sound")
}

fn worked() -> &'static Data {
    let (name, text) = EMBEDDED[1];
    Data::interned(&Sources::embedded(name, text)).expect("the embedded scenario is sound")
}

fn tables() -> &'static Tables {
    &data().tables
}

fn switches() -> &'static Switches {
    &data().script.switches
}

const DRY: Going = Going::of(Condition::Dry);
const MUD: Going = Going::of(Condition::Mud);
const CLEAR: Features = Features::of(&[Feature::Clear]);
const WOODED_HILL: Features = Features::of(&[Feature::Hill, Feature::Woods]);

fn hex(name: &str) -> Hex {
    data().map.grid.parse(name).unwrap_or_else(|error| panic!("{error}"))
}

/// Half points of so many whole points and a half.
fn points(whole: u8, half: bool) -> HalfPoints {
    HalfPoints(2 * whole + u8::from(half))
}

fn prices(going: Going, payer: Payer) -> Prices<'static> {
    Prices::new(tables(), going, payer)
}

fn step(to: Features, side: u16) -> Step {
    Step { to, side, fortified: false, enemy_zoc: false }
}

/// A move of steps, each by road when it can be.
fn walk(prices: Prices<'_>, steps: &[Step]) -> Option<HalfPoints> {
    let go = |trail: Trail, step: &Step| match prices.by_road(*step) {
        Some(entry) => Some(trail.by_road(entry)),
        None => trail.off_road(prices.off_road(*step)?),
    };
    steps.iter().try_fold(Trail::START, go).map(|trail| trail.spent)
}

// ---- weather ---------------------------------------------------------------

fn series_weather() -> &'static WeatherTable {
    tables().weather.iter().find(|table| table.name == "series").expect("the table is in the file")
}

/// Conditions of turns in which the table names some skies.
fn season(climate: Climate, skies: &[&str]) -> Vec<(Condition, bool)> {
    let named = |text: &str| Sky::try_from(text.to_owned()).expect("a sky");
    let mut season = Season::START;
    let next = |text: &&str| {
        season = season.next(series_weather(), climate, named(text));
        season.sky.map(|sky| (sky.condition, sky.storm)).expect("a turn has weather")
    };
    skies.iter().map(next).collect()
}

#[test]
fn gv01_frost_after_snow_stays_snow_until_the_second_frost() {
    let snow = Condition::Snow;
    assert_eq!(season(Climate::Frost, &["S", "ST", "F", "F"]), [(snow, false), (snow, true), (snow, false), (Condition::Frost, false)]);
}

#[test]
fn a_dry_climate_has_two_turns_of_mud_in_a_row_and_then_none() {
    let conditions = |climate| season(climate, &["M", "MT", "MT", "M"]).into_iter().map(|(sky, storm)| (sky, storm)).collect::<Vec<_>>();
    let (mud, dry) = (Condition::Mud, Condition::Dry);
    assert_eq!(conditions(Climate::Dry), [(mud, false), (mud, true), (dry, false), (mud, false)]);
    assert_eq!(conditions(Climate::Mud), [(mud, false), (mud, true), (mud, true), (mud, false)]);
}

#[test]
fn waters_freeze_with_snow_and_thaw_with_mud_or_the_second_frost_unless_it_was_arctic() {
    let after = |skies: &[&str]| {
        let named = |text: &&str| Sky::try_from((*text).to_owned()).expect("a sky");
        skies.iter().map(named).fold(Season::START, |season, sky| season.next(series_weather(), Climate::Snow, sky)).frozen
    };
    assert!(!after(&["F"]) && after(&["S"]) && after(&["S", "F"]));
    assert!(!after(&["S", "M"]) && !after(&["S", "F", "F"]));
    assert!(after(&["A", "M"]) && after(&["A", "F", "F"]));
}

#[test]
fn mud_lingers_in_woods_for_one_dry_turn() {
    let next = |season: Season, text: &str| season.next(series_weather(), Climate::Dry, Sky::try_from(text.to_owned()).expect("a sky"));
    let mud = next(Season::START, "M");
    let dry = next(mud, "D");
    assert!(dry.lingering_mud(mud) && !next(dry, "D").lingering_mud(dry) && !mud.lingering_mud(Season::START));
}

#[test]
fn dice_beyond_the_weather_table_read_its_end() {
    let cell = |die| series_weather().cell(Climate::Snow, die);
    assert_eq!((cell(12), cell(0)), (cell(10), cell(1)));
    let rolled = Season::START.roll(series_weather(), Climate::Dry, 7);
    assert_eq!(rolled.sky, Some(Sky { condition: Condition::Dry, storm: true }));
}

// ---- movement --------------------------------------------------------------

#[test]
fn gv02_a_river_into_a_wooded_hill_costs_wheels_five() {
    assert_eq!(walk(prices(DRY, Payer::Wheels), &[step(WOODED_HILL, edge::RIVER)]), Some(points(5, false)));
    assert_eq!(walk(prices(DRY, Payer::Foot), &[step(WOODED_HILL, edge::RIVER)]), Some(points(4, false)));
}

#[test]
fn gv03_to_gv06_roads_replace_the_terrain() {
    let wheels = prices(DRY, Payer::Wheels);
    assert_eq!(walk(wheels, &[step(WOODED_HILL, edge::MAIN)]), Some(points(0, true)));
    assert_eq!(walk(wheels, &[step(WOODED_HILL, edge::MINOR)]), Some(points(1, false)));
    assert_eq!(walk(wheels, &[step(WOODED_HILL, edge::MAIN), step(WOODED_HILL, edge::MAIN)]), Some(points(1, false)));
    assert_eq!(walk(wheels, &[step(WOODED_HILL, edge::MINOR), step(CLEAR, edge::MAIN)]), Some(points(1, true)));
}

#[test]
fn gv07_and_gv08_leaving_the_road_charges_the_terrain_behind() {
    let wheels = prices(DRY, Payer::Wheels);
    for road in [edge::MAIN, edge::MINOR] {
        assert_eq!(walk(wheels, &[step(WOODED_HILL, road), step(CLEAR, 0)]), Some(points(5, false)));
        assert_eq!(walk(wheels, &[step(WOODED_HILL, road | edge::RIVER), step(CLEAR, edge::RIVER)]), Some(points(6, false)));
    }
}

#[test]
fn gv09_the_long_way_round_by_road_is_cheaper() {
    let wheels = prices(DRY, Payer::Wheels);
    let road = [step(WOODED_HILL, edge::MAIN), step(WOODED_HILL, edge::MAIN), step(CLEAR, edge::MAIN)];
    assert_eq!(walk(wheels, &road), Some(points(1, true)));
}

#[test]
fn gv10_a_minor_road_in_mud_leaves_the_woods_out() {
    for payer in [Payer::Foot, Payer::Wheels, Payer::SovietTank] {
        assert_eq!(walk(prices(MUD, payer), &[step(WOODED_HILL, edge::MINOR)]), Some(points(3, false)), "{payer:?}");
    }
}

#[test]
fn gv11_a_minor_road_in_mud_into_a_clear_hex() {
    let cost = |payer| walk(prices(MUD, payer), &[step(CLEAR, edge::MINOR)]);
    assert_eq!(cost(Payer::Foot), Some(points(2, false)));
    assert_eq!(cost(Payer::SovietTank), Some(points(2, false)));
    assert_eq!(cost(Payer::Wheels), Some(points(3, false)));
    assert_eq!(cost(Payer::SuperHeavy), None);
}

#[test]
fn roads_in_other_weather_cost_what_the_chart_says() {
    let cost = |condition, side| walk(prices(Going::of(condition), Payer::Foot), &[step(CLEAR, side)]).expect("a road");
    let skies = [Condition::Dry, Condition::Mud, Condition::Frost, Condition::Snow, Condition::Arctic];
    assert_eq!(skies.map(|sky| cost(sky, edge::MAIN).0), [1, 2, 1, 2, 2]);
    assert_eq!(skies.map(|sky| cost(sky, edge::MINOR).0), [1, 4, 2, 4, 4]);
    assert_eq!(skies.map(|sky| cost(sky, edge::MOTORWAY).0), [1; 5]);
    assert_eq!(skies.map(|sky| cost(sky, 0).0), [2, 4, 2, 4, 4]);
}

#[test]
fn super_heavies_keep_to_roads() {
    let cost = |condition, side| walk(prices(Going::of(condition), Payer::SuperHeavy), &[step(CLEAR, side)]);
    assert_eq!(cost(Condition::Dry, edge::MAIN), Some(points(1, false)));
    assert_eq!(cost(Condition::Snow, edge::MAIN), Some(points(1, false)));
    assert_eq!(cost(Condition::Dry, edge::MINOR), Some(points(1, false)));
    assert_eq!((cost(Condition::Frost, edge::MINOR), cost(Condition::Dry, 0), cost(Condition::Dry, edge::RAIL)), (None, None, None));
    let lingering = Going { lingering_mud: true, ..DRY };
    assert_eq!(walk(prices(lingering, Payer::SuperHeavy), &[step(CLEAR.with(Feature::Woods), edge::MINOR)]), None);
}

#[test]
fn swamps_are_open_to_wheels_along_roads_and_railways_and_in_frost() {
    let swamp = Features::of(&[Feature::Swamp]);
    let wheels = prices(DRY, Payer::Wheels);
    assert_eq!(walk(wheels, &[step(swamp, 0)]), None);
    assert_eq!(walk(wheels, &[step(swamp, edge::MINOR)]), Some(points(1, false)));
    assert_eq!(walk(wheels, &[step(swamp, edge::RAIL)]), Some(points(3, false)));
    assert_eq!(walk(wheels, &[step(swamp, edge::MINOR), step(CLEAR, 0)]), None, "only a road leads out again");
    assert_eq!(walk(wheels, &[step(swamp, edge::MINOR), step(CLEAR, edge::MINOR)]), Some(points(1, true)));
    assert_eq!(walk(prices(DRY, Payer::Foot), &[step(swamp, 0)]), Some(points(3, false)));
    assert_eq!(walk(prices(Going::of(Condition::Frost), Payer::Wheels), &[step(swamp, 0)]), Some(points(3, false)));
}

#[test]
fn a_railway_takes_a_point_off_woods_and_carries_over_rivers() {
    let woods = CLEAR.with(Feature::Woods);
    let foot = prices(DRY, Payer::Foot);
    assert_eq!(walk(foot, &[step(woods, edge::RIVER)]), Some(points(3, false)));
    assert_eq!(walk(foot, &[step(woods, edge::RIVER | edge::RAIL)]), Some(points(1, false)));
    assert_eq!(walk(prices(DRY, Payer::Wheels), &[step(woods, edge::RAIL)]), Some(points(2, false)));
}

#[test]
fn major_rivers_need_a_bridge_or_ice() {
    let foot = |going| prices(going, Payer::Foot);
    assert_eq!(walk(foot(DRY), &[step(CLEAR, edge::MAJOR)]), None);
    assert_eq!(walk(foot(DRY), &[step(CLEAR, edge::MAJOR | edge::MAIN)]), None, "the bridge is down");
    assert_eq!(walk(foot(DRY), &[step(CLEAR, edge::MAJOR | edge::MAIN | edge::BRIDGE)]), Some(points(0, true)));
    assert_eq!(walk(foot(DRY), &[step(CLEAR, edge::MAJOR | edge::RAIL | edge::BRIDGE)]), Some(points(1, false)));
    assert_eq!(walk(foot(Going::of(Condition::Snow)), &[step(CLEAR, edge::MAJOR)]), Some(points(3, false)));
    let ice = Going { frozen: true, ..Going::of(Condition::Frost) };
    assert_eq!(walk(foot(ice), &[step(CLEAR, edge::MAJOR)]), Some(points(2, false)));
    assert_eq!(walk(foot(ice), &[step(CLEAR, edge::RIVER)]), Some(points(1, false)), "frozen rivers cost nothing");
}

#[test]
fn lakes_open_with_the_ice_and_the_sea_never() {
    let lake = Features::of(&[Feature::Lake]);
    assert_eq!(walk(prices(DRY, Payer::Foot), &[step(lake, 0)]), None);
    assert_eq!(walk(prices(Going::of(Condition::Snow), Payer::Foot), &[step(lake, 0)]), Some(points(2, false)));
    assert_eq!(walk(prices(Going::of(Condition::Snow), Payer::Foot), &[step(Features::of(&[Feature::Sea]), 0)]), None);
    assert_eq!(walk(prices(Going::of(Condition::Snow), Payer::Foot), &[step(CLEAR, edge::CLOSED)]), None);
}

#[test]
fn cities_cost_half_a_point_and_zones_and_fortifications_a_whole_one() {
    let city = Features::of(&[Feature::Hill, Feature::City]);
    let foot = prices(DRY, Payer::Foot);
    assert_eq!(walk(foot, &[step(city, 0)]), Some(points(0, true)));
    let zone = Step { enemy_zoc: true, ..step(CLEAR, 0) };
    let fort = Step { fortified: true, enemy_zoc: true, ..step(CLEAR, edge::MAIN) };
    assert_eq!(walk(foot, &[zone]), Some(points(2, false)));
    assert_eq!(walk(foot, &[fort]), Some(points(2, true)), "roads do not cancel a fortification [18.12]");
}

#[test]
fn lingering_mud_lies_in_woods_only() {
    let going = Going { lingering_mud: true, ..DRY };
    let woods = CLEAR.with(Feature::Woods);
    assert_eq!(walk(prices(going, Payer::Foot), &[step(woods, 0)]), Some(points(3, false)));
    assert_eq!(walk(prices(going, Payer::Foot), &[step(CLEAR, 0)]), Some(points(1, false)));
}

fn mustering(side: Side, mover: Mover, ma: u8, condition: Condition) -> Mustering {
    Mustering { side, mover, ma, condition, out_of_supply: false, activated: false }
}

#[test]
fn gv58_half_and_strategic_allowances_of_seven() {
    let half = movement::allowance(tables(), mustering(Side::Axis, Mover::Motorized, 7, Condition::Dry), MovementPhase::Motorized);
    assert_eq!((half, movement::strategic_allowance(tables(), 7)), (points(3, true), points(10, true)));
}

#[test]
fn every_phase_of_the_scenario_gives_the_points_of_the_build_sheet() {
    let phases = [MovementPhase::Movement, MovementPhase::Motorized, MovementPhase::Reaction];
    let of = |side, mover, ma| phases.map(|phase| movement::allowance(tables(), mustering(side, mover, ma, Condition::Dry), phase).0);
    assert_eq!(of(Side::Axis, Mover::Foot, 5), [10, 0, 0]);
    assert_eq!(of(Side::Axis, Mover::Once, 5), [10, 0, 0]);
    assert_eq!(of(Side::Axis, Mover::Motorized, 7), [14, 7, 7]);
    assert_eq!(of(Side::Axis, Mover::Motorized, 9), [18, 9, 9]);
    assert_eq!(of(Side::Soviet, Mover::Foot, 4), [8, 0, 0]);
    assert_eq!(of(Side::Soviet, Mover::Motorized, 4), [4, 8, 4]);
    assert_eq!(of(Side::Soviet, Mover::Cavalry, 6), [12, 6, 0]);
    assert_eq!(of(Side::Soviet, Mover::Hq, 3), [6, 0, 0]);
    let called = Mustering { activated: true, ..mustering(Side::Soviet, Mover::Foot, 4, Condition::Dry) };
    assert_eq!(movement::allowance(tables(), called, MovementPhase::Motorized), points(4, false));
}

#[test]
fn hunger_and_cold_take_from_the_allowance() {
    let of = |unit, phase| movement::allowance(tables(), unit, phase).0;
    let hungry = |mover| Mustering { out_of_supply: true, ..mustering(Side::Axis, mover, 7, Condition::Dry) };
    assert_eq!(of(hungry(Mover::Motorized), MovementPhase::Movement), 10);
    assert_eq!(of(hungry(Mover::Motorized), MovementPhase::Motorized), 5, "two points first, then the half");
    assert_eq!(of(hungry(Mover::Cavalry), MovementPhase::Movement), 14);
    let cold = |side, condition| mustering(side, Mover::Motorized, 7, condition);
    assert_eq!(of(cold(Side::Axis, Condition::Frost), MovementPhase::Movement), 12);
    assert_eq!(of(cold(Side::Axis, Condition::Frost), MovementPhase::Reaction), 5);
    assert_eq!(of(cold(Side::Axis, Condition::Snow), MovementPhase::Movement), 14);
    assert_eq!(of(cold(Side::Axis, Condition::Snow), MovementPhase::Motorized), 0);
    assert_eq!(of(cold(Side::Axis, Condition::Arctic), MovementPhase::Movement), 12);
    assert_eq!(of(cold(Side::Soviet, Condition::Snow), MovementPhase::Motorized), 14);
}

#[test]
fn gv59_and_gv60_interdicted_hexes_use_up_flotillas_and_trains() {
    let (rules, costs) = (&tables().movement, &tables().interdiction);
    assert_eq!(movement::hexes_left(rules.flotilla_mp, costs.flotilla_mp, 1), Some(12));
    assert_eq!(movement::hexes_left(rules.rail_mp, costs.rail_mp, 3), Some(24));
    assert_eq!(movement::hexes_left(rules.rail_mp, costs.rail_mp, 6), None);
}

// ---- movement over the map -------------------------------------------------

const NODES: usize = 135 * 3;
const NODE_WORDS: usize = NODES.div_ceil(64);

/// Cheapest way over the map of a payer in dry weather, in half points, with the lines and strongpoints of the start in the way of
/// the Axis when `fortified`.
fn cost(payer: Payer, from: &str, to: &str, fortified: bool) -> Option<u8> {
    let map = &data().map;
    let forts = data().script.strongpoints[1];
    let wall = |hex: Hex, direction| fortified && (forts.contains(hex) || map.edge(hex, direction) & edge::LINE != 0);
    let table = step_table(map, &prices(DRY, payer), wall).expect("dry steps are cheap");
    assert!(table.steps.len() <= NODES);
    let none: HexSet<NODE_WORDS> = HexSet::EMPTY;
    let ground = Ground { steps: &table.steps, gates: 0, closed: &none, halting: &none };
    let journey = Journey { start: table.start(hex(from)), budget: 60, minimum: false, goal: None };
    let reach: Reach<NODES> = Reach::flood(&ground, journey, |_, _, _| false);
    table.nodes(hex(to)).filter_map(|node| reach.cost(node)).min()
}

#[test]
fn the_moves_of_the_worked_turn_cost_what_the_sheet_says() {
    // One point for the ZOC at the end comes on top.
    assert_eq!(cost(Payer::Wheels, "4004", "3505", true), Some(12));
    assert_eq!(cost(Payer::Foot, "3603", "3605", true), Some(4));
    assert_eq!(cost(Payer::Foot, "3804", "3605", true), Some(6));
}

#[test]
fn roads_of_the_map_are_followed_and_leaving_them_is_charged() {
    assert_eq!(cost(Payer::Foot, "3401", "3605", false), Some(5), "five hexes of main road");
    assert_eq!(cost(Payer::Foot, "3401", "3604", false), Some(6), "3503 by road, then 3604 off it: 1 1/2 + 1/2 + 1");
    assert_eq!(cost(Payer::Foot, "3401", "3601", false), Some(4), "two hexes across country");
    assert_eq!(cost(Payer::SuperHeavy, "3503", "3605", true), Some(4));
    assert_eq!(cost(Payer::SuperHeavy, "3503", "3603", true), None);
    assert_eq!(cost(Payer::Foot, "3807", "3806", false), Some(4), "marsh");
    assert_eq!(cost(Payer::Foot, "3705", "4006", false), None, "nobody enters the Sivash");
}

#[test]
fn the_trench_and_its_strongpoints_cost_a_point_once() {
    assert_eq!(cost(Payer::Foot, "3505", "3606", false), Some(1));
    assert_eq!(cost(Payer::Foot, "3505", "3606", true), Some(3), "line and strongpoint in one hex: one point");
    assert_eq!(cost(Payer::Foot, "3707", "3808", true), Some(3), "a strongpoint from behind");
}

#[test]
fn step_tables_exist_for_every_payer_in_every_weather() {
    for condition in Condition::ALL {
        for payer in Payer::ALL {
            let table = step_table(&data().map, &prices(Going::of(condition), payer), |_, _| true).expect("no step is too dear here");
            let node = table.nodes(hex("3606")).last().expect("a hex has nodes");
            assert_eq!((table.hex(node), table.nodes(hex("3606")).count()), (hex("3606"), 3));
        }
    }
}

#[test]
fn payers_are_those_of_the_counters() {
    let payer = |id: &str| Payer::of(data().unit(data().find_unit(id).expect("a counter")));
    assert_eq!(payer("73"), Some(Payer::Foot));
    assert_eq!(payer("48K"), Some(Payer::Foot));
    assert_eq!((payer("190AG"), payer("49")), (Some(Payer::Wheels), Some(Payer::Wheels)));
    assert_eq!(payer("5(+)"), Some(Payer::SovietTank));
    assert_eq!(payer("641"), Some(Payer::SuperHeavy));
}

// ---- zones of control ------------------------------------------------------

fn reaches(going: Going, motorized: bool, side: u16, into: Features) -> bool {
    zoc::reaches(&tables().terrain, going, motorized, side, into)
}

#[test]
fn waters_and_major_cities_stop_a_zone() {
    let swamp = Features::of(&[Feature::Swamp]);
    assert!(reaches(DRY, false, 0, CLEAR) && reaches(DRY, false, edge::RIVER, swamp));
    for side in [edge::MAJOR, edge::MAJOR | edge::MAIN | edge::BRIDGE, edge::LAKE, edge::CLOSED] {
        assert!(!reaches(DRY, false, side, CLEAR));
    }
    assert!(reaches(Going::of(Condition::Snow), false, edge::MAJOR, CLEAR));
    assert!(!reaches(Going::of(Condition::Snow), false, edge::CLOSED, CLEAR), "the sea does not freeze for it");
    assert!(!reaches(DRY, false, 0, Features::of(&[Feature::Clear, Feature::MajorCity])));
}

#[test]
fn wheels_reach_less_far_in_swamp_and_mud() {
    let swamp = Features::of(&[Feature::Swamp]);
    assert!(
        !reaches(DRY, true, 0, swamp) && reaches(DRY, true, edge::MINOR, swamp) && reaches(Going::of(Condition::Frost), true, 0, swamp)
    );
    assert!(!reaches(MUD, true, 0, CLEAR) && reaches(MUD, true, edge::RAIL, CLEAR) && reaches(MUD, false, 0, CLEAR));
    assert!(reaches(MUD, true, 0, CLEAR.with(Feature::Town)));
    assert!(!reaches(Going::of(Condition::Snow), true, 0, CLEAR), "chart note 8 (A36)");
}

// ---- overrun ---------------------------------------------------------------

fn german(attack: u16, motorized_engineers: bool) -> Group {
    Group { attack, all_german: true, motorized_engineers }
}

fn target(defence: u16, features: Features) -> Target {
    Target { defence, soft: false, marked: false, features, side: 0, strongpoint: false, line: false }
}

fn overrun_net(group: Group, target: Target) -> i8 {
    overrun::tally(&tables().overrun, group, target).net
}

#[test]
fn gv12_an_overrun_of_a_hill_costs_three() {
    let entry = prices(DRY, Payer::Wheels).off_road(step(Features::of(&[Feature::Hill]), 0)).expect("a hill is open");
    assert_eq!(overrun::price(&tables().overrun, entry), points(3, false));
}

#[test]
fn gv13_and_gv14_one_source_of_zones_allows_an_overrun_and_two_forbid_it() {
    let check = |zones| overrun::check(&tables().overrun, DRY, german(10, false), target(2, CLEAR), zones);
    assert_eq!((check(0), check(1), check(2)), (Ok(()), Ok(()), Err(Bar::Zones)));
}

#[test]
fn gv15_thirteen_to_one_against_guns_in_a_strongpoint() {
    let guns = Target { soft: true, strongpoint: true, ..target(1, CLEAR) };
    let group = german(13, true);
    assert_eq!(overrun::check(&tables().overrun, DRY, group, guns, 1), Ok(()));
    let tally = overrun::tally(&tables().overrun, group, guns);
    assert_eq!(
        tally.terms.as_slice(),
        [(overrun::Cause::Odds, -2), (overrun::Cause::SoftDefenders, -1), (overrun::Cause::Terrain(Feature::Strongpoint), 2)]
    );
    let result = overrun::result(&tables().overrun, 6, tally.net);
    assert_eq!((tally.net, result.success, result.loss), (-1, true, false));
    let entry = prices(DRY, Payer::Wheels).by_road(Step { fortified: true, ..step(CLEAR, edge::MAIN) }).expect("a road").cost;
    assert_eq!(overrun::price(&tables().overrun, entry), points(2, true));
}

#[test]
fn gv16_five_to_one_up_a_hill() {
    let hill = target(2, Features::of(&[Feature::Hill]));
    let net = overrun_net(german(10, false), hill);
    let result = overrun::result(&tables().overrun, 8, net);
    assert_eq!((net, result.success, result.loss), (3, false, true));
    let hill_road = prices(DRY, Payer::Wheels).by_road(Step { enemy_zoc: true, ..step(hill.features, edge::MINOR) }).expect("a road");
    assert_eq!(points(2, true) + hill_road.cost, points(4, true));
    let entry = prices(DRY, Payer::Wheels).by_road(step(hill.features, edge::MINOR)).expect("a road").cost;
    assert_eq!(points(4, true) + overrun::price(&tables().overrun, entry), points(6, true));
}

#[test]
fn gv17_the_other_way_round_at_six_to_one() {
    let wheels = prices(DRY, Payer::Wheels);
    let woods = Step { enemy_zoc: true, ..step(CLEAR.with(Feature::Woods), 0) };
    assert_eq!(walk(wheels, &[woods]), Some(points(4, false)));
    let group = german(13, false);
    assert_eq!(overrun::odds(group, target(2, CLEAR)), 6);
    assert_eq!(overrun_net(group, target(2, CLEAR)), 0);
    assert_eq!(overrun_net(group, target(2, Features::of(&[Feature::Hill]))), 2);
}

#[test]
fn overruns_need_odds_weather_ground_and_engineers() {
    let check = |going, group, target| overrun::check(&tables().overrun, going, group, target, 0);
    let soviet = |attack| Group { all_german: false, ..german(attack, false) };
    assert_eq!(check(DRY, german(4, false), target(1, CLEAR)), Err(Bar::Odds { odds: 4, least: 5 }));
    assert_eq!(check(DRY, soviet(6), target(1, CLEAR)), Err(Bar::Odds { odds: 6, least: 7 }));
    assert_eq!(check(DRY, soviet(7), target(1, CLEAR)), Ok(()));
    assert_eq!(check(MUD, german(9, false), target(1, CLEAR)), Err(Bar::Weather));
    assert_eq!(check(Going { lingering_mud: true, ..DRY }, german(9, false), target(1, CLEAR.with(Feature::Woods))), Err(Bar::Weather));
    assert_eq!(check(DRY, german(9, false), Target { side: edge::MAJOR | edge::BRIDGE, ..target(1, CLEAR) }), Err(Bar::Water));
    let swamp = Features::of(&[Feature::Swamp]);
    assert_eq!(check(DRY, german(9, false), target(1, swamp)), Err(Bar::Swamp));
    assert_eq!(check(Going::of(Condition::Frost), german(9, false), target(1, swamp)), Ok(()));
    let fort = Target { line: true, ..target(1, CLEAR) };
    assert_eq!(check(DRY, german(20, false), fort), Err(Bar::Engineers));
    assert_eq!(check(DRY, german(11, true), fort), Err(Bar::Odds { odds: 11, least: 12 }));
    assert_eq!(check(DRY, german(12, true), fort), Ok(()));
}

#[test]
fn the_overrun_scales_are_those_of_the_card() {
    let german = |attack| overrun_net(german(attack, false), target(1, CLEAR));
    assert_eq!([5, 6, 7, 9, 10, 13, 14, 30].map(german), [2, 0, -1, -1, -2, -2, -3, -3]);
    let other = |attack| overrun_net(Group { attack, all_german: false, motorized_engineers: false }, target(1, CLEAR));
    assert_eq!([7, 8, 9, 11, 12, 20].map(other), [0, 0, -1, -1, -2, -2]);
    let strong = overrun_net(Group { attack: 24, all_german: true, motorized_engineers: false }, target(4, CLEAR));
    assert_eq!(strong, 1, "6-1 against a defence of four");
    let marked = Target { marked: true, ..target(1, CLEAR) };
    assert_eq!(overrun_net(Group { attack: 6, all_german: true, motorized_engineers: false }, marked), -1);
    let outcome = |modified: i8| {
        let result = overrun::result(&tables().overrun, 5, modified - 5);
        (result.success, result.loss)
    };
    assert_eq!(
        [2, 3, 7, 8, 10, 11].map(outcome),
        [(true, true), (true, false), (true, false), (false, false), (false, false), (false, true)]
    );
}

// ---- odds ------------------------------------------------------------------

fn column(attack: u16, defence: u16) -> Option<&'static str> {
    Column::of(attack, defence, TopOdds::TenToOne).map(Column::name)
}

fn full(strengths: &[u8]) -> Vec<Attacker> {
    strengths.iter().map(|&strength| Attacker { strength, halvings: 0 }).collect()
}

fn attack(attackers: &[Attacker], support: Support) -> u16 {
    odds::attack_total(&tables().odds, &tables().artillery, attackers, support)
}

fn guns(points: u16) -> Support {
    Support { points, halved: false }
}

#[test]
fn gv18_twenty_seven_to_six_is_four_to_one() {
    let total = attack(&full(&[8, 2, 2, 8]), guns(3 + 2 + 2));
    let defence = odds::defence_total(&tables().artillery, 4 + 1, guns(1));
    assert_eq!((total, defence, column(total, defence)), (27, 6, Some("4-1")));
}

#[test]
fn gv32_twenty_nine_to_ten_is_two_to_one() {
    assert_eq!(column(29, 10), Some("2-1"));
}

#[test]
fn odds_are_rounded_for_the_defender_between_their_limits() {
    let cases = [
        ((1, 5), None),
        ((1, 4), Some("1-4")),
        ((3, 10), Some("1-4")),
        ((1, 3), Some("1-3")),
        ((5, 10), Some("1-2")),
        ((3, 4), Some("3-4")),
        ((99, 100), Some("3-4")),
        ((4, 4), Some("1-1")),
        ((3, 2), Some("3-2")),
        ((19, 10), Some("3-2")),
        ((30, 10), Some("3-1")),
        ((99, 10), Some("9-1")),
        ((100, 10), Some("10-1")),
        ((65, 1), Some("10-1")),
    ];
    for ((attack, defence), expected) in cases {
        assert_eq!(column(attack, defence), expected, "{attack} to {defence}");
    }
    let sixteenth = |attack| Column::of(attack, 10, TopOdds::Sixteenth).map(Column::name);
    assert_eq!((sixteenth(99), sixteenth(100)), (Some("9-1"), Some("X16")));
}

#[test]
fn halvings_multiply_and_fractions_fall_at_the_end() {
    let halved = |strength, halvings| Attacker { strength, halvings };
    assert_eq!(attack(&[halved(3, 1), halved(3, 1)], Support::default()), 3);
    assert_eq!(attack(&[halved(3, 1)], Support::default()), 1);
    assert_eq!(attack(&[halved(5, 2), halved(3, 0)], Support::default()), 4);
    assert_eq!(attack(&[halved(1, 2)], Support::default()), 1, "never below 1");
}

#[test]
fn gv46_support_counts_up_to_the_strength_it_joins() {
    assert_eq!(odds::defence_total(&tables().artillery, 7, guns(8)), 14);
    assert_eq!(attack(&full(&[2, 2]), guns(7)), 8);
    let muddy = Support { points: 7, halved: true };
    assert_eq!(attack(&full(&[8]), muddy), 11, "3 1/2 is 3");
    assert_eq!(attack(&[Attacker { strength: 5, halvings: 1 }], muddy), 4, "five count, two are left: 2 + 2");
}

// ---- modifiers -------------------------------------------------------------

const TRENCH: [DefendingHex; 1] = [DefendingHex { features: CLEAR, strongpoint: true }];
const OPEN: [DefendingHex; 1] = [DefendingHex { features: CLEAR, strongpoint: false }];
const LINE: Across = Across { river: false, major_river: false, line: true };
const FLAT: Across = Across { river: false, major_river: false, line: false };

fn soviet(hexes: &[DefendingHex]) -> Stand<'_> {
    Stand { side: Side::Soviet, hexes, fights_armour: false, overrun: false, out_of_supply: false, no_retreat: false }
}

fn supplied() -> Assault {
    Assault { attack_supply: true, ..Assault::default() }
}

fn tally(across: Across, assault: Assault, stand: Stand<'_>) -> Tally {
    drm::tally(tables(), DRY, across, assault, stand)
}

#[test]
fn gv19_line_and_strongpoint_against_two_heavies_and_a_stuka() {
    let assault = Assault { armour: true, partners: true, super_heavies: 2, air: 2, ..supplied() };
    let stand = Stand { fights_armour: true, ..soviet(&TRENCH) };
    let tally = tally(LINE, assault, stand);
    let expected = [(Cause::Strongpoint, 1), (Cause::FortifiedLine, 1), (Cause::SuperHeavy, -2), (Cause::CloseAirSupport, -2)];
    assert_eq!((tally.terms.as_slice(), tally.net), (expected.as_slice(), -2));
}

#[test]
fn gv21_line_and_strongpoint_against_engineers() {
    let tally = tally(LINE, Assault { engineers: true, partners: true, ..supplied() }, soviet(&TRENCH));
    let expected = [(Cause::Strongpoint, 1), (Cause::FortifiedLine, 1), (Cause::Engineers, -1)];
    assert_eq!((tally.terms.as_slice(), tally.net), (expected.as_slice(), 1));
}

#[test]
fn engineers_and_heavies_only_offset_what_the_defender_receives() {
    let both = Assault { engineers: true, super_heavies: 3, ..supplied() };
    let found = |across, hexes: &[DefendingHex]| {
        let tally = tally(across, both, soviet(hexes));
        (tally.of(Cause::SuperHeavy), tally.of(Cause::Engineers), tally.net)
    };
    assert_eq!(found(FLAT, &OPEN), (0, 0, 0));
    assert_eq!(found(FLAT, &TRENCH), (-1, 0, 0));
    assert_eq!(found(LINE, &TRENCH), (-2, 0, 0));
    let river = Across { river: true, ..FLAT };
    assert_eq!(found(river, &OPEN), (0, -1, 0), "engineers cross rivers, guns do not");
    assert_eq!(found(river, &TRENCH), (-1, -1, 0));
    let hill = [DefendingHex { features: Features::of(&[Feature::Hill]), strongpoint: false }];
    assert_eq!(found(FLAT, &hill), (0, 0, 1));
    let city = [DefendingHex { features: Features::of(&[Feature::Clear, Feature::MajorCity]), strongpoint: false }];
    assert_eq!(found(FLAT, &city), (-2, 0, 0), "a major city is worth two to Soviet defenders");
}

#[test]
fn terrain_counts_once_and_fortifications_beside_it() {
    let hexes = [
        DefendingHex { features: Features::of(&[Feature::Hill, Feature::City]), strongpoint: true },
        DefendingHex { features: CLEAR, strongpoint: false },
    ];
    let found = tally(FLAT, supplied(), soviet(&hexes));
    assert_eq!(found.terms.as_slice(), [(Cause::Terrain(Feature::Hill), 1), (Cause::Strongpoint, 1)]);
    let town = [DefendingHex { features: CLEAR.with(Feature::Town), strongpoint: false }];
    let net = |going| drm::tally(tables(), going, FLAT, supplied(), soviet(&town)).net;
    assert_eq!((net(DRY), net(MUD), net(Going::of(Condition::Frost)), net(Going::of(Condition::Snow))), (0, 1, 0, 1));
    let river = |going| drm::tally(tables(), going, Across { river: true, ..FLAT }, supplied(), soviet(&OPEN)).net;
    let ice = Going { frozen: true, ..Going::of(Condition::Frost) };
    assert_eq!((river(DRY), river(MUD), river(Going::of(Condition::Snow)), river(ice)), (1, 1, 0, 0));
}

#[test]
fn combined_arms_need_partners_open_ground_and_no_guns_against_them() {
    let arms = Assault { armour: true, partners: true, ..supplied() };
    let bonus = |going, across, assault, stand| drm::tally(tables(), going, across, assault, stand).of(Cause::CombinedArms);
    assert_eq!(bonus(DRY, FLAT, arms, soviet(&OPEN)), -1);
    assert_eq!(bonus(Going::of(Condition::Frost), FLAT, arms, soviet(&OPEN)), -1);
    for condition in [Condition::Mud, Condition::Snow, Condition::Arctic] {
        assert_eq!(bonus(Going::of(condition), FLAT, arms, soviet(&OPEN)), 0);
    }
    assert_eq!(bonus(DRY, FLAT, Assault { partners: false, ..arms }, soviet(&OPEN)), 0);
    assert_eq!(bonus(DRY, FLAT, Assault { armour: false, ..arms }, soviet(&OPEN)), 0);
    assert_eq!(bonus(DRY, FLAT, arms, Stand { fights_armour: true, ..soviet(&OPEN) }), 0);
    assert_eq!(bonus(DRY, FLAT, arms, soviet(&TRENCH)), 0);
    assert_eq!(bonus(DRY, LINE, arms, soviet(&OPEN)), 0);
    assert_eq!(bonus(DRY, Across { major_river: true, ..FLAT }, arms, soviet(&OPEN)), 0);
    let mixed = [OPEN[0], DefendingHex { features: Features::of(&[Feature::Swamp]), strongpoint: false }];
    assert_eq!(bonus(DRY, FLAT, arms, soviet(&mixed)), -1, "one open hex is enough");
    assert_eq!(bonus(DRY, FLAT, arms, soviet(&mixed[1..])), 0);
}

#[test]
fn other_modifiers_have_their_own_cause_and_the_net_its_limit() {
    let weak = Stand { overrun: true, out_of_supply: true, no_retreat: true, ..soviet(&OPEN) };
    let found = tally(FLAT, Assault { integrity: 2, air: -1, ..Assault::default() }, weak);
    let expected = [
        (Cause::NoRetreat, 1),
        (Cause::NoAttackSupply, 2),
        (Cause::Integrity, -2),
        (Cause::OverrunMarker, -1),
        (Cause::DefenderOutOfSupply, -1),
        (Cause::CloseAirSupport, 1),
    ];
    assert_eq!((found.terms.as_slice(), found.net), (expected.as_slice(), 0));
    assert_eq!(tally(FLAT, Assault { air: 6, ..supplied() }, soviet(&OPEN)).net, -3);
    let walls = Stand { no_retreat: true, ..soviet(&TRENCH) };
    assert_eq!(tally(LINE, Assault { air: -1, ..Assault::default() }, walls).net, 3);
}

// ---- results ---------------------------------------------------------------

fn of(text: &str) -> Cell {
    Cell::try_from(text.to_owned()).expect("a cell")
}

const NOBODY: Force = Force { order: Order::None, all_german: false, sheltered: false };

fn verdict(effect: stavka_engine::east_front::data::Effect, extra: u8, force: Force) -> Verdict {
    results::verdict(&tables().losses, effect, extra, force)
}

#[test]
fn gv20_a_five_at_four_to_one_with_minus_two_drives_the_defender_out() {
    let column = Column::of(27, 6, TopOdds::TenToOne);
    let found = results::cell(tables(), column, 5, -2);
    assert_eq!(found, of("-/2R"));
    let fate = verdict(found.defender, 0, NOBODY);
    assert_eq!((fate.steps, fate.retreat, fate.eliminated), (2, 2, false));
    let attacker = verdict(found.attacker, 0, NOBODY);
    assert_eq!((attacker.steps, attacker.retreat), (0, 0));
}

#[test]
fn gv21_a_ten_at_one_to_one_with_plus_one_throws_the_engineers_back() {
    let found = results::cell(tables(), Column::of(4, 4, TopOdds::TenToOne), 10, 1);
    assert_eq!(found, of("2R/-"));
    let fate = verdict(found.attacker, 0, Force { order: Order::FurtherRetreat, all_german: true, sheltered: false });
    assert_eq!((fate.steps, fate.retreat, fate.path_by_opponent, fate.held_back), (1, 3, true, true));
}

#[test]
fn gv33_modifiers_shift_rows_between_the_ends() {
    assert_eq!((results::row(tables(), 5, 2), results::row(tables(), 5, -3)), (7, 2));
    assert_eq!((results::row(tables(), 10, 3), results::row(tables(), 1, -3)), (11, 0));
}

#[test]
fn below_one_to_four_the_attackers_are_eliminated() {
    let found = results::cell(tables(), Column::of(1, 5, TopOdds::TenToOne), 1, -3);
    assert!(verdict(found.attacker, 0, NOBODY).eliminated && !verdict(found.defender, 0, NOBODY).eliminated);
}

#[test]
fn gv34_and_gv35_an_asterisk_costs_a_step_per_burden() {
    let extra = |burdens| results::asterisk_steps(&tables().losses, of("*/1").attacker, burdens);
    let all = Burdens { no_attack_supply: true, mandated: true, fortification: true };
    assert_eq!(extra(all), 3);
    assert_eq!(extra(Burdens { mandated: false, ..all }), 2);
    assert_eq!(extra(Burdens::default()), 0);
    assert_eq!(results::asterisk_steps(&tables().losses, of("1/1").attacker, all), 0, "only on an asterisk");
}

/// Steps of the attacker and who takes the first, in a supplied attack on a strongpoint.
fn assault(text: &str, engineers: bool, switches: &Switches) -> (u8, FirstLoss) {
    let cell = of(text);
    let extra = results::asterisk_steps(&tables().losses, cell.attacker, Burdens { fortification: true, ..Burdens::default() });
    let presence = Presence { engineers, ..Presence::default() };
    (verdict(cell.attacker, extra, NOBODY).steps, results::first_losses(cell, extra, presence, switches).0)
}

#[test]
fn gv36_to_gv39_engineers_pay_for_asterisks_when_their_effects_were_declared() {
    assert_eq!(assault("*/1", true, switches()), (1, FirstLoss::Engineers));
    assert_eq!(assault("1*/1", true, switches()), (2, FirstLoss::Engineers));
    assert_eq!(assault("1/1", true, switches()), (1, FirstLoss::Any));
    assert_eq!(assault("*/1", false, switches()), (1, FirstLoss::Any));
}

#[test]
fn the_switch_of_a16_lets_engineers_pay_for_plain_numbers() {
    let example = &worked().script.switches;
    assert_eq!(assault("2R/-", true, example), (2, FirstLoss::Engineers));
    assert_eq!(assault("2R/-", true, switches()), (2, FirstLoss::Any));
    assert_eq!(assault("R/-", true, example), (0, FirstLoss::Any));
}

#[test]
fn armour_pays_for_a_number_with_an_asterisk_against_what_fights_it() {
    let tanks = Presence { engineers: false, attacking_armour: true, fights_armour: true };
    let first = |text: &str, presence| results::first_losses(of(text), 0, presence, switches());
    assert_eq!(first("1*/2", tanks), (FirstLoss::Armour, FirstLoss::FightsArmour));
    assert_eq!(first("1*/R", tanks), (FirstLoss::Armour, FirstLoss::Any));
    assert_eq!(first("*/3R", tanks), (FirstLoss::Any, FirstLoss::Any), "a lone asterisk is no attrition");
    assert_eq!(first("1/2", tanks), (FirstLoss::Any, FirstLoss::Any));
    assert_eq!(first("1*/2", Presence { fights_armour: false, ..tanks }), (FirstLoss::Any, FirstLoss::Any));
    assert_eq!(first("1*/2", Presence { attacking_armour: false, ..tanks }), (FirstLoss::Any, FirstLoss::Any));
    assert_eq!(first("1*/2", Presence { engineers: true, ..tanks }), (FirstLoss::Engineers, FirstLoss::Any));
}

#[test]
fn gv54_to_gv57_orders_trade_ground_for_steps() {
    let fast = Force { order: Order::NoRetreat, ..NOBODY };
    let fate = |text: &str, force| {
        let verdict = verdict(of(text).defender, 0, force);
        (verdict.steps, verdict.retreat)
    };
    assert_eq!(fate("-/1R", fast), (3, 0));
    assert_eq!(fate("-/R", Force { sheltered: true, ..fast }), (1, 0));
    assert_eq!(fate("-/2R", Force { all_german: true, ..fast }), (3, 0));
    assert_eq!(fate("-/2", fast), (2, 0), "without an R the order costs nothing");
    let back = Force { order: Order::FurtherRetreat, ..NOBODY };
    let attacker = verdict(of("2R/-").attacker, 0, back);
    assert_eq!((attacker.steps, attacker.retreat, attacker.held_back), (1, 3, true));
    assert_eq!(fate("-/R", back), (0, 3), "an R alone has no step to save");
    assert_eq!(fate("-/2", back), (2, 0));
}

#[test]
fn cities_hills_woods_and_fortifications_shelter() {
    assert!(results::shelters(CLEAR, true) && results::shelters(WOODED_HILL, false) && results::shelters(CLEAR.with(Feature::City), false));
    assert!(!results::shelters(CLEAR, false) && !results::shelters(CLEAR.with(Feature::Town), false));
}

// ---- steps and substitutes -------------------------------------------------

fn after(id: &str, lost: u8) -> Option<(u8, u8, bool, bool)> {
    let unit = data().unit(data().find_unit(id).expect("a counter"));
    losses::strength(&tables().steps, &unit.faces, unit.steps, lost).map(|left| (left.attack, left.defence, left.back_up, left.marker))
}

#[test]
fn a_division_goes_by_marker_flip_marker_and_is_gone() {
    let steps: Vec<_> = (0..5).map(|lost| after("73", lost)).collect();
    assert_eq!(steps, [Some((8, 9, false, false)), Some((6, 7, false, true)), Some((4, 5, true, false)), Some((2, 3, true, true)), None]);
}

#[test]
fn the_106th_survives_a_step_and_the_tanks_do_not() {
    assert_eq!((after("106", 1), after("106", 2)), (Some((1, 2, true, false)), None));
    assert_eq!(after("5(+)", 1), None);
    assert_eq!(after("Eng", 1), Some((1, 1, true, false)));
    assert_eq!(after("51HQ", 1), None);
}

#[test]
fn three_steps_go_by_marker_and_flip() {
    let front = Face { attack: 5, defence: 6, ma: 5, ..Face::default() };
    let back = Face { attack: 3, defence: 3, ma: 5, ..Face::default() };
    let left = |lost| losses::strength(&tables().steps, &[front, back], 3, lost).map(|left| (left.attack, left.defence));
    assert_eq!([left(0), left(1), left(2), left(3)], [Some((5, 6)), Some((3, 4)), Some((3, 3)), None]);
}

#[test]
fn gv40_a_substitute_is_strong_only_for_two_points_of_what_is_left() {
    let mut unit = data().unit(data().find_unit("73").expect("a counter")).clone();
    unit.faces[0] = Face { attack: 7, defence: 8, ..unit.faces[0] };
    unit.faces[1] = Face { attack: 4, defence: 4, ..unit.faces[1] };
    let of = |lost| losses::substitute(&tables().steps, &tables().substitutes, &unit, lost);
    assert_eq!(of(1), Some(Substitute::Regular), "5 to 4");
    assert_eq!((of(0), of(2)), (Some(Substitute::Strong), Some(Substitute::Strong)));
    assert_eq!(of(3), None, "the last step stays");
}

// ---- air -------------------------------------------------------------------

#[test]
fn gv22_the_initiative_of_the_worked_turn() {
    let lead = |die, shooters| {
        let result = air::initiative(tables(), die);
        (air::leader(result, shooters, switches()), result.advantage)
    };
    assert_eq!(lead(3, [2, 2]), (Some(Side::Axis), false));
    assert_eq!(lead(9, [0, 1]), (Some(Side::Soviet), false));
    assert_eq!(lead(1, [1, 1]), (Some(Side::Axis), true));
    assert_eq!(lead(10, [1, 1]), (Some(Side::Soviet), true));
    assert_eq!((lead(6, [1, 1]).0, lead(7, [1, 1]).0), (None, None));
    assert_eq!(lead(3, [0, 1]).0, Some(Side::Soviet), "reading A23");
    let strict = Switches { shooters_pair_without_the_initiative: false, ..switches().clone() };
    assert_eq!(air::leader(air::initiative(tables(), 3), [0, 1], &strict), None);
}

#[test]
fn the_air_combats_of_the_worked_turn() {
    let fire = |shooter, target, die| air::fire(tables(), shooter, target, die);
    assert_eq!(fire(4, 2, 5), AirEffect::Damaged, "Bf109F at MiG-3");
    assert_eq!(fire(2, 4, 6), AirEffect::Nothing, "MiG-3 at Bf109F");
    assert_eq!(fire(3, 1, 2), AirEffect::Destroyed, "Bf109E at I-153");
    assert_eq!(fire(1, 3, 7), AirEffect::Nothing, "I-153 at Bf109E");
    assert_eq!(fire(1, 2, 4), AirEffect::Flown, "I-16 at He111");
}

#[test]
fn gv23_the_fire_of_the_worked_turn() {
    let fire = |side, model, die| {
        let modifier = air::anti_air_modifier(&tables().anti_air, side, Battery::default(), model);
        air::anti_air(&tables().anti_air, die, modifier)
    };
    assert_eq!(fire(Side::Soviet, "Ju87", 4), AirEffect::Nothing);
    assert_eq!(fire(Side::Axis, "DB3", 10), AirEffect::Damaged);
    assert_eq!(fire(Side::Soviet, "Ju88", 10), AirEffect::Damaged);
    assert_eq!(fire(Side::Axis, "DB3", 9), AirEffect::Flown);
}

#[test]
fn gv24_modifiers_of_fire_are_limited_before_they_are_set_off() {
    let modifier = |side, battery, model| air::anti_air_modifier(&tables().anti_air, side, battery, model);
    assert_eq!(modifier(Side::Soviet, Battery { anti_air: 2, hqs: 1, out_of_supply: false }, "Ju87"), 1);
    assert_eq!(modifier(Side::Soviet, Battery { anti_air: 0, hqs: 0, out_of_supply: true }, "Ju87"), -2);
    assert_eq!(modifier(Side::Axis, Battery { anti_air: 1, hqs: 1, out_of_supply: false }, "IL-2"), 0, "headquarters help Soviets alone");
    assert_eq!(modifier(Side::Axis, Battery { anti_air: 1, ..Battery::default() }, "DB3"), 1);
}

#[test]
fn gv25_to_gv28_and_gv31_shots_by_the_difference_of_ratings() {
    let fire = |shooter, target, die| air::fire(tables(), shooter, target, die);
    assert_eq!(fire(2, 3, 6), AirEffect::Nothing);
    assert_eq!(fire(4, 2, 5), AirEffect::Damaged);
    assert_eq!(fire(2, 4, 3), AirEffect::Flown, "the table, not the printed example (A15)");
    assert_eq!(fire(4, 2, 3), AirEffect::Destroyed);
    assert!(air::shoots_again(true, AirEffect::Damaged));
    assert!(!air::shoots_again(true, AirEffect::Nothing) && !air::shoots_again(false, AirEffect::Destroyed));
    assert_ne!(fire(4, 2, 4), fire(2, 4, 4), "+2 one way and -2 the other");
    assert_eq!((fire(9, 1, 8), fire(1, 9, 1)), (AirEffect::Flown, AirEffect::Damaged), "the ends serve what lies beyond");
}

#[test]
fn gv29_fire_with_a_headquarters_and_the_level_that_is_left() {
    let hq = Battery { hqs: 1, ..Battery::default() };
    let fire = |model, die| air::anti_air(&tables().anti_air, die, air::anti_air_modifier(&tables().anti_air, Side::Soviet, hq, model));
    assert_eq!(fire("Ju88", 8), AirEffect::Flown);
    assert_eq!(fire("Ju87", 5), AirEffect::Nothing);
    let level = |points: &[u8]| air::interdiction_level(&tables().missions, points);
    assert_eq!((level(&[2]), level(&[1]), level(&[1, 2]), level(&[])), (2, 1, 2, 0));
}

#[test]
fn gv30_a_support_mission_without_air_combat() {
    assert_eq!(air::initiative(tables(), 6).holder, None);
    let fire = |side, battery, model, die| {
        air::anti_air(&tables().anti_air, die, air::anti_air_modifier(&tables().anti_air, side, battery, model))
    };
    assert_eq!(fire(Side::Axis, Battery::default(), "SU-2", 3), AirEffect::Nothing);
    assert_eq!(fire(Side::Soviet, Battery { anti_air: 2, ..Battery::default() }, "Ju87", 10), AirEffect::Damaged, "10 + 2 - 1");
    assert_eq!(air::net_support(&[], &[1]), -1, "one point for the defender");
    assert_eq!(air::net_support(&[2], &[]), 2);
}

#[test]
fn shooters_are_engaged_before_anything_else() {
    assert!(air::may_engage(&[false, true], Quarry::Shooter(0)));
    assert!(!air::may_engage(&[false, true], Quarry::Shooter(1)) && !air::may_engage(&[false, true], Quarry::Mission));
    assert!(air::may_engage(&[true, true], Quarry::Mission) && air::may_engage(&[true, true], Quarry::Shooter(1)));
    assert!(air::may_engage(&[], Quarry::Mission));
}

#[test]
fn divisions_and_headquarters_fire_and_others_do_not() {
    let fires = |id: &str, operational| {
        let unit = data().unit(data().find_unit(id).expect("a counter"));
        air::fires(unit, unit.faces[0].zoc, operational, switches())
    };
    assert!(fires("73", true) && fires("Eng", true) && !fires("190AG", true) && !fires("49", true));
    assert!(fires("106", true) && !fires("5(+)", true) && !fires("52", true) && !fires("48K", true));
    assert!(fires("51HQ", true) && !fires("51HQ", false), "reading A30");
}

#[test]
fn units_come_home_and_get_ready() {
    assert_eq!([AirEffect::Nothing, AirEffect::Flown].map(air::home), [AirBox::Flown; 2]);
    assert_eq!([AirEffect::Damaged, AirEffect::Destroyed].map(air::home), [AirBox::Damaged, AirBox::Destroyed]);
    let roll = |at, die, condition, storm| air::readiness(&tables().readiness, at, die, condition, storm);
    let dry = |at, die| roll(at, die, Condition::Dry, false);
    assert_eq!((dry(AirBox::Flown, 7), dry(AirBox::Flown, 8)), (AirBox::Ready, AirBox::Flown));
    assert_eq!((dry(AirBox::Damaged, 5), dry(AirBox::Damaged, 6)), (AirBox::Flown, AirBox::Damaged));
    assert_eq!((dry(AirBox::Ready, 10), dry(AirBox::Destroyed, 1)), (AirBox::Ready, AirBox::Destroyed));
    let last = |condition, storm| (1..=10).filter(|&die| roll(AirBox::Flown, die, condition, storm) == AirBox::Ready).count();
    assert_eq!(Condition::ALL.map(|condition| last(condition, false)), [7, 5, 6, 5, 6]);
    assert_eq!(last(Condition::Mud, true), 2, "mud and storm add up");
    let mended = |condition| (1..=10).filter(|&die| roll(AirBox::Damaged, die, condition, false) == AirBox::Flown).count();
    assert_eq!(Condition::ALL.map(mended), [5, 3, 5, 3, 4]);
}

// ---- command and artillery -------------------------------------------------

#[test]
fn gv41_a_headquarters_of_value_one_gives_one_order() {
    let once = Spent::default().on(Use::Order, 1).expect("a point is there");
    assert_eq!(once.on(Use::Order, 1), None);
    assert!(once.on(Use::Reaction, 1).is_some() && once.on(Use::Activation, 1).is_some(), "the three budgets are apart");
    assert_eq!(Spent::default().on(Use::Order, command::command_value(&tables().interdiction, 1, 1)), None);
    assert_eq!(command::command_value(&tables().interdiction, 2, 1), 1);
    assert_eq!(command::command_value(&tables().interdiction, 1, 2), 0);
}

#[test]
fn gv42_recovery_three_lets_two_units_move_in_each_phase() {
    assert_eq!(command::movers_near_a_broken_hq(&tables().command, 3), 2);
    assert_eq!(command::movers_near_a_broken_hq(&tables().command, 1), 0);
    assert!(command::recovers(3, 3) && !command::recovers(3, 4));
}

fn may_support(in_hex: u8, with_hqs: &[WithHq], elsewhere: u8) -> bool {
    let guns = SovietGuns { in_hex, with_hqs, elsewhere, under_broken_hq: false };
    artillery::soviet_guns_may_support(&tables().artillery, guns)
}

#[test]
fn gv43_without_headquarters_one_gun_supports() {
    assert!(may_support(1, &[], 0) && may_support(0, &[], 1));
    assert!(!may_support(1, &[], 1));
}

#[test]
fn gv44_guns_inside_the_hex_support_together_and_not_with_others() {
    assert!(may_support(2, &[], 0) && may_support(0, &[], 1));
    assert!(!may_support(2, &[], 1) && !may_support(1, &[], 1) && !may_support(0, &[], 2));
}

#[test]
fn gv45_guns_with_a_headquarters_join_those_inside() {
    let with = |chosen, level| [WithHq { chosen, stacked: 2, level }];
    assert!(may_support(2, &with(2, 0), 0));
    assert!(!may_support(2, &with(2, 0), 1));
    assert!(may_support(2, &with(1, 1), 0) && !may_support(2, &with(2, 1), 0));
    assert!(may_support(2, &with(0, 2), 0) && !may_support(2, &with(1, 2), 0));
    assert!(may_support(0, &with(1, 2), 0), "one gun is always left");
    assert!(!may_support(3, &with(2, 0), 0), "four at most");
    let broken = SovietGuns { in_hex: 2, with_hqs: &[], elsewhere: 0, under_broken_hq: true };
    assert!(!artillery::soviet_guns_may_support(&tables().artillery, broken));
    assert!(artillery::soviet_guns_may_support(&tables().artillery, SovietGuns { in_hex: 1, ..broken }));
}

#[test]
fn interdiction_silences_guns_as_the_suppression_table_says() {
    let table = &tables().suppression;
    for (at, &stacked) in table.stacked.iter().enumerate() {
        let left = |level| artillery::left_by_interdiction(&tables().artillery, stacked, level);
        assert_eq!((left(1), left(2)), (table.level_1[at], table.level_2[at]), "{stacked} stacked");
    }
}

#[test]
fn the_axis_fires_with_four_guns_and_its_heavies_at_hard_targets() {
    let may = |guns, heavies, hard| artillery::axis_guns_may_support(&tables().artillery, guns, heavies, hard);
    assert!(may(4, 2, true) && may(4, 0, false) && !may(5, 0, true) && !may(1, 1, false));
}

// ---- declaration -----------------------------------------------------------

#[test]
fn gv47_any_of_four_adjacent_units_may_attack() {
    let all_touch = |_| 0b1;
    for attackers in [0b0101, 0b1111, 0b0001] {
        assert_eq!(declaration::unmet_duty(&[Declared { attackers, targets: 0b1 }], all_touch), None);
    }
}

#[test]
fn gv48_a_zone_in_the_swamp_may_be_attacked_and_not_entered() {
    let swamp = Features::of(&[Feature::Swamp]);
    let exerts = reaches(DRY, false, 0, CLEAR);
    let enters = prices(DRY, Payer::Wheels).off_road(step(swamp, 0)).is_some();
    assert!(exerts && !enters && declaration::may_attack(exerts, enters));
}

#[test]
fn gv49_gv50_and_gv52_access_allows_an_attack_without_a_zone() {
    let on = |payer, to, side| prices(DRY, payer).off_road(step(to, side)).is_some();
    assert!(declaration::may_attack(false, on(Payer::Foot, CLEAR, 0)), "a gun in the open");
    let across = reaches(DRY, false, edge::MAJOR, CLEAR);
    assert!(!across, "no zone over a major river, so no duty to attack what lies beyond");
    assert_eq!(declaration::unmet_duty(&[Declared { attackers: 1, targets: 0b01 }], |_| 0), None);
    let swamp = Features::of(&[Feature::Swamp]);
    assert!(!declaration::may_attack(false, on(Payer::Wheels, swamp, 0)), "wheels do not get at it");
    assert!(declaration::may_attack(false, on(Payer::Foot, swamp, 0)), "infantry does");
}

#[test]
fn gv51_nothing_attacks_over_a_lake() {
    let zone = reaches(DRY, false, edge::LAKE, CLEAR);
    let access = prices(DRY, Payer::Foot).off_road(step(CLEAR, edge::LAKE)).is_some();
    assert!(!declaration::may_attack(zone, access));
}

#[test]
fn gv53_the_duty_in_mud() {
    // Axis units B and F; Soviet tanks A, infantry C beside them, infantry D. In mud the tanks exert no zone over open sides; C's does not
    // reach B's hex by the example, D's does. F touches A alone.
    let (b, f) = (0u32, 1u32);
    let (a, c, d) = (0b001u64, 0b010u64, 0b100u64);
    assert!(!reaches(MUD, true, 0, CLEAR) && reaches(MUD, false, 0, CLEAR));
    let exerting = |unit: u32| if unit == b { d } else { 0 };
    let duty = |targets| declaration::unmet_duty(&[Declared { attackers: 1 << b, targets }], exerting);
    assert_eq!(duty(d), None);
    assert_eq!(duty(a), Some((b, 2)), "B has to attack D");
    assert_eq!(duty(a | c), Some((b, 2)));
    assert_eq!(duty(a | c | d), None);
    assert_eq!(declaration::unmet_duty(&[Declared { attackers: 1 << f, targets: a }], exerting), None);
    let adjacent = |unit: u32, hex: u32| unit == b || hex == 0;
    assert!(declaration::may_combine(&[b], &[0, 1, 2], adjacent));
    assert!(!declaration::may_combine(&[b, f], &[0, 2], adjacent), "F does not touch D");
    assert!(declaration::may_combine(&[b, f], &[0], adjacent));
}

#[test]
fn one_to_four_is_the_least_that_can_be_declared() {
    assert!(declaration::odds_allow(1, 4) && !declaration::odds_allow(1, 5) && !declaration::odds_allow(0, 1));
    assert!(declaration::odds_allow(1, 0), "reading A45");
}

// ---- retreat and surrender -------------------------------------------------

#[test]
fn the_retreat_table_spares_germans_and_woods_and_not_guns() {
    let limit = |stack| (1..=10).filter(|&die| retreat::survives(&tables().retreat, die, stack)).count();
    assert_eq!(limit(Retreating::default()), 3);
    assert_eq!(limit(Retreating { all_german: true, ..Retreating::default() }), 5);
    assert_eq!(limit(Retreating { all_german: true, through_woods: true, artillery: false }), 7);
    assert_eq!(limit(Retreating { artillery: true, ..Retreating::default() }), 1);
}

#[test]
fn the_retreats_of_the_worked_turn_lead_away() {
    let grid = &data().map.grid;
    let path = |names: &str| names.split(' ').map(hex).collect::<Vec<_>>();
    assert!(retreat::leads_away(grid, hex("3606"), &path("3606 3706 3707")));
    assert!(retreat::leads_away(grid, hex("3606"), &path("3606 3607 3707")));
    assert!(retreat::leads_away(grid, hex("3705"), &path("3605 3604 3703 3702")));
    assert!(!retreat::leads_away(grid, hex("3606"), &path("3606 3706 3705")), "round the corner");
    assert!(!retreat::leads_away(grid, hex("3606"), &path("3606 3706 3606")), "there and back");
    assert!(!retreat::leads_away(grid, hex("3606"), &path("3606 3707")), "a leap");
    assert!(!retreat::leads_away(grid, hex("3606"), &[]));
}

#[test]
fn surrender_depends_on_hope() {
    let limit = |pocket, turn| (1..=10).filter(|&die| surrender::surrenders(&tables().surrender, pocket, turn, die)).count();
    assert_eq!((limit(Pocket::default(), 30), limit(Pocket::default(), 48), limit(Pocket::default(), 62)), (2, 4, 2));
    let hopeful = Pocket { near_operational_hq: true, guards_or_nkvd: true, built_up_or_fortified: true, ..Pocket::default() };
    assert_eq!((limit(hopeful, 48), limit(hopeful, 100)), (1, 0));
    let lost = Pocket { out_of_supply: true, militia_or_coastal: true, ..Pocket::default() };
    assert_eq!(limit(lost, 48), 8);
    assert_eq!(surrender::modifier(&tables().surrender, Pocket { emergency_supply: true, ..Pocket::default() }, 70), -1);
}
