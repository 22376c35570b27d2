//! What networks are advised.

use stavka_agents::{Evaluator as _, Foresight, Playable};
use stavka_engine::armir::Armir;
use stavka_engine::catalogue::Catalogue;
use stavka_engine::east_front::EastFront;
use stavka_engine::{Dice, GameName, Observe, Side, Turn, with_game};
use stavka_models::{Architecture, Batch, CpuNetwork, Description, Encoder, Guidance, Heads, Network as _, Weights};

use crate::twins::twins;

/// Positions that a side is shown together with others that it cannot tell from them.
const TWINS: usize = 100;

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
    let mut encoder = Encoder::<G>::new(scenario, Guidance::Glance);
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

/// Foresight must speak where the staff looks ahead, the glance elsewhere, and both judge positions alike.
fn assert_foreseen<G: Playable + Observe>(scenario: &'static G::Scenario, every: usize) {
    let mut encoder = Encoder::<G>::new(scenario, Guidance::Foresight);
    let mut glancing = Encoder::<G>::new(scenario, Guidance::Glance);
    assert!(encoder.shape().foresight && encoder.shape().advice == glancing.shape().advice);
    let (mut foresight, mut values) = (Foresight::<G>::default(), Vec::new());
    let [mut looked, mut glanced, mut told_apart] = [0; 3];
    for (game, legal) in decisions::<G>(scenario, 5, every) {
        let (mut batch, mut other) = (encoder.batch(), glancing.batch());
        encoder.push(&mut batch, &game, &legal);
        glancing.push(&mut other, &game, &legal);
        assert_eq!(batch.facts(), other.facts());
        foresight.look(&game, &legal, &mut values);
        if values.is_empty() {
            assert_eq!(batch.scores(), other.scores(), "a glance must do");
            glanced += 1;
            continue;
        }
        looked += 1;
        let best = (0..legal.len()).max_by(|&a, &b| values[a].total_cmp(&values[b])).expect("there is a choice");
        for action in 0..legal.len() {
            assert!((-20.0..=0.0).contains(&batch.scores()[action]), "a score of {}", batch.scores()[action]);
            if values[best] - values[action] > 0.2 {
                assert!(batch.scores()[action] < batch.scores()[best], "{:?} is no better than {:?}", legal[best], legal[action]);
                told_apart += 1;
            }
        }
    }
    assert!(looked > 5 && glanced > 3 && told_apart > 10, "{looked} {glanced} {told_apart}");
}

#[test]
fn foresight_tells_what_choices_lead_to() {
    assert_foreseen::<Armir>(Armir::load(Armir::embedded()[0]).expect("it is embedded"), 7);
    assert_foreseen::<EastFront>(EastFront::load(EastFront::embedded()[0]).expect("it is embedded"), 4);
}

#[test]
fn a_network_without_trust_begins_by_ignoring_what_it_is_told() {
    let scenario = Armir::load(Armir::embedded()[0]).expect("it is embedded");
    let begin = |guidance, trust| {
        let encoder = Encoder::<Armir>::new(scenario, guidance);
        let foresight = guidance == Guidance::Foresight;
        let architecture = Architecture { width: 4, depth: 0, advised: true, foresight, trust, ..Architecture::default() };
        let description = Description { architecture, input: (**encoder.shape()).clone() };
        let weights = Weights::random(&description, 1).expect("it is described well");
        (encoder, CpuNetwork::new(&weights).expect("it is described well"))
    };
    let mut answers =
        [(Guidance::Glance, 0.0), (Guidance::Foresight, 0.0), (Guidance::Foresight, 1.0)].map(|(guidance, trust)| begin(guidance, trust));
    let mut ahead = 0.0_f32;
    for (game, legal) in decisions::<Armir>(scenario, 5, 23).into_iter().filter(|(_, legal)| legal.len() > 1) {
        let logits = answers.each_mut().map(|(encoder, network)| {
            let (mut batch, mut heads) = (encoder.batch(), Heads::default());
            encoder.push(&mut batch, &game, &legal);
            network.run(&batch, &mut heads).expect("it reads the game");
            heads.logits
        });
        let spread = |logits: &[f32]| logits.iter().copied().fold(0.0_f32, |most, logit| most.max((logit - logits[0]).abs()));
        assert!(spread(&logits[0]) < 3.0 && spread(&logits[1]) < 3.0, "{logits:?}");
        ahead = ahead.max(spread(&logits[2]));
    }
    assert!(ahead > 6.0, "trusted scores differ by {ahead} at most");
}

/// The sides from which a game hides something.
fn sides_in_the_dark(game: GameName) -> &'static [Side] {
    match game {
        // The objectives of the Soviets.
        GameName::Armir => &[Side::Axis],
        // Missions of flights and orders, until they are turned up.
        GameName::EastFront => &Side::ALL,
        // Counters under others, and losses.
        GameName::AcrossTheBug => &Side::ALL,
        GameName::BoltAction => &[],
        // Which block is which.
        GameName::BlocksInTheEast => &Side::ALL,
    }
}

#[test]
fn what_is_hidden_from_the_side_that_decides_does_not_change_what_it_is_told_in_any_game() {
    for game in GameName::ALL {
        with_game!(game, G => assert_told_alike::<G>(sides_in_the_dark(game)));
    }
}

/// Whatever the true world is, an encoder says the same of it to a side that cannot tell it from others.
fn assert_told_alike<G: Playable + Observe + Catalogue>(in_the_dark: &[Side]) {
    for &viewer in in_the_dark {
        let twins = twins::<G>(viewer, TWINS);
        for guidance in [Guidance::None, Guidance::Glance, Guidance::Foresight] {
            let mut encoder = Encoder::<G>::new(twins[0].truth.scenario(), guidance);
            let mut told = |game: &G| {
                let (mut batch, mut legal) = (encoder.batch(), Vec::new());
                game.legal_actions(&mut legal);
                encoder.push(&mut batch, game, &legal);
                (batch.planes().to_vec(), batch.facts().to_vec(), batch.scores().to_vec(), batch.tokens().to_vec())
            };
            for (index, twins) in twins.iter().enumerate() {
                assert!(
                    told(&twins.truth) == told(&twins.twin),
                    "{}: {guidance:?} tells the {} side of position {index}",
                    G::NAME,
                    viewer.name()
                );
            }
        }
    }
}

#[test]
fn an_advised_network_begins_by_believing_what_it_is_told() {
    let scenario = Armir::load(Armir::embedded()[0]).expect("it is embedded");
    let mut encoder = Encoder::<Armir>::new(scenario, Guidance::Glance);
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

#[test]
fn positions_encoded_by_many_threads_are_those_encoded_one_by_one() {
    let scenario = Armir::load("historical").expect("it is embedded");
    let found = decisions::<Armir>(scenario, 8, 5);
    for guidance in [Guidance::None, Guidance::Foresight] {
        let mut encoder = Encoder::<Armir>::new(scenario, guidance);
        let (mut one_by_one, mut at_once) = (encoder.batch(), encoder.batch());
        // Both begin with a position, so that what is added is added behind others.
        for batch in [&mut one_by_one, &mut at_once] {
            encoder.push(batch, &found[0].0, &found[0].1);
        }
        for (game, legal) in &found {
            encoder.push(&mut one_by_one, game, legal);
        }
        let make = || Encoder::<Armir>::new(scenario, guidance);
        at_once.extend(&found, make, |encoder, batch, (game, legal)| encoder.push(batch, game, legal));
        assert_eq!(at_once.len(), found.len() + 1);
        assert_eq!(at_once.planes(), one_by_one.planes());
        assert_eq!(at_once.facts(), one_by_one.facts());
        assert_eq!(at_once.scores(), one_by_one.scores());
        assert_eq!(at_once.tokens(), one_by_one.tokens());
        assert_eq!(at_once.starts(), one_by_one.starts());
    }
}
