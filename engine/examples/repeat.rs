//! Repeats one operation on positions of seeded random games, for instruction counts:
//! `repeat (legal_actions|apply|clone|observe|hash|none) COUNT`. See `benches/instructions`.

use std::hint::black_box;
use std::process::ExitCode;

use stavka_engine::armir::{Action, Armir};
use stavka_engine::catalogue::Catalogue;
use stavka_engine::observation::{Observation, Observe};
use stavka_engine::{Dice, Game, Side, Turn};

/// Positions that the operations are repeated on, with a random action for each.
const POSITIONS: usize = 400;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [operation, count] = arguments.as_slice() else {
        eprintln!("usage: repeat (legal_actions|apply|clone|observe|hash|none) COUNT");
        return ExitCode::from(2);
    };
    let Ok(count) = count.parse::<usize>() else {
        eprintln!("repeat: {count:?} is not a number of repetitions");
        return ExitCode::from(2);
    };
    let scenario = Armir::load("historical").expect("the scenario is embedded");
    let positions = positions(scenario);
    let spec = Armir::observation_spec(scenario);
    let (mut planes, mut globals) = (vec![0.0; spec.plane_len()], vec![0.0; spec.globals.len()]);
    let mut legal = Vec::with_capacity(spec.max_actions);
    for (game, action) in positions.iter().cycle().take(count) {
        match operation.as_str() {
            "legal_actions" => game.legal_actions(black_box(&mut legal)),
            "apply" => {
                let mut copy = game.clone();
                copy.apply(*action);
                black_box(&copy);
            }
            "clone" => {
                black_box(black_box(game).clone());
            }
            "observe" => game.observe(Side::Soviet, black_box(&mut Observation { planes: &mut planes, globals: &mut globals })),
            "hash" => {
                black_box(game.state_hash());
            }
            "none" => {}
            other => {
                eprintln!("repeat: {other:?} is not an operation");
                return ExitCode::from(2);
            }
        }
    }
    ExitCode::SUCCESS
}

/// Every ninth position of random games, so that all phases occur.
fn positions(scenario: &'static <Armir as Game>::Scenario) -> Vec<(Armir, Action)> {
    let mut positions = Vec::with_capacity(POSITIONS);
    let mut legal = Vec::new();
    let mut dice = Dice::new(1942);
    while positions.len() < POSITIONS {
        let mut game = Armir::new(scenario);
        let mut age = 0;
        while game.turn() != Turn::Over && positions.len() < POSITIONS {
            game.legal_actions(&mut legal);
            let action = dice.choose(&legal);
            age += 1;
            if age % 9 == 0 {
                positions.push((game.clone(), action));
            }
            game.apply(action);
        }
    }
    positions
}
