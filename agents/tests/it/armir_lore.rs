//! What the players know of ARMIR: the evaluator, its weights and their fit, the rollout policy, doctrine.

use rayon::ThreadPoolBuilder;
use stavka_agents::armir::{ArmirEvaluator, Evaluation};
use stavka_agents::{
    Agent, AgentSpec, Evaluator as _, Features as _, GameReport, Pairing, Playable, Policy as _, SearchControl, TuneError, TuneSettings,
    WeightsError, make_agent, match_games, tune,
};
use stavka_engine::armir::{Action, Armir, ObjectiveSet, Prepared};
use stavka_engine::kit::files::ScenarioFiles as _;
use stavka_engine::{Dice, Game, Side, Turn, View};

use crate::lore;

fn scenario(number: usize) -> &'static Prepared {
    let (name, text) = Prepared::SCENARIOS[number];
    Prepared::interned(&Prepared::sources(name, text)).expect("the embedded scenarios are valid")
}

/// Every position of a game between policies, the objectives given.
fn positions(seed: u64, objectives: u8) -> Vec<Armir> {
    let mut policy = Armir::policy();
    let mut dice = Dice::new(seed);
    let mut game = Armir::new(scenario(0));
    let mut legal = Vec::new();
    let mut positions = Vec::new();
    loop {
        positions.push(game.clone());
        game.legal_actions(&mut legal);
        let action = match game.turn() {
            Turn::Over => return positions,
            Turn::Chance => game.draw(&legal, &mut dice),
            Turn::Player(_) if matches!(legal[0], Action::Choose(_)) => Action::Choose(ObjectiveSet(objectives)),
            Turn::Player(_) => policy.pick(&game, &legal, &mut dice),
        };
        game.apply(action);
    }
}

fn matched(axis: &str, soviet: &str, games: usize) -> Vec<GameReport<Armir>> {
    let make = |name: &str, seed| -> Box<dyn Agent<Armir>> { make_agent(name, seed).expect("the player exists") };
    let pairing = Pairing { names: [axis, soviet], make: [&|seed| make(axis, seed), &|seed| make(soviet, seed)], progress: &|_| {} };
    match_games::<Armir>(scenario(0), 1, games, &pairing).expect("every choice is legal")
}

fn wins(reports: &[GameReport<Armir>], side: Side) -> usize {
    reports.iter().filter(|report| report.outcome.winner == Some(side)).count()
}

// ---- evaluator ------------------------------------------------------------------

#[test]
fn chances_are_chances_and_finished_games_are_answered_exactly() {
    for viewer in Side::ALL {
        for seed in 0..3 {
            let positions = positions(seed, 13);
            let mut evaluator = Armir::evaluator();
            evaluator.prepare(&positions[0], viewer);
            let mut chances = Vec::new();
            evaluator.evaluate(&positions, &mut chances);
            assert_eq!(chances.len(), positions.len());
            assert!(chances.iter().all(|chance| (0.0..=1.0).contains(chance)), "a chance outside 0 to 1");
            let last = positions.last().and_then(Game::outcome).expect("the game ran to its end");
            let exact = if last.winner == Some(Side::Axis) { 1.0 } else { 0.0 };
            assert_eq!(chances.last(), Some(&exact), "the {viewer} misjudges a finished game");
        }
    }
}

#[test]
fn the_axis_view_does_not_change_with_the_hidden_objectives() {
    let views = |objectives: u8, viewer: Side| {
        let mut evaluator = Armir::evaluator();
        let mut positions = positions(5, objectives);
        positions.retain(|game| game.outcome().is_none());
        evaluator.prepare(&positions[0], viewer);
        let mut chances = Vec::new();
        evaluator.evaluate(&positions, &mut chances);
        chances
    };
    assert_eq!(views(9, Side::Axis), views(13, Side::Axis), "the Axis saw the objectives");
    assert_ne!(views(9, Side::Soviet), views(13, Side::Soviet), "the Soviets do not know what they want");
}

#[test]
fn a_position_is_judged_alike_in_any_company() {
    let positions = positions(8, 13);
    let mut evaluator = Armir::evaluator();
    evaluator.prepare(&positions[0], Side::Soviet);
    let (mut together, mut alone) = (Vec::new(), Vec::new());
    evaluator.evaluate(&positions, &mut together);
    for (game, &chance) in positions.iter().zip(&together).step_by(37) {
        let mut fresh = Armir::evaluator();
        fresh.prepare(game, Side::Soviet);
        fresh.evaluate(std::slice::from_ref(game), &mut alone);
        assert_eq!(alone, [chance]);
    }
}

#[test]
fn choices_are_weighed_one_by_one_and_never_all_at_nothing() {
    let mut evaluator = Armir::evaluator();
    let (mut legal, mut weights) = (Vec::new(), Vec::new());
    for game in positions(3, 13) {
        if let Turn::Player(side) = game.turn() {
            game.legal_actions(&mut legal);
            evaluator.prepare(&game, side);
            evaluator.weigh(&game, &legal, &mut weights);
            assert_eq!(weights.len(), legal.len());
            assert!(weights.iter().all(|weight| weight.is_finite() && *weight >= 0.0) && weights.iter().any(|&weight| weight > 0.0));
        }
    }
}

// ---- weights --------------------------------------------------------------------

#[test]
fn the_embedded_weights_read_back_as_they_are_written() {
    let embedded: &Evaluation = lore::weights_that_read_back();
    assert!(embedded.origin.contains("stavka tune"), "the weights do not say where they come from");
}

#[test]
fn a_bad_file_of_weights_is_refused_with_the_place() {
    let good = Evaluation::embedded().to_toml();
    let changed = |from: &str, to: &str| {
        let at = good.find(from).unwrap_or_else(|| panic!("no {from:?} in the file"));
        let end = at + good[at..].find('\n').expect("lines end");
        Evaluation::parse(&format!("{}{to}{}", &good[..at], &good[end..]))
    };
    assert_eq!(changed("stars-held", ""), Err(WeightsError::Missing { table: "start", feature: "stars-held" }));
    assert_eq!(changed("stars-held", "stars-held = nan"), Err(WeightsError::NotFinite { table: "start", feature: "stars-held" }));
    assert_eq!(changed("stars-held", "stars = 1.0"), Err(WeightsError::Unknown { table: "start", name: "stars".into() }));
    assert!(matches!(changed("stars-held", "stars-held = much"), Err(WeightsError::Syntax(_))));
    assert!(matches!(Evaluation::parse(""), Err(WeightsError::Syntax(_))));
}

// ---- fit ------------------------------------------------------------------------

fn settings(games: usize) -> TuneSettings {
    TuneSettings::new(vec!["policy".parse::<AgentSpec>().expect("the policy is a player")], games, 3)
}

#[test]
fn a_fit_is_the_same_on_any_number_of_threads() {
    let fit = |threads: usize| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be had");
        pool.install(|| tune::<Armir>(scenario(0), &settings(40), &|| {}).expect("both sides win now and then"))
    };
    let one = fit(1);
    assert_eq!(one, fit(3));
    assert_eq!(one.weights.len(), Armir::evaluator().prior().len());
    let written = Armir::evaluator().file(&one.weights, "a test".into());
    assert!(Evaluation::parse(&written).is_ok(), "the fit writes a file that cannot be read");
    let judged: usize = one.calibration.iter().map(|bin| bin.positions).sum();
    assert_eq!(judged, one.positions[1], "every position held out is in one bin");
}

#[test]
fn a_fit_needs_games_and_players() {
    assert_eq!(tune::<Armir>(scenario(0), &settings(1), &|| {}), Err(TuneError::TooFew { games: 1 }));
    let nobody = TuneSettings::new(Vec::new(), 10, 1);
    assert_eq!(tune::<Armir>(scenario(0), &nobody, &|| {}), Err(TuneError::NoPlayers));
}

#[test]
fn weights_that_the_games_favour_forecast_better_than_their_opposite() {
    let loss = |sign: f64| {
        let report = tune::<Armir>(scenario(0), &settings(60), &|| {}).expect("both sides win now and then");
        let weights: Vec<f64> = report.weights.iter().map(|weight| sign * weight).collect();
        let mut evaluator = ArmirEvaluator::new(Evaluation::from_weights(&weights, "a test".into()));
        let (mut sum, mut count) = (0.0, 0);
        let mut chances = Vec::new();
        for seed in 500..510 {
            let positions = positions(seed, 13);
            let result =
                if positions.last().and_then(Game::outcome).and_then(|outcome| outcome.winner) == Some(Side::Axis) { 1.0 } else { 0.0 };
            evaluator.prepare(&positions[0], Side::Soviet);
            evaluator.evaluate(&positions, &mut chances);
            sum += chances.iter().map(|chance| (chance - result) * (chance - result)).sum::<f32>();
            count += chances.len();
        }
        sum / count as f32
    };
    assert!(loss(1.0) < loss(-1.0));
}

// ---- players --------------------------------------------------------------------

#[test]
fn the_policy_beats_chance_from_either_side() {
    assert!(wins(&matched("policy", "random", 20), Side::Axis) >= 19);
    assert!(wins(&matched("random", "policy", 20), Side::Soviet) >= 14);
}

#[test]
fn doctrine_plays_legally_reproducibly_and_beats_chance() {
    let axis = matched("doctrine", "random", 3);
    let soviet = matched("random", "doctrine", 2);
    assert_eq!(wins(&axis, Side::Axis) + wins(&soviet, Side::Soviet), 5);
    let again = matched("doctrine", "random", 3);
    for (first, second) in axis.iter().zip(&again) {
        assert_eq!(first.last.state_hash(), second.last.state_hash(), "the same seed gave another game");
    }
}

#[test]
fn a_free_set_up_is_filled_by_policy_and_doctrine() {
    for name in ["policy", "doctrine"] {
        let mut agents =
            [make_agent::<Armir>(name, 1).expect("the player exists"), make_agent::<Armir>(name, 2).expect("the player exists")];
        let mut game = Armir::new(scenario(1));
        let mut legal = Vec::new();
        let mut dice = Dice::new(4);
        while game.phase_name() == "Set-up" {
            game.legal_actions(&mut legal);
            let action = match game.turn() {
                Turn::Player(side) => {
                    agents[side.index()].choose(stavka_engine::View::new(&game, side), &legal, stavka_agents::SearchControl::NONE)
                }
                _ => game.draw(&legal, &mut dice),
            };
            game.try_apply(action).expect("the choice is legal");
        }
        assert!(game.outcome().is_none());
    }
}

#[test]
fn scripted_players_choose_the_objectives_that_they_are_told() {
    let sets = [("1+2", 0b0011), ("1+3", 0b0101), ("2+4", 0b1010), ("1+3+4", 0b1101), ("1+2+3+4", 0b1111)];
    for player in ["greedy", "staff", "doctrine"] {
        for (words, set) in sets {
            let mut player = make_agent::<Armir>(&format!("{player}:objectives={words}"), 1).expect("the player exists");
            let (mut game, mut dice, mut legal) = (Armir::new(scenario(0)), Dice::new(1), Vec::new());
            player.new_game(1);
            while game.known_objectives(Side::Soviet).is_none() {
                game.legal_actions(&mut legal);
                let action = match game.turn() {
                    Turn::Player(Side::Soviet) => player.choose(View::new(&game, Side::Soviet), &legal, SearchControl::NONE),
                    Turn::Player(Side::Axis) => dice.choose(&legal),
                    _ => game.draw(&legal, &mut dice),
                };
                game.apply(action);
            }
            assert_eq!(game.known_objectives(Side::Soviet), Some(ObjectiveSet(set)), "{words}");
        }
    }
}
