//! Battles of Blocks in the East, played: scenes of the rules, and whole games at random.

use stavka_engine::blocks_in_the_east::BlocksInTheEast;
use stavka_engine::{Dice, Game as _, Notation as _, Turn};

use crate::blocks_in_the_east_map::scenario;

/// Plays a game at random and says how many choices and dice it took.
fn random_game(id: &str, seed: u64) -> usize {
    let data = scenario(id);
    let mut game = BlocksInTheEast::new(data);
    let mut dice = Dice::new(seed);
    let mut legal = Vec::new();
    for step in 0.. {
        game.legal_actions(&mut legal);
        let action = match game.turn() {
            Turn::Over => return step,
            Turn::Chance => {
                let sum: u64 = legal.iter().map(|&action| game.chance_weight(action)).sum();
                assert!(
                    sum > 0 && legal.iter().all(|&action| game.chance_weight(action) > 0),
                    "{id}, seed {seed}, step {step}: {}",
                    game.prompt()
                );
                assert!(sum.ilog(6) <= 24 && 6_u64.pow(sum.ilog(6)) == sum, "{sum} ways are no power of six");
                game.draw(&legal, &mut dice)
            }
            Turn::Player(_) => dice.choose(&legal),
        };
        assert!(!legal.is_empty() && legal.len() < 500, "{id}, seed {seed}, step {step}: {} choices for {}", legal.len(), game.prompt());
        assert!(step < stavka_engine::Scenario::max_actions(data), "{id}, seed {seed}: no end");
        game.apply(action);
        if step % 50 == 0 {
            game.verify().unwrap_or_else(|problem| panic!("{id}, seed {seed}, step {step}: {problem}"));
        }
    }
    unreachable!("games end")
}

#[test]
fn random_games_of_the_basic_scenarios_end() {
    for (id, games) in [("towards-leningrad", 300), ("towards-moscow", 100), ("towards-rostov", 60), ("short-barbarossa", 20)] {
        let lengths: Vec<usize> = (0..games).map(|seed| random_game(id, seed)).collect();
        println!("{id}: {} to {}", lengths.iter().min().unwrap(), lengths.iter().max().unwrap());
    }
}
