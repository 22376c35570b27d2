//! One game of self-play in progress: its position, its search and its recorded decisions.

use std::time::Instant;

use stavka_agents::{Allotment, Effort, Forecast, GumbelSettings, PlayoutCap, Search, SearchControl, Step, sample_world};
use stavka_engine::dice::mix;
use stavka_engine::{Dice, View};
use stavka_models::{Batch, Encoder, Heads};

use super::journal::Journal;
use super::{Tally, add, add_time};
use crate::curriculum::{Learnable, Play};
use crate::replay::{Decision, Episode};
use crate::run::SelfPlayConfig;

/// Stream of a game's seed for temperature and playout cap.
const CHOICE_STREAM: u64 = 18;
/// Stream of a game's seed for its search.
const SEARCH_STREAM: u64 = 19;
/// Bytes that the graph of a search may take: decisions are searched by few simulations.
const MEMORY: usize = 2 << 20;

/// A game in flight.
pub(super) struct Flight<G: Learnable> {
    play: Play<G>,
    search: Search<G>,
    dice: Dice,
    /// What the decision at hand is searched with; `None` between decisions.
    effort: Option<Effort>,
    decisions: u32,
    policy: Vec<f32>,
    /// Actions and decisions that the journal has.
    noted: [usize; 2],
}

impl<G: Learnable> Flight<G> {
    pub(super) fn new(play: Play<G>, config: &SelfPlayConfig) -> Self {
        let seed = play.episode.seed;
        let settings = GumbelSettings { considered: config.considered, memory: MEMORY, ..GumbelSettings::default() };
        let mut search = Search::new(settings, Dice::stream(seed, SEARCH_STREAM).bits());
        search.sample_worlds_by(sample_world);
        Flight { play, search, dice: Dice::stream(seed, CHOICE_STREAM), effort: None, decisions: 0, policy: Vec::new(), noted: [0; 2] }
    }

    /// Goes on with a game after so many searched decisions. Its search begins anew, with other random numbers.
    pub(super) fn resume(play: Play<G>, config: &SelfPlayConfig, decisions: u32) -> Self {
        let seed = play.episode.seed ^ mix(play.actions() as u64);
        let mut flight = Flight { dice: Dice::stream(seed, CHOICE_STREAM), decisions, ..Flight::new(play, config) };
        flight.search.new_game(Dice::stream(seed, SEARCH_STREAM).bits());
        flight.noted = flight.reached();
        flight
    }

    /// Actions and decisions so far.
    fn reached(&self) -> [usize; 2] {
        [self.play.episode.actions.len(), self.play.episode.decisions.len()]
    }

    /// The game so far, and the number of searched decisions.
    pub(super) fn so_far(&self) -> (&Episode, u32) {
        (&self.play.episode, self.decisions)
    }

    /// Notes in a journal what was played in this place since the last time.
    pub(super) fn note(&mut self, place: usize, journal: &mut Journal) {
        let reached = self.reached();
        if reached != self.noted {
            let [actions, decisions] = self.noted;
            let episode = &self.play.episode;
            journal.went(place, &episode.actions[actions..], &episode.decisions[decisions..], self.decisions);
            self.noted = reached;
        }
    }

    /// Notes in a journal that this game is in this place from now on.
    pub(super) fn note_whole(&mut self, place: usize, journal: &mut Journal) {
        journal.take_up(place, &self.play.episode, self.decisions);
        self.noted = self.reached();
    }

    /// Takes up another game.
    pub(super) fn renew(&mut self, play: Play<G>) -> Episode {
        let seed = play.episode.seed;
        self.search.new_game(Dice::stream(seed, SEARCH_STREAM).bits());
        self.dice = Dice::stream(seed, CHOICE_STREAM);
        self.effort = None;
        self.decisions = 0;
        self.noted = [0; 2];
        std::mem::replace(&mut self.play, play).finish()
    }

    /// Whether the game is over.
    pub(super) fn is_over(&self) -> bool {
        self.play.to_act().is_none()
    }

    /// Hands the answer of a position of a batch to the search that asked.
    pub(super) fn supply(&mut self, batch: &Batch, heads: &Heads, position: usize) {
        let logits = &heads.logits[batch.starts()[position]..batch.starts()[position + 1]];
        let [win, draw, loss] = heads.wdl[position];
        self.search.supply(logits, &Forecast { win, draw, loss, margin: heads.margin[position] });
    }

    /// Goes on until the network is needed, which is told by `true`, or the game is over.
    pub(super) fn advance(&mut self, config: &SelfPlayConfig, encoder: &mut Encoder<G>, batch: &mut Batch, tally: &Tally) -> bool {
        loop {
            let Some(effort) = self.effort else {
                let Some(side) = self.play.to_act() else { return false };
                if let [only] = *self.play.legal() {
                    self.play.choose(only);
                    continue;
                }
                let cap = PlayoutCap { full: config.simulations, fast: config.fast_simulations, share: config.full_share };
                let effort = cap.draw(&mut self.dice);
                let noise = if effort.is_target { config.noise } else { 0.0 };
                let limit = Allotment::of_iterations(effort.simulations);
                self.search.begin(View::new(self.play.game(), side), self.play.legal(), limit, noise);
                self.effort = Some(effort);
                continue;
            };
            match self.search.step(&SearchControl::NONE) {
                Step::Wants(query) => {
                    let begun = Instant::now();
                    encoder.push(batch, &query.game, &query.legal);
                    add_time(&tally.encode_nanoseconds, begun.elapsed());
                    return true;
                }
                Step::Done => self.decide(effort, config, tally),
            }
        }
    }

    fn decide(&mut self, effort: Effort, config: &SelfPlayConfig, tally: &Tally) {
        if effort.is_target {
            self.search.policy(1.0, &mut self.policy);
            let at = self.play.actions();
            self.play.episode.decisions.push(Decision::from_distribution(at, &self.policy, Some(self.search.value())));
        }
        let temperature = temperature(config, self.decisions);
        let place = if temperature > 0.0 { self.search.draw(temperature) } else { self.search.best() };
        let action = self.play.in_secret(self.play.legal()[place], config.hidden_epsilon_per_mille, &mut self.dice);
        self.play.choose(action);
        self.decisions += 1;
        self.effort = None;
        add(&tally.decisions, 1);
    }
}

/// The temperature of a decision, which goes evenly from the first value to the last.
fn temperature(config: &SelfPlayConfig, decision: u32) -> f32 {
    let share = decision as f32 / config.temperature_decisions.max(1) as f32;
    config.temperature + (config.temperature_end - config.temperature) * share.min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_temperature_goes_from_the_first_to_the_last() {
        let config = SelfPlayConfig { temperature: 1.0, temperature_end: 0.5, temperature_decisions: 10, ..SelfPlayConfig::default() };
        let at = |decision| temperature(&config, decision);
        assert!((at(0) - 1.0).abs() < 1e-6 && (at(5) - 0.75).abs() < 1e-6 && (at(10) - 0.5).abs() < 1e-6 && (at(999) - 0.5).abs() < 1e-6);
    }
}
