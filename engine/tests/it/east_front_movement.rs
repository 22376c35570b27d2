//! Weather, movement and declaration: the golden vectors of the series that single procedures can carry, and the numbers of the worked turn of the first
//! scenario. `gvNN` is the number of the vector. Vectors of whole positions come with the game.

use stavka_engine::east_front::data::{Feature, Features, MovementPhase, Mover, WeatherTable, edge};
use stavka_engine::east_front::declaration;
use stavka_engine::east_front::infiltration::{self, Infiltration};
use stavka_engine::east_front::movement::{self, Going, Mustering, Payer, Prices, Step};
use stavka_engine::east_front::overrun::{self, Group, OverrunRefusal, Target};
use stavka_engine::east_front::weather::{Climate, Condition, Season, Sky};
use stavka_engine::east_front::{HalfPoints, Phase, PositionBuilder, zoc};
use stavka_engine::game::Side;
use stavka_engine::kit::position::PositionError;

use crate::east_front_kit::play::{after, open, prices as reach, start, with};
use crate::east_front_kit::{CLEAR, DRY, MUD, Trail, WOODED_HILL, data, tables};

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
    let conditions = |climate| season(climate, &["M", "MT", "MT", "M"]);
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
    assert_eq!(of(hungry(Mover::Foot), MovementPhase::Movement), 10);
    assert_eq!([MovementPhase::Movement, MovementPhase::Motorized].map(|phase| of(hungry(Mover::Cavalry), phase)), [14, 7]);
    let cold = |side, condition| mustering(side, Mover::Motorized, 7, condition);
    assert_eq!(of(cold(Side::Axis, Condition::Frost), MovementPhase::Movement), 12);
    assert_eq!(of(cold(Side::Axis, Condition::Frost), MovementPhase::Reaction), 6, "a point first as well");
    assert_eq!(of(cold(Side::Axis, Condition::Snow), MovementPhase::Movement), 14);
    assert_eq!(of(cold(Side::Axis, Condition::Snow), MovementPhase::Motorized), 0);
    assert_eq!(of(cold(Side::Axis, Condition::Arctic), MovementPhase::Movement), 12);
    assert_eq!(of(cold(Side::Soviet, Condition::Snow), MovementPhase::Motorized), 14);
}

// ---- movement over the map -------------------------------------------------

/// Half points to a hex in the Movement Phase of its side, for a unit of a position with nobody in the way.
fn cost(position: Result<PositionBuilder, PositionError>, phase: Phase, id: &str, to: &str) -> Option<u8> {
    reach(&after(open(position, phase), &format!("select {id}"))).get(to).copied()
}

#[test]
fn the_moves_of_the_worked_turn_cost_what_the_sheet_says() {
    for (id, to, points) in [("LAH/Rcn", "3505", 7), ("Eng", "3605", 3), ("X", "3605", 4)] {
        assert_eq!(cost(Ok(start()), Phase::AxisMovement, id, to), Some(2 * points), "{id}, its ZOC at the end included");
    }
}

#[test]
fn roads_of_the_map_are_followed_and_leaving_them_is_charged() {
    let foot = |from: &str, to: &str| cost(with(&format!("73 {from}, 271 4014")), Phase::AxisMovement, "73", to);
    assert_eq!(foot("3401", "3605"), Some(5), "five hexes of main road");
    assert_eq!(foot("3401", "3604"), Some(6), "3503 by road, then 3604 off it: 1 1/2 + 1/2 + 1");
    assert_eq!(foot("3401", "3601"), Some(4), "two hexes across country");
    assert_eq!(foot("3807", "3806"), Some(4), "marsh");
    assert_eq!(foot("3705", "4006"), None, "nobody enters the Sivash");
    let heavy = |to: &str| {
        let position = with("641 3503, 271 4014").and_then(|builder| builder.back_up("641", true));
        cost(position, Phase::AxisMovement, "641", to)
    };
    assert_eq!((heavy("3605"), heavy("3603")), (Some(4), None));
}

#[test]
fn the_trench_and_its_strongpoints_cost_a_point_once() {
    let built = |id: &str, from: &str, fort: Option<&str>| {
        let position = with(&format!("{id} {from}, 271 4014"));
        fort.into_iter().fold(position, |position, at| position.and_then(|builder| builder.strongpoint(Side::Soviet, at, true)))
    };
    let breached = with("X 3505, 271 4014").and_then(|builder| builder.breached("3606"));
    assert_eq!(cost(breached, Phase::AxisMovement, "X", "3606"), Some(1));
    assert_eq!(cost(built("X", "3505", None), Phase::AxisMovement, "X", "3606"), Some(3), "the line");
    assert_eq!(cost(built("X", "3505", Some("3606")), Phase::AxisMovement, "X", "3606"), Some(3), "line and strongpoint: one point");
    assert_eq!(cost(built("X", "3707", Some("3808")), Phase::AxisMovement, "X", "3808"), Some(3), "a strongpoint from behind");
}

#[test]
fn in_dry_weather_every_class_but_the_heaviest_pays_alike_on_this_map() {
    // So the dearest class of a stack is also that of each of its units: see the reading on stacks.
    let map = &data().map;
    for from in map.open.iter() {
        for (direction, to) in map.grid.neighbours(from).filter(|&(_, to)| map.open.contains(to)) {
            let entry = step(map.features[to.index()], map.edge(from, direction));
            let paid = [Payer::Foot, Payer::Wheels, Payer::SovietTank]
                .map(|payer| (prices(DRY, payer).by_road(entry), prices(DRY, payer).off_road(entry)));
            assert!(paid[0] == paid[1] && paid[0] == paid[2], "from {from:?} to {to:?}");
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

#[test]
fn yellow_units_infiltrate_in_the_phase_of_their_full_allowance() {
    let rough = Features::of(&[Feature::Marsh]);
    let open = Infiltration { phase: MovementPhase::Movement, going: DRY, out_of_supply: false, from: CLEAR, to: CLEAR, fortified: false };
    let check = |id: &str, step| infiltration::check(tables(), data().unit(data().find_unit(id).expect("a counter")), step);
    assert_eq!(check("190AG", open), Ok(()));
    assert_eq!(check("LAH/Rcn", Infiltration { phase: MovementPhase::Motorized, ..open }), Err(infiltration::InfiltrationRefusal::Phase));
    assert_eq!(check("73", open), Err(infiltration::InfiltrationRefusal::Unit));
    assert_eq!(check("5(+)", open), Err(infiltration::InfiltrationRefusal::Unit), "no yellow allowance");
    assert_eq!(check("190AG", Infiltration { fortified: true, ..open }), Err(infiltration::InfiltrationRefusal::Fortified));
    assert_eq!(check("190AG", Infiltration { out_of_supply: true, ..open }), Err(infiltration::InfiltrationRefusal::Supply));
    assert_eq!(check("190AG", Infiltration { going: MUD, ..open }), Err(infiltration::InfiltrationRefusal::Weather));
    assert_eq!(check("190AG", Infiltration { going: Going::of(Condition::Arctic), ..open }), Ok(()));
    assert_eq!(check("48K", open), Err(infiltration::InfiltrationRefusal::Clear));
    assert_eq!(check("48K", Infiltration { from: rough, to: rough, ..open }), Ok(()));
    assert_eq!(
        check("48K", Infiltration { from: rough, to: CLEAR.with(Feature::Town), ..open }),
        Err(infiltration::InfiltrationRefusal::Clear)
    );
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
    assert_eq!(tables().overrun.extra_mp + entry, points(3, false));
}

#[test]
fn gv13_and_gv14_zones_of_others_than_the_target_forbid_an_overrun() {
    let check = |other_zones| overrun::check(&tables().overrun, DRY, german(10, false), target(2, CLEAR), other_zones);
    assert_eq!((check(false), check(true)), (Ok(()), Err(OverrunRefusal::Zones)));
}

#[test]
fn gv15_thirteen_to_one_against_guns_in_a_strongpoint() {
    let guns = Target { soft: true, strongpoint: true, ..target(1, CLEAR) };
    let group = german(13, true);
    assert_eq!(overrun::check(&tables().overrun, DRY, group, guns, false), Ok(()));
    let tally = overrun::tally(&tables().overrun, group, guns);
    assert_eq!(
        tally.terms.as_slice(),
        [(overrun::Cause::Odds, -2), (overrun::Cause::SoftDefenders, -1), (overrun::Cause::Terrain(Feature::Strongpoint), 2)]
    );
    let result = overrun::result(&tables().overrun, 6, tally.net);
    assert_eq!((tally.net, result.success, result.loss), (-1, true, false));
    let entry = prices(DRY, Payer::Wheels).by_road(Step { fortified: true, ..step(CLEAR, edge::MAIN) }).expect("a road").cost;
    assert_eq!(tables().overrun.extra_mp + entry, points(2, true));
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
    assert_eq!(points(4, true) + tables().overrun.extra_mp + entry, points(6, true));
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
    let check = |going, group, target| overrun::check(&tables().overrun, going, group, target, false);
    let soviet = |attack| Group { all_german: false, ..german(attack, false) };
    assert_eq!(check(DRY, german(4, false), target(1, CLEAR)), Err(OverrunRefusal::Odds { odds: 4, least: 5 }));
    assert_eq!(check(DRY, soviet(6), target(1, CLEAR)), Err(OverrunRefusal::Odds { odds: 6, least: 7 }));
    assert_eq!(check(DRY, soviet(7), target(1, CLEAR)), Ok(()));
    assert_eq!(check(MUD, german(9, false), target(1, CLEAR)), Err(OverrunRefusal::Weather));
    assert_eq!(
        check(Going { lingering_mud: true, ..DRY }, german(9, false), target(1, CLEAR.with(Feature::Woods))),
        Err(OverrunRefusal::Weather)
    );
    assert_eq!(check(DRY, german(9, false), Target { side: edge::MAJOR | edge::BRIDGE, ..target(1, CLEAR) }), Err(OverrunRefusal::Water));
    assert_eq!(check(DRY, german(9, false), Target { side: edge::LAKE, ..target(1, CLEAR) }), Err(OverrunRefusal::Water));
    let swamp = Features::of(&[Feature::Swamp]);
    assert_eq!(check(DRY, german(9, false), target(1, swamp)), Err(OverrunRefusal::Swamp));
    assert_eq!(check(Going::of(Condition::Frost), german(9, false), target(1, swamp)), Ok(()));
    let [line, fort] = [(true, false), (false, true)].map(|(line, strongpoint)| Target { line, strongpoint, ..target(1, CLEAR) });
    let [city, major] = [Feature::City, Feature::MajorCity].map(|built| target(1, CLEAR.with(built)));
    for hard in [line, fort, city, major] {
        assert_eq!(check(DRY, german(20, false), hard), Err(OverrunRefusal::Engineers));
        assert_eq!(check(DRY, german(11, true), hard), Err(OverrunRefusal::Odds { odds: 11, least: 12 }));
        assert_eq!(check(DRY, german(12, true), hard), Ok(()));
    }
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

// ---- declaration -----------------------------------------------------------

#[test]
fn gv48_a_zone_in_the_swamp_may_be_attacked_and_not_entered() {
    let swamp = Features::of(&[Feature::Swamp]);
    let exerts = reaches(DRY, false, 0, CLEAR);
    let enters = prices(DRY, Payer::Wheels).off_road(step(swamp, 0)).is_some();
    assert!(exerts && !enters && declaration::may_attack(exerts, enters));
}

#[test]
fn gv49_and_gv52_access_allows_an_attack_without_a_zone() {
    let on = |payer, to, side| prices(DRY, payer).off_road(step(to, side)).is_some();
    assert!(declaration::may_attack(false, on(Payer::Foot, CLEAR, 0)), "a gun in the open");
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
fn one_to_four_is_the_least_that_can_be_declared() {
    assert!(declaration::odds_allow(1, 4) && !declaration::odds_allow(1, 5) && !declaration::odds_allow(0, 1));
    assert!(declaration::odds_allow(1, 0), "reading A45");
}
