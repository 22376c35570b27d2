//! The player that follows the policy of its network without looking ahead.

use stavka_engine::{Determinize, Dice, Game, View};

use crate::agent::{Agent, SearchControl};
use crate::gumbel::{draw_from, softmax};
use crate::network::{PolicyValue, Query, Replies};

/// Plays the policy head of a network.
pub struct Net<G: Game, N> {
    seed: u64,
    dice: Dice,
    /// 0 plays the likeliest choice; at 1 choices are drawn as likely as the network finds them, above flatter.
    temperature: f32,
    network: N,
    query: Option<Query<G>>,
    replies: Replies,
    shares: Vec<f32>,
}

impl<G: Determinize, N: PolicyValue<G>> Net<G, N> {
    /// A player with the stream of `seed`.
    pub fn new(seed: u64, temperature: f32, network: N) -> Self {
        let replies = Replies::default();
        Net { seed, dice: Dice::stream(seed, 0), temperature, network, query: None, replies, shares: Vec::new() }
    }
}

impl<G: Determinize, N: PolicyValue<G>> Agent<G> for Net<G, N> {
    fn name(&self) -> &'static str {
        "net"
    }

    fn new_game(&mut self, game_seed: u64) {
        self.dice = Dice::stream(self.seed, game_seed);
    }

    fn choose(&mut self, view: View<'_, G>, legal: &[G::Action], _control: SearchControl<'_>) -> G::Action {
        if let [only] = legal {
            return *only;
        }
        let game = view.determinize(&mut self.dice);
        let query = self.query.get_or_insert_with(|| Query { game: game.clone(), legal: Vec::new() });
        query.game = game;
        query.legal.clear();
        query.legal.extend_from_slice(legal);
        self.shares.clear();
        match self.network.predict(std::slice::from_ref(query), &mut self.replies) {
            Ok(()) => self.shares.extend_from_slice(self.replies.logits_of(0)),
            // A network that has failed finds all choices alike.
            Err(_) => self.shares.resize(legal.len(), 0.0),
        }
        if self.temperature > 0.0 {
            self.shares.iter_mut().for_each(|logit| *logit /= self.temperature);
            softmax(&mut self.shares);
            return legal[draw_from(&self.shares, &mut self.dice)];
        }
        softmax(&mut self.shares);
        let likeliest = self.shares.iter().enumerate().max_by(|(a_place, a), (b_place, b)| a.total_cmp(b).then(b_place.cmp(a_place)));
        legal[likeliest.map_or(0, |(place, _)| place)]
    }
}
