//! What the players know of Blocks in the East: full games by every kind, the evaluator and its weights, what is never done, what is not seen.

use stavka_agents::blocks_in_the_east::{BlocksEvaluator, Evaluation};
use stavka_agents::{AgentKind, AgentSpec, Budget, Evaluator as _, Features as _, Playable as _, Policy as _, SearchControl};
use stavka_engine::blocks_in_the_east::{Action, Asked, BlocksInTheEast, Phase, PositionBuilder, Prepared};
use stavka_engine::catalogue::Catalogue as _;
use stavka_engine::kit::files::ScenarioFiles as _;
use stavka_engine::{Determinize as _, Dice, Game, Side, Turn, View};

use crate::lore;

fn scenario(id: &str) -> &'static Prepared {
    let (name, text) = Prepared::SCENARIOS.iter().find(|(name, _)| *name == id).expect("a scenario of the game");
    Prepared::interned(&Prepared::sources(name, text)).expect("the embedded scenario is sound")
}

fn thinking(kind: AgentKind) -> AgentSpec {
    AgentSpec { budget: Budget::Iterations(2), memory: 1, ..AgentSpec::of(kind) }
}

fn play(id: &str, axis: AgentKind, soviet: AgentKind, seed: u64) -> BlocksInTheEast {
    lore::play(scenario(id), &thinking(axis), &thinking(soviet), seed)
}

/// Quiet positions of a game by policy.
fn positions(id: &str, seed: u64) -> Vec<BlocksInTheEast> {
    lore::positions(scenario(id), seed, 8)
}

#[test]
fn every_kind_of_player_plays_whole_games_of_either_side() {
    lore::every_kind_plays::<BlocksInTheEast>(scenario("towards-leningrad"), thinking);
}

#[test]
fn the_players_finish_every_scenario() {
    for (id, _) in Prepared::SCENARIOS {
        let game = play(id, AgentKind::Policy, AgentKind::Policy, 3);
        assert!(game.outcome().is_some(), "{id}");
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for kind in [AgentKind::Policy, AgentKind::Greedy, AgentKind::Doctrine] {
        let hash = |seed| play("towards-leningrad", kind, AgentKind::Policy, seed).state_hash();
        assert_eq!(hash(3), hash(3), "{kind}");
    }
}

/// [SBE3.b] The scenario that either side can win.
#[test]
fn knowledge_beats_chance_on_both_sides() {
    for (side, axis, soviet) in [(Side::Axis, AgentKind::Greedy, AgentKind::Random), (Side::Soviet, AgentKind::Random, AgentKind::Greedy)] {
        let won = lore::wins::<BlocksInTheEast>(scenario("towards-rostov"), side, [&thinking(axis), &thinking(soviet)], 4);
        assert!(won >= 3, "the greedy {side} wins {won} of 4 games against chance");
    }
}

/// [7.3.4] Whoever is disbanded is gone until the next turn, and comes back with its lowest step.
#[test]
fn nobody_disbands_units_for_nothing() {
    let kinds = [AgentKind::Policy, AgentKind::Greedy, AgentKind::Doctrine];
    for kind in kinds {
        let mut players = Side::ALL.map(|_| thinking(kind).make::<BlocksInTheEast>(1).expect("it needs no network"));
        let (mut game, mut legal, mut dice) = (BlocksInTheEast::new(scenario("towards-leningrad")), Vec::new(), Dice::new(4));
        loop {
            game.legal_actions(&mut legal);
            let action = match game.turn() {
                Turn::Over => break,
                Turn::Chance => game.draw(&legal, &mut dice),
                Turn::Player(side) => players[side.index()].choose(View::new(&game, side), &legal, SearchControl::NONE),
            };
            assert!(!matches!(action, Action::Disband(_)), "{kind}: {action:?}");
            game.apply(action);
        }
    }
}

/// A judgement depends on nothing that the viewer does not know: it is the same in every world that he cannot tell apart.
#[test]
fn judgements_are_the_same_in_all_worlds_that_look_alike() {
    for game in positions("towards-leningrad", 7) {
        for viewer in Side::ALL {
            let mut evaluator = BlocksInTheEast::evaluator();
            let (mut here, mut there) = (Vec::new(), Vec::new());
            evaluator.prepare(&game, viewer);
            evaluator.evaluate(std::slice::from_ref(&game), &mut here);
            for seed in 0..3 {
                let world = game.determinize(viewer, &mut Dice::new(seed));
                evaluator.evaluate(std::slice::from_ref(&world), &mut there);
                assert_eq!(here, there, "turn {} {:?}, seen by {viewer}", game.game_turn(), game.phase());
            }
        }
    }
}

#[test]
fn the_embedded_weights_read_back() {
    let embedded: &Evaluation = lore::weights_that_read_back();
    assert!(!embedded.origin.is_empty());
}

#[test]
fn the_terms_of_an_explanation_make_the_judgement() {
    lore::terms_make_the_judgement(&positions("towards-rostov", 4));
}

#[test]
fn judgements_do_not_depend_on_what_was_judged_before() {
    lore::judgements_are_independent(&positions("towards-moscow", 5));
}

/// The Axis in Kharkov: the objective is a reason for what changes.
#[test]
fn an_objective_taken_is_the_first_reason_after_it() {
    let start = || PositionBuilder::start(scenario("towards-rostov")).turn(5).expect("a turn of the scenario");
    let data = scenario("towards-rostov");
    let kharkov = data.map.name(data.map.place_named("Kharkov").expect("it is on the map").hex);
    let holders: Vec<&str> = data
        .units(Side::Soviet)
        .filter(|(unit, _)| data.script.placed.iter().any(|placed| placed.unit == *unit && data.map.name(placed.hex) == kharkov))
        .map(|(_, unit)| unit.id.as_str())
        .collect();
    let cleared = holders.into_iter().fold(start(), |position, unit| {
        position.put_in_box(unit, stavka_engine::blocks_in_the_east::Place::RESERVE).expect("a unit of the scenario")
    });
    let before = start().open(Side::Axis, Phase::GroundMovement);
    let after = cleared.owner(&kharkov, Side::Axis).expect("nobody is in it").open(Side::Axis, Phase::GroundMovement);
    let evaluator = BlocksEvaluator::new(Evaluation::of_common_sense());
    let reason = lore::first_reason(evaluator, &before, &after);
    assert!(reason.contains("objective"), "{reason}");
}

/// [7.7.9] Of two units that are equally strong the one that is cheaper to repair takes the hit, and only one of them has to be asked.
#[test]
fn a_plain_unit_takes_the_hit_that_armour_would_take() {
    let data = scenario("towards-leningrad");
    let (mut legal, mut asked) = (Vec::new(), 0);
    // In a short game it may be that nobody has to choose.
    for seed in 6..40 {
        if asked > 2 {
            break;
        }
        let mut game = BlocksInTheEast::new(data);
        let mut players = Side::ALL.map(|_| AgentSpec::of(AgentKind::Greedy).make::<BlocksInTheEast>(1).expect("it needs no network"));
        let mut dice = Dice::new(seed);
        while game.turn() != Turn::Over {
            game.legal_actions(&mut legal);
            let action = match game.turn() {
                Turn::Chance => game.draw(&legal, &mut dice),
                Turn::Player(side) => players[side.index()].choose(View::new(&game, side), &legal, SearchControl::NONE),
                Turn::Over => break,
            };
            if let Action::TakeHit(unit) = action
                && legal.len() > 1
            {
                asked += 1;
                let armour = |unit| data.unit(unit).class == stavka_engine::blocks_in_the_east::terms::UnitClass::Armour;
                let spared = legal.iter().filter_map(|action| if let Action::TakeHit(unit) = action { Some(*unit) } else { None });
                let plain = spared.into_iter().any(|other| !armour(other) && game.step(other) + 1 < data.unit(other).steps.len());
                assert!(!(armour(unit) && plain), "{} takes a hit", data.unit(unit).id);
            }
            game.apply(action);
        }
    }
    assert!(asked > 0, "nobody had to choose who takes a hit");
}

/// An evaluation that was written for a fit reads back.
#[test]
fn a_file_of_weights_reads_back() {
    let evaluator = BlocksInTheEast::evaluator();
    assert!(Evaluation::parse(&evaluator.file(&evaluator.prior(), "a test".into())).is_ok());
}

/// A player who is asked to end a march that has begun ends it.
#[test]
fn a_march_that_has_begun_ends() {
    let mut game = BlocksInTheEast::new(scenario("towards-leningrad"));
    let (mut legal, mut dice) = (Vec::new(), Dice::new(2));
    loop {
        game.legal_actions(&mut legal);
        if matches!(game.asked(), Some(Asked::March { begun: true, .. })) && legal.contains(&Action::Done) && legal.len() > 1 {
            assert_eq!(lore::choice(AgentKind::Greedy, &game), Action::Done);
            return;
        }
        let march = legal.iter().copied().find(|action| matches!(action, Action::MoveTo(_)));
        let select = legal.iter().copied().find(|action| matches!(action, Action::Select(_)));
        game.apply(march.or(select).unwrap_or_else(|| dice.choose(&legal)));
    }
}

/// [13.2][13.4] Headquarters move up before they are activated, and are activated for units that draw on them.
#[test]
fn headquarters_are_activated_for_those_who_draw_on_them() {
    let mut policies = [BlocksInTheEast::policy(), BlocksInTheEast::policy()];
    let (mut game, mut legal, mut dice) = (BlocksInTheEast::new(scenario("barbarossa")), Vec::new(), Dice::new(5));
    let (mut activated, mut drawn) = ([0; 2], [0; 2]);
    loop {
        game.legal_actions(&mut legal);
        let action = match game.turn() {
            Turn::Over => break,
            Turn::Chance => game.draw(&legal, &mut dice),
            Turn::Player(side) => policies[side.index()].pick(&game, &legal, &mut dice),
        };
        let side = if let Turn::Player(side) = game.turn() { side.index() } else { 0 };
        match action {
            Action::Activate(_) => activated[side] += 1,
            Action::Fuel(_) | Action::Supply(_) | Action::Train(_) => drawn[side] += 1,
            _ => (),
        }
        game.apply(action);
    }
    for side in Side::ALL.map(Side::index) {
        assert!(activated[side] >= 10, "{} activations", activated[side]);
        assert!(drawn[side] >= activated[side], "{} headquarters give {} times", activated[side], drawn[side]);
    }
}

/// [13.2] An active headquarters does not move any more, so that players move it first.
#[test]
fn headquarters_move_before_those_who_draw_on_them() {
    let game = PositionBuilder::start(scenario("barbarossa")).turn(2).expect("a turn").open(Side::Axis, Phase::GroundMovement);
    let data = game.data();
    for kind in [AgentKind::Policy, AgentKind::Greedy] {
        match lore::choice(kind, &game) {
            Action::Select(unit) => assert!(data.headquarters.contains(&unit), "{kind}: {}", data.unit(unit).id),
            action => assert!(matches!(action, Action::Activate(_)), "{kind}: {action:?}"),
        }
    }
}

/// [24.0] Marines do not land where they would be thrown back, their headquarters is not activated for that, and whatever the coast the side comes to the
/// end of its movement.
#[test]
fn marines_land_where_it_pays() {
    let (name, text) = Prepared::SCENARIOS.iter().find(|(name, _)| *name == "codeword-dortmund").expect("a scenario of the game");
    let text = format!("{text}\n[options]\namphibious-assault = true\norigin = \"given: agreed before the game\"\n");
    let data = Prepared::interned(&Prepared::sources(name, &text)).expect("the scenario is sound");
    let baku = data.map.name(data.map.place_named("Baku").expect("a city").hex);
    let caspian = |coast: &[&str]| {
        let units = [("SH10", baku.as_str()), ("SM02", &baku), ("SL01", &baku), ("GN01", "0927"), ("SR01", "4020")];
        let all = units.into_iter().chain(coast.iter().map(|&id| (id, "3547")));
        let position = all.fold(PositionBuilder::empty(data), |position, (id, at)| position.place(id, at).expect("it fits"));
        let position = position.owner("3547", Side::Axis).expect("a hex").turn(14).expect("a turn");
        position.open(Side::Soviet, Phase::GroundMovement)
    };
    for kind in [AgentKind::Policy, AgentKind::Greedy] {
        let choice = lore::choice(kind, &caspian(&["GN02", "GN03"]));
        assert!(!matches!(choice, Action::Activate(_) | Action::Assault(_)), "{kind}: {choice:?}");
        let mut game = caspian(&[]);
        for count in 0.. {
            if game.phase() != Some((Side::Soviet, Phase::GroundMovement)) {
                break;
            }
            assert!(count < 60, "{kind} comes to no end");
            let choice = lore::choice(kind, &game);
            game.apply(choice);
        }
    }
}

/// [19.1] Headquarters that are picked reconnoitre, battles before other hexes, and nobody picks and puts down without end.
#[test]
fn headquarters_reconnoitre_battles() {
    let data = BlocksInTheEast::load("barbarossa+air-reconnaissance").expect("a scenario of the game");
    let mut players = Side::ALL.map(|_| thinking(AgentKind::Greedy).make::<BlocksInTheEast>(7).expect("it needs no network"));
    let (mut game, mut dice, mut legal) = (BlocksInTheEast::new(data), Dice::new(7), Vec::new());
    let (mut scouted, mut over_battles, mut put_down) = (0, 0, 0);
    while game.game_turn() < 3 {
        game.legal_actions(&mut legal);
        let action = match game.turn() {
            Turn::Over => break,
            Turn::Chance => game.draw(&legal, &mut dice),
            Turn::Player(side) => players[side.index()].choose(View::new(&game, side), &legal, SearchControl::NONE),
        };
        if let Some(Asked::Scouting(_)) = game.asked() {
            let battle = |action: &Action| matches!(action, Action::Scout(hex) if game.battles().contains(*hex));
            match action {
                Action::Scout(_) if legal.iter().any(battle) => over_battles += i32::from(battle(&action)) * 2 - 1,
                Action::Scout(_) => {}
                _ => put_down += 1,
            }
            scouted += 1;
        }
        game.apply(action);
    }
    assert!(
        scouted > 5 && over_battles > 0 && put_down * 3 < scouted,
        "{scouted} choices, {over_battles} over battles, {put_down} put down"
    );
}

/// [SBE5.c][SBE5.e][SBE5.f] The Luftwaffe flies on the day on which nobody fires at it, and the attack costs the Soviets more than the Axis.
#[test]
fn the_surprise_is_used_in_the_air_and_on_the_ground() {
    let (mut sorties, mut lost) = (0, [0, 0]);
    for seed in [7, 8] {
        let mut players = Side::ALL.map(|_| thinking(AgentKind::Greedy).make::<BlocksInTheEast>(seed).expect("it needs no network"));
        let (mut game, mut dice, mut legal) = (BlocksInTheEast::new(scenario("barbarossa")), Dice::new(seed), Vec::new());
        let strength = |game: &BlocksInTheEast, side| game.units_on_map(side).map(|(unit, _)| i32::from(game.strength(unit))).sum::<i32>();
        let before = Side::ALL.map(|side| strength(&game, side));
        while game.phase().is_none_or(|(side, _)| side == Side::Axis) {
            game.legal_actions(&mut legal);
            let action = match game.turn() {
                Turn::Over => break,
                Turn::Chance => game.draw(&legal, &mut dice),
                Turn::Player(side) => players[side.index()].choose(View::new(&game, side), &legal, SearchControl::NONE),
            };
            let flies = matches!((game.phase(), action), (Some((Side::Axis, Phase::AirMovement)), Action::Fly(_)));
            sorties += i32::from(flies);
            game.apply(action);
        }
        for side in Side::ALL {
            lost[side.index()] += before[side.index()] - strength(&game, side);
        }
    }
    assert!(sorties >= 10, "{sorties} sorties in two games");
    assert!(lost[Side::Soviet.index()] * 2 > lost[Side::Axis.index()] * 3, "losses {lost:?}");
}

/// The Axis with these units in these hexes, after a player has moved them on the ground against Soviets in a hex.
fn moved(kind: AgentKind, axis: &[(&str, &str)], soviet: &str, hex: &str) -> BlocksInTheEast {
    let all = std::iter::once((soviet, hex)).chain(axis.iter().copied());
    let data = scenario("short-barbarossa");
    let position = all.fold(PositionBuilder::empty(data), |position, (id, at)| position.place(id, at).expect("it fits"));
    let mut game = position.open(Side::Axis, Phase::GroundMovement);
    play_on(kind, &mut game, Phase::GroundMovement);
    game
}

/// Plays a phase of the Axis to its end.
fn play_on(kind: AgentKind, game: &mut BlocksInTheEast, phase: Phase) {
    for count in 0.. {
        if game.phase() != Some((Side::Axis, phase)) {
            break;
        }
        assert!(count < 60, "{kind} comes to no end");
        let choice = lore::choice(kind, game);
        game.apply(choice);
    }
}

/// Who of the Axis is in a hex.
fn attackers<'a>(game: &'a BlocksInTheEast, hex: &str) -> Vec<&'a str> {
    let data = game.data();
    let hex = data.map.find(hex).expect("a hex");
    game.units_on_map(Side::Axis).filter(|&(_, at)| at == hex).map(|(unit, _)| data.unit(unit).id.as_str()).collect()
}

/// [7.5] Who would be beaten alone stays, and goes when another comes with it; into a swamp they go neither way.
#[test]
fn units_attack_together_where_one_alone_stays() {
    for kind in [AgentKind::Greedy, AgentKind::Doctrine] {
        let alone = moved(kind, &[("GC02", "1225")], "SW13", "1226");
        assert_eq!(attackers(&alone, "1226"), Vec::<&str>::new(), "{kind}");
        let together = moved(kind, &[("GC02", "1225"), ("GC15", "1225")], "SW13", "1226");
        assert_eq!(attackers(&together, "1226").len(), 2, "{kind}");
    }
    let swamp = moved(AgentKind::Greedy, &[("GC02", "1026"), ("GC15", "1026")], "SW13", "1126");
    assert_eq!(attackers(&swamp, "1126"), Vec::<&str>::new());
}

/// [7.4] Bombers that are promised to an attack fly to it, and the attack is made for their sake.
#[test]
fn aircraft_fly_to_the_attack_that_counts_on_them() {
    let (ground, wings) = ([("GC02", "1026"), ("GC08", "1027")], [("GC21", "0925"), ("GC22", "0925")]);
    for kind in [AgentKind::Greedy, AgentKind::Doctrine] {
        let without = moved(kind, &ground, "SW01", "1126");
        assert_eq!(attackers(&without, "1126"), Vec::<&str>::new(), "{kind}");
        let mut game = moved(kind, &[ground, wings].concat(), "SW01", "1126");
        assert!(!attackers(&game, "1126").is_empty(), "{kind} does not attack with them");
        play_on(kind, &mut game, Phase::AirMovement);
        let flown = attackers(&game, "1126");
        assert!(wings.iter().any(|(wing, _)| flown.contains(wing)), "{kind}: {flown:?}");
    }
}
