//! Weight files: what is written is read, and what is not ours is refused in words.

use std::fs;

use stavka_agents::ValueScale;
use stavka_engine::observation::Cells;
use stavka_models::{Advice, Convolution, CpuNetwork, Description, Heads, Network as _, RunError, Weights, WeightsError};

use crate::kit::{CELLS, batch, description, empty, shape, weights};

fn small() -> Description {
    description(shape(6, 5, CELLS[0], 4), Convolution::Separable, 8, 2)
}

#[test]
fn a_file_alone_says_how_to_run_the_network() {
    let here = tempfile::tempdir().expect("a folder");
    let path = here.path().join("network.safetensors");
    let mut made = weights(&small(), 3);
    made.notes.insert("run".into(), "a test".into());
    made.save(&path).expect("written");
    let read = Weights::load(&path).expect("whole");
    assert_eq!(read, made);
    assert_eq!(read.to_bytes(), made.to_bytes());
    let names: Vec<_> = fs::read_dir(here.path()).expect("a folder").map(|entry| entry.expect("a file").file_name()).collect();
    assert_eq!(names, ["network.safetensors"], "temporary files are gone");
}

#[test]
fn weights_say_on_which_scale_their_values_are_and_older_ones_are_of_results() {
    let mut mixed = weights(&small(), 3);
    assert!(mixed.values.is_result() && !String::from_utf8_lossy(&mixed.to_bytes()).contains("values"));
    mixed.values = ValueScale { margin: 0.5, points: 10.0 };
    let read = Weights::from_bytes(&mixed.to_bytes()).expect("whole");
    assert_eq!(read.values, mixed.values);
    assert_eq!(CpuNetwork::new(&read).expect("checked").scale(), mixed.values);
    assert_eq!(read.numbers(), mixed.numbers());
    for bad in [ValueScale { margin: 1.5, points: 10.0 }, ValueScale { margin: 0.5, points: 0.0 }] {
        mixed.values = bad;
        let error = Weights::from_bytes(&mixed.to_bytes()).expect_err("no such scale");
        assert!(error.to_string().contains("values have a margin of"), "{error}");
    }
}

#[test]
fn random_weights_are_a_function_of_the_seed() {
    let [first, again, other] = [7, 7, 8].map(|seed| Weights::random(&small(), seed).expect("checked"));
    assert_eq!(first, again);
    assert_ne!(first, other);
    let taps = first.array("block.1.taps");
    let deviation = (taps.iter().map(|number| number * number).sum::<f32>() / taps.len() as f32).sqrt();
    assert!((0.3..0.9).contains(&deviation), "{deviation}");
}

#[test]
fn every_truncated_file_is_refused() {
    let whole = weights(&small(), 3).to_bytes();
    for length in [0, 1, 7, 8, 9, 100, whole.len() / 2, whole.len() - 1] {
        let error = Weights::from_bytes(&whole[..length]).expect_err("cut off");
        assert!(matches!(error, WeightsError::Broken(_)), "{length}: {error}");
    }
}

#[test]
fn foreign_files_are_refused() {
    assert!(matches!(Weights::from_bytes(b"not a network at all, only words"), Err(WeightsError::Broken(_))));
    let numbers = 1.0_f32.to_le_bytes();
    let view = safetensors::tensor::TensorView::new(safetensors::Dtype::F32, vec![1], &numbers).expect("one number");
    let foreign = safetensors::serialize([("weight", view)], None).expect("written");
    assert!(matches!(Weights::from_bytes(&foreign), Err(WeightsError::Foreign)));
    let missing = Weights::load(std::path::Path::new("no/such/file")).expect_err("no file");
    assert!(missing.to_string().contains("no/such/file"), "{missing}");
}

/// The bytes of a file with a stretch of its JSON replaced by another of the same length.
fn with(find: &str, replace: &str) -> WeightsError {
    assert_eq!(find.len(), replace.len());
    let mut bytes = weights(&small(), 3).to_bytes();
    let at = bytes.windows(find.len()).position(|window| window == find.as_bytes()).expect("in the header");
    bytes[at..at + find.len()].copy_from_slice(replace.as_bytes());
    Weights::from_bytes(&bytes).expect_err("not as described")
}

#[test]
fn arrays_that_are_not_those_of_the_description_are_refused_by_name() {
    let error = with(r#"\"width\":8"#, r#"\"width\":9"#);
    assert!(error.to_string().contains("stem.planes is F32 [4, 8], the network needs F32 [4, 9]"), "{error}");
    let error = with("stem.planes", "stem.plines");
    assert!(error.to_string().contains("stem.planes is missing"), "{error}");
    let error = with(r#"\"depth\":2"#, r#"\"depth\":3"#);
    assert!(matches!(error, WeightsError::Missing(ref name) if name == "block.2.taps"), "{error}");
    let error = with(r#"\"width\":8"#, r#"\"width\":0"#);
    assert!(matches!(error, WeightsError::Description(_)), "{error}");
    let error = with(r#"\"format\":1"#, r#"\"format\":9"#);
    assert!(error.to_string().contains("format 9"), "{error}");
}

#[test]
fn numbers_that_are_not_finite_are_refused_by_name() {
    for bad in [f32::NAN, f32::INFINITY] {
        let good = weights(&small(), 3);
        let mut numbers = good.numbers().to_vec();
        numbers[0] = bad;
        let bad = Weights::from_numbers(&small(), numbers).expect("as many numbers");
        assert!(matches!(Weights::from_bytes(&bad.to_bytes()), Err(WeightsError::NotFinite(name)) if name == "stem.planes"));
    }
}

#[test]
fn batches_of_another_game_are_refused() {
    let mut network = CpuNetwork::new(&weights(&small(), 3)).expect("checked");
    let other = shape(6, 5, CELLS[0], 5);
    let error = network.run(&batch(&other, 1, 1), &mut Heads::default()).expect_err("five planes");
    assert!(matches!(error, RunError::Shape(_)), "{error}");
    let flat = shape(6, 5, CELLS[2], 4);
    let error = network.run(&batch(&flat, 1, 1), &mut Heads::default()).expect_err("hexes that stand otherwise");
    assert!(error.to_string().contains("flat sides up"), "{error}");
    let squares = shape(6, 5, Cells::Square, 4);
    let error = network.run(&batch(&squares, 1, 1), &mut Heads::default()).expect_err("no hexes");
    assert!(error.to_string().contains("cells that are hexes with points up, the scenario has squares"), "{error}");
}

#[test]
fn tokens_that_name_what_does_not_exist_are_refused() {
    let shape = shape(6, 5, CELLS[0], 4);
    let mut network = CpuNetwork::new(&weights(&small(), 3)).expect("checked");
    for (token, words) in [([6, 0, 0, 0, 0], "verb 6"), ([0, 9, 0, 0, 0], "counter 9"), ([0, 0, 0, 30, 0], "hex 30")] {
        let mut batch = empty(&shape);
        batch.push_encoded(&[0; 120], &[0.0; 5], &[token], Advice::default());
        let error = network.run(&batch, &mut Heads::default()).expect_err("no such thing");
        assert!(error.to_string().contains(words), "{error}");
    }
}

#[test]
fn a_network_that_overflows_says_so() {
    let numbers = vec![f32::MAX / 2.0; small().numbers()];
    let mut network = CpuNetwork::new(&Weights::from_numbers(&small(), numbers).expect("as many")).expect("checked");
    let error = network.run(&batch(&small().input, 1, 1), &mut Heads::default()).expect_err("overflow");
    assert!(matches!(error, RunError::NotFinite), "{error}");
}
