//! East Front: who may go where in play: zones of control, the edge of the map, prices, strategic movement, infiltration,
//! the move of one hex.

use stavka_engine::east_front::data::AirBox;
use stavka_engine::east_front::{EastFront, EastFrontDenial, Phase, Place};
use stavka_engine::game::{Game as _, Side, Turn};

use crate::east_front_kit::play::{after, allows, denial, ends, go_on_to, legal, open, place, play, prices, stands, unit, with, with_of};
use crate::east_front_kit::{MUDDY, data, hex, variant};

/// A Movement Phase of a side with a unit selected on a map with these counters.
fn moving(placed: &str, phase: Phase, id: &str) -> EastFront {
    after(open(with(placed), phase), &format!("select {id}"))
}

// ---- friends ---------------------------------------------------------------

/// Ten stacking points in 3606, through which alone fewer than four points lead from 3505 to 3607.
const FULL: &str = "106 3606, 271 3606, 52 3606, 5(+) 3606, 73 3302";

#[test]
fn full_hexes_are_passed_and_only_the_end_of_the_phase_counts() {
    let headquarters = with(&format!("{FULL}, 51HQ 3505")).and_then(|builder| builder.back_up("51HQ", true));
    let mut game = after(open(headquarters, Phase::SovietMovement), "select 51HQ");
    assert_eq!(prices(&game).get("3607"), Some(&4), "two points, the road into 3606 being left there");
    play(&mut game, "move > 3607");
    let mut division = moving(&format!("{FULL}, 156 3505"), Phase::SovietMovement, "156");
    assert!(allows(&division, "move > 3607") && allows(&division, "move > 3606"));
    play(&mut division, "move > 3606; done");
    assert!(legal(&division).iter().all(|line| line.starts_with("remove")), "fourteen points stand there now");
}

#[test]
fn what_has_no_stacking_value_stacks_freely() {
    let mut game = moving(&format!("{FULL}, 51HQ 3607"), Phase::SovietMovement, "51HQ");
    play(&mut game, "move > 3606; done");
    assert!(stands(&game, "51HQ", "3606"));
    assert_ne!(game.turn(), Turn::Player(Side::Soviet), "nothing is to be removed");
    assert_eq!(game.stacking_points(hex("3606")), 10);
}

#[test]
fn friendly_zones_hinder_nobody() {
    let alone = moving("X 3611, 271 4001", Phase::AxisMovement, "X");
    let beside = moving("X 3611, 73 3612, 46 3711, 271 4001", Phase::AxisMovement, "X");
    assert!(beside.in_zoc(Side::Axis, hex("3712")));
    assert_eq!(prices(&alone), prices(&beside));
}

// ---- enemies ---------------------------------------------------------------

#[test]
fn one_free_hex_between_lets_a_unit_into_a_zone_again() {
    // 3612 is next to 3711, both beside the 73rd in 3712; 3611 is free: one point to get there, two into the zone.
    let enter = |id: &str| {
        let position = with(&format!("{id} 3711, 73 3712")).and_then(|builder| builder.back_up("51HQ", true));
        let game = after(open(position, Phase::SovietMovement), &format!("select {id}"));
        prices(&game).get("3612").copied()
    };
    assert_eq!(enter("5(+)"), None, "two points do not do it, and no step leads from zone to zone");
    assert_eq!(enter("51HQ"), Some(6), "three do");
}

#[test]
fn only_overruns_and_infiltration_go_on_in_enemy_zones() {
    // 3711 and everything around it lie in Soviet zones.
    let surrounded = open(with("46 3711, 190AG 3711, 271 3712, 106 3610, 156 3810, 172 3910"), Phase::AxisMovement);
    assert!(surrounded.in_zoc(Side::Soviet, hex("3711")) && surrounded.in_zoc(Side::Soviet, hex("3811")));
    assert_eq!(denial(&surrounded, "select 46"), EastFrontDenial::NowhereToGo);
    let yellow = after(surrounded, "select 190AG");
    assert!(allows(&yellow, "move > 3811"), "infiltration; overruns have tests of their own");
    assert!(prices(&yellow).is_empty());
}

#[test]
fn entering_a_zone_costs_a_point_but_for_the_move_of_one_hex() {
    // Two points of the tanks: 3806 is marsh for two, with the zone three.
    let paid = moving("52 3807, 73 3705", Phase::SovietMovement, "52");
    assert_eq!(prices(&paid).get("3806"), Some(&6));
    let short = moving("5(+) 3807, 73 3705", Phase::SovietMovement, "5(+)");
    assert_eq!(prices(&short).get("3806"), None);
    assert!(allows(&short, "move > 3806"));
}

// ---- the edge of the map, coasts and towns ---------------------------------

#[test]
fn nobody_walks_off_the_map() {
    for corner in ["3201", "4001", "3215", "4015"] {
        let game = moving(&format!("LAH/Rcn {corner}, 271 3611"), Phase::AxisMovement, "LAH/Rcn");
        let reached = prices(&game);
        assert!(!reached.is_empty(), "{corner}");
        assert!(reached.keys().all(|name| data().map.open.contains(hex(name))), "{corner}");
    }
}

#[test]
fn whom_the_edge_stops_is_lost() {
    // 4015 is the south-east corner; 4014, 3914 and 3915 are all the land around it.
    let mut game = open(with("106 4015, 73 4014, X 3914, R1 3915"), Phase::AxisDeclaration);
    // 11 against 4 are 2-1; a 7 is -/R.
    play(&mut game, "attack 4015; done; with 73; with X; with R1; order none; die 7");
    assert_eq!(place(&game, "106"), Place::ELIMINATED);
}

#[test]
fn whom_the_edge_stops_after_one_hex_is_lost() {
    // 4015, the corner, is the one free hex around 3914, and the edge lies behind it. 8 against 4 are 2-1; a 7 is -/R.
    let mut game = open(with("106 3914, 73 3913, X 3814, R1 3815, 190AG 3915, LAH/Rcn 4014"), Phase::AxisDeclaration);
    assert!(!game.in_zoc(Side::Axis, hex("4015")) && data().map.grid.neighbours(hex("3914")).count() == 6);
    play(&mut game, "attack 3914; done; with 73; engage; order none; die 7");
    assert_eq!(place(&game, "106"), Place::ELIMINATED);
    // Without the two regiments the way west is open.
    let mut game = open(with("106 3914, 73 3913, 190AG 3915, LAH/Rcn 4014"), Phase::AxisDeclaration);
    play(&mut game, "attack 3914; done; with 73; engage; order none; die 7");
    assert_ne!(place(&game, "106"), Place::ELIMINATED);
}

#[test]
fn coasts_ports_and_towns_cost_what_their_ground_costs() {
    for (from, to, what) in
        [("3611", "3610", "shore"), ("3611", "3612", "inland"), ("3705", "3606", "town and port"), ("3808", "3708", "shore")]
    {
        let game = moving(&format!("106 {from}, 73 4001"), Phase::SovietMovement, "106");
        assert_eq!(prices(&game).get(to), Some(&2), "{what}: a whole point without a road");
    }
}

#[test]
fn wheels_follow_the_road_through_a_swamp_until_frost() {
    // Swamp in 3912, which the road to Simferopol passes, and in 3613 off all roads.
    let road = ("map.toml", "\".........\", # 12", "\".......p.\", # 12");
    let off = ("map.toml", "\".........\", # 13", "\"....p....\", # 13");
    let frost = (MUDDY.0, MUDDY.1, "climate = \"dry\"\nweather = \"frost\"\nair_readiness = false");
    let moving = |changes: &[(&str, &str, &str)], placed: &str, id: &str| {
        let mut game = with_of(variant(changes), placed).map(|builder| builder.open(Phase::Weather)).expect("a position");
        go_on_to(&mut game, Phase::AxisMovement, 10);
        after(game, &format!("select {id}"))
    };
    let guns = |changes| prices(&moving(changes, "190AG 3911, 271 3201", "190AG"));
    assert_eq!(guns(&[]).get("3913"), Some(&4), "two clear hexes");
    let along = guns(&[road, off]);
    assert_eq!((along.get("3912"), along.get("4013")), (Some(&1), Some(&2)), "half a point a hex of road");
    assert_eq!(along.get("3913"), Some(&5), "on to 4013 and out of the road there");
    let into = |changes: &[(&str, &str, &str)], id| prices(&moving(changes, &format!("{id} 3612, 271 3201"), id)).get("3613").copied();
    assert_eq!((into(&[road, off], "X"), into(&[road, off], "190AG")), (Some(6), None));
    assert_eq!(into(&[road, off, frost], "190AG"), Some(6), "frozen");
}

#[test]
fn half_points_are_spent_on_roads_alone() {
    // Three and a half points: three hexes of open ground, seven of road.
    let open_ground = moving("190AG 4002, 271 4014", Phase::AxisMotorized, "190AG");
    let furthest = prices(&open_ground).keys().map(|name| data().map.grid.distance(hex("4002"), hex(name))).max();
    assert_eq!(furthest, Some(3));
    assert!(prices(&open_ground).values().all(|cost| cost % 2 == 0));
    let road = with("190AG 3401, 271 4014").and_then(|builder| builder.breached("3606"));
    let road = after(open(road, Phase::AxisMotorized), "select 190AG");
    assert_eq!(prices(&road).get("3706"), Some(&7));
    assert!(!allows(&road, "move > 3707"));
}

// ---- strategic movement ----------------------------------------------------

/// The road from Armyansk to the south edge: eleven hexes, which four and a half points of a rifle division pay only in
/// strategic movement.
const ROAD_SOUTH: [&str; 12] = ["3606", "3706", "3707", "3808", "3809", "3810", "3910", "3911", "3912", "4013", "4014", "4015"];

#[test]
fn strategic_movement_keeps_three_hexes_from_every_enemy() {
    let grid = &data().map.grid;
    let off_the_road = data().map.open.iter().filter(|&at| !ROAD_SOUTH.contains(&grid.name(at).to_string().as_str()));
    let mut counts = [0; 2];
    for enemy in off_the_road {
        let name = grid.name(enemy).to_string();
        let game = moving(&format!("271 3606, X {name}"), Phase::SovietMovement, "271");
        let gap = ROAD_SOUTH.iter().map(|at| grid.distance(enemy, hex(at))).min().expect("the road has hexes");
        assert_eq!(allows(&game, "move > 4015"), gap >= 3, "an enemy in {name}, {gap} hexes from the road");
        counts[usize::from(gap >= 3)] += 1;
    }
    assert!(counts[0] > 20 && counts[1] > 20, "{counts:?}");
}

#[test]
fn what_has_no_allowance_does_not_move_strategically() {
    let firing = open(with("641 3503, 73 3302, 271 4014"), Phase::AxisMovement);
    assert_eq!(denial(&firing, "select 641"), EastFrontDenial::Immobile);
    let mobile = with("641 3401, 271 4014").and_then(|builder| builder.back_up("641", true));
    let mobile = after(open(mobile, Phase::AxisMovement), "select 641");
    // Three points make four and a half, of which super-heavies keep four: 3402, 3403, 3503, 3504.
    assert!(allows(&mobile, "move > 3504") && !allows(&mobile, "move > 3605"));
}

#[test]
fn strategic_movement_starts_on_a_road_and_stays_there() {
    let beside = moving("271 3607, X 3201", Phase::SovietMovement, "271");
    assert!(!allows(&beside, "move > 4014"), "3607 has no road");
    let along = moving("271 3606, X 3201", Phase::SovietMovement, "271");
    // Where four points do not lead, the road does.
    let far = ends(&along, "move >").into_iter().filter(|name| !prices(&along).contains_key(name)).collect::<Vec<_>>();
    assert_eq!(far, ["4013", "4014", "4015"]);
}

#[test]
fn weather_touches_strategic_movement_on_minor_roads_in_mud_alone() {
    let moving = |sky: &str, enemy: &str| {
        let now = MUDDY.2.replace("\"mud\"", &format!("{sky:?}"));
        let data = variant(&[(MUDDY.0, MUDDY.1, &now)]);
        let mut game = with_of(data, &format!("271 3606, X {enemy}")).map(|builder| builder.open(Phase::Weather)).expect("a position");
        go_on_to(&mut game, Phase::SovietMovement, 10);
        after(game, "select 271")
    };
    for sky in ["mud", "frost", "snow", "arctic"] {
        assert!(allows(&moving(sky, "3201"), "move > 4015"), "{sky}: eleven hexes of main road at half a point, of six");
        let north = moving(sky, "4001");
        assert_eq!((allows(&north, "move > 3305"), allows(&north, "move > 3205")), (true, sky != "mud"), "{sky}: two points each in mud");
    }
}

// ---- interdiction ----------------------------------------------------------

/// The Soviet Movement Phase with a mission of interdiction over a hex.
fn interdicted(over: &str, placed: &str, id: &str) -> EastFront {
    let position = with(placed).and_then(|builder| builder.air_box("Ju88", AirBox::Ready));
    let mut game = open(position, Phase::Interdiction);
    play(&mut game, &format!("interdict {over}; fly Ju88 {over}"));
    go_on_to(&mut game, Phase::SovietMovement, 1);
    play(&mut game, &format!("select {id}"));
    game
}

#[test]
fn interdiction_bars_strategic_movement_from_and_through_its_zone() {
    let placed = "271 3606, X 3201";
    assert!(allows(&interdicted("3614", placed, "271"), "move > 4015"), "the zone lies off the road");
    for (over, where_) in [("3706", "at the start"), ("3606", "at the start"), ("3910", "on the way"), ("4014", "at the end")] {
        assert!(!allows(&interdicted(over, placed, "271"), "move > 4015"), "{where_}");
    }
    assert!(allows(&interdicted("4014", placed, "271"), "move > 3912"), "up to the zone");
}

#[test]
fn ordinary_movement_does_not_care_about_interdiction() {
    let placed = "172 3812, X 3201";
    let free = moving(placed, Phase::SovietMovement, "172");
    assert_eq!(prices(&interdicted("3812", placed, "172")), prices(&free));
}

#[test]
fn interdiction_ends_with_the_turn() {
    let mut game = interdicted("3706", "271 3606, X 3201", "271");
    assert_eq!([game.interdiction(hex("3706")), game.interdiction(hex("3606"))], [1; 2]);
    play(&mut game, "move > 3706");
    assert_eq!(game.game_turn(), 2, "nobody else is left to move");
    assert_eq!([game.interdiction(hex("3706")), game.interdiction(hex("3606"))], [0; 2]);
}

// ---- infiltration and the move of one hex ----------------------------------

/// 3607 can be reached from 3606 alone, and both lie in Soviet zones.
const SQUEEZE: &str = "46 3606, 271 3705, 106 3706, 52 3708";

#[test]
fn infiltration_starts_in_a_zone_beside_the_enemy_and_takes_the_whole_allowance() {
    let mut inside = moving(&format!("{SQUEEZE}, LAH/Rcn 3606"), Phase::AxisMovement, "LAH/Rcn");
    play(&mut inside, "move > 3607");
    assert_eq!(denial(&inside, "select LAH/Rcn"), EastFrontDenial::AlreadyMoved, "nothing is left, not even for an overrun");
    let outside = moving(&format!("{SQUEEZE}, LAH/Rcn 3505"), Phase::AxisMovement, "LAH/Rcn");
    assert!(allows(&outside, "move > 3606"), "nine points would do for more");
    assert!(!allows(&outside, "move > 3607"), "but it did not start in a zone");
}

#[test]
fn soviet_wheels_infiltrate_in_their_motorized_phase() {
    let yellow =
        ("units.toml", "front = { attack = 3, defence = 1, ma = 4,", "infiltrates = true\nfront = { attack = 3, defence = 1, ma = 7,");
    let tanks = variant(&[yellow]);
    let squeezed = |phase| {
        let position = with_of(tanks, "271 3606, 5(+) 3606, 46 3705, 73 3706").map(|builder| builder.open(phase));
        after(position.expect("a position"), "select 5(+)")
    };
    assert!(allows(&squeezed(Phase::SovietMotorized), "move > 3607"));
    assert!(!allows(&squeezed(Phase::SovietMovement), "move > 3607"));
}

#[test]
fn any_unit_that_may_move_goes_one_hex_without_the_points() {
    // The tanks have two points in the Movement Phase and in reaction: a strongpoint in the marsh costs three.
    let fort = |side| move |placed: &str| with(placed).and_then(|builder| builder.strongpoint(side, "3806", true));
    let tanks = after(open(fort(Side::Axis)("5(+) 3807, X 3201"), Phase::SovietMovement), "select 5(+)");
    assert!(!prices(&tanks).contains_key("3806") && allows(&tanks, "move > 3806"));
    let fresh = after(open(fort(Side::Axis)("5(+) 3808, X 3201"), Phase::SovietMovement), "select 5(+)");
    assert!(prices(&fresh).contains_key("3807") && !allows(&fresh, "move > 3806"), "only as the first step");
    // Three and a half of the assault guns: marsh, strongpoint and zone are four.
    let guns = after(open(fort(Side::Soviet)("190AG 3807, 271 3705"), Phase::AxisMotorized), "select 190AG");
    assert!(!prices(&guns).contains_key("3806") && allows(&guns, "move > 3806"));
    // Super-heavies have no forbidden ground either.
    let heavy = with("641 3807, 73 3302, 271 4014").and_then(|builder| builder.back_up("641", true));
    assert_eq!(denial(&open(heavy, Phase::AxisMovement), "select 641"), EastFrontDenial::NowhereToGo, "no road, no step");
}

#[test]
fn reinforcements_of_the_motorized_phase_are_motorized() {
    let foot = |phase| {
        let position = with("271 4014, 190AG 3302").and_then(|builder| builder.put_in_box("50", Place::ARRIVED));
        open(position, phase)
    };
    assert!(allows(&foot(Phase::AxisMovement), "select 50"));
    assert_eq!(denial(&foot(Phase::AxisMotorized), "select 50"), EastFrontDenial::NotInThisPhase);
    let wheels = variant(&[
        ("scenario.toml", "unit = \"50\"\nsteps = 2", "unit = \"190AG\"\nsteps = 1"),
        ("scenario.toml", "units = [\"73\", \"190AG\"]", "units = [\"73\"]"),
    ]);
    let position = with_of(wheels, "271 4014").and_then(|builder| builder.put_in_box("190AG", Place::ARRIVED));
    let mut game = open(position, Phase::AxisMotorized);
    play(&mut game, "select 190AG; move > 3305");
    assert!(stands(&game, "190AG", "3305"));
    assert_eq!(place(&game, "50"), Place::RESERVE);
    assert_ne!(game.place(unit("190AG")), Place::ARRIVED);
}
