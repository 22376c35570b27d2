//! The shipped networks read their games, and both interpreters agree on them.

use stavka_agents::{Role, ValueScale};
use stavka_engine::armir::Armir;
use stavka_engine::catalogue::Catalogue;
use stavka_engine::{Dice, Game as _, GameName, Turn};
use stavka_models::{Batch, CpuNetwork, Encoder, Heads, Network as _, Weights, embedded};

const ROLES: [Role; 2] = [Role::Player, Role::Judge];

fn weights(role: Role) -> Weights {
    embedded(GameName::Armir, role).expect("the file is whole").expect("a network is shipped")
}

/// Decisions of games at random, with their legal lists.
fn decisions(weights: &Weights) -> Batch {
    let scenario = Armir::load(Armir::embedded()[0]).expect("it is embedded");
    let mut encoder = Encoder::<Armir>::new(scenario, weights.description().architecture.guidance());
    let mut batch = encoder.batch();
    let mut legal = Vec::new();
    for seed in 0..4 {
        let (mut game, mut dice) = (Armir::new(scenario), Dice::new(seed));
        for step in 0.. {
            let turn = game.turn();
            if turn == Turn::Over {
                break;
            }
            game.legal_actions(&mut legal);
            if step % 40 == 0 && matches!(turn, Turn::Player(_)) {
                encoder.push(&mut batch, &game, &legal);
            }
            let action = if turn == Turn::Chance { game.draw(&legal, &mut dice) } else { dice.choose(&legal) };
            game.apply(action);
        }
    }
    batch
}

#[test]
fn the_shipped_networks_read_their_game_and_say_something_of_it() {
    for role in ROLES {
        let weights = weights(role);
        let batch = decisions(&weights);
        let mut heads = Heads::default();
        CpuNetwork::new(&weights).expect("it is described well").run(&batch, &mut heads).expect("it reads the game");
        assert!(batch.len() > 40, "{} positions", batch.len());
        assert_eq!(heads.logits.len(), batch.tokens().len());
        let wins: Vec<f32> = heads.wdl.iter().map(|result| result[0]).collect();
        let spread = wins.iter().copied().fold(0.0, f32::max) - wins.iter().copied().fold(1.0, f32::min);
        assert!(spread > 0.3, "the network of the {role:?} tells no position from another: {wins:?}");
    }
}

#[test]
fn the_shipped_networks_say_what_their_values_are() {
    let file = |name: &str| std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("weights").join(name);
    let mixed = ValueScale { margin: 0.5, points: 10.0 };
    assert_eq!(weights(Role::Player).values, mixed);
    assert_eq!(Weights::load(&file("armir-refined.safetensors")).expect("it is shipped").values, mixed);
    assert!(weights(Role::Judge).values.is_result());
}

#[test]
fn the_network_that_the_player_began_with_differs_in_foresight_alone() {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("weights/armir-refined.safetensors");
    let began = Weights::load(&file).expect("it is shipped beside the player").description().clone();
    let mut player = weights(Role::Player).description().clone();
    assert!(player.architecture.foresight && player.input.foresight);
    (player.architecture.foresight, player.input.foresight) = (false, false);
    assert_eq!(player, began);
}

#[cfg(feature = "torch")]
#[test]
fn both_interpreters_agree_on_the_shipped_networks() {
    for role in ROLES {
        let weights = weights(role);
        let batch = decisions(&weights);
        let mut heads = [Heads::default(), Heads::default()];
        CpuNetwork::new(&weights).expect("it is described well").run(&batch, &mut heads[0]).expect("it reads the game");
        let mut torch = stavka_models::torch::TorchNetwork::from_weights(&weights, tch::Device::Cpu);
        torch.run(&batch, &mut heads[1]).expect("it reads the game");
        let [cpu, torch] = heads;
        let numbers = |heads: &Heads| [heads.logits.clone(), heads.wdl.as_flattened().to_vec(), heads.margin.clone()].concat();
        for (index, (cpu, torch)) in numbers(&cpu).into_iter().zip(numbers(&torch)).enumerate() {
            assert!((cpu - torch).abs() <= 1e-4 * cpu.abs().max(1.0), "{role:?}, number {index}: {cpu} and {torch}");
        }
    }
}
