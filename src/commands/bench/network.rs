//! `stavka bench --network`: how fast networks judge positions on one core.

use std::hint::black_box;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::Context as _;
use serde::Serialize;
use stavka_engine::GameName;
use stavka_models::{Architecture, Batch, CpuNetwork, Description, Encoder, Heads, InputShape, Network as _, Weights};

use super::{Options, mean_ns, samples};
use crate::commands::{Format, print_json, print_row};
use crate::render::Tabletop;
use crate::scenarios::load;

/// Positions that are judged.
const SAMPLES: usize = 256;
/// Sizes of batches.
const BATCHES: [usize; 3] = [1, 8, 16];

/// What was measured.
#[derive(Serialize, Debug)]
struct Report {
    game: GameName,
    device: String,
    numbers: usize,
    multiply_adds: usize,
    actions_mean: f64,
    batches: [usize; 3],
    evaluations_per_second: [f64; 3],
    encode_ns: f64,
    optimised: bool,
}

/// Measures a network from a file, or one of the default sizes with random weights.
pub(super) fn run<G: Tabletop>(options: &Options, file: Option<&Path>, out: &mut dyn Write) -> anyhow::Result<()> {
    let scenario = load::<G>(options.scenario.as_deref())?;
    let weights = match file {
        Some(file) => Weights::load(file).with_context(|| format!("cannot use the network {}", file.display()))?,
        None => Weights::random(
            &Description { architecture: Architecture::default(), input: InputShape::of(G::observation_spec(scenario)) },
            1,
        )?,
    };
    let mut encoder = Encoder::<G>::new(scenario, weights.description().architecture.guidance());
    let positions: Vec<_> = samples::<G>(scenario, SAMPLES)
        .into_iter()
        .map(|game| {
            let mut legal = Vec::new();
            game.legal_actions(&mut legal);
            (game, legal)
        })
        .collect();
    let actions = positions.iter().map(|(_, legal)| legal.len()).sum::<usize>() as f64 / SAMPLES as f64;
    let share = Duration::from_secs_f64(options.seconds / (BATCHES.len() + 1) as f64);
    let mut batch = encoder.batch();
    let encode_ns = mean_ns(share, || {
        batch.clear();
        for (game, legal) in &positions {
            encoder.push(&mut batch, game, legal);
        }
    }) / SAMPLES as f64;
    let mut network = CpuNetwork::new(&weights)?;
    let mut heads = Heads::default();
    network.run(&batch, &mut heads)?;
    let evaluations_per_second = BATCHES.map(|size| {
        let batches: Vec<Batch> = positions
            .chunks(size)
            .map(|chunk| {
                let mut batch = encoder.batch();
                for (game, legal) in chunk {
                    encoder.push(&mut batch, game, legal);
                }
                batch
            })
            .collect();
        let round = mean_ns(share, || {
            for batch in &batches {
                network.run(batch, &mut heads).expect("the same positions were judged before");
                black_box(&heads);
            }
        });
        SAMPLES as f64 * 1e9 / round
    });
    let report = Report {
        game: options.game,
        device: network.device(),
        numbers: weights.numbers().len(),
        multiply_adds: weights.description().multiply_adds(encoder.shape().area(), actions as usize),
        actions_mean: actions,
        batches: BATCHES,
        evaluations_per_second,
        encode_ns,
        optimised: !cfg!(debug_assertions),
    };
    if options.format == Format::Json {
        return print_json(&report, out);
    }
    print_row("device", report.device, out)?;
    print_row("numbers", format!("{:>14}", report.numbers), out)?;
    print_row("multiply-adds", format!("{:>14}", report.multiply_adds), out)?;
    for (size, rate) in report.batches.iter().zip(report.evaluations_per_second) {
        print_row(&format!("evaluations per second, batches of {size}"), format!("{rate:>14.0}"), out)?;
    }
    print_row("encoding", format!("{:>14.1} ns, {:.1} actions", report.encode_ns, report.actions_mean), out)
}
