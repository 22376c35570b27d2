//! Chapter 16 of Blocks in the East: scorched earth, factories that fall, and factories that are moved away.

use std::collections::BTreeSet;

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::data::Factory;
use stavka_engine::blocks_in_the_east::terms::{Colour, Nation};
use stavka_engine::blocks_in_the_east::{Asked, BlocksInTheEast, Phase, PositionBuilder, Prepared};
use stavka_engine::game::{Game as _, Scenario as _, Turn};
use stavka_engine::hex::Hex;

use crate::blocks_in_the_east_kit::{goals, hex, lines, offers, pass_to, play, rule_against, saved};
use crate::blocks_in_the_east_map::scenario;
use crate::blocks_in_the_east_opt_kit::{WAR, cross, next_production, play_at_random, set_up, with_options};

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;

fn chapter() -> &'static Prepared {
    with_options(WAR, "scorched-earth = true")
}

fn name(place: &str) -> String {
    chapter().map.name(hex(chapter(), place))
}

/// Everything west of a hex is the Axis', so that its railways run there.
fn west_of(data: &'static Prepared, position: PositionBuilder, limit: usize, but: &[Hex]) -> PositionBuilder {
    let columns = usize::from(data.map.grid.columns());
    let west = |at: &Hex| !data.map.is_box(*at) && at.index() % columns < limit && data.ownable.contains(*at) && !but.contains(at);
    let owned: Vec<_> = data.map.hexes().filter(west).collect();
    owned.into_iter().fold(position, |all, at| all.owner(&data.map.name(at), AXIS).expect("a hex"))
}

/// Wrecked centres of a place with the points that have been spent on them.
fn wrecked(game: &BlocksInTheEast, place: &str) -> Vec<(Colour, u8)> {
    let at = hex(game.data(), place);
    game.wrecked_centres().filter(|&(hex, ..)| hex == at).map(|(_, colour, points)| (colour, points)).collect()
}

/// The chapter is a switch of its own, and a scenario with it another one.
#[test]
fn the_chapter_is_off_unless_players_agree_on_it() {
    let off = scenario(WAR);
    assert!(!off.script.options.scorched_earth && chapter().script.options.scorched_earth);
    assert_ne!(off.fingerprint(), chapter().fingerprint());
    let game = set_up(off, "GN01 0927, GN02 2023, SL01 4020", 2).open(AXIS, Phase::Production);
    assert_eq!(game.wrecked_centres().count(), 0);
    assert!(goals(&game, "mend").is_empty());
    assert_eq!(rule_against(&game, "mend yellow 2023"), "16.0.a");
    let game = set_up(off, "GN01 0927, SL01 2521", 2).points(Nation::Soviet, 30).open(SOVIET, Phase::RailMoves);
    assert!(goals(&game, "evacuate").is_empty());
    assert_eq!(rule_against(&game, &format!("evacuate blue {}", name("Moscow"))), "16.2");
}

/// [16.0] A well, mine or city that the Axis takes from the Soviets is wrecked, and makes nothing from that turn on; what it held when the
/// scenario began works, and so does what lies outside of the Soviet Union. Factories are no centres.
#[test]
fn centres_that_the_soviets_leave_are_wrecked() {
    let data = chapter();
    let start = set_up(data, "GN01 0927, SL01 4020", 2).open(AXIS, Phase::Supply);
    assert_eq!(start.wrecked_centres().count(), 0);
    let income = |data: &'static Prepared, taken: &[&str]| {
        let position = set_up(data, "GN01 0927, GN02 0227, SL01 4020", 2);
        let but: Vec<_> = ["Smolensk", "Kiev", "Minsk"].map(|place| hex(data, place)).into_iter().filter(|_| taken.is_empty()).collect();
        let mut game = west_of(data, position, 21, &but).open(AXIS, Phase::Production);
        cross(&mut game);
        saved(&game, Nation::German)
    };
    // With the chapter they make nothing, without it they do.
    assert_eq!(income(chapter(), &["all"]), income(chapter(), &[]));
    assert!(income(scenario(WAR), &["all"]) > income(scenario(WAR), &[]));
    let position = set_up(data, "GN01 Baku, GN02 0227, SL01 4020", 2);
    let game = position.open(AXIS, Phase::Supply);
    assert_eq!(wrecked(&game, "Baku"), [(Colour::Yellow, 0), (Colour::Black, 0)]);
    // What the Soviets take from the Axis abroad is not wrecked.
    let game = set_up(data, "GN01 0227, SL01 Warsaw", 2).open(AXIS, Phase::Supply);
    assert_eq!(game.wrecked_centres().count(), 0);
}

/// [16.0.a] Each wrecked centre takes three yellow points of Germany, one in a turn, in turns that need not follow each other; then it
/// works from the next income on.
#[test]
fn a_wrecked_centre_takes_three_points() {
    let data = chapter();
    let position = west_of(data, set_up(data, "GN01 0927, GN02 0227, GN03 Kiev, SL01 4020", 2).points(Nation::German, 90), 19, &[]);
    let mut game = position.open(AXIS, Phase::Production);
    cross(&mut game);
    let kiev = name("Kiev");
    let line = format!("mend yellow {kiev}");
    assert_eq!(wrecked(&game, "Kiev"), [(Colour::Yellow, 0)]);
    let before = saved(&game, Nation::German);
    play(&mut game, &[&line]);
    assert_eq!((saved(&game, Nation::German), wrecked(&game, "Kiev")), (before - 1, vec![(Colour::Yellow, 1)]));
    assert_eq!(rule_against(&game, &line), "16.0.a", "once in a turn");
    next_production(&mut game, AXIS);
    // A month without a point.
    next_production(&mut game, AXIS);
    assert_eq!(wrecked(&game, "Kiev"), [(Colour::Yellow, 1)]);
    play(&mut game, &[&line]);
    assert_eq!(wrecked(&game, "Kiev"), [(Colour::Yellow, 2)]);
    next_production(&mut game, AXIS);
    let poor = saved(&game, Nation::German);
    play(&mut game, &[&line]);
    assert!(wrecked(&game, "Kiev").is_empty());
    assert_eq!(rule_against(&game, &line), "16.0.a", "it is whole");
    assert_eq!(saved(&game, Nation::German), poor - 1);
    let mut idle = game.clone();
    // What it makes comes with the next income.
    let points = data.map.place_named("Kiev").expect("a city").yellow;
    next_production(&mut game, AXIS);
    let gained = saved(&game, Nation::German) - (poor - 1);
    next_production(&mut idle, AXIS);
    assert!(gained >= u16::from(points) && points > 0);
}

/// [16.0.a] Only the Axis repairs, with a yellow point, what it controls.
#[test]
fn the_axis_repairs_what_it_controls() {
    let data = chapter();
    let open = |units: &str, side: Side| {
        let mut game = set_up(data, &format!("{units}, GN01 0227, SL01 4020"), 2).points(Nation::German, 9).open(side, Phase::Production);
        cross(&mut game);
        game
    };
    let kiev = name("Kiev");
    assert!(offers(&open("GN03 Kiev", AXIS), &format!("mend yellow {kiev}")));
    assert!(!offers(&open("GN03 Kiev", SOVIET), &format!("mend yellow {kiev}")));
    assert!(!offers(&open("GN03 Kiev, SL02 Kiev", AXIS), &format!("mend yellow {kiev}")), "a battle hex");
    let poor = set_up(data, "GN03 Kiev, GN01 0227, SL01 4020", 1).open(AXIS, Phase::Production);
    assert_eq!(saved(&poor, Nation::German), 0);
    assert!(goals(&poor, "mend").is_empty());
}

/// [16.0.b] What the Soviets take back works at once, and is wrecked anew when it falls again.
#[test]
fn the_soviets_repair_at_once() {
    let data = chapter();
    let position = set_up(data, "GN01 0227, SL01 4020", 2).owner(&name("Kiev"), AXIS).expect("a hex");
    let lost = position.open(AXIS, Phase::Supply);
    assert_eq!(wrecked(&lost, "Kiev").len(), 1);
    let position = set_up(data, "GN01 0227, SL01 4020", 2).owner(&name("Kiev"), AXIS).expect("a hex");
    let back = position.owner(&name("Kiev"), SOVIET).expect("a hex").open(AXIS, Phase::Supply);
    assert!(wrecked(&back, "Kiev").is_empty());
    assert_ne!(lost.state_hash(), back.state_hash());
    let position = set_up(data, "GN01 0227, SL01 4020", 2).owner(&name("Kiev"), AXIS).expect("a hex");
    let again = position.owner(&name("Kiev"), SOVIET).expect("a hex").owner(&name("Kiev"), AXIS).expect("a hex");
    assert_eq!(wrecked(&again.open(AXIS, Phase::Supply), "Kiev"), [(Colour::Yellow, 0)]);
}

/// [16.1] A factory that falls gives its captor a point of its colour, once, whoever takes it.
#[test]
fn captured_factories_give_a_point() {
    for (data, given) in [(chapter(), 1), (scenario(WAR), 0)] {
        // What the captor has more than without the factory.
        let loot = |at: &str, captures: &[Side], nation: Nation| {
            let red = |captures: &[Side]| {
                let position = set_up(data, "GN01 0927, SL01 4020", 2);
                let position = captures.iter().fold(position, |all, &side| all.owner(at, side).expect("a hex"));
                position.open(AXIS, Phase::Disbanding).saved_of(nation, Colour::Red)
            };
            red(captures) - red(&[])
        };
        for owner in Side::ALL {
            let captor = owner.opponent();
            let nation = if captor == AXIS { Nation::German } else { Nation::Soviet };
            let works = |factory: &&Factory| factory.owner == owner && factory.colour == Colour::Red && factory.works_in(1941);
            // Without Berlin Germany has other troubles.
            let berlin = hex(data, "Berlin");
            let on_map =
                |factory: &&Factory| data.ground.open.contains(factory.hex) && !data.map.is_box(factory.hex) && factory.hex != berlin;
            let mut seen = BTreeSet::new();
            for factory in data.map.factories.iter().filter(works).filter(on_map) {
                let (at, output) = (data.map.name(factory.hex), u16::from(factory.output_in(1941)));
                assert_eq!(loot(&at, &[captor], nation), given * output, "{at}");
                // Once: it is destroyed.
                assert_eq!(loot(&at, &[captor, owner, captor], nation), given * output, "{at}");
                seen.insert(output);
            }
            assert!(!seen.is_empty());
        }
    }
}

/// The rail moves of the Soviets in a turn, with points.
fn trains(units: &str, turn: u8, points: u8) -> BlocksInTheEast {
    set_up(chapter(), &format!("{units}, GN01 0927, SL01 4020, SL02 {}", name("Moscow")), turn)
        .points(Nation::Soviet, points)
        .open(SOVIET, Phase::RailMoves)
}

/// [16.2] In 1941 the Soviets move a factory away for three rail moves, each of which costs its point.
#[test]
fn a_factory_is_moved_by_three_trains() {
    let kharkov = format!("evacuate red {}", name("Kharkov"));
    for (turn, may) in [(2, true), (7, true), (8, false), (20, false)] {
        let game = trains("", turn, 9);
        assert_eq!(offers(&game, &kharkov), may, "turn {turn}");
        if !may {
            assert_eq!(rule_against(&game, &kharkov), "16.2");
        }
    }
    let mut game = trains("", 2, 9);
    let (before, left) = (saved(&game, Nation::Soviet), game.rail_moves_left(SOVIET).general);
    play(&mut game, &[&kharkov]);
    assert_eq!((saved(&game, Nation::Soviet), game.rail_moves_left(SOVIET).general), (before - 3, left - 3));
    assert_eq!(game.factories_moving(SOVIET, Colour::Red), [1, 0]);
    // Two moves are left: not enough for another one.
    assert!(left < 6 && goals(&game, "evacuate").is_empty());
    assert!(goals(&trains("", 2, 2), "evacuate").is_empty(), "two points are not enough");
    // An enemy beside the railway, or in the city.
    assert!(!offers(&trains("GN02 Kharkov", 2, 9), &kharkov));
    let near = chapter().map.grid.neighbours(hex(chapter(), "Kharkov")).next().expect("a neighbour").1;
    assert!(!offers(&trains(&format!("GN02 {}", chapter().map.name(near)), 2, 9), &kharkov));
    // Only Soviet factories.
    assert!(!goals(&trains("", 2, 9), "evacuate").contains(&format!("red {}", name("Linz"))));
}

/// [16.2] Of a hex with several factories one goes; what is left goes on.
#[test]
fn one_factory_goes_at_a_time() {
    let data = chapter();
    let output = |moved: bool| {
        let mut game = trains("SL03 Leningrad", 2, 9);
        if moved {
            play(&mut game, &[&format!("evacuate red {}", name("Leningrad"))]);
        }
        let before = game.saved_of(Nation::Soviet, Colour::Red);
        next_production(&mut game, SOVIET);
        game.saved_of(Nation::Soviet, Colour::Red) - before
    };
    assert_eq!(output(true), output(false) - 1);
    let leningrad = data.map.factories.iter().find(|factory| factory.hex == hex(data, "Leningrad")).expect("a factory");
    assert!(leningrad.output_in(1941) > 1);
}

/// [16.2.a] It stands in box 8 when it is moved, goes one box in each following turn without a point, and in box 10 a die says where it is,
/// as for new factories; it makes its point in that turn.
#[test]
fn a_moved_factory_works_two_turns_later() {
    let run = |moved: bool| {
        let mut game = trains("", 2, 9);
        if moved {
            play(&mut game, &[&format!("evacuate red {}", name("Kharkov"))]);
        }
        let mut purse = Vec::new();
        for turn in [3, 4, 5] {
            pass_to(&mut game, AXIS, Phase::Supply);
            pass_to(&mut game, SOVIET, Phase::Production);
            if moved && turn == 4 {
                assert_eq!((game.asked(), game.turn()), (Some(Asked::FactorySite), Turn::Chance));
                assert_eq!(lines(&game).len(), 6);
                play(&mut game, &["die 1"]);
                assert_eq!(game.asked(), Some(Asked::FactoryCity), "Chelyabinsk or Sverdlovsk");
                let line = lines(&game).into_iter().next().expect("a city");
                play(&mut game, &[&line]);
                assert_eq!(game.new_factories(SOVIET).count(), 1);
            }
            cross(&mut game);
            assert_eq!(game.game_turn(), turn);
            if moved && turn == 3 {
                assert_eq!(game.factories_moving(SOVIET, Colour::Red), [0, 1]);
            }
            purse.push(game.saved_of(Nation::Soviet, Colour::Red));
        }
        purse
    };
    let (stays, moves) = (run(false), run(true));
    assert_eq!(stays[0] - moves[0], 1, "one turn without it");
    assert_eq!(stays[1] - moves[1], 1, "it works again");
    assert_eq!(stays[2] - moves[2], 1);
}

/// Random play under the chapter: what is wrecked lies in the hands of the Axis, and no more than two points lie on it.
#[test]
fn random_play_keeps_to_the_chapter() {
    let data = chapter();
    let (mut most, mut points_seen) = (0, 0);
    let game = PositionBuilder::start(data).turn(1).expect("a turn").open(AXIS, Phase::Supply);
    play_at_random(game, 6, 16, |game| {
        let mut count = 0;
        for (hex, _, points) in game.wrecked_centres() {
            assert_eq!(game.owner(hex), Some(AXIS), "{}", data.map.name(hex));
            assert!(points < 3);
            points_seen = points_seen.max(points);
            count += 1;
        }
        most = most.max(count);
    });
    assert!(most > 0 && points_seen > 0, "{most} {points_seen}");
}
