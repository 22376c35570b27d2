//! `stavka bench --search`: how fast the tree search is on one core.

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use serde::Serialize;
use stavka_agents::{
    Agent as _, AgentKind, AgentSpec, Allotment, Analyst, Budget, Evaluator, Mcts, MctsSettings, Policy, SearchControl, UniformPolicy,
};
use stavka_engine::{Dice, Game, GameName, Scenario as _, Side, Turn, View};

use super::{Options, SEED, mean_ns, samples};
use crate::commands::{Format, print_json, print_row};
use crate::render::Tabletop;
use crate::scenarios::load;

/// Positions that are searched.
const POSITIONS: usize = 32;
/// Positions that evaluator and policy are asked about.
const ASKED: usize = 256;
/// Decisions of the rollouts that are asked for.
const ROLLOUT: u32 = 20;

/// How a search did.
#[derive(Serialize, Debug)]
struct Speed {
    /// Decisions played on from a leaf.
    rollout: u32,
    evaluator: &'static str,
    policy: &'static str,
    simulations_per_second: f64,
    tree_nodes_per_second: f64,
    bytes_per_node: f64,
    /// Nodes of a graph at the end of a search, in the mean.
    nodes: f64,
}

/// What was measured. Times are means.
#[derive(Serialize, Debug)]
struct Report {
    game: GameName,
    scenario: String,
    /// With rollouts of 20 decisions by the game's own policy, valued by its own evaluator.
    simulations_per_second: f64,
    tree_nodes_per_second: f64,
    bytes_per_node: f64,
    searches: Vec<Speed>,
    evaluate_ns: f64,
    weigh_ns: f64,
    pick_ns: f64,
    optimised: bool,
}

/// Takes every position for even, which costs nothing: what remains is the search's own.
#[derive(Clone, Copy)]
struct Even;

impl<G: Game> Evaluator<G> for Even {
    fn evaluate(&mut self, positions: &[G], out: &mut Vec<f32>) {
        out.clear();
        out.resize(positions.len(), 0.5);
    }
}

/// Measures.
pub(super) fn run<G: Tabletop>(options: &Options, out: &mut dyn Write) -> anyhow::Result<()> {
    let scenario = load::<G>(options.scenario.as_deref())?;
    let positions = samples::<G>(scenario, POSITIONS);
    let share = Duration::from_secs_f64(options.seconds / 4.0);
    let own = || (G::evaluator(), G::policy());
    let searches = vec![
        search(&positions, share, ROLLOUT, own),
        search(&positions, share, 0, own),
        search(&positions, share, ROLLOUT, || (Even, UniformPolicy)),
    ];
    let asked = samples::<G>(scenario, ASKED);
    let [evaluate_ns, weigh_ns, pick_ns] = costs(&asked, share / 3);
    let report = Report {
        game: options.game,
        scenario: scenario.id().to_owned(),
        simulations_per_second: searches[0].simulations_per_second,
        tree_nodes_per_second: searches[1].tree_nodes_per_second,
        bytes_per_node: searches[1].bytes_per_node,
        searches,
        evaluate_ns,
        weigh_ns,
        pick_ns,
        optimised: !cfg!(debug_assertions),
    };
    match options.format {
        Format::Json => print_json(&report, out),
        Format::Table => print_table(&report, out),
    }
}

/// Searches every position for an equal part of the time, each from nothing.
fn search<G, E, P>(positions: &[G], time: Duration, rollout: u32, mind: impl FnMut() -> (E, P)) -> Speed
where
    G: Tabletop,
    E: Evaluator<G>,
    P: Policy<G>,
{
    let memory = AgentSpec::of(AgentKind::Mcts).memory << 20;
    let settings = MctsSettings { budget: Budget::Iterations(1), threads: 1, memory, rollout, handovers: G::HANDOVERS, batch: 1 };
    let mut player = Mcts::new(SEED, settings, mind);
    let mut legal = Vec::new();
    let (mut simulations, mut nodes, mut bytes, mut seconds) = (0, 0, 0, 0.0);
    for (index, game) in positions.iter().enumerate() {
        let Turn::Player(side) = game.turn() else { continue };
        game.legal_actions(&mut legal);
        player.new_game(index as u64);
        let begun = Instant::now();
        let limit = Allotment::of_time(time / positions.len() as u32);
        let analysis = player.analyse(View::new(game, side), &legal, limit, SearchControl::NONE);
        seconds += begun.elapsed().as_secs_f64();
        simulations += analysis.looks;
        nodes += analysis.nodes;
        bytes += analysis.bytes;
    }
    Speed {
        rollout,
        evaluator: short_name::<E>(),
        policy: short_name::<P>(),
        simulations_per_second: simulations as f64 / seconds,
        tree_nodes_per_second: nodes as f64 / seconds,
        bytes_per_node: bytes as f64 / nodes as f64,
        nodes: nodes as f64 / positions.len() as f64,
    }
}

/// Mean time of an answer of the evaluator about a quiet position, of its weights for a list of choices, and
/// of a choice of the policy.
fn costs<G: Tabletop>(positions: &[G], time: Duration) -> [f64; 3] {
    let mut evaluator = G::evaluator();
    let mut policy = G::policy();
    evaluator.prepare(&positions[0], Side::Axis);
    policy.prepare(&positions[0], Side::Axis);
    let lists: Vec<Vec<G::Action>> = positions
        .iter()
        .map(|game| {
            let mut legal = Vec::new();
            game.legal_actions(&mut legal);
            legal
        })
        .collect();
    let quiet: Vec<G> = positions.iter().filter(|game| game.is_quiet()).cloned().collect();
    let mut values = Vec::new();
    let mut dice = Dice::new(SEED);
    let evaluate = mean_ns(time, || {
        for game in quiet.chunks(1) {
            evaluator.evaluate(black_box(game), &mut values);
        }
    });
    let weigh = mean_ns(time, || {
        for (game, legal) in positions.iter().zip(&lists) {
            evaluator.weigh(black_box(game), legal, &mut values);
        }
    });
    let pick = mean_ns(time, || {
        for (game, legal) in positions.iter().zip(&lists) {
            black_box(policy.pick(black_box(game), legal, &mut dice));
        }
    });
    [evaluate / quiet.len().max(1) as f64, weigh / positions.len() as f64, pick / positions.len() as f64]
}

/// The last part of the name of a type.
fn short_name<T>() -> &'static str {
    let name = std::any::type_name::<T>();
    name.rsplit("::").next().unwrap_or(name)
}

fn print_table(report: &Report, out: &mut dyn Write) -> anyhow::Result<()> {
    let time = |value: f64| format!("{value:>10.0} ns");
    print_row("game", format!("{} {}", report.game, report.scenario), out)?;
    for speed in &report.searches {
        writeln!(out, "\nrollouts of {} decisions by {}, valued by {}", speed.rollout, speed.policy, speed.evaluator)?;
        print_row("simulations per second", format!("{:>10.0}", speed.simulations_per_second), out)?;
        print_row("tree nodes per second", format!("{:>10.0}", speed.tree_nodes_per_second), out)?;
        print_row("bytes per node", format!("{:>10.0}", speed.bytes_per_node), out)?;
        print_row("nodes at the end", format!("{:>10.0}", speed.nodes), out)?;
    }
    writeln!(out)?;
    print_row("evaluate a position", time(report.evaluate_ns), out)?;
    print_row("weigh a list", time(report.weigh_ns), out)?;
    print_row("pick by the policy", time(report.pick_ns), out)?;
    if !report.optimised {
        writeln!(out, "this is a debug build; its speed says nothing")?;
    }
    Ok(())
}
