//! How often the test of a promotion lets candidates of known strength through, and what it costs:
//! `cargo run -p stavka-training --example promotion [RUN.toml]`, by the configuration's `[promotion]` or the defaults.

use std::error::Error;

use stavka_training::evaluation::{Power, power};
use stavka_training::run::Config;

/// Candidates per line; one standard error of a share is then at most 1 %.
const CANDIDATES: u32 = 3000;
/// True leads in Elo.
const LEADS: [f64; 7] = [-50.0, -25.0, 0.0, 25.0, 50.0, 75.0, 100.0];
/// How much more often one side wins than the other between equals.
const EDGES: [f64; 2] = [0.25, 0.0];

fn main() -> Result<(), Box<dyn Error>> {
    let config = match std::env::args().nth(1) {
        Some(file) => Config::parse(&file, &std::fs::read_to_string(&file)?)?.0,
        None => Config::default(),
    };
    let rules = &config.promotion;
    let test = rules.test().ok_or("promotion.enabled is false: there is no test")?;
    println!("{test:?}, at most {} pairs", rules.pairs);
    for edge in EDGES {
        println!("\nbetween equals one side wins {:.1} % of the games", 50.0 + 50.0 * edge);
        println!("{:>10}  {:>8}  {:>9}  {:>10}", "true lead", "promoted", "undecided", "mean pairs");
        for lead in LEADS {
            let Power { promoted, undecided, pairs } = power(&test, rules.pairs, lead, edge, CANDIDATES, 1);
            println!("{lead:>6} Elo  {:>6.1} %  {:>7.1} %  {pairs:>10.1}", 100.0 * promoted, 100.0 * undecided);
        }
    }
    Ok(())
}
