//! `stavka bench`: how fast a game is on one core.

mod clock;
mod games;
mod learning;
mod network;
mod search;
mod web;

use std::hint::black_box;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde::Serialize;
use stavka_agents::AgentSpec;
use stavka_engine::observation::Observation;
use stavka_engine::{Dice, GameName, Scenario as _, Side, Turn, with_game};

use crate::commands::{Format, print_json, print_row};
use crate::render::Tabletop;
use crate::scenarios::load;

const EXAMPLES: &str = "\
Examples:
  stavka bench armir
  stavka bench armir --format json --seconds 10
  stavka bench armir --games 10 --seed 7
  stavka bench armir --records tests/golden
  stavka bench armir --search
  stavka bench armir --web
  stavka bench armir --network
  stavka bench armir --clock mcts:move=100ms --positions 1000
  stavka bench armir --learning --config training/configs/armir-small.toml --format json

Uniform random play on one core, with the full legal list built at every decision. Dice are rolled in
between and are not counted as decisions. With --games: exactly so many random games and nothing else, for counts
of instructions. With --records: the records of the game in a directory, with full legal lists. With --search: the tree search on one core, with rollouts of 20
decisions and without. With --web: the answers of the board's server. With --network: a network on one core, of
the default size with random weights unless --weights is given. With --clock: how long a player takes for random
positions. With --learning: self-play, the network alone and the learner, which needs a program with libtorch. Use
a release build.";

/// Seed of the games played; the same for every run so that runs can be compared.
pub(super) const SEED: u64 = 1942;
/// Positions that single operations are measured on.
const SAMPLES: usize = 512;
/// Games whose allocations are counted after warm-up.
const COUNTED_GAMES: u64 = 4;
/// Most games that are played before anything is measured.
const WARM_UP_GAMES: u64 = 100;

/// Measure the speed of a game on one core.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct Options {
    /// Game.
    pub(super) game: GameName,
    /// How the result is printed.
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
    /// Time to measure for.
    #[arg(long, value_name = "S", default_value_t = 4.0, value_parser = seconds, allow_negative_numbers = true)]
    pub(super) seconds: f64,
    /// Scenario: an id, a scenario file, or a directory with all data files.
    #[arg(long, value_name = "ID|FILE")]
    pub(super) scenario: Option<String>,
    /// Play exactly so many random games.
    #[arg(long, value_name = "N", conflicts_with_all = ["seconds", "records", "search", "web", "network", "clock", "learning"])]
    games: Option<u64>,
    /// Seed of those games.
    #[arg(long, value_name = "S", default_value_t = SEED, requires = "games")]
    pub(super) seed: u64,
    /// Replay the records in a directory.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["seconds", "search", "web", "network", "clock", "learning"])]
    records: Option<PathBuf>,
    /// Measure the tree search.
    #[arg(long, conflicts_with = "clock")]
    search: bool,
    /// Measure the round trips of the board in the browser.
    #[arg(long, conflicts_with_all = ["clock", "search"])]
    web: bool,
    /// Measure a network.
    #[arg(long, conflicts_with_all = ["clock", "search", "web"])]
    network: bool,
    /// Weights of the network instead of random ones of the default size.
    #[arg(long, value_name = "FILE", requires = "network")]
    weights: Option<PathBuf>,
    /// Measure how well a player keeps its time per decision.
    #[arg(long, value_name = "PLAYER")]
    clock: Option<AgentSpec>,
    /// Measure self-play and learning.
    #[arg(long, conflicts_with_all = ["clock", "search", "web", "network"])]
    learning: bool,
    /// Configuration of a training run, for the network and the games in flight [default: the defaults].
    #[arg(long, value_name = "FILE", requires = "learning")]
    pub(super) config: Option<PathBuf>,
    /// Positions that the player is given.
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "clock")]
    pub(super) positions: usize,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 3600.0 => Ok(seconds),
        _ => Err("expected a number of seconds above 0 and up to 3600".into()),
    }
}

/// What was measured. Times are means in nanoseconds.
#[derive(Serialize, Debug)]
struct Report {
    game: GameName,
    scenario: String,
    decisions_per_second: f64,
    games_per_second: f64,
    decisions_per_game: f64,
    actions_per_game: f64,
    clone_ns: f64,
    state_bytes: usize,
    legal_actions_ns: f64,
    legal_actions_mean: f64,
    apply_ns: f64,
    observe_ns: f64,
    allocations_per_game: f64,
    optimised: bool,
}

/// Measures.
pub(crate) fn run(options: &Options, out: &mut dyn Write) -> anyhow::Result<()> {
    if options.search {
        return with_game!(options.game, G => search::run::<G>(options, out));
    }
    if options.web {
        return with_game!(options.game, G => web::run::<G>(options, out));
    }
    if options.network {
        return with_game!(options.game, G => network::run::<G>(options, options.weights.as_deref(), out));
    }
    if options.learning {
        return with_game!(options.game, G => learning::run::<G>(options, out));
    }
    if let Some(games) = options.games {
        return with_game!(options.game, G => games::random::<G>(options, games, out));
    }
    if let Some(directory) = &options.records {
        return with_game!(options.game, G => games::records::<G>(options, directory, out));
    }
    if let Some(player) = &options.clock {
        return with_game!(options.game, G => clock::run::<G>(options, player, out));
    }
    let report = with_game!(options.game, G => measure::<G>(options)?);
    if options.format == Format::Json {
        return print_json(&report, out);
    }
    let count = |value: f64| format!("{value:>14.0}");
    let time = |value: f64| format!("{value:>14.1} ns");
    print_row("game", format!("{} {}", report.game, report.scenario), out)?;
    print_row("decisions per second", count(report.decisions_per_second), out)?;
    print_row("games per second", count(report.games_per_second), out)?;
    print_row("decisions per game", count(report.decisions_per_game), out)?;
    print_row("actions per game", count(report.actions_per_game), out)?;
    print_row("clone", time(report.clone_ns), out)?;
    print_row("state", format!("{:>14} bytes", report.state_bytes), out)?;
    print_row("legal actions", format!("{}, {:.1} of them", time(report.legal_actions_ns), report.legal_actions_mean), out)?;
    print_row("apply", time(report.apply_ns), out)?;
    print_row("observe", time(report.observe_ns), out)?;
    print_row("allocations per game", format!("{:>14.2}", report.allocations_per_game), out)?;
    if !report.optimised {
        writeln!(out, "this is a debug build; its speed says nothing")?;
    }
    Ok(())
}

/// Totals of random games.
#[derive(Default)]
struct Tally {
    games: u64,
    decisions: u64,
    actions: u64,
}

fn measure<G: Tabletop>(options: &Options) -> anyhow::Result<Report> {
    let scenario = load::<G>(options.scenario.as_deref())?;
    let mut legal = Vec::with_capacity(G::observation_spec(scenario).max_actions);
    let half = Duration::from_secs_f64(options.seconds / 2.0);
    warm_up::<G>(scenario, half, &mut legal);

    let allocations = allocation_counter::measure(|| {
        let mut tally = Tally::default();
        for game in 0..COUNTED_GAMES {
            play_random::<G>(scenario, &mut Dice::new(SEED + game), &mut legal, &mut tally);
        }
    });

    let mut dice = Dice::new(SEED);
    let mut tally = Tally::default();
    let begun = Instant::now();
    while begun.elapsed() < half {
        play_random::<G>(scenario, &mut dice, &mut legal, &mut tally);
    }
    let elapsed = begun.elapsed().as_secs_f64();

    let samples = samples::<G>(scenario, SAMPLES);
    let share = half / 4;
    let per_sample = samples.len() as f64;
    let mut listed = 0;
    let clone_ns = mean_ns(share, || {
        for game in &samples {
            black_box(black_box(game).clone());
        }
    }) / per_sample;
    let legal_actions_ns = mean_ns(share, || {
        listed = 0;
        for game in &samples {
            black_box(game).legal_actions(&mut legal);
            listed += legal.len();
        }
    }) / per_sample;
    let apply_ns = apply_ns(&samples, share);
    let observe_ns = observe_ns::<G>(scenario, &samples, share);

    Ok(Report {
        game: options.game,
        scenario: scenario.id().to_owned(),
        decisions_per_second: tally.decisions as f64 / elapsed,
        games_per_second: tally.games as f64 / elapsed,
        decisions_per_game: tally.decisions as f64 / tally.games as f64,
        actions_per_game: tally.actions as f64 / tally.games as f64,
        clone_ns,
        state_bytes: size_of::<G>(),
        legal_actions_ns,
        legal_actions_mean: listed as f64 / per_sample,
        apply_ns,
        observe_ns,
        allocations_per_game: allocations.count_total as f64 / COUNTED_GAMES as f64,
        optimised: !cfg!(debug_assertions),
    })
}

/// Plays games that are not counted: in them a scenario works out what it works out when it is first asked. They take no longer than `most`.
fn warm_up<G: Tabletop>(scenario: &'static G::Scenario, most: Duration, legal: &mut Vec<G::Action>) {
    let (begun, mut dice, mut tally) = (Instant::now(), Dice::new(SEED), Tally::default());
    while tally.games == 0 || tally.games < WARM_UP_GAMES && begun.elapsed() < most {
        play_random::<G>(scenario, &mut dice, legal, &mut tally);
    }
}

/// One game of uniform random choices.
fn play_random<G: Tabletop>(scenario: &'static G::Scenario, dice: &mut Dice, legal: &mut Vec<G::Action>, tally: &mut Tally) {
    let mut game = G::new(scenario);
    loop {
        let turn = game.turn();
        if turn == Turn::Over {
            break;
        }
        game.legal_actions(legal);
        let action = if turn == Turn::Chance {
            game.draw(legal, dice)
        } else {
            tally.decisions += 1;
            dice.choose(legal)
        };
        game.apply(action);
        tally.actions += 1;
    }
    tally.games += 1;
}

/// Positions in which a player decides, drawn from random games.
pub(super) fn samples<G: Tabletop>(scenario: &'static G::Scenario, count: usize) -> Vec<G> {
    let mut dice = Dice::new(SEED);
    let mut legal = Vec::new();
    let mut samples = Vec::with_capacity(count);
    while samples.len() < count {
        let mut game = G::new(scenario);
        while game.turn() != Turn::Over && samples.len() < count {
            game.legal_actions(&mut legal);
            let action = if game.turn() == Turn::Chance { game.draw(&legal, &mut dice) } else { dice.choose(&legal) };
            if game.turn() != Turn::Chance && dice.below(16) == 0 {
                samples.push(game.clone());
            }
            game.apply(action);
        }
    }
    samples
}

/// Mean time of a round that is repeated for a while.
pub(super) fn mean_ns(time: Duration, mut round: impl FnMut()) -> f64 {
    let begun = Instant::now();
    let mut rounds = 0_u32;
    while rounds == 0 || begun.elapsed() < time {
        round();
        rounds += 1;
    }
    begun.elapsed().as_nanos() as f64 / f64::from(rounds)
}

/// Mean time of an action alone: the copies it is applied to are made outside of the clock.
fn apply_ns<G: Tabletop>(samples: &[G], time: Duration) -> f64 {
    let mut dice = Dice::new(SEED);
    let mut legal = Vec::new();
    let mut spent = Duration::ZERO;
    let mut applied = 0_u32;
    let begun = Instant::now();
    while applied == 0 || begun.elapsed() < time {
        let mut copies = samples.to_vec();
        let actions: Vec<G::Action> = samples
            .iter()
            .map(|game| {
                game.legal_actions(&mut legal);
                dice.choose(&legal)
            })
            .collect();
        let started = Instant::now();
        for (game, &action) in copies.iter_mut().zip(&actions) {
            game.apply(action);
        }
        spent += started.elapsed();
        applied += copies.len() as u32;
        black_box(copies);
    }
    spent.as_nanos() as f64 / f64::from(applied)
}

fn observe_ns<G: Tabletop>(scenario: &'static G::Scenario, samples: &[G], time: Duration) -> f64 {
    let spec = G::observation_spec(scenario);
    let mut planes = vec![0; spec.changing_len()];
    let mut globals = vec![0.0; spec.globals.len()];
    mean_ns(time, || {
        for game in samples {
            game.observe(Side::Axis, &mut Observation { planes: &mut planes, globals: &mut globals });
            black_box(&planes);
        }
    }) / samples.len() as f64
}
