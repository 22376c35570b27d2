//! Positions in which a fifth reader who has written none of the rules of Blocks in the East tried to break them.

use std::collections::BTreeSet;

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::combat::Firing;
use stavka_engine::blocks_in_the_east::terms::{Colour, Nation, Special, TownClass, Weather};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Phase, PositionBuilder};
use stavka_engine::game::Game as _;

use crate::blocks_in_the_east_kit::{
    ADVANCED, Volley, WHOLE, at, builder, goals, hex, lines, offers, pass_to, placed, play, rule_against, unit, volleys,
};
use crate::blocks_in_the_east_map::scenario;

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;

/// The volleys of the battle that a march opens.
fn attack(position: PositionBuilder, march: [&str; 2]) -> Vec<Volley> {
    let mut game = position.open(AXIS, Phase::GroundMovement);
    play(&mut game, &march);
    while game.volley().is_none() {
        play(&mut game, &["done"]);
    }
    volleys(&mut game, &[0, 0])
}

/// [BOX1.d][9.3.b] (AMB-74) Rivers freeze and straits do not: in snow the defender of a strait, and of a red arrow, keeps its Bonus, that of a
/// river loses it.
#[test]
fn straits_do_not_freeze() {
    let sevastopol = scenario(ADVANCED).map.name(hex(scenario(ADVANCED), "Sevastopol"));
    let defence = |units: &str, march: [&str; 2], weather: Weather| {
        let position = builder(ADVANCED, units).turn(2).expect("a turn").owner(&sevastopol, AXIS).expect("it falls");
        attack(position.weather(weather), march)
    };
    let strait = |weather| defence("SW01 2540, GC01 2440", ["select GC01", "move 2540"], weather);
    let expected = |defender: (u8, u8)| [(SOVIET, Firing::Ground, vec![defender]), (AXIS, Firing::Ground, vec![(1, 1)])];
    assert_eq!([Weather::Clear, Weather::Snow].map(strait), [expected((4, 2)), expected((4, 2))]);
    let arrow = |weather| defence("SW01 murmansk, GC01 2001", ["select GC01", "move murmansk"], weather);
    assert_eq!([Weather::Clear, Weather::Snow].map(arrow), [expected((4, 2)), expected((4, 2))]);
    let river = |weather| defence("SW01 1228, GC06 1128", ["select GC06", "move 1228"], weather);
    let [clear, snow] = [Weather::Clear, Weather::Snow].map(river);
    assert_eq!((&clear[0].2[..], &snow[0].2[..]), (&[(4, 2)][..], &[(4, 1)][..]));
}

/// [BOX1.g][BOX1.i] What fell before a scenario begins has fallen in it: Sevastopol is a bunker of the Axis in 1943, and nothing when it is
/// Soviet again; the bunkers of the Tatar wall and of Hanko are gone.
#[test]
fn fortifications_that_fell_before_are_fallen() {
    let names = ["Leningrad", "Oranienbaum", "Sevastopol", "Armyansk", "Solone Ozero", "Hanko"];
    let in_scenario = |id: &str| {
        let game = BlocksInTheEast::new(scenario(id));
        names.map(|name| game.fortification(hex(game.data(), name)))
    };
    let (fortress, bunker) = (Some(TownClass::Fortress), Some(TownClass::Bunker));
    for id in [WHOLE, ADVANCED, "codeword-dortmund"] {
        assert_eq!(in_scenario(id), [fortress, fortress, fortress, bunker, bunker, bunker], "{id}");
    }
    assert_eq!(in_scenario("operation-blue"), [fortress, fortress, fortress, None, None, None]);
    assert_eq!(in_scenario("operation-citadel"), [fortress, fortress, bunker, None, None, None]);
    assert_eq!(in_scenario("operation-bagration"), [fortress, fortress, None, None, None, None]);

    let citadel = scenario("operation-citadel");
    let sevastopol = citadel.map.name(hex(citadel, "Sevastopol"));
    let game = builder("operation-citadel", "GC01 2242, SW01 2242").open(SOVIET, Phase::Combat);
    assert_eq!(game.conditions().town, bunker);
    let position = builder("operation-citadel", "SW01 2540").owner(&sevastopol, SOVIET).expect("it falls");
    assert_eq!(position.open(SOVIET, Phase::GroundMovement).fortification(hex(citadel, "Sevastopol")), None);
}

/// [13.8.1.b][13.8.1.c][7.5.2.c] Aircraft out of supply that Stavka lets move as if supplied transfer at their full distance too, and not
/// only fly missions.
#[test]
fn aircraft_out_of_supply_transfer_for_stavka() {
    let position = builder(ADVANCED, "SH01 Moscow, SW14 1624, GC02 0528").turn(2).expect("a turn").out_of_supply("SW14").expect("there");
    let game = position.active("SH01").expect("on the map").open(SOVIET, Phase::AirMovement);
    let far = |game: &BlocksInTheEast| {
        let from = hex(game.data(), "1624");
        let to = goals(game, "rebase");
        let flown = to.iter().map(|name| game.data().map.grid.distance(from, hex(game.data(), name))).max();
        (to, flown.unwrap_or(0))
    };
    for (help, special) in [("fuel SH01", Special::Air), ("supply SH01", Special::Unsupplied)] {
        let mut game = game.clone();
        play(&mut game, &["select SW14"]);
        let (near, most) = far(&game);
        assert!(most <= 5 && offers(&game, help), "{:?}", lines(&game));
        play(&mut game, &[help]);
        assert!(game.has_done(unit(game.data(), "SH01"), special));
        let (all, most) = far(&game);
        assert!(near.is_subset(&all) && (6..=10).contains(&most), "{all:?}");
        let to = all.difference(&near).next().expect("a base").clone();
        play(&mut game, &[&format!("rebase {to}")]);
        assert_eq!(at(&game, "SW14"), Some(to));
    }
    // Without Stavka, and in supply, nothing changes.
    let idle = builder(ADVANCED, "SH01 Moscow, SW14 1624, GC02 0528").turn(2).expect("a turn").out_of_supply("SW14").expect("there");
    let mut game = idle.open(SOVIET, Phase::AirMovement);
    play(&mut game, &["select SW14"]);
    assert!(goals(&game, "fuel").is_empty() && far(&game).1 <= 5);
    let supplied = builder(ADVANCED, "SH01 Moscow, SW14 1624, GC02 0528").turn(2).expect("a turn").active("SH01").expect("on the map");
    let mut game = supplied.open(SOVIET, Phase::AirMovement);
    play(&mut game, &["select SW14"]);
    assert!(goals(&game, "fuel").is_empty() && (6..=10).contains(&far(&game).1));
}

/// [7.7.15][7.7.15.b][7.5.5] Who has attacked across a strait goes back across it, on the terms of a march: not in rain, the Axis with Sevastopol
/// alone, and others than infantry where their side holds the far end.
#[test]
fn retreats_lead_across_the_strait() {
    let sevastopol = scenario(ADVANCED).map.name(hex(scenario(ADVANCED), "Sevastopol"));
    let back = |id: &str, units: &str, holds: bool, weather: Weather| {
        let mut position =
            builder(ADVANCED, &format!("SW01 2540, {id} 2540, SW02 2540, {units}")).turn(2).expect("a turn").weather(weather);
        if holds {
            position = position.owner(&sevastopol, AXIS).expect("it falls");
        }
        let mut game = position.open(AXIS, Phase::Combat);
        while game.battle_report().is_some() && !offers(&game, &format!("withdraw {id}")) {
            let next = if game.volley().is_some() { "hits 0" } else { "done" };
            play(&mut game, &[next]);
            if game.battle_report().is_some_and(|report| report.round > 1) {
                return false;
            }
        }
        play(&mut game, &[&format!("withdraw {id}")]);
        offers(&game, "move 2440") || at(&game, id).as_deref() == Some("2440")
    };
    assert!(back("GC01", "GC02 2440", true, Weather::Clear));
    assert!(!back("GC01", "GC02 2440", false, Weather::Clear), "Sevastopol is Soviet");
    assert!(!back("GC01", "GC02 2440", true, Weather::Rain), "nobody crosses in rain");
    assert!(back("GC15", "GC02 2440", true, Weather::Clear), "armour to a hex of its side");

    // The defenders of Kerch leave it for Taman.
    let mut game = placed(WHOLE, "SW01 2440, GC01 2440, GC02 2340, SW02 2540", AXIS, Phase::Combat);
    volleys(&mut game, &[]);
    play(&mut game, &["withdraw SW01"]);
    if offers(&game, "move 2540") {
        play(&mut game, &["move 2540"]);
    }
    assert_eq!(at(&game, "SW01").as_deref(), Some("2540"));
}

/// [12.5] Aircraft that surrender give a blue point beside the yellow one, a naval headquarters a black one like others.
#[test]
fn aircraft_give_blue_points() {
    let after = |unit: &str| {
        let mut game = builder(ADVANCED, &format!("{unit} 0826, GC01 1028")).turn(2).expect("a turn").open(SOVIET, Phase::Supply);
        pass_to(&mut game, AXIS, Phase::Production);
        Colour::ALL.map(|colour| game.saved_of(Nation::German, colour))
    };
    // A static unit does not surrender.
    let nothing = after("SG01");
    let gain = |unit: &str| {
        let all = after(unit);
        let points = |colour: Colour| all[colour.index()] - nothing[colour.index()];
        [Colour::Yellow, Colour::Red, Colour::Blue, Colour::Black].map(points)
    };
    assert_eq!(gain("SW14"), [1, 0, 1, 0]);
    assert_eq!(gain("SH10"), [1, 0, 0, 1]);
    assert_eq!(gain("SM02"), [1, 0, 0, 0]);
}

/// [7.7][6.0] A battle is over before the next one begins, and all who can fight in it do.
#[test]
fn one_battle_at_a_time_and_everybody_in_it() {
    let mut game = placed(WHOLE, "GN01 1222, SB01 1222, GN02 1228, GN10 1228, GN08 1228, SB02 1228, SB04 1228", AXIS, Phase::Combat);
    assert_eq!(goals(&game, "battle"), ["1222", "1228"].map(str::to_owned).into());
    play(&mut game, &["battle 1228"]);
    let seen = volleys(&mut game, &[]);
    let thrown = |side: Side, firing: Firing| {
        let of = seen.iter().filter(|(whose, step, _)| (*whose, *step) == (side, firing));
        of.flat_map(|(.., dice)| dice).map(|(dice, _)| u32::from(*dice)).sum::<u32>()
    };
    let full = |ids: &[&str]| ids.iter().map(|id| u32::from(game.data().unit(unit(game.data(), id)).full())).sum::<u32>();
    assert_eq!(thrown(AXIS, Firing::Artillery), full(&["GN10"]));
    assert_eq!(thrown(SOVIET, Firing::Ground), full(&["SB02", "SB04"]));
    assert_eq!(thrown(AXIS, Firing::Ground), full(&["GN02", "GN08"]));
    assert!(goals(&game, "battle").is_empty());
    assert!(!rule_against(&game, "battle 1222").is_empty());
}

/// [13.3.a] A headquarters that is activated stays where it is: it takes no train either.
#[test]
fn an_activated_headquarters_takes_no_train() {
    let trains = |active: bool| {
        let mut position = builder(ADVANCED, "SH01 Moscow, SH02 2421, SW01 2421, GC02 0528").turn(2).expect("a turn");
        for id in if active { &["SH01", "SH02"][..] } else { &["SH01"] } {
            position = position.active(id).expect("on the map");
        }
        let mut game = position.open(SOVIET, Phase::GroundMovement);
        play(&mut game, &["train SH01"]);
        let aboard: BTreeSet<String> = goals(&game, "select");
        ["SH02", "SW01"].map(|id| aboard.contains(id))
    };
    assert_eq!([trains(false), trains(true)], [[true, true], [false, true]]);
}
