//! `stavka bench --learning`: how fast self-play and learning go.

use std::io::Write;

use anyhow::anyhow;
use stavka_training::bench::LearningSpeed;
use stavka_training::curriculum::Learnable;
use stavka_training::run::Config;

use super::Options;
use crate::commands::{Format, print_json, print_row};
use crate::exit::BadInput;
use crate::scenarios::read;

/// Measures.
pub(super) fn run<G: Learnable>(options: &Options, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut config = match &options.config {
        Some(file) => {
            let (config, old) = Config::parse(&file.display().to_string(), &read(file)?)?;
            crate::commands::train::tell(file, &old)?;
            config
        }
        None => Config::default(),
    };
    if config.game != options.game {
        return Err(anyhow!(BadInput(format!("the configuration is of {}, the bench of {}", config.game, options.game))));
    }
    if let Some(scenario) = &options.scenario {
        for stage in &mut config.stage {
            stage.scenario.clone_from(scenario);
        }
    }
    let speed = measure::<G>(&config, options.seconds)?;
    match options.format {
        Format::Json => print_json(&speed, out),
        Format::Table => print_table(&speed, out),
    }
}

#[cfg(feature = "torch")]
fn measure<G: Learnable>(config: &Config, seconds: f64) -> anyhow::Result<LearningSpeed> {
    stavka_training::train::bench::<G>(config, seconds).map_err(|error| anyhow!(error))
}

#[cfg(not(feature = "torch"))]
fn measure<G: Learnable>(config: &Config, seconds: f64) -> anyhow::Result<LearningSpeed> {
    use stavka_models::{CpuNetwork, Network, RunError, Weights};
    use stavka_training::bench;
    use stavka_training::run::Backend;

    if config.selfplay.backend == Backend::Torch {
        return Err(anyhow!(
            "self-play of this configuration runs on libtorch, without which this stavka was built; build with --features torch"
        ));
    }
    let make = |weights: &Weights| -> Result<Box<dyn Network>, RunError> {
        Ok(Box::new(CpuNetwork::new(weights).map_err(|error| RunError::Device(error.to_string()))?))
    };
    let no_gauge = || Err("this program has no libtorch and computes on the CPU".to_owned());
    Ok(bench::measure::<G>(config, seconds, "CPU, without libtorch", &make, &no_gauge, None)?)
}

fn print_table(speed: &LearningSpeed, out: &mut dyn Write) -> anyhow::Result<()> {
    let rate = |value: f64| format!("{value:>12.0} /s");
    let share = |value: f64| format!("{:>12.1} %", 100.0 * value);
    let network = &speed.network;
    print_row("device", &speed.device, out)?;
    print_row("network", format!("{} blocks of {} channels, {} multiply-adds", network.depth, network.width, speed.multiply_adds), out)?;
    print_row("games in flight", format!("{} on {} actors and {} devices", speed.games, speed.actors, speed.devices), out)?;
    print_row("self-play positions", rate(speed.selfplay_positions_per_second), out)?;
    print_row("evaluations", rate(speed.evaluations_per_second), out)?;
    print_row("mean batch", format!("{:>12.1} of at most {:.0}", speed.mean_batch, speed.mean_batch / speed.mean_batch_fill), out)?;
    match (speed.device_busy_share, &speed.device_busy_problem) {
        (Some(busy), _) => print_row("device busy", share(busy), out)?,
        (None, problem) => print_row("device busy", format!("unknown: {}", problem.as_deref().unwrap_or("it was not asked")), out)?,
    }
    print_row("time in the network", share(speed.network_time_share), out)?;
    print_row("encoding", share(speed.encoding_share), out)?;
    for alone in &speed.network_alone {
        print_row(&format!("network, batches of {}", alone.batch), rate(alone.evaluations_per_second), out)?;
    }
    match speed.learner_samples_per_second {
        Some(samples) => print_row("learner samples", rate(samples), out),
        None => print_row("learner samples", "none: this program has no libtorch", out),
    }
}
