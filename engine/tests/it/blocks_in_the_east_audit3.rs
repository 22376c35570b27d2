//! The third audit of the rules of Blocks in the East: clauses of forty rows drawn at random, each in a position in which it decides.

use std::collections::BTreeSet;

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::combat::Firing;
use stavka_engine::blocks_in_the_east::terms::{Colour, Nation, Weather};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Phase, Place, PositionBuilder, Ration};
use stavka_engine::game::{Game as _, Turn};
use stavka_engine::hex::Hex;

use crate::blocks_in_the_east_kit::{
    ADVANCED, Volley, WHOLE, at, builder, goals, hex, lines, offers, pass_to, placed, play, rule_against, strength, unit, volleys,
};
use crate::blocks_in_the_east_map::scenario;

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;
const IDLE: Phase = Phase::GroundMovement;
const CITADEL: &str = "operation-citadel";
const CAMPAIGN: &str = "codeword-dortmund";
/// A plain beside the Bug, on the Soviet side, without a town.
const PLAIN: &str = "1229";

/// Units on an empty map of the Advanced game, in July 1941.
fn scene(units: &str) -> PositionBuilder {
    builder(ADVANCED, units).turn(2).expect("a second turn")
}

fn is_eliminated(game: &BlocksInTheEast, id: &str) -> bool {
    game.place(unit(game.data(), id)) == Place::ELIMINATED
}

fn points(game: &BlocksInTheEast, id: &str) -> u8 {
    game.points(unit(game.data(), id))
}

fn in_air(position: PositionBuilder, ids: &[&str]) -> PositionBuilder {
    ids.iter().fold(position, |position, id| position.flying(id).expect("on the map"))
}

/// Units of one side in all hexes from which a place is entered.
fn ring(place: &str, prefix: &str) -> String {
    let data = scenario(ADVANCED);
    let center = hex(data, place);
    let enters = |&(direction, near): &(stavka_engine::hex::Direction, Hex)| {
        let side = &data.map.sides[center.index()][direction.index()];
        !side.water && !side.strait && data.ground.open.contains(near)
    };
    let near = data.map.grid.neighbours(center).filter(enters).zip(1..);
    near.map(|((_, near), number)| format!("{prefix}{number:02} {}", data.map.name(near))).collect::<Vec<_>>().join(", ")
}

// ---- the Advanced game -----------------------------------------------------------------------------------------------------------

/// [12.5] Marines that surrender give a yellow point alone, aircraft a blue one beside it; armour of the Axis gives the Soviets a red one.
#[test]
fn marines_give_yellow_points_alone() {
    let gain = |id: &str| {
        let after = |id: &str| {
            let mut game = scene(&format!("{id} 0826, GC01 1028")).open(SOVIET, Phase::Supply);
            pass_to(&mut game, AXIS, Phase::Production);
            Colour::ALL.map(|colour| game.saved_of(Nation::German, colour))
        };
        // A static unit does not surrender.
        let (more, less) = (after(id), after("SG01"));
        [0, 1, 2, 3].map(|index| more[index] - less[index])
    };
    assert_eq!(gain("SM01"), [1, 0, 0, 0]);
    assert_eq!(gain("SA08"), [1, 0, 1, 0]);
    assert_eq!(gain("SW08"), [1, 0, 0, 0], "guns are infantry");
    let captured = |id: &str| {
        let position = scene(&format!("{id} 2625, SL01 1813")).out_of_supply(id).expect("on the map");
        let mut game = position.open(AXIS, Phase::Verification);
        assert!(is_eliminated(&game, id));
        pass_to(&mut game, SOVIET, Phase::Production);
        Colour::ALL.map(|colour| game.saved_of(Nation::Soviet, colour))
    };
    let infantry = captured("GC01");
    let more = ["GC15", "GC20", "AH02"].map(|id| captured(id).into_iter().zip(infantry).map(|(a, b)| a - b).collect::<Vec<_>>());
    assert_eq!(more, [[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0]], "the Soviets count no fuel");
}

/// [10.0.b][6.5] The 7th Flieger and the 22nd Airlanding Division fire at aircraft with their Bonus too.
#[test]
fn paratroops_of_the_axis_fire_better_at_aircraft() {
    for (id, faces) in [("GX02", 2), ("GX03", 2), ("GC01", 1)] {
        let game = in_air(scene(&format!("{id} {PLAIN}, SA08 {PLAIN}, SL01 1813")), &["SA08"]).open(SOVIET, Phase::Combat);
        let fire = game.volley().map(|(side, firing, pool)| (side, firing, pool.with_faces(faces)));
        let full = game.strength(unit(game.data(), id));
        assert_eq!(fire, Some((AXIS, Firing::AntiAircraft, full)), "{id}");
    }
}

/// [10.0.a] Each of the elite of both sides hits on a face more than others of its kind when it attacks.
#[test]
fn all_of_the_elite_strike_harder() {
    let more = |id: &str, other: &str, attacker: Side| {
        let game = scene(&format!("{other} {PLAIN}, {id} {PLAIN}, SL01 1813")).open(attacker, Phase::Combat);
        let thrower = &game.throwers(attacker, Firing::Ground)[0];
        thrower.hits_on - thrower.faces
    };
    for (id, expected) in [("AP02", 1), ("AP07", 1), ("AI12", 1), ("GC01", 0), ("GC15", 0)] {
        assert_eq!(more(id, "SW01", AXIS), expected, "{id}");
    }
    for (id, expected) in [("SV01", 1), ("SU01", 1), ("SW13", 0), ("SM01", 0)] {
        assert_eq!(more(id, "GC01", SOVIET), expected, "{id}");
    }
}

/// [9.3.b][AMB-85] A battle in snow: aircraft and attackers on the ground throw half of their dice; guns, and the defender's fire at
/// aircraft, all.
#[test]
fn a_battle_in_snow() {
    let rows = |units: &str, flying: &[&str], attacker: Side| -> Vec<Volley> {
        let units = units.split(' ').map(|id| format!("{id} {PLAIN}")).collect::<Vec<_>>().join(", ");
        let position = in_air(scene(&format!("{units}, SL01 1813")).weather(Weather::Snow), flying);
        volleys(&mut position.open(attacker, Phase::Combat), &[])
    };
    let seen = rows("SW01 GC01 GC18 GC21", &["GC21"], AXIS);
    let expected = [
        (SOVIET, Firing::AntiAircraft, vec![(4, 1)]),
        (AXIS, Firing::AirAttack, vec![(2, 2)]),
        (AXIS, Firing::Artillery, vec![(4, 2)]),
        (SOVIET, Firing::Ground, vec![(4, 1)]),
        (AXIS, Firing::Ground, vec![(2, 1)]),
    ];
    assert_eq!(seen, expected);
    // The attackers' fire at aircraft.
    let seen = rows("SW01 SW14 GC01", &["SW14"], AXIS);
    assert_eq!(seen[0], (AXIS, Firing::AntiAircraft, vec![(2, 1)]));
    // The Soviets are used to it, in the air as well.
    let seen = rows("GC01 SA08 SW01", &["SA08"], SOVIET);
    assert_eq!(seen[..2], [(AXIS, Firing::AntiAircraft, vec![(4, 1)]), (SOVIET, Firing::AirAttack, vec![(3, 1)])]);
}

/// [11.2] Where each arm is built in the Advanced game, naval headquarters among them.
#[test]
fn naval_headquarters_come_to_naval_yards() {
    let ids = ["SH10", "SH02", "SH06", "SB04", "SB06", "SM01"];
    let position =
        ids.iter().fold(scene("SL01 Saratov, GC02 0528"), |position, id| position.put_in_box(id, Place::ELIMINATED).expect("a unit"));
    let colours = [Colour::Red, Colour::Blue, Colour::Black];
    let position =
        colours.into_iter().fold(position.points(Nation::Soviet, 60), |position, colour| position.coloured(Nation::Soviet, colour, 10));
    let game = position.open(SOVIET, Phase::Production);
    let data = game.data();
    let sites = |id: &str| {
        let mut game = game.clone();
        play(&mut game, &[&format!("rebuild {id}")]);
        let named = |name: &String| data.map.place_at(hex(data, name)).map_or(name.clone(), |place| place.name.clone());
        goals(&game, "place").iter().map(named).collect::<BTreeSet<_>>()
    };
    let set = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<BTreeSet<_>>();
    let yards = set(&["Leningrad", "Oranienbaum", "Sevastopol"]);
    assert_eq!([sites("SH10"), sites("SM01")], [yards.clone(), yards]);
    let red = set(&["Gorky", "Kharkov", "Leningrad", "Stalingrad"]);
    assert_eq!([sites("SH02"), sites("SB04")], [red.clone(), red]);
    let blue = set(&["Gorky", "Moscow", "Saratov", "Voronezh"]);
    assert_eq!([sites("SH06"), sites("SB06")], [blue.clone(), blue]);
}

/// [12.1] Germans in a port around which Soviets stand are besieged as well: out of supply, and a step less when their turn ends.
#[test]
fn germans_are_besieged_as_well() {
    let units = format!("GN01 Tallinn, {}", ring("Tallinn", "SK"));
    let mut game = scene(&units).weather(Weather::Snow).open(AXIS, Phase::Supply);
    assert!(game.is_out_of_supply(unit(game.data(), "GN01")));
    pass_to(&mut game, SOVIET, Phase::Production);
    assert_eq!(strength(&game, "GN01"), 3);
}

/// [12.1.a] A garrison of the besieged capital and paratroops without strength stay as they are.
#[test]
fn garrisons_of_a_besieged_capital_stay() {
    let position = scene(&format!("SG06 Moscow, SP01 Moscow, {}", ring("Moscow", "GC"))).steps("SP01", 1).expect("steps");
    let mut game = position.open(SOVIET, Phase::Supply);
    assert!(["SG06", "SP01"].iter().all(|id| game.is_out_of_supply(unit(game.data(), id))));
    pass_to(&mut game, AXIS, Phase::Production);
    assert_eq!([strength(&game, "SG06"), strength(&game, "SP01")], [2, 0]);
    assert!(!is_eliminated(&game, "SG06") && !is_eliminated(&game, "SP01"));
}

/// [12.3] The pocket is besieged when all hexes around it are held, and not when one is free: who has no line of supply then
/// surrenders, and the points of Leningrad do not lie in it.
#[test]
fn a_gap_in_the_ring_lifts_the_siege_of_the_pocket() {
    let turn = |gap: &str| {
        let units = format!("SL01 Leningrad, SL02 Oranienbaum, GC01 1714, GC02 1715, GC03 1812, GC04 1815, GC05 2014, {gap} 1914");
        let position = scene(&units).weather(Weather::Snow).owner("2013", AXIS).expect("a hex");
        let mut game = position.open(SOVIET, Phase::Supply);
        assert!(game.is_out_of_supply(unit(game.data(), "SL01")), "{gap}");
        pass_to(&mut game, AXIS, Phase::Production);
        (is_eliminated(&game, "SL01"), game.step(unit(game.data(), "SL01")))
    };
    assert_eq!(turn("GC06"), (false, 1), "the ring is closed, and the road is cut");
    assert!(turn("SL03").0, "a Soviet corps stands in the ring");
    // The railway to Volkhov is open: the points are used everywhere.
    let units = "SL01 Leningrad, GC01 1714, GC02 1715, GC03 1812, GC04 1815, SL03 1914";
    let open = scene(units).weather(Weather::Snow).open(SOVIET, Phase::Production);
    let shut = scene(&units.replace("SL03", "GC06")).weather(Weather::Snow).open(SOVIET, Phase::Production);
    assert_eq!([&open, &shut].map(|game| game.saved_in_pocket(Colour::Yellow)), [0, 2]);
}

/// [12.3.a][12.3.c] The road is cut as well if the town at its end is out of supply, with nobody beside it.
#[test]
fn a_town_without_supply_ends_the_road() {
    let data = scenario(ADVANCED);
    let volkhov = hex(data, "Volkhov");
    let units = "SL01 Leningrad, SL02 Oranienbaum, GC01 1714, GC02 1715, GC03 1812, GC04 1815, GC05 1914";
    let step = |position: PositionBuilder| {
        let mut game = position.weather(Weather::Snow).open(SOVIET, Phase::Supply);
        pass_to(&mut game, AXIS, Phase::Production);
        game.step(unit(data, "SL01"))
    };
    let kept = ["Volkhov", "Leningrad", "Oranienbaum"].map(|name| hex(data, name));
    let country = data.map.hexes().filter(|&at| !data.map.is_box(at) && data.ownable.contains(at) && !kept.contains(&at));
    let lost = country.filter(|&at| data.map.grid.distance(volkhov, at) < 5).map(|at| data.map.name(at));
    let lost = lost.fold(scene(units), |position, name| position.owner(&name, AXIS).expect("a hex"));
    assert_eq!([scene(units), lost].map(step), [0, 1]);
}

/// [12.3] When Oranienbaum has fallen Leningrad alone is the pocket: it is besieged, whoever stands around the other place.
#[test]
fn a_hex_that_has_fallen_is_no_part_of_the_pocket() {
    let units = "SL01 Leningrad, GC01 Oranienbaum, GC02 1714, GC03 1812, GC04 1914, SL02 1815, SL03 1715";
    let game = scene(units).weather(Weather::Snow).open(SOVIET, Phase::Production);
    assert_eq!(game.saved_in_pocket(Colour::Yellow), 2);
}

/// [13.8.2.a] Soviet aircraft over Germany do not drive the German command from its seat; a Blitz into Germany does.
#[test]
fn the_german_command_flees_from_troops_alone() {
    let data = scenario(ADVANCED);
    let [seat, berlin] = ["Rastenburg", "Berlin"].map(|name| Some(data.map.name(hex(data, name))));
    let raid = scene("AH01 Rastenburg, GC01 0923, SA01 1624, SH06 1624").active("SH06").expect("on the map");
    let mut raid = raid.open(SOVIET, Phase::AirMovement);
    play(&mut raid, &["select SA01", "fuel SH06", "fly 0923"]);
    assert_eq!((at(&raid, "SA01").as_deref(), at(&raid, "AH01")), (Some("0923"), seat.clone()));
    let mut blitz = scene("AH01 Rastenburg, SW09 1125, GC01 0528").fought("SW09").expect("on the map").open(SOVIET, Phase::Blitz);
    assert_eq!(at(&blitz, "AH01"), seat);
    play(&mut blitz, &["select SW09", "move 1124"]);
    assert_eq!(at(&blitz, "AH01"), berlin);
}

/// [13.8.2.a] Germany is that of June 1941: the lands that it annexed belong to it, the General Government does not.
#[test]
fn annexed_lands_are_germany() {
    let data = scenario(ADVANCED);
    let berlin = Some(data.map.name(hex(data, "Berlin")));
    for (from, to, flees) in [("1027", "0927", true), ("1127", "1027", false)] {
        let mut game = scene(&format!("AH01 Rastenburg, SW01 {from}, GC01 0528")).open(SOVIET, IDLE);
        play(&mut game, &["select SW01", &format!("move {to}")]);
        assert_eq!(at(&game, "AH01") == berlin, flees, "{to}");
    }
}

/// [13.8.2.a][7.5.3.d] In Berlin the German command may be one too many: then others leave.
#[test]
fn others_make_room_for_the_german_command() {
    let position = scene("AH01 Rastenburg, GC02 Berlin, GC03 Berlin, GC18 Berlin, SW01 1125").hidden("GC02").expect("on the map");
    let mut game = position.open(SOVIET, IDLE);
    let berliner = unit(game.data(), "GC02");
    assert!(game.is_hidden(berliner));
    play(&mut game, &["select SW01", "move 1124", "done"]);
    assert!(!game.is_hidden(berliner), "what is too much is counted in the open");
    game.verify().expect("a position whose worlds can be drawn");
    pass_to(&mut game, AXIS, IDLE);
    assert!(!offers(&game, "done") && offers(&game, "select GC02"));
    play(&mut game, &["select GC02"]);
    let beside: Vec<String> =
        scenario(ADVANCED).map.grid.neighbours(hex(game.data(), "Berlin")).map(|(_, near)| game.data().map.name(near)).collect();
    let away = goals(&game, "move").into_iter().find(|goal| beside.contains(goal)).expect("a hex");
    play(&mut game, &[&format!("move {away}"), "done"]);
    assert!(offers(&game, "done"));
}

/// [13.8.1] With two points Stavka carries out two actions, of different types.
#[test]
fn stavka_carries_out_as_many_actions_as_it_has_points() {
    let position = scene("SH01 Moscow, SW09 1527, SW01 2421, SW02 2421, GC01 0528").steps("SH01", 2).expect("steps");
    let position = position.out_of_supply("SW01").expect("on the map").out_of_supply("SW02").expect("on the map");
    let mut game = position.open(SOVIET, IDLE);
    play(&mut game, &["activate SH01", "select SW01", "supply SH01", "done", "select SW02"]);
    assert!(!offers(&game, "supply SH01"), "each type once");
    play(&mut game, &["done", "select SW09", "fuel SH01", "done"]);
    assert_eq!(game.barrels_left(unit(game.data(), "SH01")), 0);
    assert!(!lines(&game).iter().any(|line| line.ends_with("SH01")), "no train is left");
}

/// [13.7.a][7.10] Romanian and Hungarian armour does not exploit: not in the Basic game, where nobody needs fuel, nor beside a German
/// headquarters that is activated.
#[test]
fn armour_of_the_minor_allies_stays() {
    let game = placed(WHOLE, "RO07 1542, HU01 1036, GC15 1128, SL01 1813", AXIS, Phase::Exploitation);
    assert_eq!(goals(&game, "select"), BTreeSet::from(["GC15".to_owned()]));
    let mut game = scene("RO07 1542, GC15 1542, AH03 1542, SL01 1813").open(AXIS, Phase::Exploitation);
    play(&mut game, &["activate AH03"]);
    assert_eq!(goals(&game, "select"), BTreeSet::from(["GC15".to_owned()]));
}

/// [13.7][7.8.a] Guns and aircraft of a battle follow the Blitz of armour without more fuel.
#[test]
fn guns_and_aircraft_follow_a_blitz_without_fuel() {
    let ids = ["GC15", "GC18", "GC20"];
    let position = scene("GC15 1228, GC18 1228, GC20 1228, SW01 1328, SL01 1813");
    let position = ids.iter().fold(position, |position, id| position.fought(id).expect("on the map"));
    let mut game = in_air(position, &["GC20"]).open(AXIS, Phase::Blitz);
    play(&mut game, &["select GC15", "move 1328"]);
    assert_eq!(goals(&game, "join"), BTreeSet::from(["GC18".to_owned(), "GC20".to_owned()]));
    assert_eq!(game.ration(unit(game.data(), "GC20")), Ration::None);
}

/// [13.3.a] A headquarters moves nearer, and fuels who was too far away before.
#[test]
fn a_headquarters_moves_up_and_fuels() {
    let mut game = scene("AH03 0528, GC15 1128, SL01 1813").open(AXIS, IDLE);
    assert!(!offers(&game, "activate AH03"));
    play(&mut game, &["select AH03", "move 0628", "done", "activate AH03", "select GC15", "fuel AH03"]);
    assert_eq!(points(&game, "GC15"), 4);
    // In the reaction nobody moves a headquarters.
    let game = scene("GC20 1028, AH07 1028, SW01 1228, GC01 1228").open(SOVIET, Phase::Reaction);
    assert_eq!(lines(&game), BTreeSet::from(["done".to_owned(), "activate AH07".to_owned()]));
}

/// [13.3.c] In bad weather a headquarters of the air fuels aircraft as far as three hexes away.
#[test]
fn aircraft_are_fuelled_at_three_hexes_in_snow() {
    let fuels = |at: &str, weather: Weather| {
        let position = scene(&format!("GC20 1028, AH07 {at}, GC15 1228, SW01 1228, SL01 1813")).weather(weather);
        let mut game = position.active("AH07").expect("on the map").open(AXIS, Phase::AirMovement);
        play(&mut game, &["select GC20"]);
        offers(&game, "fuel AH07")
    };
    assert!(fuels("0628", Weather::Clear) && !fuels("0628", Weather::Snow));
    assert!(fuels("0728", Weather::Snow));
}

/// [3.16][3.18][13.5.a] A quarter of the movement points is rounded down, and never less than one.
#[test]
fn quarters_are_rounded_down() {
    let position = scene("GC15 1128, SW09 1527, SL05 1813").out_of_supply("GC15").expect("on the map");
    let position = position.out_of_supply("SW09").expect("on the map").out_of_supply("SL05").expect("on the map");
    let game = position.open(AXIS, IDLE);
    assert_eq!(["GC15", "SW09", "SL05"].map(|id| points(&game, id)), [1, 1, 1]);
}

// ---- the long scenarios ----------------------------------------------------------------------------------------------------------

/// [SBE5.b] Nobody gets points in June 1941.
#[test]
fn june_1941_brings_no_points() {
    for id in [ADVANCED, CAMPAIGN] {
        for side in Side::ALL {
            let game = PositionBuilder::start(scenario(id)).open(side, Phase::Production);
            let nations = [Nation::German, Nation::Romanian, Nation::Hungarian, Nation::Soviet];
            assert!(nations.into_iter().all(|nation| Colour::ALL.into_iter().all(|colour| game.saved_of(nation, colour) == 0)), "{id}");
        }
    }
}

/// [BPS.i] The Italians are not there in June 1941 in the long scenarios either; they come later.
#[test]
fn italians_come_later() {
    for id in [ADVANCED, CAMPAIGN] {
        let data = scenario(id);
        assert!(data.script.placed.iter().all(|placed| data.unit(placed.unit).nation != Nation::Italian), "{id}");
    }
    let data = scenario(CAMPAIGN);
    let italians = || data.units(AXIS).filter(|(_, known)| known.nation == Nation::Italian);
    assert!(italians().count() > 0 && italians().all(|(unit, known)| known.arrives > 1 && data.takes_part(unit)));
}

/// [SBE7.a] Aircraft on the western bank are no bridgehead.
#[test]
fn aircraft_are_no_bridgehead() {
    let data = scenario(CITADEL);
    let [kiev, far] = ["Kiev", "Konotop"].map(|name| data.map.name(hex(data, name)));
    let owners = data.map.owners_in(1943).expect("a year").by_side[SOVIET.index()];
    // All the ground between Kiev and the Soviets is theirs.
    let country: Vec<String> = data
        .map
        .hexes()
        .filter(|&at| !data.map.is_box(at) && data.ownable.contains(at) && !owners.contains(at))
        .filter(|&at| data.map.grid.distance(at, hex(data, "Kiev")) < 9)
        .map(|at| data.map.name(at))
        .collect();
    let position = country.iter().fold(builder(CITADEL, "GN01 0923"), |position, name| position.owner(name, SOVIET).expect("a hex"));
    let stands = |units: &[(&str, &str)]| {
        let place = |position: PositionBuilder, &(id, at): &(&str, &str)| position.place(id, at).expect("a place");
        let position = units.iter().fold(position.clone(), place);
        position.turn(30).expect("a turn").open(SOVIET, IDLE).has_bridgehead()
    };
    assert!(stands(&[("SR01", &kiev)]));
    assert!(!stands(&[("SA08", &kiev), ("SR01", &far)]));
}

// ---- the Basic game --------------------------------------------------------------------------------------------------------------

/// [7.3.1.c][7.3.1.f] Armour that comes as a reinforcement is placed in red factories too.
#[test]
fn armour_that_arrives_comes_to_red_factories() {
    let mut game = scene("GC02 0528, SL01 2013").open(AXIS, Phase::Production);
    play(&mut game, &["bring AP02"]);
    let data = game.data();
    let factories: BTreeSet<String> = ["Berlin", "Magdeburg"].map(|name| data.map.name(hex(data, name))).into();
    assert_eq!(goals(&game, "place"), factories);
}

/// [5.8][5.3] Slovaks are minor allies: three movement points, a face that hits, and no way into Hungary.
#[test]
fn slovaks_are_minor_allies() {
    let mut game = placed(WHOLE, "AK01 0734, SL01 1813", AXIS, IDLE);
    assert_eq!(points(&game, "AK01"), 3);
    play(&mut game, &["select AK01"]);
    // Hungary and Germany lie beside it.
    assert!(offers(&game, "move 0733") && !offers(&game, "move 0735") && !offers(&game, "move 0634"));
    assert_eq!(rule_against(&game, "move 0735"), "5.3.a");
    let game = placed(WHOLE, &format!("AK01 {PLAIN}, SW01 {PLAIN}, SL01 1813"), SOVIET, Phase::Combat);
    assert_eq!(game.throwers(AXIS, Firing::Ground)[0].faces, 1);
}

/// [7.6.1.a][7.7.13] The attacker's aircraft may leave right after air combat, nobody else then, and at the end of the round.
#[test]
fn aircraft_of_the_attacker_may_leave_twice_in_a_round() {
    let fight = |units: &str, flying: &[&str]| in_air(builder(WHOLE, units).turn(2).expect("a turn"), flying).open(AXIS, Phase::Combat);
    let mut game = fight("GC01 1624, GC20 1624, SW01 1624, SW14 1624", &["GC20"]);
    volleys(&mut game, &[]);
    assert_eq!((game.turn(), goals(&game, "withdraw")), (Turn::Player(SOVIET), BTreeSet::from(["SW14".to_owned()])));
    play(&mut game, &["done"]);
    assert_eq!((game.turn(), goals(&game, "withdraw")), (Turn::Player(AXIS), BTreeSet::from(["GC20".to_owned()])));
    let mut game = fight("GC01 1624, GC20 1624, SW01 1624", &["GC20"]);
    volleys(&mut game, &[]);
    play(&mut game, &["done"]);
    assert!(game.turn() == Turn::Player(AXIS) && goals(&game, "withdraw").contains("GC20"));
}

/// [7.7.1] Aircraft that are shot down fire before they fall, one die for each point.
#[test]
fn air_combat_is_simultaneous() {
    let position = in_air(builder(WHOLE, "GC20 1624, SW14 1624, SW01 1624, GC01 1028").turn(2).expect("a turn"), &["GC20"]);
    let mut game = position.steps("GC20", 2).expect("steps").steps("SW14", 1).expect("steps").open(AXIS, Phase::Combat);
    let seen = volleys(&mut game, &[1, 1]);
    assert_eq!(seen[..2], [(AXIS, Firing::AirCombat, vec![(2, 2)]), (SOVIET, Firing::AirCombat, vec![(1, 1)])]);
    assert!(is_eliminated(&game, "SW14"));
    assert_eq!(strength(&game, "GC20"), 1);
}
