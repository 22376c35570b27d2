//! Pairs of games of Blocks in the East between two players, sides swapped: `blocks_in_the_east_match SCENARIO A B PAIRS SEED`. A player is
//! `greedy@FILE` or `doctrine@FILE` too, with the weights of the file. No pairs play one game and print it.

mod pairs;

use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Prepared};
use stavka_engine::catalogue::Catalogue as _;
use stavka_engine::{Game as _, Notation as _, Side, Turn};

use pairs::{Match, Played, verb};

fn scenario(id: &str) -> &'static Prepared {
    BlocksInTheEast::load(id).expect("a scenario of the game")
}

/// Strength points of a side on the map.
fn strength(game: &BlocksInTheEast, side: Side) -> u32 {
    game.units_on_map(side).map(|(unit, _)| u32::from(game.strength(unit))).sum()
}

/// The state of both sides, when a phase has begun.
fn tell_phase(game: &BlocksInTheEast) {
    let cut = |side| game.units_on_map(side).filter(|&(unit, _)| game.is_out_of_supply(unit)).count();
    let units = |side| game.units_on_map(side).count();
    let of = |side| format!("{side} {} points in {} units, {} out of supply", strength(game, side), units(side), cut(side));
    println!("== t{} {:?}: {}; {}; {} points", game.game_turn(), game.phase(), of(Side::Axis), of(Side::Soviet), game.axis_points());
}

fn main() {
    let played = Match::<BlocksInTheEast>::new(scenario, verb);
    if played.pairs == 0 {
        return played.tell(|before, action, choices, after| {
            let who = match before.turn() {
                Turn::Player(side) => side.to_string(),
                _ => before.prompt(),
            };
            println!("t{} {:?} {who}: {}   [{choices} choices]", before.game_turn(), before.phase(), before.notation(action));
            if after.phase() != before.phase() {
                tell_phase(after);
            }
        });
    }
    let games = played.games();
    for swapped in [false, true] {
        let of = || games.iter().filter(|played| played.swapped == swapped).map(|Played { game, .. }| game);
        let mean = |value: &dyn Fn(&BlocksInTheEast) -> f64| of().map(value).sum::<f64>() / of().count().max(1) as f64;
        println!(
            "{}: {:.2} Axis points; strength {:.1} Axis, {:.1} Soviet",
            if swapped { "swapped" } else { "straight" },
            mean(&|game| f64::from(game.axis_points())),
            mean(&|game| f64::from(strength(game, Side::Axis))),
            mean(&|game| f64::from(strength(game, Side::Soviet)))
        );
    }
    played.report(&games);
}
