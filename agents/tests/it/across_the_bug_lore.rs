//! What the players know of Across the Bug River: full games by every kind, the evaluator and its weights, the attacks they make and
//! leave.

use stavka_agents::across_the_bug::{BugEvaluator, Evaluation};
use stavka_agents::{AgentKind, AgentSpec, Budget, Features as _, Playable as _, SearchControl, TuneSettings, tune};
use stavka_engine::across_the_bug::{AcrossTheBug, Action, Opening, PositionBuilder, Prepared};
use stavka_engine::kit::files::ScenarioFiles as _;
use stavka_engine::{Game, Side, Turn, View};

use crate::lore;

fn scenario(id: &str) -> &'static Prepared {
    let (name, text) = Prepared::SCENARIOS.iter().find(|(name, _)| *name == id).expect("a scenario of the game");
    Prepared::interned(&Prepared::sources(name, text)).expect("the embedded scenario is sound")
}

fn thinking(kind: AgentKind) -> AgentSpec {
    AgentSpec { budget: Budget::Iterations(2), memory: 1, ..AgentSpec::of(kind) }
}

/// One game of a scenario between two players.
fn play(id: &str, axis: &AgentSpec, soviet: &AgentSpec, seed: u64) -> AcrossTheBug {
    lore::play(scenario(id), axis, soviet, seed)
}

/// Quiet positions of a game by policy.
fn positions(id: &str, seed: u64) -> Vec<AcrossTheBug> {
    lore::positions(scenario(id), seed, 8)
}

#[test]
fn every_kind_of_player_plays_whole_games_of_either_side() {
    lore::every_kind_plays::<AcrossTheBug>(scenario("attack"), thinking);
}

#[test]
fn the_players_finish_every_scenario() {
    for (id, _) in Prepared::SCENARIOS {
        let game = play(id, &AgentSpec::of(AgentKind::Greedy), &AgentSpec::of(AgentKind::Policy), 3);
        assert!(game.outcome().is_some(), "{id}");
    }
}

/// [11] In a free set-up the greedy player stands where the fixed one puts him, or as near as there is room.
#[test]
fn the_greedy_player_sets_up_as_the_scenario_would() {
    for id in ["attack-free", "delayed-free", "campaign-free"] {
        let data = scenario(id);
        let mut players = Side::ALL.map(|_| AgentSpec::of(AgentKind::Greedy).make::<AcrossTheBug>(1).expect("it needs no network"));
        let (mut game, mut legal) = (AcrossTheBug::new(data), Vec::new());
        let mut away = 0;
        loop {
            game.legal_actions(&mut legal);
            let (Turn::Player(side), Some(Action::Place { unit, .. })) = (game.turn(), legal.first().copied()) else { break };
            let action = players[side.index()].choose(View::new(&game, side), &legal, SearchControl::NONE);
            let fixed = data.script.placements.iter().find(|placement| placement.unit == unit).expect("a place").hex;
            away += u32::from(data.map.grid.distance(action.hex().expect("a hex"), fixed));
            game.apply(action);
        }
        assert_eq!(away, 0, "{id}: hexes between its places and those of the fixed set-up");
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for kind in [AgentKind::Policy, AgentKind::Greedy, AgentKind::Doctrine] {
        let hash = |seed| play("attack", &thinking(kind), &thinking(AgentKind::Policy), seed).state_hash();
        assert_eq!(hash(3), hash(3), "{kind}");
    }
}

#[test]
fn knowledge_beats_chance_on_both_sides() {
    for (side, axis, soviet) in [(Side::Axis, AgentKind::Greedy, AgentKind::Random), (Side::Soviet, AgentKind::Random, AgentKind::Greedy)] {
        let won = lore::wins::<AcrossTheBug>(scenario("delayed"), side, [&thinking(axis), &thinking(soviet)], 6);
        assert!(won >= 5, "the greedy {side} wins {won} of 6 games against chance");
    }
}

/// The attacks that the greedy player makes with a formation.
fn attacks(mut game: AcrossTheBug, side: Side) -> Vec<Action> {
    let mut player = AgentSpec::of(AgentKind::Greedy).make::<AcrossTheBug>(1).expect("it needs no network");
    let (mut legal, mut found) = (Vec::new(), Vec::new());
    let acts = |game: &AcrossTheBug| game.acting().is_some();
    while acts(&game) && game.turn() == Turn::Player(side) {
        game.legal_actions(&mut legal);
        let action = player.choose(View::new(&game, side), &legal, SearchControl::NONE);
        if matches!(action, Action::Attack { .. }) {
            found.push(action);
        }
        game.apply(action);
    }
    found
}

/// German units of a formation that acts, in one hex, with Soviet units in the next, Volodymyr or open ground.
fn facing(germans: &[&str], soviets: &[&str], hexes: [&str; 2]) -> AcrossTheBug {
    let mut position = PositionBuilder::empty(scenario("attack")).place("HQ-14Pz", "2307").expect("a village");
    for (units, hex) in [(germans, hexes[0]), (soviets, hexes[1])] {
        for unit in units {
            position = position.place(unit, hex).expect("it has room");
        }
    }
    let ready = position.level("14Pz", 4).expect("a level of it");
    ready.open(Opening::Activation("14Pz", 3)).expect("a formation of the scenario")
}

#[test]
fn a_strong_stack_attacks_a_lone_company_on_a_victory_hex() {
    let game = facing(&["I/103", "1/I/36", "2/I/36"], &["No1"], ["2209", "2208"]);
    assert!(!attacks(game, Side::Axis).is_empty());
}

#[test]
fn a_weak_unit_does_not_attack_a_full_stack_in_a_city() {
    let game = facing(&["40"], &["II/96", "1/II/82", "2/II/82"], ["2709", "2708"]);
    assert_eq!(attacks(game, Side::Axis), []);
}

/// The last turn: Soviet tanks that are ordered to counterattack stand some hexes from a German battalion, and the Soviets choose.
fn tanks_with_orders() -> AcrossTheBug {
    let units = [("HQ-19TD", "4310"), ("1/37", "4609"), ("2/37", "4609"), ("HQ-14Pz", "3611"), ("I/103", "4011")];
    let position = units
        .into_iter()
        .fold(PositionBuilder::empty(scenario("delayed")), |position, (unit, hex)| position.place(unit, hex).expect("it has room"));
    let levels = position.level("19TD", 4).and_then(|position| position.level("14Pz", 4)).expect("levels of them");
    let mut game = levels.turn(7).and_then(|position| position.open(Opening::Operations)).expect("it opens");
    let (mut legal, mut rolled) = (Vec::new(), false);
    loop {
        game.legal_actions(&mut legal);
        // The German rolls low for the initiative, the Soviets high, and nobody spends the luck token.
        game.apply(match game.turn() {
            Turn::Chance if rolled => legal[legal.len() - 1],
            Turn::Chance => legal[0],
            _ if legal.contains(&Action::Reroll) => Action::Done,
            _ => return game,
        });
        rolled = true;
    }
}

/// [9.f] A glance sees nothing to do for tanks that are away from the enemy; played through, their activation brings them up to attack.
#[test]
fn doctrine_activates_tanks_that_are_ordered_to_counterattack() {
    let game = tanks_with_orders();
    let activates = |kind| matches!(lore::choice(kind, &game), Action::Activate(_));
    assert!(!activates(AgentKind::Greedy) && activates(AgentKind::Doctrine));
}

#[test]
fn the_embedded_weights_read_back() {
    let embedded: &Evaluation = lore::weights_that_read_back();
    assert!(!embedded.origin.is_empty());
}

#[test]
fn the_terms_of_an_explanation_make_the_judgement() {
    lore::terms_make_the_judgement(&positions("campaign", 4));
}

#[test]
fn a_victory_hex_taken_is_the_first_reason_after_it() {
    let start = || PositionBuilder::start(scenario("attack")).turn(3).expect("a turn of the scenario");
    let before = start().open(Opening::Operations).expect("it opens");
    // Verba and Turopyn are worth three points; the way to them is open.
    let taken = ["HQ-41TD", "1/III/82", "2/III/82", "3/III/82"];
    let away = taken.into_iter().fold(start(), |position, unit| {
        position.put_in_box(unit, stavka_engine::across_the_bug::Place::RESERVE).expect("a counter of the scenario")
    });
    let after = away.place("40", "2804").and_then(|position| position.place("64", "3201")).expect("they have room");
    let after = after.open(Opening::Operations).expect("it opens");
    let evaluator = BugEvaluator::new(Evaluation::of_common_sense());
    let reason = lore::first_reason(evaluator, &before, &after);
    assert!(reason.contains("victory"), "{reason}");
}

#[test]
fn judgements_do_not_depend_on_what_was_judged_before() {
    lore::judgements_are_independent(&positions("delayed", 5));
}

#[test]
fn a_fit_reads_back_and_does_not_depend_on_threads() {
    let settings = TuneSettings::new(vec!["policy".parse().expect("a player"), "random".parse().expect("a player")], 40, 6);
    let fit = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be had");
        pool.install(|| tune::<AcrossTheBug>(scenario("delayed"), &settings, &|| {}).expect("either side wins now and then"))
    };
    let one = fit(1);
    assert_eq!(one, fit(2));
    assert!(Evaluation::parse(&AcrossTheBug::evaluator().file(&one.weights, "a test".into())).is_ok());
}
