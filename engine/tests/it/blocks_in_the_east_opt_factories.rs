//! Chapter 15 of Blocks in the East: new factories.

use std::collections::BTreeSet;

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::data::{LINES, SITES};
use stavka_engine::blocks_in_the_east::terms::{Colour, Country, Nation};
use stavka_engine::blocks_in_the_east::{Asked, BlocksInTheEast, Phase, PositionBuilder, Prepared};
use stavka_engine::game::{Game as _, Scenario as _, Turn};

use crate::blocks_in_the_east_kit::{ADVANCED, goals, hex, lines, offers, pass_to, play, rule_against, saved};
use crate::blocks_in_the_east_map::scenario;
use crate::blocks_in_the_east_opt_kit::{WAR, next_production, play_at_random, production_of, set_up, with_options};

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;

fn chapter() -> &'static Prepared {
    with_options(WAR, "new-factories = true")
}

/// A scenario in which nothing is half built.
fn short() -> &'static Prepared {
    with_options(ADVANCED, "new-factories = true")
}

fn production(data: &'static Prepared, turn: u8, side: Side) -> BlocksInTheEast {
    production_of(set_up(data, "GN01 0927, GN02 0227, SL01 4020, SL02 2521", turn), 90, side)
}

/// Pays for a factory of a colour until it is finished; what is asked then waits.
fn finish(game: &mut BlocksInTheEast, side: Side, plan: &str) -> u32 {
    let mut turns = 0;
    loop {
        turns += 1;
        play(game, &[&format!("invest {plan}")]);
        if game.asked() != Some(Asked::Production) {
            return turns;
        }
        next_production(game, side);
    }
}

fn boxes(game: &BlocksInTheEast, side: Side, colour: Colour) -> Vec<u8> {
    game.factories_begun(side, colour).into_iter().map(|(at, _)| at).collect()
}

/// The chapter is a switch of its own, and a scenario with it another one.
#[test]
fn the_chapter_is_off_unless_players_agree_on_it() {
    let off = scenario(WAR);
    assert!(!off.script.options.new_factories && chapter().script.options.new_factories);
    assert_ne!(off.fingerprint(), chapter().fingerprint());
    for side in Side::ALL {
        let game = production(off, 2, side);
        assert!(goals(&game, "invest").is_empty());
        assert_eq!(rule_against(&game, "invest red-factory"), "15.1");
        assert!(Colour::ALL.iter().all(|&colour| boxes(&game, side, colour).is_empty()));
    }
    // Where production is the same each turn nothing is built.
    let basic = with_options("short-barbarossa", "new-factories = true");
    assert!(goals(&production(basic, 2, AXIS), "invest").is_empty());
}

/// [15.0] Red and blue factories for both, black ones for Germany alone, no white ones.
#[test]
fn both_sides_build_what_they_may() {
    let plans = |side: Side| goals(&production(short(), 2, side), "invest");
    assert_eq!(plans(AXIS), ["red-factory", "blue-factory", "black-factory"].map(str::to_owned).into());
    assert_eq!(plans(SOVIET), ["red-factory", "blue-factory"].map(str::to_owned).into());
    assert_eq!(rule_against(&production(short(), 2, SOVIET), "invest black-factory"), "15.1");
    // Who has no yellow point pays for none: in June 1941 nothing has come in yet.
    let game = set_up(short(), "GN01 0927, GN02 0227, SL01 4020", 1).open(AXIS, Phase::Production);
    assert_eq!((saved(&game, Nation::German), game.asked()), (0, Some(Asked::Production)));
    assert!(goals(&game, "invest").is_empty());
}

/// [15.1] A factory takes ten yellow points, one in a turn, in turns that need not follow each other.
#[test]
fn a_factory_takes_ten_points_and_ten_turns() {
    let data = chapter();
    let begun = |turn: u8| {
        let mut game = production(data, turn, SOVIET);
        let mut turns = 0;
        // A new factory starts when those that are begun have had their point.
        while game.factories_begun(SOVIET, Colour::Red).iter().any(|&(at, paid)| at > 1 && !paid) {
            play(&mut game, &["invest red-factory"]);
        }
        let before = saved(&game, Nation::Soviet);
        play(&mut game, &["invest red-factory"]);
        assert_eq!(saved(&game, Nation::Soviet), before - 1);
        assert!(boxes(&game, SOVIET, Colour::Red).contains(&1));
        next_production(&mut game, SOVIET);
        turns += 1;
        // A month without a point.
        next_production(&mut game, SOVIET);
        let ours = |game: &BlocksInTheEast| *boxes(game, SOVIET, Colour::Red).iter().min().expect("ours");
        assert_eq!(ours(&game), 1);
        loop {
            let waits = game.factories_begun(SOVIET, Colour::Red).iter().filter(|(_, paid)| !paid).count();
            for _ in 0..waits {
                play(&mut game, &["invest red-factory"]);
                while game.asked() != Some(Asked::Production) {
                    let line = lines(&game).into_iter().next().expect("a choice");
                    play(&mut game, &[&line]);
                }
            }
            turns += 1;
            if boxes(&game, SOVIET, Colour::Red).is_empty() {
                return turns;
            }
            next_production(&mut game, SOVIET);
        }
    };
    assert_eq!(begun(2), 10);
}

/// [15.1] The point goes to the factory that is furthest on of those that have had none in the turn.
#[test]
fn a_factory_has_one_point_in_a_turn() {
    let mut game = production(chapter(), 2, AXIS);
    assert_eq!(boxes(&game, AXIS, Colour::Black), [5]);
    play(&mut game, &["invest black-factory"]);
    assert_eq!(game.factories_begun(AXIS, Colour::Black), [(6, true)]);
    play(&mut game, &["invest black-factory"]);
    assert_eq!(game.factories_begun(AXIS, Colour::Black), [(1, true), (6, true)], "a second one begins");
    next_production(&mut game, AXIS);
    assert_eq!(game.factories_begun(AXIS, Colour::Black), [(1, false), (6, false)]);
    play(&mut game, &["invest black-factory"]);
    assert_eq!(game.factories_begun(AXIS, Colour::Black), [(1, false), (7, true)]);
}

/// [15.1.e] The campaign of the whole war begins with ten half-built factories of each side, and no other scenario.
#[test]
fn the_campaign_begins_with_half_built_factories() {
    let begun = |data: &'static Prepared, turn: u8| {
        let game = BlocksInTheEast::clone(&production(data, turn, AXIS));
        LINES.map(|(nation, colour)| game.factories_begun(nation.side(), colour))
    };
    let half = |count: usize| vec![(5, false); count];
    assert_eq!(begun(chapter(), 2), [half(5), half(4), half(1), half(5), half(5)]);
    assert_eq!(begun(short(), 2), [vec![], vec![], vec![], vec![], vec![]]);
    assert_eq!(begun(with_options("operation-blue", "new-factories = true"), 13), [vec![], vec![], vec![], vec![], vec![]]);
}

/// [15.1.a][15.1.d] V17 of the digest: at box 10 a die of 2 says Kassel or Magdeburg for German armour; its owner chooses. If Magdeburg is
/// full it is Kassel.
#[test]
fn a_die_says_where_the_factory_is() {
    let mut game = production(chapter(), 2, AXIS);
    assert_eq!(finish(&mut game, AXIS, "red-factory"), 5);
    assert_eq!((game.asked(), game.turn(), lines(&game).len()), (Some(Asked::FactorySite), Turn::Chance, 6));
    assert!(lines(&game).iter().all(|line| line.starts_with("die")));
    play(&mut game, &["die 2"]);
    assert_eq!((game.asked(), game.turn()), (Some(Asked::FactoryCity), Turn::Player(AXIS)));
    assert_eq!(lines(&game), ["done", "place 0128"].map(str::to_owned).into());
    let magdeburg = hex(chapter(), "Magdeburg");
    let mut here = game.clone();
    play(&mut here, &["place 0128"]);
    assert_eq!(here.new_factories(AXIS).collect::<Vec<_>>(), [(Colour::Red, Some(magdeburg))]);
    let mut there = game.clone();
    play(&mut there, &["done"]);
    assert_eq!(there.new_factories(AXIS).collect::<Vec<_>>(), [(Colour::Red, None)]);
    assert_ne!(here.state_hash(), there.state_hash());
    // All five are paid in each turn, and are finished in the same one.
    let mut here = production(chapter(), 2, AXIS);
    for _ in 0..4 {
        play(&mut here, &["invest red-factory"; 5]);
        next_production(&mut here, AXIS);
    }
    play(&mut here, &["invest red-factory", "die 2", "place 0128"]);
    // Magdeburg has its factory: the next one with a 2 is at Kassel, without a question, and then nobody asks for 2 any more.
    for (count, line) in [(2, "die 2"), (3, "die 4"), (4, "die 4")] {
        play(&mut here, &["invest red-factory"]);
        assert!(offers(&here, line), "{line}");
        play(&mut here, &[line]);
        assert_eq!(here.asked(), Some(Asked::Production), "two cities beyond the map are alike");
        assert_eq!(here.new_factories(AXIS).count(), count);
    }
    play(&mut here, &["invest red-factory"]);
    assert!(!offers(&here, "die 2") && !offers(&here, "die 4"), "both cities are full: thrown again [15.1.b]");
    assert_eq!(lines(&here).len(), 4);
}

/// [15.1.b] A city of the enemy is full.
#[test]
fn cities_of_the_enemy_are_full() {
    let data = chapter();
    let position = set_up(data, "GN01 0927, GN02 0227, SL01 4020, SR01 0128", 2);
    let mut game = production_of(position, 90, AXIS);
    finish(&mut game, AXIS, "red-factory");
    play(&mut game, &["die 2"]);
    assert_eq!(game.new_factories(AXIS).collect::<Vec<_>>(), [(Colour::Red, None)], "Kassel");
}

/// [15.1.b] When all twelve sites are full the owner picks a city at home.
#[test]
fn beyond_twelve_factories_the_owner_picks_a_city() {
    let data = chapter();
    let mut game = production(data, 2, SOVIET);
    let mut built = 0;
    'war: for _ in 0..40 {
        for _ in 0..7 {
            if saved(&game, Nation::Soviet) == 0 || game.phase() != Some((SOVIET, Phase::Production)) {
                break;
            }
            play(&mut game, &["invest red-factory"]);
            while game.asked() != Some(Asked::Production) {
                if game.new_factories(SOVIET).count() == SITES {
                    break 'war;
                }
                let line = lines(&game).into_iter().next().expect("a choice");
                play(&mut game, &[&line]);
            }
            built = game.new_factories(SOVIET).count();
        }
        next_production(&mut game, SOVIET);
    }
    assert_eq!((built, game.asked()), (SITES, Some(Asked::FactoryCity)));
    let towns = goals(&game, "place");
    let at_home = |name: &String| data.map.country[hex(data, name).index()] == Some(Country::SovietUnion);
    assert!(towns.len() > 20 && towns.iter().all(at_home), "{towns:?}");
    let town = data.map.name(hex(data, "Tula"));
    play(&mut game, &[&format!("place {town}")]);
    assert!(game.new_factories(SOVIET).any(|found| found == (Colour::Red, Some(hex(data, "Tula")))));
}

/// [15.0][15.1.c] From the turn after its completion on a factory makes a point of its colour, on the map if it is joined to the main
/// source.
#[test]
fn a_new_factory_makes_a_point_from_the_next_turn_on() {
    let data = chapter();
    for (side, nation, plan, colour) in [
        (AXIS, Nation::German, "red-factory", Colour::Red),
        (AXIS, Nation::German, "black-factory", Colour::Black),
        (SOVIET, Nation::Soviet, "blue-factory", Colour::Blue),
    ] {
        let grown = |game: &mut BlocksInTheEast| {
            // Points of colours that are kept fall with what they need; so all are spent or given up before the next income.
            let before = game.saved_of(nation, colour);
            next_production(game, side);
            game.saved_of(nation, colour) - before
        };
        let mut game = production(data, 2, side);
        finish(&mut game, side, plan);
        let at_completion = game.saved_of(nation, colour);
        let usual = grown(&mut production(data, 2, side));
        while game.asked() != Some(Asked::Production) {
            let line = lines(&game).into_iter().next_back().expect("a choice");
            play(&mut game, &[&line]);
        }
        assert_eq!(game.saved_of(nation, colour), at_completion, "not in the turn of its completion");
        assert_eq!(grown(&mut game), usual + 1, "{plan}");
    }
}

/// [3.3.a] A factory on the map is gone with the capture of its city, and its side builds its units there until then [7.3.1.d].
#[test]
fn a_new_factory_falls_with_its_city() {
    let data = chapter();
    let moscow = hex(data, "Moscow");
    let [column, _] = [moscow.index() % usize::from(data.map.grid.columns()), 0];
    let west = |at: &stavka_engine::hex::Hex| !data.map.is_box(*at) && at.index() % usize::from(data.map.grid.columns()) < column;
    let line = data.map.rails.iter().flat_map(|rail| rail.path.iter().copied());
    let neighbours: Vec<_> = data.map.grid.neighbours(moscow).map(|(_, near)| near).collect();
    let beside = line.into_iter().find(|at| west(at) && neighbours.contains(at)).expect("a railway from the west");
    let units = format!("GN01 {}, GN02 0227, SL01 4020, SL02 4019", data.map.name(beside));
    let owned: Vec<_> = data.map.hexes().filter(|at| west(at) && data.ownable.contains(*at) && *at != beside).collect();
    let position = owned.into_iter().fold(set_up(data, &units, 2), |all, at| all.owner(&data.map.name(at), AXIS).expect("a hex"));
    let mut game = production_of(position, 90, SOVIET);
    finish(&mut game, SOVIET, "blue-factory");
    play(&mut game, &["die 1", &format!("place {}", data.map.name(moscow))]);
    assert_eq!(game.new_factories(SOVIET).collect::<Vec<_>>(), [(Colour::Blue, Some(moscow))]);
    pass_to(&mut game, AXIS, Phase::GroundMovement);
    while !offers(&game, "select GN01") {
        play(&mut game, &["done"]);
    }
    play(&mut game, &["select GN01", &format!("move {}", data.map.name(moscow))]);
    assert_eq!((game.new_factories(SOVIET).count(), game.owner(moscow)), (0, Some(AXIS)));
}

/// Random play under the chapter: points are spent one a turn, what is built stays built until it falls.
#[test]
fn random_play_keeps_to_the_chapter() {
    let data = chapter();
    let (mut built, mut cities) = (0, BTreeSet::new());
    let start = PositionBuilder::start(data).turn(2).expect("a turn").open(AXIS, Phase::Supply);
    let mut look = |game: &BlocksInTheEast| {
        for (nation, colour) in LINES {
            let begun = game.factories_begun(nation.side(), colour);
            assert!(begun.iter().all(|&(at, _)| (1..10).contains(&at)));
        }
        for side in Side::ALL {
            for (colour, place) in game.new_factories(side) {
                assert!(place.is_none_or(|hex| game.owner(hex) == Some(side)), "{colour:?}");
                cities.insert(place);
            }
        }
        built = built.max(game.new_factories(AXIS).count() + game.new_factories(SOVIET).count());
    };
    for seed in 15..18 {
        play_at_random(start.clone(), 9, seed, &mut look);
    }
    assert!(built > 0, "{built} {cities:?}");
}
