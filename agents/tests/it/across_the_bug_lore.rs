//! What the players know of Across the Bug River: full games by every kind, the evaluator and its weights, what activations and attacks they
//! prefer.

use stavka_agents::across_the_bug::{BugEvaluator, Evaluation};
use stavka_agents::{
    AgentKind, AgentSpec, Budget, Evaluator as _, Explain as _, Features as _, Playable as _, Policy as _, SearchControl, TuneSettings,
    because, changes, tune,
};
use stavka_engine::across_the_bug::{AcrossTheBug, Prepared};
use stavka_engine::kit::files::ScenarioFiles as _;
use stavka_engine::{Dice, Game, Side, Turn, View};

fn scenario() -> &'static Prepared {
    let (name, text) = Prepared::SCENARIOS[0];
    Prepared::interned(&Prepared::sources(name, text)).expect("the embedded scenario is sound")
}

/// One game between two players.
fn play(axis: &AgentSpec, soviet: &AgentSpec, seed: u64) -> AcrossTheBug {
    let mut players = [axis, soviet].map(|spec| spec.make::<AcrossTheBug>(seed).expect("it needs no network"));
    for side in Side::ALL {
        players[side.index()].new_game(2 * seed + side.index() as u64);
    }
    let mut dice = Dice::new(seed);
    let mut game = AcrossTheBug::new(scenario());
    let mut legal = Vec::new();
    loop {
        game.legal_actions(&mut legal);
        let action = match game.turn() {
            Turn::Over => return game,
            Turn::Chance => game.draw(&legal, &mut dice),
            Turn::Player(side) => players[side.index()].choose(View::new(&game, side), &legal, SearchControl::NONE),
        };
        game.try_apply(action).unwrap_or_else(|denial| panic!("{axis} against {soviet}, seed {seed}: {action:?}: {denial}"));
    }
}

fn thinking(kind: AgentKind) -> AgentSpec {
    AgentSpec { budget: Budget::Iterations(6), memory: 1, ..AgentSpec::of(kind) }
}

/// Games out of `games` that the Axis wins.
fn axis_wins(axis: AgentKind, soviet: AgentKind, games: u64) -> usize {
    let winner = |seed| play(&thinking(axis), &thinking(soviet), seed).outcome().and_then(|outcome| outcome.winner);
    (0..games).filter(|&seed| winner(seed) == Some(Side::Axis)).count()
}

/// Quiet positions of a game by policy.
fn positions(seed: u64) -> Vec<AcrossTheBug> {
    let mut policy = AcrossTheBug::policy();
    let mut dice = Dice::new(seed);
    let mut game = AcrossTheBug::new(scenario());
    let mut legal = Vec::new();
    let mut found = Vec::new();
    while game.turn() != Turn::Over {
        game.legal_actions(&mut legal);
        if game.is_quiet() && dice.below(4) == 0 {
            found.push(game.clone());
        }
        let action = if game.turn() == Turn::Chance { game.draw(&legal, &mut dice) } else { policy.pick(&game, &legal, &mut dice) };
        game.apply(action);
    }
    found
}

#[test]
fn every_kind_of_player_plays_whole_games_of_either_side() {
    // The levels are other kinds under budgets of their own; players by network are nothing without one.
    let can_play = |kind: &AgentKind| !matches!(kind, AgentKind::Level(_)) && thinking(*kind).make::<AcrossTheBug>(1).is_ok();
    let kinds: Vec<AgentKind> = AgentKind::ALL.into_iter().filter(can_play).collect();
    assert!(kinds.len() >= 8, "{kinds:?}");
    for kind in kinds {
        play(&thinking(kind), &AgentSpec::of(AgentKind::Policy), 1);
        play(&AgentSpec::of(AgentKind::Policy), &thinking(kind), 2);
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for kind in [AgentKind::Policy, AgentKind::Greedy, AgentKind::Doctrine, AgentKind::Mcts, AgentKind::Oep] {
        let hash = |seed| play(&thinking(kind), &thinking(kind), seed).state_hash();
        assert_eq!(hash(3), hash(3), "{kind}");
    }
}

#[test]
fn knowledge_beats_chance_on_both_sides() {
    let by_knowledge = axis_wins(AgentKind::Greedy, AgentKind::Random, 16);
    let against_it = axis_wins(AgentKind::Random, AgentKind::Greedy, 16);
    assert!(by_knowledge >= 11, "the greedy Axis wins {by_knowledge} of 16 games against chance");
    assert!(against_it <= 2, "the greedy Soviets lose {against_it} of 16 games against chance");
}

#[test]
fn the_embedded_weights_name_their_fit_and_read_back() {
    let embedded = Evaluation::embedded();
    assert_eq!(Evaluation::parse(&embedded.to_toml()).as_ref(), Ok(embedded));
    assert!(embedded.origin.contains("stavka tune east-front"), "{}", embedded.origin);
}

#[test]
fn the_terms_of_an_explanation_make_the_judgement() {
    let mut evaluator = AcrossTheBug::evaluator();
    let (mut terms, mut chances) = (Vec::new(), Vec::new());
    for game in positions(4) {
        evaluator.explain(&game, &mut terms);
        evaluator.evaluate(std::slice::from_ref(&game), &mut chances);
        let log_odds: f64 = terms.iter().map(|term| f64::from(term.weight)).sum();
        let chance = 1.0 / (1.0 + (-log_odds).exp());
        assert!((chance - f64::from(chances[0])).abs() < 1e-3, "{chance} is not {}", chances[0]);
    }
}

#[test]
fn a_lost_step_is_the_first_reason_after_it() {
    use stavka_engine::across_the_bug::PositionBuilder;
    let start = || PositionBuilder::start(scenario());
    let before = AcrossTheBug::new(scenario());
    let after = start().steps_lost(Side::Axis, 5).open(before.current_phase());
    let mut evaluator = BugEvaluator::new(Evaluation::of_common_sense());
    let (mut was, mut is) = (Vec::new(), Vec::new());
    evaluator.explain(&start().open(before.current_phase()), &mut was);
    evaluator.explain(&after, &mut is);
    let shifts = changes(&was, &is, Side::Axis);
    assert!(shifts[0].1 < 0.0, "{shifts:?}");
    assert!(because(&shifts).contains("Axis losses"), "{}", because(&shifts));
}

#[test]
fn judgements_do_not_depend_on_what_was_judged_before() {
    let mut evaluator = AcrossTheBug::evaluator();
    let (mut warm, mut cold) = (Vec::new(), Vec::new());
    for game in positions(5) {
        evaluator.evaluate(std::slice::from_ref(&game), &mut warm);
        AcrossTheBug::evaluator().evaluate(std::slice::from_ref(&game), &mut cold);
        assert_eq!(warm, cold);
    }
}

#[test]
fn a_fit_reads_back_and_does_not_depend_on_threads() {
    let settings = TuneSettings::new(vec!["policy".parse().expect("a player"), "random".parse().expect("a player")], 80, 5);
    let fit = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be had");
        pool.install(|| tune::<AcrossTheBug>(scenario(), &settings, &|| {}).expect("either side wins now and then"))
    };
    let one = fit(1);
    assert_eq!(one, fit(2));
    assert!(one.after.brier < one.base.brier, "{one:?}");
    assert!(Evaluation::parse(&AcrossTheBug::evaluator().file(&one.weights, "a test".into())).is_ok());
}
