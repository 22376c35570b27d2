//! Chapter 39 of Blocks in the East: light rain.

use std::collections::{BTreeMap, BTreeSet};

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::combat::{Cause, Firing};
use stavka_engine::blocks_in_the_east::display::flights_of;
use stavka_engine::blocks_in_the_east::terms::{Nation, Terrain, Weather};
use stavka_engine::blocks_in_the_east::{Action, Asked, BlocksInTheEast, Phase, PositionBuilder, Prepared};
use stavka_engine::game::{Game as _, Scenario as _, Turn};
use stavka_engine::hex::Hex;

use crate::blocks_in_the_east_kit::{hex, legal, offers, play, unit};
use crate::blocks_in_the_east_map::scenario;
use crate::blocks_in_the_east_opt_kit::{WAR, play_at_random, set_up, with_options};

fn chapter() -> &'static Prepared {
    with_options(WAR, "light-rain = true")
}

/// A position of October 1941 in a weather.
fn october(data: &'static Prepared, units: &str, weather: Weather) -> PositionBuilder {
    set_up(data, units, 5).weather(weather)
}

/// Ends every step until a die is thrown for the weather.
fn to_the_die(game: &mut BlocksInTheEast) {
    while game.asked() != Some(Asked::Weather) {
        let actions = legal(game);
        let action = if actions.contains(&Action::Done) { Action::Done } else { *actions.first().expect("the war goes on") };
        game.apply(action);
    }
}

/// The faces that may be thrown, with the weather that each makes.
fn faces(game: &BlocksInTheEast) -> BTreeMap<u8, Weather> {
    assert_eq!(game.turn(), Turn::Chance);
    let result = |action: Action| {
        let Action::Roll(face) = action else { panic!("no face") };
        assert_eq!(game.chance_weight(action), 1, "each face is as likely as the others");
        let mut then = game.clone();
        then.apply(action);
        (face, then.weather())
    };
    legal(game).into_iter().map(result).collect()
}

/// A game in September 1941 with nobody near the enemy.
fn september(data: &'static Prepared) -> BlocksInTheEast {
    set_up(data, "GN01 0927, SL01 4020", 4).open(Side::Soviet, Phase::Exploitation)
}

/// The chapter is a switch of its own, and a scenario with it another one.
#[test]
fn the_chapter_is_off_unless_players_agree_on_it() {
    assert!(!scenario(WAR).script.options.light_rain && chapter().script.options.light_rain);
    assert_ne!(scenario(WAR).fingerprint(), chapter().fingerprint());
}

/// [39.0] The die of May and October says clear weather on 1 and 2, light rain on 3 and 4, rain on 5 and 6; without the chapter clear weather
/// on 1 to 3, rain on 4 to 6.
#[test]
fn the_die_has_a_third_weather() {
    use Weather::{Clear, LightRain, Rain};
    for (data, expected) in
        [(chapter(), [Clear, Clear, LightRain, LightRain, Rain, Rain]), (scenario(WAR), [Clear, Clear, Clear, Rain, Rain, Rain])]
    {
        let mut game = september(data);
        to_the_die(&mut game);
        assert_eq!(game.game_turn(), 5);
        assert_eq!(faces(&game), (1..=6).zip(expected).collect());
    }
}

/// [39.0][AMB-44] A die does not say what the last one said, whatever the months between were: it is thrown again. Without the chapter it may.
#[test]
fn no_die_says_the_same_twice_running() {
    for first in 1..=6 {
        let mut game = september(chapter());
        to_the_die(&mut game);
        play(&mut game, &[&format!("die {first}")]);
        let said = game.weather();
        to_the_die(&mut game);
        assert_eq!(game.game_turn(), 12, "May 1942");
        let now = faces(&game);
        assert_eq!(now.len(), 4, "{now:?}");
        assert!(now.values().all(|&weather| weather != said), "{said:?} and {now:?}");
        // Of the third die the second one counts, and not the first.
        let (&second, &weather) = now.iter().next().expect("a face");
        play(&mut game, &[&format!("die {second}")]);
        to_the_die(&mut game);
        let next = faces(&game);
        assert!(next.values().any(|&now| now == said) && next.values().all(|&now| now != weather));
    }
    let mut game = september(scenario(WAR));
    to_the_die(&mut game);
    play(&mut game, &["die 1"]);
    to_the_die(&mut game);
    assert_eq!(faces(&game).len(), 6);
}

/// What the die said last is a part of the state: games that differ in nothing else are different.
#[test]
fn the_last_die_is_remembered() {
    let after = |data: &'static Prepared, face: u8| {
        let mut game = september(data);
        to_the_die(&mut game);
        play(&mut game, &[&format!("die {face}")]);
        // Snow has fallen in between.
        while game.game_turn() < 7 {
            let actions = legal(&game);
            game.apply(if actions.contains(&Action::Done) { Action::Done } else { actions[0] });
        }
        (game.weather(), game.state_hash(), Side::ALL.map(|side| stavka_engine::game::Determinize::view_hash(&game, side)))
    };
    let (clear, rain) = (after(chapter(), 1), after(chapter(), 3));
    assert_eq!((clear.0, rain.0), (Weather::Snow, Weather::Snow));
    assert!(clear.1 != rain.1 && clear.2[0] != rain.2[0] && clear.2[1] != rain.2[1]);
    assert_eq!(after(scenario(WAR), 1), after(scenario(WAR), 3), "nobody asks without the chapter");
}

/// [39.0.b] Every hex costs three points, plain two.
#[test]
fn every_hex_costs_three_points_and_plain_two() {
    let mut seen: BTreeMap<Terrain, BTreeSet<Option<u8>>> = BTreeMap::new();
    let data = chapter();
    for from in ["2842", "2943", "3144", "1527", "1728", "1826", "1935", "1635", "1524", "1722"] {
        let mut game = october(data, &format!("GN01 {from}"), Weather::LightRain).open(Side::Axis, Phase::GroundMovement);
        play(&mut game, &["select GN01"]);
        let from = hex(data, from);
        for (direction, near) in data.map.grid.neighbours(from) {
            let side = &data.map.sides[from.index()][direction.index()];
            if data.ground.open.contains(near) && !side.water && !side.strait {
                seen.entry(data.map.terrain[near.index()]).or_default().insert(game.march_price(near));
            }
        }
    }
    let terrains = [Terrain::Plain, Terrain::Forest, Terrain::Hill, Terrain::Mountain, Terrain::Swamp];
    let expected = terrains.map(|terrain| (terrain, [Some(if terrain == Terrain::Plain { 2 } else { 3 })].into()));
    assert_eq!(seen, expected.into_iter().collect());
}

/// [39.0.b] Armour makes no Blitz, for plain costs more than a point (AMB-20); aircraft fly, and the strait of Kerch is open.
#[test]
fn light_rain_is_no_rain() {
    let data = chapter();
    let blitz = |weather: Weather| {
        let position = october(data, "GN08 2943, SL01 4020", weather).fought("GN08").expect("on the map");
        offers(&position.open(Side::Axis, Phase::Blitz), "select GN08")
    };
    assert_eq!([Weather::Clear, Weather::LightRain, Weather::Rain].map(blitz), [true, false, false]);
    let flies = |weather: Weather| {
        let game = october(data, "GC23 Vitebsk, GN01 Vitebsk, SL01 2022", weather).open(Side::Axis, Phase::AirMovement);
        !flights_of(&game, unit(data, "GC23"))[0].is_empty()
    };
    assert_eq!([Weather::Clear, Weather::LightRain, Weather::Rain].map(flies), [true, true, false]);
    // With chapters 14 and 22: light rain is neither bad weather nor good.
    let data = with_options(WAR, "light-rain = true\nmountains-and-swamps = true\njericho-trumpets = true");
    let mountain = data.map.grid.neighbours(hex(data, "2943")).map(|(_, near)| near);
    let mountain = mountain.into_iter().find(|near| data.map.terrain[near.index()] == Terrain::Mountain).expect("the Caucasus");
    let climbs = |weather: Weather| {
        let mut game = october(data, "SL01 2943", weather).open(Side::Soviet, Phase::GroundMovement);
        play(&mut game, &["select SL01"]);
        offers(&game, &format!("move {}", data.map.name(mountain)))
    };
    assert_eq!([Weather::Clear, Weather::LightRain, Weather::Rain].map(climbs), [true, true, false]);
    let sounds = |weather: Weather| {
        let position = october(data, "GC23 2943, GN01 2943, SL01 2943", weather).flying("GC23").expect("on the map");
        position.open(Side::Axis, Phase::Combat).throwers(Side::Axis, Firing::AirAttack)[0].dice
    };
    assert_eq!([Weather::Clear, Weather::LightRain].map(sounds), [6, 2], "four points halved");
}

/// [39.0.a] Lines of supply are two hexes long.
#[test]
fn lines_of_supply_are_two_hexes_long() {
    let supplied = |weather: Weather, nation: Nation| -> BTreeSet<Hex> {
        let game = october(chapter(), "GN01 0927, SL01 4020", weather).open(Side::Axis, Phase::GroundMovement);
        chapter().supplied_by_own(&game.situation(), nation).iter().collect()
    };
    for nation in [Nation::German, Nation::Soviet, Nation::Romanian] {
        let [clear, light, rain] = [Weather::Clear, Weather::LightRain, Weather::Rain].map(|weather| supplied(weather, nation));
        assert!(light.is_subset(&clear) && light.len() < clear.len(), "{nation:?}");
        assert_eq!(light, rain, "{nation:?}");
    }
}

/// [39.0.c] Attacking ground units and aircraft suffer a Malus; artillery, fire at aircraft and the defender do not.
#[test]
fn attackers_suffer_on_the_ground_and_in_the_air() {
    use Firing::{AirAttack, AirCombat, AntiAircraft, Artillery, Ground};
    for attacker in Side::ALL {
        let units = "GN01 2943, GN10 2943, GC23 2943, GN12 2943, SL01 2943, SW08 2943, SB06 2943";
        let position = october(chapter(), units, Weather::LightRain);
        let flying = ["GC23", "GN12", "SB06"];
        let position = flying.into_iter().fold(position, |position, id| position.flying(id).expect("on the map"));
        let game = position.open(attacker, Phase::Combat);
        for side in Side::ALL {
            for firing in Firing::ALL {
                let expected = u8::from(side == attacker && matches!(firing, Ground | AirCombat | AirAttack));
                let throwers = game.throwers(side, firing);
                assert!(!throwers.is_empty() || side == Side::Soviet && firing == AirAttack, "{side} {firing:?}");
                for thrower in throwers {
                    let weather = thrower.modifiers.malus.iter().filter(|(cause, _)| *cause == Cause::Weather);
                    assert_eq!(weather.map(|(_, count)| count).sum::<u8>(), expected, "{side} {firing:?}");
                    assert!(thrower.modifiers.bonus.is_empty(), "the defender has no Bonus, as he has in rain");
                }
            }
        }
        assert!(!game.throwers(Side::Axis, AntiAircraft).is_empty() && !game.throwers(Side::Axis, Artillery).is_empty());
    }
}

/// [39.0.d] Headquarters reach as far as in clear weather.
#[test]
fn the_radius_of_headquarters_is_that_of_clear_weather() {
    let data = chapter();
    let fuels = |weather: Weather, away: u16| {
        let map = &data.map;
        let seat = hex(data, "0927");
        let near = map.hexes().filter(|&hex| !map.is_box(hex) && data.axis_at_start.contains(hex) && data.ground.open.contains(hex));
        let at = near.into_iter().find(|&hex| map.grid.distance(seat, hex) == away && hex.index() > seat.index()).expect("a hex");
        let position = october(data, &format!("AH02 0927, GN08 {}, SL01 4020", map.name(at)), weather);
        let mut game = position.active("AH02").expect("it may be").open(Side::Axis, Phase::GroundMovement);
        // Two points, which it has without fuel, lead nowhere in rain.
        if !offers(&game, "select GN08") {
            return false;
        }
        play(&mut game, &["select GN08"]);
        offers(&game, "fuel AH02")
    };
    for (away, expected) in [(3, [true, true, true]), (5, [true, true, false]), (6, [false, false, false])] {
        assert_eq!([Weather::Clear, Weather::LightRain, Weather::Rain].map(|weather| fuels(weather, away)), expected, "{away}");
    }
}

/// Random play from September 1941 on under the chapter, until light rain has fallen.
#[test]
fn random_play_meets_light_rain() {
    let mut seen = BTreeSet::new();
    for seed in 0..3 {
        let game = PositionBuilder::start(chapter()).turn(4).expect("a turn").open(Side::Soviet, Phase::Combat);
        play_at_random(game, 5, 51 + seed, |game| {
            if matches!(game.turn(), Turn::Player(_)) {
                seen.insert((game.game_turn(), game.weather()));
            }
        });
    }
    assert!(seen.contains(&(5, Weather::LightRain)), "{seen:?}");
}
