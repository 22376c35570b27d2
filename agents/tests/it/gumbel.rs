//! Gumbel search: on games whose values are known, and whole games with a network that knows nothing.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use allocation_counter::measure;
use stavka_agents::{
    Agent, AgentKind, AgentSpec, Allotment, Analysis, Analyst as _, Budget, Forecast, Gumbel, GumbelSettings, Net, NetworkError,
    PolicyValue, Query, Replies, Search, SearchControl, SpecError, Step, ValueScale,
};
use stavka_engine::armir::Armir;
use stavka_engine::catalogue::Catalogue as _;
use stavka_engine::{Determinize, Dice, Game, Outcome, Side, Turn, View};

use crate::hashing::Hashing;
use crate::sally;
use crate::sally::{Sally, rounds};
use crate::toy::{Card, Cards, Gamble, Nim, Order, Raid, Take, after, assert_averaged, assert_weighed_exactly, legal, table};

const SMALL: GumbelSettings = GumbelSettings { considered: 16, sigma: stavka_agents::Sigma { visits: 50.0, scale: 1.0 }, memory: 4 << 20 };

fn player<G: Determinize>(seed: u64, budget: Budget) -> Gumbel<G, Hashing> {
    Gumbel::new("gumbel", seed, SMALL, budget, Hashing(1))
}

fn analyse<G: Determinize>(game: &G, seed: u64, iterations: u32) -> Analysis<G::Action> {
    let Turn::Player(side) = game.turn() else { panic!("nobody decides here") };
    let mut player = player(seed, Budget::Iterations(1));
    player.analyse(View::new(game, side), &legal(game), Allotment::of_iterations(iterations), SearchControl::NONE)
}

/// Drives a search to its end.
fn drive<G: Determinize>(search: &mut Search<G>, network: &mut dyn PolicyValue<G>) {
    let mut replies = Replies::default();
    while let Step::Wants(query) = search.step(&SearchControl::NONE) {
        network.predict(std::slice::from_ref(query), &mut replies).expect("it answers");
        search.supply(replies.logits_of(0), &replies.forecasts[0]);
    }
}

/// Chance of an Axis win when both sides play their best, a draw counted as half.
fn solve<G: Game>(game: &G, known: &mut BTreeMap<u64, f64>) -> f64 {
    if let Some(outcome) = game.outcome() {
        return 0.5 + 0.5 * f64::from(outcome.score(Side::Axis));
    }
    if let Some(&value) = known.get(&game.state_hash()) {
        return value;
    }
    let value_after = |action: G::Action, known: &mut BTreeMap<u64, f64>| {
        let mut next = game.clone();
        next.apply(action);
        solve(&next, known)
    };
    let list = legal(game);
    let value = match game.turn() {
        Turn::Chance => {
            let total: f64 = list.iter().map(|&action| game.chance_weight(action) as f64).sum();
            list.iter().map(|&action| game.chance_weight(action) as f64 / total * value_after(action, known)).sum()
        }
        Turn::Player(Side::Axis) => list.iter().map(|&action| value_after(action, known)).fold(0.0, f64::max),
        _ => list.iter().map(|&action| value_after(action, known)).fold(1.0, f64::min),
    };
    known.insert(game.state_hash(), value);
    value
}

#[test]
fn ten_thousand_simulations_agree_exactly_with_the_exhaustive_solution() {
    for moves in 1..=7 {
        let game = Raid::new(table(moves));
        let mut known = BTreeMap::new();
        let exact = solve(&game, &mut known);
        let of = |order: Order| {
            let mut next = game.clone();
            next.apply(order);
            solve(&next, &mut known.clone())
        };
        for seed in 0..3 {
            let mut search = Search::new(SMALL, seed);
            search.begin(View::new(&game, Side::Axis), &legal(&game), Allotment::of_iterations(10_000), 0.0);
            drive(&mut search, &mut Hashing(seed));
            assert!(search.is_settled(), "{moves} moves are not solved after {} simulations", search.simulations());
            assert!((f64::from(search.value()) - exact).abs() < 1e-5, "{moves} moves are worth {exact}, not {}", search.value());
            let best = search.choices()[search.best()];
            assert!((of(best) - exact).abs() < 1e-9, "{best:?} is worth {}, the best is worth {exact}", of(best));
        }
    }
}

#[test]
fn every_position_of_a_solved_game_is_played_perfectly() {
    for stones in 2..26 {
        let analysis = analyse(&Nim::new(table(stones)), 7, 2000);
        let winning = (stones % 4) as u8;
        if winning == 0 {
            assert!(analysis.win < 1e-6, "{stones} stones are lost, not worth {}", analysis.win);
        } else {
            assert_eq!(analysis.best(), Take(winning), "{stones} stones: {:?}", analysis.candidates);
            assert!(analysis.win > 1.0 - 1e-6, "{stones} stones are won, not worth {}", analysis.win);
        }
    }
}

#[test]
fn dice_are_weighed_exactly() {
    let analysis = analyse(&Gamble::new(table(1)), 5, 200);
    assert_weighed_exactly(&analysis);
}

#[test]
fn hidden_cards_are_averaged_over_whatever_they_are() {
    let analyses = [0, 1, 2, 3].map(|card| analyse(&after::<Cards>(table(1), &[Card::Draw(card)]), 3, 4000));
    assert_averaged(&analyses, 0.04);
}

/// Holds the ace for a Soviet win and any other card for a loss, and notes the cards that it is asked about.
struct Cardsharp {
    asked: Vec<u8>,
}

impl Cardsharp {
    const ACE: u8 = 0;

    /// What a card is worth to the Axis.
    fn word(card: u8) -> f32 {
        if card == Cardsharp::ACE { 0.1 } else { 0.8 }
    }
}

impl PolicyValue<Cards> for Cardsharp {
    fn predict(&mut self, queries: &[Query<Cards>], replies: &mut Replies) -> Result<(), NetworkError> {
        replies.clear();
        for Query { game, legal } in queries {
            let axis = match legal[..] {
                [Card::Fold, Card::Show(card)] => {
                    self.asked.push(card);
                    Cardsharp::word(card)
                }
                _ => 0.5,
            };
            let win = if game.turn() == Turn::Player(Side::Axis) { axis } else { 1.0 - axis };
            replies.push(&vec![0.0; legal.len()], Forecast { win, draw: 0.0, loss: 1.0 - win, margin: 0.0 });
        }
        Ok(())
    }
}

#[test]
fn where_the_opponent_decides_each_of_his_secrets_has_a_word_of_its_own() {
    let game = after::<Cards>(table(1), &[Card::Draw(2)]);
    // Of the searches whose stakes all met another card, the word about one must not stand for the next.
    let mut seen = 0;
    for seed in 0..60 {
        let mut player = Gumbel::new("gumbel", seed, SMALL, Budget::Iterations(1), Cardsharp { asked: Vec::new() });
        let analysis = player.analyse(View::new(&game, Side::Axis), &legal(&game), Allotment::of_iterations(6), SearchControl::NONE);
        let stake = analysis.candidates.iter().find(|candidate| candidate.action == Card::Stake).expect("it is legal");
        let mut asked = player.network().asked.clone();
        let mean = asked.iter().map(|&card| Cardsharp::word(card)).sum::<f32>() / asked.len() as f32;
        if asked.len() as u64 == stake.visits && asked.len() >= 3 {
            assert!((stake.win - mean).abs() < 1e-5, "cards {asked:?} are worth {mean} together, not {}", stake.win);
            asked.sort_unstable();
            asked.dedup();
            assert_eq!(asked.len() as u64, stake.visits, "each card is asked about once");
            seen += 1;
        }
    }
    assert!(seen > 5, "only {seen} searches met another card each time");
}

/// Another world with card 2 in it, all but once in two hundred times.
fn nearly_always_card_2(game: &Cards, viewer: Side, dice: &mut Dice) -> Cards {
    if dice.below(200) == 0 {
        return game.determinize(viewer, dice);
    }
    let mut world = Cards::new(game.scenario());
    world.apply(Card::Draw(2));
    world
}

#[test]
fn a_root_settled_in_one_imagined_world_is_not_answered_before_others_were_drawn() {
    let game = after::<Cards>(table(1), &[Card::Draw(0)]);
    for seed in 0..20 {
        let mut search = Search::new(SMALL, seed);
        search.sample_worlds_by(nearly_always_card_2);
        for _ in 0..2 {
            search.begin(View::new(&game, Side::Axis), &legal(&game), Allotment::of_iterations(40), 0.0);
            drive(&mut search, &mut Hashing(seed));
            assert!(!search.is_settled(), "nobody knows what a stake is worth while the card is hidden");
            assert_eq!(search.simulations(), 40);
        }
    }
}

/// A network whose values have a share of the margin.
struct OfMargins<N>(N);

const MIXED: ValueScale = ValueScale { margin: 0.5, points: 10.0 };

impl<G: Determinize, N: PolicyValue<G>> PolicyValue<G> for OfMargins<N> {
    fn predict(&mut self, queries: &[Query<G>], replies: &mut Replies) -> Result<(), NetworkError> {
        self.0.predict(queries, replies)
    }

    fn scale(&self) -> ValueScale {
        MIXED
    }
}

#[test]
fn finished_games_are_valued_on_the_scale_of_the_network() {
    let game = Nim::new(table(7));
    let mut player = Gumbel::new("gumbel", 1, SMALL, Budget::Iterations(1), OfMargins(Hashing(1)));
    let analysis = player.analyse(View::new(&game, Side::Axis), &legal(&game), Allotment::of_iterations(2000), SearchControl::NONE);
    assert_eq!((analysis.best(), analysis.scale), (Take(3), MIXED));
    // A win by one point: half of the point, and half of what one point of ten is worth.
    let expected = 0.5 + 0.5 * (0.5 + 0.5 * 0.1_f32.tanh());
    assert!((analysis.win - expected).abs() < 1e-5, "a win by one point is worth {expected}, not {}", analysis.win);
    let plain = analyse(&game, 1, 2000);
    assert!(plain.scale.is_result() && (plain.win - 1.0).abs() < 1e-6, "{plain:?}");
}

#[test]
fn the_share_of_the_margin_orders_wins_and_losses_by_their_points() {
    let worth = |winner, margin| MIXED.of(&Outcome { winner, margin, level: "" });
    let (axis, soviet) = (Some(Side::Axis), Some(Side::Soviet));
    let worths = [worth(soviet, -9), worth(soviet, -1), worth(None, 0), worth(axis, 1), worth(axis, 9)];
    assert!(worths.is_sorted_by(|one, other| one < other), "{worths:?}");
    assert!(worths[0] > 0.0 && worths[4] < 1.0 && (worths[2] - 0.5).abs() < 1e-6, "{worths:?}");
    let results = [(soviet, -9, 0.0), (None, 3, 0.5), (axis, 1, 1.0)];
    for (winner, margin, share) in results {
        let found = ValueScale::RESULT.of(&Outcome { winner, margin, level: "" });
        assert!((found - share).abs() < 1e-9, "{found} is not {share}");
    }
}

#[test]
fn the_improved_policy_is_one_and_prefers_what_is_better() {
    for stones in [5, 6, 7, 21, 22, 23] {
        let game = Nim::new(table(stones));
        let mut search = Search::new(SMALL, 1);
        let mut policy = Vec::new();
        let winning = (stones % 4) as usize - 1;
        let mut shares = Vec::new();
        for simulations in [0, 400] {
            search.begin(View::new(&game, Side::Axis), &legal(&game), Allotment::of_iterations(simulations), 1.0);
            drive(&mut search, &mut Hashing(3));
            search.policy(1.0, &mut policy);
            assert_eq!(policy.len(), 3);
            assert!((policy.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{policy:?}");
            shares.push(policy[winning]);
        }
        assert!(shares[1] > shares[0] && shares[1] > 0.9, "{stones} stones: from {} to {}", shares[0], shares[1]);
    }
}

#[test]
fn noise_explores_and_its_absence_does_not() {
    let game = Nim::new(table(12));
    let chosen = |noise: f32| {
        let mut seen = [0; 3];
        for seed in 0..60 {
            let mut search = Search::new(SMALL, seed);
            search.begin(View::new(&game, Side::Axis), &legal(&game), Allotment::of_iterations(0), noise);
            drive(&mut search, &mut Hashing(3));
            seen[search.best()] += 1;
        }
        seen
    };
    assert_eq!(chosen(0.0).iter().filter(|&&count| count > 0).count(), 1);
    // Without simulations noise draws from the policy of the network.
    let mut search = Search::new(SMALL, 0);
    search.begin(View::new(&game, Side::Axis), &legal(&game), Allotment::of_iterations(0), 1.0);
    drive(&mut search, &mut Hashing(3));
    let mut policy = Vec::new();
    search.policy(1.0, &mut policy);
    for (count, share) in chosen(1.0).into_iter().zip(policy) {
        assert!((count as f32 / 60.0 - share).abs() < 0.2, "{count} of 60 for a share of {share}");
    }
}

#[test]
fn what_was_found_out_serves_the_next_decision_and_changes_no_list() {
    let game = Raid::new(table(100));
    let mut search = Search::new(SMALL, 4);
    let list = legal(&game);
    search.begin(View::new(&game, Side::Axis), &list, Allotment::of_iterations(500), 0.0);
    drive(&mut search, &mut Hashing(1));
    let before = search.nodes();
    let later = after::<Raid>(table(100), &[Order::Scout, Order::Scout]);
    let list = legal(&later);
    search.begin(View::new(&later, Side::Axis), &list, Allotment::of_iterations(1), 0.0);
    let mut asked = 0;
    let mut replies = Replies::default();
    while let Step::Wants(query) = search.step(&SearchControl::NONE) {
        asked += 1;
        Hashing(1).predict(std::slice::from_ref(query), &mut replies).expect("it answers");
        search.supply(replies.logits_of(0), &replies.forecasts[0]);
    }
    assert_eq!(asked, 1, "the position was known, one simulation asks once");
    assert!(before > 100 && search.nodes() > before);
    assert_eq!(search.choices(), list, "the choices are those of the position");
    let mut fresh = Search::new(SMALL, 5);
    fresh.begin(View::new(&later, Side::Axis), &list, Allotment::of_iterations(20), 0.0);
    drive(&mut fresh, &mut Hashing(1));
    assert_eq!(search.choices(), fresh.choices());
}

/// Plays a game of ARMIR in which both sides search; both searches and their queries are driven by hand.
fn whole_game(seed: u64, simulations: u32, memory: usize) -> (usize, u64) {
    let scenario = Armir::load(Armir::embedded()[0]).expect("embedded scenarios load");
    let mut game = Armir::new(scenario);
    let mut dice = Dice::new(seed);
    let mut searches = Side::ALL.map(|side| Search::new(GumbelSettings { memory, ..SMALL }, side as u64 ^ seed));
    let mut policy = Vec::new();
    let mut decisions = 0;
    loop {
        let list = legal(&game);
        let action = match game.turn() {
            Turn::Over => return (decisions, game.state_hash()),
            Turn::Chance => game.draw(&list, &mut dice),
            Turn::Player(_) if list.len() == 1 => list[0],
            Turn::Player(side) => {
                decisions += 1;
                let search = &mut searches[side.index()];
                search.begin(View::new(&game, side), &list, Allotment::of_iterations(simulations), 1.0);
                drive(search, &mut Hashing(9));
                assert_eq!(search.choices(), list);
                assert!(search.bytes() <= memory, "{} bytes are in use", search.bytes());
                search.policy(1.0, &mut policy);
                assert!((policy.iter().sum::<f32>() - 1.0).abs() < 1e-4 && policy.iter().all(|share| (0.0..=1.0).contains(share)));
                let place = if decisions % 2 == 0 { search.best() } else { search.draw(1.0) };
                list[place]
            }
        };
        assert_eq!(game.try_apply(action), Ok(()));
    }
}

#[test]
fn whole_games_are_played_legally_and_alike_with_the_same_seed() {
    let (decisions, end) = whole_game(1, 6, 1 << 20);
    assert!(decisions > 50, "only {decisions} decisions");
    assert_eq!(whole_game(1, 6, 1 << 20), (decisions, end));
    assert_ne!(whole_game(2, 6, 1 << 20).1, end);
    whole_game(3, 0, 1 << 20);
}

#[test]
fn leaves_gathered_over_many_games_change_nothing() {
    let games: Vec<Raid> = (3..19).map(|moves| Raid::new(table(moves))).collect();
    let begun = || -> Vec<Search<Raid>> {
        let begin = |(seed, game): (usize, &Raid)| {
            let mut search = Search::new(SMALL, seed as u64);
            search.begin(View::new(game, Side::Axis), &legal(game), Allotment::of_iterations(64), 1.0);
            search
        };
        games.iter().enumerate().map(begin).collect()
    };
    let mut alone = begun();
    for search in &mut alone {
        drive(search, &mut Hashing(2));
    }

    let mut together = begun();
    let mut batch: Vec<Query<Raid>> = games.iter().map(|game| Query { game: game.clone(), legal: Vec::new() }).collect();
    let mut replies = Replies::default();
    loop {
        let mut waiting = Vec::new();
        for (index, search) in together.iter_mut().enumerate() {
            if let Step::Wants(query) = search.step(&SearchControl::NONE) {
                std::mem::swap(query, &mut batch[waiting.len()]);
                waiting.push(index);
            }
        }
        if waiting.is_empty() {
            break;
        }
        Hashing(2).predict(&batch[..waiting.len()], &mut replies).expect("it answers");
        for (at, &index) in waiting.iter().enumerate() {
            together[index].supply(replies.logits_of(at), &replies.forecasts[at]);
        }
    }
    for (one, other) in alone.iter().zip(&together) {
        assert_eq!((one.best(), one.simulations(), one.nodes()), (other.best(), other.simulations(), other.nodes()));
        assert!((one.value() - other.value()).abs() < 1e-9);
    }
}

#[test]
fn a_simulation_does_not_allocate() {
    let game = Raid::new(table(150));
    let list = legal(&game);
    let mut search = Search::new(GumbelSettings { memory: 16 << 20, ..SMALL }, 1);
    let mut replies = Replies::default();
    replies.push(&[0.3, 0.2, 0.1], Forecast { win: 0.5, draw: 0.0, loss: 0.5, margin: 0.0 });
    let asked = Cell::new(0);
    let mut run = |simulations: u32| {
        let info = measure(|| {
            search.begin(View::new(&game, Side::Axis), &list, Allotment::of_iterations(simulations), 1.0);
            while let Step::Wants(query) = search.step(&SearchControl::NONE) {
                assert_eq!(query.legal.len(), 3);
                search.supply(&[0.3, 0.2, 0.1], &replies.forecasts[0]);
                asked.set(asked.get() + 1);
            }
        });
        info.count_total
    };
    run(200);
    assert_eq!((run(50), run(3000)), (0, 0));
    assert!(asked.get() > 1000, "{} questions", asked.get());
}

#[test]
fn a_cancelled_search_answers_at_once() {
    let game = Raid::new(table(1000));
    let list = legal(&game);
    let stop = AtomicBool::new(false);
    let mut player = player::<Raid>(1, Budget::Iterations(1));
    let begun = Instant::now();
    let limit = Allotment::of_iterations(u32::MAX);
    let analysis = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(20));
            stop.store(true, Ordering::Relaxed);
        });
        player.analyse(View::new(&game, Side::Axis), &list, limit, SearchControl::NONE.cancelled_by(&stop))
    });
    assert!(list.contains(&analysis.best()));
    assert!(begun.elapsed() < Duration::from_mins(1), "the search did not stop");
    let analysis = player.analyse(View::new(&game, Side::Axis), &list, limit, SearchControl::NONE.cancelled_by(&stop));
    assert_eq!(analysis.looks, 0, "a search that is cancelled from the start does nothing");
}

#[test]
fn progress_is_reported_and_grows() {
    let seen = Mutex::new(Vec::new());
    let note = |progress: &stavka_agents::Progress| seen.lock().expect("no report panics").push(*progress);
    let game = Raid::new(table(200));
    let limit = Allotment::of_iterations(1000);
    player(1, Budget::Iterations(1)).analyse(View::new(&game, Side::Axis), &legal(&game), limit, SearchControl::NONE.reporting_to(&note));
    let seen = seen.into_inner().expect("no report panics");
    assert!(seen.len() >= 5, "{} reports", seen.len());
    assert!(seen.windows(2).all(|pair| pair[0].looks < pair[1].looks && pair[0].share < pair[1].share));
    assert!(seen.iter().all(|progress| (0.0..=1.0).contains(&progress.win) && (0.0..=1.0).contains(&progress.share)));
}

#[test]
fn budgets_of_time_end_a_search() {
    let game = Raid::new(table(200));
    let mut timed = player::<Raid>(1, Budget::PerDecision(Duration::from_millis(20)));
    timed.new_game(1);
    assert!(legal(&game).contains(&timed.choose(View::new(&game, Side::Axis), &legal(&game), SearchControl::NONE)));
}

#[test]
fn the_same_seed_gives_the_same_analysis() {
    let game = Raid::new(table(60));
    assert_eq!(analyse(&game, 11, 300), analyse(&game, 11, 300));
    let lines = analyse(&game, 11, 300).candidates.into_iter().map(|candidate| (candidate.action, candidate.line));
    for (action, line) in lines {
        assert_eq!(line[0], action);
        let mut next = game.clone();
        for action in line {
            assert_eq!(next.try_apply(action), Ok(()));
        }
    }
}

/// Likes fort 2 to be held once a march is over, has no opinion while one is under way, and sends unit `n` to fort
/// `n + 1`.
struct Fort2;

impl PolicyValue<Sally> for Fort2 {
    fn predict(&mut self, queries: &[Query<Sally>], replies: &mut Replies) -> Result<(), NetworkError> {
        replies.clear();
        for Query { game, legal } in queries {
            let sent =
                |order: &sally::Order| matches!((order, game.marching()), (sally::Order::Fort(fort), Some(unit)) if *fort == unit + 1);
            let logits: Vec<f32> = legal.iter().map(|order| if sent(order) { 3.0 } else { 0.0 }).collect();
            let win = match game.is_quiet() {
                true if game.crowd(2) > 0 => 0.7,
                true => 0.4,
                false => 0.5,
            };
            replies.push(&logits, Forecast { win, draw: 0.0, loss: 1.0 - win, margin: 0.0 });
        }
        Ok(())
    }
}

#[test]
fn a_choice_that_begins_a_compound_is_worth_what_the_compound_leads_to() {
    let mut game = Sally::new(rounds(2));
    game.apply(sally::Order::Hide(0));
    let list = legal(&game);
    let mut player = Gumbel::new("gumbel", 1, SMALL, Budget::Iterations(1), Fort2);
    // One simulation for each: without going on, all units would look alike.
    let limit = Allotment::of_iterations(list.len() as u32);
    let analysis = player.analyse(View::new(&game, Side::Axis), &list, limit, SearchControl::NONE);
    assert_eq!(analysis.best(), sally::Order::Unit(1));
    let win = |action| analysis.candidates.iter().find(|candidate| candidate.action == action).map(|candidate| candidate.win);
    assert!(win(sally::Order::Unit(1)).is_some_and(|win| win > 0.6) && win(sally::Order::Unit(0)).is_some_and(|win| win < 0.45));
}

#[test]
fn the_policy_head_alone_plays_its_likeliest_choice_or_draws() {
    let game = Raid::new(table(9));
    let list = legal(&game);
    let mut replies = Replies::default();
    Hashing(4).predict(&[Query { game: game.clone(), legal: list.clone() }], &mut replies).expect("it answers");
    let logits = replies.logits_of(0);
    let likeliest = (0..3).max_by(|&a, &b| logits[a].total_cmp(&logits[b])).expect("there are three");
    let view = View::new(&game, Side::Axis);
    for seed in 0..10 {
        assert_eq!(Net::new(seed, 0.0, Hashing(4)).choose(view, &list, SearchControl::NONE), list[likeliest]);
    }
    let mut drawing = Net::new(1, 10.0, Hashing(4));
    let drawn: std::collections::BTreeSet<Order> = (0..60).map(|_| drawing.choose(view, &list, SearchControl::NONE)).collect();
    assert_eq!(drawn.len(), 3);
}

#[test]
fn a_network_that_is_not_there_is_told_of_when_the_player_is_prepared() {
    for name in ["net", "net+search", "net+search:weights=nowhere.safetensors"] {
        let spec: AgentSpec = name.parse().expect("the name is well formed");
        assert_eq!(spec.to_string(), name);
        let Err(SpecError::Network { player, .. }) = spec.make::<Armir>(1) else { panic!("{name} plays without a network") };
        assert_eq!(player, name);
    }
    assert!(AgentSpec::of(AgentKind::Gumbel).make::<Armir>(1).is_ok());
}
