//! A whole small game of counters on a map, from which a new game begins: `game.rs` is the game, `player.rs` a player of it. The
//! example lets the player play the Axis against random Soviets and prints the record.

use stavka_agents::{Player, Random, play_game};

#[allow(dead_code)] // Positions made by hand are for tests.
mod game;
mod player;

fn main() {
    let (mut axis, mut soviet) = (player::player(1, 200), Random::new(1));
    let players = [Player { name: "mcts", agent: &mut axis }, Player { name: "random", agent: &mut soviet }];
    let report = play_game::<game::Bridgehead>(&game::MAP, 1, players).expect("players choose legal actions");
    print!("{}", report.record.to_text());
}
