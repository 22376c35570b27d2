//! Random games that the tests of the board and of its words go through.

use stavka_engine::blocks_in_the_east::{Action, BlocksInTheEast};
use stavka_engine::catalogue::Catalogue as _;
use stavka_engine::{Dice, Game as _, Turn};

/// Turns of a game of which every position is looked at; of longer ones it is one in several.
const SHORT: u32 = 4;

/// Calls back at positions of a random game of each scenario, with the legal actions, of which there are none at its end.
pub(super) fn random_games(seed: u64, mut visit: impl FnMut(&BlocksInTheEast, &[Action], &mut Dice)) {
    for id in BlocksInTheEast::embedded() {
        let mut dice = Dice::new(seed);
        let data = BlocksInTheEast::load(id).expect("it is embedded");
        let mut game = BlocksInTheEast::new(data);
        let [first, last] = data.script.turns.map(u32::from);
        let one_in = (last - first + 1).div_ceil(SHORT);
        let mut legal = Vec::new();
        for position in 0_u32.. {
            game.legal_actions(&mut legal);
            if position.is_multiple_of(one_in) || legal.is_empty() {
                visit(&game, &legal, &mut dice);
            }
            let action = match game.turn() {
                Turn::Over => break,
                Turn::Chance => game.draw(&legal, &mut dice),
                Turn::Player(_) => dice.choose(&legal),
            };
            game.apply(action);
        }
    }
}
