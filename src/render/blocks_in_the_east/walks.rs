//! Random games that the tests of the board and of its words go through.

use stavka_engine::blocks_in_the_east::{Action, BlocksInTheEast};
use stavka_engine::catalogue::Catalogue as _;
use stavka_engine::{Dice, Game as _, Turn};

/// Calls back at every position of a random game of each scenario, with the legal actions, of which there are none at its end.
pub(super) fn random_games(seed: u64, mut visit: impl FnMut(&BlocksInTheEast, &[Action], &mut Dice)) {
    for id in BlocksInTheEast::embedded() {
        let mut dice = Dice::new(seed);
        let mut game = BlocksInTheEast::new(BlocksInTheEast::load(id).expect("it is embedded"));
        let mut legal = Vec::new();
        loop {
            game.legal_actions(&mut legal);
            visit(&game, &legal, &mut dice);
            let action = match game.turn() {
                Turn::Over => break,
                Turn::Chance => game.draw(&legal, &mut dice),
                Turn::Player(_) => dice.choose(&legal),
            };
            game.apply(action);
        }
    }
}
