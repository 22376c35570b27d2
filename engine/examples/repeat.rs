//! Repeats one operation on positions of seeded random games, for instruction counts:
//! `repeat GAME (legal_actions|apply|clone|observe|hash|none) COUNT`, and `repeat GAME random COUNT`, which plays so
//! many random games and prints their decisions. `GAME/SCENARIO` names another scenario than the first. See `benches/instructions`.

use std::hint::black_box;
use std::process::ExitCode;

use stavka_engine::catalogue::Catalogue;
use stavka_engine::observation::{Observation, Observe};
use stavka_engine::{Dice, GameName, Side, Turn, with_game};

/// Positions that the operations are repeated on, with a random action for each.
const POSITIONS: usize = 400;

const USAGE: &str = "usage: repeat GAME[/SCENARIO] (legal_actions|apply|clone|observe|hash|none|random) COUNT";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, operation, count] = arguments.as_slice() else {
        return refused(USAGE);
    };
    let (game, scenario) = game.split_once('/').map_or((game.as_str(), None), |(game, scenario)| (game, Some(scenario)));
    let Ok(game) = game.parse::<GameName>() else {
        return refused(&format!("repeat: {game:?} is not a game"));
    };
    let Ok(count) = count.parse::<usize>() else {
        return refused(&format!("repeat: {count:?} is not a number of repetitions"));
    };
    with_game!(game, G => {
        let scenario = match G::load(scenario.unwrap_or(G::embedded()[0])) {
            Ok(scenario) => scenario,
            Err(error) => return refused(&format!("repeat: {error}")),
        };
        match operation.as_str() {
            "random" => println!("{}", random_games::<G>(scenario, count)),
            operation => {
                if !repeated::<G>(scenario, operation, count) {
                    return refused(&format!("repeat: {operation:?} is not an operation"));
                }
            }
        }
    });
    ExitCode::SUCCESS
}

fn refused(words: &str) -> ExitCode {
    eprintln!("{words}");
    ExitCode::from(2)
}

/// Whether the operation is one.
fn repeated<G: Catalogue + Observe>(scenario: &'static G::Scenario, operation: &str, count: usize) -> bool {
    let positions = positions::<G>(scenario);
    let spec = G::observation_spec(scenario);
    let (mut planes, mut globals) = (vec![0; spec.changing_len()], vec![0.0; spec.globals.len()]);
    let mut legal = Vec::with_capacity(spec.max_actions);
    for (game, action) in positions.iter().cycle().take(count) {
        match operation {
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
            _ => return false,
        }
    }
    true
}

/// Games after which a scenario has worked out what it works out when it is first asked.
const WARM_UP: usize = 100;

/// Plays uniform random games and counts their decisions, dice not among them. Other games come before them, so that the difference of two
/// counts of instructions holds nothing that is done once.
fn random_games<G: Catalogue + Observe>(scenario: &'static G::Scenario, games: usize) -> usize {
    let mut dice = Dice::new(1942);
    count_decisions::<G>(scenario, WARM_UP, &mut dice);
    count_decisions::<G>(scenario, games, &mut dice)
}

fn count_decisions<G: Catalogue + Observe>(scenario: &'static G::Scenario, games: usize, dice: &mut Dice) -> usize {
    let mut legal = Vec::new();
    let mut decisions = 0;
    for _ in 0..games {
        let mut game = G::new(scenario);
        while game.turn() != Turn::Over {
            game.legal_actions(&mut legal);
            decisions += usize::from(game.turn() != Turn::Chance);
            game.apply(dice.choose(&legal));
        }
    }
    decisions
}

/// Every ninth position of random games, so that all phases occur.
fn positions<G: Catalogue + Observe>(scenario: &'static G::Scenario) -> Vec<(G, G::Action)> {
    let mut positions = Vec::with_capacity(POSITIONS);
    let mut legal = Vec::new();
    let mut dice = Dice::new(1942);
    while positions.len() < POSITIONS {
        let mut game = G::new(scenario);
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
