//! No opponent sees what the rules hide from it: its choice is the same whatever the hidden things are.

mod hashing;

use std::sync::Arc;

use hashing::Hashing;
use rayon::prelude::*;
use stavka_agents::{Agent, AgentKind, AgentSpec, Budget, Playable, Watch};
use stavka_engine::armir::Armir;
use stavka_engine::catalogue::Catalogue;
use stavka_engine::east_front::EastFront;
use stavka_engine::{Dice, Side, Turn, View};

/// Positions compared.
const POSITIONS: usize = 500;
/// Of the decisions of a random game, one in so many is compared.
const ONE_IN: u32 = 8;
/// Draws within which another world must turn up.
const DRAWS: u64 = 64;

/// A position in which `viewer` has a choice, and another that it cannot tell from it.
struct Twins<G> {
    truth: G,
    twin: G,
}

/// Positions of random games in which something is hidden from the side that is to choose.
fn twins<G: Playable + Catalogue>(viewer: Side) -> Vec<Twins<G>> {
    let scenario = G::load(G::embedded()[0]).expect("embedded scenarios load");
    let mut dice = Dice::new(500);
    let mut legal = Vec::new();
    let mut found = Vec::with_capacity(POSITIONS);
    while found.len() < POSITIONS {
        let mut game = G::new(scenario);
        while game.turn() != Turn::Over && found.len() < POSITIONS {
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
fn choice<G: Playable>(player: &mut dyn Agent<G>, game: &G, viewer: Side, seed: u64) -> G::Action {
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    player.new_game(seed);
    player.choose(View::new(game, viewer), &legal, Watch::NOBODY)
}

/// No kind of player in the seat of `viewer` tells twins apart.
fn check<G: Playable + Catalogue>(viewer: Side) {
    let twins = twins::<G>(viewer);
    // Another test of the same process may have provided them already.
    G::networks().provide(|_, _| Ok(Arc::new(|| Box::new(Hashing(1)))));
    // A level is one of the other kinds under a budget of its own.
    for kind in AgentKind::ALL.into_iter().filter(|kind| !matches!(kind, AgentKind::Level(_))) {
        let spec = AgentSpec { budget: Budget::Iterations(8), memory: 1, ..AgentSpec::of(kind) };
        let players = || [(); 2].map(|()| spec.make::<G>(1).expect("all players can play"));
        let seen: Vec<usize> = twins
            .par_iter()
            .enumerate()
            .map_init(players, |[one, other], (index, twins)| {
                let truth = choice(one.as_mut(), &twins.truth, viewer, index as u64);
                let twin = choice(other.as_mut(), &twins.twin, viewer, index as u64);
                (truth != twin).then_some(index)
            })
            .flatten()
            .collect();
        assert!(
            seen.is_empty(),
            "{kind} saw through the rules in {} of {POSITIONS} positions, the first is number {}",
            seen.len(),
            seen[0]
        );
    }
}

#[test]
fn no_opponent_of_the_axis_depends_on_the_objectives_of_the_soviets() {
    check::<Armir>(Side::Axis);
}

#[test]
fn no_axis_player_depends_on_the_missions_and_orders_of_the_soviets() {
    check::<EastFront>(Side::Axis);
}

#[test]
fn no_soviet_player_depends_on_the_missions_and_orders_of_the_axis() {
    check::<EastFront>(Side::Soviet);
}
