//! How long the evaluator, the weights of choices and the rollout policy of ARMIR take, on the positions of
//! a few games: `cargo run --release -p stavka-agents --example evaluator_speed`.

use std::time::Instant;

use stavka_agents::armir::ArmirEvaluator;
use stavka_agents::{Evaluator as _, Playable, Policy as _};
use stavka_engine::armir::{Action, Armir, Data, EMBEDDED, Sources};
use stavka_engine::{Dice, Game, Side, Turn};

/// Positions of games that the policy plays against itself, with the choices of those in which a player
/// decides.
fn positions(games: u64) -> Vec<(Armir, Vec<Action>)> {
    let (name, text) = EMBEDDED[0];
    let data = Data::interned(&Sources::embedded(name, text)).expect("the embedded scenario is valid");
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

/// Rounds of which the fastest counts: others were held up by the machine.
const ROUNDS: usize = 9;

/// Microseconds per position of the fastest round.
fn fastest(positions: usize, mut round: impl FnMut()) -> f64 {
    let seconds = (0..ROUNDS).map(|_| {
        let begun = Instant::now();
        round();
        begun.elapsed().as_secs_f64()
    });
    1e6 * seconds.fold(f64::INFINITY, f64::min) / positions as f64
}

fn main() {
    let games = 8;
    let positions = positions(games);
    let count = positions.len();
    println!("{count} positions of {games} games");
    let (mut out, mut legal) = (Vec::new(), Vec::new());
    for viewer in Side::ALL {
        let mut evaluator: ArmirEvaluator = Armir::evaluator();
        evaluator.prepare(&positions[0].0, viewer);
        let time = fastest(count, || positions.iter().for_each(|(game, _)| evaluator.evaluate(std::slice::from_ref(game), &mut out)));
        println!("evaluate for the {viewer}: {time:.2} us");
    }
    let mut evaluator: ArmirEvaluator = Armir::evaluator();
    let time = fastest(count, || positions.iter().for_each(|(game, legal)| evaluator.weigh(game, legal, &mut out)));
    println!("weigh: {time:.2} us");
    let mut policy = Armir::policy();
    let mut dice = Dice::new(1);
    let time = fastest(count, || {
        for (game, legal) in &positions {
            policy.pick(game, legal, &mut dice);
        }
    });
    println!("pick: {time:.2} us");
    let time = fastest(count, || positions.iter().for_each(|(game, _)| game.legal_actions(&mut legal)));
    println!("legal list: {time:.2} us");
}
