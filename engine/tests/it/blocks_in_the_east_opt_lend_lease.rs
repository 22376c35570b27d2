//! Chapter 34 of Blocks in the East: Lend-Lease.

use std::collections::BTreeSet;

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::data::Factory;
use stavka_engine::blocks_in_the_east::terms::{Colour, Nation, Route, TownClass, Weather};
use stavka_engine::blocks_in_the_east::{Action, BlocksInTheEast, Phase, Place, PositionBuilder, Prepared};
use stavka_engine::game::{Game as _, Scenario as _, Turn};

use crate::blocks_in_the_east_kit::{ADVANCED, goals, hex, offers, pass_to, play, rule_against, saved, strength, unit};
use crate::blocks_in_the_east_map::scenario;
use crate::blocks_in_the_east_opt_kit::{WAR, play_at_random, set_up, with_options};

const SOVIET: Side = Side::Soviet;

fn chapter() -> &'static Prepared {
    with_options(WAR, "lend-lease = true")
}

/// A Major City of the Soviet Union without a factory.
const PLAIN: &str = "Yaroslavl";

/// The production of the Soviets; every point comes through the mines.
fn production(position: PositionBuilder) -> BlocksInTheEast {
    let mut game = position.open(SOVIET, Phase::Production);
    while offers(&game, "die 1") {
        play(&mut game, &["die 1"]);
    }
    game
}

/// Points of Lend-Lease that lie ready: for armour, for aircraft.
fn ready(game: &BlocksInTheEast) -> [u8; 2] {
    [Colour::Red, Colour::Blue].map(|colour| game.lend_lease_left(colour))
}

/// Soviet units far from the enemy, so that somebody can be repaired.
const REAR: &str = "SL01 3020, GN01 0927";

fn in_turn(data: &'static Prepared, turn: u8) -> BlocksInTheEast {
    production(set_up(data, REAR, turn).weather(Weather::Clear))
}

fn given(position: PositionBuilder, places: &[&str]) -> PositionBuilder {
    let data = chapter();
    places.iter().fold(position, |position, name| position.owner(&data.map.name(hex(data, name)), Side::Axis).expect("a hex"))
}

/// Takes all points of the Soviets from them but those of Lend-Lease: none is saved, and what the month makes goes to the railways.
fn spend(game: &mut BlocksInTheEast, lines: &[&str]) -> Vec<[u8; 2]> {
    lines.iter().fold(vec![ready(game)], |mut all, line| {
        play(game, &[line]);
        all.push(ready(game));
        all
    })
}

/// The chapter is a switch of its own, and a scenario with it another one.
#[test]
fn the_chapter_is_off_unless_players_agree_on_it() {
    assert!(!scenario(WAR).script.options.lend_lease && chapter().script.options.lend_lease);
    assert_ne!(scenario(WAR).fingerprint(), chapter().fingerprint());
    for turn in [4, 13, 25, 49] {
        assert_eq!(ready(&in_turn(scenario(WAR), turn)), [0, 0]);
        assert!(Route::ALL.iter().all(|&route| scenario(WAR).sent_by(route, turn) == [0, 0]));
    }
}

/// [34.0][34.0.a][34.0.b][34.0.c] What comes by each route, and in all: nothing to August 1941, 5 and 3 points from September 1941, 6 and 4
/// from June 1942, 3 and 8 from June 1943. C1 of the digest.
#[test]
fn points_come_by_three_routes() {
    let data = chapter();
    let rows: [(u8, [[u8; 2]; 3]); 8] = [
        (3, [[0, 0]; 3]),
        (4, [[3, 2], [2, 1], [0, 0]]),
        (12, [[3, 2], [2, 1], [0, 0]]),
        (13, [[3, 2], [2, 1], [1, 1]]),
        (24, [[3, 2], [2, 1], [1, 1]]),
        (25, [[2, 4], [1, 2], [0, 2]]),
        (40, [[2, 4], [1, 2], [0, 2]]),
        (49, [[2, 4], [1, 2], [0, 2]]),
    ];
    for (turn, routes) in rows {
        assert_eq!(Route::ALL.map(|route| data.sent_by(route, turn)), routes, "turn {turn}");
        let game = in_turn(data, turn);
        let total = routes.iter().fold([0, 0], |all, sent| [all[0] + sent[0], all[1] + sent[1]]);
        assert_eq!(ready(&game), total, "turn {turn}");
        assert!(Route::ALL.iter().all(|&route| game.is_open_route(route)));
        // They are no points that are saved, and add nothing to those of the map.
        for colour in Colour::ALL {
            assert_eq!(game.saved_of(Nation::Soviet, colour), in_turn(scenario(WAR), turn).saved_of(Nation::Soviet, colour));
        }
    }
    // A shorter scenario has the months that it has.
    let short = with_options(ADVANCED, "lend-lease = true");
    assert_eq!([3, 4, 6].map(|turn| ready(&production(set_up(short, REAR, turn).weather(Weather::Clear)))), [[0, 0], [5, 3], [5, 3]]);
    // Nobody sends anything to the Axis.
    let axis = set_up(data, REAR, 13).open(Side::Axis, Phase::Production);
    assert_eq!(ready(&axis), [0, 0]);
}

/// [34.0] A route brings what it brings while a port of it is Soviet and joined to Siberia; Arkhangelsk freezes, Murmansk does not.
#[test]
fn a_route_that_is_cut_brings_nothing() {
    let data = chapter();
    let after = |lost: &[&str], weather: Weather| ready(&production(given(set_up(data, REAR, 13).weather(weather), lost)));
    assert_eq!(after(&[], Weather::Clear), [6, 4]);
    assert_eq!(after(&["Murmansk"], Weather::Clear), [6, 4], "Arkhangelsk is left");
    assert_eq!(after(&["Arkhangelsk"], Weather::Clear), [6, 4], "Murmansk is left");
    assert_eq!(after(&["Murmansk", "Arkhangelsk"], Weather::Clear), [4, 3]);
    assert_eq!(after(&["Murmansk"], Weather::Snow), [4, 3], "the White Sea is frozen");
    assert_eq!(after(&["Arkhangelsk"], Weather::Snow), [6, 4]);
    assert_eq!(after(&["Baku"], Weather::Clear), [5, 3]);
    assert_eq!(after(&["Baku", "Murmansk", "Arkhangelsk"], Weather::Clear), [3, 2], "the Pacific route is never cut");
    // A port that no railway joins to Siberia.
    assert_eq!(after(&["Arkhangelsk", "Kandalaksha"], Weather::Clear), [4, 3], "Murmansk is cut off");
    let game = production(given(set_up(data, REAR, 13), &["Arkhangelsk", "Kandalaksha"]));
    assert_eq!(Route::ALL.map(|route| game.is_open_route(route)), [true, false, true]);
}

/// [34.0.d] Points of Lend-Lease pay for steps of armour and aircraft of their colour without yellow ones, before other points are spent;
/// what they do not reach is paid as ever.
#[test]
fn lend_lease_needs_no_yellow_points() {
    let data = chapter();
    let units = "SB05 3020, SA01 Gorky, SL01 3021, SW04 3022, GN01 0927";
    let set = |turn: u8| {
        let reduced = ["SB05", "SA01", "SL01"].into_iter().fold(set_up(data, units, turn), |all, id| {
            let left = (data.unit(unit(data, id)).steps.len() - 1) as u8;
            all.steps(id, left).expect("a step lost")
        });
        production(reduced)
    };
    let mut game = set(4);
    let before = Colour::ALL.map(|colour| game.saved_of(Nation::Soviet, colour));
    let prices = ["SB05", "SA01", "SL01"].map(|id| game.repair_price(unit(data, id)).expect("a step"));
    // Infantry costs yellow points as ever.
    let seen = spend(&mut game, &["repair SL01"]);
    assert_eq!(seen, [[5, 3], [5, 3]]);
    assert_eq!(saved(&game, Nation::Soviet), before[0] - u16::from(prices[2]));
    // A tank costs neither yellow nor red ones, aircraft neither yellow nor blue ones.
    let seen = spend(&mut game, &["repair SB05", "repair SA01"]);
    assert_eq!(seen, [[5, 3], [5 - prices[0], 3], [5 - prices[0], 3 - prices[1]]]);
    let after = Colour::ALL.map(|colour| game.saved_of(Nation::Soviet, colour));
    assert_eq!(after, [before[0] - u16::from(prices[2]), before[1], before[2], before[3]]);
    // August 1941: the same steps cost yellow and coloured points.
    let mut game = set(3);
    let before = Colour::ALL.map(|colour| game.saved_of(Nation::Soviet, colour));
    play(&mut game, &["repair SB05"]);
    let after = Colour::ALL.map(|colour| game.saved_of(Nation::Soviet, colour));
    assert_eq!(after, [before[0] - u16::from(prices[0]), before[1] - u16::from(prices[0]), before[2], before[3]]);
}

/// [34.0.d] Of a step that is dearer than what is left the rest is paid with points of the nation, yellow and coloured ones.
#[test]
fn the_rest_of_a_price_is_paid_as_ever() {
    let data = chapter();
    let tanks: Vec<_> = data.units(SOVIET).filter(|(_, known)| known.colour() == Some(Colour::Red) && known.steps.len() > 1).collect();
    let places = ["3020", "3021", "3022", "3120", "3121", "3122"];
    let mut position = set_up(data, "GN01 0927", 4);
    for ((_, known), at) in tanks.iter().zip(places) {
        position = position.place(&known.id, at).expect("it fits").steps(&known.id, 1).expect("one step");
    }
    let mut game = production(position);
    let mut left = 5_u8;
    for (id, known) in tanks.iter().take(places.len()) {
        let Some(price) = game.repair_price(*id) else { continue };
        let before = [Colour::Yellow, Colour::Red].map(|colour| game.saved_of(Nation::Soviet, colour));
        play(&mut game, &[&format!("repair {}", known.id)]);
        let paid = price.min(left);
        left -= paid;
        let after = [Colour::Yellow, Colour::Red].map(|colour| game.saved_of(Nation::Soviet, colour));
        assert_eq!(after, before.map(|points| points - u16::from(price - paid)), "{}", known.id);
        assert_eq!(game.lend_lease_left(Colour::Red), left);
    }
    assert_eq!(left, 0);
    assert_eq!(game.lend_lease_left(Colour::Blue), 3, "aircraft alone use it");
}

/// [34.0.d] A nation without a red point repairs and builds armour with those of Lend-Lease, and does not without the chapter.
#[test]
fn lend_lease_is_enough_alone() {
    for (data, may) in [(chapter(), true), (scenario(WAR), false)] {
        let works = |factory: &&Factory| factory.owner == SOVIET && factory.colour == Colour::Red && factory.works_in(1941);
        let lost: Vec<String> = data.map.factories.iter().filter(works).map(|factory| data.map.name(factory.hex)).collect();
        let position = set_up(data, "SB05 3021, SL01 3022, GN01 0927", 4).steps("SB05", 1).expect("one step");
        let position = lost.iter().fold(position, |position, at| position.owner(at, Side::Axis).expect("a hex"));
        let mut game = production(position.put_in_box("SW09", Place::ELIMINATED).expect("a unit"));
        assert_eq!(game.saved_of(Nation::Soviet, Colour::Red), 0);
        assert_eq!((offers(&game, "repair SB05"), offers(&game, "rebuild SW09")), (may, may));
        if may {
            play(&mut game, &["repair SB05"]);
        }
    }
}

/// [34.0.d] What is not spent is gone when production is over; in the next turn the same comes again.
#[test]
fn lend_lease_cannot_be_saved() {
    let mut game = in_turn(chapter(), 4);
    let spent = in_turn(scenario(WAR), 4).saved_of(Nation::Soviet, Colour::Red);
    assert_eq!((ready(&game), game.saved_of(Nation::Soviet, Colour::Red)), ([5, 3], spent));
    pass_to(&mut game, SOVIET, Phase::Disbanding);
    assert_eq!(ready(&game), [0, 0]);
    pass_to(&mut game, Side::Axis, Phase::Production);
    pass_to(&mut game, SOVIET, Phase::Production);
    while game.turn() == Turn::Chance {
        play(&mut game, &["die 1"]);
    }
    assert_eq!((game.game_turn(), ready(&game)), (5, [5, 3]));
}

/// [34.0.d] What lies ready is a part of the state, and nothing of it is left when production is over.
#[test]
fn what_lies_ready_is_a_part_of_the_state() {
    let data = chapter();
    let open = |lost: &[&str]| production(given(set_up(data, "SB05 3020, SL01 3021, GN01 0927", 4), lost));
    let (all, less) = (open(&["Arkhangelsk"]), open(&["Arkhangelsk", "Murmansk"]));
    assert_eq!((ready(&all), ready(&less)), ([5, 3], [3, 2]));
    assert_ne!(all.state_hash(), less.state_hash());
}

/// [34.0.e] Armour and aircraft that Lend-Lease pays for come to Major Cities without factories too, if they are joined to Siberia; not
/// where other points pay a part of them, and nobody else does.
#[test]
fn lend_lease_builds_without_factories() {
    let data = chapter();
    let places = |turn: u8, id: &str, lost: &[&str]| -> BTreeSet<String> {
        let position = given(set_up(data, "SL01 3020, GN01 0927", turn), lost).put_in_box(id, Place::ELIMINATED).expect("a unit");
        let mut game = production(position);
        play(&mut game, &[&format!("rebuild {id}")]);
        goals(&game, "place").into_iter().map(|name| data.map.place_at(hex(data, &name)).map_or(name, |place| place.name.clone())).collect()
    };
    let factories = places(3, "SB05", &[]);
    let cities = places(4, "SB05", &[]);
    assert!(!factories.contains(PLAIN) && cities.contains(PLAIN), "{factories:?} {cities:?}");
    assert!(cities.is_superset(&factories));
    let majors: BTreeSet<String> = cities.difference(&factories).cloned().collect();
    let is_major = |name: &String| data.map.place_named(name).is_some_and(|place| place.class.is_some_and(TownClass::is_major));
    assert!(majors.iter().all(is_major), "{majors:?}");
    assert_eq!(places(4, "SL02", &[]), places(3, "SL02", &[]), "infantry as ever");
    // Aircraft too.
    assert!(places(4, "SA01", &[]).is_superset(&cities.difference(&factories).cloned().collect()));
    // A city that no railway joins to Siberia is none.
    assert!(cities.contains("Leningrad") || factories.contains("Leningrad"));
}

/// [34.0.e] Where Lend-Lease pays a part of a unit alone it comes to a factory.
#[test]
fn what_is_paid_in_part_needs_a_factory() {
    let data = chapter();
    let lost = ["SB05", "SW09", "SB04", "SL05"];
    let mut game = production(
        lost.into_iter().fold(set_up(data, "SL01 3020, GN01 0927", 4), |all, id| all.put_in_box(id, Place::ELIMINATED).expect("a unit")),
    );
    let mut seen = BTreeSet::new();
    for id in lost {
        let price = game.rebuilding_price(unit(data, id)).expect("eliminated");
        let line = format!("rebuild {id}");
        if !offers(&game, &line) {
            continue;
        }
        let mut there = game.clone();
        play(&mut there, &[&line]);
        let whole = game.lend_lease_left(Colour::Red) >= price;
        assert_eq!(offers(&there, &format!("place {}", data.map.name(hex(data, PLAIN)))), whole, "{id}");
        seen.insert(whole);
        // The next one finds less.
        let to = goals(&there, "place").into_iter().next_back().expect("a city");
        play(&mut there, &[&format!("place {to}")]);
        assert_eq!(strength(&there, id), data.unit(unit(data, id)).steps.last().expect("a step").strength);
        game = there;
    }
    assert_eq!(seen.len(), 2, "{seen:?}: {}", rule_against(&game, "rebuild SL01"));
}

/// Random play from September 1941 on: what comes by Lend-Lease is there in the production of the Soviets alone, and never grows in it.
#[test]
fn random_play_keeps_to_the_chapter() {
    let game = PositionBuilder::start(chapter()).turn(4).expect("a turn").open(Side::Axis, Phase::Production);
    let (mut last, mut spent, mut turns) = ([0; 2], 0_u32, BTreeSet::new());
    play_at_random(game, 6, 34, |game| {
        let now = ready(game);
        let produces = game.phase() == Some((SOVIET, Phase::Production));
        assert!(produces || now == [0, 0], "{:?}", game.phase());
        if produces && last != [0, 0] && now != last {
            assert!(now[0] <= last[0] && now[1] <= last[1]);
            spent += 1;
        }
        if produces && now != [0, 0] {
            turns.insert(game.game_turn());
        }
        last = now;
        if produces && game.turn() == Turn::Player(SOVIET) {
            assert!(game.check(Action::Done).is_ok() || !goals(game, "place").is_empty());
        }
    });
    assert!(spent >= 4 && turns.len() >= 2, "{spent} {turns:?}");
}
