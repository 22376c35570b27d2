//! One game in the buffer: choices as indices into the legal lists, and their learning targets.

use serde::{Deserialize, Serialize};
use stavka_engine::record::{Match, Record, RecordError, Recorded};
use stavka_engine::{Game, Observe, Scenario as _, Side, Turn};

use super::ReplayError;
use super::sample::{Final, Sample};

/// Where an episode comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Source {
    /// Search guided by the network.
    SelfPlay,
    /// Games of scripted players.
    Imitation,
}

/// How an episode ended.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub enum Ending {
    /// By the rules.
    Finished {
        /// Who won, `None` for a draw.
        winner: Option<Side>,
        /// See [`stavka_engine::Outcome::margin`].
        margin: i16,
    },
    /// Cut off after the last turn of a shortened game, and valued there.
    Cut {
        /// Chance of an Axis win, 0 to 1.
        axis: f32,
    },
}

/// A position worth learning from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Decision {
    /// Number of actions before it.
    pub at: u32,
    /// Choices by their place in the legal list, with weights; those that are missing weigh nothing.
    pub policy: Vec<(u16, u16)>,
    /// Expected score of the side to act by the search, 0 to 1, if there was one.
    pub value: Option<f32>,
}

impl Decision {
    /// A decision from a distribution over the legal list; parts below 1 / 65,535 are left out.
    pub fn from_distribution(at: usize, policy: &[f32], value: Option<f32>) -> Self {
        let weight = |share: f32| (share.clamp(0.0, 1.0) * f32::from(u16::MAX)).round() as u16;
        let policy = policy.iter().enumerate().map(|(index, &share)| (index as u16, weight(share))).filter(|&(_, weight)| weight > 0);
        Decision { at: at as u32, policy: policy.collect(), value }
    }

    /// A decision for one choice.
    pub fn for_choice(at: usize, index: usize) -> Self {
        Decision { at: at as u32, policy: vec![(index as u16, u16::MAX)], value: None }
    }
}

/// A game with its targets.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Episode {
    /// Name of the game.
    pub game: String,
    /// Id of the scenario.
    pub scenario: String,
    /// Fingerprint of scenario data and rules.
    pub data: u64,
    /// Seed of dice and players.
    pub seed: u64,
    /// Where it comes from.
    pub source: Source,
    /// Step of the learner whose weights played; 0 for imitation.
    pub born: u64,
    /// Place of every action in its legal list, dice included.
    pub actions: Vec<u16>,
    /// Positions worth learning from, in order.
    pub decisions: Vec<Decision>,
    /// How it ended.
    pub ending: Ending,
    /// Hash of the last position.
    pub last: u64,
}

impl Episode {
    /// An empty episode of a game that begins.
    pub fn begin<G: Recorded>(scenario: &G::Scenario, seed: u64, source: Source, born: u64) -> Self {
        Episode {
            game: G::GAME.to_owned(),
            scenario: scenario.id().to_owned(),
            data: scenario.fingerprint(),
            seed,
            source,
            born,
            actions: Vec::new(),
            decisions: Vec::new(),
            ending: Ending::Cut { axis: 0.5 },
            last: 0,
        }
    }

    /// Notes an action of this position by its place in the legal list.
    ///
    /// # Panics
    /// If the action is not in the list: the driver of the game is wrong.
    pub fn push<A: PartialEq>(&mut self, legal: &[A], action: &A) {
        let place = legal.iter().position(|other| other == action).expect("drivers play legal actions");
        self.actions.push(place as u16);
    }

    /// Closes an episode in this position; a game that is not over is cut off with the given chance of an Axis win.
    pub fn close<G: Game>(&mut self, game: &G, axis: f32) {
        self.ending = match game.outcome() {
            Some(outcome) => Ending::Finished { winner: outcome.winner, margin: outcome.margin },
            None => Ending::Cut { axis },
        };
        self.last = game.state_hash();
    }

    /// Plays the episode again; `visit` sees every position with its legal actions before the action that has this
    /// number from 0. Gives the last position.
    ///
    /// # Errors
    /// [`ReplayError::OtherRules`], [`ReplayError::Unplayable`].
    pub fn replay<G: Recorded>(
        &self,
        scenario: &'static G::Scenario,
        mut visit: impl FnMut(usize, &G, &[G::Action]),
    ) -> Result<G, ReplayError> {
        let at_hand = (G::GAME, scenario.id(), scenario.fingerprint());
        if (self.game.as_str(), self.scenario.as_str(), self.data) != at_hand {
            let words = |(game, scenario, data): (&str, &str, u64)| format!("{game} {scenario} {data:016x}");
            return Err(ReplayError::OtherRules { found: words((&self.game, &self.scenario, self.data)), expected: words(at_hand) });
        }
        let unplayable = |problem: String| ReplayError::Unplayable { seed: self.seed, problem };
        let mut game = G::new(scenario);
        let mut legal = Vec::new();
        for (number, &place) in self.actions.iter().enumerate() {
            game.legal_actions(&mut legal);
            let Some(&action) = legal.get(usize::from(place)) else {
                return Err(unplayable(format!("action {number} is number {place} of {} legal ones", legal.len())));
            };
            visit(number, &game, &legal);
            game.apply(action);
        }
        if game.state_hash() != self.last {
            return Err(unplayable("the last position is another one".to_owned()));
        }
        match self.ending {
            Ending::Finished { winner, margin } if game.outcome().map(|end| (end.winner, end.margin)) != Some((winner, margin)) => {
                Err(unplayable("the result is another one".to_owned()))
            }
            Ending::Finished { .. } | Ending::Cut { .. } => Ok(game),
        }
    }

    /// The positions of the decisions with these indices, in ascending order, ready to be learned from.
    ///
    /// # Errors
    /// Those of [`Episode::replay`], and [`ReplayError::Unplayable`] for decisions that do not fit their position.
    pub fn samples<G: Recorded + Observe>(&self, scenario: &'static G::Scenario, wanted: &[usize]) -> Result<Vec<Sample<G>>, ReplayError> {
        let mut samples = Vec::with_capacity(wanted.len());
        let mut wanted = wanted.iter().map(|&index| &self.decisions[index]).peekable();
        let mut misfit = None;
        let mut first = None;
        let last = self.replay::<G>(scenario, |number, game, legal| {
            first.get_or_insert_with(|| game.clone());
            while let Some(decision) = wanted.next_if(|decision| decision.at as usize == number) {
                match Sample::new(self, decision, game, legal) {
                    Some(sample) => samples.push(sample),
                    None => misfit = Some(number),
                }
            }
        })?;
        if misfit.is_some() || wanted.next().is_some() {
            let problem = format!("the decision before action {} does not fit its position", misfit.unwrap_or(self.actions.len()));
            return Err(ReplayError::Unplayable { seed: self.seed, problem });
        }
        if matches!(self.ending, Ending::Finished { .. }) {
            let end = std::sync::Arc::new(Final::of(first.as_ref().unwrap_or(&last), &last));
            for sample in &mut samples {
                sample.end = Some(std::sync::Arc::clone(&end));
            }
        }
        Ok(samples)
    }

    /// The game as a record that every tool of the command reads.
    ///
    /// # Errors
    /// Those of [`Episode::replay`].
    pub fn record<G: Recorded>(&self, scenario: &'static G::Scenario, players: [&str; 2]) -> Result<Record, ReplayError> {
        let mut record = Record::begin::<G>(scenario, self.seed, players);
        let last = self.replay::<G>(scenario, |number, game, legal| {
            record.push(game.notation(legal[usize::from(self.actions[number])]));
        })?;
        record.seal(&last);
        Ok(record)
    }

    /// The record as a match that can go on; used to check that the dice are those of the seed.
    ///
    /// # Errors
    /// Those of the record.
    pub fn verify_dice<G: Recorded>(&self, scenario: &'static G::Scenario) -> Result<(), RecordError> {
        let record = match self.record::<G>(scenario, ["a", "b"]) {
            Ok(record) => record,
            Err(error) => return Err(RecordError::Header { line: 1, problem: error.to_string() }),
        };
        Match::<G>::resume(&record, scenario)?;
        stavka_engine::record::verify_dice::<G>(&record, scenario)
    }
}

/// Whether a player is to act.
pub(super) fn decides<G: Game>(game: &G) -> Option<Side> {
    match game.turn() {
        Turn::Player(side) => Some(side),
        Turn::Chance | Turn::Over => None,
    }
}
