//! What is asked of the players and the evaluator of every game alike.

use stavka_agents::{
    AgentKind, AgentSpec, Evaluator as _, Explain, FeatureSet, Playable, Policy as _, SearchControl, Weights, because, changes,
};
use stavka_engine::{Dice, Side, Turn, View};

/// One game of a scenario between two players.
pub(crate) fn play<G: Playable>(scenario: &'static G::Scenario, axis: &AgentSpec, soviet: &AgentSpec, seed: u64) -> G {
    let mut players = [axis, soviet].map(|spec| spec.make::<G>(seed).expect("it needs no network"));
    for side in Side::ALL {
        players[side.index()].new_game(2 * seed + side.index() as u64);
    }
    let mut dice = Dice::new(seed);
    let mut game = G::new(scenario);
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

/// Games out of `games` that a side wins.
pub(crate) fn wins<G: Playable>(scenario: &'static G::Scenario, side: Side, players: [&AgentSpec; 2], games: u64) -> usize {
    let winner = |seed| play::<G>(scenario, players[0], players[1], seed).outcome().and_then(|outcome| outcome.winner);
    (0..games).filter(|&seed| winner(seed) == Some(side)).count()
}

/// What a player chooses.
pub(crate) fn choice<G: Playable>(kind: AgentKind, game: &G) -> G::Action {
    let mut player = AgentSpec::of(kind).make::<G>(1).expect("it needs no network");
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let Turn::Player(side) = game.turn() else { panic!("nobody chooses") };
    player.choose(View::new(game, side), &legal, SearchControl::NONE)
}

/// Quiet positions of a game by policy, one of `one_in`.
pub(crate) fn positions<G: Playable>(scenario: &'static G::Scenario, seed: u64, one_in: u32) -> Vec<G> {
    let mut policy = G::policy();
    let mut dice = Dice::new(seed);
    let mut game = G::new(scenario);
    let mut legal = Vec::new();
    let mut found = Vec::new();
    while game.turn() != Turn::Over {
        game.legal_actions(&mut legal);
        if game.is_quiet() && dice.below(one_in) == 0 {
            found.push(game.clone());
        }
        let action = if game.turn() == Turn::Chance { game.draw(&legal, &mut dice) } else { policy.pick(&game, &legal, &mut dice) };
        game.apply(action);
    }
    found
}

/// Every kind of player that needs no network plays a whole game of either side.
pub(crate) fn every_kind_plays<G: Playable>(scenario: &'static G::Scenario, thinking: fn(AgentKind) -> AgentSpec) {
    // The levels are other kinds under budgets of their own; players by network are nothing without one.
    let can_play = |kind: &AgentKind| !matches!(kind, AgentKind::Level(_)) && thinking(*kind).make::<G>(1).is_ok();
    let kinds: Vec<AgentKind> = AgentKind::ALL.into_iter().filter(can_play).collect();
    assert!(kinds.len() >= 8, "{kinds:?}");
    for kind in kinds {
        play::<G>(scenario, &thinking(kind), &AgentSpec::of(AgentKind::Policy), 1);
        play::<G>(scenario, &AgentSpec::of(AgentKind::Policy), &thinking(kind), 2);
    }
}

/// The chance of a position is what the terms of its explanation add up to.
pub(crate) fn terms_make_the_judgement<G: Playable>(games: &[G]) {
    let mut evaluator = G::evaluator();
    let (mut terms, mut chances) = (Vec::new(), Vec::new());
    for game in games {
        evaluator.explain(game, &mut terms);
        evaluator.evaluate(std::slice::from_ref(game), &mut chances);
        let log_odds: f64 = terms.iter().map(|term| f64::from(term.weight)).sum();
        let chance = 1.0 / (1.0 + (-log_odds).exp());
        assert!((chance - f64::from(chances[0])).abs() < 1e-3, "{chance} is not {}", chances[0]);
    }
}

/// An evaluator that has judged other positions judges as a new one does.
pub(crate) fn judgements_are_independent<G: Playable>(games: &[G]) {
    let mut evaluator = G::evaluator();
    let (mut warm, mut cold) = (Vec::new(), Vec::new());
    for game in games {
        evaluator.evaluate(std::slice::from_ref(game), &mut warm);
        G::evaluator().evaluate(std::slice::from_ref(game), &mut cold);
        assert_eq!(warm, cold);
    }
}

/// The weights that come with the program, once they have read back as they are written.
pub(crate) fn weights_that_read_back<F: FeatureSet>() -> &'static Weights<F> {
    let embedded = Weights::<F>::embedded();
    assert_eq!(Weights::parse(&embedded.to_toml()).as_ref(), Ok(embedded));
    embedded
}

/// The first reason for what changed from one position to another, which is good for the Axis.
pub(crate) fn first_reason<G: Playable>(mut evaluator: impl Explain<G>, before: &G, after: &G) -> String {
    let (mut was, mut is) = (Vec::new(), Vec::new());
    evaluator.explain(before, &mut was);
    evaluator.explain(after, &mut is);
    let shifts = changes(&was, &is, Side::Axis);
    assert!(shifts[0].1 > 0.0, "{shifts:?}");
    because(&shifts)
}
