//! Headquarters and fuel in Blocks in the East: chapter 13 but for the Supreme Headquarters, and what other chapters say of them.

use std::collections::BTreeSet;

use stavka_engine::blocks_in_the_east::combat::Firing;
use stavka_engine::blocks_in_the_east::terms::{Nation, Weather};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Phase, Place, PositionBuilder, Ration};
use stavka_engine::game::{Determinize as _, Game as _, Notation as _, Turn};
use stavka_engine::{Dice, Side};

use crate::blocks_in_the_east_kit::{
    ADVANCED, WHOLE, at, builder, goals, hex, legal, lines, offers, pass_to, placed, play, rule_against, saved, strength, unit, volleys,
};
use crate::blocks_in_the_east_map::scenario;

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;
const IDLE: Phase = Phase::GroundMovement;

/// Units on an empty map in July 1941, with a Soviet corps far away, so that both sides are there.
fn scene(units: &str) -> PositionBuilder {
    builder(ADVANCED, &format!("{units}, SL01 1813")).turn(2).expect("a second turn")
}

fn moving(units: &str) -> BlocksInTheEast {
    scene(units).open(AXIS, IDLE)
}

fn points(game: &BlocksInTheEast, id: &str) -> u8 {
    game.points(unit(game.data(), id))
}

fn left(game: &BlocksInTheEast, id: &str) -> u8 {
    game.barrels_left(unit(game.data(), id))
}

fn is_active(game: &BlocksInTheEast, id: &str) -> bool {
    game.is_active(unit(game.data(), id))
}

fn is_hidden(game: &BlocksInTheEast, id: &str) -> bool {
    game.is_hidden(unit(game.data(), id))
}

fn is_eliminated(game: &BlocksInTheEast, id: &str) -> bool {
    game.place(unit(game.data(), id)) == Place::ELIMINATED
}

/// The actions of the legal list with a verb.
fn words(game: &BlocksInTheEast, verb: &str) -> BTreeSet<String> {
    goals(game, verb)
}

// ---- 13.2, 13.5: what armour lacks -----------------------------------------------------------------------------------------------

/// [13.2][13.5] Without fuel armour has half of its points and attacks nobody; infantry does, and so does armour of the Basic game.
#[test]
fn armour_without_fuel_is_slow_and_does_not_attack() {
    let mut game = moving("GC15 1128, GC01 1128, SW01 1228");
    assert_eq!((points(&game, "GC15"), points(&game, "GC01")), (2, 4));
    play(&mut game, &["select GC15"]);
    assert!(!offers(&game, "move 1228") && offers(&game, "move 1129"));
    assert_eq!(rule_against(&game, "move 1228"), "13.5");
    play(&mut game, &["done", "select GC01"]);
    assert!(offers(&game, "move 1228"));
    let mut basic = placed(WHOLE, "GC15 1128, SW01 1228, SL01 1813", AXIS, IDLE);
    assert_eq!(points(&basic, "GC15"), 4);
    play(&mut basic, &["select GC15"]);
    assert!(offers(&basic, "move 1228"));
}

/// [13.0][13.2][13.4] With a barrel of an activated headquarters it has all its points and attacks. The barrel is gone.
#[test]
fn a_barrel_lets_armour_march_and_attack() {
    let mut game = moving("GC15 1128, AH03 1028, SW01 1228");
    play(&mut game, &["select GC15"]);
    assert!(words(&game, "fuel").is_empty(), "nobody is activated");
    assert_eq!(rule_against(&game, "fuel AH03"), "13.4");
    let mut game = moving("GC15 1128, AH03 1028, SW01 1228");
    assert!(offers(&game, "activate AH03"));
    play(&mut game, &["activate AH03"]);
    assert_eq!((left(&game, "AH03"), is_active(&game, "AH03")), (4, true));
    play(&mut game, &["select GC15", "fuel AH03"]);
    assert_eq!((left(&game, "AH03"), points(&game, "GC15")), (3, 4));
    assert!(matches!(game.ration(unit(game.data(), "GC15")), Ration::Barrel(_)));
    assert!(words(&game, "fuel").is_empty(), "once");
    play(&mut game, &["move 1228"]);
    assert_eq!(at(&game, "GC15").as_deref(), Some("1228"));
    assert!(!game.battles().is_empty());
}

/// [13.4] Four barrels for four units: the fifth finds none.
#[test]
fn a_headquarters_fuels_as_many_units_as_it_has_barrels() {
    let units = "GC13 1126, GC14 1126, GC15 1127, GC16 1127, GC17 1128, AH03 1027, SW01 1228";
    let mut game = scene(units).owner("1126", AXIS).expect("a hex").open(AXIS, IDLE);
    play(&mut game, &["activate AH03"]);
    for (id, rest) in [("GC13", 3), ("GC14", 2), ("GC15", 1), ("GC16", 0)] {
        play(&mut game, &[&format!("select {id}"), "fuel AH03", "done"]);
        assert_eq!(left(&game, "AH03"), rest, "{id}");
    }
    play(&mut game, &["select GC17"]);
    assert!(words(&game, "fuel").is_empty());
    assert_eq!(rule_against(&game, "fuel AH03"), "13.4");
}

/// V13. [3.12][13.4][13.5.b] Barrels are action points; out of supply half of them, but one at least.
#[test]
fn barrels_are_those_of_the_examples() {
    let barrels = |steps: u8, cut: bool| {
        let position = scene("AH03 1027").steps("AH03", steps).expect("steps");
        let position = if cut { position.out_of_supply("AH03").expect("on the map") } else { position };
        let game = position.open(AXIS, IDLE);
        game.barrels(unit(game.data(), "AH03"))
    };
    assert_eq!([4, 3, 2, 1].map(|steps| barrels(steps, false)), [4, 3, 2, 1]);
    assert_eq!([4, 3, 2, 1].map(|steps| barrels(steps, true)), [2, 1, 1, 1]);
}

/// [13.5.b] An unsupplied headquarters of four points moves two units.
#[test]
fn an_unsupplied_headquarters_works_by_halves() {
    let mut game = scene("GC13 1026, GC14 1026, GC15 1027, AH03 1027").out_of_supply("AH03").expect("on the map").open(AXIS, IDLE);
    play(&mut game, &["activate AH03", "select GC13", "fuel AH03", "done", "select GC14", "fuel AH03", "done", "select GC15"]);
    assert!(words(&game, "fuel").is_empty());
}

// ---- 13.0, 13.1, 13.3: which headquarters, and how far ----------------------------------------------------------------------------

/// [13.0][13.3.a] A headquarters moves with all its points and is activated then; activated it does not move, nor is it activated again.
#[test]
fn a_headquarters_moves_first_and_is_activated_afterwards() {
    let mut game = moving("GC15 1128, AH03 0928, SW01 1228");
    assert_eq!(points(&game, "AH03"), 4);
    play(&mut game, &["select AH03", "move 1028", "done", "activate AH03"]);
    assert_eq!(rule_against(&game, "activate AH03"), "13.0");
    assert_eq!(rule_against(&game, "select AH03"), "13.0");
    let mut game = moving("GC15 1128, AH03 0928, SW01 1228");
    play(&mut game, &["activate AH03"]);
    assert!(!offers(&game, "select AH03"));
    assert_eq!(rule_against(&game, "select AH03"), "13.0");
}

/// [13.1] Armoured Headquarters command armour, those of the air aircraft, each of its nation.
#[test]
fn headquarters_command_their_arm_and_nation() {
    let mut game = moving("GC15 1542, RO07 1641, GC20 1542, AH03 1542, AH07 1641");
    assert!(offers(&game, "activate AH03") && !offers(&game, "activate AH07"));
    assert_eq!(rule_against(&game, "activate AH07"), "13.3");
    play(&mut game, &["activate AH03", "select RO07"]);
    assert!(words(&game, "fuel").is_empty());
    play(&mut game, &["done", "select GC15"]);
    assert_eq!(words(&game, "fuel"), BTreeSet::from(["AH03".to_owned()]));
    // Nobody but Romanians is left to draw on it.
    assert!(!offers(&moving("RO07 1641, AH03 1542"), "activate AH03"));
    let soviet = scene("SW09 1624, SH02 1624, GC01 0528").open(SOVIET, IDLE);
    assert!(offers(&soviet, "activate SH02"));
}

/// [13.3][13.3.c] Five hexes, three in bad weather, counted over hexes.
#[test]
fn the_radius_is_five_hexes_and_three_in_bad_weather() {
    for (weather, radius) in [(Weather::Clear, 5), (Weather::Rain, 3), (Weather::Snow, 3)] {
        let game = scene("AH03 0628, GC01 1028").weather(weather).open(AXIS, IDLE);
        let (data, from) = (game.data(), hex(game.data(), "0628"));
        let reach = game.command_radius(unit(data, "AH03"));
        let far = reach.iter().map(|at| data.map.grid.distance(from, at)).max();
        assert_eq!(far, Some(radius), "{weather:?}");
        for distance in 0..=radius {
            let ring: Vec<String> =
                reach.iter().filter(|&at| data.map.grid.distance(from, at) == distance).map(|at| data.map.name(at)).collect();
            assert!(!ring.is_empty());
        }
    }
    let fuels = |place: &str, weather: Weather| {
        let game = scene(&format!("AH03 0628, GC15 {place}")).weather(weather).open(AXIS, IDLE);
        offers(&game, "activate AH03")
    };
    assert!(fuels("1128", Weather::Clear) && !fuels("1128", Weather::Rain) && !fuels("1228", Weather::Clear));
    assert!(fuels("0928", Weather::Snow) && !fuels("1028", Weather::Snow));
    // One that is activated for others does not reach farther.
    let mut game = moving("AH03 0628, GC15 0728, GC16 1228");
    play(&mut game, &["activate AH03", "select GC16"]);
    assert!(words(&game, "fuel").is_empty());
    assert_eq!(rule_against(&game, "fuel AH03"), "13.4");
    play(&mut game, &["done", "select GC15"]);
    assert!(offers(&game, "fuel AH03"));
}

/// [13.3] The hexes are of the side, and out of enemy zones of control, but for those where friends are.
#[test]
fn the_radius_stops_at_zones_of_control() {
    let reaches = |units: &str, place: &str| {
        let game = scene(&format!("AH03 1630, {units}")).weather(Weather::Snow).owner("1630", AXIS).expect("a hex");
        let game = ["1730", "1830", "1930"].iter().fold(game, |game, at| game.owner(at, AXIS).expect("a hex")).open(AXIS, IDLE);
        game.command_radius(unit(game.data(), "AH03")).contains(hex(game.data(), place))
    };
    assert!(reaches("GC15 1930", "1930"), "over hexes of the side");
    assert!(!reaches("GC15 1930", "1931"), "not over others");
    assert!(!reaches("GC15 1930, SW01 1829", "1930"), "through a zone of control");
    assert!(reaches("GC15 1930, GC01 1730, GC02 1830, SW01 1829", "1930"), "friends hold the way open");
}

/// The radius by its definition: ring by ring over hexes of the side, without enemies, out of their zones but for those with friends.
#[test]
fn the_radius_is_that_of_a_slow_search() {
    let mut looked = 0_u32;
    crate::blocks_in_the_east_kit::random_games(&[("barbarossa", 2)], 31, |game, _, dice| {
        if dice.below(40) > 0 {
            return;
        }
        let (data, situation) = (game.data(), game.situation());
        for &headquarters in &data.headquarters {
            let Some(from) = game.place(headquarters).hex() else { continue };
            let (side, nation) = (headquarters.side(), data.unit(headquarters).nation);
            let radius = data.script.command.as_ref().expect("a table").radius_in(game.weather());
            let friend = |at| game.stack(at).iter().any(|&other| other.side() == side && data.unit(other).is_ground());
            let foe = |at| game.stack(at).iter().any(|&other| other.side() != side && data.unit(other).is_ground());
            let open = |at: stavka_engine::hex::Hex| {
                let closed = matches!(nation, Nation::Finnish | Nation::Romanian | Nation::Hungarian);
                let free = friend(at) || !situation.zones[side.opponent().index()].contains(at);
                !closed && game.owner(at) == Some(side) && !foe(at) && free
            };
            if matches!(nation, Nation::Finnish | Nation::Romanian | Nation::Hungarian) {
                continue;
            }
            let mut reached = BTreeSet::from([from]);
            for _ in 0..radius {
                for at in reached.clone() {
                    let near: Vec<_> = if data.map.is_box(at) { Vec::new() } else { data.map.grid.neighbours(at).collect() };
                    let dry = near.into_iter().filter(|(direction, _)| {
                        let barrier = data.map.sides[at.index()][direction.index()];
                        !barrier.water && !barrier.strait
                    });
                    let boxes = data.map.arrows.iter().filter(|arrow| arrow.land && arrow.ends.contains(&at)).flat_map(|arrow| arrow.ends);
                    let boxes = boxes.filter(|&end| data.map.is_box(end) || data.map.is_box(at));
                    let next: Vec<_> =
                        dry.map(|(_, near)| near).chain(boxes).filter(|&near| data.map.is_land(near) && open(near)).collect();
                    reached.extend(next);
                }
            }
            assert_eq!(game.command_radius(headquarters).iter().collect::<BTreeSet<_>>(), reached, "{}", data.unit(headquarters).id);
            looked += 1;
        }
    });
    assert!(looked > 300, "{looked}");
}

// ---- 13.2, 13.3.b, 13.5: aircraft ---------------------------------------------------------------------------------------------------

/// [13.2][13.5] Aircraft without fuel transfer and fly no mission; with a barrel of an Air Headquarters they do.
#[test]
fn aircraft_fly_missions_with_fuel() {
    let mut game = scene("GC20 1028, AH07 1028, AH03 1028, SW01 1228").open(AXIS, Phase::AirMovement);
    assert!(offers(&game, "activate AH07") && !offers(&game, "activate AH03"));
    play(&mut game, &["select GC20"]);
    assert!(!offers(&game, "fly 1228") && !goals(&game, "rebase").is_empty());
    assert_eq!(rule_against(&game, "fly 1228"), "13.5");
    play(&mut game, &["done", "done"]);
    let mut game = scene("GC20 1028, AH07 1028, SW01 1228").open(AXIS, Phase::AirMovement);
    play(&mut game, &["activate AH07", "select GC20", "fuel AH07", "fly 1228"]);
    assert_eq!((at(&game, "GC20").as_deref(), left(&game, "AH07")), (Some("1228"), 3));
}

/// [13.3.b] In the reaction the other side activates Air Headquarters that are in no battle, where they stand, and flies with them.
#[test]
fn the_other_side_activates_air_headquarters_to_react() {
    let units = "GC01 1228, SW02 1228, SW14 1424, SH06 1424, SH02 1424";
    let mut game = scene(units).open(AXIS, Phase::Reaction);
    assert_eq!(game.turn(), Turn::Player(SOVIET));
    assert_eq!(lines(&game), BTreeSet::from(["done".to_owned(), "activate SH06".to_owned()]), "nobody flies without fuel, or marches");
    assert_eq!(rule_against(&game, "select SW14"), "13.5");
    play(&mut game, &["activate SH06", "select SW14", "fuel SH06", "fly 1228"]);
    assert_eq!(at(&game, "SW14").as_deref(), Some("1228"));
    // One in a battle is not activated.
    let game = scene("GC01 1228, SW02 1228, SW14 1424, SH06 1228").open(AXIS, Phase::Reaction);
    assert_ne!(game.phase(), Some((AXIS, Phase::Reaction)));
}

/// [AMB-90] Fighters that are attacked on their base take off without fuel.
#[test]
fn fighters_scramble_without_fuel() {
    let mut game = scene("GC01 1624, SW02 1624, SW14 1624").open(AXIS, Phase::Combat);
    volleys(&mut game, &[]);
    assert!(game.is_flying(unit(game.data(), "SW14")));
}

// ---- 12.4.1.a, 13.5.a ---------------------------------------------------------------------------------------------------------------

/// [12.4.1.a][13.5.a] Armour out of supply and without fuel has a quarter of its points, and attacks as a Desperate Attack alone; that of
/// TECH 1 does not.
#[test]
fn armour_out_of_supply_attacks_without_fuel() {
    let mut game = scene("GC15 1128, SW01 1127").out_of_supply("GC15").expect("on the map").open(AXIS, IDLE);
    assert_eq!(points(&game, "GC15"), 1);
    play(&mut game, &["select GC15"]);
    assert!(offers(&game, "move 1127"));
    let mut game = scene("GC15 1128, AH03 1028, SW01 1127").out_of_supply("GC15").expect("on the map").open(AXIS, IDLE);
    play(&mut game, &["activate AH03", "select GC15", "fuel AH03"]);
    assert_eq!(points(&game, "GC15"), 2, "fuel is no supply");
    let mut game = scene("SW09 1227, GC01 1127, SH02 1328").out_of_supply("SW09").expect("on the map").open(SOVIET, IDLE);
    play(&mut game, &["select SW09"]);
    assert_eq!(rule_against(&game, "move 1127"), "4.4");
}

/// [13.5.a][12.4.1] A Desperate Attack of armour that fails in the first round ends in surrender.
#[test]
fn desperate_armour_surrenders() {
    let mut game = scene("SW01 1327, SW02 1327, GC15 1327").out_of_supply("GC15").expect("on the map").open(AXIS, Phase::Combat);
    volleys(&mut game, &[]);
    while game.phase() == Some((AXIS, Phase::Combat)) && game.turn() == Turn::Player(SOVIET) {
        play(&mut game, &["done"]);
    }
    assert!(is_eliminated(&game, "GC15"));
}

// ---- 13.6: standing down ------------------------------------------------------------------------------------------------------------

/// [13.6] When the Blitz is over those that were activated lose a point and are turned back; the others do not.
#[test]
fn headquarters_stand_down_after_the_blitz() {
    let mut game = moving("GC15 1128, AH03 1028, AH02 1128");
    play(&mut game, &["activate AH03"]);
    pass_to(&mut game, AXIS, Phase::AirReturn);
    pass_to(&mut game, AXIS, Phase::Exploitation);
    assert_eq!((strength(&game, "AH03"), strength(&game, "AH02")), (3, 4));
    assert!(!is_active(&game, "AH03") && is_hidden(&game, "AH03"));
}

/// [13.6] With its last barrel it is removed, and rebuilt later for a yellow and a black point.
#[test]
fn a_headquarters_of_one_barrel_is_removed_and_rebuilt() {
    let position = scene("GC15 1128, AH03 1028").steps("AH03", 1).expect("steps");
    let mut game = position.open(AXIS, IDLE);
    play(&mut game, &["activate AH03"]);
    pass_to(&mut game, SOVIET, Phase::Supply);
    assert!(is_eliminated(&game, "AH03"));
    let game = scene("GC15 1128")
        .put_in_box("AH03", Place::ELIMINATED)
        .expect("it may be")
        .points(Nation::German, 20)
        .coloured(Nation::German, stavka_engine::blocks_in_the_east::terms::Colour::Black, 20)
        .open(AXIS, Phase::Production);
    assert!(offers(&game, "rebuild AH03"));
}

/// [13.6][13.3.b] The Air Headquarters of the other side stand down with those of the side at hand.
#[test]
fn both_sides_stand_down() {
    let units = "GC01 1228, SW02 1228, SW14 1424, SH06 1424";
    let mut game = scene(units).open(AXIS, Phase::Reaction);
    play(&mut game, &["activate SH06", "select SW14", "fuel SH06", "fly 1228"]);
    pass_to(&mut game, SOVIET, Phase::Supply);
    assert_eq!(strength(&game, "SH06"), 3);
    assert!(!is_active(&game, "SH06"));
}

// ---- 13.7: Blitz and exploitation ---------------------------------------------------------------------------------------------------

/// [13.7] A Blitz needs no more fuel.
#[test]
fn a_blitz_needs_no_fuel() {
    let mut game = scene("GC15 1227, SW01 1327").fought("GC15").expect("on the map").open(AXIS, Phase::Blitz);
    assert_eq!(game.phase(), Some((AXIS, Phase::Blitz)));
    play(&mut game, &["select GC15"]);
    assert!(!goals(&game, "move").is_empty());
}

/// [13.7][AMB-37] Armour exploits with fuel of an Armoured Headquarters that is activated again, and loses a point again.
#[test]
fn exploitation_needs_an_armoured_headquarters() {
    let mut game = scene("GC15 1128, AH03 1028, AH01 Rastenburg").open(AXIS, Phase::Exploitation);
    assert_eq!(game.phase(), Some((AXIS, Phase::Exploitation)));
    assert!(!offers(&game, "select GC15") && offers(&game, "activate AH03") && offers(&game, "select AH03"));
    assert_eq!(rule_against(&game, "select GC15"), "13.7");
    assert_eq!(rule_against(&game, "activate AH01"), "13.8");
    play(&mut game, &["activate AH03", "select GC15"]);
    assert!(goals(&game, "move").is_empty());
    play(&mut game, &["fuel AH03"]);
    assert!(!goals(&game, "move").is_empty());
    play(&mut game, &["done"]);
    pass_to(&mut game, SOVIET, Phase::Production);
    assert_eq!(strength(&game, "AH03"), 3);
    // Both activations of a turn.
    let mut game = moving("GC15 1128, AH03 1028");
    play(&mut game, &["activate AH03"]);
    pass_to(&mut game, AXIS, Phase::Exploitation);
    play(&mut game, &["activate AH03"]);
    pass_to(&mut game, SOVIET, Phase::Production);
    assert_eq!(strength(&game, "AH03"), 2);
}

/// [13.7.a] Romanian and Hungarian armour does not exploit.
#[test]
fn minor_allies_do_not_exploit() {
    let game = scene("RO07 1542, AH10 1542, HU01 1036").open(AXIS, Phase::Exploitation);
    assert_ne!(game.phase(), Some((AXIS, Phase::Exploitation)));
}

/// [7.8.a][7.10] Armoured Headquarters make Blitz moves behind armour, and exploit with their own points.
#[test]
fn armoured_headquarters_follow_a_blitz() {
    let mut game = scene("GC15 1227, AH03 1227, SW01 1327")
        .fought("GC15")
        .expect("on the map")
        .fought("AH03")
        .expect("on the map")
        .open(AXIS, Phase::Blitz);
    play(&mut game, &["select AH03"]);
    assert!(!offers(&game, "move 1327"), "[3.8] not alone");
    assert_eq!(rule_against(&game, "move 1327"), "3.8");
    play(&mut game, &["done"]);
    let mut game = scene("GC15 1227, AH03 1227, SW01 1327")
        .fought("GC15")
        .expect("on the map")
        .fought("AH03")
        .expect("on the map")
        .open(AXIS, Phase::Blitz);
    if offers(&game, "select GC15") {
        play(&mut game, &["select GC15"]);
        let to = goals(&game, "move").into_iter().find(|to| game.stack(hex(game.data(), to)).is_empty()).expect("an empty hex");
        play(&mut game, &[&format!("move {to}"), "join AH03"]);
        assert_eq!(at(&game, "AH03"), Some(to));
    }
    assert!(!offers(&scene("AH07 1227").fought("AH07").expect("on the map").open(AXIS, Phase::Blitz), "select AH07"));
}

// ---- 7.4: rail moves ----------------------------------------------------------------------------------------------------------------

/// [7.4][AMB-89] An action point of an activated headquarters pays for a rail move in place of a yellow point.
#[test]
fn headquarters_pay_for_rail_moves() {
    let position = || scene("GC01 1028, AH03 1028, GC15 1028");
    let mut game = position().open(AXIS, Phase::RailMoves);
    assert!(!offers(&game, "select GC01"), "no point, and nobody is activated");
    play(&mut game, &["activate AH03", "select GC01"]);
    assert!(goals(&game, "move").is_empty());
    play(&mut game, &["fuel AH03"]);
    let to = goals(&game, "move").into_iter().next().expect("a way");
    play(&mut game, &[&format!("move {to}")]);
    assert_eq!((at(&game, "GC01"), left(&game, "AH03")), (Some(to), 3));
    pass_to(&mut game, AXIS, IDLE);
    assert_eq!(rule_against(&game, "select AH03"), "13.0", "it moves no more");
    assert_eq!(left(&game, "AH03"), 3, "the others fuel armour");
    pass_to(&mut game, AXIS, Phase::Exploitation);
    assert_eq!(strength(&game, "AH03"), 3, "one point, at the end of the Blitz");
    // With points the owner chooses.
    let mut game = position().points(Nation::German, 3).open(AXIS, Phase::RailMoves);
    play(&mut game, &["activate AH03", "select GC01"]);
    assert!(!goals(&game, "move").is_empty() && offers(&game, "fuel AH03"));
    play(&mut game, &["fuel AH03"]);
    let to = goals(&game, "move").into_iter().next().expect("a way");
    play(&mut game, &[&format!("move {to}")]);
    assert_eq!(saved(&game, Nation::German), 3);
}

/// [7.4][AMB-89] Naval Headquarters pay too; of their own nation alone.
#[test]
fn a_naval_headquarters_pays_for_rail_moves() {
    let game = scene("SW01 Moscow, SH10 Moscow, GC01 0528").open(SOVIET, Phase::RailMoves);
    assert!(offers(&game, "activate SH10"));
    let game = scene("RO03 1542, AH03 1542").open(AXIS, Phase::RailMoves);
    assert_ne!(game.phase(), Some((AXIS, Phase::RailMoves)));
}

// ---- 6.4: artillery -----------------------------------------------------------------------------------------------------------------

fn guns(units: &str) -> BlocksInTheEast {
    scene(units).open(AXIS, Phase::Combat)
}

/// [6.4][AMB-11] An Armoured Headquarters fires as artillery if its owner says so, with the power of tanks, and loses a point.
#[test]
fn an_armoured_headquarters_fires_as_artillery() {
    let mut game = guns("GC01 1327, AH03 1327, SW01 1327");
    assert_eq!(lines(&game), BTreeSet::from(["done".to_owned(), "fire AH03".to_owned()]));
    let mut silent = game.clone();
    play(&mut silent, &["done"]);
    let seen = volleys(&mut silent, &[]);
    assert!(seen.iter().all(|row| (row.0, row.1) != (AXIS, Firing::Artillery)));
    assert_eq!(strength(&silent, "AH03"), 4);
    play(&mut game, &["fire AH03"]);
    let seen = volleys(&mut game, &[]);
    assert_eq!(seen[0], (AXIS, Firing::Artillery, vec![(4, 2)]), "like tanks of TECH 2");
    assert_eq!(strength(&game, "AH03"), 3);
}

/// [6.4] Alone it does not fight; nor do other headquarters, but they fire at aircraft.
#[test]
fn headquarters_alone_and_those_of_the_air_do_not_fire() {
    let mut game = guns("AH03 1327, AH07 1327, SW01 1327");
    assert!(!offers(&game, "fire AH03"));
    let seen = volleys(&mut game, &[]);
    assert!(seen.iter().all(|row| row.0 == SOVIET));
    let game = guns("GC01 1327, AH07 1327, SW01 1327");
    assert!(game.battle_report().is_some_and(|battle| battle.round == 1) && words(&game, "fire").is_empty());
    let mut game = scene("SW14 1327, SW01 1327, GC01 1327, AH07 1327").flying("SW14").expect("on the map").open(SOVIET, Phase::Combat);
    let seen = volleys(&mut game, &[]);
    assert_eq!(
        seen.iter().find(|row| row.1 == Firing::AntiAircraft && row.0 == AXIS).map(|row| row.2.clone()),
        Some(vec![(8, 1)]),
        "[6.4.a]"
    );
    assert_eq!(strength(&game, "AH07"), 4);
}

/// [6.4] With its last point it is gone when it has fired.
#[test]
fn a_headquarters_of_one_point_is_lost_by_firing() {
    let mut game = scene("GC01 1327, AH03 1327, SW01 1327").steps("AH03", 1).expect("steps").open(AXIS, Phase::Combat);
    play(&mut game, &["fire AH03"]);
    let seen = volleys(&mut game, &[]);
    assert_eq!(seen[0].2, vec![(1, 2)]);
    assert!(is_eliminated(&game, "AH03"));
}

/// [13.2] An Armoured Headquarters attacks with fuel of another one.
#[test]
fn a_headquarters_attacks_with_fuel_of_another() {
    let mut game = moving("GC01 1128, AH03 1128, AH02 1028, SW01 1228");
    play(&mut game, &["select GC01", "move 1228", "select AH03"]);
    assert_eq!(rule_against(&game, "move 1228"), "13.5");
    play(&mut game, &["done"]);
    let mut game = moving("GC01 1128, AH03 1128, AH02 1028, SW01 1228");
    play(&mut game, &["select GC01", "move 1228", "activate AH02", "select AH03", "fuel AH02", "move 1228"]);
    assert_eq!(at(&game, "AH03").as_deref(), Some("1228"));
    assert!(!offers(&game, "activate AH03"), "in a battle");
}

// ---- what the sides know ------------------------------------------------------------------------------------------------------------

/// [13.2][13.6] Activation shows the block; what it has left is seen; standing down hides it with the step that it has then.
#[test]
fn activation_is_seen() {
    let mut game = scene("GC15 1128, AH03 1028, GC01 1028, GC02 1027")
        .hidden("AH03")
        .expect("on the map")
        .hidden("GC01")
        .expect("on the map")
        .open(AXIS, IDLE);
    let before = game.view_hash(SOVIET);
    assert!(is_hidden(&game, "AH03"));
    play(&mut game, &["activate AH03"]);
    assert!(!is_hidden(&game, "AH03"));
    let active = game.view_hash(SOVIET);
    assert_ne!(before, active);
    // A block that leaves its hex cannot be taken for it.
    play(&mut game, &["select GC01", "done"]);
    assert!(!is_hidden(&game, "AH03"));
    let shown = game.view_hash(SOVIET);
    play(&mut game, &["select GC15", "fuel AH03", "done"]);
    assert_ne!(shown, game.view_hash(SOVIET));
    for viewer in Side::ALL {
        let world = game.determinize(viewer, &mut Dice::new(5));
        assert_eq!(world.view_hash(viewer), game.view_hash(viewer));
        assert_eq!(at(&world, "AH03").as_deref(), Some("1028"));
        assert_eq!(left(&world, "AH03"), 3);
    }
    pass_to(&mut game, AXIS, Phase::Exploitation);
    assert!(is_hidden(&game, "AH03"));
    assert_eq!(game.last_seen_step(unit(game.data(), "AH03")), 1);
}

/// A block that has been given fuel is armour in every drawn world; one that has not may be any that went so far.
#[test]
fn a_fuelled_block_is_armour_in_drawn_worlds() {
    let units = "GC15 1128, GC01 1128, GC02 1127, GC14 1127, AH03 1028";
    let position = ["GC15", "GC01", "GC02", "GC14"].iter().fold(scene(units), |position, id| position.hidden(id).expect("on the map"));
    let mut game = position.open(AXIS, IDLE);
    play(&mut game, &["activate AH03", "select GC15"]);
    let mover = |world: &BlocksInTheEast| world.asked().and_then(stavka_engine::blocks_in_the_east::Asked::mover).expect("a mover");
    let drawn = |game: &BlocksInTheEast| {
        let mut dice = Dice::new(9);
        (0..60).map(|_| mover(&game.determinize(SOVIET, &mut dice))).collect::<BTreeSet<_>>()
    };
    let armour = ["GC14", "GC15"].map(|id| unit(game.data(), id));
    assert!(drawn(&game).len() == 4);
    play(&mut game, &["fuel AH03"]);
    assert_eq!(drawn(&game), armour.into_iter().collect());
}

/// Every fact of command enters the hash, and actions read as they are written.
#[test]
fn command_is_part_of_the_state() {
    let start = moving("GC15 1128, GC14 1128, AH03 1028, AH02 1028, SW01 1228");
    let hash_after = |moves: &[&str]| {
        let mut game = start.clone();
        play(&mut game, moves);
        game.state_hash()
    };
    let lines: [&[&str]; 5] = [
        &[],
        &["activate AH03"],
        &["activate AH02"],
        &["activate AH03", "select GC15", "fuel AH03", "done"],
        &["activate AH03", "select GC15", "done"],
    ];
    let hashes: BTreeSet<u64> = lines.into_iter().map(hash_after).collect();
    assert_eq!(hashes.len(), 5);
    for action in legal(&start) {
        assert_eq!(start.parse_action(&start.notation(action)), Ok(action));
    }
}

/// [6.4.b] The Basic game knows no headquarters; the scenarios of the Advanced game set them up.
#[test]
fn scenarios_have_their_headquarters() {
    for id in ["towards-leningrad", "towards-moscow", "towards-rostov", WHOLE] {
        let data = scenario(id);
        assert!(data.script.command.is_none() && data.headquarters.iter().all(|&unit| !data.takes_part(unit)), "{id}");
    }
    for id in ["barbarossa", "operation-blue", "operation-citadel", "operation-bagration", "codeword-dortmund"] {
        let data = scenario(id);
        let command = data.script.command.as_ref().expect("a table");
        assert_eq!(
            (Weather::ALL.map(|weather| command.radius_in(weather)), command.fhq_actions, command.seats.len()),
            ([5, 3, 5, 3], 2, 2),
            "{id}"
        );
        let game = BlocksInTheEast::new(data);
        let on_map = data.headquarters.iter().filter(|&&unit| game.place(unit).hex().is_some()).count();
        assert!(on_map >= 22, "{id}: {on_map}");
        game.verify().unwrap_or_else(|problem| panic!("{id}: {problem}"));
        assert_eq!(at(&game, "SH01"), Some(data.map.name(hex(data, "Moscow"))), "{id}");
    }
}
