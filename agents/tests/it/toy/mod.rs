//! Four tiny games with known values, for tests of searches.

/// What the toys have in common: they are played at a table, within one turn, and allow what they list.
macro_rules! at_a_table {
    () => {
        type Scenario = super::Table;
        type Denial = super::NotAllowed;

        fn scenario(&self) -> &'static super::Table {
            self.table
        }

        fn denial(&self, _: Self::Action) -> super::NotAllowed {
            super::NotAllowed
        }

        fn game_turn(&self) -> u16 {
            1
        }
    };
}

/// A toy in which both players see everything.
macro_rules! all_is_seen {
    ($game:ty) => {
        impl stavka_engine::game::Determinize for $game {
            fn determinize(&self, _viewer: stavka_engine::game::Side, _dice: &mut stavka_engine::Dice) -> Self {
                self.clone()
            }

            fn view_hash(&self, _viewer: stavka_engine::game::Side) -> u64 {
                stavka_engine::game::Game::state_hash(self)
            }

            fn sees_all(&self, _viewer: stavka_engine::game::Side) -> bool {
                true
            }
        }
    };
}

mod cards;
mod gamble;
mod nim;
mod raid;

pub(crate) use cards::{Card, Cards, assert_averaged};
pub(crate) use gamble::{Gamble, assert_weighed_exactly};
pub(crate) use nim::{Nim, Take};
pub(crate) use raid::{Order, Raid};

use std::sync::{Arc, Mutex};

use stavka_agents::{Evaluator, Mcts, MctsSettings, UniformPolicy};
use stavka_engine::game::{Denial, Determinize, Game, Outcome, Scenario, Side, Turn};

/// Static data of a toy.
pub(crate) struct Table {
    /// What the game makes of it: stones, for one.
    pub(crate) size: u32,
}

/// A scenario of this size.
pub(crate) fn table(size: u32) -> &'static Table {
    Box::leak(Box::new(Table { size }))
}

impl Scenario for Table {
    fn id(&self) -> &'static str {
        "toy"
    }

    fn fingerprint(&self) -> u64 {
        u64::from(self.size)
    }

    fn max_actions(&self) -> usize {
        1000
    }
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this is not among the choices")]
pub(crate) struct NotAllowed;

impl Denial for NotAllowed {
    fn rule(&self) -> &'static str {
        "1"
    }
}

fn won_by(winner: Side) -> Outcome {
    Outcome { winner: Some(winner), margin: if winner == Side::Axis { 1 } else { -1 }, level: "victory" }
}

/// Knows the value of finished games only, and notes how many positions it is asked about at a time.
#[derive(Clone, Default)]
pub(crate) struct Ignorant {
    pub(crate) asked: Arc<Mutex<Vec<usize>>>,
    note: bool,
}

impl Ignorant {
    pub(crate) fn noting() -> Self {
        Ignorant { note: true, ..Ignorant::default() }
    }
}

impl<G: Game> Evaluator<G> for Ignorant {
    fn evaluate(&mut self, positions: &[G], out: &mut Vec<f32>) {
        if self.note {
            self.asked.lock().expect("no test panics here").push(positions.len());
        }
        out.clear();
        out.extend(positions.iter().map(|game| game.outcome().map_or(0.5, |outcome| outcome.share(Side::Axis))));
    }
}

/// A tree search that plays its rollouts to the end at random.
pub(crate) fn searcher<G: Determinize>(seed: u64, settings: MctsSettings) -> Mcts<G, Ignorant, UniformPolicy> {
    Mcts::new(seed, settings, || (Ignorant::default(), UniformPolicy))
}

/// The choices or results of dice in a position.
pub(crate) fn legal<G: Game>(game: &G) -> Vec<G::Action> {
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    legal
}

/// A game in which these actions have been taken.
pub(crate) fn after<G: Game>(scenario: &'static G::Scenario, actions: &[G::Action]) -> G {
    let mut game = G::new(scenario);
    for &action in actions {
        assert_ne!(game.turn(), Turn::Over, "there is nothing to do after the end");
        game.apply(action);
    }
    game
}
