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

fn main() {
    let begun = Instant::now();
    let games = 20;
    let positions = positions(games);
    let each = |seconds: f64| 1e6 * seconds / positions.len() as f64;
    println!("{} positions of {games} games, played in {:.3} s", positions.len(), begun.elapsed().as_secs_f64());
    for viewer in Side::ALL {
        let mut evaluator: ArmirEvaluator = Armir::evaluator();
        let mut out = Vec::new();
        evaluator.prepare(&positions[0].0, viewer);
        let begun = Instant::now();
        let mut sum = 0.0;
        for (game, _) in &positions {
            evaluator.evaluate(std::slice::from_ref(game), &mut out);
            sum += out[0];
        }
        println!("evaluate for the {viewer}: {:.2} us (mean {:.3})", each(begun.elapsed().as_secs_f64()), sum / positions.len() as f32);
        let begun = Instant::now();
        for (game, legal) in &positions {
            evaluator.weigh(game, legal, &mut out);
        }
        println!("weigh: {:.2} us", each(begun.elapsed().as_secs_f64()));
    }
    let mut policy = Armir::policy();
    let mut dice = Dice::new(1);
    let begun = Instant::now();
    for (game, legal) in &positions {
        policy.pick(game, legal, &mut dice);
    }
    println!("pick: {:.2} us", each(begun.elapsed().as_secs_f64()));
    let mut legal = Vec::new();
    let begun = Instant::now();
    for (game, _) in &positions {
        game.legal_actions(&mut legal);
    }
    println!("legal list: {:.2} us", each(begun.elapsed().as_secs_f64()));
}
