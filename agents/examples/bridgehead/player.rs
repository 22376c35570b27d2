//! A player of Bridgehead: the search, with the margin for its evaluator.

use stavka_agents::{Budget, Evaluator, Mcts, MctsSettings, UniformPolicy};
use stavka_engine::game::{Game as _, Turn};

use crate::game::Bridgehead;

/// The margin as a chance of an Axis win.
pub(crate) struct Margin;

impl Evaluator<Bridgehead> for Margin {
    fn evaluate(&mut self, positions: &[Bridgehead], out: &mut Vec<f32>) {
        let chance = |game: &Bridgehead| {
            let sharpness = if game.turn() == Turn::Over { 100.0 } else { 0.5 };
            1.0 / (1.0 + (-sharpness * f32::from(game.margin())).exp())
        };
        out.clear();
        out.extend(positions.iter().map(chance));
    }
}

/// A search of so many simulations a decision.
pub(crate) fn player(seed: u64, simulations: u32) -> Mcts<Bridgehead, Margin, UniformPolicy> {
    let budget = Budget::Iterations(simulations);
    let settings = MctsSettings { budget, threads: 1, memory: 4 << 20, rollout: 0, handovers: 4, batch: 1 };
    Mcts::new(seed, settings, || (Margin, UniformPolicy))
}
