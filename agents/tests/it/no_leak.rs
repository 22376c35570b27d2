//! No opponent sees what the rules hide from it: its choice is the same whatever the hidden things are.

use std::sync::Arc;

use rayon::prelude::*;
use stavka_agents::{AgentKind, AgentSpec, Budget, Playable};
use stavka_engine::Side;
use stavka_engine::armir::Armir;
use stavka_engine::catalogue::Catalogue;
use stavka_engine::east_front::EastFront;

use crate::hashing::Hashing;
use crate::twins::{choice, twins};

/// Positions compared.
const POSITIONS: usize = 500;

/// No kind of player in the seat of `viewer` tells twins apart.
fn check<G: Playable + Catalogue>(viewer: Side) {
    let twins = twins::<G>(viewer, POSITIONS);
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
