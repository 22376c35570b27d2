//! Chapter 18 of Blocks in the East: naval movement.

use std::collections::BTreeSet;

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::terms::{Nation, Weather};
use stavka_engine::blocks_in_the_east::{Asked, BlocksInTheEast, Phase, Place, PositionBuilder, Prepared};
use stavka_engine::game::{Game as _, Scenario as _, Turn};

use crate::blocks_in_the_east_kit::{at, goals, hex, lines, offers, play, rule_against, strength, unit};
use crate::blocks_in_the_east_map::scenario;
use crate::blocks_in_the_east_opt_kit::{WAR, play_at_random, set_up, with_options};

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;

fn chapter() -> &'static Prepared {
    with_options(WAR, "naval-movement = true")
}

fn name(place: &str) -> String {
    chapter().map.name(hex(chapter(), place))
}

/// Places with names in place of hexes.
fn names(places: &[&str]) -> BTreeSet<String> {
    places.iter().map(|place| name(place)).collect()
}

/// The ground movement of the Soviets, with their naval headquarters at Sevastopol.
fn position(units: &str, weather: Weather) -> PositionBuilder {
    set_up(chapter(), &format!("SH10 Sevastopol, GN01 0927, SR01 4020, {units}"), 14).weather(weather)
}

/// The same with the naval headquarters activated.
fn fleet(units: &str, weather: Weather) -> BlocksInTheEast {
    let mut game = position(units, weather).open(SOVIET, Phase::GroundMovement);
    play(&mut game, &["activate SH10"]);
    game
}

/// Orders a naval movement of a unit.
fn embark(game: &mut BlocksInTheEast, headquarters: &str, id: &str) {
    play(game, &[&format!("ship {headquarters}"), &format!("select {id}")]);
}

/// Ports to which a unit sails from a place, on the order of the naval headquarters.
fn ports(units: &str, id: &str, weather: Weather) -> BTreeSet<String> {
    let mut game = fleet(units, weather);
    embark(&mut game, "SH10", id);
    goals(&game, "move")
}

/// Sails to a port, past mines if they are there.
fn sail(game: &mut BlocksInTheEast, to: &str) {
    play(game, &[&format!("move {to}")]);
    if matches!(game.asked(), Some(Asked::SeaMines(_))) {
        play(game, &["die 1"]);
    }
}

/// The chapter is a switch of its own, and a scenario with it another one.
#[test]
fn the_chapter_is_off_unless_players_agree_on_it() {
    let off = scenario(WAR);
    assert!(!off.script.options.naval_movement && chapter().script.options.naval_movement);
    assert_ne!(off.fingerprint(), chapter().fingerprint());
    let position = set_up(off, "SH10 Sevastopol, SL01 Sevastopol, GN01 0927, SR01 4020", 14);
    let game = position.open(SOVIET, Phase::GroundMovement);
    assert!(!offers(&game, "activate SH10"));
    let position = set_up(off, "SH10 Sevastopol, SL01 Sevastopol, GN01 0927, SR01 4020", 14);
    let game = position.active("SH10").expect("a headquarters").open(SOVIET, Phase::GroundMovement);
    assert!(goals(&game, "ship").is_empty());
    assert_eq!(rule_against(&game, "ship SH10"), "18.0.a");
}

/// [18.0][6.1.1.d] Units on the ground sail between ports of their side on the same sea; so do static ones, which do not march. Ports of
/// the enemy, other seas, and ports without room are none.
#[test]
fn units_sail_from_port_to_port_of_a_sea() {
    let data = chapter();
    let black_sea = ["Odessa", "Nikolaev", "Kherson", "Feodosia", "Novorossiysk", "Tuapse", "Sukhumi", "Poti", "Batumi", "Izmail"];
    assert_eq!(ports("SL01 Sevastopol", "SL01", Weather::Clear), names(&black_sea));
    // A port of the enemy, and one in whose hex an enemy stands.
    let mut game = fleet("SL01 Sevastopol, GN02 Odessa", Weather::Clear);
    embark(&mut game, "SH10", "SL01");
    assert_eq!(goals(&game, "move"), names(&black_sea[1..]));
    assert_eq!(rule_against(&game, &format!("move {}", name("Odessa"))), "18.0");
    assert_eq!(rule_against(&game, &format!("move {}", name("Kerch"))), "18.0", "another sea");
    assert_eq!(rule_against(&game, &format!("move {}", name("Baku"))), "18.0");
    // Room: a full stack.
    let full = "SL01 Sevastopol, SL02 Poti, SL03 Poti, SU01 Poti, SU02 Poti";
    let full: Vec<&str> = full.split(", ").filter(|line| data.find_unit(&line[..4]).is_some()).collect();
    let mut crowd = position(&full.join(", "), Weather::Clear).active("SH10").expect("it is").open(SOVIET, Phase::GroundMovement);
    for id in ["SL02", "SL03"] {
        assert!(offers(&crowd, &format!("select {id}")));
        play(&mut crowd, &[&format!("select {id}"), "done"]);
    }
    embark(&mut crowd, "SH10", "SL01");
    // A static unit.
    let id = data.units(SOVIET).find(|(_, known)| known.kind.name() == "static").map(|(_, known)| known.id.clone()).expect("a static unit");
    let game = fleet(&format!("{id} Sevastopol"), Weather::Clear);
    assert!(!offers(&game, &format!("select {id}")), "it does not march");
    assert_eq!(ports(&format!("{id} Sevastopol"), &id, Weather::Clear), names(&black_sea));
}

/// [18.0] The unit is there, and its movement is over; it does not sail twice, and who has marched does not sail.
#[test]
fn a_voyage_ends_the_movement_of_a_unit() {
    let mut game = fleet("SL01 Sevastopol, SL02 Sevastopol", Weather::Clear);
    embark(&mut game, "SH10", "SL01");
    assert_eq!(game.asked(), Some(Asked::Voyage(unit(chapter(), "SL01"))));
    sail(&mut game, &name("Batumi"));
    assert_eq!(at(&game, "SL01"), Some(name("Batumi")));
    assert!(!offers(&game, "select SL01"));
    play(&mut game, &["ship SH10"]);
    assert!(!offers(&game, "select SL01") && offers(&game, "select SL02"));
    assert_eq!(rule_against(&game, "select SL01"), "18.0");
    play(&mut game, &["done", "select SL02", "done"]);
    assert!(!offers(&game, "ship SH10"), "it has moved on the ground");
}

/// [18.0] No strait is passed: the Sea of Azov and the Black Sea are two seas, whoever holds Kerch and Taman.
#[test]
fn no_voyage_passes_the_strait_of_kerch() {
    let azov = ["Mariupol", "Taganrog", "Rostov", "Taman"];
    let game = {
        let mut game = fleet("SL01 Kerch", Weather::Clear);
        embark(&mut game, "SH10", "SL01");
        game
    };
    assert_eq!(goals(&game, "move"), names(&azov));
    assert_eq!(rule_against(&game, &format!("move {}", name("Feodosia"))), "18.0");
}

/// [9.2.c] In snow the White Sea, the Gulfs of Bothnia and Finland and the Sea of Azov are frozen, and nobody sails there.
#[test]
fn frozen_seas_carry_nobody() {
    for (place, sails) in [("Kerch", false), ("Arkhangelsk", false), ("Leningrad", false), ("Sevastopol", true), ("Baku", true)] {
        let units = format!("SL01 {place}");
        let may = |weather: Weather| {
            let mut game = position(&units, weather).active("SH10").expect("a headquarters").open(SOVIET, Phase::GroundMovement);
            if !offers(&game, "ship SH10") {
                return false;
            }
            play(&mut game, &["ship SH10"]);
            offers(&game, "select SL01")
        };
        assert!(may(Weather::Clear), "{place}");
        assert!(may(Weather::Rain), "{place}");
        assert_eq!(may(Weather::Snow), sails, "{place}");
    }
}

/// [18.0.a][13.8.1.e][6.4.a] Supreme Headquarters order one naval movement a turn, but for the Finnish and the Hungarian one, which order
/// none; a naval one as many as it has points; nobody else does.
#[test]
fn headquarters_order_ships() {
    let data = chapter();
    // The naval headquarters: four points, four voyages.
    let corps = ["SL01", "SL02", "SL03", "SL04", "SL05", "SL06"].map(|id| format!("{id} Sevastopol")).join(", ");
    let mut game = fleet(&corps, Weather::Clear);
    assert_eq!(game.barrels_left(unit(data, "SH10")), 4);
    let mut voyages = 0;
    while offers(&game, "ship SH10") {
        play(&mut game, &["ship SH10"]);
        let id = goals(&game, "select").into_iter().next().expect("a corps");
        play(&mut game, &[&format!("select {id}")]);
        let to = goals(&game, "move").into_iter().next().expect("a port");
        sail(&mut game, &to);
        voyages += 1;
    }
    assert_eq!((voyages, game.barrels_left(unit(data, "SH10"))), (4, 0));
    // Stavka: one, of four actions.
    let position = set_up(data, "SH01 Moscow, SL01 Sevastopol, SL02 Sevastopol, GN01 0927", 14);
    let mut game = position.active("SH01").expect("a headquarters").open(SOVIET, Phase::GroundMovement);
    embark(&mut game, "SH01", "SL01");
    sail(&mut game, &name("Batumi"));
    assert!(game.has_sailed(unit(data, "SH01")) && game.barrels_left(unit(data, "SH01")) == 3);
    assert!(!offers(&game, "ship SH01"));
    assert_eq!(rule_against(&game, "ship SH01"), "18.0.a");
    // Of the Axis: Germans by the German one, Romanians by their own; Finns and Hungarians have no ships.
    let axis = |units: &str, headquarters: &str| {
        let position = set_up(data, &format!("{units}, SL01 4020"), 14).owner(&name("Riga"), AXIS).expect("a hex");
        let position = position.owner(&name("Tallinn"), AXIS).expect("a hex");
        let position = if headquarters == "AH01" { position } else { position.active(headquarters).expect("a headquarters") };
        let mut game = position.open(AXIS, Phase::GroundMovement);
        while !lines(&game).iter().any(|line| line.starts_with("ship") || line.starts_with("select")) {
            play(&mut game, &["done"]);
        }
        goals(&game, "ship")
    };
    assert!(axis("AH01 0924, GN01 Danzig", "AH01").contains("AH01") || axis("AH01 Rastenburg, GN01 Danzig", "AH01").contains("AH01"));
    assert!(axis("AH10 Bucharest, RO03 Constanta", "AH10").contains("AH10"), "Constanta and Galati");
    assert!(axis("AH10 Bucharest, GN01 Constanta", "AH10").is_empty(), "Germans are not of its command");
    assert!(axis("AH11 Helsinki, FI01 Turku", "AH11").is_empty(), "Finns");
    assert!(axis("AH12 Budapest, HU01 Constanta", "AH12").is_empty(), "Hungarians");
}

/// [18.1] On a mined sea that the enemy controls a die decides: 1 to 3 it arrives, 4 and 5 it arrives and loses a step, 6 it is lost.
#[test]
fn mines_damage_and_sink() {
    let data = chapter();
    let constanta = |units: &str| {
        let mut game = fleet(units, Weather::Clear);
        embark(&mut game, "SH10", "SL01");
        play(&mut game, &[&format!("move {}", name("Batumi"))]);
        game
    };
    let game = constanta("SL01 Sevastopol");
    assert_eq!((game.asked(), game.turn(), lines(&game).len()), (Some(Asked::SeaMines(unit(data, "SL01"))), Turn::Chance, 6));
    let full = data.unit(unit(data, "SL01")).steps[0].strength;
    for face in 1..=6 {
        let mut then = game.clone();
        play(&mut then, &[&format!("die {face}")]);
        match face {
            1..=3 => assert_eq!((at(&then, "SL01"), strength(&then, "SL01")), (Some(name("Batumi")), full)),
            4 | 5 => assert_eq!((at(&then, "SL01"), then.step(unit(data, "SL01"))), (Some(name("Batumi")), 1)),
            _ => assert_eq!(then.place(unit(data, "SL01")), Place::ELIMINATED),
        }
    }
    // A unit with its last step is lost with 4 as well.
    let mut weak = position("SL01 Sevastopol", Weather::Clear).steps("SL01", 1).expect("a step").open(SOVIET, Phase::GroundMovement);
    play(&mut weak, &["activate SH10"]);
    embark(&mut weak, "SH10", "SL01");
    play(&mut weak, &[&format!("move {}", name("Batumi")), "die 4"]);
    assert_eq!(weak.place(unit(data, "SL01")), Place::ELIMINATED);
}

/// [18.1][18.1.a][3.1.b] Mines lie on the Black Sea, the Sea of Azov and the Gulf of Finland, for the side whose enemy controls the sea by
/// a Major Port or two Minor ones; also where both control it. Elsewhere, and where the enemy has no ports, nobody throws a die.
#[test]
fn mines_lie_where_the_enemy_controls_the_sea() {
    let dies = |from: &str, to: &str, lost: &[&str], given: &[&str]| {
        let all = position(&format!("SL01 {from}"), Weather::Clear);
        let all = lost.iter().fold(all, |all, place| all.owner(&name(place), AXIS).expect("a hex"));
        let all = given.iter().fold(all, |all, place| all.owner(&name(place), SOVIET).expect("a hex"));
        let mut game = all.active("SH10").expect("it is").open(SOVIET, Phase::GroundMovement);
        embark(&mut game, "SH10", "SL01");
        play(&mut game, &[&format!("move {}", name(to))]);
        matches!(game.asked(), Some(Asked::SeaMines(_)))
    };
    assert!(dies("Sevastopol", "Batumi", &[], &[]), "Constanta is a Major Port of the Axis; the Soviets control the sea too");
    assert!(!dies("Sevastopol", "Batumi", &[], &["Constanta", "Galati"]), "the Axis has no port");
    assert!(!dies("Sevastopol", "Batumi", &[], &["Constanta"]), "one Minor Port is not enough");
    assert!(dies("Sevastopol", "Batumi", &["Izmail"], &["Constanta"]), "two are");
    assert!(!dies("Kerch", "Taman", &[], &[]), "the Sea of Azov is Soviet");
    assert!(dies("Kerch", "Taman", &["Rostov", "Mariupol"], &[]));
    assert!(dies("Leningrad", "Tallinn", &[], &[]), "Helsinki");
    assert!(!dies("Baku", "Krasnovodsk", &["Makhachkala", "Astrakhan"], &[]), "no mines in the Caspian Sea");
    assert!(!dies("Arkhangelsk", "Onega", &["Belomorsk"], &[]), "nor in the White Sea");
}

/// Random play under the chapter, with fleets on both sides: whoever sails comes to a port of its sea or is lost.
#[test]
fn random_play_keeps_to_the_chapter() {
    let data = chapter();
    let (mut voyages, mut dies) = (0, 0);
    for seed in [18, 19, 20] {
        let units = "SH10 Sevastopol, SL01 Sevastopol, SL02 Odessa, SL03 Batumi, SL04 Leningrad, GN01 Danzig, \
                     GN02 Stettin, AH10 Bucharest, RO03 Constanta, GN03 1327";
        let game = set_up(data, units, 14).points(Nation::Soviet, 9).open(SOVIET, Phase::GroundMovement);
        play_at_random(game, 18, seed, |game| match game.asked() {
            Some(Asked::Voyage(unit)) => {
                voyages += 1;
                let from = game.place(unit).hex().expect("on the map");
                let sea = |at| data.map.place_at(at).and_then(|place| place.port).map(|(_, sea)| sea);
                for to in goals(game, "move") {
                    let to = hex(data, &to);
                    assert!(sea(to).is_some() && sea(to) == sea(from) && game.controls(unit.side(), to));
                }
            }
            Some(Asked::SeaMines(_)) => dies += 1,
            _ => {}
        });
    }
    assert!(voyages > 0, "{voyages} {dies}");
}
