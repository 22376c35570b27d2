//! What networks are advised.

use stavka_agents::{Evaluator as _, Playable};
use stavka_engine::armir::Armir;
use stavka_engine::catalogue::Catalogue as _;
use stavka_engine::east_front::EastFront;
use stavka_engine::{Determinize, Dice, Game as _, Observe, Side, Turn};
use stavka_models::{Architecture, Batch, CpuNetwork, Description, Encoder, Heads, Network as _, Weights};

/// Decisions of a game at random, one in `every`.
fn decisions<G: Playable + Observe>(scenario: &'static G::Scenario, seed: u64, every: usize) -> Vec<(G, Vec<G::Action>)> {
    let (mut game, mut dice, mut legal) = (G::new(scenario), Dice::new(seed), Vec::new());
    let mut found = Vec::new();
    for step in 0.. {
        let turn = game.turn();
        if turn == Turn::Over {
            break;
        }
        game.legal_actions(&mut legal);
        if step % every == 0 && matches!(turn, Turn::Player(_)) {
            found.push((game.clone(), legal.clone()));
        }
        let action = if turn == Turn::Chance { game.draw(&legal, &mut dice) } else { dice.choose(&legal) };
        game.apply(action);
    }
    found
}

fn side<G: stavka_engine::Game>(game: &G) -> Side {
    let Turn::Player(side) = game.turn() else { panic!("nobody decides") };
    side
}

/// The advice must be the evaluator's own, turned to the side that decides.
fn assert_advised<G: Playable + Observe>(scenario: &'static G::Scenario) {
    let mut encoder = Encoder::<G>::new(scenario, true);
    let odds = encoder.shape().odds().expect("it is advised");
    assert_eq!(encoder.shape().advice[0], "odds");
    let mut evaluator = G::evaluator();
    let mut sides = [0, 0];
    for (game, legal) in decisions::<G>(scenario, 5, 7) {
        let mut batch = encoder.batch();
        encoder.push(&mut batch, &game, &legal);
        let viewer = side(&game);
        sides[viewer.index()] += 1;
        let mut chance = Vec::new();
        evaluator.prepare(&game, viewer);
        evaluator.evaluate(std::slice::from_ref(&game), &mut chance);
        let own = if viewer == Side::Axis { chance[0] } else { 1.0 - chance[0] };
        let told = 1.0 / (1.0 + (-batch.facts_of(0)[odds]).exp());
        assert!((own - told).abs() < 1e-3, "{own}, advised {told}");
        let sum: f32 = batch.facts_of(0)[odds + 1..].iter().sum();
        assert!((sum - batch.facts_of(0)[odds]).abs() < 1e-3, "the first term is the sum of the others");
        let mut weights = Vec::new();
        evaluator.weigh(&game, &legal, &mut weights);
        for (score, weight) in batch.scores_of(0).iter().zip(&weights) {
            assert!((score.exp() - weight.max(1e-4)).abs() < 1e-4, "a score of {score} for a weight of {weight}");
        }
        assert_eq!(batch.scores_of(0).len(), legal.len());
    }
    assert!(sides.iter().all(|&count| count > 3), "{sides:?} decisions of each side");
}

#[test]
fn the_advice_is_the_evaluators_own() {
    assert_advised::<Armir>(Armir::load(Armir::embedded()[0]).expect("it is embedded"));
    assert_advised::<EastFront>(EastFront::load(EastFront::embedded()[0]).expect("it is embedded"));
}

#[test]
fn what_is_hidden_from_the_side_that_decides_does_not_change_what_it_is_told() {
    let scenario = Armir::load(Armir::embedded()[0]).expect("it is embedded");
    let mut encoder = Encoder::<Armir>::new(scenario, true);
    let mut told = |game: &Armir, legal: &[_]| {
        let mut batch = encoder.batch();
        encoder.push(&mut batch, game, legal);
        (batch.planes().to_vec(), batch.facts().to_vec(), batch.scores().to_vec())
    };
    let (mut dice, mut worlds) = (Dice::new(2), 0);
    for (game, legal) in decisions::<Armir>(scenario, 8, 11) {
        let viewer = side(&game);
        for _ in 0..4 {
            let world = game.determinize(viewer, &mut dice);
            worlds += usize::from(world.state_hash() != game.state_hash());
            assert_eq!(told(&world, &legal), told(&game, &legal));
        }
    }
    assert!(worlds > 10, "only {worlds} worlds differ");
}

#[test]
fn an_advised_network_begins_by_believing_what_it_is_told() {
    let scenario = Armir::load(Armir::embedded()[0]).expect("it is embedded");
    let mut encoder = Encoder::<Armir>::new(scenario, true);
    let architecture = Architecture { width: 8, depth: 1, advised: true, ..Architecture::default() };
    let description = Description { architecture, input: (**encoder.shape()).clone() };
    let mut network = CpuNetwork::new(&Weights::random(&description, 1).expect("it is described well")).expect("it is described well");
    let (mut heads, mut batch): (Heads, Batch) = (Heads::default(), encoder.batch());
    let odds = encoder.shape().odds().expect("it is advised");
    let (mut alike, mut lists, mut drift) = (0, 0, 0.0_f32);
    for (game, legal) in decisions::<Armir>(scenario, 5, 7).into_iter().filter(|(_, legal)| legal.len() > 1) {
        batch.clear();
        encoder.push(&mut batch, &game, &legal);
        network.run(&batch, &mut heads).expect("it reads the game");
        let most = |numbers: &[f32]| numbers.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let best = (0..legal.len()).max_by(|&a, &b| heads.logits[a].total_cmp(&heads.logits[b])).expect("there is a choice");
        lists += 1;
        alike += usize::from(batch.scores_of(0)[best] > most(batch.scores_of(0)) - 1.0);
        let [win, _, loss] = heads.wdl[0];
        drift = drift.max(((win / loss).ln() - batch.facts_of(0)[odds]).abs());
    }
    assert!(alike * 10 > lists * 9, "{alike} of {lists} choices are good ones by the advice");
    assert!(drift < 1.5, "the value strays from the advised odds by {drift}");
}
