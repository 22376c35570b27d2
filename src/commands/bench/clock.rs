//! `stavka bench --clock`: whether a player keeps its time.

use std::io::Write;
use std::time::{Duration, Instant};

use serde::Serialize;
use stavka_agents::{AgentSpec, Budget, SearchControl};
use stavka_engine::{GameName, Scenario as _, Turn, View};

use super::{Options, SEED, samples};
use crate::commands::{Format, print_json, print_row};
use crate::exit::BadInput;
use crate::render::Tabletop;
use crate::scenarios::load;

/// Share of its time by which a move may be late.
const TOLERANCE: f64 = 0.1;

/// What was measured. Times in milliseconds.
#[derive(Serialize, Debug)]
struct Report {
    game: GameName,
    scenario: String,
    player: String,
    positions: usize,
    budget_ms: f64,
    mean_ms: f64,
    longest_ms: f64,
    /// Longest time over the budget, in hundredths of the budget; below zero if no move used all of it.
    worst_overshoot_percent: f64,
    /// Moves that took more than the budget and a tenth of it.
    late: usize,
    late_share: f64,
}

/// Measures.
pub(super) fn run<G: Tabletop>(options: &Options, player: &AgentSpec, out: &mut dyn Write) -> anyhow::Result<()> {
    let Budget::PerDecision(budget) = player.budget else {
        return Err(BadInput(format!("{player} has no time per decision; give it one, as in {}:move=100ms", player.kind)).into());
    };
    let scenario = load::<G>(options.scenario.as_deref())?;
    let positions = samples::<G>(scenario, options.positions);
    let mut agent = player.make::<G>(SEED)?;
    let mut legal = Vec::new();
    let mut times = Vec::with_capacity(positions.len());
    for (index, game) in positions.iter().enumerate() {
        let Turn::Player(side) = game.turn() else { continue };
        game.legal_actions(&mut legal);
        agent.new_game(index as u64);
        let begun = Instant::now();
        agent.choose(View::new(game, side), &legal, SearchControl::NONE);
        times.push(begun.elapsed());
    }
    let report = summary(options, scenario.id(), player, budget, &times);
    match options.format {
        Format::Json => print_json(&report, out),
        Format::Table => print_table(&report, out),
    }
}

fn summary(options: &Options, scenario: &str, player: &AgentSpec, budget: Duration, times: &[Duration]) -> Report {
    let ms = |time: Duration| 1000.0 * time.as_secs_f64();
    let longest = times.iter().max().copied().unwrap_or_default();
    let late = times.iter().filter(|time| **time > budget.mul_f64(1.0 + TOLERANCE)).count();
    let count = times.len().max(1) as f64;
    Report {
        game: options.game,
        scenario: scenario.to_owned(),
        player: player.to_string(),
        positions: times.len(),
        budget_ms: ms(budget),
        mean_ms: ms(times.iter().sum()) / count,
        longest_ms: ms(longest),
        worst_overshoot_percent: 100.0 * (ms(longest) / ms(budget) - 1.0),
        late,
        late_share: late as f64 / count,
    }
}

fn print_table(report: &Report, out: &mut dyn Write) -> anyhow::Result<()> {
    let time = |value: f64| format!("{value:>9.2} ms");
    print_row("game", format!("{} {}", report.game, report.scenario), out)?;
    print_row("player", &report.player, out)?;
    print_row("positions", format!("{:>9}", report.positions), out)?;
    print_row("budget", time(report.budget_ms), out)?;
    print_row("mean", time(report.mean_ms), out)?;
    print_row("longest", format!("{}  {:+.1} %", time(report.longest_ms), report.worst_overshoot_percent), out)?;
    print_row("over budget + 10 %", format!("{:>9}  {:.1} %", report.late, 100.0 * report.late_share), out)
}
