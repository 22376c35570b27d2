//! No player that follows a network sees what the rules hide from it: its choice is the same whatever the hidden things
//! are, with the encoder and the network that it plays with. That the encoder itself tells nothing is compared in
//! `encoder.rs`; here the network blurts out every hidden thing of the positions that it is asked about, so that a player
//! who asks about the true one is found out at once.

use std::sync::Arc;

use stavka_agents::{AgentKind, AgentSpec, Budget, NetworkError, Playable, PolicyValue, Query, Replies, Role, ValueScale};
use stavka_engine::armir::Armir;
use stavka_engine::catalogue::Catalogue;
use stavka_engine::dice::mix;
use stavka_engine::east_front::EastFront;
use stavka_engine::{Observe, Side};
use stavka_models::{Architecture, CpuNetwork, Description, Encoder, Guidance, Neural, Weights, embedded};

use crate::twins::{choice, twins};

/// Positions compared with the policy alone, and with each player that searches.
const POSITIONS: [usize; 2] = [200, 24];

/// A network that sees through its own encoder: the whole state is stirred into its logits.
struct Blurting<G: Playable>(Neural<G, CpuNetwork>);

impl<G: Playable + Observe> PolicyValue<G> for Blurting<G> {
    fn predict(&mut self, queries: &[Query<G>], replies: &mut Replies) -> Result<(), NetworkError> {
        self.0.predict(queries, replies)?;
        for (query, &start) in queries.iter().zip(&replies.starts) {
            let state = query.game.state_hash();
            for (index, logit) in replies.logits[start..start + query.legal.len()].iter_mut().enumerate() {
                *logit += (mix(state ^ index as u64) % 256) as f32 / 16.0;
            }
        }
        Ok(())
    }

    fn scale(&self) -> ValueScale {
        self.0.scale()
    }
}

/// The network that is shipped for a role; where none is, one with foresight at random, which says more of its position
/// than one that has learned what to leave out.
fn network<G: Playable + Observe + Catalogue>(role: Role) -> CpuNetwork {
    let weights = embedded(G::NAME, role).expect("the file is whole").unwrap_or_else(|| {
        let scenario = G::load(G::embedded()[0]).expect("embedded scenarios load");
        let architecture = Architecture { width: 8, depth: 1, advised: true, foresight: true, ..Architecture::default() };
        let input = (**Encoder::<G>::new(scenario, Guidance::Foresight).shape()).clone();
        Weights::random(&Description { architecture, input }, 1).expect("it is described well")
    });
    CpuNetwork::new(&weights).expect("it is described well")
}

/// No player with a network in the seat of `viewer` tells twins apart.
fn check<G: Playable + Observe + Catalogue>(viewer: Side) {
    let twins = twins::<G>(viewer, POSITIONS[0]);
    // Another test of the same process may have provided them already.
    G::networks().provide(|role, _| {
        let network = network::<G>(role);
        Ok(Arc::new(move || Box::new(Blurting::<G>(Neural::new(network.clone())))))
    });
    for kind in AgentKind::ALL.into_iter().filter(|kind| kind.asks_network().is_some()) {
        let spec = AgentSpec { budget: Budget::Iterations(4), memory: 1, ..AgentSpec::of(kind) };
        let [mut one, mut other] = [(); 2].map(|()| spec.make::<G>(1).expect("its network is provided"));
        let step = if kind == AgentKind::Net { 1 } else { POSITIONS[0] / POSITIONS[1] };
        for (index, twins) in twins.iter().enumerate().step_by(step) {
            let truth = choice(one.as_mut(), &twins.truth, viewer, index as u64);
            let twin = choice(other.as_mut(), &twins.twin, viewer, index as u64);
            assert_eq!(truth, twin, "{kind} saw through the rules in position {index}");
        }
    }
}

#[test]
fn no_network_of_the_axis_depends_on_the_objectives_of_the_soviets() {
    check::<Armir>(Side::Axis);
}

#[test]
fn no_axis_network_depends_on_the_missions_and_orders_of_the_soviets() {
    check::<EastFront>(Side::Axis);
}

#[test]
fn no_soviet_network_depends_on_the_missions_and_orders_of_the_axis() {
    check::<EastFront>(Side::Soviet);
}
