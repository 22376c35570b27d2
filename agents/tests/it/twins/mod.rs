//! Positions that a side cannot tell from others, and what a player chooses in them.

use stavka_agents::{Agent, Playable, SearchControl};
use stavka_engine::catalogue::Catalogue;
use stavka_engine::{Dice, Side, Turn, View};

/// Of the decisions of a random game, one in so many is compared.
const ONE_IN: u32 = 8;
/// Draws within which another world must turn up.
const DRAWS: u64 = 64;

/// A position in which `viewer` has a choice, and another that it cannot tell from it.
pub(crate) struct Twins<G> {
    pub(crate) truth: G,
    pub(crate) twin: G,
}

/// So many positions of random games in which something is hidden from the side that is to choose.
pub(crate) fn twins<G: Playable + Catalogue>(viewer: Side, positions: usize) -> Vec<Twins<G>> {
    let scenario = G::load(G::embedded()[0]).expect("embedded scenarios load");
    let mut dice = Dice::new(500);
    let mut legal = Vec::new();
    let mut found = Vec::with_capacity(positions);
    while found.len() < positions {
        let mut game = G::new(scenario);
        while game.turn() != Turn::Over && found.len() < positions {
            game.legal_actions(&mut legal);
            if game.turn() == Turn::Player(viewer) && legal.len() > 1 && dice.below(ONE_IN) == 0 {
                let truth_key = game.state_hash();
                let other =
                    (0..DRAWS).map(|draw| game.determinize(viewer, &mut Dice::new(draw))).find(|world| world.state_hash() != truth_key);
                found.extend(other.map(|twin| Twins { truth: game.clone(), twin }));
            }
            let action = if game.turn() == Turn::Chance { game.draw(&legal, &mut dice) } else { dice.choose(&legal) };
            game.apply(action);
        }
    }
    found
}

/// The choice of a player in a game that begins for it here.
pub(crate) fn choice<G: Playable>(player: &mut dyn Agent<G>, game: &G, viewer: Side, seed: u64) -> G::Action {
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    player.new_game(seed);
    player.choose(View::new(game, viewer), &legal, SearchControl::NONE)
}
