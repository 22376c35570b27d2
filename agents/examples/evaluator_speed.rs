//! How long the evaluator, the weights of choices and the rollout policy of ARMIR take, on the positions of
//! a few games: `cargo run --release -p stavka-agents --example evaluator_speed`.

use std::time::Instant;

use stavka_agents::armir::ArmirEvaluator;
use stavka_agents::{Evaluator as _, Playable, Policy as _};
use stavka_engine::armir::{Action, Armir, Prepared};
use stavka_engine::kit::files::ScenarioFiles as _;
use stavka_engine::{Dice, Game, Side, Turn};

/// Positions of games that the policy plays against itself, with the choices of those in which a player
/// decides.
fn positions(games: u64) -> Vec<(Armir, Vec<Action>)> {
    let (name, text) = Prepared::SCENARIOS[0];
    let data = Prepared::interned(&Prepared::sources(name, text)).expect("the embedded scenario is valid");
    let mut policy = Armir::policy();
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut dice = Dice::new(seed);
        let mut game = Armir::new(data);
        let mut legal = Vec::new();
        loop {
            game.legal_actions(&mut legal);
            let action = match game.turn() {
                Turn::Over => break,
                Turn::Chance => game.draw(&legal, &mut dice),
                Turn::Player(_) => {
                    positions.push((game.clone(), legal.clone()));
                    policy.pick(&game, &legal, &mut dice)
                }
            };
            game.apply(action);
        }
    }
    positions
}

/// Positions that are timed together, and how often: the fastest time counts, for the others were held up
/// by the machine.
const BATCH: usize = 64;
const ROUNDS: usize = 15;

/// Microseconds per position.
fn fastest(positions: &[(Armir, Vec<Action>)], mut look: impl FnMut(&Armir, &[Action])) -> f64 {
    let mut seconds = 0.0;
    for batch in positions.chunks(BATCH) {
        let times = (0..ROUNDS).map(|_| {
            let begun = Instant::now();
            for (game, legal) in batch {
                look(game, legal);
            }
            begun.elapsed().as_secs_f64()
        });
        seconds += times.fold(f64::INFINITY, f64::min);
    }
    1e6 * seconds / positions.len() as f64
}

fn main() {
    let games = 8;
    let positions = positions(games);
    println!("{} positions of {games} games", positions.len());
    let (mut out, mut list) = (Vec::new(), Vec::new());
    for viewer in Side::ALL {
        let mut evaluator: ArmirEvaluator = Armir::evaluator();
        evaluator.prepare(&positions[0].0, viewer);
        let time = fastest(&positions, |game, _| evaluator.evaluate(std::slice::from_ref(game), &mut out));
        println!("evaluate for the {viewer}: {time:.2} us");
    }
    let mut evaluator: ArmirEvaluator = Armir::evaluator();
    println!("weigh: {:.2} us", fastest(&positions, |game, legal| evaluator.weigh(game, legal, &mut out)));
    let mut policy = Armir::policy();
    let mut dice = Dice::new(1);
    let pick = |game: &Armir, legal: &[Action]| {
        policy.pick(game, legal, &mut dice);
    };
    println!("pick: {:.2} us", fastest(&positions, pick));
    println!("legal list: {:.2} us", fastest(&positions, |game, _| game.legal_actions(&mut list)));
}
