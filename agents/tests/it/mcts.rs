//! The tree search on games whose values are known.

use std::cell::Cell;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use allocation_counter::measure;
use stavka_agents::{Adviser, Agent as _, Allotment, Analysis, Analyst, Budget, Mcts, MctsSettings, SearchControl, UniformPolicy};
use stavka_engine::armir::Armir;
use stavka_engine::catalogue::Catalogue as _;
use stavka_engine::{Determinize, Dice, Game, Side, Turn, View};

use crate::toy::{Card, Cards, Gamble, Ignorant, Nim, Take, after, assert_averaged, assert_weighed_exactly, legal, searcher, table};

/// Rollouts to the end, one thread, a small memory.
const PLAIN: MctsSettings =
    MctsSettings { budget: Budget::Iterations(1000), threads: 1, memory: 4 << 20, rollout: 1000, handovers: u32::MAX, batch: 1 };

fn analyse<G: Determinize>(game: &G, seed: u64, settings: MctsSettings, iterations: u32) -> Analysis<G::Action> {
    let Turn::Player(side) = game.turn() else { panic!("nobody decides here") };
    searcher(seed, settings).analyse(View::new(game, side), &legal(game), Allotment::of_iterations(iterations), SearchControl::NONE)
}

#[test]
fn the_winning_move_is_found_wherever_there_is_one() {
    for stones in 2..26 {
        let game = Nim::new(table(stones));
        let analysis = analyse(&game, 7, PLAIN, 3000);
        let winning = (stones % 4) as u8;
        if winning == 0 {
            assert!(analysis.win < 0.4, "{stones} stones are lost, not worth {}", analysis.win);
        } else {
            assert_eq!(analysis.best(), Take(winning), "{stones} stones: {:?}", analysis.candidates);
            assert!(analysis.win > 0.6, "{stones} stones are won, not worth {}", analysis.win);
        }
    }
}

#[test]
fn orders_of_moves_that_lead_to_the_same_position_share_a_node() {
    let stones = 30;
    let analysis = analyse(&Nim::new(table(stones)), 1, PLAIN, 20_000);
    assert!(analysis.nodes <= 2 * u64::from(stones) + 1, "{} nodes for {stones} stones and two sides to move", analysis.nodes);
}

#[test]
fn dice_are_weighed_exactly() {
    let analysis = analyse(&Gamble::new(table(1)), 5, PLAIN, 200);
    assert_weighed_exactly(&analysis);
}

#[test]
fn hidden_cards_are_averaged_over_whatever_they_are() {
    let analyses = [0, 1, 2, 3].map(|card| analyse(&after::<Cards>(table(1), &[Card::Draw(card)]), 3, PLAIN, 4000));
    assert_averaged(&analyses, 0.03);
}

#[test]
fn the_side_that_knows_its_card_uses_it() {
    let game = after::<Cards>(table(1), &[Card::Draw(0), Card::Stake]);
    let analysis = analyse(&game, 3, PLAIN, 200);
    assert_eq!(analysis.best(), Card::Show(0));
    assert!(analysis.win > 0.9, "an ace wins, {}", analysis.win);
}

#[test]
fn the_line_of_play_begins_with_the_candidate_and_can_be_played() {
    let game = Nim::new(table(21));
    for candidate in analyse(&game, 2, PLAIN, 3000).candidates {
        assert_eq!(candidate.line[0], candidate.action);
        let mut next = game.clone();
        for action in candidate.line {
            assert_eq!(next.try_apply(action), Ok(()));
        }
    }
}

#[test]
fn the_memory_cap_is_obeyed() {
    let settings = MctsSettings { memory: 1 << 20, rollout: 2, ..PLAIN };
    let game = Nim::new(table(30_000));
    let mut player = searcher(1, settings);
    assert!(player.memory() <= settings.memory, "{} bytes are set aside", player.memory());
    let analysis = player.analyse(View::new(&game, Side::Axis), &legal(&game), Allotment::of_iterations(20_000), SearchControl::NONE);
    assert!(analysis.bytes <= settings.memory as u64, "{} bytes are in use", analysis.bytes);
    assert!(analysis.nodes > 1000, "only {} nodes fit", analysis.nodes);
    assert_eq!(analysis.looks, 20_000, "the search goes on when the memory is full");
}

#[test]
fn a_memory_that_runs_full_again_and_again_serves_a_long_game() {
    let settings = MctsSettings { memory: 1 << 20, budget: Budget::Iterations(400), rollout: 0, ..PLAIN };
    let scenario = Armir::load(Armir::embedded()[0]).expect("embedded scenarios load");
    let mut player = searcher(1, settings);
    let mut game = Armir::new(scenario);
    let mut dice = Dice::new(1);
    let mut most = 0;
    for _ in 0..200 {
        let list = legal(&game);
        let action = match game.turn() {
            Turn::Over => break,
            Turn::Player(Side::Axis) if list.len() > 1 => {
                let view = View::new(&game, Side::Axis);
                let analysis = player.analyse(view, &list, Allotment::of_iterations(400), SearchControl::NONE);
                assert!(analysis.bytes <= settings.memory as u64, "{} bytes are in use", analysis.bytes);
                most = most.max(analysis.nodes);
                analysis.best()
            }
            Turn::Player(_) => dice.choose(&list),
            Turn::Chance => game.draw(&list, &mut dice),
        };
        assert_eq!(game.try_apply(action), Ok(()));
    }
    assert!(most > 400, "what earlier searches found out is kept while there is room: {most} nodes at most");
}

#[test]
fn what_was_found_out_serves_the_next_decision() {
    let game = Nim::new(table(19));
    let mut player: Mcts<Nim, _, _> = searcher(1, PLAIN);
    let first = player.analyse(View::new(&game, Side::Axis), &legal(&game), Allotment::of_iterations(5000), SearchControl::NONE);
    let later = after::<Nim>(table(19), &first.candidates[0].line[..2]);
    let again = player.analyse(View::new(&later, Side::Axis), &legal(&later), Allotment::of_iterations(1), SearchControl::NONE);
    let known: u64 = again.candidates.iter().map(|candidate| candidate.visits).sum();
    assert!(known > 500, "only {known} visits of the position are remembered");
}

#[test]
fn the_same_seed_gives_the_same_choice_however_many_threads_there_are() {
    for threads in [1, 2, 3] {
        let settings = MctsSettings { threads, ..PLAIN };
        let game = Nim::new(table(37));
        let alone = analyse(&game, 11, settings, 900);
        assert_eq!(alone.looks, 900);
        for workers in [1, 4] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(workers).build().expect("threads can be started");
            assert_eq!(pool.install(|| analyse(&game, 11, settings, 900)), alone, "{threads} threads in a pool of {workers}");
        }
    }
}

#[test]
fn another_seed_gives_another_search() {
    let game = Nim::new(table(37));
    assert_ne!(analyse(&game, 1, PLAIN, 50), analyse(&game, 2, PLAIN, 50));
}

/// Always says the same, and counts how often it was asked.
struct Stubborn(Take, &'static AtomicU32);

impl Adviser<Nim> for Stubborn {
    fn take_up(&mut self, _game_seed: u64) {}

    fn advise(&mut self, _view: View<'_, Nim>, _legal: &[Take], _limit: &Allotment, _control: SearchControl<'_>) -> Take {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0
    }
}

#[test]
fn advice_is_followed_unless_the_search_knows_better() {
    static ASKED: AtomicU32 = AtomicU32::new(0);
    let choice = |stones, advice| {
        let game = Nim::new(table(stones));
        searcher(3, PLAIN).advised_by(Box::new(Stubborn(Take(advice), &ASKED))).choose(
            View::new(&game, Side::Axis),
            &legal(&game),
            SearchControl::NONE,
        )
    };
    for advice in 1..=3 {
        assert_eq!(choice(4, advice), Take(advice), "four stones are lost whatever is taken");
        assert_eq!(choice(5, advice), Take(1), "one of five stones wins");
    }
    assert_eq!(choice(1, 1), Take(1));
    assert_eq!(ASKED.load(Ordering::Relaxed), 7, "who follows a plan hears of forced choices too");
}

#[test]
fn a_cancelled_search_answers_at_once() {
    let game = Nim::new(table(100_000));
    let stop = AtomicBool::new(false);
    let mut player = searcher(1, PLAIN);
    let list = legal(&game);
    let begun = Instant::now();
    let action = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(20));
            stop.store(true, Ordering::Relaxed);
        });
        let limit = Allotment::of_iterations(u32::MAX);
        player.analyse(View::new(&game, Side::Axis), &list, limit, SearchControl::NONE.cancelled_by(&stop)).best()
    });
    assert!(list.contains(&action));
    assert!(begun.elapsed() < Duration::from_mins(1), "the search did not stop");

    stop.store(true, Ordering::Relaxed);
    let analysis =
        player.analyse(View::new(&game, Side::Axis), &list, Allotment::of_iterations(u32::MAX), SearchControl::NONE.cancelled_by(&stop));
    assert_eq!(analysis.looks, 0, "a search that is cancelled from the start does nothing");
}

#[test]
fn progress_is_reported_and_grows() {
    let seen = Mutex::new(Vec::new());
    let note = |progress: &stavka_agents::Progress| seen.lock().expect("no report panics").push(*progress);
    let game = Nim::new(table(30));
    let limit = Allotment::of_iterations(5000);
    searcher(1, PLAIN).analyse(View::new(&game, Side::Axis), &legal(&game), limit, SearchControl::NONE.reporting_to(&note));
    let seen = seen.into_inner().expect("no report panics");
    assert!(seen.len() >= 5, "{} reports", seen.len());
    assert!(seen.windows(2).all(|pair| pair[0].looks < pair[1].looks && pair[0].share < pair[1].share));
    assert!(seen.iter().all(|progress| (0.0..=1.0).contains(&progress.win) && (0.0..=1.0).contains(&progress.share)));
}

#[test]
fn the_evaluator_is_asked_in_batches() {
    for batch in [1, 8] {
        let settings = MctsSettings { batch, ..PLAIN };
        let evaluator = Ignorant::noting();
        let asked = evaluator.asked.clone();
        let mut player = Mcts::new(1, settings, || (evaluator.clone(), UniformPolicy));
        let game = Nim::new(table(23));
        let analysis = player.analyse(View::new(&game, Side::Axis), &legal(&game), Allotment::of_iterations(1001), SearchControl::NONE);
        let asked = asked.lock().expect("no test panics here").clone();
        assert_eq!(asked.iter().sum::<usize>(), 1001);
        assert!(asked[..asked.len() - 1].iter().all(|&size| size == batch), "batches of {batch}: {asked:?}");
        assert_eq!(analysis.best(), Take(3), "{:?}", analysis.candidates);
    }
}

#[test]
fn a_simulation_does_not_allocate() {
    let game = Nim::new(table(500));
    let list = legal(&game);
    let mut player = searcher(1, PLAIN);
    let count = Cell::new(0);
    let mut search = |iterations: u32| {
        let info = measure(|| {
            let analysis = player.analyse(View::new(&game, Side::Axis), &list, Allotment::of_iterations(iterations), SearchControl::NONE);
            count.set(analysis.candidates.iter().map(|candidate| candidate.line.capacity()).sum());
        });
        info.count_total
    };
    search(2000);
    let few = search(100);
    let many = search(10_000);
    // Lines of play may take a few allocations more or less as they grow.
    assert!(many <= few + 12, "{many} allocations in a search of 10000 simulations, {few} in one of 100");
}
