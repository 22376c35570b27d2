//! The long scenarios of Blocks in the East: what the Soviets build, their fuel, the price of technology, and how the scenarios begin.

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::terms::{Colour, Flag, Nation, Project, UnitKind};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Phase, Place, PositionBuilder};
use stavka_engine::game::{Game as _, Notation as _};

use crate::blocks_in_the_east_kit::{ADVANCED, builder, goals, hex, offers, pass_to, play, rule_against, saved, unit};
use crate::blocks_in_the_east_long_surprise::edited;
use crate::blocks_in_the_east_map::scenario;

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;
const BLUE: &str = "operation-blue";
const CITADEL: &str = "operation-citadel";
const BAGRATION: &str = "operation-bagration";
const CAMPAIGN: &str = "codeword-dortmund";

fn in_turn(id: &str, units: &str, turn: u8) -> PositionBuilder {
    builder(id, units).turn(turn).expect("a turn")
}

/// The production of the Soviets in a turn, dice of mines thrown.
fn production(position: PositionBuilder) -> BlocksInTheEast {
    let mut game = position.open(SOVIET, Phase::Production);
    while offers(&game, "die 1") {
        play(&mut game, &["die 1"]);
    }
    game
}

/// [SBE6.e][SBE9.h] From July 1942 on each project is bought once, for all its points, and several in a turn.
#[test]
fn projects_are_bought_from_july_1942_on() {
    for id in [BLUE, CAMPAIGN] {
        let units = "SL01 Saratov, GN01 0923";
        let june = production(in_turn(id, units, 13));
        assert_eq!(rule_against(&june, "build saratov-stalingrad"), "SBE6.e");
        let mut game = production(in_turn(id, units, 14).points(Nation::Soviet, 30));
        let before = saved(&game, Nation::Soviet);
        let prices = [("saratov-stalingrad", 3), ("stalingrad-astrakhan", 4), ("astrakhan-baku", 5), ("baku-krasnovodsk", 10)];
        assert_eq!(goals(&game, "build"), prices.map(|(name, _)| name.to_owned()).into());
        let mut spent = 0;
        for ((name, price), project) in prices.into_iter().zip(Project::ALL) {
            assert_eq!((game.price_of_project(project), game.is_built(project)), (Some(price), false));
            let (hash, action) = (game.state_hash(), format!("build {name}"));
            play(&mut game, &[&action]);
            spent += u16::from(price);
            assert_eq!(saved(&game, Nation::Soviet), before - spent, "{name}");
            assert!(game.is_built(project) && game.state_hash() != hash);
            assert_eq!(rule_against(&game, &action), "SBE6.e", "once");
        }
    }
}

/// [SBE6.e] Nobody pays a part of a project.
#[test]
fn projects_are_paid_at_once() {
    let data = scenario(BLUE);
    // Without the centres of the map the Soviets have next to nothing.
    let lines: Vec<_> = data.map.rails.iter().filter(|rail| ["P1", "P2", "P3"].contains(&rail.line.as_str())).collect();
    let mut poor = in_turn(BLUE, "SL01 Saratov, GN01 0923", 14);
    for place in data
        .map
        .places
        .iter()
        .filter(|place| place.yellow > 0 && place.name != "Baku" && !lines.iter().any(|rail| rail.path.contains(&place.hex)))
    {
        if data.map.country[place.hex.index()] == data.map.country[hex(data, "Moscow").index()] {
            // What lies on the edge is out of play.
            poor = poor.clone().owner(&data.map.name(place.hex), AXIS).unwrap_or(poor);
        }
    }
    let mut seen = [false; 2];
    for more in 0..12 {
        let game = production(poor.clone().points(Nation::Soviet, more));
        let points = saved(&game, Nation::Soviet);
        for project in Project::ALL {
            let price = game.price_of_project(project).expect("a price");
            let offered = offers(&game, &format!("build {}", project.name()));
            assert_eq!(offered, points >= price.into(), "{project:?} with {points}");
            seen[usize::from(offered)] = true;
        }
    }
    assert_eq!(seen, [true, true]);
}

/// [SBE6.e] The Soviets build on ground that they hold; the Axis builds nothing.
#[test]
fn projects_need_their_ground() {
    let game = production(in_turn(BLUE, "SL01 Saratov, GN01 3332", 14).points(Nation::Soviet, 30));
    assert_eq!(rule_against(&game, "build saratov-stalingrad"), "SBE6.e");
    assert!(offers(&game, "build stalingrad-astrakhan"));
    let mut axis = in_turn(BLUE, "SL01 Saratov, GN01 0923", 14).points(Nation::German, 30).open(AXIS, Phase::Production);
    while offers(&axis, "die 1") {
        play(&mut axis, &["die 1"]);
    }
    assert!(goals(&axis, "build").is_empty());
}

/// [SBE6.f] What is built works at once: trains run on it.
#[test]
fn trains_run_on_a_project_at_once() {
    let position = || in_turn(BLUE, "SL01 Stalingrad, GN01 0923", 14).points(Nation::Soviet, 30);
    let goes = |builds: bool| {
        let mut game = production(position());
        if builds {
            play(&mut game, &["build saratov-stalingrad", "build baku-krasnovodsk"]);
        }
        let linked = |from: &str, to: &str| game.railways()[hex(game.data(), from).index()].contains(&hex(game.data(), to).0);
        assert_eq!([linked("3332", "3331"), linked("Baku", "krasnovodsk")], [builds; 2]);
        pass_to(&mut game, SOVIET, Phase::RailMoves);
        play(&mut game, &["select SL01"]);
        goals(&game, "move").contains("3332")
    };
    assert!(goes(true) && !goes(false), "Kamyshin lies on the line");
}

/// [SBE6.f][11.2.e] Points come by a project: those of Stalingrad by the line to Saratov, when all other lines are cut.
#[test]
fn points_come_by_a_project() {
    let data = scenario(BLUE);
    let joined = |built: &str| {
        let edit = format!("prices = {{ {built} }}\nbuilt = [\"saratov-stalingrad\"]");
        let data = if built.is_empty() {
            scenario(BLUE)
        } else {
            edited(BLUE, "prices = { saratov-stalingrad = 3, stalingrad-astrakhan = 4, astrakhan-baku = 5, baku-krasnovodsk = 10 }", &edit)
        };
        let mut position = PositionBuilder::empty(data).turn(14).expect("a turn");
        let city = hex(data, "Stalingrad");
        let others = data.railways(14)[city.index()].iter().filter(|&&near| near != u16::MAX).map(|&near| stavka_engine::hex::Hex(near));
        for near in others.filter(|&near| data.map.name(near) != "3233") {
            position = position.owner(&data.map.name(near), AXIS).expect("a hex");
        }
        let game = position.open(SOVIET, Phase::GroundMovement);
        data.connected(&game.situation(), Nation::Soviet, false).contains(city)
    };
    assert!(joined("stalingrad-astrakhan = 4"));
    assert!(!joined(""));
    assert!(!data.script.long.built.contains(Project::SaratovStalingrad));
}

/// [SBE7.d][SBE8.d] In 1943 and 1944 everything is built.
#[test]
fn everything_is_built_in_1943() {
    for (id, turn) in [(CITADEL, 25), (BAGRATION, 37)] {
        let game = production(in_turn(id, "SL01 Saratov, GN01 0923", turn).points(Nation::Soviet, 30));
        assert!(Project::ALL.into_iter().all(|project| game.is_built(project)), "{id}");
        assert!(goals(&game, "build").is_empty(), "{id}");
        let near = game.railways()[hex(game.data(), "3332").index()];
        assert!(near.contains(&hex(game.data(), "3331").0), "{id}");
    }
    let barbarossa = production(in_turn(ADVANCED, "SL01 Saratov, GN01 0923", 2).points(Nation::Soviet, 30));
    assert!(goals(&barbarossa, "build").is_empty() && !barbarossa.is_built(Project::AstrakhanBaku));
}

/// [SBE9.d] The Soviets count fuel while the Axis holds Stalingrad on the Volga: wells give it, and headquarters cost it.
#[test]
fn the_soviets_count_fuel_when_the_caucasus_is_lost() {
    let position = |units: &str| production(in_turn(CAMPAIGN, units, 14));
    let black = |game: &BlocksInTheEast| game.saved_of(Nation::Soviet, Colour::Black);
    let hq = |game: &BlocksInTheEast| game.colour_of_price(unit(game.data(), "SH02"));
    let free = position("SL01 Saratov, GN01 0923");
    assert!(!free.counts_soviet_fuel() && black(&free) == 0 && hq(&free).is_none());
    let lost = position("SL01 Saratov, GN01 Stalingrad");
    assert!(lost.counts_soviet_fuel() && hq(&lost) == Some(Colour::Black));
    let wells: u16 = lost.data().map.places.iter().filter(|place| lost.controls(SOVIET, place.hex)).map(|place| u16::from(place.oil)).sum();
    assert!(black(&lost) > 0 && black(&lost) <= wells, "{} of {wells}", black(&lost));
    assert_ne!(lost.state_hash(), free.state_hash());
    let contested = position("SL01 Stalingrad, GN01 Stalingrad");
    assert!(!contested.counts_soviet_fuel(), "nobody has it");
    let blue = production(in_turn(BLUE, "SL01 Saratov, GN01 Stalingrad", 14));
    assert!(!blue.counts_soviet_fuel(), "[SBE6.c] in the campaign alone");
}

/// [3.13.b] V20: the schedule of technology costs the Soviets four of fifty yellow points a turn in the campaign.
#[test]
fn the_schedule_costs_four_points() {
    let income = |data| {
        let position = PositionBuilder::start(data).turn(2).expect("a turn");
        saved(&production(position), Nation::Soviet)
    };
    assert_eq!(income(scenario(CAMPAIGN)), 46);
    assert_eq!(income(edited(CAMPAIGN, "standing_cost = { soviet = 4 }\n", "")), 50);
}

/// [LONG][LONG.a] The long scenarios are those of the Advanced game; the Soviets set up first, but for 1944. Blocks that had come before, and
/// are not set up, may be rebuilt: neither Guards, nor those that have left, nor Hanko.
#[test]
fn blocks_that_are_not_set_up_may_be_rebuilt() {
    for (id, first) in [(ADVANCED, SOVIET), (BLUE, SOVIET), (CITADEL, SOVIET), (BAGRATION, AXIS), (CAMPAIGN, SOVIET)] {
        let data = scenario(id);
        assert!(data.is_advanced() && data.script.first_set_up == first, "{id}");
        let game = BlocksInTheEast::new(data);
        let lost: Vec<_> =
            Side::ALL.into_iter().flat_map(|side| data.units(side)).filter(|&(unit, _)| game.place(unit) == Place::ELIMINATED).collect();
        assert_eq!(lost.is_empty(), data.script.turns[0] == 1, "{id}");
        for (unit, known) in lost {
            assert!(data.takes_part(unit) && known.arrives < data.script.turns[0], "{id}: {}", known.id);
            assert!(!known.is(Flag::Guards) && known.kind != UnitKind::Static && known.nation != Nation::Italian, "{id}: {}", known.id);
            assert!(known.leaves.is_none_or(|turn| turn > data.script.turns[0]), "{id}: {}", known.id);
        }
    }
    let game = BlocksInTheEast::new(scenario(BLUE));
    assert_eq!(["SW10", "SG04", "HU01"].map(|id| game.place(unit(game.data(), id))), [Place::ELIMINATED, Place::REMOVED, Place::REMOVED]);
    let rebuilt = production(in_turn(BLUE, "SL01 Saratov, GN01 0923", 14).points(Nation::Soviet, 30));
    assert!(offers(&rebuilt, "rebuild SR13"));
    // [7.3.c] Those who come later are reinforcements.
    assert!(offers(&production(in_turn(CITADEL, "SL01 Saratov, GN01 0923", 30)), "done"));
    let later = scenario(BLUE)
        .units(SOVIET)
        .filter(|&(unit, known)| known.arrives > 13 && known.arrives <= 18 && game.place(unit) == Place::RESERVE);
    assert!(later.count() > 0);
}

/// [SBE6.e] A project is written as it is read.
#[test]
fn projects_have_words() {
    let game = production(in_turn(BLUE, "SL01 Saratov, GN01 0923", 14).points(Nation::Soviet, 30));
    for project in Project::ALL {
        let action = stavka_engine::blocks_in_the_east::Action::Build(project);
        let line = game.notation(action);
        assert_eq!(line, format!("build {}", project.name()));
        assert_eq!(game.parse_action(&line), Ok(action));
    }
    assert!(game.parse_action("build moscow").is_err());
}
