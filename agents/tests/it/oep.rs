//! Evolution of plans: what it finds, that it is the same everywhere, and that it stops when told to.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use stavka_agents::{
    Agent, AgentKind, AgentSpec, Budget, Evolution, Greedy, Level, Pairing, Playable, Player, SearchControl, match_games, play_game,
};
use stavka_engine::armir::Armir;
use stavka_engine::catalogue::Catalogue as _;
use stavka_engine::{Dice, Game, Side, Turn, View};

use crate::sally::{Order, Sally, rounds};

fn thinker(seed: u64, plans: u32) -> Evolution<Sally> {
    Evolution::new(seed, Budget::Iterations(plans))
}

fn opening() -> Sally {
    let mut game = Sally::new(rounds(2));
    game.apply(Order::Hide(1));
    game
}

/// Plays the turn of the side to act and returns what it did.
fn play_turn(agent: &mut dyn Agent<Sally>, game: &mut Sally) -> Vec<Order> {
    let mut legal = Vec::new();
    let mut orders = Vec::new();
    while let Turn::Player(side) = game.turn() {
        game.legal_actions(&mut legal);
        let order = agent.choose(View::new(game, side), &legal, SearchControl::NONE);
        orders.push(order);
        game.apply(order);
    }
    orders
}

#[test]
fn a_joint_move_is_found_that_no_single_move_shows() {
    let mut greedy = Greedy::new(1, Sally::knowledge());
    assert_eq!(play_turn(&mut greedy, &mut opening()), [Order::Done], "one unit alone is worth nothing to the greedy player");
    for seed in 0..5 {
        let mut game = opening();
        play_turn(&mut thinker(seed, 200), &mut game);
        game.apply(Order::Die(6));
        // Two units in one fort win 4 points, three 5; a third alone would cost one.
        assert_eq!(game.score(Side::Axis), 5, "the best turn takes a fort with all three units");
    }
}

#[test]
fn hidden_numbers_do_not_change_the_plan() {
    let turns: Vec<Vec<Order>> = (0..4)
        .map(|hidden| {
            let mut game = Sally::new(rounds(2));
            game.apply(Order::Hide(hidden));
            play_turn(&mut thinker(3, 60), &mut game)
        })
        .collect();
    assert!(turns.iter().all(|turn| *turn == turns[0]), "{turns:?}");
}

#[test]
fn games_are_the_same_on_one_thread_and_on_many() {
    let pairing = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool can be made");
        pool.install(|| {
            let make = |seed: u64| -> Box<dyn Agent<Sally>> { Box::new(thinker(seed, 40)) };
            let pairing = Pairing { names: ["oep", "oep"], make: [&make, &make], progress: &|_| () };
            let reports = match_games::<Sally>(rounds(3), 11, 6, &pairing).expect("plans are legal");
            reports.iter().map(|report| report.record.actions.clone()).collect::<Vec<_>>()
        })
    };
    assert_eq!(pairing(1), pairing(4));
}

#[test]
fn an_earlier_game_leaves_no_trace() {
    let second_game = |agent: &mut Evolution<Sally>| {
        agent.new_game(8);
        play_turn(agent, &mut opening())
    };
    let mut played_before = thinker(2, 30);
    played_before.new_game(7);
    play_turn(&mut played_before, &mut opening());
    assert_eq!(second_game(&mut played_before), second_game(&mut thinker(2, 30)));
}

#[test]
fn a_cancelled_thinker_answers_at_once() {
    let cancel = AtomicBool::new(false);
    let looks = Mutex::new(0);
    let watch = |progress: &stavka_agents::Progress| {
        *looks.lock().expect("nobody panics here") = progress.looks;
        cancel.store(true, Ordering::Relaxed);
    };
    let game = opening();
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let mut agent = thinker(1, u32::MAX);
    let order = agent.choose(View::new(&game, Side::Axis), &legal, SearchControl::NONE.cancelled_by(&cancel).reporting_to(&watch));
    assert!(legal.contains(&order));
    assert!(*looks.lock().expect("nobody panics here") < 1000, "the first report broke the search off");
}

#[test]
fn a_thinker_cancelled_before_it_begins_still_answers() {
    let cancel = AtomicBool::new(true);
    let mut game = opening();
    let mut agent = thinker(1, 1000);
    let mut legal = Vec::new();
    while game.turn() == Turn::Player(Side::Axis) {
        game.legal_actions(&mut legal);
        let order = agent.choose(View::new(&game, Side::Axis), &legal, SearchControl::NONE.cancelled_by(&cancel));
        assert!(legal.contains(&order));
        game.apply(order);
    }
}

#[test]
fn plans_for_armir_are_legal_and_reproducible() {
    let play = || {
        let scenario = Armir::load("historical").expect("the embedded scenario is sound");
        let mut game = Armir::new(scenario);
        let mut agent = Evolution::<Armir>::new(7, Budget::Iterations(6));
        agent.new_game(1);
        let mut dice = Dice::new(5);
        let mut legal = Vec::new();
        let mut chosen = Vec::new();
        // Far enough for both sides to have moved and fought; the game itself asserts that choices are legal.
        while game.turn() != Turn::Over && game.game_turn() < 3 {
            game.legal_actions(&mut legal);
            let action = match game.turn() {
                Turn::Chance => game.draw(&legal, &mut dice),
                Turn::Player(side) => agent.choose(View::new(&game, side), &legal, SearchControl::NONE),
                Turn::Over => unreachable!("the game goes on"),
            };
            assert!(legal.contains(&action));
            chosen.push(action);
            game.apply(action);
        }
        chosen
    };
    assert_eq!(play(), play());
}

#[test]
fn a_budget_of_time_is_spent_and_no_more() {
    let game = opening();
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let mut agent = Evolution::<Sally>::new(1, Budget::PerDecision(Duration::from_millis(20)));
    let most = Mutex::new(0.0_f32);
    let watch = |progress: &stavka_agents::Progress| {
        let mut most = most.lock().expect("nobody panics here");
        *most = most.max(progress.share);
        assert!((0.0..=1.0).contains(&progress.win));
    };
    agent.choose(View::new(&game, Side::Axis), &legal, SearchControl::NONE.reporting_to(&watch));
    assert!(*most.lock().expect("nobody panics here") > 0.0, "a plan that takes time reports");
}

#[test]
fn every_level_plays_legal_games_and_repeats_them() {
    for level in Level::ALL {
        let mut spec = AgentSpec::of(AgentKind::Level(level));
        if !spec.is_reproducible() {
            spec = AgentSpec { budget: Budget::Iterations(20), ..level.player() };
        }
        let play = || {
            let (mut axis, mut soviet) =
                (spec.make::<Sally>(5).expect("it needs no network"), spec.make::<Sally>(6).expect("it needs no network"));
            let players = [Player { name: "axis", agent: axis.as_mut() }, Player { name: "soviet", agent: soviet.as_mut() }];
            play_game(rounds(3), 9, players).expect("every choice is legal").record.actions
        };
        assert_eq!(play(), play(), "{}", level.as_str());
    }
}
