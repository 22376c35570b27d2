//! The learner learns what it is told, stops when it must, and goes on where it was.

use std::fs;
use std::sync::Arc;

use stavka_engine::Dice;
use stavka_engine::hex::Layout;
use stavka_engine::observation::Cells;
use stavka_models::torch::Device;
use stavka_models::{Advice, Architecture, Batch, Convolution, Description, InputShape};
use stavka_training::learner::{Learner, LearnerConfig, LearnerError, PpoBatch, Schedule, StepMetrics, TrainingBatch};

fn description(convolution: Convolution) -> Description {
    let names = |count: usize| (0..count).map(|index| format!("number {index}")).collect::<Vec<_>>();
    let input = InputShape {
        planes: names(3),
        height: 5,
        width: 4,
        cells: Cells::Hex(Layout::PointyEvenRight),
        globals: names(2),
        verbs: 4,
        units: 6,
        advice: Vec::new(),
        foresight: false,
    };
    let architecture =
        Architecture { width: 16, depth: 2, convolution, policy_width: 16, value_width: 16, margin_scale: 5.0, ..Architecture::default() };
    Description { architecture, input }
}

fn config() -> LearnerConfig {
    LearnerConfig { learning_rate: 5e-3, schedule: Schedule::Constant { warm_up: 10 }, weight_decay: 0.0, ..LearnerConfig::default() }
}

/// Random positions, each with an answer of its own that nothing but memory can give.
fn targets(description: &Description, positions: usize, seed: u64) -> TrainingBatch {
    let mut dice = Dice::new(seed);
    let area = description.input.area();
    let mut out = TrainingBatch::new(Batch::new(Arc::new(description.input.clone()), [2.0; 3].into()));
    for position in 0..positions {
        let mut number = || dice.below(3) as f32 - 1.0;
        let planes: Vec<u8> = (0..3 * area).map(|_| (number() + 1.0) as u8).collect();
        let globals = [number(), number()];
        let actions = 2 + position % 5;
        let tokens: Vec<_> = (0..actions).map(|action| [(action % 4) as i16, (action % 6) as i16, 3, action as i16, -1]).collect();
        out.batch.push_encoded(&planes, &globals, &tokens, Advice::default());
        out.policy.extend((0..actions).map(|action| f32::from(action == position % actions)));
        out.policy_weight.push(1.0);
        let result = position % 3;
        out.wdl.push([0, 1, 2].map(|index| f32::from(index == result)));
        out.margin.push(position as f32 - 4.0);
        out.margin_weight.push(1.0);
        out.control.extend((0..area).map(|hex| f32::from((hex + position) % 2 == 0)));
        out.losses.push([0.1 * (position % 4) as f32, 0.5]);
        out.aux_weight.push(1.0);
    }
    out
}

fn learner(convolution: Convolution) -> Learner {
    // Tiny tensors and tests side by side: more threads only wait for each other.
    tch::set_num_threads(1);
    Learner::new(&description(convolution), &config(), Device::Cpu, 1).expect("checked")
}

#[test]
fn a_tiny_set_is_learnt_by_heart() {
    for convolution in [Convolution::Separable, Convolution::Full] {
        let mut learner = learner(convolution);
        let set = targets(&description(convolution), 8, 2);
        let first = learner.step(&set).expect("readable");
        let mut last = StepMetrics::default();
        for _ in 0..400 {
            last = learner.step(&set).expect("readable");
        }
        assert!(first.policy > 1.0 && first.value > 0.9, "{first:?}");
        for (name, value) in [("policy", last.policy), ("value", last.value), ("margin", last.margin), ("control", last.control)] {
            assert!(value < 0.05, "{name} of {convolution:?} is {value} after 400 steps: {last:?}");
        }
        assert!(last.losses < 0.01, "{last:?}");
        assert!(last.policy_entropy < 0.1 && last.calibration.brier() < 0.01, "{last:?}");
    }
}

#[test]
fn a_saved_learner_goes_on_as_if_it_had_never_stopped() {
    let here = tempfile::tempdir().expect("a folder");
    let path = here.path().join("learner.safetensors");
    let set = targets(&description(Convolution::Separable), 8, 2);
    let mut straight = learner(Convolution::Separable);
    for _ in 0..3 {
        straight.step(&set).expect("readable");
    }
    straight.save(&path).expect("written");
    let mut resumed = Learner::load(&path, &config(), Device::Cpu).expect("whole");
    for _ in 0..3 {
        assert_eq!(straight.step(&set).expect("readable"), resumed.step(&set).expect("readable"));
    }
    assert_eq!(straight.weights().expect("readable"), resumed.weights().expect("readable"));
    assert_eq!(straight.average().expect("readable"), resumed.average().expect("readable"));
    assert_ne!(straight.average().expect("readable"), straight.weights().expect("readable"));
}

#[test]
fn broken_states_are_refused() {
    let here = tempfile::tempdir().expect("a folder");
    let path = here.path().join("learner.safetensors");
    let learner = learner(Convolution::Separable);
    learner.save(&path).expect("written");
    let whole = fs::read(&path).expect("readable");
    fs::write(&path, &whole[..whole.len() - 5]).expect("written");
    assert!(matches!(Learner::load(&path, &config(), Device::Cpu), Err(LearnerError::Weights(_))));
    learner.average().expect("readable").save(&path).expect("written");
    let error = Learner::load(&path, &config(), Device::Cpu).expect_err("weights alone are no learner");
    assert!(error.to_string().contains("header"), "{error}");
}

#[test]
fn a_term_that_is_no_number_stops_the_learner_before_it_does_harm() {
    let mut learner = learner(Convolution::Separable);
    let mut set = targets(&description(Convolution::Separable), 8, 2);
    learner.step(&set).expect("readable");
    let before = learner.weights().expect("readable");
    set.margin[3] = f32::NAN;
    let error = learner.step(&set).expect_err("a margin is NaN");
    assert!(matches!(error, LearnerError::Diverged { term: "margin", step: 2, .. }), "{error}");
    assert_eq!(learner.weights().expect("readable"), before);
    set.margin[3] = 1.0;
    assert_eq!(learner.step(&set).expect("readable").step, 2);
}

#[test]
fn positions_without_weight_teach_nothing() {
    let description = description(Convolution::Separable);
    let mut changed = targets(&description, 8, 2);
    changed.policy_weight[0] = 0.0;
    changed.aux_weight[0] = 0.0;
    changed.margin_weight[0] = 0.0;
    let first = learner(Convolution::Separable).step(&changed).expect("readable");
    changed.policy[..2].copy_from_slice(&[0.0, 1.0]);
    changed.losses[0] = [7.0, 7.0];
    changed.margin[0] = 99.0;
    changed.control[..20].fill(0.5);
    let second = learner(Convolution::Separable).step(&changed).expect("readable");
    assert_eq!(first, second);
}

/// The set so many times over.
fn repeated(set: &TrainingBatch, times: usize) -> TrainingBatch {
    let mut out = TrainingBatch::new(set.batch.alike());
    for _ in 0..times {
        for position in 0..set.batch.len() {
            let (planes, facts) = (set.batch.planes_of(position), set.batch.facts_of(position));
            out.batch.push_encoded(planes, facts, set.batch.tokens_of(position), Advice::default());
        }
        out.policy.extend(&set.policy);
        out.policy_weight.extend(&set.policy_weight);
        out.wdl.extend(&set.wdl);
        out.margin.extend(&set.margin);
        out.margin_weight.extend(&set.margin_weight);
        out.control.extend(&set.control);
        out.losses.extend(&set.losses);
        out.aux_weight.extend(&set.aux_weight);
    }
    out
}

#[test]
fn the_number_of_threads_changes_nothing_but_the_time() {
    let set = targets(&description(Convolution::Separable), 100, 2);
    let steps = |threads| {
        let config = LearnerConfig { threads, ..config() };
        let mut learner = Learner::new(&description(Convolution::Separable), &config, Device::Cpu, 1).expect("checked");
        let steps: Vec<StepMetrics> = (0..3).map(|_| learner.step(&set).expect("readable")).collect();
        (steps, learner.weights().expect("readable"))
    };
    let alone = steps(1);
    assert_eq!(alone, steps(2));
    assert_eq!(alone, steps(7), "more threads than parts of a batch");
}

#[test]
fn what_parts_of_a_batch_say_adds_up_to_its_means() {
    let mut set = targets(&description(Convolution::Separable), 9, 2);
    set.policy_weight[1] = 0.0;
    set.margin_weight[2..5].fill(0.0);
    set.aux_weight[6] = 0.0;
    for convolution in [Convolution::Separable, Convolution::Full] {
        // Nine positions are one part, a hundred and eight are several; their means are the same, and so is the step.
        let (mut few, mut many) = (learner(convolution), learner(convolution));
        for _ in 0..3 {
            let one = few.step(&set).expect("readable");
            let other = many.step(&repeated(&set, 12)).expect("readable");
            let numbers = |step: &StepMetrics| {
                [step.loss, step.policy, step.value, step.margin, step.control, step.losses, step.policy_entropy, step.gradient_norm]
            };
            for (one, other) in numbers(&one).into_iter().zip(numbers(&other)) {
                assert!((one - other).abs() < 1e-4 * (1.0 + one.abs()), "{one} is not {other}");
            }
            assert_eq!(one.calibration.count.map(|count| 12 * count), other.calibration.count);
        }
    }
}

#[test]
fn batches_whose_lengths_disagree_are_refused() {
    let description = description(Convolution::Separable);
    let mut learner = learner(Convolution::Separable);
    let mut set = targets(&description, 4, 2);
    set.control.pop();
    let error = learner.step(&set).expect_err("a hex is missing");
    assert_eq!(error.to_string(), "the batch has 79 controlled hexes, expected 80");
    let empty = TrainingBatch::new(Batch::new(Arc::new(description.input), [1.0; 3].into()));
    assert!(matches!(learner.step(&empty), Err(LearnerError::Batch { what: "positions", .. })));
    let wrong = LearnerConfig { learning_rate: 0.0, ..config() };
    let error = Learner::new(&self::description(Convolution::Full), &wrong, Device::Cpu, 1).expect_err("no learning rate");
    assert!(error.to_string().contains("learning_rate"), "{error}");
}

#[test]
fn policy_optimisation_prefers_what_turned_out_well_and_keeps_near_what_it_was() {
    let description = description(Convolution::Separable);
    let mut learner = learner(Convolution::Separable);
    let set = targets(&description, 8, 2);
    let starts = set.batch.starts();
    let chosen: Vec<usize> = (0..8).map(|position| position % 2).collect();
    let probabilities = |learner: &mut Learner| -> Vec<f32> {
        use stavka_models::{Heads, Network as _};
        let mut heads = Heads::default();
        learner.network_mut().run(&set.batch, &mut heads).expect("readable");
        let share = |position: usize| {
            let logits = &heads.logits[starts[position]..starts[position + 1]];
            let total: f32 = logits.iter().map(|logit| logit.exp()).sum();
            logits[chosen[position]].exp() / total
        };
        (0..8).map(share).collect()
    };
    let before = probabilities(&mut learner);
    let decisions = PpoBatch {
        batch: set.batch.clone(),
        chosen: chosen.clone(),
        log_probability: before.iter().map(|share| share.ln()).collect(),
        advantage: (0..8).map(|position| if position < 4 { 1.0 } else { -1.0 }).collect(),
        wdl: set.wdl.clone(),
        lead: (0..8).map(|position| position as f32 / 8.0).collect(),
    };
    let first = learner.ppo_step(&decisions).expect("readable");
    assert!(first.divergence.abs() < 1e-5 && first.clipped.abs() < 1e-9 && first.policy.abs() < 1e-5, "{first:?}");
    let mut last = first.clone();
    for _ in 0..60 {
        last = learner.ppo_step(&decisions).expect("readable");
    }
    let after = probabilities(&mut learner);
    for position in 0..8 {
        let grew = after[position] > before[position];
        assert_eq!(grew, position < 4, "{position}: {before:?} {after:?}");
    }
    assert!(last.policy < -0.1 && last.clipped > 0.0 && last.value < first.value, "{last:?}");
    assert!(last.margin < 0.5 * first.margin, "the margin head learns too: {first:?} {last:?}");
    let mut wrong = decisions;
    wrong.chosen[2] = 99;
    assert!(matches!(learner.ppo_step(&wrong), Err(LearnerError::Batch { found: 99, .. })));
}
