//! Sieges of Blocks in the East, and what units out of supply do in the Advanced game: chapter 12.

use stavka_engine::blocks_in_the_east::combat::Firing;
use stavka_engine::blocks_in_the_east::terms::{Colour, Nation, Weather};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Phase, Place, PositionBuilder};
use stavka_engine::hex::Hex;
use stavka_engine::{Game as _, Side};

use crate::blocks_in_the_east_kit::{
    ADVANCED, WHOLE, at, builder, goals, hex, offers, pass_to, placed, play, rule_against, saved, strength, unit, volleys,
};
use crate::blocks_in_the_east_map::scenario;

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;

/// The hexes around some places from which units enter them, with a German corps in each.
fn ring(places: &[&str]) -> Vec<(String, String)> {
    let data = scenario(ADVANCED);
    let inside: Vec<Hex> = places.iter().map(|name| hex(data, name)).collect();
    let mut near: Vec<Hex> = Vec::new();
    for &center in &inside {
        for (direction, beside) in data.map.grid.neighbours(center) {
            let side = data.map.sides[center.index()][direction.index()];
            let dry = !side.water && !side.strait && data.ground.open.contains(beside);
            if dry && !inside.contains(&beside) && !near.contains(&beside) {
                near.push(beside);
            }
        }
    }
    near.iter().zip(1..).map(|(&beside, number)| (format!("GC{number:02}"), data.map.name(beside))).collect()
}

/// Units, with a ring of Germans around some places, in July 1941.
fn besieged(units: &str, places: &[&str], weather: Weather) -> PositionBuilder {
    let ring = ring(places).into_iter().map(|(id, at)| format!("{id} {at}")).collect::<Vec<_>>().join(", ");
    builder(ADVANCED, &format!("{units}, {ring}")).turn(2).expect("a second turn").weather(weather)
}

/// Gives places to the Axis.
fn lost(position: PositionBuilder, places: &[&str]) -> PositionBuilder {
    let data = scenario(ADVANCED);
    places.iter().fold(position, |position, name| position.owner(&data.map.name(hex(data, name)), AXIS).expect("a hex"))
}

/// The end of a turn of the Soviets whose supply was reckoned at its start.
fn after_turn(position: PositionBuilder) -> BlocksInTheEast {
    let mut game = position.open(SOVIET, Phase::Supply);
    pass_to(&mut game, AXIS, Phase::Production);
    game
}

fn is_out(game: &BlocksInTheEast, id: &str) -> bool {
    game.is_out_of_supply(unit(game.data(), id))
}

fn is_eliminated(game: &BlocksInTheEast, id: &str) -> bool {
    game.place(unit(game.data(), id)) == Place::ELIMINATED
}

// ---- 12.1 ------------------------------------------------------------------------------------------------------------------------

/// [12.1][AMB-54] A besieged unit in a port is out of supply, not repaired, and loses a step each turn; with one point left it surrenders.
#[test]
fn a_besieged_port_starves() {
    // The Gulf of Finland is frozen.
    let siege =
        |steps: u8| besieged("SL01 Tallinn", &["Tallinn"], Weather::Snow).steps("SL01", steps).expect("steps").points(Nation::Soviet, 9);
    let mut game = siege(3).open(SOVIET, Phase::Supply);
    assert!(is_out(&game, "SL01") && !offers(&game, "repair SL01"));
    assert_eq!((rule_against(&game, "repair SL01"), game.points(unit(game.data(), "SL01"))), ("4.4", 1));
    pass_to(&mut game, AXIS, Phase::Production);
    assert_eq!((strength(&game, "SL01"), at(&game, "SL01")), (2, at(&siege(3).open(SOVIET, Phase::Supply), "SL01")));
    assert!(is_eliminated(&after_turn(siege(1)), "SL01"), "one point left");
    // A block whose lowest step has more than a point is gone as well.
    assert_eq!(strength(&after_turn(siege(2)), "SL01"), 1);
}

/// [12.1] A port is besieged when all hexes around it are held, not before; other places are not besieged at all, capitals apart.
#[test]
fn sieges_are_those_of_ports_and_capitals() {
    let (_, gap) = ring(&["Tallinn"]).pop().expect("a hex");
    let units: Vec<String> = ring(&["Tallinn"]).into_iter().filter(|(_, at)| *at != gap).map(|(id, at)| format!("{id} {at}")).collect();
    let friend =
        builder(ADVANCED, &format!("SL01 Tallinn, SL02 {gap}, {}", units.join(", "))).turn(2).expect("a turn").weather(Weather::Snow);
    let game = after_turn(friend);
    assert!(is_eliminated(&game, "SL01") && is_eliminated(&game, "SL02"), "a friend stands in the ring, who is cut off as well");
    // A Major City without a port.
    assert!(is_eliminated(&after_turn(besieged("SL01 Minsk", &["Minsk"], Weather::Clear)), "SL01"));
    // Moscow is the capital of the Soviets.
    assert_eq!(strength(&after_turn(besieged("SL01 Moscow", &["Moscow"], Weather::Clear)), "SL01"), 3);
    // In the Basic game nobody is besieged.
    let ring = ring(&["Moscow"]).into_iter().map(|(id, at)| format!("{id} {at}")).collect::<Vec<_>>().join(", ");
    assert!(is_eliminated(&after_turn(builder(WHOLE, &format!("SL01 Moscow, {ring}")).turn(2).expect("a turn")), "SL01"));
}

/// [12.1] Who was besieged when its turn began starves at its end, also if somebody has gone out meanwhile; who went out surrenders.
#[test]
fn a_sortie_makes_nobody_worse_off() {
    let mut sorties = 0;
    for (enemy, free) in ring(&["Moscow"]) {
        // The hex lies in a zone of control, without an enemy in it.
        let position = besieged("SL01 Moscow, SL02 Moscow", &["Moscow"], Weather::Clear);
        let position = position.put_in_box(&enemy, Place::RESERVE).expect("a place").owner(&free, SOVIET).expect("a hex");
        // The railways around are lost, so that a way into the country is not enough.
        let data = scenario(ADVANCED);
        let moscow = hex(data, "Moscow");
        let country = data.map.hexes().filter(|&at| !data.map.is_box(at) && (1..=5).contains(&data.map.grid.distance(moscow, at)));
        let names = country.filter(|&at| data.ownable.contains(at)).map(|at| data.map.name(at)).collect::<Vec<_>>();
        let names = names.iter().map(String::as_str).filter(|name| *name != free).collect::<Vec<_>>();
        let mut game = lost(position, &names).open(SOVIET, Phase::Supply);
        assert!(is_out(&game, "SL01") && is_out(&game, "SL02"), "{free}");
        pass_to(&mut game, SOVIET, Phase::GroundMovement);
        play(&mut game, &["select SL02"]);
        if goals(&game, "move").contains(&free) {
            play(&mut game, &[&format!("move {free}")]);
            pass_to(&mut game, AXIS, Phase::Production);
            assert_eq!((game.step(unit(game.data(), "SL01")), is_eliminated(&game, "SL02")), (1, true), "{free}");
            sorties += 1;
        }
    }
    assert!(sorties > 0, "one point pays for a step into the plain");
}

/// [12.1] It is the own capital that is held, not one of the enemy.
#[test]
fn a_foreign_capital_is_no_refuge() {
    let ring: Vec<String> = {
        let data = scenario(ADVANCED);
        let center = hex(data, "Bucharest");
        let near = data.map.grid.neighbours(center).filter(|&(_, near)| data.ground.open.contains(near));
        near.zip(1..).map(|((_, near), number)| format!("SK{number:02} {}", data.map.name(near))).collect()
    };
    let turn = |id: &str| {
        let position = builder(ADVANCED, &format!("{id} Bucharest, {}", ring.join(", "))).turn(2).expect("a turn");
        let mut game = position.open(AXIS, Phase::Supply);
        pass_to(&mut game, SOVIET, Phase::Production);
        (is_eliminated(&game, id), game.step(unit(game.data(), id)))
    };
    assert_eq!(turn("RO01"), (false, 0), "the capital of the Romanians is the source of their supply");
    assert!(turn("GC01").0, "no capital of the Germans");
}

/// [12.1.a][4.5.a] Static units and those without strength neither starve nor surrender.
#[test]
fn statics_and_units_without_strength_stay() {
    let position = besieged("SG01 Tallinn, SQ01 Tallinn", &["Tallinn"], Weather::Snow).steps("SQ01", 1).expect("steps");
    let game = after_turn(position);
    assert_eq!((game.step(unit(game.data(), "SG01")), strength(&game, "SQ01")), (0, 0));
    assert!(!is_eliminated(&game, "SG01") && !is_eliminated(&game, "SQ01"));
}

/// [12.1][4.2] A port that is supplied by sea is not besieged.
#[test]
fn a_port_with_ships_is_supplied() {
    let game = after_turn(besieged("SO01 Odessa", &["Odessa"], Weather::Clear));
    assert!(!is_out(&game, "SO01") && game.step(unit(game.data(), "SO01")) == 0);
}

/// [1.3] A step lost in a siege is lost in the open: the other side knows the unit from then on.
#[test]
fn a_besieged_unit_that_loses_a_step_is_known() {
    let position = besieged("SL01 Tallinn", &["Tallinn"], Weather::Snow).hidden("SL01").expect("on the map");
    let game = after_turn(position);
    assert!(!game.is_hidden(unit(game.data(), "SL01")) && game.step(unit(game.data(), "SL01")) == 1);
    game.verify().unwrap_or_else(|problem| panic!("{problem}"));
}

// ---- 12.2 ------------------------------------------------------------------------------------------------------------------------

/// [12.2] Units besieged in Sevastopol are out of supply, and neither starve nor surrender while it is a fortress.
#[test]
fn sevastopol_holds_out() {
    let ports: Vec<&str> = {
        let data = scenario(ADVANCED);
        let sea = data.map.seas.iter().position(|sea| sea.name == "Black Sea").expect("the Black Sea");
        let ports = data.map.places.iter().filter(|place| place.port.is_some_and(|port| port.1 == sea));
        ports.map(|place| place.name.as_str()).filter(|name| *name != "Sevastopol").collect()
    };
    let siege = || lost(besieged("SO01 Sevastopol", &["Sevastopol"], Weather::Clear), &ports);
    let mut game = siege().open(SOVIET, Phase::Supply);
    assert!(is_out(&game, "SO01"));
    pass_to(&mut game, AXIS, Phase::Production);
    assert_eq!((game.step(unit(game.data(), "SO01")), is_eliminated(&game, "SO01")), (0, false));
    // Germans in the fortress that fell hold a bunker with a port.
    let fallen = |data: &stavka_engine::blocks_in_the_east::Prepared| data.map.name(hex(data, "Sevastopol"));
    let name = fallen(scenario(ADVANCED));
    let retaken = siege().put_in_box("SO01", Place::RESERVE).expect("a place").owner(&name, AXIS).expect("a hex").owner(&name, SOVIET);
    let game = after_turn(retaken.expect("a hex").place("SO01", &name).expect("it fits"));
    assert_eq!(game.step(unit(game.data(), "SO01")), 1, "a port like others");
}

// ---- 12.3 ------------------------------------------------------------------------------------------------------------------------

/// From where ships reach the pocket in June 1941.
const PORTS: [&str; 2] = ["Tallinn", "Vyborg"];
const POCKET: [&str; 2] = ["Leningrad", "Oranienbaum"];

/// [12.3][12.3.a][12.3.b] The pocket of Leningrad and Oranienbaum counts as one hex. While the road across the lake works its units are out
/// of supply, and neither starve nor surrender, in snow as well.
#[test]
fn the_road_across_the_lake_feeds_the_pocket() {
    assert_eq!(
        ring(&POCKET).iter().map(|(_, at)| at.as_str()).collect::<std::collections::BTreeSet<_>>(),
        ["1714", "1715", "1812", "1815", "1914"].into()
    );
    for weather in [Weather::Clear, Weather::Rain, Weather::Snow] {
        let mut game = lost(besieged("SL01 Leningrad, SL02 Oranienbaum", &POCKET, weather), &PORTS).open(SOVIET, Phase::Supply);
        assert!(is_out(&game, "SL01") && is_out(&game, "SL02"), "{weather:?}");
        pass_to(&mut game, AXIS, Phase::Production);
        assert_eq!(["SL01", "SL02"].map(|id| (game.step(unit(game.data(), id)), is_eliminated(&game, id))), [(0, false); 2], "{weather:?}");
    }
}

/// [12.3.c] If the road is cut the pocket starves: Volkhov is taken, watched, or out of supply itself.
#[test]
fn the_pocket_starves_when_the_road_is_cut() {
    let siege = |more: &str| besieged(&format!("SL01 Leningrad, SL02 Oranienbaum{more}"), &POCKET, Weather::Snow);
    let steps = |position: PositionBuilder| {
        let game = after_turn(position);
        ["SL01", "SL02"].map(|id| game.step(unit(game.data(), id)))
    };
    assert_eq!(steps(siege("")), [0, 0]);
    assert_eq!(steps(lost(siege(""), &["Volkhov"])), [1, 1], "taken");
    assert_eq!(steps(siege(", GC11 2014")), [1, 1], "in a zone of control");
    assert_eq!(steps(siege(", GC11 2014, SL03 2013")), [0, 0], "a unit of their own keeps the zone out");
}

/// [12.3] With a hex of the ring free the pocket is not besieged: who has no supply then surrenders.
#[test]
fn a_pocket_with_a_way_out_is_not_besieged() {
    let mut units: Vec<(String, String)> = ring(&POCKET);
    let (_, free) = units.iter().find(|(_, at)| at == "1914").cloned().expect("the ring");
    units.retain(|(_, at)| *at != free);
    let line = units.into_iter().map(|(id, at)| format!("{id} {at}")).collect::<Vec<_>>().join(", ");
    let game = builder(ADVANCED, &format!("SL01 Leningrad, {line}, SL03 {free}")).turn(2).expect("a turn").weather(Weather::Clear);
    let game = game.open(SOVIET, Phase::Supply);
    assert!(!is_out(&game, "SL01"), "the railway to Volkhov is open");
}

// ---- 12.4 ------------------------------------------------------------------------------------------------------------------------

/// Germans far behind the front, where nothing supplies them, beside a Soviet corps.
fn pocketed(units: &str) -> PositionBuilder {
    builder(ADVANCED, &format!("SW01 2624, {units}")).turn(2).expect("a second turn")
}

fn into_battle(game: &mut BlocksInTheEast) {
    for _ in 0..20 {
        if game.volley().is_some() {
            return;
        }
        play(game, &["done"]);
    }
    panic!("no battle");
}

/// [12.4][4.4] Ground units of TECH 2 attack out of supply, with half of their points; those of TECH 1 do not, nor does anybody in the
/// Basic game.
#[test]
fn units_of_tech_2_attack_out_of_supply() {
    let mut game = pocketed("GC01 2625").open(AXIS, Phase::Supply);
    pass_to(&mut game, AXIS, Phase::GroundMovement);
    assert!(is_out(&game, "GC01"));
    assert_eq!(game.points(unit(game.data(), "GC01")), 2);
    play(&mut game, &["select GC01"]);
    assert!(offers(&game, "move 2624"));
    let mut basic = builder(WHOLE, "SW01 2624, GC01 2625")
        .turn(2)
        .expect("a turn")
        .out_of_supply("GC01")
        .expect("on the map")
        .open(AXIS, Phase::GroundMovement);
    play(&mut basic, &["select GC01"]);
    assert_eq!(rule_against(&basic, "move 2624"), "4.4");
    let soviet = builder(ADVANCED, "SW01 0929, GC01 1029, SL01 1813").turn(2).expect("a turn").out_of_supply("SW01").expect("on the map");
    let mut soviet = soviet.open(SOVIET, Phase::GroundMovement);
    play(&mut soviet, &["select SW01"]);
    assert!(!goals(&soviet, "move").contains("1029"));
    assert_eq!(rule_against(&soviet, "move 1029"), "4.4");
}

/// [12.4.1][12.5] Who attacks out of supply and has not won after the first round surrenders at once: infantry gives a yellow point, armour
/// a red one beside it; [12.4.1.b] guns without strength surrender as well.
#[test]
fn a_desperate_attack_that_fails_ends_in_surrender() {
    let position = pocketed("GC01 2625, GC15 2625, GC18 2625").steps("GC18", 1).expect("steps");
    let mut game = position.open(AXIS, Phase::Supply);
    pass_to(&mut game, AXIS, Phase::GroundMovement);
    for id in ["GC01", "GC15", "GC18"] {
        play(&mut game, &[&format!("select {id}"), "move 2624"]);
    }
    let before = saved(&game, Nation::Soviet);
    into_battle(&mut game);
    volleys(&mut game, &[]);
    // The defender stays; nobody asks the attacker whether it leaves.
    while game.phase() == Some((AXIS, Phase::Combat)) && game.turn() == stavka_engine::Turn::Player(SOVIET) {
        play(&mut game, &["done"]);
    }
    assert!(["GC01", "GC15", "GC18"].iter().all(|id| is_eliminated(&game, id)));
    let [income, ..] = scenario(ADVANCED).script.income.points[Nation::Soviet.index()];
    assert_eq!(saved(&game, Nation::Soviet) - before, 3 + u16::from(income), "and the points of the next turn");
    assert!(game.saved_of(Nation::Soviet, Colour::Red) >= 1);
    assert_eq!(at(&game, "SW01").as_deref(), Some("2624"));
}

/// [12.4.1][AMB-53] It succeeds if no enemy is left on the ground after the first round: eliminated, or driven out.
#[test]
fn a_desperate_attack_that_wins_in_the_first_round_goes_on() {
    let attack = |steps: u8| {
        let position = builder(ADVANCED, "SW01 1228, GC01 1228, GC02 1228").turn(2).expect("a turn").steps("SW01", steps).expect("steps");
        position.out_of_supply("GC01").expect("on the map").out_of_supply("GC02").expect("on the map").open(AXIS, Phase::Combat)
    };
    let mut game = attack(1);
    let seen = volleys(&mut game, &[0, 1]);
    assert_eq!(seen.iter().map(|row| row.1).collect::<Vec<_>>(), [Firing::Ground; 2]);
    assert!(is_eliminated(&game, "SW01") && at(&game, "GC01").as_deref() == Some("1228"));
    let mut game = attack(4);
    volleys(&mut game, &[]);
    play(&mut game, &["withdraw SW01"]);
    if let Some(way) = goals(&game, "move").first().cloned() {
        play(&mut game, &[&format!("move {way}")]);
    }
    assert!(!is_eliminated(&game, "GC01") && at(&game, "GC01").as_deref() == Some("1228"), "the enemy is gone");
}

/// [12.4.1] Those who are in supply beside them fight on.
#[test]
fn supplied_units_fight_on_beside_a_desperate_attack() {
    let position = builder(ADVANCED, "SW01 1228, GC01 1228, GC02 1228").turn(2).expect("a turn").out_of_supply("GC01").expect("on the map");
    let mut game = position.open(AXIS, Phase::Combat);
    volleys(&mut game, &[]);
    play(&mut game, &["done"]);
    assert!(is_eliminated(&game, "GC01") && at(&game, "GC02").as_deref() == Some("1228"));
}

// ---- 12.5 ------------------------------------------------------------------------------------------------------------------------

/// [12.5][7.9.a] Surrenders give points by the type of the unit; the Soviets count no fuel; in the Basic game all are yellow.
#[test]
fn surrenders_give_points_of_the_type() {
    let after = |id: &str, unit: &str| {
        let mut game = builder(id, &format!("{unit} 0826, GC01 1028")).turn(2).expect("a turn").open(SOVIET, Phase::Supply);
        pass_to(&mut game, AXIS, Phase::Production);
        Colour::ALL.map(|colour| game.saved_of(Nation::German, colour))
    };
    // A static unit does not surrender: what comes with it is the production of the next turn.
    let gain = |id: &str, unit: &str| {
        let (more, less) = (after(id, unit), after(id, "SG01"));
        [0, 1, 2, 3].map(|index| more[index] - less[index])
    };
    assert_eq!(gain(ADVANCED, "SB01"), [1, 0, 0, 0], "infantry");
    assert_eq!(gain(ADVANCED, "SB04"), [1, 1, 0, 0], "armour");
    assert_eq!(gain(ADVANCED, "SP01"), [1, 0, 0, 0], "paratroops are infantry [6.1]");
    assert_eq!(gain(ADVANCED, "SH02"), [1, 0, 0, 1], "headquarters");
    assert_eq!(gain(WHOLE, "SB04"), [1, 0, 0, 0], "the Basic game");
    assert!(!scenario(ADVANCED).counts(Nation::Soviet, Colour::Black) && scenario(ADVANCED).counts(Nation::German, Colour::Black));
    let game = placed(ADVANCED, "SL01 1813, GC01 1028", AXIS, Phase::Production);
    assert_eq!(game.saved_of(Nation::Soviet, Colour::Black), 0);
}
