//! `stavka train`: trains networks, tells of runs, takes weights out of them.

use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};

#[cfg(feature = "torch")]
use anyhow::Context as _;
use anyhow::anyhow;
use serde::Serialize;
use stavka_models::Weights;
use stavka_training::evaluation::{Best, Evaluation, best, history};
use stavka_training::run::metrics::newest;
use stavka_training::run::{Config, DEFAULTS, EVALUATIONS, Metrics, OldKey, RunDirectory, RunError};
use stavka_training::train::PLAYER;

use super::{Format, print_json, print_row};
use crate::exit::BadInput;
use crate::scenarios::read;

const EXAMPLES: &str = "\
Examples:
  stavka train --defaults > run.toml                 every key of a configuration with its default
  stavka train --config training/configs/armir-small.toml --dir runs/small
  stavka train --resume runs/small                   go on after Ctrl-C, a power cut or a kill
  stavka train --resume runs/small --minutes 30      for half an hour
  stavka train status runs/small                     how far it is, from another terminal too
  stavka train export runs/small --to net.safetensors
  stavka match armir --axis net+search:weights=net.safetensors --soviet greedy --games 20

Training needs a stavka with libtorch: `tests/libtorch`, then `cargo run --release --features torch -- train ...`.
The other commands do not. Ctrl-C keeps a checkpoint and ends. training/README.md explains a run.";

/// Bytes that player weights may have.
const LARGEST: usize = 5_000_000;

/// Train a network by imitation and self-play.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub(crate) struct Options {
    #[command(subcommand)]
    task: Option<Task>,
    /// Configuration of a new run.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["resume", "defaults"])]
    config: Option<PathBuf>,
    /// Directory of the new run, which must not exist or be empty [default: runs/NAME, as the configuration is named].
    #[arg(long, value_name = "DIR", requires = "config")]
    dir: Option<PathBuf>,
    /// Directory of a run to go on with.
    #[arg(long, value_name = "DIR", conflicts_with = "defaults")]
    resume: Option<PathBuf>,
    /// End this session after so many minutes.
    #[arg(long, value_name = "M", value_parser = minutes)]
    minutes: Option<f64>,
    /// Print every key of a configuration with its default.
    #[arg(long)]
    defaults: bool,
}

fn minutes(text: &str) -> Result<f64, &'static str> {
    text.parse().ok().filter(|minutes: &f64| minutes.is_finite() && *minutes > 0.0).ok_or("expected minutes, more than 0")
}

#[derive(clap::Subcommand, Clone, Debug)]
enum Task {
    /// Tell how far a run is.
    Status {
        /// Directory of the run.
        dir: PathBuf,
        /// How it is printed.
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Take the weights of a player out of a run.
    Export {
        /// Directory of the run.
        dir: PathBuf,
        /// File for the weights.
        #[arg(long, value_name = "FILE")]
        to: PathBuf,
        /// The newest checkpoint [default: the best network, once there is one].
        #[arg(long, conflicts_with = "step")]
        candidate: bool,
        /// The checkpoint of this step.
        #[arg(long, value_name = "N")]
        step: Option<u64>,
    },
}

/// Trains, or does what the subcommand says.
pub(crate) fn run(options: &Options, out: &mut dyn Write) -> anyhow::Result<()> {
    match &options.task {
        Some(Task::Status { dir, format }) => status(dir, *format, out),
        Some(Task::Export { dir, to, candidate, step }) => export(dir, to, *candidate, *step, out),
        None if options.defaults => Ok(out.write_all(DEFAULTS.as_bytes())?),
        None => train(options, out),
    }
}

fn train(options: &Options, out: &mut dyn Write) -> anyhow::Result<()> {
    let (run, config) = match (&options.config, &options.resume) {
        (Some(file), _) => {
            let (config, old) = Config::parse(&file.display().to_string(), &read(file)?)?;
            tell(file, &old)?;
            able()?;
            let name = file.file_stem().map_or_else(|| "run".into(), std::ffi::OsStr::to_os_string);
            let dir = options.dir.clone().unwrap_or_else(|| PathBuf::from("runs").join(name));
            (RunDirectory::create(&dir, &config)?, config)
        }
        (None, Some(dir)) => {
            able()?;
            let (run, config) = RunDirectory::resume(dir)?;
            tell(&run.config_file(), run.old_keys())?;
            (run, config)
        }
        (None, None) => {
            let problem = "nothing to train: expected --config FILE for a new run, --resume DIR to go on, or --defaults for a template";
            return Err(anyhow!(BadInput(problem.to_owned())));
        }
    };
    go_on(&run, &config, options.minutes, out)
}

/// Tells of old keys in a configuration.
pub(super) fn tell(file: &Path, old: &[OldKey]) -> anyhow::Result<()> {
    for key in old {
        writeln!(std::io::stderr(), "note: {}: {key}", file.display())?;
    }
    Ok(())
}

/// Whether this program can train.
fn able() -> anyhow::Result<()> {
    if cfg!(feature = "torch") {
        return Ok(());
    }
    Err(anyhow!(
        "this stavka was built without libtorch and cannot train; from the project's directory, `tests/libtorch` provides libtorch \
         and `cargo run --release --features torch -- train ...` builds a stavka that trains"
    ))
}

#[cfg(not(feature = "torch"))]
fn go_on(_run: &RunDirectory, _config: &Config, _minutes: Option<f64>, _out: &mut dyn Write) -> anyhow::Result<()> {
    able()
}

#[cfg(feature = "torch")]
fn go_on(run: &RunDirectory, config: &Config, minutes: Option<f64>, out: &mut dyn Write) -> anyhow::Result<()> {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use stavka_engine::with_game;

    let cancel = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&cancel);
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed)).context("cannot listen for Ctrl-C")?;
    let line = line::ProgressLine::new();
    let report = |report| line.show(&report);
    let ended = with_game!(config.game, G => stavka_training::train::run::<G>(run, config, &cancel, minutes, &report));
    line.clear();
    let ended = ended?;
    let state = if ended.complete { "complete" } else { "ended before its limits" };
    writeln!(out, "{}: {state} after step {}; checkpoint {}", run.path().display(), ended.step, ended.checkpoint.display())?;
    if !ended.complete {
        writeln!(out, "`stavka train --resume {}` goes on", run.path().display())?;
    }
    Ok(())
}

#[cfg(feature = "torch")]
mod line {
    //! The progress line on the terminal.

    use std::sync::{Mutex, PoisonError};

    use indicatif::{ProgressBar, ProgressStyle};
    use stavka_training::train::Report;

    /// What is known of the run, in one line.
    pub(super) struct ProgressLine {
        bar: ProgressBar,
        known: Mutex<Known>,
    }

    #[derive(Default)]
    struct Known {
        loss: Option<f64>,
        games: Option<(u64, u64)>,
        doing: String,
    }

    impl ProgressLine {
        pub(super) fn new() -> Self {
            let template = "{bar:24} step {pos}/{len}, {elapsed}, {msg}";
            let style = ProgressStyle::with_template(template).expect("the template is well formed");
            ProgressLine { bar: ProgressBar::new(0).with_style(style), known: Mutex::default() }
        }

        pub(super) fn show(&self, report: &Report) {
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            match report {
                Report::Begins { step, steps, device } => {
                    self.bar.set_length(*steps);
                    self.bar.set_position(*step);
                    known.doing = format!("on {device}");
                }
                Report::Imitation { games, of } => known.doing = format!("game {games} of {of} of imitation"),
                Report::SelfPlay { games, positions } => {
                    known.games = Some((*games, *positions));
                    "self-play".clone_into(&mut known.doing);
                }
                Report::Learning { step, loss } => {
                    self.bar.set_position(*step);
                    known.loss = Some(*loss);
                    "learning".clone_into(&mut known.doing);
                }
                Report::Evaluation { step, games, players: [axis, soviet] } => {
                    known.doing = format!("evaluation of step {step}, game {games}: {axis} against {soviet}");
                }
                Report::Checkpoint { .. } => {}
            }
            let loss = known.loss.map_or_else(String::new, |loss| format!(", loss {loss:.4}"));
            let made = |(games, positions)| format!(", {games} games, {positions} positions");
            self.bar.set_message(format!("{}{loss}{}", known.doing, known.games.map_or_else(String::new, made)));
        }

        pub(super) fn clear(&self) {
            self.bar.finish_and_clear();
        }
    }
}

/// How far a run is.
#[derive(Serialize)]
struct Status {
    directory: PathBuf,
    game: String,
    training: bool,
    step: u64,
    steps: u64,
    minutes: f64,
    positions_learned: u64,
    checkpoints: Vec<u64>,
    /// Step of the best network.
    best: Option<u64>,
    /// Newest value of each scalar.
    scalars: std::collections::BTreeMap<String, f64>,
    evaluations: Vec<Evaluation>,
}

fn status(dir: &Path, format: Format, out: &mut dyn Write) -> anyhow::Result<()> {
    let (run, config) = RunDirectory::look(dir)?;
    tell(&run.config_file(), run.old_keys())?;
    let progress = run.latest()?.map(|(_, progress)| progress).unwrap_or_default();
    let scalars = Metrics::read(&run)?;
    let status = Status {
        directory: dir.to_owned(),
        game: config.game.to_string(),
        training: run.is_busy(),
        step: progress.step,
        steps: config.limits.steps,
        minutes: progress.seconds / 60.0,
        positions_learned: progress.learned,
        checkpoints: run.checkpoints(),
        best: best(&run.join(EVALUATIONS))?.map(|best| best.step),
        scalars: newest(&scalars).into_iter().map(|(name, scalar)| (name.to_owned(), scalar.value)).collect(),
        evaluations: history(&run.join(EVALUATIONS))?.entries,
    };
    if format == Format::Json {
        return print_json(&status, out);
    }
    print_row("run", status.directory.display(), out)?;
    print_row("game", &status.game, out)?;
    print_row("training now", if status.training { "yes" } else { "no" }, out)?;
    print_row("checkpointed step", format!("{} of {}", status.step, status.steps), out)?;
    print_row("minutes", format!("{:.1}", status.minutes), out)?;
    print_row("positions learned", status.positions_learned, out)?;
    for (name, value) in &status.scalars {
        print_row(name, format!("{value:.4}"), out)?;
    }
    for found in &status.evaluations {
        print_row(&format!("candidate of step {}", found.step), told(found), out)?;
    }
    if let Some(step) = status.best {
        let found = status.evaluations.iter().find(|found| found.step == step);
        print_row("best", format!("step {step}, {}", found.map_or_else(|| "not rated".to_owned(), rated)), out)?;
    }
    Ok(())
}

/// A rating in words.
fn rated(found: &Evaluation) -> String {
    let Some(rating) = &found.rating else { return "not rated".to_owned() };
    let elo = rating.elo;
    format!("{:+.0} Elo {} ({:+.0} to {:+.0})", elo.value, rating.scale(), elo.low, elo.high)
}

/// What was found of a candidate, in one line.
fn told(found: &Evaluation) -> String {
    let mut line = rated(found);
    for against in &found.against {
        let ([wins, draws, losses], [share, reach]) = (against.games, against.score.map(|share| 100.0 * share));
        let _ = write!(line, "; {wins}-{draws}-{losses} against {} ({share:.1} ± {reach:.1} %)", against.opponent);
    }
    if let Some(test) = &found.test {
        let pairs: u32 = test.state.pentanomial.iter().sum();
        let _ = write!(line, "; {pairs} pairs against step {}", test.best);
    }
    if found.is_promoted {
        line.push_str("; promoted");
    }
    line
}

fn export(dir: &Path, to: &Path, candidate: bool, step: Option<u64>, out: &mut dyn Write) -> anyhow::Result<()> {
    let (run, config) = RunDirectory::look(dir)?;
    tell(&run.config_file(), run.old_keys())?;
    let best = if candidate || step.is_some() || !config.promotion.enabled { None } else { best(&run.join(EVALUATIONS))? };
    let (mut weights, step, what) = if let Some(Best { step, weights }) = best {
        (weights, step, "the best network, of step")
    } else {
        let step = checkpoint(&run, step)?;
        let path = run.checkpoint(step).join(PLAYER);
        let weights = Weights::load(&path).map_err(|error| RunError::Checkpoint { path, problem: error.to_string() })?;
        (weights, step, "weights of step")
    };
    weights.notes.insert("step".to_owned(), step.to_string());
    weights.notes.insert("configuration".to_owned(), config.to_text());
    let bytes = weights.to_bytes();
    if bytes.len() > LARGEST {
        writeln!(out, "note: {} bytes are more than the {LARGEST} that a shipped player may have", bytes.len())?;
    }
    weights.save(to)?;
    writeln!(out, "{}: {what} {step}, {} bytes", to.display(), bytes.len())?;
    Ok(())
}

/// The step of the checkpoint that was asked for, or of the newest.
fn checkpoint(run: &RunDirectory, step: Option<u64>) -> anyhow::Result<u64> {
    let known = run.checkpoints();
    match step {
        Some(step) if known.contains(&step) => Ok(step),
        Some(step) => {
            let known: Vec<String> = known.iter().map(ToString::to_string).collect();
            Err(anyhow!(BadInput(format!("there is no checkpoint of step {step}; there are those of {}", known.join(", ")))))
        }
        None => known.last().copied().ok_or_else(|| anyhow!(BadInput(format!("{} has no checkpoint yet", run.path().display())))),
    }
}
