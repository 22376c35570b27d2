//! Both interpreters give the same answers.

use stavka_models::torch::TorchNetwork;
use stavka_models::{Advice, Architecture, Batch, Convolution, CpuNetwork, Description, Heads, InputShape, Network as _, Weights};
use tch::{Device, Tensor};

use crate::kit::{CELLS, batch, description, shape, weights};

/// The same for a network that is advised, on two terms and their sum.
fn advised(description: &Description) -> Description {
    let architecture = Architecture { advised: true, ..description.architecture.clone() };
    let advice = ["odds", "one thing", "another"].map(str::to_owned).to_vec();
    Description { architecture, input: InputShape { advice, ..description.input.clone() } }
}

fn answers(weights: &Weights, batch: &Batch) -> [Heads; 2] {
    let mut heads = [Heads::default(), Heads::default()];
    CpuNetwork::new(weights).expect("checked").run(batch, &mut heads[0]).expect("readable");
    TorchNetwork::from_weights(weights, Device::Cpu).run(batch, &mut heads[1]).expect("readable");
    heads
}

#[track_caller]
fn assert_close(what: &str, left: &[f32], right: &[f32]) {
    assert_eq!(left.len(), right.len(), "{what}");
    for (index, (left, right)) in left.iter().zip(right).enumerate() {
        assert!((left - right).abs() <= 1e-4 * left.abs().max(1.0), "{what} {index}: {left} and {right}");
    }
}

#[track_caller]
fn assert_agree(weights: &Weights, batch: &Batch) {
    let [cpu, torch] = answers(weights, batch);
    assert_eq!(cpu.logits.len(), batch.tokens().len());
    assert_eq!(cpu.wdl.len(), batch.len());
    assert_close("logit", &cpu.logits, &torch.logits);
    assert_close("result", cpu.wdl.as_flattened(), torch.wdl.as_flattened());
    assert_close("margin", &cpu.margin, &torch.margin);
}

#[test]
fn on_odd_and_even_grids_of_hexes_and_squares() {
    for cells in CELLS {
        for (seed, (height, width)) in (1..).zip([(1, 1), (2, 3), (5, 4), (4, 5), (7, 7), (6, 8)]) {
            for convolution in [Convolution::Separable, Convolution::Full] {
                let shape = shape(height, width, cells, 6);
                let weights = weights(&description(shape.clone(), convolution, 8, 2), seed);
                assert_agree(&weights, &batch(&shape, 3, seed));
            }
        }
    }
}

#[test]
fn on_grids_of_the_games() {
    for (seed, (height, width)) in (1..).zip([(31, 24), (30, 24), (23, 33)]) {
        for (convolution, channels, depth) in [(Convolution::Separable, 32, 4), (Convolution::Full, 20, 2)] {
            let shape = shape(height, width, CELLS[seed as usize % 5], 41);
            let weights = weights(&description(shape.clone(), convolution, channels, depth), seed);
            assert_agree(&weights, &batch(&shape, 2, seed));
        }
    }
}

#[test]
fn with_odd_widths_and_without_blocks() {
    for (channels, depth) in [(1, 1), (3, 2), (13, 1), (48, 1), (33, 0)] {
        for convolution in [Convolution::Separable, Convolution::Full] {
            let shape = shape(6, 5, CELLS[0], 4);
            let weights = weights(&description(shape.clone(), convolution, channels, depth), 3);
            assert_agree(&weights, &batch(&shape, 4, 3));
        }
    }
}

#[test]
fn where_the_network_is_advised() {
    for convolution in [Convolution::Separable, Convolution::Full] {
        let description = advised(&description(shape(6, 5, CELLS[0], 4), convolution, 8, 2));
        assert_agree(&weights(&description, 3), &batch(&description.input, 4, 3));
    }
}

#[test]
fn on_a_map_other_than_the_one_the_network_was_made_on() {
    let made_on = shape(6, 5, CELLS[0], 4);
    let weights = weights(&description(made_on, Convolution::Separable, 8, 2), 3);
    assert_agree(&weights, &batch(&shape(9, 12, CELLS[1], 4), 4, 3));
}

#[test]
fn where_nothing_is_in_play() {
    let shape = shape(3, 4, CELLS[0], 4);
    let weights = weights(&description(shape.clone(), Convolution::Separable, 8, 2), 3);
    let mut batch = batch(&shape, 1, 3);
    batch.push_encoded(&[0; 48], &[0.5; 5], &[[1, 2, 3, 4, 5]], Advice::default());
    assert_agree(&weights, &batch);
}

#[test]
fn positions_do_not_see_each_other() {
    let shape = shape(6, 5, CELLS[0], 4);
    let weights = weights(&description(shape.clone(), Convolution::Separable, 8, 2), 3);
    let together = batch(&shape, 5, 3);
    let [_, all] = answers(&weights, &together);
    for position in 0..together.len() {
        let mut alone = together.alike();
        let globals = &together.facts_of(position)[..together.shape().globals.len()];
        alone.push_encoded(together.planes_of(position), globals, together.tokens_of(position), together.advice_of(position));
        for heads in answers(&weights, &alone) {
            assert_close("logit", &heads.logits, &all.logits[together.starts()[position]..together.starts()[position + 1]]);
            assert_close("result", &heads.wdl[0], &all.wdl[position]);
        }
    }
}

#[test]
fn a_frozen_network_answers_like_one_that_learns_until_it_is_given_other_weights() {
    for convolution in [Convolution::Separable, Convolution::Full] {
        let description = description(shape(6, 5, CELLS[0], 4), convolution, 8, 2);
        let [first, second] = [3, 4].map(|seed| weights(&description, seed));
        let mut frozen = TorchNetwork::from_weights(&first, Device::Cpu).frozen();
        let batches = [batch(&description.input, 3, 1), batch(&description.input, 2, 2)];
        for (weights, is_new) in [(&first, false), (&second, true), (&second, false)] {
            if is_new {
                frozen.load_weights(weights).expect("the same description");
            }
            for batch in &batches {
                let mut answers = [Heads::default(), Heads::default()];
                frozen.run(batch, &mut answers[0]).expect("readable");
                TorchNetwork::from_weights(weights, Device::Cpu).run(batch, &mut answers[1]).expect("readable");
                assert_eq!(answers[0], answers[1]);
            }
        }
    }
}

#[test]
fn weights_pass_through_torch_unchanged() {
    let description = description(shape(6, 5, CELLS[0], 4), Convolution::Separable, 8, 2);
    let weights = weights(&description, 3);
    let mut network = TorchNetwork::new(&description, Device::Cpu, 1).expect("checked");
    assert_ne!(network.weights().expect("readable"), weights);
    network.load_weights(&weights).expect("the same description");
    assert_eq!(network.weights().expect("readable"), weights);
}

/// Small enough that few rectifiers switch within it.
const STEP: f32 = 2e-3;

/// The derivative of a weighted sum of logits by every weight that gathering passes through, against differences.
#[test]
fn gradients_pass_through_the_gathering_of_the_policy() {
    let description = advised(&description(shape(4, 5, CELLS[0], 4), Convolution::Separable, 4, 1));
    let start = weights(&description, 5);
    let batch = batch(&description.input, 3, 5);
    let factors: Vec<f32> = (0..batch.tokens().len()).map(|action| (action % 5) as f32 - 2.0).collect();

    let mut network = TorchNetwork::from_weights(&start, Device::Cpu);
    network.set_kind(tch::Kind::Float);
    let tensors = network.upload(&batch).expect("readable");
    let logits = network.forward(&tensors).logits;
    (logits * Tensor::from_slice(&factors)).sum(tch::Kind::Float).backward();
    let gradient = network.numbers().grad();

    let sum = |weights: &Weights| -> f64 {
        let mut heads = Heads::default();
        CpuNetwork::new(weights).expect("checked").run(&batch, &mut heads).expect("readable");
        heads.logits.iter().zip(&factors).map(|(&logit, &factor)| f64::from(logit) * f64::from(factor)).sum()
    };
    let mut begin = 0;
    let mut moved = 0;
    for parameter in start.parameters() {
        let numbers = parameter.numbers();
        if ["policy.", "stem.planes", "block.0.taps"].iter().any(|name| parameter.name.starts_with(name)) {
            for index in (begin..begin + numbers).step_by(3) {
                let shifted = |by: f32| {
                    let mut numbers = start.numbers().to_vec();
                    numbers[index] += by;
                    sum(&Weights::from_numbers(&description, numbers).expect("as many numbers"))
                };
                let difference = (shifted(STEP) - shifted(-STEP)) / f64::from(2.0 * STEP);
                let exact = gradient.double_value(&[index as i64]);
                // A rectifier that switches within the step bends the difference a little.
                let tolerance = 0.03 * exact.abs().max(1.0);
                assert!((difference - exact).abs() < tolerance, "{} {}: {difference} and {exact}", parameter.name, index - begin);
                moved += usize::from(exact.abs() > 1e-3);
            }
        }
        begin += numbers;
    }
    assert!(moved > 100, "only {moved} weights matter");
}
