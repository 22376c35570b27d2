//! What the players know of the East Front: full games by every kind, the evaluator and its weights, explanations.

use stavka_agents::east_front::{EastFrontEvaluator, Evaluation};
use stavka_agents::{AgentKind, AgentSpec, Budget, Explain as _, Features as _, Playable as _, TuneSettings, because, changes, tune};
use stavka_engine::east_front::{EastFront, Prepared};
use stavka_engine::kit::files::ScenarioFiles as _;
use stavka_engine::{Game, Side};

use crate::lore;

fn scenario() -> &'static Prepared {
    let (name, text) = Prepared::SCENARIOS[0];
    Prepared::interned(&Prepared::sources(name, text)).expect("the embedded scenario is sound")
}

fn thinking(kind: AgentKind) -> AgentSpec {
    AgentSpec { budget: Budget::Iterations(6), memory: 1, ..AgentSpec::of(kind) }
}

/// Games out of `games` that the Axis wins.
fn axis_wins(axis: AgentKind, soviet: AgentKind, games: u64) -> usize {
    lore::wins::<EastFront>(scenario(), Side::Axis, [&thinking(axis), &thinking(soviet)], games)
}

/// Quiet positions of a game by policy.
fn positions(seed: u64) -> Vec<EastFront> {
    lore::positions(scenario(), seed, 4)
}

#[test]
fn every_kind_of_player_plays_whole_games_of_either_side() {
    lore::every_kind_plays::<EastFront>(scenario(), thinking);
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for kind in [AgentKind::Policy, AgentKind::Greedy, AgentKind::Doctrine, AgentKind::Mcts, AgentKind::Oep] {
        let hash = |seed| lore::play::<EastFront>(scenario(), &thinking(kind), &thinking(kind), seed).state_hash();
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
    let embedded: &Evaluation = lore::weights_that_read_back();
    assert!(embedded.origin.contains("stavka tune east-front"), "{}", embedded.origin);
}

#[test]
fn the_terms_of_an_explanation_make_the_judgement() {
    lore::terms_make_the_judgement(&positions(4));
}

#[test]
fn a_lost_step_is_the_first_reason_after_it() {
    use stavka_engine::east_front::PositionBuilder;
    let start = || PositionBuilder::start(scenario());
    let before = EastFront::new(scenario());
    let after = start().steps_lost(Side::Axis, 5).open(before.current_phase());
    let mut evaluator = EastFrontEvaluator::new(Evaluation::of_common_sense());
    let (mut was, mut is) = (Vec::new(), Vec::new());
    evaluator.explain(&start().open(before.current_phase()), &mut was);
    evaluator.explain(&after, &mut is);
    let shifts = changes(&was, &is, Side::Axis);
    assert!(shifts[0].1 < 0.0, "{shifts:?}");
    assert!(because(&shifts).contains("Axis losses"), "{}", because(&shifts));
}

#[test]
fn judgements_do_not_depend_on_what_was_judged_before() {
    lore::judgements_are_independent(&positions(5));
}

#[test]
fn a_fit_reads_back_and_does_not_depend_on_threads() {
    let settings = TuneSettings::new(vec!["policy".parse().expect("a player"), "random".parse().expect("a player")], 80, 5);
    let fit = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be had");
        pool.install(|| tune::<EastFront>(scenario(), &settings, &|| {}).expect("either side wins now and then"))
    };
    let one = fit(1);
    assert_eq!(one, fit(2));
    assert!(one.after.brier < one.base.brier, "{one:?}");
    assert!(Evaluation::parse(&EastFront::evaluator().file(&one.weights, "a test".into())).is_ok());
}
