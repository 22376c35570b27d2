//! What a search asks about positions: their value, which choices look good, and how play goes on.

use stavka_engine::{Dice, Game, Side};

/// Values positions and choices. A hand-written evaluator answers at once; a network is asked in batches.
pub trait Evaluator<G: Game>: Send {
    /// Looks at the position in which `viewer` must decide, before a search from it. What is worked out
    /// here may speed up or colour the answers that follow.
    fn prepare(&mut self, _root: &G, _viewer: Side) {}

    /// Replaces the contents of `out` by the chance of an Axis win in each of the positions, 0 to 1, draws
    /// counted as one half. Finished games are answered exactly.
    fn evaluate(&mut self, positions: &[G], out: &mut Vec<f32>);

    /// Replaces the contents of `out` by a weight for each of the legal actions of the side to act, at least
    /// zero and not all of them zero: how likely each is to be the best.
    fn weigh(&mut self, _game: &G, legal: &[G::Action], out: &mut Vec<f32>) {
        out.clear();
        out.resize(legal.len(), 1.0);
    }
}

/// An evaluator whose chances come from a weighted sum under the logistic curve, so that the weights can
/// be fitted to outcomes.
pub trait Features<G: Game>: Evaluator<G> {
    /// Replaces the contents of `out` by what each weight multiplies in an unfinished position, nothing
    /// hidden.
    fn inputs(&mut self, game: &G, out: &mut Vec<f32>);

    /// The weights of common sense, before any game. A fit stays near them where games say little, and keeps
    /// the signs of those that are not zero.
    fn prior(&self) -> Vec<f64>;

    /// The data file with other weights, as many as there are inputs.
    fn file(&self, weights: &[f64], origin: String) -> String;
}

/// Plays on, cheaply, where a search has left its tree.
pub trait Policy<G: Game>: Send {
    /// Looks at the position that play goes on from.
    fn prepare(&mut self, _root: &G, _viewer: Side) {}

    /// One of `legal`, the choices of whichever player is to act.
    fn pick(&mut self, game: &G, legal: &[G::Action], dice: &mut Dice) -> G::Action;
}

/// Plays on at random.
#[derive(Clone, Copy, Default, Debug)]
pub struct UniformPolicy;

impl<G: Game> Policy<G> for UniformPolicy {
    #[inline]
    fn pick(&mut self, _game: &G, legal: &[G::Action], dice: &mut Dice) -> G::Action {
        dice.choose(legal)
    }
}
